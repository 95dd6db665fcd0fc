//! `SkillName`: the spec's name grammar. `FolderName`: one safe path component, what a skill's folder may be called.
//! `slug` and `converted` turn free text into names; which folder an installed skill gets is decided in `folder_for`.

use std::{fmt, str::FromStr};

use unicode_general_category::{GeneralCategory as Category, get_general_category};
use unicode_normalization::UnicodeNormalization as _;

use super::visible;

/// The longest name the spec allows, in code points after NFKC.
pub(crate) const MAX_NAME: usize = 64;

/// Whether the reference validator counts this character as a letter or number (general categories L* and N*).
/// `char::is_alphanumeric` accepts 1,442 characters more.
pub(crate) fn is_letter_or_number(c: char) -> bool {
    matches!(
        get_general_category(c),
        Category::UppercaseLetter
            | Category::LowercaseLetter
            | Category::TitlecaseLetter
            | Category::ModifierLetter
            | Category::OtherLetter
            | Category::DecimalNumber
            | Category::LetterNumber
            | Category::OtherNumber
    )
}

/// Why a text is no skill name. All flaws of a name can be listed with [`flaws`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameFlaw {
    #[error("it is empty")]
    Empty,
    #[error("it has {0} characters, {MAX_NAME} are allowed")]
    TooLong(usize),
    #[error("it has upper-case letters")]
    Upper,
    #[error("it begins or ends with a hyphen")]
    EdgeHyphen,
    #[error("it has two hyphens in a row")]
    DoubleHyphen,
    #[error("`{}` is not a letter, digit or hyphen", visible::line(&.0.to_string()))]
    Character(char),
}

/// Everything the spec holds against a name, in the order of the reference validator. The text is trimmed and
/// brought to NFKC first, as the reference does.
pub(crate) fn flaws(text: &str) -> Vec<NameFlaw> {
    let name = normalized(text);
    if name.is_empty() {
        return vec![NameFlaw::Empty];
    }
    let mut found = Vec::new();
    let length = name.chars().count();
    if length > MAX_NAME {
        found.push(NameFlaw::TooLong(length));
    }
    if name.to_lowercase() != name {
        found.push(NameFlaw::Upper);
    }
    if name.starts_with('-') || name.ends_with('-') {
        found.push(NameFlaw::EdgeHyphen);
    }
    if name.contains("--") {
        found.push(NameFlaw::DoubleHyphen);
    }
    if let Some(c) = name.chars().find(|&c| c != '-' && !is_letter_or_number(c)) {
        found.push(NameFlaw::Character(c));
    }
    found
}

/// A name as the reference validator compares it: trimmed, NFKC.
pub(crate) fn normalized(text: &str) -> String {
    text.trim().nfkc().collect()
}

/// A name that fits the spec: 1 to 64 lower-case letters, digits and single inner hyphens, in NFKC.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SkillName(String);

impl SkillName {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SkillName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for SkillName {
    type Err = NameFlaw;

