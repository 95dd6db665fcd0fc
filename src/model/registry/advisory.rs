//! Advisories: what is known against skills, in the shape of OSV 1.7 (`ossf/osv-schema`), and whether one is meant.
//! OSV's list of ecosystems is closed, so `affected[].package` is absent and `affected[].database_specific` says which
//! package of which registry is meant, or which bytes under whatever name.

use std::fmt;

use semver::Version;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::digest::Digest;

/// The largest list of advisories that is read, in bytes.
pub(crate) const MAX_ADVISORIES: u64 = 64 * 1024 * 1024;

/// One advisory. Keys that are not known stay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Advisory {
    #[serde(default = "schema_version")]
    schema_version: String,
    pub(crate) id: String,
    pub(crate) modified: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) published: Option<String>,
    /// When it was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) withdrawn: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) aliases: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) summary: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) details: Option<String>,
    #[serde(default)]
    pub(crate) affected: Vec<Affected>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(crate) database_specific: Map<String, Value>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

fn schema_version() -> String {
    "1.7.5".to_owned()
}

/// One thing an advisory is about.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Affected {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ranges: Vec<Range>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) versions: Vec<String>,
    #[serde(default)]
    pub(crate) database_specific: Meant,
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// A run of versions or commits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Range {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) repo: Option<String>,
    #[serde(default)]
    pub(crate) events: Vec<Map<String, Value>>,
}

/// Which skill is meant: by its name in a registry, or by its bytes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Meant {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) registry: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Tree digests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tree: Vec<String>,
    /// Archive digests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cksum: Vec<String>,
    /// Digests of single files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<String>,
}

/// What an advisory is held against.
#[derive(Debug, Clone, Default)]
pub(crate) struct Suspect {
    /// The names under which its registry is known here: as configured, its URL, and what it calls itself.
    pub(crate) registries: Vec<String>,
    /// The name in a registry.
    pub(crate) package: Option<String>,
    pub(crate) version: Option<Version>,
    pub(crate) tree: Option<Digest>,
    pub(crate) archive: Option<Digest>,
    pub(crate) repository: Option<String>,
    pub(crate) commit: Option<String>,
    pub(crate) files: Vec<Digest>,
}

/// An advisory that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub(crate) struct AdvisoryError {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl Advisory {
    /// A new advisory of a registry's own.
    pub(crate) fn new(id: &str, now: &str, summary: &str, affected: Affected, is_malicious: bool) -> Self {
        let mut database_specific = Map::new();
        if is_malicious {
            database_specific.insert("kind".to_owned(), Value::String("malicious".to_owned()));
        }
        Self {
            schema_version: schema_version(),
            id: id.to_owned(),
            modified: now.to_owned(),
            published: Some(now.to_owned()),
            withdrawn: None,
            aliases: Vec::new(),
            summary: Some(summary.to_owned()),
            details: None,
            affected: vec![affected],
            database_specific,
            others: Map::new(),
        }
    }

    /// Whether it speaks of malice rather than of a mistake.
    pub(crate) fn is_malicious(&self) -> bool {
        let is_malware = |id: &String| id.starts_with("MAL-");
        is_malware(&self.id)
            || self.aliases.iter().any(is_malware)
            || self.database_specific.get("kind").and_then(Value::as_str) == Some("malicious")
    }

    /// Whether a skill is meant. One that was withdrawn means nobody.
    pub(crate) fn means(&self, suspect: &Suspect) -> bool {
        self.withdrawn.is_none() && self.affected.iter().any(|affected| affected.means(suspect))
    }

    /// One line of JSON without its line end.
    pub(crate) fn encode(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The document on its own.
    pub(crate) fn encode_pretty(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl fmt::Display for Advisory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = self.summary.as_deref().unwrap_or("no summary");
        let kind = if self.is_malicious() { "malicious: " } else { "" };
        write!(formatter, "{}: {kind}{}", self.id, crate::model::visible::line(summary))
    }
}

impl Affected {
    fn means(&self, suspect: &Suspect) -> bool {
        let meant = &self.database_specific;
        let is = |digest: Option<Digest>, list: &[String]| {
            digest.is_some_and(|digest| list.contains(&digest.to_string()))
        };
        // The same bytes are the same harm under any name.
        if is(suspect.tree, &meant.tree)
            || is(suspect.archive, &meant.cksum)
            || suspect.files.iter().any(|file| meant.files.contains(&file.to_string()))
        {
            return true;
        }
        let by_commit = self.ranges.iter().filter(|range| range.kind == "GIT").any(|range| {
            let same =
                |repo: &String| suspect.repository.as_ref().is_some_and(|own| is_same_repository(own, repo));
            range.repo.as_ref().is_some_and(same)
                && suspect.commit.as_ref().is_some_and(|commit| {
                    let names = |key: &str| {
                        range
                            .events
                            .iter()
                            .any(|event| event.get(key).and_then(Value::as_str) == Some(commit))
                    };
                    names("introduced") || names("last_affected")
                })
        });
        if by_commit {
            return true;
        }
        let (Some(name), Some(package)) = (&meant.name, &suspect.package) else { return false };
        let of_registry = meant.registry.as_ref().is_none_or(|registry| {
            suspect.registries.iter().any(|own| own.trim_end_matches('/') == registry.trim_end_matches('/'))
        });
        name == package && of_registry && self.covers(suspect.version.as_ref())
    }

