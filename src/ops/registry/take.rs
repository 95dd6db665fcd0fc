//! From a skill's folder or archive to a version ready for a registry: the gate of `pack`, then an archive of our own,
//! with the files at its root and the same bytes for the same tree.

use std::path::Path;

use semver::Version;

use super::{
    error::{RegistryKeepError, shown},
    provenance,
};
use crate::{
    host::{
        archive::{self, Stamp},
        assemble::assemble,
        clock, fs,
    },
    lint::{self, diagnostic::Severity, profile::Profile},
    model::{
        digest::Digest,
        registry::{
            line::{Dependency, IndexLine},
            package::Package,
        },
        skill::{Skill, read_card},
        source::{Place, Spec},
        tree::{Mode, Tree},
    },
    ops::{
        Context,
        error::Error,
        pack::{self, PackOptions},
    },
};

/// How versions shall be called.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wishes {
    /// The team: `@team/name` instead of `name`.
    pub(crate) scope: Option<String>,
    /// Findings of this severity or a louder one stop it.
    pub(crate) fail_on: Option<Severity>,
}

/// A version that could be published.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) line: IndexLine,
    /// The archive's bytes.
    pub(crate) archive: Vec<u8>,
}

/// Reads what stands at `path`: an archive of one skill, or a folder that is packed first (one version for each skill).
pub(crate) fn ready(
    context: &Context<'_>,
    path: &Path,
    wishes: &Wishes,
) -> Result<Vec<Ready>, RegistryKeepError> {
    if fs::is_file(path) && path.file_name().is_none_or(|name| !name.eq_ignore_ascii_case("SKILL.md")) {
        let bytes = fs::read_capped(path, context.limits().packed)?;
        let (tree, place) = (tree_of(context, &bytes, &shown(path))?, shown(path));
        gate(&tree, &place, wishes)?;
        return Ok(vec![of_tree(&tree, &place, wishes)?]);
    }
    let scratch = context.store()?.scratch().map_err(Error::from)?;
    let options = PackOptions {
        paths: vec![path.to_owned()],
        out: Some(scratch.path().to_owned()),
        out_is_folder: true,
        fail_on: wishes.fail_on.or(Some(Severity::Error)),
        ..PackOptions::default()
    };
    let mut all = Vec::new();
    for packed in pack::pack(context, &options)? {
        let mut one = of_archive(context, &fs::read(&packed.archive)?, &shown(path), wishes)?;
        one.line.made = provenance::made(&packed.folder, &one.line.tree, context.limits().tree);
        all.push(one);
    }
    Ok(all)
}

/// Lint's word on an archive; a folder is judged when it is packed. Where an archive's files lie says nothing of the
/// skill's folder, so it is taken to be called as the skill.
fn gate(tree: &Tree, place: &str, wishes: &Wishes) -> Result<(), RegistryKeepError> {
    let manifest = tree.file("SKILL.md").map_or(&[][..], |file| file.content.as_slice());
    let name = read_card(manifest).ok().and_then(|card| card.name).unwrap_or_default();
    let skill = Skill::new(&name, tree.clone());
    let least = wishes.fail_on.unwrap_or(Severity::Error);
    let found = lint::check(&skill, &[Profile::spec()]);
    let mut flaws = found.iter().filter(|flaw| flaw.severity >= least);
    let Some(first) = flaws.next() else { return Ok(()) };
    let first = format!("{} ({})", first.message, first.rule.name);
    Err(RegistryKeepError::Gate { place: place.to_owned(), first, more: flaws.count() })
}

fn of_archive(
    context: &Context<'_>,
    bytes: &[u8],
    place: &str,
    wishes: &Wishes,
) -> Result<Ready, RegistryKeepError> {
    of_tree(&tree_of(context, bytes, place)?, place, wishes)
}

/// The files of the one skill in an archive.
pub(super) fn tree_of(context: &Context<'_>, bytes: &[u8], place: &str) -> Result<Tree, RegistryKeepError> {
    let opened = archive::open(bytes, place, context.limits())
        .map_err(|error| RegistryKeepError::Archive { archive: place.to_owned(), error })?;
    let roots = opened.skill_roots();
    let [root] = roots.as_slice() else {
        return Err(RegistryKeepError::NotOne { archive: place.to_owned(), count: roots.len() });
    };
    let found = assemble(&opened, root, &[], context.limits().tree)?;
    if !found.refused.is_empty() {
        return Err(RegistryKeepError::Refused { archive: place.to_owned(), refused: found.refused });
    }
    Ok(found.tree)
}

/// The index line and archive of a tree: everything in the line is derived from the bytes.
pub(crate) fn of_tree(tree: &Tree, place: &str, wishes: &Wishes) -> Result<Ready, RegistryKeepError> {
    let manifest = tree.file("SKILL.md").map_or(&[][..], |file| file.content.as_slice());
    let card =
        read_card(manifest).map_err(|error| RegistryKeepError::Card { place: place.to_owned(), error })?;
    let base = card.name.unwrap_or_default();
    let name = wishes.scope.as_ref().map_or_else(|| base.clone(), |scope| format!("@{scope}/{base}"));
    let package: Package = name.parse()?;
    let version = card.version.ok_or_else(|| RegistryKeepError::NoVersion { place: place.to_owned() })?;
    let version = Version::parse(&version)
        .map_err(|_| RegistryKeepError::NotSemver { place: place.to_owned(), version })?;
    let archive = archive::write_tar_gz(tree, Stamp::default())
        .map_err(|error| RegistryKeepError::Write { place: place.to_owned(), why: fs::plain(&error) })?;
    let size = archive.len() as u64;
    let mut line = IndexLine::new(package, version, Digest::of(&archive), tree.digest(), size, clock::now());
    line.unpacked = Some(tree.size());
    line.files = Some(tree.files().len() as u64);
    line.description = card.description.map(|text| text.trim().to_owned());
    line.license = card.license;
    line.executables = tree
        .files()
        .iter()
        .filter(|file| file.mode == Mode::Executable)
        .map(|file| file.path.clone())
        .collect();
    line.dependencies = card.requires.iter().filter_map(|text| dependency(text)).collect();
    Ok(Ready { line, archive })
}

/// A need that a registry can meet; others stand in SKILL.md alone.
fn dependency(text: &str) -> Option<Dependency> {
    let spec: Spec = text.parse().ok()?;
    match spec.place {
        Place::Registry { registry, package } => {
            Some(Dependency { name: package, req: spec.wanted.unwrap_or_else(|| "*".to_owned()), registry })
        }
        _ => None,
    }
}
