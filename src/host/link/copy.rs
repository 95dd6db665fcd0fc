//! The marked copy: a skill's files and one more that says whose copy this is.

use std::path::{Path, PathBuf};

use crate::{
    host::fs,
    model::{digest::Digest, tree::COPY_MARKER},
};

/// Copies what is part of the skill and leaves the marker.
pub(super) fn copy(target: &Path, text: &Path, place: &Path) -> fs::Result<()> {
    let real = fs::canonical(target)?;
    fs::copy_skill(&real, place)?;
    let digest = fs::hash_tree(place)?;
    let marker = format!("{MARKER_HEAD}\n{digest}\n{}\n", text.to_string_lossy());
    fs::write_new(&place.join(COPY_MARKER), marker.as_bytes(), false)
}

const MARKER_HEAD: &str = "A copy made by `skill`: edit the original, not this. Version 1.";

/// What was copied and the digest it had; `None` when this is no marker of ours.
pub(super) fn read_marker(place: &Path) -> Option<(Digest, PathBuf)> {
    let bytes = fs::read_capped(&place.join(COPY_MARKER), 64 * 1024).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let mut lines = text.strip_prefix(MARKER_HEAD)?.strip_prefix('\n')?.lines();
    let digest = lines.next()?.parse().ok()?;
    let target = lines.next().filter(|line| !line.is_empty())?;
    Some((digest, PathBuf::from(target)))
}
