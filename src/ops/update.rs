//! Newer states of what is installed: looking (`outdated`), comparing (`diff`), and taking them (`update`).

use std::collections::BTreeMap;

use super::{
    Context,
    diff::{Difference, compare},
    error::Error,
    fetch::{self, Standing},
    install::{
        self, Content, Gathered, Incoming,
        requires::{self, Chosen, Freedom},
        restore,
    },
    select,
    state::ScopeState,
};
use crate::{
    host::fs,
    model::{
        lockfile::{Locked, Pin},
        manifest::{LinkMode, Requirement},
        name::FolderName,
        source::Wanted,
        tree::Tree,
    },
};

/// How far an update may go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Within what the manifest wants.
    Wanted,
    /// To the newest release, whatever the manifest wants; the manifest follows.
    Latest,
    /// To this version, tag or commit.
    Precise(String),
}

/// One installed skill and the state it could have.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) name: FolderName,
    pub(crate) locked: Locked,
    pub(crate) standing: Result<Standing, Error>,
}

/// Asks each source of these skills for its newest state; a source that fails spoils no other.
pub(crate) fn look(context: &Context<'_>, state: &ScopeState, names: &[FolderName]) -> Vec<Candidate> {
    names
        .iter()
        .filter_map(|name| {
            let locked = state.lockfile.skills.get(name)?.clone();
            let own = state
                .manifest
                .skills
                .get(name)
                .map_or_else(|| locked.wanted.clone(), |wanted| wanted.wanted.clone());
            let wanted = requires::allowed(&state.lockfile, name, own);
            let standing = fetch::standing(context, &state.folder, name, &locked, &wanted);
            Some(Candidate { name: name.clone(), locked, standing })
        })
        .collect()
}

/// A skill's newer state, fetched.
#[derive(Debug)]
pub(crate) struct Newer {
    pub(crate) incoming: Incoming,
    /// What is locked; absent for a skill that only now comes in, since another one needs it.
    pub(crate) before: Option<Locked>,
    pub(crate) difference: Difference,
}

/// Newer states that fit together.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    pub(crate) newer: Vec<Newer>,
    /// Skills whose files stay, of which the lockfile says something else.
    pub(crate) same: Vec<Incoming>,
    /// Skills that nobody needs any more.
    pub(crate) leaving: Vec<FolderName>,
}

/// Holds newer states against what all skills need of each other: some go less far, others come in or leave.
pub(crate) fn resolve(
    context: &Context<'_>,
    state: &ScopeState,
    newer: Vec<Newer>,
    reach: &Reach,
    force: bool,
) -> Result<Resolved, Error> {
    let mode = restore::link_mode(state, &install::Options::default());
    let mut differences = BTreeMap::new();
    let mut chosen = Vec::new();
    for one in newer {
        let is_dependency = one.incoming.is_dependency;
        let freedom = match reach {
            Reach::Precise(_) => Freedom::Exact,
            Reach::Wanted | Reach::Latest if is_dependency => Freedom::Needed,
            Reach::Wanted | Reach::Latest => Freedom::Wanted,
        };
        differences.insert(one.incoming.name.clone(), (one.incoming.locked.pin.clone(), one.difference));
        chosen.push(Chosen { origin: None, incoming: one.incoming, freedom });
    }
    let incoming = requires::complete(context, state, &[], chosen, mode)?;
    let orphans = requires::orphans(state, &incoming);
    let leaving = restore::owned(state, context.store()?, orphans, force)?;
    let mut resolved = Resolved { leaving, ..Resolved::default() };
    for one in incoming {
        let before = state.lockfile.skills.get(&one.name).cloned();
        let is_same = before.as_ref().is_some_and(|before| {
            before.pin == one.locked.pin && before.digest == one.locked.digest && before.pin != Pin::Alive
        });
        if is_same && reach == &Reach::Wanted {
            resolved.same.push(one);
            continue;
        }
        let difference = match differences.remove(&one.name) {
            Some((pin, difference)) if pin == one.locked.pin => difference,
            _ => difference_to(context, state, before.as_ref(), &one)?,
        };
        resolved.newer.push(Newer { incoming: one, before, difference });
    }
    Ok(resolved)
}

fn difference_to(
    context: &Context<'_>,
    state: &ScopeState,
    before: Option<&Locked>,
    incoming: &Incoming,
) -> Result<Difference, Error> {
    let old = match before {
        Some(before) => locked_tree(context, state, &incoming.name, before)?,
        None => Tree::default(),
    };
    let new = match &incoming.content {
        Content::Tree(tree) => tree.clone(),
        Content::Merged(_) | Content::Stored(_) | Content::InPlace(_) | Content::Live(_) => Tree::default(),
    };
    Ok(compare(&old, &new))
}

