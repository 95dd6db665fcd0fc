//! The skills of a repository, in the documented order. Every place that was tried and holds something that is no
//! usable skill is reported with its reason.

mod plugins;
mod twins;

use std::{collections::BTreeSet, fmt};

use crate::{
    host::{
        assemble::locate,
        repository::{Kind, ReadError, Repository, file_name, join, parent},
    },
    model::{
        agent,
        skill::{Card, Unusable, read_card},
        source::RepoPath,
        tree::is_part_of_skill,
        visible,
    },
};

/// The largest SKILL.md that is read, in bytes.
const MAX_MANIFEST: u64 = 10 * 1024 * 1024;
/// How deep `skills/` is searched for groups of skills.
const GROUP_DEPTH: usize = 4;
/// Bounds of the walk that is made when nothing was found.
const WALK_DEPTH: usize = 6;
const WALK_FOLDERS: usize = 2_000;
/// Folders the walk does not enter, beside those that are never part of a skill.
const BUILD_OUTPUT: [&str; 6] = ["target", "dist", "build", "out", "vendor", "coverage"];

/// Which rule of the search found a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FoundBy {
    /// The path that was asked for.
    Path,
    /// A SKILL.md at the root.
    Root,
    /// Below `skills/`.
    Skills,
    /// Named by a marketplace or plugin file.
    Plugin,
    /// A folder at the root.
    TopFolder,
    /// An agent's own folder, such as `.claude/skills`.
    AgentFolder,
    /// The bounded walk.
    Walk,
    /// The index of a web site: what it says of the skill is all that is known.
    Index,
}

/// A usable skill of a repository.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// `None` at the root.
    pub(crate) path: Option<RepoPath>,
    pub(crate) card: Card,
    pub(crate) found_by: FoundBy,
    /// Other folders of the repository that hold the very same skill.
    pub(crate) copies: Vec<RepoPath>,
}

impl Candidate {
    /// The name its frontmatter gives, else its folder's.
    pub(crate) fn name(&self) -> &str {
        let folder = self.path.as_ref().map_or("", RepoPath::file_name);
        self.card.name.as_deref().unwrap_or(folder)
    }

    /// The path as text; `.` at the root.
    pub(crate) fn shown_path(&self) -> &str {
        self.path.as_ref().map_or(".", RepoPath::as_str)
    }

    /// Whether it lies at this path, itself or as a copy.
    pub(crate) fn is_at(&self, path: &str) -> bool {
        self.shown_path() == path || self.copies.iter().any(|copy| copy.as_str() == path)
    }

    /// Whether this text means the skill: its path, declared name or folder's name.
    pub(crate) fn answers_to(&self, text: &str) -> bool {
        let folder = self.path.as_ref().map(RepoPath::file_name);
        self.card.name.as_deref() == Some(text) || folder == Some(text) || self.is_at(text)
    }
}

/// Something at a place for skills that can't be used.
#[derive(Debug, Clone)]
pub(crate) struct Rejected {
    /// Of the folder, or of a file that should be a folder; `.` at the root.
    pub(crate) path: String,
    pub(crate) reason: Reason,
}

impl Rejected {
    /// Whether this text means it: its path or its folder's name.
    pub(crate) fn answers_to(&self, text: &str) -> bool {
        self.path == text || file_name(&self.path) == text
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, reason) = (visible::line(&self.path), self.reason.to_string());
        let reason = visible::line(&reason);
        match self.reason {
            // A plugin file, or a plugin in it: nothing that could be a skill.
            Reason::Plugin(_) | Reason::Second { .. } => write!(formatter, "`{path}`: {reason}"),
            _ => write!(formatter, "`{path}` is no usable skill: {reason}"),
        }
    }
}

/// Why it can't be used.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum Reason {
    #[error(transparent)]
    Card(#[from] Unusable),
    #[error("its SKILL.md has more than 10 MB")]
    TooLarge,
    #[error("`{found}` must be called `SKILL.md`")]
    Spelling { found: String },
    #[error("its SKILL.md is a link that leads to no file in the repository")]
    DanglingManifest,
    #[error("its SKILL.md is no file")]
    NoFile,
    #[error("its path holds a backslash or line end")]
    Path,
    #[error("it is a submodule whose files were not fetched")]
    Submodule,
    #[error("it is a flat file: move it to `{folder}/SKILL.md`")]
    FlatFile { folder: String },
    #[error(
        "the skill of this name at `{other}` goes before it; its own path, as part of the SPEC, means it"
    )]
    Second { other: String },
    #[error("{0}")]
    Plugin(String),
    #[error("{0}")]
    Entry(String),
}

