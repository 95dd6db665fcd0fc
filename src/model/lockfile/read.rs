//! One block of a lockfile's text as an entry.

use toml_edit::{Item, Table};
use url::Url;

use super::{Locked, Pin, Release};
use crate::model::{
    commit::Commit,
    digest::Digest,
    git_url::GitUrl,
    source::{RepoPath, Source, Wanted, version_requirement},
};

fn text_of(table: &Table, key: &str) -> Result<Option<String>, String> {
    match table.get(key) {
        None => Ok(None),
        Some(item) => {
            item.as_str().map(|text| Some(text.to_owned())).ok_or_else(|| format!("`{key}` is no text"))
        }
    }
}

fn required(table: &Table, key: &str) -> Result<String, String> {
    text_of(table, key)?.ok_or_else(|| format!("`{key}` is missing"))
}

fn digest_of(table: &Table, key: &str) -> Result<Digest, String> {
    required(table, key)?.parse().map_err(|error| format!("`{key}`: {error}"))
}

/// Keys that this version understands, in the order they are written.
const KEYS: [&str; 16] = [
    "name",
    "source",
    "registry",
    "package",
    "path",
    "ref",
    "rev",
    "requirement",
    "version",
    "tag",
    "commit",
    "artifact",
    "archive",
    "unverified",
    "digest",
    "requires",
];

/// One block of the lockfile; the error says what is wrong in it.
pub(super) fn decode_entry(table: &Table) -> Result<Locked, String> {
    let identity = required(table, "source")?;
    let path = match text_of(table, "path")? {
        Some(path) => Some(path.parse::<RepoPath>().map_err(|error| error.to_string())?),
        None => None,
    };
    let wanted = match (text_of(table, "ref")?, text_of(table, "requirement")?, text_of(table, "rev")?) {
        (None, None, None) => Wanted::Default,
        (Some(reference), None, None) => Wanted::Ref(reference),
        (None, Some(requirement), None) => {
            version_requirement(&requirement)
                .ok_or_else(|| format!("`{requirement}` is no version requirement"))?;
            Wanted::Version(requirement)
        }
        (None, None, Some(rev)) => Wanted::Rev(rev),
        _ => return Err("`ref`, `requirement` and `rev` exclude one another".to_owned()),
    };
    let (kind, rest) = identity.split_once('+').unwrap_or((&identity, ""));
    let (source, pin) = match kind {
        "git" => {
            let (url, query) = rest.split_once("?path=").unwrap_or((rest, ""));
            let url: GitUrl = url.parse().map_err(|error| format!("`source`: {error}"))?;
            let inner = percent_encoding::percent_decode_str(query).decode_utf8_lossy();
            let path = RepoPath::of_typed(&inner).map_err(|error| error.to_string())?;
            let commit = required(table, "commit")?.parse::<Commit>().map_err(|error| error.to_string())?;
            let release = match (text_of(table, "version")?, text_of(table, "tag")?) {
                (Some(version), Some(tag)) => Some(Release { version, tag }),
                _ => None,
            };
            (Source::Git { url, path }, Pin::Commit { commit, release })
        }
        "url" => {
            let url = Url::parse(rest).map_err(|error| format!("`source`: {error}"))?;
            (Source::Url { url, path }, Pin::Archive { archive: digest_of(table, "archive")? })
        }
        "archive" => (
            Source::Archive { file: rest.to_owned(), path },
            Pin::Archive { archive: digest_of(table, "archive")? },
        ),
        "path" => (Source::Folder { path: rest.to_owned() }, Pin::Alive),
        "builtin" => {
            let package = text_of(table, "package")?.map_or_else(|| required(table, "name"), Ok)?;
            let source = Source::Registry { registry: Some(Source::BUILTIN.to_owned()), package };
            (source, Pin::Version { version: required(table, "version")? })
        }
        "registry" => {
            let source = Source::Registry {
                registry: text_of(table, "registry")?,
                package: required(table, "package")?,
            };
            let pin = Pin::Package {
                registry: rest.to_owned(),
                version: required(table, "version")?,
                archive: digest_of(table, "archive")?,
            };
            (source, pin)
        }
        "discovery" => {
            let url = Url::parse(rest).map_err(|error| format!("`source`: {error}"))?;
            let artifact = required(table, "artifact")?;
            let artifact = Url::parse(&artifact).map_err(|error| format!("`artifact`: {error}"))?;
            let is_verified = match table.get("unverified").map(Item::as_bool) {
                None => true,
                Some(Some(is_unverified)) => !is_unverified,
                Some(None) => return Err("`unverified` is neither true nor false".to_owned()),
            };
            let listed = text_of(table, "package")?.map_or_else(|| required(table, "name"), Ok)?;
            let path = listed.parse::<RepoPath>().map_err(|error| format!("`package`: {error}"))?;
            let pin = Pin::Artifact {
                url: artifact,
                archive: digest_of(table, "archive")?,
                version: text_of(table, "version")?,
                is_verified,
            };
            (Source::Discovery { url: crate::model::discovery::base(&url), path: Some(path) }, pin)
        }
        other => return Err(format!("`{other}` is a kind of source that this version does not know")),
    };
    let digest = match pin {
        Pin::Alive if !table.contains_key("digest") => None,
        Pin::Alive
        | Pin::Commit { .. }
        | Pin::Archive { .. }
        | Pin::Version { .. }
        | Pin::Artifact { .. }
        | Pin::Package { .. } => Some(digest_of(table, "digest")?),
    };
    let requires = match table.get("requires") {
        None => Vec::new(),
        Some(item) => item
            .as_array()
            .and_then(|list| list.iter().map(|value| value.as_str().map(str::to_owned)).collect())
            .ok_or("`requires` is no list of names")?,
    };
    let others = table
        .iter()
        .filter(|(key, _)| !KEYS.contains(key))
        .filter_map(|(key, item)| {
            item.as_value().map(|value| (key.to_owned(), value.to_string().trim().to_owned()))
        })
        .collect();
    Ok(Locked { source, wanted, pin, digest, requires, others })
}
