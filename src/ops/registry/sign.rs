//! `registry sign`: a list of every file that clients read, and a signed head that names it.

use std::{path::Path, time::Duration};

use super::{
    Freshness, RegistryKeepError, build,
    build::{DISCOVERY, SEARCH},
    keeper,
};
use crate::{
    host::{
        clock,
        fs::{self, Scratch},
        registry::{keeper::Shelf, seal, sparse::ADVISORIES},
    },
    model::{
        digest::Digest,
        event::{Event, Verb},
        moment::Moment,
        registry::head::{Entry, HEAD, Head, LISTING, MAX_HEAD, SIGNATURE, encode_listing},
    },
    ops::Context,
};

/// Derives what is out of date, lists all files and has `minisign` sign the head. It expires after `lifetime`.
pub(crate) fn sign(
    context: &Context<'_>,
    folder: &Path,
    key: Option<&Path>,
    lifetime: Duration,
    dry_run: bool,
) -> Result<Head, RegistryKeepError> {
    let keeper = keeper(context, folder)?;
    if !dry_run {
        build(context, &keeper, Freshness::Changed)?;
    }
    let listing = listing(context, &keeper)?;
    let before = head(&keeper)?.map_or(0, |head| head.sequence);
    let now = clock::now();
    let head = Head {
        registry: keeper.settings().name.clone(),
        sequence: before + 1,
        issued: now,
        expires: Moment::of_seconds(now.seconds().saturating_add(lifetime.as_secs())),
        listing: Entry { digest: Digest::of(listing.as_bytes()), size: listing.len() as u64 },
    };
    if dry_run {
        return Ok(head);
    }
    let text = head.encode();
    let scratch = Scratch::new_in(folder)?;
    let signature = seal::sign(text.as_bytes(), key, scratch.path())?;
    // Whoever reads in between finds head and signature apart, and asks again.
    keeper.derive(LISTING, listing.as_bytes())?;
    keeper.derive(SIGNATURE, &signature)?;
    keeper.derive(HEAD, text.as_bytes())?;
    Ok(head)
}

/// The head a registry has; `None` where it is not signed.
fn head(shelf: &Shelf) -> Result<Option<Head>, RegistryKeepError> {
    let file = shelf.folder().join(HEAD);
    if !fs::is_file(&file) {
        return Ok(None);
    }
    Head::decode(&fs::read_capped(&file, MAX_HEAD)?).map(Some).map_err(RegistryKeepError::Head)
}

/// The list as it has to be now.
fn listing(context: &Context<'_>, shelf: &Shelf) -> Result<String, RegistryKeepError> {
    let mut paths =
        vec!["config.json".to_owned(), ADVISORIES.to_owned(), DISCOVERY.to_owned(), SEARCH.to_owned()];
    paths.retain(|path| fs::is_file(&shelf.folder().join(path)));
    paths.extend(shelf.packages()?.0.iter().map(crate::model::registry::package::Package::index_path));
    let total = paths.len() as u64;
    let mut files = Vec::with_capacity(paths.len());
    for (at, path) in paths.into_iter().enumerate() {
        if at % 256 == 0 {
            context.reporter.event(Event::Step { verb: Verb::Checking, done: at as u64, total });
        }
        let bytes = fs::read(&shelf.folder().join(&path))?;
        files.push((path, Entry { digest: Digest::of(&bytes), size: bytes.len() as u64 }));
    }
    context.reporter.event(Event::Step { verb: Verb::Checking, done: total, total });
    Ok(encode_listing(files))
}

/// What a check says of a signed registry: whether the head still names its state.
pub(super) fn flaws(
    context: &Context<'_>,
    shelf: &Shelf,
) -> Result<Vec<(&'static str, String)>, RegistryKeepError> {
    let head = match head(shelf) {
        Ok(None) => return Ok(Vec::new()),
        Ok(Some(head)) => head,
        Err(RegistryKeepError::Head(error)) => return Ok(vec![(HEAD, error.to_string())]),
        Err(error) => return Err(error),
    };
    let mut flaws = Vec::new();
    let listing = listing(context, shelf)?;
    if Digest::of(listing.as_bytes()) != head.listing.digest {
        flaws.push((
            HEAD,
            "the registry has changed since it was signed: `skill registry sign` signs it anew".to_owned(),
        ));
    }
    if head.expires < clock::now() {
        flaws.push((HEAD, format!("it expired at {}", head.expires)));
    }
    if !fs::is_file(&shelf.folder().join(SIGNATURE)) {
        flaws.push((SIGNATURE, "it is missing".to_owned()));
    }
    Ok(flaws)
}
