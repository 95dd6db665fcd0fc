//! One need met: by a skill of this try, a locked one, one of the same repository or registry, or one from elsewhere.

use semver::VersionReq;

use super::{
    Freedom,
    attempt::{Attempt, Failure, Pick, Pool},
    wishes::{Narrowed, Need, Wish, fits},
};
use crate::{
    model::{
        lockfile::{Locked, Pin},
        name::FolderName,
        source::{Place, Source, Spec, Wanted, version_requirement},
    },
    ops::{
        error::Error,
        fetch,
        registry::DEFAULT,
        select::{self, Selected, Selection},
    },
};

/// The longest chain of skills that need each other.
const MAX_DEPTH: usize = 128;
/// The most skills that come in because others need them.
const MAX_ADDED: usize = 500;

impl Pool<'_, '_> {
    /// Sees to one need of the skill `by`.
    pub(super) fn meet(
        &mut self,
        attempt: &mut Attempt,
        by: &FolderName,
        need: &Need,
        narrowed: &Narrowed,
    ) -> Result<(), Box<Failure>> {
        if need.through.len() > MAX_DEPTH {
            let through = need.through.to_vec();
            return Err(Error::NeedsTooDeep { depth: need.through.len(), through }.into());
        }
        if attempt.picks.len() > attempt.asked_for + MAX_ADDED {
            return Err(Error::NeedsTooMany { limit: MAX_ADDED }.into());
        }
        let mut spec: Spec = need.text.parse().map_err(|error| told(need, Error::Spec(error)))?;
        let wanted = spec.wanted.as_deref().and_then(version_requirement);
        let bare = match &spec.place {
            Place::Registry { registry: None, package } => {
                let base = package.rsplit('/').next().unwrap_or(package);
                let name: FolderName = base.parse().map_err(|error| told(need, Error::Name(error)))?;
                Some((name, package.clone()))
            }
            _ => None,
        };
        let known = bare.as_ref().map(|(name, _)| name.clone()).or_else(|| self.by_source(attempt, &spec));
        if let Some(name) = known
            && self.here(attempt, &name, need, wanted.as_ref(), narrowed)?
        {
            return Ok(());
        }
        if let Some((name, package)) = bare {
            if let Some((origin, index)) = self.sibling(attempt, by, &package)? {
                let (origin, index) = self.own_release(origin, index)?;
                let one = self.take(origin, index, name.clone())?;
                let pick = Pick::own(one, origin, Wanted::Default, Freedom::Needed);
                return self.enter(attempt, pick, need, wanted, narrowed);
            }
            // A package's bare need is a package of the same registry.
            let Some(registry) = self.current(attempt, by).and_then(registry_of) else {
                return Err(told(need, Error::MissingRequirement { name: package }).into());
            };
            spec.place = Place::Registry { registry: Some(registry), package };
        }
        self.bring_from_elsewhere(attempt, &spec, need, wanted, narrowed)
    }

    /// Whether a skill of this name is there and will do; a locked one that will not is moved to where it does.
    fn here(
        &mut self,
        attempt: &mut Attempt,
        name: &FolderName,
        need: &Need,
        wanted: Option<&VersionReq>,
        narrowed: &Narrowed,
    ) -> Result<bool, Box<Failure>> {
        if attempt.pick(name).is_some() {
            attempt.settle(need, name, wanted.cloned());
            self.check(attempt, name, &[], narrowed)?;
            return Ok(true);
        }
        let Some(locked) = self.state.lockfile.skills.get(name) else { return Ok(false) };
        if !narrowed.holds(name) && wanted.is_none_or(|wanted| fits(wanted, locked)) {
            attempt.settle(need, name, wanted.cloned());
            return Ok(true);
        }
        let (base, freedom, requirement) = self.standing(name);
        let wishes: Vec<Wish> = wanted
            .map(|version| Wish { version: version.clone(), through: need.through.clone() })
            .into_iter()
            .collect();
        attempt.settle(need, name, wanted.cloned());
        if narrowed.wanted(name, &base, &[]).is_none() {
            // The manifest pins it to a branch or commit of another version.
            let story = wishes.iter().map(|wish| (wish.who(), wish.version.to_string()));
            let story = [("you".to_owned(), base.to_string())].into_iter().chain(story).collect();
            let chosen = Some(locked.version());
            return Err(Error::Conflict { name: name.clone(), chosen, story }.into());
        }
        let source = locked.source.clone();
        let (mut one, origin) = self
            .reopen(name, &source, &base, &wishes, narrowed)
            .map_err(|error| self.stuck(attempt, name, &base, narrowed, error))?;
        if let Some(requirement) = requirement {
            one.locked.wanted.clone_from(&requirement.wanted);
            one.requirement = requirement;
        }
        attempt.add(Pick::own(one, origin, base, freedom), &need.through);
        self.check(attempt, name, &[], narrowed)?;
        Ok(true)
    }

    /// Takes a skill in that is met for the first time.
    fn enter(
        &mut self,
        attempt: &mut Attempt,
        mut pick: Pick,
        need: &Need,
        wanted: Option<VersionReq>,
        narrowed: &Narrowed,
    ) -> Result<(), Box<Failure>> {
        let name = pick.name.clone();
        if narrowed.holds(&name) {
            let (base, source) = (pick.base.clone(), pick.locked.source.clone());
            attempt.settle(need, &name, wanted.clone());
            let (one, origin) = self
                .reopen(&name, &source, &base, &[], narrowed)
                .map_err(|error| self.stuck(attempt, &name, &base, narrowed, error))?;
            pick = Pick::own(one, origin, base, Freedom::Needed);
        }
        attempt.add(pick, &need.through);
        attempt.settle(need, &name, wanted);
        self.check(attempt, &name, &[], narrowed)
    }

