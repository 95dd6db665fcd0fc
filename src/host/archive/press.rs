//! Deflating side by side. Files are handed over in their order while later ones are still being worked on; whoever
//! deflates a file, and when, changes no byte of it. Large files go through in pieces.

use std::{
    borrow::Cow,
    io::{self, Read},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use libdeflater::{CompressionLvl, Compressor};

use super::stream;
#[cfg(test)]
use crate::model::tree::Tree;
use crate::{
    host::fs::Spill,
    model::{
        digest::Digest,
        tree::{Mode, TreeFile},
    },
};

/// Better than this costs far more time for less than a hundredth of the size.
pub(super) const LEVEL: u8 = 6;
/// Larger files are never held whole.
const WHOLE: u64 = 512 * 1024;
/// About what is held of a larger file.
const PIECES: u64 = 384 * 1024;
/// Files of up to so many bytes together may all be in work or wait for their turn at the same time.
const LITTLE: u64 = 8 * 1024 * 1024;
/// So many bytes may where there are more.
const BUDGET: u64 = 1024 * 1024;
/// Bytes for which one more thread pays.
const WORTH_A_THREAD: u64 = 100_000;
/// Files from this size on are tried in three places before all of them is deflated.
const PROBED: usize = 128 * 1024;
const PROBE: usize = 16 * 1024;
/// A piece that keeps more than this many hundredths gains nothing.
const GAIN: usize = 99;

/// A file on its way into an archive. What is large may lie elsewhere until its turn comes.
#[derive(Debug)]
pub(crate) struct Parcel<'a> {
    pub(crate) path: &'a str,
    pub(crate) mode: Mode,
    /// Bytes of the file.
    pub(crate) size: u64,
    /// `None`: to be read when its turn comes.
    pub(crate) content: Option<&'a [u8]>,
}

impl<'a> Parcel<'a> {
    /// A file that is held whole.
    pub(crate) fn of(file: &'a TreeFile) -> Self {
        let size = file.content.len() as u64;
        Self { path: &file.path, mode: file.mode, size, content: Some(&file.content) }
    }

    /// The files of a tree that is held whole.
    #[cfg(test)]
    pub(crate) fn all(tree: &'a Tree) -> Vec<Self> {
        tree.files().iter().map(Self::of).collect()
    }
}

/// Opens a file that lies elsewhere, by its place among the parcels.
pub(crate) type Open<'a> = &'a (dyn Fn(usize) -> io::Result<Box<dyn Read>> + Sync);

/// For parcels that are all held.
#[cfg(test)]
pub(crate) fn nothing_elsewhere(_: usize) -> io::Result<Box<dyn Read>> {
    Err(io::Error::other("it is not held"))
}

/// A file as it lies in the archive.
pub(super) struct Entry<'a> {
    pub(super) is_deflated: bool,
    pub(super) checksum: u32,
    pub(super) data: Data<'a>,
    pub(super) digest: Digest,
}

impl Entry<'_> {
    fn owned<'o>(self) -> Entry<'o> {
        let data = match self.data {
            Data::Held(bytes) => Data::Held(Cow::Owned(bytes.into_owned())),
            Data::Aside(spill) => Data::Aside(spill),
        };
        Entry { data, is_deflated: self.is_deflated, checksum: self.checksum, digest: self.digest }
    }
}

/// The bytes of an entry.
pub(super) enum Data<'a> {
    Held(Cow<'a, [u8]>),
    /// Laid aside in a nameless file.
    Aside(Spill),
}

impl Data<'_> {
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Held(bytes) => bytes.len() as u64,
            Self::Aside(spill) => spill.end(),
        }
    }

    /// Bytes in memory.
    fn weight(&self) -> u64 {
        match self {
            Self::Held(bytes) => bytes.len() as u64,
            Self::Aside(_) => 0,
        }
    }
}

/// Files being deflated.
pub(crate) struct Press<'a> {
    parcels: &'a [Parcel<'a>],
    open: Open<'a>,
    /// The order in which they are taken up.
    order: Vec<usize>,
    /// Bytes that may be in work or wait.
    budget: u64,
    state: Mutex<State<'a>>,
    /// Something was finished or handed over.
    moved: Condvar,
}

struct State<'a> {
    /// How far `order` is taken up.
    next: usize,
    taken: Vec<bool>,
    done: Vec<Option<io::Result<Entry<'a>>>>,
    /// Bytes in work or waiting.
    busy: u64,
    is_over: bool,
}

/// Deflates the parcels on up to `threads` further threads while `act` runs; it takes the entries out.
pub(crate) fn pressed<R>(
    parcels: &[Parcel<'_>],
    open: Open<'_>,
    threads: usize,
    act: impl FnOnce(&Press<'_>) -> R,
) -> R {
    let total: u64 = parcels.iter().map(|parcel| parcel.size).sum();
    let mut order: Vec<usize> = (0..parcels.len()).collect();
    let is_little = total <= LITTLE;
    if is_little {
        // The largest first, so that no thread is left with one of them at the end.
        order.sort_by_key(|&index| std::cmp::Reverse(parcels[index].size));
    }
    let press = Press {
        parcels,
        open,
        order,
        budget: if is_little { LITTLE } else { BUDGET },
        state: Mutex::new(State {
            next: 0,
            taken: vec![false; parcels.len()],
            done: parcels.iter().map(|_| None).collect(),
            busy: 0,
            is_over: false,
        }),
        moved: Condvar::new(),
    };
    let worth = usize::try_from(total / WORTH_A_THREAD).unwrap_or(usize::MAX);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(worth).min(parcels.len()) {
            scope.spawn(|| press.work());
        }
        let _over = Over(&press);
        act(&press)
    })
}

