//! Addresses: internal ones, home folders of one machine, hosts that nothing declares.

use std::collections::BTreeSet;

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::{Text, Topic},
    },
    model::{
        frontmatter::{Node, Value},
        span::Span,
    },
};

declare_rule! {
    /// ## What it finds
    /// Addresses that only exist in one network or on one machine: private IPv4 ranges, loopback, the cloud's metadata
    /// address, `localhost`, hosts below `.internal`, `.local`, `.corp`, `.lan`, `.intranet`. Loopback addresses and
    /// ranges such as `10.0.0.0/8` are notes at most.
    /// ## Why it matters
    /// TeleAI refuses skills that call them: they work nowhere else, and they tell strangers of a network.
    /// ## Example
    /// `http://192.168.1.20:8080/api`. Let the user give the address: `{base_url}`.
    INTERNAL_ADDRESS = "internal-address" {
        summary: "an internal or loopback address",
        category: Safety,
        level: Off,
        fix: None,
        check: internal_address,
    }
}

fn internal_address(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        let mut last = 0;
        for hit in text.hits(Topic::Address) {
            let Some((span, what)) = internal(text.text, hit).filter(|(span, _)| span.start >= last) else {
                continue;
            };
            last = span.end;
            let finding = found.at(text.path, span, format!("`{}` is {what}", span.of(text.text)));
            finding.help("make the address a parameter that the user gives");
            // A server on the reader's own machine, or a range in a firewall's rule, is nobody's network.
            if what == LOOPBACK || is_range(text.text, span) {
                finding.quieter();
            }
        }
    }
}

const LOOPBACK: &str = "a loopback address";

/// Whether `/24` or the like follows: a range of addresses, none of which is called.
fn is_range(text: &str, address: Span) -> bool {
    let bits = text[address.end..].strip_prefix('/').unwrap_or("");
    let digits = bits.bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits) && !text[..address.start].ends_with("://")
}

/// The whole host round a word, and why it is internal.
fn internal(text: &str, hit: Span) -> Option<(Span, &'static str)> {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    let before = text[..hit.start].bytes().rev().take(80).take_while(part).count();
    let after = text[hit.end..].bytes().take(80).take_while(part).count();
    let span = Span::new(hit.start - before, hit.end + after);
    let whole = span.of(text).trim_end_matches(['.', ':']);
    let host = whole.split(':').next().unwrap_or(whole);
    let span = Span::new(span.start, span.start + whole.len());
    if whole.starts_with("[::1]") {
        return Some((span, LOOPBACK));
    }
    if let Ok(address) = host.parse::<std::net::Ipv4Addr>() {
        let what = if address.is_loopback() || address.is_unspecified() {
            LOOPBACK
        } else if address.is_link_local() {
            "a link-local address, where clouds keep credentials"
        } else if address.is_private() {
            "a private address"
        } else {
            return None;
        };
        return Some((span, what));
    }
    let is_url = text[..span.start].ends_with("://");
    let lower = host.to_ascii_lowercase();
    if lower == "localhost" {
        return (is_url || whole.len() > host.len()).then_some((span, LOOPBACK));
    }
    // In code, `foo.local` may be a field: only URLs tell.
    let is_internal =
        [".internal", ".local", ".corp", ".lan", ".intranet"].iter().any(|ending| lower.ends_with(ending));
    (is_url && is_internal).then_some((span, "an internal host"))
}

declare_rule! {
    /// ## What it finds
    /// A path into one person's home folder: `/Users/jill/…`, `/home/jill/…`, `C:\Users\jill\…`. Stand-ins such as
    /// `/home/user` are not judged.
    /// ## Why it matters
    /// It exists on the author's machine only, and it tells the author's login.
    /// ## Example
    /// `cd /Users/jill/skills/report`. Write the path relative to the skill, or `~`.
    HOME_PATH = "home-path" {
        summary: "a path into one person's home folder",
        category: Safety,
        level: Note,
        fix: None,
        check: home_path,
    }
}

