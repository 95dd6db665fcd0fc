//! What a user types as a name: turned into hyphen-case, with a word about what changed, or refused.

use super::{Error, brand, shown};
use crate::model::name::{MAX_NAME, SkillName, normalized, slug, unsafe_name};

/// The name a typed text becomes, and what the user should know about it.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) name: SkillName,
    /// A heading for the body: the typed words where they are plain, else the name's.
    pub(crate) title: String,
    pub(crate) notes: Vec<String>,
    /// The title is what was typed, in plain words with capitals behind the first.
    is_typed_title: bool,
}

impl Named {
    /// The name as a list of skills shows it: the typed words where they are plain and already a title.
    pub(crate) fn display_name(&self) -> String {
        let fits = self.title.chars().count() <= brand::MAX_DISPLAY;
        if self.is_typed_title && fits { self.title.clone() } else { brand::display_name(&self.name) }
    }
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
    let title = title(typed, &name);
    let has_capitals = typed.contains(' ') && typed.trim().chars().skip(1).any(char::is_uppercase);
    let is_typed_title = has_capitals && title == brand::capitalized(&normalized(typed));
    Ok(Named { name, title, notes, is_typed_title })
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
    if is_plain {
        return brand::capitalized(&typed);
    }
    let words = name.as_str().split('-').enumerate().map(|(at, word)| match brand::spelling(word) {
        Some(spelling) => spelling,
        None if at == 0 => brand::capitalized(word),
        None => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_name_gets_no_note() {
        let named = slug_with_notes("gh-address-comments").unwrap();
        assert_eq!(
            (named.name.as_str(), named.title.as_str()),
            ("gh-address-comments", "GH address comments")
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
        assert_eq!(slug_with_notes("数据分析").unwrap().notes.len(), 0);
    }

    #[test]
    fn a_display_name_is_what_was_typed_where_that_is_a_title() {
        for (typed, shown) in [
            ("Invoice Checker for ACME", "Invoice Checker for ACME"),
            ("gh-pr-review", "GH PR Review"),
            ("review a pull request", "Review a Pull Request"),
            ("数据分析", "数据分析"),
        ] {
            assert_eq!(slug_with_notes(typed).unwrap().display_name(), shown);
        }
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
