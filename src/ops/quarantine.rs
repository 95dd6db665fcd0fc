//! Installed skills that are known to do harm, put out of agents' reach: links taken away, the folder moved into the
//! state folder with a note that says what it was. Nothing is deleted, and it can be put back.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{
    Context,
    error::Error,
    links,
    scope::ScopeFolder,
    state::{Intent, ScopeState},
    transaction::Transaction,
    trust,
};
use crate::{
    host::fs,
    model::{
        digest::Digest,
        event::{Event, Verb},
        lockfile::Lockfile,
        manifest::Manifest,
        name::{FolderName, nearest},
    },
};

const NOTE: &str = "note.json";
const SKILL: &str = "skill";

/// What lies beside a skill in quarantine.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Note {
    version: u32,
    name: String,
    /// Where it was installed: the scope's root folder.
    root: PathBuf,
    reasons: Vec<String>,
    /// Its lock entry, as a lockfile of one skill.
    lockfile: String,
    /// Its requirement, as a manifest of one skill; absent for one that only others needed.
    manifest: Option<String>,
}

/// A skill in quarantine.
#[derive(Debug, Clone)]
pub(crate) struct Quarantined {
    /// Names it when it is to be put back.
    pub(crate) id: String,
    pub(crate) name: String,
    /// Where it lies now.
    pub(crate) folder: PathBuf,
}

/// The folder of all that is in quarantine.
fn root(context: &Context<'_>) -> PathBuf {
    context.dirs.state.join("quarantine")
}

/// Takes these skills out of a scope and keeps their files; each comes with the reasons for it.
pub(crate) fn put_away(
    context: &Context<'_>,
    folder: &ScopeFolder,
    skills: &[(FolderName, Vec<String>)],
) -> Result<Vec<Quarantined>, Error> {
    let state = ScopeState::open(context, folder.clone(), Intent::Write)?;
    let (mut manifest, mut lockfile) = (state.manifest.clone(), state.lockfile.clone());
    let mut transaction = Transaction::begin(&state.folder)?;
    let mut done = Vec::new();
    let mut names = Vec::new();
    for (name, reasons) in skills {
        let place = state.folder.skills().join(name.as_str());
        let Some(locked) = lockfile.skills.remove(name) else { continue };
        let id = place_for(context, fs::hash_tree(&place)?)?;
        let target = root(context).join(&id);
        let alone = Lockfile { skills: [(name.clone(), locked)].into() };
        let wanted = state.manifest.skills.get(name).map(|wanted| {
            let mut alone = Manifest::default();
            alone.set(name, wanted.clone());
            alone.encode()
        });
        let note = Note {
            version: 1,
            name: name.to_string(),
            root: state.folder.root.clone(),
            reasons: reasons.clone(),
            lockfile: alone.encode(),
            manifest: wanted,
        };
        // A copy of the whole folder, also of what is no part of the skill: it is evidence.
        let scratch = fs::Scratch::new_in(&root(context))?;
        fs::copy_all(&place, &scratch.path().join(SKILL))?;
        let text = serde_json::to_vec_pretty(&note).unwrap_or_default();
        fs::write_private(&scratch.path().join(NOTE), &text)?;
        fs::rename(&scratch.keep(), &target)?;
        links::unlink(context, &state.folder, name)?;
        manifest.remove(name);
        transaction.remove(name)?;
        names.push(name.clone());
        done.push(Quarantined { id, name: name.to_string(), folder: target });
    }
    let text = manifest.encode();
    let manifest = (text != state.manifest.encode()).then_some(text);
    transaction.commit(Some(lockfile.encode()).filter(|_| !names.is_empty()), manifest)?;
    trust::record(context, &state.folder, &[], &names);
    for name in &names {
        context.reporter.event(Event::Done { verb: Verb::Removed, what: name.as_str() });
    }
    fs::remove_if_empty(&state.folder.skills());
    Ok(done)
}

/// The beginning of the digest as a free name.
fn place_for(context: &Context<'_>, digest: Digest) -> Result<String, Error> {
    let begin = digest.hex()[..16].to_owned();
    let mut id = begin.clone();
    let mut number = 1;
    while fs::standing(&root(context).join(&id))? != fs::Standing::Nothing {
        number += 1;
        id = format!("{begin}-{number}");
    }
    Ok(id)
}

/// All that is in quarantine on this machine.
pub(crate) fn all(context: &Context<'_>) -> Result<Vec<Quarantined>, Error> {
    let mut all = Vec::new();
    for (id, _) in fs::list_if_there(&root(context))? {
        let id = id.to_string_lossy().into_owned();
        if let Ok(note) = note(context, &id) {
            all.push(Quarantined { folder: root(context).join(&id), name: note.name, id });
        }
    }
    Ok(all)
}

fn note(context: &Context<'_>, id: &str) -> Result<Note, Error> {
    let path = root(context).join(id).join(NOTE);
    let bytes = fs::read(&path)?;
    serde_json::from_slice::<Note>(&bytes).ok().filter(|note| note.version == 1).ok_or(Error::NoNote { path })
}

/// Puts a skill back to where it was, locked and wanted as it was. Links are made by the next `skill install`.
pub(crate) fn put_back(context: &Context<'_>, id: &str) -> Result<Quarantined, Error> {
    let known = all(context)?;
    let Some(found) = known.iter().find(|one| one.id == id) else {
        let near = nearest(id, known.iter().map(|one| one.id.as_str())).map(str::to_owned);
        let known = known.iter().map(|one| format!("{} ({})", one.id, one.name)).collect();
        return Err(Error::NotInQuarantine { id: id.to_owned(), known, near });
    };
    let note = note(context, id)?;
    let bad = || Error::NoNote { path: found.folder.join(NOTE) };
    let name: FolderName = note.name.parse()?;
    if !fs::is_folder(&note.root) {
        return Err(Error::NothingThere { path: note.root });
    }
    let folder = ScopeFolder::at(context.dirs, &note.root);
    let state = ScopeState::open(context, folder, Intent::Write)?;
    let place = state.folder.skills().join(name.as_str());
    if fs::standing(&place)? != fs::Standing::Nothing || state.lockfile.skills.contains_key(&name) {
        return Err(Error::Occupied { name, path: place, what: "a skill of this name is there again" });
    }
    let (mut manifest, mut lockfile) = (state.manifest.clone(), state.lockfile.clone());
    lockfile.skills.extend(Lockfile::decode(&note.lockfile).map_err(|_| bad())?.skills);
    if let Some(text) = &note.manifest {
        for (name, wanted) in Manifest::decode(text).map_err(|_| bad())?.skills {
            manifest.set(&name, wanted);
        }
    }
    let mut transaction = Transaction::begin(&state.folder)?;
    let stage = transaction.stage(&name)?;
    fs::copy_all(&found.folder.join(SKILL), &stage)?;
    transaction.staged(&name, None)?;
    let text = manifest.encode();
    let manifest = (text != state.manifest.encode()).then_some(text);
    transaction.commit(Some(lockfile.encode()), manifest)?;
    fs::remove_all(&found.folder)?;
    Ok(found.clone())
}
