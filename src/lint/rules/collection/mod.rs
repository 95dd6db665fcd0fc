//! Rules on a skill among its neighbours, and on the cases it is tested with.

mod evals;
mod neighbours;

pub(super) use evals::EVALS_SCHEMA;
pub(super) use neighbours::{
    CATALOG_BUDGET_RULE as CATALOG_BUDGET, CROSS_SKILL_REF, DUPLICATE_NAME, TRIGGER_OVERLAP,
};
