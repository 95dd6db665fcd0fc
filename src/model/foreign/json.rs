//! What the JSON lock files share: a version that must be known, and a mapping of names whose entries are read one by
//! one, so that every error has its line.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IgnoredAny, MapAccess, Visitor},
};

use super::{ForeignError, MAX_SKILLS, Recorded, Upstream, folder};
use crate::model::visible;

/// What one entry says, turned into where it came from.
pub(super) trait Entry: for<'de> Deserialize<'de> {
    /// The version of the format that is read.
    const VERSION: u64;

    fn upstream(self) -> Result<Upstream, String>;
}

/// Reads a whole lock file with entries of kind `E`.
pub(super) fn parse<E: Entry>(text: &str) -> Result<Vec<Recorded>, ForeignError> {
    // Some editors put a byte order mark first.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let fault = |error: serde_json::Error| {
        let told = error.to_string();
        // The place is told apart.
        let why = told.rsplit_once(" at line ").map_or(told.as_str(), |(why, _)| why);
        ForeignError { line: error.line().max(1), why: visible::line(why).into_owned() }
    };
    // The version first: another version may say the rest otherwise.
    let _: Head<E> = serde_json::from_str(text).map_err(fault)?;
    let file: File<E> = serde_json::from_str(text).map_err(fault)?;
    Ok(file.skills.0)
}

#[derive(Deserialize)]
#[serde(bound = "E: Entry")]
struct Head<E: Entry> {
    #[serde(rename = "version")]
    _version: Version<E>,
}

#[derive(Deserialize)]
#[serde(bound = "E: Entry")]
struct File<E: Entry> {
    skills: Skills<E>,
}

/// The one version that is read.
struct Version<E>(PhantomData<E>);

impl<'de, E: Entry> Deserialize<'de> for Version<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = u64::deserialize(deserializer)?;
        if found == E::VERSION {
            return Ok(Self(PhantomData));
        }
        let age = if found > E::VERSION { "newer" } else { "older" };
        Err(D::Error::custom(format_args!(
            "it is of version {found}, which is {age} than the one that can be read: {}",
            E::VERSION
        )))
    }
}

struct Skills<E>(Vec<Recorded>, PhantomData<E>);

impl<'de, E: Entry> Deserialize<'de> for Skills<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Names(PhantomData))
    }
}

struct Names<E>(PhantomData<E>);

impl<'de, E: Entry> Visitor<'de> for Names<E> {
    type Value = Skills<E>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a mapping of skills")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Skills<E>, A::Error> {
        let mut found: Vec<Recorded> = Vec::new();
        while let Some(told) = map.next_key::<String>()? {
            if found.len() == MAX_SKILLS {
                let _: IgnoredAny = map.next_value()?;
                return Err(A::Error::custom(format_args!("it records more than {MAX_SKILLS} skills")));
            }
            let name = folder(&told).map_err(A::Error::custom)?;
            let from = map.next_value::<E>()?.upstream().map_err(A::Error::custom)?;
            if found.iter().any(|other| other.name == name) {
                return Err(A::Error::custom(format_args!("`{name}` is recorded twice")));
            }
            found.push(Recorded { name, from });
        }
        Ok(Skills(found, PhantomData))
    }
}
