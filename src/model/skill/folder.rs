//! `Skill`: the folder of a skill held in memory, its SKILL.md read. It may be broken in any way; lint says how.

use std::collections::BTreeMap;

use crate::model::{
    frontmatter::Frontmatter,
    skill::{MANIFEST, Unusable, card::read_text},
    tree::{Mode, Tree, TreeFile},
};

/// A path of the folder that can't be taken into a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Oddity {
    /// Relative to the skill.
    pub(crate) path: String,
    /// Words that continue "`path`: ".
    pub(crate) why: String,
}

/// A file that the tree does not hold whole: of data it has the beginning, of texts little or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Begun {
    /// Bytes of all of it, as changed.
    pub(crate) size: u64,
    pub(crate) is_text: bool,
    /// It begins with a byte order mark.
    pub(crate) has_mark: bool,
    /// Line ends of the form CR LF.
    pub(crate) line_ends: u64,
    /// The path at which its repository has all of it.
    pub(crate) place: String,
    /// Its mark is to be taken away.
    pub(crate) loses_mark: bool,
    /// Its line ends are to be LF.
    pub(crate) loses_returns: bool,
}

/// The file that makes the folder a skill, whatever its spelling.
#[derive(Debug, Clone)]
pub(crate) struct ManifestFile {
    /// Its path, which may be `skill.md`.
    pub(crate) path: String,
    /// Its text; empty when the bytes are no text.
    pub(crate) text: String,
    /// Why the bytes are no text.
    pub(crate) unreadable: Option<Unusable>,
}

/// A folder held in memory.
#[derive(Debug, Clone)]
pub(crate) struct Skill {
    /// The folder's own name; empty when it has none (a file from standard input).
    pub(crate) folder: String,
    pub(crate) tree: Tree,
    /// Paths that can't be taken: links that leave the repository, dangle or turn in circles, special files.
    pub(crate) oddities: Vec<Oddity>,
    /// Paths that are never part of a skill.
    pub(crate) left_out: Vec<String>,
    /// Links that lead out of the skill and were replaced by the content they lead to.
    pub(crate) replaced: Vec<String>,
    /// Files that are not held whole.
    pub(crate) begun: BTreeMap<String, Begun>,
    pub(crate) manifest: Option<ManifestFile>,
    pub(crate) head: Frontmatter,
}

impl Skill {
    /// A skill whose folder has this name and these files.
    pub(crate) fn new(folder: &str, tree: Tree) -> Self {
        let manifest = find_manifest(&tree).map(|file| read_manifest(&tree, file));
        let head = Frontmatter::parse(manifest.as_ref().map_or("", |manifest| &manifest.text));
        Self {
            folder: folder.to_owned(),
            tree,
            oddities: Vec::new(),
            left_out: Vec::new(),
            replaced: Vec::new(),
            begun: BTreeMap::new(),
            manifest,
            head,
        }
    }

    /// The same skill with other contents.
    pub(crate) fn with_tree(&self, tree: Tree) -> Self {
        Self {
            oddities: self.oddities.clone(),
            left_out: self.left_out.clone(),
            replaced: self.replaced.clone(),
            begun: self.begun.clone(),
            ..Self::new(&self.folder, tree)
        }
    }

    /// Whether a path came in through a link that leads out of the skill.
    pub(crate) fn is_replaced(&self, path: &str) -> bool {
        self.replaced.iter().any(|replaced| is_at_or_below(path, replaced))
    }

    /// Bytes of a file of the tree.
    pub(crate) fn size_of(&self, file: &TreeFile) -> u64 {
        self.begun.get(&file.path).map_or(file.content.len() as u64, |begun| begun.size)
    }

    /// Bytes of all files.
    pub(crate) fn size(&self) -> u64 {
        self.tree.files().iter().map(|file| self.size_of(file)).sum()
    }

    /// The path of SKILL.md, or where it should be.
    pub(crate) fn manifest_path(&self) -> &str {
        self.manifest.as_ref().map_or(MANIFEST, |manifest| &manifest.path)
    }

