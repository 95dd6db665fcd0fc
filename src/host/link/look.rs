//! What stands at a place in an agent's folder, and whether it is ours.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use super::{
    LinkError,
    copy::read_marker,
    path::{absolute_target, entry, is_same},
};
use crate::{
    host::fs::{self, Standing as Occupant},
    model::visible,
};

/// What stands at a place in an agent's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Standing {
    Nothing,
    /// A link; `target` is absolute, links before its last component resolved where they exist.
    Link {
        target: PathBuf,
        dangling: bool,
    },
    /// A copy we made of `target`. `edited`: its files are no longer those that were copied.
    /// `stale`: the target is gone or holds other files now.
    Copy {
        target: PathBuf,
        edited: bool,
        stale: bool,
    },
    /// A folder, file or device that we did not make.
    Foreign(Foreign),
}

/// Something at a place that is not ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Foreign {
    Folder,
    File,
    Special,
    LinkTo(PathBuf),
    CopyOf(PathBuf),
}

impl fmt::Display for Foreign {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder => formatter.write_str("a folder"),
            Self::File => formatter.write_str("a file"),
            Self::Special => formatter.write_str("a socket, pipe or device"),
            Self::LinkTo(target) => write!(formatter, "a link to `{}`", shown(target)),
            Self::CopyOf(target) => write!(formatter, "a copy of `{}`", shown(target)),
        }
    }
}

pub(super) fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}

/// Says what stands at `place`, without following it.
pub(crate) fn look(place: &Path) -> Result<Standing, LinkError> {
    Ok(match fs::standing(place)? {
        Occupant::Nothing => Standing::Nothing,
        Occupant::Symlink => {
            let target = absolute_target(place, &fs::read_link(place)?);
            Standing::Link { target, dangling: !fs::is_folder(place) }
        }
        Occupant::Folder => match read_marker(place) {
            Some((digest, text)) => {
                let target = absolute_target(place, &text);
                let edited = fs::hash_tree(place)? != digest;
                let original = fs::canonical(&target).and_then(|real| fs::hash_tree(&real));
                let stale = original.map_or(true, |original| original != digest);
                Standing::Copy { target, edited, stale }
            }
            None => Standing::Foreign(Foreign::Folder),
        },
        Occupant::File => Standing::Foreign(Foreign::File),
        Occupant::Special => Standing::Foreign(Foreign::Special),
    })
}

/// Whether the entry at `place` leads to `target` and is not `target` itself.
pub(crate) fn is_ours(place: &Path, target: &Path) -> bool {
    let leads = match look(place) {
        Ok(Standing::Link { target: led_to, .. } | Standing::Copy { target: led_to, .. }) => {
            is_same(&led_to, target)
        }
        Ok(Standing::Nothing | Standing::Foreign(_)) | Err(_) => false,
    };
    leads && entry(place) != entry(target)
}
