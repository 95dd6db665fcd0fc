//! Reading a head that is no YAML: it is cut at its column-0 keys, each entry is parsed alone, and what still fails is
//! read by quoting it, which is the lenient repair that clients use. So every faulty entry is found in one run.

use super::{
    fault::{Fault, FaultKind, Repair, plain_words},
    node::{Entry, Node, Style, Value},
    quote,
    yaml::{self, Exotic, Loosened, Parsed, Tolerance},
};
use crate::model::span::{Span, lines};

/// What one head's text gave; spans lie in the text handed in.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) root: Option<Node>,
    pub(super) faults: Vec<Fault>,
    pub(super) exotics: Vec<Exotic>,
}

/// Reads a head's text, valid or not.
pub(super) fn read(text: &str) -> Read {
    let parsed = yaml::parse(text);
    if parsed.fault.is_none() && parsed.second.is_none() {
        return from_parsed(parsed);
    }
    let mut faults = Vec::new();
    let mut working = without_surrogates(text);
    // A tab in the indentation counts as one blank, so that all other offsets stay.
    for tab in indenting_tabs(text) {
        if faults.is_empty() {
            faults.push(Fault { span: tab, kind: FaultKind::Tab, repair: None });
        }
        working.replace_range(tab.start..tab.end, &" ".repeat(tab.len()));
    }
    if working != text {
        let parsed = yaml::parse(&working);
        if parsed.fault.is_none() && parsed.second.is_none() {
            let mut read = from_parsed(parsed);
            read.faults.splice(0..0, faults);
            return read;
        }
    }
    let loose = yaml::parse_loosely(&working, &margin(&working), Tolerance::Margin);
    if loose.parsed.fault.is_none() && loose.parsed.second.is_none() {
        return from_loosened(&working, loose, faults);
    }
    let mut found = Read { faults, ..Read::default() };
    let mut entries = Vec::new();
    for chunk in cut(&working) {
        read_chunk(&working, chunk, &mut entries, &mut found);
    }
    found.root = Some(Node { span: Span::new(0, text.len()), value: Value::Map(entries) });
    found
}

/// A text in which some values go on without the indentation that the scanner wants.
fn from_loosened(text: &str, mut loose: Loosened, mut faults: Vec<Fault>) -> Read {
    let parsed = std::mem::take(&mut loose.parsed);
    let back = |offset: usize| loose.original(offset);
    let root = parsed.root.map(|root| moved_node(root, &back));
    for entry in root.iter().flat_map(Node::entries) {
        let span = Span::new(entry.key.span.start, entry.value.span.end);
        // Places are in their order.
        let next = loose.places.partition_point(|place| *place <= span.start);
        let Some(&place) = loose.places.get(next).filter(|place| **place < span.end) else { continue };
        let line = lines(text, place).next().map_or(Span::at(place), |line| line.span);
        let kind = FaultKind::ValueAtMargin { key: entry.name().to_owned() };
        // Indentation is no part of a quoted or bracketed value, so the value stays.
        let mut indented = String::with_capacity(span.end - place + loose.places.len());
        for at in lines(text, place).take_while(|line| line.span.start < span.end) {
            let from = loose.places.partition_point(|place| *place < at.span.start);
            let blanks = loose.places[from..].iter().take_while(|place| **place == at.span.start).count();
            indented.extend(std::iter::repeat_n(' ', blanks));
            indented.push_str(&text[at.span.start..at.next.min(span.end)]);
        }
        let repair = Repair { span: Span::new(place, span.end), replacement: indented };
        faults.push(Fault { span: line, kind, repair: Some(repair) });
    }
    let exotics = parsed
        .exotics
        .iter()
        .map(|exotic| Exotic {
            span: Span::new(back(exotic.span.start), back(exotic.span.end)),
            kind: exotic.kind,
        })
        .collect();
    Read { root, faults, exotics }
}

fn from_parsed(parsed: Parsed) -> Read {
    let mut faults = Vec::new();
    if parsed.is_too_deep {
        faults.push(Fault { span: Span::at(0), kind: FaultKind::TooDeep, repair: None });
    }
    Read { root: parsed.root, faults, exotics: parsed.exotics }
}

