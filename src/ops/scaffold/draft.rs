//! Every file of a new skill as it would be made from nothing. Nothing is read or written here.

use std::collections::BTreeMap;

use minijinja::Value;

use super::{
    Created, Error, Kind, Language, NewOptions, Part, brand,
    foreign::{Own, OwnError, Values},
    head::{self, Demands, Facts},
    index,
    name::{Named, title},
    openai,
    source::Template,
    template::{BodyValues, Templates},
};

/// What of a skill comes from outside of the options.
pub(super) struct Known<'a> {
    pub(super) named: &'a Named,
    pub(super) demands: &'a Demands,
    /// Who writes it, as git knows it.
    pub(super) author: Option<&'a str>,
}

/// The files, sorted by path.
pub(super) fn draft(options: &NewOptions, known: &Known<'_>) -> Result<Vec<Created>, Error> {
    let templates = Templates::new(options.locale)?;
    let mut parts = Parts::new(options, known, &templates)?;
    let (text, mut files) = match (&options.from, &options.template) {
        (Some(prompt), _) => (prompt.manifest(&parts.entries(), &parts.forced()), Vec::new()),
        (None, Template::Builtin(body)) => {
            let body = templates.body(*body, &parts.body_values())?;
            (format!("{}\n{body}", head::render(&parts.entries(), "\n")), Vec::new())
        }
        (None, Template::Own(own)) => parts.own(own)?,
    };
    parts.text = text;
    parts.make()?;
    let taken = |path: &str| files.iter().any(|file: &Created| file.path == path);
    let mut made: Vec<Created> = parts.files.into_iter().filter(|file| !taken(&file.path)).collect();
    made.push(Created { path: "SKILL.md".to_owned(), executable: false, content: parts.text.into_bytes() });
    files.append(&mut made);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

struct Parts<'a> {
    options: &'a NewOptions,
    known: &'a Known<'a>,
    templates: &'a Templates,
    name: &'a str,
    display_name: String,
    description: Option<&'a str>,
    script_file: String,
    script: String,
    needs: Option<String>,
    text: String,
    files: Vec<Created>,
}

impl<'a> Parts<'a> {
    fn new(options: &'a NewOptions, known: &'a Known<'a>, templates: &'a Templates) -> Result<Self, Error> {
        if !options.dependencies.is_empty() && options.language == Language::Shell {
            return Err(Error::ShellPackages);
        }
        let script_file = format!("run.{}", options.language.ending());
        let is_wrapped = options.from.is_some();
        let needs = (options.parts.contains(&Part::Scripts) && !is_wrapped)
            .then(|| templates.needs(options.language, !options.dependencies.is_empty()));
        let given = options.interface.as_ref().and_then(|interface| interface.text("display_name"));
        let of_field = options.fields.text("display_name");
        let display_name = given.or(of_field).map_or_else(|| known.named.display_name(), str::to_owned);
        let of_prompt = options.from.as_ref().and_then(|prompt| prompt.description.as_deref());
        Ok(Self {
            options,
            known,
            templates,
            name: known.named.name.as_str(),
            display_name,
            description: options.description.as_deref().or(of_prompt),
            script: format!("scripts/{script_file}"),
            script_file,
            needs,
            text: String::new(),
            files: Vec::new(),
        })
    }

    fn has(&self, part: Part) -> bool {
        self.options.parts.contains(&part)
    }

    fn entries(&self) -> Vec<head::Entry> {
        let facts = Facts {
            name: self.name,
            display_name: &self.display_name,
            description: self.description,
            license: self.options.license.as_deref().map(str::trim),
            compatibility: self.needs.as_deref(),
            author: self.known.author,
            fields: &self.options.fields,
            locale: self.options.locale,
            versioned: self.options.from.is_none(),
        };
        head::entries(&facts, self.known.demands)
    }

