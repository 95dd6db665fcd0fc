//! Paths of entries: which two are the same, what a link's text means, and what text a new link gets.

use std::path::{Component, Path, PathBuf};

use crate::host::fs;

/// The path of an entry itself: its real parent and its own name. Two paths are one entry when these agree.
pub(super) fn entry(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => fs::canonical_or_ahead(parent).join(name),
        _ => path.to_owned(),
    }
}

/// Whether two paths are the same entry, or lead to the same folder.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    entry(a) == entry(b) || fs::is_same(a, b)
}

/// The absolute path a link's text means, read from the real folder the link lies in.
pub(super) fn absolute_target(place: &Path, text: &Path) -> PathBuf {
    let folder = entry(place).parent().map(Path::to_owned).unwrap_or_default();
    entry(&folded(&folder.join(text)))
}

/// `a/b/../c` as `a/c`, without looking at the disk.
fn folded(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// The text of a link in `folder` to `target`, both real: relative where they share more than the root of the file
/// system, so that a project or home can be moved; else absolute.
pub(super) fn link_text(target: &Path, folder: &Path) -> PathBuf {
    let shared = target.components().zip(folder.components()).take_while(|(a, b)| a == b);
    let (count, named) = shared.fold((0, 0), |(count, named), (component, _)| {
        (count + 1, named + usize::from(matches!(component, Component::Normal(_))))
    });
    if named == 0 {
        return target.to_owned();
    }
    let up = folder.components().skip(count).map(|_| Component::ParentDir);
    up.chain(target.components().skip(count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_within_one_home_and_absolute_beyond() {
        let text = |target: &str, folder: &str| link_text(Path::new(target), Path::new(folder));
        assert_eq!(
            text("/home/u/p/.agents/skills/x", "/home/u/p/.claude/skills"),
            Path::new("../../.agents/skills/x")
        );
        assert_eq!(text("/home/u/x", "/home/u"), Path::new("x"));
        assert_eq!(text("/data/skills/x", "/home/u/.claude/skills"), Path::new("/data/skills/x"));
    }

    #[test]
    fn dots_are_folded_without_the_disk() {
        assert_eq!(folded(Path::new("/a/./b/../../c")), Path::new("/c"));
        assert_eq!(folded(Path::new("/../x")), Path::new("/x"));
    }
}
