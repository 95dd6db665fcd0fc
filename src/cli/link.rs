//! `skill link`, `skill unlink`, `skill agents`.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    host::{fs, link},
    model::{
        agent,
        event::Verb,
        manifest::{Agents, LinkMode},
        name::FolderName,
        source::Spec,
    },
    ops::{
        Context,
        error::Error,
        fetch,
        install::{Gathered, Options, plan::Plan, remove},
        links::{self, LinkReport, Treatment, names},
        scope::ScopeFolder,
        select,
        state::{Intent, ScopeState},
    },
    ui::{shell::Shell, size::count, table::Table},
};

#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// Installed skills, or folders of skills under development; all installed skills without any
    #[arg(value_name = "NAME|PATH")]
    targets: Vec<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Link for this agent too (repeatable), and remember it
    #[arg(short, long = "agent", value_name = "AGENT", value_delimiter = ',')]
    agents: Vec<String>,
    /// Copy instead of linking, and remember it
    #[arg(long)]
    copy: bool,
    /// Show what is linked where, and change nothing
    #[arg(long)]
    status: bool,
}

pub(crate) fn run(
    args: &LinkArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let folder = args.scope.folder(context)?;
    if args.status {
        let state = ScopeState::open(context, folder, Intent::Read).map_err(Error::from)?;
        return status(&state, global, context, shell);
    }
    let intent = if global.dry_run { Intent::Read } else { Intent::Write };
    let mut state = ScopeState::open(context, folder, intent).map_err(Error::from)?;
    let (paths, installed): (Vec<&String>, Vec<&String>) =
        args.targets.iter().partition(|text| is_path(text));
    let mut skills: Vec<FolderName> = Vec::new();
    let options = Options { agents: args.agents.clone(), copy: args.copy, ..Options::default() };
    if !installed.is_empty() {
        let list: Vec<String> = installed.into_iter().cloned().collect();
        skills.extend(remove::named(&state, &list, None)?);
    } else if paths.is_empty() {
        skills.extend(links::enabled(&state.manifest, &state.lockfile));
    }
    if !paths.is_empty() {
        let mut incoming = Vec::new();
        for path in paths {
            let gathered = Gathered::new(fetch::open_spec(context, &state.folder, &Spec::local(path))?)?;
            for index in 0..gathered.found.skills.len() {
                let name =
                    select::folder_of(&gathered.found.skills[index], gathered.origin.root_name.as_deref())?;
                skills.push(name.clone());
                incoming.push(gathered.incoming(context, index, name, LinkMode::Symlink)?);
            }
        }
        let store = context.store()?;
        let plan = Plan::new(state, store, incoming, Vec::new(), &options, true)?;
        if global.dry_run {
            say_dry(&skills, shell);
            return Ok(ExitStatus::Done);
        }
        let folder_of_scope = plan.state.folder.clone();
        let installed = plan.carry_out(context, store, &options)?;
        report(&installed.links, &folder_of_scope, global, shell)?;
        return Ok(ExitStatus::Done);
    }
    if global.dry_run {
        say_dry(&skills, shell);
        return Ok(ExitStatus::Done);
    }
    let mut agents: Agents = state.manifest.agents.clone();
    if !args.agents.is_empty() {
        agents.link = Some(links::with_named(context, &state.folder, &agents, &args.agents)?);
    }
    if args.copy {
        agents.mode = Some(LinkMode::Copy);
    }
    let before = state.manifest.encode();
    state.manifest.set_agents(agents.clone());
    let text = state.manifest.encode();
    if text != before {
        fs::write_atomic(&state.folder.manifest(), text.as_bytes()).map_err(Error::from)?;
    }
    let linked = links::link_all(context, &state.folder, &agents, &skills)?;
    report(&linked, &state.folder, global, shell)?;
    Ok(ExitStatus::Done)
}

/// Folders are typed as paths; everything else is the name of an installed skill.
fn is_path(text: &str) -> bool {
    text.contains(['/', '\\']) || text == "." || text == ".." || text.starts_with('~')
}

fn say_dry(skills: &[FolderName], shell: &Shell) {
    let list: Vec<&str> = skills.iter().map(FolderName::as_str).collect();
    shell.remark(format_args!(
        "would link {}",
        if list.is_empty() { "nothing".to_owned() } else { list.join(", ") }
    ));
    shell.remark("nothing was changed: this is a dry run");
}

