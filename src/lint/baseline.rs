//! A baseline: findings accepted as they are. Each is known by its rule, its file and the text it stands on, so it is
//! still known when lines move, and no longer when the text changes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;
use crate::model::{digest::Digest, span::lines};

/// The file's first field.
const FORMAT: &str = "skill.baseline/1";

/// Accepted findings: how often each may occur.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    left: BTreeMap<String, usize>,
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

/// One accepted finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Accepted {
    pub(crate) rule: String,
    pub(crate) file: String,
    pub(crate) fingerprint: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

/// What a finding is known by: 16 hexadecimal digits over rule, file and the text of its line.
pub(crate) fn fingerprint(folder: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let line = diagnostic.span.and_then(|span| {
        lines(text, 0)
            .find(|line| line.next > span.start || line.next == text.len())
            .map(|line| line.span.of(text).trim())
    });
    let about = [diagnostic.rule.name, folder, &diagnostic.file, line.unwrap_or("")].join("\0");
    Digest::of(about.as_bytes()).hex()[..16].to_owned()
}

impl Baseline {
    /// Reads a baseline; `file` is its name in errors.
    pub(crate) fn parse(file: &str, text: &str) -> Result<Self, BaselineError> {
        let fail = |why: String| BaselineError { file: file.to_owned(), why };
        let written: Written = serde_json::from_str(text).map_err(|error| fail(error.to_string()))?;
        if written.format != FORMAT {
            return Err(fail(format!("its format is `{}`, expected `{FORMAT}`", written.format)));
        }
        let mut left = BTreeMap::new();
        for accepted in written.findings {
            *left.entry(accepted.fingerprint).or_default() += 1;
        }
        Ok(Self { left })
    }

    /// Takes one occurrence; says whether it was accepted.
    pub(crate) fn take(&mut self, fingerprint: &str) -> bool {
        match self.left.get_mut(fingerprint) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// Accepted findings that no longer occur.
    pub(crate) fn unused(&self) -> usize {
        self.left.values().sum()
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
