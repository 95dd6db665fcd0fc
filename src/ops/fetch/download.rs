//! Archives and bare SKILL.md files, from disk and by URL.

use std::rc::Rc;

use url::Url;

use super::{
    Likely, Origin,
    discovery::{open_site, refused_site},
    repository::open_git,
};
use crate::{
    host::{
        archive, credentials,
        http::{Download, Request},
    },
    model::{
        digest::Digest,
        discovery,
        git_url::GitUrl,
        lockfile::Pin,
        source::{Source, SpecError, Wanted},
        tree::{Mode, Tree, TreeFile},
    },
    ops::{Context, discover, error::Error, policy, scope::ScopeFolder},
};

pub(super) fn archive_origin<'a>(
    context: &'a Context<'_>,
    bytes: &[u8],
    shown: &str,
    source: Source,
    digest: Digest,
) -> Result<Origin<'a>, Error> {
    let failed = |error| Error::Archive { archive: shown.to_owned(), error };
    let opened = archive::open(bytes, shown, context.limits()).map_err(failed)?;
    Ok(Origin {
        root_name: Some(stem(shown)),
        repository: Rc::new(opened),
        source,
        path: None,
        wanted: Wanted::Default,
        pin: Pin::Archive { archive: digest },
        skill: None,
        by_tag: false,
        found: None,
        disk_root: None,
        shelf: None,
        learned: None,
    })
}

/// `tables` of `https://example.com/tables-1.0.0.zip`.
fn stem(path: &str) -> String {
    let name = path.split(['?', '#']).next().unwrap_or(path).rsplit(['/', '\\']).next().unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    let ending = [".tar.gz", ".tgz", ".zip", ".skill"].iter().find(|ending| lower.ends_with(**ending));
    let name = ending.map_or(name, |ending| &name[..name.len() - ending.len()]);
    match name.rsplit_once('-') {
        Some((before, version))
            if !before.is_empty() && semver::Version::parse(version.trim_start_matches('v')).is_ok() =>
        {
            before.to_owned()
        }
        _ => name.to_owned(),
    }
}

/// Downloads an archive or a bare SKILL.md; `locked` is what the lockfile says of its bytes, and lets the cache answer.
pub(super) fn open_download<'a>(
    context: &'a Context<'_>,
    url: &Url,
    locked: Option<Digest>,
) -> Result<Origin<'a>, Error> {
    let shown = crate::host::http::shown(url);
    let source = Source::Url { url: url.clone(), path: None };
    let cached = match locked {
        Some(digest) => context.store()?.archive(digest)?,
        None => None,
    };
    let bytes = if let Some(bytes) = cached {
        bytes
    } else {
        let limit = context.limits().packed;
        let download = download(context, url, limit)?;
        context.store()?.keep_archive(download.digest, &download.bytes)?;
        download.bytes
    };
    let digest = Digest::of(&bytes);
    if let Some(locked) = locked.filter(|locked| *locked != digest) {
        return Err(Error::ArchiveDigest { source_name: shown, locked, found: digest });
    }
    if archive::Format::of(&bytes).is_some() {
        return archive_origin(context, &bytes, &shown, source, digest);
    }
    single_file(&bytes, url, source, digest, &shown)
}

/// Downloads a file: without a login first, then with each that is known for its origin.
pub(super) fn download(context: &Context<'_>, url: &Url, limit: u64) -> Result<Download, Error> {
    // An index of one host may give addresses on another.
    policy::source(context, &Source::Url { url: url.clone(), path: None })?;
    let first = context.http.download(url, limit, context.reporter);
    match first {
        Err(error) if matches!(error.status(), Some(401 | 403 | 404)) => {
            for place in credentials::Place::ALL {
                let Some(login) = context.credentials.find(url, place) else { continue };
                let request = Request::get(url.clone()).authorized(Some(&login));
                if let Ok(download) = context.http.download_with(&request, limit, context.reporter) {
                    return Ok(download);
                }
            }
            Err(error.into())
        }
        other => Ok(other?),
    }
}

/// A bare SKILL.md by URL is a skill of one file.
fn single_file<'a>(
    bytes: &[u8],
    url: &Url,
    source: Source,
    digest: Digest,
    shown: &str,
) -> Result<Origin<'a>, Error> {
    if let Err(why) = crate::model::skill::read_card(bytes) {
        let error = archive::ArchiveError::NoArchive;
        let is_manifest = url.path().to_ascii_lowercase().ends_with("skill.md");
        return Err(if is_manifest {
            let reason = discover::Reason::Card(why);
            let rejected = vec![discover::Rejected { path: "SKILL.md".to_owned(), reason }];
            Error::NoSkill { source_name: shown.to_owned(), rejected }
        } else {
            Error::Archive { archive: shown.to_owned(), error }
        });
    }
    let file = TreeFile { path: "SKILL.md".to_owned(), mode: Mode::Regular, content: bytes.to_vec() };
    let parent = url.path_segments().and_then(|segments| segments.rev().nth(1).map(str::to_owned));
    Ok(Origin {
        repository: Rc::new(archive::Opened::of_tree(&Tree::new(vec![file]), shown)),
        source,
        path: None,
        wanted: Wanted::Default,
        pin: Pin::Archive { archive: digest },
        root_name: parent.filter(|name| !name.is_empty()),
        skill: None,
        by_tag: false,
        found: None,
        disk_root: None,
        shelf: None,
        learned: None,
    })
}

/// An address that may be anything: git first, then a discovery index, then an archive or SKILL.md.
pub(super) fn open_web<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    url: &Url,
) -> Result<Origin<'a>, Error> {
    // A whole host is no repository.
    let no_repository = match url.as_str().parse::<GitUrl>() {
        Err(error) if discovery::base(url).path() != "/" => return Err(SpecError::from(error).into()),
        Err(_) => None,
        Ok(git_url) => match open_git(context, &git_url, None, None, Likely::Named(&[])) {
            Err(Error::Git(error)) if error.is_no_repository() => Some(error),
            other => return other,
        },
    };
    if let Some(origin) = open_site(context, folder, url)? {
        return Ok(origin);
    }
    match open_download(context, url, None) {
        // The page that answers is no archive, and there is neither an index nor a repository.
        Err(error @ (Error::Archive { .. } | Error::Http(_))) => {
            if let Some(refused) = refused_site(context, folder, url)? {
                return Err(refused);
            }
            Err(no_repository.map_or(error, Error::Git))
        }
        other => other,
    }
}
