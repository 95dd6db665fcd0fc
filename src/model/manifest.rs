//! `Manifest`: the text of `.agents/skills.toml`, what people want. Edited in place: comments, order and quoting stay.

use std::{collections::BTreeMap, fmt::Write as _};

use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::{
    agent,
    git_url::{GitUrl, Host},
    name::{FolderName, nearest},
    source::{RepoPath, Source, Wanted, looks_like_commit, version_requirement},
    visible,
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

/// A registry as a manifest names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RegistryEntry {
    pub(crate) url: String,
    /// Versions younger than this are not chosen, as typed (`3d`).
    pub(crate) min_age: Option<String>,
}

/// A manifest with its text.
#[derive(Debug, Clone)]
pub(crate) struct Manifest {
    document: DocumentMut,
    pub(crate) skills: BTreeMap<FolderName, Requirement>,
    pub(crate) agents: Agents,
    #[cfg_attr(not(test), expect(dead_code, reason = "checked when read; registries will use it"))]
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

const SECTIONS: [&str; 3] = ["skills", "registries", "agents"];
const HOSTS: [(&str, Host); 4] = [
    ("github", Host::GitHub),
    ("gitlab", Host::GitLab),
    ("bitbucket", Host::Bitbucket),
    ("codeberg", Host::Codeberg),
];
const SKILL_KEYS: [&str; 15] = [
    "archive",
    "bitbucket",
    "codeberg",
    "enabled",
    "git",
    "github",
    "gitlab",
    "name",
    "path",
    "ref",
    "registry",
    "rev",
    "url",
    "version",
    "oci",
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
        let parsed = toml_edit::Document::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            Reader { text }.error(at, error.message().trim_end().replace('\n', "; "))
        })?;
        let reader = Reader { text };
        let root = parsed.as_table();
        reader.known_keys(root, &SECTIONS, "section")?;
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

    /// Writes what is wanted under `name`; an entry that says the same already stays as it is typed.
    pub(crate) fn set(&mut self, name: &FolderName, requirement: Requirement) {
        if self.skills.get(name) == Some(&requirement) {
            return;
        }
        let value = encode_requirement(name, &requirement);
        let skills = self.section("skills");
        match skills.get_mut(name.as_str()).and_then(Item::as_value_mut) {
            Some(old) => {
                let decor = old.decor().clone();
                *old = value;
                *old.decor_mut() = decor;
            }
            None => {
                skills.insert(name.as_str(), Item::Value(value));
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

/// Reads items of a document and says where they stand.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn error(&self, at: usize, what: String) -> ManifestError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ManifestError { line, column, what, near: None }
    }

    fn known_keys(&self, table: &dyn TableLike, known: &[&str], what: &str) -> Result<(), ManifestError> {
        for (key, item) in table.iter() {
            if !known.contains(&key) {
                let at = key_start(table, key).or_else(|| item.span().map(|span| span.start)).unwrap_or(0);
                let mut error = self.error(at, format!("unknown {what} `{}`", visible::line(key)));
                error.near = nearest(key, known.iter().copied()).map(str::to_owned);
                return Err(error);
            }
        }
        Ok(())
    }

    fn entries<'b>(
        &self,
        item: &'b Item,
        section: &str,
    ) -> Result<Vec<(&'b str, &'b Item, usize)>, ManifestError> {
        let table = item.as_table_like().ok_or_else(|| {
            self.error(item.span().map_or(0, |span| span.start), format!("`{section}` is no table"))
        })?;
        Ok(table
            .iter()
            .map(|(key, item)| {
                (key, item, key_start(table, key).or_else(|| item.span().map(|span| span.start)).unwrap_or(0))
            })
            .collect())
    }

    fn string(&self, table: &dyn TableLike, key: &str, at: usize) -> Result<Option<String>, ManifestError> {
        match table.get(key) {
            None => Ok(None),
            Some(item) => match item.as_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => {
                    Err(self.error(item.span().map_or(at, |span| span.start), format!("`{key}` is no text")))
                }
            },
        }
    }

    fn requirement(
        &self,
        name: &FolderName,
        item: &Item,
        at: usize,
    ) -> Result<Option<Requirement>, ManifestError> {
        if item.is_none() {
            return Ok(None);
        }
        if let Some(version) = item.as_str() {
            let source = Source::Registry { registry: None, package: name.as_str().to_owned() };
            return Ok(Some(Requirement { source, wanted: self.version(version, item, at)?, enabled: true }));
        }
        let Some(table) = item.as_table_like() else {
            return Err(self.error(at, format!("`{name}` is neither a version nor a table")));
        };
        self.known_keys(table, &SKILL_KEYS, &format!("key of `{name}`:"))?;
        let text = |key: &str| self.string(table, key, at);
        let path = text("path")?;
        let inner = |path: &Option<String>| match path {
            Some(path) => {
                RepoPath::of_typed(path).map_err(|error| self.error(at, format!("`{name}`: {error}")))
            }
            None => Ok(None),
        };
        let mut sources = Vec::new();
        for (key, host) in HOSTS {
            if let Some(repository) = text(key)? {
                let url = GitUrl::hosted(host, &repository)
                    .map_err(|error| self.error(at, format!("`{name}`: {error}")))?;
                sources.push(Source::Git { url, path: inner(&path)? });
            }
        }
        if let Some(git) = text("git")? {
            let url = git.parse().map_err(|error| self.error(at, format!("`{name}`: {error}")))?;
            sources.push(Source::Git { url, path: inner(&path)? });
        }
        if let Some(address) = text("url")? {
            let url = url::Url::parse(&address)
                .map_err(|error| self.error(at, format!("`{name}`: `{address}`: {error}")))?;
            sources.push(Source::Url { url, path: inner(&path)? });
        }
        if let Some(file) = text("archive")? {
            sources.push(Source::Archive { file, path: inner(&path)? });
        }
        if text("oci")?.is_some() {
            return Err(self.error(at, format!("`{name}`: OCI registries are not supported by this version")));
        }
        let registry = text("registry")?;
        let package = text("name")?;
        if registry.is_some() || package.is_some() {
            let package = package.unwrap_or_else(|| name.as_str().to_owned());
            sources.push(Source::Registry { registry, package });
        }
        if sources.is_empty() {
            if let Some(path) = path {
                sources.push(Source::Folder { path });
            } else if table.contains_key("version") {
                sources.push(Source::Registry { registry: None, package: name.as_str().to_owned() });
            }
        }
        let (Some(source), None) = (sources.pop(), sources.pop()) else {
            let why = format!(
                "`{name}` must name exactly one source, such as `github`, `git`, `url`, `path` or `version`"
            );
            return Err(self.error(at, why));
        };
        Ok(Some(Requirement {
            source,
            wanted: self.wanted(name, table, at)?,
            enabled: self.enabled(table, at)?,
        }))
    }

    fn wanted(&self, name: &FolderName, table: &dyn TableLike, at: usize) -> Result<Wanted, ManifestError> {
        let mut given = Vec::new();
        if let Some(reference) = self.string(table, "ref", at)? {
            given.push(if reference.len() == 40 && looks_like_commit(&reference) {
                Wanted::Rev(reference)
            } else {
                Wanted::Ref(reference)
            });
        }
        if let Some(rev) = self.string(table, "rev", at)? {
            if !looks_like_commit(&rev) {
                return Err(self.error(
                    at,
                    format!("`{name}`: `rev` is no commit: 7 to 40 hexadecimal digits in lower case"),
                ));
            }
            given.push(Wanted::Rev(rev));
        }
        if let Some(version) = self.string(table, "version", at)? {
            let item = table.get("version").unwrap_or(&Item::None);
            given.push(self.version(&version, item, at)?);
        }
        match given.len() {
            0 => Ok(Wanted::Default),
            1 => Ok(given.remove(0)),
            _ => Err(self.error(at, format!("`{name}`: `version`, `ref` and `rev` exclude one another"))),
        }
    }

    fn version(&self, text: &str, item: &Item, at: usize) -> Result<Wanted, ManifestError> {
        match version_requirement(text) {
            Some(_) => Ok(Wanted::Version(text.to_owned())),
            None => Err(self.error(
                item.span().map_or(at, |span| span.start),
                format!("`{}` is no version requirement such as `1.2` or `^1`", visible::line(text)),
            )),
        }
    }

    fn enabled(&self, table: &dyn TableLike, at: usize) -> Result<bool, ManifestError> {
        match table.get("enabled") {
            None => Ok(true),
            Some(item) => {
                item.as_bool().ok_or_else(|| self.error(at, "`enabled` is neither true nor false".to_owned()))
            }
        }
    }

    fn registry(&self, item: &Item, at: usize) -> Result<RegistryEntry, ManifestError> {
        if let Some(url) = item.as_str() {
            return Ok(RegistryEntry { url: url.to_owned(), min_age: None });
        }
        let wrong = || self.error(at, "a registry is a URL or a table with `url`".to_owned());
        let table = item.as_table_like().ok_or_else(wrong)?;
        self.known_keys(table, &["url", "min-age"], "key of a registry:")?;
        let url = self.string(table, "url", at)?.ok_or_else(wrong)?;
        Ok(RegistryEntry { url, min_age: self.string(table, "min-age", at)? })
    }

    fn agents(&self, item: &Item) -> Result<Agents, ManifestError> {
        let at = item.span().map_or(0, |span| span.start);
        let table = item.as_table_like().ok_or_else(|| self.error(at, "`agents` is no table".to_owned()))?;
        self.known_keys(table, &["link", "mode"], "key of `agents`:")?;
        let link = match table.get("link") {
            None => None,
            Some(item) => {
                let list = item
                    .as_array()
                    .and_then(|array| array.iter().map(|value| value.as_str().map(str::to_owned)).collect());
                let start = |span: Option<std::ops::Range<usize>>| span.map_or(at, |span| span.start);
                let at = start(item.span());
                let list: Vec<String> =
                    list.ok_or_else(|| self.error(at, "`agents.link` is no list of agent names".to_owned()))?;
                for value in item.as_array().into_iter().flatten() {
                    // Found out here, before anything is changed.
                    agent::find(value.as_str().unwrap_or_default()).map_err(|unknown| ManifestError {
                        near: unknown.near.map(str::to_owned),
                        ..self.error(start(value.span()), unknown.to_string())
                    })?;
                }
                Some(list)
            }
        };
        let mode = match self.string(table, "mode", at)?.as_deref() {
            None => None,
            Some("symlink") => Some(LinkMode::Symlink),
            Some("copy") => Some(LinkMode::Copy),
            Some(other) => {
                let at = table.get("mode").and_then(Item::span).map_or(at, |span| span.start);
                return Err(self.error(
                    at,
                    format!("`agents.mode` is `symlink` or `copy`, not `{}`", visible::line(other)),
                ));
            }
        };
        Ok(Agents { link, mode })
    }
}

