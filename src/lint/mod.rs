//! First floor, other wing: judges a skill already read; opens no file. [`check`] is the door: `ops` hands in a skill
//! and the profiles to judge it by.

pub(crate) mod baseline;
pub(crate) mod contest;
pub(crate) mod diagnostic;
pub(crate) mod document;
pub(crate) mod fix;
pub(crate) mod mend;
pub(crate) mod package;
pub(crate) mod profile;
mod reference;
pub(crate) mod rule;
pub(crate) mod rules;
mod suppress;
pub(crate) mod surroundings;
pub(crate) mod texts;
pub(crate) mod weigh;

use std::{cell::OnceCell, cmp::Ordering, collections::BTreeMap, sync::Arc};

use diagnostic::{Diagnostic, Severity};
use document::Document;
pub(crate) use document::is_markdown;
use profile::{Engine, Profile};
use rule::{Findings, Level};
use suppress::Parted;
use surroundings::Surroundings;
use texts::Text;

use crate::model::skill::Skill;

/// Findings of one rule on one skill that are kept.
const MOST: usize = 300;

/// What a rule judges: the skill, by the limits of one profile, with its files read once for all rules.
pub(crate) struct Subject<'a> {
    pub(crate) skill: &'a Skill,
    pub(crate) profile: &'a Profile,
    /// The other skills that are judged in the same run.
    pub(crate) surroundings: &'a Surroundings,
    readings: &'a Readings<'a>,
}

/// The files of a skill, each read when first asked for.
struct Readings<'a> {
    skill: &'a Skill,
    documents: OnceCell<Vec<Document<'a>>>,
    texts: OnceCell<Vec<Text<'a>>>,
}

impl<'a> Subject<'a> {
    /// The body of SKILL.md (first) and every other Markdown file that is UTF-8.
    pub(crate) fn documents(&self) -> &'a [Document<'a>] {
        let skill = self.readings.skill;
        self.readings.documents.get_or_init(|| document::read_all(skill))
    }

    /// Every text file of the skill, searched for the words that rules ask about.
    pub(crate) fn texts(&self) -> &'a [Text<'a>] {
        let skill = self.readings.skill;
        self.readings.texts.get_or_init(|| texts::read_all(skill))
    }

    /// The Markdown reading of a file.
    pub(crate) fn document(&self, path: &str) -> Option<&'a Document<'a>> {
        self.documents().iter().find(|document| document.path == path)
    }

    /// The body of SKILL.md.
    pub(crate) fn body(&self) -> Option<&'a Document<'a>> {
        self.documents().first().filter(|document| document.is_manifest)
    }
}

/// What came of judging one skill.
#[derive(Debug, Default)]
pub(crate) struct Judgement {
    /// Sorted: SKILL.md first, then by file and place.
    pub(crate) found: Vec<Diagnostic>,
    /// Findings that a comment allows, with its reason.
    pub(crate) silenced: Vec<(Diagnostic, String)>,
}

/// The findings on a skill; those that a comment allows are left out.
pub(crate) fn check(skill: &Skill, profiles: &[Profile]) -> Vec<Diagnostic> {
    judge(skill, profiles, &Surroundings::default()).found
}

/// Judges a skill by the given profiles in one run. Findings that several profiles share are merged, tagged with
/// each, and as loud as the loudest.
pub(crate) fn judge(skill: &Skill, profiles: &[Profile], surroundings: &Surroundings) -> Judgement {
    let mut all = find(skill, profiles, surroundings);
    let comments = suppress::read(skill);
    if comments.is_empty() {
        sort(skill, &mut all);
        return Judgement { found: all, silenced: Vec::new() };
    }
    // The reference knows no comments: its verdict stands.
    let (unmoved, all) =
        all.into_iter().partition(|each| each.profiles.iter().any(|name| is_reference(profiles, name)));
    let looks = |profile: &Profile, word: &str| {
        profile.engine == Engine::Rules && suppress::meant(word).any(|rule| profile.level(rule) != Level::Off)
    };
    let is_on = |word: &str| profiles.iter().any(|profile| looks(profile, word));
    let Parted { mut found, mut silenced, flaws } = comments.part(all, is_on);
    found.extend::<Vec<Diagnostic>>(unmoved);
    for profile in profiles.iter().filter(|profile| profile.engine == Engine::Rules) {
        let rule = &rules::UNUSED_SUPPRESSION;
        let Level::On(severity) = profile.level(rule) else { continue };
        let mut told = Vec::new();
        let mut findings = Findings { rule, severity, manifest: skill.manifest_path(), found: &mut told };
        for flaw in &flaws {
            findings.at(&flaw.file, flaw.span, flaw.message.clone()).help(flaw.help.clone());
        }
        for diagnostic in told {
            merge(&mut found, diagnostic, &profile.name);
        }
    }
    sort(skill, &mut found);
    silenced.sort_by(|(a, _), (b, _)| order(skill, a, b));
    Judgement { found, silenced }
}

