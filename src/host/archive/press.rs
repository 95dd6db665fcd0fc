//! Deflating side by side. Files are handed over in their order while later ones are still being worked on; whoever
//! deflates a file, and when, changes no byte of it.

use std::{
    borrow::Cow,
    io,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use libdeflater::{CompressionLvl, Compressor};

#[cfg(test)]
use crate::model::tree::Tree;
use crate::model::{
    digest::Digest,
    tree::{Mode, TreeFile},
};

/// Better than this costs far more time for less than a hundredth of the size.
const LEVEL: i32 = 6;
/// Files of up to so many bytes together may all be in work or wait for their turn at the same time.
const LITTLE: u64 = 8 * 1024 * 1024;
/// So many bytes may where there are more.
const BUDGET: u64 = 2 * 1024 * 1024;
/// Bytes for which one more thread pays.
const WORTH_A_THREAD: u64 = 100_000;
/// Files from this size on are tried in three places before all of them is deflated.
const PROBED: usize = 128 * 1024;
const PROBE: usize = 16 * 1024;

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

/// Reads a file that lies elsewhere, by its place among the parcels.
pub(crate) type Read<'a> = &'a (dyn Fn(usize) -> io::Result<Vec<u8>> + Sync);

/// For parcels that are all held.
#[cfg(test)]
pub(crate) fn nothing_elsewhere(_: usize) -> io::Result<Vec<u8>> {
    Err(io::Error::other("it is not held"))
}

/// A file as it lies in the archive.
pub(super) struct Entry<'a> {
    pub(super) is_deflated: bool,
    pub(super) checksum: u32,
    pub(super) data: Cow<'a, [u8]>,
    pub(super) digest: Digest,
}

/// Files being deflated.
pub(crate) struct Press<'a> {
    parcels: &'a [Parcel<'a>],
    read: Read<'a>,
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
    read: Read<'_>,
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
        read,
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
            let kept = entry.as_ref().map_or(0, |entry| entry.data.len() as u64);
            state.busy = (state.busy + kept).saturating_sub(self.parcels[index].size);
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
            let size = self.parcels[index].size;
            if state.busy == 0 || state.busy + size <= self.budget {
                state.taken[index] = true;
                state.busy += size;
                return Some(index);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
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
                let kept = entry.as_ref().map_or(0, |entry| entry.data.len() as u64);
                state.busy = state.busy.saturating_sub(kept);
                self.moved.notify_all();
                return entry;
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn deflated(&self, index: usize, deflate: &mut Deflate) -> io::Result<Entry<'a>> {
        let parcel = &self.parcels[index];
        let content = match parcel.content {
            Some(content) => Cow::Borrowed(content),
            None => Cow::Owned((self.read)(index)?),
        };
        if content.len() as u64 != parcel.size {
            return Err(io::Error::other(format!("`{}` changed while it was being read", parcel.path)));
        }
        let checksum = libdeflater::crc32(&content);
        let digest = Digest::of(&content);
        Ok(match deflate.smaller(&content)? {
            Some(data) => Entry { is_deflated: true, checksum, data: Cow::Owned(data), digest },
            None => Entry { is_deflated: false, checksum, data: content, digest },
        })
    }
}

/// A compressor, made when first needed.
#[derive(Default)]
pub(super) struct Deflate(Option<Compressor>);

impl Deflate {
    /// The content deflated; `None` when that does not make it smaller. A large file of which three pieces gain
    /// nothing, as pictures and archives are, is not tried as a whole.
    fn smaller(&mut self, content: &[u8]) -> io::Result<Option<Vec<u8>>> {
        let level = CompressionLvl::new(LEVEL).map_err(|_| io::Error::other("deflate lacks its level"))?;
        let compressor = self.0.get_or_insert_with(|| Compressor::new(level));
        if content.len() >= PROBED {
            let starts = [0, (content.len() - PROBE) / 2, content.len() - PROBE];
            let mut gains = false;
            for start in starts {
                gains |= deflated(compressor, &content[start..start + PROBE])?.len() < PROBE - PROBE / 100;
            }
            if !gains {
                return Ok(None);
            }
        }
        let data = deflated(compressor, content)?;
        Ok((data.len() < content.len()).then_some(data))
    }
}

fn deflated(compressor: &mut Compressor, content: &[u8]) -> io::Result<Vec<u8>> {
    let mut data = vec![0; compressor.deflate_compress_bound(content.len())];
    let length = compressor.deflate_compress(content, &mut data).map_err(io::Error::other)?;
    data.truncate(length);
    data.shrink_to_fit();
    Ok(data)
}
