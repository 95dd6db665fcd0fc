//! A catalogue within a budget of tokens: long descriptions are cut first, then skills are dropped from the end.

use super::Entry;

/// Descriptions are not cut below this many characters: the beginning must still say what the skill is for.
const SHORTEST: usize = 80;

/// What fits.
#[derive(Debug)]
pub(crate) struct Fitted {
    pub(crate) entries: Vec<Entry>,
    /// Names of skills whose description was cut.
    pub(crate) shortened: Vec<String>,
    /// Names of skills that are left out.
    pub(crate) dropped: Vec<String>,
}

/// Takes in as much as `weigh` puts at no more than `budget` tokens.
pub(crate) fn fit(entries: Vec<Entry>, budget: usize, weigh: &dyn Fn(&[Entry]) -> usize) -> Fitted {
    if weigh(&entries) <= budget {
        return Fitted { entries, shortened: Vec::new(), dropped: Vec::new() };
    }
    let longest = entries.iter().map(|entry| entry.description.chars().count()).max().unwrap_or(0);
    // The largest length that fits, by halving; `SHORTEST` when none does.
    let (mut low, mut high) = (SHORTEST, longest.max(SHORTEST));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if weigh(&cut(&entries, middle)) <= budget {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let mut kept = cut(&entries, low);
    let mut count = kept.len();
    if weigh(&kept) > budget {
        let (mut fits, mut above) = (0, kept.len());
        while fits < above {
            let middle = fits + (above - fits).div_ceil(2);
            if weigh(&kept[..middle]) <= budget {
                fits = middle;
            } else {
                above = middle - 1;
            }
        }
        count = fits;
    }
    let dropped = kept.split_off(count).into_iter().map(|entry| entry.name).collect();
    let changed = kept.iter().zip(&entries).filter(|(cut, whole)| cut.description != whole.description);
    let shortened = changed.map(|(cut, _)| cut.name.clone()).collect();
    Fitted { entries: kept, shortened, dropped }
}

fn cut(entries: &[Entry], most: usize) -> Vec<Entry> {
    entries.iter().cloned().map(|entry| cut_one(entry, most)).collect()
}

fn cut_one(mut entry: Entry, most: usize) -> Entry {
    if entry.description.chars().count() > most {
        let short: String = entry.description.chars().take(most.saturating_sub(1)).collect();
        entry.description = format!("{}…", short.trim_end());
    }
    entry
}
