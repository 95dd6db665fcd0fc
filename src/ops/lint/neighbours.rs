//! A first look at all skills of a run, for the rules that compare them: names and descriptions only.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use super::{
    find::{Found, Place},
    results::Results,
};
use crate::{
    host::fs::{self, Standing},
    lint::{
        contest::pieces,
        surroundings::{Neighbour, Surroundings, triggers},
    },
    model::skill::{MANIFEST, read_card},
};

/// Bytes of a SKILL.md that are read for its head, at most.
const MAX_MANIFEST: u64 = 4 * 1024 * 1024;

/// What the neighbours of a skill want to know of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Card {
    pub(super) name: String,
    /// Characters of name and description.
    pub(super) length: usize,
    pub(super) triggers: Vec<u32>,
    /// What `contest::pieces` makes of the description.
    pub(super) pieces: Vec<u32>,
}

/// Reads the heads of all skills of a run, those that are known to be unchanged out of the results of an earlier one.
/// A single skill has no neighbours, and nothing is read.
pub(super) fn look(found: &[Found], results: Option<&Results>, threads: usize) -> Surroundings {
    if found.len() < 2 {
        return Surroundings::default();
    }
    let top = top(found);
    let next = AtomicUsize::new(0);
    let mut all: Vec<Neighbour> = Vec::new();
    all.resize_with(found.len(), Neighbour::default);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    let mut homes = Homes { top, known: None };
                    while let Some((index, one)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        found.get(index).map(|one| (index, one))
                    } {
                        own.push((index, neighbour(index, one, results, &mut homes)));
                    }
                    own
                })
            })
            .collect();
        for (index, neighbour) in workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()) {
            all[index] = neighbour;
        }
    });
    Surroundings::new(all)
}

fn neighbour(index: usize, found: &Found, results: Option<&Results>, homes: &mut Homes<'_>) -> Neighbour {
    let shown = found.shown.clone();
    let Place::Folder(real) = &found.place else { return Neighbour { shown, ..Neighbour::default() } };
    let known = results.and_then(|results| results.card(index, real));
    let Card { name, length, triggers, pieces } = known.unwrap_or_else(|| card(real));
    Neighbour { shown, name, length, triggers, pieces, home: homes.of(real) }
}

/// The card of the skill in a folder. What can't be read has no name here; judging it says why.
pub(super) fn card(real: &Path) -> Card {
    // Links are not followed for this first look: they are judged where the skill is read.
    let is_file = |path: &PathBuf| matches!(fs::standing(path), Ok(Standing::File));
    let manifest = [MANIFEST, "skill.md"].map(|name| real.join(name)).into_iter().find(is_file);
    let bytes = manifest.and_then(|path| fs::read_capped(&path, MAX_MANIFEST).ok());
    let head = bytes.and_then(|bytes| read_card(&bytes).ok()).unwrap_or_default();
    let (name, description) = (head.name.unwrap_or_default(), head.description.unwrap_or_default());
    let length = name.chars().count() + description.chars().count();
    Card { name, length, triggers: triggers(&description), pieces: pieces(&description) }
}

/// The deepest folder that holds all skills of the run.
pub(super) fn top(found: &[Found]) -> &Path {
    let mut folders = found.iter().filter_map(|one| match &one.place {
        Place::Folder(real) => Some(real.as_path()),
        _ => None,
    });
    let first = folders.next().unwrap_or(Path::new(""));
    folders.fold(first, |top, folder| {
        top.ancestors().find(|above| folder.starts_with(above)).unwrap_or(Path::new(""))
    })
}

/// Whose the skills are that lie in a run's folders.
struct Homes<'a> {
    top: &'a Path,
    /// Whether the folder looked at last is a plugin.
    known: Option<(PathBuf, bool)>,
}

impl Homes<'_> {
    fn is_plugin(&mut self, folder: &Path) -> bool {
        match &self.known {
            Some((known, is_plugin)) if known == folder => *is_plugin,
            _ => {
                let file = folder.join(".claude-plugin/plugin.json");
                let is_plugin = matches!(fs::standing(&file), Ok(Standing::File));
                self.known = Some((folder.to_owned(), is_plugin));
                is_plugin
            }
        }
    }

    fn of(&mut self, real: &Path) -> String {
        // A plugin's skills are in `skills/NAME`.
        let above = real.ancestors().nth(2);
        let plugin = above.filter(|folder| self.is_plugin(folder));
        home(real, self.top, plugin)
    }
}

/// The agent's folder, the plugin or the example that a skill lies in; empty when in none.
fn home(real: &Path, top: &Path, plugin: Option<&Path>) -> String {
    let is_hidden =
        |folder: &&Path| folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
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
