//! From what a user typed, or the manifest or lockfile wants, to an opened source: refs become commits, archives are
//! downloaded and opened, local folders looked at. The network is used here and nowhere else in `ops`.

mod partial;

use std::{
    fmt,
    path::{Path, PathBuf},
    rc::Rc,
};

use partial::Partial;
use url::Url;

use super::{
    Context,
    discover::Candidate,
    error::Error,
    release,
    scope::{ScopeFolder, relative, repository_around},
};
use crate::{
    host::{
        archive, credentials,
        fs::{self, Disk},
        git::{self, Named, Refs},
        http::{Download, Request},
        repository::Repository,
    },
    model::{
        agent::Scope,
        commit::Commit,
        digest::Digest,
        event::Event,
        git_url::GitUrl,
        lockfile::{Locked, Pin},
        name::{FolderName, nearest},
        source::{Place, RepoPath, Source, Spec, SpecError, Wanted, looks_like_commit, version_requirement},
        tree::{Mode, Tree, TreeFile},
    },
};

/// A source that was opened: its files, what pins them, and how it is recorded.
#[derive(Clone)]
pub(crate) struct Origin<'a> {
    pub(crate) repository: Rc<dyn Repository + 'a>,
    /// Without a path inside it.
    source: Source,
    /// Where the search for skills begins.
    pub(crate) path: Option<RepoPath>,
    pub(crate) wanted: Wanted,
    pub(crate) pin: Pin,
    /// What a skill at the root is called when its frontmatter's name can't be a folder's.
    pub(crate) root_name: Option<String>,
    /// `owner/repo@name` where `name` is no ref: a skill is meant.
    pub(crate) skill: Option<String>,
    /// Whether a tag of the wanted name was taken.
    by_tag: bool,
    /// The opened folder of a path source; its repository's root is that of `repository`.
    disk_root: Option<PathBuf>,
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.wanted, &self.pin) {
            (Wanted::Default, _) => write!(formatter, "{}", self.source),
            (_, Pin::Commit { release: Some(release), .. }) => {
                write!(formatter, "{} at {}", self.source, release.tag)
            }
            (wanted, _) => write!(formatter, "{} at {wanted}", self.source),
        }
    }
}

impl Origin<'_> {
    /// How a candidate of this origin is recorded.
    pub(crate) fn source_of(&self, candidate: &Candidate) -> Source {
        match (&self.source, &self.disk_root) {
            (Source::Folder { path }, Some(root)) => {
                let place = candidate_folder(root, candidate);
                let opened =
                    self.path.as_ref().map_or_else(|| root.clone(), |inner| root.join(inner.as_str()));
                match relative(&opened, &place) {
                    Some(inner) if inner != "." => Source::Folder { path: join_local(path, &inner) },
                    _ => self.source.clone(),
                }
            }
            _ => self.source.clone().with_path(candidate.path.clone()),
        }
    }

    /// The folder on disk of a candidate of a path source.
    pub(crate) fn folder_of(&self, candidate: &Candidate) -> Option<PathBuf> {
        self.disk_root.as_ref().map(|root| candidate_folder(root, candidate))
    }

    /// The same opened repository for another skill locked at the same state of it.
    pub(crate) fn for_locked(&self, locked: &Locked) -> Self {
        let path =
            locked.source.path().cloned().or_else(|| self.path.clone().filter(|_| self.disk_root.is_some()));
        Self { path, wanted: locked.wanted.clone(), ..self.clone() }
    }

    /// The commit this origin stands at, for people; empty elsewhere.
    pub(crate) fn shown_state(&self) -> String {
        match &self.pin {
            Pin::Commit { commit, release: None } => format!("commit {}", commit.short()),
            Pin::Commit { commit, release: Some(release) } => {
                format!("{} (commit {})", release.tag, commit.short())
            }
            Pin::Version { version } => format!("version {version}"),
            Pin::Archive { archive } => format!("archive {}", &archive.hex()[..12]),
            Pin::Alive => String::new(),
        }
    }
}

fn candidate_folder(root: &Path, candidate: &Candidate) -> PathBuf {
    candidate.path.as_ref().map_or_else(|| root.to_owned(), |path| root.join(path.as_str()))
}

