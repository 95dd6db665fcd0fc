//! The gate before an archive: lint over exactly the files that would go in, and what holds for archives only.

use crate::{
    lint::{
        self,
        diagnostic::{Diagnostic, Severity},
        package::{self, Package},
        profile::Profile,
    },
    model::{
        skill::Skill,
        tree::{Tree, TreeFile},
    },
};

/// What is found about a skill on its way into an archive.
pub(super) struct Gate<'a> {
    skill: &'a Skill,
    profiles: &'a [Profile],
    /// All that was found.
    found: Vec<Diagnostic>,
    /// What lint alone found.
    inside: Vec<Diagnostic>,
}

impl<'a> Gate<'a> {
    /// Judges the skill itself.
    pub(super) fn new(skill: &'a Skill, profiles: &'a [Profile]) -> Self {
        let inside = lint::check(skill, profiles);
        Self { skill, profiles, found: inside.clone(), inside }
    }

    /// Adds what is found about the archive, in place of what was found about it before.
    pub(super) fn judge_package(&mut self, package: &Package<'_>) {
        self.found = self.inside.clone();
        package::join(&mut self.found, package::judge(package, self.skill, self.profiles), self.skill);
    }

    /// How many findings are at least this loud; none stops anything when there is no level.
    pub(super) fn stopping(&self, level: Option<Severity>) -> usize {
        let severities = self.found.iter().map(|diagnostic| diagnostic.severity);
        severities.filter(|severity| level.is_some_and(|level| *severity >= level)).count()
    }

    pub(super) fn into_found(self) -> Vec<Diagnostic> {
        self.found
    }
}

/// All that was found about one skill.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The folder as the user would write it.
    pub(crate) shown: String,
    /// The skill as it would be packed, without the contents that no finding needs to be drawn.
    pub(crate) skill: Skill,
    pub(crate) found: Vec<Diagnostic>,
}

impl Judged {
    pub(super) fn new(shown: String, mut skill: Skill, found: Vec<Diagnostic>) -> Self {
        let files = std::mem::take(&mut skill.tree).into_files();
        let is_shown = |file: &TreeFile| found.iter().any(|diagnostic| diagnostic.file == file.path);
        skill.tree = Tree::new(files.into_iter().filter(is_shown).collect());
        Self { shown, skill, found }
    }
}
