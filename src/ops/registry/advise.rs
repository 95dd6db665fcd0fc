//! A registry's own advisories: one document each, and a list of all that clients read.

use std::path::Path;

use serde_json::{Map, Value};

use super::{RegistryKeepError, keeper};
use crate::{
    host::{
        clock, fs,
        registry::{keeper::Keeper, sparse::ADVISORIES},
    },
    model::registry::{
        advisory::{self, Advisory, Affected, MAX_ADVISORIES, Meant, Range},
        package::Package,
    },
    ops::Context,
};

/// What an advisory shall say.
#[derive(Debug, Default)]
pub(crate) struct Advice {
    pub(crate) id: String,
    pub(crate) summary: String,
    pub(crate) package: Option<Package>,
    /// The first version that is affected; all from the first on without.
    pub(crate) introduced: Option<semver::Version>,
    pub(crate) fixed: Option<semver::Version>,
    /// Tree digests, which mean the same files under any name.
    pub(crate) trees: Vec<String>,
    pub(crate) is_malicious: bool,
    /// Takes back the advisory of this id.
    pub(crate) is_withdrawn: bool,
}

/// Writes an advisory into a registry's folder, or takes one back.
pub(crate) fn advise(
    context: &Context<'_>,
    folder: &Path,
    advice: &Advice,
    dry_run: bool,
) -> Result<Advisory, RegistryKeepError> {
    if !is_id(&advice.id) {
        return Err(RegistryKeepError::AdvisoryId(advice.id.clone()));
    }
    let keeper = keeper(context, folder)?;
    let mut all = known(folder)?;
    let now = clock::now().to_string();
    let known = all.iter().position(|one| one.id == advice.id);
    let one = match (known, advice.is_withdrawn) {
        (Some(at), true) => {
            let mut one = all.remove(at);
            one.withdrawn = Some(now.clone());
            one.modified = now;
            one
        }
        (None, true) => return Err(RegistryKeepError::AdvisoryId(advice.id.clone())),
        (Some(_), false) => return Err(RegistryKeepError::AdvisoryThere(advice.id.clone())),
        (None, false) => Advisory::new(
            &advice.id,
            &now,
            &advice.summary,
            affected(advice, &keeper.settings().name),
            advice.is_malicious,
        ),
    };
    all.push(one.clone());
    if !dry_run {
        write(&keeper, all, std::slice::from_ref(&one))?;
    }
    Ok(one)
}

/// Takes in the advisories of another registry that are not known, or were changed there since. Gives how many.
pub(super) fn take_over(keeper: &Keeper, theirs: Vec<Advisory>) -> Result<usize, RegistryKeepError> {
    let mut all = known(keeper.folder())?;
    let mut news = Vec::new();
    for one in theirs.into_iter().filter(|one| is_id(&one.id)) {
        match all.iter_mut().find(|known| known.id == one.id) {
            Some(known) if known.modified >= one.modified => continue,
            Some(known) => known.clone_from(&one),
            None => all.push(one.clone()),
        }
        news.push(one);
    }
    if !news.is_empty() {
        write(keeper, all, &news)?;
    }
    Ok(news.len())
}

/// What OSV takes for an id; it also names a file.
fn is_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(kind, rest)| !kind.is_empty() && !rest.is_empty())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn known(folder: &Path) -> Result<Vec<Advisory>, RegistryKeepError> {
    let list = folder.join(ADVISORIES);
    let bytes = if fs::is_file(&list) { fs::read_capped(&list, MAX_ADVISORIES)? } else { Vec::new() };
    advisory::decode(&bytes).map_err(RegistryKeepError::Advisory)
}

/// Writes the documents that changed, then the list of all.
fn write(keeper: &Keeper, mut all: Vec<Advisory>, changed: &[Advisory]) -> Result<(), RegistryKeepError> {
    all.sort_by(|a, b| a.id.cmp(&b.id));
    for one in changed {
        keeper.derive(&format!("advisories/{}.json", one.id), one.encode_pretty().as_bytes())?;
    }
    let text = all.iter().fold(String::new(), |text, one| text + &one.encode() + "\n");
    keeper.derive(ADVISORIES, text.as_bytes())?;
    Ok(())
}

fn affected(advice: &Advice, registry: &str) -> Affected {
    let mut affected = Affected::default();
    if let Some(package) = &advice.package {
        affected.database_specific = Meant {
            registry: Some(registry.to_owned()),
            name: Some(package.to_string()),
            ..Meant::default()
        };
        let event = |key: &str, value: String| {
            let mut event = Map::new();
            event.insert(key.to_owned(), Value::String(value));
            event
        };
        let first = advice.introduced.as_ref().map_or_else(|| "0".to_owned(), ToString::to_string);
        let mut events = vec![event("introduced", first)];
        events.extend(advice.fixed.as_ref().map(|version| event("fixed", version.to_string())));
        affected.ranges.push(Range { kind: "SEMVER".to_owned(), repo: None, events });
    }
    affected.database_specific.tree.clone_from(&advice.trees);
    affected
}
