//! The `[lint]` table of `skill.toml`: which profiles, which levels, where else. Read with its places, so that a slip of
//! the pen is shown where it stands. `[pack]` and `[publish]` belong to other readers.

use toml_edit::{Document, Item, TableLike};

use super::{Profile, ProfileError, WrittenLimits};
use crate::{
    lint::{
        diagnostic::Severity,
        rule::Level,
        rules::{self, RULES},
    },
    model::{name::nearest, span::line_and_column, visible},
};

const TABLES: [&str; 3] = ["lint", "pack", "publish"];
const KEYS: [&str; 8] =
    ["baseline", "fail-on", "limits", "override", "profiles", "rules", "tokens-factor", "version"];
const LIMITS: [&str; 9] = [
    "archive-size",
    "body-tokens",
    "compatibility",
    "description",
    "file-size",
    "files",
    "lines",
    "name",
    "unpacked-size",
];
const FAIL_ON: [&str; 4] = ["error", "warning", "note", "never"];

/// An author's wishes, on top of the profiles.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Settings {
    /// Empty: `spec`.
    pub(crate) profiles: Vec<String>,
    /// `error`, `warning`, `note` or `never`.
    pub(crate) fail_on: Option<String>,
    /// Relative to the folder of `skill.toml`.
    pub(crate) baseline: Option<String>,
    /// Rules that are newer than this version of `skill` only note.
    version: Option<Vec<u64>>,
    levels: Vec<(String, Level)>,
    limits: WrittenLimits,
    overrides: Vec<Override>,
}

/// Levels for some paths only.
#[derive(Debug, Clone, PartialEq)]
struct Override {
    /// A pattern over the skill's path from the folder of `skill.toml`: `*` within a component, `**` across them.
    path: String,
    levels: Vec<(String, Level)>,
}

/// A `[lint]` table that can't be used, with the place of what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {why}")]
pub(crate) struct SettingsError {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) why: String,
    /// The nearest word that would do.
    pub(crate) near: Option<String>,
}

/// A text being read.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

type Result<T> = std::result::Result<T, SettingsError>;

