//! `GitUrl`: where a git repository is, parsed once; its `Display` is its identity in lockfile and store.
//! A login typed into a URL is split off at once, so that no printed or stored URL ever holds one.

mod parts;

use std::{fmt, path::PathBuf, str::FromStr};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use url::Url;

use self::parts::{
    check_host, check_path, decoded, host_of, parse, parse_without_password, part, without_login,
};
use super::visible;

/// The place of a git repository.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum GitUrl {
    /// Smart HTTP: `http` or `https`, without login, query, fragment and trailing slash.
    Http(Url),
    /// Through the user's own `ssh` program.
    Ssh(SshUrl),
    /// The git protocol over bare TCP; the path is decoded and begins with `/`.
    Git { host: String, port: Option<u16>, path: String },
    /// A repository on this machine; absolute.
    File(PathBuf),
}

/// The parts of an ssh address. None of them can be taken for an option of `ssh` or of the program it starts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SshUrl {
    pub(crate) user: Option<String>,
    pub(crate) host: String,
    pub(crate) port: Option<u16>,
    /// As the server is asked for it: decoded, relative to the login folder unless it begins with `/`.
    pub(crate) path: String,
    /// Whether it was typed as `user@host:path`.
    pub(crate) scp_like: bool,
}

/// A user name and password or token; never printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) user: String,
    pub(crate) password: String,
}

impl fmt::Debug for Login {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Login(…)")
    }
}

/// Why a text is no address of a git repository.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GitUrlError {
    #[error("`{}` is not a URL of a git repository", visible::line(.0))]
    NotAUrl(String),
    #[error("git over `{}` is not supported: use https, ssh, git or file", visible::line(.0))]
    Scheme(String),
    #[error("the {what} in `{}` {why}", visible::line(.text))]
    Part { what: &'static str, why: &'static str, text: String },
    /// The text itself is not kept: it holds the password.
    #[error("the URL of `{host}` holds a password, and would be stored with it")]
    Password { host: String },
    #[error("`{}` is not `owner/repository`", visible::line(.0))]
    NotOwnerAndRepository(String),
}

/// A well-known git host: its repositories answer with and without `.git`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Host {
    GitHub,
    GitLab,
    Bitbucket,
    Codeberg,
}

impl Host {
    pub(crate) const ALL: [Self; 4] = [Self::GitHub, Self::GitLab, Self::Bitbucket, Self::Codeberg];

    pub(crate) fn domain(self) -> &'static str {
        match self {
            Self::GitHub => "github.com",
            Self::GitLab => "gitlab.com",
            Self::Bitbucket => "bitbucket.org",
            Self::Codeberg => "codeberg.org",
        }
    }

    /// The host of this domain, which is given in lower case.
    pub(crate) fn of_domain(domain: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|host| host.domain() == domain)
    }
}

/// What `url` leaves out of a path it encodes, beside control characters and everything that is not ASCII.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

impl GitUrl {
    /// The repository that a shorthand such as `owner/repo` names on a well-known host.
    pub(crate) fn hosted(host: Host, repository: &str) -> Result<Self, GitUrlError> {
        let wrong = || GitUrlError::NotOwnerAndRepository(repository.to_owned());
        let repository = repository.strip_suffix(".git").unwrap_or(repository);
        let fits = |part: &str| {
            !part.is_empty()
                && !part.starts_with(['-', '.'])
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
        };
        let parts = repository.split('/').count();
        // Only GitLab nests groups.
        let right = if host == Host::GitLab { parts >= 2 } else { parts == 2 };
        // A repository's name, unlike its owner's, may begin with a dot (`owner/.github`).
        let (owner, name) = repository.rsplit_once('/').ok_or_else(wrong)?;
        let name_fits = !matches!(name, "." | "..") && fits(name.strip_prefix('.').unwrap_or(name));
        if !right || !name_fits || !owner.split('/').all(fits) {
            return Err(wrong());
        }
        format!("https://{}/{repository}", host.domain()).parse()
    }

