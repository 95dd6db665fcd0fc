//! A person's own `config.toml`: how much an install accepts, and who fetches from git.

use std::collections::BTreeMap;

use super::{manifest::RegistryEntry, moment::parse_span, name::nearest};

/// What the file says; what it leaves out has a default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Config {
    /// `[net] git-fetch-with-cli`: the user's own git program fetches.
    pub(crate) git_with_cli: bool,
    pub(crate) limits: LimitSettings,
    /// `[registries]`, by name.
    pub(crate) registries: BTreeMap<String, RegistryEntry>,
    /// `[scopes]`: the one registry that packages of a scope come from; keys without `@`.
    pub(crate) scopes: BTreeMap<String, String>,
}

/// `[limits]`: sizes are bytes, or texts such as `64 MiB`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LimitSettings {
    pub(crate) packed: Option<u64>,
    pub(crate) unpacked: Option<u64>,
    pub(crate) files: Option<u64>,
    pub(crate) depth: Option<u64>,
}

/// A configuration file that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error("{0}")]
    Toml(String),
    #[error("`{key}` is no setting of {table}{}", .near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown { table: &'static str, key: String, near: Option<&'static str> },
    #[error("the registry `{name}`: {what}")]
    Registry { name: String, what: &'static str },
    #[error("`[scopes]` maps `\"@team\"` to the name of a registry, and `{key}` is not so")]
    Scope { key: String },
    #[error("`{key}` is no size: write bytes, or a text such as `64 MiB`")]
    Size { key: &'static str },
}

impl Config {
    /// Reads the text of a `config.toml`.
    pub(crate) fn parse(text: &str) -> Result<Self, ConfigError> {
        let document: toml_edit::DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
            ConfigError::Toml(error.to_string().trim_end().to_owned())
        })?;
        check(document.as_table(), "config.toml", &["limits", "net", "registries", "scopes"])?;
        let mut config = Self::default();
        if let Some(net) = document.get("net").and_then(|item| item.as_table_like()) {
            check(net, "`[net]`", &["git-fetch-with-cli"])?;
            if let Some(value) = net.get("git-fetch-with-cli") {
                config.git_with_cli = value.as_bool().ok_or_else(|| {
                    ConfigError::Toml("`git-fetch-with-cli` is neither true nor false".to_owned())
                })?;
            }
        }
        if let Some(limits) = document.get("limits").and_then(|item| item.as_table_like()) {
            check(limits, "`[limits]`", &["depth", "files", "packed", "unpacked"])?;
            let size = |key: &'static str| limit(limits, key);
            config.limits = LimitSettings {
                packed: size("packed")?,
                unpacked: size("unpacked")?,
                files: size("files")?,
                depth: size("depth")?,
            };
        }
        if let Some(registries) = document.get("registries").and_then(|item| item.as_table_like()) {
            for (name, item) in registries.iter() {
                config.registries.insert(name.to_owned(), registry(name, item)?);
            }
        }
        if let Some(scopes) = document.get("scopes").and_then(|item| item.as_table_like()) {
            for (key, item) in scopes.iter() {
                let (Some(scope), Some(registry)) = (key.strip_prefix('@'), item.as_str()) else {
                    return Err(ConfigError::Scope { key: key.to_owned() });
                };
                config.scopes.insert(scope.to_owned(), registry.to_owned());
            }
        }
        Ok(config)
    }
}

/// A registry: a URL, or a table with `url` and `min-age`.
fn registry(name: &str, item: &toml_edit::Item) -> Result<RegistryEntry, ConfigError> {
    let wrong = |what| ConfigError::Registry { name: name.to_owned(), what };
    if let Some(url) = item.as_str() {
        return Ok(RegistryEntry { url: url.to_owned(), min_age: None });
    }
    let table = item.as_table_like().ok_or_else(|| wrong("it is neither a URL nor a table with `url`"))?;
    check(table, "a registry", &["min-age", "url"])?;
    let url = table.get("url").and_then(|url| url.as_str());
    let url = url.ok_or_else(|| wrong("it has no `url`"))?.to_owned();
    let min_age = table.get("min-age").map(|age| age.as_str().unwrap_or_default().to_owned());
    if min_age.as_deref().is_some_and(|age| parse_span(age).is_none()) {
        return Err(wrong("its `min-age` is no time such as `3d`"));
    }
    Ok(RegistryEntry { url, min_age })
}

fn check(
    table: &dyn toml_edit::TableLike,
    shown: &'static str,
    known: &[&'static str],
) -> Result<(), ConfigError> {
    match table.iter().find(|(key, _)| !known.contains(key)) {
        Some((key, _)) => Err(ConfigError::Unknown {
            table: shown,
            key: key.to_owned(),
            near: nearest(key, known.iter().copied())
                .and_then(|near| known.iter().find(|key| **key == near).copied()),
        }),
        None => Ok(()),
    }
}

fn limit(table: &dyn toml_edit::TableLike, key: &'static str) -> Result<Option<u64>, ConfigError> {
    let Some(item) = table.get(key) else { return Ok(None) };
    match (item.as_integer(), item.as_str()) {
        (Some(number), _) => u64::try_from(number).ok(),
        (None, Some(text)) => parse_size(text),
        (None, None) => None,
    }
    .map(Some)
    .ok_or(ConfigError::Size { key })
}

/// `50 MB`, `64 MiB`, `1000`.
pub(crate) fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().ok()?;
    let unit: u64 = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_switches_are_read_and_slips_named() {
        let config =
            Config::parse("[net]\ngit-fetch-with-cli = true\n[limits]\npacked = \"128 MiB\"\nfiles = 20\n")
                .expect("a configuration");
        assert!(config.git_with_cli);
        assert_eq!(config.limits.packed, Some(128 << 20));
        assert_eq!(config.limits.files, Some(20));
        assert_eq!(Config::parse(""), Ok(Config::default()));
        let told = |text: &str| Config::parse(text).expect_err("refused").to_string();
        assert_eq!(told("[limits]\nfile = 1\n"), "`file` is no setting of `[limits]`; did you mean `files`?");
        assert_eq!(
            told("[limits]\nfiles = \"many\"\n"),
            "`files` is no size: write bytes, or a text such as `64 MiB`"
        );
    }
}
