//! `skill lint`: judges skills and shows what was found.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    lint::{
        diagnostic::Severity,
        profile::{Profile, ProfileError},
    },
    model::event::Verb,
    ops::{
        Context,
        lint::{LintError, LintOptions, lint},
    },
    ui::{
        render::{Counts, Sheet, concise, json, text},
        shell::Shell,
    },
};

/// Check skills against the specification and the rules of platforms
#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    /// Skills, folders with skills, or SKILL.md files
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a
    /// TOML file
    #[arg(long = "profile", value_name = "PROFILE")]
    profiles: Vec<String>,
    /// How findings are shown
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// End with status 1 at findings of this severity
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    fail_on: FailOn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Concise,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    /// Whether a run with this loudest finding fails.
    pub(crate) fn is_met_by(self, loudest: Option<Severity>) -> bool {
        let least = match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
            Self::Never => return false,
        };
        loudest.is_some_and(|severity| severity >= least)
    }
}

pub(crate) fn run(
    args: &LintArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let profiles = chosen(&args.profiles, context)?;
    let names: Vec<String> = profiles.iter().map(|profile| profile.name.to_string()).collect();
    let format = if global.json { Format::Json } else { args.format };
    let paths = args
        .paths
        .iter()
        .map(|path| (context.dirs.absolute(path), path.to_string_lossy().into_owned()))
        .collect();
    let options = LintOptions { paths, profiles };
    let mut counts = Counts::default();
    let mut loudest = None;
    let mut reports = Vec::new();
    let mut written = Ok(());
    let failures = lint(context, &options, &mut |checked| {
        counts.add(&checked.found);
        loudest = loudest.max(crate::lint::loudest(&checked.found));
        let sheet = Sheet { shown: &checked.shown, skill: &checked.skill, found: &checked.found };
        let drawn = match format {
            Format::Json => return reports.push(json::skill(&sheet)),
            Format::Text => text::render(&sheet, shell.width(), names.len()),
            Format::Concise => concise::render(&sheet),
        };
        if written.is_ok() && !drawn.is_empty() {
            written = shell.data(drawn.strip_suffix('\n').unwrap_or(&drawn));
        }
    })?;
    written?;
    if format == Format::Json {
        shell.json(&json::report(names, reports, counts))?;
    }
    shell.status(Verb::Finished, counts);
    for failure in &failures {
        shell.error(format_args!("`{}` was not checked: {}", failure.shown, failure.why));
    }
    Ok(match failures.is_empty() {
        false => ExitStatus::Incomplete,
        true if args.fail_on.is_met_by(loudest) => ExitStatus::No,
        true => ExitStatus::Done,
    })
}

/// The profiles asked for, `spec` when none is; a name with a `.toml` ending is a file.
pub(crate) fn chosen(names: &[String], context: &Context<'_>) -> Result<Vec<Profile>, CliError> {
    if names.is_empty() {
        return Ok(vec![Profile::spec()]);
    }
    let mut profiles: Vec<Profile> = Vec::new();
    for name in names.iter().flat_map(|names| names.split(',')) {
        let profile = if name.ends_with(".toml") {
            let path = context.dirs.absolute(&PathBuf::from(name));
            let text = crate::host::fs::read_text_if_there(&path)?.ok_or_else(|| {
                CliError::new(ExitStatus::Usage, format_args!("there is no profile file `{name}`"))
            })?;
            Profile::parse(name, &text)?
        } else {
            Profile::named(name)?
        };
        if !profiles.iter().any(|other| other.name == profile.name) {
            profiles.push(profile);
        }
    }
    Ok(profiles)
}

impl From<ProfileError> for CliError {
    fn from(error: ProfileError) -> Self {
        let hint = match &error {
            ProfileError::Unknown { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            ProfileError::Unknown { near: None, .. } => {
                let names: Vec<&str> = Profile::shipped().collect();
                Some(format!("profiles are {}, or a TOML file", names.join(", ")))
            }
            ProfileError::UnknownRule { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            ProfileError::UnknownRule { near: None, .. } => Some("`skill rule` lists all rules".to_owned()),
            ProfileError::Invalid { .. } | ProfileError::Circle { .. } | ProfileError::Level { .. } => None,
        };
        let error = Self::new(ExitStatus::Usage, error);
        hint.into_iter().fold(error, Self::hint)
    }
}

impl From<LintError> for CliError {
    fn from(error: LintError) -> Self {
        match &error {
            LintError::Nothing { .. } => Self::new(ExitStatus::No, &error),
            LintError::NoSkill { flat, .. } => {
                let mut shown = Self::new(ExitStatus::No, &error);
                for file in flat.iter().take(3) {
                    let stem = file.trim_end_matches(".md");
                    shown =
                        shown.hint(format_args!("`{file}` is a single file: move it to `{stem}/SKILL.md`"));
                }
                if flat.is_empty() { shown.hint("make a skill with `skill new NAME`") } else { shown }
            }
            LintError::FlatFile { wanted, .. } => {
                let hint = format!("move it to `{wanted}`");
                Self::new(ExitStatus::No, error).hint(hint)
            }
            LintError::Files(_) => Self::new(ExitStatus::Incomplete, error),
        }
    }
}
