//! The signed head of a registry: `head.json` names the state of everything else through `manifest.jsonl`, a minisign
//! signature beside it vouches for that, and a number that only rises and a time of expiry stand against old states.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::model::{digest::Digest, moment::Moment};

/// The format this program speaks.
const FORMAT: u64 = 1;

/// `head.json`, in the registry's root.
pub(crate) const HEAD: &str = "head.json";
/// The signature of [`HEAD`].
pub(crate) const SIGNATURE: &str = "head.json.minisig";
/// The list that the head names.
pub(crate) const LISTING: &str = "manifest.jsonl";
/// The largest head or signature that is read, in bytes.
pub(crate) const MAX_HEAD: u64 = 64 * 1024;
/// The largest list that is read, in bytes.
pub(crate) const MAX_LISTING: u64 = 256 * 1024 * 1024;

/// The head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    /// What the registry calls itself.
    pub(crate) registry: String,
    /// Rises with every signature.
    pub(crate) sequence: u64,
    pub(crate) issued: Moment,
    pub(crate) expires: Moment,
    /// Of `manifest.jsonl`.
    pub(crate) listing: Entry,
}

/// A file's digest and its size in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) digest: Digest,
    pub(crate) size: u64,
}

/// Files by their path in the registry.
pub(crate) type Listing = HashMap<String, Entry>;

/// A head or list that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HeadError {
    #[error("{0}")]
    Json(String),
    #[error("it is format {0}, this `skill` reads {FORMAT}: it needs a newer `skill`")]
    Newer(u64),
}

#[derive(Serialize, Deserialize)]
struct WrittenHead {
    v: u64,
    registry: String,
    sequence: u64,
    issued: String,
    expires: String,
    manifest: WrittenEntry,
}

#[derive(Serialize, Deserialize)]
struct WrittenEntry {
    sha256: String,
    size: u64,
}

#[derive(Serialize, Deserialize)]
struct WrittenLine {
    path: String,
    sha256: String,
    size: u64,
}

fn entry(sha256: &str, size: u64) -> Result<Entry, HeadError> {
    let digest =
        format!("sha256:{sha256}").parse().map_err(|error| HeadError::Json(format!("`sha256`: {error}")))?;
    Ok(Entry { digest, size })
}

impl Head {
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, HeadError> {
        let json = |error: serde_json::Error| HeadError::Json(error.to_string());
        let written: WrittenHead = serde_json::from_slice(bytes).map_err(json)?;
        if written.v != FORMAT {
            return Err(HeadError::Newer(written.v));
        }
        let moment = |key: &str, text: &str| {
            text.parse().map_err(|error| HeadError::Json(format!("`{key}`: {error}")))
        };
        Ok(Self {
            registry: written.registry,
            sequence: written.sequence,
            issued: moment("issued", &written.issued)?,
            expires: moment("expires", &written.expires)?,
            listing: entry(&written.manifest.sha256, written.manifest.size)?,
        })
    }

    pub(crate) fn encode(&self) -> String {
        let written = WrittenHead {
            v: FORMAT,
            registry: self.registry.clone(),
            sequence: self.sequence,
            issued: self.issued.to_string(),
            expires: self.expires.to_string(),
            manifest: WrittenEntry { sha256: self.listing.digest.hex(), size: self.listing.size },
        };
        serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"
    }
}

/// The list's text: a line of JSON a file, sorted by path.
pub(crate) fn encode_listing(mut files: Vec<(String, Entry)>) -> String {
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files.into_iter().fold(String::new(), |text, (path, entry)| {
        let line = WrittenLine { path, sha256: entry.digest.hex(), size: entry.size };
        text + &serde_json::to_string(&line).unwrap_or_default() + "\n"
    })
}

pub(crate) fn decode_listing(bytes: &[u8]) -> Result<Listing, HeadError> {
    let text = std::str::from_utf8(bytes).map_err(|_| HeadError::Json("it is not UTF-8".to_owned()))?;
    let mut files = Listing::new();
    for (at, line) in text.lines().enumerate() {
        let wrong = |what: String| HeadError::Json(format!("line {}: {what}", at + 1));
        let line: WrittenLine = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let entry = entry(&line.sha256, line.size).map_err(|error| wrong(error.to_string()))?;
        files.insert(line.path, entry);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_and_list_survive_the_way_to_disk() {
        let listed = Entry { digest: Digest::of(b"x"), size: 1 };
        let head = Head {
            registry: "team".to_owned(),
            sequence: 7,
            issued: "2026-11-30T19:55:00Z".parse().expect("a moment"),
            expires: "2026-12-30T19:55:00Z".parse().expect("a moment"),
            listing: listed,
        };
        assert_eq!(Head::decode(head.encode().as_bytes()), Ok(head.clone()));
        let newer = head.encode().replace("\"v\": 1", "\"v\": 2");
        assert_eq!(Head::decode(newer.as_bytes()), Err(HeadError::Newer(2)));
        let text = encode_listing(vec![("b".to_owned(), listed), ("a".to_owned(), listed)]);
        assert!(text.starts_with("{\"path\":\"a\",\"sha256\":\"") && text.lines().count() == 2);
        assert_eq!(decode_listing(text.as_bytes()).expect("a list")["b"], listed);
        assert!(decode_listing(b"{\"path\":\"a\",\"sha256\":\"00\",\"size\":1}").is_err());
        assert!(Head::decode(b"[]").is_err() && decode_listing(&[0xff]).is_err());
    }
}
