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
    skill_md(&context, "x", "--- \nname: x\ndescription: Does all of x. Use for x.\n---\nx\n");
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
    SkillBuilder::new("flat-notes")
        .body("Read [the guide](guide.md), run `extract.py`, fill `template.txt`, see rules/a.md.\n")
        .file("guide.md", "# Guide\n")
        .file("extract.py", "print(1)\n")
        .file("template.txt", "x\n")
        .file("rules/a.md", "# A\n")
        .build_in(&context.project());
    assert_eq!(rules(&context, "flat-notes"), [] as [&str; 0]);
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

#[test]
fn safe_fixes_mend_text_keep_all_else_and_are_applied_once() {
    let context = TestContext::new();
    let text = "\u{FEFF}---\r\nname: x # why\r\ndescription: Use this when: the user asks # 1\r\nallowed-tools: [Read, Bash]   # tools\r\n# a comment\r\nlicense: 'MIT'\r\n---\r\nbody";
    skill_md(&context, "x", text);
    context.run("lint x --fix --diff").prints("+description: \"Use this when: the user asks # 1\"");
    assert_eq!(context.read("x/SKILL.md"), text, "--diff changes nothing");
    context.run("lint x --fix").ends_with(0).says("Fixed x/SKILL.md");
    let mended = "---\nname: x # why\ndescription: \"Use this when: the user asks # 1\"\nallowed-tools: Read Bash   # tools\n# a comment\nlicense: 'MIT'\n---\nbody";
    assert_eq!(context.read("x/SKILL.md"), mended);
    context.run("lint x --fix").ends_with(0).never_says("Fixed x");
}

#[test]
fn comments_allow_findings_and_stale_ones_are_told() {
    let context = TestContext::new();
    let head = "name: x\n# skill-lint: allow unknown-field — the shop reads it\nshop: yes\ndescription: Greets people by name. Use when asked.\n";
    let body = "<!-- skill-lint: allow link-broken — made later -->\nSee [it](later.md).\n\nSee [it](later.md).\n\n<!-- skill-lint: allow link-escape -->\nText.\n";
    SkillBuilder::new("x").head(head).body(body).build_in(&context.project());
    assert_eq!(rules(&context, "x"), ["link-broken", "unused-suppression"]);
    let output = context.command(["lint", "x", "--format", "sarif"]).output().expect("a run");
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let reasons: Vec<_> =
        results.iter().filter_map(|result| result["suppressions"][0]["justification"].as_str()).collect();
    assert_eq!(reasons, ["the shop reads it", "made later"]);
}

#[test]
fn settings_and_a_baseline_choose_what_fails() {
    let context = TestContext::new();
    SkillBuilder::new("x").body("See [it](later.md).\n").build_in(&context.project());
    context.run("lint x").ends_with(1);
    context.run("lint x --write-baseline --baseline known.json").ends_with(0);
    context.run("lint x --baseline known.json").ends_with(0).says("nothing found");
    context.write("x/SKILL.md", context.read("x/SKILL.md").replace("later.md", "never.md"));
    context.run("lint x --baseline known.json").ends_with(1).says("no longer occurs");
    context.write("skill.toml", "[lint.rules]\nlink-broken = \"warning\"\n");
    context.run("lint x").ends_with(0).prints("warning[link-broken]");
    context.write("x/skill.toml", "[lint.rules]\nlink-broken = \"note\"\n");
    context.run("lint x").ends_with(0).prints("note[link-broken]");
    context.write("x/skill.toml", "[lint.rules]\nlink-brokn = \"note\"\n");
    context.run("lint x").ends_with(2).says("link-brokn");
}

#[test]
fn the_samples_of_platforms_pass_in_their_profiles() {
    let context = TestContext::new();
    let teleai = "---\nname: pdf-processing\ndisplay_name: PDF 处理\ndescription: Extracts text and tables from PDF files, fills forms, merges PDFs. Use when the user mentions PDF, forms, or document extraction.\ndescription_zh: PDF 文本与表格提取、表单填写与合并\ndescription_en: Extract PDF text, fill forms, and merge PDFs.\ncategory: office\nversion: 1.0.0\nauthor: teleai\ndelivery: managed\n---\n# 技能指令正文\n当用户需要处理 PDF 时,按以下步骤执行:\n1. 运行 `scripts/extract.py` 提取文本;\n2. ...\n";
    skill_md(&context, "pdf-processing", teleai);
    context.run("lint pdf-processing --profile teleai --fail-on warning").ends_with(0);
    let stabledge = "---\nname: release-notes\ndescription: \"整理版本更新说明时使用：按新增、优化、修复三段归类提交记录。触发词：更新说明、发版说明、changelog。\"\n---\n\n# 版本更新说明\n\n1. 先读取本次版本的提交列表……\n";
    skill_md(&context, "release-notes", stabledge);
    context.run("lint release-notes --profile stabledge --fail-on note").ends_with(0);
    skill_md(
        &context,
        "bad",
        teleai.replace("name: pdf-processing", "name: PDF--Processing").replace("author: teleai\n", ""),
    );
    let ran = context.run("lint bad --profile teleai --format concise").ends_with(1);
    // That the folder is called otherwise is said with them: it is what the name should be.
    for rule in ["name-upper", "name-hyphen-double", "field-required"] {
        assert!(ran.stdout.contains(rule), "{rule}\n{ran}");
    }
}

#[test]
fn a_text_on_standard_input_is_judged_like_the_file_it_will_be() {
    let context = TestContext::new();
    SkillBuilder::new("x").file("guide.md", "# G\n").build_in(&context.project());
    let text = "---\nname: x\ndescription: Greets people by name. Use when asked.\n---\nSee [g](guide.md) and [h](other.md).\n";
    context.write("typed.md", text);
    let mut command = context.command(["lint", "-", "--stdin-filename", "x/SKILL.md", "--format", "concise"]);
    command.stdin(std::fs::File::open(context.project().join("typed.md")).expect("a file"));
    let ran = context.ran(&command.output().expect("a run")).ends_with(1);
    assert_eq!(ran.stdout, "x/SKILL.md:5:27: error[link-broken]: `other.md` does not exist\n");
}
