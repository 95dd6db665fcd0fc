//! Which registry a name means: the project's, the user's, or the one a scope is bound to. One registry answers for a
//! package; there is no second one to fall through to.

use std::{path::PathBuf, sync::Arc, time::Duration};

use crate::{
    host::{
        fs,
        registry::sparse::{Sparse, root_of},
    },
    model::{
        manifest::{Manifest, RegistryEntry},
        moment::parse_span,
        registry::package::Package,
        visible,
    },
    ops::{Context, error::Error, scope::ScopeFolder, state::StateError},
};

/// The name under which the registry for bare names is configured.
pub(crate) const DEFAULT: &str = "default";

/// A registry that is configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) name: String,
    /// As it was written; it is what the lockfile records.
    pub(crate) text: String,
    /// Where a relative folder begins.
    base: PathBuf,
    pub(crate) min_age: Duration,
    /// The place of the policy's rule that asks for this age, where it does.
    pub(crate) min_age_place: Option<String>,
    /// Whether the user configured it: a token goes to no registry that only a project names.
    is_own: bool,
    /// The minisign keys one of which must have signed it.
    keys: Vec<String>,
    /// A program with its arguments that prints the token.
    credential: Vec<String>,
}

impl Known {
    /// Whether a rule's text means it: its URL, or its name where the user's own configuration gave it that. A project
    /// may call any place by any name.
    fn is_called(&self, text: &str) -> bool {
        let plain = |text: &str| text.trim_end_matches('/').to_owned();
        plain(text) == plain(&self.text) || (self.is_own && text == self.name)
    }

    /// Where a relative folder begins.
    pub(crate) fn base(&self) -> &std::path::Path {
        &self.base
    }
}

/// All registries that are configured for a scope, sorted by name.
pub(crate) fn all(context: &Context<'_>, folder: &ScopeFolder) -> Result<Vec<Known>, Error> {
    let path = folder.manifest();
    let text = fs::read_text_if_there(&path).map_err(StateError::Unreadable)?;
    let manifest = match &text {
        Some(text) => Manifest::decode(text).map_err(|error| StateError::Manifest { path, error })?,
        None => Manifest::default(),
    };
    all_of(context, folder, &manifest)
}

/// The same where the scope's manifest was read already.
pub(crate) fn all_of(
    context: &Context<'_>,
    folder: &ScopeFolder,
    manifest: &Manifest,
) -> Result<Vec<Known>, Error> {
    let mut known: Vec<Known> = Vec::new();
    for (name, entry) in &manifest.registries {
        let place = format!("SKILL_REGISTRY_{}_URL", shouted(name));
        let own = context.dirs.environment.text(&place).is_some_and(|text| text == entry.url);
        // A program that a project names is never run.
        let entry = of_entry(name, entry, folder.agents());
        known.push(Known { is_own: own, credential: Vec::new(), ..entry });
    }
    let mut own: Vec<Known> = context
        .config
        .registries
        .iter()
        .map(|(name, entry)| Known { is_own: true, ..of_entry(name, entry, context.dirs.config.clone()) })
        .collect();
    if let Some(text) = context.dirs.environment.text("SKILL_DEFAULT_REGISTRY") {
        own.retain(|known| known.name != DEFAULT);
        let entry = RegistryEntry { url: text.to_owned(), ..RegistryEntry::default() };
        own.push(Known { is_own: true, ..of_entry(DEFAULT, &entry, context.dirs.current.clone()) });
    }
    for one in own {
        match known.iter_mut().find(|other| other.name == one.name) {
            // A project may have its own default registry, and ask for older versions, but not give a registry that
            // the user knows by name another place.
            Some(other) if root_of(&other.text, &other.base).ok() == root_of(&one.text, &one.base).ok() => {
                other.min_age = other.min_age.max(one.min_age);
                other.is_own = true;
                other.keys = one.keys;
                other.credential = one.credential;
            }
            Some(other) if other.name == DEFAULT => other.min_age = other.min_age.max(one.min_age),
            Some(other) => {
                return Err(Error::RegistryApart {
                    registry: one.name,
                    project: other.text.clone(),
                    own: one.text,
                });
            }
            None => known.push(one),
        }
    }
    known.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(known)
}

