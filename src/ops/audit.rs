//! An audit of what is installed: the bytes against the lockfile, the rules of safety, what each skill can reach, and what
//! nothing pins. Nothing is asked of the network but the advisories of configured registries.

use std::path::{Path, PathBuf};

use super::{
    Context, advisories,
    error::Error,
    fetch,
    info::{self, Reach},
    lint, list,
    list::Listed,
    parallel,
    scope::ScopeFolder,
    state::{Intent, ScopeState},
};
use crate::{
    host::fs,
    lint::{
        diagnostic::{Diagnostic, Severity},
        judge_regardless,
        profile::Profile,
        rule::Category,
        rules::RULES,
        surroundings::Surroundings,
    },
    model::{
        agent::Scope,
        digest::Digest,
        lockfile::{Locked, Pin},
        name::nearest,
        registry::{
            advisory::Advisory,
            line::{Status, StatusKind},
        },
        skill::Skill,
    },
};

/// How the bytes of a skill stand to its lockfile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Integrity {
    Ok,
    /// The lockfile pins no bytes: a folder under development.
    Alive,
    /// No lockfile knows it.
    Unmanaged,
    Missing,
    Differs {
        found: Digest,
    },
}

impl Integrity {
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Alive => "alive",
            Self::Unmanaged => "unmanaged",
            Self::Missing => "missing",
            Self::Differs { .. } => "differs",
        }
    }

    /// Whether a lockfile promises other bytes than there are.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(self, Self::Missing | Self::Differs { .. })
    }
}

/// Why later bytes may be others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unpinned {
    /// Agents read a folder under development.
    Live,
    /// A copy of a local folder, made anew by the next install.
    Copy,
    /// Locked as it came: its site gave no digest to hold it against.
    Unverified,
    /// No lockfile knows it.
    Unmanaged,
}

impl Unpinned {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Copy => "copy",
            Self::Unverified => "unverified",
            Self::Unmanaged => "unmanaged",
        }
    }
}

/// One skill audited.
#[derive(Debug)]
pub(crate) struct Audited {
    pub(crate) listed: Listed,
    pub(crate) integrity: Integrity,
    pub(crate) unpinned: Option<Unpinned>,
    /// What stands in the folder; absent when nothing does, or when it can't be read.
    pub(crate) inside: Option<Inside>,
    /// What the configured registries know against it.
    pub(crate) advisories: Vec<Advisory>,
    /// What its registry says of its version, where that is no good.
    pub(crate) status: Option<Status>,
    /// Why it could not be read.
    pub(crate) failure: Option<String>,
}

impl Audited {
    /// Whether an advisory calls it malicious, or its registry blocked it.
    pub(crate) fn is_malicious(&self) -> bool {
        self.advisories.iter().any(Advisory::is_malicious)
            || self.status.as_ref().is_some_and(|status| status.state == StatusKind::Blocked)
    }

    /// Why it should not be left where agents find it; empty where nothing speaks against it.
    pub(crate) fn charges(&self) -> Vec<String> {
        let advisories = self.advisories.iter().filter(|advisory| advisory.is_malicious());
        let status = self.status.as_ref().map(said);
        advisories.map(ToString::to_string).chain(status).collect()
    }
}

/// A registry's word on a version, for people.
pub(crate) fn said(status: &Status) -> String {
    let state = match status.state {
        StatusKind::Deprecated => "deprecated",
        StatusKind::Quarantined => "quarantined",
        StatusKind::Blocked => "blocked",
    };
    if status.reason.is_empty() { state.to_owned() } else { format!("{state}: {}", status.reason) }
}

/// What an audit reads out of a skill's folder.
#[derive(Debug)]
pub(crate) struct Inside {
    /// The folder's real path.
    pub(crate) real: PathBuf,
    pub(crate) skill: Skill,
    /// What the rules of safety say, warnings and louder.
    pub(crate) found: Vec<Diagnostic>,
    pub(crate) reach: Reach,
    /// Tokens of name and description, of the body, and of all other text files.
    pub(crate) tokens: [usize; 3],
}

/// Audits the skills of these scopes; every visible one when none is named.
pub(crate) fn audit(
    context: &Context<'_>,
    scopes: &[ScopeFolder],
    names: &[String],
    require_fresh: bool,
) -> Result<Vec<Audited>, Error> {
    let mut audited = look_twice(context, scopes, names)?;
    // Only registries that somebody configured are asked, and only what is locked can be meant.
    let first = scopes.first().filter(|_| audited.iter().any(|one| one.listed.locked.is_some()));
    if let Some(folder) = first {
        let feeds = advisories::feeds(context, folder, require_fresh)?;
        for one in &mut audited {
            let Some(locked) = &one.listed.locked else { continue };
            one.advisories = advisories::against(&feeds, locked).into_iter().cloned().collect();
            match fetch::status(context, folder, locked) {
                Ok(status) => one.status = status.filter(|status| status.state != StatusKind::Deprecated),
                Err(error) if require_fresh => return Err(error),
                // Its advisories could not be had either, which was told.
                Err(_) => {}
            }
        }
    }
    Ok(audited)
}

