//! Locks between processes: std's file locks, with a word to the user while another process holds one.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

use super::{Result, at, create_folders};

/// A lock on a file, held until dropped. The file itself stays.
#[derive(Debug)]
pub(crate) struct FileLock {
    file: File,
}

impl FileLock {
    /// Waits for the only lock on `path`, made if need be; `waiting` is called once if another process holds it.
    pub(crate) fn exclusive(path: &Path, waiting: impl FnOnce()) -> Result<Self> {
        Self::hold(open(path)?, path, waiting)
    }

    fn hold(file: File, path: &Path, waiting: impl FnOnce()) -> Result<Self> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock().map_err(at("lock", path))?;
            }
            Err(TryLockError::Error(error)) => return Err(at("lock", path)(error)),
        }
        Ok(Self { file })
    }

    /// Waits for the only lock on a folder, which must exist. Nothing is left behind: where the system can, the folder
    /// itself is locked.
    pub(crate) fn on_folder(folder: &Path, waiting: impl FnOnce()) -> Result<Self> {
        if cfg!(windows) {
            return Self::exclusive(&folder.join(".lock"), waiting);
        }
        let file = File::open(folder).map_err(at("lock", folder))?;
        Self::hold(file, folder, waiting)
    }

    /// Like [`on_folder`](Self::on_folder), but others may share it.
    pub(crate) fn shared_on_folder(folder: &Path, waiting: impl FnOnce()) -> Result<Self> {
        if cfg!(windows) {
            return Self::shared(&folder.join(".lock"), waiting);
        }
        let file = File::open(folder).map_err(at("lock", folder))?;
        Self::hold_shared(file, folder, waiting)
    }

    /// Waits for a lock on `path` that others may share.
    pub(crate) fn shared(path: &Path, waiting: impl FnOnce()) -> Result<Self> {
        Self::hold_shared(open(path)?, path, waiting)
    }

    /// Like [`shared`](Self::shared), on a file that this user may read only; `None` when there is none.
    pub(crate) fn shared_if_there(path: &Path, waiting: impl FnOnce()) -> Result<Option<Self>> {
        match File::open(path) {
            Ok(file) => Self::hold_shared(file, path, waiting).map(Some),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(at("lock", path)(error)),
        }
    }

    fn hold_shared(file: File, path: &Path, waiting: impl FnOnce()) -> Result<Self> {
        match file.try_lock_shared() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock_shared().map_err(at("lock", path))?;
            }
            Err(TryLockError::Error(error)) => return Err(at("lock", path)(error)),
        }
        Ok(Self { file })
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Closing the file releases the lock in any case.
        let _ = self.file.unlock();
    }
}

fn open(path: &Path) -> Result<File> {
    if let Some(parent) = path.parent() {
        create_folders(parent)?;
    }
    fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(at("lock", path))
}
