//! A person's own template: a folder with `template.toml`, from disk or from wherever skills come from. Nothing of it
//! is run, and what it makes stays in the skill's folder, in bounds of time and size.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::{Environment, ErrorKind, Value};

use super::{Created, shown, template::engine};
use crate::model::{
    name::{FolderName, nearest, normalized},
    template::{FileRule, Question, QuestionKind, TEMPLATE_FILE, TemplateManifest, yes_or_no},
    tree::{Mode, TreeFile, is_part_of_skill},
};

/// What one file may cost: about as many steps, and 64 times as many bytes.
const FUEL: u64 = 250_000;
/// Bytes of all files made.
const MAX_OUTPUT: usize = 16 * 1024 * 1024;
/// Folders below one another.
const MAX_DEPTH: usize = 8;
/// How deeply loops and conditions may be nested.
const MAX_NESTING: usize = 100;

/// A template that was read.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    pub(crate) manifest: TemplateManifest,
    pub(super) files: Vec<TreeFile>,
    pub(crate) origin: Origin,
}

/// Where a template comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    /// As people would recognise it.
    pub(crate) source: String,
    /// The folder in the source; empty for its root.
    pub(crate) path: String,
    pub(crate) commit: Option<String>,
    /// SHA-256 of the archive it came in.
    pub(crate) archive: Option<String>,
}

/// A template that can't be used, or lacks an answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OwnError {
    #[error("there is no template `{}`", shown(.name))]
    Unknown { name: String, near: Option<&'static str> },
    #[error("no `{TEMPLATE_FILE}` in {}", shown(.source_name))]
    NoManifest { source_name: String, have: Vec<String> },
    #[error("`{TEMPLATE_FILE}` in {}: {why}", shown(.source_name))]
    Manifest { source_name: String, why: String },
    #[error("the template makes no `SKILL.md`")]
    NoSkill,
    #[error("`{}` of the template: {}", shown(.path), shown(.why))]
    Render { path: String, why: String },
    #[error("`{}` of the template takes too long or becomes too large", shown(.path))]
    Endless { path: String },
    #[error("the template makes more than {limit} {what}")]
    TooLarge { what: &'static str, limit: usize },
    #[error("`{}` of the template would be written to `{}`: {why}", shown(.path), shown(.place))]
    Place { path: String, place: String, why: String },
    #[error("`{}` of the template can't be taken: {}", shown(.path), shown(.why))]
    Refused { path: String, why: String },
    #[error("the template asks no `{}`", shown(.name))]
    NoQuestion { name: String, near: Option<String> },
    #[error("the template's question `{name}` has no answer: {ask}")]
    Unanswered { name: String, ask: String },
    #[error("the answer to `{name}` {why}")]
    Answer { name: String, why: String },
}

/// The values a template is given.
pub(super) type Values = BTreeMap<String, Value>;

/// The engine with bounds on what a template may cost.
fn bounded() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment =
        engine().map_err(|error| minijinja::Error::new(ErrorKind::SyntaxError, error.to_string()))?;
    environment.set_fuel(Some(FUEL));
    environment.set_recursion_limit(MAX_NESTING);
    Ok(environment)
}

fn failed(path: &str, error: &minijinja::Error) -> OwnError {
    if error.kind() == ErrorKind::OutOfFuel {
        return OwnError::Endless { path: path.to_owned() };
    }
    // The file is named by the caller; of the rest the first line says what and where.
    let why = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    let line = error.line().map(|line| format!(" (line {line})")).unwrap_or_default();
    OwnError::Render {
        path: path.to_owned(),
        why: format!("{}{line}", why.lines().next().unwrap_or_default()),
    }
}

