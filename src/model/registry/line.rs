//! `IndexLine`: one version of a package, a line of JSON in its index file. All but `yanked` and `status` is frozen
//! once it is published.

use semver::Version;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::package::Package;
use crate::model::{digest::Digest, moment::Moment};

/// The format of lines this program understands; lines of later ones are passed over.
const FORMAT: u64 = 1;

/// The largest index file that is read, in bytes.
pub(crate) const MAX_INDEX: u64 = 16 * 1024 * 1024;

/// What another version needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) req: String,
    /// The registry it comes from; the same one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) registry: Option<String>,
}

/// The commit a version was made from, as its author says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) git: String,
    pub(crate) rev: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
}

/// How a version stands, besides being yanked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StatusKind {
    /// Offered, with a word.
    Deprecated,
    /// Not installed unless somebody insists.
    Quarantined,
    /// Never installed.
    Blocked,
}

/// A standing and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Status {
    pub(crate) state: StatusKind,
    pub(crate) reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) advisory: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) replaced_by: Option<String>,
}

/// One published version.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct IndexLine {
    pub(crate) name: Package,
    pub(crate) version: Version,
    /// Of the archive's bytes.
    pub(crate) archive: Digest,
    /// The tree digest.
    pub(crate) tree: Digest,
    /// Bytes of the archive.
    pub(crate) size: u64,
    /// Bytes of all files.
    pub(crate) unpacked: Option<u64>,
    pub(crate) files: Option<u64>,
    pub(crate) published: Moment,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    /// Files with the executable bit.
    pub(crate) executables: Vec<String>,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) made: Option<Made>,
    /// The reason, when nobody shall newly choose it.
    pub(crate) yanked: Option<String>,
    pub(crate) status: Option<Status>,
    /// Keys of later versions.
    others: Map<String, Value>,
}

/// The line as it stands in the file; the order of fields is that of the keys.
#[derive(Serialize, Deserialize)]
struct Written {
    v: u64,
    name: String,
    vers: String,
    cksum: String,
    tree: String,
    size: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unpacked: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    files: Option<u64>,
    pubtime: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    license: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    exec: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    deps: Vec<Dependency>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<Made>,
    yanked: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// A line that can't be used, with its number in the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub(crate) struct LineError {
    pub(crate) line: usize,
    pub(crate) what: String,
}

/// The versions an index file lists.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Index {
    pub(crate) lines: Vec<IndexLine>,
    /// How many lines only a newer `skill` understands.
    pub(crate) newer: usize,
}

impl IndexLine {
    /// A version just published.
    pub(crate) fn new(
        name: Package,
        version: Version,
        archive: Digest,
        tree: Digest,
        size: u64,
        published: Moment,
    ) -> Self {
        Self {
            name,
            version,
            archive,
            tree,
            size,
            unpacked: None,
            files: None,
            published,
            description: None,
            license: None,
            executables: Vec::new(),
            dependencies: Vec::new(),
            made: None,
            yanked: None,
            status: None,
            others: Map::new(),
        }
    }

    /// One line of JSON without its line end.
    pub(crate) fn encode(&self) -> String {
        let written = Written {
            v: FORMAT,
            name: self.name.to_string(),
            vers: self.version.to_string(),
            cksum: self.archive.to_string(),
            tree: self.tree.to_string(),
            size: self.size,
            unpacked: self.unpacked,
            files: self.files,
            pubtime: self.published.to_string(),
            description: self.description.clone(),
            license: self.license.clone(),
            exec: self.executables.clone(),
            deps: self.dependencies.clone(),
            source: self.made.clone(),
            yanked: self.yanked.clone().map_or(Value::Bool(false), Value::String),
            status: self.status.clone(),
            others: self.others.clone(),
        };
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// Whether everything that may never change is the same.
    pub(crate) fn is_same_release(&self, other: &Self) -> bool {
        let frozen = |line: &Self| Self { yanked: None, status: None, ..line.clone() };
        frozen(self) == frozen(other)
    }

    /// The same line with the facts that only a registry knows taken from another.
    pub(crate) fn published_as(self, other: &Self) -> Self {
        Self {
            archive: other.archive,
            size: other.size,
            published: other.published,
            made: other.made.clone(),
            ..self
        }
    }

    /// Whether both say the same of what is in the archive; keys of later versions may say more.
    pub(crate) fn says_the_same_as(&self, other: &Self) -> bool {
        Self { others: other.others.clone(), ..self.clone() }.is_same_release(other)
    }

    fn decode(value: Value) -> Result<Self, String> {
        let written: Written = serde_json::from_value(value).map_err(|error| error.to_string())?;
        let digest = |key: &str, text: &str| text.parse().map_err(|error| format!("`{key}`: {error}"));
        let yanked = match written.yanked {
            Value::Bool(false) => None,
            Value::Bool(true) => Some(String::new()),
            Value::String(reason) => Some(reason),
            _ => return Err("`yanked` is neither false nor a reason".to_owned()),
        };
        Ok(Self {
            name: written.name.parse().map_err(|error| format!("`name`: {error}"))?,
            version: Version::parse(&written.vers).map_err(|error| format!("`vers`: {error}"))?,
            archive: digest("cksum", &written.cksum)?,
            tree: digest("tree", &written.tree)?,
            size: written.size,
            unpacked: written.unpacked,
            files: written.files,
            published: written.pubtime.parse().map_err(|error| format!("`pubtime`: {error}"))?,
            description: written.description,
            license: written.license,
            executables: written.exec,
            dependencies: written.deps,
            made: written.source,
            yanked,
            status: written.status,
            others: written.others,
        })
    }
}

impl Index {
    /// Reads an index file of this package. A line of another package, a version twice (build metadata does not count)
    /// and anything that can't be read is an error: an index is never half believed.
    pub(crate) fn decode(bytes: &[u8], package: &Package) -> Result<Self, LineError> {
        let mut index = Self::default();
        let text = std::str::from_utf8(bytes)
            .map_err(|_| LineError { line: 1, what: "the file is not UTF-8".to_owned() })?;
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let failed = |what: String| LineError { line: at + 1, what };
            let value: Value = serde_json::from_str(line).map_err(|error| failed(error.to_string()))?;
            match value.get("v").and_then(Value::as_u64) {
                Some(FORMAT) => {}
                Some(newer) if newer > FORMAT => {
                    index.newer += 1;
                    continue;
                }
                _ => return Err(failed("it has no `v`".to_owned())),
            }
            let line = IndexLine::decode(value).map_err(failed)?;
            if line.name != *package {
                return Err(failed(format!("it is a line of `{}`", line.name)));
            }
            if index.version(&line.version).is_some() {
                return Err(failed(format!("version {} is there twice", line.version)));
            }
            index.lines.push(line);
        }
        Ok(index)
    }

