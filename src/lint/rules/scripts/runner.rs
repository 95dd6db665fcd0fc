//! `runner-unpinned`: programs fetched and run in whatever version is newest; and two habits of shell scripts.

use std::{collections::BTreeSet, path::Path};

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::{Language, Topic, is_shell_code},
    },
    model::span::Span,
};

declare_rule! {
    /// ## What it finds
    /// A package that a command fetches and runs without a version: `npx`, `bunx`, `pnpm dlx`, `uvx`, `pipx run`,
    /// `go run … @latest`; in shell code of Markdown and in scripts. One finding per skill names all of them.
    /// ## Why it matters
    /// The skill does something else on the day a new version comes, or a package changes hands.
    /// ## Example
    /// `npx some-tool build`. Write `npx some-tool@2 build`.
    RUNNER_UNPINNED = "runner-unpinned" {
        summary: "a package is fetched and run without a version",
        category: Scripts,
        level: Note,
        fix: None,
        check: runner_unpinned,
    }
}

fn runner_unpinned(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let declared = subject
        .skill
        .tree
        .file("package.json")
        .map_or("", |file| std::str::from_utf8(&file.content).unwrap_or(""));
    let mut first: Option<(&str, Span)> = None;
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for text in subject.texts() {
        let document = subject.document(text.path);
        for hit in text.hits(Topic::Runner) {
            let before = text.text[..hit.start].bytes().next_back();
            let is_word = !before.is_some_and(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/' | b'.')
            });
            if !is_word || !is_shell_code(text, document, hit.start) || text.is_comment(hit.start) {
                continue;
            }
            let line = text.line(hit.start);
            let Some(span) = unpinned(text.text, hit, line.end) else { continue };
            let name = span.of(text.text);
            if declared.contains(&format!("\"{name}\"")) {
                continue;
            }
            first.get_or_insert((text.path, span));
            names.insert(name);
        }
    }
    let Some((path, span)) = first else { return };
    let shown: Vec<String> = names.iter().take(5).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(shown.len());
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    found
        .at(path, span, format!("fetched and run in whatever version is newest: {}{rest}", shown.join(", ")))
        .help("add a version, as in `name@1.2`");
}

/// The package after a runner's word and flags, when it bears no version.
fn unpinned(text: &str, hit: Span, end: usize) -> Option<Span> {
    let rest = Span::new(hit.end, end).of(text);
    let is_go = hit.of(text).eq_ignore_ascii_case("go run ");
    let mut takes_value = false;
    for word in rest.split_whitespace() {
        let start = hit.end + (word.as_ptr() as usize - rest.as_ptr() as usize);
        if std::mem::take(&mut takes_value) {
            continue;
        }
        if word.starts_with('-') {
            // What `-p` and `--from` name is fetched, the word after them is only run.
            if matches!(word, "-p" | "--package" | "--from" | "--spec") {
                continue;
            }
            if matches!(word, "--with" | "--python" | "-c" | "--call") {
                takes_value = true;
            }
            continue;
        }
        let name = word.trim_matches(['"', '\'', '`', ')', ';', ',']);
        let body = name.strip_prefix('@').unwrap_or(name);
        let is_name = !body.is_empty()
            && body
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'@'))
            && body.starts_with(|c: char| c.is_ascii_alphanumeric());
        let is_local = name.starts_with("./")
            || Path::new(name).extension().is_some_and(|ending| ending == "go")
            || (is_go && !name.contains('.'));
        let version = body.split_once('@').map(|(_, version)| version);
        let is_pinned = body.contains("==") || version.is_some_and(|version| version != "latest");
        let offset = word.find(name)?;
        return (is_name && !is_local && !is_pinned && (!is_go || version.is_some()))
            .then(|| Span::new(start + offset, start + offset + name.len()));
    }
    None
}

declare_rule! {
    /// ## What it finds
    /// A shell script without `set -e` (or `set -euo pipefail`).
    /// ## Why it matters
    /// It goes on after a command has failed. Many scripts handle failures one by one, so the rule is off unless asked
    /// for.
    /// ## Example
    /// A script whose second line is `cd build`. Add `set -euo pipefail` above.
    SHELL_NO_STRICT = "shell-no-strict" {
        summary: "a shell script goes on after a failure",
        category: Scripts,
        level: Off,
        fix: None,
        check: shell_no_strict,
    }
}

fn shell_no_strict(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in
        subject.texts().iter().filter(|text| text.language == Language::Shell && text.interpreter.is_some())
    {
        let is_strict = text.text.lines().any(|line| {
            let line = line.trim();
            (line.starts_with("set -")
                && line.split_whitespace().nth(1).is_some_and(|flags| flags.contains('e')))
                || line.starts_with("set -o errexit")
        });
        let flags = text.line(0).of(text.text).contains(" -e");
        if !is_strict && !flags {
            found
                .at(text.path, text.line(0), "the script goes on after a command has failed")
                .help("add `set -euo pipefail` below the first line");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A script in `scripts/` that explains itself nowhere: no argument parser, no usage text.
    /// ## Why it matters
    /// An agent learns how to call it from `--help`. Off unless asked for, since SKILL.md may say it.
    /// ## Example
    /// A Python script that reads `sys.argv[1]` without `argparse`.
    SCRIPT_NO_HELP = "script-no-help" {
        summary: "a script has no usage text",
        category: Scripts,
        level: Off,
        fix: None,
        check: script_no_help,
    }
}

fn script_no_help(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const SIGNS: [&str; 10] = [
        "argparse",
        "click",
        "typer",
        "usage",
        "Usage",
        "USAGE",
        "--help",
        "commander",
        "yargs",
        "parseArgs",
    ];
    for text in subject.texts() {
        let is_script = text.path.starts_with("scripts/") && text.is_code() && text.name() != "__init__.py";
        if is_script && !SIGNS.iter().any(|sign| text.text.contains(sign)) {
            found
                .at(text.path, text.line(0), format!("`{}` does not say how it is called", text.path))
                .help("answer `--help` with the arguments and an example");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_pins_and_local_paths_are_left_alone() {
        let find = |line: &str, runner: &str| {
            let at = line.find(runner).unwrap();
            unpinned(line, Span::new(at, at + runner.len()), line.len()).map(|span| span.of(line).to_owned())
        };
        assert_eq!(find("npx -y some-tool build", "npx ").as_deref(), Some("some-tool"));
        assert_eq!(find("npx @a/b@latest", "npx ").as_deref(), Some("@a/b@latest"));
        assert_eq!(find("uvx --from x-tools run", "uvx ").as_deref(), Some("x-tools"));
        for (line, runner) in [
            ("npx some-tool@2.1 x", "npx "),
            ("npx @a/b@1", "npx "),
            ("uvx ruff==0.5", "uvx "),
            ("go run ./cmd/x", "go run "),
            ("npx $TOOL", "npx "),
            ("npx <package>", "npx "),
        ] {
            assert_eq!(find(line, runner), None, "{line}");
        }
    }
}
