//! Inner links made into the content they lead to: archives hold no links.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    skill::Begun,
    tree::{Mode, Tree, TreeFile},
};

/// A link that can't be stored as content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BadLink {
    pub(super) path: String,
    pub(super) target: String,
    pub(super) why: &'static str,
}

/// More files than this come of links only.
const MAX_FILES: usize = 100_000;

/// The tree without links, and the paths that were links. What a link leads to is begun where its target is.
pub(super) fn inlined(
    tree: Tree,
    begun: &mut BTreeMap<String, Begun>,
) -> Result<(Tree, Vec<String>), BadLink> {
    // Most trees have none, and large ones are not to be copied.
    if tree.files().iter().all(|file| file.mode != Mode::Symlink) {
        return Ok((tree, Vec::new()));
    }
    let mut files: Vec<TreeFile> = Vec::new();
    let mut links = Vec::new();
    for file in tree.files() {
        if file.mode == Mode::Symlink {
            links.push(file.path.clone());
            expand(&tree, file, &file.path, &mut vec![], &mut files, begun)?;
        } else {
            files.push(file.clone());
        }
    }
    // A file may lie below two links that lead to one folder, but no path comes twice.
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.path.clone()));
    Ok((Tree::new(files), links))
}

/// Adds what `link` leads to as `shown`; `above` are the targets being expanded.
fn expand(
    tree: &Tree,
    link: &TreeFile,
    shown: &str,
    above: &mut Vec<String>,
    files: &mut Vec<TreeFile>,
    begun: &mut BTreeMap<String, Begun>,
) -> Result<(), BadLink> {
    let text = String::from_utf8_lossy(&link.content).into_owned();
    let bad = |why| BadLink { path: shown.to_owned(), target: text.clone(), why };
    let target = resolved(&link.path, &text).ok_or_else(|| bad("it leads out of the skill"))?;
    if above.contains(&target) || is_within(&link.path, &target) || files.len() > MAX_FILES {
        return Err(bad("it turns in a circle"));
    }
    above.push(target.clone());
    let prefix = if target.is_empty() { String::new() } else { format!("{target}/") };
    let mut found = false;
    for file in tree.files() {
        let rest = match file.path.strip_prefix(&prefix) {
            _ if file.path == target => "",
            Some(rest) => rest,
            None => continue,
        };
        found = true;
        let place = if rest.is_empty() { shown.to_owned() } else { format!("{shown}/{rest}") };
        if file.mode == Mode::Symlink {
            expand(tree, file, &place, above, files, begun)?;
        } else {
            if let Some(begun_there) = begun.get(&file.path).cloned() {
                begun.insert(place.clone(), begun_there);
            }
            files.push(TreeFile { path: place, ..file.clone() });
        }
    }
    above.pop();
    if found { Ok(()) } else { Err(bad("what it leads to is left out")) }
}

fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The path a link at `path` means; `None` when it leaves the tree.
fn resolved(path: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, Option<&str>)]) -> Tree {
        let file = |&(path, target): &(&str, Option<&str>)| TreeFile {
            path: path.to_owned(),
            mode: if target.is_some() { Mode::Symlink } else { Mode::Regular },
            content: target.unwrap_or(path).into(),
        };
        Tree::new(files.iter().map(file).collect())
    }

    #[test]
    fn links_to_files_folders_and_links_become_content() {
        let made = tree(&[
            ("SKILL.md", None),
            ("a/x.md", None),
            ("a/y.md", Some("x.md")),
            ("b", Some("a")),
            ("c.md", Some("b/../SKILL.md")),
        ]);
        let (out, links) = inlined(made, &mut BTreeMap::new()).unwrap();
        let shown: Vec<_> = out
            .files()
            .iter()
            .map(|file| format!("{}={}", file.path, String::from_utf8_lossy(&file.content)))
            .collect();
        assert_eq!(
            shown,
            [
                "SKILL.md=SKILL.md",
                "a/x.md=a/x.md",
                "a/y.md=a/x.md",
                "b/x.md=a/x.md",
                "b/y.md=a/x.md",
                "c.md=SKILL.md"
            ]
        );
        assert_eq!(links, ["a/y.md", "b", "c.md"]);
    }

    #[test]
    fn circles_and_links_to_nothing_are_named() {
        let why =
            |files: &[(&str, Option<&str>)]| inlined(tree(files), &mut BTreeMap::new()).unwrap_err().why;
        assert_eq!(why(&[("a/l", Some("../b")), ("b/l", Some("../a"))]), "it turns in a circle");
        assert_eq!(why(&[("a/l", Some(".."))]), "it turns in a circle");
        assert_eq!(why(&[("l", Some("gone"))]), "what it leads to is left out");
        assert_eq!(why(&[("l", Some("../x"))]), "it leads out of the skill");
    }
}
