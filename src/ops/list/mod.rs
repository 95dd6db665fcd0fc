//! Every skill visible from here: those installed in the project and for the user, and others that lie in agents'
//! folders. The same folder reached twice is one entry with both places. What comes first takes precedence: folders
//! nearer to the current one, project over user, in a scope the shared folder over agents' own (in the table's order), in
//! a folder by name. Ignore files hide nothing that is installed.

mod look;
mod walk;

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use super::{
    Context, advisories,
    error::Error,
    links::{self, Treatment},
    scope::ScopeFolder,
    state::{Intent, ScopeState},
    trust::{Doubt, Trust},
};
use crate::{
    host::link,
    model::{
        agent::{Agent, SHARED_FOLDER, Scope},
        digest::Digest,
        lockfile::{Locked, Pin},
        skill::Card,
        source::Source,
    },
};

/// How a skill stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    Ok,
    /// Its files are not those that were installed.
    Edited,
    /// Locked, but not in its folder.
    Missing,
    /// Another skill of this name comes first.
    Shadowed,
    Disabled,
    /// In the folder, but not in the lockfile.
    Unmanaged,
    /// No client can use it.
    Invalid {
        reason: String,
        code: Option<&'static str>,
    },
}

impl State {
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Edited => "edited",
            Self::Missing => "missing",
            Self::Shadowed => "shadowed",
            Self::Disabled => "disabled",
            Self::Unmanaged => "unmanaged",
            Self::Invalid { .. } => "invalid",
        }
    }
}

/// One skill.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) scope: Scope,
    /// The root of its scope: the project, a folder in it, or the home folder.
    pub(crate) root: PathBuf,
    pub(crate) folder: PathBuf,
    /// Other places that lead to the same folder.
    pub(crate) also_at: Vec<PathBuf>,
    pub(crate) locked: Option<Locked>,
    pub(crate) card: Option<Card>,
    pub(crate) state: State,
    /// The folder of the skill that comes first, of a shadowed one.
    pub(crate) shadowed_by: Option<PathBuf>,
    /// What registries are known to say against it: the advisories that came last.
    pub(crate) advisories: Vec<String>,
    /// What keeps a project's skill from agents; `None` when nothing does, or trust was not asked about.
    pub(crate) doubt: Option<Doubt>,
    /// Ids of agents that see it here, by reading its folder or through a link.
    pub(crate) agents: Vec<&'static str>,
    /// Whether the manifest, if it names it, has it switched on.
    pub(crate) enabled: bool,
    /// Its folder, links resolved; `None` when nothing is there.
    pub(crate) real: Option<PathBuf>,
    /// Whether it is, by another way, one of the user's own.
    is_own: bool,
    /// The digest of its files, where it was compared with the lockfile.
    tree: Option<Digest>,
}

impl Listed {
    /// Whether this agent reads the place where it lies.
    pub(crate) fn is_seen_by(&self, agent: &Agent) -> bool {
        self.agents.contains(&agent.id)
            || (agent.is_native(self.scope)
                && self.folder.ancestors().skip(1).any(|parent| parent.ends_with(SHARED_FOLDER)))
    }

    /// The name its frontmatter gives, else its folder's.
    pub(crate) fn called(&self) -> &str {
        self.card.as_ref().and_then(|card| card.name.as_deref()).unwrap_or(&self.name)
    }

    /// Its state in a word, trust included.
    pub(crate) fn shown_state(&self) -> &'static str {
        match self.state {
            State::Ok | State::Unmanaged if self.doubt.is_some() => "untrusted",
            _ => self.state.as_str(),
        }
    }

    /// Whether it takes its name from those that come later.
    fn takes_its_name(&self) -> bool {
        self.enabled && self.doubt.is_none() && !matches!(self.state, State::Missing | State::Invalid { .. })
    }
}

