//! `agents/openai.yaml`: how the skill is shown where OpenAI's agents list it.

use std::collections::BTreeMap;

use super::{Locale, brand::MAX_DISPLAY, shown};
use crate::model::{name::nearest, visible::is_hidden};

/// Where the file lies in a skill.
pub(super) const FILE: &str = "agents/openai.yaml";

/// The keys that are known.
pub(crate) const KEYS: [&str; 7] = [
    "display_name",
    "short_description",
    "icon_small",
    "icon_large",
    "brand_color",
    "default_prompt",
    "allow_implicit_invocation",
];

/// The lengths of a short description, in code points.
const SHORT: std::ops::RangeInclusive<usize> = 25..=64;
const MAX_PROMPT: usize = 1024;

/// A value that the file can't hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InterfaceFlaw {
    #[error("`{}` is no `KEY=VALUE`", shown(.0))]
    NoPair(String),
    #[error("`agents/openai.yaml` has no key `{}`", shown(.key))]
    Unknown { key: String, near: Option<String> },
    #[error("`{}` of `agents/openai.yaml` is given twice", shown(.0))]
    Twice(String),
    #[error("`{key}` of `agents/openai.yaml` {why}")]
    Value { key: String, why: String },
}

/// The values that were given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Interface(BTreeMap<String, String>);

impl Interface {
    /// Reads `KEY=VALUE` texts.
    pub(crate) fn parse(pairs: &[String]) -> Result<Self, InterfaceFlaw> {
        let mut interface = Self::default();
        for pair in pairs {
            let (key, value) = pair.split_once('=').ok_or_else(|| InterfaceFlaw::NoPair(pair.clone()))?;
            let (key, value) = (key.trim(), value.trim());
            if !KEYS.contains(&key) {
                let near = nearest(key, KEYS).map(str::to_owned);
                return Err(InterfaceFlaw::Unknown { key: key.to_owned(), near });
            }
            check(key, value).map_err(|why| InterfaceFlaw::Value { key: key.to_owned(), why })?;
            if interface.0.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(InterfaceFlaw::Twice(key.to_owned()));
            }
        }
        Ok(interface)
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }
}

fn check(key: &str, value: &str) -> Result<(), String> {
    if value.is_empty() {
        return Err("is blank".to_owned());
    }
    if value.chars().any(is_hidden) {
        return Err("has a line end, a control or a hidden character".to_owned());
    }
    let length = value.chars().count();
    let told = shown(value);
    match key {
        "display_name" if length > MAX_DISPLAY => {
            Err(format!("has {length} characters, {MAX_DISPLAY} are allowed"))
        }
        "short_description" if !SHORT.contains(&length) => {
            Err(format!("has {length} characters, and needs {} to {}", SHORT.start(), SHORT.end()))
        }
        "default_prompt" if length > MAX_PROMPT => {
            Err(format!("has {length} characters, {MAX_PROMPT} are allowed"))
        }
        "brand_color" if !is_color(value) => Err(format!("is a colour such as `#1A2B3C`, not `{told}`")),
        "icon_small" | "icon_large" if !is_icon(value) => {
            Err(format!("is a file in the skill's `assets`, such as `./assets/icon.svg`: not `{told}`"))
        }
        "allow_implicit_invocation" if !matches!(value, "true" | "false") => {
            Err(format!("is `true` or `false`, not `{told}`"))
        }
        _ => Ok(()),
    }
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()))
}

fn is_icon(text: &str) -> bool {
    let inner = text.strip_prefix("./").unwrap_or(text).strip_prefix("assets/");
    inner.is_some_and(|inner| {
        inner.split('/').all(|part| !part.is_empty() && part != "." && part != "..") && !inner.contains('\\')
    })
}

