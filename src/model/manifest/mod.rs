//! `Manifest`: the text of `.agents/skills.toml`, what people want. Edited in place: comments, order and quoting stay.

mod read;
mod write;

use std::{collections::BTreeMap, fmt::Write as _};

use read::Reader;
use toml_edit::{DocumentMut, Item, Table, TableLike, Value};
use write::encode_requirement;

use super::{
    git_url::Host,
    lockfile,
    name::FolderName,
    source::{Source, Wanted},
};

/// What is wanted under one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement {
    pub(crate) source: Source,
    pub(crate) wanted: Wanted,
    /// A disabled skill stays locked and installed, but unlinked.
    pub(crate) enabled: bool,
}

/// How links into agents' folders are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkMode {
    Symlink,
    Copy,
}

/// The `[agents]` table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Agents {
    /// Agents to link; `None`: those present in the scope.
    pub(crate) link: Option<Vec<String>>,
    pub(crate) mode: Option<LinkMode>,
}

/// A registry as a manifest or a configuration file names it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RegistryEntry {
    pub(crate) url: String,
    /// Versions younger than this are not chosen, as typed (`3d`).
    pub(crate) min_age: Option<String>,
    /// The minisign public keys one of which must have signed it; of configuration files alone.
    pub(crate) keys: Vec<String>,
    /// A program with its arguments that prints the registry's token; of configuration files alone.
    pub(crate) credential: Vec<String>,
}

/// A manifest with its text.
#[derive(Debug, Clone)]
pub(crate) struct Manifest {
    document: DocumentMut,
    pub(crate) skills: BTreeMap<FolderName, Requirement>,
    pub(crate) agents: Agents,
    pub(crate) registries: BTreeMap<String, RegistryEntry>,
}

/// A manifest that can't be read as one. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub(crate) struct ManifestError {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) what: String,
    /// A key of nearly this name exists.
    pub(crate) near: Option<String>,
}

const HOSTS: [(&str, Host); 4] = [
    ("github", Host::GitHub),
    ("gitlab", Host::GitLab),
    ("bitbucket", Host::Bitbucket),
    ("codeberg", Host::Codeberg),
];

impl Default for Manifest {
    fn default() -> Self {
        Self {
            document: DocumentMut::new(),
            skills: BTreeMap::new(),
            agents: Agents::default(),
            registries: BTreeMap::new(),
        }
    }
}

impl Manifest {
    /// Reads a manifest's text.
    pub(crate) fn decode(text: &str) -> Result<Self, ManifestError> {
        if let Some(line) = text.lines().position(lockfile::is_marker) {
            let what =
                "a merge conflict: keep what is wanted of both sides, and delete the markers".to_owned();
            return Err(ManifestError { line: line + 1, column: 1, what, near: None });
        }
        let parsed = toml_edit::Document::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            Reader { text }.error(at, error.message().trim_end().replace('\n', "; "))
        })?;
        let reader = Reader { text };
        let root = parsed.as_table();
        reader.known_keys(root, &read::SECTIONS, "section")?;
        let mut skills = BTreeMap::new();
        if let Some(item) = root.get("skills") {
            for (key, item, at) in reader.entries(item, "skills")? {
                let name: FolderName = key.parse().map_err(|error| reader.error(at, format!("{error}")))?;
                if let Some(requirement) = reader.requirement(&name, item, at)? {
                    skills.insert(name, requirement);
                }
            }
        }
        let mut registries = BTreeMap::new();
        if let Some(item) = root.get("registries") {
            for (key, item, at) in reader.entries(item, "registries")? {
                registries.insert(key.to_owned(), reader.registry(item, at)?);
            }
        }
        let agents = root.get("agents").map(|item| reader.agents(item)).transpose()?.unwrap_or_default();
        Ok(Self { document: parsed.into_mut(), skills, agents, registries })
    }

    /// The manifest's text.
    pub(crate) fn encode(&self) -> String {
        self.document.to_string()
    }

    /// Writes what is wanted under `name`; an entry that says the same already stays as it is typed. A new one goes to
    /// its place where the others are sorted, else to the end.
    pub(crate) fn set(&mut self, name: &FolderName, requirement: Requirement) {
        if self.skills.get(name) == Some(&requirement) {
            return;
        }
        let value = encode_requirement(name, &requirement);
        let skills = self.section("skills");
        if let Some(old) = skills.get_mut(name.as_str()).and_then(Item::as_value_mut) {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        } else {
            // Two branches that each add a skill can then be merged, unless the two are neighbours.
            let is_sorted = skills.iter().map(|(key, _)| key).is_sorted();
            let is_flat = skills.iter().all(|(_, item)| item.is_value());
            skills.insert(name.as_str(), Item::Value(value));
            if is_sorted && is_flat {
                skills.sort_values();
            }
        }
        self.skills.insert(name.clone(), requirement);
    }

    /// Takes an entry out. Says whether there was one.
    pub(crate) fn remove(&mut self, name: &FolderName) -> bool {
        self.section("skills").remove(name.as_str());
        self.skills.remove(name).is_some()
    }

    /// Records the agents to link and the mode, as far as they are given.
    pub(crate) fn set_agents(&mut self, agents: Agents) {
        if agents == self.agents {
            return;
        }
        let table = self.section("agents");
        if let Some(link) = &agents.link {
            table.insert("link", Item::Value(Value::Array(link.iter().map(String::as_str).collect())));
        }
        match agents.mode {
            Some(LinkMode::Copy) => {
                table.insert("mode", toml_edit::value("copy"));
            }
            Some(LinkMode::Symlink) => {
                table.insert("mode", toml_edit::value("symlink"));
            }
            None => {
                table.remove("mode");
            }
        }
        self.agents = agents;
    }

    /// A section to write in, made at the end if need be.
    fn section(&mut self, name: &str) -> &mut dyn TableLike {
        let item = self.document.entry(name).or_insert_with(|| Item::Table(Table::new()));
        if !item.is_table_like() {
            *item = Item::Table(Table::new());
        }
        item.as_table_like_mut().expect("a section was just made or checked to be a table")
    }
}

