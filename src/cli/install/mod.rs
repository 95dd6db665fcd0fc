//! `skill install`, `skill ci`, and `skill add SPEC`.

mod choose;
mod details;
mod show;

use std::path::PathBuf;

use clap::Args;

use choose::{Chosen, at_own_releases, choose};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    host::fs,
    model::{manifest::LinkMode, source::Spec, visible},
    ops::{
        Context,
        error::Error,
        fetch::{self, Likely},
        install::{self, Gathered, Incoming, Options, plan::Plan, requires, restore},
        scope::ScopeFolder,
        state::{Intent, ScopeState},
    },
    ui::shell::{Answer, Shell},
};

/// What `install` takes; `add SPEC` takes the same.
#[derive(Debug, Clone, Args)]
pub(crate) struct InstallArgs {
    /// Where skills come from: `owner/repo[/path][@ref]`, a URL, a folder, an archive, `builtin:name`. Without any,
    /// what manifest and lockfile say is restored
    #[arg(value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    #[command(flatten)]
    pub(crate) scope: ScopeArgs,
    /// Link for this agent too (repeatable), and remember it
    #[arg(short, long = "agent", value_name = "AGENT", value_delimiter = ',')]
    agents: Vec<String>,
    /// Take this skill of the source, by name or path (repeatable)
    #[arg(short, long = "skill", value_name = "SKILL", value_delimiter = ',')]
    skills: Vec<String>,
    /// Take every skill of the source
    #[arg(long, conflicts_with = "skills")]
    all: bool,
    /// Install under another name
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    /// Copy instead of linking, and remember it
    #[arg(long)]
    copy: bool,
    /// List the skills of the source, and install nothing
    #[arg(short, long)]
    list: bool,
    /// Install into this bare folder: no manifest, no lockfile, no links
    #[arg(long, value_name = "DIR", conflicts_with_all = ["user", "project", "agents", "copy"])]
    dir: Option<PathBuf>,
    /// Fail if the lockfile would have to change
    #[arg(long)]
    locked: bool,
    /// Use the cache only, never the network
    #[arg(long)]
    pub(crate) offline: bool,
    /// Both --locked and --offline
    #[arg(long)]
    pub(crate) frozen: bool,
    /// Replace edited skills and folders that are in the way; a backup is kept
    #[arg(short, long)]
    force: bool,
    /// Take skills of a web site whose index gives no digests
    #[arg(long)]
    pub(crate) allow_unverified: bool,
    /// Take versions that their registry keeps back
    #[arg(long)]
    pub(crate) allow_quarantined: bool,
    /// Leave manifest and lockfile as they are
    #[arg(long)]
    no_save: bool,
}

impl InstallArgs {
    /// Whether the network is ruled out.
    pub(crate) fn is_offline(&self) -> bool {
        self.offline || self.frozen
    }

    /// A flag that was given, for messages where none fits.
    pub(crate) fn given_flag(&self) -> Option<&'static str> {
        [
            ("--user", self.scope.user),
            ("--project", self.scope.project.is_some()),
            ("--agent", !self.agents.is_empty()),
            ("--skill", !self.skills.is_empty()),
            ("--all", self.all),
            ("--as", self.name.is_some()),
            ("--copy", self.copy),
            ("--list", self.list),
            ("--dir", self.dir.is_some()),
            ("--locked", self.locked),
            ("--offline", self.offline),
            ("--frozen", self.frozen),
            ("--force", self.force),
            ("--allow-unverified", self.allow_unverified),
            ("--allow-quarantined", self.allow_quarantined),
            ("--no-save", self.no_save),
        ]
        .into_iter()
        .find_map(|(flag, given)| given.then_some(flag))
    }

    /// Makes `ci` of it: the lockfile decides, the network may be used.
    pub(crate) fn locked(mut self) -> Self {
        self.locked = true;
        self
    }

    fn options(&self) -> Options {
        Options { force: self.force, agents: self.agents.clone(), copy: self.copy, no_save: self.no_save }
    }
}

