//! How two trees of one skill differ: file by file, and what a reader of an update must know first: new executables,
//! new hosts, new pre-approved tools.

use std::collections::BTreeSet;

use similar::TextDiff;

use crate::model::{
    skill::read_card,
    tree::{Mode, Tree, TreeFile},
};

/// What became of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    Added,
    Removed,
    Changed,
    /// Only its executable bit, or its being a link, changed.
    Mode,
}

/// One file that differs.
#[derive(Debug, Clone)]
pub(crate) struct FileChange {
    pub(crate) path: String,
    pub(crate) change: Change,
    pub(crate) was: Option<Mode>,
    pub(crate) now: Option<Mode>,
    /// Lines added and removed; `None` for bytes that are no text.
    pub(crate) lines: Option<(usize, usize)>,
    /// The unified diff, as the files have it: not yet safe to print.
    pub(crate) unified: Option<String>,
}

/// All that differs between two trees.
#[derive(Debug, Clone, Default)]
pub(crate) struct Difference {
    pub(crate) files: Vec<FileChange>,
    /// Files that may be executed now and could not be before.
    pub(crate) new_executables: Vec<String>,
    /// Hosts that are named in the text or scripts now and were not before.
    pub(crate) new_hosts: Vec<String>,
    pub(crate) new_tools: Vec<String>,
}

impl Difference {
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// Compares two trees.
pub(crate) fn compare(old: &Tree, new: &Tree) -> Difference {
    let paths: BTreeSet<&str> =
        old.files().iter().chain(new.files()).map(|file| file.path.as_str()).collect();
    let files =
        paths.into_iter().filter_map(|path| compare_file(path, old.file(path), new.file(path))).collect();
    let executables = |tree: &Tree| -> BTreeSet<String> {
        tree.files()
            .iter()
            .filter(|file| file.mode == Mode::Executable)
            .map(|file| file.path.clone())
            .collect()
    };
    let added = |old: BTreeSet<String>, new: BTreeSet<String>| new.difference(&old).cloned().collect();
    Difference {
        files,
        new_executables: added(executables(old), executables(new)),
        new_hosts: added(hosts(old), hosts(new)),
        new_tools: added(tools(old), tools(new)),
    }
}

fn compare_file(path: &str, old: Option<&TreeFile>, new: Option<&TreeFile>) -> Option<FileChange> {
    let change = match (old, new) {
        (None, Some(_)) => Change::Added,
        (Some(_), None) => Change::Removed,
        (Some(old), Some(new)) if old.content != new.content => Change::Changed,
        (Some(old), Some(new)) if old.mode != new.mode => Change::Mode,
        (None, None) | (Some(_), Some(_)) => return None,
    };
    let (before, after) = (text(old), text(new));
    let (lines, unified) = match (before, after) {
        (Some(before), Some(after)) => {
            let diff = TextDiff::from_lines(before, after);
            let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
            let lines = (count(similar::ChangeTag::Insert), count(similar::ChangeTag::Delete));
            let name = |file: Option<&TreeFile>, side: &str| {
                file.map_or_else(|| "/dev/null".to_owned(), |file| format!("{side}/{}", file.path))
            };
            let unified = diff.unified_diff().header(&name(old, "a"), &name(new, "b")).to_string();
            (Some(lines), Some(unified))
        }
        _ => (None, None),
    };
    Some(FileChange {
        path: path.to_owned(),
        change,
        was: old.map(|file| file.mode),
        now: new.map(|file| file.mode),
        lines,
        unified,
    })
}

/// The text of a file; an absent one is empty, and bytes that are no text are none.
fn text(file: Option<&TreeFile>) -> Option<&str> {
    match file {
        None => Some(""),
        Some(file) => std::str::from_utf8(&file.content).ok().filter(|text| !text.contains('\0')),
    }
}

/// Host names of http and https addresses in a skill's text files.
pub(crate) fn hosts(tree: &Tree) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for text in tree.files().iter().filter_map(|file| text(Some(file))) {
        for scheme in ["https://", "http://"] {
            for (at, _) in text.match_indices(scheme) {
                let rest = &text[at + scheme.len()..];
                let end = rest
                    .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-')))
                    .unwrap_or(rest.len());
                let host = rest[..end].trim_matches('.').to_ascii_lowercase();
                if host.contains('.') || host == "localhost" {
                    found.insert(host);
                }
            }
        }
    }
    found
}

/// Pre-approved tools of a skill.
fn tools(tree: &Tree) -> BTreeSet<String> {
    let card = tree.file("SKILL.md").and_then(|file| read_card(&file.content).ok());
    card.map(|card| card.allowed_tools.into_iter().collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, Mode, &str)]) -> Tree {
        Tree::new(
            files
                .iter()
                .map(|(path, mode, text)| TreeFile {
                    path: (*path).to_owned(),
                    mode: *mode,
                    content: text.as_bytes().to_vec(),
                })
                .collect(),
        )
    }

    #[test]
    fn what_a_reader_must_know_first_is_told() {
        let old = tree(&[
            ("SKILL.md", Mode::Regular, "---\nname: x\ndescription: y\nallowed-tools: Read\n---\none\n"),
            ("run.sh", Mode::Regular, "x"),
            ("gone.md", Mode::Regular, "x\n"),
        ]);
        let new = tree(&[
            (
                "SKILL.md",
                Mode::Regular,
                "---\nname: x\ndescription: y\nallowed-tools: Read Bash\n---\ntwo\nsee https://Evil.example/x\n",
            ),
            ("run.sh", Mode::Executable, "x"),
            ("blob", Mode::Regular, "\0"),
        ]);
        let difference = compare(&old, &new);
        let changes: Vec<_> =
            difference.files.iter().map(|file| (file.path.as_str(), file.change, file.lines)).collect();
        assert_eq!(
            changes,
            [
                ("SKILL.md", Change::Changed, Some((3, 2))),
                ("blob", Change::Added, None),
                ("gone.md", Change::Removed, Some((0, 1))),
                ("run.sh", Change::Mode, Some((0, 0))),
            ]
        );
        assert_eq!(difference.new_executables, ["run.sh"]);
        assert_eq!(difference.new_hosts, ["evil.example"]);
        assert_eq!(difference.new_tools, ["Bash"]);
        assert!(compare(&old, &old).is_empty());
    }
}
