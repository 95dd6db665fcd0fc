//! The values of a head, each with its span. Scalars keep their text as written: what YAML would make of `yes` or `1.0`
//! is a question of its own.

use crate::model::span::Span;

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Single,
    Double,
    Literal,
    Folded,
}

/// What stands at one place of the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Scalar { text: String, style: Style },
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) value: Value,
}

/// One `key: value` of a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: Node,
    pub(crate) value: Node,
    /// The value could only be read by quoting it first.
    pub(crate) repaired: bool,
}

impl Entry {
    /// The key's text; empty for a key that is no scalar.
    pub(crate) fn name(&self) -> &str {
        self.key.text().unwrap_or("")
    }
}

/// What YAML's core schema, or the older YAML 1.1, makes of a plain scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Null,
    Boolean,
    Number,
    Date,
}

impl Node {
    /// The text of a scalar; `None` for lists and mappings.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// Whether nothing was written.
    pub(crate) fn is_absent(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, style: Style::Plain } if text.is_empty())
    }

    /// The entries of a mapping; empty for anything else.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::Scalar { .. } | Value::List(_) => &[],
        }
    }

    /// The value of a key of a mapping.
    pub(crate) fn value_of(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|entry| entry.key.text() == Some(key)).map(|entry| &entry.value)
    }

    /// What this is, with its article: `text`, `a number`, `a list` …
    pub(crate) fn kind_word(&self) -> &'static str {
        match &self.value {
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
            Value::Scalar { .. } => match self.kind() {
                Kind::Text => "text",
                Kind::Null => "null",
                Kind::Boolean => "a true/false value",
                Kind::Number => "a number",
                Kind::Date => "a date",
            },
        }
    }

    /// What a typed YAML reader makes of this scalar; lists and mappings count as text.
    pub(crate) fn kind(&self) -> Kind {
        match &self.value {
            Value::Scalar { text, style: Style::Plain } => kind_of_plain(text),
            Value::Scalar { .. } | Value::List(_) | Value::Map(_) => Kind::Text,
        }
    }
}

fn kind_of_plain(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" | "yes" | "Yes" | "YES" | "no" | "No"
        | "NO" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => Kind::Boolean,
        _ if is_number(text) => Kind::Number,
        _ if is_date(text) => Kind::Date,
        _ => Kind::Text,
    }
}

fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    if let Some(hex) = unsigned.strip_prefix("0x") {
        return !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let any = mantissa.bytes().any(|byte| byte.is_ascii_digit());
    any && !mantissa.starts_with('_')
        && digits(whole)
        && digits(part)
        && !exponent.is_empty()
        && digits(exponent)
}

/// `2026-01-31`, with or without a time.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    [0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(digit)
        && bytes.get(4) == Some(&b'-')
        && bytes.get(7) == Some(&b'-')
        && matches!(bytes.get(10), None | Some(b'T' | b't' | b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_are_told_as_typed_readers_tell_them() {
        for (text, kind) in [
            ("1.10", Kind::Number),
            ("1.0.0", Kind::Text),
            ("-3", Kind::Number),
            ("1e5", Kind::Number),
            ("e5", Kind::Text),
            ("yes", Kind::Boolean),
            ("~", Kind::Null),
            ("2026-01-31", Kind::Date),
            ("2026-01", Kind::Text),
            (".", Kind::Text),
            ("1-2", Kind::Text),
        ] {
            assert_eq!(kind_of_plain(text), kind, "{text}");
        }
    }
}