pub(crate) fn run(
    args: &InstallArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    for agent in &args.agents {
        crate::model::agent::find(agent).map_err(Error::from)?;
    }
    if args.specs.is_empty() {
        return restore_all(args, global, context, shell);
    }
    if args.locked || args.frozen {
        let message = "`--locked` and `--frozen` restore what is locked, and take no SPEC";
        return Err(CliError::new(ExitStatus::Usage, message).hint("leave the SPEC out, or the flag"));
    }
    let folder = args.scope.folder(context)?;
    let mut gathered = Vec::new();
    let likely = if args.list {
        Likely::Named(&[])
    } else if args.all || args.skills.iter().any(|name| name == "*") {
        Likely::All
    } else {
        Likely::Named(&args.skills)
    };
    let specs: Vec<Spec> =
        args.specs.iter().map(|text| text.parse().map_err(Error::from)).collect::<Result<_, _>>()?;
    fetch::foresee(context, &folder, &specs);
    for spec in specs {
        gathered.push(Gathered::new(fetch::open_spec_for(context, &folder, &spec, likely)?)?);
    }
    if args.list {
        return show::available(&gathered, global, shell);
    }
    let chosen = choose(args, &gathered, shell)?;
    if chosen.is_empty() {
        shell.remark("nothing was chosen");
        return Ok(ExitStatus::No);
    }
    let (gathered, chosen) = at_own_releases(context, gathered, chosen)?;
    let options = args.options();
    if let Some(dir) = &args.dir {
        return into_folder(args, (&folder, dir), &gathered, chosen, global, context, shell);
    }
    // A dry run leaves nothing behind, not even the folder that would be locked.
    let intent = if global.dry_run { Intent::Read } else { Intent::Write };
    let state = ScopeState::open_mending(context, folder, intent).map_err(Error::from)?;
    let mode = restore::link_mode(&state, &options);
    let origins: Vec<Option<usize>> = chosen.iter().map(|(source, _, _)| Some(*source)).collect();
    let incoming = read_chosen(context, &gathered, chosen, mode)?;
    let chosen = origins
        .into_iter()
        .zip(incoming)
        .map(|(origin, one)| requires::Chosen::wanted(origin, one))
        .collect();
    let incoming = requires::complete(context, &state, &gathered, chosen, mode)?;
    let store = context.store()?;
    let leaving = restore::owned(&state, store, requires::orphans(&state, &incoming), options.force)?;
    let plan = Plan::new(state, store, incoming, leaving, &options, true)?;
    finish(plan, true, &options, global, context, shell)
}

fn restore_all(
    args: &InstallArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if args.list || args.all || args.name.is_some() || !args.skills.is_empty() || args.dir.is_some() {
        let message = "`--list`, `--all`, `--skill`, `--as` and `--dir` need a SPEC";
        return Err(CliError::new(ExitStatus::Usage, message).hint("to see what is installed: `skill list`"));
    }
    let folder = args.scope.folder(context)?;
    let mut there = false;
    for path in [folder.manifest(), folder.lockfile(), folder.work()] {
        there |= fs::standing(&path).map_err(Error::from)? != fs::Standing::Nothing;
    }
    if !there {
        shell.note(format_args!("nothing to restore: `{}` does not exist", folder.shown(&folder.manifest())));
        shell.hint(
            "`skill install owner/repo` adds skills; `skill install builtin:write-a-skill` tries it out",
        );
        return Ok(ExitStatus::Done);
    }
    let options = args.options();
    let intent = if global.dry_run { Intent::Read } else { Intent::Write };
    let (state, mode) = if args.locked || args.frozen {
        (ScopeState::open(context, folder, intent), restore::LockMode::Locked)
    } else {
        (ScopeState::open_mending(context, folder, intent), restore::LockMode::Normal)
    };
    let state = state.map_err(Error::from)?;
    let plan = restore::plan(context, context.store()?, state, mode, &options)?;
    if args.frozen {
        for step in plan.steps.iter().filter(|step| install::is_alive(&step.incoming.locked)) {
            shell.warning(format_args!("`{}` is a live folder: nothing pins its bytes", step.incoming.name));
        }
    }
    if !global.dry_run && !asked_about_outside(&plan, shell)? {
        shell.remark("nothing was changed");
        return Ok(ExitStatus::No);
    }
    finish(plan, false, &options, global, context, shell)
}

