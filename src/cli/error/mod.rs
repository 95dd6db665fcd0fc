//! Every error's exit code and hints. The floors below state facts; this file judges them.

mod operation;
mod pack;
mod registry;
mod scaffold;

use std::{fmt::Display, io, process::ExitCode};

use crate::{
    host::dirs::DirsError,
    ui::{shell::Shell, style},
};

/// How a run ends, as the README documents; the graver, the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    /// The user gave up at a question.
    Interrupted,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(match status {
            ExitStatus::Done => 0,
            ExitStatus::No => 1,
            ExitStatus::Usage => 2,
            ExitStatus::Incomplete => 3,
            ExitStatus::Integrity => 4,
            ExitStatus::Interrupted => 130,
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

/// Tells what failed for several skills, each cause once: skills of one repository fail alike. `fate` is what became of
/// them. Gives the gravest status.
pub(crate) fn report_all(failed: Vec<(String, CliError)>, fate: &str, shell: &Shell) -> ExitStatus {
    let mut causes: Vec<(Vec<String>, CliError)> = Vec::new();
    for (name, error) in failed {
        match causes.iter_mut().find(|(_, cause)| cause.message == error.message) {
            Some((names, _)) => names.push(name),
            None => causes.push((vec![name], error)),
        }
    }
    let mut status = ExitStatus::Done;
    for (names, error) in causes {
        shell.remark(format_args!("{}{}{:#}  {fate}", style::LITERAL, names.join(", "), style::LITERAL));
        status = status.max(error.report(shell));
    }
    status
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
