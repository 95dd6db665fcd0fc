//! `api/skill/v1`: publish, mark, search, whoami. The index line of a version is derived here from its bytes; what the
//! client says of it counts for nothing.

use std::str::FromStr as _;

use semver::Version;
use serde_json::{Value, json};

use super::{
    super::{Mark, RegistryKeepError, Wishes, build, keeper, mark, take},
    Counter,
    marks::{marks, told},
};
use crate::{
    host::{
        archive::{Format, Verdict},
        registry::{
            keeper::KeeperError,
            serve::{Asked, JSON, Reply},
        },
    },
    lint::{
        self,
        diagnostic::{Diagnostic, Severity},
        profile::Profile,
    },
    model::{
        base64,
        digest::Digest,
        event::{Event, Verb},
        registry::{grant::Act, line::StatusKind, package::Package},
        skill::Skill,
        span::line_and_column,
        visible,
    },
    ops::Context,
};

/// How paths of the interface begin.
pub(super) const ROOT: &str = "api/skill/v1/";

/// The largest mark, in bytes.
const MAX_MARK: u64 = 16 * 1024;
/// The most findings that are listed.
const MAX_FINDINGS: usize = 100;
/// Hits, unless asked for otherwise, and at most.
const HITS: usize = 20;
const MAX_HITS: usize = 100;

/// `NAME/VERSION` or `@TEAM/NAME/VERSION`.
fn named(path: &str) -> Result<(Package, Version), Reply> {
    let Some((name, version)) = path.rsplit_once('/') else {
        return Err(Reply::problem(404, "expected a package and its version"));
    };
    let package = Package::from_str(name).map_err(|error| Reply::problem(400, error))?;
    let version = Version::parse(version).map_err(|_| {
        Reply::problem(400, format_args!("`{}` is no MAJOR.MINOR.PATCH", visible::line(version)))
    })?;
    Ok((package, version))
}

/// What a refused change of the registry is called to its sender. Places on this machine are not told.
pub(super) fn refusal(context: &Context<'_>, error: &RegistryKeepError) -> Reply {
    use RegistryKeepError as E;
    match error {
        E::Keeper(
            KeeperError::Published { .. } | KeeperError::NotRising { .. } | KeeperError::Alike { .. },
        ) => Reply::problem(409, error),
        E::Keeper(KeeperError::NoPackage { .. } | KeeperError::NoVersion { .. }) => {
            Reply::problem(404, error)
        }
        E::Archive { error: inner, .. } if inner.verdict() == Verdict::Unread => Reply::problem(400, error),
        E::Archive { .. }
        | E::Assemble(_)
        | E::NotOne { .. }
        | E::Refused { .. }
        | E::Card { .. }
        | E::NoVersion { .. }
        | E::NotSemver { .. }
        | E::Name(_) => Reply::problem(422, error),
        _ => {
            // Whoever keeps the registry has to learn what its sender may not.
            context.reporter.event(Event::Warning { text: &error.to_string() });
            Reply::problem(500, "the registry can't be changed now: ask who keeps it")
        }
    }
}

