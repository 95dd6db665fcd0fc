//! `JUnit` XML: one test suite a skill, one failed test a finding, one passed test for a skill without any.

use std::fmt::Write as _;

use super::{Sheet, Tally, position};
use crate::{lint::diagnostic::Severity, model::visible};

/// The suite of one skill. Notes are told and fail nothing.
pub(crate) fn suite(sheet: &Sheet<'_>) -> String {
    let name = escape(sheet.shown);
    let failures = sheet.found.iter().filter(|diagnostic| diagnostic.severity > Severity::Note).count();
    let mut out = format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">\n",
        sheet.found.len().max(1)
    );
    if sheet.found.is_empty() {
        let _ = writeln!(out, "    <testcase name=\"lint\" classname=\"{name}\"/>");
    }
    for diagnostic in sheet.found {
        let (line, column) =
            diagnostic.span.map_or((1, 1), |span| position(sheet.text(&diagnostic.file), span.start));
        let file = escape(&sheet.address(&diagnostic.file));
        let rule = diagnostic.rule.name;
        let message = escape(&diagnostic.message);
        let help = diagnostic
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!("\n{}: {help}", sheet.words.phrase("help")));
        let detail = escape(&format!(
            "{}:{line}:{column}: {}{help}",
            sheet.path(&diagnostic.file),
            diagnostic.message
        ));
        let inner = match diagnostic.severity {
            Severity::Note => format!("<system-out>{detail}</system-out>"),
            Severity::Warning | Severity::Error => {
                let kind = diagnostic.severity.as_str();
                format!("<failure type=\"{kind}\" message=\"{message}\">{detail}</failure>")
            }
        };
        let _ = writeln!(
            out,
            "    <testcase name=\"{rule} at {file}:{line}:{column}\" classname=\"{name}\" file=\"{file}\" \
             line=\"{line}\">{inner}</testcase>"
        );
    }
    out.push_str("  </testsuite>\n");
    out
}

/// What stands before the suites of a document, and what after them.
pub(crate) fn around(tally: &Tally) -> (String, String) {
    let mut broken = String::new();
    for (shown, why) in &tally.failures {
        let (name, why) = (escape(shown), escape(why));
        let _ = writeln!(
            broken,
            "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase name=\"lint\" \
             classname=\"{name}\"><error type=\"not checked\" message=\"{why}\"/></testcase>\n  </testsuite>"
        );
    }
    let counts = &tally.counts;
    let first = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"skill lint\" failures=\"{}\" errors=\"{}\">\n",
        counts.errors + counts.warnings,
        tally.failures.len()
    );
    (first, format!("{broken}</testsuites>\n"))
}

/// Text for XML: hidden and control characters, which XML 1.0 mostly has no place for, are made visible.
fn escape(text: &str) -> String {
    let text = visible::block(text);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\u{FFFE}' | '\u{FFFF}' => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_characters_that_xml_lacks_are_escaped() {
        assert_eq!(escape("a<b>&\"\n\u{0}\u{FFFF}"), "a&lt;b&gt;&amp;&quot;&#10;\\u{0}\\u{ffff}");
    }
}
