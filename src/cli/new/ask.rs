//! The questions of `skill new`, each asked only when no flag answers it.

use crate::{
    cli::error::{CliError, ExitStatus},
    lint::profile::Profile,
    model::template::{Question, QuestionKind},
    ops::{
        Context,
        scaffold::{
            self, Body, Interface, NewOptions, Own, Part, Template, check_description, slug_with_notes,
        },
    },
    ui::shell::Shell,
};

/// What no flag has said.
pub(super) struct Unsaid {
    pub(super) template: bool,
    pub(super) description: bool,
    pub(super) parts: bool,
    pub(super) profiles: bool,
    /// What the profiles want to know.
    pub(super) fields: bool,
}

const PARTS: [(Part, &str); 4] = [
    (Part::Scripts, "a script"),
    (Part::References, "a reference"),
    (Part::Assets, "an asset"),
    (Part::Evals, "evals"),
];

const UPLOADS: [(&str, &str); 5] = [
    ("claude", "claude.ai and the Claude API"),
    ("openai", "the OpenAI API and Codex"),
    ("teleai", "TeleAI"),
    ("stabledge", "StablEdge"),
    ("google", "Google's registry"),
];

const BODIES: [(Body, &str); 4] = [
    (Body::Workflow, "workflow: one way from a request to a result, step by step"),
    (Body::Task, "task: several tasks, of which a request asks for one"),
    (Body::Reference, "reference: rules to look up and apply"),
    (Body::Capability, "capability: what an agent can do with it"),
];

fn given_up() -> CliError {
    CliError::new(ExitStatus::Interrupted, "given up: nothing was made")
}

/// The name, with what it becomes shown while it is typed.
pub(super) fn name(shell: &Shell) -> Result<String, CliError> {
    let becomes = |typed: &str| match slug_with_notes(typed) {
        Ok(named) => named.name.to_string(),
        Err(_) => String::new(),
    };
    loop {
        let name = shell.input_with_preview("Name", &becomes).ok_or_else(given_up)?;
        match slug_with_notes(&name) {
            Ok(_) => return Ok(name),
            Err(error) => shell.warning(error),
        }
    }
}

