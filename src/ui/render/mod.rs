//! Findings drawn, one file a format. All start from the same [`Sheet`].

pub(crate) mod concise;
pub(crate) mod diff;
pub(crate) mod github;
pub(crate) mod gitlab;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod sarif;
pub(crate) mod text;

use crate::{
    lint::diagnostic::{Diagnostic, Severity},
    model::{
        skill::Skill,
        span::{Span, line_and_column},
        visible,
    },
};

/// The findings on one skill, with what is needed to draw them.
pub(crate) struct Sheet<'a> {
    /// The skill's folder as the user would write it.
    pub(crate) shown: &'a str,
    pub(crate) skill: &'a Skill,
    pub(crate) found: &'a [Diagnostic],
    /// Findings that a comment allows, with its reason.
    pub(crate) silenced: &'a [(Diagnostic, String)],
}

impl Sheet<'_> {
    /// A file of the skill as the user would write it, made safe to print.
    pub(crate) fn path(&self, file: &str) -> String {
        let file = visible::line(file);
        match (self.shown, &*file) {
            (shown, "") => shown.to_owned(),
            ("." | "", file) => file.to_owned(),
            (shown, file) => format!("{}/{file}", shown.trim_end_matches('/')),
        }
    }

    /// The text of a file of the skill; empty for what is no text.
    pub(crate) fn text(&self, file: &str) -> &str {
        if file == self.skill.manifest_path() {
            return self.skill.text();
        }
        self.skill.tree.file(file).and_then(|file| std::str::from_utf8(&file.content).ok()).unwrap_or("")
    }
}

/// Where a span begins or ends, from 1; columns count code points.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    line_and_column(text, offset)
}

/// How many findings of each severity.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) skills: usize,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
}

impl Counts {
    /// Counts one skill's findings.
    pub(crate) fn add(&mut self, found: &[Diagnostic]) {
        self.skills += 1;
        for diagnostic in found {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => self.notes += 1,
            }
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let many = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        write!(formatter, "{}", many(self.skills, "skill"))?;
        let parts: Vec<String> = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| many(count, word))
            .collect();
        if parts.is_empty() {
            formatter.write_str(": nothing found")
        } else {
            write!(formatter, ": {}", parts.join(", "))
        }
    }
}

/// The part of a span on its first line, so that a frame stays small.
pub(crate) fn on_first_line(text: &str, span: Span) -> Span {
    let end = span.of(text).find(['\n', '\r']).map_or(span.end, |at| span.start + at);
    Span::new(span.start, end)
}
