//! The author's settings in `skill.toml`: the `[pack]` table. Other tables belong to other readers.

use serde::Deserialize;
use toml_edit::DocumentMut;

use super::{name::nearest, visible};

/// Where an archive's files lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Layout {
    /// Below one folder called as the skill.
    Folder,
    /// SKILL.md at the root.
    Root,
}

impl Layout {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Root => "root",
        }
    }
}

/// What an archive's file is called at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    Zip,
    Skill,
}

impl Ending {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Skill => "skill",
        }
    }
}

/// The `[pack]` table; what is absent is the command's own default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct PackSettings {
    pub(crate) profiles: Vec<String>,
    pub(crate) layout: Option<Layout>,
    pub(crate) ext: Option<Ending>,
    /// Patterns in `.gitignore` syntax, relative to each skill's folder.
    pub(crate) include: Vec<String>,
    pub(crate) exclude: Vec<String>,
}

/// The `[publish]` table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct PublishSettings {
    /// The registry, by its configured name.
    pub(crate) registry: Option<String>,
    /// The team of `@team/name`.
    pub(crate) scope: Option<String>,
}

/// A `skill.toml` as far as these readers go.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    pack: PackSettings,
    #[serde(default)]
    publish: PublishSettings,
}

const PUBLISH_KEYS: [&str; 2] = ["registry", "scope"];

const PACK_KEYS: [&str; 5] = ["exclude", "ext", "include", "layout", "profiles"];

/// A `skill.toml` that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AuthorError {
    #[error("{0}")]
    Toml(String),
    #[error("`{}` is no setting of `[{table}]`", visible::line(.key))]
    UnknownKey { table: &'static str, key: String, near: Option<&'static str> },
}

/// Reads one table of a `skill.toml` that has these keys; `None` when it is absent.
fn read(text: &str, name: &'static str, keys: &[&'static str]) -> Result<Option<File>, AuthorError> {
    let wrong = |error: &dyn std::fmt::Display| AuthorError::Toml(error.to_string().trim_end().to_owned());
    let mut document: DocumentMut =
        text.parse().map_err(|error| AuthorError::Toml(super::toml::fault(text, &error)))?;
    let Some(table) = document.get(name) else { return Ok(None) };
    let Some(table) = table.as_table_like() else {
        return Err(AuthorError::Toml(format!("`{name}` is not a table")));
    };
    if let Some((key, _)) = table.iter().find(|(key, _)| !keys.contains(key)) {
        let near = nearest(key, keys.iter().copied());
        return Err(AuthorError::UnknownKey { table: name, key: key.to_owned(), near });
    }
    // Other tables are read by others, and their slips are not this reader's.
    document.retain(|key, _| key == name);
    toml_edit::de::from_document::<File>(document).map(Some).map_err(|error| wrong(&error))
}

impl PackSettings {
    /// Reads the `[pack]` table of a `skill.toml`; an absent one is all defaults.
    pub(crate) fn parse(text: &str) -> Result<Self, AuthorError> {
        Ok(read(text, "pack", &PACK_KEYS)?.map(|file| file.pack).unwrap_or_default())
    }
}

impl PublishSettings {
    /// Reads the `[publish]` table of a `skill.toml`; an absent one is all defaults.
    pub(crate) fn parse(text: &str) -> Result<Self, AuthorError> {
        Ok(read(text, "publish", &PUBLISH_KEYS)?.map(|file| file.publish).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_table_is_read_and_a_slip_of_the_pen_is_named() {
        let text = "[lint]\nanything = 1\n[pack]\nprofiles = [\"claude\"]\nlayout = \"root\"\nexclude = [\"drafts/\"]\n";
        let settings = PackSettings::parse(text).unwrap();
        assert_eq!(settings.layout, Some(Layout::Root));
        assert_eq!(settings.exclude, ["drafts/"]);
        assert_eq!(PackSettings::parse(""), Ok(PackSettings::default()));
        let slip = PackSettings::parse("[pack]\nexlude = []\n");
        assert_eq!(
            slip,
            Err(AuthorError::UnknownKey { table: "pack", key: "exlude".to_owned(), near: Some("exclude") })
        );
        assert!(matches!(PackSettings::parse("[pack]\next = \"rar\"\n"), Err(AuthorError::Toml(_))));
        assert!(matches!(PackSettings::parse("pack = 1"), Err(AuthorError::Toml(_))));
    }
}