    fn bring_from_elsewhere(
        &mut self,
        attempt: &mut Attempt,
        spec: &Spec,
        need: &Need,
        wanted: Option<VersionReq>,
        narrowed: &Narrowed,
    ) -> Result<(), Box<Failure>> {
        let folder = &self.state.folder;
        let origin = self
            .open(format!("spec {spec}"), |context| fetch::open_spec(context, folder, spec))
            .map_err(|error| told(need, error))?;
        let opened = self.at(origin);
        let selection = Selection { names: opened.origin.skill.iter().cloned().collect(), all: false };
        let index = match select::select(&opened.found, &selection, &opened.origin.to_string())? {
            Selected::These(indexes) => indexes.first().copied().unwrap_or(0),
            Selected::Ask => {
                let names = opened.found.skills.iter().map(|skill| skill.name().to_owned()).collect();
                let source_name = opened.origin.to_string();
                return Err(told(need, Error::Unnamed { source_name, names }).into());
            }
        };
        let name = select::folder_of(&opened.found.skills[index], opened.origin.root_name.as_deref())?;
        let base = if spec.wanted.is_none() { Wanted::Default } else { opened.origin.wanted.clone() };
        let source = opened.origin.source_of(&opened.found.skills[index]);
        if let Some(other) = self.current(attempt, &name) {
            // One name, one source.
            if other.source != source {
                let (first, second) = (other.source.to_string(), source.to_string());
                return Err(told(need, Error::SameName { name, first, second }).into());
            }
            if self.here(attempt, &name, need, wanted.as_ref(), narrowed)? {
                return Ok(());
            }
        }
        let one = self.take(origin, index, name)?;
        let pick = Pick::own(one, origin, base, Freedom::Needed);
        self.enter(attempt, pick, need, wanted, narrowed)
    }

    /// A skill of that name in the repository or archive that the needing one lies in.
    fn sibling(
        &mut self,
        attempt: &Attempt,
        by: &FolderName,
        package: &str,
    ) -> Result<Option<(usize, usize)>, Error> {
        let Some(pick) = attempt.pick(by) else { return Ok(None) };
        let find = |pool: &Self, origin: usize| {
            let gathered = pool.at(origin);
            select::by_name(&gathered.found, package, &gathered.origin.to_string()).ok()
        };
        if let Some(origin) = pick.origin
            && let Some(index) = find(self, origin)
        {
            return Ok(Some((origin, index)));
        }
        // Of the needing one alone is known: its whole source is looked through, at the same state.
        let whole = match pick.locked.source {
            Source::Git { .. } | Source::Url { .. } | Source::Archive { .. } => {
                let mut whole = pick.locked.clone();
                whole.source = whole.source.repository();
                whole
            }
            Source::Folder { .. } | Source::Discovery { .. } | Source::Registry { .. } => return Ok(None),
        };
        let folder = &self.state.folder;
        let key = format!("whole {} {}", whole.source, whole.version());
        let origin = self.open(key, |context| fetch::open_locked(context, folder, &whole))?;
        Ok(find(self, origin).map(|index| (origin, index)))
    }

    /// The same skill at its own release, where its repository releases skills one by one.
    fn own_release(&mut self, origin: usize, index: usize) -> Result<(usize, usize), Error> {
        let at = self.at(origin);
        let candidate = &at.found.skills[index];
        let Some(own) = fetch::own_release(self.context, &at.origin, candidate)? else {
            return Ok((origin, index));
        };
        let key = format!("own {} {own}", candidate.shown_path());
        Ok((self.open(key, |_| Ok(own))?, 0))
    }

    fn current<'b>(&'b self, attempt: &'b Attempt, name: &FolderName) -> Option<&'b Locked> {
        attempt.pick(name).map(|pick| &pick.locked).or_else(|| self.state.lockfile.skills.get(name))
    }

    /// The skill of this try or the lockfile that a spec leads to, where that can be told without asking its source.
    fn by_source(&self, attempt: &Attempt, spec: &Spec) -> Option<FolderName> {
        let Place::Git { url, path: Some(path) } = &spec.place else { return None };
        let source = Source::Git { url: url.clone(), path: Some(path.clone()) };
        let picked = attempt.picks.iter().find(|pick| pick.locked.source == source).map(|pick| &pick.name);
        let locked = || {
            let mut skills = self.state.lockfile.skills.iter();
            skills.find(|(_, locked)| locked.source == source).map(|(name, _)| name)
        };
        picked.or_else(locked).cloned()
    }
}

/// The error of a need, with the way to it.
fn told(need: &Need, error: Error) -> Error {
    Error::Requirement { text: need.text.clone(), through: need.through.to_vec(), error: Box::new(error) }
}

/// The registry that a skill came from, by the name it is configured under.
fn registry_of(locked: &Locked) -> Option<String> {
    match (&locked.source, &locked.pin) {
        (Source::Registry { registry, .. }, Pin::Package { .. }) => {
            Some(registry.clone().unwrap_or_else(|| DEFAULT.to_owned()))
        }
        _ => None,
    }
}
