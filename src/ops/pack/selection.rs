//! Which files of a skill's folder go into its archive. A `Repository` before the real one that passes over what is
//! left out and remembers why.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use crate::{
    host::{
        fs::{self, Disk, GitIgnores, Judged, Patterns},
        git::{self, Tracked},
        repository::{Kind, ReadError, Repository, file_name, join},
    },
    model::{credential::is_credential, event::Event, tree::is_part_of_skill},
    ops::Context,
};

/// Why a file or folder is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub(crate) enum Reason {
    #[error("never part of a skill")]
    Junk,
    #[error("settings of `skill`")]
    Settings,
    #[error("may hold credentials")]
    Credential,
    #[error("an archive of this skill")]
    OwnArchive,
    #[error("excluded by `{0}`")]
    Excluded(String),
    #[error("kept out of uploads by the profile (`{0}`)")]
    Profile(String),
    #[error("left by an editor or tool")]
    Leftover,
    #[error("ignored by `{0}` in .skillignore")]
    SkillIgnore(String),
    #[error("ignored by git (`{0}`)")]
    GitIgnore(String),
    #[error("hidden")]
    Hidden,
}

/// The rules of one skill.
pub(super) struct Rules {
    pub(super) include: Patterns,
    pub(super) exclude: Patterns,
    /// What the profiles leave out unless it is asked for.
    pub(super) profile: Patterns,
    pub(super) skillignore: Patterns,
    /// `None` outside of a repository.
    pub(super) git: Option<GitIgnores>,
    /// Tracked files go in whatever git's ignore files say, as git itself has it.
    pub(super) tracked: Tracked,
    /// The skill's name: archives called so are its own.
    pub(super) name: String,
    /// The file that `--out` names, which may lie in the skill.
    pub(super) out: Option<PathBuf>,
}

/// The files git tracks; what keeps the index from being read is told and stops nothing.
pub(super) fn tracked(context: &Context<'_>, root: &Path) -> Tracked {
    match Tracked::read(root) {
        Ok(tracked) => tracked,
        // A `.git` that git itself takes for no repository.
        Err(git::Error::NotFound { .. }) => Tracked::default(),
        Err(error) => {
            let text = format!("tracked files that match an ignore pattern stay out: {error}");
            context.reporter.event(Event::Warning { text: &text });
            Tracked::default()
        }
    }
}

/// A skill's repository with the left-out files of the skill hidden.
pub(super) struct Selection<'a> {
    disk: &'a Disk,
    /// The skill's folder below the repository's root.
    skill: &'a str,
    rules: Rules,
    left_out: RefCell<BTreeMap<String, Reason>>,
}

impl<'a> Selection<'a> {
    pub(super) fn new(disk: &'a Disk, skill: &'a str, rules: Rules) -> Self {
        Self { disk, skill, rules, left_out: RefCell::default() }
    }

    /// Everything that was left out so far, by path below the skill; a folder stands for all it holds.
    pub(super) fn left_out(self) -> BTreeMap<String, Reason> {
        self.left_out.into_inner()
    }

    /// The part of a repository path below the skill.
    fn inner<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.skill.is_empty() {
            return Some(path);
        }
        match path.strip_prefix(self.skill)? {
            "" => Some(""),
            rest => rest.strip_prefix('/'),
        }
    }

    /// Refuses what a link out of the skill leads to and is never packed.
    fn allow(&self, path: &str) -> Result<(), ReadError> {
        if self.inner(path).is_none() && is_credential(file_name(path), false) {
            return Err(ReadError {
                path: path.to_owned(),
                repository: self.disk.describe().to_string(),
                why: "a link leads to it, and files that may hold credentials are never packed".to_owned(),
            });
        }
        Ok(())
    }

    /// What git knows better than the disk: submodules that were not fetched, and modes where the disk has none.
    fn told(&self, path: &str, kind: Kind) -> Result<Kind, ReadError> {
        Ok(match kind {
            Kind::Folder if self.rules.tracked.is_submodule(path) && self.disk.list(path)?.is_empty() => {
                Kind::Submodule
            }
            Kind::File { executable, size } if !fs::HAS_MODES => {
                let executable = self.rules.tracked.is_executable(path).unwrap_or(executable);
                Kind::File { executable, size }
            }
            other => other,
        })
    }

    /// Whether an entry of the skill goes in; `above` is why its folder does not, if so.
    fn judge(&self, path: &str, inner: &str, is_folder: bool, above: Option<&Reason>) -> Option<Reason> {
        let name = file_name(inner);
        if let Some(reason) = by_nature(inner, is_folder) {
            return Some(reason);
        }
        let place: PathBuf = self.disk.root().join(path);
        if !is_folder && (is_archive_of(name, &self.rules.name) || self.rules.out.as_ref() == Some(&place)) {
            return Some(Reason::OwnArchive);
        }
        if let Some(Judged::Ignored(pattern)) = self.rules.exclude.judge(&place, is_folder) {
            return Some(Reason::Excluded(pattern));
        }
        if let Some(Judged::Ignored(_)) = self.rules.include.judge(&place, is_folder) {
            return None;
        }
        let is_tracked = self.rules.tracked.has(path);
        match above {
            Some(Reason::GitIgnore(_)) if is_tracked && !is_folder => {}
            Some(above) => return Some(above.clone()),
            None => {}
        }
        if let Some(Judged::Ignored(pattern)) = self.rules.profile.judge(&place, is_folder) {
            return Some(Reason::Profile(pattern));
        }
        if is_leftover(name, is_folder) {
            return Some(Reason::Leftover);
        }
        match self.rules.skillignore.judge(&place, is_folder) {
            Some(Judged::Ignored(pattern)) => return Some(Reason::SkillIgnore(pattern)),
            Some(Judged::Kept) => return None,
            None => {}
        }
        let git = self.rules.git.as_ref().and_then(|git| git.judge(&place, is_folder));
        if let Some(Judged::Ignored(pattern)) = git
            && (is_folder || !is_tracked)
        {
            return Some(Reason::GitIgnore(pattern));
        }
        name.starts_with('.').then_some(Reason::Hidden)
    }
}

