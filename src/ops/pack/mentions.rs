//! Files that the text names and the archive would lack.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use super::{MANIFEST, selection::Reason};
use crate::{
    host::fs,
    lint::package::Missing,
    model::{tree::Tree, visible},
};

/// Every file that the text names and the archive lacks.
pub(super) fn left_out(tree: &Tree, left_out: &BTreeMap<String, Reason>, folder: &Path) -> Vec<Missing> {
    if left_out.is_empty() {
        return Vec::new();
    }
    let documents = tree.files().iter().filter(|file| is_document(&file.path));
    documents.flat_map(|file| named_by(&file.path, &file.content, tree, left_out, folder)).collect()
}

/// Whether the words of a file can name others.
pub(super) fn is_document(path: &str) -> bool {
    path == MANIFEST || path.rsplit('.').next().is_some_and(|end| end.eq_ignore_ascii_case("md"))
}

/// Every file that this text names and the archive lacks.
pub(super) fn named_by(
    by: &str,
    content: &[u8],
    tree: &Tree,
    left_out: &BTreeMap<String, Reason>,
    folder: &Path,
) -> Vec<Missing> {
    let is_lacking = |path: &str| tree.file(path).is_none() && fs::is_file(&folder.join(path));
    let found = missing(by, &String::from_utf8_lossy(content), left_out, is_lacking);
    let told = |(path, reason): (String, &Reason)| Missing {
        by: by.to_owned(),
        path: visible::line(&path).into_owned(),
        why: reason.to_string(),
    };
    found.into_iter().map(told).collect()
}

/// The paths below the skill that the text of the file `by` names and that lie in what was left out; `is_lacking` asks
/// the disk. Credential files can't be packed in any case and texts tell people to make them: only links to them count.
/// In other files than SKILL.md only links and paths with a folder count: words there are often about something else.
fn missing<'a>(
    by: &str,
    text: &str,
    left_out: &'a BTreeMap<String, Reason>,
    is_lacking: impl Fn(&str) -> bool,
) -> Vec<(String, &'a Reason)> {
    let base = by.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_manifest = by == MANIFEST;
    let mut found: BTreeMap<String, &Reason> = BTreeMap::new();
    for (named, is_link) in named(text) {
        if !is_manifest && !is_link && !named.contains('/') {
            continue;
        }
        // From the file's own folder first, then from the skill's.
        for path in [resolved(base, &named), resolved("", &named)].into_iter().flatten() {
            let reason = {
                let mut above = path.match_indices('/').map(|(at, _)| &path[..at]).chain([path.as_str()]);
                above.find_map(|part| left_out.get(part))
            };
            let Some(reason) = reason else { continue };
            if (is_link || *reason != Reason::Credential) && is_lacking(&path) {
                found.insert(path, reason);
                break;
            }
        }
    }
    found.into_iter().collect()
}

/// A path from a folder of the skill; `None` when it leaves the skill.
fn resolved(base: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Everything in the text that may be a relative path, and whether it is the target of a link.
fn named(text: &str) -> BTreeMap<String, bool> {
    let mut found: BTreeMap<String, bool> = BTreeMap::new();
    let mut add = |token: &str, is_link: bool| {
        let token = token.split(['#', '?']).next().unwrap_or(token);
        let token = token.trim_end_matches(['.', ':', '!', ',']).trim_start_matches("./");
        let decoded = percent_encoding::percent_decode_str(token).decode_utf8_lossy();
        let parts: Vec<&str> = decoded.split('/').collect();
        if !parts.iter().any(|part| part.is_empty()) {
            *found.entry(decoded.clone().into_owned()).or_default() |= is_link;
        }
    };
    for (at, _) in text.match_indices("](") {
        let rest = &text[at + 2..];
        let target = rest.split([')', '\n']).next().unwrap_or_default().trim();
        let target = target.strip_prefix('<').and_then(|inner| inner.split('>').next()).unwrap_or(target);
        add(target, true);
    }
    let delimiters = |c: char| c.is_whitespace() || "()[]<>{}\"'`,;|=*".contains(c);
    let tokens: BTreeSet<&str> = text.split(delimiters).filter(|token| !token.is_empty()).collect();
    for token in tokens {
        add(token, false);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_out_files_are_found_by_link_code_and_word() {
        let text = "See [a](drafts/a.md#top), `./drafts/b.md` and data.csv. Make a `.env`.\n[key](server.pem) build/\n";
        let left_out: BTreeMap<String, Reason> = [
            ("drafts", Reason::Hidden),
            ("data.csv", Reason::Junk),
            (".env", Reason::Credential),
            ("server.pem", Reason::Credential),
            ("build", Reason::Hidden),
            ("unnamed.md", Reason::Hidden),
        ]
        .map(|(path, reason)| (path.to_owned(), reason))
        .into();
        let found: Vec<_> = missing("SKILL.md", text, &left_out, |path| path != "build")
            .into_iter()
            .map(|(path, _)| path)
            .collect();
        assert_eq!(found, ["data.csv", "drafts/a.md", "drafts/b.md", "server.pem"]);
        let text = "[a](../drafts/a.md), data.csv, ../../../build and drafts/c.md";
        let found = missing("references/x.md", text, &left_out, |_| true);
        let found: Vec<_> = found.into_iter().map(|(path, _)| path).collect();
        assert_eq!(found, ["drafts/a.md", "drafts/c.md"]);
    }
}
