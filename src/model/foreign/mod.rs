//! What other tools write down about the skills they installed, read and never written: the lock files of `npx skills`,
//! apm and ClawHub, and the keys that `gh skill` puts into a SKILL.md. Foreign text: names and paths that could lead
//! out of a folder are errors with their line, and nothing that can't be read counts as empty.

pub(crate) mod apm;
pub(crate) mod clawhub;
pub(crate) mod gh;
mod json;
pub(crate) mod npx;

use super::{
    commit::Commit,
    git_url::{GitUrl, Host},
    name::FolderName,
    source::{RepoPath, Wanted},
    visible,
};

/// Skills that one file may record.
pub(crate) const MAX_SKILLS: usize = 5_000;

/// One skill as another tool recorded it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recorded {
    /// The folder it lies in, below the scope's folder of skills.
    pub(crate) name: FolderName,
    pub(crate) from: Upstream,
}

/// Where a recorded skill came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Upstream {
    Git(Repository),
    /// Nothing that can be fetched as it was; what it is instead, and what to type, if anything.
    Elsewhere {
        what: String,
        advice: Option<String>,
    },
}

/// A place in a git repository.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Repository {
    pub(crate) url: GitUrl,
    /// The skill's folder, or one above it.
    pub(crate) path: Option<RepoPath>,
    /// What the manifest is to want from now on.
    pub(crate) wanted: Wanted,
    /// The commit it was taken from, where that was recorded.
    pub(crate) commit: Option<Commit>,
    /// Otherwise: a branch or tag it was taken from.
    pub(crate) at: Option<String>,
    /// git's id of the folder's tree as it was installed.
    pub(crate) tree: Option<Commit>,
}

/// A foreign file that can't be read as what it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub(crate) struct ForeignError {
    /// From 1.
    pub(crate) line: usize,
    pub(crate) why: String,
}

/// The folder that a recorded name stands for. `npx skills` and others make a folder's name of any text: lower case,
/// runs of other characters one hyphen.
fn folder(told: &str) -> Result<FolderName, String> {
    let shown = visible::short(told);
    if told.contains(['/', '\\', '\0']) || told.contains("..") || told.chars().any(visible::is_hidden) {
        return Err(format!("`{shown}` is no name of a skill"));
    }
    if let Ok(name) = told.parse() {
        return Ok(name);
    }
    let mut made = String::new();
    for c in told.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' | '.' | '_' => made.push(c),
            _ if made.ends_with('-') => {}
            _ => made.push('-'),
        }
    }
    made.trim_matches(['-', '.']).parse().map_err(|_| format!("`{shown}` is no name of a skill"))
}

/// The folder of a skill inside its repository: told as a folder or as the SKILL.md in it.
fn path(told: &str) -> Result<Option<RepoPath>, String> {
    let shown = visible::short(told);
    let wrong = |_| format!("`{shown}` is no path inside a repository");
    if told.chars().any(visible::is_hidden) || told.starts_with(['/', '\\']) || told.contains(':') {
        return Err(format!("`{shown}` is no path inside a repository"));
    }
    let path = RepoPath::of_typed(told).map_err(wrong)?;
    let Some(path) = path.filter(|path| !path.as_str().eq_ignore_ascii_case("SKILL.md")) else {
        return Ok(None);
    };
    match path.as_str().rsplit_once('/') {
        Some((folder, file)) if file.eq_ignore_ascii_case("SKILL.md") => {
            folder.parse().map(Some).map_err(wrong)
        }
        _ => Ok(Some(path)),
    }
}

/// What is wanted when somebody named a branch, a tag or a commit.
fn wanted(told: &str) -> Wanted {
    let name = told.strip_prefix("refs/heads/").or_else(|| told.strip_prefix("refs/tags/")).unwrap_or(told);
    match name.parse::<Commit>() {
        Ok(commit) => Wanted::Rev(commit.to_string()),
        Err(_) => Wanted::Ref(name.to_owned()),
    }
}

/// An address, or a repository of a well-known host. A login that stands in it is left out.
fn address(told: &str, host: Host) -> Result<GitUrl, String> {
    let is_short = !told.contains("://") && !told.contains('@') && !told.contains(':');
    let url =
        if is_short { GitUrl::hosted(host, told) } else { GitUrl::with_login(told).map(|(url, _)| url) };
    url.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_folder_or_the_file_in_it() {
        let path = |text| path(text).map(|path| path.map(|path| path.to_string()));
        assert_eq!(path("skills/a/SKILL.md"), Ok(Some("skills/a".to_owned())));
        assert_eq!(path("skills/a"), Ok(Some("skills/a".to_owned())));
        assert_eq!(path("skills\\a\\skill.md"), Ok(Some("skills/a".to_owned())));
        assert_eq!(path("SKILL.md"), Ok(None));
        assert_eq!(path("."), Ok(None));
        for trick in ["../x", "a/../../x", "/etc", "C:\\x", "a\nb", "\\\\host\\x"] {
            assert!(path(trick).is_err(), "{trick:?}");
        }
    }

    #[test]
    fn names_become_the_folders_that_those_tools_make() {
        let folder = |text| folder(text).map(|name| name.to_string());
        assert_eq!(folder("web-design"), Ok("web-design".to_owned()));
        assert_eq!(folder("vercel:deploy"), Ok("vercel-deploy".to_owned()));
        for trick in ["..", "../x", "a/b", "a\\b", "", "con", "a\u{202e}b", "-.-"] {
            assert!(folder(trick).is_err(), "{trick:?}");
        }
    }
}
