//! Rules on `description`, the text by which agents choose a skill.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        rules::name::{missing, not_text},
    },
    model::frontmatter::Node,
};

/// The description's value and text, when it is text that is not blank.
fn text<'a>(subject: &Subject<'a>) -> Option<(&'a Node, &'a str)> {
    let node = subject.skill.head.value("description")?;
    let text = node.text()?;
    (!text.trim().is_empty()).then_some((node, text))
}

declare_rule! {
    /// ## What it finds
    /// Frontmatter without `description`, or with a blank one.
    /// ## Why it matters
    /// The description is all an agent knows of a skill before it loads it; without one the skill is never chosen.
    /// ## Example
    /// `description: ""`
    DESCRIPTION_MISSING = "description-missing" {
        summary: "no `description`",
        category: Description,
        level: Error,
        fix: None,
        check: description_missing,
    }
}

fn description_missing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    match head.entry("description") {
        Some(entry) if entry.value.text().is_some_and(|text| text.trim().is_empty()) => {
            found
                .here(entry.key.span, "the description is empty")
                .help("say what the skill does and when to use it");
        }
        Some(_) => {}
        None => missing(subject, found, "description", None),
    }
}

declare_rule! {
    /// ## What it finds
    /// A description that still is a template's: `TODO`, `[…]`, lorem ipsum, "A description of what this skill does".
    /// ## Why it matters
    /// No agent can choose by it.
    /// ## Example
    /// `description: "TODO: what it does and when to use it"`
    DESCRIPTION_PLACEHOLDER = "description-placeholder" {
        summary: "the description is a placeholder",
        category: Description,
        level: Note,
        fix: None,
        check: description_placeholder,
    }
}

fn description_placeholder(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, text)) = text(subject) else { return };
    let trimmed = text.trim_start_matches(['[', '<', '(', ' ']);
    let lower = trimmed.to_lowercase();
    let is_placeholder = ["TODO", "FIXME", "TBD", "XXX"].iter().any(|word| {
        trimmed
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == ' ' || c == '-'))
    }) || [
        "lorem ipsum",
        "a description of what this skill does",
        "brief description of",
        "replace with description",
        "your description here",
        "what this skill does and when to use it",
    ]
    .iter()
    .any(|phrase| lower.starts_with(phrase));
    if is_placeholder {
        found
            .here(node.span, "the description is still a placeholder")
            .help("say what the skill does and when to use it");
    }
}

declare_rule! {
    /// ## What it finds
    /// A description of more than 1,024 characters, counted as Unicode code points.
    /// ## Why it matters
    /// Platforms refuse it; agents cut it and lose the trigger words at its end.
    /// ## Example
    /// A description that lists every feature; move details into the body.
    DESCRIPTION_TOO_LONG = "description-too-long" {
        summary: "the description is too long",
        category: Description,
        level: Error,
        fix: None,
        check: description_too_long,
    }
}

fn description_too_long(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, text)) = text(subject) else { return };
    // As the reference counts: the value as it stands, a block text's last line end included.
    let length = text.chars().count();
    let limit = subject.profile.limits.description;
    if length > limit {
        found
            .here(node.span, format!("the description has {length} characters, {limit} are allowed"))
            .help(format!("cut {} characters; details belong in the body", length - limit));
    }
}

declare_rule! {
    /// ## What it finds
    /// A description that is a list, a mapping, or a plain value that YAML reads as a number, a truth value, a date or
    /// null.
    /// ## Why it matters
    /// Typed loaders refuse the skill.
    /// ## Example
    /// `description: [TODO: what it does]` is a list to YAML.
    DESCRIPTION_TYPE = "description-type" {
        summary: "the description is no text",
        category: Description,
        level: Error,
        fix: Safe,
        check: description_type,
    }
}

fn description_type(subject: &Subject<'_>, found: &mut Findings<'_>) {
    not_text(subject, found, "description");
}
