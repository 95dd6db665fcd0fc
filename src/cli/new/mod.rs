//! `skill new` and `skill init`: asks on a terminal for what no flag answers, makes the skill, shows it.

mod ask;
mod show;

use std::{collections::BTreeMap, path::PathBuf};

use clap::{Args, ValueEnum};

pub(super) use show::{Report, typeable};

use super::{
    Global,
    error::{CliError, ExitStatus},
    lint::chosen,
};
use crate::{
    lint::profile::Profile,
    ops::{
        Context,
        lint::as_wished,
        pack,
        scaffold::{self, Body, Fields, Interface, Language, NewOptions, Part, Place, Template},
    },
    ui::shell::Shell,
};

/// Make a new skill: a folder with a SKILL.md and what you ask for
#[expect(clippy::doc_markdown, reason = "help texts are read on a terminal, without backticks")]
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Name of the skill; turned into hyphen-case
    name: Option<String>,
    /// What to make beside SKILL.md
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    with: Vec<With>,
    /// Language of the script (implies `--with scripts`)
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
    /// Make an example of each: the same as `--with scripts,references,assets`
    #[arg(long)]
    examples: bool,
    /// What the skill does and when to use it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    description: Option<String>,
    /// SPDX expression, or the name of a licence file in the skill
    #[arg(long, value_name = "LICENSE")]
    license: Option<String>,
    /// Satisfy this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML
    /// file
    #[arg(long = "profile", value_name = "PROFILE")]
    profiles: Vec<String>,
    /// Set a frontmatter field (repeatable): display_name, description_zh, description_en, category, version, author,
    /// delivery, auth-env, allowed-tools, paths, context, network.hosts, compatibility, tags, metadata.KEY
    #[arg(long = "field", value_name = "KEY=VALUE")]
    fields: Vec<String>,
    /// Make agents/openai.yaml
    #[arg(long)]
    openai: bool,
    /// Set a value of agents/openai.yaml (repeatable; implies `--openai`): display_name, short_description, icon_small,
    /// icon_large, brand_color, default_prompt, allow_implicit_invocation
    #[arg(long, value_name = "KEY=VALUE")]
    interface: Vec<String>,
    /// Lay it out as workflow, task, reference or capability; or a template of your own: a folder, an archive, or
    /// where `install` would take a skill from
    #[arg(long, value_name = "TEMPLATE", conflicts_with = "from")]
    template: Option<String>,
    /// Answer a question of the template (repeatable)
    #[arg(long = "var", value_name = "NAME=ANSWER", allow_hyphen_values = true)]
    variables: Vec<String>,
    /// Make a skill of this prompt (`-`: standard input): its text stays as it is
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// A package that the script imports (repeatable; implies `--with scripts`)
    #[arg(long = "dependency", value_name = "PACKAGE")]
    dependencies: Vec<String>,
    /// Make it in the current folder instead of a new one
    #[arg(long, conflicts_with = "dir")]
    here: bool,
    /// Folder to make the skill's folder in
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum With {
    #[value(alias = "script")]
    Scripts,
    #[value(alias = "reference")]
    References,
    #[value(alias = "asset")]
    Assets,
    #[value(alias = "eval")]
    Evals,
    All,
}

/// Language of a script
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Lang {
    /// Python
    #[value(alias = "python")]
    Py,
    /// POSIX shell
    #[value(aliases = ["shell", "bash"])]
    Sh,
    /// JavaScript for Node.js
    #[value(aliases = ["javascript", "node", "mjs"])]
    Js,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Py => Self::Python,
            Lang::Sh => Self::Shell,
            Lang::Js => Self::JavaScript,
        }
    }
}

const PARTS: [Part; 4] = [Part::Scripts, Part::References, Part::Assets, Part::Evals];

impl NewArgs {
    /// The same as `new --here`.
    pub(crate) fn here(mut self) -> Result<Self, CliError> {
        if self.dir.is_some() {
            let error =
                CliError::new(ExitStatus::Usage, "`init` works in the current folder and takes no `--dir`");
            return Err(error.hint("skill new NAME --dir DIR"));
        }
        self.here = true;
        Ok(self)
    }

    /// What the flags ask for; `None` when they say nothing.
    fn parts(&self) -> Option<Vec<Part>> {
        if self.with.is_empty() && !self.examples && self.lang.is_none() && self.dependencies.is_empty() {
            return None;
        }
        let wants = |part| match part {
            Part::Scripts => {
                self.with.contains(&With::Scripts)
                    || self.examples
                    || self.lang.is_some()
                    || !self.dependencies.is_empty()
            }
            Part::References => self.with.contains(&With::References) || self.examples,
            Part::Assets => self.with.contains(&With::Assets) || self.examples,
            Part::Evals => self.with.contains(&With::Evals),
        };
        let all = self.with.contains(&With::All);
        Some(PARTS.into_iter().filter(|part| all || wants(*part)).collect())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "every verb is handed its arguments")]
