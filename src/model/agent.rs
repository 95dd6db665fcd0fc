//! `Agent`: a program that reads skills, and the folders it reads in a project and for a user. `Scope`: whose folders
//! are meant. The table is data, in `agents.tsv` beside this file.

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};

use super::name::nearest;

/// The folder below a scope's root that agents share.
pub(crate) const SHARED_FOLDER: &str = ".agents/skills";

/// Whose skills are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scope {
    Project,
    User,
}

impl Scope {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::User => "user",
        }
    }
}

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Agent {
    pub(crate) id: &'static str,
    /// As its makers write it.
    pub(crate) name: &'static str,
    /// Below a project's root, with `/`.
    project: Option<&'static str>,
    /// Below the home folder, with `/`.
    user: Option<&'static str>,
    /// A variable and the part of the user folder (below home) that its value replaces.
    replaced: Option<(&'static str, &'static str)>,
    others: Vec<&'static str>,
}

static TABLE: LazyLock<Vec<Agent>> = LazyLock::new(|| {
    include_str!("agents.tsv").lines().filter(|line| !line.starts_with('#')).filter_map(row).collect()
});

fn row(line: &'static str) -> Option<Agent> {
    let mut cells = line.split('\t').map(|cell| (cell != "-").then_some(cell));
    let below_home = |path: &'static str| path.strip_prefix("~/");
    let (id, name, project) = (cells.next()??, cells.next()??, cells.next()?);
    let user = cells.next()?.and_then(below_home);
    let replaced = cells
        .next()?
        .and_then(|cell| cell.split_once('='))
        .and_then(|(name, path)| Some((name, below_home(path)?)));
    let others = cells.next()?.map(|cell| cell.split(',').collect()).unwrap_or_default();
    Some(Agent { id, name, project, user, replaced, others })
}

/// All known agents, sorted by id.
pub(crate) fn all() -> &'static [Agent] {
    &TABLE
}

/// A name that no agent answers to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no agent is called `{}`", super::visible::line(.name))]
pub(crate) struct UnknownAgent {
    pub(crate) name: String,
    pub(crate) near: Option<&'static str>,
}

/// The agent of this id or other usual name.
pub(crate) fn find(name: &str) -> Result<&'static Agent, UnknownAgent> {
    let lower = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let answers = |agent: &&Agent| agent.id == lower || agent.others.contains(&lower.as_str());
    all().iter().find(answers).ok_or_else(|| {
        let names =
            all().iter().flat_map(|agent| std::iter::once(agent.id).chain(agent.others.iter().copied()));
        UnknownAgent { name: name.to_owned(), near: nearest(&lower, names) }
    })
}

impl Agent {
    /// The folder it reads skills from in this scope, relative to the scope's root as the table has it.
    pub(crate) fn folder(&self, scope: Scope) -> Option<&'static str> {
        match scope {
            Scope::Project => self.project,
            Scope::User => self.user,
        }
    }

    /// Whether it reads the shared folder itself in this scope, so that no link is needed.
    pub(crate) fn is_native(&self, scope: Scope) -> bool {
        self.folder(scope) == Some(SHARED_FOLDER)
    }

    /// Where its skills lie below `root`, the project's or the home folder. `variable` reads the environment: some
    /// agents let one move their user folder.
    pub(crate) fn skills_folder(
        &self,
        scope: Scope,
        root: &Path,
        variable: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Option<PathBuf> {
        let folder = self.folder(scope)?;
        if scope == Scope::User
            && let Some((name, part)) = self.replaced
            && let Some(rest) = folder.strip_prefix(part)
            && let Some(moved) = variable(name).filter(|path| path.is_absolute())
        {
            return Some(moved.join(rest.trim_start_matches('/')));
        }
        Some(root.join(folder))
    }

    /// The folder whose presence tells that the agent is used here; `None` where its name is too general to tell
    /// (`skills`, `data`, `agent`).
    pub(crate) fn sign(
        &self,
        scope: Scope,
        root: &Path,
        variable: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Option<PathBuf> {
        if !self.folder(scope)?.starts_with('.') {
            return None;
        }
        self.skills_folder(scope, root, variable)?.parent().map(Path::to_owned)
    }

    /// Other names it answers to.
    pub(crate) fn other_names(&self) -> &[&'static str] {
        &self.others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_sorted_and_unique() {
        let lines = include_str!("agents.tsv").lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(all().len(), lines, "every line is a row");
        assert!(all().len() >= 78);
        assert!(all().windows(2).all(|pair| pair[0].id < pair[1].id), "sorted by id, no id twice");
        let mut names: Vec<_> = all()
            .iter()
            .flat_map(|agent| std::iter::once(agent.id).chain(agent.others.iter().copied()))
            .collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "no name means two agents");
        assert!(all().iter().all(|agent| agent.project.is_some() || agent.user.is_some()));
    }

    #[test]
    fn usual_names_are_understood_and_others_get_a_guess() {
        for (name, id) in [
            ("claude", "claude-code"),
            ("Claude Code", "claude-code"),
            ("copilot", "github-copilot"),
            ("codex", "codex"),
        ] {
            assert_eq!(find(name).map(|agent| agent.id), Ok(id));
        }
        assert_eq!(find("cursr").expect_err("unknown").near, Some("cursor"));
    }

    #[test]
    fn folders_follow_scope_and_variables() {
        let none = |_: &str| None;
        let moved = |name: &str| (name == "CLAUDE_CONFIG_DIR").then(|| PathBuf::from("/cfg"));
        let claude = find("claude").expect("known");
        let home = Path::new("/home/me");
        assert_eq!(claude.skills_folder(Scope::User, home, &none), Some("/home/me/.claude/skills".into()));
        assert_eq!(claude.skills_folder(Scope::User, home, &moved), Some("/cfg/skills".into()));
        assert_eq!(claude.sign(Scope::User, home, &moved), Some("/cfg".into()));
        assert_eq!(
            claude.skills_folder(Scope::Project, Path::new("/p"), &moved),
            Some("/p/.claude/skills".into())
        );
        assert!(!claude.is_native(Scope::Project));
        assert!(find("codex").expect("known").is_native(Scope::Project));
        assert_eq!(find("openclaw").expect("known").sign(Scope::Project, Path::new("/p"), &none), None);
    }
}
