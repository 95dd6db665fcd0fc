//! `skill import`.

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    model::{event::Verb, lockfile::Pin, name::FolderName, visible},
    ops::{
        Context,
        error::Error,
        import::{self, Entry, Import, Standing, Tool, Trouble, Wishes},
        install::plan::Installed,
        links::names,
        scope::ScopeFolder,
        state::{Intent, ScopeState},
    },
    ui::{
        shell::{Answer, Shell},
        size::count,
        style,
    },
};

/// Take over skills that other tools installed
///
/// Reads what `npx skills`, `gh skill`, apm and ClawHub recorded, compares every folder with its source and locks it.
/// Folders stay as they are, and files of other tools are never written.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Recorded skills, or folders that nobody recorded; all that is recorded without any
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Where the named folders that nobody recorded come from
    #[arg(long, value_name = "SPEC")]
    from: Option<String>,
    /// With `--from`: every folder that nobody recorded
    #[arg(long, requires = "from", conflicts_with = "names")]
    all: bool,
    /// Use only what the cache holds
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    scope: ScopeArgs,
}

pub(crate) fn run(
    args: &ImportArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if args.from.is_some() && args.names.is_empty() && !args.all {
        return Err(CliError::new(
            ExitStatus::Usage,
            "`--from` says where folders come from, but none is named",
        )
        .hint("name them, or take every folder that nobody recorded with `--all`"));
    }
    let from = args.from.as_deref().map(str::parse).transpose().map_err(Error::from)?;
    let wishes = Wishes { names: args.names.clone(), from, all: args.all };
    let folder = args.scope.folder(context)?;
    let noted = import::survey(context, &folder)?;
    // Nothing is made where nothing can be taken over.
    let is_idle = noted.is_empty() && wishes.from.is_none();
    let intent = if global.dry_run || is_idle { Intent::Read } else { Intent::Write };
    let state = ScopeState::open(context, folder.clone(), intent).map_err(Error::from)?;
    let plan = import::plan(context, state, noted, &wishes)?;
    let status = verdict(&plan.entries, &wishes);
    if !global.json {
        show(&plan.entries, &folder, shell);
    }
    let changes = plan.changes_anything();
    if global.dry_run || !changes {
        if global.json {
            shell.json(&to_json(&plan.entries, &folder, global.dry_run, None))?;
        } else if changes {
            shell.remark("nothing was changed: this is a dry run");
        } else {
            shell.status(Verb::Unchanged, format_args!("nothing to take over in {}", place(&folder)));
        }
        return Ok(status);
    }
    if shell.is_interactive() && !shell.says_yes() && shell.confirm("Take them over?", true) != Answer::Yes {
        shell.remark("nothing was changed");
        return Ok(ExitStatus::No);
    }
    carry_out(plan, &folder, global, context, shell)?;
    Ok(status)
}

