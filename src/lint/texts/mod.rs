//! The text files of a skill as rules on scripts and safety see them: what each is written in, and where the words
//! stand that any rule asks about. One pass over each file serves all rules.

mod words;

use super::document::{Document, is_markdown};
use crate::model::{
    skill::Skill,
    span::Span,
    tree::{Mode, TreeFile},
};

pub(crate) use words::Topic;

/// Larger files are data, not text that somebody wrote.
pub(crate) const MAX_TEXT: usize = 1024 * 1024;
/// Bytes of text that are searched in one skill, at most.
pub(crate) const MAX_ALL: usize = 32 * 1024 * 1024;
/// Places of one word's topic that are kept per file; a file with more is a list of them.
const MAX_HITS: usize = 4_000;
/// How far a line is looked at to either side of a place, in bytes.
const WINDOW: usize = 600;

/// Words that tell a warning or a list of what not to do.
const WARNINGS: [&str; 40] = [
    "never",
    "don't",
    "do not",
    "don\u{2019}t",
    "avoid",
    "❌",
    "✗",
    "🚫",
    "⛔",
    "⚠",
    "wrong",
    "bad ",
    "bad:",
    "unsafe",
    "danger",
    "malicious",
    "attack",
    "vulnerab",
    "block",
    "forbid",
    "forbidden",
    "prohibit",
    "destructive",
    "catastroph",
    "risky",
    "exploit",
    "payload",
    "anti-pattern",
    "antipattern",
    "injection",
    "suspicious",
    "deny",
    "detect",
    "refuse",
    "red flag",
    "不要",
    "禁止",
    "避免",
    "危险",
    "切勿",
];

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Python,
    Shell,
    PowerShell,
    Batch,
    JavaScript,
    /// Any other programming language.
    Code,
    Markdown,
    /// Settings, data, plain text.
    Data,
}

/// A place where a word of some topic stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) topic: Topic,
    pub(crate) span: Span,
}

/// One text file.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    /// Path within the skill.
    pub(crate) path: &'a str,
    #[expect(clippy::struct_field_names, reason = "it is the text")]
    pub(crate) text: &'a str,
    pub(crate) language: Language,
    pub(crate) mode: Mode,
    /// The interpreter that the first line names: `python3`, `bash`.
    pub(crate) interpreter: Option<&'a str>,
    hits: Vec<Hit>,
}

/// Every text file of the skill.
pub(super) fn read_all(skill: &Skill) -> Vec<Text<'_>> {
    let mut left = MAX_ALL;
    let mut texts = Vec::new();
    let is_held = |file: &&TreeFile| !skill.begun.contains_key(&file.path);
    for file in skill.tree.files().iter().filter(is_held) {
        let is_manifest = file.path == skill.manifest_path();
        let Some(text) = (if is_manifest { Some(skill.text()) } else { as_text(file) }) else { continue };
        if text.len() > left {
            break;
        }
        left -= text.len();
        texts.push(Text::new(&file.path, text, file.mode));
    }
    texts
}

fn as_text(file: &TreeFile) -> Option<&str> {
    let content = &file.content;
    if file.mode == Mode::Symlink || content.len() > MAX_TEXT {
        return None;
    }
    // A NUL within the first bytes tells most binary files without reading them whole.
    if content[..content.len().min(1024)].contains(&0) {
        return None;
    }
    std::str::from_utf8(content).ok()
}

impl<'a> Text<'a> {
    pub(crate) fn new(path: &'a str, text: &'a str, mode: Mode) -> Self {
        let interpreter = interpreter(text);
        let language = language(path, interpreter);
        let search = words::search_for(text.len());
        let mut hits: Vec<Hit> = Vec::new();
        for found in search.automaton.find_overlapping_iter(text) {
            if hits.len() == MAX_HITS {
                break;
            }
            let topic = search.topics[found.pattern().as_usize()];
            hits.push(Hit { topic, span: Span::new(found.start(), found.end()) });
        }
        Self { path, text, language, mode, interpreter, hits }
    }

