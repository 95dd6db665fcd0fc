//! `Partial`: a commit of which only the folders may be at hand. Files are brought when they are about to be read, in
//! one batch where it can be told, so that one skill of a large repository costs little more than its own bytes.

use std::{
    cell::{Cell, RefCell},
    fmt,
    path::Path,
};

use super::Likely;
use crate::{
    host::{
        assemble::is_within,
        git::{self, GitTree, Objects},
        repository::{Kind, ReadError, Repository, file_name, parent},
        store::GitFolder,
    },
    model::{commit::Commit, event::Event, git_url::GitUrl, source::RepoPath},
    ops::{Context, discover, error::Error},
};

/// The files of a commit, fetched as they are needed.
pub(super) struct Partial<'a, 'b> {
    context: &'a Context<'b>,
    url: GitUrl,
    identity: String,
    commit: Commit,
    tree: RefCell<GitTree>,
    /// Whether all links are at hand.
    has_links: Cell<bool>,
}

impl<'a, 'b> Partial<'a, 'b> {
    /// Fetches a commit's folders, and its files too where the server can't leave them out.
    pub(super) fn open(context: &'a Context<'b>, url: &GitUrl, commit: Commit) -> Result<Self, Error> {
        let identity = url.to_string();
        let objects = folder(context, &identity)?;
        git::fetch_folders(url, &commit, objects.path(), &context.git_access())?;
        let tree = Objects::open(objects.path())?.tree(&commit, identity.clone())?;
        Ok(Self {
            context,
            url: url.clone(),
            identity,
            commit,
            tree: RefCell::new(tree),
            has_links: Cell::new(false),
        })
    }

    /// Brings in one step what the search for skills and the reading of the likely ones will ask for.
    pub(super) fn bring_likely(&self, path: Option<&RepoPath>, likely: Likely<'_>) -> Result<(), ReadError> {
        if matches!(likely, Likely::Nothing) {
            return Ok(());
        }
        let mut folders: Vec<String> = path.iter().map(|path| path.as_str().to_owned()).collect();
        if path.is_none() {
            let skills = RefCell::new(Vec::new());
            self.tree.borrow().missing("", &|path, _| {
                if discover::is_skill_file(path) {
                    skills.borrow_mut().push(parent(path).to_owned());
                }
                false
            })?;
            folders.extend(skills.into_inner().into_iter().filter(|folder| match likely {
                Likely::Nothing => false,
                Likely::Named(names) => names.iter().any(|name| file_name(folder) == name || folder == name),
                // The root's skill may hold everything else.
                Likely::All => !folder.is_empty(),
            }));
        }
        let searches = path.is_none();
        self.bring("", &|path, kind| {
            kind == Kind::Symlink
                || (searches && discover::is_searched_for(path))
                || folders.iter().any(|folder| is_within(path, folder))
        })?;
        self.has_links.set(true);
        Ok(())
    }

    /// Brings what of the wanted files is missing.
    fn bring(&self, below: &str, wanted: &dyn Fn(&str, Kind) -> bool) -> Result<(), ReadError> {
        let missing = self.tree.borrow().missing(below, wanted)?;
        if missing.is_empty() {
            return Ok(());
        }
        let fetched = folder(self.context, &self.identity).and_then(|objects| {
            git::fetch_blobs(&self.url, &missing, objects.path(), &self.context.git_access())?;
            Ok(Objects::open(objects.path())?.tree(&self.commit, self.identity.clone())?)
        });
        let tree = fetched.map_err(|error| ReadError {
            path: String::new(),
            repository: self.identity.clone(),
            why: error.to_string(),
        })?;
        let tree = tree.knowing_what(&self.tree.borrow());
        *self.tree.borrow_mut() = tree;
        Ok(())
    }
}

/// The repository's folder of objects, held by this process alone.
fn folder(context: &Context<'_>, identity: &str) -> Result<GitFolder, Error> {
    let waiting = || context.reporter.event(Event::Waiting { path: Path::new(identity) });
    Ok(context.store()?.git(identity, waiting)?)
}

impl Repository for Partial<'_, '_> {
    fn kind(&self, path: &str) -> Result<Option<Kind>, ReadError> {
        self.tree.borrow().kind(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError> {
        self.tree.borrow().list(path)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let read = self.tree.borrow().read(path);
        if read.is_ok() {
            return read;
        }
        // What nobody announced comes alone.
        self.bring(path, &|_, _| true)?;
        self.tree.borrow().read(path)
    }

    fn prepare(&self, below: &str, wanted: &dyn Fn(&str) -> bool) -> Result<(), ReadError> {
        self.bring(below, &|path, _| wanted(path))
    }

    fn prepare_links(&self) -> Result<(), ReadError> {
        if !self.has_links.replace(true) {
            self.bring("", &|_, kind| kind == Kind::Symlink)?;
        }
        Ok(())
    }

    fn identity(&self, path: &str) -> Result<Option<String>, ReadError> {
        self.tree.borrow().identity(path)
    }

    fn describe(&self) -> &dyn fmt::Display {
        &self.identity
    }
}