fn of_entry(name: &str, entry: &RegistryEntry, base: PathBuf) -> Known {
    Known {
        name: name.to_owned(),
        text: entry.url.clone(),
        base,
        min_age: entry.min_age.as_deref().and_then(parse_span).unwrap_or_default(),
        min_age_place: None,
        is_own: false,
        keys: entry.keys.clone(),
        credential: entry.credential.clone(),
    }
}

/// A name as environment variables have it: upper case, `_` for all but letters and digits.
pub(crate) fn shouted(name: &str) -> String {
    let shout = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    name.chars().map(shout).collect()
}

/// The registry that answers for a package; `asked` is the one the user named.
pub(crate) fn for_package(
    context: &Context<'_>,
    folder: &ScopeFolder,
    asked: Option<&str>,
    package: &Package,
) -> Result<Known, Error> {
    let bound = package.scope().and_then(|scope| context.config.scopes.get(scope));
    let name = match (asked, bound) {
        (Some(asked), Some(bound)) if asked != bound => {
            return Err(Error::ScopeBound {
                scope: package.scope().unwrap_or_default().to_owned(),
                bound: bound.clone(),
                asked: asked.to_owned(),
            });
        }
        (Some(name), _) => name,
        (None, Some(bound)) => bound,
        (None, None) => DEFAULT,
    };
    let mut known = named(context, folder, name).map_err(|error| match error {
        Error::UnknownRegistry { .. } if asked.is_none() && bound.is_none() => {
            Error::NoRegistry { name: package.to_string() }
        }
        other => other,
    })?;
    let policy = &context.config.policy;
    if let Some(ruled) = &policy.registries
        && !ruled.value.iter().any(|allowed| known.is_called(allowed))
    {
        return Err(Error::Policy {
            what: format!("`{package}` of the registry `{}` (`{}`)", known.name, visible::line(&known.text)),
            rule: "it is none of `policy.registries`".to_owned(),
            place: ruled.place.clone(),
        });
    }
    let own = known.min_age;
    known.min_age = policy.min_age_of(package, own);
    let rule = policy.min_age.as_ref().filter(|ruled| known.min_age > own && ruled.value == known.min_age);
    known.min_age_place = rule.map(|ruled| ruled.place.clone());
    Ok(known)
}

/// The registry of a name.
pub(crate) fn named(context: &Context<'_>, folder: &ScopeFolder, name: &str) -> Result<Known, Error> {
    let all = all(context, folder)?;
    match all.iter().find(|known| known.name == name) {
        Some(known) => Ok(known.clone()),
        None => Err(Error::UnknownRegistry {
            registry: name.to_owned(),
            known: all.into_iter().map(|known| known.name).collect(),
        }),
    }
}

/// A registry, opened once in a run.
pub(crate) fn open(context: &Context<'_>, known: &Known) -> Result<Arc<Sparse>, Error> {
    let root = root_of(&known.text, &known.base)?;
    let key = format!("{} {root:?}", known.name);
    let mut opened = context.registries.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(registry) = opened.get(&key) {
        return Ok(Arc::clone(registry));
    }
    if let Some(place) = context.config.policy.wants_signed(&known.name).filter(|_| known.keys.is_empty()) {
        return Err(Error::Policy {
            what: format!("the registry `{}` (`{}`)", known.name, visible::line(&known.text)),
            rule: "`policy.require-signature` wants it signed, and `[registries]` gives it no `keys`"
                .to_owned(),
            place: place.to_owned(),
        });
    }
    let token = if known.is_own {
        // Without the network no token is needed, and a program might want the network itself.
        let program: &[String] = if context.http.is_offline() { &[] } else { &known.credential };
        context.credentials.of_registry(&shouted(&known.name), &root, program)?
    } else {
        // Whoever logged in at this origin meant it, whichever project names it.
        context.credentials.kept(&root)
    };
    let sparse = Sparse::new(&known.name, root, Arc::clone(&context.http), token, &context.dirs.cache);
    let registry = Arc::new(sparse.signed_by(&known.keys)?);
    opened.insert(key, Arc::clone(&registry));
    Ok(registry)
}
