//! `Learned`: what an earlier run noted of a commit, so that a second project pays neither for the search for skills nor
//! for unpacking them. It is a hint, not a proof: whoever takes a tree out of the store by it computes git's id of that
//! tree anew and compares it with the one the commit names.

use std::{collections::BTreeMap, rc::Rc};

use serde::{Deserialize, Serialize};

use super::Origin;
use crate::{
    model::{
        commit::Commit,
        digest::Digest,
        git_url::GitUrl,
        lockfile::Pin,
        skill::Card,
        source::{RepoPath, Source},
    },
    ops::{
        Context,
        discover::{Candidate, Found, FoundBy, Reason, Rejected},
    },
};

/// Raised when skills are searched for, or read, in another way than before. Another version's notes are passed over
/// too.
const FORMAT: u32 = 1;

/// What is known of a commit.
pub(crate) struct Learned {
    pub(super) found: Rc<Found>,
    /// Under which digests the store keeps folders, by git's ids of them.
    pub(crate) trees: BTreeMap<String, Digest>,
}

#[derive(Serialize, Deserialize)]
struct Note {
    format: u32,
    written_by: String,
    commit: String,
    within: Option<String>,
    skills: Vec<Skill>,
    rejected: Vec<Refusal>,
    trees: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Skill {
    path: Option<String>,
    found_by: FoundBy,
    copies: Vec<String>,
    card: Card,
}

#[derive(Serialize, Deserialize)]
struct Refusal {
    path: String,
    reason: String,
    /// Whether it could have been a skill, not the list of a plugin.
    is_skill: bool,
}

/// A commit holds the same for ever, but what is found depends on where the search begins.
fn name(commit: Commit, within: Option<&RepoPath>) -> String {
    match within {
        None => commit.to_string(),
        Some(path) => format!("{commit}-{}", &Digest::of(path.as_str().as_bytes()).hex()[..16]),
    }
}

/// What an earlier run noted of the skills of a commit, at and below `within`.
pub(super) fn of(
    context: &Context<'_>,
    url: &GitUrl,
    commit: Commit,
    within: Option<&RepoPath>,
) -> Option<Learned> {
    let bytes = context.store().ok()?.note(&url.to_string(), &name(commit, within))?;
    let note: Note = serde_json::from_slice(&bytes).ok()?;
    let is_meant = note.format == FORMAT
        && note.written_by == env!("CARGO_PKG_VERSION")
        && note.commit == commit.to_string()
        && note.within.as_deref() == within.map(RepoPath::as_str);
    if !is_meant {
        return None;
    }
    let mut found = Found::default();
    for Skill { path, found_by, copies, card } in note.skills {
        let path = path.map(|path| path.parse::<RepoPath>()).transpose().ok()?;
        let copies = copies.iter().map(|copy| copy.parse()).collect::<Result<_, _>>().ok()?;
        found.skills.push(Candidate { path, card, found_by, copies });
    }
    for Refusal { path, reason, is_skill } in note.rejected {
        let reason = if is_skill { Reason::Entry(reason) } else { Reason::Plugin(reason) };
        found.rejected.push(Rejected { path, reason });
    }
    let digest = |(id, digest): (String, String)| Some((id, digest.parse::<Digest>().ok()?));
    let trees = note.trees.into_iter().map(digest).collect::<Option<_>>()?;
    Some(Learned { found: Rc::new(found), trees })
}

/// Notes what was found in the commit of an origin, and the digests of the folders that were read, by git's ids of
/// them. A cache that can't be written to serves without notes.
pub(crate) fn keep(
    context: &Context<'_>,
    origin: &Origin<'_>,
    found: &Found,
    news: BTreeMap<String, Digest>,
) {
    let (Source::Git { url, .. }, Pin::Commit { commit, .. }) = (&origin.source, &origin.pin) else { return };
    let mut trees = origin.learned.as_ref().map(|learned| learned.trees.clone()).unwrap_or_default();
    trees.extend(news);
    let text = |path: &RepoPath| path.as_str().to_owned();
    let skill = |one: &Candidate| Skill {
        path: one.path.as_ref().map(text),
        found_by: one.found_by,
        copies: one.copies.iter().map(text).collect(),
        card: one.card.clone(),
    };
    let refusal = |one: &Rejected| Refusal {
        path: one.path.clone(),
        reason: one.reason.to_string(),
        is_skill: !matches!(one.reason, Reason::Plugin(_) | Reason::Second { .. }),
    };
    let note = Note {
        format: FORMAT,
        written_by: env!("CARGO_PKG_VERSION").to_owned(),
        commit: commit.to_string(),
        within: origin.path.as_ref().map(text),
        skills: found.skills.iter().map(skill).collect(),
        rejected: found.rejected.iter().map(refusal).collect(),
        trees: trees.into_iter().map(|(id, digest)| (id, digest.to_string())).collect(),
    };
    let Ok(bytes) = serde_json::to_vec(&note) else { return };
    if let Ok(store) = context.store() {
        // What can't be noted is found out again.
        let _ = store.keep_note(&url.to_string(), &name(*commit, origin.path.as_ref()), &bytes);
    }
}
