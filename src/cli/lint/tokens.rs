//! `skill lint --tokens`: what each part of a skill costs in tokens.

use serde_json::{Value, json};

use super::{LintArgs, paths, report::Format, text};
use crate::{
    cli::error::{CliError, ExitStatus},
    lint::{
        profile::Profile,
        weigh::{Weights, weigh},
    },
    model::visible,
    ops::{
        Context,
        lint::{LintOptions, lint},
    },
    ui::{locale::Voice, table::Table},
};

/// Files shown, at most; the others are summed up.
const SHOWN_FILES: usize = 12;

pub(super) fn run(
    args: &LintArgs,
    profiles: &[Profile],
    format: Option<Format>,
    context: &Context<'_>,
    voice: Voice<'_>,
) -> Result<ExitStatus, CliError> {
    let shell = voice.shell;
    let options = LintOptions {
        paths: paths(args, context),
        text: text(args, context)?,
        profiles: profiles.to_vec(),
        changed: args.changed.clone(),
        ..LintOptions::default()
    };
    let mut skills: Vec<Value> = Vec::new();
    let mut written = Ok(());
    let linted = lint(context, options, &mut |checked| {
        let limits =
            checked.profiles.first().map_or_else(|| Profile::spec().limits, |profile| profile.limits);
        let weights = weigh(&checked.skill, limits.tokens_factor);
        if format == Some(Format::Json) {
            skills.push(value(&checked.shown, &weights, limits.body_tokens));
        } else if written.is_ok() {
            written = show(&checked.shown, &weights, limits.body_tokens, voice);
        }
    })?;
    written?;
    if format == Some(Format::Json) {
        shell.json(&json!({ "format": "skill.tokens/1", "skills": skills }))?;
    }
    for failure in &linted.failures {
        shell.error(format_args!("`{}` was not weighed: {}", failure.shown, failure.why));
    }
    Ok(if linted.failures.is_empty() { ExitStatus::Done } else { ExitStatus::Incomplete })
}

fn show(shown: &str, weights: &Weights, budget: usize, voice: Voice<'_>) -> std::io::Result<()> {
    let Voice { shell, words } = voice;
    let say = |english: &str| words.phrase(english).into_owned();
    let mut table = Table::new(["TOKENS", "WHEN", "PART"].map(|english| words.phrase(english)));
    let about = |tokens: usize| format!("≈{tokens}");
    let files: usize = weights.files.iter().map(|(_, tokens)| tokens).sum();
    table.row([about(weights.metadata), say("always"), say("name and description")]);
    table.row([about(weights.body), say("when used"), say(&format!("body of SKILL.md, budget {budget}"))]);
    for section in weights.sections.iter().filter(|_| weights.sections.len() > 1) {
        let before = words.phrase("(before the first heading)");
        let title = if section.title.is_empty() { &*before } else { section.title.as_str() };
        table.row([about(section.tokens), String::new(), format!("  {}", visible::line(title))]);
    }
    table.row([about(files), say("when read"), say(&format!("{} other text files", weights.files.len()))]);
    for (path, tokens) in weights.files.iter().take(SHOWN_FILES) {
        table.row([about(*tokens), String::new(), format!("  {}", visible::line(path))]);
    }
    if let Some(rest) = weights.files.get(SHOWN_FILES..).filter(|rest| !rest.is_empty()) {
        let tokens = rest.iter().map(|(_, tokens)| tokens).sum();
        table.row([about(tokens), String::new(), format!("  {}", say(&format!("and {} more", rest.len())))]);
    }
    shell.data(format_args!("{shown}"))?;
    for line in table.lines(shell.width()) {
        shell.data(line)?;
    }
    Ok(())
}

fn value(shown: &str, weights: &Weights, budget: usize) -> Value {
    let sections: Vec<Value> = weights
        .sections
        .iter()
        .map(|section| json!({ "title": section.title, "tokens": section.tokens }))
        .collect();
    let files: Vec<Value> =
        weights.files.iter().map(|(path, tokens)| json!({ "path": path, "tokens": tokens })).collect();
    json!({
        "path": shown,
        "metadata": weights.metadata,
        "body": weights.body,
        "budget": budget,
        "sections": sections,
        "files": files,
    })
}
