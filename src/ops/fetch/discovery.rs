//! Sites that list their skills (Agent Skills Discovery RFC): the index is read once, and of the skills only those that
//! are wanted come here, each held against the digest that the index or the lockfile gives.

use std::{cell::OnceCell, fmt, rc::Rc};

use url::Url;

use super::{Origin, download::download};
use crate::{
    host::{
        archive,
        credentials::{Authorization, Place},
        fs,
        http::{self, Request},
        registry::{
            discovery::{Read, ask, remember, seen},
            sparse::RegistryError,
        },
        repository::{Kind, ReadError, Repository, join},
    },
    model::{
        digest::Digest,
        discovery::{Artifact, Entry, Index, OLD_PATH, PATH, base, shown},
        event::Event,
        lockfile::{Lockfile, Pin},
        skill::Card,
        source::{RepoPath, Source, Wanted},
        tree::{Mode, Tree, TreeFile},
    },
    ops::{
        Context,
        discover::{Candidate, Found, FoundBy, Reason, Rejected},
        error::Error,
        policy,
        scope::ScopeFolder,
    },
};

/// The most faulty entries that are warned of one by one.
const MAX_WARNINGS: usize = 10;

/// The skills of an index as folders that are filled when they are wanted.
pub(super) struct Shelf<'a> {
    context: &'a Context<'a>,
    site: Url,
    name: String,
    index: Index,
    /// Beside the entries of the index.
    slots: Vec<OnceCell<Slot>>,
    /// Whether the entries are what the lockfile says, not the site.
    is_locked: bool,
}

/// A skill that came.
pub(super) struct Slot {
    files: archive::Opened,
    /// Of the file's bytes; of version 0.1, a digest of all of them.
    digest: Digest,
}

