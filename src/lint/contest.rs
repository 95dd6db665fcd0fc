//! Which skills of a run answer to each other's requests where requests are matched by pieces of descriptions.

use std::collections::HashMap;

use super::surroundings::{Neighbour, hash};
use crate::model::matching;

/// Fewer pieces in common are chance.
const FEWEST: usize = 2;
/// A piece that more skills than this have belongs to none of them.
const MOST_HOLDERS: usize = 50;

/// For a skill, those that contest its requests, with the pieces both have, by number.
pub(super) type Contests = HashMap<usize, Vec<(usize, Vec<u32>)>>;

/// Pieces of a description that name a subject: those that stand in any request, and words about skills, name none.
pub(super) fn triggers(description: &str) -> Vec<String> {
    let mut pieces = matching::fragments(description);
    pieces.retain(|piece| !is_frame(piece) && !matching::is_in_ordinary_requests(piece));
    pieces
}

/// Words with which descriptions are built; they say what a skill is, not what a request is about.
fn is_frame(piece: &str) -> bool {
    matches!(
        piece,
        "触发词"
            | "关键词"
            | "不用于"
            | "适用于"
            | "使用"
            | "用于"
            | "例如"
            | "以及"
            | "或者"
            | "when"
            | "use"
            | "used"
            | "using"
            | "user"
            | "users"
            | "with"
            | "this"
            | "skill"
            | "task"
            | "tasks"
            | "from"
            | "into"
            | "or"
            | "of"
            | "by"
            | "not"
            | "any"
            | "such"
            | "as"
            | "asks"
            | "about"
            | "wants"
            | "needs"
            | "mentions"
            | "that"
            | "their"
            | "them"
            | "also"
            | "triggers"
            | "trigger"
            | "via"
            | "work"
            | "working"
            | "create"
            | "creates"
            | "including"
            | "if"
            | "etc"
    )
}

/// A piece as a number.
pub(super) fn piece(text: &str) -> u32 {
    hash(text)
}

/// The pieces of a description as numbers, sorted.
pub(crate) fn pieces(description: &str) -> Vec<u32> {
    let mut pieces: Vec<u32> = triggers(description).iter().map(|text| piece(text)).collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

/// Finds the pairs of which each has at least half of its pieces in common with the other: whoever asks for one may
/// get the other.
pub(super) fn contests(neighbours: &[Neighbour]) -> Contests {
    let mut holders: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, neighbour) in neighbours.iter().enumerate() {
        for piece in &neighbour.pieces {
            holders.entry(*piece).or_default().push(index);
        }
    }
    let mut found = Contests::new();
    for (index, neighbour) in neighbours.iter().enumerate() {
        let set = &neighbour.pieces;
        let mut shared: HashMap<usize, Vec<u32>> = HashMap::new();
        for piece in set {
            let others = holders.get(piece).map_or(&[][..], Vec::as_slice);
            for &other in others.iter().filter(|&&other| other != index && others.len() <= MOST_HOLDERS) {
                shared.entry(other).or_default().push(*piece);
            }
        }
        let mut rivals: Vec<(usize, Vec<u32>)> = shared
            .into_iter()
            .filter(|(other, pieces)| {
                pieces.len() >= FEWEST && pieces.len() * 2 >= set.len().max(neighbours[*other].pieces.len())
            })
            .collect();
        if !rivals.is_empty() {
            rivals.sort_by_key(|(other, pieces)| (std::cmp::Reverse(pieces.len()), *other));
            found.insert(index, rivals);
        }
    }
    found
}
