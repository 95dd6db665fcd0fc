//! An archive that was read: a `Repository` in memory.

use std::{collections::BTreeMap, fmt};

use crate::{
    host::{
        assemble,
        repository::{Kind, ReadError, Repository, file_name, parent},
    },
    model::{
        tree::{Mode, Tree},
        visible,
    },
};

/// What an archive holds at a path.
#[derive(Debug)]
pub(super) enum Node {
    Folder,
    File { executable: bool, content: Vec<u8> },
    Link { target: Vec<u8> },
}

impl Node {
    fn kind(&self) -> Kind {
        match self {
            Self::Folder => Kind::Folder,
            Self::File { executable, content } => {
                Kind::File { executable: *executable, size: Some(content.len() as u64) }
            }
            Self::Link { .. } => Kind::Symlink,
        }
    }
}

/// An archive's files. Junk (`__MACOSX`, `.DS_Store` and whatever else is never part of a skill) is not among them.
#[derive(Debug)]
pub(crate) struct Opened {
    nodes: BTreeMap<String, Node>,
    /// The names in each folder.
    children: BTreeMap<String, Vec<String>>,
    junk: Vec<String>,
    packed: u64,
    shown: String,
}

impl Opened {
    pub(super) fn new(nodes: BTreeMap<String, Node>, junk: Vec<String>, packed: u64, shown: &str) -> Self {
        let mut children: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in nodes.keys() {
            children.entry(parent(path).to_owned()).or_default().push(file_name(path).to_owned());
        }
        for names in children.values_mut() {
            names.sort_unstable();
        }
        Self { nodes, children, junk, packed, shown: visible::line(shown).into_owned() }
    }

    /// A tree that came by another way, to be looked at like an archive.
    pub(crate) fn of_tree(tree: &Tree, shown: &str) -> Self {
        let mut nodes = BTreeMap::new();
        for file in tree.files() {
            for (at, _) in file.path.match_indices('/') {
                nodes.entry(file.path[..at].to_owned()).or_insert(Node::Folder);
            }
            let content = file.content.clone();
            let node = match file.mode {
                Mode::Symlink => Node::Link { target: content },
                Mode::Regular | Mode::Executable => {
                    Node::File { executable: file.mode == Mode::Executable, content }
                }
            };
            nodes.insert(file.path.clone(), node);
        }
        Self::new(nodes, Vec::new(), 0, shown)
    }

    /// Where the one skill of an uploader's archive lies: at the root, or in the only folder at the root. `None` when
    /// neither holds a `SKILL.md`; discovery may still find skills deeper down.
    pub(crate) fn skill_root(&self) -> Option<&str> {
        let is_file =
            |path: &str| matches!(self.nodes.get(path), Some(Node::File { .. } | Node::Link { .. }));
        if is_file("SKILL.md") {
            return Some("");
        }
        match self.children.get("").map(Vec::as_slice) {
            Some([only]) if is_file(&format!("{only}/SKILL.md")) => Some(only),
            _ => None,
        }
    }

    /// The folders of all skills: the one of an uploader's archive, else every folder with a SKILL.md that lies in no
    /// other, the uppermost first.
    pub(crate) fn skill_roots(&self) -> Vec<String> {
        if let Some(root) = self.skill_root() {
            return vec![root.to_owned()];
        }
        let manifests = self.paths().filter(|path| file_name(path).eq_ignore_ascii_case("SKILL.md"));
        let mut folders: Vec<String> = manifests.map(|path| parent(path).to_owned()).collect();
        folders.sort_by_key(|folder| (folder.matches('/').count(), folder.clone()));
        let mut roots: Vec<String> = Vec::new();
        for folder in folders {
            if !roots.iter().any(|root| assemble::is_within(&folder, root)) {
                roots.push(folder);
            }
        }
        roots
    }

    /// Bytes of the archive itself; 0 for a tree that came by another way.
    pub(crate) fn packed_size(&self) -> u64 {
        self.packed
    }

    /// Entries that are never part of a skill and were passed over; a folder stands for all it holds.
    pub(crate) fn junk(&self) -> &[String] {
        &self.junk
    }

    /// The paths of all files and links.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        let leaves = self.nodes.iter().filter(|(_, node)| !matches!(node, Node::Folder));
        leaves.map(|(path, _)| path.as_str())
    }

    /// The paths of all symbolic links.
    pub(crate) fn links(&self) -> impl Iterator<Item = &str> {
        let links = self.nodes.iter().filter(|(_, node)| matches!(node, Node::Link { .. }));
        links.map(|(path, _)| path.as_str())
    }

    fn fail(&self, path: &str, why: &str) -> ReadError {
        ReadError { path: path.to_owned(), repository: self.shown.clone(), why: why.to_owned() }
    }
}

impl Repository for Opened {
    fn kind(&self, path: &str) -> Result<Option<Kind>, ReadError> {
        Ok(if path.is_empty() { Some(Kind::Folder) } else { self.nodes.get(path).map(Node::kind) })
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError> {
        if !path.is_empty() && !matches!(self.nodes.get(path), Some(Node::Folder)) {
            return Err(self.fail(path, "it is no folder"));
        }
        let names = self.children.get(path).map(Vec::as_slice).unwrap_or_default();
        Ok(names
            .iter()
            .filter_map(|name| {
                let node = self.nodes.get(&crate::host::repository::join(path, name))?;
                Some((name.clone(), node.kind()))
            })
            .collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match self.nodes.get(path) {
            Some(Node::File { content, .. } | Node::Link { target: content }) => Ok(content.clone()),
            Some(Node::Folder) => Err(self.fail(path, "it is a folder")),
            None => Err(self.fail(path, "there is no such entry")),
        }
    }

    fn describe(&self) -> &dyn fmt::Display {
        &self.shown
    }
}
