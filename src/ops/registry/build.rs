//! The files derived from a registry's index, byte for byte the same from the same index: the list for searching, the
//! discovery index that other clients read (Agent Skills Discovery RFC 0.2.0), and a word to GitHub Pages.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{RegistryKeepError, market};
use crate::{
    host::{
        fs,
        registry::keeper::{Keeper, Shelf},
    },
    model::{
        event::{Event, Verb},
        registry::{
            line::{Index, IndexLine, Made, StatusKind},
            package::Package,
        },
    },
    ops::Context,
};

pub(crate) const SEARCH: &str = "search.jsonl";
pub(super) const DISCOVERY: &str = ".well-known/agent-skills/index.json";
pub(super) const NO_JEKYLL: &str = ".nojekyll";
/// From the discovery index to the registry's root, so that the registry works below any path.
const UP: &str = "../../";
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/// The longest description the RFC allows, in characters.
const MAX_DESCRIPTION: usize = 1024;

/// Which packages are looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    All,
    /// Those whose index file is not older than the list for searching.
    Changed,
}

/// What a build came to.
#[derive(Debug, Default)]
pub(crate) struct Built {
    pub(crate) packages: usize,
    /// Index files that were read.
    pub(crate) read: usize,
    /// Paths of derived files that changed.
    pub(crate) changed: Vec<&'static str>,
    /// Packages that are not in the marketplace file, where there is one: no commit is known for them, or another has
    /// their plain name.
    pub(crate) not_in_market: Vec<String>,
}

/// A package in the list for searching: its newest offered version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) license: Option<String>,
    pub(crate) pubtime: String,
    pub(crate) size: u64,
    /// How many files have the executable bit.
    #[serde(default)]
    pub(crate) exec: usize,
    /// The reason, where the package is deprecated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deprecated: Option<String>,
    pub(crate) cksum: String,
    /// The commit it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Made>,
}

