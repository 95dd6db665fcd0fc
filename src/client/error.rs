//! The one error of the interface.

use std::fmt;

use crate::ops::{disclose, error::Error, trust::TrustError};

/// What kept a call from its end: a phrase for people, and its kind for programs.
#[derive(Debug)]
pub struct ClientError {
    kind: ErrorKind,
    message: String,
}

/// The kinds of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No skill of this name is here.
    NoSuchSkill,
    /// The skill is here, but must not be shown: not trusted, switched off or invalid.
    NotShown,
    /// No agent of this name is known.
    UnknownAgent,
    /// A folder, manifest, lockfile or trust file can't be used as it is.
    Configuration,
    /// A file could not be read or written.
    Files,
}

impl ClientError {
    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    pub(super) fn usage(error: &impl fmt::Display) -> Self {
        Self { kind: ErrorKind::Configuration, message: error.to_string() }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ClientError {}

impl From<Error> for ClientError {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::NotInstalled { .. } | Error::NotShown { why: disclose::Why::Shadowed { .. }, .. } => {
                ErrorKind::NoSuchSkill
            }
            Error::NotShown { .. } => ErrorKind::NotShown,
            Error::Agent(_) => ErrorKind::UnknownAgent,
            Error::Trust(TrustError::Files(_)) | Error::Files(_) => ErrorKind::Files,
            _ => ErrorKind::Configuration,
        };
        Self { kind, message: error.to_string() }
    }
}
