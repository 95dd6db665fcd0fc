//! YAML text to values with byte spans. Built without recursion and with a depth cap, since the text is foreign.
//! The scanner counts characters, runs a quoted scalar's span over a trailing comment and includes anchors and tags in
//! a span: all that is put right here.

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::node::{Entry, Node, Style, Value};
use crate::model::span::Span;

/// Values below one another, at most.
pub(crate) const MAX_DEPTH: usize = 32;
/// Values in one head, at most; what aliases stand for counts too.
const MAX_VALUES: usize = 20_000;

/// YAML that is valid but that plain readers refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExoticKind {
    Anchor,
    Alias,
    Tag,
    Flow,
    ComplexKey,
}

/// One such place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exotic {
    pub(crate) span: Span,
    pub(crate) kind: ExoticKind,
}

/// Why a text is no YAML, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScanFault {
    pub(crate) offset: usize,
    pub(crate) why: String,
}

/// What came of one text. With a fault the values are those read before it, if any.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) root: Option<Node>,
    pub(crate) fault: Option<ScanFault>,
    pub(crate) exotics: Vec<Exotic>,
    /// Where a second document begins.
    pub(crate) second: Option<usize>,
    pub(crate) is_too_deep: bool,
}

/// Parses `text`, in which all returned offsets lie.
pub(crate) fn parse(text: &str) -> Parsed {
    parse_up_to(text, MAX_VALUES)
}

/// The same for another kind of file, with this many values at most.
pub(crate) fn parse_up_to(text: &str, most: usize) -> Parsed {
    let places = Places::new(text);
    let mut builder = Builder { most, ..Builder::new(text) };
    for step in Parser::new_from_str(text) {
        match step {
            Ok((event, span)) => {
                let span = Span::new(places.byte(span.start.index()), places.byte(span.end.index()));
                if !builder.take(event, span) {
                    break;
                }
            }
            // The scanner repeats an error for ever.
            Err(error) => {
                let offset = places.byte(error.marker().index());
                builder.parsed.fault = Some(ScanFault { offset, why: error.info().to_owned() });
                break;
            }
        }
    }
    builder.parsed
}

/// What the scanner refuses and other readers bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tolerance {
    /// Lines of a quoted or bracketed value indented less than they should be.
    Margin,
    /// The same, and no blank between a closing quote and a `#`.
    Reference,
}

/// A text that parses once blanks are put in.
pub(crate) struct Loosened {
    pub(crate) parsed: Parsed,
    pub(crate) text: String,
    /// Offsets of the original text, in order, before each of which a blank went in; repeated for several.
    pub(crate) places: Vec<usize>,
}

/// Blanks that make any line indented enough.
const INDENT: usize = MAX_DEPTH * 2;
/// Lines that are indented before the text is given up.
const MAX_LINES: usize = 200;

/// Parses `text`, putting blanks in where the scanner wants them and tolerance does not; `margin` are lines that are
/// known to continue a value at column 0.
pub(crate) fn parse_loosely(text: &str, margin: &[usize], tolerance: Tolerance) -> Loosened {
    let mut loosened = text.to_owned();
    for &place in margin.iter().rev() {
        loosened.insert(place, ' ');
    }
    let mut loose = Loosened { parsed: parse(&loosened), text: loosened, places: margin.to_vec() };
    let mut tried = Vec::new();
    for _ in 0..MAX_LINES {
        let Some(fault) = &loose.parsed.fault else { break };
        let offset = fault.offset.min(loose.text.len());
        let (at, blanks) = if fault.why.contains("invalid indentation in") {
            // The fault may be told at the end of the line before.
            let rest = &loose.text[offset..];
            let skipped = rest.len() - rest.trim_start_matches(['\n', '\r', ' ', '\t']).len();
            let before = &loose.text[..offset + skipped];
            (before.rfind(['\n', '\r']).map_or(0, |at| at + 1), INDENT)
        } else if fault.why.contains("comments must be separated") && tolerance == Tolerance::Reference {
            let is_after_quote = |at: usize| loose.text[..at].ends_with(['"', '\'']);
            match loose.text[offset..].find('#').map(|at| offset + at).filter(|&at| is_after_quote(at)) {
                Some(at) => (at, 1),
                None => break,
            }
        } else {
            break;
        };
        let place = loose.original(at);
        if tried.contains(&place) {
            break;
        }
        tried.push(place);
        loose.text.insert_str(at, &" ".repeat(blanks));
        let index = loose.places.partition_point(|other| *other < place);
        loose.places.splice(index..index, std::iter::repeat_n(place, blanks));
        loose.parsed = parse(&loose.text);
    }
    loose
}

