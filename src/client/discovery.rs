//! What [`Client::discover`](super::Client::discover) finds.

use std::path::PathBuf;

use crate::{
    model::agent,
    ops::list::{self, Listed},
};

/// Whose skills are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// They came with the workspace.
    Project,
    /// They are the person's own.
    User,
}

impl From<agent::Scope> for Scope {
    fn from(scope: agent::Scope) -> Self {
        match scope {
            agent::Scope::Project => Self::Project,
            agent::Scope::User => Self::User,
        }
    }
}

/// How a skill stands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// Installed, and as it was installed.
    Ok,
    /// Installed, and changed since then.
    Edited,
    /// Pinned by the lockfile, but not there.
    Missing,
    /// A skill of this name comes first.
    Shadowed {
        /// Its folder.
        by: PathBuf,
    },
    /// Switched off by the manifest.
    Disabled,
    /// There, but not installed by `skill`; as good as any other.
    Unmanaged,
    /// It came with the project, and the person has not trusted it as it is now.
    Untrusted,
    /// No client can use it.
    Invalid {
        /// A phrase.
        reason: String,
        /// StablEdge's code for it.
        code: Option<&'static str>,
    },
}

/// A skill's folder that was found.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Skill {
    /// As its frontmatter says, else its folder's name.
    pub name: String,
    /// `None` when it could not be read.
    pub description: Option<String>,
    /// Where agents find it.
    pub folder: PathBuf,
    /// The same with links resolved; `None` when nothing is there.
    pub real_folder: Option<PathBuf>,
    /// Other places that lead to the same folder.
    pub also_at: Vec<PathBuf>,
    /// Whose it is.
    pub scope: Scope,
    /// How it stands.
    pub state: State,
    /// Ids of the agents on this machine that see it.
    pub agents: Vec<&'static str>,
}

impl Skill {
    pub(super) fn of(listed: &Listed) -> Self {
        let state = match &listed.state {
            list::State::Ok | list::State::Unmanaged if listed.doubt.is_some() => State::Untrusted,
            list::State::Ok => State::Ok,
            list::State::Edited => State::Edited,
            list::State::Missing => State::Missing,
            list::State::Shadowed => State::Shadowed { by: listed.shadowed_by.clone().unwrap_or_default() },
            list::State::Disabled => State::Disabled,
            list::State::Unmanaged => State::Unmanaged,
            list::State::Invalid { reason, code } => State::Invalid { reason: reason.clone(), code: *code },
        };
        Self {
            name: listed.called().to_owned(),
            description: listed.card.as_ref().and_then(|card| card.description.clone()),
            folder: listed.folder.clone(),
            real_folder: listed.real.clone(),
            also_at: listed.also_at.clone(),
            scope: listed.scope.into(),
            state,
            agents: listed.agents.clone(),
        }
    }
}
