//! git's objects on disk, by way of git2: packs are indexed into a folder of objects, commits and trees read out of
//! it. Only the object database is used, which reads no configuration and no environment.

use std::{
    cell::{OnceCell, RefCell},
    collections::{HashMap, HashSet},
    fmt,
    io::Write as _,
    path::Path,
    rc::Rc,
};

use git2::{Indexer, ObjectType, Odb, OdbLookupFlags, Oid};

use super::Error;
use crate::{
    host::{
        fs,
        repository::{Kind, ReadError, Repository, join},
    },
    model::{commit::Commit, git_url::GitUrl},
};

const MODE_SYMLINK: i32 = 0o120_000;
const MODE_SUBMODULE: i32 = 0o160_000;
/// Trees nested deeper than this are not walked: the stack is not theirs to fill.
const MAX_DEPTH: usize = 128;

/// Makes a folder ready to hold objects.
pub(super) fn prepare(folder: &Path) -> Result<(), Error> {
    fs::create_folders(&folder.join("pack"))?;
    fs::create_folders(&folder.join("info"))?;
    Ok(())
}

/// A pack being written into a folder of objects; nothing of it stays unless it is finished.
pub(super) struct PackWriter(Indexer<'static>);

impl PackWriter {
    pub(super) fn new(url: &GitUrl, folder: &Path) -> Result<Self, Error> {
        // Checking connectivity would refuse every pack without history. Objects are still named after their
        // content, and the pack's own checksum is verified.
        Indexer::new(None, &folder.join("pack"), 0o444, false)
            .map(Self)
            .map_err(|error| Error::objects(url, error.message()))
    }

    pub(super) fn write(&mut self, url: &GitUrl, bytes: &[u8]) -> Result<(), Error> {
        self.0.write_all(bytes).map_err(|error| damaged(url, &error.to_string()))
    }

    pub(super) fn finish(self, url: &GitUrl) -> Result<(), Error> {
        self.0.commit().map(|_| ()).map_err(|error| damaged(url, error.message()))
    }
}

fn damaged(url: &GitUrl, why: &str) -> Error {
    Error::Objects { url: url.to_string(), why: format!("the pack it sent is damaged: {why}") }
}

/// A folder of objects, open for reading.
pub(crate) struct Objects {
    repository: git2::Repository,
    folder: String,
}

impl fmt::Debug for Objects {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Objects({})", self.folder)
    }
}

impl Objects {
    /// Opens a folder of objects, and the one it borrows from.
    pub(crate) fn open(folder: &Path) -> Result<Self, Error> {
        let text = folder.to_str().ok_or_else(|| Error::folder(folder, "its path is not UTF-8"))?;
        let open = || {
            let odb = Odb::new()?;
            odb.add_disk_alternate(text)?;
            git2::Repository::from_odb(odb)
        };
        let repository = open().map_err(|error: git2::Error| Error::folder(folder, error.message()))?;
        Ok(Self { repository, folder: text.to_owned() })
    }

    /// Whether the commit and its root folder are here.
    pub(crate) fn has(&self, commit: &Commit) -> bool {
        let commit = self.repository.find_commit(oid(commit));
        commit.is_ok_and(|commit| self.repository.find_tree(commit.tree_id()).is_ok())
    }

    /// Whether all folders and files of a commit are here.
    pub(crate) fn is_whole(&self, commit: &Commit) -> bool {
        let tree = self.tree(commit, String::new());
        tree.is_ok_and(|tree| tree.missing("", &|_, _| true).is_ok_and(|missing| missing.is_empty()))
    }

    /// The commit a tag object leads to; `None` when it leads to none, or is not here.
    pub(super) fn peeled(&self, id: &Commit) -> Option<Commit> {
        let object = self.repository.find_object(oid(id), None).ok()?;
        let commit = object.peel(ObjectType::Commit).ok()?;
        commit_of(commit.id())
    }

    /// The commit so many first parents back.
    pub(super) fn ancestor(&self, commit: &Commit, steps: usize) -> Option<Commit> {
        let mut here = self.repository.find_commit(oid(commit)).ok()?;
        for _ in 0..steps {
            here = here.parent(0).ok()?;
        }
        commit_of(here.id())
    }

