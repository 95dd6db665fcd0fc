//! What a skill costs a model's context, level by level: name and description always, the body when the skill is used,
//! other files when the body asks for them. All numbers are estimates.

use super::document::{Document, read_all};
use crate::model::{skill::Skill, span::Span, tokens};

/// A part of the body below one heading of the first or second level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// Empty for what stands before the first heading.
    pub(crate) title: String,
    pub(crate) tokens: usize,
}

/// Tokens per level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) metadata: usize,
    pub(crate) body: usize,
    pub(crate) sections: Vec<Section>,
    /// Text files other than SKILL.md, heaviest first.
    pub(crate) files: Vec<(String, usize)>,
}

/// Weighs a skill; `factor` scales for another tokenizer.
pub(crate) fn weigh(skill: &Skill, factor: f64) -> Weights {
    let of = |text: &str| scaled(tokens::estimate(text), factor);
    let mut files: Vec<(String, usize)> = skill
        .tree
        .files()
        .iter()
        .filter(|file| file.path != skill.manifest_path())
        .filter_map(|file| Some((file.path.clone(), of(text(&file.content)?))))
        .collect();
    files.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let field = |key| skill.head.text(key).map_or(0, of);
    let sections =
        read_all(skill).first().filter(|document| document.is_manifest).map(sections).unwrap_or_default();
    let sections = sections
        .into_iter()
        .map(|section| Section { tokens: scaled(section.tokens, factor), ..section })
        .collect();
    Weights { metadata: field("name") + field("description"), body: of(skill.body().trim()), sections, files }
}

/// A file's text, if it is text.
fn text(content: &[u8]) -> Option<&str> {
    std::str::from_utf8(content).ok().filter(|text| !text.contains('\0'))
}

/// The body cut at its headings of the first and second level; empty parts are left out.
pub(crate) fn sections(body: &Document<'_>) -> Vec<Section> {
    let mut starts = vec![(body.start, String::new())];
    let headings = body.headings.iter().filter(|heading| heading.level <= 2);
    starts.extend(headings.map(|heading| (heading.span.start, heading.text.clone())));
    let ends: Vec<usize> = starts.iter().skip(1).map(|(start, _)| *start).chain([body.text.len()]).collect();
    starts
        .into_iter()
        .zip(ends)
        .map(|((start, title), end)| {
            let tokens = tokens::estimate(Span::new(start.min(end), end).of(body.text).trim());
            Section { title, tokens }
        })
        .filter(|section| section.tokens > 0)
        .collect()
}

/// A count for another tokenizer.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a token count is far below the limits of these types"
)]
pub(crate) fn scaled(tokens: usize, factor: f64) -> usize {
    if (factor - 1.0).abs() < f64::EPSILON {
        tokens
    } else {
        (tokens as f64 * factor.max(0.0)).round() as usize
    }
}
