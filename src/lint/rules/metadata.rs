//! Rules on `metadata` and on values that should be text.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::{Entry, Kind, Node, Value, double},
        span::Span,
    },
};

declare_rule! {
    /// ## What it finds
    /// A plain value in `metadata` that YAML reads as a number, a date or a truth value.
    /// ## Why it matters
    /// The specification asks for text: `version: 1.10` becomes the number 1.1.
    /// ## Example
    /// `version: 1.10` must be `version: "1.10"`.
    COERCED_SCALAR = "coerced-scalar" {
        summary: "a value that YAML turns into a number or date",
        category: Frontmatter,
        level: Note,
        fix: Safe,
        check: coerced_scalar,
    }
}

fn coerced_scalar(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let metadata = subject.skill.head.value("metadata").map_or(&[][..], Node::entries);
    let is_changed =
        |entry: &&Entry| matches!(entry.value.kind(), Kind::Number | Kind::Date) && !entry.repaired;
    let changed: Vec<&Entry> = metadata.iter().filter(is_changed).collect();
    let Some((first, others)) = changed.split_first() else { return };
    let names: Vec<String> = changed.iter().map(|entry| format!("`{}`", entry.name())).collect();
    let what = if let [one] = names.as_slice() {
        format!("{one} is read as {} by YAML; the specification asks for text", first.value.kind_word())
    } else {
        format!("{} are read as numbers or dates by YAML; the specification asks for text", names.join(", "))
    };
    let edits = changed
        .iter()
        .map(|entry| Edit::replace(entry.value.span, double(entry.value.text().unwrap_or(""))))
        .collect();
    let finding = found.here(first.value.span, what);
    for other in others {
        finding.also(other.value.span, "");
    }
    finding.help("put it in quotes").fix(Fix::safe("put it in double quotes", edits));
}

declare_rule! {
    /// ## What it finds
    /// What an installer left in `metadata`: `github-repo`, `github-path`, `local-path` and the like.
    /// ## Why it matters
    /// It tells where one copy came from; in the source it is wrong, and a path may tell a user's name.
    /// ## Example
    /// `metadata:` with `local-path: /home/me/skills/x`
    INSTALL_METADATA = "install-metadata" {
        summary: "an installer's notes are left in `metadata`",
        category: Frontmatter,
        level: Warning,
        fix: None,
        check: install_metadata,
    }
}

fn install_metadata(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const LEFT: [&str; 7] = [
        "github-repo",
        "github-path",
        "github-ref",
        "github-tree-sha",
        "github-pinned",
        "local-path",
        "installed-at",
    ];
    let metadata = subject.skill.head.value("metadata").map_or(&[][..], Node::entries);
    if let Some(entry) = metadata.iter().find(|entry| LEFT.contains(&entry.name())) {
        found
            .here(entry.key.span, format!("`{}` is an installer's note, not the author's", entry.name()))
            .help("remove it");
    }
}

declare_rule! {
    /// ## What it finds
    /// A `metadata` that is no mapping.
    /// ## Why it matters
    /// Loaders expect keys with text values there; StablEdge refuses the skill (`SKILL_MD_METADATA_INVALID`).
    /// ## Example
    /// `metadata: 3`
    METADATA_NOT_MAP = "metadata-not-map" {
        summary: "`metadata` is no mapping",
        category: Frontmatter,
        level: Warning,
        fix: None,
        check: metadata_not_map,
    }
}

fn metadata_not_map(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(entry) = subject.skill.head.entry("metadata") else { return };
    if matches!(entry.value.value, Value::Map(_)) || entry.value.is_absent() {
        return;
    }
    found
        .here(entry.value.span, format!("`metadata` must be a mapping, not {}", entry.value.kind_word()))
        .help("write `metadata:` and below it indented `key: value` lines");
}

declare_rule! {
    /// ## What it finds
    /// A value in `metadata` that is a list or a mapping, and a `license` that is no text.
    /// ## Why it matters
    /// The specification asks for text values; some loaders refuse the skill, some turn the value into odd text.
    /// ## Example
    /// `metadata:` with `tags: [a, b]` must be `tags: "a, b"`.
    VALUE_NOT_STRING = "value-not-string" {
        summary: "a value that should be text is not",
        category: Frontmatter,
        level: Warning,
        fix: Unsafe,
        check: value_not_string,
    }
}

