//! `ScopeState`: a scope's manifest and lockfile, read under the scope's lock after an interrupted run was finished.

use std::path::{Path, PathBuf};

use super::{
    Context,
    scope::{ScopeFolder, repository_around},
    transaction,
};
use crate::{
    host::fs::{self, FileLock},
    model::{
        agent::Scope,
        event::Event,
        lockfile::{Lockfile, LockfileError, Sides},
        manifest::{Manifest, ManifestError},
        visible,
    },
};

/// What a run will do with a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Look only: nothing is locked, made or finished.
    Read,
    /// Look only, but wait until no other run is changing it.
    ReadAlone,
    /// Change it: other runs wait.
    Write,
}

/// A scope's files that can't be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StateError {
    /// The manifest or lockfile can't be read as text: never taken for an empty one.
    #[error(transparent)]
    Unreadable(fs::Error),
    #[error("{}", .error.in_file(&shown(.path)))]
    Manifest { path: PathBuf, error: ManifestError },
    #[error("the lockfile `{}` can't be used: {error}", shown(.path))]
    Lockfile { path: PathBuf, error: LockfileError },
    /// A project's manifest or lockfile that is a link to somewhere else: it would be written through.
    #[error("`{}` is a link to `{}`, outside the project", shown(.path), shown(.target))]
    LeadsOut { path: PathBuf, target: PathBuf },
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error(transparent)]
    Journal(#[from] transaction::JournalError),
}

fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}

/// A scope's manifest and lockfile. While it lives with [`Intent::Write`], no other run changes the scope.
#[derive(Debug)]
pub(crate) struct ScopeState {
    pub(crate) folder: ScopeFolder,
    pub(crate) manifest: Manifest,
    pub(crate) lockfile: Lockfile,
    /// Whether the files were there, so that an empty one need not be made.
    pub(crate) has_manifest: bool,
    pub(crate) has_lockfile: bool,
    /// Whether the lockfile held a merge conflict, which is to be written as what both sides hold.
    pub(crate) is_mended: bool,
    _lock: Option<FileLock>,
}

/// Says where skills land when a link, which may have come with the repository, leads out of the project.
fn warn_of_a_link_outside(context: &Context<'_>, folder: &ScopeFolder) {
    let skills = fs::canonical_or_ahead(&folder.skills());
    let project = fs::canonical_or_ahead(&repository_around(&folder.root));
    if folder.scope == Scope::Project && !skills.starts_with(&project) {
        let (link, skills) = (folder.shown(&folder.skills()), shown(&skills));
        let text = format!("`{link}` leads out of the project: skills are kept in `{skills}`");
        context.reporter.event(Event::Warning { text: &text });
    }
}

/// A project's files come from other people: a link among them must not make this run write elsewhere. A person's own
/// files may be links, as dotfile managers make them.
fn refuse_linked_files(folder: &ScopeFolder) -> Result<(), StateError> {
    let project = fs::canonical_or_ahead(&repository_around(&folder.root));
    for path in [folder.manifest(), folder.lockfile()] {
        if folder.scope == Scope::Project && fs::standing(&path)? == fs::Standing::Symlink {
            let target = fs::canonical_or_ahead(&path);
            if !target.starts_with(&project) {
                return Err(StateError::LeadsOut { path, target });
            }
        }
    }
    Ok(())
}

/// What a conflict in the lockfile leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conflict {
    Refused,
    /// Both sides are taken together.
    Mended,
}

/// The lockfile's text with both sides of a conflict brought together.
fn mended(context: &Context<'_>, folder: &ScopeFolder, text: &str) -> Result<Lockfile, LockfileError> {
    let Sides { lockfile, disputed } = Sides::decode(text)?;
    let file = folder.shown(&folder.lockfile());
    let text = format!("`{file}` held a merge conflict: both sides' skills are kept");
    context.reporter.event(Event::Note { text: &text });
    for name in disputed {
        let text = format!(
            "both sides lock `{name}`, each otherwise: the first side's stays; `skill update {name}` takes the newest"
        );
        context.reporter.event(Event::Warning { text: &text });
    }
    Ok(lockfile)
}

impl ScopeState {
    /// Like [`open`](Self::open); a merge conflict in the lockfile is solved by keeping both sides.
    pub(crate) fn open_mending(
        context: &Context<'_>,
        folder: ScopeFolder,
        intent: Intent,
    ) -> Result<Self, StateError> {
        Self::open_with(context, folder, intent, Conflict::Mended)
    }

    /// Reads a scope. With [`Intent::Write`] its `.agents` folder is made and locked, and what an interrupted run left
    /// is finished or undone first.
    pub(crate) fn open(
        context: &Context<'_>,
        folder: ScopeFolder,
        intent: Intent,
    ) -> Result<Self, StateError> {
        Self::open_with(context, folder, intent, Conflict::Refused)
    }

    fn open_with(
        context: &Context<'_>,
        folder: ScopeFolder,
        intent: Intent,
        conflict: Conflict,
    ) -> Result<Self, StateError> {
        let lock = match intent {
            Intent::Read => None,
            Intent::ReadAlone => {
                let agents = folder.agents();
                let waiting = || context.reporter.event(Event::Waiting { path: &agents });
                if fs::is_folder(&agents) {
                    Some(FileLock::shared_on_folder(&agents, waiting)?)
                } else {
                    None
                }
            }
            Intent::Write => {
                let agents = folder.agents();
                fs::create_folders(&agents)?;
                let lock = FileLock::on_folder(&agents, || {
                    context.reporter.event(Event::Waiting { path: &agents });
                })?;
                transaction::recover(context, &folder)?;
                warn_of_a_link_outside(context, &folder);
                refuse_linked_files(&folder)?;
                Some(lock)
            }
        };
        let path = folder.manifest();
        let manifest_text = fs::read_text_if_there(&path).map_err(StateError::Unreadable)?;
        let manifest = match &manifest_text {
            Some(text) => Manifest::decode(text).map_err(|error| StateError::Manifest { path, error })?,
            None => Manifest::default(),
        };
        let path = folder.lockfile();
        let lockfile_text = fs::read_text_if_there(&path).map_err(StateError::Unreadable)?;
        let mut is_mended = false;
        let lockfile = match &lockfile_text {
            Some(text) => match Lockfile::decode(text) {
                Err(LockfileError::Conflict { .. }) if conflict == Conflict::Mended => {
                    is_mended = true;
                    mended(context, &folder, text)
                }
                result => result,
            }
            .map_err(|error| StateError::Lockfile { path, error })?,
            None => Lockfile::default(),
        };
        Ok(Self {
            folder,
            manifest,
            lockfile,
            has_manifest: manifest_text.is_some(),
            has_lockfile: lockfile_text.is_some(),
            is_mended,
            _lock: lock,
        })
    }
}
