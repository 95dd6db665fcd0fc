//! `skill pack`: from a skill's folder to a clean archive with the same bytes on every machine and day. Nothing is
//! written until the gate is passed, and the archive is opened and compared before it gets its name.

mod error;
mod gate;
mod inline;
mod inspect;
mod mentions;
mod policy;
mod selection;
mod sidecar;
mod target;
mod transform;
mod version;

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
        git::Tracked,
    },
    lint::{
        diagnostic::Severity,
        package::{Package, Previous},
        profile::Profile,
    },
    model::{
        author::{Ending, Layout},
        digest::Digest,
        event::{Event, Verb},
        name::FolderName,
        skill::{Skill, read_card},
        tree::{Mode, TreeHasher},
        visible,
    },
};
pub(crate) use error::PackError;
use error::shown;
pub(crate) use gate::Judged;
pub(crate) use inspect::inspect;
use policy::Policy;
pub(crate) use selection::Reason;
use selection::{Rules, Selection};
pub(crate) use target::profiles_near;
use target::{Target, find, named_profiles, settings};
pub(crate) use version::{Bump, BumpError, Raised};

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
    /// Files go in as they are; what would have to be changed is an error.
    pub(crate) keep_as_is: bool,
    pub(crate) bump: Option<Bump>,
    /// The version must be greater than this one.
    pub(crate) previous_version: Option<semver::Version>,
    /// A manifest is written beside each archive.
    pub(crate) manifest: bool,
    /// Everything is made and checked, nothing is written.
    pub(crate) dry_run: bool,
}

/// A file as it was packed.
#[derive(Debug, Clone)]
pub(crate) struct PackedFile {
    pub(crate) path: String,
    pub(crate) mode: Mode,
    pub(crate) size: u64,
    pub(crate) sha256: Digest,
}

/// One archive that was made, or would be.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) name: FolderName,
    pub(crate) version: Option<String>,
    pub(crate) layout: Layout,
    /// Names of the profiles that judged.
    pub(crate) profiles: Vec<String>,
    pub(crate) archive: PathBuf,
    /// Bytes of the archive.
    pub(crate) size: u64,
    /// Bytes of all files.
    pub(crate) unpacked: u64,
    /// Of the archive's bytes.
    pub(crate) sha256: Digest,
    /// Tree digest of what is in it.
    pub(crate) digest: Digest,
    pub(crate) files: Vec<PackedFile>,
    pub(crate) left_out: BTreeMap<String, Reason>,
    /// Links that were stored as the content they lead to.
    pub(crate) replaced: Vec<String>,
    /// Files that differ from the working tree, each with words.
    pub(crate) changes: Vec<(String, String)>,
    pub(crate) raised: Option<Raised>,
    /// Where the manifest goes, if one is asked for.
    pub(crate) manifest: Option<PathBuf>,
    /// What the gate said.
    pub(crate) judged: Judged,
    /// The very same bytes stood there already.
    pub(crate) unchanged: bool,
}

/// An archive in memory, and what is to be written beside it.
struct Made {
    packed: Packed,
    bytes: Vec<u8>,
    /// The SKILL.md of the working tree with its version raised.
    raised: Option<(PathBuf, String)>,
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
    let mut made: Vec<Made> = Vec::new();
    for target in &targets {
        let one = build(context, options, target, stamp, targets.len())?;
        if made.iter().any(|other| other.packed.archive == one.packed.archive) {
            return Err(PackError::SameArchive(one.packed.archive));
        }
        made.push(one);
    }
    for one in &made {
        if fs::standing(&one.packed.archive)? == fs::Standing::Folder {
            return Err(PackError::Taken(one.packed.archive.clone()));
        }
    }
    made.into_iter().map(|one| write(options, one)).collect()
}

