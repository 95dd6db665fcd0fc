//! `Profile`: which rules run, how loud, with which limits. The shipped ones are dated TOML files, embedded; a person's
//! own are read from a file of the same form.

mod packing;
mod settings;

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use serde::Deserialize;

pub(crate) use packing::{Packing, PathAlphabet, Transform};
pub(crate) use settings::{Settings, SettingsError};

use super::{
    rule::{Level, Rule},
    rules,
};
use crate::model::name::nearest;

/// The profiles that are built in, most used first.
const SHIPPED: [(&str, &str); 17] = [
    ("spec", include_str!("../profiles/spec.toml")),
    ("skills-ref", include_str!("../profiles/skills-ref.toml")),
    ("client", include_str!("../profiles/client.toml")),
    ("claude", include_str!("../profiles/claude.toml")),
    ("openai", include_str!("../profiles/openai.toml")),
    ("teleai", include_str!("../profiles/teleai.toml")),
    ("stabledge", include_str!("../profiles/stabledge.toml")),
    ("google", include_str!("../profiles/google.toml")),
    ("agentcore", include_str!("../profiles/agentcore.toml")),
    ("gh", include_str!("../profiles/gh.toml")),
    ("langfuse", include_str!("../profiles/langfuse.toml")),
    ("lava", include_str!("../profiles/lava.toml")),
    ("manus", include_str!("../profiles/manus.toml")),
    ("model-studio", include_str!("../profiles/model-studio.toml")),
    ("nairi", include_str!("../profiles/nairi.toml")),
    ("prisma-airs", include_str!("../profiles/prisma-airs.toml")),
    ("qoder", include_str!("../profiles/qoder.toml")),
];

/// Profiles that extend one another, at most.
const MAX_CHAIN: usize = 8;

/// Who judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Engine {
    /// The rules of the table.
    Rules,
    /// Exactly what the reference validator checks, with its verdict.
    Reference,
}

/// Which characters a name may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Alphabet {
    /// Letters and digits of any script, lower case.
    Unicode,
    /// `a` to `z`, digits.
    Ascii,
    /// Letters and digits of any script and case, `-`, `_`, `.`, single blanks.
    Wide,
}

/// Bounds. Lengths count code points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Limits {
    pub(crate) name: usize,
    pub(crate) description: usize,
    /// Characters of a description that the platform's list shows.
    pub(crate) description_front: usize,
    pub(crate) compatibility: usize,
    pub(crate) license: Option<usize>,
    /// Lines of SKILL.md, above which there are too many.
    pub(crate) lines: usize,
    /// Estimated tokens of the body, from which on there are too many.
    pub(crate) body_tokens: usize,
    /// Scales the estimate for other models.
    pub(crate) tokens_factor: f64,
    /// Bytes of the packed archive.
    pub(crate) archive_size: Option<u64>,
    /// Bytes of all files.
    pub(crate) unpacked_size: Option<u64>,
    pub(crate) file_size: Option<u64>,
    pub(crate) files: Option<u64>,
}

impl Limits {
    /// Takes over the bounds that are written.
    fn take(&mut self, written: &WrittenLimits) {
        self.name = written.name.unwrap_or(self.name);
        self.description = written.description.unwrap_or(self.description);
        self.description_front = written.description_front.unwrap_or(self.description_front);
        self.compatibility = written.compatibility.unwrap_or(self.compatibility);
        self.license = written.license.or(self.license);
        self.lines = written.lines.unwrap_or(self.lines);
        self.body_tokens = written.body_tokens.unwrap_or(self.body_tokens);
        self.tokens_factor = written.tokens_factor.unwrap_or(self.tokens_factor);
        self.archive_size = written.archive_size.or(self.archive_size);
        self.unpacked_size = written.unpacked_size.or(self.unpacked_size);
        self.file_size = written.file_size.or(self.file_size);
        self.files = written.files.or(self.files);
    }
}

