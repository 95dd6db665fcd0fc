//! The reports of one run: what is printed, and what is written to files beside it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::pieces::{Pieces, no_json};
use crate::{
    cli::error::{CliError, ExitStatus},
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
    pieces: Pieces,
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
        Self { format, file, pieces: Pieces::default() }
    }

    /// Takes in one skill; gives what can be shown at once.
    fn take(&mut self, sheet: &Sheet<'_>, page: Page, profiles: usize) -> String {
        let pieces = &mut self.pieces;
        match self.format {
            Format::Text => return text::render(sheet, page, profiles),
            Format::Concise => return concise::render(sheet),
            Format::Github => return github::render(sheet),
            Format::Json => pieces.add_element(&json::skill(sheet), 4),
            Format::Sarif => sarif::results(sheet).iter().for_each(|one| pieces.add_element(one, 8)),
            Format::Gitlab => gitlab::issues(sheet).iter().for_each(|one| pieces.add_element(one, 2)),
            Format::Junit => pieces.add(&junit::suite(sheet)),
        }
        String::new()
    }

    /// What stands before and after what was taken in, known only at the end; both empty for formats that are shown as
    /// they come.
    fn around(&self, tally: &Tally, words: Words) -> serde_json::Result<(String, String)> {
        let frame = |text: String, key: &str, indent: usize| {
            let (first, last) = self.pieces.around(&text, key, indent);
            (first.to_owned(), last)
        };
        let (mut first, mut last) = match self.format {
            Format::Text | Format::Concise => return Ok(Default::default()),
            Format::Github => return Ok((String::new(), github::failures(&tally.failures))),
            Format::Junit => return Ok(junit::around(tally)),
            Format::Json => frame(serde_json::to_string_pretty(&json::report(tally))?, "\n  \"skills\": ", 2),
            Format::Sarif => {
                let log = sarif::log(&[], tally, words);
                frame(serde_json::to_string_pretty(&log)?, "\n      \"results\": ", 6)
            }
            Format::Gitlab => frame("[]".to_owned(), "", 0),
        };
        let end = if last.is_empty() { &mut first } else { &mut last };
        end.push('\n');
        Ok((first, last))
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
            report.pieces.add(&plain(&drawn));
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
            let (first, last) = report.around(tally, self.words).map_err(|error| no_json(&error))?;
            match &report.file {
                Some(file) => report.pieces.write((&first, &last), &context.dirs.absolute(file))?,
                None => report.pieces.show((&first, &last), &mut |bytes| Ok(shell.raw_data(bytes)?))?,
            }
        }
        Ok(())
    }
}

/// A drawn text without colours, for a file.
fn plain(drawn: &str) -> String {
    anstream::adapter::strip_str(drawn).to_string()
}
