//! Changes to what goes into an archive, each told; the working tree stays as it is.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Read},
};

use super::MANIFEST;
use crate::{
    lint::profile::Transform,
    model::{
        frontmatter::{Entry, Frontmatter, Node},
        skill::Begun,
        span::{Span, lines},
        tree::Tree,
    },
};

const MARK: &[u8] = &[0xEF, 0xBB, 0xBF];
/// Bytes that are read at a time.
const PIECE: u64 = 64 * 1024;

/// The tree as the platform asks for it, and what was changed: paths, each with words. Files that are not held whole
/// are changed when they are read; what is to be done is noted with them.
pub(super) fn apply(
    tree: Tree,
    wanted: &BTreeSet<Transform>,
    begun: &mut BTreeMap<String, Begun>,
) -> (Tree, Vec<(String, String)>) {
    let mut changes = Vec::new();
    let mut files = tree.into_files();
    // Readers know one spelling, and one of two files is the wrong one: lint says which.
    let mut manifests = files.iter_mut().filter(|file| file.path.eq_ignore_ascii_case(MANIFEST));
    if let (Some(file), None) = (manifests.next(), manifests.next())
        && file.path != MANIFEST
    {
        changes.push((MANIFEST.to_owned(), format!("`{}` is packed as `{MANIFEST}`", file.path)));
        MANIFEST.clone_into(&mut file.path);
    }
    for file in &mut files {
        let is_manifest = file.path == MANIFEST;
        let mut changed = |what: String| changes.push((file.path.clone(), what));
        let strips_mark =
            wanted.contains(&Transform::Bom) && is_manifest || wanted.contains(&Transform::BomInText);
        if let Some(begun) = begun.get_mut(&file.path) {
            begun.loses_mark = strips_mark && begun.is_text && begun.has_mark;
            if begun.loses_mark {
                begun.size -= MARK.len() as u64;
                changed(MARK_GOES.to_owned());
            }
            begun.loses_returns =
                wanted.contains(&Transform::LineEnds) && begun.is_text && begun.line_ends > 0;
            if begun.loses_returns {
                begun.size -= begun.line_ends;
                changed(returns_go(begun.line_ends));
            }
            continue;
        }
        if strips_mark && file.content.starts_with(MARK) && is_text(&file.content) {
            file.content.drain(..MARK.len());
            changed(MARK_GOES.to_owned());
        }
        if wanted.contains(&Transform::LineEnds) && is_text(&file.content) {
            let ends = file.content.windows(2).filter(|pair| pair == b"\r\n").count();
            if ends > 0 {
                unix_lines(&mut file.content);
                changed(returns_go(ends as u64));
            }
        }
        if wanted.contains(&Transform::InstallMetadata)
            && is_manifest
            && let Some((text, keys)) =
                std::str::from_utf8(&file.content).ok().and_then(without_install_metadata)
        {
            file.content = text.into_bytes();
            changed(format!("an installer's `{}` is taken out of `metadata`", keys.join("`, `")));
        }
    }
    (Tree::new(files), changes)
}

const MARK_GOES: &str = "its byte order mark is taken away";

fn returns_go(ends: u64) -> String {
    let many = if ends == 1 { "line end" } else { "line ends" };
    format!("{ends} {many} CR LF written as LF")
}

/// A file that is not held, read as it is to be packed.
pub(super) struct Changed<R> {
    file: R,
    begun: Begun,
    /// What was read and not yet handed out, from `at` on.
    ready: Vec<u8>,
    at: usize,
    /// The file's first bytes are yet to come.
    is_new: bool,
    /// The last piece ended in a CR that was kept back.
    owes_return: bool,
}

impl<R: Read> Changed<R> {
    pub(super) fn new(file: R, begun: &Begun) -> Self {
        Self { file, begun: begun.clone(), ready: Vec::new(), at: 0, is_new: true, owes_return: false }
    }