    /// The files of a commit; `describe` names the repository in messages.
    pub(crate) fn tree(&self, commit: &Commit, describe: String) -> Result<GitTree, Error> {
        let folder = Path::new(&self.folder);
        let found = self.repository.find_commit(oid(commit));
        let root = found.map_err(|error| Error::folder(folder, error.message()))?.tree_id();
        let Self { repository, .. } = Self::open(folder)?;
        let borrows = fs::standing(&folder.join("info/alternates"))? != fs::Standing::Nothing;
        Ok(GitTree { repository, root, describe, walked: RefCell::default(), borrows, here: OnceCell::new() })
    }
}

/// The files of one commit.
pub(crate) struct GitTree {
    repository: git2::Repository,
    root: Oid,
    describe: String,
    /// Folders that were walked through: libgit2 parses a large one anew at each look, which is quadratic in its files.
    walked: RefCell<HashMap<Oid, Entries>>,
    /// Whether the objects of another repository serve too.
    borrows: bool,
    /// What is here: libgit2 looks on the disk for each object that is not, which costs more than all else.
    here: OnceCell<Option<HashSet<Oid>>>,
}

/// The entries of a folder by name.
type Entries = Rc<HashMap<Vec<u8>, Entry>>;

/// An entry of a tree, apart from its name.
#[derive(Debug, Clone, Copy)]
struct Entry {
    id: Oid,
    mode: i32,
    kind: Option<ObjectType>,
}

impl GitTree {
    fn error(&self, path: &str, why: impl fmt::Display) -> ReadError {
        ReadError { path: path.to_owned(), repository: self.describe.clone(), why: why.to_string() }
    }

    fn folder(&self, path: &str, id: Oid) -> Result<git2::Tree<'_>, ReadError> {
        self.repository.find_tree(id).map_err(|error| self.error(path, error.message()))
    }

    /// Walks down to a path through folders only.
    fn entry(&self, path: &str) -> Result<Option<Entry>, ReadError> {
        let mut here = Entry { id: self.root, mode: 0o040_000, kind: Some(ObjectType::Tree) };
        for component in path.split('/').filter(|component| !component.is_empty()) {
            if here.kind != Some(ObjectType::Tree) {
                return Ok(None);
            }
            let Some(entry) = self.entries(path, here.id)?.get(component.as_bytes()).copied() else {
                return Ok(None);
            };
            here = entry;
        }
        Ok(Some(here))
    }

    /// The entries of a folder by name.
    fn entries(&self, path: &str, id: Oid) -> Result<Entries, ReadError> {
        if let Some(entries) = self.walked.borrow().get(&id) {
            return Ok(Rc::clone(entries));
        }
        let tree = self.folder(path, id)?;
        let entry = |entry: &git2::TreeEntry<'_>| Entry {
            id: entry.id(),
            mode: entry.filemode(),
            kind: entry.kind(),
        };
        let entries = Rc::new(tree.iter().map(|one| (one.name_bytes().to_vec(), entry(&one))).collect());
        self.walked.borrow_mut().insert(id, Rc::clone(&entries));
        Ok(entries)
    }

    fn kind_of(&self, entry: Entry) -> Kind {
        match (entry.mode, entry.kind) {
            (MODE_SYMLINK, _) => Kind::Symlink,
            (MODE_SUBMODULE, _) | (_, Some(ObjectType::Commit)) => Kind::Submodule,
            (_, Some(ObjectType::Tree)) => Kind::Folder,
            (mode, Some(ObjectType::Blob)) => Kind::File {
                executable: mode & 0o100 != 0,
                // Unknown for a file that was not fetched.
                size: self.odb_header(entry.id).map(|(size, _)| size as u64),
            },
            _ => Kind::Special,
        }
    }

    fn odb_header(&self, id: Oid) -> Option<(usize, ObjectType)> {
        let odb = self.repository.odb().ok()?;
        if !self.is_here(&odb, id) {
            return None;
        }
        odb.read_header(id).ok()
    }

    /// Takes over the folders that another view of this repository walked through: under an id, they are the same.
    pub(crate) fn knowing_what(self, other: &Self) -> Self {
        self.walked
            .borrow_mut()
            .extend(other.walked.borrow().iter().map(|(id, entries)| (*id, Rc::clone(entries))));
        self
    }

    /// Whether an object was here when this was first asked.
    fn is_here(&self, odb: &Odb<'_>, id: Oid) -> bool {
        let all = self.here.get_or_init(|| {
            let mut all = HashSet::new();
            let listed = !self.borrows && {
                let taken = odb.foreach(|id| {
                    all.insert(*id);
                    true
                });
                taken.is_ok()
            };
            listed.then_some(all)
        });
        match all {
            Some(all) => all.contains(&id),
            None => odb.exists_ext(id, OdbLookupFlags::NO_REFRESH),
        }
    }

    /// The files (and targets of links) at or below `below` that `wanted` says yes to and whose contents were not fetched.
    pub(crate) fn missing(
        &self,
        below: &str,
        wanted: &dyn Fn(&str, Kind) -> bool,
    ) -> Result<Vec<Commit>, ReadError> {
        let Some(entry) = self.entry(below)? else { return Ok(Vec::new()) };
        let odb = self.repository.odb().map_err(|error| self.error("", error.message()))?;
        let mut missing = Vec::new();
        let mut ahead = vec![(below.to_owned(), entry, 0)];
        while let Some((path, entry, depth)) = ahead.pop() {
            match entry.kind {
                Some(ObjectType::Tree) if depth > MAX_DEPTH => {
                    return Err(self.error(&path, "folders are nested too deeply"));
                }
                Some(ObjectType::Tree) => {
                    for (name, child) in self.entries(&path, entry.id)?.iter() {
                        ahead.push((join(&path, &String::from_utf8_lossy(name)), *child, depth + 1));
                    }
                }
                Some(ObjectType::Blob)
                    if !self.is_here(&odb, entry.id) && wanted(&path, self.kind_of(entry)) =>
                {
                    missing.extend(commit_of(entry.id));
                }
                _ => {}
            }
        }
        missing.sort_unstable();
        missing.dedup();
        Ok(missing)
    }
}

