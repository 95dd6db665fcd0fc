//! What the nearest `skill.toml` wishes for a skill.

use std::path::{Path, PathBuf};

use super::{LintError, find::repository_root, panel::Key};
use crate::{
    host::{fs, repository::join},
    lint::profile::{Profile, Settings},
};

/// The settings that hold for one skill.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wishes {
    pub(crate) settings: Settings,
    /// The folder of `skill.toml`; `None` when there is none.
    pub(crate) folder: Option<PathBuf>,
    /// The skill's path from that folder.
    path: String,
}

impl Wishes {
    /// Those of the nearest `skill.toml` at or above a folder, up to its repository's root; where there is none, up to
    /// the folder the command runs in.
    pub(super) fn nearest(folder: &Path, current: &Path) -> Result<Self, LintError> {
        let below = folder.starts_with(current).then(|| current.to_owned());
        let root = repository_root(folder).or(below).unwrap_or_else(|| folder.to_owned());
        for above in folder.ancestors().take_while(|above| above.starts_with(&root)) {
            let file = above.join("skill.toml");
            if let Some(text) = fs::read_text_if_there(&file)? {
                let settings = Settings::parse(&file.to_string_lossy(), &text)?;
                return Ok(Self { settings, folder: Some(above.to_owned()), path: String::new() });
            }
        }
        Ok(Self::default())
    }

    /// Whether the skill's path can matter.
    pub(super) fn depends_on_path(&self) -> bool {
        !self.settings.is_empty()
    }

    /// The same for a skill at `inner` below `folder`.
    pub(super) fn for_path(&self, folder: &Path, inner: &str) -> Self {
        let base = self.folder.as_deref().unwrap_or(folder);
        let between = folder.strip_prefix(base).unwrap_or(Path::new(""));
        let between = between.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        Self { path: if inner.is_empty() { between } else { join(&between, inner) }, ..self.clone() }
    }

    /// Skills whose keys are the same are judged by the same profiles.
    pub(super) fn key(&self) -> Key {
        (self.folder.clone(), self.settings.overrides_for(&self.path))
    }

    /// The profiles to judge by: those asked for, else those wished for, else `spec`; each with the wished levels.
    pub(super) fn profiles(&self, asked: &[Profile]) -> Result<Vec<Profile>, LintError> {
        let mut profiles = asked.to_vec();
        if profiles.is_empty() {
            for name in &self.settings.profiles {
                profiles.push(self.profile(name)?);
            }
        }
        if profiles.is_empty() {
            profiles.push(Profile::spec());
        }
        for profile in &mut profiles {
            self.settings.apply(profile, &self.path)?;
        }
        Ok(profiles)
    }

    fn profile(&self, name: &str) -> Result<Profile, LintError> {
        let Some(folder) = self.folder.as_ref().filter(|_| Profile::is_file(name)) else {
            return Ok(Profile::named(name)?);
        };
        let file = folder.join(name);
        let text = fs::read_text_if_there(&file)?
            .ok_or_else(|| LintError::NoProfileFile { file: file.to_string_lossy().into_owned() })?;
        Ok(Profile::parse(name, &text)?)
    }
}
