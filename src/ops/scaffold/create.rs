//! `new`: a folder with `SKILL.md` and what was asked for. A second run fills in what is missing and keeps the rest.

use std::path::{Path, PathBuf};

use super::{
    Created, Error, Kind, Language, Locale, Part, Scaffolded, check_description, fill, index,
    name::{Named, slug_with_notes, title},
    template::{Manifest, Templates},
};
use crate::{
    host::fs::{self, Standing},
    model::{event::Event, visible::is_hidden},
    ops::Context,
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
    /// The name as typed; the current folder's when absent and `place` is here.
    pub(crate) name: Option<String>,
    pub(crate) place: Place,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) parts: Vec<Part>,
    pub(crate) language: Language,
    pub(crate) locale: Locale,
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
    let Located { named, folder, warning } = locate(context, options.name.as_deref(), &options.place)?;
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
    let files = draft(&named, options)?;
    let (mut created, mut kept) = (Vec::new(), Vec::new());
    for file in files {
        let (parent, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let parent = folder.join(parent);
        if parent != folder {
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
    if let Some(warning) = &warning {
        context.reporter.event(Event::Warning { text: warning });
    }
    for note in &named.notes {
        context.reporter.event(Event::Note { text: note });
    }
    note_outer_skill(context, &folder);
    if !options.dry_run {
        for file in &created {
            fill::write(&folder, file)?;
        }
    }
    note_unnamed(context, &folder, &created, &kept);
    Ok(Scaffolded { name: named.name.to_string(), folder, created, kept, edited: Vec::new() })
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

/// Every file of the skill as it would be made from nothing.
fn draft(named: &Named, options: &NewOptions) -> Result<Vec<Created>, Error> {
    let templates = Templates::new(options.locale)?;
    let name = named.name.as_str();
    let has = |part| options.parts.contains(&part);
    let script_file = format!("run.{}", options.language.ending());
    let script = format!("scripts/{script_file}");
    let mut text = templates.manifest(&Manifest {
        name,
        title: &named.title,
        description: options.description.as_deref(),
        license: options.license.as_deref().map(str::trim),
        script: has(Part::Scripts).then_some((script.as_str(), options.language)),
    })?;
    let mut files = Vec::new();
    let mut add = |kind: Option<Kind>, path: &str, content: String| -> Result<(), Error> {
        if let Some(kind) = kind {
            let item = templates.files_item(kind, path)?;
            let added = index::insert(&text, path, &item, templates.files_heading());
            // A path that the steps name already needs no item.
            if let Some(added) = added.map_err(|why| Error::Index { path: "SKILL.md".into(), why })? {
                text = added;
            }
        }
        let executable = kind == Some(Kind::Script);
        files.push(Created { path: path.to_owned(), executable, content: content.into_bytes() });
        Ok(())
    };
    if has(Part::Scripts) {
        add(Some(Kind::Script), &script, templates.script(&script_file, options.language)?)?;
    }
    if has(Part::References) {
        let heading = title("details", &named.name);
        add(Some(Kind::Reference), "references/details.md", templates.reference(&heading)?)?;
    }
    if has(Part::Assets) {
        add(Some(Kind::Asset), "assets/template.md", templates.asset()?)?;
    }
    if has(Part::Evals) {
        add(None, "evals/evals.json", templates.evals(name)?)?;
    }
    files.push(Created { path: "SKILL.md".to_owned(), executable: false, content: text.into_bytes() });
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
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
fn note_unnamed(context: &Context<'_>, folder: &Path, created: &[Created], kept: &[String]) {
    if !kept.iter().any(|path| path == "SKILL.md") {
        return;
    }
    let Ok(Some(text)) = fs::read_text_if_there(&folder.join("SKILL.md")) else { return };
    for file in created.iter().filter(|file| !file.path.starts_with("evals/")) {
        if index::names(&text, &file.path) == Ok(false) {
            let text = format!("`SKILL.md` was kept and does not name `{}`: add a line to it", file.path);
            context.reporter.event(Event::Note { text: &text });
        }
    }
}
