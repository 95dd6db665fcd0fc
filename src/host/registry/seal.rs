//! A registry's signed head, checked: keys that the user trusts, a state that is not older than one seen before and has
//! not expired, and the list of files it vouches for. Signing is the `minisign` program's.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use minisign_verify::{PublicKey, Signature};

use super::{carrier::Carrier, sparse::RegistryError};
use crate::{
    host::{clock, fs},
    model::{
        digest::Digest,
        moment::Moment,
        registry::head::{HEAD, Head, LISTING, Listing, MAX_HEAD, MAX_LISTING, SIGNATURE, decode_listing},
    },
};

/// Why a registry's head is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SealError {
    #[error("it is not there, and the registry has to be signed")]
    Absent,
    #[error("no key of your configuration made its signature")]
    Signature,
    #[error("{0}")]
    Unreadable(String),
    #[error("it expired at {0}: whoever keeps the registry has to sign it anew")]
    Expired(Moment),
    #[error("it is number {found}, and number {seen} was seen before: somebody offers an old state")]
    Older { found: u64, seen: u64 },
    /// A file that the list says something else of.
    #[error("it is not the file that was signed: expected {expected}, got {found}")]
    Other { expected: Digest, found: Digest },
}

/// A text of the configuration that is no minisign public key.
pub(crate) fn is_key(text: &str) -> bool {
    PublicKey::from_base64(text.trim()).is_ok()
}

/// What a head that was checked vouches for.
#[derive(Debug)]
pub(super) struct Seal {
    pub(super) sequence: u64,
    pub(super) files: Listing,
}

impl Seal {
    /// Asks for head, signature and list, and checks them against the keys. `seen` is the file that remembers the number
    /// of the newest head.
    pub(super) fn of(carrier: &Carrier, keys: &[String], seen: &Path) -> Result<Self, RegistryError> {
        let wrong = |path: &str, error| RegistryError::Seal { place: carrier.place(path), error };
        let bring = |path: &str, cap| {
            carrier
                .bring(path, cap)?
                .ok_or_else(|| wrong(path, SealError::Absent))
                .map(|carried| carried.bytes)
        };
        let bytes = bring(HEAD, MAX_HEAD)?;
        let signature = bring(SIGNATURE, MAX_HEAD)?;
        let signature =
            std::str::from_utf8(&signature).ok().and_then(|text| Signature::decode(text).ok()).ok_or_else(
                || wrong(SIGNATURE, SealError::Unreadable("it is no minisign signature".to_owned())),
            )?;
        let keys = keys.iter().filter_map(|key| PublicKey::from_base64(key.trim()).ok());
        if !keys.into_iter().any(|key| key.verify(&bytes, &signature, false).is_ok()) {
            return Err(wrong(HEAD, SealError::Signature));
        }
        let unreadable =
            |path: &str, error: &dyn std::fmt::Display| wrong(path, SealError::Unreadable(error.to_string()));
        let head = Head::decode(&bytes).map_err(|error| unreadable(HEAD, &error))?;
        let known =
            fs::read_text_if_there(seen).ok().flatten().and_then(|text| text.trim().parse::<u64>().ok());
        if let Some(known) = known.filter(|known| *known > head.sequence) {
            return Err(wrong(HEAD, SealError::Older { found: head.sequence, seen: known }));
        }
        // Without a network nobody can have a newer one.
        if head.expires < clock::now() && !carrier.http.is_offline() {
            return Err(wrong(HEAD, SealError::Expired(head.expires)));
        }
        let listing = bring(LISTING, head.listing.size.min(MAX_LISTING))?;
        let found = Digest::of(&listing);
        if found != head.listing.digest {
            return Err(wrong(LISTING, SealError::Other { expected: head.listing.digest, found }));
        }
        let files = decode_listing(&listing).map_err(|error| unreadable(LISTING, &error))?;
        if known != Some(head.sequence) {
            // Where nothing can be written, nothing is remembered.
            let _ = fs::write_atomic(seen, head.sequence.to_string().as_bytes());
        }
        Ok(Self { sequence: head.sequence, files })
    }
}

/// A signature that was not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SignError {
    #[error("there is no program `minisign` on the PATH, which makes the signature")]
    NoProgram,
    #[error("`minisign` made no signature")]
    Failed,
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// Has `minisign` sign a head; it may ask for the key's password on the terminal. Without a key it takes its own default.
pub(crate) fn sign(head: &[u8], key: Option<&Path>, scratch: &Path) -> Result<Vec<u8>, SignError> {
    let file = scratch.join(HEAD);
    fs::write_atomic(&file, head)?;
    let signature: PathBuf = scratch.join(SIGNATURE);
    let mut command = Command::new("minisign");
    command.arg("-S").arg("-m").arg(&file).arg("-x").arg(&signature);
    if let Some(key) = key {
        command.arg("-s").arg(key);
    }
    // What it says is for the person at the terminal; the program's own stdout stays clean.
    command.stdout(std::process::Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(fs::read_capped(&signature, MAX_HEAD)?),
        Ok(_) => Err(SignError::Failed),
        Err(_) => Err(SignError::NoProgram),
    }
}
