//! `.clawhub/lock.json` of the ClawHub client (version 1). It holds no digests, and its registry can't be fetched from.

use serde::Deserialize;

use super::{ForeignError, Recorded, Upstream, json};
use crate::model::visible;

/// Reads a `lock.json`.
pub(crate) fn parse(text: &str) -> Result<Vec<Recorded>, ForeignError> {
    json::parse::<Entry>(text)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    version: Option<String>,
}

impl json::Entry for Entry {
    const VERSION: u64 = 1;

    fn upstream(self) -> Result<Upstream, String> {
        let version = self.version.map(|version| format!(" (version {})", visible::short(&version)));
        let what =
            format!("it came from ClawHub{}, which can't be fetched from yet", version.unwrap_or_default());
        Ok(Upstream::Elsewhere { what, advice: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slug_is_told_and_none_can_be_fetched() {
        let read = parse(r#"{"version": 1, "skills": {"notes": {"version": null, "installedAt": 1}}}"#);
        let read = read.expect("readable");
        assert_eq!(read[0].name.as_str(), "notes");
        assert!(matches!(&read[0].from, Upstream::Elsewhere { what, .. } if what.contains("ClawHub")));
        assert!(parse(r#"{"version": 2, "skills": {}}"#).is_err());
    }
}
