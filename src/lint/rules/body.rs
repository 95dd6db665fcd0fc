//! Rules on the Markdown body: its size, and what a template left behind.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        weigh::{scaled, sections},
    },
    model::{
        span::{Span, lines},
        tokens,
    },
};

declare_rule! {
    /// ## What it finds
    /// A SKILL.md with nothing below the frontmatter.
    /// ## Why it matters
    /// An agent that loads the skill gets no instructions.
    /// ## Example
    /// A file that ends with the closing `---`.
    BODY_EMPTY = "body-empty" {
        summary: "no instructions below the frontmatter",
        category: Body,
        level: Warning,
        fix: None,
        check: body_empty,
    }
}

fn body_empty(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let Some(closing) = head.split.closing else { return };
    if subject.skill.body().trim().is_empty() {
        found
            .here(
                closing.span,
                "nothing follows the frontmatter: an agent that loads the skill gets no instructions",
            )
            .help("write what the agent shall do, step by step");
    }
}

declare_rule! {
    /// ## What it finds
    /// A body of about 5,000 tokens or more. The number is an estimate, good to a few per cent.
    /// ## Why it matters
    /// The whole body goes into the agent's context when the skill is used. Details that only some tasks need belong
    /// in files below `references/`.
    /// ## Example
    /// An API's full field list in SKILL.md; `skill lint --tokens` shows which sections weigh most.
    BODY_TOO_MANY_TOKENS = "body-too-many-tokens" {
        summary: "the body is too long for its token budget",
        category: Body,
        level: Warning,
        fix: None,
        check: body_too_many_tokens,
    }
}

fn body_too_many_tokens(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let body = subject.skill.body();
    let limits = subject.profile.limits;
    let tokens = scaled(tokens::estimate(body.trim()), limits.tokens_factor);
    if subject.skill.head.split.opening.is_none() || tokens < limits.body_tokens {
        return;
    }
    let heaviest =
        subject.body().map(sections).unwrap_or_default().into_iter().max_by_key(|section| section.tokens);
    let finding = found.here(
        first_line(subject),
        format!("the body has ≈{tokens} tokens, the budget is {}", limits.body_tokens),
    );
    let advice = "move what only some tasks need into files below `references/`";
    match heaviest {
        Some(section) if !section.title.is_empty() => {
            finding.help(format!(
                "{advice}; the heaviest section is `{}` (≈{} tokens)",
                section.title, section.tokens
            ));
        }
        _ => {
            finding.help(advice);
        }
    }
}

/// The body's first line with text.
fn first_line(subject: &Subject<'_>) -> Span {
    let text = subject.skill.text();
    let start = subject.skill.head.split.body.start;
    lines(text, start)
        .find(|line| !line.span.of(text).trim().is_empty())
        .map_or(Span::at(start.min(text.len())), |line| line.span)
}

declare_rule! {
    /// ## What it finds
    /// What a template asks the author to replace: `[TODO …]`, `<your-…>`, a section on how to structure the skill.
    /// ## Why it matters
    /// Agents take it for instructions.
    /// ## Example
    /// `[TODO: describe the steps]`
    PLACEHOLDER = "placeholder" {
        summary: "a template's placeholder is left in the body",
        category: Body,
        level: Note,
        fix: None,
        check: placeholder,
    }
}

fn placeholder(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(body) = subject.body() else { return };
    let marks = ["[TODO:", "[TODO ", "[TODO]", "TODO: describe", "TODO: Describe", "<your-skill", "[Your "];
    let mut places: Vec<usize> = marks
        .iter()
        .flat_map(|mark| body.source().match_indices(mark).map(|(at, _)| body.start + at))
        .filter(|&at| !body.is_code(at))
        .collect();
    places.sort_unstable();
    let Some(&first) = places.first() else { return };
    let line =
        lines(body.text, body.start).find(|line| line.next > first).map_or(Span::at(first), |line| line.span);
    let more = if places.len() > 1 { format!(" ({} in all)", places.len()) } else { String::new() };
    found
        .here(Span::new(first, line.end), format!("a placeholder is left in the body{more}"))
        .help("replace it, or take it out");
}

declare_rule! {
    /// ## What it finds
    /// A SKILL.md of more than 500 lines, the frontmatter included.
    /// ## Why it matters
    /// The specification asks to keep SKILL.md below that and to move detail into files below `references/`.
    /// ## Example
    /// A SKILL.md that holds a whole manual.
    TOO_MANY_LINES = "too-many-lines" {
        summary: "SKILL.md has too many lines",
        category: Body,
        level: Warning,
        fix: None,
        check: too_many_lines,
    }
}

fn too_many_lines(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let text = subject.skill.text();
    let limit = subject.profile.limits.lines;
    let all = lines(text, 0).count();
    if all <= limit {
        return;
    }
    let Some(beyond) = lines(text, 0).nth(limit) else { return };
    let body = lines(subject.skill.body(), 0).count();
    found
        .here(beyond.span, format!("the file has {all} lines ({body} of them body), {limit} are asked for"))
        .marked(format!("line {}", limit + 1))
        .help("move what only some tasks need into files below `references/`");
}