impl Own {
    /// The questions that have no answer among those given.
    pub(crate) fn open_questions<'a>(
        &'a self,
        given: &'a BTreeMap<String, String>,
    ) -> impl Iterator<Item = &'a Question> {
        self.manifest.questions.iter().filter(|question| !given.contains_key(&question.name))
    }

    /// Refuses answers to what is not asked, and answers that don't fit.
    pub(crate) fn check_answers(&self, given: &BTreeMap<String, String>) -> Result<(), OwnError> {
        let questions = &self.manifest.questions;
        for (name, answer) in given {
            let Some(question) = questions.iter().find(|question| question.name == *name) else {
                let near = nearest(name, questions.iter().map(|question| question.name.as_str()));
                return Err(OwnError::NoQuestion { name: name.clone(), near: near.map(str::to_owned) });
            };
            let wrong = |why| OwnError::Answer { name: name.clone(), why };
            question.kind.check(answer).map_err(wrong)?;
        }
        Ok(())
    }

    #[expect(clippy::unused_self, reason = "a template's questions are the template's to answer")]
    /// The default of a question, for a skill of this name and title.
    pub(crate) fn default_of(
        &self,
        question: &Question,
        name: &str,
        title: &str,
    ) -> Result<Option<String>, OwnError> {
        let values: Values =
            [("name", name), ("title", title)].map(|(key, text)| (key.to_owned(), Value::from(text))).into();
        default_of(question, &values)
    }

    /// Adds what is asked to the values: answers that were given, else defaults.
    pub(super) fn answer(
        &self,
        given: &BTreeMap<String, String>,
        values: &mut Values,
    ) -> Result<(), OwnError> {
        self.check_answers(given)?;
        for question in &self.manifest.questions {
            let answer = match given.get(&question.name) {
                Some(answer) => answer.clone(),
                None => default_of(question, values)?.ok_or_else(|| OwnError::Unanswered {
                    name: question.name.clone(),
                    ask: question.ask.clone(),
                })?,
            };
            let value = match question.kind {
                QuestionKind::YesNo => Value::from(yes_or_no(&answer).unwrap_or_default()),
                QuestionKind::Text | QuestionKind::Choice(_) => Value::from(answer),
            };
            values.insert(question.name.clone(), value);
        }
        Ok(())
    }

    /// Every file that the template makes with these values, sorted by path.
    pub(super) fn render(&self, values: &Values) -> Result<Vec<Created>, OwnError> {
        let environment = bounded().map_err(|error| failed(TEMPLATE_FILE, &error))?;
        let context = Value::from(values.clone());
        let mut made: Vec<Created> = Vec::new();
        let mut places = BTreeSet::new();
        let mut size = 0_usize;
        for file in self.files.iter().filter(|file| file.path != TEMPLATE_FILE) {
            let rules: Vec<&FileRule> =
                self.manifest.files.iter().filter(|rule| rule.covers(&file.path)).collect();
            let mut wanted = true;
            for when in rules.iter().filter_map(|rule| rule.when.as_deref()) {
                let holds = environment.compile_expression(when).and_then(|when| when.eval(context.clone()));
                wanted &= holds.map_err(|error| failed(&file.path, &error))?.is_true();
            }
            if !wanted {
                continue;
            }
            let render = |text: &str| {
                environment
                    .template_from_named_str(&file.path, text)
                    .and_then(|template| template.render(context.clone()))
                    .map_err(|error| failed(&file.path, &error))
            };
            let place = if has_placeholder(&file.path) { render(&file.path)? } else { file.path.clone() };
            // A name that becomes nothing is the shortest condition.
            if place.is_empty() || place.ends_with('/') {
                continue;
            }
            check_place(&place).map_err(|why| OwnError::Place {
                path: file.path.clone(),
                place: place.clone(),
                why,
            })?;
            if !places.insert(normalized(&place).to_lowercase()) {
                let why = "another file of the template goes there".to_owned();
                return Err(OwnError::Place { path: file.path.clone(), place, why });
            }
            let text = str::from_utf8(&file.content).ok().filter(|text| !text.contains('\0'));
            let content = match text {
                Some(text) if !rules.iter().any(|rule| rule.raw) => render(text)?.into_bytes(),
                Some(_) | None => file.content.clone(),
            };
            size += content.len();
            if size > MAX_OUTPUT {
                return Err(OwnError::TooLarge { what: "bytes", limit: MAX_OUTPUT });
            }
            let set = rules.iter().rev().find_map(|rule| rule.executable);
            let executable = set.unwrap_or(file.mode == Mode::Executable);
            made.push(Created { path: place, executable, content });
        }
        made.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(made)
    }
}

fn default_of(question: &Question, values: &Values) -> Result<Option<String>, OwnError> {
    let Some(default) = question.default.as_deref().filter(|default| has_placeholder(default)) else {
        return Ok(question.default.clone());
    };
    let name = format!("the default of {}", question.name);
    let context = Value::from(values.clone());
    let rendered = bounded()
        .and_then(|environment| environment.render_named_str(&name, default, context))
        .map_err(|error| failed(&name, &error))?;
    question.kind.check(&rendered).map_err(|why| OwnError::Answer { name: question.name.clone(), why })?;
    Ok(Some(rendered))
}

fn has_placeholder(text: &str) -> bool {
    text.contains("{{") || text.contains("{%") || text.contains("{#")
}

