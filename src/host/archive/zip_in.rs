//! Zip archives in. The central directory and the entries' own headers must agree, nothing may stand before, between
//! or after them, and every entry is read to its end under a cap.

use std::io::{self, Read, Seek, SeekFrom};

use zip::{
    CompressionMethod, ZipArchive,
    read::{ArchiveOffset, Config},
    result::ZipError,
};

use super::{
    error::ArchiveError,
    name::{self, EntryName},
    opened::Node,
    plant::Plant,
};
use crate::model::digest::{Digest, Hasher};

const END_RECORD: [u8; 4] = [b'P', b'K', 5, 6];
const END_RECORD_SIZE: usize = 22;
/// Paths longer than this are no links any system follows.
const MAX_TARGET: usize = 4096;

const TYPE_BITS: u32 = 0o170_000;
const FILE: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

/// Reads a zip of `size` bytes.
pub(super) fn read<S: Read + Seek>(
    mut source: S,
    size: u64,
    mut plant: Plant,
) -> Result<Plant, ArchiveError> {
    check_end(&mut source, size)?;
    let mut archive = open(source)?;
    if archive.len() > plant.most_files().saturating_mul(4).saturating_add(16) {
        return Err(ArchiveError::TooMany { what: "entries", limit: plant.most_files() as u64 });
    }
    if archive.has_duplicate_names() {
        return Err(ArchiveError::Twice { entry: "(the same name)".to_owned() });
    }
    let names = check_entries(&archive)?;
    archive.validate_header_consistency().map_err(|error| match error {
        ZipError::Io(error) => broken(&error),
        _ => ArchiveError::Inconsistent,
    })?;
    for (index, name) in names.iter().enumerate() {
        plant.count_entry()?;
        if !plant.is_junk(name) {
            plant_entry(&mut archive, index, name, &mut plant)?;
        }
    }
    Ok(plant)
}

/// Whether the bytes end with a zip's end record, so that this is a zip with something before it.
pub(super) fn ends_like_one(bytes: &[u8]) -> bool {
    end_record(bytes).is_some()
}

/// The position of the end record that reaches to the very end.
fn end_record(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_RECORD_SIZE)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|&at| {
        bytes[at..].starts_with(&END_RECORD) && usize::from(number16(bytes, at + 20)) == last - at
    })
}

fn number16(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |pair| u16::from_le_bytes([pair[0], pair[1]]))
}

fn number32(bytes: &[u8], at: usize) -> u32 {
    u32::from(number16(bytes, at)) | u32::from(number16(bytes, at + 2)) << 16
}

/// Readers look for the end record in different ways; there must be one answer. The directory it names must lie right
/// before it, which fails when bytes stand before the archive or two archives were joined.
fn check_end<S: Read + Seek>(source: &mut S, size: u64) -> Result<(), ArchiveError> {
    let unreadable = |error: io::Error| broken(&error);
    // The longest end record there is, and Zip64's locator before it.
    let skipped = size.saturating_sub(20 + END_RECORD_SIZE as u64 + u64::from(u16::MAX));
    let bytes = part(source, skipped, u64::MAX).map_err(unreadable)?;
    let Some(at) = end_record(&bytes) else {
        let all = part(source, 0, u64::MAX).map_err(unreadable)?;
        let anywhere = all.windows(4).any(|window| window == END_RECORD);
        return Err(if anywhere {
            ArchiveError::Trailing
        } else {
            ArchiveError::Broken { why: "its list of entries is missing".to_owned() }
        });
    };
    let (length, start) = (number32(&bytes, at + 12), number32(&bytes, at + 16));
    if start == u32::MAX || length == u32::MAX {
        // Zip64: the library checks its own end record.
        return Ok(());
    }
    let is_zip64 = at >= 20 && bytes[at - 20..].starts_with(&[b'P', b'K', 6, 7]);
    if !is_zip64 && u64::from(start) + u64::from(length) != skipped + at as u64 {
        return Err(ArchiveError::Displaced);
    }
    let begins = part(source, u64::from(start), 4).map_err(unreadable)?;
    if length > 0 && begins != [b'P', b'K', 1, 2] {
        return Err(ArchiveError::Displaced);
    }
    Ok(())
}

