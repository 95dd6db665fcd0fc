//! `skill outdated` and `skill diff`: looking before an update.

use clap::Args;
use serde_json::json;

use super::{
    Global, difference,
    error::{CliError, ExitStatus, report_all},
    scope::ScopeArgs,
    update::{chosen, pin_json},
};
use crate::{
    model::{event::Verb, lockfile::Pin, visible},
    ops::{
        Context,
        install::{self, remove},
        update::{self, Reach},
    },
    ui::{shell::Shell, size::count, table::Table},
};

#[derive(Debug, Args)]
pub(crate) struct OutdatedArgs {
    /// Installed skills; all of them without any
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// End with 1 when something could be updated
    #[arg(long)]
    exit_code: bool,
}

/// `skill outdated`: reads only.
pub(crate) fn outdated(
    args: &OutdatedArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let state = args.scope.read(context)?;
    let names = chosen(&state, &args.names)?;
    let mut rows = Vec::new();
    let mut entries = Vec::new();
    let mut failed = Vec::new();
    let mut is_behind = false;
    for candidate in update::look(context, &state, &names) {
        let locked = candidate.locked.version();
        match candidate.standing {
            Ok(standing) => {
                let allowed = update::shown(&standing.allowed);
                let newest = standing.newest.as_ref().map(update::shown);
                let behind = standing.allowed != candidate.locked.pin;
                let beyond = newest.as_ref().is_some_and(|newest| {
                    *newest != allowed
                        && matches!(&standing.newest, Some(Pin::Commit { release: Some(_), .. }))
                        && matches!(&candidate.locked.pin, Pin::Commit { release: Some(_), .. })
                });
                is_behind |= behind;
                entries.push(json!({
                    "name": candidate.name.as_str(),
                    "locked": pin_json(&candidate.locked.pin),
                    "allowed": pin_json(&standing.allowed),
                    "newest": standing.newest.as_ref().map(pin_json),
                    "outdated": behind,
                }));
                if behind || beyond {
                    rows.push([
                        candidate.name.to_string(),
                        locked,
                        allowed,
                        newest.unwrap_or_else(|| "-".to_owned()),
                    ]);
                }
            }
            Err(error) => {
                entries.push(json!({ "name": candidate.name.as_str(), "locked": pin_json(&candidate.locked.pin), "error": error.to_string() }));
                failed.push((candidate.name.to_string(), CliError::from(error)));
            }
        }
    }
    let status = report_all(failed, "not looked up", shell);
    if global.json {
        shell.json(&json!({ "format": "skill.outdated/1", "skills": entries }))?;
    } else if rows.is_empty() {
        if status == ExitStatus::Done {
            shell.status(Verb::Unchanged, format_args!("{}: nothing newer", count(names.len(), "skill")));
        }
    } else {
        let mut table = Table::new(["name", "locked", "allowed", "newest"]);
        for row in rows {
            table.row(row);
        }
        for line in table.lines(shell.width()) {
            shell.data(line)?;
        }
        shell.hint(if is_behind {
            "`skill update` takes what is allowed, `--latest` the newest release; `skill diff NAME` shows what changes"
        } else {
            "all is as new as what is wanted allows; `skill update NAME --latest` goes beyond, and the manifest follows"
        });
    }
    if status == ExitStatus::Done && args.exit_code && is_behind {
        return Ok(ExitStatus::No);
    }
    Ok(status)
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// An installed skill
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Compare the installed files with what was locked: your own edits
    #[arg(long, conflicts_with = "to")]
    installed: bool,
    /// Compare with this version, tag or commit instead of the newest that is wanted
    #[arg(long, value_name = "VERSION")]
    to: Option<String>,
}

/// `skill diff`: reads only.
pub(crate) fn diff(
    args: &DiffArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let state = args.scope.read(context)?;
    let names = remove::named(&state, std::slice::from_ref(&args.name), None)?;
    let Some(name) = names.first() else { return Ok(ExitStatus::Done) };
    let found = if args.installed {
        update::edits(context, &state, name)?
    } else {
        let reach = args.to.clone().map_or(Reach::Wanted, Reach::Precise);
        update::newer(context, &state, name, &reach)?.map(|newer| newer.difference).unwrap_or_default()
    };
    if global.json {
        let mut value = difference::to_json(&found);
        value["format"] = json!("skill.diff/1");
        value["name"] = json!(name.as_str());
        shell.json(&value)?;
        return Ok(ExitStatus::Done);
    }
    if found.is_empty() {
        let live = state.lockfile.skills.get(name).is_some_and(install::is_alive);
        let why = match (args.installed, live) {
            (true, true) => "it is a live folder: there is nothing to compare it with",
            (true, false) => "the installed files are those that were locked",
            (false, _) => "nothing newer",
        };
        shell.note(format_args!("`{}`: {why}", visible::line(&args.name)));
        return Ok(ExitStatus::Done);
    }
    for line in difference::alerts(&found) {
        shell.warning(line);
    }
    difference::print(&found, shell)?;
    Ok(ExitStatus::Done)
}
