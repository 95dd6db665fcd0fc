//! Which contents are held in memory while a skill is packed: what lint reads, and of the rest as much as is little.
//! The other files are read again when their turn in the archive comes.

use std::collections::BTreeMap;

use super::{MANIFEST, transform};
use crate::{
    lint::{self, texts},
    model::skill::Begun,
};

/// What is held of a file that is not held whole; rules look at the first bytes for the kind of file.
const HEAD: usize = 1024;
/// Bytes that no rule reads and that are held nevertheless, so that small skills are read once.
const SPARE: usize = 4 * 1024 * 1024;
/// From so many bytes of text on, tables and the like that lint has nothing to ask about are let go.
const MANY: usize = 4 * 1024 * 1024;
/// Smaller texts are not worth it.
const LARGE: usize = 16 * 1024;

/// What was held and what was let go so far.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    spare: usize,
    texts: usize,
    begun: BTreeMap<String, Begun>,
}

impl Shelf {
    /// What of a file is to be held; its paths are those in the skill and in the repository.
    pub(super) fn hold(&mut self, path: &str, place: &str, mut content: Vec<u8>) -> Vec<u8> {
        let is_named = path.eq_ignore_ascii_case(MANIFEST) || lint::is_markdown(path);
        if is_named || content.len() <= HEAD {
            return content;
        }
        let is_text = transform::is_text(&content);
        let mut is_plain = false;
        if is_text && (transform::may_change(&content) || content.len() <= texts::MAX_TEXT) {
            is_plain = self.texts >= MANY
                && content.len() >= LARGE
                && content.is_ascii()
                && !transform::may_change(&content)
                && texts::is_plain(path, &content);
            // Lint looks at no more than that.
            if !is_plain && (self.texts <= texts::MAX_ALL || transform::may_change(&content)) {
                self.texts += content.len();
                return content;
            }
        }
        if !is_plain && self.spare + content.len() <= SPARE {
            self.spare += content.len();
            return content;
        }
        let size = content.len() as u64;
        self.begun.insert(path.to_owned(), Begun { size, is_text, is_plain, place: place.to_owned() });
        content.truncate(HEAD);
        content.shrink_to_fit();
        content
    }

    /// The files of which only the beginning is held.
    pub(super) fn begun(self) -> BTreeMap<String, Begun> {
        self.begun
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_little_data_are_held_and_the_rest_is_begun() {
        let mut shelf = Shelf::default();
        let noise = |length: usize| vec![0_u8; length];
        assert_eq!(shelf.hold("a.bin", "x/a.bin", noise(SPARE)).len(), SPARE);
        assert_eq!(shelf.hold("b.bin", "x/b.bin", noise(5000)).len(), HEAD);
        assert_eq!(shelf.hold("c.bin", "x/c.bin", noise(HEAD)).len(), HEAD);
        assert_eq!(shelf.hold("d.md", "x/d.md", vec![b'a'; SPARE]).len(), SPARE);
        assert_eq!(shelf.hold("e.txt", "x/e.txt", vec![b'a'; texts::MAX_TEXT]).len(), texts::MAX_TEXT);
        assert_eq!(shelf.hold("f.csv", "x/f.csv", vec![b'a'; texts::MAX_TEXT + 1]).len(), HEAD);
        let lines = b"a\r\n".repeat(texts::MAX_TEXT);
        assert_eq!(shelf.hold("g.csv", "x/g.csv", lines.clone()), lines);
        shelf.hold("more.py", "x/more.py", vec![b'a'; SPARE / 4]);
        // With more text than is little, a table goes once nothing in it is asked about.
        assert_eq!(shelf.hold("h.json", "x/h.json", b"{} ".repeat(LARGE)).len(), HEAD);
        for held in ["\"token\": 1, ", "caf\u{e9} "] {
            let content = held.repeat(LARGE).into_bytes();
            assert_eq!(shelf.hold("i.json", "x/i.json", content.clone()), content);
        }
        let begun = shelf.begun();
        assert_eq!(begun.keys().collect::<Vec<_>>(), ["b.bin", "f.csv", "h.json"]);
        assert!(begun["h.json"].is_plain);
        assert_eq!(
            begun["b.bin"],
            Begun { size: 5000, is_text: false, is_plain: false, place: "x/b.bin".to_owned() }
        );
    }
}
