//! Installing: what was chosen becomes a plan that can be shown, and the plan becomes folders, lockfile, manifest and
//! links. Restoring is in `restore.rs`, taking away in `remove.rs`.

pub(crate) mod bare;
pub(super) mod check;
pub(crate) mod plan;
pub(crate) mod remove;
pub(crate) mod requires;
pub(crate) mod restore;

use std::{path::PathBuf, rc::Rc};

use super::{
    Context,
    discover::{Candidate, Found, FoundBy, Reason, Rejected, excluded_from},
    error::Error,
    fetch::Origin,
    scope::ScopeFolder,
};
use crate::{
    host::assemble::{assemble, is_within},
    model::{
        digest::Digest,
        event::Event,
        lockfile::{Locked, Pin},
        manifest::{LinkMode, Requirement},
        name::FolderName,
        skill::{Card, read_card},
        source::{RepoPath, Source},
        tree::Tree,
    },
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

/// A source that was opened and searched.
pub(crate) struct Gathered<'a> {
    pub(crate) origin: Origin<'a>,
    pub(crate) found: Found,
}

impl<'a> Gathered<'a> {
    /// Searches an opened source.
    pub(crate) fn new(mut origin: Origin<'a>) -> Result<Self, Error> {
        let found = match origin.found.take() {
            Some(found) => Rc::unwrap_or_clone(found),
            None => origin.search(origin.path.as_ref())?,
        };
        if found.skills.is_empty() {
            let source_name = origin.to_string();
            if let Some(path) = &origin.path {
                let have = origin.search(None)?;
                let have = have.skills.iter().map(|skill| skill.shown_path().to_owned()).collect();
                let path = path.as_str().to_owned();
                return Err(Error::NoSkillAt { source_name, path, have, rejected: found.rejected });
            }
            return Err(Error::NoSkill { source_name, rejected: found.rejected });
        }
        Ok(Self { origin, found })
    }

    /// Brings the files of these skills in one step, where they are not at hand.
    pub(crate) fn prepare(&self, indexes: &[usize]) -> Result<(), Error> {
        let folders: Vec<&str> = indexes
            .iter()
            .map(|&index| self.found.skills[index].path.as_ref().map_or("", RepoPath::as_str))
            .collect();
        let excluded: Vec<&str> =
            self.found.skills.iter().filter_map(|skill| skill.path.as_ref()).map(RepoPath::as_str).collect();
        Ok(self.origin.repository.prepare("", &|path| {
            folders.iter().any(|folder| {
                is_within(path, folder)
                    && (!folder.is_empty() || !excluded.iter().any(|other| is_within(path, other)))
            })
        })?)
    }

    /// Reads one of the found skills, to be installed under `name`.
    pub(crate) fn incoming(
        &self,
        context: &Context<'_>,
        index: usize,
        name: FolderName,
        mode: LinkMode,
    ) -> Result<Incoming, Error> {
        let candidate = &self.found.skills[index];
        self.origin.bring(candidate)?;
        let excluded = excluded_from(candidate, &self.found.skills);
        let path = candidate.path.as_ref().map_or("", RepoPath::as_str);
        let assembled = assemble(&*self.origin.repository, path, &excluded, context.limits().tree)?;
        if !assembled.refused.is_empty() {
            let skill = format!("{} ({})", candidate.name(), self.origin);
            return Err(Error::Refused { skill, refused: assembled.refused });
        }
        for replaced in &assembled.replaced {
            let text = format!(
                "`{name}`: the link `{replaced}` leads out of the skill and is replaced by its target's content"
            );
            context.reporter.event(Event::Note { text: &text });
        }
        let card = if candidate.found_by == FoundBy::Index {
            self.card_of(context, candidate, &assembled.tree)?
        } else {
            candidate.card.clone()
        };
        let mut source = self.origin.source_of(candidate);
        // The only skill of an archive needs no path, whatever folder wraps it.
        if self.found.skills.len() == 1 && matches!(source, Source::Archive { .. } | Source::Url { .. }) {
            source = source.with_path(None);
        }
        let content = match (&source, self.origin.folder_of(candidate)) {
            (Source::Folder { .. }, Some(folder)) if mode == LinkMode::Symlink => Content::Live(folder),
            _ => Content::Tree(assembled.tree),
        };
        let digest = content.digest();
        let wanted = self.origin.wanted.clone();
        let mut locked = Locked::new(source.clone(), wanted.clone(), self.origin.pin_of(candidate)?, digest);
        locked.requires.clone_from(&card.requires);
        Ok(Incoming {
            name,
            requirement: Requirement { source, wanted, enabled: true },
            locked,
            content,
            is_dependency: false,
            card: Some(card),
        })
    }

    /// What the SKILL.md itself says, where so far only an index spoke for it.
    fn card_of(&self, context: &Context<'_>, candidate: &Candidate, tree: &Tree) -> Result<Card, Error> {
        let unusable = |why| {
            let reason = Reason::Card(why);
            let rejected = vec![Rejected { path: candidate.shown_path().to_owned(), reason }];
            Error::NoSkill { source_name: self.origin.to_string(), rejected }
        };
        let manifest = tree.file("SKILL.md").map(|file| file.content.as_slice()).unwrap_or_default();
        let card = read_card(manifest).map_err(unusable)?;
        if let Some(name) = card.name.as_deref().filter(|name| *name != candidate.name()) {
            let text = format!(
                "the index lists it as `{}`, but its SKILL.md calls itself `{}`",
                candidate.name(),
                crate::model::visible::short(name)
            );
            context.reporter.event(Event::Warning { text: &text });
        }
        Ok(card)
    }
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
    let incoming: Vec<&Incoming> = incoming.into_iter().collect();
    for (index, one) in incoming.iter().enumerate() {
        // Folders of some systems don't tell upper from lower case.
        let folded = one.name.as_str().to_lowercase();
        if let Some(other) =
            incoming[..index].iter().find(|other| other.name.as_str().to_lowercase() == folded)
        {
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