/// Sends the threads home, however the act ended.
struct Over<'p, 'a>(&'p Press<'a>);

impl Drop for Over<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.moved.notify_all();
    }
}

impl<'a> Press<'a> {
    /// The files, in their order.
    pub(crate) fn parcels(&self) -> &'a [Parcel<'a>] {
        self.parcels
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        // Nobody panics while holding it, and what it holds is whole at any time.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one thread does until nothing is left.
    fn work(&self) {
        let mut deflate = Deflate::default();
        loop {
            let Some(index) = self.take_up() else { return };
            let entry = self.deflated(index, &mut deflate);
            let mut state = self.lock();
            let kept = entry.as_ref().map_or(0, |entry| entry.data.weight());
            state.busy = (state.busy + kept).saturating_sub(self.weight(index));
            state.done[index] = Some(entry);
            self.moved.notify_all();
        }
    }

    /// The next file that nobody works on, once there is room for it.
    fn take_up(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            while self.order.get(state.next).is_some_and(|&index| state.taken[index]) {
                state.next += 1;
            }
            let index = *self.order.get(state.next).filter(|_| !state.is_over)?;
            let weight = self.weight(index);
            if state.busy == 0 || state.busy + weight <= self.budget {
                state.taken[index] = true;
                state.busy += weight;
                return Some(index);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Bytes that are held while a file is in work.
    fn weight(&self, index: usize) -> u64 {
        let size = self.parcels[index].size;
        if size > WHOLE { PIECES } else { size }
    }

    /// The entry of one file. To be asked for each in their order; what nobody has taken up is done here and now.
    pub(super) fn entry(&self, index: usize, deflate: &mut Deflate) -> io::Result<Entry<'a>> {
        let mut state = self.lock();
        if !state.taken[index] {
            state.taken[index] = true;
            drop(state);
            return self.deflated(index, deflate);
        }
        loop {
            if let Some(entry) = state.done[index].take() {
                let kept = entry.as_ref().map_or(0, |entry| entry.data.weight());
                state.busy = state.busy.saturating_sub(kept);
                self.moved.notify_all();
                return entry;
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn deflated(&self, index: usize, deflate: &mut Deflate) -> io::Result<Entry<'a>> {
        let parcel = &self.parcels[index];
        let changed = || io::Error::other(format!("`{}` changed while it was being read", parcel.path));
        if parcel.size > WHOLE {
            let open = || -> io::Result<Box<dyn Read + '_>> {
                match parcel.content {
                    Some(content) => Ok(Box::new(content)),
                    None => (self.open)(index),
                }
            };
            return stream::entry(parcel.size, &open, deflate)?.ok_or_else(changed);
        }
        if let Some(content) = parcel.content {
            return held(content, deflate);
        }
        // One buffer for all: large ones that come and go leave holes in the memory.
        let mut content = std::mem::take(&mut deflate.read);
        content.clear();
        content.reserve_exact(usize::try_from(parcel.size).unwrap_or(0) + 1);
        (self.open)(index)?.take(parcel.size + 1).read_to_end(&mut content)?;
        let entry = if content.len() as u64 == parcel.size {
            held(&content, deflate).map(Entry::owned)
        } else {
            Err(changed())
        };
        deflate.read = content;
        entry
    }
}

/// The entry of a file that is held.
fn held<'c>(content: &'c [u8], deflate: &mut Deflate) -> io::Result<Entry<'c>> {
    let checksum = libdeflater::crc32(content);
    let digest = Digest::of(content);
    let deflated = deflate.smaller(content)?;
    let is_deflated = deflated.is_some();
    let data = Data::Held(deflated.map_or(Cow::Borrowed(content), Cow::Owned));
    Ok(Entry { is_deflated, checksum, data, digest })
}

/// A compressor, made when first needed, and room to work in.
#[derive(Default)]
pub(super) struct Deflate {
    compressor: Option<Compressor>,
    read: Vec<u8>,
    written: Vec<u8>,
}

impl Deflate {
    /// The content deflated, in the room for it.
    fn deflated(&mut self, content: &[u8]) -> io::Result<&[u8]> {
        let level =
            CompressionLvl::new(LEVEL.into()).map_err(|_| io::Error::other("deflate lacks its level"))?;
        let compressor = self.compressor.get_or_insert_with(|| Compressor::new(level));
        let most = compressor.deflate_compress_bound(content.len());
        if self.written.len() < most {
            self.written.resize(most, 0);
        }
        let length = compressor.deflate_compress(content, &mut self.written).map_err(io::Error::other)?;
        Ok(&self.written[..length])
    }

    /// The content deflated; `None` when that does not make it smaller. A large file of which three pieces gain
    /// nothing, as pictures and archives are, is not tried as a whole.
    fn smaller(&mut self, content: &[u8]) -> io::Result<Option<Vec<u8>>> {
        if content.len() >= PROBED {
            let starts = [0, (content.len() - PROBE) / 2, content.len() - PROBE];
            if !self.gains(starts.map(|start| &content[start..start + PROBE]))? {
                return Ok(None);
            }
        }
        let data = self.deflated(content)?;
        Ok((data.len() < content.len()).then(|| data.to_vec()))
    }

    /// Whether any of the pieces becomes smaller.
    pub(super) fn gains<'p>(&mut self, pieces: impl IntoIterator<Item = &'p [u8]>) -> io::Result<bool> {
        for piece in pieces {
            if self.deflated(piece)?.len() * 100 < piece.len() * GAIN {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
