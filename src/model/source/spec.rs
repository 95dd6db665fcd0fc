//! `Spec`: what a user types to name a skill's source, classified once.

use std::{fmt, str::FromStr};

use url::Url;

use super::{RepoPath, RepoPathError};
use crate::model::{
    git_url::{GitUrl, GitUrlError, Host as GitHost},
    visible,
};

/// Where the typed text leads, before anything was asked of disk or network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// A git repository, and a path in it.
    Git { url: GitUrl, path: Option<RepoPath> },
    /// A web page's `tree` or `blob` URL: where the ref ends and the path begins is known only from the remote's refs.
    GitTree { url: GitUrl, tail: String },
    /// A web address that may be a repository, a discovery index, a SKILL.md or an archive.
    Web { url: Url },
    /// A web address that ends like an archive or a SKILL.md.
    Download { url: Url },
    /// A folder or archive on disk, as typed.
    Local { path: String },
    /// A package of a registry; without a name, of the default one.
    Registry { registry: Option<String>, package: String },
    /// An OCI artifact's reference.
    Oci { reference: String },
}

/// A typed text: a place and what follows `@` or `#`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spec {
    typed: String,
    pub(crate) place: Place,
    /// Branch, tag, commit or version requirement, as typed; `None` for the default.
    pub(crate) wanted: Option<String>,
}

/// A text that names no source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpecError {
    #[error("an empty text names no skill")]
    Empty,
    #[error("`{}` has {length} bytes: no source is written so long", visible::short(.text))]
    TooLong { text: String, length: usize },
    #[error(transparent)]
    Git(#[from] GitUrlError),
    #[error("`{}` is no usable URL: {why}", visible::short(.text))]
    Url { text: String, why: String },
    #[error(transparent)]
    Path(#[from] RepoPathError),
    #[error("`{}` is not written like any kind of source", visible::short(.0))]
    Unknown(String),
    #[error("`{}`: skills in npm packages can't be installed yet", visible::short(.0))]
    Npm(String),
}

impl Spec {
    /// A path on disk, however it is written.
    pub(crate) fn local(path: &str) -> Self {
        Self { typed: path.to_owned(), place: Place::Local { path: path.to_owned() }, wanted: None }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.typed)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SpecError::Empty);
        }
        if text.len() > LONGEST {
            return Err(SpecError::TooLong { text: text.to_owned(), length: text.len() });
        }
        let (place, wanted) = classify(text)?;
        let wanted = wanted.filter(|wanted| !wanted.is_empty());
        Ok(Self { typed: text.to_owned(), place, wanted })
    }
}

/// In bytes: no path and no server takes more.
const LONGEST: usize = 4_096;

type Classified = (Place, Option<String>);

/// Endings of files that hold skills.
const ARCHIVE_ENDINGS: [&str; 4] = [".zip", ".skill", ".tar.gz", ".tgz"];

/// Whether a path or URL ends like an archive we can open.
fn is_archive(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    ARCHIVE_ENDINGS.iter().any(|ending| lower.ends_with(ending) && lower.len() > ending.len())
}

fn is_local(text: &str) -> bool {
    let bytes = text.as_bytes();
    let drive = bytes.len() >= 3
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && matches!(bytes[2], b'/' | b'\\');
    matches!(text, "." | ".." | "~")
        || ["./", "../", "/", "~/", ".\\", "..\\", "\\\\"].iter().any(|start| text.starts_with(start))
        || drive
        || (is_archive(text) && !text.contains("://"))
}

fn classify(text: &str) -> Result<Classified, SpecError> {
    if is_local(text) {
        return Ok((Place::Local { path: text.to_owned() }, None));
    }
    if let Some(rest) = text.strip_prefix("oci://") {
        return Ok((Place::Oci { reference: rest.to_owned() }, None));
    }
    if text.starts_with("npm:") {
        return Err(SpecError::Npm(text.to_owned()));
    }
    if text.contains("://") {
        return url(text);
    }
    if let Some((host, rest)) = text.split_once(':').filter(|(before, _)| !before.contains(['/', '#'])) {
        if let Some(host) = host_of_shorthand(host) {
            return shorthand(host, rest).map_err(|error| match error {
                SpecError::Unknown(_) => SpecError::Unknown(text.to_owned()),
                other => other,
            });
        }
        if host.contains('@') || host.contains('.') {
            return with_fragment(text);
        }
        if is_registry_name(host) {
            let (package, wanted) = package(rest)?;
            return Ok((Place::Registry { registry: Some(host.to_owned()), package }, wanted));
        }
        return Err(SpecError::Unknown(text.to_owned()));
    }
    if text.starts_with('@') || !text.contains('/') {
        let (package, wanted) = package(text)?;
        return Ok((Place::Registry { registry: None, package }, wanted));
    }
    shorthand(GitHost::GitHub, text)
}

