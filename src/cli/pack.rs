//! `skill pack`: the gate's findings, the archives made, what went in and what did not.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{
    Global,
    error::{CliError, ExitStatus},
    lint::{FailOn, chosen},
};
use crate::{
    lint::diagnostic::Severity,
    model::{
        author::{Ending, Layout},
        event::Verb,
        visible,
    },
    ops::{
        Context,
        pack::{self, Judged, PackError, PackOptions, Packed},
    },
    ui::{
        render::{Sheet, json as lint_json, text},
        shell::Shell,
        size::{bytes, count},
        style::{DIM, HEADER},
    },
};

/// Pack skills into archives for upload, the same bytes every time
#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// Skills' folders, or folders that hold skills
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// Judge by this profile (repeatable), instead of those that skill.toml names
    #[arg(long = "profile", value_name = "PROFILE")]
    profiles: Vec<String>,
    /// File or folder to write to; the current folder (`dist` for several skills) by default
    #[arg(short, long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// List what would go in and what would not, and write nothing
    #[arg(long)]
    list: bool,
    /// Ending of the archive's name
    #[arg(long, value_name = "EXT")]
    ext: Option<Ext>,
    /// Files in one folder called as the skill, or at the root
    #[arg(long, value_name = "LAYOUT")]
    layout: Option<LayoutWord>,
    /// Findings that stop the pack
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    fail_on: FailOn,
    /// Take files in that would be left out (pattern as in .gitignore)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Leave files out (pattern as in .gitignore)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Ext {
    Zip,
    Skill,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LayoutWord {
    Folder,
    Root,
}

impl PackArgs {
    fn into_options(self, global: &Global, context: &Context<'_>) -> Result<PackOptions, CliError> {
        let ends_as = |path: &Path| match path.extension().and_then(|ending| ending.to_str()) {
            Some("zip") => Some(Ending::Zip),
            Some("skill") => Some(Ending::Skill),
            _ => None,
        };
        let out = self.out.as_deref().map(|out| context.dirs.absolute(out));
        let out_is_folder = self.out.as_deref().is_some_and(|typed| {
            let text = typed.to_string_lossy();
            text.ends_with(['/', '\\'])
                || ends_as(typed).is_none()
                || out.as_deref().is_some_and(crate::host::fs::is_folder)
        });
        let profiles = if self.profiles.is_empty() { Vec::new() } else { chosen(&self.profiles, context)? };
        Ok(PackOptions {
            profiles,
            paths: self.paths.iter().map(|path| context.dirs.absolute(path)).collect(),
            ending: self.ext.map(|ext| match ext {
                Ext::Zip => Ending::Zip,
                Ext::Skill => Ending::Skill,
            }),
            layout: self.layout.map(|layout| match layout {
                LayoutWord::Folder => Layout::Folder,
                LayoutWord::Root => Layout::Root,
            }),
            fail_on: match self.fail_on {
                FailOn::Error => Some(Severity::Error),
                FailOn::Warning => Some(Severity::Warning),
                FailOn::Note => Some(Severity::Note),
                FailOn::Never => None,
            },
            include: self.include,
            exclude: self.exclude,
            dry_run: global.dry_run || self.list,
            out,
            out_is_folder,
        })
    }
}

pub(crate) fn run(
    args: PackArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let lists = args.list;
    let options = args.into_options(global, context)?;
    let packed = match pack::pack(context, &options) {
        Ok(packed) => packed,
        Err(error) => {
            if let PackError::Gate { judged, .. } = &error {
                report(judged, shell);
                if global.json {
                    let refused = json!({ "path": judged.shown, "lint": lint_report(judged), "findings": findings(judged) });
                    shell.json(&json!({ "format": FORMAT, "skills": [], "refused": refused }))?;
                }
            }
            return Err(error.into());
        }
    };
    if global.json {
        let skills: Vec<_> = packed.iter().map(|one| as_json(one, options.dry_run)).collect();
        shell.json(&json!({ "format": FORMAT, "skills": skills }))?;
        return Ok(ExitStatus::Done);
    }
    for one in &packed {
        report(&one.judged, shell);
        if lists {
            list(one, shell)?;
        } else {
            say(one, options.dry_run, context, shell);
        }
    }
    Ok(ExitStatus::Done)
}

const FORMAT: &str = "skill.pack/1";

/// The gate's findings, as lint draws them, on stderr: stdout is for what was made.
fn report(judged: &Judged, shell: &Shell) {
    let sheet = Sheet {
        shown: &judged.shown,
        skill: &judged.skill,
        found: &judged.found,
        silenced: &[],
        accepted: &[],
        place: &judged.shown,
    };
    let drawn = text::render(&sheet, shell.width(), 1);
    if !drawn.trim().is_empty() {
        shell.remark(drawn.trim_end());
        shell.remark("");
    }
    for finding in &judged.about_archive {
        let text = format!("{}: {} [{}]", sheet.path(&finding.file), finding.message, finding.rule);
        match finding.severity {
            Severity::Error => shell.error(text),
            Severity::Warning => shell.warning(text),
            Severity::Note => shell.note(text),
        }
    }
}

fn lint_report(judged: &Judged) -> lint_json::SkillReport {
    lint_json::skill(&Sheet {
        shown: &judged.shown,
        skill: &judged.skill,
        found: &judged.found,
        silenced: &[],
        accepted: &[],
        place: &judged.shown,
    })
}

