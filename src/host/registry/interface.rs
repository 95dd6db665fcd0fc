//! What a registry that is served is asked beside its files: to publish, to mark, and who one is.

use semver::Version;
use url::Url;

use super::sparse::{RegistryError, Root, Sparse};
use crate::{
    host::http::{Error as HttpError, Request, shown},
    model::{
        digest::Digest,
        registry::{
            line::{Index, IndexLine},
            package::Package,
        },
    },
};

/// The largest answer to a publication that is read, in bytes.
const MAX_ANSWER: u64 = 1024 * 1024;

/// What a problem document (RFC 9457) says, else the status alone.
fn detail(status: u16, body: &[u8]) -> String {
    let problem: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |key: &str| problem.get(key).and_then(serde_json::Value::as_str);
    text("detail").or(text("title")).map_or_else(|| format!("it answers with status {status}"), str::to_owned)
}

/// The most findings of a server that are shown.
const MAX_FINDINGS: usize = 20;

/// The findings of lint that a problem document of ours lists, one a line.
fn findings(body: &[u8]) -> Vec<String> {
    let problem: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let all = problem.get("findings").and_then(serde_json::Value::as_array);
    let shown = |finding: &serde_json::Value| {
        let text = |key: &str| finding.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
        let number = |key: &str| finding.get(key).and_then(serde_json::Value::as_u64);
        let place = match (number("line"), number("column")) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", text("file")),
            _ => text("file").to_owned(),
        };
        format!("{place}: {} [{}]", text("message"), text("rule"))
    };
    all.into_iter().flatten().take(MAX_FINDINGS).map(shown).collect()
}

impl Sparse {
    /// Sends an archive to the registry, which derives the index line from it; says whether it was there already. A dry
    /// run only looks whether it is.
    pub(crate) fn put(&self, line: &IndexLine, archive: &[u8], dry_run: bool) -> Result<bool, RegistryError> {
        let url = self.of_api(&format!("{}/{}", line.name, line.version))?;
        let there = match self.ask(&line.name) {
            Ok(index) => index,
            Err(RegistryError::NoPackage { .. }) => Index::default(),
            Err(error) => return Err(error),
        };
        if let Some(old) = there.version(&line.version) {
            return if old.tree == line.tree {
                Ok(true)
            } else {
                Err(RegistryError::Refused {
                    url: shown(&url),
                    status: 409,
                    detail: "this version is published already, with other files".to_owned(),
                    findings: Vec::new(),
                })
            };
        }
        if dry_run {
            return Ok(false);
        }
        let request = Request::put(url.clone(), archive)
            .header("content-type", "application/gzip")
            .authorized(self.carrier.token.as_ref());
        let mut answer = self.http().send(&request)?;
        let body = answer.body.read_all(MAX_ANSWER, |_| {})?;
        match answer.status {
            200 | 201 => {
                let index = Index::decode(&body, &line.name)
                    .map_err(|error| RegistryError::Index { place: shown(&url), error })?;
                match index.version(&line.version) {
                    Some(made) if made.tree == line.tree => Ok(false),
                    made => Err(RegistryError::PublishedOther {
                        url: shown(&url),
                        sent: line.tree,
                        published: made.map_or(Digest::of(b""), |made| made.tree),
                    }),
                }
            }
            // The answer to a first attempt may have been lost on the way.
            409 if self.ask(&line.name).is_ok_and(|index| {
                index.version(&line.version).is_some_and(|there| there.tree == line.tree)
            }) =>
            {
                Ok(false)
            }
            status => Err(self.refused(&url, status, &body)),
        }
    }

    fn refused(&self, url: &Url, status: u16, body: &[u8]) -> RegistryError {
        match status {
            401 => RegistryError::Login { url: shown(url), had_token: self.carrier.token.is_some() },
            status => RegistryError::Refused {
                url: shown(url),
                status,
                detail: detail(status, body),
                findings: findings(body),
            },
        }
    }

    /// Has the registry mark a version; `mark` is what its interface takes.
    pub(crate) fn mark(
        &self,
        package: &Package,
        version: &Version,
        mark: &serde_json::Value,
    ) -> Result<(), RegistryError> {
        let url = self.of_api(&format!("{package}/{version}"))?;
        let body = mark.to_string().into_bytes();
        let request = Request::patch(url.clone(), &body)
            .header("content-type", "application/json")
            .authorized(self.carrier.token.as_ref());
        let mut answer = self.http().send(&request)?;
        let told = answer.body.read_all(MAX_ANSWER, |_| {})?;
        if answer.status == 200 { Ok(()) } else { Err(self.refused(&url, answer.status, &told)) }
    }

    /// An address of the registry's interface, which lies at its own origin: the token goes there.
    fn of_api(&self, path: &str) -> Result<Url, RegistryError> {
        let read_only = || RegistryError::ReadOnly { registry: self.name.clone() };
        let Root::Web(root) = &self.carrier.root else { return Err(read_only()) };
        let api = self.settings()?.api.clone().ok_or_else(read_only)?;
        let path = format!("{}/{path}", api.trim_end_matches('/'));
        let url = root.join(&path).map_err(|_| RegistryError::Url { url: path.clone() })?;
        if url.origin() != root.origin() {
            return Err(RegistryError::Url { url: shown(&url) });
        }
        Ok(url)
    }

    /// What the registry calls the token, and what it may do; `None` where the registry can't be asked.
    pub(crate) fn whoami(&self) -> Result<Option<(String, Vec<String>)>, RegistryError> {
        let url = match self.of_api("whoami") {
            Err(RegistryError::ReadOnly { .. }) => return Ok(None),
            other => other?,
        };
        let request = Request::get(url.clone()).authorized(self.carrier.token.as_ref());
        let mut answer = self.http().send(&request)?;
        let body = answer.body.read_all(MAX_ANSWER, |_| {})?;
        match answer.status {
            200 => {
                let told: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
                let label = told.get("label").and_then(serde_json::Value::as_str).unwrap_or_default();
                let scopes = told.get("scopes").and_then(serde_json::Value::as_array);
                let scopes = scopes.into_iter().flatten().filter_map(serde_json::Value::as_str);
                Ok(Some((label.to_owned(), scopes.map(str::to_owned).collect())))
            }
            401 => Err(RegistryError::Login { url: shown(&url), had_token: self.carrier.token.is_some() }),
            // A registry with another interface than ours.
            404 | 405 => Ok(None),
            status => Err(HttpError::Status { url: shown(&url), status }.into()),
        }
    }
}
