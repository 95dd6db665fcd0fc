//! The entry we put in an agent's folder: a symbolic link, a junction (Windows) or a marked copy. Knows its own entries
//! again, replaces only those, and never touches what someone else put there.
//!
//! A copy carries `model::tree::COPY_MARKER`, which names what it was copied from and the tree digest it had. The marker's name is
//! in `NEVER_PART`, so it counts on no route as part of the skill.

mod copy;
mod look;
mod path;

use std::path::{Path, PathBuf};

use super::fs::{self, Scratch, Standing as Occupant};
use copy::copy;
use look::shown;
pub(crate) use look::{Foreign, Standing, is_ours, look};
use path::{entry, is_same, link_text};

/// What the user wants in the agent's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The lightest link the system allows; a copy only where it allows none.
    Link,
    /// `--copy`: always a copy.
    Copy,
}

/// How an entry leads to the skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Symlink,
    /// Windows' link between folders, which needs no privilege.
    Junction,
    Copy,
}

/// What `make` did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    New,
    /// An entry of ours stood there and led elsewhere, was stale or of another kind.
    Replaced,
    Unchanged,
    /// The agent's folder is (through links) the skill's own folder: no entry is needed.
    SamePlace,
}

/// An entry that stands and was read through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) kind: Kind,
    pub(crate) change: Change,
}

/// An entry that could not be made or removed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LinkError {
    #[error("`{}` is taken by {by}", shown(.place))]
    Taken { place: PathBuf, by: Foreign },
    #[error("the copy at `{}` was edited", shown(.place))]
    Edited { place: PathBuf },
    #[error("there is no folder at `{}` to link to", shown(.target))]
    NoTarget { target: PathBuf },
    #[error("the link at `{}` does not lead to `{}` and was removed again", shown(.place), shown(.target))]
    Astray { place: PathBuf, target: PathBuf },
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// Puts an entry at `place` that leads to the skill's folder `target`; both absolute. An entry that does so already
/// stays; another of ours for the same target is replaced in one step; anything else is refused.
pub(crate) fn make(target: &Path, place: &Path, wanted: Wanted) -> Result<Made, LinkError> {
    replace(target, place, wanted, None)
}

/// Like [`make`], and an entry that leads to `former` is replaced too: the caller knows that it made it.
pub(crate) fn replace(
    target: &Path,
    place: &Path,
    wanted: Wanted,
    former: Option<&Path>,
) -> Result<Made, LinkError> {
    if !fs::is_folder(target) {
        return Err(LinkError::NoTarget { target: target.to_owned() });
    }
    let folder = place.parent().unwrap_or(Path::new("/"));
    fs::create_folders(folder)?;
    if entry(place) == entry(target) {
        return Ok(Made { kind: Kind::Symlink, change: Change::SamePlace });
    }
    let found = look(place)?;
    let is_known =
        |led_to: &Path| is_same(led_to, target) || former.is_some_and(|former| is_same(led_to, former));
    let change = match &found {
        Standing::Nothing => Change::New,
        Standing::Link { target: led_to, .. } if !is_known(led_to) => {
            return Err(taken(place, Foreign::LinkTo(led_to.clone())));
        }
        Standing::Link { target: led_to, dangling: false }
            if wanted == Wanted::Link && is_same(led_to, target) =>
        {
            return Ok(Made { kind: kind_of_link(place), change: Change::Unchanged });
        }
        Standing::Copy { target: led_to, .. } if !is_known(led_to) => {
            return Err(taken(place, Foreign::CopyOf(led_to.clone())));
        }
        Standing::Copy { edited: true, .. } => return Err(LinkError::Edited { place: place.to_owned() }),
        Standing::Copy { target: led_to, stale: false, .. }
            if wanted == Wanted::Copy && is_same(led_to, target) =>
        {
            return Ok(Made { kind: Kind::Copy, change: Change::Unchanged });
        }
        Standing::Link { .. } | Standing::Copy { .. } => Change::Replaced,
        Standing::Foreign(by) => return Err(taken(place, by.clone())),
    };
    let kind = put(target, place, wanted)?;
    Ok(Made { kind, change })
}

