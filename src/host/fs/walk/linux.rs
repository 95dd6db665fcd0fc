//! The walk by open folders: names are looked up where they lie, so that a file costs four calls of the system and no
//! way down from the root, and nothing that became a link meanwhile is followed.

use std::{
    fs::File,
    mem::MaybeUninit,
    os::fd::{AsFd as _, BorrowedFd},
    path::Path,
};

use rustix::{
    fs::{AtFlags, CWD, FileType, Mode as Bits, OFlags, RawDir, fstat, openat, readlinkat, statat},
    io::Errno,
};

use super::{Visit, link_text, not_utf8, read_all, special};
use crate::{
    host::{
        fs::{Result, at},
        repository::join,
    },
    model::tree::{Mode, is_part_of_skill},
};

const READ: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC);

/// Visits every file below a folder, in no order.
pub(super) fn each_file(folder: &Path, visit: Visit<'_>) -> Result<()> {
    let root = openat(CWD, folder, READ | OFlags::DIRECTORY, Bits::empty())
        .map_err(|errno| at("list", folder)(errno.into()))?;
    let mut walk = Walk { folder, ahead: Vec::new(), content: Vec::new(), visit };
    walk.list(root.as_fd(), "")?;
    while let Some(inner) = walk.ahead.pop() {
        let here = openat(&root, inner.as_str(), READ | OFlags::DIRECTORY | OFlags::NOFOLLOW, Bits::empty())
            .map_err(|errno| at("list", &folder.join(&inner))(errno.into()))?;
        walk.list(here.as_fd(), &inner)?;
    }
    Ok(())
}

struct Walk<'a> {
    folder: &'a Path,
    /// Folders that were seen and not yet listed, by their paths: only one is open at a time, however deep they lie.
    ahead: Vec<String>,
    content: Vec<u8>,
    visit: Visit<'a>,
}

impl Walk<'_> {
    fn list(&mut self, here: BorrowedFd<'_>, inner: &str) -> Result<()> {
        let place = |name: &[u8]| self.folder.join(inner).join(&*String::from_utf8_lossy(name));
        let mut room = [MaybeUninit::uninit(); 8192];
        let mut entries = RawDir::new(here, &mut room);
        while let Some(entry) = entries.next() {
            let entry = entry.map_err(|errno| at("list", &self.folder.join(inner))(errno.into()))?;
            let raw = entry.file_name();
            let bytes = raw.to_bytes();
            if matches!(bytes, b"." | b"..") {
                continue;
            }
            let Ok(name) = std::str::from_utf8(bytes) else { return Err(not_utf8(&place(bytes))) };
            if !is_part_of_skill(name) {
                continue;
            }
            let fail = |action, errno: Errno| at(action, &place(bytes))(errno.into());
            let kind = match entry.file_type() {
                // Some file systems don't say.
                FileType::Unknown => {
                    let found = statat(here, raw, AtFlags::SYMLINK_NOFOLLOW);
                    FileType::from_raw_mode(found.map_err(|errno| fail("look at", errno))?.st_mode)
                }
                known => known,
            };
            let path = join(inner, name);
            match kind {
                FileType::Directory => self.ahead.push(path),
                FileType::RegularFile => {
                    let file = openat(here, raw, READ | OFlags::NOFOLLOW, Bits::empty())
                        .map_err(|errno| fail("read", errno))?;
                    let found = fstat(&file).map_err(|errno| fail("look at", errno))?;
                    let size = u64::try_from(found.st_size).unwrap_or_default();
                    read_all(&mut File::from(file), size, &mut self.content, &|| place(bytes))?;
                    let mode = if found.st_mode & 0o100 == 0 { Mode::Regular } else { Mode::Executable };
                    (self.visit)(path, mode, &mut self.content);
                }
                FileType::Symlink => {
                    let target = readlinkat(here, raw, Vec::new());
                    let target = target.map_err(|errno| fail("read the link", errno))?;
                    self.content = link_text(&target.to_string_lossy());
                    (self.visit)(path, Mode::Symlink, &mut self.content);
                }
                _ => return Err(special(&place(bytes))),
            }
        }
        Ok(())
    }
}