fn look_twice(
    context: &Context<'_>,
    scopes: &[ScopeFolder],
    names: &[String],
) -> Result<Vec<Audited>, Error> {
    let first = look(context, scopes, names);
    let is_odd = |one: &Audited| one.integrity.is_broken() || one.failure.is_some();
    if first.as_ref().is_ok_and(|audited| !audited.iter().any(is_odd)) {
        return first;
    }
    // Another run may be in the middle of a change: it is looked at again when nobody is.
    let alone: Result<Vec<_>, _> =
        scopes.iter().map(|folder| ScopeState::open(context, folder.clone(), Intent::ReadAlone)).collect();
    let _alone = alone?;
    look(context, scopes, names)
}

fn look(context: &Context<'_>, scopes: &[ScopeFolder], names: &[String]) -> Result<Vec<Audited>, Error> {
    let listed = list::list(context, scopes.to_vec())?.skills;
    if let Some(name) = names.iter().find(|name| !listed.iter().any(|skill| skill.name == **name)) {
        let near = nearest(name, listed.iter().map(|skill| skill.name.as_str())).map(str::to_owned);
        let scope = scopes.first().map_or(Scope::Project, |folder| folder.scope).as_str();
        return Err(Error::NotInstalled { name: name.clone(), scope, near });
    }
    let asked: Vec<Listed> =
        listed.into_iter().filter(|skill| names.is_empty() || names.contains(&skill.name)).collect();
    let profile = of_safety();
    let reader = lint::Reader::new(context);
    Ok(parallel::each(&asked, |listed| one(&reader, &profile, listed)))
}

/// The rules of safety at the levels of the specification's profile. Settings that lie beside a skill don't count:
/// whoever wrote the skill may have written them.
fn of_safety() -> Profile {
    let mut profile = Profile::spec();
    for rule in RULES.iter().filter(|rule| rule.category != Category::Safety) {
        // The names come from the table itself.
        let _ = profile.set_level(rule.name, "off", "audit");
    }
    profile
}

fn one(reader: &lint::Reader, profile: &Profile, listed: &Listed) -> Audited {
    let mut audited = Audited {
        listed: listed.clone(),
        integrity: Integrity::Missing,
        unpinned: unpinned(listed.locked.as_ref()),
        inside: None,
        advisories: Vec::new(),
        status: None,
        failure: None,
    };
    if !fs::is_folder(&listed.folder) {
        if listed.locked.is_none() {
            audited.integrity = Integrity::Unmanaged;
            audited.failure = Some("it leads to no folder".to_owned());
        }
        return audited;
    }
    match integrity(&listed.folder, listed.locked.as_ref()) {
        Ok(integrity) => audited.integrity = integrity,
        // What can't be read is not what was locked.
        Err(error) => audited.failure = Some(error.to_string()),
    }
    match inside(reader, profile, &listed.folder) {
        Ok(inside) => audited.inside = Some(inside),
        Err(why) => audited.failure = Some(why),
    }
    audited
}

fn integrity(folder: &Path, locked: Option<&Locked>) -> Result<Integrity, fs::Error> {
    let Some(locked) = locked else { return Ok(Integrity::Unmanaged) };
    let Some(digest) = locked.digest else { return Ok(Integrity::Alive) };
    let found = fs::hash_tree(folder)?;
    Ok(if found == digest { Integrity::Ok } else { Integrity::Differs { found } })
}

fn unpinned(locked: Option<&Locked>) -> Option<Unpinned> {
    match locked {
        None => Some(Unpinned::Unmanaged),
        Some(locked) if locked.digest.is_none() => Some(Unpinned::Live),
        Some(locked) if locked.pin == Pin::Alive => Some(Unpinned::Copy),
        Some(locked) if matches!(locked.pin, Pin::Artifact { is_verified: false, .. }) => {
            Some(Unpinned::Unverified)
        }
        Some(_) => None,
    }
}

fn inside(reader: &lint::Reader, profile: &Profile, folder: &Path) -> Result<Inside, String> {
    let real = fs::canonical(folder).map_err(|error| error.to_string())?;
    let skill = reader.skill(&real).map_err(|error| error.to_string())?;
    // A skill's own comments don't quiet those who check it.
    let mut found = judge_regardless(&skill, std::slice::from_ref(profile), &Surroundings::default());
    found.retain(|diagnostic| diagnostic.severity >= Severity::Warning);
    Ok(Inside { reach: info::reach(&skill.tree), tokens: info::weigh(&skill.tree), real, skill, found })
}
