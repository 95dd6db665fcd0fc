//! What StablEdge says of SKILL.md, where no other test says it. Names of tests say what is told.

use std::collections::BTreeSet;

use crate::support::{Ran, TestContext, skill::SkillBuilder, write};

/// The rules that fire under StablEdge's profile, as `rule level code`.
fn fired(context: &TestContext, path: &str) -> BTreeSet<String> {
    let line = format!("lint {path} --profile stabledge --format json --fail-on never");
    let ran = context.run(&line).ends_with(0);
    let skills = ran.json()["skills"].as_array().expect("skills").clone();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("-").to_owned();
    skills
        .iter()
        .flat_map(|skill| skill["findings"].as_array().expect("findings").clone())
        .map(|found| {
            format!("{} {} {}", text(&found["rule"]), text(&found["severity"]), text(&found["platformCode"]))
        })
        .collect()
}

#[track_caller]
fn fires(context: &TestContext, path: &str, expected: &[&str]) {
    let found = fired(context, path);
    for one in expected {
        assert!(found.iter().any(|found| found.starts_with(one)), "`{one}` is not among {found:#?}");
    }
}

/// A skill in the project whose whole SKILL.md is given.
fn skill(context: &TestContext, name: &str, text: impl AsRef<[u8]>) {
    context.write(&format!("{name}/SKILL.md"), text);
}

/// A skill of the user's with these lines in its head.
fn user(context: &TestContext, name: &str, head: &str) {
    SkillBuilder::new(name)
        .head(&format!("name: {name}\n{head}"))
        .build_in(&context.home().join(".agents/skills"));
}

#[test]
fn the_file_is_called_exactly_skill_md_and_is_utf_8() {
    let context = TestContext::new();
    context.write("lower/skill.md", "---\nname: lower\ndescription: \"x\"\n---\n");
    fires(&context, "lower", &["manifest-name-case error"]);
    skill(&context, "latin", b"---\nname: latin\ndescription: \"caf\xe9\"\n---\n");
    fires(&context, "latin", &["not-utf8 error SKILL_MD_YAML_INVALID"]);
}

#[test]
fn a_byte_order_mark_or_anything_else_before_the_dashes_counts_as_no_frontmatter() {
    let context = TestContext::new();
    skill(&context, "bom", "\u{feff}---\nname: bom\ndescription: \"x\"\n---\n");
    fires(&context, "bom", &["bom error SKILL_MD_NO_FRONTMATTER"]);
    skill(&context, "blank", "\n---\nname: blank\ndescription: \"x\"\n---\n");
    fires(&context, "blank", &["invisible-start error SKILL_MD_NO_FRONTMATTER"]);
}

#[test]
fn each_reason_for_not_loading_has_its_code_in_lint_and_in_the_list() {
    let context = TestContext::new();
    let installed = context.home().join(".agents/skills");
    for (name, text, code) in [
        ("bare", "# Text\n", "SKILL_MD_NO_FRONTMATTER"),
        ("yaml", "---\nname: yaml\ndescription: \"open\n---\n", "SKILL_MD_YAML_INVALID"),
        ("nameless", "---\ndescription: \"x\"\n---\n", "SKILL_MD_NAME_MISSING"),
    ] {
        skill(&context, name, text);
        let found = fired(&context, name);
        assert!(found.iter().any(|found| found.ends_with(code)), "{name}: {found:#?}");
        write(&installed.join(name).join("SKILL.md"), text.as_bytes());
    }
    let ran = context.run("list").ends_with(0);
    for code in ["SKILL_MD_NO_FRONTMATTER", "SKILL_MD_YAML_INVALID", "SKILL_MD_NAME_MISSING"] {
        assert!(ran.stderr.contains(code), "{ran}");
    }
    skill(&context, "meta", "---\nname: meta\ndescription: \"x\"\nmetadata:\n  n: 3\n---\n");
    fires(&context, "meta", &["coerced-scalar error"]);
    skill(&context, "list-meta", "---\nname: list-meta\ndescription: \"x\"\nmetadata: [a]\n---\n");
    fires(&context, "list-meta", &["metadata-not-map error SKILL_MD_METADATA_INVALID"]);
    for folder in ["set/one", "set/two"] {
        skill(&context, folder, "---\nname: same\ndescription: \"x\"\n---\n");
    }
    fires(&context, "set", &["duplicate-name warning SKILL_MD_DUPLICATE_NAME"]);
}

