//! Changing several skills' folders, the lockfile and the manifest as one: stage, journal, exchange, write, forget.
//!
//! The journal is written when everything is staged. Whoever finds one finishes the work when each new folder is
//! staged or in its place, and undoes it otherwise: killed at any point, the old state or the new one stands.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Context, scope::ScopeFolder};
use crate::{
    host::fs::{self, Standing, place},
    model::{
        digest::Digest,
        event::{Event, Verb},
        name::FolderName,
        visible,
    },
};

const JOURNAL: &str = "journal.json";
const STAGE: &str = "stage";
/// The fingerprint of an empty place.
const NOTHING: &str = "nothing";

/// What a path holds, comparably: nothing, a link to somewhere, or a folder with a tree digest.
fn fingerprint(path: &Path) -> fs::Result<String> {
    match fs::standing(path)? {
        Standing::Nothing => Ok(NOTHING.to_owned()),
        Standing::Symlink => Ok(format!("link:{}", fs::read_link(path)?.to_string_lossy())),
        Standing::Folder => fs::hash_tree(path).map(tree_fingerprint),
        Standing::File | Standing::Special => Ok("other".to_owned()),
    }
}

fn tree_fingerprint(digest: Digest) -> String {
    format!("tree:{digest}")
}

/// The journal's text form. Paths are relative to the scope's work folder.
#[derive(Debug, Serialize, Deserialize)]
struct Journal {
    version: u32,
    folders: Vec<Entry>,
    lockfile: Option<Text>,
    manifest: Option<Text>,
}

/// The texts of a file before and after; no old text means that there was no file.
#[derive(Debug, Serialize, Deserialize)]
struct Text {
    old: Option<String>,
    new: String,
}

impl Text {
    /// Whether the file holds the text before or after, and nothing that somebody wrote since.
    fn is_known(&self, path: &Path) -> fs::Result<bool> {
        let found = fs::read_text_if_there(path)?;
        Ok(found == self.old || found.as_ref() == Some(&self.new))
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    name: String,
    /// Fingerprints of the skill's folder before and after.
    old: String,
    new: String,
}

/// A journal that can't be followed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error("the journal `{}` of an interrupted run can't be read: {why}", .path.display())]
    Unreadable { path: PathBuf, why: String },
    /// A link or file where a folder (or file) of ours should be: whoever put it there may lead us elsewhere.
    #[error("`{}` was not made by `skill`: {what} stands where {wanted} of its own belongs", visible::line(&.path.to_string_lossy()))]
    NotOurs { path: PathBuf, what: &'static str, wanted: &'static str },
}

/// Errors unless a real folder, or nothing, stands at a path below which we move and remove: a repository may bring a
/// link there that leads anywhere.
fn real_folder_or_nothing(path: &Path) -> Result<(), JournalError> {
    let what = match fs::standing(path)? {
        Standing::Nothing | Standing::Folder => return Ok(()),
        Standing::Symlink => "a link",
        Standing::File | Standing::Special => "a file",
    };
    Err(JournalError::NotOurs { path: path.to_owned(), what, wanted: "a folder" })
}

/// Judges what a journal names before anything is done: it may have come with a repository instead of a run of ours.
fn check_trust(folder: &ScopeFolder, journal: &Journal) -> Result<(), JournalError> {
    real_folder_or_nothing(&folder.work().join(STAGE))?;
    let unreadable = |why: String| JournalError::Unreadable { path: folder.work().join(JOURNAL), why };
    for (index, entry) in journal.folders.iter().enumerate() {
        entry.name.parse::<FolderName>().map_err(|error| unreadable(error.to_string()))?;
        if journal.folders[..index].iter().any(|before| before.name == entry.name) {
            return Err(unreadable(format!("`{}` is in it twice", visible::line(&entry.name))));
        }
        real_folder_or_nothing(&own_stage(folder, &entry.name))?;
    }
    Ok(())
}

/// Staged changes to a scope. Dropped without [`commit`](Self::commit), nothing has happened.
pub(crate) struct Transaction<'a> {
    folder: &'a ScopeFolder,
    entries: Vec<Entry>,
    done: bool,
}

impl<'a> Transaction<'a> {
    /// Begins with an empty stage; the scope is locked by the caller.
    pub(crate) fn begin(folder: &'a ScopeFolder) -> Result<Self, JournalError> {
        let work = folder.work();
        real_folder_or_nothing(&work)?;
        fs::remove_all(&work.join(STAGE))?;
        fs::create_folders(&work.join(STAGE))?;
        // The folder hides itself from git.
        fs::write_atomic(&work.join(".gitignore"), b"*\n")?;
        Ok(Self { folder, entries: Vec::new(), done: false })
    }