/// A named choice of rules and limits.
#[derive(Debug, Clone)]
pub(crate) struct Profile {
    pub(crate) name: Arc<str>,
    /// One line.
    pub(crate) about: String,
    pub(crate) engine: Engine,
    pub(crate) alphabet: Alphabet,
    /// Top-level keys that are known.
    pub(crate) fields: Vec<String>,
    /// Further keys that must be there and filled.
    pub(crate) required: Vec<String>,
    /// Names that the platform replaces where the text says `${NAME}`.
    pub(crate) variables: Vec<String>,
    pub(crate) limits: Limits,
    /// What an archive looks like.
    pub(crate) packing: Packing,
    levels: BTreeMap<String, Level>,
}

/// A profile that can't be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProfileError {
    #[error("there is no profile `{name}`")]
    Unknown { name: String, near: Option<String> },
    #[error("the profile `{name}` is not valid: {why}")]
    Invalid { name: String, why: String },
    #[error("the profile `{name}` extends itself")]
    Circle { name: String },
    #[error("the profile `{profile}` sets a level for `{rule}`, which is no rule or category")]
    UnknownRule { profile: String, rule: String, near: Option<String> },
    #[error("`{text}` is no level: use `off`, `note`, `warning` or `error`")]
    Level { text: String },
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default)]
    about: String,
    extends: Option<String>,
    /// Where the facts come from, and when they were looked up; read by people.
    #[expect(dead_code, reason = "for people")]
    source: Option<String>,
    #[expect(dead_code, reason = "for people")]
    verified: Option<String>,
    engine: Option<Engine>,
    alphabet: Option<Alphabet>,
    fields: Option<Vec<String>>,
    #[serde(default)]
    more_fields: Vec<String>,
    required: Option<Vec<String>>,
    variables: Option<Vec<String>>,
    #[serde(default)]
    rules: BTreeMap<String, String>,
    #[serde(default)]
    limits: WrittenLimits,
    #[serde(default)]
    pack: packing::WrittenPacking,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenLimits {
    name: Option<usize>,
    description: Option<usize>,
    description_front: Option<usize>,
    compatibility: Option<usize>,
    license: Option<usize>,
    lines: Option<usize>,
    body_tokens: Option<usize>,
    tokens_factor: Option<f64>,
    archive_size: Option<u64>,
    unpacked_size: Option<u64>,
    file_size: Option<u64>,
    files: Option<u64>,
}

impl Profile {
    /// The names of the built-in profiles.
    pub(crate) fn shipped() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Whether a name is that of a file with a profile.
    pub(crate) fn is_file(name: &str) -> bool {
        std::path::Path::new(name).extension().is_some_and(|ending| ending == "toml")
    }

    /// A built-in profile.
    pub(crate) fn named(name: &str) -> Result<Self, ProfileError> {
        // Read once a run: thousands of skills are judged by the same.
        static READ: [OnceLock<Profile>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];
        match SHIPPED.iter().zip(&READ).find(|((known, _), _)| *known == name) {
            Some(((_, text), read)) => {
                if let Some(profile) = read.get() {
                    return Ok(profile.clone());
                }
                let profile = Self::parse(name, text)?;
                Ok(read.get_or_init(|| profile).clone())
            }
            None => Err(ProfileError::Unknown {
                name: name.to_owned(),
                near: nearest(name, Self::shipped()).map(str::to_owned),
            }),
        }
    }

    /// The default profile.
    pub(crate) fn spec() -> Self {
        Self::named("spec").expect("a test reads every embedded profile")
    }

