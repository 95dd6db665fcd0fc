//! The one pair of hands for files: every read and write of the program goes through here, and every error names
//! what was tried on which path. Nothing here follows a symbolic link unless its name says so.
#![expect(clippy::disallowed_methods, reason = "the one place that touches files")]

mod atomic;
mod error;
mod exchange;
mod fresh;
mod ignored;
mod imprint;
mod lock;
mod reading;
mod spill;
mod tree;
mod walk;
mod write;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

pub(crate) use atomic::{Scratch, leftovers, remove_leftovers, write_atomic, write_private};
pub(crate) use error::{Error, Result, at, plain};
pub(crate) use exchange::{Placed, moved_at_once, place, relocate, rename_to_free};
pub(crate) use fresh::{Fresh, Parts};
pub(crate) use ignored::{GitIgnores, Judged, PatternError, Patterns};
pub(crate) use imprint::{Imprint, Mark, imprint, read_marked};
pub(crate) use lock::FileLock;
pub(crate) use reading::{Reading, Stamp, stamp};
pub(crate) use spill::Spill;
pub(crate) use tree::{Disk, copy_all, copy_skill};
pub(crate) use walk::{hash_tree, read_tree};
pub(crate) use write::{write_new, write_tree};

/// What stands at a path, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Nothing,
    File,
    Folder,
    Symlink,
    /// A socket, pipe or device.
    Special,
}

fn standing_of(kind: fs::FileType) -> Standing {
    if kind.is_symlink() {
        Standing::Symlink
    } else if kind.is_dir() {
        Standing::Folder
    } else if kind.is_file() {
        Standing::File
    } else {
        Standing::Special
    }
}

/// What stands at `path` itself, links not followed. A path below a file counts as nothing.
pub(crate) fn standing(path: &Path) -> Result<Standing> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(standing_of(metadata.file_type())),
        Err(error) if is_absent(&error) => Ok(Standing::Nothing),
        Err(error) => Err(at("look at", path)(error)),
    }
}

/// What stands at `path` after following links; a dangling link counts as nothing.
pub(crate) fn standing_followed(path: &Path) -> Result<Standing> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(standing_of(metadata.file_type())),
        Err(error) if is_absent(&error) => Ok(Standing::Nothing),
        Err(error) => Err(at("look at", path)(error)),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Whether a folder stands at `path`, links followed. Unreadable counts as no.
pub(crate) fn is_folder(path: &Path) -> bool {
    matches!(standing_followed(path), Ok(Standing::Folder))
}

/// Whether a folder belongs to another user than the one this program runs as. Never so on systems without owners.
#[cfg(unix)]
pub(crate) fn belongs_to_another_user(path: &Path) -> Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::metadata(path).map_err(at("look at", path))?;
    Ok(metadata.uid() != rustix::process::geteuid().as_raw())
}

/// Whether a folder belongs to another user than the one this program runs as. Never so on systems without owners.
#[cfg(not(unix))]
pub(crate) fn belongs_to_another_user(_path: &Path) -> Result<bool> {
    Ok(false)
}

/// Whether a regular file stands at `path`, links followed. Unreadable counts as no.
pub(crate) fn is_file(path: &Path) -> bool {
    matches!(standing_followed(path), Ok(Standing::File))
}

/// Reads a whole file, links followed.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(at("read", path))
}

/// Reads a whole file of at most `limit` bytes; a larger one is an error before it is read.
pub(crate) fn read_capped(path: &Path, limit: u64) -> Result<Vec<u8>> {
    use io::Read as _;
    let mut options = fs::OpenOptions::new();
    options.read(true);
    // A pipe must not keep the run waiting for somebody to write into it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.open(path).map_err(at("read", path))?;
    let metadata = file.metadata().map_err(at("read", path))?;
    let too_large = |size: u64| {
        let why = format!("it has {size} bytes, at most {limit} are read");
        at("read", path)(io::Error::other(why))
    };
    if !metadata.is_file() {
        return Err(at("read", path)(io::Error::other("it is no file")));
    }
    if metadata.len() > limit {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    walk::read_all(&mut file.take(limit + 1), metadata.len(), &mut bytes, &|| path.to_owned())?;
    // It may have grown meanwhile.
    let size = bytes.len() as u64;
    if size > limit { Err(too_large(size)) } else { Ok(bytes) }
}

/// Reads a text file; `None` when nothing stands there. Invalid UTF-8 is an error.
pub(crate) fn read_text_if_there(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(at("read", path)(io::Error::new(error.kind(), "it is not UTF-8 text")))
        }
        Err(error) => Err(at("read", path)(error)),
    }
}

