//! `Diagnostic`: one finding as data. How it looks is a matter of `ui/render`.

use std::sync::Arc;

use super::{fix::Fix, rule::Rule};
use crate::model::span::Span;

/// How loud a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Severity {
    Note,
    Warning,
    Error,
}

impl Severity {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A second marked place with words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// One finding.
#[derive(Debug, Clone)]
pub(crate) struct Diagnostic {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    /// What is wrong, in a lower-case phrase. May hold text of the skill: made visible when drawn.
    pub(crate) message: String,
    /// Path of the file within the skill; empty for the folder itself.
    pub(crate) file: String,
    /// The bytes of the file that are meant; absent: all of it.
    pub(crate) span: Option<Span>,
    /// Words at the marked place.
    pub(crate) label: Option<String>,
    /// Further places in the same file.
    pub(crate) labels: Vec<Label>,
    /// How to mend it.
    pub(crate) help: Option<String>,
    pub(crate) fix: Option<Fix>,
    /// The profiles it belongs to, in the order asked for.
    pub(crate) profiles: Vec<Arc<str>>,
}

impl Diagnostic {
    /// Puts words at the marked place.
    pub(crate) fn marked(&mut self, text: impl Into<String>) -> &mut Self {
        self.label = Some(text.into());
        self
    }

    /// Marks a further place of the same file.
    pub(crate) fn also(&mut self, span: Span, text: impl Into<String>) -> &mut Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Makes it a note where its rule is louder: a case that only some readers mind.
    pub(crate) fn quieter(&mut self) -> &mut Self {
        self.severity = Severity::Note;
        self
    }

    /// Says how to mend it.
    pub(crate) fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help = Some(text.into());
        self
    }

    pub(crate) fn fix(&mut self, fix: Fix) -> &mut Self {
        self.fix = Some(fix);
        self
    }
}
