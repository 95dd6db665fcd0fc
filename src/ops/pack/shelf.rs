//! Which contents are held in memory while a skill is packed: as much as is little, and what is not read file by file.
//! The files of a large skill are read again when their turn comes, at the gate and in the archive, so that it needs
//! no more memory than a small one.

use std::collections::BTreeMap;

use super::MANIFEST;
use crate::{
    host::assemble::Hold,
    model::{skill::Begun, survey::Survey, tree::Tree},
};

/// What is held of data that is not held whole; rules look at the first bytes for the kind of file.
const HEAD: usize = 1024;
/// Bytes that are held, whatever they are, so that small skills are read once.
const LITTLE: usize = 5 * 1024 * 1024;
/// Larger files are read in pieces.
const WHOLE: u64 = 1024 * 1024;
/// Files of these names are held: what they say is asked of all others.
const ASKED: [&str; 6] =
    ["package.json", "pyproject.toml", "openai.yaml", "evals.json", "pipfile", "environment.yml"];
/// Larger ones are not what their name says.
const ASKED_SIZE: u64 = 128 * 1024;

/// What was held and what was let go so far.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    held: usize,
    /// Where what is held lies in the repository, but for what is held in any case.
    places: BTreeMap<String, String>,
    begun: BTreeMap<String, Begun>,
}

impl Shelf {
    /// The files that are not held whole. When not all could be held, the room is better left to what is in work.
    pub(super) fn close(mut self, tree: Tree) -> (Tree, BTreeMap<String, Begun>) {
        if self.begun.is_empty() {
            return (tree, self.begun);
        }
        let mut files = tree.into_files();
        for file in &mut files {
            if let Some(place) = self.places.remove(&file.path) {
                let content = std::mem::take(&mut file.content);
                file.content = self.let_go(&file.path, &place, content);
            }
        }
        (Tree::new(files), self.begun)
    }

    fn let_go(&mut self, path: &str, place: &str, mut content: Vec<u8>) -> Vec<u8> {
        let survey = Survey::of(&content);
        self.begin(path, place, &survey);
        content.truncate(if survey.is_text() { 0 } else { HEAD });
        content.shrink_to_fit();
        content
    }

    fn begin(&mut self, path: &str, place: &str, survey: &Survey) {
        let begun = Begun {
            size: survey.size,
            is_text: survey.is_text(),
            has_mark: survey.has_mark(),
            line_ends: survey.line_ends,
            place: place.to_owned(),
            ..Begun::default()
        };
        self.begun.insert(path.to_owned(), begun);
    }
}

/// Whether a file is held whatever it costs.
fn is_asked(path: &str, size: u64) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let is_list = name.starts_with("requirements") && name.rsplit('.').next() == Some("txt")
        || name.starts_with("license");
    path.eq_ignore_ascii_case(MANIFEST) || size <= ASKED_SIZE && (is_list || ASKED.contains(&&*name))
}

impl Hold for Shelf {
    fn enough(&self, path: &str, size: u64) -> Option<usize> {
        (size > WHOLE && !is_asked(path, size)).then_some(HEAD)
    }

    fn hold(&mut self, path: &str, place: &str, content: Vec<u8>) -> Vec<u8> {
        if is_asked(path, content.len() as u64) {
            return content;
        }
        if self.held + content.len() <= LITTLE {
            self.held += content.len();
            self.places.insert(path.to_owned(), place.to_owned());
            return content;
        }
        self.let_go(path, place, content)
    }

    fn hold_part(&mut self, path: &str, place: &str, survey: Survey) -> Vec<u8> {
        self.begin(path, place, &survey);
        if survey.is_text() { Vec::new() } else { survey.head }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::{Mode, TreeFile};

    #[test]
    fn little_is_held_and_the_rest_is_begun() {
        let mut shelf = Shelf::default();
        assert_eq!(shelf.enough("SKILL.md", 9 * WHOLE), None);
        assert_eq!(shelf.enough("a.csv", WHOLE), None);
        assert_eq!(shelf.enough("a.csv", WHOLE + 1), Some(HEAD));
        assert_eq!(shelf.hold("a.bin", "x/a.bin", vec![0; LITTLE]).len(), LITTLE);
        assert_eq!(shelf.hold("b.bin", "x/b.bin", vec![0; 5000]).len(), HEAD);
        assert_eq!(shelf.hold("c.md", "x/c.md", b"\xEF\xBB\xBFa\r\n".to_vec()), b"");
        for held in ["SKILL.md", "deep/package.json", "requirements-dev.txt", "LICENSE.txt"] {
            assert_eq!(shelf.hold(held, held, vec![b'a'; 5000]).len(), 5000, "{held}");
        }
        let mut survey = Survey::keeping(HEAD);
        survey.take(b"one\r\ntwo\r\n");
        assert_eq!(shelf.hold_part("d.csv", "x/d.csv", survey), b"");
        let file = |path: &str, size| TreeFile {
            path: path.to_owned(),
            mode: Mode::Regular,
            content: vec![0; size],
        };
        let tree = Tree::new(vec![file("SKILL.md", 5000), file("a.bin", LITTLE)]);
        assert_eq!(Shelf::default().close(tree.clone()), (tree.clone(), BTreeMap::new()));
        let (tree, begun) = shelf.close(tree);
        let sizes: Vec<usize> = tree.files().iter().map(|file| file.content.len()).collect();
        assert_eq!(sizes, [5000, HEAD]);
        assert_eq!(begun.keys().collect::<Vec<_>>(), ["a.bin", "b.bin", "c.md", "d.csv"]);
        assert_eq!((begun["a.bin"].size, begun["a.bin"].place.as_str()), (LITTLE as u64, "x/a.bin"));
        assert!(!begun["b.bin"].is_text && begun["c.md"].has_mark);
        assert_eq!((begun["c.md"].size, begun["d.csv"].line_ends), (6, 2));
        assert_eq!(begun["d.csv"].place, "x/d.csv");
    }
}
