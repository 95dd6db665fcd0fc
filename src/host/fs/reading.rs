//! Files below a folder, opened for somebody outside: what lies out of the folder, links followed, is not there.

use std::{
    fs::{self, File},
    io::{ErrorKind, Read as _, Seek as _, SeekFrom},
    path::Path,
    time::UNIX_EPOCH,
};

use super::{Result, at};

/// What changes when a file is replaced or written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stamp(String);

impl Stamp {
    fn of(metadata: &fs::Metadata) -> Self {
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let nanoseconds = changed.map_or(0, |since| since.as_nanos());
        Self(format!("{:x}-{nanoseconds:x}-{:x}", metadata.len(), inode(metadata)))
    }

    /// A text for it, of letters, digits and `-`.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(unix)]
fn inode(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_metadata: &fs::Metadata) -> u64 {
    0
}

/// The stamp of a file, links followed; `None` where there is none.
pub(crate) fn stamp(path: &Path) -> Option<Stamp> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| Stamp::of(&metadata))
}

/// Whether an error says that nothing is there.
fn is_absent(error: &std::io::Error) -> bool {
    use ErrorKind as E;
    matches!(error.kind(), E::NotFound | E::NotADirectory | E::InvalidInput | E::InvalidFilename)
        || turns(error)
}

/// Whether links lead in a circle; std has no stable word for it.
#[cfg(unix)]
fn turns(error: &std::io::Error) -> bool {
    rustix::io::Errno::from_io_error(error) == Some(rustix::io::Errno::LOOP)
}

#[cfg(not(unix))]
fn turns(_error: &std::io::Error) -> bool {
    false
}

/// A regular file that is being read.
#[derive(Debug)]
pub(crate) struct Reading {
    file: File,
    path: std::path::PathBuf,
    size: u64,
    stamp: Stamp,
}

impl Reading {
    /// Opens the regular file at a relative path below a folder, given as its real path; `None` where none lies.
    pub(crate) fn below(folder: &Path, path: &str) -> Result<Option<Self>> {
        let asked = folder.join(path);
        let real = match fs::canonicalize(&asked) {
            Ok(real) if real.starts_with(folder) => real,
            Ok(_) => return Ok(None),
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(at("look at", &asked)(error)),
        };
        // Before opening: a pipe would wait for its other end.
        if !fs::symlink_metadata(&real).is_ok_and(|metadata| metadata.is_file()) {
            return Ok(None);
        }
        let file = match File::open(&real) {
            Ok(file) => file,
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(at("read", &real)(error)),
        };
        let metadata = file.metadata().map_err(at("look at", &real))?;
        let stamp = Stamp::of(&metadata);
        Ok(Some(Self { file, path: real, size: metadata.len(), stamp }))
    }

    /// In bytes, when it was opened.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// Goes to this byte.
    pub(crate) fn seek(&mut self, offset: u64) -> Result<()> {
        self.file.seek(SeekFrom::Start(offset)).map_err(at("read", &self.path))?;
        Ok(())
    }

    /// The next bytes, `most` at most; fewer only at the file's end.
    pub(crate) fn next(&mut self, most: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(usize::try_from(most).unwrap_or(0).min(1 << 20));
        (&mut self.file).take(most).read_to_end(&mut bytes).map_err(at("read", &self.path))?;
        Ok(bytes)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_the_folder_are_opened() {
        let root = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(root.path()).expect("a real path");
        let folder = root.join("in");
        fs::create_dir_all(folder.join("sub")).expect("folders");
        fs::write(folder.join("sub/a"), "hello").expect("a file");
        fs::write(root.join("secret"), "x").expect("a file");
        std::os::unix::fs::symlink("../secret", folder.join("out")).expect("a link");
        std::os::unix::fs::symlink("sub/a", folder.join("inner")).expect("a link");
        std::os::unix::fs::symlink("loop", folder.join("loop")).expect("a link");
        let open = |path: &str| Reading::below(&folder, path).expect("no error");
        for absent in ["out", "sub", "sub/b", "sub/a/b", "../secret", "loop", "", &"x".repeat(300)] {
            assert!(open(absent).is_none(), "{absent}");
        }
        assert!(open("inner").is_some());
        let mut reading = open("sub/a").expect("a file");
        assert_eq!(reading.size(), 5);
        reading.seek(1).expect("a place");
        assert_eq!(reading.next(2).expect("bytes"), b"el");
        assert_eq!(reading.next(9).expect("bytes"), b"lo");
        let before = stamp(&folder.join("sub/a")).expect("a stamp");
        crate::host::fs::write_atomic(&folder.join("sub/a"), b"hullo").expect("written");
        assert_ne!(stamp(&folder.join("sub/a")), Some(before));
    }
}
