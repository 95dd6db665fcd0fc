//! One line a finding: `path:line:column: severity[rule]: message`.

use std::fmt::Write as _;

use super::{Sheet, position};
use crate::{lint::diagnostic::Diagnostic, model::visible};

/// The findings of one skill, each with a line end.
pub(crate) fn render(sheet: &Sheet<'_>) -> String {
    let mut out = String::new();
    for diagnostic in sheet.found {
        out.push_str(&line(sheet, diagnostic));
    }
    out
}

/// One finding, with a line end.
pub(super) fn line(sheet: &Sheet<'_>, diagnostic: &Diagnostic) -> String {
    let mut out = sheet.path(&diagnostic.file);
    if let Some(span) = diagnostic.span {
        let (line, column) = position(sheet.text(&diagnostic.file), span.start);
        let _ = write!(out, ":{line}:{column}");
    }
    let message = visible::line(&diagnostic.message);
    let _ = writeln!(out, ": {}[{}]: {message}", diagnostic.severity.as_str(), diagnostic.rule.name);
    out
}
