//! Logins for servers that ask for one: typed into the URL, a token in the environment, git's credential helpers,
//! netrc; in this order. Each is bound to its origin, nothing is ever asked of the user, and nothing is printed.

use std::{
    collections::HashMap,
    fmt,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, PoisonError, mpsc},
    time::Duration,
};

use url::{Origin, Url};

use super::{dirs::Environment, fs, registry::sparse::Root};
use crate::model::git_url::{Host, Login};

/// What the header `Authorization` says.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Authorization {
    Basic(Login),
    Bearer(String),
}

impl Authorization {
    /// The header's value.
    pub(crate) fn header(&self) -> String {
        match self {
            Self::Basic(login) => format!("Basic {}", base64(&format!("{}:{}", login.user, login.password))),
            Self::Bearer(token) => format!("Bearer {token}"),
        }
    }
}

impl fmt::Debug for Authorization {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Authorization(…)")
    }
}

/// A place a login can come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Typed,
    Environment,
    Helper,
    Netrc,
}

impl Place {
    pub(crate) const ALL: [Self; 4] = [Self::Typed, Self::Environment, Self::Helper, Self::Netrc];
}

/// How long a credential helper may think.
const HELPER_PATIENCE: Duration = Duration::from_secs(20);
const MAX_NETRC: u64 = 1024 * 1024;

/// Finds logins for an origin.
#[derive(Debug)]
pub(crate) struct Credentials {
    environment: Environment,
    home: PathBuf,
    typed: Vec<(Origin, Login)>,
    /// What worked, by the URL it worked for.
    proven: Mutex<HashMap<String, Authorization>>,
}

impl Credentials {
    pub(crate) fn new(environment: &Environment, home: &Path) -> Self {
        Self {
            environment: environment.clone(),
            home: home.to_owned(),
            typed: Vec::new(),
            proven: Mutex::default(),
        }
    }

    /// Takes in a login that was typed into a URL.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "URLs with logins are refused by manifests; registries take them")
    )]
    pub(crate) fn with_typed(mut self, url: &Url, login: Login) -> Self {
        self.typed.push((url.origin(), login));
        self
    }

    /// What worked for exactly this URL before in this run.
    pub(crate) fn proven(&self, url: &Url) -> Option<Authorization> {
        self.proven.lock().unwrap_or_else(PoisonError::into_inner).get(url.as_str()).cloned()
    }

    /// Remembers what worked, until the program ends.
    pub(crate) fn prove(&self, url: &Url, authorization: Authorization) {
        let mut proven = self.proven.lock().unwrap_or_else(PoisonError::into_inner);
        proven.insert(url.as_str().to_owned(), authorization);
    }

    /// The login one place has for the origin of a URL.
    pub(crate) fn find(&self, url: &Url, place: Place) -> Option<Authorization> {
        match place {
            Place::Typed => {
                let found = self.typed.iter().find(|(origin, _)| *origin == url.origin());
                found.map(|(_, login)| Authorization::Basic(login.clone()))
            }
            Place::Environment => self.token(url).map(Authorization::Basic),
            Place::Helper => self.ask_helper(url).map(Authorization::Basic),
            Place::Netrc => self.netrc(url).map(Authorization::Basic),
        }
    }

    /// The token of a registry: `SKILL_REGISTRY_<NAME>_TOKEN`, else the login netrc has for its host. It goes over an
    /// encrypted connection, or stays on this machine. `name` is as environment variables have it.
    pub(crate) fn of_registry(&self, name: &str, root: &Root) -> Option<Authorization> {
        let Root::Web(url) = root else { return None };
        if url.scheme() != "https" && !is_loopback(url) {
            return None;
        }
        let token = self.environment.text(&format!("SKILL_REGISTRY_{name}_TOKEN"));
        token
            .map(|token| Authorization::Bearer(token.trim().to_owned()))
            .or_else(|| self.netrc(url).map(Authorization::Basic))
    }

    /// A token in the environment goes to its own host only, and encrypted only.
    fn token(&self, url: &Url) -> Option<Login> {
        if url.scheme() != "https" || url.port().is_some() {
            return None;
        }
        let (user, names): (_, &[_]) = match Host::of_domain(url.host_str()?)? {
            Host::GitHub => ("x-access-token", &["GITHUB_TOKEN", "GH_TOKEN"]),
            Host::GitLab => ("oauth2", &["GITLAB_TOKEN"]),
            Host::Bitbucket | Host::Codeberg => return None,
        };
        let token = names.iter().find_map(|name| self.environment.text(name))?;
        Some(Login { user: user.to_owned(), password: token.trim().to_owned() })
    }

    /// Asks the helpers the user configured for git, when there is a git program. It may not prompt, and it runs in
    /// the home folder so that no project's configuration can name a helper.
    fn ask_helper(&self, url: &Url) -> Option<Login> {
        let host = url.host_str()?;
        let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
        let path = url.path().trim_start_matches('/');
        let mut child = Command::new("git")
            .args(["-c", "core.askPass=", "credential", "fill"])
            .current_dir(&self.home)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GCM_INTERACTIVE", "never")
            .env_remove("GIT_ASKPASS")
            .env_remove("SSH_ASKPASS")
            .env_remove("GIT_DIR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let question = format!("protocol={}\nhost={host}{port}\npath={path}\n\n", url.scheme());
        // A helper that does not read its question gives no answer either.
        let _ = child.stdin.take()?.write_all(question.as_bytes());
        let mut output = child.stdout.take()?;
        let (sender, answer) = mpsc::channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            let read = output.by_ref().take(64 * 1024).read_to_string(&mut text);
            let _ = sender.send(read.map(|_| text));
        });
        let text = answer.recv_timeout(HELPER_PATIENCE);
        let _ = child.kill();
        let _ = child.wait();
        let text = text.ok()?.ok()?;
        let value = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned)
        };
        let password = value("password").filter(|password| !password.is_empty())?;
        Some(Login { user: value("username").unwrap_or_default(), password })
    }

    fn netrc(&self, url: &Url) -> Option<Login> {
        let path = self.environment.path("NETRC").or_else(|| {
            ["_netrc", ".netrc"]
                .map(|name| self.home.join(name))
                .into_iter()
                .rev()
                .find(|path| fs::is_file(path))
        })?;
        let text = fs::read_capped(&path, MAX_NETRC).ok()?;
        netrc_login(&String::from_utf8(text).ok()?, url.host_str()?)
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The login of a netrc file for exactly this host. Its `default` entry would hand a password to any host, and is
/// passed over.
fn netrc_login(text: &str, host: &str) -> Option<Login> {
    let words = netrc_words(text);
    let mut words = words.iter().map(String::as_str);
    let (mut here, mut user, mut password) = (false, None, None);
    while let Some(word) = words.next() {
        match word {
            "machine" | "default" => {
                if here && password.is_some() {
                    break;
                }
                (user, password) = (None, None);
                here = word == "machine" && words.next().is_some_and(|name| name.eq_ignore_ascii_case(host));
            }
            "login" => user = words.next().filter(|_| here).or(user),
            "password" => password = words.next().filter(|_| here).or(password),
            "account" => _ = words.next(),
            _ => {}
        }
    }
    let password = password.filter(|_| here)?.to_owned();
    Some(Login { user: user.unwrap_or_default().to_owned(), password })
}

/// The words of a netrc file: quoted ones as one word, comments and macros left out.
fn netrc_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut in_macro = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if in_macro || trimmed.starts_with("macdef") {
            in_macro = !trimmed.is_empty();
            continue;
        }
        let mut rest = trimmed;
        while !rest.is_empty() && !rest.starts_with('#') {
            let mut word = String::new();
            let mut chars = rest.char_indices();
            let end = if rest.starts_with('"') {
                chars.next();
                loop {
                    match chars.next() {
                        None => break rest.len(),
                        Some((at, '"')) => break at + 1,
                        Some((_, '\\')) => word.extend(chars.next().map(|(_, c)| c)),
                        Some((_, c)) => word.push(c),
                    }
                }
            } else {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                word.push_str(&rest[..end]);
                end
            };
            words.push(word);
            rest = rest[end..].trim_start();
        }
    }
    words
}

