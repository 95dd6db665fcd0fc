//! `secret` and `connection-string`. A secret is never shown whole: its first characters and its length are.

use super::{
    formats::FORMATS,
    placeholder::{entropy, is_placeholder},
};
use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::{Text, Topic},
    },
    model::span::Span,
};

/// Secrets told per file, at most: a file with more is one finding too many.
const MAX_TOLD: usize = 20;

declare_rule! {
    /// ## What it finds
    /// Keys and tokens in any file: those of known services by their form (AWS, GitHub, GitLab, Slack, Stripe, OpenAI,
    /// Anthropic, Google, npm, Azure, Twilio, Alibaba Cloud, Tencent Cloud, Volcengine, Baidu …),
    /// private key blocks, signed tokens, and random text assigned to a name such as `api_key` or `SDK_SK`.
    /// Stand-ins of documentation (`sk-...`, `<token>`, `YOUR_KEY`, `AKIAIOSFODNN7EXAMPLE`) are none.
    /// ## Why it matters
    /// A skill is copied to every machine that installs it, and its history keeps what was once in it.
    /// ## Example
    /// `api_key = "…"` in a script. Read it from the environment, and revoke the key: it has been seen.
    SECRET = "secret" {
        summary: "a key or token stands in a file",
        category: Safety,
        level: Error,
        fix: None,
        check: secret,
    }
}

fn secret(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        let mut told: Vec<Span> = Vec::new();
        let known = text.hits(Topic::Key).filter_map(|hit| key(text, hit.start));
        let assigned = text.hits(Topic::Assignment).filter_map(|hit| assigned(text, hit));
        for (span, what) in known.chain(assigned) {
            if told.len() == MAX_TOLD || told.iter().any(|other| other.touches(span)) {
                continue;
            }
            told.push(span);
            found
                .at(text.path, span, format!("{what} stands here: {}", masked(span.of(text.text))))
                .help("read it from an environment variable, and revoke this one: it has been copied");
        }
    }
}

/// The first characters and the length.
fn masked(value: &str) -> String {
    let shown: String = value.lines().next().unwrap_or("").chars().take(4).collect();
    format!("`{shown}…` ({} characters)", value.chars().count())
}

/// A key of a known form that begins at a place.
fn key(text: &Text<'_>, at: usize) -> Option<(Span, String)> {
    let rest = text.text.get(at..)?;
    let before = text.text[..at].bytes().next_back();
    if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
        return None;
    }
    if rest.starts_with("-----BEGIN ") {
        return private_key(rest).map(|length| (Span::new(at, at + length), "a private key".to_owned()));
    }
    if rest.starts_with("eyJ") {
        return signed_token(rest)
            .map(|length| (Span::new(at, at + length), "a signed token (JWT)".to_owned()));
    }
    FORMATS.iter().filter(|format| rest.starts_with(format.prefix)).find_map(|format| {
        let body = &rest[format.prefix.len()..];
        let length =
            body.bytes().take(format.most + 1).take_while(|byte| format.alphabet.holds(*byte)).count();
        let next = body.as_bytes().get(length);
        let goes_on = next.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
            && !ends_sentence(&body[length..]);
        let value = &rest[..format.prefix.len() + length];
        let random = &body[..length];
        let is_key = length >= format.least
            && length <= format.most
            && !goes_on
            && random.bytes().any(|byte| byte.is_ascii_digit())
            && random.bytes().any(|byte| byte.is_ascii_alphabetic())
            && entropy(random) > 2.8
            && !is_placeholder(value);
        is_key.then(|| (Span::new(at, at + value.len()), format.owner.to_owned()))
    })
}

/// A full stop that ends a sentence does not go on.
fn ends_sentence(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace))
}

/// The length of a private key block that holds a key.
fn private_key(rest: &str) -> Option<usize> {
    let kind = rest.strip_prefix("-----BEGIN ")?;
    let head = kind.find("-----").filter(|end| *end < 40 && kind[..*end].contains("PRIVATE KEY"))?;
    let body = kind.get(head + 5..)?;
    // In source code the lines are joined by `\n` in letters.
    let end = body.find("-----END")?;
    let content = body.get(..end)?.replace("\\n", "\n");
    let key: String = content
        .lines()
        .filter(|line| !line.contains(':'))
        .flat_map(|line| line.chars())
        .filter(char::is_ascii_alphanumeric)
        .take(400)
        .collect();
    let is_key = key.len() >= 60 && !content.contains("...") && entropy(&key) > 4.0 && !is_placeholder(&key);
    is_key.then_some("-----BEGIN ".len() + head + 5 + end)
}

