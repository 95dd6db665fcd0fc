//! Writing what is wanted of a skill as a manifest's value.

use toml_edit::{InlineTable, Value};

use super::{HOSTS, Requirement};
use crate::model::{
    discovery,
    name::FolderName,
    source::{Source, Wanted},
};

/// The value of an entry.
pub(super) fn encode_requirement(name: &FolderName, requirement: &Requirement) -> Value {
    let mut table = InlineTable::new();
    match &requirement.source {
        Source::Registry { registry: None, package } if package == name.as_str() && requirement.enabled => {
            return match &requirement.wanted {
                Wanted::Version(version) => Value::from(version.as_str()),
                Wanted::Default | Wanted::Ref(_) | Wanted::Rev(_) => Value::from("*"),
            };
        }
        Source::Registry { registry, package } => {
            if let Some(registry) = registry {
                table.insert("registry", registry.as_str().into());
            }
            if package != name.as_str() || registry.is_none() {
                table.insert("name", package.as_str().into());
            }
        }
        Source::Git { url, .. } => {
            let text = url.to_string();
            let hosted = HOSTS.iter().find_map(|(key, host)| {
                let repository = text.strip_prefix(&format!("https://{}/", host.domain()))?;
                Some((*key, repository.to_owned()))
            });
            match hosted {
                Some((key, repository)) => table.insert(key, repository.into()),
                None => table.insert("git", text.into()),
            };
        }
        Source::Url { url, .. } => {
            table.insert("url", url.as_str().into());
        }
        Source::Archive { file, .. } => {
            table.insert("archive", file.as_str().into());
        }
        Source::Discovery { url, path } => {
            table.insert("discovery", discovery::shown(url).into());
            if let Some(listed) = path.as_ref().filter(|path| path.as_str() != name.as_str()) {
                table.insert("name", listed.as_str().into());
            }
        }
        Source::Folder { path } => {
            table.insert("path", path.as_str().into());
        }
    }
    if let (Some(path), false) =
        (requirement.source.path(), matches!(requirement.source, Source::Discovery { .. }))
    {
        table.insert("path", path.as_str().into());
    }
    match &requirement.wanted {
        Wanted::Default => {}
        Wanted::Ref(reference) => {
            table.insert("ref", reference.as_str().into());
        }
        Wanted::Version(version) => {
            table.insert("version", version.as_str().into());
        }
        Wanted::Rev(rev) => {
            table.insert("rev", rev.as_str().into());
        }
    }
    if !requirement.enabled {
        table.insert("enabled", false.into());
    }
    Value::InlineTable(table)
}
