//! What an install refuses: each with its exit code and a clear word, and nothing lost.

use std::fs;

use crate::support::{TestContext, git::RepoBuilder, listing, skill::SkillBuilder};

fn skill_in(context: &TestContext, name: &str) -> RepoBuilder {
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill(&format!("skills/{name}"), name);
    repository.commit("Add a skill");
    repository
}

#[test]
fn links_out_of_the_repository_are_refused_by_name() {
    for target in ["/etc/passwd", "../../../outside", "../../../../etc/passwd"] {
        let context = TestContext::new();
        let mut repository = skill_in(&context, "hello");
        repository.symlink("skills/hello/leak", target);
        repository.commit("Leak");
        for spec in [repository.url(), repository.path().to_string_lossy().into_owned()] {
            context
                .run_words(&["install", &spec])
                .ends_with(4)
                .says("`hello` of ")
                .says("can't be installed")
                .says(&format!("leak: it is a link to `{target}`, which lies outside the repository"));
        }
        assert!(!context.exists(".agents/skills"), "nothing was installed");
    }
}

#[test]
fn files_that_are_one_to_systems_without_case_are_refused() {
    for (one, other) in [("NOTES.md", "notes.md"), ("caf\u{e9}.md", "cafe\u{301}.md")] {
        let context = TestContext::new();
        let mut repository = skill_in(&context, "hello");
        repository.file(&format!("skills/hello/{one}"), "a\n").file(&format!("skills/hello/{other}"), "b\n");
        repository.commit("Twins");
        let ran = context.run_words(&["install", &repository.url()]).says("are one file to systems");
        assert_ne!(ran.code, Some(0), "{ran}");
        assert!(!context.exists(".agents/skills"), "nothing was installed");
    }
}

#[test]
fn two_skills_of_one_name_are_never_picked_silently() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill("skills/aaa/fake", "bird").skill("skills/bird", "bird");
    repository.commit("Add twins");
    context
        .run_words(&["install", &repository.url(), "--skill", "bird"])
        .ends_with(1)
        .says("`bird` means 2 skills")
        .says("`skills/aaa/fake`, `skills/bird`");
    context
        .run_words(&["install", &repository.url(), "--all"])
        .ends_with(1)
        .says("two skills would both be installed as `bird`");
    assert!(!context.exists(".agents/skills"));
    context.run_words(&["install", &repository.url(), "--skill", "skills/bird", "-q"]).ends_with(0);
}

#[test]
fn a_folder_made_by_hand_is_not_touched() {
    let context = TestContext::new();
    let repository = skill_in(&context, "hello");
    context.write(".agents/skills/hello/SKILL.md", "mine\n");
    let before = listing(&context.project().join(".agents/skills"));
    context
        .run_words(&["install", &repository.url()])
        .ends_with(1)
        .says("is in the way: a folder that `skill` did not install")
        .says("--as NAME");
    assert_eq!(listing(&context.project().join(".agents/skills")), before);
    assert!(!context.exists(".agents/skills.lock"));
    context
        .run_words(&["install", &repository.url(), "--force"])
        .ends_with(0)
        .says("what stood there is kept in");
    assert_eq!(
        fs::read_to_string(context.home().join(".local/state/skill/backups/hello/SKILL.md"))
            .expect("a backup"),
        "mine\n"
    );
}

#[test]
fn an_edited_skill_is_not_overwritten() {
    let context = TestContext::new();
    let mut repository = skill_in(&context, "hello");
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    context.write(".agents/skills/hello/SKILL.md", "edited\n");
    context.run("install").ends_with(1).says("`hello` was edited since it was installed").says("`--force`");
    repository.file("skills/hello/more.md", "more\n");
    repository.commit("More");
    context.run_words(&["install", &repository.url()]).ends_with(1).says("was edited");
    assert_eq!(context.read(".agents/skills/hello/SKILL.md"), "edited\n");
    context.run("remove hello").ends_with(1).says("was edited");
    context.run("install --force").ends_with(0);
    assert!(context.read(".agents/skills/hello/SKILL.md").contains("name: hello"));
}