impl Reader<'_> {
    fn error(&self, place: Option<std::ops::Range<usize>>, why: impl Into<String>) -> SettingsError {
        let (line, column) = line_and_column(self.text, place.map_or(0, |range| range.start));
        SettingsError { file: self.file.to_owned(), line, column, why: why.into(), near: None }
    }

    fn unknown(
        &self,
        table: &dyn TableLike,
        key: &str,
        why: String,
        known: impl IntoIterator<Item = &'static str>,
    ) -> SettingsError {
        let place = table.get_key_value(key).and_then(|(key, _)| key.span());
        let near = nearest(key, known).map(str::to_owned);
        SettingsError { near, ..self.error(place, why) }
    }

    /// Fails on the first key that is none of the known ones.
    fn only(&self, table: &dyn TableLike, name: &str, known: &'static [&'static str]) -> Result<()> {
        match table.iter().find(|(key, _)| !known.contains(key)) {
            None => Ok(()),
            Some((key, _)) => {
                let key = key.to_owned();
                let what = if name.is_empty() { "no table of `skill.toml`" } else { "no setting of" };
                let place = if name.is_empty() { String::new() } else { format!(" `[{name}]`") };
                let why = format!("`{}` is {what}{place}", visible::line(&key));
                Err(self.unknown(table, &key, why, known.iter().copied()))
            }
        }
    }

    fn table<'t>(&self, item: &'t Item, name: &str) -> Result<&'t dyn TableLike> {
        item.as_table_like().ok_or_else(|| self.error(item.span(), format!("`{name}` is not a table")))
    }

    fn text(&self, item: &Item, name: &str) -> Result<String> {
        let text = item.as_str().map(str::to_owned);
        text.ok_or_else(|| self.error(item.span(), format!("`{name}` is not a text in quotes")))
    }

    fn count(&self, item: &Item, name: &str) -> Result<u64> {
        let count = item.as_integer().and_then(|count| u64::try_from(count).ok());
        count.ok_or_else(|| self.error(item.span(), format!("`{name}` is not a whole number from 0 up")))
    }

    /// A number of bytes: a whole number, or a text such as `50 MB`.
    fn size(&self, item: &Item, name: &str) -> Result<u64> {
        let wrong = || {
            self.error(
                item.span(),
                format!("`{name}` is not a size: write it as `\"50 MB\"`, or as a number of bytes"),
            )
        };
        match item.as_str() {
            None => self.count(item, name).map_err(|_| wrong()),
            Some(text) => bytes(text).ok_or_else(wrong),
        }
    }

    fn levels(&self, item: &Item, name: &str) -> Result<Vec<(String, Level)>> {
        let table = self.table(item, name)?;
        let mut levels = Vec::new();
        for (rule, item) in table.iter() {
            if !is_rule_or_category(rule) {
                let why = format!("`{}` is no rule or category of rules", visible::line(rule));
                return Err(self.unknown(table, rule, why, rule_names()));
            }
            let word = self.text(item, rule)?;
            let level = word.parse().map_err(|()| {
                let why = format!(
                    "`{}` is no level: use `off`, `note`, `warning` or `error`",
                    visible::line(&word)
                );
                self.error(item.span(), why)
            })?;
            levels.push((rule.to_owned(), level));
        }
        // A rule's own level outweighs that of its category.
        levels.sort_by_key(|(name, _)| rules::named(name).is_some());
        Ok(levels)
    }

    fn limits(&self, item: &Item) -> Result<WrittenLimits> {
        let table = self.table(item, "lint.limits")?;
        self.only(table, "lint.limits", &LIMITS)?;
        let count = |key: &str| table.get(key).map(|item| self.count(item, key)).transpose();
        let length = |key: &str| Ok(count(key)?.map(|count| usize::try_from(count).unwrap_or(usize::MAX)));
        let size = |key: &str| table.get(key).map(|item| self.size(item, key)).transpose();
        Ok(WrittenLimits {
            name: length("name")?,
            description: length("description")?,
            description_front: None,
            compatibility: length("compatibility")?,
            license: None,
            lines: length("lines")?,
            body_tokens: length("body-tokens")?,
            tokens_factor: None,
            archive_size: size("archive-size")?,
            unpacked_size: size("unpacked-size")?,
            file_size: size("file-size")?,
            files: count("files")?,
        })
    }

    fn overrides(&self, item: &Item) -> Result<Vec<Override>> {
        let wrong =
            || self.error(item.span(), "`override` is not a list of tables: write `[[lint.override]]`");
        let read = |table: &dyn TableLike| {
            self.only(table, "[lint.override]", &["path", "rules"])?;
            let missing = |key: &str| self.error(item.span(), format!("an override has no `{key}`"));
            let path = self.text(table.get("path").ok_or_else(|| missing("path"))?, "path")?;
            let levels = self.levels(table.get("rules").ok_or_else(|| missing("rules"))?, "rules")?;
            Ok(Override { path, levels })
        };
        match item {
            Item::ArrayOfTables(tables) => tables.iter().map(|table| read(table)).collect(),
            Item::Value(value) => value
                .as_array()
                .ok_or_else(wrong)?
                .iter()
                .map(|value| read(value.as_inline_table().ok_or_else(wrong)?))
                .collect(),
            Item::None | Item::Table(_) => Err(wrong()),
        }
    }

    fn profiles(&self, item: &Item) -> Result<Vec<String>> {
        let wrong = || self.error(item.span(), "`profiles` is not a list of names in quotes");
        let mut names = Vec::new();
        for value in item.as_array().ok_or_else(wrong)? {
            let name = value.as_str().ok_or_else(wrong)?;
            if !Profile::is_file(name) && !Profile::shipped().any(|known| known == name) {
                let why = format!("there is no profile `{}`", visible::line(name));
                let near = nearest(name, Profile::shipped()).map(str::to_owned);
                return Err(SettingsError { near, ..self.error(value.span(), why) });
            }
            names.push(name.to_owned());
        }
        Ok(names)
    }

    fn settings(&self, table: &dyn TableLike) -> Result<Settings> {
        self.only(table, "lint", &KEYS)?;
        let mut settings = Settings::default();
        for (key, item) in table.iter() {
            match key {
                "profiles" => settings.profiles = self.profiles(item)?,
                "baseline" => settings.baseline = Some(self.text(item, key)?),
                "rules" => settings.levels = self.levels(item, "lint.rules")?,
                "override" => settings.overrides = self.overrides(item)?,
                "limits" => {
                    let tokens_factor = settings.limits.tokens_factor;
                    settings.limits = WrittenLimits { tokens_factor, ..self.limits(item)? };
                }
                "fail-on" => {
                    let word = self.text(item, key)?;
                    if !FAIL_ON.contains(&word.as_str()) {
                        let why = "`fail-on` is none of `error`, `warning`, `note`, `never`";
                        let near = nearest(&word, FAIL_ON).map(str::to_owned);
                        return Err(SettingsError { near, ..self.error(item.span(), why) });
                    }
                    settings.fail_on = Some(word);
                }
                "tokens-factor" => {
                    #[expect(clippy::cast_precision_loss, reason = "a factor is a small number")]
                    let factor = item.as_float().or_else(|| item.as_integer().map(|number| number as f64));
                    let factor = factor.filter(|factor| factor.is_finite() && *factor > 0.0);
                    let wrong = || self.error(item.span(), "`tokens-factor` is not a number above 0");
                    settings.limits.tokens_factor = Some(factor.ok_or_else(wrong)?);
                }
                // `only` let nothing else through.
                _ => {
                    let wrong = || self.error(item.span(), "`version` is not written as `\"0.3\"`");
                    settings.version = Some(version(&self.text(item, key)?).ok_or_else(wrong)?);
                }
            }
        }
        Ok(settings)
    }
}

