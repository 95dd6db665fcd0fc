//! Which of the skills that were found are meant.

use super::{
    discover::{Candidate, Found},
    error::Error,
};
use crate::model::{
    name::{FolderName, folder_for, nearest},
    source::RepoPath,
};

/// How the user said which skills are meant.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selection {
    /// Names or paths (`--skill`); `*` means all.
    pub(crate) names: Vec<String>,
    /// `--all`: every skill, internal ones left out.
    pub(crate) all: bool,
}

/// What a selection comes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Selected {
    /// Indexes into the found skills.
    These(Vec<usize>),
    /// Several, and none is named: somebody has to be asked.
    Ask,
}

/// Picks by name, declared name or path; the only skill when there is one. `source_name` is for messages.
pub(crate) fn select(found: &Found, selection: &Selection, source_name: &str) -> Result<Selected, Error> {
    let offered = || found.skills.iter().enumerate().filter(|(_, skill)| !skill.card.internal);
    if found.skills.is_empty() {
        let rejected = found.rejected.clone();
        return Err(Error::NoSkill { source_name: source_name.to_owned(), rejected });
    }
    if selection.all || selection.names.iter().any(|name| name == "*") {
        return Ok(Selected::These(offered().map(|(index, _)| index).collect()));
    }
    if selection.names.is_empty() {
        let mut indexes = offered().map(|(index, _)| index);
        return Ok(match (indexes.next(), indexes.next()) {
            (Some(only), None) => Selected::These(vec![only]),
            (None, _) if found.skills.len() == 1 => Selected::These(vec![0]),
            _ => Selected::Ask,
        });
    }
    let mut chosen = Vec::new();
    for name in &selection.names {
        let index = by_name(found, name, source_name)?;
        if !chosen.contains(&index) {
            chosen.push(index);
        }
    }
    Ok(Selected::These(chosen))
}

/// The one skill that answers to `name`: by path first, then by a declared name that is its folder's too, then by
/// either name. Two that answer alike are an error that lists both.
pub(crate) fn by_name(found: &Found, name: &str, source_name: &str) -> Result<usize, Error> {
    let path = RepoPath::of_typed(name).ok().flatten();
    let typed = path.as_ref().map_or(name, RepoPath::as_str);
    if let Some(index) = found.skills.iter().position(|skill| skill.is_at(typed) && typed.contains('/')) {
        return Ok(index);
    }
    let answering: Vec<usize> = found
        .skills
        .iter()
        .enumerate()
        .filter(|(_, skill)| skill.answers_to(typed))
        .map(|(index, _)| index)
        .collect();
    match answering.as_slice() {
        [only] => Ok(*only),
        [] => {
            let names: Vec<&str> = found.skills.iter().map(Candidate::name).collect();
            let mut have: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            // The nearest comes first, for the hint.
            if let Some(near) = nearest(name, names) {
                have.retain(|other| other != near);
                have.insert(0, near.to_owned());
            }
            let rejected = found.rejected.iter().filter(|one| one.answers_to(typed)).cloned().collect();
            let source_name = source_name.to_owned();
            Err(Error::NoSuchSkill { source_name, name: name.to_owned(), have, rejected })
        }
        several => {
            let paths = several.iter().map(|&index| found.skills[index].shown_path().to_owned()).collect();
            Err(Error::Ambiguous { source_name: source_name.to_owned(), name: name.to_owned(), paths })
        }
    }
}

/// The folder a candidate is installed in when no `--as` is given. `root_name` names a skill at a repository's root.
pub(crate) fn folder_of(candidate: &Candidate, root_name: Option<&str>) -> Result<FolderName, Error> {
    let source_folder = candidate.path.as_ref().map(RepoPath::file_name).or(root_name);
    folder_for(candidate.card.name.as_deref(), source_folder).map_err(Error::Name)
}
