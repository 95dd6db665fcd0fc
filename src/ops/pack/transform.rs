//! Changes to what goes into an archive, each told; the working tree stays as it is.

use std::collections::{BTreeMap, BTreeSet};

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

/// The tree as the platform asks for it, and what was changed: paths, each with words. Files of which only the
/// beginning is held need no change.
pub(super) fn apply(
    tree: Tree,
    wanted: &BTreeSet<Transform>,
    begun: &BTreeMap<String, Begun>,
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
    for file in files.iter_mut().filter(|file| !begun.contains_key(&file.path)) {
        let is_manifest = file.path == MANIFEST;
        let mut changed = |what: String| changes.push((file.path.clone(), what));
        let strips_mark =
            wanted.contains(&Transform::Bom) && is_manifest || wanted.contains(&Transform::BomInText);
        if strips_mark && file.content.starts_with(MARK) && is_text(&file.content) {
            file.content.drain(..MARK.len());
            changed("its byte order mark is taken away".to_owned());
        }
        if wanted.contains(&Transform::LineEnds) && is_text(&file.content) {
            let ends = file.content.windows(2).filter(|pair| pair == b"\r\n").count();
            if ends > 0 {
                unix_lines(&mut file.content);
                let many = if ends == 1 { "line end" } else { "line ends" };
                changed(format!("{ends} {many} CR LF written as LF"));
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

pub(super) fn is_text(content: &[u8]) -> bool {
    std::str::from_utf8(content).is_ok() && !content.contains(&0)
}

/// Whether a text holds something that a change could be about.
pub(super) fn may_change(content: &[u8]) -> bool {
    content.starts_with(MARK) || content.contains(&b'\r')
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
            apply(tree.clone(), &[Transform::Bom, Transform::LineEnds].into(), &BTreeMap::new());
        assert_eq!(out.file("SKILL.md").unwrap().content, b"---\nname: x\n---\n\rend\r");
        assert_eq!(out.file("a.bin").unwrap().content, b"\0\r\n");
        assert_eq!(out.file("b.csv").unwrap().content, b"\xEF\xBB\xBFa\n");
        assert_eq!(changes.len(), 3);
        assert_eq!(apply(tree.clone(), &BTreeSet::new(), &BTreeMap::new()), (tree, Vec::new()));
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
        let none = (&BTreeSet::new(), &BTreeMap::new());
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
