//! Exit codes and hints of registries, read and kept.

use super::{CliError, ExitStatus};
use crate::{
    host::{
        archive::Verdict,
        credentials::LoginsError,
        registry::{
            keeper::KeeperError, seal::SignError, serve::ServeError, sparse::RegistryError,
            tokens::TokensError,
        },
    },
    model::{registry::settings::SettingsError, visible},
    ops::{
        pack::PackError,
        registry::{RegistryKeepError, serve::ServingError},
    },
};

/// The exit code of a registry that was read in vain.
pub(super) fn status(error: &RegistryError) -> ExitStatus {
    match error {
        RegistryError::NoPlace { .. } | RegistryError::Settings { .. } | RegistryError::Path { .. } => {
            ExitStatus::Usage
        }
        RegistryError::NoPackage { .. } | RegistryError::Refused { .. } => ExitStatus::No,
        RegistryError::ReadOnly { .. } | RegistryError::Key { .. } => ExitStatus::Usage,
        RegistryError::PublishedOther { .. }
        | RegistryError::Changed { .. }
        | RegistryError::Archive { .. }
        | RegistryError::Seal { .. }
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
            "keep its token: `skill login REGISTRY`; or set `SKILL_REGISTRY_<NAME>_TOKEN`, which is sent to registries of your own config.toml only"
                .to_owned(),
        ],
        RegistryError::Login { had_token: true, .. } => {
            vec!["ask who keeps the registry for a new token, and keep it: `skill login REGISTRY`".to_owned()]
        }
        RegistryError::Refused { status: 409, .. } => {
            vec!["raise it: `skill pack --bump patch` raises the version in SKILL.md".to_owned()]
        }
        RegistryError::Refused { status: 422, .. } => {
            vec!["see it here: `skill lint`".to_owned()]
        }
        RegistryError::Changed { .. } => {
            vec!["a published version never changes: ask who keeps the registry before you go on".to_owned()]
        }
        RegistryError::Seal { .. } => {
            vec!["nothing was installed; whoever keeps the registry signs it: `skill registry sign DIR`".to_owned()]
        }
        RegistryError::ReadOnly { .. } => vec![
            "whoever keeps its folder publishes there: `skill registry add DIR SKILL`, or lets others do so: `skill registry serve DIR`"
                .to_owned(),
        ],
        RegistryError::Key { .. } => {
            vec!["it is the line of `minisign.pub` that begins with `RW`".to_owned()]
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
            // A registry takes nothing that lint refuses, however it was packed.
            E::Pack(error) if matches!(*error, PackError::Gate { .. }) => {
                return Self::new(ExitStatus::No, &error)
                    .hint("mend what lint found, or accept it in SKILL.md with its reason: `skill rule NAME` says how");
            }
            E::Pack(error) => return (*error).into(),
            other => other,
        };
        let status = match &error {
            E::Keeper(
                KeeperError::NoRegistry { .. } | KeeperError::Settings { .. } | KeeperError::Newer { .. },
            )
            | E::Settings { .. }
            | E::LoginFolder { .. }
            | E::LoginPlain { .. }
            | E::NoToken
            | E::Label { .. }
            | E::Logins(LoginsError::Broken { .. })
            | E::Tokens(TokensError::Broken { .. }) => ExitStatus::Usage,
            E::Logins(LoginsError::Files(_))
            | E::Tokens(TokensError::Files(_) | TokensError::Random(_))
            | E::Sign(_)
            | E::Keeper(KeeperError::Files(_))
            | E::Files(_)
            | E::Write { .. } => ExitStatus::Incomplete,
            E::Registry(error) => status(error),
            E::Archive { error, .. } => match error.verdict() {
                Verdict::Unread => ExitStatus::Incomplete,
                Verdict::Other => ExitStatus::No,
                Verdict::Refused => ExitStatus::Integrity,
            },
            E::Refused { refused, .. } if refused.iter().any(|one| one.why.is_hostile()) => {
                ExitStatus::Integrity
            }
            E::Advisory(_) | E::Keeper(KeeperError::Index { .. }) | E::Assemble(_) | E::Apart { .. } => {
                ExitStatus::Integrity
            }
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
            E::Gate { place, .. } => vec![format!("see all that is wrong: `skill lint {place}`")],
            E::Sign(SignError::NoProgram) => {
                vec![
                    "install it (Debian, Homebrew: `minisign`); `minisign -G` makes a pair of keys"
                        .to_owned(),
                ]
            }
            E::NoVersion { .. } => {
                vec!["write one into SKILL.md, below `metadata:`: `version: \"0.1.0\"`".to_owned()]
            }
            E::NotSemver { .. } => {
                vec!["write it as MAJOR.MINOR.PATCH, for instance `version: \"1.0.0\"`".to_owned()]
            }
            E::Registry(error) => hints(error),
            E::LoginPlain { .. } => vec!["use an `https` address".to_owned()],
            E::NoToken => vec!["give it on stdin: `skill login REGISTRY < FILE`".to_owned()],
            E::Tokens(TokensError::Absent { known, .. }) if !known.is_empty() => {
                let known: Vec<String> =
                    known.iter().map(|label| format!("`{}`", visible::line(label))).collect();
                vec![format!("there are: {}", known.join(", "))]
            }
            E::Tokens(TokensError::Taken { label }) => {
                vec![format!("revoke it first: `skill registry token revoke DIR {}`", visible::line(label))]
            }
            _ => Vec::new(),
        };
        told.into_iter().fold(Self::new(status, &error), Self::hint)
    }
}

impl From<ServingError> for CliError {
    fn from(error: ServingError) -> Self {
        use ServeError as E;
        let error = match error {
            ServingError::Keeper(error) => return RegistryKeepError::Keeper(error).into(),
            ServingError::Serve(E::Tokens(error)) => return RegistryKeepError::Tokens(error).into(),
            ServingError::Serve(error) => error,
        };
        let (status, hint) = match &error {
            E::Address { .. } => (ExitStatus::Usage, "write it as `127.0.0.1:7357`, or a port alone"),
            E::NoTokens { .. } => (
                ExitStatus::Usage,
                "make a token: `skill registry token new DIR --label NAME --scope 'publish:*'`; or serve with `--read-only`",
            ),
            E::Reachable { .. } => {
                (ExitStatus::Usage, "put the file with the tokens elsewhere: `--tokens FILE`")
            }
            E::Listen { .. } => {
                (ExitStatus::Incomplete, "choose another port: `--listen PORT`; 0 is any that is free")
            }
            E::Runtime(_) | E::Files(_) | E::Tokens(_) => return Self::new(ExitStatus::Incomplete, error),
        };
        Self::new(status, &error).hint(hint)
    }
}
