//! The one table of rules, and the tests that guard it. A family is one file; rules stand in it in the table's order.

mod body;
mod description;
mod fields;
mod files;
mod links;
mod name;
pub(super) mod package;
mod suppression;
mod syntax;

use super::rule::Rule;
pub(super) use suppression::UNUSED_SUPPRESSION;

/// Every rule, sorted by name.
pub(crate) static RULES: &[&Rule] = &[
    &body::BODY_EMPTY,
    &body::BODY_TOO_MANY_TOKENS,
    &files::BOM,
    &links::CHAIN_DEEP,
    &fields::CLIENT_FIELD,
    &fields::COMPATIBILITY_EMPTY,
    &fields::COMPATIBILITY_TOO_LONG,
    &fields::COMPATIBILITY_TYPE,
    &files::CRLF,
    &description::DESCRIPTION_MISSING,
    &description::DESCRIPTION_PLACEHOLDER,
    &description::DESCRIPTION_TOO_LONG,
    &description::DESCRIPTION_TYPE,
    &syntax::DUPLICATE_KEY,
    &syntax::FENCE_MALFORMED,
    &fields::FIELD_CASE,
    &syntax::FRONTMATTER_MISSING,
    &syntax::FRONTMATTER_UNCLOSED,
    &files::INVISIBLE_START,
    &files::JUNK_FILE,
    &links::LINK_ABSOLUTE,
    &links::LINK_BROKEN,
    &links::LINK_CASE,
    &links::LINK_ESCAPE,
    &files::MANIFEST_DUPLICATE,
    &files::MANIFEST_MISSING,
    &files::MANIFEST_NAME_CASE,
    &fields::METADATA_NOT_MAP,
    &name::NAME_CHARSET,
    &name::NAME_DIR_MISMATCH,
    &name::NAME_HYPHEN_DOUBLE,
    &name::NAME_HYPHEN_EDGE,
    &name::NAME_MISSING,
    &name::NAME_TOO_LONG,
    &name::NAME_TYPE,
    &name::NAME_UPPER,
    &syntax::NOT_A_MAPPING,
    &files::NOT_UTF8,
    &package::PACK_CREDENTIAL,
    &package::PACK_FILE_TOO_BIG,
    &package::PACK_IGNORED_BUT_REFERENCED,
    &package::PACK_JUNK,
    &package::PACK_LOSSY,
    &package::PACK_MULTI_SKILL,
    &package::PACK_NESTED_ARCHIVE,
    &package::PACK_PATH,
    &package::PACK_PLUGIN_MANIFEST,
    &package::PACK_ROOT,
    &package::PACK_SYMLINK,
    &package::PACK_TOO_BIG,
    &package::PACK_TOO_DENSE,
    &package::PACK_TOO_MANY_FILES,
    &files::PATH_UNUSABLE,
    &body::PLACEHOLDER,
    &files::SYMLINK,
    &body::TOO_MANY_LINES,
    &fields::TOOLS_FORMAT,
    &syntax::TRIPLE_DASH_IN_VALUE,
    &fields::UNKNOWN_FIELD,
    &syntax::UNQUOTED_COLON,
    &suppression::UNUSED_SUPPRESSION,
    &syntax::VALUE_NEEDS_QUOTES,
    &fields::VALUE_NOT_STRING,
    &package::VERSION_CONFLICT,
    &package::VERSION_NOT_INCREASING,
    &syntax::YAML_EXOTIC,
    &syntax::YAML_INVALID,
    &syntax::YAML_LIMITS,
    &syntax::YAML_TAB,
];

/// The rule of this name.
pub(crate) fn named(name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.name == name)
}

/// StablEdge's diagnostic code for a rule, where it has one.
pub(crate) fn platform_code(rule: &str) -> Option<&'static str> {
    match rule {
        "frontmatter-missing" | "frontmatter-unclosed" | "bom" | "invisible-start" => {
            Some("SKILL_MD_NO_FRONTMATTER")
        }
        "yaml-invalid" | "unquoted-colon" | "value-needs-quotes" | "yaml-tab" | "duplicate-key"
        | "not-a-mapping" | "not-utf8" | "yaml-limits" => Some("SKILL_MD_YAML_INVALID"),
        "name-missing" | "name-type" => Some("SKILL_MD_NAME_MISSING"),
        "metadata-not-map" | "value-not-string" => Some("SKILL_MD_METADATA_INVALID"),
        "duplicate-name" => Some("SKILL_MD_DUPLICATE_NAME"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_each_name_stands_once() {
        for pair in RULES.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} before {}", pair[0].name, pair[1].name);
        }
    }

    #[test]
    fn every_rule_has_a_manual_page_with_the_three_headings() {
        for rule in RULES {
            let page = rule.page();
            for heading in ["## What it finds", "## Why it matters", "## Example"] {
                assert!(page.contains(heading), "{} lacks `{heading}`", rule.name);
            }
            assert!(!rule.summary.ends_with('.'), "{}", rule.name);
        }
    }
}