/// A manifest may name local places outside the project; they are taken only when somebody says so.
fn asked_about_outside(plan: &Plan, shell: &Shell) -> Result<bool, CliError> {
    let outside = plan.outside_sources();
    if outside.is_empty() || shell.says_yes() {
        return Ok(true);
    }
    for (name, path) in &outside {
        let path = path.to_string_lossy();
        shell.warning(format_args!(
            "`{name}` would be taken from outside the project: `{}`",
            visible::line(&path)
        ));
    }
    match shell.confirm("Take them from there?", false) {
        Answer::Yes => Ok(true),
        Answer::No => Ok(false),
        Answer::Unasked => {
            let message = "the manifest names places outside the project, and there is nobody to ask";
            Err(CliError::new(ExitStatus::No, message).hint("`skill install --yes` takes them"))
        }
    }
}

fn read_chosen(
    context: &Context<'_>,
    gathered: &[Gathered<'_>],
    chosen: Vec<Chosen>,
    mode: LinkMode,
) -> Result<Vec<Incoming>, CliError> {
    for (source, gathered) in gathered.iter().enumerate() {
        let indexes: Vec<usize> =
            chosen.iter().filter(|(other, _, _)| *other == source).map(|(_, index, _)| *index).collect();
        gathered.prepare(context, &indexes)?;
    }
    let mut incoming = Vec::new();
    for (source, index, name) in chosen {
        incoming.push(gathered[source].incoming(context, index, name, mode)?);
    }
    for gathered in gathered {
        gathered.remember(context);
    }
    Ok(incoming)
}

/// Shows the plan, asks where there is somebody to ask, carries it out and says what came of it.
fn finish(
    mut plan: Plan,
    adding: bool,
    options: &Options,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    plan.admit(context, context.store()?)?;
    if !global.json && (adding || global.dry_run) {
        show::plan(&plan, shell);
    }
    if global.dry_run {
        if global.json {
            show::plan_json(&plan, None, shell)?;
        } else {
            shell.remark("nothing was changed: this is a dry run");
        }
        return Ok(ExitStatus::Done);
    }
    if adding
        && shell.is_interactive()
        && !shell.says_yes()
        && plan.changes_anything()
        && shell.confirm("Install?", true) != Answer::Yes
    {
        shell.remark("nothing was changed");
        return Ok(ExitStatus::No);
    }
    let summary = show::Summary::of(&plan, global.json);
    let installed = plan.carry_out(context, context.store()?, options)?;
    if global.json {
        summary.json(&installed, shell)?;
    } else {
        show::outcome(&summary, &installed, adding, shell);
    }
    Ok(ExitStatus::Done)
}

fn into_folder(
    args: &InstallArgs,
    (scope, dir): (&ScopeFolder, &std::path::Path),
    gathered: &[Gathered<'_>],
    chosen: Vec<Chosen>,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let dir = context.dirs.absolute(dir);
    let incoming = read_chosen(context, gathered, chosen, LinkMode::Copy)?;
    let placed = install::bare::place_all(context, scope, &dir, &incoming, args.force, global.dry_run)?;
    if global.json {
        show::bare_json(&dir, &incoming, &placed, global.dry_run, shell)?;
    } else {
        show::bare(&dir, &incoming, &placed, global.dry_run, shell);
    }
    Ok(ExitStatus::Done)
}
