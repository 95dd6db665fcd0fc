//! Second floor: one whole act each. Options in, outcome out, events on the way; nothing here prints or asks.

pub(crate) mod lint;
pub(crate) mod scope;

use crate::{host::dirs::Dirs, model::event::Reporter};

/// Whether the network may be used in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    Allowed,
    /// `--offline`, `--frozen` or `SKILL_OFFLINE`: only what the cache holds.
    Forbidden,
}

/// What every operation is given.
pub(crate) struct Context<'a> {
    pub(crate) dirs: &'a Dirs,
    pub(crate) reporter: &'a dyn Reporter,
    pub(crate) network: Network,
}
