//! `Voice`: a shell that speaks the language asked for.

use std::fmt::Display;

use super::Words;
use crate::{
    model::event::Verb,
    ui::{shell::Shell, style},
};

/// A shell with the words of a language.
#[derive(Clone, Copy)]
pub(crate) struct Voice<'a> {
    pub(crate) shell: &'a Shell,
    pub(crate) words: Words,
}

impl Voice<'_> {
    /// A status line.
    pub(crate) fn status(self, verb: Verb, what: impl Display) {
        let what = what.to_string();
        self.shell.act(&self.words.phrase(verb.as_str()), self.words.phrase(&what));
    }

    /// Plain talk below the verb's columns.
    pub(crate) fn below(self, text: impl Display) {
        self.shell.remark(format_args!("{:>12} {}", "", self.words.phrase(&text.to_string())));
    }

    pub(crate) fn note(self, text: impl Display) {
        if !self.shell.is_quiet() {
            self.shell.labelled(
                &self.words.phrase("note"),
                style::NOTE,
                self.words.phrase(&text.to_string()),
            );
        }
    }

    pub(crate) fn warning(self, text: impl Display) {
        self.shell.labelled(
            &self.words.phrase("warning"),
            style::WARNING,
            self.words.phrase(&text.to_string()),
        );
    }

    pub(crate) fn hint(self, text: impl Display) {
        self.shell.labelled(&self.words.phrase("hint"), style::HINT, self.words.phrase(&text.to_string()));
    }
}