    /// Where the new folder of this name is to be made, before [`staged`](Self::staged) is called.
    pub(crate) fn stage(&self, name: &FolderName) -> Result<PathBuf, JournalError> {
        let stage = staged(self.folder, name.as_str());
        fs::create_folders(&own_stage(self.folder, name.as_str()))?;
        Ok(stage)
    }

    /// Takes what now lies at the stage as the new folder of this name.
    /// `digest` is that of the tree that was just written there, where one was.
    pub(crate) fn staged(&mut self, name: &FolderName, digest: Option<Digest>) -> Result<(), JournalError> {
        let old = fingerprint(&self.folder.skills().join(name.as_str()))?;
        let new = match digest {
            Some(digest) => tree_fingerprint(digest),
            None => fingerprint(&staged(self.folder, name.as_str()))?,
        };
        self.entries.push(Entry { name: name.as_str().to_owned(), old, new });
        Ok(())
    }

    /// The folder of this name is to go away.
    pub(crate) fn remove(&mut self, name: &FolderName) -> Result<(), JournalError> {
        let old = fingerprint(&self.folder.skills().join(name.as_str()))?;
        fs::create_folders(&own_stage(self.folder, name.as_str()))?;
        self.entries.push(Entry { name: name.as_str().to_owned(), old, new: NOTHING.to_owned() });
        Ok(())
    }

    /// Makes all changes; `None` leaves lockfile or manifest as they are.
    pub(crate) fn commit(
        mut self,
        lockfile: Option<String>,
        manifest: Option<String>,
    ) -> Result<(), JournalError> {
        let both = |path: PathBuf, new: Option<String>| -> Result<Option<Text>, JournalError> {
            let Some(new) = new else { return Ok(None) };
            Ok(Some(Text { old: fs::read_text_if_there(&path)?, new }))
        };
        let journal = Journal {
            version: 1,
            lockfile: both(self.folder.lockfile(), lockfile)?,
            manifest: both(self.folder.manifest(), manifest)?,
            folders: std::mem::take(&mut self.entries),
        };
        let text = serde_json::to_vec_pretty(&journal).unwrap_or_default();
        let path = self.folder.work().join(JOURNAL);
        fs::write_atomic(&path, &text)?;
        let finished = roll_forward(self.folder, &journal);
        if let Err(error) = finished {
            // A full disk or a vanished permission midway: the old state is put back, as far as it can be.
            roll_back(self.folder, &journal)?;
            forget(self.folder)?;
            return Err(error);
        }
        self.done = true;
        forget(self.folder)
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.done && !matches!(fs::standing(&self.folder.work().join(JOURNAL)), Ok(Standing::File)) {
            // Best effort: what stays is taken away by the next run.
            let _ = fs::remove_all(&self.folder.work());
        }
    }
}

/// Finishes or undoes what an interrupted run began, and clears its leftovers. The caller holds the scope's lock.
pub(crate) fn recover(context: &Context<'_>, folder: &ScopeFolder) -> Result<(), JournalError> {
    let work = folder.work();
    real_folder_or_nothing(&work)?;
    if fs::standing(&work)? == Standing::Nothing {
        return Ok(());
    }
    let path = work.join(JOURNAL);
    if fs::standing(&path)? == Standing::Symlink {
        return Err(JournalError::NotOurs { path, what: "a link", wanted: "a file" });
    }
    if let Some(text) = fs::read_text_if_there(&path)? {
        let unreadable = |why: String| JournalError::Unreadable { path: path.clone(), why };
        let journal: Journal = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        if journal.version != 1 {
            return Err(unreadable("it was written by a newer `skill`".to_owned()));
        }
        check_trust(folder, &journal)?;
        let (what, left) = mend(folder, &journal)?;
        for path in left {
            let text =
                format!("`{}` was changed after the interrupted run: it stays as it is", folder.shown(&path));
            context.reporter.event(Event::Warning { text: &text });
        }
        context.reporter.event(Event::Done { verb: Verb::Mended, what });
        // A file that was being replaced when the run was killed.
        fs::remove_leftovers(&folder.agents())?;
    }
    forget(folder)
}

/// Finishes or undoes what a journal says; gives what was done, and the paths that somebody changed since then.
fn mend(folder: &ScopeFolder, journal: &Journal) -> Result<(&'static str, Vec<PathBuf>), JournalError> {
    if can_finish(folder, journal)? {
        Ok(("the interrupted run was finished", roll_forward(folder, journal)?))
    } else {
        Ok(("the interrupted run was undone", roll_back(folder, journal)?))
    }
}

