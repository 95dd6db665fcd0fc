//! The reference validator's verdict, to the letter: what it checks, in its order, each finding under the name of the
//! rule of ours that says the same. A skill passes here exactly when it passes there.

use super::{
    diagnostic::{Diagnostic, Severity},
    rule::{Findings, Rule},
    rules,
};
use crate::model::{
    frontmatter::{
        Entry, Node, Style, Value,
        reference::{Refusal, read},
    },
    name::{NameFlaw, flaws, normalized},
    skill::{MANIFEST, Skill},
    span::Span,
};

const FIELDS: [&str; 6] = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];

/// A text that is not blank. The reference's YAML reader takes a plain `<<` or `=` for no text.
fn text_of(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Scalar { text, style: Style::Plain } if matches!(text.as_str(), "<<" | "=") => None,
        _ => node.text().filter(|text| !text.trim().is_empty()),
    }
}

struct Verdict<'a> {
    skill: &'a Skill,
    found: &'a mut Vec<Diagnostic>,
}

/// Adds what the reference holds against a skill.
pub(super) fn check(skill: &Skill, found: &mut Vec<Diagnostic>) {
    let mut verdict = Verdict { skill, found };
    let Some(manifest) =
        skill.manifest.as_ref().filter(|file| matches!(file.path.as_str(), MANIFEST | "skill.md"))
    else {
        verdict.folder("manifest-missing", "no `SKILL.md` in this folder");
        return;
    };
    if let Some(why) = &manifest.unreadable {
        verdict.folder("not-utf8", &format!("{why}; the reference validator stops with an uncaught error"));
        return;
    }
    match read(&manifest.text) {
        Ok(entries) => verdict.fields(&entries),
        Err(refusal) => verdict.refusal(&refusal),
    }
}

impl Verdict<'_> {
    fn findings(&mut self, rule: &'static Rule) -> Findings<'_> {
        Findings { rule, severity: Severity::Error, manifest: self.skill.manifest_path(), found: self.found }
    }

    fn folder(&mut self, rule: &str, message: &str) {
        if let Some(rule) = rules::named(rule) {
            let path = self.skill.manifest.as_ref().map_or("", |manifest| &manifest.path);
            self.findings(rule).file(path, message);
        }
    }

    fn here(&mut self, rule: &str, span: Span, message: &str) {
        if let Some(rule) = rules::named(rule) {
            self.findings(rule).here(span, message);
        }
    }

    fn refusal(&mut self, refusal: &Refusal) {
        match refusal {
            Refusal::NoFrontmatter => {
                self.here(
                    "frontmatter-missing",
                    Span::at(0),
                    "the reference finds no frontmatter: the file does not begin with `---`",
                );
            }
            Refusal::Unclosed => {
                self.here(
                    "frontmatter-unclosed",
                    Span::at(0),
                    "the frontmatter that begins here is never closed",
                );
            }
            Refusal::Yaml { span, why } => {
                self.here("yaml-invalid", *span, &format!("the reference can't read this YAML: {why}"));
            }
            Refusal::NotAMapping => self.here("not-a-mapping", Span::at(0), "the frontmatter is no mapping"),
            Refusal::Crash { offset } => {
                self.here(
                    "yaml-invalid",
                    Span::at(*offset),
                    "a control character, on which the reference validator stops with an uncaught error",
                );
            }
        }
    }

    fn fields(&mut self, entries: &[Entry]) {
        let value = |key: &str| entries.iter().find(|entry| entry.name() == key).map(|entry| &entry.value);
        let start = entries.first().map_or(Span::at(0), |entry| entry.key.span);
        let (name, description) = (value("name"), value("description"));
        // Absent fields end the reading; nothing else is then reported.
        if name.is_none() {
            self.here("name-missing", start, "the frontmatter has no `name`");
            return;
        }
        if description.is_none() {
            self.here("description-missing", start, "the frontmatter has no `description`");
            return;
        }
        let mut unknown: Vec<&Entry> =
            entries.iter().filter(|entry| !FIELDS.contains(&entry.name())).collect();
        unknown.sort_by(|a, b| a.name().cmp(b.name()));
        if let Some(first) = unknown.first() {
            let names: Vec<String> = unknown.iter().map(|entry| format!("`{}`", entry.name())).collect();
            self.here(
                "unknown-field",
                first.key.span,
                &format!("{}: only the specification's six keys pass", names.join(", ")),
            );
        }
        if let Some(node) = name {
            self.name(node);
        }
        if let Some(node) = description {
            self.description(node);
        }
        if let Some(node) = value("compatibility") {
            match node.text() {
                None => self.here("compatibility-type", node.span, "`compatibility` must be text"),
                Some(text) if text.chars().count() > 500 => {
                    let length = text.chars().count();
                    self.here(
                        "compatibility-too-long",
                        node.span,
                        &format!("`compatibility` has {length} characters, 500 are allowed"),
                    );
                }
                Some(_) => {}
            }
        }
    }

    fn name(&mut self, node: &Node) {
        let Some(text) = text_of(node) else {
            self.here("name-missing", node.span, "the name is empty or no text");
            return;
        };
        for flaw in flaws(text) {
            let rule = match flaw {
                NameFlaw::Empty => "name-missing",
                NameFlaw::TooLong(_) => "name-too-long",
                NameFlaw::Upper => "name-upper",
                NameFlaw::EdgeHyphen => "name-hyphen-edge",
                NameFlaw::DoubleHyphen => "name-hyphen-double",
                NameFlaw::Character(_) => "name-charset",
            };
            self.here(rule, node.span, &format!("the name is refused: {flaw}"));
        }
        let folder: String = {
            use unicode_normalization::UnicodeNormalization as _;
            self.skill.folder.nfkc().collect()
        };
        let name = normalized(text);
        if !folder.is_empty() && folder != name {
            self.here(
                "name-dir-mismatch",
                node.span,
                &format!("the name is `{name}`, but the folder is called `{folder}`"),
            );
        }
    }

    fn description(&mut self, node: &Node) {
        let Some(text) = text_of(node) else {
            self.here("description-missing", node.span, "the description is empty or no text");
            return;
        };
        let length = text.chars().count();
        if length > 1024 {
            self.here(
                "description-too-long",
                node.span,
                &format!("the description has {length} characters, 1024 are allowed"),
            );
        }
    }
}
