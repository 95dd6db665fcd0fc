//! What other tools recorded about a scope: their lock files, and what `gh skill` wrote into installed skills.

use std::path::PathBuf;

use crate::{
    host::fs,
    model::{
        agent::Scope,
        foreign::{self, ForeignError, Recorded},
        name::FolderName,
        tree::is_part_of_skill,
    },
    ops::{Context, error::Error, scope::ScopeFolder, state::ScopeState},
};

/// The largest lock file that is read, in bytes.
const MAX_FILE: u64 = 16 * 1024 * 1024;
/// The largest SKILL.md that is searched for what `gh skill` writes, in bytes.
const MAX_MANIFEST: u64 = 10 * 1024 * 1024;

/// A tool that installs skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    Gh,
    Npx,
    Apm,
    ClawHub,
}

impl Tool {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Gh => "gh skill",
            Self::Npx => "npx skills",
            Self::Apm => "apm",
            Self::ClawHub => "clawhub",
        }
    }
}

/// A record of a tool, with the file it stands in as people read it.
#[derive(Debug)]
pub(crate) struct Noted {
    pub(crate) recorded: Recorded,
    pub(crate) tool: Tool,
    pub(crate) file: String,
}

type Reader = fn(&str) -> Result<Vec<Recorded>, ForeignError>;

/// Reads all that is recorded. Of two records of one folder the first counts: what `gh skill` wrote into the folder
/// itself, then the lock files in this order.
pub(crate) fn survey(context: &Context<'_>, folder: &ScopeFolder) -> Result<Vec<Noted>, Error> {
    let mut noted = stamps(folder)?;
    for (path, tool, read) in files(context, folder) {
        let file = folder.shown(&path);
        let wrong = |line, why| Error::Foreign { file: file.clone(), line, why };
        let bytes = match fs::standing_followed(&path)? {
            fs::Standing::Nothing => continue,
            fs::Standing::File => fs::read_capped(&path, MAX_FILE)?,
            _ => return Err(wrong(1, "it is no file".to_owned())),
        };
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.split(|byte| *byte == b'\n').count();
            wrong(line, "it is not UTF-8".to_owned())
        })?;
        for recorded in read(&text).map_err(|ForeignError { line, why }| wrong(line, why))? {
            if !noted.iter().any(|other| other.recorded.name == recorded.name) {
                noted.push(Noted { recorded, tool, file: file.clone() });
            }
        }
    }
    Ok(noted)
}

fn files(context: &Context<'_>, folder: &ScopeFolder) -> Vec<(PathBuf, Tool, Reader)> {
    let root = &folder.root;
    let mut files: Vec<(PathBuf, Tool, Reader)> = Vec::new();
    match folder.scope {
        Scope::Project => {
            files.push((root.join("skills-lock.json"), Tool::Npx, foreign::npx::project));
            files.push((root.join("apm.lock.yaml"), Tool::Apm, foreign::apm::parse));
        }
        Scope::User => {
            files.push((root.join(".agents/.skill-lock.json"), Tool::Npx, foreign::npx::user));
            // Of `apm install --global`; the files it names lie below the home folder.
            files.push((root.join(".apm/apm.lock.yaml"), Tool::Apm, foreign::apm::parse));
            let state = context.dirs.environment.path("XDG_STATE_HOME");
            files.extend(state.map(|state| {
                (state.join("skills/.skill-lock.json"), Tool::Npx, foreign::npx::user as Reader)
            }));
        }
    }
    files.push((root.join(".clawhub/lock.json"), Tool::ClawHub, foreign::clawhub::parse));
    files
}

/// The installed skills that say where `gh skill` took them from.
fn stamps(folder: &ScopeFolder) -> Result<Vec<Noted>, Error> {
    let mut noted = Vec::new();
    for name in folders(folder)? {
        let path = folder.skills().join(name.as_str()).join("SKILL.md");
        if fs::standing(&path)? != fs::Standing::File {
            continue;
        }
        // What can't be read as a SKILL.md says nothing; `list` and `lint` tell why.
        let Ok(bytes) = fs::read_capped(&path, MAX_MANIFEST) else { continue };
        let Ok(text) = std::str::from_utf8(&bytes) else { continue };
        let Some(stamp) = foreign::gh::stamp(text) else { continue };
        let file = folder.shown(&path);
        let line = 1 + text.lines().take_while(|line| !line.trim_start().starts_with("github-")).count();
        let from = stamp.map_err(|why| Error::Foreign { file: file.clone(), line, why })?;
        noted.push(Noted { recorded: Recorded { name, from }, tool: Tool::Gh, file });
    }
    Ok(noted)
}

/// The names of folders in the scope's folder of skills, links left out: they are somebody's work in progress.
fn folders(folder: &ScopeFolder) -> Result<Vec<FolderName>, Error> {
    let skills = folder.skills();
    if !fs::is_folder(&skills) {
        return Ok(Vec::new());
    }
    let mut names: Vec<FolderName> = fs::list(&skills)?
        .into_iter()
        .filter(|(_, kind)| *kind == fs::Standing::Folder)
        .filter_map(|(name, _)| name.to_str().filter(|name| is_part_of_skill(name))?.parse().ok())
        .collect();
    names.sort();
    Ok(names)
}

/// Skills in the scope's folder that neither the lockfile nor any tool knows.
pub(super) fn unmanaged(state: &ScopeState, noted: &[Noted]) -> Result<Vec<FolderName>, Error> {
    let mut names = folders(&state.folder)?;
    names.retain(|name| {
        !state.lockfile.skills.contains_key(name)
            && !noted.iter().any(|one| one.recorded.name == *name)
            && fs::is_file(&state.folder.skills().join(name.as_str()).join("SKILL.md"))
    });
    Ok(names)
}
