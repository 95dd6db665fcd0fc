//! One line a finding: `path:line:column: severity[rule]: message`.

use super::{Sheet, position};
use crate::model::visible;

/// The findings of one skill, each with a line end.
pub(crate) fn render(sheet: &Sheet<'_>) -> String {
    let mut out = String::new();
    for diagnostic in sheet.found {
        out.push_str(&sheet.path(&diagnostic.file));
        if let Some(span) = diagnostic.span {
            let (line, column) = position(sheet.text(&diagnostic.file), span.start);
            out.push_str(&format!(":{line}:{column}"));
        }
        let message = visible::line(&diagnostic.message);
        out.push_str(&format!(": {}[{}]: {message}\n", diagnostic.severity.as_str(), diagnostic.rule.name));
    }
    out
}