/// The target text of a symbolic link.
pub(crate) fn read_link(path: &Path) -> Result<PathBuf> {
    fs::read_link(path).map_err(at("read the link", path))
}

/// The real path: links resolved, absolute, without Windows' `\\?\` prefix where it can be left out.
pub(crate) fn canonical(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).map(without_verbatim).map_err(at("find", path))
}

/// The real path of the longest part that exists, with the rest appended: where `path` would come to lie.
pub(crate) fn canonical_or_ahead(path: &Path) -> PathBuf {
    let mut rest = Vec::new();
    let mut here = path;
    loop {
        if let Ok(real) = canonical(here) {
            return rest.iter().rev().fold(real, |path, part| path.join(part));
        }
        match (here.parent(), here.file_name()) {
            (Some(parent), Some(name)) => {
                rest.push(name.to_owned());
                here = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            }
            _ => return path.to_owned(),
        }
    }
}

/// The way from a folder to a path, `/`-separated, both absolute and real; the path itself when no way leads there.
pub(crate) fn relative(folder: &Path, path: &Path) -> String {
    let shared = folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    // Drives of Windows share nothing.
    if shared == 0 {
        return path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    }
    let up = folder.components().skip(shared).map(|_| "..".to_owned());
    let down = path.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// All of standard input, at most `limit` bytes.
pub(crate) fn read_standard_input(limit: u64) -> Result<Vec<u8>> {
    use io::Read as _;
    let path = Path::new("standard input");
    let mut bytes = Vec::new();
    io::stdin().take(limit + 1).read_to_end(&mut bytes).map_err(at("read", path))?;
    if bytes.len() as u64 > limit {
        return Err(at("read", path)(io::Error::other(format!("it has more than {limit} bytes"))));
    }
    Ok(bytes)
}

/// `\\?\C:\x` as `C:\x`; other paths as they are.
fn without_verbatim(path: PathBuf) -> PathBuf {
    match path.to_str().and_then(|text| text.strip_prefix(r"\\?\")) {
        Some(rest) if rest.as_bytes().get(1) == Some(&b':') => PathBuf::from(rest),
        _ => path,
    }
}

/// The names in a folder and what stands there (links not followed), sorted by name; names that are not UTF-8 are
/// kept as the system gives them.
pub(crate) fn list(path: &Path) -> Result<Vec<(std::ffi::OsString, Standing)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(at("list", path))? {
        let entry = entry.map_err(at("list", path))?;
        let kind = entry.file_type().map_err(at("look at", &entry.path()))?;
        entries.push((entry.file_name(), standing_of(kind)));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

/// Like [`list`]; an absent folder is an empty one.
pub(crate) fn list_if_there(path: &Path) -> Result<Vec<(std::ffi::OsString, Standing)>> {
    match list(path) {
        Err(error) if is_absent(&error.source) => Ok(Vec::new()),
        other => other,
    }
}

/// Makes a folder and those above it; an existing one is fine.
pub(crate) fn create_folders(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(at("make the folder", path))
}

/// Whether files say here who may execute them.
pub(crate) const HAS_MODES: bool = cfg!(unix);

/// Gives a file its executable bits (where its reader may read) or takes them away. Nothing on Windows.
#[cfg(unix)]
pub(crate) fn set_executable(path: &Path, executable: bool) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path).map_err(at("look at", path))?.permissions().mode();
    let wanted = if executable { mode | (mode & 0o444) >> 2 } else { mode & !0o111 };
    if wanted != mode {
        fs::set_permissions(path, fs::Permissions::from_mode(wanted))
            .map_err(at("change the mode of", path))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn set_executable(_path: &Path, _executable: bool) -> Result<()> {
    Ok(())
}

/// Removes a file or link; an absent one is fine. Says whether something was there.
pub(crate) fn remove_file(path: &Path) -> Result<bool> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if is_absent(&error) => Ok(false),
        Err(error) => Err(at("remove", path)(error)),
    }
}

/// Removes whatever stands at `path`, folders with all they hold; links are not followed. An absent one is fine.
pub(crate) fn remove_all(path: &Path) -> Result<()> {
    match standing(path)? {
        Standing::Nothing => Ok(()),
        Standing::Folder => match fs::remove_dir_all(path) {
            // A folder without write permission can't be emptied until it is made writable.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                make_writable(path);
                fs::remove_dir_all(path).map_err(at("remove", path))
            }
            result => result.map_err(at("remove", path)),
        },
        Standing::File | Standing::Symlink | Standing::Special => remove_file(path).map(|_| ()),
    }
}

