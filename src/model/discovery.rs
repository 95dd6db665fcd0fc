//! `Index`: the list of skills that a web site offers (Agent Skills Discovery RFC). Version 0.2 names one file a skill
//! with the digest of its bytes; 0.1 lists the files of each skill and proves nothing. A wrong entry spoils itself only.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use url::Url;

use super::{digest::Digest, visible};

/// What an index of version 0.2 calls itself, to the letter.
pub(crate) const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/// Where a site keeps its index, below its base.
pub(crate) const PATH: &str = ".well-known/agent-skills/index.json";
/// Where sites kept it in version 0.1.
pub(crate) const OLD_PATH: &str = ".well-known/skills/index.json";
/// The largest index that is read, in bytes.
pub(crate) const MAX_INDEX: u64 = 16 * 1024 * 1024;
/// The most entries that are read.
const MAX_ENTRIES: usize = 10_000;
/// The most files of a skill of version 0.1.
const MAX_FILES: usize = 1_000;
/// Of a description, in characters; longer ones are cut.
const MAX_DESCRIPTION: usize = 1024;

/// What to fetch for a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Artifact {
    /// One file whose bytes are known; `is_archive` where the index says so, unknown for what is locked.
    One { url: Url, digest: Digest, is_archive: Option<bool> },
    /// Version 0.1: paths and where they are, with nothing to hold them against.
    Files { folder: Url, files: Vec<(String, Url)> },
}

/// One skill that can be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// 1 to 64 of `a-z`, `0-9` and single hyphens inside.
    pub(crate) name: String,
    pub(crate) description: String,
    /// An extra field of some publishers; ours are among them.
    pub(crate) version: Option<String>,
    pub(crate) artifact: Artifact,
}

/// What a site offers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Index {
    pub(crate) entries: Vec<Entry>,
    /// Entries that can't be used: their name or place, and what is wrong.
    pub(crate) faulty: Vec<(String, String)>,
    /// Whether it is of a version that gives digests.
    pub(crate) is_verified: bool,
}

/// An index that can't be used at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum IndexError {
    #[error("line {line}: it is no JSON: {what}")]
    Json { line: usize, what: String },
    #[error("its `$schema` is `{}`, which this version does not know", visible::short(.0))]
    Schema(String),
    #[error("`{field}` {what}")]
    Field { field: &'static str, what: &'static str },
    #[error("it lists {0} skills; at most {MAX_ENTRIES} are read")]
    TooMany(usize),
}

/// The base of a site as it is recorded: no slash at its end, no query, and not the index itself.
pub(crate) fn base(url: &Url) -> Url {
    let mut base = url.clone();
    base.set_query(None);
    base.set_fragment(None);
    let path = base.path().to_owned();
    let path = [PATH, OLD_PATH].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(&path);
    base.set_path(path.trim_end_matches('/'));
    base
}

/// A base as text: that of a whole host has no slash either.
pub(crate) fn shown(base: &Url) -> String {
    base.as_str().trim_end_matches('/').to_owned()
}

impl Index {
    /// Reads the index that lies at `place`; `None` for what is no index, such as the page a site sends for everything.
    pub(crate) fn decode(bytes: &[u8], place: &Url) -> Result<Option<Self>, IndexError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Ok(None);
        }
        let root: Map<String, Value> = serde_json::from_slice(bytes)
            .map_err(|error| IndexError::Json { line: error.line(), what: reason(&error) })?;
        let is_verified = match root.get("$schema") {
            None => false,
            Some(Value::String(schema)) if schema == SCHEMA => true,
            Some(Value::String(schema)) => return Err(IndexError::Schema(schema.clone())),
            Some(_) => return Err(IndexError::Field { field: "$schema", what: "is no text" }),
        };
        let skills = match root.get("skills") {
            Some(Value::Array(skills)) => skills,
            Some(_) => return Err(IndexError::Field { field: "skills", what: "is no list" }),
            None => return Err(IndexError::Field { field: "skills", what: "is missing" }),
        };
        if skills.len() > MAX_ENTRIES {
            return Err(IndexError::TooMany(skills.len()));
        }
        let has_files = |skill: &Value| skill.get("files").is_some();
        if !is_verified && !skills.is_empty() && !skills.iter().any(has_files) {
            return Err(IndexError::Field { field: "$schema", what: "is missing" });
        }
        let mut index = Self { is_verified, ..Self::default() };
        let mut names = BTreeSet::new();
        for (at, skill) in skills.iter().enumerate() {
            let place_in_list = format!("skills[{at}]");
            let Value::Object(skill) = skill else {
                index.faulty.push((place_in_list, "it is no object".to_owned()));
                continue;
            };
            let name = match text(skill, "name", &["title", "id", "slug"]) {
                Ok(name) if is_name(name) => name,
                Ok(name) => {
                    let what = format!(
                        "`name` is `{}`, not 1 to 64 of `a-z`, `0-9` and single hyphens",
                        visible::short(name)
                    );
                    index.faulty.push((place_in_list, what));
                    continue;
                }
                Err(what) => {
                    index.faulty.push((place_in_list, what));
                    continue;
                }
            };
            let entry = if names.contains(name) {
                Err("another entry has this name".to_owned())
            } else {
                read_entry(skill, name, place, is_verified)
            };
            match entry {
                Ok(entry) => {
                    names.insert(name);
                    index.entries.push(entry);
                }
                Err(what) => index.faulty.push((name.to_owned(), what)),
            }
        }
        Ok(Some(index))
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

