//! Roof: the words of the command line. A verb's file turns its arguments into options, makes one call and says what
//! came of it.

mod add;
mod audit;
mod cache;
mod completions;
mod difference;
mod doctor;
mod error;
mod import;
mod info;
mod install;
mod link;
mod lint;
mod list;
mod login;
mod matching;
mod new;
mod outdated;
mod pack;
mod prompt;
mod publish;
mod registry;
mod remove;
mod rule;
mod scope;
mod search;
mod show;
mod trust;
mod update;
mod verify;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::{
    host::{dirs::Dirs, fs},
    model::{config::Config, locale, visible},
    ops::{Context, Network, enable::Wish},
    ui::{
        progress::Progress,
        shell::{Colour, Manner, Shell, Verbosity},
    },
};
use error::{CliError, ExitStatus};

/// The package manager for Agent Skills
#[derive(Debug, Parser)]
#[command(
    name = "skill",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Flags that every verb takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Run as if started in DIR
    #[arg(short = 'C', value_name = "DIR", global = true)]
    change: Option<PathBuf>,
    /// Say nothing but warnings and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say more
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Answer yes to every question
    #[arg(short, long, global = true)]
    yes: bool,
    /// Print one JSON value on stdout
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show what would change, and change nothing
    #[arg(long, global = true)]
    pub(crate) dry_run: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    color: When,
    /// Language of messages and templates
    #[arg(long, value_name = "LANG", global = true)]
    pub(crate) locale: Option<Locale>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// A language `skill` speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Locale {
    En,
    Zh,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::NewArgs),
    /// Make a new skill in the current folder
    Init(new::NewArgs),
    Add(add::AddArgs),
    /// Install skills, or restore what manifest and lockfile say
    #[command(visible_alias = "i")]
    Install(install::InstallArgs),
    /// Restore exactly what is locked, or fail
    Ci(install::InstallArgs),
    /// Take newer states of installed skills, after showing what changes
    #[command(visible_alias = "upgrade")]
    Update(update::UpdateArgs),
    /// Show which installed skills could be newer
    Outdated(outdated::OutdatedArgs),
    /// Show what an update would change, or what you edited
    Diff(outdated::DiffArgs),
    /// Show one skill in full: what it says, its files, what it can reach
    Info(info::InfoArgs),
    /// Check installed files against the lockfile
    Verify(verify::VerifyArgs),
    Audit(audit::AuditArgs),
    Import(import::ImportArgs),
    /// Switch skills on again
    Enable(verify::EnableArgs),
    /// Switch skills off without removing them
    Disable(verify::EnableArgs),
    /// Remove installed skills
    #[command(visible_aliases = ["rm", "uninstall"])]
    Remove(remove::RemoveArgs),
    /// List every skill visible from here
    #[command(visible_alias = "ls")]
    List(list::ListArgs),
    Prompt(prompt::PromptArgs),
    Show(show::ShowArgs),
    Match(matching::MatchArgs),
    Trust(trust::TrustArgs),
    Doctor(doctor::DoctorArgs),
    /// Link skills into agents' folders
    Link(link::LinkArgs),
    /// Take links away, and keep the skills
    Unlink(link::UnlinkArgs),
    /// Show the agents that are known, and what each gets here
    Agents(link::AgentsArgs),
    Completions(completions::CompletionsArgs),
    Man(completions::ManArgs),
    Cache(cache::CacheArgs),
    Pack(pack::PackArgs),
    Publish(publish::PublishArgs),
    Login(login::LoginArgs),
    Logout(login::LogoutArgs),
    Registry(registry::RegistryArgs),
    #[command(visible_aliases = ["check", "validate"])]
    Lint(lint::LintArgs),
    Rule(rule::RuleArgs),
    #[command(visible_alias = "find")]
    Search(search::SearchArgs),
}

/// Parses the arguments, runs the verb, reports its error, and says how the program ends.
pub(crate) fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to stdout with status 0, usage errors to stderr with status 2.
            let _ = error.print();
            return if error.use_stderr() { ExitStatus::Usage.into() } else { ExitStatus::Done.into() };
        }
    };
    let verbosity = match (cli.global.quiet, cli.global.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, true) => Verbosity::Verbose,
        (false, false) => Verbosity::Normal,
    };
    let colour = match cli.global.color {
        When::Auto => Colour::Auto,
        When::Always => Colour::Always,
        When::Never => Colour::Never,
    };
    let dirs = Dirs::of_process(cli.global.change.as_deref());
    let progress = dirs.as_ref().is_ok_and(|dirs| !dirs.environment.is_on("SKILL_NO_PROGRESS"));
    let shell = Shell::new(Manner { verbosity, colour, yes: cli.global.yes, progress });
    let ended = dirs.map_err(CliError::from).and_then(|dirs| dispatch(cli, &dirs, &shell));
    match ended {
        Ok(status) => status.into(),
        Err(error) => error.report(&shell).into(),
    }
}

