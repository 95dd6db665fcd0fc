//! `Span`: a byte range of a text. Also how a text is cut into lines, and where a byte stands in them.

/// A half-open range of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The empty span before a byte.
    pub(crate) fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// The marked part of `text`; empty when the span does not lie on its character borders.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    pub(crate) fn len(self) -> usize {
        self.end - self.start
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the two share a byte, or one is empty and lies within the other.
    pub(crate) fn touches(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end || self == other
    }

    /// The same range, `by` bytes further on.
    pub(crate) fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

/// One line of a text: LF, CRLF and lone CR end lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// The line without its end.
    pub(crate) span: Span,
    /// Where the next line begins.
    pub(crate) next: usize,
}

/// The lines of `text` from byte `from` on; no empty line after a final line end.
pub(crate) fn lines(text: &str, from: usize) -> impl Iterator<Item = Line> + '_ {
    let bytes = text.as_bytes();
    let mut start = from;
    std::iter::from_fn(move || {
        if start >= bytes.len() {
            return None;
        }
        let end = memchr::memchr2(b'\n', b'\r', &bytes[start..]).map_or(bytes.len(), |offset| start + offset);
        let next = match bytes.get(end) {
            None => end,
            Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => end + 2,
            Some(_) => end + 1,
        };
        let line = Line { span: Span::new(start, end), next };
        start = next;
        Some(line)
    })
}

/// Line and column of a byte, both from 1; the column counts code points.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut number = 1;
    let mut begins = 0;
    for line in lines(text, 0) {
        if line.next > offset || line.next == line.span.end {
            break;
        }
        number += 1;
        begins = line.next;
    }
    let before = text.get(begins..offset).unwrap_or("");
    (number, before.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let text = "a\r\nb\rc\nd";
        let found: Vec<&str> = lines(text, 0).map(|line| line.span.of(text)).collect();
        assert_eq!(found, ["a", "b", "c", "d"]);
        assert_eq!(lines("a\n", 0).count(), 1);
        assert_eq!(lines("", 0).count(), 0);
    }

    #[test]
    fn columns_count_characters() {
        let text = "技能\n能x\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 7 + 3), (2, 2));
        assert_eq!(line_and_column(text, text.len()), (3, 1));
        assert_eq!(line_and_column("ab", 2), (1, 3));
    }
}
