//! The skills that may be chosen, as texts for a model and one by one.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{discovery::Scope, error::ClientError};
use crate::{
    host::dirs::Dirs,
    model::matching,
    ops::{
        disclose::{
            self,
            activate::{self, Activated},
            block::{self, Form, Layout},
            variables::Variables,
        },
        matching as matcher,
        scope::ScopeFolder,
    },
};

/// The skills that may be chosen in a workspace, and those that are left out.
#[derive(Debug)]
pub struct Catalogue {
    inner: disclose::Catalogue,
    workspace: PathBuf,
    /// Values of variables that don't depend on the skill.
    known: BTreeMap<String, String>,
}

/// A skill that may be chosen.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Entry {
    /// As its frontmatter says.
    pub name: String,
    /// What it does, and when to use it.
    pub description: String,
    /// Its folder, absolute, links resolved.
    pub folder: PathBuf,
    /// Its SKILL.md.
    pub location: PathBuf,
    /// Whose it is.
    pub scope: Option<Scope>,
    /// Patterns that make it a conditional skill.
    pub paths: Vec<String>,
    /// Whether it must run apart from the conversation, or not at all.
    pub forks: bool,
}

impl From<&disclose::Entry> for Entry {
    fn from(entry: &disclose::Entry) -> Self {
        Self {
            name: entry.name.clone(),
            description: entry.description.clone(),
            folder: entry.folder.clone(),
            location: entry.location.clone(),
            scope: entry.scope.map(Scope::from),
            paths: entry.card.paths.clone(),
            forks: entry.card.forks,
        }
    }
}

/// Why a skill is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It came with the project, and the person has not trusted it as it is now.
    Untrusted,
    /// A skill of its name comes first.
    Shadowed,
    /// It is switched off.
    Disabled,
    /// Only people may choose it.
    OptedOut,
    /// No client can use it.
    Invalid,
}

/// A skill that is left out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LeftOut {
    /// As its frontmatter says, else its folder's name.
    pub name: String,
    /// Where it lies.
    pub folder: PathBuf,
    /// Why it is left out.
    pub why: Why,
    /// The same as a phrase that follows the name.
    pub reason: String,
}

/// What goes into a skill's body: arguments, and values of variables.
#[derive(Debug, Clone, Default)]
pub struct Values {
    named: BTreeMap<String, String>,
    arguments: Vec<String>,
}

impl Values {
    /// No values; `${SKILL_DIR}`, `${SKILLS_USER_DIR}` and `${WORKSPACE}` are known anyway.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next of `$1`, `$2` …
    #[must_use]
    pub fn argument(mut self, text: impl Into<String>) -> Self {
        self.arguments.push(text.into());
        self
    }

    /// The value of `${NAME}`, such as `SESSION_ID` or `USER_NAME`.
    #[must_use]
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.named.insert(name.into(), value.into());
        self
    }
}

/// The text of a chosen skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Activation {
    /// The skill's name.
    pub name: String,
    /// The body in a `<skill_content>` tag with its folder and files; no text of the skill can end the tag. Keep it when
    /// the conversation is shortened.
    pub content: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Its files below the folder, by name; none was read.
    pub resources: Vec<String>,
    /// Whether it must run apart from the conversation. Where that is not possible, fail: it must not run inline.
    pub forks: bool,
}

impl Activation {
    pub(super) fn of(entry: &disclose::Entry, activated: Activated) -> Self {
        Self {
            name: entry.name.clone(),
            content: activated.content,
            folder: entry.folder.clone(),
            resources: activated.resources,
            forks: entry.card.forks,
        }
    }
}

/// A skill that answers a request.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Match {
    /// The skill's name.
    pub name: String,
    /// StablEdge's points: 8 for each word in the name, 3 in the description, 2 in `paths`.
    pub score: u32,
    /// The words of the request that hit.
    pub words: Vec<String>,
    /// Pieces of the description that stand in the request: with one of them it matches by itself.
    pub fragments: Vec<String>,
    /// Files that fit its `paths`: with one of them it matches by itself.
    pub files: Vec<PathBuf>,
    /// Keywords that are whole words of name or description.
    pub keywords: Vec<String>,
}

