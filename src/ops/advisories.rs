//! What the configured registries know against skills, held against what is locked or about to be installed.

use semver::Version;

use crate::{
    model::{
        event::Event,
        lockfile::{Locked, Pin},
        manifest::Manifest,
        name::FolderName,
        registry::advisory::{Advisory, Suspect},
        source::Source,
    },
    ops::{
        Context,
        error::Error,
        registry::{self, Known},
        scope::ScopeFolder,
    },
};

/// The advisories of one registry, with the names it goes by.
pub(crate) struct Feed {
    aliases: Vec<String>,
    advisories: Vec<Advisory>,
}

/// The advisories of all registries configured for a scope. A registry that can't be asked is told of, and passed over:
/// nothing is known, which is not the same as clean. With `all_or_none` that is an error.
pub(crate) fn feeds(
    context: &Context<'_>,
    folder: &ScopeFolder,
    all_or_none: bool,
) -> Result<Vec<Feed>, Error> {
    feeds_of(context, registry::all(context, folder)?, all_or_none)
}

fn feeds_of(context: &Context<'_>, registries: Vec<Known>, all_or_none: bool) -> Result<Vec<Feed>, Error> {
    let mut feeds = Vec::new();
    for known in registries {
        match feed(context, &known) {
            Ok(feed) => feeds.push(feed),
            Err(error) if all_or_none => return Err(error),
            Err(error) => {
                let text = format!("no advisories from the registry `{}`: {error}", known.name);
                context.reporter.event(Event::Warning { text: &text });
            }
        }
    }
    Ok(feeds)
}

/// What is known already, without asking anybody: for a look at what is installed.
pub(crate) fn feeds_at_hand(context: &Context<'_>, folder: &ScopeFolder) -> Vec<Feed> {
    let of = |known: Known| {
        let opened = registry::open(context, &known).ok()?;
        let advisories = opened.advisories_at_hand().ok()?;
        let mut aliases = opened.aliases();
        aliases.push(known.text);
        Some(Feed { aliases, advisories })
    };
    registry::all(context, folder).unwrap_or_default().into_iter().filter_map(of).collect()
}

fn feed(context: &Context<'_>, known: &Known) -> Result<Feed, Error> {
    let opened = registry::open(context, known)?;
    let advisories = opened.advisories()?;
    let mut aliases = opened.aliases();
    aliases.push(known.text.clone());
    Ok(Feed { aliases, advisories })
}

/// The advisories that mean a locked skill.
pub(crate) fn against<'f>(feeds: &'f [Feed], locked: &Locked) -> Vec<&'f Advisory> {
    let mut found: Vec<&Advisory> = Vec::new();
    for feed in feeds {
        let suspect = suspect(locked, feed);
        for advisory in &feed.advisories {
            if advisory.means(&suspect) && !found.iter().any(|other| other.id == advisory.id) {
                found.push(advisory);
            }
        }
    }
    found
}

/// What is known of a locked skill. It goes by the registry's names only where it came from that registry.
fn suspect(locked: &Locked, feed: &Feed) -> Suspect {
    let mut suspect = Suspect { tree: locked.digest, ..Suspect::default() };
    match (&locked.source, &locked.pin) {
        (Source::Registry { package, .. }, Pin::Package { registry, version, archive }) => {
            let is_its = |alias: &String| alias.trim_end_matches('/') == registry.trim_end_matches('/');
            suspect.registries =
                if feed.aliases.iter().any(is_its) { feed.aliases.clone() } else { vec![registry.clone()] };
            suspect.package = Some(package.clone());
            suspect.version = Version::parse(version).ok();
            suspect.archive = Some(*archive);
        }
        (Source::Git { url, .. }, Pin::Commit { commit, .. }) => {
            suspect.repository = Some(url.to_string());
            suspect.commit = Some(commit.to_string());
        }
        (_, Pin::Archive { archive } | Pin::Artifact { archive, .. }) => suspect.archive = Some(*archive),
        _ => {}
    }
    suspect
}

/// Warns of what is known against skills that stay as they are; gives whether any of it is malicious. Without
/// registries nothing is asked.
pub(crate) fn warn<'l>(
    context: &Context<'_>,
    folder: &ScopeFolder,
    staying: impl Iterator<Item = (&'l FolderName, &'l Locked)>,
) -> Result<bool, Error> {
    let staying: Vec<_> = staying.collect();
    if staying.is_empty() {
        return Ok(false);
    }
    let feeds = feeds(context, folder, false)?;
    let mut is_malicious = false;
    for (name, locked) in staying {
        for advisory in against(&feeds, locked) {
            is_malicious |= advisory.is_malicious();
            context.reporter.event(Event::Warning { text: &format!("`{name}` is installed: {advisory}") });
        }
    }
    Ok(is_malicious)
}

/// Refuses what an advisory calls malicious, and warns of the rest. Without registries nothing is asked; the scope's
/// manifest is read where it is not given.
pub(crate) fn refuse<'l>(
    context: &Context<'_>,
    folder: &ScopeFolder,
    manifest: Option<&Manifest>,
    coming: impl Iterator<Item = (&'l FolderName, &'l Locked)>,
) -> Result<(), Error> {
    let coming: Vec<_> = coming.collect();
    if coming.is_empty() {
        return Ok(());
    }
    let registries = match manifest {
        Some(manifest) => registry::all_of(context, folder, manifest)?,
        None => registry::all(context, folder)?,
    };
    let feeds = feeds_of(context, registries, false)?;
    for (name, locked) in coming {
        let found = against(&feeds, locked);
        if let Some(worst) = found.iter().find(|advisory| advisory.is_malicious()) {
            return Err(Error::Advised {
                name: name.clone(),
                advisory: worst.to_string(),
                more: found.len() - 1,
            });
        }
        for advisory in found {
            let text = format!("`{name}`: {advisory}");
            context.reporter.event(Event::Warning { text: &text });
        }
    }
    Ok(())
}
