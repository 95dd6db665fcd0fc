//! What was recorded, fetched and compared with what lies in the scope. One repository is opened once.

use std::collections::BTreeMap;

use super::{Entry, Likeness, Noted, Standing, Tool, Trouble, compare::compare, spec_text};
use crate::{
    host::{assemble::is_within, fs},
    model::{
        commit::Commit,
        foreign::{Repository, Upstream},
        lockfile::{Locked, Pin},
        manifest::LinkMode,
        name::FolderName,
        source::{RepoPath, Source, Spec, Wanted},
        tree::Tree,
        visible,
    },
    ops::{
        Context,
        error::Error,
        fetch::{self, Origin},
        install::{Content, Gathered, Incoming, target},
        parallel, select,
        state::ScopeState,
    },
};

/// What stands where a skill goes.
enum Here {
    Nothing,
    Tree(Tree),
}

/// A recorded skill that lies in a repository.
struct Sought {
    noted: Noted,
    repository: Repository,
    here: Here,
}

/// Where in a repository a skill is looked for.
enum Look {
    Commit(Commit),
    Wanted(Wanted),
}

/// Finds out how each recorded skill stands.
pub(super) fn recorded(context: &Context<'_>, state: &ScopeState, noted: Vec<Noted>) -> Vec<Entry> {
    let mut entries = Vec::new();
    // By repository, so that no two threads wait for each other, and in it by what was recorded of its state.
    let mut groups: BTreeMap<String, BTreeMap<String, Vec<Sought>>> = BTreeMap::new();
    for one in noted {
        match seek(state, one) {
            Ok(sought) => {
                let Repository { url, wanted, commit, at, .. } = &sought.repository;
                let commit = commit.map(|commit| commit.to_string()).unwrap_or_default();
                let key = format!("{wanted:?}\n{commit}\n{}", at.as_deref().unwrap_or_default());
                groups.entry(url.to_string()).or_default().entry(key).or_default().push(sought);
            }
            Err(entry) => entries.push(*entry),
        }
    }
    let groups: Vec<Vec<Vec<Sought>>> =
        groups.into_values().map(|states| states.into_values().collect()).collect();
    let examined = parallel::each_on(context.jobs, &groups, |states| {
        states.iter().flat_map(|group| examine(context, state, group)).collect::<Vec<_>>()
    });
    entries.extend(examined.into_iter().flatten());
    entries
}

fn entry(noted: &Noted, standing: Standing) -> Entry {
    let spec = match &noted.recorded.from {
        Upstream::Git(git) => {
            let source = Source::Git { url: git.url.clone(), path: git.path.clone() };
            Some(spec_text(&source, &git.wanted))
        }
        Upstream::Elsewhere { .. } => None,
    };
    let from = (noted.tool, noted.file.clone());
    Entry { name: noted.recorded.name.clone(), noted: Some(from), spec, standing, incoming: None }
}

fn unavailable(why: impl Into<String>, trouble: Trouble) -> Standing {
    Standing::Unavailable { why: why.into(), advice: None, trouble }
}

fn failed(error: &Error) -> Standing {
    unavailable(error.to_string(), Trouble::of(error))
}

/// What can be told without fetching, or what to look for.
fn seek(state: &ScopeState, noted: Noted) -> Result<Sought, Box<Entry>> {
    if state.lockfile.skills.contains_key(&noted.recorded.name) {
        return Err(Box::new(entry(&noted, Standing::Locked)));
    }
    let repository = match &noted.recorded.from {
        Upstream::Git(repository) => repository.clone(),
        Upstream::Elsewhere { what, advice } => {
            let standing =
                Standing::Unavailable { why: what.clone(), advice: advice.clone(), trouble: Trouble::Kind };
            return Err(Box::new(entry(&noted, standing)));
        }
    };
    match here(state, &noted.recorded.name) {
        Ok(here) => Ok(Sought { noted, repository, here }),
        Err(why) => Err(Box::new(entry(&noted, unavailable(why, Trouble::Kind)))),
    }
}

