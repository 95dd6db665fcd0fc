//! What a skill lies among: the other skills of the same run. Filled by `ops`; rules open no file.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use super::contest::{self, Contests};
use crate::model::digest::{Digest, Hasher};

/// The share of trigger words from which on two descriptions speak of the same tasks.
const OVERLAP: f64 = 0.7;
/// Fewer words make no description that could be compared.
const MIN_WORDS: usize = 8;
/// Skills that a word leads to, at most: a word of more tells nothing.
const MAX_HOLDERS: usize = 50;

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
    /// What [`triggers`] makes of the description; let go once all were compared.
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

/// The words by which a description is found: stems of English words, pairs of CJK characters.
pub(crate) fn triggers(description: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut previous: Option<char> = None;
    let (mut lower, mut pair) = (String::new(), String::new());
    for word in description.split(|c: char| !c.is_alphanumeric()) {
        if word.is_ascii() {
            if word.len() > 2 {
                lower.clear();
                lower.push_str(word);
                lower.make_ascii_lowercase();
                if !is_common(&lower) {
                    let stem = ["ing", "ed", "es", "s"]
                        .iter()
                        .find_map(|ending| lower.strip_suffix(ending).filter(|stem| stem.len() > 3));
                    found.push(hash(stem.unwrap_or(&lower)));
                }
            }
            continue;
        }
        for c in word.chars() {
            if let Some(before) = previous {
                pair.clear();
                pair.extend([before, c]);
                found.push(hash(&pair));
            }
            previous = Some(c);
        }
        previous = None;
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Words that every description has.
fn is_common(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "and"
            | "for"
            | "when"
            | "use"
            | "used"
            | "using"
            | "user"
            | "users"
            | "with"
            | "this"
            | "that"
            | "skill"
            | "from"
            | "into"
            | "your"
            | "you"
            | "are"
            | "not"
            | "any"
            | "all"
            | "can"
            | "will"
            | "also"
            | "about"
            | "such"
            | "like"
            | "wants"
            | "want"
            | "need"
            | "needs"
            | "should"
            | "asks"
            | "ask"
            | "mentions"
            | "task"
            | "tasks"
            | "work"
            | "working"
            | "help"
            | "helps"
            | "via"
            | "including"
            | "has"
    )
}

/// A word as a number, the same on every machine and in every run (FNV-1a): the order of words decides which
/// descriptions are compared.
pub(super) fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The hasher for numbers that are hashes already.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl std::hash::Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 << 8 | u64::from(*byte);
        }
    }

    fn write_u32(&mut self, number: u32) {
        // The table looks at the highest bits too.
        self.0 = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type ByWord<T> = HashMap<u32, T, std::hash::BuildHasherDefault<AsItIs>>;

/// A set of words as bits, one a word; words may share one.
#[derive(Debug, Clone, Copy, Default)]
struct Shape([u64; 4]);

impl Shape {
    fn of(set: &[u32]) -> Self {
        let mut bits = [0; 4];
        for word in set {
            bits[(word >> 6 & 3) as usize] |= 1 << (word & 63);
        }
        Self(bits)
    }

    /// Words of this set that surely are none of the other's.
    fn missing_in(&self, other: &Self) -> usize {
        self.0.iter().zip(other.0).map(|(own, other)| (own & !other).count_ones() as usize).sum()
    }
}

/// Pairs of descriptions that share most words. Only sets that share one of their rarest words are compared: two sets
/// that reach the share must have one of the first `n - ceil(share × n) + 1` in common.
fn overlaps(neighbours: &[Neighbour]) -> HashMap<usize, Vec<(usize, usize)>> {
    let sets: Vec<&[u32]> = neighbours.iter().map(|neighbour| neighbour.triggers.as_slice()).collect();
    let shapes: Vec<Shape> = sets.iter().map(|set| Shape::of(set)).collect();
    let mut counts: ByWord<u32> = HashMap::default();
    for word in sets.iter().copied().flatten() {
        *counts.entry(*word).or_default() += 1;
    }
    let mut holders: ByWord<Vec<usize>> = HashMap::default();
    let mut found: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    let mut rarest: Vec<(u32, u32)> = Vec::new();
    let mut candidates: Vec<usize> = Vec::new();
    // For each set, the last one that it was compared with.
    let mut compared: Vec<usize> = vec![usize::MAX; sets.len()];
    for (index, set) in sets.iter().enumerate() {
        if set.len() < MIN_WORDS {
            continue;
        }
        rarest.clear();
        rarest.extend(set.iter().map(|word| (counts.get(word).copied().unwrap_or(0), *word)));
        let wanted = prefix(set.len());
        if wanted < rarest.len() {
            rarest.select_nth_unstable(wanted);
        }
        rarest.truncate(wanted);
        candidates.clear();
        for (_, word) in &rarest {
            for &other in holders.get(word).into_iter().flatten() {
                if std::mem::replace(&mut compared[other], index) == index {
                    continue;
                }
                // Bits are counted faster than words are compared, and rule most sets out.
                let most = |own: usize, missing: usize| own.saturating_sub(missing);
                let common = most(set.len(), shapes[index].missing_in(&shapes[other]))
                    .min(most(sets[other].len(), shapes[other].missing_in(&shapes[index])));
                if ratio(common, set.len() + sets[other].len() - common) >= OVERLAP {
                    candidates.push(other);
                }
            }
        }
        candidates.sort_unstable();
        for &other in &candidates {
            let common = common(set, sets[other]);
            let share = ratio(common, set.len() + sets[other].len() - common);
            if share >= OVERLAP {
                let percent = common * 100 / (set.len() + sets[other].len() - common);
                found.entry(index).or_default().push((other, percent));
                found.entry(other).or_default().push((index, percent));
            }
        }
        for (count, word) in &rarest {
            // A word that no other set has leads nowhere.
            if *count > 1 {
                let holders = holders.entry(*word).or_default();
                if holders.len() < MAX_HOLDERS {
                    holders.push(index);
                }
            }
        }
    }
    found
}

/// How many numbers two sorted lists share.
fn common(a: &[u32], b: &[u32]) -> usize {
    let (mut at_a, mut at_b, mut count) = (0, 0, 0);
    while let (Some(one), Some(other)) = (a.get(at_a), b.get(at_b)) {
        match one.cmp(other) {
            std::cmp::Ordering::Less => at_a += 1,
            std::cmp::Ordering::Greater => at_b += 1,
            std::cmp::Ordering::Equal => {
                count += 1;
                at_a += 1;
                at_b += 1;
            }
        }
    }
    count
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
