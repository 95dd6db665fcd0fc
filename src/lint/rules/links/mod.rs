//! Rules on relative links: their targets exist, lie in the skill, and are one step away from SKILL.md.

mod chain;
mod target;

pub(super) use chain::{CHAIN_DEEP, is_for_people, is_named};
pub(super) use target::{nearest_path, percent_decoded, target_path};

use target::{Target, existing, resolve, same_but_case};

use crate::{
    lint::{
        Subject,
        diagnostic::Severity,
        document::{Document, Link},
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::span::Span,
};

/// Judges every link of SKILL.md and of the documents agents read. SKILL.md's are reported one by one; of another
/// document the first stands for all, and is a warning at most.
fn each_link(
    subject: &Subject<'_>,
    found: &mut Findings<'_>,
    mut judge: impl FnMut(&Document<'_>, &Link, Target) -> Option<Flaw>,
) {
    for document in subject.documents().iter().filter(|document| !is_for_people(document.path)) {
        let mut flaws = document.links.iter().filter_map(|link| {
            let flaw = judge(document, link, resolve(document, link))?;
            Some((link, flaw))
        });
        if document.is_manifest {
            for (link, flaw) in flaws {
                flaw.report(found, document, link, 0);
            }
        } else if let Some((link, flaw)) = flaws.next() {
            flaw.report(found, document, link, flaws.count());
        }
    }
}

/// What is wrong with a link.
struct Flaw {
    message: String,
    help: Option<String>,
    fix: Option<Fix>,
}

impl Flaw {
    fn new(message: String, help: Option<String>) -> Self {
        Self { message, help, fix: None }
    }

    fn report(self, found: &mut Findings<'_>, document: &Document<'_>, link: &Link, more: usize) {
        let others = match more {
            0 => String::new(),
            1 => " (and one more such link in this file)".to_owned(),
            _ => format!(" (and {more} more such links in this file)"),
        };
        let finding = found.at(document.path, link.target_span, self.message + &others);
        finding.help = self.help;
        finding.fix = self.fix;
        if !document.is_manifest {
            finding.severity = finding.severity.min(Severity::Warning);
        }
    }
}
declare_rule! {
    /// ## What it finds
    /// A link to an absolute path: `/x`, `C:\x`, `~/x`, `file://`.
    /// ## Why it matters
    /// It exists on the author's machine only.
    /// ## Example
    /// `[guide](/home/me/skills/x/guide.md)`
    LINK_ABSOLUTE = "link-absolute" {
        summary: "a link to an absolute path",
        category: Links,
        level: Error,
        fix: None,
        check: link_absolute,
    }
}

fn link_absolute(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let skill = subject.skill;
    each_link(subject, found, |_, link, target| {
        if target != Target::Absolute {
            return None;
        }
        let path = link.target.split(['#', '?']).next().unwrap_or("").replace('\\', "/");
        // `/skills/pdf/a.md` is the skill's own `a.md` when that is there and the skill is `pdf`; a SKILL.md is in each.
        let own = path.match_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..])).find_map(
            |(before, rest)| {
                let is_below_own = before.rsplit('/').next() == Some(skill.folder.as_str());
                let is_own = is_below_own || rest.contains('/') && !before.contains("/skills/");
                (is_own && !rest.is_empty() && skill.has(rest)).then_some(rest)
            },
        );
        let help = match own {
            Some(own) => format!("write `{own}`"),
            None => "copy the file into the skill and link it from there, or link its full URL".to_owned(),
        };
        Some(Flaw::new(format!("`{}` is an absolute path", link.target), Some(help)))
    });
}

declare_rule! {
    /// ## What it finds
    /// A relative link, image or link definition whose target is not in the skill. Code, URLs, targets with variables
    /// or patterns, and the links of templates and examples are not judged.
    /// ## Why it matters
    /// The agent looks for a file that is not there.
    /// ## Example
    /// `[fields](references/fields.md)` when the file is `references/field.md`.
    LINK_BROKEN = "link-broken" {
        summary: "a link's target does not exist",
        category: Links,
        level: Error,
        fix: None,
        check: link_broken,
    }
}

fn link_broken(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let skill = subject.skill;
    each_link(subject, found, |document, link, target| {
        let Target::Inside { path, .. } = &target else { return None };
        if is_specimen(document) {
            return None;
        }
        let is_there = existing(skill, &target).is_some() || same_but_case(skill, path).is_some();
        // A document that names the LICENSE or the README of a project seldom means the skill's.
        let is_of_project = !document.is_manifest && is_for_people(path);
        if is_there || is_of_project || is_word(&link.target) {
            return None;
        }
        let help = nearest_path(skill, path).map(|near| format!("did you mean `{near}`?"));
        Some(Flaw::new(format!("`{}` does not exist", link.target), help))
    });
}

