//! `evals-schema`: the file of test prompts that ships with a skill.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::span::Span,
};

const EVALS: &str = "evals/evals.json";

declare_rule! {
    /// ## What it finds
    /// An `evals/evals.json` that is no JSON, whose `skill_name` is not the skill's name, or whose cases lack `prompt`
    /// or share an `id`; files that a case names and that are not there.
    /// ## Why it matters
    /// Tools that run the cases stop at the first of these.
    /// ## Example
    /// `{"skill_name": "old-name", "evals": [{"id": 1, "prompt": "…", "expected_output": "…"}]}`
    EVALS_SCHEMA = "evals-schema" {
        summary: "evals/evals.json is not what tools expect",
        category: Collection,
        level: Warning,
        fix: None,
        check: evals_schema,
    }
}

fn evals_schema(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let skill = subject.skill;
    let Some(file) = skill.tree.file(EVALS).filter(|file| !file.content.is_empty()) else { return };
    let Ok(text) = std::str::from_utf8(&file.content) else { return };
    let root: Value = match serde_json::from_str(text) {
        Ok(root) => root,
        Err(error) => {
            let span = place(text, error.line(), error.column());
            found.at(EVALS, span, "this is no valid JSON").help("mend the syntax at this place");
            return;
        }
    };
    // Other tools keep other shapes in this place; only the documented one is judged.
    let Some(cases) = root.get("evals").and_then(Value::as_array) else { return };
    if let (Some(named), Some(name)) =
        (root.get("skill_name").and_then(Value::as_str), skill.head.text("name"))
        && named != name.trim()
    {
        let span = text
            .find(&format!("\"{named}\""))
            .map_or(Span::at(0), |at| Span::new(at + 1, at + 1 + named.len()));
        found
            .at(EVALS, span, format!("`skill_name` is `{named}`, the skill is called `{}`", name.trim()))
            .help(format!("write `{}`", name.trim()));
    }
    let mut ids = BTreeSet::new();
    for (index, case) in cases.iter().enumerate() {
        let number = index + 1;
        if let Some(id) = case.get("id").filter(|id| !ids.insert(id.to_string())) {
            found
                .file(EVALS, format!("case {number} has the id {id} of an earlier case"))
                .help("give each case its own id");
        }
        if !case.get("prompt").is_some_and(Value::is_string) {
            found
                .file(EVALS, format!("case {number} has no `prompt` in text"))
                .help("say what the user asks");
        }
        let expected = case.get("expected_output");
        if expected.is_some_and(|expected| !expected.is_string()) {
            found
                .file(EVALS, format!("`expected_output` of case {number} is no text"))
                .help("say in words what is expected");
        }
        let files = case.get("files").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for path in files.iter().filter_map(Value::as_str) {
            let clean = path.trim_start_matches("./");
            if !clean.is_empty()
                && !skill.has(clean)
                && !skill.has(&format!("evals/{clean}"))
                && !skill.has(&format!("evals/files/{clean}"))
            {
                found
                    .file(EVALS, format!("`{path}` of case {number} does not exist"))
                    .help("add the file, or mend the path");
            }
        }
    }
}

/// The byte a line and column (both from 1, columns in bytes) mean.
fn place(text: &str, line: usize, column: usize) -> Span {
    let start = crate::model::span::lines(text, 0)
        .nth(line.saturating_sub(1))
        .map_or(text.len(), |line| line.span.start);
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    Span::at(at)
}