/// The findings on a skill, with no regard to comments that allow some.
pub(crate) fn judge_regardless(
    skill: &Skill,
    profiles: &[Profile],
    surroundings: &Surroundings,
) -> Vec<Diagnostic> {
    let mut all = find(skill, profiles, surroundings);
    sort(skill, &mut all);
    all
}

fn is_reference(profiles: &[Profile], name: &str) -> bool {
    profiles.iter().any(|profile| &*profile.name == name && profile.engine == Engine::Reference)
}

fn find(skill: &Skill, profiles: &[Profile], surroundings: &Surroundings) -> Vec<Diagnostic> {
    let readings = Readings { skill, documents: OnceCell::new(), texts: OnceCell::new() };
    let mut merged: Vec<Diagnostic> = Vec::new();
    for profile in profiles {
        let mut found = Vec::new();
        match profile.engine {
            Engine::Reference => reference::check(skill, &mut found),
            Engine::Rules => {
                let subject = Subject { skill, profile, surroundings, readings: &readings };
                for rule in rules::RULES {
                    if let Level::On(severity) = profile.level(rule) {
                        let (manifest, before) = (skill.manifest_path(), found.len());
                        (rule.check)(&subject, &mut Findings { rule, severity, manifest, found: &mut found });
                        shorten(&mut found, before);
                    }
                }
            }
        }
        for diagnostic in found {
            merge(&mut merged, diagnostic, &profile.name);
        }
    }
    merged
}

/// Cuts what one rule found to a number that a person can read; the last finding says how many more there are.
fn shorten(found: &mut Vec<Diagnostic>, before: usize) {
    let more = (found.len() - before).saturating_sub(MOST);
    found.truncate(before + MOST);
    if more > 0
        && let Some(last) = found.last_mut()
    {
        last.message = format!("{} (and {more} more findings of this rule)", last.message);
    }
}

/// Cuts what was found in several runs to as much as one run tells of each rule.
pub(crate) fn shorten_by_rule(found: &mut Vec<Diagnostic>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    found.retain(|diagnostic| {
        let count = counts.entry(diagnostic.rule.name).or_default();
        *count += 1;
        *count <= MOST
    });
}

/// Brings findings into the order in which they are told.
pub(crate) fn sort(skill: &Skill, found: &mut [Diagnostic]) {
    found.sort_by(|a, b| order(skill, a, b));
}

/// SKILL.md first, then by file, place, loudness and rule.
fn order(skill: &Skill, a: &Diagnostic, b: &Diagnostic) -> Ordering {
    let key = |diagnostic: &Diagnostic| {
        let place = diagnostic.span.map_or((0, 0), |span| (1, span.start));
        (diagnostic.file != skill.manifest_path(), place)
    };
    let ((a_last, a_place), (b_last, b_place)) = (key(a), key(b));
    (a_last, &a.file, a_place)
        .cmp(&(b_last, &b.file, b_place))
        .then(b.severity.cmp(&a.severity))
        .then(a.rule.name.cmp(b.rule.name))
}

fn merge(merged: &mut Vec<Diagnostic>, mut diagnostic: Diagnostic, profile: &Arc<str>) {
    let same = merged.iter_mut().find(|other| {
        std::ptr::eq(other.rule, diagnostic.rule)
            && other.file == diagnostic.file
            && other.span == diagnostic.span
            // One profile may find several things at one place.
            && (other.message == diagnostic.message || !other.profiles.contains(profile))
    });
    if let Some(other) = same {
        other.severity = other.severity.max(diagnostic.severity);
        if !other.profiles.contains(profile) {
            other.profiles.push(Arc::clone(profile));
        }
    } else {
        diagnostic.profiles.push(Arc::clone(profile));
        merged.push(diagnostic);
    }
}

/// The loudest of the findings.
pub(crate) fn loudest(found: &[Diagnostic]) -> Option<Severity> {
    found.iter().map(|diagnostic| diagnostic.severity).max()
}
