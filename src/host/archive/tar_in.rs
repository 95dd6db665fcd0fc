//! Tar archives in gzip, in. The tar library reads headers such as PAX records into memory whole, so what it may read
//! between two entries is metered below it.

use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

use flate2::read::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::{
    error::ArchiveError,
    name::{self, EntryName},
    opened::Node,
    plant::Plant,
};

/// Bytes that may be read between the contents of two entries.
const MAX_HEADER: u64 = 1024 * 1024;

/// A reader that fails once its allowance is used up. The allowance is refilled from outside.
struct Metered<R> {
    inner: R,
    left: Rc<Cell<u64>>,
    overrun: Rc<Cell<bool>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 && !buffer.is_empty() {
            self.overrun.set(true);
            return Err(io::Error::other("a header is too large"));
        }
        let wanted = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let count = self.inner.read(&mut buffer[..wanted])?;
        self.left.set(left - count as u64);
        Ok(count)
    }
}

pub(super) fn read(bytes: &[u8], mut plant: Plant) -> Result<Plant, ArchiveError> {
    let left = Rc::new(Cell::new(MAX_HEADER));
    let overrun = Rc::new(Cell::new(false));
    let mut archive = Archive::new(Metered {
        inner: MultiGzDecoder::new(bytes),
        left: Rc::clone(&left),
        overrun: Rc::clone(&overrun),
    });
    let fail = |error: &io::Error| {
        if overrun.get() {
            return ArchiveError::Header { limit: MAX_HEADER };
        }
        ArchiveError::Broken { why: error.to_string() }
    };
    for entry in archive.entries().map_err(|error| fail(&error))? {
        let mut entry = entry.map_err(|error| fail(&error))?;
        plant.count_entry()?;
        let size = entry.size();
        if size > plant.room() {
            return Err(plant.overflow());
        }
        left.set(size);
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(|error| fail(&error))?;
        left.set(MAX_HEADER);
        let raw = entry.path_bytes().into_owned();
        if content.len() as u64 != size {
            return Err(ArchiveError::Broken { why: "its last entry is cut short".to_owned() });
        }
        let kind = entry.header().entry_type();
        if kind == EntryType::XGlobalHeader {
            // `git archive` writes the commit's name into one.
            plant.count_bytes(size);
            continue;
        }
        let name = name::parse(&raw)?;
        if plant.is_junk(&name) {
            plant.count_bytes(size);
            continue;
        }
        let mode = entry.header().mode().unwrap_or(0o644);
        let target = entry.link_name_bytes().map(std::borrow::Cow::into_owned);
        plant_entry(&name, kind, mode, content, target, &mut plant)?;
    }
    let mut rest = archive.into_inner();
    only_padding(&mut rest, &left)
        .map_err(|error| error.map_or(ArchiveError::Trailing, |error| fail(&error)))?;
    Ok(plant)
}

fn plant_entry(
    name: &EntryName,
    kind: EntryType,
    mode: u32,
    content: Vec<u8>,
    target: Option<Vec<u8>>,
    plant: &mut Plant,
) -> Result<(), ArchiveError> {
    let entry = || name.components.join("/");
    match kind {
        EntryType::Directory => plant.folder(name),
        // Old tars mark folders by the slash alone.
        EntryType::Regular if name.is_folder && content.is_empty() => plant.folder(name),
        EntryType::Regular | EntryType::Continuous => {
            plant.leaf(name, Node::File { executable: mode & 0o100 != 0, content })
        }
        EntryType::Symlink => match target {
            Some(target) => plant.leaf(name, Node::Link { target }),
            None => Err(ArchiveError::Special { entry: entry() }),
        },
        EntryType::Link => Err(ArchiveError::HardLink { entry: entry() }),
        _ => Err(ArchiveError::Special { entry: entry() }),
    }
}

/// After the end of a tar come zeros to fill a block, and no second tar. `Err(None)` when there is more.
fn only_padding(rest: &mut impl Read, left: &Cell<u64>) -> Result<(), Option<io::Error>> {
    let mut buffer = [0; 4096];
    loop {
        left.set(buffer.len() as u64);
        match rest.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) if buffer[..count].iter().all(|&byte| byte == 0) => {}
            Ok(_) => return Err(None),
            // The gzip reader takes what follows its last member for a member with a bad head.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(None),
            Err(error) => return Err(Some(error)),
        }
    }
}