/// What a search found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pub(crate) skills: Vec<Candidate>,
    pub(crate) rejected: Vec<Rejected>,
}

/// Whether a path is that of a SKILL.md, in whatever spelling.
pub(crate) fn is_skill_file(path: &str) -> bool {
    file_name(path).eq_ignore_ascii_case("SKILL.md")
}

/// Whether a search of a whole repository reads the file at this path.
pub(crate) fn is_searched_for(path: &str) -> bool {
    is_skill_file(path) || plugins::is_plugin_file(path)
}

/// Searches a repository, or the folder `within` of it: when that folder is a skill itself, it alone is found.
pub(crate) fn discover(repository: &dyn Repository, within: Option<&RepoPath>) -> Result<Found, ReadError> {
    let mut search = Search { repository, found: Found::default(), seen: BTreeSet::new() };
    let base = within.map_or("", RepoPath::as_str);
    // Links are small, and where they lead must be known before anything else is.
    repository.prepare_links()?;
    match within {
        Some(_) => repository.prepare(base, &|_| true)?,
        None => repository.prepare("", &is_searched_for)?,
    }
    if within.is_some() {
        if search.folder(base, FoundBy::Path, true)? {
            return Ok(search.found);
        }
    } else {
        search.folder("", FoundBy::Root, false)?;
    }
    let at_root = !search.found.skills.is_empty();
    search.group(&join(base, "skills"), GROUP_DEPTH, FoundBy::Skills)?;
    for path in plugins::skill_paths(&mut search, base)? {
        search.folder(&path, FoundBy::Plugin, true)?;
    }
    // A root skill's other folders are its own.
    if !at_root {
        search.children(base, FoundBy::TopFolder)?;
    }
    let mut folders: Vec<&str> =
        agent::all().iter().filter_map(|agent| agent.folder(agent::Scope::Project)).collect();
    // Read by Copilot and Droid beside the folders of the table.
    folders.extend([".factory/skills", ".github/skills"]);
    folders.sort_unstable();
    folders.dedup();
    for folder in folders.into_iter().filter(|folder| folder.starts_with('.')) {
        search.group(&join(base, folder), 1, FoundBy::AgentFolder)?;
    }
    if search.found.skills.is_empty() {
        search.walk(base)?;
    }
    let mut found = search.found;
    drop_inner(&mut found.skills);
    found.skills.sort_by(|a, b| (a.found_by, &a.path).cmp(&(b.found_by, &b.path)));
    twins::join(repository, &mut found)?;
    found.rejected.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The folders of other skills below a root skill: no part of its tree.
pub(crate) fn excluded_from(candidate: &Candidate, all: &[Candidate]) -> Vec<String> {
    if candidate.path.is_some() {
        return Vec::new();
    }
    let paths = all.iter().flat_map(|other| other.path.iter().chain(&other.copies));
    paths.map(|path| path.as_str().to_owned()).collect()
}

/// A SKILL.md below a skill (but the root's) is part of the outer one.
fn drop_inner(skills: &mut Vec<Candidate>) {
    let paths: BTreeSet<String> =
        skills.iter().filter_map(|skill| skill.path.as_ref().map(|path| path.as_str().to_owned())).collect();
    skills.retain(|skill| {
        let mut outer = skill.path.as_ref().map_or("", RepoPath::as_str);
        while !outer.is_empty() {
            outer = parent(outer);
            if paths.contains(outer) {
                return false;
            }
        }
        true
    });
}

struct Search<'a> {
    repository: &'a dyn Repository,
    found: Found,
    /// Real paths that were looked at.
    seen: BTreeSet<String>,
}

