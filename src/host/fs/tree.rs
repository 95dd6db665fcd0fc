//! Folders of files on disk: as a `Repository`, and copied. `walk.rs` reads them whole, `write.rs` makes them.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use super::{Error, Result, Standing, at, create_folders, list, read_link, standing, standing_of, symlink};
use crate::{
    host::repository::{Kind, ReadError, Repository},
    model::{tree::is_part_of_skill, visible},
};

/// Bytes that are read at a time.
const PIECE: usize = 64 * 1024;

/// A folder on disk.
#[derive(Debug)]
pub(crate) struct Disk {
    root: PathBuf,
    shown: String,
    /// Paths of the submodules that a git work tree names.
    submodules: Vec<String>,
}

impl Disk {
    /// Opens the folder at `root`, a real path.
    pub(crate) fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            shown: visible::line(&root.to_string_lossy()).into_owned(),
            submodules: submodules(root),
        }
    }

    /// Like [`kind_of`]; the empty folder of a submodule whose files were not fetched is told apart.
    fn kind_at(&self, path: &str, place: &Path, metadata: &fs::Metadata) -> Kind {
        match kind_of(metadata) {
            Kind::Folder
                if self.submodules.iter().any(|submodule| submodule == path)
                    && list(place).is_ok_and(|entries| entries.is_empty()) =>
            {
                Kind::Submodule
            }
            kind => kind,
        }
    }

    /// Opens a file that the folder listed before, to be read piece by piece. What became a link meanwhile is not
    /// followed.
    pub(crate) fn open(&self, path: &str) -> io::Result<fs::File> {
        open_no_link(&self.root.join(path))
    }

    /// The folder itself.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The place of a repository path; `None` when a component before the last is a link.
    fn place(&self, path: &str) -> Result<Option<PathBuf>> {
        let mut place = self.root.clone();
        let mut components = path.split('/').filter(|part| !part.is_empty()).peekable();
        while let Some(component) = components.next() {
            place.push(component);
            if components.peek().is_some() && standing(&place)? == Standing::Symlink {
                return Ok(None);
            }
        }
        Ok(Some(place))
    }

    fn fail(&self, path: &str, why: impl fmt::Display) -> ReadError {
        ReadError { path: path.to_owned(), repository: self.shown.clone(), why: why.to_string() }
    }

    fn must(&self, path: &str) -> Result<PathBuf, ReadError> {
        match self.place(path) {
            Ok(Some(place)) => Ok(place),
            Ok(None) => Err(self.fail(path, "it lies behind a symbolic link")),
            Err(error) => Err(self.fail(path, error)),
        }
    }
}

/// The `path = …` lines of `.gitmodules`. A file that can't be read names none: git itself reports it.
fn submodules(root: &Path) -> Vec<String> {
    let text = super::read_text_if_there(&root.join(".gitmodules")).ok().flatten().unwrap_or_default();
    let paths =
        text.lines().filter_map(|line| line.trim().strip_prefix("path")?.trim_start().strip_prefix('='));
    paths.map(|path| path.trim().trim_matches('"').to_owned()).collect()
}

fn kind_of(metadata: &fs::Metadata) -> Kind {
    match standing_of(metadata.file_type()) {
        Standing::File => Kind::File { executable: is_executable(metadata), size: Some(metadata.len()) },
        Standing::Folder => Kind::Folder,
        Standing::Symlink => Kind::Symlink,
        Standing::Special | Standing::Nothing => Kind::Special,
    }
}

#[cfg(unix)]
pub(super) fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
pub(super) fn is_executable(_metadata: &fs::Metadata) -> bool {
    false
}

