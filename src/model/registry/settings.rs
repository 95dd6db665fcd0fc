//! `config.json`: what a registry says of itself.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::package::Package;
use semver::Version;

/// The format this program speaks.
pub(crate) const FORMAT: u64 = 1;

/// The largest `config.json` that is read, in bytes.
pub(crate) const MAX_SETTINGS: u64 = 64 * 1024;

/// A registry's own settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Settings {
    v: u64,
    pub(crate) name: String,
    /// Where archives lie: a template over the registry's root, or a whole URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dl: Option<String>,
    /// Where `publish` and `search` may ask; without it the registry is read-only to the network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) api: Option<String>,
    /// Whether every request needs a token.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) auth_required: bool,
    /// Whether a version must be higher than all before it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) rising: bool,
    /// Other origins that may be sent the token.
    #[serde(default, skip_serializing_if = "DlAuth::is_default")]
    pub(crate) dl_auth: DlAuth,
    /// Keys of later versions.
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// Who is sent the registry's token besides its own origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum DlAuth {
    /// `same-origin`.
    Word(String),
    Origins(Vec<String>),
}

impl Default for DlAuth {
    fn default() -> Self {
        Self::Word("same-origin".to_owned())
    }
}

impl DlAuth {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A `config.json` that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SettingsError {
    #[error("{0}")]
    Json(String),
    #[error("it is format {found}, this `skill` reads up to {FORMAT}: it needs a newer `skill`")]
    Newer { found: u64 },
}

impl Settings {
    /// The settings of a new registry.
    pub(crate) fn new(name: &str) -> Self {
        Self {
            v: FORMAT,
            name: name.to_owned(),
            dl: None,
            api: None,
            auth_required: false,
            rising: false,
            dl_auth: DlAuth::default(),
            others: Map::new(),
        }
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, SettingsError> {
        let json = |error: serde_json::Error| SettingsError::Json(error.to_string());
        let value: Value = serde_json::from_slice(bytes).map_err(json)?;
        match value.get("v").and_then(Value::as_u64) {
            Some(found) if found > FORMAT => return Err(SettingsError::Newer { found }),
            Some(FORMAT) => {}
            _ => return Err(SettingsError::Json("`v` is not 1: this is no registry".to_owned())),
        }
        serde_json::from_value(value).map_err(json)
    }

    pub(crate) fn encode(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Where the archive of a version lies: a path below the registry's root, or a URL. A template without markers
    /// stands for a folder with archives below it as cargo has them.
    pub(crate) fn archive(&self, package: &Package, version: &Version, sha256: &str) -> String {
        let Some(template) = &self.dl else { return package.archive_path(version) };
        let markers = [
            ("{name}", package.to_string()),
            ("{base}", package.base().to_owned()),
            ("{version}", version.to_string()),
            ("{prefix}", package.prefix()),
            ("{sha256}", sha256.to_owned()),
        ];
        if markers.iter().all(|(marker, _)| !template.contains(marker)) {
            return format!("{}/{package}/{version}/download", template.trim_end_matches('/'));
        }
        markers.iter().fold(template.clone(), |text, (marker, value)| text.replace(marker, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_the_way_to_disk_with_keys_of_later_versions() {
        let text =
            "{\n  \"v\": 1,\n  \"name\": \"team\",\n  \"auth-required\": true,\n  \"colour\": \"red\"\n}\n";
        let settings = Settings::decode(text.as_bytes()).expect("settings");
        assert!(settings.auth_required);
        assert_eq!(settings.encode(), text);
        assert_eq!(Settings::new("x").encode(), "{\n  \"v\": 1,\n  \"name\": \"x\"\n}\n");
    }

    #[test]
    fn newer_and_foreign_files_are_told_apart() {
        assert_eq!(Settings::decode(br#"{"v":2,"name":1}"#), Err(SettingsError::Newer { found: 2 }));
        assert!(Settings::decode(br#"{"dl":"https://x"}"#).unwrap_err().to_string().contains("no registry"));
        assert!(Settings::decode(b"<html>").is_err());
    }

    #[test]
    fn archives_lie_where_the_template_says() {
        let (package, version): (Package, _) = ("@t/x".parse().expect("a name"), Version::new(1, 0, 0));
        let mut settings = Settings::new("x");
        let at = |settings: &Settings| settings.archive(&package, &version, "ab");
        assert_eq!(at(&settings), "dl/@t/x/1.0.0/x-1.0.0.tar.gz");
        settings.dl = Some("https://cdn.example.com/{sha256}.tar.gz".to_owned());
        assert_eq!(at(&settings), "https://cdn.example.com/ab.tar.gz");
        settings.dl = Some("https://cdn.example.com/".to_owned());
        assert_eq!(at(&settings), "https://cdn.example.com/@t/x/1.0.0/download");
    }
}
