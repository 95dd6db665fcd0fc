//! Removing, listing and linking.

use std::{fs, os::unix::fs::symlink};

use crate::support::{TestContext, git::RepoBuilder, skill::SkillBuilder};

fn three(context: &TestContext) -> RepoBuilder {
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    for name in ["a", "b", "c"] {
        repository.skill(&format!("skills/{name}"), name);
    }
    repository.commit("Add three");
    context.run_words(&["install", &repository.url(), "--all", "-q"]).ends_with(0);
    repository
}

#[test]
fn removing_leaves_the_others_as_they_were_and_nothing_comes_back() {
    let context = TestContext::new();
    three(&context);
    let lockfile = context.read(".agents/skills.lock");
    let manifest = context.read(".agents/skills.toml");
    context.run("remove b").ends_with(0).says("Removed b");
    let without: String =
        lockfile.split_inclusive("\n\n").filter(|block| !block.contains("name = \"b\"")).collect();
    assert_eq!(context.read(".agents/skills.lock"), without);
    let lines: Vec<_> = manifest.lines().filter(|line| !line.starts_with("b ")).collect();
    assert_eq!(context.read(".agents/skills.toml").lines().collect::<Vec<_>>(), lines);
    context.run("install").ends_with(0).says("Unchanged 2 skills");
    assert!(!context.exists(".agents/skills/b"));
    // An entry whose files are gone can be removed too.
    fs::remove_dir_all(context.project().join(".agents/skills/a")).expect("removed");
    context.run("remove a").ends_with(0);
    assert!(!context.read(".agents/skills.lock").contains("name = \"a\""));
}

#[test]
fn removing_by_source_takes_all_of_it() {
    let context = TestContext::new();
    let repository = three(&context);
    context.run("install builtin:write-a-skill -q").ends_with(0);
    context.run_words(&["remove", "--source", &repository.url(), "-y"]).ends_with(0);
    let listed = context.run("list --json").json();
    assert_eq!(listed["skills"].as_array().map(Vec::len), Some(1));
    context.run("remove --source nowhere").ends_with(1);
}

#[test]
fn links_are_taken_away_with_the_skill_and_foreign_ones_stay() {
    let context = TestContext::new();
    fs::create_dir(context.project().join(".claude")).expect("a folder");
    three(&context);
    fs::create_dir_all(context.project().join(".claude/skills/own")).expect("a folder");
    assert!(context.exists(".claude/skills/a"));
    context.run("remove a b c").ends_with(0);
    assert!(!context.exists(".claude/skills/a"));
    assert!(context.exists(".claude/skills/own"));
}

#[test]
fn a_folder_reached_twice_is_one_entry() {
    let context = TestContext::new();
    SkillBuilder::new("demo").build_in(&context.project().join(".agents/skills"));
    fs::create_dir(context.project().join(".claude")).expect("a folder");
    symlink("../.agents/skills", context.project().join(".claude/skills")).expect("a link");
    let listed = context.run("list --json").ends_with(0).never_says("duplicate").json();
    let skills = listed["skills"].as_array().expect("skills");
    assert_eq!(skills.len(), 1, "{listed}");
    assert!(skills[0]["alsoAt"][0].as_str().expect("a place").ends_with(".claude/skills/demo"));
    assert_eq!(skills[0]["state"], "untrusted");
}

#[test]
fn a_linked_manifest_is_read_and_a_dangling_one_named() {
    let context = TestContext::new();
    SkillBuilder::new("demo").build_in(&context.project().join("src"));
    for (name, target) in [("demo", "../../../src/demo/SKILL.md"), ("broken", "../../../src/none/SKILL.md")] {
        let folder = context.project().join(".agents/skills").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        symlink(target, folder.join("SKILL.md")).expect("a link");
    }
    let listed = context.run("list --json").ends_with(0).json();
    assert_eq!(listed["skills"][0]["name"], "broken");
    assert_eq!(listed["skills"][0]["state"], "invalid");
    assert!(listed["skills"][0]["reason"].as_str().expect("a reason").contains("../../../src/none/SKILL.md"));
    assert_eq!(listed["skills"][1]["state"], "untrusted");
    context.run("lint .agents/skills/demo").ends_with(0);
}

