//! Exit codes and hints of installing, restoring, removing, listing and linking.

use super::{CliError, ExitStatus};
use crate::{
    host::{archive::Verdict, git, http, link::LinkError, store::StoreError},
    model::{lockfile::LockfileError, registry::choose::Why as Choice, source::SpecError, visible},
    ops::{
        disclose::Why, discover::Rejected, error::Error, state::StateError, transaction::JournalError,
        trust::TrustError,
    },
};

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        let hints = hints(&error);
        let mut told = Self::new(status(&error), &error);
        told.hints = hints;
        told
    }
}

/// The exit code of an operation's error.
fn status(error: &Error) -> ExitStatus {
    match error {
        Error::Files(_)
        | Error::Journal(JournalError::Unreadable { .. } | JournalError::Files(_))
        | Error::Read(_)
        | Error::NotCached { .. }
        | Error::Index { .. }
        | Error::NoIndex { .. }
        | Error::Http(_)
        | Error::Credential(_)
        | Error::Store(_)
        | Error::Link(LinkError::Files(_))
        | Error::State(
            StateError::Files(_)
            | StateError::Journal(JournalError::Unreadable { .. } | JournalError::Files(_)),
        )
        | Error::Trust(TrustError::Files(_)) => ExitStatus::Incomplete,
        Error::Trust(_)
        | Error::State(
            StateError::Manifest { .. } | StateError::Lockfile { .. } | StateError::Unreadable(_),
        )
        | Error::Spec(_)
        | Error::Foreign { .. }
        | Error::NothingPinned { .. }
        | Error::Agent(_)
        | Error::NoRegistry { .. }
        | Error::UnknownRegistry { .. }
        | Error::RegistryApart { .. }
        | Error::ScopeBound { .. }
        | Error::Unsupported { .. }
        | Error::AsForSeveral { .. }
        | Error::Unnamed { .. } => ExitStatus::Usage,
        Error::Git(error) => git_status(error),
        Error::Archive { error, .. } => match error.verdict() {
            Verdict::Unread => ExitStatus::Incomplete,
            Verdict::Other => ExitStatus::No,
            Verdict::Refused => ExitStatus::Integrity,
        },
        Error::Refused { refused, .. } if refused.iter().any(|one| one.why.is_hostile()) => {
            ExitStatus::Integrity
        }
        Error::Requirement { error, .. } => status(error),
        Error::Registry(error) => super::registry::status(error),
        Error::NoPackageVersion { none, .. } if none.against.iter().any(|(_, why)| why.is_refusal()) => {
            ExitStatus::Integrity
        }
        Error::State(StateError::LeadsOut { .. } | StateError::Journal(JournalError::NotOurs { .. }))
        | Error::Journal(JournalError::NotOurs { .. })
        | Error::PackageContent { .. }
        | Error::PackageMoved { .. }
        | Error::Vanished { .. }
        | Error::Advised { .. }
        | Error::Assemble(_)
        | Error::Digest { .. }
        | Error::ArchiveDigest { .. }
        | Error::MovedTag { .. } => ExitStatus::Integrity,
        Error::Link(_)
        | Error::Refused { .. }
        | Error::Builtin(_)
        | Error::Name(_)
        | Error::Package(_)
        | Error::NoPackageVersion { .. }
        | Error::Unverified { .. }
        | Error::Artifact { .. }
        | Error::NothingThere { .. }
        | Error::NoSkill { .. }
        | Error::NoSkillAt { .. }
        | Error::NoSuchSkill { .. }
        | Error::Ambiguous { .. }
        | Error::NoSuchRef { .. }
        | Error::NoVersion { .. }
        | Error::SameName { .. }
        | Error::OtherSource { .. }
        | Error::Occupied { .. }
        | Error::Edited { .. }
        | Error::EditedLeaving { .. }
        | Error::NotLocked { .. }
        | Error::NotInstalled { .. }
        | Error::NotRecorded { .. }
        | Error::NotShown { .. }
        | Error::NoCard { .. }
        | Error::AlreadyInside { .. }
        | Error::MissingRequirement { .. }
        | Error::Policy { .. }
        | Error::NotInQuarantine { .. }
        | Error::NoNote { .. }
        | Error::NeedsTooDeep { .. }
        | Error::NeedsTooMany { .. }
        | Error::Conflict { .. }
        | Error::StillNeeded { .. } => ExitStatus::No,
    }
}

fn git_status(error: &git::Error) -> ExitStatus {
    match error {
        git::Error::UnknownRef { .. } | git::Error::Ambiguous { .. } | git::Error::Abbreviated { .. } => {
            ExitStatus::No
        }
        git::Error::Objects { .. } | git::Error::TooLarge { .. } => ExitStatus::Integrity,
        _ => ExitStatus::Incomplete,
    }
}

