//! What `doctor` finds, and what it mends.

use std::{collections::BTreeSet, fs, path::Path};

use crate::{
    schemas::fits,
    support::{Ran, TestContext, skill::SkillBuilder},
};

/// The kinds of problems and what became of them.
fn found(ran: &Ran) -> BTreeSet<(String, String)> {
    assert_eq!(fits(ran), "doctor");
    let problems = ran.json()["problems"].as_array().expect("problems").clone();
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    problems.iter().map(|problem| (text(&problem["kind"]), text(&problem["state"]))).collect()
}

fn set(pairs: &[(&str, &str)]) -> BTreeSet<(String, String)> {
    pairs.iter().map(|(kind, state)| ((*kind).to_owned(), (*state).to_owned())).collect()
}

#[test]
fn where_nothing_is_broken_it_says_so() {
    let context = TestContext::new();
    context.run("doctor").ends_with(0).says("nothing is broken");
    fs::create_dir_all(context.project().join(".claude")).expect("a folder");
    context.run("install builtin:release-notes -q").ends_with(0);
    let ran = context.run("doctor --json").ends_with(0);
    assert_eq!(found(&ran), set(&[]), "{ran}");
}

#[cfg(unix)]
#[test]
fn dangling_links_and_missing_links_are_mended_and_a_dry_run_changes_nothing() {
    let context = TestContext::new();
    fs::create_dir_all(context.project().join(".claude/skills")).expect("a folder");
    context.run("install builtin:release-notes -q").ends_with(0);
    fs::remove_file(context.project().join(".claude/skills/release-notes")).expect("removed");
    std::os::unix::fs::symlink("../../.agents/skills/gone", context.project().join(".claude/skills/gone"))
        .expect("a link");
    let broken = set(&[("dangling-link", "fixable"), ("missing-link", "fixable")]);
    assert_eq!(found(&context.run("doctor --json").ends_with(1)), broken);
    context
        .run("doctor")
        .ends_with(1)
        .says("`skill doctor --fix` mends 2 of them")
        .prints("where nothing is");
    assert_eq!(found(&context.run("doctor --fix --dry-run --json").ends_with(1)), broken);
    context.run("doctor --fix").ends_with(0).says("Fixed 2 problems").prints("fixed: remove the link");
    assert!(
        context.exists(".claude/skills/release-notes/SKILL.md") && !context.exists(".claude/skills/gone")
    );
    assert_eq!(found(&context.run("doctor --json").ends_with(0)), set(&[]));
}

#[cfg(unix)]
#[test]
fn a_dangling_link_that_somebody_made_by_hand_is_named_and_stays() {
    let context = TestContext::new();
    fs::create_dir_all(context.project().join(".claude/skills")).expect("a folder");
    context.run("install builtin:release-notes -q").ends_with(0);
    let link = context.project().join(".claude/skills/notes");
    std::os::unix::fs::symlink("/media/stick/notes", &link).expect("a link");
    assert_eq!(found(&context.run("doctor --json").ends_with(1)), set(&[("dangling-link", "manual")]));
    context
        .run("doctor --fix")
        .ends_with(1)
        .prints("`/media/stick/notes`")
        .prints("hint: bring back what it leads to");
    assert_eq!(fs::read_link(&link).expect("the link"), Path::new("/media/stick/notes"));
}

#[test]
fn a_copy_that_is_behind_is_copied_anew_and_an_edited_one_stays() {
    let context = TestContext::new();
    fs::create_dir_all(context.project().join(".claude")).expect("a folder");
    context.run("install builtin:release-notes --copy -q").ends_with(0);
    context.run("trust -q").ends_with(0);
    let original = context.project().join(".agents/skills/release-notes/new.md");
    fs::write(&original, "x").expect("written");
    context.run("trust -q").ends_with(0);
    let kinds = found(&context.run("doctor --json").ends_with(1));
    assert_eq!(kinds, set(&[("edited", "manual"), ("stale-copy", "fixable")]));
    context.run("doctor --fix -q").ends_with(0);
    assert!(context.exists(".claude/skills/release-notes/new.md"));
    context.write(".claude/skills/release-notes/mine.md", "mine");
    let ran = context.run("doctor --fix --json").ends_with(1);
    assert!(found(&ran).contains(&("edited-copy".to_owned(), "manual".to_owned())), "{ran}");
    assert!(context.exists(".claude/skills/release-notes/mine.md"));
}

