//! `[policy]` read, each rule with its line.

use toml_edit::{Item, TableLike};

use super::ConfigError;
use crate::model::{
    moment::parse_span,
    policy::{HostPattern, Policy, Ruled, Signatures},
};

/// A list of texts; `None` where it is something else.
pub(super) fn texts(item: &Item) -> Option<Vec<String>> {
    item.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

/// Reads the rules; `file` is how their places name it.
pub(super) fn read(table: &dyn TableLike, text: &str, file: &str) -> Result<Policy, ConfigError> {
    let reader = Reader { table, text, file };
    Ok(Policy {
        registries: reader.rule("registries", "a list of registries, by name or URL", texts)?,
        hosts: reader.rule(
            "hosts",
            "a list of hosts such as `github.com/team` or `*.example.org`",
            |item| texts(item)?.iter().map(|text| HostPattern::parse(text)).collect(),
        )?,
        min_age: reader.rule("min-age", "a time such as `3d`", |item| parse_span(item.as_str()?))?,
        min_age_exclude: reader.rule("min-age-exclude", "a list of packages, or `@team/*`", texts)?,
        require_signature: reader.rule(
            "require-signature",
            "true, false or a list of registries",
            |item| match item.as_bool() {
                Some(true) => Some(Signatures::All),
                Some(false) => Some(Signatures::Named(Vec::new())),
                None => texts(item).map(Signatures::Named),
            },
        )?,
        allow_exec: reader.rule("allow-exec", "true or false", Item::as_bool)?,
        deny_licenses: reader.rule("deny-licenses", "a list of SPDX names", texts)?,
    })
}

struct Reader<'a> {
    table: &'a dyn TableLike,
    text: &'a str,
    file: &'a str,
}

impl Reader<'_> {
    fn rule<T>(
        &self,
        key: &'static str,
        wanted: &'static str,
        read: impl Fn(&Item) -> Option<T>,
    ) -> Result<Option<Ruled<T>>, ConfigError> {
        let Some((at, item)) = self.table.get_key_value(key) else { return Ok(None) };
        let start = at.span().map_or(0, |span| span.start);
        let line = self.text[..start.min(self.text.len())].matches('\n').count() + 1;
        let value = read(item).ok_or(ConfigError::Policy { line, key, wanted })?;
        Ok(Some(Ruled { value, place: format!("{}:{line}", self.file) }))
    }
}
