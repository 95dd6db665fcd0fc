//! What can go wrong between here and a git repository.

use std::{io, path::Path};

use super::wire::WireError;
use crate::{
    host::{fs, http},
    model::{commit::Commit, git_url::GitUrl, visible},
};

/// A repository that could not be asked, or did not have what was wanted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("no git repository at `{url}`")]
    NotFound { url: String },
    /// `tried` says whether a login was found and refused.
    #[error("`{url}` asks for a login{}", if *.tried { ", and refuses the one it got" } else { "" })]
    Login { url: String, tried: bool },
    /// The server answers, but not as a git server.
    #[error("`{url}` does not answer as a git repository")]
    NotGit { url: String },
    #[error("`{}` is no branch, tag or commit of `{url}`", visible::line(.name))]
    UnknownRef { url: String, name: String, near: Option<String> },
    #[error("`{}` could be several commits of `{url}`: {}", visible::line(.name), .commits.join(", "))]
    Ambiguous { url: String, name: String, commits: Vec<String> },
    /// Seven to 39 digits that begin no commit a branch or tag names.
    #[error("no branch or tag of `{url}` stands at a commit that begins with `{name}`")]
    Abbreviated { url: String, name: String },
    #[error("`{url}` has no commit `{commit}`")]
    UnknownCommit { url: String, commit: Commit },
    #[error("`{url}` says: {}", visible::block(.words))]
    Server { url: String, words: String },
    #[error("cannot reach `{url}`: {why}")]
    Network { url: String, why: String },
    #[error("`{url}` was not asked: the network is off")]
    Offline { url: String },
    /// A kind of repository that git knows and this program does not.
    #[error("the repository `{url}` {what}")]
    Unsupported { url: String, what: &'static str },
    /// A repository in a folder of another user, which git refuses to trust too.
    #[error("the repository `{url}` belongs to another user of this machine")]
    OtherOwner { url: String },
    #[error("`{url}` breaks git's protocol: {why}")]
    Protocol { url: String, why: String },
    #[error("`{url}` sends more than {limit} bytes")]
    TooLarge { url: String, limit: u64 },
    /// A repository without a single commit where its head should be.
    #[error("`{url}` has no commit yet")]
    Empty { url: String },
    /// Objects that are not what their names say, or a folder of objects that can't be read.
    #[error("the objects of `{url}` cannot be read: {}", visible::line(.why))]
    Objects { url: String, why: String },
    #[error("cannot start `{program}` to reach `{url}`: {why}")]
    Program { url: String, program: String, why: String },
    #[error(transparent)]
    Http(http::Error),
    #[error(transparent)]
    Files(#[from] fs::Error),
}

impl Error {
    /// Whether the address answers, but not as a repository: it may be something else. Some stores of files answer
    /// 403 for what they do not have.
    pub(crate) fn is_no_repository(&self) -> bool {
        match self {
            Self::NotFound { .. } | Self::NotGit { .. } | Self::Login { .. } => true,
            Self::Http(error) => error.status().is_some(),
            _ => false,
        }
    }

    pub(super) fn protocol(url: &GitUrl, why: impl Into<String>) -> Self {
        Self::Protocol { url: url.to_string(), why: why.into() }
    }

    pub(super) fn network(url: &GitUrl, why: impl Into<String>) -> Self {
        Self::Network { url: url.to_string(), why: why.into() }
    }

    pub(super) fn io(url: &GitUrl, error: &io::Error) -> Self {
        Self::network(
            url,
            match error.kind() {
                io::ErrorKind::UnexpectedEof => "the connection ended in the middle".to_owned(),
                io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "nothing comes in time".to_owned(),
                _ => fs::plain(error),
            },
        )
    }

    pub(super) fn wire(url: &GitUrl, error: WireError) -> Self {
        match error {
            WireError::Io(error) => Self::io(url, &error),
            WireError::Length(_) => Self::protocol(url, error.to_string()),
        }
    }

    pub(super) fn http(url: &GitUrl, error: http::Error) -> Self {
        match error {
            http::Error::Offline { .. } => Self::Offline { url: url.to_string() },
            http::Error::TooLarge { limit, .. } => Self::TooLarge { url: url.to_string(), limit },
            error => Self::Http(error),
        }
    }

    /// The words a server ends a conversation with, sorted into what they mean.
    pub(super) fn server(url: &GitUrl, words: &str) -> Self {
        let words = words.trim();
        let words = words.strip_prefix("ERR ").unwrap_or(words).trim();
        let after = |text: &str| words.find(text).map(|at| words[at + text.len()..].trim());
        if let Some(commit) = after("not our ref").or_else(|| after("unadvertised object")) {
            let commit = commit.get(..40).unwrap_or(commit);
            if let Ok(commit) = commit.parse() {
                return Self::UnknownCommit { url: url.to_string(), commit };
            }
        }
        let lower = words.to_lowercase();
        let absent = [
            "not exported",
            "repository not found",
            "does not appear to be a git repository",
            "no such file or directory",
            "does not exist",
            "could not be found",
        ];
        if absent.iter().any(|phrase| lower.contains(phrase)) {
            return Self::NotFound { url: url.to_string() };
        }
        Self::Server { url: url.to_string(), words: words.chars().take(2_000).collect() }
    }

    pub(super) fn objects(url: &GitUrl, why: impl std::fmt::Display) -> Self {
        Self::Objects { url: url.to_string(), why: why.to_string() }
    }

    pub(super) fn folder(folder: &Path, why: impl std::fmt::Display) -> Self {
        Self::Objects { url: folder.to_string_lossy().into_owned(), why: why.to_string() }
    }
}
