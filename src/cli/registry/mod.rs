//! `skill registry`: keeping a registry's folder.

mod serve;
mod show;
mod token;

pub(crate) use show::published as show_published;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use semver::Version;
use serde_json::json;

use super::{
    Global,
    error::{CliError, ExitStatus},
    scope::ScopeArgs,
};
use crate::{
    host::registry::sparse::{Sparse, root_of},
    model::{
        event::Verb,
        moment::parse_span,
        registry::{
            line::{Status, StatusKind},
            package::Package,
        },
        visible,
    },
    ops::{
        Context,
        error::Error,
        registry::{self, Freshness, Mark, MirrorOptions, RegistryKeepError, Wishes},
    },
    ui::{shell::Shell, size::count},
};

/// Keep a registry: a folder of static files that any web server can offer
#[derive(Debug, Args)]
pub(crate) struct RegistryArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make an empty registry
    Init {
        /// The registry's folder, made if need be
        dir: PathBuf,
        /// What it calls itself; the folder's name by default
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// A new version must be higher than all before it
        #[arg(long)]
        rising: bool,
    },
    /// Publish skills into the registry's folder
    Add {
        /// The registry's folder
        dir: PathBuf,
        /// Skills' folders, folders that hold skills, or archives
        #[arg(required = true, value_name = "SKILL|ARCHIVE")]
        skills: Vec<PathBuf>,
        /// Publish as `@TEAM/name`
        #[arg(long, value_name = "TEAM", value_parser = team)]
        scope: Option<String>,
    },
    /// Have nobody choose a version newly; who locked it keeps it
    Yank(Reasoned),
    /// Offer a yanked version again
    Unyank(Named),
    /// Say that a version, or a package, is out of date
    Deprecate {
        #[command(flatten)]
        what: Reasoned,
        /// The package to use instead
        #[arg(long, value_name = "PACKAGE")]
        replaced_by: Option<Package>,
    },
    /// Keep a version back until it is looked at: nobody installs it without insisting
    Quarantine {
        #[command(flatten)]
        what: Reasoned,
        /// The advisory that says more
        #[arg(long, value_name = "ID")]
        advisory: Option<String>,
    },
    /// Have a version never installed again
    Block {
        #[command(flatten)]
        what: Reasoned,
        /// The advisory that says more
        #[arg(long, value_name = "ID")]
        advisory: Option<String>,
    },
    /// Take back `deprecate`, `quarantine` or `block`
    Lift(Named),
    /// Publish what is known against skills, in the form of OSV
    Advisory {
        /// The registry's folder
        dir: PathBuf,
        /// `x_SKILL-YEAR-NUMBER`, or an id of OSV's such as `MAL-2026-1`
        #[arg(long, value_name = "ID")]
        id: String,
        /// One sentence
        #[arg(long, value_name = "TEXT", required_unless_present = "withdraw")]
        summary: Option<String>,
        /// The package that is meant
        #[arg(long, value_name = "PACKAGE")]
        package: Option<Package>,
        /// The first version that is affected; all by default
        #[arg(long, value_name = "VERSION", requires = "package")]
        introduced: Option<Version>,
        /// The first version that no longer is
        #[arg(long, value_name = "VERSION", requires = "package")]
        fixed: Option<Version>,
        /// The tree digest of files that are meant under any name (repeatable)
        #[arg(long = "tree", value_name = "DIGEST")]
        trees: Vec<String>,
        /// It does harm on purpose: nobody installs it
        #[arg(long)]
        malicious: bool,
        /// Take the advisory back
        #[arg(long, conflicts_with_all = ["summary", "package", "trees", "malicious"])]
        withdraw: bool,
    },
    /// Derive the list for searching and the discovery index
    Build {
        /// The registry's folder
        dir: PathBuf,
        /// Read every index file, not only those that changed
        #[arg(long)]
        all: bool,
        /// Also write `.claude-plugin/marketplace.json`, to which users of Claude Code can subscribe
        #[arg(long)]
        marketplace: bool,
    },
    /// Hash every archive, and hold index and derived files against them
    Verify {
        /// The registry's folder
        dir: PathBuf,
    },
    /// List all files of the registry, and have `minisign` sign the list
    Sign {
        /// The registry's folder
        dir: PathBuf,
        /// The secret key; minisign's own default without
        #[arg(long, value_name = "FILE")]
        key: Option<PathBuf>,
        /// How long the signature counts, such as `30d`
        #[arg(long, value_name = "TIME", default_value = "30d", value_parser = span)]
        expires: std::time::Duration,
    },
    /// Copy a registry, or some of its packages, into a folder
    Mirror {
        /// The registry to copy: a URL or a folder
        source: String,
        /// The folder to copy into, made if need be
        dir: PathBuf,
        /// The packages to copy; all by default
        #[arg(value_name = "PACKAGE")]
        packages: Vec<Package>,
    },
    /// Offer the registry over HTTP, with pages to browse it and an interface to publish
    Serve(serve::ServeArgs),
    /// Make, list and revoke the tokens of a registry that is served
    Token(token::TokenArgs),
}

