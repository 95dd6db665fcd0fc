//! Files that are replaced whole or not at all, and scratch folders that vanish when dropped.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::{Result, at, create_folders, sync};

/// How temporary files and hidden scratch folders are called.
const PREFIX: &str = ".skill-";
const SUFFIX: &str = ".tmp";

/// Writes a file by way of a temporary one beside it: a reader, or a run killed midway, sees the old or the new bytes.
/// A link at `path` stays a link, its target is written. Nothing is touched when the bytes are the same already;
/// says whether something was written.
pub(crate) fn write_atomic(path: &Path, bytes: &[u8]) -> Result<bool> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::read(&target).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    replace(&target, |file| file.write_all(bytes))?;
    Ok(true)
}

/// Fills a temporary file and gives it the place of the one at `path`; a link there stays a link.
pub(super) fn replace(path: &Path, fill: impl FnOnce(&mut fs::File) -> io::Result<()>) -> Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    create_folders(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    set_mode(&mut builder, &target);
    let mut file = builder.tempfile_in(folder).map_err(at("write in", folder))?;
    fill(file.as_file_mut()).map_err(at("write", path))?;
    file.as_file().sync_all().map_err(at("flush", path))?;
    file.persist(&target).map_err(|error| at("write", path)(error.error))?;
    sync(folder)
}

/// Writes a file that only this user may read, by way of a temporary one beside it. A link at `path` is replaced.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    create_folders(folder)?;
    let mut builder = tempfile::Builder::new();
    // Without a mode of its own, a temporary file is its owner's alone.
    builder.prefix(PREFIX).suffix(SUFFIX);
    let mut file = builder.tempfile_in(folder).map_err(at("write in", folder))?;
    file.write_all(bytes).map_err(at("write", path))?;
    file.as_file().sync_all().map_err(at("flush", path))?;
    file.persist(path).map_err(|error| at("write", path)(error.error))?;
    sync(folder)
}

/// What a killed [`write_atomic`] left in a folder, or one that is at work right now.
pub(crate) fn leftovers(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = super::list_if_there(folder)?;
    found.retain(|(name, kind)| {
        let inner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        inner.is_some() && *kind == super::Standing::File
    });
    Ok(found.into_iter().map(|(name, _)| folder.join(name)).collect())
}

/// A temporary file in a folder, which only this user may read.
pub(super) fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)
}

/// Removes what a killed [`write_atomic`] left in a folder. Nobody else may be writing there.
pub(crate) fn remove_leftovers(folder: &Path) -> Result<()> {
    leftovers(folder)?.iter().try_for_each(|path| super::remove_file(path).map(|_| ()))
}

/// The mode of the file that is replaced, else what the umask makes of 0666.
#[cfg(unix)]
fn set_mode(builder: &mut tempfile::Builder<'_, '_>, target: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(target).map_or(0o666, |metadata| metadata.permissions().mode() & 0o777);
    builder.permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn set_mode(_builder: &mut tempfile::Builder<'_, '_>, _target: &Path) {}

/// A fresh folder for work in progress; removed with all it holds when dropped.
#[derive(Debug)]
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    /// Makes a scratch folder inside `parent`, which is made if need be.
    pub(crate) fn new_in(parent: &Path) -> Result<Self> {
        create_folders(parent)?;
        tempfile::Builder::new()
            .prefix("tmp-")
            .tempdir_in(parent)
            .map(Self)
            .map_err(at("make a folder in", parent))
    }

    /// Makes a scratch folder inside `parent` that programs which look for skills there pass over.
    pub(crate) fn hidden_in(parent: &Path) -> Result<Self> {
        create_folders(parent)?;
        tempfile::Builder::new()
            .prefix(PREFIX)
            .suffix(SUFFIX)
            .tempdir_in(parent)
            .map(Self)
            .map_err(at("make a folder in", parent))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Keeps the folder: the caller moves it to its place.
    pub(crate) fn keep(self) -> PathBuf {
        self.0.keep()
    }
}
