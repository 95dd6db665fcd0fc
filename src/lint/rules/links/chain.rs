//! Documents that are reached in more than one step, and what counts as naming a file.

use std::collections::BTreeSet;

use super::target::{existing, resolve};
use crate::lint::{
    Subject,
    rule::{Findings, declare_rule},
};

/// Files that people read on a code host and agents don't.
pub(in super::super) fn is_for_people(path: &str) -> bool {
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
    // A card is shown to people; AGENTS.md and CLAUDE.md are for those who work on the skill itself.
    let is_card = matches!(name.as_str(), "skill-card.md" | "agents.md" | "claude.md");
    is_card || name.ends_with("readme.md") || STEMS.contains(&stem)
}

declare_rule! {
    /// ## What it finds
    /// A document that SKILL.md does not name and that is reached only through another document.
    /// ## Why it matters
    /// The specification keeps references one level deep: agents read what SKILL.md names, and of a file named only
    /// in another file they often read a part, or nothing. Scripts, assets and links back do not count.
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
            // What lies in assets is filled in or copied, not read.
            let is_document = !path.starts_with("assets/")
                && documents
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
pub(in super::super) fn is_named(text: &str, path: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_its_path_its_name_or_its_folder() {
        assert!(is_named("see references/ for more", "references/a.md"));
        assert!(is_named("read references/*.md", "references/a.md"));
        assert!(!is_named("see references/b.md", "references/a.md"));
        assert!(is_named("read `errors.md`", "references/errors.md"));
        assert!(!is_named("my-errors.md.bak", "references/errors.md"));
    }
}
