//! The words that rules on files ask about, each with its topic. All are looked for in one pass, case aside; the rule
//! then judges the place.

use std::sync::{
    LazyLock,
    atomic::{AtomicUsize, Ordering},
};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// Which rule a word is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The beginning of a key of a known form.
    Key,
    /// A name whose value may be a secret.
    Assignment,
    /// `://`
    Url,
    Download,
    Deletion,
    Home,
    Address,
    Question,
    Runner,
    Environment,
    Outside,
    Execution,
    Persuasion,
    Placeholder,
}

/// Words of each topic, lower-case.
pub(crate) const WORDS: [(Topic, &[&str]); 14] = [
    (Topic::Placeholder, &["todo", "<your-skill"]),
    (
        Topic::Key,
        &[
            "akia",
            "asia",
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "github_pat_",
            "glpat-",
            "glrt-",
            "gldt-",
            "xoxb-",
            "xoxp-",
            "xoxa-",
            "xoxr-",
            "xoxs-",
            "xapp-1-",
            "hooks.slack.com/services/t",
            "sk_live_",
            "rk_live_",
            "whsec_",
            "sk-",
            "aiza",
            "gocspx-",
            "npm_",
            "pypi-ageichlwas5vcmc",
            "-----begin ",
            "eyj",
            "accountkey=",
            "sk0",
            "sk1",
            "sk2",
            "sk3",
            "sk4",
            "sk5",
            "sk6",
            "sk7",
            "sk8",
            "sk9",
            "ska",
            "skb",
            "skc",
            "skd",
            "ske",
            "skf",
            "sg.",
            "key-",
            ":aa",
            "hf_",
            "dapi",
            "dop_v1_",
            "shpat_",
            "shpss_",
            "lin_api_",
            "ntn_",
            "gsk_",
            "xai-",
            "pplx-",
            "r8_",
            "tvly-",
            "ltai",
            "akid",
            "aklt",
            "altak",
            "dckr_pat_",
            "atatt3xffgf0",
            "figd_",
            "phx_",
            "discord.com/api/webhooks/",
            "discordapp.com/api/webhooks/",
        ],
    ),
    (
        Topic::Assignment,
        &[
            "api_key",
            "apikey",
            "api-key",
            "secret",
            "token",
            "password",
            "passwd",
            "access_key",
            "accesskey",
            "private_key",
            "auth_key",
            "sdk_ak",
            "sdk_sk",
            "app_key",
            "appkey",
            "密码",
            "密钥",
        ],
    ),
    (Topic::Url, &["://"]),
    (
        Topic::Download,
        &["curl", "wget", "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "downloadstring"],
    ),
    (
        Topic::Deletion,
        &[
            "rm -",
            "mkfs",
            "of=/dev/",
            "> /dev/sd",
            "> /dev/nvme",
            ":(){",
            "-delete",
            "git clean",
            "drop table",
            "drop database",
            "drop schema",
            "truncate table",
            "delete from",
            "rmtree(",
            "remove-item",
            "rd /s",
            "rmdir /s",
            "del /s",
            "del /f",
            "format c:",
            "chmod -r 777 /",
            "fs.rm",
        ],
    ),
    (Topic::Home, &["/users/", "/home/", ":\\users\\", ":\\\\users\\\\"]),
    (
        Topic::Address,
        &[
            "10.",
            "192.168.",
            "172.",
            "127.0.",
            "169.254.",
            "localhost",
            "0.0.0.0",
            "[::1]",
            ".internal",
            ".local",
            ".corp",
            ".lan",
            ".intranet",
            "metadata.google",
        ],
    ),
    (
        Topic::Question,
        &[
            "input(",
            "read -",
            "getpass",
            "inquirer",
            "readline",
            "prompt(",
            "click.confirm(",
            "read-host",
            "select ",
        ],
    ),
    (
        Topic::Runner,
        &["npx ", "bunx ", "uvx ", "pnpm dlx ", "yarn dlx ", "pipx run ", "uv tool run ", "go run "],
    ),
    (
        Topic::Environment,
        &["getenv(", "environ", "process.env", "dotenv", "configparser", "decouple", "dynaconf"],
    ),
    (
        Topic::Outside,
        &[
            "~/",
            "/etc/",
            "path.home(",
            "expanduser(",
            "homedir(",
            "$home",
            "${home}",
            ".ssh/",
            ".aws/",
            "/var/",
            "/root/",
            "/usr/local/",
            "/opt/",
            "login data",
            "appdata",
            "application support",
        ],
    ),
    (
        Topic::Execution,
        &[
            "eval(",
            "exec(",
            "shell=true",
            "os.system(",
            "new function(",
            "eval \"",
            "eval $",
            "popen(",
            "__import__(",
        ],
    ),
    (
        Topic::Persuasion,
        &[
            "ignore all previous",
            "ignore previous",
            "ignore the above",
            "disregard all",
            "disregard previous",
            "disregard the above",
            "forget your instructions",
            "forget all previous",
            "do not tell the user",
            "don't tell the user",
            "do not inform the user",
            "without telling the user",
            "without informing the user",
            "hide this from the user",
            "do not mention this",
            "you are now dan",
            "reveal your system prompt",
            "print your system prompt",
            "override your instructions",
            "忽略之前",
            "忽略以上",
            "忽略所有",
            "不要告诉用户",
            "不要告知用户",
            "瞒着用户",
        ],
    ),
];

/// All words with their topics, and the automaton that finds them.
pub(super) struct Search {
    pub(super) topics: Vec<Topic>,
    pub(super) automaton: AhoCorasick,
}

static SMALL: LazyLock<Search> = LazyLock::new(|| search(AhoCorasickKind::ContiguousNFA));
static FAST: LazyLock<Search> = LazyLock::new(|| search(AhoCorasickKind::DFA));
/// Bytes searched so far in this run.
static SEARCHED: AtomicUsize = AtomicUsize::new(0);
/// From so many bytes on, the time to build the faster automaton is won back.
const MANY: usize = 1024 * 1024;

/// What finds the words in a text of so many bytes.
pub(super) fn search_for(bytes: usize) -> &'static Search {
    if SEARCHED.fetch_add(bytes, Ordering::Relaxed) < MANY { &SMALL } else { &FAST }
}

fn search(kind: AhoCorasickKind) -> Search {
    let all = || WORDS.iter().flat_map(|(topic, words)| words.iter().map(|word| (*topic, *word)));
    Search {
        topics: all().map(|(topic, _)| topic).collect(),
        // Overlapping search: one word must not hide another that begins within it.
        automaton: AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(kind))
            .match_kind(MatchKind::Standard)
            .build(all().map(|(_, word)| word))
            .expect("a few hundred short words fit an automaton"),
    }
}
