//! The list for searching, in memory: every word with the packages that have it, and the answers given lately.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

use super::super::Entry;

/// Answers that are remembered, each at most so many bytes long.
const MAX_KNOWN: usize = 256;
const MAX_ANSWER: usize = 128 * 1024;
/// What is read of a query, in words and in characters.
const MAX_WORDS: usize = 16;
const MAX_QUERY: usize = 200;

/// A word's place in a package: in its name or its description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    entry: u32,
    is_name: bool,
}

/// All packages of a registry.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    entries: Vec<Entry>,
    /// As they stand in the list.
    lines: Vec<Box<str>>,
    /// Sorted by word.
    words: Vec<(Box<str>, Vec<Use>)>,
    /// Places of entries, newest first.
    newest: Vec<u32>,
    known: Mutex<HashMap<(String, usize), Arc<str>>>,
}

/// What was found.
#[derive(Debug)]
pub(super) struct Found<'a> {
    /// Best first.
    pub(super) entries: Vec<&'a Entry>,
    /// How many there are in all.
    pub(super) total: usize,
    places: Vec<u32>,
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

impl Catalogue {
    /// Reads the list; lines that can't be read are passed over, they are no fault of who searches.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut catalogue = Self::default();
        let mut words_of: BTreeMap<String, Vec<Use>> = BTreeMap::new();
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let (Ok(entry), Ok(text)) = (serde_json::from_slice::<Entry>(line), std::str::from_utf8(line))
            else {
                continue;
            };
            let at = u32::try_from(catalogue.entries.len()).unwrap_or(u32::MAX);
            for word in words(&entry.name) {
                words_of.entry(word).or_default().push(Use { entry: at, is_name: true });
            }
            for word in words(entry.description.as_deref().unwrap_or_default()) {
                words_of.entry(word).or_default().push(Use { entry: at, is_name: false });
            }
            catalogue.lines.push(text.into());
            catalogue.entries.push(entry);
        }
        catalogue.words = words_of
            .into_iter()
            .map(|(word, mut uses)| {
                uses.sort_unstable();
                uses.dedup();
                uses.shrink_to_fit();
                (word.into_boxed_str(), uses)
            })
            .collect();
        catalogue.newest = (0..u32::try_from(catalogue.entries.len()).unwrap_or(u32::MAX)).collect();
        let entries = &catalogue.entries;
        catalogue.newest.sort_by(|a, b| {
            let (a, b) = (&entries[*a as usize], &entries[*b as usize]);
            b.pubtime.cmp(&a.pubtime).then_with(|| a.name.cmp(&b.name))
        });
        catalogue
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Packages that have every word of a query, or words that hold it; without words the newest ones.
    pub(super) fn find(&self, query: &str, limit: usize) -> Found<'_> {
        let query: String = query.chars().take(MAX_QUERY).collect();
        let wanted: Vec<String> = words(&query).take(MAX_WORDS).collect();
        let places: Vec<u32> =
            if query.trim().is_empty() { self.newest.clone() } else { self.ranked(&wanted) };
        let total = places.len();
        let places: Vec<u32> = places.into_iter().take(limit).collect();
        Found { entries: places.iter().map(|at| &self.entries[*at as usize]).collect(), total, places }
    }

    fn ranked(&self, wanted: &[String]) -> Vec<u32> {
        let mut scores: Option<HashMap<u32, u32>> = None;
        for word in wanted {
            let mut of_word: HashMap<u32, u32> = HashMap::new();
            for (other, uses) in &self.words {
                let fit = match other.find(word.as_str()) {
                    Some(0) if other.len() == word.len() => 4,
                    Some(0) => 2,
                    Some(_) => 1,
                    None => continue,
                };
                for one in uses {
                    if scores.as_ref().is_some_and(|scores| !scores.contains_key(&one.entry)) {
                        continue;
                    }
                    // A name counts ten times what a description does.
                    let score = fit * if one.is_name { 10 } else { 1 };
                    let best = of_word.entry(one.entry).or_default();
                    *best = (*best).max(score);
                }
            }
            if let Some(scores) = scores {
                for (entry, score) in &mut of_word {
                    *score += scores.get(entry).copied().unwrap_or_default();
                }
            }
            scores = Some(of_word);
        }
        let whole = wanted.join("-");
        let mut found: Vec<(u32, u32)> = scores.unwrap_or_default().into_iter().collect();
        for (at, score) in &mut found {
            let name = &self.entries[*at as usize].name;
            if name.rsplit('/').next() == Some(&whole) {
                *score += 100;
            }
        }
        found.sort_unstable_by(|(a, of_a), (b, of_b)| {
            let (a, b) = (&self.entries[*a as usize], &self.entries[*b as usize]);
            let key = |entry: &Entry, score: u32| (entry.deprecated.is_some(), std::cmp::Reverse(score));
            key(a, *of_a).cmp(&key(b, *of_b)).then_with(|| a.name.cmp(&b.name))
        });
        found.into_iter().map(|(at, _)| at).collect()
    }

    /// What was found, as JSON.
    pub(super) fn answer(&self, query: &str, limit: usize) -> Arc<str> {
        let key = (query.chars().take(MAX_QUERY).collect::<String>(), limit);
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let found = self.find(query, limit);
        // Each line was read as JSON before it was kept.
        let results: Vec<&str> = found.places.iter().map(|at| &*self.lines[*at as usize]).collect();
        let text = format!(
            "{{\"query\":{},\"total\":{},\"results\":[{}]}}\n",
            serde_json::Value::from(key.0.as_str()),
            found.total,
            results.join(",")
        );
        let text: Arc<str> = text.into();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        if text.len() <= MAX_ANSWER {
            known.insert(key, Arc::clone(&text));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        let line = |name: &str, text: &str, time: &str| {
            format!(
                "{{\"name\":\"{name}\",\"version\":\"1.0.0\",\"description\":\"{text}\",\"pubtime\":\"{time}\",\"size\":1,\"exec\":0,\"cksum\":\"sha256:0\"}}\n"
            )
        };
        let list = line("pdf", "Fills forms.", "2026-01-01T00:00:00Z")
            + &line("pdf-forms", "Reads tables.", "2026-01-03T00:00:00Z")
            + &line("@ops/git-commit", "Writes messages about PDF files.", "2026-01-02T00:00:00Z")
            + "nonsense\n"
            + &line("tables", "处理表格。", "2025-01-02T00:00:00Z");
        Catalogue::new(list.as_bytes())
    }

    #[test]
    fn names_come_before_descriptions_and_every_word_counts() {
        let catalogue = catalogue();
        let names = |query: &str| {
            let found = catalogue.find(query, 10);
            found.entries.iter().map(|entry| entry.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("PDF"), ["pdf", "pdf-forms", "@ops/git-commit"]);
        assert_eq!(names("git commit"), ["@ops/git-commit"]);
        assert_eq!(names("pdf tables"), ["pdf-forms"]);
        assert_eq!(names("表格"), ["tables"]);
        assert_eq!(names("able"), ["tables", "pdf-forms"]);
        assert_eq!(names("")[..2], ["pdf-forms", "@ops/git-commit"]);
        assert!(names("nothing").is_empty() && names("***").is_empty());
        assert_eq!((catalogue.find("pdf", 1).entries.len(), catalogue.find("pdf", 1).total), (1, 3));
    }

    #[test]
    fn answers_are_json_and_the_same_when_remembered() {
        let catalogue = catalogue();
        let answer = catalogue.answer("pdf \"x\"", 5);
        let value: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(value["total"], 0);
        let first = catalogue.answer("forms", 5);
        let value: serde_json::Value = serde_json::from_str(&first).expect("JSON");
        assert_eq!(value["results"][0]["name"], "pdf-forms");
        assert_eq!(first, catalogue.answer("forms", 5));
    }
}
