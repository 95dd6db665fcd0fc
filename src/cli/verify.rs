//! `skill verify`, `skill enable`, `skill disable`.

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    host::fs,
    lint::diagnostic::Severity,
    model::{event::Verb, name::FolderName},
    ops::{
        Context,
        enable::{self, Wish},
        install::remove,
        lint::report_root,
        state::ScopeState,
        verify::{self, Checked, Verdict},
    },
    ui::{
        locale::Words,
        render::{Tally, sarif},
        shell::Shell,
        size::count,
    },
};

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Installed skills; all of them without any
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Print what differs as SARIF 2.1.0
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
    #[command(flatten)]
    scope: ScopeArgs,
}

/// `skill verify`: installed bytes against the lockfile.
pub(crate) fn run(
    args: &VerifyArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    // Another run may be in the middle of a change: what looks bad, or can't be read, is looked at again when nobody is.
    let state = args.scope.read(context)?;
    let skills = state.folder.skills();
    let first = check(args, &state);
    let is_whole = first.as_ref().is_ok_and(|checked| !checked.iter().any(is_bad));
    let checked =
        if is_whole || global.dry_run { first? } else { check(args, &args.scope.read_alone(context)?)? };
    let bad = checked.iter().filter(|one| is_bad(one)).count();
    if global.json {
        let skills: Vec<Value> = checked
            .iter()
            .map(|one| {
                let found = match &one.verdict {
                    Verdict::Differs { found } => Some(found.to_string()),
                    Verdict::Ok | Verdict::Alive | Verdict::Missing => None,
                };
                json!({
                    "name": one.name.as_str(),
                    "state": one.verdict.as_str(),
                    "locked": one.locked.map(|digest| digest.to_string()),
                    "found": found,
                })
            })
            .collect();
        shell.json(&json!({ "format": "skill.verify/1", "skills": skills }))?;
    } else if args.sarif {
        let root = report_root(context);
        let results: Vec<Value> = checked
            .iter()
            .filter_map(|one| {
                let why = fault(one)?.replace("\n ", ";");
                let address = fs::relative(&root, &skills.join(one.name.as_str()).join("SKILL.md"));
                Some(sarif::about_file("integrity", Severity::Error, &why, &address))
            })
            .collect();
        let root = root.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let words = Words::of(super::spoken(global, context)?);
        shell.json(&sarif::log(&results, &Tally { root, ..Tally::default() }, words))?;
    } else {
        for one in &checked {
            match &one.verdict {
                Verdict::Ok => {}
                Verdict::Alive => {
                    shell.note(format_args!("`{}` is a live folder: nothing pins its bytes", one.name));
                }
                Verdict::Missing | Verdict::Differs { .. } => shell.error(fault(one).unwrap_or_default()),
            }
        }
        if bad == 0 {
            shell.status(Verb::Finished, format_args!("{}: all as locked", count(checked.len(), "skill")));
        } else {
            shell.hint("`skill diff --installed NAME` shows edits; `skill install` brings back what is missing, with `--force` what differs");
        }
    }
    Ok(if bad == 0 { ExitStatus::Done } else { ExitStatus::Integrity })
}

fn check(args: &VerifyArgs, state: &ScopeState) -> Result<Vec<Checked>, CliError> {
    let names = if args.names.is_empty() { Vec::new() } else { remove::named(state, &args.names, None)? };
    Ok(verify::verify(state, &names)?)
}

/// What is wrong with a skill's files.
fn fault(one: &Checked) -> Option<String> {
    match &one.verdict {
        Verdict::Ok | Verdict::Alive => None,
        Verdict::Missing => Some(format!("`{}` is locked, but not in its folder", one.name)),
        Verdict::Differs { found } => {
            let locked = one.locked.map(|digest| digest.to_string()).unwrap_or_default();
            Some(format!("`{}` is not what was locked\n  locked: {locked}\n  found:  {found}", one.name))
        }
    }
}

fn is_bad(one: &Checked) -> bool {
    !matches!(one.verdict, Verdict::Ok | Verdict::Alive)
}

#[derive(Debug, Args)]
pub(crate) struct EnableArgs {
    /// Installed skills
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    #[command(flatten)]
    scope: ScopeArgs,
}

/// `skill enable` and `skill disable`.
pub(crate) fn enable(
    args: &EnableArgs,
    wish: Wish,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let state = args.scope.write(global, context)?;
    let names = remove::named(&state, &args.names, None)?;
    let list: Vec<&str> = names.iter().map(FolderName::as_str).collect();
    if !global.dry_run {
        enable::set(context, &state, &names, wish)?;
    }
    if global.json {
        shell.json(&json!({ "format": "skill.enable/1", "dryRun": global.dry_run, "enabled": wish == Wish::Enabled, "skills": list }))?;
    } else if global.dry_run {
        shell.remark("nothing was changed: this is a dry run");
    } else {
        let verb = if wish == Wish::Enabled { Verb::Enabled } else { Verb::Disabled };
        shell.status(verb, list.join(", "));
    }
    Ok(ExitStatus::Done)
}
