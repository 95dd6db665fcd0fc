//! Restoring: what manifest and lockfile say, onto the disk, byte for byte.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use super::{
    Content, Gathered, Incoming, Options, is_alive,
    plan::Plan,
    requires::{self, Chosen},
    target,
};
use crate::{
    host::{assemble::is_within, fs, store::Store},
    model::{
        event::Event,
        lockfile::{Locked, Pin},
        manifest::{LinkMode, Requirement},
        name::FolderName,
        source::{RepoPath, Source, Wanted},
    },
    ops::{Context, error::Error, fetch, parallel, select, state::ScopeState},
};

/// How much a restore may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LockMode {
    /// What the lockfile lacks is resolved and locked.
    Normal,
    /// `--locked`: the lockfile must hold all that the manifest wants, and nothing else.
    Locked,
}

/// Plans a restore of the whole scope.
pub(crate) fn plan(
    context: &Context<'_>,
    store: &Store,
    state: ScopeState,
    mode: LockMode,
    options: &Options,
) -> Result<Plan, Error> {
    let wanted = wanted(&state);
    let link_mode = link_mode(&state, options);
    let mut incoming = Vec::new();
    let mut missing: BTreeMap<String, Vec<(FolderName, Requirement, Locked)>> = BTreeMap::new();
    let mut unlocked = Vec::new();
    let mut differences = Vec::new();
    let read = AtomicU64::new(0);
    let asked: Vec<_> = wanted
        .iter()
        .filter_map(|(name, requirement)| {
            let locked = state.lockfile.skills.get(name).filter(|locked| fits(requirement, locked))?;
            Some((name, requirement, locked)).filter(|_| locked.pin != Pin::Alive)
        })
        .collect();
    let mut found: BTreeMap<&FolderName, Result<Option<Incoming>, Error>> =
        parallel::each(&asked, |(name, requirement, locked)| {
            (*name, at_hand(store, &state, name, requirement, locked, &read))
        })
        .into_iter()
        .collect();
    let returning: Vec<&Locked> = found.values().filter_map(returning).collect();
    fetch::hold_against_registry(context, &state.folder, &returning)?;
    for (name, requirement) in &wanted {
        match state.lockfile.skills.get(name).filter(|locked| fits(requirement, locked)) {
            Some(locked) if is_alive(locked) && link_mode == LinkMode::Symlink => {
                incoming.push(live(&state, name, requirement, locked)?);
            }
            // A copy of a local folder follows that folder.
            Some(locked) if locked.pin == Pin::Alive => {
                let one = resolve_one(context, &state, name, requirement, link_mode)?;
                if one.locked.digest != locked.digest {
                    differences.push(format!("the folder of `{name}` changed since it was locked"));
                }
                incoming.push(one);
            }
            Some(locked) => match found.remove(name).transpose()?.flatten() {
                Some(found) => incoming.push(found),
                None => missing
                    .entry(format!("{} {:?}", locked.source.repository(), locked.pin))
                    .or_default()
                    .push((name.clone(), requirement.clone(), locked.clone())),
            },
            None => {
                differences.push(match state.lockfile.skills.get(name) {
                    None => format!("`{name}` is not locked"),
                    Some(_) => format!("`{name}` is wanted otherwise than it is locked"),
                });
                unlocked.push((name.clone(), requirement.clone()));
            }
        }
    }
    let leaving: Vec<FolderName> =
        state.lockfile.skills.keys().filter(|name| !wanted.contains_key(*name)).cloned().collect();
    differences.extend(leaving.iter().map(|name| format!("`{name}` is locked, but no longer wanted")));
    if mode == LockMode::Locked && !differences.is_empty() {
        return Err(Error::NotLocked { differences });
    }
    if !missing.is_empty() || !unlocked.is_empty() {
        context.reporter.event(Event::Resolving { count: missing.len() + unlocked.len() });
    }
    incoming.extend(fetch_all(context, &state, &missing.into_values().collect::<Vec<_>>(), link_mode)?);
    let mut resolved = Vec::new();
    for (name, requirement) in unlocked {
        let one = resolve_one(context, &state, &name, &requirement, link_mode)?;
        resolved.push(Chosen::wanted(None, one));
    }
    let resolved = requires::complete(context, &state, &[], resolved, link_mode)?;
    // What a need moved is not also restored as it was.
    incoming.retain(|one| !resolved.iter().any(|other| other.name == one.name));
    let mut leaving = leaving;
    leaving.retain(|name| !resolved.iter().any(|other| other.name == *name || needs(other, name)));
    let gone = requires::orphans(&state, &resolved);
    incoming.retain(|one| !gone.contains(&one.name));
    leaving.extend(gone);
    incoming.extend(resolved);
    let leaving = owned(&state, store, leaving, options.force)?;
    Plan::new(state, store, incoming, leaving, options, false)
}

