//! The skills that the given paths mean, and the settings that hold for each.

use std::path::{Path, PathBuf};

use super::{MANIFEST, error::PackError};
use crate::{
    host::fs::{self, Disk},
    lint::profile::Profile,
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

/// The nearest `skill.toml`, from the skill up to its repository's root, or to the current folder outside of one, and
/// the folder it lies in.
pub(super) fn settings(target: &Target, current: &Path) -> Result<(PackSettings, PathBuf), PackError> {
    let folder = target.folder();
    let current = fs::canonical_or_ahead(current);
    let is_above = !scope::is_git_root(&target.root) && folder.starts_with(&current);
    let root = if is_above { current.as_path() } else { target.root.as_path() };
    for above in folder.ancestors().take_while(|above| above.starts_with(root)) {
        let file = above.join("skill.toml");
        if let Some(text) = fs::read_text_if_there(&file)? {
            let settings =
                PackSettings::parse(&text).map_err(|source| PackError::Settings { file, source })?;
            return Ok((settings, above.to_owned()));
        }
    }
    Ok((PackSettings::default(), folder))
}

/// The profiles that settings name; a name with a `.toml` ending is a file, relative to `folder`.
pub(crate) fn named_profiles(names: &[String], folder: &Path) -> Result<Vec<Profile>, PackError> {
    let read = |name: &String| {
        if !Profile::is_file(name) {
            return Ok(Profile::named(name)?);
        }
        let file = folder.join(name);
        let text = fs::read_text_if_there(&file)?.ok_or(PackError::NoProfileFile(file))?;
        Ok(Profile::parse(name, &text)?)
    };
    names.iter().map(read).collect()
}

/// The profiles that the `skill.toml` nearest to an archive names for packing.
pub(crate) fn profiles_near(archive: &Path, current: &Path) -> Result<Vec<Profile>, PackError> {
    let folder = archive.parent().unwrap_or(archive);
    let folder = fs::canonical_or_ahead(folder);
    let target =
        Target { root: scope::repository_around(&folder), path: String::new(), excluded: Vec::new() };
    let path =
        folder.strip_prefix(&target.root).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
    let (settings, place) = settings(&Target { path, ..target }, current)?;
    named_profiles(&settings.profiles, &place)
}
