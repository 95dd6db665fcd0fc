//! Fixes that are more than an edit of one line: files renamed or made executable, fields moved, frontmatter written.

use crate::support::{TestContext, skill::SkillBuilder};

const TEXT: &str = "---\nname: x\ndescription: Does x. Use when x is wanted.\n---\n# X\n\n1. Do x.\n";

#[test]
fn a_misspelt_manifest_is_renamed_after_a_preview() {
    let context = TestContext::new();
    context.write("x/skill.md", TEXT);
    let shown = context.run("lint x --fix --diff").stdout;
    assert!(shown.contains("rename from x/skill.md\nrename to x/SKILL.md"), "{shown}");
    assert!(context.exists("x/skill.md"));
    context.run("lint x --fix").ends_with(0).says("Fixed x/SKILL.md");
    assert_eq!(context.read("x/SKILL.md"), TEXT);
    let names: Vec<_> = std::fs::read_dir(context.project().join("x")).unwrap().collect();
    assert_eq!(names.len(), 1);
    context.run("lint x --fix").ends_with(0);
}

#[test]
fn a_file_that_has_the_name_already_is_never_replaced() {
    let context = TestContext::new();
    context.write("x/Skill.md", TEXT);
    if context.exists("x/SKILL.md") {
        return; // Case does not tell names apart here.
    }
    std::fs::create_dir(context.project().join("x/SKILL.md")).unwrap();
    context.write("x/SKILL.md/kept", "kept");
    context.run("lint x --fix --fail-on never");
    assert_eq!(context.read("x/SKILL.md/kept"), "kept");
    assert_eq!(context.read("x/Skill.md"), TEXT);
}

#[cfg(unix)]
#[test]
fn scripts_become_executable_after_a_preview() {
    use std::os::unix::fs::PermissionsExt as _;
    let context = TestContext::new();
    SkillBuilder::new("x").file("scripts/run.sh", "#!/bin/sh\nset -e\necho x\n").build_in(&context.project());
    let mode = || {
        let path = context.project().join("x/scripts/run.sh");
        std::fs::metadata(path).unwrap().permissions().mode() & 0o111
    };
    let shown = context.run("lint x --fix --diff").stdout;
    assert!(shown.contains("x/scripts/run.sh: new mode 100755"), "{shown}");
    assert_eq!(mode(), 0);
    context.run("lint x --fix").ends_with(0);
    assert_ne!(mode(), 0);
}

#[test]
fn unknown_fields_move_below_metadata_with_their_comments() {
    let context = TestContext::new();
    let head = "name: x\nversion: 1.10 # the second\ndescription: Does x. Use when x is wanted.\ntags: [a, b]\nmetadata:\n    audience: all # of them\nodd:\n  deep: map\n";
    SkillBuilder::new("x").head(head).build_in(&context.project());
    context.run("lint x --unsafe-fixes --fix --fail-on never");
    let text = context.read("x/SKILL.md");
    let expected = "---\nname: x\ndescription: Does x. Use when x is wanted.\nmetadata:\n    audience: all # of them\n    version: \"1.10\" # the second\n    tags: \"a, b\"\nodd:\n  deep: map\n---\n";
    assert!(text.starts_with(expected), "{text}");
    context.run("lint x --unsafe-fixes --fix --fail-on never");
    assert_eq!(context.read("x/SKILL.md"), text);
}

#[test]
fn missing_frontmatter_is_written_from_the_folder_and_the_first_words() {
    let context = TestContext::new();
    context.write("pdf-forms/SKILL.md", "# PDF forms\n\nFills **forms**: use when asked about PDF.\n");
    context.run("lint pdf-forms --unsafe-fixes --fix --fail-on never");
    let text = context.read("pdf-forms/SKILL.md");
    let expected =
        "---\nname: pdf-forms\ndescription: \"Fills forms: use when asked about PDF.\"\n---\n\n# PDF forms\n";
    assert!(text.starts_with(expected), "{text}");
    context.run("lint pdf-forms").ends_with(0);
}

#[test]
fn a_missing_description_is_left_to_the_author() {
    let context = TestContext::new();
    SkillBuilder::new("x").head("license: MIT\n").build_in(&context.project());
    context.run("lint x --fix --fail-on never");
    assert!(context.read("x/SKILL.md").contains("name: x\n"));
    context.run("lint x --unsafe-fixes --fix --fail-on never");
    assert!(context.read("x/SKILL.md").contains("description: \"TODO: "));
    assert!(context.run("lint x").stdout.contains("description-placeholder"));
}