/// What to type next.
fn hints(error: &Error) -> Vec<String> {
    match error {
        Error::Unverified { .. } => {
            vec!["`--allow-unverified` takes them as they are; ask who keeps the site for an index of version 0.2.0".to_owned()]
        }
        Error::Vanished { .. } => {
            vec!["ask who keeps the site; what is installed stays as it is locked".to_owned()]
        }
        Error::Index { error: crate::model::discovery::IndexError::Schema(_), .. } => {
            vec!["update `skill`; or ask who keeps the site for an index of version 0.2.0".to_owned()]
        }
        Error::State(StateError::Lockfile { error, .. }) => vec![match error {
            LockfileError::Newer { .. } => {
                "update `skill`, or restore the lockfile from version control".to_owned()
            }
            LockfileError::Conflict { .. } => "`skill install` brings both sides together".to_owned(),
            _ => "restore it from version control; or delete it and run `skill install` to lock anew"
                .to_owned(),
        }],
        Error::State(StateError::Unreadable(_)) => {
            vec!["restore it from version control, or move it out of the way".to_owned()]
        }
        Error::State(StateError::Journal(JournalError::NotOurs { path, .. }))
        | Error::Journal(JournalError::NotOurs { path, .. }) => {
            let path = path.to_string_lossy();
            vec![format!("see what brought it there, then remove it: `rm {}`", visible::line(&path))]
        }
        Error::State(StateError::Journal(JournalError::Unreadable { .. }))
        | Error::Journal(JournalError::Unreadable { .. }) => vec![
            "restore `.agents` from version control and remove `.agents/.skill`, which holds what was staged"
                .to_owned(),
        ],
        Error::Trust(TrustError::Broken { .. }) => {
            vec!["mend it, or take it away: then each project is asked about anew".to_owned()]
        }
        Error::Store(StoreError::Files(_)) => {
            vec!["this is the cache: `SKILL_CACHE_DIR` can name another folder for it".to_owned()]
        }
        Error::Name(_) => vec!["choose another folder name with `--as NAME`".to_owned()],
        Error::Spec(SpecError::Npm(_)) => {
            vec!["name the package's repository instead: `skill install owner/repo`".to_owned()]
        }
        Error::Spec(_) => {
            vec!["write `owner/repo`, `owner/repo/path@ref`, a URL, `./folder` or `builtin:name`".to_owned()]
        }
        Error::NothingThere { path } => {
            let text = path.to_string_lossy();
            vec![format!("look at what is there: `ls {}`", visible::line(parent_of(&text)))]
        }
        Error::NoSkill { rejected, .. } => rejected_hints(rejected).unwrap_or_else(|| {
            vec!["a skill is a folder with a SKILL.md; `skill new NAME` makes one".to_owned()]
        }),
        Error::NoSkillAt { have, rejected, .. } => {
            rejected_hints(rejected).unwrap_or_else(|| have_hint("it has skills at", have))
        }
        Error::NoSuchSkill { have, rejected, .. } => {
            rejected_hints(rejected).unwrap_or_else(|| have_hint("it has", have))
        }
        Error::Ambiguous { paths, .. } => {
            vec![format!("name one by its path: `--skill {}`", paths.first().map_or("PATH", |path| path))]
        }
        Error::Unnamed { names, .. } => {
            let first = names.first().map_or("NAME", String::as_str);
            let mut hints =
                vec![format!("name some with `--skill {}`, or take all with `--all`", visible::line(first))];
            hints.extend(have_hint("it has", names));
            hints
        }
        Error::NoSuchRef { near: Some(near), .. } | Error::NotInQuarantine { near: Some(near), .. } => {
            vec![format!("a similar name exists: `{}`", visible::line(near))]
        }
        Error::SameName { .. } => {
            vec![
                "choose one by its path with `--skill PATH`, or install one under another name with `--as NAME`"
                    .to_owned(),
            ]
        }
        Error::OtherSource { .. } => {
            vec!["`--force` replaces it; `--as NAME` installs the other one beside it".to_owned()]
        }
        Error::AsForSeveral { .. } => vec!["name the one with `--skill`".to_owned()],
        Error::Occupied { name, .. } => {
            vec![format!(
                "install it under another name with `--as NAME`; `--force` replaces what is there and keeps a backup (`{name}`)"
            )]
        }
        Error::Edited { name, .. } => vec![
            format!("see the edits: `skill diff --installed {name}`"),
            "`skill update --merge` keeps them; `--force` replaces them and keeps a backup".to_owned(),
        ],
        Error::EditedLeaving { name, .. } => vec![
            format!("see the edits: `skill diff --installed {name}`"),
            "`--force` takes it away and keeps a backup".to_owned(),
        ],
        Error::Digest { .. } | Error::ArchiveDigest { .. } => vec![
            "the source changed what it serves under the same name, or somebody changed the lockfile"
                .to_owned(),
            "if the change is right, remove the skill and install it again".to_owned(),
        ],
        Error::MovedTag { name, locked, .. } => vec![
            "a release that changes after the fact is a mistake of its author, or an attack: ask them"
                .to_owned(),
            format!(
                "to stay where you are: `skill update {name} --precise {locked}`; to take it all the same, remove the skill and install it again"
            ),
        ],
        Error::NotLocked { .. } => vec!["`skill install` brings the lockfile up to date".to_owned()],
        Error::Foreign { .. } => {
            vec!["mend it with the tool that wrote it, or restore it from version control".to_owned()]
        }
        Error::NotRecorded { near: Some(near), .. } => {
            vec![format!("a skill with a similar name is there: `{}`", visible::line(near))]
        }
        Error::NotRecorded { .. } => vec!["`skill import --dry-run` shows what is recorded".to_owned()],
        Error::NothingPinned { .. } => {
            vec![
                "name a repository or an archive; a folder is linked with `skill install ./FOLDER`"
                    .to_owned(),
            ]
        }
        Error::NotInstalled { near: Some(near), .. } => {
            vec![format!("a skill with a similar name is installed: `{}`", visible::line(near))]
        }
        Error::NotInstalled { .. } => vec!["`skill list` shows what is installed".to_owned()],
        Error::NotShown { name, why } => match why {
            Why::Untrusted(_) => {
                vec![
                    "look at what it says (`skill info NAME`), then `skill trust` lets it be shown"
                        .to_owned(),
                ]
            }
            Why::Disabled => vec![format!("`skill enable {}` switches it on", visible::line(name))],
            _ => Vec::new(),
        },
        Error::NoRegistry { name } => {
            let bare = visible::line(name).into_owned();
            vec![
                "a repository is written `owner/repo`, a folder `./folder`".to_owned(),
                format!(
                    "a registry is set with `[registries] default = \"URL\"` in `.agents/skills.toml`, or `SKILL_DEFAULT_REGISTRY`; \
                         or name it: `REGISTRY:{bare}`"
                ),
            ]
        }
        Error::Agent(unknown) => match unknown.near {
            Some(near) => vec![format!("did you mean `{near}`?")],
            None => vec!["`skill agents` lists them".to_owned()],
        },
        Error::State(StateError::LeadsOut { path, .. }) => {
            vec![format!("take the link away: `rm {}`", visible::line(&path.to_string_lossy()))]
        }
        Error::Requirement { error, .. } => hints(error),
        Error::Registry(error) => super::registry::hints(error),
        Error::UnknownRegistry { registry, known } => {
            let registry = visible::line(registry);
            let mut hints = vec![format!(
                "configure it: `[registries] {registry} = \"URL\"` in `.agents/skills.toml`, or in your own config.toml"
            )];
            hints.extend(have_hint("there are", known));
            hints
        }
        Error::RegistryApart { registry, .. } => {
            vec![format!("one of the two has to call it otherwise than `{}`", visible::line(registry))]
        }
        Error::ScopeBound { bound, .. } => {
            vec![format!("`[scopes]` in your config.toml binds it: ask `{bound}:`")]
        }
        Error::Credential(_) => vec![
            "mend it in `[registries]` of config.toml, or take it out and keep a token: `skill login REGISTRY`".to_owned(),
        ],
        Error::NoPackageVersion { none, .. } if none.against.is_empty() => Vec::new(),
        Error::NoPackageVersion { none, .. } if none.against.iter().any(|(_, why)| why.is_refusal()) => {
            let is_blocked = none.against.iter().any(|(_, why)| matches!(why, Choice::Blocked(_)));
            let insisting = "its registry keeps it back: nothing was installed; look at it, then `--allow-quarantined` takes it";
            let blocked = "its registry says that it does harm: nothing was installed";
            vec![if is_blocked { blocked } else { insisting }.to_owned()]
        }
        Error::NoPackageVersion { .. } => {
            vec!["an exact version that is locked already stays allowed".to_owned()]
        }
        Error::Policy { .. } => {
            vec![
                "nothing was installed; ask whoever keeps that file, or change the rule if you do".to_owned(),
            ]
        }
        Error::PackageContent { .. } => {
            vec![
                "nothing was installed; tell who keeps the registry: `skill registry verify` finds it"
                    .to_owned(),
            ]
        }
        Error::Advised { .. } => {
            vec!["if it was installed before: see what it could reach with `skill info`, and change those secrets".to_owned()]
        }
        Error::PackageMoved { .. } => vec![
            "a published version never changes: ask who keeps the registry".to_owned(),
            "if the change is right, remove the skill and install it again".to_owned(),
        ],
        Error::MissingRequirement { name } => vec![format!(
            "install it first, under that name: `skill install SPEC --as {}`",
            visible::line(name)
        )],
        Error::Conflict { name, .. } => {
            vec![format!(
                "ask for a version of `{name}` that all allow, or `skill update` those that hold it back"
            )]
        }
        Error::StillNeeded { name, by } => {
            vec![format!("take away together what belongs together: `skill remove {name} {}`", by.join(" "))]
        }
        Error::NotInQuarantine { known, .. } => have_hint("there are", known),
        Error::NotCached { .. } => vec!["run it once without `--offline`".to_owned()],
        Error::Git(error) => git_hints(error),
        Error::Http(error) => http_hints(error),
        Error::AlreadyInside { .. } => vec!["`skill link` links what is installed".to_owned()],
        Error::Refused { .. } => {
            vec!["nothing was installed; others of that source can be: `--skill NAME`".to_owned()]
        }
        _ => Vec::new(),
    }
}

