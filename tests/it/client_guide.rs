//! What the guide for clients asks of an agent's program, where no other test says it. Names of tests say what is asked.

use std::fs;

use crate::{
    schemas::fits,
    support::{Ran, TestContext, skill::SkillBuilder, write},
};

/// Names, scopes and states of a listing, in its order.
fn listed(ran: &Ran) -> Vec<(String, String, String)> {
    assert_eq!(fits(ran), "list");
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    let skills = ran.json()["skills"].as_array().expect("skills").clone();
    skills.iter().map(|skill| (text(&skill["name"]), text(&skill["scope"]), text(&skill["state"]))).collect()
}

fn names(ran: &Ran) -> Vec<String> {
    listed(ran).into_iter().map(|(name, _, _)| name).collect()
}

#[test]
fn project_and_user_are_scanned_in_the_shared_folder_and_in_those_of_clients_claudes_among_them() {
    let context = TestContext::new();
    for (root, place, name) in [
        (context.project(), ".agents/skills", "shared-here"),
        (context.project(), ".claude/skills", "claude-here"),
        (context.home(), ".agents/skills", "shared-home"),
        (context.home(), ".claude/skills", "claude-home"),
        (context.home(), ".cursor/skills", "cursor-home"),
    ] {
        SkillBuilder::new(name).build_in(&root.join(place));
    }
    context.run("trust -q").ends_with(0);
    let ran = context.run("list --json").ends_with(0);
    assert_eq!(names(&ran), ["shared-here", "claude-here", "shared-home", "claude-home", "cursor-home"]);
}

#[test]
fn folders_between_the_current_one_and_the_git_root_are_scanned_too_the_nearest_first() {
    let context = TestContext::new();
    context.write(".git/HEAD", "ref: refs/heads/main\n");
    SkillBuilder::new("top").build_in(&context.project().join(".agents/skills"));
    SkillBuilder::new("inner").build_in(&context.project().join("packages/x/.claude/skills"));
    SkillBuilder::new("outside").build_in(&context.root().join(".agents/skills"));
    context.write("packages/x/src/a.txt", "");
    context.run("-C packages/x/src trust -q").ends_with(0);
    let ran = context.run("-C packages/x/src list --json").ends_with(0);
    let expected = [("inner", "project", "unmanaged"), ("top", "project", "unmanaged")];
    let expected = expected.map(|(name, scope, state)| (name.to_owned(), scope.to_owned(), state.to_owned()));
    assert_eq!(listed(&ran), expected);
    context.run("-C packages/x/src show inner").ends_with(0);
    assert_eq!(names(&context.run("list --json")), ["top"]);
}

#[test]
fn a_skill_is_a_folder_with_a_file_called_exactly_skill_md() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("a").build_in(&user);
    write(&user.join("empty/notes.txt"), b"");
    SkillBuilder::new("spelt").build_in(&user);
    fs::rename(user.join("spelt/SKILL.md"), user.join("spelt/Skill.markdown")).expect("renamed");
    fs::rename(user.join("spelt/Skill.markdown"), user.join("spelt/skill.md")).expect("renamed");
    let ran = context.run("list --json").ends_with(0);
    let states: Vec<_> = listed(&ran).into_iter().map(|(name, _, state)| (name, state)).collect();
    let expected = [("a", "unmanaged"), ("empty", "invalid"), ("spelt", "invalid")];
    assert_eq!(states, expected.map(|(name, state)| (name.to_owned(), state.to_owned())));
    context.run("list").ends_with(0).says("it has no SKILL.md").says("must be called `SKILL.md`");
}

#[test]
fn git_and_node_modules_are_skipped_and_ignore_files_hide_nothing() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    for place in [".git", "node_modules", "group/node_modules", "group/.git"] {
        SkillBuilder::new("hidden").build_in(&user.join(place));
    }
    SkillBuilder::new("kept").build_in(&user);
    write(&context.home().join(".git/HEAD"), b"ref: refs/heads/main\n");
    write(&context.home().join(".gitignore"), b".agents\n");
    let ran = context.run("list --json").ends_with(0);
    let found: Vec<_> = listed(&ran).into_iter().filter(|(_, _, state)| state != "invalid").collect();
    assert_eq!(found.len(), 1, "{ran}");
}

