//! Rules on scripts: how they are started, and that nobody has to answer them.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::{
        span::{Span, lines},
        tree::Mode,
    },
};

declare_rule! {
    /// ## What it finds
    /// A script that waits for an answer on a terminal: `read -p`, `input()`, `getpass`.
    /// ## Why it matters
    /// An agent has no terminal; the script hangs.
    /// ## Example
    /// `name = input("Name: ")`; take a flag instead. A script that first asks whether there is a terminal is fine.
    SCRIPT_INTERACTIVE = "script-interactive" {
        summary: "a script waits for an answer",
        category: Scripts,
        level: Warning,
        fix: None,
        check: script_interactive,
    }
}

fn script_interactive(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for file in subject.skill.tree.files().iter().filter(|file| file.path.starts_with("scripts/")) {
        let Ok(text) = std::str::from_utf8(&file.content) else { continue };
        let asks: &[&str] = match file.path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("py") => &["= input(", "getpass.getpass("],
            Some("sh" | "bash") => &["read -p ", "read -rp ", "read -r -p "],
            _ => continue,
        };
        if ["isatty", "-t 0", "--yes", "--non-interactive"].iter().any(|word| text.contains(word)) {
            continue;
        }
        let hit = lines(text, 0).find_map(|line| {
            let content = line.span.of(text);
            let is_comment = content.trim_start().starts_with('#');
            asks.iter()
                .filter(|_| !is_comment)
                .find_map(|ask| content.find(ask).map(|at| (line.span.start + at, ask.len())))
        });
        if let Some((at, length)) = hit {
            found
                .at(
                    &file.path,
                    Span::new(at, at + length),
                    "this waits for an answer, and an agent has no terminal",
                )
                .help("take a flag or an argument instead");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A script with a `#!` line and without the executable bit.
    /// ## Why it matters
    /// `./scripts/run.sh` fails with "permission denied"; `bash scripts/run.sh` works.
    /// ## Example
    /// `chmod +x scripts/run.sh` mends it.
    SCRIPT_NOT_EXEC = "script-not-exec" {
        summary: "a script is not executable",
        category: Scripts,
        level: Note,
        fix: None,
        check: script_not_exec,
    }
}

fn script_not_exec(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let is_script = |content: &[u8]| content.starts_with(b"#!");
    let files = subject.skill.tree.files().iter();
    let lacking: Vec<&str> = files
        .filter(|file| {
            file.mode == Mode::Regular && file.path.starts_with("scripts/") && is_script(&file.content)
        })
        .map(|file| file.path.as_str())
        .collect();
    if let Some(first) = lacking.first() {
        let more =
            if lacking.len() > 1 { format!(" (and {} more)", lacking.len() - 1) } else { String::new() };
        found
            .file(first, format!("`{first}` has a `#!` line and is not executable{more}"))
            .help(format!("`chmod +x {}`", lacking.join(" ")));
    }
}
