//! Rules on the other fields: which keys are known, and what their values must be.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::{Entry, Kind, Node, Value, double},
        name::nearest,
        skill::split_tools,
        span::Span,
    },
};

/// The keys of the specification.
pub(super) const SPEC_FIELDS: [&str; 6] =
    ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

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
    /// A `compatibility` without text.
    /// ## Why it matters
    /// The specification asks for 1 to 500 characters.
    /// ## Example
    /// `compatibility: ""`
    COMPATIBILITY_EMPTY = "compatibility-empty" {
        summary: "`compatibility` is empty",
        category: Frontmatter,
        level: Warning,
        fix: Safe,
        check: compatibility_empty,
    }
}

fn compatibility_empty(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let Some(entry) = head.entry("compatibility") else { return };
    if entry.value.text().is_some_and(|text| text.trim().is_empty()) {
        let line = whole_line(subject, entry);
        found
            .here(entry.key.span, "`compatibility` is empty")
            .help("say what the skill needs, or remove the line")
            .fix(Fix::safe("remove the line", vec![Edit::remove(line)]));
    }
}

/// The lines an entry takes, line end included.
pub(super) fn whole_line(subject: &Subject<'_>, entry: &Entry) -> Span {
    let text = subject.skill.text();
    let end = entry.value.span.end.max(entry.key.span.end);
    let next = crate::model::span::lines(text, end).next().map_or(text.len(), |line| line.next);
    Span::new(entry.key.span.start, next)
}

declare_rule! {
    /// ## What it finds
    /// A `compatibility` of more than 500 characters (code points).
    /// ## Why it matters
    /// The specification's limit.
    /// ## Example
    /// A list of tested versions that belongs in the body.
    COMPATIBILITY_TOO_LONG = "compatibility-too-long" {
        summary: "`compatibility` is too long",
        category: Frontmatter,
        level: Error,
        fix: None,
        check: compatibility_too_long,
    }
}

fn compatibility_too_long(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("compatibility") else { return };
    let length = node.text().map_or(0, |text| text.chars().count());
    let limit = subject.profile.limits.compatibility;
    if length > limit {
        found
            .here(node.span, format!("`compatibility` has {length} characters, {limit} are allowed"))
            .help(format!("shorten it by {}", length - limit));
    }
}

declare_rule! {
    /// ## What it finds
    /// A `compatibility` that is a list or a mapping.
    /// ## Why it matters
    /// The specification asks for one text.
    /// ## Example
    /// `compatibility: [git, jq]` must be `compatibility: Requires git and jq`.
    COMPATIBILITY_TYPE = "compatibility-type" {
        summary: "`compatibility` is no text",
        category: Frontmatter,
        level: Error,
        fix: None,
        check: compatibility_type,
    }
}

