//! The gate before an archive: lint over exactly the files that would go in, and what holds for archives only.

use crate::{
    lint::{
        self,
        diagnostic::{Diagnostic, Severity},
        profile::Profile,
    },
    model::{skill::Skill, tree::Tree},
};

/// Something about the archive that no rule of lint can see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    /// The rule's name.
    pub(crate) rule: &'static str,
    /// Relative to the skill; empty for the whole of it.
    pub(crate) file: String,
    pub(crate) message: String,
}

impl Finding {
    pub(super) fn error(rule: &'static str, file: &str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, rule, file: file.to_owned(), message: message.into() }
    }
}

/// All that was found about one skill.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The folder as the user would write it.
    pub(crate) shown: String,
    /// The skill as it would be packed.
    pub(crate) skill: Skill,
    pub(crate) found: Vec<Diagnostic>,
    pub(crate) about_archive: Vec<Finding>,
}

impl Judged {
    pub(super) fn new(shown: String, skill: Skill, profiles: &[Profile]) -> Self {
        let mut found = lint::check(&skill, profiles);
        // What is left out is listed by pack itself and fails nothing.
        found.retain(|diagnostic| diagnostic.rule.name != "junk-file");
        let mut about_archive = contents(&skill.tree);
        about_archive.extend(profiles.iter().flat_map(|profile| unpacked_sizes(&skill.tree, profile)));
        Self { shown, skill, found, about_archive }
    }

    /// How many findings are at least this loud; none stops anything when there is no level.
    pub(super) fn stopping(&self, level: Option<Severity>) -> usize {
        let lint = self.found.iter().map(|diagnostic| diagnostic.severity);
        let archive = self.about_archive.iter().map(|finding| finding.severity);
        lint.chain(archive).filter(|severity| level.is_some_and(|level| *severity >= level)).count()
    }
}

/// What holds for every archive, whatever the skill says.
fn contents(tree: &Tree) -> Vec<Finding> {
    const ARCHIVES: [&str; 9] = [".zip", ".skill", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2"];
    let mut found = Vec::new();
    for file in tree.files() {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_ascii_lowercase();
        if name == "skill.md" && file.path != "SKILL.md" {
            let message = "an archive holds one skill, with its `SKILL.md` spelt so at the top";
            found.push(Finding::error("pack-multi-skill", &file.path, message));
        }
        if ARCHIVES.iter().any(|ending| name.ends_with(ending)) {
            let message = "an archive inside the archive: platforms refuse it";
            found.push(Finding::error("pack-nested-archive", &file.path, message));
        }
        if file.path.starts_with(".claude-plugin/") {
            let message = "a plugin's file: platforms take the archive for a plugin";
            found.push(Finding::error("pack-plugin-manifest", &file.path, message));
        }
    }
    found
}

fn unpacked_sizes(tree: &Tree, profile: &Profile) -> Vec<Finding> {
    let mut found = Vec::new();
    let limits = &profile.limits;
    let name = &profile.name;
    if let Some(limit) = limits.unpacked_size.filter(|limit| tree.size() > *limit) {
        let message = format!("all files have {} bytes, `{name}` allows {limit}", tree.size());
        found.push(Finding::error("pack-too-big", "", message));
    }
    let count = tree.files().len() as u64;
    if let Some(limit) = limits.files.filter(|limit| count > *limit) {
        let message = format!("there are {count} files, `{name}` allows {limit}");
        found.push(Finding::error("pack-too-many-files", "", message));
    }
    for file in tree.files() {
        let size = file.content.len() as u64;
        if let Some(limit) = limits.file_size.filter(|limit| size > *limit) {
            let message = format!("it has {size} bytes, `{name}` allows {limit}");
            found.push(Finding::error("pack-file-too-big", &file.path, message));
        }
    }
    found
}

/// Findings about the finished archive's size.
pub(super) fn packed_size(size: u64, profiles: &[Profile]) -> impl Iterator<Item = Finding> + '_ {
    profiles.iter().filter_map(move |profile| {
        let limit = profile.limits.archive_size.filter(|limit| size > *limit)?;
        let message = format!("the archive has {size} bytes, `{}` allows {limit}", profile.name);
        Some(Finding::error("pack-too-big", "", message))
    })
}
