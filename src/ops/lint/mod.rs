//! Linting: find the skills below the paths asked for, read each, judge it on several threads, hand the results over in
//! order. One skill is in memory per thread.

mod accept;
mod changed;
mod find;
mod neighbours;
mod panel;
mod read;
mod results;
mod settings;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

use self::{
    accept::Baselines,
    changed::Snapshots,
    find::{Finder, Found, Place, repository_root},
    panel::{Panel, Panels},
    results::{Keeper, Results, Trace},
};
pub(crate) use self::{accept::Settled, read::Reader};
use super::Context;
use crate::{
    host::{archive::ArchiveError, fs, git, repository::ReadError},
    lint::{
        self, Judgement,
        baseline::BaselineError,
        diagnostic::Diagnostic,
        fix::Applicability,
        mend::{Change, Mended, mend},
        profile::{Profile, ProfileError, SettingsError},
        surroundings::Surroundings,
    },
    model::{
        event::{Event, Verb},
        skill::{MANIFEST, Skill},
    },
};

/// Skills that a thread judges before it hands them over, at most.
const MOST_AT_ONCE: usize = 8;

/// What to lint, and what to do about it.
#[derive(Default)]
pub(crate) struct LintOptions {
    /// Absolute paths, each with how the user wrote it.
    pub(crate) paths: Vec<(PathBuf, String)>,
    /// A text that is no file yet, instead of paths.
    pub(crate) text: Option<TextInput>,
    /// Empty: those of `skill.toml`, else `spec`.
    pub(crate) profiles: Vec<Profile>,
    /// Fixes up to this are applied; `None` applies none.
    pub(crate) fix: Option<Applicability>,
    /// Only skills that differ from what git has at this commit, branch or tag.
    pub(crate) changed: Option<String>,
    /// Instead of the baseline that `skill.toml` names.
    pub(crate) baseline: Option<PathBuf>,
    /// All findings become accepted ones.
    pub(crate) write_baseline: bool,
    /// Fixes and baselines are worked out and not written.
    pub(crate) is_dry: bool,
    /// Results of an earlier run serve for skills that have not changed, and those of this run are kept.
    pub(crate) remembers: bool,
}

/// A SKILL.md, or another file of a skill, from standard input.
pub(crate) struct TextInput {
    pub(crate) bytes: Vec<u8>,
    /// The absolute path it goes by, and how the user wrote it.
    pub(crate) file: Option<(PathBuf, String)>,
}

/// One skill judged.
pub(crate) struct Checked {
    /// The folder as the user would write it; `.` for the current one.
    pub(crate) shown: String,
    /// The folder's real path; `None` for a text that goes by no name.
    pub(crate) real: Option<PathBuf>,
    /// Of one that had not changed since an earlier run, only the files that findings are about.
    pub(crate) skill: Skill,
    pub(crate) judgement: Judgement,
    /// Findings that a baseline accepts, each with the reason written there.
    pub(crate) accepted: Vec<(Diagnostic, String)>,
    /// What fixes changed, or would.
    pub(crate) changes: Vec<Change>,
    /// Findings that were mended.
    pub(crate) fixed: usize,
    /// The profiles that judged.
    pub(crate) profiles: Arc<[Profile]>,
    /// `fail-on` of the nearest `skill.toml`.
    pub(crate) fail_on: Option<String>,
    /// The baseline file that the nearest `skill.toml` names.
    baseline: Option<PathBuf>,
}

