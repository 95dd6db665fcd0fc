//! HTTP: one client, built at the first request, for everything that is asked over http and https. Redirects are
//! followed by hand, so that a login never reaches another origin and https never becomes http.

mod body;
mod error;
#[cfg(test)]
mod tests;

use std::{sync::OnceLock, time::Duration};

use reqwest::{
    blocking::Client,
    header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER},
};
use url::Url;

pub(crate) use body::Body;
pub(crate) use error::{Error, shown};

use super::credentials::Authorization;
use crate::model::{
    digest::Digest,
    event::{Event, Reporter},
    git_url::Login,
};

const MAX_REDIRECTS: usize = 10;
const ATTEMPTS: u32 = 3;
/// The longest that a server's `Retry-After` is obeyed.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(10);
pub(crate) const USER_AGENT: &str = concat!("skill/", env!("CARGO_PKG_VERSION"));

/// How long to wait for a server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    pub(crate) connect: Duration,
    /// For the head of an answer, and for each read of its body.
    pub(crate) read: Duration,
    /// Before the second attempt; doubled before the third.
    pub(crate) pause: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(20),
            read: Duration::from_mins(1),
            pause: Duration::from_millis(500),
        }
    }
}

/// The way to web servers.
#[derive(Debug, Default)]
pub(crate) struct Http {
    offline: bool,
    patience: Patience,
    secure: OnceLock<Result<Client, String>>,
    /// Without root certificates: reading them takes longer than a request on the same machine.
    plain: OnceLock<Result<Client, String>>,
}

/// What a body is sent for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Post,
    Put,
    Patch,
}

/// What to ask a server.
#[derive(Debug, Clone)]
pub(crate) struct Request<'a> {
    pub(crate) url: Url,
    pub(crate) way: Way,
    /// The body; without one it is a GET.
    pub(crate) body: Option<&'a [u8]>,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) authorization: Option<&'a Authorization>,
}

impl<'a> Request<'a> {
    pub(crate) fn get(url: Url) -> Self {
        Self { url, way: Way::Post, body: None, headers: Vec::new(), authorization: None }
    }

    pub(crate) fn post(url: Url, body: &'a [u8]) -> Self {
        Self { body: Some(body), ..Self::get(url) }
    }

    pub(crate) fn put(url: Url, body: &'a [u8]) -> Self {
        Self { body: Some(body), way: Way::Put, ..Self::get(url) }
    }

    pub(crate) fn patch(url: Url, body: &'a [u8]) -> Self {
        Self { body: Some(body), way: Way::Patch, ..Self::get(url) }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Sent to the origin of `url` only, redirects to others go without.
    pub(crate) fn authorized(mut self, authorization: Option<&'a Authorization>) -> Self {
        self.authorization = authorization;
        self
    }
}

/// The head of an answer, and its body still to be read.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// Where the answer came from after redirects.
    pub(crate) url: Url,
    pub(crate) body: Body,
}

impl Answer {
    /// A header's text; absent when it is not ASCII.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// An answer read to its end.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// A file from a server.
#[derive(Debug)]
pub(crate) struct Download {
    pub(crate) bytes: Vec<u8>,
    pub(crate) digest: Digest,
}

impl Http {
    /// May use the network.
    pub(crate) fn online() -> Self {
        Self::default()
    }

    /// Refuses every request.
    pub(crate) fn offline() -> Self {
        Self { offline: true, ..Self::default() }
    }

    /// Waits this long at most: for a connection, for an answer, and for each part of it.
    pub(crate) fn waiting(mut self, timeout: Option<Duration>) -> Self {
        if let Some(timeout) = timeout {
            self.patience = Patience { connect: timeout, read: timeout, ..self.patience };
        }
        self
    }

    #[cfg(test)]
    pub(crate) fn with_patience(patience: Patience) -> Self {
        Self { patience, ..Self::default() }
    }

    pub(crate) fn is_offline(&self) -> bool {
        self.offline
    }

    pub(crate) fn patience(&self) -> Patience {
        self.patience
    }

    /// Reads what stands at a URL, at most `cap` bytes, whatever its status.
    #[cfg(test)]
    pub(crate) fn get(&self, url: &Url, cap: u64) -> Result<Response, Error> {
        self.read(&Request::get(url.clone()), cap)
    }

    /// Sends a request and reads its answer, at most `cap` bytes, whatever its status.
    #[cfg(test)]
    pub(crate) fn read(&self, request: &Request<'_>, cap: u64) -> Result<Response, Error> {
        let Answer { status, mut body, .. } = self.send(request)?;
        let body = body.read_all(cap, |_| {})?;
        Ok(Response { status, body })
    }

    /// Downloads a file of at most `cap` bytes; any status but 2xx is an error. The bytes are those the server has:
    /// nothing is inflated on the way.
    pub(crate) fn download(&self, url: &Url, cap: u64, reporter: &dyn Reporter) -> Result<Download, Error> {
        self.download_with(&Request::get(url.clone()), cap, reporter)
    }

    /// [`Http::download`] with headers and a login.
    pub(crate) fn download_with(
        &self,
        request: &Request<'_>,
        cap: u64,
        reporter: &dyn Reporter,
    ) -> Result<Download, Error> {
        let source = shown(&request.url);
        reporter.event(Event::Fetching { source: &source });
        let bytes = self.send(request).and_then(|Answer { status, url, mut body, .. }| {
            if !(200..300).contains(&status) {
                return Err(Error::Status { url: shown(&url), status });
            }
            let total = body.declared();
            body.read_all(cap, |bytes| reporter.event(Event::Received { source: &source, bytes, total }))
        });
        reporter.event(Event::Fetched { source: &source });
        let bytes = bytes?;
        Ok(Download { digest: Digest::of(&bytes), bytes })
    }

