//! Archives out, the same bytes for the same files on every machine and day: entries sorted, one fixed time, modes 0644
//! and 0755 only, no extra fields, no folder entries. A zip's records are written here, since the zip library takes no
//! entries that were deflated elsewhere.

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};

use super::press::{Data, Deflate, Press};
use crate::model::{
    digest::{Digest, Hasher},
    tree::{Mode, Tree},
};

/// The time that all entries of an archive get, in seconds since 1970 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp(u64);

/// 1980-01-01 and 2107-12-31 23:59:58, between which zip can tell the time.
const ZIP_TIMES: (u64, u64) = (315_532_800, 4_354_819_198);

impl Default for Stamp {
    fn default() -> Self {
        Self(ZIP_TIMES.0)
    }
}

impl Stamp {
    /// A time brought into the range that zip can hold.
    pub(crate) fn clamped(seconds: u64) -> Self {
        Self(seconds.clamp(ZIP_TIMES.0, ZIP_TIMES.1))
    }

    /// The text of `SOURCE_DATE_EPOCH`; `None` when it is no whole number of seconds.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        // Times before 1970 are before 1980 too.
        let text = text.trim();
        match text.strip_prefix('-') {
            Some(rest) => rest.parse::<u64>().ok().map(|_| Self::default()),
            None => text.parse().ok().map(Self::clamped),
        }
    }

    /// Date and time as zip writes them, in UTC (no zone is ever asked); days are counted from 0000-03-01.
    fn to_dos(self) -> (u16, u16) {
        let (days, seconds) = (self.0 / 86_400 + 719_468, self.0 % 86_400);
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        // The clamped range keeps every field within its bits.
        let date = (year - 1980) << 9 | month << 5 | day;
        let time = (seconds / 3600) << 11 | (seconds / 60 % 60) << 5 | (seconds % 60 / 2);
        (u16::try_from(date).unwrap_or(0x21), u16::try_from(time).unwrap_or(0))
    }
}

fn mode(mode: Mode) -> u32 {
    match mode {
        Mode::Executable => 0o755,
        Mode::Regular | Mode::Symlink => 0o644,
    }
}

fn placed(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Names are UTF-8; set only where that differs from ASCII.
const UTF8_NAME: u16 = 0x800;

fn small<T: TryFrom<usize>>(number: usize) -> io::Result<T> {
    T::try_from(number).map_err(|_| io::Error::other("it is too large for a plain zip archive"))
}

/// A zip as it was written.
#[derive(Debug)]
pub(crate) struct WrittenZip {
    /// Bytes of the archive.
    pub(crate) size: u64,
    /// Of the archive's bytes.
    pub(crate) sha256: Digest,
    /// Of each file, in order.
    pub(crate) files: Vec<Digest>,
}

/// Writes a zip of what is in the press, below `folder` (at the root when empty); `step` hears of each file. There are
/// no links among the files, and they are sorted by path.
pub(crate) fn write_zip(
    press: &Press<'_>,
    folder: &str,
    stamp: Stamp,
    out: &mut dyn Write,
    mut step: impl FnMut(usize),
) -> io::Result<WrittenZip> {
    let (date, time) = stamp.to_dos();
    let mut directory = Vec::new();
    let mut files = Vec::with_capacity(press.parcels().len());
    let mut offset = 0_usize;
    let mut hasher = Hasher::default();
    let mut write = |piece: &[u8]| {
        hasher.update(piece);
        out.write_all(piece)
    };
    let count: u16 = small(press.parcels().len())?;
    let mut deflate = Deflate::default();
    for (index, file) in press.parcels().iter().enumerate() {
        let entry = press.entry(index, &mut deflate)?;
        let name = placed(folder, file.path);
        let method = if entry.is_deflated { DEFLATED } else { STORED };
        let mut fields = Vec::with_capacity(26);
        for number in [20, if name.is_ascii() { 0 } else { UTF8_NAME }, method, time, date] {
            fields.extend(u16::to_le_bytes(number));
        }
        let size = usize::try_from(file.size).unwrap_or(usize::MAX);
        let length = usize::try_from(entry.data.size()).unwrap_or(usize::MAX);
        for number in [entry.checksum, small(length)?, small(size)?] {
            fields.extend(u32::to_le_bytes(number));
        }
        fields.extend(small::<u16>(name.len())?.to_le_bytes());
        fields.extend([0; 2]);

        let head = [b"PK\x03\x04", fields.as_slice(), name.as_bytes()].concat();
        write(&head)?;
        match entry.data {
            Data::Held(bytes) => write(&bytes)?,
            Data::Aside(spill) => spill.each_piece(&mut write)?,
        }

        directory.extend(b"PK\x01\x02");
        // Made on Unix by a program that knows version 2.0, so that modes count.
        directory.extend([20, 3]);
        directory.extend(&fields);
        directory.extend([0; 6]);
        directory.extend(((0o100_000 | mode(file.mode)) << 16).to_le_bytes());
        directory.extend(small::<u32>(offset)?.to_le_bytes());
        directory.extend(name.as_bytes());
        offset += head.len() + length;
        files.push(entry.digest);
        step(index + 1);
    }
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    end.extend(count.to_le_bytes());
    end.extend(count.to_le_bytes());
    end.extend(small::<u32>(directory.len())?.to_le_bytes());
    end.extend(small::<u32>(offset)?.to_le_bytes());
    end.extend([0; 2]);
    write(&directory)?;
    write(&end)?;
    Ok(WrittenZip { size: (offset + directory.len() + end.len()) as u64, sha256: hasher.finish(), files })
}

/// A tar.gz of the tree, its files at the root.
pub(crate) fn write_tar_gz(tree: &Tree, stamp: Stamp) -> io::Result<Vec<u8>> {
    // Operating system 255, "unknown", is the same everywhere.
    let gzip = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::new(9));
    let mut builder = tar::Builder::new(gzip);
    for file in tree.files() {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Regular);
        header.set_size(file.content.len() as u64);
        header.set_mode(mode(file.mode));
        header.set_mtime(stamp.0);
        header.set_uid(0);
        header.set_gid(0);
        builder.append_data(&mut header, &file.path, file.content.as_slice())?;
    }
    builder.into_inner()?.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_utc_and_brought_into_zips_range() {
        let shown = |text: &str| {
            let (date, time) = Stamp::parse(text)?.to_dos();
            let day = format!("{}-{:02}-{:02}", 1980 + (date >> 9), date >> 5 & 15, date & 31);
            Some(format!("{day} {:02}:{:02}:{:02}", time >> 11, time >> 5 & 63, (time & 31) * 2))
        };
        assert_eq!(shown("0").as_deref(), Some("1980-01-01 00:00:00"));
        assert_eq!(shown("-5").as_deref(), Some("1980-01-01 00:00:00"));
        assert_eq!(shown("1700000000").as_deref(), Some("2023-11-14 22:13:20"));
        assert_eq!(shown("1709210096").as_deref(), Some("2024-02-29 12:34:56"));
        assert_eq!(shown("99999999999999").as_deref(), Some("2107-12-31 23:59:58"));
        assert_eq!(shown("yesterday"), None);
    }
}
