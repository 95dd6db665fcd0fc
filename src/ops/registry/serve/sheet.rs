//! What a skill's page says, as values for its template.

use minijinja::{Value, context};

use super::pages::{Content, SKILL};
use crate::{
    host::registry::keeper::Shelf,
    model::{
        registry::{
            line::{Index, IndexLine, StatusKind},
            package::Package,
        },
        size::{bytes, count},
        visible,
    },
};

/// Files that are listed.
const MAX_FILES: usize = 500;

fn state(kind: StatusKind) -> (&'static str, &'static str) {
    match kind {
        StatusKind::Deprecated => ("Deprecated", "warn"),
        StatusKind::Quarantined => ("Quarantined", "bad"),
        StatusKind::Blocked => ("Blocked", "bad"),
    }
}

/// What is to be known before a version is used.
fn marks(line: &IndexLine, root: &str) -> Vec<Value> {
    let mut marks = Vec::new();
    if let Some(reason) = &line.yanked {
        let text = if reason.is_empty() { "nobody shall choose it newly." } else { reason };
        marks.push(context! { kind => "warn", word => "Yanked", text => visible::line(text) });
    }
    if let Some(status) = &line.status {
        let (word, kind) = state(status.state);
        let advisory = status.advisory.as_ref().map_or_else(String::new, |id| format!(" ({id})"));
        let other = status.replaced_by.as_ref().filter(|other| other.parse::<Package>().is_ok());
        marks.push(context! {
            kind, word,
            text => visible::line(&format!("{}{advisory}", status.reason)),
            link => other.map(|other| format!("{root}{SKILL}{other}")),
            other,
        });
    }
    marks
}

fn day(line: &IndexLine) -> String {
    line.published.to_string().split('T').next().unwrap_or_default().to_owned()
}

/// Everything a skill's page says.
pub(super) fn values(
    shelf: &Shelf,
    index: &Index,
    line: &IndexLine,
    content: Option<&Content>,
    root: &str,
) -> Value {
    let mut lines: Vec<&IndexLine> = index.lines.iter().collect();
    lines.sort_by(|a, b| b.version.cmp(&a.version));
    let versions: Vec<Value> = lines
        .iter()
        .map(|one| {
            let word = one.status.as_ref().map(|status| state(status.state).0.to_lowercase());
            context! {
                link => format!("{root}{SKILL}{}/{}", one.name, one.version),
                version => one.version.to_string(),
                published => day(one),
                mark => word.or_else(|| one.yanked.as_ref().map(|_| "yanked".to_owned())),
                is_shown => one.version == line.version,
            }
        })
        .collect();
    let requires: Vec<Value> = line
        .dependencies
        .iter()
        .map(|one| {
            let is_here = one.registry.is_none() && one.name.parse::<Package>().is_ok();
            context! {
                name => visible::line(&one.name),
                req => visible::line(&one.req),
                registry => one.registry.as_deref().map(visible::line),
                link => is_here.then(|| format!("{root}{SKILL}{}", one.name)),
            }
        })
        .collect();
    let all = content.map_or(&[][..], |content| &content.files);
    let files: Vec<Value> = all
        .iter()
        .take(MAX_FILES)
        .map(|(path, size, exec)| context! { path => visible::line(path), size => bytes(*size), exec })
        .collect();
    let place = shelf.settings().archive(&line.name, &line.version, &line.archive.hex());
    let is_kept_back = line.status.as_ref().is_some_and(|status| status.state != StatusKind::Deprecated);
    let is_web = place.starts_with("https://") || place.starts_with("http://");
    let archive = if place.contains(':') { is_web.then_some(place) } else { Some(format!("{root}{place}")) };
    let archive = archive.filter(|_| !is_kept_back);
    let executables = match line.executables.len() {
        0 => "Nothing in it is executable.".to_owned(),
        many => format!("{} in it.", count(many, "executable")),
    };
    let no_text = if content.is_some() {
        "The text is empty."
    } else if is_kept_back {
        "It is not shown while the version is kept back."
    } else {
        "The archive can't be shown here."
    };
    let size = match (line.files, line.unpacked) {
        (Some(files), Some(unpacked)) => {
            let files = count(usize::try_from(files).unwrap_or(usize::MAX), "file");
            format!("{} packed, {} in {files}", bytes(line.size), bytes(unpacked))
        }
        _ => format!("{} packed", bytes(line.size)),
    };
    let source = line.made.as_ref().map(|made| {
        let path = made.path.as_ref().map_or_else(String::new, |path| format!(", {path}"));
        visible::line(&format!("{} at {}{path}", made.git, made.rev)).into_owned()
    });
    context! {
        name => line.name.to_string(),
        version => line.version.to_string(),
        description => visible::line(line.description.as_deref().unwrap_or_default()),
        marks => marks(line, root),
        install => (line.yanked.is_none() && !is_kept_back).then(|| format!("skill install {}@^{}", line.name, line.version)),
        text => content.map(|content| Value::from_safe_string(content.html.clone())),
        no_text,
        is_cut => content.is_some_and(|content| content.is_cut),
        license => line.license.as_deref().map_or("none named".into(), visible::line),
        published => day(line),
        size, source, archive,
        digest => line.archive.to_string(),
        requires, executables, files, versions,
        more_files => (all.len() > MAX_FILES).then(|| format!("and {} more", all.len() - MAX_FILES)),
    }
}
