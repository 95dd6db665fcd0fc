//! `skill pack`: from a skill's folder to a clean archive with the same bytes on every machine and day. Nothing is
//! written until the gate is passed, and the archive is opened and compared before it gets its name.

mod error;
mod gate;
mod inline;
mod mentions;
mod selection;
mod target;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{Context, lint::as_wished, scope};
use crate::{
    host::{
        archive::{self, Stamp},
        assemble::{Limits, assemble},
        fs::{self, Disk, GitIgnores, Patterns},
    },
    lint::{diagnostic::Severity, profile::Profile},
    model::{
        author::{Ending, Layout, PackSettings},
        digest::Digest,
        event::{Event, Verb},
        name::FolderName,
        skill::{Skill, read_card},
        tree::{Mode, Tree},
        visible,
    },
};
pub(crate) use error::PackError;
use error::shown;
pub(crate) use gate::{Finding, Judged};
pub(crate) use selection::Reason;
use selection::{Rules, Selection};
use target::{Target, find, settings};

const MANIFEST: &str = "SKILL.md";

/// What the user asked for.
#[derive(Debug, Default)]
pub(crate) struct PackOptions {
    /// Absolute paths of skills, their SKILL.md, or folders that hold skills.
    pub(crate) paths: Vec<PathBuf>,
    /// Absolute; a file if it ends like an archive, else a folder.
    pub(crate) out: Option<PathBuf>,
    /// `out` was typed as a folder.
    pub(crate) out_is_folder: bool,
    pub(crate) ending: Option<Ending>,
    pub(crate) layout: Option<Layout>,
    /// Findings of this severity or a louder one stop the pack; `None`: nothing does.
    pub(crate) fail_on: Option<Severity>,
    /// Empty: those of `skill.toml`, else `spec`.
    pub(crate) profiles: Vec<Profile>,
    pub(crate) include: Vec<String>,
    pub(crate) exclude: Vec<String>,
    /// Everything is made and checked, nothing is written.
    pub(crate) dry_run: bool,
}

/// One archive that was made, or would be.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) name: FolderName,
    pub(crate) version: Option<String>,
    pub(crate) archive: PathBuf,
    /// Bytes of the archive.
    pub(crate) size: u64,
    /// Of the archive's bytes.
    pub(crate) sha256: Digest,
    /// Tree digest of what is in it.
    pub(crate) digest: Digest,
    pub(crate) left_out: BTreeMap<String, Reason>,
    /// Links that were stored as the content they lead to.
    pub(crate) replaced: Vec<String>,
    /// What is packed, and what the gate said of it.
    pub(crate) judged: Judged,
    /// The very same bytes stood there already.
    pub(crate) unchanged: bool,
}

/// Packs every skill at the given paths, one archive each. No archive is written unless all of them can be.
pub(crate) fn pack(context: &Context<'_>, options: &PackOptions) -> Result<Vec<Packed>, PackError> {
    let stamp = match context.dirs.environment.text("SOURCE_DATE_EPOCH") {
        Some(text) => Stamp::parse(text).ok_or_else(|| PackError::Epoch(text.to_owned()))?,
        None => Stamp::default(),
    };
    let mut targets = Vec::new();
    for path in &options.paths {
        find(path, &mut targets)?;
    }
    if let (Some(out), false, 2..) = (&options.out, options.out_is_folder, targets.len()) {
        return Err(PackError::ManyInOne { out: out.clone(), count: targets.len() });
    }
    let mut made: Vec<(Packed, Vec<u8>)> = Vec::new();
    for target in &targets {
        let one = build(context, options, target, stamp, targets.len())?;
        if made.iter().any(|(other, _)| other.archive == one.0.archive) {
            return Err(PackError::SameArchive(one.0.archive));
        }
        made.push(one);
    }
    let mut packed = Vec::new();
    for (mut one, bytes) in made {
        if fs::standing(&one.archive)? == fs::Standing::Folder {
            return Err(PackError::Taken(one.archive));
        }
        if options.dry_run {
            one.unchanged = fs::read(&one.archive).is_ok_and(|old| old == bytes);
        } else {
            one.unchanged = !fs::write_atomic(&one.archive, &bytes)?;
        }
        packed.push(one);
    }
    Ok(packed)
}

