//! `skill update`.

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global, difference,
    error::{CliError, ExitStatus, report_all},
    scope::ScopeArgs,
};
use crate::{
    model::{event::Verb, lockfile::Pin, name::FolderName, visible},
    ops::{
        Context, advisories,
        install::{Options, plan::Plan, remove},
        merge::{self, Conflict},
        state::ScopeState,
        update::{self, Newer, Reach, Resolved},
    },
    ui::{
        shell::{Answer, Shell},
        size::count,
        style,
    },
};

#[derive(Debug, Args)]
pub(crate) struct UpdateArgs {
    /// Installed skills; all of them without any
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Show the text that changes
    #[arg(long)]
    diff: bool,
    /// Go to exactly this version, tag or commit
    #[arg(long, value_name = "VERSION", conflicts_with = "latest")]
    precise: Option<String>,
    /// Go to the newest release, and let the manifest follow
    #[arg(long)]
    latest: bool,
    /// Replace edited skills; a backup is kept
    #[arg(short, long)]
    force: bool,
    /// Merge local edits into the newer state; lines that both changed are marked in the file
    #[arg(long, conflicts_with = "force")]
    merge: bool,
    /// Use the cache only, never the network
    #[arg(long)]
    pub(crate) offline: bool,
}

pub(crate) fn run(
    args: &UpdateArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let state = args.scope.write(global, context)?;
    let names = chosen(&state, &args.names)?;
    let reach = match (&args.precise, args.latest) {
        (Some(_), _) if names.len() != 1 => {
            return Err(CliError::new(ExitStatus::Usage, "`--precise` goes with one skill")
                .hint("skill update NAME --precise VERSION"));
        }
        (Some(text), _) => Reach::Precise(text.clone()),
        (None, true) => Reach::Latest,
        (None, false) => Reach::Wanted,
    };
    let (mut newer, mut failed) = (Vec::new(), Vec::new());
    let mut current = Vec::new();
    for name in &names {
        match update::newer(context, &state, name, &reach) {
            Ok(Some(found)) => newer.push(found),
            Ok(None) => current.push(name.clone()),
            Err(error) => failed.push((name.clone(), error)),
        }
    }
    let told: Vec<_> = failed
        .iter()
        .map(|(name, error)| json!({ "name": name.as_str(), "error": error.to_string() }))
        .collect();
    let failed = failed.into_iter().map(|(name, error)| (name.to_string(), error.into())).collect();
    let mut status = report_all(failed, "not updated", shell);
    let Resolved { mut newer, same, leaving } = update::resolve(context, &state, newer, &reach, args.force)?;
    current.extend(same.iter().map(|one| one.name.clone()).filter(|name| names.contains(name)));
    let staying = current.iter().filter_map(|name| state.lockfile.skills.get_key_value(name));
    if advisories::warn(context, &state.folder, staying)? {
        shell.hint("`skill audit --fix` puts what is known to do harm out of agents' reach");
        status = ExitStatus::Integrity;
    }
    if newer.is_empty() {
        if global.json {
            let mut report = to_json(&newer, &current, &leaving, &[], global.dry_run);
            report["failed"] = told.into();
            shell.json(&report)?;
        } else if matches!(status, ExitStatus::Done | ExitStatus::Integrity) && told.is_empty() {
            shell.status(Verb::Unchanged, format_args!("{}: nothing newer", count(names.len(), "skill")));
        }
        return Ok(status);
    }
    let mut merges = Vec::new();
    for one in newer.iter_mut().filter(|_| args.merge) {
        if let Some(conflicts) = merge::into_newer(context, &state, one)? {
            merges.push((one.incoming.name.clone(), conflicts));
        }
    }
    if !global.json {
        show(&newer, args.diff, shell)?;
        for name in &leaving {
            shell.remark(format_args!(
                "{}{name}{:#}  nothing needs it any more: it is removed",
                style::LITERAL,
                style::LITERAL
            ));
        }
        show_merges(&merges, shell);
    }
    if global.dry_run {
        if global.json {
            let mut report = to_json(&newer, &current, &leaving, &merges, true);
            report["failed"] = told.into();
            shell.json(&report)?;
        } else {
            shell.remark("nothing was changed: this is a dry run");
        }
        return Ok(status);
    }
    if shell.is_interactive() && !shell.says_yes() && shell.confirm("Update?", true) != Answer::Yes {
        shell.remark("nothing was changed");
        return Ok(ExitStatus::No);
    }
    let mut report = to_json(&newer, &current, &leaving, &merges, false);
    report["failed"] = told.into();
    let options = Options { force: args.force, ..Options::default() };
    let saving = reach == Reach::Latest;
    let store = context.store()?;
    let incoming = newer.into_iter().map(|newer| newer.incoming).chain(same).collect();
    let plan = Plan::new(state, store, incoming, leaving, &options, saving)?;
    let installed = plan.carry_out(context, store, &options)?;
    if global.json {
        shell.json(&report)?;
    } else {
        let changed = installed.changed.len();
        let what = match changed {
            0 => "the lockfile updated, the files stay".to_owned(),
            _ => format!("{} updated", count(changed, "skill")),
        };
        shell.status(Verb::Finished, what);
    }
    if merges.iter().any(|(_, conflicts)| !conflicts.is_empty()) {
        if let Some((name, _)) = merges.iter().find(|(_, conflicts)| !conflicts.is_empty()) {
            shell.hint(format_args!("solve them in the files, then look: `skill diff --installed {name}`"));
        }
        return Ok(if status == ExitStatus::Done { ExitStatus::No } else { status });
    }
    Ok(status)
}

