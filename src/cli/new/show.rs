//! What `skill new` says: the folder as a tree, where its template came from, what to type next; or all of it as JSON.

use std::path::Path;

use serde::Serialize;

use crate::{
    host::fs,
    model::{event::Verb, visible},
    ops::{
        Context,
        scaffold::{Created, NewOptions, Place, Scaffolded},
    },
    ui::{
        outline,
        shell::Shell,
        style::{HEADER, LITERAL},
    },
};

/// The skill's folder as a tree, and what to type next.
pub(super) fn outcome(made: &Scaffolded, options: &NewOptions, context: &Context<'_>, shell: &Shell) {
    let folder = typeable(&made.folder, &context.dirs.current);
    let count = made.created.len();
    let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
    match (count, options.dry_run) {
        (0, _) => shell.status(Verb::Unchanged, format_args!("skill `{}`: nothing was missing", made.name)),
        (_, true) => shell.status(Verb::Creating, format_args!("skill `{}` ({files}): dry run", made.name)),
        (_, false) => shell.status(Verb::Created, format_args!("skill `{}` ({files})", made.name)),
    }
    if let Some(template) = made.template.as_ref().filter(|template| !template.is_builtin) {
        let path = if template.path.is_empty() {
            String::new()
        } else {
            format!(", {}", visible::line(&template.path))
        };
        let commit =
            template.commit.as_ref().map(|commit| format!(", commit {}", &commit[..commit.len().min(12)]));
        let commit = commit.unwrap_or_default();
        shell.remark(format_args!(
            "             from the template {}{path}{commit}",
            visible::line(&template.source)
        ));
    }
    let created = made.created.iter().map(|file| (&*file.path, remark(file)));
    let kept = made.kept.iter().map(|path| (&**path, "kept"));
    shell.remark("");
    shell.remark(outline::draw(&folder, &created.chain(kept).collect::<Vec<_>>()));
    if options.dry_run || count == 0 {
        return;
    }
    let is_here = options.place == Place::Here;
    let (path, to) = if is_here {
        (String::new(), String::new())
    } else {
        (format!(" {folder}"), format!(" --to {folder}"))
    };
    shell.remark(format_args!("\n{HEADER}Next{HEADER:#}"));
    let profiles = options.profiles.iter();
    let profiles = profiles.fold(String::new(), |text, profile| text + " --profile " + &profile.name);
    shell.remark(format_args!("  {LITERAL}skill lint{path}{profiles}{LITERAL:#}"));
    shell.remark(format_args!("  {LITERAL}skill add script NAME{to}{LITERAL:#}"));
}

fn remark(file: &Created) -> &'static str {
    if file.executable { "executable" } else { "" }
}

/// A path as the user would type it: relative to the current folder where it lies below, in quotes where it has blanks.
pub(in crate::cli) fn typeable(path: &Path, current: &Path) -> String {
    let shown = match path.strip_prefix(current) {
        Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
        Ok(rest) => rest.to_string_lossy().into_owned(),
        Err(_) => path.to_string_lossy().into_owned(),
    };
    let shown = visible::line(&shown);
    if shown.contains([' ', '\'', '"', '$', '&', '(', ')', ';']) {
        format!("'{}'", shown.replace('\'', r"'\''"))
    } else {
        shown.into_owned()
    }
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::cli) struct Report<'a> {
    format: &'static str,
    name: &'a str,
    path: String,
    created: Vec<ReportedFile<'a>>,
    kept: &'a [String],
    edited: &'a [String],
    /// Only of `new`.
    #[serde(skip_serializing_if = "Option::is_none")]
    template: Option<ReportedTemplate<'a>>,
    dry_run: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportedTemplate<'a> {
    source: &'a str,
    built_in: bool,
    path: &'a str,
    commit: Option<&'a str>,
    archive: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct ReportedFile<'a> {
    path: &'a str,
    executable: bool,
}

impl<'a> Report<'a> {
    pub(in crate::cli) fn new(format: &'static str, made: &'a Scaffolded, dry_run: bool) -> Self {
        let created = made.created.iter();
        Self {
            format,
            name: &made.name,
            path: fs::canonical_or_ahead(&made.folder).to_string_lossy().into_owned(),
            created: created
                .map(|file| ReportedFile { path: &file.path, executable: file.executable })
                .collect(),
            kept: &made.kept,
            edited: &made.edited,
            template: made.template.as_ref().map(|template| ReportedTemplate {
                source: &template.source,
                built_in: template.is_builtin,
                path: &template.path,
                commit: template.commit.as_deref(),
                archive: template.archive.as_deref(),
            }),
            dry_run,
        }
    }
}