/// What comes from the store, rather than standing in its place.
fn returning(found: &Result<Option<Incoming>, Error>) -> Option<&Locked> {
    let found = found.as_ref().ok()?.as_ref()?;
    (!matches!(found.content, Content::InPlace(_))).then_some(&found.locked)
}

/// Whether a skill on its way in needs this one.
fn needs(one: &Incoming, name: &FolderName) -> bool {
    one.locked.required().any(|required| required.name == name.as_str())
}

/// What the manifest wants; without a manifest, what the lockfile holds: a lockfile alone is never taken for a wish to
/// remove everything.
fn wanted(state: &ScopeState) -> BTreeMap<FolderName, Requirement> {
    let requirement = |locked: &Locked| Requirement {
        source: locked.source.clone(),
        wanted: locked.wanted.clone(),
        enabled: true,
    };
    if state.has_manifest {
        let mut wanted = state.manifest.skills.clone();
        for name in requires::needed_by(&state.lockfile, wanted.keys().cloned().collect::<Vec<_>>()) {
            if let Some(locked) = state.lockfile.skills.get(&name) {
                wanted.insert(name, requirement(locked));
            }
        }
        return wanted;
    }
    state.lockfile.skills.iter().map(|(name, locked)| (name.clone(), requirement(locked))).collect()
}

pub(crate) fn link_mode(state: &ScopeState, options: &Options) -> LinkMode {
    if options.copy { LinkMode::Copy } else { state.manifest.agents.mode.unwrap_or(LinkMode::Symlink) }
}

/// Whether a locked entry is what a requirement asks for. A requirement without a path leaves it to the lockfile.
fn fits(requirement: &Requirement, locked: &Locked) -> bool {
    let same_source = requirement.source == locked.source
        || (requirement.source.path().is_none() && requirement.source == locked.source.repository());
    let same_wish = requirement.wanted == locked.wanted
        || matches!((&requirement.wanted, &locked.pin),
        (Wanted::Rev(rev), Pin::Commit { commit, .. }) if commit.to_string().starts_with(rev.as_str()));
    same_source && same_wish
}

/// Skills that leave must not take edits with them.
pub(crate) fn owned(
    state: &ScopeState,
    store: &Store,
    leaving: Vec<FolderName>,
    force: bool,
) -> Result<Vec<FolderName>, Error> {
    for name in &leaving {
        let path = target(&state.folder, name);
        if let (Some(locked), fs::Standing::Folder) = (state.lockfile.skills.get(name), fs::standing(&path)?)
            && !force
            && !super::check::is_untouched(locked, fs::hash_tree(&path)?, store)
        {
            return Err(Error::EditedLeaving { name: name.clone(), path });
        }
    }
    Ok(leaving)
}

fn live(
    state: &ScopeState,
    name: &FolderName,
    requirement: &Requirement,
    locked: &Locked,
) -> Result<Incoming, Error> {
    let Source::Folder { path } = &locked.source else {
        return Err(Error::NotCached { what: locked.source.to_string() });
    };
    let folder = state.folder.agents().join(path);
    if !fs::is_folder(&folder) {
        return Err(Error::NothingThere { path: folder });
    }
    Ok(Incoming {
        name: name.clone(),
        requirement: requirement.clone(),
        locked: locked.clone(),
        content: Content::Live(fs::canonical(&folder)?),
        is_dependency: false,
        card: None,
    })
}

/// What a restore holds in memory at most, in bytes, give or take a skill for each thread; the rest is copied.
const MAX_HELD: u64 = 64 * 1024 * 1024;

