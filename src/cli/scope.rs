//! The flags that say whose skills are meant.

use std::path::PathBuf;

use clap::Args;

use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    host::fs,
    ops::{
        Context,
        error::Error,
        scope::ScopeFolder,
        state::{Intent, ScopeState},
    },
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

    /// The scope's files, to look at only.
    pub(crate) fn read(&self, context: &Context<'_>) -> Result<ScopeState, CliError> {
        Ok(ScopeState::open(context, self.folder(context)?, Intent::Read).map_err(Error::from)?)
    }

    /// The scope's files, to look at while nobody changes them.
    pub(crate) fn read_alone(&self, context: &Context<'_>) -> Result<ScopeState, CliError> {
        Ok(ScopeState::open(context, self.folder(context)?, Intent::ReadAlone).map_err(Error::from)?)
    }

    /// The scope's files, to be changed: other runs wait. A dry run only looks, and so does a run where nothing is
    /// installed yet: it finds nothing to change, and leaves nothing behind.
    pub(crate) fn write(&self, global: &Global, context: &Context<'_>) -> Result<ScopeState, CliError> {
        let folder = self.folder(context)?;
        let intent =
            if global.dry_run || !fs::is_folder(&folder.agents()) { Intent::Read } else { Intent::Write };
        Ok(ScopeState::open(context, folder, intent).map_err(Error::from)?)
    }

    /// The scopes that are visible: the one that is meant, or all that are seen from here.
    pub(crate) fn visible(&self, context: &Context<'_>) -> Result<Vec<ScopeFolder>, CliError> {
        if self.user || self.project.is_some() {
            return Ok(vec![self.folder(context)?]);
        }
        Ok(ScopeFolder::seen(context.dirs))
    }
}
