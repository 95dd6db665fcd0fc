//! Taking over what other tools installed: what they recorded becomes a plan that can be shown, and the plan becomes
//! lock entries. Folders stay as they are; files of other tools are only read.

mod compare;
mod fetch;
mod survey;

use self::compare::Likeness;
pub(crate) use self::survey::{Noted, Tool, survey};
use super::{
    Context,
    error::Error,
    install::{
        Content, Incoming, Options, check,
        plan::{Action, Installed, Plan},
        requires::{self, Chosen, Freedom},
        restore,
    },
    state::ScopeState,
};
use crate::{
    host::store::Store,
    model::{
        event::Event,
        git_url::Host,
        name::{FolderName, nearest},
        source::{Source, Spec, Wanted},
    },
};

/// What is asked for.
#[derive(Debug, Default)]
pub(crate) struct Wishes {
    /// Only these; all that is recorded without any.
    pub(crate) names: Vec<String>,
    /// Where folders come from that nobody recorded.
    pub(crate) from: Option<Spec>,
    /// With `from`: every folder that nobody recorded.
    pub(crate) all: bool,
}

/// How a skill stands, and so what an import does with it.
#[derive(Debug)]
pub(crate) enum Standing {
    /// The bytes that its source has: locked, and the folder stays.
    Same,
    /// The same, without these files (or modes), which its tool left out: they are put in.
    Incomplete { lacks: Vec<String> },
    /// The same but for what `gh skill` wrote into its SKILL.md: locked, the folder stays and counts as edited.
    Stamped,
    /// As its tool installed it, and the source has moved on: locked, the folder stays and counts as edited.
    Behind,
    /// Edited, or older than what the source has: locked, the folder stays and counts as edited.
    Edited,
    /// Recorded, and not in its folder: installed.
    Missing,
    /// In our lockfile already.
    Locked,
    /// Can't be taken over; the reason, and what to type instead.
    Unavailable { why: String, advice: Option<String>, trouble: Trouble },
    /// In its folder, and recorded nowhere.
    Unmanaged,
}

/// What kind of reason keeps a skill from being taken over, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trouble {
    /// It is of a kind that is not taken over.
    Kind,
    /// Its source does not have it.
    Gone,
    /// Its source could not be reached or read: another try may do better.
    Unreached,
    /// Its source has files that must not be taken.
    Refused,
}

impl Trouble {
    fn of(error: &Error) -> Self {
        match error {
            Error::NoSkill { .. }
            | Error::NoSkillAt { .. }
            | Error::NoSuchSkill { .. }
            | Error::Ambiguous { .. }
            | Error::NoSuchRef { .. }
            | Error::NoVersion { .. } => Self::Gone,
            Error::Refused { .. } | Error::Assemble(_) => Self::Refused,
            _ => Self::Unreached,
        }
    }
}

impl Standing {
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Incomplete { .. } => "incomplete",
            Self::Stamped => "stamped",
            Self::Behind => "behind",
            Self::Edited => "edited",
            Self::Missing => "missing",
            Self::Locked => "locked",
            Self::Unavailable { .. } => "unavailable",
            Self::Unmanaged => "unmanaged",
        }
    }

    /// Whether the folder will count as edited.
    pub(crate) fn counts_as_edited(&self) -> bool {
        matches!(self, Self::Stamped | Self::Behind | Self::Edited)
    }
}

/// One skill of an import.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: FolderName,
    /// The tool that recorded it, and in which file; nothing for an unmanaged folder.
    pub(crate) noted: Option<(Tool, String)>,
    /// What one would type to install it.
    pub(crate) spec: Option<String>,
    pub(crate) standing: Standing,
    pub(crate) incoming: Option<Incoming>,
}

/// All entries, with what is to be done.
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) entries: Vec<Entry>,
    plan: Plan,
}

