//! Skills that need other skills (`metadata.requires`): found, added, and held to one version of a name. A bare name
//! means a skill of the same repository, or one that is installed already. `attempt.rs` makes one try, `wishes.rs` knows
//! who wants what; here the tries are searched, newest versions first, until one fits.

mod attempt;
mod meet;
mod wishes;

use std::collections::BTreeSet;

use attempt::{Failure, Pool};
use wishes::Narrowed;

use super::{Gathered, Incoming};
use crate::{
    model::{
        lockfile::{Locked, Lockfile, Required},
        manifest::LinkMode,
        name::FolderName,
        source::Wanted,
    },
    ops::{Context, error::Error, state::ScopeState},
};

/// The most tries at a set of versions that fit together.
const MAX_TRIES: usize = 256;

/// How far the version of a chosen skill may be moved so that it fits the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freedom {
    /// Within what its requirement says.
    Wanted,
    /// Only other skills want it: they alone say which versions will do.
    Needed,
    /// Not at all.
    Exact,
}

/// A skill that this run is about.
#[derive(Debug)]
pub(crate) struct Chosen {
    /// Which of the gathered sources it lies in.
    pub(crate) origin: Option<usize>,
    pub(crate) incoming: Incoming,
    pub(crate) freedom: Freedom,
}

impl Chosen {
    /// What somebody typed, or the manifest says.
    pub(crate) fn wanted(origin: Option<usize>, incoming: Incoming) -> Self {
        Self { origin, incoming, freedom: Freedom::Wanted }
    }
}

/// Adds what the chosen skills need, and what those need, until nothing is missing. Locked skills that fit stay as they
/// are; others move within what is wanted of them. Where versions can't stand together, older ones are tried.
pub(crate) fn complete(
    context: &Context<'_>,
    state: &ScopeState,
    gathered: &[Gathered<'_>],
    chosen: Vec<Chosen>,
    mode: LinkMode,
) -> Result<Vec<Incoming>, Error> {
    let mut search =
        Search { pool: Pool::new(context, state, gathered, mode), seen: BTreeSet::new(), tries: MAX_TRIES };
    let picks = search.run(&chosen, &Narrowed::default())?;
    let mut given: Vec<Option<Incoming>> = chosen.into_iter().map(|one| Some(one.incoming)).collect();
    Ok(picks.into_iter().filter_map(|pick| pick.into_incoming(&mut given)).collect())
}

struct Search<'s, 'a> {
    pool: Pool<'s, 'a>,
    seen: BTreeSet<String>,
    tries: usize,
}

impl Search<'_, '_> {
    /// Tries, and where two versions exclude one another, tries without the one or the other. Every solution lacks one
    /// of them, so none is missed.
    fn run(&mut self, chosen: &[Chosen], narrowed: &Narrowed) -> Result<Vec<attempt::Pick>, Error> {
        let Failure { error, ways_out } = match self.pool.attempt(chosen, narrowed) {
            Ok(picks) => return Ok(picks),
            Err(failure) => *failure,
        };
        for way_out in ways_out {
            let next = narrowed.with(way_out);
            if self.tries == 0 || !self.seen.insert(next.key()) {
                continue;
            }
            self.tries -= 1;
            match self.run(chosen, &next) {
                Ok(picks) => return Ok(picks),
                Err(error) if is_dead_end(&error) => {}
                Err(error) => return Err(error),
            }
        }
        // The first conflict is the one people can make sense of.
        Err(error)
    }
}

/// Whether an older version lacks something, so that others are worth a try.
fn is_dead_end(error: &Error) -> bool {
    match error {
        Error::Requirement { error, .. } => is_dead_end(error),
        Error::Conflict { .. }
        | Error::NoVersion { .. }
        | Error::NoPackageVersion { .. }
        | Error::NoSkill { .. }
        | Error::NoSkillAt { .. }
        | Error::NoSuchSkill { .. }
        | Error::MissingRequirement { .. }
        | Error::SameName { .. }
        | Error::Refused { .. } => true,
        _ => false,
    }
}

/// What the skills that need `name` want of it together; `None` where none of them speaks of versions.
pub(crate) fn wanted_by_others(lockfile: &Lockfile, name: &FolderName) -> Option<Wanted> {
    let mut joined: Option<semver::VersionReq> = None;
    for required in lockfile.skills.values().flat_map(Locked::required) {
        if let Required { name: other, version: Some(version) } = required
            && other == name.as_str()
        {
            joined = Some(match joined {
                None => version,
                Some(before) => wishes::join(&before, &version),
            });
        }
    }
    joined.map(|version| Wanted::Version(version.to_string()))
}

/// What an update may reach as things are: what is wanted of a skill, and what others want of it.
pub(crate) fn allowed(lockfile: &Lockfile, name: &FolderName, own: Wanted) -> Wanted {
    match (wanted_by_others(lockfile, name), &own) {
        (Some(others), Wanted::Default) => others,
        (Some(Wanted::Version(others)), Wanted::Version(text)) => {
            Wanted::Version(format!("{text}, {others}"))
        }
        _ => own,
    }
}

/// Locked skills that only others needed and that nobody needs once `incoming` is in place.
pub(crate) fn orphans(state: &ScopeState, incoming: &[Incoming]) -> Vec<FolderName> {
    let mut after = state.lockfile.clone();
    for one in incoming {
        after.skills.insert(one.name.clone(), one.locked.clone());
    }
    let kept: Vec<FolderName> = after
        .skills
        .keys()
        .filter(|name| {
            state.manifest.skills.contains_key(*name)
                || incoming.iter().any(|one| one.name == **name && !one.is_dependency)
        })
        .cloned()
        .collect();
    let before = needed_by(&state.lockfile, state.manifest.skills.keys().cloned());
    let needed = needed_by(&after, kept.iter().cloned());
    before.into_iter().filter(|name| !kept.contains(name) && !needed.contains(name)).collect()
}

/// The locked skills that these names need, directly and through others, themselves left out.
pub(crate) fn needed_by(lockfile: &Lockfile, names: impl IntoIterator<Item = FolderName>) -> Vec<FolderName> {
    let mut ahead: Vec<FolderName> = names.into_iter().collect();
    let mut seen: BTreeSet<FolderName> = ahead.iter().cloned().collect();
    let mut needed = Vec::new();
    while let Some(name) = ahead.pop() {
        for required in lockfile.skills.get(&name).into_iter().flat_map(Locked::required) {
            let Some(known) = lockfile.find(required.name) else { continue };
            if seen.insert(known.clone()) {
                ahead.push(known.clone());
                needed.push(known.clone());
            }
        }
    }
    needed
}

/// The locked skills that need this one themselves.
pub(crate) fn needing<'l>(lockfile: &'l Lockfile, name: &FolderName) -> Vec<&'l FolderName> {
    let needs = |locked: &Locked| locked.required().any(|required| required.name == name.as_str());
    lockfile.skills.iter().filter(|(_, locked)| needs(locked)).map(|(other, _)| other).collect()
}
