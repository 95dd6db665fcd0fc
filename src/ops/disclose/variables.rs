//! Variables in the body of a skill: `${NAME}`, `$1`, `$ARGUMENTS`. What is unknown or unset stays as it is written,
//! and what was put in is not looked at again.

use std::collections::BTreeMap;

/// What stands for what.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    /// Of `${NAME}`.
    pub(crate) named: BTreeMap<String, String>,
    /// `$1` and so on; `$ARGUMENTS` is all of them.
    pub(crate) arguments: Vec<String>,
}

/// A body with its variables replaced.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub(crate) text: String,
    /// Whether an argument found its place.
    pub(crate) takes_arguments: bool,
}

/// Puts the values in.
pub(crate) fn replace(body: &str, variables: &Variables) -> Replaced {
    let mut text = String::with_capacity(body.len());
    let mut takes_arguments = false;
    let mut rest = body;
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let (value, length) = look_up(after, variables);
        takes_arguments |= value.is_some() && !after.starts_with('{');
        match value {
            Some(value) => text.push_str(&value),
            None => text.push_str(&rest[at..=at + length]),
        }
        rest = &after[length..];
    }
    text.push_str(rest);
    Replaced { text, takes_arguments }
}

/// The value of what follows a `$`, and the bytes that it takes.
fn look_up(after: &str, variables: &Variables) -> (Option<String>, usize) {
    if let Some(inner) = after.strip_prefix('{') {
        return match inner.find('}') {
            Some(end) => match variables.named.get(&inner[..end]) {
                Some(value) => (Some(value.clone()), end + 2),
                None => (None, 0),
            },
            None => (None, 0),
        };
    }
    let length = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
    let word = &after[..length];
    if word == "ARGUMENTS" {
        let all = (!variables.arguments.is_empty()).then(|| variables.arguments.join(" "));
        return (all, length);
    }
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let number: Option<usize> = word[..digits].parse().ok();
    let value = number.and_then(|number| variables.arguments.get(number.checked_sub(1)?).cloned());
    (value, digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(body: &str, named: &[(&str, &str)], arguments: &[&str]) -> String {
        let named = named.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let arguments = arguments.iter().map(|text| (*text).to_owned()).collect();
        replace(body, &Variables { named, arguments }).text
    }

    #[test]
    fn known_variables_are_replaced_and_others_stay() {
        let named = [("SKILL_DIR", "/s"), ("X", "${SKILL_DIR} $1")];
        assert_eq!(
            replaced("${SKILL_DIR}/a ${OTHER} ${X} $SKILL_DIR ${", &named, &["one"]),
            "/s/a ${OTHER} ${SKILL_DIR} $1 $SKILL_DIR ${"
        );
    }

    #[test]
    fn arguments_are_counted_from_one_and_unset_ones_stay() {
        assert_eq!(replaced("$1, $2; $3 $0 $$1 $10 技$1技", &[], &["a", "b"]), "a, b; $3 $0 $a $10 技a技");
        assert_eq!(replaced("do $ARGUMENTS now $ARGUMENTS_X", &[], &["a", "b"]), "do a b now $ARGUMENTS_X");
        assert_eq!(replaced("do $ARGUMENTS $1 $", &[], &[]), "do $ARGUMENTS $1 $");
    }
}
