//! `Commit`: the SHA-1 name of a git commit, 40 lower-case hexadecimal digits.

use std::{fmt, str::FromStr};

use super::visible;

/// The full name of a commit (or, inside the git adapter, of any object).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Commit([u8; 20]);

/// A text that is not 40 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a commit: expected 40 hexadecimal digits", visible::line(.0))]
pub(crate) struct CommitError(String);

impl Commit {
    /// The 20 bytes of the name.
    pub(crate) fn bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// The commit of these 20 bytes.
    pub(crate) fn of_bytes(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// The first seven digits, for people.
    pub(crate) fn short(self) -> String {
        let mut text = self.to_string();
        text.truncate(7);
        text
    }
}

impl fmt::Display for Commit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Commit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Commit {
    type Err = CommitError;

    /// Upper-case digits are taken as lower-case ones.
    fn from_str(text: &str) -> Result<Self, CommitError> {
        let wrong = || CommitError(text.to_owned());
        if text.len() != 40 {
            return Err(wrong());
        }
        let mut bytes = [0; 20];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digit =
                |at: usize| char::from(pair[at]).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            *byte = digit(0).ok_or_else(wrong)? << 4 | digit(1).ok_or_else(wrong)?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_value_agree() {
        let text = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
        let commit: Commit = text.parse().unwrap();
        assert_eq!(commit.to_string(), text);
        assert_eq!(commit.short(), "da39a3e");
        assert_eq!(text.to_uppercase().parse(), Ok(commit));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "da39a3e", &"g".repeat(40), &"a".repeat(41), &"é".repeat(20)] {
            assert!(text.parse::<Commit>().is_err(), "{text}");
        }
    }
}