/// A folder of each skill's own at the stage, so that no skill's name can be another's leftover.
fn own_stage(folder: &ScopeFolder, name: &str) -> PathBuf {
    folder.work().join(STAGE).join(name)
}

fn staged(folder: &ScopeFolder, name: &str) -> PathBuf {
    own_stage(folder, name).join("new")
}

/// Where the folder that an entry replaces or removes lies while the work goes on, if it isn't exchanged in one step.
fn aside(folder: &ScopeFolder, name: &str) -> PathBuf {
    own_stage(folder, name).join("new.old")
}

/// Whether the place of a skill holds neither its old nor its new folder: somebody changed it after the run was killed.
fn is_disturbed(folder: &ScopeFolder, entry: &Entry) -> Result<bool, JournalError> {
    let found = fingerprint(&folder.skills().join(&entry.name))?;
    let known = found == entry.old || found == entry.new || found == NOTHING;
    // A half-removed folder whose copy lies aside is our own doing.
    Ok(!known && fingerprint(&aside(folder, &entry.name))? != entry.old)
}

fn can_finish(folder: &ScopeFolder, journal: &Journal) -> Result<bool, JournalError> {
    for entry in &journal.folders {
        let target = folder.skills().join(&entry.name);
        let ready = entry.new == NOTHING
            || is_disturbed(folder, entry)?
            || fingerprint(&target)? == entry.new
            || fingerprint(&staged(folder, &entry.name))? == entry.new;
        if !ready {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Gives the paths that were left as somebody else made them.
fn roll_forward(folder: &ScopeFolder, journal: &Journal) -> Result<Vec<PathBuf>, JournalError> {
    let mut left = Vec::new();
    if journal.folders.iter().any(|entry| entry.new != NOTHING) {
        fs::create_folders(&folder.skills())?;
    }
    for entry in &journal.folders {
        let target = folder.skills().join(&entry.name);
        let staged = staged(folder, &entry.name);
        // Most skills are new, and nothing stands in their place.
        if entry.old == NOTHING && entry.new != NOTHING && fs::moved_at_once(&staged, &target) {
            fs::remove_if_empty(&own_stage(folder, &entry.name));
            continue;
        }
        if is_disturbed(folder, entry)? {
            left.push(target);
        } else if entry.new == NOTHING {
            if fs::standing(&target)? != Standing::Nothing {
                let aside = aside(folder, &entry.name);
                if fingerprint(&aside)? == entry.old {
                    // Copied whole by a run that was killed while it removed the original.
                    fs::remove_all(&target)?;
                    continue;
                }
                fs::remove_all(&aside)?;
                fs::relocate(&target, &aside)?;
            }
        } else if fingerprint(&target)? != entry.new {
            place(&staged, &target)?;
        }
    }
    for (path, text) in [(folder.lockfile(), &journal.lockfile), (folder.manifest(), &journal.manifest)] {
        match text {
            Some(text) if text.is_known(&path)? => {
                fs::write_atomic(&path, text.new.as_bytes())?;
            }
            Some(_) => left.push(path),
            None => {}
        }
    }
    Ok(left)
}

/// Puts every old folder and text back that the journal or the work folder still holds; gives the paths that were left
/// as somebody else made them.
fn roll_back(folder: &ScopeFolder, journal: &Journal) -> Result<Vec<PathBuf>, JournalError> {
    let mut left = Vec::new();
    for entry in &journal.folders {
        let target = folder.skills().join(&entry.name);
        if fingerprint(&target)? == entry.old {
            continue;
        }
        if is_disturbed(folder, entry)? {
            left.push(target);
            continue;
        }
        for old in [staged(folder, &entry.name), aside(folder, &entry.name)] {
            if fs::standing(&old)? != Standing::Nothing && fingerprint(&old)? == entry.old {
                place(&old, &target)?;
                break;
            }
        }
        if entry.old == NOTHING && fingerprint(&target)? == entry.new {
            fs::remove_all(&target)?;
        }
    }
    for (path, text) in [(folder.lockfile(), &journal.lockfile), (folder.manifest(), &journal.manifest)] {
        match text {
            Some(text) if !text.is_known(&path)? => left.push(path),
            Some(Text { old: Some(old), .. }) => {
                fs::write_atomic(&path, old.as_bytes())?;
            }
            Some(Text { old: None, .. }) => {
                fs::remove_file(&path)?;
            }
            None => {}
        }
    }
    Ok(left)
}

/// Removes journal, then stage and work folder.
fn forget(folder: &ScopeFolder) -> Result<(), JournalError> {
    let work = folder.work();
    fs::remove_file(&work.join(JOURNAL))?;
    fs::remove_all(&work)?;
    Ok(())
}

#[cfg(test)]
mod tests;
