//! Where a template comes from: built in, a folder or archive on disk, or anything that skills are installed from, by
//! the same way.

use std::{path::Path, rc::Rc};

use super::{
    Error,
    foreign::{Origin, Own, OwnError},
    template::Body,
};
use crate::{
    host::{
        archive,
        assemble::{Limits, assemble, is_within},
        fs::{self, Disk},
        repository::{Kind, Repository, join},
    },
    model::{
        digest::Digest,
        lockfile::Pin,
        name::nearest,
        source::{Place, Spec},
        template::{TEMPLATE_FILE, TemplateManifest},
        tree::Mode,
        visible,
    },
    ops::{Context, error, fetch, scope::ScopeFolder},
};

/// Bounds on what a template may hold.
const LIMITS: Limits = Limits { files: 1000, unpacked: 16 * 1024 * 1024, depth: 16 };
/// Folders that are looked into for templates to suggest.
const MAX_SUGGESTED: usize = 200;

/// What a skill is made from.
#[derive(Debug, Clone)]
pub(crate) enum Template {
    Builtin(Body),
    Own(Box<Own>),
}

/// Opens the template that a text names: a built-in one, a folder, an archive, or a source as `install` takes it.
pub(crate) fn open_template(context: &Context<'_>, text: &str) -> Result<Template, Error> {
    if let Some(body) = Body::from_word(text) {
        return Ok(Template::Builtin(body));
    }
    let typed = context.dirs.absolute(Path::new(text));
    // A bare word is a folder when there is one of that name.
    let spec = if fs::is_folder(&typed) {
        Spec::local(text)
    } else {
        text.parse::<Spec>().map_err(error::Error::from)?
    };
    let place = match &spec.place {
        Place::Local { path } => Some(context.dirs.absolute(Path::new(path))),
        Place::Registry { registry: None, package } => {
            let near = nearest(package, Body::ALL.map(Body::word));
            return Err(OwnError::Unknown { name: text.to_owned(), near }.into());
        }
        _ => None,
    };
    let own = match place {
        Some(place)
            if fs::is_folder(&place) && (fs::is_file(&place.join(TEMPLATE_FILE)) || !is_bare(&place)) =>
        {
            let real = fs::canonical(&place)?;
            let origin =
                Origin { source: shown(&place, text), path: String::new(), commit: None, archive: None };
            read(&Disk::new(&real), "", origin)?
        }
        Some(place) if fs::is_file(&place) => {
            let bytes = fs::read_capped(&place, context.limits().packed)?;
            let named = shown(&place, text);
            let opened = archive::open(&bytes, &named, context.limits())
                .map_err(|error| error::Error::Archive { archive: named.clone(), error })?;
            let archive = Some(Digest::of(&bytes).to_string());
            read(&opened, "", Origin { source: named, path: String::new(), commit: None, archive })?
        }
        _ => fetched(context, &spec)?,
    };
    Ok(Template::Own(Box::new(own)))
}

fn shown(place: &Path, typed: &str) -> String {
    let name = if typed.is_empty() { place.to_string_lossy().into_owned() } else { typed.to_owned() };
    visible::line(&name).into_owned()
}

/// A git repository without a work tree.
fn is_bare(place: &Path) -> bool {
    fs::is_file(&place.join("HEAD"))
        && fs::is_folder(&place.join("objects"))
        && fs::is_folder(&place.join("refs"))
}

/// A template from elsewhere: pinned, fetched and kept in the cache as a skill would be.
fn fetched(context: &Context<'_>, spec: &Spec) -> Result<Own, Error> {
    let folder = ScopeFolder::around(context.dirs);
    let opened = fetch::open_spec(context, &folder, spec)?;
    let path = opened.path.as_ref().map_or("", |path| path.as_str()).to_owned();
    let (mut commit, mut archive) = (None, None);
    match &opened.pin {
        Pin::Commit { commit: id, .. } => commit = Some(id.to_string()),
        Pin::Archive { archive: digest } | Pin::Artifact { archive: digest, .. } => {
            archive = Some(digest.to_string());
        }
        Pin::Version { .. } | Pin::Package { .. } | Pin::Alive => {}
    }
    let origin = Origin { source: opened.to_string(), path: path.clone(), commit, archive };
    let repository = Rc::clone(&opened.repository);
    read(&*repository, &path, origin)
}

/// Reads the template in a folder of a repository; that of an archive may lie in its only folder.
fn read(repository: &dyn Repository, path: &str, mut origin: Origin) -> Result<Own, Error> {
    let is_there = |folder: &str| -> Result<bool, error::Error> {
        Ok(matches!(repository.kind(&join(folder, TEMPLATE_FILE))?, Some(Kind::File { .. })))
    };
    let mut path = path.to_owned();
    if !is_there(&path)? {
        let suggested = suggestions(repository, &path)?;
        match suggested.as_slice() {
            [only] if origin.archive.is_some() => path.clone_from(only),
            _ => {
                let source_name = origin.source;
                return Err(OwnError::NoManifest { source_name, have: suggested }.into());
            }
        }
    }
    origin.path.clone_from(&path);
    repository.prepare(&path, &|file| is_within(file, &path)).map_err(error::Error::from)?;
    let found = assemble(repository, &path, &[], LIMITS).map_err(error::Error::from)?;
    if let Some(refused) = found.refused.into_iter().next() {
        return Err(OwnError::Refused { path: refused.path, why: refused.why.to_string() }.into());
    }
    let files = found.tree.files().to_vec();
    if let Some(link) = files.iter().find(|file| file.mode == Mode::Symlink) {
        let why = "it is a link, which a template can't hold".to_owned();
        return Err(OwnError::Refused { path: link.path.clone(), why }.into());
    }
    let manifest = files.iter().find(|file| file.path == TEMPLATE_FILE).map(|file| file.content.as_slice());
    let wrong = |why: String| OwnError::Manifest { source_name: origin.source.clone(), why };
    let text = str::from_utf8(manifest.unwrap_or_default())
        .map_err(|error| wrong(format!("it holds invalid UTF-8 at byte {}", error.valid_up_to())))?;
    let manifest = TemplateManifest::parse(text).map_err(|error| wrong(error.to_string()))?;
    Ok(Own { manifest, files, origin })
}

/// Folders one or two levels down that hold a template.
fn suggestions(repository: &dyn Repository, path: &str) -> Result<Vec<String>, error::Error> {
    let mut found = Vec::new();
    let mut folders = vec![(path.to_owned(), 0)];
    let mut looked = 0;
    while let Some((folder, depth)) = folders.pop() {
        looked += 1;
        if looked > MAX_SUGGESTED || !matches!(repository.kind(&folder)?, Some(Kind::Folder) | None) {
            continue;
        }
        if folder != path
            && matches!(repository.kind(&join(&folder, TEMPLATE_FILE))?, Some(Kind::File { .. }))
        {
            found.push(folder);
            continue;
        }
        if depth < 2 && (folder.is_empty() || repository.kind(&folder)?.is_some()) {
            let inner = repository.list(&folder)?.into_iter().filter(|(_, kind)| *kind == Kind::Folder);
            folders.extend(inner.map(|(name, _)| (join(&folder, &name), depth + 1)));
        }
    }
    found.sort();
    Ok(found)
}
