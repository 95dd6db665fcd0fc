//! The discovery index of a web site: asked for with a cache in between, and remembered, so that a site which once gave
//! digests is never believed without them.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use url::Url;

use super::{
    carrier::{Carrier, Root},
    sparse::RegistryError,
};
use crate::{
    host::{
        credentials::Authorization,
        fs,
        http::{Error as HttpError, Http},
    },
    model::{
        digest::Digest,
        discovery::{Index, IndexError, MAX_INDEX, shown},
    },
};

/// An index, and where its bytes came from after redirects.
pub(crate) type Read = (Url, Result<Option<Index>, IndexError>);

/// Asks a site for the index at `path` below `base`; `None` where the site has nothing there. The token is sent only if
/// the site wants one.
pub(crate) fn ask(
    http: &Arc<Http>,
    base: &Url,
    path: &str,
    cache: &Path,
    token: Option<&Authorization>,
) -> Result<Option<Read>, RegistryError> {
    let mut root = base.clone();
    root.set_path(&format!("{}/", base.path().trim_end_matches('/')));
    let place = root.join(path).map_err(|_| RegistryError::Path { path: path.to_owned() })?;
    let bucket = bucket(cache, &format!("discovery {}", shown(base)));
    let carrier =
        Carrier { root: Root::Web(root), http: Arc::clone(http), token: token.cloned(), cache: bucket };
    match carrier.bring(path, MAX_INDEX) {
        Ok(Some(carried)) => {
            let place = carried.url.unwrap_or(place);
            let read = Index::decode(&carried.bytes, &place);
            Ok(Some((place, read)))
        }
        // Hosts answer so for what they don't have, or for names with a dot.
        Ok(None) | Err(RegistryError::Http(HttpError::Status { status: 400..=499, .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

fn bucket(cache: &Path, what: &str) -> PathBuf {
    cache.join("index/v1").join(Digest::of(what.as_bytes()).hex())
}

/// Whose index with digests was seen, one base a line.
fn memory(cache: &Path, base: &Url) -> PathBuf {
    bucket(cache, &format!("origin {}", base.origin().ascii_serialization())).join("verified")
}

/// The bases of the same origin that gave an index with digests before.
pub(crate) fn seen(cache: &Path, base: &Url) -> Vec<String> {
    let text = fs::read_text_if_there(&memory(cache, base)).ok().flatten().unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Remembers that a base gave an index with digests.
pub(crate) fn remember(cache: &Path, base: &Url) {
    let mut bases = seen(cache, base);
    let base_text = shown(base);
    if !bases.contains(&base_text) {
        bases.push(base_text);
        // A cache that can't be written forgets; the lockfile remembers too.
        let _ = fs::write_atomic(&memory(cache, base), (bases.join("\n") + "\n").as_bytes());
    }
}