fn here(state: &ScopeState, name: &FolderName) -> Result<Here, String> {
    if state.manifest.skills.contains_key(name) {
        return Err("the manifest wants it already: `skill install` locks it".to_owned());
    }
    let path = target(&state.folder, name);
    match fs::standing(&path).map_err(|error| error.to_string())? {
        fs::Standing::Nothing => Ok(Here::Nothing),
        fs::Standing::Folder => fs::read_tree(&path).map(Here::Tree).map_err(|error| error.to_string()),
        fs::Standing::Symlink => {
            let to = fs::read_link(&path).map(|to| to.to_string_lossy().into_owned()).unwrap_or_default();
            Err(format!("its folder is a link to `{}`, which is left as it is", visible::line(&to)))
        }
        fs::Standing::File | fs::Standing::Special => {
            Err("a file stands where its folder should be".to_owned())
        }
    }
}

/// Where a record may have been made, the likeliest first. Other tools take the default branch where we take the newest
/// release.
fn looks(repository: &Repository) -> Vec<Look> {
    let Repository { wanted, commit, at, .. } = repository;
    if let Some(commit) = commit {
        return vec![Look::Commit(*commit)];
    }
    let mut looks = vec![Look::Wanted(wanted.clone())];
    if *wanted == Wanted::Default {
        looks.extend(at.clone().map(|at| Look::Wanted(Wanted::Ref(at))));
        looks.push(Look::Wanted(Wanted::Ref("HEAD".to_owned())));
    }
    looks
}

/// Compares the skills of one repository, recorded at one state of it.
fn examine(context: &Context<'_>, state: &ScopeState, group: &[Sought]) -> Vec<Entry> {
    let looks = group.first().map(|first| looks(&first.repository)).unwrap_or_default();
    let mut opened: Vec<Option<Origin<'_>>> = looks.iter().map(|_| None).collect();
    group
        .iter()
        .map(|sought| {
            let mut best: Option<(Standing, Likeness, Incoming)> = None;
            let mut trouble = None;
            for (look, opened) in looks.iter().zip(&mut opened) {
                match fetched(context, state, group, sought, look, opened) {
                    Ok(incoming) => {
                        let found =
                            judged(&sought.here, &incoming, Some(sought.noted.tool), sought.repository.tree);
                        let is_better = best.as_ref().is_none_or(|(_, likeness, _)| found.1 < *likeness);
                        if is_better {
                            best = Some((found.0, found.1, incoming));
                        }
                    }
                    Err(error) => trouble = trouble.or(Some(error)),
                }
                if best.as_ref().is_some_and(|(_, likeness, _)| *likeness <= Likeness::Stamped) {
                    break;
                }
            }
            match (best, trouble) {
                (Some((standing, _, incoming)), _) => Entry {
                    spec: Some(spec_text(&incoming.requirement.source, &incoming.requirement.wanted)),
                    incoming: Some(incoming),
                    ..entry(&sought.noted, standing)
                },
                (None, Some(error)) => entry(&sought.noted, failed(&error)),
                (None, None) => entry(&sought.noted, unavailable("it was not found", Trouble::Gone)),
            }
        })
        .collect()
}

fn judged(
    here: &Here,
    incoming: &Incoming,
    tool: Option<Tool>,
    installed: Option<Commit>,
) -> (Standing, Likeness) {
    let (Here::Tree(here), Content::Tree(source)) = (here, &incoming.content) else {
        return (Standing::Missing, Likeness::Same);
    };
    let likeness = compare(here, source, tool, installed);
    let standing = match &likeness {
        Likeness::Same => Standing::Same,
        Likeness::Incomplete(lacks) => Standing::Incomplete { lacks: lacks.clone() },
        Likeness::Stamped => Standing::Stamped,
        Likeness::Behind => Standing::Behind,
        Likeness::Edited => Standing::Edited,
    };
    (standing, likeness)
}