#[test]
fn groups_of_skills_are_followed_to_a_bounded_depth_and_number_of_folders() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("near").build_in(&user.join("1/2/3/4/5"));
    SkillBuilder::new("far").build_in(&user.join("1/2/3/4/5/6/7"));
    assert_eq!(names(&context.run("list --json")), ["near"]);
    for number in 0..2_100 {
        fs::create_dir_all(user.join(format!("wide/{number:04}"))).expect("a folder");
    }
    let ran = context.run("list --json").ends_with(0);
    assert!(ran.json()["troubles"][0]["reason"].as_str().is_some_and(|why| why.contains("2000")), "{ran}");
    // What is nearer is found before the bound is reached.
    SkillBuilder::new("first").build_in(&user.join("wide/0000"));
    assert_eq!(names(&context.run("list --json")), ["first"]);
}

#[cfg(unix)]
#[test]
fn a_folder_behind_links_and_a_circle_of_them_is_listed_once() {
    use std::os::unix::fs::symlink;
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("a").build_in(&user);
    symlink("a", user.join("same")).expect("a link");
    fs::create_dir_all(user.join("group")).expect("a folder");
    symlink("..", user.join("group/up")).expect("a link");
    fs::create_dir_all(context.home().join(".claude")).expect("a folder");
    symlink("../.agents/skills", context.home().join(".claude/skills")).expect("a link");
    let ran = context.run("list --json").ends_with(0);
    let skills = ran.json()["skills"].as_array().expect("skills").clone();
    let usable: Vec<_> = skills.iter().filter(|skill| skill["state"] != "invalid").collect();
    assert_eq!(usable.len(), 1, "{ran}");
    assert!(
        usable[0]["agents"].as_array().is_some_and(|agents| agents.contains(&"claude-code".into())),
        "{ran}"
    );
    assert_eq!(usable[0]["alsoAt"].as_array().map(Vec::len), Some(3), "{ran}");
}

#[test]
fn the_home_folder_as_project_is_scanned_once_as_the_users() {
    let context = TestContext::new();
    SkillBuilder::new("a").build_in(&context.home().join(".agents/skills"));
    let home = context.home();
    let ran = context.run_words(&["-C", home.to_str().expect("a path"), "list", "--json"]).ends_with(0);
    assert_eq!(listed(&ran), [("a".to_owned(), "user".to_owned(), "unmanaged".to_owned())]);
}

#[test]
fn within_a_scope_the_shared_folder_comes_first_and_the_hidden_skill_is_named() {
    let context = TestContext::new();
    SkillBuilder::new("a")
        .head("name: a\ndescription: First.\n")
        .build_in(&context.home().join(".agents/skills"));
    SkillBuilder::new("a")
        .head("name: a\ndescription: Second.\n")
        .build_in(&context.home().join(".claude/skills"));
    let ran = context.run("list").ends_with(0);
    assert!(
        ran.stdout.contains("shadowed") && ran.stdout.contains("hidden by [ROOT]/home/.agents/skills/a"),
        "{ran}"
    );
    context
        .run("prompt")
        .ends_with(0)
        .prints("First.")
        .says("`a` in `[ROOT]/home/.claude/skills/a` is hidden by");
}

#[test]
fn untrusted_project_skills_are_listed_as_such_and_hide_nothing() {
    let context = TestContext::new();
    SkillBuilder::new("a").build_in(&context.project().join(".agents/skills"));
    SkillBuilder::new("a").build_in(&context.home().join(".agents/skills"));
    let states = |context: &TestContext| -> Vec<String> {
        listed(&context.run("list --json")).into_iter().map(|(_, _, state)| state).collect()
    };
    assert_eq!(states(&context), ["untrusted", "unmanaged"]);
    context.run("list").ends_with(0).says("`skill trust` lets agents see them");
    context.run("trust -q").ends_with(0);
    assert_eq!(states(&context), ["unmanaged", "shadowed"]);
}

#[test]
fn the_head_lies_between_two_fences_and_the_rest_trimmed_is_the_body() {
    let head =
        skill::client::parse(b"---\nname: a\ndescription: b\n---\n\n# A\n\n---\ntext\n\n").expect("a head");
    assert_eq!((head.name.as_str(), head.body.as_str()), ("a", "# A\n\n---\ntext"));
}