pub(crate) fn run(
    args: NewArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let mut options = options(&args, global, context)?;
    let asks = shell.is_interactive() && !shell.says_yes() && !global.json;
    let names_itself = options.from.as_ref().is_some_and(|prompt| !prompt.name.is_empty());
    if options.name.is_none() && !names_itself && options.place != Place::Here {
        if !asks {
            return Err(CliError::new(ExitStatus::Usage, "a new skill needs a name")
                .hint("skill new NAME")
                .hint("skill new --here names it after the current folder"));
        }
        options.name = Some(ask::name(shell)?);
    }
    // A wrong name is told before questions are asked.
    let name = options.name.clone().or_else(|| options.from.as_ref().map(|prompt| prompt.name.clone()));
    let is_begun = scaffold::is_begun(context, name.as_deref(), &options.place)?;
    if asks {
        let unsaid = ask::Unsaid {
            template: args.template.is_none() && !is_begun,
            description: options.description.is_none() && !is_begun,
            parts: args.parts().is_none(),
            profiles: options.profiles.is_empty() && !is_begun,
            fields: !is_begun,
        };
        ask::rest(&mut options, &unsaid, name.as_deref(), context, shell)?;
    }
    let made = scaffold::new(context, &options)?;
    if global.json {
        shell.json(&Report::new("skill.new/1", &made, global.dry_run))?;
        return Ok(ExitStatus::Done);
    }
    show::outcome(&made, &options, context, shell);
    Ok(ExitStatus::Done)
}

/// What the flags say.
fn options(args: &NewArgs, global: &Global, context: &Context<'_>) -> Result<NewOptions, CliError> {
    let profiles =
        if args.profiles.is_empty() { wished(args, context)? } else { chosen(&args.profiles, context)? };
    let fields = Fields::parse(&args.fields)?;
    let interface =
        (args.openai || !args.interface.is_empty()).then(|| Interface::parse(&args.interface)).transpose()?;
    let answers = answers(&args.variables)?;
    let from = match args.from.as_deref() {
        None => None,
        Some(from) if from.as_os_str() == "-" => Some(scaffold::read_prompt_from_standard_input()?),
        Some(from) => Some(scaffold::read_prompt(&context.dirs.absolute(from))?),
    };
    let template = match &args.template {
        Some(text) => scaffold::open_template(context, text)?,
        None => Template::Builtin(Body::default()),
    };
    match &template {
        Template::Own(own) => own.check_answers(&answers).map_err(scaffold::Error::from)?,
        Template::Builtin(_) if !answers.is_empty() => {
            return Err(CliError::new(
                ExitStatus::Usage,
                "`--var` answers the questions of a template of your own",
            )
            .hint("skill new NAME --template DIR --var NAME=ANSWER"));
        }
        Template::Builtin(_) => {}
    }
    Ok(NewOptions {
        name: args.name.clone(),
        place: if args.here { Place::Here } else { Place::Below(args.dir.clone().unwrap_or_default()) },
        description: args.description.clone(),
        license: args.license.clone(),
        parts: args.parts().unwrap_or_default(),
        language: args.lang.map_or(Language::Python, Language::from),
        locale: super::spoken(global, context)?,
        profiles,
        fields,
        template,
        answers,
        from,
        interface,
        dependencies: args.dependencies.clone(),
        dry_run: global.dry_run,
    })
}

/// The profiles that the nearest `skill.toml` names for packing, else for lint; none where it names none.
fn wished(args: &NewArgs, context: &Context<'_>) -> Result<Vec<Profile>, CliError> {
    let current = &context.dirs.current;
    let place = args.dir.as_ref().map_or_else(|| current.clone(), |dir| context.dirs.absolute(dir));
    let asked = pack::profiles_near(&place.join("SKILL.md"), current)?;
    let profiles = as_wished(&place, current, &asked)?;
    // What holds where nobody wishes for anything.
    let is_default = asked.is_empty() && profiles.iter().all(|profile| &*profile.name == "spec");
    Ok(if is_default { Vec::new() } else { profiles })
}

fn answers(variables: &[String]) -> Result<BTreeMap<String, String>, CliError> {
    let mut answers = BTreeMap::new();
    for variable in variables {
        let Some((name, answer)) = variable.split_once('=') else {
            let text = format!("`{}` is no `NAME=ANSWER`", crate::model::visible::line(variable));
            return Err(CliError::new(ExitStatus::Usage, text).hint("--var NAME=ANSWER"));
        };
        answers.insert(name.trim().to_owned(), answer.to_owned());
    }
    Ok(answers)
}
