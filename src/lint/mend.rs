//! Applying fixes to a skill in memory, judging it again after each round, until nothing changes. What would make a
//! skill worse is not kept.

use super::{
    Judgement,
    diagnostic::{Diagnostic, Severity},
    fix::{Action, Applicability, Fix, apply},
    judge,
    profile::Profile,
};
use crate::model::{
    skill::Skill,
    tree::{Mode, Tree, TreeFile},
};

/// One file that fixes changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// Path within the skill.
    pub(crate) file: String,
    pub(crate) before: String,
    pub(crate) after: String,
    /// The path it had.
    pub(crate) renamed_from: Option<String>,
    /// It becomes executable.
    pub(crate) made_executable: bool,
}

/// A skill after its fixes.
pub(crate) struct Mended {
    pub(crate) skill: Skill,
    pub(crate) judgement: Judgement,
    pub(crate) changes: Vec<Change>,
    /// Findings that were mended.
    pub(crate) fixed: usize,
}

/// Rounds of fixing, at most: each round's fixes may uncover the next.
const MAX_ROUNDS: usize = 10;

/// Fixes what may be fixed.
pub(crate) fn mend(
    skill: Skill,
    profiles: &[Profile],
    surroundings: &super::surroundings::Surroundings,
    most: Applicability,
) -> Mended {
    let judgement = judge(&skill, profiles, surroundings);
    let original = skill.tree.clone();
    let mut mended = Mended { skill, judgement, changes: Vec::new(), fixed: 0 };
    let mut renamed = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let Some(Round { skill, fixed, moved }) = round(&mended.skill, &mended.judgement.found, most) else {
            break;
        };
        let judgement = judge(&skill, profiles, surroundings);
        if is_worse(&judgement.found, &mended.judgement.found) {
            break;
        }
        renamed.extend(moved);
        mended.skill = skill;
        mended.judgement = judgement;
        mended.fixed += fixed;
    }
    mended.changes = changes(&original, &mended.skill.tree, &renamed);
    mended
}

/// What differs between the files as they were and as they are; `renamed` pairs old paths with new ones.
fn changes(original: &Tree, tree: &Tree, renamed: &[(String, String)]) -> Vec<Change> {
    let text = |file: &TreeFile| String::from_utf8_lossy(&file.content).into_owned();
    let mut changes = Vec::new();
    for file in tree.files() {
        let old = renamed.iter().find(|(_, new)| *new == file.path).map(|(old, _)| old.clone());
        let Some(before) = original.file(old.as_deref().unwrap_or(&file.path)) else { continue };
        if old.is_some() || before.content != file.content || before.mode != file.mode {
            changes.push(Change {
                file: file.path.clone(),
                before: text(before),
                after: text(file),
                renamed_from: old,
                made_executable: before.mode != file.mode,
            });
        }
    }
    changes
}

/// Whether errors have become more: the sign of a fix that broke something.
fn is_worse(after: &[Diagnostic], before: &[Diagnostic]) -> bool {
    let errors = |found: &[Diagnostic]| found.iter().filter(|each| each.severity == Severity::Error).count();
    errors(after) > errors(before)
}

/// What one round of fixing came to.
struct Round {
    skill: Skill,
    fixed: usize,
    /// Old and new paths.
    moved: Vec<(String, String)>,
}

fn round(skill: &Skill, found: &[Diagnostic], most: Applicability) -> Option<Round> {
    let mut files: Vec<TreeFile> = skill.tree.files().to_vec();
    let mut fixed = 0;
    // What came in through a link lies outside of the skill, and what was read in part can't be written.
    let is_own = |file: &TreeFile| {
        file.mode != Mode::Symlink && !skill.is_replaced(&file.path) && !skill.begun.contains_key(&file.path)
    };
    let fitting = |path: &str| -> Vec<&Fix> {
        found
            .iter()
            .filter(|diagnostic| diagnostic.file == path)
            .filter_map(|diagnostic| diagnostic.fix.as_ref())
            .filter(|fix| fix.applicability <= most)
            .collect()
    };
    for file in &mut files {
        let fixes = fitting(&file.path);
        let Ok(text) = std::str::from_utf8(&file.content) else { continue };
        if !is_own(file) || fixes.is_empty() {
            continue;
        }
        let (after, applied) = apply(text, &fixes);
        if after != text {
            fixed += applied;
            file.content = after.into_bytes();
        }
    }
    let mut moved = Vec::new();
    let actions = found.iter().filter_map(|diagnostic| {
        let fix = diagnostic.fix.as_ref().filter(|fix| fix.applicability <= most)?;
        Some((&diagnostic.file, fix.action.as_ref()?))
    });
    for (path, action) in actions {
        match action {
            Action::Rename(to) => {
                let is_taken = skill.has(to) || files.iter().any(|file| file.path == *to);
                let file = files.iter_mut().find(|file| file.path == *path && is_own(file));
                if let Some(file) = file.filter(|_| !is_taken) {
                    moved.push((std::mem::replace(&mut file.path, to.clone()), to.clone()));
                    fixed += 1;
                }
            }
            Action::MakeExecutable(paths) => {
                let wanted = |file: &&mut TreeFile| {
                    file.mode == Mode::Regular && paths.contains(&file.path) && !skill.is_replaced(&file.path)
                };
                let mut any = false;
                for file in files.iter_mut().filter(wanted) {
                    file.mode = Mode::Executable;
                    any = true;
                }
                fixed += usize::from(any);
            }
        }
    }
    (fixed > 0).then(|| Round { skill: skill.with_tree(Tree::new(files)), fixed, moved })
}