/// A derived file: its path and bytes.
type Derived = (&'static str, Vec<u8>);

/// Whether a registry has a marketplace file, which is kept up to date from then on.
pub(super) fn has_market(shelf: &Shelf) -> bool {
    fs::is_file(&shelf.folder().join(market::PLACE))
}

/// All derived files, by path.
pub(super) fn derived(
    context: &Context<'_>,
    shelf: &Shelf,
    freshness: Freshness,
    with_market: bool,
) -> Result<(Vec<Derived>, Built), RegistryKeepError> {
    let (packages, _) = shelf.packages()?;
    let list = shelf.folder().join(SEARCH);
    let since = match freshness {
        Freshness::Changed if fs::is_file(&list) => Some(fs::size_and_time(&list)?.1),
        Freshness::Changed | Freshness::All => None,
    };
    let mut known: HashMap<String, String> = HashMap::new();
    if since.is_some() {
        for line in fs::read_text_if_there(&list)?.unwrap_or_default().lines() {
            if let Ok(entry) = serde_json::from_str::<Entry>(line) {
                known.insert(entry.name, line.to_owned());
            }
        }
    }
    let mut built = Built { packages: packages.len(), ..Built::default() };
    let mut lines: Vec<(Package, String)> = Vec::with_capacity(packages.len());
    let total = packages.len() as u64;
    for (at, package) in packages.into_iter().enumerate() {
        if at % 256 == 0 {
            context.reporter.event(Event::Step { verb: Verb::Checking, done: at as u64, total });
        }
        let is_old = match since {
            Some(since) => fs::size_and_time(&shelf.folder().join(package.index_path()))?.1 < since,
            None => false,
        };
        let line = match known.remove(&package.to_string()) {
            Some(line) if is_old => Some(line),
            _ => {
                built.read += 1;
                offered(&shelf.index(&package)?)
                    .map(|line| serde_json::to_string(&entry(line)).unwrap_or_default())
            }
        };
        if let Some(line) = line {
            lines.push((package, line));
        }
    }
    context.reporter.event(Event::Step { verb: Verb::Checking, done: total, total });
    let search = lines.iter().fold(String::new(), |mut text, (_, line)| {
        text.push_str(line);
        text.push('\n');
        text
    });
    let offered = by_plain_name(&lines);
    let discovery = discovery(shelf, &offered);
    let mut files =
        vec![(SEARCH, search.into_bytes()), (DISCOVERY, discovery.into_bytes()), (NO_JEKYLL, Vec::new())];
    if with_market {
        let named: Vec<(&str, Entry)> = offered.into_iter().map(|(name, _, entry)| (name, entry)).collect();
        files.push((market::PLACE, market::encode(shelf.settings(), &named).into_bytes()));
        let is_in = |package: &Package| {
            named.iter().any(|(_, entry)| entry.source.is_some() && entry.name == package.to_string())
        };
        let absent = lines.iter().filter(|(package, _)| !is_in(package));
        built.not_in_market = absent.map(|(package, _)| package.to_string()).collect();
    }
    Ok((files, built))
}

/// Writes the derived files that are not right already.
pub(crate) fn build(
    context: &Context<'_>,
    keeper: &Keeper,
    freshness: Freshness,
) -> Result<Built, RegistryKeepError> {
    build_with(context, keeper, freshness, has_market(keeper))
}

/// As [`build`], and says whether there shall be a marketplace file.
pub(super) fn build_with(
    context: &Context<'_>,
    keeper: &Keeper,
    freshness: Freshness,
    with_market: bool,
) -> Result<Built, RegistryKeepError> {
    let (files, mut built) = derived(context, keeper, freshness, with_market)?;
    for (path, bytes) in files {
        if keeper.derive(path, &bytes)? {
            built.changed.push(path);
        } else if path == SEARCH {
            // Its time says what was looked at last.
            fs::touch(&keeper.folder().join(path))?;
        }
    }
    Ok(built)
}

/// The newest version that is offered to everybody; a pre-release only where there is nothing else.
pub(crate) fn offered(index: &Index) -> Option<&IndexLine> {
    let is_offered = |line: &&IndexLine| {
        line.yanked.is_none()
            && line.status.as_ref().is_none_or(|status| status.state == StatusKind::Deprecated)
    };
    index.lines.iter().filter(is_offered).max_by_key(|line| (line.version.pre.is_empty(), &line.version))
}

fn entry(line: &IndexLine) -> Entry {
    Entry {
        name: line.name.to_string(),
        version: line.version.to_string(),
        description: line.description.clone(),
        license: line.license.clone(),
        pubtime: line.published.to_string(),
        size: line.size,
        exec: line.executables.len(),
        deprecated: line.status.as_ref().map(|status| status.reason.clone()),
        cksum: line.archive.to_string(),
        source: line.made.clone(),
    }
}

/// The packages for readers that know no scopes: a scoped one is there under its last part, unless another package has
/// it.
fn by_plain_name(lines: &[(Package, String)]) -> Vec<(&str, &Package, Entry)> {
    let mut names: BTreeMap<&str, Vec<&(Package, String)>> = BTreeMap::new();
    for line in lines {
        names.entry(line.0.base()).or_default().push(line);
    }
    let named = names.into_iter().filter_map(|(name, having)| {
        let plain = having.iter().find(|(package, _)| package.scope().is_none());
        let (package, line) = plain.or(if having.len() == 1 { having.first() } else { None })?;
        Some((name, package, serde_json::from_str(line).ok()?))
    });
    named.collect()
}

/// The discovery index.
fn discovery(shelf: &Shelf, offered: &[(&str, &Package, Entry)]) -> String {
    let mut skills = Vec::new();
    for (name, package, entry) in offered {
        let Ok(version) = semver::Version::parse(&entry.version) else { continue };
        let hex = entry.cksum.strip_prefix("sha256:").unwrap_or_default();
        let place = shelf.settings().archive(package, &version, hex);
        let url = if place.contains("://") { place } else { format!("{UP}{place}") };
        let description: String =
            entry.description.iter().flat_map(|text| text.chars()).take(MAX_DESCRIPTION).collect();
        skills.push(json!({
            "name": name,
            "type": "archive",
            "description": description,
            "url": url,
            "digest": entry.cksum,
            "version": entry.version,
        }));
    }
    let mut text = String::from("{\n  \"$schema\": ");
    text.push_str(&json!(SCHEMA).to_string());
    text.push_str(",\n  \"skills\": [");
    for (at, skill) in skills.iter().enumerate() {
        text.push_str(if at == 0 { "\n    " } else { ",\n    " });
        text.push_str(&skill.to_string());
    }
    text.push_str(if skills.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    text
}
