//! Which descriptions of a run speak of the same tasks: their words as numbers, and the pairs that share most of them.

use std::collections::HashMap;

use super::surroundings::Neighbour;

/// The share of trigger words from which on two descriptions speak of the same tasks.
const OVERLAP: f64 = 0.7;
/// Fewer words make no description that could be compared.
const MIN_WORDS: usize = 8;
/// Skills that a word leads to, at most: a word of more tells nothing.
const MAX_HOLDERS: usize = 50;

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
pub(super) fn overlaps(neighbours: &[Neighbour]) -> HashMap<usize, Vec<(usize, usize)>> {
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
