//! A first look at all skills of a run, for the rules that compare them: names and descriptions only.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use super::find::{Found, Place};
use crate::{
    host::fs::{self, Standing},
    lint::surroundings::{Neighbour, Surroundings, triggers},
    model::skill::{MANIFEST, read_card},
};

/// Bytes of a SKILL.md that are read for its head, at most.
const MAX_MANIFEST: u64 = 4 * 1024 * 1024;

/// Reads the heads of all skills of a run. A single skill has no neighbours, and nothing is read.
pub(super) fn look(found: &[Found], threads: usize) -> Surroundings {
    if found.len() < 2 {
        return Surroundings::default();
    }
    let top = top(found);
    let next = AtomicUsize::new(0);
    let mut all: Vec<(usize, Neighbour)> = Vec::with_capacity(found.len());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    while let Some((index, one)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        found.get(index).map(|one| (index, one))
                    } {
                        own.push((index, neighbour(one, top)));
                    }
                    own
                })
            })
            .collect();
        for worker in workers {
            all.extend(worker.join().unwrap_or_default());
        }
    });
    all.sort_by_key(|(index, _)| *index);
    Surroundings::new(all.into_iter().map(|(_, neighbour)| neighbour).collect())
}

/// What can't be read has no name here; judging it says why.
fn neighbour(found: &Found, top: &Path) -> Neighbour {
    let shown = found.shown.clone();
    let Place::Folder(real) = &found.place else { return Neighbour { shown, ..Neighbour::default() } };
    // Links are not followed for this first look: they are judged where the skill is read.
    let is_file = |path: &PathBuf| matches!(fs::standing(path), Ok(Standing::File));
    let manifest = [MANIFEST, "skill.md"].map(|name| real.join(name)).into_iter().find(is_file);
    let bytes = manifest.and_then(|path| fs::read_capped(&path, MAX_MANIFEST).ok());
    let card = bytes.and_then(|bytes| read_card(&bytes).ok()).unwrap_or_default();
    Neighbour {
        shown,
        name: card.name.unwrap_or_default(),
        triggers: triggers(card.description.as_deref().unwrap_or_default()),
        description: card.description.unwrap_or_default(),
        home: home(real, top),
    }
}

/// The deepest folder that holds all skills of the run.
fn top(found: &[Found]) -> &Path {
    let mut folders = found.iter().filter_map(|one| match &one.place {
        Place::Folder(real) => Some(real.as_path()),
        _ => None,
    });
    let first = folders.next().unwrap_or(Path::new(""));
    folders.fold(first, |top, folder| {
        top.ancestors().find(|above| folder.starts_with(above)).unwrap_or(Path::new(""))
    })
}

/// The agent's folder, the plugin or the example that a skill lies in; empty when in none.
fn home(real: &Path, top: &Path) -> String {
    let is_plugin = |folder: &&Path| {
        matches!(fs::standing(&folder.join(".claude-plugin/plugin.json")), Ok(Standing::File))
    };
    let is_hidden =
        |folder: &&Path| folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    // A plugin's skills are in `skills/NAME`.
    let plugin = real.ancestors().skip(2).take(1).find(is_plugin);
    // A marketplace keeps its plugins in `plugins`, often without a file of their own; others build one for each agent.
    let named = |folder: &Path, names: &[&str]| {
        folder.file_name().is_some_and(|name| names.iter().any(|known| name == *known))
    };
    let is_below_plugins = |folder: &&Path| {
        folder.parent().is_some_and(|above| named(above, &["plugins", "providers", "packages"]))
    };
    // Skills made to test or to show something are nobody's to load.
    let is_specimen = |folder: &&Path| {
        named(folder, &["test", "tests", "testdata", "fixtures", "examples", "evals", "templates"])
    };
    let mut within = real.ancestors().skip(1).take_while(|folder| *folder != top);
    if within.any(|folder| is_specimen(&folder)) {
        return real.to_string_lossy().into_owned();
    }
    let of_marketplace = real.ancestors().skip(1).find(is_below_plugins);
    let folder = real.ancestors().find(is_hidden).or(plugin).or(of_marketplace);
    folder.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default()
}
