//! Every error's exit code and hints. The floors below state facts; this file judges them.

use std::{fmt::Display, io, process::ExitCode};

use crate::{
    host::{archive::Verdict, dirs::DirsError, git, link::LinkError},
    model::{lockfile::LockfileError, source::SpecError, visible},
    ops::{discover::Rejected, error::Error, state::StateError},
    ui::shell::Shell,
};

/// How a run ends, as the README documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Done, or nothing to do.
    Done,
    /// The answer is no: findings, no such skill, refused.
    No,
    /// Wrong usage or configuration.
    Usage,
    /// Could not complete: network, files.
    Incomplete,
    /// Integrity: digests, hostile archives, moved tags.
    Integrity,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(match status {
            ExitStatus::Done => 0,
            ExitStatus::No => 1,
            ExitStatus::Usage => 2,
            ExitStatus::Incomplete => 3,
            ExitStatus::Integrity => 4,
        })
    }
}

/// An error as the user sees it.
#[derive(Debug)]
pub(crate) struct CliError {
    status: ExitStatus,
    message: String,
    hints: Vec<String>,
}

impl CliError {
    pub(crate) fn new(status: ExitStatus, message: impl Display) -> Self {
        Self { status, message: message.to_string(), hints: Vec::new() }
    }

    /// Adds the next thing to type.
    pub(crate) fn hint(mut self, hint: impl Display) -> Self {
        self.hints.push(hint.to_string());
        self
    }

    /// A reader of stdout that has gone is no error: the run ends quietly.
    fn closed_pipe() -> Self {
        Self { status: ExitStatus::Done, message: String::new(), hints: Vec::new() }
    }

    /// Says what went wrong and what to do next; gives the status to end with.
    pub(crate) fn report(self, shell: &Shell) -> ExitStatus {
        if !self.message.is_empty() {
            shell.error(&self.message);
        }
        if !self.hints.is_empty() {
            shell.remark("");
        }
        for hint in &self.hints {
            shell.hint(hint);
        }
        self.status
    }
}

/// The only bare `io::Error` that reaches the roof is one of writing to stdout.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::closed_pipe();
        }
        Self::new(ExitStatus::Incomplete, format_args!("cannot write to stdout: {error}"))
    }
}

impl From<DirsError> for CliError {
    fn from(error: DirsError) -> Self {
        let status = match error {
            DirsError::Current(_) => ExitStatus::Incomplete,
            DirsError::NotAFolder(_) | DirsError::Home => ExitStatus::Usage,
        };
        Self::new(status, error)
    }
}

impl From<crate::host::fs::Error> for CliError {
    fn from(error: crate::host::fs::Error) -> Self {
        Self::new(ExitStatus::Incomplete, error)
    }
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        let hints = hints(&error);
        let mut told = Self::new(status(&error), &error);
        told.hints = hints;
        told
    }
}

/// The exit code of an operation's error.
fn status(error: &Error) -> ExitStatus {
    match error {
        Error::Files(_) | Error::Journal(_) | Error::Read(_) | Error::NotCached { .. } => ExitStatus::Incomplete,
        Error::Http(_) => ExitStatus::Incomplete,
        Error::Link(LinkError::Files(_)) => ExitStatus::Incomplete,
        Error::Link(_) => ExitStatus::No,
        Error::State(StateError::Manifest { .. } | StateError::Lockfile { .. }) => ExitStatus::Usage,
        Error::State(StateError::Files(_) | StateError::Journal(_)) => ExitStatus::Incomplete,
        Error::Spec(_) | Error::Agent(_) | Error::NoRegistry { .. } | Error::Unsupported { .. } => ExitStatus::Usage,
        Error::AsForSeveral { .. } | Error::Unnamed { .. } => ExitStatus::Usage,
        Error::Git(error) => git_status(error),
        Error::Archive { error, .. } => match error.verdict() {
            Verdict::Unread => ExitStatus::Incomplete,
            Verdict::Other => ExitStatus::No,
            Verdict::Refused => ExitStatus::Integrity,
        },
        Error::Refused { refused, .. } if refused.iter().any(|one| one.why.is_hostile()) => ExitStatus::Integrity,
        Error::Assemble(_) => ExitStatus::Integrity,
        Error::Digest { .. } | Error::ArchiveDigest { .. } => ExitStatus::Integrity,
        Error::Refused { .. }
        | Error::Builtin(_)
        | Error::Name(_)
        | Error::NothingThere { .. }
        | Error::NoSkill { .. }
        | Error::NoSkillAt { .. }
        | Error::NoSuchSkill { .. }
        | Error::Ambiguous { .. }
        | Error::NoSuchRef { .. }
        | Error::NoVersion { .. }
        | Error::SameName { .. }
        | Error::Occupied { .. }
        | Error::Edited { .. }
        | Error::NotLocked { .. }
        | Error::NotInstalled { .. }
        | Error::AlreadyInside { .. } => ExitStatus::No,
    }
}

fn git_status(error: &git::Error) -> ExitStatus {
    match error {
        git::Error::UnknownRef { .. } | git::Error::Ambiguous { .. } | git::Error::Abbreviated { .. } => ExitStatus::No,
        git::Error::Objects { .. } | git::Error::TooLarge { .. } => ExitStatus::Integrity,
        _ => ExitStatus::Incomplete,
    }
}

