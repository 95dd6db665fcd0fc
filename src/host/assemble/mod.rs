//! A skill's files out of a repository: what belongs to it, and what becomes of symbolic links. One rule for every
//! route, whether the repository is a folder, git's objects or an archive.
//!
//! A link inside the skill is kept; one that leaves the skill but not the repository becomes the content it leads to;
//! one that leaves the repository, dangles or turns in a circle is refused.

use std::collections::HashMap;

use super::repository::{Kind, ReadError, Repository, join, parent};
use crate::model::{
    name::fold,
    survey::Survey,
    tree::{Mode, Tree, TreeFile, is_git_in_disguise, is_part_of_skill},
};

/// Bounds on what is taken in. The defaults are those of the configuration file's `[limits]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Number of files.
    pub(crate) files: usize,
    /// Bytes of all files together.
    pub(crate) unpacked: u64,
    /// Folders below one another.
    pub(crate) depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { files: 10_000, unpacked: 512 * 1024 * 1024, depth: 32 }
    }
}

/// What was found below a skill's folder.
#[derive(Debug, Default)]
pub(crate) struct Assembled {
    pub(crate) tree: Tree,
    /// Paths that can't be taken, each with its reason. An install or pack refuses the skill; lint reports them.
    pub(crate) refused: Vec<Refused>,
    /// Paths left out because they are never part of a skill.
    pub(crate) left_out: Vec<String>,
    /// Paths whose link was replaced by what it leads to.
    pub(crate) replaced: Vec<String>,
}

/// A path of the skill that can't be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Relative to the skill.
    pub(crate) path: String,
    pub(crate) why: Why,
}

/// Why a path can't be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Why {
    #[error("it is a link to `{target}`, which lies outside the repository")]
    LeadsOutside { target: String },
    #[error("it is a link to `{target}`, which does not exist")]
    Dangles { target: String },
    #[error("it is a link to `{target}`, which turns in a circle")]
    Circle { target: String },
    #[error("it is a link to `{target}`, which is never part of a skill")]
    LeadsToJunk { target: String },
    #[error("it is a socket, pipe or device")]
    Special,
    #[error("it is a submodule whose files were not fetched")]
    Submodule,
    #[error("its name holds a line end, NUL or backslash")]
    Name,
    #[error("some systems take it for `.git`, and git runs what is configured there")]
    Disguised,
    #[error(
        "it and `{other}` are one file to systems that don't tell upper from lower case, or forms of one letter"
    )]
    Twin { other: String },
}

impl Why {
    /// Whether this is an attempt on the reader's files rather than an accident.
    pub(crate) fn is_hostile(&self) -> bool {
        matches!(self, Self::LeadsOutside { .. } | Self::Special | Self::Name | Self::Disguised)
    }
}

/// A skill that could not be assembled at all.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AssembleError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("the skill at `{path}` has more than {limit} {what}")]
    TooLarge { path: String, what: &'static str, limit: u64 },
}

/// Reads the skill whose folder is `path`; `excluded` folders (repository paths) belong to other skills.
pub(crate) fn assemble(
    repository: &dyn Repository,
    path: &str,
    excluded: &[String],
    limits: Limits,
) -> Result<Assembled, AssembleError> {
    assemble_with(repository, path, excluded, limits, &mut Everything)
}

/// Has a say in what is held in memory. Files come with their path in the skill and in the repository.
pub(crate) trait Hold {
    /// How many of the first bytes of a file of this size are enough, when it is not to be read whole.
    fn enough(&self, path: &str, size: u64) -> Option<usize>;
    /// Gets the bytes of a file that was read whole; gives those that are to be held.
    fn hold(&mut self, path: &str, place: &str, content: Vec<u8>) -> Vec<u8>;
    /// Gets what was told of a file that was not; gives the bytes that are to be held.
    fn hold_part(&mut self, path: &str, place: &str, survey: Survey) -> Vec<u8>;
}

/// Holds all there is.
struct Everything;

impl Hold for Everything {
    fn enough(&self, _path: &str, _size: u64) -> Option<usize> {
        None
    }

    fn hold(&mut self, _path: &str, _place: &str, content: Vec<u8>) -> Vec<u8> {
        content
    }

    fn hold_part(&mut self, _path: &str, _place: &str, survey: Survey) -> Vec<u8> {
        survey.head
    }
}

