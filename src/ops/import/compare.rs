//! An installed folder against what its source has.

use crate::{
    host::git::tree_id,
    model::{
        commit::Commit,
        foreign::gh,
        skill::MANIFEST,
        tree::{Mode, Tree, TreeFile},
    },
};

use super::Tool;

/// How near a folder is to its source, nearest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    Same,
    /// The same without these files, or without their modes.
    Incomplete(Vec<String>),
    /// The same but for what `gh skill` wrote.
    Stamped,
    /// Other files, but those that were installed.
    Behind,
    Edited,
}

/// Compares a folder with its source; `installed` is git's id of the folder as it was installed.
pub(super) fn compare(here: &Tree, source: &Tree, tool: Option<Tool>, installed: Option<Commit>) -> Likeness {
    if here == source {
        return Likeness::Same;
    }
    if let Some(lacks) = lacking(here, source, tool) {
        return Likeness::Incomplete(lacks);
    }
    if tool == Some(Tool::Gh) && is_stamped(here, source) {
        return Likeness::Stamped;
    }
    if installed.is_some() && tree_id(here) == installed {
        return Likeness::Behind;
    }
    Likeness::Edited
}

/// What a folder lacks, when that is all that makes it another one.
fn lacking(here: &Tree, source: &Tree, tool: Option<Tool>) -> Option<Vec<String>> {
    let same = |file: &TreeFile| {
        source.file(&file.path).is_some_and(|theirs| {
            theirs.content == file.content && (theirs.mode == Mode::Symlink) == (file.mode == Mode::Symlink)
        })
    };
    if !here.files().iter().all(same) {
        return None;
    }
    let mut lacks = Vec::new();
    for file in source.files() {
        match here.file(&file.path) {
            Some(ours) if ours.mode == file.mode => {}
            Some(_) => lacks.push(file.path.clone()),
            None if is_left_out(&file.path, tool) => lacks.push(file.path.clone()),
            None => return None,
        }
    }
    Some(lacks)
}

/// Files that `npx skills` does not copy: any version some, earlier ones more.
fn is_left_out(path: &str, tool: Option<Tool>) -> bool {
    let mut parts = path.split('/');
    let name = parts.next_back().unwrap_or(path);
    tool == Some(Tool::Npx)
        && (matches!(name, "metadata.json" | "README.md")
            || name.starts_with('_')
            || parts.any(|folder| folder.starts_with('_')))
}

fn is_stamped(here: &Tree, source: &Tree) -> bool {
    let others = |tree: &Tree| -> Vec<TreeFile> {
        tree.files().iter().filter(|file| file.path != MANIFEST).cloned().collect()
    };
    let text = |tree: &Tree| {
        tree.file(MANIFEST).and_then(|file| String::from_utf8(file.content.clone()).ok()).unwrap_or_default()
    };
    others(here) == others(source) && gh::says_the_same(&text(here), &text(source))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, Mode, &str)]) -> Tree {
        let file = |(path, mode, text): &(&str, Mode, &str)| TreeFile {
            path: (*path).to_owned(),
            mode: *mode,
            content: text.as_bytes().to_vec(),
        };
        Tree::new(files.iter().map(file).collect())
    }

    #[test]
    fn only_what_a_tool_leaves_out_may_lack() {
        let regular = Mode::Regular;
        let source = tree(&[
            ("SKILL.md", regular, "x"),
            ("README.md", regular, "r"),
            ("run.sh", Mode::Executable, "s"),
        ]);
        let here = tree(&[("SKILL.md", regular, "x"), ("run.sh", regular, "s")]);
        let lacks = vec!["README.md".to_owned(), "run.sh".to_owned()];
        assert_eq!(compare(&here, &source, Some(Tool::Npx), None), Likeness::Incomplete(lacks));
        assert_eq!(compare(&here, &source, Some(Tool::Apm), None), Likeness::Edited);
        let here = tree(&[("SKILL.md", regular, "x")]);
        assert_eq!(compare(&here, &source, Some(Tool::Npx), None), Likeness::Edited);
        let here = tree(&[("SKILL.md", regular, "y")]);
        assert_eq!(compare(&here, &source, Some(Tool::Npx), tree_id(&here)), Likeness::Behind);
        assert_eq!(compare(&source, &source, None, None), Likeness::Same);
    }
}
