//! The gate before an archive: lint over exactly the files that would go in, and what holds for archives only.

use crate::{
    lint::{
        self,
        diagnostic::{Diagnostic, Severity},
        package::{self, Package},
        profile::Profile,
    },
    model::{skill::Skill, tree::Tree},
};

/// All that was found about one skill.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The folder as the user would write it.
    pub(crate) shown: String,
    /// The skill as it would be packed. Once the archive is made, files without findings are let go.
    pub(crate) skill: Skill,
    pub(crate) found: Vec<Diagnostic>,
    /// What lint alone found.
    inside: Vec<Diagnostic>,
}

impl Judged {
    pub(super) fn new(shown: String, skill: Skill, profiles: &[Profile]) -> Self {
        let inside = lint::check(&skill, profiles);
        Self { shown, skill, found: inside.clone(), inside }
    }

    /// Adds what is found about the archive, in place of what was found about it before.
    pub(super) fn judge_package(&mut self, package: &Package<'_>, profiles: &[Profile]) {
        self.found = self.inside.clone();
        package::join(&mut self.found, package::judge(package, &self.skill, profiles), &self.skill);
    }

    /// How many findings are at least this loud; none stops anything when there is no level.
    pub(super) fn stopping(&self, level: Option<Severity>) -> usize {
        let severities = self.found.iter().map(|diagnostic| diagnostic.severity);
        severities.filter(|severity| level.is_some_and(|level| *severity >= level)).count()
    }

    /// Lets go of the contents that no finding needs to be drawn.
    pub(super) fn shrink(&mut self) {
        let files = std::mem::take(&mut self.skill.tree).into_files();
        let is_shown = |path: &str| self.found.iter().any(|diagnostic| diagnostic.file == path);
        self.skill.tree = Tree::new(files.into_iter().filter(|file| is_shown(&file.path)).collect());
    }
}
