//! Rules on `license`: the terms must be a name that tools know, or a file that is there.

mod spdx;

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::frontmatter::{Node, double},
};

/// A text of more words states terms of its own.
const MAX_WORDS: usize = 6;

declare_rule! {
    /// ## What it finds
    /// A `license` that names a file which is not in the skill.
    /// ## Why it matters
    /// Whoever gets the skill can't read its terms.
    /// ## Example
    /// `license: Complete terms in LICENSE.txt` without that file.
    LICENSE_FILE_MISSING = "license-file-missing" {
        summary: "the license file does not exist",
        category: Frontmatter,
        level: Warning,
        fix: None,
        check: license_file_missing,
    }
}

fn license_file_missing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("license") else { return };
    let Some(text) = node.text() else { return };
    if text.contains("://") {
        return;
    }
    let named = text.split([' ', ',', '(', ')', '`', '"', '\'']).find(|word| {
        let upper = word.trim_end_matches('.').to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|stem| upper.starts_with(stem))
            && upper.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "TXT" | "MD" | "RST"))
    });
    let Some(file) = named.map(|word| word.trim_end_matches('.')) else { return };
    if !subject.skill.has(file.trim_start_matches("./")) {
        found
            .here(node.span, format!("`{file}` is not in the skill"))
            .help("add the file, or write the license's name");
    }
}

declare_rule! {
    /// ## What it finds
    /// A short `license` that is no SPDX expression, no "Proprietary", and names no file of the skill.
    /// ## Why it matters
    /// Registries and audits compare licenses by their SPDX names; `Apache` or `MIT License` is a guess to them.
    /// ## Example
    /// `license: Apache License, Version 2.0` must be `license: Apache-2.0`.
    LICENSE_UNKNOWN = "license-unknown" {
        summary: "`license` is no SPDX expression and no file",
        category: Frontmatter,
        level: Note,
        fix: Safe,
        check: license_unknown,
    }
}

fn license_unknown(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("license") else { return };
    let Some(text) = node.text().map(str::trim).filter(|text| !text.is_empty()) else { return };
    if spdx::is_expression(text) || is_told_otherwise(subject, text) {
        return;
    }
    if let Some(id) = spdx::meant(text) {
        let finding = found.here(node.span, format!("`{text}` is spelt `{id}` in SPDX"));
        finding.help(format!("write `license: {id}`"));
        if let Some(edit) = rewrite(subject, node, id) {
            finding.fix(Fix::safe(format!("write `{id}`"), vec![edit]));
        }
        return;
    }
    let help = match (spdx::candidates(text), spdx::near(text)) {
        (Some((one, other)), _) => format!("write `{one}` or `{other}`, whichever is meant"),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => {
            "write an SPDX name such as `Apache-2.0`, the file with the terms, or `Proprietary`".to_owned()
        }
    };
    found.here(node.span, format!("`{text}` is no SPDX expression and no file of the skill")).help(help);
}

/// Whether the text sends the reader elsewhere, or states that there is no public license.
fn is_told_otherwise(subject: &Subject<'_>, text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = text.split_whitespace().count();
    let names_file = ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|stem| text.contains(stem))
        || lower.contains("license.")
        || lower.contains("licence.");
    ["proprietary", "commercial", "all rights reserved", "unlicensed", "private", "internal"]
        .iter()
        .any(|word| lower.starts_with(word))
        || text.contains("://")
        || words > MAX_WORDS
        || !text.is_ascii()
        // A single word without an ending must be a file; one with an ending is `license-file-missing`'s.
        || (names_file && (words > 1 || text.contains('.')))
        || subject.skill.has(text.trim_start_matches("./"))
}

/// The value in its own quotes, where it stands on one line.
fn rewrite(subject: &Subject<'_>, node: &Node, id: &str) -> Option<Edit> {
    let raw = node.span.of(subject.skill.text());
    let inner = raw.trim_matches(['"', '\'']);
    (Some(inner) == node.text())
        .then(|| Edit::replace(node.span, if inner == raw { id.to_owned() } else { double(id) }))
}