#[test]
fn running_a_script_does_not_make_a_skill_edited() {
    let context = TestContext::new();
    let repository = skill_in(&context, "hello");
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    context.write(".agents/skills/hello/scripts/__pycache__/run.cpython-311.pyc", "bytecode");
    context.write(".agents/skills/hello/.venv/bin/python", "x");
    context.run("install").ends_with(0).says("Unchanged");
    let listed = context.run("list --json").ends_with(0).json();
    assert_eq!(listed["skills"][0]["state"], "ok");
}

#[test]
fn a_lockfile_that_cannot_be_trusted_is_never_taken_for_empty() {
    for (text, words) in [
        ("version = 2\n", "it was written by a newer `skill` (format 2"),
        ("not toml at all", "the lockfile"),
        ("", "it has no `version`"),
        ("version = 1\n<<<<<<< HEAD\n", "line 2 holds a merge conflict"),
    ] {
        let context = TestContext::new();
        let repository = skill_in(&context, "hello");
        context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
        context.write(".agents/skills.lock", text);
        for line in ["install", "install --locked", "list", "remove hello"] {
            context.run(line).ends_with(2).says(words).never_says("panicked");
        }
        context.run_words(&["install", &repository.url()]).ends_with(2).says(words);
        assert_eq!(context.read(".agents/skills.lock"), text);
        assert!(context.exists(".agents/skills/hello/SKILL.md"));
    }
}

#[test]
fn a_wrong_digest_in_the_lockfile_is_an_error_with_both_values() {
    let context = TestContext::new();
    let repository = skill_in(&context, "hello");
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    let lockfile = context.read(".agents/skills.lock");
    let at = lockfile.find("digest = \"sha256:").expect("a digest") + 17;
    let wrong = format!("{}{}{}", &lockfile[..at], "0".repeat(64), &lockfile[at + 64..]);
    context.write(".agents/skills.lock", &wrong);
    fs::remove_dir_all(context.project().join(".agents/skills")).expect("removed");
    context
        .run("install")
        .ends_with(4)
        .says("are not those the lockfile pins")
        .says(&format!("locked: sha256:{}", "0".repeat(64)))
        .says("found:  sha256:");
    assert!(!context.exists(".agents/skills/hello"));
    assert_eq!(context.read(".agents/skills.lock"), wrong);
}

#[test]
fn locked_refuses_what_the_lockfile_does_not_hold() {
    let context = TestContext::new();
    let repository = skill_in(&context, "hello");
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    let manifest = context.read(".agents/skills.toml");
    context.write(
        ".agents/skills.toml",
        format!("{manifest}extra = {{ registry = \"builtin\", name = \"write-a-skill\" }}\n"),
    );
    context.run("install --locked").ends_with(1).says("`extra` is not locked");
    context.run("ci").ends_with(1).says("`extra` is not locked");
    context.run("install").ends_with(0).says("Installed extra");
    context.run("ci").ends_with(0);
    context.write(".agents/skills.toml", "[skills]\n");
    context.run("ci").ends_with(1).says("no longer wanted");
    context.run("install").ends_with(0).says("Removed hello");
    assert!(!context.exists(".agents/skills/hello"));
}

#[test]
fn a_lockfile_alone_is_restored_and_not_emptied() {
    let context = TestContext::new();
    let repository = skill_in(&context, "hello");
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    fs::remove_file(context.project().join(".agents/skills.toml")).expect("removed");
    fs::remove_dir_all(context.project().join(".agents/skills")).expect("removed");
    context.run("install --locked").ends_with(0).says("Installed hello");
}

