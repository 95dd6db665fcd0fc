//! `skill lint`: judges skills and shows what was found.

mod report;
mod tokens;

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use self::report::{Format, Reports};
use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    host::{archive::Verdict, fs},
    lint::{
        baseline::{Accepted, Baseline, BaselineError, encode, fingerprint},
        diagnostic::Severity,
        fix::Applicability,
        profile::{Profile, ProfileError},
    },
    model::event::Verb,
    ops::{
        Context,
        lint::{Checked, LintError, LintOptions, lint, lint_text},
    },
    ui::{
        render::{Counts, Sheet, diff},
        shell::Shell,
    },
};

/// Check skills against the specification and the rules of platforms
#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    /// Skills, folders with skills, SKILL.md files or archives; `-` reads a SKILL.md from standard input
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a
    /// TOML file
    #[arg(long = "profile", value_name = "PROFILE")]
    profiles: Vec<String>,
    /// How findings are shown
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Write a further report (repeatable): `sarif=lint.sarif`
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    reports: Vec<String>,
    /// End with status 1 at findings of this severity [default: error]
    #[arg(long, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,
    /// Mend what can be mended without changing what the skill says
    #[arg(long)]
    fix: bool,
    /// Mend also where a person should look at the result
    #[arg(long)]
    unsafe_fixes: bool,
    /// Show what the fixes would change, and change nothing
    #[arg(long)]
    diff: bool,
    /// Leave out findings that this file accepts
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Accept today's findings: write them to the baseline
    #[arg(long)]
    write_baseline: bool,
    /// The name that the text on standard input goes by
    #[arg(long, value_name = "FILE")]
    stdin_filename: Option<PathBuf>,
    /// Show what each part of the skill costs in tokens
    #[arg(long)]
    tokens: bool,
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

impl LintArgs {
    fn most(&self) -> Option<Applicability> {
        match (self.unsafe_fixes, self.fix || self.diff) {
            (true, _) => Some(Applicability::Unsafe),
            (false, true) => Some(Applicability::Safe),
            (false, false) => None,
        }
    }
}

/// What a run has come to so far.
struct Run<'a> {
    args: &'a LintArgs,
    shell: &'a Shell,
    is_dry: bool,
    reports: Reports,
    baseline: Option<Baseline>,
    accepted: Vec<Accepted>,
    counts: Counts,
    fixed: usize,
    fixable: usize,
    fails: bool,
    written: std::io::Result<()>,
}

pub(crate) fn run(
    args: &LintArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let profiles = chosen(&args.profiles, context)?;
    let format = if global.json { Format::Json } else { args.format };
    if args.tokens {
        return tokens::run(args, &profiles, format, context, shell);
    }
    let is_dry = args.diff || global.dry_run;
    let baseline = args.baseline.as_deref().filter(|_| !args.write_baseline);
    let baseline = baseline.map(|file| read_baseline(&context.dirs.absolute(file))).transpose()?;
    let mut run = Run {
        args,
        shell,
        is_dry,
        reports: Reports::new(format, &args.reports, shell.width())?,
        baseline,
        accepted: Vec::new(),
        counts: Counts::default(),
        fixed: 0,
        fixable: 0,
        fails: false,
        written: Ok(()),
    };
    let failures = if args.paths.iter().any(|path| path == Path::new("-")) {
        let checked = read_stdin(args, &profiles, context)?;
        run.take(checked)?;
        Vec::new()
    } else {
        let options = LintOptions { paths: paths(args, context), profiles, fix: args.most(), is_dry };
        let mut broken = None;
        let failures = lint(context, &options, &mut |checked| {
            if broken.is_none() {
                broken = run.take(checked).err();
            }
        })?;
        broken.map_or(Ok(failures), Err)?
    };
    run.written.as_ref().map_err(|error| std::io::Error::from(error.kind()))?;
    run.reports.finish(shell, context, run.counts)?;
    run.finish(context)?;
    for failure in &failures {
        shell.error(format_args!("`{}` was not checked: {}", failure.shown, failure.why));
    }
    Ok(match (failures.is_empty(), run.fails) {
        (false, _) => ExitStatus::Incomplete,
        (true, true) => ExitStatus::No,
        (true, false) => ExitStatus::Done,
    })
}

