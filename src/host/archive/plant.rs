//! The tree that grows while an archive is read. Each entry is checked against those before it, so that no order of
//! entries can make two of them one file, or put a file behind a link.

use std::collections::BTreeMap;

use super::{
    error::ArchiveError,
    name::EntryName,
    opened::{Node, Opened},
};
use crate::{
    host::assemble,
    model::{
        digest::Digest,
        name::fold,
        tree::{Mode, is_part_of_skill},
    },
};

/// Small archives may be as dense as they like.
const DENSE_ENOUGH: u64 = 8 * 1024 * 1024;
/// Unpacked to packed bytes; text rarely exceeds 20, deflate's end is 1,032.
const MAX_RATIO: u64 = 200;

/// Nodes by path, and the bounds they are held to.
pub(super) struct Plant {
    nodes: BTreeMap<String, Node>,
    /// Each path as a file system that ignores case and Unicode form sees it, and the path that took it.
    folded: BTreeMap<String, String>,
    limits: assemble::Limits,
    packed: u64,
    files: usize,
    entries: usize,
    bytes: u64,
    junk: Vec<String>,
    /// Where only what files are like is wanted: their contents are not kept.
    prints: Option<Vec<Print>>,
}

/// A file of an archive by what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Print {
    pub(crate) path: String,
    pub(crate) mode: Mode,
    pub(crate) digest: Digest,
}

impl Plant {
    pub(super) fn new(packed: u64, limits: assemble::Limits) -> Self {
        Self {
            nodes: BTreeMap::new(),
            folded: BTreeMap::new(),
            limits,
            packed,
            files: 0,
            entries: 0,
            bytes: 0,
            junk: Vec::new(),
            prints: None,
        }
    }

    /// One that keeps no contents, only their digests.
    pub(super) fn of_prints(packed: u64, limits: assemble::Limits) -> Self {
        Self { prints: Some(Vec::new()), ..Self::new(packed, limits) }
    }

    /// The most files that are taken.
    pub(super) fn most_files(&self) -> usize {
        self.limits.files
    }

    /// Counts an entry of any kind, also those that are passed over.
    pub(super) fn count_entry(&mut self) -> Result<(), ArchiveError> {
        self.entries += 1;
        // Folders and junk beside the files, but not without end.
        let limit = self.limits.files.saturating_mul(4).saturating_add(16);
        if self.entries > limit {
            return Err(ArchiveError::TooMany { what: "entries", limit: limit as u64 });
        }
        Ok(())
    }

    /// How many bytes the next file may have. One more than that, read from it, is too many.
    pub(super) fn room(&self) -> u64 {
        let dense = self.packed.saturating_mul(MAX_RATIO).max(DENSE_ENOUGH);
        self.limits.unpacked.min(dense).saturating_sub(self.bytes)
    }

    /// The error for a file that exceeds [`Self::room`].
    pub(super) fn overflow(&self) -> ArchiveError {
        if self.packed.saturating_mul(MAX_RATIO).max(DENSE_ENOUGH) < self.limits.unpacked {
            ArchiveError::Bomb { ratio: MAX_RATIO }
        } else {
            ArchiveError::TooMany { what: "bytes", limit: self.limits.unpacked }
        }
    }

    /// Counts bytes that were read and are not kept.
    pub(super) fn count_bytes(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Whether an entry is never part of a skill, such as `__MACOSX/…`; the uppermost such path is remembered.
    pub(super) fn is_junk(&mut self, name: &EntryName) -> bool {
        let Some(at) = name.components.iter().position(|component| !is_part_of_skill(component)) else {
            return false;
        };
        let path = name.components[..=at].join("/");
        if self.junk.last() != Some(&path) {
            self.junk.push(path);
        }
        true
    }

    /// Adds a folder; naming one again is harmless.
    pub(super) fn folder(&mut self, name: &EntryName) -> Result<(), ArchiveError> {
        self.above(&name.components, name.components.len())
    }

    /// Adds a file or link. The root itself can't be one.
    pub(super) fn leaf(&mut self, name: &EntryName, node: Node) -> Result<(), ArchiveError> {
        let path = name.components.join("/");
        let Some(folders) = name.components.len().checked_sub(1) else {
            return Err(ArchiveError::Special { entry: ".".to_owned() });
        };
        self.files += 1;
        if self.files > self.limits.files {
            return Err(ArchiveError::TooMany { what: "files", limit: self.limits.files as u64 });
        }
        if let Node::File { content, .. } | Node::Link { target: content } = &node {
            self.bytes += content.len() as u64;
        }
        self.above(&name.components, folders)?;
        match self.nodes.get(&path) {
            None => self.insert(path, node),
            Some(Node::Folder) => Err(ArchiveError::BelowFile {
                entry: self.first_below(&path).unwrap_or_else(|| format!("{path}/")),
                above: path,
            }),
            Some(Node::File { .. } | Node::Link { .. }) => Err(ArchiveError::Twice { entry: path }),
        }
    }

    /// Whether prints are wanted in place of contents.
    pub(super) fn takes_prints(&self) -> bool {
        self.prints.is_some()
    }

    /// Adds a file by its print.
    pub(super) fn print(
        &mut self,
        name: &EntryName,
        executable: bool,
        size: u64,
        digest: Digest,
    ) -> Result<(), ArchiveError> {
        self.leaf(name, Node::File { executable, content: Vec::new() })?;
        self.bytes += size;
        let mode = if executable { Mode::Executable } else { Mode::Regular };
        self.prints.get_or_insert_default().push(Print { path: name.components.join("/"), mode, digest });
        Ok(())
    }

    /// Makes the first `count` components folders.
    fn above(&mut self, components: &[String], count: usize) -> Result<(), ArchiveError> {
        if count > self.limits.depth + 1 {
            let limit = self.limits.depth as u64;
            return Err(ArchiveError::TooMany { what: "folders below one another", limit });
        }
        let mut path = String::new();
        for component in &components[..count] {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(component);
            match self.nodes.get(&path) {
                None => self.insert(path.clone(), Node::Folder)?,
                Some(Node::Folder) => {}
                Some(Node::Link { .. }) => {
                    return Err(ArchiveError::BelowLink { entry: components.join("/"), above: path });
                }
                Some(Node::File { .. }) => {
                    return Err(ArchiveError::BelowFile { entry: components.join("/"), above: path });
                }
            }
        }
        Ok(())
    }

    fn insert(&mut self, path: String, node: Node) -> Result<(), ArchiveError> {
        let folded = fold(&path);
        if let Some(other) = self.folded.insert(folded, path.clone()) {
            return Err(ArchiveError::Twins { one: other, other: path });
        }
        self.nodes.insert(path, node);
        Ok(())
    }

    fn first_below(&self, path: &str) -> Option<String> {
        let prefix = format!("{path}/");
        self.nodes
            .range(prefix.clone()..)
            .next()
            .map(|(path, _)| path.clone())
            .filter(|path| path.starts_with(&prefix))
    }

    pub(super) fn opened(mut self, shown: &str) -> Opened {
        self.junk.sort_unstable();
        self.junk.dedup();
        Opened::new(self.nodes, self.junk, self.packed, shown)
    }

    /// The prints, sorted by path.
    pub(super) fn into_prints(self) -> Vec<Print> {
        let mut prints = self.prints.unwrap_or_default();
        prints.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        prints
    }
}
