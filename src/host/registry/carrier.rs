//! How a registry's files come here: from a folder, or from a web server with a cache in between that is asked whether
//! it is still right.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use url::Url;

use super::sparse::RegistryError;
use crate::{
    host::{
        credentials::Authorization,
        fs,
        http::{Error as HttpError, Http, Request, shown},
    },
    model::digest::Digest,
};

/// Where a registry lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Root {
    Folder(PathBuf),
    /// Ends with `/`.
    Web(Url),
}

/// Brings files of one registry.
pub(super) struct Carrier {
    pub(super) root: Root,
    pub(super) http: Arc<Http>,
    /// Sent to the registry's own origin only.
    pub(super) token: Option<Authorization>,
    /// The folder of cached files; made at the first.
    pub(super) cache: PathBuf,
}

/// What a server said of a cached file, to ask whether it changed.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Validators {
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<String>,
    /// Of the cached bytes.
    digest: String,
    /// Where they came from, if a redirect led there.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

impl Validators {
    /// Cached bytes that still are right.
    fn carried(&self, bytes: Vec<u8>) -> Carried {
        Carried { bytes, before: None, url: self.url.as_deref().and_then(|url| url.parse().ok()) }
    }
}

/// A file of the registry, as it is now.
#[derive(Debug)]
pub(super) struct Carried {
    pub(super) bytes: Vec<u8>,
    /// What the cache held before, where it is something else.
    pub(super) before: Option<Vec<u8>>,
    /// Where a web server's redirects led, if anywhere.
    pub(super) url: Option<Url>,
}

impl Carrier {
    /// How messages name a file of the registry.
    pub(super) fn place(&self, path: &str) -> String {
        match &self.root {
            Root::Folder(folder) => {
                crate::model::visible::line(&folder.join(path).to_string_lossy()).into_owned()
            }
            Root::Web(url) => url.join(path).map_or_else(|_| shown(url), |url| shown(&url)),
        }
    }

    /// A file of at most `cap` bytes; `None` where the registry has none of that name.
    pub(super) fn bring(&self, path: &str, cap: u64) -> Result<Option<Carried>, RegistryError> {
        match &self.root {
            Root::Folder(folder) => {
                let file = folder.join(path);
                match fs::standing_followed(&file)? {
                    fs::Standing::Nothing => Ok(None),
                    _ => Ok(Some(Carried { bytes: fs::read_capped(&file, cap)?, before: None, url: None })),
                }
            }
            Root::Web(url) => self.ask(url, path, cap),
        }
    }

    /// The file as it was brought last, without asking anybody; a folder's own.
    pub(super) fn at_hand(&self, path: &str, cap: u64) -> Result<Option<Vec<u8>>, RegistryError> {
        match &self.root {
            Root::Folder(_) => Ok(self.bring(path, cap)?.map(|carried| carried.bytes)),
            Root::Web(_) => Ok(cached(&self.cache.join(path)).map(|(bytes, _)| bytes)),
        }
    }

    fn ask(&self, root: &Url, path: &str, cap: u64) -> Result<Option<Carried>, RegistryError> {
        let url = root.join(path).map_err(|_| RegistryError::Path { path: path.to_owned() })?;
        let file = self.cache.join(path);
        let cached = cached(&file);
        if self.http.is_offline() {
            return match cached {
                Some((bytes, validators)) => Ok(Some(validators.carried(bytes))),
                None => Err(HttpError::Offline { url: shown(&url) }.into()),
            };
        }
        let mut request = Request::get(url.clone());
        if let Some((_, validators)) = &cached {
            if let Some(etag) = &validators.etag {
                request = request.header("if-none-match", etag.clone());
            } else if let Some(modified) = &validators.modified {
                request = request.header("if-modified-since", modified.clone());
            }
        }
        let mut answer =
            self.http.send(&request.clone().authorized(self.token.as_ref().filter(|_| self.is_secret())))?;
        if answer.status == 401 && self.token.is_some() {
            answer = self.http.send(&request.authorized(self.token.as_ref()))?;
        }
        match (answer.status, cached) {
            (304, Some((bytes, validators))) => Ok(Some(validators.carried(bytes))),
            (404 | 410 | 451, _) => {
                fs::remove_file(&file)?;
                Ok(None)
            }
            (200, before) => {
                let header = |name| answer.header(name).map(str::to_owned);
                let (etag, modified) = (header("etag"), header("last-modified"));
                let led_to = (answer.url != url).then(|| answer.url.clone());
                let bytes = answer.body.read_all(cap, |_| {})?;
                let digest = Digest::of(&bytes).to_string();
                // A cache that can't be written only costs the next request.
                let told = led_to.as_ref().map(Url::to_string);
                let _ = keep(&file, &bytes, &Validators { etag, modified, digest, url: told });
                let before = before.map(|(before, _)| before).filter(|before| *before != bytes);
                Ok(Some(Carried { bytes, before, url: led_to }))
            }
            (401 | 403, _) => Err(RegistryError::Login { url: shown(&url), had_token: self.token.is_some() }),
            (status, _) => Err(HttpError::Status { url: shown(&url), status }.into()),
        }
    }

    /// Whether the registry is known to want the token with every request.
    fn is_secret(&self) -> bool {
        fs::standing(&self.cache.join(SECRET)).is_ok_and(|standing| standing == fs::Standing::File)
    }

    /// Remembers whether the registry wants the token with every request.
    pub(super) fn remember_secrecy(&self, is_secret: bool) {
        if matches!(self.root, Root::Web(_)) && is_secret != self.is_secret() {
            let mark = self.cache.join(SECRET);
            let _ = if is_secret { fs::write_atomic(&mark, b"") } else { fs::remove_file(&mark) };
        }
    }
}

/// The cached bytes with what the server said of them; damaged ones count as absent.
fn cached(file: &Path) -> Option<(Vec<u8>, Validators)> {
    let bytes = fs::read(file).ok()?;
    let validators: Validators = serde_json::from_slice(&fs::read(&beside(file)).ok()?).ok()?;
    (validators.digest == Digest::of(&bytes).to_string()).then_some((bytes, validators))
}

/// Says of a registry that it wants the token always.
const SECRET: &str = "auth-required";

fn beside(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".meta");
    file.with_file_name(name)
}

fn keep(file: &Path, bytes: &[u8], validators: &Validators) -> fs::Result<()> {
    fs::write_atomic(file, bytes)?;
    let text = serde_json::to_vec(validators).unwrap_or_default();
    fs::write_atomic(&beside(file), &text)?;
    Ok(())
}
