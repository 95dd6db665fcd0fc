//! `skill pack`: from a skill's folder to a clean archive with the same bytes on every machine and day. Nothing gets a
//! name until the gates of all skills are passed and their archives were opened and compared.

mod error;
mod excerpt;
mod gate;
mod inline;
mod inspect;
mod make;
mod mentions;
mod policy;
mod portions;
mod prepare;
mod selection;
mod shelf;
mod sidecar;
mod target;
mod transform;
mod version;

use std::{collections::BTreeMap, ops::Range, path::PathBuf};

use super::Context;
use crate::{
    host::{
        archive::Stamp,
        fs::{self, Spill},
    },
    lint::{diagnostic::Severity, profile::Profile},
    model::{
        author::{Ending, Layout},
        digest::Digest,
        name::FolderName,
        tree::Mode,
    },
};
pub(crate) use error::PackError;
pub(crate) use gate::Judged;
pub(crate) use inspect::inspect;
pub(crate) use selection::Reason;
use target::find;
pub(crate) use target::{named_profiles, profiles_near};
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
    /// The skill's folder.
    pub(crate) folder: PathBuf,
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

/// An archive that waits for its name, and what is to be written beside it.
struct Made {
    packed: Packed,
    /// Where the archive lies in the spill.
    bytes: Range<u64>,
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
    let mut spill = None;
    for target in &targets {
        let prepared = prepare::prepare(context, options, target)?;
        let one = make::make(context, options, stamp, targets.len(), prepared, &mut spill)?;
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
    match &spill {
        Some(spill) => made.into_iter().map(|one| write(options, one, spill)).collect(),
        None => Ok(Vec::new()),
    }
}

/// Writes one archive, its manifest and the raised version, in an order that leaves nothing half done: a version
/// that was raised without its archive is packed by the next run.
fn write(options: &PackOptions, made: Made, spill: &Spill) -> Result<Packed, PackError> {
    let Made { mut packed, bytes, raised } = made;
    if options.dry_run {
        packed.unchanged = spill.is_at(bytes, &packed.archive);
        return Ok(packed);
    }
    if let Some((file, text)) = raised {
        fs::write_atomic(&file, text.as_bytes())?;
    }
    packed.unchanged = !spill.write_to(bytes, &packed.archive)?;
    if let Some(manifest) = &packed.manifest {
        fs::write_atomic(manifest, sidecar::encode(&packed).as_bytes())?;
    }
    Ok(packed)
}