fn git_hints(error: &git::Error) -> Vec<String> {
    match error {
        git::Error::NotFound { url } if url.starts_with("file:") => {
            vec!["it may have moved; what is installed stays as it is".to_owned()]
        }
        git::Error::Login { tried: false, .. } | git::Error::NotFound { .. } => vec![
            "check the spelling; for a private repository set `GITHUB_TOKEN` or `GITLAB_TOKEN`, or use git's credential \
             helpers or `~/.netrc`"
                .to_owned(),
        ],
        git::Error::Login { tried: true, .. } => vec!["the token or password that was found is not accepted there".to_owned()],
        git::Error::UnknownRef { near: Some(near), .. } => vec![format!("a similar name exists: `{}`", visible::line(near))],
        git::Error::Abbreviated { .. } => vec!["give all 40 digits: then the commit itself is asked for".to_owned()],
        git::Error::UnknownCommit { .. } => {
            vec!["it may have been force-pushed away: `skill install SPEC` takes what is there now".to_owned()]
        }
        git::Error::Offline { .. } => vec!["run it once without `--offline`".to_owned()],
        git::Error::Unsupported { .. } | git::Error::Protocol { .. } => {
            vec!["with a `git` program installed, `git clone` it and install from the folder".to_owned()]
        }
        git::Error::OtherOwner { .. } => vec![
            "git refuses it too: `git config --global --add safe.directory PATH`, then `[net] git-fetch-with-cli = true` \
             in your config.toml lets your git fetch it"
                .to_owned(),
        ],
        git::Error::Program { .. } => vec!["install it, or use an `https` address".to_owned()],
        git::Error::Http(error) => http_hints(error),
        _ => Vec::new(),
    }
}