/// A short description of fitting length made of a longer one: its first sentence, cut between words if need be.
/// `None` when there is too little to cut from.
pub(super) fn short_description(description: &str) -> Option<String> {
    let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = description.char_indices().find_map(|(at, c)| {
        let next = description[at + c.len_utf8()..].chars().next();
        let ends = matches!(c, '。' | '！' | '？')
            || matches!(c, '.' | '!' | '?') && next.is_none_or(char::is_whitespace);
        ends.then_some(at)
    });
    let sentence = &description[..end.unwrap_or(description.len())];
    for text in [sentence, description.as_str()] {
        let length = text.chars().count();
        if SHORT.contains(&length) {
            return Some(text.to_owned());
        }
        if length > *SHORT.end() {
            return cut(text);
        }
    }
    None
}

/// The words that fit, with an ellipsis.
fn cut(text: &str) -> Option<String> {
    let most: String = text.chars().take(*SHORT.end() - 1).collect();
    let words = most.rfind(char::is_whitespace).map_or(most.as_str(), |at| &most[..at]);
    // One long word (or Chinese, which has no blanks) is cut where it must be.
    let kept = if SHORT.contains(&(words.chars().count() + 1)) { words } else { &most };
    let out = format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '，', '、', '；', '：']));
    SHORT.contains(&out.chars().count()).then_some(out)
}

/// What stands where nobody has said anything yet.
pub(super) fn short_placeholder(locale: Locale) -> &'static str {
    match locale {
        Locale::English => "[TODO: what it does, in 25 to 64 characters]",
        Locale::Chinese => "[TODO: 用二十五到六十四个字写明这个 Skill 做什么、给谁用]",
    }
}

/// The prompt that is offered first.
pub(super) fn default_prompt(name: &str, locale: Locale) -> String {
    match locale {
        Locale::English => format!("Use ${name} to [TODO: a request as a person types it]."),
        Locale::Chinese => format!("使用 ${name} [TODO: 用户真实会说的一句话]。"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pairs: &[&str]) -> Result<Interface, String> {
        Interface::parse(&pairs.iter().map(|pair| (*pair).to_owned()).collect::<Vec<_>>())
            .map_err(|flaw| flaw.to_string())
    }

    #[test]
    fn values_are_judged_by_their_key() {
        let good = parse(&[
            "display_name=PDF Tools",
            "short_description=Reads, fills in and merges PDF files",
            "icon_small=./assets/icon.svg",
            "brand_color=#1a2B3c",
            "allow_implicit_invocation=false",
        ]);
        assert_eq!(good.unwrap().text("brand_color"), Some("#1a2B3c"));
        for (pair, told) in [
            ("colour=#123456", "has no key `colour`"),
            ("brand_color=red", "is a colour such as"),
            ("brand_color=#12345g", "is a colour such as"),
            ("short_description=Too short", "has 9 characters, and needs 25 to 64"),
            ("icon_large=../icon.png", "is a file in the skill's `assets`"),
            ("icon_large=assets/../../icon.png", "is a file in the skill's `assets`"),
            ("display_name=", "is blank"),
            ("allow_implicit_invocation=yes", "is `true` or `false`"),
            ("nothing", "is no `KEY=VALUE`"),
        ] {
            let flaw = parse(&[pair]).unwrap_err();
            assert!(flaw.contains(told), "{pair}: {flaw}");
        }
        assert!(parse(&[&format!("display_name={}", "x".repeat(65))]).is_err());
        assert!(parse(&["brand_color=#123456", "brand_color=#123456"]).unwrap_err().contains("given twice"));
    }

    #[test]
    fn short_descriptions_always_fit() {
        for (description, short) in [
            (
                "Answers review comments on a pull request. Use when asked.",
                "Answers review comments on a pull request",
            ),
            (
                "Sorts v1.2 issues. Use when asked to triage the list.",
                "Sorts v1.2 issues. Use when asked to triage the list.",
            ),
            (
                "Reads every invoice in a folder and books each of them in the ledger of the right company",
                "Reads every invoice in a folder and books each of them in the…",
            ),
        ] {
            assert_eq!(short_description(description).as_deref(), Some(short));
        }
        assert_eq!(short_description("Does x."), None);
        let chinese = "整理".repeat(60);
        for text in [chinese.as_str(), short_placeholder(Locale::English), short_placeholder(Locale::Chinese)]
        {
            let short = short_description(text).unwrap();
            assert!(SHORT.contains(&short.chars().count()), "{short}");
        }
    }
}
