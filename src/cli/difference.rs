//! How differences between two states of a skill are shown: a list of files with what must be known first, or unified
//! diffs with hidden characters made visible; and as JSON.

use serde_json::{Value, json};

use super::error::CliError;
use crate::{
    model::{tree::Mode, visible},
    ops::diff::{Change, Difference, FileChange},
    ui::{shell::Shell, size::count, style},
};

/// What must be known before anything is read: new rights.
pub(super) fn alerts(difference: &Difference) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |what: &str, list: &[String]| {
        if !list.is_empty() {
            lines.push(format!("{}: {}", count(list.len(), what), visible::line(&list.join(", "))));
        }
    };
    say("new executable", &difference.new_executables);
    say("new host", &difference.new_hosts);
    say("new allowed tool", &difference.new_tools);
    lines
}

/// One line a file, to be indented by the caller.
pub(super) fn summary(difference: &Difference) -> Vec<String> {
    difference
        .files
        .iter()
        .map(|file| format!("{} {}{}", mark(file), visible::line(&file.path), amount(file)))
        .collect()
}

fn mark(file: &FileChange) -> &'static str {
    match file.change {
        Change::Added => "+",
        Change::Removed => "-",
        Change::Changed => "~",
        Change::Mode => "m",
    }
}

fn amount(file: &FileChange) -> String {
    let mode = match (file.was, file.now) {
        (Some(Mode::Regular), Some(Mode::Executable)) => ", may be executed now",
        (Some(Mode::Executable), Some(Mode::Regular)) => ", may no longer be executed",
        (Some(was), Some(now)) if was != now => ", another kind of file now",
        (None, Some(Mode::Executable)) => ", executable",
        _ => "",
    };
    match (file.change, file.lines) {
        (Change::Mode, _) => format!("  {}", mode.trim_start_matches(", ")),
        (Change::Removed, _) => String::new(),
        (_, Some((added, removed))) => format!("  +{added} -{removed} lines{mode}"),
        (_, None) => format!("  not text{mode}"),
    }
}

/// Unified diffs on stdout.
pub(super) fn print(difference: &Difference, shell: &Shell) -> Result<(), CliError> {
    for file in &difference.files {
        if let (Some(was), Some(now)) = (file.was, file.now)
            && was != now
        {
            shell.data(format_args!(
                "mode {} -> {}  {}",
                was.as_str(),
                now.as_str(),
                visible::line(&file.path)
            ))?;
        }
        match &file.unified {
            None => shell.data(format_args!("{} {}  not text", mark(file), visible::line(&file.path)))?,
            Some(unified) => {
                for line in unified.lines() {
                    let style = match line.as_bytes().first() {
                        Some(b'+') => style::GOOD,
                        Some(b'-') => style::ERROR,
                        Some(b'@') => style::LITERAL,
                        _ => anstyle::Style::new(),
                    };
                    shell.data(format_args!("{style}{}{style:#}", visible::block(line)))?;
                }
            }
        }
    }
    Ok(())
}

pub(super) fn to_json(difference: &Difference) -> Value {
    let files: Vec<Value> = difference
        .files
        .iter()
        .map(|file| {
            json!({
                "path": file.path,
                "change": file.change,
                "was": file.was.map(Mode::as_str),
                "now": file.now.map(Mode::as_str),
                "added": file.lines.map(|lines| lines.0),
                "removed": file.lines.map(|lines| lines.1),
                "diff": file.unified,
            })
        })
        .collect();
    json!({
        "files": files,
        "newExecutables": difference.new_executables,
        "newHosts": difference.new_hosts,
        "newTools": difference.new_tools,
    })
}
