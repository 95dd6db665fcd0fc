//! `skill trust`.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    host::fs,
    model::visible,
    ops::{
        Context,
        error::Error,
        scope::ScopeFolder,
        trust::{self, Trust, Vouched},
    },
    ui::{shell::Shell, size::count, table::clip},
};

/// Let agents see the skills of a project folder
///
/// Skills that come with a project are other people's instructions: `prompt`, `show` and `match` leave them out until you
/// trust the folder. Trust is bound to the bytes: a changed skill is left out until you trust it again. What you install
/// yourself is trusted.
#[derive(Debug, Args)]
pub(crate) struct TrustArgs {
    /// The project; the one around the current folder if not given
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Take the trust away
    #[arg(long, conflicts_with = "list")]
    revoke: bool,
    /// Show the folders that are trusted
    #[arg(long, conflicts_with = "folder")]
    list: bool,
}

pub(crate) fn run(
    args: &TrustArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if args.list {
        return list(global, context, shell);
    }
    let folder = match &args.folder {
        None => {
            {
                let (folder, all) =
                    (ScopeFolder::around(context.dirs), ScopeFolder::seen_projects(context.dirs));
                return act(args, &folder, &all, global, context, shell);
            };
        }
        Some(typed) => {
            let root = context.dirs.absolute(typed);
            // A folder that is gone can still lose its trust.
            if !args.revoke && !fs::is_folder(&root) {
                let text = format!("`{}` is no folder", visible::line(&root.to_string_lossy()));
                return Err(CliError::new(ExitStatus::Usage, text));
            }
            ScopeFolder::at(context.dirs, &root)
        }
    };
    act(args, &folder, std::slice::from_ref(&folder), global, context, shell)
}

fn act(
    args: &TrustArgs,
    folder: &ScopeFolder,
    folders: &[ScopeFolder],
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if args.revoke {
        return revoke(folder, folders, global, context, shell);
    }
    let vouched = trust::trust(context, folders, global.dry_run)?;
    if global.json {
        shell.json(&to_json(folder, "trusted", global, &vouched))?;
        return Ok(ExitStatus::Done);
    }
    let root = visible::line(&folder.root.to_string_lossy()).into_owned();
    if vouched.is_empty() {
        shell.note(format_args!("`{root}` has no skills that an agent could use"));
        return Ok(ExitStatus::Done);
    }
    for skill in &vouched {
        let word = skill.doubt.map_or("trusted before", trust::Doubt::as_str);
        shell.remark(format_args!("{} ({word})  {}", visible::line(&skill.name), visible::line(&skill.path)));
        let description = skill.description.split_whitespace().collect::<Vec<_>>().join(" ");
        shell.remark(format_args!("    {}", clip(&visible::line(&description), shell.width() - 4)));
    }
    let verb = if global.dry_run { "Would trust" } else { "Trusted" };
    shell.act(verb, format_args!("{} of {root}", count(vouched.len(), "skill")));
    Ok(ExitStatus::Done)
}

fn revoke(
    folder: &ScopeFolder,
    folders: &[ScopeFolder],
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let had = trust::revoke(context, folders, global.dry_run)?;
    if global.json {
        shell.json(&to_json(folder, "revoked", global, &[]))?;
        return Ok(ExitStatus::Done);
    }
    let root = visible::line(&folder.root.to_string_lossy()).into_owned();
    match had {
        None => shell.note(format_args!("`{root}` was not trusted")),
        Some(skills) => {
            let verb = if global.dry_run { "Would revoke" } else { "Revoked" };
            shell.act(verb, format_args!("{} of {root}", count(skills, "skill")));
        }
    }
    Ok(ExitStatus::Done)
}

fn list(global: &Global, context: &Context<'_>, shell: &Shell) -> Result<ExitStatus, CliError> {
    let trust = Trust::open(context).map_err(Error::from)?;
    let folders = &trust.all().0;
    if global.json {
        let folders: Vec<Value> = folders
            .iter()
            .map(|(folder, skills)| {
                let skills: Vec<Value> = skills
                    .iter()
                    .map(|(path, digest)| json!({ "path": path, "digest": digest.to_string() }))
                    .collect();
                json!({ "folder": folder, "skills": skills })
            })
            .collect();
        shell.json(&json!({ "format": "skill.trust-list/1", "folders": folders }))?;
        return Ok(ExitStatus::Done);
    }
    if folders.is_empty() {
        shell.note("no project folder is trusted");
    }
    for (folder, skills) in folders {
        shell.data(format_args!("{}  ({})", visible::line(folder), count(skills.len(), "skill")))?;
        for path in skills.keys() {
            shell.data(format_args!("    {}", visible::line(path)))?;
        }
    }
    Ok(ExitStatus::Done)
}

fn to_json(folder: &ScopeFolder, action: &str, global: &Global, vouched: &[Vouched]) -> Value {
    let skills: Vec<Value> = vouched
        .iter()
        .map(|skill| {
            json!({
                "name": skill.name,
                "folder": skill.root.to_string_lossy(),
                "path": skill.path,
                "digest": skill.digest.to_string(),
                "before": skill.doubt.map_or("trusted", trust::Doubt::as_str),
            })
        })
        .collect();
    json!({
        "format": "skill.trust/1",
        "folder": folder.root.to_string_lossy(),
        "action": action,
        "dryRun": global.dry_run,
        "skills": skills,
    })
}