impl Repository for Disk {
    fn kind(&self, path: &str) -> Result<Option<Kind>, ReadError> {
        let Some(place) = self.place(path).map_err(|error| self.fail(path, error))? else { return Ok(None) };
        match fs::symlink_metadata(&place) {
            Ok(metadata) => Ok(Some(self.kind_at(path, &place, &metadata))),
            Err(error) if super::is_absent(&error) => Ok(None),
            Err(error) => Err(self.fail(path, super::plain(&error))),
        }
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError> {
        let place = self.must(path)?;
        let mut entries = Vec::new();
        for (name, standing) in list(&place).map_err(|error| self.fail(path, super::plain(&error.source)))? {
            let name = name.into_string().map_err(|name| {
                self.fail(
                    path,
                    format!("the file name `{}` is not UTF-8", visible::line(&name.to_string_lossy())),
                )
            })?;
            // Folders and links need no further look: most of a listing's time are such looks.
            let kind = match standing {
                Standing::Symlink => Kind::Symlink,
                Standing::Folder if self.submodules.is_empty() => Kind::Folder,
                _ => {
                    let place = place.join(&name);
                    let metadata = fs::symlink_metadata(&place)
                        .map_err(|error| self.fail(path, super::plain(&error)))?;
                    self.kind_at(&crate::host::repository::join(path, &name), &place, &metadata)
                }
            };
            entries.push((name, kind));
        }
        entries.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
        Ok(entries)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let place = self.must(path)?;
        let metadata = fs::symlink_metadata(&place).map_err(|error| self.fail(path, super::plain(&error)))?;
        if metadata.file_type().is_symlink() {
            let target = fs::read_link(&place).map_err(|error| self.fail(path, super::plain(&error)))?;
            let target = target.into_os_string().into_string();
            return target
                .map(|text| text.replace(std::path::MAIN_SEPARATOR, "/").into_bytes())
                .map_err(|_| self.fail(path, "the link's target is not UTF-8"));
        }
        fs::read(&place).map_err(|error| self.fail(path, super::plain(&error)))
    }

    fn read_listed(&self, path: &str, size: Option<u64>) -> Result<Vec<u8>, ReadError> {
        // What became a link meanwhile is not followed.
        let Ok(mut file) = open_no_link(&self.root.join(path)) else { return self.read(path) };
        let mut bytes = Vec::with_capacity(size.map_or(0, |size| usize::try_from(size).unwrap_or(0) + 1));
        match io::Read::read_to_end(&mut file, &mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(self.fail(path, super::plain(&error))),
        }
    }

    fn read_in_pieces(&self, path: &str, each: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        let fail = |error: &io::Error| self.fail(path, super::plain(error));
        let mut file = self.open(path).map_err(|error| fail(&error))?;
        let mut piece = vec![0; PIECE];
        loop {
            match io::Read::read(&mut file, &mut piece).map_err(|error| fail(&error))? {
                0 => return Ok(()),
                count => each(&piece[..count]),
            }
        }
    }

    fn describe(&self) -> &dyn fmt::Display {
        &self.shown
    }
}

/// Opens a file, not through a link at its place.
#[cfg(unix)]
pub(super) fn open_no_link(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
    fs::OpenOptions::new().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
pub(super) fn open_no_link(path: &Path) -> io::Result<fs::File> {
    if fs::symlink_metadata(path)?.file_type().is_symlink() {
        return Err(io::Error::other("it is a link"));
    }
    fs::File::open(path)
}

/// Copies a skill's folder: all that is part of the skill, links as links.
pub(crate) fn copy_skill(from: &Path, to: &Path) -> Result<()> {
    create_folders(to)?;
    for (name, kind) in list(from)? {
        if !name.to_str().is_none_or(is_part_of_skill) {
            continue;
        }
        match kind {
            Standing::Folder => copy_skill(&from.join(&name), &to.join(&name))?,
            _ => copy_all(&from.join(&name), &to.join(&name))?,
        }
    }
    Ok(())
}

/// Copies a file or folder with all it holds, links as links; file contents are shared where the file system can.
pub(crate) fn copy_all(from: &Path, to: &Path) -> Result<()> {
    match standing(from)? {
        Standing::Folder => {
            create_folders(to)?;
            for (name, _) in list(from)? {
                copy_all(&from.join(&name), &to.join(&name))?;
            }
            Ok(())
        }
        Standing::File => copy_file(from, to),
        Standing::Symlink => symlink(&read_link(from)?, to),
        Standing::Nothing => Err(at("copy", from)(io::ErrorKind::NotFound.into())),
        Standing::Special => Err(at("copy", from)(io::Error::other("it is no file, folder or link"))),
    }
}

/// `std::fs::copy` clones or copies within the kernel where the system can, and keeps the mode.
fn copy_file(from: &Path, to: &Path) -> Result<(), Error> {
    fs::copy(from, to).map(|_| ()).map_err(at("copy", from))
}
