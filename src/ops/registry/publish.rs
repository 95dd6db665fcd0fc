//! `publish`: the same as `add`, to a registry by its configured name; a folder is written to, a server is sent the
//! archive and derives the rest itself.

use std::path::{Path, PathBuf};

use super::{
    Known, Published, RegistryKeepError,
    error::shown,
    known::{DEFAULT, named, open},
    take::{Ready, Wishes, ready},
};
use crate::{
    host::{
        fs,
        registry::sparse::{Root, root_of},
    },
    model::{
        author::PublishSettings,
        event::{Event, Verb},
        registry::line::IndexLine,
    },
    ops::{
        Context,
        error::Error,
        scope::{ScopeFolder, is_git_root, repository_around},
    },
};

/// Versions that may be published, and where.
#[derive(Debug)]
pub(crate) struct Prepared {
    known: Known,
    root: Root,
    all: Vec<Ready>,
}

impl Prepared {
    pub(crate) fn registry(&self) -> &str {
        &self.known.name
    }

    pub(crate) fn versions(&self) -> impl Iterator<Item = &IndexLine> {
        self.all.iter().map(|one| &one.line)
    }
}

/// Finds the registry and packs what shall be published. `asked` names the registry; without, `[publish]` of the
/// nearest `skill.toml` does, else it is the default one.
pub(crate) fn prepare(
    context: &Context<'_>,
    folder: &ScopeFolder,
    paths: &[PathBuf],
    asked: Option<&str>,
    wishes: &Wishes,
) -> Result<Prepared, RegistryKeepError> {
    let settings = match paths.first() {
        Some(path) => settings_near(path, &context.dirs.current)?,
        None => PublishSettings::default(),
    };
    let name = asked.or(settings.registry.as_deref()).unwrap_or(DEFAULT);
    let known = named(context, folder, name)?;
    let root = root_of(&known.text, known.base()).map_err(Error::from)?;
    let wishes = Wishes { scope: wishes.scope.clone().or(settings.scope), ..wishes.clone() };
    let mut all: Vec<Ready> = Vec::new();
    for path in paths {
        for one in ready(context, path, &wishes)? {
            if all.iter().any(|other| other.line.name == one.line.name) {
                return Err(RegistryKeepError::Twice { package: one.line.name });
            }
            all.push(one);
        }
    }
    Ok(Prepared { known, root, all })
}

/// `[publish]` of the nearest `skill.toml`, from the skill up to its repository's root, or to the current folder outside
/// of one.
fn settings_near(path: &Path, current: &Path) -> Result<PublishSettings, RegistryKeepError> {
    let folder = fs::canonical_or_ahead(path);
    let (root, current) = (repository_around(&folder), fs::canonical_or_ahead(current));
    let is_above = !is_git_root(&root) && folder.starts_with(&current);
    let root = if is_above { current } else { root };
    for above in folder.ancestors().take_while(|above| above.starts_with(&root)) {
        let file = above.join("skill.toml");
        if let Some(text) = fs::read_text_if_there(&file)? {
            return PublishSettings::parse(&text)
                .map_err(|error| RegistryKeepError::Settings { place: shown(&file), error });
        }
    }
    Ok(PublishSettings::default())
}

/// Publishes what was prepared.
pub(crate) fn publish(
    context: &Context<'_>,
    prepared: Prepared,
    dry_run: bool,
) -> Result<Vec<Published>, RegistryKeepError> {
    match &prepared.root {
        Root::Folder(folder) => super::add_ready(context, folder, prepared.all, dry_run),
        Root::Web(_) => {
            let registry = open(context, &prepared.known)?;
            let mut published = Vec::new();
            for one in prepared.all {
                let unchanged = registry.put(&one.line, &one.archive, dry_run)?;
                if !unchanged && !dry_run {
                    let what = format!("{} {}", one.line.name, one.line.version);
                    context.reporter.event(Event::Done { verb: Verb::Published, what: &what });
                }
                published.push(Published { line: one.line, unchanged });
            }
            Ok(published)
        }
    }
}
