//! What scripts reach for: files outside of the skill and the workspace, code made of text.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::Topic,
    },
    model::span::Span,
};

declare_rule! {
    /// ## What it finds
    /// A script that names places outside of the skill and the workspace: `~/…`, `/etc/…`, `/var/…`, `.ssh/`, `.aws/`,
    /// a browser's profile. Comments are not judged.
    /// ## Why it matters
    /// TeleAI refuses skills that read or write there.
    /// ## Example
    /// `open(os.path.expanduser("~/.aws/credentials"))`
    OUTSIDE_ACCESS = "outside-access" {
        summary: "a script names places outside of the skill and the workspace",
        category: Safety,
        level: Off,
        fix: None,
        check: outside_access,
    }
}

fn outside_access(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts().iter().filter(|text| text.is_code()) {
        let mut last = Span::at(0);
        for hit in text.hits(Topic::Outside) {
            let line = text.line(hit.start);
            // Once a line; `#!` names an interpreter.
            if line == last || text.is_comment(hit.start) || line.of(text.text).starts_with("#!") {
                continue;
            }
            let before = text.text[..hit.start].bytes().next_back();
            let is_root = hit.of(text.text).starts_with('/');
            if is_root
                && before.is_some_and(|byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'}' | b')' | b'_' | b'/' | b'-')
                })
            {
                continue;
            }
            last = line;
            let shown = hit.of(text.text).trim_end_matches('(');
            found
                .at(text.path, hit, format!("`{shown}` lies outside of the skill and the workspace"))
                .help("read and write below the workspace, or take the path as a parameter");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Code made of text at run time: `eval(`, `exec(`, `new Function(`, `os.system(`, `shell=True`.
    /// ## Why it matters
    /// What it runs is not in the skill. Many scripts have good reasons, so the rule is off unless asked for.
    /// ## Example
    /// `subprocess.run(command, shell=True)`
    DYNAMIC_EXEC = "dynamic-exec" {
        summary: "code is made of text and run",
        category: Safety,
        level: Off,
        fix: None,
        check: dynamic_exec,
    }
}

fn dynamic_exec(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts().iter().filter(|text| text.is_code()) {
        for hit in text.hits(Topic::Execution).filter(|hit| !text.is_comment(hit.start)) {
            let before = text.text[..hit.start].bytes().next_back();
            // `pattern.exec(` and `model.eval(` are methods of other things.
            if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')) {
                continue;
            }
            let shown = hit.of(text.text).trim_end_matches(['(', '"', '$', ' ']);
            found
                .at(text.path, hit, format!("`{shown}` runs text as code"))
                .help("call the function or program itself, with its arguments in a list");
        }
    }
}