/// Makes and verifies one archive in memory.
fn build(
    context: &Context<'_>,
    options: &PackOptions,
    target: &Target,
    stamp: Stamp,
    count: usize,
) -> Result<(Packed, Vec<u8>), PackError> {
    let folder = target.folder();
    let folder_name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let settings = settings(target)?;
    let card =
        fs::read(&folder.join(MANIFEST)).ok().and_then(|bytes| read_card(&bytes).ok()).unwrap_or_default();
    let declared = card.name.clone().unwrap_or_else(|| folder_name.clone());

    let include = settings.include.iter().chain(&options.include).map(String::as_str);
    let exclude = settings.exclude.iter().chain(&options.exclude).map(String::as_str);
    let skillignore = folder.join(".skillignore");
    let ignored = fs::read_text_if_there(&skillignore)?.unwrap_or_default();
    let rules = Rules {
        include: Patterns::parse(&folder, include)?,
        exclude: Patterns::parse(&folder, exclude)?,
        skillignore: Patterns::parse(&folder, ignored.trim_start_matches('\u{feff}').lines())
            .map_err(|source| PackError::IgnoreFile { file: skillignore, source })?,
        git: scope::is_git_root(&target.root).then(|| GitIgnores::new(&target.root)),
        name: declared.clone(),
        out: options.out.as_deref().filter(|_| !options.out_is_folder).map(fs::canonical_or_ahead),
    };
    let disk = Disk::new(&target.root);
    let selection = Selection::new(&disk, &target.path, rules);
    let found = assemble(&selection, &target.path, &target.excluded, Limits::default())?;
    let left_out = selection.left_out();
    if !found.refused.is_empty() {
        return Err(PackError::Refused { name: declared, refused: found.refused });
    }
    let (tree, links) = inline::inlined(&found.tree).map_err(|bad| PackError::Link {
        path: bad.path,
        target: bad.target,
        why: bad.why,
    })?;
    let mut replaced: Vec<String> = found.replaced.into_iter().chain(links).collect();
    replaced.sort();

    let profiles = as_wished(&target.folder(), &context.dirs.current, &profiles(options, &settings)?)?;
    let mut skill = Skill::new(&folder_name, tree);
    // Links to what is left out are judged below, by their own rule.
    skill.left_out = left_out.keys().cloned().collect();
    let tree = skill.tree.clone();
    let mut judged = Judged::new(shown_from(&context.dirs.current, &folder), skill, &profiles);
    judged.about_archive.extend(referenced_but_left_out(&tree, &left_out, &folder));
    let refuse = |judged: Judged| {
        let count = judged.stopping(options.fail_on).max(1);
        PackError::Gate { name: visible::line(&folder_name).into_owned(), count, judged: Box::new(judged) }
    };
    let name: FolderName = match declared.parse() {
        Ok(name) if judged.stopping(options.fail_on) == 0 => name,
        Ok(_) => return Err(refuse(judged)),
        Err(source) => {
            return Err(if judged.stopping(options.fail_on) > 0 { refuse(judged) } else { source.into() });
        }
    };

    let layout = options.layout.or(settings.layout).unwrap_or(Layout::Folder);
    let top = match layout {
        Layout::Folder => name.as_str(),
        Layout::Root => "",
    };
    let total = tree.files().len() as u64;
    let step = |done: usize| {
        context.reporter.event(Event::Step { verb: Verb::Packing, done: done as u64, total });
    };
    let bytes = archive::write_zip(&tree, top, stamp, step)
        .map_err(|error| PackError::Write { name: declared.clone(), why: error.to_string() })?;
    verify(&declared, &bytes, top, &tree)?;
    judged.about_archive.extend(gate::packed_size(bytes.len() as u64, &profiles));
    if judged.stopping(options.fail_on) > 0 {
        return Err(refuse(judged));
    }
    let ending = options.ending.or(settings.ext).unwrap_or(Ending::Zip);
    let version = card.version.filter(|version| is_plain(version));
    let archive = place(context, options, count, &name, version.as_deref(), ending);
    let packed = Packed {
        name,
        version,
        archive,
        size: bytes.len() as u64,
        sha256: Digest::of(&bytes),
        digest: tree.digest(),
        left_out,
        replaced,
        judged,
        unchanged: false,
    };
    Ok((packed, bytes))
}

