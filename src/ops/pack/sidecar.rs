//! The manifest beside an archive (`--manifest`): what is in it, for people and for the next pack. Nothing of it goes
//! into the archive.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Packed, PackedFile};

/// What the names of manifests end in.
pub(super) const ENDING: &str = ".manifest.json";
const FORMAT: &str = "skill.package/1";

/// A manifest as read: the part that the next pack asks for.
#[derive(Debug, Deserialize)]
pub(super) struct Sidecar {
    format: String,
    pub(super) name: String,
    pub(super) version: Option<String>,
    pub(super) sha256: String,
}

impl Sidecar {
    /// `None` for a file that is none.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let sidecar: Self = serde_json::from_slice(text).ok()?;
        sidecar.format.starts_with("skill.package/").then_some(sidecar)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Written<'a> {
    format: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
    /// The archive's file name: folders differ between machines.
    archive: String,
    size: u64,
    sha256: String,
    digest: String,
    layout: &'static str,
    profiles: &'a [String],
    tool: Tool,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    mode: &'static str,
    size: u64,
    sha256: String,
}

/// Where the manifest of an archive goes.
pub(super) fn place(archive: &Path) -> PathBuf {
    let stem = archive.file_stem().unwrap_or_default().to_string_lossy();
    archive.with_file_name(format!("{stem}{ENDING}"))
}

/// The text of an archive's manifest; the same for the same archive on every machine.
pub(super) fn encode(packed: &Packed) -> String {
    let file = |file: &'_ PackedFile| (file.mode.as_str(), file.size, file.sha256.to_string());
    let written = Written {
        format: FORMAT,
        name: packed.name.as_str(),
        version: packed.version.as_deref(),
        archive: packed.archive.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        size: packed.size,
        sha256: packed.sha256.to_string(),
        digest: packed.digest.to_string(),
        layout: packed.layout.as_str(),
        profiles: &packed.profiles,
        tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
        files: packed
            .files
            .iter()
            .map(|one| {
                let (mode, size, sha256) = file(one);
                File { path: &one.path, mode, size, sha256 }
            })
            .collect(),
    };
    let text = serde_json::to_string_pretty(&written).expect("texts and numbers can be written as JSON");
    format!("{text}\n")
}
