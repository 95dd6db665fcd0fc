//! Rules on which keys are known: those of the specification, of the profile, and of one agent or another.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::Entry,
        name::{edit_distance, nearest},
    },
};

/// Keys that one client or another documents for its own skills.
const CLIENT_FIELDS: [&str; 27] = [
    "agent",
    "allow-implicit-invocation",
    "allowed-hosts",
    "argument-hint",
    "arguments",
    "context",
    "disable-model-invocation",
    "disallowed-tools",
    "effort",
    "globs",
    "hooks",
    "icon",
    "interface",
    "mcp",
    "model",
    "network",
    "paths",
    "permissions",
    "policy",
    "progressive",
    "resources",
    "shell",
    "skills",
    "subagent",
    "triggers",
    "user-invocable",
    "when_to_use",
];

fn is_known(subject: &Subject<'_>, key: &str) -> bool {
    subject.profile.fields.iter().any(|field| field == key)
}

/// The known key that this one is a spelling of: other case, or underscores for hyphens.
fn respelt(subject: &Subject<'_>, key: &str) -> Option<String> {
    let plain = |text: &str| text.replace('_', "-").to_ascii_lowercase();
    let known = subject.profile.fields.iter().find(|field| plain(field) == plain(key));
    known.filter(|field| *field != key).cloned()
}

declare_rule! {
    /// ## What it finds
    /// A top-level key that one agent documents for its own use.
    /// ## Why it matters
    /// That agent reads it, others ignore it, and uploaders that know only the specification refuse it.
    /// ## Example
    /// `argument-hint: "[file]"`
    CLIENT_FIELD = "client-field" {
        summary: "a key that only some agents know",
        category: Frontmatter,
        level: Note,
        fix: None,
        check: client_field,
    }
}

fn client_field(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for entry in &subject.skill.head.entries {
        let key = entry.name();
        if CLIENT_FIELDS.contains(&key) && !is_known(subject, key) {
            found
                .here(
                    entry.key.span,
                    format!("`{key}` is read by some agents only; it is not in the specification"),
                )
                .help("harmless to agents that don't know it; uploads to some platforms refuse it");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A known key in another spelling: `Name`, `allowed_tools`, `Allowed-Tools`.
    /// ## Why it matters
    /// Keys are case-sensitive and written with hyphens; the field is not read.
    /// ## Example
    /// `allowed_tools: Read` must be `allowed-tools: Read`.
    FIELD_CASE = "field-case" {
        summary: "a known key in another spelling",
        category: Frontmatter,
        level: Error,
        fix: Safe,
        check: field_case,
    }
}

fn field_case(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for entry in &subject.skill.head.entries {
        let key = entry.name();
        if is_known(subject, key) {
            continue;
        }
        let Some(known) = respelt(subject, key) else { continue };
        let finding = found.here(entry.key.span, format!("`{key}` is not read; the key is spelt `{known}`"));
        finding.help(format!("write `{known}`"));
        if subject.skill.head.entry(&known).is_none() {
            finding.fix(Fix::safe(format!("write `{known}`"), vec![Edit::replace(entry.key.span, known)]));
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A top-level key outside of the specification's six (and the profile's own), all in one finding.
    /// ## Why it matters
    /// Uploaders that follow the specification refuse the skill; `metadata` is the place for further facts.
    /// ## Example
    /// `version: 1.0.0` belongs below `metadata:`, as `version: "1.0.0"`.
    UNKNOWN_FIELD = "unknown-field" {
        summary: "a key outside of the specification",
        category: Frontmatter,
        level: Warning,
        fix: Unsafe,
        check: unknown_field,
    }
}

fn unknown_field(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let unknown: Vec<&Entry> = subject
        .skill
        .head
        .entries
        .iter()
        .filter(|entry| {
            let key = entry.name();
            !is_known(subject, key) && !CLIENT_FIELDS.contains(&key) && respelt(subject, key).is_none()
        })
        .collect();
    let Some((first, others)) = unknown.split_first() else { return };
    let names: Vec<String> = unknown.iter().map(|entry| format!("`{}`", entry.name())).collect();
    let message = match names.as_slice() {
        [one] => format!("{one} is no key of the specification"),
        many => format!("{} are no keys of the specification", many.join(", ")),
    };
    let meant: Vec<String> = unknown.iter().filter_map(|entry| near(subject, entry.name())).collect();
    // A misspelt field is to be respelt, not moved.
    let strange: Vec<&Entry> =
        unknown.iter().copied().filter(|entry| near(subject, entry.name()).is_none()).collect();
    let moved = super::moved::below_metadata(subject, &strange);
    let finding = found.here(first.key.span, message);
    for other in others {
        finding.also(other.key.span, "");
    }
    finding.help(match meant.as_slice() {
        [] => "move such facts below `metadata:`".to_owned(),
        meant => format!("did you mean {}? Further facts belong below `metadata:`", meant.join(", ")),
    });
    if let Some(edits) = moved {
        finding.fix(Fix::unsure("move what is text below `metadata`", edits));
    }
}

/// The known key, of the profile or of an agent, that is one or two letters off.
fn near(subject: &Subject<'_>, key: &str) -> Option<String> {
    let known = subject.profile.fields.iter().map(String::as_str).chain(CLIENT_FIELDS);
    // In a short word two letters make another word: `tools` is not `hooks`.
    let most = if key.len() < 7 { 1 } else { 2 };
    let near = nearest(key, known).filter(|near| near.len() > 4 && edit_distance(key, near) <= most)?;
    Some(format!("`{near}`"))
}