impl ManifestError {
    /// The error behind the file's name, with the nearest known key.
    pub(crate) fn in_file(&self, file: &str) -> String {
        let mut text = format!("`{file}`, {self}");
        if let Some(near) = &self.near {
            // Writing to a String can't fail.
            let _ = write!(text, "; did you mean `{near}`?");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = r#"# ours
[skills]
pdf        = { github = "anthropics/skills", path = "skills/pdf" }   # default branch
release    = { git = "ssh://git@git.example.com/team/skills.git", version = "^1.2" }
review     = "^2.1"
deploy     = { registry = "team", name = "@ops/deploy", version = "~0.4" }
houserules = { path = "../skills/houserules" }
tables     = { url = "https://example.com/tables-1.0.0.zip", enabled = false }

[registries]
default = "https://skills.example.com/registry/"
team    = { url = "https://skills.example.com/team/", min-age = "3d" }

[agents]
link = ["claude-code", "windsurf"]
mode = "symlink"
"#;

    fn name(text: &str) -> FolderName {
        text.parse().expect("a name")
    }

    #[test]
    fn the_documented_example_is_read() {
        let manifest = Manifest::decode(EXAMPLE).expect("a manifest");
        assert_eq!(manifest.skills.len(), 6);
        assert_eq!(manifest.encode(), EXAMPLE);
        assert_eq!(
            manifest.skills[&name("pdf")].source.to_string(),
            "https://github.com/anthropics/skills (skills/pdf)"
        );
        assert_eq!(manifest.skills[&name("deploy")].wanted, Wanted::Version("~0.4".to_owned()));
        assert!(!manifest.skills[&name("tables")].enabled);
        assert_eq!(manifest.registries["team"].min_age.as_deref(), Some("3d"));
        assert_eq!(manifest.agents.mode, Some(LinkMode::Symlink));
    }

    #[test]
    fn adding_and_removing_leaves_the_text_as_it_was() {
        let mut manifest = Manifest::decode(EXAMPLE).expect("a manifest");
        let source = Source::Git { url: "https://github.com/o/r".parse().expect("a URL"), path: None };
        manifest
            .set(&name("new"), Requirement { source, wanted: Wanted::Ref("main".to_owned()), enabled: true });
        assert!(
            manifest.encode().contains("new = { github = \"o/r\", ref = \"main\" }"),
            "{}",
            manifest.encode()
        );
        assert!(manifest.remove(&name("new")));
        assert_eq!(manifest.encode(), EXAMPLE);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let sources = [
            Source::Git { url: "git@example.com:o/r.git".parse().expect("a URL"), path: "a/b".parse().ok() },
            Source::Registry { registry: Some("team".to_owned()), package: "x".to_owned() },
            Source::Registry { registry: None, package: "@t/x".to_owned() },
            Source::Archive { file: "../x.zip".to_owned(), path: None },
            Source::Folder { path: "../x".to_owned() },
            Source::Discovery {
                url: "https://example.com/team".parse().expect("a URL"),
                path: "near".parse().ok(),
            },
        ];
        for source in sources {
            let mut manifest = Manifest::default();
            let requirement =
                Requirement { source, wanted: Wanted::Version("^1".to_owned()), enabled: false };
            manifest.set(&name("x"), requirement.clone());
            let again = Manifest::decode(&manifest.encode()).expect("what was written");
            assert_eq!(again.skills[&name("x")], requirement, "{}", manifest.encode());
        }
    }

    #[test]
    fn errors_say_where_and_what_was_meant() {
        for (text, expected) in [
            ("[skill]\n", "`f`, line 1, column 2: unknown section `skill`; did you mean `skills`?"),
            (
                "[skills]\nx = { githb = \"o/r\" }\n",
                "`f`, line 2, column 7: unknown key of `x`: `githb`; did you mean `github`?",
            ),
            (
                "[skills]\nx = \"main\"\n",
                "`f`, line 2, column 5: `main` is no version requirement such as `1.2` or `^1`",
            ),
            (
                "[skills]\nx = { github = \"o/r\", ref = \"a\", version = \"1\" }\n",
                "`f`, line 2, column 1: `x`: `version`, `ref` and `rev` exclude one another",
            ),
            (
                "[skills]\n\"../x\" = \"1\"\n",
                "`f`, line 2, column 1: `../x` can't be the name of a skill's folder: it has a path separator",
            ),
        ] {
            let error = Manifest::decode(text).expect_err("no manifest");
            assert_eq!(error.in_file("f"), expected);
        }
        assert!(
            Manifest::decode("[skills\n")
                .expect_err("no TOML")
                .in_file("f")
                .starts_with("`f`, line 1, column 8: ")
        );
    }
}
