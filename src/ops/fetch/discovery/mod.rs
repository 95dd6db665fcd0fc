//! Sites that list their skills (Agent Skills Discovery RFC): the index is read once, and of the skills only those that
//! are wanted come here, each held against the digest that the index or the lockfile gives.

mod shelf;

use std::rc::Rc;

use url::Url;

pub(super) use shelf::Shelf;

use super::Origin;
use crate::{
    host::{
        credentials::{Authorization, Place},
        fs,
        http::{self},
        registry::{
            discovery::{Read, ask, remember, seen},
            sparse::RegistryError,
        },
        repository::Repository,
    },
    model::{
        discovery::{Artifact, Entry, Index, OLD_PATH, PATH, base, shown},
        event::Event,
        lockfile::{Lockfile, Pin},
        source::{RepoPath, Source, Wanted},
    },
    ops::{Context, error::Error, scope::ScopeFolder},
};

/// The most faulty entries that are warned of one by one.
const MAX_WARNINGS: usize = 10;

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
        learned: None,
    }
}
