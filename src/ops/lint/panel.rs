//! The profiles that judge a skill, with its settings applied: worked out once for all skills that share them.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use super::{LintError, settings::Wishes};
use crate::{lint::profile::Profile, model::digest::Digest};

/// Profiles with all settings applied.
#[derive(Debug, Clone)]
pub(super) struct Panel {
    pub(super) profiles: Arc<[Profile]>,
    /// The same digest, the same verdicts.
    pub(super) digest: Digest,
}

/// The folder of the settings, and which of their overrides hold.
pub(super) type Key = (Option<PathBuf>, Vec<usize>);

/// The panels of a run.
pub(super) struct Panels<'a> {
    asked: &'a [Profile],
    known: Mutex<HashMap<Key, Panel>>,
}

impl<'a> Panels<'a> {
    /// For a run in which these profiles are asked for; none: those of the settings.
    pub(super) fn new(asked: &'a [Profile]) -> Self {
        Self { asked, known: Mutex::default() }
    }

    pub(super) fn of(&self, wishes: &Wishes) -> Result<Panel, LintError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = wishes.key();
        if let Some(panel) = known.get(&key) {
            return Ok(panel.clone());
        }
        let profiles = wishes.profiles(self.asked)?;
        let panel = Panel { digest: digest(&profiles), profiles: Arc::from(profiles) };
        known.insert(key, panel.clone());
        Ok(panel)
    }
}

/// Profiles as a digest of all that is in them.
pub(super) fn digest(profiles: &[Profile]) -> Digest {
    Digest::of(format!("{profiles:?}").as_bytes())
}
