//! A lockfile that `git merge` left with conflict markers: both of its sides, brought together.

use super::{Lockfile, LockfileError};
use crate::model::name::FolderName;

/// What two sides of a conflict hold together.
#[derive(Debug, PartialEq)]
pub(crate) struct Sides {
    pub(crate) lockfile: Lockfile,
    /// Skills that both sides lock, each otherwise; the lockfile has them as the first side does.
    pub(crate) disputed: Vec<FolderName>,
}

/// A line that only a conflict leaves in a lockfile. `=======` counts between the others only.
pub(in crate::model) fn is_marker(line: &str) -> bool {
    ["<<<<<<< ", ">>>>>>> ", "||||||| "].iter().any(|mark| line.starts_with(mark))
}

impl Sides {
    /// Reads both sides; an error says what keeps one of them from being a lockfile.
    pub(crate) fn decode(text: &str) -> Result<Self, LockfileError> {
        let (first, second) = split(text)?;
        let (mut lockfile, second) = (Lockfile::decode(&first)?, Lockfile::decode(&second)?);
        let mut disputed = Vec::new();
        for (name, locked) in second.skills {
            match lockfile.skills.get(&name) {
                Some(ours) if *ours == locked => {}
                Some(_) => disputed.push(name),
                None => {
                    lockfile.skills.insert(name, locked);
                }
            }
        }
        Ok(Self { lockfile, disputed })
    }
}

/// The text as each side has it. What stood there before both (`|||||||`) is in neither.
fn split(text: &str) -> Result<(String, String), LockfileError> {
    #[derive(Clone, Copy, PartialEq)]
    enum At {
        Both,
        First,
        Before,
        Second,
    }
    let (mut first, mut second) = (String::with_capacity(text.len()), String::with_capacity(text.len()));
    let mut at = At::Both;
    let mut opened = 1;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let conflict = LockfileError::Conflict { line: index + 1 };
        at = match (at, line.trim_end()) {
            (At::Both, mark) if mark.starts_with("<<<<<<< ") => {
                opened = index + 1;
                At::First
            }
            (At::First, mark) if mark.starts_with("||||||| ") => At::Before,
            (At::First | At::Before, "=======") => At::Second,
            (At::Second, mark) if mark.starts_with(">>>>>>> ") => At::Both,
            (_, mark) if is_marker(mark) => return Err(conflict),
            (At::Both, _) => {
                first.push_str(line);
                second.push_str(line);
                at
            }
            (At::First, _) => {
                first.push_str(line);
                at
            }
            (At::Second, _) => {
                second.push_str(line);
                at
            }
            (At::Before, _) => at,
        };
    }
    if at == At::Both { Ok((first, second)) } else { Err(LockfileError::Conflict { line: opened }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "version = 1\n\n";

    fn entry(name: &str, version: &str) -> String {
        format!(
            "name = \"{name}\"\nsource = \"builtin\"\nversion = \"{version}\"\ndigest = \"sha256:{}\"\n",
            "0".repeat(64)
        )
    }

    fn names(sides: &Sides) -> Vec<&str> {
        sides.lockfile.skills.keys().map(FolderName::as_str).collect()
    }

    #[test]
    fn blocks_of_both_sides_are_kept_where_their_heading_is_shared() {
        let (a, b, c) = (entry("a", "1"), entry("b", "1"), entry("c", "1"));
        let text = format!(
            "{HEAD}[[skill]]\n{a}\n[[skill]]\n<<<<<<< HEAD\n{b}||||||| base\n=======\n{c}>>>>>>> other\n"
        );
        let sides = Sides::decode(&text).expect("two lockfiles");
        assert_eq!(names(&sides), ["a", "b", "c"]);
        assert!(sides.disputed.is_empty());
        let windows = Sides::decode(&text.replace('\n', "\r\n")).expect("two lockfiles");
        assert_eq!(windows, sides);
    }

    #[test]
    fn what_both_sides_lock_otherwise_stays_as_the_first_has_it_and_is_named() {
        let (one, two) = (entry("a", "1"), entry("a", "2"));
        let text = format!("{HEAD}[[skill]]\n<<<<<<< HEAD\n{one}=======\n{two}>>>>>>> other\n");
        let sides = Sides::decode(&text).expect("two lockfiles");
        assert_eq!(sides.disputed.iter().map(FolderName::as_str).collect::<Vec<_>>(), ["a"]);
        assert_eq!(
            sides.lockfile.skills.values().next().map(crate::model::lockfile::Locked::version),
            Some("1".to_owned())
        );
    }

    #[test]
    fn markers_out_of_order_and_sides_that_are_no_lockfiles_are_errors() {
        for text in [
            "version = 1\n>>>>>>> x\n",
            "version = 1\n<<<<<<< x\n<<<<<<< y\n=======\n>>>>>>> y\n",
            "version = 1\n<<<<<<< x\n=======\n",
        ] {
            assert!(matches!(Sides::decode(text), Err(LockfileError::Conflict { .. })), "{text}");
        }
        let newer = "<<<<<<< HEAD\nversion = 1\n=======\nversion = 2\n>>>>>>> x\n";
        assert!(matches!(Sides::decode(newer), Err(LockfileError::Newer { found: 2 })));
    }
}