#[cfg(unix)]
fn make_writable(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    // Best effort: the removal that follows reports what still stands in the way.
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for (name, kind) in list(folder).unwrap_or_default() {
        if kind == Standing::Folder {
            make_writable(&folder.join(name));
        }
    }
}

#[cfg(not(unix))]
fn make_writable(_folder: &Path) {}

/// Removes a folder if it is empty. Says whether it was removed.
pub(crate) fn remove_if_empty(path: &Path) -> bool {
    fs::remove_dir(path).is_ok()
}

/// Moves a file or folder within one file system; an existing target file is replaced.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to).map_err(at("move", from))
}

/// Flushes a file's or folder's data to the disk.
pub(crate) fn sync(path: &Path) -> Result<()> {
    match fs::File::open(path).and_then(|file| file.sync_all()) {
        Ok(()) => Ok(()),
        // Some file systems can't sync folders; there is nothing more to do then.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(at("flush", path)(error)),
    }
}

/// Size in bytes and time of the last change of a file, links followed.
pub(crate) fn size_and_time(path: &Path) -> Result<(u64, SystemTime)> {
    let metadata = fs::metadata(path).map_err(at("look at", path))?;
    let time = metadata.modified().map_err(at("look at", path))?;
    Ok((metadata.len(), time))
}

/// The time of the last change of the regular file at `path` itself; `None` where none stands.
pub(crate) fn time_of_file(path: &Path) -> Result<Option<SystemTime>> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => metadata.modified().map(Some).map_err(at("look at", path)),
        Ok(_) => Ok(None),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(at("look at", path)(error)),
    }
}

/// Whether two paths lead to the same file or folder, links followed.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    matches!((canonical(a), canonical(b)), (Ok(a), Ok(b)) if a == b)
}

/// Makes a symbolic link at `link` with the given target text. On Windows only links to folders are made.
pub(crate) fn symlink(target: &Path, link: &Path) -> Result<()> {
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(target, link);
    #[cfg(windows)]
    let made = std::os::windows::fs::symlink_dir(target, link);
    made.map_err(at("make the link", link))
}

/// Removes a link itself, whatever it leads to. Windows removes links between folders as it removes folders.
pub(crate) fn remove_link(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(_) if cfg!(windows) => fs::remove_dir(path).map_err(at("remove", path)),
        result => result.map_err(at("remove", path)),
    }
}

/// Makes a junction, Windows' link between folders that needs no privilege; both paths absolute.
#[cfg(windows)]
pub(crate) fn junction(target: &Path, link: &Path) -> Result<()> {
    junction::create(target, link).map_err(at("make the junction", link))
}

#[cfg(not(windows))]
pub(crate) fn junction(_target: &Path, link: &Path) -> Result<()> {
    Err(at("make the junction", link)(io::ErrorKind::Unsupported.into()))
}

/// Whether a junction stands at `path`.
#[cfg(windows)]
pub(crate) fn is_junction(path: &Path) -> bool {
    junction::exists(path).unwrap_or(false)
}

#[cfg(not(windows))]
pub(crate) fn is_junction(_path: &Path) -> bool {
    false
}

/// Sets the time of a file's last change to now.
pub(crate) fn touch(path: &Path) -> Result<()> {
    let file = fs::OpenOptions::new().append(true).open(path).map_err(at("change the time of", path))?;
    file.set_modified(SystemTime::now()).map_err(at("change the time of", path))
}

/// Bytes of all files at and below `path`, links not followed.
pub(crate) fn size_of_all(path: &Path) -> Result<u64> {
    match standing(path)? {
        Standing::File => size_and_time(path).map(|(size, _)| size),
        Standing::Folder => {
            list(path)?.iter().try_fold(0, |sum, (name, _)| Ok(sum + size_of_all(&path.join(name))?))
        }
        Standing::Nothing | Standing::Symlink | Standing::Special => Ok(0),
    }
}
