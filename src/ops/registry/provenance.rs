//! The commit that a version is, where it is one: the folder lies in a git work tree whose `HEAD` holds exactly what was
//! packed, and `origin` says where others find it. What the work tree holds counts for nothing.

use std::path::Path;

use crate::{
    host::{
        assemble::{Limits, assemble},
        fs,
        git::{self, Snapshot},
    },
    model::{digest::Digest, git_url::GitUrl, registry::line::Made},
    ops::scope::{is_git_root, relative, repository_around},
};

/// The commit that holds the tree at the folder's place; `None` where there is none that others could fetch.
pub(super) fn made(folder: &Path, tree: &Digest, limits: Limits) -> Option<Made> {
    let folder = fs::canonical(folder).ok()?;
    let root = repository_around(&folder);
    if !is_git_root(&root) {
        return None;
    }
    let path = relative(&root, &folder).filter(|path| path != ".");
    // A repository that can't be read says nothing of where a skill comes from, and stops nobody.
    let origin = git::origin(&root).ok().flatten()?;
    let (url, _) = GitUrl::with_login(&origin).ok().filter(|(url, _)| !url.is_local())?;
    let snapshot = Snapshot::find(&root, "HEAD").ok().flatten()?;
    let committed =
        assemble(&snapshot.tree().ok()?, path.as_deref().unwrap_or_default(), &[], limits).ok()?;
    let is_same = committed.refused.is_empty() && committed.tree.digest() == *tree;
    is_same.then(|| Made { git: url.to_string(), rev: snapshot.commit().to_string(), path })
}
