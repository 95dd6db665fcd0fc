//! `update --merge`: an edited skill and its newer state made one. Lines that both changed stand between conflict markers;
//! what can't be merged by lines is kept beside the local file as `NAME.new`, so that nothing is lost on either side.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Context,
    error::Error,
    install::{self, Content, Incoming},
    state::ScopeState,
    update::{Newer, locked_tree},
};
use crate::{
    host::{fs, git},
    model::{
        name::FolderName,
        tree::{Mode, Tree, TreeFile},
        visible,
    },
};

/// Where local edits and a newer state did not go together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub(crate) enum Conflict {
    /// The file holds conflict markers.
    Lines { path: String },
    /// Both changed a file that is no text, or made different things of it: theirs is at `beside`.
    Both { path: String, beside: String },
    /// The local edits removed a file that the newer state changed: it is at `beside`.
    RemovedHere { path: String, beside: String },
    /// The newer state has no longer what was edited here: it stays.
    RemovedThere { path: String },
}

/// A merged skill.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) tree: Tree,
    pub(crate) conflicts: Vec<Conflict>,
}

/// Merges the local edits of a skill into its newer state; `None` when it was not edited, or is no folder of files.
pub(crate) fn into_newer(
    context: &Context<'_>,
    state: &ScopeState,
    newer: &mut Newer,
) -> Result<Option<Vec<Conflict>>, Error> {
    let name = &newer.incoming.name;
    let Some(ours) = edited(context, state, name, newer)? else { return Ok(None) };
    let (Content::Tree(theirs), Some(before)) = (&newer.incoming.content, &newer.before) else {
        return Ok(None);
    };
    let base = locked_tree(context, state, name, before)?;
    let names = [
        "your edits".to_owned(),
        format!("{} as installed", before.version()),
        newer.incoming.locked.version(),
    ];
    let merged = merge(&base, &ours, theirs, &names.map(|name| visible::line(&name).into_owned()));
    // The next merge starts from it.
    context.store()?.insert(theirs, theirs.digest())?;
    newer.incoming = Incoming { content: Content::Merged(merged.tree), ..newer.incoming.clone() };
    Ok(Some(merged.conflicts))
}

/// The files of a skill as they stand, when they are neither those that were locked nor others that were installed.
fn edited(
    context: &Context<'_>,
    state: &ScopeState,
    name: &FolderName,
    newer: &Newer,
) -> Result<Option<Tree>, Error> {
    let folder = install::target(&state.folder, name);
    let Some(before) = newer.before.as_ref().filter(|before| before.digest.is_some()) else {
        return Ok(None);
    };
    if fs::standing(&folder)? != fs::Standing::Folder {
        return Ok(None);
    }
    let tree = fs::read_tree(&folder)?;
    let is_edited = !install::check::is_untouched(before, tree.digest(), context.store()?);
    Ok(is_edited.then_some(tree))
}

/// Merges `ours` and `theirs`, both made from `base`; `names` are those of ours, base and theirs beside conflict markers.
fn merge(base: &Tree, ours: &Tree, theirs: &Tree, names: &[String; 3]) -> Merged {
    let trees = [base, ours, theirs];
    let paths: BTreeSet<&str> =
        trees.iter().flat_map(|tree| tree.files()).map(|file| file.path.as_str()).collect();
    let mut merge = Merge { names, taken: paths.clone(), files: BTreeMap::new(), conflicts: Vec::new() };
    for path in paths {
        merge.file(path, trees.map(|tree| tree.file(path)));
    }
    merge.part_files_from_folders();
    Merged { tree: Tree::new(merge.files.into_values().collect()), conflicts: merge.conflicts }
}

struct Merge<'a> {
    names: &'a [String; 3],
    /// Paths of any of the three: nothing is put beside a file under one of them.
    taken: BTreeSet<&'a str>,
    files: BTreeMap<String, TreeFile>,
    conflicts: Vec<Conflict>,
}