fn profiles(options: &PackOptions, settings: &PackSettings) -> Result<Vec<Profile>, PackError> {
    if !options.profiles.is_empty() {
        return Ok(options.profiles.clone());
    }
    if settings.profiles.is_empty() {
        return Ok(vec![Profile::spec()]);
    }
    settings.profiles.iter().map(|name| Profile::named(name).map_err(PackError::Profile)).collect()
}

/// A folder as the user would write it from where the command runs.
fn shown_from(current: &Path, folder: &Path) -> String {
    let current = fs::canonical_or_ahead(current);
    match folder.strip_prefix(&current) {
        Ok(inner) if inner.as_os_str().is_empty() => ".".to_owned(),
        Ok(inner) => shown(inner),
        Err(_) => shown(folder),
    }
}

/// A version that can stand in a file's name.
fn is_plain(version: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    !version.is_empty() && version.len() <= 64 && version.chars().all(allowed) && !version.starts_with('.')
}

/// Where the archive goes: `--out`, else the current folder, or `dist/` for several.
fn place(
    context: &Context<'_>,
    options: &PackOptions,
    count: usize,
    name: &FolderName,
    version: Option<&str>,
    ending: Ending,
) -> PathBuf {
    let version = version.map(|version| format!("-{version}")).unwrap_or_default();
    let file = format!("{name}{version}.{}", ending.as_str());
    match &options.out {
        Some(out) if options.out_is_folder => out.join(file),
        Some(out) => out.clone(),
        None if count > 1 => context.dirs.current.join("dist").join(file),
        None => context.dirs.current.join(file),
    }
}

/// A finding for each file that SKILL.md names and the archive lacks.
fn referenced_but_left_out(tree: &Tree, left_out: &BTreeMap<String, Reason>, folder: &Path) -> Vec<Finding> {
    let Some(file) = tree.file(MANIFEST) else { return Vec::new() };
    let text = String::from_utf8_lossy(&file.content);
    mentions::missing(&text, left_out, |path| tree.file(path).is_none() && fs::is_file(&folder.join(path)))
        .into_iter()
        .map(|(path, reason)| {
            let message = format!("names `{}`, which is left out: {reason}", visible::line(&path));
            Finding::error("pack-ignored-but-referenced", MANIFEST, message)
        })
        .collect()
}

/// Opens the archive as `skill install` will and compares everything with what was put in.
fn verify(name: &str, bytes: &[u8], top: &str, tree: &Tree) -> Result<(), PackError> {
    let opened = archive::open(bytes, name, archive::Limits::default())
        .map_err(|source| PackError::Unacceptable { name: name.to_owned(), source })?;
    let unverified = || PackError::Unverified { name: name.to_owned() };
    if opened.skill_root() != Some(top) {
        return Err(unverified());
    }
    let found = assemble(&opened, top, &[], Limits::default())?;
    let is_same = found.refused.is_empty()
        && found.tree.digest() == tree.digest()
        && found.tree.files().len() == tree.files().len()
        && found.tree.files().iter().all(|file| file.mode != Mode::Symlink);
    if is_same { Ok(()) } else { Err(unverified()) }
}