fn taken(place: &Path, by: Foreign) -> LinkError {
    LinkError::Taken { place: place.to_owned(), by }
}

/// The kinds to try one after another on this system.
fn attempts(wanted: Wanted, on_windows: bool) -> &'static [Kind] {
    match (wanted, on_windows) {
        (Wanted::Copy, _) => &[Kind::Copy],
        (Wanted::Link, true) => &[Kind::Symlink, Kind::Junction, Kind::Copy],
        (Wanted::Link, false) => &[Kind::Symlink, Kind::Copy],
    }
}

/// Whether the system refused this kind of entry as such, so that the next kind is worth a try. Windows gives
/// `PermissionDenied` for links without the privilege, FAT and some network shares on Unix do so too.
fn is_unable(kind: std::io::ErrorKind) -> bool {
    matches!(kind, std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::Unsupported)
}

/// Makes the entry beside its place, reads through it and moves it there.
fn put(target: &Path, place: &Path, wanted: Wanted) -> Result<Kind, LinkError> {
    let real_place = entry(place);
    let real_target = entry(target);
    let folder = real_place.parent().unwrap_or(Path::new("/"));
    let scratch = Scratch::hidden_in(folder)?;
    let staged = scratch.path().join("entry");
    let text = link_text(&real_target, folder);
    let kinds = attempts(wanted, cfg!(windows));
    let mut made = None;
    for (index, &kind) in kinds.iter().enumerate() {
        let tried = match kind {
            Kind::Symlink => fs::symlink(&text, &staged),
            Kind::Junction => fs::junction(&real_target, &staged),
            Kind::Copy => copy(target, &text, &staged),
        };
        match tried {
            Ok(()) => {
                made = Some(kind);
                break;
            }
            Err(error) if is_unable(error.source.kind()) && index + 1 < kinds.len() => {}
            Err(error) => return Err(error.into()),
        }
    }
    let kind = made.expect("the last kind to try returns its error");
    let placed = fs::place(&staged, &real_place)?;
    // A relative link only reads through from its final place.
    let reads = match kind {
        Kind::Symlink | Kind::Junction => fs::is_same(place, target),
        Kind::Copy => fs::is_folder(place),
    };
    if !reads {
        match placed {
            fs::Placed::Replaced { old } => fs::place(&old, &real_place).map(|_| ())?,
            fs::Placed::New => remove_entry(&real_place)?,
        }
        return Err(LinkError::Astray { place: place.to_owned(), target: target.to_owned() });
    }
    if let fs::Placed::Replaced { old } = placed {
        remove_entry(&old)?;
    }
    Ok(kind)
}

/// The text of a symbolic link that is to lie in `folder` (its real path) and lead to `target`: for links that are
/// made elsewhere and moved there.
pub(crate) fn text_for(target: &Path, folder: &Path) -> PathBuf {
    link_text(&entry(target), folder)
}

/// Removes the entry at `place` if it leads to `target`; says whether one was there. The target may be gone already.
pub(crate) fn remove(place: &Path, target: &Path) -> Result<bool, LinkError> {
    if entry(place) == entry(target) {
        return Ok(false);
    }
    match look(place)? {
        Standing::Nothing => return Ok(false),
        Standing::Link { target: led_to, .. } if !is_same(&led_to, target) => {
            return Err(taken(place, Foreign::LinkTo(led_to)));
        }
        Standing::Copy { target: led_to, .. } if !is_same(&led_to, target) => {
            return Err(taken(place, Foreign::CopyOf(led_to)));
        }
        Standing::Copy { edited: true, .. } => return Err(LinkError::Edited { place: place.to_owned() }),
        Standing::Foreign(by) => return Err(taken(place, by)),
        Standing::Link { .. } | Standing::Copy { .. } => {}
    }
    // Moved aside first: a copy is never seen half removed.
    let real = entry(place);
    let scratch = Scratch::hidden_in(real.parent().unwrap_or(Path::new("/")))?;
    let aside = scratch.path().join("entry");
    fs::rename(&real, &aside)?;
    remove_entry(&aside)?;
    Ok(true)
}

