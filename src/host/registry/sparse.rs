//! A static registry read: its settings, the versions of packages, archives and the list for searching; over http with
//! conditional requests, or from a folder. What the cache knows is held against the server: a published version that
//! changed is an attack, not an update.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use semver::Version;
use url::Url;

use super::carrier::Carrier;
pub(crate) use super::carrier::Root;
use crate::{
    host::{
        credentials::Authorization,
        fs,
        http::{Error as HttpError, Http, Request, shown},
        store::{Store, StoreError},
    },
    model::{
        digest::Digest,
        event::{Event, Reporter},
        registry::{
            advisory::{self, Advisory, AdvisoryError, MAX_ADVISORIES},
            line::{Index, IndexLine, LineError, MAX_INDEX},
            package::Package,
            settings::{DlAuth, MAX_SETTINGS, Settings, SettingsError},
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

/// Something a registry did not give.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegistryError {
    #[error("`{text}` is neither a URL nor a folder of a registry")]
    NoPlace { text: String },
    #[error("no registry at `{place}`: it has no `config.json`")]
    NoRegistry { place: String },
    #[error("`{place}`: {error}")]
    Settings { place: String, error: SettingsError },
    #[error("registry `{registry}` has no package `{package}`")]
    NoPackage { registry: String, package: Package },
    #[error("`{place}`: {error}")]
    Index { place: String, error: LineError },
    /// A version whose frozen facts are not those seen before.
    #[error(
        "`{place}`: version {version} of `{package}` is not the one that was published: {was} became {is}"
    )]
    Changed { place: String, package: Package, version: Version, was: Digest, is: Digest },
    #[error("`{url}` wants a login{}", if *.had_token { ", and refuses the token there is" } else { "" })]
    Login { url: String, had_token: bool },
    #[error("the archive `{url}` is not the one the index names: expected {expected}, got {found}")]
    Archive { url: String, expected: Digest, found: Digest },
    #[error(
        "the registry's index gives `{url}` for an archive, which is not allowed from where the registry lies"
    )]
    Url { url: String },
    #[error("the registry `{registry}` can only be read over the network: its `config.json` names no `api`")]
    ReadOnly { registry: String },
    /// What the server said, in its words.
    #[error("`{url}` refuses it: {}{}", crate::model::visible::line(.detail), listed(.findings))]
    Refused { url: String, status: u16, detail: String, findings: Vec<String> },
    /// The server published something else than it was sent.
    #[error("`{url}` published other files than it was sent: {sent} became {published}")]
    PublishedOther { url: String, sent: Digest, published: Digest },
    #[error("`{place}`: {error}")]
    Advisories { place: String, error: AdvisoryError },
    #[error("`{path}` is no path in a registry")]
    Path { path: String },
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The largest answer to a publication that is read, in bytes.
const MAX_ANSWER: u64 = 1024 * 1024;

/// What a problem document (RFC 9457) says, else the status alone.
fn detail(status: u16, body: &[u8]) -> String {
    let problem: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |key: &str| problem.get(key).and_then(serde_json::Value::as_str);
    text("detail").or(text("title")).map_or_else(|| format!("it answers with status {status}"), str::to_owned)
}

/// The most findings of a server that are shown.
const MAX_FINDINGS: usize = 20;

/// The findings of lint that a problem document of ours lists, one a line.
fn findings(body: &[u8]) -> Vec<String> {
    let problem: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let all = problem.get("findings").and_then(serde_json::Value::as_array);
    let shown = |finding: &serde_json::Value| {
        let text = |key: &str| finding.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
        let number = |key: &str| finding.get(key).and_then(serde_json::Value::as_u64);
        let place = match (number("line"), number("column")) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", text("file")),
            _ => text("file").to_owned(),
        };
        format!("{place}: {} [{}]", text("message"), text("rule"))
    };
    all.into_iter().flatten().take(MAX_FINDINGS).map(shown).collect()
}

