//! The gate before an archive: lint over exactly the files that would go in, and what holds for archives only.

use std::collections::BTreeMap;

use crate::{
    lint::{
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
    excerpts: BTreeMap<String, Vec<u8>>,
}

/// Findings, and what is shown of files that are not held whole.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) excerpts: BTreeMap<String, Vec<u8>>,
}

impl<'a> Gate<'a> {
    /// With what lint found, and excerpts of the files that it found something in and that are not held whole.
    pub(super) fn new(
        skill: &'a Skill,
        profiles: &'a [Profile],
        inside: Vec<Diagnostic>,
        excerpts: BTreeMap<String, Vec<u8>>,
    ) -> Self {
        Self { skill, profiles, found: inside.clone(), inside, excerpts }
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

    pub(super) fn into_found(self) -> Found {
        Found { diagnostics: self.found, excerpts: self.excerpts }
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
    pub(super) fn new(shown: String, mut skill: Skill, mut found: Found) -> Self {
        let files = std::mem::take(&mut skill.tree).into_files();
        let is_shown =
            |file: &TreeFile| found.diagnostics.iter().any(|diagnostic| diagnostic.file == file.path);
        let mut files: Vec<TreeFile> = files.into_iter().filter(is_shown).collect();
        for file in &mut files {
            if let Some(excerpt) = found.excerpts.remove(&file.path) {
                file.content = excerpt;
            }
        }
        skill.tree = Tree::new(files);
        Self { shown, skill, found: found.diagnostics }
    }
}
