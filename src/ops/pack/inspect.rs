//! What an archive that came from elsewhere is like around a skill in it, for [`crate::lint::package`].

use crate::{
    host::{archive::Opened, assemble::is_within, repository::Repository as _},
    lint::package::Package,
};

/// The facts on an opened archive; `root` is the folder of the skill in it.
pub(crate) fn inspect<'a>(opened: &'a Opened, root: &str) -> Package<'a> {
    let inner = |path: &str| path[root.len()..].trim_start_matches('/').to_owned();
    Package {
        root: root.to_owned(),
        size: Some(opened.packed_size()),
        ending: ending(&opened.describe().to_string()),
        beside: opened.paths().filter(|path| !is_within(path, root)).map(str::to_owned).collect(),
        junk: opened.junk(),
        links: opened.links().filter(|path| is_within(path, root)).map(inner).collect(),
        ..Package::default()
    }
}

fn ending(file: &str) -> Option<&'static str> {
    let lower = file.to_ascii_lowercase();
    let known = ["zip", "skill", "tar.gz", "tgz"];
    known.into_iter().find(|ending| lower.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')))
}
