//! `skill doctor`.

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    model::{event::Verb, visible},
    ops::{
        Context,
        doctor::{self, Ailment, Fate, Grade},
    },
    ui::{shell::Shell, size::count, style},
};

/// Find what is broken, and mend what is safe
///
/// Links that lead nowhere, copies that are behind, a manifest that git ignores, folders that can't be read, skills of one
/// name, agents that read nothing, what killed runs left, a lockfile without manifest. Mended is only what `skill` made
/// itself or what leads nowhere. Ends with 1 when an error or warning stays.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    scope: ScopeArgs,
    /// Mend what can be mended without risk
    #[arg(long)]
    fix: bool,
}

pub(crate) fn run(
    args: &DoctorArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let scopes = args.scope.visible(context)?;
    let found = doctor::examine(context, &scopes, args.fix && !global.dry_run)?;
    let open = found.iter().filter(|ailment| ailment.is_open()).count();
    let status = if open == 0 { ExitStatus::Done } else { ExitStatus::No };
    if global.json {
        let ailments: Vec<Value> = found.iter().map(to_json).collect();
        shell.json(&json!({
            "format": "skill.doctor/1",
            "dryRun": global.dry_run,
            "scopes": scopes.iter().map(|folder| json!({ "scope": folder.scope, "root": folder.root.to_string_lossy() })).collect::<Vec<_>>(),
            "problems": ailments,
        }))?;
        return Ok(status);
    }
    for ailment in &found {
        show(ailment, args.fix, context, shell)?;
    }
    let fixed = found.iter().filter(|ailment| ailment.fate == Fate::Cured).count();
    let curable = found.iter().filter(|ailment| ailment.fate == Fate::Curable).count();
    if fixed > 0 {
        shell.status(Verb::Fixed, count(fixed, "problem"));
    }
    if open == 0 {
        shell.status(Verb::Finished, "nothing is broken");
    } else {
        shell.status(Verb::Finished, format_args!("{} found", count(open, "problem")));
        if curable > 0 && !args.fix {
            shell.hint(format_args!("`skill doctor --fix` mends {curable} of them"));
        }
    }
    Ok(status)
}

fn show(ailment: &Ailment, fix: bool, context: &Context<'_>, shell: &Shell) -> Result<(), CliError> {
    let colour = match ailment.grade {
        Grade::Error => style::ERROR,
        Grade::Warning => style::WARNING,
        Grade::Note => style::NOTE,
    };
    let place = ailment.place.strip_prefix(&context.dirs.current).unwrap_or(&ailment.place);
    let place = match ailment.place.strip_prefix(&context.dirs.home) {
        Ok(inner) if place.is_absolute() => std::path::Path::new("~").join(inner),
        _ if place.as_os_str().is_empty() => ".".into(),
        _ => place.to_owned(),
    };
    let place = if place.as_os_str().is_empty() { std::path::PathBuf::from(".") } else { place };
    shell.data(format_args!(
        "{colour}{}{colour:#}[{}]: `{}`: {}",
        ailment.grade.as_str(),
        ailment.kind,
        visible::line(&place.to_string_lossy()),
        ailment.what
    ))?;
    let (hint, dim) = (style::HINT, style::DIM);
    if let Some(text) = &ailment.hint {
        shell.data(format_args!("    {hint}hint{hint:#}: {text}"))?;
    }
    if let Some(remedy) = ailment.remedy {
        let word = match &ailment.fate {
            Fate::Cured => "fixed".to_owned(),
            Fate::Failed(why) => format!("not fixed ({why})"),
            Fate::Curable if fix => "would be fixed".to_owned(),
            Fate::Curable | Fate::Manual => "`--fix`".to_owned(),
        };
        shell.data(format_args!("    {dim}{word}: {remedy}{dim:#}"))?;
    }
    Ok(())
}

fn to_json(ailment: &Ailment) -> Value {
    let failure = match &ailment.fate {
        Fate::Failed(why) => Some(why),
        Fate::Manual | Fate::Curable | Fate::Cured => None,
    };
    json!({
        "kind": ailment.kind,
        "severity": ailment.grade.as_str(),
        "scope": ailment.scope,
        "path": ailment.place.to_string_lossy(),
        "message": ailment.what,
        "hint": ailment.hint,
        "remedy": ailment.remedy,
        "state": ailment.fate.as_str(),
        "failure": failure,
    })
}