    /// The file's text: sorted by version, so that the same versions give the same bytes.
    pub(crate) fn encode(&self) -> String {
        let mut lines: Vec<&IndexLine> = self.lines.iter().collect();
        lines.sort_by(|a, b| a.version.cmp(&b.version));
        lines.iter().fold(String::new(), |text, line| text + &line.encode() + "\n")
    }

    /// The line of a version; build metadata does not tell versions apart.
    pub(crate) fn version(&self, version: &Version) -> Option<&IndexLine> {
        self.lines.iter().find(|line| line.version.cmp_precedence(version).is_eq())
    }

    /// As [`Index::version`], to change `yanked` or `status`.
    pub(crate) fn version_mut(&mut self, version: &Version) -> Option<&mut IndexLine> {
        self.lines.iter_mut().find(|line| line.version.cmp_precedence(version).is_eq())
    }
}

#[cfg(test)]
pub(super) fn sample(name: &str, version: &str) -> IndexLine {
    IndexLine::new(
        name.parse().expect("a name"),
        Version::parse(version).expect("a version"),
        Digest::of(version.as_bytes()),
        Digest::of(b"tree"),
        240,
        "2026-11-30T19:55:00Z".parse().expect("a moment"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package() -> Package {
        "@team/hello".parse().expect("a name")
    }

    #[test]
    fn a_line_is_written_as_it_was_read() {
        let mut line = sample("@team/hello", "1.2.0");
        line.description = Some("Say hello".to_owned());
        line.executables = vec!["scripts/run.sh".to_owned()];
        line.yanked = Some("broken".to_owned());
        line.status = Some(Status {
            state: StatusKind::Deprecated,
            reason: "old".to_owned(),
            advisory: None,
            replaced_by: None,
        });
        let text = line.encode().replacen("\"yanked\"", "\"stars\":3,\"yanked\"", 1);
        let index = Index::decode(text.as_bytes(), &package()).expect("an index");
        let again = index.lines[0].encode();
        assert!(again.contains("\"stars\":3") && again.contains("\"yanked\":\"broken\""), "{again}");
        assert!(
            again.starts_with("{\"v\":1,\"name\":\"@team/hello\",\"vers\":\"1.2.0\",\"cksum\":\"sha256:")
        );
    }

    #[test]
    fn versions_are_sorted_and_never_there_twice() {
        let lines = [sample("@team/hello", "1.10.0"), sample("@team/hello", "1.9.0")];
        let index = Index { lines: lines.to_vec(), newer: 0 };
        let text = index.encode();
        let read = Index::decode(text.as_bytes(), &package()).expect("an index");
        assert_eq!(read.lines.iter().map(|line| line.version.minor).collect::<Vec<_>>(), [9, 10]);
        let twice = text.clone() + &text.replace("1.9.0", "1.9.0+build").replace("1.10.0", "2.0.0");
        assert_eq!(
            Index::decode(twice.as_bytes(), &package()).unwrap_err().what,
            "version 1.9.0+build is there twice"
        );
    }

    #[test]
    fn lines_of_later_formats_are_counted_and_broken_ones_named() {
        let good = sample("@team/hello", "1.0.0").encode();
        let text = format!("{good}\n\n{}\n", "{\"v\":2,\"what\":\"ever\"}");
        let index = Index::decode(text.as_bytes(), &package()).expect("an index");
        assert_eq!((index.lines.len(), index.newer), (1, 1));
        let told = |text: &str| Index::decode(text.as_bytes(), &package()).unwrap_err().to_string();
        assert!(told(&good.replace("hello", "other")).starts_with("line 1: it is a line of `@team/other`"));
        assert!(told(&good.replace("1.0.0", "1.0")).starts_with("line 1: `vers`"));
        assert!(told(&format!("{good}\nnonsense")).starts_with("line 2: "));
        assert!(told(&good.replace("sha256:", "md5:")).contains("`cksum`"));
    }

    #[test]
    fn only_yanking_and_status_may_change() {
        let line = sample("@team/hello", "1.0.0");
        let yanked = IndexLine { yanked: Some("x".to_owned()), ..line.clone() };
        assert!(line.is_same_release(&yanked));
        assert!(!line.is_same_release(&IndexLine { size: 1, ..line.clone() }));
    }
}