/// Looks at every skill that is asked for. Nothing is changed.
pub(crate) fn plan(
    context: &Context<'_>,
    state: ScopeState,
    noted: Vec<Noted>,
    wishes: &Wishes,
) -> Result<Import, Error> {
    let unmanaged = survey::unmanaged(&state, &noted)?;
    let mut unknown = wishes.names.iter().filter(|name| {
        !noted.iter().any(|one| one.recorded.name.as_str() == **name)
            && !unmanaged.iter().any(|one| one.as_str() == **name)
            && !state.lockfile.skills.keys().any(|one| one.as_str() == **name)
    });
    if let Some(name) = unknown.next() {
        let known = noted.iter().map(|one| one.recorded.name.as_str());
        let near = nearest(name, known.chain(unmanaged.iter().map(FolderName::as_str))).map(str::to_owned);
        return Err(Error::NotRecorded { name: name.clone(), near });
    }
    let is_asked = |name: &FolderName| {
        wishes.names.is_empty() || wishes.names.iter().any(|asked| asked == name.as_str())
    };
    let mut entries = Vec::new();
    let (taken, left): (Vec<_>, Vec<_>) = unmanaged
        .into_iter()
        .filter(|name| is_asked(name))
        .partition(|_| wishes.from.is_some() && (wishes.all || !wishes.names.is_empty()));
    entries.extend(left.into_iter().map(|name| Entry {
        name,
        noted: None,
        spec: None,
        standing: Standing::Unmanaged,
        incoming: None,
    }));
    if let Some(spec) = wishes.from.as_ref().filter(|_| !taken.is_empty()) {
        entries.extend(fetch::from_spec(context, &state, spec, taken)?);
    }
    // With a source of one's own, only what nobody recorded is meant.
    if wishes.from.is_none() {
        let noted = noted.into_iter().filter(|one| is_asked(&one.recorded.name)).collect();
        entries.extend(fetch::recorded(context, &state, noted));
    }
    add_what_is_needed(context, &state, &mut entries);
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let steps = entries.iter().filter_map(|entry| {
        let action = match entry.standing {
            Standing::Same | Standing::Stamped | Standing::Behind | Standing::Edited => Action::Keep,
            Standing::Incomplete { .. } => Action::Update,
            Standing::Missing => Action::Add,
            Standing::Locked | Standing::Unavailable { .. } | Standing::Unmanaged => return None,
        };
        Some((entry.incoming.clone()?, action))
    });
    let plan = Plan::decided(state, steps.collect(), Vec::new(), true)?;
    Ok(Import { entries, plan })
}

/// Adds what the skills that are taken over need and nobody has installed. What can't be had is told, and stops nothing:
/// they stand there already.
fn add_what_is_needed(context: &Context<'_>, state: &ScopeState, entries: &mut Vec<Entry>) {
    let chosen = entries.iter().filter_map(|entry| entry.incoming.clone()).map(|incoming| Chosen {
        origin: None,
        incoming,
        freedom: Freedom::Exact,
    });
    let mode = restore::link_mode(state, &Options::default());
    let resolved = requires::complete(context, state, &[], chosen.collect(), mode).and_then(|all| {
        let mut new = Vec::new();
        for mut one in all {
            if let Some(entry) = entries.iter_mut().find(|entry| entry.name == one.name) {
                if let Some(incoming) = &mut entry.incoming {
                    incoming.locked.requires = std::mem::take(&mut one.locked.requires);
                }
            } else if check::action(state, context.store()?, &one, false)? == Action::Add {
                new.push(one);
            }
        }
        Ok(new)
    });
    match resolved {
        Ok(new) => entries.extend(new.into_iter().map(|incoming| Entry {
            name: incoming.name.clone(),
            noted: None,
            spec: Some(spec_text(&incoming.requirement.source, &incoming.requirement.wanted)),
            standing: Standing::Missing,
            incoming: Some(incoming),
        })),
        Err(error) => {
            let text = format!("what the skills need could not all be found: {error}");
            context.reporter.event(Event::Warning { text: &text });
        }
    }
}

impl Import {
    /// Whether there is anything to do.
    pub(crate) fn changes_anything(&self) -> bool {
        self.plan.changes_anything()
    }

    /// Writes manifest and lockfile, and the folders of what is missing or incomplete.
    pub(crate) fn carry_out(self, context: &Context<'_>, store: &Store) -> Result<Installed, Error> {
        for entry in &self.entries {
            if let Some(Incoming { content: Content::Tree(tree), locked, .. }) = &entry.incoming {
                // What is compared with later is at hand then, also without a network.
                store.insert(tree, locked.digest.unwrap_or_else(|| tree.digest()))?;
            }
        }
        self.plan.carry_out(context, store, &Options::default())
    }
}

/// What one would type to install from here.
fn spec_text(source: &Source, wanted: &Wanted) -> String {
    let Source::Git { url, path } = source else { return source.to_string() };
    let reference = (*wanted != Wanted::Default).then(|| wanted.to_string());
    let text = url.to_string();
    if url.host() == Some(Host::GitHub)
        && let Some(repository) = text.strip_prefix("https://github.com/")
    {
        let repository = repository.strip_suffix(".git").unwrap_or(repository);
        let inner = path.as_ref().map(|path| format!("/{path}")).unwrap_or_default();
        return format!(
            "{repository}{inner}{}",
            reference.map(|name| format!("@{name}")).unwrap_or_default()
        );
    }
    let is_plainly_git =
        !text.starts_with("http") || text.rsplit_once('.').is_some_and(|(_, end)| end == "git");
    let text = if is_plainly_git { text } else { format!("git+{text}") };
    match (reference, path) {
        (None, None) => text,
        (reference, None) => format!("{text}#{}", reference.unwrap_or_default()),
        (reference, Some(path)) => format!("{text}#{}:{path}", reference.unwrap_or_default()),
    }
}