fn report(report: &LinkReport, scope: &ScopeFolder, global: &Global, shell: &Shell) -> Result<(), CliError> {
    if global.json {
        let linked: Vec<Value> = report
            .linked
            .iter()
            .map(|linked| {
                json!({
                    "agents": linked.agents.iter().map(|agent| agent.id).collect::<Vec<_>>(),
                    "folder": linked.folder.to_string_lossy(),
                    "made": linked.made.iter().map(FolderName::as_str).collect::<Vec<_>>(),
                    "unchanged": linked.unchanged.iter().map(FolderName::as_str).collect::<Vec<_>>(),
                    "skipped": linked.skipped.iter().map(|(name, why)| json!({ "name": name.as_str(), "reason": why })).collect::<Vec<_>>(),
                })
            })
            .collect();
        shell.json(&json!({
            "format": "skill.link/1",
            "linked": linked,
            "native": report.native.iter().map(|agent| agent.id).collect::<Vec<_>>(),
            "notLinked": report.unlinked.iter().map(|agent| agent.id).collect::<Vec<_>>(),
        }))?;
        return Ok(());
    }
    for linked in &report.linked {
        let folder = scope.shown(&linked.folder);
        if linked.same_place {
            shell.remark(format_args!(
                "{:>12} {} reads {folder}, which is the shared folder itself",
                "",
                names(&linked.agents)
            ));
        } else if linked.made.is_empty() {
            shell.status(
                Verb::Unchanged,
                format_args!(
                    "{} ({} in {folder})",
                    names(&linked.agents),
                    count(linked.unchanged.len(), "skill")
                ),
            );
        } else {
            let how = if linked.copied { "copied" } else { "linked" };
            shell.status(
                Verb::Linked,
                format_args!(
                    "{} ({} {how} in {folder})",
                    names(&linked.agents),
                    count(linked.made.len(), "skill")
                ),
            );
        }
    }
    if !report.native.is_empty() {
        let reads = if report.native.len() == 1 { "reads" } else { "read" };
        shell.remark(format_args!("{:>12} {} {reads} .agents/skills directly", "", names(&report.native)));
    }
    if report.linked.is_empty() {
        shell.note("no agent here needs links");
    }
    if let Some(first) = report.unlinked.first() {
        shell.note(format_args!("not linked, though on this machine: {}", names(&report.unlinked)));
        shell.hint(format_args!("`skill link --agent {}` links what is installed", first.id));
    }
    Ok(())
}

/// Which skill is linked where.
fn status(
    state: &ScopeState,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let treatments = links::treatments(context, &state.folder, &state.manifest.agents, &[])?;
    let mut rows = Vec::new();
    for treated in treatments
        .iter()
        .filter(|treated| treated.present || matches!(treated.treatment, Treatment::Linked { .. }))
    {
        let (how, place, skills) = match &treated.treatment {
            Treatment::Native => ("native".to_owned(), state.folder.skills(), Vec::new()),
            Treatment::NoFolder => continue,
            Treatment::NotLinked => ("not linked".to_owned(), Path::new("-").to_owned(), Vec::new()),
            Treatment::Linked { folder } => {
                let mut skills = Vec::new();
                for name in state.lockfile.skills.keys() {
                    let entry = folder.join(name.as_str());
                    let target = state.folder.skills().join(name.as_str());
                    let how = match link::look(&entry).map_err(Error::from)? {
                        link::Standing::Nothing => "missing",
                        link::Standing::Link { dangling: true, .. } => "dangling",
                        link::Standing::Copy { stale: true, .. } => "stale copy",
                        link::Standing::Copy { edited: true, .. } => "edited copy",
                        _ if link::is_ours(&entry, &target) || fs::is_same(&entry, &target) => "linked",
                        _ => "not ours",
                    };
                    skills.push((name.as_str().to_owned(), how));
                }
                let right = skills.iter().filter(|(_, how)| *how == "linked").count();
                (format!("{right} of {} linked", skills.len()), folder.clone(), skills)
            }
        };
        rows.push((treated.agent.id, how, place, skills));
    }
    if global.json {
        let agents: Vec<Value> = rows
            .iter()
            .map(|(id, how, place, skills)| {
                let skills: Vec<Value> =
                    skills.iter().map(|(name, how)| json!({ "name": name, "state": how })).collect();
                json!({ "agent": id, "state": how, "folder": place.to_string_lossy(), "skills": skills })
            })
            .collect();
        shell.json(&json!({ "format": "skill.link-status/1", "agents": agents }))?;
        return Ok(ExitStatus::Done);
    }
    let mut table = Table::new(["agent", "state", "folder"]);
    for (id, how, place, skills) in &rows {
        table.row([(*id).to_owned(), how.clone(), state.folder.shown(place)]);
        for (name, how) in skills.iter().filter(|(_, how)| *how != "linked") {
            table.row([format!("  {name}"), (*how).to_owned(), String::new()]);
        }
    }
    for line in table.lines(shell.width()) {
        shell.data(line)?;
    }
    Ok(ExitStatus::Done)
}

