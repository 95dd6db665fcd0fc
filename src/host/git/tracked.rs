//! What git's index of a work tree lists. The index file is opened by itself: no configuration is read.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use git2::Index;

use super::{Error, local};
use crate::{host::fs, model::git_url::GitUrl};

const MODE_SUBMODULE: u32 = 0o160_000;

/// The tracked files of a work tree, by path below its root.
#[derive(Debug, Default)]
pub(crate) struct Tracked {
    files: BTreeMap<String, bool>,
    submodules: BTreeSet<String>,
}

impl Tracked {
    /// Those of the work tree at `root`; none before the first `git add`.
    pub(crate) fn read(root: &Path) -> Result<Self, Error> {
        let url = GitUrl::File(root.to_owned());
        let file = local::index(&url, root)?;
        let mut tracked = Self::default();
        if !fs::is_file(&file) {
            return Ok(tracked);
        }
        let index = Index::open(&file).map_err(|error| Error::objects(&url, error.message()))?;
        for entry in index.iter() {
            // Names that are not UTF-8 can't be packed anyway.
            let Ok(path) = String::from_utf8(entry.path) else { continue };
            if entry.mode == MODE_SUBMODULE {
                tracked.submodules.insert(path);
            } else {
                tracked.files.insert(path, entry.mode & 0o100 != 0);
            }
        }
        Ok(tracked)
    }

    /// Whether the file at `path`, or one below it, is tracked.
    pub(crate) fn has(&self, path: &str) -> bool {
        let below = format!("{path}/");
        self.files.contains_key(path)
            || self.files.range(below.clone()..).next().is_some_and(|(first, _)| first.starts_with(&below))
    }

    /// Whether git knows the file as one to execute; `None` when it does not know it.
    pub(crate) fn is_executable(&self, path: &str) -> Option<bool> {
        self.files.get(path).copied()
    }

    pub(crate) fn is_submodule(&self, path: &str) -> bool {
        self.submodules.contains(path)
    }
}
