//! Searching: the lists that registries derive for it, ranked here, and on wish the skills that are installed.

use crate::{
    host::registry::builtin,
    model::name::nearest,
    ops::{
        Context,
        error::Error,
        list,
        registry::{self, Entry, Known},
        scope::ScopeFolder,
    },
};

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) name: String,
    pub(crate) version: Option<String>,
    pub(crate) description: String,
    /// The registry's name; `None` for an installed skill.
    pub(crate) registry: Option<String>,
    /// What to install it by.
    pub(crate) spec: Option<String>,
    pub(crate) deprecated: Option<String>,
    /// How many files have the executable bit.
    pub(crate) executables: usize,
    /// When it was published, as the registry writes it.
    pub(crate) published: Option<String>,
    pub(crate) score: u32,
}

/// What came of a search.
#[derive(Debug, Default)]
pub(crate) struct Searched {
    /// Best first.
    pub(crate) hits: Vec<Hit>,
    /// Registries that have no list.
    pub(crate) without_list: Vec<String>,
    /// Registries asked.
    pub(crate) asked: Vec<String>,
    /// What to install by a name that is nearly the query, where a registry has no hit.
    pub(crate) near: Option<String>,
}

/// What to look through.
#[derive(Debug, Default)]
pub(crate) struct SearchOptions {
    /// Empty: all that are configured, and the built-in one.
    pub(crate) registries: Vec<String>,
    /// The skills installed here, instead of registries.
    pub(crate) installed: bool,
}

/// Finds what has every word of the query in its name or description.
pub(crate) fn search(
    context: &Context<'_>,
    folder: &ScopeFolder,
    scopes: Vec<ScopeFolder>,
    query: &str,
    options: &SearchOptions,
) -> Result<Searched, Error> {
    let words = words(query);
    let mut searched = Searched::default();
    if options.installed {
        for listed in list::list(context, scopes)?.skills {
            let description =
                listed.card.as_ref().and_then(|card| card.description.clone()).unwrap_or_default();
            let version = list::shown_version(&listed);
            keep(&mut searched, &words, &listed.name, &description, |score| Hit {
                name: listed.name.clone(),
                version: (version != "-").then_some(version.clone()),
                description: description.clone(),
                registry: None,
                spec: None,
                deprecated: None,
                executables: 0,
                published: None,
                score,
            });
        }
    } else {
        let known = chosen(context, folder, options)?;
        for one in &known {
            search_one(context, one, &words, &mut searched)?;
        }
        if options.registries.is_empty() || options.registries.iter().any(|name| name == "builtin") {
            searched.asked.push("builtin".to_owned());
            for skill in builtin::skills() {
                keep(&mut searched, &words, skill.name, skill.description, |score| Hit {
                    name: skill.name.to_owned(),
                    version: Some(skill.version.to_owned()),
                    description: skill.description.to_owned(),
                    registry: Some("builtin".to_owned()),
                    spec: Some(format!("builtin:{}", skill.name)),
                    deprecated: None,
                    executables: skill.executables(),
                    published: None,
                    score,
                });
            }
        }
    }
    searched.hits.sort_by(|a, b| {
        let key = |hit: &Hit| (hit.deprecated.is_some(), std::cmp::Reverse(hit.score));
        key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name)).then_with(|| a.registry.cmp(&b.registry))
    });
    Ok(searched)
}

fn chosen(context: &Context<'_>, folder: &ScopeFolder, options: &SearchOptions) -> Result<Vec<Known>, Error> {
    if options.registries.is_empty() {
        return registry::all(context, folder);
    }
    let named = options.registries.iter().filter(|name| *name != "builtin");
    named.map(|name| registry::named(context, folder, name)).collect()
}

