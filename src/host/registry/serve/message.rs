//! What is asked and what is answered, as values: handlers see no connection.

use std::sync::Arc;

use serde_json::json;

use crate::model::registry::grant::Token;

/// What shall be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Head,
    Put,
    Patch,
    Other,
}

/// The head of a request.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) method: Method,
    /// Decoded, without its first `/`; it holds no control characters.
    pub(crate) path: String,
    /// The decoded names and values after the `?`.
    pub(crate) query: Vec<(String, String)>,
    /// The token that came with it, where it is a good one.
    pub(crate) token: Option<Arc<Token>>,
    pub(crate) content_type: Option<String>,
    pub(crate) content_digest: Option<String>,
    pub(crate) if_none_match: Option<String>,
}

impl Asked {
    /// The first value of a name in the query.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The media type of the body, without its parameters, in lower case.
    pub(crate) fn media_type(&self) -> Option<String> {
        let kind = self.content_type.as_deref()?.split(';').next()?;
        Some(kind.trim().to_ascii_lowercase())
    }
}

/// An answer whose body is in memory.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
}

pub(crate) const JSON: &str = "application/json";

impl Reply {
    pub(crate) fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, kind, headers: Vec::new(), body: body.into() }
    }

    pub(crate) fn json(status: u16, value: &serde_json::Value) -> Self {
        Self::new(status, JSON, format!("{value}\n"))
    }

    /// A problem document (RFC 9457); `detail` is a phrase as error messages are.
    pub(crate) fn problem(status: u16, detail: impl std::fmt::Display) -> Self {
        Self::problem_with(status, detail, json!({}))
    }

    /// A problem document with further members.
    pub(crate) fn problem_with(status: u16, detail: impl std::fmt::Display, more: serde_json::Value) -> Self {
        let mut value = json!({
            "type": "about:blank", "title": title(status), "status": status, "detail": detail.to_string(),
        });
        if let (Some(value), serde_json::Value::Object(more)) = (value.as_object_mut(), more) {
            value.extend(more);
        }
        let reply = Self::new(status, "application/problem+json", format!("{value}\n"));
        match status {
            401 => reply.header("www-authenticate", "Bearer realm=\"skill registry\""),
            503 => reply.header("retry-after", "1"),
            _ => reply,
        }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// The words of a status.
pub(crate) fn title(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        416 => "Range Not Satisfiable",
        422 => "Unprocessable Content",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

/// Whether `If-None-Match` names this tag.
pub(crate) fn names_tag(header: Option<&str>, tag: &str) -> bool {
    header.is_some_and(|text| {
        text.split(',').map(str::trim).any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
    })
}

/// Answers what is no file of the registry. Called from several threads at once.
pub(crate) trait Shop: Sync {
    /// Whether a request may send a body, and how long, in bytes; a refusal is given before anything is read.
    fn admit(&self, asked: &Asked) -> Result<u64, Reply>;
    /// Does what is asked.
    fn answer(&self, asked: &Asked, body: &[u8]) -> Reply;
}