/// At most `length` bytes from `start` on.
fn part<S: Read + Seek>(source: &mut S, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.seek(SeekFrom::Start(start))?;
    source.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open<S: Read + Seek>(source: S) -> Result<ZipArchive<S>, ArchiveError> {
    let config = Config { archive_offset: ArchiveOffset::Known(0) };
    ZipArchive::with_config(config, source).map_err(|error| broken(&error))
}

fn broken(error: &dyn std::fmt::Display) -> ArchiveError {
    ArchiveError::Broken { why: error.to_string() }
}

/// Checks every name before anything is read.
fn check_entries<S: Read + Seek>(archive: &ZipArchive<S>) -> Result<Vec<EntryName>, ArchiveError> {
    let mut names = Vec::with_capacity(archive.len());
    let mut first = u64::MAX;
    for index in 0..archive.len() {
        let entry = archive.by_index_data(index).map_err(|error| broken(&error))?;
        let shown = || String::from_utf8_lossy(entry.name_raw()).into_owned();
        names.push(name::parse(entry.name_raw())?);
        first = first.min(entry.header_start());
        if entry.encrypted() {
            return Err(ArchiveError::Encrypted { entry: shown() });
        }
        if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(ArchiveError::Method { entry: shown() });
        }
    }
    if !names.is_empty() && first != 0 {
        return Err(ArchiveError::Displaced);
    }
    Ok(names)
}

fn plant_entry<S: Read + Seek>(
    archive: &mut ZipArchive<S>,
    index: usize,
    name: &EntryName,
    plant: &mut Plant,
) -> Result<(), ArchiveError> {
    let mut entry = archive.by_index(index).map_err(|error| broken(&error))?;
    let shown = || name.components.join("/");
    let mode = entry.unix_mode().unwrap_or(0);
    let size = entry.size();
    let kind = match mode & TYPE_BITS {
        0 if name.is_folder => FOLDER,
        0 => FILE,
        // Windows tools that separate with `\` know no folder attribute for such names, and others set it without `/`.
        FILE | FOLDER if name.is_folder => FOLDER,
        kind => kind,
    };
    match kind {
        FOLDER if size == 0 => return plant.folder(name),
        FOLDER => return Err(ArchiveError::SizeLie { entry: shown() }),
        FILE | LINK => {}
        _ => return Err(ArchiveError::Special { entry: shown() }),
    }
    let room = plant.room();
    if size > room {
        return Err(plant.overflow());
    }
    let lie = |error: io::Error| match error.get_ref().map(ToString::to_string) {
        Some(why) if why.contains("checksum") => ArchiveError::Checksum { entry: shown() },
        _ => ArchiveError::SizeLie { entry: shown() },
    };
    if kind == FILE && plant.takes_prints() {
        let (length, digest) = hashed(&mut entry, size).map_err(lie)?;
        if length != size {
            return Err(ArchiveError::SizeLie { entry: shown() });
        }
        return plant.print(name, mode & 0o100 != 0, size, digest);
    }
    let mut content = Vec::new();
    (&mut entry).take(size.saturating_add(1)).read_to_end(&mut content).map_err(lie)?;
    if content.len() as u64 != size {
        return Err(ArchiveError::SizeLie { entry: shown() });
    }
    if kind == LINK {
        if content.len() > MAX_TARGET {
            return Err(ArchiveError::Special { entry: shown() });
        }
        return plant.leaf(name, Node::Link { target: content });
    }
    plant.leaf(name, Node::File { executable: mode & 0o100 != 0, content })
}

/// Length and digest of what comes out of an entry; a byte more than `size` is enough to see a lie.
fn hashed(entry: &mut impl Read, size: u64) -> io::Result<(u64, Digest)> {
    let mut entry = entry.take(size.saturating_add(1));
    let (mut hasher, mut length, mut piece) = (Hasher::default(), 0, vec![0; 64 * 1024]);
    loop {
        let count = entry.read(&mut piece)?;
        if count == 0 {
            return Ok((length, hasher.finish()));
        }
        length += count as u64;
        hasher.update(&piece[..count]);
    }
}
