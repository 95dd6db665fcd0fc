//! `skill add script|reference|asset`: the file, the line that points to it, and nothing else.

use crate::support::{TestContext, executable, listing, skill::SkillBuilder};

fn with_skill(body: &str) -> TestContext {
    let context = TestContext::new();
    SkillBuilder::new("x").body(body).build_in(&context.project());
    context
}

#[test]
fn each_kind_gets_its_file_and_a_line_in_order() {
    let context = with_skill("# X\n");
    context
        .run("-C x add script check-totals --lang sh")
        .ends_with(0)
        .says("Added script scripts/check-totals.sh");
    context.run("-C x add references tax-rates").ends_with(0).says("Added a line to SKILL.md");
    context
        .run("-C x add asset Letter_Head")
        .ends_with(0)
        .says("note: `Letter_Head` becomes `letter-head.md`");
    let text = context.read("x/SKILL.md");
    let body = text.split("# X\n").nth(1).unwrap();
    insta::assert_snapshot!(body, @"

    ## Files

    - [assets/letter-head.md](assets/letter-head.md): use it [TODO: for which result, copied or filled in].
    - [references/tax-rates.md](references/tax-rates.md): read it [TODO: in which case].
    - `scripts/check-totals.sh`: run it [TODO: when]; `--help` lists its options.
    ");
    assert!(context.read("x/scripts/check-totals.sh").contains("Usage: check-totals.sh"));
    assert!(context.read("x/references/tax-rates.md").starts_with("# Tax rates\n"));
    if cfg!(unix) {
        assert_eq!(executable(&context.project().join("x/scripts/check-totals.sh")), "x");
        assert_eq!(executable(&context.project().join("x/references/tax-rates.md")), "-");
    }
}

#[test]
fn the_edit_leaves_every_other_byte_alone() {
    let head = "\u{feff}---\r\nname: x\r\ndescription: >\r\n  folded\r\n  text\r\n# comment\r\nallowed-tools: [\"a\",  'b']\r\n---\r\n";
    for (body, end) in [
        ("# X\r\n\r\n```\r\n## Files\r\n```\r\n", "\r\n## Files\r\n\r\n- `scripts/y.py`: run it"),
        ("# X", "\r\n\r\n## Files\r\n\r\n- `scripts/y.py`: run it"),
        ("## Files\r\n\r\n* `scripts/a.py`: a", "\r\n* `scripts/y.py`: run it"),
    ] {
        let context = TestContext::new();
        context.write("x/SKILL.md", format!("{head}{body}"));
        context.run("add script y --to x").ends_with(0);
        let text = context.read("x/SKILL.md");
        let added = text.strip_prefix(&format!("{head}{body}")).expect("the old text comes first");
        assert!(added.starts_with(end), "{added:?}");
        assert_eq!(added.ends_with('\n'), body.ends_with('\n'), "{added:?}");
        assert!(!text.replace("\r\n", "").contains('\n'));
    }
}

#[test]
fn the_skill_is_the_nearest_one_up_or_the_one_named() {
    let context = with_skill("# X\n");
    std::fs::create_dir_all(context.project().join("x/references/deep")).unwrap();
    context.run("-C x/references/deep add reference a").ends_with(0);
    context.run("add reference b --to ./x/../x").ends_with(0).says("Added reference x/references/b.md");
    context.run("add reference c --to x/SKILL.md").ends_with(0);
    for name in ["a", "b", "c"] {
        assert!(context.exists(&format!("x/references/{name}.md")));
    }
    std::fs::create_dir_all(context.project().join("x/repo/.git")).unwrap();
    context.run("-C x/repo add reference d").ends_with(1).says("or a folder above it").says("skill new NAME");
    context
        .run("add reference d --to nowhere")
        .ends_with(1)
        .says("no `SKILL.md` in `[ROOT]/project/nowhere`");
}

#[test]
fn from_copies_a_file_with_its_ending() {
    let context = with_skill("# X\n");
    context.write("old/Check_It.RB", "#!/usr/bin/env ruby\r\nputs 1");
    context.write("old/logo.png", b"\x89PNG\0");
    context.run("add script --from old/Check_It.RB --to x").ends_with(0).says("becomes `check-it.rb`");
    assert_eq!(context.read("x/scripts/check-it.rb"), "#!/usr/bin/env ruby\r\nputs 1");
    context.run("add asset brand --from old/logo.png --to x").ends_with(0);
    assert_eq!(std::fs::read(context.project().join("x/assets/brand.png")).unwrap(), b"\x89PNG\0");
    assert!(context.read("x/SKILL.md").contains("(assets/brand.png)"));
    context.run("add asset none --from old/absent --to x").ends_with(1).says("is no file");
    context.run("add asset none --from old --to x").ends_with(1).says("is no file");
    context.run("add script y.rb --to x").ends_with(2).says("no template for a script with the ending `.rb`");
    context.run("add script y.py --lang sh --to x").ends_with(2);
}

#[test]
fn an_ending_that_is_typed_chooses_the_language() {
    let context = with_skill("# X\n");
    context.run("add script a.sh --to x").ends_with(0).never_says("note");
    context.run("add script b.js --to x").ends_with(0).says("`b.js` becomes `b.mjs`");
    assert!(context.exists("x/scripts/a.sh") && context.exists("x/scripts/b.mjs"));
}

#[test]
fn duplicates_and_unsafe_names_are_refused_and_change_nothing() {
    let context = with_skill("# X\n");
    context.run("add script y --to x").ends_with(0);
    context.write("x/references/Notes.md", "mine");
    let before = listing(context.root());
    context.run("add script y --to x").ends_with(1).says("y.py` exists already");
    context.run("add reference notes --to x").ends_with(1).says("Notes.md` exists already");
    for name in ["../evil", "a/b", "..", "con", "aux.py", "!!!", "a\u{202e}b"] {
        context.run_words(&["add", "script", name, "--to", "x"]).ends_with(1);
    }
    assert_eq!(listing(context.root()), before);
}

#[test]
fn a_path_that_is_named_already_gets_no_second_line() {
    let context = with_skill("Run `scripts/y.py`.\n");
    let before = context.read("x/SKILL.md");
    context.run("add script y --to x").ends_with(0).says("`SKILL.md` names `scripts/y.py` already");
    assert_eq!(context.read("x/SKILL.md"), before);
    assert!(context.exists("x/scripts/y.py"));
}

#[test]
fn a_skill_md_that_can_not_take_a_line_is_refused_first() {
    let context = with_skill("# X\n\n```sh\nls\n");
    context.run("add script y --to x").ends_with(1).says("the code fence opened on line 7 is never closed");
    context.write("x/SKILL.md", "---\nname: x\n");
    context.run("add script y --to x").ends_with(1).says("frontmatter, opened on line 1, is never closed");
    context.write("x/SKILL.md", b"---\nname: x\n---\n\xff\n");
    context.run("add script y --to x").ends_with(1).says("invalid UTF-8 at byte 16");
    assert!(!context.exists("x/scripts"));
}

#[test]
fn packages_go_into_a_python_script_alone() {
    let context = with_skill("# X\n");
    context.run("add script y --dependency httpx>=0.27 --to x").ends_with(0);
    assert!(context.read("x/scripts/y.py").contains("# dependencies = [\"httpx>=0.27\"]\n"));
    context.run("add script z.sh --dependency a --to x").ends_with(2).says("only a Python script");
    context.run_words(&["add", "script", "z", "--dependency", "a\"\nb", "--to", "x"]).ends_with(2);
    context.run("add reference z --dependency a --to x").ends_with(2).says("`--dependency` is for scripts");
    assert!(!context.exists("x/scripts/z.py") && !context.exists("x/scripts/z.sh"));
}

#[test]
fn usage_errors_say_what_to_type() {
    let context = with_skill("# X\n");
    context.run("add").ends_with(2);
    context.run("add script").ends_with(2).says("hint: skill add script NAME");
    context.run("add script a b").ends_with(2).says("one script is added at a time");
    context.run("add reference a --lang py --to x").ends_with(2).says("`--lang` is for scripts");
    context.run("add owner/repo --lang py").ends_with(2).says("`--lang` belongs to `add script`");
}

#[test]
fn json_names_what_was_made_and_edited() {
    let context = with_skill("# X\n");
    let json = context.run("add script y --to x --json").ends_with(0).json();
    assert_eq!(json["format"], "skill.add/1");
    assert_eq!(json["created"][0]["path"], "scripts/y.py");
    assert_eq!(json["edited"][0], "SKILL.md");
}

#[cfg(unix)]
#[test]
fn a_linked_skill_md_stays_a_link() {
    let context = with_skill("# X\n");
    let x = context.project().join("x");
    std::fs::rename(x.join("SKILL.md"), context.project().join("real.md")).unwrap();
    std::os::unix::fs::symlink("../real.md", x.join("SKILL.md")).unwrap();
    context.run("add script y --to x").ends_with(0);
    assert!(std::fs::symlink_metadata(x.join("SKILL.md")).unwrap().is_symlink());
    assert!(context.read("real.md").contains("scripts/y.py"));
}