/// One version, or a whole package.
#[derive(Debug, Args)]
struct Named {
    /// The registry's folder, or the URL of one that is served
    dir: PathBuf,
    /// The package, with the version that is meant; all of them without
    #[arg(value_name = "PACKAGE[@VERSION]", value_parser = package_and_version)]
    package: (Package, Option<Version>),
}

#[derive(Debug, Args)]
struct Reasoned {
    #[command(flatten)]
    named: Named,
    /// Why; people see it
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

fn span(text: &str) -> Result<std::time::Duration, String> {
    parse_span(text)
        .filter(|span| !span.is_zero())
        .ok_or_else(|| format!("`{}` is no time such as `30d`", visible::line(text)))
}

/// A team's name, with or without its `@`.
pub(crate) fn team(text: &str) -> Result<String, String> {
    let name = text.strip_prefix('@').unwrap_or(text);
    match format!("@{name}/x").parse::<Package>() {
        Ok(_) => Ok(name.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn package_and_version(text: &str) -> Result<(Package, Option<Version>), String> {
    let (name, version) = match text.char_indices().skip(1).find(|(_, c)| *c == '@') {
        Some((at, _)) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let package = name.parse::<Package>().map_err(|error| error.to_string())?;
    let version = version
        .map(|text| {
            text.parse().map_err(|_| format!("`{}` is no version such as `1.2.0`", visible::line(text)))
        })
        .transpose()?;
    Ok((package, version))
}

/// Shows what lint has against a skill that was not published, and gives the error back.
pub(super) fn refused<T>(
    error: RegistryKeepError,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<T, CliError> {
    if let RegistryKeepError::Pack(inner) = &error {
        super::pack::tell_gate(inner, global, context, shell)?;
    }
    Err(error.into())
}

pub(super) const FORMAT: &str = "skill.registry/1";

pub(crate) fn run(
    args: &RegistryArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    match &args.action {
        Action::Init { dir, name, rising } => {
            let folder = context.dirs.absolute(dir);
            let settings = registry::init(context, &folder, name.as_deref(), *rising, global.dry_run)?;
            if global.json {
                shell.json(
                    &json!({ "format": FORMAT, "dir": folder.to_string_lossy(), "name": settings.name }),
                )?;
            } else if global.dry_run {
                shell.remark("nothing was changed: this is a dry run");
            } else {
                shell.status(Verb::Created, format_args!("registry `{}`", visible::line(&settings.name)));
                shell.hint(format_args!(
                    "publish into it: `skill registry add {} SKILL`; use it: `SKILL_DEFAULT_REGISTRY={}`",
                    visible::line(&dir.to_string_lossy()),
                    visible::line(&folder.to_string_lossy())
                ));
            }
            Ok(ExitStatus::Done)
        }
        Action::Add { dir, skills, scope } => {
            let folder = context.dirs.absolute(dir);
            let paths: Vec<PathBuf> = skills.iter().map(|path| context.dirs.absolute(path)).collect();
            let wishes = Wishes { scope: scope.clone(), fail_on: None };
            let published = registry::add(context, &folder, &paths, &wishes, global.dry_run)
                .or_else(|error| refused(error, global, context, shell))?;
            show::published(&published, None, global, shell)
        }
        Action::Yank(what) => {
            mark(&what.named, &Mark::Yank { reason: what.reason.clone() }, "yanked", global, context, shell)
        }
        Action::Unyank(named) => mark(named, &Mark::Unyank, "offered again", global, context, shell),
        Action::Deprecate { what, replaced_by } => {
            let mark_as = status(StatusKind::Deprecated, &what.reason, None, replaced_by.as_ref());
            mark(&what.named, &mark_as, "deprecated", global, context, shell)
        }
        Action::Quarantine { what, advisory } => {
            let mark_as = status(StatusKind::Quarantined, &what.reason, advisory.as_ref(), None);
            mark(&what.named, &mark_as, "quarantined", global, context, shell)
        }
        Action::Block { what, advisory } => {
            let mark_as = status(StatusKind::Blocked, &what.reason, advisory.as_ref(), None);
            mark(&what.named, &mark_as, "blocked", global, context, shell)
        }
        Action::Lift(named) => mark(named, &Mark::Lift, "free of any status", global, context, shell),
        Action::Advisory { dir, id, summary, package, introduced, fixed, trees, malicious, withdraw } => {
            if !withdraw && package.is_none() && trees.is_empty() {
                let message = "an advisory needs a package or the digest of a tree";
                return Err(
                    CliError::new(ExitStatus::Usage, message).hint("`--package NAME`, or `--tree sha256:…`")
                );
            }
            for tree in trees {
                if let Err(error) = tree.parse::<crate::model::digest::Digest>() {
                    return Err(CliError::new(ExitStatus::Usage, error));
                }
            }
            let advice = registry::Advice {
                id: id.clone(),
                summary: summary.clone().unwrap_or_default(),
                package: package.clone(),
                introduced: introduced.clone(),
                fixed: fixed.clone(),
                trees: trees.clone(),
                is_malicious: *malicious,
                is_withdrawn: *withdraw,
            };
            let folder = context.dirs.absolute(dir);
            let made = registry::advise(context, &folder, &advice, global.dry_run)?;
            if global.json {
                shell.json(&json!({ "format": FORMAT, "dryRun": global.dry_run, "advisory": made }))?;
            } else if global.dry_run {
                shell.remark(format_args!("would publish {made}"));
            } else {
                shell.status(if *withdraw { Verb::Removed } else { Verb::Published }, &made);
            }
            Ok(ExitStatus::Done)
        }
        Action::Build { dir, all, marketplace } => {
            let folder = context.dirs.absolute(dir);
            let freshness = if *all { Freshness::All } else { Freshness::Changed };
            let built = registry::rebuild(context, &folder, freshness, *marketplace)?;
            if global.json {
                shell.json(&json!({
                    "format": FORMAT, "packages": built.packages, "read": built.read, "changed": built.changed,
                    "notInMarketplace": built.not_in_market,
                }))?;
            } else if built.changed.is_empty() {
                shell.status(Verb::Unchanged, count(built.packages, "package"));
            } else {
                let what = format!("{} for {}", built.changed.join(", "), count(built.packages, "package"));
                shell.status(Verb::Created, what);
            }
            if *marketplace && !built.not_in_market.is_empty() {
                let (names, count) = (built.not_in_market.join("`, `"), built.not_in_market.len());
                shell.note(format!(
                    "{} not in the marketplace: `{names}`",
                    if count == 1 { "1 package is".to_owned() } else { format!("{count} packages are") },
                ));
                shell.hint(
                    "a version published from a pushed git commit, with nothing left out or changed, is",
                );
            }
            Ok(ExitStatus::Done)
        }
        Action::Verify { dir } => {
            let folder = context.dirs.absolute(dir);
            show::verified(&registry::verify(context, &folder)?, global, shell)
        }
        Action::Sign { dir, key, expires } => {
            let folder = context.dirs.absolute(dir);
            let key = key.as_ref().map(|key| context.dirs.absolute(key));
            let head = registry::sign(context, &folder, key.as_deref(), *expires, global.dry_run)?;
            let what = format!("number {} of registry `{}`", head.sequence, visible::line(&head.registry));
            if global.json {
                shell.json(&json!({
                    "format": FORMAT, "dryRun": global.dry_run, "sequence": head.sequence,
                    "expires": head.expires.to_string(),
                }))?;
            } else if global.dry_run {
                shell.remark(format_args!("would sign {what}: this is a dry run"));
            } else {
                shell.status(Verb::Signed, format_args!("{what}, until {}", head.expires));
            }
            Ok(ExitStatus::Done)
        }
        Action::Mirror { source, dir, packages } => {
            let root = root_of(source, &context.dirs.current).map_err(Error::from)?;
            let token = context.credentials.of_registry("MIRROR", &root, &[]).map_err(Error::from)?;
            let http = std::sync::Arc::clone(&context.http);
            let from = Sparse::new(source, root, http, token, &context.dirs.cache);
            let options = MirrorOptions { packages: packages.clone(), dry_run: global.dry_run };
            let folder = context.dirs.absolute(dir);
            let mirrored = registry::mirror(context, &from, &folder, &options)?;
            if global.json {
                shell.json(&json!({
                    "format": FORMAT, "dryRun": global.dry_run, "packages": mirrored.packages,
                    "added": mirrored.added, "marked": mirrored.marked, "advisories": mirrored.advisories,
                }))?;
            } else {
                let versions = count(mirrored.added, "new version");
                let what = format!("{versions} of {}", count(mirrored.packages, "package"));
                if global.dry_run {
                    shell.remark(format_args!("at most {what} would be copied: this is a dry run"));
                } else {
                    shell.status(Verb::Added, what);
                }
            }
            Ok(ExitStatus::Done)
        }
        Action::Serve(args) => serve::run(args, global, context, shell),
        Action::Token(args) => token::run(args, global, context, shell),
    }
}

fn status(state: StatusKind, reason: &str, advisory: Option<&String>, replaced_by: Option<&Package>) -> Mark {
    Mark::Status(Status {
        state,
        reason: reason.to_owned(),
        advisory: advisory.cloned(),
        replaced_by: replaced_by.map(ToString::to_string),
    })
}

fn mark(
    named: &Named,
    as_what: &Mark,
    word: &str,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let (package, version) = &named.package;
    let changed = if let Some(url) = named.dir.to_str().filter(|text| text.contains("://")) {
        let scope = ScopeArgs::default().folder(context)?;
        registry::mark_remote(context, &scope, url, package, version.as_ref(), as_what, global.dry_run)?
    } else {
        let folder = context.dirs.absolute(&named.dir);
        registry::mark(context, &folder, package, version.as_ref(), as_what, global.dry_run)?
    };
    if global.json {
        let versions: Vec<String> = changed.iter().map(ToString::to_string).collect();
        shell.json(&json!({
            "format": FORMAT, "dryRun": global.dry_run, "package": package.to_string(), "changed": versions,
        }))?;
    } else if changed.is_empty() {
        shell.status(Verb::Unchanged, format_args!("`{package}` is {word} already"));
    } else {
        let versions: Vec<String> = changed.iter().map(ToString::to_string).collect();
        let would = if global.dry_run { "would be" } else { "is now" };
        shell.status(Verb::Updated, format_args!("{package} {} {would} {word}", versions.join(", ")));
    }
    Ok(ExitStatus::Done)
}
