//! What came of publishing into and checking a registry.

use serde_json::{Value, json};

use crate::{
    cli::{
        Global,
        error::{CliError, ExitStatus},
    },
    model::{event::Verb, visible},
    ops::registry::{Published, Verified},
    ui::{
        shell::Shell,
        size::{bytes, count},
    },
};

const PUBLISHED: &str = "skill.publish/1";
const VERIFIED: &str = "skill.registry-verify/1";

/// What was published; `registry` names where.
pub(crate) fn published(
    published: &[Published],
    registry: Option<&str>,
    global: &Global,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if global.json {
        let versions: Vec<Value> = published
            .iter()
            .map(|one| {
                json!({
                    "name": one.line.name.to_string(),
                    "version": one.line.version.to_string(),
                    "archive": one.line.archive.to_string(),
                    "digest": one.line.tree.to_string(),
                    "size": one.line.size,
                    "files": one.line.files,
                    "executables": one.line.executables,
                    "unchanged": one.unchanged,
                })
            })
            .collect();
        shell.json(&json!({
            "format": PUBLISHED, "dryRun": global.dry_run, "registry": registry, "versions": versions,
        }))?;
        return Ok(ExitStatus::Done);
    }
    for one in published {
        let line = &one.line;
        let what = format!(
            "{} {} ({}, {}, {})",
            line.name,
            line.version,
            count(usize::try_from(line.files.unwrap_or(0)).unwrap_or(usize::MAX), "file"),
            count(line.executables.len(), "executable"),
            bytes(line.size)
        );
        if one.unchanged {
            shell.status(Verb::Unchanged, format_args!("{what}: it is published already"));
        } else if global.dry_run {
            shell.remark(format_args!("would publish {what}"));
        } else {
            shell.detail(what);
        }
    }
    if global.dry_run {
        shell.remark("nothing was changed: this is a dry run");
    }
    Ok(ExitStatus::Done)
}

/// What a check of a registry found. Left-over files alone don't fail it.
pub(super) fn verified(verified: &Verified, global: &Global, shell: &Shell) -> Result<ExitStatus, CliError> {
    let is_whole = verified.flaws.iter().all(|flaw| !flaw.is_grave);
    if global.json {
        let flaws: Vec<Value> = verified
            .flaws
            .iter()
            .map(|flaw| json!({ "path": flaw.path, "what": flaw.what, "grave": flaw.is_grave }))
            .collect();
        shell.json(&json!({
            "format": VERIFIED, "whole": is_whole, "packages": verified.packages,
            "versions": verified.versions, "flaws": flaws,
        }))?;
    } else {
        for flaw in &verified.flaws {
            let text = format!("`{}`: {}", visible::line(&flaw.path), visible::line(&flaw.what));
            if flaw.is_grave {
                shell.data(&text)?;
            } else {
                shell.warning(text);
            }
        }
        let what =
            format!("{} of {}", count(verified.versions, "version"), count(verified.packages, "package"));
        if is_whole {
            shell.status(Verb::Checked, format_args!("{what}: all are whole"));
        } else {
            shell.status(Verb::Checked, what);
        }
    }
    Ok(if is_whole { ExitStatus::Done } else { ExitStatus::Integrity })
}
