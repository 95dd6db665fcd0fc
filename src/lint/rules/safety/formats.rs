//! The forms of keys that services hand out: a fixed beginning, then so many characters of one alphabet.

/// The characters after the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// Letters and digits.
    Alphanumeric,
    /// Upper-case letters and digits.
    Upper,
    /// Lower-case hexadecimal.
    Hex,
    /// Letters, digits, `_`, `-`.
    Word,
    /// Letters, digits, `_`, `-`, `.`.
    Dotted,
    /// Letters, digits, `+`, `/`, `=`.
    Base64,
    /// Letters, digits, `/`, `_`, `-`.
    Path,
}

impl Alphabet {
    pub(super) fn holds(self, byte: u8) -> bool {
        match self {
            Self::Alphanumeric => byte.is_ascii_alphanumeric(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::Word => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
            Self::Path => byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-'),
        }
    }
}

/// One form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Format {
    /// Whose key it is, with its kind.
    pub(super) owner: &'static str,
    /// Case counts.
    pub(super) prefix: &'static str,
    pub(super) alphabet: Alphabet,
    /// Characters after the beginning.
    pub(super) least: usize,
    pub(super) most: usize,
}

const fn form(
    owner: &'static str,
    prefix: &'static str,
    alphabet: Alphabet,
    least: usize,
    most: usize,
) -> Format {
    Format { owner, prefix, alphabet, least, most }
}

use Alphabet::{Alphanumeric, Base64, Dotted, Hex, Path, Upper, Word};

/// All forms; of several that fit, the first counts.
pub(super) static FORMATS: &[Format] = &[
    form("an AWS access key", "AKIA", Upper, 16, 16),
    form("a temporary AWS access key", "ASIA", Upper, 16, 16),
    form("a GitHub token", "ghp_", Alphanumeric, 36, 255),
    form("a GitHub OAuth token", "gho_", Alphanumeric, 36, 255),
    form("a GitHub user token", "ghu_", Alphanumeric, 36, 255),
    form("a GitHub server token", "ghs_", Alphanumeric, 36, 255),
    form("a GitHub refresh token", "ghr_", Alphanumeric, 36, 255),
    form("a GitHub fine-grained token", "github_pat_", Word, 60, 255),
    form("a GitLab token", "glpat-", Dotted, 20, 64),
    form("a GitLab runner token", "glrt-", Word, 20, 64),
    form("a GitLab deploy token", "gldt-", Word, 20, 64),
    form("a Slack bot token", "xoxb-", Word, 24, 120),
    form("a Slack user token", "xoxp-", Word, 24, 120),
    form("a Slack token", "xoxa-", Word, 24, 120),
    form("a Slack token", "xoxr-", Word, 24, 120),
    form("a Slack token", "xoxs-", Word, 24, 120),
    form("a Slack app token", "xapp-1-", Word, 40, 160),
    form("a Slack webhook", "hooks.slack.com/services/T", Path, 36, 80),
    form("a Discord webhook", "discord.com/api/webhooks/", Path, 70, 120),
    form("a Discord webhook", "discordapp.com/api/webhooks/", Path, 70, 120),
    form("a Stripe live key", "sk_live_", Alphanumeric, 24, 128),
    form("a Stripe restricted key", "rk_live_", Alphanumeric, 24, 128),
    form("a webhook signing secret", "whsec_", Base64, 32, 64),
    form("an Anthropic key", "sk-ant-", Word, 80, 140),
    form("an OpenAI project key", "sk-proj-", Word, 40, 220),
    form("an OpenAI service key", "sk-svcacct-", Word, 40, 220),
    form("an OpenAI admin key", "sk-admin-", Word, 40, 220),
    form("an OpenRouter key", "sk-or-v1-", Hex, 64, 64),
    form("an API key", "sk-", Alphanumeric, 48, 64),
    // DeepSeek, DashScope and others hand these out.
    form("an API key", "sk-", Hex, 32, 32),
    form("a Google API key", "AIza", Word, 35, 35),
    form("a Google OAuth secret", "GOCSPX-", Word, 28, 28),
    form("an npm token", "npm_", Alphanumeric, 36, 36),
    form("a PyPI token", "pypi-AgEIcHlwaS5vcmc", Word, 50, 255),
    form("an Azure storage key", "AccountKey=", Base64, 86, 90),
    form("a Twilio key", "SK", Hex, 32, 32),
    form("a SendGrid key", "SG.", Dotted, 66, 66),
    form("a Mailgun key", "key-", Hex, 32, 32),
    form("a Hugging Face token", "hf_", Alphanumeric, 34, 34),
    form("a Databricks token", "dapi", Hex, 32, 32),
    form("a DigitalOcean token", "dop_v1_", Hex, 64, 64),
    form("a Shopify token", "shpat_", Hex, 32, 32),
    form("a Shopify secret", "shpss_", Hex, 32, 32),
    form("a Linear key", "lin_api_", Alphanumeric, 40, 40),
    form("a Notion token", "ntn_", Alphanumeric, 40, 50),
    form("a Groq key", "gsk_", Alphanumeric, 52, 52),
    form("an xAI key", "xai-", Alphanumeric, 80, 80),
    form("a Perplexity key", "pplx-", Alphanumeric, 48, 56),
    form("a Replicate token", "r8_", Alphanumeric, 37, 37),
    form("a Tavily key", "tvly-", Word, 32, 48),
    form("a Docker token", "dckr_pat_", Word, 27, 27),
    form("an Atlassian token", "ATATT3xFfGF0", Dotted, 150, 220),
    form("a Figma token", "figd_", Word, 40, 48),
    form("a PostHog key", "phx_", Alphanumeric, 43, 52),
    form("an Alibaba Cloud access key", "LTAI", Alphanumeric, 12, 26),
    form("a Tencent Cloud secret id", "AKID", Alphanumeric, 32, 36),
    form("a Volcengine access key", "AKLT", Alphanumeric, 40, 60),
    form("a Baidu Cloud access key", "ALTAK", Alphanumeric, 21, 21),
    form("a Baidu Cloud key", "bce-v3/ALTAK-", Path, 50, 90),
];
