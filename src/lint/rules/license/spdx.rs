//! SPDX license expressions, read as far as a linter needs: the embedded list of identifiers, deprecated ones
//! included, operators, and which identifier a common spelling means.

use std::{collections::HashMap, sync::LazyLock};

const IDS: &str = include_str!("ids.txt");
const EXCEPTIONS: &str = include_str!("exceptions.txt");

/// Spellings that the plain form of an identifier does not cover.
const SPELLINGS: [(&str, &str); 18] = [
    ("apachev2", "Apache-2.0"),
    ("apache2", "Apache-2.0"),
    ("apache software 2.0", "Apache-2.0"),
    ("3 clause bsd", "BSD-3-Clause"),
    ("bsd 3", "BSD-3-Clause"),
    ("bsd3", "BSD-3-Clause"),
    ("new bsd", "BSD-3-Clause"),
    ("modified bsd", "BSD-3-Clause"),
    ("2 clause bsd", "BSD-2-Clause"),
    ("bsd 2", "BSD-2-Clause"),
    ("simplified bsd", "BSD-2-Clause"),
    ("expat", "MIT"),
    ("mozilla public 2.0", "MPL-2.0"),
    ("creative commons attribution 4.0", "CC-BY-4.0"),
    ("creative commons zero 1.0", "CC0-1.0"),
    ("cc0", "CC0-1.0"),
    ("boost software 1.0", "BSL-1.0"),
    ("eclipse public 2.0", "EPL-2.0"),
];

/// Identifiers by their plain form.
static BY_FORM: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let mut forms: HashMap<String, &'static str> = IDS.lines().map(|id| (plain_form(id), id)).collect();
    forms.extend(SPELLINGS.map(|(form, id)| (form.to_owned(), id)));
    forms
});

/// Whether a text is an SPDX expression, spelt as the list spells it.
pub(super) fn is_expression(text: &str) -> bool {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let (mut depth, mut wants_id) = (0_usize, true);
    let mut words = spaced.split_whitespace();
    while let Some(word) = words.next() {
        match (word, wants_id) {
            ("(", true) => depth += 1,
            (")", false) if depth > 0 => depth -= 1,
            ("AND" | "OR", false) => wants_id = true,
            ("WITH", false) if words.next().is_some_and(is_exception) => {}
            (id, true) if is_id(id) => wants_id = false,
            _ => return false,
        }
    }
    depth == 0 && !wants_id
}

fn is_exception(word: &str) -> bool {
    EXCEPTIONS.lines().any(|exception| exception == word) || word.starts_with("AdditionRef-")
}

fn is_id(word: &str) -> bool {
    word.starts_with("LicenseRef-")
        || word.starts_with("DocumentRef-")
        || IDS.lines().any(|id| id == word || word.strip_suffix('+') == Some(id))
}

/// The identifier that a spelling surely means: `Apache License, Version 2.0` is `Apache-2.0`.
pub(super) fn meant(text: &str) -> Option<&'static str> {
    let form = plain_form(text);
    if let Some(id) = BY_FORM.get(&form) {
        return Some(id);
    }
    // `Apache 2` is `Apache-2.0`.
    form.ends_with(|c: char| c.is_ascii_digit()).then(|| BY_FORM.get(&format!("{form}.0")).copied()).flatten()
}

/// Identifiers that a spelling may mean, where it leaves open which.
pub(super) fn candidates(text: &str) -> Option<(&'static str, &'static str)> {
    let form = plain_form(text).replace("gnu general public", "gpl").replace(' ', "");
    match form.as_str() {
        "gpl" | "gpl3" | "gplv3" | "gnugpl" | "gnugplv3" | "gnugpl3.0" => {
            Some(("GPL-3.0-only", "GPL-3.0-or-later"))
        }
        "gpl2" | "gplv2" | "gnugplv2" => Some(("GPL-2.0-only", "GPL-2.0-or-later")),
        "lgpl" | "lgpl3" | "lgplv3" => Some(("LGPL-3.0-only", "LGPL-3.0-or-later")),
        "agpl" | "agpl3" | "agplv3" => Some(("AGPL-3.0-only", "AGPL-3.0-or-later")),
        "bsd" => Some(("BSD-3-Clause", "BSD-2-Clause")),
        _ => None,
    }
}

/// The identifier whose spelling is nearest, at most two letters off.
pub(super) fn near(text: &str) -> Option<&'static str> {
    let form = plain_form(text);
    let near = crate::model::name::nearest(&form, BY_FORM.keys().map(String::as_str))?;
    (form.len() > 4 && crate::model::name::edit_distance(&form, near) <= 2).then(|| BY_FORM[near])
}

/// Lower case, single spaces for signs, without the words that say no more than "license".
fn plain_form(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '+'))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| !matches!(*word, "" | "the" | "license" | "licence" | "licensed" | "version" | "v"));
    let numbered = words.map(|word| {
        word.strip_prefix('v').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(word)
    });
    numbered.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_identifiers_share_a_plain_form() {
        let mut seen = HashMap::new();
        for id in IDS.lines() {
            assert_eq!(seen.insert(plain_form(id), id), None, "{id}");
        }
        for (form, id) in SPELLINGS {
            assert!(is_id(id), "{id}");
            assert_eq!(plain_form(form), form);
        }
    }

    #[test]
    fn expressions_are_told_from_other_texts() {
        for good in [
            "MIT",
            "Apache-2.0 OR MIT",
            "(MIT AND CC-BY-4.0) OR GPL-2.0-only WITH Classpath-exception-2.0",
            "GPL-2.0+",
            "EPL-2.0+",
            "LicenseRef-own",
        ] {
            assert!(is_expression(good), "{good}");
        }
        for bad in
            ["", "mit", "MIT License", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT MIT", "MIT WITH x", "()"]
        {
            assert!(!is_expression(bad), "{bad}");
        }
    }

    #[test]
    fn spellings_lead_to_their_identifier() {
        for (text, id) in [
            ("MIT License", "MIT"),
            ("The MIT License.", "MIT"),
            ("apache 2.0", "Apache-2.0"),
            ("Apache License, Version 2.0", "Apache-2.0"),
            ("Apache 2", "Apache-2.0"),
            ("BSD 3-Clause", "BSD-3-Clause"),
            ("3-clause BSD license", "BSD-3-Clause"),
            ("CC BY-NC-SA 4.0", "CC-BY-NC-SA-4.0"),
            ("MPL v2", "MPL-2.0"),
        ] {
            assert_eq!(meant(text), Some(id), "{text}");
        }
        assert_eq!(meant("Unknown"), None);
        assert_eq!(meant("GPLv3"), None);
        assert_eq!(candidates("GPLv3 license"), Some(("GPL-3.0-only", "GPL-3.0-or-later")));
        assert_eq!(near("SD-3-Clause license"), Some("BSD-3-Clause"));
    }
}
