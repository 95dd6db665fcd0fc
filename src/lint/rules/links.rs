//! Rules on relative links: their targets exist, lie in the skill, and are one step away from SKILL.md.

use std::collections::BTreeSet;

use crate::{
    lint::{
        Subject,
        diagnostic::Severity,
        document::{Document, Link},
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{name::edit_distance, skill::Skill, span::Span},
};

/// What a link's target turns out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    /// A URL, an anchor, a template's variable: names no file of the skill.
    Elsewhere,
    Absolute,
    /// Leaves the skill's folder.
    Escape,
    /// A path of the skill; the second is tried when the first names nothing.
    Inside {
        path: String,
        from_root: Option<String>,
    },
}

/// What the link of a document leads to.
fn resolve(document: &Document<'_>, link: &Link) -> Target {
    let raw = link.target.as_str();
    let target = raw.split(['#', '?']).next().unwrap_or("");
    if target.is_empty() || is_template(raw) {
        return Target::Elsewhere;
    }
    if let Some((scheme, rest)) = target.split_once(':')
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'))
    {
        let is_drive = scheme.len() == 1 && rest.starts_with(['\\', '/']);
        let is_file = scheme.eq_ignore_ascii_case("file");
        return if is_drive || is_file { Target::Absolute } else { Target::Elsewhere };
    }
    if target.starts_with("//") {
        return Target::Elsewhere;
    }
    if target.starts_with('/') || target == "~" || target.starts_with("~/") {
        return Target::Absolute;
    }
    let decoded = percent_decoded(target).replace('\\', "/");
    let folder = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let from_root = joined("", &decoded);
    match joined(folder, &decoded) {
        Some(path) => Target::Inside { path, from_root: from_root.filter(|_| !folder.is_empty()) },
        None => Target::Escape,
    }
}

/// Whether a target holds a template's variable or is a pattern.
fn is_template(target: &str) -> bool {
    target.contains(['$', '{', '}', '<', '>', '*', '|', '…', '[', ']'])
        || target.contains("...")
        || target.contains("path/to")
}

/// A text with its `%20` and the like decoded; as it is where that gives no UTF-8.
pub(super) fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digit = |offset: usize| bytes.get(at + offset).and_then(|&byte| char::from(byte).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (byte, digit(1), digit(2)) {
            out.push(u8::try_from(high * 16 + low).unwrap_or(b'%'));
            at += 3;
        } else {
            out.push(byte);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// `folder/relative` with `.` and `..` resolved; `None` when it leaves the root.
fn joined(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The path of the skill that a link leads to, if it is there.
pub(super) fn target_path(skill: &Skill, document: &Document<'_>, link: &Link) -> Option<String> {
    existing(skill, &resolve(document, link))
}

/// The path a target names, if it is there.
fn existing(skill: &Skill, target: &Target) -> Option<String> {
    let Target::Inside { path, from_root } = target else { return None };
    if skill.has(path) {
        return Some(path.clone());
    }
    from_root.clone().filter(|path| skill.has(path))
}

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

/// Files that people read on a code host and agents don't.
pub(super) fn is_for_people(path: &str) -> bool {
    const STEMS: [&str; 9] = [
        "readme",
        "changelog",
        "changes",
        "contributing",
        "license",
        "code_of_conduct",
        "security",
        "install",
        "installation",
    ];
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let stem = name.split(['.', '_', '-']).next().unwrap_or("");
    STEMS.iter().any(|known| *known == stem || name.starts_with(&format!("{known}.")))
}

declare_rule! {
    /// ## What it finds
    /// A document that SKILL.md does not name and that is reached only through another document.
    /// ## Why it matters
    /// The specification keeps references one level deep: agents read what SKILL.md names, and of a file named only
    /// in another file they often read a part, or nothing. Scripts and links back do not count.
    /// ## Example
    /// SKILL.md links `references/api.md`, which links `references/errors.md`. Name both in SKILL.md.
    CHAIN_DEEP = "chain-deep" {
        summary: "a document is reached only through another one",
        category: Links,
        level: Warning,
        fix: None,
        check: chain_deep,
    }
}

fn chain_deep(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(body) = subject.body() else { return };
    let skill = subject.skill;
    let mut named: BTreeSet<String> =
        body.links.iter().filter_map(|link| existing(skill, &resolve(body, link))).collect();
    let documents = subject.documents();
    for document in documents.iter().filter(|document| !document.is_manifest) {
        if is_named(body.source(), document.path) {
            named.insert(document.path.to_owned());
        }
    }
    let mut seen = BTreeSet::new();
    let mut queue: Vec<String> = named.iter().cloned().collect();
    while let Some(from) = queue.pop() {
        if is_for_people(&from) {
            continue;
        }
        let Some(document) = documents.iter().find(|document| document.path == from) else { continue };
        for link in &document.links {
            let Some(path) = existing(skill, &resolve(document, link)) else { continue };
            let is_document = documents
                .iter()
                .any(|other| other.path == path && !other.is_manifest && !is_for_people(other.path));
            if !is_document || named.contains(&path) || !seen.insert(path.clone()) {
                continue;
            }
            found
                .at(
                    document.path,
                    link.target_span,
                    format!("`{path}` is reached only through `{from}`; SKILL.md does not name it"),
                )
                .help(format!("name `{path}` in SKILL.md and say when to read it"));
            queue.push(path);
        }
    }
}

/// Whether a text names a file: by its path, its file name, or a folder above it.
pub(super) fn is_named(text: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let holds = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
            !text[..at].chars().next_back().is_some_and(is_part)
                && !text[at + word.len()..].chars().next().is_some_and(is_part)
        })
    };
    // `references/` alone or as a pattern names all that lies there, `references/a.md` does not.
    let names_folder = |folder: &str| {
        text.match_indices(folder).any(|(at, _)| {
            let next = text[at + folder.len()..].chars().next();
            !next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))
        })
    };
    let mut above = path.match_indices('/').map(|(at, _)| &path[..=at]);
    holds(path) || holds(name) || (stem.len() > 3 && holds(stem)) || above.any(names_folder)
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
    each_link(subject, found, |_, link, target| {
        let help = "write the path relative to the skill's folder".to_owned();
        (target == Target::Absolute)
            .then(|| Flaw::new(format!("`{}` is an absolute path", link.target), Some(help)))
    });
}

