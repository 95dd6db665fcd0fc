//! `config.toml`, a person's own or an organisation's: how much an install accepts, which registries there are, what the
//! policy allows, and who fetches from git.

mod policy;

use std::{collections::BTreeMap, time::Duration};

use super::{manifest::RegistryEntry, moment::parse_span, name::nearest, policy::Policy, toml};

/// What the file says; what it leaves out has a default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Config {
    /// `[net] git-fetch-with-cli`: the user's own git program fetches.
    pub(crate) git_with_cli: bool,
    /// `[net] timeout`: how long a server may keep silent.
    pub(crate) timeout: Option<Duration>,
    pub(crate) limits: LimitSettings,
    /// `[registries]`, by name.
    pub(crate) registries: BTreeMap<String, RegistryEntry>,
    /// `[scopes]`: the one registry that packages of a scope come from; keys without `@`.
    pub(crate) scopes: BTreeMap<String, String>,
    pub(crate) policy: Policy,
    /// `enforce`: keys of an organisation's file that a person's own can't change.
    enforce: Vec<String>,
}

/// A setting of a person's own that an organisation's binding one overrules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Overruled {
    /// Such as `registries.team`, or a file and line.
    pub(crate) own: String,
    /// Where the binding one stands, if it is known to the line.
    pub(crate) by: Option<String>,
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
    #[error("line {line}: `policy.{key}` is {wanted}")]
    Policy { line: usize, key: &'static str, wanted: &'static str },
    #[error("`enforce` lists keys of this file, and `{key}` is none: {}", ENFORCEABLE.map(|key| format!("`{key}`")).join(", "))]
    Enforce { key: String },
}

/// What `enforce` may list, besides the single keys of `[policy]` as `policy.KEY`.
const ENFORCEABLE: [&str; 5] = ["limits", "net", "policy", "registries", "scopes"];

impl Config {
    /// Reads the text of a `config.toml`; `file` is how rules name it.
    pub(crate) fn parse(text: &str, file: &str) -> Result<Self, ConfigError> {
        let document =
            toml_edit::Document::parse(text).map_err(|error| ConfigError::Toml(toml::fault(text, &error)))?;
        let root = document.as_table();
        check(root, "config.toml", &["enforce", "limits", "net", "policy", "registries", "scopes"])?;
        let mut config = Self { enforce: enforced(root)?, ..Self::default() };
        if let Some(net) = table(root, "net")? {
            check(net, "`[net]`", &["git-fetch-with-cli", "timeout"])?;
            if let Some(value) = net.get("git-fetch-with-cli") {
                config.git_with_cli = value.as_bool().ok_or_else(|| {
                    ConfigError::Toml("`git-fetch-with-cli` is neither true nor false".to_owned())
                })?;
            }
            if let Some(value) = net.get("timeout") {
                let seconds = value.as_integer().and_then(|number| u64::try_from(number).ok());
                let seconds = seconds
                    .filter(|seconds| *seconds > 0)
                    .ok_or_else(|| ConfigError::Toml("`timeout` is no number of seconds".to_owned()))?;
                config.timeout = Some(Duration::from_secs(seconds));
            }
        }
        if let Some(limits) = table(root, "limits")? {
            check(limits, "`[limits]`", &["depth", "files", "packed", "unpacked"])?;
            let size = |key: &'static str| limit(limits, key);
            config.limits = LimitSettings {
                packed: size("packed")?,
                unpacked: size("unpacked")?,
                files: size("files")?,
                depth: size("depth")?,
            };
        }
        for (name, item) in table(root, "registries")?.into_iter().flat_map(toml_edit::TableLike::iter) {
            config.registries.insert(name.to_owned(), registry(name, item)?);
        }
        for (key, item) in table(root, "scopes")?.into_iter().flat_map(toml_edit::TableLike::iter) {
            let (Some(scope), Some(registry)) = (key.strip_prefix('@'), item.as_str()) else {
                return Err(ConfigError::Scope { key: key.to_owned() });
            };
            config.scopes.insert(scope.to_owned(), registry.to_owned());
        }
        if let Some(rules) = table(root, "policy")? {
            check(rules, "`[policy]`", &super::policy::KEYS)?;
            config.policy = policy::read(rules, text, file)?;
        }
        Ok(config)
    }

