//! `Gathered`: a source that was opened and searched, and the reading of its skills: out of the store where an earlier
//! run noted what the commit holds, else out of the repository.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use super::{Content, Incoming};
use crate::{
    host::{
        assemble::{assemble, is_within},
        git,
    },
    model::{
        digest::Digest,
        event::Event,
        lockfile::Locked,
        manifest::{LinkMode, Requirement},
        name::FolderName,
        skill::{Card, MANIFEST, read_card},
        source::{RepoPath, Source},
        tree::Tree,
        visible,
    },
    ops::{
        Context,
        discover::{Candidate, Found, FoundBy, Reason, Rejected, excluded_from},
        error::Error,
        fetch::{Origin, recall},
        parallel,
    },
};

/// A source that was opened and searched.
pub(crate) struct Gathered<'a> {
    pub(crate) origin: Origin<'a>,
    pub(crate) found: Found,
    /// Skills that the store had, by their indexes, each with its digest.
    recalled: RefCell<HashMap<usize, (Tree, Digest)>>,
    /// The digests of skills that this run read, by git's ids of their folders.
    news: RefCell<BTreeMap<String, Digest>>,
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
        Ok(Self { origin, found, recalled: RefCell::default(), news: RefCell::default() })
    }

    /// Brings the files of these skills in one step, where they are not at hand.
    pub(crate) fn prepare(&self, context: &Context<'_>, indexes: &[usize]) -> Result<(), Error> {
        self.recall(context, indexes)?;
        let recalled = self.recalled.borrow();
        let missing = indexes.iter().filter(|index| !recalled.contains_key(index));
        let folders: Vec<&str> = missing.map(|&index| self.path_of(index)).collect();
        if folders.is_empty() {
            return Ok(());
        }
        let excluded: Vec<&str> =
            self.found.skills.iter().filter_map(|skill| skill.path.as_ref()).map(RepoPath::as_str).collect();
        Ok(self.origin.repository.prepare("", &|path| {
            folders.iter().any(|folder| {
                is_within(path, folder)
                    && (!folder.is_empty() || !excluded.iter().any(|other| is_within(path, other)))
            })
        })?)
    }

    /// The path of a found skill; empty at the root.
    fn path_of(&self, index: usize) -> &str {
        self.found.skills[index].path.as_ref().map_or("", RepoPath::as_str)
    }

    /// Takes these skills out of the store, where an earlier run learned under which digests it keeps them. Each is
    /// proven: git's id of its files is the one that the commit gives their folder.
    fn recall(&self, context: &Context<'_>, indexes: &[usize]) -> Result<(), Error> {
        let Some(learned) = &self.origin.learned else { return Ok(()) };
        let mut known = Vec::new();
        for &index in indexes {
            if !excluded_from(&self.found.skills[index], &self.found.skills).is_empty() {
                continue;
            }
            let Some(id) = self.origin.repository.identity(self.path_of(index))? else { continue };
            known.extend(learned.trees.get(&id).map(|digest| (index, id, *digest)));
        }
        let (store, limits) = (context.store()?, context.limits().tree);
        let read = parallel::each(&known, |(index, id, digest)| {
            let tree = store.read(*digest)?.filter(|tree| {
                tree.files().len() <= limits.files
                    && tree.size() <= limits.unpacked
                    && git::tree_id(tree).is_some_and(|found| found.to_string() == *id)
            });
            Ok::<_, Error>(tree.map(|tree| (*index, (tree, *digest))))
        });
        for one in read {
            self.recalled.borrow_mut().extend(one?);
        }
        Ok(())
    }

    /// Notes what was read for later runs; a cache that can't be written to serves without.
    pub(crate) fn remember(&self, context: &Context<'_>) {
        let news = self.news.take();
        if !news.is_empty() {
            recall::keep(context, &self.origin, &self.found, news);
        }
    }

    /// One of the found skills out of the store, or out of the repository.
    fn read(&self, context: &Context<'_>, index: usize, name: &FolderName) -> Result<(Tree, Digest), Error> {
        if let Some(recalled) = self.recalled.borrow_mut().remove(&index) {
            return Ok(recalled);
        }
        let candidate = &self.found.skills[index];
        let excluded = excluded_from(candidate, &self.found.skills);
        let path = self.path_of(index);
        let assembled = assemble(&*self.origin.repository, path, &excluded, context.limits().tree)?;
        if !assembled.refused.is_empty() {
            let skill = format!("`{}` of {}", visible::line(candidate.name()), self.origin);
            return Err(Error::Refused { skill, refused: assembled.refused });
        }
        for replaced in &assembled.replaced {
            let text = format!(
                "`{name}`: the link `{replaced}` leads out of the skill and is replaced by its target's content"
            );
            context.reporter.event(Event::Note { text: &text });
        }
        let digest = assembled.tree.digest();
        let is_gits_own =
            excluded.is_empty() && assembled.replaced.is_empty() && assembled.left_out.is_empty();
        if is_gits_own && let Some(id) = self.origin.repository.identity(path)? {
            self.news.borrow_mut().insert(id, digest);
        }
        Ok((assembled.tree, digest))
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
        let (tree, digest) = self.read(context, index, &name)?;
        let card = if candidate.found_by == FoundBy::Index {
            self.card_of(context, candidate, &tree)?
        } else {
            candidate.card.clone()
        };
        let mut source = self.origin.source_of(candidate);
        // The only skill of an archive needs no path, whatever folder wraps it.
        if self.found.skills.len() == 1 && matches!(source, Source::Archive { .. } | Source::Url { .. }) {
            source = source.with_path(None);
        }
        let (content, digest) = match (&source, self.origin.folder_of(candidate)) {
            (Source::Folder { .. }, Some(folder)) if mode == LinkMode::Symlink => {
                (Content::Live(folder), None)
            }
            _ => (Content::Tree(tree), Some(digest)),
        };
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
        let manifest = tree.file(MANIFEST).map(|file| file.content.as_slice()).unwrap_or_default();
        let card = read_card(manifest).map_err(unusable)?;
        if let Some(name) = card.name.as_deref().filter(|name| *name != candidate.name()) {
            let text = format!(
                "the index lists it as `{}`, but its SKILL.md calls itself `{}`",
                candidate.name(),
                visible::short(name)
            );
            context.reporter.event(Event::Warning { text: &text });
        }
        Ok(card)
    }
}
