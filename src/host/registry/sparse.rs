//! A static registry read: its settings, the versions of packages, archives and the list for searching; over http with
//! conditional requests, or from a folder. What the cache knows is held against the server: a published version that
//! changed is an attack, not an update.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use semver::Version;
use url::Url;

pub(crate) use super::{carrier::Root, error::RegistryError};
use super::{
    carrier::{Carried, Carrier},
    seal::{Seal, SealError, is_key},
};
use crate::{
    host::{
        credentials::Authorization,
        fs,
        http::{Http, Request, shown},
        store::Store,
    },
    model::{
        digest::Digest,
        event::{Event, Reporter},
        registry::{
            advisory::{self, Advisory, MAX_ADVISORIES},
            line::{Index, IndexLine, MAX_INDEX},
            package::Package,
            settings::{DlAuth, MAX_SETTINGS, Settings},
        },
    },
};

/// The largest list for searching that is read, in bytes.
const MAX_SEARCH: u64 = 256 * 1024 * 1024;
/// The list of all advisories, one a line.
pub(crate) const ADVISORIES: &str = "advisories/index.jsonl";
/// What came of asking for a package.
type Asked = Result<Arc<Index>, RegistryError>;

/// Index files asked for at once.
const AT_ONCE: usize = 8;

/// Where a registry text leads; `base` is the folder that relative ones begin at.
pub(crate) fn root_of(text: &str, base: &std::path::Path) -> Result<Root, RegistryError> {
    let wrong = || RegistryError::NoPlace { text: text.to_owned() };
    match Url::parse(text) {
        Ok(mut url) if matches!(url.scheme(), "http" | "https") => {
            if url.query().is_some() || url.fragment().is_some() || url.password().is_some() {
                return Err(wrong());
            }
            if !url.path().ends_with('/') {
                url.set_path(&format!("{}/", url.path()));
            }
            Ok(Root::Web(url))
        }
        Ok(url) if url.scheme() == "file" => url.to_file_path().map(Root::Folder).map_err(|()| wrong()),
        // One letter is a Windows drive.
        Ok(url) if url.scheme().len() > 1 => Err(wrong()),
        Ok(_) | Err(_) if !text.is_empty() => Ok(Root::Folder(base.join(text))),
        _ => Err(wrong()),
    }
}

/// A registry opened for reading.
pub(crate) struct Sparse {
    /// How the user calls it.
    pub(super) name: String,
    pub(super) carrier: Carrier,
    /// One of these minisign keys must have signed its head; empty where it need not be signed.
    keys: Vec<String>,
    seal: Mutex<Option<Arc<Seal>>>,
    settings: OnceLock<Settings>,
    /// Held while the settings are asked for, so that they are asked once.
    asking: Mutex<()>,
    indexes: Mutex<HashMap<Package, Arc<Index>>>,
    /// Versions that the cache knew and the server no longer lists.
    lost: Mutex<Vec<(Package, Version)>>,
}

impl Sparse {
    /// `cache` is the cache's root.
    pub(crate) fn new(
        name: &str,
        root: Root,
        http: Arc<Http>,
        token: Option<Authorization>,
        cache: &std::path::Path,
    ) -> Self {
        let bucket = Digest::of(match &root {
            Root::Web(url) => url.as_str().as_bytes(),
            Root::Folder(folder) => folder.as_os_str().as_encoded_bytes(),
        });
        let bucket = bucket.hex();
        let cache = cache.join("index/v1").join(bucket);
        let carrier = Carrier { root, http, token, cache };
        Self {
            name: name.to_owned(),
            carrier,
            keys: Vec::new(),
            seal: Mutex::default(),
            settings: OnceLock::new(),
            asking: Mutex::default(),
            indexes: Mutex::default(),
            lost: Mutex::default(),
        }
    }

    /// Has the registry be signed by one of these keys.
    pub(crate) fn signed_by(mut self, keys: &[String]) -> Result<Self, RegistryError> {
        if let Some(wrong) = keys.iter().find(|key| !is_key(key)) {
            return Err(RegistryError::Key { registry: self.name, key: wrong.clone() });
        }
        self.keys = keys.to_vec();
        Ok(self)
    }

