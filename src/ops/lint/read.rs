//! A skill's files read from where they are.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Place,
    find::{Found, is_root, own_skills, repository_root},
};
use crate::{
    host::{
        assemble::{AssembleError, Assembled, Limits, Refused, assemble},
        fs::{self, Disk},
        repository::Repository,
    },
    model::{
        skill::{MANIFEST, Oddity, Skill},
        tree::{Mode, Tree, TreeFile},
    },
    ops::Context,
};

/// Reads the skills of one run: what they share on disk is looked up once.
pub(super) struct Reader {
    /// The folder the command runs in, by its real path.
    current: PathBuf,
    /// How far links may lead, by the folder a skill lies in: the repository's root, or none.
    roots: Mutex<HashMap<PathBuf, Option<PathBuf>>>,
    disks: Mutex<HashMap<PathBuf, Arc<Disk>>>,
}

impl Reader {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let current = fs::canonical(&context.dirs.current).unwrap_or_else(|_| context.dirs.current.clone());
        Self { current, roots: Mutex::default(), disks: Mutex::default() }
    }

    /// The folder that links of the skill at `real` may not leave, and its files.
    fn boundary(&self, real: &Path) -> (PathBuf, Arc<Disk>) {
        let boundary = self.root(real).unwrap_or_else(|| {
            if real.starts_with(&self.current) { self.current.clone() } else { real.to_owned() }
        });
        if boundary == real {
            return (boundary, Arc::new(Disk::new(real)));
        }
        let mut disks = self.disks.lock().unwrap_or_else(PoisonError::into_inner);
        let disk = disks.entry(boundary.clone()).or_insert_with(|| Arc::new(Disk::new(&boundary)));
        (boundary, Arc::clone(disk))
    }

    fn root(&self, real: &Path) -> Option<PathBuf> {
        if is_root(real) {
            return Some(real.to_owned());
        }
        let above = real.parent()?;
        let mut roots = self.roots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(root) = roots.get(above) {
            return root.clone();
        }
        let root = repository_root(above);
        roots.insert(above.to_owned(), root.clone());
        root
    }
}

pub(super) fn read(reader: &Reader, found: &Found) -> Result<Skill, AssembleError> {
    match &found.place {
        Place::Archive { archive, inner, name, .. } => {
            Ok(skill(name, assemble(archive.as_ref(), inner, &[], Limits::default())?))
        }
        Place::Folder(real) => read_folder(reader, real),
        Place::Text { bytes, folder, inner } => read_text(reader, bytes, folder.as_deref(), inner),
    }
}

/// The skill as it would be with the text in its place.
fn read_text(
    reader: &Reader,
    bytes: &Arc<[u8]>,
    folder: Option<&Path>,
    inner: &str,
) -> Result<Skill, AssembleError> {
    let there = folder
        .filter(|folder| fs::is_folder(folder))
        .map(|folder| read_folder(reader, folder))
        .transpose()?;
    let name =
        folder.and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let skill = there.unwrap_or_else(|| Skill::new(&name, Tree::default()));
    let is_manifest = inner.eq_ignore_ascii_case(MANIFEST);
    let is_replaced = |path: &str| path == inner || is_manifest && path.eq_ignore_ascii_case(MANIFEST);
    let mode = skill.tree.file(inner).map_or(Mode::Regular, |file| match file.mode {
        Mode::Executable => Mode::Executable,
        Mode::Regular | Mode::Symlink => Mode::Regular,
    });
    let text = TreeFile { path: inner.to_owned(), mode, content: bytes.to_vec() };
    let others = skill.tree.files().iter().filter(|file| !is_replaced(&file.path)).cloned();
    Ok(skill.with_tree(Tree::new(others.chain([text]).collect())))
}

/// Reads a skill's folder. Links may lead as far as the repository it lies in, else the current folder, else itself.
fn read_folder(reader: &Reader, real: &Path) -> Result<Skill, AssembleError> {
    let (boundary, disk) = reader.boundary(real);
    let name = real.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(skill(&name, assembled(&*disk, &boundary, real)?))
}

/// The files of the skill at `real`, out of a repository whose root stands for the folder `root`.
pub(super) fn assembled(
    repository: &dyn Repository,
    root: &Path,
    real: &Path,
) -> Result<Assembled, AssembleError> {
    let inner = real.strip_prefix(root).unwrap_or(Path::new(""));
    let inner = inner.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let nested: Vec<String> = own_skills(real)
        .into_iter()
        .map(|name| format!("{inner}/skills/{name}").trim_start_matches('/').to_owned())
        .collect();
    assemble(repository, &inner, &nested, Limits::default())
}

fn skill(name: &str, assembled: Assembled) -> Skill {
    let mut skill = Skill::new(name, assembled.tree);
    let oddity = |refused: Refused| Oddity { path: refused.path, why: refused.why.to_string() };
    skill.oddities = assembled.refused.into_iter().map(oddity).collect();
    skill.left_out = assembled.left_out;
    skill.replaced = assembled.replaced;
    skill
}
