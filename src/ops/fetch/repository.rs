//! Git sources: refs become commits, versions tags; moved tags are refused.

use std::rc::Rc;

use super::{Likely, Origin, open_wanted, package, partial::Partial, recall, text_of};
use crate::{
    host::git::{self, Named, Refs},
    model::{
        commit::Commit,
        event::Event,
        git_url::GitUrl,
        lockfile::{Locked, Pin, Release},
        name::{FolderName, nearest},
        source::{RepoPath, Source, SpecError, Wanted, looks_like_commit, version_requirement},
    },
    ops::{Context, error::Error, policy, release, scope::ScopeFolder},
};

pub(super) fn open_git<'a>(
    context: &'a Context<'_>,
    url: &GitUrl,
    path: Option<RepoPath>,
    typed: Option<&str>,
    likely: Likely<'_>,
) -> Result<Origin<'a>, Error> {
    // A whole commit needs no list of refs, and none is asked for where the cache has it.
    if let Some(commit) = typed.and_then(|text| text.parse::<Commit>().ok()) {
        let pin = Pin::Commit { commit, release: None };
        let state = (commit, Wanted::Rev(commit.to_string()), pin);
        return commit_origin(context, url, path, state, likely);
    }
    let refs = git::refs(url, &context.git_access())?;
    let name = path.as_ref().map(RepoPath::file_name);
    let mut skill = None;
    let (wanted, commit, release) = match typed {
        None => return open_default(context, url, path, &refs, likely),
        Some(text) => match named(url, &refs, text, name)? {
            Some(found) => found,
            // What other tools write: `owner/repo@skill`.
            None if path.is_none() && !text.contains('/') => {
                skill = Some(text.to_owned());
                default(url, &refs, Some(text))?
            }
            None => return Err(no_such_ref(url, &refs, text)),
        },
    };
    let mut origin = {
        let state = (commit, wanted, Pin::Commit { commit, release });
        commit_origin(context, url, path, state, likely)?
    };
    if let Some(text) = &skill {
        let found = match &origin.found {
            Some(found) => Rc::clone(found),
            None => Rc::new(origin.search(None)?),
        };
        if !found.skills.iter().any(|candidate| candidate.answers_to(text)) {
            return Err(no_such_ref(url, &refs, text));
        }
        let note = format!("`{text}` is no branch or tag of {url}: the skill of that name is taken");
        context.reporter.event(Event::Note { text: &note });
    }
    origin.skill = skill;
    origin.by_tag = typed.is_some_and(|text| refs.tag(text).is_some());
    Ok(origin)
}

type Chosen = (Wanted, Commit, Option<Release>);

/// Nothing is asked for: the newest release; the default branch where there is none, or where it lacks the skill.
fn open_default<'a>(
    context: &'a Context<'_>,
    url: &GitUrl,
    path: Option<RepoPath>,
    refs: &Refs,
    likely: Likely<'_>,
) -> Result<Origin<'a>, Error> {
    let (wanted, commit, release) = default(url, refs, path.as_ref().map(RepoPath::file_name))?;
    let Some(release) = release else {
        let state = (commit, wanted, Pin::Commit { commit, release: None });
        return commit_origin(context, url, path, state, likely);
    };
    let tag = release.tag.clone();
    let pin = Pin::Commit { commit, release: Some(release) };
    let mut origin = commit_origin(context, url, path.clone(), (commit, wanted, pin), likely)?;
    if origin.found.is_none() {
        origin.found = Some(Rc::new(origin.search(path.as_ref())?));
    }
    if origin.found.as_ref().is_some_and(|found| !found.skills.is_empty()) {
        return Ok(origin);
    }
    let (wanted, commit, _) = head(url, refs)?;
    let note = format!("the newest release of {url}, `{tag}`, does not have it: the default branch is taken");
    context.reporter.event(Event::Note { text: &note });
    let state = (commit, wanted, Pin::Commit { commit, release: None });
    commit_origin(context, url, path, state, likely)
}

/// The newest release, else the default branch's commit.
fn default(url: &GitUrl, refs: &Refs, name: Option<&str>) -> Result<Chosen, Error> {
    match release::newest(refs.tags.iter(), &semver::VersionReq::STAR, name) {
        Some((release, commit)) => Ok((Wanted::Default, commit, Some(release))),
        None => head(url, refs),
    }
}

fn head(url: &GitUrl, refs: &Refs) -> Result<Chosen, Error> {
    let head = refs.head.as_ref().ok_or_else(|| git::Error::Empty { url: url.to_string() })?;
    Ok((Wanted::Default, head.commit, None))
}

