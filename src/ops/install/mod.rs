//! Installing: what was chosen becomes a plan that can be shown, and the plan becomes folders, lockfile, manifest and
//! links. Restoring is in `restore.rs`, taking away in `remove.rs`.

pub(crate) mod bare;
pub(super) mod check;
mod gathered;
pub(crate) mod plan;
pub(crate) mod remove;
pub(crate) mod requires;
pub(crate) mod restore;

use std::{collections::HashMap, path::PathBuf};

pub(crate) use gathered::Gathered;

use super::{Context, error::Error, scope::ScopeFolder};
use crate::model::{
    digest::Digest,
    lockfile::{Locked, Pin},
    manifest::Requirement,
    name::FolderName,
    skill::{Card, MANIFEST},
    tree::{Mode, Tree},
};

/// How an install or restore behaves.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// Replace edited skills and foreign folders; a backup is kept.
    pub(crate) force: bool,
    /// Agents named by `--agent`, added to the manifest's.
    pub(crate) agents: Vec<String>,
    /// `--copy`: copies instead of links, recorded in the manifest.
    pub(crate) copy: bool,
    /// `--no-save`: manifest and lockfile stay as they are.
    pub(crate) no_save: bool,
}

/// What will stand in a skill's folder.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    Tree(Tree),
    /// A newer tree with local edits merged into it: the lockfile pins the newer one, so that the skill counts as edited.
    Merged(Tree),
    /// A tree in the store.
    Stored(Digest),
    /// It stands in its place already; its bytes were checked.
    InPlace(Digest),
    /// A link to this folder: a skill under development.
    Live(PathBuf),
}

impl Content {
    pub(crate) fn digest(&self) -> Option<Digest> {
        match self {
            Self::Tree(tree) | Self::Merged(tree) => Some(tree.digest()),
            Self::Stored(digest) | Self::InPlace(digest) => Some(*digest),
            Self::Live(_) => None,
        }
    }

    /// Whether the digest of the tree is known to hold all that the skill says: its SKILL.md is at hand, and no link.
    fn speaks_for_itself(&self) -> bool {
        match self {
            Self::Tree(tree) | Self::Merged(tree) => {
                tree.file(MANIFEST).is_some_and(|file| file.mode != Mode::Symlink)
            }
            Self::Stored(_) | Self::InPlace(_) | Self::Live(_) => false,
        }
    }
}

/// A skill on its way into a scope.
#[derive(Debug, Clone)]
pub(crate) struct Incoming {
    pub(crate) name: FolderName,
    pub(crate) requirement: Requirement,
    pub(crate) locked: Locked,
    pub(crate) content: Content,
    /// Whether only other skills need it: the lockfile holds it, the manifest does not.
    pub(crate) is_dependency: bool,
    /// What its SKILL.md says; absent where it was not read.
    pub(crate) card: Option<Card>,
}

impl Incoming {
    /// The version for people: that of an archive's author says more than the archive's digest.
    pub(crate) fn version(&self) -> String {
        match (&self.locked.pin, self.card.as_ref().and_then(|card| card.version.clone())) {
            (Pin::Archive { .. } | Pin::Artifact { version: None, .. } | Pin::Alive, Some(version)) => {
                version
            }
            _ => self.locked.version(),
        }
    }
}

/// Refuses two skills under one folder name.
fn no_twins<'a>(incoming: impl IntoIterator<Item = &'a Incoming>) -> Result<(), Error> {
    let mut known: HashMap<String, &Incoming> = HashMap::new();
    for one in incoming {
        // Folders of some systems don't tell upper from lower case.
        if let Some(other) = known.insert(one.name.as_str().to_lowercase(), one) {
            return Err(Error::SameName {
                name: one.name.clone(),
                first: other.locked.source.to_string(),
                second: one.locked.source.to_string(),
            });
        }
    }
    Ok(())
}

/// A pin that says nothing of bytes: path sources live.
pub(crate) fn is_alive(locked: &Locked) -> bool {
    locked.pin == Pin::Alive && locked.digest.is_none()
}

/// Where backups of replaced folders are kept.
pub(crate) fn backups(context: &Context<'_>) -> PathBuf {
    context.dirs.state.join("backups")
}

/// The path of a scope's skill folder.
pub(crate) fn target(folder: &ScopeFolder, name: &FolderName) -> PathBuf {
    folder.skills().join(name.as_str())
}
