//! Repositories on this machine: their refs are read as the text files they are, their objects borrowed in place.
//! libgit2 could open them too, but not without reading the user's git configuration.

use std::path::{Path, PathBuf};

use super::{Error, Objects, Refs, objects, refs::Gathering};
use crate::{
    host::fs::{self, Standing},
    model::{commit::Commit, git_url::GitUrl},
};

/// Chains of symbolic refs longer than this are taken for circles, as git does.
const MAX_SYMREFS: usize = 5;
const MAX_DEPTH: usize = 32;

/// The folders of a repository.
struct Local {
    /// Its `HEAD` lies here.
    git: PathBuf,
    /// Refs, objects and configuration, which worktrees share.
    common: PathBuf,
}

impl Local {
    /// Finds the repository at a path as git does, and refuses the kinds that can't be read.
    fn find(url: &GitUrl, path: &Path) -> Result<Self, Error> {
        let mut bare = path.as_os_str().to_owned();
        bare.push(".git");
        let candidates = [path.join(".git"), path.to_owned(), PathBuf::from(bare)];
        let mut found = None;
        for candidate in &candidates {
            let git = match fs::standing_followed(candidate)? {
                Standing::File => match pointer(candidate, "gitdir: ")? {
                    Some(git) => git,
                    None => continue,
                },
                Standing::Folder => candidate.clone(),
                Standing::Nothing | Standing::Symlink | Standing::Special => continue,
            };
            if fs::standing(&git.join("HEAD"))? != Standing::Nothing {
                found = Some(git);
                break;
            }
        }
        let git = found.ok_or_else(|| Error::NotFound { url: url.to_string() })?;
        let common = pointer(&git.join("commondir"), "")?.unwrap_or_else(|| git.clone());
        if fs::belongs_to_another_user(&common)? {
            return Err(Error::OtherOwner { url: url.to_string() });
        }
        let config = fs::read_text_if_there(&common.join("config"))?.unwrap_or_default();
        for (name, value) in section(&config, |header| header.eq_ignore_ascii_case("extensions")) {
            let what = match (name.as_str(), value.to_ascii_lowercase().as_str()) {
                ("objectformat", "sha1") | ("refstorage", "files") => continue,
                ("objectformat", _) => "names its objects by SHA-256, not SHA-1",
                ("refstorage", _) => "keeps its refs in a reftable, not in files",
                _ => continue,
            };
            return Err(Error::Unsupported { url: url.to_string(), what });
        }
        Ok(Self { git, common })
    }

    fn objects(&self) -> PathBuf {
        self.common.join("objects")
    }

    /// What one ref file says, symbolic refs followed; `None` when it leads nowhere.
    fn resolve(&self, packed: &[(String, Commit)], name: &str) -> Result<Option<Commit>, Error> {
        let mut name = name.to_owned();
        for _ in 0..MAX_SYMREFS {
            let root = if name == "HEAD" { &self.git } else { &self.common };
            let text = if is_safe(&name) { fs::read_text_if_there(&root.join(&name))? } else { None };
            let Some(text) = text else {
                let found = packed.iter().find(|(other, _)| *other == name);
                return Ok(found.map(|(_, commit)| *commit));
            };
            match text.trim().strip_prefix("ref:") {
                Some(target) => target.trim().clone_into(&mut name),
                None => return Ok(text.trim().parse().ok()),
            }
        }
        Ok(None)
    }
}

/// The path in a file such as `.git` of a worktree, relative to the folder it lies in.
fn pointer(file: &Path, prefix: &str) -> Result<Option<PathBuf>, Error> {
    let Some(text) = fs::read_text_if_there(file)? else { return Ok(None) };
    let target = text.trim_end().strip_prefix(prefix);
    Ok(target.zip(file.parent()).map(|(target, folder)| folder.join(target)))
}

/// A ref's name that stays in the repository's folder.
fn is_safe(name: &str) -> bool {
    name == "HEAD"
        || (name.starts_with("refs/") && name.split('/').all(|part| !matches!(part, "" | "." | "..")))
}

/// The names, in lower case, and values of a section of git's configuration.
fn section(config: &str, is_it: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in config.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.split_once(']').is_some_and(|(header, _)| is_it(&header[1..]));
        } else if let Some((name, value)) = line.split_once('=').filter(|_| inside) {
            let value = value.trim();
            let value = match value.strip_prefix('"') {
                Some(quoted) => quoted.split('"').next(),
                None => value.split(['#', ';']).next(),
            };
            found.push((name.trim().to_ascii_lowercase(), value.unwrap_or_default().trim().to_owned()));
        }
    }
    found
}

/// What `[remote "origin"]` of the repository whose work tree is `folder` has as its URL, as it stands there.
pub(crate) fn origin(folder: &Path) -> Result<Option<String>, Error> {
    let local = Local::find(&GitUrl::File(folder.to_owned()), folder)?;
    let config = fs::read_text_if_there(&local.common.join("config"))?.unwrap_or_default();
    let is_origin = |header: &str| {
        let (name, remote) = header.split_once(' ').unwrap_or((header, ""));
        name.eq_ignore_ascii_case("remote") && remote.trim() == "\"origin\""
    };
    Ok(section(&config, is_origin).into_iter().find(|(name, _)| name == "url").map(|(_, url)| url))
}

/// Where the index of a work tree lies.
pub(super) fn index(url: &GitUrl, path: &Path) -> Result<PathBuf, Error> {
    Ok(Local::find(url, path)?.git.join("index"))
}