/// A ref of that very name, else the newest version tag that fits, else a commit's beginning.
fn named(url: &GitUrl, refs: &Refs, text: &str, name: Option<&str>) -> Result<Option<Chosen>, Error> {
    if let Some((named, commit)) = refs.named(text) {
        let wanted = match named {
            Named::Commit => Wanted::Default,
            Named::Branch(_) | Named::Tag(_) => Wanted::Ref(text.to_owned()),
        };
        return Ok(Some((wanted, commit, None)));
    }
    if let Some(requirement) = version_requirement(text) {
        return match release::newest(refs.tags.iter(), &requirement, name) {
            Some((release, commit)) => Ok(Some((Wanted::Version(text.to_owned()), commit, Some(release)))),
            None if looks_like_commit(text) => {
                Ok(refs.resolve(url, text).ok().map(|(_, commit)| rev(commit)))
            }
            // Skills that are released one by one: which release is meant is known once the skill is.
            None if name.is_none() && release::is_by_name(refs.tags.keys()) => {
                let (_, commit, _) = head(url, refs)?;
                Ok(Some((Wanted::Version(text.to_owned()), commit, None)))
            }
            None => Err(Error::NoVersion {
                source_name: url.to_string(),
                wanted: text.to_owned(),
                newest: release::newest(refs.tags.iter(), &semver::VersionReq::STAR, name)
                    .map(|(release, _)| release.tag),
            }),
        };
    }
    if looks_like_commit(text) {
        return Ok(Some(rev(refs.resolve(url, text)?.1)));
    }
    Ok(None)
}

fn rev(commit: Commit) -> Chosen {
    (Wanted::Rev(commit.to_string()), commit, None)
}

fn no_such_ref(url: &GitUrl, refs: &Refs, text: &str) -> Error {
    let names = refs.branches.keys().chain(refs.tags.keys()).map(String::as_str);
    let near = nearest(text, names).map(str::to_owned);
    Error::NoSuchRef { source_name: url.to_string(), wanted: text.to_owned(), near }
}

/// A page's `REF/path`: the longest ref that the remote has.
pub(super) fn open_tree_url<'a>(
    context: &'a Context<'_>,
    url: &GitUrl,
    tail: &str,
    likely: Likely<'_>,
) -> Result<Origin<'a>, Error> {
    let refs = git::refs(url, &context.git_access())?;
    let Some((name, named, commit, rest)) = refs.split_tail(tail) else {
        let first = tail.split('/').next().unwrap_or(tail);
        let Ok((_, commit)) = refs.resolve(url, first) else { return Err(no_such_ref(url, &refs, first)) };
        let state = (commit, rev(commit).0, Pin::Commit { commit, release: None });
        return commit_origin(context, url, below(&tail[first.len()..])?, state, likely);
    };
    let wanted = match named {
        Named::Commit => rev(commit).0,
        Named::Branch(_) | Named::Tag(_) => Wanted::Ref(name.to_owned()),
    };
    let state = (commit, wanted, Pin::Commit { commit, release: None });
    commit_origin(context, url, below(rest)?, state, likely)
}

fn below(path: &str) -> Result<Option<RepoPath>, Error> {
    Ok(RepoPath::of_typed(path).map_err(SpecError::from)?)
}

pub(super) fn commit_origin<'a>(
    context: &'a Context<'_>,
    url: &GitUrl,
    path: Option<RepoPath>,
    (commit, wanted, pin): (Commit, Wanted, Pin),
    likely: Likely<'_>,
) -> Result<Origin<'a>, Error> {
    let learned = match likely {
        Likely::Nothing => None,
        Likely::Named(_) | Likely::All => recall::of(context, url, commit, path.as_ref()),
    };
    let repository = Partial::open(context, url, commit)?;
    // Whatever of an earlier run's skills the store has lost since comes when it is asked for.
    if learned.is_none() {
        repository.bring_likely(path.as_ref(), likely)?;
    }
    Ok(Origin {
        repository: Rc::new(repository),
        source: Source::Git { url: url.clone(), path: None },
        path,
        wanted,
        pin,
        root_name: Some(url.repository_name()).filter(|name| !name.is_empty()),
        skill: None,
        by_tag: false,
        found: learned.as_ref().map(|learned| Rc::clone(&learned.found)),
        disk_root: None,
        shelf: None,
        learned: learned.map(Rc::new),
    })
}

/// What a source has now for one locked skill.
#[derive(Debug)]
pub(crate) struct Standing {
    /// The newest state within what is wanted.
    pub(crate) allowed: Pin,
    /// The newest release whatever is wanted; `None` where a source has no releases.
    pub(crate) newest: Option<Pin>,
}