    fn from_str(text: &str) -> Result<Self, NameFlaw> {
        match flaws(text).into_iter().next() {
            Some(flaw) => Err(flaw),
            None => Ok(Self(normalized(text))),
        }
    }
}

/// Turns any text into hyphen-case: letters lower-cased, runs of everything else made one hyphen, edges trimmed,
/// cut at 64 characters. `None` when no letter or digit is left.
pub(crate) fn slug(text: &str) -> Option<SkillName> {
    let mut out = String::new();
    let mut gap = false;
    let mut previous_lower = false;
    for c in text.nfkc() {
        if !is_letter_or_number(c) {
            gap = true;
            previous_lower = false;
            continue;
        }
        // `myNewSkill` reads as three words.
        let starts_word = previous_lower && c.is_uppercase();
        if (gap || starts_word) && !out.is_empty() {
            out.push('-');
        }
        gap = false;
        previous_lower = c.is_lowercase() || c.is_numeric();
        out.extend(c.to_lowercase().nfkc().filter(|&c| is_letter_or_number(c)));
    }
    let mut cut: String = out.chars().take(MAX_NAME).collect();
    while cut.ends_with('-') {
        cut.pop();
    }
    cut.parse().ok()
}

/// Why a text can't be a folder's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` can't be the name of a skill's folder: {why}", visible::line(.name))]
pub(crate) struct FolderNameError {
    pub(crate) name: String,
    why: &'static str,
}

/// One path component that is safe on Linux, macOS and Windows alike: no separators, no device names, nothing hidden.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FolderName(String);

impl FolderName {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for FolderName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FolderName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<SkillName> for FolderName {
    fn from(name: SkillName) -> Self {
        Self(name.0)
    }
}

/// Whether Windows reserves this file name (with or without an extension) for a device.
pub(crate) fn is_device_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_lowercase();
    match stem.as_str() {
        "con" | "prn" | "aux" | "nul" | "conin$" | "conout$" => true,
        _ => {
            let number = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
            number.is_some_and(|rest| {
                let mut digits = rest.chars();
                matches!((digits.next(), digits.next()), (Some('1'..='9' | '¹' | '²' | '³'), None))
            })
        }
    }
}

impl FromStr for FolderName {
    type Err = FolderNameError;

    fn from_str(text: &str) -> Result<Self, FolderNameError> {
        let refuse = |why| Err(FolderNameError { name: text.to_owned(), why });
        if text.is_empty() {
            return refuse("it is empty");
        }
        if text == "." || text == ".." {
            return refuse("it names a folder above or itself");
        }
        if text.contains(['/', '\\']) {
            return refuse("it has a path separator");
        }
        if text.chars().any(visible::is_hidden) {
            return refuse("it has control or hidden characters");
        }
        if text.contains([':', '*', '?', '"', '<', '>', '|']) {
            return refuse("it has one of `: * ? \" < > |`");
        }
        if text.ends_with(['.', ' ']) || text.starts_with(' ') {
            return refuse("it begins or ends with a blank, or ends with a dot");
        }
        if text.starts_with('.') {
            return refuse("it begins with a dot, so agents skip it");
        }
        if text.starts_with('-') {
            return refuse("it begins with a hyphen, so commands take it for a flag");
        }
        if is_device_name(text) {
            return refuse("Windows reserves it for a device");
        }
        if text.len() > 255 {
            return refuse("it is longer than 255 bytes");
        }
        Ok(Self(text.nfc().collect()))
    }
}

/// StablEdge's conversion of a name into a folder: trimmed, single blanks made hyphens, at most 80 characters of
/// letters, digits, `-`, `_` and `.`. `None` where that rule refuses the name.
pub(crate) fn converted(text: &str) -> Option<FolderName> {
    let text = text.trim();
    let allowed = |c: char| is_letter_or_number(c) || matches!(c, '-' | '_' | '.' | ' ');
    if text.contains("  ") || !text.chars().all(allowed) || text.chars().count() > 80 {
        return None;
    }
    text.replace(' ', "-").parse().ok()
}

/// Whether a frontmatter name tries to be a path: `../x`, `/x`, `a/b`, `.`, a device, or hidden characters.
/// Such a skill is refused; any other odd name only falls back to the source folder's name.
pub(crate) fn unsafe_name(text: &str) -> Option<FolderNameError> {
    let error = text.trim().parse::<FolderName>().err()?;
    let is_trick = text.contains(['/', '\\', '\0'])
        || matches!(text.trim(), "." | "..")
        || text.trim().chars().any(visible::is_hidden)
        || is_device_name(text.trim());
    is_trick.then_some(error)
}

/// The folder a skill is installed in when no `--as` is given: its frontmatter name where it fits the spec, else
/// [`converted`], else the folder it comes from. `Err` when the name is a path trick or nothing usable is left.
pub(crate) fn folder_for(
    declared: Option<&str>,
    source_folder: Option<&str>,
) -> Result<FolderName, FolderNameError> {
    if let Some(declared) = declared {
        if let Some(error) = unsafe_name(declared) {
            return Err(error);
        }
        if let Ok(name) = declared.parse::<SkillName>() {
            return name.as_str().parse();
        }
        if let Some(folder) = converted(declared) {
            return Ok(folder);
        }
    }
    source_folder.unwrap_or_default().parse()
}

/// The candidate nearest to `word` within edit distance 3 (and nearer than replacing the whole word), for "did you mean" hints.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(word, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= 3 && distance * 2 < word.chars().count().max(candidate.chars().count())
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance in characters, with a swap of two neighbours counted once.
pub(crate) fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // What both begin or end with costs nothing, and paths have much of it in common.
    let begin = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[begin..], &b[begin..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i * width + j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (table[(i - 1) * width + j] + 1)
                    .min(table[i * width + j - 1] + 1)
                    .min(table[(i - 1) * width + j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(table[(i - 2) * width + j - 2] + 1);
                }
                best
            };
        }
    }
    table[a.len() * width + b.len()]
}