/// A locked skill that is in its place already, or in the store.
fn at_hand(
    store: &Store,
    state: &ScopeState,
    name: &FolderName,
    requirement: &Requirement,
    locked: &Locked,
    read: &AtomicU64,
) -> Result<Option<Incoming>, Error> {
    let Some(digest) = locked.digest else { return Ok(None) };
    let path = target(&state.folder, name);
    let in_place = fs::standing(&path)? == fs::Standing::Folder && fs::hash_tree(&path)? == digest;
    let content = if in_place {
        Content::InPlace(digest)
    } else if read.load(Ordering::Relaxed) > MAX_HELD {
        match store.tree(digest)? {
            Some(_) => Content::Stored(digest),
            None => return Ok(None),
        }
    } else {
        // Read to be checked, it need not be read again to be written.
        let Some(tree) = store.read(digest)? else { return Ok(None) };
        read.fetch_add(tree.size(), Ordering::Relaxed);
        Content::Tree(tree)
    };
    Ok(Some(Incoming {
        name: name.clone(),
        requirement: requirement.clone(),
        locked: locked.clone(),
        content,
        is_dependency: false,
        card: None,
    }))
}

type Group = Vec<(FolderName, Requirement, Locked)>;

/// Fetches each repository once, several at a time.
fn fetch_all(
    context: &Context<'_>,
    state: &ScopeState,
    groups: &[Group],
    mode: LinkMode,
) -> Result<Vec<Incoming>, Error> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..context.jobs.min(groups.len()) {
            scope.spawn(|| {
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = fetch_group(context, state, group, mode);
                    results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(result);
                }
            });
        }
    });
    let mut incoming = Vec::new();
    for result in results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        incoming.extend(result?);
    }
    Ok(incoming)
}

fn fetch_group(
    context: &Context<'_>,
    state: &ScopeState,
    group: &Group,
    mode: LinkMode,
) -> Result<Vec<Incoming>, Error> {
    let mut incoming = Vec::new();
    let Some((_, _, first)) = group.first() else { return Ok(incoming) };
    let opened = fetch::open_locked(context, &state.folder, first)?;
    let paths: Vec<&str> =
        group.iter().filter_map(|(_, _, locked)| locked.source.path()).map(RepoPath::as_str).collect();
    if paths.len() == group.len() {
        opened.repository.prepare("", &|path| paths.iter().any(|folder| is_within(path, folder)))?;
    }
    for (name, requirement, locked) in group {
        let gathered = Gathered::new(opened.for_locked(locked))?;
        let index = match locked.source.path() {
            Some(path) => gathered.found.skills.iter().position(|skill| skill.path.as_ref() == Some(path)),
            None if gathered.found.skills.len() == 1 => Some(0),
            None => gathered.found.skills.iter().position(|skill| skill.path.is_none()),
        };
        let index = match index {
            Some(index) => index,
            None => select::by_name(&gathered.found, name.as_str(), &gathered.origin.to_string())?,
        };
        let mut one = gathered.incoming(context, index, name.clone(), mode)?;
        if let (Some(locked), Some(found)) = (locked.digest, one.content.digest())
            && locked != found
        {
            let source_name = gathered.origin.to_string();
            return Err(Error::Digest { name: name.clone(), source_name, locked, found });
        }
        one.requirement = requirement.clone();
        one.locked = locked.clone();
        incoming.push(one);
    }
    Ok(incoming)
}

fn resolve_one(
    context: &Context<'_>,
    state: &ScopeState,
    name: &FolderName,
    requirement: &Requirement,
    mode: LinkMode,
) -> Result<Incoming, Error> {
    let origin = fetch::open_wanted(context, &state.folder, &requirement.source, &requirement.wanted)?;
    let gathered = Gathered::new(origin)?;
    let index = if gathered.found.skills.len() == 1 {
        0
    } else {
        select::by_name(&gathered.found, name.as_str(), &gathered.origin.to_string())?
    };
    let mut one = gathered.incoming(context, index, name.clone(), mode)?;
    one.requirement = requirement.clone();
    one.locked.wanted.clone_from(&requirement.wanted);
    Ok(one)
}
