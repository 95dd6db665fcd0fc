//! The list of files in a skill's body: one item is put in, every other byte of the text stays as it is.

/// Why a text can't be given a line: what follows would not be read as prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unclosed {
    #[error("its frontmatter, opened on line 1, is never closed")]
    Frontmatter,
    #[error("the code fence opened on line {0} is never closed")]
    Fence(usize),
}

/// Headings that mark the section, in the languages of the templates.
const HEADINGS: [&str; 2] = ["files", "文件"];

/// A line and where it lies in the text.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    start: usize,
    /// Without the line end.
    content: &'a str,
    /// Behind the line end.
    end: usize,
    /// Neither frontmatter nor code.
    is_prose: bool,
}

/// The text with a list item `- {item}` in its section of files, which is made under `heading` when there is none.
/// Items are in the order of their paths. `None` when the body names `path` already.
pub(super) fn insert(text: &str, path: &str, item: &str, heading: &str) -> Result<Option<String>, Unclosed> {
    let lines = scan(text)?;
    if names(text, path)? {
        return Ok(None);
    }
    let eol = line_end(text);
    let Some(section) = section(&lines) else {
        let gap = match (text.ends_with(['\n', '\r']), lines.last().is_none_or(is_blank)) {
            (_, true) => String::new(),
            (true, false) => eol.to_owned(),
            (false, false) => eol.repeat(2),
        };
        let last = if text.is_empty() || text.ends_with(['\n', '\r']) { eol } else { "" };
        return Ok(Some(format!("{text}{gap}## {heading}{eol}{eol}- {item}{last}")));
    };
    let items = items(section);
    let bullet = items.first().map_or('-', |item| item.bullet);
    let indent = items.first().map_or("", |item| item.indent);
    let (place, gap) = match items.iter().find(|other| other.path.is_some_and(|other| other > path)) {
        Some(after) => (after.start, ""),
        None => match items.last() {
            Some(before) => (before.end, ""),
            None => (section.iter().rev().find(|line| !is_blank(line)).map_or(0, |line| line.end), eol),
        },
    };
    let (before, after) = text.split_at(place);
    let line = format!("{indent}{bullet} {item}");
    Ok(Some(if before.ends_with(['\n', '\r']) {
        format!("{before}{gap}{line}{eol}{after}")
    } else {
        format!("{before}{eol}{gap}{line}{after}")
    }))
}

/// Whether the body names a path, as a link, in code or in words.
pub(super) fn names(text: &str, path: &str) -> Result<bool, Unclosed> {
    let body = scan(text)?.iter().find(|line| line.is_prose).map_or("", |line| &text[line.start..]);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/');
    Ok(body.match_indices(path).any(|(at, _)| {
        let after = body[at + path.len()..].chars().next();
        let before = body[..at].strip_suffix("./").unwrap_or(&body[..at]).chars().next_back();
        !after.is_some_and(is_part) && !before.is_some_and(is_part)
    }))
}

/// Cuts a text into lines and tells prose from frontmatter and fenced code.
fn scan(text: &str) -> Result<Vec<Line<'_>>, Unclosed> {
    let mut lines = Vec::new();
    let mut in_head = false;
    let mut fence: Option<(&str, usize)> = None;
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while start < text.len() {
        let rest = &text[start..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let ending = if rest[length..].starts_with("\r\n") { 2 } else { usize::from(length < rest.len()) };
        let content = &rest[..length];
        let is_rule = content.trim_end() == "---";
        let is_prose = if lines.is_empty() && is_rule {
            in_head = true;
            false
        } else if in_head {
            in_head = !is_rule;
            false
        } else if let Some((marks, _)) = fence {
            if closes(content, marks) {
                fence = None;
            }
            false
        } else {
            fence = opens(content).map(|marks| (marks, lines.len() + 1));
            fence.is_none()
        };
        let end = start + length + ending;
        lines.push(Line { start, content, end, is_prose });
        start = end;
    }
    match (in_head, fence) {
        (true, _) => Err(Unclosed::Frontmatter),
        (false, Some((_, line))) => Err(Unclosed::Fence(line)),
        (false, None) => Ok(lines),
    }
}

