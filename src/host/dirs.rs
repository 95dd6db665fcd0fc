//! The only reader of the environment: variables, the current folder, and where this machine keeps configuration,
//! cache and state. Everything is read once, at the start, into values.

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

/// The environment's variables as they were at the start. Tests make their own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Environment {
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// Takes in the process's own environment.
    #[expect(clippy::disallowed_methods, reason = "the one reader of the environment")]
    pub(crate) fn of_process() -> Self {
        Self { variables: env::vars_os().collect() }
    }

    /// A variable's text; empty, unset and non-UTF-8 ones count as absent.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.variables
            .get(std::ffi::OsStr::new(name))
            .and_then(|value| value.to_str())
            .filter(|value| !value.is_empty())
    }

    /// A variable that holds a path; an empty one counts as absent.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.variables.get(std::ffi::OsStr::new(name)).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    /// Whether a switch is on: set, and neither empty, `0`, `false` nor `no`.
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.text(name).is_some_and(|value| !matches!(value, "0" | "false" | "no" | "off"))
    }
}

impl<const N: usize> From<[(&str, &str); N]> for Environment {
    fn from(pairs: [(&str, &str); N]) -> Self {
        Self { variables: pairs.iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

/// The folders of this user and this run.
#[derive(Debug, Clone)]
pub(crate) struct Dirs {
    /// The folder the command runs in (after `-C`), absolute.
    pub(crate) current: PathBuf,
    /// The user's home folder.
    pub(crate) home: PathBuf,
    /// Files people write: `config.toml`, `credentials.toml`, `trust.toml`.
    pub(crate) config: PathBuf,
    /// The `config.toml` of the organisation that keeps this machine; it need not be there.
    pub(crate) organisation: PathBuf,
    /// What may be deleted at any time.
    pub(crate) cache: PathBuf,
    /// Backups and quarantined skills.
    pub(crate) state: PathBuf,
    pub(crate) environment: Environment,
}

/// A machine whose folders can't be told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DirsError {
    #[error("the current folder can't be read: {0}")]
    Current(std::io::Error),
    #[error("`{}` is no folder", .0.display())]
    NotAFolder(PathBuf),
    #[error("no home folder: `HOME` is not set")]
    Home,
}

/// The organisation's file: in the system's own folder; only where that has none, a variable may name another.
fn organisation(environment: &Environment) -> PathBuf {
    let folder = if cfg!(windows) {
        environment.path("ProgramData").unwrap_or_else(|| PathBuf::from(r"C:\ProgramData")).join("skill")
    } else {
        PathBuf::from("/etc/skill")
    };
    let file = folder.join("config.toml");
    match environment.path("SKILL_SYSTEM_CONFIG_DIR") {
        Some(other) if !super::fs::is_file(&file) => other.join("config.toml"),
        _ => file,
    }
}

impl Dirs {
    /// Reads the process's environment; `-C DIR` gives `change`.
    #[expect(clippy::disallowed_methods, reason = "the one reader of the environment")]
    pub(crate) fn of_process(change: Option<&Path>) -> Result<Self, DirsError> {
        let mut current = env::current_dir().map_err(DirsError::Current)?;
        if let Some(change) = change {
            current.push(change);
            if !super::fs::is_folder(&current) {
                return Err(DirsError::NotAFolder(current));
            }
        }
        let environment = Environment::of_process();
        let home = environment
            .path("HOME")
            .or_else(|| etcetera::home_dir().ok())
            .filter(|home| home.is_absolute())
            .ok_or(DirsError::Home)?;
        let strategy = choose_app_strategy(AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "skill".to_owned(),
        })
        .map_err(|_| DirsError::Home)?;
        let config = environment.path("SKILL_CONFIG_DIR").unwrap_or_else(|| strategy.config_dir());
        let cache = environment.path("SKILL_CACHE_DIR").unwrap_or_else(|| strategy.cache_dir());
        let organisation = organisation(&environment);
        let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
        Ok(Self {
            config: current.join(config),
            organisation: current.join(organisation),
            cache: current.join(cache),
            current,
            home,
            state,
            environment,
        })
    }

    /// An absolute path for what the user typed: `~` is the home folder, the rest relative to the current folder.
    pub(crate) fn absolute(&self, typed: &Path) -> PathBuf {
        let path = match typed.strip_prefix("~") {
            Ok(rest) => self.home.join(rest),
            Err(_) => self.current.join(typed),
        };
        // Without `.` between; `..` stays, since a link before it changes what it means.
        path.components().collect()
    }
}

/// The file of this very program; `None` where the system can't tell.
pub(crate) fn program() -> Option<PathBuf> {
    env::current_exe().ok()
}