/// A file's name or path as systems see it that don't tell upper from lower case, or forms of one letter.
pub(crate) fn fold(name: &str) -> String {
    if name.is_ascii() { name.to_ascii_lowercase() } else { name.nfc().collect::<String>().to_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_pass_and_each_flaw_is_named() {
        for name in ["pdf", "gh-address-comments", "数据分析", "мой-навык", "ﬁle", " x "] {
            assert_eq!(flaws(name), [], "{name}");
        }
        assert_eq!(flaws("Abc"), [NameFlaw::Upper]);
        assert_eq!(flaws("-a--b"), [NameFlaw::EdgeHyphen, NameFlaw::DoubleHyphen]);
        assert_eq!(flaws("a_b"), [NameFlaw::Character('_')]);
        assert_eq!(flaws(&"a".repeat(65)), [NameFlaw::TooLong(65)]);
        assert_eq!(flaws("  "), [NameFlaw::Empty]);
    }

    #[test]
    fn slugs_are_hyphen_case() {
        let slugged = |text| slug(text).map(|name| name.to_string());
        assert_eq!(slugged("GH Address Comments!").as_deref(), Some("gh-address-comments"));
        assert_eq!(slugged("myNewSkill").as_deref(), Some("my-new-skill"));
        assert_eq!(slugged("PDF_tools v2").as_deref(), Some("pdf-tools-v2"));
        assert_eq!(slugged("数据 分析").as_deref(), Some("数据-分析"));
        assert_eq!(slugged("--- !!"), None);
    }

    #[test]
    fn path_tricks_are_no_folder_names() {
        for name in [
            "..", ".", "a/b", "a\\b", "/x", "C:x", "con", "COM1.txt", "a\0b", "a\nb", "x.", " x", "", ".git",
            "-rf",
        ] {
            assert!(name.parse::<FolderName>().is_err(), "{name:?}");
        }
        assert!("com10".parse::<FolderName>().is_ok());
    }

    #[test]
    fn a_folder_comes_from_the_name_then_its_conversion_then_the_source() {
        let folder = |declared, source| folder_for(declared, source).map(|name| name.to_string());
        assert_eq!(folder(Some("pdf"), Some("x")), Ok("pdf".to_owned()));
        assert_eq!(folder(Some("My Skill"), Some("x")), Ok("My-Skill".to_owned()));
        assert_eq!(folder(Some("What? Why"), Some("x")), Ok("x".to_owned()));
        assert_eq!(folder(None, Some("x")), Ok("x".to_owned()));
        assert_eq!(folder(Some("-rf"), Some("x")), Ok("x".to_owned()));
        assert!(folder(Some("../evil"), Some("x")).is_err());
        assert!(folder(Some("con"), Some("x")).is_err());
    }

    #[test]
    fn nearest_offers_typing_errors_only() {
        assert_eq!(nearest("isntall", ["install", "list"]), Some("install"));
        assert_eq!(nearest("pdf-from", ["pdf-forms", "docx"]), Some("pdf-forms"));
        assert_eq!(nearest("zzz", ["abc"]), None);
    }
}
