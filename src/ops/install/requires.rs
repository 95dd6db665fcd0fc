//! Skills that need other skills (`metadata.requires`): found, added, and held to one version of a name. A bare name
//! means a skill of the same repository, or one that is installed already.

use std::{collections::BTreeMap, rc::Rc};

use semver::{Version, VersionReq};

use super::{Gathered, Incoming};
use crate::{
    model::{
        lockfile::{Locked, Lockfile, Pin},
        manifest::LinkMode,
        name::FolderName,
        source::{Place, Source, Spec, version_requirement},
    },
    ops::{
        Context,
        error::Error,
        fetch,
        registry::DEFAULT,
        scope::ScopeFolder,
        select::{self, Selected, Selection},
    },
};

/// The longest chain of skills that need each other.
const MAX_DEPTH: usize = 128;
/// The most skills that come in because others need them.
const MAX_ADDED: usize = 500;

/// One wish of one skill, with the way to it: who wants whom, from what the user named on.
#[derive(Debug, Clone)]
struct Need {
    /// As its SKILL.md has it.
    text: String,
    /// Shared by all needs of a skill: a thousand skills that need each other make a million needs.
    through: Rc<Vec<FolderName>>,
}

/// Adds what the incoming skills need, and what those need, until nothing is missing. `locked` skills that fit stay.
pub(crate) fn complete(
    context: &Context<'_>,
    folder: &ScopeFolder,
    locked: &Lockfile,
    gathered: &[Gathered<'_>],
    chosen: Vec<(Option<usize>, Incoming)>,
    mode: LinkMode,
) -> Result<Vec<Incoming>, Error> {
    let mut all: Vec<Incoming> = Vec::new();
    let mut needs: Vec<(Option<usize>, Need)> = Vec::new();
    // Version requirements on a name, with who made them.
    let mut wishes: BTreeMap<FolderName, Vec<(VersionReq, Need)>> = BTreeMap::new();
    let mut fetched: Vec<Gathered<'_>> = Vec::new();
    let add = |origin: Option<usize>,
               one: Incoming,
               through: Rc<Vec<FolderName>>,
               all: &mut Vec<Incoming>,
               needs: &mut Vec<(Option<usize>, Need)>| {
        let mut way = through.to_vec();
        way.push(one.name.clone());
        let through = Rc::new(way);
        for text in &one.locked.requires {
            needs.push((origin, Need { text: text.clone(), through: through.clone() }));
        }
        all.push(one);
    };
    let asked_for = chosen.len();
    for (origin, one) in chosen {
        add(origin, one, Rc::default(), &mut all, &mut needs);
    }
    while let Some((origin, need)) = needs.pop() {
        if need.through.len() > MAX_DEPTH {
            return Err(Error::NeedsTooDeep { depth: need.through.len(), through: need.through.to_vec() });
        }
        if all.len() > asked_for + MAX_ADDED {
            return Err(Error::NeedsTooMany { limit: MAX_ADDED });
        }
        let mut spec: Spec = need.text.parse().map_err(|error| told(&need, Error::Spec(error)))?;
        let wanted = spec.wanted.as_deref().and_then(version_requirement);
        if let Place::Registry { registry: None, package } = &spec.place {
            let base = package.rsplit('/').next().unwrap_or(package);
            let name: FolderName = base.parse().map_err(|error| told(&need, Error::Name(error)))?;
            if all.iter().any(|one| one.name == name) || locked.skills.contains_key(&name) {
                hold(&mut wishes, &name, wanted, &need, &all, locked)?;
                name_need(&mut all, &need, &name);
                continue;
            }
            let sibling = origin.map(|index| at(gathered, &fetched, index));
            let found = sibling.and_then(|gathered| {
                select::by_name(&gathered.found, package, &gathered.origin.to_string()).ok()
            });
            // A package's bare need is a package of the same registry.
            let registry = need.through.last().and_then(|by| registry_of(by, &all, locked));
            match (origin, found, registry) {
                (_, _, Some(registry)) => {
                    spec.place = Place::Registry { registry: Some(registry), package: package.clone() };
                }
                (Some(origin), Some(index), None) => {
                    let gathered = at(gathered, &fetched, origin);
                    gathered.prepare(context, &[index])?;
                    let mut one = gathered.incoming(context, index, name.clone(), mode)?;
                    one.is_dependency = true;
                    add(Some(origin), one, need.through.clone(), &mut all, &mut needs);
                    hold(&mut wishes, &name, wanted, &need, &all, locked)?;
                    name_need(&mut all, &need, &name);
                    continue;
                }
                _ => {
                    let missing = Error::MissingRequirement { name: package.clone() };
                    return Err(told(&need, missing));
                }
            }
        }
        let (name, source) = {
            let opened =
                Gathered::new(fetch::open_spec(context, folder, &spec).map_err(|error| told(&need, error))?)
                    .map_err(|error| told(&need, error))?;
            let selection = Selection { names: opened.origin.skill.iter().cloned().collect(), all: false };
            let index = match select::select(&opened.found, &selection, &opened.origin.to_string())? {
                Selected::These(indexes) => indexes.first().copied().unwrap_or(0),
                Selected::Ask => {
                    let names = opened.found.skills.iter().map(|skill| skill.name().to_owned()).collect();
                    let source_name = opened.origin.to_string();
                    return Err(told(&need, Error::Unnamed { source_name, names }));
                }
            };
            let name = select::folder_of(&opened.found.skills[index], opened.origin.root_name.as_deref())?;
            opened.prepare(context, &[index])?;
            let mut one = opened.incoming(context, index, name.clone(), mode)?;
            one.is_dependency = true;
            let source = one.locked.source.clone();
            if !all.iter().any(|other| other.name == name) && !locked.skills.contains_key(&name) {
                fetched.push(opened);
                let origin = gathered.len() + fetched.len() - 1;
                add(Some(origin), one, need.through.clone(), &mut all, &mut needs);
            } else if let Some(other) = all.iter_mut().find(|other| other.name == name && other.is_dependency)
                && other.locked.source == source
                && wanted.as_ref().is_some_and(|wanted| !fits(wanted, &other.locked))
            {
                // The newer wish may be met by another version that the earlier ones allow too.
                let allowed = wishes
                    .get(&name)
                    .is_none_or(|wishes| wishes.iter().all(|(wish, _)| fits(wish, &one.locked)));
                if allowed {
                    *other = one;
                }
            }
            (name, source)
        };
        same_source(&name, &source, &need, &all, locked)?;
        hold(&mut wishes, &name, wanted, &need, &all, locked)?;
        name_need(&mut all, &need, &name);
    }
    Ok(all)
}

fn at<'g, 'a>(gathered: &'g [Gathered<'a>], fetched: &'g [Gathered<'a>], index: usize) -> &'g Gathered<'a> {
    gathered.get(index).unwrap_or_else(|| &fetched[index - gathered.len()])
}

