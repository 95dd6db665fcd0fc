//! `openai-yaml`: the file by which OpenAI's products show a skill.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::{Frontmatter, Kind, Node, Value},
        span::Span,
    },
};

const FILE: &str = "agents/openai.yaml";
/// What is put before the text, so that the reader of heads reads it.
const FENCE: &str = "---\n";

declare_rule! {
    /// ## What it finds
    /// An `agents/openai.yaml` that OpenAI's products do not take as meant: a `display_name` over 64 characters, a
    /// `short_description` over 1,024 (25 to 64 are asked for), a `brand_color` that is not `#RRGGBB`, icons that are
    /// not in the skill, a `default_prompt` over 1,024 characters, a `policy.allow_implicit_invocation` that is not
    /// `true` or `false`.
    /// ## Why it matters
    /// Codex leaves out what it can't read, without a message.
    /// ## Example
    /// `brand_color: blue`. Write `brand_color: "#3366FF"`.
    OPENAI_YAML = "openai-yaml" {
        summary: "agents/openai.yaml is not taken as meant",
        category: Frontmatter,
        level: Warning,
        fix: None,
        check: openai_yaml,
    }
}

fn openai_yaml(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(text) = subject.texts().iter().find(|text| text.path == FILE) else { return };
    if text.text.trim().is_empty() {
        return;
    }
    let content = text.text.strip_prefix(FENCE).unwrap_or(text.text);
    let skipped = text.text.len() - content.len();
    let whole = format!("{FENCE}{content}\n---\n");
    let head = Frontmatter::parse(&whole);
    let place = |span: Span| {
        let moved = |at: usize| (at + skipped).saturating_sub(FENCE.len()).min(text.text.len());
        Span::new(moved(span.start), moved(span.end))
    };
    if let Some(fault) = head.faults.first() {
        found.at(FILE, place(fault.span), fault.kind.to_string()).help("mend the YAML");
        return;
    }
    let interface = head.value("interface");
    let field = |key: &str| interface.and_then(|node| node.value_of(key));
    let mut say = |node: &Node, message: String, help: &str| {
        found.at(FILE, place(node.span), message).help(help);
    };
    for (key, most) in [("display_name", 64), ("short_description", 1024), ("default_prompt", 1024)] {
        let Some(node) = field(key) else { continue };
        match node.text() {
            None => say(node, format!("`{key}` is no text"), "write it as text"),
            Some(value) if value.trim().is_empty() => {
                say(node, format!("`{key}` is empty"), "fill it, or take it out");
            }
            Some(value) if value.chars().count() > most => {
                let length = value.chars().count();
                say(node, format!("`{key}` has {length} characters, {most} are allowed"), "shorten it");
            }
            Some(_) => {}
        }
    }
    if let Some(node) = field("brand_color") {
        let is_color = node
            .text()
            .and_then(|text| text.strip_prefix('#'))
            .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if !is_color {
            say(
                node,
                "`brand_color` is no colour of the form `#RRGGBB`".to_owned(),
                "write it in quotes: `\"#3366FF\"`",
            );
        }
    }
    for key in ["icon_small", "icon_large"] {
        let Some(node) = field(key) else { continue };
        let Some(path) = node.text() else { continue };
        let clean = path.trim().trim_start_matches("./");
        if !path.contains("://") && !clean.is_empty() && !subject.skill.has(clean) {
            say(
                node,
                format!("`{key}` names `{path}`, which does not exist"),
                "write the path from the skill's folder",
            );
        }
    }
    let implicit = head.value("policy").and_then(|node| node.value_of("allow_implicit_invocation"));
    if let Some(node) = implicit.filter(|node| node.kind() != Kind::Boolean) {
        let message = "`allow_implicit_invocation` is not `true` or `false`".to_owned();
        say(node, message, "write `true` or `false`");
    }
    if let Some(node) = interface.filter(|node| !matches!(node.value, Value::Map(_)) && !node.is_absent()) {
        say(node, "`interface` is no mapping".to_owned(), "write its fields below it, indented");
    }
}
