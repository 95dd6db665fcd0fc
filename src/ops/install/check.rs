//! What stands where a skill is to go, and whether it may be replaced.

use super::{Content, Incoming, target};
use crate::{
    host::{fs, store::Store},
    model::{digest::Digest, lockfile::Locked, source::Source},
    ops::{error::Error, scope::ScopeFolder, state::ScopeState},
};

/// What is to be done with one skill's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Action {
    /// Nothing stands there.
    Add,
    /// What we installed is replaced.
    Update,
    /// It is there already, byte for byte.
    Keep,
    /// Something that is edited or not ours is replaced, after a backup.
    Replace,
}

/// Decides on one skill. Without `force`, edited and foreign folders are errors.
pub(in crate::ops) fn action(
    state: &ScopeState,
    store: &Store,
    incoming: &Incoming,
    force: bool,
) -> Result<Action, Error> {
    let name = &incoming.name;
    let path = target(&state.folder, name);
    let locked = state.lockfile.skills.get(name);
    if let Some(locked) = locked
        && locked.source != incoming.locked.source
        && !force
        && state.manifest.skills.get(name).is_some_and(|wanted| wanted.source != incoming.requirement.source)
    {
        return Err(Error::OtherSource {
            name: name.clone(),
            installed: locked.source.to_string(),
            wanted: incoming.locked.source.to_string(),
        });
    }
    if matches!(incoming.content, Content::InPlace(_)) {
        return Ok(Action::Keep);
    }
    let occupied = |what| Error::Occupied { name: name.clone(), path: path.clone(), what };
    match fs::standing(&path)? {
        fs::Standing::Nothing => Ok(Action::Add),
        fs::Standing::Symlink => {
            if let Content::Live(folder) = &incoming.content
                && fs::is_same(&path, folder)
            {
                return Ok(Action::Keep);
            }
            match locked {
                Some(locked) if is_our_link(&state.folder, locked, &path) => Ok(Action::Update),
                _ if force => Ok(Action::Replace),
                _ => Err(occupied("a link that `skill` did not make")),
            }
        }
        fs::Standing::Folder => {
            let found = fs::hash_tree(&path)?;
            if incoming.content.digest() == Some(found) {
                return Ok(Action::Keep);
            }
            match locked {
                // It was made from what stands there.
                Some(_) if matches!(incoming.content, Content::Merged(_)) => Ok(Action::Update),
                Some(locked) if is_untouched(locked, found, store) => Ok(Action::Update),
                _ if force => Ok(Action::Replace),
                Some(_) => Err(Error::Edited { name: name.clone(), path: path.clone() }),
                None => Err(occupied("a folder that `skill` did not install")),
            }
        }
        fs::Standing::File | fs::Standing::Special if force => Ok(Action::Replace),
        fs::Standing::File | fs::Standing::Special => Err(occupied("a file")),
    }
}

/// Whether a folder still holds bytes that were installed: those of the lockfile, or (when the lockfile came from
/// elsewhere since) others that this machine once fetched.
pub(in crate::ops) fn is_untouched(locked: &Locked, found: Digest, store: &Store) -> bool {
    locked.digest == Some(found) || store.holds(found)
}

/// Whether the link at `path` is the one a locked path source has.
pub(super) fn is_our_link(folder: &ScopeFolder, locked: &Locked, path: &std::path::Path) -> bool {
    let Source::Folder { path: source } = &locked.source else { return false };
    let wanted = fs::canonical_or_ahead(&folder.agents().join(source));
    let Ok(text) = fs::read_link(path) else { return false };
    let leads = path.parent().map(|parent| fs::canonical_or_ahead(&parent.join(text)));
    leads == Some(wanted)
}
