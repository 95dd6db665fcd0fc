//! The catalogue as text for a model's context.

use std::{borrow::Cow, path::Path};

use serde_json::{Value, json};

use super::Entry;
use crate::model::visible;

/// The form of a catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As the reference prints it.
    Xml,
    Json,
    Markdown,
    /// The definition of a tool that activates skills.
    Tool,
}

/// A catalogue's form and what goes with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) form: Form,
    /// Whether a short text says how to use the list.
    pub(crate) instructions: bool,
    /// Whether the paths of the SKILL.md files are told.
    pub(crate) location: bool,
}

const LEAD: &str = "The following skills give specialised instructions for certain tasks. When a task matches the \
                    description of a skill, load its instructions before going on; do not guess what they say.";
const BY_FILE: &str = "To load a skill, read the file at its location. Relative paths in it, such as scripts/x.py, \
                       begin at the folder of that file: use absolute paths in commands.";
const BY_NAME: &str = "To load a skill, activate it by its name, exactly as listed.";

/// How a model is to use the list.
pub(crate) fn instructions(layout: Layout) -> String {
    let way = if layout.location && layout.form != Form::Tool { BY_FILE } else { BY_NAME };
    format!("{LEAD}\n{way}")
}

/// The text for these skills, without a line end; nothing at all when there are none.
pub(crate) fn text(entries: &[Entry], layout: Layout) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let list = match layout.form {
        Form::Xml => xml(entries, layout.location),
        Form::Markdown => markdown(entries, layout.location),
        Form::Json => {
            let mut value = json!({ "skills": entries.iter().map(|entry| record(entry, layout.location)).collect::<Vec<_>>() });
            if layout.instructions {
                value["instructions"] = json!(instructions(layout));
            }
            return pretty(&value);
        }
        Form::Tool => return pretty(&tool(entries, layout)),
    };
    if layout.instructions { format!("{}\n\n{list}", instructions(layout)) } else { list }
}

fn pretty(value: &Value) -> String {
    // A value made of texts and lists has no key that could fail.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// As the reference prints it: each tag on a line of its own, name and description escaped, the path as it is but for
/// what could end its tag.
fn xml(entries: &[Entry], location: bool) -> String {
    let mut lines: Vec<Cow<'_, str>> = vec!["<available_skills>".into()];
    for entry in entries {
        lines.extend(["<skill>".into(), "<name>".into()]);
        lines.push(escape(&visible::block(&entry.name)).into());
        lines.extend(["</name>".into(), "<description>".into()]);
        lines.push(escape(&visible::block(&entry.description)).into());
        lines.push("</description>".into());
        if location {
            lines.push("<location>".into());
            lines.push(place(&entry.location).into());
            lines.push("</location>".into());
        }
        lines.push("</skill>".into());
    }
    lines.push("</available_skills>".into());
    lines.join("\n")
}

fn markdown(entries: &[Entry], location: bool) -> String {
    let mut lines = vec!["## Available skills".to_owned(), String::new()];
    for entry in entries {
        let name = one_line(&entry.name);
        let place = if location {
            format!(" ({})", visible::line(&entry.location.to_string_lossy()))
        } else {
            String::new()
        };
        lines.push(format!("- **{name}**: {}{place}", one_line(&entry.description)));
    }
    lines.join("\n")
}

/// A skill as the JSON form has it.
fn record(entry: &Entry, location: bool) -> Value {
    let mut value = json!({ "name": entry.name, "description": entry.description });
    if location {
        value["location"] = json!(entry.location);
    }
    value
}

/// A tool that takes one of the names and nothing else.
fn tool(entries: &[Entry], layout: Layout) -> Value {
    let mut names: Vec<&str> = Vec::new();
    for entry in entries {
        if !names.contains(&entry.name.as_str()) {
            names.push(&entry.name);
        }
    }
    let mut description = if layout.instructions {
        instructions(layout)
    } else {
        "Loads the instructions of a skill. Call it when a task matches a skill's description.".to_owned()
    };
    description.push_str("\n\n");
    description.push_str(&xml(entries, layout.location));
    json!({
        "name": "activate_skill",
        "description": description,
        "input_schema": {
            "type": "object",
            "properties": {
                "name": { "type": "string", "enum": names, "description": "The name of the skill to load." },
            },
            "required": ["name"],
            "additionalProperties": false,
        },
    })
}

fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    visible::line(&text).into_owned()
}

/// Text for between tags and inside of quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            other => out.push(other),
        }
    }
    out
}

/// A path as it is, but for angle brackets and what hides.
pub(crate) fn place(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_as_the_reference_escapes_it() {
        assert_eq!(escape("<foo> & \"bar\" it's"), "&lt;foo&gt; &amp; &quot;bar&quot; it&#x27;s");
        assert_eq!(place(Path::new("/a & b/</location>/SKILL.md")), "/a & b/&lt;/location&gt;/SKILL.md");
    }
}
