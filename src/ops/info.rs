//! One skill in full: what it says of itself, its files, and what it can reach.

use std::{collections::BTreeSet, path::PathBuf};

use serde_json::{Map, Value as Json};

use super::{
    Context, diff,
    error::Error,
    fetch,
    install::{Content, Gathered},
    list,
    scope::ScopeFolder,
    select::{self, Selected, Selection},
    state::{Intent, ScopeState},
};
use crate::{
    host::fs,
    model::{
        frontmatter::Frontmatter,
        lockfile::Locked,
        manifest::LinkMode,
        skill::{Card, head_json, read_card},
        source::Spec,
        tokens,
        tree::{Mode, Tree},
    },
};

/// What a skill can do and ask for, as far as its files tell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reach {
    pub(crate) executables: Vec<String>,
    pub(crate) hosts: Vec<String>,
    pub(crate) tools: Vec<String>,
    /// Environment variables its scripts read.
    pub(crate) variables: Vec<String>,
}

/// Everything about one skill.
#[derive(Debug)]
pub(crate) struct Info {
    pub(crate) name: String,
    /// Where it lies on disk, if it does.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) locked: Option<Locked>,
    pub(crate) tree: Tree,
    /// The frontmatter's fields in their order, as JSON; scalars stay texts.
    pub(crate) fields: Map<String, Json>,
    /// Of `metadata`, or of the top level.
    pub(crate) category: Option<String>,
    /// Of `metadata`, or of the top level; a text with commas is cut at them.
    pub(crate) tags: Vec<String>,
    /// Why no client can use it.
    pub(crate) unusable: Option<String>,
    pub(crate) reach: Reach,
    /// Tokens of name and description, of the body, and of all other text files.
    pub(crate) tokens: [usize; 3],
}

/// Finds a skill by installed name, by path, or by anything that can be installed.
pub(crate) fn info(context: &Context<'_>, scopes: &[ScopeFolder], text: &str) -> Result<Info, Error> {
    for folder in scopes {
        let state = ScopeState::open(context, folder.clone(), Intent::Read)?;
        let place = folder.skills().join(text);
        let is_name = text.parse::<crate::model::name::FolderName>().is_ok();
        let locked = state
            .lockfile
            .skills
            .iter()
            .find(|(name, _)| name.as_str() == text)
            .map(|(_, locked)| locked.clone());
        if is_name && fs::is_folder(&place) {
            return Ok(describe(text, Some(place.clone()), locked, fs::read_tree(&place)?));
        }
    }
    let spec: Spec = match text.parse() {
        Ok(spec) => spec,
        Err(error) => return Err(not_installed(context, scopes, text).unwrap_or(Error::Spec(error))),
    };
    let folder = scopes.first().cloned().unwrap_or_else(|| ScopeFolder::around(context.dirs));
    let opened = match fetch::open_spec(context, &folder, &spec) {
        // Without a registry, a bare word can only be meant as the name of an installed skill.
        Err(error @ Error::NoRegistry { .. }) => {
            return Err(not_installed(context, scopes, text).unwrap_or(error));
        }
        other => other?,
    };
    let gathered = Gathered::new(opened)?;
    let selection = Selection { names: gathered.origin.skill.iter().cloned().collect(), all: false };
    let source_name = gathered.origin.to_string();
    let index = match select::select(&gathered.found, &selection, &source_name)? {
        Selected::These(indexes) => indexes.first().copied().unwrap_or(0),
        Selected::Ask => {
            let names = gathered.found.skills.iter().map(|skill| skill.name().to_owned()).collect();
            return Err(Error::Unnamed { source_name, names });
        }
    };
    gathered.prepare(context, &[index])?;
    let candidate = &gathered.found.skills[index];
    let name = select::folder_of(candidate, gathered.origin.root_name.as_deref())?;
    let place = gathered.origin.folder_of(candidate);
    let incoming = gathered.incoming(context, index, name, LinkMode::Copy)?;
    let Content::Tree(tree) = incoming.content else {
        return Err(Error::NotCached { what: source_name });
    };
    Ok(describe(incoming.name.as_str(), place, Some(incoming.locked), tree))
}

/// The error for a bare word that is neither installed nor anything else.
fn not_installed(context: &Context<'_>, scopes: &[ScopeFolder], text: &str) -> Option<Error> {
    let listing = list::list(context, scopes.to_vec()).ok()?;
    let near = crate::model::name::nearest(text, listing.skills.iter().map(|skill| skill.name.as_str()));
    let scope = scopes.first().map_or("project", |folder| folder.scope.as_str());
    Some(Error::NotInstalled { name: text.to_owned(), scope, near: near.map(str::to_owned) })
}