#[test]
fn a_description_with_a_colon_and_no_quotes_is_taken_as_text_and_other_faults_are_not_repaired() {
    let context = TestContext::new();
    user(&context, "colon", "description: Use when: asked\n");
    context.run("prompt").ends_with(0).prints("Use when: asked");
    skill(&context, "colon", "---\nname: colon\ndescription: Use when: asked\n---\n");
    fires(&context, "colon", &["unquoted-colon warning"]);
    skill(&context, "tab", "---\nname: tab\nmetadata:\n\tx: \"y\"\n---\n");
    fires(&context, "tab", &["yaml-tab error SKILL_MD_YAML_INVALID"]);
    skill(&context, "plain", "---\nname: plain\ndescription: no quotes\n---\n");
    fires(&context, "plain", &["description-unquoted note"]);
}

#[test]
fn a_missing_description_is_a_warning_only() {
    let context = TestContext::new();
    skill(&context, "a", "---\nname: a\n---\ntext\n");
    fires(&context, "a", &["description-missing warning"]);
}

#[test]
fn a_version_without_quotes_is_read_as_it_is_written() {
    let context = TestContext::new();
    user(&context, "a", "description: \"x\"\nversion: 2.10\n");
    context.run("list").ends_with(0).prints("2.10");
}

#[test]
fn allowed_tools_are_preferred_and_others_need_a_yes_in_either_spelling() {
    let context = TestContext::new();
    user(&context, "a", "description: \"x\"\nallowed-tools:\n  - Read\n  - Write\n");
    user(&context, "b", "description: \"x\"\nallowed_tools: [Read]\n");
    context
        .run("show a")
        .ends_with(0)
        .prints("Prefer these tools: Read, Write. Ask the user before using others.");
    context.run("show b").ends_with(0).prints("Prefer these tools: Read. Ask the user");
}

#[test]
fn category_and_comma_separated_tags_of_metadata_are_shown() {
    let context = TestContext::new();
    user(&context, "a", "description: \"x\"\nmetadata:\n  category: office\n  tags: \"pdf, forms\"\n");
    let info = context.run("info a --json").ends_with(0).json();
    assert_eq!(info["metadata"], serde_json::json!({ "category": "office", "tags": "pdf, forms" }));
    context.run("info a").ends_with(0).prints("office").prints("pdf, forms");
}

#[test]
fn context_is_inline_unless_it_is_fork_and_fork_never_runs_inline() {
    let context = TestContext::new();
    user(&context, "other", "description: \"x\"\ncontext: isolated\n");
    user(&context, "apart", "description: \"x\"\ncontext: fork\n");
    assert_eq!(context.run("show other --json").json()["context"], "inline");
    context
        .run("show apart")
        .ends_with(0)
        .prints("<skill_content name=\"apart\" context=\"fork\">")
        .prints("do not follow it here")
        .says("don't run it inline");
    skill(&context, "other", "---\nname: other\ndescription: \"x\"\ncontext: isolated\n---\n");
    fires(&context, "other", &["context-unknown warning"]);
    skill(&context, "apart", "---\nname: apart\ndescription: \"x\"\ncontext: fork\n---\n");
    fires(&context, "apart", &["context-fork note"]);
}

