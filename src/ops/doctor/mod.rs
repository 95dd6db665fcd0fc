//! What is broken in the scopes that are seen from here, and what can be mended without risk: only what `skill` made
//! itself, or what leads nowhere, is ever touched.

mod files;
mod links;
mod skills;

use std::path::PathBuf;

use super::{
    Context,
    error::Error,
    list,
    scope::ScopeFolder,
    state::{Intent, ScopeState},
    transaction,
    trust::{Trust, TrustError},
};
use crate::{
    host::{
        fs,
        link::{self, Wanted},
    },
    model::{agent::Scope, visible},
};

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grade {
    /// Something can't work.
    Error,
    /// Something works otherwise than it looks.
    Warning,
    /// Good to know; nothing is wrong.
    Note,
}

impl Grade {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A safe cure.
#[derive(Debug, Clone)]
enum Cure {
    /// A link that leads nowhere goes.
    RemoveLink,
    /// A copy of ours whose original is gone goes.
    RemoveCopy { target: PathBuf },
    /// A link or copy of ours is made anew.
    Relink { target: PathBuf, wanted: Wanted },
    /// What a killed run began is finished or undone.
    Recover(ScopeFolder),
}

/// What became of a cure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Only people can mend it.
    Manual,
    /// `--fix` mends it.
    Curable,
    Cured,
    Failed(String),
}

impl Fate {
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Curable => "fixable",
            Self::Cured => "fixed",
            Self::Failed(_) => "failed",
        }
    }
}

/// Something that is not as it should be.
#[derive(Debug, Clone)]
pub(crate) struct Ailment {
    /// Its kind, in kebab-case; part of the JSON form.
    pub(crate) kind: &'static str,
    pub(crate) grade: Grade,
    /// `None` for what is the user's and no scope's.
    pub(crate) scope: Option<Scope>,
    /// Where it lies.
    pub(crate) place: PathBuf,
    /// A phrase, ready to be shown.
    pub(crate) what: String,
    /// What to do or type next.
    pub(crate) hint: Option<String>,
    /// What `--fix` does about it, as a phrase.
    pub(crate) remedy: Option<&'static str>,
    cure: Option<Cure>,
    pub(crate) fate: Fate,
}

impl Ailment {
    fn new(kind: &'static str, grade: Grade, place: impl Into<PathBuf>, what: impl Into<String>) -> Self {
        let what = visible::line(&what.into()).into_owned();
        let place = place.into();
        Self {
            kind,
            grade,
            scope: None,
            place,
            what,
            hint: None,
            remedy: None,
            cure: None,
            fate: Fate::Manual,
        }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(visible::line(&hint.into()).into_owned());
        self
    }

    fn cure(mut self, remedy: &'static str, cure: Cure) -> Self {
        (self.remedy, self.cure, self.fate) = (Some(remedy), Some(cure), Fate::Curable);
        self
    }

    /// Whether it still stands and is more than a note.
    pub(crate) fn is_open(&self) -> bool {
        self.grade != Grade::Note && self.fate != Fate::Cured
    }
}

/// Looks through these scopes; with `fix` also mends what is safe to mend.
pub(crate) fn examine(
    context: &Context<'_>,
    scopes: &[ScopeFolder],
    fix: bool,
) -> Result<Vec<Ailment>, Error> {
    let mut found = look(context, scopes)?;
    if fix {
        for ailment in &mut found {
            let Some(cure) = ailment.cure.take() else { continue };
            ailment.fate = match apply(context, &ailment.place, &cure) {
                Ok(()) => Fate::Cured,
                Err(error) => Fate::Failed(visible::line(&error.to_string()).into_owned()),
            };
        }
    }
    Ok(found)
}

fn look(context: &Context<'_>, scopes: &[ScopeFolder]) -> Result<Vec<Ailment>, Error> {
    let mut found = Vec::new();
    let trust_is_read = match Trust::open(context) {
        Ok(_) => true,
        Err(error) => {
            found.push(trust_ailment(context, &error));
            false
        }
    };
    let mut readable = Vec::new();
    for folder in scopes {
        let before = found.len();
        files::leftovers(folder, &mut found)?;
        // Another run may be in the middle of a change.
        match ScopeState::open(context, folder.clone(), Intent::ReadAlone) {
            Ok(state) => {
                files::records(&state, &mut found);
                links::links(context, &state, &mut found)?;
                readable.push(folder.clone());
            }
            Err(error) => found.push(files::unreadable(folder, &error)),
        }
        for ailment in &mut found[before..] {
            ailment.scope = Some(folder.scope);
        }
    }
    // Without trust nothing can be said of it, but all else.
    let listing = if trust_is_read {
        list::list_with_trust(context, readable.clone())?
    } else {
        list::list(context, readable.clone())?
    };
    skills::skills(&listing, &mut found);
    links::silent_agents(context, &readable, &listing, &mut found)?;
    found.sort_by(|a, b| (a.grade, a.kind, &a.place).cmp(&(b.grade, b.kind, &b.place)));
    found.dedup_by(|a, b| (a.kind, &a.place, &a.what) == (b.kind, &b.place, &b.what));
    Ok(found)
}

fn trust_ailment(context: &Context<'_>, error: &TrustError) -> Ailment {
    let place = match error {
        TrustError::Broken { path, .. } => path.clone(),
        _ => context.dirs.config.join("trust.toml"),
    };
    Ailment::new("trust-unreadable", Grade::Error, place, error.to_string())
        .hint("mend it, or remove the file and `skill trust` your projects again")
}

fn apply(context: &Context<'_>, place: &std::path::Path, cure: &Cure) -> Result<(), Error> {
    match cure {
        Cure::RemoveLink => {
            // It may lead somewhere by now.
            if fs::standing_followed(place)? == fs::Standing::Nothing {
                fs::remove_link(place)?;
            }
        }
        Cure::RemoveCopy { target } => {
            link::remove(place, target)?;
        }
        Cure::Relink { target, wanted } => {
            link::make(target, place, *wanted)?;
        }
        Cure::Recover(folder) => {
            let state = ScopeState::open(context, folder.clone(), Intent::Write)?;
            transaction::recover(context, &state.folder)?;
            fs::remove_leftovers(&folder.agents())?;
        }
    }
    Ok(())
}
