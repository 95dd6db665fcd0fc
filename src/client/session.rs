//! What one conversation was shown.

use std::path::Path;

use super::{
    catalogue::{Activation, Catalogue, Values},
    error::ClientError,
};
use crate::{
    host::fs,
    ops::{disclose::session, error::Error},
};

/// The skills whose text stands in one conversation already. It knows them by place and text: a skill that changed, or
/// is given other arguments, is shown again. A skill that forks leaves no text behind, so it is never skipped.
#[derive(Debug, Default, Clone)]
pub struct Session(session::Session);

impl Session {
    /// A conversation that was shown nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The session that [`save`](Self::save) or `skill show --seen FILE` kept; a new one when the file is not there.
    pub fn load(path: &Path) -> Result<Self, ClientError> {
        let text = fs::read_text_if_there(path).map_err(Error::from)?.unwrap_or_default();
        session::Session::parse(&text)
            .map(Self)
            .map_err(|why| ClientError::usage(&format!("`{}`: {why}", path.display())))
    }

    /// Keeps the session in a file.
    pub fn save(&self, path: &Path) -> Result<(), ClientError> {
        fs::write_atomic(path, self.0.encode().as_bytes()).map_err(Error::from)?;
        Ok(())
    }

    /// The text of a skill for the model; `None` when it stands in the conversation already.
    pub fn activate(
        &mut self,
        catalogue: &Catalogue,
        name: &str,
        values: &Values,
    ) -> Result<Option<Activation>, ClientError> {
        let (entry, activated) = catalogue.activated(name, values)?;
        let is_new = self.0.remember(entry, &activated);
        Ok(is_new.then(|| Activation::of(entry, activated)))
    }

    /// Names of the skills that were shown.
    pub fn names(&self) -> Vec<&str> {
        self.0.names()
    }

    /// Forgets what was shown: call it when the conversation's context was dropped.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
