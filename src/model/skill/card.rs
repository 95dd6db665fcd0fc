//! `Card`: what agents show of a skill, read as leniently as clients read it; `Unusable`: why there is none.

use serde_json::{Map, Value as Json};

use crate::model::{
    frontmatter::{FaultKind, Frontmatter, Node, Value},
    span::line_and_column,
};

/// What the head of a SKILL.md says, as far as install, discovery and list care.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub(crate) struct Card {
    /// Present in every card that [`read_card`] gives; not brought to any form.
    pub(crate) name: Option<String>,
    /// Present in every card that [`read_card`] gives.
    pub(crate) description: Option<String>,
    /// `metadata.version`, or the top-level `version` that many skills have.
    pub(crate) version: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) compatibility: Option<String>,
    /// `category` of `metadata`, or top-level.
    pub(crate) category: Option<String>,
    /// `tags` of `metadata`, or top-level: a list, or a text with commas.
    pub(crate) tags: Vec<String>,
    /// `allowed-tools` (or `allowed_tools`): a list, or a text with blanks or commas outside of parentheses.
    pub(crate) allowed_tools: Vec<String>,
    /// `metadata.requires`: names of skills this one needs, separated by blanks.
    pub(crate) requires: Vec<String>,
    /// `metadata.internal` is true: not offered to everybody.
    pub(crate) internal: bool,
    /// `paths`: gitignore patterns that make it a conditional skill; a list, or one text.
    pub(crate) paths: Vec<String>,
    /// `context: fork`: it must run apart from the conversation, or not at all.
    pub(crate) forks: bool,
    /// `disable-model-invocation: true`: only people may choose it.
    pub(crate) manual_only: bool,
    /// The head is no valid YAML and was read by a repair that many, not all, clients make.
    pub(crate) repaired: bool,
}

/// Why no client can use a SKILL.md. Lines count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unusable {
    #[error("it is not UTF-8 text: the byte at offset {offset} is no part of a character")]
    NotUtf8 { offset: usize },
    #[error("it is UTF-16 text, not UTF-8")]
    Utf16,
    #[error("it holds a NUL byte at offset {offset}, so it is no text")]
    Nul { offset: usize },
    #[error("no frontmatter: the first line is not `---`")]
    NoFrontmatter,
    #[error("no frontmatter at the top: `---` comes only on line {line}, after other text")]
    TextBeforeFrontmatter { line: usize },
    #[error("the frontmatter that begins on line {line} is never closed with `---`")]
    Unclosed { line: usize },
    #[error("line {line}: {why}")]
    Yaml { line: usize, why: String },
    #[error("the frontmatter is not `key: value` lines")]
    NotAMapping,
    #[error("the frontmatter is empty")]
    Empty,
    #[error("the frontmatter has no `name`")]
    NameMissing,
    #[error("line {line}: `name` is {found}, not text")]
    NameNotText { line: usize, found: &'static str },
    #[error("the frontmatter has no `description`")]
    DescriptionMissing,
    #[error("line {line}: `description` is {found}, not text")]
    DescriptionNotText { line: usize, found: &'static str },
}

impl Unusable {
    /// StablEdge's diagnostic code for this reason.
    pub(crate) fn platform_code(&self) -> &'static str {
        match self {
            Self::NoFrontmatter | Self::TextBeforeFrontmatter { .. } | Self::Unclosed { .. } => {
                "SKILL_MD_NO_FRONTMATTER"
            }
            Self::NotUtf8 { .. }
            | Self::Utf16
            | Self::Nul { .. }
            | Self::Yaml { .. }
            | Self::NotAMapping
            | Self::Empty => "SKILL_MD_YAML_INVALID",
            Self::NameMissing | Self::NameNotText { .. } => "SKILL_MD_NAME_MISSING",
            Self::DescriptionMissing | Self::DescriptionNotText { .. } => "SKILL_MD_METADATA_INVALID",
        }
    }
}

/// The text of a SKILL.md, or why its bytes are none.
pub(crate) fn read_text(bytes: &[u8]) -> Result<&str, Unusable> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(Unusable::Utf16);
    }
    let text =
        std::str::from_utf8(bytes).map_err(|error| Unusable::NotUtf8 { offset: error.valid_up_to() })?;
    match memchr::memchr(0, bytes) {
        Some(offset) => Err(Unusable::Nul { offset }),
        None => Ok(text),
    }
}

