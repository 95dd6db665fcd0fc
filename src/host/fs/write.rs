//! New files: one, or all of a `Tree`. What stands already is never written to.

use std::{fs, io::Write as _, path::Path};

use super::{Result, at, create_folders};
use crate::model::tree::{Mode, Tree, TreeFile};

/// Writes a new file with the given bytes; an existing one is an error. The executable bit follows the umask.
pub(crate) fn write_new(path: &Path, bytes: &[u8], executable: bool) -> Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    set_creation_mode(&mut options, executable);
    let mut file = options.open(path).map_err(at("write", path))?;
    file.write_all(bytes).map_err(at("write", path))
}

#[cfg(unix)]
fn set_creation_mode(options: &mut fs::OpenOptions, executable: bool) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(if executable { 0o777 } else { 0o666 });
}

#[cfg(not(unix))]
fn set_creation_mode(_options: &mut fs::OpenOptions, _executable: bool) {}

/// Writes all files of a tree below `folder`, which is made; nothing may stand where a file goes. Links are made last,
/// so no file is written through one.
pub(crate) fn write_tree(tree: &Tree, folder: &Path) -> Result<()> {
    create_folders(folder)?;
    let filling = Filling::open(folder)?;
    let (links, files): (Vec<_>, Vec<_>) = tree.files().iter().partition(|file| file.mode == Mode::Symlink);
    let mut made = "";
    for file in files.iter().chain(&links) {
        let parent = file.path.rsplit_once('/').map_or("", |(parent, _)| parent);
        if parent != made {
            filling.make_folders(parent)?;
            made = parent;
        }
        filling.make(file)?;
    }
    Ok(())
}

/// A folder that is being filled. Where the system can, names are looked up in it, not on the way down from the root.
struct Filling<'a> {
    folder: &'a Path,
    #[cfg(target_os = "linux")]
    open: std::os::fd::OwnedFd,
}

#[cfg(target_os = "linux")]
impl<'a> Filling<'a> {
    fn open(folder: &'a Path) -> Result<Self> {
        use rustix::fs::{CWD, Mode as Bits, OFlags, openat};
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let open = openat(CWD, folder, flags, Bits::empty());
        Ok(Self { folder, open: open.map_err(|errno| at("write in", folder)(errno.into()))? })
    }

    fn make_folders(&self, path: &str) -> Result<()> {
        use rustix::{
            fs::{Mode as Bits, mkdirat},
            io::Errno,
        };
        match mkdirat(&self.open, path, Bits::from_raw_mode(0o777)) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(Errno::NOENT) => create_folders(&self.folder.join(path)),
            Err(errno) => Err(at("make the folder", &self.folder.join(path))(errno.into())),
        }
    }

    fn make(&self, file: &TreeFile) -> Result<()> {
        use rustix::fs::{Mode as Bits, OFlags, openat};
        let bits = match file.mode {
            Mode::Regular => 0o666,
            Mode::Executable => 0o777,
            Mode::Symlink => return self.link(file),
        };
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let made = openat(&self.open, file.path.as_str(), flags, Bits::from_raw_mode(bits));
        let written = made.map_err(Into::into).and_then(|made| fs::File::from(made).write_all(&file.content));
        written.map_err(|error| at("write", &self.folder.join(&file.path))(error))
    }
}

#[cfg(not(target_os = "linux"))]
impl<'a> Filling<'a> {
    #[expect(clippy::unnecessary_wraps, reason = "opening it fails elsewhere")]
    fn open(folder: &'a Path) -> Result<Self> {
        Ok(Self { folder })
    }

    fn make_folders(&self, path: &str) -> Result<()> {
        create_folders(&self.folder.join(path))
    }

    fn make(&self, file: &TreeFile) -> Result<()> {
        match file.mode {
            Mode::Regular => write_new(&self.folder.join(&file.path), &file.content, false),
            Mode::Executable => write_new(&self.folder.join(&file.path), &file.content, true),
            Mode::Symlink => self.link(file),
        }
    }
}

impl Filling<'_> {
    fn link(&self, file: &TreeFile) -> Result<()> {
        let target = String::from_utf8_lossy(&file.content);
        super::symlink(Path::new(&*target), &self.folder.join(&file.path))
    }
}
