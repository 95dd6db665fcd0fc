//! Rules on the Markdown body: its size, and what a template left behind.

use crate::{
    lint::{
        Subject,
        document::{CodeBlock, Document},
        rule::{Findings, declare_rule},
        texts::Topic,
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
    let Some(text) = subject.texts().iter().find(|text| text.path == body.path) else { return };
    let marks = ["[TODO:", "[TODO ", "[TODO]", "TODO: describe", "TODO: Describe", "<your-skill"];
    let is_mark = |at: usize| marks.iter().any(|mark| body.text[at..].starts_with(mark));
    let places: Vec<usize> = text
        .hits(Topic::Placeholder)
        .map(|hit| if body.text[..hit.start].ends_with('[') { hit.start - 1 } else { hit.start })
        .filter(|&at| at >= body.start && is_mark(at) && !body.is_code(at))
        .collect();
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
        .here(
            beyond.span,
            format!("the file has {all} lines ({body} of them body), at most {limit} are asked for"),
        )
        .marked(format!("line {}", limit + 1))
        .help("move what only some tasks need into files below `references/`");
}

declare_rule! {
    /// ## What it finds
    /// A code fence that is never closed.
    /// ## Why it matters
    /// All text after it is code to a Markdown reader, links included.
    /// ## Example
    /// Three backticks above an example and none below it.
    FENCE_UNCLOSED = "fence-unclosed" {
        summary: "a code fence is never closed",
        category: Body,
        level: Warning,
        fix: None,
        check: fence_unclosed,
    }
}

fn fence_unclosed(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for document in subject.documents().iter().filter(|document| !super::links::is_for_people(document.path))
    {
        let Some(block) = document.code_blocks.last().filter(|block| block.is_fenced) else { continue };
        let text = block.span.of(document.text);
        let reaches_end = document.text[block.span.end.min(document.text.len())..].trim().is_empty();
        let mut rows =
            lines(text, 0).map(|line| line.span.of(text).trim_start_matches(['>', ' ']).trim_end());
        let Some(opening) = rows.next() else { continue };
        let mark = opening.chars().next().unwrap_or('`');
        let length = opening.len() - opening.trim_start_matches(mark).len();
        let closes = |row: &str| row.len() >= length && row.chars().all(|c| c == mark);
        if reaches_end && !rows.last().is_some_and(closes) {
            let first = lines(document.text, block.span.start).next().map_or(block.span, |line| line.span);
            // A fence that says no language looks like the end of a block, and mostly is meant as one.
            let is_bare = !opening
                .trim_start_matches(mark)
                .trim()
                .starts_with(|c: char| c == '{' || c.is_alphanumeric());
            let outer =
                document.code_blocks.iter().rev().skip(1).find(|block| holds_a_fence(document, block));
            match outer.filter(|_| is_bare) {
                Some(outer) => {
                    let outer =
                        lines(document.text, outer.span.start).next().map_or(outer.span, |line| line.span);
                    found
                        .at(
                            document.path,
                            first,
                            "this fence opens a block that never ends: an earlier one was closed too soon",
                        )
                        .also(outer, "this block holds another one")
                        .help(format!("give the outer fence one {mark} more than those inside"));
                }
                None if is_bare => closes_nothing(document, block, first, found),
                None => {
                    found
                        .at(document.path, first, "this code fence is never closed")
                        .help("close it where the code ends");
                }
            }
        }
    }
}

/// Tells of a fence without a language that is left over: mostly the end of a block that was never opened.
fn closes_nothing(document: &Document<'_>, block: &CodeBlock, first: Span, found: &mut Findings<'_>) {
    let above = document.code_blocks.iter().rev().nth(1).map_or(0, |block| block.span.end);
    let glued = lines(document.text, above)
        .map(|line| line.span)
        .take_while(|line| line.end <= first.start)
        .filter(|line| line.of(document.text).matches("```").count() % 2 == 1)
        .last();
    let is_empty = Span::new(first.end, block.span.end).of(document.text).trim().is_empty();
    match (glued, is_empty) {
        (Some(glued), _) => found
            .at(document.path, first, "this fence opens a block that never ends")
            .also(glued, "this one opens no block")
            .help("a fence begins its line: put each of the two on one of its own"),
        (None, true) => found
            .at(document.path, first, "this fence closes nothing: no block is open here")
            .help("remove it, or write the fence that opens the block above"),
        (None, false) => found
            .at(document.path, first, "this fence opens a block that never ends")
            .help("close it where the code ends; if it should end a block, the fence that opens that one is missing above"),
    };
}

/// Whether a line inside a fenced block opens another one, with a language.
fn holds_a_fence(document: &Document<'_>, block: &CodeBlock) -> bool {
    block.is_fenced
        && block.span.of(document.text).lines().skip(1).any(|line| {
            let line = line.trim_start();
            let rest = line.trim_start_matches('`');
            line.len() - rest.len() >= 3 && rest.starts_with(|c: char| c.is_ascii_alphabetic())
        })
}

declare_rule! {
    /// ## What it finds
    /// A link to SKILL.md itself.
    /// ## Why it matters
    /// TeleAI asks to name the file without a link.
    /// ## Example
    /// `[the skill](SKILL.md)`
    MANIFEST_SELF_LINK = "manifest-self-link" {
        summary: "a link to SKILL.md",
        category: Body,
        level: Off,
        fix: None,
        check: manifest_self_link,
    }
}

fn manifest_self_link(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for document in subject.documents() {
        for link in &document.links {
            let target = link.target.split('#').next().unwrap_or("");
            if target.rsplit('/').next() == Some("SKILL.md") && !target.contains("://") {
                found
                    .at(document.path, link.span, "a link to `SKILL.md`")
                    .help("write `SKILL.md` without a link");
            }
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Words that leave the decision open: "maybe", "try to", "视情况", "尽量".
    /// ## Why it matters
    /// TeleAI asks for imperative, executable steps with thresholds.
    /// ## Example
    /// 「视情况重试」 is better as 「返回 429 时等 2s 重试，最多 3 次」.
    WEAK_LANGUAGE = "weak-language" {
        summary: "words that leave the decision open",
        category: Body,
        level: Off,
        fix: None,
        check: weak_language,
    }
}

fn weak_language(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const WEAK: [&str; 10] = [
        "视情况",
        "尽量",
        "可以先",
        "酌情",
        "适当地",
        "maybe ",
        "try to ",
        "if possible",
        "as appropriate",
        "feel free to",
    ];
    let Some(body) = subject.body() else { return };
    let mut places: Vec<(usize, &str)> = WEAK
        .iter()
        .flat_map(|word| body.source().match_indices(word).map(|(at, _)| (body.start + at, *word)))
        .filter(|(at, _)| !body.is_code(*at))
        .collect();
    places.sort_unstable();
    if let Some((at, word)) = places.first() {
        let more = if places.len() > 1 { format!(" ({} such places)", places.len()) } else { String::new() };
        found
            .here(
                Span::new(*at, at + word.trim_end().len()),
                format!("`{}` leaves the decision to the agent{more}", word.trim()),
            )
            .help("say exactly when, how often and with what");
    }
}

declare_rule! {
    /// ## What it finds
    /// A body without any word on when to stop or give up.
    /// ## Why it matters
    /// TeleAI asks for exit conditions on failure.
    /// ## Example
    /// 「输出为空则停止并提示用户补充材料」
    NO_STOP_CONDITION = "no-stop-condition" {
        summary: "nothing says when to stop",
        category: Body,
        level: Off,
        fix: None,
        check: no_stop_condition,
    }
}

fn no_stop_condition(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const STOPS: [&str; 16] = [
        "停止",
        "退出",
        "终止",
        "失败",
        "报错",
        "中止",
        "提示用户",
        "stop",
        "fail",
        "exit",
        "abort",
        "error",
        "give up",
        "ask the user",
        "异常",
        "为空",
    ];
    let lower = subject.skill.body().to_lowercase();
    if !lower.trim().is_empty() && !STOPS.iter().any(|word| lower.contains(word)) {
        found.here(first_line(subject), "the body never says when to stop or what to do on failure");
    }
}
