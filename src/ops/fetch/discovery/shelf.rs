//! `Shelf`: the skills of an index, each fetched when it is wanted and held against its digest.

use std::{cell::OnceCell, fmt};

use url::Url;

use super::{super::download::download, look};
use crate::{
    host::{
        archive,
        http::{self, Request},
        registry::sparse::RegistryError,
        repository::{Kind, ReadError, Repository, join},
    },
    model::{
        digest::Digest,
        discovery::{Artifact, Entry, Index, PATH, shown},
        event::Event,
        lockfile::Pin,
        skill::Card,
        source::{RepoPath, Source},
        tree::{Mode, Tree, TreeFile},
    },
    ops::{
        Context,
        discover::{Candidate, Found, FoundBy, Reason, Rejected},
        error::Error,
        policy,
    },
};

/// The skills of an index as folders that are filled when they are wanted.
pub(in crate::ops::fetch) struct Shelf<'a> {
    context: &'a Context<'a>,
    pub(super) site: Url,
    name: String,
    index: Index,
    /// Beside the entries of the index.
    slots: Vec<OnceCell<Slot>>,
    /// Whether the entries are what the lockfile says, not the site.
    is_locked: bool,
}

/// A skill that came.
pub(in crate::ops::fetch) struct Slot {
    files: archive::Opened,
    /// Of the file's bytes; of version 0.1, a digest of all of them.
    digest: Digest,
}

impl<'a> Shelf<'a> {
    pub(super) fn new(context: &'a Context<'a>, site: Url, index: Index, is_locked: bool) -> Self {
        let slots = index.entries.iter().map(|_| OnceCell::new()).collect();
        Self { context, name: shown(&site), site, index, slots, is_locked }
    }

    fn at(&self, name: &str) -> Option<usize> {
        self.index.entries.iter().position(|entry| entry.name == name)
    }

    fn missing(&self, name: &str) -> Error {
        let have = self.index.entries.iter().map(|entry| entry.name.clone()).collect();
        let rejected = self.found(None).rejected.into_iter().filter(|one| one.answers_to(name)).collect();
        Error::NoSuchSkill { source_name: self.name.clone(), name: name.to_owned(), have, rejected }
    }

    /// What the index says of its skills, or of one.
    pub(in crate::ops::fetch) fn found(&self, within: Option<&RepoPath>) -> Found {
        let is_meant = |name: &str| within.is_none_or(|path| path.as_str() == name);
        let entries = self.index.entries.iter().filter(|entry| is_meant(&entry.name));
        let faulty = self.index.faulty.iter().filter(|(name, _)| is_meant(name));
        let candidate = |entry: &Entry| Candidate {
            path: entry.name.parse().ok(),
            card: Card {
                name: Some(entry.name.clone()),
                description: Some(entry.description.clone()),
                version: entry.version.clone(),
                ..Card::default()
            },
            found_by: FoundBy::Index,
            copies: Vec::new(),
        };
        let rejected = |(name, what): &(String, String)| Rejected {
            path: name.clone(),
            reason: Reason::Entry(what.clone()),
        };
        Found { skills: entries.map(candidate).collect(), rejected: faulty.map(rejected).collect() }
    }

    /// What pins a skill; of version 0.1 only its files can tell.
    pub(in crate::ops::fetch) fn pin(&self, name: &str) -> Result<Pin, Error> {
        let entry = self.at(name).map(|at| &self.index.entries[at]).ok_or_else(|| self.missing(name))?;
        Ok(match &entry.artifact {
            Artifact::One { url, digest, .. } => Pin::Artifact {
                url: url.clone(),
                archive: *digest,
                version: entry.version.clone(),
                is_verified: true,
            },
            Artifact::Files { folder, .. } => Pin::Artifact {
                url: folder.clone(),
                archive: self.load(name)?.digest,
                version: entry.version.clone(),
                is_verified: false,
            },
        })
    }

    /// Fetches a skill, once.
    pub(in crate::ops::fetch) fn load(&self, name: &str) -> Result<&Slot, Error> {
        let at = self.at(name).ok_or_else(|| self.missing(name))?;
        if let Some(slot) = self.slots[at].get() {
            return Ok(slot);
        }
        let entry = &self.index.entries[at];
        let slot = match &entry.artifact {
            Artifact::One { url, digest, is_archive } => self.one(entry, url, *digest, *is_archive)?,
            Artifact::Files { files, .. } => self.files(entry, files)?,
        };
        Ok(self.slots[at].get_or_init(|| slot))
    }