fn dispatch(cli: Cli, dirs: &Dirs, shell: &Shell) -> Result<ExitStatus, CliError> {
    let progress = Progress::new(shell);
    let offline = match &cli.command {
        Command::Install(args) | Command::Ci(args) => args.is_offline(),
        Command::Add(args) => args.is_offline(),
        Command::Update(args) => args.offline,
        Command::Search(args) => args.offline,
        Command::Audit(args) => args.offline,
        Command::Import(args) => args.offline,
        _ => false,
    };
    let forbidden = offline || dirs.environment.is_on("SKILL_OFFLINE");
    let network = if forbidden { Network::Forbidden } else { Network::Allowed };
    let mut context = Context::new(dirs, &progress, network, config(dirs, shell)?);
    context.allow_unverified = match &cli.command {
        Command::Install(args) | Command::Ci(args) => args.allow_unverified,
        Command::Add(args) => args.install.allow_unverified,
        _ => false,
    };
    context.allow_quarantined = match &cli.command {
        Command::Install(args) | Command::Ci(args) => args.allow_quarantined,
        Command::Add(args) => args.install.allow_quarantined,
        _ => false,
    };
    let global = &cli.global;
    match cli.command {
        Command::New(args) => new::run(args, global, &context, shell),
        Command::Init(args) => new::run(args.here()?, global, &context, shell),
        Command::Add(args) => add::run(args, global, &context, shell),
        Command::Install(args) => install::run(&args, global, &context, shell),
        Command::Ci(args) => install::run(&args.locked(), global, &context, shell),
        Command::Update(args) => update::run(&args, global, &context, shell),
        Command::Outdated(args) => outdated::outdated(&args, global, &context, shell),
        Command::Diff(args) => outdated::diff(&args, global, &context, shell),
        Command::Info(args) => info::run(&args, global, &context, shell),
        Command::Verify(args) => verify::run(&args, global, &context, shell),
        Command::Import(args) => import::run(&args, global, &context, shell),
        Command::Audit(args) => audit::run(&args, global, &context, shell),
        Command::Enable(args) => verify::enable(&args, Wish::Enabled, global, &context, shell),
        Command::Disable(args) => verify::enable(&args, Wish::Disabled, global, &context, shell),
        Command::Remove(args) => remove::run(&args, global, &context, shell),
        Command::List(args) => list::run(&args, global, &context, shell),
        Command::Prompt(args) => prompt::run(&args, global, &context, shell),
        Command::Show(args) => show::run(&args, global, &context, shell),
        Command::Match(args) => matching::run(&args, global, &context, shell),
        Command::Doctor(args) => doctor::run(&args, global, &context, shell),
        Command::Trust(args) => trust::run(&args, global, &context, shell),
        Command::Link(args) => link::run(&args, global, &context, shell),
        Command::Unlink(args) => link::unlink(&args, global, &context, shell),
        Command::Agents(args) => link::agents(&args, global, &context, shell),
        Command::Completions(args) => completions::run(&args, shell),
        Command::Man(args) => completions::man(&args, global, &context, shell),
        Command::Cache(args) => cache::run(&args, global, &context, shell),
        Command::Lint(args) => lint::run(&args, global, &context, shell),
        Command::Pack(args) => pack::run(args, global, &context, shell),
        Command::Publish(args) => publish::run(&args, global, &context, shell),
        Command::Login(args) => login::run(&args, global, &context, shell),
        Command::Logout(args) => login::logout(&args, global, &context, shell),
        Command::Registry(args) => registry::run(&args, global, &context, shell),
        Command::Search(args) => search::run(&args, global, &context, shell),
        Command::Rule(args) => rule::run(&args, global, &context, shell),
    }
}

/// The person's configuration over the organisation's; absent files are all defaults.
fn config(dirs: &Dirs, shell: &Shell) -> Result<Config, CliError> {
    let own = configured(&dirs.config.join("config.toml"))?;
    let (config, overruled) = own.over(configured(&dirs.organisation)?);
    for one in overruled {
        let by = one.by.unwrap_or_else(|| visible::line(&dirs.organisation.to_string_lossy()).into_owned());
        shell.warning(format_args!("`{}` does not count: {by} is binding", visible::line(&one.own)));
    }
    Ok(config)
}

fn configured(path: &Path) -> Result<Config, CliError> {
    let Some(text) = fs::read_text_if_there(path)? else { return Ok(Config::default()) };
    let shown = path.to_string_lossy();
    let shown = visible::line(&shown);
    Config::parse(&text, &shown)
        .map_err(|error| CliError::new(ExitStatus::Usage, format_args!("`{shown}`: {error}")))
}

/// The language of the linter's words and of templates: `--locale`, else `SKILL_LOCALE`, which may be a tag such as
/// `zh_CN.UTF-8`, else English.
fn spoken(global: &Global, context: &Context<'_>) -> Result<locale::Locale, CliError> {
    match global.locale {
        Some(Locale::En) => return Ok(locale::Locale::English),
        Some(Locale::Zh) => return Ok(locale::Locale::Chinese),
        None => {}
    }
    let Some(tag) = context.dirs.environment.text("SKILL_LOCALE") else {
        return Ok(locale::Locale::English);
    };
    locale::Locale::of_tag(tag).ok_or_else(|| {
        let text = format!("`SKILL_LOCALE` is `{}`, but only `en` and `zh` are spoken", visible::line(tag));
        CliError::new(ExitStatus::Usage, text)
    })
}