/// Writes one archive, its manifest and the raised version, in an order that leaves nothing half done: a version
/// that was raised without its archive is packed by the next run.
fn write(options: &PackOptions, made: Made) -> Result<Packed, PackError> {
    let Made { mut packed, bytes, raised } = made;
    if options.dry_run {
        packed.unchanged = fs::read(&packed.archive).is_ok_and(|old| old == bytes);
        return Ok(packed);
    }
    if let Some((file, text)) = raised {
        fs::write_atomic(&file, text.as_bytes())?;
    }
    packed.unchanged = !fs::write_atomic(&packed.archive, &bytes)?;
    if let Some(manifest) = &packed.manifest {
        fs::write_atomic(manifest, sidecar::encode(&packed).as_bytes())?;
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
) -> Result<Made, PackError> {
    let folder = target.folder();
    let folder_name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (settings, settings_folder) = settings(target, &context.dirs.current)?;
    let asked = if options.profiles.is_empty() {
        named_profiles(&settings.profiles, &settings_folder)?
    } else {
        options.profiles.clone()
    };
    let profiles = as_wished(&folder, &context.dirs.current, &asked)?;
    let policy = Policy::new(options, &settings, &profiles)?;
    let card =
        fs::read(&folder.join(MANIFEST)).ok().and_then(|bytes| read_card(&bytes).ok()).unwrap_or_default();
    let declared = card.name.clone().unwrap_or_else(|| folder_name.clone());

    let include = settings.include.iter().chain(&options.include).map(String::as_str);
    let exclude = settings.exclude.iter().chain(&options.exclude).map(String::as_str);
    let skillignore = folder.join(".skillignore");
    let ignored = fs::read_text_if_there(&skillignore)?.unwrap_or_default();
    let is_repository = scope::is_git_root(&target.root);
    let rules = Rules {
        include: Patterns::parse(&folder, include)?,
        exclude: Patterns::parse(&folder, exclude)?,
        profile: Patterns::parse(&folder, policy.exclude.iter().map(String::as_str))?,
        skillignore: Patterns::parse(&folder, ignored.trim_start_matches('\u{feff}').lines())
            .map_err(|source| PackError::IgnoreFile { file: skillignore, source })?,
        git: is_repository.then(|| GitIgnores::new(&target.root)),
        tracked: if is_repository { selection::tracked(context, &target.root) } else { Tracked::default() },
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
    let (mut tree, links) = inline::inlined(found.tree).map_err(|bad| PackError::Link {
        path: bad.path,
        target: bad.target,
        why: bad.why,
    })?;
    let mut replaced: Vec<String> = found.replaced.into_iter().chain(links).collect();
    replaced.sort();

    let (mut version, mut raised) = (card.version, None);
    if let Some(bump) = options.bump {
        let (new, text, made) = version::raise(&declared, tree, bump)?;
        version = Some(made.to.clone());
        raised = Some((made, fs::canonical(&folder.join(MANIFEST))?, text));
        tree = new;
    }
    let (tree, changes) = if options.keep_as_is {
        let (_, changes) = transform::apply(tree.clone(), &policy.transform);
        (tree, changes)
    } else {
        transform::apply(tree, &policy.transform)
    };
    let mut skill = Skill::new(&folder_name, tree);
    // Links to what is left out are judged below, by their own rule.
    skill.left_out = left_out.keys().cloned().collect();
    let mut package = Package {
        missing: mentions::left_out(&skill.tree, &left_out, &folder),
        changes: changes.clone(),
        forbids_changes: options.keep_as_is,
        previous: options.previous_version.clone().map(|version| Previous {
            version,
            found: "given as the one before".to_owned(),
            must_rise: true,
        }),
        ..Package::default()
    };
    let mut judged = Judged::new(shown_from(&context.dirs.current, &folder), skill, &profiles);
    let refuse = |judged: Judged| {
        let count = judged.stopping(options.fail_on).max(1);
        PackError::Gate { name: visible::line(&folder_name).into_owned(), count, judged: Box::new(judged) }
    };
    let name: Result<FolderName, _> = declared.parse();
    let top = match (policy.layout, &name) {
        (Layout::Folder, Ok(name)) => name.as_str(),
        (Layout::Folder, Err(_)) => &folder_name,
        (Layout::Root, _) => "",
    };
    top.clone_into(&mut package.root);
    let file_version = version.as_deref().filter(|version| is_plain(version)).map(str::to_owned);
    let ending = policy.ending;
    let out = options.out.as_deref().filter(|_| !options.out_is_folder);
    let typed = out.and_then(Path::extension).and_then(|ending| ending.to_str());
    package.ending =
        Some(typed.filter(|ending| ["zip", "skill"].contains(ending)).unwrap_or(ending.as_str()));
    judged.judge_package(&package, &profiles);
    let name = match name {
        Ok(name) if judged.stopping(options.fail_on) == 0 => name,
        Err(source) if judged.stopping(options.fail_on) == 0 => return Err(source.into()),
        Ok(_) | Err(_) => return Err(refuse(judged)),
    };
    let top = if policy.layout == Layout::Folder { name.as_str() } else { "" };
    top.clone_into(&mut package.root);

    let tree = &judged.skill.tree;
    let total = tree.files().len() as u64;
    let step = |done: usize| {
        context.reporter.event(Event::Step { verb: Verb::Packing, done: done as u64, total });
    };
    let failed = |error: std::io::Error| PackError::Write { name: declared.clone(), why: fs::plain(&error) };
    let bytes = archive::write_zip(tree, top, stamp, step).map_err(failed)?;
    if !archive::is_written_again(&bytes, tree, top, stamp).map_err(failed)? {
        return Err(PackError::NotReproducible { name: declared });
    }
    let files: Vec<PackedFile> = tree
        .files()
        .iter()
        .map(|file| PackedFile {
            path: file.path.clone(),
            mode: file.mode,
            size: file.content.len() as u64,
            sha256: Digest::of(&file.content),
        })
        .collect();
    verify(&declared, &bytes, top, &files)?;
    let sha256 = Digest::of(&bytes);
    let archive = place(context, options, count, &name, file_version.as_deref(), ending);
    if policy.rising_version && package.previous.is_none() {
        package.previous = version::before(context, target, &name, &archive, &sha256.to_string())?;
    }
    package.size = Some(bytes.len() as u64);
    let unpacked = tree.size();
    judged.judge_package(&package, &profiles);
    if judged.stopping(options.fail_on) > 0 {
        return Err(refuse(judged));
    }
    judged.shrink();
    let mut hasher = TreeHasher::default();
    for file in &files {
        hasher.add(&file.path, file.mode, file.sha256);
    }
    let (told, raised) = raised.map(|(told, file, text)| (told, (file, text))).unzip();
    let packed = Packed {
        name,
        version: file_version,
        layout: policy.layout,
        profiles: profiles.iter().map(|profile| profile.name.to_string()).collect(),
        manifest: options.manifest.then(|| sidecar::place(&archive)),
        archive,
        size: bytes.len() as u64,
        unpacked,
        sha256,
        digest: hasher.finish(),
        files,
        left_out,
        replaced,
        changes: if options.keep_as_is { Vec::new() } else { changes },
        raised: told,
        judged,
        unchanged: false,
    };
    Ok(Made { packed, bytes, raised })
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

/// Opens the archive as `skill install` will and compares everything with what was put in.
fn verify(name: &str, bytes: &[u8], top: &str, files: &[PackedFile]) -> Result<(), PackError> {
    let found = archive::prints(bytes, archive::Limits { packed: u64::MAX, ..archive::Limits::default() })
        .map_err(|source| PackError::Unacceptable { name: name.to_owned(), source })?;
    let prefix = if top.is_empty() { String::new() } else { format!("{top}/") };
    let is_same = found.len() == files.len()
        && found.iter().zip(files).all(|(found, file)| {
            found.path.strip_prefix(&prefix) == Some(&file.path)
                && found.mode == file.mode
                && found.digest == file.sha256
        });
    if is_same { Ok(()) } else { Err(PackError::Unverified { name: name.to_owned() }) }
}