/// Base 64 with padding, as Basic authorization wants it.
fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credentials(environment: &Environment) -> Credentials {
        Credentials::new(environment, Path::new("/nonexistent"))
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn base64_pads_as_the_standard_says() {
        for (text, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"), ("ÿ?", "w78/")]
        {
            assert_eq!(base64(text), expected);
        }
    }

    #[test]
    fn a_token_goes_to_its_own_host_and_encrypted_only() {
        let credentials = credentials(&Environment::from([("GITHUB_TOKEN", "t0k")]));
        let found = |text| credentials.find(&url(text), Place::Environment);
        assert_eq!(
            found("https://github.com/o/r").map(|found| found.header()).as_deref(),
            Some("Basic eC1hY2Nlc3MtdG9rZW46dDBr")
        );
        for other in [
            "http://github.com/o/r",
            "https://github.com:8443/o/r",
            "https://gitlab.com/o/r",
            "https://github.com.evil.example/o/r",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn a_typed_login_is_bound_to_scheme_host_and_port() {
        let login = Login { user: "me".to_owned(), password: "secret".to_owned() };
        let credentials =
            credentials(&Environment::default()).with_typed(&url("https://example.org/r"), login);
        let found = |text| credentials.find(&url(text), Place::Typed).is_some();
        assert!(found("https://example.org/other"));
        assert!(
            !found("http://example.org/r") && !found("https://example.org:1/r") && !found("https://x.org/r")
        );
        assert!(!format!("{credentials:?}").contains("secret"));
    }

    #[test]
    fn netrc_is_read_as_curl_reads_it_but_for_its_default_entry() {
        let text = "# comment\nmachine a.org login me password \"s p\\\"c\"\nmacdef init\nmachine b.org password no\n\n\
                    machine B.org\n  login you\n  password pw # trailing\ndefault login any password any\n";
        let found = |host| netrc_login(text, host).map(|login| (login.user, login.password));
        assert_eq!(found("a.org"), Some(("me".to_owned(), "s p\"c".to_owned())));
        assert_eq!(found("b.org"), Some(("you".to_owned(), "pw".to_owned())));
        assert_eq!(found("c.org"), None);
        assert_eq!(netrc_login("machine a.org login me", "a.org"), None);
        assert_eq!(netrc_login("machine", "a.org"), None);
    }
}