/// Reads the head of a SKILL.md as leniently as clients do: a byte order mark, blank lines before the head, blanks
/// after its fences, unquoted colons and repeated keys are borne.
pub(crate) fn read_card(skill_md: &[u8]) -> Result<Card, Unusable> {
    let text = read_text(skill_md)?;
    let head = Frontmatter::parse(text);
    let line_of = |offset: usize| line_and_column(text, offset).0;
    let Some(opening) = head.split.opening else {
        let later = text.match_indices("\n---").map(|(at, _)| at + 1).find(|&at| {
            let line = text[at..].lines().next().unwrap_or("");
            line.trim_end() == "---" && text[at..].contains("\nname:")
        });
        return Err(
            later.map_or(Unusable::NoFrontmatter, |at| Unusable::TextBeforeFrontmatter { line: line_of(at) })
        );
    };
    if !head.is_closed() {
        return Err(Unusable::Unclosed { line: line_of(opening.span.start) });
    }
    let mut repaired = false;
    for fault in &head.faults {
        match fault.kind {
            FaultKind::NotAMapping { .. } => return Err(Unusable::NotAMapping),
            FaultKind::Empty => return Err(Unusable::Empty),
            FaultKind::DuplicateKey { .. } | FaultKind::ValueAtMargin { .. } | FaultKind::Tab => {
                repaired = true;
            }
            _ if fault.repair.is_some() => repaired = true,
            _ => return Err(Unusable::Yaml { line: line_of(fault.span.start), why: fault.kind.to_string() }),
        }
    }
    let name = match head.value("name") {
        Some(node) if node.text().is_none() => {
            let line = line_of(node.span.start);
            return Err(Unusable::NameNotText { line, found: node.kind_word() });
        }
        node => node.and_then(filled).ok_or(Unusable::NameMissing)?,
    };
    let description = match head.value("description") {
        Some(node) if node.text().is_none() => {
            let line = line_of(node.span.start);
            return Err(Unusable::DescriptionNotText { line, found: node.kind_word() });
        }
        node => node.and_then(filled).ok_or(Unusable::DescriptionMissing)?,
    };
    let metadata = head.value("metadata");
    let extra = |key: &str| metadata.and_then(|node| node.value_of(key)).or_else(|| head.value(key));
    let tools = head.value("allowed-tools").or_else(|| head.value("allowed_tools"));
    Ok(Card {
        name: Some(name),
        description: Some(description),
        version: extra("version").and_then(filled),
        license: head.value("license").and_then(filled),
        compatibility: head.value("compatibility").and_then(filled),
        category: extra("category").and_then(filled),
        tags: extra("tags").map(|node| texts(node, split_at_commas)).unwrap_or_default(),
        allowed_tools: tools.map(|node| texts(node, split_tools)).unwrap_or_default(),
        requires: metadata
            .and_then(|node| node.value_of("requires"))
            .map(|node| texts(node, |text| text.split_whitespace().map(str::to_owned).collect()))
            .unwrap_or_default(),
        internal: metadata.and_then(|node| node.value_of("internal")).and_then(Node::text) == Some("true"),
        paths: head.value("paths").map(|node| texts(node, |text| vec![text.to_owned()])).unwrap_or_default(),
        forks: head.value("context").and_then(filled).as_deref() == Some("fork"),
        manual_only: head
            .value("disable-model-invocation")
            .and_then(filled)
            .is_some_and(|text| is_true(&text)),
        repaired,
    })
}

/// YAML's spellings of true.
fn is_true(text: &str) -> bool {
    matches!(text, "true" | "True" | "TRUE")
}

/// Whether the text of an `agents/openai.yaml` forbids the model to choose the skill by itself. A file that can't be
/// read forbids nothing, as with the client it is for.
pub(crate) fn forbids_implicit_use(openai_yaml: &str) -> bool {
    let content = openai_yaml.strip_prefix("---\n").unwrap_or(openai_yaml);
    // The fences make the reader of heads read it.
    let head = Frontmatter::parse(&format!("---\n{content}\n---\n"));
    let allowed = head.value("policy").and_then(|policy| policy.value_of("allow_implicit_invocation"));
    allowed.and_then(filled).is_some_and(|text| matches!(text.as_str(), "false" | "False" | "FALSE"))
}

/// The fields of a head in their order, as JSON; scalars stay texts, as the reference reader gives them.
pub(crate) fn head_json(head: &Frontmatter) -> Map<String, Json> {
    head.entries.iter().map(|entry| (entry.name().to_owned(), to_json(&entry.value))).collect()
}

