//! Exit codes and hints of making skills and adding files to them.

use super::{CliError, ExitStatus};
use crate::ops::scaffold;

impl From<scaffold::Error> for CliError {
    fn from(error: scaffold::Error) -> Self {
        use scaffold::Error;
        let status = match error {
            Error::File(_) | Error::Template(_) => ExitStatus::Incomplete,
            Error::UnlikeFolder { .. } | Error::License(_) | Error::NoTemplate { .. } => ExitStatus::Usage,
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
            Error::UnsafeName(_)
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
