//! Heads in the plainest of writings, read without the scanner: one-line values, lists and mappings of such, and block
//! texts without empty lines. At the first doubt there is no answer, and the parser reads the head; where there is one,
//! it is the parser's own, spans included.

use super::node::{Entry, Node, Style, Value};
use crate::model::span::Span;

/// Lines of a head that is read here, at most: far below what the parser gives up at.
const MOST_LINES: usize = 500;
/// Bytes of a key, at most: far below what the scanner takes for one.
const LONGEST_KEY: usize = 100;
/// Blanks before a nested line, at most.
const DEEPEST: usize = 16;

/// The entries of a head that begins at byte `base` of its file; `None` where only the parser can tell.
pub(super) fn read(head: &str, base: usize) -> Option<Vec<Entry>> {
    if !head.ends_with('\n') || !is_simple(head) {
        return None;
    }
    let mut lines = Lines { head, at: 0, base, read: 0 };
    let mut entries = Vec::with_capacity(8);
    while let Some((start, line)) = lines.peek() {
        lines.step(line)?;
        if line.is_empty() {
            continue;
        }
        let (key, rest) = field(line)?;
        let after = start + line.len() - rest.len();
        let value = match rest.trim_matches(' ') {
            "" => lines.nested(),
            "|" => lines.block(Style::Literal, '\n', "\n"),
            "|-" => lines.block(Style::Literal, '\n', ""),
            ">" => lines.block(Style::Folded, ' ', "\n"),
            ">-" => lines.block(Style::Folded, ' ', ""),
            _ => lines.scalar(rest, after),
        }?;
        entries.push(Entry { key: lines.key(key, start), value, repaired: false });
    }
    (!entries.is_empty()).then_some(entries)
}

/// Whether all characters are ordinary ones: no tab, no other line end, no blank but the space, nothing hidden.
fn is_simple(head: &str) -> bool {
    let is_ordinary = |byte: u8| matches!(byte, b'\n' | b' '..=b'~');
    if head.bytes().all(is_ordinary) {
        return true;
    }
    head.chars().all(|c| match c {
        '\n' | ' '..='~' => true,
        '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' => !c.is_whitespace() && c != '\u{FEFF}',
        '\u{10000}'..='\u{10FFFF}' => true,
        _ => false,
    })
}

/// The key of a line that begins with one, and what follows its colon.
fn field(line: &str) -> Option<(&str, &str)> {
    let bytes = line.as_bytes();
    if !bytes.first().is_some_and(|&first| first.is_ascii_alphabetic() || first == b'_') {
        return None;
    }
    let is_key = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let length = bytes.iter().take(LONGEST_KEY).take_while(|byte| is_key(byte)).count();
    let rest = line[length..].strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with(' ')).then_some((&line[..length], rest))
}

/// A head being read line by line.
struct Lines<'a> {
    head: &'a str,
    at: usize,
    base: usize,
    read: usize,
}

impl<'a> Lines<'a> {
    /// The line to be read next, without its end, and where it begins in the head.
    fn peek(&self) -> Option<(usize, &'a str)> {
        let rest = &self.head[self.at..];
        memchr::memchr(b'\n', rest.as_bytes()).map(|end| (self.at, &rest[..end]))
    }

    /// Goes past a line; `None` once there were too many.
    fn step(&mut self, line: &str) -> Option<()> {
        self.at += line.len() + 1;
        self.read += 1;
        (self.read <= MOST_LINES).then_some(())
    }

    fn node(&self, start: usize, end: usize, value: Value) -> Node {
        Node { span: Span::new(self.base + start, self.base + end), value }
    }

    fn key(&self, key: &str, start: usize) -> Node {
        let value = Value::Scalar { text: key.to_owned(), style: Style::Plain };
        self.node(start, start + key.len(), value)
    }

    /// A value on its line, blanks around it included; `at` is where that text begins.
    fn scalar(&self, text: &str, at: usize) -> Option<Node> {
        let content = text.trim_start_matches(' ');
        let start = at + text.len() - content.len();
        let content = content.trim_end_matches(' ');
        let first = content.chars().next()?;
        let (inner, style) = match first {
            '"' | '\'' => {
                let inner = content.get(1..)?.strip_suffix(first)?;
                if inner.contains([first, '\\']) {
                    return None;
                }
                (inner, if first == '"' { Style::Double } else { Style::Single })
            }
            _ => {
                let may_begin = first.is_ascii_alphanumeric() || matches!(first, '_' | '(' | '/' | '.' | '$');
                if !(may_begin || !first.is_ascii()) || content.ends_with(':') {
                    return None;
                }
                let bytes = content.as_bytes();
                let is_sign = |at: usize| match bytes[at] {
                    b':' => bytes[at + 1] == b' ',
                    // The first character is none.
                    _ => bytes[at - 1] == b' ',
                };
                if memchr::memchr2_iter(b':', b'#', bytes).any(is_sign) {
                    return None;
                }
                (content, Style::Plain)
            }
        };
        let value = Value::Scalar { text: inner.to_owned(), style };
        Some(self.node(start, start + content.len(), value))
    }