declare_rule! {
    /// ## What it finds
    /// A relative link, image or link definition whose target is not in the skill. Code, URLs and targets with
    /// variables or patterns are not judged.
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
    each_link(subject, found, |_, link, target| {
        let Target::Inside { path, .. } = &target else { return None };
        let is_there = existing(skill, &target).is_some() || same_but_case(skill, path).is_some();
        if is_there || is_word(&link.target) {
            return None;
        }
        let help = nearest_path(skill, path).map(|near| format!("did you mean `{near}`?"));
        Some(Flaw::new(format!("`{}` does not exist", link.target), help))
    });
}

/// `[text](url)`: a single word without extension or slash is an example's stand-in.
fn is_word(target: &str) -> bool {
    matches!(
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

fn same_but_case<'a>(skill: &'a Skill, path: &str) -> Option<&'a str> {
    let lower = path.to_lowercase();
    skill.tree.files().iter().map(|file| file.path.as_str()).find(|other| other.to_lowercase() == lower)
}

/// The file most like a missing one: the same name elsewhere, else a path at most three edits away.
pub(super) fn nearest_path<'a>(skill: &'a Skill, path: &str) -> Option<&'a str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let files = skill.tree.files();
    let paths = || files.iter().take(2_000).map(|file| file.path.as_str());
    paths().find(|other| other.rsplit('/').next() == Some(name)).or_else(|| {
        paths()
            .map(|other| (edit_distance(other, path), other))
            .filter(|(distance, _)| *distance <= 3)
            .min()
            .map(|(_, other)| other)
    })
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
    /// A link that leads out of the skill's folder.
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
    each_link(subject, found, |_, link, target| {
        let help = "copy the file into the skill, or name the other skill in words".to_owned();
        (target == Target::Escape)
            .then(|| Flaw::new(format!("`{}` leads out of the skill's folder", link.target), Some(help)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved_and_escapes_seen() {
        assert_eq!(joined("references", "../SKILL.md").as_deref(), Some("SKILL.md"));
        assert_eq!(joined("", "../x"), None);
        assert_eq!(joined("a", "../../x"), None);
        assert_eq!(percent_decoded("a%20b%2e%2E"), "a b..");
        assert_eq!(percent_decoded("100%"), "100%");
    }

    #[test]
    fn a_file_is_named_by_its_path_its_name_or_its_folder() {
        assert!(is_named("see references/ for more", "references/a.md"));
        assert!(is_named("read references/*.md", "references/a.md"));
        assert!(!is_named("see references/b.md", "references/a.md"));
        assert!(is_named("read `errors.md`", "references/errors.md"));
        assert!(!is_named("my-errors.md.bak", "references/errors.md"));
    }
}