/// `0.3` or `0.3.1` as numbers.
fn version(text: &str) -> Option<Vec<u64>> {
    let parts: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
    parts.filter(|parts| parts.len() <= 3)
}

/// `50 MB` as bytes; a thousand to the kB, 1,024 to the KiB.
fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let factor = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return None,
    };
    text[..digits].parse::<u64>().ok()?.checked_mul(factor)
}

fn rule_names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name).chain(RULES.iter().map(|rule| rule.category.as_str()))
}

fn is_rule_or_category(word: &str) -> bool {
    rule_names().any(|name| name == word)
}

impl Settings {
    /// Reads the text of a `skill.toml`; `file` is its name in errors.
    pub(crate) fn parse(file: &str, text: &str) -> Result<Self> {
        let reader = Reader { file, text };
        let document = Document::parse(text)
            .map_err(|error| reader.error(error.span(), error.message().trim().replace('\n', ", ")))?;
        let root = document.as_table();
        reader.only(root, "", &TABLES)?;
        match root.get("lint") {
            None => Ok(Self::default()),
            Some(item) => reader.settings(reader.table(item, "lint")?),
        }
    }

    /// Applies the wishes to a profile, for a skill at `path` (from the folder of `skill.toml`, `/`-separated).
    pub(crate) fn apply(&self, profile: &mut Profile, path: &str) -> std::result::Result<(), ProfileError> {
        if let Some(pinned) = &self.version {
            for rule in RULES.iter().filter(|rule| version(rule.since).is_some_and(|since| since > *pinned)) {
                if matches!(profile.level(rule), Level::On(severity) if severity > Severity::Note) {
                    profile.set_level(rule.name, "note", "skill.toml")?;
                }
            }
        }
        let matching =
            self.overrides.iter().filter(|each| matches(&each.path, path)).flat_map(|each| &each.levels);
        for (rule, level) in self.levels.iter().chain(matching) {
            profile.set_level(rule, level.as_str(), "skill.toml")?;
        }
        profile.limits.take(&self.limits);
        Ok(())
    }