#[test]
fn what_a_killed_run_left_is_cleared() {
    let context = TestContext::new();
    context.run("install builtin:release-notes -q").ends_with(0);
    context.write(".agents/.skill/stage/x/new/SKILL.md", "half");
    context.write(".agents/.skill-abc.tmp", "half");
    assert_eq!(found(&context.run("doctor --json").ends_with(1)), set(&[("leftovers", "fixable")]));
    context.run("doctor --fix").ends_with(0);
    assert!(!context.exists(".agents/.skill") && !context.exists(".agents/.skill-abc.tmp"));
}

#[test]
fn manifest_and_lockfile_are_held_against_each_other_and_against_git() {
    let context = TestContext::new();
    context.run("install builtin:release-notes -q").ends_with(0);
    context.write(".git/HEAD", "ref: refs/heads/main\n");
    context.write(".gitignore", ".agents\n");
    let ran = context.run("doctor").ends_with(1);
    assert!(
        ran.stdout.contains("[ignored-manifest]") && ran.stdout.contains("git ignores it by `.agents`"),
        "{ran}"
    );
    context.write(".gitignore", "");
    fs::remove_file(context.project().join(".agents/skills.toml")).expect("removed");
    assert_eq!(
        found(&context.run("doctor --json").ends_with(1)),
        set(&[("lock-without-manifest", "manual")])
    );
    context.write(
        ".agents/skills.toml",
        "[skills]\nother = { registry = \"builtin\", name = \"write-a-skill\" }\n",
    );
    let kinds = found(&context.run("doctor --json").ends_with(1));
    assert_eq!(kinds, set(&[("not-locked", "manual"), ("not-wanted", "manual")]));
    context.write(".agents/skills.lock", "nonsense");
    context.run("doctor").ends_with(1).prints("error[lockfile-unreadable]");
    context.write(".agents/skills.toml", "skills = 3\n");
    context.run("doctor").ends_with(1).prints("error[manifest-unreadable]");
}

#[test]
fn skills_that_agents_dont_get_are_told_with_the_reason() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("a").head("name: a\ndescription: One.\n").build_in(&user);
    SkillBuilder::new("b").head("name: a\ndescription: Two.\n").build_in(&user);
    SkillBuilder::new("bare").head("name: bare\n").build_in(&user);
    crate::support::write(&user.join("flat.md"), b"---\nname: flat\ndescription: Flat.\n---\n");
    SkillBuilder::new("foreign").build_in(&context.project().join(".agents/skills"));
    let ran = context.run("doctor --json").ends_with(1);
    let kinds: Vec<String> = found(&ran).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["duplicate-name", "flat-file", "invalid", "untrusted"]);
    let ran = context.run("doctor").ends_with(1).prints("SKILL_MD_METADATA_INVALID").prints("`skill lint ");
    assert!(ran.stdout.contains("`a` is hidden by the skill of that name"), "{ran}");
}

#[test]
fn an_agent_that_reads_nothing_is_named_with_the_command_that_links_it() {
    let context = TestContext::new();
    context.run("install builtin:release-notes -q").ends_with(0);
    let manifest = context.read(".agents/skills.toml");
    context.write(".agents/skills.toml", format!("{manifest}\n[agents]\nlink = []\n"));
    fs::create_dir_all(context.project().join(".windsurf")).expect("a folder");
    context
        .run("doctor")
        .ends_with(1)
        .prints("[agent-reads-nothing]")
        .prints("`skill link --agent windsurf`");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cant_be_read_is_told_and_hides_nothing_else() {
    use std::os::unix::fs::PermissionsExt as _;
    let context = TestContext::new();
    SkillBuilder::new("a").build_in(&context.home().join(".agents/skills"));
    let closed = context.home().join(".claude/skills");
    fs::create_dir_all(&closed).expect("a folder");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("a mode");
    if fs::read_dir(&closed).is_err() {
        let ran = context.run("doctor").ends_with(1);
        assert!(ran.stdout.contains("error[unreadable]"), "{ran}");
        context.run("list").ends_with(0).says("claude/skills").prints("a ");
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("a mode");
}

#[test]
fn a_broken_trust_file_is_one_problem_and_the_rest_is_still_looked_at() {
    let context = TestContext::new();
    crate::support::write(&context.home().join(".config/skill/trust.toml"), b"[folders.x]\na = 1\n");
    SkillBuilder::new("bare").head("name: bare\n").build_in(&context.home().join(".agents/skills"));
    let ran = context.run("doctor --json").ends_with(1);
    assert_eq!(found(&ran), set(&[("invalid", "manual"), ("trust-unreadable", "manual")]));
}
