//! Rules on the fields that StablEdge adds: what it reads and what it takes for something else.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::frontmatter::{Node, Value},
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
    /// A network host written as a URL, with a path or a blank.
    /// ## Why it matters
    /// Hosts are compared as names; an entry of another form allows nothing.
    /// ## Example
    /// `allowed-hosts: [https://api.example.com/]` must be `allowed-hosts: [api.example.com]`.
    HOST_NOT_A_NAME = "host-not-a-name" {
        summary: "a network host is not a host's name",
        category: Frontmatter,
        level: Off,
        fix: None,
        check: host_not_a_name,
    }
}

fn host_not_a_name(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for list in host_lists(subject) {
        let single;
        let items = if let Value::List(items) = &list.value {
            items.as_slice()
        } else {
            single = list.clone();
            std::slice::from_ref(&single)
        };
        for item in items {
            let Some(host) = item.text() else { continue };
            if host.contains(['/', ' ', '\t']) {
                found
                    .here(item.span, format!("`{host}` is not the name of a host"))
                    .help("write the host's name alone: `api.example.com`");
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
