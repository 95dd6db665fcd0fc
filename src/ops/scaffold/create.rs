//! `new`: a folder with `SKILL.md` and what was asked for. A second run fills in what is missing and keeps the rest.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    Created, Error, Language, Locale, Part, Scaffolded, TemplateUsed,
    author::git_author,
    check, check_description,
    draft::{Known, draft},
    fields::Fields,
    fill,
    head::Demands,
    index,
    name::{Named, slug_with_notes},
    openai::Interface,
    source::Template,
    wrap::Wrapped,
};
use crate::{
    host::fs::{self, Standing},
    lint::profile::Profile,
    model::{event::Event, frontmatter::Frontmatter, visible::is_hidden},
    ops::{Context, scope::ScopeFolder},
};

/// Where the skill goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// Into the current folder, which is the skill's own.
    Here,
    /// Into a folder of the skill's name below this one.
    Below(PathBuf),
}

/// What to make.
#[derive(Debug, Clone)]
pub(crate) struct NewOptions {
    /// The name as typed; that of `from`, or the current folder's when `place` is here, when absent.
    pub(crate) name: Option<String>,
    pub(crate) place: Place,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) parts: Vec<Part>,
    pub(crate) language: Language,
    pub(crate) locale: Locale,
    /// All of them are to be satisfied; none means the specification.
    pub(crate) profiles: Vec<Profile>,
    pub(crate) fields: Fields,
    pub(crate) template: Template,
    /// Answers to a template's questions, by their names.
    pub(crate) answers: BTreeMap<String, String>,
    /// A prompt that becomes the skill, instead of a template.
    pub(crate) from: Option<Wrapped>,
    /// `agents/openai.yaml` is wanted, with these values.
    pub(crate) interface: Option<Interface>,
    /// Packages that the script imports.
    pub(crate) dependencies: Vec<String>,
    pub(crate) dry_run: bool,
}

/// Makes a skill, or fills in what one lacks.
pub(crate) fn new(context: &Context<'_>, options: &NewOptions) -> Result<Scaffolded, Error> {
    if let Some(description) = &options.description {
        check_description(description).map_err(Error::Description)?;
    }
    if let Some(license) = &options.license {
        check_license(license)?;
    }
    for package in &options.dependencies {
        check_package(package)?;
    }
    let Located { named, folder, warning } = locate(context, options.name(), &options.place)?;
    let demands = Demands::of(&options.profiles);
    if let Some(profile) = demands.ascii.as_ref().filter(|_| !named.name.as_str().is_ascii()) {
        return Err(Error::NotAscii { name: named.name.to_string(), profile: profile.clone() });
    }
    match fs::standing_followed(&folder)? {
        Standing::Nothing => fill::check_folder(&folder)?,
        Standing::Folder => {}
        Standing::File | Standing::Symlink | Standing::Special => {
            return Err(Error::InTheWay { path: folder, what: "a file", wanted: "a folder" });
        }
    }
    if let Some(found) = fill::twin(&folder, "SKILL.md")?.filter(|found| found != "SKILL.md") {
        return Err(Error::OtherSpelling { folder, found });
    }
    // Asked only where the answer is written down.
    let author = (demands.teleai || matches!(options.template, Template::Own(_)))
        .then(|| git_author(context))
        .flatten()
        .filter(|_| !options.fields.has("author"));
    let files = draft(options, &Known { named: &named, demands: &demands, author: author.as_deref() })?;
    let spec = [Profile::spec()];
    let profiles = if options.profiles.is_empty() { &spec[..] } else { &options.profiles };
    let told = check::told(&check::findings(named.name.as_str(), &files, profiles), profiles)?;
    let (created, kept) = part(&folder, files)?;
    let is_fresh = created.iter().any(|file| file.path == "SKILL.md");
    let warn = |text: &str| context.reporter.event(Event::Warning { text });
    let note = |text: &str| context.reporter.event(Event::Note { text });
    if let Some(text) = &warning {
        warn(text);
    }
    for text in &named.notes {
        note(text);
    }
    if is_fresh {
        if !named.name.as_str().is_ascii() && demands.ascii.is_none() {
            note(&format!(
                "`{}` fits the specification, but some agents and uploaders accept only a-z, 0-9 and hyphens",
                named.name
            ));
        }
        warn_of_name(context, &named, &folder, &demands);
        for text in &told {
            warn(text);
        }
        if let Some(author) = author.filter(|_| demands.teleai) {
            note(&format!("the author is `{}`, as git knows you", super::shown(&author)));
        }
    }
    note_outer_skill(context, &folder);
    if !options.dry_run {
        for file in &created {
            fill::write(&folder, file)?;
        }
    }
    if !is_fresh {
        note_unnamed(context, &folder, &created);
        note_missing_fields(context, &folder, &demands);
    }
    let template = options.from.is_none().then(|| TemplateUsed::of(&options.template));
    Ok(Scaffolded { name: named.name.to_string(), folder, created, kept, edited: Vec::new(), template })
}

impl NewOptions {
    fn name(&self) -> Option<&str> {
        let own = self.from.as_ref().filter(|_| self.place != Place::Here).map(|prompt| prompt.name.as_str());
        self.name.as_deref().or(own)
    }
}

