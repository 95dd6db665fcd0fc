//! git without a git program: a small client of protocol versions 2 and 0 over HTTP, ssh and TCP. It lists refs and
//! fetches one commit at a time into a folder of objects that the caller owns; `Objects` reads them. Local
//! repositories are read in place. No configuration of the user is ever read, except by `program`, the way out
//! through the user's own git.

mod advertisement;
mod channel;
mod connections;
mod error;
mod fetch;
mod local;
mod merge;
mod objects;
mod program;
mod refs;
#[cfg(test)]
pub(in super::super) mod tests;
mod tracked;
mod tree_id;
mod wire;

use std::path::Path;

pub(crate) use connections::Connections;
pub(crate) use error::Error;
pub(crate) use fetch::Blobs;
pub(crate) use local::{Snapshot, origin};
pub(crate) use merge::merge_text;
pub(crate) use objects::{GitTree, Objects};
pub(crate) use refs::{Named, Refs};
pub(crate) use tracked::Tracked;
pub(crate) use tree_id::tree_id;

use super::{credentials::Credentials, dirs::Environment, http::Http};
use crate::model::{
    commit::Commit,
    event::{Event, Reporter},
    git_url::GitUrl,
};

/// When the user's own git program does the fetching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GitProgram {
    /// Where this client can't agree with a server, and a git program is there.
    WhenNeeded,
    /// `git-fetch-with-cli = true`.
    Always,
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests rule the user's git out"))]
    Never,
}

/// The most bytes one fetch may bring, unless the user says otherwise.
pub(crate) const DEFAULT_LIMIT: u64 = 2 * 1024 * 1024 * 1024;

/// What it takes to reach repositories.
pub(crate) struct Access<'a> {
    pub(crate) http: &'a Http,
    pub(crate) environment: &'a Environment,
    pub(crate) credentials: &'a Credentials,
    /// Those that earlier requests of this run left open.
    pub(crate) connections: &'a Connections,
    pub(crate) reporter: &'a dyn Reporter,
    pub(crate) program: GitProgram,
    /// The most bytes one fetch may bring.
    pub(crate) limit: u64,
    /// A folder for work in progress, which is made if need be.
    pub(crate) scratch: &'a Path,
}

/// The branches and tags of a repository.
pub(crate) fn refs(url: &GitUrl, access: &Access<'_>) -> Result<Refs, Error> {
    if let GitUrl::File(path) = url
        && access.program != GitProgram::Always
    {
        return local::refs(url, path);
    }
    online(url, access)?;
    // Every skill of a repository is resolved against the same list.
    if let Some(known) = access.connections.known_refs(url) {
        return Ok(known);
    }
    let refs = reported(url, access, || {
        with_way_out(url, access, || refs::ask(url, access), || program::refs(url, access))
    })?;
    access.connections.keep_refs(url, &refs);
    Ok(refs)
}

#[cfg(test)]
/// Brings a commit with all its files into `folder`, which is made if need be. The commit may be one that no ref
/// names. Does nothing when all of it is there.
pub(crate) fn fetch(url: &GitUrl, commit: &Commit, folder: &Path, access: &Access<'_>) -> Result<(), Error> {
    fetch_with(url, commit, folder, access, Blobs::All).map(|_| ())
}

/// Brings a commit and its folders into `folder`, without the contents of files where the server can leave them out;
/// says what is sure to be there. [`GitTree::missing`] and [`fetch_blobs`] bring the rest.
pub(crate) fn fetch_folders(
    url: &GitUrl,
    commit: &Commit,
    folder: &Path,
    access: &Access<'_>,
) -> Result<Blobs, Error> {
    fetch_with(url, commit, folder, access, Blobs::None)
}

fn fetch_with(
    url: &GitUrl,
    commit: &Commit,
    folder: &Path,
    access: &Access<'_>,
    blobs: Blobs,
) -> Result<Blobs, Error> {
    if let GitUrl::File(path) = url
        && access.program != GitProgram::Always
    {
        return local::share(url, path, commit, folder).map(|()| Blobs::All);
    }
    objects::prepare(folder)?;
    let here = Objects::open(folder)?;
    if here.has(commit) && (blobs == Blobs::None || here.is_whole(commit)) {
        return Ok(blobs);
    }
    online(url, access)?;
    let came = reported(url, access, || {
        with_way_out(
            url,
            access,
            || fetch::commit(url, commit, folder, access, blobs),
            || program::fetch(url, commit, folder, access).map(|()| Blobs::All),
        )
    })?;
    // What was asked for is looked up by its id: the indexer named every object after its content.
    if Objects::open(folder)?.has(commit) {
        Ok(came)
    } else {
        Err(Error::UnknownCommit { url: url.to_string(), commit: *commit })
    }
}

/// Brings exactly these blobs into a folder that [`fetch_folders`] filled.
pub(crate) fn fetch_blobs(
    url: &GitUrl,
    blobs: &[Commit],
    folder: &Path,
    access: &Access<'_>,
) -> Result<(), Error> {
    if blobs.is_empty() {
        return Ok(());
    }
    if url.is_local() {
        let what = "is incomplete: it lacks files of the commit, as a partial clone does";
        return Err(Error::Unsupported { url: url.to_string(), what });
    }
    online(url, access)?;
    reported(url, access, || fetch::blobs(url, blobs, folder, access))
}

fn online(url: &GitUrl, access: &Access<'_>) -> Result<(), Error> {
    if access.http.is_offline() && !url.is_local() {
        return Err(Error::Offline { url: url.to_string() });
    }
    Ok(())
}

fn reported<T>(
    url: &GitUrl,
    access: &Access<'_>,
    act: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    let source = url.to_string();
    access.reporter.event(Event::Fetching { source: &source });
    let result = act();
    access.reporter.event(Event::Fetched { source: &source });
    result
}

/// Where client and server can't agree, the user's git may know better; its failure leaves the first error standing.
fn with_way_out<T>(
    url: &GitUrl,
    access: &Access<'_>,
    own: impl FnOnce() -> Result<T, Error>,
    program: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    if access.program == GitProgram::Always {
        return program();
    }
    match own() {
        Err(error @ Error::Protocol { .. }) if access.program == GitProgram::WhenNeeded => {
            let result = program();
            if result.is_ok() {
                let text = format!("`{url}` was fetched by the `git` program: {error}");
                access.reporter.event(Event::Note { text: &text });
            }
            result.map_err(|_| error)
        }
        result => result,
    }
}