fn carry_out(
    plan: Import,
    folder: &ScopeFolder,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<(), CliError> {
    let report = global.json.then(|| to_json(&plan.entries, folder, false, None));
    let taken = plan.entries.iter().filter(|entry| entry.incoming.is_some()).count();
    let edited: Vec<FolderName> = plan
        .entries
        .iter()
        .filter(|entry| entry.standing.counts_as_edited())
        .map(|entry| entry.name.clone())
        .collect();
    let installed = plan.carry_out(context, context.store()?)?;
    if let Some(mut report) = report {
        report["installed"] = installed_json(&installed);
        shell.json(&report)?;
        return Ok(());
    }
    for linked in installed.links.linked.iter().filter(|linked| !linked.made.is_empty()) {
        let what = count(linked.made.len(), "skill");
        shell.status(Verb::Linked, format_args!("{} ({what})", names(&linked.agents)));
    }
    let lockfile = folder.shown(&folder.lockfile());
    shell.status(Verb::Imported, format_args!("{}, locked in {lockfile}", count(taken, "skill")));
    if let Some(name) = edited.first() {
        shell.hint(format_args!(
            "`skill diff --installed {name}` shows how a folder differs; `skill install --force` brings back what is locked and keeps a backup"
        ));
    }
    Ok(())
}

/// What was recorded and can't be had is told by the status; what is of no kind that is taken over only when it was
/// asked for by name.
fn verdict(entries: &[Entry], wishes: &Wishes) -> ExitStatus {
    let is_named = !wishes.names.is_empty();
    let trouble = entries.iter().filter_map(|entry| match entry.standing {
        Standing::Unavailable { trouble, .. } => Some(trouble),
        Standing::Unmanaged => Some(Trouble::Kind),
        _ => None,
    });
    match trouble.max() {
        Some(Trouble::Refused) => ExitStatus::Integrity,
        Some(Trouble::Unreached) => ExitStatus::Incomplete,
        Some(Trouble::Gone) => ExitStatus::No,
        Some(Trouble::Kind) if is_named => ExitStatus::No,
        Some(Trouble::Kind) | None => ExitStatus::Done,
    }
}

fn place(folder: &ScopeFolder) -> String {
    match folder.scope {
        crate::model::agent::Scope::User => "the user's skills".to_owned(),
        crate::model::agent::Scope::Project => format!("`{}`", visible::line(&folder.root.to_string_lossy())),
    }
}

/// What is done with a skill, in words.
fn act(standing: &Standing) -> String {
    match standing {
        Standing::Same => "take over: the same as its source".to_owned(),
        Standing::Incomplete { lacks } => {
            let listed = lacks.iter().take(4).map(|file| visible::line(file)).collect::<Vec<_>>().join(", ");
            let more = if lacks.len() > 4 { format!(" and {} more", lacks.len() - 4) } else { String::new() };
            format!("take over, and bring {listed}{more} as its source has it")
        }
        Standing::Stamped => {
            "take over: the same but for what gh wrote into its SKILL.md, so it counts as edited".to_owned()
        }
        Standing::Behind => {
            "take over: as it was installed, but its source has moved on, so it counts as edited".to_owned()
        }
        Standing::Edited => "take over: not what its source has, so it counts as edited".to_owned(),
        Standing::Missing => "install: recorded, but not in its folder".to_owned(),
        Standing::Locked => "in the lockfile already".to_owned(),
        Standing::Unavailable { why, .. } => format!("left as it is: {}", visible::block(why)),
        Standing::Unmanaged => "left as it is: nothing says where it came from".to_owned(),
    }
}

fn show(entries: &[Entry], folder: &ScopeFolder, shell: &Shell) {
    let longest = entries.iter().map(|entry| entry.name.as_str().chars().count()).max().unwrap_or(0).min(32);
    for entry in entries {
        let pad = " ".repeat(longest.saturating_sub(entry.name.as_str().chars().count()));
        let is_left = entry.incoming.is_none();
        let style = if is_left { style::DIM } else { style::LITERAL };
        shell.remark(format_args!("{style}{}{style:#}{pad}  {}", entry.name, act(&entry.standing)));
        let mut details = Vec::new();
        details.extend(entry.spec.as_deref().map(|spec| {
            let version = entry.incoming.as_ref().map(|incoming| format!(" ({})", incoming.version()));
            format!("{}{}", visible::line(spec), visible::line(&version.unwrap_or_default()))
        }));
        details.extend(entry.noted.as_ref().map(|(tool, file)| format!("{} in {file}", tool.as_str())));
        if !details.is_empty() {
            shell.remark(format_args!("    {}", details.join(", ")));
        }
        if let Standing::Unavailable { advice: Some(advice), .. } = &entry.standing {
            shell.remark(format_args!("    {advice} installs it"));
        }
    }
    if entries.is_empty() {
        shell.note(format_args!(
            "no tool recorded skills in {}: looked for `skills-lock.json`, `.skill-lock.json`, `apm.lock.yaml`, `.clawhub/lock.json` and what gh writes into a SKILL.md",
            place(folder)
        ));
    }
    if let Some(entry) = entries.iter().find(|entry| matches!(entry.standing, Standing::Unmanaged)) {
        shell.hint(format_args!(
            "`skill import {} --from SPEC` compares it with a source and locks it",
            entry.name
        ));
    }
}

fn installed_json(installed: &Installed) -> Value {
    json!(installed.changed.iter().map(FolderName::as_str).collect::<Vec<_>>())
}

fn to_json(entries: &[Entry], folder: &ScopeFolder, is_dry: bool, installed: Option<&Installed>) -> Value {
    let skills: Vec<Value> = entries.iter().map(entry_json).collect();
    json!({
        "format": "skill.import/1",
        "dryRun": is_dry,
        "scope": folder.scope.as_str(),
        "root": folder.root.to_string_lossy(),
        "skills": skills,
        "installed": installed.map_or_else(|| json!([]), installed_json),
    })
}

fn entry_json(entry: &Entry) -> Value {
    let locked = entry.incoming.as_ref().map(|incoming| &incoming.locked);
    let commit = locked.and_then(|locked| match &locked.pin {
        Pin::Commit { commit, .. } => Some(commit.to_string()),
        Pin::Archive { .. }
        | Pin::Version { .. }
        | Pin::Package { .. }
        | Pin::Artifact { .. }
        | Pin::Alive => None,
    });
    let (reason, advice) = match &entry.standing {
        Standing::Unavailable { why, advice, .. } => (Some(why), advice.as_ref()),
        _ => (None, None),
    };
    let lacks = match &entry.standing {
        Standing::Incomplete { lacks } => lacks.as_slice(),
        _ => &[],
    };
    json!({
        "name": entry.name.as_str(),
        "state": entry.standing.as_str(),
        "tool": entry.noted.as_ref().map(|(tool, _)| Tool::as_str(*tool)),
        "file": entry.noted.as_ref().map(|(_, file)| file),
        "spec": entry.spec,
        "source": locked.map(|locked| locked.source.to_string()),
        "commit": commit,
        "digest": locked.and_then(|locked| locked.digest).map(|digest| digest.to_string()),
        "lacks": lacks,
        "reason": reason,
        "advice": advice,
    })
}
