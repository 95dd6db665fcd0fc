//! What can keep a registry from being kept, as facts; `cli` judges them.

use std::path::Path;

use crate::{
    host::{
        archive::ArchiveError,
        assemble, fs,
        registry::{keeper::KeeperError, seal::SignError, sparse::RegistryError},
    },
    model::{
        author::AuthorError,
        registry::{
            advisory::AdvisoryError,
            head::HeadError,
            package::{Package, PackageError},
        },
        skill::Unusable,
        visible,
    },
    ops::{error::Error, pack::PackError},
};

/// A registry that was not changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegistryKeepError {
    #[error(transparent)]
    Keeper(#[from] KeeperError),
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error(transparent)]
    Operation(Box<Error>),
    #[error(transparent)]
    Pack(Box<PackError>),
    #[error(transparent)]
    Name(#[from] PackageError),
    #[error("`{archive}`: {error}")]
    Archive { archive: String, error: ArchiveError },
    #[error(transparent)]
    Assemble(#[from] assemble::AssembleError),
    #[error("`{archive}` holds {count} skills, and a version of a registry is one")]
    NotOne { archive: String, count: usize },
    #[error("`{archive}`: {}", refusals(.refused))]
    Refused { archive: String, refused: Vec<assemble::Refused> },
    #[error("`{place}`: {error}")]
    Card { place: String, error: Unusable },
    #[error("`{place}` has no `version`, and a registry needs one")]
    NoVersion { place: String },
    #[error("`{place}`: its version `{}` is no MAJOR.MINOR.PATCH", visible::line(.version))]
    NotSemver { place: String, version: String },
    #[error("`{place}`: {error}")]
    Settings { place: String, error: AuthorError },
    #[error("`{0}` is no id for an advisory: `x_SKILL-2026-0001` or one of OSV's such as `MAL-2026-1`")]
    AdvisoryId(String),
    #[error("`head.json`: {0}")]
    Head(HeadError),
    #[error(transparent)]
    Sign(#[from] SignError),
    #[error("the advisories of this registry can't be read: {0}")]
    Advisory(AdvisoryError),
    #[error("there is an advisory `{0}` already")]
    AdvisoryThere(String),
    #[error("`{place}` is not published: {}{}", visible::line(.first), others(*.more))]
    Gate { place: String, first: String, more: usize },
    #[error("`{package}` would be published twice in one go")]
    Twice { package: Package },
    #[error("`{place}` can't be written as an archive: {why}")]
    Write { place: String, why: String },
    #[error("`{name}` is a folder: no token is needed there")]
    LoginFolder { name: String },
    #[error("`{name}` is not encrypted: no token is sent there")]
    LoginPlain { name: String },
    #[error("this is no token: it is empty, or holds blanks or other characters than ASCII")]
    NoToken,
    #[error("`{label}` is no label: it is 1 to 64 characters on one line")]
    Label { label: String },
    #[error(transparent)]
    Logins(#[from] crate::host::credentials::LoginsError),
    #[error(transparent)]
    Tokens(#[from] crate::host::registry::tokens::TokensError),
    #[error("`{package}` is in both registries, with other versions under the same numbers: {version}")]
    Apart { package: Package, version: semver::Version },
}

fn refusals(refused: &[assemble::Refused]) -> String {
    let told: Vec<String> =
        refused.iter().map(|one| format!("`{}`: {}", visible::line(&one.path), one.why)).collect();
    told.join("; ")
}

fn others(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" (and {count} more)") }
}

pub(super) fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}

impl From<Error> for RegistryKeepError {
    fn from(error: Error) -> Self {
        Self::Operation(Box::new(error))
    }
}

impl From<PackError> for RegistryKeepError {
    fn from(error: PackError) -> Self {
        Self::Pack(Box::new(error))
    }
}
