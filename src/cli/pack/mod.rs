//! `skill pack`: the gate's findings, the archives made, what went in and what did not.

mod check;
mod show;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use self::show::{FORMAT, as_json, lint_report, list, report, say};
use super::{
    Global,
    error::{CliError, ExitStatus},
    lint::{FailOn, chosen},
};
use crate::{
    lint::diagnostic::Severity,
    model::{
        author::{Ending, Layout},
        visible,
    },
    ops::{
        Context,
        pack::{self, Bump, PackError, PackOptions},
    },
    ui::{
        locale::{Voice, Words},
        shell::Shell,
    },
};

/// Pack skills into archives for upload, the same bytes every time
#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// Skills' folders, or folders that hold skills; archives with `--check`
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
    /// Refuse where files would have to be changed (byte order mark, line ends), instead of changing what goes in
    #[arg(long)]
    no_transform: bool,
    /// Raise the version in SKILL.md first
    #[arg(long, value_name = "PART")]
    bump: Option<Part>,
    /// Refuse unless the version is greater than this one
    #[arg(long, value_name = "VERSION")]
    previous_version: Option<String>,
    /// Write a manifest of what is in it beside each archive (NAME-VERSION.manifest.json)
    #[arg(long)]
    manifest: bool,
    /// Judge archives that are there already, and pack nothing
    #[arg(long, conflicts_with_all = ["out", "list", "ext", "layout", "include", "exclude", "no_transform", "bump", "previous_version", "manifest"])]
    check: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Part {
    Patch,
    Minor,
    Major,
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
            keep_as_is: self.no_transform,
            bump: self.bump.map(|part| match part {
                Part::Patch => Bump::Patch,
                Part::Minor => Bump::Minor,
                Part::Major => Bump::Major,
            }),
            previous_version: self.previous_version.as_deref().map(version).transpose()?,
            manifest: self.manifest,
            include: self.include,
            exclude: self.exclude,
            dry_run: global.dry_run || self.list,
            out,
            out_is_folder,
        })
    }
}

/// A version as it is typed; a `v` before it is borne.
fn version(text: &str) -> Result<semver::Version, CliError> {
    let typed = text.strip_prefix('v').unwrap_or(text);
    typed.parse().map_err(|_| {
        let text = visible::line(text);
        CliError::new(ExitStatus::Usage, format_args!("`{text}` is no version"))
            .hint("write it as MAJOR.MINOR.PATCH, for instance `1.4.0`")
    })
}

/// Shows what lint found in a skill that was not packed.
pub(super) fn tell_gate(
    error: &PackError,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<(), CliError> {
    if let PackError::Gate { judged, .. } = error {
        report(judged, Voice { shell, words: Words::of(super::spoken(global, context)?) });
    }
    Ok(())
}

pub(crate) fn run(
    args: PackArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if args.check {
        return check::run(&args, global, context, shell);
    }
    let words = Words::of(super::spoken(global, context)?);
    let lists = args.list;
    let options = args.into_options(global, context)?;
    let packed = match pack::pack(context, &options) {
        Ok(packed) => packed,
        Err(error) => {
            tell_gate(&error, global, context, shell)?;
            if let PackError::Gate { judged, .. } = &error
                && global.json
            {
                let refused = json!({ "path": judged.shown, "lint": lint_report(judged, words) });
                shell.json(&json!({ "format": FORMAT, "skills": [], "refused": refused }))?;
            }
            return Err(error.into());
        }
    };
    if global.json {
        let skills: Vec<_> = packed.iter().map(|one| as_json(one, options.dry_run, words)).collect();
        shell.json(&json!({ "format": FORMAT, "skills": skills }))?;
        return Ok(ExitStatus::Done);
    }
    for one in &packed {
        report(&one.judged, Voice { shell, words });
        if lists {
            list(one, shell)?;
        } else {
            say(one, options.dry_run, context, shell);
        }
    }
    Ok(ExitStatus::Done)
}