fn listed(findings: &[String]) -> String {
    findings.iter().fold(String::new(), |text, finding| text + "\n  " + &crate::model::visible::line(finding))
}

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
    name: String,
    carrier: Carrier,
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
        let bucket = match &root {
            Root::Web(url) => Digest::of(url.as_str().as_bytes()).hex(),
            Root::Folder(_) => "folder".to_owned(),
        };
        let cache = cache.join("index/v1").join(bucket);
        let carrier = Carrier { root, http, token, cache };
        Self {
            name: name.to_owned(),
            carrier,
            settings: OnceLock::new(),
            asking: Mutex::default(),
            indexes: Mutex::default(),
            lost: Mutex::default(),
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
        let carried = self.carrier.bring("config.json", MAX_SETTINGS)?;
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

    fn ask(&self, package: &Package) -> Result<Index, RegistryError> {
        self.settings()?;
        let path = package.index_path();
        let place = self.carrier.place(&path);
        let absent = || RegistryError::NoPackage { registry: self.name.clone(), package: package.clone() };
        let carried = self.carrier.bring(&path, MAX_INDEX)?.ok_or_else(absent)?;
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

    /// Sends an archive to the registry, which derives the index line from it; says whether it was there already. A dry
    /// run only looks whether it is.
    pub(crate) fn put(&self, line: &IndexLine, archive: &[u8], dry_run: bool) -> Result<bool, RegistryError> {
        let url = self.of_api(&format!("{}/{}", line.name, line.version))?;
        let there = match self.ask(&line.name) {
            Ok(index) => index,
            Err(RegistryError::NoPackage { .. }) => Index::default(),
            Err(error) => return Err(error),
        };
        if let Some(old) = there.version(&line.version) {
            return if old.tree == line.tree {
                Ok(true)
            } else {
                Err(RegistryError::Refused {
                    url: shown(&url),
                    status: 409,
                    detail: "this version is published already, with other files".to_owned(),
                    findings: Vec::new(),
                })
            };
        }
        if dry_run {
            return Ok(false);
        }
        let request = Request::put(url.clone(), archive)
            .header("content-type", "application/gzip")
            .authorized(self.carrier.token.as_ref());
        let mut answer = self.http().send(&request)?;
        let body = answer.body.read_all(MAX_ANSWER, |_| {})?;
        match answer.status {
            200 | 201 => {
                let index = Index::decode(&body, &line.name)
                    .map_err(|error| RegistryError::Index { place: shown(&url), error })?;
                match index.version(&line.version) {
                    Some(made) if made.tree == line.tree => Ok(false),
                    made => Err(RegistryError::PublishedOther {
                        url: shown(&url),
                        sent: line.tree,
                        published: made.map_or(Digest::of(b""), |made| made.tree),
                    }),
                }
            }
            // The answer to a first attempt may have been lost on the way.
            409 if self.ask(&line.name).is_ok_and(|index| {
                index.version(&line.version).is_some_and(|there| there.tree == line.tree)
            }) =>
            {
                Ok(false)
            }
            status => Err(self.refused(&url, status, &body)),
        }
    }

    fn refused(&self, url: &Url, status: u16, body: &[u8]) -> RegistryError {
        match status {
            401 => RegistryError::Login { url: shown(url), had_token: self.carrier.token.is_some() },
            status => RegistryError::Refused {
                url: shown(url),
                status,
                detail: detail(status, body),
                findings: findings(body),
            },
        }
    }

    /// Has the registry mark a version; `mark` is what its interface takes.
    pub(crate) fn mark(
        &self,
        package: &Package,
        version: &Version,
        mark: &serde_json::Value,
    ) -> Result<(), RegistryError> {
        let url = self.of_api(&format!("{package}/{version}"))?;
        let body = mark.to_string().into_bytes();
        let request = Request::patch(url.clone(), &body)
            .header("content-type", "application/json")
            .authorized(self.carrier.token.as_ref());
        let mut answer = self.http().send(&request)?;
        let told = answer.body.read_all(MAX_ANSWER, |_| {})?;
        if answer.status == 200 { Ok(()) } else { Err(self.refused(&url, answer.status, &told)) }
    }

    /// An address of the registry's interface, which lies at its own origin: the token goes there.
    fn of_api(&self, path: &str) -> Result<Url, RegistryError> {
        let read_only = || RegistryError::ReadOnly { registry: self.name.clone() };
        let Root::Web(root) = &self.carrier.root else { return Err(read_only()) };
        let api = self.settings()?.api.clone().ok_or_else(read_only)?;
        let path = format!("{}/{path}", api.trim_end_matches('/'));
        let url = root.join(&path).map_err(|_| RegistryError::Url { url: path.clone() })?;
        if url.origin() != root.origin() {
            return Err(RegistryError::Url { url: shown(&url) });
        }
        Ok(url)
    }

    /// What the registry calls the token, and what it may do; `None` where the registry can't be asked.
    pub(crate) fn whoami(&self) -> Result<Option<(String, Vec<String>)>, RegistryError> {
        let url = match self.of_api("whoami") {
            Err(RegistryError::ReadOnly { .. }) => return Ok(None),
            other => other?,
        };
        let request = Request::get(url.clone()).authorized(self.carrier.token.as_ref());
        let mut answer = self.http().send(&request)?;
        let body = answer.body.read_all(MAX_ANSWER, |_| {})?;
        match answer.status {
            200 => {
                let told: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
                let label = told.get("label").and_then(serde_json::Value::as_str).unwrap_or_default();
                let scopes = told.get("scopes").and_then(serde_json::Value::as_array);
                let scopes = scopes.into_iter().flatten().filter_map(serde_json::Value::as_str);
                Ok(Some((label.to_owned(), scopes.map(str::to_owned).collect())))
            }
            401 => Err(RegistryError::Login { url: shown(&url), had_token: self.carrier.token.is_some() }),
            // A registry with another interface than ours.
            404 | 405 => Ok(None),
            status => Err(HttpError::Status { url: shown(&url), status }.into()),
        }
    }

    fn http(&self) -> &Http {
        &self.carrier.http
    }

    /// What the registry knows against skills; nothing where it keeps no list.
    pub(crate) fn advisories(&self) -> Result<Vec<Advisory>, RegistryError> {
        self.settings()?;
        let Some(carried) = self.carrier.bring(ADVISORIES, MAX_ADVISORIES)? else { return Ok(Vec::new()) };
        advisory::decode(&carried.bytes)
            .map_err(|error| RegistryError::Advisories { place: self.carrier.place(ADVISORIES), error })
    }

    /// The names that an advisory may call this registry by: the user's, its own, and its address.
    pub(crate) fn aliases(&self) -> Vec<String> {
        let mut aliases = vec![self.name.clone(), self.carrier.place("")];
        aliases.extend(self.settings().ok().map(|settings| settings.name.clone()));
        aliases
    }

    /// The list for searching, as the registry derived it; `None` where it has none.
    pub(crate) fn search_list(&self, reporter: &dyn Reporter) -> Result<Option<Vec<u8>>, RegistryError> {
        self.settings()?;
        let source = self.carrier.place("search.jsonl");
        reporter.event(Event::Fetching { source: &source });
        let carried = self.carrier.bring("search.jsonl", MAX_SEARCH);
        reporter.event(Event::Fetched { source: &source });
        Ok(carried?.map(|carried| carried.bytes))
    }
}