/// Fetches the state one skill would have; `None` when it has it already.
pub(crate) fn newer(
    context: &Context<'_>,
    state: &ScopeState,
    name: &FolderName,
    reach: &Reach,
) -> Result<Option<Newer>, Error> {
    let Some(before) = state.lockfile.skills.get(name).cloned() else {
        return Err(Error::NotInstalled {
            name: name.to_string(),
            scope: state.folder.scope.as_str(),
            near: None,
        });
    };
    let mut requirement = state.manifest.skills.get(name).cloned().unwrap_or_else(|| Requirement {
        source: before.source.clone(),
        // Those that need it say which versions will do, and they may be about to change their minds.
        wanted: match requires::wanted_by_others(&state.lockfile, name) {
            Some(_) => Wanted::Default,
            None => before.wanted.clone(),
        },
        enabled: true,
    });
    let wanted = match reach {
        Reach::Wanted => requirement.wanted.clone(),
        Reach::Precise(text) => fetch::precise(text),
        Reach::Latest => {
            requirement.wanted =
                fetch::latest(context, &state.folder, &before)?.unwrap_or_else(|| requirement.wanted.clone());
            requirement.wanted.clone()
        }
    };
    let source = requirement.source.clone();
    let origin = fetch::open_wanted(context, &state.folder, &source, &wanted)?;
    fetch::check_tag(name, &before, &origin)?;
    if origin.pin == before.pin && reach == &Reach::Wanted && before.pin != Pin::Alive {
        return Ok(None);
    }
    let gathered = Gathered::new(origin)?;
    let index = if gathered.found.skills.len() == 1 {
        0
    } else {
        select::by_name(&gathered.found, name.as_str(), &gathered.origin.to_string())?
    };
    gathered.prepare(context, &[index])?;
    let mode = restore::link_mode(state, &install::Options::default());
    let mut incoming = gathered.incoming(context, index, name.clone(), mode)?;
    incoming.requirement = requirement.clone();
    incoming.locked.wanted = requirement.wanted;
    if incoming.locked.pin == before.pin
        && incoming.locked.digest == before.digest
        && incoming.locked.wanted == before.wanted
    {
        return Ok(None);
    }
    incoming.is_dependency = !state.manifest.skills.contains_key(name);
    let difference = difference_to(context, state, Some(&before), &incoming)?;
    Ok(Some(Newer { incoming, before: Some(before), difference }))
}

/// The files of a skill as they were locked: from its folder when that is untouched, from the cache, or fetched anew.
pub(crate) fn locked_tree(
    context: &Context<'_>,
    state: &ScopeState,
    name: &FolderName,
    locked: &Locked,
) -> Result<Tree, Error> {
    let Some(digest) = locked.digest else { return Ok(Tree::default()) };
    let folder = install::target(&state.folder, name);
    if fs::is_folder(&folder) && fs::hash_tree(&folder)? == digest {
        return Ok(fs::read_tree(&folder)?);
    }
    if let Some(stored) = context.store()?.tree(digest)? {
        return Ok(fs::read_tree(&stored)?);
    }
    let gathered = Gathered::new(fetch::open_locked(context, &state.folder, locked)?)?;
    let index = if gathered.found.skills.len() == 1 {
        0
    } else {
        select::by_name(&gathered.found, name.as_str(), &gathered.origin.to_string())?
    };
    let incoming = gathered.incoming(context, index, name.clone(), LinkMode::Copy)?;
    match incoming.content {
        Content::Tree(tree) if tree.digest() == digest => Ok(tree),
        content => Err(Error::Digest {
            name: name.clone(),
            source_name: gathered.origin.to_string(),
            locked: digest,
            found: content.digest().unwrap_or(digest),
        }),
    }
}

/// Local edits: the installed folder against what was locked.
pub(crate) fn edits(
    context: &Context<'_>,
    state: &ScopeState,
    name: &FolderName,
) -> Result<Difference, Error> {
    let missing =
        || Error::NotInstalled { name: name.to_string(), scope: state.folder.scope.as_str(), near: None };
    let locked = state.lockfile.skills.get(name).ok_or_else(missing)?;
    let folder = install::target(&state.folder, name);
    if !fs::is_folder(&folder) {
        return Err(missing());
    }
    let installed = fs::read_tree(&folder)?;
    if locked.digest.is_none() {
        return Ok(Difference::default());
    }
    Ok(compare(&locked_tree(context, state, name, locked)?, &installed))
}

/// The version a state would have, for people.
pub(crate) fn shown(pin: &Pin) -> String {
    Locked::new(
        crate::model::source::Source::Folder { path: String::new() },
        Wanted::Default,
        pin.clone(),
        None,
    )
    .version()
}
