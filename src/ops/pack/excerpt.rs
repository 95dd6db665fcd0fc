//! What a report shows of a file that is not held: the lines that findings stand in. All other lines are empty, so
//! that the numbers of lines stay.

use crate::{lint::diagnostic::Diagnostic, model::span::Span};

/// The text without the lines that no finding touches; the findings' places move with it.
pub(super) fn cut(text: &str, found: &mut [&mut Diagnostic]) -> String {
    let mut touched: Vec<Span> = found.iter_mut().flat_map(|one| spans(one).map(|span| *span)).collect();
    touched.sort();
    let mut out = String::new();
    // For each line: where it begins, and how many bytes before it are gone.
    let mut moved: Vec<(usize, usize)> = Vec::new();
    let (mut start, mut gone, mut next) = (0, 0, 0);
    let mut last = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        moved.push((start, gone));
        while let Some(span) = touched.get(next).filter(|span| span.start < end) {
            last = last.max(span.end.max(span.start + 1));
            next += 1;
        }
        if last > start {
            out.push_str(line);
        } else {
            let before = out.len();
            out.extend(line.chars().filter(|c| matches!(c, '\r' | '\n')));
            gone += line.len() - (out.len() - before);
        }
        start = end;
    }
    let place = |at: usize| {
        let index = moved.partition_point(|(start, _)| *start <= at);
        at - moved.get(index.wrapping_sub(1)).map_or(0, |(_, gone)| *gone)
    };
    for one in found {
        for span in spans(one) {
            *span = Span::new(place(span.start), place(span.end).min(out.len()));
        }
    }
    out
}

/// Makes a finding one about its file as a whole.
pub(super) fn give_up_places(one: &mut Diagnostic) {
    one.span = None;
    one.label = None;
    one.labels.clear();
    one.fix = None;
}

/// All places of a finding.
fn spans(one: &mut Diagnostic) -> impl Iterator<Item = &mut Span> {
    let labels = one.labels.iter_mut().map(|label| &mut label.span);
    let edits = one.fix.iter_mut().flat_map(|fix| fix.edits.iter_mut().map(|edit| &mut edit.span));
    one.span.iter_mut().chain(labels).chain(edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lint::{self, profile::Profile},
        model::{
            skill::Skill,
            tree::{Mode, Tree, TreeFile},
        },
    };

    #[test]
    fn places_stay_in_their_lines() {
        let key = format!("sk-ant-api03-{}", "aB3dE5fG7h".repeat(9));
        let long = "long ".repeat(40);
        let text = format!(
            "{long}\r\nkey = '{key}'\r\n{long}\n\n{long}\rx\nurl = 'https://a:hunter22x@db.corp.com/'\n"
        );
        let file = |path: &str, content: &str| TreeFile {
            path: path.to_owned(),
            mode: Mode::Regular,
            content: content.into(),
        };
        let head = "---\nname: x\ndescription: Does x. Use when x.\n---\n`scripts/a.py`\n";
        let tree = Tree::new(vec![file("SKILL.md", head), file("scripts/a.py", &text)]);
        let mut found = lint::check(&Skill::new("x", tree), &[Profile::spec()]);
        let mut own: Vec<&mut Diagnostic> =
            found.iter_mut().filter(|one| one.file == "scripts/a.py" && one.span.is_some()).collect();
        assert!(!own.is_empty());
        let shown = |text: &str, span: Span| {
            let line = text[..span.start].matches(['\n', '\r']).count();
            (line, span.of(text).to_owned())
        };
        let before: Vec<_> = own.iter().filter_map(|one| one.span).map(|span| shown(&text, span)).collect();
        let cut = cut(&text, &mut own);
        let after: Vec<_> = own.iter().filter_map(|one| one.span).map(|span| shown(&cut, span)).collect();
        assert_eq!(before, after);
        assert!(cut.len() < 250, "{cut}");
    }
}
