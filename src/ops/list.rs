//! Every skill visible from here: those installed in the project and for the user, and others that lie in agents'
//! folders. The same folder reached twice is one entry with both places.

use std::path::{Path, PathBuf};

use super::{
    Context,
    error::Error,
    links::{self, Treatment},
    scope::ScopeFolder,
    state::{Intent, ScopeState},
};
use crate::{
    host::{fs, link},
    model::{
        agent::{Agent, SHARED_FOLDER, Scope},
        lockfile::{Locked, Pin},
        skill::{Card, Unusable, read_card},
        source::Source,
        tree::is_part_of_skill,
    },
};

/// The largest SKILL.md that is read, in bytes.
const MAX_MANIFEST: u64 = 10 * 1024 * 1024;

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
    pub(crate) folder: PathBuf,
    /// Other places that lead to the same folder.
    pub(crate) also_at: Vec<PathBuf>,
    pub(crate) locked: Option<Locked>,
    pub(crate) card: Option<Card>,
    pub(crate) state: State,
    /// Ids of agents that see it here, by reading its folder or through a link.
    pub(crate) agents: Vec<&'static str>,
    /// Whether the manifest, if it names it, has it switched on.
    pub(crate) enabled: bool,
    real: Option<PathBuf>,
}

impl Listed {
    /// Whether this agent reads the place where it lies.
    pub(crate) fn is_seen_by(&self, agent: &Agent) -> bool {
        self.agents.contains(&agent.id)
            || (agent.is_native(self.scope)
                && self.folder.parent().is_some_and(|parent| parent.ends_with(SHARED_FOLDER)))
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
}

/// Lists the given scopes, the first one taking precedence.
pub(crate) fn list(context: &Context<'_>, scopes: Vec<ScopeFolder>) -> Result<Listing, Error> {
    let mut listing = Listing::default();
    for folder in scopes {
        let state = ScopeState::open(context, folder, Intent::Read)?;
        list_scope(context, &state, &mut listing)?;
    }
    shadow(&mut listing.skills);
    Ok(listing)
}

fn list_scope(context: &Context<'_>, state: &ScopeState, listing: &mut Listing) -> Result<(), Error> {
    let shared = state.folder.skills();
    let mut names: Vec<String> = state.lockfile.skills.keys().map(|name| name.as_str().to_owned()).collect();
    for name in skill_names(&shared, listing)? {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort();
    let treatments = links::treatments(context, &state.folder, &state.manifest.agents, &[])?;
    let natives: Vec<&'static str> = treatments
        .iter()
        .filter(|treated| treated.present && treated.treatment == Treatment::Native)
        .map(|treated| treated.agent.id)
        .collect();
    for name in names {
        let mut listed = look(state, &shared.join(&name), &name);
        if listed.state != State::Missing {
            listed.agents.clone_from(&natives);
        }
        listing.skills.push(listed);
    }
    for treated in treatments {
        let place = treated.agent.skills_folder(state.folder.scope, &state.folder.root, &|name| {
            context.dirs.environment.path(name)
        });
        let Some(place) =
            place.filter(|place| *place != shared && is_agents_own(treated.agent.folder(state.folder.scope)))
        else {
            continue;
        };
        for name in skill_names(&place, listing)? {
            let folder = place.join(&name);
            let real = fs::canonical(&folder).ok();
            // A copy that we made is a place of the skill it was made from, not another skill.
            let is_ours = link::is_ours(&folder, &shared.join(&name));
            let same = listing.skills.iter_mut().find(|other| {
                (real.is_some() && other.real == real) || (is_ours && other.folder == shared.join(&name))
            });
            if let Some(listed) = same {
                if listed.folder != folder && !listed.also_at.contains(&folder) {
                    listed.also_at.push(folder);
                }
                if !listed.agents.contains(&treated.agent.id) {
                    listed.agents.push(treated.agent.id);
                }
            } else {
                let mut listed = look(state, &folder, &name);
                listed.locked = None;
                if !matches!(listed.state, State::Invalid { .. }) {
                    listed.state = State::Unmanaged;
                }
                listed.agents.push(treated.agent.id);
                listing.skills.push(listed);
            }
        }
    }
    Ok(())
}

/// Folders such as `skills` at a project's root are an author's own, not an agent's.
fn is_agents_own(folder: Option<&str>) -> bool {
    folder.is_some_and(|folder| folder.starts_with('.'))
}

/// Names of the folders (and links) in a folder of skills. Markdown files that look like skills become strays.
fn skill_names(folder: &Path, listing: &mut Listing) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    if !fs::is_folder(folder) {
        return Ok(names);
    }
    for (name, kind) in fs::list(folder)? {
        let name = name.to_string_lossy().into_owned();
        let path = folder.join(&name);
        match kind {
            fs::Standing::Folder | fs::Standing::Symlink
                if is_part_of_skill(&name)
                    && !name.starts_with('.')
                    && (kind == fs::Standing::Folder || !fs::is_file(&path)) =>
            {
                names.push(name);
            }
            fs::Standing::File if name.to_ascii_lowercase().ends_with(".md") => {
                let reads = fs::read_capped(&path, MAX_MANIFEST).is_ok_and(|bytes| read_card(&bytes).is_ok());
                if reads && !listing.strays.iter().any(|stray| stray.path == path) {
                    let stem = &name[..name.len() - 3];
                    listing.strays.push(Stray { path, advice: format!("{stem}/SKILL.md") });
                }
            }
            _ => {}
        }
    }
    Ok(names)
}

fn look(state: &ScopeState, folder: &Path, name: &str) -> Listed {
    let locked = state
        .lockfile
        .skills
        .iter()
        .find(|(locked, _)| locked.as_str() == name)
        .map(|(_, locked)| locked.clone());
    let enabled = state
        .manifest
        .skills
        .iter()
        .find(|(wanted, _)| wanted.as_str() == name)
        .is_none_or(|(_, wanted)| wanted.enabled);
    let real = fs::canonical(folder).ok();
    let (card, problem) = match &real {
        None => (None, None),
        Some(_) => match read_skill(folder) {
            Ok(card) => (Some(card), None),
            Err(problem) => (None, Some(problem)),
        },
    };
    let standing = match (&locked, &real, problem) {
        (_, None, _) if fs::standing(folder).is_ok_and(|standing| standing == fs::Standing::Symlink) => {
            let target = fs::read_link(folder).map(|target| target.display().to_string()).unwrap_or_default();
            State::Invalid { reason: format!("a link to `{target}`, where nothing is"), code: None }
        }
        (_, None, _) => State::Missing,
        (_, _, Some(problem)) => problem,
        (None, _, _) => State::Unmanaged,
        (Some(locked), _, _) => match locked.digest {
            // A live folder has nothing to be compared with.
            None => State::Ok,
            Some(digest) => match fs::hash_tree(folder) {
                Ok(found) if found == digest => State::Ok,
                _ => State::Edited,
            },
        },
    };
    let standing = if standing == State::Ok && !enabled { State::Disabled } else { standing };
    Listed {
        name: name.to_owned(),
        scope: state.folder.scope,
        folder: folder.to_owned(),
        also_at: Vec::new(),
        locked,
        card,
        state: standing,
        agents: Vec::new(),
        enabled,
        real,
    }
}

/// Reads a folder's SKILL.md, through links.
fn read_skill(folder: &Path) -> Result<Card, State> {
    let invalid = |reason: String, code| State::Invalid { reason, code };
    let path = folder.join("SKILL.md");
    if fs::standing(&path).is_ok_and(|standing| standing == fs::Standing::Symlink) && !fs::is_file(&path) {
        let target = fs::read_link(&path).map(|target| target.display().to_string()).unwrap_or_default();
        return Err(invalid(format!("its SKILL.md is a link to `{target}`, where no file is"), None));
    }
    if fs::standing_followed(&path).is_ok_and(|standing| standing == fs::Standing::Nothing) {
        return Err(invalid("it has no SKILL.md".to_owned(), None));
    }
    let bytes = fs::read_capped(&path, MAX_MANIFEST).map_err(|error| invalid(error.to_string(), None))?;
    read_card(&bytes)
        .map_err(|unusable: Unusable| invalid(unusable.to_string(), Some(unusable.platform_code())))
}

/// Marks every later skill of a name that came before.
fn shadow(skills: &mut [Listed]) {
    for index in 1..skills.len() {
        let (before, rest) = skills.split_at_mut(index);
        let listed = &mut rest[0];
        let hides = |other: &&Listed| {
            other.name == listed.name
                && !matches!(other.state, State::Missing | State::Invalid { .. } | State::Disabled)
        };
        if matches!(listed.state, State::Ok | State::Unmanaged) && before.iter().any(|other| hides(&other)) {
            listed.state = State::Shadowed;
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
