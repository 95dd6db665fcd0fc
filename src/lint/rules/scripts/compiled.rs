//! Files nobody can read, and code in the wrong folder.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::Text,
    },
    model::{
        span::Span,
        tree::{Mode, TreeFile},
    },
};

declare_rule! {
    /// ## What it finds
    /// Compiled bytecode: `.pyo`, `.class`, `.elc`, `.luac`, `.beam`, object files. (`.pyc` files and `__pycache__` are
    /// never part of a skill: see `junk-file`.)
    /// ## Why it matters
    /// Nobody can read what it does, and it fits one version of one interpreter.
    /// ## Example
    /// `scripts/Convert.class` without its source.
    BYTECODE = "bytecode" {
        summary: "compiled bytecode is part of the skill",
        category: Scripts,
        level: Warning,
        fix: None,
        check: bytecode,
    }
}

fn bytecode(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for file in subject.skill.tree.files().iter().filter(|file| file.mode != Mode::Symlink) {
        let ending = ending(&file.path);
        if matches!(ending.as_str(), "pyo" | "class" | "elc" | "luac" | "beam" | "o" | "obj" | "pyd")
            && is_binary(file)
        {
            found
                .file(&file.path, format!("`{}` is compiled code that nobody can read", file.path))
                .help("ship the source instead");
        }
    }
}

fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase()
}

fn is_binary(file: &TreeFile) -> bool {
    file.content[..file.content.len().min(1024)].contains(&0)
}

declare_rule! {
    /// ## What it finds
    /// A native program (ELF, Windows or macOS) or an archive under the name of a text, picture or script, and a native
    /// program without any ending.
    /// ## Why it matters
    /// It is not what it says: a reviewer passes over it.
    /// ## Example
    /// `assets/logo.png` that begins with `\x7FELF`.
    BINARY_DISGUISED = "binary-disguised" {
        summary: "a program or archive under another kind's name",
        category: Scripts,
        level: Warning,
        fix: None,
        check: binary_disguised,
    }
}

fn binary_disguised(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const PLAIN: [&str; 36] = [
        "", "md", "txt", "json", "yaml", "yml", "toml", "csv", "tsv", "xml", "html", "css", "svg", "png",
        "jpg", "jpeg", "gif", "webp", "ico", "bmp", "pdf", "py", "sh", "bash", "js", "mjs", "cjs", "ts",
        "rb", "pl", "ps1", "bat", "cmd", "ini", "cfg", "log",
    ];
    for file in subject.skill.tree.files().iter().filter(|file| file.mode != Mode::Symlink) {
        let Some((what, is_program)) = magic(&file.content) else { continue };
        let ending = ending(&file.path);
        if PLAIN.contains(&ending.as_str()) && (is_program || !ending.is_empty()) {
            found
                .file(&file.path, format!("`{}` is {what}, whatever its name says", file.path))
                .help("give it its own ending and say in SKILL.md what it is, or ship the source");
        }
    }
}

/// What the first bytes say, and whether that is a program.
fn magic(bytes: &[u8]) -> Option<(&'static str, bool)> {
    let begins = |mark: &[u8]| bytes.starts_with(mark);
    if begins(b"\x7FELF") {
        return Some(("a Linux program", true));
    }
    if begins(b"MZ") && bytes.get(2..1024.min(bytes.len()))?.contains(&0) {
        return Some(("a Windows program", true));
    }
    if [&b"\xCF\xFA\xED\xFE"[..], b"\xCE\xFA\xED\xFE", b"\xFE\xED\xFA\xCF", b"\xFE\xED\xFA\xCE"]
        .iter()
        .any(|mark| begins(mark))
    {
        return Some(("a macOS program", true));
    }
    if begins(b"PK\x03\x04") {
        return Some(("a zip archive", false));
    }
    begins(b"\x1F\x8B\x08").then_some(("a gzip archive", false))
}

