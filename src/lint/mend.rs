//! Applying fixes to a skill in memory, judging it again after each round, until nothing changes. What would make a
//! skill worse is not kept.

use super::{
    Judgement,
    diagnostic::{Diagnostic, Severity},
    fix::{Applicability, Fix, apply},
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
    for _ in 0..MAX_ROUNDS {
        let Some((skill, fixed)) = round(&mended.skill, &mended.judgement.found, most) else { break };
        let judgement = judge(&skill, profiles, surroundings);
        if is_worse(&judgement.found, &mended.judgement.found) {
            break;
        }
        mended.skill = skill;
        mended.judgement = judgement;
        mended.fixed += fixed;
    }
    for file in mended.skill.tree.files() {
        let Some(before) = original.file(&file.path) else { continue };
        if before.content != file.content {
            let text = |file: &TreeFile| String::from_utf8_lossy(&file.content).into_owned();
            mended.changes.push(Change { file: file.path.clone(), before: text(before), after: text(file) });
        }
    }
    mended
}

/// Whether errors have become more: the sign of a fix that broke something.
fn is_worse(after: &[Diagnostic], before: &[Diagnostic]) -> bool {
    let errors = |found: &[Diagnostic]| found.iter().filter(|each| each.severity == Severity::Error).count();
    errors(after) > errors(before)
}

fn round(skill: &Skill, found: &[Diagnostic], most: Applicability) -> Option<(Skill, usize)> {
    let mut files: Vec<TreeFile> = skill.tree.files().to_vec();
    let mut fixed = 0;
    for file in &mut files {
        // What came in through a link lies outside of the skill.
        let is_own = file.mode != Mode::Symlink && !skill.is_replaced(&file.path);
        let fixes: Vec<&Fix> = found
            .iter()
            .filter(|diagnostic| diagnostic.file == file.path)
            .filter_map(|diagnostic| diagnostic.fix.as_ref())
            .filter(|fix| fix.applicability <= most)
            .collect();
        let Ok(text) = std::str::from_utf8(&file.content) else { continue };
        if !is_own || fixes.is_empty() {
            continue;
        }
        let (after, applied) = apply(text, &fixes);
        if after != text {
            fixed += applied;
            file.content = after.into_bytes();
        }
    }
    (fixed > 0).then(|| (skill.with_tree(Tree::new(files)), fixed))
}
