//! Exit codes and hints of making skills and adding files to them.

use super::{CliError, ExitStatus};
use crate::ops::scaffold::{self, FieldFlaw, InterfaceFlaw, OwnError};

impl From<scaffold::Error> for CliError {
    fn from(error: scaffold::Error) -> Self {
        use scaffold::Error;
        let error = match error {
            Error::Source(error) => return error.into(),
            Error::Own(error) => return error.into(),
            other => other,
        };
        let status = match error {
            Error::File(_) | Error::Template(_) | Error::Source(_) | Error::Own(_) => ExitStatus::Incomplete,
            Error::UnlikeFolder { .. }
            | Error::License(_)
            | Error::NoTemplate { .. }
            | Error::NotAscii { .. }
            | Error::Contradiction { .. }
            | Error::Package(_)
            | Error::ShellPackages
            | Error::NoPackages => ExitStatus::Usage,
            Error::NothingLeft(_)
            | Error::UnsafeName(_)
            | Error::Description(_)
            | Error::InTheWay { .. }
            | Error::OtherSpelling { .. }
            | Error::NoSkill(_)
            | Error::NoSkillAbove(_)
            | Error::Exists(_)
            | Error::NotText { .. }
            | Error::Index { .. }
            | Error::NoFile(_) => ExitStatus::No,
        };
        let hint = match &error {
            Error::NothingLeft(_) => Some("skill new gh-address-comments".to_owned()),
            Error::UnsafeName(error) if error.name.contains(['/', '\\']) => {
                Some("`--dir` names the folder to make a skill in, `--to` the skill to add to".to_owned())
            }
            Error::UnlikeFolder { name, .. } => Some(format!("skill new {name}")),
            Error::OtherSpelling { found, .. } => Some(format!("rename `{found}` to `SKILL.md`")),
            Error::NoSkill(_) => Some("skill new NAME".to_owned()),
            Error::NoSkillAbove(_) => Some("`--to` names the skill, or make one: skill new NAME".to_owned()),
            Error::Exists(_) => Some("choose another name, or edit that file".to_owned()),
            Error::NoTemplate { ending, kind } => {
                Some(format!("skill add {} NAME --from FILE.{ending}", kind.word()))
            }
            Error::NotAscii { profile, .. } => {
                Some(format!("choose a name of a-z, 0-9 and hyphens: skill new NAME --profile {profile}"))
            }
            Error::Contradiction { refuses, asks, .. } => {
                Some(format!("make one skill for `{asks}` and another for `{refuses}`"))
            }
            Error::Package(_) => Some("--dependency \"httpx>=0.27\"".to_owned()),
            Error::NoPackages => {
                Some("`package.json` in the skill's folder lists those of JavaScript".to_owned())
            }
            Error::ShellPackages => Some("`--lang py` or `--lang js` takes packages".to_owned()),
            Error::Source(_)
            | Error::Own(_)
            | Error::UnsafeName(_)
            | Error::Description(_)
            | Error::License(_)
            | Error::InTheWay { .. }
            | Error::NotText { .. }
            | Error::Index { .. }
            | Error::NoFile(_)
            | Error::Template(_)
            | Error::File(_) => None,
        };
        let error = Self::new(status, error);
        match hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}

impl From<FieldFlaw> for CliError {
    fn from(flaw: FieldFlaw) -> Self {
        let hint = match &flaw {
            FieldFlaw::NoPair(_) => Some("--field category=office".to_owned()),
            FieldFlaw::Unknown { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            FieldFlaw::Unknown { key, near: None } => Some(format!(
                "`skill new --help` lists the fields; any other fact goes below `metadata.{}`",
                crate::model::visible::line(key)
            )),
            FieldFlaw::Twice(_) | FieldFlaw::Value { .. } => None,
        };
        let error = Self::new(ExitStatus::Usage, flaw);
        hint.into_iter().fold(error, Self::hint)
    }
}

impl From<InterfaceFlaw> for CliError {
    fn from(flaw: InterfaceFlaw) -> Self {
        let hint = match &flaw {
            InterfaceFlaw::NoPair(_) => Some("--interface display_name=\"PDF Tools\"".to_owned()),
            InterfaceFlaw::Unknown { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            InterfaceFlaw::Unknown { near: None, .. } => Some("`skill new --help` lists the keys".to_owned()),
            InterfaceFlaw::Twice(_) | InterfaceFlaw::Value { .. } => None,
        };
        let error = Self::new(ExitStatus::Usage, flaw);
        hint.into_iter().fold(error, Self::hint)
    }
}

impl From<OwnError> for CliError {
    fn from(error: OwnError) -> Self {
        let status = match error {
            OwnError::Place { .. }
            | OwnError::Endless { .. }
            | OwnError::TooLarge { .. }
            | OwnError::Refused { .. } => ExitStatus::Integrity,
            OwnError::Unanswered { .. }
            | OwnError::NoQuestion { .. }
            | OwnError::Answer { .. }
            | OwnError::Unknown { .. } => ExitStatus::Usage,
            OwnError::NoManifest { .. }
            | OwnError::Manifest { .. }
            | OwnError::NoSkill
            | OwnError::Render { .. } => ExitStatus::No,
        };
        let hint = match &error {
            OwnError::Unknown { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            OwnError::Unknown { near: None, .. } => Some(
                "the layouts are workflow, task, reference and capability; a folder is written `./NAME`"
                    .to_owned(),
            ),
            OwnError::NoManifest { have, .. } if !have.is_empty() => {
                Some(format!("there is one in {}: add that to the path", have.join(", ")))
            }
            OwnError::NoManifest { .. } => {
                Some("an empty `template.toml` makes a folder a template".to_owned())
            }
            OwnError::NoQuestion { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            OwnError::Unanswered { name, .. } => Some(format!("--var {name}=ANSWER")),
            OwnError::Manifest { .. }
            | OwnError::NoSkill
            | OwnError::Render { .. }
            | OwnError::Endless { .. }
            | OwnError::TooLarge { .. }
            | OwnError::Place { .. }
            | OwnError::Refused { .. }
            | OwnError::NoQuestion { near: None, .. }
            | OwnError::Answer { .. } => None,
        };
        let error = Self::new(status, error);
        hint.into_iter().fold(error, Self::hint)
    }
}