    /// The places of a topic's words, in order of their ends.
    pub(crate) fn hits(&self, topic: Topic) -> impl Iterator<Item = Span> + '_ {
        self.hits.iter().filter(move |hit| hit.topic == topic).map(|hit| hit.span)
    }

    /// Whether it is a program.
    pub(crate) fn is_code(&self) -> bool {
        !matches!(self.language, Language::Markdown | Language::Data)
    }

    /// The file's name.
    pub(crate) fn name(&self) -> &'a str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// The line a place lies in, cut where it is very long.
    pub(crate) fn line(&self, at: usize) -> Span {
        let low = floor(self.text, at.saturating_sub(WINDOW));
        let high = ceiling(self.text, (at + WINDOW).min(self.text.len()));
        let at = at.clamp(low, high);
        let start = self.text[low..at].rfind(['\n', '\r']).map_or(low, |found| low + found + 1);
        let end = self.text[at..high].find(['\n', '\r']).map_or(high, |found| at + found);
        Span::new(start, end)
    }

    /// The line a place lies in, with the lines that a backslash joins to it from there on.
    pub(crate) fn command(&self, at: usize) -> Span {
        let mut line = self.line(at);
        for _ in 0..8 {
            if !line.of(self.text).ends_with('\\') {
                break;
            }
            let next = self.text[line.end..].find('\n').map_or(self.text.len(), |found| line.end + found + 1);
            if next >= self.text.len() {
                break;
            }
            line.end = self.line(next).end;
        }
        line
    }

    /// Whether a place lies in a comment of its own line.
    pub(crate) fn is_comment(&self, at: usize) -> bool {
        let line = self.line(at).of(self.text).trim_start();
        match self.language {
            Language::Markdown => false,
            Language::Batch => line.starts_with("::") || line.to_ascii_lowercase().starts_with("rem "),
            Language::Python | Language::Shell | Language::PowerShell => {
                line.starts_with('#') && !line.starts_with("#!")
            }
            Language::JavaScript | Language::Code | Language::Data => {
                ["//", "*", "/*", "#", "--", ";", "<!--"].iter().any(|mark| line.starts_with(mark))
            }
        }
    }

    /// Whether the words around a place warn of what stands there, as lists of what not to do have it.
    pub(crate) fn is_warned_of(&self, at: usize) -> bool {
        let line = self.line(at);
        let from = floor(self.text, line.start.saturating_sub(160));
        let around = self.text[from..line.end].to_lowercase();
        WARNINGS.iter().any(|word| around.contains(word))
    }
}

/// Where commands stand in a text: everywhere in scripts, in shell code of Markdown.
pub(crate) fn is_shell_code(text: &Text<'_>, document: Option<&Document<'_>>, at: usize) -> bool {
    match text.language {
        Language::Shell | Language::PowerShell | Language::Batch => true,
        Language::Markdown => document.is_some_and(|document| {
            let index = document.code_blocks.partition_point(|block| block.span.start <= at);
            index > 0 && {
                let block = &document.code_blocks[index - 1];
                let language = block.language.to_ascii_lowercase();
                at < block.span.end && block.is_fenced && is_shell_language(&language)
            }
        }),
        Language::Python | Language::JavaScript | Language::Code | Language::Data => false,
    }
}

fn is_shell_language(language: &str) -> bool {
    matches!(
        language,
        "" | "sh"
            | "bash"
            | "shell"
            | "zsh"
            | "fish"
            | "console"
            | "terminal"
            | "shellsession"
            | "shell-session"
            | "powershell"
            | "pwsh"
            | "ps1"
            | "cmd"
            | "bat"
            | "batch"
            | "dockerfile"
    )
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceiling(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// The program that `#!` names, without its path; through `env` and its `-S`.
fn interpreter(text: &str) -> Option<&str> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    Some(program.rsplit('/').next().unwrap_or(program))
}

fn language(path: &str, interpreter: Option<&str>) -> Language {
    if is_markdown(path) {
        return Language::Markdown;
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        "py" | "pyw" => Language::Python,
        "sh" | "bash" | "zsh" | "ksh" | "fish" => Language::Shell,
        "ps1" | "psm1" => Language::PowerShell,
        "bat" | "cmd" => Language::Batch,
        "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" | "tsx" | "jsx" => Language::JavaScript,
        "rb" | "pl" | "go" | "rs" | "php" | "lua" | "r" | "java" | "kt" | "swift" | "c" | "cc" | "cpp"
        | "cs" => Language::Code,
        _ => match interpreter {
            Some(program) if program.starts_with("python") || program == "uv" => Language::Python,
            Some("sh" | "bash" | "zsh" | "dash" | "ksh" | "fish") => Language::Shell,
            Some("node" | "bun" | "deno" | "tsx" | "ts-node") => Language::JavaScript,
            Some("pwsh") => Language::PowerShell,
            Some(_) => Language::Code,
            None => Language::Data,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_told_by_ending_or_first_line() {
        let language = |path, text| Text::new(path, text, Mode::Regular).language;
        assert_eq!(language("a.py", ""), Language::Python);
        assert_eq!(language("scripts/run", "#!/usr/bin/env -S uv run --script\n"), Language::Python);
        assert_eq!(language("run", "#!/bin/bash -e\n"), Language::Shell);
        assert_eq!(language("run", "#!"), Language::Data);
        assert_eq!(language("SKILL.md", "#!/bin/sh"), Language::Markdown);
    }

    #[test]
    fn words_are_found_in_any_case_and_lines_stay_on_character_borders() {
        let long = format!("{}CURL x", "技".repeat(1_000));
        let text = Text::new("a.sh", &long, Mode::Regular);
        let found: Vec<Span> = text.hits(Topic::Download).collect();
        assert_eq!(found.len(), 1);
        assert!(text.line(found[0].start).of(&long).ends_with("CURL x"));
    }
}