#[test]
fn a_name_unlike_the_folder_or_too_long_is_a_warning_and_the_skill_is_loaded() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    let long = "x".repeat(70);
    SkillBuilder::new("folder").head(&format!("name: {long}\ndescription: Long.\n")).build_in(&user);
    SkillBuilder::new("here").head("name: there\ndescription: Elsewhere.\n").build_in(&user);
    context.run("prompt").ends_with(0).prints(&format!("<name>\n{long}\n"));
    context.run("prompt").ends_with(0).prints("<name>\nthere\n");
    for (name, rule) in [("folder", "name-too-long"), ("here", "name-dir-mismatch")] {
        let folder = user.join(name);
        let folder = folder.to_str().expect("a path");
        let ran =
            context.run_words(&["lint", folder, "--profile", "client", "--format", "concise"]).ends_with(0);
        assert!(ran.stdout.contains(&format!("warning[{rule}]")), "{ran}");
        // The strict validator refuses both.
        context.run_words(&["lint", folder, "--profile", "skills-ref"]).ends_with(1);
    }
}

#[test]
fn a_head_that_is_no_yaml_skips_the_skill_with_its_line() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("bad").head("name: bad\ndescription: \"open\nx: [\n").build_in(&user);
    SkillBuilder::new("good").build_in(&user);
    let ran = context.run("prompt").ends_with(0).says("`bad` in").says("can't be used: line");
    assert!(ran.stdout.contains("good") && !ran.stdout.contains("bad"), "{ran}");
}

#[test]
fn a_record_has_name_description_and_an_absolute_location_that_can_be_read() {
    let context = TestContext::new();
    SkillBuilder::new("a").build_in(&context.home().join(".agents/skills"));
    let output = context.command(["prompt", "--json"]).output().expect("a run").stdout;
    let value: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    let record = &value["skills"][0];
    let location = std::path::Path::new(record["location"].as_str().expect("a location"));
    assert!(
        location.is_absolute() && fs::read_to_string(location).is_ok_and(|text| text.contains("name: a"))
    );
    assert!(record["name"] == "a" && record["description"].as_str().is_some_and(|text| !text.is_empty()));
}

#[test]
fn activation_may_show_the_whole_file_with_fields_such_as_compatibility_or_the_body_alone() {
    let context = TestContext::new();
    SkillBuilder::new("a")
        .head("name: a\ndescription: b\ncompatibility: Needs git.\n")
        .build_in(&context.home().join(".agents/skills"));
    context.run("show a --full").ends_with(0).prints("compatibility: Needs git.");
    let ran = context.run("show a").ends_with(0);
    assert!(!ran.stdout.contains("compatibility"), "{ran}");
}

#[test]
fn the_folders_to_allow_are_those_of_the_skills_that_agents_may_use() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("a").build_in(&user);
    SkillBuilder::new("bare").head("name: bare\n").build_in(&user);
    SkillBuilder::new("foreign").build_in(&context.project().join(".agents/skills"));
    let ran = context.run("list --paths").ends_with(0);
    assert_eq!(ran.stdout, "[ROOT]/home/.agents/skills/a\n");
}

#[test]
fn what_was_shown_in_a_session_is_not_shown_twice_unless_it_changed() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("a").body("Take $1.\n").build_in(&user);
    SkillBuilder::new("apart").head("name: apart\ndescription: b\ncontext: fork\n").build_in(&user);
    context.run("show a --seen seen.json --dry-run").ends_with(0).prints("Take $1.");
    assert!(!context.exists("seen.json"));
    context.run("show a --seen seen.json").ends_with(0).prints("Take $1.");
    let ran =
        context.run("show $a --seen seen.json").ends_with(0).says("`a` was shown already in this session");
    assert_eq!(ran.stdout, "");
    let ran = context.run("show a --seen seen.json --json").ends_with(0);
    assert_eq!(fits(&ran), "show");
    assert!(ran.json()["repeated"] == true && ran.json()["content"] == "");
    context.run("show a --seen seen.json --args two").ends_with(0).prints("Take two.");
    SkillBuilder::new("a").body("Changed.\n").build_in(&user);
    context.run("show a --seen seen.json").ends_with(0).prints("Changed.");
    // What runs apart leaves no text in the conversation.
    context.run("show apart --seen seen.json").ends_with(0).prints("isolated");
    context.run("show apart --seen seen.json").ends_with(0).prints("isolated");
    context.write("seen.json", "[]");
    context.run("show a --seen seen.json").ends_with(2).says("is no file of `--seen`");
}
