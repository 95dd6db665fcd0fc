//! The error of every file operation: what was tried on which path, and the system's words for why it failed.

use std::{
    io,
    path::{Path, PathBuf},
};

/// A file operation that failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} `{}`: {}", visible(.path), plain(.source))]
pub(crate) struct Error {
    pub(crate) action: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) source: io::Error,
}

impl Error {
    /// Whether the system does not let this user write there.
    pub(crate) fn is_forbidden(&self) -> bool {
        matches!(
            self.source.kind(),
            io::ErrorKind::PermissionDenied
                | io::ErrorKind::ReadOnlyFilesystem
                | io::ErrorKind::NotADirectory
        )
    }
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

fn visible(path: &Path) -> String {
    crate::model::visible::line(&path.to_string_lossy()).into_owned()
}

/// The operating system's words without Rust's `(os error N)`.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Turns an `io::Error` into one that says what was tried on which path.
pub(crate) fn at(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error { action, path, source }
}
