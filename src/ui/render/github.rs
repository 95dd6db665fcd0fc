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
        let file = property(&sheet.address(&diagnostic.file));
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
        let help = diagnostic
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!("\n{}: {help}", sheet.words.phrase("help")));
        let message = data(&format!("{}{help}", diagnostic.message));
        let _ = writeln!(out, "::{command} file={file}{place},title={title}::{message}");
    }
    out
}

/// What could not be checked, each with a line end.
pub(crate) fn failures(failures: &[(String, String)]) -> String {
    let line = |(shown, why): &(String, String)| {
        format!("::error title=not checked::{}\n", data(&format!("`{shown}` was not checked: {why}")))
    };
    failures.iter().map(line).collect()
}

/// The message part: what would end it is escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's value: commas and colons end one.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_property_or_the_line_is_escaped() {
        assert_eq!(property("a:b,c%\r\n"), "a%3Ab%2Cc%25%0D%0A");
        assert_eq!(data("100%: a, b\nc"), "100%25: a, b%0Ac");
    }
}