    /// Whether a version is among those affected; without versions and ranges, all are.
    fn covers(&self, version: Option<&Version>) -> bool {
        let ranges: Vec<&Range> = self.ranges.iter().filter(|range| range.kind == "SEMVER").collect();
        if ranges.is_empty() && self.versions.is_empty() {
            return true;
        }
        let Some(version) = version else { return false };
        self.versions.iter().any(|text| text == &version.to_string())
            || ranges.iter().any(|range| range.covers(version))
    }
}

impl Range {
    /// OSV's algorithm: the events sorted by version switch between affected and not.
    fn covers(&self, version: &Version) -> bool {
        let mut is_affected = false;
        let mut events: Vec<(Version, &str)> = Vec::new();
        for event in &self.events {
            for (key, value) in event {
                let Some(text) = value.as_str() else { continue };
                // `0` is before every version, the pre-releases of 0.0.0 included.
                if let Ok(at) = Version::parse(if text == "0" { "0.0.0-0" } else { text }) {
                    events.push((at, key));
                }
            }
        }
        events.sort();
        for (at, key) in events {
            match key {
                "introduced" if *version >= at => is_affected = true,
                "fixed" | "limit" if *version >= at => is_affected = false,
                "last_affected" if *version > at => is_affected = false,
                _ => {}
            }
        }
        is_affected
    }
}

/// The same repository, however its address ends.
fn is_same_repository(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.trim_end_matches('/').trim_end_matches(".git").to_ascii_lowercase();
    plain(a) == plain(b)
}

/// Reads a list of advisories, one a line.
pub(crate) fn decode(bytes: &[u8]) -> Result<Vec<Advisory>, AdvisoryError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| AdvisoryError { line: 1, what: "the file is not UTF-8".to_owned() })?;
    let mut all = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let failed = |error: serde_json::Error| AdvisoryError { line: at + 1, what: error.to_string() };
        all.push(serde_json::from_str(line).map_err(failed)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advisory(affected: &str) -> Advisory {
        let text = format!(
            "{{\"id\":\"x_SKILL-2026-0001\",\"modified\":\"2026-12-01T00:00:00Z\",\"affected\":[{affected}]}}"
        );
        decode(text.as_bytes()).expect("advisories").remove(0)
    }

    fn suspect(name: &str, version: &str) -> Suspect {
        Suspect {
            registries: vec!["team".to_owned(), "https://skills.example.com/".to_owned()],
            package: Some(name.to_owned()),
            version: Version::parse(version).ok(),
            ..Suspect::default()
        }
    }

    #[test]
    fn a_range_of_versions_of_one_package_is_meant() {
        let one = advisory(
            r#"{"ranges":[{"type":"SEMVER","events":[{"introduced":"1.0.0"},{"fixed":"1.2.0"},{"introduced":"2.0.0"},{"last_affected":"2.1.0"}]}],
                "database_specific":{"registry":"https://skills.example.com","name":"hello"}}"#
                .replace('\n', " ")
                .as_str(),
        );
        for (version, is_meant) in [
            ("0.9.0", false),
            ("1.0.0", true),
            ("1.1.9", true),
            ("1.2.0", false),
            ("2.0.5", true),
            ("2.1.0", true),
            ("2.1.1", false),
        ] {
            assert_eq!(one.means(&suspect("hello", version)), is_meant, "{version}");
        }
        assert!(!one.means(&suspect("other", "1.0.0")));
        let mut elsewhere = suspect("hello", "1.0.0");
        elsewhere.registries = vec!["https://other.example.com".to_owned()];
        assert!(!one.means(&elsewhere));
        let all = advisory(
            r#"{"ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}],"database_specific":{"name":"hello"}}"#,
        );
        assert!(all.means(&suspect("hello", "0.0.0-alpha")));
    }

    #[test]
    fn the_same_bytes_are_meant_under_any_name() {
        let digest = Digest::of(b"evil");
        let one = advisory(&format!("{{\"database_specific\":{{\"tree\":[\"{digest}\"]}}}}"));
        let clone = Suspect { tree: Some(digest), ..suspect("innocent", "9.0.0") };
        assert!(one.means(&clone));
        assert!(!one.means(&suspect("innocent", "9.0.0")));
        let file = advisory(&format!("{{\"database_specific\":{{\"files\":[\"{digest}\"]}}}}"));
        assert!(file.means(&Suspect { files: vec![digest], ..Suspect::default() }));
    }

    #[test]
    fn commits_are_meant_and_withdrawn_advisories_mean_nobody() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        let mut one = advisory(&format!(
            "{{\"ranges\":[{{\"type\":\"GIT\",\"repo\":\"https://example.com/a/b\",\"events\":[{{\"introduced\":\"{commit}\"}}]}}]}}"
        ));
        let suspect = Suspect {
            repository: Some("https://example.com/a/b.git".to_owned()),
            commit: Some(commit.to_owned()),
            ..Suspect::default()
        };
        assert!(one.means(&suspect));
        one.withdrawn = Some("2026-12-02T00:00:00Z".to_owned());
        assert!(!one.means(&suspect));
        assert!(!one.is_malicious());
        one.aliases.push("MAL-2026-1".to_owned());
        assert!(one.is_malicious());
    }

    #[test]
    fn keys_of_others_survive() {
        let text = r#"{"schema_version":"1.7.5","id":"MAL-2026-1","modified":"2026-12-01T00:00:00Z","affected":[{"database_specific":{"name":"x"},"severity":[]}],"credits":[1]}"#;
        let one = decode(text.as_bytes()).expect("advisories").remove(0);
        assert!(one.encode().contains("\"credits\":[1]") && one.encode().contains("\"severity\":[]"));
        assert!(decode(b"{\"id\":1}").is_err());
    }
}