/// `base/inner` of a local source's text, `..` of `inner` climbing out of `base`.
fn join_local(base: &str, inner: &str) -> String {
    let mut parts: Vec<&str> = base.split('/').collect();
    for part in inner.split('/') {
        if part == ".." && parts.last().is_some_and(|last| *last != "..") {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// Opens what a user typed.
pub(crate) fn open_spec<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    spec: &Spec,
) -> Result<Origin<'a>, Error> {
    match &spec.place {
        Place::Git { url, path } => open_git(context, url, path.clone(), spec.wanted.as_deref()),
        Place::GitTree { url, tail } => open_tree_url(context, url, tail),
        Place::Local { path } => open_local(context, folder, &context.dirs.absolute(Path::new(path))),
        Place::Download { url } => open_download(context, url, None),
        Place::Web { url } => open_web(context, url),
        Place::Registry { registry: Some(registry), package } if registry == Source::BUILTIN => {
            open_builtin(package, spec.wanted.as_deref().map(|text| requirement(package, text)).transpose()?)
        }
        Place::Registry { registry: None, .. } => Err(Error::NoRegistry { name: spec.to_string() }),
        Place::Registry { .. } => Err(Error::Unsupported { spec: spec.to_string(), what: "registries" }),
        Place::Oci { .. } => Err(Error::Unsupported { spec: spec.to_string(), what: "OCI registries" }),
    }
}

/// Opens what a manifest wants, at its newest fitting state.
pub(crate) fn open_wanted<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    source: &Source,
    wanted: &Wanted,
) -> Result<Origin<'a>, Error> {
    let typed = text_of(wanted);
    match source {
        Source::Git { url, path } => {
            let mut origin = open_git(context, url, path.clone(), typed)?;
            // What the manifest calls a ref stays one, also where a tag of that name appears.
            origin.wanted = wanted.clone();
            Ok(origin)
        }
        Source::Url { url, path } => {
            let mut origin = open_download(context, url, None)?;
            origin.path.clone_from(path);
            Ok(origin)
        }
        Source::Archive { file, path } => {
            let mut origin = open_local(context, folder, &folder.agents().join(file))?;
            origin.path.clone_from(path);
            Ok(origin)
        }
        Source::Folder { path } => open_local(context, folder, &folder.agents().join(path)),
        Source::Registry { registry: Some(registry), package } if registry == Source::BUILTIN => {
            open_builtin(package, typed.map(|text| requirement(package, text)).transpose()?)
        }
        Source::Registry { registry: None, package } => Err(Error::NoRegistry { name: package.clone() }),
        Source::Registry { .. } => Err(Error::Unsupported { spec: source.to_string(), what: "registries" }),
    }
}

/// Opens exactly what the lockfile pins.
pub(crate) fn open_locked<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    locked: &Locked,
) -> Result<Origin<'a>, Error> {
    let origin = match (&locked.source, &locked.pin) {
        (Source::Git { url, path }, Pin::Commit { commit, .. }) => {
            commit_origin(context, url, path.clone(), *commit, locked.wanted.clone(), locked.pin.clone())?
        }
        (Source::Url { url, .. }, Pin::Archive { archive }) => open_download(context, url, Some(*archive))?,
        (Source::Archive { file, .. }, Pin::Archive { archive }) => {
            let path = folder.agents().join(file);
            let origin = open_local(context, folder, &path)?;
            match origin.pin {
                Pin::Archive { archive: found } if found != *archive => {
                    let source_name = folder.shown(&path);
                    return Err(Error::ArchiveDigest { source_name, locked: *archive, found });
                }
                _ => origin,
            }
        }
        (Source::Registry { package, .. }, Pin::Version { version }) => {
            let exact = semver::VersionReq::parse(&format!("={version}")).ok();
            open_builtin(package, exact)?
        }
        (source, _) => open_wanted(context, folder, source, &locked.wanted)?,
    };
    Ok(origin.for_locked(locked))
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
    let Source::Git { url, .. } = &locked.source else {
        let origin = open_wanted(context, folder, &locked.source, wanted)?;
        return Ok(Standing { allowed: origin.pin.clone(), newest: Some(origin.pin) });
    };
    let refs = git::refs(url, &context.git_access())?;
    let (_, commit, release) = match text_of(wanted) {
        None => head(url, &refs)?,
        Some(text) => named(url, &refs, text)?.ok_or_else(|| no_such_ref(url, &refs, text))?,
    };
    let allowed = Pin::Commit { commit, release };
    moved_tag(name, locked, wanted, &allowed, refs.tag(text_of(wanted).unwrap_or_default()).is_some())?;
    let newest = release::newest(refs.tags.iter(), &semver::VersionReq::STAR)
        .map(|(release, commit)| Pin::Commit { commit, release: Some(release) });
    Ok(Standing { allowed, newest })
}

