//! What can go wrong between here and a web server. No message holds a login, a query or a fragment of a URL:
//! tokens travel in all three.

use std::error::Error as _;

use url::Url;

use crate::model::visible;

/// A request that came to nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("`{url}` was not asked: the network is off")]
    Offline { url: String },
    /// Mostly a machine without root certificates.
    #[error("cannot prepare an encrypted connection to `{url}`: {why}")]
    Client { url: String, why: String },
    #[error("`{url}` is neither https nor http")]
    Scheme { url: String },
    /// No connection, or it broke before the answer's head was there.
    #[error("cannot reach `{url}`: {why}")]
    Unreachable { url: String, why: String },
    /// Connected, but no head of an answer came; not tried again, the wait was long enough.
    #[error("cannot reach `{url}`: no answer in time")]
    Silent { url: String },
    #[error("the answer of `{url}` broke off: {why}")]
    Broken { url: String, why: String },
    #[error("`{url}` sends more than {limit} bytes")]
    TooLarge { url: String, limit: u64 },
    #[error("`{url}` answers with status {status}{}", phrase(*.status))]
    Status { url: String, status: u16 },
    #[error("`{url}` redirects more than ten times")]
    TooManyRedirects { url: String },
    #[error("`{url}` redirects to a place that can't be followed")]
    Redirect { url: String },
    #[error("`{url}` redirects to `{to}`, which is not encrypted")]
    Downgrade { url: String, to: String },
    #[error("the value of the header `{name}` for `{url}` holds characters that can't be sent")]
    Header { url: String, name: String },
}

impl Error {
    pub(super) fn of(url: &Url, error: &reqwest::Error) -> Self {
        if error.is_timeout() && !error.is_connect() {
            return Self::Silent { url: shown(url) };
        }
        Self::Unreachable { url: shown(url), why: reason(error) }
    }

    pub(super) fn header(url: &Url, name: &str) -> Self {
        Self::Header { url: shown(url), name: name.to_owned() }
    }

    /// The status of an answer that was an error.
    pub(crate) fn status(&self) -> Option<u16> {
        match self {
            Self::Status { status, .. } => Some(*status),
            _ => None,
        }
    }
}

fn phrase(status: u16) -> String {
    let phrase = reqwest::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    phrase.map_or_else(String::new, |phrase| format!(" ({})", phrase.to_lowercase()))
}

/// A URL as it may be shown: without login, query and fragment.
pub(crate) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // Both fail only on URLs that can hold no login.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    visible::line(url.as_str().trim_end_matches('/')).into_owned()
}

/// The innermost cause, which says most, in lower case and without Rust's `(os error N)`.
pub(super) fn reason(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut next = error.source();
    while let Some(cause) = next {
        let words = cause.to_string();
        // Outer layers only repeat that there was an error.
        if !words.is_empty() {
            text = words;
        }
        next = cause.source();
    }
    if text.is_empty() {
        text.push_str("the connection failed");
    }
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    let lower = chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect());
    visible::line(&lower).into_owned()
}
