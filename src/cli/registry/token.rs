//! `skill registry token`: who may publish and yank on a registry that is served.

use std::{path::PathBuf, time::Duration};

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::{
    cli::{
        Global,
        error::{CliError, ExitStatus},
    },
    host::clock,
    model::{
        event::Verb,
        moment::parse_span,
        registry::grant::{Grant, Token},
        visible,
    },
    ops::{Context, registry},
    ui::{shell::Shell, table::Table},
};

const FORMAT: &str = "skill.registry-tokens/1";

#[derive(Debug, Args)]
pub(super) struct TokenArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a token, and print it once
    New {
        #[command(flatten)]
        place: Place,
        /// What the token is called in lists and logs
        #[arg(long, value_name = "TEXT")]
        label: String,
        /// What it allows: `read`, `publish:*`, `publish:@team/*`, `publish:NAME`, the same with `yank:`, or `admin`
        #[arg(long = "scope", value_name = "SCOPE", required = true, value_delimiter = ',', value_parser = grant)]
        scopes: Vec<Grant>,
        /// How long it holds, such as `90d`; for ever without
        #[arg(long, value_name = "TIME", value_parser = lifetime)]
        expires: Option<Duration>,
    },
    /// List the tokens; what they are is not kept
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Take a token back; a running server refuses it at once
    Revoke {
        #[command(flatten)]
        place: Place,
        /// The token's label
        label: String,
    },
}

/// Which registry, and where its tokens lie.
#[derive(Debug, Args)]
struct Place {
    /// The registry's folder
    dir: PathBuf,
    /// The file with its tokens; `.tokens.json` in its folder by default
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
}

fn grant(text: &str) -> Result<Grant, String> {
    text.parse().map_err(|error: crate::model::registry::grant::GrantError| error.to_string())
}

fn lifetime(text: &str) -> Result<Duration, String> {
    parse_span(text)
        .filter(|span| !span.is_zero())
        .ok_or_else(|| "expected a number and `m`, `h`, `d` or `w`, such as `90d`".to_owned())
}

fn shown(token: &Token) -> Value {
    let scopes: Vec<String> = token.grants.iter().map(ToString::to_string).collect();
    json!({
        "label": token.label, "scopes": scopes, "created": token.created.to_string(),
        "expires": token.expires.map(|moment| moment.to_string()), "expired": token.is_expired(clock::now()),
    })
}

pub(super) fn run(
    args: &TokenArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let resolve = |place: &Place| {
        let file = place.tokens.as_ref().map(|path| context.dirs.absolute(path));
        (context.dirs.absolute(&place.dir), file)
    };
    match &args.action {
        Action::New { place, label, scopes, expires } => {
            let (folder, file) = resolve(place);
            let (token, secret) =
                registry::issue(&folder, file, label, scopes.clone(), *expires, global.dry_run)?;
            if global.json {
                let secret = (!global.dry_run).then_some(secret);
                shell.json(&json!({
                    "format": FORMAT, "dryRun": global.dry_run, "token": secret, "tokens": [shown(&token)],
                }))?;
            } else if global.dry_run {
                shell.remark("nothing was changed: this is a dry run");
            } else {
                let until = token.expires.map_or_else(String::new, |moment| format!(", until {moment}"));
                shell.status(
                    Verb::Created,
                    format_args!("token `{}`{until}; it is shown this once:", visible::line(label)),
                );
                shell.data(secret)?;
                shell.hint("its owner stores it with `skill login URL`");
            }
        }
        Action::List { place } => {
            let (folder, file) = resolve(place);
            let tokens = registry::tokens_of(&folder, file)?;
            if global.json {
                let all: Vec<Value> = tokens.0.iter().map(shown).collect();
                shell.json(&json!({ "format": FORMAT, "tokens": all }))?;
            } else if tokens.0.is_empty() {
                shell.remark("there are no tokens");
            } else {
                let mut table = Table::new(["label", "expires", "scopes"]);
                for token in &tokens.0 {
                    let expires = match token.expires {
                        Some(moment) if token.is_expired(clock::now()) => format!("{moment} (over)"),
                        Some(moment) => moment.to_string(),
                        None => "never".to_owned(),
                    };
                    let scopes: Vec<String> = token.grants.iter().map(ToString::to_string).collect();
                    table.row([visible::line(&token.label).into_owned(), expires, scopes.join(", ")]);
                }
                for line in table.lines(shell.width()) {
                    shell.data(line)?;
                }
            }
        }
        Action::Revoke { place, label } => {
            let (folder, file) = resolve(place);
            registry::revoke(&folder, file, label, global.dry_run)?;
            if global.json {
                shell.json(&json!({ "format": FORMAT, "dryRun": global.dry_run, "revoked": label }))?;
            } else if global.dry_run {
                shell.remark("nothing was changed: this is a dry run");
            } else {
                shell.status(Verb::Removed, format_args!("token `{}`", visible::line(label)));
            }
        }
    }
    Ok(ExitStatus::Done)
}
