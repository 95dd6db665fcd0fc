//! Small words for people: counts, sizes, cut lines.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Columns a text takes on a terminal.
pub(super) fn columns(text: &str) -> usize {
    text.width()
}

/// `1 skill`, `2 skills`.
pub(super) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A size for people, in units of 1,000.
pub(super) fn bytes(size: u64) -> String {
    let (unit, divisor) = match size {
        0..1_000 => return format!("{size} bytes"),
        1_000..1_000_000 => ("kB", 100),
        1_000_000..1_000_000_000 => ("MB", 100_000),
        _ => ("GB", 100_000_000),
    };
    let tenths = size / divisor;
    format!("{}.{} {unit}", tenths / 10, tenths % 10)
}

/// The text within `width` columns; what is cut ends in `…`.
pub(super) fn clip(text: &str, width: usize) -> String {
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
    fn sizes_and_counts_read_well() {
        assert_eq!(bytes(999), "999 bytes");
        assert_eq!(bytes(48_213), "48.2 kB");
        assert_eq!(bytes(5_000_000), "5.0 MB");
        assert_eq!(plural(1, "file"), "1 file");
        assert_eq!(plural(0, "file"), "0 files");
    }

    #[test]
    fn cuts_count_columns() {
        assert_eq!(clip("数据分析", 8), "数据分析");
        assert_eq!(clip("数据分析", 7), "数据分…");
        assert_eq!(clip("a b c", 3), "a…");
    }
}
