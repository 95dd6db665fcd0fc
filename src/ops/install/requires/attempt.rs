//! One try at a set of skills that fit together, and what could be changed where it fails.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use super::{
    Chosen, Freedom,
    wishes::{Narrowed, Narrowing, Need, Wish, fits, version_of},
};
use crate::{
    model::{
        lockfile::Locked,
        manifest::{LinkMode, Requirement},
        name::FolderName,
        source::{Source, Wanted, version_requirement},
    },
    ops::{
        Context,
        error::Error,
        fetch,
        install::{Gathered, Incoming},
        select,
        state::ScopeState,
    },
};

/// A try that did not end, and the restrictions with which another one may.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) error: Error,
    pub(super) ways_out: Vec<Narrowing>,
}

impl From<Error> for Box<Failure> {
    fn from(error: Error) -> Self {
        Self::new(Failure { error, ways_out: Vec::new() })
    }
}

/// Where a pick's files come from.
#[derive(Debug)]
enum Hand {
    /// The chosen skill of this index, as it was given.
    Given(usize),
    Own(Box<Incoming>),
}

/// A skill of one try.
#[derive(Debug)]
pub(super) struct Pick {
    pub(super) name: FolderName,
    /// As it will be locked, what it needs named as it lies in the scope.
    pub(super) locked: Locked,
    hand: Hand,
    /// Which of the opened sources it lies in.
    pub(super) origin: Option<usize>,
    /// The way to it, itself last.
    through: Rc<Vec<FolderName>>,
    /// What is wanted of its version by itself.
    pub(super) base: Wanted,
    freedom: Freedom,
}

impl Pick {
    pub(super) fn own(one: Incoming, origin: usize, base: Wanted, freedom: Freedom) -> Self {
        Self {
            name: one.name.clone(),
            locked: one.locked.clone(),
            hand: Hand::Own(Box::new(one)),
            origin: Some(origin),
            through: Rc::default(),
            base,
            freedom,
        }
    }

    /// The skill to be installed. `given` are the chosen ones, each taken once.
    pub(super) fn into_incoming(self, given: &mut [Option<Incoming>]) -> Option<Incoming> {
        let mut one = match self.hand {
            Hand::Given(index) => given.get_mut(index)?.take()?,
            Hand::Own(one) => *one,
        };
        one.locked.requires = self.locked.requires;
        Some(one)
    }
}

/// The sources that were opened, for all tries.
pub(super) struct Pool<'s, 'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) state: &'s ScopeState,
    gathered: &'s [Gathered<'a>],
    fetched: Vec<Gathered<'a>>,
    known: BTreeMap<String, usize>,
    pub(super) mode: LinkMode,
}

/// What one try has come to so far.
#[derive(Default)]
pub(super) struct Attempt {
    pub(super) picks: Vec<Pick>,
    index: BTreeMap<FolderName, usize>,
    pub(super) needs: Vec<(FolderName, Need)>,
    wishes: BTreeMap<FolderName, Vec<Wish>>,
    /// How many were chosen; the rest came because others need them.
    pub(super) asked_for: usize,
}

impl Attempt {
    pub(super) fn pick(&self, name: &FolderName) -> Option<&Pick> {
        self.index.get(name).map(|&index| &self.picks[index])
    }

    /// Takes a skill in, with what it needs.
    pub(super) fn add(&mut self, mut pick: Pick, through: &[FolderName]) {
        let mut way = through.to_vec();
        way.push(pick.name.clone());
        pick.through = Rc::new(way);
        for text in &pick.locked.requires {
            let need = Need { text: text.clone(), through: pick.through.clone() };
            self.needs.push((pick.name.clone(), need));
        }
        self.index.insert(pick.name.clone(), self.picks.len());
        self.picks.push(pick);
    }

    /// Records the need under the name it came to, and what it says of versions.
    pub(super) fn settle(&mut self, need: &Need, name: &FolderName, wanted: Option<semver::VersionReq>) {
        let text = wanted.as_ref().map_or_else(|| name.to_string(), |wanted| format!("{name}@{wanted}"));
        if let Some(&index) = need.through.last().and_then(|by| self.index.get(by)) {
            for other in self.picks[index].locked.requires.iter_mut().filter(|other| **other == need.text) {
                other.clone_from(&text);
            }
        }
        if let Some(version) = wanted {
            let wish = Wish { version, through: need.through.clone() };
            let list = self.wishes.entry(name.clone()).or_default();
            if !list.contains(&wish) {
                list.push(wish);
            }
        }
    }
}

