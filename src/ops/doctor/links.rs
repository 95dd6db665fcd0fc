//! Entries in agents' folders: links that lead nowhere, copies that are behind, agents that get nothing.

use std::{collections::BTreeMap, path::PathBuf};

use super::{Ailment, Cure, Grade};
use crate::{
    host::{
        fs,
        link::{self, LinkError, Standing, Wanted},
    },
    model::{
        agent::{Agent, SHARED_FOLDER},
        manifest::LinkMode,
        visible,
    },
    ops::{
        Context,
        error::Error,
        links::{self, Treatment},
        list::{Listing, State},
        scope::ScopeFolder,
        state::{Intent, ScopeState},
    },
};

/// Judges every entry of every agent's folder, and looks for those that should be there.
pub(super) fn links(
    context: &Context<'_>,
    state: &ScopeState,
    found: &mut Vec<Ailment>,
) -> Result<(), Error> {
    let shared = state.folder.skills();
    let treatments = links::treatments(context, &state.folder, &state.manifest.agents, &[])?;
    let mut places: BTreeMap<PathBuf, bool> = BTreeMap::from([(shared.clone(), false)]);
    for treated in &treatments {
        let folder = treated.agent.folder(state.folder.scope);
        if !folder.is_some_and(|folder| folder.starts_with('.')) {
            continue;
        }
        let variable = |name: &str| context.dirs.environment.path(name);
        if let Some(place) = treated.agent.skills_folder(state.folder.scope, &state.folder.root, &variable) {
            let is_linked = matches!(treated.treatment, Treatment::Linked { .. });
            *places.entry(place).or_default() |= is_linked;
        }
    }
    for (place, is_linked) in places {
        // An agent's folder that is the shared one, by a link, has the same entries.
        if place != shared && fs::is_same(&place, &shared) {
            continue;
        }
        // What can't be listed is told by the listing.
        for (name, _) in fs::list_if_there(&place).unwrap_or_default() {
            entry(state, &place.join(name), found);
        }
        if is_linked {
            missing(state, &place, found);
        }
    }
    Ok(())
}

/// One entry of a folder of skills.
fn entry(state: &ScopeState, place: &std::path::Path, found: &mut Vec<Ailment>) {
    let standing = match link::look(place) {
        Ok(standing) => standing,
        Err(LinkError::Files(error)) => {
            found.push(unreadable(place, &error));
            return;
        }
        Err(_) => return,
    };
    match standing {
        // A link to a file is no skill, and not ours to judge.
        Standing::Link { target, dangling: true } if !fs::is_file(place) => {
            let what = format!("a link to `{}`, where nothing is", target.to_string_lossy());
            let ailment = Ailment::new("dangling-link", Grade::Warning, place, what);
            let name = target.file_name().unwrap_or_default().to_string_lossy();
            let shared = state.folder.skills();
            let is_locked = state.lockfile.skills.contains_key(&*name) && target.starts_with(&shared);
            found.push(if is_locked {
                ailment.hint("`skill install` brings the skill back")
            } else if target.starts_with(&shared) {
                ailment.cure("remove the link", Cure::RemoveLink)
            } else {
                // Somebody made it by hand; what it leads to may only be out of reach for now.
                ailment.hint(format!(
                    "bring back what it leads to, or remove it: `rm {}`",
                    visible::line(&place.to_string_lossy())
                ))
            });
        }
        Standing::Copy { edited: true, target, .. } => {
            let what = format!("a copy of `{}` that was edited", target.to_string_lossy());
            found.push(
                Ailment::new("edited-copy", Grade::Warning, place, what)
                    .hint("take the edits over into the original, then remove the copy and `skill link`"),
            );
        }
        Standing::Copy { stale: true, target, .. } => {
            let is_there = fs::is_folder(&target);
            let what = if is_there {
                format!("a copy that is behind its original, `{}`", target.to_string_lossy())
            } else {
                format!("a copy of `{}`, which is gone", target.to_string_lossy())
            };
            let ailment = Ailment::new("stale-copy", Grade::Warning, place, what);
            found.push(if is_there {
                ailment.cure("copy it anew", Cure::Relink { target, wanted: Wanted::Copy })
            } else {
                ailment.cure("remove the copy", Cure::RemoveCopy { target })
            });
        }
        Standing::Nothing | Standing::Link { .. } | Standing::Copy { .. } | Standing::Foreign(_) => {}
    }
}

fn unreadable(place: &std::path::Path, error: &fs::Error) -> Ailment {
    Ailment::new("unreadable", Grade::Error, place, error.to_string())
        .hint(format!("give yourself the right to read it: `chmod -R u+rX {}`", place.display()))
}

/// Installed skills that an agent should have by a link, and has not.
fn missing(state: &ScopeState, place: &std::path::Path, found: &mut Vec<Ailment>) {
    for name in state.lockfile.skills.keys() {
        let enabled = state.manifest.skills.get(name).is_none_or(|wanted| wanted.enabled);
        let (entry, target) = (place.join(name.as_str()), state.folder.skills().join(name.as_str()));
        if enabled && fs::is_folder(&target) && matches!(fs::standing(&entry), Ok(fs::Standing::Nothing)) {
            let wanted = match state.manifest.agents.mode {
                Some(LinkMode::Copy) => Wanted::Copy,
                Some(LinkMode::Symlink) | None => Wanted::Link,
            };
            let what = format!("`{name}` is installed, but this agent has no link to it");
            found.push(
                Ailment::new("missing-link", Grade::Warning, entry, what)
                    .cure("make the link", Cure::Relink { target, wanted }),
            );
        }
    }
}

/// Agents whose folder is in a scope that has skills, of which they see none.
pub(super) fn silent_agents(
    context: &Context<'_>,
    scopes: &[ScopeFolder],
    listing: &Listing,
    found: &mut Vec<Ailment>,
) -> Result<(), Error> {
    for folder in scopes {
        let usable: Vec<_> = listing
            .skills
            .iter()
            .filter(|skill| {
                skill.root == folder.root
                    && !matches!(skill.state, State::Missing | State::Invalid { .. } | State::Disabled)
            })
            .collect();
        if usable.is_empty() {
            continue;
        }
        let state = ScopeState::open(context, folder.clone(), Intent::Read)?;
        for treated in links::treatments(context, folder, &state.manifest.agents, &[])? {
            let agent: &Agent = treated.agent;
            if treated.treatment != Treatment::NotLinked
                || !links::is_present(context, folder, agent)
                || usable.iter().any(|skill| skill.is_seen_by(agent))
            {
                continue;
            }
            let place = folder.root.join(agent.folder(folder.scope).unwrap_or(SHARED_FOLDER));
            let what = format!(
                "{} reads this folder, and none of the {} skills here is in it",
                agent.name,
                usable.len()
            );
            let mut ailment = Ailment::new("agent-reads-nothing", Grade::Warning, place, what)
                .hint(format!("`skill link --agent {}` links them", agent.id));
            ailment.scope = Some(folder.scope);
            found.push(ailment);
        }
    }
    Ok(())
}
