//! `skill prompt`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    model::{agent, tokens, visible},
    ops::{
        Context,
        disclose::{
            self, Catalogue, LeftOut, Why,
            block::{self, Form, Layout},
            budget,
        },
        error::Error,
    },
    ui::{shell::Shell, size::count},
};

/// Print the catalogue of skills for an agent's context
///
/// The skills that an agent may choose here: those that `skill list` shows, project over user, without the ones that
/// are invalid, switched off, untrusted or only for people. Nothing is printed when there are none.
#[derive(Debug, Args)]
pub(crate) struct PromptArgs {
    /// Exactly the skills in these folders, trusted or not
    #[arg(value_name = "PATH", conflicts_with_all = ["agent", "user", "project"])]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Only skills this agent reads
    #[arg(short, long, value_name = "AGENT")]
    agent: Option<String>,
    /// The form of the catalogue
    #[arg(long, value_name = "FORM", default_value = "xml")]
    format: Format,
    /// Say how to use the list, too
    #[arg(long)]
    instructions: bool,
    /// Leave the paths of the SKILL.md files out
    #[arg(long)]
    no_location: bool,
    /// Stay within about N tokens: cuts descriptions, then drops skills from the end
    #[arg(long, value_name = "N")]
    budget: Option<usize>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// As the reference library prints it
    Xml,
    Json,
    Markdown,
    /// The definition of a tool whose `name` is one of the skills
    Tool,
}

pub(crate) fn run(
    args: &PromptArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let catalogue = if args.paths.is_empty() {
        let agent = args.agent.as_deref().map(agent::find).transpose().map_err(Error::from)?;
        disclose::catalogue(context, args.scope.visible(context)?, agent)?.for_the_model()
    } else {
        let folders: Vec<PathBuf> = args.paths.iter().map(|path| context.dirs.absolute(path)).collect();
        disclose::named(context, &folders)?
    };
    let layout = Layout {
        form: match args.format {
            Format::Xml => Form::Xml,
            Format::Json => Form::Json,
            Format::Markdown => Form::Markdown,
            Format::Tool => Form::Tool,
        },
        instructions: args.instructions,
        location: !args.no_location,
    };
    let Catalogue { entries, left_out } = catalogue;
    let weigh = |entries: &[disclose::Entry]| tokens::estimate(&block::text(entries, layout));
    let fitted = budget::fit(entries, args.budget.unwrap_or(usize::MAX), &weigh);
    tell(&left_out, shell);
    if let Some(budget) = args.budget {
        tell_of_budget(budget, &fitted, shell);
    }
    let text = block::text(&fitted.entries, layout);
    if global.json {
        shell.json(&to_json(&fitted, &left_out, &text))?;
    } else if !text.is_empty() {
        shell.raw_data(format!("{text}\n").as_bytes())?;
    } else if left_out.is_empty() && fitted.dropped.is_empty() {
        shell.note("no skills are visible from here, so there is nothing to print");
    }
    Ok(ExitStatus::Done)
}

/// Names what is left out and should be known.
pub(super) fn tell(left_out: &[LeftOut], shell: &Shell) {
    for skill in left_out {
        let name = visible::line(&skill.name);
        match &skill.why {
            Why::Shadowed { alike: true, .. } | Why::Untrusted(_) => {}
            Why::Shadowed { .. } | Why::Invalid { .. } => {
                let folder = visible::line(&skill.folder.to_string_lossy()).into_owned();
                shell.warning(format_args!("`{name}` in `{folder}` {}", skill.why));
            }
            Why::Disabled | Why::OptedOut => shell.detail(format_args!("`{name}` {}", skill.why)),
        }
    }
    let untrusted: Vec<String> = left_out
        .iter()
        .filter(|skill| matches!(skill.why, Why::Untrusted(_)))
        .map(|skill| format!("`{}`", visible::line(&skill.name)))
        .collect();
    if !untrusted.is_empty() {
        shell.note(format_args!(
            "{} of this project left out until you trust them: {}",
            count(untrusted.len(), "skill"),
            some(&untrusted)
        ));
        shell.hint("read them, then `skill trust` lets agents see them");
    }
}

fn tell_of_budget(budget: usize, fitted: &budget::Fitted, shell: &Shell) {
    let quoted = |names: &[String]| -> Vec<String> {
        names.iter().map(|name| format!("`{}`", visible::line(name))).collect()
    };
    if !fitted.shortened.is_empty() {
        shell.note(format_args!(
            "{} cut to stay within {budget} tokens: {}",
            count(fitted.shortened.len(), "description"),
            some(&quoted(&fitted.shortened))
        ));
    }
    if !fitted.dropped.is_empty() {
        shell.warning(format_args!(
            "{} dropped to stay within {budget} tokens: {}",
            count(fitted.dropped.len(), "skill"),
            some(&quoted(&fitted.dropped))
        ));
    }
}

/// The first few of a list.
fn some(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn to_json(fitted: &budget::Fitted, left_out: &[LeftOut], text: &str) -> Value {
    let skills: Vec<Value> = fitted
        .entries
        .iter()
        .map(|entry| {
            json!({
                "name": entry.name,
                "description": entry.description,
                "location": entry.location,
                "scope": entry.scope,
                "paths": entry.card.paths,
                "shortened": fitted.shortened.contains(&entry.name),
            })
        })
        .collect();
    let left_out: Vec<Value> = left_out
        .iter()
        .map(|skill| {
            json!({
                "name": skill.name,
                "folder": skill.folder.to_string_lossy(),
                "why": skill.why.as_str(),
                "reason": skill.why.to_string(),
            })
        })
        .collect();
    json!({
        "format": "skill.prompt/1",
        "skills": skills,
        "leftOut": left_out,
        "dropped": fitted.dropped,
        "text": text,
        "tokens": tokens::estimate(text),
    })
}
