//! Installed bytes against the lockfile.

use super::{error::Error, install, parallel, state::ScopeState};
use crate::{
    host::fs,
    model::{digest::Digest, name::FolderName},
};

/// What a check of one skill found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Ok,
    /// A linked folder: nothing pins its bytes.
    Alive,
    Missing,
    Differs {
        found: Digest,
    },
}

impl Verdict {
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Alive => "alive",
            Self::Missing => "missing",
            Self::Differs { .. } => "differs",
        }
    }
}

/// One locked skill and its verdict.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) name: FolderName,
    pub(crate) locked: Option<Digest>,
    pub(crate) verdict: Verdict,
}

/// Hashes these locked skills of a scope; every one when none is named.
pub(crate) fn verify(state: &ScopeState, names: &[FolderName]) -> Result<Vec<Checked>, Error> {
    if let Some(name) = names.iter().find(|name| !state.lockfile.skills.contains_key(*name)) {
        let scope = state.folder.scope.as_str();
        return Err(Error::NotInstalled { name: name.to_string(), scope, near: None });
    }
    let all = state.lockfile.skills.iter();
    let skills: Vec<_> = all.filter(|(name, _)| names.is_empty() || names.contains(name)).collect();
    let checked = parallel::each(&skills, |(name, locked)| {
        let folder = install::target(&state.folder, name);
        let verdict = match locked.digest {
            _ if !fs::is_folder(&folder) => Verdict::Missing,
            None => Verdict::Alive,
            Some(digest) => match fs::hash_tree(&folder)? {
                found if found == digest => Verdict::Ok,
                found => Verdict::Differs { found },
            },
        };
        Ok(Checked { name: (*name).clone(), locked: locked.digest, verdict })
    });
    checked.into_iter().collect()
}
