//! Places that a program seldom meets: paths that are no text, a cache that can't be made, names that are `.git`
//! elsewhere, a skill that is gone while its links stay.

use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt as _, process::Command};

use crate::{
    schemas::fits,
    support::{TestContext, git::RepoBuilder, skill::SkillBuilder},
};

#[test]
fn reports_of_a_project_whose_path_is_no_text_are_still_json() {
    let context = TestContext::new();
    let project = context.root().join(OsStr::from_bytes(b"pro\xffject"));
    fs::create_dir_all(project.join(".claude")).expect("a folder");
    let skill = SkillBuilder::new("hello").build_in(&context.root().join("source"));
    let run = |line: &str| {
        let mut command: Command = context.command(line.split(' '));
        let output = command.current_dir(&project).output().expect("it runs");
        context.ran(&output)
    };
    run(&format!("install {} --copy --json", skill.display())).ends_with(0);
    for (line, code) in [
        ("list --json", 0),
        ("link --json", 0),
        ("link --status --json", 0),
        ("info hello --json", 0),
        ("verify --json", 0),
        ("audit --json", 0),
        ("doctor --json", 0),
        ("prompt --json", 0),
        ("match hello --json", 1),
        ("import --json", 0),
        ("install --json", 0),
        ("install --json --dry-run", 0),
        ("install builtin:release-notes --dir out --json", 0),
        ("registry init reg --json", 0),
        ("new fresh --json", 0),
        ("cache size --json", 0),
        ("search --installed --json", 0),
        ("trust --list --json", 0),
        ("disable hello --json", 0),
        ("outdated --json", 0),
        ("remove hello --json", 0),
    ] {
        let ran = run(line).ends_with(code);
        fits(&ran);
    }
}

#[test]
fn what_needs_no_cache_goes_without_one() {
    let mut context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill("skills/a", "a").skill("skills/b", "b");
    repository.commit("Add");
    context.run_words(&["install", &repository.url(), "--all"]).ends_with(0);
    let file = context.root().join("file");
    fs::write(&file, "no folder").expect("written");
    context.set("SKILL_CACHE_DIR", file.join("cache").to_string_lossy());
    for line in ["install --locked", "ci", "install", "list", "verify", "audit", "info a", "cache size"] {
        context.run(line).ends_with(0).never_says("cannot");
    }
    context.run("remove b").ends_with(0);
    fs::remove_dir_all(context.project().join(".agents/skills/a")).expect("removed");
    context
        .run("install --locked")
        .ends_with(3)
        .says("cannot make the folder")
        .says("`SKILL_CACHE_DIR` can name another folder");
}

#[test]
fn a_name_that_is_git_elsewhere_is_refused_on_every_route() {
    let context = TestContext::new();
    for name in [".GIT", "git~1", ".git ", ".g\u{200c}it"] {
        let repository = RepoBuilder::new(context.root().join(format!("repo-{}", name.len())));
        repository.skill("skills/a", "a");
        repository.git(&["config", "core.protectHFS", "false"]);
        repository.git(&["config", "core.protectNTFS", "false"]);
        repository.file(&format!("skills/a/{name}/config"), "[core]\n\tfsmonitor = touch owned\n");
        // git itself adds none of these.
        let blob = repository.git(&["hash-object", "-w", &format!("skills/a/{name}/config")]);
        let text = repository.git(&["hash-object", "-w", "skills/a/SKILL.md"]);
        let inner = tree(&repository, &[("100644 blob", blob.trim(), "config")]);
        let skill =
            tree(&repository, &[("040000 tree", &inner, name), ("100644 blob", text.trim(), "SKILL.md")]);
        let skills = tree(&repository, &[("040000 tree", &skill, "a")]);
        let root = tree(&repository, &[("040000 tree", &skills, "skills")]);
        let commit = repository.git(&["commit-tree", "-m", "x", &root]);
        repository.git(&["update-ref", "refs/heads/main", commit.trim()]);
        let folder = repository.path().join("skills/a");
        for spec in [repository.url(), folder.to_string_lossy().into_owned()] {
            context
                .run_words(&["install", &spec, "--copy"])
                .ends_with(4)
                .says("some systems take it for `.git`");
        }
    }
    assert!(!context.exists(".agents/skills/a"));
}

/// git's id of a tree with these entries.
fn tree(repository: &RepoBuilder, entries: &[(&str, &str, &str)]) -> String {
    use std::{io::Write as _, process::Stdio};
    let lines: Vec<String> =
        entries.iter().map(|(kind, id, name)| format!("{kind} {id}\t{name}\n")).collect();
    let lines = lines.concat();
    let mut child = Command::new("git")
        .args(["mktree"])
        .current_dir(repository.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("git runs");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("git ends");
    String::from_utf8(output.stdout).expect("an id").trim().to_owned()
}

#[test]
fn a_link_to_a_skill_that_is_gone_is_no_skill_of_its_own() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill("skills/a", "a");
    repository.commit("Add");
    context.run_words(&["install", &repository.url(), "--agent", "claude"]).ends_with(0);
    fs::remove_dir_all(context.project().join(".agents/skills/a")).expect("removed");
    let listed = context.run("list --json").ends_with(0).json();
    let skills = listed["skills"].as_array().expect("skills");
    assert_eq!(skills.len(), 1, "{listed}");
    assert_eq!(skills[0]["state"], "missing");
    assert_eq!(skills[0]["alsoAt"].as_array().map(Vec::len), Some(1), "{listed}");
}

#[test]
fn one_cause_that_fails_many_skills_is_told_once() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill("skills/a", "a").skill("skills/b", "b");
    repository.commit("Add");
    context.run_words(&["install", &repository.url(), "--all"]).ends_with(0);
    fs::rename(repository.path(), context.root().join("away")).expect("moved");
    for (line, fate) in [("outdated", "a, b  not looked up"), ("update", "a, b  not updated")] {
        let ran = context.run(line).ends_with(3).says(fate);
        assert_eq!(ran.stderr.matches("error:").count(), 1, "{ran}");
    }
}

#[test]
fn an_edited_skill_that_is_to_go_is_told_how() {
    let context = TestContext::new();
    context.run("install builtin:release-notes").ends_with(0);
    context.write(".agents/skills/release-notes/extra.md", "mine\n");
    context
        .run("remove release-notes")
        .ends_with(1)
        .says("`--force` takes it away and keeps a backup")
        .never_says("--merge");
    context.run("remove release-notes --force").ends_with(0).says("is kept in");
}