/// A parser's words without the place, which is told apart.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !text.contains("--")
}

/// A field's text; `instead` are the names that publishers give it by mistake.
fn text<'v>(entry: &'v Map<String, Value>, key: &str, instead: &[&str]) -> Result<&'v str, String> {
    match entry.get(key) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("`{key}` is no text")),
        None => Err(match instead.iter().find(|other| entry.contains_key(**other)) {
            Some(other) => format!("`{key}` is missing; `{other}`, which is there, means nothing"),
            None => format!("`{key}` is missing"),
        }),
    }
}

fn read_entry(
    entry: &Map<String, Value>,
    name: &str,
    place: &Url,
    is_verified: bool,
) -> Result<Entry, String> {
    let description = text(entry, "description", &["summary"])?.chars().take(MAX_DESCRIPTION).collect();
    let version = entry.get("version").and_then(Value::as_str);
    let version = version.filter(|version| semver::Version::parse(version).is_ok()).map(str::to_owned);
    let artifact = if is_verified { one(entry, place)? } else { files(entry, name, place)? };
    Ok(Entry { name: name.to_owned(), description, version, artifact })
}

fn one(entry: &Map<String, Value>, place: &Url) -> Result<Artifact, String> {
    let is_archive = match text(entry, "type", &["kind", "format"])? {
        "archive" => true,
        "skill-md" => false,
        other => {
            return Err(format!(
                "`type` is `{}`, which this version does not know; it knows `skill-md` and `archive`",
                visible::short(other)
            ));
        }
    };
    let typed = text(entry, "url", &["href", "link", "download", "path", "archive"])?;
    let digest = text(entry, "digest", &["sha256", "hash", "checksum", "integrity", "sha"])?;
    let digest: Digest = digest.parse().map_err(|error| format!("`digest`: {error}"))?;
    Ok(Artifact::One { url: resolve(typed, place)?, digest, is_archive: Some(is_archive) })
}

