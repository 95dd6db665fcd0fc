//! Linting: find the skills below the paths asked for, read each, judge it on several threads, hand the results over in
//! order. One skill is in memory per thread.

mod find;
mod neighbours;
mod settings;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

use self::find::{Finder, Found, Place, own_skills, repository_root};
use super::Context;
use crate::{
    host::{
        archive::ArchiveError,
        assemble::{AssembleError, Assembled, Limits, assemble},
        fs::{self, Disk},
    },
    lint::{
        self, Judgement,
        fix::Applicability,
        mend::{Change, Mended, mend},
        profile::{Profile, ProfileError, SettingsError},
        surroundings::Surroundings,
    },
    model::{
        event::{Event, Verb},
        skill::{MANIFEST, Oddity, Skill},
        tree::{Mode, Tree, TreeFile},
        visible,
    },
};

/// What to lint, and what to do about it.
#[derive(Default)]
pub(crate) struct LintOptions {
    /// Absolute paths, each with how the user wrote it.
    pub(crate) paths: Vec<(PathBuf, String)>,
    /// Empty: those of `skill.toml`, else `spec`.
    pub(crate) profiles: Vec<Profile>,
    /// Fixes up to this are applied; `None` applies none.
    pub(crate) fix: Option<Applicability>,
    /// Fixes are worked out and not written.
    pub(crate) is_dry: bool,
}

/// One skill judged.
pub(crate) struct Checked {
    /// The folder as the user would write it; `.` for the current one.
    pub(crate) shown: String,
    pub(crate) skill: Skill,
    pub(crate) judgement: Judgement,
    /// What fixes changed, or would.
    pub(crate) changes: Vec<Change>,
    /// Findings that were mended.
    pub(crate) fixed: usize,
    /// The profiles that judged.
    pub(crate) profiles: Vec<Profile>,
    /// `fail-on` of the nearest `skill.toml`.
    pub(crate) fail_on: Option<String>,
    /// The baseline file that the nearest `skill.toml` names.
    pub(crate) baseline: Option<PathBuf>,
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
    #[error("`{shown}`: {error}")]
    Archive { shown: String, error: ArchiveError },
    #[error("there is no profile file `{file}`")]
    NoProfileFile { file: String },
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// A skill that could not be read or mended, with the reason.
pub(crate) struct Failure {
    pub(crate) shown: String,
    pub(crate) why: String,
}

/// Judges every skill below the paths; hands each result to `each`, in the order of the paths. Skills that can't be
/// read are given back as failures.
pub(crate) fn lint(
    context: &Context<'_>,
    options: &LintOptions,
    each: &mut dyn FnMut(Checked),
) -> Result<Vec<Failure>, LintError> {
    let mut finder = Finder::new();
    for (path, shown) in &options.paths {
        finder.add(path, shown)?;
    }
    let found = finder.found;
    let total = found.len() as u64;
    // Threads pay from a handful of skills on.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(found.len().div_ceil(4)).max(1);
    let all = neighbours::look(&found, threads);
    let next = AtomicUsize::new(0);
    let mut failures = Vec::new();
    std::thread::scope(|scope| {
        // Bounded, so that judging does not run far ahead of showing.
        let (sender, receiver) = mpsc::sync_channel(threads * 16);
        for _ in 0..threads {
            let (sender, found, next, all) = (sender.clone(), &found, &next, &all);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = found.get(index) else { break };
                    if sender.send((index, check(context, options, one, &all.seen_from(index)))).is_err() {
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
                    Err(why) => failures.push(Failure { shown: found[wanted].shown.clone(), why }),
                }
                wanted += 1;
            }
        }
    });
    Ok(failures)
}