impl Search<'_> {
    /// Looks at one folder; says whether it is a skill or meant to be one.
    fn folder(&mut self, path: &str, found_by: FoundBy, named: bool) -> Result<bool, ReadError> {
        let Some((real, kind)) = locate(self.repository, path)? else { return Ok(false) };
        if kind == Kind::Submodule {
            if self.seen.insert(real.clone()) {
                self.reject(&real, Reason::Submodule);
            }
            return Ok(true);
        }
        if kind != Kind::Folder {
            return Ok(false);
        }
        let manifest = join(&real, "SKILL.md");
        let Some(kind) = self.repository.kind(&manifest)? else { return self.misspelt(&real, named) };
        if !self.seen.insert(real.clone()) {
            return Ok(true);
        }
        match self.manifest(&manifest, kind)? {
            Ok(_) if real.contains(['\\', '\n']) => self.reject(&real, Reason::Path),
            Ok(card) => {
                let path = real.parse().ok();
                self.found.skills.push(Candidate { path, card, found_by, copies: Vec::new() });
            }
            Err(reason) => self.reject(&real, reason),
        }
        Ok(true)
    }

    fn manifest(&self, path: &str, kind: Kind) -> Result<Result<Card, Reason>, ReadError> {
        let (real, kind) = match kind {
            Kind::Symlink => match locate(self.repository, path)? {
                Some(place) => place,
                None => return Ok(Err(Reason::DanglingManifest)),
            },
            Kind::File { .. } | Kind::Folder | Kind::Submodule | Kind::Special => (path.to_owned(), kind),
        };
        let Kind::File { size, .. } = kind else { return Ok(Err(Reason::NoFile)) };
        if size.is_some_and(|size| size > MAX_MANIFEST) {
            return Ok(Err(Reason::TooLarge));
        }
        let bytes = self.repository.read(&real)?;
        Ok(read_card(&bytes).map_err(Reason::from))
    }

    /// A folder without SKILL.md that holds another spelling of it.
    fn misspelt(&mut self, real: &str, named: bool) -> Result<bool, ReadError> {
        let entries = self.repository.list(real)?;
        let other = entries.iter().find(|(name, _)| name.eq_ignore_ascii_case("SKILL.md"));
        let Some((found, _)) = other else { return Ok(false) };
        if self.seen.insert(real.to_owned()) || named {
            let found = found.clone();
            self.reject(real, Reason::Spelling { found });
        }
        Ok(true)
    }

    fn reject(&mut self, path: &str, reason: Reason) {
        let path = if path.is_empty() { "." } else { path };
        if !self.found.rejected.iter().any(|other| other.path == path) {
            self.found.rejected.push(Rejected { path: path.to_owned(), reason });
        }
    }

    /// The sub-folders (and links to folders) of `path`; none when it is no folder.
    fn below(&self, path: &str) -> Result<Vec<(String, Kind)>, ReadError> {
        match locate(self.repository, path)? {
            Some((real, Kind::Folder)) => self.repository.list(&real),
            Some(_) | None => Ok(Vec::new()),
        }
    }

    /// A folder of skills, and of groups of skills down to `depth`.
    fn group(&mut self, path: &str, depth: usize, found_by: FoundBy) -> Result<(), ReadError> {
        if depth == 0 {
            return Ok(());
        }
        for (name, kind) in self.below(path)? {
            let inner = join(path, &name);
            match kind {
                Kind::Folder | Kind::Symlink | Kind::Submodule
                    if is_part_of_skill(&name)
                        && !self.folder(&inner, found_by, false)?
                        && kind == Kind::Folder =>
                {
                    self.group(&inner, depth - 1, found_by)?;
                }
                Kind::File { .. } => self.flat_file(path, &name)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// A Markdown file with a skill's frontmatter right in a folder of skills.
    fn flat_file(&mut self, folder: &str, name: &str) -> Result<(), ReadError> {
        let Some(stem) = name.strip_suffix(".md").filter(|stem| !stem.eq_ignore_ascii_case("SKILL")) else {
            return Ok(());
        };
        let path = join(folder, name);
        let Some((real, Kind::File { size, .. })) = locate(self.repository, &path)? else { return Ok(()) };
        if size.is_none_or(|size| size <= MAX_MANIFEST) && read_card(&self.repository.read(&real)?).is_ok() {
            self.reject(&path, Reason::FlatFile { folder: join(folder, stem) });
        }
        Ok(())
    }

    fn children(&mut self, path: &str, found_by: FoundBy) -> Result<(), ReadError> {
        for (name, kind) in self.below(path)? {
            if matches!(kind, Kind::Folder | Kind::Symlink | Kind::Submodule) && is_part_of_skill(&name) {
                // A submodule at the root is a reason for finding nothing only when nothing else is found.
                if kind == Kind::Submodule && !self.found.skills.is_empty() {
                    continue;
                }
                self.folder(&join(path, &name), found_by, false)?;
            }
        }
        Ok(())
    }

    /// Breadth first over all folders, within bounds.
    fn walk(&mut self, base: &str) -> Result<(), ReadError> {
        let mut queue = std::collections::VecDeque::from([(base.to_owned(), 0)]);
        let mut folders = 0;
        while let Some((path, depth)) = queue.pop_front() {
            folders += 1;
            if folders > WALK_FOLDERS {
                break;
            }
            for (name, kind) in self.below(&path)? {
                let enters = is_part_of_skill(&name) && !BUILD_OUTPUT.contains(&name.as_str());
                if kind == Kind::Folder && enters {
                    let inner = join(&path, &name);
                    if !self.folder(&inner, FoundBy::Walk, false)? && depth + 1 < WALK_DEPTH {
                        queue.push_back((inner, depth + 1));
                    }
                }
            }
        }
        Ok(())
    }
}