#[test]
fn a_flat_file_is_told_where_to_go_and_a_readme_is_not() {
    let context = TestContext::new();
    context.write(
        ".agents/skills/code-review.md",
        "---\nname: code-review\ndescription: Reviews code. Use for diffs.\n---\nx\n",
    );
    context.write(".agents/skills/README.md", "# Our skills\n");
    context
        .run("list")
        .ends_with(0)
        .says("code-review.md")
        .says("`code-review/SKILL.md`")
        .never_says("README");
}

#[test]
fn edits_missing_folders_and_shadowed_skills_are_listed_as_such() {
    let context = TestContext::new();
    three(&context);
    context.write(".agents/skills/a/extra.md", "x");
    fs::remove_dir_all(context.project().join(".agents/skills/b")).expect("removed");
    SkillBuilder::new("c").build_in(&context.home().join(".agents/skills"));
    let listed = context.run("list --json").ends_with(0).json();
    let states: Vec<_> = listed["skills"]
        .as_array()
        .expect("skills")
        .iter()
        .map(|skill| {
            format!(
                "{} {} {}",
                skill["scope"].as_str().unwrap_or(""),
                skill["name"].as_str().unwrap_or(""),
                skill["state"].as_str().unwrap_or("")
            )
        })
        .collect();
    assert_eq!(states, ["project a edited", "project b missing", "project c ok", "user c shadowed"]);
}

#[test]
fn a_link_resolves_when_the_agents_folder_is_itself_a_link() {
    let context = TestContext::new();
    SkillBuilder::new("my-skill").build_in(&context.project());
    fs::create_dir_all(context.project().join("deep/shared/skills")).expect("a folder");
    fs::create_dir(context.project().join(".claude")).expect("a folder");
    symlink("../deep/shared/skills", context.project().join(".claude/skills")).expect("a link");
    context.run("link ./my-skill --agent claude").ends_with(0);
    assert!(context.read(".claude/skills/my-skill/SKILL.md").contains("name: my-skill"));
    assert!(context.read("deep/shared/skills/my-skill/SKILL.md").contains("name: my-skill"));
}

#[test]
fn a_shared_folder_and_a_home_that_are_links_work() {
    let mut context = TestContext::new();
    SkillBuilder::new("x").build_in(context.root());
    fs::create_dir_all(context.root().join("data/skills")).expect("a folder");
    symlink(context.root().join("data"), context.home().join(".agents")).expect("a link");
    context.run("install -u ../x --copy").ends_with(0);
    assert!(context.root().join("data/skills/x/SKILL.md").is_file());
    assert!(
        fs::symlink_metadata(context.home().join(".agents")).expect("there").file_type().is_symlink(),
        "the link stays a link"
    );
    let alias = context.root().join("alias");
    symlink(context.home(), &alias).expect("a link");
    context.set("HOME", alias.to_string_lossy());
    context.run("install -u").ends_with(0).says("Unchanged");
}

#[test]
fn unlink_keeps_the_skill_and_link_brings_it_back() {
    let context = TestContext::new();
    fs::create_dir(context.project().join(".claude")).expect("a folder");
    three(&context);
    context.run("unlink a").ends_with(0).says("Unlinked a from claude-code");
    assert!(!context.exists(".claude/skills/a"));
    assert!(context.exists(".agents/skills/a/SKILL.md"));
    context.run("link --status").ends_with(0).prints("2 of 3 linked").prints("missing");
    context.run("link").ends_with(0).says("Linked claude-code (1 skill linked");
    context.run("link --status").ends_with(0).prints("3 of 3 linked");
    context.run("unlink a --dry-run").ends_with(0);
    assert!(context.exists(".claude/skills/a"));
}

