//! `skill remove`.

use clap::Args;

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    ops::{Context, install::remove},
    ui::shell::{Answer, Shell},
};

#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// Names of installed skills
    #[arg(value_name = "NAME", required_unless_present = "source")]
    names: Vec<String>,
    /// Every skill that came from this repository or URL
    #[arg(long, value_name = "SOURCE")]
    source: Option<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Remove edited skills too; a backup is kept
    #[arg(short, long)]
    force: bool,
}

pub(crate) fn run(
    args: &RemoveArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let state = args.scope.write(global, context)?;
    let names = remove::named(&state, &args.names, args.source.as_deref())?;
    let names = remove::with_orphans(&state, &names)?;
    let list: Vec<&str> = names.iter().map(super::super::model::name::FolderName::as_str).collect();
    if !global.dry_run {
        let sure = args.source.is_none()
            || shell.confirm(&format!("Remove {}?", list.join(", ")), true) != Answer::No;
        if !sure {
            shell.remark("nothing was changed");
            return Ok(ExitStatus::No);
        }
        remove::remove(context, context.store()?, &state, &names, args.force)?;
    }
    if global.json {
        shell.json(&serde_json::json!({
            "format": "skill.remove/1", "dryRun": global.dry_run, "scope": state.folder.scope.as_str(), "removed": list,
        }))?;
    } else if global.dry_run {
        shell.remark(format_args!("would remove {}", list.join(", ")));
        shell.remark("nothing was changed: this is a dry run");
    }
    Ok(ExitStatus::Done)
}
