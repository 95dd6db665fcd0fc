//! A file that is written piece by piece beside its place and takes it whole; for what may be lost in a crash.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use super::{Result, at, atomic, create_folders};

/// A file on its way to its place. Dropped, nothing of it is left.
#[derive(Debug)]
pub(crate) struct Fresh {
    file: BufWriter<tempfile::NamedTempFile>,
    place: PathBuf,
}

impl Fresh {
    /// Begins the file that is to stand at `place`; its folder is made if need be. Only this user may read it.
    pub(crate) fn at(place: &Path) -> Result<Self> {
        let folder = place.parent().unwrap_or(place);
        create_folders(folder)?;
        let file = atomic::temporary_in(folder).map_err(at("write in", folder))?;
        Ok(Self { file: BufWriter::with_capacity(64 * 1024, file), place: place.to_owned() })
    }

    /// Gives it its place. It is not flushed to the disk: after a crash it may be cut short.
    pub(crate) fn keep(self) -> Result<()> {
        let file = self.file.into_inner().map_err(|error| at("write", &self.place)(error.into_error()))?;
        file.persist(&self.place).map_err(|error| at("write", &self.place)(error.error))?;
        Ok(())
    }
}

impl Write for Fresh {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file whose parts are read by several threads, each from its own place.
#[derive(Debug)]
pub(crate) struct Parts(fs::File);

impl Parts {
    /// Opens a regular file; `None` where none can be read.
    pub(crate) fn open(path: &Path) -> Option<Self> {
        let file = super::tree::open_no_link(path).ok()?;
        file.metadata().is_ok_and(|metadata| metadata.is_file()).then_some(Self(file))
    }

    /// Reads from the beginning on.
    pub(crate) fn reader(&self) -> io::BufReader<&fs::File> {
        io::BufReader::with_capacity(64 * 1024, &self.0)
    }

    /// The bytes from `start` on, as many as asked for.
    pub(crate) fn read(&self, start: u64, count: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; count];
        read_exact_at(&self.0, &mut bytes, start).ok()?;
        Some(bytes)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &fs::File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(windows)]
fn read_exact_at(file: &fs::File, mut bytes: &mut [u8], mut start: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, start)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => {
                bytes = &mut bytes[count..];
                start += count as u64;
            }
        }
    }
    Ok(())
}
