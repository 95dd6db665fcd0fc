//! `Repository`: one way to look at a folder of files, whether on disk, in git's object database or in an opened
//! archive, so that discovery and the assembly of a skill's tree are written once and agree on every route.

use std::fmt;

/// What a path of a repository holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File {
        executable: bool,
        size: Option<u64>,
    },
    Folder,
    Symlink,
    /// A git submodule: its files are not in this repository.
    Submodule,
    /// A socket, pipe or device.
    Special,
}

/// A read that failed, with the path as the repository names it.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}{repository}: {why}", of(.path))]
pub(crate) struct ReadError {
    pub(crate) path: String,
    pub(crate) repository: String,
    pub(crate) why: String,
}

/// What was being read, for the message; nothing when it is the repository as a whole.
fn of(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("`{}` of ", crate::model::visible::line(path)) }
}

/// A folder of files. Paths are `/`-separated, relative to its root; the root is the empty text. No method follows
/// symbolic links, whether in the last component or before it: a path through a link holds nothing.
pub(crate) trait Repository {
    /// What stands at `path`, or `None`.
    fn kind(&self, path: &str) -> Result<Option<Kind>, ReadError>;
    /// The names and kinds in a folder, sorted by name. Names that are not UTF-8 are errors.
    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError>;
    /// The bytes of a file; of a link, its target text.
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;
    /// The bytes of a file that [`Repository::list`] named just now, so that the way to it need not be looked at again.
    fn read_listed(&self, path: &str, _size: Option<u64>) -> Result<Vec<u8>, ReadError> {
        self.read(path)
    }
    /// Like [`Repository::read_listed`], piece by piece where the repository can, for what is too large to be held.
    fn read_in_pieces(&self, path: &str, each: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        each(&self.read(path)?);
        Ok(())
    }
    /// Files at or below `below` that `wanted` says yes to are about to be read: brings what is not at hand in as few
    /// steps as it can.
    fn prepare(&self, _below: &str, _wanted: &dyn Fn(&str) -> bool) -> Result<(), ReadError> {
        Ok(())
    }
    /// Symbolic links are about to be followed: brings them all.
    fn prepare_links(&self) -> Result<(), ReadError> {
        Ok(())
    }
    /// Equal for two folders that hold the same, where that can be told without reading them.
    fn identity(&self, _path: &str) -> Result<Option<String>, ReadError> {
        Ok(None)
    }
    /// How to name this repository in a message: a URL or folder.
    fn describe(&self) -> &dyn fmt::Display;
}

/// `base/name`, or `name` at the root.
pub(crate) fn join(base: &str, name: &str) -> String {
    if base.is_empty() { name.to_owned() } else { format!("{base}/{name}") }
}

/// The folder a path lies in; the root for a single component.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// The last component of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
