//! Keeping a registry: a folder of static files that any web server can offer. Every act leaves the derived files right.

mod advise;
mod build;
mod error;
mod known;
mod login;
mod market;
mod mirror;
mod provenance;
mod publish;
mod remote;
pub(crate) mod serve;
mod sign;
mod take;
mod tokens;
mod verify;

use std::path::{Path, PathBuf};

use semver::Version;

pub(crate) use advise::{Advice, advise};
pub(crate) use build::{Built, Entry, Freshness, build};
pub(crate) use error::RegistryKeepError;
pub(crate) use known::{DEFAULT, Known, all, all_of, for_package, named, open};
pub(crate) use login::{counterpart, login, logout, shadowing};
pub(crate) use mirror::{MirrorOptions, mirror};
pub(crate) use publish::{prepare, publish};
pub(crate) use remote::mark_remote;
pub(crate) use sign::sign;
pub(crate) use take::{Ready, Wishes, ready};
pub(crate) use tokens::{issue, revoke, tokens_of};
pub(crate) use verify::{Verified, verify};

use super::Context;
use crate::{
    host::registry::keeper::{Keeper, KeeperError},
    model::{
        event::{Event, Verb},
        registry::{
            line::{IndexLine, Status},
            package::Package,
            settings::Settings,
        },
    },
};

/// A version that was published, or would be.
#[derive(Debug)]
pub(crate) struct Published {
    pub(crate) line: IndexLine,
    /// The very same version was there already.
    pub(crate) unchanged: bool,
}

/// Opens a registry to change it.
fn keeper(context: &Context<'_>, folder: &Path) -> Result<Keeper, KeeperError> {
    Keeper::open(folder, || context.reporter.event(Event::Waiting { path: folder }))
}

/// Makes an empty registry.
pub(crate) fn init(
    context: &Context<'_>,
    folder: &Path,
    name: Option<&str>,
    is_rising: bool,
    dry_run: bool,
) -> Result<Settings, RegistryKeepError> {
    let own = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut settings = Settings::new(name.unwrap_or(&own));
    settings.rising = is_rising;
    if crate::host::registry::keeper::is_registry(folder) {
        return Err(KeeperError::Exists { place: error::shown(folder) }.into());
    }
    if !dry_run {
        let waiting = || context.reporter.event(Event::Waiting { path: folder });
        let keeper = Keeper::create(folder, settings.clone(), waiting)?;
        build(context, &keeper, Freshness::All)?;
    }
    Ok(settings)
}

/// Publishes skills, given as folders or archives, into a registry's folder. None is published unless all may be.
pub(crate) fn add(
    context: &Context<'_>,
    folder: &Path,
    paths: &[PathBuf],
    wishes: &Wishes,
    dry_run: bool,
) -> Result<Vec<Published>, RegistryKeepError> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(ready(context, path, wishes)?);
    }
    add_ready(context, folder, all, dry_run)
}

fn add_ready(
    context: &Context<'_>,
    folder: &Path,
    all: Vec<Ready>,
    dry_run: bool,
) -> Result<Vec<Published>, RegistryKeepError> {
    let keeper = keeper(context, folder)?;
    let mut published = Vec::new();
    for (at, one) in all.iter().enumerate() {
        if all[..at].iter().any(|other| other.line.name == one.line.name) {
            return Err(RegistryKeepError::Twice { package: one.line.name.clone() });
        }
        let there = keeper.index(&one.line.name)?;
        let unchanged = match there.version(&one.line.version) {
            // The same tree gives the same archive: publishing it again says nothing new.
            Some(old) if old.tree == one.line.tree && old.archive == one.line.archive => true,
            _ => {
                keeper.allows(&one.line.name, &one.line.version)?;
                false
            }
        };
        published.push(Published { line: one.line.clone(), unchanged });
    }
    if dry_run {
        return Ok(published);
    }
    for (one, told) in all.into_iter().zip(&published) {
        if !told.unchanged {
            keeper.publish(one.line, &one.archive)?;
            let what = format!("{} {}", told.line.name, told.line.version);
            context.reporter.event(Event::Done { verb: Verb::Published, what: &what });
        }
    }
    build(context, &keeper, Freshness::Changed)?;
    Ok(published)
}

/// What shall become of versions.
#[derive(Debug, Clone)]
pub(crate) enum Mark {
    Yank {
        reason: String,
    },
    Unyank,
    Status(Status),
    /// No status any more.
    Lift,
}

impl Mark {
    /// Marks a line; says whether that changes it.
    fn change(&self, line: &mut IndexLine) -> bool {
        let before = line.clone();
        match self {
            Self::Yank { reason } => line.yanked = Some(reason.clone()),
            Self::Unyank => line.yanked = None,
            Self::Status(status) => line.status = Some(status.clone()),
            Self::Lift => line.status = None,
        }
        before != *line
    }
}

/// Changes what may change of one version, or of all versions of a package. Gives the versions that changed.
pub(crate) fn mark(
    context: &Context<'_>,
    folder: &Path,
    package: &Package,
    version: Option<&Version>,
    mark: &Mark,
    dry_run: bool,
) -> Result<Vec<Version>, RegistryKeepError> {
    let keeper = keeper(context, folder)?;
    let index = keeper.index(package)?;
    if index.lines.is_empty() {
        return Err(KeeperError::NoPackage { package: package.clone() }.into());
    }
    let versions: Vec<Version> = match version {
        Some(version) => match index.version(version) {
            Some(line) => vec![line.version.clone()],
            None => {
                return Err(
                    KeeperError::NoVersion { package: package.clone(), version: version.clone() }.into()
                );
            }
        },
        None => index.lines.iter().map(|line| line.version.clone()).collect(),
    };
    let mut changed = Vec::new();
    for version in versions {
        let change = |line: &mut IndexLine| mark.change(line);
        let did = if dry_run {
            let mut line = index.version(&version).cloned();
            line.as_mut().is_some_and(change)
        } else {
            keeper.mark(package, &version, change)?
        };
        if did {
            changed.push(version);
        }
    }
    if !dry_run && !changed.is_empty() {
        build(context, &keeper, Freshness::Changed)?;
    }
    Ok(changed)
}

/// Derives search list and discovery index anew, and a marketplace file where one is asked for or there already.
pub(crate) fn rebuild(
    context: &Context<'_>,
    folder: &Path,
    freshness: Freshness,
    wants_market: bool,
) -> Result<Built, RegistryKeepError> {
    let keeper = keeper(context, folder)?;
    let has_one = build::has_market(&keeper);
    // A list that an older program made names no commits.
    let freshness = if wants_market && !has_one { Freshness::All } else { freshness };
    build::build_with(context, &keeper, freshness, wants_market || has_one)
}
