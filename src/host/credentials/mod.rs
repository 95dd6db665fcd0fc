//! Logins for servers that ask for one: typed into the URL, a token in the environment, git's credential helpers,
//! netrc; in this order. Each is bound to its origin, nothing is ever asked of the user, and nothing is printed.

mod netrc;

use std::{
    collections::HashMap,
    fmt,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError, mpsc},
    time::{Duration, Instant},
};

use url::{Origin, Url};

use super::{dirs::Environment, fs, registry::sparse::Root};
use crate::model::{
    base64,
    git_url::{Host, Login},
    logins::Logins,
    visible,
};

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
            Self::Basic(login) => {
                format!("Basic {}", base64::encode(format!("{}:{}", login.user, login.password).as_bytes()))
            }
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
    /// What `skill login` keeps.
    logins: PathBuf,
    typed: Vec<(Origin, Login)>,
    /// What worked, by the URL it worked for.
    proven: Mutex<HashMap<String, Authorization>>,
}

impl Credentials {
    /// `config` is the folder of files that people write.
    pub(crate) fn new(environment: &Environment, home: &Path, config: &Path) -> Self {
        Self {
            environment: environment.clone(),
            home: home.to_owned(),
            logins: config.join("credentials.toml"),
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

    /// The token of a registry: `SKILL_REGISTRY_<NAME>_TOKEN`, else what the program prints that is configured for it,
    /// else what `skill login` keeps for its origin, else the login netrc has for its host. `name` is as environment
    /// variables have it.
    /// A program that gives none is an error: whoever configured it would be asked for a login they have.
    pub(crate) fn of_registry(
        &self,
        name: &str,
        root: &Root,
        program: &[String],
    ) -> Result<Option<Authorization>, ProgramError> {
        let Some(url) = private(root) else { return Ok(None) };
        let token = match self.environment.text(&format!("SKILL_REGISTRY_{name}_TOKEN")) {
            Some(token) => Some(token.trim().to_owned()),
            None => self.ask_program(program, url)?,
        };
        Ok(token
            .map(Authorization::Bearer)
            .or_else(|| self.kept(root))
            .or_else(|| self.netrc(url).map(Authorization::Basic)))
    }

    /// The token that `skill login` keeps for the registry's origin; an unreadable file holds none.
    pub(crate) fn kept(&self, root: &Root) -> Option<Authorization> {
        let url = private(root)?;
        let logins = read_logins(&self.logins).ok()?;
        logins.token(&url.origin().ascii_serialization()).map(|token| Authorization::Bearer(token.to_owned()))
    }

    /// Keeps a token for an origin, or forgets it; says whether the file changed.
    pub(crate) fn keep(&self, url: &Url, token: Option<&str>) -> Result<bool, LoginsError> {
        let folder = self.logins.parent().unwrap_or(Path::new("."));
        if token.is_none() && !fs::is_file(&self.logins) {
            return Ok(false);
        }
        fs::create_folders(folder)?;
        let _lock = fs::FileLock::on_folder(folder, || ())?;
        let mut logins = read_logins(&self.logins)?;
        let changed = logins.set(&url.origin().ascii_serialization(), token);
        if changed {
            fs::write_private(&self.logins, logins.encode().as_bytes())?;
        }
        Ok(changed)
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
        let text = answer(child).ok()?;
        let value = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned)
        };
        let password = value("password").filter(|password| !password.is_empty())?;
        Some(Login { user: value("username").unwrap_or_default(), password })
    }

    /// The first line that a program of the user's own configuration prints. It runs in the home folder and is told the
    /// registry's address in `SKILL_REGISTRY_URL`; what it says on stderr is for the person at the terminal.
    fn ask_program(&self, program: &[String], url: &Url) -> Result<Option<String>, ProgramError> {
        let Some((name, arguments)) = program.split_first() else { return Ok(None) };
        let failed = |why: String| ProgramError {
            program: visible::line(name).into_owned(),
            url: url.to_string(),
            why,
        };
        let child = Command::new(name)
            .args(arguments)
            .current_dir(&self.home)
            .env("SKILL_REGISTRY_URL", url.as_str())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(format!("it can't be run: {}", fs::plain(&error))))?;
        let text = answer(child).map_err(failed)?;
        match text.lines().next().map(str::trim).filter(|line| !line.is_empty()) {
            Some(token) => Ok(Some(token.to_owned())),
            None => Err(failed("it printed nothing".to_owned())),
        }
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
        netrc::login(&String::from_utf8(text).ok()?, url.host_str()?)
    }
}

