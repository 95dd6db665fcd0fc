//! What is wrong with a TOML text, in one line.

use toml_edit::TomlError;

/// Where the text breaks off from TOML, and why; lines and columns count from 1.
pub(crate) fn fault(text: &str, error: &TomlError) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let why = error.message().trim_end().replace('\n', "; ");
    format!("line {line}, column {column}: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_one_line_with_its_place() {
        let text = "a = 1\né = \"x\n";
        let error = text.parse::<toml_edit::DocumentMut>().expect_err("no TOML");
        let told = fault(text, &error);
        assert!(told.starts_with("line 2, column 1: ") || told.starts_with("line 2, column 5: "), "{told}");
        assert!(!told.contains('\n'), "{told}");
    }
}
