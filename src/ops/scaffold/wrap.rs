//! An existing prompt made into a skill: its frontmatter is kept where it has one and completed where it lacks
//! something, its body stays as it is to the byte.

use std::path::Path;

use super::{
    Error,
    head::{self, Entry},
    yaml::{quoted, word},
};
use crate::{
    host::fs,
    model::{
        frontmatter::{Form, Frontmatter},
        span::Span,
        visible::is_hidden,
    },
};

/// The largest prompt that is taken, in bytes.
const MAX_PROMPT: u64 = 10 * 1024 * 1024;
/// The longest description that is made of a paragraph, in code points.
const MAX_DESCRIPTION: usize = 1024;

/// A prompt that was read.
#[derive(Debug, Clone)]
pub(crate) struct Wrapped {
    /// Without byte order mark and without blank lines before its frontmatter.
    text: String,
    /// With at least one field; a prompt without one has none.
    head: Option<Frontmatter>,
    /// The name of its frontmatter, else its first heading, else the file's own name.
    pub(crate) name: String,
    /// The description of its frontmatter, else its first paragraph.
    pub(crate) description: Option<String>,
}

/// Reads a prompt.
pub(crate) fn read(path: &Path) -> Result<Wrapped, Error> {
    if !fs::is_file(path) {
        return Err(Error::NoFile(path.to_owned()));
    }
    let text = text_of(fs::read_capped(path, MAX_PROMPT)?, path)?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let parent = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    // Every skill's own file has the same name: its folder says more.
    let stem = if stem.eq_ignore_ascii_case("skill") { parent.unwrap_or(stem) } else { stem };
    wrapped(&text, &stem, path)
}

/// Reads a prompt from standard input. Its name is empty when neither its frontmatter nor a heading gives one.
pub(crate) fn read_standard_input() -> Result<Wrapped, Error> {
    let path = Path::new("standard input");
    let text = text_of(fs::read_standard_input(MAX_PROMPT)?, path)?;
    wrapped(&text, "", path)
}

fn text_of(bytes: Vec<u8>, path: &Path) -> Result<String, Error> {
    String::from_utf8(bytes)
        .map_err(|error| Error::NotText { path: path.to_owned(), at: error.utf8_error().valid_up_to() })
}

fn wrapped(text: &str, stem: &str, path: &Path) -> Result<Wrapped, Error> {
    wrap(text, stem)
        .ok_or_else(|| Error::Index { path: path.to_owned(), why: super::index::Unclosed::Frontmatter })
}

