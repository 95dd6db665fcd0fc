//! What tells without reading whether a folder still holds what it held: names, sizes, inodes and times of its files.

use std::{
    fs,
    io::Read as _,
    path::Path,
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use crate::model::{
    digest::{Digest, Hasher},
    tree::is_part_of_skill,
};

/// Entries of a folder that are looked at, at most.
const MAX_ENTRIES: usize = 2_000;
/// Folders below one another that are looked at, at most.
const MAX_DEPTH: usize = 16;

/// What changes when a file is written, replaced, or made executable. The time of the last change of its state can't be
/// set back, as that of its content can.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
    inode: (u64, u64),
    mode: u32,
}

impl Mark {
    #[cfg(unix)]
    fn of(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self {
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            inode: (metadata.dev(), metadata.ino()),
            mode: metadata.mode(),
        }
    }

    #[cfg(not(unix))]
    fn of(metadata: &fs::Metadata) -> Self {
        let time = |time: std::io::Result<SystemTime>| {
            let since = time.ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
            since.map_or((0, 0), |since| {
                (since.as_secs().try_into().unwrap_or(i64::MAX), since.subsec_nanos().into())
            })
        };
        let (modified, changed) = (time(metadata.modified()), time(metadata.created()));
        Self { size: metadata.len(), modified, changed, inode: (0, 0), mode: 0 }
    }

    /// Whether a later write would surely show in the times: it lies longer ago than clocks of file systems tick.
    fn is_settled(&self, now: SystemTime) -> bool {
        let ticks = |(_, nanoseconds): (i64, i64)| {
            // Whole seconds are the sign of a file system that keeps no finer ones; some keep only even ones.
            Duration::from_millis(if nanoseconds == 0 { 2_100 } else { 100 })
        };
        let is_past = |time: (i64, i64)| {
            let (seconds, nanoseconds) =
                (u64::try_from(time.0).unwrap_or(0), u32::try_from(time.1).unwrap_or(0));
            let then = SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds));
            then.is_some_and(|then| now.duration_since(then).is_ok_and(|age| age > ticks(time)))
        };
        is_past(self.modified) && is_past(self.changed)
    }

    fn add_to(&self, hasher: &mut Hasher) {
        let numbers = [self.modified.0, self.modified.1, self.changed.0, self.changed.1];
        let mut bytes = [0; 60];
        let numbers = numbers.into_iter().map(i64::to_le_bytes);
        let sizes = [self.size, self.inode.0, self.inode.1].into_iter().map(u64::to_le_bytes);
        for (place, number) in bytes.chunks_exact_mut(8).zip(numbers.chain(sizes)) {
            place.copy_from_slice(&number);
        }
        bytes[56..].copy_from_slice(&self.mode.to_le_bytes());
        hasher.update(&bytes);
    }
}

/// The state of a skill's folder.
#[derive(Debug)]
pub(crate) struct Imprint {
    pub(crate) digest: Digest,
    /// Each file that is part of the skill, by its path from the folder.
    pub(crate) files: Vec<(String, Mark)>,
    /// Whether any later change would show.
    pub(crate) is_settled: bool,
}

/// The state of the skill's folder at `path`, what is never part of a skill by name only. `None` where more than names
/// and times decides, or too much: links, a collection in `skills/`, special files, names that are not UTF-8.
pub(crate) fn imprint(path: &Path) -> Option<Imprint> {
    let now = SystemTime::now();
    let mut look = Look { hasher: Hasher::default(), files: Vec::new(), entries: 0 };
    look.below(path, "", 0)?;
    let is_settled = look.files.iter().all(|(_, mark)| mark.is_settled(now));
    Some(Imprint { digest: look.hasher.finish(), files: look.files, is_settled })
}

struct Look {
    hasher: Hasher,
    files: Vec<(String, Mark)>,
    entries: usize,
}

impl Look {
    fn below(&mut self, folder: &Path, prefix: &str, depth: usize) -> Option<()> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder).ok()? {
            let entry = entry.ok()?;
            entries.push((entry.file_name().into_string().ok()?, entry));
        }
        self.entries += entries.len();
        if depth > MAX_DEPTH || self.entries > MAX_ENTRIES {
            return None;
        }
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (name, entry) in entries {
            let kind = entry.file_type().ok()?;
            let path = crate::host::repository::join(prefix, &name);
            let is_part = is_part_of_skill(&name);
            let word: &[u8] = match (is_part, kind.is_dir(), kind.is_file()) {
                (false, ..) => b"\0left out\0",
                (true, true, _) => b"\0folder\0",
                (true, false, true) => b"\0file\0",
                (true, false, false) => return None,
            };
            self.hasher.update(path.as_bytes());
            self.hasher.update(word);
            if is_part && kind.is_dir() {
                if prefix.is_empty() && name.eq_ignore_ascii_case("skills") {
                    return None;
                }
                self.below(&entry.path(), &path, depth + 1)?;
            } else if is_part {
                let mark = Mark::of(&entry.metadata().ok()?);
                mark.add_to(&mut self.hasher);
                self.files.push((path, mark));
            }
        }
        Some(())
    }
}

/// The bytes of a file that still bears this mark; `None` when it does not.
pub(crate) fn read_marked(path: &Path, mark: &Mark) -> Option<Vec<u8>> {
    let mut file = super::tree::open_no_link(path).ok()?;
    if Mark::of(&file.metadata().ok()?) != *mark {
        return None;
    }
    let mut bytes = Vec::new();
    // One byte more tells the end without asking again.
    bytes.try_reserve_exact(usize::try_from(mark.size).ok()?.checked_add(1)?).ok()?;
    file.read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == mark.size).then_some(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn every_change_shows_also_one_of_the_same_size_with_its_time_set_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("SKILL.md");
        fs::write(&file, "one").expect("a file");
        let old = imprint(folder.path()).expect("an imprint");
        assert!(!old.is_settled, "a file just written may be written again within one tick");
        assert_eq!(imprint(folder.path()).expect("an imprint").digest, old.digest);
        let time = fs::metadata(&file).expect("metadata").modified().expect("a time");
        std::thread::sleep(Duration::from_millis(150));
        assert!(imprint(folder.path()).expect("an imprint").is_settled);
        assert_eq!(read_marked(&file, &old.files[0].1).as_deref(), Some(&b"one"[..]));
        fs::write(&file, "two").expect("a file");
        let open = fs::OpenOptions::new().append(true).open(&file).expect("a file");
        open.set_modified(time).expect("a time");
        assert_ne!(imprint(folder.path()).expect("an imprint").digest, old.digest);
        assert_eq!(read_marked(&file, &old.files[0].1), None);
        std::os::unix::fs::symlink("SKILL.md", folder.path().join("link")).expect("a link");
        assert!(imprint(folder.path()).is_none());
    }
}
