//! What a pack says: the gate's findings, the archives made, the table of `--list`, JSON.

use serde_json::json;

use crate::{
    cli::error::CliError,
    host::assemble::is_within,
    model::{event::Verb, tree::Mode, visible},
    ops::{
        Context,
        pack::{Judged, Packed, Raised},
    },
    ui::{
        locale::{Voice, Words},
        render::{Sheet, json as lint_json, text},
        shell::Shell,
        size::{bytes, count},
        style::{DIM, HEADER},
        table::columns,
    },
};

/// What `--json` begins with.
pub(super) const FORMAT: &str = "skill.pack/1";
/// What `--check --json` begins with.
pub(super) const CHECK_FORMAT: &str = "skill.pack-check/1";

/// The gate's findings, as lint draws them, on stderr: stdout is for what was made.
pub(super) fn report(judged: &Judged, voice: Voice<'_>) {
    let Voice { shell, words } = voice;
    let sheet = Sheet {
        shown: &judged.shown,
        skill: &judged.skill,
        found: &words.findings(&judged.found),
        silenced: &[],
        accepted: &[],
        place: &judged.shown,
        words,
    };
    let drawn = text::render(&sheet, shell.page(), 1);
    if !drawn.trim().is_empty() {
        shell.remark(drawn.trim_end());
        shell.remark("");
    }
}

pub(super) fn lint_report(judged: &Judged, words: Words) -> lint_json::SkillReport {
    lint_json::skill(&Sheet {
        shown: &judged.shown,
        skill: &judged.skill,
        found: &words.findings(&judged.found),
        silenced: &[],
        accepted: &[],
        place: &judged.shown,
        words,
    })
}

fn title(one: &Packed) -> String {
    let version = one.version.as_deref().map(|version| format!(" v{version}")).unwrap_or_default();
    format!("{}{version}", one.name)
}

pub(super) fn say(one: &Packed, dry_run: bool, context: &Context<'_>, shell: &Shell) {
    let archive = one.archive.strip_prefix(&context.dirs.current).unwrap_or(&one.archive);
    let archive = archive.to_string_lossy();
    if let Some(Raised { from, to }) = &one.raised {
        let how = if dry_run { "would be raised" } else { "was raised" };
        let file = if one.judged.shown == "." {
            "SKILL.md".to_owned()
        } else {
            format!("{}/SKILL.md", one.judged.shown)
        };
        shell.status(Verb::Updated, format_args!("{file}: the version {how} from {from} to {to}"));
    }
    let verb = if one.unchanged { Verb::Unchanged } else { Verb::Packed };
    let sizes =
        format!("{}, {}, {} packed", count(one.files.len(), "file"), bytes(one.unpacked), bytes(one.size));
    let arrow = if dry_run { "would be written to" } else { "->" };
    shell.status(verb, format_args!("{} {arrow} {} ({sizes})", title(one), visible::line(&archive)));
    shell.remark(format_args!("{DIM}{:>12} {}{DIM:#}", "", one.sha256));
    if let Some(manifest) = &one.manifest {
        let manifest = manifest.strip_prefix(&context.dirs.current).unwrap_or(manifest).to_string_lossy();
        let what = if dry_run { "manifest, would be written to" } else { "manifest:" };
        shell.remark(format_args!("{DIM}{:>12} {what} {}{DIM:#}", "", visible::line(&manifest)));
    }
    if !one.left_out.is_empty() && !shell.is_verbose() {
        let paths = count(one.left_out.len(), "path");
        shell.remark(format_args!("{:>12} {paths} left out: `skill pack --list` shows them", ""));
    }
    for (path, reason) in &one.left_out {
        shell.detail(format_args!(
            "{:>12} {} ({})",
            "left out",
            visible::line(path),
            visible::line(&reason.to_string())
        ));
    }
    for path in &one.replaced {
        shell.detail(format_args!(
            "{:>12} {} (a link, stored as what it leads to)",
            "replaced",
            visible::line(path)
        ));
    }
}

/// The table of `--list`: what goes in and what does not.
pub(super) fn list(one: &Packed, shell: &Shell) -> Result<(), CliError> {
    let sizes = format!("{} unpacked, {} packed", bytes(one.unpacked), bytes(one.size));
    let files = count(one.files.len(), "file");
    shell.data(format_args!("{HEADER}{}{HEADER:#} ({files}, {sizes})", visible::line(&title(one))))?;
    for file in &one.files {
        let mode = if file.mode == Mode::Executable { "x" } else { "-" };
        let changed = one.changes.iter().filter(|(path, _)| *path == file.path).map(|(_, what)| what);
        let linked = one.replaced.iter().any(|link| is_within(&file.path, link));
        let mut notes: Vec<&str> = changed.map(String::as_str).collect();
        if linked {
            notes.push("a link, stored as what it leads to");
        }
        let notes =
            if notes.is_empty() { String::new() } else { format!("  {DIM}{}{DIM:#}", notes.join("; ")) };
        shell.data(format_args!(
            "  {mode} {:>10}  {}{notes}",
            bytes(file.size),
            visible::line(&file.path)
        ))?;
    }
    if !one.left_out.is_empty() {
        shell.data(format_args!("{HEADER}left out{HEADER:#}"))?;
    }
    let width = one.left_out.keys().map(|path| columns(&visible::line(path))).max().unwrap_or(0).min(48);
    for (path, reason) in &one.left_out {
        let path = visible::line(path);
        let gap = " ".repeat(width.saturating_sub(columns(&path)) + 2);
        shell.data(format_args!("  {path}{gap}{DIM}{}{DIM:#}", visible::line(&reason.to_string())))?;
    }
    Ok(())
}

pub(super) fn as_json(one: &Packed, dry_run: bool, words: Words) -> serde_json::Value {
    let files: Vec<_> = one
        .files
        .iter()
        .map(|file| {
            let sha256 = file.sha256.to_string();
            json!({ "path": file.path, "mode": file.mode.as_str(), "size": file.size, "sha256": sha256 })
        })
        .collect();
    let changes: Vec<_> =
        one.changes.iter().map(|(path, what)| json!({ "path": path, "change": what })).collect();
    let left_out: Vec<_> = one
        .left_out
        .iter()
        .map(|(path, reason)| json!({ "path": path, "reason": reason.to_string() }))
        .collect();
    let mut report = json!({
        "name": one.name.as_str(),
        "version": one.version,
        "archive": one.archive.to_string_lossy(),
        "written": !dry_run && !one.unchanged,
        "size": one.size,
        "sha256": one.sha256.to_string(),
        "digest": one.digest.to_string(),
        "unpackedSize": one.unpacked,
        "layout": one.layout.as_str(),
        "profiles": one.profiles,
        "manifest": one.manifest.as_ref().map(|file| file.to_string_lossy()),
        "raisedFrom": one.raised.as_ref().map(|raised| raised.from.as_str()),
        "files": files,
        "leftOut": left_out,
        "replacedLinks": one.replaced,
        "changes": changes,
        "lint": lint_report(&one.judged, words),
    });
    // What there is nothing to say of is left out.
    if let Some(fields) = report.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    report
}
