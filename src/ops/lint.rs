//! Linting: find the skills below the paths asked for, read each, judge it on several threads, hand the results over in
//! order. One skill is in memory per thread.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

use super::Context;
use crate::{
    host::{
        assemble::{AssembleError, Limits, assemble},
        fs::{self, Disk, Standing},
    },
    lint::{self, diagnostic::Diagnostic, profile::Profile},
    model::{
        event::{Event, Verb},
        skill::{MANIFEST, Oddity, Skill},
        tree::is_part_of_skill,
        visible,
    },
};

/// Folders below one another that are searched for skills, at most.
const MAX_DEPTH: usize = 8;
/// Folders that are searched for skills, at most.
const MAX_FOLDERS: usize = 200_000;
/// Folders that hold no skills of their own.
const SKIPPED: [&str; 6] = ["target", "dist", "build", "vendor", ".cache", ".skill"];

/// What to lint.
pub(crate) struct LintOptions {
    /// Absolute paths, each with how the user wrote it.
    pub(crate) paths: Vec<(PathBuf, String)>,
    pub(crate) profiles: Vec<Profile>,
}

/// One skill judged.
pub(crate) struct Checked {
    /// The folder as the user would write it; `.` for the current one.
    pub(crate) shown: String,
    pub(crate) skill: Skill,
    pub(crate) found: Vec<Diagnostic>,
}

/// What went wrong before any judging.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LintError {
    #[error("nothing stands at `{shown}`")]
    Nothing { shown: String },
    #[error("no skill at `{shown}`: neither it nor a folder below holds a `{MANIFEST}`")]
    NoSkill { shown: String, flat: Vec<String> },
    #[error("`{shown}` is a file; a skill is a folder with a `{MANIFEST}`")]
    FlatFile { shown: String, wanted: String },
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// A skill that could not be read, with the reason.
pub(crate) struct Failure {
    pub(crate) shown: String,
    pub(crate) why: String,
}

/// The folder of a skill to judge.
struct Found {
    shown: String,
    real: PathBuf,
}

/// Judges every skill below the paths; hands each result to `each`, in the order of the paths. Skills that can't be
/// read are given back as failures.
pub(crate) fn lint(
    context: &Context<'_>,
    options: &LintOptions,
    each: &mut dyn FnMut(Checked),
) -> Result<Vec<Failure>, LintError> {
    let mut found = Vec::new();
    for (path, shown) in &options.paths {
        find(path, shown, &mut found)?;
    }
    let total = found.len() as u64;
    let threads =
        std::thread::available_parallelism().map_or(1, usize::from).min(found.len().div_ceil(4)).max(1);
    let next = AtomicUsize::new(0);
    let mut failures = Vec::new();
    std::thread::scope(|scope| {
        // Bounded, so that judging does not run far ahead of showing.
        let (sender, receiver) = mpsc::sync_channel(threads * 16);
        for _ in 0..threads {
            let (sender, found, next) = (sender.clone(), &found, &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = found.get(index) else { break };
                    let result = read(context, one).map(|skill| {
                        let found = lint::check(&skill, &options.profiles);
                        Checked { shown: one.shown.clone(), skill, found }
                    });
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut wanted = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&wanted) {
                context.reporter.event(Event::Step { verb: Verb::Checking, done: wanted as u64 + 1, total });
                match result {
                    Ok(checked) => each(checked),
                    Err(why) => {
                        failures.push(Failure { shown: found[wanted].shown.clone(), why: why.to_string() })
                    }
                }
                wanted += 1;
            }
        }
    });
    Ok(failures)
}

/// Reads a skill's folder. Links may lead as far as the repository it lies in, else the current folder, else itself.
fn read(context: &Context<'_>, found: &Found) -> Result<Skill, AssembleError> {
    let current = fs::canonical(&context.dirs.current).unwrap_or_else(|_| context.dirs.current.clone());
    let boundary = repository_root(&found.real)
        .or_else(|| found.real.starts_with(&current).then_some(current))
        .unwrap_or_else(|| found.real.clone());
    let inner = found.real.strip_prefix(&boundary).unwrap_or(Path::new(""));
    let inner = inner.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let nested: Vec<String> = own_skills(&found.real)
        .into_iter()
        .map(|name| format!("{inner}/skills/{name}").trim_start_matches('/').to_owned())
        .collect();
    let assembled = assemble(&Disk::new(&boundary), &inner, &nested, Limits::default())?;
    let folder = found.real.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut skill = Skill::new(&folder, assembled.tree);
    skill.oddities = assembled
        .refused
        .into_iter()
        .map(|refused| Oddity { path: refused.path, why: refused.why.to_string() })
        .collect();
    skill.left_out = assembled.left_out;
    skill.replaced = assembled.replaced;
    Ok(skill)
}

