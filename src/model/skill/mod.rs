//! A skill's SKILL.md and folder as values: `Card`, the little that install, discovery and list need, read as leniently
//! as clients read it; `Skill`, the whole folder in memory, which lint judges.

mod card;

pub(crate) use card::{Card, Unusable, read_card};

/// The file that makes a folder a skill.
pub(crate) const MANIFEST: &str = "SKILL.md";