impl Match {
    /// Whether StablEdge would take it without being told to.
    pub fn is_automatic(&self) -> bool {
        !self.fragments.is_empty() || !self.files.is_empty()
    }
}

impl Catalogue {
    pub(super) fn new(inner: disclose::Catalogue, workspace: PathBuf, dirs: &Dirs) -> Self {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let known = BTreeMap::from([
            ("SKILLS_USER_DIR".to_owned(), path(&ScopeFolder::user(dirs).skills())),
            ("WORKSPACE".to_owned(), path(&workspace)),
        ]);
        Self { inner, workspace, known }
    }

    /// Leaves out the skills that only people may choose.
    #[must_use]
    pub fn for_the_model(self) -> Self {
        Self { inner: self.inner.for_the_model(), ..self }
    }

    /// The skills that may be chosen.
    pub fn entries(&self) -> Vec<Entry> {
        self.inner.entries.iter().map(Entry::from).collect()
    }

    /// The skills that are left out, each with its reason.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let of = |skill: &disclose::LeftOut| LeftOut {
            name: skill.name.clone(),
            folder: skill.folder.clone(),
            why: match &skill.why {
                disclose::Why::Untrusted(_) => Why::Untrusted,
                disclose::Why::Shadowed { .. } => Why::Shadowed,
                disclose::Why::Disabled => Why::Disabled,
                disclose::Why::OptedOut => Why::OptedOut,
                disclose::Why::Invalid { .. } => Why::Invalid,
            },
            reason: skill.why.to_string(),
        };
        self.inner.left_out.iter().map(of).collect()
    }

    /// The list for a model's context, as the reference library prints it; empty when there are no skills.
    pub fn to_xml(&self) -> String {
        self.text(Form::Xml)
    }

    /// The same as a list for people and models; empty when there are no skills.
    pub fn to_markdown(&self) -> String {
        self.text(Form::Markdown)
    }

    /// The definition of a tool that activates a skill, as JSON: its `name` is one of the names that are there, so that a
    /// model can't invent one; empty when there are no skills.
    pub fn to_tool(&self) -> String {
        self.text(Form::Tool)
    }

    /// How a model is to use the list; empty when there are no skills.
    pub fn instructions(&self) -> String {
        if self.inner.entries.is_empty() { String::new() } else { block::instructions(layout(Form::Xml)) }
    }

    fn text(&self, form: Form) -> String {
        block::text(&self.inner.entries, layout(form))
    }

    /// The text of a skill for the model, wrapped. The name is one of the list, or that of its folder; `/name` and `$name`
    /// are ways in which people write it.
    pub fn activate(&self, name: &str, values: &Values) -> Result<Activation, ClientError> {
        let (entry, activated) = self.activated(name, values)?;
        Ok(Activation::of(entry, activated))
    }

    pub(super) fn activated(
        &self,
        name: &str,
        values: &Values,
    ) -> Result<(&disclose::Entry, Activated), ClientError> {
        let entry = self.inner.find(name)?;
        let mut named = self.known.clone();
        named.insert("SKILL_DIR".to_owned(), entry.folder.to_string_lossy().into_owned());
        named.extend(values.named.clone());
        let variables = Variables { named, arguments: values.arguments.clone() };
        Ok((entry, activate::activate(entry, &variables, false)?))
    }

    /// The skills that a request would find by its words, and those whose `paths` take in one of the files, best first.
    /// Patterns that can't be read match nothing.
    pub fn matching(&self, request: &str, files: &[PathBuf]) -> Vec<Match> {
        let asked = matching::Request::new(request);
        let found = matcher::rank(&self.inner.entries, &asked, files, &self.workspace, &mut |_, _| {});
        let of = |one: matcher::Matched<'_>| Match {
            name: one.entry.name.clone(),
            score: one.answer.score,
            words: one.answer.hits.into_iter().map(|hit| hit.word).collect(),
            fragments: one.answer.fragments,
            files: one.files,
            keywords: one.answer.keywords,
        };
        found.into_iter().map(of).collect()
    }
}

fn layout(form: Form) -> Layout {
    Layout { form, instructions: false, location: true }
}
