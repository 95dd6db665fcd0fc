//! Findings with a frame of the text they are about, as compilers draw them. What a skill has many of is drawn a few
//! times and listed for the rest.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Sheet, concise, frame, position};
use crate::{
    lint::diagnostic::{Diagnostic, Severity},
    model::{span::Span, visible},
    ui::{table::columns, wrap::wrapped},
};

/// Findings of one rule that get a frame, in one skill.
const FRAMES: usize = 10;
/// Places of one finding that are named.
const PLACES: usize = 12;

/// How findings are laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    /// Columns of the terminal.
    pub(crate) width: usize,
    /// Whether long messages are broken between words; what is piped keeps one line a message.
    pub(crate) wraps: bool,
}

/// The findings of one skill, frames and all. `profiles` tells whether findings name the profiles they belong to.
pub(crate) fn render(sheet: &Sheet<'_>, page: Page, profiles: usize) -> String {
    // Lines are cut to the width here, by columns and not by characters.
    let renderer = Renderer::styled().term_width(usize::from(u16::MAX));
    let mut out = String::new();
    let mut rest = String::new();
    let mut drawn: BTreeMap<&str, usize> = BTreeMap::new();
    // By what is said, in the order of the places.
    let mut alike: HashMap<_, Vec<&Diagnostic>> = HashMap::new();
    for diagnostic in sheet.found.iter().filter(|diagnostic| diagnostic.span.is_some()) {
        alike.entry(words(diagnostic)).or_default().push(diagnostic);
    }
    for diagnostic in sheet.found {
        let again = alike.get(&words(diagnostic)).map_or(&[][..], Vec::as_slice);
        let again = match again {
            [first, others @ ..] if std::ptr::eq(*first, diagnostic) => others,
            [] => again,
            _ => continue,
        };
        let count = drawn.entry(diagnostic.rule.name).or_default();
        *count += 1;
        if *count > FRAMES {
            rest.push_str(&concise::line(sheet, diagnostic));
            continue;
        }
        let mut picture = renderer.render(&[group(sheet, diagnostic, again, page, profiles)]);
        if let Some((shown, real)) = moved(sheet, diagnostic, page) {
            picture = picture.replacen(&shown, &real, 1);
        }
        out.push_str(&picture);
        out.push_str("\n\n");
    }
    if !rest.is_empty() {
        rest.push('\n');
    }
    out + &rest
}

/// The place as the renderer writes it, counting in the cut line, and as it is in the file, where the two differ.
fn moved(sheet: &Sheet<'_>, diagnostic: &Diagnostic, page: Page) -> Option<(String, String)> {
    let text = sheet.text(&diagnostic.file);
    let span = diagnostic.span.filter(|span| is_within(*span, text))?;
    let frame = frame::Frame::new(text, span, diagnostic, page.width);
    let (line, real) = position(text, span.start);
    let shown = position(&frame.source, frame.mark.start).1;
    let place = format!("{}:{line}", sheet.path(&diagnostic.file));
    (shown != real).then(|| (format!("{place}:{shown}"), format!("{place}:{real}")))
}

fn is_within(span: Span, text: &str) -> bool {
    span.end <= text.len() && text.is_char_boundary(span.start)
}

/// What two findings share that differ in their place alone.
fn words(diagnostic: &Diagnostic) -> (&str, &str, &str, &[Arc<str>]) {
    (diagnostic.rule.name, &diagnostic.file, &diagnostic.message, &diagnostic.profiles)
}

fn group<'a>(
    sheet: &'a Sheet<'_>,
    diagnostic: &'a Diagnostic,
    again: &[&Diagnostic],
    page: Page,
    profiles: usize,
) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let text = sheet.text(&diagnostic.file);
    let span = diagnostic.span.filter(|span| is_within(*span, text));
    let frame = span.map(|span| frame::Frame::new(text, span, diagnostic, page.width));
    let phrase = |text: &'a str, before: usize| {
        if page.wraps {
            Cow::Owned(wrapped(&visible::line(text), page.width.saturating_sub(before)))
        } else {
            visible::line(text)
        }
    };
    let kind = sheet.words.phrase(diagnostic.severity.as_str());
    let before = columns(&kind) + diagnostic.rule.name.len() + "[]: ".len();
    let title =
        level.with_name(kind).primary_title(phrase(&diagnostic.message, before)).id(diagnostic.rule.name);
    let path = sheet.path(&diagnostic.file);
    let note = Level::NOTE.with_name(sheet.words.phrase("note"));
    let gutter = frame.as_ref().map_or(0, |frame| frame.gutter);
    let mut group = match frame {
        Some(frame) => title.element(snippet(frame, diagnostic).path(path)),
        None => title.element(Origin::path(path)),
    };
    if let Some(places) = places(text, again) {
        group = group.element(note.clone().message(sheet.words.phrase(&places).into_owned()));
    }
    if profiles > 1 {
        let belongs = format!("for {}", diagnostic.profiles.join(", "));
        group = group.element(note.message(sheet.words.phrase(&belongs).into_owned()));
    }
    if let Some(help) = &diagnostic.help {
        let label = sheet.words.phrase("help");
        let before = gutter + columns(&label) + " = : ".len();
        group = group.element(Level::HELP.with_name(label).message(phrase(help, before)));
    }
    group
}

/// `the same on lines 3, 8 and 9`, for findings that are not drawn.
fn places(text: &str, again: &[&Diagnostic]) -> Option<String> {
    let mut lines: Vec<usize> =
        again.iter().filter_map(|later| later.span).map(|span| position(text, span.start).0).collect();
    lines.dedup();
    let more = lines.len().saturating_sub(PLACES);
    lines.truncate(PLACES);
    let named: Vec<String> = lines.iter().map(ToString::to_string).collect();
    match (named.as_slice(), more) {
        ([], _) => None,
        ([one], _) => Some(format!("the same on line {one}")),
        ([first @ .., last], 0) => Some(format!("the same on lines {} and {last}", first.join(", "))),
        (all, more) => Some(format!("the same on lines {} and {more} more", all.join(", "))),
    }
}

fn snippet(frame: frame::Frame, diagnostic: &Diagnostic) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
    let primary =
        AnnotationKind::Primary.span(frame.mark).label(diagnostic.label.as_deref().map(visible::line));
    let others = diagnostic.labels.iter().zip(frame.labels).map(|(label, span)| {
        let words = (!label.text.is_empty()).then(|| visible::line(&label.text));
        AnnotationKind::Context.span(span).label(words)
    });
    Snippet::source(frame.source).line_start(frame.line).annotation(primary).annotations(others)
}