/// Why a rendered path can't be one below the skill's folder.
fn check_place(place: &str) -> Result<(), String> {
    let parts: Vec<&str> = place.split('/').collect();
    if parts.len() > MAX_DEPTH {
        return Err(format!("it lies more than {MAX_DEPTH} folders deep"));
    }
    for part in parts {
        let bare = part.strip_prefix('.').unwrap_or(part);
        if bare.parse::<FolderName>().is_err() {
            return Err(match part {
                "" | "." | ".." => "it leaves the skill's folder".to_owned(),
                _ => format!("`{}` is no name that every system takes", shown(part)),
            });
        }
        if !is_part_of_skill(part) {
            return Err(format!("`{}` is never part of a skill", shown(part)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(manifest: &str, files: &[(&str, &str)]) -> Own {
        let file = |(path, text): &(&str, &str)| TreeFile {
            path: (*path).to_owned(),
            mode: Mode::Regular,
            content: text.as_bytes().to_vec(),
        };
        Own {
            manifest: TemplateManifest::parse(manifest).unwrap(),
            files: files.iter().map(file).collect(),
            origin: Origin { source: "x".to_owned(), path: String::new(), commit: None, archive: None },
        }
    }

    fn made(own: &Own, answers: &[(&str, &str)]) -> Result<Vec<(String, String)>, String> {
        let mut values: Values = [("name", "good-name"), ("language", "py")]
            .map(|(key, text)| (key.to_owned(), Value::from(text)))
            .into();
        let answers =
            answers.iter().map(|(name, answer)| ((*name).to_owned(), (*answer).to_owned())).collect();
        let made = own.answer(&answers, &mut values).and_then(|()| own.render(&values));
        let made = made.map_err(|error| error.to_string())?;
        let shown = |file: &Created| (file.path.clone(), String::from_utf8_lossy(&file.content).into_owned());
        Ok(made.iter().map(shown).collect())
    }

    #[test]
    fn answers_fill_texts_names_and_conditions() {
        let own = own(
            "[[questions]]\nname = \"api\"\ndefault = \"{{ name }}.example.com\"\n[[questions]]\nname = \"tests\"\n\
             default = false\n[[questions]]\nname = \"unit\"\n[[files]]\npath = \"evals/\"\nwhen = \"tests\"\n\
             [[files]]\npath = \"assets/raw.txt\"\nraw = true\nexecutable = true\n",
            &[
                ("template.toml", ""),
                ("SKILL.md", "# {{ name }} at {{ api }} in {{ unit }}\n"),
                ("evals/evals.json", "{}"),
                ("assets/raw.txt", "{{ name }}"),
                ("scripts/{{ unit | slug }}.{{ language }}", "x"),
                ("{% if tests %}deep/{{ name }}{% endif %}", "x"),
            ],
        );
        let text = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        assert_eq!(
            made(&own, &[("unit", "Big Unit")]).unwrap(),
            [
                text("SKILL.md", "# good-name at good-name.example.com in Big Unit\n"),
                text("assets/raw.txt", "{{ name }}"),
                text("scripts/big-unit.py", "x"),
            ]
        );
        assert_eq!(made(&own, &[("unit", "u"), ("tests", "yes"), ("api", "a")]).unwrap().len(), 5);
        assert_eq!(made(&own, &[]).unwrap_err(), "the template's question `unit` has no answer: unit");
        assert_eq!(made(&own, &[("units", "x")]).unwrap_err(), "the template asks no `units`");
        assert!(
            made(&own, &[("unit", "u"), ("tests", "so-so")]).unwrap_err().contains("neither `yes` nor `no`")
        );
    }

    #[test]
    fn paths_that_leave_the_folder_or_clash_are_refused() {
        for (path, answer) in [
            ("{{ x }}", "../evil"),
            ("{{ x }}", "/tmp/evil"),
            ("a/{{ x }}/b", "../../.."),
            ("a/{{ x }}/b", ""),
            ("{{ x }}", "C:\\evil"),
            ("{{ x }}", "con"),
            ("{{ x }}", ".git/config"),
            ("{{ x }}", "a\nb"),
            ("{{ x }}", "skill.MD"),
            ("{{ x }}", "a/b/c/d/e/f/g/h/i"),
        ] {
            let own = own("[[questions]]\nname = \"x\"\n", &[("SKILL.md", "x"), (path, "x")]);
            let error = made(&own, &[("x", answer)]).unwrap_err();
            assert!(error.contains("would be written to"), "{path} {answer}: {error}");
        }
        let own = own("[[questions]]\nname = \"x\"\n", &[("{{ x }}", "x")]);
        assert_eq!(made(&own, &[("x", ".skillignore")]).unwrap().len(), 1);
    }

    #[test]
    fn templates_without_end_are_stopped() {
        let doubling = format!("{{% set x = 'xxxxxxxx' %}}{}", "{% set x = x ~ x %}".repeat(60));
        for text in [
            "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
            "{% for a in range(99999) %}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{% endfor %}",
            doubling.as_str(),
            "{{ 'x' * 90000000 }}",
        ] {
            let error = made(&own("", &[("SKILL.md", text)]), &[]).unwrap_err();
            assert!(error.contains("takes too long or becomes too large"), "{error}");
        }
        let nested = format!("{}{}", "{% if 1 %}".repeat(5000), "{% endif %}".repeat(5000));
        assert!(made(&own("", &[("SKILL.md", &nested)]), &[]).is_err());
        let deep = format!("{{{{ {}1{} }}}}", "(".repeat(50_000), ")".repeat(50_000));
        assert!(made(&own("", &[("SKILL.md", &deep)]), &[]).is_err());
    }

    #[test]
    fn an_error_names_the_file_and_the_line() {
        let error = made(&own("", &[("SKILL.md", "a\n{{ nothing }}")]), &[]).unwrap_err();
        assert!(error.starts_with("`SKILL.md` of the template: ") && error.ends_with("(line 2)"), "{error}");
        let error = made(&own("", &[("a.md", "{% include '/etc/passwd' %}")]), &[]).unwrap_err();
        assert!(error.contains("unknown statement"), "{error}");
        let files = "[[files]]\npath = \"a.md\"\nwhen = \"1 +\"\n";
        assert!(made(&own(files, &[("a.md", "x")]), &[]).unwrap_err().contains("`a.md` of the template"));
    }
}
