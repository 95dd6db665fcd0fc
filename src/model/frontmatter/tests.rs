//! What the parser makes of heads, good and broken.

use super::*;

fn faults(text: &str) -> Vec<(String, String)> {
    let head = Frontmatter::parse(text);
    head.faults.iter().map(|fault| (fault.span.of(text).to_owned(), fault.kind.to_string())).collect()
}

fn kinds(text: &str) -> Vec<FaultKind> {
    Frontmatter::parse(text).faults.into_iter().map(|fault| fault.kind).collect()
}

#[test]
fn keys_and_values_have_exact_spans() {
    let text = "---\nname: 技能 # why\ndescription: \"a # \\\" b\" # c\nlicense: 'it''s'\nmetadata:\n  a: &x 1\n  b: |\n    two\n    lines\n  c: [1, 2]\n---\n";
    let head = Frontmatter::parse(text);
    assert_eq!(head.faults, []);
    let spans: Vec<(&str, &str)> =
        head.entries.iter().map(|entry| (entry.key.span.of(text), entry.value.span.of(text))).collect();
    assert_eq!(spans[0], ("name", "技能"));
    assert_eq!(spans[1], ("description", "\"a # \\\" b\""));
    assert_eq!(spans[2], ("license", "'it''s'"));
    let metadata = head.value("metadata").unwrap();
    assert_eq!(metadata.value_of("a").unwrap().span.of(text), "1");
    assert_eq!(metadata.value_of("b").unwrap().span.of(text), "two\n    lines");
    assert_eq!(metadata.value_of("c").unwrap().span.of(text), "[1, 2]");
    assert_eq!(head.text("description"), Some("a # \" b"));
}

#[test]
fn an_unquoted_colon_is_named_and_repaired() {
    let text = "---\nname: a\ndescription: Use when: PDFs\n---\n";
    let head = Frontmatter::parse(text);
    assert_eq!(head.faults[0].kind, FaultKind::UnquotedColon { key: "description".into() });
    assert_eq!(head.faults[0].span.of(text), ":");
    let repair = head.faults[0].repair.clone().unwrap();
    assert_eq!((repair.span.of(text), repair.replacement.as_str()), ("Use when: PDFs", "\"Use when: PDFs\""));
    assert_eq!(head.text("description"), Some("Use when: PDFs"));
    assert!(head.entry("description").unwrap().repaired);
}

#[test]
fn several_faulty_entries_are_found_in_one_run() {
    let text = "---\nname: @a\ndescription: Use when: x\nmetadata:\n\tk: v\nlicense: *MIT\n---\n";
    let found = kinds(text);
    assert!(found.contains(&FaultKind::NeedsQuotes { key: "name".into(), first: '@' }), "{found:?}");
    assert!(found.contains(&FaultKind::UnquotedColon { key: "description".into() }), "{found:?}");
    assert!(found.contains(&FaultKind::Tab), "{found:?}");
    assert!(found.contains(&FaultKind::NeedsQuotes { key: "license".into(), first: '*' }), "{found:?}");
}

#[test]
fn bold_chinese_descriptions_are_read_by_quoting() {
    let text = "---\nname: a\ndescription: **用途：** 整理\n---\n";
    assert_eq!(Frontmatter::parse(text).text("description"), Some("**用途：** 整理"));
}

#[test]
fn a_quoted_value_that_goes_on_at_the_margin_is_read_and_noted() {
    let text = "---\nname: a\ndescription: \"one\ntwo\n\nNote: three\"\nlicense: MIT\n---\n";
    let head = Frontmatter::parse(text);
    assert_eq!(head.text("description"), Some("one two\nNote: three"));
    assert_eq!(head.value("description").unwrap().span.of(text), "\"one\ntwo\n\nNote: three\"");
    assert_eq!(head.text("license"), Some("MIT"));
    assert_eq!(kinds(text), [FaultKind::ValueAtMargin { key: "description".into() }]);
}

#[test]
fn a_separator_line_with_text_is_an_error_that_costs_no_other_field() {
    let text = "---\nname: astropy\n--- Apache-2.0\ndescription: x\n---\n";
    assert_eq!(kinds(text), [FaultKind::StrayFence]);
    assert_eq!(Frontmatter::parse(text).text("description"), Some("x"));
}

#[test]
fn duplicates_lists_scalars_and_nothing_are_told_apart() {
    assert_eq!(
        kinds("---\nname: a\nname: b\n---\n"),
        [FaultKind::DuplicateKey { key: "name".into(), first: Span::new(4, 8) }]
    );
    assert_eq!(kinds("---\n- a\n---\n"), [FaultKind::NotAMapping { found: "a list" }]);
    assert_eq!(kinds("---\njust text\n---\n"), [FaultKind::NotAMapping { found: "text" }]);
    assert_eq!(kinds("---\n# only a comment\n---\n"), [FaultKind::Empty]);
    assert_eq!(kinds("---\n---\n"), [FaultKind::Empty]);
}

#[test]
fn quotes_that_do_not_end_or_end_too_early_are_named() {
    assert_eq!(
        kinds("---\nname: a\ndescription: \"abc\nlicense: MIT\n---\n"),
        [FaultKind::UnclosedQuote { key: "description".into() }]
    );
    let text = "---\nname: a\ndescription: \"abc\" is: x\nlicense: MIT\n---\n";
    assert_eq!(kinds(text), [FaultKind::TextAfterQuote { key: "description".into() }]);
    assert_eq!(Frontmatter::parse(text).text("description"), Some("\"abc\" is: x"));
}

#[test]
fn a_nested_value_is_repaired_in_its_place() {
    let text = "---\nname: a\nmetadata:\n  note: see: this\n  ok: yes\n---\n";
    let head = Frontmatter::parse(text);
    assert_eq!(kinds(text), [FaultKind::UnquotedColon { key: "note".into() }]);
    assert_eq!(head.value("metadata").unwrap().value_of("note").unwrap().text(), Some("see: this"));
    assert_eq!(faults(text)[0].0, ":");
}

#[test]
fn json_in_a_value_is_read_as_it_is_meant() {
    let text = "---\nname: a\nmetadata: {\n  \"emoji\": \"\\ud83d\\udce7\",\n  \"list\": [1]\n}\nlicense: MIT\n---\n";
    let head = Frontmatter::parse(text);
    assert_eq!(kinds(text), []);
    assert_eq!(head.value("metadata").unwrap().value_of("list").unwrap().span.of(text), "[1]");
    assert_eq!(head.text("license"), Some("MIT"));
}

#[test]
fn junk_is_refused_without_harm() {
    for piece in ["[", "{a: ", "- ", "k: v\n", "\"", "a", "\u{0}", "? ", "&a ", "*", "\t", "---\n"] {
        let text = format!("---\n{}", piece.repeat(200_000 / piece.len()));
        let _ = Frontmatter::parse(&text);
        let _ = Frontmatter::parse(&format!("---\n{}\n---\n", piece.repeat(3_000)));
    }
    let bomb = "---\na: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d]\nf: [*e, *e, *e, *e, *e, *e]\n---\n";
    assert!(kinds(bomb).contains(&FaultKind::TooDeep));
}
