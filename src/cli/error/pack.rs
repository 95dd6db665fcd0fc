//! Packs that did not come about: exit code and hint.

use super::{CliError, ExitStatus};
use crate::{
    model::visible,
    ops::pack::{BumpError, PackError},
};

impl From<PackError> for CliError {
    fn from(error: PackError) -> Self {
        use ExitStatus::{Incomplete, Integrity, No, Usage};
        use PackError as E;
        let error = match error {
            E::Profile(error) => return error.into(),
            E::Lint(error) => return error.into(),
            other => other,
        };
        let status = match &error {
            E::Refused { .. } if error.is_hostile() => Integrity,
            E::Unacceptable { .. } | E::Unverified { .. } => Integrity,
            E::Nothing(_)
            | E::IsArchive(_)
            | E::Name(_)
            | E::NoSkill { .. }
            | E::Gate { .. }
            | E::Refused { .. }
            | E::Link { .. }
            | E::SameArchive(_)
            | E::Taken(_)
            | E::Bump { .. }
            | E::Assemble(crate::host::assemble::AssembleError::TooLarge { .. }) => No,
            E::Settings { .. }
            | E::IgnoreFile { .. }
            | E::Pattern(_)
            | E::Profile(_)
            | E::Lint(_)
            | E::Apart { .. }
            | E::NoProfileFile(_)
            | E::Epoch(_)
            | E::ManyInOne { .. } => Usage,
            E::Assemble(_) | E::Read(_) | E::Files(_) | E::Unreadable { .. } | E::Write { .. } => Incomplete,
        };
        let hint = match &error {
            E::NoSkill { .. } => Some("make one there: `skill new --here`".to_owned()),
            E::Nothing(_) => Some("give the folder that holds SKILL.md".to_owned()),
            E::Gate { .. } => {
                Some("see more: `skill lint`; pack in spite of it: `skill pack --fail-on never`".to_owned())
            }
            E::IsArchive(path) => {
                Some(format!("judge it: `skill pack --check {}`", visible::line(&path.to_string_lossy())))
            }
            E::Apart { flag, .. } => Some(format!("pack for one at a time, or choose with `{flag}`")),
            E::Bump { source: BumpError::Missing, .. } => {
                Some("write one into SKILL.md, below `metadata:`: `version: \"0.1.0\"`".to_owned())
            }
            E::Bump { source: BumpError::NotSemver(_) | BumpError::Form(_), .. } => {
                Some("write it as MAJOR.MINOR.PATCH, for instance `version: \"1.0.0\"`".to_owned())
            }
            E::Bump { source: BumpError::Conflict(..), .. } => Some("keep one of them".to_owned()),
            E::ManyInOne { .. } => Some("give a folder: `--out dist/`".to_owned()),
            E::SameArchive(_) => Some("pack them one by one with `--out`".to_owned()),
            E::Settings {
                source: crate::model::author::AuthorError::UnknownKey { near: Some(near), .. },
                ..
            } => Some(format!("a setting of a similar name exists: `{near}`")),
            E::Refused { .. } => {
                Some("copy what is needed into the skill, or leave it out: `--exclude PATH`".to_owned())
            }
            _ => None,
        };
        let built = Self::new(status, error);
        match hint {
            Some(hint) => built.hint(hint),
            None => built,
        }
    }
}
