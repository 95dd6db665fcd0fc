//! Findings with a frame of the text they are about, as compilers draw them.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Sheet, on_first_line};
use crate::{
    lint::diagnostic::{Diagnostic, Severity},
    model::{
        span::{Span, lines},
        visible,
    },
};

/// The findings of one skill, frames and all. `profiles` tells whether findings name the profiles they belong to.
pub(crate) fn render(sheet: &Sheet<'_>, width: usize, profiles: usize) -> String {
    let renderer = Renderer::styled().term_width(width);
    let mut out = String::new();
    for diagnostic in sheet.found {
        out.push_str(&renderer.render(&[group(sheet, diagnostic, profiles)]));
        out.push_str("\n\n");
    }
    out
}

fn group<'a>(sheet: &'a Sheet<'_>, diagnostic: &'a Diagnostic, profiles: usize) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(visible::line(&diagnostic.message)).id(diagnostic.rule.name);
    let path = sheet.path(&diagnostic.file);
    let text = sheet.text(&diagnostic.file);
    let mut group = match diagnostic.span {
        Some(span) if span.end <= text.len() && text.is_char_boundary(span.start) => {
            title.element(frame(text, span, diagnostic).path(path))
        }
        _ => title.element(Origin::path(path)),
    };
    if profiles > 1 {
        group = group.element(Level::NOTE.message(format!("for {}", diagnostic.profiles.join(", "))));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(visible::line(help)));
    }
    group
}

/// The lines from the first marked place to the last; those between that bear no mark are folded away.
fn frame<'a>(
    text: &'a str,
    span: Span,
    diagnostic: &'a Diagnostic,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let labels: Vec<Span> = diagnostic.labels.iter().map(|label| on_first_line(text, label.span)).collect();
    let first = labels.iter().map(|label| label.start).fold(span.start, usize::min);
    let last =
        labels.iter().map(|label| label.end).fold(span.end.min(on_first_line(text, span).end), usize::max);
    let mut number = 1;
    let mut start = 0;
    let mut end = text.len();
    for line in lines(text, 0) {
        if line.next <= first && line.next > line.span.end {
            number += 1;
            start = line.next;
        }
        if line.span.end >= last {
            end = line.span.end;
            break;
        }
    }
    let marked = on_first_line(text, span);
    let within = |span: Span| span.start - start..span.end - start;
    let primary =
        AnnotationKind::Primary.span(within(marked)).label(diagnostic.label.as_deref().map(visible::line));
    let others = diagnostic.labels.iter().zip(labels).map(|(label, span)| {
        let words = (!label.text.is_empty()).then(|| visible::line(&label.text));
        AnnotationKind::Context.span(within(span)).label(words)
    });
    Snippet::source(&text[start..end.max(start)]).line_start(number).annotation(primary).annotations(others)
}
