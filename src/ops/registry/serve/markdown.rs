//! A skill's text as HTML for a page of the registry: raw HTML is dropped, links lead to web pages only and carry
//! `nofollow`, images are named and not loaded, headings go on in order below the page's own.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html};
use url::Url;

/// The most of a text that is drawn, in bytes.
const MAX_TEXT: usize = 256 * 1024;

/// The deepest quotes and lists are nested; deeper ones are drawn flat.
const MAX_DEPTH: usize = 32;

/// The HTML of a text whose first headings are of level `top`; and whether all of it is there.
pub(super) fn html(text: &str, top: u8) -> (String, bool) {
    let end = text.floor_char_boundary(MAX_TEXT);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut drawn = Drawn { top, last: top - 1, shift: None, depth: 0, links: Vec::new(), open: None };
    let events =
        Parser::new_ext(&text[..end], options).flat_map(|event| drawn.take(event)).collect::<Vec<_>>();
    let mut out = String::with_capacity(end * 3 / 2);
    push_html(&mut out, events.into_iter());
    (out, end == text.len())
}

struct Drawn {
    top: u8,
    /// The level of the heading before.
    last: u8,
    /// What makes the first heading's level `top`.
    shift: Option<i16>,
    depth: usize,
    /// Whether each open link or image is drawn as a link.
    links: Vec<bool>,
    /// The level of the open heading.
    open: Option<HeadingLevel>,
}

/// The address of a link that may be drawn.
fn allowed(address: &str) -> Option<String> {
    let url = Url::parse(address.trim()).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.host_str().is_some()).then(|| url.to_string())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