    fn one(&self, entry: &Entry, url: &Url, digest: Digest, is_archive: Option<bool>) -> Result<Slot, Error> {
        let store = self.context.store()?;
        let bytes = if let Some(bytes) = store.archive(digest)? {
            bytes
        } else {
            let bytes = self.fetch(entry, url, digest)?;
            store.keep_archive(digest, &bytes)?;
            bytes
        };
        let address = http::shown(url);
        let looks_packed = archive::Format::of(&bytes).is_some();
        if is_archive.is_some_and(|is_archive| is_archive != looks_packed) {
            let what = |packed: bool| if packed { "an archive" } else { "a SKILL.md" };
            let text = format!(
                "`{}`: the index calls `{address}` {}, but it looks like {}",
                entry.name,
                what(!looks_packed),
                what(looks_packed)
            );
            self.context.reporter.event(Event::Warning { text: &text });
        }
        let files = if looks_packed {
            let opened = archive::open(&bytes, &address, self.context.limits())
                .map_err(|error| Error::Archive { archive: address.clone(), error })?;
            if !matches!(opened.kind("SKILL.md")?, Some(Kind::File { .. } | Kind::Symlink)) {
                let what = "its archive has no SKILL.md at the root";
                let source_name = self.name.clone();
                return Err(Error::Artifact { name: entry.name.clone(), source_name, what });
            }
            opened
        } else {
            let file = TreeFile { path: "SKILL.md".to_owned(), mode: Mode::Regular, content: bytes };
            archive::Opened::of_tree(&Tree::new(vec![file]), &address)
        };
        Ok(Slot { files, digest })
    }

    /// The bytes of an artifact, which are those that were promised.
    fn fetch(&self, entry: &Entry, url: &Url, digest: Digest) -> Result<Vec<u8>, Error> {
        let (context, limit) = (self.context, self.context.limits().packed);
        let got = match download(context, url, limit) {
            // What is locked may lie elsewhere by now; the index knows where.
            Err(Error::Http(error)) if self.is_locked && matches!(error.status(), Some(404 | 410)) => {
                let index = look(context, std::slice::from_ref(&self.site), &[PATH], true)?;
                let now = index.and_then(|(_, index)| index.entry(&entry.name).cloned());
                match now.map(|entry| entry.artifact) {
                    Some(Artifact::One { url: elsewhere, digest: now, .. }) if now == digest => {
                        download(context, &elsewhere, limit)?
                    }
                    Some(Artifact::One { digest: now, .. }) => {
                        let source_name = format!("of `{}` from {}", entry.name, self.name);
                        return Err(Error::ArchiveDigest { source_name, locked: digest, found: now });
                    }
                    _ => return Err(Error::Http(error)),
                }
            }
            other => other?,
        };
        if got.digest == digest {
            return Ok(got.bytes);
        }
        Err(if self.is_locked {
            Error::ArchiveDigest { source_name: http::shown(url), locked: digest, found: got.digest }
        } else {
            RegistryError::Archive { url: http::shown(url), expected: digest, found: got.digest }.into()
        })
    }

    /// All files of a skill of version 0.1.
    fn files(&self, entry: &Entry, files: &[(String, Url)]) -> Result<Slot, Error> {
        let context = self.context;
        if !self.is_locked {
            let text =
                format!("`{}` comes from {} without digests: nothing vouches for it", entry.name, self.name);
            context.reporter.event(Event::Warning { text: &text });
        }
        let mut left = context.limits().packed;
        let mut tree = Vec::new();
        for (path, url) in files {
            policy::source(context, &Source::Url { url: url.clone(), path: None })?;
            let got = context.http.download_with(&Request::get(url.clone()), left, context.reporter)?;
            left = left.saturating_sub(got.bytes.len() as u64);
            tree.push((path.clone(), got));
        }
        tree.sort_by(|(one, _), (other, _)| one.cmp(other));
        // The digest that a draft of version 0.2 gave such skills.
        let lines: Vec<String> =
            tree.iter().map(|(path, got)| format!("{path}\0{}\n", got.digest.hex())).collect();
        let tree =
            tree.into_iter().map(|(path, got)| TreeFile { path, mode: Mode::Regular, content: got.bytes });
        let files = archive::Opened::of_tree(&Tree::new(tree.collect()), &self.name);
        Ok(Slot { files, digest: Digest::of(lines.concat().as_bytes()) })
    }

    /// The folder a path begins with, filled, and the rest of the path.
    fn inside<'p>(&self, path: &'p str) -> Result<Option<(&archive::Opened, &'p str)>, ReadError> {
        let (name, rest) = path.split_once('/').unwrap_or((path, ""));
        if self.at(name).is_none() {
            return Ok(None);
        }
        match self.load(name) {
            Ok(slot) => Ok(Some((&slot.files, rest))),
            Err(error) => Err(ReadError {
                path: name.to_owned(),
                repository: self.name.clone(),
                why: error.to_string(),
            }),
        }
    }
}

impl Repository for Shelf<'_> {
    fn kind(&self, path: &str) -> Result<Option<Kind>, ReadError> {
        if path.is_empty() || self.at(path).is_some() {
            return Ok(Some(Kind::Folder));
        }
        self.inside(path)?.map_or(Ok(None), |(files, rest)| files.kind(rest))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError> {
        if path.is_empty() {
            let mut names: Vec<_> =
                self.index.entries.iter().map(|entry| (entry.name.clone(), Kind::Folder)).collect();
            names.sort_by(|(one, _), (other, _)| one.cmp(other));
            return Ok(names);
        }
        self.inside(path)?.map_or_else(|| Ok(Vec::new()), |(files, rest)| files.list(rest))
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match self.inside(path)? {
            Some((files, rest)) => files.read(rest),
            None => Err(ReadError {
                path: join("", path),
                repository: self.name.clone(),
                why: "it is not there".to_owned(),
            }),
        }
    }

    fn describe(&self) -> &dyn fmt::Display {
        &self.name
    }
}