    /// Sends a request, follows redirects, and tries again where that can help: no connection, 429, 5xx.
    pub(crate) fn send(&self, request: &Request<'_>) -> Result<Answer, Error> {
        let (mut url, typed) = without_login(&request.url)?;
        let mut authorization = request.authorization.cloned().or(typed);
        for _ in 0..=MAX_REDIRECTS {
            let answer = self.persist(request, &url, authorization.as_ref())?;
            if !matches!(answer.status, 301 | 302 | 303 | 307 | 308) {
                return Ok(answer);
            }
            let Some(location) = answer.headers.get(LOCATION) else { return Ok(answer) };
            let next = location.to_str().ok().and_then(|location| url.join(location).ok());
            let Some(next) = next else { return Err(Error::Redirect { url: shown(&url) }) };
            // A login in a redirect is the server's, not the user's.
            let (next, _) = without_login(&next)?;
            if url.scheme() == "https" && next.scheme() == "http" {
                return Err(Error::Downgrade { url: shown(&url), to: shown(&next) });
            }
            if next.origin() != url.origin() {
                authorization = None;
            }
            // What is sent is meant for this origin. Only 307 and 308 keep the body of a POST; nothing here means to turn one into a GET.
            let stays = next.origin() == url.origin() && matches!(answer.status, 307 | 308);
            if request.body.is_some() && !stays {
                return Err(Error::Redirect { url: shown(&url) });
            }
            url = next;
        }
        Err(Error::TooManyRedirects { url: shown(&request.url) })
    }

    fn persist(
        &self,
        request: &Request<'_>,
        url: &Url,
        authorization: Option<&Authorization>,
    ) -> Result<Answer, Error> {
        let mut pause = self.patience.pause;
        let mut attempt = 1;
        loop {
            let result = self.send_once(request, url, authorization);
            let wait = match &result {
                Ok(answer) if matches!(answer.status, 429 | 500 | 502 | 503 | 504) => {
                    let seconds = answer.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
                    let asked = seconds.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
                    asked.unwrap_or(pause).min(MAX_RETRY_AFTER)
                }
                Err(Error::Unreachable { .. }) => pause,
                _ => return result,
            };
            if attempt == ATTEMPTS {
                return result;
            }
            attempt += 1;
            pause *= 2;
            std::thread::sleep(wait);
        }
    }

    fn send_once(
        &self,
        request: &Request<'_>,
        url: &Url,
        authorization: Option<&Authorization>,
    ) -> Result<Answer, Error> {
        let client = self.client(url)?;
        let mut headers = HeaderMap::new();
        headers.insert("accept-encoding", HeaderValue::from_static("identity"));
        for (name, value) in &request.headers {
            let value = HeaderValue::from_str(value);
            headers.insert(HeaderName::from_static(name), value.map_err(|_| Error::header(url, name))?);
        }
        if let Some(authorization) = authorization {
            let mut value = HeaderValue::from_str(&authorization.header())
                .map_err(|_| Error::header(url, AUTHORIZATION.as_str()))?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let builder = match (request.body, request.way) {
            (None, _) => client.get(url.clone()),
            (Some(body), Way::Post) => client.post(url.clone()).body(body.to_vec()),
            (Some(body), Way::Put) => client.put(url.clone()).body(body.to_vec()),
            (Some(body), Way::Patch) => client.patch(url.clone()).body(body.to_vec()),
        };
        let response = builder.headers(headers).send().map_err(|error| Error::of(url, &error))?;
        Ok(Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            url: url.clone(),
            body: Body::new(response, url, self.patience.read),
        })
    }

    fn client(&self, url: &Url) -> Result<&Client, Error> {
        let (cell, secure) = match url.scheme() {
            "https" => (&self.secure, true),
            "http" => (&self.plain, false),
            _ => return Err(Error::Scheme { url: shown(url) }),
        };
        if self.offline {
            return Err(Error::Offline { url: shown(url) });
        }
        let client = cell.get_or_init(|| self.build(secure));
        client.as_ref().map_err(|why| Error::Client { url: shown(url), why: why.clone() })
    }

    fn build(&self, secure: bool) -> Result<Client, String> {
        // Fails only when another provider was installed before, which serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = Client::builder()
            .user_agent(USER_AGENT)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .tcp_nodelay(true)
            .connect_timeout(self.patience.connect)
            .timeout(self.patience.read);
        let builder = if secure { builder } else { builder.tls_certs_only([]) };
        builder.build().map_err(|error| error::reason(&error))
    }
}

/// Takes the login out of a URL, so that it is bound to the origin like any other.
fn without_login(url: &Url) -> Result<(Url, Option<Authorization>), Error> {
    let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let login = url.password().map(|password| {
        Authorization::Basic(Login { user: decoded(url.username()), password: decoded(password) })
    });
    let mut bare = url.clone();
    let taken = bare.set_username("").and_then(|()| bare.set_password(None));
    taken.map_err(|()| Error::Scheme { url: shown(url) })?;
    Ok((bare, login))
}
