//! Rules on what must not be in a skill: secrets, credential files, hidden text, commands that destroy.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::{
        span::{Span, lines},
        tree::Mode,
    },
};

/// Files larger than this are not searched.
const MAX_TEXT: usize = 2 * 1024 * 1024;

/// Every text file of the skill, SKILL.md with its head.
fn texts<'a>(subject: &Subject<'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let skill = subject.skill;
    skill.tree.files().iter().filter_map(|file| {
        let is_readable = file.mode != Mode::Symlink && file.content.len() <= MAX_TEXT;
        let text =
            std::str::from_utf8(&file.content).ok().filter(|text| is_readable && !text.contains('\0'))?;
        Some((file.path.as_str(), text))
    })
}

declare_rule! {
    /// ## What it finds
    /// Files that hold credentials: `.env`, private keys, `id_rsa`, `*.p12`, `.netrc`.
    /// ## Why it matters
    /// Whoever gets the skill gets the credentials.
    /// ## Example
    /// `.env` beside SKILL.md; `.env.example` is fine.
    CREDENTIAL_FILE = "credential-file" {
        summary: "a file that holds credentials",
        category: Safety,
        level: Error,
        fix: None,
        check: credential_file,
    }
}

fn credential_file(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for file in subject.skill.tree.files() {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        let lower = name.to_ascii_lowercase();
        let is_env = lower == ".env" || lower.starts_with(".env.") && !is_sample(&lower);
        let is_key =
            matches!(lower.as_str(), "id_rsa" | "id_dsa" | "id_ecdsa" | "id_ed25519" | ".netrc" | ".pgpass")
                || [".p12", ".pfx", ".keystore", ".jks"].iter().any(|ending| lower.ends_with(ending));
        let is_private = lower.rsplit_once('.').is_some_and(|(_, ending)| ending == "pem")
            && holds(&file.content, b"PRIVATE KEY-----");
        if is_env || is_key || is_private {
            found
                .file(&file.path, format!("`{}` is a file for credentials", file.path))
                .help("delete it, and replace what was in it; read values from the environment");
        }
    }
}

fn is_sample(name: &str) -> bool {
    ["example", "sample", "template", "dist", "test"].iter().any(|word| name.contains(word))
}

fn holds(content: &[u8], word: &[u8]) -> bool {
    content.windows(word.len()).any(|window| window == word)
}

declare_rule! {
    /// ## What it finds
    /// Commands that destroy without asking: `rm -rf /` or of the home folder, `mkfs`, `dd` onto a device.
    /// ## Why it matters
    /// An agent may run what it reads.
    /// ## Example
    /// `rm -rf ~/`
    DESTRUCTIVE = "destructive" {
        summary: "a command that destroys",
        category: Safety,
        level: Warning,
        fix: None,
        check: destructive,
    }
}

fn destructive(subject: &Subject<'_>, found: &mut Findings<'_>) {
    each_line(
        subject,
        found,
        |line| {
            let is_root = [
                "rm -rf / ",
                "rm -rf /*",
                "rm -rf ~ ",
                "rm -rf ~/ ",
                "rm -rf ~/*",
                "rm -rf $HOME ",
                "rm -rf \"$HOME\" ",
                "rm -fr / ",
                "rm -rf --no-preserve-root",
            ];
            let padded = format!("{} ", line.trim_end().trim_end_matches(['`', ';', '\'']));
            let removes =
                is_root.iter().find_map(|word| padded.find(word).map(|at| (at, word.trim_end().len())));
            let formats = (line.trim_start().starts_with("mkfs.") || line.contains("sudo mkfs."))
                .then(|| (line.find("mkfs.").unwrap_or(0), 5));
            let writes = line
                .find("of=/dev/")
                .filter(|at| line[..*at].contains("dd ") && !line.contains("of=/dev/null"))
                .map(|at| (at, 8));
            removes.or(formats).or(writes)
        },
        "this command destroys data without asking",
        "remove it, or narrow it to a folder of the skill's own",
    );
}