/// JSON writes a character beyond the first plane as two escapes (`\\ud83d\\udce7`), which YAML readers bear and the
/// scanner does not. They are read as two replacement characters, so that all offsets stay.
fn without_surrogates(text: &str) -> String {
    let is_surrogate = |at: usize| {
        let digits = text.get(at + 2..at + 6).unwrap_or("");
        digits.starts_with(['d', 'D'])
            && u16::from_str_radix(digits, 16).is_ok_and(|code| (0xD800..0xE000).contains(&code))
    };
    let mut working = text.to_owned();
    for (at, _) in text.match_indices("\\u") {
        let is_escape = text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0;
        if is_escape && is_surrogate(at) {
            working.replace_range(at + 2..at + 6, "fffd");
        }
    }
    working
}

/// The runs of indentation that hold a tab.
fn indenting_tabs(text: &str) -> impl Iterator<Item = Span> + '_ {
    lines(text, 0).filter_map(|line| {
        let content = line.span.of(text);
        let indentation = content.len() - content.trim_start_matches([' ', '\t']).len();
        let is_blank = indentation == content.len();
        let has_tab = content[..indentation].contains('\t');
        (has_tab && !is_blank).then(|| Span::new(line.span.start, line.span.start + indentation))
    })
}

/// Where a line at column 0 has a key: its span and where the value begins.
fn key_of(line: &str) -> Option<(Span, usize)> {
    let first = line.chars().next()?;
    if !(first.is_alphanumeric() || matches!(first, '_' | '"' | '\'' | '$' | '<' | '.')) {
        return None;
    }
    let length = match first {
        '"' | '\'' => yaml::quoted_length(line),
        _ => line.find(|c: char| c == ':' || c.is_whitespace())?,
    };
    let rest = line.get(length..)?;
    let after_blanks = rest.trim_start_matches(' ');
    let colon = length + (rest.len() - after_blanks.len());
    let value = after_blanks.strip_prefix(':')?;
    (value.is_empty() || value.starts_with([' ', '\t', '\r', '\n']))
        .then_some((Span::new(0, length), colon + 1))
}

/// Cuts a head at its column-0 keys, open quotes and brackets respected. The first piece may have no key.
pub(super) fn cut(text: &str) -> Vec<Span> {
    let mut pieces: Vec<Span> = Vec::new();
    let mut start = 0;
    let mut closed_at = 0;
    for line in lines(text, 0) {
        if line.span.start < closed_at {
            continue;
        }
        let Some((_, value)) = key_of(line.span.of(text)) else { continue };
        if line.span.start > start {
            pieces.push(Span::new(start, line.span.start));
        }
        start = line.span.start;
        closed_at = closing(text, line.span.start + value).unwrap_or(line.next);
    }
    if start < text.len() {
        pieces.push(Span::new(start, text.len()));
    }
    pieces
}

/// Where a quoted or bracketed value that begins at `from` ends, if it is closed and nothing but a comment follows.
fn closing(text: &str, from: usize) -> Option<usize> {
    let value = text[from..].trim_start_matches([' ', '\t']);
    let begin = text.len() - value.len();
    let length = match value.as_bytes().first()? {
        b'"' | b'\'' => {
            let length = yaml::quoted_length(value);
            let quote = &value[..1];
            (length > 1 && value[..length].ends_with(quote)).then_some(length)?
        }
        b'[' | b'{' => yaml::bracket_length(value)?,
        _ => return None,
    };
    let after = lines(value, length).next().map_or("", |line| line.span.of(value));
    let after = after.trim_start();
    (after.is_empty() || after.starts_with('#') || value[length..].starts_with(['\n', '\r']))
        .then_some(begin + length)
}