impl Counter<'_> {
    fn may(&self, asked: &Asked, act: Act<'_>) -> Result<(), Reply> {
        if self.is_read_only {
            return Err(Reply::problem(403, "this server only reads the registry"));
        }
        let Some(token) = &asked.token else {
            return Err(Reply::problem(401, "this needs a token"));
        };
        if token.allows(act) {
            return Ok(());
        }
        let what = match act {
            Act::Publish(package) => format!("publish `{package}`"),
            Act::Yank(package) => format!("yank `{package}`"),
            Act::Ban => "quarantine or block".to_owned(),
        };
        Err(Reply::problem(403, format_args!("the token `{}` does not allow to {what}", token.label)))
    }

    /// Whether a version may come in.
    pub(super) fn admit_put(&self, asked: &Asked, path: &str) -> Result<u64, Reply> {
        let (package, version) = named(path)?;
        self.may(asked, Act::Publish(&package))?;
        let kind = asked.media_type();
        let is_archive = kind.as_deref().is_none_or(|kind| {
            matches!(
                kind,
                "application/gzip" | "application/x-gzip" | "application/zip" | "application/octet-stream"
            )
        });
        if !is_archive {
            return Err(Reply::problem(415, "a version is sent as `application/gzip` or `application/zip`"));
        }
        let index = self.shelf()?.index(&package).map_err(|error| refusal(self.context, &error.into()))?;
        if index.version(&version).is_some() {
            return Err(refusal(self.context, &KeeperError::Published { package, version }.into()));
        }
        Ok(self.context.limits().packed)
    }

    pub(super) fn put(&self, asked: &Asked, path: &str, body: &[u8]) -> Result<Reply, Reply> {
        let (package, version) = named(path)?;
        // It may have been revoked while the body came.
        self.may(asked, Act::Publish(&package))?;
        check_digest(asked.content_digest.as_deref(), body)?;
        if Format::of(body).is_none() {
            return Err(Reply::problem(415, "the body is no zip and no tar.gz archive"));
        }
        let place = format!("{package}/{version}");
        let failed = |error: RegistryKeepError| refusal(self.context, &error);
        let tree = take::tree_of(self.context, body, &place).map_err(failed)?;
        let skill = Skill::new(package.base(), tree);
        let errors: Vec<Diagnostic> = lint::check(&skill, &[Profile::spec()])
            .into_iter()
            .filter(|found| found.severity >= Severity::Error)
            .collect();
        if !errors.is_empty() {
            return Err(with_findings(&skill, &errors));
        }
        let wishes = Wishes { scope: package.scope().map(str::to_owned), ..Wishes::default() };
        let ready = take::of_tree(&skill.tree, &place, &wishes).map_err(failed)?;
        if ready.line.name != package || ready.line.version != version {
            let detail = format!(
                "SKILL.md says `{}` {}, the address says `{package}` {version}",
                ready.line.name, ready.line.version
            );
            return Err(Reply::problem(422, detail));
        }
        let keeper =
            keeper(self.context, &self.folder).map_err(|error| refusal(self.context, &error.into()))?;
        let line = ready.line.encode();
        keeper.publish(ready.line, &ready.archive).map_err(|error| refusal(self.context, &error.into()))?;
        let who = asked.token.as_ref().map_or("-", |token| &token.label);
        let what = format!("{package} {version} for {who}");
        self.context.reporter.event(Event::Done { verb: Verb::Published, what: &what });
        build(self.context, &keeper, super::super::Freshness::Changed).map_err(failed)?;
        Ok(Reply::new(201, JSON, line + "\n"))
    }

    /// Whether a mark may come in. Which it is stands in the body: a token for nothing at all is refused here.
    pub(super) fn admit_patch(&self, asked: &Asked, path: &str) -> Result<u64, Reply> {
        let (package, _) = named(path)?;
        self.may(asked, Act::Yank(&package))
            .or_else(|refused| self.may(asked, Act::Ban).map_err(|_| refused))?;
        if asked.media_type().as_deref() != Some(JSON) {
            return Err(Reply::problem(415, "a mark is sent as `application/json`"));
        }
        Ok(MAX_MARK)
    }

    pub(super) fn patch(&self, asked: &Asked, path: &str, body: &[u8]) -> Result<Reply, Reply> {
        let (package, version) = named(path)?;
        let marks = marks(body)?;
        for mark in &marks {
            let is_ban = match mark {
                Mark::Yank { .. } | Mark::Unyank => false,
                Mark::Status(status) if status.state != StatusKind::Deprecated => true,
                // What was kept back is not let go by deprecating it.
                Mark::Status(_) | Mark::Lift => self.is_banned(&package, &version)?,
            };
            let act = if is_ban { Act::Ban } else { Act::Yank(&package) };
            self.may(asked, act)?;
        }
        for as_what in &marks {
            let changed = mark(self.context, &self.folder, &package, Some(&version), as_what, false)
                .map_err(|error| refusal(self.context, &error))?;
            if !changed.is_empty() {
                let who = asked.token.as_ref().map_or("-", |token| &token.label);
                let what = format!("{package} {version} for {who}: {}", told(as_what));
                self.context.reporter.event(Event::Done { verb: Verb::Updated, what: &what });
            }
        }
        let index = self.shelf()?.index(&package).map_err(|error| refusal(self.context, &error.into()))?;
        let absent = || {
            refusal(
                self.context,
                &KeeperError::NoVersion { package: package.clone(), version: version.clone() }.into(),
            )
        };
        let line = index.version(&version).ok_or_else(absent)?.encode();
        Ok(Reply::new(200, JSON, line + "\n"))
    }

    fn is_banned(&self, package: &Package, version: &Version) -> Result<bool, Reply> {
        let index = self.shelf()?.index(package).map_err(|error| refusal(self.context, &error.into()))?;
        let status = index.version(version).and_then(|line| line.status.as_ref());
        Ok(status.is_some_and(|status| status.state != StatusKind::Deprecated))
    }

    pub(super) fn search(&self, asked: &Asked) -> Reply {
        let query = asked.value("q").unwrap_or_default();
        let limit = match asked.value("limit").map(str::parse::<usize>) {
            None => HITS,
            Some(Ok(limit)) if (1..=MAX_HITS).contains(&limit) => limit,
            Some(_) => {
                return Reply::problem(400, format_args!("`limit` is a number from 1 to {MAX_HITS}"));
            }
        };
        let body = self.catalogue().answer(query, limit);
        Reply::new(200, JSON, body).header("cache-control", "no-cache")
    }
}

