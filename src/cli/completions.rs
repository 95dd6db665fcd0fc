//! `skill completions` and `skill man`: texts made from the command line's own definition.

use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell as Dialect;

use super::{
    Cli, Global,
    error::{CliError, ExitStatus},
};
use crate::{host::fs, model::event::Verb, ops::Context, ui::shell::Shell};

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to write for
    #[arg(value_name = "SHELL")]
    dialect: Dialect,
}

/// Print the manual page
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Write the pages of all commands into DIR instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &CompletionsArgs, shell: &Shell) -> Result<ExitStatus, CliError> {
    let mut text = Vec::new();
    clap_complete::generate(args.dialect, &mut Cli::command(), "skill", &mut text);
    shell.raw_data(&text)?;
    Ok(ExitStatus::Done)
}

pub(crate) fn man(
    args: &ManArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let mut command = Cli::command();
    command.build();
    let Some(out) = &args.out else {
        shell.raw_data(&page(command)?)?;
        return Ok(ExitStatus::Done);
    };
    let folder = context.dirs.absolute(out);
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    for (file, text) in &pages {
        if global.dry_run {
            shell.status(Verb::Creating, format_args!("{file}: dry run"));
        } else if fs::write_atomic(&folder.join(file), text)? {
            shell.status(Verb::Created, file);
        } else {
            shell.status(Verb::Unchanged, file);
        }
    }
    Ok(ExitStatus::Done)
}

fn page(command: clap::Command) -> Result<Vec<u8>, CliError> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(text)
}

/// The page of a command and those of its subcommands: `skill.1`, `skill-new.1`, `skill-registry-init.1`.
fn collect(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), CliError> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    pages.push((format!("{name}.1"), page(command.clone())?));
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
    {
        collect(inner, pages)?;
    }
    Ok(())
}
