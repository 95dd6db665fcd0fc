//! `login` and `logout`: a token kept for a registry's origin, after the registry was asked whether it knows it.

use url::Url;

use super::{
    RegistryKeepError,
    known::{DEFAULT, named, shouted},
};
use crate::{
    host::{
        credentials::{Authorization, private},
        registry::sparse::{Root, Sparse, root_of},
    },
    model::visible,
    ops::{Context, error::Error, scope::ScopeFolder},
};

/// Where a token is for.
#[derive(Debug)]
pub(crate) struct Counterpart {
    /// The registry as the user called it.
    pub(crate) name: String,
    root: Root,
    url: Url,
}

/// What a registry says of a token.
#[derive(Debug)]
pub(crate) struct LoggedIn {
    /// What the registry calls the token, and what it may do; `None` where it can't be asked.
    pub(crate) token: Option<(String, Vec<String>)>,
}

/// The registry that is meant: a URL, or a configured name; without, the default one.
pub(crate) fn counterpart(
    context: &Context<'_>,
    folder: &ScopeFolder,
    asked: Option<&str>,
) -> Result<Counterpart, RegistryKeepError> {
    let name = asked.unwrap_or(DEFAULT);
    let root = if name.contains("://") {
        root_of(name, &context.dirs.current).map_err(Error::from)?
    } else {
        let known = named(context, folder, name)?;
        root_of(&known.text, known.base()).map_err(Error::from)?
    };
    let Some(url) = private(&root).cloned() else {
        return Err(match root {
            Root::Folder(_) => RegistryKeepError::LoginFolder { name: name.to_owned() },
            Root::Web(_) => RegistryKeepError::LoginPlain { name: name.to_owned() },
        });
    };
    Ok(Counterpart { name: name.to_owned(), root, url })
}

impl Counterpart {
    /// Scheme, host and port, as people read them.
    pub(crate) fn origin(&self) -> String {
        visible::line(&self.url.origin().ascii_serialization()).into_owned()
    }
}

/// Asks the registry whether it knows the token, and keeps it.
pub(crate) fn login(
    context: &Context<'_>,
    counterpart: &Counterpart,
    token: &str,
) -> Result<LoggedIn, RegistryKeepError> {
    let is_plain = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_plain {
        return Err(RegistryKeepError::NoToken);
    }
    let registry = Sparse::new(
        &counterpart.name,
        counterpart.root.clone(),
        std::sync::Arc::clone(&context.http),
        Some(Authorization::Bearer(token.to_owned())),
        &context.dirs.cache,
    );
    let told = registry.whoami()?;
    context.credentials.keep(&counterpart.url, Some(token))?;
    Ok(LoggedIn { token: told })
}

/// Forgets the token; says whether there was one.
pub(crate) fn logout(context: &Context<'_>, counterpart: &Counterpart) -> Result<bool, RegistryKeepError> {
    Ok(context.credentials.keep(&counterpart.url, None)?)
}

/// The variable that would hold the token, where it does: it wins over what is kept.
pub(crate) fn shadowing(context: &Context<'_>, counterpart: &Counterpart) -> Option<String> {
    let name = format!("SKILL_REGISTRY_{}_TOKEN", shouted(&counterpart.name));
    context.dirs.environment.text(&name).is_some().then_some(name)
}
