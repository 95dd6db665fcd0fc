//! A scope's own files: manifest, lockfile, and what a killed run left.

use super::{Ailment, Cure, Grade};
use crate::{
    host::fs::{self, GitIgnores, Judged, Standing},
    model::agent::Scope,
    ops::{
        error::Error,
        scope::{ScopeFolder, is_git_root, repository_around},
        state::{ScopeState, StateError},
    },
};

/// Journal, staging and half-written files of a run that was killed.
pub(super) fn leftovers(folder: &ScopeFolder, found: &mut Vec<Ailment>) -> Result<(), Error> {
    let work = folder.work();
    if fs::standing(&work)? == Standing::Folder {
        let what = "an interrupted run left its journal or staging";
        found.push(
            Ailment::new("leftovers", Grade::Warning, work, what)
                .hint("the next change of this scope finishes or undoes it")
                .cure("finish or undo the interrupted run", Cure::Recover(folder.clone())),
        );
    }
    for path in fs::leftovers(&folder.agents()).unwrap_or_default() {
        found.push(
            Ailment::new("leftovers", Grade::Warning, path, "a killed run left a half-written file")
                .cure("remove it", Cure::Recover(folder.clone())),
        );
    }
    Ok(())
}

/// A scope whose files can't be read.
pub(super) fn unreadable(folder: &ScopeFolder, error: &StateError) -> Ailment {
    let (kind, place, hint) = match error {
        StateError::Manifest { path, .. } => {
            ("manifest-unreadable", path.clone(), "mend the line, or take the file back from version control")
        }
        StateError::Lockfile { path, .. } => (
            "lockfile-unreadable",
            path.clone(),
            "take it back from version control; or remove it and `skill install` locks anew",
        ),
        StateError::LeadsOut { path, .. } => ("leads-out", path.clone(), "replace the link by a file"),
        StateError::Unreadable(_) | StateError::Files(_) | StateError::Journal(_) => {
            ("unreadable", folder.agents(), "give yourself the right to read and write it: `chmod -R u+rwX`")
        }
    };
    Ailment::new(kind, Grade::Error, place, error.to_string()).hint(hint)
}

/// Manifest and lockfile against each other and against git.
pub(super) fn records(state: &ScopeState, found: &mut Vec<Ailment>) {
    let (manifest, lockfile) = (&state.manifest.skills, &state.lockfile.skills);
    let folder = &state.folder;
    if !state.has_manifest && !lockfile.is_empty() {
        let what = format!("it pins {}, but there is no manifest beside it", skills(lockfile.len()));
        found.push(
            Ailment::new("lock-without-manifest", Grade::Warning, folder.lockfile(), what)
                .hint("take `.agents/skills.toml` back from version control, or `skill install SPEC` anew"),
        );
    }
    for name in manifest.keys().filter(|name| !lockfile.contains_key(*name)) {
        let what = format!("`{name}` is wanted, but not locked");
        found.push(
            Ailment::new("not-locked", Grade::Warning, folder.manifest(), what)
                .hint("`skill install` locks it"),
        );
    }
    let needed = |name: &str| lockfile.values().any(|locked| locked.requires.iter().any(|one| one == name));
    for (name, _) in lockfile.iter().filter(|(name, _)| state.has_manifest && !manifest.contains_key(*name)) {
        if !needed(name.as_str()) {
            let what = format!("`{name}` is locked, but nothing wants it");
            found.push(
                Ailment::new("not-wanted", Grade::Warning, folder.lockfile(), what)
                    .hint(format!("`skill remove {name}` takes it out, `skill install SPEC` wants it")),
            );
        }
    }
    ignored(state, found);
}

fn skills(number: usize) -> String {
    crate::model::size::count(number, "skill")
}

/// A project's manifest or lockfile that git ignores would never reach anybody else.
fn ignored(state: &ScopeState, found: &mut Vec<Ailment>) {
    let folder = &state.folder;
    let root = fs::canonical_or_ahead(&folder.root);
    let repository = repository_around(&root);
    if folder.scope == Scope::User || !is_git_root(&repository) {
        return;
    }
    let ignores = GitIgnores::new(&repository);
    let files = [(state.has_manifest, folder.manifest()), (state.has_lockfile, folder.lockfile())];
    for (_, file) in files.into_iter().filter(|(is_there, _)| *is_there) {
        let real = root.join(file.strip_prefix(&folder.root).unwrap_or(&file));
        let above = real.ancestors().skip(1).take_while(|above| *above != repository);
        let by_folder =
            above.collect::<Vec<_>>().into_iter().rev().find_map(|above| match ignores.judge(above, true) {
                Some(Judged::Ignored(pattern)) => Some(pattern),
                Some(Judged::Kept) | None => None,
            });
        let pattern = by_folder.or_else(|| match ignores.judge(&real, false) {
            Some(Judged::Ignored(pattern)) => Some(pattern),
            Some(Judged::Kept) | None => None,
        });
        if let Some(pattern) = pattern {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let what = format!("git ignores it by `{pattern}`, so nobody else gets the same skills");
            found.push(Ailment::new("ignored-manifest", Grade::Warning, file, what).hint(format!(
                "ignore `.agents/*` and add `!.agents/{name}` to `.gitignore`, or take `{pattern}` out"
            )));
        }
    }
}
