//! Text as a YAML value that every reader takes back as exactly that text: those that follow YAML 1.1 or 1.2, and
//! those that cut the file at `---`.

use crate::model::{frontmatter, visible::is_hidden};

/// The longest description the spec allows, in code points.
const MAX_DESCRIPTION: usize = 1024;

/// Why a text can't be a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DescriptionFlaw {
    #[error("is blank")]
    Blank,
    #[error("has {length} characters, {} too many: {MAX_DESCRIPTION} are allowed", .length - MAX_DESCRIPTION)]
    TooLong { length: usize },
    #[error("has a hidden character, U+{:04X}, as its character {at}", u32::from(*.character))]
    Hidden { character: char, at: usize },
}

/// Refuses what no quoting can mend. Line ends and tabs are fine.
pub(crate) fn check_description(text: &str) -> Result<(), DescriptionFlaw> {
    if text.trim().is_empty() {
        return Err(DescriptionFlaw::Blank);
    }
    let length = text.chars().count();
    if length > MAX_DESCRIPTION {
        return Err(DescriptionFlaw::TooLong { length });
    }
    match text.chars().enumerate().find(|&(_, c)| is_refused(c)) {
        Some((at, character)) => Err(DescriptionFlaw::Hidden { character, at: at + 1 }),
        None => Ok(()),
    }
}

/// The text in double quotes, on one line. Readers that cut the file at `---`, the reference among them, find none here.
pub(super) fn quoted(text: &str) -> String {
    frontmatter::double(text).replace("---", "--\\x2d")
}

/// Characters that hide, and those that are none and that YAML does not allow.
fn is_refused(c: char) -> bool {
    is_hidden(c) && !matches!(c, '\n' | '\r' | '\t') || matches!(u32::from(c) & 0xFFFF, 0xFFFE | 0xFFFF)
}

/// The text as it stands where every reader takes it for that text, else [`quoted`].
pub(super) fn word(text: &str) -> String {
    /// What YAML 1.1 readers turn into booleans and null.
    const TAKEN: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf"];
    let starts_well = text.starts_with(char::is_alphabetic);
    let goes_well = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '+'));
    let is_taken = TAKEN.iter().any(|taken| text.eq_ignore_ascii_case(taken));
    if starts_well && goes_well && !is_taken && !text.contains("---") {
        text.to_owned()
    } else {
        quoted(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::frontmatter::Frontmatter;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(text in any::<String>()) {
            if check_description(&text).is_ok() {
                let file = format!("---\nname: {}\ndescription: {}\n---\n", word(&text), quoted(&text));
                let read = Frontmatter::parse(&file);
                prop_assert_eq!(read.text("name"), Some(&*text));
                prop_assert_eq!(read.text("description"), Some(&*text));
                prop_assert_eq!(read.faults.len(), 0);
                prop_assert_eq!(file.matches("---").count(), 2);
            }
        }

        #[test]
        fn what_means_something_to_yaml_is_read_back(text in "[-:# \"'\\\\@*&!%|>\\[\\]{},?~`\na1.\t]{1,30}") {
            prop_assume!(!text.trim().is_empty());
            let file = format!("---\ndescription: {}\n---\n", quoted(&text));
            let read = Frontmatter::parse(&file);
            prop_assert_eq!(read.text("description"), Some(&*text));
        }
    }

    #[test]
    fn quotes_keep_one_line_and_hide_document_ends() {
        assert_eq!(quoted("a: \"b\" #1 \\"), r#""a: \"b\" #1 \\""#);
        assert_eq!(quoted("one\ntwo\r\n\tthree"), r#""one\ntwo\r\n\tthree""#);
        assert_eq!(quoted("a --- b ------"), r#""a --\x2d b --\x2d--\x2d""#);
        assert_eq!(quoted("技能 👩‍💻"), "\"技能 👩‍💻\"");
    }

    #[test]
    fn only_words_that_no_reader_converts_stay_bare() {
        for bare in ["pdf", "gh-triage", "数据分析", "MIT", "Apache-2.0"] {
            assert_eq!(word(bare), bare);
        }
        for converted in ["yes", "Null", "1.0", "2026-01-01", "0x1f", "1-2", "a b", "~", "NaN"] {
            assert_eq!(word(converted), format!("\"{converted}\""));
        }
    }

    #[test]
    fn descriptions_are_counted_in_characters() {
        assert_eq!(check_description(&"中".repeat(1024)), Ok(()));
        assert_eq!(check_description(&"中".repeat(1025)), Err(DescriptionFlaw::TooLong { length: 1025 }));
        assert_eq!(
            check_description(&"x".repeat(5000)).unwrap_err().to_string(),
            "has 5000 characters, 3976 too many: 1024 are allowed"
        );
        assert_eq!(check_description(" \n"), Err(DescriptionFlaw::Blank));
        assert_eq!(
            check_description("a\u{200b}"),
            Err(DescriptionFlaw::Hidden { character: '\u{200b}', at: 2 })
        );
        assert_eq!(check_description("a\tb\nc 👩‍💻"), Ok(()));
    }
}
