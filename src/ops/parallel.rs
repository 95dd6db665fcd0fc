//! Work on many skills at once: files are read, hashed and written on as many threads as the machine has cores.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Fewer items are not worth a thread.
const FEW: usize = 4;
/// More threads only wait for the disk.
const MOST: usize = 8;

/// What `act` makes of each item, in the items' order.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from).min(MOST);
    each_on(if items.len() < FEW { 1 } else { cores }, items, act)
}

/// The same on this many threads: for work that waits for servers.
pub(crate) fn each_on<T: Sync, R: Send>(threads: usize, items: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.iter().map(act).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let work = || {
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            own.push((index, act(item)));
        }
        results.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_the_order_of_the_items() {
        for count in [0, 1, 3, 4, 1_000] {
            let items: Vec<usize> = (0..count).collect();
            let doubled: Vec<usize> = (0..count).map(|item| item * 2).collect();
            assert_eq!(super::each(&items, |item| item * 2), doubled);
        }
    }
}
