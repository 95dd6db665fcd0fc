//! Smart HTTP: a GET for the advertisement, a POST for each message. Asked without a login first; a login is looked
//! for when the server wants one, and goes to the origin that wants it.

use std::io::Read;

use url::Url;

use super::{
    super::{Access, Error},
    Buffered, buffered,
};
use crate::{
    host::{
        credentials::{Authorization, Place},
        http::{self, Answer, Request, shown},
    },
    model::git_url::GitUrl,
};

/// Some hosts tell git clients from browsers by the first word.
const USER_AGENT: &str = concat!("git/2.0 (skill/", env!("CARGO_PKG_VERSION"), ")");
const SERVICE: &str = "service=git-upload-pack";

/// A repository on a web server.
pub(in super::super) struct HttpChannel {
    /// Where the repository is after redirects, without trailing slash.
    base: Url,
    authorization: Option<Authorization>,
    advertisement: Buffered,
}

impl HttpChannel {
    pub(super) fn open(url: &GitUrl, address: &Url, access: &Access<'_>) -> Result<Self, Error> {
        let mut base = address.clone();
        if url.host().is_some() {
            // The identity leaves `.git` out; with it these hosts answer without a redirect.
            base.set_path(&format!("{}.git", address.path()));
        }
        let (answer, authorization) = ask_for_refs(url, &base, access)?;
        let Answer { status, url: place, body, .. } = match answer.header("content-type") {
            _ if matches!(answer.status, 401 | 403) => {
                return Err(Error::Login { url: url.to_string(), tried: authorization.is_some() });
            }
            _ if matches!(answer.status, 404 | 410) => return Err(Error::NotFound { url: url.to_string() }),
            Some(kind) if kind.starts_with("application/x-git-upload-pack-advertisement") => answer,
            _ if answer.status == 200 => return Err(no_smart_server(url, answer)),
            _ => answer,
        };
        if status != 200 {
            return Err(Error::http(url, http::Error::Status { url: shown(&place), status }));
        }
        let mut base = place;
        base.set_query(None);
        let path = base.path().strip_suffix("/info/refs").map(str::to_owned);
        let Some(path) = path else {
            return Err(Error::protocol(url, "it redirects away from `info/refs`"));
        };
        base.set_path(&path);
        Ok(Self { base, authorization, advertisement: buffered(body) })
    }

    pub(super) fn advertisement(&mut self) -> &mut dyn Read {
        &mut self.advertisement
    }

    pub(super) fn ask(
        &mut self,
        url: &GitUrl,
        message: &[u8],
        version: u8,
        access: &Access<'_>,
    ) -> Result<Box<dyn Read + '_>, Error> {
        // Reading to the end gives the connection back for this request.
        let _ = std::io::copy(&mut self.advertisement.by_ref().take(64 * 1024), &mut std::io::sink());
        let mut place = self.base.clone();
        place.set_path(&format!("{}/git-upload-pack", self.base.path().trim_end_matches('/')));
        let mut request = Request::post(place.clone(), message)
            .header("user-agent", USER_AGENT)
            .header("content-type", "application/x-git-upload-pack-request")
            .header("accept", "application/x-git-upload-pack-result")
            .authorized(self.authorization.as_ref());
        if version == 2 {
            request = request.header("git-protocol", "version=2");
        }
        let mut answer = access.http.send(&request).map_err(|error| Error::http(url, error))?;
        let kind = answer.header("content-type").unwrap_or_default();
        let is_result = kind.starts_with("application/x-git-upload-pack-result");
        match answer.status {
            200 if is_result => Ok(Box::new(buffered(answer.body))),
            200 => Err(Error::protocol(url, "its answer is not one of git")),
            401 | 403 => Err(Error::Login { url: url.to_string(), tried: self.authorization.is_some() }),
            404 | 410 => Err(Error::NotFound { url: url.to_string() }),
            status => {
                // Some servers put the reason in the body, as plain text.
                let text = answer.header("content-type").is_some_and(|kind| kind.starts_with("text/plain"));
                let words = text.then(|| answer.body.read_all(4_096, |_| {}).ok()).flatten();
                match words.and_then(|words| String::from_utf8(words).ok()) {
                    Some(words) if !words.trim().is_empty() => Err(Error::server(url, &words)),
                    _ => {
                        let place = shown(&place);
                        Err(Error::http(url, http::Error::Status { url: place, status }))
                    }
                }
            }
        }
    }
}

/// Asks for the advertisement: as it worked before, then without a login, then with each login there is.
fn ask_for_refs(
    url: &GitUrl,
    base: &Url,
    access: &Access<'_>,
) -> Result<(Answer, Option<Authorization>), Error> {
    let mut refs = base.clone();
    refs.set_path(&format!("{}/info/refs", base.path().trim_end_matches('/')));
    refs.set_query(Some(SERVICE));
    let ask = |place: &Url, authorization: Option<&Authorization>| {
        let request = Request::get(place.clone())
            .header("user-agent", USER_AGENT)
            .header("git-protocol", "version=2")
            .authorized(authorization);
        access.http.send(&request).map_err(|error| Error::http(url, error))
    };
    let proven = access.credentials.proven(base);
    let mut answer = ask(&refs, proven.as_ref())?;
    if !matches!(answer.status, 401 | 403 | 404) {
        // A redirect to another origin has dropped the login, so it must not come back for the POSTs.
        let kept = proven.filter(|_| answer.url.origin() == base.origin());
        return Ok((answer, kept));
    }
    // Asked where it redirected to: that is the origin that wants a login.
    let place = answer.url.clone();
    let refused = answer.status;
    let mut last = None;
    for source in Place::ALL {
        // A missing repository is no reason to wake a helper that may open a window.
        if source == Place::Helper && refused == 404 {
            continue;
        }
        let mut repository = place.clone();
        let path = place.path().strip_suffix("/info/refs").unwrap_or(place.path()).to_owned();
        repository.set_path(&path);
        repository.set_query(None);
        let Some(found) = access.credentials.find(&repository, source) else { continue };
        if last.as_ref() == Some(&found) {
            continue;
        }
        answer = ask(&place, Some(&found))?;
        if !matches!(answer.status, 401 | 403 | 404) {
            if answer.url.origin() != place.origin() {
                return Ok((answer, None));
            }
            if place.origin() == base.origin() {
                access.credentials.prove(base, found.clone());
            }
            return Ok((answer, Some(found)));
        }
        last = Some(found);
    }
    if refused != 404 && answer.status == 404 && last.is_none() {
        answer.status = refused;
    }
    Ok((answer, last))
}

/// A web page, or a repository served as plain files, which this client does not speak.
fn no_smart_server(url: &GitUrl, answer: Answer) -> Error {
    let mut head = [0; 41];
    let mut body = answer.body;
    let plain_refs = body.read_exact(&mut head).is_ok()
        && head[..40].iter().all(u8::is_ascii_hexdigit)
        && head[40] == b'\t';
    if plain_refs {
        Error::protocol(url, "it serves the repository as plain files")
    } else {
        Error::NotGit { url: url.to_string() }
    }
}
