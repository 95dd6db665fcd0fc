//! The `[pack]` table of a profile: what an archive for a platform looks like. Sizes and counts are among the limits.

use serde::Deserialize;

use crate::model::author::{Ending, Layout};

/// A change that `skill pack` makes to what goes in, never to the working tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Transform {
    /// SKILL.md without its byte order mark.
    Bom,
    /// Every text file without its byte order mark.
    BomInText,
    /// CR LF as LF in every text file.
    LineEnds,
    /// SKILL.md without what installers wrote into its `metadata`.
    InstallMetadata,
}

/// Which characters the paths in an archive may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PathAlphabet {
    Any,
    /// Printable ASCII without blanks.
    Ascii,
    /// The same without capitals, except in names that have them by custom.
    LowerAscii,
}

/// What an archive for a platform looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packing {
    /// Layouts that are taken; pack makes the first.
    pub(crate) layouts: Vec<Layout>,
    /// Endings that are taken; pack gives the first.
    pub(crate) endings: Vec<Ending>,
    /// Patterns of files that stay out unless they are asked for.
    pub(crate) exclude: Vec<String>,
    pub(crate) transform: Vec<Transform>,
    /// A version must be greater than the one before.
    pub(crate) rising_version: bool,
    pub(crate) path_alphabet: PathAlphabet,
    /// Characters of a path below the skill.
    pub(crate) path_length: Option<u64>,
    /// Folders below one another, that of the skill not counted.
    pub(crate) depth: Option<u64>,
    /// Unpacked to packed bytes.
    pub(crate) ratio: Option<u64>,
    /// Every file must be UTF-8 text.
    pub(crate) text_only: bool,
    /// Endings of the file names that are taken, with the dot; empty: all.
    pub(crate) file_types: Vec<String>,
}

impl Default for Packing {
    fn default() -> Self {
        Self {
            layouts: vec![Layout::Folder, Layout::Root],
            endings: vec![Ending::Zip, Ending::Skill],
            exclude: Vec::new(),
            transform: Vec::new(),
            rising_version: false,
            path_alphabet: PathAlphabet::Any,
            path_length: None,
            depth: None,
            ratio: None,
            text_only: false,
            file_types: Vec::new(),
        }
    }
}

/// The table as it is written; what is absent is inherited.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct WrittenPacking {
    layouts: Option<Vec<Layout>>,
    endings: Option<Vec<Ending>>,
    exclude: Option<Vec<String>>,
    transform: Option<Vec<Transform>>,
    rising_version: Option<bool>,
    path_alphabet: Option<PathAlphabet>,
    path_length: Option<u64>,
    depth: Option<u64>,
    ratio: Option<u64>,
    text_only: Option<bool>,
    file_types: Option<Vec<String>>,
}

impl Packing {
    /// Takes over what is written.
    pub(super) fn take(&mut self, written: WrittenPacking) {
        // An empty list of layouts or endings would allow nothing: it is taken for an absent one.
        let filled = |list: Option<Vec<_>>| list.filter(|list| !list.is_empty());
        self.layouts = filled(written.layouts).unwrap_or_else(|| std::mem::take(&mut self.layouts));
        let endings = written.endings.filter(|list| !list.is_empty());
        self.endings = endings.unwrap_or_else(|| std::mem::take(&mut self.endings));
        self.exclude = written.exclude.unwrap_or_else(|| std::mem::take(&mut self.exclude));
        self.transform = written.transform.unwrap_or_else(|| std::mem::take(&mut self.transform));
        self.rising_version = written.rising_version.unwrap_or(self.rising_version);
        self.path_alphabet = written.path_alphabet.unwrap_or(self.path_alphabet);
        self.path_length = written.path_length.or(self.path_length);
        self.depth = written.depth.or(self.depth);
        self.ratio = written.ratio.or(self.ratio);
        self.text_only = written.text_only.unwrap_or(self.text_only);
        self.file_types = written.file_types.unwrap_or_else(|| std::mem::take(&mut self.file_types));
    }
}
