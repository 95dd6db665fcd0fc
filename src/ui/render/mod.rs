//! Findings drawn, one file a format. All start from the same [`Sheet`].

pub(crate) mod concise;
pub(crate) mod diff;
mod frame;
pub(crate) mod github;
pub(crate) mod gitlab;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod sarif;
pub(crate) mod text;

use crate::{
    lint::{
        baseline::{Accepted, fingerprints},
        diagnostic::{Diagnostic, Severity},
        profile::{Engine, Profile},
        rule::Level,
    },
    model::{
        skill::Skill,
        span::{Span, line_and_column},
        visible,
    },
    ui::{locale::Words, size::count},
};

/// The findings on one skill, with what is needed to draw them.
pub(crate) struct Sheet<'a> {
    /// The skill's folder as the user would write it.
    pub(crate) shown: &'a str,
    pub(crate) skill: &'a Skill,
    pub(crate) found: &'a [Diagnostic],
    /// Findings that a comment allows, with its reason.
    pub(crate) silenced: &'a [(Diagnostic, String)],
    /// Findings that a baseline accepts, with the reason written there.
    pub(crate) accepted: &'a [(Diagnostic, String)],
    /// The skill's folder for other programs: `/`-separated, from where they look; absolute when it lies elsewhere.
    pub(crate) place: &'a str,
    /// What is drawn beside the findings' own words.
    pub(crate) words: Words,
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

    /// A file of the skill for other programs, as it is. What is about the folder is about its SKILL.md.
    pub(crate) fn address(&self, file: &str) -> String {
        let file = if file.is_empty() { self.skill.manifest_path() } else { file };
        match self.place {
            "" | "." => file.to_owned(),
            place => format!("{}/{file}", place.trim_end_matches('/')),
        }
    }

    /// What the findings are known by: those told first, then those a baseline accepts, then those a comment allows.
    pub(crate) fn fingerprints(&self) -> Vec<String> {
        let quiet = self.accepted.iter().chain(self.silenced).map(|(diagnostic, _)| diagnostic);
        fingerprints(self.skill, self.place, self.found.iter().chain(quiet))
    }

    /// The text of a file of the skill; empty for what is no text.
    pub(crate) fn text(&self, file: &str) -> &str {
        self.skill.text_of(file)
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
            self.one(diagnostic.severity);
        }
    }

    fn one(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

impl Counts {
    /// The findings in words.
    pub(crate) fn words(&self) -> String {
        let parts: Vec<String> = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")]
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| count(number, word))
            .collect();
        if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", count(self.skills, "skill"), self.words())
    }
}

/// What a run came to.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) counts: Counts,
    /// The same for each profile.
    pub(crate) profiles: Vec<(String, Counts)>,
    /// Findings that comments allow.
    pub(crate) allowed: usize,
    /// Findings that baselines accept.
    pub(crate) accepted: usize,
    /// Findings that were mended.
    pub(crate) fixed: usize,
    /// Skills left out as unchanged.
    pub(crate) unchanged: usize,
    /// Skills that could not be checked, each with the reason.
    pub(crate) failures: Vec<(String, String)>,
    /// Entries of baselines that no longer match.
    pub(crate) stale: Vec<Accepted>,
    /// The folder that addresses start from, as a path.
    pub(crate) root: String,
}

impl Tally {
    /// Counts one skill by the profiles that judged it.
    pub(crate) fn add(&mut self, sheet: &Sheet<'_>, profiles: &[Profile]) {
        self.counts.add(sheet.found);
        self.allowed += sheet.silenced.len();
        self.accepted += sheet.accepted.len();
        for profile in profiles {
            let index =
                self.profiles.iter().position(|(known, _)| **known == *profile.name).unwrap_or_else(|| {
                    self.profiles.push((profile.name.to_string(), Counts::default()));
                    self.profiles.len() - 1
                });
            let counts = &mut self.profiles[index].1;
            counts.skills += 1;
            for diagnostic in sheet.found.iter().filter(|each| each.profiles.contains(&profile.name)) {
                counts.one(severity_in(profile, diagnostic));
            }
        }
    }
}

/// How loud a finding is in one of its profiles; it stands as loud as in the loudest.
fn severity_in(profile: &Profile, diagnostic: &Diagnostic) -> Severity {
    match profile.level(diagnostic.rule) {
        Level::On(severity) if profile.engine == Engine::Rules && diagnostic.profiles.len() > 1 => {
            severity.min(diagnostic.severity)
        }
        Level::On(_) | Level::Off => diagnostic.severity,
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.counts)?;
        let parts: Vec<String> = [
            (self.fixed, "mended"),
            (self.allowed, "allowed by comments"),
            (self.accepted, "accepted by a baseline"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
        if !parts.is_empty() {
            write!(formatter, " ({})", parts.join(", "))?;
        }
        match self.unchanged {
            0 => Ok(()),
            unchanged => write!(formatter, "; {unchanged} unchanged"),
        }
    }
}

/// The part of a span on its first line, so that a frame stays small.
pub(crate) fn on_first_line(text: &str, span: Span) -> Span {
    let end = span.of(text).find(['\n', '\r']).map_or(span.end, |at| span.start + at);
    Span::new(span.start, end)
}