/// A template or an example: its links are those of the file that is made from it.
pub(super) fn is_specimen(document: &Document<'_>) -> bool {
    let path = document.path.to_ascii_lowercase();
    !document.is_manifest
        && ["template", "example", "sample", "boilerplate"].iter().any(|word| path.contains(word))
}

/// `[text](url)`: a single word without extension or slash is an example's stand-in.
fn is_word(target: &str) -> bool {
    let is_constant =
        target.contains('_') && target.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    is_constant
        || !target.contains(char::is_alphabetic)
        || matches!(
            target,
            "url"
                | "URL"
                | "link"
                | "LINK"
                | "path"
                | "href"
                | "src"
                | "image"
                | "file"
                | "text"
                | "uri"
                | "source"
                | "target"
        )
}
declare_rule! {
    /// ## What it finds
    /// A link whose target exists only in another case.
    /// ## Why it matters
    /// It works on the author's Mac or Windows machine and fails on Linux.
    /// ## Example
    /// `[api](references/api.md)` when the file is `references/API.md`.
    LINK_CASE = "link-case" {
        summary: "a link's target exists in another case only",
        category: Links,
        level: Warning,
        fix: Safe,
        check: link_case,
    }
}

fn link_case(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let skill = subject.skill;
    each_link(subject, found, |document, link, target| {
        let Target::Inside { path, .. } = &target else { return None };
        if existing(skill, &target).is_some() {
            return None;
        }
        let other = same_but_case(skill, path)?;
        let message = format!("`{}` does not exist, `{other}` does", link.target);
        let mut flaw = Flaw::new(message, Some("write the file's name as it is".to_owned()));
        // The spelling alone changes, so the lengths agree and what stands before the path stays.
        let written = link.target_span.of(document.text);
        let tail = written.len().checked_sub(other.len()).and_then(|at| written.get(at..));
        if tail.is_some_and(|tail| tail.eq_ignore_ascii_case(other)) {
            let start = link.target_span.end - other.len();
            let edit = Edit::replace(Span::new(start, link.target_span.end), other);
            flaw.fix = Some(Fix::safe(format!("write `{other}`"), vec![edit]));
        }
        Some(flaw)
    });
}

declare_rule! {
    /// ## What it finds
    /// A link that leads out of the skill's folder; one to the skill beside it is `link-neighbour`'s. The links of
    /// templates and examples are not judged.
    /// ## Why it matters
    /// Only the folder is installed and packed; what lies outside is not there for the agent.
    /// ## Example
    /// `[shared](../shared/style.md)`
    LINK_ESCAPE = "link-escape" {
        summary: "a link leads out of the skill",
        category: Links,
        level: Error,
        fix: None,
        check: link_escape,
    }
}

fn link_escape(subject: &Subject<'_>, found: &mut Findings<'_>) {
    each_link(subject, found, |document, link, target| {
        let help = "copy the file into the skill and link it from there, or link its full URL".to_owned();
        (target == Target::Escape && !is_specimen(document))
            .then(|| Flaw::new(format!("`{}` leads out of the skill's folder", link.target), Some(help)))
    });
}

declare_rule! {
    /// ## What it finds
    /// A link to another skill, in the folder beside this one.
    /// ## Why it matters
    /// It works where that skill is installed beside this one, and nowhere else: each skill is installed and packed
    /// alone.
    /// ## Example
    /// `[pdf](../pdf/SKILL.md)`. Say "the `pdf` skill" instead.
    LINK_NEIGHBOUR = "link-neighbour" {
        summary: "a link leads into the skill beside this one",
        category: Links,
        level: Warning,
        fix: None,
        check: link_neighbour,
    }
}

fn link_neighbour(subject: &Subject<'_>, found: &mut Findings<'_>) {
    each_link(subject, found, |_, link, target| {
        let Target::Neighbour(folder) = target else { return None };
        let message = format!(
            "`{}` leads to `{folder}` beside this skill, which is there only where it is installed too",
            link.target
        );
        let help = format!("name the skill in words (the `{folder}` skill), or copy the file into this one");
        Some(Flaw::new(message, Some(help)))
    });
}
