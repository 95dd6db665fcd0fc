//! The files of a registry: which may be seen, their types, tags and ranges. What is not listed here is not served,
//! whatever else lies in the folder.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    body::Content,
    message::{Method, Reply, names_tag},
};
use crate::{
    host::fs::{self, Reading, Stamp},
    model::{
        digest::Digest,
        registry::settings::{MAX_SETTINGS, Settings},
    },
};

/// First parts of paths that belong to a registry.
const SHELVES: [&str; 10] = [
    ".claude-plugin",
    ".well-known",
    "advisories",
    "config.json",
    "dl",
    "head.json",
    "head.json.minisig",
    "index",
    "manifest.jsonl",
    "search.jsonl",
];

/// Files up to this size are hashed for their tag, in bytes.
const SMALL: u64 = 64 * 1024;

/// Where the server takes requests, as `config.json` has it.
const API: &str = "api/skill/v1";

/// The registry's folder, and how it is offered.
#[derive(Debug)]
pub(super) struct Files {
    /// Its real path.
    folder: PathBuf,
    is_read_only: bool,
    /// The settings when they were last looked at.
    settings: Mutex<(Option<Stamp>, Option<Arc<Settings>>)>,
}

/// What a request for a file says besides its path.
#[derive(Debug, Default)]
pub(super) struct Conditions<'a> {
    pub(super) if_none_match: Option<&'a str>,
    pub(super) range: Option<&'a str>,
    pub(super) if_range: Option<&'a str>,
}

/// An answer whose body may be a file.
pub(super) struct Served {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) content: Content,
}

/// Whether a path may be one of a registry's files; `settings` may put archives into a folder of their own.
pub(crate) fn is_offered(path: &str, settings: Option<&Settings>) -> bool {
    let mut parts = path.split('/');
    let first = parts.next().unwrap_or_default();
    let of_archives = settings.and_then(|settings| settings.dl.as_deref()).filter(|dl| !dl.contains("://"));
    let own = of_archives.and_then(|dl| dl.split('/').next()).filter(|own| !own.contains('{'));
    let is_plain =
        |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
    (SHELVES.contains(&first) || (own == Some(first) && is_plain(first))) && parts.all(is_plain)
}

fn kind_of(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit('.').next().unwrap_or_default() {
        "json" => "application/json",
        "jsonl" => "application/x-ndjson",
        "gz" => "application/gzip",
        "zip" => "application/zip",
        "md" => "text/markdown; charset=utf-8",
        "minisig" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// What a `Range` asks of `size` bytes.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    All,
    /// First byte and how many.
    Part(u64, u64),
    Nothing,
}

/// One range is given; of several, and of what can't be read, the whole file is.
fn wanted(range: Option<&str>, size: u64) -> Wanted {
    let Some((first, last)) = range.and_then(|text| text.trim().strip_prefix("bytes=")?.split_once('-'))
    else {
        return Wanted::All;
    };
    let number = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| is_plain)
    };
    match (number(first), number(last)) {
        (Some(first), None) if last.is_empty() && first < size => Wanted::Part(first, size - first),
        (Some(first), Some(last)) if first > last => Wanted::All,
        (Some(first), Some(last)) if first < size => Wanted::Part(first, last.min(size - 1) - first + 1),
        (None, Some(count)) if first.is_empty() && count > 0 && size > 0 => {
            Wanted::Part(size - count.min(size), count.min(size))
        }
        (Some(_), None) if last.is_empty() => Wanted::Nothing,
        (Some(_), Some(_)) => Wanted::Nothing,
        (None, Some(_)) if first.is_empty() => Wanted::Nothing,
        _ => Wanted::All,
    }
}

impl Files {
    pub(super) fn new(folder: &Path, is_read_only: bool) -> Result<Self, fs::Error> {
        Ok(Self { folder: fs::canonical(folder)?, is_read_only, settings: Mutex::default() })
    }

    /// The settings of the registry as they are now; `None` where they can't be read.
    pub(super) fn settings(&self) -> Option<Arc<Settings>> {
        let file = self.folder.join("config.json");
        let stamp = fs::stamp(&file)?;
        let mut known = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0.as_ref() != Some(&stamp) {
            let bytes = fs::read_capped(&file, MAX_SETTINGS);
            let settings = bytes.ok().and_then(|bytes| Settings::decode(&bytes).ok());
            *known = (Some(stamp), settings.map(Arc::new));
        }
        known.1.clone()
    }

    /// `config.json` as clients see it: it leads them to this server, where that takes what they send.
    fn config(&self, bytes: Vec<u8>) -> Vec<u8> {
        match Settings::decode(&bytes) {
            Ok(mut settings) if !self.is_read_only && settings.api.is_none() => {
                settings.api = Some(API.to_owned());
                settings.encode().into_bytes()
            }
            _ => bytes,
        }
    }

