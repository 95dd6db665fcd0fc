//! Putting a finished folder in its place so that a reader never misses it.

use std::path::{Path, PathBuf};

use super::{Error, Result, Scratch, Standing, at, create_folders, is_same, remove_all, rename, standing};

/// How a folder came to its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Placed {
    /// Nothing stood there before.
    New,
    /// What stood there before now lies at the path the new folder came from (or beside it).
    Replaced { old: PathBuf },
}

/// Moves `new` to `target`; from another file system (a folder of skills that is a link) by way of a copy beside it.
pub(crate) fn place(new: &Path, target: &Path) -> Result<Placed> {
    match place_here(new, target) {
        Err(error) if error.source.kind() == std::io::ErrorKind::CrossesDevices => {
            place_from_afar(new, target)
        }
        result => result,
    }
}

fn place_from_afar(new: &Path, target: &Path) -> Result<Placed> {
    let near = Scratch::hidden_in(target.parent().unwrap_or(Path::new(".")))?;
    let copy = near.path().join("new");
    super::tree::copy_all(new, &copy)?;
    let placed = place_here(&copy, target)?;
    remove_all(new)?;
    match placed {
        Placed::New => Ok(Placed::New),
        Placed::Replaced { old } => {
            super::tree::copy_all(&old, new)?;
            Ok(Placed::Replaced { old: new.to_owned() })
        }
    }
}

/// Moves `new` to `target` (same file system). What stands at `target` is exchanged with it in one step where the
/// system can, else moved aside first. Whoever calls this keeps a journal: on systems without an exchanging rename the
/// target is missing for an instant.
fn place_here(new: &Path, target: &Path) -> Result<Placed> {
    if let Some(parent) = target.parent() {
        create_folders(parent)?;
    }
    if standing(target)? == Standing::Nothing {
        match rename_without_replacing(new, target) {
            Ok(()) => return Ok(Placed::New),
            Err(error) if error.source.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    match exchange(new, target) {
        Ok(()) => Ok(Placed::Replaced { old: new.to_owned() }),
        Err(Refusal::Unable) => move_aside(new, target),
        Err(Refusal::Failed(error)) => Err(error),
    }
}

/// Two renames where one can't do.
fn move_aside(new: &Path, target: &Path) -> Result<Placed> {
    let mut old = new.as_os_str().to_owned();
    old.push(".old");
    let old = PathBuf::from(old);
    remove_all(&old)?;
    relocate(target, &old)?;
    rename(new, target)?;
    Ok(Placed::Replaced { old })
}

/// Gives a file another name that is free. Where case does not tell names apart, the new name may be the same file: the
/// file then goes by a third name in between.
pub(crate) fn rename_to_free(from: &Path, to: &Path) -> Result<()> {
    match standing(to)? {
        Standing::Nothing => rename(from, to),
        Standing::File if is_same(from, to) => {
            let mut between = to.as_os_str().to_owned();
            between.push(".renaming");
            let between = PathBuf::from(between);
            rename_to_free(from, &between)?;
            rename(&between, to)
        }
        _ => Err(at("rename a file to", to)(std::io::ErrorKind::AlreadyExists.into())),
    }
}

/// Moves a folder to where nothing stands; copies it where a folder of a lower overlay layer can't be renamed (EXDEV).
pub(crate) fn relocate(from: &Path, to: &Path) -> Result<()> {
    match rename(from, to) {
        Err(error) if error.source.kind() == std::io::ErrorKind::CrossesDevices => {
            super::tree::copy_all(from, to)?;
            remove_all(from)
        }
        result => result,
    }
}

/// Moves a folder to where nothing stands, when that takes one step; `false` when something stands there, nothing is at
/// `new`, or the system needs more than a step.
#[cfg(target_os = "linux")]
pub(crate) fn moved_at_once(new: &Path, target: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, new, CWD, target, RenameFlags::NOREPLACE).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn moved_at_once(_new: &Path, _target: &Path) -> bool {
    false
}

enum Refusal {
    /// The system or file system has no exchanging rename.
    Unable,
    Failed(Error),
}

#[cfg(target_os = "linux")]
fn exchange(new: &Path, target: &Path) -> std::result::Result<(), Refusal> {
    use rustix::{
        fs::{CWD, RenameFlags, renameat_with},
        io::Errno,
    };
    match renameat_with(CWD, new, CWD, target, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        Err(Errno::INVAL | Errno::NOSYS | Errno::XDEV | Errno::OPNOTSUPP) => Err(Refusal::Unable),
        Err(errno) => Err(Refusal::Failed(at("replace", target)(errno.into()))),
    }
}

#[cfg(not(target_os = "linux"))]
fn exchange(_new: &Path, _target: &Path) -> std::result::Result<(), Refusal> {
    Err(Refusal::Unable)
}

/// std's rename silently replaces an empty folder, so the system's own refusal is used where there is one.
#[cfg(target_os = "linux")]
fn rename_without_replacing(new: &Path, target: &Path) -> Result<()> {
    use rustix::{
        fs::{CWD, RenameFlags, renameat_with},
        io::Errno,
    };
    match renameat_with(CWD, new, CWD, target, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(()),
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => rename(new, target),
        Err(errno) => Err(at("move to", target)(errno.into())),
    }
}

#[cfg(not(target_os = "linux"))]
fn rename_without_replacing(new: &Path, target: &Path) -> Result<()> {
    rename(new, target)
}