/// Files that are no skills but stand where skills go, with a word on each.
#[derive(Debug, Clone)]
pub(crate) struct Stray {
    pub(crate) path: PathBuf,
    pub(crate) advice: String,
}

/// What a listing found.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) skills: Vec<Listed>,
    pub(crate) strays: Vec<Stray>,
    /// Folders that could not be looked into to their end, each with a phrase.
    pub(crate) troubles: Vec<(PathBuf, String)>,
    /// Where a real folder is listed already.
    by_real: HashMap<PathBuf, usize>,
    /// The skills of each folder's name, first one first.
    by_name: HashMap<String, Vec<usize>>,
}

/// Lists the given scopes, the first one taking precedence. Trust is not asked about.
pub(crate) fn list(context: &Context<'_>, scopes: Vec<ScopeFolder>) -> Result<Listing, Error> {
    listing(context, scopes, None)
}

/// Like [`list`]; what is not trusted is marked, and takes no name from others.
pub(crate) fn list_with_trust(context: &Context<'_>, scopes: Vec<ScopeFolder>) -> Result<Listing, Error> {
    let trust = Trust::open(context)?;
    listing(context, scopes, Some(&trust))
}

fn listing(context: &Context<'_>, scopes: Vec<ScopeFolder>, trust: Option<&Trust>) -> Result<Listing, Error> {
    let mut listing = Listing::default();
    for folder in scopes {
        let state = ScopeState::open(context, folder, Intent::Read)?;
        list_scope(context, &state, &mut listing)?;
    }
    if let Some(trust) = trust {
        for skill in &mut listing.skills {
            if skill.scope == Scope::Project && skill.card.is_some() && !skill.is_own {
                skill.doubt = trust.doubt(&skill.root, &skill.folder, skill.tree);
            }
        }
    }
    shadow(&mut listing.skills);
    Ok(listing)
}

fn list_scope(context: &Context<'_>, state: &ScopeState, listing: &mut Listing) -> Result<(), Error> {
    let treatments = links::treatments(context, &state.folder, &state.manifest.agents, &[])?;
    let natives: Vec<&'static str> = treatments
        .iter()
        .filter(|treated| treated.present && treated.treatment == Treatment::Native)
        .map(|treated| treated.agent.id)
        .collect();
    let shared = state.folder.skills();
    let (mut places, mut readers) = (vec![shared.clone()], vec![natives]);
    for (place, agents) in agents_places(context, state, &treatments, &shared) {
        places.push(place);
        readers.push(agents);
    }
    let found = walk::skills_in(state, &places, listing);
    for (place, mut listed) in found.skills {
        if listed.state != State::Missing {
            listed.agents.clone_from(&readers[place]);
        }
        if let Some(index) = listing.copied_from(&listed) {
            match listing.skills[index].real.clone() {
                Some(original) => {
                    listing.add_way(&original, listed.folder, &readers[place], state.folder.scope);
                }
                // The link waits for its skill, which is listed as missing.
                None => listing.skills[index].also_at.push(listed.folder),
            }
            continue;
        }
        if let Some(real) = &listed.real {
            listing.by_real.entry(real.clone()).or_insert(listing.skills.len());
        }
        listing.by_name.entry(listed.name.clone()).or_default().push(listing.skills.len());
        listing.skills.push(listed);
    }
    for (place, folder, real) in found.aliases {
        listing.add_way(&real, folder, &readers[place], state.folder.scope);
    }
    if state.lockfile.skills.values().any(|locked| locked.digest.is_some()) {
        let feeds = advisories::feeds_at_hand(context, &state.folder);
        for skill in listing.skills.iter_mut().filter(|skill| skill.root == state.folder.root) {
            let against = skill.locked.as_ref().map(|locked| advisories::against(&feeds, locked));
            skill.advisories = against.into_iter().flatten().map(ToString::to_string).collect();
        }
    }
    Ok(())
}