    /// A profile from the text of a file; `name` is what to call it in an error.
    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, ProfileError> {
        let mut chain = Vec::new();
        let mut next = Some((name.to_owned(), text.to_owned()));
        while let Some((name, text)) = next {
            if chain.len() == MAX_CHAIN {
                return Err(ProfileError::Circle { name });
            }
            let written: Written = toml_edit::de::from_str(&text).map_err(|error| ProfileError::Invalid {
                name: name.clone(),
                why: error.message().to_owned(),
            })?;
            next = match &written.extends {
                None => None,
                Some(base) => {
                    if let Some((_, text)) = SHIPPED.iter().find(|(known, _)| known == base) {
                        Some((base.clone(), (*text).to_owned()))
                    } else {
                        let near = nearest(base, Self::shipped()).map(str::to_owned);
                        return Err(ProfileError::Unknown { name: base.clone(), near });
                    }
                }
            };
            chain.push(written);
        }
        let mut profile = Self::bare();
        for written in chain.into_iter().rev() {
            profile.take(written)?;
        }
        Ok(profile)
    }

    fn bare() -> Self {
        let fields = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
        Self {
            name: Arc::from(""),
            about: String::new(),
            engine: Engine::Rules,
            alphabet: Alphabet::Unicode,
            fields: fields.map(str::to_owned).to_vec(),
            required: Vec::new(),
            variables: Vec::new(),
            limits: Limits {
                name: 64,
                description: 1024,
                description_front: 250,
                compatibility: 500,
                license: None,
                lines: 500,
                body_tokens: 5000,
                tokens_factor: 1.0,
                archive_size: None,
                unpacked_size: None,
                file_size: None,
                files: None,
            },
            packing: Packing::default(),
            levels: BTreeMap::new(),
        }
    }

    fn take(&mut self, written: Written) -> Result<(), ProfileError> {
        for (rule, level) in &written.rules {
            self.set_level(rule, level, &written.name)?;
        }
        let limits = written.limits;
        self.packing.take(written.pack);
        self.name = Arc::from(written.name);
        self.about = written.about;
        self.engine = written.engine.unwrap_or(self.engine);
        self.alphabet = written.alphabet.unwrap_or(self.alphabet);
        self.fields = written.fields.unwrap_or_else(|| std::mem::take(&mut self.fields));
        self.fields.extend(written.more_fields);
        self.required = written.required.unwrap_or_else(|| std::mem::take(&mut self.required));
        self.variables = written.variables.unwrap_or_else(|| std::mem::take(&mut self.variables));
        self.limits.take(&limits);
        Ok(())
    }

    /// Sets the level of a rule, or of all rules of a category; `by` is who asks, for the error.
    pub(crate) fn set_level(&mut self, rule: &str, level: &str, by: &str) -> Result<(), ProfileError> {
        let parsed: Level = level.parse().map_err(|()| ProfileError::Level { text: level.to_owned() })?;
        let mut known = false;
        for each in rules::RULES {
            if each.name == rule || each.category.as_str() == rule {
                self.levels.insert(each.name.to_owned(), parsed);
                known = true;
            }
        }
        if known {
            return Ok(());
        }
        let near = nearest(rule, rules::RULES.iter().map(|rule| rule.name)).map(str::to_owned);
        Err(ProfileError::UnknownRule { profile: by.to_owned(), rule: rule.to_owned(), near })
    }

    /// How loud a rule is here.
    pub(crate) fn level(&self, rule: &Rule) -> Level {
        self.levels.get(rule.name).copied().unwrap_or(rule.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_profile_is_read_and_bears_its_name() {
        for name in Profile::shipped() {
            let profile = Profile::named(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(&*profile.name, name);
            assert!(!profile.about.is_empty(), "{name}");
        }
    }

    #[test]
    fn a_misspelt_profile_rule_or_level_is_an_error_with_the_nearest_name() {
        let Err(ProfileError::Unknown { near, .. }) = Profile::named("cluade") else { panic!() };
        assert_eq!(near.as_deref(), Some("claude"));
        let mut profile = Profile::spec();
        let Err(ProfileError::UnknownRule { near, .. }) = profile.set_level("link-brokn", "off", "x") else {
            panic!()
        };
        assert_eq!(near.as_deref(), Some("link-broken"));
        assert!(profile.set_level("link-broken", "loud", "x").is_err());
        assert!(Profile::parse("x", "name = \"x\"\nunknown = 1\n").is_err());
    }
}
