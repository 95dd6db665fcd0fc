//! Cures: edits of one file, or a change of its name or mode, and how sure they are.

use crate::model::span::Span;

/// How sure a fix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Applicability {
    /// Meaning can't change: `--fix` applies it.
    Safe,
    /// Likely what is meant: `--unsafe-fixes` applies it.
    Unsafe,
}

/// One replacement in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) replacement: String,
}

/// A cure that is no edit of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// The finding's file gets this path within the skill; nothing may stand there.
    Rename(String),
    /// These files become executable.
    MakeExecutable(Vec<String>),
}

/// A cure for one finding, in the finding's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fix {
    /// What it does, in words that begin with a verb.
    pub(crate) title: String,
    pub(crate) applicability: Applicability,
    pub(crate) edits: Vec<Edit>,
    /// Beside edits or instead of them.
    pub(crate) action: Option<Action>,
}

impl Fix {
    /// A fix that cannot change meaning.
    pub(crate) fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), applicability: Applicability::Safe, edits, action: None }
    }

    /// A fix a person should look at.
    pub(crate) fn unsure(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), applicability: Applicability::Unsafe, edits, action: None }
    }

    /// A fix that renames a file or changes its mode, which cannot change meaning.
    pub(crate) fn act(title: impl Into<String>, action: Action) -> Self {
        let (title, edits) = (title.into(), Vec::new());
        Self { title, applicability: Applicability::Safe, edits, action: Some(action) }
    }
}

impl Edit {
    pub(crate) fn replace(span: Span, replacement: impl Into<String>) -> Self {
        Self { span, replacement: replacement.into() }
    }

    pub(crate) fn remove(span: Span) -> Self {
        Self::replace(span, "")
    }
}

/// Applies fixes in order to a text. A fix with an edit that touches an earlier one's is left for the next round.
/// Gives the text and how many fixes went in.
pub(crate) fn apply(text: &str, fixes: &[&Fix]) -> (String, usize) {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut applied = 0;
    for fix in fixes {
        let fits = |edit: &Edit| {
            text.get(edit.span.start..edit.span.end).is_some()
                && !edits
                    .iter()
                    .any(|other| other.span.touches(edit.span) || other.span.start == edit.span.start)
        };
        if !fix.edits.is_empty() && fix.edits.iter().all(fits) {
            edits.extend(&fix.edits);
            applied += 1;
        }
    }
    edits.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len() + 32);
    let mut from = 0;
    for edit in edits {
        // Two edits of one fix may overlap only by a rule's mistake; the later is dropped.
        if edit.span.start < from {
            continue;
        }
        out.push_str(&text[from..edit.span.start]);
        out.push_str(&edit.replacement);
        from = edit.span.end;
    }
    out.push_str(&text[from..]);
    (out, applied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_touch_only_their_spans_and_overlaps_wait() {
        let one = Fix::safe("a", vec![Edit::replace(Span::new(0, 2), "X")]);
        let over = Fix::safe("b", vec![Edit::replace(Span::new(1, 3), "Y")]);
        let far = Fix::safe("c", vec![Edit::remove(Span::new(4, 5))]);
        assert_eq!(apply("abcdef", &[&one, &over, &far]), ("Xcdf".to_owned(), 2));
        assert_eq!(apply("abc", &[]), ("abc".to_owned(), 0));
    }
}
