//! Packages of registries: a name and a requirement become a version, its archive, and the files in it; every one of
//! them held against what the registry's index and the lockfile say.

use std::rc::Rc;

use semver::Version;

use super::{Origin, Standing};
use crate::{
    host::{
        archive,
        assemble::assemble,
        clock,
        http::Error as HttpError,
        registry::sparse::{RegistryError, Sparse},
    },
    model::{
        digest::Digest,
        event::Event,
        lockfile::{Locked, Pin},
        registry::{
            choose::{Terms, choose, objection},
            line::{IndexLine, Status, StatusKind},
            package::Package,
        },
        skill::read_card,
        source::{Place, Source, Spec, Wanted, version_requirement},
    },
    ops::{
        Context,
        error::Error,
        registry::{DEFAULT, Known, for_package, open},
        scope::ScopeFolder,
    },
};

/// Opens the version of a package that fits, or with a pin exactly that one.
pub(super) fn open_package<'a>(
    context: &'a Context<'_>,
    folder: &ScopeFolder,
    asked: Option<&str>,
    name: &str,
    wanted: Option<&str>,
    pin: Option<&Pin>,
) -> Result<Origin<'a>, Error> {
    let package: Package = name.parse()?;
    let known = for_package(context, folder, asked, &package)?;
    let requirement = match wanted {
        None => None,
        Some(text) => Some(version_requirement(text).ok_or_else(|| Error::NoSuchRef {
            source_name: format!("{}:{package}", known.name),
            wanted: text.to_owned(),
            near: None,
        })?),
    };
    let locked = match pin {
        Some(Pin::Package { version, archive, .. }) => {
            Version::parse(version).ok().map(|version| (version, *archive))
        }
        _ => None,
    };
    let origin = |bytes: &[u8], version: &Version, digest: Digest| {
        let shown = format!("{}:{package}@{version}", known.name);
        let opened = archive::open(bytes, &shown, context.limits())
            .map_err(|error| Error::Archive { archive: shown.clone(), error })?;
        Ok::<_, Error>(Origin {
            repository: Rc::new(opened),
            source: Source::Registry {
                registry: (known.name != DEFAULT).then(|| known.name.clone()),
                package: package.to_string(),
            },
            path: None,
            wanted: wanted.map_or(Wanted::Default, |text| Wanted::Version(text.to_owned())),
            pin: Pin::Package { registry: known.text.clone(), version: version.to_string(), archive: digest },
            root_name: Some(package.base().to_owned()),
            skill: None,
            by_tag: false,
            disk_root: None,
            shelf: None,
            learned: None,
            found: None,
        })
    };
    // What is locked and in the cache needs no registry, but is held against what the registry says of it by now.
    if let Some((version, digest)) = &locked
        && let Some(bytes) = context.store()?.archive(*digest)?
    {
        still_stands(context, &known, &package, version, *digest)?;
        return origin(&bytes, version, *digest);
    }
    let registry = open(context, &known)?;
    let index = registry.index(&package)?;
    for (package, version) in registry.lost() {
        let text = format!("the registry `{}` no longer lists `{package}` {version}", known.name);
        context.reporter.event(Event::Warning { text: &text });
    }
    let version = locked.as_ref().map(|(version, _)| version);
    let terms = Terms {
        locked: version,
        now: clock::now(),
        min_age: known.min_age,
        min_age_place: known.min_age_place.as_deref(),
        quarantined: context.allow_quarantined,
    };
    let line = match &locked {
        Some((version, digest)) => {
            pinned(&known, &package, index.version(version), version, *digest, &terms)?
        }
        None => {
            choose(&index.lines, requirement.as_ref(), &terms).map_err(|none| Error::NoPackageVersion {
                registry: known.name.clone(),
                package: package.to_string(),
                wanted: wanted.map(str::to_owned),
                none,
            })?
        }
    };
    say_what_is_odd(context, line);
    let bytes = registry.archive(line, context.store()?, context.reporter)?;
    let origin = origin(&bytes, &line.version, line.archive)?;
    check_content(context, &origin, line)?;
    Ok(origin)
}

