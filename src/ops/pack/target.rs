//! The skills that the given paths mean, and the settings that hold for each.

use std::path::{Path, PathBuf};

use super::{MANIFEST, error::PackError};
use crate::{
    host::fs::{self, Disk},
    model::{author::PackSettings, visible},
    ops::{discover, scope},
};

/// A skill to pack: a folder below its repository.
pub(super) struct Target {
    pub(super) root: PathBuf,
    /// Below `root`; empty when they are the same.
    pub(super) path: String,
    /// Folders of other skills inside.
    pub(super) excluded: Vec<String>,
}

impl Target {
    pub(super) fn folder(&self) -> PathBuf {
        if self.path.is_empty() { self.root.clone() } else { self.root.join(&self.path) }
    }

    fn at(folder: &Path) -> Result<Self, PackError> {
        let root = scope::repository_around(folder);
        let path = folder.strip_prefix(&root).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
        let mut excluded = Vec::new();
        if path.is_empty() && scope::is_git_root(&root) {
            let found = discover::discover(&Disk::new(&root), None)?;
            if let Some(here) = found.skills.iter().find(|skill| skill.path.is_none()) {
                excluded = discover::excluded_from(here, &found.skills);
            }
        }
        Ok(Self { root, path, excluded })
    }
}

/// The skill at a path, or all below it.
pub(super) fn find(path: &Path, targets: &mut Vec<Target>) -> Result<(), PackError> {
    let folder = match fs::standing_followed(path)? {
        fs::Standing::Folder => fs::canonical(path)?,
        fs::Standing::File if path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(MANIFEST)) => {
            // A SKILL.md that is a link belongs to the folder it is seen in.
            fs::canonical(path.parent().unwrap_or(path))?
        }
        fs::Standing::File => return Err(PackError::IsArchive(path.to_owned())),
        fs::Standing::Nothing | fs::Standing::Symlink | fs::Standing::Special => {
            return Err(PackError::Nothing(path.to_owned()));
        }
    };
    if fs::is_file(&folder.join(MANIFEST)) || fs::is_file(&folder.join("skill.md")) {
        targets.push(Target::at(&folder)?);
        return Ok(());
    }
    let found = discover::discover(&Disk::new(&folder), None)?;
    // What lies in agents' folders was installed there and is packed only by its own path.
    let mine = found.skills.iter().filter(|skill| skill.found_by != discover::FoundBy::AgentFolder);
    let before = targets.len();
    for skill in mine {
        let path = skill.path.as_ref().map_or("", |path| path.as_str());
        targets.push(Target::at(&folder.join(path))?);
    }
    if targets.len() == before {
        let reason = |one: &discover::Rejected| format!("`{}`: {}", visible::line(&one.path), one.reason);
        return Err(PackError::NoSkill { folder, rejected: found.rejected.iter().map(reason).collect() });
    }
    Ok(())
}

/// The nearest `skill.toml`, from the skill up to its repository's root.
pub(super) fn settings(target: &Target) -> Result<PackSettings, PackError> {
    let folder = target.folder();
    for above in folder.ancestors().take_while(|above| above.starts_with(&target.root)) {
        let file = above.join("skill.toml");
        if let Some(text) = fs::read_text_if_there(&file)? {
            return PackSettings::parse(&text).map_err(|source| PackError::Settings { file, source });
        }
    }
    Ok(PackSettings::default())
}
