//! `.claude-plugin/marketplace.json` of a registry: its packages as plugins, fetched from the commits they were made
//! from, so that users of Claude Code can subscribe without this program. Packages that name no commit are not in it.

use serde_json::{Map, Value, json};

use super::build::Entry;
use crate::model::{name::slug, registry::settings::Settings};

pub(super) const PLACE: &str = ".claude-plugin/marketplace.json";
/// Names that Claude Code keeps for its makers.
const RESERVED: [&str; 8] = [
    "agent-skills",
    "anthropic-marketplace",
    "anthropic-plugins",
    "claude-code-marketplace",
    "claude-code-plugins",
    "claude-plugins-official",
    "knowledge-work-plugins",
    "life-sciences",
];

/// The file's text; each package comes with the plain name that it has there.
pub(super) fn encode(settings: &Settings, packages: &[(&str, Entry)]) -> String {
    let name = slug(&settings.name).map(|name| name.to_string()).filter(|name| name.is_ascii());
    let name = name.unwrap_or_else(|| "skills".to_owned());
    let name = if RESERVED.contains(&&*name) { format!("{name}-registry") } else { name };
    let plugins: Vec<Value> = packages.iter().filter_map(|(name, entry)| plugin(name, entry)).collect();
    let market = json!({"name": name, "owner": {"name": settings.name}, "plugins": plugins});
    let mut text = serde_json::to_string_pretty(&market).unwrap_or_default();
    text.push('\n');
    text
}

/// One skill as a plugin. The skill's folder is the plugin's, and has no manifest of its own.
fn plugin(name: &str, entry: &Entry) -> Option<Value> {
    let made = entry.source.as_ref()?;
    let source = match &made.path {
        Some(path) => json!({"source": "git-subdir", "url": made.git, "path": path, "sha": made.rev}),
        None => json!({"source": "url", "url": made.git, "sha": made.rev}),
    };
    let mut plugin = Map::new();
    plugin.insert("name".to_owned(), name.into());
    plugin.insert("source".to_owned(), source);
    plugin.insert("version".to_owned(), entry.version.clone().into());
    for (key, text) in [("description", &entry.description), ("license", &entry.license)] {
        if let Some(text) = text {
            plugin.insert(key.to_owned(), text.clone().into());
        }
    }
    plugin.insert("strict".to_owned(), false.into());
    plugin.insert("skills".to_owned(), json!(["./"]));
    Some(plugin.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::registry::line::Made;

    #[test]
    fn names_that_claude_code_keeps_are_not_taken_and_sources_are_pinned() {
        let entry = |path: Option<&str>| Entry {
            source: Some(Made {
                git: "https://example.com/r".to_owned(),
                rev: "1".repeat(40),
                path: path.map(str::to_owned),
            }),
            ..Entry::default()
        };
        let packages = [("a", entry(None)), ("b", entry(Some("skills/b"))), ("c", Entry::default())];
        let market: Value =
            serde_json::from_str(&encode(&Settings::new("Agent Skills"), &packages)).expect("JSON");
        assert_eq!(market["name"], "agent-skills-registry");
        assert_eq!(market["owner"]["name"], "Agent Skills");
        assert_eq!(market["plugins"].as_array().map(Vec::len), Some(2));
        let sha = "1".repeat(40);
        let root = json!({"source": "url", "url": "https://example.com/r", "sha": sha});
        let below = json!({
            "source": "git-subdir", "url": "https://example.com/r", "path": "skills/b", "sha": sha,
        });
        assert_eq!((&market["plugins"][0]["source"], &market["plugins"][1]["source"]), (&root, &below));
        let nameless: Value = serde_json::from_str(&encode(&Settings::new("技能"), &[])).expect("JSON");
        assert_eq!(nameless["name"], "skills");
    }
}
