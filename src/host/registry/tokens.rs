//! The file with a registry's tokens: read again when it changes, so that a revoked token is refused at once; written
//! for its owner alone; never offered to anybody.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    host::fs::{self, FileLock, Stamp},
    model::{
        registry::grant::{Token, Tokens},
        visible,
    },
};

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 4 * 1024 * 1024;

/// What the file is called in a registry's folder, unless it lies elsewhere.
pub(crate) const FILE: &str = ".tokens.json";

/// How a token begins, so that scanners for secrets know it.
const PREFIX: &str = "skr_";

/// Tokens that can't be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokensError {
    #[error("`{place}`: {why}")]
    Broken { place: String, why: String },
    #[error("there is a token `{label}` already")]
    Taken { label: String },
    #[error("there is no token `{label}`")]
    Absent { label: String, known: Vec<String> },
    #[error("the system gives no random bytes: {0}")]
    Random(getrandom::Error),
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// The file, and what it said when it was last looked at.
#[derive(Debug)]
pub(crate) struct TokenFile {
    path: PathBuf,
    known: Mutex<(Option<Stamp>, Arc<Tokens>)>,
}

impl TokenFile {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), known: Mutex::default() }
    }

    /// All tokens as they are now; none where there is no file.
    pub(crate) fn tokens(&self) -> Result<Arc<Tokens>, TokensError> {
        let stamp = fs::stamp(&self.path);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if stamp.is_some() && known.0 == stamp {
            return Ok(Arc::clone(&known.1));
        }
        let tokens = Arc::new(read(&self.path)?);
        *known = (stamp, Arc::clone(&tokens));
        Ok(tokens)
    }

    /// Adds a token.
    pub(crate) fn add(&self, token: Token) -> Result<(), TokensError> {
        self.change(|tokens| {
            if tokens.0.iter().any(|other| other.label == token.label) {
                return Err(TokensError::Taken { label: token.label });
            }
            tokens.0.push(token);
            Ok(())
        })
    }

    /// Takes a token out.
    pub(crate) fn remove(&self, label: &str) -> Result<(), TokensError> {
        self.change(|tokens| {
            let before = tokens.0.len();
            let known = tokens.0.iter().map(|token| token.label.clone()).collect();
            tokens.0.retain(|token| token.label != label);
            let is_gone = tokens.0.len() < before;
            if is_gone { Ok(()) } else { Err(TokensError::Absent { label: label.to_owned(), known }) }
        })
    }

    fn change(&self, change: impl FnOnce(&mut Tokens) -> Result<(), TokensError>) -> Result<(), TokensError> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_folders(folder)?;
        let _lock = FileLock::on_folder(folder, || ())?;
        let mut tokens = read(&self.path)?;
        change(&mut tokens)?;
        Ok(fs::write_private(&self.path, tokens.encode().as_bytes())?)
    }
}

fn read(path: &Path) -> Result<Tokens, TokensError> {
    if fs::standing_followed(path)? == fs::Standing::Nothing {
        return Ok(Tokens::default());
    }
    let broken =
        |why| TokensError::Broken { place: visible::line(&path.to_string_lossy()).into_owned(), why };
    Tokens::decode(&fs::read_capped(path, MAX_FILE)?).map_err(broken)
}

/// A new secret: 32 bytes of the system's randomness.
pub(crate) fn secret() -> Result<String, TokensError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(TokensError::Random)?;
    Ok(bytes.iter().fold(PREFIX.to_owned(), |mut text, byte| {
        for nibble in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
        }
        text
    }))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

    use super::*;
    use crate::model::{moment::Moment, registry::grant::Grant};

    #[test]
    fn tokens_are_added_found_and_revoked_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = TokenFile::new(&folder.path().join(FILE));
        assert!(file.tokens().expect("none").0.is_empty());
        let (one, two) = (secret().expect("a secret"), secret().expect("a secret"));
        assert!(one != two && one.len() == 68 && one.starts_with("skr_"));
        let token =
            |label: &str, secret: &str| Token::new(label, secret, vec![Grant::Admin], Moment::of_seconds(0));
        file.add(token("a", &one)).expect("added");
        assert!(matches!(file.add(token("a", &two)), Err(TokensError::Taken { .. })));
        file.add(token("b", &two)).expect("added");
        assert!(file.tokens().expect("two").find(&two).is_some());
        file.remove("b").expect("removed");
        assert!(file.tokens().expect("one").find(&two).is_none());
        assert!(matches!(file.remove("b"), Err(TokensError::Absent { .. })));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(folder.path().join(FILE)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(folder.path().join(FILE), "{}").expect("written");
        assert!(matches!(file.tokens(), Err(TokensError::Broken { .. })));
    }
}
