//! The flags that say whose skills are meant.

use std::path::PathBuf;

use clap::Args;

use super::error::{CliError, ExitStatus};
use crate::{
    host::fs,
    ops::{Context, scope::ScopeFolder},
};

/// Project or user.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ScopeArgs {
    /// The user's skills instead of the project's
    #[arg(short, long, visible_short_alias = 'g', visible_alias = "global")]
    pub(crate) user: bool,
    /// The project in DIR
    #[arg(long, value_name = "DIR", conflicts_with = "user")]
    pub(crate) project: Option<PathBuf>,
}

impl ScopeArgs {
    /// The scope that is meant.
    pub(crate) fn folder(&self, context: &Context<'_>) -> Result<ScopeFolder, CliError> {
        if self.user {
            return Ok(ScopeFolder::user(context.dirs));
        }
        match &self.project {
            None => Ok(ScopeFolder::around(context.dirs)),
            Some(typed) => {
                let root = context.dirs.absolute(typed);
                if !fs::is_folder(&root) {
                    return Err(CliError::new(
                        ExitStatus::Usage,
                        format_args!("`{}` is no folder", root.display()),
                    ));
                }
                Ok(ScopeFolder::at(context.dirs, &root))
            }
        }
    }

    /// The scopes that are visible: the one that is meant, or project over user.
    pub(crate) fn visible(&self, context: &Context<'_>) -> Result<Vec<ScopeFolder>, CliError> {
        let folder = self.folder(context)?;
        if self.user || self.project.is_some() {
            return Ok(vec![folder]);
        }
        let user = ScopeFolder::user(context.dirs);
        Ok(if fs::is_same(&folder.root, &user.root) { vec![user] } else { vec![folder, user] })
    }
}
