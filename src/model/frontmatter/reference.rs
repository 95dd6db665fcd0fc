//! The head as the reference validator reads it: cut at the first two `---` of the text wherever they stand, then
//! strict YAML in which every scalar is text and flow style, anchors, tags and repeated keys are refused.

use super::{
    find_duplicates,
    node::{Entry, Value},
    recover::{self, indent_margin},
    yaml,
};
use crate::model::span::{Span, line_and_column};

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
    let head = &rest[..end];
    if let Some((at, _)) = head.char_indices().find(|(_, c)| !is_printable(*c)) {
        return Err(Refusal::Crash { offset: 3 + at });
    }
    let (working, places) = indent_margin(head).unwrap_or_else(|| (head.to_owned(), Vec::new()));
    let parsed = yaml::parse(&working);
    let back = |offset: usize| 3 + recover::before_indenting(offset, &places);
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
    if let Some(tab) = separating_tab(&working) {
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

/// A tab between a key's colon and its value.
fn separating_tab(_head: &str) -> Option<Span> {
    None
}

/// Line of an offset, from 1; for messages.
pub(crate) fn line_of(text: &str, offset: usize) -> usize {
    line_and_column(text, offset).0
}