fn home_path(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        // Once per login and file: the second place says nothing new.
        let mut told: BTreeSet<&str> = BTreeSet::new();
        for hit in text.hits(Topic::Home) {
            let Some(span) = home(text, hit) else { continue };
            let login = Span::new(hit.end, span.end).of(text.text);
            if told.insert(login) {
                found
                    .at(text.path, span, format!("`{}` is the home folder of one person", span.of(text.text)))
                    .help("write the path relative to the skill's folder, or with `~`");
            }
        }
    }
}

/// Logins that stand for anybody's, or that images and hosted machines have.
const ANYBODY: [&str; 64] = [
    "user",
    "username",
    "user_name",
    "you",
    "your",
    "yourname",
    "your-name",
    "youruser",
    "your-username",
    "me",
    "name",
    "alice",
    "bob",
    "john",
    "jane",
    "joe",
    "foo",
    "bar",
    "xxx",
    "x",
    "test",
    "tester",
    "dev",
    "developer",
    "runner",
    "ubuntu",
    "debian",
    "vscode",
    "node",
    "app",
    "agent",
    "claude",
    "sandbox",
    "root",
    "admin",
    "shared",
    "public",
    "default",
    "oai",
    "coder",
    "workspace",
    "user1",
    "linuxbrew",
    "pi",
    "ec2-user",
    "circleci",
    "codespace",
    "gitpod",
    "jovyan",
    "appuser",
    "someone",
    "somebody",
    "myuser",
    "myname",
    "example",
    "nonroot",
    "project",
    "jenkins",
    "git",
    "nobody",
    "dave",
    "demo",
    "local",
    "data",
];

fn home(text: &Text<'_>, hit: Span) -> Option<Span> {
    // Part of a URL, or of a longer path such as `/api/users/`: another thing.
    let before = text.text[..hit.start].bytes().next_back();
    let is_root = text.text.as_bytes().get(hit.start) == Some(&b'/');
    if is_root
        && before.is_some_and(|byte| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'/' | b'.' | b'}' | b'_' | b'-' | b'>' | b'*' | b')')
        })
    {
        return None;
    }
    if is_root && !matches!(hit.of(text.text), "/Users/" | "/home/") {
        return None;
    }
    let rest = &text.text[hit.end..];
    let length = rest
        .bytes()
        .take(40)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
        .count();
    let login = rest[..length].trim_end_matches('.');
    let lower = login.to_ascii_lowercase();
    let goes_on = rest.as_bytes().get(length).is_some_and(|byte| matches!(byte, b'/' | b'\\'));
    let is_somebody = length > 1
        && goes_on
        && !ANYBODY.contains(&lower.as_str())
        && !["your", "my", "some", "example", "user", "test", "xx"]
            .iter()
            .any(|stand_in| lower.starts_with(stand_in))
        && !lower.ends_with("user")
        && !lower.ends_with("name");
    // The drive's letter belongs to the path.
    let start = if is_root {
        hit.start
    } else {
        hit.start - usize::from(before.is_some_and(|byte| byte.is_ascii_alphabetic()))
    };
    is_somebody.then(|| Span::new(start, hit.end + login.len()))
}

declare_rule! {
    /// ## What it finds
    /// A host that a script calls and that the frontmatter does not declare in `network.hosts`,
    /// `permissions.network.hosts` or `allowed-hosts`.
    /// ## Why it matters
    /// StablEdge lets a script reach only the hosts declared or confirmed.
    /// ## Example
    /// `requests.get("https://api.example.net/v1")` without `allowed-hosts: [api.example.net]`.
    UNLISTED_HOST = "unlisted-host" {
        summary: "a script calls a host that is not declared",
        category: Safety,
        level: Off,
        fix: None,
        check: unlisted_host,
    }
}