/// Where a locked package stands: what its requirement allows now, and the newest version of all.
pub(super) fn standing(
    context: &Context<'_>,
    folder: &ScopeFolder,
    asked: Option<&str>,
    name: &str,
    wanted: Option<&str>,
    locked: &Locked,
) -> Result<Standing, Error> {
    let package: Package = name.parse()?;
    let known = for_package(context, folder, asked, &package)?;
    let index = open(context, &known)?.index(&package)?;
    let version = match &locked.pin {
        Pin::Package { version, .. } => Version::parse(version).ok(),
        _ => None,
    };
    let terms = Terms {
        locked: version.as_ref(),
        now: clock::now(),
        min_age: known.min_age,
        min_age_place: known.min_age_place.as_deref(),
        quarantined: context.allow_quarantined,
    };
    let pin = |line: &IndexLine| Pin::Package {
        registry: known.text.clone(),
        version: line.version.to_string(),
        archive: line.archive,
    };
    let requirement = wanted.and_then(version_requirement);
    let allowed = choose(&index.lines, requirement.as_ref(), &terms).map(pin).map_err(|none| {
        Error::NoPackageVersion {
            registry: known.name.clone(),
            package: package.to_string(),
            wanted: wanted.map(str::to_owned),
            none,
        }
    })?;
    let newest = choose(&index.lines, None, &terms).ok().map(pin);
    Ok(Standing { allowed, newest })
}

/// A package, its version and the digest of its archive, as they are locked.
type Held = (Package, Version, Digest);

/// Holds packages that come from the cache against what their registries say of them by now: a version that was blocked
/// or quarantined since is refused, one that was yanked or deprecated told of.
pub(crate) fn hold_against_registry(
    context: &Context<'_>,
    folder: &ScopeFolder,
    coming: &[&Locked],
) -> Result<(), Error> {
    let mut groups: Vec<(Known, Vec<Held>)> = Vec::new();
    for locked in coming {
        let (Source::Registry { registry, package }, Pin::Package { version, archive, .. }) =
            (&locked.source, &locked.pin)
        else {
            continue;
        };
        if registry.as_deref() == Some(Source::BUILTIN) {
            continue;
        }
        let package: Package = package.parse()?;
        let Ok(version) = Version::parse(version) else { continue };
        // A registry that is no longer configured says nothing; the lockfile still pins the bytes.
        let Ok(known) = for_package(context, folder, registry.as_deref(), &package) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == known) {
            Some((_, list)) => list.push((package, version, *archive)),
            None => groups.push((known, vec![(package, version, *archive)])),
        }
    }
    for (known, list) in groups {
        let packages: Vec<Package> = list.iter().map(|(package, ..)| package.clone()).collect();
        // Side by side; what is wrong with one is told below.
        let _ = open(context, &known)?.indexes(&packages);
        for (package, version, archive) in list {
            still_stands(context, &known, &package, &version, archive)?;
        }
    }
    Ok(())
}

