//! Rules on the names of files and folders.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::{name::is_device_name, skill::MANIFEST},
};

declare_rule! {
    /// ## What it finds
    /// A SKILL.md below the skill's own.
    /// ## Why it matters
    /// Some agents find it as a skill of its own, some as part of the outer one; uploaders refuse two in one archive.
    /// ## Example
    /// `examples/demo/SKILL.md`
    NESTED_SKILL = "nested-skill" {
        summary: "a SKILL.md below the skill's own",
        category: Files,
        level: Note,
        fix: None,
        check: nested_skill,
    }
}

fn nested_skill(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for file in subject.skill.tree.files() {
        if file.path.rsplit_once('/').is_some_and(|(_, name)| name == MANIFEST) {
            found.file(&file.path, "a second skill inside this one: uploaders refuse it, agents differ");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Names that TeleAI refuses: Chinese characters and blanks anywhere, upper-case letters outside of well-known
    /// files, a folder's name other than `a`-`z`, `0`-`9` and hyphens.
    /// ## Why it matters
    /// The upload fails.
    /// ## Example
    /// `references/接口 说明.md`
    PATH_CHARSET = "path-charset" {
        summary: "a path that the platform refuses",
        category: Files,
        level: Off,
        fix: None,
        check: path_charset,
    }
}

fn path_charset(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const KNOWN: [&str; 8] =
        ["SKILL.md", "LICENSE", "README", "NOTICE", "REFERENCE.md", "FORMS.md", "Dockerfile", "Makefile"];
    let folder = &subject.skill.folder;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !folder.is_empty() && !folder.chars().all(is_plain) {
        found.file(
            "",
            format!("the folder is called `{folder}`; lower-case letters, digits and hyphens are allowed"),
        );
    }
    for file in subject.skill.tree.files() {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        if file.path.chars().any(|c| !c.is_ascii() || c == ' ') {
            found
                .file(&file.path, format!("`{}` holds blanks or characters beyond ASCII", file.path))
                .help("rename it");
        } else if name.chars().any(|c| c.is_ascii_uppercase())
            && !KNOWN.iter().any(|known| name.starts_with(known))
        {
            found.file(&file.path, format!("`{}` has upper-case letters", file.path)).help("rename it");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Names that some system can't hold: Windows' device names and signs, a dot or blank at the end, two names that
    /// differ in case only, paths over 200 characters.
    /// ## Why it matters
    /// The skill can't be unpacked there.
    /// ## Example
    /// `references/aux.md`, `assets/a:b.png`
    PATH_PORTABILITY = "path-portability" {
        summary: "a path that some systems can't hold",
        category: Files,
        level: Warning,
        fix: None,
        check: path_portability,
    }
}

fn path_portability(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let files = subject.skill.tree.files();
    let mut lower: Vec<(String, &str)> =
        files.iter().map(|file| (file.path.to_lowercase(), file.path.as_str())).collect();
    lower.sort();
    for pair in lower.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].0 != "skill.md") {
        let message = format!("`{}` and `{}` are one file where case does not count", pair[0].1, pair[1].1);
        found.file(pair[1].1, message).help("rename one of them");
    }
    for file in files {
        let flaw = file.path.split('/').find_map(|part| {
            if is_device_name(part) {
                Some("is a device's name on Windows")
            } else if part.contains([':', '*', '?', '"', '<', '>', '|']) {
                Some("holds a sign that Windows refuses")
            } else if part.ends_with(['.', ' ']) {
                Some("ends with a dot or blank, which Windows drops")
            } else {
                None
            }
        });
        let flaw = flaw.or((file.path.chars().count() > 200).then_some("is longer than 200 characters"));
        if let Some(flaw) = flaw {
            found.file(&file.path, format!("`{}` {flaw}", file.path)).help("rename it");
        }
    }
}
