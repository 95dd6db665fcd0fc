//! SARIF 2.1.0: rules with their pages, results with places, fixes, fingerprints and suppressions.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Sheet, Tally, position};
use crate::{
    lint::{
        diagnostic::{Diagnostic, Severity},
        rule::{Level, Rule},
        rules::{RULES, platform_code},
    },
    model::span::Span,
    ui::locale::Words,
};

/// The name that the folder of relative addresses goes by.
const ROOT: &str = "%SRCROOT%";

/// The results of one skill.
pub(crate) fn results(sheet: &Sheet<'_>) -> Vec<Value> {
    let mut prints = sheet.fingerprints().into_iter();
    let mut result = |diagnostic: &Diagnostic| result(sheet, diagnostic, &prints.next().unwrap_or_default());
    let mut all: Vec<Value> = sheet.found.iter().map(&mut result).collect();
    let mut quiet = |kind: &str, (diagnostic, reason): &(Diagnostic, String)| {
        let mut suppression = json!({ "kind": kind });
        if !reason.is_empty() {
            suppression["justification"] = reason.as_str().into();
        }
        let mut value = result(diagnostic);
        value["suppressions"] = json!([suppression]);
        value
    };
    let accepted: Vec<Value> = sheet.accepted.iter().map(|each| quiet("external", each)).collect();
    all.extend(accepted);
    all.extend(sheet.silenced.iter().map(|each| quiet("inSource", each)));
    all
}

/// A result about a whole file, of no rule of lint; `id` says of what kind.
pub(crate) fn about_file(id: &str, severity: Severity, message: &str, address: &str) -> Value {
    json!({
        "ruleId": id,
        "level": level(severity),
        "message": { "text": message },
        "locations": [{ "physicalLocation": { "artifactLocation": artifact(address) } }],
        "partialFingerprints": { "skillAudit/v1": format!("{id}:{address}") },
    })
}

/// The whole log.
pub(crate) fn log(results: &[Value], tally: &Tally, words: Words) -> Value {
    let rules: Vec<Value> = RULES.iter().map(|rule| descriptor(rule, words)).collect();
    let notifications: Vec<Value> = tally
        .failures
        .iter()
        .map(|(shown, why)| {
            json!({ "level": "error", "message": { "text": format!("`{shown}` was not checked: {why}") } })
        })
        .collect();
    let root = format!("{}/", uri(tally.root.trim_end_matches('/')));
    let mut log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "skill",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "invocations": [{
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "originalUriBaseIds": { ROOT: { "uri": root } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    if let Some(tag) = words.tag() {
        log["runs"][0]["language"] = tag.into();
    }
    log
}

fn descriptor(rule: &Rule, words: Words) -> Value {
    let page = words.page(rule);
    let configuration = match rule.level {
        Level::Off => json!({ "enabled": false }),
        Level::On(severity) => json!({ "level": level(severity) }),
    };
    json!({
        "id": rule.name,
        "shortDescription": { "text": words.summary(rule) },
        "help": { "text": page, "markdown": page },
        "defaultConfiguration": configuration,
        "properties": { "tags": [rule.category.as_str()] },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn result(sheet: &Sheet<'_>, diagnostic: &Diagnostic, fingerprint: &str) -> Value {
    let text = sheet.text(&diagnostic.file);
    let artifact = artifact(&sheet.address(&diagnostic.file));
    let mut physical = json!({ "artifactLocation": artifact });
    if let Some(span) = diagnostic.span {
        physical["region"] = region(text, span);
    }
    let mut message = diagnostic.message.clone();
    for more in diagnostic.label.iter().chain(&diagnostic.help) {
        message.push('\n');
        message.push_str(more);
    }
    let mut value = json!({
        "ruleId": diagnostic.rule.name,
        "ruleIndex": RULES.iter().position(|rule| rule.name == diagnostic.rule.name),
        "level": level(diagnostic.severity),
        "message": { "text": message },
        "locations": [{ "physicalLocation": physical }],
        "partialFingerprints": { "skillLint/v1": fingerprint },
        "properties": { "profiles": diagnostic.profiles.iter().map(ToString::to_string).collect::<Vec<_>>() },
    });
    if !diagnostic.labels.is_empty() {
        let related = diagnostic.labels.iter().zip(1..).map(|(label, id)| {
            let physical = json!({ "artifactLocation": artifact, "region": region(text, label.span) });
            json!({ "id": id, "physicalLocation": physical, "message": { "text": label.text } })
        });
        value["relatedLocations"] = related.collect();
    }
    if let Some(code) = platform_code(diagnostic.rule.name) {
        value["properties"]["platformCode"] = code.into();
    }
    if let Some(fix) = &diagnostic.fix {
        let replacements: Vec<Value> = fix
            .edits
            .iter()
            .map(|edit| {
                json!({
                    "deletedRegion": region(text, edit.span),
                    "insertedContent": { "text": edit.replacement },
                })
            })
            .collect();
        if !replacements.is_empty() {
            value["fixes"] = json!([{
                "description": { "text": fix.title },
                "artifactChanges": [{ "artifactLocation": artifact, "replacements": replacements }],
            }]);
        }
    }
    value
}

fn region(text: &str, span: Span) -> Value {
    let (start_line, start_column) = position(text, span.start);
    let (end_line, end_column) = position(text, span.end);
    json!({
        "startLine": start_line,
        "startColumn": start_column,
        "endLine": end_line,
        "endColumn": end_column,
    })
}

/// Where a file is: below the root, or absolute.
fn artifact(address: &str) -> Value {
    let uri = uri(address);
    if uri.starts_with("file:") { json!({ "uri": uri }) } else { json!({ "uri": uri, "uriBaseId": ROOT }) }
}

/// A `/`-separated path as a URI reference; an absolute one as a file URI.
fn uri(path: &str) -> String {
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    let mut out = if path.starts_with('/') {
        "file://"
    } else if has_drive {
        "file:///"
    } else {
        ""
    }
    .to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("skills/技 能/a#b.md"), "skills/%E6%8A%80%20%E8%83%BD/a%23b.md");
        assert_eq!(uri("/tmp/x"), "file:///tmp/x");
        assert_eq!(uri("C:/x"), "file:///C%3A/x");
    }
}