/// As [`hold_against_registry`], for one version. A registry that can't be asked is told of, unless it may not be asked.
fn still_stands(
    context: &Context<'_>,
    known: &Known,
    package: &Package,
    version: &Version,
    locked: Digest,
) -> Result<(), Error> {
    let terms = Terms {
        locked: Some(version),
        now: clock::now(),
        min_age: known.min_age,
        min_age_place: known.min_age_place.as_deref(),
        quarantined: context.allow_quarantined,
    };
    match open(context, known)?.index(package) {
        Ok(index) => {
            let line = pinned(known, package, index.version(version), version, locked, &terms)?;
            say_what_is_odd(context, line);
            Ok(())
        }
        Err(RegistryError::Http(HttpError::Offline { .. })) => Ok(()),
        Err(RegistryError::Http(error)) => {
            let text = format!(
                "`{package}` {version} comes from the cache, and the registry `{}` can't be asked about it: {error}",
                known.name
            );
            context.reporter.event(Event::Warning { text: &text });
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// What the registry of a locked package says of that version; `None` for other sources.
pub(crate) fn status(
    context: &Context<'_>,
    folder: &ScopeFolder,
    locked: &Locked,
) -> Result<Option<Status>, Error> {
    let (Source::Registry { registry, package }, Pin::Package { version, .. }) =
        (&locked.source, &locked.pin)
    else {
        return Ok(None);
    };
    let package: Package = package.parse()?;
    let known = for_package(context, folder, registry.as_deref(), &package)?;
    let index = open(context, &known)?.index(&package)?;
    let version = Version::parse(version).ok();
    Ok(version.and_then(|version| index.version(&version).and_then(|line| line.status.clone())))
}

/// The line of a locked version, if it still is what was locked.
fn pinned<'l>(
    known: &Known,
    package: &Package,
    line: Option<&'l IndexLine>,
    version: &Version,
    locked: Digest,
    terms: &Terms<'_>,
) -> Result<&'l IndexLine, Error> {
    let moved = |found: String| Error::PackageMoved {
        registry: known.name.clone(),
        package: package.to_string(),
        version: version.to_string(),
        locked,
        found,
    };
    let line = line.ok_or_else(|| moved("nothing".to_owned()))?;
    if line.archive != locked {
        return Err(moved(line.archive.to_string()));
    }
    match objection(line, terms) {
        None => Ok(line),
        Some(why) => Err(Error::NoPackageVersion {
            registry: known.name.clone(),
            package: package.to_string(),
            wanted: Some(format!("={version}")),
            none: crate::model::registry::choose::NoVersion {
                against: vec![(version.clone(), why)],
                newest: Vec::new(),
            },
        }),
    }
}

/// Yanked and deprecated versions are taken, with a word.
fn say_what_is_odd(context: &Context<'_>, line: &IndexLine) {
    let what = format!("`{}` {}", line.name, line.version);
    let reason = |text: &str| if text.is_empty() { String::new() } else { format!(": {text}") };
    if let Some(why) = &line.yanked {
        let text = format!("{what} was yanked{}; it stays because it is locked", reason(why));
        context.reporter.event(Event::Warning { text: &text });
    }
    match &line.status {
        Some(status) if status.state == StatusKind::Deprecated => {
            let instead =
                status.replaced_by.as_ref().map(|name| format!("; use `{name}`")).unwrap_or_default();
            let text = format!("{what} is deprecated{}{instead}", reason(&status.reason));
            context.reporter.event(Event::Warning { text: &text });
        }
        Some(status) if status.state == StatusKind::Quarantined => {
            let text = format!("{what} is quarantined{}", reason(&status.reason));
            context.reporter.event(Event::Warning { text: &text });
        }
        Some(_) | None => {}
    }
}

/// Holds an archive against its index line: the files, and the name in SKILL.md.
fn check_content(context: &Context<'_>, origin: &Origin<'_>, line: &IndexLine) -> Result<(), Error> {
    let wrong = |what: String| Error::PackageContent {
        package: line.name.to_string(),
        version: line.version.to_string(),
        what,
    };
    let tree = assemble(&*origin.repository, "", &[], context.limits().tree)?.tree;
    if tree.digest() != line.tree {
        return Err(wrong(format!("its files have the digest {}, not {}", tree.digest(), line.tree)));
    }
    let manifest =
        tree.file("SKILL.md").ok_or_else(|| wrong("there is no SKILL.md at its root".to_owned()))?;
    let card = read_card(&manifest.content).map_err(|why| wrong(format!("SKILL.md: {why}")))?;
    let name = card.name.unwrap_or_default();
    if name != line.name.base() {
        return Err(wrong(format!("SKILL.md is called `{}`", crate::model::visible::line(&name))));
    }
    Ok(())
}

/// Warms what several packages need: the index files of one registry are asked for side by side.
pub(crate) fn foresee(context: &Context<'_>, folder: &ScopeFolder, specs: &[Spec]) {
    let mut groups: Vec<(std::sync::Arc<Sparse>, Vec<Package>)> = Vec::new();
    for spec in specs {
        let Place::Registry { registry, package: name } = &spec.place else { continue };
        if registry.as_deref() == Some(Source::BUILTIN) {
            continue;
        }
        // What is wrong here is told when it is opened.
        let Ok(package) = name.parse::<Package>() else { continue };
        let Ok(known) = for_package(context, folder, registry.as_deref(), &package) else { continue };
        let Ok(registry) = open(context, &known) else { continue };
        match groups.iter_mut().find(|(other, _)| std::sync::Arc::ptr_eq(other, &registry)) {
            Some((_, list)) => list.push(package),
            None => groups.push((registry, vec![package])),
        }
    }
    for (registry, packages) in groups.iter().filter(|(_, packages)| packages.len() > 1) {
        let _ = registry.indexes(packages);
    }
}
