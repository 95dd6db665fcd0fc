//! The gate before an archive: what is wrong with the files that would go in.

use crate::model::{
    name::{flaws, normalized},
    skill::read_card,
    tree::Tree,
};

/// How loud a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Note,
    Warning,
    Error,
}

/// Something the gate found.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    /// The rule's name.
    pub(crate) rule: String,
    /// Relative to the skill; empty for the whole of it.
    pub(crate) file: String,
    pub(crate) message: String,
}

impl Finding {
    pub(super) fn error(rule: &str, file: &str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            rule: rule.to_owned(),
            file: file.to_owned(),
            message: message.into(),
        }
    }
}

/// Judges the files that would go in, in a folder of this name.
pub(super) fn check(folder: &str, tree: &Tree) -> Vec<Finding> {
    let mut found = judge(folder, tree);
    found.extend(about_packages(tree));
    found
}

/// What holds for every archive, whatever the skill says.
fn about_packages(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in tree.files() {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_ascii_lowercase();
        if name == "skill.md" && file.path != "SKILL.md" {
            let message = "an archive holds one skill, and this is a second SKILL.md";
            found.push(Finding::error("pack-multi-skill", &file.path, message));
        }
        let is_archive = [".zip", ".skill", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2"];
        if is_archive.iter().any(|ending| name.ends_with(ending)) {
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

fn judge(folder: &str, tree: &Tree) -> Vec<Finding> {
    const MANIFEST: &str = "SKILL.md";
    let Some(file) = tree.file(MANIFEST) else {
        return vec![Finding::error("manifest-missing", "", "there is no SKILL.md among the files to pack")];
    };
    let card = match read_card(&file.content) {
        Ok(card) => card,
        Err(why) => return vec![Finding::error("frontmatter", MANIFEST, why.to_string())],
    };
    let mut found = Vec::new();
    let name = card.name.unwrap_or_default();
    found.extend(
        flaws(&name)
            .into_iter()
            .map(|flaw| Finding::error("name", MANIFEST, format!("the name `{name}` does not fit: {flaw}"))),
    );
    if normalized(&name) != normalized(folder) {
        let message = format!("the name `{name}` differs from the folder's name `{folder}`");
        found.push(Finding::error("name-dir-mismatch", MANIFEST, message));
    }
    let length = card.description.as_deref().unwrap_or_default().chars().count();
    if length > 1024 {
        let message = format!("the description has {length} characters, 1024 are allowed");
        found.push(Finding::error("description-too-long", MANIFEST, message));
    }
    found
}
