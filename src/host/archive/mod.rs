//! Archives: zip (`.zip`, `.skill`) and tar.gz, read as hostile input into memory and written the same bytes each time.
//! Nothing is ever unpacked to disk here: an opened archive is a `Repository`, and what is taken from it passes through
//! `host::assemble` like everything else.

mod error;
mod name;
mod opened;
mod plant;
mod press;
mod stream;
mod tar_in;
mod write;
mod zip_in;

use std::io::{Cursor, Read, Seek};

use super::assemble;
pub(crate) use error::{ArchiveError, Verdict};
pub(crate) use opened::Opened;
use plant::Plant;
pub(crate) use plant::Print;
pub(crate) use press::{Parcel, Press, pressed};
pub(crate) use write::write_tar_gz;
pub(crate) use write::{Stamp, WrittenZip, write_zip};

/// Bounds on an archive. The defaults are those of the configuration file's `[limits]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Bytes of the archive itself.
    pub(crate) packed: u64,
    /// What may come out of it.
    pub(crate) tree: assemble::Limits,
}

impl Default for Limits {
    fn default() -> Self {
        Self { packed: 64 * 1024 * 1024, tree: assemble::Limits::default() }
    }
}

/// The kinds of archive that can be read, told by their first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Zip,
    TarGz,
}

impl Format {
    /// What the bytes are, whatever the file is called.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            [0x1f, 0x8b, ..] => Some(Self::TarGz),
            _ => None,
        }
    }
}

/// Opens an archive held in memory; `shown` is how messages name it (a path or URL).
pub(crate) fn open(bytes: &[u8], shown: &str, limits: Limits) -> Result<Opened, ArchiveError> {
    read(bytes, limits, Plant::new(bytes.len() as u64, limits.tree)).map(|plant| plant.opened(shown))
}

/// Reads a zip of `size` bytes as [`open`] does, piece by piece, and keeps of each file only what it is like.
pub(crate) fn prints<S: Read + Seek>(
    source: S,
    size: u64,
    limits: assemble::Limits,
) -> Result<Vec<Print>, ArchiveError> {
    zip_in::read(source, size, Plant::of_prints(size, limits)).map(Plant::into_prints)
}

fn read(bytes: &[u8], limits: Limits, plant: Plant) -> Result<Plant, ArchiveError> {
    if bytes.len() as u64 > limits.packed {
        return Err(ArchiveError::TooMany { what: "bytes before unpacking", limit: limits.packed });
    }
    match Format::of(bytes) {
        Some(Format::Zip) => zip_in::read(Cursor::new(bytes), bytes.len() as u64, plant),
        Some(Format::TarGz) => tar_in::read(bytes, plant),
        None if zip_in::ends_like_one(bytes) => Err(ArchiveError::Displaced),
        None => Err(ArchiveError::NoArchive),
    }
}

#[cfg(test)]
#[path = "../../../tests/archives/forge.rs"]
mod forge;

#[cfg(test)]
mod tests;
