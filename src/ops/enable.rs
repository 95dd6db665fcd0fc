//! Switching skills off and on: links go and come, the skill and its lock entry stay.

use super::{Context, error::Error, links, state::ScopeState};
use crate::{
    host::fs,
    model::{event::Event, lockfile::Locked, manifest::Requirement, name::FolderName},
};

/// Which way a skill is switched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Enabled,
    Disabled,
}

/// Records the wish in the manifest, and makes or takes away the links, those of skills that only these need too. What
/// others then lack is told.
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
    }
    fs::write_atomic(&state.folder.manifest(), manifest.encode().as_bytes())?;
    let before = links::enabled(&state.manifest, &state.lockfile);
    let after = links::enabled(&manifest, &state.lockfile);
    match wish {
        Wish::Enabled => {
            let new: Vec<FolderName> =
                after.iter().filter(|name| names.contains(name) || !before.contains(name)).cloned().collect();
            links::link_all(context, &state.folder, &manifest.agents, &new)?;
        }
        Wish::Disabled => {
            let gone = before.iter().filter(|name| !after.contains(name));
            for name in names.iter().chain(gone.filter(|name| !names.contains(name))) {
                links::unlink(context, &state.folder, name)?;
            }
        }
    }
    tell_what_is_lacking(context, state, &after);
    Ok(())
}

/// Warns of skills that are switched on and need one that is not.
fn tell_what_is_lacking(context: &Context<'_>, state: &ScopeState, on: &[FolderName]) {
    for name in on {
        for required in state.lockfile.skills.get(name).into_iter().flat_map(Locked::required) {
            let is_off = state.lockfile.find(required.name).is_some_and(|other| !on.contains(other));
            if is_off {
                let text = format!("`{name}` needs `{}`, which is switched off", required.name);
                context.reporter.event(Event::Warning { text: &text });
            }
        }
    }
}
