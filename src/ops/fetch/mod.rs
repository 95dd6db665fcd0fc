//! From what a user typed, or the manifest or lockfile wants, to an opened source: refs become commits, archives are
//! downloaded and opened, local folders looked at. The network is used here and nowhere else in `ops`.

mod discovery;
mod download;
mod local;
mod own;
mod package;
mod partial;
pub(super) mod recall;
mod repository;

use std::{
    fmt,
    path::{Path, PathBuf},
    rc::Rc,
};

use discovery::Shelf;
use download::{open_download, open_web};
use local::open_local;
pub(crate) use own::own_release;
use package::open_package;
pub(crate) use package::{foresee, hold_against_registry, status};
use recall::Learned;
pub(crate) use repository::{Standing, check_tag, latest, precise, standing};
use repository::{commit_origin, open_git, open_tree_url};

use super::{
    Context,
    discover::{Candidate, Found, discover},
    error::Error,
    policy,
    scope::{ScopeFolder, relative},
};
use crate::{
    host::{
        archive,
        repository::{ReadError, Repository},
    },
    model::{
        lockfile::{Locked, Pin},
        source::{Place, RepoPath, Source, Spec, Wanted, version_requirement},
    },
};

/// What will be wanted of a source beside the list of its skills, so that it comes in the same step.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Likely<'a> {
    /// Not even the list: whoever opened it knows what to ask for.
    Nothing,
    /// What the path of the SPEC names, and the skills in folders of these names.
    Named(&'a [String]),
    All,
}

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
    /// What a search at `path` found, where one was made already.
    pub(crate) found: Option<Rc<Found>>,
    /// The opened folder of a path source; its repository's root is that of `repository`.
    disk_root: Option<PathBuf>,
    /// The skills of a discovery index, of which only those that are wanted come here.
    shelf: Option<Rc<Shelf<'a>>>,
    /// What an earlier run learned of this very commit.
    pub(super) learned: Option<Rc<Learned>>,
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.wanted, &self.pin) {
            (_, Pin::Commit { release: Some(release), .. }) => {
                write!(formatter, "{} at {}", self.source, release.tag)
            }
            (Wanted::Default, _) => write!(formatter, "{}", self.source),
            (wanted, _) => write!(formatter, "{} at {wanted}", self.source),
        }
    }
}

impl Origin<'_> {
    /// Searches for skills; an index lists its own.
    pub(crate) fn search(&self, within: Option<&RepoPath>) -> Result<Found, ReadError> {
        match &self.shelf {
            Some(shelf) => Ok(shelf.found(within)),
            None => discover(&*self.repository, within),
        }
    }

    /// Fetches a candidate that so far is only known by what an index says of it.
    pub(crate) fn bring(&self, candidate: &Candidate) -> Result<(), Error> {
        match (&self.shelf, &candidate.path) {
            (Some(shelf), Some(path)) => shelf.load(path.as_str()).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// What pins a candidate of this origin.
    pub(crate) fn pin_of(&self, candidate: &Candidate) -> Result<Pin, Error> {
        match (&self.shelf, &candidate.path) {
            (Some(shelf), Some(path)) => shelf.pin(path.as_str()),
            _ => Ok(self.pin.clone()),
        }
    }

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
        Self { path, wanted: locked.wanted.clone(), found: None, ..self.clone() }
    }

    /// The commit this origin stands at, for people; empty elsewhere.
    pub(crate) fn shown_state(&self) -> String {
        match &self.pin {
            Pin::Commit { commit, release: None } => format!("commit {}", commit.short()),
            Pin::Commit { commit, release: Some(release) } => {
                format!("{} (commit {})", release.tag, commit.short())
            }
            Pin::Version { version }
            | Pin::Package { version, .. }
            | Pin::Artifact { version: Some(version), .. } => format!("version {version}"),
            Pin::Archive { archive } | Pin::Artifact { archive, .. } => {
                format!("archive {}", &archive.hex()[..12])
            }
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
    open_spec_for(context, folder, spec, Likely::Named(&[]))
}

/// [`open_spec`] when it is known which skills will be wanted.
pub(crate) fn open_spec_for<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    spec: &Spec,
    likely: Likely<'_>,
) -> Result<Origin<'a>, Error> {
    match &spec.place {
        Place::Git { url, .. } | Place::GitTree { url, .. } => {
            policy::source(context, &Source::Git { url: url.clone(), path: None })?;
        }
        Place::Download { url } | Place::Web { url } => {
            policy::source(context, &Source::Url { url: url.clone(), path: None })?;
        }
        Place::Local { .. } | Place::Registry { .. } | Place::Oci { .. } => {}
    }
    match &spec.place {
        Place::Git { url, path } => open_git(context, url, path.clone(), spec.wanted.as_deref(), likely),
        Place::GitTree { url, tail } => open_tree_url(context, url, tail, likely),
        Place::Local { path } => open_local(context, folder, &context.dirs.absolute(Path::new(path))),
        Place::Download { url } => open_download(context, url, None),
        Place::Web { url } => open_web(context, folder, url),
        Place::Registry { registry: Some(registry), package } if registry == Source::BUILTIN => {
            open_builtin(package, spec.wanted.as_deref().map(|text| requirement(package, text)).transpose()?)
        }
        Place::Registry { registry, package } => {
            let wanted = spec.wanted.as_deref();
            let mut origin = open_package(context, folder, registry.as_deref(), package, wanted, None)?;
            // As `cargo add` does: what works now, and what is compatible with it.
            if let (None, Pin::Package { version, .. }) = (wanted, &origin.pin) {
                origin.wanted = Wanted::Version(format!("^{version}"));
            }
            Ok(origin)
        }
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
    policy::source(context, source)?;
    let typed = text_of(wanted);
    match source {
        Source::Git { url, path } => {
            let mut origin = open_git(context, url, path.clone(), typed, Likely::Named(&[]))?;
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
        Source::Discovery { url, path } => discovery::open_listed(context, folder, url, path.as_ref(), false),
        Source::Registry { registry: Some(registry), package } if registry == Source::BUILTIN => {
            open_builtin(package, typed.map(|text| requirement(package, text)).transpose()?)
        }
        Source::Registry { registry, package } => {
            open_package(context, folder, registry.as_deref(), package, typed, None)
        }
    }
}

/// Opens exactly what the lockfile pins.
pub(crate) fn open_locked<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    locked: &Locked,
) -> Result<Origin<'a>, Error> {
    policy::source(context, &locked.source)?;
    let origin = match (&locked.source, &locked.pin) {
        (Source::Git { url, path }, Pin::Commit { commit, .. }) => {
            let wanted = locked.wanted.clone();
            commit_origin(context, url, path.clone(), (*commit, wanted, locked.pin.clone()), Likely::Nothing)?
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
        (Source::Discovery { url, path: Some(path) }, Pin::Artifact { .. }) => {
            discovery::open_pinned(context, folder, url, path, &locked.pin)?
        }
        (Source::Registry { package, .. }, Pin::Version { version }) => {
            let exact = semver::VersionReq::parse(&format!("={version}")).ok();
            open_builtin(package, exact)?
        }
        (Source::Registry { registry, package }, Pin::Package { .. }) => {
            let wanted = text_of(&locked.wanted);
            open_package(context, folder, registry.as_deref(), package, wanted, Some(&locked.pin))?
        }
        (source, _) => open_wanted(context, folder, source, &locked.wanted)?,
    };
    Ok(origin.for_locked(locked))
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
        found: None,
        disk_root: None,
        shelf: None,
        learned: None,
    })
}
