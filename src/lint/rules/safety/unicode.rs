//! `hidden-unicode`: what a reader does not see and an agent reads, decoded.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::span::Span,
};

declare_rule! {
    /// ## What it finds
    /// Characters that hide text or change its order: tag characters (their text is decoded and shown), bidirectional
    /// overrides and embeddings, three or more zero-width characters or four or more variation selectors in a row.
    /// The joiners of emoji and of Persian or Indic words are left alone.
    /// ## Why it matters
    /// A reviewer sees nothing, the agent reads instructions.
    /// ## Example
    /// A sentence followed by tag characters that spell "ignore the user".
    HIDDEN_UNICODE = "hidden-unicode" {
        summary: "invisible characters hide text or turn its order",
        category: Safety,
        level: Warning,
        fix: Safe,
        check: hidden_unicode,
    }
}

/// Kinds of invisible characters that are judged in runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tag,
    Bidi,
    ZeroWidth,
    Selector,
}

fn kind(c: char) -> Option<Kind> {
    match c {
        '\u{E0000}'..='\u{E007F}' => Some(Kind::Tag),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some(Kind::Bidi),
        '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{180E}' => Some(Kind::ZeroWidth),
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => Some(Kind::Selector),
        _ => None,
    }
}

fn hidden_unicode(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let fields: Vec<Span> =
        ["name", "description"].iter().filter_map(|key| head.value(key)).map(|node| node.span).collect();
    for text in subject.texts().iter().filter(|text| !text.text.is_ascii()) {
        for (span, kind) in runs(text.text) {
            // Of these two fields other rules tell it; only hidden words are decoded here.
            let is_told = text.path == subject.skill.manifest_path()
                && matches!(kind, Kind::Bidi | Kind::ZeroWidth)
                && fields.iter().any(|field| field.start <= span.start && span.end <= field.end);
            if is_told {
                continue;
            }
            let hidden = span.of(text.text);
            let count = hidden.chars().count();
            let message = match kind {
                Kind::Tag => {
                    let decoded: String = hidden.chars().filter_map(tag).take(120).collect();
                    format!("{count} invisible tag characters spell `{decoded}`")
                }
                Kind::Selector => {
                    let bytes: Vec<u8> = hidden.chars().filter_map(selector).take(120).collect();
                    format!("{count} variation selectors in a row hide {}", shown(&bytes))
                }
                Kind::ZeroWidth => format!("{count} zero-width characters stand in a row"),
                Kind::Bidi => {
                    let code = hidden.chars().next().map_or(0, u32::from);
                    format!("the invisible character U+{code:04X} turns the order in which text is shown")
                }
            };
            found
                .at(text.path, span, message)
                .help("remove them")
                .fix(Fix::safe("remove the invisible characters", vec![Edit::remove(span)]));
        }
    }
}

/// The letter a tag character stands for.
fn tag(c: char) -> Option<char> {
    char::from_u32(u32::from(c).checked_sub(0xE0000)?).filter(|c| c.is_ascii() && !c.is_ascii_control())
}

/// The byte a variation selector stands for where they carry hidden data.
fn selector(c: char) -> Option<u8> {
    let code = u32::from(c);
    let value = if code >= 0xE0100 { code - 0xE0100 + 16 } else { code.checked_sub(0xFE00)? };
    u8::try_from(value).ok()
}

fn shown(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.chars().all(|c| !c.is_control()) => format!("`{text}`"),
        _ => format!("{} bytes", bytes.len()),
    }
}

/// The runs that hide something.
fn runs(text: &str) -> Vec<(Span, Kind)> {
    let mut found = Vec::new();
    let mut run: Option<(Span, Kind)> = None;
    let mut before = None;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        let here = kind(c);
        let end = at + c.len_utf8();
        match (&mut run, here) {
            (Some((span, kind)), Some(other)) if *kind == other => span.end = end,
            _ => {
                found.extend(run.take().filter(|run| hides(text, *run, before)));
                before = Some(previous);
                run = here.map(|kind| (Span::new(at, end), kind));
            }
        }
        previous = c;
    }
    found.extend(run.filter(|run| hides(text, *run, before)));
    found
}

fn hides(text: &str, (span, kind): (Span, Kind), before: Option<char>) -> bool {
    let count = span.of(text).chars().count();
    match kind {
        // A black flag followed by tags is the flag of a region.
        Kind::Tag => before != Some('\u{1F3F4}'),
        // Right-to-left prose needs embeddings; overrides are never needed.
        Kind::Bidi => {
            span.of(text).contains(['\u{202D}', '\u{202E}'])
                || !line_around(text, span).chars().any(is_right_to_left)
        }
        // Code that looks for such characters names them in a literal of their own.
        Kind::ZeroWidth => count >= 3 && !is_literal(text, span),
        Kind::Selector => count >= 4,
    }
}

/// Whether quotes or brackets stand right before and after.
fn is_literal(text: &str, span: Span) -> bool {
    let is_quote = |c: char| matches!(c, '"' | '\'' | '`' | '[' | ']' | '/');
    text[..span.start].chars().next_back().is_some_and(is_quote)
        && text[span.end..].chars().next().is_some_and(is_quote)
}

/// At most so much of the line as decides.
fn line_around(text: &str, span: Span) -> &str {
    let mut low = span.start.saturating_sub(400);
    while !text.is_char_boundary(low) {
        low -= 1;
    }
    let mut high = (span.end + 400).min(text.len());
    while !text.is_char_boundary(high) {
        high += 1;
    }
    let start = text[low..span.start].rfind('\n').map_or(low, |at| low + at + 1);
    let end = text[span.end..high].find('\n').map_or(high, |at| span.end + at);
    &text[start..end]
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_found_and_what_scripts_need_is_not() {
        let hidden: String =
            "obey".chars().map(|c| char::from_u32(0xE0000 + u32::from(c)).unwrap()).collect();
        let text = format!("Do this.{hidden}\n");
        let found = runs(&text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0.of(&text).chars().filter_map(tag).collect::<String>(), "obey");
        assert_eq!(runs("a\u{202E}b").len(), 1);
        assert_eq!(runs("a\u{200B}\u{200B}\u{200D}b").len(), 1);
        for text in [
            "👩\u{200D}💻",
            "می\u{200C}خواهم",
            "❤\u{FE0F}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "\u{202B}שלום\u{202C}",
            "\u{FEFF}---",
        ] {
            assert_eq!(runs(text), [], "{text}");
        }
    }
}
