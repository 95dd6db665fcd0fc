//! `Grant` and `Token`: who may do what in a registry that is served, and the file that lists them. A token itself is
//! never kept: only its SHA-256 is.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::package::Package;
use crate::model::{digest::Digest, moment::Moment, visible};

/// The format of the file this program understands.
const FORMAT: u64 = 1;

/// The longest label, in characters.
const MAX_LABEL: usize = 64;

/// Packages that a grant is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reach {
    All,
    /// All packages of a team, named without its `@`.
    Team(String),
    One(Package),
}

/// Something a token allows; every token allows reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Grant {
    Read,
    Publish(Reach),
    /// To yank, to deprecate, and to take both back.
    Yank(Reach),
    /// Everything, quarantine and block included.
    Admin,
}

/// What somebody wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act<'a> {
    Publish(&'a Package),
    Yank(&'a Package),
    /// To quarantine or block a package, or to take that back.
    Ban,
}

/// A text that is no grant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is no scope: expected `read`, `admin`, or `publish:` or `yank:` with `*`, `@team/*` or a package",
    visible::line(.0)
)]
pub(crate) struct GrantError(String);

impl Reach {
    fn holds(&self, package: &Package) -> bool {
        match self {
            Self::All => true,
            Self::Team(team) => package.scope() == Some(team),
            Self::One(one) => one == package,
        }
    }
}

impl Grant {
    fn allows(&self, act: Act<'_>) -> bool {
        match (self, act) {
            (Self::Admin, _) => true,
            (Self::Publish(reach), Act::Publish(package)) | (Self::Yank(reach), Act::Yank(package)) => {
                reach.holds(package)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => formatter.write_str("*"),
            Self::Team(team) => write!(formatter, "@{team}/*"),
            Self::One(package) => package.fmt(formatter),
        }
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read => formatter.write_str("read"),
            Self::Publish(reach) => write!(formatter, "publish:{reach}"),
            Self::Yank(reach) => write!(formatter, "yank:{reach}"),
            Self::Admin => formatter.write_str("admin"),
        }
    }
}

impl FromStr for Grant {
    type Err = GrantError;

    fn from_str(text: &str) -> Result<Self, GrantError> {
        let wrong = || GrantError(text.to_owned());
        let reach = |text: &str| match text.strip_prefix('@').and_then(|rest| rest.strip_suffix("/*")) {
            Some(team) => format!("@{team}/x").parse::<Package>().map(|_| Reach::Team(team.to_owned())),
            None if text == "*" => Ok(Reach::All),
            None => text.parse().map(Reach::One),
        };
        match text.split_once(':') {
            Some(("publish", rest)) => reach(rest).map(Self::Publish).map_err(|_| wrong()),
            Some(("yank", rest)) => reach(rest).map(Self::Yank).map_err(|_| wrong()),
            None if text == "read" => Ok(Self::Read),
            None if text == "admin" => Ok(Self::Admin),
            _ => Err(wrong()),
        }
    }
}

/// A token as the file lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// What people call it; unlike any other in the file.
    pub(crate) label: String,
    digest: Digest,
    pub(crate) grants: Vec<Grant>,
    pub(crate) created: Moment,
    pub(crate) expires: Option<Moment>,
}

impl Token {
    pub(crate) fn new(label: &str, secret: &str, grants: Vec<Grant>, created: Moment) -> Self {
        let digest = Digest::of(secret.as_bytes());
        Self { label: label.to_owned(), digest, grants, created, expires: None }
    }

    pub(crate) fn allows(&self, act: Act<'_>) -> bool {
        self.grants.iter().any(|grant| grant.allows(act))
    }

    pub(crate) fn is_expired(&self, now: Moment) -> bool {
        self.expires.is_some_and(|expires| expires <= now)
    }
}

/// Whether a text can be a label: it goes into logs and lists.
pub(crate) fn is_label(text: &str) -> bool {
    let fits = |c: char| !c.is_control() && !visible::is_hidden(c);
    !text.trim().is_empty()
        && text.trim() == text
        && text.chars().count() <= MAX_LABEL
        && text.chars().all(fits)
}

/// The tokens of a registry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tokens(pub(crate) Vec<Token>);

#[derive(Serialize, Deserialize)]
struct WrittenFile {
    v: u64,
    tokens: Vec<Written>,
}

#[derive(Serialize, Deserialize)]
struct Written {
    label: String,
    sha256: String,
    scopes: Vec<String>,
    created: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<String>,
}

