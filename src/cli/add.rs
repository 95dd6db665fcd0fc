//! `skill add`: `script`, `reference` and `asset` add a file to a skill; any other first word means `install`.

use std::path::PathBuf;

use clap::Args;

use super::{
    Global,
    error::{CliError, ExitStatus},
    install::{self, InstallArgs},
    new::{Lang, Report, typeable},
};
use crate::{
    model::{event::Verb, visible},
    ops::{
        Context,
        scaffold::{self, AddOptions, Kind, Language},
    },
    ui::shell::Shell,
};

/// Add a script, reference or asset to a skill, or install skills
#[derive(Debug, Args)]
#[command(
    override_usage = "skill add <script|reference|asset> [NAME] [OPTIONS]\n       skill add <SPEC>... [OPTIONS]"
)]
pub(crate) struct AddArgs {
    #[command(flatten)]
    pub(crate) install: InstallArgs,
    /// Language of the script
    #[arg(long, value_name = "LANG", conflicts_with = "from", help_heading = "A file for a skill")]
    lang: Option<Lang>,
    /// A package that a Python script imports (repeatable)
    #[arg(
        long = "dependency",
        value_name = "PACKAGE",
        conflicts_with = "from",
        help_heading = "A file for a skill"
    )]
    dependencies: Vec<String>,
    /// Copy this file instead of a template
    #[arg(long, value_name = "FILE", help_heading = "A file for a skill")]
    from: Option<PathBuf>,
    /// Folder of the skill [default: the nearest one up]
    #[arg(long, value_name = "SKILL", help_heading = "A file for a skill")]
    to: Option<PathBuf>,
}

impl AddArgs {
    /// Whether the network is ruled out.
    pub(crate) fn is_offline(&self) -> bool {
        self.install.is_offline()
    }
}

/// The kind of file a first word asks for; every other word is something to install.
fn is_kind(word: &str) -> Option<Kind> {
    Kind::from_word(word)
}

pub(crate) fn run(
    args: AddArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    match args.install.specs.first().and_then(|word| is_kind(word)) {
        Some(kind) => add_file(kind, args, global, context, shell),
        None => install(&args, global, context, shell),
    }
}

/// `add SPEC`: the same as `install SPEC`.
fn install(
    args: &AddArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    for (flag, is_given) in [
        ("--lang", args.lang.is_some()),
        ("--dependency", !args.dependencies.is_empty()),
        ("--from", args.from.is_some()),
        ("--to", args.to.is_some()),
    ] {
        if is_given {
            let text = format!("`{flag}` belongs to `add script`, `add reference` and `add asset`");
            return Err(CliError::new(ExitStatus::Usage, text).hint("skill add script NAME"));
        }
    }
    if args.install.specs.is_empty() {
        return Err(CliError::new(ExitStatus::Usage, "nothing is named to add")
            .hint("`skill add owner/repo` installs skills; `skill add script NAME` adds a file to a skill"));
    }
    install::run(&args.install, global, context, shell)
}

fn add_file(
    kind: Kind,
    args: AddArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let word = kind.word();
    if let Some(flag) = args.install.given_flag() {
        let text = format!("`{flag}` belongs to `install`, not to `add {word}`");
        return Err(CliError::new(ExitStatus::Usage, text)
            .hint(format_args!("a skill that is called `{word}` is installed with `skill install {word}`")));
    }
    let mut names = args.install.specs.into_iter().skip(1);
    let name = names.next();
    if let Some(second) = names.next() {
        let text = format!("one {word} is added at a time: `{}` is too much", visible::line(&second));
        return Err(CliError::new(ExitStatus::Usage, text)
            .hint(format_args!("a skill that is called `{word}` is installed with `skill install {word}`")));
    }
    if name.is_none() && args.from.is_none() {
        return Err(CliError::new(ExitStatus::Usage, format_args!("the {word} needs a name"))
            .hint(format_args!("skill add {word} NAME")));
    }
    if args.lang.is_some() && kind != Kind::Script {
        return Err(CliError::new(
            ExitStatus::Usage,
            format_args!("`--lang` is for scripts, not for a {word}"),
        ));
    }
    if !args.dependencies.is_empty() && kind != Kind::Script {
        let text = format!("`--dependency` is for scripts, not for a {word}");
        return Err(CliError::new(ExitStatus::Usage, text));
    }
    let options = AddOptions {
        kind,
        name,
        language: args.lang.map(Language::from),
        from: args.from,
        to: args.to,
        dependencies: args.dependencies,
        locale: super::spoken(global, context)?,
        dry_run: global.dry_run,
    };
    let made = scaffold::add(context, &options)?;
    if global.json {
        shell.json(&Report::new("skill.add/1", &made, global.dry_run))?;
        return Ok(ExitStatus::Done);
    }
    let verb = if global.dry_run { Verb::Adding } else { Verb::Added };
    let end = if global.dry_run { ": dry run" } else { "" };
    for file in &made.created {
        let place = typeable(&made.folder.join(&file.path), &context.dirs.current);
        shell.status(verb, format_args!("{word} {place}{end}"));
    }
    for path in &made.edited {
        let place = typeable(&made.folder.join(path), &context.dirs.current);
        shell.status(verb, format_args!("a line to {place}{end}"));
    }
    Ok(ExitStatus::Done)
}