impl<'a> Shelf<'a> {
    fn new(context: &'a Context<'a>, site: Url, index: Index, is_locked: bool) -> Self {
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
    pub(super) fn found(&self, within: Option<&RepoPath>) -> Found {
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
    pub(super) fn pin(&self, name: &str) -> Result<Pin, Error> {
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
    pub(super) fn load(&self, name: &str) -> Result<&Slot, Error> {
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

/// The first index at any of these bases, one path after the other; `only_verified` passes over those without digests.
fn look(
    context: &Context<'_>,
    bases: &[Url],
    paths: &[&str],
    only_verified: bool,
) -> Result<Option<(Url, Index)>, Error> {
    for path in paths {
        for site in bases {
            let Some((place, read)) = asked(context, site, path)? else { continue };
            let read = read.map_err(|error| Error::Index { place: http::shown(&place), error })?;
            let Some(index) = read else { continue };
            if index.is_verified {
                remember(&context.dirs.cache, site);
            } else if only_verified {
                continue;
            }
            return Ok(Some((site.clone(), index)));
        }
    }
    Ok(None)
}

/// Asks for an index: without a login first, then with each that is known for its origin. A site that still refuses has
/// none: that is also how some hosts answer for what they lack.
fn asked(context: &Context<'_>, site: &Url, path: &str) -> Result<Option<Read>, Error> {
    let try_with =
        |token: Option<&Authorization>| match ask(&context.http, site, path, &context.dirs.cache, token) {
            Err(RegistryError::Login { .. }) => Ok(None),
            other => other.map(Some),
        };
    if let Some(answer) = try_with(None)? {
        return Ok(answer);
    }
    for place in Place::ALL {
        let Some(login) = context.credentials.find(site, place) else { continue };
        if let Some(answer) = try_with(Some(&login))? {
            return Ok(answer);
        }
    }
    Ok(None)
}

/// Where an address may have its index: below itself, or at its host.
fn bases(url: &Url) -> Vec<Url> {
    let given = base(url);
    let mut root = given.clone();
    root.set_path("");
    if root == given { vec![root] } else { vec![given, root] }
}

/// The bases of the same origin that vouched for skills before, as cache and lockfile know.
fn vouched(context: &Context<'_>, folder: &ScopeFolder, site: &Url) -> Vec<String> {
    let mut known = seen(&context.dirs.cache, site);
    for (source, is_verified) in locked_sites(folder) {
        if is_verified && source.origin() == site.origin() {
            known.push(shown(&source));
        }
    }
    known
}

/// The sites of the lockfile, and whether they vouch for what is locked.
fn locked_sites(folder: &ScopeFolder) -> Vec<(Url, bool)> {
    let text = fs::read_text_if_there(&folder.lockfile()).ok().flatten();
    // A lockfile that can't be read is told where it is opened to be used.
    let lockfile = text.and_then(|text| Lockfile::decode(&text).ok()).unwrap_or_default();
    let sites = lockfile.skills.into_values().filter_map(|locked| match (locked.source, locked.pin) {
        (Source::Discovery { url, .. }, Pin::Artifact { is_verified, .. }) => Some((url, is_verified)),
        _ => None,
    });
    sites.collect()
}

/// Opens the index of a site, if it has one that may be used.
pub(super) fn open_site<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    url: &Url,
) -> Result<Option<Origin<'a>>, Error> {
    let bases = bases(url);
    if let Some((site, index)) = look(context, &bases, &[PATH], true)? {
        return Ok(Some(listed(context, site, index)));
    }
    let vouched = vouched(context, folder, url);
    if let Some(site) = bases.iter().find(|site| vouched.contains(&shown(site))) {
        return Err(Error::Vanished { site: shown(site) });
    }
    if !context.allow_unverified {
        return Ok(None);
    }
    match look(context, &bases, &[PATH, OLD_PATH], false)? {
        Some((site, Index { is_verified: false, .. })) if !vouched.is_empty() => {
            Err(Error::Vanished { site: shown(&site) })
        }
        found => Ok(found.map(|(site, index)| listed(context, site, index))),
    }
}

/// Why a site that offers nothing else is refused: its index gives no digests.
pub(super) fn refused_site(
    context: &Context<'_>,
    folder: &ScopeFolder,
    url: &Url,
) -> Result<Option<Error>, Error> {
    let found = look(context, &bases(url), &[PATH, OLD_PATH], false)?;
    Ok(found.map(|(site, _)| {
        let site_name = shown(&site);
        if vouched(context, folder, url).is_empty() {
            Error::Unverified { site: site_name }
        } else {
            Error::Vanished { site: site_name }
        }
    }))
}

/// Opens a listed skill at its newest state. `is_trusted` where its files are held against the lockfile afterwards.
pub(super) fn open_listed<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    site: &Url,
    path: Option<&RepoPath>,
    is_trusted: bool,
) -> Result<Origin<'a>, Error> {
    let bases = std::slice::from_ref(site);
    let found = match look(context, bases, &[PATH], true)? {
        Some(found) => Some(found),
        None if !vouched(context, folder, site).is_empty() => {
            return Err(Error::Vanished { site: shown(site) });
        }
        None => look(context, bases, &[PATH, OLD_PATH], false)?,
    };
    let (site, index) = found.ok_or_else(|| Error::NoIndex { site: shown(site) })?;
    let is_known = |(url, is_verified): &(Url, bool)| *url == site && !is_verified;
    let may = index.is_verified
        || is_trusted
        || context.allow_unverified
        || locked_sites(folder).iter().any(is_known);
    if !may {
        return Err(Error::Unverified { site: shown(&site) });
    }
    let shelf = Rc::new(Shelf::new(context, site, index, is_trusted));
    let pin = path.map_or(Ok(Pin::Alive), |path| shelf.pin(path.as_str()))?;
    Ok(Origin { path: path.cloned(), pin, ..origin(shelf) })
}

/// Opens exactly the file that is locked; the index is asked only if it lies there no more.
pub(super) fn open_pinned<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    site: &Url,
    path: &RepoPath,
    pin: &Pin,
) -> Result<Origin<'a>, Error> {
    let Pin::Artifact { url, archive, version, is_verified: true } = pin else {
        return open_listed(context, folder, site, Some(path), true);
    };
    let artifact = Artifact::One { url: url.clone(), digest: *archive, is_archive: None };
    let entry = Entry {
        name: path.as_str().to_owned(),
        description: String::new(),
        version: version.clone(),
        artifact,
    };
    let index = Index { entries: vec![entry], faulty: Vec::new(), is_verified: true };
    let shelf = Rc::new(Shelf::new(context, site.clone(), index, true));
    Ok(Origin { path: Some(path.clone()), pin: pin.clone(), ..origin(shelf) })
}

/// An index as what a user named: what is wrong in it is told.
fn listed<'a>(context: &'a Context<'_>, site: Url, index: Index) -> Origin<'a> {
    for (name, what) in index.faulty.iter().take(MAX_WARNINGS) {
        let text = format!("the index of {} lists `{name}` wrongly: {what}", shown(&site));
        context.reporter.event(Event::Warning { text: &text });
    }
    if let Some(more) = index.faulty.len().checked_sub(MAX_WARNINGS).filter(|more| *more > 0) {
        let text = format!("the index of {} has {more} more wrong entries", shown(&site));
        context.reporter.event(Event::Warning { text: &text });
    }
    origin(Rc::new(Shelf::new(context, site, index, false)))
}

fn origin(shelf: Rc<Shelf<'_>>) -> Origin<'_> {
    Origin {
        repository: Rc::clone(&shelf) as Rc<dyn Repository>,
        source: Source::Discovery { url: shelf.site.clone(), path: None },
        path: None,
        wanted: Wanted::Default,
        pin: Pin::Alive,
        root_name: None,
        skill: None,
        by_tag: false,
        found: None,
        disk_root: None,
        shelf: Some(shelf),
    }
}
