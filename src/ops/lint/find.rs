//! Where the skills are: the folders below the paths asked for, archives, and what is no skill though it looks so.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{LintError, settings::Wishes};
use crate::{
    host::{
        archive,
        fs::{self, GitIgnores, Judged, Standing},
        repository::join,
    },
    model::{skill::MANIFEST, tree::is_part_of_skill, visible},
};

/// Folders below one another that are searched for skills, at most.
const MAX_DEPTH: usize = 8;
/// Folders that are searched for skills, at most.
const MAX_FOLDERS: usize = 200_000;
/// Folders that hold no skills of their own.
const SKIPPED: [&str; 6] = ["target", "dist", "build", "vendor", ".cache", ".skill"];

/// A skill to judge.
pub(super) struct Found {
    /// The folder as the user would write it.
    pub(super) shown: String,
    pub(super) place: Place,
    pub(super) wishes: Arc<Wishes>,
}

/// Where a skill's files are.
pub(super) enum Place {
    /// A folder, by its real path.
    Folder(PathBuf),
    /// A folder of an opened archive.
    Archive { archive: Arc<archive::Opened>, inner: String, name: String, real: PathBuf },
    /// A text that is no file yet, among the files of a folder; without one it has no neighbours.
    Text { bytes: Arc<[u8]>, folder: Option<PathBuf>, inner: String },
}

/// Searches paths for skills.
pub(super) struct Finder {
    /// Settings by the folder they were looked for from.
    known: BTreeMap<PathBuf, Arc<Wishes>>,
    folders: usize,
    /// The folder the command runs in, where the search for settings ends when there is no repository.
    current: PathBuf,
    pub(super) found: Vec<Found>,
}

impl Finder {
    pub(super) fn new(current: &Path) -> Self {
        let current = fs::canonical_or_ahead(current);
        Self { known: BTreeMap::new(), folders: 0, current, found: Vec::new() }
    }

    /// Adds the skills at or below one path.
    pub(super) fn add(&mut self, path: &Path, shown: &str) -> Result<(), LintError> {
        let shown = visible::line(shown).into_owned();
        match fs::standing_followed(path)? {
            Standing::Folder => {
                let before = self.found.len();
                let real = fs::canonical(path)?;
                let ignores = repository_root(&real).map(|root| GitIgnores::new(&root));
                self.walk(&real, &shown, 0, ignores.as_ref())?;
                if self.found.len() == before {
                    return Err(LintError::NoSkill { shown, flat: flat_files(path) });
                }
                Ok(())
            }
            Standing::File => self.file(path, shown),
            Standing::Nothing | Standing::Symlink | Standing::Special => Err(LintError::Nothing { shown }),
        }
    }