/// The lines at column 0 that continue a quoted or bracketed value of a column-0 key.
pub(super) fn margin(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    for piece in cut(text) {
        let entry = piece.of(text);
        let Some((_, value)) = key_of(entry) else { continue };
        let begin = piece.end - entry[value..].trim_start_matches([' ', '\t']).len();
        let Some(end) = closing(text, begin) else { continue };
        let further = lines(text, begin).skip(1).take_while(|line| line.span.start < end);
        let at_margin =
            further.filter(|line| !line.span.is_empty() && !line.span.of(text).starts_with([' ', '\t']));
        places.extend(at_margin.map(|line| line.span.start));
    }
    places
}

fn read_chunk(text: &str, chunk: Span, entries: &mut Vec<Entry>, found: &mut Read) {
    let entry = chunk.of(text);
    let base = chunk.start;
    let loose = yaml::parse_loosely(entry, &margin(entry), Tolerance::Margin);
    if !loose.places.is_empty() && loose.parsed.fault.is_none() && loose.parsed.second.is_none() {
        let read = from_loosened(entry, loose, Vec::new());
        let own = read.root.iter().flat_map(Node::entries).cloned();
        entries.extend(own.map(|entry| moved(entry, &|offset| offset + base)));
        found.faults.extend(read.faults.into_iter().map(|fault| Fault {
            span: fault.span.shifted(base),
            kind: fault.kind,
            repair: fault.repair.map(|repair| Repair { span: repair.span.shifted(base), ..repair }),
        }));
        take_exotics(&read.exotics, base, found);
        return;
    }
    let parsed = yaml::parse(entry);
    if let (None, None, Some(Node { value: Value::Map(own), .. })) =
        (&parsed.fault, parsed.second, &parsed.root)
    {
        entries.extend(own.iter().map(|entry| moved(entry.clone(), &|offset| offset + base)));
        take_exotics(&parsed.exotics, base, found);
        return;
    }
    if parsed.fault.is_none() && parsed.root.is_none() {
        return;
    }
    let Some((key, value)) = key_of(entry) else {
        let line = lines(entry, 0).find(|line| {
            let content = line.span.of(entry).trim();
            !content.is_empty() && !content.starts_with('#')
        });
        let span = line.map_or(Span::at(0), |line| line.span).shifted(base);
        found.faults.push(Fault { span, kind: FaultKind::StrayText, repair: None });
        return;
    };
    let name = key.of(entry).trim_matches(['"', '\'']).to_owned();
    let fault = parsed.fault.unwrap_or(yaml::ScanFault { offset: 0, why: "second document".to_owned() });
    // An alias whose anchor stands in another entry is only unknown because this entry is read alone.
    if fault.why.contains("unknown anchor") && text.contains('&') && is_anchored(text, entry, fault.offset) {
        return;
    }
    let key_node =
        Node { span: key.shifted(base), value: Value::Scalar { text: name.clone(), style: Style::Plain } };
    if entry[value..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r']) {
        read_nested(entry, base, &key_node, &fault, entries, found);
        return;
    }
    let value_span = value_span(entry, value);
    let (kind, place) = diagnose(entry, &name, value_span, &fault);
    let meant = joined(value_span.of(entry));
    let repair = matches!(
        kind,
        FaultKind::UnquotedColon { .. } | FaultKind::NeedsQuotes { .. } | FaultKind::TextAfterQuote { .. }
    )
    .then(|| Repair { span: value_span.shifted(base), replacement: quote::double(&meant) });
    let is_readable = repair.is_some() || matches!(kind, FaultKind::StrayText);
    found.faults.push(Fault { span: place.shifted(base), kind, repair });
    if is_readable {
        let value = Value::Scalar { text: meant, style: Style::Double };
        entries.push(Entry {
            key: key_node,
            value: Node { span: value_span.shifted(base), value },
            repaired: true,
        });
    }
}

/// Whether the alias at `offset` of an entry names an anchor that stands somewhere in the head.
fn is_anchored(text: &str, entry: &str, offset: usize) -> bool {
    let Some(star) =
        entry.get(..=offset.min(entry.len().saturating_sub(1))).and_then(|before| before.rfind('*'))
    else {
        return false;
    };
    let name: String = entry[star + 1..].chars().take_while(|c| !c.is_whitespace()).collect();
    !name.is_empty() && text.contains(&format!("&{name}"))
}

