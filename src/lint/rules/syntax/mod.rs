//! Rules on the frontmatter's form: fences and YAML.

mod fences;
mod yaml;

pub(super) use fences::{FENCE_MALFORMED, FRONTMATTER_MISSING, FRONTMATTER_UNCLOSED, TRIPLE_DASH_IN_VALUE};
pub(super) use yaml::{
    DUPLICATE_KEY, NOT_A_MAPPING, UNQUOTED_COLON, VALUE_NEEDS_QUOTES, YAML_EXOTIC, YAML_INVALID, YAML_LIMITS,
    YAML_TAB,
};
