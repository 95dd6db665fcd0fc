//! The parts of an address, each checked before it is believed.

use percent_encoding::percent_decode_str;
use url::Url;

use super::GitUrlError;
use crate::model::visible;

/// The error that a part of an address is wrong.
pub(super) fn part(what: &'static str, why: &'static str, text: &str) -> GitUrlError {
    GitUrlError::Part { what, why, text: text.to_owned() }
}

/// Reads a URL; the error repeats no password.
pub(super) fn parse(text: &str) -> Result<Url, GitUrlError> {
    Url::parse(text).map_err(|_| GitUrlError::NotAUrl(without_login(text)))
}

/// A URL too broken to parse may still hold a password: all between `://` and the last `@` before a slash goes.
pub(super) fn without_login(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let end = rest.find('/').unwrap_or(rest.len());
    match rest[..end].rfind('@') {
        Some(at) => format!("{scheme}://{}", &rest[at + 1..]),
        None => text.to_owned(),
    }
}

/// Reads a URL that may hold no password.
pub(super) fn parse_without_password(text: &str) -> Result<Url, GitUrlError> {
    let url = parse(text)?;
    match url.password() {
        None => Ok(url),
        Some(_) => Err(GitUrlError::Password { host: url.host_str().unwrap_or_default().to_owned() }),
    }
}

/// The host of a URL, checked.
pub(super) fn host_of(url: &Url, text: &str) -> Result<String, GitUrlError> {
    match url.host_str() {
        Some(host) if !host.is_empty() => Ok(host.to_ascii_lowercase()),
        _ => Err(part("host", "is missing", text)),
    }
}

/// A name, an IPv4 address, or an IPv6 address in brackets.
pub(super) fn check_host(host: &str, text: &str) -> Result<(), GitUrlError> {
    let inner = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let fits = match inner {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
        }
    };
    if fits && !host.starts_with('-') { Ok(()) } else { Err(part("host", "is no plain host name", text)) }
}

/// Refuses a path that a server or a shell could take for something else.
pub(super) fn check_path(path: &str, text: &str) -> Result<(), GitUrlError> {
    if path.trim_matches('/').is_empty() {
        return Err(part("path", "is missing", text));
    }
    if path.starts_with('-') {
        return Err(part("path", "begins with a hyphen", text));
    }
    if path.chars().any(visible::is_hidden) {
        return Err(part("path", "has control or hidden characters", text));
    }
    Ok(())
}

/// A percent-encoded part as text.
pub(super) fn decoded(encoded: &str, text: &str) -> Result<String, GitUrlError> {
    let decoded = percent_decode_str(encoded).decode_utf8();
    decoded.map(std::borrow::Cow::into_owned).map_err(|_| part("path", "is not UTF-8", text))
}
