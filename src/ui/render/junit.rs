//! `JUnit` XML: one test suite a skill, one failed test a finding, one passed test for a skill without any.

use std::fmt::Write as _;

use super::{Sheet, position};
use crate::lint::diagnostic::Severity;

/// The suite of one skill.
pub(crate) fn suite(sheet: &Sheet<'_>) -> String {
    let name = escape(sheet.shown);
    // Notes are told and fail nothing.
    let failures = sheet.found.iter().filter(|diagnostic| diagnostic.severity > Severity::Note).count();
    let mut out = format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">\n",
        sheet.found.len().max(1)
    );
    if sheet.found.is_empty() {
        // Writing to a String can't fail.
        let _ = writeln!(out, "    <testcase name=\"lint\" classname=\"{name}\"/>");
    }
    for diagnostic in sheet.found {
        let path = sheet.path(&diagnostic.file);
        let place = diagnostic.span.map_or_else(
            || path.clone(),
            |span| {
                let (line, column) = position(sheet.text(&diagnostic.file), span.start);
                format!("{path}:{line}:{column}")
            },
        );
        let message = escape(&diagnostic.message);
        let rule = diagnostic.rule.name;
        let detail =
            escape(&format!("{place}: {}", diagnostic.help.as_deref().unwrap_or(&diagnostic.message)));
        let inner = match diagnostic.severity {
            Severity::Note => format!("<system-out>{detail}</system-out>"),
            severity => {
                format!("<failure type=\"{}\" message=\"{message}\">{detail}</failure>", severity.as_str())
            }
        };
        let place = escape(&place);
        let _ =
            writeln!(out, "    <testcase name=\"{rule} at {place}\" classname=\"{name}\">{inner}</testcase>");
    }
    out.push_str("  </testsuite>\n");
    out
}

/// The whole document.
pub(crate) fn document(suites: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"skill lint\">\n{suites}</testsuites>\n"
    )
}

/// Text for XML; characters that XML 1.0 has no place for become `?`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