impl Repository for GitTree {
    fn kind(&self, path: &str) -> Result<Option<Kind>, ReadError> {
        Ok(self.entry(path)?.map(|entry| self.kind_of(entry)))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError> {
        let entry = self.entry(path)?;
        let Some(Entry { id, kind: Some(ObjectType::Tree), .. }) = entry else {
            return Err(self.error(path, "no folder stands there"));
        };
        let folder = self.entries(path, id)?;
        let mut entries = Vec::with_capacity(folder.len());
        for (name, entry) in folder.iter() {
            let name =
                std::str::from_utf8(name).map_err(|_| self.error(path, "a name in it is not UTF-8"))?;
            // git never writes these; a tree made by hand may hold them.
            if name.is_empty() || matches!(name, "." | "..") || name.contains(['/', '\0']) {
                return Err(self.error(path, format!("`{}` is no name of a file", name.escape_debug())));
            }
            entries.push((name.to_owned(), self.kind_of(*entry)));
        }
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(entries)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let Some(entry) = self.entry(path)? else { return Err(self.error(path, "nothing stands there")) };
        let blob = self.repository.find_blob(entry.id).map_err(|error| self.error(path, error.message()))?;
        Ok(blob.content().to_vec())
    }

    fn identity(&self, path: &str) -> Result<Option<String>, ReadError> {
        Ok(self.entry(path)?.map(|entry| entry.id.to_string()))
    }

    fn describe(&self) -> &dyn fmt::Display {
        &self.describe
    }
}

fn oid(commit: &Commit) -> Oid {
    Oid::from_bytes(commit.bytes()).unwrap_or(Oid::ZERO_SHA1)
}

fn commit_of(id: Oid) -> Option<Commit> {
    id.as_bytes().try_into().ok().map(Commit::of_bytes)
}
