//! The built-in templates of `templates/new`, one set a language, and the engine that fills them in.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, context, syntax::SyntaxConfig};

use super::{Kind, Language, Locale, yaml};
use crate::model::name::slug;

/// A template that does not parse or lacks a value.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TemplateError(String);

impl From<minijinja::Error> for TemplateError {
    fn from(error: minijinja::Error) -> Self {
        Self(error.to_string())
    }
}

/// How the body of a new skill is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Body {
    /// One way from a request to a result, step by step.
    #[default]
    Workflow,
    /// Several tasks, of which a request asks for one.
    Task,
    /// Rules to look up and apply.
    Reference,
    /// Things an agent can do with the skill that it could not do without.
    Capability,
}

impl Body {
    pub(crate) const ALL: [Self; 4] = [Self::Workflow, Self::Task, Self::Reference, Self::Capability];

    /// The word that chooses it, which is also the file's name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Workflow => "workflow",
            Self::Task => "task",
            Self::Reference => "reference",
            Self::Capability => "capability",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|body| body.word() == word)
    }
}

/// What a body is made from.
pub(super) struct BodyValues<'a> {
    pub(super) title: &'a str,
    /// Path and runner of the script that the steps run.
    pub(super) script: Option<(&'a str, &'a str)>,
    /// What is run once before the script.
    pub(super) setup: Option<&'a str>,
}

/// The templates of one language.
pub(super) struct Templates {
    environment: Environment<'static>,
    locale: Locale,
}

macro_rules! set {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../templates/new/", $folder, "/", $name)))),*]
    };
}

type Set = &'static [(&'static str, &'static str)];

static ENGLISH: Set = set!("en": "asset.md" "body/capability.md" "body/reference.md" "body/task.md" "body/workflow.md"
    "evals.json" "files.md" "reference.md" "script.mjs" "script.py" "script.sh");
static CHINESE: Set = set!("zh": "asset.md" "body/capability.md" "body/reference.md" "body/task.md" "body/workflow.md"
    "evals.json" "files.md" "reference.md" "script.mjs" "script.py" "script.sh");
static OPENAI: &str = include_str!("../../../templates/new/openai.yaml");

/// An engine without any template: blocks take their line with them, a missing value is an error, nothing is escaped.
pub(super) fn engine() -> Result<Environment<'static>, TemplateError> {
    let mut environment = Environment::new();
    environment.set_syntax(SyntaxConfig::builder().keep_trailing_newline(true).trim_blocks(true).build()?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.add_filter("yaml", |text: String| yaml::quoted(&text));
    environment.add_filter("yaml_word", |text: String| yaml::word(&text));
    environment
        .add_filter("slug", |text: String| slug(&text).map_or_else(String::new, |name| name.to_string()));
    Ok(environment)
}

impl Templates {
    pub(super) fn new(locale: Locale) -> Result<Self, TemplateError> {
        let mut environment = engine()?;
        let set = match locale {
            Locale::English => ENGLISH,
            Locale::Chinese => CHINESE,
        };
        for (name, source) in set.iter().chain(&[("openai.yaml", OPENAI)]) {
            environment.add_template(name, source)?;
        }
        Ok(Self { environment, locale })
    }

    fn render(&self, name: &str, values: minijinja::Value) -> Result<String, TemplateError> {
        Ok(self.environment.get_template(name)?.render(values)?)
    }

    /// The Markdown of a SKILL.md without its head.
    pub(super) fn body(&self, body: Body, values: &BodyValues<'_>) -> Result<String, TemplateError> {
        self.render(
            &format!("body/{}.md", body.word()),
            context! {
                title => values.title,
                script => values.script.map(|(path, _)| path),
                runner => values.script.map(|(_, runner)| runner),
                setup => values.setup,
            },
        )
    }

    /// What a script needs to run, for `compatibility`.
    pub(super) fn needs(&self, language: Language, packages: bool) -> String {
        let needs = match (language, self.locale) {
            (Language::Python, Locale::English) => "Needs Python 3.9 or newer",
            (Language::Shell, Locale::English) => "Needs a POSIX shell with awk",
            (Language::JavaScript, Locale::English) => "Needs Node.js 18.3 or newer",
            (Language::Python, Locale::Chinese) => "需要 Python 3.9 或更高版本",
            (Language::Shell, Locale::Chinese) => "需要 POSIX shell 和 awk",
            (Language::JavaScript, Locale::Chinese) => "需要 Node.js 18.3 或更高版本",
        };
        match (packages, self.locale) {
            (false, _) => needs.to_owned(),
            (true, Locale::English) => format!("{needs}, and internet access to get packages"),
            (true, Locale::Chinese) => format!("{needs}，并需要联网安装依赖包"),
        }
    }