impl Merge<'_> {
    fn file(&mut self, path: &str, [base, ours, theirs]: [Option<&TreeFile>; 3]) {
        if ours == theirs || theirs == base {
            self.put(ours);
        } else if ours == base {
            self.put(theirs);
        } else if let (Some(ours), Some(theirs)) = (ours, theirs) {
            self.both(path, base, ours, theirs);
        } else if let Some(theirs) = theirs {
            let beside = self.put_beside(theirs);
            self.conflicts.push(Conflict::RemovedHere { path: path.to_owned(), beside });
        } else {
            self.put(ours);
            self.conflicts.push(Conflict::RemovedThere { path: path.to_owned() });
        }
    }

    fn both(&mut self, path: &str, base: Option<&TreeFile>, ours: &TreeFile, theirs: &TreeFile) {
        let is_file = |file: &TreeFile| file.mode != Mode::Symlink;
        // Of the mode, too, the side counts that changed it.
        let mode = if base.is_some_and(|base| base.mode == ours.mode) { theirs.mode } else { ours.mode };
        let text = if is_file(ours) && is_file(theirs) {
            let base = base.filter(|base| is_file(base)).map_or(&[][..], |base| &base.content);
            if ours.content == theirs.content || theirs.content == base {
                Some((ours.content.clone(), false))
            } else if ours.content == base {
                Some((theirs.content.clone(), false))
            } else {
                let names = [self.names[0].as_str(), &self.names[1], &self.names[2]];
                git::merge_text(base, &ours.content, &theirs.content, names)
                    .map(|merged| (merged.bytes, merged.has_conflicts))
            }
        } else {
            None
        };
        let Some((content, has_conflicts)) = text else {
            self.put(Some(ours));
            let beside = self.put_beside(theirs);
            self.conflicts.push(Conflict::Both { path: path.to_owned(), beside });
            return;
        };
        if has_conflicts {
            self.conflicts.push(Conflict::Lines { path: path.to_owned() });
        }
        self.put(Some(&TreeFile { path: path.to_owned(), mode, content }));
    }

    fn put(&mut self, file: Option<&TreeFile>) {
        if let Some(file) = file {
            self.files.insert(file.path.clone(), file.clone());
        }
    }

    /// Puts a file under the first free name of `NAME.new`, `NAME.new.2` and so on.
    fn put_beside(&mut self, file: &TreeFile) -> String {
        let mut beside = format!("{}.new", file.path);
        let mut number = 1;
        while self.taken.contains(beside.as_str()) || self.files.contains_key(&beside) {
            number += 1;
            beside = format!("{}.new.{number}", file.path);
        }
        self.files.insert(beside.clone(), TreeFile { path: beside.clone(), ..file.clone() });
        beside
    }

    /// One side may have a file where the other has a folder: the file steps aside.
    fn part_files_from_folders(&mut self) {
        let folders: BTreeSet<String> = self
            .files
            .keys()
            .flat_map(|path| {
                path.match_indices('/').map(|(end, _)| path[..end].to_owned()).collect::<Vec<_>>()
            })
            .collect();
        for path in folders {
            if let Some(file) = self.files.remove(&path) {
                let beside = self.put_beside(&file);
                self.conflicts.push(Conflict::Both { path, beside });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Tree {
        let file = |(path, text): &(&str, &str)| TreeFile {
            path: (*path).to_owned(),
            mode: Mode::Regular,
            content: text.as_bytes().to_vec(),
        };
        Tree::new(files.iter().map(file).collect())
    }

    fn merged(base: &[(&str, &str)], ours: &[(&str, &str)], theirs: &[(&str, &str)]) -> Merged {
        let names = ["yours", "base", "new"].map(str::to_owned);
        merge(&tree(base), &tree(ours), &tree(theirs), &names)
    }

    fn texts(merged: &Merged) -> Vec<(&str, &str)> {
        let files = merged.tree.files().iter();
        files.map(|file| (file.path.as_str(), std::str::from_utf8(&file.content).unwrap_or("?"))).collect()
    }

    #[test]
    fn changes_of_one_side_are_taken_and_those_of_both_are_joined() {
        let found = merged(
            &[("a", "1\n2\n3\n4\n5\n"), ("gone", "x"), ("kept", "k")],
            &[("a", "one\n2\n3\n4\n5\n"), ("gone", "x"), ("kept", "k"), ("mine", "m")],
            &[("a", "1\n2\n3\n4\nfive\n"), ("kept", "K"), ("theirs", "t")],
        );
        assert_eq!(found.conflicts, []);
        assert_eq!(
            texts(&found),
            [("a", "one\n2\n3\n4\nfive\n"), ("kept", "K"), ("mine", "m"), ("theirs", "t")]
        );
    }

    #[test]
    fn lines_that_both_changed_stand_between_markers_longer_than_any_heading() {
        let found = merged(&[("a", "x\n")], &[("a", "Title\n========\n")], &[("a", "z\n")]);
        assert_eq!(found.conflicts, [Conflict::Lines { path: "a".to_owned() }]);
        let expected = "<<<<<<<<< yours\nTitle\n========\n||||||||| base\nx\n=========\nz\n>>>>>>>>> new\n";
        assert_eq!(texts(&found), [("a", expected)]);
    }

    #[test]
    fn what_has_no_lines_is_kept_from_both_sides() {
        let found = merged(
            &[("bin", "\0a"), ("cut", "1"), ("edited", "1"), ("new", "n"), ("new.new", "taken")],
            &[("bin", "\0b"), ("edited", "2"), ("new", "\0mine"), ("new.new", "taken")],
            &[("bin", "\0c"), ("cut", "2"), ("new", "\0theirs"), ("new.new", "taken")],
        );
        let own = str::to_owned;
        assert_eq!(
            found.conflicts,
            [
                Conflict::Both { path: own("bin"), beside: own("bin.new") },
                Conflict::RemovedHere { path: own("cut"), beside: own("cut.new") },
                Conflict::RemovedThere { path: own("edited") },
                Conflict::Both { path: own("new"), beside: own("new.new.2") },
            ]
        );
        assert_eq!(
            texts(&found),
            [
                ("bin", "\0b"),
                ("bin.new", "\0c"),
                ("cut.new", "2"),
                ("edited", "2"),
                ("new", "\0mine"),
                ("new.new", "taken"),
                ("new.new.2", "\0theirs"),
            ]
        );
    }

    #[test]
    fn a_file_steps_aside_for_a_folder_of_its_name() {
        let found = merged(&[], &[("a", "file\n")], &[("a/b", "inside\n")]);
        assert_eq!(texts(&found), [("a.new", "file\n"), ("a/b", "inside\n")]);
        assert_eq!(found.conflicts.len(), 1);
    }
}