    /// Which of the overrides hold for a skill at `path`: skills with the same ones are judged alike.
    pub(crate) fn overrides_for(&self, path: &str) -> Vec<usize> {
        let holds = |(index, each): (usize, &Override)| matches(&each.path, path).then_some(index);
        self.overrides.iter().enumerate().filter_map(holds).collect()
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
        let rule = rules::named("link-escape").unwrap();
        let mut profile = Profile::spec();
        settings.apply(&mut profile, "skills/new/x").unwrap();
        assert_eq!((profile.limits.lines, profile.level(rule).as_str()), (100, "error"));
        settings.apply(&mut profile, "skills/legacy/x").unwrap();
        assert_eq!(profile.level(rule).as_str(), "note");
        assert!(Settings::parse("skill.toml", "").unwrap().is_empty());
    }

    /// Line, column and nearest word of the error.
    fn slip(text: &str) -> (usize, usize, Option<String>) {
        let error = Settings::parse("skill.toml", text).unwrap_err();
        (error.line, error.column, error.near)
    }

    #[test]
    fn a_slip_of_the_pen_is_shown_where_it_stands_with_the_nearest_word() {
        let near = |word: &str| Some(word.to_owned());
        assert_eq!(slip("[lint.rules]\nlink-brokn = \"off\"\n"), (2, 1, near("link-broken")));
        assert_eq!(slip("[lint]\nfail_on = \"error\"\n"), (2, 1, near("fail-on")));
        assert_eq!(slip("[lint]\nfail-on = \"errors\"\n"), (2, 11, near("error")));
        assert_eq!(slip("[lnt]\n"), (1, 2, near("lint")));
        assert_eq!(slip("[lint]\nprofiles = [\"spec\", \"cluade\"]\n"), (2, 21, near("claude")));
        assert_eq!(slip("[lint.limits]\nline = 3\n"), (2, 1, near("lines")));
        assert_eq!(slip("[lint.rules]\nlinks = \"loud\"\n"), (2, 9, None));
        assert_eq!(slip("[[lint.override]]\npath = \"x\"\nrules = { links = 1 }\n"), (3, 19, None));
        assert_eq!(slip("[lint]\nx = = 1\n").0, 2);
    }

    #[test]
    fn a_rules_own_level_outweighs_that_of_its_category() {
        let text = "[lint.rules]\nlink-broken = \"note\"\nlinks = \"off\"\n";
        let mut profile = Profile::spec();
        Settings::parse("skill.toml", text).unwrap().apply(&mut profile, "").unwrap();
        let level = |name| profile.level(rules::named(name).unwrap()).as_str();
        assert_eq!((level("link-broken"), level("link-escape")), ("note", "off"));
    }

    #[test]
    fn rules_newer_than_the_pinned_version_only_note() {
        for (pinned, level) in [("0.0.9", "note"), ("0.1", "error"), ("1", "error")] {
            let mut profile = Profile::spec();
            let settings =
                Settings::parse("skill.toml", &format!("[lint]\nversion = \"{pinned}\"\n")).unwrap();
            settings.apply(&mut profile, "").unwrap();
            assert_eq!(profile.level(rules::named("link-broken").unwrap()).as_str(), level, "{pinned}");
        }
    }

    #[test]
    fn sizes_are_numbers_or_words() {
        assert_eq!(bytes("50 MB"), Some(50_000_000));
        assert_eq!(bytes("2MiB"), Some(2 << 20));
        assert_eq!((bytes("12"), bytes("1 XB"), bytes("MB")), (Some(12), None, None));
        assert_eq!(bytes("99999999999999 GB"), None);
    }

    #[test]
    fn patterns_fit_paths_and_what_lies_below() {
        assert!(matches("skills/legacy/**", "skills/legacy/a"));
        assert!(matches("skills/*", "skills/a/b"));
        assert!(matches("**/old", "a/b/old"));
        assert!(!matches("skills/legacy", "skills/legacy-two"));
    }
}
