//! The `[lint]` table of `skill.toml`: which profiles, which levels, where else. Other tables belong to other readers.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Profile, ProfileError};

/// An author's wishes, on top of the profiles.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Settings {
    /// Empty: `spec`.
    pub(crate) profiles: Vec<String>,
    /// `error`, `warning`, `note` or `never`.
    pub(crate) fail_on: Option<String>,
    /// Relative to the folder of `skill.toml`.
    pub(crate) baseline: Option<String>,
    levels: Vec<(String, String)>,
    lines: Option<usize>,
    body_tokens: Option<usize>,
    tokens_factor: Option<f64>,
    overrides: Vec<Override>,
}

/// Levels for some paths only.
#[derive(Debug, Clone, PartialEq)]
struct Override {
    /// A pattern over the skill's path from the folder of `skill.toml`: `*` within a component, `**` across them.
    path: String,
    levels: Vec<(String, String)>,
}

/// A `[lint]` table that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SettingsError {
    #[error("`{file}` is not valid: {why}")]
    Invalid { file: String, why: String },
    #[error("in `{file}`: {source}")]
    Profile { file: String, source: ProfileError },
}

#[derive(Deserialize)]
struct File {
    lint: Option<Table>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Table {
    #[serde(default)]
    profiles: Vec<String>,
    /// Rules newer than this only note; all rules are of the first version so far.
    #[expect(dead_code, reason = "read for later versions")]
    version: Option<String>,
    fail_on: Option<String>,
    baseline: Option<String>,
    tokens_factor: Option<f64>,
    #[serde(default)]
    rules: BTreeMap<String, String>,
    #[serde(default)]
    limits: Limits,
    #[serde(default, rename = "override")]
    overrides: Vec<OverrideTable>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Limits {
    lines: Option<usize>,
    body_tokens: Option<usize>,
    /// For `skill pack`.
    #[expect(dead_code, reason = "pack reads it")]
    archive_size: Option<serde::de::IgnoredAny>,
    #[expect(dead_code, reason = "pack reads it")]
    files: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OverrideTable {
    path: String,
    rules: BTreeMap<String, String>,
}

impl Settings {
    /// Reads the text of a `skill.toml`; `file` is its name in errors.
    pub(crate) fn parse(file: &str, text: &str) -> Result<Self, SettingsError> {
        let invalid = |why: String| SettingsError::Invalid { file: file.to_owned(), why };
        let read: File =
            toml_edit::de::from_str(text).map_err(|error| invalid(error.message().to_owned()))?;
        let table = read.lint.unwrap_or_default();
        if let Some(word) = &table.fail_on
            && !matches!(word.as_str(), "error" | "warning" | "note" | "never")
        {
            return Err(invalid(format!("`fail-on` is `{word}`: use `error`, `warning`, `note` or `never`")));
        }
        let overrides = table
            .overrides
            .into_iter()
            .map(|each| Override { path: each.path, levels: each.rules.into_iter().collect() })
            .collect();
        let settings = Self {
            profiles: table.profiles,
            fail_on: table.fail_on,
            baseline: table.baseline,
            levels: table.rules.into_iter().collect(),
            lines: table.limits.lines,
            body_tokens: table.limits.body_tokens,
            tokens_factor: table.tokens_factor,
            overrides,
        };
        // A misspelt rule is told at once, whichever skill is judged.
        let mut probe = Profile::spec();
        settings.set_all(&mut probe, file)?;
        Ok(settings)
    }

    fn set_all(&self, profile: &mut Profile, file: &str) -> Result<(), SettingsError> {
        let all = self.overrides.iter().flat_map(|each| &each.levels).chain(&self.levels);
        for (rule, level) in all {
            profile
                .set_level(rule, level, "skill.toml")
                .map_err(|source| SettingsError::Profile { file: file.to_owned(), source })?;
        }
        Ok(())
    }

    /// Applies the wishes to a profile, for a skill at `path` (from the folder of `skill.toml`, `/`-separated).
    pub(crate) fn apply(&self, profile: &mut Profile, path: &str) -> Result<(), ProfileError> {
        let matching =
            self.overrides.iter().filter(|each| matches(&each.path, path)).flat_map(|each| &each.levels);
        for (rule, level) in self.levels.iter().chain(matching) {
            profile.set_level(rule, level, "skill.toml")?;
        }
        let limits = &mut profile.limits;
        limits.lines = self.lines.unwrap_or(limits.lines);
        limits.body_tokens = self.body_tokens.unwrap_or(limits.body_tokens);
        limits.tokens_factor = self.tokens_factor.unwrap_or(limits.tokens_factor);
        Ok(())
    }

    /// Whether nothing is wished for.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a pattern fits a path or a folder above it: `*` stands for any text without `/`, `**` for any at all.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim_end_matches('/');
    let above = path.match_indices('/').map(|(at, _)| &path[..at]);
    let pattern = pattern.strip_suffix("/**").unwrap_or(pattern);
    above.chain([path]).any(|path| fits(pattern.as_bytes(), path.as_bytes()))
}

fn fits(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => path.is_empty(),
        [b'*', b'*', b'/', rest @ ..] if fits(rest, path) => true,
        [b'*', b'*', rest @ ..] => (0..=path.len()).any(|at| fits(rest, &path[at..])),
        [b'*', rest @ ..] => {
            let end = path.iter().position(|byte| *byte == b'/').unwrap_or(path.len());
            (0..=end).any(|at| fits(rest, &path[at..]))
        }
        [byte, rest @ ..] => path.first() == Some(byte) && fits(rest, &path[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_limits_and_overrides_are_taken_in() {
        let text = "[pack]\nlayout = \"folder\"\n[lint]\nprofiles = [\"claude\"]\nfail-on = \"warning\"\n[lint.rules]\nlink-broken = \"off\"\n[lint.limits]\nlines = 100\n[[lint.override]]\npath = \"skills/legacy/**\"\nrules = { links = \"note\" }\n";
        let settings = Settings::parse("skill.toml", text).unwrap();
        let rule = super::super::rules::named("link-escape").unwrap();
        let mut profile = Profile::spec();
        settings.apply(&mut profile, "skills/new/x").unwrap();
        assert_eq!((profile.limits.lines, profile.level(rule).as_str()), (100, "error"));
        settings.apply(&mut profile, "skills/legacy/x").unwrap();
        assert_eq!(profile.level(rule).as_str(), "note");
        assert!(Settings::parse("skill.toml", "[lint.rules]\nlink-brokn = \"off\"\n").is_err());
        assert!(Settings::parse("skill.toml", "[lint]\nfail_on = \"error\"\n").is_err());
        assert!(Settings::parse("skill.toml", "").unwrap().is_empty());
    }

    #[test]
    fn patterns_fit_paths_and_what_lies_below() {
        assert!(matches("skills/legacy/**", "skills/legacy/a"));
        assert!(matches("skills/*", "skills/a/b"));
        assert!(matches("**/old", "a/b/old"));
        assert!(!matches("skills/legacy", "skills/legacy-two"));
    }
}
