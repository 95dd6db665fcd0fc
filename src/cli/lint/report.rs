//! The reports of one run: what is printed, and what is written to files beside it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value;

use crate::{
    cli::error::{CliError, ExitStatus},
    host::fs,
    model::visible,
    ops::Context,
    ui::{
        locale::Words,
        render::{
            Sheet, Tally, concise, github, gitlab, json, junit, sarif,
            text::{self, Page},
        },
        shell::Shell,
    },
};

/// A form of report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Findings with frames of the text they are about
    Text,
    /// One line a finding
    Concise,
    /// The versioned JSON of `skill lint`
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub workflows
    Github,
    /// GitLab's Code Quality report
    Gitlab,
    /// `JUnit` XML
    Junit,
}

/// One report being gathered.
struct Report {
    format: Format,
    /// `None`: standard output.
    file: Option<PathBuf>,
    skills: Vec<json::SkillReport>,
    values: Vec<Value>,
    text: String,
}

/// All reports of a run.
pub(super) struct Reports {
    /// What is printed, if anything.
    printed: Option<Report>,
    files: Vec<Report>,
    page: Page,
    words: Words,
}

impl Report {
    fn new(format: Format, file: Option<PathBuf>) -> Self {
        Self { format, file, skills: Vec::new(), values: Vec::new(), text: String::new() }
    }

    /// Takes in one skill; gives what can be shown at once.
    fn take(&mut self, sheet: &Sheet<'_>, page: Page, profiles: usize) -> String {
        match self.format {
            Format::Text => return text::render(sheet, page, profiles),
            Format::Concise => return concise::render(sheet),
            Format::Github => return github::render(sheet),
            Format::Json => self.skills.push(json::skill(sheet)),
            Format::Sarif => self.values.extend(sarif::results(sheet)),
            Format::Gitlab => self.values.extend(gitlab::issues(sheet)),
            Format::Junit => self.text.push_str(&junit::suite(sheet)),
        }
        String::new()
    }

    /// What is known only at the end; empty for formats that are shown as they come.
    fn end(&mut self, tally: &Tally, words: Words) -> serde_json::Result<String> {
        let mut text = match self.format {
            Format::Text | Format::Concise => return Ok(std::mem::take(&mut self.text)),
            Format::Github => return Ok(std::mem::take(&mut self.text) + &github::failures(&tally.failures)),
            Format::Json => {
                let skills = std::mem::take(&mut self.skills);
                serde_json::to_string_pretty(&json::report(skills, tally))?
            }
            Format::Sarif => serde_json::to_string_pretty(&sarif::log(&self.values, tally, words))?,
            Format::Gitlab => serde_json::to_string_pretty(&self.values)?,
            Format::Junit => return Ok(junit::document(&self.text, tally)),
        };
        text.push('\n');
        Ok(text)
    }
}

impl Reports {
    /// The printed report, and one for each `FORMAT=FILE`; `-` as file is standard output, which then shows nothing
    /// else.
    pub(super) fn new(
        format: Option<Format>,
        asked: &[String],
        page: Page,
        words: Words,
    ) -> Result<Self, CliError> {
        let usage = |message: String| CliError::new(ExitStatus::Usage, message);
        let mut printed = format.map(|format| Report::new(format, None));
        let mut files: Vec<Report> = Vec::new();
        for each in asked {
            let wrong = |what: &str| {
                usage(format!("`--report {}` {what}", visible::line(each)))
                    .hint("write `--report sarif=lint.sarif`; formats are text, concise, json, sarif, github, gitlab, junit")
            };
            let (word, file) = each.split_once('=').ok_or_else(|| wrong("is not `FORMAT=FILE`"))?;
            let format = Format::from_str(word, false).map_err(|_| wrong("names no format"))?;
            match file {
                "" => return Err(wrong("names no file")),
                "-" if printed.is_some() => {
                    return Err(usage("two reports can't both go to standard output".to_owned())
                        .hint("leave out `--format`, or name a file"));
                }
                "-" => printed = Some(Report::new(format, None)),
                file if files.iter().any(|other| other.file.as_deref() == Some(Path::new(file))) => {
                    return Err(usage(format!("two reports can't both go to `{}`", visible::line(file))));
                }
                file => files.push(Report::new(format, Some(PathBuf::from(file)))),
            }
        }
        let printed = printed.or_else(|| Some(Report::new(Format::Text, None)));
        Ok(Self { printed, files, page, words })
    }

    /// Prints nothing of its own: something else is shown.
    pub(super) fn silence(&mut self) {
        self.printed = None;
    }

    /// Takes in one skill; gives what to print at once.
    pub(super) fn take(&mut self, sheet: &Sheet<'_>, profiles: usize) -> String {
        for report in &mut self.files {
            let drawn = report.take(sheet, self.page, profiles);
            report.text.push_str(&plain(&drawn));
        }
        self.printed.as_mut().map_or_else(String::new, |report| report.take(sheet, self.page, profiles))
    }

    /// Prints and writes what is known only at the end.
    pub(super) fn finish(
        &mut self,
        shell: &Shell,
        context: &Context<'_>,
        tally: &Tally,
    ) -> Result<(), CliError> {
        for report in self.printed.iter_mut().chain(&mut self.files) {
            let text = report.end(tally, self.words).map_err(|error| {
                CliError::new(ExitStatus::Incomplete, format_args!("cannot write JSON: {error}"))
            })?;
            match &report.file {
                Some(file) => {
                    fs::write_atomic(&context.dirs.absolute(file), text.as_bytes())?;
                }
                None if text.is_empty() => {}
                None => shell.raw_data(text.as_bytes())?,
            }
        }
        Ok(())
    }
}

/// A drawn text without colours, for a file.
fn plain(drawn: &str) -> String {
    anstream::adapter::strip_str(drawn).to_string()
}