    /// The text of SKILL.md; empty when there is none.
    pub(crate) fn text(&self) -> &str {
        self.manifest.as_ref().map_or("", |manifest| &manifest.text)
    }

    /// The text of a file; empty for what is no text.
    pub(crate) fn text_of(&self, file: &str) -> &str {
        if file == self.manifest_path() {
            return self.text();
        }
        self.tree.file(file).and_then(|file| std::str::from_utf8(&file.content).ok()).unwrap_or("")
    }

    /// The Markdown after the head.
    pub(crate) fn body(&self) -> &str {
        self.head.split.body.of(self.text())
    }

    /// Whether a file or folder stands at this path; what was left out or can't be taken counts.
    pub(crate) fn has(&self, path: &str) -> bool {
        path.is_empty()
            || self.tree.file(path).is_some()
            || self.has_folder(path)
            || self.left_out.iter().any(|other| is_at_or_below(path, other))
            || self.oddities.iter().any(|oddity| is_at_or_below(path, &oddity.path))
            || self.through_links(path)
    }

    /// Whether files lie below this path.
    pub(crate) fn has_folder(&self, path: &str) -> bool {
        let files = self.tree.files();
        let prefix = format!("{path}/");
        let first = files.partition_point(|file| file.path.as_bytes() < prefix.as_bytes());
        files.get(first).is_some_and(|file| file.path.starts_with(&prefix))
    }

    /// Whether an inner link of the skill stands on the way: what lies behind it is taken to exist.
    fn through_links(&self, path: &str) -> bool {
        path.match_indices('/')
            .any(|(at, _)| self.tree.file(&path[..at]).is_some_and(|file| file.mode == Mode::Symlink))
    }
}

/// Whether `path` is `other` or lies below it.
fn is_at_or_below(path: &str, other: &str) -> bool {
    path == other || path.strip_prefix(other).is_some_and(|rest| rest.starts_with('/'))
}

fn find_manifest(tree: &Tree) -> Option<&TreeFile> {
    tree.file(MANIFEST)
        .or_else(|| tree.file("skill.md"))
        .or_else(|| tree.files().iter().find(|file| file.path.eq_ignore_ascii_case(MANIFEST)))
}

fn read_manifest(tree: &Tree, file: &TreeFile) -> ManifestFile {
    let content = resolve(tree, file).map_or(&[][..], |file| &file.content);
    let (text, unreadable) = match read_text(content) {
        Ok(text) => (text.to_owned(), None),
        Err(why) => (String::new(), Some(why)),
    };
    ManifestFile { path: file.path.clone(), text, unreadable }
}

/// The file an inner link leads to; the file itself when it is none. Links that turn in circles lead nowhere.
fn resolve<'a>(tree: &'a Tree, file: &'a TreeFile) -> Option<&'a TreeFile> {
    let mut here = file;
    for _ in 0..40 {
        if here.mode != Mode::Symlink {
            return Some(here);
        }
        let target = std::str::from_utf8(&here.content).ok()?;
        let folder = here.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in target.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        here = tree.file(&parts.join("/"))?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, mode: Mode, content: &str) -> TreeFile {
        TreeFile { path: path.to_owned(), mode, content: content.as_bytes().to_vec() }
    }

    #[test]
    fn files_folders_and_what_lies_behind_links_exist() {
        let skill = Skill::new(
            "x",
            Tree::new(vec![
                file("SKILL.md", Mode::Symlink, "docs/main.md"),
                file("docs/main.md", Mode::Regular, "---\nname: x\n---\nbody\n"),
                file("more", Mode::Symlink, "docs"),
            ]),
        );
        assert_eq!(skill.body(), "body\n");
        for path in ["docs", "docs/main.md", "SKILL.md", "more/main.md"] {
            assert!(skill.has(path), "{path}");
        }
        assert!(!skill.has("doc") && !skill.has("docs/other.md"));
    }
}
