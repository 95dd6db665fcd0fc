//! Reading a manifest's items, with the place of whatever is wrong.

use toml_edit::{Item, TableLike};

use super::{Agents, HOSTS, LinkMode, ManifestError, RegistryEntry, Requirement};
use crate::model::{
    agent, discovery,
    git_url::GitUrl,
    moment::parse_span,
    name::{FolderName, nearest},
    source::{RepoPath, Source, Wanted, looks_like_commit, version_requirement},
    visible,
};

pub(super) const SECTIONS: [&str; 3] = ["skills", "registries", "agents"];
const SKILL_KEYS: [&str; 16] = [
    "archive",
    "bitbucket",
    "codeberg",
    "discovery",
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

/// Reads items of a document and says where they stand.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
}

impl Reader<'_> {
    pub(super) fn error(&self, at: usize, what: String) -> ManifestError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ManifestError { line, column, what, near: None }
    }

    pub(super) fn known_keys(
        &self,
        table: &dyn TableLike,
        known: &[&str],
        what: &str,
    ) -> Result<(), ManifestError> {
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

    pub(super) fn entries<'b>(
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

    pub(super) fn requirement(
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
        let mut package = text("name")?;
        if let Some(address) = text("discovery")? {
            let wrong =
                |why: String| self.error(at, format!("`{name}`: `{}`: {why}", visible::line(&address)));
            let url = url::Url::parse(&address).map_err(|error| wrong(error.to_string()))?;
            if !matches!(url.scheme(), "http" | "https") {
                return Err(wrong("it is no address of the web".to_owned()));
            }
            let listed = package.take().unwrap_or_else(|| name.as_str().to_owned());
            let path = listed.parse().map_err(|error| self.error(at, format!("`{name}`: {error}")))?;
            sources.push(Source::Discovery { url: discovery::base(&url), path: Some(path) });
        }
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

    pub(super) fn registry(&self, item: &Item, at: usize) -> Result<RegistryEntry, ManifestError> {
        if let Some(url) = item.as_str() {
            return Ok(RegistryEntry { url: url.to_owned(), ..RegistryEntry::default() });
        }
        let wrong = || self.error(at, "a registry is a URL or a table with `url`".to_owned());
        let table = item.as_table_like().ok_or_else(wrong)?;
        self.known_keys(table, &["url", "min-age"], "key of a registry:")?;
        let url = self.string(table, "url", at)?.ok_or_else(wrong)?;
        let min_age = self.string(table, "min-age", at)?;
        if min_age.as_deref().is_some_and(|age| parse_span(age).is_none()) {
            return Err(self.error(at, "`min-age` is no time such as `3d`".to_owned()));
        }
        Ok(RegistryEntry { url, min_age, ..RegistryEntry::default() })
    }

    pub(super) fn agents(&self, item: &Item) -> Result<Agents, ManifestError> {
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
