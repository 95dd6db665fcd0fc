//! A registry copied, whole or in part, into a folder: every archive checked on the way.

use std::path::Path;

use super::{Freshness, RegistryKeepError, advise, build, build::Entry};
use crate::{
    host::registry::{
        keeper::{Keeper, is_registry},
        sparse::Sparse,
    },
    model::{
        event::{Event, Verb},
        registry::{package::Package, settings::Settings},
    },
    ops::Context,
};

/// What to copy.
#[derive(Debug, Default)]
pub(crate) struct MirrorOptions {
    /// Empty: everything.
    pub(crate) packages: Vec<Package>,
    pub(crate) dry_run: bool,
}

/// What a copy came to.
#[derive(Debug, Default)]
pub(crate) struct Mirrored {
    pub(crate) packages: usize,
    /// Versions that were not there before.
    pub(crate) added: usize,
    /// Versions whose `yanked` or status was brought up to date.
    pub(crate) marked: usize,
    /// Advisories that were new or changed.
    pub(crate) advisories: usize,
}

/// Copies packages of `source` into the registry at `folder`, which is made if need be. Versions already there must be
/// the same; what was yanked or blocked there is here too, and what is
/// known against skills.
pub(crate) fn mirror(
    context: &Context<'_>,
    source: &Sparse,
    folder: &Path,
    options: &MirrorOptions,
) -> Result<Mirrored, RegistryKeepError> {
    let packages = if options.packages.is_empty() { all(context, source)? } else { options.packages.clone() };
    let indexes = source.indexes(&packages);
    let waiting = || context.reporter.event(Event::Waiting { path: folder });
    let store = context.store()?;
    let mut mirrored = Mirrored { packages: packages.len(), ..Mirrored::default() };
    if options.dry_run {
        for index in indexes {
            mirrored.added += index?.lines.len();
        }
        return Ok(mirrored);
    }
    let keeper = if is_registry(folder) {
        Keeper::open(folder, waiting)?
    } else {
        let settings = Settings::new(&source.settings()?.name);
        Keeper::create(folder, settings, waiting)?
    };
    let total = packages.len() as u64;
    for (at, (package, index)) in packages.iter().zip(indexes).enumerate() {
        context.reporter.event(Event::Step { verb: Verb::Adding, done: at as u64, total });
        let here = keeper.index(package)?;
        for line in index?.lines.iter().cloned() {
            match here.version(&line.version) {
                Some(old) if !old.is_same_release(&line) => {
                    return Err(RegistryKeepError::Apart { package: package.clone(), version: line.version });
                }
                Some(_) => {
                    let changed = keeper.mark(package, &line.version, |old| {
                        let news = (old.yanked != line.yanked) || (old.status != line.status);
                        old.yanked.clone_from(&line.yanked);
                        old.status.clone_from(&line.status);
                        news
                    })?;
                    mirrored.marked += usize::from(changed);
                }
                None => {
                    let bytes = source.archive(&line, store, context.reporter)?;
                    keeper.publish(line, &bytes)?;
                    mirrored.added += 1;
                }
            }
        }
    }
    context.reporter.event(Event::Step { verb: Verb::Adding, done: total, total });
    mirrored.advisories = advise::take_over(&keeper, source.advisories()?)?;
    build(context, &keeper, Freshness::Changed)?;
    Ok(mirrored)
}

/// Every package of a registry that its list for searching names.
fn all(context: &Context<'_>, source: &Sparse) -> Result<Vec<Package>, RegistryKeepError> {
    let list = source.search_list(context.reporter)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&list);
    let mut packages = Vec::new();
    for line in text.lines() {
        if let Ok(entry) = serde_json::from_str::<Entry>(line) {
            packages.push(entry.name.parse()?);
        }
    }
    Ok(packages)
}
