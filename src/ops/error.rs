//! Everything that can keep an operation from its end, as facts. `cli` decides on exit codes and hints.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use super::{discover::Rejected, state::StateError, transaction::JournalError};
use crate::{
    host::{assemble, fs, git, http, link, registry::builtin, repository::ReadError},
    model::{
        agent::UnknownAgent,
        commit::Commit,
        digest::Digest,
        name::{FolderName, FolderNameError},
        registry::choose::NoVersion,
        source::SpecError,
        visible,
    },
};

/// An operation that did not end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Git(#[from] git::Error),
    #[error(transparent)]
    Http(#[from] http::Error),
    #[error("{}: {error}", visible::line(.archive))]
    Archive { archive: String, error: crate::host::archive::ArchiveError },
    #[error(transparent)]
    Store(#[from] crate::host::store::StoreError),
    #[error(transparent)]
    Link(#[from] link::LinkError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Assemble(#[from] assemble::AssembleError),
    #[error(transparent)]
    Registry(#[from] crate::host::registry::sparse::RegistryError),
    #[error(transparent)]
    Builtin(#[from] builtin::BuiltinError),
    #[error(transparent)]
    Name(#[from] FolderNameError),
    #[error(transparent)]
    Agent(#[from] UnknownAgent),
    /// A local path that holds nothing.
    #[error("there is nothing at `{}`", shown(.path))]
    NothingThere { path: PathBuf },
    /// A repository or archive without a usable skill.
    #[error("no skill found in {source_name}")]
    NoSkill { source_name: String, rejected: Vec<Rejected> },
    /// The path of a spec holds no skill.
    #[error("no skill at `{}` in {source_name}", visible::line(.path))]
    NoSkillAt { source_name: String, path: String, have: Vec<String>, rejected: Vec<Rejected> },
    /// A wanted name is not among the skills of a source.
    #[error("no skill called `{}` in {source_name}", visible::line(.name))]
    NoSuchSkill { source_name: String, name: String, have: Vec<String>, rejected: Vec<Rejected> },
    /// A wanted name means several skills.
    #[error("`{}` means {} skills in {source_name}: {}", visible::line(.name), .paths.len(), quoted(.paths))]
    Ambiguous { source_name: String, name: String, paths: Vec<String> },
    /// Several skills, none of them named, and nobody to ask.
    #[error("{source_name} has {} skills, and none is named", .names.len())]
    Unnamed { source_name: String, names: Vec<String> },
    /// `@REF` names neither a ref nor a version, and no skill.
    #[error("{source_name} has no branch, tag, commit or version `{}`", visible::line(.wanted))]
    NoSuchRef { source_name: String, wanted: String, near: Option<String> },
    /// No tag fits a version requirement.
    #[error("no version tag of {source_name} fits `{}`{}", visible::line(.wanted), newest_tag(.newest.as_deref()))]
    NoVersion { source_name: String, wanted: String, newest: Option<String> },
    /// Two skills would come to lie in one folder.
    #[error("two skills would both be installed as `{name}`: {} and {}", visible::line(.first), visible::line(.second))]
    SameName { name: FolderName, first: String, second: String },
    /// A skill of this name is installed from elsewhere.
    #[error("`{name}` is installed from {}, not from {}", visible::line(.installed), visible::line(.wanted))]
    OtherSource { name: FolderName, installed: String, wanted: String },
    /// `--as` with several skills.
    #[error("`--as` names one skill, but {count} were chosen")]
    AsForSeveral { count: usize },
    /// Something that is not ours stands where a skill goes.
    #[error("`{}` is in the way: {what}", shown(.path))]
    Occupied { name: FolderName, path: PathBuf, what: &'static str },
    /// An installed skill was edited.
    #[error("`{name}` was edited since it was installed: {}", shown(.path))]
    Edited { name: FolderName, path: PathBuf },
    /// An installed skill that is to go was edited.
    #[error("`{name}` was edited since it was installed: {}", shown(.path))]
    EditedLeaving { name: FolderName, path: PathBuf },
    /// What was fetched is not what was locked.
    #[error(
        "the files of `{name}` from {source_name} are not those the lockfile pins\n  locked: {locked}\n  found:  {found}"
    )]
    Digest { name: FolderName, source_name: String, locked: Digest, found: Digest },
    /// An archive's bytes are not what was locked.
    #[error(
        "the archive {source_name} is not the one the lockfile pins\n  locked: {locked}\n  found:  {found}"
    )]
    ArchiveDigest { source_name: String, locked: Digest, found: Digest },
    /// A tag that was locked names another commit now.
    #[error("the tag `{}` of {source_name} was moved since `{name}` was locked\n  locked: {locked}\n  found:  {found}", visible::line(.tag))]
    MovedTag { name: FolderName, source_name: String, tag: String, locked: Commit, found: Commit },
    /// A skill that another one needs could not be had.
    #[error("`{}`, which {} needs: {error}", visible::short(.text), needed_through(.through))]
    Requirement { text: String, through: Vec<FolderName>, error: Box<Self> },
    /// A bare name that no repository at hand and no lockfile holds.
    #[error("there is no skill called `{}` in the same repository, and none is installed", visible::short(.name))]
    MissingRequirement { name: String },
    /// A chain of needs that has no end in sight.
    #[error("skills need each other {depth} deep: {}", needed_through(.through))]
    NeedsTooDeep { depth: usize, through: Vec<FolderName> },
    /// More skills come in on behalf of others than anybody would look at.
    #[error("the skills that were asked for need more than {limit} others")]
    NeedsTooMany { limit: usize },
    /// Requirements on one skill that no version meets.
    #[error("no version of `{name}` meets every need{}{}", told_story(.story), chosen_version(.chosen.as_deref()))]
    Conflict { name: FolderName, chosen: Option<String>, story: Vec<(String, String)> },
    /// A skill that others need is not taken away from under them.
    #[error("`{name}` is needed by {}", quoted(.by))]
    StillNeeded { name: FolderName, by: Vec<String> },
    /// Files of a skill that can't be taken.
    #[error("{skill} can't be installed:{}", refusals(.refused))]
    Refused { skill: String, refused: Vec<assemble::Refused> },
    /// `--locked` and the lockfile does not hold what the manifest wants.
    #[error("the lockfile does not fit the manifest: {}", few(.differences))]
    NotLocked { differences: Vec<String> },
    /// No such skill in manifest, lockfile or folder.
    #[error("no skill called `{}` is installed in the {scope} scope", visible::line(.name))]
    NotInstalled { name: String, scope: &'static str, near: Option<String> },
    /// A file of another tool that can't be read as what it should be.
    #[error("`{file}`, line {line}: {why}")]
    Foreign { file: String, line: usize, why: String },
    /// No tool recorded such a skill, and none lies in the folder.
    #[error("no skill called `{}` is recorded by another tool, and none lies in the folder", visible::line(.name))]
    NotRecorded { name: String, near: Option<String> },
    /// An import from a folder under development.
    #[error("nothing pins the files of `{}`, so that it can't be said what a skill was", visible::line(.spec))]
    NothingPinned { spec: String },
    /// A skill that is here and is not to be shown.
    #[error("`{}` {why}", visible::line(.name))]
    NotShown { name: String, why: super::disclose::Why },
    /// A folder given for the catalogue that holds no usable skill.
    #[error("`{}` is no usable skill: {reason}", shown(.path))]
    NoCard { path: PathBuf, reason: String },
    #[error(transparent)]
    Trust(#[from] super::trust::TrustError),
    /// The network is forbidden and the cache does not have it.
    #[error("{what} is not in the cache, and the network may not be used")]
    NotCached { what: String },
    /// What is to be put back is not in quarantine.
    #[error("nothing in quarantine is called `{}`", visible::line(.id))]
    NotInQuarantine { id: String, known: Vec<String>, near: Option<String> },
    /// The note beside a skill in quarantine can't be read.
    #[error("`{}` is no note of a skill in quarantine", shown(.path))]
    NoNote { path: PathBuf },
    /// A registry that is not configured.
    #[error("`{}` is a name in a registry, and no registry is configured", visible::line(.name))]
    NoRegistry { name: String },
    /// A registry by a name that nobody configured.
    #[error("no registry called `{}` is configured", visible::line(.registry))]
    UnknownRegistry { registry: String, known: Vec<String> },
    /// A project names a registry as the user does, and means another place.
    #[error("the registry `{registry}` is `{}` in the project's manifest, and `{}` in your configuration", visible::line(.project), visible::line(.own))]
    RegistryApart { registry: String, project: String, own: String },
    /// A scope that is bound to one registry.
    #[error("packages of `@{scope}` come from the registry `{bound}` alone, not from `{asked}`")]
    ScopeBound { scope: String, bound: String, asked: String },
    /// Something that a rule of the person or the organisation does not allow; the place is a file and line.
    #[error("{what} is not allowed: {rule} ({})", visible::line(.place))]
    Policy { what: String, rule: String, place: String },
    #[error(transparent)]
    Package(#[from] crate::model::registry::package::PackageError),
    #[error(transparent)]
    Credential(#[from] crate::host::credentials::ProgramError),
    /// Nothing of a package can be taken.
    #[error("no version of `{package}` in the registry `{registry}` can be taken{}{}", fitting(.wanted.as_deref()), objections(.none))]
    NoPackageVersion { registry: String, package: String, wanted: Option<String>, none: NoVersion },
    /// The registry's archive is not what its index says.
    #[error("the archive of `{package}` {version} does not hold what the registry's index says: {what}")]
    PackageContent { package: String, version: String, what: String },
    /// An advisory speaks of malice in what would be installed.
    #[error("`{name}` is not installed: {}{}", visible::line(.advisory), more_advisories(*.more))]
    Advised { name: FolderName, advisory: String, more: usize },
    /// A registry that says other than the lockfile.
    #[error(
        "the registry `{registry}` no longer has `{package}` {version} as it was locked\n  locked: {locked}\n  found:  {found}"
    )]
    PackageMoved { registry: String, package: String, version: String, locked: Digest, found: String },
    /// A discovery index that can't be used.
    #[error("the index `{}`: {error}", visible::line(.place))]
    Index { place: String, error: crate::model::discovery::IndexError },
    /// A site that was opened before and offers nothing now.
    #[error("`{}` offers no index of skills", visible::line(.site))]
    NoIndex { site: String },
    /// A site whose index gives no digests.
    #[error("`{}` lists skills without digests: nothing vouches for their files", visible::line(.site))]
    Unverified { site: String },
    /// A site that gave digests once, and now would do without.
    #[error("`{}` had an index with digests before, and has none now", visible::line(.site))]
    Vanished { site: String },
    /// The file of a listed skill is no skill.
    #[error("`{name}` of {source_name}: {what}")]
    Artifact { name: String, source_name: String, what: &'static str },
    /// A kind of source that this version can't install from.
    #[error("{what} can't be installed from yet: `{}`", visible::line(.spec))]
    Unsupported { spec: String, what: &'static str },
    /// A path source lies inside the folder it would be installed to.
    #[error("`{}` already lies in the folder of installed skills", shown(.path))]
    AlreadyInside { path: PathBuf },
}

fn more_advisories(more: usize) -> String {
    if more == 0 { String::new() } else { format!(" (and {more} more)") }
}

fn fitting(wanted: Option<&str>) -> String {
    wanted.map_or_else(String::new, |wanted| format!(" for `{}`", visible::line(wanted)))
}

fn objections(none: &NoVersion) -> String {
    if none.against.is_empty() {
        let newest: Vec<String> = none.newest.iter().map(|version| format!("`{version}`")).collect();
        return if newest.is_empty() { String::new() } else { format!("; there are {}", newest.join(", ")) };
    }
    none.against.iter().fold(String::new(), |mut text, (version, why)| {
        // Writing to a String can't fail.
        let _ = write!(text, "\n  {version}: {why}");
        text
    })
}

fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}

fn quoted(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{}`", visible::line(name))).collect();
    names.join(", ")
}

fn needed_through(through: &[FolderName]) -> String {
    through.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" -> ")
}

fn told_story(story: &[(String, String)]) -> String {
    story.iter().fold(String::new(), |mut text, (who, wish)| {
        // Writing to a String can't fail.
        let _ = write!(text, "\n  {who} want{} {wish}", if who == "you" { "" } else { "s" });
        text
    })
}

fn chosen_version(chosen: Option<&str>) -> String {
    chosen.map_or_else(String::new, |chosen| format!("\n  chosen: {chosen}"))
}

fn newest_tag(newest: Option<&str>) -> String {
    newest.map_or_else(
        || ": it has none".to_owned(),
        |newest| format!("; the newest is `{}`", visible::line(newest)),
    )
}

/// As many as a screen takes; a lockfile may be out of step in thousands of ways.
fn few(differences: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut text = differences.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    if differences.len() > SHOWN {
        // Writing to a String can't fail.
        let _ = write!(text, "; and {} more", differences.len() - SHOWN);
    }
    text
}

fn refusals(refused: &[assemble::Refused]) -> String {
    refused.iter().fold(String::new(), |mut text, one| {
        // Writing to a String can't fail.
        let _ = write!(text, "\n  {}: {}", visible::line(&one.path), visible::line(&one.why.to_string()));
        text
    })
}