/// The nearest folder at or above `path` that holds `.git`.
fn repository_root(path: &Path) -> Option<PathBuf> {
    path.ancestors().find(|folder| matches!(fs::standing(&folder.join(".git")), Ok(standing) if standing != Standing::Nothing)).map(Path::to_owned)
}

/// The skills in `skills/*` of a folder, which are no part of the skill at its root.
fn own_skills(folder: &Path) -> Vec<String> {
    let skills = folder.join("skills");
    let entries = fs::list_if_there(&skills).unwrap_or_default();
    entries
        .into_iter()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| holds_manifest(&skills.join(name)))
        .collect()
}

fn holds_manifest(folder: &Path) -> bool {
    manifest_in(folder).is_some()
}

/// The SKILL.md of a folder, whatever its spelling and also as a link that leads nowhere.
fn manifest_in(folder: &Path) -> Option<String> {
    let entries = fs::list_if_there(folder).unwrap_or_default();
    entries
        .into_iter()
        .filter(|(_, standing)| matches!(standing, Standing::File | Standing::Symlink))
        .filter_map(|(name, _)| name.into_string().ok())
        .find(|name| name.eq_ignore_ascii_case(MANIFEST))
}

fn find(path: &Path, shown: &str, found: &mut Vec<Found>) -> Result<(), LintError> {
    let shown = visible::line(shown).into_owned();
    match fs::standing_followed(path)? {
        Standing::Folder => {
            let before = found.len();
            let mut folders = 0;
            walk(path, &shown, 0, &mut folders, found)?;
            if found.len() == before {
                return Err(LintError::NoSkill { shown, flat: flat_files(path) });
            }
            Ok(())
        }
        Standing::File => {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            if name.eq_ignore_ascii_case(MANIFEST) {
                let folder = path.parent().unwrap_or(path);
                let shown = shown.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned();
                found.push(Found { shown, real: fs::canonical(folder)? });
                return Ok(());
            }
            let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            Err(LintError::FlatFile { shown, wanted: format!("{}/{MANIFEST}", visible::line(&stem)) })
        }
        Standing::Nothing | Standing::Symlink | Standing::Special => Err(LintError::Nothing { shown }),
    }
}

/// Markdown files with a head right in a folder: skills of an older, flat form.
fn flat_files(folder: &Path) -> Vec<String> {
    let entries = fs::list_if_there(folder).unwrap_or_default();
    entries
        .into_iter()
        .filter(|(_, standing)| *standing == Standing::File)
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.ends_with(".md") && !name.eq_ignore_ascii_case("readme.md"))
        .filter(|name| {
            fs::read_capped(&folder.join(name), 1 << 20).is_ok_and(|bytes| bytes.starts_with(b"---"))
        })
        .collect()
}

fn walk(
    folder: &Path,
    shown: &str,
    depth: usize,
    folders: &mut usize,
    found: &mut Vec<Found>,
) -> Result<(), LintError> {
    *folders += 1;
    if *folders > MAX_FOLDERS {
        return Ok(());
    }
    let is_skill = holds_manifest(folder);
    if is_skill {
        found.push(Found { shown: shown.to_owned(), real: fs::canonical(folder)? });
        // What lies below a skill is part of it, except for a collection in `skills/`.
        for name in own_skills(folder) {
            let place = folder.join("skills").join(&name);
            let shown = below(shown, &format!("skills/{name}"));
            found.push(Found { shown, real: fs::canonical(&place)? });
        }
        return Ok(());
    }
    if depth == MAX_DEPTH {
        return Ok(());
    }
    for (name, standing) in fs::list(folder)? {
        let Ok(name) = name.into_string() else { continue };
        let place = folder.join(&name);
        // Links to folders lead to skills in agents' folders; they are followed there only.
        let is_folder = standing == Standing::Folder
            || standing == Standing::Symlink && depth == 0 && holds_manifest(&place);
        if is_folder && is_part_of_skill(&name) && !SKIPPED.contains(&name.as_str()) {
            walk(&place, &below(shown, &name), depth + 1, folders, found)?;
        }
    }
    Ok(())
}

fn below(shown: &str, name: &str) -> String {
    let name = visible::line(name);
    match shown {
        "." | "" => name.into_owned(),
        _ => format!("{}/{name}", shown.trim_end_matches('/')),
    }
}