    /// The head as it was checked; asked for once, or again to see whether there is a newer one.
    fn seal(&self, again: bool) -> Result<Arc<Seal>, RegistryError> {
        let mut kept = self.seal.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seal) = kept.as_ref().filter(|_| !again) {
            return Ok(Arc::clone(seal));
        }
        let seal = Arc::new(Seal::of(&self.carrier, &self.keys, &self.carrier.cache.join("sequence"))?);
        *kept = Some(Arc::clone(&seal));
        Ok(seal)
    }

    /// A file of the registry. Where the registry is signed, it is the file that was signed, and one that was not signed
    /// does not exist.
    fn bring(&self, path: &str, cap: u64) -> Result<Option<Carried>, RegistryError> {
        if self.keys.is_empty() {
            return self.carrier.bring(path, cap);
        }
        let seal = self.seal(false)?;
        match self.sealed(&seal, path, cap) {
            // Between head and file the registry may have been signed anew.
            Err(error @ RegistryError::Seal { .. }) => match self.seal(true)? {
                newer if newer.sequence > seal.sequence => self.sealed(&newer, path, cap),
                _ => Err(error),
            },
            other => other,
        }
    }

    fn sealed(&self, seal: &Seal, path: &str, cap: u64) -> Result<Option<Carried>, RegistryError> {
        let Some(entry) = seal.files.get(path) else { return Ok(None) };
        let wrong = |error| RegistryError::Seal { place: self.carrier.place(path), error };
        let carried = self.carrier.bring(path, cap)?.ok_or_else(|| wrong(SealError::Absent))?;
        let found = Digest::of(&carried.bytes);
        if found == entry.digest {
            Ok(Some(carried))
        } else {
            Err(wrong(SealError::Other { expected: entry.digest, found }))
        }
    }

    /// What the registry says of itself; asked once.
    pub(crate) fn settings(&self) -> Result<&Settings, RegistryError> {
        if let Some(settings) = self.settings.get() {
            return Ok(settings);
        }
        let _alone = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(settings) = self.settings.get() {
            return Ok(settings);
        }
        let place = || self.carrier.place("config.json");
        let carried = self.bring("config.json", MAX_SETTINGS)?;
        let carried = carried.ok_or_else(|| RegistryError::NoRegistry { place: self.carrier.place("") })?;
        let settings = Settings::decode(&carried.bytes)
            .map_err(|error| RegistryError::Settings { place: place(), error })?;
        self.carrier.remember_secrecy(settings.auth_required);
        Ok(self.settings.get_or_init(|| settings))
    }

    /// The versions of a package, asked once.
    pub(crate) fn index(&self, package: &Package) -> Result<Arc<Index>, RegistryError> {
        let known = |this: &Self| {
            this.indexes.lock().unwrap_or_else(PoisonError::into_inner).get(package).map(Arc::clone)
        };
        if let Some(index) = known(self) {
            return Ok(index);
        }
        let index = Arc::new(self.ask(package)?);
        let mut indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(indexes.entry(package.clone()).or_insert(index)))
    }

    pub(super) fn ask(&self, package: &Package) -> Result<Index, RegistryError> {
        self.settings()?;
        let path = package.index_path();
        let place = self.carrier.place(&path);
        let absent = || RegistryError::NoPackage { registry: self.name.clone(), package: package.clone() };
        let carried = self.bring(&path, MAX_INDEX)?.ok_or_else(absent)?;
        let index = Index::decode(&carried.bytes, package)
            .map_err(|error| RegistryError::Index { place: place.clone(), error })?;
        if let Some(before) = carried.before.and_then(|before| Index::decode(&before, package).ok()) {
            for old in before.lines {
                match index.version(&old.version) {
                    Some(new) if new.archive != old.archive || new.tree != old.tree => {
                        let (was, is) = if new.tree == old.tree {
                            (old.archive, new.archive)
                        } else {
                            (old.tree, new.tree)
                        };
                        let version = old.version;
                        return Err(RegistryError::Changed {
                            place,
                            package: package.clone(),
                            version,
                            was,
                            is,
                        });
                    }
                    Some(_) => {}
                    None => {
                        let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
                        lost.push((package.clone(), old.version));
                    }
                }
            }
        }
        Ok(index)
    }

    /// The versions of several packages, asked for side by side; in the order of the packages.
    pub(crate) fn indexes(&self, packages: &[Package]) -> Vec<Asked> {
        // The settings first: they say whether to send a token at all.
        if self.settings().is_err() || packages.len() < 2 {
            return packages.iter().map(|package| self.index(package)).collect();
        }
        let next = std::sync::atomic::AtomicUsize::new(0);
        let results: Vec<Mutex<Option<Asked>>> = packages.iter().map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            for _ in 0..AT_ONCE.min(packages.len()) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        let Some(package) = packages.get(at) else { break };
                        let result = self.index(package);
                        *results[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                    }
                });
            }
        });
        results
            .into_iter()
            .map(|slot| {
                let result = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
                result.expect("each slot is filled by the thread that took its number")
            })
            .collect()
    }

    /// Versions that were listed when last looked, and no longer are.
    pub(crate) fn lost(&self) -> Vec<(Package, Version)> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The archive of a version, from the cache or the registry; its bytes are those the index names.
    pub(crate) fn archive(
        &self,
        line: &IndexLine,
        store: &Store,
        reporter: &dyn Reporter,
    ) -> Result<Vec<u8>, RegistryError> {
        if let Some(bytes) = store.archive(line.archive)? {
            return Ok(bytes);
        }
        let place = self.settings()?.archive(&line.name, &line.version, &line.archive.hex());
        let (url, bytes) = match &self.carrier.root {
            Root::Folder(folder) => {
                let file = folder.join(&place);
                // A folder's own template may not lead out of it.
                if place.split(['/', '\\']).any(|part| part == "..") || place.contains("://") {
                    return Err(RegistryError::Url { url: place });
                }
                (self.carrier.place(&place), fs::read_capped(&file, line.size.max(1))?)
            }
            Root::Web(root) => {
                let url = root.join(&place).map_err(|_| RegistryError::Url { url: place.clone() })?;
                // A registry on the web gives web addresses, and an encrypted one encrypted addresses.
                let allowed = url.scheme() == "https" || (url.scheme() == "http" && root.scheme() == "http");
                if !allowed {
                    return Err(RegistryError::Url { url: shown(&url) });
                }
                (shown(&url), self.download(root, &url, line.size, reporter)?)
            }
        };
        let found = Digest::of(&bytes);
        if found != line.archive {
            return Err(RegistryError::Archive { url, expected: line.archive, found });
        }
        store.keep_archive(found, &bytes)?;
        Ok(bytes)
    }

    fn download(
        &self,
        root: &Url,
        url: &Url,
        size: u64,
        reporter: &dyn Reporter,
    ) -> Result<Vec<u8>, RegistryError> {
        let may_know = url.origin() == root.origin()
            || match &self.settings()?.dl_auth {
                DlAuth::Word(_) => false,
                DlAuth::Origins(origins) => origins
                    .iter()
                    .any(|origin| Url::parse(origin).is_ok_and(|origin| origin.origin() == url.origin())),
            };
        let token = self.carrier.token.as_ref().filter(|_| may_know);
        let request = Request::get(url.clone());
        let first = token.filter(|_| self.settings.get().is_some_and(|settings| settings.auth_required));
        let result = self.http().download_with(&request.clone().authorized(first), size, reporter);
        match result {
            Err(error) if error.status() == Some(401) && token.is_some() && first.is_none() => {
                Ok(self.http().download_with(&request.authorized(token), size, reporter)?.bytes)
            }
            Err(error) if error.status() == Some(401) => {
                Err(RegistryError::Login { url: shown(url), had_token: first.is_some() })
            }
            other => Ok(other?.bytes),
        }
    }

    pub(super) fn http(&self) -> &Http {
        &self.carrier.http
    }

    /// What the registry knows against skills; nothing where it keeps no list.
    pub(crate) fn advisories(&self) -> Result<Vec<Advisory>, RegistryError> {
        self.settings()?;
        let Some(carried) = self.bring(ADVISORIES, MAX_ADVISORIES)? else { return Ok(Vec::new()) };
        advisory::decode(&carried.bytes)
            .map_err(|error| RegistryError::Advisories { place: self.carrier.place(ADVISORIES), error })
    }

    /// The advisories that came last, without asking anybody.
    pub(crate) fn advisories_at_hand(&self) -> Result<Vec<Advisory>, RegistryError> {
        let Some(bytes) = self.carrier.at_hand(ADVISORIES, MAX_ADVISORIES)? else { return Ok(Vec::new()) };
        advisory::decode(&bytes)
            .map_err(|error| RegistryError::Advisories { place: self.carrier.place(ADVISORIES), error })
    }

    /// What it calls itself, as far as that is at hand.
    fn own_name(&self) -> Option<String> {
        if let Some(settings) = self.settings.get() {
            return Some(settings.name.clone());
        }
        let bytes = self.carrier.at_hand("config.json", MAX_SETTINGS).ok()??;
        Settings::decode(&bytes).ok().map(|settings| settings.name)
    }

    /// The names that an advisory may call this registry by: the user's, its own, and its address.
    pub(crate) fn aliases(&self) -> Vec<String> {
        let mut aliases = vec![self.name.clone(), self.carrier.place("")];
        aliases.extend(self.own_name());
        aliases
    }

    /// The list for searching, as the registry derived it; `None` where it has none.
    pub(crate) fn search_list(&self, reporter: &dyn Reporter) -> Result<Option<Vec<u8>>, RegistryError> {
        self.settings()?;
        let source = self.carrier.place("search.jsonl");
        reporter.event(Event::Fetching { source: &source });
        let carried = self.bring("search.jsonl", MAX_SEARCH);
        reporter.event(Event::Fetched { source: &source });
        Ok(carried?.map(|carried| carried.bytes))
    }
}
