//! Skills of one name in several folders of a repository: the same files count once, and what an author's own agents have
//! installed goes behind what the repository offers. Any other two skills of one name stay two: a person decides.

use std::collections::BTreeMap;

use super::{Candidate, Found, FoundBy, Reason, Rejected};
use crate::{
    host::{
        assemble::{Limits, assemble},
        repository::{ReadError, Repository},
    },
    model::source::RepoPath,
};

/// Joins copies to the first of them; the skills are in the documented order.
pub(super) fn join(repository: &dyn Repository, found: &mut Found) -> Result<(), ReadError> {
    let mut kept: Vec<Candidate> = Vec::with_capacity(found.skills.len());
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for candidate in std::mem::take(&mut found.skills) {
        let same_name = by_name.entry(candidate.name().to_owned()).or_default();
        let mut twin = None;
        if let Some(path) = &candidate.path {
            for &index in same_name.iter() {
                if is_same(repository, path, &kept[index])? {
                    twin = Some(index);
                    break;
                }
            }
            let offered = same_name.iter().find(|&&index| kept[index].found_by < FoundBy::AgentFolder);
            if let (None, FoundBy::AgentFolder, Some(&first)) = (twin, candidate.found_by, offered) {
                let other = kept[first].shown_path().to_owned();
                let path = path.as_str().to_owned();
                found.rejected.push(Rejected { path, reason: Reason::Second { other } });
                continue;
            }
        }
        if let (Some(index), Some(path)) = (twin, candidate.path.clone()) {
            kept[index].copies.push(path);
        } else {
            same_name.push(kept.len());
            kept.push(candidate);
        }
    }
    found.skills = kept;
    Ok(())
}

/// Whether both folders hold the same files under the same folder name.
fn is_same(repository: &dyn Repository, path: &RepoPath, other: &Candidate) -> Result<bool, ReadError> {
    let Some(other) = other.path.as_ref().filter(|other| other.file_name() == path.file_name()) else {
        return Ok(false);
    };
    if let (Some(one), Some(two)) =
        (repository.identity(path.as_str())?, repository.identity(other.as_str())?)
    {
        return Ok(one == two);
    }
    let digest = |path: &RepoPath| {
        let assembled = assemble(repository, path.as_str(), &[], Limits::default()).ok()?;
        assembled.refused.is_empty().then(|| assembled.tree.digest())
    };
    // What can't be assembled is the same as nothing.
    Ok(digest(path).is_some_and(|one| digest(other) == Some(one)))
}
