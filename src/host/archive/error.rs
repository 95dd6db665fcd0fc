//! Why an archive is refused. Entry names are foreign text and made visible in every message.

use crate::{host::fs, model::visible};

/// An archive that can't or won't be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error(transparent)]
    Files(#[from] fs::Error),
    #[error("it is neither a zip nor a tar.gz archive")]
    NoArchive,
    #[error("it is broken or cut short: {why}")]
    Broken { why: String },
    #[error("bytes stand before its first entry, or two archives were joined")]
    Displaced,
    #[error("bytes follow its end")]
    Trailing,
    #[error("it unpacks to more than {limit} {what}")]
    TooMany { what: &'static str, limit: u64 },
    #[error("it unpacks to over {ratio} times its size")]
    Bomb { ratio: u64 },
    #[error("the header before an entry is larger than {limit} bytes")]
    Header { limit: u64 },
    #[error("the entry `{}` {trick}", visible::line(.entry))]
    Name { entry: String, trick: NameTrick },
    #[error("the entry `{}` appears twice", visible::line(.entry))]
    Twice { entry: String },
    #[error("`{}` and `{}` are one name where case or Unicode form is not told apart", visible::line(.one), visible::line(.other))]
    Twins { one: String, other: String },
    #[error("the entry `{}` lies below `{}`, which is no folder", visible::line(.entry), visible::line(.above))]
    BelowFile { entry: String, above: String },
    #[error("the entry `{}` lies below the link `{}`", visible::line(.entry), visible::line(.above))]
    BelowLink { entry: String, above: String },
    #[error("the entry `{}` is a hard link", visible::line(.entry))]
    HardLink { entry: String },
    #[error("the entry `{}` is no file, folder or symbolic link", visible::line(.entry))]
    Special { entry: String },
    #[error("the entry `{}` is encrypted", visible::line(.entry))]
    Encrypted { entry: String },
    #[error("the entry `{}` is compressed in a way that is not supported", visible::line(.entry))]
    Method { entry: String },
    #[error("entries overlap, or its two lists of entries differ")]
    Inconsistent,
    #[error("the entry `{}` is not as long as it says", visible::line(.entry))]
    SizeLie { entry: String },
    #[error("the entry `{}` does not have the checksum it says", visible::line(.entry))]
    Checksum { entry: String },
}

/// What is wrong with an entry's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameTrick {
    #[error("has no name")]
    Empty,
    #[error("has an absolute path")]
    Absolute,
    #[error("names a drive")]
    Drive,
    #[error("leaves the archive's folder")]
    Traversal,
    #[error("has a NUL in its name")]
    Nul,
    #[error("has a name that is not UTF-8")]
    NotUtf8,
    #[error("has a name of over 4096 bytes")]
    TooLong,
}

/// What an error says about the archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The file could not be read at all.
    Unread,
    /// It is no archive.
    Other,
    /// It is an archive that must not be trusted: damaged, beyond the limits, or made to deceive.
    Refused,
}

impl ArchiveError {
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Files(_) => Verdict::Unread,
            Self::NoArchive => Verdict::Other,
            Self::Broken { .. }
            | Self::Displaced
            | Self::Trailing
            | Self::TooMany { .. }
            | Self::Bomb { .. }
            | Self::Header { .. }
            | Self::Name { .. }
            | Self::Twice { .. }
            | Self::Twins { .. }
            | Self::BelowFile { .. }
            | Self::BelowLink { .. }
            | Self::HardLink { .. }
            | Self::Special { .. }
            | Self::Encrypted { .. }
            | Self::Method { .. }
            | Self::Inconsistent
            | Self::SizeLie { .. }
            | Self::Checksum { .. } => Verdict::Refused,
        }
    }
}
