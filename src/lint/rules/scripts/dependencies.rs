//! `script-deps-undeclared`: what scripts import against what the skill declares.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use super::builtin::{NODE, PYTHON};
use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::{Language, Text},
    },
    model::span::{Span, lines},
};

/// Files that declare what Python scripts need.
const PYTHON_LISTS: [&str; 6] =
    ["requirements.txt", "pyproject.toml", "setup.py", "environment.yml", "environment.yaml", "Pipfile"];

declare_rule! {
    /// ## What it finds
    /// Scripts that import packages which neither come with the interpreter nor are declared: by a PEP 723 block or a
    /// `requirements.txt` or `pyproject.toml` for Python, by a `package.json` for JavaScript. A line in a Markdown file of
    /// the skill that installs the package counts as declared. One finding per script.
    /// ## Why it matters
    /// On the next machine the script ends with "module not found", and an agent then guesses what to install.
    /// ## Example
    /// `import requests` without a declaration. Add above it:
    /// `# /// script`, `# dependencies = ["requests"]`, `# ///`, and run the script with `uv run`.
    SCRIPT_DEPS_UNDECLARED = "script-deps-undeclared" {
        summary: "a script imports packages that nothing declares",
        category: Scripts,
        level: Note,
        fix: None,
        check: script_deps_undeclared,
    }
}

fn script_deps_undeclared(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let texts = subject.texts();
    let declares = |names: &[&str]| {
        texts.iter().any(|text| {
            names.iter().any(|name| text.name().eq_ignore_ascii_case(name))
                || (names.len() > 1 && is_requirements(text.name()))
        })
    };
    let (python_declared, node_declared) = (declares(&PYTHON_LISTS), declares(&["package.json"]));
    // Names that files of the skill itself have, as modules.
    let mut own: BTreeSet<&str> = BTreeSet::new();
    for file in subject.skill.tree.files() {
        own.extend(file.path.split('/').map(|part| part.rsplit_once('.').map_or(part, |(stem, _)| stem)));
    }
    // Most scripts need nothing: the texts are searched for packages only when one does.
    let packages = OnceCell::new();
    // Templates are code of another project.
    let is_template = |path: &str| path.starts_with("assets/") || path.starts_with("templates/");
    for text in texts.iter().filter(|text| !is_template(text.path)) {
        let missing: BTreeMap<&str, Span> = match text.language {
            Language::Python if !python_declared && !text.text.contains("# /// script") => {
                python_imports(text)
                    .into_iter()
                    .filter(|(name, _)| !PYTHON.split(' ').any(|known| known == *name) && !own.contains(name))
                    .collect()
            }
            Language::JavaScript if !node_declared => node_imports(text)
                .into_iter()
                .filter(|(name, _)| !NODE.split(' ').any(|known| known == *name))
                .collect(),
            _ => continue,
        };
        let missing: BTreeMap<&str, Span> = missing
            .into_iter()
            .filter(|(name, _)| !is_installed(packages.get_or_init(|| installed(texts)), name))
            .collect();
        let Some(first) = missing.values().min().copied() else { continue };
        let names: Vec<String> = missing.keys().take(6).map(|name| format!("`{name}`")).collect();
        let help = if text.language == Language::Python {
            "declare them in a `# /// script` block, in `requirements.txt`, or in SKILL.md's `compatibility` and steps"
        } else {
            "declare them in `package.json`, or say in SKILL.md how to install them"
        };
        found
            .at(text.path, first, format!("the script needs {}, which nothing declares", names.join(", ")))
            .help(help);
    }
}

fn is_requirements(name: &str) -> bool {
    name.starts_with("requirements") && name.rsplit_once('.').is_some_and(|(_, ending)| ending == "txt")
}

