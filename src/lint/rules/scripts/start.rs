//! How scripts start: their first line, their executable bit, whether they wait for a person.

use crate::{
    lint::{
        Subject,
        fix::{Action, Edit, Fix},
        rule::{Findings, declare_rule},
        texts::{Language, Text, Topic},
    },
    model::{span::Span, tree::Mode},
};

declare_rule! {
    /// ## What it finds
    /// A script that is executable and has no `#!` line.
    /// ## Why it matters
    /// The system does not know what runs it; a Python file is then read as shell commands.
    /// ## Example
    /// `scripts/fetch.py`, mode 755, that begins with `import sys`. `--fix` adds `#!/usr/bin/env python3`.
    SCRIPT_NO_SHEBANG = "script-no-shebang" {
        summary: "an executable script has no #! line",
        category: Scripts,
        level: Note,
        fix: Safe,
        check: script_no_shebang,
    }
}

fn script_no_shebang(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        let ending = text.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let interpreter = match ending {
            "py" => "python3",
            "sh" | "bash" => "bash",
            "js" | "mjs" | "cjs" => "node",
            "rb" => "ruby",
            "pl" => "perl",
            _ => continue,
        };
        if text.mode != Mode::Executable
            || text.name() == "__init__.py"
            || text.text.starts_with("#!")
            || text.text.trim().is_empty()
        {
            continue;
        }
        let line = format!("#!/usr/bin/env {interpreter}\n");
        // After a byte order mark the line would not be seen.
        let fix = (!text.text.starts_with('\u{FEFF}')).then(|| {
            Fix::safe(format!("add `{}`", line.trim_end()), vec![Edit::replace(Span::at(0), line.clone())])
        });
        let finding = found
            .at(
                text.path,
                text.line(0),
                format!("`{}` is executable and does not say what runs it", text.path),
            )
            .help(format!("let the file begin with `{}`", line.trim_end()));
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Scripts with a `#!` line that are not executable; one finding for all.
    /// ## Why it matters
    /// `./scripts/run.sh` fails with "permission denied"; `bash scripts/run.sh` works.
    /// ## Example
    /// `scripts/run.sh`, mode 644, that begins with `#!/bin/sh`. Run `chmod +x scripts/run.sh`.
    SCRIPT_NOT_EXEC = "script-not-exec" {
        summary: "scripts with a #! line are not executable",
        category: Scripts,
        level: Note,
        fix: Safe,
        check: script_not_exec,
    }
}

fn script_not_exec(subject: &Subject<'_>, found: &mut Findings<'_>) {
    // Windows keeps no such bit.
    if cfg!(windows) {
        return;
    }
    let scripts: Vec<&Text<'_>> = subject
        .texts()
        .iter()
        .filter(|text| text.mode == Mode::Regular && text.interpreter.is_some() && text.is_code())
        .collect();
    let Some(first) = scripts.first() else { return };
    let message = match scripts.len() {
        1 => format!("`{}` begins with `#!` and is not executable", first.path),
        count => format!("`{}` and {} more begin with `#!` and are not executable", first.path, count - 1),
    };
    let paths: Vec<&str> = scripts.iter().take(5).map(|text| text.path).collect();
    let all = scripts.iter().map(|text| text.path.to_owned()).collect();
    found
        .at(first.path, first.line(0), message)
        .help(format!("run `chmod +x {}`", paths.join(" ")))
        .fix(Fix::act("make them executable", Action::MakeExecutable(all)));
}

declare_rule! {
    /// ## What it finds
    /// A script that waits for an answer from the keyboard: `input(`, `read -p`, `getpass`, `inquirer`,
    /// `click.confirm`, `Read-Host`; unless the file looks whether a terminal is there, or has a flag such as `--yes`.
    /// ## Why it matters
    /// Agents run scripts without a terminal: the script hangs, or ends with an error.
    /// ## Example
    /// `name = input("Name: ")`. Take it as an argument.
    SCRIPT_INTERACTIVE = "script-interactive" {
        summary: "a script waits for an answer from the keyboard",
        category: Scripts,
        level: Warning,
        fix: None,
        check: script_interactive,
    }
}