/// Who the token belongs to.
pub(super) fn whoami(asked: &Asked) -> Result<Reply, Reply> {
    let Some(token) = &asked.token else { return Err(Reply::problem(401, "this needs a token")) };
    let scopes: Vec<String> = token.grants.iter().map(ToString::to_string).collect();
    let expires = token.expires.map(|moment| moment.to_string());
    let told = json!({ "label": token.label, "scopes": scopes, "expires": expires });
    Ok(Reply::json(200, &told).header("cache-control", "no-store"))
}

/// Compares the body with `Content-Digest` (RFC 9530); algorithms other than SHA-256 are passed over.
fn check_digest(header: Option<&str>, body: &[u8]) -> Result<(), Reply> {
    for item in header.unwrap_or_default().split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let Some((name, value)) = item.split_once('=') else {
            return Err(Reply::problem(400, "`Content-Digest` is not `sha-256=:…:`"));
        };
        if !name.trim().eq_ignore_ascii_case("sha-256") {
            continue;
        }
        let value = value.trim().strip_prefix(':').and_then(|value| value.strip_suffix(':'));
        let Some(bytes) = value.and_then(base64::decode) else {
            return Err(Reply::problem(400, "`Content-Digest` is not `sha-256=:…:`"));
        };
        let hex = bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let found = Digest::of(body).hex();
        if hex != found {
            let detail = format!("the body is not what was sent: expected sha256:{hex}, got sha256:{found}");
            return Err(Reply::problem(400, detail));
        }
    }
    Ok(())
}

/// What lint has against a skill.
fn with_findings(skill: &Skill, errors: &[Diagnostic]) -> Reply {
    let findings: Vec<Value> = errors
        .iter()
        .take(MAX_FINDINGS)
        .map(|found| {
            let place = found.span.map(|span| line_and_column(skill.text_of(&found.file), span.start));
            json!({
                "rule": found.rule.name,
                "severity": found.severity.as_str(),
                "file": found.file,
                "line": place.map(|(line, _)| line),
                "column": place.map(|(_, column)| column),
                "message": found.message,
            })
        })
        .collect();
    let many = if errors.len() == 1 { "error" } else { "errors" };
    let detail = format!("lint finds {} {many} in it", errors.len());
    Reply::problem_with(422, detail, json!({ "findings": findings }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_held_against_their_digest() {
        let digest = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";
        assert!(check_digest(Some(digest), b"hello").is_err());
        assert!(check_digest(None, b"hello").is_ok());
        let good = format!(
            "sha-256=:{}:",
            base64::encode(&[
                0x2c, 0xf2, 0x4d, 0xba, 0x5f, 0xb0, 0xa3, 0x0e, 0x26, 0xe8, 0x3b, 0x2a, 0xc5, 0xb9, 0xe2,
                0x9e, 0x1b, 0x16, 0x1e, 0x5c, 0x1f, 0xa7, 0x42, 0x5e, 0x73, 0x04, 0x33, 0x62, 0x93, 0x8b,
                0x98, 0x24
            ])
        );
        assert!(check_digest(Some(&format!("md5=:x:, {good}")), b"hello").is_ok());
        assert!(
            check_digest(Some("sha-256=abc"), b"hello").is_err() && check_digest(Some("x"), b"").is_err()
        );
    }

    #[test]
    fn an_address_names_a_package_and_a_version() {
        assert_eq!(named("@a/b/1.0.0").expect("both").0.to_string(), "@a/b");
        assert!(named("b/1.0.0+x").is_ok());
        for wrong in ["b", "b/1.0", "@a/1.0.0", "../b/1.0.0", "B/1.0.0", "/1.0.0", "a/b/c/1.0.0"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }
}
