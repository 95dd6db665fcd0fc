//! The list for searching, in memory: every word with the packages that have it, and the answers given lately.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

use super::super::Entry;

/// Queries whose hits are remembered, and how many hits of each.
const MAX_KNOWN: usize = 1024;
const MAX_RANKED: usize = 300;
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
    known: Mutex<HashMap<String, Arc<Ranked>>>,
}

/// The best hits, as places of entries, and how many there are in all.
#[derive(Debug)]
struct Ranked {
    best: Vec<u32>,
    total: usize,
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

    /// Packages that have every word of a query, or words that begin with it; without words the newest ones. At most
    /// [`MAX_RANKED`].
    pub(super) fn find(&self, query: &str, limit: usize) -> Found<'_> {
        let query: String = query.chars().take(MAX_QUERY).collect();
        let (places, total) = if query.trim().is_empty() {
            (self.newest.iter().take(limit).copied().collect(), self.newest.len())
        } else {
            let ranked = self.remembered(query);
            (ranked.best.iter().take(limit).copied().collect::<Vec<u32>>(), ranked.total)
        };
        Found { entries: places.iter().map(|at| &self.entries[*at as usize]).collect(), total, places }
    }

    fn remembered(&self, query: String) -> Arc<Ranked> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&query) {
            return Arc::clone(known);
        }
        let wanted: Vec<String> = words(&query).take(MAX_WORDS).collect();
        let ranked = Arc::new(self.ranked(&wanted));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(query, Arc::clone(&ranked));
        ranked
    }

    /// The words that a word of a query means, with how well they fit. Words are told by how they begin; where that
    /// finds none, and in scripts that write without blanks, by what they hold.
    fn meant(&self, word: &str) -> Vec<(u32, &[Use])> {
        let start = self.words.partition_point(|(other, _)| **other < *word);
        let ahead = self.words[start..].iter().take_while(|(other, _)| other.starts_with(word));
        let fit = |other: &str| if other.len() == word.len() { 4 } else { 2 };
        let begun: Vec<(u32, &[Use])> = ahead.map(|(other, uses)| (fit(other), uses.as_slice())).collect();
        if word.is_ascii() && !begun.is_empty() {
            return begun;
        }
        let inner = self.words.iter().filter(|(other, _)| other.contains(word) && !other.starts_with(word));
        begun.into_iter().chain(inner.map(|(_, uses)| (1, uses.as_slice()))).collect()
    }

    fn ranked(&self, wanted: &[String]) -> Ranked {
        // By entry; 0: a word is missing.
        let mut scores: Vec<u32> = vec![0; self.entries.len()];
        for (nth, word) in wanted.iter().enumerate() {
            let mut of_word: Vec<u32> = vec![0; self.entries.len()];
            for (fit, uses) in self.meant(word) {
                for one in uses {
                    // A name counts ten times what a description does.
                    let score = fit * if one.is_name { 10 } else { 1 };
                    let best = &mut of_word[one.entry as usize];
                    *best = (*best).max(score);
                }
            }
            for (score, of_word) in scores.iter_mut().zip(of_word) {
                let is_missing = of_word == 0 || (nth > 0 && *score == 0);
                *score = if is_missing { 0 } else { *score + of_word };
            }
        }
        let whole = wanted.join("-");
        let mut found: Vec<(bool, std::cmp::Reverse<u32>, u32)> = Vec::new();
        for (at, (entry, score)) in (0..).zip(self.entries.iter().zip(scores)) {
            if score > 0 {
                let is_whole = entry.name.rsplit('/').next() == Some(&whole);
                let score = if is_whole { score + 100 } else { score };
                found.push((entry.deprecated.is_some(), std::cmp::Reverse(score), at));
            }
        }
        // The list is sorted by name: so are entries that answer equally well.
        found.sort_unstable();
        let best = found.iter().take(MAX_RANKED).map(|(_, _, at)| *at).collect();
        Ranked { best, total: found.len() }
    }

    /// What was found, as JSON.
    pub(super) fn answer(&self, query: &str, limit: usize) -> String {
        let found = self.find(query, limit);
        // Each line was read as JSON before it was kept.
        let results: Vec<&str> = found.places.iter().map(|at| &*self.lines[*at as usize]).collect();
        format!(
            "{{\"query\":{},\"total\":{},\"results\":[{}]}}\n",
            serde_json::Value::from(query),
            found.total,
            results.join(",")
        )
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
        assert_eq!(names("table"), ["tables", "pdf-forms"]);
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