/// A value that is a nested block: the lines at fault are quoted one by one.
fn read_nested(
    entry: &str,
    base: usize,
    key: &Node,
    fault: &yaml::ScanFault,
    entries: &mut Vec<Entry>,
    found: &mut Read,
) {
    let mut mended = String::with_capacity(entry.len() + 16);
    let mut faults = Vec::new();
    let mut from = 0;
    for line in lines(entry, 0).skip(1) {
        let content = line.span.of(entry);
        let indentation = content.len() - content.trim_start_matches([' ', '-']).len();
        let Some((name, value)) = key_of(&content[indentation..]) else { continue };
        let name = name.of(&content[indentation..]).to_owned();
        let alone = yaml::parse(&content[indentation..]);
        let Some(problem) = alone.fault else { continue };
        let value = value_span(&content[indentation..], value).shifted(line.span.start + indentation);
        if value.is_empty() || value.of(entry).starts_with(['[', '{', '|', '>', '"', '\'']) {
            continue;
        }
        let replacement = quote::double(value.of(entry));
        let problem = yaml::ScanFault { offset: problem.offset + line.span.start + indentation, ..problem };
        let (kind, place) = diagnose(entry, &name, value, &problem);
        let repair = Some(Repair { span: value.shifted(base), replacement: replacement.clone() });
        faults.push(Fault { span: place.shifted(base), kind, repair });
        mended.push_str(&entry[from..value.start]);
        mended.push_str(&replacement);
        from = value.end;
    }
    mended.push_str(&entry[from..]);
    let parsed = yaml::parse(&mended);
    if let (None, Some(Node { value: Value::Map(own), .. })) = (&parsed.fault, &parsed.root)
        && !faults.is_empty()
    {
        found.faults.append(&mut faults);
        // The nested values' places moved with the quotes, so the whole value stands for them.
        let place = Span::new(key.span.end, base + entry.trim_end().len());
        entries.extend(own.iter().map(|own| {
            let mut own = moved(own.clone(), &|_| place.start);
            own.key.span = key.span;
            own.value.span = place;
            own.repaired = true;
            own
        }));
        return;
    }
    // The scanner stumbles only after a line at column 0 that is neither an item nor a key.
    let stray =
        lines(entry, 0).skip(1).map(|line| line.span).take_while(|line| line.start <= fault.offset).find(
            |line| {
                let content = line.of(entry);
                !content.trim().is_empty() && !content.starts_with([' ', '\t', '#', '-'])
            },
        );
    let (kind, place) = if let Some(line) = stray {
        (FaultKind::StrayText, line)
    } else {
        let line = lines(entry, 0).find(|line| line.next > fault.offset);
        let place = line.map_or(Span::at(fault.offset.min(entry.len())), |line| line.span);
        (FaultKind::Syntax(plain_words(&fault.why)), place)
    };
    found.faults.push(Fault { span: place.shifted(base), kind, repair: None });
}

/// The value's text in an entry: from the first character after the colon to the last before trailing blanks.
fn value_span(entry: &str, after_colon: usize) -> Span {
    let rest = &entry[after_colon..];
    let start = after_colon + (rest.len() - rest.trim_start().len());
    Span::new(start, after_colon + rest.trim_end().len())
}

/// Lines folded to one as YAML folds plain text: one line end is a blank, an empty line is a line end.
fn joined(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut gap = 0;
    for line in lines(raw, 0) {
        let content = line.span.of(raw).trim();
        if content.is_empty() {
            gap += 1;
            continue;
        }
        if !out.is_empty() {
            if gap == 0 {
                out.push(' ');
            }
            out.extend(std::iter::repeat_n('\n', gap));
        }
        out.push_str(content);
        gap = 0;
    }
    out
}