    /// Fields that replace what a prompt's own frontmatter says.
    fn forced(&self) -> Vec<&'static str> {
        let mut forced = Vec::new();
        if self.options.description.is_some() {
            forced.push("description");
        }
        if self.options.license.is_some() {
            forced.push("license");
        }
        let given = super::fields::KNOWN.into_iter().filter(|key| self.options.fields.has(key));
        forced.extend(given);
        forced
    }

    fn is_teleai(&self) -> bool {
        self.known.demands.teleai
    }

    fn runner(&self) -> &'static str {
        let language = self.options.language;
        let is_inline = language == Language::Python && !self.options.dependencies.is_empty();
        // `uv` reads the packages out of the script itself.
        if is_inline && !self.is_teleai() { "uv run" } else { language.runner() }
    }

    /// What is run once, where packages don't come by themselves.
    fn setup(&self) -> Option<&'static str> {
        match self.options.language {
            _ if self.options.dependencies.is_empty() || !self.has(Part::Scripts) => None,
            Language::Python => self.is_teleai().then_some("python3 -m pip install -r requirements.txt"),
            Language::JavaScript => Some("npm install --omit=dev --prefix ."),
            Language::Shell => None,
        }
    }

    fn body_values(&self) -> BodyValues<'_> {
        BodyValues {
            title: &self.known.named.title,
            script: self.has(Part::Scripts).then(|| (self.script.as_str(), self.runner())),
            setup: self.setup(),
        }
    }

    /// SKILL.md and the other files of a person's own template.
    fn own(&self, own: &Own) -> Result<(String, Vec<Created>), Error> {
        let options = self.options;
        let text = |text: &str| Value::from(text);
        let profiles: Vec<String> = options.profiles.iter().map(|profile| profile.name.to_string()).collect();
        let parts: Vec<&str> = options.parts.iter().map(|part| part.word()).collect();
        let author = options.fields.text("author").or(self.known.author);
        let mut values: Values = BTreeMap::from([
            ("name".to_owned(), text(self.name)),
            ("title".to_owned(), text(&self.known.named.title)),
            ("display_name".to_owned(), text(&self.display_name)),
            ("description".to_owned(), text(self.description.unwrap_or_default())),
            ("license".to_owned(), text(options.license.as_deref().unwrap_or_default())),
            ("author".to_owned(), text(author.unwrap_or_default())),
            ("version".to_owned(), text(options.fields.text("version").unwrap_or("0.1.0"))),
            ("locale".to_owned(), text(options.locale.word())),
            ("language".to_owned(), text(options.language.ending())),
            ("profiles".to_owned(), Value::from(profiles)),
            ("parts".to_owned(), Value::from(parts)),
        ]);
        own.answer(&options.answers, &mut values)?;
        let mut files = own.render(&values)?;
        let at = files.iter().position(|file| file.path == "SKILL.md").ok_or(OwnError::NoSkill)?;
        let content = files.swap_remove(at).content;
        let manifest = String::from_utf8(content).map_err(|error| OwnError::Render {
            path: "SKILL.md".to_owned(),
            why: format!("it holds invalid UTF-8 at byte {}", error.utf8_error().valid_up_to()),
        })?;
        // A template that leaves the head out gets the one that the profiles ask for.
        let manifest = if manifest.trim_start_matches('\u{feff}').trim_start().starts_with("---") {
            manifest
        } else {
            format!("{}\n{}", head::render(&self.entries(), "\n"), manifest.trim_start_matches('\u{feff}'))
        };
        Ok((manifest, files))
    }

    /// What was asked for beside SKILL.md.
    fn make(&mut self) -> Result<(), Error> {
        let (options, templates) = (self.options, self.templates);
        if self.has(Part::Scripts) {
            let text = templates.script(&self.script_file, options.language, &options.dependencies)?;
            self.add(Some(Kind::Script), &self.script.clone(), text)?;
            self.packages();
        }
        if self.has(Part::References) {
            let heading = title("details", &self.known.named.name);
            self.add(Some(Kind::Reference), "references/details.md", templates.reference(&heading)?)?;
        }
        if self.has(Part::Assets) {
            self.add(Some(Kind::Asset), "assets/template.md", templates.asset()?)?;
        }
        if self.has(Part::Evals) {
            self.add(None, "evals/evals.json", templates.evals(self.name)?)?;
        }
        if options.interface.is_some() {
            let text = self.openai()?;
            self.add(None, openai::FILE, text)?;
        }
        Ok(())
    }

    fn add(&mut self, kind: Option<Kind>, path: &str, content: String) -> Result<(), Error> {
        if let Some(kind) = kind {
            let item = self.templates.files_item(kind, path)?;
            let added = index::insert(&self.text, path, &item, self.templates.files_heading());
            // A path that the steps name already needs no item.
            if let Some(added) = added.map_err(|why| Error::Index { path: "SKILL.md".into(), why })? {
                self.text = added;
            }
        }
        let executable = kind == Some(Kind::Script);
        self.files.push(Created { path: path.to_owned(), executable, content: content.into_bytes() });
        Ok(())
    }

    /// The list of packages where the script itself can't hold it, or the platform reads another.
    fn packages(&mut self) {
        let dependencies = &self.options.dependencies;
        if dependencies.is_empty() {
            return;
        }
        let (path, content) = match self.options.language {
            Language::Python if self.is_teleai() => (
                "requirements.txt",
                dependencies.iter().fold(String::new(), |text, package| text + package + "\n"),
            ),
            Language::JavaScript => {
                let packages: serde_json::Map<String, serde_json::Value> =
                    dependencies.iter().map(|package| npm(package)).collect();
                let value = serde_json::json!({ "private": true, "dependencies": packages });
                ("package.json", format!("{value:#}\n"))
            }
            Language::Python | Language::Shell => return,
        };
        self.files.push(Created { path: path.to_owned(), executable: false, content: content.into_bytes() });
    }

    fn openai(&self) -> Result<String, Error> {
        let (locale, interface) = (self.options.locale, self.options.interface.as_ref());
        let value = |key: &str| interface.and_then(|interface| interface.text(key));
        let derived = self.description.and_then(openai::short_description);
        let short = value("short_description")
            .map(str::to_owned)
            .or(derived)
            .unwrap_or_else(|| openai::short_placeholder(locale).to_owned());
        let prompt =
            value("default_prompt").map_or_else(|| openai::default_prompt(self.name, locale), str::to_owned);
        let display: String = self.display_name.chars().take(brand::MAX_DISPLAY).collect();
        Ok(self.templates.openai(&display, &short, &prompt, value)?)
    }
}

