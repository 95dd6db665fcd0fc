//! Local folders and archives, and how their places are recorded.

use std::{path::Path, rc::Rc};

use super::{Likely, Origin, download::archive_origin, repository::open_git};
use crate::{
    host::fs::{self, Disk},
    model::{
        digest::Digest,
        git_url::GitUrl,
        lockfile::Pin,
        source::{RepoPath, Source, SpecError, Wanted},
    },
    ops::{
        Context,
        error::Error,
        scope::{ScopeFolder, relative, repository_around},
    },
};

pub(super) fn open_local<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    path: &Path,
) -> Result<Origin<'a>, Error> {
    // A skill's SKILL.md means the skill.
    let path = path.parent().filter(|_| path.ends_with("SKILL.md") && fs::is_file(path)).unwrap_or(path);
    if fs::is_file(path) {
        let bytes = fs::read_capped(path, context.limits().packed)?;
        let real = fs::canonical(path)?;
        let file = recorded(folder, &real);
        let shown = path.to_string_lossy().into_owned();
        return archive_origin(
            context,
            &bytes,
            &shown,
            Source::Archive { file, path: None },
            Digest::of(&bytes),
        );
    }
    if !fs::is_folder(path) {
        return Err(Error::NothingThere { path: fs::canonical_or_ahead(path) });
    }
    let real = fs::canonical(path)?;
    // A bare repository is asked as any git repository is.
    let is_bare = fs::is_file(&real.join("HEAD"))
        && fs::is_folder(&real.join("objects"))
        && fs::is_folder(&real.join("refs"));
    if is_bare && !fs::is_file(&real.join("SKILL.md")) {
        return open_git(context, &GitUrl::File(real), None, None, Likely::Nothing);
    }
    let skills = fs::canonical_or_ahead(&folder.skills());
    if real.starts_with(&skills) {
        return Err(Error::AlreadyInside { path: real });
    }
    let root = repository_around(&real);
    let inner = relative(&root, &real).filter(|inner| inner != ".");
    let inner = inner.map(|inner| inner.parse::<RepoPath>()).transpose().map_err(SpecError::from)?;
    Ok(Origin {
        repository: Rc::new(Disk::new(&root)),
        source: Source::Folder { path: recorded(folder, &real) },
        path: inner,
        wanted: Wanted::Default,
        pin: Pin::Alive,
        root_name: real.file_name().map(|name| name.to_string_lossy().into_owned()),
        skill: None,
        by_tag: false,
        found: None,
        disk_root: Some(root),
        shelf: None,
        learned: None,
    })
}

/// How a local path is recorded: relative to the manifest's folder when it lies below the scope's root, else absolute.
fn recorded(folder: &ScopeFolder, real: &Path) -> String {
    let root = fs::canonical_or_ahead(&folder.root);
    let agents = fs::canonical_or_ahead(&folder.agents());
    if real.starts_with(&root)
        && let Some(path) = relative(&agents, real)
    {
        return path;
    }
    real.to_string_lossy().replace('\\', "/")
}
