//! Long lines broken between words, so that a terminal need not break them inside of words.

use unicode_width::UnicodeWidthChar as _;

use super::table::columns;

/// Columns for words, below which breaking them only makes a message longer.
const NARROW: usize = 24;

/// A text of one line broken between words, so that no line exceeds `width` columns where that can be.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    if width < NARROW {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 4);
    let mut used = 0;
    for (word, gap) in split(text, width).into_iter().flat_map(pieces) {
        let length = columns(word);
        let gap = if used > 0 { gap } else { "" };
        if used > 0 && used + gap.len() + length > width {
            out.push('\n');
            used = 0;
        } else {
            out.push_str(gap);
            used += gap.len();
        }
        out.push_str(word);
        used += length;
    }
    out
}

/// The words of a text; code between backticks is one word where it fits a line.
fn split(text: &str, width: usize) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = rest.find(' ').unwrap_or(rest.len());
        let in_code = rest[..end].matches('`').count() % 2 == 1;
        if in_code && let Some(close) = rest[end..].find('`') {
            let whole = end + close;
            let after = rest[whole..].find(' ').map_or(rest.len(), |at| whole + at);
            if columns(&rest[..after]) <= width {
                end = after;
            }
        }
        found.push(&rest[..end]);
        rest = rest.get(end + 1..).unwrap_or("");
    }
    found
}

/// A word at the places where it may be broken, each part with what stands before it: between characters of Chinese and
/// the like, outside of code, and not before a sign that closes or behind one that opens.
fn pieces(word: &str) -> Vec<(&str, &str)> {
    let is_wide = |c: char| c.width() == Some(2);
    let mut found = Vec::new();
    let (mut start, mut before, mut in_code) = (0, ' ', false);
    for (at, c) in word.char_indices() {
        let breaks = at > 0
            && !in_code
            && (is_wide(before) || is_wide(c))
            && !"，。、；：！？）」』》”’·…—".contains(c)
            && !"（「『《“‘—".contains(before);
        if breaks {
            found.push((&word[start..at], if start == 0 { " " } else { "" }));
            start = at;
        }
        in_code ^= c == '`';
        before = c;
    }
    found.push((&word[start..], if start == 0 { " " } else { "" }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_break_between_words_only() {
        assert_eq!(wrapped("one two three four five six seven", 24), "one two three four five\nsix seven");
        assert_eq!(wrapped("write the line `name: a b c` there", 24), "write the line\n`name: a b c` there");
        assert_eq!(
            wrapped("`a-word-that-is-longer-than-a-line` x", 24),
            "`a-word-that-is-longer-than-a-line`\nx"
        );
        assert_eq!(
            wrapped("描述里没有说明什么时候使用，请补上 `Use when …` 这样的词", 24),
            "描述里没有说明什么时候使\n用，请补上 `Use when …`\n这样的词"
        );
    }
}