/// What no setting can bring in.
fn by_nature(inner: &str, is_folder: bool) -> Option<Reason> {
    let name = file_name(inner);
    if !is_part_of_skill(name) {
        Some(Reason::Junk)
    } else if matches!(inner, "skill.toml" | ".skillignore") {
        Some(Reason::Settings)
    } else if is_credential(name, is_folder) {
        Some(Reason::Credential)
    } else {
        None
    }
}

fn is_leftover(name: &str, is_folder: bool) -> bool {
    if is_folder {
        return matches!(name, ".idea" | ".vscode" | ".score_cache") || name.ends_with("-workspace");
    }
    matches!(name.rsplit('.').next(), Some("swp" | "swo")) && name.contains('.') || name.ends_with('~')
}

/// `NAME.zip`, `NAME-1.0.skill` and the like, and their manifests.
fn is_archive_of(name: &str, skill: &str) -> bool {
    let stem = [".zip", ".skill", super::sidecar::ENDING].iter().find_map(|ending| name.strip_suffix(ending));
    let rest = stem.and_then(|stem| stem.strip_prefix(skill));
    rest.is_some_and(|rest| {
        rest.is_empty()
            || rest.strip_prefix('-').is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
    })
}

impl Repository for Selection<'_> {
    fn kind(&self, path: &str) -> Result<Option<Kind>, ReadError> {
        self.disk.kind(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError> {
        let entries = self.disk.list(path)?;
        let Some(folder) = self.inner(path) else {
            // Reached through a link out of the skill: only names can tell.
            return Ok(entries
                .into_iter()
                .filter(|(name, kind)| !is_credential(name, *kind == Kind::Folder) && !name.starts_with('.'))
                .collect());
        };
        let above = self.left_out.borrow().get(folder).cloned();
        let mut kept = Vec::new();
        for (name, kind) in entries {
            let inner = join(folder, &name);
            let is_folder = kind == Kind::Folder;
            let reason = self.judge(&join(path, &name), &inner, is_folder, above.as_ref());
            // A folder that is left out is still entered when an `--include` may mean something in it.
            let is_included = !self.rules.include.is_empty()
                && !matches!(reason, Some(Reason::Junk | Reason::Credential | Reason::Excluded(_)));
            let has_tracked =
                matches!(reason, Some(Reason::GitIgnore(_))) && self.rules.tracked.has(&join(path, &name));
            if reason.is_none() || is_folder && (is_included || has_tracked) {
                let kind = self.told(&join(path, &name), kind)?;
                kept.push((name, kind));
            }
            if let Some(reason) = reason {
                self.left_out.borrow_mut().insert(inner, reason);
            }
        }
        Ok(kept)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        self.allow(path)?;
        self.disk.read(path)
    }

    fn read_in_pieces(&self, path: &str, each: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        self.allow(path)?;
        self.disk.read_in_pieces(path, each)
    }

    fn describe(&self) -> &dyn fmt::Display {
        self.disk.describe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_of_the_skill_itself_are_known() {
        for name in ["pdf.zip", "pdf.skill", "pdf-1.0.0.zip", "pdf-1.0.0.manifest.json"] {
            assert!(is_archive_of(name, "pdf"), "{name}");
        }
        for name in ["pdf-forms.zip", "pdf.tar", "other.zip", "pdfs.zip"] {
            assert!(!is_archive_of(name, "pdf"), "{name}");
        }
    }
}
