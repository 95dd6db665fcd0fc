//! One entry as a block of a lockfile's text.

use toml_edit::{Item, Table};

use super::{Locked, Pin};
use crate::model::{
    name::FolderName,
    source::{Source, Wanted},
};

/// Fills one block of the lockfile, in a fixed order.
pub(super) fn encode_entry(name: &FolderName, locked: &Locked, table: &mut Table) {
    let mut set = |key: &str, text: &str| {
        table.insert(key, toml_edit::value(text));
    };
    set("name", name.as_str());
    match &locked.source {
        Source::Git { url, path } => {
            let query = path
                .as_ref()
                .map_or_else(String::new, |path| format!("?path={}", encode_path(path.as_str())));
            set("source", &format!("git+{url}{query}"));
        }
        Source::Url { url, .. } => set("source", &format!("url+{url}")),
        Source::Archive { file, .. } => set("source", &format!("archive+{file}")),
        Source::Folder { path } => set("source", &format!("path+{path}")),
        Source::Discovery { url, path } => {
            set("source", &format!("discovery+{}", crate::model::discovery::shown(url)));
            if let Some(listed) = path.as_ref().filter(|path| path.as_str() != name.as_str()) {
                set("package", listed.as_str());
            }
        }
        Source::Registry { registry, package } => {
            match (&locked.pin, registry) {
                (Pin::Package { registry: place, .. }, name) => {
                    set("source", &format!("registry+{place}"));
                    if let Some(name) = name {
                        set("registry", name);
                    }
                }
                (_, name) => set("source", name.as_deref().unwrap_or("registry")),
            }
            set("package", package);
        }
    }
    if let Source::Url { path: Some(path), .. } | Source::Archive { path: Some(path), .. } = &locked.source {
        set("path", path.as_str());
    }
    match &locked.wanted {
        Wanted::Default => {}
        Wanted::Ref(reference) => set("ref", reference),
        Wanted::Version(requirement) => set("requirement", requirement),
        Wanted::Rev(rev) => set("rev", rev),
    }
    match &locked.pin {
        Pin::Commit { commit, release } => {
            if let Some(release) = release {
                set("version", &release.version);
                set("tag", &release.tag);
            }
            set("commit", &commit.to_string());
        }
        Pin::Archive { archive } => set("archive", &archive.to_string()),
        Pin::Version { version } => set("version", version),
        Pin::Package { version, archive, .. } => {
            set("version", version);
            set("archive", &archive.to_string());
        }
        Pin::Artifact { url, archive, version, .. } => {
            if let Some(version) = version {
                set("version", version);
            }
            set("artifact", url.as_str());
            set("archive", &archive.to_string());
        }
        Pin::Alive => {}
    }
    if let Some(digest) = &locked.digest {
        set("digest", &digest.to_string());
    }
    if let Pin::Artifact { is_verified: false, .. } = &locked.pin {
        table.insert("unverified", toml_edit::value(true));
    }
    if !locked.requires.is_empty() {
        table.insert(
            "requires",
            toml_edit::value(locked.requires.iter().map(String::as_str).collect::<toml_edit::Array>()),
        );
    }
    for (key, value) in &locked.others {
        if let Ok(value) = value.parse() {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Leaves `/` as it is; encodes what would end the path or the text.
fn encode_path(path: &str) -> String {
    const SET: &percent_encoding::AsciiSet =
        &percent_encoding::CONTROLS.add(b'%').add(b'?').add(b'#').add(b'&').add(b' ');
    // UTF-8 stays readable: only ASCII is encoded.
    path.chars().fold(String::new(), |mut text, c| {
        if c.is_ascii() {
            text.extend(percent_encoding::utf8_percent_encode(c.encode_utf8(&mut [0; 4]), SET));
        } else {
            text.push(c);
        }
        text
    })
}