fn compatibility_type(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("compatibility") else { return };
    if node.text().is_none() {
        found
            .here(node.span, format!("`compatibility` must be text, not {}", node.kind_word()))
            .help("write it as one sentence: `compatibility: Requires …`");
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
    /// An `allowed-tools` that is a list or separated by commas.
    /// ## Why it matters
    /// The specification asks for one text with blanks between tools; readers that follow it see one odd tool name.
    /// ## Example
    /// `allowed-tools: Read, Bash(git:*)` must be `allowed-tools: Read Bash(git:*)`.
    TOOLS_FORMAT = "tools-format" {
        summary: "`allowed-tools` is not a text separated by blanks",
        category: Frontmatter,
        level: Warning,
        fix: Safe,
        check: tools_format,
    }
}

fn tools_format(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("allowed-tools") else { return };
    let (message, tools) = match &node.value {
        Value::List(items) => {
            let tools: Option<Vec<String>> =
                items.iter().map(|item| item.text().map(|text| text.trim().to_owned())).collect();
            (
                "`allowed-tools` is a list; the specification asks for one text with spaces between the tools",
                tools,
            )
        }
        Value::Map(_) => ("`allowed-tools` must be text with spaces between the tools, not a mapping", None),
        Value::Scalar { text, .. } => {
            if text.matches('(').count() != text.matches(')').count() {
                found
                    .here(node.span, "`allowed-tools` has a parenthesis without its partner")
                    .help("close the parenthesis");
                return;
            }
            if !outside_parentheses(text).contains(',') {
                return;
            }
            // `Run Command, Read File`: such names can't be told apart without the commas.
            let has_spaces = text.split(',').any(|part| outside_parentheses(part.trim()).contains(' '));
            (
                "`allowed-tools` is separated by commas; the specification asks for spaces",
                (!has_spaces).then(|| split_tools(text)),
            )
        }
    };
    let finding = found.here(node.span, message);
    let Some(tools) = tools.filter(|tools| !tools.is_empty() && tools.iter().all(|tool| is_one_word(tool)))
    else {
        finding.help(
            "names of tools hold no spaces: write each as the agent calls it, with spaces between them",
        );
        return;
    };
    let line = tools.join(" ");
    // A list may be written below the key, so the blank after the colon is part of the edit.
    let key_end =
        subject.skill.head.entry("allowed-tools").map_or(node.span.start, |entry| entry.key.span.end);
    let colon = subject.skill.text()[key_end..node.span.start]
        .find(':')
        .map_or(node.span.start, |at| key_end + at + 1);
    let has_comment = subject.skill.text()[colon..node.span.end].contains('#');
    let quoted = if needs_quotes(&line) { double(&line) } else { line };
    finding.help(format!("write `allowed-tools: {quoted}`"));
    if !has_comment {
        let edit = Edit::replace(Span::new(colon, node.span.end), format!(" {quoted}"));
        finding.fix(Fix::safe("separate the tools by spaces", vec![edit]));
    }
}

fn is_one_word(tool: &str) -> bool {
    !tool.is_empty() && !outside_parentheses(tool).contains(char::is_whitespace)
}

fn needs_quotes(line: &str) -> bool {
    line.contains(": ")
        || line.contains(" #")
        || line.starts_with(['*', '&', '@', '`', '%', '!', '[', '{', '"', '\''])
}

fn outside_parentheses(text: &str) -> String {
    let mut depth = 0_usize;
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
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
    let near = nearest(first.name(), SPEC_FIELDS)
        .filter(|near| crate::model::name::edit_distance(first.name(), near) <= 2);
    let help = match near {
        Some(near) => format!("did you mean `{near}`? Further facts belong below `metadata:`"),
        None => "move such facts below `metadata:`".to_owned(),
    };
    let finding = found.here(first.key.span, message);
    for other in others {
        finding.also(other.key.span, "");
    }
    finding.help(help);
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
        many => format!("{} in `metadata` are no texts, which the specification asks for", many.join(", ")),
    };
    let finding = found.here(first.key.span, message);
    for other in others {
        finding.also(other.key.span, "");
    }
    finding.help("write each value as one text: `tags: \"a, b\"`");
    if let Some(edits) =
        odd.iter().map(|entry| one_text(&entry.value, subject.skill.text())).collect::<Option<Vec<_>>>()
    {
        finding.fix(Fix::unsure("write the lists as texts with commas", edits));
    }
}

/// A one-line list of texts as one text with commas.
fn one_text(node: &Node, text: &str) -> Option<Edit> {
    let Value::List(items) = &node.value else { return None };
    let parts: Option<Vec<&str>> =
        items.iter().map(|item| item.text().filter(|text| !text.contains([',', '\n']))).collect();
    let is_one_line = node.span.of(text).starts_with('[');
    is_one_line.then_some(Edit::replace(node.span, double(&parts?.join(", "))))
}

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
    /// A field that the platform requires and that is absent or blank.
    /// ## Why it matters
    /// The platform refuses the skill.
    /// ## Example
    /// TeleAI asks for `display_name`, `category`, `version` and others.
    FIELD_REQUIRED = "field-required" {
        summary: "a field that the platform requires is missing",
        category: Frontmatter,
        level: Error,
        fix: None,
        check: field_required,
    }
}