fn search_one(
    context: &Context<'_>,
    known: &Known,
    words: &[String],
    searched: &mut Searched,
) -> Result<(), Error> {
    searched.asked.push(known.name.clone());
    let Some(list) = registry::open(context, known)?.search_list(context.reporter)? else {
        searched.without_list.push(known.name.clone());
        return Ok(());
    };
    let is_default = known.name == registry::DEFAULT;
    let before = searched.hits.len();
    for line in list.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        // Most lines are no hits: they are looked at as bytes first.
        if !words.iter().all(|word| holds_word(line, word.as_bytes())) {
            continue;
        }
        let Ok(entry) = serde_json::from_slice::<Entry>(line) else { continue };
        let description = entry.description.clone().unwrap_or_default();
        keep(searched, words, &entry.name, &description, |score| Hit {
            name: entry.name.clone(),
            version: Some(entry.version.clone()),
            description: description.clone(),
            registry: Some(known.name.clone()),
            spec: Some(if is_default {
                entry.name.clone()
            } else {
                format!("{}:{}", known.name, entry.name)
            }),
            deprecated: entry.deprecated.clone(),
            executables: entry.exec,
            published: Some(entry.pubtime.clone()),
            score,
        });
    }
    if let [word] = words
        && searched.hits.len() == before
    {
        let near = near(&list, word);
        searched.near = searched
            .near
            .take()
            .or(near.map(|name| if is_default { name } else { format!("{}:{name}", known.name) }));
    }
    Ok(())
}

/// The package whose name is a typing error away from the word.
fn near(list: &[u8], word: &str) -> Option<String> {
    let names: Vec<String> = list
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Entry>(line).ok())
        .map(|entry| entry.name)
        .collect();
    nearest(word, names.iter().map(String::as_str)).map(str::to_owned)
}

fn keep(
    searched: &mut Searched,
    words: &[String],
    name: &str,
    description: &str,
    hit: impl FnOnce(u32) -> Hit,
) {
    if let Some(score) = score(words, name, description) {
        searched.hits.push(hit(score));
    }
}

/// The words of a query, in lower case.
fn words(query: &str) -> Vec<String> {
    query.split_whitespace().map(str::to_lowercase).collect()
}

/// Whether a line may hold a word, letters of ASCII in either case; words beyond ASCII may be escaped or in another
/// case, and are looked for later.
fn holds_word(line: &[u8], word: &[u8]) -> bool {
    !word.is_ascii()
        || word.contains(&b'"')
        || word.contains(&b'\\')
        || line.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}

/// How well a skill answers: every word must be in its name or description. The name counts most, a whole part of it
/// more than a piece, and the whole name most of all.
fn score(words: &[String], name: &str, description: &str) -> Option<u32> {
    let (name, description) = (name.to_lowercase(), description.to_lowercase());
    let base = name.rsplit('/').next().unwrap_or(&name);
    let mut total = 0;
    for word in words {
        let part = |text: &str| text.split(['-', '/', '@']).any(|part| part == word);
        let of_name = if base == word || name == *word {
            100
        } else if part(&name) {
            40
        } else if base.starts_with(word.as_str()) {
            30
        } else if name.contains(word.as_str()) {
            20
        } else {
            0
        };
        let of_text = if description.split(|c: char| !c.is_alphanumeric()).any(|other| other == word) {
            10
        } else if description.contains(word.as_str()) {
            5
        } else {
            0
        };
        if of_name + of_text == 0 {
            return None;
        }
        total += of_name + of_text;
    }
    // `git commit` means `git-commit`.
    if words.len() > 1 && base == words.join("-") {
        total += 100;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_more_than_descriptions_and_every_word_must_be_there() {
        let score = |query: &str, name: &str, text: &str| score(&words(query), name, text);
        let exact = score("pdf", "pdf", "Fills forms.");
        let part = score("pdf", "pdf-forms", "Fills forms.");
        let text = score("pdf", "forms", "Fills PDF forms.");
        assert!(exact > part && part > text && text.is_some());
        assert_eq!(score("pdf excel", "pdf", "Fills forms."), None);
        assert!(score("git commit", "git-commit", "x") > score("git commit", "commit-git-log", "x"));
        assert!(score("表格", "tables", "处理表格").is_some());
        assert!(score("", "tables", "x").is_some(), "no words: everything");
    }

    #[test]
    fn lines_are_sifted_without_losing_a_hit() {
        assert!(holds_word(br#"{"name":"Fill-PDF"}"#, b"pdf"));
        assert!(!holds_word(br#"{"name":"forms"}"#, b"pdf"));
        assert!(holds_word(br#"{"name":"forms"}"#, "ü".as_bytes()));
    }
}
