//! Findings the author has allowed. `# skill-lint: allow RULE — reason` on a line of its own in the frontmatter speaks
//! for the whole skill, after a value for that line; `<!-- skill-lint: allow RULE — reason -->` in Markdown for its line
//! and the block below it, `allow-file` for the whole file.

use super::{
    diagnostic::Diagnostic,
    document::{self, Document},
    rules::{RULES, named},
};
use crate::model::{
    name::nearest,
    skill::Skill,
    span::{Span, lines},
};

const MARK: &str = "skill-lint:";

/// What a comment speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Skill,
    File,
    Place(Span),
}

/// One comment that allows rules.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Allowance {
    file: String,
    /// The names of rules or categories, each with its place.
    words: Vec<(String, Span)>,
    reason: String,
    scope: Scope,
}

/// Something wrong with a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) file: String,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: String,
}

/// All comments of a skill that speak to lint.
#[derive(Debug, Default)]
pub(super) struct Comments {
    allowances: Vec<Allowance>,
    flaws: Vec<Flaw>,
}

/// Findings parted by what comments allow.
pub(super) struct Parted {
    pub(super) found: Vec<Diagnostic>,
    /// Each with the reason given.
    pub(super) silenced: Vec<(Diagnostic, String)>,
    pub(super) flaws: Vec<Flaw>,
}

/// All such comments of a skill. Those inside code are examples and say nothing.
pub(super) fn read(skill: &Skill) -> Comments {
    let mut comments = Comments::default();
    let head = skill.head.split.head;
    if head.of(skill.text()).contains(MARK) {
        read_head(skill, head, &mut comments);
    }
    let mark = memchr::memmem::Finder::new(MARK);
    let holds = |content: &[u8]| mark.find(content).is_some();
    if holds(skill.body().as_bytes())
        || skill.tree.files().iter().any(|file| document::is_markdown(&file.path) && holds(&file.content))
    {
        for document in document::read_all(skill) {
            read_body(&document, &mut comments);
        }
    }
    comments
}

fn read_head(skill: &Skill, head: Span, comments: &mut Comments) {
    let text = skill.text();
    let file = skill.manifest_path();
    for line in lines(text, head.start).take_while(|line| line.span.start < head.end) {
        let content = line.span.of(text);
        let Some(mark) = content.find(MARK) else { continue };
        let before = content[..mark].trim_end();
        let Some(before) = before.strip_suffix('#') else { continue };
        let hash = line.span.start + before.len();
        let is_alone = before.trim().is_empty();
        let inside = |entry: &crate::model::frontmatter::Entry| {
            let value = entry.value.span;
            let quote = value.of(text).trim_end().chars().last().filter(|c| matches!(c, '"' | '\''));
            let continues = value.start < line.span.start && line.span.start < value.end;
            // Text less indented than a block of text ends it.
            continues && !(is_alone && before.is_empty())
                || !is_alone
                    && value.start < hash
                    && quote.is_some_and(|quote| content[mark..].contains(quote))
        };
        if !is_alone && !before.ends_with([' ', '\t']) || skill.head.entries.iter().any(inside) {
            continue;
        }
        let words = Span::new(line.span.start + mark + MARK.len(), line.span.end);
        let scope = if is_alone { Scope::Skill } else { Scope::Place(line.span) };
        comments.take(file, text, Span::new(hash, line.span.end), words, scope);
    }
}

fn read_body(document: &Document<'_>, comments: &mut Comments) {
    let text = document.text;
    for (at, _) in text.match_indices("<!--").filter(|(at, _)| *at >= document.start) {
        let inner = at + 4;
        let Some(length) = text[inner..].find("-->") else { break };
        let content = &text[inner..inner + length];
        let Some(words) = content.trim_start().strip_prefix(MARK) else { continue };
        if document.is_code(at) {
            continue;
        }
        let after = inner + length + 3;
        let words = Span::new(inner + length - words.len(), inner + length);
        comments.take(
            document.path,
            text,
            Span::new(at, after),
            words,
            Scope::Place(block(document, at, after)),
        );
    }
}

/// The line of a comment and, when nothing follows on it, the block below: up to an empty line outside of code.
fn block(document: &Document<'_>, at: usize, after: usize) -> Span {
    let text = document.text;
    let begin = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let is_blank = |span: Span| span.of(text).trim().is_empty();
    let mut here = lines(text, after);
    let own = here.next();
    if let Some(own) = own.filter(|own| !is_blank(own.span)) {
        return Span::new(begin, own.span.end);
    }
    let mut end = after;
    for line in here.skip_while(|line| is_blank(line.span)) {
        if is_blank(line.span) && !document.is_code(line.span.start) {
            break;
        }
        end = line.next;
    }
    Span::new(begin, end)
}

impl Comments {
    pub(super) fn is_empty(&self) -> bool {
        self.allowances.is_empty() && self.flaws.is_empty()
    }

