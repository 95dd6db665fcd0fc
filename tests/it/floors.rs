//! Imports go down only, and each package has one home.

use std::{fs, path::Path};

/// What each floor may import of ours.
const ALLOWED: [(&str, &[&str]); 7] = [
    ("model", &["model"]),
    ("host", &["model", "host"]),
    ("lint", &["model", "lint"]),
    ("ops", &["model", "host", "lint", "ops"]),
    ("ui", &["model", "lint", "ui"]),
    ("cli", &["model", "host", "lint", "ops", "ui", "cli"]),
    ("client", &["model", "host", "ops", "client"]),
];

/// The only places (prefixes of paths below `src`) where a package may be named.
const HOMES: [(&str, &[&str]); 31] = [
    ("aho_corasick", &["lint/texts"]),
    ("annotate_snippets", &["ui/render"]),
    ("anstream", &["ui/", "cli/"]),
    ("clap", &["cli/"]),
    ("clap_complete", &["cli/"]),
    ("clap_mangen", &["cli/"]),
    ("dialoguer", &["ui/"]),
    ("etcetera", &["host/dirs.rs"]),
    ("flate2", &["host/archive"]),
    ("getrandom", &["host/registry/tokens.rs"]),
    ("git2", &["host/git/objects", "host/git/merge.rs", "host/git/tracked.rs", "host/git/tree_id.rs"]),
    ("hyper", &["host/registry/serve/"]),
    ("hyper_util", &["host/registry/serve/"]),
    ("ignore", &["host/fs/", "lint/rules/stabledge.rs"]),
    ("indicatif", &["ui/"]),
    ("libdeflater", &["host/archive"]),
    ("libz_sys", &[]),
    ("minijinja", &["ops/scaffold", "ops/registry/serve/"]),
    ("minisign_verify", &["host/registry/seal.rs"]),
    ("pulldown_cmark", &["lint/", "ops/registry/serve/"]),
    ("reqwest", &["host/http"]),
    ("rustix", &["host/fs/", "host/git/channel"]),
    ("rustls", &["host/http"]),
    ("saphyr_parser", &["model/frontmatter"]),
    (
        "semver",
        &[
            "model/",
            "lint/package.rs",
            "ops/pack/",
            "cli/pack",
            "ops/release.rs",
            "ops/install/requires/",
            "ops/fetch/",
            "ops/registry/",
            "cli/registry",
            "host/registry",
            "ops/advisories.rs",
        ],
    ),
    ("similar", &["ops/diff", "lint/fix", "ui/render"]),
    ("tar", &["host/archive"]),
    ("tempfile", &["host/fs/"]),
    ("tokio", &["host/registry/serve/"]),
    ("toml_edit", &["model/", "lint/profile", "host/config", "ui/locale"]),
    ("zip", &["host/archive"]),
];

/// Every Rust file below `src` but those of tests, as (path below `src`, text without its tests).
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, root, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let shown = path.strip_prefix(root).expect("below src").to_string_lossy().replace('\\', "/");
                if !shown.ends_with("/tests.rs") {
                    found.push((shown, text.split("\nmod tests {").next().unwrap_or_default().to_owned()));
                }
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    walk(&root, &root, &mut found);
    assert!(found.len() > 20, "the sources are found");
    found
}

/// The code of a line, without what follows `//`.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The first path component after each `crate::`, braces of one line included.
fn imports(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in code(line).split("crate::").skip(1) {
        let inner = rest.strip_prefix('{').map_or(rest, |inner| inner.split('}').next().unwrap_or(inner));
        let parts: Vec<&str> = if rest.starts_with('{') { inner.split(',').collect() } else { vec![rest] };
        for part in parts {
            let word: String = part.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !word.is_empty() {
                found.push(word);
            }
        }
    }
    found
}

/// `use crate::{ … }` over several lines, joined into one.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        if open {
            let last = lines.last_mut().expect("an open line");
            // Only the first names in the outer braces matter: inner lists are cut out.
            last.push_str(code(line).trim());
            open = last.matches('{').count() > last.matches('}').count();
        } else {
            lines.push(line.to_owned());
            open = line.trim_start().starts_with("use crate::{")
                && line.matches('{').count() > line.matches('}').count();
        }
    }
    lines
        .iter()
        .map(|line| if line.trim_start().starts_with("use crate::{") { flatten(line) } else { line.clone() })
        .collect()
}

/// `use crate::{a::{b, c}, d::e};` as `use crate::{a,d};`.
fn flatten(line: &str) -> String {
    let (mut depth, mut out, mut word) = (0, Vec::new(), String::new());
    let inner = line.split_once('{').map_or("", |(_, inner)| inner);
    for c in inner.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => out.push(std::mem::take(&mut word)),
            _ if depth == 0 => word.push(c),
            _ => {}
        }
    }
    let names: Vec<_> = out.iter().map(|name| name.trim().split("::").next().unwrap_or_default()).collect();
    format!("use crate::{{{}}};", names.join(","))
}

#[test]
fn imports_go_down_only() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some((_, allowed)) = ALLOWED.iter().find(|(floor, _)| path.starts_with(&format!("{floor}/")))
        else {
            continue;
        };
        for line in joined(&text) {
            for import in imports(&line) {
                let is_floor = ALLOWED.iter().any(|(floor, _)| *floor == import);
                if is_floor && !allowed.contains(&import.as_str()) {
                    wrong.push(format!("{path}: {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
}

#[test]
fn each_package_is_used_in_its_home_only() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        for (package, homes) in HOMES {
            if homes.iter().any(|home| path.starts_with(home)) {
                continue;
            }
            let names = |line: &str| {
                code(line).match_indices(&format!("{package}::")).any(|(at, _)| {
                    let before = code(line)[..at].chars().next_back();
                    !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
                })
            };
            wrong.extend(
                text.lines().filter(|line| names(line)).map(|line| format!("{path}: {}", line.trim())),
            );
        }
    }
    assert!(wrong.is_empty(), "packages outside their home:\n{}", wrong.join("\n"));
}

#[test]
fn the_guards_see_what_they_guard_against() {
    assert_eq!(imports("use crate::{cli, model::name::SkillName};"), ["cli", "model"]);
    assert_eq!(imports("    crate::ops::run()"), ["ops"]);
    assert_eq!(
        joined("use crate::{\n    a::{b, c},\n    d::e,\n};\nfn x() {}"),
        ["use crate::{a,d,};", "fn x() {}"]
    );
}
