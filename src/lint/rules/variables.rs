//! Variables in the body: what the profile's platform replaces, and what it leaves as it stands.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::{
        name::{edit_distance, nearest},
        span::Span,
    },
};

declare_rule! {
    /// ## What it finds
    /// `${NAME}` or `$ARGUMENTS` in the text of SKILL.md, outside of code, that the platform does not replace. Which
    /// names it replaces is the profile's `variables`; a profile without any judges nothing. `\${NAME}`, `$1` and
    /// amounts such as `$5` are never judged.
    /// ## Why it matters
    /// An unknown variable stays as it is, and the agent reads the bare name.
    /// ## Example
    /// For StablEdge, `${SKILL_PATH}` must be `${SKILL_DIR}`.
    UNKNOWN_VARIABLE = "unknown-variable" {
        summary: "a variable that the platform does not replace",
        category: Body,
        level: Off,
        fix: None,
        check: unknown_variable,
    }
}

fn unknown_variable(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let known = &subject.profile.variables;
    let Some(body) = subject.body().filter(|_| !known.is_empty()) else { return };
    for (at, _) in body.source().match_indices('$') {
        let start = body.start + at;
        let Some((name, span)) = variable(body.text, start) else { continue };
        if known.iter().any(|each| each == name) || is_escaped(body.text, start) || body.is_code(start) {
            continue;
        }
        let near = nearest(name, known.iter().map(String::as_str));
        let is_near = near.is_some_and(|near| edit_distance(name, near) <= 3 || near.ends_with(name));
        // Claude Code's own variables begin alike; what else stands in `${…}` there is the shell's.
        let is_shared = known.iter().all(|each| each.starts_with("CLAUDE_") || each == "ARGUMENTS");
        if is_shared && !(is_near || name.starts_with("CLAUDE_")) {
            continue;
        }
        let profile = &subject.profile.name;
        let finding =
            found.here(span, format!("`{name}` is no variable that the platform of `{profile}` replaces"));
        match near.filter(|_| is_near) {
            Some(near) => finding.help(format!("did you mean `${{{near}}}`?")),
            None if name == "ARGUMENTS" => finding.help("arguments are `$1`, `$2` … there"),
            None => finding.help(format!("it replaces {}", known.join(", "))),
        };
    }
}

/// The name at a `$`, with all of its place: `${NAME}` or `$ARGUMENTS`.
fn variable(text: &str, start: usize) -> Option<(&str, Span)> {
    let rest = &text[start + 1..];
    if let Some(inner) = rest.strip_prefix('{') {
        let name = inner.split_once('}')?.0;
        // `${X}` of one letter is an example's, or a template's of some language.
        let is_name = name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        return is_name.then(|| (name, Span::new(start, start + name.len() + 3)));
    }
    let name = &rest[..rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()];
    (name == "ARGUMENTS").then(|| (name, Span::new(start, start + 1 + name.len())))
}

fn is_escaped(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}
