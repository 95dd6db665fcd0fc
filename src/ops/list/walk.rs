//! The skills below one folder of skills: its folders, and those in groups of skills below it, within bounds.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use super::{
    Listed, Listing, State, Stray,
    look::{self, Looked},
};
use crate::{
    host::fs,
    model::{skill::read_card, tree::is_part_of_skill},
    ops::{parallel, state::ScopeState},
};

/// How deep groups of skills are followed, the folder of skills itself being 0.
const MAX_DEPTH: usize = 6;
/// How many groups are opened in one folder of skills.
const MAX_GROUPS: usize = 2_000;
/// The largest Markdown file that is looked at, in bytes.
const MAX_MANIFEST: u64 = 10 * 1024 * 1024;

/// A folder, or a link to one, that may be a skill.
#[derive(Debug)]
pub(super) struct Spot {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// Links resolved; `None` when nothing is there.
    pub(super) real: Option<PathBuf>,
    /// Whether the lockfile may speak of it: it lies right in the shared folder.
    pub(super) may_be_locked: bool,
    /// Which of the first level it lies below.
    top: Option<usize>,
}

/// A folder of the first level that has no SKILL.md: a group, if a skill turns up below it.
struct Group {
    listed: Listed,
    is_empty: bool,
}

/// The skills in the folder `place` of a scope by name, then those in groups. The shared folder also gives what is
/// locked and not there.
pub(super) fn skills_in(state: &ScopeState, place: &Path, listing: &mut Listing) -> Vec<Listed> {
    let shared = place == state.folder.skills();
    let mut round = first_level(state, place, shared, listing);
    let (mut found, mut groups): (Vec<Listed>, Vec<Group>) = (Vec::new(), Vec::new());
    let mut opened = HashSet::new();
    for depth in 1..=MAX_DEPTH {
        let looked = parallel::each(&round, |spot| look::look(state, spot));
        let mut next = Vec::new();
        for (spot, looked) in round.iter().zip(looked) {
            match looked {
                Looked::Skill(listed) => {
                    if let Some(group) = spot.top.and_then(|top| groups.get_mut(top)) {
                        group.is_empty = false;
                    }
                    found.push(*listed);
                }
                Looked::NoManifest(listed) => {
                    let top = spot.top.unwrap_or_else(|| {
                        groups.push(Group { listed: *listed, is_empty: true });
                        groups.len() - 1
                    });
                    let is_new = spot.real.as_ref().is_some_and(|real| opened.insert(real.clone()));
                    if depth == MAX_DEPTH || !is_new {
                        continue;
                    }
                    if opened.len() > MAX_GROUPS {
                        let why = format!("more than {MAX_GROUPS} folders without SKILL.md lie in it");
                        if listing.troubles.last().is_none_or(|(path, _)| path != place) {
                            listing.troubles.push((place.to_owned(), why));
                        }
                        continue;
                    }
                    open_group(spot, top, listing, &mut next, groups.get_mut(top));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        round = next;
    }
    found.extend(groups.into_iter().filter(|group| group.is_empty).map(|group| group.listed));
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    found
}

/// Adds the folders below a group to those that are looked at next.
fn open_group(
    spot: &Spot,
    top: usize,
    listing: &mut Listing,
    next: &mut Vec<Spot>,
    group: Option<&mut Group>,
) {
    let entries = match fs::list(&spot.folder) {
        Ok(entries) => entries,
        Err(error) => {
            listing.troubles.push((spot.folder.clone(), error.to_string()));
            return;
        }
    };
    let names = entries.iter().map(|(name, _)| name.to_string_lossy());
    if let Some(other) = names.into_iter().find(|name| name.eq_ignore_ascii_case("SKILL.md"))
        && let Some(group) = group.filter(|_| spot.top.is_none())
    {
        let reason = format!("`{other}` must be called `SKILL.md`");
        group.listed.state = State::Invalid { reason, code: None };
        return;
    }
    next.extend(entries.into_iter().filter_map(|(name, kind)| {
        let mut spot = spot_at(&spot.folder, spot.real.as_deref(), &name.to_string_lossy(), kind)?;
        spot.top = Some(top);
        Some(spot)
    }));
}

/// The folders (and links) in a folder of skills, and the names that are locked. Markdown files that look like skills
/// become strays.
fn first_level(state: &ScopeState, place: &Path, shared: bool, listing: &mut Listing) -> Vec<Spot> {
    let mut spots = Vec::new();
    let entries = match fs::list_if_there(place) {
        Ok(entries) => entries,
        Err(error) => {
            listing.troubles.push((place.to_owned(), error.to_string()));
            Vec::new()
        }
    };
    let real = if entries.is_empty() { None } else { fs::canonical(place).ok() };
    for (name, kind) in entries {
        let name = name.to_string_lossy();
        if let Some(mut spot) = spot_at(place, real.as_deref(), &name, kind) {
            spot.may_be_locked = shared;
            spots.push(spot);
        } else if kind == fs::Standing::File && name.to_ascii_lowercase().ends_with(".md") {
            let path = place.join(&*name);
            let reads = fs::read_capped(&path, MAX_MANIFEST).is_ok_and(|bytes| read_card(&bytes).is_ok());
            if reads && !listing.strays.iter().any(|stray| stray.path == path) {
                let stem = &name[..name.len() - 3];
                listing.strays.push(Stray { advice: format!("{stem}/SKILL.md"), path });
            }
        }
    }
    if shared {
        let there: HashSet<String> = spots.iter().map(|spot| spot.name.clone()).collect();
        let locked = state.lockfile.skills.keys().map(|name| name.as_str());
        spots.extend(locked.filter(|name| !there.contains(*name)).map(|name| Spot {
            name: name.to_owned(),
            folder: place.join(name),
            real: None,
            may_be_locked: true,
            top: None,
        }));
    }
    spots
}

fn spot_at(place: &Path, real: Option<&Path>, name: &str, kind: fs::Standing) -> Option<Spot> {
    if !is_part_of_skill(name) || name.starts_with('.') {
        return None;
    }
    let folder = place.join(name);
    let real = match kind {
        fs::Standing::Folder => real.map(|real| real.join(name)),
        fs::Standing::Symlink if !fs::is_file(&folder) => fs::canonical(&folder).ok(),
        _ => return None,
    };
    Some(Spot { name: name.to_owned(), folder, real, may_be_locked: false, top: None })
}