/// Tells the files that are missing from those that stand there already.
fn part(folder: &Path, files: Vec<Created>) -> Result<(Vec<Created>, Vec<String>), Error> {
    let (mut created, mut kept) = (Vec::new(), Vec::new());
    for file in files {
        let (above, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let mut parent = folder.to_owned();
        for component in above.split('/').filter(|component| !component.is_empty()) {
            parent.push(component);
            fill::check_folder(&parent)?;
        }
        match fill::twin(&parent, name)? {
            Some(twin) if fs::is_folder(&parent.join(&twin)) => {
                let path = parent.join(twin);
                return Err(Error::InTheWay { path, what: "a folder", wanted: "a file" });
            }
            Some(_) => kept.push(file.path),
            None => created.push(file),
        }
    }
    Ok((created, kept))
}

/// A skill that may or may not be there yet.
struct Located {
    named: Named,
    /// Absolute.
    folder: PathBuf,
    warning: Option<String>,
}

/// Whether the skill has a `SKILL.md` already, so that nothing needs to be asked for one. An error is that of [`new`].
pub(crate) fn is_begun(context: &Context<'_>, name: Option<&str>, place: &Place) -> Result<bool, Error> {
    Ok(fs::is_file(&locate(context, name, place)?.folder.join("SKILL.md")))
}

fn locate(context: &Context<'_>, name: Option<&str>, place: &Place) -> Result<Located, Error> {
    match place {
        Place::Below(parent) => {
            let named = slug_with_notes(name.unwrap_or_default())?;
            let folder = context.dirs.absolute(parent).join(named.name.as_str());
            Ok(Located { named, folder, warning: None })
        }
        Place::Here => {
            let folder = fs::canonical(&context.dirs.current)?;
            let own = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let named = slug_with_notes(name.unwrap_or(&own))?;
            if named.name.as_str() == own {
                return Ok(Located { named, folder, warning: None });
            }
            // A folder whose own name is no hyphen-case may bear the skill its name turns into.
            if !slug_with_notes(&own).is_ok_and(|own| own.name == named.name) {
                return Err(Error::UnlikeFolder { folder: own, name: named.name.to_string() });
            }
            let warning = format!(
                "the folder is called `{own}`; rename it to `{}`, since a skill bears the name of its folder",
                named.name
            );
            Ok(Located { named, folder, warning: Some(warning) })
        }
    }
}

fn check_license(license: &str) -> Result<(), Error> {
    if license.trim().is_empty() {
        return Err(Error::License("is blank"));
    }
    if license.chars().any(is_hidden) {
        return Err(Error::License("has a line end, a control or a hidden character"));
    }
    Ok(())
}

/// What a list of packages can hold in a comment, a text file and JSON alike.
pub(super) fn check_package(package: &str) -> Result<(), Error> {
    let fits = package.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
        && package.len() <= 200
        && package.chars().all(|c| c.is_ascii_alphanumeric() || " ._-+*!=<>~^,;:/@[]()".contains(c));
    if fits { Ok(()) } else { Err(Error::Package(package.to_owned())) }
}

/// Says that an agent or uploader may mind the name, or that it is taken.
fn warn_of_name(context: &Context<'_>, named: &Named, folder: &Path, demands: &Demands) {
    let name = named.name.as_str();
    if let Some(word) = ["claude", "anthropic"].into_iter().find(|word| name.contains(word)) {
        if let Some(profile) = &demands.reserves {
            let text = format!("`{profile}` refuses names with `{word}`, such as `{name}`");
            context.reporter.event(Event::Warning { text: &text });
        } else {
            let text = format!("some uploaders reserve names with `{word}`");
            context.reporter.event(Event::Note { text: &text });
        }
    }
    let real = fs::canonical_or_ahead(folder);
    let project = ScopeFolder::around(context.dirs);
    let user = ScopeFolder::user(context.dirs);
    let mut seen: Vec<PathBuf> = vec![real];
    for scope in [project, user] {
        let place = scope.skills().join(name);
        let real = fs::canonical_or_ahead(&place);
        if fs::is_folder(&place) && !seen.contains(&real) {
            let text = format!(
                "a skill called `{name}` is installed in the {} already: `{}`",
                scope.scope.as_str(),
                scope.shown(&place)
            );
            context.reporter.event(Event::Warning { text: &text });
        }
        seen.push(real);
    }
}

/// A skill inside a skill is part of the outer one.
fn note_outer_skill(context: &Context<'_>, folder: &Path) {
    let outer = folder.ancestors().skip(1).take(3).find(|above| fs::is_file(&above.join("SKILL.md")));
    if let Some(outer) = outer {
        let text = format!("`{}` is a skill too: what lies in it counts as part of it", outer.display());
        context.reporter.event(Event::Note { text: &text });
    }
}

/// A kept `SKILL.md` is not edited, so it may not name the files that were added beside it.
fn note_unnamed(context: &Context<'_>, folder: &Path, created: &[Created]) {
    let Ok(Some(text)) = fs::read_text_if_there(&folder.join("SKILL.md")) else { return };
    let is_listed = |file: &&Created| !file.path.starts_with("evals/") && !file.path.starts_with("agents/");
    for file in created.iter().filter(is_listed) {
        if index::names(&text, &file.path) == Ok(false) {
            let text = format!("`SKILL.md` was kept and does not name `{}`: add a line to it", file.path);
            context.reporter.event(Event::Note { text: &text });
        }
    }
}

/// Nor does it get the fields that a profile asks for.
fn note_missing_fields(context: &Context<'_>, folder: &Path, demands: &Demands) {
    let Ok(Some(text)) = fs::read_text_if_there(&folder.join("SKILL.md")) else { return };
    let head = Frontmatter::parse(&text);
    let lacking: Vec<String> =
        demands.top_fields().filter(|key| head.entry(key).is_none()).map(|key| format!("`{key}`")).collect();
    if !lacking.is_empty() {
        let text = format!("`SKILL.md` was kept and lacks {}", lacking.join(", "));
        context.reporter.event(Event::Note { text: &text });
    }
}