fn remove_entry(path: &Path) -> fs::Result<()> {
    match fs::standing(path)? {
        Occupant::Symlink => fs::remove_link(path),
        _ => fs::remove_all(path),
    }
}

fn kind_of_link(place: &Path) -> Kind {
    if fs::is_junction(place) { Kind::Junction } else { Kind::Symlink }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

    use std::fs as files;

    use super::*;

    struct World {
        root: tempfile::TempDir,
    }

    impl World {
        fn new() -> Self {
            let world = Self { root: tempfile::tempdir().unwrap() };
            files::create_dir_all(world.at(".agents/skills/x/scripts")).unwrap();
            files::write(world.at(".agents/skills/x/SKILL.md"), "one").unwrap();
            world
        }

        fn at(&self, path: &str) -> PathBuf {
            self.root.path().join(path)
        }

        fn skill(&self) -> PathBuf {
            self.at(".agents/skills/x")
        }
    }

    fn made(kind: Kind, change: Change) -> Made {
        Made { kind, change }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_relative_reads_through_and_is_made_once() {
        let world = World::new();
        let place = world.at(".claude/skills/x");
        assert_eq!(make(&world.skill(), &place, Wanted::Link).unwrap(), made(Kind::Symlink, Change::New));
        assert_eq!(files::read_link(&place).unwrap(), Path::new("../../.agents/skills/x"));
        assert_eq!(files::read_to_string(place.join("SKILL.md")).unwrap(), "one");
        assert_eq!(make(&world.skill(), &place, Wanted::Link).unwrap().change, Change::Unchanged);
        assert!(is_ours(&place, &world.skill()));
        assert_eq!(
            files::read_dir(world.at(".claude/skills")).unwrap().count(),
            1,
            "nothing is left beside it"
        );
        assert!(remove(&place, &world.skill()).unwrap());
        assert!(!remove(&place, &world.skill()).unwrap());
        assert!(world.at(".agents/skills/x/SKILL.md").is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_works_when_the_agents_folder_is_itself_a_link() {
        use std::os::unix::fs::symlink;
        let world = World::new();
        files::create_dir_all(world.at("deep/shared/skills")).unwrap();
        files::create_dir(world.at(".claude")).unwrap();
        symlink("../deep/shared/skills", world.at(".claude/skills")).unwrap();
        let place = world.at(".claude/skills/x");
        make(&world.skill(), &place, Wanted::Link).unwrap();
        assert_eq!(files::read_link(&place).unwrap(), Path::new("../../../.agents/skills/x"));
        assert_eq!(files::read_to_string(place.join("SKILL.md")).unwrap(), "one");
        assert!(world.at(".claude/skills").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn an_agents_folder_that_is_the_skills_folder_needs_no_entry_and_loses_none() {
        use std::os::unix::fs::symlink;
        let world = World::new();
        files::create_dir(world.at(".claude")).unwrap();
        symlink("../.agents/skills", world.at(".claude/skills")).unwrap();
        let place = world.at(".claude/skills/x");
        assert_eq!(make(&world.skill(), &place, Wanted::Link).unwrap().change, Change::SamePlace);
        assert!(!remove(&place, &world.skill()).unwrap());
        assert!(!is_ours(&place, &world.skill()));
        assert!(world.at(".agents/skills/x/SKILL.md").is_file());
    }

    #[cfg(unix)]
    #[test]
    fn what_others_put_there_is_never_replaced_or_removed() {
        use std::os::unix::fs::symlink;
        let world = World::new();
        files::create_dir_all(world.at(".claude/skills/x")).unwrap();
        files::create_dir_all(world.at("other")).unwrap();
        files::write(world.at(".claude/skills/y"), "").unwrap();
        symlink("../../other", world.at(".claude/skills/z")).unwrap();
        for (name, by) in [
            ("x", Foreign::Folder),
            ("y", Foreign::File),
            ("z", Foreign::LinkTo(files::canonicalize(world.at("other")).unwrap())),
        ] {
            let place = world.at(".claude/skills").join(name);
            for result in [
                make(&world.skill(), &place, Wanted::Link).map(|_| ()),
                make(&world.skill(), &place, Wanted::Copy).map(|_| ()),
                remove(&place, &world.skill()).map(|_| ()),
            ] {
                match result {
                    Err(LinkError::Taken { by: found, .. }) => assert_eq!(found, by),
                    other => panic!("{name}: {other:?}"),
                }
            }
        }
        assert!(world.at(".claude/skills/x").is_dir() && world.at(".claude/skills/z").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_seen_removed_and_a_former_one_replaced() {
        let world = World::new();
        let place = world.at(".claude/skills/x");
        make(&world.skill(), &place, Wanted::Link).unwrap();
        files::rename(world.skill(), world.at(".agents/skills/y")).unwrap();
        assert!(matches!(look(&place).unwrap(), Standing::Link { dangling: true, .. }));
        let moved = world.at(".agents/skills/y");
        assert!(matches!(make(&moved, &place, Wanted::Link), Err(LinkError::Taken { .. })));
        let replaced = replace(&moved, &place, Wanted::Link, Some(&world.skill())).unwrap();
        assert_eq!(replaced, made(Kind::Symlink, Change::Replaced));
        files::rename(&moved, world.at("gone")).unwrap();
        assert!(remove(&place, &moved).unwrap());
        assert!(!place.is_symlink());
    }

    #[test]
    fn a_copy_is_known_again_followed_and_never_lost_when_edited() {
        let world = World::new();
        let place = world.at(".claude/skills/x");
        let skill = world.skill();
        files::create_dir(skill.join("__pycache__")).unwrap();
        assert_eq!(make(&skill, &place, Wanted::Copy).unwrap(), made(Kind::Copy, Change::New));
        assert!(!place.join("__pycache__").exists());
        assert_eq!(
            fs::hash_tree(&place).unwrap(),
            fs::hash_tree(&skill).unwrap(),
            "the marker does not count"
        );
        assert_eq!(make(&skill, &place, Wanted::Copy).unwrap().change, Change::Unchanged);
        files::write(skill.join("SKILL.md"), "two").unwrap();
        assert!(matches!(look(&place).unwrap(), Standing::Copy { edited: false, stale: true, .. }));
        assert_eq!(make(&skill, &place, Wanted::Copy).unwrap().change, Change::Replaced);
        assert_eq!(files::read_to_string(place.join("SKILL.md")).unwrap(), "two");
        files::write(place.join("SKILL.md"), "mine").unwrap();
        assert!(matches!(make(&skill, &place, Wanted::Copy), Err(LinkError::Edited { .. })));
        assert!(matches!(remove(&place, &skill), Err(LinkError::Edited { .. })));
        files::write(place.join("SKILL.md"), "two").unwrap();
        assert!(remove(&place, &skill).unwrap());
        assert!(!place.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_becomes_a_link_and_a_link_a_copy() {
        let world = World::new();
        let place = world.at(".claude/skills/x");
        make(&world.skill(), &place, Wanted::Copy).unwrap();
        assert_eq!(
            make(&world.skill(), &place, Wanted::Link).unwrap(),
            made(Kind::Symlink, Change::Replaced)
        );
        assert!(place.is_symlink());
        assert_eq!(make(&world.skill(), &place, Wanted::Copy).unwrap(), made(Kind::Copy, Change::Replaced));
        assert!(!place.is_symlink() && place.join("SKILL.md").is_file());
    }

    #[test]
    fn windows_tries_a_junction_before_it_copies() {
        assert_eq!(attempts(Wanted::Link, true), [Kind::Symlink, Kind::Junction, Kind::Copy]);
        assert_eq!(attempts(Wanted::Link, false), [Kind::Symlink, Kind::Copy]);
        assert_eq!(attempts(Wanted::Copy, true), [Kind::Copy]);
        assert!(is_unable(std::io::ErrorKind::PermissionDenied));
        assert!(!is_unable(std::io::ErrorKind::NotFound));
    }

    #[test]
    fn a_missing_target_is_an_error_before_anything_is_made() {
        let world = World::new();
        let gone = world.at("gone");
        let result = make(&gone, &world.at(".claude/skills/gone"), Wanted::Link);
        assert!(matches!(result, Err(LinkError::NoTarget { .. })));
        assert!(!world.at(".claude").exists());
    }
}