#[test]
fn progressive_is_a_mapping_and_resources_are_a_list() {
    let context = TestContext::new();
    skill(&context, "a", "---\nname: a\ndescription: \"x\"\nprogressive: yes\nresources: x\n---\n");
    fires(&context, "a", &["field-form warning"]);
}

#[test]
fn unknown_fields_are_kept_and_told() {
    let context = TestContext::new();
    skill(&context, "a", "---\nname: a\ndescription: \"x\"\nflavour: sweet\n---\n");
    fires(&context, "a", &["unknown-field note"]);
    context.run("install ./a --copy -q").ends_with(0);
    assert!(context.read(".agents/skills/a/SKILL.md").contains("flavour: sweet"));
}

#[test]
fn a_single_blank_in_a_name_becomes_a_hyphen_and_the_result_names_the_folder() {
    let context = TestContext::new();
    skill(&context, "src", "---\nname: My Skill\ndescription: \"x\"\n---\ntext\n");
    context.run("install ./src -q").ends_with(0).says("My-Skill");
    assert!(context.exists(".agents/skills/My-Skill/SKILL.md"));
    for (name, rule) in [
        ("My Skill", None),
        ("版本-说明_1.0", None),
        ("two  blanks", Some("name-charset error")),
        ("..", Some("name-")),
        ("a/b", Some("name-")),
        (&"x".repeat(81), Some("name-too-long error")),
        (&"x".repeat(80), None),
    ] {
        skill(&context, "t", format!("---\nname: \"{name}\"\ndescription: \"x\"\n---\ntext\n"));
        let found = fired(&context, "t");
        let errors: Vec<_> = found.iter().filter(|found| found.contains(" error ")).collect();
        match rule {
            None => assert!(errors.is_empty(), "{name}: {errors:?}"),
            Some(rule) => assert!(errors.iter().any(|found| found.starts_with(rule)), "{name}: {found:?}"),
        }
    }
}

#[test]
fn names_like_their_folder_and_unlike_others_are_advised() {
    let context = TestContext::new();
    skill(&context, "folder", "---\nname: other\ndescription: \"x\"\n---\n");
    fires(&context, "folder", &["name-dir-mismatch warning"]);
    user(&context, "a", "description: \"First.\"\n");
    SkillBuilder::new("a")
        .head("name: a\ndescription: \"Second.\"\n")
        .build_in(&context.home().join(".claude/skills"));
    let ran = context.run("prompt").ends_with(0);
    assert!(ran.stdout.contains("First.") && !ran.stdout.contains("Second."), "{ran}");
}

#[test]
fn search_gives_eight_for_the_name_three_for_the_description_two_for_the_paths() {
    let context = TestContext::new();
    user(&context, "merge", "description: \"合并文档\"\npaths: \"*.merge\"\n");
    let score = |request: &str| score(&context.run_words(&["match", request, "--json"]), "merge");
    assert_eq!(score("merge"), 8 + 2);
    assert_eq!(score("合并文档，merge。"), 3 + 8 + 2);
    assert_eq!(score("合并、文档"), 3 + 3);
}

fn score(ran: &Ran, name: &str) -> u64 {
    let skills = ran.json()["skills"].as_array().expect("skills").clone();
    let found = skills.iter().find(|skill| skill["name"] == name);
    found.map_or(0, |skill| skill["score"].as_u64().expect("a score"))
}

#[test]
fn a_piece_of_the_description_of_two_characters_in_the_message_matches_by_itself() {
    let context = TestContext::new();
    user(&context, "pdf", "description: \"处理文档时使用。触发词：合并PDF、拆分、x\"\n");
    let automatic = |request: &str| {
        let ran = context.run_words(&["match", request, "--json"]);
        ran.json()["skills"]
            .as_array()
            .is_some_and(|skills| skills.iter().any(|skill| skill["automatic"] == true))
    };
    assert!(automatic("请帮我合并pdf文件"));
    assert!(automatic("怎么拆分它"));
    assert!(!automatic("x 光片"), "one character is too short");
    assert!(!automatic("画一只鸟"));
}