/// A line without the up to three blanks that Markdown allows before a block.
fn unindented(content: &str) -> Option<&str> {
    let trimmed = content.trim_start_matches(' ');
    (content.len() - trimmed.len() <= 3).then_some(trimmed)
}

/// The run of marks that opens a fence.
fn opens(content: &str) -> Option<&str> {
    let content = unindented(content)?;
    let mark = content.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = content.trim_start_matches(mark);
    let marks = &content[..content.len() - rest.len()];
    (marks.len() >= 3 && !(mark == '`' && rest.contains('`'))).then_some(marks)
}

fn closes(content: &str, marks: &str) -> bool {
    unindented(content).is_some_and(|content| {
        let content = content.trim_end();
        content.starts_with(marks) && content.chars().all(|c| marks.starts_with(c))
    })
}

/// The level and text of a `#` heading.
fn heading<'a>(line: &Line<'a>) -> Option<(usize, &'a str)> {
    let content = unindented(line.content).filter(|_| line.is_prose)?;
    let text = content.trim_start_matches('#');
    let level = content.len() - text.len();
    let is_heading = (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']));
    is_heading.then(|| (level, text.trim().trim_end_matches('#').trim()))
}

/// The lines of the section of files, its heading first.
fn section<'a, 'b>(lines: &'b [Line<'a>]) -> Option<&'b [Line<'a>]> {
    let is_ours = |text: &str| HEADINGS.contains(&text.to_lowercase().as_str());
    let (at, level) = lines.iter().enumerate().find_map(|(at, line)| {
        heading(line).filter(|(_, text)| is_ours(text)).map(|(level, _)| (at, level))
    })?;
    let rest = &lines[at + 1..];
    let length = rest
        .iter()
        .position(|line| heading(line).is_some_and(|(next, _)| next <= level))
        .unwrap_or(rest.len());
    Some(&lines[at..=at + length])
}

/// One item of the list.
#[derive(Debug)]
struct Item<'a> {
    start: usize,
    end: usize,
    indent: &'a str,
    bullet: char,
    /// What it points to: its first code span or link target.
    path: Option<&'a str>,
}

fn items<'a>(section: &[Line<'a>]) -> Vec<Item<'a>> {
    let mut found: Vec<Item<'a>> = Vec::new();
    let mut is_open = false;
    for line in section.iter().skip(1) {
        let bare = unindented(line.content).unwrap_or_default();
        let bullet = bare.chars().next().filter(|c| line.is_prose && matches!(c, '-' | '*' | '+'));
        let is_nested =
            found.first().is_some_and(|first| line.content.len() - bare.len() > first.indent.len() + 1);
        match (bullet, found.last_mut()) {
            (Some(bullet), _) if !is_nested && bare[1..].starts_with([' ', '\t']) => {
                is_open = true;
                let indent = &line.content[..line.content.len() - bare.len()];
                found.push(Item { start: line.start, end: line.end, indent, bullet, path: target(bare) });
            }
            // What is indented, or follows without a blank line, belongs to the item above.
            (_, Some(item)) if !is_blank(line) && heading(line).is_none() => {
                if is_open || line.content.starts_with([' ', '\t']) {
                    item.end = line.end;
                }
            }
            _ => is_open = false,
        }
    }
    found
}

fn target(item: &str) -> Option<&str> {
    let code = item.split('`').nth(1).map(|code| (item.find('`').unwrap_or_default(), code));
    let link =
        item.find("](").and_then(|at| Some((item.find('[')?, item[at + 2..].split([')', ' ']).next()?)));
    code.into_iter().chain(link).min().map(|(_, path)| path.trim_start_matches("./"))
}

fn is_blank(line: &Line<'_>) -> bool {
    line.content.trim().is_empty()
}