    /// Parses an address and splits off the login it may hold.
    pub(crate) fn with_login(text: &str) -> Result<(Self, Option<Login>), GitUrlError> {
        let text = text.trim();
        let text = text.strip_prefix("git+").unwrap_or(text);
        if text.chars().any(visible::is_hidden) {
            return Err(part("address", "has control or hidden characters", &without_login(text)));
        }
        let Some((scheme, _)) = text.split_once("://") else {
            return Ok((Self::scp_like(text)?, None));
        };
        match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => Self::http(text),
            "ssh" => Ok((Self::ssh(text)?, None)),
            "git" => Ok((Self::git(text)?, None)),
            "file" => Ok((Self::file(text)?, None)),
            _ => Err(GitUrlError::Scheme(scheme.to_owned())),
        }
    }

    fn http(text: &str) -> Result<(Self, Option<Login>), GitUrlError> {
        let mut url = parse(text)?;
        // The URL standard takes `https:///x` for the host `x`.
        if text.split_once("://").is_some_and(|(_, rest)| rest.starts_with(['/', '\\'])) {
            return Err(part("host", "is missing", text));
        }
        let host = url.host_str().unwrap_or_default().to_owned();
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let login = match (url.username(), url.password()) {
            (_, None) => None,
            (user, Some(password)) => Some(Login { user: decoded(user), password: decoded(password) }),
        };
        let set = url.set_username("").and_then(|()| url.set_password(None));
        set.map_err(|()| GitUrlError::NotAUrl(host.clone()))?;
        url.set_query(None);
        url.set_fragment(None);
        let mut path = url.path().trim_end_matches('/');
        if Host::of_domain(&host).is_some() {
            path = path.strip_suffix(".git").unwrap_or(path).trim_end_matches('/');
        }
        let path = path.to_owned();
        url.set_path(&path);
        Ok((Self::Http(url), login))
    }

    fn ssh(text: &str) -> Result<Self, GitUrlError> {
        let url = parse_without_password(text)?;
        let user = (!url.username().is_empty()).then(|| decoded(url.username(), text)).transpose()?;
        let path = decoded(url.path(), text)?;
        // `/~name/x` means a path below the login folder of `name`.
        let path = path.strip_prefix("/~").map_or(path.clone(), |rest| format!("~{rest}"));
        Self::checked_ssh(user, host_of(&url, text)?, url.port(), &path, false, text)
    }

    fn scp_like(text: &str) -> Result<Self, GitUrlError> {
        let wrong = || GitUrlError::NotAUrl(text.to_owned());
        let (place, path) = match text.find("]:") {
            Some(end) if text.starts_with('[') || text.contains("@[") => (&text[..=end], &text[end + 2..]),
            _ => text.split_once(':').ok_or_else(wrong)?,
        };
        let (user, host) = match place.rsplit_once('@') {
            Some((user, host)) => (Some(user.to_owned()), host),
            None => (None, place),
        };
        // One letter before a colon is a drive of Windows, two colons a remote helper (`ext::sh -c …`).
        if place.contains(['/', '\\']) || host.len() < 2 || path.starts_with(':') {
            return Err(wrong());
        }
        Self::checked_ssh(user, host.to_ascii_lowercase(), None, path, true, text)
    }

    fn checked_ssh(
        user: Option<String>,
        host: String,
        port: Option<u16>,
        path: &str,
        scp_like: bool,
        text: &str,
    ) -> Result<Self, GitUrlError> {
        let plain =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_+@~".contains(&byte));
        if let Some(user) = &user
            && (user.is_empty() || user.starts_with('-') || !plain(user))
        {
            return Err(part("user", "is no plain user name", text));
        }
        check_host(&host, text)?;
        let mut path = path.trim_end_matches('/');
        if Host::of_domain(&host).is_some() {
            path = path.strip_suffix(".git").unwrap_or(path).trim_end_matches('/');
        }
        check_path(path, text)?;
        Ok(Self::Ssh(SshUrl { user, host, port, path: path.to_owned(), scp_like }))
    }

    fn git(text: &str) -> Result<Self, GitUrlError> {
        let url = parse_without_password(text)?;
        let host = host_of(&url, text)?;
        check_host(&host, text)?;
        let path = decoded(url.path().trim_end_matches('/'), text)?;
        check_path(&path, text)?;
        Ok(Self::Git { host, port: url.port().filter(|port| *port != 9418), path })
    }

    fn file(text: &str) -> Result<Self, GitUrlError> {
        let url = parse(text)?;
        let path =
            url.to_file_path().map_err(|()| part("path", "is not absolute and on this machine", text))?;
        Ok(Self::File(path.components().collect()))
    }

    /// The well-known host this repository is on, reached by any protocol.
    pub(crate) fn host(&self) -> Option<Host> {
        match self {
            Self::Http(url) => url.host_str().and_then(Host::of_domain),
            Self::Ssh(SshUrl { host, .. }) | Self::Git { host, .. } => Host::of_domain(host),
            Self::File(_) => None,
        }
    }

    /// Whether the repository is a folder of this machine.
    pub(crate) fn is_local(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// The repository's own name: the last component of its path without `.git`; empty at a root.
    pub(crate) fn repository_name(&self) -> String {
        let path = match self {
            Self::Http(url) => percent_decode_str(url.path()).decode_utf8_lossy().into_owned(),
            Self::Ssh(SshUrl { path, .. }) | Self::Git { path, .. } => path.clone(),
            Self::File(path) => path.to_string_lossy().into_owned(),
        };
        let name = path.trim_end_matches(['/', '\\']).rsplit(['/', '\\', ':']).next().unwrap_or_default();
        name.strip_suffix(".git").unwrap_or(name).to_owned()
    }
}

