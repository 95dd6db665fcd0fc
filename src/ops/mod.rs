//! Second floor: one whole act each. Options in, outcome out, events on the way; nothing here prints or asks.

pub(crate) mod advisories;
pub(crate) mod audit;
pub(crate) mod diff;
pub(crate) mod disclose;
pub(crate) mod discover;
pub(crate) mod doctor;
pub(crate) mod enable;
pub(crate) mod error;
pub(crate) mod fetch;
pub(crate) mod import;
pub(crate) mod info;
pub(crate) mod install;
pub(crate) mod links;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod matching;
pub(crate) mod merge;
pub(crate) mod pack;
pub(crate) mod parallel;
pub(crate) mod policy;
pub(crate) mod quarantine;
pub(crate) mod registry;
pub(crate) mod release;
pub(crate) mod scaffold;
pub(crate) mod scope;
pub(crate) mod search;
pub(crate) mod select;
pub(crate) mod state;
pub(crate) mod transaction;
pub(crate) mod trust;
pub(crate) mod update;
pub(crate) mod verify;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock},
};

use crate::{
    host::{
        archive, assemble,
        credentials::Credentials,
        dirs::Dirs,
        git::{self, Connections, GitProgram},
        http::Http,
        registry::sparse::Sparse,
        store::Store,
    },
    model::{
        config::Config,
        event::{Event, Reporter},
    },
};

/// Whether the network may be used in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    Allowed,
    /// `--offline`, `--frozen` or `SKILL_OFFLINE`: only what the cache holds.
    Forbidden,
}

/// What every operation is given.
pub(crate) struct Context<'a> {
    pub(crate) dirs: &'a Dirs,
    pub(crate) reporter: &'a dyn Reporter,
    pub(crate) http: Arc<Http>,
    /// How many fetches may run at once.
    pub(crate) jobs: usize,
    pub(crate) config: Config,
    /// `--allow-unverified`: skills that nothing vouches for are taken.
    pub(crate) allow_unverified: bool,
    /// `--allow-quarantined`: versions that a registry keeps back are taken.
    pub(crate) allow_quarantined: bool,
    pub(crate) credentials: Credentials,
    connections: Connections,
    scratch: PathBuf,
    store: OnceLock<Store>,
    /// Registries opened in this run, by their place.
    registries: Mutex<BTreeMap<String, Arc<Sparse>>>,
}

/// Fetches at once, unless the user says otherwise.
const JOBS: usize = 8;

impl<'a> Context<'a> {
    pub(crate) fn new(dirs: &'a Dirs, reporter: &'a dyn Reporter, network: Network, config: Config) -> Self {
        let http = Arc::new(match network {
            Network::Allowed => Http::online().waiting(config.timeout),
            Network::Forbidden => Http::offline(),
        });
        let credentials = Credentials::new(&dirs.environment, &dirs.home, &dirs.config);
        let scratch = dirs.cache.join("tmp");
        Self {
            dirs,
            reporter,
            http,
            jobs: JOBS,
            config,
            allow_unverified: false,
            allow_quarantined: false,
            credentials,
            scratch,
            store: OnceLock::new(),
            registries: Mutex::default(),
            connections: Connections::default(),
        }
    }

    /// The cache, opened at first use.
    pub(crate) fn store(&self) -> Result<&Store, error::Error> {
        if let Some(store) = self.store.get() {
            return Ok(store);
        }
        let store = Store::open(&self.dirs.cache, |path| self.reporter.event(Event::Waiting { path }))?;
        Ok(self.store.get_or_init(|| store))
    }

    /// Bounds on what an install accepts.
    pub(crate) fn limits(&self) -> archive::Limits {
        let (default, set) = (archive::Limits::default(), &self.config.limits);
        let count = |value: Option<u64>, default: usize| {
            value.map_or(default, |value| usize::try_from(value).unwrap_or(usize::MAX))
        };
        archive::Limits {
            packed: set.packed.unwrap_or(default.packed),
            tree: assemble::Limits {
                files: count(set.files, default.tree.files),
                unpacked: set.unpacked.unwrap_or(default.tree.unpacked),
                depth: count(set.depth, default.tree.depth),
            },
        }
    }

    /// What reaching git repositories takes.
    pub(crate) fn git_access(&self) -> git::Access<'_> {
        git::Access {
            http: &self.http,
            environment: &self.dirs.environment,
            credentials: &self.credentials,
            connections: &self.connections,
            reporter: self.reporter,
            program: if self.config.git_with_cli { GitProgram::Always } else { GitProgram::WhenNeeded },
            limit: git::DEFAULT_LIMIT,
            scratch: &self.scratch,
        }
    }
}