    /// A file of the registry.
    pub(super) fn serve(
        &self,
        method: Method,
        path: &str,
        conditions: &Conditions<'_>,
    ) -> Result<Served, Reply> {
        let absent = || Reply::problem(404, "there is no such file in this registry");
        let settings = self.settings();
        if !is_offered(path, settings.as_deref()) {
            return Err(absent());
        }
        let is_secret = settings.is_none_or(|settings| settings.auth_required);
        let failed = |error: fs::Error| {
            // The path on this machine is nobody's business.
            Reply::problem(500, format_args!("the file can't be read: {}", fs::plain(&error.source)))
        };
        let mut reading = Reading::below(&self.folder, path).map_err(failed)?.ok_or_else(absent)?;
        let (tag, mut content) = if reading.size() <= SMALL {
            let size = reading.size();
            let mut bytes = reading.next(size).map_err(failed)?;
            if path == "config.json" {
                bytes = self.config(bytes);
            }
            (Digest::of(&bytes).hex()[..32].to_owned(), Content::of(bytes))
        } else {
            let size = reading.size();
            (reading.stamp().as_str().to_owned(), Content::File(reading, size))
        };
        let tag = format!("\"{tag}\"");
        let freshness = match (path.starts_with("dl/"), is_secret) {
            (true, false) => "public, max-age=31536000, immutable",
            (true, true) => "private, max-age=31536000, immutable",
            (false, false) => "no-cache",
            (false, true) => "private, no-cache",
        };
        let mut headers = vec![
            ("content-type", kind_of(path).to_owned()),
            ("etag", tag.clone()),
            ("cache-control", freshness.to_owned()),
            ("accept-ranges", "bytes".to_owned()),
        ];
        if !is_secret {
            headers.push(("access-control-allow-origin", "*".to_owned()));
        }
        if names_tag(conditions.if_none_match, &tag) {
            headers.remove(0);
            return Ok(Served { status: 304, headers, content: Content::of(Vec::new()) });
        }
        let size = content.size();
        let is_current = conditions.if_range.is_none_or(|one| one == tag);
        let range = conditions.range.filter(|_| is_current && method == Method::Get);
        match wanted(range, size) {
            Wanted::All => Ok(Served { status: 200, headers, content }),
            Wanted::Nothing => {
                let reply = Reply::problem(416, format_args!("the file has {size} bytes"));
                Err(reply.header("content-range", format!("bytes */{size}")))
            }
            Wanted::Part(first, count) => {
                match &mut content {
                    Content::Whole(bytes) => {
                        let (first, count) = (usize::try_from(first), usize::try_from(count));
                        let (first, count) = (first.unwrap_or(0), count.unwrap_or(0));
                        *bytes = bytes.slice(first..(first + count).min(bytes.len()));
                    }
                    Content::File(reading, left) => {
                        reading.seek(first).map_err(failed)?;
                        *left = count;
                    }
                }
                headers.push(("content-range", format!("bytes {first}-{}/{size}", first + count - 1)));
                Ok(Served { status: 206, headers, content })
            }
        }
    }
}

/// Whether a file lies where a request could reach it.
pub(super) fn is_reachable(folder: &Path, file: &Path, settings: Option<&Settings>) -> bool {
    let (folder, file) = (fs::canonical_or_ahead(folder), fs::canonical_or_ahead(file));
    file.strip_prefix(&folder)
        .is_ok_and(|path| is_offered(&path.to_string_lossy().replace('\\', "/"), settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_registrys_own_files_are_offered() {
        for path in [
            "config.json",
            "index/he/ll/hello.jsonl",
            "index/@t/x.jsonl",
            ".well-known/agent-skills/index.json",
        ] {
            assert!(is_offered(path, None), "{path}");
        }
        for path in [
            "",
            ".tokens.json",
            ".git/config",
            "README.md",
            "index/../config.json",
            "index//x",
            "index/.skill-a.tmp",
            "dl/./x",
            "dl/a\\..\\b",
            "dl/C:/x",
            "index/",
            "own/x.tar.gz",
            "../config.json",
        ] {
            assert!(!is_offered(path, None), "{path}");
        }
        let mut settings = Settings::new("x");
        settings.dl = Some("own/{sha256}.tar.gz".to_owned());
        assert!(is_offered("own/x.tar.gz", Some(&settings)) && !is_offered("other/x", Some(&settings)));
        settings.dl = Some("{name}/x".to_owned());
        assert!(!is_offered("{name}/x", Some(&settings)));
        settings.dl = Some(".git/{name}".to_owned());
        assert!(!is_offered(".git/config", Some(&settings)));
    }

    #[test]
    fn ranges_are_read_as_the_standard_says() {
        let of = |text: &str| wanted(Some(text), 10);
        assert_eq!(of("bytes=0-3"), Wanted::Part(0, 4));
        assert_eq!(of("bytes=7-"), Wanted::Part(7, 3));
        assert_eq!(of("bytes=-3"), Wanted::Part(7, 3));
        assert_eq!(of("bytes=-99"), Wanted::Part(0, 10));
        assert_eq!(of("bytes=8-99"), Wanted::Part(8, 2));
        assert_eq!(of("bytes=10-"), Wanted::Nothing);
        assert_eq!(of("bytes=-0"), Wanted::Nothing);
        for whole in [
            "bytes=0-1,3-4",
            "bytes=3-1",
            "bytes=-",
            "lines=1-2",
            "bytes=+1-2",
            "bytes=a-b",
            "bytes=99999999999999999999-",
        ] {
            assert_eq!(of(whole), Wanted::All, "{whole}");
        }
        assert_eq!(wanted(None, 0), Wanted::All);
        assert_eq!(wanted(Some("bytes=-5"), 0), Wanted::Nothing);
    }
}
