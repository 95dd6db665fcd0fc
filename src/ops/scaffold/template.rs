//! The built-in templates of `templates/new`, one set a language, and the engine that fills them in.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, context, syntax::SyntaxConfig};

use super::{Kind, Language, Locale, yaml};

/// A template that does not parse or lacks a value.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TemplateError(String);

impl From<minijinja::Error> for TemplateError {
    fn from(error: minijinja::Error) -> Self {
        Self(error.to_string())
    }
}

/// The templates of one language.
pub(super) struct Templates {
    environment: Environment<'static>,
    locale: Locale,
}

/// What `SKILL.md` is made from.
pub(super) struct Manifest<'a> {
    pub(super) name: &'a str,
    pub(super) title: &'a str,
    /// A placeholder when absent.
    pub(super) description: Option<&'a str>,
    pub(super) license: Option<&'a str>,
    /// Path and language of the script that the steps run.
    pub(super) script: Option<(&'a str, Language)>,
}

macro_rules! set {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../templates/new/", $folder, "/", $name)))),*]
    };
}

type Set = &'static [(&'static str, &'static str)];

static ENGLISH: Set = set!("en": "SKILL.md" "files.md" "reference.md" "asset.md" "evals.json" "script.py" "script.sh" "script.mjs");
static CHINESE: Set = set!("zh": "SKILL.md" "files.md" "reference.md" "asset.md" "evals.json" "script.py" "script.sh" "script.mjs");

impl Templates {
    pub(super) fn new(locale: Locale) -> Result<Self, TemplateError> {
        let mut environment = Environment::new();
        environment
            .set_syntax(SyntaxConfig::builder().keep_trailing_newline(true).trim_blocks(true).build()?);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.add_filter("yaml", |text: String| yaml::quoted(&text));
        environment.add_filter("yaml_word", |text: String| yaml::word(&text));
        let set = match locale {
            Locale::English => ENGLISH,
            Locale::Chinese => CHINESE,
        };
        for (name, source) in set {
            environment.add_template(name, source)?;
        }
        Ok(Self { environment, locale })
    }

    fn render(&self, name: &str, values: minijinja::Value) -> Result<String, TemplateError> {
        Ok(self.environment.get_template(name)?.render(values)?)
    }

    pub(super) fn manifest(&self, manifest: &Manifest<'_>) -> Result<String, TemplateError> {
        let placeholder = match self.locale {
            Locale::English => {
                "[TODO: what this skill does, in one sentence.] Use when [TODO: the situations and the words people type.]"
            }
            Locale::Chinese => {
                "[TODO: 用一句话写明做什么。]用于[TODO: 什么场景]时使用。触发词：[TODO: 用户会说的词]。"
            }
        };
        let compatibility = manifest.script.map(|(_, language)| match (language, self.locale) {
            (Language::Python, Locale::English) => "Needs Python 3.9 or newer",
            (Language::Shell, Locale::English) => "Needs a POSIX shell with awk",
            (Language::JavaScript, Locale::English) => "Needs Node.js 18.3 or newer",
            (Language::Python, Locale::Chinese) => "需要 Python 3.9 或更高版本",
            (Language::Shell, Locale::Chinese) => "需要 POSIX shell 和 awk",
            (Language::JavaScript, Locale::Chinese) => "需要 Node.js 18.3 或更高版本",
        });
        self.render(
            "SKILL.md",
            context! {
                name => manifest.name,
                title => manifest.title,
                description => manifest.description.unwrap_or(placeholder),
                license => manifest.license,
                compatibility,
                script => manifest.script.map(|(path, _)| path),
                runner => manifest.script.map(|(_, language)| language.runner()),
            },
        )
    }

    /// A script's text; `file` is its own name, for its messages.
    pub(super) fn script(&self, file: &str, language: Language) -> Result<String, TemplateError> {
        self.render(&format!("script.{}", language.ending()), context! { file })
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
    use crate::{host::fs::list, model::frontmatter::Frontmatter};

    #[test]
    fn the_sets_name_every_file_of_their_folders() {
        for (folder, set) in [("en", ENGLISH), ("zh", CHINESE)] {
            let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/new").join(folder);
            let mut names: Vec<&str> = set.iter().map(|(name, _)| *name).collect();
            names.sort_unstable();
            let found: Vec<_> = list(&place).unwrap().into_iter().map(|(name, _)| name).collect();
            assert_eq!(found, names);
        }
    }

    #[test]
    fn every_template_renders_whole() {
        for locale in [Locale::English, Locale::Chinese] {
            let templates = Templates::new(locale).unwrap();
            let mut manifest = Manifest {
                name: "x",
                title: "X",
                description: Some("a: {{ b }} {% c %}"),
                license: Some("MIT"),
                script: Some(("scripts/run.py", Language::Python)),
            };
            let with = templates.manifest(&manifest).unwrap();
            assert!(
                with.starts_with(
                    "---\nname: x\ndescription: \"a: {{ b }} {% c %}\"\nlicense: MIT\ncompatibility: \""
                ),
                "{with}"
            );
            let read = Frontmatter::parse(&with);
            assert_eq!((read.faults.len(), read.exotics.len()), (0, 0), "{with}");
            assert!(with.contains("\n   python3 scripts/run.py INPUT\n"), "{with}");
            manifest.script = None;
            manifest.license = None;
            let without = templates.manifest(&manifest).unwrap();
            assert!(without.contains("%}\"\nmetadata:\n  version: \"0.1.0\"\n---\n\n# X\n"), "{without}");
            let script = templates.script("run.py", Language::Python).unwrap();
            assert!(script.ends_with("sys.exit(main())\n"));
            for text in [with, without, script] {
                assert!(!text.contains("\n\n\n") || text.contains("import"), "{text}");
            }
        }
    }
}
