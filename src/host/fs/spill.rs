//! A nameless file for what is made piece by piece and is too large for memory. Nothing of it is left when the program
//! ends, however it ends.

use std::{
    fs,
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    ops::Range,
    path::Path,
};

use super::{Result, at, atomic, is_folder};

/// Bytes that are compared or copied at a time.
const PIECE: usize = 64 * 1024;

/// A file without a name; several things may lie in it, one behind the other.
#[derive(Debug)]
pub(crate) struct Spill {
    file: fs::File,
    end: u64,
}

impl Spill {
    /// Makes one in the nearest folder above `path` that exists, where there is to be room for the result.
    pub(crate) fn near(path: &Path) -> Result<Self> {
        let above = path.ancestors().skip(1).find(|folder| is_folder(folder)).unwrap_or(Path::new("."));
        let file = tempfile::tempfile_in(above).map_err(at("write in", above))?;
        Ok(Self { file, end: 0 })
    }

    /// Makes one among the system's temporary files.
    pub(crate) fn aside() -> Result<Self> {
        let file =
            tempfile::tempfile().map_err(at("write in", Path::new("the folder of temporary files")))?;
        Ok(Self { file, end: 0 })
    }

    /// Where the next byte goes.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// A part of it, to be read.
    pub(crate) fn part(&self, range: Range<u64>) -> Part<'_> {
        Part { file: &self.file, place: range.start, range }
    }

    /// Hands over all of it, piece by piece.
    pub(crate) fn each_piece(&self, act: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut part = self.part(0..self.end);
        let mut piece = vec![0; PIECE];
        loop {
            match part.read(&mut piece)? {
                0 => return Ok(()),
                count => act(&piece[..count])?,
            }
        }
    }

    /// Whether a file holds the same bytes as a part.
    pub(crate) fn is_at(&self, range: Range<u64>, path: &Path) -> bool {
        let is_as_long =
            fs::metadata(path).is_ok_and(|old| old.is_file() && old.len() == range.end - range.start);
        is_as_long && fs::File::open(path).and_then(|old| is_same(self.part(range), old)).unwrap_or(false)
    }

    /// Writes a part as the file at `path`, as [`super::write_atomic`] does; says whether something was written.
    pub(crate) fn write_to(&self, range: Range<u64>, path: &Path) -> Result<bool> {
        if self.is_at(range.clone(), path) {
            return Ok(false);
        }
        atomic::replace(path, |file| io::copy(&mut self.part(range.clone()), file).map(|_| ()))?;
        Ok(true)
    }
}

fn is_same(mut part: Part<'_>, mut old: fs::File) -> io::Result<bool> {
    let (mut a, mut b) = (vec![0; PIECE], vec![0; PIECE]);
    loop {
        let count = part.read(&mut a)?;
        if count == 0 {
            return Ok(true);
        }
        old.read_exact(&mut b[..count])?;
        if a[..count] != b[..count] {
            return Ok(false);
        }
    }
}

impl Write for Spill {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Whoever read a part moved the file's own place.
        self.file.seek(SeekFrom::Start(self.end))?;
        let count = self.file.write(bytes)?;
        self.end += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A part of a [`Spill`], read as if it were a file of its own.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    file: &'a fs::File,
    range: Range<u64>,
    place: u64,
}

impl Part<'_> {
    /// One that reads ahead.
    pub(crate) fn buffered(self) -> BufReader<Self> {
        BufReader::with_capacity(PIECE, self)
    }
}

impl Read for Part<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.range.end.saturating_sub(self.place)).unwrap_or(usize::MAX);
        let wanted = bytes.len().min(left);
        self.file.seek(SeekFrom::Start(self.place))?;
        let count = self.file.read(&mut bytes[..wanted])?;
        self.place += count as u64;
        Ok(count)
    }
}

impl Seek for Part<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (base, by) = match to {
            SeekFrom::Start(at) => (self.range.start.checked_add(at), 0),
            SeekFrom::End(by) => (Some(self.range.end), by),
            SeekFrom::Current(by) => (Some(self.place), by),
        };
        let place = base.and_then(|base| base.checked_add_signed(by));
        self.place = place.filter(|place| *place >= self.range.start).ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.place - self.range.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_files_of_their_own_and_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("new/out");
        let mut spill = Spill::near(&target).unwrap();
        spill.write_all(b"before").unwrap();
        let start = spill.end();
        spill.write_all(b"inside").unwrap();
        let range = start..spill.end();
        let mut part = spill.part(range.clone());
        let mut text = String::new();
        part.seek(SeekFrom::End(-4)).unwrap();
        part.read_to_string(&mut text).unwrap();
        assert_eq!(text, "side");
        assert!(part.seek(SeekFrom::Start(0)).is_ok() && part.seek(SeekFrom::Current(-1)).is_err());
        spill.write_all(b"after").unwrap();
        assert!(spill.write_to(range.clone(), &target).unwrap());
        assert_eq!(fs::read(&target).unwrap(), b"inside");
        assert!(!spill.write_to(range.clone(), &target).unwrap());
        fs::write(&target, b"insidf").unwrap();
        assert!(spill.write_to(range, &target).unwrap());
        let names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["new"]);
    }
}
