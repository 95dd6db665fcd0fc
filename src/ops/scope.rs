//! `ScopeFolder`: the project's or user's root, and where things lie below it.

use std::path::{Path, PathBuf};

use crate::{
    host::{dirs::Dirs, fs},
    model::agent::{self, SHARED_FOLDER, Scope},
};

/// A scope's root folder; everything else follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScopeFolder {
    pub(crate) scope: Scope,
    pub(crate) root: PathBuf,
}

impl ScopeFolder {
    /// The user's scope: the home folder.
    pub(crate) fn user(dirs: &Dirs) -> Self {
        Self { scope: Scope::User, root: dirs.home.clone() }
    }

    /// A project at this very folder. The home folder is the user's scope, whatever it is called.
    pub(crate) fn at(dirs: &Dirs, root: &Path) -> Self {
        if fs::is_same(root, &dirs.home) {
            return Self::user(dirs);
        }
        Self { scope: Scope::Project, root: root.to_owned() }
    }

    /// The project around the current folder: the nearest folder up with a manifest, else the git root, else the
    /// current folder. The home folder's manifest is the user's and no project's, unless the command runs right there.
    pub(crate) fn around(dirs: &Dirs) -> Self {
        for folder in dirs.current.ancestors() {
            if folder != dirs.current && fs::is_same(folder, &dirs.home) {
                break;
            }
            if fs::is_file(&folder.join(".agents/skills.toml")) || is_git_root(folder) {
                return Self::at(dirs, folder);
            }
        }
        Self::at(dirs, &dirs.current)
    }

    /// The scopes that are seen from the current folder, the first taking precedence: folders up to the git root that
    /// have skills of their own, nearest first, the project among them; then the user's. Nothing is listed twice when the
    /// home folder is the project.
    pub(crate) fn seen(dirs: &Dirs) -> Vec<Self> {
        let (project, user) = (Self::around(dirs), Self::user(dirs));
        if project.scope == Scope::User {
            return vec![user];
        }
        let top = repository_around(&dirs.current);
        let top = if project.root.starts_with(&top) { &top } else { &project.root };
        let mut seen = Vec::new();
        for folder in dirs.current.ancestors().take_while(|folder| folder.starts_with(top)) {
            if fs::is_same(folder, &dirs.home) {
                break;
            }
            if folder == project.root {
                seen.push(project.clone());
            } else if has_skills(folder) {
                seen.push(Self { scope: Scope::Project, root: folder.to_owned() });
            }
        }
        if !seen.contains(&project) {
            seen.push(project);
        }
        seen.push(user);
        seen
    }

    /// The scopes of [`seen`](Self::seen) that belong to the project; the user's when there is no other.
    pub(crate) fn seen_projects(dirs: &Dirs) -> Vec<Self> {
        let mut folders = Self::seen(dirs);
        if folders.len() > 1 {
            folders.retain(|folder| folder.scope == Scope::Project);
        }
        folders
    }

    /// The folder that agents share.
    pub(crate) fn skills(&self) -> PathBuf {
        self.root.join(SHARED_FOLDER)
    }

    /// The folder of manifest and lockfile; relative paths in them begin here.
    pub(crate) fn agents(&self) -> PathBuf {
        self.root.join(".agents")
    }

    pub(crate) fn manifest(&self) -> PathBuf {
        self.root.join(".agents/skills.toml")
    }

    pub(crate) fn lockfile(&self) -> PathBuf {
        self.root.join(".agents/skills.lock")
    }

    /// Journal and staging; gone between runs.
    pub(crate) fn work(&self) -> PathBuf {
        self.root.join(".agents/.skill")
    }

    /// A path below the root as people read it, else the whole path.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let text = match path.strip_prefix(&self.root) {
            Ok(inner) if self.scope == Scope::User => Path::new("~").join(inner),
            Ok(inner) => inner.to_owned(),
            Err(_) => path.to_owned(),
        };
        crate::model::visible::line(&text.to_string_lossy().replace('\\', "/")).into_owned()
    }
}

/// Whether a folder has the shared folder or an agent's own.
fn has_skills(folder: &Path) -> bool {
    let mut places: Vec<&str> = agent::all()
        .iter()
        .filter_map(|agent| agent.folder(Scope::Project))
        .filter(|place| place.starts_with('.'))
        .collect();
    places.sort_unstable();
    places.dedup();
    places.iter().any(|place| fs::is_folder(&folder.join(place)))
}

/// Whether a folder is the root of a git work tree: `.git` is a folder, or a file in worktrees and submodules.
pub(crate) fn is_git_root(folder: &Path) -> bool {
    matches!(fs::standing_followed(&folder.join(".git")), Ok(fs::Standing::Folder | fs::Standing::File))
}

/// The git root above `folder`, or `folder` itself outside a work tree: how far links in a local skill may lead.
pub(crate) fn repository_around(folder: &Path) -> PathBuf {
    folder.ancestors().find(|above| is_git_root(above)).unwrap_or(folder).to_owned()
}

/// `path` as seen from the folder `from`, with `/`; both are real, absolute paths. `None` across drives.
pub(crate) fn relative(from: &Path, path: &Path) -> Option<String> {
    let (from, path): (Vec<_>, Vec<_>) = (from.components().collect(), path.components().collect());
    let common = from.iter().zip(&path).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return None;
    }
    let mut parts = vec!["..".to_owned(); from.len() - common];
    for component in &path[common..] {
        parts.push(component.as_os_str().to_str()?.to_owned());
    }
    Some(if parts.is_empty() { ".".to_owned() } else { parts.join("/") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_climb_and_descend() {
        let relative = |from: &str, path: &str| relative(Path::new(from), Path::new(path));
        assert_eq!(relative("/a/.agents", "/a/skills/x").as_deref(), Some("../skills/x"));
        assert_eq!(relative("/a", "/a").as_deref(), Some("."));
        assert_eq!(relative("/a/b", "/c").as_deref(), Some("../../c"));
    }
}
