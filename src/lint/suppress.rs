//! Findings the author has allowed: `# skill-lint: allow RULE — reason` in the frontmatter, for the field below it and
//! for what is about no field at all; `<!-- skill-lint: allow RULE — reason -->` in Markdown, for the block below it.

use super::{
    diagnostic::Diagnostic,
    document,
    rules::{RULES, named},
};
use crate::model::{
    skill::Skill,
    span::{Span, lines},
};

/// One comment that allows rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Allowance {
    file: String,
    /// The comment.
    pub(super) span: Span,
    rules: Vec<String>,
    reason: String,
    /// The bytes it speaks for.
    scope: Span,
    /// Stands in the frontmatter: speaks for what is about no field, too.
    is_head: bool,
}

const MARK: &str = "skill-lint: allow ";

/// All such comments of a skill.
pub(super) fn read(skill: &Skill) -> Vec<Allowance> {
    let mut found = Vec::new();
    let text = skill.text();
    let head = skill.head.split.head;
    if head.of(text).contains(MARK) {
        read_head(skill, text, head, &mut found);
    }
    for file in skill.tree.files() {
        let is_manifest = file.path == skill.manifest_path();
        if !is_manifest && !document::is_markdown(&file.path) {
            continue;
        }
        let (text, start) = if is_manifest {
            (text, skill.head.split.body.start)
        } else {
            (std::str::from_utf8(&file.content).unwrap_or(""), 0)
        };
        if text.contains(MARK) {
            read_body(&file.path, text, start, &mut found);
        }
    }
    found
}

fn read_head(skill: &Skill, text: &str, head: Span, found: &mut Vec<Allowance>) {
    for line in lines(text, head.start).take_while(|line| line.span.start < head.end) {
        let content = line.span.of(text);
        let Some((before, comment)) = content.split_once("# ") else { continue };
        let Some(words) = comment.trim_start().strip_prefix(MARK) else { continue };
        let (rules, reason) = split(words);
        // After a value it speaks for that field, alone on a line for the next.
        let is_alone = before.trim().is_empty();
        let scope = if is_alone {
            let next = skill.head.entries.iter().find(|entry| entry.key.span.start > line.span.start);
            next.map_or(Span::at(line.next), |entry| {
                Span::new(entry.key.span.start, entry.value.span.end + 1)
            })
        } else {
            line.span
        };
        found.push(Allowance {
            file: skill.manifest_path().to_owned(),
            span: Span::new(line.span.start + before.len(), line.span.end),
            rules,
            reason,
            scope,
            is_head: is_alone,
        });
    }
}

fn read_body(path: &str, text: &str, start: usize, found: &mut Vec<Allowance>) {
    for (at, _) in text.match_indices("<!-- skill-lint: allow ").filter(|(at, _)| *at >= start) {
        let Some(length) = text[at..].find("-->") else { continue };
        let words = &text[at + 5 + MARK.len()..at + length];
        let (rules, reason) = split(words);
        let after = at + length + 3;
        let mut here = lines(text, after);
        // The rest of its own line counts, else the block below up to an empty line.
        let own = here.next();
        let is_alone = own.is_none_or(|line| line.span.of(text).trim().is_empty());
        let end = if is_alone {
            here.skip_while(|line| line.span.of(text).trim().is_empty())
                .take_while(|line| !line.span.of(text).trim().is_empty())
                .last()
                .map_or(after, |line| line.span.end)
        } else {
            own.map_or(after, |line| line.span.end)
        };
        // What stands before the comment on its line is meant as well.
        let begin = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let span = Span::new(at, after);
        found.push(Allowance {
            file: path.to_owned(),
            span,
            rules,
            reason,
            scope: Span::new(begin, end),
            is_head: false,
        });
    }
}

/// `a, b — reason` as rules and reason.
fn split(words: &str) -> (Vec<String>, String) {
    let words = words.trim();
    let (rules, reason) = [" — ", " -- ", " – ", " - ", ": "]
        .iter()
        .filter_map(|dash| words.split_once(dash))
        .min_by_key(|(rules, _)| rules.len())
        .unwrap_or((words, ""));
    let rules = rules.split([',', ' ']).filter(|rule| !rule.is_empty()).map(str::to_owned).collect();
    (rules, reason.trim().to_owned())
}

/// Findings in three parts.
pub(super) struct Parted {
    pub(super) live: Vec<Diagnostic>,
    /// With the reason of the comment that allows them.
    pub(super) silenced: Vec<(Diagnostic, String)>,
    /// Comments that allowed nothing by one of their words.
    pub(super) unused: Vec<(Allowance, String)>,
}

/// Parts findings that are allowed, each with its reason, from the others. Comments that allowed nothing are told.
pub(super) fn part(skill: &Skill, found: Vec<Diagnostic>, allowances: &[Allowance]) -> Parted {
    let mut used = vec![Vec::new(); allowances.len()];
    let (mut live, mut silenced) = (Vec::new(), Vec::new());
    for diagnostic in found {
        let allowed = allowances.iter().position(|allowance| allowance.covers(skill, &diagnostic));
        match allowed {
            Some(index) => {
                used[index].push(diagnostic.rule.name);
                silenced.push((diagnostic, allowances[index].reason.clone()));
            }
            None => live.push(diagnostic),
        }
    }
    let unused = allowances.iter().zip(used).flat_map(|(allowance, used)| {
        let idle = allowance.rules.iter().filter(move |rule| !used.iter().any(|name| is_of(rule, name)));
        idle.map(|rule| (allowance.clone(), rule.clone()))
    });
    Parted { live, silenced, unused: unused.collect() }
}

/// Whether a word names a rule or its category.
fn is_of(word: &str, rule: &str) -> bool {
    word == rule || named(rule).is_some_and(|rule| rule.category.as_str() == word)
}

/// Whether a word names any rule or category.
pub(super) fn is_known(word: &str) -> bool {
    RULES.iter().any(|rule| rule.name == word || rule.category.as_str() == word)
}

impl Allowance {
    pub(super) fn file(&self) -> &str {
        &self.file
    }

    fn covers(&self, skill: &Skill, diagnostic: &Diagnostic) -> bool {
        if !self.rules.iter().any(|word| is_of(word, diagnostic.rule.name)) {
            return false;
        }
        let head = skill.head.split.head;
        let is_about_field = diagnostic.file == skill.manifest_path()
            && diagnostic.span.is_some_and(|span| head.start <= span.start && span.start < head.end);
        if self.is_head && !is_about_field {
            return true;
        }
        self.file == diagnostic.file
            && diagnostic
                .span
                .is_some_and(|span| self.scope.start <= span.start && span.start < self.scope.end.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_reason_are_told_apart() {
        assert_eq!(
            split("link-broken — made later "),
            (vec!["link-broken".to_owned()], "made later".to_owned())
        );
        assert_eq!(split("a, b"), (vec!["a".to_owned(), "b".to_owned()], String::new()));
    }
}
