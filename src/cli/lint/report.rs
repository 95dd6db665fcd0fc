//! The reports of one run: what is printed, and what is written to files beside it.

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::Value;

use crate::{
    cli::error::{CliError, ExitStatus},
    host::fs,
    lint::profile::Profile,
    ops::Context,
    ui::{
        render::{Counts, Sheet, concise, github, gitlab, json, junit, sarif, text},
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
    printed: Report,
    files: Vec<Report>,
    profiles: Vec<String>,
    width: usize,
}

impl Report {
    fn new(format: Format, file: Option<PathBuf>) -> Self {
        Self { format, file, skills: Vec::new(), values: Vec::new(), text: String::new() }
    }

    /// Takes in one skill; gives what can be shown at once.
    fn take(&mut self, sheet: &Sheet<'_>, width: usize, profiles: usize) -> String {
        match self.format {
            Format::Text => return text::render(sheet, width, profiles),
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
    fn end(&mut self, profiles: &[String], counts: Counts) -> serde_json::Result<String> {
        let mut text = match self.format {
            Format::Text | Format::Concise | Format::Github => return Ok(std::mem::take(&mut self.text)),
            Format::Json => {
                let skills = std::mem::take(&mut self.skills);
                serde_json::to_string_pretty(&json::report(profiles.to_vec(), skills, counts))?
            }
            Format::Sarif => serde_json::to_string_pretty(&sarif::log(&self.values))?,
            Format::Gitlab => serde_json::to_string_pretty(&self.values)?,
            Format::Junit => return Ok(junit::document(&self.text)),
        };
        text.push('\n');
        Ok(text)
    }
}

impl Reports {
    /// The printed report, and one for each `FORMAT=FILE`; `-` as file is standard output.
    pub(super) fn new(format: Format, asked: &[String], width: usize) -> Result<Self, CliError> {
        let mut files = Vec::new();
        for each in asked {
            let wrong = || {
                CliError::new(ExitStatus::Usage, format_args!("`--report {each}` is not `FORMAT=FILE`"))
                    .hint("formats are text, concise, json, sarif, github, gitlab, junit")
            };
            let (format, file) = each.split_once('=').ok_or_else(wrong)?;
            let format = Format::from_str(format, false).map_err(|_| wrong())?;
            files.push(Report::new(format, (file != "-").then(|| PathBuf::from(file))));
        }
        Ok(Self { printed: Report::new(format, None), files, profiles: Vec::new(), width })
    }

    /// Takes in one skill; gives what to print at once.
    pub(super) fn take(&mut self, sheet: &Sheet<'_>, profiles: &[Profile]) -> String {
        for profile in profiles {
            if !self.profiles.iter().any(|name| **name == *profile.name) {
                self.profiles.push(profile.name.to_string());
            }
        }
        for report in &mut self.files {
            let drawn = report.take(sheet, self.width, profiles.len());
            report.text.push_str(&plain(&drawn));
        }
        self.printed.take(sheet, self.width, profiles.len())
    }

    /// Prints and writes what is known only at the end.
    pub(super) fn finish(
        &mut self,
        shell: &Shell,
        context: &Context<'_>,
        counts: Counts,
    ) -> Result<(), CliError> {
        for report in std::iter::once(&mut self.printed).chain(&mut self.files) {
            let text = report.end(&self.profiles, counts).map_err(|error| {
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