    /// A script's text; `file` is its own name, for its messages, `dependencies` the packages it imports.
    pub(super) fn script(
        &self,
        file: &str,
        language: Language,
        dependencies: &[String],
    ) -> Result<String, TemplateError> {
        let dependencies: Vec<String> = dependencies.iter().map(|package| format!("\"{package}\"")).collect();
        let dependencies = dependencies.join(", ");
        self.render(&format!("script.{}", language.ending()), context! { file, dependencies })
    }

    pub(super) fn reference(&self, title: &str) -> Result<String, TemplateError> {
        self.render("reference.md", context! { title })
    }

    pub(super) fn asset(&self) -> Result<String, TemplateError> {
        self.render("asset.md", context! {})
    }

    pub(super) fn evals(&self, name: &str) -> Result<String, TemplateError> {
        self.render("evals.json", context! { name })
    }

    /// `agents/openai.yaml`; `value` gives what was set by hand for a key.
    pub(super) fn openai<'a>(
        &self,
        display_name: &str,
        short_description: &str,
        default_prompt: &str,
        value: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<String, TemplateError> {
        self.render(
            "openai.yaml",
            context! {
                display_name,
                short_description,
                default_prompt,
                icon_small => value("icon_small"),
                icon_large => value("icon_large"),
                brand_color => value("brand_color"),
                allow_implicit_invocation => value("allow_implicit_invocation"),
            },
        )
    }

    /// The words of the list item that points to a file.
    pub(super) fn files_item(&self, kind: Kind, path: &str) -> Result<String, TemplateError> {
        let text = self.render("files.md", context! { kind => kind.word(), path })?;
        Ok(text.trim().to_owned())
    }

    /// The heading of the section that lists the files.
    pub(super) fn files_heading(&self) -> &'static str {
        match self.locale {
            Locale::English => "Files",
            Locale::Chinese => "文件",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::fs::list;

    #[test]
    fn the_sets_name_every_file_of_their_folders() {
        for (folder, set) in [("en", ENGLISH), ("zh", CHINESE)] {
            let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/new").join(folder);
            let mut found = Vec::new();
            for (prefix, place) in [("", place.clone()), ("body/", place.join("body"))] {
                for (name, standing) in list(&place).unwrap() {
                    if standing == crate::host::fs::Standing::File {
                        found.push(format!("{prefix}{}", name.to_string_lossy()));
                    }
                }
            }
            found.sort();
            assert_eq!(found, set.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_body_renders_whole_with_its_parts() {
        for locale in [Locale::English, Locale::Chinese] {
            let templates = Templates::new(locale).unwrap();
            for body in Body::ALL {
                let mut values = BodyValues {
                    title: "Words {{ x }}",
                    script: Some(("scripts/run.py", "python3")),
                    setup: Some("npm install"),
                };
                let with = templates.body(body, &values).unwrap();
                assert!(with.starts_with("# Words {{ x }}\n\n"), "{with}");
                assert!(
                    with.contains("\n   python3 scripts/run.py INPUT\n") && with.contains("`npm install`")
                );
                values.setup = None;
                let bare = templates.body(body, &values).unwrap();
                assert!(!bare.contains("npm") && !bare.contains("\n\n\n"), "{bare}");
                values.script = None;
                let without = templates.body(body, &values).unwrap();
                let parts = match locale {
                    Locale::English => ["1. ", "\nInput: ", "\nOutput: ", "## Edge cases", "## When to stop"],
                    Locale::Chinese => ["1. ", "\n输入：", "\n输出：", "## 边界情况", "## 何时停止"],
                };
                for part in parts {
                    assert!(without.contains(part) && with.contains(part), "{part}: {without}");
                }
                assert!(!without.contains("\n\n\n") && !without.contains("run.py"), "{without}");
            }
            let script = templates.script("run.py", Language::Python, &["httpx>=0.27".to_owned()]).unwrap();
            assert!(
                script.contains("\n# dependencies = [\"httpx>=0.27\"]\n")
                    && script.ends_with("sys.exit(main())\n")
            );
        }
    }
}
