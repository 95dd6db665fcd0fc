//! The skills below one folder of skills: its folders, and those in groups of skills below it, within bounds.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use super::{
    Listed, Listing, State, Stray,
    look::{self, Looked},
};
use crate::{
    host::fs,
    model::{name::FolderName, skill::read_card, tree::is_part_of_skill},
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
    is_locked: bool,
    /// Which of the folders of skills it lies in.
    place: usize,
    /// Which of the groups of the first level it lies below.
    group: Option<usize>,
}

/// A folder of the first level that has no SKILL.md: a group, if a skill turns up below it.
struct Group {
    listed: Listed,
    place: usize,
    is_empty: bool,
}

/// What was found in the folders of skills.
#[derive(Default)]
pub(super) struct Found {
    /// Skills with the index of their folder of skills; in the order of those, then by path.
    pub(super) skills: Vec<(usize, Listed)>,
    /// Other ways (a path, in which folder of skills) to a real folder.
    pub(super) aliases: Vec<(usize, PathBuf, PathBuf)>,
}

/// The skills right in these folders of a scope, and those in groups of skills below. The first may be the shared folder:
/// it also gives what is locked and not there. A real folder is looked at once, whatever leads to it.
pub(super) fn skills_in(state: &ScopeState, places: &[PathBuf], listing: &mut Listing) -> Found {
    let mut walk = Walk { found: Found::default(), seen: HashSet::new(), resolver: Resolver::default() };
    let mut round = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let shared = *place == state.folder.skills();
        // A link back to a folder of skills is no group in it.
        let real = fs::canonical(place).ok().filter(|real| fs::is_folder(real));
        walk.seen.extend(real.clone());
        let spots = first_level(state, &Place { folder: place, real, index, shared }, &mut walk, listing);
        walk.admit(spots, listing, &mut round);
    }
    let (mut groups, mut opened): (Vec<Group>, HashMap<usize, usize>) = (Vec::new(), HashMap::new());
    for depth in 1..=MAX_DEPTH {
        let looked = parallel::each(&round, |spot| look::look(state, spot));
        let mut next = Vec::new();
        for (spot, looked) in round.iter().zip(looked) {
            match looked {
                Looked::Skill(listed) => {
                    if let Some(group) = spot.group.and_then(|group| groups.get_mut(group)) {
                        group.is_empty = false;
                    }
                    walk.found.skills.push((spot.place, *listed));
                }
                Looked::NoManifest(listed) => {
                    let group = spot.group.unwrap_or_else(|| {
                        groups.push(Group { listed: *listed, place: spot.place, is_empty: true });
                        groups.len() - 1
                    });
                    let count = opened.entry(spot.place).or_default();
                    *count += 1;
                    if *count == MAX_GROUPS + 1 {
                        let why = format!("more than {MAX_GROUPS} folders without SKILL.md lie in it");
                        listing.troubles.push((places[spot.place].clone(), why));
                    }
                    if *count > MAX_GROUPS {
                        // Nothing is known of what was not opened.
                        groups[group].is_empty = false;
                    } else if depth < MAX_DEPTH {
                        let mut spots = Vec::new();
                        open_group(spot, group, &mut walk, listing, &mut spots, groups.get_mut(group));
                        walk.admit(spots, listing, &mut next);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        round = next;
    }
    let empty = groups.into_iter().filter(|group| group.is_empty);
    walk.found.skills.extend(empty.map(|group| (group.place, group.listed)));
    walk.found.skills.sort_by(|a, b| (a.0, &a.1.folder).cmp(&(b.0, &b.1.folder)));
    walk.found
}

struct Walk {
    found: Found,
    /// Real folders that are looked at already.
    seen: HashSet<PathBuf>,
    resolver: Resolver,
}

impl Walk {
    /// Lets each real folder be looked at once; another way to one becomes an alias.
    fn admit(&mut self, spots: Vec<Spot>, listing: &Listing, round: &mut Vec<Spot>) {
        for spot in spots {
            let known = spot.real.as_ref().filter(|real| {
                let is_new = self.seen.insert((*real).clone());
                !is_new || listing.by_real.contains_key(*real)
            });
            match known {
                // What is locked under a second name has a standing of its own.
                Some(real) if !spot.is_locked => {
                    self.found.aliases.push((spot.place, spot.folder.clone(), real.clone()));
                }
                Some(_) | None => round.push(spot),
            }
        }
    }
}

/// Finds where links lead. Links side by side mostly lead into one folder, which is resolved once.
#[derive(Default)]
struct Resolver {
    parents: HashMap<PathBuf, Option<PathBuf>>,
}

impl Resolver {
    /// What is behind the link `name` of the real folder `place`.
    /// `folders` are real ones already met.
    fn behind(&mut self, place: &Path, name: &str, folders: &HashSet<PathBuf>) -> Behind {
        let link = place.join(name);
        let Ok(target) = fs::read_link(&link).map(|target| place.join(target)) else {
            return Behind::Nothing;
        };
        let plain = |name: &std::ffi::OsStr| name != ".." && name != ".";
        if let (Some(parent), Some(last)) = (target.parent(), target.file_name().filter(|name| plain(name))) {
            let real = self.parents.entry(parent.to_owned()).or_insert_with(|| fs::canonical(parent).ok());
            let Some(real) = real else { return Behind::Nothing };
            let candidate = real.join(last);
            if folders.contains(&candidate) || matches!(fs::standing(&candidate), Ok(fs::Standing::Folder)) {
                return Behind::Folder(candidate);
            }
        }
        match fs::canonical(&link) {
            Ok(real) if fs::is_folder(&real) => Behind::Folder(real),
            Ok(_) => Behind::File,
            Err(_) => Behind::Nothing,
        }
    }
}

/// Where a link leads.
enum Behind {
    /// A real folder.
    Folder(PathBuf),
    File,
    Nothing,
}

/// Adds the folders below a group to those that are looked at next.
fn open_group(
    spot: &Spot,
    index: usize,
    walk: &mut Walk,
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
        && let Some(group) = group.filter(|_| spot.group.is_none())
    {
        let reason = format!("`{other}` must be called `SKILL.md`");
        group.listed.state = State::Invalid { reason, code: None };
        return;
    }
    next.extend(entries.into_iter().filter_map(|(name, kind)| {
        let name = name.to_string_lossy();
        let mut inner = spot_at(&spot.folder, spot.real.as_deref(), &name, kind, walk)?;
        (inner.place, inner.group) = (spot.place, Some(index));
        Some(inner)
    }));
}

/// A folder of skills.
struct Place<'a> {
    folder: &'a Path,
    /// Links resolved; `None` when nothing is there.
    real: Option<PathBuf>,
    index: usize,
    /// Whether it is the scope's shared folder.
    shared: bool,
}

/// The folders (and links) in a folder of skills, and the names that are locked. Markdown files that look like skills
/// become strays.
fn first_level(state: &ScopeState, place: &Place<'_>, walk: &mut Walk, listing: &mut Listing) -> Vec<Spot> {
    let Place { folder: place, ref real, index, shared } = *place;
    let mut spots = Vec::new();
    let entries = match fs::list_if_there(place) {
        Ok(entries) => entries,
        Err(error) => {
            listing.troubles.push((place.to_owned(), error.to_string()));
            Vec::new()
        }
    };
    for (name, kind) in entries {
        let name = name.to_string_lossy();
        if let Some(mut spot) = spot_at(place, real.as_deref(), &name, kind, walk) {
            (spot.may_be_locked, spot.place) = (shared, index);
            spot.is_locked = shared && state.lockfile.skills.contains_key(&*name);
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
        let locked = state.lockfile.skills.keys().map(FolderName::as_str);
        spots.extend(locked.filter(|name| !there.contains(*name)).map(|name| Spot {
            name: name.to_owned(),
            folder: place.join(name),
            real: None,
            may_be_locked: true,
            is_locked: true,
            place: index,
            group: None,
        }));
    }
    spots
}

fn spot_at(
    place: &Path,
    real: Option<&Path>,
    name: &str,
    kind: fs::Standing,
    walk: &mut Walk,
) -> Option<Spot> {
    if !is_part_of_skill(name) || name.starts_with('.') {
        return None;
    }
    let folder = place.join(name);
    let real = match kind {
        fs::Standing::Folder => real.map(|real| real.join(name)),
        fs::Standing::Symlink => match real {
            Some(real) => match walk.resolver.behind(real, name, &walk.seen) {
                Behind::Folder(real) => Some(real),
                Behind::Nothing => None,
                Behind::File => return None,
            },
            None => None,
        },
        _ => return None,
    };
    Some(Spot {
        name: name.to_owned(),
        folder,
        real,
        may_be_locked: false,
        is_locked: false,
        place: 0,
        group: None,
    })
}
