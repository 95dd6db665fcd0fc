//! Exit codes and hints of registries, read and kept.

use super::{CliError, ExitStatus};
use crate::{
    host::{
        archive::Verdict,
        registry::{keeper::KeeperError, sparse::RegistryError},
    },
    model::registry::settings::SettingsError,
    ops::registry::RegistryKeepError,
};

/// The exit code of a registry that was read in vain.
pub(super) fn status(error: &RegistryError) -> ExitStatus {
    match error {
        RegistryError::NoPlace { .. } | RegistryError::Settings { .. } | RegistryError::Path { .. } => {
            ExitStatus::Usage
        }
        RegistryError::NoPackage { .. } | RegistryError::Refused { .. } => ExitStatus::No,
        RegistryError::ReadOnly { .. } => ExitStatus::Usage,
        RegistryError::PublishedOther { .. }
        | RegistryError::Changed { .. }
        | RegistryError::Archive { .. }
        | RegistryError::Url { .. } => ExitStatus::Integrity,
        RegistryError::NoRegistry { .. }
        | RegistryError::Index { .. }
        | RegistryError::Advisories { .. }
        | RegistryError::Login { .. }
        | RegistryError::Http(_)
        | RegistryError::Files(_)
        | RegistryError::Store(_) => ExitStatus::Incomplete,
    }
}

/// What to type next.
pub(super) fn hints(error: &RegistryError) -> Vec<String> {
    match error {
        RegistryError::NoPlace { .. } => {
            vec!["a registry is an `https` URL, a `file` URL or a folder".to_owned()]
        }
        RegistryError::NoRegistry { .. } => {
            vec!["check the address; `skill registry init DIR` makes a registry".to_owned()]
        }
        RegistryError::Settings { error: SettingsError::Newer { .. }, .. } => {
            vec!["update `skill`".to_owned()]
        }
        RegistryError::NoPackage { package, .. } => {
            vec![format!("`skill search {}` looks for names like it", package.base())]
        }
        RegistryError::Login { had_token: false, .. } => vec![
            "set `SKILL_REGISTRY_<NAME>_TOKEN` to its token; it is sent to registries of your own config.toml only"
                .to_owned(),
        ],
        RegistryError::Changed { .. } => {
            vec!["a published version never changes: ask who keeps the registry before you go on".to_owned()]
        }
        RegistryError::Archive { .. } => {
            vec!["nothing was installed; try again, and tell who keeps the registry if it stays so".to_owned()]
        }
        RegistryError::Http(error) => super::operation::http_hints(error),
        _ => Vec::new(),
    }
}

impl From<RegistryKeepError> for CliError {
    fn from(error: RegistryKeepError) -> Self {
        use RegistryKeepError as E;
        let error = match error {
            E::Operation(error) => return (*error).into(),
            E::Pack(error) => return (*error).into(),
            other => other,
        };
        let status = match &error {
            E::Keeper(
                KeeperError::NoRegistry { .. } | KeeperError::Settings { .. } | KeeperError::Newer { .. },
            ) => ExitStatus::Usage,
            E::Settings { .. } => ExitStatus::Usage,
            E::Keeper(KeeperError::Files(_)) | E::Files(_) | E::Write { .. } => ExitStatus::Incomplete,
            E::Keeper(KeeperError::Index { .. }) | E::Assemble(_) | E::Apart { .. } => ExitStatus::Integrity,
            E::Registry(error) => status(error),
            E::Archive { error, .. } => match error.verdict() {
                Verdict::Unread => ExitStatus::Incomplete,
                Verdict::Other => ExitStatus::No,
                Verdict::Refused => ExitStatus::Integrity,
            },
            E::Refused { refused, .. } if refused.iter().any(|one| one.why.is_hostile()) => {
                ExitStatus::Integrity
            }
            E::Advisory(_) => ExitStatus::Integrity,
            _ => ExitStatus::No,
        };
        let told = match &error {
            E::Keeper(KeeperError::NoRegistry { .. }) => {
                vec!["make one: `skill registry init DIR`".to_owned()]
            }
            E::Keeper(KeeperError::Newer { .. }) => vec!["update `skill`".to_owned()],
            E::Keeper(KeeperError::Published { .. } | KeeperError::NotRising { .. }) => {
                vec!["raise it: `skill pack --bump patch` raises the version in SKILL.md".to_owned()]
            }
            E::Keeper(KeeperError::Alike { other, .. }) => {
                vec![format!(
                    "a new version of `{other}` needs that name in SKILL.md; else choose another name"
                )]
            }
            E::Keeper(KeeperError::Index { .. }) => {
                vec!["see all that is wrong: `skill registry verify DIR`".to_owned()]
            }
            E::NoVersion { .. } => {
                vec!["write one into SKILL.md, below `metadata:`: `version: \"0.1.0\"`".to_owned()]
            }
            E::NotSemver { .. } => {
                vec!["write it as MAJOR.MINOR.PATCH, for instance `version: \"1.0.0\"`".to_owned()]
            }
            E::Registry(error) => hints(error),
            _ => Vec::new(),
        };
        told.into_iter().fold(Self::new(status, &error), CliError::hint)
    }
}
