//! The fix of `unknown-field`: keys with one text move below `metadata` as quoted texts, their comments with them.

use std::fmt::Write as _;

use crate::{
    lint::{Subject, fix::Edit},
    model::{
        frontmatter::{Entry, Node, Value, double},
        span::{Span, lines},
    },
};

/// The edits that move what can be moved; `None` when nothing can, or the head is not plain enough to be sure.
pub(super) fn below_metadata(subject: &Subject<'_>, unknown: &[&Entry]) -> Option<Vec<Edit>> {
    let (head, text) = (&subject.skill.head, subject.skill.text());
    if !head.faults.is_empty() || !head.is_closed() || text.contains('\r') {
        return None;
    }
    let metadata = head.entry("metadata");
    let (at, indent, mut rows) = match metadata {
        None => (head.split.head.end, "  ".to_owned(), "metadata:\n".to_owned()),
        Some(metadata) => {
            let first = metadata.value.entries().first()?;
            let last = metadata.value.entries().last()?;
            let row = lines(text, 0)
                .find(|line| line.span.start <= first.key.span.start && first.key.span.start < line.next)?;
            let indent = &text[row.span.start..first.key.span.start];
            // `{a: b}` stands on the key's line, or its braces are in the way.
            if indent.is_empty()
                || !indent.bytes().all(|byte| byte == b' ')
                || last.value.span.of(text).contains('\n')
            {
                return None;
            }
            let end = line_end(text, last.value.span.end.max(last.key.span.end));
            (end, indent.to_owned(), String::new())
        }
    };
    if !text[..at].ends_with('\n') {
        return None;
    }
    let mut edits = Vec::new();
    for entry in unknown {
        let is_taken = metadata.is_some_and(|metadata| metadata.value.value_of(entry.name()).is_some());
        let Some(value) = one_text(&entry.value, text).filter(|_| !is_taken && !entry.repaired) else {
            continue;
        };
        let key = entry.key.span.of(text);
        let end = line_end(text, entry.value.span.end.max(entry.key.span.end));
        let rest = text[entry.value.span.end.max(entry.key.span.end)..end].trim_end();
        let comment = rest.trim_start();
        if !(comment.is_empty() || comment.starts_with('#')) {
            continue;
        }
        let gap = if comment.is_empty() { "" } else { " " };
        let _ = writeln!(rows, "{indent}{key}: {}{gap}{comment}", double(&value));
        edits.push(Edit::remove(Span::new(entry.key.span.start, end)));
    }
    if edits.is_empty() {
        return None;
    }
    edits.push(Edit::replace(Span::at(at), rows));
    Some(edits)
}

/// A value as one text: a scalar of one line, or a list of such in brackets.
fn one_text(node: &Node, text: &str) -> Option<String> {
    let raw = node.span.of(text);
    if raw.contains('\n') || raw.starts_with(['&', '*', '!']) {
        return None;
    }
    match &node.value {
        Value::Scalar { text, .. } => (!text.contains('\n')).then(|| text.clone()),
        Value::List(items) => {
            let parts: Option<Vec<&str>> =
                items.iter().map(|item| item.text().filter(|text| !text.contains(','))).collect();
            Some(parts?.join(", "))
        }
        Value::Map(_) => None,
    }
}

/// Where the line of an offset ends, line end included.
fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |at| offset + at + 1)
}
