//! The cache: unpacked trees by their digest, git's object folders by URL (with notes on what their commits hold),
//! downloaded archives by their SHA-256.
//!
//! An entry is made in `tmp/` on the same file system, gets its marker last and is moved to its place whole; it is
//! re-hashed whenever it is used, and a bad one is thrown away. Using the cache takes a shared lock, pruning it the only
//! one. What is installed from it is copied (shared by reflink where the file system can), never hard-linked, since
//! people edit skills in place.

mod notes;
mod prune;

use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use super::fs::{self, FileLock, Scratch, Standing};
use crate::model::{digest::Digest, tree::Tree};
pub(crate) use prune::{Bucket, Entry, Limits, entries, prune};

const TREES: &str = "store/v1";
const GIT: &str = "git/v1";
const ARCHIVES: &str = "archives/v1";
/// Results of `skill lint`, from the cache's root; whoever writes them names the files.
pub(crate) const LINT: &str = "lint/v1";
const TMP: &str = "tmp";
const LOCK: &str = ".lock";
/// An entry without it was not finished.
const MARKER: &str = "complete";
/// The files of an entry.
const FILES: &str = "tree";

const CACHEDIR_TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55
# This folder is the cache of `skill`: backups may leave it out, and it may be deleted at any time.
";

/// The cache in use: nobody prunes it until this is dropped; other processes may use it too.
#[derive(Debug)]
pub(crate) struct Store {
    root: PathBuf,
    /// None where this user may not write: then nothing of it is removed by this user either.
    _in_use: Option<FileLock>,
}

/// Something that the cache could not do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error("the cache does not hold the files of {0}")]
    Missing(Digest),
}

type Result<T> = std::result::Result<T, StoreError>;

/// How exact the time of last use is: to write it each time would cost as much as the use.
const USED_WITHIN: Duration = Duration::from_mins(10);

/// Notes the time of last use, for pruning; a read-only cache works without.
fn used(marker: &Path, last: SystemTime) {
    // A time in the future is a clock that was set back.
    if last.elapsed().is_ok_and(|age| age >= USED_WITHIN) {
        let _ = fs::touch(marker);
    }
}

/// A repository's folder of git objects, held by this process alone until dropped.
#[derive(Debug)]
pub(crate) struct GitFolder {
    path: PathBuf,
    _lock: FileLock,
}

impl GitFolder {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Store {
    /// Opens the cache at `root`, made if need be; `waiting` is called with its lock file if it is being pruned. One that
    /// may only be read serves as long as it holds what is asked for; one that this user can't make holds nothing, and
    /// is an error only to whoever wants to keep something in it.
    pub(crate) fn open(root: &Path, waiting: impl Fn(&Path)) -> Result<Self> {
        match fs::create_folders(root) {
            Err(error) if error.is_forbidden() && !fs::is_folder(root) => {
                return Ok(Self { root: root.to_owned(), _in_use: None });
            }
            result => result?,
        }
        let tag = root.join("CACHEDIR.TAG");
        if fs::standing(&tag)? == Standing::Nothing {
            match fs::write_atomic(&tag, CACHEDIR_TAG.as_bytes()) {
                Err(error) if error.is_forbidden() => {}
                result => {
                    result?;
                }
            }
        }
        let lock = root.join(LOCK);
        let in_use = match FileLock::shared(&lock, || waiting(&lock)) {
            Err(error) if error.is_forbidden() => FileLock::shared_if_there(&lock, || waiting(&lock))?,
            result => Some(result?),
        };
        Ok(Self { root: root.to_owned(), _in_use: in_use })
    }

    /// A folder for work in progress on the cache's file system.
    pub(crate) fn scratch(&self) -> Result<Scratch> {
        Ok(Scratch::new_in(&self.root.join(TMP))?)
    }

    fn entry(&self, digest: Digest) -> PathBuf {
        let hex = digest.hex();
        self.root.join(TREES).join(&hex[..2]).join(hex)
    }