declare_rule! {
    /// ## What it finds
    /// Installed dependencies inside of the skill: `site-packages`, `dist-packages`, `*.dist-info`, `*.egg-info`,
    /// `bower_components`, `vendor/bundle`. (`node_modules` and `venv` are never part of a skill: see `junk-file`.)
    /// ## Why it matters
    /// They are large, made for one system, and nobody reviews them. TeleAI refuses them.
    /// ## Example
    /// `lib/site-packages/requests/…`. Declare `requests` in `requirements.txt`.
    VENDORED_DEPS = "vendored-deps" {
        summary: "installed dependencies are part of the skill",
        category: Scripts,
        level: Warning,
        fix: None,
        check: vendored_deps,
    }
}

fn vendored_deps(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let mut told: Vec<&str> = Vec::new();
    for file in subject.skill.tree.files() {
        let mut end = 0;
        for part in file.path.split('/') {
            let start = end;
            end += part.len() + 1;
            let is_installed = matches!(part, "site-packages" | "dist-packages" | "bower_components")
                || part.ends_with(".dist-info")
                || part.ends_with(".egg-info")
                || (part == "bundle" && file.path[..start].ends_with("vendor/"));
            // A file of such a name is no folder of dependencies.
            if is_installed && end <= file.path.len() {
                let folder = &file.path[..end - 1];
                if !told.contains(&folder) {
                    told.push(folder);
                    found
                        .file(folder, format!("`{folder}` holds installed dependencies"))
                        .help("take it out, and declare them in `requirements.txt` or `package.json`");
                }
                break;
            }
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Code or an executable file in `assets/`.
    /// ## Why it matters
    /// TeleAI: assets are only read. What runs belongs in `scripts/`.
    /// ## Example
    /// `assets/convert.py`
    ASSET_EXECUTABLE = "asset-executable" {
        summary: "code stands in assets/",
        category: Scripts,
        level: Off,
        fix: None,
        check: asset_executable,
    }
}

fn asset_executable(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let texts = subject.texts();
    for file in subject.skill.tree.files().iter().filter(|file| file.path.starts_with("assets/")) {
        let is_code = texts.iter().any(|text| text.path == file.path && text.is_code());
        if is_code
            || file.mode == Mode::Executable
            || magic(&file.content).is_some_and(|(_, is_program)| is_program)
        {
            found
                .file(&file.path, format!("`{}` can be run, and `assets/` is only read", file.path))
                .help("move it to `scripts/`, or take its executable bit away");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Code in `references/`, Markdown in `scripts/`.
    /// ## Why it matters
    /// The folder tells an agent whether to read or to run. The specification allows both, so the rule is off unless
    /// asked for.
    /// ## Example
    /// `references/fetch.py`
    WRONG_DRAWER = "wrong-drawer" {
        summary: "a file stands in the folder of another kind",
        category: Scripts,
        level: Off,
        fix: None,
        check: wrong_drawer,
    }
}

fn wrong_drawer(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        let is_readme = text.name().to_ascii_lowercase().starts_with("readme");
        let message = if text.path.starts_with("references/") && text.is_code() {
            format!("`{}` is code among what is read", text.path)
        } else if text.path.starts_with("scripts/") && is_document(text) && !is_readme {
            format!("`{}` is a document among what is run", text.path)
        } else {
            continue;
        };
        found.at(text.path, Span::at(0), message).help("move it to the folder of its kind");
    }
}

fn is_document(text: &Text<'_>) -> bool {
    text.language == crate::lint::texts::Language::Markdown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_known_by_their_first_bytes() {
        assert_eq!(magic(b"\x7FELF\x02"), Some(("a Linux program", true)));
        assert_eq!(magic(b"MZ is a text of letters"), None);
        assert_eq!(magic(b"PK\x03\x04"), Some(("a zip archive", false)));
        assert_eq!(magic(b"\xCF"), None);
    }
}
