//! Columns of text for a terminal: the last column is cut to the width that is left.

use anstyle::Style;

use super::text::{clip, columns};
use crate::ui::style;

/// A table with a head. Cells are shown as they are: foreign text is made visible by the caller.
pub(super) struct Table<const N: usize> {
    head: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(super) fn new(head: [&'static str; N]) -> Self {
        Self { head, rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }

    /// The lines of the table within `width` columns.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        let mut widths: [usize; N] = self.head.map(columns);
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(columns(cell));
            }
        }
        let used: usize = widths.iter().take(N - 1).map(|column| column + 2).sum();
        widths[N - 1] = width.saturating_sub(used).max(10);
        let mut lines = vec![line(&self.head.map(str::to_owned), &widths, style::HEADER)];
        lines.extend(self.rows.iter().map(|row| line(row, &widths, Style::new())));
        lines
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_and_the_last_is_cut() {
        let mut table = Table::new(["name", "text"]);
        table.row(["数据".to_owned(), "a long text that does not fit".to_owned()]);
        table.row(["ab".to_owned(), "short".to_owned()]);
        let lines: Vec<String> =
            table.lines(20).iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(lines, ["name  text", "数据  a long text t…", "ab    short"]);
    }
}
