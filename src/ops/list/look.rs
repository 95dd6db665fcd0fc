//! One skill's folder: what its SKILL.md says, and how it stands to manifest and lockfile.

use std::path::Path;

use super::{Listed, State, walk::Spot};
use crate::{
    host::fs,
    model::skill::{Card, MANIFEST, Unusable, read_card},
    ops::state::ScopeState,
};

/// The largest SKILL.md that is read, in bytes.
const MAX_MANIFEST: u64 = 10 * 1024 * 1024;

/// What a folder is.
pub(super) enum Looked {
    Skill(Box<Listed>),
    /// No skill, unless it is a group of skills; as it is to be listed if it is none.
    NoManifest(Box<Listed>),
}

pub(super) fn look(state: &ScopeState, spot: &Spot) -> Looked {
    let (name, folder) = (spot.name.as_str(), spot.folder.as_path());
    let locked = state.lockfile.skills.get(name).filter(|_| spot.may_be_locked).cloned();
    let enabled = !spot.may_be_locked || state.manifest.skills.get(name).is_none_or(|wanted| wanted.enabled);
    let (card, problem) = match &spot.real {
        None => (None, None),
        Some(_) => match read_skill(folder) {
            Ok(card) => (Some(card), None),
            Err(problem) => (None, Some(problem)),
        },
    };
    let is_bare = matches!(problem, Some(Problem::NoManifest)) && locked.is_none();
    let mut tree = None;
    let standing = match (&locked, &spot.real, problem) {
        (_, None, _) if fs::standing(folder).is_ok_and(|standing| standing == fs::Standing::Symlink) => {
            invalid(format!("a link to `{}`, where nothing is", target(folder)))
        }
        (_, None, _) => State::Missing,
        (_, _, Some(Problem::NoManifest)) => invalid("it has no SKILL.md".to_owned()),
        (_, _, Some(Problem::Other(state))) => state,
        (None, _, _) => State::Unmanaged,
        (Some(locked), _, _) => match locked.digest {
            // A live folder has nothing to be compared with.
            None => State::Ok,
            Some(digest) => {
                tree = fs::hash_tree(folder).ok();
                if tree == Some(digest) { State::Ok } else { State::Edited }
            }
        },
    };
    let standing = if standing == State::Ok && !enabled { State::Disabled } else { standing };
    let listed = Box::new(Listed {
        name: name.to_owned(),
        scope: state.folder.scope,
        root: state.folder.root.clone(),
        folder: folder.to_owned(),
        also_at: Vec::new(),
        locked,
        card,
        state: standing,
        shadowed_by: None,
        advisories: Vec::new(),
        doubt: None,
        agents: Vec::new(),
        enabled,
        real: spot.real.clone(),
        is_own: false,
        tree,
    });
    if is_bare { Looked::NoManifest(listed) } else { Looked::Skill(listed) }
}

enum Problem {
    NoManifest,
    Other(State),
}

fn invalid(reason: String) -> State {
    State::Invalid { reason, code: None }
}

fn target(link: &Path) -> String {
    fs::read_link(link).map(|target| target.display().to_string()).unwrap_or_default()
}

/// Reads a folder's SKILL.md, through links.
fn read_skill(folder: &Path) -> Result<Card, Problem> {
    let path = folder.join(MANIFEST);
    let bytes = match fs::read_capped(&path, MAX_MANIFEST) {
        Ok(bytes) => bytes,
        Err(error) => {
            return Err(match fs::standing(&path) {
                Ok(fs::Standing::Nothing) => Problem::NoManifest,
                Ok(fs::Standing::Symlink) if !fs::is_file(&path) => {
                    let text = format!("its SKILL.md is a link to `{}`, where no file is", target(&path));
                    Problem::Other(invalid(text))
                }
                _ => Problem::Other(invalid(error.to_string())),
            });
        }
    };
    read_card(&bytes).map_err(|unusable: Unusable| {
        Problem::Other(State::Invalid { reason: unusable.to_string(), code: Some(unusable.platform_code()) })
    })
}
