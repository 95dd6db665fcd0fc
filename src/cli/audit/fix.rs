//! `skill audit --fix` and `--restore`: into quarantine and out of it.

use serde_json::{Value, json};

use super::super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    model::{event::Verb, name::FolderName, visible},
    ops::{
        Context,
        audit::Audited,
        error::Error,
        quarantine::{self, Quarantined},
        scope::ScopeFolder,
    },
    ui::shell::{Answer, Shell},
};

/// Takes what is known to do harm out of the list and, unless it is a dry run, out of its scope.
pub(super) fn put_away(
    audited: &mut Vec<Audited>,
    scopes: &[ScopeFolder],
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<Vec<Quarantined>, CliError> {
    let mut done = Vec::new();
    for folder in scopes {
        let mut skills: Vec<(FolderName, Vec<String>)> = Vec::new();
        for one in audited.iter().filter(|one| is_meant(one, folder)) {
            skills.push((one.listed.name.parse().map_err(Error::from)?, one.charges()));
        }
        if skills.is_empty() {
            continue;
        }
        let list: Vec<&str> = skills.iter().map(|(name, _)| name.as_str()).collect();
        if global.dry_run {
            let planned = list.iter().map(|name| Quarantined {
                id: String::new(),
                name: (*name).to_owned(),
                folder: folder.skills().join(name),
            });
            done.extend(planned);
            continue;
        }
        if shell.confirm(&format!("Move {} to quarantine?", list.join(", ")), true) == Answer::No {
            continue;
        }
        done.extend(quarantine::put_away(context, folder, &skills).map_err(CliError::from)?);
        audited.retain(|one| !is_meant(one, folder));
    }
    Ok(done)
}

/// Whether a skill of this scope is to be put away: a live folder is somebody's work, and is not moved.
fn is_meant(one: &Audited, folder: &ScopeFolder) -> bool {
    one.listed.scope == folder.scope
        && one.listed.locked.as_ref().is_some_and(|locked| locked.digest.is_some())
        && one.inside.is_some()
        && !one.charges().is_empty()
}

pub(super) fn show(done: &[Quarantined], asked: bool, global: &Global, shell: &Shell) {
    if asked && done.is_empty() {
        shell.note("nothing was moved: no advisory and no registry speaks of harm");
    }
    for one in done {
        let name = visible::line(&one.name);
        if global.dry_run {
            shell.remark(format_args!("would move `{name}` to quarantine"));
            continue;
        }
        shell.note(format_args!("`{name}` now lies in `{}`", visible::line(&one.folder.to_string_lossy())));
        shell.hint(format_args!(
            "change the secrets that it could read; `skill audit --restore {} --force` puts it back",
            one.id
        ));
    }
}

pub(super) fn to_json(done: &[Quarantined]) -> Value {
    done.iter()
        .map(|one| json!({ "name": one.name, "id": one.id, "folder": one.folder.to_string_lossy() }))
        .collect()
}

/// Puts one back.
pub(super) fn restore(
    id: &str,
    force: bool,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if !force {
        let message = "what was found harmful is not put back without `--force`";
        return Err(CliError::new(ExitStatus::No, message)
            .hint(format!("`skill audit --restore {} --force`", visible::line(id))));
    }
    if global.dry_run {
        shell.remark(format_args!("would put back `{}`", visible::line(id)));
        return Ok(ExitStatus::Done);
    }
    let back = quarantine::put_back(context, id)?;
    if global.json {
        shell.json(&json!({ "format": "skill.quarantine/1", "restored": to_json(&[back]) }))?;
    } else {
        shell.status(Verb::Added, format_args!("{} out of quarantine", visible::line(&back.name)));
        shell.hint("`skill install` links it again");
    }
    Ok(ExitStatus::Done)
}
