//! Installing into a bare folder: files only, no manifest, no lockfile, no links.

use std::path::Path;

use super::{Content, Incoming, no_twins, plan::back_up};
use crate::{
    host::fs::{self, Scratch},
    model::event::Event,
    ops::{Context, advisories, error::Error, policy, scope::ScopeFolder},
};

/// What became of one skill's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placed {
    Added,
    Replaced,
    Unchanged,
}

/// Puts the skills into `folder`. What stands there already and differs is replaced only with `force`. `scope` says which registries are asked for advisories.
pub(crate) fn place_all(
    context: &Context<'_>,
    scope: &ScopeFolder,
    folder: &Path,
    incoming: &[Incoming],
    force: bool,
    dry_run: bool,
) -> Result<Vec<Placed>, Error> {
    no_twins(incoming)?;
    policy::content(context, context.store()?, incoming.iter())?;
    advisories::refuse(context, scope, None, incoming.iter().map(|one| (&one.name, &one.locked)))?;
    let mut decided = Vec::new();
    for one in incoming {
        let path = folder.join(one.name.as_str());
        decided.push(match fs::standing(&path)? {
            fs::Standing::Nothing => Placed::Added,
            fs::Standing::Folder if Some(fs::hash_tree(&path)?) == one.content.digest() => Placed::Unchanged,
            _ if force => Placed::Replaced,
            _ => {
                return Err(Error::Occupied {
                    name: one.name.clone(),
                    path,
                    what: "it stands there already and differs",
                });
            }
        });
    }
    if dry_run {
        return Ok(decided);
    }
    for (one, decided) in incoming.iter().zip(&decided) {
        let Content::Tree(tree) = &one.content else { continue };
        let path = folder.join(one.name.as_str());
        if *decided == Placed::Unchanged {
            continue;
        }
        if *decided == Placed::Replaced {
            back_up(context, &path, &one.name)?;
        }
        let scratch = Scratch::new_in(folder)?;
        let staged = scratch.path().join(one.name.as_str());
        fs::write_tree(tree, &staged)?;
        fs::place(&staged, &path)?;
        context.reporter.event(Event::Installed {
            name: &one.name,
            tree: Some(tree),
            version: &one.version(),
            replaced: *decided == Placed::Replaced,
        });
    }
    Ok(decided)
}