#[derive(Debug, Args)]
pub(crate) struct UnlinkArgs {
    /// Installed skills
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Only for this agent (repeatable)
    #[arg(short, long = "agent", value_name = "AGENT", value_delimiter = ',')]
    agents: Vec<String>,
}

pub(crate) fn unlink(
    args: &UnlinkArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let state = args.scope.read(context)?;
    let skills = remove::named(&state, &args.names, None)?;
    let mut chosen = Vec::new();
    for name in &args.agents {
        chosen.push(agent::find(name).map_err(Error::from)?);
    }
    if global.dry_run {
        let list: Vec<&str> = skills.iter().map(FolderName::as_str).collect();
        shell.remark(format_args!("would unlink {}", list.join(", ")));
        return Ok(ExitStatus::Done);
    }
    let mut gone = Vec::new();
    for skill in &skills {
        let agents = if chosen.is_empty() {
            links::unlink(context, &state.folder, skill)?
        } else {
            links::unlink_from(context, &state.folder, skill, chosen.iter().copied())?
        };
        if agents.is_empty() && !global.json {
            shell.note(format_args!("`{skill}` is linked nowhere"));
        }
        gone.push(json!({ "name": skill.as_str(), "agents": agents }));
    }
    if global.json {
        shell.json(&json!({ "format": "skill.unlink/1", "unlinked": gone }))?;
    }
    Ok(ExitStatus::Done)
}

#[derive(Debug, Args)]
pub(crate) struct AgentsArgs {
    #[command(flatten)]
    scope: ScopeArgs,
    /// Only agents that are present here
    #[arg(long)]
    present: bool,
}

/// `skill agents`: the table, and what each gets in this scope.
pub(crate) fn agents(
    args: &AgentsArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let state = args.scope.read(context)?;
    let mut treatments = links::treatments(context, &state.folder, &state.manifest.agents, &[])?;
    treatments.retain(|treated| treated.present || !args.present);
    let word = |treatment: &Treatment| match treatment {
        Treatment::Native => "native",
        Treatment::Linked { .. } => "linked",
        Treatment::NotLinked => "not linked",
        Treatment::NoFolder => "no folder",
    };
    if global.json {
        let agents: Vec<Value> = treatments
            .iter()
            .map(|treated| {
                json!({
                    "id": treated.agent.id,
                    "name": treated.agent.name,
                    "otherNames": treated.agent.other_names(),
                    "project": treated.agent.folder(agent::Scope::Project),
                    "user": treated.agent.folder(agent::Scope::User).map(|folder| format!("~/{folder}")),
                    "present": treated.present,
                    "state": word(&treated.treatment),
                })
            })
            .collect();
        shell.json(&json!({ "format": "skill.agents/1", "scope": state.folder.scope, "agents": agents }))?;
        return Ok(ExitStatus::Done);
    }
    let mut table = Table::new(["agent", "here", "project folder", "user folder"]);
    for treated in &treatments {
        let here = match (treated.present, &treated.treatment) {
            (true, treatment) => word(treatment),
            (false, Treatment::Linked { .. }) => "linked",
            (false, _) => "-",
        };
        table.row([
            treated.agent.id.to_owned(),
            here.to_owned(),
            treated.agent.folder(agent::Scope::Project).unwrap_or("-").to_owned(),
            treated
                .agent
                .folder(agent::Scope::User)
                .map_or_else(|| "-".to_owned(), |folder| format!("~/{folder}")),
        ]);
    }
    for line in table.lines(shell.width()) {
        shell.data(line)?;
    }
    Ok(ExitStatus::Done)
}
