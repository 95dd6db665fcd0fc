//! `skill login` and `skill logout`: the token of a registry, kept in `credentials.toml` for its origin.

use clap::Args;
use serde_json::json;

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    host::fs,
    model::{event::Verb, visible},
    ops::{Context, registry},
    ui::shell::Shell,
};

/// The longest token that is read, in bytes.
const MAX_TOKEN: u64 = 16 * 1024;
const FORMAT: &str = "skill.login/1";

/// Keep the token of a registry; it is read from stdin, or asked for without being shown
#[derive(Debug, Args)]
pub(crate) struct LoginArgs {
    /// The registry: its URL, or its configured name; `default` without
    #[arg(value_name = "REGISTRY")]
    registry: Option<String>,
}

/// Forget the token of a registry
#[derive(Debug, Args)]
pub(crate) struct LogoutArgs {
    /// The registry: its URL, or its configured name; `default` without
    #[arg(value_name = "REGISTRY")]
    registry: Option<String>,
}

pub(crate) fn run(
    args: &LoginArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let folder = ScopeArgs::default().folder(context)?;
    let counterpart = registry::counterpart(context, &folder, args.registry.as_deref())?;
    let typed = if shell.is_interactive() {
        shell.secret(&format!("Token for {}", counterpart.origin())).unwrap_or_default()
    } else {
        let bytes = fs::read_standard_input(MAX_TOKEN)?;
        String::from_utf8_lossy(&bytes).into_owned()
    };
    if global.dry_run {
        shell.remark("nothing was changed: this is a dry run");
        return Ok(ExitStatus::Done);
    }
    let known = registry::login(context, &counterpart, typed.trim())?;
    if global.json {
        let (label, scopes) = known.token.unzip();
        shell.json(&json!({
            "format": FORMAT, "origin": counterpart.origin(), "label": label, "scopes": scopes,
        }))?;
        return Ok(ExitStatus::Done);
    }
    if let Some((label, scopes)) = known.token {
        let (label, scopes) = (visible::line(&label).into_owned(), scopes.join(", "));
        let what = format!("token `{label}` for {} ({})", counterpart.origin(), visible::line(&scopes));
        shell.status(Verb::Added, what);
    } else {
        shell.status(Verb::Added, format_args!("token for {}", counterpart.origin()));
        shell.note("the registry could not be asked whether it knows the token");
    }
    if let Some(variable) = registry::shadowing(context, &counterpart) {
        shell.warning(format_args!("`{variable}` is set, and wins over the token kept now"));
    }
    Ok(ExitStatus::Done)
}

pub(crate) fn logout(
    args: &LogoutArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let folder = ScopeArgs::default().folder(context)?;
    let counterpart = registry::counterpart(context, &folder, args.registry.as_deref())?;
    if global.dry_run {
        shell.remark("nothing was changed: this is a dry run");
        return Ok(ExitStatus::Done);
    }
    let changed = registry::logout(context, &counterpart)?;
    if global.json {
        shell.json(&json!({ "format": FORMAT, "origin": counterpart.origin(), "removed": changed }))?;
    } else if changed {
        shell.status(Verb::Removed, format_args!("token for {}", counterpart.origin()));
    } else {
        shell.status(Verb::Unchanged, format_args!("no token was kept for {}", counterpart.origin()));
    }
    Ok(ExitStatus::Done)
}
