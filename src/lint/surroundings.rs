//! What a skill lies among: the other skills of the same run. Filled by `ops`; rules open no file.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// The share of trigger words from which on two descriptions speak of the same tasks.
const OVERLAP: f64 = 0.7;
/// Fewer words make no description that could be compared.
const MIN_WORDS: usize = 8;

/// One skill of a run, as far as its neighbours care.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Neighbour {
    /// Where it lies, as the user would write it.
    pub(crate) shown: String,
    pub(crate) name: String,
    pub(crate) description: String,
    /// Whose skills it is among: a folder of an agent such as `.claude`, or a plugin; empty for the repository's own.
    /// Names of different homes don't clash.
    pub(crate) home: String,
}

/// Facts about all skills of a run.
#[derive(Debug, Default)]
struct Facts {
    neighbours: Vec<Neighbour>,
    by_name: HashMap<String, Vec<usize>>,
    /// For a skill, those whose descriptions overlap with its own, with the share in per cent.
    overlaps: HashMap<usize, Vec<(usize, usize)>>,
    /// Characters of all names and descriptions.
    catalog: usize,
}

/// The skills of a run, this one included.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surroundings {
    facts: Arc<Facts>,
    /// Which of them is the one judged.
    own: usize,
}

impl Surroundings {
    pub(crate) fn new(neighbours: Vec<Neighbour>) -> Self {
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, neighbour) in
            neighbours.iter().enumerate().filter(|(_, neighbour)| !neighbour.name.is_empty())
        {
            by_name.entry(neighbour.name.clone()).or_default().push(index);
        }
        let overlaps = overlaps(&neighbours);
        // A line of a catalogue also holds separators and a path.
        let length =
            |neighbour: &Neighbour| neighbour.name.chars().count() + neighbour.description.chars().count();
        let catalog = neighbours.iter().map(length).sum();
        Self { facts: Arc::new(Facts { neighbours, by_name, overlaps, catalog }), own: 0 }
    }

    /// The same run, seen from another of its skills.
    pub(crate) fn seen_from(&self, own: usize) -> Self {
        Self { facts: Arc::clone(&self.facts), own }
    }

    /// Whether the skill is the run's first, to which findings about the whole run are put.
    pub(crate) fn is_first(&self) -> bool {
        self.own == 0
    }

    /// How many skills the run has.
    pub(crate) fn count(&self) -> usize {
        self.facts.neighbours.len()
    }

    /// Characters of all names and descriptions.
    pub(crate) fn catalog(&self) -> usize {
        self.facts.catalog
    }

    /// Whether a skill of the run bears this name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.facts.by_name.contains_key(name)
    }

    /// The names of the run's skills.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.facts.by_name.keys().map(String::as_str)
    }

    /// Other skills of the same name and home.
    pub(crate) fn namesakes(&self) -> Vec<&Neighbour> {
        let Some(this) = self.facts.neighbours.get(self.own) else {
            return Vec::new();
        };
        let indices = self.facts.by_name.get(&this.name).map_or(&[][..], Vec::as_slice);
        self.others(indices.iter().copied()).filter(|other| other.home == this.home).collect()
    }

    /// Other skills that ask for the same tasks, with the share of common words in per cent.
    pub(crate) fn rivals(&self) -> Vec<(&Neighbour, usize)> {
        let Some(this) = self.facts.neighbours.get(self.own) else { return Vec::new() };
        let found = self.facts.overlaps.get(&self.own).map_or(&[][..], Vec::as_slice);
        found
            .iter()
            .filter_map(|(index, share)| self.facts.neighbours.get(*index).map(|other| (other, *share)))
            // Copies of one skill share everything; they are another rule's matter.
            .filter(|(other, _)| other.name != this.name && other.home == this.home)
            .collect()
    }

    fn others(&self, indices: impl Iterator<Item = usize>) -> impl Iterator<Item = &Neighbour> {
        indices.filter(|index| *index != self.own).filter_map(|index| self.facts.neighbours.get(index))
    }
}

