//! Archives out, the same bytes for the same files on every machine and day: entries sorted, one fixed time, modes 0644
//! and 0755 only, no extra fields, no folder entries.

use std::io::{self, Cursor, Write as _};

use flate2::{Compression, GzBuilder};
use zip::{CompressionMethod, DateTime, System, ZipWriter, write::SimpleFileOptions};

use crate::model::tree::{Mode, Tree};

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

    /// The civil date in UTC (no zone is ever asked), days counted from 0000-03-01.
    fn to_zip(self) -> DateTime {
        let (days, seconds) = (self.0 / 86_400 + 719_468, self.0 % 86_400);
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        let small = |number: u64| u8::try_from(number).unwrap_or(0);
        DateTime::from_date_and_time(
            u16::try_from(year).unwrap_or(1980),
            small(month),
            small(day),
            small(seconds / 3600),
            small(seconds / 60 % 60),
            small(seconds % 60),
        )
        .unwrap_or_default()
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

/// A zip of the tree, below `folder` (at the root when empty). The tree holds no links; `step` hears of each file.
pub(crate) fn write_zip(
    tree: &Tree,
    folder: &str,
    stamp: Stamp,
    mut step: impl FnMut(usize),
) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (index, file) in tree.files().iter().enumerate() {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(stamp.to_zip())
            .system(System::Unix)
            .unix_permissions(mode(file.mode));
        writer.start_file(placed(folder, &file.path), options).map_err(io::Error::other)?;
        writer.write_all(&file.content)?;
        step(index + 1);
    }
    Ok(writer.finish().map_err(io::Error::other)?.into_inner())
}

/// A tar.gz of the tree, its files at the root.
#[cfg_attr(not(test), expect(dead_code, reason = "for registries, which take tar.gz"))]
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
        let shown = |text: &str| Stamp::parse(text).map(|stamp| stamp.to_zip().to_string());
        assert_eq!(shown("0").as_deref(), Some("1980-01-01 00:00:00"));
        assert_eq!(shown("-5").as_deref(), Some("1980-01-01 00:00:00"));
        assert_eq!(shown("1700000000").as_deref(), Some("2023-11-14 22:13:20"));
        assert_eq!(shown("1709210096").as_deref(), Some("2024-02-29 12:34:56"));
        assert_eq!(shown("99999999999999").as_deref(), Some("2107-12-31 23:59:58"));
        assert_eq!(shown("yesterday"), None);
    }
}
