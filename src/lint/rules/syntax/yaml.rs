//! Rules on the YAML of the frontmatter, each for a flaw that the reader found.

use crate::{
    lint::{
        Subject,
        diagnostic::Diagnostic,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::{ExoticKind, Fault, FaultKind},
        span::{Span, lines},
    },
};

declare_rule! {
    /// ## What it finds
    /// A key that stands twice in one mapping.
    /// ## Why it matters
    /// Strict YAML readers refuse the file, lenient ones take the first or the last.
    /// ## Example
    /// Two `description:` lines.
    DUPLICATE_KEY = "duplicate-key" {
        summary: "a key stands twice",
        category: Frontmatter,
        level: Error,
        fix: None,
        check: duplicate_key,
    }
}

fn duplicate_key(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for fault in &subject.skill.head.faults {
        if let FaultKind::DuplicateKey { first, .. } = &fault.kind {
            found
                .here(fault.span, fault.kind.to_string())
                .marked("again here")
                .also(*first, "first here")
                .help("keep one of the two");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Frontmatter that is no list of `key: value` lines: empty, a list, a single text.
    /// ## Why it matters
    /// No field can be read.
    /// ## Example
    /// `- name: x` in the place of `name: x`.
    NOT_A_MAPPING = "not-a-mapping" {
        summary: "the frontmatter is no mapping",
        category: Frontmatter,
        level: Error,
        fix: None,
        check: not_a_mapping,
    }
}

fn not_a_mapping(subject: &Subject<'_>, found: &mut Findings<'_>) {
    each(
        subject,
        found,
        |kind| matches!(kind, FaultKind::NotAMapping { .. } | FaultKind::Empty),
        |finding, _| {
            finding.help("write `name: …` and `description: …` lines");
        },
    );
}

/// One finding for every fault that `wanted` accepts.
fn each(
    subject: &Subject<'_>,
    found: &mut Findings<'_>,
    wanted: impl Fn(&FaultKind) -> bool,
    detail: impl Fn(&mut Diagnostic, &Fault),
) {
    for fault in subject.skill.head.faults.iter().filter(|fault| wanted(&fault.kind)) {
        let finding = found.here(fault.span, fault.kind.to_string());
        if let Some(repair) = &fault.repair {
            let edit = Edit::replace(repair.span, repair.replacement.clone());
            let title = match fault.kind {
                FaultKind::ValueAtMargin { .. } => "indent the value's lines",
                _ => "put the value in double quotes",
            };
            finding.fix(Fix::safe(title, vec![edit]));
        }
        detail(finding, fault);
    }
}

declare_rule! {
    /// ## What it finds
    /// A plain value with a colon and a space in it.
    /// ## Why it matters
    /// It is no valid YAML: most loaders drop the skill without a word; a few repair it.
    /// ## Example
    /// `description: Use this when: the user asks` must be `description: "Use this when: the user asks"`.
    UNQUOTED_COLON = "unquoted-colon" {
        summary: "a plain value holds `: `",
        category: Frontmatter,
        level: Error,
        fix: Safe,
        check: unquoted_colon,
    }
}

fn unquoted_colon(subject: &Subject<'_>, found: &mut Findings<'_>) {
    each(
        subject,
        found,
        |kind| matches!(kind, FaultKind::UnquotedColon { .. }),
        |finding, fault| {
            finding.marked("this colon ends a key in YAML").help("put the value in double quotes");
            // A name has one line: what looks like a field below it is one.
            let field = own_field(subject.skill.text(), fault.span);
            if let (FaultKind::UnquotedColon { key }, Some(field)) = (&fault.kind, field)
                && key == "name"
            {
                finding.fix = None;
                finding.help(format!("let `{field}` begin at the start of its line, or remove the line"));
            }
        },
    );
}

/// The key in front of a colon, when nothing but blanks stands before it on its line.
fn own_field(text: &str, colon: Span) -> Option<&str> {
    let start = text[..colon.start].rfind('\n').map_or(0, |newline| newline + 1);
    let key = text[start..colon.start].strip_prefix([' ', '\t'])?.trim_start();
    let is_key = !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    is_key.then_some(key)
}

declare_rule! {
    /// ## What it finds
    /// A value that begins with a sign which means something else in YAML, or that has text after its closing quote.
    /// ## Why it matters
    /// Loaders refuse the file: `*` names an alias, `@` and the backtick are reserved, `[` begins a list.
    /// ## Example
    /// `description: **Purpose:** …` is read as an alias.
    VALUE_NEEDS_QUOTES = "value-needs-quotes" {
        summary: "a value that must be quoted",
        category: Frontmatter,
        level: Error,
        fix: Safe,
        check: value_needs_quotes,
    }
}

fn value_needs_quotes(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let wanted =
        |kind: &FaultKind| matches!(kind, FaultKind::NeedsQuotes { .. } | FaultKind::TextAfterQuote { .. });
    each(subject, found, wanted, |finding, fault| {
        finding.help(match fault.kind {
            FaultKind::TextAfterQuote { .. } => {
                "put the whole value in double quotes, with `\\\"` for quotes inside"
            }
            _ => "put the value in double quotes",
        });
    });
}

declare_rule! {
    /// ## What it finds
    /// YAML that is valid but that plain readers refuse: flow style (`[a, b]`, `{a: b}`), anchors, aliases, tags.
    /// ## Why it matters
    /// The reference validator refuses it; agents read it.
    /// ## Example
    /// `allowed-tools: [Read, Bash]`
    YAML_EXOTIC = "yaml-exotic" {
        summary: "YAML that the reference validator refuses",
        category: Frontmatter,
        level: Note,
        fix: None,
        check: yaml_exotic,
    }
}

fn yaml_exotic(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(first) = subject.skill.head.exotics.first() else { return };
    let what = match first.kind {
        ExoticKind::Anchor => "an anchor (`&`)",
        ExoticKind::Alias => "an alias (`*`)",
        ExoticKind::Tag => "a tag (`!`)",
        ExoticKind::Flow => "flow style (`[…]`, `{…}`)",
        ExoticKind::ComplexKey => "a key that is no text",
    };
    found
        .here(first.span, format!("{what} is valid YAML, but the reference validator refuses it"))
        .help("write one `key: value` or `- item` on each line, and quote text that begins with such a sign");
}

declare_rule! {
    /// ## What it finds
    /// Frontmatter that is no YAML for another reason: a quote that is never closed, a line that is no `key: value`,
    /// a document separator, wrong indentation. A quoted text that goes on at column 0 is a warning's worth.
    /// ## Why it matters
    /// Loaders drop the skill, most of them silently.
    /// ## Example
    /// `--- Apache-2.0` as a line of the frontmatter.
    YAML_INVALID = "yaml-invalid" {
        summary: "the frontmatter is no valid YAML",
        category: Frontmatter,
        level: Error,
        fix: Safe,
        check: yaml_invalid,
    }
}

fn yaml_invalid(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let wanted = |kind: &FaultKind| {
        matches!(
            kind,
            FaultKind::Syntax(_)
                | FaultKind::UnclosedQuote { .. }
                | FaultKind::StrayText
                | FaultKind::StrayFence
                | FaultKind::ValueAtMargin { .. }
        )
    };
    let text = subject.skill.text();
    each(subject, found, wanted, |finding, fault| {
        let heading = heading_above(text, fault.span)
            .filter(|_| matches!(fault.kind, FaultKind::Syntax(_) | FaultKind::StrayText));
        let is_heading = heading.is_some() || fault.span.of(text).starts_with('#');
        let help = match fault.kind {
            FaultKind::Syntax(_) | FaultKind::StrayText if is_heading => {
                "put `---` on a line of its own where the frontmatter ends, above the heading"
            }
            FaultKind::UnclosedQuote { .. } => "close the quote, or drop it",
            FaultKind::StrayText if follows_a_quote(text, fault.span) => {
                "the value above ends at its closing quote: put that quote at the end of this line, or remove the line"
            }
            FaultKind::StrayText => {
                "make it a `key: value` line, indent it to continue the value above, or remove it"
            }
            FaultKind::StrayFence => "remove the line, or make it a field such as `license: …`",
            FaultKind::ValueAtMargin { .. } => "indent the lines of the value by a space",
            // The scanner's words advise already.
            FaultKind::Syntax(ref why) if why.contains("put the value") || why.contains("use single") => {
                return;
            }
            _ => "mend the line, or put the whole value in double quotes",
        };
        if matches!(fault.kind, FaultKind::StrayText) {
            let below = stray_lines(text, subject.skill.head.split.head, fault.span);
            match below {
                0 => {}
                1 => finding.message = format!("{}, nor is the one below it", finding.message),
                _ => finding.message = format!("{}, nor are the {below} below it", finding.message),
            }
        }
        finding.help(help);
        if let Some(heading) = heading {
            finding.also(heading, "the text seems to begin here");
        }
        if matches!(fault.kind, FaultKind::ValueAtMargin { .. }) {
            finding.severity = finding.severity.min(crate::lint::diagnostic::Severity::Warning);
        }
    });
}

/// The Markdown heading, a comment to YAML, that begins the text in which a stray line stands.
fn heading_above(text: &str, stray: Span) -> Option<Span> {
    let above: Vec<Span> =
        lines(text, 0).map(|line| line.span).take_while(|line| line.end < stray.start).collect();
    let is_blank = |line: &Span| line.of(text).trim().is_empty();
    let from = above.iter().rposition(|line| !is_blank(line) && !line.of(text).starts_with('#'))? + 1;
    let at = from + above[from..].iter().position(|line| line.of(text).starts_with("# "))?;
    is_blank(&above[at - 1]).then(|| above[at])
}

/// Whether an indented line stands below one that ends with a quote.
fn follows_a_quote(text: &str, stray: Span) -> bool {
    let start = text[..stray.start].rfind('\n').map_or(0, |newline| newline + 1);
    let is_indented = text[start..].starts_with([' ', '\t']);
    is_indented && text[..start].trim_end().ends_with(['"', '\''])
}

/// How many lines with text follow a stray one before the next field.
fn stray_lines(text: &str, head: Span, first: Span) -> usize {
    let is_field = |line: &str| {
        line.split_once(':').is_some_and(|(key, _)| {
            !key.is_empty()
                && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        })
    };
    lines(text, first.end)
        .skip(1)
        .take_while(|line| line.span.start < head.end && !is_field(line.span.of(text)))
        .filter(|line| !line.span.of(text).trim().is_empty())
        .count()
}

declare_rule! {
    /// ## What it finds
    /// Frontmatter of more than 64 KiB, nested more than 32 deep, or whose aliases stand for very many values.
    /// ## Why it matters
    /// Loaders refuse it or choke on it.
    /// ## Example
    /// A data table kept in `metadata`.
    YAML_LIMITS = "yaml-limits" {
        summary: "frontmatter too large or too deep",
        category: Frontmatter,
        level: Error,
        fix: None,
        check: yaml_limits,
    }
}

fn yaml_limits(subject: &Subject<'_>, found: &mut Findings<'_>) {
    each(
        subject,
        found,
        |kind| matches!(kind, FaultKind::TooDeep | FaultKind::TooLong { .. }),
        |finding, _| {
            finding.help("move data into a file below `assets/`");
        },
    );
}

declare_rule! {
    /// ## What it finds
    /// A line of the frontmatter that is indented with a tab.
    /// ## Why it matters
    /// YAML forbids it; loaders drop the skill.
    /// ## Example
    /// A tab before `version: 1.0.0` below `metadata:`.
    YAML_TAB = "yaml-tab" {
        summary: "a tab indents a line",
        category: Frontmatter,
        level: Error,
        fix: Safe,
        check: yaml_tab,
    }
}

fn yaml_tab(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let text = subject.skill.text();
    each(
        subject,
        found,
        |kind| matches!(kind, FaultKind::Tab),
        |finding, _| {
            let tabs = lines(text, head.split.head.start)
                .take_while(|line| line.span.start < head.split.head.end)
                .filter_map(|line| {
                    let content = line.span.of(text);
                    let length = content.len() - content.trim_start_matches([' ', '\t']).len();
                    let indentation = &content[..length];
                    indentation.contains('\t').then(|| {
                        let span = Span::new(line.span.start, line.span.start + length);
                        Edit::replace(span, indentation.replace('\t', "  "))
                    })
                })
                .collect();
            finding.help("indent with spaces").fix(Fix::safe("write spaces for tabs", tabs));
        },
    );
}
