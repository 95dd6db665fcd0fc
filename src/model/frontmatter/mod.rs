//! `Frontmatter`: the YAML head of a SKILL.md with a span for each key and value, and every flaw found in one run.
//! The one parser of lint, install and list. It reads leniently; whoever needs strictness looks at the faults.

mod fault;
mod node;
mod quote;
mod recover;
pub(crate) mod reference;
mod split;
mod yaml;

pub(crate) use fault::{Fault, FaultKind, Repair};
pub(crate) use node::{Entry, Kind, Node, Style, Value};
pub(crate) use quote::double;
pub(crate) use split::{Form, Split, split};
pub(crate) use yaml::{Exotic, ExoticKind, parse_up_to};

use std::collections::HashMap;

use super::span::{Span, lines};

/// The longest head that is read, in bytes.
pub(crate) const MAX_HEAD: usize = 64 * 1024;

/// A SKILL.md's head as read. All spans are byte ranges of the file's text.
#[derive(Debug, Clone)]
pub(crate) struct Frontmatter {
    pub(crate) split: Split,
    /// The top-level `key: value` pairs in the order of the file, repeated keys included.
    pub(crate) entries: Vec<Entry>,
    /// Every flaw, by place.
    pub(crate) faults: Vec<Fault>,
    /// Valid YAML that plain readers refuse.
    pub(crate) exotics: Vec<Exotic>,
}

impl Frontmatter {
    /// Reads the head of a whole SKILL.md.
    pub(crate) fn parse(text: &str) -> Self {
        let split = split(text);
        let mut found = Self { entries: Vec::new(), faults: Vec::new(), exotics: Vec::new(), split };
        if found.split.opening.is_some() {
            found.read_head(text);
        }
        found.faults.sort_by_key(|fault| fault.span);
        found
    }

    fn read_head(&mut self, text: &str) {
        let head = self.split.head;
        if head.len() > MAX_HEAD {
            let kind = FaultKind::TooLong { length: head.len() };
            self.faults.push(Fault { span: Span::at(head.start), kind, repair: None });
            return;
        }
        let mut working = head.of(text).to_owned();
        for stray in &self.split.strays {
            // Read as a comment, of the same length, so that the rest can be read too.
            let at = stray.start - head.start;
            working.replace_range(at..=at, "#");
            self.faults.push(Fault { span: *stray, kind: FaultKind::StrayFence, repair: None });
        }
        let read = recover::read(&working);
        let place = |offset: usize| offset + head.start;
        self.faults.extend(read.faults.into_iter().map(|fault| Fault {
            span: fault.span.shifted(head.start),
            kind: fault.kind,
            repair: fault.repair.map(|repair| Repair { span: repair.span.shifted(head.start), ..repair }),
        }));
        self.exotics = read
            .exotics
            .into_iter()
            .map(|exotic| Exotic { span: exotic.span.shifted(head.start), kind: exotic.kind })
            .collect();
        match read.root.map(|root| recover::moved_node(root, &place)) {
            Some(Node { value: Value::Map(entries), .. }) => {
                find_duplicates(&entries, &mut self.faults);
                self.entries = entries;
            }
            Some(node) if node.is_absent() => self.blame(text, FaultKind::Empty),
            Some(node) => self.blame(text, FaultKind::NotAMapping { found: node.kind_word() }),
            None => self.blame(text, FaultKind::Empty),
        }
    }

    /// Notes a flaw of the head as a whole, at its first line with text.
    fn blame(&mut self, text: &str, kind: FaultKind) {
        let head = self.split.head;
        if self.faults.iter().any(|fault| fault.kind.breaks_yaml()) {
            return;
        }
        let line = lines(text, head.start)
            .take_while(|line| line.span.start < head.end)
            .find(|line| !line.span.of(text).trim().is_empty());
        let fence = self.split.opening.map_or(Span::at(0), |fence| fence.span);
        let span = line.map_or(fence, |line| line.span);
        self.faults.push(Fault { span, kind, repair: None });
    }

    /// The first entry of this key.
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key.text() == Some(key))
    }

    /// The value of the first entry of this key.
    pub(crate) fn value(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The text of the first entry of this key; `None` when absent or no scalar.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.value(key).and_then(Node::text)
    }

    /// Whether the file has a head that ends, to readers that ask for a fence on a line of its own.
    pub(crate) fn is_closed(&self) -> bool {
        self.split.closing.is_some_and(|fence| fence.form != Form::Glued)
    }
}

/// Up to so many entries, looking at each is quicker than a map of them.
const FEW_ENTRIES: usize = 24;

fn find_duplicates(entries: &[Entry], faults: &mut Vec<Fault>) {
    let mut first: HashMap<&str, Span> = HashMap::new();
    for entry in entries {
        if let Some(key) = entry.key.text() {
            let earlier = if entries.len() <= FEW_ENTRIES {
                let same = entries.iter().find(|other| other.key.text() == Some(key));
                same.map_or(entry.key.span, |same| same.key.span)
            } else {
                *first.entry(key).or_insert(entry.key.span)
            };
            if earlier != entry.key.span {
                let kind = FaultKind::DuplicateKey { key: entry.name().to_owned(), first: earlier };
                faults.push(Fault { span: entry.key.span, kind, repair: None });
            }
        }
        for node in std::iter::once(&entry.value).chain(items(&entry.value)) {
            find_duplicates(node.entries(), faults);
        }
    }
}

fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        Value::Scalar { .. } | Value::Map(_) => &[],
    }
}

#[cfg(test)]
mod tests;
