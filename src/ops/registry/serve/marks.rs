//! What a `PATCH` of a version asks for.

use std::str::FromStr as _;

use serde::Deserialize;
use serde_json::Value;

use super::super::Mark;
use crate::{
    host::registry::serve::Reply,
    model::registry::{
        line::{Status, StatusKind},
        package::Package,
    },
};

/// The longest reason, in characters.
const MAX_REASON: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Patch {
    /// A reason, or false.
    yanked: Option<Value>,
    #[serde(default)]
    status: Asks,
}

/// What a body says of the status: nothing, null for none any more, or a new one.
#[derive(Default)]
enum Asks {
    #[default]
    Nothing,
    Lift,
    Status(Status),
}

impl<'de> Deserialize<'de> for Asks {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Status>::deserialize(deserializer)?.map_or(Self::Lift, Self::Status))
    }
}

/// A mark for the log.
pub(super) fn told(mark: &Mark) -> String {
    match mark {
        Mark::Yank { reason } => format!("yanked, {reason}"),
        Mark::Unyank => "offered again".to_owned(),
        Mark::Status(status) => {
            let state = match status.state {
                StatusKind::Deprecated => "deprecated",
                StatusKind::Quarantined => "quarantined",
                StatusKind::Blocked => "blocked",
            };
            format!("{state}, {}", status.reason)
        }
        Mark::Lift => "free of any status".to_owned(),
    }
}

/// The marks a body asks for; each that takes something away says why.
pub(super) fn marks(body: &[u8]) -> Result<Vec<Mark>, Reply> {
    let patch: Patch = serde_json::from_slice(body)
        .map_err(|error| Reply::problem(400, format_args!("the body is no mark: {error}")))?;
    let reason = |text: &str| {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MAX_REASON {
            return Err(Reply::problem(400, format_args!("a reason has 1 to {MAX_REASON} characters")));
        }
        Ok(text.to_owned())
    };
    let mut marks = Vec::new();
    match patch.yanked {
        None => {}
        Some(Value::Bool(false)) => marks.push(Mark::Unyank),
        Some(Value::String(text)) => marks.push(Mark::Yank { reason: reason(&text)? }),
        Some(_) => return Err(Reply::problem(400, "`yanked` is a reason, or false")),
    }
    match patch.status {
        Asks::Nothing => {}
        Asks::Lift => marks.push(Mark::Lift),
        Asks::Status(status) => {
            let told = reason(&status.reason)?;
            if let Some(other) = &status.replaced_by {
                Package::from_str(other).map_err(|error| Reply::problem(400, error))?;
            }
            marks.push(Mark::Status(Status { reason: told, ..status }));
        }
    }
    if marks.is_empty() {
        return Err(Reply::problem(400, "the body asks for nothing: expected `yanked` or `status`"));
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_says_what_and_why() {
        let read = |text: &str| marks(text.as_bytes());
        assert!(matches!(read(r#"{"yanked":"broken"}"#).expect("a mark")[..], [Mark::Yank { .. }]));
        assert!(matches!(
            read(r#"{"yanked":false,"status":null}"#).expect("marks")[..],
            [Mark::Unyank, Mark::Lift]
        ));
        let status = r#"{"status":{"state":"deprecated","reason":"old","replaced_by":"@a/b"}}"#;
        assert!(matches!(read(status).expect("a mark")[..], [Mark::Status(_)]));
        for wrong in [
            "",
            "{}",
            r#"{"yanked":true}"#,
            r#"{"yanked":" "}"#,
            r#"{"status":{"state":"blocked"}}"#,
            r#"{"status":{"state":"gone","reason":"x"}}"#,
            r#"{"stars":1}"#,
            r#"{"status":{"state":"blocked","reason":""}}"#,
            r#"{"status":{"state":"deprecated","reason":"old","replaced_by":"../x"}}"#,
        ] {
            assert_eq!(read(wrong).expect_err(wrong).status, 400, "{wrong}");
        }
    }
}
