//! What a plan says of one skill before it comes. What it may do is never cut short: a long name could hide the rest.

use crate::{
    model::{skill::Card, tree::Mode, visible},
    ops::install::{Content, Incoming},
    ui::{
        size::{bytes, count},
        table::clip,
        wrap::wrapped,
    },
};

/// The version its author gave it, and what pins it.
pub(super) fn version_of(incoming: &Incoming) -> String {
    let pinned = incoming.locked.version();
    match incoming.card.as_ref().and_then(|card| card.version.as_deref()) {
        Some(version) if version != pinned => format!("{} ({pinned})", visible::line(version)),
        _ => visible::line(&pinned).into_owned(),
    }
}

/// The lines below a skill's name, without their indent of four columns.
pub(super) fn details(incoming: &Incoming, width: usize) -> Vec<String> {
    let width = width.saturating_sub(4);
    let mut lines = Vec::new();
    let whole = |lines: &mut Vec<String>, text: &str| {
        let text = visible::line(text);
        lines.extend(
            wrapped(&text, width.saturating_sub(2)).replace('\n', "\n  ").split('\n').map(str::to_owned),
        );
    };
    whole(&mut lines, &format!("from {}", incoming.locked.source));
    if let Some(card) = &incoming.card {
        if let Some(description) = &card.description {
            lines.push(clip(&visible::line(&one_line(description)), width));
        }
        if let Some(marks) = marks(card) {
            lines.push(clip(&marks, width));
        }
        if !card.allowed_tools.is_empty() {
            whole(&mut lines, &format!("allowed tools: {}", card.allowed_tools.join(" ")));
        }
    }
    if let Content::Tree(tree) = &incoming.content {
        let executables: Vec<&str> = tree
            .files()
            .iter()
            .filter(|file| file.mode == Mode::Executable)
            .map(|file| file.path.as_str())
            .collect();
        lines.push(format!("{}, {}", count(tree.files().len(), "file"), bytes(tree.size())));
        if !executables.is_empty() {
            let number = count(executables.len(), "executable");
            whole(&mut lines, &format!("{number}: {}", executables.join(", ")));
        }
    }
    if let Content::Live(folder) = &incoming.content {
        whole(&mut lines, &format!("linked: edits in `{}` are seen at once", folder.to_string_lossy()));
    }
    lines
}

/// A text with its white space made single blanks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Category and tags.
fn marks(card: &Card) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(category) = &card.category {
        parts.push(format!("category {}", visible::line(category)));
    }
    if !card.tags.is_empty() {
        parts.push(format!("tags {}", visible::line(&card.tags.join(", "))));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