/// The refs of a repository on this machine.
pub(super) fn refs(url: &GitUrl, path: &Path) -> Result<Refs, Error> {
    let local = Local::find(url, path)?;
    let packed = packed_refs(&local.common)?;
    let objects = Objects::open(&local.objects())?;
    let mut names: Vec<String> = packed.iter().map(|(name, _)| name.clone()).collect();
    for folder in ["refs/heads", "refs/tags"] {
        loose(&local.common, folder, &mut names, 0)?;
    }
    names.sort_unstable();
    names.dedup();
    let mut gathering = Gathering::default();
    for name in names {
        if let Some(commit) = local.resolve(&packed, &name)? {
            gathering.add(&name, objects.peeled(&commit).unwrap_or(commit));
        }
    }
    if let Some(commit) = local.resolve(&packed, "HEAD")? {
        gathering.add("HEAD", commit);
    }
    let head = fs::read_text_if_there(&local.git.join("HEAD"))?.unwrap_or_default();
    Ok(gathering.finish(head.trim().strip_prefix("ref:").map(str::trim)))
}

/// A commit of a repository on this machine, and where its objects are.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    objects: PathBuf,
    commit: Commit,
    describe: String,
}

impl Snapshot {
    /// What `name` means in the repository whose work tree is `folder`: a branch, also of a remote, a tag or a commit,
    /// with `~N` or `^` for ancestors. `None` is `HEAD` before the first commit.
    pub(crate) fn find(folder: &Path, name: &str) -> Result<Option<Self>, Error> {
        let url = GitUrl::File(folder.to_owned());
        let unknown = || Error::UnknownRef { url: url.to_string(), name: name.to_owned(), near: None };
        let local = Local::find(&url, folder)?;
        let packed = packed_refs(&local.common)?;
        let objects = Objects::open(&local.objects())?;
        let (base, steps) = generations(name).ok_or_else(unknown)?;
        let places =
            ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map(|start| format!("{start}{base}"));
        let mut found = None;
        for place in places.iter().chain([&format!("refs/remotes/{base}/HEAD")]) {
            found = found.or(if is_safe(place) { local.resolve(&packed, place)? } else { None });
        }
        let found = match found {
            Some(found) => found,
            None if base == "HEAD" => return Ok(None),
            None => refs(&url, folder)?.resolve(&url, base)?.1,
        };
        let found = objects.peeled(&found).unwrap_or(found);
        let commit = objects.ancestor(&found, steps).ok_or_else(unknown)?;
        Ok(Some(Self { objects: local.objects(), commit, describe: url.to_string() }))
    }

    pub(crate) fn commit(&self) -> &Commit {
        &self.commit
    }

    /// The files of the commit.
    pub(crate) fn tree(&self) -> Result<super::GitTree, Error> {
        Objects::open(&self.objects)?.tree(&self.commit, self.describe.clone())
    }
}

/// `main~2` as `main` and 2; each `^` counts one.
fn generations(name: &str) -> Option<(&str, usize)> {
    let base = name.trim_end_matches('^');
    let carets = name.len() - base.len();
    match base.split_once('~') {
        None => Some((base, carets)),
        Some((base, "")) => Some((base, carets + 1)),
        Some((base, count)) => Some((base, carets.checked_add(count.parse().ok()?)?)),
    }
}

fn packed_refs(common: &Path) -> Result<Vec<(String, Commit)>, Error> {
    let text = fs::read_text_if_there(&common.join("packed-refs"))?.unwrap_or_default();
    let entries = text.lines().filter_map(|line| {
        // `#` begins the header, `^` the peeled value of the line before.
        let (id, name) = line.split_once(' ')?;
        Some((name.to_owned(), id.parse().ok()?))
    });
    Ok(entries.collect())
}

fn loose(common: &Path, folder: &str, names: &mut Vec<String>, depth: usize) -> Result<(), Error> {
    for (name, standing) in fs::list_if_there(&common.join(folder))? {
        // Names that are not UTF-8 can't be typed as a ref; `.lock` files are git's own.
        let Some(name) = name.to_str().filter(|name| name.strip_suffix(".lock").is_none()) else { continue };
        let path = format!("{folder}/{name}");
        match standing {
            Standing::Folder if depth < MAX_DEPTH => loose(common, &path, names, depth + 1)?,
            Standing::File => names.push(path),
            Standing::Nothing | Standing::Symlink | Standing::Special | Standing::Folder => {}
        }
    }
    Ok(())
}

/// Lets a folder of objects borrow those of a repository on this machine: nothing is copied.
pub(super) fn share(url: &GitUrl, path: &Path, commit: &Commit, folder: &Path) -> Result<(), Error> {
    objects::prepare(folder)?;
    if Objects::open(folder)?.is_whole(commit) {
        return Ok(());
    }
    let local = Local::find(url, path)?;
    let source = fs::canonical(&local.objects())?;
    if !Objects::open(&source)?.has(commit) {
        return Err(Error::UnknownCommit { url: url.to_string(), commit: *commit });
    }
    let text = source.to_str().filter(|text| !text.contains(crate::model::visible::is_hidden));
    let text =
        text.ok_or_else(|| Error::folder(&source, "its path has characters that can't be written down"))?;
    fs::write_atomic(&folder.join("info").join("alternates"), format!("{text}\n").as_bytes())?;
    Ok(())
}