/// The words by which a description is found: stems of English words, pairs of CJK characters.
fn triggers(description: &str) -> BTreeSet<String> {
    const COMMON: [&str; 44] = [
        "the",
        "and",
        "for",
        "when",
        "use",
        "used",
        "using",
        "user",
        "users",
        "with",
        "this",
        "that",
        "skill",
        "from",
        "into",
        "your",
        "you",
        "are",
        "not",
        "any",
        "all",
        "can",
        "will",
        "also",
        "about",
        "such",
        "like",
        "wants",
        "want",
        "need",
        "needs",
        "should",
        "asks",
        "ask",
        "mentions",
        "task",
        "tasks",
        "work",
        "working",
        "help",
        "helps",
        "via",
        "including",
        "has",
    ];
    let mut found = BTreeSet::new();
    let mut previous: Option<char> = None;
    for word in description.split(|c: char| !c.is_alphanumeric()) {
        if word.is_ascii() {
            let lower = word.to_ascii_lowercase();
            if lower.len() > 2 && !COMMON.contains(&lower.as_str()) {
                let stem = ["ing", "ed", "es", "s"]
                    .iter()
                    .find_map(|ending| lower.strip_suffix(ending).filter(|stem| stem.len() > 3));
                found.insert(stem.unwrap_or(&lower).to_owned());
            }
            continue;
        }
        for c in word.chars() {
            if let Some(before) = previous {
                found.insert([before, c].iter().collect());
            }
            previous = Some(c);
        }
        previous = None;
    }
    found
}

/// Pairs of descriptions that share most words. Only sets that share one of their rarest words are compared: two sets
/// that reach the share must have one of the first `n - ceil(share × n) + 1` in common.
fn overlaps(neighbours: &[Neighbour]) -> HashMap<usize, Vec<(usize, usize)>> {
    let sets: Vec<BTreeSet<String>> =
        neighbours.iter().map(|neighbour| triggers(&neighbour.description)).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in sets.iter().flatten() {
        *counts.entry(word).or_default() += 1;
    }
    let mut holders: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut found: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    for (index, set) in sets.iter().enumerate() {
        if set.len() < MIN_WORDS {
            continue;
        }
        let mut rarest: Vec<&str> = set.iter().map(String::as_str).collect();
        rarest.sort_by_key(|word| (counts.get(word).copied().unwrap_or(0), *word));
        rarest.truncate(prefix(set.len()));
        let candidates: BTreeSet<usize> = rarest
            .iter()
            .filter_map(|word| holders.get(word))
            .flat_map(|list| list.iter().take(50))
            .copied()
            .collect();
        for other in candidates {
            let common = set.intersection(&sets[other]).count();
            let share = ratio(common, set.len() + sets[other].len() - common);
            if share >= OVERLAP {
                let percent = common * 100 / (set.len() + sets[other].len() - common);
                found.entry(index).or_default().push((other, percent));
                found.entry(other).or_default().push((index, percent));
            }
        }
        for word in rarest {
            holders.entry(word).or_default().push(index);
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts of words"
)]
fn prefix(length: usize) -> usize {
    length - (length as f64 * OVERLAP).ceil() as usize + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbour(name: &str, description: &str) -> Neighbour {
        Neighbour {
            shown: name.to_owned(),
            name: name.to_owned(),
            description: description.to_owned(),
            home: String::new(),
        }
    }

    #[test]
    fn rivals_share_most_words_and_copies_are_none() {
        let text =
            "Extracts text and tables from PDF files, fills forms, merges documents and rotates pages.";
        let all = Surroundings::new(vec![
            neighbour("pdf", text),
            neighbour("pdf-tools", &format!("{text} Quickly.")),
            neighbour(
                "charts",
                "Draws bar charts, line charts and maps from CSV files and spreadsheets for reports.",
            ),
            neighbour("pdf", text),
        ]);
        let rivals: Vec<&str> = all.rivals().iter().map(|(other, _)| other.shown.as_str()).collect();
        assert_eq!(rivals, ["pdf-tools"]);
        assert_eq!(all.namesakes().len(), 1);
        assert!(all.seen_from(2).rivals().is_empty());
        assert!(triggers("读取版本").contains("读取"));
    }
}
