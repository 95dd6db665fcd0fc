//! The id that git would give to a folder's tree: other tools record it.

use std::collections::BTreeMap;

use git2::{ObjectType, Oid};

use crate::model::{
    commit::Commit,
    tree::{Tree, TreeFile},
};

/// git's id of a skill's folder; `None` where git could not name it.
pub(crate) fn tree_id(tree: &Tree) -> Option<Commit> {
    let files: Vec<(&str, &TreeFile)> = tree.files().iter().map(|file| (file.path.as_str(), file)).collect();
    let id = of(&files)?;
    Some(Commit::of_bytes(id.as_bytes().try_into().ok()?))
}

/// The id of a folder from its files, each with its path below that folder.
fn of(files: &[(&str, &TreeFile)]) -> Option<Oid> {
    let mut folders: BTreeMap<&str, Vec<(&str, &TreeFile)>> = BTreeMap::new();
    // git sorts folders as if their names ended in a slash.
    let mut entries: BTreeMap<String, (&'static str, &str, Oid)> = BTreeMap::new();
    for (path, file) in files {
        if let Some((folder, inner)) = path.split_once('/') {
            folders.entry(folder).or_default().push((inner, file));
        } else {
            let id = Oid::hash_object(ObjectType::Blob, &file.content).ok()?;
            let mode = file.mode.as_str();
            entries.insert((*path).to_owned(), (mode, path, id));
        }
    }
    for (folder, files) in &folders {
        entries.insert(format!("{folder}/"), ("40000", folder, of(files)?));
    }
    let mut bytes = Vec::new();
    for (mode, name, id) in entries.values() {
        bytes.extend_from_slice(format!("{mode} {name}\0").as_bytes());
        bytes.extend_from_slice(id.as_bytes());
    }
    Oid::hash_object(ObjectType::Tree, &bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::Mode;

    #[test]
    fn a_tree_has_the_id_that_git_gives_it() {
        let file = |path: &str, mode, text: &str| TreeFile {
            path: path.to_owned(),
            mode,
            content: text.as_bytes().to_vec(),
        };
        let tree = Tree::new(vec![
            file("a.b", Mode::Regular, "x\n"),
            file("a/run.sh", Mode::Executable, "#!/bin/sh\n"),
            file("SKILL.md", Mode::Regular, "---\n---\n"),
        ]);
        // `git add -A && git write-tree` on the same files.
        assert_eq!(
            tree_id(&tree).map(|id| id.to_string()).as_deref(),
            Some("3c70491212078fcb695e187ab1152a792f7a4010")
        );
    }
}