#[test]
fn pieces_that_match_everything_and_skills_that_take_each_others_requests_are_told() {
    let context = TestContext::new();
    skill(&context, "all/english", "---\nname: english\ndescription: \"Use it for the PDF.\"\n---\ntext\n");
    for name in ["pdf", "pdf-tools"] {
        let text =
            format!("---\nname: {name}\ndescription: \"触发词：合并PDF、拆分PDF、提取表格\"\n---\ntext\n");
        skill(&context, &format!("all/{name}"), text);
    }
    skill(&context, "all/chinese", "---\nname: chinese\ndescription: \"帮我，合并表格\"\n---\ntext\n");
    fires(&context, "all/english", &["fragment-generic note"]);
    fires(&context, "all/chinese", &["fragment-generic warning"]);
    fires(&context, "all", &["fragment-generic warning", "trigger-stolen warning"]);
    let ran = context.run("lint all --profile stabledge --format concise --fail-on never").ends_with(0);
    let all = format!("{}{}", ran.stdout, ran.stderr);
    assert!(all.contains("`pdf-tools`") && all.contains("`合并pdf, 拆分pdf, 提取表格`"), "{ran}");
}

#[test]
fn a_list_shows_the_first_eighty_characters_so_they_must_say_what_it_is_for() {
    let context = TestContext::new();
    user(&context, "a", &format!("description: \"{}END\"\n", "字".repeat(80)));
    let ran = context.run("list").ends_with(0);
    assert!(!ran.stdout.contains("END"), "{ran}");
    skill(&context, "m", "---\nname: m\ndescription: \"a <b> c\"\n---\n");
    fires(&context, "m", &["description-markup warning"]);
}

#[test]
fn a_conditional_skill_is_activated_by_files_of_its_patterns_and_is_in_the_catalogue_anyway() {
    let context = TestContext::new();
    user(&context, "pdf", "description: \"Papers.\"\npaths:\n  - \"*.pdf\"\n  - /docs/\n  - \"!old.pdf\"\n");
    let takes = |file: &str| {
        let ran = context.run_words(&["match", "--file", file, "--json"]);
        ran.json()["total"] == 1
    };
    assert!(takes("a.pdf") && takes("deep/er/a.pdf") && takes("docs/x/y.txt"));
    assert!(!takes("a.txt") && !takes("deep/docs/x.txt") && !takes("old.pdf") && !takes("../a.pdf"));
    context.run("prompt").ends_with(0).prints("<name>\npdf\n");
    context.run("show pdf").ends_with(0);
    assert_eq!(score(&context.run("match papers --json"), "pdf"), 3);
    skill(&context, "p", "---\nname: p\ndescription: \"x\"\npaths: \"[*.pdf\"\n---\n");
    fires(&context, "p", &["paths-pattern warning"]);
}

#[test]
fn variables_that_the_platform_does_not_know_are_told() {
    let context = TestContext::new();
    skill(&context, "a", "---\nname: a\ndescription: \"x\"\n---\n${SKILL_DIR} ${SKILL_PATH} $1\n");
    let found = fired(&context, "a");
    assert_eq!(found.iter().filter(|found| found.starts_with("unknown-variable")).count(), 1, "{found:#?}");
}

#[test]
fn hosts_are_read_from_each_of_the_three_spellings() {
    let context = TestContext::new();
    for (name, hosts) in [
        ("one", "network:\n  hosts:\n    - https://api.example.com/\n"),
        ("two", "permissions:\n  network:\n    hosts:\n      - https://api.example.com/\n"),
        ("three", "allowed-hosts:\n  - https://api.example.com/\n"),
    ] {
        skill(&context, name, format!("---\nname: {name}\ndescription: \"x\"\n{hosts}---\n"));
        fires(&context, name, &["host-not-a-name warning"]);
    }
}
