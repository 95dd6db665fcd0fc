//! An entry's name, from bytes to the path components it stands for. Archives made on Windows separate with `\`, so it
//! separates here too, before anything is checked.

use super::error::{ArchiveError, NameTrick};

/// The longest entry name that is read, in bytes.
const MAX_NAME: usize = 4096;

/// A checked name: components that are safe to join, none of them empty, `.` or `..`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EntryName {
    pub(super) components: Vec<String>,
    /// The name ends with a separator, as folders' names do.
    pub(super) is_folder: bool,
}

pub(super) fn parse(raw: &[u8]) -> Result<EntryName, ArchiveError> {
    let refuse = |trick| {
        let entry = String::from_utf8_lossy(raw.get(..MAX_NAME).unwrap_or(raw)).into_owned();
        Err(ArchiveError::Name { entry, trick })
    };
    if raw.len() > MAX_NAME {
        return refuse(NameTrick::TooLong);
    }
    let Ok(text) = std::str::from_utf8(raw) else { return refuse(NameTrick::NotUtf8) };
    if text.is_empty() {
        return refuse(NameTrick::Empty);
    }
    if text.contains('\0') {
        return refuse(NameTrick::Nul);
    }
    let text = text.replace('\\', "/");
    if text.starts_with('/') {
        return refuse(NameTrick::Absolute);
    }
    if matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic()) {
        return refuse(NameTrick::Drive);
    }
    let mut components = Vec::new();
    for component in text.split('/') {
        match component {
            // `./SKILL.md` is what `tar` writes, and `a//b` is `a/b` to every system.
            "" | "." => {}
            ".." => return refuse(NameTrick::Traversal),
            _ => components.push(component.to_owned()),
        }
    }
    let is_folder = text.ends_with('/') || text == "." || text.ends_with("/.");
    if components.is_empty() && !is_folder {
        return refuse(NameTrick::Empty);
    }
    Ok(EntryName { components, is_folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricks_are_named_and_harmless_spellings_normalised() {
        let trick = |raw: &[u8]| match parse(raw) {
            Err(ArchiveError::Name { trick, .. }) => Some(trick),
            _ => None,
        };
        assert_eq!(trick(b"../x"), Some(NameTrick::Traversal));
        assert_eq!(trick(b"a/../../x"), Some(NameTrick::Traversal));
        assert_eq!(trick(b"..\\x"), Some(NameTrick::Traversal));
        assert_eq!(trick(b"/etc/x"), Some(NameTrick::Absolute));
        assert_eq!(trick(b"\\\\host\\x"), Some(NameTrick::Absolute));
        assert_eq!(trick(b"C:\\x"), Some(NameTrick::Drive));
        assert_eq!(trick(b"c:x"), Some(NameTrick::Drive));
        assert_eq!(trick(b"a\0b"), Some(NameTrick::Nul));
        assert_eq!(trick(b"\xff.md"), Some(NameTrick::NotUtf8));
        assert_eq!(trick(b""), Some(NameTrick::Empty));
        assert_eq!(trick(&[b'a'; 5000]), Some(NameTrick::TooLong));
        let name = parse(b"./x\\scripts//a.sh").unwrap();
        assert_eq!(name.components, ["x", "scripts", "a.sh"]);
        assert!(!name.is_folder && parse(b"x\\").unwrap().is_folder && parse(b"./").unwrap().is_folder);
    }
}
