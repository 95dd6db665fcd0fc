//! Merging two changed versions of one text by its lines, as git merges them.

use git2::{MergeFileInput, MergeFileOptions, merge_file};

/// What two changed versions of a text come to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MergedText {
    pub(crate) bytes: Vec<u8>,
    /// Whether both changed the same lines: all three versions of them then stand there, between markers.
    pub(crate) has_conflicts: bool,
}

/// git's own length of conflict markers.
const MARKER: u16 = 7;

/// Merges `ours` and `theirs`, both made from `base`; `names` says what stands beside the markers of ours, base and
/// theirs. `None` when the bytes are no text.
pub(crate) fn merge_text(base: &[u8], ours: &[u8], theirs: &[u8], names: [&str; 3]) -> Option<MergedText> {
    let all = [base, ours, theirs];
    if all.iter().any(|bytes| bytes.contains(&0) || std::str::from_utf8(bytes).is_err()) {
        return None;
    }
    // A heading underlined with `=======` must not be taken for a marker.
    let longest = all.iter().flat_map(|bytes| bytes.split(|byte| *byte == b'\n')).map(run).max().unwrap_or(0);
    let mut options = MergeFileOptions::new();
    options.style_diff3(true).our_label(names[0]).ancestor_label(names[1]).their_label(names[2]);
    options.marker_size(MARKER.max(u16::try_from(longest).unwrap_or(u16::MAX - 1).saturating_add(1)));
    let mut inputs = all.map(|bytes| {
        let mut input = MergeFileInput::new();
        input.content(bytes);
        input
    });
    let [base, ours, theirs] = &mut inputs;
    let merged = merge_file(base, ours, theirs, Some(&mut options)).ok()?;
    Some(MergedText { bytes: merged.content().to_vec(), has_conflicts: !merged.is_automergeable() })
}

/// How many marker characters of one kind a line begins with.
fn run(line: &[u8]) -> usize {
    match line.first() {
        Some(first @ (b'<' | b'=' | b'>' | b'|')) => line.iter().take_while(|byte| *byte == first).count(),
        _ => 0,
    }
}