/// Signs that a script also runs without questions.
const WAYS_ROUND: [&str; 26] = [
    "isatty",
    "-t 0 ",
    "-t 0]",
    "isTTY",
    "--yes",
    "--no-input",
    "--non-interactive",
    "--noninteractive",
    "--no-interactive",
    "--force",
    "--auto",
    "--batch",
    "--no-prompt",
    "--interactive",
    "--headless",
    "--no-confirm",
    "--skip-confirm",
    "--assume-yes",
    "\"-y\"",
    "-y)",
    "NONINTERACTIVE",
    "NON_INTERACTIVE",
    "EOFError",
    "\"-i\"",
    "unittest",
    "--quiet",
];

fn script_interactive(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts().iter().filter(|text| text.is_code()) {
        let mut asked = text.hits(Topic::Question).filter(|hit| asks(text, *hit));
        let Some(first) = asked.next() else { continue };
        if WAYS_ROUND.iter().any(|way| text.text.contains(way)) {
            continue;
        }
        let more = asked.count();
        let line = text.line(first.start);
        let span = Span::new(first.start, line.end.min(first.start + 80));
        let shown = span.of(text.text);
        let span =
            if shown.is_empty() { first } else { Span::new(span.start, span.start + shown.trim_end().len()) };
        let rest = if more > 0 { format!(" ({} places in all)", more + 1) } else { String::new() };
        found
            .at(text.path, span, format!("the script waits for an answer from the keyboard{rest}"))
            .help("take the answer as an argument or flag; agents run scripts without a terminal");
    }
}

fn asks(text: &Text<'_>, hit: Span) -> bool {
    if text.is_comment(hit.start) {
        return false;
    }
    let before = text.text[..hit.start].bytes().next_back();
    let is_bare = !before.is_some_and(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'"' | b'\'' | b'`')
    });
    let line = text.line(hit.start);
    let lead = Span::new(line.start, hit.start).of(text.text);
    let rest = Span::new(hit.start, line.end).of(text.text);
    // An odd number of quotes before: inside of a text.
    let is_in_text = ["\"", "'", "`"].iter().any(|quote| lead.matches(quote).count() % 2 == 1);
    let defines = lead.trim_end().ends_with("def") || lead.trim_end().ends_with("function");
    let is_fallback = lead.contains(" or ") || lead.contains("environ");
    if is_in_text || defines || is_fallback {
        return false;
    }
    match (text.language, hit.of(text.text).to_ascii_lowercase().as_str()) {
        (Language::Python, "input(") => {
            is_bare && hit.of(text.text) == "input(" && !text.text.contains("def input(")
        }
        (Language::Python, "getpass") => {
            rest.starts_with("getpass.getpass(") || (is_bare && rest.starts_with("getpass("))
        }
        (Language::Shell, "read -") => is_bare && is_read_of_keyboard(lead, rest),
        (Language::JavaScript, "inquirer") => rest.starts_with("inquirer.prompt("),
        (Language::Python, "click.confirm(") | (Language::PowerShell, "read-host") => true,
        _ => false,
    }
}

/// `read -p …`, `read -s …` that is fed by no pipe or file.
fn is_read_of_keyboard(lead: &str, rest: &str) -> bool {
    let flags: Vec<&str> = rest.split_whitespace().skip(1).take_while(|word| word.starts_with('-')).collect();
    let prompts = flags.iter().any(|flag| !flag.starts_with("--") && flag.contains(['p', 's']));
    let is_fed = lead.contains("while ")
        || lead.contains('|')
        || rest.contains('<')
        || rest.contains(" -t")
        || rest.contains("/dev/tty");
    prompts && !is_fed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn questions(path: &str, content: &str) -> usize {
        let text = Text::new(path, content, Mode::Regular);
        text.hits(Topic::Question).filter(|hit| asks(&text, *hit)).count()
    }

    #[test]
    fn questions_are_told_from_functions_and_texts() {
        assert_eq!(questions("a.py", "x = input('Name: ')\n"), 1);
        assert_eq!(questions("a.sh", "read -rp 'Go on? ' answer\n"), 1);
        for (path, line) in [
            ("a.py", "self.input(x)\n"),
            ("a.py", "def user_input(x):\n"),
            ("a.py", "print(\"call input() here\")\n"),
            ("a.py", "# input()\n"),
            ("a.sh", "while read -r line; do\n"),
            ("a.sh", "read -r a < file\n"),
        ] {
            assert_eq!(questions(path, line), 0, "{line}");
        }
    }
}
