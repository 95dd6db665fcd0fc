//! `--changed`: skills whose files are what git has are left out. The commit's files are read from the object database
//! and compared with those on disk, so no configuration, hook, filter or index has a say.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    path::{Path, PathBuf},
};

use super::{
    LintError, Place,
    find::{Found, repository_root},
    read::assembled,
};
use crate::{
    host::git::{self, Snapshot},
    model::{
        skill::Skill,
        tree::{Tree, TreeFile},
    },
};

/// The commit of each repository that skills of a run lie in; `None` before its first commit.
pub(super) struct Snapshots(BTreeMap<PathBuf, Option<Snapshot>>);

impl Snapshots {
    /// Looks up what `name` means in each repository.
    pub(super) fn take(found: &[Found], name: &str) -> Result<Self, LintError> {
        let mut snapshots = BTreeMap::new();
        for one in found {
            let Place::Folder(real) = &one.place else { continue };
            let root =
                repository_root(real).ok_or_else(|| LintError::NoRepository { shown: one.shown.clone() })?;
            if let Entry::Vacant(vacant) = snapshots.entry(root) {
                let snapshot = Snapshot::find(vacant.key(), name)?;
                vacant.insert(snapshot);
            }
        }
        Ok(Self(snapshots))
    }

    /// Whether git has the skill just as it is on disk. What git can't show counts as changed.
    pub(super) fn hold(&self, found: &Found, skill: &Skill) -> bool {
        let Place::Folder(real) = &found.place else { return false };
        let Some(root) = repository_root(real) else { return false };
        let Some(Some(snapshot)) = self.0.get(&root) else { return false };
        before(snapshot, &root, real).is_ok_and(|before| is_same(&before, &skill.tree))
    }
}

fn before(snapshot: &Snapshot, root: &Path, real: &Path) -> Result<Tree, git::Error> {
    let tree = snapshot.tree()?;
    Ok(assembled(&tree, root, real).map_or_else(|_| Tree::default(), |assembled| assembled.tree))
}

/// Whether two trees are the same but for line ends, which git may have written otherwise on this machine.
fn is_same(before: &Tree, after: &Tree) -> bool {
    let same = |(a, b): (&TreeFile, &TreeFile)| {
        a.path == b.path
            && a.mode == b.mode
            && (a.content == b.content || unix(&a.content) == unix(&b.content))
    };
    before.files().len() == after.files().len() && before.files().iter().zip(after.files()).all(same)
}

fn unix(content: &[u8]) -> Vec<u8> {
    let is_kept =
        |(at, byte): (usize, &u8)| (*byte != b'\r' || content.get(at + 1) != Some(&b'\n')).then_some(*byte);
    content.iter().enumerate().filter_map(is_kept).collect()
}