/// The requirement that reaches the newest release of a locked skill's source; `None` where it has no releases.
pub(crate) fn latest(context: &Context<'_>, locked: &Locked) -> Result<Option<Wanted>, Error> {
    let Source::Git { url, .. } = &locked.source else { return Ok(None) };
    let refs = git::refs(url, &context.git_access())?;
    let newest = release::newest(refs.tags.iter(), &semver::VersionReq::STAR);
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

fn text_of(wanted: &Wanted) -> Option<&str> {
    match wanted {
        Wanted::Default => None,
        Wanted::Ref(text) | Wanted::Version(text) | Wanted::Rev(text) => Some(text.as_str()),
    }
}

fn requirement(package: &str, text: &str) -> Result<semver::VersionReq, Error> {
    version_requirement(text).ok_or_else(|| Error::NoSuchRef {
        source_name: format!("builtin:{package}"),
        wanted: text.to_owned(),
        near: None,
    })
}

fn open_builtin<'a>(package: &str, requirement: Option<semver::VersionReq>) -> Result<Origin<'a>, Error> {
    let builtin = crate::host::registry::builtin::find(package, requirement.as_ref())?;
    let shown = format!("builtin:{}", builtin.name);
    Ok(Origin {
        repository: Rc::new(archive::Opened::of_tree(&builtin.tree(), &shown)),
        source: Source::Registry {
            registry: Some(Source::BUILTIN.to_owned()),
            package: builtin.name.to_owned(),
        },
        path: None,
        wanted: requirement.map_or(Wanted::Default, |requirement| Wanted::Version(requirement.to_string())),
        pin: Pin::Version { version: builtin.version.to_owned() },
        root_name: Some(builtin.name.to_owned()),
        skill: None,
        by_tag: false,
        disk_root: None,
    })
}

fn open_git<'a>(
    context: &'a Context<'_>,
    url: &GitUrl,
    path: Option<RepoPath>,
    typed: Option<&str>,
) -> Result<Origin<'a>, Error> {
    // A whole commit needs no list of refs, and none is asked for where the cache has it.
    if let Some(commit) = typed.and_then(|text| text.parse::<Commit>().ok()) {
        let pin = Pin::Commit { commit, release: None };
        return commit_origin(context, url, path, commit, Wanted::Rev(commit.to_string()), pin);
    }
    let refs = git::refs(url, &context.git_access())?;
    let mut skill = None;
    let (wanted, commit, release) = match typed {
        None => head(url, &refs)?,
        Some(text) => match named(url, &refs, text)? {
            Some(found) => found,
            // What other tools write: `owner/repo@skill`.
            None if path.is_none() && !text.contains('/') => {
                skill = Some(text.to_owned());
                head(url, &refs)?
            }
            None => return Err(no_such_ref(url, &refs, text)),
        },
    };
    let mut origin = commit_origin(context, url, path, commit, wanted, Pin::Commit { commit, release })?;
    if let Some(text) = &skill {
        let found = super::discover::discover(&*origin.repository, None)?;
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

type Chosen = (Wanted, Commit, Option<crate::model::lockfile::Release>);

fn head(url: &GitUrl, refs: &Refs) -> Result<Chosen, Error> {
    let head = refs.head.as_ref().ok_or_else(|| git::Error::Empty { url: url.to_string() })?;
    Ok((Wanted::Default, head.commit, None))
}

/// A ref of that very name, else the newest version tag that fits, else a commit's beginning.
fn named(url: &GitUrl, refs: &Refs, text: &str) -> Result<Option<Chosen>, Error> {
    if let Some((named, commit)) = refs.named(text) {
        let wanted = match named {
            Named::Commit => Wanted::Default,
            Named::Branch(_) | Named::Tag(_) => Wanted::Ref(text.to_owned()),
        };
        return Ok(Some((wanted, commit, None)));
    }
    if let Some(requirement) = version_requirement(text) {
        return match release::newest(refs.tags.iter(), &requirement) {
            Some((release, commit)) => Ok(Some((Wanted::Version(text.to_owned()), commit, Some(release)))),
            None if looks_like_commit(text) => {
                Ok(refs.resolve(url, text).ok().map(|(_, commit)| rev(commit)))
            }
            None => Err(Error::NoVersion {
                source_name: url.to_string(),
                wanted: text.to_owned(),
                newest: release::newest(refs.tags.iter(), &semver::VersionReq::STAR)
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
fn open_tree_url<'a>(context: &'a Context<'_>, url: &GitUrl, tail: &str) -> Result<Origin<'a>, Error> {
    let refs = git::refs(url, &context.git_access())?;
    let Some((name, named, commit, rest)) = refs.split_tail(tail) else {
        let first = tail.split('/').next().unwrap_or(tail);
        let Ok((_, commit)) = refs.resolve(url, first) else { return Err(no_such_ref(url, &refs, first)) };
        return commit_origin(
            context,
            url,
            below(&tail[first.len()..])?,
            commit,
            rev(commit).0,
            Pin::Commit { commit, release: None },
        );
    };
    let wanted = match named {
        Named::Commit => rev(commit).0,
        Named::Branch(_) | Named::Tag(_) => Wanted::Ref(name.to_owned()),
    };
    commit_origin(context, url, below(rest)?, commit, wanted, Pin::Commit { commit, release: None })
}

fn below(path: &str) -> Result<Option<RepoPath>, Error> {
    Ok(RepoPath::of_typed(path).map_err(SpecError::from)?)
}

fn commit_origin<'a>(
    context: &'a Context<'_>,
    url: &GitUrl,
    path: Option<RepoPath>,
    commit: Commit,
    wanted: Wanted,
    pin: Pin,
) -> Result<Origin<'a>, Error> {
    let repository = Partial::open(context, url, commit)?;
    Ok(Origin {
        repository: Rc::new(repository),
        source: Source::Git { url: url.clone(), path: None },
        path,
        wanted,
        pin,
        root_name: Some(url.repository_name()).filter(|name| !name.is_empty()),
        skill: None,
        by_tag: false,
        disk_root: None,
    })
}

fn open_local<'a>(context: &'a Context<'_>, folder: &ScopeFolder, path: &Path) -> Result<Origin<'a>, Error> {
    // A skill's SKILL.md means the skill.
    let path = path.parent().filter(|_| path.ends_with("SKILL.md") && fs::is_file(path)).unwrap_or(path);
    if fs::is_file(path) {
        let bytes = fs::read_capped(path, context.limits().packed)?;
        let real = fs::canonical(path)?;
        let file = recorded(context, folder, &real);
        let shown = path.to_string_lossy().into_owned();
        return archive_origin(
            context,
            &bytes,
            &shown,
            Source::Archive { file, path: None },
            Digest::of(&bytes),
        );
    }
    if !fs::is_folder(path) {
        return Err(Error::NothingThere { path: fs::canonical_or_ahead(path) });
    }
    let real = fs::canonical(path)?;
    // A bare repository is asked as any git repository is.
    let is_bare = fs::is_file(&real.join("HEAD"))
        && fs::is_folder(&real.join("objects"))
        && fs::is_folder(&real.join("refs"));
    if is_bare && !fs::is_file(&real.join("SKILL.md")) {
        return open_git(context, &GitUrl::File(real), None, None);
    }
    let skills = fs::canonical_or_ahead(&folder.skills());
    if real.starts_with(&skills) {
        return Err(Error::AlreadyInside { path: real });
    }
    let root = repository_around(&real);
    let inner = relative(&root, &real).filter(|inner| inner != ".");
    let inner = inner.map(|inner| inner.parse::<RepoPath>()).transpose().map_err(SpecError::from)?;
    Ok(Origin {
        repository: Rc::new(Disk::new(&root)),
        source: Source::Folder { path: recorded(context, folder, &real) },
        path: inner,
        wanted: Wanted::Default,
        pin: Pin::Alive,
        root_name: real.file_name().map(|name| name.to_string_lossy().into_owned()),
        skill: None,
        by_tag: false,
        disk_root: Some(root),
    })
}

/// How a local path is recorded: relative to the manifest's folder when it lies below the scope's root, else absolute,
/// with a warning since no other machine can use it.
fn recorded(context: &Context<'_>, folder: &ScopeFolder, real: &Path) -> String {
    let root = fs::canonical_or_ahead(&folder.root);
    let agents = fs::canonical_or_ahead(&folder.agents());
    if real.starts_with(&root)
        && let Some(path) = relative(&agents, real)
    {
        return path;
    }
    let path = real.to_string_lossy().replace('\\', "/");
    let text = format!(
        "`{path}` lies outside the {}: its absolute path is recorded, which other machines can't use",
        match folder.scope {
            Scope::Project => "project",
            Scope::User => "home folder",
        }
    );
    context.reporter.event(Event::Warning { text: &text });
    path
}

fn archive_origin<'a>(
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
        disk_root: None,
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
fn open_download<'a>(
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
fn download(context: &Context<'_>, url: &Url, limit: u64) -> Result<Download, Error> {
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
            let reason = super::discover::Reason::Card(why);
            let rejected = vec![super::discover::Rejected { path: "SKILL.md".to_owned(), reason }];
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
        disk_root: None,
    })
}

/// An address that may be anything: git first, then an archive or SKILL.md.
fn open_web<'a>(context: &'a Context<'_>, url: &Url) -> Result<Origin<'a>, Error> {
    let git_url: GitUrl = url.as_str().parse().map_err(SpecError::from)?;
    match open_git(context, &git_url, None, None) {
        Err(Error::Git(error)) if error.is_no_repository() => match open_download(context, url, None) {
            // Two failures: the page that answers is no archive, and there is no repository.
            Err(Error::Archive { .. } | Error::Http(_)) => Err(Error::Git(error)),
            other => other,
        },
        other => other,
    }
}