/// The agents' own folders of a scope in the table's order, each once, with those that read it.
fn agents_places(
    context: &Context<'_>,
    state: &ScopeState,
    treatments: &[links::Treated],
    shared: &Path,
) -> Vec<(PathBuf, Vec<&'static str>)> {
    let (scope, root) = (state.folder.scope, &state.folder.root);
    let mut places: Vec<(PathBuf, Vec<&'static str>)> = Vec::new();
    let mut known: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for treated in treatments {
        let place = treated.agent.skills_folder(scope, root, &|name| context.dirs.environment.path(name));
        let Some(place) = place.filter(|place| place != shared && is_agents_own(treated.agent.folder(scope)))
        else {
            continue;
        };
        let index = *known.entry(place.clone()).or_insert_with(|| {
            places.push((place, Vec::new()));
            places.len() - 1
        });
        places[index].1.push(treated.agent.id);
    }
    places
}

/// Folders such as `skills` at a project's root are an author's own, not an agent's.
fn is_agents_own(folder: Option<&str>) -> bool {
    folder.is_some_and(|folder| folder.starts_with('.'))
}

impl Listing {
    /// The skill that a copy of ours was made from: the copy is a place of it, not another skill.
    fn copied_from(&self, listed: &Listed) -> Option<usize> {
        self.by_name.get(&listed.name)?.iter().copied().find(|&index| {
            let other = &self.skills[index];
            other.root == listed.root && link::is_ours(&listed.folder, &other.folder)
        })
    }

    /// Notes another way to a skill that is here, and who takes it.
    fn add_way(&mut self, real: &Path, folder: PathBuf, agents: &[&'static str], scope: Scope) {
        let Some(same) = self.by_real.get(real).and_then(|&index| self.skills.get_mut(index)) else {
            // A group of skills, not a skill.
            return;
        };
        same.is_own |= scope == Scope::User;
        if same.folder != folder && !same.also_at.contains(&folder) {
            same.also_at.push(folder);
        }
        for agent in agents {
            if !same.agents.contains(agent) {
                same.agents.push(agent);
            }
        }
    }
}

/// Marks every later skill whose name, or whose folder's name, came before.
fn shadow(skills: &mut [Listed]) {
    let mut called: HashMap<String, usize> = HashMap::new();
    let mut folders: HashMap<String, usize> = HashMap::new();
    for index in 0..skills.len() {
        let listed = &skills[index];
        let first = called.get(listed.called()).or_else(|| folders.get(&listed.name)).copied();
        match first {
            Some(first) => {
                if matches!(listed.state, State::Ok | State::Unmanaged) {
                    let by = skills[first].folder.clone();
                    skills[index].state = State::Shadowed;
                    skills[index].shadowed_by = Some(by);
                }
            }
            None if listed.takes_its_name() => {
                called.insert(listed.called().to_owned(), index);
                folders.insert(listed.name.clone(), index);
            }
            None => {}
        }
    }
}

/// The version for people: what a lockfile pins where that is a commit or release, else what its author wrote.
pub(crate) fn shown_version(listed: &Listed) -> String {
    let written = listed.card.as_ref().and_then(|card| card.version.clone());
    match &listed.locked {
        Some(locked)
            if matches!(
                locked.pin,
                Pin::Commit { .. }
                    | Pin::Version { .. }
                    | Pin::Package { .. }
                    | Pin::Artifact { version: Some(_), .. }
            ) =>
        {
            locked.version()
        }
        Some(locked) => written.unwrap_or_else(|| locked.version()),
        None => written.unwrap_or_else(|| "-".to_owned()),
    }
}

/// The source of a locked skill for people; `-` for others.
pub(crate) fn shown_source(listed: &Listed) -> String {
    listed.locked.as_ref().map_or_else(
        || "-".to_owned(),
        |locked| match &locked.source {
            Source::Git { url, .. } => url.to_string(),
            other => other.to_string(),
        },
    )
}
