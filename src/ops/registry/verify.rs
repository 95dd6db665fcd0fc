//! A registry held against itself: every archive hashed, every line derived again from its archive, every derived file
//! made again.

use std::path::Path;

use super::{
    RegistryKeepError, Wishes,
    build::{Freshness, derived, has_market},
    error::shown,
    sign, take,
};
use crate::{
    host::{archive, assemble::assemble, fs, registry::keeper::Shelf},
    model::{
        digest::Digest,
        event::{Event, Verb},
        registry::line::IndexLine,
    },
    ops::Context,
};

/// Something that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// The file, relative to the registry.
    pub(crate) path: String,
    pub(crate) what: String,
    /// Whether it breaks installs; else it is only left over or out of date.
    pub(crate) is_grave: bool,
}

/// What a check of a registry found.
#[derive(Debug, Default)]
pub(crate) struct Verified {
    pub(crate) packages: usize,
    pub(crate) versions: usize,
    pub(crate) flaws: Vec<Flaw>,
}

impl Verified {
    fn flaw(&mut self, path: impl Into<String>, is_grave: bool, what: impl Into<String>) {
        self.flaws.push(Flaw { path: path.into(), what: what.into(), is_grave });
    }
}

/// Checks a whole registry; it is read only.
pub(crate) fn verify(context: &Context<'_>, folder: &Path) -> Result<Verified, RegistryKeepError> {
    let shelf = Shelf::open(folder)?;
    let mut verified = Verified::default();
    let (packages, strays) = shelf.packages()?;
    for stray in strays {
        verified.flaw(stray, false, "it is the index file of no package");
    }
    let mut wanted = Vec::new();
    let total = packages.len() as u64;
    let mut is_readable = true;
    for (at, package) in packages.iter().enumerate() {
        context.reporter.event(Event::Step { verb: Verb::Checking, done: at as u64, total });
        verified.packages += 1;
        let path = package.index_path();
        match shelf.index(package) {
            Ok(index) => {
                if index.newer > 0 {
                    verified.flaw(&*path, false, "it holds lines that only a newer `skill` understands");
                } else if fs::read(&folder.join(&path))? != index.encode().as_bytes() {
                    verified.flaw(&*path, false, "it is not written as `skill` writes it");
                }
                if index.lines.is_empty() && index.newer == 0 {
                    verified.flaw(&*path, true, "it lists no version");
                }
                for line in &index.lines {
                    verified.versions += 1;
                    if let Some(place) = shelf.archive(line) {
                        check(context, &shelf, line, &place, &mut verified)?;
                        wanted.push(relative(folder, &place));
                    } else {
                        let at = shelf.settings().archive(&line.name, &line.version, &line.archive.hex());
                        verified.flaw(at, false, "it lies elsewhere and was not checked");
                    }
                }
            }
            Err(error) => {
                is_readable = false;
                verified.flaw(path, true, error.to_string());
            }
        }
    }
    context.reporter.event(Event::Step { verb: Verb::Checking, done: total, total });
    for path in shelf.files("dl")? {
        if !wanted.contains(&path) {
            verified.flaw(
                path,
                false,
                "no index line names it: a writer was interrupted, or it was put there by hand",
            );
        }
    }
    if is_readable {
        for (path, bytes) in derived(context, &shelf, Freshness::All, has_market(&shelf))?.0 {
            if !fs::is_file(&folder.join(path)) || fs::read(&folder.join(path))? != bytes {
                verified.flaw(path, false, "it is not what `skill registry build` makes of the index");
            }
        }
    }
    for (path, what) in sign::flaws(context, &shelf)? {
        verified.flaw(path, true, what);
    }
    Ok(verified)
}

fn relative(folder: &Path, place: &Path) -> String {
    let inner = place.strip_prefix(folder).unwrap_or(place);
    inner.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// Hashes one archive and derives its line again.
fn check(
    context: &Context<'_>,
    shelf: &Shelf,
    line: &IndexLine,
    place: &Path,
    verified: &mut Verified,
) -> Result<(), RegistryKeepError> {
    let path = relative(shelf.folder(), place);
    if !fs::is_file(place) {
        verified.flaw(path, true, "it is missing");
        return Ok(());
    }
    let bytes = fs::read(place)?;
    let found = Digest::of(&bytes);
    if found != line.archive {
        verified.flaw(path, true, format!("its digest is {found}, the index says {}", line.archive));
        return Ok(());
    }
    let opened = match archive::open(&bytes, &shown(place), context.limits()) {
        Ok(opened) => opened,
        Err(error) => {
            verified.flaw(path, true, error.to_string());
            return Ok(());
        }
    };
    let tree = assemble(&opened, "", &[], context.limits().tree)?.tree;
    let wishes = Wishes { scope: line.name.scope().map(str::to_owned), ..Wishes::default() };
    match take::of_tree(&tree, &path, &wishes) {
        Ok(made) => {
            let derived = made.line.published_as(line);
            if bytes.len() as u64 != line.size || !derived.says_the_same_as(line) {
                verified.flaw(path, true, "the index line does not say what is in the archive");
            }
        }
        Err(error) => verified.flaw(path, true, error.to_string()),
    }
    Ok(())
}