impl FromStr for GitUrl {
    type Err = GitUrlError;

    /// Refuses a URL with a password; [`GitUrl::with_login`] takes it apart.
    fn from_str(text: &str) -> Result<Self, GitUrlError> {
        match Self::with_login(text)? {
            (url, None) => Ok(url),
            (url, Some(_)) => Err(GitUrlError::Password { host: url.to_string() }),
        }
    }
}

impl fmt::Display for GitUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = |port: &Option<u16>| port.map_or_else(String::new, |port| format!(":{port}"));
        match self {
            Self::Http(url) => formatter.write_str(url.as_str().trim_end_matches('/')),
            Self::Ssh(SshUrl { user, host, port: number, path, scp_like }) => {
                let user = user.as_deref().map_or_else(String::new, |user| format!("{user}@"));
                if *scp_like {
                    return write!(formatter, "{user}{host}:{path}");
                }
                let slash = if path.starts_with('/') { "" } else { "/" };
                let path = utf8_percent_encode(path, PATH);
                write!(formatter, "ssh://{user}{host}{}{slash}{path}", port(number))
            }
            Self::Git { host, port: number, path } => {
                write!(formatter, "git://{host}{}{}", port(number), utf8_percent_encode(path, PATH))
            }
            Self::File(path) => match Url::from_file_path(path) {
                Ok(url) => formatter.write_str(url.as_str()),
                Err(()) => write!(formatter, "{}", path.display()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn identity(text: &str) -> String {
        text.parse::<GitUrl>().map_or_else(|error| format!("error: {error}"), |url| url.to_string())
    }

    #[test]
    fn one_repository_has_one_identity() {
        for text in [
            "https://github.com/o/r",
            "https://github.com/o/r.git",
            "https://github.com/o/r.git/",
            "HTTPS://GitHub.com:443/o/r/",
            "git+https://github.com/o/r",
            "https://user@github.com/o/r?tab=readme#x",
        ] {
            assert_eq!(identity(text), "https://github.com/o/r", "{text}");
        }
        assert_eq!(identity("https://example.org/o/r.git"), "https://example.org/o/r.git");
        assert_eq!(identity("http://example.org:80"), "http://example.org");
        assert_eq!(identity("git@GitHub.com:o/r.git"), "git@github.com:o/r");
        assert_eq!(identity("ssh://git@Example.org:2222/o/r.git"), "ssh://git@example.org:2222/o/r.git");
        assert_eq!(identity("ssh://example.org/~me/r%20s"), "ssh://example.org/~me/r%20s");
        assert_eq!(identity("git://Example.org:9418/r/"), "git://example.org/r");
        assert_eq!(identity("file:///srv/a/../r.git/"), "file:///srv/r.git");
    }

    #[test]
    fn shorthands_name_a_host() {
        let hosted = |host, text| GitUrl::hosted(host, text).map(|url| url.to_string());
        assert_eq!(hosted(Host::GitHub, "o/r.git").as_deref(), Ok("https://github.com/o/r"));
        assert_eq!(hosted(Host::GitHub, "o/.github").as_deref(), Ok("https://github.com/o/.github"));
        assert_eq!(hosted(Host::GitLab, "a/b/c").as_deref(), Ok("https://gitlab.com/a/b/c"));
        for text in ["o", "o/", "/r", "o/..", "../r", "o/r/s", "-o/r", "o/r?x", "o/r#x", "o /r", "o/.git"] {
            assert!(hosted(Host::GitHub, text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_could_be_an_option_or_a_command_is_refused() {
        for text in [
            "ssh://-oProxyCommand=x/r",
            "ssh://-x@host/r",
            "-oProxyCommand=x:r",
            "git@-host:r",
            "host:-r",
            "ssh://host/%0ar",
            "ssh://us%20er@host/r",
            "git://host/%0d%0ar",
            "git@ho st:r",
            "ext::sh -c id",
            "ftp://host/r",
            "https://",
            "https:///r",
            "ssh://host",
            "git@host:",
            "C:\\x",
            "./a:b",
            "owner/repo",
            "",
            "file://server/share",
            "https://host/\u{202e}r",
        ] {
            assert!(text.parse::<GitUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_password_is_split_off_and_never_printed() {
        let (url, login) = GitUrl::with_login("https://me:s%40crét@example.org/r").unwrap();
        assert_eq!(url.to_string(), "https://example.org/r");
        let login = login.unwrap();
        assert_eq!((login.user.as_str(), login.password.as_str()), ("me", "s@crét"));
        assert!(!format!("{login:?}").contains("cr"));
        for text in [
            "https://me:secret@host/r",
            "ssh://me:secret@host/r",
            "git://a:secret@h/r",
            "https://a:secret@[/r",
        ] {
            let error = text.parse::<GitUrl>().unwrap_err();
            assert!(
                !error.to_string().contains("secret") && !format!("{error:?}").contains("secret"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_repository_is_named_after_its_path() {
        for text in
            ["https://github.com/o/r", "git@host:r.git", "ssh://h/a/r/", "git://h/r.git", "file:///x/r"]
        {
            assert_eq!(text.parse::<GitUrl>().unwrap().repository_name(), "r", "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_address_survives_printing_and_parsing(text in r"(git\+)?((https?|ssh|git|file)://([a-z-]{1,3}@)?[a-zA-Z0-9.]{0,8}(:[0-9]{1,5})?/\PC{0,12}|[a-z]{0,3}@?[a-z.]{1,6}:\PC{0,12})") {
            if let Ok(url) = text.parse::<GitUrl>() {
                prop_assert_eq!(url.to_string().parse::<GitUrl>(), Ok(url));
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in r"\PC{0,40}") {
            let _ = text.parse::<GitUrl>();
        }
    }
}
