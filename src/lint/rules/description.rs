//! Rules on `description`, the text by which agents choose a skill.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
        rules::name::{missing, not_text},
    },
    model::{
        frontmatter::{Node, Style, Value, double},
        span::Span,
        visible,
    },
};

/// The description's value and text, when it is text that is not blank.
fn text<'a>(subject: &Subject<'a>) -> Option<(&'a Node, &'a str)> {
    let node = subject.skill.head.value("description")?;
    let text = node.text()?;
    (!text.trim().is_empty()).then_some((node, text))
}

/// What a fix writes where only the author knows; `description-placeholder` keeps reminding of it.
pub(super) const TO_FILL_IN: &str = "TODO: what it does. Use when …";

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
        fix: Unsafe,
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
        None => missing(subject, found, "description", Some(double(TO_FILL_IN))),
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

declare_rule! {
    /// ## What it finds
    /// Invisible characters in the description: bidirectional marks, zero-width characters, tag characters, controls.
    /// ## Why it matters
    /// They can hide instructions from people, and no trigger word matches across them.
    /// ## Example
    /// A right-to-left override copied from a web page.
    DESCRIPTION_HIDDEN_CHAR = "description-hidden-char" {
        summary: "an invisible character in the description",
        category: Description,
        level: Error,
        fix: Safe,
        check: description_hidden_char,
    }
}

fn description_hidden_char(subject: &Subject<'_>, found: &mut Findings<'_>) {
    hidden_char(subject, found, "description");
}

/// Reports invisible characters of a field; taken out where they are written as they are.
pub(super) fn hidden_char(subject: &Subject<'_>, found: &mut Findings<'_>, key: &str) {
    let Some(node) = subject.skill.head.value(key) else { return };
    let Some(text) = node.text() else { return };
    let is_hidden = |c: char| visible::is_hidden(c) && !matches!(c, '\n' | '\t' | '\r');
    let Some(first) = text.chars().find(|c| is_hidden(*c)) else { return };
    let raw = node.span.of(subject.skill.text());
    let edits: Vec<Edit> = raw
        .char_indices()
        .filter(|(_, c)| is_hidden(*c))
        .map(|(at, c)| Edit::remove(Span::new(node.span.start + at, node.span.start + at + c.len_utf8())))
        .collect();
    let place = edits.first().map_or(node.span, |edit| edit.span);
    let finding =
        found.here(place, format!("`{key}` holds the invisible character U+{:04X}", u32::from(first)));
    finding.help("take it out");
    if !edits.is_empty() {
        finding.fix(Fix::safe("take the invisible characters out", edits));
    }
}

declare_rule! {
    /// ## What it finds
    /// `<` or `>` in the description.
    /// ## Why it matters
    /// The skill creators' own checks and StablEdge refuse both; the Claude API refuses tags.
    /// ## Example
    /// `description: Fills <b>forms</b>.`
    DESCRIPTION_MARKUP = "description-markup" {
        summary: "angle brackets in the description",
        category: Description,
        level: Note,
        fix: None,
        check: description_markup,
    }
}

fn description_markup(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, _)) = text(subject) else { return };
    let raw = node.span.of(subject.skill.text());
    // A block text's `>` stands outside of the value's span.
    let Some(at) = raw.find(['<', '>']) else { return };
    let start = node.span.start + at;
    found
        .here(
            Span::new(start, start + 1),
            "the description holds an angle bracket, which several platforms refuse",
        )
        .help("write it in words");
}

declare_rule! {
    /// ## What it finds
    /// A description that says what the skill does and not when to use it.
    /// ## Why it matters
    /// Agents choose by the description alone; trigger words make the difference.
    /// ## Example
    /// `description: Helps with PDFs.` is better as `Fills PDF forms and merges PDFs. Use when the user mentions PDFs.`
    DESCRIPTION_NO_TRIGGER = "description-no-trigger" {
        summary: "the description does not say when to use the skill",
        category: Description,
        level: Note,
        fix: None,
        check: description_no_trigger,
    }
}

fn description_no_trigger(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const ENGLISH: [&str; 24] = [
        "when",
        "use for",
        "use this",
        "use it",
        "used for",
        "used to",
        "use to",
        "whenever",
        "trigger",
        "activate",
        "invoke",
        "if the user",
        "if you",
        "asks",
        "asked",
        "mentions",
        "before ",
        "after ",
        "for tasks",
        "ideal for",
        "useful for",
        "while ",
        "during ",
        "needs to",
    ];
    const CHINESE: [&str; 16] = [
        "当", "用于", "适用", "触发", "使用", "场景", "需要", "时", "如果", "用户", "询问", "提到", "用來",
        "適用", "使う", "とき",
    ];
    let Some((node, text)) = text(subject) else { return };
    let lower = text.to_lowercase();
    if !ENGLISH.iter().chain(&CHINESE).any(|phrase| lower.contains(phrase)) {
        found
            .here(node.span, "the description does not say when to use the skill")
            .help("add `Use when …` with the words a user would say");
    }
}

declare_rule! {
    /// ## What it finds
    /// A description of fewer than 20 characters (10 where it is Chinese, Japanese or Korean).
    /// ## Why it matters
    /// So little tells no agent when the skill fits.
    /// ## Example
    /// `description: PDF tool`
    DESCRIPTION_TOO_SHORT = "description-too-short" {
        summary: "the description is very short",
        category: Description,
        level: Note,
        fix: None,
        check: description_too_short,
    }
}

fn description_too_short(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, text)) = text(subject) else { return };
    let length = text.trim().chars().count();
    let is_cjk =
        text.chars().any(|c| matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7AF));
    if length < if is_cjk { 10 } else { 20 } {
        found
            .here(node.span, format!("the description has {length} characters; agents choose by it"))
            .help("say what the skill does and when to use it");
    }
}

declare_rule! {
    /// ## What it finds
    /// A description that is not in double quotes.
    /// ## Why it matters
    /// StablEdge asks for them always: a colon added later then breaks nothing.
    /// ## Example
    /// `description: 整理版本更新说明时使用。`
    DESCRIPTION_UNQUOTED = "description-unquoted" {
        summary: "the description is not in double quotes",
        category: Description,
        level: Off,
        fix: Safe,
        check: description_unquoted,
    }
}

fn description_unquoted(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(entry) = subject.skill.head.entry("description") else { return };
    let Value::Scalar { text, style: Style::Plain } = &entry.value.value else { return };
    if !entry.repaired && !text.is_empty() {
        found
            .here(entry.value.span, "the description is not in double quotes")
            .fix(Fix::safe("put it in double quotes", vec![Edit::replace(entry.value.span, double(text))]));
    }
}
