//! A person's `trust.toml`: project folders, and the skills in them whose text may reach an agent. Trust is bound to
//! the folder and to each skill's digest, so a changed skill is unknown again.

use std::collections::BTreeMap;

use super::{digest::Digest, toml};

/// The first lines of the file.
const HEADER: &str = "# The skills of project folders that you trust, by folder and digest.\n\
                      # Written by `skill trust` and `skill install`; a folder taken out is asked about again.\n";

/// Real paths of project folders; for each, paths of skills below it (with `/`) and the digest that is trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Trusted(pub(crate) BTreeMap<String, BTreeMap<String, Digest>>);

impl Trusted {
    /// Reads the file's text; the error is a phrase.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let document: toml_edit::DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| toml::fault(text, &error))?;
        let mut trusted = Self::default();
        let Some(folders) = document.get("folders") else { return Ok(trusted) };
        let folders = folders.as_table_like().ok_or("`folders` is no table")?;
        for (folder, item) in folders.iter() {
            let table = item.as_table_like().ok_or_else(|| format!("`{folder}` is no table"))?;
            let skills = trusted.0.entry(folder.to_owned()).or_default();
            for (path, item) in table.iter() {
                let digest = item.as_str().and_then(|text| text.parse().ok());
                let digest = digest.ok_or_else(|| format!("`{path}` of `{folder}` has no digest"))?;
                skills.insert(path.to_owned(), digest);
            }
        }
        Ok(trusted)
    }

    /// The file's text.
    pub(crate) fn encode(&self) -> String {
        let mut folders = toml_edit::Table::new();
        folders.set_implicit(true);
        for (folder, skills) in &self.0 {
            let mut table = toml_edit::Table::new();
            for (path, digest) in skills {
                table.insert(path, toml_edit::value(digest.to_string()));
            }
            folders.insert(folder, toml_edit::Item::Table(table));
        }
        let mut document = toml_edit::DocumentMut::new();
        document.insert("folders", toml_edit::Item::Table(folders));
        format!("{HEADER}\n{}", document.to_string().trim_start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_as_it_was_written() {
        let mut trusted = Trusted::default();
        let skills = trusted.0.entry("/home/me/a \"b\".c".to_owned()).or_default();
        skills.insert(".agents/skills/x".to_owned(), Digest::of(b"x"));
        trusted.0.entry("/empty".to_owned()).or_default();
        assert_eq!(Trusted::parse(&trusted.encode()), Ok(trusted));
        assert_eq!(Trusted::parse(""), Ok(Trusted::default()));
        assert!(Trusted::parse("[folders.\"/a\"]\nx = 1\n").is_err_and(|why| why.contains("`x` of `/a`")));
    }
}
