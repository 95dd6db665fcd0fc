//! `Catalogue`: the embedded translations of one language, one file a family of rules.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use super::template::Template;

/// Files of rules: a table a rule.
const RULES: [&str; 13] = [
    include_str!("zh/body.toml"),
    include_str!("zh/collection.toml"),
    include_str!("zh/description.toml"),
    include_str!("zh/fields.toml"),
    include_str!("zh/files.toml"),
    include_str!("zh/links.toml"),
    include_str!("zh/name.toml"),
    include_str!("zh/package.toml"),
    include_str!("zh/platforms.toml"),
    include_str!("zh/safety.toml"),
    include_str!("zh/scripts.toml"),
    include_str!("zh/syntax.toml"),
    include_str!("zh/writing.toml"),
];
/// What several rules say.
const SHARED: &str = include_str!("zh/shared.toml");
/// What the YAML reader says.
const READER: &str = include_str!("zh/reader.toml");
/// What screens say.
const SCREEN: &str = include_str!("zh/screen.toml");

/// Sentences within sentences, at most: a list of a thousand parts is not taken apart.
const MAX_DEPTH: usize = 6;

/// All translations of one language.
#[derive(Debug)]
pub(super) struct Catalogue {
    rules: BTreeMap<String, Entry>,
    shared: Vec<Template>,
    screen: Vec<Template>,
}

/// The translations of one rule.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) summary: String,
    pub(super) page: String,
    messages: Vec<Template>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    summary: String,
    page: String,
    #[serde(default)]
    messages: BTreeMap<String, String>,
}

/// The Chinese catalogue, read once.
pub(super) fn chinese() -> &'static Catalogue {
    static READ: OnceLock<Catalogue> = OnceLock::new();
    READ.get_or_init(|| Catalogue::read().expect("a test reads the embedded catalogue"))
}

/// Every English sentence of the catalogue that is ours.
#[cfg(test)]
pub(super) fn sentences() -> Vec<String> {
    let written = RULES.iter().map(|text| toml_edit::de::from_str::<BTreeMap<String, Written>>(text));
    let of_rules = written.flat_map(Result::unwrap).flat_map(|(_, each)| each.messages.into_keys());
    let tables = [SHARED, SCREEN].map(toml_edit::de::from_str::<BTreeMap<String, String>>);
    of_rules.chain(tables.into_iter().flat_map(Result::unwrap).map(|(english, _)| english)).collect()
}

/// The sentences of a table; an error names the one that can't be filled.
fn templates(messages: &BTreeMap<String, String>) -> Result<Vec<Template>, String> {
    messages
        .iter()
        .map(|(english, other)| {
            Template::new(english, other).ok_or_else(|| format!("`{english}` = `{other}`"))
        })
        .collect()
}

impl Catalogue {
    /// Reads the embedded files; an error says what is wrong with them.
    pub(super) fn read() -> Result<Self, String> {
        let mut rules = BTreeMap::new();
        for text in RULES {
            let written: BTreeMap<String, Written> =
                toml_edit::de::from_str(text).map_err(|error| error.to_string())?;
            for (name, each) in written {
                let messages = templates(&each.messages)?;
                let entry = Entry { summary: each.summary, page: each.page, messages };
                if rules.insert(name.clone(), entry).is_some() {
                    return Err(format!("`{name}` stands twice"));
                }
            }
        }
        let table = |text: &str| {
            let messages: BTreeMap<String, String> =
                toml_edit::de::from_str(text).map_err(|error| error.to_string())?;
            templates(&messages)
        };
        let mut shared = table(SHARED)?;
        shared.extend(table(READER)?);
        Ok(Self { rules, shared, screen: table(SCREEN)? })
    }

    pub(super) fn entry(&self, rule: &str) -> Option<&Entry> {
        self.rules.get(rule)
    }

    /// The names of the rules that are translated.
    #[cfg(test)]
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// What a rule says, by its own sentences or those that several share.
    pub(super) fn of_rule(&self, rule: &str, english: &str) -> Option<String> {
        let own = self.entry(rule).map_or(&[][..], |entry| &entry.messages);
        said(&[own, &self.shared], english, 0)
    }

    /// What a screen says.
    pub(super) fn phrase(&self, english: &str) -> Option<String> {
        said(&[&self.screen], english, 0)
    }
}

/// The translation by the closest sentence: the one with the most words of its own.
fn said(tables: &[&[Template]], english: &str, depth: usize) -> Option<String> {
    let all = tables.iter().flat_map(|table| table.iter());
    let matching = all.filter_map(|template| Some((template, template.caught(english)?)));
    let (template, holes) = matching.max_by_key(|(template, _)| template.weight)?;
    let deeper = |text: &str| if depth < MAX_DEPTH { said(tables, text, depth + 1) } else { None };
    let inner = |text: &str| deeper(text).unwrap_or_else(|| text.to_owned());
    Some(template.filled(&holes, inner))
}
