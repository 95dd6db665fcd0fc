//! `Session`: which skills a conversation has in its context already, so that no instruction stands there twice.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Entry, activate::Activated};
use crate::model::digest::Digest;

const FORMAT: &str = "skill.seen/1";

/// What was shown; remembered by place and text, so that a changed skill, or one with other arguments, is shown again.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    shown: Vec<Shown>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Shown {
    name: String,
    location: String,
    digest: String,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    shown: Vec<Shown>,
}

impl Session {
    /// Reads what [`encode`](Self::encode) wrote; the error is a phrase.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.format != FORMAT {
            return Err(format!("its format is not `{FORMAT}`"));
        }
        Ok(Self { shown: file.shown })
    }

    /// The text of a file that holds the session.
    pub(crate) fn encode(&self) -> String {
        let file = File { format: FORMAT.to_owned(), shown: self.shown.clone() };
        // Texts alone: nothing in it can fail.
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// Remembers the text of a skill; false if it was remembered already. A skill that forks never stays in the
    /// conversation, so it is never remembered.
    pub(crate) fn remember(&mut self, entry: &Entry, activated: &Activated) -> bool {
        if entry.card.forks {
            return true;
        }
        let shown = Shown {
            name: entry.name.clone(),
            location: location(&entry.location),
            digest: Digest::of(activated.content.as_bytes()).to_string(),
        };
        let is_new = !self.shown.contains(&shown);
        if is_new {
            self.shown.push(shown);
        }
        is_new
    }

    /// Forgets all: the conversation lost its context.
    pub(crate) fn clear(&mut self) {
        self.shown.clear();
    }

    /// Names of the skills that were shown, each once.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for shown in &self.shown {
            if !names.contains(&shown.name.as_str()) {
                names.push(&shown.name);
            }
        }
        names
    }
}

fn location(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_kind_is_refused_and_an_empty_one_is_a_new_session() {
        assert_eq!(Session::parse("\n"), Ok(Session::default()));
        assert!(Session::parse("{}").is_err());
        assert!(Session::parse("{\"format\":\"x\",\"shown\":[]}").is_err());
        let empty = Session::default().encode();
        assert_eq!(Session::parse(&empty), Ok(Session::default()));
    }
}