    /// Takes in one comment; `words` is the span of what follows the mark.
    fn take(&mut self, file: &str, text: &str, comment: Span, words: Span, scope: Scope) {
        let rest = words.of(text);
        let verb = rest.split_whitespace().next().unwrap_or("");
        let scope = match verb {
            "allow" => scope,
            "allow-file" if scope == Scope::Skill => scope,
            "allow-file" => Scope::File,
            _ => {
                let message = format!("`skill-lint: {verb}` says nothing to this linter");
                return self.flaw(file, comment, message, "write `skill-lint: allow RULE — reason`");
            }
        };
        let from = words.start + rest.find(verb).unwrap_or(0) + verb.len();
        let (names, reason) = split(Span::new(from, words.end).of(text));
        if names.is_empty() {
            return self.flaw(
                file,
                comment,
                "this comment names no rule",
                "write `skill-lint: allow RULE — reason`",
            );
        }
        let words = names
            .into_iter()
            .map(|(at, name)| (name.to_owned(), Span::new(from + at, from + at + name.len())));
        let (known, unknown): (Vec<_>, Vec<_>) = words.partition(|(word, _)| is_known(word));
        for (word, span) in unknown {
            let help = match nearest(&word, RULES.iter().map(|rule| rule.name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`skill rule` lists all rules".to_owned(),
            };
            self.flaw(file, span, format!("there is no rule `{word}`"), help);
        }
        if !known.is_empty() {
            let reason = reason.to_owned();
            self.allowances.push(Allowance { file: file.to_owned(), words: known, reason, scope });
        }
    }

    fn flaw(&mut self, file: &str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.flaws.push(Flaw { file: file.to_owned(), span, message: message.into(), help: help.into() });
    }

    /// Parts findings. Comments that allow nothing are flaws, unless what they name was not looked for: `is_on` tells.
    pub(super) fn part(self, found: Vec<Diagnostic>, is_on: impl Fn(&str) -> bool) -> Parted {
        let mut parted = Parted { found: Vec::new(), silenced: Vec::new(), flaws: self.flaws };
        let mut used: Vec<Vec<bool>> =
            self.allowances.iter().map(|each| vec![false; each.words.len()]).collect();
        for diagnostic in found {
            let mut reason = None;
            // Each comment that would allow it has its use.
            for (allowance, used) in self.allowances.iter().zip(&mut used) {
                for ((word, _), used) in allowance.words.iter().zip(used) {
                    if is_of(word, diagnostic.rule.name) && allowance.covers(&diagnostic) {
                        *used = true;
                        reason.get_or_insert(&allowance.reason);
                    }
                }
            }
            match reason {
                Some(reason) => parted.silenced.push((diagnostic, reason.clone())),
                None => parted.found.push(diagnostic),
            }
        }
        for (allowance, used) in self.allowances.iter().zip(used) {
            for ((word, span), _) in
                allowance.words.iter().zip(used).filter(|((word, _), used)| !used && is_on(word))
            {
                parted.flaws.push(Flaw {
                    file: allowance.file.clone(),
                    span: *span,
                    message: format!("`{word}` is allowed here and not found"),
                    help: "take it out of the comment".to_owned(),
                });
            }
        }
        parted
    }
}

impl Allowance {
    fn covers(&self, diagnostic: &Diagnostic) -> bool {
        match self.scope {
            Scope::Skill => true,
            Scope::File => self.file == diagnostic.file,
            Scope::Place(place) => {
                let starts =
                    |span: Span| place.start <= span.start && span.start < place.end.max(place.start + 1);
                self.file == diagnostic.file && diagnostic.span.is_some_and(starts)
            }
        }
    }
}

/// `a, b — reason` as names, each with its offset, and the reason. A dash between blanks, a long dash or a colon ends
/// the names.
fn split(text: &str) -> (Vec<(usize, &str)>, &str) {
    let (end, length) = [" - ", " -- ", "—", "–", ":", "："]
        .iter()
        .filter_map(|dash| text.find(dash).map(|at| (at, dash.len())))
        .min_by_key(|(at, length)| (*at, std::cmp::Reverse(*length)))
        .unwrap_or((text.len(), 0));
    let mut names = Vec::new();
    let mut at = 0;
    for name in text[..end].split([',', '，', '、', ' ', '\t', '\n', '\r']) {
        if !name.is_empty() {
            // The parts of a split are slices of the text, in order.
            let offset = text[at..].find(name).map_or(at, |found| at + found);
            names.push((offset, name));
            at = offset + name.len();
        }
    }
    let reason = text[end + length..].trim_start_matches(['—', '–', ' ']).trim();
    (names, reason)
}

/// Whether a word names a rule or its category.
fn is_of(word: &str, rule: &str) -> bool {
    word == rule || named(rule).is_some_and(|rule| rule.category.as_str() == word)
}

/// Whether a word names any rule or category.
fn is_known(word: &str) -> bool {
    RULES.iter().any(|rule| rule.name == word || rule.category.as_str() == word)
}

/// The rules that a word names.
pub(super) fn meant(word: &str) -> impl Iterator<Item = &'static super::rule::Rule> {
    RULES.iter().copied().filter(move |rule| rule.name == word || rule.category.as_str() == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_reason_are_told_apart() {
        assert_eq!(split(" link-broken — made later "), (vec![(1, "link-broken")], "made later"));
        assert_eq!(split("a, b"), (vec![(0, "a"), (3, "b")], ""));
        assert_eq!(split("a-b: why: so"), (vec![(0, "a-b")], "why: so"));
        assert_eq!(split("a b - c - d"), (vec![(0, "a"), (2, "b")], "c - d"));
        assert_eq!(split("a，b——原因"), (vec![(0, "a"), (4, "b")], "原因"));
        assert_eq!(split("  "), (vec![], ""));
    }
}