/// How the text ends its lines: as its first line does.
fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']).map(|at| &text[at..]) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        Some(_) | None => "\n",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn put(text: &str, path: &str) -> String {
        insert(text, path, &format!("`{path}`: x"), "Files").unwrap().unwrap()
    }

    #[test]
    fn a_text_without_a_section_gets_one_at_its_end() {
        assert_eq!(put("# A\n", "scripts/x.py"), "# A\n\n## Files\n\n- `scripts/x.py`: x\n");
        assert_eq!(put("# A\n\n", "scripts/x.py"), "# A\n\n## Files\n\n- `scripts/x.py`: x\n");
        assert_eq!(put("# A", "scripts/x.py"), "# A\n\n## Files\n\n- `scripts/x.py`: x");
        assert_eq!(put("# A\r\n", "a"), "# A\r\n\r\n## Files\r\n\r\n- `a`: x\r\n");
        assert_eq!(put("", "a"), "## Files\n\n- `a`: x\n");
        assert_eq!(
            put("\u{feff}---\nname: a\n---\n", "a"),
            "\u{feff}---\nname: a\n---\n\n## Files\n\n- `a`: x\n"
        );
    }

    #[test]
    fn items_are_kept_in_the_order_of_their_paths() {
        let text = "## Files\n\n* [b](b.md): two\n  lines\n* `d/e`: y\n\nAfter.\n\n## End\n";
        assert_eq!(
            put(text, "a.md"),
            "## Files\n\n* `a.md`: x\n* [b](b.md): two\n  lines\n* `d/e`: y\n\nAfter.\n\n## End\n"
        );
        assert_eq!(
            put(text, "c.md"),
            "## Files\n\n* [b](b.md): two\n  lines\n* `c.md`: x\n* `d/e`: y\n\nAfter.\n\n## End\n"
        );
        assert_eq!(
            put(text, "z.md"),
            "## Files\n\n* [b](b.md): two\n  lines\n* `d/e`: y\n* `z.md`: x\n\nAfter.\n\n## End\n"
        );
        assert_eq!(put("## Files\n\n- `a`: y", "b"), "## Files\n\n- `a`: y\n- `b`: x");
        assert_eq!(put("## 文件\n\n说明。\n\n## 结尾\n", "b"), "## 文件\n\n说明。\n\n- `b`: x\n\n## 结尾\n");
        assert_eq!(put("## Files\n## End\n", "b"), "## Files\n\n- `b`: x\n## End\n");
        assert_eq!(put("## Files ##\n", "b"), "## Files ##\n\n- `b`: x\n");
    }

    #[test]
    fn code_and_frontmatter_hold_no_section_and_open_ones_are_refused() {
        let text = "---\n# files\n## Files\n---\n~~~md\n```\n## Files\n~~~\n";
        assert_eq!(put(text, "b"), format!("{text}\n## Files\n\n- `b`: x\n"));
        assert_eq!(insert("---\na: b\n", "b", "b", "Files"), Err(Unclosed::Frontmatter));
        assert_eq!(insert("a\n````\n```\n", "b", "b", "Files"), Err(Unclosed::Fence(2)));
    }

    #[test]
    fn a_path_that_is_named_is_not_named_twice() {
        for text in ["run `scripts/a.py`.", "[x](scripts/a.py)", "see ./scripts/a.py"] {
            assert_eq!(insert(text, "scripts/a.py", "x", "Files"), Ok(None), "{text}");
        }
        for text in ["scripts/a.pyc", "my-scripts/a.py", "---\nx: scripts/a.py\n---\n"] {
            assert!(insert(text, "scripts/a.py", "x", "Files").unwrap().is_some(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn inserting_adds_and_never_changes(
            text in "(---\r?\n)?([ -~\u{4e2d}\r\n`#]|\n## Files\n|\n- `scripts/b`: x\n|\n```\n){0,40}"
        ) {
            if let Ok(Some(new)) = insert(&text, "scripts/m", "`scripts/m`: y", "Files") {
                prop_assert!(names(&new, "scripts/m").unwrap());
                // What was there is what is left when one run of bytes is cut out.
                let added = new.len() - text.len();
                prop_assert!((0..=text.len()).any(|at| text.is_char_boundary(at)
                    && new.starts_with(&text[..at]) && new.ends_with(&text[at..]) && new.len() == text.len() + added));
                prop_assert_eq!(insert(&new, "scripts/m", "x", "Files"), Ok(None));
            }
        }
    }
}
