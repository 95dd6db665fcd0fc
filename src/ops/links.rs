//! Links in agents' folders: which agents a scope links, making and taking away, and the report for each agent.

use std::{collections::BTreeMap, path::PathBuf};

use super::{Context, error::Error, install::requires, scope::ScopeFolder};
use crate::{
    host::{
        fs,
        link::{self, Change, LinkError, Wanted},
    },
    model::{
        agent::{self, Agent, Scope},
        event::{Event, Verb},
        lockfile::Lockfile,
        manifest::{Agents, LinkMode, Manifest},
        name::FolderName,
    },
};

/// What an agent gets in a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// It reads the shared folder itself.
    Native,
    /// It gets links (or copies) in this folder.
    Linked { folder: PathBuf },
    /// It is on this machine, but the scope does not link it.
    NotLinked,
    /// It has no folder in this scope.
    NoFolder,
}

/// An agent and what it gets.
#[derive(Debug, Clone)]
pub(crate) struct Treated {
    pub(crate) agent: &'static Agent,
    /// Whether it was seen in this scope or on this machine.
    pub(crate) present: bool,
    pub(crate) treatment: Treatment,
}

/// Links that were made or stood already, by agent.
#[derive(Debug, Default)]
pub(crate) struct LinkReport {
    pub(crate) linked: Vec<Linked>,
    /// Agents that read the shared folder themselves, as far as they are present.
    pub(crate) native: Vec<&'static Agent>,
    /// Agents on this machine that are not linked here.
    pub(crate) unlinked: Vec<&'static Agent>,
}

/// One agent's folder after linking. Agents that share a folder are one entry.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) agents: Vec<&'static Agent>,
    pub(crate) folder: PathBuf,
    /// Whether the folder is (by a link) the shared folder itself.
    pub(crate) same_place: bool,
    pub(crate) copied: bool,
    pub(crate) made: Vec<FolderName>,
    pub(crate) unchanged: Vec<FolderName>,
    /// Skills that could not be linked, with the reason.
    pub(crate) skipped: Vec<(FolderName, String)>,
}

fn variable<'a>(context: &'a Context<'_>) -> impl Fn(&str) -> Option<PathBuf> + 'a {
    |name| context.dirs.environment.path(name)
}

/// Whether an agent is used in this scope, as its folder tells.
pub(crate) fn is_present(context: &Context<'_>, folder: &ScopeFolder, agent: &Agent) -> bool {
    // The shared folder is everybody's: it tells of no agent.
    if agent.is_native(folder.scope) {
        return false;
    }
    agent.sign(folder.scope, &folder.root, &variable(context)).is_some_and(|sign| fs::is_folder(&sign))
}

/// Whether an agent is used by this user at all.
fn is_on_machine(context: &Context<'_>, agent: &Agent) -> bool {
    agent.sign(Scope::User, &context.dirs.home, &variable(context)).is_some_and(|sign| {
        // `~/.agents` and `~/.config` are everybody's: they tell of no agent.
        fs::is_folder(&sign)
            && !sign.ends_with(".agents")
            && !sign.ends_with(".config")
            && !sign.ends_with(".config/agents")
    })
}

/// The skills of a scope that are to be linked: those the manifest has switched on, and what they need. Without a
/// manifest, all that are locked.
pub(crate) fn enabled(manifest: &Manifest, lockfile: &Lockfile) -> Vec<FolderName> {
    if manifest.skills.is_empty() {
        return lockfile.skills.keys().cloned().collect();
    }
    let is_off = |name: &FolderName| manifest.skills.get(name).is_some_and(|wanted| !wanted.enabled);
    let mut names: Vec<FolderName> = manifest.skills.keys().filter(|name| !is_off(name)).cloned().collect();
    let needed = requires::needed_by(lockfile, names.iter().cloned());
    names.extend(needed.into_iter().filter(|name| !is_off(name)));
    names.sort();
    names
}

/// What every known agent gets in this scope. `named` agents are linked whether present or not.
pub(crate) fn treatments(
    context: &Context<'_>,
    folder: &ScopeFolder,
    agents: &Agents,
    named: &[String],
) -> Result<Vec<Treated>, Error> {
    let mut wanted = Vec::new();
    for name in agents.link.iter().flatten().chain(named) {
        wanted.push(agent::find(name)?.id);
    }
    let mut all = Vec::new();
    for agent in agent::all() {
        let here = is_present(context, folder, agent);
        let on_machine = is_on_machine(context, agent);
        let by_default = match folder.scope {
            // It does not read the shared folder: without a link its user would get nothing.
            Scope::Project if agent.id == "claude-code" => here || on_machine,
            Scope::Project | Scope::User => here,
        };
        let links = wanted.contains(&agent.id) || (agents.link.is_none() && by_default);
        let treatment = match agent.skills_folder(folder.scope, &folder.root, &variable(context)) {
            None => Treatment::NoFolder,
            Some(_) if agent.is_native(folder.scope) => Treatment::Native,
            Some(place) if links => Treatment::Linked { folder: place },
            Some(_) => Treatment::NotLinked,
        };
        all.push(Treated { agent, present: here || on_machine, treatment });
    }
    Ok(all)
}

