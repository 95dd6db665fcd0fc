//! What a client tells a model of skills: first a catalogue of those it may choose, then one skill's text when it was
//! chosen. Skills are found as `list` finds them; what is left out is named with its reason.

pub(crate) mod activate;
pub(crate) mod block;
pub(crate) mod budget;
pub(crate) mod session;
pub(crate) mod variables;

use std::{
    collections::HashMap,
    fmt,
    path::{Path, PathBuf},
};

use super::{
    Context,
    error::Error,
    list::{self, State},
    scope::ScopeFolder,
    trust::Doubt,
};
use crate::{
    host::fs,
    model::{
        agent::{Agent, Scope},
        event::Event,
        frontmatter::reference,
        skill::{Card, MANIFEST, forbids_implicit_use, read_card},
        visible,
    },
};

/// The largest SKILL.md that is read, in bytes.
const MAX_MANIFEST: u64 = 10 * 1024 * 1024;
/// The largest `agents/openai.yaml` that is read, in bytes.
const MAX_SIDECAR: u64 = 1024 * 1024;

/// A skill that can be disclosed.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The name of its folder, by which it may be called too.
    pub(crate) folder_name: String,
    /// Real and absolute.
    pub(crate) folder: PathBuf,
    /// Its SKILL.md, real and absolute.
    pub(crate) location: PathBuf,
    /// `None` for folders that were named.
    pub(crate) scope: Option<Scope>,
    pub(crate) card: Card,
}

/// Why a skill is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Why {
    Untrusted(Doubt),
    /// Another skill of this name, at this place, comes first; `alike` if it says the same.
    Shadowed {
        by: PathBuf,
        alike: bool,
    },
    Disabled,
    /// It opts out of being chosen by the model.
    OptedOut,
    Invalid {
        reason: String,
    },
}

impl Why {
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Untrusted(_) => "untrusted",
            Self::Shadowed { .. } => "shadowed",
            Self::Disabled => "disabled",
            Self::OptedOut => "opted-out",
            Self::Invalid { .. } => "invalid",
        }
    }
}

/// A phrase that goes on after the skill's name.
impl fmt::Display for Why {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Untrusted(Doubt::New) => {
                formatter.write_str("comes with the project and is not trusted yet")
            }
            Self::Untrusted(Doubt::Changed) => formatter.write_str("was changed since it was trusted"),
            Self::Untrusted(Doubt::Unreadable) => {
                formatter.write_str("is not trusted, since its files can't all be read")
            }
            Self::Shadowed { by, .. } => {
                write!(formatter, "is hidden by the skill in `{}`", visible::line(&by.to_string_lossy()))
            }
            Self::Disabled => formatter.write_str("is switched off"),
            Self::OptedOut => formatter.write_str("may only be chosen by people"),
            Self::Invalid { reason } => write!(formatter, "can't be used: {}", visible::line(reason)),
        }
    }
}

/// A skill that is left out.
#[derive(Debug, Clone)]
pub(crate) struct LeftOut {
    pub(crate) name: String,
    pub(crate) folder_name: String,
    pub(crate) folder: PathBuf,
    pub(crate) why: Why,
}

/// The skills that can be disclosed, and those that are not.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    pub(crate) entries: Vec<Entry>,
    pub(crate) left_out: Vec<LeftOut>,
}

/// The skills that people can activate here: as `list` has them, project over user, without those that are invalid,
/// switched off, untrusted or hidden by another of the same name. With an agent, only what it reads.
pub(crate) fn catalogue(
    context: &Context<'_>,
    scopes: Vec<ScopeFolder>,
    agent: Option<&Agent>,
) -> Result<Catalogue, Error> {
    let mut catalogue = Catalogue::default();
    // Names, and names of folders, that are taken, with their entry.
    let (mut called, mut folders) = (HashMap::<String, usize>::new(), HashMap::<String, usize>::new());
    for skill in list::list_with_trust(context, scopes)?.skills {
        if skill.state == State::Missing || agent.is_some_and(|agent| !skill.is_seen_by(agent)) {
            continue;
        }
        let name = skill.called().to_owned();
        let earlier = called.get(&name).or_else(|| folders.get(&skill.name));
        let earlier = earlier.map(|&index| &catalogue.entries[index]);
        let why = match (&skill.state, skill.doubt, earlier) {
            (State::Invalid { reason, .. }, _, _) => Some(Why::Invalid { reason: reason.clone() }),
            _ if !skill.enabled => Some(Why::Disabled),
            (_, Some(doubt), _) => Some(Why::Untrusted(doubt)),
            (_, None, Some(entry)) => Some(Why::Shadowed {
                by: entry.folder.clone(),
                alike: skill.card.as_ref() == Some(&entry.card),
            }),
            (_, None, None) => None,
        };
        match (why, skill.card) {
            (None, Some(card)) => {
                called.insert(name, catalogue.entries.len());
                folders.insert(skill.name.clone(), catalogue.entries.len());
                catalogue.entries.push(entry(card, skill.name, &skill.folder, MANIFEST, Some(skill.scope))?);
            }
            (why, _) => {
                let why = why.unwrap_or_else(|| Why::Invalid { reason: "it can't be read".to_owned() });
                catalogue.left_out.push(LeftOut { name, folder_name: skill.name, folder: skill.folder, why });
            }
        }
    }
    Ok(catalogue)
}

