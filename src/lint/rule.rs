//! `Rule`: a row of the table, with its manual page; `declare_rule!` makes one out of a doc comment and a few words.
//! The function that checks stands below the declaration.

use super::{
    Subject,
    diagnostic::{Diagnostic, Severity},
    fix::Applicability,
};
use crate::model::span::Span;

/// The family of a rule; its name can stand for all of its rules in settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Category {
    Files,
    Frontmatter,
    Name,
    Description,
    Body,
    Links,
    Scripts,
    Safety,
    Package,
    Collection,
}

impl Category {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Frontmatter => "frontmatter",
            Self::Name => "name",
            Self::Description => "description",
            Self::Body => "body",
            Self::Links => "links",
            Self::Scripts => "scripts",
            Self::Safety => "safety",
            Self::Package => "package",
            Self::Collection => "collection",
        }
    }
}

/// How loud a rule is in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Off,
    On(Severity),
}

impl Level {
    /// Its words in settings.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On(severity) => severity.as_str(),
        }
    }
}

impl std::str::FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "off" => Ok(Self::Off),
            "note" => Ok(Self::On(Severity::Note)),
            "warning" => Ok(Self::On(Severity::Warning)),
            "error" => Ok(Self::On(Severity::Error)),
            _ => Err(()),
        }
    }
}

/// One check.
pub(crate) struct Rule {
    /// Kebab-case; "allow *name*" reads well.
    pub(crate) name: &'static str,
    /// One line, lower-case, no full stop.
    pub(crate) summary: &'static str,
    pub(crate) category: Category,
    /// In profile `spec`.
    pub(crate) level: Level,
    /// The surest fix it may offer.
    pub(crate) fix: Option<Applicability>,
    /// The version of `skill` that brought it.
    pub(crate) since: &'static str,
    /// The manual page, in Markdown, without the title.
    pub(crate) page: &'static [&'static str],
    pub(crate) check: fn(&Subject<'_>, &mut Findings<'_>),
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

impl Rule {
    /// The manual page as Markdown.
    pub(crate) fn page(&self) -> String {
        self.page.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
    }
}

/// Where a rule puts what it finds.
pub(crate) struct Findings<'a> {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    /// The path of the skill's SKILL.md.
    pub(crate) manifest: &'a str,
    pub(crate) found: &'a mut Vec<Diagnostic>,
}

impl Findings<'_> {
    /// A finding at a place of SKILL.md.
    pub(crate) fn here(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let file = self.manifest.to_owned();
        self.push(file, Some(span), message.into())
    }

    /// A finding at a place of a file.
    pub(crate) fn at(&mut self, file: &str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(file.to_owned(), Some(span), message.into())
    }

    /// A finding about a whole file; the empty path is the folder.
    pub(crate) fn file(&mut self, file: &str, message: impl Into<String>) -> &mut Diagnostic {
        self.push(file.to_owned(), None, message.into())
    }

    fn push(&mut self, file: String, span: Option<Span>, message: String) -> &mut Diagnostic {
        self.found.push(Diagnostic {
            rule: self.rule,
            severity: self.severity,
            message,
            file,
            span,
            label: None,
            labels: Vec::new(),
            help: None,
            fix: None,
            profiles: Vec::new(),
        });
        self.found.last_mut().expect("one was pushed just now")
    }
}

/// Declares a rule. The doc comment is its manual page: `## What it finds`, `## Why it matters`, `## Example`.
macro_rules! declare_rule {
    (
        $(#[doc = $line:literal])+
        $static:ident = $name:literal {
            summary: $summary:literal,
            category: $category:ident,
            level: $level:ident,
            fix: $fix:ident,
            check: $check:path,
        }
    ) => {
        $(#[doc = $line])+
        pub(crate) static $static: $crate::lint::rule::Rule = $crate::lint::rule::Rule {
            name: $name,
            summary: $summary,
            category: $crate::lint::rule::Category::$category,
            level: $crate::lint::rule::level!($level),
            fix: $crate::lint::rule::applicability!($fix),
            since: "0.1",
            page: &[$($line),+],
            check: $check,
        };
    };
}

macro_rules! level {
    (Off) => {
        $crate::lint::rule::Level::Off
    };
    ($severity:ident) => {
        $crate::lint::rule::Level::On($crate::lint::diagnostic::Severity::$severity)
    };
}

macro_rules! applicability {
    (None) => {
        None
    };
    ($applicability:ident) => {
        Some($crate::lint::fix::Applicability::$applicability)
    };
}

pub(crate) use {applicability, declare_rule, level};
