//! GitHub's workflow commands: one line a finding, which becomes an annotation on the file.

use std::fmt::Write as _;

use super::{Sheet, position};
use crate::lint::diagnostic::Severity;

/// The findings of one skill, each with a line end.
pub(crate) fn render(sheet: &Sheet<'_>) -> String {
    let mut out = String::new();
    for diagnostic in sheet.found {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let file = property(&sheet.path(&diagnostic.file));
        let place = diagnostic.span.map_or_else(String::new, |span| {
            let text = sheet.text(&diagnostic.file);
            let (line, column) = position(text, span.start);
            let (end_line, end_column) = position(text, span.end);
            // GitHub takes columns for one line only.
            if line == end_line {
                format!(",line={line},col={column},endColumn={}", end_column.max(column + 1))
            } else {
                format!(",line={line},endLine={end_line}")
            }
        });
        let title = property(diagnostic.rule.name);
        let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!("\nhelp: {help}"));
        let message = data(&format!("{}{help}", diagnostic.message));
        // Writing to a String can't fail.
        let _ = writeln!(out, "::{command} file={file}{place},title={title}::{message}");
    }
    out
}

/// The message part: what would end it is escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's value: commas and colons end one.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
