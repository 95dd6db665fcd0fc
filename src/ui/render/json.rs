//! The versioned JSON of `skill lint`, with structs of its own so that its shape changes only on purpose.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Counts, Sheet, Tally, position};
use crate::{
    lint::{baseline::Accepted, diagnostic::Diagnostic, fix::Applicability, rules::platform_code},
    model::span::Span,
};

/// All of a run.
#[derive(Serialize)]
pub(crate) struct Report {
    format: &'static str,
    profiles: Vec<String>,
    skills: Vec<SkillReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<Failed>,
    /// Entries of baselines that no longer match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stale: Vec<Accepted>,
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    skills: usize,
    #[serde(flatten)]
    severities: Severities,
    allowed: usize,
    accepted: usize,
    fixed: usize,
    unchanged: usize,
    profiles: BTreeMap<String, Severities>,
}

#[derive(Serialize)]
struct Severities {
    errors: usize,
    warnings: usize,
    notes: usize,
}

/// A skill that could not be checked.
#[derive(Serialize)]
struct Failed {
    path: String,
    error: String,
}

/// One skill.
#[derive(Serialize)]
pub(crate) struct SkillReport {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    pub(crate) findings: Vec<Finding>,
    /// Findings that don't count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowed: Vec<Allowed>,
}

/// A finding that a comment or a baseline allows.
#[derive(Serialize)]
struct Allowed {
    by: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    #[serde(flatten)]
    finding: Finding,
}

#[derive(Serialize)]
pub(crate) struct Finding {
    rule: &'static str,
    severity: &'static str,
    message: String,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    profiles: Vec<String>,
    fingerprint: String,
    #[serde(rename = "platformCode", skip_serializing_if = "Option::is_none")]
    platform_code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix>,
}

#[derive(Serialize)]
struct Label {
    span: Place,
    message: String,
}

#[derive(Serialize)]
struct Fix {
    title: String,
    applicability: &'static str,
    edits: Vec<Edit>,
}

#[derive(Serialize)]
struct Edit {
    span: Place,
    replacement: String,
}

/// Bytes from 0, lines and columns (code points) from 1; the end is the first place after.
#[derive(Serialize)]
struct Place {
    start: Point,
    end: Point,
}

#[derive(Serialize)]
struct Point {
    offset: usize,
    line: usize,
    column: usize,
}

/// One skill's part of the report.
pub(crate) fn skill(sheet: &Sheet<'_>) -> SkillReport {
    let mut prints = sheet.fingerprints().into_iter();
    let mut finding = |diagnostic: &Diagnostic| finding(sheet, diagnostic, prints.next().unwrap_or_default());
    let findings = sheet.found.iter().map(&mut finding).collect();
    let mut allowed = |by, (diagnostic, reason): &(Diagnostic, String)| Allowed {
        by,
        reason: reason.clone(),
        finding: finding(diagnostic),
    };
    let mut quiet: Vec<Allowed> = sheet.accepted.iter().map(|each| allowed("baseline", each)).collect();
    quiet.extend(sheet.silenced.iter().map(|each| allowed("comment", each)));
    SkillReport {
        path: sheet.path(""),
        name: sheet.skill.head.text("name").map(str::to_owned),
        findings,
        allowed: quiet,
    }
}

/// The report of a run without its skills: there may be very many, and whoever writes it puts each in its place.
pub(crate) fn report(tally: &Tally) -> Report {
    let severities = |counts: &Counts| Severities {
        errors: counts.errors,
        warnings: counts.warnings,
        notes: counts.notes,
    };
    let failed = |(path, error): &(String, String)| Failed { path: path.clone(), error: error.clone() };
    Report {
        format: "skill.lint/1",
        profiles: tally.profiles.iter().map(|(name, _)| name.clone()).collect(),
        skills: Vec::new(),
        failures: tally.failures.iter().map(failed).collect(),
        stale: tally.stale.clone(),
        summary: Summary {
            skills: tally.counts.skills,
            severities: severities(&tally.counts),
            allowed: tally.allowed,
            accepted: tally.accepted,
            fixed: tally.fixed,
            unchanged: tally.unchanged,
            profiles: tally
                .profiles
                .iter()
                .map(|(name, counts)| (name.clone(), severities(counts)))
                .collect(),
        },
    }
}

fn finding(sheet: &Sheet<'_>, diagnostic: &Diagnostic, fingerprint: String) -> Finding {
    let text = sheet.text(&diagnostic.file);
    Finding {
        rule: diagnostic.rule.name,
        severity: diagnostic.severity.as_str(),
        message: diagnostic.message.clone(),
        file: sheet.path(&diagnostic.file),
        span: diagnostic.span.map(|span| place(text, span)),
        labels: diagnostic
            .labels
            .iter()
            .map(|label| Label { span: place(text, label.span), message: label.text.clone() })
            .collect(),
        help: diagnostic.help.clone(),
        profiles: diagnostic.profiles.iter().map(ToString::to_string).collect(),
        fingerprint,
        platform_code: platform_code(diagnostic.rule.name),
        fix: diagnostic.fix.as_ref().map(|fix| Fix {
            title: fix.title.clone(),
            applicability: match fix.applicability {
                Applicability::Safe => "safe",
                Applicability::Unsafe => "unsafe",
            },
            edits: fix
                .edits
                .iter()
                .map(|edit| Edit { span: place(text, edit.span), replacement: edit.replacement.clone() })
                .collect(),
        }),
    }
}

fn place(text: &str, span: Span) -> Place {
    let point = |offset| {
        let (line, column) = position(text, offset);
        Point { offset, line, column }
    };
    Place { start: point(span.start), end: point(span.end) }
}