fn unlisted_host(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let network = head.value("network").and_then(|node| node.value_of("hosts"));
    let permitted = head
        .value("permissions")
        .and_then(|node| node.value_of("network"))
        .and_then(|node| node.value_of("hosts"));
    let declared: Vec<String> = [network, permitted, head.value("allowed-hosts")]
        .into_iter()
        .flatten()
        .flat_map(items)
        .filter_map(Node::text)
        .map(|host| host.trim().to_ascii_lowercase())
        .collect();
    let is_declared = |host: &str| {
        declared.iter().any(|other| {
            other == host || other.strip_prefix("*.").is_some_and(|base| host.ends_with(&format!(".{base}")))
        })
    };
    let mut told = BTreeSet::new();
    for text in subject.texts().iter().filter(|text| text.is_code()) {
        for hit in text.hits(Topic::Url) {
            let Some(span) = host(text, hit) else { continue };
            let host = span.of(text.text).to_ascii_lowercase();
            if !is_declared(&host) && told.insert(host.clone()) {
                found
                    .at(
                        text.path,
                        span,
                        format!("the script calls `{host}`, which the frontmatter does not declare"),
                    )
                    .help(format!("add `{host}` to `allowed-hosts` in the frontmatter"));
            }
        }
    }
}

fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        Value::Scalar { .. } | Value::Map(_) => std::slice::from_ref(node),
    }
}

/// The host of a web address that code holds outside of comments.
fn host(text: &Text<'_>, mark: Span) -> Option<Span> {
    let before = &text.text[..mark.start];
    let is_web = ["https", "http", "wss", "ws"].iter().any(|scheme| before.ends_with(scheme));
    let rest = &text.text[mark.end..];
    let length = rest
        .bytes()
        .take(120)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
        .count();
    let host = rest[..length].trim_end_matches('.');
    let next = rest.as_bytes().get(length);
    // `https://{host}` and logins name no host here.
    if !is_web
        || next.is_some_and(|byte| matches!(byte, b'{' | b'$' | b'@' | b'%'))
        || text.is_comment(mark.start)
    {
        return None;
    }
    let lower = host.to_ascii_lowercase();
    let is_name = lower.contains('.') && lower.bytes().any(|byte| byte.is_ascii_alphabetic());
    // Names of formats, never called; and names of documentation.
    let is_word = [
        "w3.org",
        "schemas.openxmlformats.org",
        "schemas.microsoft.com",
        "json-schema.org",
        "purl.org",
        "example.com",
        "example.org",
        "example.net",
        "xmlsoap.org",
    ]
    .iter()
    .any(|name| lower == *name || lower.ends_with(&format!(".{name}")));
    (is_name && !is_word).then(|| Span::new(mark.end, mark.end + host.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::Mode;

    #[test]
    fn internal_addresses_are_told_from_versions_and_fields() {
        let finds = |content: &str| {
            let text = Text::new("a.md", content, Mode::Regular);
            text.hits(Topic::Address).any(|hit| internal(content, hit).is_some())
        };
        for content in [
            "http://192.168.1.2:80/x",
            "10.0.0.1",
            "http://localhost/",
            "localhost:3000",
            "https://wiki.corp/x",
            "http://169.254.169.254/",
        ] {
            assert!(finds(content), "{content}");
        }
        for content in ["version 10.2", "self.local", "172.217.0.1", "localhost is a word", "10.4.2"] {
            assert!(!finds(content), "{content}");
        }
    }

    #[test]
    fn homes_of_somebody_are_told_from_anybodys() {
        let finds = |content: &str| {
            let text = Text::new("a.md", content, Mode::Regular);
            text.hits(Topic::Home).any(|hit| home(&text, hit).is_some())
        };
        assert!(finds("cd /Users/jill/x") && finds("C:\\Users\\jill\\x") && finds("`/home/jill/y`"));
        for content in
            ["/home/user/x", "https://a.b/users/jill/x", "/Users/<name>/x", "/Users/you/x", "/home/jill"]
        {
            assert!(!finds(content), "{content}");
        }
    }
}
