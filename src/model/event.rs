//! What can happen while an operation works, as data. Operations report; only `ui` draws.

use std::{net::IpAddr, path::Path, time::Duration};

use super::{moment::Moment, name::FolderName, tree::Tree};

/// One thing that happened, or goes on.
#[derive(Debug, Clone)]
pub(crate) enum Event<'a> {
    /// Sources are being turned into exact commits and versions.
    Resolving { count: usize },
    /// A repository, registry or archive is being asked; `source` is what the user would recognise.
    Fetching { source: &'a str },
    /// Bytes have come in for `source` so far.
    Received { source: &'a str, bytes: u64, total: Option<u64> },
    /// The fetch of `source` ended well.
    Fetched { source: &'a str },
    /// Another process holds the lock on this path.
    Waiting { path: &'a Path },
    /// One of `total` pieces of long work is done.
    Step { verb: Verb, done: u64, total: u64 },
    /// A skill's folder now holds what was fetched; `tree` where it is at hand. `version` is for people.
    Installed { name: &'a FolderName, tree: Option<&'a Tree>, version: &'a str, replaced: bool },
    /// Something was done to one named thing: drawn as one status line.
    Done { verb: Verb, what: &'a str },
    /// A server answered a request.
    Answered(&'a Answered),
    /// Something the user should know that stops nothing.
    Warning { text: &'a str },
    /// A remark that costs nothing to ignore.
    Note { text: &'a str },
}

/// A line of a server's log. No header and no query is in it: they may hold secrets.
#[derive(Debug, Clone)]
pub(crate) struct Answered {
    pub(crate) at: Moment,
    pub(crate) peer: IpAddr,
    pub(crate) method: String,
    /// Foreign text.
    pub(crate) path: String,
    pub(crate) status: u16,
    /// Bytes of the answer's body.
    pub(crate) size: u64,
    pub(crate) took: Duration,
    /// The label of the token that came with it.
    pub(crate) who: Option<String>,
}

/// The first word of a status line; at most 12 columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Verb {
    Added,
    Adding,
    Checked,
    Checking,
    Creating,
    Created,
    Disabled,
    Enabled,
    Fetching,
    Finished,
    Fixed,
    Imported,
    Installed,
    Installing,
    Linked,
    Mended,
    Packed,
    Packing,
    Published,
    Removed,
    Resolving,
    Serving,
    Signed,
    Stopped,
    Unchanged,
    Unlinked,
    Updated,
    Waiting,
}

impl Verb {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Added => "Added",
            Self::Adding => "Adding",
            Self::Checked => "Checked",
            Self::Checking => "Checking",
            Self::Creating => "Creating",
            Self::Created => "Created",
            Self::Disabled => "Disabled",
            Self::Enabled => "Enabled",
            Self::Fetching => "Fetching",
            Self::Finished => "Finished",
            Self::Fixed => "Fixed",
            Self::Imported => "Imported",
            Self::Installed => "Installed",
            Self::Installing => "Installing",
            Self::Linked => "Linked",
            Self::Mended => "Mended",
            Self::Packed => "Packed",
            Self::Packing => "Packing",
            Self::Published => "Published",
            Self::Removed => "Removed",
            Self::Resolving => "Resolving",
            Self::Serving => "Serving",
            Self::Signed => "Signed",
            Self::Stopped => "Stopped",
            Self::Unchanged => "Unchanged",
            Self::Unlinked => "Unlinked",
            Self::Updated => "Updated",
            Self::Waiting => "Waiting",
        }
    }
}

/// Who hears of events. Called from several threads at once.
pub(crate) trait Reporter: Sync {
    fn event(&self, event: Event<'_>);
}

/// Hears everything and does nothing.
#[cfg(test)]
pub(crate) struct Silent;

#[cfg(test)]
impl Reporter for Silent {
    fn event(&self, _event: Event<'_>) {}
}