impl Tokens {
    /// The token with this secret, expired or not. All are compared, each in the same time.
    pub(crate) fn find(&self, secret: &str) -> Option<&Token> {
        let hex = Digest::of(secret.as_bytes()).hex();
        let mut found = None;
        for token in &self.0 {
            let other = token.digest.hex();
            let difference = hex.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
            if difference == 0 {
                found = Some(token);
            }
        }
        found
    }

    /// Reads the file; the error says what is wrong with it.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        let file: WrittenFile = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if file.v != FORMAT {
            return Err(format!("it is format {}, this `skill` reads {FORMAT}", file.v));
        }
        let mut tokens = Vec::new();
        for one in file.tokens {
            let moment = |text: &str| text.parse::<Moment>().map_err(|error| error.to_string());
            let digest = format!("sha256:{}", one.sha256).parse::<Digest>();
            tokens.push(Token {
                digest: digest.map_err(|error| error.to_string())?,
                grants: one
                    .scopes
                    .iter()
                    .map(|text| text.parse())
                    .collect::<Result<_, GrantError>>()
                    .map_err(|error| error.to_string())?,
                created: moment(&one.created)?,
                expires: one.expires.as_deref().map(moment).transpose()?,
                label: one.label,
            });
        }
        Ok(Self(tokens))
    }

    pub(crate) fn encode(&self) -> String {
        let write = |token: &Token| Written {
            label: token.label.clone(),
            sha256: token.digest.hex(),
            scopes: token.grants.iter().map(ToString::to_string).collect(),
            created: token.created.to_string(),
            expires: token.expires.map(|moment| moment.to_string()),
        };
        let file = WrittenFile { v: FORMAT, tokens: self.0.iter().map(write).collect() };
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(text: &str) -> Package {
        text.parse().expect("a name")
    }

    #[test]
    fn grants_reach_as_far_as_they_say() {
        let allows = |grant: &str, act| grant.parse::<Grant>().expect("a grant").allows(act);
        let (team, plain) = (package("@ops/deploy"), package("deploy"));
        assert!(allows("publish:*", Act::Publish(&plain)) && allows("publish:@ops/*", Act::Publish(&team)));
        assert!(allows("publish:deploy", Act::Publish(&plain)) && allows("admin", Act::Ban));
        assert!(
            !allows("publish:@ops/*", Act::Publish(&plain)) && !allows("publish:deploy", Act::Publish(&team))
        );
        assert!(!allows("publish:@op/*", Act::Publish(&team)) && !allows("read", Act::Yank(&plain)));
        assert!(!allows("publish:*", Act::Yank(&plain)) && !allows("yank:*", Act::Publish(&plain)));
        assert!(!allows("yank:*", Act::Ban));
    }

    #[test]
    fn grants_are_read_as_they_are_written_and_others_refused() {
        for text in ["read", "admin", "publish:*", "publish:@ops/*", "yank:@ops/deploy", "yank:deploy"] {
            assert_eq!(text.parse::<Grant>().expect("a grant").to_string(), text);
        }
        for text in
            ["", "publish", "publish:", "publish:@ops", "publish:ops/*", "yank:Deploy", "Admin", "read:*"]
        {
            assert!(text.parse::<Grant>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_token_is_found_by_its_secret_alone_and_the_secret_is_not_in_the_file() {
        let now = Moment::of_seconds(1_796_068_500);
        let mut token = Token::new("ci", "skr_secret", vec![Grant::Admin], now);
        token.expires = Some(now);
        let tokens = Tokens(vec![Token::new("other", "skr_other", vec![Grant::Read], now), token]);
        let text = tokens.encode();
        assert!(!text.contains("skr_"), "{text}");
        let read = Tokens::decode(text.as_bytes()).expect("tokens");
        assert_eq!(read, tokens);
        assert_eq!(read.find("skr_secret").map(|token| &*token.label), Some("ci"));
        assert!(read.find("skr_secre").is_none() && read.find("").is_none());
        assert!(read.0[1].is_expired(now) && !read.0[0].is_expired(now));
        assert!(Tokens::decode(text.replace("\"v\": 1", "\"v\": 2").as_bytes()).is_err());
        assert!(Tokens::decode(text.replace("admin", "root").as_bytes()).is_err());
    }

    #[test]
    fn labels_go_on_one_line() {
        assert!(is_label("CI of ops") && !is_label("") && !is_label("a\nb") && !is_label(" a"));
        assert!(!is_label(&"a".repeat(65)) && !is_label("a\u{202e}b"));
    }
}