/// What came of a run, apart from the skills handed over.
pub(crate) struct Linted {
    pub(crate) failures: Vec<Failure>,
    pub(crate) baselines: Vec<Settled>,
    /// Skills left out because git has them as they are.
    pub(crate) unchanged: usize,
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
    #[error("there is no baseline `{file}`")]
    NoBaseline { file: String },
    #[error("`{shown}` lies in no git repository")]
    NoRepository { shown: String },
    #[error(transparent)]
    Git(#[from] git::Error),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Baseline(#[from] BaselineError),
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
    options: LintOptions,
    each: &mut dyn FnMut(Checked),
) -> Result<Linted, LintError> {
    let mut options = options;
    let mut finder = Finder::new(&context.dirs.current);
    match options.text.take() {
        Some(text) => finder.text(text.bytes, text.file.as_ref())?,
        None => {
            for (path, shown) in &options.paths {
                finder.add(path, shown)?;
            }
        }
    }
    let (options, found) = (&options, finder.found);
    let snapshots = options.changed.as_ref().map(|name| Snapshots::take(&found, name)).transpose()?;
    let made_in = options.write_baseline.then(|| context.dirs.current.clone());
    let mut baselines = Baselines::new(options.baseline.clone(), made_in);
    let total = found.len() as u64;
    // Threads pay from a handful of skills on.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(found.len().div_ceil(4)).max(1);
    let results = Results::open(context, options, &found, neighbours::top(&found));
    let all = neighbours::look(&found, results.as_ref(), threads);
    let panels = Panels::new(&options.profiles);
    let reader = Reader::new(context);
    let judge = Judge {
        reader: &reader,
        options,
        panels: &panels,
        snapshots: snapshots.as_ref(),
        results: results.as_ref(),
    };
    let mut keeper = results.as_ref().map(Keeper::new);
    // Several skills at a time, so that threads seldom wait for one another; few, so that little is held.
    let batch = (found.len() / (threads * 8)).clamp(1, MOST_AT_ONCE);
    let next = AtomicUsize::new(0);
    let mut linted = Linted { failures: Vec::new(), baselines: Vec::new(), unchanged: 0 };
    let mut broken = None;
    std::thread::scope(|scope| {
        // Bounded, so that judging does not run far ahead of showing.
        let (sender, receiver) = mpsc::sync_channel(threads * 2);
        for _ in 0..threads {
            let (sender, found, next, all, judge) = (sender.clone(), &found, &next, &all, &judge);
            scope.spawn(move || {
                loop {
                    let start = next.fetch_add(batch, Ordering::Relaxed);
                    let Some(some) = found.get(start..).filter(|rest| !rest.is_empty()) else { break };
                    let some = some.iter().take(batch).zip(start..);
                    let checked: Vec<_> =
                        some.map(|(one, index)| judge.check(index, one, &all.seen_from(index))).collect();
                    if sender.send((start, checked)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut wanted = 0;
        for (start, checked) in receiver {
            waiting.insert(start, checked);
            while let Some(checked) = waiting.remove(&wanted) {
                for result in checked {
                    let done = wanted as u64 + 1;
                    context.reporter.event(Event::Step { verb: Verb::Checking, done, total });
                    match result {
                        Ok(Outcome::Unchanged) => linted.unchanged += 1,
                        Ok(Outcome::Checked(mut checked, trace)) if broken.is_none() => {
                            if let Some(keeper) = &mut keeper {
                                keeper.take(wanted, trace, context);
                            }
                            match baselines.apply(&mut checked) {
                                Ok(()) => each(*checked),
                                Err(error) => broken = Some(error),
                            }
                        }
                        Ok(Outcome::Checked(..)) => {}
                        Err(why) => linted.failures.push(Failure { shown: found[wanted].shown.clone(), why }),
                    }
                    wanted += 1;
                }
            }
            if broken.is_some() {
                break;
            }
        }
    });
    if let Some(error) = broken {
        return Err(error);
    }
    if let Some(keeper) = keeper {
        keeper.finish();
    }
    linted.baselines = baselines.settle(options.is_dry)?;
    Ok(linted)
}

/// A skill that was judged, or one that git has as it is.
enum Outcome {
    Checked(Box<Checked>, Trace),
    Unchanged,
}

/// What one skill is judged with.
struct Judge<'a> {
    reader: &'a Reader,
    options: &'a LintOptions,
    panels: &'a Panels<'a>,
    snapshots: Option<&'a Snapshots>,
    results: Option<&'a Results>,
}

impl Judge<'_> {
    fn check(&self, index: usize, found: &Found, surroundings: &Surroundings) -> Result<Outcome, String> {
        let panel = self.panels.of(&found.wishes).map_err(|error| error.to_string());
        let mut before = None;
        if let (Some(results), Place::Folder(real), Ok(panel)) = (self.results, &found.place, &panel) {
            if let Some((skill, judgement)) = results.recall(index, real, panel, surroundings) {
                let checked = checked(found, skill, judgement, Arc::clone(&panel.profiles));
                return Ok(Outcome::Checked(Box::new(checked), Trace::Recalled));
            }
            before = fs::imprint(real);
        }
        let skill = read::read(self.reader, found).map_err(|error| error.to_string())?;
        if self.snapshots.is_some_and(|snapshots| snapshots.hold(found, &skill)) {
            return Ok(Outcome::Unchanged);
        }
        let panel = panel?;
        let checked = self.judge(found, skill, &panel, surroundings)?;
        let trace = self.results.map_or(Trace::Nothing, |results| {
            let about = (&checked.skill, &checked.judgement);
            results.trace(found, before.as_ref(), about, &panel, surroundings)
        });
        Ok(Outcome::Checked(Box::new(checked), trace))
    }

    fn judge(
        &self,
        found: &Found,
        skill: Skill,
        panel: &Panel,
        surroundings: &Surroundings,
    ) -> Result<Checked, String> {
        let profiles = &panel.profiles;
        let checked = |skill, judgement| checked(found, skill, judgement, Arc::clone(profiles));
        let mut checked = match (self.options.fix, &found.place) {
            (Some(most), Place::Folder(real)) => {
                let Mended { skill, judgement, changes, fixed } = mend(skill, profiles, surroundings, most);
                for change in changes.iter().filter(|_| !self.options.is_dry) {
                    write(real, change).map_err(|error| error.to_string())?;
                }
                Checked { changes, fixed, ..checked(skill, judgement) }
            }
            (_, Place::Text { folder: None, .. }) => {
                let judgement = lint::judge(&skill, &without_neighbours(profiles), surroundings);
                checked(skill, judgement)
            }
            _ => {
                let mut judgement = lint::judge(&skill, profiles, surroundings);
                if let Place::Archive { archive, inner, .. } = &found.place {
                    let package = super::pack::inspect(archive, inner);
                    let more = lint::package::judge(&package, &skill, profiles);
                    lint::package::join(&mut judgement.found, more, &skill);
                }
                checked(skill, judgement)
            }
        };
        if let Place::Text { inner, .. } = &found.place
            && *inner != checked.skill.manifest_path()
        {
            // Whoever pipes one file asks about that file.
            checked.judgement.found.retain(|diagnostic| diagnostic.file == *inner);
        }
        Ok(checked)
    }
}

/// Puts one change into the skill's folder.
fn write(folder: &std::path::Path, change: &Change) -> Result<(), fs::Error> {
    let target = folder.join(&change.file);
    if let Some(old) = &change.renamed_from {
        fs::rename_to_free(&folder.join(old), &target)?;
    }
    if change.before != change.after {
        fs::write_atomic(&target, change.after.as_bytes())?;
    }
    if change.made_executable {
        fs::set_executable(&target, true)?;
    }
    Ok(())
}

/// The profiles without what can't be judged when nothing is known about a text's folder.
fn without_neighbours(profiles: &[Profile]) -> Vec<Profile> {
    let mut profiles = profiles.to_vec();
    for profile in &mut profiles {
        for rule in lint::rules::RULES.iter().filter(|rule| {
            rule.category == lint::rule::Category::Links || matches!(rule.name, "license-file-missing")
        }) {
            // The names come from the table itself.
            let _ = profile.set_level(rule.name, "off", "standard input");
        }
    }
    profiles
}

fn checked(found: &Found, skill: Skill, judgement: Judgement, profiles: Arc<[Profile]>) -> Checked {
    let settings = &found.wishes.settings;
    let baseline =
        settings.baseline.as_ref().zip(found.wishes.folder.as_ref()).map(|(file, folder)| folder.join(file));
    let real = match &found.place {
        Place::Folder(real) | Place::Archive { real, .. } => Some(real.clone()),
        Place::Text { folder, .. } => folder.clone(),
    };
    Checked {
        shown: found.shown.clone(),
        real,
        skill,
        judgement,
        accepted: Vec::new(),
        changes: Vec::new(),
        fixed: 0,
        profiles,
        fail_on: settings.fail_on.clone(),
        baseline,
    }
}

/// Profiles with the levels and limits that `skill.toml` sets for the skill in a folder.
pub(crate) fn as_wished(
    folder: &std::path::Path,
    current: &std::path::Path,
    profiles: &[Profile],
) -> Result<Vec<Profile>, LintError> {
    Finder::new(current).wishes(&fs::canonical_or_ahead(folder), "")?.profiles(profiles)
}

/// The folder from which reports for other programs name files: the root of the repository the command runs in, else
/// the current folder.
pub(crate) fn report_root(context: &Context<'_>) -> PathBuf {
    let current = fs::canonical_or_ahead(&context.dirs.current);
    repository_root(&current).unwrap_or(current)
}