impl Loosened {
    /// The offset in the text before blanks were put in.
    pub(crate) fn original(&self, offset: usize) -> usize {
        let mut inserted = 0;
        for &place in &self.places {
            if place + inserted < offset {
                inserted += 1;
            }
        }
        offset - inserted
    }
}

/// From the scanner's characters to bytes.
struct Places {
    /// Byte of each character; empty for an ASCII text, where they are the same.
    bytes: Vec<usize>,
    length: usize,
}

impl Places {
    fn new(text: &str) -> Self {
        let bytes =
            if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(byte, _)| byte).collect() };
        Self { bytes, length: text.len() }
    }

    fn byte(&self, character: usize) -> usize {
        if self.bytes.is_empty() {
            character.min(self.length)
        } else {
            self.bytes.get(character).copied().unwrap_or(self.length)
        }
    }
}

/// A list or mapping that is still open.
enum Open {
    List { start: usize, items: Vec<Node>, anchor: usize },
    Map { start: usize, entries: Vec<Entry>, key: Option<Node>, anchor: usize },
}

struct Builder<'a> {
    text: &'a str,
    open: Vec<Open>,
    anchors: Vec<(usize, Node)>,
    values: usize,
    most: usize,
    parsed: Parsed,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            open: Vec::new(),
            anchors: Vec::new(),
            values: 0,
            most: MAX_VALUES,
            parsed: Parsed::default(),
        }
    }

    /// Takes in one event; says whether more are wanted.
    fn take(&mut self, event: Event<'_>, span: Span) -> bool {
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => true,
            Event::DocumentStart(_) => {
                if self.parsed.root.is_some() {
                    self.parsed.second = Some(span.start);
                    return false;
                }
                true
            }
            Event::Alias(anchor) => {
                self.exotic(span, ExoticKind::Alias);
                let meant =
                    self.anchors.iter().find(|(id, _)| *id == anchor).map(|(_, node)| node.value.clone());
                let value = meant.unwrap_or(Value::Scalar { text: String::new(), style: Style::Plain });
                self.values += size(&value);
                self.put(Node { span, value }, 0)
            }
            Event::Scalar(text, style, anchor, tag) => {
                if anchor != 0 {
                    self.exotic(span, ExoticKind::Anchor);
                }
                if tag.is_some() {
                    self.exotic(span, ExoticKind::Tag);
                }
                let node = self.scalar(&text, style, span);
                self.put(node, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                self.opened(span, anchor, tag.is_some());
                self.open.push(Open::List { start: span.start, items: Vec::new(), anchor });
                self.is_shallow()
            }
            Event::MappingStart(anchor, tag) => {
                self.opened(span, anchor, tag.is_some());
                self.open.push(Open::Map { start: span.start, entries: Vec::new(), key: None, anchor });
                self.is_shallow()
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List { start, items, anchor }) => {
                    let end = self.end(start, span, items.last().map(|item| item.span.end));
                    self.put(Node { span: Span::new(start, end), value: Value::List(items) }, anchor)
                }
                Some(Open::Map { start, entries, anchor, .. }) => {
                    let end = self.end(start, span, entries.last().map(|entry| entry.value.span.end));
                    self.put(Node { span: Span::new(start, end), value: Value::Map(entries) }, anchor)
                }
                None => true,
            },
        }
    }

    fn exotic(&mut self, span: Span, kind: ExoticKind) {
        self.parsed.exotics.push(Exotic { span, kind });
    }

    fn opened(&mut self, span: Span, anchor: usize, tagged: bool) {
        if anchor != 0 {
            self.exotic(span, ExoticKind::Anchor);
        }
        if tagged {
            self.exotic(span, ExoticKind::Tag);
        }
        // The start of a block collection is an empty span.
        let start = self.after_properties(span.start);
        if !span.is_empty() && self.text[start..].starts_with(['[', '{']) {
            self.exotic(Span::new(start, start + 1), ExoticKind::Flow);
        }
    }

    fn is_shallow(&mut self) -> bool {
        self.parsed.is_too_deep = self.open.len() > MAX_DEPTH;
        !self.parsed.is_too_deep
    }

    /// A flow collection ends with its bracket, a block one with its last value.
    fn end(&self, start: usize, span: Span, last: Option<usize>) -> usize {
        let start = self.after_properties(start);
        if self.text[start..].starts_with(['[', '{']) && !span.is_empty() {
            // The scanner runs the closing bracket's span over a trailing comment.
            bracket_length(&self.text[start..]).map_or(span.end, |length| start + length)
        } else {
            last.unwrap_or(start)
        }
    }

    /// Skips `&anchor` and `!tag` before a value.
    fn after_properties(&self, start: usize) -> usize {
        let mut at = start;
        while self.text[at..].starts_with(['&', '!']) {
            let rest = &self.text[at..];
            let Some(gap) = rest.find(char::is_whitespace) else { return at };
            at += gap + (rest[gap..].len() - rest[gap..].trim_start().len());
        }
        at
    }

    fn scalar(&self, text: &str, style: ScalarStyle, span: Span) -> Node {
        let start = self.after_properties(span.start.min(self.text.len()));
        let raw = &self.text[start..];
        let end = span.end.max(start);
        let (style, end) = match style {
            // The scanner writes `~` where nothing stands.
            ScalarStyle::Plain if span.is_empty() => {
                let value = Value::Scalar { text: String::new(), style: Style::Plain };
                return Node { span: Span::at(start), value };
            }
            ScalarStyle::Plain => (Style::Plain, start + self.text[start..end].trim_end().len()),
            ScalarStyle::SingleQuoted => (Style::Single, start + quoted_length(raw)),
            ScalarStyle::DoubleQuoted => (Style::Double, start + quoted_length(raw)),
            ScalarStyle::Literal => (Style::Literal, start + self.text[start..end].trim_end().len()),
            ScalarStyle::Folded => (Style::Folded, start + self.text[start..end].trim_end().len()),
        };
        Node { span: Span::new(start, end), value: Value::Scalar { text: text.to_owned(), style } }
    }

    /// Puts a finished value where it belongs; says whether more are wanted.
    fn put(&mut self, node: Node, anchor: usize) -> bool {
        self.values += 1;
        if self.values > self.most {
            self.parsed.is_too_deep = true;
            return false;
        }
        if anchor != 0 {
            self.anchors.push((anchor, node.clone()));
        }
        match self.open.last_mut() {
            None => self.parsed.root = self.parsed.root.take().or(Some(node)),
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Map { entries, key, .. }) => {
                if let Some(key) = key.take() {
                    entries.push(Entry { key, value: node, repaired: false });
                } else {
                    if node.text().is_none() {
                        let span = node.span;
                        self.parsed.exotics.push(Exotic { span, kind: ExoticKind::ComplexKey });
                    }
                    *key = Some(node);
                }
            }
        }
        true
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Scalar { .. } => 1,
        Value::List(items) => 1 + items.iter().map(|item| size(&item.value)).sum::<usize>(),
        Value::Map(entries) => 1 + entries.iter().map(|entry| 1 + size(&entry.value.value)).sum::<usize>(),
    }
}

/// Bytes of the quoted scalar that `text` begins with, quotes included; all of it when the quote is never closed.
pub(crate) fn quoted_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let Some(&quote) = bytes.first() else { return 0 };
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        let is_escape = quote == b'"' && byte == b'\\';
        let is_doubled = quote == b'\'' && byte == quote && bytes.get(at + 1) == Some(&quote);
        if is_escape || is_doubled {
            at += 2;
        } else if byte == quote {
            return at + 1;
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Bytes of the bracketed value that `text` begins with; `None` when it is never closed.
pub(crate) fn bracket_length(value: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = value.as_bytes().get(at) {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' | b'\'' => at += quoted_length(&value[at..]).saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}
