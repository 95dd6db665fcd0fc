//! What is no secret although it stands where one would: stand-ins of documentation, references to variables.

/// Words by which a value is known as an example.
const WORDS: [&str; 37] = [
    "example",
    "your",
    "placeholder",
    "changeme",
    "change_me",
    "change-me",
    "dummy",
    "fake",
    "sample",
    "redacted",
    "secret",
    "s3cret",
    "password",
    "xxxx",
    "test",
    "todo",
    "replace",
    "insert",
    "enter",
    "1234567",
    "abcdef",
    "123abc",
    "abc123",
    "foobar",
    "deadbeef",
    "invalid",
    "mock",
    "demo",
    "<",
    ">",
    "${",
    "{{",
    "...",
    "***",
    "…",
    "null",
    "none",
];

/// Whether a value is plainly no real secret. Long runs of one character, counted-up digits and the like are none.
pub(super) fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    // A test key of a service says so at its head; inside of random text a word of four letters may be chance.
    let at_random = value.len() >= 32;
    WORDS.iter().any(|word| lower.contains(word) && (word.len() > 4 || !at_random || !word.is_ascii()))
        || lower.contains("xxx")
        || lower.starts_with("test")
        || has_run(value.as_bytes())
        || counts_up(lower.as_bytes())
}

/// Four equal characters in a row.
fn has_run(bytes: &[u8]) -> bool {
    bytes.windows(4).any(|four| four.iter().all(|byte| *byte == four[0]))
}

/// Five characters in the order of the alphabet or of digits, one after another or every other one (`a1b2c3d4e5`).
fn counts_up(bytes: &[u8]) -> bool {
    let follows = |step: usize| {
        bytes.windows(4 * step + 1).any(|window| {
            (0..4).all(|place| window[place * step].checked_add(1) == Some(window[(place + 1) * step]))
        })
    };
    follows(1) || follows(2)
}

/// Bits of information per character, as the characters' frequencies have it.
#[expect(clippy::cast_precision_loss, reason = "lengths of keys")]
pub(super) fn entropy(value: &str) -> f64 {
    let mut counts = [0_usize; 256];
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let total = value.len().max(1) as f64;
    let share = |count: usize| count as f64 / total;
    counts.iter().filter(|count| **count > 0).map(|count| -share(*count) * share(*count).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stand_ins_are_told_from_keys() {
        for value in ["AKIAIOSFODNN7EXAMPLE", "sk-xxxxxxxx", "YOUR_API_KEY", "ghp_0000000000", "abcdefghij"] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in ["AKIA4QV7ZK2WPTN6RJHD", "hR8vQ2mZ7pLx4TnW9sKc"] {
            assert!(!is_placeholder(value), "{value}");
        }
        assert!(entropy("aaaaaaaa") < 0.1 && entropy("hR8vQ2mZ7pLx4TnW") > 3.5);
    }
}
