//! Text as a double-quoted YAML scalar on one line: the one form every reader takes the same way.

use std::fmt::Write as _;

use crate::model::visible;

/// `text` between double quotes, escaped so that YAML reads back exactly `text`.
pub(crate) fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if visible::is_hidden(c) && u32::from(c) <= 0xFFFF => {
                // Writing to a String can't fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c if visible::is_hidden(c) => {
                let _ = write!(out, "\\U{:08x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
