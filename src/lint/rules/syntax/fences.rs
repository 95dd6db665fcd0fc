//! Rules on the fences round the frontmatter.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
        rules::description::TO_FILL_IN,
    },
    model::{
        frontmatter::{Form, double},
        name::slug,
        span::Span,
    },
};

declare_rule! {
    /// ## What it finds
    /// A fence that is not exactly `---`: spaces or text after it, more hyphens, indentation, `...`.
    /// ## Why it matters
    /// Loaders differ: one accepts it, the next finds no frontmatter and drops the skill.
    /// ## Example
    /// `--- ` with a space after it, or `-----`.
    FENCE_MALFORMED = "fence-malformed" {
        summary: "a fence is not exactly `---`",
        category: Frontmatter,
        level: Warning,
        fix: Safe,
        check: fence_malformed,
    }
}

fn fence_malformed(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let text = subject.skill.text();
    let split = &subject.skill.head.split;
    for (fence, which) in [(split.opening, "opening"), (split.closing, "closing")] {
        let Some(fence) = fence else { continue };
        let line = fence.span.of(text);
        let hyphens = line.len() - line.trim_start_matches('-').len();
        let (span, message) = match fence.form {
            // What is glued closes nothing, which is another rule's matter.
            Form::Exact | Form::Glued => continue,
            Form::TrailingBlank => {
                (Span::new(fence.span.start + 3, fence.span.end), format!("spaces follow the {which} `---`"))
            }
            Form::Malformed if hyphens > 3 => {
                (fence.span, format!("the {which} fence has {hyphens} hyphens, three are asked for"))
            }
            Form::Malformed => {
                (Span::new(fence.span.start + 3, fence.span.end), format!("text follows the {which} `---`"))
            }
            Form::Indented => (fence.span, format!("the {which} `---` is indented")),
            Form::Dots => {
                (fence.span, "the frontmatter is closed by `...`, which most loaders don't see".to_owned())
            }
        };
        let certain =
            matches!(fence.form, Form::TrailingBlank | Form::Indented) || hyphens == line.trim_end().len();
        let finding = found.here(span, message).help("write `---` alone on the line");
        if certain {
            finding.fix(Fix::safe("write `---`", vec![Edit::replace(fence.span, "---")]));
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A SKILL.md that does not begin with `---`.
    /// ## Why it matters
    /// Without frontmatter there is no name and no description, and no agent offers the skill.
    /// ## Example
    /// A file that begins with `# Title`, or with a comment above the `---`.
    FRONTMATTER_MISSING = "frontmatter-missing" {
        summary: "SKILL.md has no frontmatter",
        category: Frontmatter,
        level: Error,
        fix: Unsafe,
        check: frontmatter_missing,
    }
}

fn frontmatter_missing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(manifest) = &subject.skill.manifest else { return };
    if manifest.unreadable.is_none() && subject.skill.head.split.opening.is_none() {
        let mut lines = crate::model::span::lines(&manifest.text, 0).map(|line| line.span);
        let first = lines.next().unwrap_or(Span::at(0));
        let finding = found.here(first, "the file has no frontmatter: its first line is not `---`");
        // A block that stands further down was meant to be it.
        let is_fence = |span: &Span| span.of(&manifest.text).trim_end() == "---";
        let is_field = |span: &Span| {
            let line = span.of(&manifest.text);
            line.starts_with("name:") || line.starts_with("description:")
        };
        let near: Vec<Span> = lines.take(40).collect();
        if let Some(pair) = near.windows(2).find(|pair| is_fence(&pair[0]) && is_field(&pair[1])) {
            finding
                .also(pair[0], "the frontmatter seems to begin here")
                .help("remove what stands above this `---`");
            return;
        }
        finding.help("begin the file with `---`, `name: …`, `description: …`, `---`");
        if let Some(name) = slug(&subject.skill.folder).filter(|_| !manifest.text.contains('\u{feff}')) {
            let words = first_words(&manifest.text).unwrap_or_else(|| TO_FILL_IN.to_owned());
            let block = format!("---\nname: {name}\ndescription: {}\n---\n\n", double(&words));
            let title = "write frontmatter from the folder's name and the first words";
            finding.fix(Fix::unsure(title, vec![Edit::replace(Span::at(0), block)]));
        }
    }
}

/// The first line of plain text, else the first heading, cut to what a description may have.
fn first_words(text: &str) -> Option<String> {
    let rows = || text.lines().map(str::trim).take(100);
    let is_plain = |row: &&str| {
        row.starts_with(char::is_alphanumeric)
            || row.starts_with(['*', '_', '`']) && !row.starts_with("* ") && !row.starts_with("```")
    };
    let heading = || rows().find_map(|row| row.strip_prefix("# ")).map(plain_words);
    rows().filter(is_plain).map(plain_words).find(|row| says_something(row)).or_else(heading)
}

/// A line of Markdown without its signs and without the label of a field.
fn plain_words(row: &str) -> String {
    let plain: String = row.chars().filter(|c| !matches!(c, '*' | '`' | '<' | '>' | '#')).take(500).collect();
    let label = ["Description:", "Summary:", "描述：", "说明：", "简介：", "功能描述：", "功能说明："]
        .iter()
        .find_map(|label| plain.trim().strip_prefix(label));
    label.unwrap_or(&plain).trim().to_owned()
}

/// Whether a line could describe a skill: no label, no head of a list, no version.
fn says_something(row: &str) -> bool {
    let width: usize = row.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    width >= 20 && !row.ends_with([':', '：'])
}

declare_rule! {
    /// ## What it finds
    /// Frontmatter that is opened with `---` and never closed, or whose closing `---` shares its line with other text.
    /// ## Why it matters
    /// Loaders find no frontmatter, or take the whole file for YAML.
    /// ## Example
    /// `---`, `name: x`, and then at once `# Title`, or `---# Title`.
    FRONTMATTER_UNCLOSED = "frontmatter-unclosed" {
        summary: "the frontmatter is never closed",
        category: Frontmatter,
        level: Error,
        fix: Safe,
        check: frontmatter_unclosed,
    }
}

fn frontmatter_unclosed(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let split = &subject.skill.head.split;
    if let Some(glued) = split.closing.filter(|fence| fence.form == Form::Glued) {
        let text = subject.skill.text();
        let after = glued.span.start + 3;
        let rest = Span::new(after, glued.span.end).of(text);
        let blanks = Span::new(after, glued.span.end - rest.trim_start().len());
        let newline = if text[glued.span.end..].starts_with("\r\n") { "\r\n" } else { "\n" };
        found
            .here(glued.span, "the frontmatter is not closed: text follows `---` on this line")
            .help("begin a new line after `---`")
            .fix(Fix::safe("begin a new line", vec![Edit::replace(blanks, newline)]));
        return;
    }
    let (Some(opening), None) = (split.opening, split.closing) else { return };
    let end = split.head.end;
    let newline = if subject.skill.text()[..end].ends_with(['\n', '\r']) { "" } else { "\n" };
    found
        .here(opening.span, "the frontmatter that begins here is never closed")
        .help("put `---` on a line of its own after the last field")
        .fix(Fix::unsure("close it", vec![Edit::replace(Span::at(end), format!("{newline}---\n"))]));
}

declare_rule! {
    /// ## What it finds
    /// `---` inside a value of the frontmatter.
    /// ## Why it matters
    /// Several readers, the reference validator among them, cut the file at the first two `---` wherever they stand:
    /// the value ends there and every later field is lost, without an error.
    /// ## Example
    /// `description: Plans --- then ships.`
    TRIPLE_DASH_IN_VALUE = "triple-dash-in-value" {
        summary: "`---` inside a value",
        category: Frontmatter,
        level: Warning,
        fix: None,
        check: triple_dash_in_value,
    }
}

fn triple_dash_in_value(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let split = &subject.skill.head.split;
    let text = subject.skill.text();
    if split.closing.is_none() || !subject.skill.head.split.strays.is_empty() {
        return;
    }
    if let Some(at) = split.head.of(text).find("---") {
        let start = split.head.start + at;
        found
            .here(
                Span::new(start, start + 3),
                "some readers, the reference validator among them, end the frontmatter at this `---`",
            )
            .help("write a dash (`–`) or two hyphens");
    }
}