/// Names the flaw of an entry that does not parse, and the place to mark.
fn diagnose(entry: &str, key: &str, value: Span, fault: &yaml::ScanFault) -> (FaultKind, Span) {
    let text = value.of(entry);
    let key = key.to_owned();
    let first_line = lines(text, 0).next().map_or("", |line| line.span.of(text));
    let first = text.chars().next().unwrap_or(' ');
    let here = |offset: usize, length: usize| Span::new(value.start + offset, value.start + offset + length);
    if matches!(first, '"' | '\'') {
        let length = yaml::quoted_length(text);
        let is_closed = length > 1 && text[..length].ends_with(first);
        if !is_closed {
            return (FaultKind::UnclosedQuote { key }, here(0, 1));
        }
        let after = text[length..].trim_start();
        if !after.is_empty() && !after.starts_with('#') {
            // A line at column 0 after the closing quote is a line of its own.
            if lines(text, length).next().is_some_and(|line| line.span.of(text).trim().is_empty()) {
                let start = text.len() - after.len();
                let end = lines(after, 0).next().map_or(0, |line| line.span.len());
                return (FaultKind::StrayText, here(start, end));
            }
            return (FaultKind::TextAfterQuote { key }, here(length - 1, 1));
        }
        let end = entry[fault.offset.min(entry.len())..].chars().next().map_or(0, char::len_utf8);
        let place = Span::new(fault.offset.min(entry.len()), fault.offset.min(entry.len()) + end);
        return (FaultKind::Syntax(plain_words(&fault.why)), place);
    }
    // A bracket that closes is meant as one; what is wrong with it lies inside.
    if matches!(first, '[' | '{') && yaml::bracket_length(text) == Some(text.len()) {
        let offset = fault.offset.min(entry.len());
        let line = lines(entry, 0).find(|line| line.next > offset).map_or(Span::at(offset), |line| line.span);
        return (FaultKind::Syntax(plain_words(&fault.why)), line);
    }
    if matches!(first, '*' | '&' | '@' | '`' | '%' | '!' | '[' | '{' | ']' | '}' | ',' | '|' | '>' | '#')
        || (matches!(first, '-' | '?' | ':') && text[1..].starts_with([' ', '\t']))
    {
        return (FaultKind::NeedsQuotes { key, first }, here(0, first.len_utf8()));
    }
    let colon = first_line
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|&at| first_line[at + 1..].is_empty() || first_line[at + 1..].starts_with([' ', '\t']))
        .or_else(|| text.match_indices(": ").map(|(at, _)| at).next());
    if let Some(at) = colon {
        return (FaultKind::UnquotedColon { key }, here(at, 1));
    }
    // A later line at column 0 that is no key.
    if let Some(line) = lines(entry, 0).skip(1).find(|line| {
        let content = line.span.of(entry);
        !content.is_empty() && !content.starts_with([' ', '\t', '#'])
    }) {
        return (FaultKind::StrayText, line.span);
    }
    let offset = fault.offset.min(entry.len());
    let line = lines(entry, 0).find(|line| line.next > offset).map_or(Span::at(offset), |line| line.span);
    (FaultKind::Syntax(plain_words(&fault.why)), line)
}

fn take_exotics(exotics: &[Exotic], base: usize, found: &mut Read) {
    found
        .exotics
        .extend(exotics.iter().map(|exotic| Exotic { span: exotic.span.shifted(base), kind: exotic.kind }));
}

/// An entry with all its offsets put through `place`.
pub(super) fn moved(entry: Entry, place: &dyn Fn(usize) -> usize) -> Entry {
    Entry {
        key: moved_node(entry.key, place),
        value: moved_node(entry.value, place),
        repaired: entry.repaired,
    }
}

pub(super) fn moved_node(node: Node, place: &dyn Fn(usize) -> usize) -> Node {
    let span = Span::new(place(node.span.start), place(node.span.end));
    let value = match node.value {
        Value::Scalar { text, style } => Value::Scalar { text, style },
        Value::List(items) => Value::List(items.into_iter().map(|item| moved_node(item, place)).collect()),
        Value::Map(entries) => Value::Map(entries.into_iter().map(|entry| moved(entry, place)).collect()),
    };
    Node { span, value }
}
