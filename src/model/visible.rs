//! Text from skills, servers and paths made safe to print: control and hidden characters become visible.

use std::borrow::Cow;

/// Replaces control, bidirectional, zero-width and tag characters by `\u{…}`; keeps line ends and tabs when `multiline`.
fn escape(text: &str, keep_layout: bool) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| !is_hidden(c) || (keep_layout && matches!(c, '\n' | '\t'));
    if text.chars().all(shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if shown(c) {
            out.push(c);
        } else {
            out.extend(c.escape_unicode());
        }
    }
    Cow::Owned(out)
}

/// One line of foreign text: line ends and tabs are made visible too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escape(text, false)
}

/// One line of foreign text for a message, cut where it would fill the screen.
pub(crate) fn short(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        None => line(text),
        Some((end, _)) => Cow::Owned(format!("{}…", line(&text[..end]))),
    }
}

/// Foreign text of several lines: line ends and tabs stay as they are; those of Windows and of ssh become plain ones.
pub(crate) fn block(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") {
        return Cow::Owned(escape(&text.replace("\r\n", "\n"), true).into_owned());
    }
    escape(text, true)
}

/// Whether a character could change what a reader sees without being seen: controls, bidirectional marks, zero-width
/// characters (but not the joiners that emoji and Indic scripts need), tags and interlinear marks.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
            | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_ssh_are_plain_ones_in_a_block() {
        assert_eq!(block("a\r\nb\rc\n"), "a\nb\\u{d}c\n");
        assert_eq!(line("a\r\n"), "a\\u{d}\\u{a}");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(short("é\u{202e}"), "é\\u{202e}");
        assert_eq!(short(&"é".repeat(201)), format!("{}…", "é".repeat(200)));
    }

    #[test]
    fn escapes_what_hides_and_keeps_what_shows() {
        assert_eq!(line("技能 — naïve 👩‍💻"), "技能 — naïve 👩‍💻");
        assert_eq!(line("a\u{1b}[31mb\u{202e}c\n"), "a\\u{1b}[31mb\\u{202e}c\\u{a}");
        assert_eq!(block("a\n\tb\r"), "a\n\tb\\u{d}");
    }
}
