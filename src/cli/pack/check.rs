//! `skill pack --check`: archives that are there already, judged by the rules of their platform. The same act as
//! `skill lint ARCHIVE`, with the profiles that `[pack]` names.

use serde_json::json;

use super::{PackArgs, show};
use crate::{
    cli::{
        Global,
        error::{CliError, ExitStatus},
        lint::chosen,
    },
    lint::{loudest, profile::Profile},
    model::{event::Verb, visible},
    ops::{
        Context,
        lint::{LintOptions, lint},
        pack,
    },
    ui::{
        locale::Words,
        render::{Sheet, json as lint_json, text},
        shell::Shell,
    },
};

pub(super) fn run(
    args: &PackArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let words = Words::of(crate::cli::spoken(global, context)?);
    let asked = if args.profiles.is_empty() { Vec::new() } else { chosen(&args.profiles, context)? };
    let mut reports = Vec::new();
    let mut fails = false;
    for typed in &args.paths {
        let path = context.dirs.absolute(typed);
        let shown = typed.to_string_lossy().into_owned();
        let archive = visible::line(&shown).into_owned();
        if crate::host::fs::is_folder(&path) {
            let message = format!("`{}` is a folder, not an archive", visible::line(&shown));
            return Err(CliError::new(ExitStatus::No, message)
                .hint("name an archive, or pack the folder: `skill pack PATH`"));
        }
        let profiles =
            if asked.is_empty() { pack::profiles_near(&path, &context.dirs.current)? } else { asked.clone() };
        let options = LintOptions { paths: vec![(path, shown)], profiles, ..LintOptions::default() };
        let linted = lint(context, options, &mut |checked| {
            let found = &checked.judgement.found;
            fails |= args.fail_on.is_met_by(loudest(found));
            let sheet = Sheet {
                shown: &checked.shown,
                skill: &checked.skill,
                found: &words.findings(found),
                silenced: &[],
                accepted: &[],
                place: &checked.shown,
                words,
            };
            if global.json {
                reports.push(lint_json::skill(&sheet));
                return;
            }
            let drawn = text::render(&sheet, shell.page(), 1);
            if !drawn.trim().is_empty() {
                shell.remark(drawn.trim_end());
                shell.remark("");
            }
            let by: Vec<&str> = checked.profiles.iter().map(|profile: &Profile| &*profile.name).collect();
            let what = if found.is_empty() { "nothing to say" } else { "see above" };
            shell.status(Verb::Checked, format_args!("{archive} by {}: {what}", by.join(", ")));
        })?;
        if let Some(failure) = linted.failures.first() {
            let message = format!("`{}` was not checked: {}", failure.shown, failure.why);
            return Err(CliError::new(ExitStatus::Incomplete, message));
        }
    }
    if global.json {
        shell.json(&json!({ "format": show::CHECK_FORMAT, "archives": reports }))?;
    }
    Ok(if fails { ExitStatus::No } else { ExitStatus::Done })
}