    /// Keeps a tree whose digest is known; gives the folder of its files. One that is here already is not read: whoever
    /// uses it checks it.
    pub(crate) fn insert(&self, tree: &Tree, digest: Digest) -> Result<PathBuf> {
        let entry = self.entry(digest);
        if fs::standing(&entry.join(MARKER))? == Standing::File {
            return Ok(entry.join(FILES));
        }
        let scratch = self.scratch()?;
        fs::write_tree(tree, &scratch.path().join(FILES))?;
        fs::write_new(&scratch.path().join(MARKER), format!("{digest}\n").as_bytes(), false)?;
        let place = self.entry(digest);
        // A process that was faster made the same entry: the exchanged one is dropped.
        let made = scratch.keep();
        if let fs::Placed::Replaced { old } = fs::place(&made, &place)? {
            fs::remove_all(&old)?;
        }
        Ok(place.join(FILES))
    }

    /// The folder with the files of this digest, checked against it just now; a bad entry is thrown away.
    pub(crate) fn tree(&self, digest: Digest) -> Result<Option<PathBuf>> {
        let entry = self.entry(digest);
        if fs::standing(&entry)? == Standing::Nothing {
            return Ok(None);
        }
        let (files, marker) = (entry.join(FILES), entry.join(MARKER));
        if let Some(last) = fs::time_of_file(&marker)?
            && fs::hash_tree(&files).is_ok_and(|found| found == digest)
        {
            used(&marker, last);
            return Ok(Some(files));
        }
        self.throw_away(&entry)?;
        Ok(None)
    }

    /// The files of this digest, read and checked in one go; a bad entry is thrown away.
    pub(crate) fn read(&self, digest: Digest) -> Result<Option<Tree>> {
        let entry = self.entry(digest);
        let marker = entry.join(MARKER);
        if let Some(last) = fs::time_of_file(&marker)? {
            match fs::read_tree(&entry.join(FILES)) {
                Ok(tree) if tree.digest() == digest => {
                    used(&marker, last);
                    return Ok(Some(tree));
                }
                _ => {}
            }
        }
        if fs::standing(&entry)? != Standing::Nothing {
            self.throw_away(&entry)?;
        }
        Ok(None)
    }

    /// Whether the files of this digest are here and whole.
    pub(crate) fn holds(&self, digest: Digest) -> bool {
        self.tree(digest).is_ok_and(|found| found.is_some())
    }

    /// Copies the files of this digest, which [`tree`](Self::tree) has just checked, to `to`, which is made.
    pub(crate) fn copy_out(&self, digest: Digest, to: &Path) -> Result<()> {
        let files = self.entry(digest).join(FILES);
        if fs::standing(&files)? != Standing::Folder {
            return Err(StoreError::Missing(digest));
        }
        Ok(fs::copy_skill(&files, to)?)
    }

    /// Moved out of the way first, so that no other process finds half of it.
    fn throw_away(&self, entry: &Path) -> Result<()> {
        let scratch = self.scratch()?;
        let aside = scratch.path().join("bad");
        fs::rename(entry, &aside)?;
        Ok(fs::remove_all(&aside)?)
    }

    /// The folder for git objects of a repository, by its URL, for this process alone; made if need be. `waiting` is
    /// called if another process fetches into it.
    pub(crate) fn git(&self, url: &str, waiting: impl FnOnce()) -> Result<GitFolder> {
        let path = self.root.join(GIT).join(Digest::of(url.as_bytes()).hex());
        let lock = FileLock::exclusive(&path.join(LOCK), waiting)?;
        let marker = path.join(MARKER);
        // The URL is written down for people; its time is that of the last use.
        if fs::standing(&marker)? == Standing::Nothing {
            fs::write_atomic(&marker, format!("{url}\n").as_bytes())?;
        } else {
            let _ = fs::touch(&marker);
        }
        Ok(GitFolder { path, _lock: lock })
    }

