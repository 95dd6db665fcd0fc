//! A skill's SKILL.md and folder as values: `Card`, the little that install, discovery and list need, read as leniently
//! as clients read it; `Skill`, the whole folder in memory, which lint judges.

mod card;
mod folder;

pub(crate) use card::{Card, Unusable, forbids_implicit_use, head_json, read_card, read_text, split_tools};
pub(crate) use folder::{Begun, Oddity, Skill};

/// The file that makes a folder a skill.
pub(crate) const MANIFEST: &str = "SKILL.md";