fn paths(args: &LintArgs, context: &Context<'_>) -> Vec<(PathBuf, String)> {
    args.paths.iter().map(|path| (context.dirs.absolute(path), path.to_string_lossy().into_owned())).collect()
}

fn read_stdin(args: &LintArgs, profiles: &[Profile], context: &Context<'_>) -> Result<Checked, CliError> {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).map_err(|error| {
        CliError::new(ExitStatus::Incomplete, format_args!("cannot read standard input: {error}"))
    })?;
    let file = args.stdin_filename.as_ref().map(|file| context.dirs.absolute(file));
    let folder = file.as_deref().and_then(Path::parent);
    let shown =
        args.stdin_filename.as_ref().and_then(|file| file.parent()).map(|folder| folder.to_string_lossy());
    let shown = shown.as_deref().filter(|shown| !shown.is_empty()).unwrap_or(".");
    Ok(lint_text(context, text, folder, shown, profiles)?)
}

fn read_baseline(path: &Path) -> Result<Baseline, CliError> {
    let name = path.to_string_lossy();
    let text = fs::read_text_if_there(path)?.ok_or_else(|| {
        CliError::new(ExitStatus::Usage, format_args!("there is no baseline `{name}`"))
            .hint("`--write-baseline` makes one of today's findings")
    })?;
    Ok(Baseline::parse(&name, &text)?)
}

impl Run<'_> {
    fn take(&mut self, mut checked: Checked) -> Result<(), CliError> {
        if self.baseline.is_none() && !self.args.write_baseline {
            let file = checked.baseline.as_deref().filter(|file| fs::is_file(file));
            self.baseline = file.map(read_baseline).transpose()?;
        }
        self.split_off_accepted(&mut checked);
        self.counts.add(&checked.judgement.found);
        self.fixed += checked.fixed;
        let fixes = checked.judgement.found.iter().filter_map(|diagnostic| diagnostic.fix.as_ref());
        self.fixable += fixes.filter(|fix| fix.applicability == Applicability::Safe).count();
        let wished = checked.fail_on.as_deref().and_then(|word| FailOn::from_str(word, true).ok());
        let fail_on = self.args.fail_on.or(wished).unwrap_or(FailOn::Error);
        self.fails |=
            fail_on.is_met_by(crate::lint::loudest(&checked.judgement.found)) && !self.args.write_baseline;
        let sheet = Sheet {
            shown: &checked.shown,
            skill: &checked.skill,
            found: &checked.judgement.found,
            silenced: &checked.judgement.silenced,
        };
        let drawn = if self.args.diff {
            diff::render(&sheet, &checked.changes)
        } else {
            for change in checked.changes.iter().filter(|_| !self.is_dry) {
                self.shell.status(Verb::Fixed, sheet.path(&change.file));
            }
            self.reports.take(&sheet, &checked.profiles)
        };
        if self.written.is_ok() && !drawn.is_empty() {
            self.written = self.shell.data(drawn.strip_suffix('\n').unwrap_or(&drawn));
        }
        Ok(())
    }

    fn split_off_accepted(&mut self, checked: &mut Checked) {
        let skill = &checked.skill;
        let text_of = |file: &str| {
            let own = (file == skill.manifest_path()).then(|| skill.text());
            own.or_else(|| skill.tree.file(file).and_then(|file| std::str::from_utf8(&file.content).ok()))
                .unwrap_or("")
        };
        let print = |diagnostic: &_, file: &str| fingerprint(&skill.folder, text_of(file), diagnostic);
        if self.args.write_baseline {
            self.accepted.extend(checked.judgement.found.iter().map(|diagnostic| Accepted {
                rule: diagnostic.rule.name.to_owned(),
                file: crate::host::repository::join(&skill.folder, &diagnostic.file),
                fingerprint: print(diagnostic, &diagnostic.file),
                reason: None,
            }));
        } else if let Some(baseline) = &mut self.baseline {
            checked.judgement.found.retain(|diagnostic| !baseline.take(&print(diagnostic, &diagnostic.file)));
        }
    }

    fn finish(&mut self, context: &Context<'_>) -> Result<(), CliError> {
        if self.args.write_baseline {
            let file =
                self.args.baseline.clone().unwrap_or_else(|| PathBuf::from("skill-lint-baseline.json"));
            let count = self.accepted.len();
            let text = encode(std::mem::take(&mut self.accepted));
            if !self.is_dry {
                fs::write_atomic(&context.dirs.absolute(&file), text.as_bytes())?;
            }
            self.shell.status(Verb::Created, format_args!("{} with {count} findings", file.display()));
        }
        let fixed = if self.fixed > 0 { format!(" ({} mended)", self.fixed) } else { String::new() };
        self.shell.status(Verb::Finished, format_args!("{}{fixed}", self.counts));
        if let Some(unused) = self.baseline.as_ref().map(Baseline::unused).filter(|unused| *unused > 0) {
            self.shell.note(format_args!(
                "{unused} accepted finding{} of the baseline no longer occur{}",
                if unused == 1 { "" } else { "s" },
                if unused == 1 { "s" } else { "" }
            ));
        }
        if self.fixable > 0 && self.args.most().is_none() {
            self.shell.hint(format_args!("`--fix` mends {} of them, `--diff` shows how", self.fixable));
        }
        Ok(())
    }
}

