//! The one table of rules, and the tests that guard it. A family is one file or folder; rules stand in it in the
//! table's order.
//!
//! Left out, because a machine can't be precise: bypass of billing and compliance of content (TeleAI) are matters of
//! meaning; one action a step fires on every "and"; whether loaders disagree needs each loader, and the cases known
//! (`---` in a value, quotes, coerced scalars, exotic YAML) have rules of their own.

mod body;
mod collection;
mod description;
mod fields;
mod files;
mod fragments;
mod license;
mod links;
mod mentions;
mod metadata;
mod moved;
mod name;
mod openai;
pub(super) mod package;
mod paths;
mod references;
mod safety;
mod scripts;
mod stabledge;
mod suppression;
mod syntax;
mod unknown;
mod variables;
mod wording;
mod writing;

use super::rule::Rule;
pub(super) use suppression::UNUSED_SUPPRESSION;

/// Every rule, sorted by name.
pub(crate) static RULES: &[&Rule] = &[
    &references::ANCHOR_MISSING,
    &scripts::ASSET_EXECUTABLE,
    &safety::AUTH_ENV,
    &references::BIG_CODE_BLOCK,
    &scripts::BINARY_DISGUISED,
    &body::BODY_EMPTY,
    &body::BODY_TOO_MANY_TOKENS,
    &files::BOM,
    &safety::BULK_DELETE,
    &scripts::BYTECODE,
    &collection::CATALOG_BUDGET,
    &links::CHAIN_DEEP,
    &unknown::CLIENT_FIELD,
    &metadata::COERCED_SCALAR,
    &writing::COMMAND_UNSPECIFIC,
    &fields::COMPATIBILITY_EMPTY,
    &fields::COMPATIBILITY_TOO_LONG,
    &fields::COMPATIBILITY_TYPE,
    &safety::CONNECTION_STRING,
    &stabledge::CONTEXT_FORK,
    &stabledge::CONTEXT_UNKNOWN,
    &safety::CREDENTIAL_FILE,
    &files::CRLF,
    &collection::CROSS_SKILL_REF,
    &wording::DESCRIPTION_FRONT_LOAD,
    &description::DESCRIPTION_HIDDEN_CHAR,
    &description::DESCRIPTION_MARKUP,
    &description::DESCRIPTION_MISSING,
    &description::DESCRIPTION_NO_TRIGGER,
    &writing::DESCRIPTION_PERSON,
    &description::DESCRIPTION_PLACEHOLDER,
    &wording::DESCRIPTION_STUFFING,
    &description::DESCRIPTION_TOO_LONG,
    &description::DESCRIPTION_TOO_SHORT,
    &writing::DESCRIPTION_TRIGGER_FRAGMENTS,
    &description::DESCRIPTION_TYPE,
    &description::DESCRIPTION_UNQUOTED,
    &safety::DESTRUCTIVE,
    &syntax::DUPLICATE_KEY,
    &collection::DUPLICATE_NAME,
    &safety::DYNAMIC_EXEC,
    &safety::ENV_STYLE,
    &collection::EVALS_SCHEMA,
    &syntax::FENCE_MALFORMED,
    &body::FENCE_UNCLOSED,
    &unknown::FIELD_CASE,
    &fields::FIELD_EMPTY,
    &stabledge::FIELD_FORM,
    &fields::FIELD_REQUIRED,
    &writing::FILE_ORPHAN,
    &fragments::FRAGMENT_GENERIC,
    &syntax::FRONTMATTER_MISSING,
    &syntax::FRONTMATTER_UNCLOSED,
    &writing::HARDCODED_VALUE,
    &safety::HIDDEN_INSTRUCTIONS,
    &safety::HIDDEN_UNICODE,
    &safety::HOME_PATH,
    &stabledge::HOST_NOT_A_NAME,
    &stabledge::HOSTS_TWICE,
    &metadata::INSTALL_METADATA,
    &safety::INTERNAL_ADDRESS,
    &files::INVISIBLE_START,
    &files::JUNK_FILE,
    &license::LICENSE_FILE_MISSING,
    &license::LICENSE_UNKNOWN,
    &links::LINK_ABSOLUTE,
    &mentions::LINK_BACKSLASH,
    &links::LINK_BROKEN,
    &links::LINK_CASE,
    &links::LINK_ESCAPE,
    &links::LINK_NEIGHBOUR,
    &references::LONG_REF_NO_TOC,
    &files::MANIFEST_DUPLICATE,
    &files::MANIFEST_MISSING,
    &files::MANIFEST_NAME_CASE,
    &body::MANIFEST_SELF_LINK,
    &mentions::MENTION_MISSING_FILE,
    &metadata::METADATA_NOT_MAP,
    &metadata::METADATA_RESERVED,
    &name::NAME_CHARSET,
    &name::NAME_DIR_MISMATCH,
    &name::NAME_HIDDEN_CHAR,
    &name::NAME_HYPHEN_DOUBLE,
    &name::NAME_HYPHEN_EDGE,
    &name::NAME_MISSING,
    &name::NAME_NOT_ASCII,
    &name::NAME_PATH_TRICK,
    &name::NAME_RESERVED,
    &name::NAME_TOO_LONG,
    &name::NAME_TYPE,
    &name::NAME_UPPER,
    &name::NAME_VAGUE,
    &paths::NESTED_SKILL,
    &body::NO_STOP_CONDITION,
    &syntax::NOT_A_MAPPING,
    &files::NOT_UTF8,
    &openai::OPENAI_YAML,
    &safety::OUTSIDE_ACCESS,
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
    &paths::PATH_CHARSET,
    &paths::PATH_PORTABILITY,
    &files::PATH_UNUSABLE,
    &stabledge::PATHS_PATTERN,
    &safety::PIPE_TO_SHELL,
    &body::PLACEHOLDER,
    &safety::PROMPT_INJECTION,
    &mentions::REF_TO_REF,
    &references::REF_TOO_MANY_TOKENS,
    &scripts::RUNNER_UNPINNED,
    &scripts::SCRIPT_DEPS_UNDECLARED,
    &scripts::SCRIPT_INTERACTIVE,
    &scripts::SCRIPT_NO_HELP,
    &scripts::SCRIPT_NO_SHEBANG,
    &scripts::SCRIPT_NOT_EXEC,
    &safety::SECRET,
    &scripts::SHELL_NO_STRICT,
    &files::SYMLINK,
    &body::TOO_MANY_LINES,
    &fields::TOOLS_BROAD,
    &fields::TOOLS_FORMAT,
    &collection::TRIGGER_OVERLAP,
    &fragments::TRIGGER_STOLEN,
    &syntax::TRIPLE_DASH_IN_VALUE,
    &unknown::UNKNOWN_FIELD,
    &variables::UNKNOWN_VARIABLE,
    &safety::UNLISTED_HOST,
    &syntax::UNQUOTED_COLON,
    &UNUSED_SUPPRESSION,
    &syntax::VALUE_NEEDS_QUOTES,
    &metadata::VALUE_NOT_STRING,
    &scripts::VENDORED_DEPS,
    &package::VERSION_CONFLICT,
    &package::VERSION_NOT_INCREASING,
    &fields::VERSION_SEMVER,
    &body::WEAK_LANGUAGE,
    &scripts::WRONG_DRAWER,
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
