//! From a prepared skill to its archive: the gate and the press work side by side, and the archive is opened and
//! compared before it counts.

use std::{
    io::{self, Read, Write as _},
    ops::Range,
    path::{Path, PathBuf},
};

use super::{
    Made, PackError, PackOptions, Packed, PackedFile,
    gate::{Found, Gate, Judged},
    portions,
    prepare::Prepared,
    sidecar,
    transform::Changed,
    version,
};
use crate::{
    host::{
        archive::{self, Parcel, Press, Stamp, WrittenZip, pressed},
        assemble,
        fs::{self, Spill},
    },
    lint::package::Package,
    model::{
        author::{Ending, Layout},
        event::{Event, Verb},
        name::FolderName,
        tree::TreeHasher,
        visible,
    },
    ops::Context,
};

/// Why no archive came of it.
enum Stop {
    /// So many findings stand in the way.
    Gate(usize),
    Error(PackError),
}

impl<E: Into<PackError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// An archive in the spill.
struct Sealed {
    name: FolderName,
    archive: PathBuf,
    bytes: Range<u64>,
    written: WrittenZip,
}

/// Judges a skill and makes its archive in the spill, which is made if need be.
pub(super) fn make(
    context: &Context<'_>,
    options: &PackOptions,
    stamp: Stamp,
    count: usize,
    mut prepared: Prepared<'_>,
    spill: &mut Option<Spill>,
) -> Result<Made, PackError> {
    portions::lay_outlines(&mut prepared.skill, &prepared.disk)?;
    let skill = &prepared.skill;
    let parcels: Vec<Parcel<'_>> = skill
        .tree
        .files()
        .iter()
        .map(|file| match skill.begun.get(&file.path) {
            Some(begun) => Parcel { size: begun.size, content: None, ..Parcel::of(file) },
            None => Parcel::of(file),
        })
        .collect();
    let disk = &prepared.disk;
    let open = |index: usize| -> io::Result<Box<dyn Read>> {
        let begun = skill.begun.get(parcels[index].path).ok_or(io::ErrorKind::NotFound)?;
        let named = |error| io::Error::other(format!("`{}`: {}", parcels[index].path, fs::plain(&error)));
        Ok(Box::new(Changed::new(disk.open(&begun.place).map_err(named)?, begun)))
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found = Found::default();
    let sealed = pressed(&parcels, &open, threads, |press| {
        seal(context, options, stamp, count, &prepared, press, spill, &mut found)
    });
    let judged = |skill, found| Judged::new(prepared.shown.clone(), skill, found);
    let Sealed { name, archive, bytes, written } = match sealed {
        Ok(sealed) => sealed,
        Err(Stop::Error(error)) => return Err(error),
        Err(Stop::Gate(count)) => {
            let name = visible::line(&prepared.folder_name).into_owned();
            let judged = Box::new(judged(prepared.skill, found));
            return Err(PackError::Gate { name, count, judged });
        }
    };
    let files: Vec<PackedFile> = parcels
        .iter()
        .zip(&written.files)
        .map(|(parcel, sha256)| PackedFile {
            path: parcel.path.to_owned(),
            mode: parcel.mode,
            size: parcel.size,
            sha256: *sha256,
        })
        .collect();
    drop(parcels);
    let mut hasher = TreeHasher::default();
    for file in &files {
        hasher.add(file.path.as_str(), file.mode, file.sha256);
    }
    let (told, raised) = prepared.raised.map(|(told, file, text)| (told, (file, text))).unzip();
    let packed = Packed {
        folder: prepared.target.folder(),
        name,
        version: prepared.version.filter(|version| is_plain(version)),
        layout: prepared.policy.layout,
        profiles: prepared.profiles.iter().map(|profile| profile.name.to_string()).collect(),
        manifest: options.manifest.then(|| sidecar::place(&archive)),
        archive,
        size: written.size,
        unpacked: prepared.skill.size(),
        sha256: written.sha256,
        digest: hasher.finish(),
        files,
        left_out: prepared.left_out,
        replaced: prepared.replaced,
        changes: if options.keep_as_is { Vec::new() } else { prepared.changes },
        raised: told,
        judged: Judged::new(prepared.shown, prepared.skill, found),
        unchanged: false,
    };
    Ok(Made { packed, bytes, raised })
}

/// Judges while the press works, then takes the entries out of it.
#[expect(clippy::too_many_arguments, reason = "one step of `make`, apart for the threads around it")]
fn seal(
    context: &Context<'_>,
    options: &PackOptions,
    stamp: Stamp,
    count: usize,
    prepared: &Prepared<'_>,
    press: &Press<'_>,
    spill: &mut Option<Spill>,
    found: &mut Found,
) -> Result<Sealed, Stop> {
    let (policy, skill, declared) = (&prepared.policy, &prepared.skill, &prepared.declared);
    let name: Result<FolderName, _> = declared.parse();
    let top = match (policy.layout, &name) {
        (Layout::Folder, Ok(name)) => name.to_string(),
        (Layout::Folder, Err(_)) => prepared.folder_name.clone(),
        (Layout::Root, _) => String::new(),
    };
    let out = options.out.as_deref().filter(|_| !options.out_is_folder);
    let typed = out.and_then(Path::extension).and_then(|ending| ending.to_str());
    let typed = typed.filter(|ending| ["zip", "skill"].contains(ending));
    let mut package = Package {
        root: top.clone(),
        ending: Some(typed.unwrap_or(policy.ending.as_str())),
        missing: prepared.missing.clone(),
        changes: prepared.changes.clone(),
        forbids_changes: options.keep_as_is,
        previous: prepared.previous.clone(),
        ..Package::default()
    };
    let asked = portions::Asked {
        reporter: context.reporter,
        skill,
        profiles: &prepared.profiles,
        disk: &prepared.disk,
        left_out: &prepared.left_out,
        folder: &prepared.target.folder(),
    };
    let portions = portions::judge(&asked)?;
    package.missing.extend(portions.missing);
    let mut gate = Gate::new(skill, &prepared.profiles, portions.found, portions.excerpts);
    gate.judge_package(&package);
    let stopping = gate.stopping(options.fail_on);
    if stopping > 0 {
        *found = gate.into_found();
        return Err(Stop::Gate(stopping));
    }
    let name = name?;
    let file_version = prepared.version.as_deref().filter(|version| is_plain(version));
    let archive = place(context, options, count, &name, file_version, policy.ending);

    let spill = match spill {
        Some(spill) => spill,
        // A dry run leaves the target's disk alone.
        None if options.dry_run => spill.insert(Spill::aside()?),
        None => spill.insert(Spill::near(&archive)?),
    };
    let total = skill.tree.files().len() as u64;
    let step = |done: usize| {
        context.reporter.event(Event::Step { verb: Verb::Packing, done: done as u64, total });
    };
    let start = spill.end();
    let failed = |error: io::Error| PackError::Write { name: declared.clone(), why: fs::plain(&error) };
    let mut out = io::BufWriter::with_capacity(64 * 1024, &mut *spill);
    let written = archive::write_zip(press, &top, stamp, &mut out, step).map_err(failed)?;
    out.flush().map_err(failed)?;
    drop(out);
    let bytes = start..spill.end();
    verify(declared, spill, bytes.clone(), &top, press, &written)?;

    if policy.rising_version && package.previous.is_none() {
        let sha256 = written.sha256.to_string();
        package.previous = version::before(context, prepared.target, &name, &archive, &sha256)?;
    }
    package.size = Some(written.size);
    gate.judge_package(&package);
    let stopping = gate.stopping(options.fail_on);
    *found = gate.into_found();
    if stopping > 0 {
        return Err(Stop::Gate(stopping));
    }
    Ok(Sealed { name, archive, bytes, written })
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
fn verify(
    name: &str,
    spill: &Spill,
    bytes: Range<u64>,
    top: &str,
    press: &Press<'_>,
    written: &WrittenZip,
) -> Result<(), PackError> {
    let size = bytes.end - bytes.start;
    let found = archive::prints(spill.part(bytes).buffered(), size, assemble::Limits::default())
        .map_err(|source| PackError::Unacceptable { name: name.to_owned(), source })?;
    let prefix = if top.is_empty() { String::new() } else { format!("{top}/") };
    let files = press.parcels();
    let is_same = size == written.size
        && found.len() == files.len()
        && found.iter().zip(files).zip(&written.files).all(|((found, file), digest)| {
            found.path.strip_prefix(&prefix) == Some(file.path)
                && found.mode == file.mode
                && found.digest == *digest
        });
    if is_same { Ok(()) } else { Err(PackError::Unverified { name: name.to_owned() }) }
}