/// The length of a token of three parts whose first two are JSON.
fn signed_token(rest: &str) -> Option<usize> {
    let length = rest
        .bytes()
        .take(4_096)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
        .count();
    let token = rest[..length].trim_end_matches('.');
    let mut parts = token.split('.');
    let (head, claims, signature) = (parts.next()?, parts.next()?, parts.next()?);
    let is_token = parts.next().is_none()
        && head.len() >= 16
        && claims.len() >= 24
        && claims.starts_with("eyJ")
        && signature.len() >= 40
        && entropy(signature) > 4.0
        // The claims of the example that every manual of signed tokens shows: `"sub":"1234567890"`.
        && !claims.contains("MTIzNDU2Nzg5MC")
        && !claims.contains("MjM0NTY3ODkw")
        && !is_placeholder(signature);
    is_token.then_some(token.len())
}

/// A random value assigned to a name that ends with a telling word.
fn assigned(text: &Text<'_>, word: Span) -> Option<(Span, String)> {
    let rest = text.text.get(word.end..)?;
    let tail = rest.bytes().take(24).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    if !is_tail(&rest[..tail]) {
        return None;
    }
    let mut at = word.end + tail;
    let mut cut = |allowed: &[u8], most: usize| {
        let skipped = text.text[at..].bytes().take(most).take_while(|byte| allowed.contains(byte)).count();
        at += skipped;
        skipped
    };
    cut(b"\"']", 2);
    cut(b" \t", 8);
    if cut(b"=:", 2) == 0 {
        return None;
    }
    cut(b" \t", 8);
    let quote = text.text[at..].bytes().next().filter(|byte| matches!(byte, b'"' | b'\''))?;
    at += 1;
    let length = text.text[at..]
        .bytes()
        .take(201)
        .take_while(|byte| *byte > b' ' && *byte < 0x7F && *byte != quote)
        .count();
    if text.text.as_bytes().get(at + length) != Some(&quote) {
        return None;
    }
    let span = Span::new(at, at + length);
    is_random(span.of(text.text)).then(|| (span, "a random value assigned to a secret's name".to_owned()))
}

/// What may follow the telling word: `secretKey` is one, `tokenMint` and `secretsAddress` name something else.
fn is_tail(tail: &str) -> bool {
    let tail = tail.to_ascii_lowercase();
    let tail = tail.trim_start_matches('_').trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    matches!(tail, "" | "s" | "key" | "value" | "string" | "prod" | "production" | "live")
}

/// Whether a value looks drawn by chance: no words, no path, no reference.
fn is_random(value: &str) -> bool {
    let count = |test: fn(&u8) -> bool| value.bytes().filter(test).count();
    let digits = count(u8::is_ascii_digit);
    let lower = count(u8::is_ascii_lowercase);
    let upper = count(u8::is_ascii_uppercase);
    let other = value.len() - digits - lower - upper;
    let is_hex = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    let least = if is_hex { 3.0 } else { 3.7 };
    // The address of an account or contract on a chain, which everybody may know.
    let is_address = value.starts_with("0x") && value.len() == 42;
    (20..=200).contains(&value.len())
        && !is_address
        // The padded Base64 of a short text, as answers of servers have it.
        && !(value.ends_with("==") && value.len() < 32)
        && other * 8 <= value.len()
        && digits * 10 >= value.len()
        && lower + upper >= 4
        && (is_hex || (lower > 0 && upper > 0))
        && !value.contains("://")
        && !value.contains("..")
        // The head of a signed token alone, as documentation cuts it.
        && !value.starts_with("eyJ")
        && entropy(value) >= least
        && !is_placeholder(value)
}

declare_rule! {
    /// ## What it finds
    /// A URL with a user and a password in it: `postgres://app:…@db.example.net/orders`. Stand-ins
    /// (`user:password@localhost`, `${PASSWORD}`) are not judged.
    /// ## Why it matters
    /// Whoever installs the skill can log in there.
    /// ## Example
    /// A database URL in a script. Read it from the environment.
    CONNECTION_STRING = "connection-string" {
        summary: "a URL holds a password",
        category: Safety,
        level: Warning,
        fix: None,
        check: connection_string,
    }
}

fn connection_string(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        for hit in text.hits(Topic::Url) {
            if let Some((span, scheme)) = password(text.text, hit) {
                found.at(text.path, span, format!("a password stands in this `{scheme}` URL")).help(
                    "read the URL or its password from an environment variable, and change the password",
                );
            }
        }
    }
}