/// Like [`assemble`], with a say in which contents are held in memory.
pub(crate) fn assemble_with(
    repository: &dyn Repository,
    path: &str,
    excluded: &[String],
    limits: Limits,
    hold: &mut dyn Hold,
) -> Result<Assembled, AssembleError> {
    let mut walk = Walk {
        repository,
        skill: path,
        excluded,
        limits,
        found: Assembled::default(),
        files: Vec::new(),
        bytes: 0,
        hold,
    };
    walk.folder(path, "", &mut vec![path.to_owned()])?;
    let mut found = walk.found;
    found.tree = Tree::new(walk.files);
    found.refused.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

struct Walk<'a> {
    repository: &'a dyn Repository,
    skill: &'a str,
    excluded: &'a [String],
    limits: Limits,
    found: Assembled,
    files: Vec<TreeFile>,
    bytes: u64,
    hold: &'a mut dyn Hold,
}

/// Where a link leads.
enum Lead {
    /// To a path of the repository that is no link itself.
    To {
        path: String,
        kind: Kind,
        stays: bool,
    },
    Refused(Why),
}

impl Walk<'_> {
    /// Takes in the folder `real` of the repository as `shown` of the skill; `above` are the real folders that are
    /// being walked, so that a circle is seen.
    fn folder(&mut self, real: &str, shown: &str, above: &mut Vec<String>) -> Result<(), AssembleError> {
        if above.len() > self.limits.depth + 1 {
            return Err(self.too_large("folders below one another", self.limits.depth as u64));
        }
        let mut folded: HashMap<String, String> = HashMap::new();
        for (name, kind) in self.repository.list(real)? {
            let path = join(shown, &name);
            let here = join(real, &name);
            if !is_part_of_skill(&name) {
                self.found.left_out.push(path);
                continue;
            }
            if name.contains(['\n', '\0', '\\']) {
                self.refuse(path, Why::Name);
                continue;
            }
            if is_git_in_disguise(&name) {
                self.refuse(path, Why::Disguised);
                continue;
            }
            if let Some(other) = folded.insert(fold(&name), name.clone()) {
                self.refuse(path, Why::Twin { other });
                continue;
            }
            self.entry(&here, path, kind, above)?;
        }
        Ok(())
    }

    fn entry(
        &mut self,
        real: &str,
        shown: String,
        kind: Kind,
        above: &mut Vec<String>,
    ) -> Result<(), AssembleError> {
        match kind {
            Kind::File { executable, size } => self.file(real, shown, executable, size),
            Kind::Folder if self.excluded.iter().any(|other| other == real) => Ok(()),
            Kind::Folder => {
                above.push(real.to_owned());
                self.folder(real, &shown, above)?;
                above.pop();
                Ok(())
            }
            Kind::Symlink => self.link(real, shown, above),
            Kind::Submodule => {
                self.refuse(shown, Why::Submodule);
                Ok(())
            }
            Kind::Special => {
                self.refuse(shown, Why::Special);
                Ok(())
            }
        }
    }

    fn file(
        &mut self,
        real: &str,
        shown: String,
        executable: bool,
        size: Option<u64>,
    ) -> Result<(), AssembleError> {
        if self.files.len() >= self.limits.files {
            return Err(self.too_large("files", self.limits.files as u64));
        }
        if self.bytes + size.unwrap_or(0) > self.limits.unpacked {
            return Err(self.too_large("bytes", self.limits.unpacked));
        }
        let content = if let Some(enough) = size.and_then(|size| self.hold.enough(&shown, size)) {
            let mut survey = Survey::keeping(enough);
            self.repository.read_in_pieces(real, &mut |piece| survey.take(piece))?;
            self.count(survey.size)?;
            self.hold.hold_part(&shown, real, survey)
        } else {
            let content = self.repository.read_listed(real, size)?;
            self.count(content.len() as u64)?;
            self.hold.hold(&shown, real, content)
        };
        let mode = if executable { Mode::Executable } else { Mode::Regular };
        self.files.push(TreeFile { path: shown, mode, content });
        Ok(())
    }

    fn count(&mut self, bytes: u64) -> Result<(), AssembleError> {
        self.bytes += bytes;
        if self.bytes > self.limits.unpacked {
            return Err(self.too_large("bytes", self.limits.unpacked));
        }
        Ok(())
    }

    fn link(&mut self, real: &str, shown: String, above: &mut Vec<String>) -> Result<(), AssembleError> {
        let content = self.repository.read(real)?;
        let target = String::from_utf8_lossy(&content).into_owned();
        match self.follow(real, &target)? {
            Lead::Refused(why) => self.refuse(shown, why),
            Lead::To { path, kind: Kind::Folder, .. } if is_within(real, &path) || above.contains(&path) => {
                self.refuse(shown, Why::Circle { target });
            }
            // Below a folder that was itself reached through a link, an inner link would point elsewhere.
            Lead::To { stays: true, .. } if real == join(self.skill, &shown) => {
                self.files.push(TreeFile { path: shown, mode: Mode::Symlink, content });
            }
            Lead::To { path, kind, .. } => {
                if matches!(kind, Kind::File { .. } | Kind::Folder) {
                    self.found.replaced.push(shown.clone());
                }
                self.entry(&path, shown, kind, above)?;
            }
        }
        Ok(())
    }

    /// Follows a link, and links on its way, to a path that is no link.
    fn follow(&self, link: &str, target: &str) -> Result<Lead, AssembleError> {
        let told = || target.to_owned();
        let reached = reach(self.repository, components(parent(link)), target, self.skill)?;
        let (path, kind, stays) = match reached {
            Reached::Outside => return Ok(Lead::Refused(Why::LeadsOutside { target: told() })),
            Reached::Nothing => return Ok(Lead::Refused(Why::Dangles { target: told() })),
            Reached::Circle => return Ok(Lead::Refused(Why::Circle { target: told() })),
            Reached::Git => return Ok(Lead::Refused(Why::LeadsToJunk { target: told() })),
            Reached::Path { path, kind, stays } => (path, kind, stays),
        };
        let within = is_within(&path, self.skill);
        let inner = path.strip_prefix(self.skill).unwrap_or(&path);
        if within && components(inner).iter().any(|part| !is_part_of_skill(part)) {
            return Ok(Lead::Refused(Why::LeadsToJunk { target: told() }));
        }
        let stays = stays && within && !self.excluded.iter().any(|other| is_within(&path, other));
        Ok(Lead::To { path, kind, stays })
    }

    fn refuse(&mut self, path: String, why: Why) {
        self.found.refused.push(Refused { path, why });
    }

    fn too_large(&self, what: &'static str, limit: u64) -> AssembleError {
        let path = if self.skill.is_empty() { ".".to_owned() } else { self.skill.to_owned() };
        AssembleError::TooLarge { path, what, limit }
    }
}

