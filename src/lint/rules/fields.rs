//! Rules on the values of the other fields: `compatibility`, `allowed-tools`, versions, and what a platform requires.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::{Entry, Value, double},
        skill::split_tools,
        span::Span,
    },
};

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
    /// `license`, `metadata` or `allowed-tools` without a value.
    /// ## Why it matters
    /// An empty field says nothing, and typed loaders refuse `null` where they expect text.
    /// ## Example
    /// `license:`
    FIELD_EMPTY = "field-empty" {
        summary: "an optional field has no value",
        category: Frontmatter,
        level: Note,
        fix: Safe,
        check: field_empty,
    }
}

fn field_empty(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for key in ["license", "metadata", "allowed-tools"] {
        let Some(entry) = subject.skill.head.entry(key) else { continue };
        let is_blank = entry.value.text().is_some_and(|text| text.trim().is_empty());
        // What a comment below says, the removal would leave behind.
        let line = whole_line(subject, entry);
        if is_blank && !entry.repaired && line.of(subject.skill.text()).lines().count() == 1 {
            found
                .here(entry.key.span, format!("`{key}` has no value"))
                .help("fill it in, or remove the line")
                .fix(Fix::safe("remove the line", vec![Edit::remove(line)]));
        }
    }
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