/// Everything else.
pub(super) fn rest(
    options: &mut NewOptions,
    unsaid: &Unsaid,
    name: Option<&str>,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<(), CliError> {
    if unsaid.template && options.from.is_none() {
        let items = BODIES.map(|(_, words)| words.to_owned());
        let picked = shell.pick_one("Layout", &items, 0).ok_or_else(given_up)?;
        options.template = Template::Builtin(BODIES[picked].0);
    }
    if let Template::Own(own) = &options.template {
        let (own, mut answers) = (own.clone(), options.answers.clone());
        for question in own.open_questions(&options.answers) {
            let answer = ask_question(&own, question, name.unwrap_or_default(), shell)?;
            answers.insert(question.name.clone(), answer);
        }
        options.answers = answers;
    }
    let of_prompt = options.from.as_ref().is_some_and(|prompt| prompt.description.is_some());
    if unsaid.description && !of_prompt {
        let question = "What it does and when to use it (empty: later)";
        options.description = line(question, "", shell, |text| {
            check_description(text).map_err(|flaw| format!("the description {flaw}"))
        })?;
    }
    if unsaid.parts {
        let items = PARTS.map(|(_, words)| words.to_owned());
        let question = "What to make beside SKILL.md (space picks, enter goes on)";
        let picked = shell.pick_many(question, &items, &[false; 4]).ok_or_else(given_up)?;
        options.parts =
            picked.into_iter().filter_map(|index| PARTS.get(index)).map(|(part, _)| *part).collect();
    }
    if unsaid.profiles {
        let items = UPLOADS.map(|(_, words)| words.to_owned());
        let question = "Where it will be uploaded (space picks, enter goes on; none is fine)";
        let picked = shell.pick_many(question, &items, &[false; 5]).ok_or_else(given_up)?;
        for (name, _) in picked.into_iter().filter_map(|index| UPLOADS.get(index)) {
            options.profiles.push(Profile::named(name)?);
        }
        let is_openai = options.profiles.iter().any(|profile| &*profile.name == "openai");
        if is_openai
            && options.interface.is_none()
            && shell.yes_or_no("Make agents/openai.yaml too?", true).ok_or_else(given_up)?
        {
            options.interface = Some(Interface::default());
        }
    }
    if unsaid.fields {
        ask_fields(options, name, context, shell)?;
    }
    Ok(())
}

/// What TeleAI and StablEdge want to know.
fn ask_fields(
    options: &mut NewOptions,
    name: Option<&str>,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<(), CliError> {
    let has =
        |options: &NewOptions, wanted: &str| options.profiles.iter().any(|profile| &*profile.name == wanted);
    let mut questions: Vec<(&str, &str, String)> = Vec::new();
    if has(options, "teleai") {
        let display = name.and_then(|name| slug_with_notes(name).ok()).map(|named| named.display_name());
        questions.extend([
            ("display_name", "Display name", display.unwrap_or_default()),
            ("description_zh", "Description in Chinese (empty: later)", String::new()),
            ("description_en", "Description in English (empty: later)", String::new()),
            ("category", "Category, such as office (empty: later)", String::new()),
            ("version", "Version", "0.1.0".to_owned()),
            ("author", "Author (empty: later)", scaffold::git_author(context).unwrap_or_default()),
            ("delivery", "Delivery", "managed".to_owned()),
            ("auth-env", "Environment variables with credentials, names only (empty: none)", String::new()),
        ]);
    }
    if has(options, "stabledge") {
        questions.extend([
            ("paths", "Files that activate it, such as *.pdf (empty: none)", String::new()),
            ("network.hosts", "Hosts its scripts reach (empty: none)", String::new()),
        ]);
    }
    for (key, question, default) in questions {
        if options.fields.has(key) {
            continue;
        }
        let fields = options.fields.clone();
        let fits = |text: &str| fields.clone().add(key, text).map_err(|flaw| flaw.to_string());
        if let Some(text) = line(question, &default, shell, fits)? {
            options.fields.add(key, &text)?;
        }
    }
    Ok(())
}

/// A line that fits; `None` when it is left empty.
fn line(
    question: &str,
    default: &str,
    shell: &Shell,
    fits: impl Fn(&str) -> Result<(), String>,
) -> Result<Option<String>, CliError> {
    loop {
        let text = shell.input(question, Some(default)).ok_or_else(given_up)?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        match fits(text.trim()) {
            Ok(()) => return Ok(Some(text)),
            Err(why) => shell.warning(why),
        }
    }
}

fn ask_question(own: &Own, question: &Question, name: &str, shell: &Shell) -> Result<String, CliError> {
    let named = slug_with_notes(name).ok();
    let (name, title) = named.map_or_else(Default::default, |named| (named.name.to_string(), named.title));
    let default = own.default_of(question, &name, &title).map_err(scaffold::Error::from)?;
    match &question.kind {
        QuestionKind::Choice(choices) => {
            let items: Vec<String> =
                choices.iter().map(|choice| crate::model::visible::line(choice).into_owned()).collect();
            let at = default.and_then(|default| choices.iter().position(|choice| *choice == default));
            let picked = shell.pick_one(&question.ask, &items, at.unwrap_or(0)).ok_or_else(given_up)?;
            Ok(choices.get(picked).cloned().unwrap_or_default())
        }
        QuestionKind::YesNo => {
            let is_yes = default.as_deref() == Some("yes");
            let is_yes = shell.yes_or_no(&question.ask, is_yes).ok_or_else(given_up)?;
            Ok(if is_yes { "yes" } else { "no" }.to_owned())
        }
        QuestionKind::Text => shell.input(&question.ask, default.as_deref()).ok_or_else(given_up),
    }
}