/// The error of a need, with the way to it.
fn told(need: &Need, error: Error) -> Error {
    Error::Requirement { text: need.text.clone(), through: need.through.to_vec(), error: Box::new(error) }
}

fn fits(wanted: &VersionReq, locked: &Locked) -> bool {
    match &locked.pin {
        Pin::Commit { release: Some(release), .. } => {
            Version::parse(&release.version).is_ok_and(|version| wanted.matches(&version))
        }
        Pin::Version { version }
        | Pin::Package { version, .. }
        | Pin::Artifact { version: Some(version), .. } => {
            Version::parse(version).is_ok_and(|version| wanted.matches(&version))
        }
        // Nothing says which version this is.
        Pin::Commit { release: None, .. }
        | Pin::Archive { .. }
        | Pin::Artifact { version: None, .. }
        | Pin::Alive => true,
    }
}

fn current<'b>(name: &FolderName, all: &'b [Incoming], locked: &'b Lockfile) -> Option<&'b Locked> {
    all.iter().find(|one| one.name == *name).map(|one| &one.locked).or_else(|| locked.skills.get(name))
}

/// The registry that a skill came from, by the name it is configured under.
fn registry_of(name: &FolderName, all: &[Incoming], locked: &Lockfile) -> Option<String> {
    let locked = current(name, all, locked)?;
    match (&locked.source, &locked.pin) {
        (Source::Registry { registry, .. }, Pin::Package { .. }) => {
            Some(registry.clone().unwrap_or_else(|| DEFAULT.to_owned()))
        }
        _ => None,
    }
}

/// One name, one source.
fn same_source(
    name: &FolderName,
    source: &Source,
    need: &Need,
    all: &[Incoming],
    locked: &Lockfile,
) -> Result<(), Error> {
    match current(name, all, locked) {
        Some(other) if other.source != *source => Err(told(
            need,
            Error::SameName {
                name: name.clone(),
                first: other.source.to_string(),
                second: source.to_string(),
            },
        )),
        _ => Ok(()),
    }
}

/// Adds a version requirement, and tells the story when the chosen version does not meet all of them.
fn hold(
    wishes: &mut BTreeMap<FolderName, Vec<(VersionReq, Need)>>,
    name: &FolderName,
    wanted: Option<VersionReq>,
    need: &Need,
    all: &[Incoming],
    locked: &Lockfile,
) -> Result<(), Error> {
    let list = wishes.entry(name.clone()).or_default();
    if let Some(wanted) = wanted {
        list.push((wanted, need.clone()));
    }
    let Some(chosen) = current(name, all, locked) else { return Ok(()) };
    if list.iter().all(|(wish, _)| fits(wish, chosen)) {
        return Ok(());
    }
    let story = list.iter().map(|(wish, need)| (way(&need.through), wish.to_string())).collect();
    Err(Error::Conflict { name: name.clone(), chosen: chosen.version(), story })
}

/// `a`, or `a` through `b` for what `a` itself needs.
fn way(through: &[FolderName]) -> String {
    match through {
        [] => "you".to_owned(),
        [only] => format!("`{only}`"),
        [.., last] => {
            let before: Vec<String> =
                through[..through.len() - 1].iter().map(|name| format!("`{name}`")).collect();
            format!("`{last}`, which {} needs", before.join(" -> "))
        }
    }
}

/// Records the need under the name it came to.
fn name_need(all: &mut [Incoming], need: &Need, name: &FolderName) {
    let Some(by) = need.through.last() else { return };
    if let Some(one) = all.iter_mut().find(|one| one.name == *by) {
        for text in &mut one.locked.requires {
            if *text == need.text {
                name.as_str().clone_into(text);
            }
        }
    }
}

/// The locked skills that these names need, directly and through others, themselves left out.
pub(crate) fn needed_by(lockfile: &Lockfile, names: impl IntoIterator<Item = FolderName>) -> Vec<FolderName> {
    let mut ahead: Vec<FolderName> = names.into_iter().collect();
    let mut seen = ahead.clone();
    let mut needed = Vec::new();
    while let Some(name) = ahead.pop() {
        for required in
            lockfile.skills.get(&name).map(|locked| locked.requires.as_slice()).unwrap_or_default()
        {
            let Some((known, _)) = lockfile.skills.iter().find(|(known, _)| known.as_str() == required)
            else {
                continue;
            };
            if !seen.contains(known) {
                seen.push(known.clone());
                ahead.push(known.clone());
                needed.push(known.clone());
            }
        }
    }
    needed
}
