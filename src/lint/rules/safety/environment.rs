//! How scripts come by credentials: `env-style` and `auth-env`, which TeleAI asks for.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::{Language, Text, Topic},
    },
    model::span::Span,
};

declare_rule! {
    /// ## What it finds
    /// A Python script that reads a credential otherwise than by `os.environ["NAME"]`: with `os.getenv`,
    /// `os.environ.get`, `dotenv`, `decouple`, `dynaconf`; a JavaScript that loads `dotenv`.
    /// ## Why it matters
    /// TeleAI injects credentials as environment variables and accepts only the literal subscript: a default value or a
    /// file would hide that one is missing.
    /// ## Example
    /// `os.getenv("ACME_API_KEY")`. Write `os.environ["ACME_API_KEY"]`.
    ENV_STYLE = "env-style" {
        summary: "a credential is read otherwise than by os.environ[\"NAME\"]",
        category: Safety,
        level: Off,
        fix: None,
        check: env_style,
    }
}

fn env_style(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        if !matches!(text.language, Language::Python | Language::JavaScript) {
            continue;
        }
        for hit in text.hits(Topic::Environment).filter(|hit| !text.is_comment(hit.start)) {
            let rest = &text.text[hit.end..];
            let line = text.line(hit.start).of(text.text);
            let is_import = line.trim_start().starts_with("import ")
                || line.contains("from ")
                || line.contains("require(");
            let word = hit.of(text.text).to_ascii_lowercase();
            let bad = match word.as_str() {
                "getenv(" => names_credential(rest),
                "environ" => rest.strip_prefix(".get(").is_some_and(names_credential),
                "dotenv" | "decouple" | "dynaconf" => is_import,
                _ => false,
            };
            if bad {
                let name = literal(rest.trim_start_matches(".get("));
                let message = name.map_or_else(
                    || format!("`{word}` reads credentials from a file"),
                    |name| format!("`{name}` is read with `{}`", word.trim_end_matches('(')),
                );
                found.at(text.path, hit, message).help(match name {
                    Some(name) => format!("write `os.environ[\"{name}\"]`"),
                    None => "write `os.environ[\"NAME\"]`; the platform sets the variables".to_owned(),
                });
            }
        }
    }
}

/// The text in quotes that a call begins with.
fn literal(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = &rest[1..];
    let end = inner.get(..inner.len().min(200)).unwrap_or(inner).find(quote)?;
    Some(&inner[..end])
}

fn names_credential(rest: &str) -> bool {
    literal(rest).is_some_and(is_credential)
}

/// Whether a variable's name says that it holds a credential.
fn is_credential(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    upper.split('_').any(|part| {
        matches!(
            part,
            "KEY"
                | "TOKEN"
                | "SECRET"
                | "PASSWORD"
                | "PASSWD"
                | "AK"
                | "SK"
                | "APIKEY"
                | "CREDENTIAL"
                | "CREDENTIALS"
        )
    })
}

declare_rule! {
    /// ## What it finds
    /// An `auth-env` that holds more than names of environment variables, separated by blanks; a credential that
    /// scripts read and `auth-env` does not name; a name that no script reads.
    /// ## Why it matters
    /// TeleAI injects exactly the variables that `auth-env` names, and takes no values.
    /// ## Example
    /// `auth-env: ACME_API_KEY=abc`. Write `auth-env: ACME_API_KEY`.
    AUTH_ENV = "auth-env" {
        summary: "auth-env and the credentials that scripts read differ",
        category: Safety,
        level: Off,
        fix: None,
        check: auth_env,
    }
}

fn auth_env(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let entry = subject.skill.head.entry("auth-env");
    let listed: BTreeSet<&str> = entry
        .and_then(|entry| entry.value.text())
        .map(|text| text.split_whitespace().collect())
        .unwrap_or_default();
    if let Some(entry) = entry {
        if entry.value.text().is_none() {
            found
                .here(entry.value.span, "`auth-env` is not text")
                .help("write the names in one line, separated by blanks");
            return;
        }
        for word in &listed {
            let is_name = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !word.starts_with(|c: char| c.is_ascii_digit());
            if !is_name {
                let name = word.split(['=', ':', ',']).next().unwrap_or("");
                found
                    .here(entry.value.span, format!("`{name}…` is no name of an environment variable"))
                    .help("list names only, separated by blanks; values are set on the platform");
            }
        }
    }
    let used = used(subject);
    for (name, (path, span)) in &used {
        if is_credential(name) && !listed.contains(name) {
            found
                .at(path, *span, format!("the script reads `{name}`, which `auth-env` does not name"))
                .help(format!("add `{name}` to `auth-env` in the frontmatter"));
        }
    }
    if let Some(entry) = entry {
        let has_scripts = subject.texts().iter().any(Text::is_code);
        let unread: Vec<&str> = listed
            .iter()
            .copied()
            .filter(|name| {
                let is_named = subject.texts().iter().any(|text| text.is_code() && text.text.contains(name));
                !name.is_empty() && !is_named
            })
            .take(3)
            .collect();
        if has_scripts && !unread.is_empty() {
            found
                .here(entry.value.span, format!("no script reads `{}`", unread.join("`, `")))
                .help("take the name out, or read it in the script");
        }
    }
}

/// The environment variables that scripts read by a literal name, each with its first place.
fn used<'a>(subject: &Subject<'a>) -> BTreeMap<&'a str, (&'a str, Span)> {
    let mut used = BTreeMap::new();
    for text in subject.texts() {
        for hit in text.hits(Topic::Environment).filter(|hit| !text.is_comment(hit.start)) {
            let rest = &text.text[hit.end..];
            let name = match hit.of(text.text).to_ascii_lowercase().as_str() {
                "getenv(" if text.language == Language::Python => literal(rest),
                "environ" if text.language == Language::Python => {
                    rest.strip_prefix(".get(").or_else(|| rest.strip_prefix('[')).and_then(literal)
                }
                "process.env" if text.language == Language::JavaScript => match rest.strip_prefix('.') {
                    Some(rest) => {
                        let length = rest
                            .bytes()
                            .take(100)
                            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                            .count();
                        Some(&rest[..length])
                    }
                    None => rest.strip_prefix('[').and_then(literal),
                },
                _ => None,
            };
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                used.entry(name).or_insert((text.path, hit));
            }
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_credentials_are_known() {
        for name in ["ACME_API_KEY", "ACME_SECRET", "ALIYUN_AK", "token"] {
            assert!(is_credential(name), "{name}");
        }
        for name in ["PATH", "HOME", "MONKEY", "KEYBOARD_LAYOUT"] {
            assert!(!is_credential(name), "{name}");
        }
        assert_eq!(literal("\"A\", None)"), Some("A"));
        assert_eq!(literal("name)"), None);
    }
}