    /// A person's own settings over an organisation's: the person's count, but for what the organisation's `enforce`
    /// lists. Gives what was overruled.
    pub(crate) fn over(mut self, mut organisation: Self) -> (Self, Vec<Overruled>) {
        let enforce = std::mem::take(&mut organisation.enforce);
        let is_kept = |key: &str| enforce.iter().any(|kept| kept == key);
        let mut overruled = Vec::new();
        let (policy, lost) = organisation
            .policy
            .overlaid(self.policy, |key| is_kept("policy") || is_kept(&format!("policy.{key}")));
        overruled.extend(lost.into_iter().map(|(own, by)| Overruled { own, by: Some(by) }));
        let mut lose = |own: String| overruled.push(Overruled { own, by: None });
        if is_kept("registries") {
            for (name, entry) in &self.registries {
                if organisation.registries.get(name) != Some(entry) {
                    lose(format!("registries.{name}"));
                }
            }
            self.registries.clear();
        }
        if is_kept("scopes") {
            for (scope, registry) in &self.scopes {
                if organisation.scopes.get(scope) != Some(registry) {
                    lose(format!("scopes.@{scope}"));
                }
            }
            self.scopes.clear();
        }
        let limits = if is_kept("limits") {
            if self.limits != LimitSettings::default() && self.limits != organisation.limits {
                lose("limits".to_owned());
            }
            organisation.limits
        } else {
            self.limits.or(&organisation.limits)
        };
        let mut registries = organisation.registries;
        registries.extend(self.registries);
        let mut scopes = organisation.scopes;
        scopes.extend(self.scopes);
        let git_with_cli = organisation.git_with_cli || (self.git_with_cli && !is_kept("net"));
        let timeout =
            if is_kept("net") { organisation.timeout } else { self.timeout.or(organisation.timeout) };
        (Self { git_with_cli, timeout, limits, registries, scopes, policy, enforce: Vec::new() }, overruled)
    }
}

impl LimitSettings {
    fn or(&self, under: &Self) -> Self {
        Self {
            packed: self.packed.or(under.packed),
            unpacked: self.unpacked.or(under.unpacked),
            files: self.files.or(under.files),
            depth: self.depth.or(under.depth),
        }
    }
}

fn table<'a>(
    root: &'a toml_edit::Table,
    key: &'static str,
) -> Result<Option<&'a dyn toml_edit::TableLike>, ConfigError> {
    let Some(item) = root.get(key) else { return Ok(None) };
    item.as_table_like().map(Some).ok_or_else(|| ConfigError::Toml(format!("`{key}` is no table")))
}

fn enforced(root: &toml_edit::Table) -> Result<Vec<String>, ConfigError> {
    let Some(item) = root.get("enforce") else { return Ok(Vec::new()) };
    let mut keys = Vec::new();
    let list = item.as_array().ok_or_else(|| ConfigError::Toml("`enforce` is no list of keys".to_owned()))?;
    for value in list {
        let key = value.as_str().unwrap_or_default();
        let is_rule = key.strip_prefix("policy.").is_some_and(|rule| super::policy::KEYS.contains(&rule));
        if !is_rule && !ENFORCEABLE.contains(&key) {
            return Err(ConfigError::Enforce { key: key.to_owned() });
        }
        keys.push(key.to_owned());
    }
    Ok(keys)
}

