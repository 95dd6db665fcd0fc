//! A baseline: findings accepted as they are. Each is known by its rule, its file, the words of its line and how many
//! such came before, so it is still known when lines move, and no longer when the text changes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;
use crate::model::{digest::Digest, skill::Skill, span::lines};

/// The file's first field.
const FORMAT: &str = "skill.baseline/1";

/// Accepted findings by their fingerprints.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug)]
struct Entry {
    accepted: Accepted,
    is_used: bool,
}

/// A file that is no baseline.
#[derive(Debug, thiserror::Error)]
#[error("`{file}` is no baseline: {why}")]
pub(crate) struct BaselineError {
    pub(crate) file: String,
    pub(crate) why: String,
}

#[derive(Serialize, Deserialize)]
struct Written {
    format: String,
    findings: Vec<Accepted>,
}

/// One accepted finding; only the fingerprint counts, the rest is for readers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Accepted {
    /// From the folder of the baseline.
    pub(crate) file: String,
    pub(crate) rule: String,
    #[serde(default)]
    pub(crate) message: String,
    pub(crate) fingerprint: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

/// What each of a skill's findings is known by: 32 hexadecimal digits. `place` is the skill's folder as seen from where
/// the fingerprints are to hold.
pub(crate) fn fingerprints<'a>(
    skill: &Skill,
    place: &str,
    found: impl IntoIterator<Item = &'a Diagnostic>,
) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let print = |diagnostic: &Diagnostic| {
        let line = diagnostic.span.map_or_else(String::new, |span| {
            let text = skill.text_of(&diagnostic.file);
            let line = lines(text, 0).find(|line| line.next > span.start || line.next == text.len());
            let words = line.map_or("", |line| line.span.of(text)).split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        });
        let about = [diagnostic.rule.name, place, &diagnostic.file, &line].join("\0");
        let count = seen.entry(about.clone()).or_default();
        *count += 1;
        Digest::of(format!("{about}\0{count}").as_bytes()).hex()[..32].to_owned()
    };
    found.into_iter().map(print).collect()
}

impl Baseline {
    /// Reads a baseline; `file` is its name in errors.
    pub(crate) fn parse(file: &str, text: &str) -> Result<Self, BaselineError> {
        let fail = |why: String| BaselineError { file: file.to_owned(), why };
        let written: Written = serde_json::from_str(text).map_err(|error| fail(error.to_string()))?;
        if written.format != FORMAT {
            return Err(fail(format!("its format is `{}`, expected `{FORMAT}`", written.format)));
        }
        let entry = |accepted: Accepted| (accepted.fingerprint.clone(), Entry { accepted, is_used: false });
        Ok(Self { entries: written.findings.into_iter().map(entry).collect() })
    }

    /// Whether a finding is accepted, and the reason written beside it.
    pub(crate) fn take(&mut self, fingerprint: &str) -> Option<String> {
        let entry = self.entries.get_mut(fingerprint)?;
        entry.is_used = true;
        Some(entry.accepted.reason.clone().unwrap_or_default())
    }

    /// The entries that no finding has met.
    pub(crate) fn unmet(&self) -> impl Iterator<Item = &Accepted> {
        self.entries.values().filter(|entry| !entry.is_used).map(|entry| &entry.accepted)
    }
}

/// The text of a baseline that accepts these findings.
pub(crate) fn encode(mut findings: Vec<Accepted>) -> String {
    findings.sort();
    let written = Written { format: FORMAT.to_owned(), findings };
    let mut text = serde_json::to_string_pretty(&written).unwrap_or_default();
    text.push('\n');
    text
}