    /// The list or mapping on the lines below a key.
    fn nested(&mut self) -> Option<Node> {
        let (_, first) = self.peek()?;
        let indent = first.len() - first.trim_start_matches(' ').len();
        if indent > DEEPEST {
            return None;
        }
        let start = self.at + indent;
        let (mut items, mut fields) = (Vec::new(), Vec::new());
        let is_list = first[indent..].starts_with("- ");
        if indent == 0 && !is_list {
            return None;
        }
        while let Some((begin, line)) = self.peek() {
            let content = line.trim_start_matches(' ');
            if line.len() - content.len() != indent || content.is_empty() {
                // A line indented in another way is no key, and so ends the reading.
                break;
            }
            let begin = begin + indent;
            if is_list {
                let Some(item) = content.strip_prefix("- ") else { break };
                items.push(self.scalar(item, begin + 2)?);
            } else {
                let (key, rest) = field(content)?;
                let value = self.scalar(rest, begin + key.len() + 1)?;
                fields.push(Entry { key: self.key(key, begin), value, repaired: false });
            }
            self.step(line)?;
        }
        let last = items.last().or(fields.last().map(|entry| &entry.value))?;
        let end = last.span.end - self.base;
        Some(self.node(start, end, if is_list { Value::List(items) } else { Value::Map(fields) }))
    }

    /// The block text below a key: lines of one indentation, without an empty one.
    fn block(&mut self, style: Style, between: char, last: &str) -> Option<Node> {
        let (_, first) = self.peek()?;
        let indent = first.len() - first.trim_start_matches(' ').len();
        if indent == 0 || indent > DEEPEST {
            return None;
        }
        let start = self.at + indent;
        let mut end = start;
        let mut text = String::new();
        while let Some((begin, line)) = self.peek() {
            if line.is_empty() {
                return None;
            }
            if !line.starts_with(' ') {
                break;
            }
            let content = line.trim_start_matches(' ');
            if line.len() - content.len() != indent || content.is_empty() || content.ends_with(' ') {
                return None;
            }
            if !text.is_empty() {
                text.push(between);
            }
            text.push_str(content);
            end = begin + line.len();
            self.step(line)?;
        }
        text.push_str(last);
        Some(self.node(start, end, Value::Scalar { text, style }))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::recover, *};

    /// What the parser makes of a head, where it finds no flaw and nothing odd.
    fn parsed(head: &str) -> Option<Vec<Entry>> {
        let read = recover::read(head);
        let is_flawless = read.faults.is_empty() && read.exotics.is_empty();
        match read.root {
            Some(Node { value: Value::Map(entries), .. }) if is_flawless => Some(entries),
            _ => None,
        }
    }

    /// Whether it was read here.
    fn agree(head: &str) -> bool {
        let plain = read(head, 0);
        if plain.is_some() {
            assert_eq!(plain, parsed(head), "{head:?}");
        }
        plain.is_some()
    }

    #[test]
    fn usual_heads_are_read_as_the_parser_reads_them() {
        for head in [
            "name: a\ndescription: Use it, (always) for x:y and C#.\nlicense: MIT\n",
            "name: \"a\"\ndescription: 'Use: it # now'  \n\nmetadata:\n  version: \"1.0\"\n  tags: a, b\n",
            "tags:\n  - one\n  - \"two: 2\"\nname: 技能\nallowed-tools:\n- Read\n- Bash(git add:*)\n",
            "description: >\n  One\n  line: # two\nname: a\n",
            "description: >-\n    One\n    two\nlicense: |\n  a\n  b\nother: |-\n  c\n",
        ] {
            assert!(agree(head), "{head:?}");
        }
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_parser() {
        for head in [
            "name: a: b\n",
            "name: a # b\n",
            "name: a:\n",
            "name: [a]\n",
            "name: *a\n",
            "name: a\n  b\n",
            "name:\n",
            "name: \"a\\n\"\n",
            "name: 'it''s'\n",
            "name: a\r\n",
            "name: a\tb\n",
            "name: a\u{3000}\n",
            "- a\n",
            "name: a",
            "\n",
        ] {
            assert_eq!(read(head, 0), None, "{head:?}");
        }
    }

    #[test]
    fn no_text_of_random_pieces_is_read_otherwise_than_the_parser_reads_it() {
        const PIECES: [&str; 48] = [
            "name",
            "a",
            "key: ",
            "key:",
            ": ",
            ":",
            "\n",
            "\n",
            "\n",
            "\n\n",
            "  ",
            " ",
            "    ",
            "- ",
            "-",
            "# ",
            "#",
            " #",
            "\"",
            "'",
            "\"x\"",
            "'y'",
            "|",
            ">",
            "|\n",
            ">\n",
            ">-\n  ",
            "|-\n  ",
            "\n  key: ",
            "\n  - ",
            "\nb: ",
            "\nc:\n  ",
            "---",
            "...",
            "技",
            "é",
            "\\",
            "[",
            "]",
            "{",
            ",",
            "&a",
            "*a",
            "!t",
            "%",
            "?",
            "~",
            "1.0",
        ];
        let mut seed = 0x2545_F491_4F6C_DD1D_u64;
        let mut next = |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed >> 33).expect("31 bits") % below
        };
        let mut count = 0;
        for _ in 0..60_000 {
            let mut head = String::from("a: ");
            for _ in 0..=next(9) {
                head.push_str(PIECES[next(PIECES.len())]);
            }
            head.push('\n');
            count += usize::from(agree(&head));
        }
        assert!(count > 3_000, "only {count} were read here");
    }

    #[test]
    fn temporary_corpus() {
        let mut open = vec![std::path::PathBuf::from("/tmp/corp/corpus")];
        let (mut all, mut plain) = (0, 0);
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() && !path.is_symlink() {
                    open.push(path);
                    continue;
                }
                if !path.to_string_lossy().ends_with(".md") {
                    continue;
                }
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                let split = super::super::split(&text);
                if split.opening.is_none() {
                    continue;
                }
                all += 1;
                plain += usize::from(agree(split.head.of(&text)));
            }
        }
        println!("PLAIN {plain} of {all}");
    }
}
