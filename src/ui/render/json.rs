//! The versioned JSON of `skill lint`, with structs of its own so that its shape changes only on purpose.

use serde::Serialize;

use super::{Counts, Sheet, position};
use crate::{
    lint::{diagnostic::Diagnostic, fix::Applicability, rules::platform_code},
    model::span::Span,
};

/// All of a run.
#[derive(Serialize)]
pub(crate) struct Report {
    format: &'static str,
    profiles: Vec<String>,
    skills: Vec<SkillReport>,
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    skills: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
}

/// One skill.
#[derive(Serialize)]
pub(crate) struct SkillReport {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
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
    SkillReport {
        path: sheet.path(""),
        name: sheet.skill.head.text("name").map(str::to_owned),
        findings: sheet.found.iter().map(|diagnostic| finding(sheet, diagnostic)).collect(),
    }
}

/// The report of a run.
pub(crate) fn report(profiles: Vec<String>, skills: Vec<SkillReport>, counts: Counts) -> Report {
    let Counts { skills: number, errors, warnings, notes } = counts;
    Report {
        format: "skill.lint/1",
        profiles,
        skills,
        summary: Summary { skills: number, errors, warnings, notes },
    }
}

fn finding(sheet: &Sheet<'_>, diagnostic: &Diagnostic) -> Finding {
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
