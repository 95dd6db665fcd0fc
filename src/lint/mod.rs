//! First floor, other wing: judges a skill already read; opens no file. [`check`] is the door: `ops` hands in a skill
//! and the profiles to judge it by.

pub(crate) mod diagnostic;
mod document;
pub(crate) mod fix;
pub(crate) mod profile;
mod reference;
pub(crate) mod rule;
pub(crate) mod rules;

use std::{cell::OnceCell, sync::Arc};

use diagnostic::{Diagnostic, Severity};
use document::Document;
use profile::{Engine, Profile};
use rule::{Findings, Level};

use crate::model::skill::Skill;

/// What a rule judges: the skill, by the limits of one profile, with its Markdown read once for all rules.
pub(crate) struct Subject<'a> {
    pub(crate) skill: &'a Skill,
    pub(crate) profile: &'a Profile,
    markdown: &'a Markdown<'a>,
}

/// The Markdown files of a skill, parsed when first asked for.
struct Markdown<'a> {
    skill: &'a Skill,
    documents: OnceCell<Vec<Document<'a>>>,
}

impl<'a> Subject<'a> {
    /// The body of SKILL.md (first) and every other Markdown file that is UTF-8.
    pub(crate) fn documents(&self) -> &'a [Document<'a>] {
        let skill = self.markdown.skill;
        self.markdown.documents.get_or_init(|| document::read_all(skill))
    }

    /// The body of SKILL.md.
    pub(crate) fn body(&self) -> Option<&'a Document<'a>> {
        self.documents().first().filter(|document| document.is_manifest)
    }
}

/// Judges a skill by the given profiles in one run. Findings that several profiles share are merged, tagged with
/// each, and as loud as the loudest. Sorted: SKILL.md first, then by file and place.
pub(crate) fn check(skill: &Skill, profiles: &[Profile]) -> Vec<Diagnostic> {
    let markdown = Markdown { skill, documents: OnceCell::new() };
    let mut merged: Vec<Diagnostic> = Vec::new();
    for profile in profiles {
        let mut found = Vec::new();
        match profile.engine {
            Engine::Reference => reference::check(skill, &mut found),
            Engine::Rules => {
                let subject = Subject { skill, profile, markdown: &markdown };
                for rule in rules::RULES {
                    if let Level::On(severity) = profile.level(rule) {
                        let manifest = skill.manifest_path();
                        (rule.check)(&subject, &mut Findings { rule, severity, manifest, found: &mut found });
                    }
                }
            }
        }
        for diagnostic in found {
            merge(&mut merged, diagnostic, &profile.name);
        }
    }
    let manifest = skill.manifest_path();
    merged.sort_by(|a, b| {
        let key = |diagnostic: &Diagnostic| {
            let place = diagnostic.span.map_or((0, 0), |span| (1, span.start));
            (diagnostic.file != manifest, diagnostic.file.clone(), place)
        };
        key(a).cmp(&key(b)).then(b.severity.cmp(&a.severity)).then(a.rule.name.cmp(b.rule.name))
    });
    merged
}

fn merge(merged: &mut Vec<Diagnostic>, mut diagnostic: Diagnostic, profile: &Arc<str>) {
    let same = merged.iter_mut().find(|other| {
        std::ptr::eq(other.rule, diagnostic.rule)
            && other.file == diagnostic.file
            && other.span == diagnostic.span
            // One profile may find several things at one place.
            && (other.message == diagnostic.message || !other.profiles.contains(profile))
    });
    match same {
        Some(other) => {
            other.severity = other.severity.max(diagnostic.severity);
            if !other.profiles.contains(profile) {
                other.profiles.push(Arc::clone(profile));
            }
        }
        None => {
            diagnostic.profiles.push(Arc::clone(profile));
            merged.push(diagnostic);
        }
    }
}

/// The loudest of the findings.
pub(crate) fn loudest(found: &[Diagnostic]) -> Option<Severity> {
    found.iter().map(|diagnostic| diagnostic.severity).max()
}
