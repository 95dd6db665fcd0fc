//! GitLab's Code Quality report: a list of issues in the form of Code Climate.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Sheet, position};
use crate::{
    lint::{baseline::fingerprint, diagnostic::Severity},
    model::digest::Digest,
};

/// The issues of one skill. Fingerprints must differ within a report, so equal ones are numbered.
pub(crate) fn issues(sheet: &Sheet<'_>) -> Vec<Value> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    sheet
        .found
        .iter()
        .map(|diagnostic| {
            let text = sheet.text(&diagnostic.file);
            let path = sheet.path(&diagnostic.file);
            let known = format!("{path}\0{}", fingerprint(&sheet.skill.folder, text, diagnostic));
            let count = seen.entry(known.clone()).or_default();
            *count += 1;
            let severity = match diagnostic.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Note => "info",
            };
            let (begin, end) = diagnostic
                .span
                .map_or((1, 1), |span| (position(text, span.start).0, position(text, span.end).0));
            json!({
                "description": diagnostic.message,
                "check_name": diagnostic.rule.name,
                "fingerprint": Digest::of(format!("{known}\0{count}").as_bytes()).hex(),
                "severity": severity,
                "location": { "path": path, "lines": { "begin": begin, "end": end } },
            })
        })
        .collect()
}
