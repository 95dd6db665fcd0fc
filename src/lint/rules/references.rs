//! Rules on the documents beside SKILL.md and on what weighs a text down. Lengths are bounds of sense, not of the
//! specification, so these only note, and where good skills exceed them often they are off: one skill in twenty has a
//! block of more than 50 lines, one in seven a long reference without contents.

use crate::{
    lint::{
        Subject,
        document::Document,
        rule::{Findings, declare_rule},
        weigh::scaled,
    },
    model::{
        span::{Span, lines},
        tokens,
    },
};

/// Lines of a document, above which it wants a table of contents.
const LONG_REFERENCE: usize = 300;
/// Lines of a document in which a table of contents is looked for.
const TOP: usize = 60;
/// Tokens of one document, above which an agent had better read parts of it.
const REFERENCE_TOKENS: usize = 10_000;
/// Lines of a code block in SKILL.md, above which it had better be a file.
const LONG_BLOCK: usize = 50;

/// The documents below `references/`.
fn references<'a>(subject: &Subject<'a>) -> impl Iterator<Item = &'a Document<'a>> {
    subject.documents().iter().filter(|document| document.path.starts_with("references/"))
}

declare_rule! {
    /// ## What it finds
    /// A link to a heading that the document does not have. Slugs are GitHub's, in any script; differences in hyphens,
    /// signs and emoji alone are let pass, and so are anchors written in HTML.
    /// ## Why it matters
    /// The reader lands at the top of the file, or nowhere.
    /// ## Example
    /// `[fields](references/api.md#field)` when the heading is `## Fields`.
    ANCHOR_MISSING = "anchor-missing" {
        summary: "a link's heading does not exist",
        category: Links,
        level: Note,
        fix: None,
        check: anchor_missing,
    }
}

fn anchor_missing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let documents = subject.documents();
    let judged = |document: &&Document<'_>| {
        !super::links::is_for_people(document.path) && !super::links::is_specimen(document)
    };
    for document in documents.iter().filter(judged) {
        for link in document.links.iter().filter(|link| !link.is_image) {
            let Some((file, anchor)) = link.target.split_once('#') else { continue };
            let goal = if file.is_empty() {
                Some(document)
            } else {
                let path = super::links::target_path(subject.skill, document, link);
                path.and_then(|path| documents.iter().find(|other| other.path == path))
            };
            let Some(goal) = goal else { continue };
            if !has_anchor(goal, &super::links::percent_decoded(anchor)) {
                found
                    .at(
                        document.path,
                        link.target_span,
                        format!("`{}` has no heading for `#{anchor}`", goal.path),
                    )
                    .help("link a heading that is there");
            }
        }
    }
}

fn has_anchor(document: &Document<'_>, anchor: &str) -> bool {
    let wanted = bare_slug(anchor);
    // The second of two equal headings is numbered.
    let unnumbered = wanted.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_pattern = anchor.contains(['{', '<', '$', '*', '…', ':']);
    wanted.is_empty()
        || wanted == "top"
        || is_pattern
        || document
            .headings
            .iter()
            .map(|heading| bare_slug(&heading.text))
            .any(|slug| slug == wanted || (slug == unnumbered && unnumbered.len() < wanted.len()))
        || ["id=\"", "name=\"", "id='", "name='", "{#"]
            .iter()
            .any(|mark| document.text.contains(&format!("{mark}{anchor}")))
}

/// A heading's slug without hyphens and signs.
fn bare_slug(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

declare_rule! {
    /// ## What it finds
    /// A code block of more than 50 lines in SKILL.md.
    /// ## Why it matters
    /// It costs its tokens each time the skill is used; as a file below `scripts/` it is run without being read.
    /// ## Example
    /// A whole program between two fences.
    BIG_CODE_BLOCK = "big-code-block" {
        summary: "a long code block in SKILL.md",
        category: Body,
        level: Off,
        fix: None,
        check: big_code_block,
    }
}

fn big_code_block(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(body) = subject.body() else { return };
    for block in body.code_blocks.iter().filter(|block| block.is_fenced) {
        // The two fences are no code.
        let length = lines(block.span.of(body.text), 0).count().saturating_sub(2);
        if length > LONG_BLOCK {
            found
                .here(first_line(body, block.span.start), format!("a code block of {length} lines"))
                .help("move it into a file below `scripts/`, `references/` or `assets/`");
        }
    }
}

fn first_line(document: &Document<'_>, start: usize) -> Span {
    lines(document.text, start).next().map_or(Span::at(start), |line| line.span)
}

declare_rule! {
    /// ## What it finds
    /// A document below `references/` of more than 300 lines that does not begin with a list of what it holds.
    /// ## Why it matters
    /// Agents often read the first part of a file only; a list of contents tells them what else there is.
    /// ## Example
    /// A reference of 600 lines that begins with its first chapter.
    LONG_REF_NO_TOC = "long-ref-no-toc" {
        summary: "a long reference without a list of contents",
        category: Body,
        level: Off,
        fix: None,
        check: long_ref_no_toc,
    }
}

fn long_ref_no_toc(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for document in references(subject) {
        let length = lines(document.text, 0).count();
        if length > LONG_REFERENCE && !has_contents(document) {
            found
                .at(
                    document.path,
                    first_line(document, 0),
                    format!("the file has {length} lines and no list of contents at its top"),
                )
                .help("list its sections at the top");
        }
    }
}

/// Whether the top of a document has a list of contents: a heading or line that says so, or three links within it.
fn has_contents(document: &Document<'_>) -> bool {
    const WORDS: [&str; 6] = ["contents", "toc", "目录", "目錄", "目次", "overview of sections"];
    let end = lines(document.text, 0).nth(TOP).map_or(document.text.len(), |line| line.span.start);
    let top = document.text[..end].to_lowercase();
    let inner = document.links.iter().filter(|link| link.span.start < end && link.target.starts_with('#'));
    WORDS.iter().any(|word| top.contains(word)) || inner.count() >= 3
}

declare_rule! {
    /// ## What it finds
    /// A document below `references/` of more than about 10,000 tokens. The number is an estimate.
    /// ## Why it matters
    /// An agent that reads the file reads all of it.
    /// ## Example
    /// A whole manual in one file; split it by task.
    REF_TOO_MANY_TOKENS = "ref-too-many-tokens" {
        summary: "a reference is too long to read at once",
        category: Body,
        level: Note,
        fix: None,
        check: ref_too_many_tokens,
    }
}

fn ref_too_many_tokens(subject: &Subject<'_>, found: &mut Findings<'_>) {
    // No text has more tokens than bytes.
    for document in references(subject).filter(|document| document.text.len() > REFERENCE_TOKENS) {
        let tokens = scaled(tokens::estimate(document.text), subject.profile.limits.tokens_factor);
        if tokens > REFERENCE_TOKENS {
            found
                .at(
                    document.path,
                    first_line(document, 0),
                    format!("the file has ≈{tokens} tokens, more than {REFERENCE_TOKENS}"),
                )
                .help("split it by task, and say in SKILL.md when to read which part");
        }
    }
}
