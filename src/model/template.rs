//! `template.toml`: what a person's own template of a skill asks, and which of its files are made when. Only the text;
//! rendering is the scaffold's.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::visible;

/// The file that makes a folder a template.
pub(crate) const TEMPLATE_FILE: &str = "template.toml";

/// Names that every template is given, and that no question may take.
pub(crate) const GIVEN: [&str; 11] = [
    "name",
    "title",
    "display_name",
    "description",
    "license",
    "author",
    "version",
    "locale",
    "language",
    "profiles",
    "parts",
];

/// Questions and files of one template, at most.
const MAX_ENTRIES: usize = 100;

/// What a template asks and makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TemplateManifest {
    /// One line for people.
    pub(crate) about: Option<String>,
    pub(crate) questions: Vec<Question>,
    pub(crate) files: Vec<FileRule>,
}

/// Something the template wants to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// How templates call the answer.
    pub(crate) name: String,
    /// The words of the question.
    pub(crate) ask: String,
    pub(crate) kind: QuestionKind,
    /// May hold placeholders. Without one the question must be answered.
    pub(crate) default: Option<String>,
}

/// Which answers fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum QuestionKind {
    Text,
    YesNo,
    /// One of these.
    Choice(Vec<String>),
}

/// What holds for one file, or for all files of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileRule {
    /// Its path in the template; a folder's ends with `/`.
    pub(crate) path: String,
    /// An expression; the file is made when it holds.
    pub(crate) when: Option<String>,
    /// Copied as it is.
    pub(crate) raw: bool,
    /// Made executable, or not, whatever it is in the template.
    pub(crate) executable: Option<bool>,
}

impl FileRule {
    /// Whether this rule is about a file of the template.
    pub(crate) fn covers(&self, path: &str) -> bool {
        if self.path.ends_with('/') { path.starts_with(&self.path) } else { path == self.path }
    }
}

