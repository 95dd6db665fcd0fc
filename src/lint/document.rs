//! A Markdown file as rules see it: links with exact places, headings, code. CommonMark decides what a link is, so
//! nothing inside code counts.

use std::{collections::BTreeSet, ops::Range};

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::model::{
    skill::Skill,
    span::Span,
    tree::{Mode, TreeFile},
};

/// Markdown files larger than this are not read for links.
pub(crate) const MAX_DOCUMENT: usize = 4 * 1024 * 1024;

/// One Markdown file; spans are byte ranges of the whole file.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    /// Path within the skill.
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    /// Where the Markdown begins; after the head in SKILL.md.
    pub(crate) start: usize,
    pub(crate) is_manifest: bool,
    pub(crate) links: Vec<Link>,
    pub(crate) headings: Vec<Heading>,
    /// Code spans, without their backticks.
    pub(crate) code_spans: Vec<Span>,
    pub(crate) code_blocks: Vec<CodeBlock>,
}

/// A link, image or reference definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// All of it.
    pub(crate) span: Span,
    /// The target within the file where it can be told, else all of the link.
    pub(crate) target_span: Span,
    /// The target as CommonMark reads it.
    pub(crate) target: String,
    pub(crate) is_image: bool,
}

/// A heading with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) span: Span,
    pub(crate) level: usize,
    pub(crate) text: String,
}

/// A fenced or indented code block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CodeBlock {
    pub(crate) span: Span,
    pub(crate) is_fenced: bool,
    /// First word after the fence.
    pub(crate) language: String,
}

/// The body of SKILL.md first, then the other Markdown files of the skill.
pub(super) fn read_all(skill: &Skill) -> Vec<Document<'_>> {
    let mut documents = Vec::new();
    if let Some(manifest) = &skill.manifest {
        documents.push(read(&manifest.path, &manifest.text, skill.head.split.body.start, true));
    }
    let others = skill.tree.files().iter().filter(|file| file.path != skill.manifest_path());
    documents.extend(others.filter_map(|file| markdown(file).map(|text| read(&file.path, text, 0, false))));
    documents
}

/// What other files ask of a Markdown text, as Markdown: its headings, its anchors, its links into the skill.
pub(crate) fn outline(text: &str) -> String {
    let document = read("", text, 0, false);
    let mut out = String::new();
    for heading in &document.headings {
        out.extend([
            &"######"[..heading.level.min(6)],
            " ",
            &heading.text.replace(['\r', '\n'], " "),
            "\n\n",
        ]);
    }
    for (mark, end) in [("id=\"", '"'), ("name=\"", '"'), ("id='", '\''), ("name='", '\''), ("{#", '}')] {
        for (at, _) in text.match_indices(mark) {
            let anchor = text[at + mark.len()..].split([end, '\n', '\r']).next().unwrap_or("");
            out.extend(["a ", mark, anchor, "\n\n"]);
        }
    }
    let mut targets = BTreeSet::new();
    for link in &document.links {
        let is_plain = !link.target.contains(['<', '>', '\n', '\r', '\\']) && !link.target.contains("://");
        if is_plain && targets.insert(&link.target) {
            out.extend([if link.is_image { "![a](<" } else { "[a](<" }, &link.target, ">)\n\n"]);
        }
    }
    out
}