impl Catalogue {
    /// Leaves out what opts out of the model's choice.
    pub(crate) fn for_the_model(mut self) -> Self {
        let (opted_out, entries) = self.entries.into_iter().partition(|entry: &Entry| {
            let sidecar = fs::read_capped(&entry.folder.join("agents/openai.yaml"), MAX_SIDECAR);
            entry.card.manual_only
                || sidecar.is_ok_and(|bytes| forbids_implicit_use(&String::from_utf8_lossy(&bytes)))
        });
        self.entries = entries;
        self.left_out.extend(opted_out.into_iter().map(|entry: Entry| LeftOut {
            name: entry.name,
            folder_name: entry.folder_name,
            folder: entry.folder,
            why: Why::OptedOut,
        }));
        self
    }

    /// The skill that is meant: by name, else by its folder's name; `/name` and `$name` are ways to write it.
    pub(crate) fn find(&self, typed: &str) -> Result<&Entry, Error> {
        let name = typed.strip_prefix(['/', '$']).unwrap_or(typed);
        let by_name = self.entries.iter().find(|entry| entry.name == name);
        if let Some(entry) = by_name.or_else(|| self.entries.iter().find(|entry| entry.folder_name == name)) {
            return Ok(entry);
        }
        let left_out = self.left_out.iter().find(|skill| skill.name == name || skill.folder_name == name);
        if let Some(skill) = left_out {
            return Err(Error::NotShown { name: name.to_owned(), why: skill.why.clone() });
        }
        let names = self.entries.iter().map(|entry| entry.name.as_str());
        let near = crate::model::name::nearest(name, names).map(str::to_owned);
        Err(Error::NotInstalled { name: name.to_owned(), scope: "project or for the user", near })
    }
}

/// The skills in exactly these folders (or of these SKILL.md files), whoever wrote them.
pub(crate) fn named(context: &Context<'_>, folders: &[PathBuf]) -> Result<Catalogue, Error> {
    let mut catalogue = Catalogue::default();
    for path in folders {
        let is_manifest =
            path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(MANIFEST) && fs::is_file(path));
        let folder = if is_manifest { path.parent().unwrap_or(path) } else { path };
        if fs::standing_followed(folder)? == fs::Standing::Nothing {
            return Err(Error::NothingThere { path: folder.to_owned() });
        }
        let no_card = |reason: String| Error::NoCard { path: folder.to_owned(), reason };
        let manifest = [MANIFEST, "skill.md"].into_iter().find(|name| fs::is_file(&folder.join(name)));
        let manifest = manifest.ok_or_else(|| no_card("it has no SKILL.md".to_owned()))?;
        let bytes = fs::read_capped(&folder.join(manifest), MAX_MANIFEST)?;
        let card = match (read_card(&bytes), as_the_reference(&bytes)) {
            (Ok(card), _) => card,
            (Err(unusable), Some(card)) => {
                let shown = visible::line(&folder.to_string_lossy()).into_owned();
                let text = format!(
                    "`{shown}` is read by the reference library, but not by other clients: {unusable}"
                );
                context.reporter.event(Event::Warning { text: &text });
                card
            }
            (Err(unusable), None) => return Err(no_card(unusable.to_string())),
        };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        catalogue.entries.push(entry(card, name, folder, manifest, None)?);
    }
    Ok(catalogue)
}

/// Name and description as the reference library cuts them out: it takes any `---` for the end of the head.
fn as_the_reference(bytes: &[u8]) -> Option<Card> {
    let entries = reference::read(std::str::from_utf8(bytes).ok()?).ok()?;
    let text = |key: &str| {
        let entry = entries.iter().find(|entry| entry.name() == key)?;
        entry.value.text().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    Some(Card { name: Some(text("name")?), description: Some(text("description")?), ..Card::default() })
}

fn entry(
    card: Card,
    folder_name: String,
    folder: &Path,
    manifest: &str,
    scope: Option<Scope>,
) -> Result<Entry, Error> {
    let folder = fs::canonical(folder)?;
    Ok(Entry {
        name: card.name.clone().unwrap_or_else(|| folder_name.clone()),
        description: card.description.clone().unwrap_or_default(),
        folder_name,
        location: folder.join(manifest),
        folder,
        scope,
        card,
    })
}
