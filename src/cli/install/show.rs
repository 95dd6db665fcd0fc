//! What an install shows: the skills of a source, the plan, the outcome; as text and as JSON.

use std::path::Path;

use serde_json::{Value, json};

use super::details::{details, one_line, version_of};
use crate::{
    cli::{
        Global,
        error::{CliError, ExitStatus},
    },
    model::{event::Verb, lockfile::Pin, tree::Mode, visible},
    ops::{
        discover::Candidate,
        install::{
            Content, Gathered, Incoming,
            bare::Placed,
            plan::{Action, Installed, Plan, Step},
        },
        links::names,
    },
    ui::{
        shell::Shell,
        size::count,
        style,
        table::{Table, clip, columns},
    },
};

/// A skill in one line: its name in `longest` columns and the beginning of its description.
pub(super) fn line_of(candidate: &Candidate, longest: usize, width: usize) -> String {
    let name = visible::line(candidate.name());
    let pad = " ".repeat(longest.min(32).saturating_sub(columns(&name)));
    let description = one_line(candidate.card.description.as_deref().unwrap_or_default());
    clip(&format!("{name}{pad}  {}", visible::line(&description)), width)
}

/// `--list`: what the sources offer.
pub(super) fn available(
    gathered: &[Gathered<'_>],
    global: &Global,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if global.json {
        let sources: Vec<Value> = gathered.iter().map(available_json).collect();
        shell.json(&json!({ "format": "skill.available/1", "sources": sources }))?;
        return Ok(ExitStatus::Done);
    }
    for one in gathered {
        let state = one.origin.shown_state();
        let state = if state.is_empty() { state } else { format!(", {state}") };
        shell.remark(format_args!("{}: {}{state}", one.origin, count(one.found.skills.len(), "skill")));
        let mut table = Table::new(["name", "path"]);
        for skill in &one.found.skills {
            let hidden = if skill.card.internal { " (internal)" } else { "" };
            let name = format!("{}{hidden}", visible::line(skill.name()));
            table.row([name, visible::line(skill.shown_path()).into_owned()]);
        }
        let width = shell.width();
        let mut lines = table.lines(width).into_iter();
        if let Some(head) = lines.next() {
            shell.data(head)?;
        }
        for (line, skill) in lines.zip(&one.found.skills) {
            shell.data(line)?;
            let description = one_line(skill.card.description.as_deref().unwrap_or_default());
            let description = clip(&visible::line(&description), width - 4);
            shell.data(format_args!("{}    {description}{:#}", style::DIM, style::DIM))?;
        }
        for rejected in &one.found.rejected {
            shell.warning(rejected);
        }
    }
    Ok(ExitStatus::Done)
}

fn available_json(gathered: &Gathered<'_>) -> Value {
    let skills: Vec<Value> = gathered
        .found
        .skills
        .iter()
        .map(|skill| {
            json!({
                "name": skill.name(),
                "path": skill.shown_path(),
                "description": skill.card.description,
                "version": skill.card.version,
                "internal": skill.card.internal,
                "foundBy": skill.found_by,
            })
        })
        .collect();
    let rejected: Vec<Value> = gathered
        .found
        .rejected
        .iter()
        .map(|rejected| json!({ "path": rejected.path, "reason": rejected.reason.to_string() }))
        .collect();
    let commit = match &gathered.origin.pin {
        Pin::Commit { commit, .. } => Some(commit.to_string()),
        Pin::Archive { .. }
        | Pin::Version { .. }
        | Pin::Package { .. }
        | Pin::Artifact { .. }
        | Pin::Alive => None,
    };
    json!({ "source": gathered.origin.to_string(), "commit": commit, "skills": skills, "rejected": rejected })
}

/// The plan, before anything is done.
pub(super) fn plan(plan: &Plan, shell: &Shell) {
    for step in plan.steps.iter().filter(|step| step.action != Action::Keep) {
        let verb = match step.action {
            Action::Add => "add",
            Action::Update => "update",
            Action::Replace => "replace (a backup is kept)",
            Action::Keep => "keep",
        };
        let was = step
            .before
            .as_ref()
            .filter(|_| step.action != Action::Add)
            .map(|before| format!(", was {}", before.version()));
        shell.remark(format_args!(
            "{}{}{:#} {}  {verb}{}",
            style::LITERAL,
            step.incoming.name,
            style::LITERAL,
            version_of(&step.incoming),
            was.unwrap_or_default()
        ));
        for line in details(&step.incoming, shell.width()) {
            shell.remark(format_args!("    {line}"));
        }
    }
    for name in &plan.leaving {
        shell.remark(format_args!("{}{name}{:#}  remove", style::LITERAL, style::LITERAL));
    }
}

/// What a plan held, kept for the report after it was carried out.
pub(super) struct Summary {
    root: String,
    skills_folder: String,
    scope: &'static str,
    steps: Vec<Value>,
    skills: usize,
    lockfile: String,
    save: bool,
}

impl Summary {
    /// The single steps are kept for JSON only.
    pub(super) fn of(plan: &Plan, json: bool) -> Self {
        let folder = &plan.state.folder;
        Self {
            root: folder.root.to_string_lossy().into_owned(),
            skills_folder: folder.shown(&folder.skills()),
            scope: folder.scope.as_str(),
            steps: if json { plan.steps.iter().map(step_json).collect() } else { Vec::new() },
            skills: plan.steps.len(),
            lockfile: folder.shown(&folder.lockfile()),
            save: true,
        }
    }

    pub(super) fn json(&self, installed: &Installed, shell: &Shell) -> Result<(), CliError> {
        let links: Vec<Value> = installed
            .links
            .linked
            .iter()
            .map(|linked| {
                json!({
                    "agents": linked.agents.iter().map(|agent| agent.id).collect::<Vec<_>>(),
                    "folder": linked.folder.to_string_lossy(),
                    "kind": if linked.same_place { "same-place" } else if linked.copied { "copy" } else { "link" },
                    "made": linked.made.iter().map(crate::model::name::FolderName::as_str).collect::<Vec<_>>(),
                    "unchanged": linked.unchanged.iter().map(crate::model::name::FolderName::as_str).collect::<Vec<_>>(),
                    "skipped": linked.skipped.iter().map(|(name, why)| json!({ "name": name.as_str(), "reason": why })).collect::<Vec<_>>(),
                })
            })
            .collect();
        shell.json(&json!({
            "format": "skill.install/1",
            "dryRun": false,
            "scope": self.scope,
            "root": self.root,
            "skills": self.steps,
            "removed": installed.removed.iter().map(crate::model::name::FolderName::as_str).collect::<Vec<_>>(),
            "links": links,
            "native": installed.links.native.iter().map(|agent| agent.id).collect::<Vec<_>>(),
            "notLinked": installed.links.unlinked.iter().map(|agent| agent.id).collect::<Vec<_>>(),
        }))?;
        Ok(())
    }
}

fn step_json(step: &Step) -> Value {
    let incoming = &step.incoming;
    let (files, size, executables) = match &incoming.content {
        Content::Tree(tree) => (
            Some(tree.files().len()),
            Some(tree.size()),
            Some(
                tree.files()
                    .iter()
                    .filter(|file| file.mode == Mode::Executable)
                    .map(|file| file.path.clone())
                    .collect::<Vec<_>>(),
            ),
        ),
        Content::Merged(_) | Content::Stored(_) | Content::InPlace(_) | Content::Live(_) => {
            (None, None, None)
        }
    };
    let commit = match &incoming.locked.pin {
        Pin::Commit { commit, .. } => Some(commit.to_string()),
        Pin::Archive { .. }
        | Pin::Version { .. }
        | Pin::Package { .. }
        | Pin::Artifact { .. }
        | Pin::Alive => None,
    };
    json!({
        "name": incoming.name.as_str(),
        "action": step.action,
        "version": incoming.locked.version(),
        "source": incoming.locked.source.to_string(),
        "commit": commit,
        "digest": incoming.locked.digest.map(|digest| digest.to_string()),
        "files": files,
        "size": size,
        "executables": executables,
    })
}

/// A dry run's plan.
pub(super) fn plan_json(plan: &Plan, _installed: Option<&Installed>, shell: &Shell) -> Result<(), CliError> {
    let folder = &plan.state.folder;
    shell.json(&json!({
        "format": "skill.install/1",
        "dryRun": true,
        "scope": folder.scope.as_str(),
        "root": folder.root.to_string_lossy(),
        "skills": plan.steps.iter().map(step_json).collect::<Vec<_>>(),
        "removed": plan.leaving.iter().map(crate::model::name::FolderName::as_str).collect::<Vec<_>>(),
    }))?;
    Ok(())
}

/// What came of an install, agent by agent.
pub(super) fn outcome(summary: &Summary, installed: &Installed, adding: bool, shell: &Shell) {
    let links = &installed.links;
    for linked in &links.linked {
        let folder = linked.folder.to_string_lossy();
        let folder = folder.strip_prefix(&format!("{}/", summary.root)).unwrap_or(&folder).to_owned();
        if linked.same_place {
            shell.detail(format_args!(
                "{} reads {folder}, which is the shared folder itself",
                names(&linked.agents)
            ));
        } else if !linked.made.is_empty() {
            let how = if linked.copied { "copied" } else { "linked" };
            let what = count(linked.made.len(), "skill");
            shell.status(Verb::Linked, format_args!("{} ({what} {how} in {folder})", names(&linked.agents)));
        }
    }
    let nothing = installed.changed.is_empty() && installed.removed.is_empty();
    if nothing {
        let what = count(summary.skills, "skill");
        shell.status(Verb::Unchanged, format_args!("{what} in {}", summary.skills_folder));
    } else if summary.save {
        shell.status(
            Verb::Finished,
            format_args!(
                "{} in {}, locked in {}",
                count(summary.skills, "skill"),
                summary.skills_folder,
                summary.lockfile
            ),
        );
    }
    if adding {
        if !links.native.is_empty() {
            shell.remark(format_args!(
                "{:>12} {} read{} {} directly",
                "",
                names(&links.native),
                if links.native.len() == 1 { "s" } else { "" },
                summary.skills_folder
            ));
        }
        if let Some(first) = links.unlinked.first() {
            shell.note(format_args!("not linked, though on this machine: {}", names(&links.unlinked)));
            let scope = if summary.scope == "user" { " -u" } else { "" };
            shell.hint(format_args!("`skill link{scope} --agent {}` links what is installed", first.id));
        }
    }
}

/// What `--dir` did.
pub(super) fn bare(dir: &Path, incoming: &[Incoming], placed: &[Placed], dry_run: bool, shell: &Shell) {
    for (one, placed) in incoming.iter().zip(placed) {
        match placed {
            Placed::Unchanged => shell.status(Verb::Unchanged, &one.name),
            Placed::Added | Placed::Replaced if dry_run => {
                shell.remark(format_args!("{} would be written to {}", one.name, shown(dir)));
            }
            Placed::Added | Placed::Replaced => {}
        }
    }
    if dry_run {
        shell.remark("nothing was changed: this is a dry run");
    } else {
        shell.status(Verb::Finished, format_args!("{} in {}", count(incoming.len(), "skill"), shown(dir)));
    }
}

pub(super) fn bare_json(
    dir: &Path,
    incoming: &[Incoming],
    placed: &[Placed],
    dry_run: bool,
    shell: &Shell,
) -> Result<(), CliError> {
    let skills: Vec<Value> = incoming
        .iter()
        .zip(placed)
        .map(|(one, placed)| {
            let action = match placed {
                Placed::Added => "add",
                Placed::Replaced => "replace",
                Placed::Unchanged => "keep",
            };
            json!({ "name": one.name.as_str(), "action": action, "digest": one.content.digest().map(|digest| digest.to_string()) })
        })
        .collect();
    shell.json(&json!({
        "format": "skill.install-dir/1", "dryRun": dry_run, "folder": dir.to_string_lossy(), "skills": skills,
    }))?;
    Ok(())
}

fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}