    fn file(&mut self, path: &Path, shown: String) -> Result<(), LintError> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if name.eq_ignore_ascii_case(MANIFEST) {
            let folder = path.parent().unwrap_or(path);
            let shown = shown.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned();
            return self.folder(folder, shown);
        }
        let lower = name.to_ascii_lowercase();
        if [".zip", ".skill", ".tar.gz", ".tgz"].iter().any(|ending| lower.ends_with(ending)) {
            return self.archive(path, shown, &name);
        }
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Err(LintError::FlatFile { shown, wanted: format!("{}/{MANIFEST}", visible::line(&stem)) })
    }

    fn archive(&mut self, path: &Path, shown: String, name: &str) -> Result<(), LintError> {
        let limits = archive::Limits::default();
        let opened = fs::read_capped(path, limits.packed)
            .map_err(archive::ArchiveError::from)
            .and_then(|bytes| archive::open(&bytes, &shown, limits))
            .map_err(|error| LintError::Archive { shown: shown.clone(), error })?;
        let inners = opened.skill_roots();
        if inners.is_empty() {
            return Err(LintError::NoSkill { shown, flat: Vec::new() });
        }
        let real = fs::canonical(path)?;
        let parent = real.parent().map(Path::to_owned).unwrap_or_default();
        let archive = Arc::new(opened);
        for inner in inners {
            // At the root of an archive the folder has no name.
            let name_inside = inner.rsplit('/').next().unwrap_or("").to_owned();
            let wishes = self.wishes(&parent, &join(name, &inner))?;
            let shown = if inner.is_empty() { shown.clone() } else { below(&shown, &inner) };
            let real = if inner.is_empty() { real.clone() } else { real.join(&inner) };
            let place = Place::Archive { archive: Arc::clone(&archive), inner, name: name_inside, real };
            self.found.push(Found { shown, place, wishes });
        }
        Ok(())
    }

    /// Adds a text from standard input; `file` is the path it goes by and how the user wrote it.
    pub(super) fn text(&mut self, bytes: Vec<u8>, file: Option<&(PathBuf, String)>) -> Result<(), LintError> {
        let bytes = Arc::from(bytes);
        let Some((path, shown)) = file else {
            let wishes = self.wishes(&self.current.clone(), "")?;
            let place = Place::Text { bytes, folder: None, inner: MANIFEST.to_owned() };
            self.found.push(Found { shown: ".".to_owned(), place, wishes });
            return Ok(());
        };
        let path = fs::canonical_or_ahead(path);
        let is_manifest = |path: &Path| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.eq_ignore_ascii_case(MANIFEST))
        };
        let shown = visible::line(shown).into_owned();
        let above = if is_manifest(&path) {
            path.parent()
        } else {
            path.ancestors().skip(1).find(|above| holds_manifest(above))
        };
        let Some(folder) = above.map(Path::to_owned) else {
            return Err(LintError::NoSkill { shown, flat: Vec::new() });
        };
        let wishes = self.wishes(&folder, "")?;
        let inner = fs::relative(&folder, &path);
        let shown = shown.strip_suffix(&inner).map_or(".", |folder| folder.trim_end_matches('/'));
        let shown = if shown.is_empty() { "." } else { shown }.to_owned();
        self.found.push(Found { shown, place: Place::Text { bytes, folder: Some(folder), inner }, wishes });
        Ok(())
    }

    fn folder(&mut self, folder: &Path, shown: String) -> Result<(), LintError> {
        self.real_folder(fs::canonical(folder)?, shown)
    }

    fn real_folder(&mut self, real: PathBuf, shown: String) -> Result<(), LintError> {
        let wishes = self.wishes(&real, "")?;
        self.found.push(Found { shown, place: Place::Folder(real), wishes });
        Ok(())
    }

    /// The settings for a skill: those of the nearest `skill.toml`, up to the repository's root.
    pub(super) fn wishes(&mut self, folder: &Path, inner: &str) -> Result<Arc<Wishes>, LintError> {
        // Skills side by side mostly share the settings of the folder above them.
        let own = folder.join("skill.toml");
        let parent = folder.parent().filter(|_| !fs::is_file(&own) && !is_root(folder));
        let (key, path) = match parent {
            Some(parent) => {
                let name =
                    folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                (parent, join(&name, inner))
            }
            None => (folder, inner.to_owned()),
        };
        let nearest = if let Some(known) = self.known.get(key) {
            Arc::clone(known)
        } else {
            let read = Arc::new(Wishes::nearest(key, &self.current)?);
            self.known.insert(key.to_owned(), Arc::clone(&read));
            read
        };
        Ok(if nearest.depends_on_path() { Arc::new(nearest.for_path(key, &path)) } else { nearest })
    }

    /// Searches a folder, given by its real path.
    fn walk(
        &mut self,
        folder: &Path,
        shown: &str,
        depth: usize,
        ignores: Option<&GitIgnores>,
    ) -> Result<(), LintError> {
        self.folders += 1;
        if self.folders > MAX_FOLDERS {
            return Ok(());
        }
        if holds_manifest(folder) {
            self.real_folder(folder.to_owned(), shown.to_owned())?;
            // What lies below a skill is part of it, except for a collection in `skills/`.
            for name in own_skills(folder) {
                self.folder(&folder.join("skills").join(&name), below(shown, &format!("skills/{name}")))?;
            }
            return Ok(());
        }
        if depth == MAX_DEPTH {
            return Ok(());
        }
        for (name, standing) in fs::list(folder)? {
            let Ok(name) = name.into_string() else { continue };
            let place = folder.join(&name);
            // Agents' folders hold links to skills; deeper links are not followed, so nothing turns in circles.
            let is_folder = standing == Standing::Folder
                || standing == Standing::Symlink && depth == 0 && holds_manifest(&place);
            let is_searched = is_folder && is_part_of_skill(&name) && !SKIPPED.contains(&name.as_str());
            if !is_searched {
                continue;
            }
            let place = if standing == Standing::Symlink { fs::canonical(&place)? } else { place };
            if !is_ignored(ignores, &place) {
                self.walk(&place, &below(shown, &name), depth + 1, ignores)?;
            }
        }
        Ok(())
    }
}

/// Whether git ignores a folder, given by its real path.
fn is_ignored(ignores: Option<&GitIgnores>, place: &Path) -> bool {
    ignores.is_some_and(|ignores| matches!(ignores.judge(place, true), Some(Judged::Ignored(_))))
}

/// Whether a folder holds `.git`.
pub(super) fn is_root(folder: &Path) -> bool {
    matches!(fs::standing(&folder.join(".git")), Ok(standing) if standing != Standing::Nothing)
}

/// The nearest folder at or above `path` that holds `.git`.
pub(super) fn repository_root(path: &Path) -> Option<PathBuf> {
    path.ancestors().find(|folder| is_root(folder)).map(Path::to_owned)
}

/// The skills in `skills/*` of a folder, which are no part of the skill at its root.
pub(super) fn own_skills(folder: &Path) -> Vec<String> {
    let skills = folder.join("skills");
    let entries = fs::list_if_there(&skills).unwrap_or_default();
    entries
        .into_iter()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| holds_manifest(&skills.join(name)))
        .collect()
}

/// Whether a folder holds a SKILL.md, whatever its spelling and also as a link that leads nowhere.
fn holds_manifest(folder: &Path) -> bool {
    let entries = fs::list_if_there(folder).unwrap_or_default();
    entries.into_iter().any(|(name, standing)| {
        matches!(standing, Standing::File | Standing::Symlink)
            && name.to_str().is_some_and(|name| name.eq_ignore_ascii_case(MANIFEST))
    })
}

/// Markdown files with a head right in a folder: skills of an older, flat form.
fn flat_files(folder: &Path) -> Vec<String> {
    let entries = fs::list_if_there(folder).unwrap_or_default();
    entries
        .into_iter()
        .filter(|(_, standing)| *standing == Standing::File)
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| {
            name.to_ascii_lowercase().rsplit_once('.').is_some_and(|(_, ending)| ending == "md")
                && !name.eq_ignore_ascii_case("readme.md")
        })
        .filter(|name| {
            fs::read_capped(&folder.join(name), 1 << 20).is_ok_and(|bytes| bytes.starts_with(b"---"))
        })
        .collect()
}

fn below(shown: &str, name: &str) -> String {
    let name = visible::line(name);
    match shown {
        "." | "" => name.into_owned(),
        _ => format!("{}/{name}", shown.trim_end_matches('/')),
    }
}
