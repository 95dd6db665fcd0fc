//! Columns of text for a terminal: the last column is cut to the width that is left. Where next to nothing is left, the
//! cells of a row flow over several lines.

use std::borrow::Cow;

use anstyle::Style;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::style;

/// A table with a head. Cells are shown as they are: foreign text is made visible by the caller.
pub(crate) struct Table<const N: usize> {
    head: [Cow<'static, str>; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(head: [impl Into<Cow<'static, str>>; N]) -> Self {
        Self { head: head.map(Into::into), rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }

    /// The table within `width` columns: the head, then a text for each row, which may hold line ends.
    pub(crate) fn lines(&self, width: usize) -> Vec<String> {
        let mut widths: [usize; N] = self.head.each_ref().map(|cell| columns(cell));
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(columns(cell));
            }
        }
        let used: usize = widths.iter().take(N - 1).map(|column| column + 2).sum();
        let left = width.saturating_sub(used);
        if left < widths[N - 1].min(LEAST) {
            let head = flow(&self.head.each_ref().map(ToString::to_string), width, style::HEADER);
            return std::iter::once(head)
                .chain(self.rows.iter().map(|row| flow(row, width, Style::new())))
                .collect();
        }
        widths[N - 1] = left;
        let mut lines = vec![line(&self.head.each_ref().map(ToString::to_string), &widths, style::HEADER)];
        lines.extend(self.rows.iter().map(|row| line(row, &widths, Style::new())));
        lines
    }
}

/// Columns that a cut last column needs to say anything.
const LEAST: usize = 20;

/// Cells in their order, on as many lines as they need.
fn flow<const N: usize>(cells: &[String; N], width: usize, style: Style) -> String {
    let mut lines = Vec::new();
    let mut text = String::new();
    for cell in cells {
        let cell = clip(cell, width.saturating_sub(INDENT));
        if !text.trim_start().is_empty() {
            if columns(&text) + 2 + columns(&cell) <= width {
                text.push_str("  ");
            } else {
                lines.push(std::mem::replace(&mut text, " ".repeat(INDENT)));
            }
        }
        text.push_str(&cell);
    }
    lines.push(text);
    lines.iter().map(|line| format!("{style}{}{style:#}", line.trim_end())).collect::<Vec<_>>().join("\n")
}

/// Columns before what a row goes on with.
const INDENT: usize = 4;

fn line<const N: usize>(cells: &[String; N], widths: &[usize; N], style: Style) -> String {
    let mut text = String::new();
    for (index, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        let cell = clip(cell, width);
        let pad = if index + 1 == N { 0 } else { width - columns(&cell) + 2 };
        text.push_str(&cell);
        text.extend(std::iter::repeat_n(' ', pad));
    }
    format!("{style}{}{style:#}", text.trim_end())
}

/// Columns a text takes on a terminal.
pub(crate) fn columns(text: &str) -> usize {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) { text.len() } else { text.width() }
}

/// The text within `width` columns; what is cut ends in `…`.
pub(crate) fn clip(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        let next = c.width().unwrap_or(0);
        if used + next + 1 > width {
            break;
        }
        used += next;
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_and_the_last_is_cut() {
        let mut table = Table::new(["name", "text"]);
        table.row(["数据".to_owned(), "a long text that does not fit".to_owned()]);
        table.row(["ab".to_owned(), "short".to_owned()]);
        let lines: Vec<String> =
            table.lines(26).iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(lines, ["name  text", "数据  a long text that do…", "ab    short"]);
    }

    #[test]
    fn cells_flow_where_the_last_column_would_hold_nothing() {
        let mut table = Table::new(["name", "version", "scope", "state", "source"]);
        let row = ["pdf-forms", "cf1723e", "project", "disabled", "github.com/a-team/of-many-words"];
        table.row(row.map(str::to_owned));
        let plain = |width| -> Vec<String> {
            let lines = table.lines(width);
            lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
        };
        assert_eq!(
            plain(40),
            [
                "name  version  scope  state  source",
                "pdf-forms  cf1723e  project  disabled\n    github.com/a-team/of-many-words"
            ]
        );
        assert!(plain(20).iter().flat_map(|text| text.lines()).all(|line| columns(line) <= 20));
        assert_eq!(plain(80).len(), 2);
        assert!(plain(80).iter().all(|line| !line.contains('\n')));
    }

    #[test]
    fn cuts_count_columns() {
        assert_eq!(clip("数据分析", 8), "数据分析");
        assert_eq!(clip("数据分析", 7), "数据分…");
        assert_eq!(clip("a b c", 3), "a…");
    }
}
