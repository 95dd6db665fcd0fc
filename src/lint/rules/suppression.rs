//! The rule on comments that allow findings. It is checked after all others, when it is known what they allowed.

use crate::lint::{
    Subject,
    rule::{Findings, declare_rule},
};

declare_rule! {
    /// ## What it finds
    /// A comment `skill-lint: allow RULE` that allows nothing: the finding is gone, or the rule is misspelt.
    /// ## Why it matters
    /// A stale comment hides the next finding of that kind.
    /// ## Example
    /// `<!-- skill-lint: allow link-broken — made at build time -->` above a link that works.
    UNUSED_SUPPRESSION = "unused-suppression" {
        summary: "a comment allows what is not found",
        category: Collection,
        level: Note,
        fix: None,
        check: after_all_others,
    }
}

fn after_all_others(_subject: &Subject<'_>, _found: &mut Findings<'_>) {}
