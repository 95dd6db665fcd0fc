//! `skill publish`: a version of a skill onto a registry.

use std::path::PathBuf;

use clap::Args;

use super::{
    Global,
    error::{CliError, ExitStatus},
    registry::refused,
    registry::{show_published, team},
    scope::ScopeArgs,
};
use crate::{
    ops::{
        Context,
        registry::{self, Wishes},
    },
    ui::shell::{Answer, Shell},
};

/// Pack skills and publish their versions on a registry
#[derive(Debug, Args)]
pub(crate) struct PublishArgs {
    /// Skills' folders, folders that hold skills, or archives
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// The registry, by its configured name; that of skill.toml, else `default`
    #[arg(long, value_name = "REGISTRY")]
    registry: Option<String>,
    /// Publish as `@TEAM/name`
    #[arg(long, value_name = "TEAM", value_parser = team)]
    scope: Option<String>,
}

pub(crate) fn run(
    args: &PublishArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let folder = ScopeArgs::default().folder(context)?;
    let paths: Vec<PathBuf> = args.paths.iter().map(|path| context.dirs.absolute(path)).collect();
    let wishes = Wishes { scope: args.scope.clone(), fail_on: None };
    let ready = registry::prepare(context, &folder, &paths, args.registry.as_deref(), &wishes)
        .or_else(|error| refused(error, global, context, shell))?;
    if !global.dry_run && shell.is_interactive() && !shell.says_yes() {
        let what: Vec<String> =
            ready.versions().map(|line| format!("{} {}", line.name, line.version)).collect();
        let question = format!("Publish {} on `{}`?", what.join(", "), ready.registry());
        if shell.confirm(&question, true) != Answer::Yes {
            shell.remark("nothing was published");
            return Ok(ExitStatus::No);
        }
    }
    let name = ready.registry().to_owned();
    let published = registry::publish(context, ready, global.dry_run)?;
    show_published(&published, Some(&name), global, shell)
}