/// The profiles asked for; none when none is. A name with a `.toml` ending is a file.
pub(crate) fn chosen(names: &[String], context: &Context<'_>) -> Result<Vec<Profile>, CliError> {
    let mut profiles: Vec<Profile> = Vec::new();
    for name in names.iter().flat_map(|names| names.split(',')) {
        let profile = if name.ends_with(".toml") {
            let path = context.dirs.absolute(&PathBuf::from(name));
            let text = fs::read_text_if_there(&path)?.ok_or_else(|| {
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
            ProfileError::Unknown { near: Some(near), .. }
            | ProfileError::UnknownRule { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            ProfileError::Unknown { near: None, .. } => {
                let names: Vec<&str> = Profile::shipped().collect();
                Some(format!("profiles are {}, or a TOML file", names.join(", ")))
            }
            ProfileError::UnknownRule { near: None, .. } => Some("`skill rule` lists all rules".to_owned()),
            ProfileError::Invalid { .. } | ProfileError::Circle { .. } | ProfileError::Level { .. } => None,
        };
        let error = Self::new(ExitStatus::Usage, error);
        hint.into_iter().fold(error, Self::hint)
    }
}

impl From<BaselineError> for CliError {
    fn from(error: BaselineError) -> Self {
        Self::new(ExitStatus::Usage, error).hint("`--write-baseline` makes a new one")
    }
}

impl From<LintError> for CliError {
    fn from(error: LintError) -> Self {
        match error {
            LintError::Nothing { .. } => Self::new(ExitStatus::No, &error),
            LintError::NoSkill { ref flat, .. } => {
                let mut shown = Self::new(ExitStatus::No, &error);
                for file in flat.iter().take(3) {
                    let stem = file.trim_end_matches(".md");
                    shown =
                        shown.hint(format_args!("`{file}` is a single file: move it to `{stem}/SKILL.md`"));
                }
                if flat.is_empty() { shown.hint("make a skill with `skill new NAME`") } else { shown }
            }
            LintError::FlatFile { ref wanted, .. } => {
                let hint = format!("move it to `{wanted}`");
                Self::new(ExitStatus::No, error).hint(hint)
            }
            LintError::Archive { error: ref inner, .. } => {
                let status = match inner.verdict() {
                    Verdict::Unread => ExitStatus::Incomplete,
                    Verdict::Other => ExitStatus::No,
                    Verdict::Refused => ExitStatus::Integrity,
                };
                Self::new(status, error)
            }
            LintError::Profile(error) => error.into(),
            LintError::Settings(ref settings) => {
                let shown = Self::new(ExitStatus::Usage, &error);
                match &settings.near {
                    Some(near) => shown.hint(format_args!("did you mean `{near}`?")),
                    None => shown,
                }
            }
            LintError::NoProfileFile { .. } => Self::new(ExitStatus::Usage, error),
            LintError::Files(_) => Self::new(ExitStatus::Incomplete, error),
        }
    }
}
