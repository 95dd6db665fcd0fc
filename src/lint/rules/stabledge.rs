//! Rules on the fields that StablEdge adds: what it reads and what it takes for something else.

use ignore::gitignore::GitignoreBuilder;

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::{Node, Value, double},
        skill::split_tools,
    },
};

declare_rule! {
    /// ## What it finds
    /// A `context` that is neither `inline` nor `fork`.
    /// ## Why it matters
    /// StablEdge reads any other value as `inline`, without a word.
    /// ## Example
    /// `context: isolated`
    CONTEXT_UNKNOWN = "context-unknown" {
        summary: "`context` is neither `inline` nor `fork`",
        category: Frontmatter,
        level: Off,
        fix: None,
        check: context_unknown,
    }
}

fn context_unknown(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("context") else { return };
    if !matches!(node.text(), Some("inline" | "fork")) {
        found.here(node.span, "`context` is neither `inline` nor `fork`, so it is read as `inline`");
    }
}

declare_rule! {
    /// ## What it finds
    /// `context: fork`.
    /// ## Why it matters
    /// Where StablEdge can't run a skill apart from the conversation, loading it fails; it does not fall back to
    /// `inline`.
    /// ## Example
    /// `context: fork` in a skill that needs no isolation; leave the line out.
    CONTEXT_FORK = "context-fork" {
        summary: "`context: fork` fails where skills can't run apart",
        category: Frontmatter,
        level: Off,
        fix: None,
        check: context_fork,
    }
}

fn context_fork(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("context") else { return };
    if node.text() == Some("fork") {
        found
            .here(node.span, "loading fails where skills can't run apart from the conversation")
            .help("leave `context` out unless the skill must run apart");
    }
}

declare_rule! {
    /// ## What it finds
    /// `paths` that is neither a text nor a list of texts, or a pattern that is empty or no valid gitignore pattern.
    /// ## Why it matters
    /// StablEdge activates the skill when a file of the conversation matches; such a pattern never does.
    /// ## Example
    /// `paths: "[*.pdf"` lacks its bracket; `paths: ["*.pdf"]` is right.
    PATHS_PATTERN = "paths-pattern" {
        summary: "`paths` holds no valid pattern",
        category: Frontmatter,
        level: Off,
        fix: None,
        check: paths_pattern,
    }
}

fn paths_pattern(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("paths") else { return };
    for item in one_or_more(node) {
        let Some(pattern) = item.text() else {
            found
                .here(item.span, format!("`paths` must hold texts, not {}", item.kind_word()))
                .help("write patterns as in `.gitignore`: `paths: [\"*.pdf\"]`");
            continue;
        };
        let matches_nothing = pattern.trim().is_empty() || pattern.starts_with('#');
        if matches_nothing {
            found.here(item.span, format!("the pattern `{pattern}` matches no file")).help("remove it");
        } else if let Err(error) =
            GitignoreBuilder::new("").allow_unclosed_class(false).add_line(None, pattern)
        {
            let why = error.to_string();
            let why = why.rsplit(": ").next().unwrap_or(&why).to_owned();
            found
                .here(item.span, format!("`{pattern}` is no valid pattern: {why}"))
                .help("write it as in `.gitignore`: `*.pdf`, `docs/**`");
        }
    }
}

/// The items of a list, or the value itself.
fn one_or_more(node: &Node) -> &[Node] {
    if let Value::List(items) = &node.value { items } else { std::slice::from_ref(node) }
}

declare_rule! {
    /// ## What it finds
    /// A field in a form that StablEdge does not ask for: `allowed-tools` that is no list of texts, `progressive` that
    /// is no mapping, `resources` that is no list.
    /// ## Why it matters
    /// A value of another form is not used. `allowed-tools` is a note only: the specification asks for one text, so no
    /// form suits both.
    /// ## Example
    /// `resources: scripts/run.py` must be a list.
    FIELD_FORM = "field-form" {
        summary: "a field has another form than the platform asks for",
        category: Frontmatter,
        level: Off,
        fix: Unsafe,
        check: field_form,
    }
}

