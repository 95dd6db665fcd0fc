//! Which of the skills that a model may choose a request would find, best first: by StablEdge's scorer, with the skills
//! that match by themselves (a piece of the description in the request, a file in their `paths`) marked.

use std::path::{Component, Path, PathBuf};

use super::disclose::Entry;
use crate::{
    host::fs::{Judged, PatternError, Patterns},
    model::matching::{self, Answer, Request},
};

/// A skill that answers.
#[derive(Debug)]
pub(crate) struct Matched<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) answer: Answer,
    /// Files that fit its `paths`.
    pub(crate) files: Vec<PathBuf>,
    /// Its place by plain keywords, from 1; `None` when no keyword hits.
    pub(crate) keyword_rank: Option<usize>,
}

impl Matched<'_> {
    /// Whether StablEdge would take it without being told to.
    pub(crate) fn is_automatic(&self) -> bool {
        !self.answer.fragments.is_empty() || !self.files.is_empty()
    }
}

/// Scores each of these skills; those that nothing hits are left out. Best score first, then those that match by
/// themselves, then plain keywords, then the order they came in. Files are below the workspace or absolute; `wrong` hears
/// of skills whose patterns can't be read.
pub(crate) fn rank<'a>(
    entries: &'a [Entry],
    request: &Request,
    files: &[PathBuf],
    workspace: &Path,
    wrong: &mut dyn FnMut(&Entry, &PatternError),
) -> Vec<Matched<'a>> {
    let files: Vec<(&PathBuf, PathBuf)> =
        files.iter().filter_map(|file| Some((file, below(workspace, file)?))).collect();
    let mut found: Vec<Matched<'_>> = Vec::new();
    for entry in entries {
        let answer = matching::answer(request, &entry.name, &entry.description, &entry.card.paths);
        let files = fitting(entry, &files).unwrap_or_else(|error| {
            wrong(entry, &error);
            Vec::new()
        });
        if answer.is_hit() || !files.is_empty() {
            found.push(Matched { entry, answer, files, keyword_rank: None });
        }
    }
    found.sort_by_key(|one| {
        std::cmp::Reverse((one.answer.score, one.is_automatic(), one.answer.keyword_score))
    });
    let mut by_keywords: Vec<usize> =
        (0..found.len()).filter(|&index| found[index].answer.keyword_score > 0).collect();
    by_keywords.sort_by_key(|&index| std::cmp::Reverse(found[index].answer.keyword_score));
    for (rank, index) in by_keywords.into_iter().enumerate() {
        found[index].keyword_rank = Some(rank + 1);
    }
    found
}

/// A file's path below the workspace, `..` resolved by its text; `None` outside of it.
fn below(workspace: &Path, file: &Path) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for part in workspace.join(file).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path.strip_prefix(workspace).ok().filter(|inner| !inner.as_os_str().is_empty()).map(Path::to_owned)
}

/// The files that a skill's `paths` take in.
fn fitting(entry: &Entry, files: &[(&PathBuf, PathBuf)]) -> Result<Vec<PathBuf>, PatternError> {
    if entry.card.paths.is_empty() || files.is_empty() {
        return Ok(Vec::new());
    }
    // The patterns are relative to the workspace, as the files are.
    let patterns = Patterns::parse(Path::new(""), entry.card.paths.iter().map(String::as_str))?;
    let fits = |file: &Path| {
        let mut folders = file.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
        // As git judges: what lies in a folder that fits, fits.
        folders.any(|folder| matches!(patterns.judge(folder, true), Some(Judged::Ignored(_))))
            || matches!(patterns.judge(file, false), Some(Judged::Ignored(_)))
    };
    Ok(files.iter().filter(|(_, inner)| fits(inner)).map(|(given, _)| (*given).clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_seen_from_the_workspace() {
        let below = |file: &str| below(Path::new("/w"), Path::new(file));
        assert_eq!(below("a/../b.pdf"), Some("b.pdf".into()));
        assert_eq!(below("/w/a/b.pdf"), Some("a/b.pdf".into()));
        assert_eq!(below("../b.pdf"), None);
        assert_eq!(below("/x/b.pdf"), None);
    }
}
