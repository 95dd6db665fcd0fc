//! What a link's target names: a file of the skill, a place out of it, or nothing of the kind.

use crate::{
    lint::document::{Document, Link},
    model::{
        name::edit_distance,
        skill::{MANIFEST, Skill},
    },
};

/// What a link's target turns out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A URL, an anchor, a template's variable: names no file of the skill.
    Elsewhere,
    Absolute,
    /// Leaves the skill's folder.
    Escape,
    /// Leads into the folder of another skill beside the skill's own, which is named.
    Neighbour(String),
    /// A path of the skill; the second is tried when the first names nothing.
    Inside {
        path: String,
        from_root: Option<String>,
    },
}

/// What the link of a document leads to.
pub(super) fn resolve(document: &Document<'_>, link: &Link) -> Target {
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
        None => neighbour(folder, &decoded).map_or(Target::Escape, Target::Neighbour),
    }
}

/// The folder of another skill, beside the skill's own, that a path out of it leads into.
fn neighbour(folder: &str, relative: &str) -> Option<String> {
    // `*` stands for the skill's own folder, so that one step out of it can be told from two.
    let path = joined(&format!("*/{folder}"), relative)?;
    let (first, rest) = path.split_once('/').unwrap_or((path.as_str(), ""));
    // `../docs/x.md` is a folder of the repository; a hyphen or a SKILL.md speaks for a skill.
    let is_name =
        first.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let is_skill = rest == MANIFEST || (is_name && first.contains('-'));
    (is_skill && first != "*").then(|| first.to_owned())
}

/// Whether a target holds a template's variable or is a pattern.
fn is_template(target: &str) -> bool {
    target.bytes().any(|byte| matches!(byte, b'$' | b'{' | b'}' | b'<' | b'>' | b'*' | b'|' | b'[' | b']'))
        || target.contains("...")
        || target.contains("path/to")
        || !target.is_ascii() && target.contains('…')
}

/// A text with its `%20` and the like decoded; as it is where that gives no UTF-8.
pub(in super::super) fn percent_decoded(text: &str) -> String {
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
pub(in super::super) fn target_path(skill: &Skill, document: &Document<'_>, link: &Link) -> Option<String> {
    existing(skill, &resolve(document, link))
}

/// The path a target names, if it is there.
pub(super) fn existing(skill: &Skill, target: &Target) -> Option<String> {
    let Target::Inside { path, from_root } = target else { return None };
    if skill.has(path) {
        return Some(path.clone());
    }
    from_root.clone().filter(|path| skill.has(path))
}
pub(super) fn same_but_case<'a>(skill: &'a Skill, path: &str) -> Option<&'a str> {
    let lower = path.to_lowercase();
    skill.tree.files().iter().map(|file| file.path.as_str()).find(|other| other.to_lowercase() == lower)
}

/// The file most like a missing one: the same name elsewhere, else a path at most three edits away.
pub(in super::super) fn nearest_path<'a>(skill: &'a Skill, path: &str) -> Option<&'a str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let files = skill.tree.files();
    let paths = || files.iter().take(2_000).map(|file| file.path.as_str());
    let length = path.chars().count();
    let same_name = |other: &&str| name != MANIFEST && other.rsplit('/').next() == Some(name);
    paths().find(same_name).or_else(|| {
        paths()
            .filter(|other| other.chars().count().abs_diff(length) <= 3)
            .map(|other| (edit_distance(other, path), other))
            .filter(|(distance, _)| *distance <= 3)
            .min()
            .map(|(_, other)| other)
    })
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved_and_escapes_seen() {
        assert_eq!(joined("references", "../SKILL.md").as_deref(), Some("SKILL.md"));
        assert_eq!(joined("", "../x"), None);
        assert_eq!(joined("a", "../../x"), None);
        assert_eq!(neighbour("", "../pdf/SKILL.md").as_deref(), Some("pdf"));
        assert_eq!(neighbour("references", "../../pdf-read").as_deref(), Some("pdf-read"));
        assert_eq!(neighbour("", "../shared/style.md"), None);
        assert_eq!(neighbour("", "../README.md"), None);
        assert_eq!(neighbour("", "../../pdf/SKILL.md"), None);
        assert_eq!(percent_decoded("a%20b%2e%2E"), "a b..");
        assert_eq!(percent_decoded("100%"), "100%");
    }
}
