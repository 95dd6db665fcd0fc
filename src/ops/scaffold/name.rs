//! What a user types as a name: turned into hyphen-case, with a word about what changed, or refused.

use super::{Error, shown};
use crate::model::name::{MAX_NAME, SkillName, normalized, slug, unsafe_name};

/// The name a typed text becomes, and what the user should know about it.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) name: SkillName,
    /// A heading for the body: the typed words where they are plain, else the name's.
    pub(crate) title: String,
    pub(crate) notes: Vec<String>,
}

/// Turns typed text into a skill's name. Path tricks and device names are refused, never repaired.
pub(crate) fn slug_with_notes(typed: &str) -> Result<Named, Error> {
    let name = hyphen_case(typed)?;
    let mut notes = Vec::new();
    if name.as_str() != typed {
        let cut = typed.chars().filter(|c| c.is_alphanumeric()).count() > MAX_NAME;
        let why = if cut {
            format!(", cut to {} characters", name.as_str().chars().count())
        } else {
            String::new()
        };
        notes.push(format!("`{}` in hyphen-case is `{name}`{why}", shown(typed)));
    }
    if !name.as_str().is_ascii() {
        notes.push(format!(
            "`{name}` fits the specification, but some agents and uploaders accept only a-z, 0-9 and hyphens"
        ));
    }
    if let Some(word) = ["claude", "anthropic"].into_iter().find(|word| name.as_str().contains(word)) {
        notes.push(format!("some uploaders reserve names with `{word}`"));
    }
    Ok(Named { title: title(typed, &name), name, notes })
}

/// Turns typed text into the name of a file (without its ending).
pub(super) fn hyphen_case(typed: &str) -> Result<SkillName, Error> {
    if let Some(error) = unsafe_name(typed) {
        return Err(error.into());
    }
    let name = slug(typed).ok_or_else(|| Error::NothingLeft(typed.to_owned()))?;
    match unsafe_name(name.as_str()) {
        Some(error) => Err(error.into()),
        None => Ok(name),
    }
}

/// The typed words if nothing in them could mean something to Markdown, else the name with blanks; first letter upper-case.
pub(super) fn title(typed: &str, name: &SkillName) -> String {
    let typed = normalized(typed);
    let is_plain = typed.contains(' ') && typed.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
    let words = if is_plain { typed } else { name.as_str().replace('-', " ") };
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_name_gets_no_note() {
        let named = slug_with_notes("gh-address-comments").unwrap();
        assert_eq!(
            (named.name.as_str(), named.title.as_str()),
            ("gh-address-comments", "Gh address comments")
        );
        assert_eq!(named.notes, Vec::<String>::new());
    }

    #[test]
    fn what_changed_is_said() {
        let named = slug_with_notes("GH Address Comments").unwrap();
        assert_eq!(
            (named.name.as_str(), named.title.as_str()),
            ("gh-address-comments", "GH Address Comments")
        );
        assert_eq!(named.notes, ["`GH Address Comments` in hyphen-case is `gh-address-comments`"]);
        assert!(slug_with_notes(&"a".repeat(70)).unwrap().notes[0].ends_with("cut to 64 characters"));
        assert_eq!(slug_with_notes("数据分析").unwrap().notes.len(), 1);
    }

    #[test]
    fn tricks_devices_and_empty_names_are_refused() {
        for typed in
            ["../x", "a/b", "a\\b", ".", "..", "con", "NUL.txt", "Con!", "a\0b", "a\u{202e}b", "", "--- !!"]
        {
            assert!(slug_with_notes(typed).is_err(), "{typed:?}");
        }
    }
}
