//! What a registry that is read did not give, as facts; `cli` judges them.

use semver::Version;

use super::seal::SealError;
use crate::{
    host::{fs, http::Error as HttpError, store::StoreError},
    model::{
        digest::Digest,
        registry::{advisory::AdvisoryError, line::LineError, package::Package, settings::SettingsError},
    },
};

/// Something a registry did not give.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegistryError {
    #[error("`{text}` is neither a URL nor a folder of a registry")]
    NoPlace { text: String },
    #[error("no registry at `{place}`: it has no `config.json`")]
    NoRegistry { place: String },
    #[error("`{place}`: {error}")]
    Settings { place: String, error: SettingsError },
    #[error("registry `{registry}` has no package `{package}`")]
    NoPackage { registry: String, package: Package },
    #[error("`{place}`: {error}")]
    Index { place: String, error: LineError },
    /// A version whose frozen facts are not those seen before.
    #[error(
        "`{place}`: version {version} of `{package}` is not the one that was published: {was} became {is}"
    )]
    Changed { place: String, package: Package, version: Version, was: Digest, is: Digest },
    #[error("`{url}` wants a login{}", if *.had_token { ", and refuses the token there is" } else { "" })]
    Login { url: String, had_token: bool },
    #[error("the archive `{url}` is not the one the index names: expected {expected}, got {found}")]
    Archive { url: String, expected: Digest, found: Digest },
    #[error(
        "the registry's index gives `{url}` for an archive, which is not allowed from where the registry lies"
    )]
    Url { url: String },
    #[error("the registry `{registry}` can only be read over the network: its `config.json` names no `api`")]
    ReadOnly { registry: String },
    /// What the server said, in its words.
    #[error("`{url}` refuses it: {}{}", crate::model::visible::line(.detail), listed(.findings))]
    Refused { url: String, status: u16, detail: String, findings: Vec<String> },
    /// The server published something else than it was sent.
    #[error("`{url}` published other files than it was sent: {sent} became {published}")]
    PublishedOther { url: String, sent: Digest, published: Digest },
    #[error("`{place}`: {error}")]
    Advisories { place: String, error: AdvisoryError },
    /// A registry that has to be signed, and is not as it should be.
    #[error("`{place}`: {error}")]
    Seal { place: String, error: SealError },
    /// A key of the configuration.
    #[error("a key of the registry `{registry}` is no minisign public key: `{}`", crate::model::visible::line(.key))]
    Key { registry: String, key: String },
    #[error("`{path}` is no path in a registry")]
    Path { path: String },
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn listed(findings: &[String]) -> String {
    findings.iter().fold(String::new(), |text, finding| text + "\n  " + &crate::model::visible::line(finding))
}