/// `name@range` as npm writes it down; without a range, any version.
fn npm(package: &str) -> (String, serde_json::Value) {
    let (name, range) = match package.char_indices().skip(1).find(|(_, c)| *c == '@') {
        Some((at, _)) => (&package[..at], &package[at + 1..]),
        None => (package, "*"),
    };
    (name.to_owned(), range.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lint::{self, profile::Profile},
        model::{
            skill::Skill,
            tree::{Mode, Tree, TreeFile},
        },
        ops::scaffold::{Body, Fields, Interface, Locale, Place, slug_with_notes},
    };

    fn options(body: Body, profile: &str, locale: Locale) -> NewOptions {
        NewOptions {
            name: Some("pdf-tools".to_owned()),
            place: Place::Here,
            description: None,
            license: None,
            parts: Vec::new(),
            language: Language::Python,
            locale,
            profiles: vec![Profile::named(profile).unwrap()],
            fields: Fields::default(),
            template: Template::Builtin(body),
            answers: BTreeMap::new(),
            from: None,
            interface: None,
            dependencies: Vec::new(),
            dry_run: false,
        }
    }

    /// What a profile says of the drafted skill, but for what is left to write.
    fn findings(options: &NewOptions) -> Vec<String> {
        let named = slug_with_notes("pdf-tools").unwrap();
        let demands = Demands::of(&options.profiles);
        let files = draft(options, &Known { named: &named, demands: &demands, author: None }).unwrap();
        let file = |file: Created| TreeFile {
            path: file.path,
            mode: if file.executable { Mode::Executable } else { Mode::Regular },
            content: file.content,
        };
        let skill = Skill::new("pdf-tools", Tree::new(files.into_iter().map(file).collect()));
        lint::check(&skill, &options.profiles)
            .iter()
            .filter(|finding| !finding.rule.name.contains("placeholder"))
            .map(|finding| format!("{}: {} ({})", finding.file, finding.message, finding.rule.name))
            .collect()
    }

    /// What an author would say of the skill; StablEdge asks for words that stand in no other request.
    fn description(profile: &str) -> &'static str {
        match profile {
            "stabledge" => "读取与填写PDF表单时使用。触发词：读取PDF、填写PDF、PDF表单。不用于电子表格。",
            _ => "Reads PDF files and fills in forms. Use when asked about PDF.",
        }
    }

    #[test]
    fn every_layout_passes_every_profile_in_every_language() {
        let mut wrong = Vec::new();
        for profile in Profile::shipped() {
            for body in Body::ALL {
                for locale in [Locale::English, Locale::Chinese] {
                    let mut options = options(body, profile, locale);
                    let mut judge = |options: &NewOptions, what: &str| {
                        let found = findings(options);
                        if !found.is_empty() {
                            wrong.push(format!("{profile} {} {locale:?} {what}: {found:?}", body.word()));
                        }
                    };
                    judge(&options, "alone");
                    options.parts = vec![Part::Scripts, Part::References, Part::Assets, Part::Evals];
                    options.interface = Some(Interface::default());
                    options.description = Some(description(profile).to_owned());
                    for language in [Language::Python, Language::Shell, Language::JavaScript] {
                        options.language = language;
                        judge(&options, language.ending());
                        if language != Language::Shell {
                            options.dependencies = vec!["httpx".to_owned()];
                            judge(&options, &format!("{} with a package", language.ending()));
                            options.dependencies.clear();
                        }
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn packages_are_listed_where_the_platform_reads_them() {
        let made = |profile: &str, language: Language, package: &str| {
            let mut options = options(Body::Workflow, profile, Locale::English);
            options.parts = vec![Part::Scripts];
            options.language = language;
            options.dependencies = vec![package.to_owned()];
            let named = slug_with_notes("pdf-tools").unwrap();
            let demands = Demands::of(&options.profiles);
            let files = draft(&options, &Known { named: &named, demands: &demands, author: None }).unwrap();
            let text = |file: &Created| (file.path.clone(), String::from_utf8(file.content.clone()).unwrap());
            files.iter().map(text).collect::<BTreeMap<_, _>>()
        };
        let inline = made("spec", Language::Python, "httpx>=0.27");
        assert!(inline["SKILL.md"].contains("\n   uv run scripts/run.py INPUT\n") && inline.len() == 2);
        assert!(inline["scripts/run.py"].contains("\n# dependencies = [\"httpx>=0.27\"]\n"));
        let listed = made("teleai", Language::Python, "httpx>=0.27");
        assert_eq!(listed["requirements.txt"], "httpx>=0.27\n");
        assert!(listed["SKILL.md"].contains("pip install -r requirements.txt"));
        let npm = made("spec", Language::JavaScript, "@scope/pkg@^2");
        let value: serde_json::Value = serde_json::from_str(&npm["package.json"]).unwrap();
        assert_eq!(value["dependencies"]["@scope/pkg"], "^2");
    }
}
