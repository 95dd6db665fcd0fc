//! Where a skill comes from (`Source`), what is wanted of it (`Wanted`), and a path inside a repository (`RepoPath`).
//! The text a user types is a `Spec`, in `spec.rs`; it becomes a `Source` once and is never parsed again.

mod spec;

use std::{borrow::Cow, fmt, path::Path, str::FromStr};

pub(crate) use spec::{Place, Spec, SpecError};
use url::Url;

use super::{git_url::GitUrl, visible};

/// A `/`-separated path below a repository's root: no `..`, no empty component, nothing absolute. The root itself is
/// the absence of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RepoPath(String);

/// A text that can't be a path inside a repository.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no path inside a repository", visible::line(.0))]
pub(crate) struct RepoPathError(String);

impl RepoPath {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The path's last component.
    pub(crate) fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// A path as typed: `.` components and slashes at the ends dropped; `None` for the root.
    pub(crate) fn of_typed(text: &str) -> Result<Option<Self>, RepoPathError> {
        let parts: Vec<&str> =
            text.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
        if parts.is_empty() { Ok(None) } else { parts.join("/").parse().map(Some) }
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for RepoPath {
    type Err = RepoPathError;

    fn from_str(text: &str) -> Result<Self, RepoPathError> {
        let usable = |part: &str| {
            !part.is_empty() && part != "." && part != ".." && !part.contains(['\0', '\n', '\\'])
        };
        if text.split('/').all(usable) {
            Ok(Self(text.to_owned()))
        } else {
            Err(RepoPathError(text.to_owned()))
        }
    }
}

/// Exactly where a skill comes from; its parts are what manifest and lockfile record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Source {
    /// A folder of a git repository; without a path, the skill that the manifest's key names, or the root's.
    Git { url: GitUrl, path: Option<RepoPath> },
    /// An archive (or a bare `SKILL.md`) by URL; `path` picks one of several skills in it.
    Url { url: Url, path: Option<RepoPath> },
    /// An archive on disk, relative to the scope's root with `/`, or absolute.
    Archive { file: String, path: Option<RepoPath> },
    /// A folder on disk that stays alive: linked, not copied.
    Folder { path: String },
    /// A package of a registry; without a registry, of the default one.
    Registry { registry: Option<String>, package: String },
    /// A skill that a web site's discovery index lists; `path` is its name there.
    Discovery { url: Url, path: Option<RepoPath> },
}

impl Source {
    /// The name of the registry that is compiled into the program.
    pub(crate) const BUILTIN: &'static str = "builtin";

    /// The source without the path inside it: what one fetch brings.
    pub(crate) fn repository(&self) -> Self {
        let mut whole = self.clone();
        match &mut whole {
            Self::Git { path, .. }
            | Self::Url { path, .. }
            | Self::Archive { path, .. }
            | Self::Discovery { path, .. } => *path = None,
            Self::Folder { .. } | Self::Registry { .. } => {}
        }
        whole
    }

    /// The path inside the repository or archive.
    pub(crate) fn path(&self) -> Option<&RepoPath> {
        match self {
            Self::Git { path, .. }
            | Self::Url { path, .. }
            | Self::Archive { path, .. }
            | Self::Discovery { path, .. } => path.as_ref(),
            Self::Folder { .. } | Self::Registry { .. } => None,
        }
    }

    /// The same source with another path inside it; unchanged where there is no inside.
    pub(crate) fn with_path(mut self, inner: Option<RepoPath>) -> Self {
        match &mut self {
            Self::Git { path, .. }
            | Self::Url { path, .. }
            | Self::Archive { path, .. }
            | Self::Discovery { path, .. } => *path = inner,
            Self::Folder { .. } | Self::Registry { .. } => {}
        }
        self
    }
}

/// How a source is named in messages: short, without credentials.
impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Git { url, path } => {
                write!(formatter, "{url}")?;
                path.as_ref().map_or(Ok(()), |path| write!(formatter, " ({path})"))
            }
            Self::Url { url, path } => {
                write!(formatter, "{url}")?;
                path.as_ref().map_or(Ok(()), |path| write!(formatter, " ({path})"))
            }
            Self::Archive { file, path } => {
                formatter.write_str(&from_root(file))?;
                path.as_ref().map_or(Ok(()), |path| write!(formatter, " ({path})"))
            }
            Self::Folder { path } => formatter.write_str(&from_root(path)),
            Self::Discovery { url, path } => {
                formatter.write_str(&super::discovery::shown(url))?;
                path.as_ref().map_or(Ok(()), |path| write!(formatter, " ({path})"))
            }
            Self::Registry { registry: Some(registry), package } => write!(formatter, "{registry}:{package}"),
            Self::Registry { registry: None, package } => formatter.write_str(package),
        }
    }
}

/// A local path as people read it: from the scope's root, not from its `.agents` folder where manifest and lockfile lie.
fn from_root(path: &str) -> Cow<'_, str> {
    match path.strip_prefix("..") {
        Some("") => Cow::Borrowed("."),
        Some(rest) if rest.starts_with('/') => Cow::Owned(format!(".{rest}")),
        _ if Path::new(path).is_absolute() || path.contains(':') => Cow::Borrowed(path),
        _ => Cow::Owned(format!("./.agents/{path}")),
    }
}

/// Which state of a source is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Wanted {
    /// The default branch of a repository; the newest version of a package.
    #[default]
    Default,
    /// A branch or tag of this very name.
    Ref(String),
    /// The newest version, or version tag, that fits this requirement (its text, which parses).
    Version(String),
    /// One commit, 7 to 40 hexadecimal digits.
    Rev(String),
}

impl fmt::Display for Wanted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => formatter.write_str("default"),
            Self::Ref(text) | Self::Version(text) | Self::Rev(text) => formatter.write_str(text),
        }
    }
}

/// Reads a version requirement; a bare version means what it means to cargo (`1.2` is `^1.2`).
pub(crate) fn version_requirement(text: &str) -> Option<semver::VersionReq> {
    let text = text.trim();
    // `main` or `v1` must not count as a requirement; `*` and `latest` forms must begin with an operator or digit.
    let begins =
        text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '^' | '~' | '=' | '>' | '<' | '*'));
    if begins { semver::VersionReq::parse(text).ok() } else { None }
}

/// Whether a text can be a commit id or its beginning: 7 to 40 lower-case hexadecimal digits.
pub(crate) fn looks_like_commit(text: &str) -> bool {
    (7..=40).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