/// Whether a file's ending says Markdown.
pub(crate) fn is_markdown(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["md", "markdown", "mdx"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn markdown(file: &TreeFile) -> Option<&str> {
    (is_markdown(&file.path) && file.mode != Mode::Symlink && file.content.len() <= MAX_DOCUMENT)
        .then(|| std::str::from_utf8(&file.content).ok())
        .flatten()
}

fn read<'a>(path: &'a str, text: &'a str, start: usize, is_manifest: bool) -> Document<'a> {
    let mut document = Document {
        path,
        text,
        start,
        is_manifest,
        links: Vec::new(),
        headings: Vec::new(),
        code_spans: Vec::new(),
        code_blocks: Vec::new(),
    };
    let source = &text[start.min(text.len())..];
    if source.len() > MAX_DOCUMENT {
        return document;
    }
    let place = |range: Range<usize>| Span::new(range.start + start, range.end + start);
    let parser = Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS);
    let definitions: Vec<(Span, String)> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| (place(definition.span.clone()), definition.dest.to_string()))
        .collect();
    let mut heading: Option<Heading> = None;
    for (event, range) in parser.into_offset_iter() {
        let span = place(range);
        match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                document.link(link_type, span, &dest_url, false);
            }
            Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                document.link(link_type, span, &dest_url, true);
            }
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some(Heading { span, level: level as usize, text: String::new() });
            }
            Event::End(TagEnd::Heading(_)) => document.headings.extend(heading.take()),
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split([' ', ',', '{']).next().unwrap_or("").to_owned()
                    }
                    CodeBlockKind::Indented => String::new(),
                };
                let is_fenced = matches!(kind, CodeBlockKind::Fenced(_));
                document.code_blocks.push(CodeBlock { span, is_fenced, language });
            }
            Event::Code(code) => {
                if let Some(heading) = &mut heading {
                    heading.text.push_str(&code);
                }
                let raw = span.of(text);
                let ticks = raw.len() - raw.trim_start_matches('`').len();
                document.code_spans.push(Span::new(span.start + ticks, span.end.saturating_sub(ticks)));
            }
            Event::Text(words) => {
                if let Some(heading) = &mut heading {
                    heading.text.push_str(&words);
                }
            }
            _ => {}
        }
    }
    for (span, target) in definitions {
        let target_span = find_target(text, span, &target);
        document.links.push(Link { span, target_span, target, is_image: false });
    }
    document.links.sort_by_key(|link| link.span);
    document
}

impl Document<'_> {
    fn link(&mut self, kind: LinkType, span: Span, target: &str, is_image: bool) {
        // Reference links are judged at their definition; `<https://…>` names no file.
        if kind == LinkType::Inline {
            let target_span = find_target(self.text, span, target);
            self.links.push(Link { span, target_span, target: target.to_owned(), is_image });
        }
    }

    /// The Markdown itself.
    pub(crate) fn source(&self) -> &str {
        &self.text[self.start.min(self.text.len())..]
    }

    /// Whether a place lies in a code block or code span.
    pub(crate) fn is_code(&self, offset: usize) -> bool {
        let holds = |span: &Span| span.start <= offset && offset < span.end;
        self.code_blocks.iter().any(|block| holds(&block.span)) || self.code_spans.iter().any(holds)
    }
}

/// Where the target stands in a link's text; the whole link when it is written with escapes.
fn find_target(text: &str, link: Span, target: &str) -> Span {
    let raw = link.of(text);
    // The target comes after the text or label, so the last `](` or `]:` before it counts.
    let after = raw.rfind("](").or_else(|| raw.find("]:")).map_or(0, |at| at + 2);
    match raw[after..].find(target) {
        Some(at) if !target.is_empty() => {
            let start = link.start + after + at;
            Span::new(start, start + target.len())
        }
        _ => link,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(text: &str) -> Vec<(String, String)> {
        let document = read("x.md", text, 0, false);
        document
            .links
            .iter()
            .map(|link| (link.target.clone(), link.target_span.of(text).to_owned()))
            .collect()
    }

    #[test]
    fn links_in_code_are_no_links_and_places_are_exact() {
        let text = "```md\n[x](none.md)\n```\n~~~\n```\n[x](none.md)\n~~~\n`[x](none.md)`\n[a](references/a.md \"t\") ![i](i.png)\n[b][r]\n\n[r]: <b c.md>\n\n    [x](none.md)\n";
        let found = targets(text);
        let expected = [("references/a.md", "references/a.md"), ("i.png", "i.png"), ("b c.md", "b c.md")];
        assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn an_outline_says_what_other_files_ask() {
        let text = "# Use `x`\n\nwords [a](b.md#c) words ![i](<i 1.png>) [w](https://x.y) <b id=\"here\">\n\n```\n[x](none.md)\n```\n";
        let outline = outline(text);
        assert_eq!(outline, "# Use x\n\na id=\"here\n\n[a](<b.md#c>)\n\n![a](<i 1.png>)\n\n");
        let found = targets(&outline);
        let found: Vec<&str> = found.iter().map(|(target, _)| target.as_str()).collect();
        assert_eq!(found, ["b.md#c", "i 1.png"]);
    }

    #[test]
    fn headings_and_code_are_kept_with_their_places() {
        let text = "# Title `x`\n\n## 用法\n\n```sh a\nls\n```\n";
        let document = read("x.md", text, 0, false);
        let headings: Vec<(usize, &str)> =
            document.headings.iter().map(|heading| (heading.level, heading.text.as_str())).collect();
        assert_eq!(headings, [(1, "Title x"), (2, "用法")]);
        assert_eq!(document.code_blocks[0].language, "sh");
        assert!(document.is_code(text.find("ls").unwrap()));
    }
}
