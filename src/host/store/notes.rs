//! Notes on a repository, beside its objects: what a run found out that a later one need not find out again. A note
//! that is not whole is none: each begins with the digest of the rest, so that none is flushed to the disk.

use std::path::PathBuf;

use super::{GIT, Result, Store};
use crate::{host::fs, model::digest::Digest};

const NOTES: &str = "notes";
/// More notes on a repository than this are of commits that nobody wants any more.
const MOST: usize = 32;

impl Store {
    fn notes(&self, url: &str) -> PathBuf {
        self.root.join(GIT).join(Digest::of(url.as_bytes()).hex()).join(NOTES)
    }

    /// The note of this name on the repository at `url`, if there is one and it is whole.
    pub(crate) fn note(&self, url: &str, name: &str) -> Option<Vec<u8>> {
        let place = self.notes(url).join(name);
        let bytes = fs::read(&place).ok()?;
        let line = bytes.iter().position(|byte| *byte == b'\n')?;
        let (digest, rest) = (&bytes[..line], &bytes[line + 1..]);
        if digest == Digest::of(rest).to_string().as_bytes() {
            return Some(rest.to_vec());
        }
        // Best effort: a note that stays is passed over again.
        let _ = fs::remove_file(&place);
        None
    }

    /// Keeps a note on the repository at `url`, and drops the oldest where there are too many.
    pub(crate) fn keep_note(&self, url: &str, name: &str, text: &[u8]) -> Result<()> {
        let folder = self.notes(url);
        fs::create_folders(&folder)?;
        let scratch = self.scratch()?;
        let made = scratch.path().join(NOTES);
        let bytes = [format!("{}\n", Digest::of(text)).as_bytes(), text].concat();
        fs::write_new(&made, &bytes, false)?;
        fs::rename(&made, &folder.join(name))?;
        let mut notes = Vec::new();
        for (name, _) in fs::list(&folder)? {
            let place = folder.join(name);
            notes.extend(fs::time_of_file(&place)?.map(|time| (time, place)));
        }
        notes.sort();
        for (_, place) in notes.iter().take(notes.len().saturating_sub(MOST)) {
            fs::remove_file(place)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

    use std::fs as files;

    use super::*;

    #[test]
    fn a_note_is_read_back_whole_or_not_at_all() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open(root.path(), |_| {}).unwrap();
        let url = "https://example.com/r.git";
        assert_eq!(store.note(url, "a"), None);
        store.keep_note(url, "a", b"one\ntwo").unwrap();
        assert_eq!(store.note(url, "a").as_deref(), Some(b"one\ntwo".as_slice()));
        assert_eq!(store.note("https://example.com/other.git", "a"), None);
        let place = store.notes(url).join("a");
        let whole = files::read(&place).unwrap();
        let mut other = whole.clone();
        *other.last_mut().unwrap() ^= 1;
        for damaged in [&whole[..whole.len() - 1], &other, b"", b"\n", &[0xff; 90]] {
            files::write(&place, damaged).unwrap();
            assert_eq!(store.note(url, "a"), None);
        }
        assert!(!place.exists() || files::read(&place).unwrap() == [0xff; 90]);
    }

    #[test]
    fn only_so_many_notes_are_kept() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open(root.path(), |_| {}).unwrap();
        for number in 0..MOST + 5 {
            store.keep_note("u", &number.to_string(), b"x").unwrap();
        }
        assert_eq!(files::read_dir(store.notes("u")).unwrap().count(), MOST);
        assert!(store.note("u", &(MOST + 4).to_string()).is_some());
    }
}