fn raw(text: impl Into<CowStr<'static>>) -> Event<'static> {
    Event::InlineHtml(text.into())
}

impl Drawn {
    fn heading(&mut self, level: HeadingLevel) -> HeadingLevel {
        let level = i16::from(level as u8);
        let shift = *self.shift.get_or_insert(i16::from(self.top) - level);
        // No level is left out on the way down.
        let level = (level + shift).clamp(i16::from(self.top), i16::from(self.last) + 1).min(6);
        self.last = u8::try_from(level).unwrap_or(6);
        match level {
            ..=1 => HeadingLevel::H1,
            2 => HeadingLevel::H2,
            3 => HeadingLevel::H3,
            4 => HeadingLevel::H4,
            5 => HeadingLevel::H5,
            _ => HeadingLevel::H6,
        }
    }

    fn nests(tag: &Tag<'_>) -> bool {
        matches!(tag, Tag::BlockQuote(_) | Tag::List(_) | Tag::Item)
    }

    fn take<'a>(&mut self, event: Event<'a>) -> Vec<Event<'a>> {
        match event {
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::Start(Tag::HtmlBlock)
            | Event::End(TagEnd::HtmlBlock) => Vec::new(),
            Event::Start(Tag::Heading { level, .. }) => {
                let level = self.heading(level);
                self.open = Some(level);
                vec![Event::Start(Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() })]
            }
            Event::End(TagEnd::Heading(level)) => {
                vec![Event::End(TagEnd::Heading(self.open.take().unwrap_or(level)))]
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let address = allowed(&dest_url);
                self.links.push(address.is_some());
                // A file of the skill has no page of its own: its words stay.
                address.map_or_else(Vec::new, |address| {
                    vec![raw(format!(
                        "<a href=\"{}\" rel=\"nofollow noopener noreferrer\">",
                        escaped(&address)
                    ))]
                })
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let is_inside = self.links.iter().any(|is_link| *is_link);
                let address = allowed(&dest_url).filter(|_| !is_inside);
                self.links.push(address.is_some());
                let opening = address.map_or_else(String::new, |address| {
                    format!("<a href=\"{}\" rel=\"nofollow noopener noreferrer\">", escaped(&address))
                });
                vec![raw(opening), Event::Text("[image: ".into())]
            }
            Event::End(TagEnd::Link) => {
                if self.links.pop() == Some(true) {
                    vec![raw("</a>")]
                } else {
                    Vec::new()
                }
            }
            Event::End(TagEnd::Image) => {
                let closing = if self.links.pop() == Some(true) { "</a>" } else { "" };
                vec![Event::Text("]".into()), raw(closing)]
            }
            Event::Start(tag) if Self::nests(&tag) => {
                self.depth += 1;
                if self.depth > MAX_DEPTH { Vec::new() } else { vec![Event::Start(tag)] }
            }
            Event::End(end @ (TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item)) => {
                self.depth -= 1;
                if self.depth >= MAX_DEPTH { Vec::new() } else { vec![Event::End(end)] }
            }
            // The language of a block stands in an attribute: nothing here needs it.
            Event::Start(Tag::CodeBlock(_)) => vec![raw("<pre tabindex=\"0\"><code>")],
            Event::End(TagEnd::CodeBlock) => vec![raw("</code></pre>\n")],
            Event::Start(tag @ Tag::Table(_)) => {
                vec![raw("<div class=\"wide\" tabindex=\"0\">"), Event::Start(tag)]
            }
            Event::End(end @ TagEnd::Table) => vec![Event::End(end), raw("</div>\n")],
            Event::TaskListMarker(is_done) => {
                vec![Event::Text(if is_done { "[done] ".into() } else { "[open] ".into() })]
            }
            other => vec![other],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        html(text, 3).0
    }

    #[test]
    fn nothing_of_the_authors_html_comes_through() {
        let out = drawn(
            "<script>alert(1)</script>\n\nA <b onclick=x>word</b> <img src=x onerror=y>\n\n<!-- c -->\n\n<div>\n\nx\n\n</div>",
        );
        for tag in ["<script", "<b", "<img", "<!--", "<div", "onclick", "onerror"] {
            assert!(!out.contains(tag), "{tag} in {out}");
        }
        assert!(out.contains("word"));
    }

    #[test]
    fn links_lead_to_web_pages_and_nothing_is_loaded() {
        let out = drawn(
            "[a](https://e.org/?q=\"><x) [b](javascript:alert(1)) [c](references/x.md) [d](data:text/html,x) [e](//e.org) \
             [f](JaVaScRiPt:x) <https://ok.org> <me@e.org> ![logo](https://e.org/x.png) [![i](https://a.org/i)](https://b.org) ![x](y.png)",
        );
        assert!(
            out.contains(
                "<a href=\"https://e.org/?q=%22%3E%3Cx\" rel=\"nofollow noopener noreferrer\">a</a>"
            ),
            "{out}"
        );
        assert!(out.contains("<a href=\"https://ok.org/\""));
        assert!(!out.contains("<img") && !out.contains("src="));
        assert!(
            !out.to_lowercase().contains("javascript:") && !out.contains("data:") && !out.contains("mailto:")
        );
        assert!(out.contains("[image: logo]") && out.contains("[image: x]"), "{out}");
        assert_eq!(out.matches("<a ").count(), out.matches("</a>").count());
        assert_eq!(out.matches("<a ").count(), 4, "{out}");
    }

    #[test]
    fn headings_go_on_in_order() {
        let out = drawn("# One\n\n#### Far\n\n## Two\n\n# Three\n\n###### Deep\n");
        let levels: Vec<&str> = out.matches(|_| true).collect();
        assert!(!levels.is_empty());
        let order: Vec<char> =
            out.match_indices("<h").filter_map(|(at, _)| out[at + 2..].chars().next()).collect();
        assert_eq!(order, ['3', '4', '4', '3', '4'], "{out}");
        assert_eq!(out.matches("</h4>").count(), 3);
        assert!(drawn("## Two\n\n# One\n").contains("<h3>Two</h3>\n<h3>One</h3>"));
    }

    #[test]
    fn deep_nesting_and_long_texts_are_cut() {
        let out = drawn(&("> ".repeat(5000) + "x"));
        assert!(out.matches("<blockquote>").count() <= 32);
        assert_eq!(out.matches("<blockquote>").count(), out.matches("</blockquote>").count());
        let (long, is_all) = html(&"ä".repeat(MAX_TEXT), 3);
        assert!(!is_all && long.len() < 2 * MAX_TEXT);
        let code = drawn("```js onload=\"x\n<b>\n```\n");
        assert!(code.contains("<code>&lt;b&gt;") && !code.contains("onload"), "{code}");
    }
}