fn check(
    context: &Context<'_>,
    options: &LintOptions,
    found: &Found,
    surroundings: &Surroundings,
) -> Result<Checked, String> {
    let skill = read(context, found).map_err(|error| error.to_string())?;
    let profiles = found.wishes.profiles(&options.profiles).map_err(|error| error.to_string())?;
    let (Some(most), Place::Folder(real)) = (options.fix, &found.place) else {
        let judgement = lint::judge(&skill, &profiles, surroundings);
        return Ok(checked(found, skill, judgement, profiles));
    };
    let Mended { skill, judgement, changes, fixed } = mend(skill, &profiles, surroundings, most);
    if !options.is_dry {
        for change in &changes {
            fs::write_atomic(&real.join(&change.file), change.after.as_bytes())
                .map_err(|error| error.to_string())?;
        }
    }
    Ok(Checked { changes, fixed, ..checked(found, skill, judgement, profiles) })
}

fn checked(found: &Found, skill: Skill, judgement: Judgement, profiles: Vec<Profile>) -> Checked {
    let settings = &found.wishes.settings;
    let baseline =
        settings.baseline.as_ref().zip(found.wishes.folder.as_ref()).map(|(file, folder)| folder.join(file));
    Checked {
        shown: found.shown.clone(),
        skill,
        judgement,
        changes: Vec::new(),
        fixed: 0,
        profiles,
        fail_on: settings.fail_on.clone(),
        baseline,
    }
}

/// Judges a SKILL.md that is no file yet (an editor's buffer); the other files are those of `folder`, if it is there.
pub(crate) fn lint_text(
    context: &Context<'_>,
    text: Vec<u8>,
    folder: Option<&Path>,
    shown: &str,
    profiles: &[Profile],
) -> Result<Checked, LintError> {
    let mut finder = Finder::new();
    let existing = folder.filter(|folder| fs::is_folder(folder) && finder.add(folder, shown).is_ok());
    let profiles = if profiles.is_empty() { vec![Profile::spec()] } else { profiles.to_vec() };
    let manifest = TreeFile { path: MANIFEST.to_owned(), mode: Mode::Regular, content: text };
    let name =
        folder.and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let skill = match existing.and(finder.found.first()).map(|found| read(context, found)) {
        Some(Ok(skill)) => {
            let others =
                skill.tree.files().iter().filter(|file| !file.path.eq_ignore_ascii_case(MANIFEST)).cloned();
            skill.with_tree(Tree::new(others.chain([manifest]).collect()))
        }
        _ => Skill::new(&name, Tree::new(vec![manifest])),
    };
    let judgement = lint::judge(&skill, &profiles, &Surroundings::default());
    Ok(Checked {
        shown: visible::line(shown).into_owned(),
        skill,
        judgement,
        changes: Vec::new(),
        fixed: 0,
        profiles,
        fail_on: None,
        baseline: None,
    })
}

fn read(context: &Context<'_>, found: &Found) -> Result<Skill, AssembleError> {
    match &found.place {
        Place::Archive { archive, inner, name } => {
            Ok(skill(name, assemble(archive.as_ref(), inner, &[], Limits::default())?))
        }
        Place::Folder(real) => read_folder(context, real),
    }
}

/// Reads a skill's folder. Links may lead as far as the repository it lies in, else the current folder, else itself.
fn read_folder(context: &Context<'_>, real: &Path) -> Result<Skill, AssembleError> {
    let current = fs::canonical(&context.dirs.current).unwrap_or_else(|_| context.dirs.current.clone());
    let boundary = repository_root(real)
        .or_else(|| real.starts_with(&current).then_some(current))
        .unwrap_or_else(|| real.to_owned());
    let inner = real.strip_prefix(&boundary).unwrap_or(Path::new(""));
    let inner = inner.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let nested: Vec<String> = own_skills(real)
        .into_iter()
        .map(|name| format!("{inner}/skills/{name}").trim_start_matches('/').to_owned())
        .collect();
    let name = real.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(skill(&name, assemble(&Disk::new(&boundary), &inner, &nested, Limits::default())?))
}

fn skill(name: &str, assembled: Assembled) -> Skill {
    let mut skill = Skill::new(name, assembled.tree);
    let oddity =
        |refused: crate::host::assemble::Refused| Oddity { path: refused.path, why: refused.why.to_string() };
    skill.oddities = assembled.refused.into_iter().map(oddity).collect();
    skill.left_out = assembled.left_out;
    skill.replaced = assembled.replaced;
    skill
}