/// A registry: a URL, or a table with `url`, `min-age`, the `keys` that may sign it and a `credential` program.
fn registry(name: &str, item: &toml_edit::Item) -> Result<RegistryEntry, ConfigError> {
    let wrong = |what| ConfigError::Registry { name: name.to_owned(), what };
    if let Some(url) = item.as_str() {
        return Ok(RegistryEntry { url: url.to_owned(), ..RegistryEntry::default() });
    }
    let table = item.as_table_like().ok_or_else(|| wrong("it is neither a URL nor a table with `url`"))?;
    check(table, "a registry", &["credential", "keys", "min-age", "url"])?;
    let url = table.get("url").and_then(|url| url.as_str());
    let url = url.ok_or_else(|| wrong("it has no `url`"))?.to_owned();
    let min_age = table.get("min-age").map(|age| age.as_str().unwrap_or_default().to_owned());
    if min_age.as_deref().is_some_and(|age| parse_span(age).is_none()) {
        return Err(wrong("its `min-age` is no time such as `3d`"));
    }
    let texts = |key: &str, what| match table.get(key) {
        None => Ok(Vec::new()),
        Some(item) => policy::texts(item).filter(|list| !list.is_empty()).ok_or_else(|| wrong(what)),
    };
    let keys = texts("keys", "its `keys` are no list of minisign public keys")?;
    let credential = texts("credential", "its `credential` is no list of a program and its arguments")?;
    Ok(RegistryEntry { url, min_age, keys, credential })
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
    use crate::model::policy::Signatures;

    fn read(text: &str) -> Result<Config, ConfigError> {
        Config::parse(text, "config.toml")
    }

    #[test]
    fn limits_and_switches_are_read_and_slips_named() {
        let config = read("[net]\ngit-fetch-with-cli = true\n[limits]\npacked = \"128 MiB\"\nfiles = 20\n")
            .expect("a configuration");
        assert!(config.git_with_cli);
        assert_eq!(config.limits.packed, Some(128 << 20));
        assert_eq!(config.limits.files, Some(20));
        assert_eq!(read(""), Ok(Config::default()));
        let told = |text: &str| read(text).expect_err("refused").to_string();
        assert_eq!(told("[limits]\nfile = 1\n"), "`file` is no setting of `[limits]`; did you mean `files`?");
        assert_eq!(
            told("[limits]\nfiles = \"many\"\n"),
            "`files` is no size: write bytes, or a text such as `64 MiB`"
        );
    }

    #[test]
    fn a_policy_names_the_line_of_each_rule() {
        let config = read(
            "[policy]\nhosts = [\"github.com/team\"]\n\nmin-age = \"3d\"\nrequire-signature = [\"team\"]\n\
             allow-exec = false\n",
        )
        .expect("a configuration");
        let policy = config.policy;
        assert_eq!(policy.hosts.expect("a rule").place, "config.toml:2");
        assert_eq!(policy.min_age.expect("a rule").place, "config.toml:4");
        let signed = policy.require_signature.expect("a rule");
        assert_eq!(signed.value, Signatures::Named(vec!["team".to_owned()]));
        let told = |text: &str| read(text).expect_err("refused").to_string();
        assert_eq!(
            told("[policy]\nhosts = [\"https://x\"]\n"),
            "line 2: `policy.hosts` is a list of hosts such as `github.com/team` or `*.example.org`"
        );
        assert!(told("[policy]\nhost = []\n").ends_with("did you mean `hosts`?"));
        assert!(told("[policy]\nallow-exec = 1\n").starts_with("line 2: `policy.allow-exec` is "));
    }

    #[test]
    fn a_persons_settings_go_over_the_organisations_but_for_the_binding_ones() {
        let organisation = "enforce = [\"policy.hosts\", \"scopes\"]\n[registries]\nteam = \"https://t/\"\n\
                            [scopes]\n\"@ops\" = \"team\"\n[policy]\nhosts = [\"git.test\"]\nmin-age = \"3d\"\n\
                            [limits]\nfiles = 5\n";
        let own = "[registries]\nteam = \"https://mine/\"\n[scopes]\n\"@ops\" = \"mine\"\n\
                   [policy]\nhosts = [\"evil.test\"]\nmin-age = \"0d\"\n";
        let organisation = Config::parse(organisation, "/etc/config.toml").expect("a configuration");
        let (config, overruled) = Config::parse(own, "own.toml").expect("a configuration").over(organisation);
        assert_eq!(config.registries["team"].url, "https://mine/");
        assert_eq!(config.scopes["ops"], "team");
        assert_eq!(config.limits.files, Some(5));
        assert_eq!(config.policy.hosts.expect("a rule").place, "/etc/config.toml:7");
        assert_eq!(config.policy.min_age.expect("a rule").place, "own.toml:7");
        let own: Vec<&str> = overruled.iter().map(|one| one.own.as_str()).collect();
        assert_eq!(own, ["own.toml:6", "scopes.@ops"]);
        assert!(read("enforce = [\"policy.host\"]\n").is_err());
    }
}
