//! One skill's text for a model that has chosen it: wrapped in a tag that clients can find again, with its folder and
//! a list of its files, none of which is read.

use std::path::Path;

use super::{
    Entry, MAX_MANIFEST,
    block::{escape, place},
    variables::{self, Variables},
};
use crate::{
    host::fs,
    model::{frontmatter::Frontmatter, skill::MANIFEST, tree::is_part_of_skill, visible},
    ops::error::Error,
};

/// Files that are listed at most.
const MAX_FILES: usize = 1_000;
/// How deep files are looked for.
const MAX_DEPTH: usize = 8;
/// The words of the tags around a skill.
const TAGS: [&str; 2] = ["skill_content", "skill_resources"];

/// An activated skill.
#[derive(Debug)]
pub(crate) struct Activated {
    /// The text for the model, without a line end.
    pub(crate) content: String,
    /// Paths below the skill's folder, with `/`, sorted.
    pub(crate) resources: Vec<String>,
    /// Whether there are more files than are listed.
    pub(crate) more: bool,
    /// Whether an argument found its place in the body.
    pub(crate) takes_arguments: bool,
}

/// The bytes of a skill's SKILL.md.
pub(crate) fn raw(entry: &Entry) -> Result<Vec<u8>, Error> {
    Ok(fs::read_capped(&entry.location, MAX_MANIFEST)?)
}

/// Wraps a skill's body, or (`full`) all of its SKILL.md.
pub(crate) fn activate(entry: &Entry, variables: &Variables, full: bool) -> Result<Activated, Error> {
    let bytes = raw(entry)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let body = Frontmatter::parse(text).split.body;
    let replaced = variables::replace(body.of(text), variables);
    let (resources, more) = resources(&entry.folder)?;
    let head = if full { &text[..body.start] } else { "" };
    let inner = format!("{head}{}", replaced.text);
    let inner = visible::block(inner.trim()).into_owned();

    let context = if entry.card.forks { " context=\"fork\"" } else { "" };
    let mut lines =
        vec![format!("<skill_content name=\"{}\"{context}>", escape(&visible::line(&entry.name)))];
    lines.push(without_tags(&inner));
    lines.push(String::new());
    if entry.card.forks {
        lines.push(
            "This skill must run in an isolated context that gives back only its result (context: fork). Where that \
             is not possible, do not follow it here."
                .to_owned(),
        );
    }
    if !entry.card.allowed_tools.is_empty() {
        let tools = entry.card.allowed_tools.join(", ");
        lines.push(format!(
            "Prefer these tools: {}. Ask the user before using others.",
            without_tags(&visible::line(&tools))
        ));
    }
    lines.push(format!("Skill directory: {}", place(&entry.folder)));
    lines.push("Relative paths in this skill are relative to the skill directory.".to_owned());
    if !resources.is_empty() {
        lines.push("<skill_resources>".to_owned());
        lines.extend(resources.iter().map(|path| format!("  <file>{}</file>", escape(&visible::line(path)))));
        if more {
            lines.push("  <!-- more files are not listed -->".to_owned());
        }
        lines.push("</skill_resources>".to_owned());
    }
    lines.push("</skill_content>".to_owned());
    Ok(Activated { content: lines.join("\n"), resources, more, takes_arguments: replaced.takes_arguments })
}

/// The text with the `<` of every tag that could end or imitate the wrapping made harmless, however it is spaced or
/// spelled.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c == '<' && is_our_tag(&text[at + 1..]) {
            out.push_str("&lt;");
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether one of the wrapping's words follows, after blanks, slashes and characters that don't show.
fn is_our_tag(after: &str) -> bool {
    let shown = after.chars().filter(|&c| !c.is_whitespace() && !visible::is_hidden(c));
    let word: String = shown.skip_while(|&c| matches!(c, '/' | '\\')).take(15).collect();
    let word = word.to_ascii_lowercase();
    TAGS.iter().any(|tag| word.starts_with(tag))
}

/// The files of a skill but its SKILL.md, by name alone; whether there are more than were taken in.
fn resources(folder: &Path) -> Result<(Vec<String>, bool), Error> {
    let mut paths = Vec::new();
    let mut more = false;
    let mut open = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((place, prefix, depth)) = open.pop() {
        for (name, kind) in fs::list(&place)? {
            let name = name.to_string_lossy().into_owned();
            if !is_part_of_skill(&name) || (prefix.is_empty() && name.eq_ignore_ascii_case(MANIFEST)) {
                continue;
            }
            let path = format!("{prefix}{name}");
            match kind {
                fs::Standing::Folder if depth < MAX_DEPTH => {
                    open.push((place.join(&name), format!("{path}/"), depth + 1));
                }
                fs::Standing::Folder => more = true,
                fs::Standing::File => paths.push(path),
                fs::Standing::Symlink if fs::is_file(&place.join(&name)) => paths.push(path),
                _ => {}
            }
            if paths.len() > MAX_FILES {
                paths.truncate(MAX_FILES);
                paths.sort();
                return Ok((paths, true));
            }
        }
    }
    paths.sort();
    Ok((paths, more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spelling_of_the_closing_tag_survives() {
        for text in [
            "</skill_content>",
            "< / SKILL_content >",
            "<\u{200b}/skill_content>",
            "<skill_content name=\"x\">",
            "</skill_\ncontent>",
            "<//skill_resources>",
        ] {
            assert!(without_tags(text).starts_with("&lt;"), "{text}");
        }
        assert_eq!(without_tags("a < b </div> <skill>"), "a < b </div> <skill>");
    }
}