impl<'s, 'a> Pool<'s, 'a> {
    pub(super) fn new(
        context: &'a Context<'a>,
        state: &'s ScopeState,
        gathered: &'s [Gathered<'a>],
        mode: LinkMode,
    ) -> Self {
        Self { context, state, gathered, fetched: Vec::new(), known: BTreeMap::new(), mode }
    }

    pub(super) fn at(&self, index: usize) -> &Gathered<'a> {
        self.gathered.get(index).unwrap_or_else(|| &self.fetched[index - self.gathered.len()])
    }

    /// Opens a source once, whatever number of tries asks for it.
    pub(super) fn open(
        &mut self,
        key: String,
        open: impl FnOnce(&'a Context<'a>) -> Result<fetch::Origin<'a>, Error>,
    ) -> Result<usize, Error> {
        if let Some(&index) = self.known.get(&key) {
            return Ok(index);
        }
        self.fetched.push(Gathered::new(open(self.context)?)?);
        let index = self.gathered.len() + self.fetched.len() - 1;
        self.known.insert(key, index);
        Ok(index)
    }

    /// Reads a skill of an opened source.
    pub(super) fn take(&self, origin: usize, index: usize, name: FolderName) -> Result<Incoming, Error> {
        let gathered = self.at(origin);
        gathered.prepare(self.context, &[index])?;
        let mut one = gathered.incoming(self.context, index, name, self.mode)?;
        one.is_dependency = !self.state.manifest.skills.contains_key(&one.name);
        Ok(one)
    }

    /// Makes one try.
    pub(super) fn attempt(
        &mut self,
        chosen: &[Chosen],
        narrowed: &Narrowed,
    ) -> Result<Vec<Pick>, Box<Failure>> {
        let mut attempt = Attempt { asked_for: chosen.len(), ..Attempt::default() };
        for (index, one) in chosen.iter().enumerate() {
            let name = &one.incoming.name;
            let base = match one.freedom {
                Freedom::Wanted => one.incoming.requirement.wanted.clone(),
                Freedom::Needed => Wanted::Default,
                Freedom::Exact => Wanted::Rev(String::new()),
            };
            let pick = if narrowed.holds(name) {
                let source = &one.incoming.locked.source;
                let (mut moved, origin) =
                    self.reopen(name, source, &base, &[], narrowed).map_err(|error| {
                        // The restrictions alone leave no version: no change elsewhere makes one, so this way ends.
                        let stuck = self.stuck(&attempt, name, &base, narrowed, error);
                        Box::new(Failure { ways_out: Vec::new(), ..*stuck })
                    })?;
                moved.requirement = one.incoming.requirement.clone();
                moved.is_dependency = one.incoming.is_dependency;
                moved.locked.wanted = one.incoming.locked.wanted.clone();
                Pick::own(moved, origin, base, one.freedom)
            } else {
                Pick {
                    name: name.clone(),
                    locked: one.incoming.locked.clone(),
                    hand: Hand::Given(index),
                    origin: one.origin,
                    through: Rc::default(),
                    base,
                    freedom: one.freedom,
                }
            };
            attempt.add(pick, &[]);
        }
        while let Some((by, need)) = attempt.needs.pop() {
            self.meet(&mut attempt, &by, &need, narrowed)?;
        }
        let staying = self.wishes_of_staying(&attempt);
        let names: Vec<FolderName> = attempt.picks.iter().map(|pick| pick.name.clone()).collect();
        for name in &names {
            let others = staying.get(name).map(Vec::as_slice).unwrap_or_default();
            self.check(&attempt, name, others, narrowed)?;
        }
        Ok(attempt.picks)
    }

    /// Opens a skill's source at what all of these want.
    pub(super) fn reopen(
        &mut self,
        name: &FolderName,
        source: &Source,
        base: &Wanted,
        wishes: &[Wish],
        narrowed: &Narrowed,
    ) -> Result<(Incoming, usize), Error> {
        let wanted = narrowed.wanted(name, base, wishes).unwrap_or_else(|| base.clone());
        let folder = &self.state.folder;
        let origin = self.open(format!("{source} {wanted}"), |context| {
            fetch::open_wanted(context, folder, source, &wanted)
        })?;
        let gathered = self.at(origin);
        let index = match gathered.found.skills.len() {
            1 => 0,
            _ => select::by_name(&gathered.found, name.as_str(), &gathered.origin.to_string())?,
        };
        let mut one = self.take(origin, index, name.clone())?;
        // What was asked for stays on record, and not how it was narrowed down.
        one.requirement.wanted.clone_from(base);
        one.locked.wanted = narrowed.recorded(name, base, wishes);
        Ok((one, origin))
    }

    /// Everything that is wanted of a skill's version in this try.
    fn all_wishes(
        &self,
        attempt: &Attempt,
        name: &FolderName,
        base: Option<&Wanted>,
        others: &[Wish],
        narrowed: &Narrowed,
    ) -> Vec<Wish> {
        let pick = attempt.pick(name);
        let own = match (base, pick) {
            (Some(base), _) => Some(base),
            (None, Some(pick)) if pick.freedom == Freedom::Wanted => Some(&pick.base),
            (None, Some(_)) => None,
            (None, None) => self.state.manifest.skills.get(name).map(|wanted| &wanted.wanted),
        };
        let own = own.and_then(|wanted| match wanted {
            Wanted::Version(text) => version_requirement(text),
            Wanted::Default | Wanted::Ref(_) | Wanted::Rev(_) => None,
        });
        let mut all: Vec<Wish> =
            own.map(|version| Wish { version, through: Rc::default() }).into_iter().collect();
        let seen = attempt.wishes.get(name).map(Vec::as_slice).unwrap_or_default();
        for wish in seen.iter().chain(others).chain(narrowed.wishes(name)) {
            if !all.contains(wish) {
                all.push(wish.clone());
            }
        }
        all
    }

    /// Holds a pick against everything that is wanted of it.
    pub(super) fn check(
        &self,
        attempt: &Attempt,
        name: &FolderName,
        others: &[Wish],
        narrowed: &Narrowed,
    ) -> Result<(), Box<Failure>> {
        let Some(pick) = attempt.pick(name) else { return Ok(()) };
        let all = self.all_wishes(attempt, name, None, others, narrowed);
        let unmet: Vec<&Wish> = all.iter().filter(|wish| !fits(&wish.version, &pick.locked)).collect();
        if unmet.is_empty() {
            return Ok(());
        }
        let mut ways_out = Vec::new();
        // Not every wish can be met by another version: what is exact or a branch has none.
        if narrowed.wanted(name, &pick.base, &[]).is_some() {
            ways_out.extend(unmet.iter().map(|wish| Narrowing::To(name.clone(), (*wish).clone())));
        }
        ways_out.extend(Self::older_makers(attempt, &unmet, narrowed));
        let chosen = pick.locked.version();
        Err(Box::new(Failure { error: told(name, Some(chosen), &all), ways_out }))
    }

    /// No version can be had: the conflict, when several had a say in it, and which of them could be others.
    pub(super) fn stuck(
        &self,
        attempt: &Attempt,
        name: &FolderName,
        base: &Wanted,
        narrowed: &Narrowed,
        error: Error,
    ) -> Box<Failure> {
        if !super::is_dead_end(&error) {
            return error.into();
        }
        let all = self.all_wishes(attempt, name, Some(base), &[], narrowed);
        let ways_out = Self::older_makers(attempt, &all.iter().collect::<Vec<_>>(), narrowed);
        let is_version = matches!(error, Error::NoVersion { .. } | Error::NoPackageVersion { .. });
        let error = if is_version && all.len() > 1 { told(name, None, &all) } else { error };
        Box::new(Failure { error, ways_out })
    }

    /// The skills that made these wishes, in versions before those of this try.
    fn older_makers(attempt: &Attempt, wishes: &[&Wish], narrowed: &Narrowed) -> Vec<Narrowing> {
        let makers: BTreeSet<&FolderName> = wishes.iter().flat_map(|wish| wish.through.iter()).collect();
        makers
            .into_iter()
            .filter_map(|maker| {
                let pick = attempt.pick(maker)?;
                let version = version_of(&pick.locked)?;
                narrowed.wanted(maker, &pick.base, &[])?;
                Some(Narrowing::Below(maker.clone(), version))
            })
            .collect()
    }

    /// What locked skills that stay as they are want.
    fn wishes_of_staying(&self, attempt: &Attempt) -> BTreeMap<FolderName, Vec<Wish>> {
        let mut all: BTreeMap<FolderName, Vec<Wish>> = BTreeMap::new();
        let staying = self.state.lockfile.skills.iter().filter(|(name, _)| attempt.pick(name).is_none());
        for (by, locked) in staying {
            for required in locked.required() {
                let Some(version) = required.version else { continue };
                let Ok(name) = required.name.parse() else { continue };
                let wish = Wish { version, through: Rc::new(vec![by.clone()]) };
                all.entry(name).or_default().push(wish);
            }
        }
        all
    }

    /// What the manifest says of a skill, or that only others need it.
    pub(super) fn standing(&self, name: &FolderName) -> (Wanted, Freedom, Option<Requirement>) {
        match self.state.manifest.skills.get(name) {
            Some(wanted) => (wanted.wanted.clone(), Freedom::Wanted, Some(wanted.clone())),
            None => (Wanted::Default, Freedom::Needed, None),
        }
    }
}

/// The story of a conflict.
fn told(name: &FolderName, chosen: Option<String>, wishes: &[Wish]) -> Error {
    let story = wishes.iter().map(|wish| (wish.who(), wish.version.to_string())).collect();
    Error::Conflict { name: name.clone(), chosen, story }
}
