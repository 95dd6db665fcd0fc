//! `skill registry serve`: a registry's folder over HTTP.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::FORMAT;
use crate::{
    cli::{
        Global,
        error::{CliError, ExitStatus},
    },
    host::registry::{serve::ServeOptions, tokens},
    model::{event::Verb, visible},
    ops::{Context, registry::serve},
    ui::{shell::Shell, size::count},
};

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// The registry's folder
    dir: PathBuf,
    /// Where to listen: HOST:PORT or PORT; port 0 is any that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7357")]
    listen: String,
    /// The file with the registry's tokens; `.tokens.json` in its folder by default
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// Take nothing in: neither versions nor marks
    #[arg(long)]
    read_only: bool,
}

pub(super) fn run(
    args: &ServeArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let folder = context.dirs.absolute(&args.dir);
    let tokens = args.tokens.as_ref().map(|path| context.dirs.absolute(path));
    let opened = serve::open(&ServeOptions {
        tokens: tokens.unwrap_or_else(|| folder.join(tokens::FILE)),
        folder,
        listen: args.listen.clone(),
        is_read_only: args.read_only,
    })?;
    let url = format!("http://{}/", opened.address());
    if global.json {
        shell.json(&json!({
            "format": FORMAT, "name": opened.name, "url": url, "readOnly": args.read_only,
            "tokens": opened.tokens(), "dryRun": global.dry_run,
        }))?;
    }
    let how = if args.read_only { "read-only".to_owned() } else { count(opened.tokens(), "token") };
    shell.status(Verb::Serving, format_args!("`{}` at {url} ({how})", visible::line(&opened.name)));
    if opened.tokens() == 0 && !args.read_only {
        shell.hint(format_args!(
            "nobody can publish yet: `skill registry token new {} --label NAME --scope 'publish:*'`",
            visible::line(&args.dir.to_string_lossy())
        ));
    }
    if global.dry_run {
        shell.remark("nothing was answered: this is a dry run");
        return Ok(ExitStatus::Done);
    }
    opened.run(context)?;
    Ok(ExitStatus::Done)
}
