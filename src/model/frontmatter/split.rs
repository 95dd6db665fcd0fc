//! Where the head of a SKILL.md begins and ends. Tolerant on purpose: what a strict reader refuses is noted in the
//! result, so that lint can report it while install and list still read the skill.

use crate::model::span::{Line, Span, lines};

/// How a fence is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Three hyphens and nothing else.
    Exact,
    /// Blanks after the hyphens.
    TrailingBlank,
    /// More than three hyphens, or text after them.
    Malformed,
    /// Blanks before the hyphens.
    Indented,
    /// `...`, which ends a YAML document but is no fence to most readers.
    Dots,
    /// The body begins on the closing fence's own line, as in `---# Title`: the end only to readers that cut at the
    /// hyphens.
    Glued,
}

/// One line that opens or closes the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fence {
    /// The line without its end.
    pub(crate) span: Span,
    pub(crate) form: Form,
}

/// A SKILL.md cut into head and body; all spans are byte ranges of the file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) has_bom: bool,
    /// Blank text before the opening fence, the byte order mark not counted.
    pub(crate) leading: Option<Span>,
    /// Absent: the file has no head, and all of it is body.
    pub(crate) opening: Option<Fence>,
    /// Absent with an opening: the head never ends.
    pub(crate) closing: Option<Fence>,
    /// Lines of the head that begin with `---` and go on with other text.
    pub(crate) strays: Vec<Span>,
    /// The YAML between the fences.
    pub(crate) head: Span,
    pub(crate) body: Span,
}

const BOM: char = '\u{FEFF}';

/// Cuts the text of a SKILL.md into head and body.
pub(crate) fn split(text: &str) -> Split {
    let has_bom = text.starts_with(BOM);
    let origin = if has_bom { BOM.len_utf8() } else { 0 };
    let rest = &text[origin..];
    let start = origin + (rest.len() - rest.trim_start().len());
    let mut found = Split {
        has_bom,
        leading: None,
        opening: None,
        closing: None,
        strays: Vec::new(),
        head: Span::at(origin),
        body: Span::new(origin, text.len()),
    };
    if !text[start..].starts_with("---") {
        return found;
    }
    let Some(first) = lines(text, start).next() else { return found };
    let after = &first.span.of(text)[3..];
    let form = match after {
        "" => Form::Exact,
        blank if blank.trim().is_empty() => Form::TrailingBlank,
        _ => Form::Malformed,
    };
    found.leading = (start > origin).then(|| Span::new(origin, start));
    found.opening = Some(Fence { span: first.span, form });
    // `---name: x` is read by readers that cut at the three hyphens.
    let glued = form == Form::Malformed && after.contains(':');
    let head = if glued { start + 3 } else { first.next };
    close(text, head, &mut found);
    found
}

fn close(text: &str, head: usize, found: &mut Split) {
    let mut indented: Option<Line> = None;
    let mut end: Option<(Line, Form)> = None;
    let mut ahead = lines(text, head).peekable();
    while let Some(line) = ahead.next() {
        let content = line.span.of(text);
        let trimmed = content.trim_end();
        if trimmed == "---" {
            let form = if trimmed == content { Form::Exact } else { Form::TrailingBlank };
            end = Some((line, form));
            break;
        }
        if let Some(after) = content.strip_prefix("---") {
            if trimmed.bytes().all(|byte| byte == b'-') {
                end = Some((line, Form::Malformed));
                break;
            }
            // A heading or a code block behind the hyphens is the body, whatever fence stands further down in it.
            if after.starts_with(['#', '`', '*', '>']) && !has_fields(text, line.span.end) {
                glue(text, head, line.span, found);
                return;
            }
            found.strays.push(line.span);
        } else if trimmed == "..." {
            // A document end right before the fence belongs to the head.
            while ahead.next_if(|next| next.span.of(text).trim().is_empty()).is_some() {}
            if ahead.peek().is_none_or(|next| next.span.of(text).trim_end() != "---") {
                end = Some((line, Form::Dots));
                break;
            }
        } else if trimmed.trim_start() == "---" && indented.is_none() {
            indented = Some(line);
        }
    }
    let end = end.or(indented.map(|line| (line, Form::Indented)));
    let Some((line, form)) = end else {
        // The head of an unclosed file is guessed: up to the first blank line or heading.
        let stop = lines(text, head)
            .find(|line| {
                let content = line.span.of(text);
                content.trim().is_empty() || content.starts_with("# ") || content.starts_with("##")
            })
            .map_or(text.len(), |line| line.span.start);
        let strays = std::mem::take(&mut found.strays);
        if let Some(stray) = strays.iter().find(|stray| !has_fields(text, stray.end)) {
            found.strays = strays.iter().copied().filter(|other| other.start < stray.start).collect();
            glue(text, head, *stray, found);
            return;
        }
        found.head = Span::new(head.min(text.len()), stop);
        found.body = Span::new(stop, text.len());
        return;
    };
    found.strays.retain(|stray| stray.start < line.span.start);
    found.head = Span::new(head, line.span.start);
    found.body = Span::new(line.next, text.len());
    found.closing = Some(Fence { span: line.span, form });
}