fn field_required(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let Some(opening) = head.split.opening.filter(|_| head.is_closed()) else { return };
    let lacking: Vec<String> = subject
        .profile
        .required
        .iter()
        .filter(|key| {
            head.value(key).is_none_or(|node| node.text().is_some_and(|text| text.trim().is_empty()))
        })
        .map(|key| format!("`{key}`"))
        .collect();
    if !lacking.is_empty() {
        found.here(opening.span, format!("the platform requires {}", lacking.join(", "))).help(
            if lacking.len() == 1 { "add it to the frontmatter" } else { "add them to the frontmatter" },
        );
    }
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
    /// A `license` that names a file which is not in the skill.
    /// ## Why it matters
    /// Whoever gets the skill can't read its terms.
    /// ## Example
    /// `license: Complete terms in LICENSE.txt` without that file.
    LICENSE_FILE_MISSING = "license-file-missing" {
        summary: "the license file does not exist",
        category: Frontmatter,
        level: Warning,
        fix: None,
        check: license_file_missing,
    }
}

fn license_file_missing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("license") else { return };
    let Some(text) = node.text() else { return };
    if text.contains("://") {
        return;
    }
    let named = text.split([' ', ',', '(', ')', '`', '"', '\'']).find(|word| {
        let upper = word.trim_end_matches('.').to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|stem| upper.starts_with(stem))
            && upper.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "TXT" | "MD" | "RST"))
    });
    let Some(file) = named.map(|word| word.trim_end_matches('.')) else { return };
    if !subject.skill.has(file.trim_start_matches("./")) {
        found
            .here(node.span, format!("`{file}` is not in the skill"))
            .help("add the file, or write the license's name");
    }
}

declare_rule! {
    /// ## What it finds
    /// `allowed-tools` with a bare `Bash` or `*`: every command is approved beforehand.
    /// ## Why it matters
    /// The user is no longer asked before anything runs.
    /// ## Example
    /// `allowed-tools: Bash` is better as `allowed-tools: Bash(git:*) Bash(jq:*)`.
    TOOLS_BROAD = "tools-broad" {
        summary: "every command is approved beforehand",
        category: Frontmatter,
        level: Note,
        fix: None,
        check: tools_broad,
    }
}

fn tools_broad(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("allowed-tools") else { return };
    let tools = match &node.value {
        Value::Scalar { text, .. } => split_tools(text),
        Value::List(items) => items.iter().filter_map(|item| item.text().map(str::to_owned)).collect(),
        Value::Map(_) => return,
    };
    if let Some(tool) =
        tools.iter().find(|tool| matches!(tool.as_str(), "*" | "Bash" | "Bash(*)" | "Bash(*:*)"))
    {
        found
            .here(node.span, format!("`{tool}` approves every command beforehand"))
            .help("name the commands: `Bash(git:*)`");
    }
}

declare_rule! {
    /// ## What it finds
    /// A version that is not `MAJOR.MINOR.PATCH`.
    /// ## Why it matters
    /// Registries and TeleAI compare versions by these three numbers.
    /// ## Example
    /// `version: "1.0"` must be `version: "1.0.0"`.
    VERSION_SEMVER = "version-semver" {
        summary: "the version is not MAJOR.MINOR.PATCH",
        category: Frontmatter,
        level: Note,
        fix: None,
        check: version_semver,
    }
}

fn version_semver(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let inner = head.value("metadata").and_then(|node| node.value_of("version"));
    let Some(node) = inner.or_else(|| head.value("version")) else { return };
    let Some(text) = node.text().filter(|text| !text.trim().is_empty()) else { return };
    let core = text.trim().split(['-', '+']).next().unwrap_or("");
    let is_number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (part.len() == 1 || !part.starts_with('0'))
    };
    let parts: Vec<&str> = core.split('.').collect();
    if parts.len() != 3 || !parts.iter().all(|part| is_number(part)) {
        found.here(node.span, format!("the version `{}` is not MAJOR.MINOR.PATCH", text.trim())).help(
            three_numbers(core).map_or_else(
                || "write three numbers, such as `\"1.0.0\"`".to_owned(),
                |version| format!("write `\"{version}\"`"),
            ),
        );
    }
}

/// What is meant by a version of one to three numbers: `4.1` is `4.1.0`, `26.10.00` is `26.10.0`.
fn three_numbers(core: &str) -> Option<String> {
    let mut numbers: Vec<u64> = core
        .trim_start_matches(['v', 'V'])
        .split('.')
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    if numbers.is_empty() || numbers.len() > 3 {
        return None;
    }
    numbers.resize(3, 0);
    Some(numbers.iter().map(u64::to_string).collect::<Vec<_>>().join("."))
}
