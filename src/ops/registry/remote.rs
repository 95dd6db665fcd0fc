//! Marks on a registry that is served elsewhere: the server makes them, by the token kept for it.

use std::sync::Arc;

use semver::Version;
use serde_json::{Value, json};

use super::{
    Mark, RegistryKeepError,
    known::{all, open},
};
use crate::{
    host::registry::{
        keeper::KeeperError,
        sparse::{Sparse, root_of},
    },
    model::registry::package::Package,
    ops::{Context, error::Error, scope::ScopeFolder},
};

/// The registry at a URL, with the token it has by the name it is configured under, else the one kept for its origin.
fn at(context: &Context<'_>, folder: &ScopeFolder, url: &str) -> Result<Arc<Sparse>, Error> {
    let root = root_of(url, &context.dirs.current)?;
    for known in all(context, folder)? {
        if root_of(&known.text, known.base()).is_ok_and(|other| other == root) {
            return open(context, &known);
        }
    }
    let token = context.credentials.kept(&root);
    Ok(Arc::new(Sparse::new(url, root, Arc::clone(&context.http), token, &context.dirs.cache)))
}

impl Mark {
    /// As the interface of a server takes it.
    fn told(&self) -> Value {
        match self {
            Self::Yank { reason } => json!({ "yanked": reason }),
            Self::Unyank => json!({ "yanked": false }),
            Self::Status(status) => json!({ "status": status }),
            Self::Lift => json!({ "status": null }),
        }
    }
}

/// Has the registry at a URL mark one version, or all versions of a package. Gives the versions that changed.
pub(crate) fn mark_remote(
    context: &Context<'_>,
    folder: &ScopeFolder,
    url: &str,
    package: &Package,
    version: Option<&Version>,
    mark: &Mark,
    dry_run: bool,
) -> Result<Vec<Version>, RegistryKeepError> {
    let registry = at(context, folder, url)?;
    let index = registry.index(package)?;
    if let Some(version) = version.filter(|version| index.version(version).is_none()) {
        return Err(KeeperError::NoVersion { package: package.clone(), version: version.clone() }.into());
    }
    let mut changed = Vec::new();
    for line in &index.lines {
        let is_meant = version.is_none_or(|version| index.version(version).is_some_and(|one| one == line));
        if !is_meant || !mark.change(&mut line.clone()) {
            continue;
        }
        if !dry_run {
            registry.mark(package, &line.version, &mark.told())?;
        }
        changed.push(line.version.clone());
    }
    Ok(changed)
}