/// A `template.toml` that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", visible::block(.0))]
pub(crate) struct TemplateFileError(String);

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    about: Option<String>,
    #[serde(default)]
    questions: Vec<WrittenQuestion>,
    #[serde(default)]
    files: Vec<WrittenFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenQuestion {
    name: String,
    ask: Option<String>,
    kind: Option<String>,
    default: Option<Answer>,
    choices: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    YesNo(bool),
    Number(i64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenFile {
    path: String,
    when: Option<String>,
    #[serde(default)]
    raw: bool,
    executable: Option<bool>,
}

impl TemplateManifest {
    /// Reads the text of the file.
    pub(crate) fn parse(text: &str) -> Result<Self, TemplateFileError> {
        let written: Written = toml_edit::de::from_str(text)
            .map_err(|error| TemplateFileError(error.to_string().trim().to_owned()))?;
        if written.questions.len() > MAX_ENTRIES || written.files.len() > MAX_ENTRIES {
            return Err(TemplateFileError(format!("more than {MAX_ENTRIES} questions or files")));
        }
        let mut names = BTreeSet::new();
        let mut questions = Vec::new();
        for question in written.questions {
            let name = question.name.clone();
            if !names.insert(name.clone()) {
                return Err(TemplateFileError(format!("the question `{name}` is there twice")));
            }
            questions.push(
                question.read().map_err(|why| TemplateFileError(format!("the question `{name}` {why}")))?,
            );
        }
        let files = written.files.into_iter().map(|file| FileRule {
            path: file.path,
            when: file.when,
            raw: file.raw,
            executable: file.executable,
        });
        Ok(Self { about: written.about, questions, files: files.collect() })
    }
}

impl WrittenQuestion {
    fn read(self) -> Result<Question, String> {
        let is_word = self.name.starts_with(|c: char| c.is_ascii_lowercase())
            && self.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_word {
            return Err("needs a name of a-z, 0-9 and `_`".to_owned());
        }
        if GIVEN.contains(&self.name.as_str()) {
            return Err("has the name of a value that every template is given".to_owned());
        }
        let kind = match (self.kind.as_deref(), self.choices) {
            (None | Some("choice"), Some(choices)) if !choices.is_empty() => QuestionKind::Choice(choices),
            (None | Some("text"), None) => match self.default {
                Some(Answer::YesNo(_)) if self.kind.is_none() => QuestionKind::YesNo,
                _ => QuestionKind::Text,
            },
            (Some("yes-no"), None) => QuestionKind::YesNo,
            (Some("choice"), _) => return Err("is a choice and needs `choices`".to_owned()),
            (Some("text" | "yes-no"), Some(_)) => {
                return Err("has `choices`, which only a choice has".to_owned());
            }
            (Some(kind), _) => {
                return Err(format!("has the kind `{kind}`: it is `text`, `yes-no` or `choice`"));
            }
            (None, Some(_)) => return Err("has no `choices`".to_owned()),
        };
        let default = self.default.map(|answer| match answer {
            Answer::YesNo(answer) => if answer { "yes" } else { "no" }.to_owned(),
            Answer::Number(number) => number.to_string(),
            Answer::Text(text) => text,
        });
        if let Some(default) = &default
            && !default.contains("{{")
        {
            kind.check(default).map_err(|why| format!("has a default that {why}"))?;
        }
        let ask = self.ask.unwrap_or_else(|| self.name.replace('_', " "));
        Ok(Question { name: self.name, ask: visible::line(&ask).into_owned(), kind, default })
    }
}

impl QuestionKind {
    /// Why an answer does not fit.
    pub(crate) fn check(&self, answer: &str) -> Result<(), String> {
        match self {
            Self::YesNo if yes_or_no(answer).is_none() => Err("is neither `yes` nor `no`".to_owned()),
            Self::Choice(choices) if !choices.iter().any(|choice| choice == answer) => {
                let choices: Vec<String> =
                    choices.iter().map(|choice| format!("`{}`", visible::line(choice))).collect();
                Err(format!("is none of {}", choices.join(", ")))
            }
            Self::Text if answer.contains('\0') => Err("holds a NUL".to_owned()),
            Self::Text | Self::YesNo | Self::Choice(_) => Ok(()),
        }
    }
}

/// What an answer to a yes-or-no question means.
pub(crate) fn yes_or_no(answer: &str) -> Option<bool> {
    match answer.trim().to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "1" => Some(true),
        "no" | "n" | "false" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_keep_their_order_and_find_their_kind() {
        let read = TemplateManifest::parse(
            "about = \"x\"\n[[questions]]\nname = \"zone\"\nask = \"Where?\"\n[[questions]]\nname = \"api\"\n\
             default = \"{{ name }}.example.com\"\n[[questions]]\nname = \"tests\"\ndefault = true\n\
             [[questions]]\nname = \"size\"\nchoices = [\"s\", \"m\"]\ndefault = \"m\"\n\
             [[files]]\npath = \"tests/\"\nwhen = \"tests\"\n",
        )
        .unwrap();
        let kinds: Vec<_> = read.questions.iter().map(|question| (&*question.name, &question.kind)).collect();
        let sizes = QuestionKind::Choice(vec!["s".to_owned(), "m".to_owned()]);
        assert_eq!(
            kinds,
            [
                ("zone", &QuestionKind::Text),
                ("api", &QuestionKind::Text),
                ("tests", &QuestionKind::YesNo),
                ("size", &sizes)
            ]
        );
        assert_eq!(read.questions[2].default.as_deref(), Some("yes"));
        assert!(read.files[0].covers("tests/a.md") && !read.files[0].covers("tests"));
    }

    #[test]
    fn a_wrong_file_says_what_is_wrong() {
        for (text, told) in [
            ("about = 1", "invalid type"),
            ("colour = \"x\"", "unknown field"),
            ("[[questions]]\nname = \"A b\"", "needs a name of a-z"),
            ("[[questions]]\nname = \"name\"", "every template is given"),
            ("[[questions]]\nname = \"a\"\n[[questions]]\nname = \"a\"", "is there twice"),
            ("[[questions]]\nname = \"a\"\nkind = \"number\"", "has the kind `number`"),
            ("[[questions]]\nname = \"a\"\nkind = \"choice\"", "needs `choices`"),
            ("[[questions]]\nname = \"a\"\nchoices = [\"x\"]\ndefault = \"y\"", "is none of `x`"),
            (
                "[[questions]]\nname = \"a\"\nkind = \"yes-no\"\ndefault = \"maybe\"",
                "is neither `yes` nor `no`",
            ),
        ] {
            let error = TemplateManifest::parse(text).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