/// Ends the head at a line whose hyphens the body follows.
fn glue(text: &str, head: usize, line: Span, found: &mut Split) {
    found.head = Span::new(head, line.start);
    found.body = Span::new(line.start + 3, text.len());
    found.closing = Some(Fence { span: line, form: Form::Glued });
}

/// Whether the lines after a place, up to a blank one, hold a field: then the head goes on there.
fn has_fields(text: &str, after: usize) -> bool {
    lines(text, after).skip(1).take_while(|line| !line.span.of(text).trim().is_empty()).any(|line| {
        let key = line.span.of(text).split_once(':').map_or("", |(key, _)| key);
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (String, String) {
        let split = split(text);
        (split.head.of(text).to_owned(), split.body.of(text).to_owned())
    }

    fn forms(text: &str) -> (Option<Form>, Option<Form>) {
        let split = split(text);
        (split.opening.map(|fence| fence.form), split.closing.map(|fence| fence.form))
    }

    #[test]
    fn plain_and_crlf_files_are_cut_at_the_fences() {
        assert_eq!(parts("---\nname: a\n---\nbody\n"), ("name: a\n".into(), "body\n".into()));
        assert_eq!(parts("---\r\nname: a\r\n---\r\nbody"), ("name: a\r\n".into(), "body".into()));
        assert_eq!(forms("---\nname: a\n---"), (Some(Form::Exact), Some(Form::Exact)));
    }

    #[test]
    fn blanks_after_fences_marks_and_blank_lines_before_them_are_tolerated() {
        assert_eq!(forms("--- \nname: a\n---\t\n"), (Some(Form::TrailingBlank), Some(Form::TrailingBlank)));
        let split = split("\u{FEFF}\n\n---\nname: a\n---\n");
        assert!(split.has_bom);
        assert_eq!(split.leading, Some(Span::new(3, 5)));
        assert!(split.closing.is_some());
    }

    #[test]
    fn a_document_separator_with_text_is_a_stray_line_and_dashes_alone_close() {
        let text = "---\nname: a\n--- Apache-2.0\ndescription: x\n---\n";
        let found = split(text);
        assert_eq!(found.strays.iter().map(|stray| stray.of(text)).collect::<Vec<_>>(), ["--- Apache-2.0"]);
        assert!(found.closing.is_some());
        assert_eq!(forms("---\nname: a\n-----\n").1, Some(Form::Malformed));
        assert_eq!(forms("---\nname: a\n...\nbody\n").1, Some(Form::Dots));
        assert_eq!(parts("---\nname: a\n...\n---\nbody\n").1, "body\n");
    }

    #[test]
    fn a_fence_with_the_body_behind_it_closes_where_nothing_else_does() {
        let text = "---\nname: a\ndescription: b\n---# Title\ntext: more\n";
        assert_eq!(split(text).closing, None, "a field follows");
        let text = "---\nname: a\ndescription: b\n---# Title\nsome text\n\nkey: value\n";
        assert_eq!(parts(text).0, "name: a\ndescription: b\n");
        assert_eq!(parts(text).1, "# Title\nsome text\n\nkey: value\n");
        assert_eq!(forms(text).1, Some(Form::Glued));
        assert_eq!(forms("---\nname: a\n---# Title\n\n---\n").1, Some(Form::Glued));
        assert_eq!(forms("---\nname: a\n--- Title\n\n---\n").1, Some(Form::Exact));
    }

    #[test]
    fn a_head_without_end_stops_at_the_first_heading() {
        let (head, body) = parts("---\nname: a\ndescription: b\n# Title\ntext\n");
        assert_eq!((head.as_str(), body.as_str()), ("name: a\ndescription: b\n", "# Title\ntext\n"));
        assert_eq!(forms("---\nname: a\n").1, None);
        assert_eq!(forms("<!-- x -->\n---\nname: a\n---\n").0, None);
        assert_eq!(parts(""), (String::new(), String::new()));
        assert_eq!(parts("---"), (String::new(), String::new()));
    }
}
