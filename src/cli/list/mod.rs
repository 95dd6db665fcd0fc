//! `skill list`.

mod json;

use std::fmt::Write as _;

use clap::Args;

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    model::{agent, visible},
    ops::{
        Context,
        error::Error,
        list::{self, Listed, Listing, State},
    },
    ui::{
        shell::Shell,
        style,
        table::{Table, clip},
    },
};

/// How much of a description a listing shows, in characters; StablEdge's own list shows as much.
const SHOWN_DESCRIPTION: usize = 80;

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    scope: ScopeArgs,
    /// Only skills this agent sees
    #[arg(short, long, value_name = "AGENT")]
    agent: Option<String>,
    /// Print only the skills' folders, for the list of folders an agent may read
    #[arg(long)]
    paths: bool,
}

pub(crate) fn run(
    args: &ListArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let mut listing = list::list_with_trust(context, args.scope.visible(context)?)?;
    if let Some(name) = &args.agent {
        let agent = agent::find(name).map_err(Error::from)?;
        listing.skills.retain(|skill| skill.is_seen_by(agent));
    }
    if global.json {
        shell.json(&json::document(&listing))?;
        return Ok(ExitStatus::Done);
    }
    if args.paths {
        let mut shown = std::collections::BTreeSet::new();
        for skill in listing.skills.iter().filter(|skill| is_readable(skill)) {
            for path in std::iter::once(&skill.folder).chain(&skill.real).filter(|path| shown.insert(*path)) {
                shell.data(visible::line(&path.to_string_lossy()))?;
            }
        }
        return Ok(ExitStatus::Done);
    }
    show(&listing, context, shell)?;
    Ok(ExitStatus::Done)
}

/// Whether agents may get it, so that they should be let read its folder.
fn is_readable(skill: &Listed) -> bool {
    matches!(skill.state, State::Ok | State::Edited | State::Unmanaged)
        && skill.enabled
        && skill.doubt.is_none()
}

fn show(listing: &Listing, context: &Context<'_>, shell: &Shell) -> Result<(), CliError> {
    if listing.skills.is_empty() {
        shell.note("no skills are visible from here: looked in `.agents/skills`, agents' folders, and those of the home folder");
        if listing.strays.is_empty() {
            shell.hint("`skill install owner/repo` adds some");
        }
    } else {
        let mut table = Table::new(["name", "version", "scope", "state", "source"]);
        for skill in &listing.skills {
            let version = list::shown_version(skill);
            let source = list::shown_source(skill);
            let source = source.strip_prefix("https://").unwrap_or(&source).to_owned();
            table.row([
                visible::line(&skill.name).into_owned(),
                visible::line(&version).into_owned(),
                skill.scope.as_str().to_owned(),
                skill.shown_state().to_owned(),
                visible::line(&source).into_owned(),
            ]);
        }
        let width = shell.width();
        let mut lines = table.lines(width).into_iter();
        let mut screen = lines.next().unwrap_or_default();
        for (line, skill) in lines.zip(&listing.skills) {
            screen.push('\n');
            screen.push_str(&line);
            let below = below(skill);
            if !below.is_empty() {
                let dim = style::DIM;
                // A text takes any number of writes.
                let _ = write!(screen, "\n{dim}    {}{dim:#}", clip(&below, width - 4));
            }
        }
        // All at once: a listing may be long.
        shell.data(screen)?;
    }
    for skill in &listing.skills {
        if let State::Invalid { reason, code } = &skill.state {
            let code = code.map(|code| format!(" ({code})")).unwrap_or_default();
            shell.warning(format_args!("`{}`: {}{code}", visible::line(&skill.name), visible::line(reason)));
        }
    }
    for skill in &listing.skills {
        for advisory in &skill.advisories {
            shell.warning(format_args!("`{}`: {}", visible::line(&skill.name), visible::line(advisory)));
        }
    }
    if listing.skills.iter().any(|skill| !skill.advisories.is_empty()) {
        shell.hint(
            "`skill audit` asks for what is known by now; `skill audit --fix` moves harmful skills aside",
        );
    }
    for (path, why) in &listing.troubles {
        shell.warning(format_args!("`{}`: {}", visible::line(&path.to_string_lossy()), visible::line(why)));
    }
    let untrusted = listing.skills.iter().filter(|skill| skill.shown_state() == "untrusted").count();
    if untrusted > 0 {
        shell.hint("read the untrusted skills, then `skill trust` lets agents see them");
    }
    for stray in &listing.strays {
        let path = stray.path.strip_prefix(&context.dirs.current).unwrap_or(&stray.path);
        shell.warning(format_args!(
            "`{}` is not read by agents: a skill is a folder, so move it to `{}`",
            visible::line(&path.to_string_lossy()),
            visible::line(&stray.advice)
        ));
    }
    Ok(())
}

/// The line below a skill's own: what hides it, else who sees it and what it is for.
fn below(skill: &Listed) -> String {
    if let Some(by) = &skill.shadowed_by {
        return format!("hidden by {}", visible::line(&by.to_string_lossy()));
    }
    match (seen_by(skill), description(skill)) {
        (agents, text) if agents.is_empty() => text,
        (agents, text) if text.is_empty() => format!("[{agents}]"),
        (agents, text) => format!("[{agents}] {text}"),
    }
}

fn description(skill: &Listed) -> String {
    let text = skill.card.as_ref().and_then(|card| card.description.as_deref()).unwrap_or_default();
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = visible::line(&text).chars().take(SHOWN_DESCRIPTION).collect();
    clip(&short, SHOWN_DESCRIPTION)
}

/// The agents that see it through a link or by themselves, as far as they are present; the first three by name.
fn seen_by(skill: &Listed) -> String {
    let named: Vec<&str> = skill.agents.iter().take(3).copied().collect();
    match skill.agents.len().saturating_sub(3) {
        0 => named.join(", "),
        more => format!("{}, +{more}", named.join(", ")),
    }
}
