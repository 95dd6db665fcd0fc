//! `skill new` and `skill init`: asks on a terminal for what no flag answers, makes the skill, shows it.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    host::fs,
    model::{event::Verb, visible},
    ops::{
        Context,
        scaffold::{
            self, Created, Language, NewOptions, Part, Place, Scaffolded, check_description, slug_with_notes,
        },
    },
    ui::{
        outline,
        shell::Shell,
        style::{HEADER, LITERAL},
    },
};

/// Make a new skill: a folder with a SKILL.md and what you ask for
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Name of the skill; turned into hyphen-case
    name: Option<String>,
    /// What to make beside SKILL.md
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    with: Vec<With>,
    /// Language of the script (implies `--with scripts`)
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
    /// Make an example of each: the same as `--with scripts,references,assets`
    #[arg(long)]
    examples: bool,
    /// What the skill does and when to use it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    description: Option<String>,
    /// SPDX expression, or the name of a licence file in the skill
    #[arg(long, value_name = "LICENSE")]
    license: Option<String>,
    /// Make it in the current folder instead of a new one
    #[arg(long, conflicts_with = "dir")]
    here: bool,
    /// Folder to make the skill's folder in
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum With {
    #[value(alias = "script")]
    Scripts,
    #[value(alias = "reference")]
    References,
    #[value(alias = "asset")]
    Assets,
    #[value(alias = "eval")]
    Evals,
    All,
}

/// Language of a script
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Lang {
    /// Python
    #[value(alias = "python")]
    Py,
    /// POSIX shell
    #[value(aliases = ["shell", "bash"])]
    Sh,
    /// JavaScript for Node.js
    #[value(aliases = ["javascript", "node", "mjs"])]
    Js,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Py => Self::Python,
            Lang::Sh => Self::Shell,
            Lang::Js => Self::JavaScript,
        }
    }
}

const PARTS: [Part; 4] = [Part::Scripts, Part::References, Part::Assets, Part::Evals];

impl NewArgs {
    /// The same as `new --here`.
    pub(crate) fn here(mut self) -> Result<Self, CliError> {
        if self.dir.is_some() {
            let error =
                CliError::new(ExitStatus::Usage, "`init` works in the current folder and takes no `--dir`");
            return Err(error.hint("skill new NAME --dir DIR"));
        }
        self.here = true;
        Ok(self)
    }

    /// What the flags ask for; `None` when they say nothing.
    fn parts(&self) -> Option<Vec<Part>> {
        if self.with.is_empty() && !self.examples && self.lang.is_none() {
            return None;
        }
        let wants = |part| match part {
            Part::Scripts => self.with.contains(&With::Scripts) || self.examples || self.lang.is_some(),
            Part::References => self.with.contains(&With::References) || self.examples,
            Part::Assets => self.with.contains(&With::Assets) || self.examples,
            Part::Evals => self.with.contains(&With::Evals),
        };
        let all = self.with.contains(&With::All);
        Some(PARTS.into_iter().filter(|part| all || wants(*part)).collect())
    }
}

pub(crate) fn run(
    args: NewArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let asks = shell.is_interactive() && !shell.says_yes() && !global.json;
    let parts = args.parts();
    let place = if args.here { Place::Here } else { Place::Below(args.dir.unwrap_or_default()) };
    let name = match args.name {
        None if place != Place::Here && asks => Some(ask_name(shell)?),
        None if place != Place::Here => {
            return Err(CliError::new(ExitStatus::Usage, "a new skill needs a name")
                .hint("skill new NAME")
                .hint("skill new --here names it after the current folder"));
        }
        given => given,
    };
    // A wrong name is told before questions are asked.
    let is_begun = scaffold::is_begun(context, name.as_deref(), &place)?;
    let description = match args.description {
        None if asks && !is_begun => ask_description(shell)?,
        given => given,
    };
    let parts = match parts {
        None if asks => ask_parts(shell)?,
        given => given.unwrap_or_default(),
    };
    let options = NewOptions {
        name,
        place,
        description,
        license: args.license,
        parts,
        language: args.lang.map_or(Language::Python, Language::from),
        locale: super::scaffold_locale(global, context)?,
        dry_run: global.dry_run,
    };
    let made = scaffold::new(context, &options)?;
    if global.json {
        shell.json(&Report::new("skill.new/1", &made, global.dry_run))?;
        return Ok(ExitStatus::Done);
    }
    show(&made, &options, context, shell);
    Ok(ExitStatus::Done)
}

