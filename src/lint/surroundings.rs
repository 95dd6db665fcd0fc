//! What a skill lies among: the other skills of the same run. Filled by `ops`; rules open no file.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    contest::{self, Contests},
    rivals::overlaps,
};
use crate::model::digest::{Digest, Hasher};

/// One skill of a run, as far as its neighbours care.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Neighbour {
    /// Where it lies, as the user would write it.
    pub(crate) shown: String,
    pub(crate) name: String,
    /// Characters of name and description.
    pub(crate) length: usize,
    /// Whose skills it is among: a folder of an agent such as `.claude`, or a plugin; empty for the repository's own.
    /// Names of different homes don't clash.
    pub(crate) home: String,
    /// What [`super::rivals::triggers`] makes of the description; let go once all were compared.
    pub(crate) triggers: Vec<u32>,
    /// What [`contest::pieces`] makes of the description.
    pub(crate) pieces: Vec<u32>,
}

/// Facts about all skills of a run.
#[derive(Debug, Default)]
struct Facts {
    neighbours: Vec<Neighbour>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// For a skill, those whose descriptions overlap with its own, with the share in per cent.
    overlaps: HashMap<usize, Vec<(usize, usize)>>,
    /// Characters of all names and descriptions.
    catalog: usize,
    /// Worked out when a rule first asks.
    contests: OnceLock<Contests>,
}

/// The skills of a run, this one included.
#[derive(Debug, Default)]
pub(crate) struct Surroundings {
    facts: Arc<Facts>,
    /// Which of them is the one judged.
    own: usize,
    /// Whether somebody asked for the names of all.
    asked_for_names: AtomicBool,
    /// Whether somebody asked for the contests.
    asked_for_contests: AtomicBool,
}

impl Surroundings {
    pub(crate) fn new(mut neighbours: Vec<Neighbour>) -> Self {
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, neighbour) in
            neighbours.iter().enumerate().filter(|(_, neighbour)| !neighbour.name.is_empty())
        {
            by_name.entry(neighbour.name.clone()).or_default().push(index);
        }
        let overlaps = overlaps(&neighbours);
        for neighbour in &mut neighbours {
            neighbour.triggers = Vec::new();
        }
        // A line of a catalogue also holds separators and a path.
        let catalog = neighbours.iter().map(|neighbour| neighbour.length).sum();
        let facts = Arc::new(Facts { neighbours, by_name, overlaps, catalog, contests: OnceLock::new() });
        Self { facts, ..Self::default() }
    }

    /// The same run, seen from another of its skills.
    pub(crate) fn seen_from(&self, own: usize) -> Self {
        Self { facts: Arc::clone(&self.facts), own, ..Self::default() }
    }

    /// All that can be learned here but for the names of all skills and their contests, as a digest: what is judged in surroundings of the
    /// same digest is judged alike.
    pub(crate) fn digest(&self) -> Digest {
        let mut hasher = Hasher::default();
        let mut add = |words: &[&str], numbers: &[usize]| {
            for word in words {
                hasher.update(&(word.len() as u64).to_le_bytes());
                hasher.update(word.as_bytes());
            }
            for number in numbers {
                hasher.update(&(*number as u64).to_le_bytes());
            }
        };
        add(&[], &[usize::from(self.count() > 1), usize::from(self.is_first())]);
        if self.is_first() {
            add(&[], &[self.count(), self.catalog()]);
        }
        let namesakes = self.namesakes();
        add(&[], &[namesakes.len()]);
        for other in namesakes {
            add(&[&other.shown, &other.name], &[]);
        }
        for (other, share) in self.rivals() {
            add(&[&other.shown, &other.name], &[share]);
        }
        hasher.finish()
    }

    /// The names of all skills, as a digest.
    pub(crate) fn digest_of_names(&self) -> Digest {
        let mut hasher = Hasher::default();
        for name in self.facts.by_name.keys() {
            hasher.update(name.as_bytes());
            hasher.update(b"\0");
        }
        hasher.finish()
    }

    /// Whether [`Self::knows`] or [`Self::names`] was asked.
    pub(crate) fn was_asked_for_names(&self) -> bool {
        self.asked_for_names.load(Ordering::Relaxed)
    }

    /// Whether [`Self::contests`] was asked.
    pub(crate) fn was_asked_for_contests(&self) -> bool {
        self.asked_for_contests.load(Ordering::Relaxed)
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
        self.asked_for_names.store(true, Ordering::Relaxed);
        self.facts.by_name.contains_key(name)
    }

    /// The names of the run's skills.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.asked_for_names.store(true, Ordering::Relaxed);
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

    /// Other skills of the same home that answer to the same requests by StablEdge's rules, with the pieces of the
    /// descriptions that both have, as [`contest::piece`] numbers them.
    pub(crate) fn contests(&self) -> Vec<(&Neighbour, &[u32])> {
        self.asked_for_contests.store(true, Ordering::Relaxed);
        let Some(this) = self.facts.neighbours.get(self.own) else { return Vec::new() };
        let all = self.facts.contests.get_or_init(|| contest::contests(&self.facts.neighbours));
        let found = all.get(&self.own).map_or(&[][..], Vec::as_slice);
        found
            .iter()
            .filter_map(|(index, shared)| Some((self.facts.neighbours.get(*index)?, shared.as_slice())))
            .filter(|(other, _)| other.name != this.name && other.home == this.home)
            .collect()
    }

    fn others(&self, indices: impl Iterator<Item = usize>) -> impl Iterator<Item = &Neighbour> {
        indices.filter(|index| *index != self.own).filter_map(|index| self.facts.neighbours.get(index))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::rivals::{hash, triggers},
        *,
    };

    fn neighbour(name: &str, description: &str) -> Neighbour {
        Neighbour {
            shown: name.to_owned(),
            name: name.to_owned(),
            length: name.len() + description.len(),
            home: String::new(),
            triggers: triggers(description),
            pieces: Vec::new(),
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
        assert!(triggers("读取版本").contains(&hash("读取")));
    }
}
