//! `add script|reference|asset`: one more file in a skill, and the line in `SKILL.md` that points to it.

use std::path::{Path, PathBuf};

use super::{
    Created, Error, Kind, Language, Locale, Scaffolded,
    create::check_package,
    fill, index,
    name::{hyphen_case, title},
    template::Templates,
};
use crate::{
    host::fs::{self, Standing},
    model::event::Event,
    ops::Context,
};

/// The largest file `--from` takes.
const MAX_FROM: u64 = 64 * 1024 * 1024;

/// What to add, and to which skill.
#[derive(Debug, Clone)]
pub(crate) struct AddOptions {
    pub(crate) kind: Kind,
    /// The name as typed, with or without an ending; that of `from` when absent.
    pub(crate) name: Option<String>,
    pub(crate) language: Option<Language>,
    /// A file to copy instead of a template.
    pub(crate) from: Option<PathBuf>,
    /// The skill's folder or `SKILL.md`; the nearest one at or above the current folder when absent.
    pub(crate) to: Option<PathBuf>,
    pub(crate) locale: Locale,
    /// Packages that a Python script imports.
    pub(crate) dependencies: Vec<String>,
    pub(crate) dry_run: bool,
}

/// Adds the file. When `SKILL.md` can't be written, the file is taken away again.
pub(crate) fn add(context: &Context<'_>, options: &AddOptions) -> Result<Scaffolded, Error> {
    let folder = skill_folder(context, options.to.as_deref())?;
    let manifest = folder.join("SKILL.md");
    let text = read_manifest(&manifest)?;
    let templates = Templates::new(options.locale)?;
    let file = draft(context, options, &templates)?;
    let (_, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let parent = folder.join(options.kind.folder());
    fill::check_folder(&parent)?;
    if let Some(twin) = fill::twin(&parent, name)? {
        return Err(Error::Exists(parent.join(twin)));
    }
    let item = templates.files_item(options.kind, &file.path)?;
    let edited = index::insert(&text, &file.path, &item, templates.files_heading())
        .map_err(|why| Error::Index { path: manifest.clone(), why })?;
    if !options.dry_run {
        fill::write(&folder, &file)?;
        if let Some(text) = &edited
            && let Err(error) = fs::write_atomic(&manifest, text.as_bytes())
        {
            let _ = fs::remove_file(&folder.join(&file.path));
            return Err(error.into());
        }
    }
    if edited.is_none() {
        let text = format!("`SKILL.md` names `{}` already", file.path);
        context.reporter.event(Event::Note { text: &text });
    }
    Ok(Scaffolded {
        name: folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        folder,
        created: vec![file],
        kept: Vec::new(),
        edited: edited.map(|_| "SKILL.md".to_owned()).into_iter().collect(),
        template: None,
    })
}

/// The skill that was named, or the nearest one up, by its real path.
fn skill_folder(context: &Context<'_>, to: Option<&Path>) -> Result<PathBuf, Error> {
    let folder = match to {
        Some(to) => {
            let path = context.dirs.absolute(to);
            let is_manifest = path.file_name().is_some_and(|name| name == "SKILL.md") && fs::is_file(&path);
            if is_manifest { path.parent().unwrap_or(&path).to_owned() } else { path }
        }
        None => nearest(context)?,
    };
    let folder = fs::canonical(&folder).map_err(|_| Error::NoSkill(folder))?;
    match fill::twin(&folder, "SKILL.md")? {
        Some(name) if name == "SKILL.md" => Ok(folder),
        Some(found) => Err(Error::OtherSpelling { folder, found }),
        None => Err(Error::NoSkill(folder)),
    }
}

/// The nearest skill at or above the current folder, no further than the repository or the home folder.
fn nearest(context: &Context<'_>) -> Result<PathBuf, Error> {
    for folder in context.dirs.current.ancestors() {
        if fill::twin(folder, "SKILL.md")?.is_some() {
            return Ok(folder.to_owned());
        }
        if folder == context.dirs.home || fs::standing(&folder.join(".git"))? != Standing::Nothing {
            break;
        }
    }
    Err(Error::NoSkillAbove(context.dirs.current.clone()))
}

fn read_manifest(path: &Path) -> Result<String, Error> {
    String::from_utf8(fs::read_capped(path, MAX_FROM)?)
        .map_err(|error| Error::NotText { path: path.to_owned(), at: error.utf8_error().valid_up_to() })
}

/// The file to be made.
fn draft(context: &Context<'_>, options: &AddOptions, templates: &Templates) -> Result<Created, Error> {
    let from = options.from.as_deref().map(|from| context.dirs.absolute(from));
    if let Some(from) = from.as_deref().filter(|from| !fs::is_file(from)) {
        return Err(Error::NoFile(from.to_owned()));
    }
    let from_name = from.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let typed = options.name.as_deref().or(from_name.as_deref()).unwrap_or_default();
    let (stem, ending) = split_ending(typed);
    let name = hyphen_case(stem)?;
    let kind = options.kind;
    let executable = kind == Kind::Script;
    if let Some(from) = from {
        let ending = ending.or_else(|| from_name.as_deref().and_then(|name| split_ending(name).1));
        let file = ending.map_or_else(|| name.to_string(), |ending| format!("{name}.{ending}"));
        note_name(context, typed, &file);
        let content = fs::read_capped(&from, MAX_FROM)?;
        return Ok(Created { path: format!("{}/{file}", kind.folder()), executable, content });
    }
    let no_template = |ending: &str| Error::NoTemplate { kind, ending: ending.to_owned() };
    let (ending, language) = match (kind, ending.as_deref()) {
        (Kind::Script, None) => {
            let language = options.language.unwrap_or(Language::Python);
            (language.ending(), Some(language))
        }
        (Kind::Script, Some(ending)) => {
            let language = Language::from_ending(ending)
                .filter(|language| options.language.is_none_or(|wanted| wanted == *language))
                .ok_or_else(|| no_template(ending))?;
            (language.ending(), Some(language))
        }
        (Kind::Reference | Kind::Asset, None | Some("md")) => ("md", None),
        (Kind::Reference | Kind::Asset, Some(ending)) => return Err(no_template(ending)),
    };
    let file = format!("{name}.{ending}");
    note_name(context, typed, &file);
    for package in &options.dependencies {
        check_package(package)?;
    }
    if !options.dependencies.is_empty() && language != Some(Language::Python) {
        return Err(Error::NoPackages);
    }
    let content = match (kind, language) {
        (Kind::Script, language) => {
            templates.script(&file, language.unwrap_or(Language::Python), &options.dependencies)?
        }
        (Kind::Reference, _) => templates.reference(&title(stem, &name))?,
        (Kind::Asset, _) => templates.asset()?,
    };
    Ok(Created { path: format!("{}/{file}", kind.folder()), executable, content: content.into_bytes() })
}

/// Says when a file's name is not what was typed, save for an ending that was not typed.
fn note_name(context: &Context<'_>, typed: &str, file: &str) {
    if file != typed && split_ending(file).0 != typed {
        let text = format!("`{typed}` becomes `{file}`");
        context.reporter.event(Event::Note { text: &text });
    }
}

/// A name without its ending, and the ending in lower case. What follows a dot is an ending when it is a short word.
fn split_ending(typed: &str) -> (&str, Option<String>) {
    match typed.rsplit_once('.') {
        Some((stem, ending))
            if !stem.is_empty()
                && ending.len() <= 12
                && ending.starts_with(|c: char| c.is_ascii_alphabetic())
                && ending.chars().all(|c| c.is_ascii_alphanumeric()) =>
        {
            (stem, Some(ending.to_ascii_lowercase()))
        }
        Some(_) | None => (typed, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_a_short_word_behind_the_last_dot() {
        assert_eq!(split_ending("Check.PY"), ("Check", Some("py".to_owned())));
        assert_eq!(split_ending("a.tar.gz"), ("a.tar", Some("gz".to_owned())));
        for name in ["release-1.2", "notes v1. old", ".env", "plain"] {
            assert_eq!(split_ending(name), (name, None));
        }
    }
}