fn findings(judged: &Judged) -> Vec<serde_json::Value> {
    let one = |finding: &pack::Finding| {
        json!({
            "rule": finding.rule,
            "severity": finding.severity.as_str(),
            "file": finding.file,
            "message": finding.message,
        })
    };
    judged.about_archive.iter().map(one).collect()
}

fn title(one: &Packed) -> String {
    let version = one.version.as_deref().map(|version| format!(" v{version}")).unwrap_or_default();
    format!("{}{version}", one.name)
}

fn say(one: &Packed, dry_run: bool, context: &Context<'_>, shell: &Shell) {
    let archive = one.archive.strip_prefix(&context.dirs.current).unwrap_or(&one.archive);
    let archive = archive.to_string_lossy();
    let verb = if one.unchanged { Verb::Unchanged } else { Verb::Packed };
    let sizes = format!(
        "{}, {}, {} packed",
        count(one.judged.skill.tree.files().len(), "file"),
        bytes(one.judged.skill.tree.size()),
        bytes(one.size)
    );
    let arrow = if dry_run { "would be written to" } else { "->" };
    shell.status(verb, format_args!("{} {arrow} {} ({sizes})", title(one), visible::line(&archive)));
    shell.remark(format_args!("{DIM}{:>12} {}{DIM:#}", "", one.sha256));
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

fn list(one: &Packed, shell: &Shell) -> Result<(), CliError> {
    shell.data(format_args!("{HEADER}{}{HEADER:#}", title(one)))?;
    for file in one.judged.skill.tree.files() {
        let mode = if file.mode == crate::model::tree::Mode::Executable { "x" } else { "-" };
        let size = bytes(file.content.len() as u64);
        shell.data(format_args!("  {mode} {size:>10}  {}", visible::line(&file.path)))?;
    }
    if !one.left_out.is_empty() {
        shell.data(format_args!("{HEADER}left out{HEADER:#}"))?;
    }
    for (path, reason) in &one.left_out {
        shell.data(format_args!(
            "  {}  {DIM}{}{DIM:#}",
            visible::line(path),
            visible::line(&reason.to_string())
        ))?;
    }
    Ok(())
}

fn as_json(one: &Packed, dry_run: bool) -> serde_json::Value {
    let files: Vec<_> = one
        .judged
        .skill
        .tree
        .files()
        .iter()
        .map(|file| {
            let sha256 = crate::model::digest::Digest::of(&file.content).to_string();
            json!({ "path": file.path, "mode": file.mode.as_str(), "size": file.content.len(), "sha256": sha256 })
        })
        .collect();
    let left_out: Vec<_> = one
        .left_out
        .iter()
        .map(|(path, reason)| json!({ "path": path, "reason": reason.to_string() }))
        .collect();
    json!({
        "name": one.name.as_str(),
        "version": one.version,
        "archive": one.archive.to_string_lossy(),
        "written": !dry_run && !one.unchanged,
        "size": one.size,
        "sha256": one.sha256.to_string(),
        "digest": one.digest.to_string(),
        "unpacked-size": one.judged.skill.tree.size(),
        "files": files,
        "left-out": left_out,
        "replaced-links": one.replaced,
        "lint": lint_report(&one.judged),
        "findings": findings(&one.judged),
    })
}

impl From<PackError> for CliError {
    fn from(error: PackError) -> Self {
        use ExitStatus::{Incomplete, Integrity, No, Usage};
        use PackError as E;
        let error = match error {
            E::Profile(error) => return error.into(),
            E::Lint(error) => return error.into(),
            error => error,
        };
        let status = match &error {
            E::Refused { .. } if error.is_hostile() => Integrity,
            E::Unacceptable { .. } | E::Unverified { .. } => Integrity,
            E::Nothing(_)
            | E::IsArchive(_)
            | E::Name(_)
            | E::NoSkill { .. }
            | E::Gate { .. }
            | E::Refused { .. }
            | E::Link { .. }
            | E::SameArchive(_)
            | E::Taken(_)
            | E::Assemble(crate::host::assemble::AssembleError::TooLarge { .. }) => No,
            E::Settings { .. }
            | E::IgnoreFile { .. }
            | E::Pattern(_)
            | E::Profile(_)
            | E::Lint(_)
            | E::Epoch(_)
            | E::ManyInOne { .. } => Usage,
            E::Assemble(_) | E::Read(_) | E::Files(_) | E::Write { .. } => Incomplete,
        };
        let hint = match &error {
            E::NoSkill { .. } => Some("make one there: `skill new --here`".to_owned()),
            E::Nothing(_) => Some("give the folder that holds SKILL.md".to_owned()),
            E::Gate { .. } => {
                Some("see more: `skill lint`; pack in spite of it: `skill pack --fail-on never`".to_owned())
            }
            E::ManyInOne { .. } => Some("give a folder: `--out dist/`".to_owned()),
            E::SameArchive(_) => Some("pack them one by one with `--out`".to_owned()),
            E::Settings {
                source: crate::model::author::AuthorError::UnknownKey { near: Some(near), .. },
                ..
            } => Some(format!("a setting of a similar name exists: `{near}`")),
            E::Refused { .. } => {
                Some("copy what is needed into the skill, or leave it out: `--exclude PATH`".to_owned())
            }
            _ => None,
        };
        let built = Self::new(status, error);
        match hint {
            Some(hint) => built.hint(hint),
            None => built,
        }
    }
}