pub(super) fn http_hints(error: &http::Error) -> Vec<String> {
    match error {
        http::Error::Offline { .. } => vec!["run it once without `--offline`".to_owned()],
        http::Error::Client { .. } => {
            vec!["install your system's `ca-certificates`, or point `SSL_CERT_FILE` at a file of root certificates".to_owned()]
        }
        http::Error::Status { status: 401 | 403 | 404, .. } => {
            vec!["check the address; a private file needs a token or a login in `~/.netrc`".to_owned()]
        }
        _ => Vec::new(),
    }
}

fn parent_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(parent, _)| if parent.is_empty() { "/" } else { parent })
}

/// Why places that look like skills are none.
fn rejected_hints(rejected: &[Rejected]) -> Option<Vec<String>> {
    if rejected.is_empty() {
        return None;
    }
    let mut hints: Vec<String> = rejected.iter().take(5).map(Rejected::to_string).collect();
    if rejected.len() > 5 {
        hints.push(format!("and {} more", rejected.len() - 5));
    }
    Some(hints)
}

fn have_hint(lead: &str, have: &[String]) -> Vec<String> {
    if have.is_empty() {
        return Vec::new();
    }
    let mut list: Vec<String> =
        have.iter().take(12).map(|name| format!("`{}`", visible::line(name))).collect();
    if have.len() > 12 {
        list.push(format!("and {} more", have.len() - 12));
    }
    vec![format!("{lead} {}", list.join(", "))]
}
