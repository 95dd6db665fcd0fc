//! `skill lint` on the bug reports of other tools, and on a large set of real skills when one is at hand.

use crate::support::{TestContext, skill::SkillBuilder};

/// The rules of the findings of a run on `path`.
fn rules(context: &TestContext, path: &str) -> Vec<String> {
    // Not through the filter for screens, which rewrites the backslashes of JSON.
    let output =
        context.command(["lint", path, "--format", "json", "--fail-on", "never"]).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let skills = report["skills"].as_array().expect("skills").clone();
    skills
        .iter()
        .flat_map(|skill| skill["findings"].as_array().expect("findings").clone())
        .map(|finding| finding["rule"].as_str().expect("a rule").to_owned())
        .collect()
}

fn skill_md(context: &TestContext, folder: &str, text: impl AsRef<[u8]>) {
    context.write(&format!("{folder}/SKILL.md"), text);
}

#[test]
fn a_valid_skill_has_no_findings_and_ends_with_success() {
    let context = TestContext::new();
    SkillBuilder::new("greeter").build_in(&context.project());
    context.run("lint greeter").ends_with(0).says("Finished 1 skill: nothing found");
    assert_eq!(rules(&context, "."), [] as [&str; 0]);
}

#[test]
fn text_that_is_not_ascii_is_read_alike_in_every_locale() {
    let mut context = TestContext::new();
    let text = "---\nname: n8n-workflows\ndescription: Übersicht — Namen.\n---\nÜber → Tabelle\n";
    skill_md(&context, "n8n-workflows", text);
    let plain = context.run("lint n8n-workflows").ends_with(0);
    context.set("LC_ALL", "C");
    assert_eq!(context.run("lint n8n-workflows").stderr, plain.stderr);
    skill_md(&context, "latin", b"---\nname: latin\ndescription: caf\xe9\n---\nx\n");
    let ran = context.run("lint latin --format concise").ends_with(1);
    assert_eq!(
        ran.stdout,
        "latin/SKILL.md: error[not-utf8]: it is not UTF-8 text: the byte at offset 32 is no part of a character\n"
    );
}

#[test]
fn a_blank_after_the_opening_fence_is_a_warning_and_nothing_is_missing() {
    let context = TestContext::new();
    skill_md(&context, "x", "--- \nname: x\ndescription: Does x. Use for x.\n---\nx\n");
    assert_eq!(rules(&context, "x"), ["fence-malformed"]);
    context.run("lint x").ends_with(0).prints("SKILL.md:1:4");
}

#[test]
fn a_separator_inside_the_frontmatter_is_an_error_on_its_line() {
    let context = TestContext::new();
    skill_md(&context, "astropy", "---\nname: astropy\n--- Apache-2.0\ndescription: x\n---\nx\n");
    let ran = context.run("lint astropy --format concise").ends_with(1);
    assert!(ran.stdout.starts_with("astropy/SKILL.md:3:1: error[yaml-invalid]"), "{ran}");
}

#[test]
fn flow_style_is_a_note_only_and_nested_metadata_a_warning() {
    let context = TestContext::new();
    let head = "name: flow\ndescription: Does it. Use for it.\nmetadata:\n  requires:\n    bins: [\"gws\"]\n";
    SkillBuilder::new("flow").head(head).build_in(&context.project());
    assert_eq!(rules(&context, "flow"), ["value-not-string", "yaml-exotic"]);
    context.run("lint flow").ends_with(0);
    context.run("lint flow --profile skills-ref").ends_with(1);
}

#[test]
fn everything_wrong_with_a_head_is_found_in_one_run() {
    let context = TestContext::new();
    let head = "name: Bad_Name\nallowed-tools: [Read]\nmetadata: 3\ncompatibility: [a]\n";
    SkillBuilder::new("x").head(head).build_in(&context.project());
    let found = rules(&context, "x");
    for rule in [
        "name-upper",
        "name-charset",
        "description-missing",
        "tools-format",
        "metadata-not-map",
        "compatibility-type",
    ] {
        assert!(found.iter().any(|other| other == rule), "{rule} is not in {found:?}");
    }
}