/// What a program prints, if it is done in time and content with itself; else why not.
fn answer(mut child: Child) -> Result<String, String> {
    let late = || format!("it did not answer within {} seconds", HELPER_PATIENCE.as_secs());
    let end = Instant::now() + HELPER_PATIENCE;
    let mut output = child.stdout.take().ok_or_else(late)?;
    let (sender, answer) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.by_ref().take(64 * 1024).read_to_string(&mut text);
        let _ = sender.send(read.map(|_| text));
    });
    let text = answer.recv_timeout(HELPER_PATIENCE);
    let mut status = None;
    // It has said all it will: what is left is how it ends.
    while text.is_ok() && status.is_none() && Instant::now() < end {
        status = child.try_wait().ok().flatten();
        if status.is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    match (text, status) {
        (Err(_), _) | (_, None) => Err(late()),
        (Ok(_), Some(status)) if !status.success() => Err(match status.code() {
            Some(code) => format!("it ended with status {code}"),
            None => "it was killed".to_owned(),
        }),
        (Ok(Err(_)), _) => Err("what it printed is no text".to_owned()),
        (Ok(Ok(text)), _) => Ok(text),
    }
}

/// A program of the user's configuration that gave no token.
#[derive(Debug, thiserror::Error)]
#[error("the `credential` program `{program}` gave no token for `{url}`: {why}")]
pub(crate) struct ProgramError {
    program: String,
    url: String,
    why: String,
}

/// A file of logins that can't be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoginsError {
    #[error("`{place}`: {why}")]
    Broken { place: String, why: String },
    #[error(transparent)]
    Files(#[from] fs::Error),
}

fn read_logins(path: &Path) -> Result<Logins, LoginsError> {
    let text = fs::read_text_if_there(path)?.unwrap_or_default();
    Logins::decode(&text).map_err(|why| LoginsError::Broken {
        place: visible::line(&path.to_string_lossy()).into_owned(),
        why,
    })
}

/// The address of a registry that a token may go to: over an encrypted connection, or on this machine.
pub(crate) fn private(root: &Root) -> Option<&Url> {
    match root {
        Root::Web(url) if url.scheme() == "https" || is_loopback(url) => Some(url),
        Root::Web(_) | Root::Folder(_) => None,
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

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

    use super::*;

    fn credentials(environment: &Environment) -> Credentials {
        Credentials::new(environment, Path::new("/nonexistent"), Path::new("/nonexistent"))
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
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
    fn a_kept_token_goes_to_its_origin_only_and_stays_private() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::from([("SKILL_REGISTRY_TEAM_TOKEN", "from-env")]);
        let credentials = Credentials::new(&environment, folder.path(), folder.path());
        assert!(credentials.keep(&url("https://reg.example/team/"), Some("skr_1")).unwrap());
        assert!(credentials.keep(&url("http://127.0.0.1:81/"), Some("skr_2")).unwrap());
        assert!(!credentials.keep(&url("http://127.0.0.1:81/x/"), Some("skr_2")).unwrap());
        let header = |name, text| {
            credentials.of_registry(name, &Root::Web(url(text)), &[]).unwrap().map(|found| found.header())
        };
        assert_eq!(header("X", "https://reg.example/other/").as_deref(), Some("Bearer skr_1"));
        assert_eq!(header("X", "http://127.0.0.1:81/").as_deref(), Some("Bearer skr_2"));
        assert_eq!(header("TEAM", "https://reg.example/").as_deref(), Some("Bearer from-env"));
        for other in [
            "http://reg.example/",
            "https://reg.example:8443/",
            "https://evil.example/",
            "http://127.0.0.1:82/",
        ] {
            assert_eq!(header("X", other), None, "{other}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode =
                std::fs::metadata(folder.path().join("credentials.toml")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert!(credentials.keep(&url("https://reg.example/"), None).unwrap());
        assert_eq!(header("X", "https://reg.example/"), None);
        std::fs::write(folder.path().join("credentials.toml"), "[registries]\n\"https://reg.example\" = 1")
            .unwrap();
        assert!(matches!(credentials.keep(&url("https://a.b/"), Some("x")), Err(LoginsError::Broken { .. })));
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
}