/// The password of the URL whose `://` is given.
fn password(text: &str, mark: Span) -> Option<(Span, &str)> {
    let scheme_length = text[..mark.start]
        .bytes()
        .rev()
        .take(20)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-'))
        .count();
    let scheme = &text[mark.start - scheme_length..mark.start];
    let rest = &text[mark.end..];
    let stop = |byte: &u8| *byte <= b' ' || matches!(byte, b'/' | b'"' | b'\'' | b'`' | b'<' | b'>' | b')');
    let length = rest.bytes().take(300).take_while(|byte| !stop(byte)).count();
    let authority = rest.get(..length)?;
    let (login, host) = authority.rsplit_once('@')?;
    let (user, password) = login.split_once(':')?;
    let host = host.split([':', '?']).next().unwrap_or(host);
    let is_stand_in = |part: &str| {
        part.bytes().any(|byte| matches!(byte, b'$' | b'{' | b'}' | b'%' | b'[' | b'*' | b'\\'))
            || is_placeholder(part)
    };
    let is_local = host.is_empty()
        || matches!(
            host,
            "localhost" | "host" | "hostname" | "db" | "postgres" | "redis" | "mysql" | "mongo" | "server"
        )
        || host.starts_with("127.")
        || host.contains("example")
        || host.starts_with("host");
    let is_weak = password.len() < 6
        || password.eq_ignore_ascii_case(user)
        || matches!(
            password.to_ascii_lowercase().as_str(),
            "postgres" | "passwd" | "pass" | "token" | "access_token"
        )
        || password.to_ascii_lowercase().contains("pass")
        || password.to_ascii_lowercase().contains("token")
        || !password.bytes().any(|byte| byte.is_ascii_digit());
    if scheme.is_empty() || user.contains(' ') || is_stand_in(login) || is_local || is_weak {
        return None;
    }
    let start = mark.end + user.len() + 1;
    Some((Span::new(start, start + password.len()), scheme))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::Mode;

    fn secrets(content: &str) -> Vec<String> {
        let text = Text::new("a.py", content, Mode::Regular);
        let known = text.hits(Topic::Key).filter_map(|hit| key(&text, hit.start));
        let assigned = text.hits(Topic::Assignment).filter_map(|hit| assigned(&text, hit));
        known.chain(assigned).map(|(span, _)| span.of(content).to_owned()).collect()
    }

    #[test]
    fn keys_of_known_forms_are_found_whole_and_stand_ins_are_not() {
        // Put together here, so that no scanner of repositories takes them for real ones.
        let random = "hR8vQ2mZ7pLx4TnW9sKcD3fGjB6yHq1aUe5iOw0z";
        for (prefix, length) in
            [("ghp_", 36), ("npm_", 36), ("hf_", 34), ("gsk_", 52), ("LTAI5t", 18), ("AKID", 32)]
        {
            let body: String = random.chars().cycle().take(length).collect();
            let line = format!("x = \"{prefix}{body}\"\n");
            assert_eq!(secrets(&line), [format!("{prefix}{body}")], "{prefix}");
        }
        for line in [
            "export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE",
            "sk-...",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "api_key = \"YOUR_API_KEY_GOES_HERE_0123\"",
            "token = os.environ[\"SOME_TOKEN_NAME_2\"]",
            "password: \"${DB_PASSWORD}\"",
            "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        ] {
            assert_eq!(secrets(line), [] as [&str; 0], "{line}");
        }
        assert_eq!(secrets("HUAWEICLOUD_SDK_SK = 'hR8vQ2mZ7pLx4TnW9sKcD3fGjB6yHq1aUe5iOw0z'").len(), 1);
    }

    #[test]
    fn a_secret_is_never_shown_whole() {
        assert_eq!(masked("ghp_abcdefgh"), "`ghp_…` (12 characters)");
    }

    #[test]
    fn passwords_in_urls_are_told_from_stand_ins() {
        let found = |url: &str| {
            let at = url.find("://").unwrap();
            password(url, Span::new(at, at + 3)).map(|(span, _)| span.of(url).to_owned())
        };
        assert_eq!(found("postgres://app:k9Wq7zRt@db.acme.io:5432/x").as_deref(), Some("k9Wq7zRt"));
        for url in [
            "postgres://user:password@localhost/x",
            "https://${USER}:${PASS1234}@acme.io",
            "redis://:secret1@h",
            "https://acme.io/a:b9999999@c",
        ] {
            assert_eq!(found(url), None, "{url}");
        }
    }
}
