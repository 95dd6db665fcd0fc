//! What fixes change, as a unified diff.

use std::fmt::Write as _;

use similar::TextDiff;

use super::Sheet;
use crate::{lint::mend::Change, model::visible, ui::style};

/// The diff of one skill's changes.
pub(crate) fn render(sheet: &Sheet<'_>, changes: &[Change]) -> String {
    let mut out = String::new();
    for change in changes {
        let path = sheet.path(&change.file);
        let old = change.renamed_from.as_ref().map_or_else(|| path.clone(), |old| sheet.path(old));
        // Git's words for what a text's diff can't show.
        let mut facts = Vec::new();
        if change.renamed_from.is_some() {
            facts.extend([format!("rename from {old}"), format!("rename to {path}")]);
        }
        if change.made_executable {
            facts.extend([format!("{path}: old mode 100644"), format!("{path}: new mode 100755")]);
        }
        for fact in facts {
            let _ = writeln!(out, "{}{}{:#}", style::DIM, visible::line(&fact), style::DIM);
        }
        let diff = TextDiff::from_lines(&change.before, &change.after);
        let text = diff
            .unified_diff()
            .context_radius(2)
            .header(&format!("a/{old}"), &format!("b/{path}"))
            .to_string();
        for line in text.lines() {
            let shown = visible::block(line);
            let style = match line.as_bytes().first() {
                Some(b'+') => style::GOOD,
                Some(b'-') => style::ERROR,
                _ => style::DIM,
            };
            let _ = writeln!(out, "{style}{shown}{style:#}");
        }
    }
    out
}