type Merges = [(FolderName, Vec<Conflict>)];

fn show_merges(merges: &Merges, shell: &Shell) {
    for (name, conflicts) in merges {
        if conflicts.is_empty() {
            shell.note(format_args!("`{name}` was edited here: the edits stay, merged into the newer state"));
        }
        for conflict in conflicts {
            let line = |path: &String| visible::line(path).into_owned();
            let text = match conflict {
                Conflict::Lines { path } => {
                    format!("`{}`: both changed the same lines, which are marked in it", line(path))
                }
                Conflict::Both { path, beside } => {
                    format!("`{}`: both changed it; the newer one is kept as `{}`", line(path), line(beside))
                }
                Conflict::RemovedHere { path, beside } => format!(
                    "`{}`: removed here, changed in the newer state, which is kept as `{}`",
                    line(path),
                    line(beside)
                ),
                Conflict::RemovedThere { path } => {
                    format!("`{}`: edited here, gone from the newer state: it stays", line(path))
                }
            };
            shell.warning(format_args!("conflict in `{name}`, {text}"));
        }
    }
}

/// The skills that are named, or all that the lockfile holds.
pub(super) fn chosen(state: &ScopeState, names: &[String]) -> Result<Vec<FolderName>, CliError> {
    if names.is_empty() {
        return Ok(state.lockfile.skills.keys().cloned().collect());
    }
    Ok(remove::named(state, names, None)?)
}

fn show(newer: &[Newer], diff: bool, shell: &Shell) -> Result<(), CliError> {
    for one in newer {
        let versions = match &one.before {
            Some(before) => format!("{} -> {}", before.version(), one.incoming.locked.version()),
            None => format!("{}  new, since another skill needs it", one.incoming.locked.version()),
        };
        shell.remark(format_args!("{}{}{:#} {versions}", style::LITERAL, one.incoming.name, style::LITERAL));
        for line in difference::alerts(&one.difference) {
            shell.remark(format_args!("    {}{line}{:#}", style::WARNING, style::WARNING));
        }
        if one.difference.is_empty() {
            shell.remark("    the files are the same");
        }
        for line in difference::summary(&one.difference) {
            shell.remark(format_args!("    {line}"));
        }
        if diff {
            difference::print(&one.difference, shell)?;
        }
    }
    Ok(())
}

fn to_json(
    newer: &[Newer],
    current: &[FolderName],
    leaving: &[FolderName],
    merges: &Merges,
    dry_run: bool,
) -> Value {
    let (mut updated, mut added) = (Vec::new(), Vec::new());
    for one in newer {
        let mut entry = json!({
            "name": one.incoming.name.as_str(),
            "to": pin_json(&one.incoming.locked.pin),
            "difference": difference::to_json(&one.difference),
        });
        if let Some((_, conflicts)) = merges.iter().find(|(name, _)| *name == one.incoming.name) {
            entry["merged"] = json!({ "conflicts": conflicts });
        }
        match &one.before {
            Some(before) => {
                entry["from"] = pin_json(&before.pin);
                updated.push(entry);
            }
            None => added.push(entry),
        }
    }
    let names = |list: &[FolderName]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "format": "skill.update/1",
        "dryRun": dry_run,
        "updated": updated,
        "added": added,
        "removed": names(leaving),
        "current": names(current),
    })
}

/// What pins a skill, for other programs.
pub(super) fn pin_json(pin: &Pin) -> Value {
    match pin {
        Pin::Commit { commit, release } => json!({
            "commit": commit.to_string(),
            "version": release.as_ref().map(|release| &release.version),
            "tag": release.as_ref().map(|release| &release.tag),
        }),
        Pin::Archive { archive } => json!({ "archive": archive.to_string() }),
        Pin::Version { version } | Pin::Package { version, .. } => json!({ "version": version }),
        Pin::Artifact { url, archive, version, .. } => json!({
            "artifact": url.as_str(),
            "archive": archive.to_string(),
            "version": version,
        }),
        Pin::Alive => json!({}),
    }
}