    /// The next bytes; none at the file's end.
    fn fill(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.at = 0;
        while self.ready.is_empty() {
            let mut piece = Vec::new();
            (&mut self.file).take(PIECE).read_to_end(&mut piece)?;
            let is_end = piece.is_empty();
            if std::mem::take(&mut self.is_new) && self.begun.loses_mark && piece.starts_with(MARK) {
                piece.drain(..MARK.len());
            }
            if self.begun.loses_returns {
                if std::mem::take(&mut self.owes_return) {
                    piece.insert(0, b'\r');
                }
                if !is_end && piece.ends_with(b"\r") {
                    piece.pop();
                    self.owes_return = true;
                }
                unix_lines(&mut piece);
            }
            self.ready = piece;
            if is_end {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Changed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if !self.begun.loses_mark && !self.begun.loses_returns {
            return self.file.read(out);
        }
        if self.at == self.ready.len() {
            self.fill()?;
        }
        let count = (&self.ready[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
    }
}

fn is_text(content: &[u8]) -> bool {
    std::str::from_utf8(content).is_ok() && !content.contains(&0)
}

fn unix_lines(content: &mut Vec<u8>) {
    let mut kept = Vec::with_capacity(content.len());
    for (index, &byte) in content.iter().enumerate() {
        if byte != b'\r' || content.get(index + 1) != Some(&b'\n') {
            kept.push(byte);
        }
    }
    *content = kept;
}

fn is_installers(key: &str) -> bool {
    key == "local-path" || key.starts_with("github-")
}

/// The text without what installers wrote into `metadata`, and those keys; `None` when there is nothing to take out
/// or the result would not read as meant.
fn without_install_metadata(text: &str) -> Option<(String, Vec<String>)> {
    let head = Frontmatter::parse(text);
    let metadata = head.entry("metadata")?;
    let entries = metadata.value.entries();
    let doomed: Vec<&Entry> = entries.iter().filter(|entry| is_installers(entry.name())).collect();
    if doomed.is_empty() {
        return None;
    }
    let keys: Vec<String> = doomed.iter().map(|entry| entry.name().to_owned()).collect();
    let mut spans: Vec<Span> = doomed.iter().map(|entry| block(text, entry.key.span.start)).collect();
    if doomed.len() == entries.len() {
        spans = vec![block(text, metadata.key.span.start)];
    }
    let mut out = text.to_owned();
    for span in spans.iter().rev() {
        out.replace_range(span.start..span.end, "");
    }
    let kept = |head: &Frontmatter| -> Vec<(String, String)> {
        let top = head.entries.iter().filter(|entry| entry.name() != "metadata");
        let inner = head.entry("metadata").map_or(&[][..], |entry| entry.value.entries()).iter();
        let inner = inner.filter(|entry| !is_installers(entry.name()));
        top.chain(inner).map(|entry| (entry.name().to_owned(), shape(&entry.value))).collect()
    };
    let after = Frontmatter::parse(&out);
    (kept(&head) == kept(&after) && after.entry("metadata").is_none_or(|entry| !entry.value.is_absent()))
        .then_some((out, keys))
}

/// The line of a key and all lines below it that are indented more.
fn block(text: &str, key: usize) -> Span {
    let start = text[..key].rfind('\n').map_or(0, |at| at + 1);
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = indent(&text[start..]);
    let mut end = start;
    for line in lines(text, start) {
        let content = line.span.of(text);
        if line.span.start != start && !content.trim().is_empty() && indent(content) <= own {
            break;
        }
        end = line.next;
    }
    Span::new(start, end)
}

/// A value as text, to compare.
fn shape(node: &Node) -> String {
    let entries: Vec<String> =
        node.entries().iter().map(|entry| format!("{}={}", entry.name(), shape(&entry.value))).collect();
    format!("{}{}", node.text().unwrap_or(""), entries.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::{Mode, TreeFile};

    #[test]
    fn marks_line_ends_and_installers_notes_go_and_are_told() {
        let file = |path: &str, content: &[u8]| TreeFile {
            path: path.to_owned(),
            mode: Mode::Regular,
            content: content.to_vec(),
        };
        let tree = Tree::new(vec![
            file("SKILL.md", b"\xEF\xBB\xBF---\r\nname: x\r\n---\r\n\rend\r"),
            file("a.bin", b"\0\r\n"),
            file("b.csv", b"\xEF\xBB\xBFa\r\n"),
        ]);
        let (out, changes) =
            apply(tree.clone(), &[Transform::Bom, Transform::LineEnds].into(), &mut BTreeMap::new());
        assert_eq!(out.file("SKILL.md").unwrap().content, b"---\nname: x\n---\n\rend\r");
        assert_eq!(out.file("a.bin").unwrap().content, b"\0\r\n");
        assert_eq!(out.file("b.csv").unwrap().content, b"\xEF\xBB\xBFa\n");
        assert_eq!(changes.len(), 3);
        assert_eq!(apply(tree.clone(), &BTreeSet::new(), &mut BTreeMap::new()), (tree, Vec::new()));
    }

    #[test]
    fn files_that_are_not_held_are_changed_while_they_are_read() {
        let mut text = b"\xEF\xBB\xBFa\r\n".to_vec();
        // Line ends that are cut in two by the pieces.
        text.extend(b"\r".repeat(usize::try_from(PIECE).unwrap() - text.len()));
        text.extend(b"\n\r\nend\r");
        let survey = crate::model::survey::Survey::of(&text);
        let begun = Begun {
            size: survey.size,
            is_text: survey.is_text(),
            has_mark: survey.has_mark(),
            line_ends: survey.line_ends,
            ..Begun::default()
        };
        let file = TreeFile { path: "a.csv".to_owned(), mode: Mode::Regular, content: Vec::new() };
        let mut all = BTreeMap::from([("a.csv".to_owned(), begun)]);
        let wanted = [Transform::BomInText, Transform::LineEnds].into();
        let (_, changes) = apply(Tree::new(vec![file]), &wanted, &mut all);
        assert_eq!(changes.len(), 2);
        let mut read = Vec::new();
        Changed::new(&text[..], &all["a.csv"]).read_to_end(&mut read).unwrap();
        let mut expected = text[MARK.len()..].to_vec();
        unix_lines(&mut expected);
        assert!(read == expected && read.ends_with(b"\n\nend\r"));
        assert_eq!(all["a.csv"].size, read.len() as u64);
    }

    #[test]
    fn the_manifest_gets_its_one_spelling() {
        let tree = |paths: &[&str]| {
            let file = |path: &&str| TreeFile {
                path: (*path).to_owned(),
                mode: Mode::Regular,
                content: b"x".to_vec(),
            };
            Tree::new(paths.iter().map(file).collect())
        };
        let none = (&BTreeSet::new(), &mut BTreeMap::new());
        let (out, changes) = apply(tree(&["a/skill.md", "skill.md"]), none.0, none.1);
        assert!(out.file("SKILL.md").is_some() && out.file("a/skill.md").is_some());
        assert_eq!(changes, [("SKILL.md".to_owned(), "`skill.md` is packed as `SKILL.md`".to_owned())]);
        let both = tree(&["SKILL.md", "skill.md"]);
        assert_eq!(apply(both.clone(), none.0, none.1), (both, Vec::new()));
    }

    #[test]
    fn installers_notes_are_taken_out_and_nothing_else() {
        let text = "---\nname: x\nmetadata:\n  github-repo: a/b # c\n  # kept\n  author: me\n  local-path: >\n    /x\n    y\nlicense: MIT\n---\nbody\n";
        let (out, keys) = without_install_metadata(text).unwrap();
        assert_eq!(out, "---\nname: x\nmetadata:\n  # kept\n  author: me\nlicense: MIT\n---\nbody\n");
        assert_eq!(keys, ["github-repo", "local-path"]);
        let only = "---\nname: x\nmetadata:\n  github-repo: a/b\nlicense: MIT\n---\n";
        assert_eq!(without_install_metadata(only).unwrap().0, "---\nname: x\nlicense: MIT\n---\n");
        let flow = "---\nname: x\nmetadata: {github-repo: a/b, author: me}\n---\n";
        assert_eq!(without_install_metadata(flow), None);
        assert_eq!(without_install_metadata("---\nmetadata:\n  author: me\n---\n"), None);
    }
}
