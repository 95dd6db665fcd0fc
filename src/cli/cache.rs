//! `skill cache`: where the cache lies, how large it is, and taking away what is old.

use std::{collections::BTreeMap, time::Duration};

use clap::{Args, Subcommand};
use serde_json::json;

use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    host::store::{self, Bucket, Entry},
    model::{
        config::parse_size,
        event::{Event, Verb},
        visible,
    },
    ops::Context,
    ui::{
        shell::Shell,
        size::{bytes, count},
    },
};

/// Look after the cache
#[derive(Debug, Args)]
pub(crate) struct CacheArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print the cache's folder
    Dir,
    /// Print the cache's size
    Size,
    /// Remove what was not used for a while, and what killed runs left
    Prune {
        /// Remove everything
        #[arg(long, conflicts_with = "older_than")]
        all: bool,
        /// How long something must have been unused: `30d`, `12h`, `2w`
        #[arg(long, value_name = "TIME", default_value = "30d", value_parser = duration)]
        older_than: Duration,
        /// Keep at most this much, what was used last: `500MB`, `2GiB`
        #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "all")]
        max_size: Option<u64>,
    },
}

/// A number of bytes with a unit.
fn size(text: &str) -> Result<u64, String> {
    parse_size(text).ok_or_else(|| "expected a size such as `500 MB` or `2 GiB`".to_owned())
}

/// A whole number and `s`, `m`, `h`, `d` or `w`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number and `s`, `m`, `h`, `d` or `w`, such as `30d`".to_owned();
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let seconds: u64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    number.checked_mul(seconds).map(Duration::from_secs).ok_or_else(wrong)
}

const FORMAT: &str = "skill.cache/1";

pub(crate) fn run(
    args: &CacheArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let root = &context.dirs.cache;
    let folder = root.to_string_lossy();
    match args.action {
        Action::Dir if global.json => shell.json(&json!({ "format": FORMAT, "dir": folder }))?,
        Action::Dir => shell.data(&folder)?,
        Action::Size => {
            let entries = store::entries(root)?;
            let total: u64 = entries.iter().map(|entry| entry.bytes).sum();
            let buckets = by_bucket(&entries);
            if global.json {
                let buckets: BTreeMap<_, _> = buckets
                    .iter()
                    .map(|(bucket, (number, bytes))| {
                        (bucket.as_str(), json!({ "entries": number, "bytes": bytes }))
                    })
                    .collect();
                shell
                    .json(&json!({ "format": FORMAT, "dir": folder, "bytes": total, "buckets": buckets }))?;
                return Ok(ExitStatus::Done);
            }
            shell.data(bytes(total))?;
            for (bucket, (number, size)) in buckets {
                let entries = if number == 1 { "entry" } else { "entries" };
                shell.remark(format_args!("{:>12}  {number} {entries}, {}", bucket.as_str(), bytes(size)));
            }
        }
        Action::Prune { all, older_than, max_size } => {
            let limits =
                store::Limits { unused_for: if all { Duration::ZERO } else { older_than }, size: max_size };
            let waiting = |path: &std::path::Path| context.reporter.event(Event::Waiting { path });
            let pruned = store::prune(root, limits, global.dry_run, waiting)?;
            if global.json {
                let removed: Vec<_> = pruned
                    .removed
                    .iter()
                    .map(|entry| {
                        json!({
                            "bucket": entry.bucket.as_str(),
                            "path": entry.path.to_string_lossy(),
                            "bytes": entry.bytes,
                        })
                    })
                    .collect();
                shell.json(&json!({
                    "format": FORMAT,
                    "dir": folder,
                    "dryRun": global.dry_run,
                    "bytes": pruned.bytes(),
                    "removed": removed,
                    "kept": pruned.kept,
                }))?;
                return Ok(ExitStatus::Done);
            }
            for entry in &pruned.removed {
                shell.detail(visible::line(&entry.path.to_string_lossy()));
            }
            let what = count(pruned.removed.len(), "cached item");
            if global.dry_run {
                shell.remark(format_args!("would remove {what} ({})", bytes(pruned.bytes())));
            } else if pruned.removed.is_empty() {
                shell.status(Verb::Unchanged, format_args!("the cache: nothing to remove"));
            } else {
                shell.status(Verb::Removed, format_args!("{what} ({})", bytes(pruned.bytes())));
            }
        }
    }
    Ok(ExitStatus::Done)
}

fn by_bucket(entries: &[Entry]) -> BTreeMap<Bucket, (usize, u64)> {
    let mut buckets: BTreeMap<Bucket, (usize, u64)> = BTreeMap::new();
    for entry in entries {
        let (number, bytes) = buckets.entry(entry.bucket).or_default();
        *number += 1;
        *bytes += entry.bytes;
    }
    buckets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_a_number_and_a_unit() {
        assert_eq!(duration("30d"), Ok(Duration::from_hours(30 * 24)));
        assert_eq!(duration("0s"), Ok(Duration::ZERO));
        for text in ["", "d", "30", "3 d", "-1d", "1.5h", "30é", "99999999999999999w"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
