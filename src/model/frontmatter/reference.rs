//! The head as the reference validator reads it: cut at the first two `---` of the text wherever they stand, then
//! strict YAML in which every scalar is text and flow style, anchors, tags and repeated keys are refused.

use super::{
    find_duplicates,
    node::{Entry, Node, Style, Value},
    recover,
    yaml::{self, Tolerance},
};
use crate::model::span::{Span, lines};

/// Why the reference can't read a head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The text does not begin with `---`.
    NoFrontmatter,
    /// There is no second `---`.
    Unclosed,
    /// Strict YAML refuses it.
    Yaml {
        span: Span,
        why: String,
    },
    NotAMapping,
    /// The reference itself stops with an uncaught error.
    Crash {
        offset: usize,
    },
}

/// The entries of the head as the reference sees them; spans lie in `text`.
pub(crate) fn read(text: &str) -> Result<Vec<Entry>, Refusal> {
    let rest = text.strip_prefix("---").ok_or(Refusal::NoFrontmatter)?;
    let end = rest.find("---").ok_or(Refusal::Unclosed)?;
    let head = rest[..end].to_owned();
    if let Some((at, _)) = head.char_indices().find(|(_, c)| !is_printable(*c)) {
        return Err(Refusal::Crash { offset: 3 + at });
    }
    // The reference takes a mark inside the text for a character like any other; this stand-in is as long.
    let head = head.replace('\u{FEFF}', "\u{2060}");
    let mut loose = yaml::parse_loosely(&head, &recover::margin(&head), Tolerance::Reference);
    let parsed = std::mem::take(&mut loose.parsed);
    let back = |offset: usize| 3 + loose.original(offset);
    let refuse = |span: Span, why: &str| {
        let span = Span::new(back(span.start), back(span.end));
        Err(Refusal::Yaml { span, why: why.to_owned() })
    };
    if let Some(fault) = parsed.fault {
        return refuse(Span::at(fault.offset), &fault.why);
    }
    if let Some(second) = parsed.second {
        return refuse(Span::at(second), "a second document begins here");
    }
    if parsed.is_too_deep {
        return refuse(Span::at(0), "values are nested too deep");
    }
    if let Some(tab) = separating_tab(&loose.text, parsed.root.as_ref()) {
        return refuse(tab, "a tab stands where only blanks may");
    }
    if let Some(exotic) = parsed.exotics.first() {
        let why = match exotic.kind {
            yaml::ExoticKind::Flow => "flow style is refused",
            yaml::ExoticKind::Anchor | yaml::ExoticKind::Alias => "anchors and aliases are refused",
            yaml::ExoticKind::Tag => "tags are refused",
            yaml::ExoticKind::ComplexKey => "a key must be text",
        };
        return refuse(exotic.span, why);
    }
    let Some(root) = parsed.root.map(|root| recover::moved_node(root, &back)) else {
        return Err(Refusal::NotAMapping);
    };
    let Value::Map(entries) = root.value else { return Err(Refusal::NotAMapping) };
    let mut faults = Vec::new();
    find_duplicates(&entries, &mut faults);
    if let Some(fault) = faults.first() {
        return Err(Refusal::Yaml { span: fault.span, why: "a key stands twice".to_owned() });
    }
    Ok(entries)
}

/// What the reference's YAML reader takes for text at all.
fn is_printable(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}')
        || c >= '\u{10000}'
}

/// A tab that is neither in quotes, nor in a block text, nor in a comment: the reference's scanner stops there.
fn separating_tab(head: &str, root: Option<&Node>) -> Option<Span> {
    if !head.contains('\t') {
        return None;
    }
    let mut bearing = Vec::new();
    let mut open: Vec<&Node> = root.into_iter().collect();
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Scalar { style: Style::Plain, .. } => {}
            Value::Scalar { style: Style::Literal | Style::Folded, .. } => {
                let last = lines(head, node.span.end).next().map_or(node.span.end, |line| line.span.end);
                bearing.push(Span::new(node.span.start, last));
            }
            Value::Scalar { .. } => bearing.push(node.span),
            Value::List(items) => open.extend(items),
            Value::Map(entries) => open.extend(entries.iter().flat_map(|entry| [&entry.key, &entry.value])),
        }
    }
    let is_borne = |at: usize| bearing.iter().any(|span| span.start <= at && at < span.end);
    for line in lines(head, 0) {
        let mut before = ' ';
        for (at, c) in line.span.of(head).char_indices().map(|(at, c)| (line.span.start + at, c)) {
            if !is_borne(at) {
                match c {
                    '#' if before.is_whitespace() => break,
                    '\t' => return Some(Span::new(at, at + 1)),
                    _ => {}
                }
            }
            before = c;
        }
    }
    None
}