/// Where a walk along a path and the links on it ends.
enum Reached {
    /// A path that is no link; `stays` when every step lay within the given folder and no link but the last was met.
    Path {
        path: String,
        kind: Kind,
        stays: bool,
    },
    Nothing,
    Outside,
    Circle,
    /// Into git's own folder.
    Git,
}

/// Walks from the folder `here` along `target`, following links.
fn reach(
    repository: &dyn Repository,
    mut here: Vec<String>,
    target: &str,
    within: &str,
) -> Result<Reached, ReadError> {
    let absolute = |text: &str| text.starts_with('/') || text.get(1..2) == Some(":") || text.contains('\0');
    if absolute(target) {
        return Ok(Reached::Outside);
    }
    let mut ahead: Vec<String> = components(target).into_iter().rev().collect();
    let (mut stays, mut hops) = (true, 0);
    let mut kind = Kind::Folder;
    while let Some(component) = ahead.pop() {
        if component == ".." {
            if here.pop().is_none() {
                return Ok(Reached::Outside);
            }
            stays &= is_within(&here.join("/"), within);
            kind = Kind::Folder;
            continue;
        }
        if component == ".git" {
            return Ok(Reached::Git);
        }
        here.push(component);
        let path = here.join("/");
        kind = match repository.kind(&path)? {
            None => return Ok(Reached::Nothing),
            Some(Kind::Symlink) => {
                hops += 1;
                if hops > 40 {
                    return Ok(Reached::Circle);
                }
                let next = String::from_utf8_lossy(&repository.read(&path)?).into_owned();
                if absolute(&next) {
                    return Ok(Reached::Outside);
                }
                // A link behind a link is kept only when it is the last step, where it is judged on its own.
                stays &= ahead.is_empty();
                here.pop();
                ahead.extend(components(&next).into_iter().rev());
                Kind::Folder
            }
            Some(Kind::Folder) => Kind::Folder,
            Some(_) if !ahead.is_empty() => return Ok(Reached::Nothing),
            Some(other) => other,
        };
    }
    Ok(Reached::Path { path: here.join("/"), kind, stays })
}

/// Where `path` of the repository really lies and what stands there, links followed; `None` when it leads nowhere in
/// the repository.
pub(crate) fn locate(repository: &dyn Repository, path: &str) -> Result<Option<(String, Kind)>, ReadError> {
    match reach(repository, Vec::new(), path, "")? {
        Reached::Path { path, kind, .. } => Ok(Some((path, kind))),
        Reached::Nothing | Reached::Outside | Reached::Circle | Reached::Git => Ok(None),
    }
}

fn components(path: &str) -> Vec<String> {
    path.split('/').filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect()
}

/// Whether `path` is `folder` or lies below it.
pub(crate) fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path == folder || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests;
