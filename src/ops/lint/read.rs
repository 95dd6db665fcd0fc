//! A skill's files read from where they are.

use std::{path::Path, sync::Arc};

use super::{
    Place,
    find::{Found, own_skills, repository_root},
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

pub(super) fn read(context: &Context<'_>, found: &Found) -> Result<Skill, AssembleError> {
    match &found.place {
        Place::Archive { archive, inner, name, .. } => {
            Ok(skill(name, assemble(archive.as_ref(), inner, &[], Limits::default())?))
        }
        Place::Folder(real) => read_folder(context, real),
        Place::Text { bytes, folder, inner } => read_text(context, bytes, folder.as_deref(), inner),
    }
}

/// The skill as it would be with the text in its place.
fn read_text(
    context: &Context<'_>,
    bytes: &Arc<[u8]>,
    folder: Option<&Path>,
    inner: &str,
) -> Result<Skill, AssembleError> {
    let there = folder
        .filter(|folder| fs::is_folder(folder))
        .map(|folder| read_folder(context, folder))
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
fn read_folder(context: &Context<'_>, real: &Path) -> Result<Skill, AssembleError> {
    let current = fs::canonical(&context.dirs.current).unwrap_or_else(|_| context.dirs.current.clone());
    let boundary = repository_root(real)
        .or_else(|| real.starts_with(&current).then_some(current))
        .unwrap_or_else(|| real.to_owned());
    let name = real.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(skill(&name, assembled(&Disk::new(&boundary), &boundary, real)?))
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