/// Asks the source of a locked skill what it has now, without fetching any files of a repository.
pub(crate) fn standing(
    context: &Context<'_>,
    folder: &ScopeFolder,
    name: &FolderName,
    locked: &Locked,
    wanted: &Wanted,
) -> Result<Standing, Error> {
    if let (Source::Registry { registry, package }, Pin::Package { .. }) = (&locked.source, &locked.pin) {
        return package::standing(context, folder, registry.as_deref(), package, text_of(wanted), locked);
    }
    let Source::Git { url, .. } = &locked.source else {
        let origin = open_wanted(context, folder, &locked.source, wanted)?;
        return Ok(Standing { allowed: origin.pin.clone(), newest: Some(origin.pin) });
    };
    policy::source(context, &locked.source)?;
    let refs = git::refs(url, &context.git_access())?;
    let skill_name = locked.source.path().map(RepoPath::file_name);
    let (_, commit, release) = match text_of(wanted) {
        None => default(url, &refs, skill_name)?,
        Some(text) => named(url, &refs, text, skill_name)?.ok_or_else(|| no_such_ref(url, &refs, text))?,
    };
    let mut allowed = Pin::Commit { commit, release };
    // Locked at the default branch since the newest release lacks the skill: that has not changed.
    if let (Wanted::Default, Pin::Commit { commit: was, release: None }, Some(head)) =
        (wanted, &locked.pin, &refs.head)
        && *was == head.commit
    {
        allowed = locked.pin.clone();
    }
    moved_tag(name, locked, wanted, &allowed, refs.tag(text_of(wanted).unwrap_or_default()).is_some())?;
    let newest = release::newest(
        refs.tags.iter(),
        &semver::VersionReq::STAR,
        locked.source.path().map(RepoPath::file_name),
    )
    .map(|(release, commit)| Pin::Commit { commit, release: Some(release) });
    Ok(Standing { allowed, newest })
}

/// The requirement that reaches the newest release of a locked skill's source; `None` where it has no releases.
pub(crate) fn latest(
    context: &Context<'_>,
    folder: &ScopeFolder,
    locked: &Locked,
) -> Result<Option<Wanted>, Error> {
    if let (Source::Registry { registry, package }, Pin::Package { .. }) = (&locked.source, &locked.pin) {
        let standing = package::standing(context, folder, registry.as_deref(), package, None, locked)?;
        let newest = standing.newest.and_then(|pin| match pin {
            Pin::Package { version, .. } => Some(Wanted::Version(format!("^{version}"))),
            _ => None,
        });
        return Ok(newest);
    }
    let Source::Git { url, .. } = &locked.source else { return Ok(None) };
    let refs = git::refs(url, &context.git_access())?;
    let newest = release::newest(
        refs.tags.iter(),
        &semver::VersionReq::STAR,
        locked.source.path().map(RepoPath::file_name),
    );
    Ok(newest.map(|(release, _)| Wanted::Version(format!("^{}", release.version))))
}

/// What `--precise` asks for: a bare version means exactly that one.
pub(crate) fn precise(text: &str) -> Wanted {
    if semver::Version::parse(text).is_ok() {
        Wanted::Version(format!("={text}"))
    } else if looks_like_commit(text) {
        Wanted::Rev(text.to_owned())
    } else {
        Wanted::Ref(text.to_owned())
    }
}

/// Refuses a tag that was locked at another commit.
pub(crate) fn check_tag(name: &FolderName, locked: &Locked, origin: &Origin<'_>) -> Result<(), Error> {
    moved_tag(name, locked, &origin.wanted, &origin.pin, origin.by_tag)
}

fn moved_tag(
    name: &FolderName,
    locked: &Locked,
    wanted: &Wanted,
    now: &Pin,
    by_tag: bool,
) -> Result<(), Error> {
    let (Pin::Commit { commit: was, release: before }, Pin::Commit { commit: found, release: after }) =
        (&locked.pin, now)
    else {
        return Ok(());
    };
    let tag = match (before, after, wanted) {
        (Some(before), Some(after), _) if before.tag == after.tag => Some(before.tag.clone()),
        (None, None, Wanted::Ref(text)) if by_tag && locked.wanted == *wanted => Some(text.clone()),
        _ => None,
    };
    match tag {
        Some(tag) if was != found => Err(Error::MovedTag {
            name: name.clone(),
            source_name: locked.source.repository().to_string(),
            tag,
            locked: *was,
            found: *found,
        }),
        _ => Ok(()),
    }
}
