//! Making skills: `new` drafts a folder from templates and fills in what is missing; `add` gives an existing skill one
//! more file and a line that points to it. Neither ever overwrites a file.

mod author;
mod brand;
mod check;
mod create;
mod draft;
mod extend;
mod fields;
mod fill;
mod foreign;
mod head;
mod index;
mod name;
mod openai;
mod source;
mod template;
mod wrap;
mod yaml;

use std::path::PathBuf;

pub(crate) use author::git_author;
pub(crate) use create::{NewOptions, Place, is_begun, new};
pub(crate) use extend::{AddOptions, add};
pub(crate) use fields::{FieldFlaw, Fields};
pub(crate) use foreign::{Own, OwnError};
pub(crate) use name::slug_with_notes;
pub(crate) use openai::{Interface, InterfaceFlaw};
pub(crate) use source::{Template, open_template};
pub(crate) use template::Body;
pub(crate) use wrap::{read as read_prompt, read_standard_input as read_prompt_from_standard_input};
pub(crate) use yaml::{DescriptionFlaw, check_description};

use crate::{
    host::fs,
    model::{locale::Locale, name::FolderNameError},
    ops::error,
};

/// A file that `add` makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Script,
    Reference,
    Asset,
}

impl Kind {
    /// The kind a word names, singular or plural. Nothing else is a kind.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        match word {
            "script" | "scripts" => Some(Self::Script),
            "reference" | "references" => Some(Self::Reference),
            "asset" | "assets" => Some(Self::Asset),
            _ => None,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Reference => "reference",
            Self::Asset => "asset",
        }
    }

    /// The spec's folder for this kind.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Script => "scripts",
            Self::Reference => "references",
            Self::Asset => "assets",
        }
    }
}

/// What `new` puts beside `SKILL.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Scripts,
    References,
    Assets,
    Evals,
}

impl Part {
    /// As `--with` takes it.
    fn word(self) -> &'static str {
        match self {
            Self::Scripts => "scripts",
            Self::References => "references",
            Self::Assets => "assets",
            Self::Evals => "evals",
        }
    }
}

/// The language of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Python,
    Shell,
    JavaScript,
}

impl Language {
    /// The ending of a file's name, without the dot. `mjs` runs as a module whatever `package.json` lies above.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Python => "py",
            Self::Shell => "sh",
            Self::JavaScript => "mjs",
        }
    }

    fn from_ending(ending: &str) -> Option<Self> {
        match ending {
            "py" => Some(Self::Python),
            "sh" => Some(Self::Shell),
            "js" | "mjs" => Some(Self::JavaScript),
            _ => None,
        }
    }

    /// The program that runs such a script on every system.
    fn runner(self) -> &'static str {
        match self {
            Self::Python => "python3",
            Self::Shell => "sh",
            Self::JavaScript => "node",
        }
    }
}

/// What was made, kept and edited; paths are relative to the skill's folder, with `/`.
#[derive(Debug)]
pub(crate) struct Scaffolded {
    pub(crate) name: String,
    /// The skill's folder, absolute.
    pub(crate) folder: PathBuf,
    pub(crate) created: Vec<Created>,
    /// Wanted files that stood there already.
    pub(crate) kept: Vec<String>,
    /// Existing files that got a line.
    pub(crate) edited: Vec<String>,
    /// What a new skill was made from; `None` for a prompt that was wrapped, and for `add`.
    pub(crate) template: Option<TemplateUsed>,
}

/// The template of a new skill, exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TemplateUsed {
    /// A built-in one's word, else where it came from.
    pub(crate) source: String,
    /// The folder in the source; empty for its root.
    pub(crate) path: String,
    pub(crate) commit: Option<String>,
    /// SHA-256 of the archive it came in.
    pub(crate) archive: Option<String>,
    pub(crate) is_builtin: bool,
}

impl TemplateUsed {
    fn of(template: &Template) -> Self {
        match template {
            Template::Builtin(body) => Self {
                source: body.word().to_owned(),
                path: String::new(),
                commit: None,
                archive: None,
                is_builtin: true,
            },
            Template::Own(own) => Self {
                source: own.origin.source.clone(),
                path: own.origin.path.clone(),
                commit: own.origin.commit.clone(),
                archive: own.origin.archive.clone(),
                is_builtin: false,
            },
        }
    }
}

/// A file that was made (or would be, in a dry run).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Created {
    pub(crate) path: String,
    pub(crate) executable: bool,
    content: Vec<u8>,
}

/// Why nothing was made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("a name needs a letter or digit: `{}` has none", shown(.0))]
    NothingLeft(String),
    #[error(transparent)]
    UnsafeName(#[from] FolderNameError),
    #[error("the description {0}")]
    Description(DescriptionFlaw),
    #[error("the licence {0}")]
    License(&'static str),
    #[error("the folder is called `{}`, and a skill bears the name of its folder: not `{name}`", shown(.folder))]
    UnlikeFolder { folder: String, name: String },
    #[error("`{}` is {what}, not {wanted}", .path.display())]
    InTheWay { path: PathBuf, what: &'static str, wanted: &'static str },
    #[error("`{}` holds `{}`, which only some agents take for `SKILL.md`", .folder.display(), shown(.found))]
    OtherSpelling { folder: PathBuf, found: String },
    #[error("no `SKILL.md` in `{}`", .0.display())]
    NoSkill(PathBuf),
    #[error("no `SKILL.md` in `{}` or a folder above it", .0.display())]
    NoSkillAbove(PathBuf),
    #[error("`{}` exists already", .0.display())]
    Exists(PathBuf),
    #[error("there is no template for a {} with the ending `.{}`", .kind.word(), shown(.ending))]
    NoTemplate { kind: Kind, ending: String },
    #[error("`{}` holds invalid UTF-8 at byte {at}", .path.display())]
    NotText { path: PathBuf, at: usize },
    #[error("`{}` can't be given a line: {why}", .path.display())]
    Index { path: PathBuf, why: index::Unclosed },
    #[error("`{}` is no file", .0.display())]
    NoFile(PathBuf),
    #[error("a template does not render: {0}")]
    Template(#[from] template::TemplateError),
    #[error("`{name}` can't be the name of a skill for `{profile}`, which takes only a-z, 0-9 and hyphens")]
    NotAscii { name: String, profile: String },
    #[error("no skill can satisfy `{refuses}` and `{asks}` at once: for `{refuses}`, {}", shown(.why))]
    Contradiction { refuses: String, asks: String, why: String },
    #[error("`{}` is not the name of a package, with or without a version", shown(.0))]
    Package(String),
    #[error("a shell script has no packages")]
    ShellPackages,
    #[error("only a Python script lists its packages in itself")]
    NoPackages,
    #[error(transparent)]
    Own(#[from] OwnError),
    #[error(transparent)]
    Source(#[from] error::Error),
    #[error(transparent)]
    File(#[from] fs::Error),
}

fn shown(text: &str) -> std::borrow::Cow<'_, str> {
    crate::model::visible::line(text)
}
