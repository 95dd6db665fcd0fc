//! `skill show`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    host::fs,
    model::{tokens, visible},
    ops::{
        Context,
        disclose::{
            self, Entry,
            activate::{self, Activated},
            session::Session,
            variables::Variables,
        },
        scope::ScopeFolder,
    },
    ui::shell::Shell,
};

/// Print a skill as an agent gets it when the skill is activated
///
/// The body of its SKILL.md in a `<skill_content>` tag, with the skill's folder and its files by name. Variables in the
/// body are replaced: `${SKILL_DIR}`, `${SKILLS_USER_DIR}`, `${WORKSPACE}`, `${USER_NAME}`, those of `--var`, and with
/// `--args` also `$1`, `$2` and `$ARGUMENTS`; others stay as they are.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The skill's name; `/name` and `$name` mean the same
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    scope: ScopeArgs,
    /// With the frontmatter
    #[arg(long, conflicts_with = "raw")]
    full: bool,
    /// The bytes of SKILL.md and nothing else
    #[arg(long, conflicts_with_all = ["args", "variables"])]
    raw: bool,
    /// Values of `$1`, `$2` and so on
    #[arg(long, value_name = "ARG", num_args = 1..)]
    args: Vec<String>,
    /// Skip what this file says was shown already, and note what is shown now
    #[arg(long, value_name = "FILE", conflicts_with = "raw")]
    seen: Option<PathBuf>,
    /// The value of `${KEY}`, such as `SESSION_ID`
    #[arg(long = "var", value_name = "KEY=VALUE", value_parser = pair)]
    variables: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write it as KEY=VALUE".to_owned()),
    }
}

pub(crate) fn run(
    args: &ShowArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let catalogue = disclose::catalogue(context, args.scope.visible(context)?, None)?;
    let entry = catalogue.find(&args.name)?;
    if args.raw && !global.json {
        shell.raw_data(&activate::raw(entry)?)?;
        return Ok(ExitStatus::Done);
    }
    let workspace = args.scope.folder(context)?;
    let variables =
        Variables { named: named(args, entry, &workspace, context), arguments: args.args.clone() };
    let mut activated = activate::activate(entry, &variables, args.full)?;
    let name = visible::line(&entry.name);
    let is_new = match &args.seen {
        None => true,
        Some(file) => remember(&context.dirs.absolute(file), entry, &activated, global)?,
    };
    if !is_new {
        shell.note(format_args!("`{name}` was shown already in this session, so it is not repeated"));
        if global.json {
            activated.content.clear();
            shell.json(&to_json(entry, &activated, true))?;
        }
        return Ok(ExitStatus::Done);
    }
    if entry.card.forks {
        shell.note(format_args!(
            "`{name}` asks for a context of its own (`context: fork`): don't run it inline"
        ));
    }
    if !args.args.is_empty() && !activated.takes_arguments {
        shell.note(format_args!("`{name}` has no place for arguments, so they are not in its text"));
    }
    if global.json {
        shell.json(&to_json(entry, &activated, false))?;
    } else {
        shell.raw_data(format!("{}\n", activated.content).as_bytes())?;
    }
    Ok(ExitStatus::Done)
}

/// The variables that are known here; `--var` has the last word.
fn named(
    args: &ShowArgs,
    entry: &Entry,
    workspace: &ScopeFolder,
    context: &Context<'_>,
) -> BTreeMap<String, String> {
    let environment = &context.dirs.environment;
    let mut named = BTreeMap::new();
    let mut set = |key: &str, value: String| named.insert(key.to_owned(), value);
    set("SKILL_DIR", entry.folder.to_string_lossy().into_owned());
    set("SKILLS_USER_DIR", ScopeFolder::user(context.dirs).skills().to_string_lossy().into_owned());
    set("WORKSPACE", workspace.root.to_string_lossy().into_owned());
    if let Some(user) = environment.text("USER").or_else(|| environment.text("USERNAME")) {
        set("USER_NAME", user.to_owned());
    }
    named.extend(args.variables.iter().cloned());
    named
}

/// Notes in the session's file what is shown now; false if it was shown before.
fn remember(file: &Path, entry: &Entry, activated: &Activated, global: &Global) -> Result<bool, CliError> {
    let text = fs::read_text_if_there(file)?.unwrap_or_default();
    let mut session = Session::parse(&text).map_err(|why| {
        let shown = visible::line(&file.to_string_lossy()).into_owned();
        CliError::new(
            ExitStatus::Usage,
            format_args!("`{shown}` is no file of `--seen`: {}", visible::line(&why)),
        )
        .hint("name a file that is not there yet, or one that `--seen` wrote")
    })?;
    let is_new = session.remember(entry, activated);
    if is_new && !global.dry_run {
        fs::write_atomic(file, session.encode().as_bytes())?;
    }
    Ok(is_new)
}

fn to_json(entry: &Entry, activated: &Activated, repeated: bool) -> Value {
    json!({
        "format": "skill.show/1",
        "name": entry.name,
        "description": entry.description,
        "scope": entry.scope,
        "directory": entry.folder,
        "location": entry.location,
        "context": if entry.card.forks { "fork" } else { "inline" },
        "allowedTools": entry.card.allowed_tools,
        "paths": entry.card.paths,
        "resources": activated.resources,
        "moreResources": activated.more,
        "repeated": repeated,
        "content": activated.content,
        "tokens": tokens::estimate(&activated.content),
    })
}
