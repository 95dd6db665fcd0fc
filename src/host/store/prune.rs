//! What the cache holds, and taking away what has not been used for long. Other processes wait meanwhile.

use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use super::{ARCHIVES, GIT, LINT, LOCK, MARKER, TMP, TREES};
use crate::host::fs::{self, FileLock, Standing};

/// A part of the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bucket {
    /// Unpacked skills.
    Trees,
    /// Objects of git repositories.
    Git,
    /// Downloaded archives.
    Archives,
    /// Files of registries.
    Index,
    /// Results of `skill lint`.
    Lint,
    /// Left by a run that was killed.
    Leftovers,
    /// Written by another version of `skill`.
    Other,
}

impl Bucket {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Trees => "store",
            Self::Git => "git",
            Self::Archives => "archives",
            Self::Index => "index",
            Self::Lint => "lint",
            Self::Leftovers => "tmp",
            Self::Other => "other",
        }
    }
}

/// One thing the cache holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) bucket: Bucket,
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    /// `None` for what was never finished.
    pub(crate) used: Option<SystemTime>,
}

/// What pruning removed, or would.
#[derive(Debug, Default)]
pub(crate) struct Pruned {
    pub(crate) removed: Vec<Entry>,
    pub(crate) kept: usize,
}

impl Pruned {
    /// Bytes of all that was removed.
    pub(crate) fn bytes(&self) -> u64 {
        self.removed.iter().map(|entry| entry.bytes).sum()
    }
}

/// All entries of the cache at `root`, sorted by path; an absent cache is an empty one.
pub(crate) fn entries(root: &Path) -> fs::Result<Vec<Entry>> {
    let mut found = Vec::new();
    for (name, _) in fs::list_if_there(root)? {
        let path = root.join(&name);
        match name.to_str() {
            Some("store") => versions(&path, TREES, root, Bucket::Trees, 2, &mut found)?,
            Some("git") => versions(&path, GIT, root, Bucket::Git, 1, &mut found)?,
            Some("archives") => versions(&path, ARCHIVES, root, Bucket::Archives, 1, &mut found)?,
            Some("index") => versions(&path, "index/v1", root, Bucket::Index, 1, &mut found)?,
            Some("lint") => versions(&path, LINT, root, Bucket::Lint, 1, &mut found)?,
            Some(TMP) => below(&path, Bucket::Leftovers, 1, &mut found)?,
            // Our tag and lock; and another program's files in a folder that `SKILL_CACHE_DIR` names are not ours to count or remove.
            _ => {}
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The current version's entries one by one, other versions each as a whole.
fn versions(
    folder: &Path,
    current: &str,
    root: &Path,
    bucket: Bucket,
    levels: usize,
    found: &mut Vec<Entry>,
) -> fs::Result<()> {
    for (name, _) in fs::list(folder)? {
        let path = folder.join(name);
        if path == root.join(current) {
            below(&path, bucket, levels, found)?;
        } else {
            found.push(measured(Bucket::Other, path)?);
        }
    }
    Ok(())
}

fn below(folder: &Path, bucket: Bucket, levels: usize, found: &mut Vec<Entry>) -> fs::Result<()> {
    for (name, kind) in fs::list(folder)? {
        let path = folder.join(name);
        if levels > 1 && kind == Standing::Folder {
            below(&path, bucket, levels - 1, found)?;
        } else {
            found.push(measured(bucket, path)?);
        }
    }
    Ok(())
}

fn measured(bucket: Bucket, path: PathBuf) -> fs::Result<Entry> {
    let bytes = fs::size_of_all(&path)?;
    let used = match bucket {
        Bucket::Trees | Bucket::Git => fs::size_and_time(&path.join(MARKER)).ok(),
        Bucket::Archives | Bucket::Index | Bucket::Lint | Bucket::Other => fs::size_and_time(&path).ok(),
        Bucket::Leftovers => None,
    };
    Ok(Entry { bucket, path, bytes, used: used.map(|(_, time)| time) })
}

/// More packs than this make every look-up slow; what is still wanted of them comes back as one.
const MANY_PACKS: usize = 50;

/// Whether a repository's objects lie in more packs than is good, most of them of states nobody wants any more.
fn has_many_packs(folder: &Path) -> fs::Result<bool> {
    let packs = fs::list_if_there(&folder.join("pack"))?;
    Ok(packs.iter().filter(|(name, _)| name.to_string_lossy().ends_with(".pack")).count() > MANY_PACKS)
}

/// What a fetch that was killed left in a repository's folder.
fn unfinished_packs(root: &Path) -> fs::Result<Vec<Entry>> {
    let mut found = Vec::new();
    let folder = root.join(GIT);
    for (name, _) in fs::list_if_there(&folder)? {
        let packs = folder.join(name).join("pack");
        for (name, _) in fs::list_if_there(&packs)? {
            // As libgit2 calls the pack it is writing.
            if name.to_string_lossy().starts_with("pack_git2_") {
                found.push(measured(Bucket::Leftovers, packs.join(name))?);
            }
        }
    }
    Ok(found)
}

/// How much may stay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// What was not used for so long goes; zero: everything.
    pub(crate) unused_for: Duration,
    /// In bytes: what was not used for longest goes until no more is left.
    pub(crate) size: Option<u64>,
}

/// Removes what is older or more than the limits, and what was never finished; `dry_run` only says so. `waiting` is
/// called while another process uses the cache.
pub(crate) fn prune(
    root: &Path,
    limits: Limits,
    dry_run: bool,
    waiting: impl FnOnce(&Path),
) -> fs::Result<Pruned> {
    let mut pruned = Pruned::default();
    if fs::standing(root)? == Standing::Nothing {
        return Ok(pruned);
    }
    let lock = root.join(LOCK);
    let _alone = if dry_run { None } else { Some(FileLock::exclusive(&lock, || waiting(&lock))?) };
    let now = SystemTime::now();
    let unused_for = limits.unused_for;
    let mut all: Vec<Entry> = entries(root)?.into_iter().chain(unfinished_packs(root)?).collect();
    // The latest first: what no longer fits after them is what goes.
    all.sort_by(|a, b| (b.used, &a.path).cmp(&(a.used, &b.path)));
    let mut room = limits.size.unwrap_or(u64::MAX);
    for entry in all {
        // A time in the future is a clock that was set back, not a reason to remove.
        let is_recent = |used: SystemTime| now.duration_since(used).is_ok_and(|age| age < unused_for);
        let keeps = entry.used.is_some_and(|used| is_recent(used) || (used > now && !unused_for.is_zero()))
            && !(entry.bucket == Bucket::Git && has_many_packs(&entry.path)?);
        if keeps && let Some(left) = room.checked_sub(entry.bytes) {
            room = left;
            pruned.kept += 1;
            continue;
        }
        if keeps {
            // Older ones go too, also small ones that would still fit: age decides.
            room = 0;
        }
        if !dry_run {
            fs::remove_all(&entry.path)?;
            // The two-letter folder of a tree goes with its last entry.
            if let (Bucket::Trees, Some(parent)) = (entry.bucket, entry.path.parent()) {
                fs::remove_if_empty(parent);
            }
        }
        pruned.removed.push(entry);
    }
    pruned.removed.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(pruned)
}
