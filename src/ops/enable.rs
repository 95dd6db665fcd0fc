//! Switching skills off and on: links go and come, the skill and its lock entry stay.

use super::{Context, error::Error, links, state::ScopeState};
use crate::{
    host::fs,
    model::{manifest::Requirement, name::FolderName},
};

/// Which way a skill is switched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Enabled,
    Disabled,
}

/// Records the wish in the manifest, and makes or takes away the links.
pub(crate) fn set(
    context: &Context<'_>,
    state: &ScopeState,
    names: &[FolderName],
    wish: Wish,
) -> Result<(), Error> {
    let mut manifest = state.manifest.clone();
    for name in names {
        let mut requirement = match (manifest.skills.get(name), state.lockfile.skills.get(name)) {
            (Some(requirement), _) => requirement.clone(),
            (None, Some(locked)) => {
                Requirement { source: locked.source.clone(), wanted: locked.wanted.clone(), enabled: true }
            }
            (None, None) => continue,
        };
        requirement.enabled = wish == Wish::Enabled;
        manifest.set(name, requirement);
        if wish == Wish::Disabled {
            links::unlink(context, &state.folder, name)?;
        }
    }
    fs::write_atomic(&state.folder.manifest(), manifest.encode().as_bytes())?;
    if wish == Wish::Enabled {
        links::link_all(context, &state.folder, &manifest.agents, names)?;
    }
    Ok(())
}