/// Whether a line warns of what it shows.
fn is_warning(line: &str) -> bool {
    let lower = line.to_lowercase();
    [
        "never",
        "don't",
        "do not",
        "avoid",
        "dangerous",
        "block",
        "deny",
        "forbid",
        "refuse",
        "reject",
        "detect",
        "禁止",
        "不要",
        "危险",
        "拒绝",
        "❌",
        "⚠",
        "warn",
        "bad:",
        "unsafe",
        "malicious",
        "attack",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

/// Searches the lines of scripts and of the code blocks of Markdown.
fn each_line(
    subject: &Subject<'_>,
    found: &mut Findings<'_>,
    find: impl Fn(&str) -> Option<(usize, usize)>,
    message: &str,
    help: &str,
) {
    let scripts: Vec<(&str, &str, Vec<Span>)> = texts(subject)
        .filter(|(path, _)| {
            [".sh", ".bash", ".zsh", ".py", ".js", ".ps1"].iter().any(|ending| path.ends_with(ending))
        })
        .map(|(path, text)| (path, text, vec![Span::new(0, text.len())]))
        .collect();
    let shells = subject.documents().iter().map(|document| {
        let is_shell = |language: &str| {
            matches!(language, "" | "sh" | "bash" | "shell" | "zsh" | "console" | "powershell")
        };
        let blocks =
            document.code_blocks.iter().filter(|block| is_shell(&block.language)).map(|block| block.span);
        (document.path, document.text, blocks.collect())
    });
    for (path, text, spans) in scripts.into_iter().chain(shells) {
        let hit = spans.iter().find_map(|span| {
            lines(text, span.start)
                .take_while(|line| line.span.start < span.end)
                .filter(|line| {
                    !line.span.of(text).trim_start().starts_with(['#', '-', '|', '/', '*', '"', '\''])
                })
                .filter(|line| !is_warning(line.span.of(text)))
                .find_map(|line| find(line.span.of(text)).map(|(at, length)| (line.span, at, length)))
        });
        if let Some((line, at, length)) = hit {
            let start = (line.start + at).min(line.end);
            found.at(path, Span::new(start, (start + length).min(line.end)), message).help(help);
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Invisible characters in Markdown: bidirectional overrides, tag characters (decoded), runs of zero-width ones.
    /// ## Why it matters
    /// They can hide instructions from people that an agent reads.
    /// ## Example
    /// A sentence in tag characters behind a heading.
    HIDDEN_UNICODE = "hidden-unicode" {
        summary: "invisible text",
        category: Safety,
        level: Warning,
        fix: None,
        check: hidden_unicode,
    }
}

fn hidden_unicode(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for document in subject.documents() {
        let source = document.source();
        if source.is_ascii() {
            continue;
        }
        // Flags of regions are a black flag and tag characters.
        let tags: String = source
            .char_indices()
            .filter(|(at, c)| matches!(u32::from(*c), 0xE0020..=0xE007E) && !source[..*at].ends_with(is_flag))
            .filter_map(|(_, c)| char::from_u32(u32::from(c) - 0xE0000))
            .collect();
        let place = |at: usize, c: char| Span::new(document.start + at, document.start + at + c.len_utf8());
        if tags.chars().count() > 8 {
            let hidden = source.char_indices().find(|(_, c)| matches!(u32::from(*c), 0xE0020..=0xE007E));
            let span = hidden.map_or(Span::at(document.start), |(at, c)| place(at, c));
            found
                .at(
                    document.path,
                    span,
                    format!(
                        "text hidden in tag characters: `{}`",
                        tags.chars().take(200).collect::<String>()
                    ),
                )
                .help("take it out");
            continue;
        }
        let bidi =
            source.char_indices().find(|(_, c)| matches!(u32::from(*c), 0x202A..=0x202E | 0x2066..=0x2069));
        if let Some((at, c)) = bidi {
            let message =
                format!("a bidirectional mark (U+{:04X}) changes how this text looks", u32::from(c));
            found.at(document.path, place(at, c), message).help("take it out");
        }
    }
}

fn is_flag(c: char) -> bool {
    c == '\u{1F3F4}' || matches!(u32::from(c), 0xE0020..=0xE007F)
}

declare_rule! {
    /// ## What it finds
    /// A download that is piped into a shell: `curl … | sh`, `iwr … | iex`.
    /// ## Why it matters
    /// What runs is decided by a server, unseen.
    /// ## Example
    /// `curl -fsSL https://example.com/install.sh | bash`
    PIPE_TO_SHELL = "pipe-to-shell" {
        summary: "a download is piped into a shell",
        category: Safety,
        level: Note,
        fix: None,
        check: pipe_to_shell,
    }
}

fn pipe_to_shell(subject: &Subject<'_>, found: &mut Findings<'_>) {
    each_line(
        subject,
        found,
        |line| {
            let fetch = ["curl ", "wget ", "iwr ", "irm "].iter().filter_map(|word| line.find(word)).min()?;
            let rest = &line[fetch..];
            let pipe = [
                "| sh",
                "| bash",
                "|sh",
                "|bash",
                "| sudo sh",
                "| sudo bash",
                "| sudo -E bash",
                "| iex",
                "|iex",
                "| zsh",
            ]
            .iter()
            .find_map(|word| {
                let at = rest.find(word)?;
                let after = rest[at + word.len()..].chars().next();
                after.is_none_or(|c| !c.is_alphanumeric()).then_some(at + word.len())
            })?;
            Some((fetch, pipe))
        },
        "a download is run unseen",
        "download, look at it or check its digest, then run it",
    );
}

declare_rule! {
    /// ## What it finds
    /// Keys and tokens in the formats of well-known services (AWS, GitHub, GitLab, OpenAI, Anthropic, Google, Slack,
    /// Stripe, npm, Hugging Face, Alibaba, Tencent, Volcengine, Baidu …) and private keys. Placeholders are left alone.
    /// ## Why it matters
    /// Whoever gets the skill gets the key. A published one must be replaced, not only removed.
    /// ## Example
    /// `export GITHUB_TOKEN=ghp_…`; read it from the environment instead.
    SECRET = "secret" {
        summary: "a key or token in plain text",
        category: Safety,
        level: Error,
        fix: None,
        check: secret,
    }
}

/// A format: what begins it, which characters follow, how many at least and at most, and whose it is.
type Format = (&'static str, fn(char) -> bool, usize, usize, &'static str);

const FORMATS: [Format; 26] = [
    ("AKIA", is_upper, 16, 16, "an AWS access key"),
    ("ASIA", is_upper, 16, 16, "an AWS session key"),
    ("ghp_", is_word, 36, 36, "a GitHub token"),
    ("gho_", is_word, 36, 36, "a GitHub token"),
    ("ghu_", is_word, 36, 36, "a GitHub token"),
    ("ghs_", is_word, 36, 36, "a GitHub token"),
    ("github_pat_", is_token, 70, 90, "a GitHub token"),
    ("glpat-", is_token, 20, 60, "a GitLab token"),
    ("sk-ant-", is_token, 40, 120, "an Anthropic key"),
    ("sk-proj-", is_token, 40, 200, "an OpenAI key"),
    ("sk-or-v1-", is_word, 64, 64, "an OpenRouter key"),
    ("xoxb-", is_token, 40, 100, "a Slack token"),
    ("xoxp-", is_token, 40, 120, "a Slack token"),
    ("AIza", is_token, 35, 35, "a Google API key"),
    ("sk_live_", is_word, 24, 110, "a Stripe key"),
    ("rk_live_", is_word, 24, 110, "a Stripe key"),
    ("npm_", is_word, 36, 36, "an npm token"),
    ("pypi-AgE", is_token, 60, 250, "a PyPI token"),
    ("hf_", is_word, 34, 40, "a Hugging Face token"),
    ("dop_v1_", is_word, 64, 64, "a DigitalOcean token"),
    ("LTAI", is_word, 16, 26, "an Alibaba Cloud access key"),
    ("AKID", is_word, 32, 32, "a Tencent Cloud secret id"),
    ("AKLT", is_word, 36, 60, "a Volcengine access key"),
    ("ALTAK", is_word, 20, 24, "a Baidu Cloud access key"),
    ("HPUA", is_upper, 16, 16, "a Huawei Cloud access key"),
    ("shpat_", is_word, 32, 32, "a Shopify token"),
];

fn is_upper(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

fn secret(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for (path, text) in texts(subject) {
        let mut before = ' ';
        for (at, c) in text.char_indices() {
            let starts_word = !is_token(before);
            before = c;
            if !starts_word || !c.is_ascii_alphabetic() {
                continue;
            }
            for (prefix, accepts, least, most, whose) in FORMATS {
                let Some(rest) = text[at..].strip_prefix(prefix) else { continue };
                let length = rest.chars().take_while(|c| accepts(*c)).count();
                let ends = !rest[length..].chars().next().is_some_and(is_token);
                if ends && (least..=most).contains(&length) && is_random(&rest[..length]) {
                    found
                        .at(path, Span::new(at, at + prefix.len() + length), format!("{whose} in plain text"))
                        .help("revoke it, and read it from the environment");
                }
            }
        }
        private_key(path, text, found);
    }
}

/// Whether a text looks drawn by lot: many different characters, digits among them, and no placeholder's words.
fn is_random(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_standin = [
        "example",
        "xxxx",
        "your",
        "test",
        "1234567",
        "abcdef",
        "0000",
        "token",
        "secret",
        "fake",
        "dummy",
        "placeholder",
        "redacted",
    ]
    .iter()
    .any(|word| lower.contains(word));
    let mut different: Vec<char> = text.chars().collect();
    different.sort_unstable();
    different.dedup();
    !is_standin && different.len() >= 9 && text.bytes().any(|byte| byte.is_ascii_digit())
}

fn private_key(path: &str, text: &str, found: &mut Findings<'_>) {
    for (at, _) in text.match_indices("-----BEGIN ") {
        let Some(end) = text[at..].find("PRIVATE KEY-----").filter(|end| *end < 40) else { continue };
        let begin = at + end + "PRIVATE KEY-----".len();
        let row = lines(text, begin)
            .map(|line| line.span.of(text).trim())
            .find(|row| !row.is_empty())
            .unwrap_or("");
        let is_base64 =
            row.len() >= 60 && row.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='));
        if is_base64 && is_random(row) {
            found
                .at(path, Span::new(at, begin), "a private key in plain text")
                .help("revoke it, and keep keys out of skills");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Addresses inside a network: private IPv4 ranges, loopback, `*.internal`, `*.corp`, `*.lan`.
    /// ## Why it matters
    /// TeleAI refuses them; elsewhere they lead nowhere.
    /// ## Example
    /// `http://10.0.3.7:8080/v1`
    INTERNAL_ADDRESS = "internal-address" {
        summary: "an address inside a network",
        category: Safety,
        level: Off,
        fix: None,
        check: internal_address,
    }
}

fn internal_address(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for (path, text) in texts(subject) {
        let hit = ["http://", "https://"].iter().flat_map(|scheme| text.match_indices(scheme)).find_map(
            |(at, scheme)| {
                let start = at + scheme.len();
                let host: String = text[start..]
                    .chars()
                    .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
                    .collect();
                is_internal(&host).then(|| Span::new(start, start + host.len()))
            },
        );
        if let Some(span) = hit {
            found
                .at(path, span, format!("`{}` is an address inside a network", span.of(text)))
                .help("let the user give the address, or read it from the environment");
        }
    }
}

fn is_internal(host: &str) -> bool {
    if host == "localhost"
        || [".internal", ".local", ".corp", ".lan", ".intranet"].iter().any(|end| host.ends_with(end))
    {
        return true;
    }
    let parts: Vec<u8> = host.split('.').map_while(|part| part.parse().ok()).collect();
    match parts.as_slice() {
        [10 | 127, _, _, _] | [192, 168, _, _] | [169, 254, _, _] => true,
        [172, second, _, _] => (16..32).contains(second),
        _ => false,
    }
}