/// Words on lines that install something or say what is needed.
fn installed(texts: &[Text<'_>]) -> BTreeSet<String> {
    const MARKS: [&str; 18] = [
        "pip install",
        "pip3 install",
        "uv add",
        "uv pip install",
        "uv run --with",
        "uvx --with",
        "npm install",
        "npm i ",
        "pnpm add",
        "yarn add",
        "bun add",
        "conda install",
        "poetry add",
        "apt install",
        "apt-get install",
        "brew install",
        "compatibility:",
        "--with",
    ];
    let mut words = BTreeSet::new();
    for text in texts {
        for line in text.text.lines().filter(|line| line.len() < 1_000) {
            if MARKS.iter().any(|mark| line.contains(mark)) {
                let parts =
                    line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@' | '/')));
                words.extend(parts.filter(|part| part.len() > 1).map(normal));
            }
        }
    }
    words
}

fn normal(name: &str) -> String {
    name.to_ascii_lowercase().replace(['_', '.'], "-")
}

/// Whether a module is among the packages; many packages are called otherwise than their module.
fn is_installed(installed: &BTreeSet<String>, module: &str) -> bool {
    let package = match module {
        "PIL" => "pillow",
        "bs4" => "beautifulsoup4",
        "cv2" => "opencv-python",
        "docx" => "python-docx",
        "pptx" => "python-pptx",
        "yaml" => "pyyaml",
        "sklearn" => "scikit-learn",
        "dotenv" => "python-dotenv",
        "fitz" => "pymupdf",
        "skimage" => "scikit-image",
        "dateutil" => "python-dateutil",
        "jwt" => "pyjwt",
        "serial" => "pyserial",
        "Crypto" => "pycryptodome",
        "google" => "google",
        _ => module,
    };
    let wanted = normal(package);
    installed.iter().any(|word| {
        *word == wanted
            || word.strip_prefix("python-") == Some(&wanted)
            || word.starts_with(&format!("{wanted}-"))
            || word.ends_with(&format!("-{wanted}"))
            || word.split("==").next() == Some(&wanted)
    })
}

/// Top-level imports outside of `try`, each with its first place.
fn python_imports<'a>(text: &Text<'a>) -> BTreeMap<&'a str, Span> {
    let mut found = BTreeMap::new();
    let mut in_text = false;
    for line in lines(text.text, 0) {
        let content = line.span.of(text.text);
        // Lines of a text in triple quotes look like code.
        let quotes = content.matches("\"\"\"").count() + content.matches("'''").count();
        let was_in_text = in_text;
        in_text ^= quotes % 2 == 1;
        if was_in_text || content.starts_with(char::is_whitespace) {
            continue;
        }
        let names = if let Some(rest) = content.strip_prefix("import ") {
            rest.split(',').collect()
        } else if let Some(rest) = content.strip_prefix("from ") {
            if !rest.contains(" import") {
                continue;
            }
            vec![rest]
        } else {
            continue;
        };
        for part in names {
            let part = part.trim_start();
            let name = &part
                [..part.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()];
            if !name.is_empty() {
                let start = line.span.start + (name.as_ptr() as usize - content.as_ptr() as usize);
                found.entry(name).or_insert(Span::new(start, start + name.len()));
            }
        }
    }
    found
}

/// Packages that JavaScript imports at the top of lines.
fn node_imports<'a>(text: &Text<'a>) -> BTreeMap<&'a str, Span> {
    let mut found = BTreeMap::new();
    for line in lines(text.text, 0) {
        let content = line.span.of(text.text);
        if content.len() > 400 || content.starts_with(char::is_whitespace) {
            continue;
        }
        let is_import = content.starts_with("import ") || content.starts_with("} from ");
        let rest = if is_import && !content.starts_with("import type ") {
            content.rsplit_once(" from ").map(|(_, rest)| rest).or_else(|| content.strip_prefix("import "))
        } else if content.starts_with("const ") || content.starts_with("let ") || content.starts_with("var ")
        {
            content.split_once("require(").map(|(_, rest)| rest)
        } else {
            None
        };
        let Some(rest) = rest else { continue };
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let Some(target) = rest[1..].split(quote).next() else { continue };
        let is_package = target.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
            && !target.contains(':')
            && !target.starts_with("@/");
        if !is_package {
            continue;
        }
        let mut ends = target.match_indices('/').map(|(at, _)| at);
        let end = if target.starts_with('@') { ends.nth(1) } else { ends.next() };
        let name = &target[..end.unwrap_or(target.len())];
        let start = line.span.start + (name.as_ptr() as usize - content.as_ptr() as usize);
        found.entry(name).or_insert(Span::new(start, start + name.len()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::Mode;

    #[test]
    fn imports_at_the_top_are_read_with_their_places() {
        let content = "\"\"\"\nimport fake\n\"\"\"\nimport os, requests as r\nfrom bs4.x import y\ntry:\n    import maybe\nexcept ImportError: pass\nfrom . import z\n";
        let text = Text::new("a.py", content, Mode::Regular);
        let found = python_imports(&text);
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), ["bs4", "os", "requests"]);
        assert_eq!(found["requests"].of(content), "requests");
        let content = "import fs from 'node:fs';\nimport x from \"@a/b/c\";\nconst y = require('lodash/fp');\nimport './z.js';\nimport type { T } from 'types';\n";
        let text = Text::new("a.mjs", content, Mode::Regular);
        assert_eq!(node_imports(&text).keys().copied().collect::<Vec<_>>(), ["@a/b", "lodash"]);
    }

    #[test]
    fn a_module_is_known_by_its_packages_name() {
        let installed: BTreeSet<String> = ["pillow", "pyyaml", "google-genai"].map(str::to_owned).into();
        assert!(
            is_installed(&installed, "PIL")
                && is_installed(&installed, "yaml")
                && is_installed(&installed, "google")
        );
        assert!(!is_installed(&installed, "requests"));
    }
}