/// The manifest's list of linked agents once these are named: those linked so far stay.
pub(crate) fn with_named(
    context: &Context<'_>,
    folder: &ScopeFolder,
    agents: &Agents,
    named: &[String],
) -> Result<Vec<String>, Error> {
    let mut list: Vec<String> = match &agents.link {
        Some(list) => list.clone(),
        None => treatments(context, folder, agents, &[])?
            .into_iter()
            .filter(|treated| matches!(treated.treatment, Treatment::Linked { .. }))
            .map(|treated| treated.agent.id.to_owned())
            .collect(),
    };
    for name in named {
        let id = agent::find(name)?.id;
        if !list.iter().any(|other| other == id) {
            list.push(id.to_owned());
        }
    }
    list.sort();
    Ok(list)
}

/// Links these skills for every agent that the scope links. What can't be linked is reported and stops nothing.
pub(crate) fn link_all(
    context: &Context<'_>,
    folder: &ScopeFolder,
    agents: &Agents,
    skills: &[FolderName],
) -> Result<LinkReport, Error> {
    Ok(link_for(context, folder, agents, skills, treatments(context, folder, agents, &[])?))
}

/// Like [`link_all`], for the agents given.
fn link_for(
    context: &Context<'_>,
    folder: &ScopeFolder,
    agents: &Agents,
    skills: &[FolderName],
    treatments: Vec<Treated>,
) -> LinkReport {
    let mut report = LinkReport::default();
    let mut folders: BTreeMap<PathBuf, Vec<&'static Agent>> = BTreeMap::new();
    for treated in treatments {
        match treated.treatment {
            Treatment::Linked { folder } => folders.entry(folder).or_default().push(treated.agent),
            Treatment::Native if treated.present => report.native.push(treated.agent),
            Treatment::NotLinked if treated.present => report.unlinked.push(treated.agent),
            Treatment::Native | Treatment::NotLinked | Treatment::NoFolder => {}
        }
    }
    let wanted = match agents.mode {
        Some(LinkMode::Copy) => Wanted::Copy,
        Some(LinkMode::Symlink) | None => Wanted::Link,
    };
    for (place, agents) in folders {
        let mut linked = Linked {
            agents,
            folder: place,
            same_place: false,
            copied: false,
            made: Vec::new(),
            unchanged: Vec::new(),
            skipped: Vec::new(),
        };
        for skill in skills {
            link_one(folder, skill, wanted, &mut linked);
        }
        for (skill, why) in &linked.skipped {
            let text = format!("`{skill}` is not linked for {}: {why}", names(&linked.agents));
            context.reporter.event(Event::Warning { text: &text });
        }
        report.linked.push(linked);
    }
    report
}

fn link_one(folder: &ScopeFolder, skill: &FolderName, wanted: Wanted, linked: &mut Linked) {
    let target = folder.skills().join(skill.as_str());
    match link::make(&target, &linked.folder.join(skill.as_str()), wanted) {
        Ok(made) => {
            linked.copied |= made.kind == link::Kind::Copy;
            match made.change {
                Change::New | Change::Replaced => linked.made.push(skill.clone()),
                Change::Unchanged => linked.unchanged.push(skill.clone()),
                Change::SamePlace => {
                    linked.same_place = true;
                    linked.unchanged.push(skill.clone());
                }
            }
        }
        Err(error) => linked.skipped.push((skill.clone(), error.to_string())),
    }
}

/// Names of agents as a list for people.
pub(crate) fn names(agents: &[&'static Agent]) -> String {
    agents.iter().map(|agent| agent.id).collect::<Vec<_>>().join(", ")
}

/// Takes away every link to this skill that we made, whichever agent's folder it is in; gives the agents' ids. Folders
/// of links that become empty go too.
pub(crate) fn unlink(
    context: &Context<'_>,
    folder: &ScopeFolder,
    skill: &FolderName,
) -> Result<Vec<&'static str>, Error> {
    unlink_from(context, folder, skill, agent::all().iter())
}

/// Like [`unlink`], for these agents only.
pub(crate) fn unlink_from<'b>(
    context: &Context<'_>,
    folder: &ScopeFolder,
    skill: &FolderName,
    agents: impl Iterator<Item = &'b Agent>,
) -> Result<Vec<&'b str>, Error> {
    let target = folder.skills().join(skill.as_str());
    let mut gone = Vec::new();
    for agent in agents {
        let Some(place) = agent.skills_folder(folder.scope, &folder.root, &variable(context)) else {
            continue;
        };
        if agent.is_native(folder.scope) || fs::is_same(&place, &folder.skills()) {
            continue;
        }
        match link::remove(&place.join(skill.as_str()), &target) {
            Ok(true) => {
                fs::remove_if_empty(&place);
                gone.push(agent.id);
                let what = format!("{skill} from {} ({})", agent.id, folder.shown(&place));
                context.reporter.event(Event::Done { verb: Verb::Unlinked, what: &what });
            }
            Ok(false) => {}
            Err(error @ LinkError::Edited { .. }) => {
                let text = format!("{error}; it stays");
                context.reporter.event(Event::Warning { text: &text });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(gone)
}
