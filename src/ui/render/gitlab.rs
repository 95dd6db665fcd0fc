//! GitLab's Code Quality report: a list of issues in the form of Code Climate.

use serde_json::{Value, json};

use super::{Sheet, position};
use crate::lint::diagnostic::Severity;

/// The issues of one skill.
pub(crate) fn issues(sheet: &Sheet<'_>) -> Vec<Value> {
    let issue = |(diagnostic, fingerprint): (&crate::lint::diagnostic::Diagnostic, String)| {
        let text = sheet.text(&diagnostic.file);
        let severity = match diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        };
        let line = |offset| position(text, offset).0;
        let (begin, end) = diagnostic.span.map_or((1, 1), |span| (line(span.start), line(span.end)));
        json!({
            "type": "issue",
            "description": diagnostic.message,
            "check_name": diagnostic.rule.name,
            "fingerprint": fingerprint,
            "severity": severity,
            "location": {
                "path": sheet.address(&diagnostic.file),
                "lines": { "begin": begin, "end": end },
            },
        })
    };
    sheet.found.iter().zip(sheet.fingerprints()).map(issue).collect()
}
