//! `registry serve`: the shop behind the counter. It takes versions in, marks them, searches, and shows pages; the files
//! of the registry are offered by `host/registry/serve`.

mod api;
mod catalogue;
mod markdown;
mod marks;
mod pages;
mod sheet;

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::build::SEARCH;
use crate::{
    host::{
        fs,
        registry::{
            keeper::{KeeperError, Shelf},
            serve::{self, Asked, Bound, Method, Reply, ServeError, Shop},
        },
    },
    ops::Context,
};
use catalogue::Catalogue;
use pages::Pages;

/// A server that can't be.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServingError {
    #[error(transparent)]
    Keeper(#[from] KeeperError),
    #[error(transparent)]
    Serve(#[from] ServeError),
}

/// A registry that listens and does not answer yet.
pub(crate) struct Opened {
    bound: Bound,
    folder: PathBuf,
    is_read_only: bool,
    /// What the registry calls itself.
    pub(crate) name: String,
}

/// Opens a registry and starts to listen.
pub(crate) fn open(options: &serve::ServeOptions) -> Result<Opened, ServingError> {
    let shelf = Shelf::open(&options.folder)?;
    let bound = serve::bind(options)?;
    Ok(Opened {
        bound,
        folder: options.folder.clone(),
        is_read_only: options.is_read_only,
        name: shelf.settings().name.clone(),
    })
}

impl Opened {
    pub(crate) fn address(&self) -> std::net::SocketAddr {
        self.bound.address
    }

    /// How many tokens there are.
    pub(crate) fn tokens(&self) -> usize {
        self.bound.known
    }

    /// Answers until the process is told to stop.
    pub(crate) fn run(self, context: &Context<'_>) -> Result<(), ServingError> {
        let Self { bound, folder, is_read_only, .. } = self;
        let counter = Counter {
            context,
            folder,
            is_read_only,
            catalogue: Mutex::default(),
            is_reading: AtomicBool::new(false),
            pages: Pages::new(),
        };
        Ok(bound.serve(&counter, context.reporter)?)
    }
}

/// The shop of one registry.
struct Counter<'a> {
    context: &'a Context<'a>,
    folder: PathBuf,
    is_read_only: bool,
    catalogue: Mutex<(Option<fs::Stamp>, Arc<Catalogue>)>,
    /// Whether a new list is being read.
    is_reading: AtomicBool,
    pages: Pages,
}

impl Counter<'_> {
    /// The list for searching as it is now; an unreadable one counts as empty. While one request reads a new list,
    /// others are answered from the one before.
    fn catalogue(&self) -> Arc<Catalogue> {
        let list = self.folder.join(SEARCH);
        let stamp = fs::stamp(&list);
        {
            let known = self.catalogue.lock().unwrap_or_else(PoisonError::into_inner);
            let is_current = stamp.is_some() && known.0 == stamp;
            let is_read_elsewhere = !is_current && self.is_reading.swap(true, Ordering::AcqRel);
            if is_current || (is_read_elsewhere && known.0.is_some()) {
                return Arc::clone(&known.1);
            }
        }
        let catalogue = Arc::new(Catalogue::new(&fs::read(&list).unwrap_or_default()));
        *self.catalogue.lock().unwrap_or_else(PoisonError::into_inner) = (stamp, Arc::clone(&catalogue));
        self.is_reading.store(false, Ordering::Release);
        catalogue
    }

    fn shelf(&self) -> Result<Shelf, Reply> {
        Shelf::open(&self.folder).map_err(|error| api::refusal(self.context, &error.into()))
    }
}

impl Shop for Counter<'_> {
    fn admit(&self, asked: &Asked) -> Result<u64, Reply> {
        match (asked.path.strip_prefix(api::ROOT), asked.method) {
            (Some(path), Method::Put) => self.admit_put(asked, path),
            (Some(path), Method::Patch) => self.admit_patch(asked, path),
            (Some(_), _) => {
                Err(Reply::problem(405, "there is no such method here")
                    .header("allow", "GET, HEAD, PUT, PATCH"))
            }
            (None, _) => Err(Reply::problem(405, "pages are only read").header("allow", "GET, HEAD")),
        }
    }

    fn answer(&self, asked: &Asked, body: &[u8]) -> Reply {
        let result = match (asked.path.strip_prefix(api::ROOT), asked.method) {
            (Some(path), Method::Put) => self.put(asked, path, body),
            (Some(path), Method::Patch) => self.patch(asked, path, body),
            (Some("search"), _) => Ok(self.search(asked)),
            (Some("whoami"), _) => api::whoami(asked),
            (Some(_), _) => Err(Reply::problem(404, "there is no such question here")),
            (None, _) if asked.path.starts_with("api/") => {
                Err(Reply::problem(404, "there is no such interface here"))
            }
            (None, _) => Ok(self.page(asked)),
        };
        result.unwrap_or_else(|refused| refused)
    }
}
