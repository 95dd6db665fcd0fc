//! `skill info`.

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    model::{lockfile::Pin, tree::Mode, visible},
    ops::{
        Context,
        info::{self, Info},
    },
    ui::{
        shell::Shell,
        size::{bytes, count},
        style,
    },
};

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// An installed skill, a folder, or anything that can be installed
    #[arg(value_name = "NAME|PATH|SPEC")]
    skill: String,
    #[command(flatten)]
    scope: ScopeArgs,
}

pub(crate) fn run(
    args: &InfoArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let found = info::info(context, &args.scope.visible(context)?, &args.skill)?;
    if global.json {
        shell.json(&to_json(&found))?;
        return Ok(ExitStatus::Done);
    }
    let mut rows: Vec<(&str, String)> = Vec::new();
    for (key, value) in &found.fields {
        match value {
            Value::String(text) => rows.push((key, one_line(text))),
            Value::Object(inner) => {
                for (inner_key, value) in inner {
                    rows.push((key, format!("{inner_key}: {}", shown(value))));
                }
            }
            other => rows.push((key, shown(other))),
        }
    }
    if let Some(locked) = &found.locked {
        rows.push(("source", locked.source.to_string()));
        match &locked.pin {
            Pin::Commit { commit, release } => {
                let tag = release.as_ref().map(|release| format!(" ({})", release.tag)).unwrap_or_default();
                rows.push(("commit", format!("{commit}{tag}")));
            }
            Pin::Archive { archive } => rows.push(("archive", archive.to_string())),
            Pin::Artifact { url, archive, is_verified, .. } => {
                rows.push(("artifact", url.to_string()));
                rows.push(("archive", archive.to_string()));
                if !is_verified {
                    rows.push(("unverified", "its site gives no digests".to_owned()));
                }
            }
            Pin::Version { version } | Pin::Package { version, .. } => rows.push(("locked", version.clone())),
            Pin::Alive => {}
        }
    }
    rows.push(("digest", found.tree.digest().to_string()));
    if let Some(folder) = &found.folder {
        // Below the current folder as one would type it.
        let shown = folder.strip_prefix(&context.dirs.current).unwrap_or(folder);
        let shown = if shown.as_os_str().is_empty() { std::path::Path::new(".") } else { shown };
        rows.push(("folder", shown.to_string_lossy().into_owned()));
    }
    rows.push((
        "files",
        format!("{}, {}", count(found.tree.files().len(), "file"), bytes(found.tree.size())),
    ));
    let [metadata, body, others] = found.tokens;
    rows.push(("tokens", format!("≈{metadata} always, ≈{body} when used, ≈{others} in other files")));
    for (label, list) in [
        ("executables", &found.reach.executables),
        ("hosts", &found.reach.hosts),
        ("tools", &found.reach.tools),
        ("variables", &found.reach.variables),
    ] {
        if !list.is_empty() {
            rows.push((label, list.join(", ")));
        }
    }
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).min(20);
    for (label, text) in rows {
        let label = visible::line(label);
        let text = shell.hanging(&visible::line(&text), width + 2);
        shell.data(format_args!("{}{label:>width$}{:#}  {text}", style::HEADER, style::HEADER))?;
    }
    if let Some(why) = &found.unusable {
        shell.warning(format_args!("no client can use it: {}", visible::line(why)));
    }
    Ok(ExitStatus::Done)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => one_line(text),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The reference reader's properties (name, description, license, compatibility, allowed-tools, metadata) under its
/// names, and more.
fn to_json(found: &Info) -> Value {
    let mut value = json!({ "format": "skill.info/1", "folderName": found.name });
    for key in ["name", "description", "license", "compatibility", "allowed-tools", "metadata"] {
        if let Some(field) = found.fields.get(key) {
            value[key] = field.clone();
        }
    }
    value["category"] = json!(found.category);
    value["tags"] = json!(found.tags);
    value["fields"] = Value::Object(found.fields.clone());
    value["unusable"] = json!(found.unusable);
    value["folder"] = json!(found.folder.as_ref().map(|folder| folder.to_string_lossy()));
    value["digest"] = json!(found.tree.digest().to_string());
    if let Some(locked) = &found.locked {
        value["source"] = json!(locked.source.to_string());
        value["version"] = json!(locked.version());
        value["commit"] = match &locked.pin {
            Pin::Commit { commit, .. } => json!(commit.to_string()),
            Pin::Archive { .. }
            | Pin::Version { .. }
            | Pin::Package { .. }
            | Pin::Artifact { .. }
            | Pin::Alive => Value::Null,
        };
    }
    let files: Vec<Value> = found
        .tree
        .files()
        .iter()
        .map(|file| {
            json!({
                "path": file.path,
                "size": file.content.len(),
                "executable": file.mode == Mode::Executable,
                "link": file.mode == Mode::Symlink,
            })
        })
        .collect();
    value["files"] = json!(files);
    value["executables"] = json!(found.reach.executables);
    value["hosts"] = json!(found.reach.hosts);
    value["tools"] = json!(found.reach.tools);
    value["variables"] = json!(found.reach.variables);
    let [metadata, body, others] = found.tokens;
    value["tokens"] = json!({ "metadata": metadata, "body": body, "files": others });
    value
}