fn field_form(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    if let Some(node) = head.value("progressive")
        && !matches!(node.value, Value::Map(_))
    {
        let message = format!("`progressive` must be a mapping, not {}", node.kind_word());
        found.here(node.span, message).help("write `progressive:` and below it indented `key: value` lines");
    }
    if let Some(node) = head.value("resources")
        && !matches!(node.value, Value::List(_))
    {
        let message = format!("`resources` must be a list, not {}", node.kind_word());
        found.here(node.span, message).help("write `resources:` and below it one `- …` line for each");
    }
    for key in ["allowed-tools", "allowed_tools"] {
        let Some(node) = head.value(key) else { continue };
        match &node.value {
            Value::List(items) => {
                if let Some(item) = items.iter().find(|item| item.text().is_none()) {
                    let message = format!("`{key}` must hold names of tools, not {}", item.kind_word());
                    found.here(item.span, message).help("write each tool's name as a text");
                }
            }
            Value::Map(_) => {
                found
                    .here(node.span, format!("`{key}` must be a list of texts, not a mapping"))
                    .help(format!("write `{key}: [Read, Write]`"));
            }
            Value::Scalar { text, .. } if !text.trim().is_empty() => {
                let tools: Vec<String> = split_tools(text).iter().map(|tool| double(tool)).collect();
                let list = format!("[{}]", tools.join(", "));
                let finding =
                    found.here(node.span, format!("`{key}` is one text; StablEdge asks for a list"));
                finding.quieter().help(format!("write `{key}: {list}`"));
                if !node.span.of(subject.skill.text()).contains('\n') {
                    let edit = Edit::replace(node.span, list);
                    finding.fix(Fix::unsure("write the tools as a list", vec![edit]));
                }
            }
            Value::Scalar { .. } => {}
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A network host written as a URL, with a path or a blank.
    /// ## Why it matters
    /// Hosts are compared as names; an entry of another form allows nothing.
    /// ## Example
    /// `allowed-hosts: [https://api.example.com/]` must be `allowed-hosts: [api.example.com]`.
    HOST_NOT_A_NAME = "host-not-a-name" {
        summary: "a network host is not a host's name",
        category: Frontmatter,
        level: Off,
        fix: Safe,
        check: host_not_a_name,
    }
}

fn host_not_a_name(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for list in host_lists(subject) {
        for item in one_or_more(list) {
            let Some(host) = item.text() else {
                found
                    .here(item.span, format!("a host must be a text, not {}", item.kind_word()))
                    .help("write the host's name alone: `api.example.com`");
                continue;
            };
            if !host.contains(['/', ' ', '\t']) {
                continue;
            }
            let finding = found.here(item.span, format!("`{host}` is not the name of a host"));
            finding.help("write the host's name alone: `api.example.com`");
            let name = host.split_once("://").map_or(host, |(_, rest)| rest).trim_end_matches('/');
            let is_name = !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
            if is_name {
                let edit = Edit::replace(item.span, name);
                finding.fix(Fix::safe(format!("write `{name}`"), vec![edit]));
            }
        }
    }
}

/// The values of the three spellings under which StablEdge reads hosts.
fn host_lists<'a>(subject: &Subject<'a>) -> Vec<&'a Node> {
    let head = &subject.skill.head;
    let network = head.value("network").and_then(|node| node.value_of("hosts"));
    let permissions = head
        .value("permissions")
        .and_then(|node| node.value_of("network"))
        .map(|node| node.value_of("hosts").unwrap_or(node));
    let permissions = permissions.filter(|node| !matches!(node.value, Value::Map(_)));
    [network, permissions, head.value("allowed-hosts")].into_iter().flatten().collect()
}

declare_rule! {
    /// ## What it finds
    /// Network hosts under more than one of `network.hosts`, `permissions.network` and `allowed-hosts`.
    /// ## Why it matters
    /// Which one counts is not for the reader to guess.
    /// ## Example
    /// `allowed-hosts:` beside `network:` with `hosts:`
    HOSTS_TWICE = "hosts-twice" {
        summary: "network hosts stand in several places",
        category: Frontmatter,
        level: Off,
        fix: None,
        check: hosts_twice,
    }
}

fn hosts_twice(subject: &Subject<'_>, found: &mut Findings<'_>) {
    if let [first, second, ..] = host_lists(subject).as_slice() {
        found
            .here(second.span, "network hosts stand in more than one place")
            .also(first.span, "and here")
            .help("keep one list of hosts");
    }
}
