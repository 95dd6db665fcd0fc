//! Frontmatter fields given as `KEY=VALUE`: which keys there are, and what their values must look like.

use std::collections::BTreeMap;

use super::{shown, yaml::check_description};
use crate::model::{name::nearest, visible::is_hidden};

/// The keys that are known, beside `metadata.` and any key below it.
pub(crate) const KNOWN: [&str; 14] = [
    "display_name",
    "description_zh",
    "description_en",
    "category",
    "version",
    "author",
    "delivery",
    "auth-env",
    "allowed-tools",
    "paths",
    "context",
    "network.hosts",
    "compatibility",
    "tags",
];

/// Keys that may be given several times, or with several values at once.
const LISTS: [&str; 4] = ["allowed-tools", "auth-env", "paths", "network.hosts"];

/// The longest value, in code points: that of a description.
const MAX_VALUE: usize = 1024;

/// A field that can't be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FieldFlaw {
    #[error("`{}` is no `KEY=VALUE`", shown(.0))]
    NoPair(String),
    #[error("there is no field `{}`", shown(.key))]
    Unknown { key: String, near: Option<String> },
    #[error("the field `{}` is given twice", shown(.0))]
    Twice(String),
    #[error("the field `{}` {why}", shown(.key))]
    Value { key: String, why: String },
}

/// The fields that were given, each with its values in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields(BTreeMap<String, Vec<String>>);

impl Fields {
    /// Reads `KEY=VALUE` texts.
    pub(crate) fn parse(pairs: &[String]) -> Result<Self, FieldFlaw> {
        let mut fields = Self::default();
        for pair in pairs {
            let (key, value) = pair.split_once('=').ok_or_else(|| FieldFlaw::NoPair(pair.clone()))?;
            fields.add(key.trim(), value.trim())?;
        }
        Ok(fields)
    }

    /// Takes in one field.
    pub(crate) fn add(&mut self, key: &str, value: &str) -> Result<(), FieldFlaw> {
        // The underscore form is what people type by mistake; hyphens and underscores are not the same to a loader.
        let inner = key.strip_prefix("metadata.");
        if !KNOWN.contains(&key) && !inner.is_some_and(is_plain_key) {
            let near = nearest(key, KNOWN).map(str::to_owned);
            return Err(FieldFlaw::Unknown { key: key.to_owned(), near });
        }
        let is_list = LISTS.contains(&key);
        if !is_list && self.0.contains_key(key) {
            return Err(FieldFlaw::Twice(key.to_owned()));
        }
        let separators: &[char] = if key == "paths" { &[','] } else { &[',', ' '] };
        let values: Vec<&str> = if is_list { split(value, separators) } else { vec![value] };
        if values.is_empty() {
            return Err(FieldFlaw::Value { key: key.to_owned(), why: "is blank".to_owned() });
        }
        for value in values {
            check(key, value).map_err(|why| FieldFlaw::Value { key: key.to_owned(), why })?;
            self.0.entry(key.to_owned()).or_default().push(value.to_owned());
        }
        Ok(())
    }

    /// The value of a field that has one.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|values| values.first()).map(String::as_str)
    }

    /// All values of a field; empty when it was not given.
    pub(super) fn list(&self, key: &str) -> &[String] {
        self.0.get(key).map_or(&[], Vec::as_slice)
    }

    /// Whether a field was given.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The keys given below `metadata`, with their values.
    pub(super) fn metadata(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|(key, values)| {
            Some((key.strip_prefix("metadata.")?, values.first().map(String::as_str)?))
        })
    }
}

/// Parts between separators; those inside parentheses, as in `Bash(git add:*)`, separate nothing.
fn split<'a>(text: &'a str, separators: &[char]) -> Vec<&'a str> {
    let mut depth = 0_usize;
    text.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && separators.contains(&c)
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
    .collect()
}