/// The host that a prefix such as `github:` names.
fn host_of_shorthand(prefix: &str) -> Option<GitHost> {
    match prefix {
        "github" => Some(GitHost::GitHub),
        "gitlab" => Some(GitHost::GitLab),
        "bitbucket" => Some(GitHost::Bitbucket),
        "codeberg" => Some(GitHost::Codeberg),
        _ => None,
    }
}

fn is_registry_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// `name[@req]`, `@team/name[@req]`, `owner/name[@req]`.
fn package(text: &str) -> Result<(String, Option<String>), SpecError> {
    let start = usize::from(text.starts_with('@'));
    let (package, wanted) = match text[start..].find('@') {
        Some(at) => (&text[..start + at], Some(text[start + at + 1..].to_owned())),
        None => (text, None),
    };
    let names: Vec<&str> = package[start..].split('/').collect();
    let is_name = |name: &&str| {
        !name.is_empty()
            && name
                .chars()
                .all(|c| c == '-' || c == '_' || c == '.' || crate::model::name::is_letter_or_number(c))
            && !name.starts_with(['-', '.'])
    };
    let scoped = start == 1;
    if !names.iter().all(is_name) || names.len() > 2 || (scoped && names.len() != 2) {
        return Err(SpecError::Unknown(text.to_owned()));
    }
    Ok((package.to_owned(), wanted))
}

/// `owner/repo[/path…][@REF]` or `…[#REF[:path]]` on a known host.
fn shorthand(host: GitHost, text: &str) -> Result<Classified, SpecError> {
    let unknown = || SpecError::Unknown(text.to_owned());
    let (rest, wanted, fragment_path) = match (text.find('#'), text.find('@')) {
        (Some(hash), at) if at.is_none_or(|at| hash < at) => {
            let (wanted, path) = fragment(&text[hash + 1..])?;
            (&text[..hash], wanted, path)
        }
        (_, Some(at)) => (&text[..at], Some(text[at + 1..].to_owned()), None),
        (_, None) => (text, None, None),
    };
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
    // A component that ends in `.git` closes the repository's name: GitLab's groups may nest.
    let closed = parts.iter().position(|part| part.len() > 4 && part.to_ascii_lowercase().ends_with(".git"));
    let names = closed.map_or(2, |at| at + 1);
    if parts.len() < names || names < 2 {
        return Err(unknown());
    }
    let url = GitUrl::hosted(host, &parts[..names].join("/"))?;
    let path = RepoPath::of_typed(&parts[names..].join("/"))?.or(fragment_path);
    Ok((Place::Git { url, path }, wanted))
}

/// What follows `#`: `REF`, `REF:path` or `:path`.
fn fragment(text: &str) -> Result<(Option<String>, Option<RepoPath>), SpecError> {
    let text = percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    match text.split_once(':') {
        Some((wanted, path)) => Ok((Some(wanted.to_owned()), RepoPath::of_typed(path)?)),
        None => Ok((Some(text), None)),
    }
}

/// Any git URL with an optional `#REF:path`.
fn with_fragment(text: &str) -> Result<Classified, SpecError> {
    let (url, after) = text.split_once('#').unwrap_or((text, ""));
    let (wanted, path) = fragment(after)?;
    Ok((Place::Git { url: url.parse()?, path }, wanted))
}

fn url(text: &str) -> Result<Classified, SpecError> {
    if text.starts_with("git+") {
        return with_fragment(text);
    }
    let wrong = |why: String| SpecError::Url { text: text.to_owned(), why };
    let url = Url::parse(text).map_err(|error| wrong(error.to_string()))?;
    match url.scheme() {
        "http" | "https" if url.password().is_some() => {
            Err(GitUrlError::Password { host: host(&url) }.into())
        }
        "http" | "https" => web(url, text),
        "file" => {
            if is_archive(url.path()) {
                let path = percent_encoding::percent_decode_str(url.path()).decode_utf8_lossy().into_owned();
                return Ok((Place::Local { path }, None));
            }
            with_fragment(text)
        }
        "ssh" | "git" => with_fragment(text),
        other => Err(wrong(format!("`{other}:` is not a kind of address that skills come from"))),
    }
}

fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_ascii_lowercase()
}

/// An address of the web, by what the known hosts' pages look like.
fn web(mut url: Url, text: &str) -> Result<Classified, SpecError> {
    let decoded = percent_encoding::percent_decode_str(url.path()).decode_utf8_lossy().into_owned();
    let parts: Vec<String> = decoded.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let host = host(&url);
    let known = GitHost::of_domain(host.strip_prefix("www.").unwrap_or(&host));
    let git = |names: &[String], url: &Url| -> Result<GitUrl, SpecError> {
        if let Some(host) = known {
            Ok(GitUrl::hosted(host, &names.join("/"))?)
        } else {
            let mut repository = url.clone();
            repository.set_path(&names.join("/"));
            repository.set_query(None);
            repository.set_fragment(None);
            Ok(repository.as_str().parse()?)
        }
    };
    if host == "raw.githubusercontent.com" && parts.len() > 3 {
        let repository = GitUrl::hosted(GitHost::GitHub, &parts[..2].join("/"))?;
        return Ok((Place::GitTree { url: repository, tail: tail(&parts[2..]) }, None));
    }
    // GitLab's pages, self-hosted ones too, mark where the repository's name ends.
    if let Some(dash) = parts.iter().position(|part| part == "-")
        && dash >= 2
        && matches!(parts.get(dash + 1).map(String::as_str), Some("tree" | "blob" | "raw"))
        && parts.len() > dash + 2
    {
        return Ok((
            Place::GitTree { url: git(&parts[..dash], &url)?, tail: tail(&parts[dash + 2..]) },
            None,
        ));
    }
    if let (Some(host), Some(page)) = (known, parts.get(2).map(String::as_str)) {
        let rest = match (host, page, parts.get(3).map(String::as_str)) {
            (GitHost::GitHub, "tree" | "blob" | "raw" | "edit", _)
            | (GitHost::Bitbucket, "src" | "raw", _) => Some(3),
            (GitHost::Codeberg, "src" | "raw", Some("branch" | "tag" | "commit")) => Some(4),
            _ => None,
        };
        if let Some(rest) = rest.filter(|&rest| parts.len() > rest) {
            return Ok((Place::GitTree { url: git(&parts[..2], &url)?, tail: tail(&parts[rest..]) }, None));
        }
    }
    let name = parts.last().map_or("", String::as_str);
    if is_archive(name) || name.eq_ignore_ascii_case("SKILL.md") {
        url.set_fragment(None);
        return Ok((Place::Download { url }, None));
    }
    let is_repository = name.to_ascii_lowercase().ends_with(".git") && name.len() > 4;
    let (wanted, path) = fragment(url.fragment().unwrap_or_default())?;
    match known {
        Some(GitHost::GitLab) if parts.len() >= 2 => {
            Ok((Place::Git { url: git(&parts, &url)?, path }, wanted))
        }
        Some(_) if parts.len() >= 2 => Ok((Place::Git { url: git(&parts[..2], &url)?, path }, wanted)),
        Some(_) => Err(SpecError::Unknown(text.to_owned())),
        None if is_repository || url.fragment().is_some() => {
            Ok((Place::Git { url: git(&parts, &url)?, path }, wanted))
        }
        None => {
            url.set_query(None);
            Ok((Place::Web { url }, None))
        }
    }
}