#[test]
fn names_that_are_paths_are_refused_before_anything_is_written() {
    for name in
        ["../../evil", "/tmp/evil", "..", "a/b", ".", "con", "\"a\\0b\"", "\"a\\nb\"", "\"a\\u202eb\""]
    {
        let context = TestContext::new();
        let head = format!("name: {name}\ndescription: A trick. Use for tests.\n");
        SkillBuilder::new("trick").head(&head).build_in(&context.root().join("repo/skills"));
        let before = listing(context.root());
        let ran = context.run("install ../repo/skills/trick").ends_with(1);
        ran.says("can't be the name of a skill's folder").never_says("panicked");
        context.run("install ../repo --all").ends_with(1);
        assert_eq!(listing(context.root()), before, "{name}");
    }
}

#[test]
fn a_name_outside_the_specification_falls_back_with_a_warning() {
    let context = TestContext::new();
    SkillBuilder::new("odd")
        .head("name: My Skill\ndescription: Odd. Use for tests.\n")
        .build_in(&context.root().join("repo"));
    context
        .run("install ../repo/odd")
        .ends_with(0)
        .says("the name `My Skill` does not fit the specification: installed as `My-Skill`");
    assert!(context.exists(".agents/skills/My-Skill/SKILL.md"));
}

#[test]
fn what_is_not_there_is_said_with_the_next_step() {
    let context = TestContext::new();
    context.run("install ./none").ends_with(1).says("there is nothing at");
    context.run("install name").ends_with(2).says("no registry is configured").says("owner/repo");
    context.run("install npm:x").ends_with(2).says("npm packages");
    context.run("install oci://example.com/x").ends_with(2).says("can't be installed from yet");
    context.run("remove none").ends_with(1).says("no skill called `none` is installed in the project");
    context.run("install --frobnicate").ends_with(2).says("unexpected argument");
    context.run("install").ends_with(0).says("nothing to restore");
    let empty = RepoBuilder::new(context.root().join("empty"));
    context.run_words(&["install", &empty.url()]).ends_with(3);
}

#[test]
fn submodules_are_named_as_the_reason() {
    let context = TestContext::new();
    let mut inner = RepoBuilder::new(context.root().join("inner"));
    inner.skill(".", "sub");
    inner.commit("A skill");
    let mut outer = RepoBuilder::new(context.root().join("outer"));
    outer.submodule("skills/sub", &inner);
    outer.commit("A submodule");
    context
        .run_words(&["install", &outer.url()])
        .ends_with(1)
        .says("no skill found")
        .says("`skills/sub` is no usable skill: it is a submodule whose files were not fetched");
}

#[test]
fn an_address_with_a_password_is_refused_and_not_repeated() {
    let context = TestContext::new();
    context.run("install https://me:s3cret@127.0.0.1:9/x.git").ends_with(2).never_says("s3cret");
}

#[test]
fn a_manifest_with_a_slip_says_where_and_what_was_meant() {
    let context = TestContext::new();
    context.write(".agents/skills.toml", "[skills]\nx = { githb = \"o/r\" }\n");
    context
        .run("install")
        .ends_with(2)
        .says(".agents/skills.toml`, line 2, column 7: unknown key of `x`: `githb`")
        .says("did you mean `github`?");
}

#[test]
fn a_manifest_that_points_outside_the_project_is_asked_about() {
    let context = TestContext::new();
    SkillBuilder::new("far").build_in(context.root());
    for source in ["path = \"../../far\"", "archive = \"../../far.zip\""] {
        context.write(".agents/skills.toml", format!("[skills]\nfar = {{ {source} }}\n"));
        if source.starts_with("archive") {
            context.run("pack ../far --out ../far.zip -q").ends_with(0);
        }
        context.run("install").ends_with(1).says("outside the project").says("`skill install --yes`");
        assert!(!context.exists(".agents/skills/far"));
        context.run("install --yes").ends_with(0).says("Installed far");
        context.run("install").ends_with(0).says("Unchanged");
        context.run("remove far -q").ends_with(0);
    }
}