fn is_plain_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// What speaks against a value.
fn check(key: &str, value: &str) -> Result<(), String> {
    if value.is_empty() {
        return Err("is blank".to_owned());
    }
    if key.starts_with("description_") {
        return check_description(value).map_err(|flaw| flaw.to_string());
    }
    if value.chars().any(is_hidden) {
        return Err("has a line end, a control or a hidden character".to_owned());
    }
    let length = value.chars().count();
    let limit = if key == "compatibility" { 500 } else { MAX_VALUE };
    if length > limit {
        return Err(format!("has {length} characters, {limit} are allowed"));
    }
    let told = shown(value);
    match key {
        "version" if !is_version(value) => {
            Err(format!("needs a version such as `1.0.0`, three numbers with dots: not `{told}`"))
        }
        "context" if !matches!(value, "inline" | "fork") => {
            Err(format!("is `inline` or `fork`, not `{told}`"))
        }
        "auth-env" if !is_variable(value) => {
            Err(format!("takes the names of environment variables, never their values: not `{told}`"))
        }
        "network.hosts" if !is_host(value) => {
            Err(format!("takes host names such as `api.example.com`, no addresses of pages: not `{told}`"))
        }
        _ => Ok(()),
    }
}

/// MAJOR.MINOR.PATCH, with what semantic versioning allows behind it.
fn is_version(text: &str) -> bool {
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let rest = &text[core.len()..];
    let numbers: Vec<&str> = core.split('.').collect();
    let is_number = |part: &&str| {
        part.chars().all(|c| c.is_ascii_digit())
            && (part.len() == 1 || part.len() < 19 && !part.starts_with('0'))
    };
    numbers.len() == 3
        && numbers.iter().all(|part| !part.is_empty() && is_number(part))
        && (rest.is_empty() || rest.len() > 1)
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
}

fn is_variable(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_host(text: &str) -> bool {
    let name = text.strip_prefix("*.").unwrap_or(text);
    !name.is_empty()
        && name.len() <= 253
        && name.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pairs: &[&str]) -> Result<Fields, String> {
        Fields::parse(&pairs.iter().map(|pair| (*pair).to_owned()).collect::<Vec<_>>())
            .map_err(|flaw| flaw.to_string())
    }

    #[test]
    fn fields_are_read_and_lists_are_gathered() {
        let fields = parse(&[
            "category = office",
            "paths=*.pdf,docs/**/my file.md",
            "paths=*.docx",
            "auth-env=ACME_KEY ACME_SECRET",
            "allowed-tools=Read, Bash(git add:*)",
            "metadata.team=x=y",
        ])
        .unwrap();
        assert_eq!(fields.text("category"), Some("office"));
        assert_eq!(fields.list("paths"), ["*.pdf", "docs/**/my file.md", "*.docx"]);
        assert_eq!(fields.list("auth-env"), ["ACME_KEY", "ACME_SECRET"]);
        assert_eq!(fields.list("allowed-tools"), ["Read", "Bash(git add:*)"]);
        assert_eq!(fields.metadata().collect::<Vec<_>>(), [("team", "x=y")]);
    }

    #[test]
    fn wrong_fields_say_what_is_wrong() {
        for (pair, told) in [
            ("category", "is no `KEY=VALUE`"),
            ("categori=x", "there is no field `categori`"),
            ("author=", "the field `author` is blank"),
            ("paths=,", "the field `paths` is blank"),
            ("version=1.0", "needs a version such as `1.0.0`"),
            ("version=01.0.0", "needs a version"),
            ("context=both", "is `inline` or `fork`"),
            ("auth-env=KEY=secret", "never their values"),
            ("network.hosts=https://x.org/y", "takes host names"),
            ("author=a\u{202e}b", "hidden character"),
            ("metadata.a b=x", "there is no field"),
        ] {
            let flaw = parse(&[pair]).unwrap_err();
            assert!(flaw.contains(told), "{pair}: {flaw}");
        }
        assert_eq!(parse(&["author=a", "author=b"]).unwrap_err(), "the field `author` is given twice");
        for version in ["1.0.0", "0.1.0-rc.1", "10.20.30+build"] {
            assert!(is_version(version), "{version}");
        }
    }
}
