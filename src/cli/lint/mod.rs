//! `skill lint`: judges skills and shows what was found.

mod pieces;
mod report;
mod tokens;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use self::report::{Format, Reports};
use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    host::{archive::Verdict, fs},
    lint::{
        diagnostic::Severity,
        fix::Applicability,
        profile::{Profile, ProfileError},
    },
    model::{event::Verb, visible},
    ops::{
        Context,
        lint::{Checked, LintError, LintOptions, Linted, TextInput, lint, report_root},
    },
    ui::{
        locale::{Voice, Words},
        render::{Sheet, Tally, diff},
        shell::Shell,
        size::count,
    },
};

/// The most bytes that are taken from standard input.
const MAX_TEXT: u64 = 64 * 1024 * 1024;
/// Entries of a baseline that are named when they no longer match, at most.
const SHOWN_STALE: usize = 5;

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
    /// How findings are shown [default: text]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write a further report (repeatable): `sarif=lint.sarif`; `-` prints it instead
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
    /// Check only skills that differ from what git has: at HEAD, or at this branch, tag or commit
    #[arg(long, value_name = "REF", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    changed: Option<String>,
    /// The path that the text on standard input goes by: a SKILL.md, or another file of a skill
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<PathBuf>,
    /// Show what each part of the skill costs in tokens
    #[arg(long)]
    tokens: bool,
    /// Judge every skill anew, and keep no results for the next run
    #[arg(long)]
    no_cache: bool,
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
    words: Words,
    root: &'a Path,
    is_dry: bool,
    reports: Reports,
    tally: Tally,
    /// Findings with a safe fix, and with an unsafe one.
    fixable: usize,
    unsure: usize,
    fails: bool,
    written: std::io::Result<()>,
}

pub(crate) fn run(
    args: &LintArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let words = Words::of(super::spoken(global, context)?);
    let profiles = chosen(&args.profiles, context)?;
    let format = if global.json { Some(Format::Json) } else { args.format };
    if args.tokens {
        return tokens::run(args, &profiles, format, context, Voice { shell, words });
    }
    let is_dry = args.diff || global.dry_run;
    let root = report_root(context);
    let mut reports = Reports::new(format, &args.reports, shell.page(), words)?;
    if args.diff {
        reports.silence();
    }
    let mut run = Run {
        args,
        shell,
        words,
        root: &root,
        is_dry,
        reports,
        tally: Tally { root: slashed(&root), ..Tally::default() },
        fixable: 0,
        unsure: 0,
        fails: false,
        written: Ok(()),
    };
    let options = LintOptions {
        paths: paths(args, context),
        text: text(args, context)?,
        profiles,
        fix: args.most(),
        changed: args.changed.clone(),
        baseline: args.baseline.as_deref().map(|file| context.dirs.absolute(file)),
        write_baseline: args.write_baseline,
        is_dry,
        remembers: !args.no_cache,
    };
    let linted = lint(context, options, &mut |checked| run.take(&checked))?;
    run.written.as_ref().map_err(|error| std::io::Error::from(error.kind()))?;
    run.tally.unchanged = linted.unchanged;
    run.tally.failures =
        linted.failures.iter().map(|failure| (failure.shown.clone(), failure.why.clone())).collect();
    run.tally.stale = linted.baselines.iter().flat_map(|settled| settled.stale.clone()).collect();
    run.reports.finish(shell, context, &run.tally)?;
    run.conclude(&linted);
    Ok(match (linted.failures.is_empty(), run.fails) {
        (false, _) => ExitStatus::Incomplete,
        (true, true) => ExitStatus::No,
        (true, false) => ExitStatus::Done,
    })
}

