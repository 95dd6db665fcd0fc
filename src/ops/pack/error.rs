//! Why a pack did not come about, as facts; `cli` judges them.

use std::path::{Path, PathBuf};

use super::{gate::Judged, version::BumpError};
use crate::{
    host::{
        archive::ArchiveError,
        assemble::{AssembleError, Refused},
        fs::{self, PatternError},
        repository::ReadError,
    },
    lint::profile::ProfileError,
    model::{author::AuthorError, name::FolderNameError, visible},
    ops::lint::LintError,
};

/// A pack that did not come about.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PackError {
    #[error("there is nothing at `{}`", shown(.0))]
    Nothing(PathBuf),
    #[error("`{}` is an archive, not a skill's folder", shown(.0))]
    IsArchive(PathBuf),
    #[error("there is no SKILL.md in `{}`{}", shown(.folder), reasons(.rejected))]
    NoSkill { folder: PathBuf, rejected: Vec<String> },
    #[error("`{}`: {source}", shown(.file))]
    Settings { file: PathBuf, source: AuthorError },
    #[error("`{}`: {source}", shown(.file))]
    IgnoreFile { file: PathBuf, source: PatternError },
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error(transparent)]
    Name(#[from] FolderNameError),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error(transparent)]
    Lint(#[from] LintError),
    #[error("no archive suits all of the profiles {}: each asks for another {what}", listed(.profiles))]
    Apart { what: &'static str, flag: &'static str, profiles: Vec<String> },
    #[error("there is no profile file `{}`", shown(.0))]
    NoProfileFile(PathBuf),
    #[error("the version of `{name}` was not raised: {source}")]
    Bump { name: String, source: BumpError },
    #[error("`SOURCE_DATE_EPOCH` is `{}`, which is no number of seconds", visible::line(.0))]
    Epoch(String),
    #[error("`{name}` was not packed: {count} finding{}", plural(*.count))]
    Gate { name: String, count: usize, judged: Box<Judged> },
    #[error("`{name}` was not packed: {}", refusals(.refused))]
    Refused { name: String, refused: Vec<Refused> },
    #[error("`{}` is a link to `{}`: {why}", visible::line(.path), visible::line(.target))]
    Link { path: String, target: String, why: &'static str },
    #[error("two skills would both be packed as `{}`", shown(.0))]
    SameArchive(PathBuf),
    #[error("{count} skills don't go into the one file `{}`", shown(.out))]
    ManyInOne { out: PathBuf, count: usize },
    #[error("a folder stands at `{}`", shown(.0))]
    Taken(PathBuf),
    #[error(transparent)]
    Assemble(#[from] AssembleError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error("cannot read `{}`: {why}", visible::line(.path))]
    Unreadable { path: String, why: String },
    #[error("the archive of `{name}` could not be made: {why}")]
    Write { name: String, why: String },
    #[error("the archive of `{name}` would be refused by `skill install`: {source}")]
    Unacceptable { name: String, source: ArchiveError },
    #[error("the archive of `{name}` does not hold what was put in; nothing was written")]
    Unverified { name: String },
}

pub(super) fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn listed(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{}`", visible::line(name))).collect();
    quoted.join(", ")
}

fn reasons(rejected: &[String]) -> String {
    rejected.iter().fold(String::new(), |text, reason| format!("{text}\n  {reason}"))
}

fn refusals(refused: &[Refused]) -> String {
    let lines: Vec<_> =
        refused.iter().map(|one| format!("`{}`: {}", visible::line(&one.path), one.why)).collect();
    lines.join("\n  ")
}

impl PackError {
    /// Whether something in the folder reaches for what lies outside of it.
    pub(crate) fn is_hostile(&self) -> bool {
        matches!(self, Self::Refused { refused, .. } if refused.iter().any(|one| one.why.is_hostile()))
    }
}