#[test]
fn lengths_count_characters_and_not_bytes() {
    let context = TestContext::new();
    for (count, wrong) in [(342, false), (1024, false), (1025, true)] {
        let head = format!("name: x\ndescription: {}\n", "中".repeat(count));
        SkillBuilder::new("x").head(&head).build_in(&context.project());
        let ran = context.run("lint x");
        assert_eq!(ran.stdout.contains("1025 characters"), wrong, "{count}\n{ran}");
        assert_eq!(ran.code, Some(i32::from(wrong)), "{ran}");
    }
}

#[test]
fn every_way_to_name_the_folder_gives_the_same_verdict() {
    let context = TestContext::new();
    let place = SkillBuilder::new("test-skill-bug").build_in(&context.project());
    for path in [".", "./", "../test-skill-bug/", "SKILL.md", "../test-skill-bug"] {
        let output = context.command(["lint", path]).current_dir(&place).output().expect("a run");
        context.ran(&output).ends_with(0).says("nothing found");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("test-skill-bug", context.project().join("link")).expect("a link");
        context.run("lint link").ends_with(0).says("nothing found");
    }
}

#[test]
fn links_in_code_and_with_placeholders_are_not_judged() {
    let context = TestContext::new();
    let body = "```md\n[x](references/none.md)\n```\n\n~~~\n```\n[x](references/none.md)\n~~~\n\n   ````\n```\n[x](references/none.md)\n   ````\n\n[doc](${CLAUDE_PLUGIN_ROOT}/docs/a.md) [t](references/<name>.md) [u](rules/{id}.md) [v](references/*.md)\n\n[real](references/none.md)\n";
    SkillBuilder::new("x").body(body).build_in(&context.project());
    let ran = context.run("lint x --format concise").ends_with(1);
    assert_eq!(ran.stdout, "x/SKILL.md:21:8: error[link-broken]: `references/none.md` does not exist\n");
}

#[test]
fn a_flat_layout_is_fine() {
    let context = TestContext::new();
    SkillBuilder::new("my-skill")
        .body("Read [the guide](guide.md), run `extract.py`, fill `template.txt`, see rules/a.md.\n")
        .file("guide.md", "# Guide\n")
        .file("extract.py", "print(1)\n")
        .file("template.txt", "x\n")
        .file("rules/a.md", "# A\n")
        .build_in(&context.project());
    assert_eq!(rules(&context, "my-skill"), [] as [&str; 0]);
}

#[cfg(unix)]
#[test]
fn a_skill_md_that_is_a_link_is_read_and_a_dangling_one_is_named() {
    let context = TestContext::new();
    skill_md(&context, "src/demo", "---\nname: demo\ndescription: Does it. Use for it.\n---\nx\n");
    let place = context.project().join(".agents/skills/demo");
    std::fs::create_dir_all(&place).expect("a folder");
    std::os::unix::fs::symlink("../../../src/demo/SKILL.md", place.join("SKILL.md")).expect("a link");
    context.run("lint .agents/skills/demo --fail-on warning").ends_with(0);
    std::fs::remove_file(place.join("SKILL.md")).expect("removed");
    std::os::unix::fs::symlink("nowhere.md", place.join("SKILL.md")).expect("a link");
    context.run("lint .agents/skills/demo").ends_with(1).prints("nowhere.md");
}

#[test]
fn a_flat_markdown_file_gets_the_hint_to_move_it() {
    let context = TestContext::new();
    context.write("skills/code-review.md", "---\nname: code-review\ndescription: x\n---\n");
    context.write("skills/README.md", "# Skills\n");
    let ran = context.run("lint skills").ends_with(1).says("code-review/SKILL.md").never_says("README");
    assert!(ran.stdout.is_empty());
    context.run("lint skills/code-review.md").ends_with(1).says("code-review/SKILL.md");
    context.run("lint nowhere").ends_with(1).says("nothing stands at `nowhere`");
}

#[test]
fn an_unknown_profile_or_rule_offers_the_nearest() {
    let context = TestContext::new();
    SkillBuilder::new("x").build_in(&context.project());
    context.run("lint x --profile cluade").ends_with(2).says("did you mean `claude`?");
    context.run("rule link-brokn").ends_with(1).says("did you mean `link-broken`?");
    context.run("rule link-broken").ends_with(0).prints("## Why it matters");
}