/// What to type next.
fn hints(error: &Error) -> Vec<String> {
    match error {
        Error::State(StateError::Lockfile { error, .. }) => vec![match error {
            LockfileError::Newer { .. } => "update `skill`, or restore the lockfile from version control".to_owned(),
            LockfileError::Conflict { .. } => {
                "keep both sides' `[[skill]]` blocks, delete the markers, then run `skill install`".to_owned()
            }
            _ => "restore it from version control; or delete it and run `skill install` to lock anew".to_owned(),
        }],
        Error::State(StateError::Journal(_)) | Error::Journal(_) => {
            vec!["look at the files named above; `.agents/.skill` holds what was staged".to_owned()]
        }
        Error::Spec(SpecError::Npm(_)) => vec!["name the package's repository instead: `skill install owner/repo`".to_owned()],
        Error::Spec(_) => vec!["write `owner/repo`, `owner/repo/path@ref`, a URL, `./folder` or `builtin:name`".to_owned()],
        Error::NothingThere { path } => {
            let text = path.to_string_lossy();
            vec![format!("look at what is there: `ls {}`", visible::line(parent_of(&text)))]
        }
        Error::NoSkill { rejected, .. } => rejected_hints(rejected)
            .unwrap_or_else(|| vec!["a skill is a folder with a SKILL.md; `skill new NAME` makes one".to_owned()]),
        Error::NoSkillAt { have, rejected, .. } => rejected_hints(rejected).unwrap_or_else(|| have_hint("it has skills at", have)),
        Error::NoSuchSkill { have, .. } => have_hint("it has", have),
        Error::Ambiguous { paths, .. } => vec![format!("name one by its path: `--skill {}`", paths.first().map_or("PATH", |path| path))],
        Error::Unnamed { names, .. } => {
            let first = names.first().map_or("NAME", String::as_str);
            let mut hints = vec![format!("name some with `--skill {}`, or take all with `--all`", visible::line(first))];
            hints.extend(have_hint("it has", names));
            hints
        }
        Error::NoSuchRef { near: Some(near), .. } => vec![format!("a similar name exists: `{}`", visible::line(near))],
        Error::SameName { .. } => {
            vec!["install one under another name with `--as NAME`, or replace what is installed with `--force`".to_owned()]
        }
        Error::AsForSeveral { .. } => vec!["name the one with `--skill`".to_owned()],
        Error::Occupied { name, .. } => {
            vec![format!("install it under another name with `--as NAME`; `--force` replaces what is there and keeps a backup (`{name}`)")]
        }
        Error::Edited { name, .. } => vec![
            format!("see the edits: `skill diff --installed {name}`"),
            "`--force` replaces them and keeps a backup".to_owned(),
        ],
        Error::Digest { .. } | Error::ArchiveDigest { .. } => vec![
            "the source changed what it serves under the same name, or somebody changed the lockfile".to_owned(),
            "if the change is right, remove the skill and install it again".to_owned(),
        ],
        Error::NotLocked { .. } => vec!["`skill install` brings the lockfile up to date".to_owned()],
        Error::NotInstalled { near: Some(near), .. } => vec![format!("a skill with a similar name is installed: `{}`", visible::line(near))],
        Error::NotInstalled { .. } => vec!["`skill list` shows what is installed".to_owned()],
        Error::NoRegistry { name } => {
            let bare = visible::line(name).into_owned();
            vec![
                "a repository is written `owner/repo`, a folder `./folder`".to_owned(),
                format!("a registry is set with `[registries] default = \"URL\"` in `.agents/skills.toml`, or `SKILL_DEFAULT_REGISTRY`; \
                         or name it: `REGISTRY:{bare}`"),
            ]
        }
        Error::Agent(unknown) => match unknown.near {
            Some(near) => vec![format!("did you mean `{near}`?")],
            None => vec!["`skill agents` lists them".to_owned()],
        },
        Error::NotCached { .. } => vec!["run it once without `--offline`".to_owned()],
        Error::Git(error) => error.hint().into_iter().collect(),
        Error::Http(error) => error.hint().into_iter().collect(),
        Error::AlreadyInside { .. } => vec!["`skill link` links what is installed".to_owned()],
        Error::Refused { .. } => vec!["nothing of it was installed".to_owned()],
        _ => Vec::new(),
    }
}

fn parent_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(parent, _)| if parent.is_empty() { "/" } else { parent })
}

/// Why places that look like skills are none.
fn rejected_hints(rejected: &[Rejected]) -> Option<Vec<String>> {
    if rejected.is_empty() {
        return None;
    }
    let mut hints: Vec<String> = rejected
        .iter()
        .take(5)
        .map(|one| format!("`{}` is no usable skill: {}", visible::line(&one.path), visible::line(&one.reason.to_string())))
        .collect();
    if rejected.len() > 5 {
        hints.push(format!("and {} more", rejected.len() - 5));
    }
    Some(hints)
}

fn have_hint(lead: &str, have: &[String]) -> Vec<String> {
    if have.is_empty() {
        return Vec::new();
    }
    let mut list: Vec<String> = have.iter().take(12).map(|name| format!("`{}`", visible::line(name))).collect();
    if have.len() > 12 {
        list.push(format!("and {} more", have.len() - 12));
    }
    vec![format!("{lead} {}", list.join(", "))]
}