/// An address against the index's own.
fn resolve(typed: &str, place: &Url) -> Result<Url, String> {
    let wrong = |why: &str| format!("`url` is `{}`, {why}", visible::short(typed));
    let mut url = place.join(typed).map_err(|error| wrong(&format!("which is no address: {error}")))?;
    url.set_fragment(None);
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("and only `http` and `https` are followed"));
    }
    if place.scheme() == "https" && url.scheme() == "http" {
        return Err(wrong("which leaves https"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("`url` holds a login".to_owned());
    }
    Ok(url)
}

fn files(entry: &Map<String, Value>, name: &str, place: &Url) -> Result<Artifact, String> {
    let list = match entry.get("files") {
        Some(Value::Array(list)) => list,
        Some(_) => return Err("`files` is no list".to_owned()),
        None => return Err("`files` is missing".to_owned()),
    };
    if list.len() > MAX_FILES {
        return Err(format!("`files` lists {}; at most {MAX_FILES} are fetched", list.len()));
    }
    let below = |path: &str| {
        let mut url = place.join("./").ok()?;
        url.path_segments_mut().ok()?.pop_if_empty().push(name).extend(path.split('/'));
        Some(url)
    };
    let mut paths = BTreeSet::new();
    let mut files = Vec::new();
    for path in list {
        let path = path.as_str().ok_or("`files` holds something that is no text")?;
        let wrong = || format!("`files` holds `{}`, which is no path in a skill", visible::short(path));
        let is_plain = path.bytes().all(|byte| (b' '..=b'~').contains(&byte) && !b"\\?#[]:".contains(&byte));
        let goes_down = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        let url = below(path).filter(|_| is_plain && goes_down && paths.insert(path)).ok_or_else(wrong)?;
        files.push((path.to_owned(), url));
    }
    let is_folder = |path: &str| paths.range(path..).any(|other| other.starts_with(&format!("{path}/")));
    if let Some(path) = paths.iter().find(|path| is_folder(path)) {
        return Err(format!("`files` holds `{path}` both as a file and as a folder"));
    }
    if !paths.contains("SKILL.md") {
        return Err("`files` lists no `SKILL.md`".to_owned());
    }
    let folder = below("").ok_or("its folder has no address")?;
    Ok(Artifact::Files { folder, files })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    fn place() -> Url {
        Url::parse("https://example.com/team/.well-known/agent-skills/index.json").expect("a URL")
    }

    fn decode(skills: &str) -> Index {
        let text = format!("{{\"$schema\": \"{SCHEMA}\", \"skills\": [{skills}]}}");
        Index::decode(text.as_bytes(), &place()).expect("read").expect("an index")
    }

    fn entry(field: &str, value: &str) -> String {
        let mut fields = vec![
            ("name", "\"a\"".to_owned()),
            ("type", "\"archive\"".to_owned()),
            ("description", "\"d\"".to_owned()),
            ("url", "\"a.zip\"".to_owned()),
            ("digest", format!("\"sha256:{HEX}\"")),
        ];
        for one in &mut fields {
            if one.0 == field {
                one.1 = value.to_owned();
            }
        }
        let fields = fields.into_iter().filter(|(_, value)| !value.is_empty());
        let fields: Vec<String> = fields.map(|(key, value)| format!("\"{key}\": {value}")).collect();
        format!("{{{}}}", fields.join(", "))
    }

    #[test]
    fn addresses_are_taken_from_where_the_index_lies() {
        for (typed, expected) in [
            ("a.zip", "https://example.com/team/.well-known/agent-skills/a.zip"),
            ("../../dl/a.zip", "https://example.com/team/dl/a.zip"),
            ("/a.zip", "https://example.com/a.zip"),
            ("//cdn.example.com/a.zip", "https://cdn.example.com/a.zip"),
            ("https://cdn.example.com/a.zip#x", "https://cdn.example.com/a.zip"),
        ] {
            let index = decode(&entry("url", &format!("\"{typed}\"")));
            let Artifact::One { url, .. } = &index.entries[0].artifact else { panic!("one file") };
            assert_eq!(url.as_str(), expected);
        }
    }

    #[test]
    fn a_wrong_entry_names_the_field_and_spoils_no_other() {
        for (field, value, says) in [
            ("name", "\"A b\"", "`name` is `A b`"),
            ("name", "", "`name` is missing"),
            ("type", "\"tarball\"", "`type` is `tarball`"),
            ("description", "7", "`description` is no text"),
            ("url", "\"file:///etc/passwd\"", "only `http` and `https`"),
            ("url", "\"http://example.com/a.zip\"", "leaves https"),
            ("url", "\"https://me:x@example.com/a.zip\"", "holds a login"),
            ("digest", "\"md5:1\"", "`digest`: "),
            ("digest", "", "`digest` is missing"),
        ] {
            let good = entry("name", "\"good\"");
            let index = decode(&format!("{}, {good}", entry(field, value)));
            assert_eq!(index.entries.len(), 1, "{field} {value}");
            assert!(index.faulty[0].1.contains(says), "{:?}", index.faulty);
        }
        let index = decode(&entry("digest", "").replace("\"url\"", "\"sha256\": \"x\", \"url\""));
        assert_eq!(index.faulty[0].1, "`digest` is missing; `sha256`, which is there, means nothing");
    }

    #[test]
    fn pages_are_no_index_and_other_schemas_are_not_guessed_at() {
        assert_eq!(Index::decode(b"<html>", &place()), Ok(None));
        assert_eq!(Index::decode(b"", &place()), Ok(None));
        assert!(matches!(Index::decode(b"{\n x", &place()), Err(IndexError::Json { line: 2, .. })));
        let other = br#"{"$schema": "https://example.com/9", "skills": []}"#;
        assert!(matches!(Index::decode(other, &place()), Err(IndexError::Schema(_))));
        let none = br#"{"skills": [{"name": "a", "digest": "x"}]}"#;
        let expected = IndexError::Field { field: "$schema", what: "is missing" };
        assert_eq!(Index::decode(none, &place()), Err(expected));
    }

    #[test]
    fn old_lists_stay_below_their_skill() {
        let read = |files: &str| {
            let text = format!(r#"{{"skills": [{{"name": "a", "description": "d", "files": {files}}}]}}"#);
            Index::decode(text.as_bytes(), &place()).expect("read").expect("an index")
        };
        let index = read(r#"["SKILL.md", "references/x y%.md"]"#);
        assert!(!index.is_verified);
        let Artifact::Files { files, .. } = &index.entries[0].artifact else { panic!("files") };
        let expected = "https://example.com/team/.well-known/agent-skills/a/references/x%20y%25.md";
        assert_eq!(files[1].1.as_str(), expected);
        for files in [
            r#"["SKILL.md", "../x"]"#,
            r#"["SKILL.md", "/etc/passwd"]"#,
            r#"["SKILL.md", "a?b"]"#,
            r#"["SKILL.md", "SKILL.md"]"#,
            r#"["SKILL.md", "SKILL.md/x"]"#,
            r#"["x.md"]"#,
            "[]",
        ] {
            assert_eq!(read(files).faulty.len(), 1, "{files}");
        }
    }

    #[test]
    fn a_base_is_recorded_in_one_form() {
        for (typed, expected) in [
            ("https://example.com", "https://example.com"),
            ("https://example.com/", "https://example.com"),
            ("https://example.com/team/?x#y", "https://example.com/team"),
            ("https://example.com/team/.well-known/agent-skills/index.json", "https://example.com/team"),
        ] {
            assert_eq!(shown(&base(&Url::parse(typed).expect("a URL"))), expected);
        }
    }
}