/// One skill as its repository has it.
fn fetched<'a>(
    context: &'a Context<'_>,
    state: &ScopeState,
    group: &[Sought],
    sought: &Sought,
    look: &Look,
    opened: &mut Option<Origin<'a>>,
) -> Result<Incoming, Error> {
    let path = &sought.repository.path;
    let origin = if let Some(origin) = opened {
        origin
    } else {
        let origin = open(context, state, &sought.repository, look)?;
        let paths: Vec<&RepoPath> = group.iter().filter_map(|other| other.repository.path.as_ref()).collect();
        if paths.len() == group.len() {
            let is_wanted = |path: &str| paths.iter().any(|folder| is_within(path, folder.as_str()));
            origin.repository.prepare("", &is_wanted)?;
        }
        opened.insert(origin)
    };
    let mut origin = origin.clone();
    origin.path.clone_from(path);
    origin.found = None;
    let mut incoming = read(context, origin, &sought.noted.recorded.name)?;
    incoming.requirement.wanted.clone_from(&sought.repository.wanted);
    incoming.locked.wanted.clone_from(&sought.repository.wanted);
    Ok(incoming)
}

fn open<'a>(
    context: &'a Context<'_>,
    state: &ScopeState,
    repository: &Repository,
    look: &Look,
) -> Result<Origin<'a>, Error> {
    let source = Source::Git { url: repository.url.clone(), path: repository.path.clone() };
    match look {
        Look::Wanted(wanted) => fetch::open_wanted(context, &state.folder, &source, wanted),
        Look::Commit(commit) => {
            let pin = Pin::Commit { commit: *commit, release: None };
            let locked = Locked::new(source, repository.wanted.clone(), pin, None);
            fetch::open_locked(context, &state.folder, &locked)
        }
    }
}

/// The skill of this name, or the only one.
fn read(context: &Context<'_>, origin: Origin<'_>, name: &FolderName) -> Result<Incoming, Error> {
    let gathered = Gathered::new(origin)?;
    let index = match gathered.found.skills.as_slice() {
        [_] => 0,
        _ => select::by_name(&gathered.found, name.as_str(), &gathered.origin.to_string())?,
    };
    gathered.prepare(context, &[index])?;
    gathered.incoming(context, index, name.clone(), LinkMode::Copy)
}

/// Compares folders that nobody recorded with a source that somebody names.
pub(super) fn from_spec(
    context: &Context<'_>,
    state: &ScopeState,
    spec: &Spec,
    names: Vec<FolderName>,
) -> Result<Vec<Entry>, Error> {
    let origin = fetch::open_spec(context, &state.folder, spec)?;
    if origin.pin == Pin::Alive {
        return Err(Error::NothingPinned { spec: spec.to_string() });
    }
    let mut entries = Vec::new();
    for name in names {
        let bare = |standing| Entry { name: name.clone(), noted: None, spec: None, standing, incoming: None };
        let here = match here(state, &name) {
            Ok(here) => here,
            Err(why) => {
                entries.push(bare(unavailable(why, Trouble::Kind)));
                continue;
            }
        };
        let gathered = Gathered::new(origin.clone())?;
        // The name has to be right here: no tool says that the only skill is meant.
        let index = match select::by_name(&gathered.found, name.as_str(), &gathered.origin.to_string()) {
            Ok(index) => index,
            Err(error) => {
                // One of all folders may well come from elsewhere; one that was named is told by the status.
                entries.push(bare(unavailable(error.to_string(), Trouble::Kind)));
                continue;
            }
        };
        gathered.prepare(context, &[index])?;
        let incoming = gathered.incoming(context, index, name.clone(), LinkMode::Copy)?;
        let (standing, _) = judged(&here, &incoming, None, None);
        let spec = spec_text(&incoming.requirement.source, &incoming.requirement.wanted);
        entries.push(Entry { spec: Some(spec), incoming: Some(incoming), ..bare(standing) });
    }
    Ok(entries)
}