fn value_not_string(subject: &Subject<'_>, found: &mut Findings<'_>) {
    if let Some(node) = subject.skill.head.value("license")
        && node.text().is_none()
    {
        found
            .here(node.span, format!("`license` must be text, not {}", node.kind_word()))
            .help("write the name of the license");
    }
    let Some(metadata) = subject.skill.head.value("metadata") else { return };
    let odd: Vec<&Entry> = metadata.entries().iter().filter(|entry| entry.value.text().is_none()).collect();
    let (maps, odd): (Vec<&Entry>, Vec<&Entry>) =
        odd.into_iter().partition(|entry| matches!(entry.value.value, Value::Map(_)));
    // Some agents keep whole mappings of their own there; every other reader passes over them.
    if let Some((first, others)) = maps.split_first() {
        let names: Vec<String> = maps.iter().map(|entry| format!("`{}`", entry.name())).collect();
        let verb = if others.is_empty() { "is a mapping" } else { "are mappings" };
        let message = format!("{} in `metadata` {verb}; the specification asks for text", names.join(", "));
        let finding = found.here(first.key.span, message);
        for other in others {
            finding.also(other.key.span, "");
        }
        finding.quieter().help("keep it only for the agent that needs it: others see no text there");
    }
    let Some((first, others)) = odd.split_first() else { return };
    let names: Vec<String> = odd.iter().map(|entry| format!("`{}`", entry.name())).collect();
    let message = match names.as_slice() {
        [one] => {
            format!("{one} in `metadata` is {}; the specification asks for text", first.value.kind_word())
        }
        many => {
            let are_lists = odd.iter().all(|entry| matches!(entry.value.value, Value::List(_)));
            let verb = if are_lists { "are lists" } else { "are not text" };
            format!("{} in `metadata` {verb}; the specification asks for text", many.join(", "))
        }
    };
    let finding = found.here(first.key.span, message);
    for other in others {
        finding.also(other.key.span, "");
    }
    let joined = one_text(first).filter(|text| text.chars().count() <= SHOWN);
    let shown = joined.map_or_else(|| "\"a, b\"".to_owned(), |text| double(&text));
    finding.help(format!("write each value as one text: `{}: {shown}`", first.name()));
    if let Some(edits) =
        odd.iter().map(|entry| as_one_text(entry, subject.skill.text())).collect::<Option<Vec<_>>>()
    {
        finding.fix(Fix::unsure("write the lists as texts with commas", edits));
    }
}

/// Characters of a value that a help line still shows whole.
const SHOWN: usize = 60;

/// A list of texts as one text with commas.
fn one_text(entry: &Entry) -> Option<String> {
    let Value::List(items) = &entry.value.value else { return None };
    let parts: Option<Vec<&str>> =
        items.iter().map(|item| item.text().filter(|text| !text.contains([',', '\n']))).collect();
    parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join(", "))
}

/// Writes a list behind its key as one text; a list with comments stays.
fn as_one_text(entry: &Entry, text: &str) -> Option<Edit> {
    let joined = one_text(entry)?;
    let value = entry.value.span;
    if value.of(text).starts_with('[') {
        return Some(Edit::replace(value, double(&joined)));
    }
    let between = Span::new(entry.key.span.end, value.start).of(text);
    let has_comment =
        between.contains('#') || value.of(text).contains(" #") || value.of(text).contains("\n#");
    let colon = between.find(':').filter(|_| !has_comment)?;
    let from = entry.key.span.end + colon + 1;
    Some(Edit::replace(Span::new(from, value.end), format!(" {}", double(&joined))))
}

declare_rule! {
    /// ## What it finds
    /// A field of the platform, or of the specification, that stands inside `metadata`.
    /// ## Why it matters
    /// Platforms read their fields at the top level only; TeleAI asks to keep `metadata` free of them.
    /// ## Example
    /// `metadata:` with `category: office`; write `category: office` beside `metadata`.
    METADATA_RESERVED = "metadata-reserved" {
        summary: "a field of the platform stands inside `metadata`",
        category: Frontmatter,
        level: Off,
        fix: None,
        check: metadata_reserved,
    }
}

fn metadata_reserved(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    for entry in head.value("metadata").map_or(&[][..], Node::entries) {
        let key = entry.name();
        if !subject.profile.fields.iter().any(|field| field == key) {
            continue;
        }
        let finding = found.here(
            entry.key.span,
            format!("`{key}` in `metadata` is not read; the platform reads it at the top level"),
        );
        match head.entry(key) {
            Some(other) => finding.also(other.key.span, "this one is read").help("remove it from `metadata`"),
            None => finding.help(format!("move `{key}` out of `metadata`")),
        };
    }
}