fn describe(name: &str, folder: Option<PathBuf>, locked: Option<Locked>, tree: Tree) -> Info {
    let manifest = tree.file("SKILL.md").map(|file| file.content.clone()).unwrap_or_default();
    let text = String::from_utf8_lossy(&manifest).into_owned();
    let head = Frontmatter::parse(&text);
    let fields = head_json(&head);
    let (card, unusable) = match read_card(&manifest) {
        Ok(card) => (card, None),
        Err(error) => (Card::default(), Some(error.to_string())),
    };
    Info {
        name: name.to_owned(),
        folder,
        locked,
        category: card.category,
        tags: card.tags,
        unusable,
        reach: reach(&tree),
        tokens: weigh(&tree),
        fields,
        tree,
    }
}

/// Tokens of name and description, of the body, and of all other text files.
pub(crate) fn weigh(tree: &Tree) -> [usize; 3] {
    let manifest = tree.file("SKILL.md").map(|file| file.content.as_slice()).unwrap_or_default();
    let text = String::from_utf8_lossy(manifest);
    let head = Frontmatter::parse(&text);
    let field = |key: &str| head.text(key).map_or(0, tokens::estimate);
    let body = tokens::estimate(head.split.body.of(&text).trim());
    let others = tree
        .files()
        .iter()
        .filter(|file| file.path != "SKILL.md" && file.mode != Mode::Symlink)
        .filter_map(|file| std::str::from_utf8(&file.content).ok().filter(|text| !text.contains('\0')))
        .map(tokens::estimate)
        .sum();
    [field("name") + field("description"), body, others]
}

/// What a skill's files can reach.
pub(crate) fn reach(tree: &Tree) -> Reach {
    let card = tree.file("SKILL.md").and_then(|file| read_card(&file.content).ok());
    let mut variables = BTreeSet::new();
    for file in tree.files() {
        let Ok(text) = std::str::from_utf8(&file.content) else { continue };
        match file.path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "py" => python_variables(text, &mut variables),
            "js" | "mjs" | "cjs" | "ts" => after_each(text, "process.env.", &mut variables),
            "sh" | "bash" => {
                after_each(text, "${", &mut variables);
                after_each(text, "$", &mut variables);
            }
            _ => {}
        }
    }
    for usual in [
        "HOME",
        "PATH",
        "PWD",
        "SHELL",
        "USER",
        "TMPDIR",
        "IFS",
        "LANG",
        "OPTARG",
        "OPTIND",
        "RANDOM",
        "BASH_SOURCE",
    ] {
        variables.remove(usual);
    }
    Reach {
        executables: tree
            .files()
            .iter()
            .filter(|file| file.mode == Mode::Executable)
            .map(|file| file.path.clone())
            .collect(),
        hosts: diff::hosts(tree).into_iter().collect(),
        tools: card.map(|card| card.allowed_tools).unwrap_or_default(),
        variables: variables.into_iter().collect(),
    }
}

fn python_variables(text: &str, found: &mut BTreeSet<String>) {
    for call in ["os.environ[", "environ.get(", "os.getenv("] {
        for (at, _) in text.match_indices(call) {
            let rest = text[at + call.len()..].trim_start();
            if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                take(&rest[1..], |c| c != quote, found);
            }
        }
    }
}

fn after_each(text: &str, mark: &str, found: &mut BTreeSet<String>) {
    for (at, _) in text.match_indices(mark) {
        take(&text[at + mark.len()..], |c| c.is_ascii_alphanumeric() || c == '_', found);
    }
}

/// Names in capitals only: others are a script's own.
fn take(text: &str, belongs: impl Fn(char) -> bool, found: &mut BTreeSet<String>) {
    let end = text.find(|c: char| !belongs(c)).unwrap_or(text.len());
    let name = &text[..end];
    let is_variable = name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if is_variable {
        found.insert(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::TreeFile;

    #[test]
    fn variables_and_hosts_of_scripts_are_seen() {
        let file = |path: &str, mode, text: &str| TreeFile {
            path: path.to_owned(),
            mode,
            content: text.as_bytes().to_vec(),
        };
        let tree = Tree::new(vec![
            file(
                "a.py",
                Mode::Executable,
                "import os\nos.environ[\"ACME_KEY\"]\nos.getenv('OTHER')\nos.environ.get(name)\n",
            ),
            file("b.sh", Mode::Regular, "curl https://api.example.com/$TOKEN ${HOME} $lower $1\n"),
            file("c.mjs", Mode::Regular, "process.env.NODE_KEY"),
        ]);
        let reach = reach(&tree);
        assert_eq!(reach.variables, ["ACME_KEY", "NODE_KEY", "OTHER", "TOKEN"]);
        assert_eq!(reach.hosts, ["api.example.com"]);
        assert_eq!(reach.executables, ["a.py"]);
    }
}