fn given_up() -> CliError {
    CliError::new(ExitStatus::No, "given up: nothing was made")
}

fn ask_name(shell: &Shell) -> Result<String, CliError> {
    loop {
        let name = shell.input("Name", None).ok_or_else(given_up)?;
        match slug_with_notes(&name) {
            Ok(_) => return Ok(name),
            Err(error) => shell.warning(error),
        }
    }
}

fn ask_description(shell: &Shell) -> Result<Option<String>, CliError> {
    loop {
        let question = "What it does and when to use it (empty: later)";
        let text = shell.input(question, Some("")).ok_or_else(given_up)?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        match check_description(&text) {
            Ok(()) => return Ok(Some(text)),
            Err(flaw) => shell.warning(format_args!("the description {flaw}")),
        }
    }
}

fn ask_parts(shell: &Shell) -> Result<Vec<Part>, CliError> {
    let items = ["a script", "a reference", "an asset", "evals"].map(str::to_owned);
    let picked = shell
        .pick_many("What to make beside SKILL.md (space picks, enter goes on)", &items, &[false; 4])
        .ok_or_else(given_up)?;
    Ok(picked.into_iter().filter_map(|index| PARTS.get(index).copied()).collect())
}

/// The skill's folder as a tree, and what to type next.
fn show(made: &Scaffolded, options: &NewOptions, context: &Context<'_>, shell: &Shell) {
    let folder = typeable(&made.folder, &context.dirs.current);
    let count = made.created.len();
    let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
    match (count, options.dry_run) {
        (0, _) => shell.status(Verb::Unchanged, format_args!("skill `{}`: nothing was missing", made.name)),
        (_, true) => shell.status(Verb::Creating, format_args!("skill `{}` ({files}): dry run", made.name)),
        (_, false) => shell.status(Verb::Created, format_args!("skill `{}` ({files})", made.name)),
    }
    let created = made.created.iter().map(|file| (&*file.path, remark(file)));
    let kept = made.kept.iter().map(|path| (&**path, "kept"));
    shell.remark("");
    shell.remark(outline::draw(&folder, &created.chain(kept).collect::<Vec<_>>()));
    if options.dry_run || count == 0 {
        return;
    }
    let is_here = options.place == Place::Here;
    let (path, to) = if is_here {
        (String::new(), String::new())
    } else {
        (format!(" {folder}"), format!(" --to {folder}"))
    };
    shell.remark(format_args!("\n{HEADER}Next{HEADER:#}"));
    shell.remark(format_args!("  {LITERAL}skill lint{path}{LITERAL:#}"));
    shell.remark(format_args!("  {LITERAL}skill add script NAME{to}{LITERAL:#}"));
}

fn remark(file: &Created) -> &'static str {
    if file.executable { "executable" } else { "" }
}

/// A path as the user would type it: relative to the current folder where it lies below, in quotes where it has blanks.
pub(super) fn typeable(path: &Path, current: &Path) -> String {
    let shown = match path.strip_prefix(current) {
        Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
        Ok(rest) => rest.to_string_lossy().into_owned(),
        Err(_) => path.to_string_lossy().into_owned(),
    };
    let shown = visible::line(&shown);
    if shown.contains([' ', '\'', '"', '$', '&', '(', ')', ';']) {
        format!("'{}'", shown.replace('\'', r"'\''"))
    } else {
        shown.into_owned()
    }
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    format: &'static str,
    name: &'a str,
    path: String,
    created: Vec<ReportedFile<'a>>,
    kept: &'a [String],
    edited: &'a [String],
    dry_run: bool,
}

#[derive(Debug, Serialize)]
struct ReportedFile<'a> {
    path: &'a str,
    executable: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(format: &'static str, made: &'a Scaffolded, dry_run: bool) -> Self {
        let created = made.created.iter();
        Self {
            format,
            name: &made.name,
            path: fs::canonical_or_ahead(&made.folder).to_string_lossy().into_owned(),
            created: created
                .map(|file| ReportedFile { path: &file.path, executable: file.executable })
                .collect(),
            kept: &made.kept,
            edited: &made.edited,
            dry_run,
        }
    }
}
