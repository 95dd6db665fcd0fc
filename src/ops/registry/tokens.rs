//! `registry token`: the tokens of a registry that is served.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use super::RegistryKeepError;
use crate::{
    host::{
        clock,
        registry::{
            keeper::Shelf,
            tokens::{FILE, TokenFile, secret},
        },
    },
    model::{
        moment::Moment,
        registry::grant::{Grant, Token, Tokens, is_label},
        visible,
    },
};

/// The file with a registry's tokens: `file` if given, else the one in its folder.
fn file(folder: &Path, file: Option<PathBuf>) -> Result<TokenFile, RegistryKeepError> {
    Shelf::open(folder)?;
    Ok(TokenFile::new(&file.unwrap_or_else(|| folder.join(FILE))))
}

/// Makes a token; its secret is told here and never again.
pub(crate) fn issue(
    folder: &Path,
    path: Option<PathBuf>,
    label: &str,
    grants: Vec<Grant>,
    lifetime: Option<Duration>,
    dry_run: bool,
) -> Result<(Token, String), RegistryKeepError> {
    if !is_label(label) {
        return Err(RegistryKeepError::Label { label: visible::line(label).into_owned() });
    }
    let file = file(folder, path)?;
    let (secret, now) = (secret()?, clock::now());
    let mut token = Token::new(label, &secret, grants, now);
    token.expires =
        lifetime.map(|lifetime| Moment::of_seconds(now.seconds().saturating_add(lifetime.as_secs())));
    if !dry_run {
        file.add(token.clone())?;
    }
    Ok((token, secret))
}

/// All tokens of a registry.
pub(crate) fn tokens_of(folder: &Path, path: Option<PathBuf>) -> Result<Arc<Tokens>, RegistryKeepError> {
    Ok(file(folder, path)?.tokens()?)
}

/// Takes a token back; a server that runs refuses it from then on.
pub(crate) fn revoke(
    folder: &Path,
    path: Option<PathBuf>,
    label: &str,
    dry_run: bool,
) -> Result<(), RegistryKeepError> {
    let file = file(folder, path)?;
    if dry_run {
        let tokens = file.tokens()?;
        let known = || tokens.0.iter().map(|token| token.label.clone()).collect();
        let is_there = tokens.0.iter().any(|token| token.label == label);
        let absent =
            || crate::host::registry::tokens::TokensError::Absent { label: label.to_owned(), known: known() };
        return if is_there { Ok(()) } else { Err(absent().into()) };
    }
    Ok(file.remove(label)?)
}
