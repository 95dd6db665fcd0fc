//! What can be wrong with a head, as data: lint turns each into a finding, install and list into a reason.

use crate::model::{span::Span, visible};

/// One flaw of a head, with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) span: Span,
    pub(crate) kind: FaultKind,
    /// The edit that makes it readable, where that is certain.
    pub(crate) repair: Option<Repair>,
}

/// One replacement in the file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Repair {
    pub(crate) span: Span,
    pub(crate) replacement: String,
}

/// The flaws, each in words a person understands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FaultKind {
    #[error("the value of `{}` holds a colon followed by a space, so it must be quoted", shown(.key))]
    UnquotedColon { key: String },
    #[error("the value of `{}` begins with {}, which means something else in YAML, so it must be quoted", shown(.key), sign(*.first))]
    NeedsQuotes { key: String, first: char },
    #[error("a tab indents this line; YAML allows only spaces")]
    Tab,
    #[error("the quoted value of `{}` is never closed", shown(.key))]
    UnclosedQuote { key: String },
    #[error("text follows the closing quote of `{}`", shown(.key))]
    TextAfterQuote { key: String },
    #[error("this line is no `key: value`")]
    StrayText,
    #[error("a document separator with text stands inside the frontmatter")]
    StrayFence,
    #[error("the value of `{}` goes on without indentation, which some readers refuse", shown(.key))]
    ValueAtMargin { key: String },
    #[error("the key `{}` stands twice", shown(.key))]
    DuplicateKey { key: String, first: Span },
    #[error("the frontmatter is {found}, not `key: value` lines")]
    NotAMapping { found: &'static str },
    #[error("the frontmatter is empty")]
    Empty,
    #[error("values are nested more than {} deep, or stand for too many others", super::yaml::MAX_DEPTH)]
    TooDeep,
    #[error("the frontmatter has {length} bytes, at most {} are read", super::MAX_HEAD)]
    TooLong { length: usize },
    #[error("{0}")]
    Syntax(String),
}

fn shown(key: &str) -> String {
    visible::line(key).into_owned()
}

/// A sign in backticks; the backtick by its name.
fn sign(first: char) -> String {
    if first == '`' { "a backtick".to_owned() } else { format!("`{first}`") }
}

impl FaultKind {
    /// Whether readers that follow YAML drop the skill for it.
    pub(crate) fn breaks_yaml(&self) -> bool {
        !matches!(self, Self::ValueAtMargin { .. })
    }
}

/// The scanner's words in ours.
pub(super) fn plain_words(why: &str) -> String {
    let known = [
        ("mapping values are not allowed", "a second `: ` stands in this value; put the value in quotes"),
        ("invalid indentation", "this line's indentation fits no line above it"),
        ("did not find expected key", "this line's indentation fits no line above it"),
        ("block sequence entries are not allowed", "a list item (`- `) can't stand here"),
        ("did not find expected '-' indicator", "a list item (`- `) was expected here"),
        ("unexpected end of stream", "a quote is opened and never closed"),
        ("expected ',' or", "a `,` or the closing bracket is missing"),
        ("unknown escape", "this `\\` is no escape YAML knows; use single quotes or write `\\\\`"),
        (
            "hexadecimal number",
            "this `\\` escape lacks hexadecimal digits; use single quotes or write `\\\\`",
        ),
        ("simple key expect", "this line is no `key: value`"),
        (
            "unknown anchor",
            "`*` begins the name of an anchor, and there is none of that name; put the value in quotes",
        ),
        ("wrongly indented line", "this line of a block text is indented less than its first line"),
        ("leading white spaces", "this line of a block text is indented less than its first line"),
        (
            "block scalar",
            "after `|` or `>` the text begins on the next line; put the value in quotes to begin with that sign",
        ),
        ("byte order mark", "a byte order mark stands inside the text"),
        ("unprintable", "a control character stands here"),
        ("tab", "a tab stands where YAML allows only spaces"),
        ("directive", "`%` at the beginning of a line is a YAML directive"),
        ("bracket", "a bracket is closed that was not opened"),
        ("after double-quoted scalar", "text follows the closing quote"),
        ("recursion limit", "values are nested too deep"),
    ];
    known
        .iter()
        .find(|(theirs, _)| why.contains(theirs))
        .map_or_else(|| format!("no valid YAML: {why}"), |(_, ours)| (*ours).to_owned())
}
