//! Rules on files that the text names without a link, and on what lies where.

use crate::{
    lint::{
        Subject,
        document::Document,
        rule::{Findings, declare_rule},
    },
    model::span::Span,
};

declare_rule! {
    /// ## What it finds
    /// A path below `scripts/`, `references/` or `assets/` that SKILL.md names in a code span and that is not there.
    /// Patterns, variables and paths that a command writes are not judged.
    /// ## Why it matters
    /// The agent looks for a file that does not exist.
    /// ## Example
    /// `` `scripts/extract.py` `` when the file is `scripts/extract_text.py`.
    MENTION_MISSING_FILE = "mention-missing-file" {
        summary: "SKILL.md names a file that is not there",
        category: Links,
        level: Warning,
        fix: None,
        check: mention_missing_file,
    }
}

fn mention_missing_file(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(body) = subject.body() else { return };
    let skill = subject.skill;
    let mut told: Vec<&str> = Vec::new();
    for span in &body.code_spans {
        let text = span.of(body.text);
        let Some((at, path)) = bundled_path(text) else { continue };
        // A folder the skill does not have at all is a project's own.
        let folder = path.split('/').next().unwrap_or(path);
        if skill.has(path) || told.contains(&path) || !skill.has_folder(folder) {
            continue;
        }
        told.push(path);
        let start = span.start + at;
        let finding = found.here(Span::new(start, start + path.len()), format!("`{path}` does not exist"));
        if let Some(near) = super::links::nearest_path(skill, path) {
            finding.help(format!("did you mean `{near}`?"));
        }
    }
}

/// The first word of a code span that is a path of one of the three folders, with where it stands.
fn bundled_path(text: &str) -> Option<(usize, &str)> {
    let is_writing = [" > ", " -o ", "--output", "--out ", "mkdir ", "touch ", "tee "]
        .iter()
        .any(|word| text.contains(word));
    if is_writing || text.contains(['*', '{', '$', '<', '[', '…']) || text.contains("...") {
        return None;
    }
    text.split_whitespace().find_map(|word| {
        let word = word.trim_matches(['"', '\'', ',', ';', ')', '(']);
        let path = word.strip_prefix("./").unwrap_or(word).trim_end_matches(['.', ':']);
        let is_bundled = ["scripts/", "references/", "assets/"].iter().any(|folder| path.starts_with(folder));
        let name = path.rsplit('/').next().unwrap_or("");
        let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && (1..=5).contains(&ending.len())
                && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let is_standin = ["foo", "bar", "example", "your", "my-", "name", "xxx", "YYYY", "file."]
            .iter()
            .any(|word| name.contains(word));
        let is_plain = path
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.'));
        (is_bundled && has_ending && is_plain && !is_standin).then(|| (text.find(path).unwrap_or(0), path))
    })
}

declare_rule! {
    /// ## What it finds
    /// A file below `references/` that links to another one there.
    /// ## Why it matters
    /// TeleAI allows one level: SKILL.md names every reference itself.
    /// ## Example
    /// `references/api.md` with a link to `errors.md` beside it.
    REF_TO_REF = "ref-to-ref" {
        summary: "a reference links to a reference",
        category: Links,
        level: Off,
        fix: None,
        check: ref_to_ref,
    }
}

fn ref_to_ref(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let references = subject.documents().iter().filter(|document| document.path.starts_with("references/"));
    for document in references {
        for link in &document.links {
            let Some(path) = super::links::target_path(subject.skill, document, link) else { continue };
            if path.starts_with("references/") && path != document.path {
                found
                    .at(document.path, link.target_span, format!("`{}` links to `{path}`", document.path))
                    .help("name it in SKILL.md instead");
            }
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A link with backslashes.
    /// ## Why it matters
    /// A backslash is part of a file's name on Linux and macOS, so the link leads nowhere there.
    /// ## Example
    /// `[guide](references\guide.md)`
    LINK_BACKSLASH = "link-backslash" {
        summary: "a link with backslashes",
        category: Links,
        level: Warning,
        fix: Safe,
        check: link_backslash,
    }
}

fn link_backslash(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for document in subject.documents().iter().filter(|document| !super::links::is_for_people(document.path))
    {
        backslashes(subject, document, found);
    }
}

fn backslashes(subject: &Subject<'_>, document: &Document<'_>, found: &mut Findings<'_>) {
    use crate::lint::fix::{Edit, Fix};
    for link in document.links.iter().filter(|link| link.target.contains('\\')) {
        if let Some(path) = super::links::target_path(subject.skill, document, link) {
            let written = link.target_span.of(document.text);
            let finding = found.at(
                document.path,
                link.target_span,
                format!("`{}` is written with backslashes", link.target),
            );
            finding.help(format!("write `{path}`"));
            if written == link.target {
                let edit = Edit::replace(link.target_span, written.replace('\\', "/"));
                finding.fix(Fix::safe("write slashes", vec![edit]));
            }
        }
    }
}