/// `None` for a frontmatter that is never closed.
fn wrap(text: &str, stem: &str) -> Option<Wrapped> {
    let read = Frontmatter::parse(text);
    let start = match read.split.opening {
        Some(opening) if !read.entries.is_empty() => opening.span.start,
        Some(_) | None => usize::from(read.split.has_bom) * '\u{feff}'.len_utf8(),
    };
    let text = text[start..].to_owned();
    let read = Frontmatter::parse(&text);
    // A rule of three hyphens is no frontmatter.
    let has_fields = !read.entries.is_empty();
    if has_fields && !read.is_closed() {
        return None;
    }
    let head = has_fields.then_some(read);
    let body = head.as_ref().map_or(text.as_str(), |head| head.split.body.of(&text));
    let (title, paragraph) = opening_words(body);
    let field = |key: &str| {
        let text = head.as_ref().and_then(|head| head.text(key)).map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let description = field("description").or_else(|| paragraph.map(|text| described(&text)));
    Some(Wrapped {
        name: field("name").or(title).unwrap_or_else(|| stem.to_owned()),
        description: description.filter(|text| !text.is_empty()),
        text,
        head,
    })
}

impl Wrapped {
    /// The prompt as SKILL.md: the given fields where it has none, `name` and the `forced` ones as they are given.
    pub(super) fn manifest(&self, entries: &[Entry], forced: &[&str]) -> String {
        let eol = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let Some(head) = &self.head else {
            return format!("{}{eol}{}", head::render(entries, eol), self.text);
        };
        let mut edits: Vec<(Span, String)> = Vec::new();
        let is_exact = head.split.opening.is_some_and(|fence| fence.form == Form::Exact);
        let end = head.split.closing.map_or(head.split.head.end, |fence| fence.span.start);
        for entry in entries {
            match head.entry(&entry.key) {
                None => {
                    let is_first = is_exact && matches!(entry.key.as_str(), "name" | "description");
                    let at = if is_first { head.split.head.start } else { end };
                    edits.push((Span::at(at), entry.lines(eol)));
                }
                Some(there) if entry.key == "name" || forced.contains(&entry.key.as_str()) => {
                    let wanted = match &entry.value {
                        head::Value::Word(text) => (text, word(text)),
                        head::Value::Quoted(text) => (text, quoted(text)),
                        _ => continue,
                    };
                    if there.value.text() == Some(wanted.0) {
                        continue;
                    }
                    let from = there.key.span.end;
                    let colon = self.text[from..].find(':').map_or(from, |at| from + at + 1);
                    let to = if there.value.is_absent() { colon } else { there.value.span.end.max(colon) };
                    // A block of several lines ends behind its last line end.
                    let tail = if self.text[colon..to].ends_with('\n') { eol } else { "" };
                    edits.push((Span::new(colon, to), format!(" {}{tail}", wanted.1)));
                }
                Some(_) => {}
            }
        }
        edits.sort_by_key(|(span, _)| span.start);
        let (mut out, mut done) = (String::new(), 0);
        for (span, text) in edits {
            out.push_str(Span::new(done, span.start).of(&self.text));
            out.push_str(&text);
            done = span.end;
        }
        out.push_str(&self.text[done..]);
        out
    }
}

/// The first heading and the first paragraph of a body, as plain words.
fn opening_words(body: &str) -> (Option<String>, Option<String>) {
    let (mut title, mut paragraph) = (None, Vec::new());
    let (mut fence, mut in_comment) = (None::<&str>, false);
    for line in body.lines().map(str::trim) {
        if let Some(marks) = fence {
            if line.starts_with(marks) {
                fence = None;
            }
            continue;
        }
        if in_comment || line.starts_with("<!--") {
            in_comment = !line.contains("-->");
            continue;
        }
        let is_prose = !line.is_empty() && !line.starts_with(['#', '|', '>', '<']) && !is_rule(line);
        fence = ["```", "~~~"].into_iter().find(|marks| line.starts_with(marks));
        if is_prose && fence.is_none() {
            paragraph.push(line);
            continue;
        }
        if !paragraph.is_empty() {
            break;
        }
        let heading = line.trim_start_matches('#');
        if title.is_none() && heading.len() < line.len() && heading.starts_with(' ') {
            title = Some(plain(heading.trim_end_matches('#'))).filter(|title| !title.is_empty());
        }
    }
    let paragraph = plain(&paragraph.join(" "));
    (title, Some(paragraph).filter(|text| !text.is_empty()))
}

fn is_rule(line: &str) -> bool {
    let marks: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    marks.len() >= 3 && ['-', '*', '_', '='].iter().any(|mark| marks.iter().all(|c| c == mark))
}

/// Text without Markdown's marks: links become their words, emphasis and code lose theirs.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        if c == '['
            && let Some((words, tail)) = after.split_once("](")
            && !words.contains('[')
        {
            out.push_str(words);
            rest = tail.split_once(')').map_or("", |(_, tail)| tail);
            continue;
        }
        if !matches!(c, '*' | '`') && !is_hidden(c) {
            out.push(c);
        } else if is_hidden(c) {
            out.push(' ');
        }
        rest = after;
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A paragraph as a description: no angle brackets, which uploaders refuse, and no more characters than are allowed.
fn described(paragraph: &str) -> String {
    let text = paragraph.replace('<', "‹").replace('>', "›");
    if text.chars().count() <= MAX_DESCRIPTION {
        return text;
    }
    let most: String = text.chars().take(MAX_DESCRIPTION - 1).collect();
    let sentence = most.rfind(['.', '。', '!', '！', '?', '？']).filter(|at| *at > most.len() / 2);
    match sentence {
        Some(at) => most[..at].chars().chain(most[at..].chars().next()).collect(),
        None => format!("{}…", most.rfind(' ').map_or(most.as_str(), |at| &most[..at])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::scaffold::head::Value;

    fn entry(key: &str, value: Value) -> Entry {
        Entry { key: key.to_owned(), value }
    }

    fn made(text: &str, forced: &[&str]) -> String {
        let entries = [
            entry("name", Value::Word("good-name".to_owned())),
            entry("description", Value::Quoted("Given.".to_owned())),
            entry("author", Value::Word("me".to_owned())),
        ];
        wrap(text, "stem").unwrap().manifest(&entries, forced)
    }

    #[test]
    fn a_prompt_without_a_head_gets_one_and_keeps_its_body() {
        let head = "---\nname: good-name\ndescription: \"Given.\"\nauthor: me\n---\n\n";
        for body in
            ["# A\n\nB\n", "no line end", "", "---\n\nA rule.\n", "---\njust text\n---\nX\n", "\n\n# A"]
        {
            assert_eq!(made(body, &[]), format!("{head}{body}"));
        }
        assert_eq!(made("\u{feff}# A\n", &[]), format!("{head}# A\n"));
        assert_eq!(made("# A\r\nB\r\n", &[]), format!("{}# A\r\nB\r\n", head.replace('\n', "\r\n")));
    }

    #[test]
    fn a_head_is_kept_and_completed() {
        assert_eq!(
            made("---\n# mine\nallowed-tools:   Read\nname: Old Name  # why\n---\nX\n", &[]),
            "---\ndescription: \"Given.\"\n# mine\nallowed-tools:   Read\nname: good-name  # why\nauthor: me\n---\nX\n"
        );
        let block = "---\ndescription: |\n  one\n  two\nmodel: x\n---\nX";
        assert_eq!(
            made(block, &["description"]),
            "---\nname: good-name\ndescription: \"Given.\"\nmodel: x\nauthor: me\n---\nX"
        );
        assert_eq!(
            made(block, &[]),
            "---\nname: good-name\ndescription: |\n  one\n  two\nmodel: x\nauthor: me\n---\nX"
        );
        assert_eq!(
            made("\n\n---\nname:\nauthor: \"x\"\ndescription: y\n---\n", &[]),
            "---\nname: good-name\nauthor: \"x\"\ndescription: y\n---\n"
        );
        assert!(wrap("---\nname: x\n\n# Never closed\n", "x").is_none());
    }

    #[test]
    fn name_and_description_come_from_the_first_words() {
        let read = |text: &str| {
            let read = wrap(text, "stem").unwrap();
            (read.name, read.description)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            read(
                "<!-- x\ny -->\n# Fix **it** ##\n\n```\ncode\n```\n---\nUse [the tool](x.md) on\n`<file>`.\n\nMore.\n"
            ),
            ("Fix it".to_owned(), some("Use the tool on ‹file›."))
        );
        assert_eq!(read("---\nname: n\ndescription: d\n---\n# T\n"), ("n".to_owned(), some("d")));
        assert_eq!(read("\n"), ("stem".to_owned(), None));
        let long = "Word word. ".repeat(200);
        let (_, description) = read(&long);
        let description = description.unwrap();
        assert!(description.chars().count() <= 1024 && description.ends_with("word."), "{description}");
    }
}
