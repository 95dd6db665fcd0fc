//! Taking skills out of manifest, lockfile, folder and links.

use super::{check, requires, target};
use crate::{
    host::{fs, store::Store},
    model::{
        event::{Event, Verb},
        name::{FolderName, nearest},
    },
    ops::{Context, error::Error, links, state::ScopeState, transaction::Transaction},
};

/// The installed skills that these texts name: by folder name; by source with `source`.
pub(crate) fn named(
    state: &ScopeState,
    names: &[String],
    source: Option<&str>,
) -> Result<Vec<FolderName>, Error> {
    let mut chosen: Vec<FolderName> = Vec::new();
    let scope = state.folder.scope.as_str();
    if let Some(source) = source {
        let wanted = source.trim_end_matches('/');
        let comes_from = |text: String| {
            text == wanted
                || text.trim_end_matches(".git").ends_with(&format!("/{}", wanted.trim_end_matches(".git")))
        };
        chosen.extend(
            state
                .lockfile
                .skills
                .iter()
                .filter(|(_, locked)| comes_from(locked.source.repository().to_string()))
                .map(|(name, _)| name.clone()),
        );
        if chosen.is_empty() {
            return Err(Error::NotInstalled { name: source.to_owned(), scope, near: None });
        }
    }
    for text in names {
        let known = || state.lockfile.skills.keys().chain(state.manifest.skills.keys());
        match known().find(|name| name.as_str() == text) {
            Some(name) if !chosen.contains(name) => chosen.push(name.clone()),
            Some(_) => {}
            None => {
                let near = nearest(text, known().map(FolderName::as_str)).map(str::to_owned);
                return Err(Error::NotInstalled { name: text.clone(), scope, near });
            }
        }
    }
    Ok(chosen)
}

/// Removes these skills, as [`with_orphans`] gave them. An edited one stays unless `force`, which keeps a backup.
pub(crate) fn remove(
    context: &Context<'_>,
    store: &Store,
    state: &ScopeState,
    names: &[FolderName],
    force: bool,
) -> Result<(), Error> {
    let mut manifest = state.manifest.clone();
    let mut lockfile = state.lockfile.clone();
    let mut edited = Vec::new();
    for name in names {
        let path = target(&state.folder, name);
        if let (Some(locked), fs::Standing::Folder) = (state.lockfile.skills.get(name), fs::standing(&path)?)
        {
            let found = fs::hash_tree(&path)?;
            if !check::is_untouched(locked, found, store) {
                if !force {
                    return Err(Error::EditedLeaving { name: name.clone(), path });
                }
                edited.push(name);
            }
        }
    }
    let mut transaction = Transaction::begin(&state.folder)?;
    for name in names {
        links::unlink(context, &state.folder, name)?;
        manifest.remove(name);
        // A folder that the lockfile does not know is not ours to take away.
        if lockfile.skills.remove(name).is_some() {
            if edited.contains(&name) {
                super::plan::back_up(context, &target(&state.folder, name), name)?;
            }
            transaction.remove(name)?;
        }
    }
    let lockfile = (lockfile != state.lockfile).then(|| lockfile.encode());
    let text = manifest.encode();
    let manifest = (text != state.manifest.encode()).then_some(text);
    transaction.commit(lockfile, manifest)?;
    for name in names {
        context.reporter.event(Event::Done { verb: Verb::Removed, what: name.as_str() });
    }
    fs::remove_if_empty(&state.folder.skills());
    Ok(())
}

/// The named skills and those that only they needed. A skill that others need is refused.
pub(crate) fn with_orphans(state: &ScopeState, names: &[FolderName]) -> Result<Vec<FolderName>, Error> {
    for name in names {
        let stays = |other: &FolderName| !names.contains(other);
        let by: Vec<String> = requires::needing(&state.lockfile, name)
            .into_iter()
            .filter(|other| stays(other))
            .map(ToString::to_string)
            .collect();
        if !by.is_empty() {
            return Err(Error::StillNeeded { name: name.clone(), by });
        }
    }
    let staying: Vec<FolderName> =
        state.manifest.skills.keys().filter(|name| !names.contains(name)).cloned().collect();
    let kept = requires::needed_by(&state.lockfile, staying.clone());
    let mut all = names.to_vec();
    for orphan in requires::needed_by(&state.lockfile, names.to_vec()) {
        if !kept.contains(&orphan) && !staying.contains(&orphan) {
            all.push(orphan);
        }
    }
    Ok(all)
}