fn to_json(node: &Node) -> Json {
    match &node.value {
        Value::Scalar { text, .. } => Json::String(text.clone()),
        Value::List(items) => Json::Array(items.iter().map(to_json).collect()),
        Value::Map(entries) => Json::Object(
            entries.iter().map(|entry| (entry.name().to_owned(), to_json(&entry.value))).collect(),
        ),
    }
}

/// A scalar's text, trimmed, if there is any. YAML's own spellings of nothing count as nothing.
fn filled(node: &Node) -> Option<String> {
    let text = node.text()?.trim();
    let is_null = node.kind() == crate::model::frontmatter::Kind::Null;
    (!text.is_empty() && !is_null).then(|| text.to_owned())
}

/// The texts of a list, or the pieces of one text.
fn texts(node: &Node, pieces: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    match &node.value {
        Value::List(items) => items.iter().filter_map(filled).collect(),
        Value::Scalar { .. } => filled(node).map(|text| pieces(&text)).unwrap_or_default(),
        Value::Map(_) => Vec::new(),
    }
}

fn split_at_commas(text: &str) -> Vec<String> {
    text.split([',', '，', '、']).map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

/// The tools of an `allowed-tools` text: blanks and commas separate, except inside parentheses.
pub(crate) fn split_tools(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut tools = vec![String::new()];
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (c.is_whitespace() || c == ',') {
            tools.push(String::new());
        } else if let Some(tool) = tools.last_mut() {
            tool.push(c);
        }
    }
    tools.retain(|tool| !tool.is_empty());
    tools
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(text: &str) -> String {
        read_card(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_full_head_gives_a_full_card() {
        let text = "---\nname: pdf\ndescription: Work with PDFs.\nlicense: MIT\nallowed-tools: Bash(git add:*) Read,Write\nmetadata:\n  version: 1.10\n  category: office\n  tags: a, b\n  requires: tables  forms\n  internal: true\n---\n";
        let card = read_card(text.as_bytes()).unwrap();
        assert_eq!(card.version.as_deref(), Some("1.10"));
        assert_eq!(card.allowed_tools, ["Bash(git add:*)", "Read", "Write"]);
        assert_eq!(card.tags, ["a", "b"]);
        assert_eq!(card.requires, ["tables", "forms"]);
        assert!(card.internal && !card.repaired);
    }

    #[test]
    fn what_clients_bear_is_borne_and_told() {
        for text in [
            "---\nname: a\ndescription: Use when: x\n---\n",
            "---\nname: a\ndescription: **x**\n---\n",
            "---\nname: a\ndescription: x\nname: b\n---\n",
        ] {
            let card = read_card(text.as_bytes()).unwrap();
            assert!(card.repaired, "{text}");
            assert_eq!(card.name.as_deref(), Some("a"));
        }
        for text in
            ["\u{FEFF}---\nname: a\ndescription: x\n---\n", "\n--- \r\nname: a\r\ndescription: x\r\n---"]
        {
            assert!(!read_card(text.as_bytes()).unwrap().repaired, "{text}");
        }
    }

    #[test]
    fn each_reason_is_said_with_its_line() {
        assert_eq!(why("# Title\n"), "no frontmatter: the first line is not `---`");
        assert_eq!(
            why("<!-- c -->\n---\nname: a\n---\n"),
            "no frontmatter at the top: `---` comes only on line 2, after other text"
        );
        assert_eq!(why("---\nname: a\n"), "the frontmatter that begins on line 1 is never closed with `---`");
        assert_eq!(
            why("---\nname: a\n--- Apache-2.0\ndescription: x\n---\n"),
            "line 3: a document separator with text stands inside the frontmatter"
        );
        assert_eq!(why("---\n- a\n---\n"), "the frontmatter is not `key: value` lines");
        assert_eq!(why("---\ndescription: x\n---\n"), "the frontmatter has no `name`");
        assert_eq!(why("---\nname: a\ndescription:\n---\n"), "the frontmatter has no `description`");
        assert_eq!(why("---\nname: [a]\ndescription: b\n---\n"), "line 2: `name` is a list, not text");
        assert_eq!(
            read_card(b"---\nname: caf\xe9\n---\n").unwrap_err().to_string(),
            "it is not UTF-8 text: the byte at offset 13 is no part of a character"
        );
        assert_eq!(read_card(b"\xff\xfe-\0").unwrap_err(), Unusable::Utf16);
    }
}