fn key_start(table: &dyn TableLike, key: &str) -> Option<usize> {
    table.get_key_value(key).and_then(|(key, _)| key.span()).map(|span| span.start)
}

fn encode_requirement(name: &FolderName, requirement: &Requirement) -> Value {
    let mut table = InlineTable::new();
    match &requirement.source {
        Source::Registry { registry: None, package } if package == name.as_str() && requirement.enabled => {
            return match &requirement.wanted {
                Wanted::Version(version) => Value::from(version.as_str()),
                Wanted::Default | Wanted::Ref(_) | Wanted::Rev(_) => Value::from("*"),
            };
        }
        Source::Registry { registry, package } => {
            if let Some(registry) = registry {
                table.insert("registry", registry.as_str().into());
            }
            if package != name.as_str() || registry.is_none() {
                table.insert("name", package.as_str().into());
            }
        }
        Source::Git { url, .. } => {
            let text = url.to_string();
            let hosted = HOSTS.iter().find_map(|(key, host)| {
                let repository = text.strip_prefix(&format!("https://{}/", host.domain()))?;
                Some((*key, repository.to_owned()))
            });
            match hosted {
                Some((key, repository)) => table.insert(key, repository.into()),
                None => table.insert("git", text.into()),
            };
        }
        Source::Url { url, .. } => {
            table.insert("url", url.as_str().into());
        }
        Source::Archive { file, .. } => {
            table.insert("archive", file.as_str().into());
        }
        Source::Folder { path } => {
            table.insert("path", path.as_str().into());
        }
    }
    if let Some(path) = requirement.source.path() {
        table.insert("path", path.as_str().into());
    }
    match &requirement.wanted {
        Wanted::Default => {}
        Wanted::Ref(reference) => {
            table.insert("ref", reference.as_str().into());
        }
        Wanted::Version(version) => {
            table.insert("version", version.as_str().into());
        }
        Wanted::Rev(rev) => {
            table.insert("rev", rev.as_str().into());
        }
    }
    if !requirement.enabled {
        table.insert("enabled", false.into());
    }
    Value::InlineTable(table)
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