fn paths(args: &LintArgs, context: &Context<'_>) -> Vec<(PathBuf, String)> {
    args.paths.iter().map(|path| (context.dirs.absolute(path), path.to_string_lossy().into_owned())).collect()
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// What standard input holds, when `-` asks for it.
fn text(args: &LintArgs, context: &Context<'_>) -> Result<Option<TextInput>, CliError> {
    let usage = |message: &str| CliError::new(ExitStatus::Usage, message);
    match args.paths.as_slice() {
        [path] if path == Path::new("-") => {}
        paths if paths.iter().any(|path| path == Path::new("-")) => {
            return Err(usage("`-` reads standard input and can't stand beside other paths"));
        }
        _ if args.stdin_filename.is_some() => {
            return Err(usage(
                "`--stdin-filename` says what standard input is called, but standard input is not read",
            )
            .hint("write `skill lint - --stdin-filename PATH`"));
        }
        _ => return Ok(None),
    }
    if args.most().is_some() {
        return Err(
            usage("standard input can't be fixed: it is no file").hint("name the skill's folder instead")
        );
    }
    let bytes = fs::read_standard_input(MAX_TEXT)?;
    let file = args.stdin_filename.as_ref();
    let file = file.map(|file| (context.dirs.absolute(file), file.to_string_lossy().into_owned()));
    Ok(Some(TextInput { bytes, file }))
}

impl Run<'_> {
    fn take(&mut self, checked: &Checked) {
        let judgement = &checked.judgement;
        let found = &judgement.found;
        let place = match &checked.real {
            None => String::new(),
            Some(real) if real.starts_with(self.root) => fs::relative(self.root, real),
            Some(real) => slashed(real),
        };
        let sheet = Sheet {
            shown: &checked.shown,
            skill: &checked.skill,
            found: &self.words.findings(found),
            silenced: &self.words.excused(&judgement.silenced),
            accepted: &self.words.excused(&checked.accepted),
            place: &place,
            words: self.words,
        };
        self.tally.add(&sheet, &checked.profiles);
        self.tally.fixed += checked.fixed;
        let fixes = found.iter().filter_map(|diagnostic| diagnostic.fix.as_ref());
        for fix in fixes {
            match fix.applicability {
                Applicability::Safe => self.fixable += 1,
                Applicability::Unsafe => self.unsure += 1,
            }
        }
        let wished = checked.fail_on.as_deref().and_then(|word| FailOn::from_str(word, true).ok());
        let fail_on = self.args.fail_on.or(wished).unwrap_or(FailOn::Error);
        self.fails |= fail_on.is_met_by(crate::lint::loudest(found));
        if !self.is_dry {
            for change in &checked.changes {
                self.voice().status(Verb::Fixed, sheet.path(&change.file));
            }
        }
        let mut drawn = self.reports.take(&sheet, checked.profiles.len());
        if self.args.diff {
            drawn = diff::render(&sheet, &checked.changes);
        }
        if self.written.is_ok() && !drawn.is_empty() {
            self.written = self.shell.data(drawn.strip_suffix('\n').unwrap_or(&drawn));
        }
    }

    fn voice(&self) -> Voice<'_> {
        Voice { shell: self.shell, words: self.words }
    }

    /// Says what the run came to. Why a skill was not checked is an error, in English as all errors are.
    fn conclude(&self, linted: &Linted) {
        let (shell, voice) = (self.shell, self.voice());
        for settled in linted.baselines.iter().filter(|settled| settled.is_written) {
            let file = settled.file.to_string_lossy();
            let what =
                format!("`{}`: it accepts {}", visible::line(&file), count(settled.accepted, "finding"));
            if self.is_dry {
                voice.note(format_args!("not written: {what}"));
            } else {
                voice.status(Verb::Created, what);
            }
        }
        voice.status(Verb::Finished, &self.tally);
        if self.tally.profiles.len() > 1 {
            for (name, counts) in &self.tally.profiles {
                voice.below(format_args!("{}: {}", visible::line(name), counts.words()));
            }
        }
        for failure in &linted.failures {
            shell.error(format_args!(
                "`{}` was not checked: {}",
                failure.shown,
                visible::block(&failure.why)
            ));
        }
        for settled in linted.baselines.iter().filter(|settled| !settled.stale.is_empty()) {
            let file = settled.file.to_string_lossy();
            let stale = count(settled.stale.len(), "finding");
            let occur = if settled.stale.len() == 1 { "occurs" } else { "occur" };
            voice.warning(format_args!("`{}` accepts {stale} that no longer {occur}", visible::line(&file)));
            for accepted in settled.stale.iter().take(SHOWN_STALE) {
                let (file, rule) = (visible::line(&accepted.file), visible::line(&accepted.rule));
                let message = self.words.message(&accepted.rule, &accepted.message);
                shell.remark(format_args!("{:>12} {file}: {rule}: {}", "", visible::line(&message)));
            }
            if settled.stale.len() > SHOWN_STALE {
                voice.below(format_args!("and {} more", settled.stale.len() - SHOWN_STALE));
            }
            voice.hint("`--write-baseline` takes them out");
        }
        let (sure, unsure) = (self.fixable, self.unsure);
        let advice = match self.args.most() {
            _ if self.args.write_baseline => None,
            None if sure > 0 && unsure > 0 => Some(format!(
                "`--fix` mends {sure} of them, with `--unsafe-fixes` {}; `--diff` shows how",
                sure + unsure
            )),
            None if sure > 0 => Some(format!("`--fix` mends {sure} of them, `--diff` shows how")),
            None if unsure > 0 => {
                Some(format!("`--unsafe-fixes` mends {unsure} of them, `--unsafe-fixes --diff` shows how"))
            }
            Some(Applicability::Safe) if unsure > 0 && self.args.fix => {
                Some(format!("`--unsafe-fixes` mends {unsure} more; look at what it changes"))
            }
            _ => None,
        };
        if let Some(advice) = advice {
            voice.hint(advice);
        }
    }
}

/// The profiles asked for; none when none is. A name with a `.toml` ending is a file.
pub(crate) fn chosen(names: &[String], context: &Context<'_>) -> Result<Vec<Profile>, CliError> {
    let mut profiles: Vec<Profile> = Vec::new();
    for name in names.iter().flat_map(|names| names.split(',')) {
        let profile = if Profile::is_file(name) {
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
            LintError::Baseline(_) | LintError::NoBaseline { .. } => {
                Self::new(ExitStatus::Usage, error).hint("`--write-baseline` makes one of today's findings")
            }
            LintError::NoRepository { .. } => {
                Self::new(ExitStatus::Usage, error).hint("leave out `--changed` to check it all the same")
            }
            LintError::Git(error) => crate::ops::error::Error::Git(error).into(),
            LintError::Read(_) => Self::new(ExitStatus::Integrity, error),
            LintError::NoProfileFile { .. } => Self::new(ExitStatus::Usage, error),
            LintError::Files(_) => Self::new(ExitStatus::Incomplete, error),
        }
    }
}
