//! The part of a file that is shown with a finding: whole lines where they fit, else what surrounds the mark. Tabs
//! become blanks and hidden characters visible, so that marks stand below what they mean.

use std::ops::Range;

use unicode_width::UnicodeWidthChar as _;

use super::on_first_line;
use crate::{
    lint::diagnostic::Diagnostic,
    model::{
        span::{Line, Span, lines},
        visible::is_hidden,
    },
};

/// What is shown of a text; ranges lie in `source`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) source: String,
    /// The number of the first line.
    pub(super) line: usize,
    /// Columns before the lines.
    pub(super) gutter: usize,
    pub(super) mark: Range<usize>,
    pub(super) labels: Vec<Range<usize>>,
}

impl Frame {
    /// The lines from the first marked place to the last. `width` is the terminal's.
    pub(super) fn new(text: &str, span: Span, diagnostic: &Diagnostic, width: usize) -> Self {
        let marked = on_first_line(text, span);
        let labels: Vec<Span> =
            diagnostic.labels.iter().map(|label| on_first_line(text, label.span)).collect();
        let all = || std::iter::once(marked).chain(labels.iter().copied());
        let first = all().map(|mark| mark.start).min().unwrap_or(0);
        let last = all().map(|mark| mark.end).max().unwrap_or(0);
        let mut shown: Vec<Line> = Vec::new();
        let mut number = 1;
        for line in lines(text, 0) {
            if line.next <= first && line.next > line.span.end {
                number += 1;
                continue;
            }
            shown.push(line);
            if line.span.end >= last {
                break;
            }
        }
        let digits = (number + shown.len().saturating_sub(1)).to_string().len();
        let gutter = digits + " | ".len();
        let available = width.saturating_sub(gutter).max(20);
        let mut source = String::new();
        let mut found: Vec<Option<Range<usize>>> = vec![None; labels.len() + 1];
        for line in shown {
            let here: Vec<Span> = all().filter(|mark| is_on(line, *mark)).collect();
            let cut = Cut::new(text, line, here.first().copied(), available);
            for (mark, place) in all().zip(&mut found).filter(|(mark, _)| is_on(line, *mark)) {
                let range = cut.place(mark.start)..cut.place(mark.end);
                *place = place.take().or(Some(range.start + source.len()..range.end + source.len()));
            }
            source.push_str(&cut.shown);
            source.push('\n');
        }
        source.pop();
        let end = source.len();
        let mut found = found.into_iter().map(|range| range.unwrap_or(end..end));
        let mark = found.next().unwrap_or(end..end);
        Self { source, line: number, gutter, mark, labels: found.collect() }
    }
}

/// Whether a mark lies on a line; its end counts, for marks behind the last character.
fn is_on(line: Line, mark: Span) -> bool {
    line.span.start <= mark.start && mark.start <= line.span.end
}

/// One line made fit to show.
struct Cut {
    shown: String,
    /// For each character that is shown, where it stood and where it stands now; the end last.
    places: Vec<(usize, usize)>,
}

impl Cut {
    fn new(text: &str, line: Line, mark: Option<Span>, available: usize) -> Self {
        let cells: Vec<(usize, String, usize)> = line
            .span
            .of(text)
            .char_indices()
            .map(|(at, c)| {
                let cell = cell(c);
                let width = cell.chars().map(|c| c.width().unwrap_or(0)).sum();
                (line.span.start + at, cell, width)
            })
            .collect();
        let columns = |cells: &[(usize, String, usize)]| cells.iter().map(|(.., width)| width).sum::<usize>();
        let mut from = 0;
        if columns(&cells) > available
            && let Some(mark) = mark
        {
            let begin = cells.partition_point(|(at, ..)| *at < mark.start);
            let end = cells.partition_point(|(at, ..)| *at < mark.end);
            // A third of the line is left for what stands before; of a long mark the beginning counts.
            let length = columns(&cells[begin..end.max(begin)]).min(available / 2);
            if columns(&cells[..begin]) + length + 1 > available {
                let lead = available / 3;
                from = begin;
                while from > 0 && columns(&cells[from - 1..begin]) < lead {
                    from -= 1;
                }
            }
        }
        let mut shown = String::new();
        let mut places = Vec::new();
        if from > 0 {
            shown.push('…');
        }
        let mut left = available - usize::from(from > 0);
        let fits = columns(&cells[from..]) <= left;
        for (at, cell, width) in &cells[from..] {
            if !fits && *width + 1 > left {
                places.push((*at, shown.len()));
                shown.push('…');
                return Self { shown, places };
            }
            left = left.saturating_sub(*width);
            places.push((*at, shown.len()));
            shown.push_str(cell);
        }
        places.push((line.span.end, shown.len()));
        Self { shown, places }
    }

    /// Where a byte of the text stands in what is shown; the nearest place for what was cut away.
    fn place(&self, offset: usize) -> usize {
        let index = self.places.partition_point(|(at, _)| *at < offset);
        self.places.get(index).or(self.places.last()).map_or(0, |(_, place)| *place)
    }
}

/// A character as it is shown.
fn cell(c: char) -> String {
    match c {
        '\t' => "    ".to_owned(),
        c if is_hidden(c) => c.escape_unicode().to_string(),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, mark: Span, available: usize) -> (String, String) {
        let line = lines(text, 0).next().unwrap();
        let cut = Cut::new(text, line, Some(mark), available);
        let range = cut.place(mark.start)..cut.place(mark.end);
        (cut.shown[range].to_owned(), cut.shown)
    }

    #[test]
    fn long_lines_are_cut_round_the_mark_by_columns() {
        let text = "description: a word here, and a good many more words after it";
        let at = |word: &str| {
            let start = text.find(word).unwrap();
            Span::new(start, start + word.len())
        };
        assert_eq!(cut(text, at("here"), 20), ("here".into(), "…word here, and a g…".into()));
        assert_eq!(cut(text, at("description"), 20), ("description".into(), "description: a word…".into()));
        assert_eq!(cut(text, at("word here"), 100).1, text);
        let wide = "名称：这是一个很长很长的描述需要剪切";
        let (marked, shown) = cut(wide, Span::new(9, wide.len()), 20);
        assert_eq!(shown, "名称：这是一个很长…");
        assert_eq!(marked, "这是一个很长");
    }

    #[test]
    fn tabs_and_hidden_characters_keep_marks_in_place() {
        assert_eq!(cut("\ta\u{1b}b", Span::new(1, 3), 40), ("a\\u{1b}".into(), "    a\\u{1b}b".into()));
        assert_eq!(cut("abc", Span::new(3, 3), 40), (String::new(), "abc".into()));
    }
}
