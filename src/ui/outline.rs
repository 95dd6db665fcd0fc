//! A folder drawn as a tree of lines.

use std::fmt::Write as _;

/// Draws `/`-separated paths, each with a remark behind its name, below a root.
pub(crate) fn draw(root: &str, entries: &[(&str, &str)]) -> String {
    let mut sorted: Vec<(Vec<&str>, &str)> =
        entries.iter().map(|(path, remark)| (path.split('/').collect(), *remark)).collect();
    sorted.sort();
    let mut out = root.to_owned();
    below(&mut out, "", &sorted);
    out
}

/// Draws entries of one folder, sorted, as (rest of the path, remark).
fn below(out: &mut String, prefix: &str, entries: &[(Vec<&str>, &str)]) {
    let mut rest = entries;
    while let Some((first, remark)) = rest.first() {
        let Some(name) = first.first() else { return };
        let length = rest.iter().take_while(|(path, _)| path.first() == Some(name)).count();
        let (here, after) = rest.split_at(length);
        rest = after;
        let (mark, bar) = if rest.is_empty() { ("└── ", "    ") } else { ("├── ", "│   ") };
        let is_file = first.len() == 1;
        let remark = if is_file && !remark.is_empty() { format!("  ({remark})") } else { String::new() };
        // Writing to a String can't fail.
        let _ = write!(out, "\n{prefix}{mark}{name}{remark}");
        if !is_file {
            let inner: Vec<_> = here.iter().map(|(path, remark)| (path[1..].to_vec(), *remark)).collect();
            below(out, &format!("{prefix}{bar}"), &inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_drawn_once_and_the_last_closes() {
        let drawn = draw("x", &[("b/c", ""), ("SKILL.md", "kept"), ("b/d/e", ""), ("z", "")]);
        assert_eq!(drawn, "x\n├── SKILL.md  (kept)\n├── b\n│   ├── c\n│   └── d\n│       └── e\n└── z");
    }
}
