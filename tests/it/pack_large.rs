//! Skills too large to be held: judged file by file and packed in pieces, with the findings, bytes and changes of small
//! ones.

use std::fs;

use serde_json::Value;

use crate::support::{TestContext, reader, skill::SkillBuilder};

/// About so many bytes of plain prose; no two lines are alike, since what shrinks too well is refused.
fn prose(bytes: usize) -> String {
    let rows: Vec<String> = (0..bytes / 100).map(|row| {
        let (a, b) = (row * 7919 % 100_003, row * 104_729 % 99_991);
        format!("Open the file, read row {a} of the table and write what it says into part {b} of the whole report.\n")
    }).collect();
    rows.concat()
}

/// A table with a mark and Windows line ends.
fn table(end: &str) -> String {
    let rows = (0..200_000_u64).map(|row| format!("{},{row},c{end}", row * 7919 % 100_003));
    rows.collect::<Vec<_>>().concat()
}

/// A skill of about 8 MB, most of it text.
fn large() -> TestContext {
    let context = TestContext::new();
    SkillBuilder::new("demo")
        .body("# Demo\n\nRead [one](references/r01.md) and [big](references/big.md).\n")
        .build_in(&context.project());
    for index in 0..12 {
        let links = "# Reference\n\nSee [the next](r02.md#here) and [the list](../assets/list.csv).\n\n";
        context.write(&format!("demo/references/r{index:02}.md"), format!("{links}{}", prose(400_000)));
    }
    context.write("demo/references/big.md", prose(1_500_000));
    context.write("demo/assets/list.csv", format!("\u{feff}{}", table("\r\n")));
    context
        .write("demo/assets/late.txt", format!("{}\nkey = ghp_{}\n", prose(300_000), "aB3dE5fG7h".repeat(4)));
    context
}

fn findings<'a>(report: &'a Value, rule: &str) -> Vec<&'a Value> {
    let all = report["findings"].as_array().expect("findings");
    all.iter().filter(|one| one["rule"] == rule).collect()
}

#[test]
fn what_is_not_held_is_judged_as_lint_judges_it() {
    let context = large();
    let linted =
        context.run_words(&["lint", "demo", "--format", "json", "--fail-on", "never"]).ends_with(0).json();
    let packed = context.run_words(&["pack", "demo", "--json", "--fail-on", "never"]).ends_with(0).json();
    let (linted, packed) = (&linted["skills"][0], &packed["skills"][0]["lint"]);
    for rule in ["secret", "anchor-missing", "chain-deep", "link-broken", "crlf"] {
        let place = |one: &&Value| format!("{} {} {}", one["file"], one["line"], one["message"]);
        let (a, b): (Vec<_>, Vec<_>) = (
            findings(linted, rule).iter().map(place).collect(),
            findings(packed, rule).iter().map(place).collect(),
        );
        assert_eq!(a, b, "{rule}");
    }
    assert_eq!(findings(packed, "secret").len(), 1, "{packed}");
    assert!(!findings(packed, "chain-deep").is_empty());
    context.run_words(&["pack", "demo", "--dry-run"]).ends_with(1).says("late.txt");
}

#[test]
fn what_goes_through_in_pieces_comes_out_as_it_was_or_as_the_platform_asks() {
    let context = large();
    fs::remove_file(context.project().join("demo/assets/late.txt")).expect("removed");
    for profile in ["spec", "teleai"] {
        let archive = context.project().join(format!("{profile}.zip"));
        let pack = |file: &str| {
            let words = ["pack", "demo", "--profile", profile, "--json", "--fail-on", "never", "--out", file];
            context.run_words(&words).ends_with(0).json()
        };
        let report = pack(&format!("{profile}.zip"));
        pack("second.zip");
        assert!(
            fs::read(&archive).expect("bytes")
                == fs::read(context.project().join("second.zip")).expect("bytes"),
            "{profile}"
        );
        let changes = report["skills"][0]["changes"].as_array().expect("changes").len();
        assert_eq!(changes, if profile == "teleai" { 2 } else { 0 }, "{report}");
        let Some(read) = reader::read([(archive.as_path(), "demo")], true) else { return };
        assert_eq!(read[0]["digest"], report["skills"][0]["digest"], "{profile}");
        assert_eq!(read[0]["unzipped"], report["skills"][0]["digest"], "{profile}");
        let entries = read[0]["entries"].as_array().expect("entries");
        let list = entries.iter().find(|one| one["path"] == "demo/assets/list.csv").expect("the list");
        let text = list["text"].as_str().expect("text");
        let expected = if profile == "teleai" { table("\n") } else { format!("\u{feff}{}", table("\r\n")) };
        assert!(text == expected, "{profile}");
        assert!(list["method"] == 8, "{profile}");
    }
}

#[test]
fn a_left_out_file_that_a_large_document_names_is_an_error() {
    let context = large();
    context.write("demo/drafts/plan.md", "x");
    context.write("demo/.skillignore", "drafts/\n");
    let long = format!("{}\nSee [the plan](../drafts/plan.md).\n", prose(5_000_000));
    context.write("demo/references/long.md", long);
    context.run_words(&["pack", "demo"]).ends_with(1).says("drafts/plan.md").says("references/long.md");
}
