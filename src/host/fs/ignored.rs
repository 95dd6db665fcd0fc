//! What ignore files leave out: git's own (`.gitignore` of each folder, `.git/info/exclude`) and patterns in their
//! syntax. The user's global ignore file is not asked: the same folder must pack the same on every machine.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    path::{Path, PathBuf},
    rc::Rc,
};

use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder},
};

/// A pattern that decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Judged {
    /// Left out by this pattern.
    Ignored(String),
    /// Taken back in by a `!` pattern.
    Kept,
}

fn judged(found: &Match<&ignore::gitignore::Glob>) -> Option<Judged> {
    match found {
        Match::None => None,
        Match::Ignore(glob) => Some(Judged::Ignored(glob.original().to_owned())),
        Match::Whitelist(_) => Some(Judged::Kept),
    }
}

/// Patterns in the syntax of `.gitignore`, relative to one folder.
#[derive(Debug)]
pub(crate) struct Patterns(Gitignore);

/// A pattern that can't be read.
#[derive(Debug, thiserror::Error)]
#[error("`{}` is no pattern: {why}", crate::model::visible::line(.pattern))]
pub(crate) struct PatternError {
    pub(crate) pattern: String,
    why: String,
}

impl Patterns {
    /// Reads one pattern a line, below the folder `root`; blank lines and `#` comments are skipped.
    pub(crate) fn parse<'a>(
        root: &Path,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PatternError> {
        let wrong = |pattern: &str, error: &ignore::Error| {
            let why = match error {
                ignore::Error::Glob { err, .. } => err.clone(),
                other => other.to_string(),
            };
            PatternError { pattern: pattern.to_owned(), why }
        };
        let mut builder = GitignoreBuilder::new(root);
        for line in lines {
            builder.add_line(None, line).map_err(|error| wrong(line, &error))?;
        }
        builder.build().map(Self).map_err(|error| wrong("", &error))
    }

    /// What the patterns say of this very path, folders above it not asked.
    pub(crate) fn judge(&self, path: &Path, is_folder: bool) -> Option<Judged> {
        judged(&self.0.matched(path, is_folder))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Git's ignore files between a repository's root and any path below it, read when first needed.
#[derive(Debug)]
pub(crate) struct GitIgnores {
    root: PathBuf,
    exclude: Gitignore,
    folders: RefCell<BTreeMap<PathBuf, Rc<Gitignore>>>,
}

impl GitIgnores {
    /// For the repository whose work tree is `root`, a real path.
    pub(crate) fn new(root: &Path) -> Self {
        let mut builder = GitignoreBuilder::new(root);
        // Git passes over what it can't read in these files, and so does this.
        let _ = builder.add(root.join(".git/info/exclude"));
        let exclude = builder.build().unwrap_or_else(|_| Gitignore::empty());
        Self { root: root.to_owned(), exclude, folders: RefCell::default() }
    }

    fn of(&self, folder: &Path) -> Rc<Gitignore> {
        let mut folders = self.folders.borrow_mut();
        let read = || Rc::new(Gitignore::new(folder.join(".gitignore")).0);
        Rc::clone(folders.entry(folder.to_owned()).or_insert_with(read))
    }

    /// What git says of this very path; the nearest file that has a word on it decides.
    pub(crate) fn judge(&self, path: &Path, is_folder: bool) -> Option<Judged> {
        let above = path.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.root));
        for folder in above {
            if let Some(found) = judged(&self.of(folder).matched(path, is_folder)) {
                return Some(found);
            }
        }
        judged(&self.exclude.matched(path, is_folder))
    }
}