    /// Keeps a downloaded archive whose digest is known.
    pub(crate) fn keep_archive(&self, digest: Digest, bytes: &[u8]) -> Result<()> {
        fs::write_atomic(&self.root.join(ARCHIVES).join(digest.hex()), bytes)?;
        Ok(())
    }

    /// The archive with this digest, checked just now; a bad one is thrown away.
    pub(crate) fn archive(&self, digest: Digest) -> Result<Option<Vec<u8>>> {
        let place = self.root.join(ARCHIVES).join(digest.hex());
        if fs::standing(&place)? != Standing::File {
            return Ok(None);
        }
        let bytes = fs::read(&place)?;
        if Digest::of(&bytes) == digest {
            let _ = fs::touch(&place);
            return Ok(Some(bytes));
        }
        fs::remove_file(&place)?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

    use std::fs as files;

    use super::*;
    use crate::model::tree::{Mode, TreeFile};

    fn tree(text: &str) -> Tree {
        let file = |path: &str, mode| TreeFile { path: path.to_owned(), mode, content: text.into() };
        Tree::new(vec![
            file("SKILL.md", Mode::Regular),
            file("scripts/a.sh", Mode::Executable),
            TreeFile { path: "b.md".to_owned(), mode: Mode::Symlink, content: b"SKILL.md".to_vec() },
        ])
    }

    fn open(root: &Path) -> Store {
        Store::open(root, |_| {}).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_tree_comes_out_as_it_went_in() {
        let root = tempfile::tempdir().unwrap();
        let store = open(root.path());
        let digest = tree("a").digest();
        assert_eq!(store.tree(digest).unwrap(), None);
        let place = store.insert(&tree("a"), tree("a").digest()).unwrap();
        assert_eq!(store.insert(&tree("a"), tree("a").digest()).unwrap(), place);
        assert_eq!(store.tree(digest).unwrap(), Some(place.clone()));
        let out = root.path().join("out");
        store.copy_out(digest, &out).unwrap();
        assert_eq!(fs::hash_tree(&out).unwrap(), digest);
        files::write(out.join("SKILL.md"), "edited in place").unwrap();
        assert_eq!(store.tree(digest).unwrap(), Some(place), "a copy shares nothing that can be written");
        assert!(root.path().join("CACHEDIR.TAG").is_file());
        assert_eq!(files::read_dir(root.path().join("tmp")).unwrap().count(), 0);
    }

    #[test]
    fn a_damaged_or_unfinished_entry_is_thrown_away_and_made_again() {
        let root = tempfile::tempdir().unwrap();
        let store = open(root.path());
        let digest = tree("a").digest();
        let place = store.insert(&tree("a"), tree("a").digest()).unwrap();
        files::write(place.join("SKILL.md"), "tampered").unwrap();
        assert_eq!(store.tree(digest).unwrap(), None);
        assert!(!place.exists());
        let place = store.insert(&tree("a"), tree("a").digest()).unwrap();
        files::remove_file(place.parent().unwrap().join(MARKER)).unwrap();
        assert_eq!(store.tree(digest).unwrap(), None);
        let missing = store.copy_out(digest, &root.path().join("out"));
        assert!(matches!(missing, Err(StoreError::Missing(found)) if found == digest));
        assert!(!store.holds(digest));
        let archive = Digest::of(b"bytes");
        store.keep_archive(archive, b"bytes").unwrap();
        assert_eq!(store.archive(archive).unwrap().as_deref(), Some(b"bytes".as_slice()));
        files::write(root.path().join(ARCHIVES).join(archive.hex()), "other").unwrap();
        assert_eq!(store.archive(archive).unwrap(), None);
    }

    #[test]
    fn two_at_once_make_one_entry() {
        let root = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let store = open(root.path());
                    let place = store.insert(&tree("same"), tree("same").digest()).unwrap();
                    assert!(place.join("SKILL.md").is_file());
                });
            }
        });
        assert!(open(root.path()).tree(tree("same").digest()).unwrap().is_some());
    }

    #[test]
    fn pruning_takes_half_packs_and_repositories_of_too_many_packs() {
        let root = tempfile::tempdir().unwrap();
        let pack = |url: &str| open(root.path()).git(url, || {}).unwrap().path().join("pack");
        let (few, many) = (pack("https://example.com/few"), pack("https://example.com/many"));
        for (folder, count) in [(&few, 2), (&many, 51)] {
            files::create_dir_all(folder).unwrap();
            for number in 0..count {
                files::write(folder.join(format!("pack-{number}.pack")), "x").unwrap();
            }
            files::write(folder.join("pack_git2_a1B2c3"), "half").unwrap();
        }
        prune(root.path(), unused_for(Duration::from_hours(1)), false, |_| {}).unwrap();
        assert!(few.join("pack-1.pack").exists() && !few.join("pack_git2_a1B2c3").exists());
        assert!(!many.exists());
    }

    fn unused_for(unused_for: Duration) -> Limits {
        Limits { unused_for, size: None }
    }

    #[test]
    fn pruning_to_a_size_keeps_what_was_used_last() {
        let root = tempfile::tempdir().unwrap();
        let store = open(root.path());
        for (hours, name) in [(3, "oldest"), (2, "middle"), (1, "newest")] {
            let tree = tree(name);
            store.insert(&tree, tree.digest()).unwrap();
            let used = SystemTime::now() - Duration::from_hours(hours);
            let marker = store.entry(tree.digest()).join(MARKER);
            files::File::options().write(true).open(marker).unwrap().set_modified(used).unwrap();
        }
        drop(store);
        let sizes: Vec<u64> = entries(root.path()).unwrap().iter().map(|entry| entry.bytes).collect();
        let limits = |size| Limits { unused_for: Duration::from_hours(24), size: Some(size) };
        let all: u64 = sizes.iter().sum();
        assert_eq!(prune(root.path(), limits(all), false, |_| {}).unwrap().kept, 3);
        assert_eq!(prune(root.path(), limits(all - 1), false, |_| {}).unwrap().kept, 2);
        let store = open(root.path());
        assert!(store.tree(tree("oldest").digest()).unwrap().is_none());
        assert!(store.tree(tree("newest").digest()).unwrap().is_some());
        drop(store);
        assert_eq!(prune(root.path(), limits(0), false, |_| {}).unwrap().kept, 0);
    }

    #[test]
    fn pruning_takes_what_is_old_and_spares_what_was_used() {
        let root = tempfile::tempdir().unwrap();
        {
            let store = open(root.path());
            store.insert(&tree("old"), tree("old").digest()).unwrap();
            store.insert(&tree("new"), tree("new").digest()).unwrap();
            store.git("https://example.com/r.git", || {}).unwrap();
            store.keep_archive(Digest::of(b"x"), b"x").unwrap();
            store.scratch().unwrap().keep();
            let old = store.entry(tree("old").digest()).join(MARKER);
            let long_ago = SystemTime::now() - Duration::from_hours(40 * 24);
            files::File::options().write(true).open(old).unwrap().set_modified(long_ago).unwrap();
        }
        let month = Duration::from_hours(30 * 24);
        let would = prune(root.path(), unused_for(month), true, |_| {}).unwrap();
        assert_eq!(would.removed.len(), 2, "the old tree and the leftover: {would:?}");
        assert_eq!(entries(root.path()).unwrap().len(), 5, "a dry run removes nothing");
        prune(root.path(), unused_for(month), false, |_| {}).unwrap();
        let store = open(root.path());
        assert!(store.tree(tree("new").digest()).unwrap().is_some());
        assert!(store.tree(tree("old").digest()).unwrap().is_none());
        drop(store);
        prune(root.path(), unused_for(Duration::ZERO), false, |_| {}).unwrap();
        assert_eq!(entries(root.path()).unwrap(), []);
    }
}
