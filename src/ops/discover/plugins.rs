//! Skills that `.claude-plugin/marketplace.json` and `plugin.json` name. Both are other people's files: what can't be
//! understood in them is passed over or reported, never fatal.

use serde_json::Value;

use super::{Reason, Search};
use crate::host::{
    assemble::locate,
    repository::{Kind, ReadError, join},
};

/// The largest such file that is read, in bytes.
const MAX_SIZE: u64 = 4 * 1024 * 1024;

/// Whether a path may be a file that names skills.
pub(super) fn is_plugin_file(path: &str) -> bool {
    path.ends_with("plugin.json") || path.ends_with("marketplace.json")
}

/// Folders that the plugin files at `base` name as skills or as plugins with a `skills` folder.
pub(super) fn skill_paths(search: &mut Search<'_>, base: &str) -> Result<Vec<String>, ReadError> {
    let mut paths = Vec::new();
    for file in [".claude-plugin/marketplace.json", ".agents/plugins/marketplace.json"] {
        let Some(marketplace) = read(search, &join(base, file))? else { continue };
        let plugin_root =
            marketplace.pointer("/metadata/pluginRoot").and_then(Value::as_str).unwrap_or_default();
        for plugin in marketplace.get("plugins").and_then(Value::as_array).into_iter().flatten() {
            let name = plugin.get("name").and_then(Value::as_str).unwrap_or_default();
            let source = match plugin.get("source") {
                None => "",
                Some(Value::String(source)) => source,
                Some(elsewhere) => {
                    let text = |key: &str| elsewhere.get(key).and_then(Value::as_str);
                    let local = [text("path").filter(|_| text("source") == Some("local")), text("url")];
                    if let Some(path) = local
                        .into_iter()
                        .flatten()
                        .find(|path| path.starts_with('.') || text("source") == Some("local"))
                    {
                        path
                    } else {
                        let place = text("repo").or_else(|| text("url")).or_else(|| text("package"));
                        let place = place.map(|place| format!(": `{place}`")).unwrap_or_default();
                        let reason = Reason::Plugin(format!("the plugin lives elsewhere{place}"));
                        search.reject(&format!("{}#{name}", join(base, file)), reason);
                        continue;
                    }
                }
            };
            let Some(root) = within(&join(base, plugin_root), source) else { continue };
            named(search, plugin, &root, &mut paths)?;
        }
    }
    if let Some(plugin) = read(search, &join(base, ".claude-plugin/plugin.json"))? {
        named(search, &plugin, base, &mut paths)?;
    }
    Ok(paths)
}

/// The skills of one plugin: those it lists, else all in its `skills` folder, else itself.
fn named(
    search: &mut Search<'_>,
    plugin: &Value,
    root: &str,
    paths: &mut Vec<String>,
) -> Result<(), ReadError> {
    let listed: Vec<&str> = match plugin.get("skills") {
        Some(Value::String(path)) => vec![path],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => vec!["skills"],
    };
    for path in listed {
        let Some(path) = within(root, path) else { continue };
        let is_skill = search.repository.kind(&join(&path, "SKILL.md")).ok().flatten().is_some();
        if is_skill {
            paths.push(path);
            continue;
        }
        for (name, kind) in search.below(&path)? {
            if matches!(kind, Kind::Folder | Kind::Symlink | Kind::Submodule) {
                paths.push(join(&path, &name));
            }
        }
    }
    Ok(())
}

/// `base/path` without `.` and `..`; `None` when it leaves the repository.
fn within(base: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    if path.starts_with('/') {
        return None;
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn read(search: &mut Search<'_>, path: &str) -> Result<Option<Value>, ReadError> {
    let Some((real, Kind::File { size, .. })) = locate(search.repository, path)? else { return Ok(None) };
    if size.is_some_and(|size| size > MAX_SIZE) {
        search.reject(path, Reason::Plugin("it has more than 4 MB".to_owned()));
        return Ok(None);
    }
    match serde_json::from_slice(&search.repository.read(&real)?) {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            search.reject(path, Reason::Plugin(format!("it is no JSON: {error}")));
            Ok(None)
        }
    }
}