#[test]
fn a_link_of_somebody_else_is_reported_and_left() {
    let context = TestContext::new();
    context.write(".claude/skills/a/SKILL.md", "theirs\n");
    let ran = {
        let mut repository = RepoBuilder::new(context.root().join("repo"));
        repository.skill("skills/a", "a");
        repository.commit("Add one");
        context.run_words(&["install", &repository.url()])
    };
    ran.ends_with(0).says("`a` is not linked for claude-code").says("is taken by a folder");
    assert_eq!(context.read(".claude/skills/a/SKILL.md"), "theirs\n");
}

#[test]
fn every_agent_of_the_table_is_shown() {
    let context = TestContext::new();
    let agents = context.run("agents --json").ends_with(0).json();
    assert!(agents["agents"].as_array().expect("agents").len() >= 78);
    context.run("agents").ends_with(0).prints("claude-code").prints(".claude/skills");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let context = TestContext::new();
    let program = env!("CARGO_BIN_EXE_skill");
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("{program} agents | head -n 1")])
        .env("HOME", context.home())
        .current_dir(context.project())
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn verify_takes_names_and_info_names_the_folder_as_one_would_type_it() {
    let context = TestContext::new();
    for name in ["one", "two"] {
        let folder = SkillBuilder::new(name).build_in(context.root());
        context.run_words(&["install", "--copy", "-q", &folder.to_string_lossy()]).ends_with(0);
    }
    context.write(".agents/skills/two/extra.md", "edited");
    context.run("verify one").ends_with(0).says("1 skill: all as locked");
    context.run("verify two").ends_with(4).says("`two` is not what was locked").never_says("`one`");
    context.run("verify one thre").ends_with(1).says("no skill called `thre`");
    context.run("verify --json two").ends_with(4).prints("\"two\"");
    let shown = context.run("info one").ends_with(0);
    assert!(shown.stdout.lines().any(|line| line.trim() == "folder  .agents/skills/one"), "{shown}");
}

#[test]
fn info_gives_category_and_tags_wherever_they_are_written() {
    let context = TestContext::new();
    for (name, more) in [
        ("inner", "metadata:\n  category: office\n  tags: a, b\n"),
        ("outer", "category: office\ntags: [a, b]\n"),
    ] {
        context.write(
            &format!("{name}/SKILL.md"),
            format!("---\nname: {name}\ndescription: Does it.\n{more}---\n"),
        );
        let info = context.run(&format!("info --json ./{name}")).ends_with(0).json();
        assert_eq!(info["category"], "office", "{info:#}");
        assert_eq!(info["tags"], serde_json::json!(["a", "b"]), "{info:#}");
    }
}

#[test]
fn a_spec_of_five_thousand_characters_is_not_repeated_whole() {
    let context = TestContext::new();
    for text in
        ["x".repeat(5_000), format!("npm:{}", "x".repeat(3_000)), format!("https://{}", "%".repeat(3_000))]
    {
        let ran = context.run_words(&["install", &text]);
        assert!(matches!(ran.code, Some(1 | 2)), "{ran}");
        assert!(ran.stderr.contains('…') && ran.stderr.len() < 1_500, "{ran}");
    }
}

#[test]
fn a_copy_for_an_agent_is_the_same_skill_and_no_other() {
    let context = TestContext::new();
    let repository = three(&context);
    fs::create_dir(context.project().join(".claude")).expect("a folder");
    context.run_words(&["install", &repository.url(), "--all", "--copy", "-q"]).ends_with(0);
    let listed = context.run("list --json").ends_with(0).json();
    let skills = listed["skills"].as_array().expect("skills");
    assert_eq!(skills.len(), 3, "{listed:#}");
    assert_eq!(skills[0]["agents"], serde_json::json!(["claude-code"]));
    assert_eq!(skills[0]["state"], "ok");
}
