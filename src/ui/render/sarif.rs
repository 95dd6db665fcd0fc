//! SARIF 2.1.0: rules with their pages, results with places, fixes, fingerprints and suppressions.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Sheet, position};
use crate::{
    lint::{
        baseline::fingerprint,
        diagnostic::{Diagnostic, Severity},
        rule::{Level, Rule},
        rules::{RULES, platform_code},
    },
    model::span::Span,
};

/// The results of one skill.
pub(crate) fn results(sheet: &Sheet<'_>) -> Vec<Value> {
    let live = sheet.found.iter().map(|diagnostic| result(sheet, diagnostic));
    let silenced = sheet.silenced.iter().map(|(diagnostic, reason)| {
        let mut value = result(sheet, diagnostic);
        let mut suppression = json!({ "kind": "inSource" });
        if !reason.is_empty() {
            suppression["justification"] = reason.as_str().into();
        }
        value["suppressions"] = json!([suppression]);
        value
    });
    live.chain(silenced).collect()
}

/// The whole log.
pub(crate) fn log(results: &[Value]) -> Value {
    let rules: Vec<Value> = RULES.iter().map(|rule| descriptor(rule)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "skill",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn descriptor(rule: &Rule) -> Value {
    let level = match rule.level {
        Level::Off => "none",
        Level::On(severity) => level(severity),
    };
    json!({
        "id": rule.name,
        "shortDescription": { "text": rule.summary },
        "help": { "text": rule.page(), "markdown": rule.page() },
        "defaultConfiguration": { "level": level },
        "properties": { "category": rule.category.as_str() },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn result(sheet: &Sheet<'_>, diagnostic: &Diagnostic) -> Value {
    let text = sheet.text(&diagnostic.file);
    let uri = uri(&sheet.path(&diagnostic.file));
    let mut physical = json!({ "artifactLocation": { "uri": uri } });
    if let Some(span) = diagnostic.span {
        physical["region"] = region(text, span);
    }
    let message = match &diagnostic.help {
        Some(help) => format!("{}. {}", diagnostic.message, help),
        None => diagnostic.message.clone(),
    };
    let mut value = json!({
        "ruleId": diagnostic.rule.name,
        "ruleIndex": RULES.iter().position(|rule| rule.name == diagnostic.rule.name),
        "level": level(diagnostic.severity),
        "message": { "text": message },
        "locations": [{ "physicalLocation": physical }],
        "partialFingerprints": { "skill/v1": fingerprint(&sheet.skill.folder, text, diagnostic) },
        "properties": { "profiles": diagnostic.profiles.iter().map(ToString::to_string).collect::<Vec<_>>() },
    });
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
                "artifactChanges": [{ "artifactLocation": { "uri": uri }, "replacements": replacements }],
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

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            // Writing to a String can't fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