/// `REF/path` of a page's URL; a final SKILL.md names its folder.
fn tail(parts: &[String]) -> String {
    let parts = match parts.split_last() {
        Some((last, before)) if last.eq_ignore_ascii_case("SKILL.md") && !before.is_empty() => before,
        _ => parts,
    };
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        let spec: Spec = match text.parse() {
            Ok(spec) => spec,
            Err(error) => return format!("error: {error}"),
        };
        let with = |path: Option<RepoPath>| path.map_or_else(String::new, |path| format!(" path={path}"));
        let place = match spec.place {
            Place::Git { url, path } => format!("git {url}{}", with(path)),
            Place::GitTree { url, tail } => format!("tree {url} tail={tail}"),
            Place::Web { url } => format!("web {url}"),
            Place::Download { url } => format!("download {url}"),
            Place::Local { path } => format!("local {path}"),
            Place::Registry { registry, package } => {
                format!("registry {} {package}", registry.unwrap_or_default())
            }
            Place::Oci { reference } => format!("oci {reference}"),
        };
        spec.wanted.map_or(place.clone(), |wanted| format!("{place} wanted={wanted}"))
    }

    #[test]
    fn every_form_of_the_grammar_is_told_apart() {
        for (text, expected) in [
            ("name", "registry  name"),
            ("name@^1.2", "registry  name wanted=^1.2"),
            ("@team/name@1", "registry  @team/name wanted=1"),
            ("builtin:write-a-skill", "registry builtin write-a-skill"),
            ("clawhub:owner/slug@1.2", "registry clawhub owner/slug wanted=1.2"),
            ("owner/repo", "git https://github.com/owner/repo"),
            ("owner/repo/path/to/skill", "git https://github.com/owner/repo path=path/to/skill"),
            ("owner/repo/a@feature/x", "git https://github.com/owner/repo path=a wanted=feature/x"),
            ("owner/repo#v1:a/b", "git https://github.com/owner/repo path=a/b wanted=v1"),
            ("gitlab:g/s/r.git/skills/x@v1", "git https://gitlab.com/g/s/r path=skills/x wanted=v1"),
            ("codeberg:o/r", "git https://codeberg.org/o/r"),
            ("https://github.com/o/r", "git https://github.com/o/r"),
            ("https://github.com/o/r.git?tab=readme", "git https://github.com/o/r"),
            (
                "https://github.com/o/r/tree/feature/x/skills/a",
                "tree https://github.com/o/r tail=feature/x/skills/a",
            ),
            (
                "https://github.com/o/r/blob/main/skills/a/SKILL.md?plain=1",
                "tree https://github.com/o/r tail=main/skills/a",
            ),
            (
                "https://github.com/o/r/releases/download/v1/a.zip",
                "download https://github.com/o/r/releases/download/v1/a.zip",
            ),
            ("https://gitlab.com/g/s/r/-/tree/main/a", "tree https://gitlab.com/g/s/r tail=main/a"),
            (
                "https://git.example.com/g/r/-/blob/main/a/SKILL.md",
                "tree https://git.example.com/g/r tail=main/a",
            ),
            ("https://bitbucket.org/o/r/src/main/a", "tree https://bitbucket.org/o/r tail=main/a"),
            ("https://codeberg.org/o/r/src/branch/main/a", "tree https://codeberg.org/o/r tail=main/a"),
            (
                "https://raw.githubusercontent.com/o/r/main/a/SKILL.md",
                "tree https://github.com/o/r tail=main/a",
            ),
            ("https://example.com/x/y", "web https://example.com/x/y"),
            (
                "https://example.com/x/y.git#v2:skills/a",
                "git https://example.com/x/y.git path=skills/a wanted=v2",
            ),
            ("https://example.com/a/SKILL.md", "download https://example.com/a/SKILL.md"),
            ("https://example.com/a.tar.gz", "download https://example.com/a.tar.gz"),
            ("git+https://example.com/x", "git https://example.com/x"),
            ("git@example.com:o/r.git#main:a", "git git@example.com:o/r.git path=a wanted=main"),
            ("ssh://git@example.com:2222/o/r", "git ssh://git@example.com:2222/o/r"),
            ("file:///srv/r.git#:skills/a", "git file:///srv/r.git path=skills/a"),
            ("file:///srv/a.zip", "local /srv/a.zip"),
            ("./x", "local ./x"),
            ("dist/x-1.0.0.zip", "local dist/x-1.0.0.zip"),
            ("C:\\x", "local C:\\x"),
            (".", "local ."),
            ("oci://registry.example.com/a:1", "oci registry.example.com/a:1"),
        ] {
            assert_eq!(show(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_source_is_refused_with_its_text() {
        for text in
            ["", "owner/repo/../x", "npm:x", "ftp://example.com/x", "@team", "https://github.com/o", "-x"]
        {
            assert!(text.parse::<Spec>().is_err(), "{text}: {}", show(text));
        }
    }

    #[test]
    fn a_password_in_a_url_is_refused_and_never_shown() {
        for text in [
            "https://me:secret@example.com/x.git",
            "https://me:secret@example.com/x",
            "ssh://me:secret@example.com/x",
        ] {
            let error = text.parse::<Spec>().expect_err("refused").to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
