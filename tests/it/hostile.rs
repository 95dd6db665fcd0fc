//! Ordinary bad input: odd trees, odd files where ours should be, slips in the manifest. Each gets a word, none a panic.

use std::{fs, os::unix::fs::symlink};

use crate::support::{TestContext, git::RepoBuilder, skill::SkillBuilder};

#[test]
fn a_skill_that_was_asked_for_and_cannot_be_used_is_told_with_its_reason() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill("skills/good", "good").file("skills/bad/SKILL.md", "no frontmatter\n");
    repository.commit("Add");
    context
        .run_words(&["install", &repository.url(), "--skill", "bad"])
        .ends_with(1)
        .says("no skill called `bad`")
        .says("`skills/bad` is no usable skill");
    context.run_words(&["install", &repository.url(), "--skill", "god"]).ends_with(1).says("it has `good`");
}

#[test]
fn submodules_that_were_not_fetched_are_named_in_a_clone_too() {
    let context = TestContext::new();
    let mut inner = RepoBuilder::new(context.root().join("inner"));
    inner.skill(".", "sub");
    inner.commit("Add");
    let mut outer = RepoBuilder::new(context.root().join("outer"));
    outer.skill("skills/a", "a").submodule("skills/sub", &inner).submodule("skills/a/partly", &inner);
    outer.commit("Add");
    let clone = context.root().join("clone");
    outer.git(&["clone", "--quiet", &outer.url(), &clone.to_string_lossy()]);
    for spec in [outer.url(), clone.to_string_lossy().into_owned()] {
        let list = context.run_words(&["install", "--list", &spec]).ends_with(0);
        list.says("`skills/sub` is no usable skill: it is a submodule whose files were not fetched");
        context.run_words(&["install", &spec, "--skill", "sub"]).ends_with(1).says("submodule");
        context
            .run_words(&["install", &spec, "--skill", "a"])
            .ends_with(1)
            .says("partly: it is a submodule whose files were not fetched");
    }
    assert!(!context.exists(".agents/skills"));
}

#[test]
fn the_same_skill_in_several_folders_counts_once() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    for folder in ["skills/hello", "plugins/p/skills/hello", ".claude/skills/hello"] {
        repository.skill(folder, "hello");
    }
    // Installed in the author's own project, and older than what is offered.
    repository.skill("skills/bye", "bye").skill(".agents/skills/bye", "bye");
    repository.file(".agents/skills/bye/old.md", "old\n");
    repository.file(
        ".claude-plugin/marketplace.json",
        r#"{ "plugins": [{ "name": "p", "source": "./plugins/p" }] }"#,
    );
    repository.commit("Add");
    for spec in [repository.url(), repository.path().to_string_lossy().into_owned()] {
        let listed = context.run_words(&["install", "--list", "--json", &spec]).ends_with(0).json();
        let skills = listed["sources"][0]["skills"].as_array().expect("skills");
        let paths: Vec<_> = skills.iter().map(|skill| skill["path"].as_str().expect("a path")).collect();
        assert_eq!(paths, ["skills/bye", "skills/hello"]);
        context
            .run_words(&["install", "--list", &spec])
            .says("`.agents/skills/bye`: the skill of this name at `skills/bye` goes before it");
    }
    context.run_words(&["install", &repository.url(), "--all", "-q"]).ends_with(0);
    assert!(!context.exists(".agents/skills/bye/old.md"));
    context
        .run_words(&["install", &repository.url(), "-q", "--skill", "plugins/p/skills/hello"])
        .ends_with(0);
    let deep = format!("{}#:.agents/skills/bye", repository.url());
    context.run_words(&["install", &deep, "--force", "-q"]).ends_with(0);
    assert!(context.exists(".agents/skills/bye/old.md"));
}

#[test]
fn folders_only_some_agents_read_are_searched() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill(".factory/skills/a", "a").skill(".github/skills/b", "b");
    repository.commit("Add");
    context.run_words(&["install", "--list", &repository.url()]).ends_with(0).says("2 skills");
}

#[test]
fn plugin_files_of_any_shape_stop_nothing() {
    let deep = "[".repeat(200_000);
    let shapes = [
        "{",
        "[]",
        "null",
        r#"{"plugins": 3}"#,
        r#"{"plugins": [1, null, {"source": "../../x"}, {"source": "/etc"}, {"source": {"source": "github"}}]}"#,
        r#"{"plugins": [{"source": "./", "skills": ["../..", 3, "\u0000", "./skills/a"]}]}"#,
        r#""\ud800""#,
        &deep,
    ];
    for shape in shapes {
        let context = TestContext::new();
        let mut repository = RepoBuilder::new(context.root().join("repo"));
        repository.skill("skills/a", "a").file(".claude-plugin/marketplace.json", shape);
        repository.commit("Add");
        let list = context.run_words(&["install", "--list", &repository.url()]).ends_with(0).says("1 skill");
        list.never_says("marketplace.json` is no usable skill");
    }
}

#[test]
fn a_folder_of_thousands_of_files_is_read_in_linear_time() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.skill("skills/many", "many");
    for number in 0..9_000 {
        repository.file(&format!("skills/many/data/{number}.txt"), "");
    }
    repository.commit("Add");
    let begun = std::time::Instant::now();
    context.run_words(&["install", "--dry-run", &repository.url()]).ends_with(0);
    // Quadratic, it takes half a minute.
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    for number in 0..1_100 {
        repository.file(&format!("skills/many/more/{number}.txt"), "");
    }
    repository.commit("Add too much");
    context.run_words(&["install", &repository.url()]).ends_with(4).says("more than 10000 files");
}

#[test]
fn names_that_would_be_flags_are_not_taken() {
    let context = TestContext::new();
    SkillBuilder::new("repo")
        .head("name: -rf\ndescription: Greets. Use when greeting.\n")
        .build_in(&context.project());
    context.run("install ./repo").ends_with(0).says("installed as `repo`");
    context.run("install ./repo --as=-rf").ends_with(1).says("take it for a flag");
}

#[test]
fn files_and_folders_where_ours_should_be_are_named() {
    for (what, code) in [("skills.toml", 2), ("skills.lock", 2)] {
        let context = TestContext::new();
        fs::create_dir_all(context.project().join(".agents").join(what)).expect("a folder");
        for line in ["install", "install builtin:write-a-skill", "list", "remove x"] {
            context.run(line).ends_with(code).says(what).says("move it out of the way");
        }
        fs::remove_dir(context.project().join(".agents").join(what)).expect("removed");
        context.write(&format!(".agents/{what}"), [0xff, 0xfe]);
        context.run("install").ends_with(code).says("it is not UTF-8 text");
    }
    for file in [".agents", ".agents/skills"] {
        let context = TestContext::new();
        context.write(file, "in the way");
        context.run("install builtin:write-a-skill").ends_with(3).says(file);
        assert_eq!(context.read(file), "in the way");
    }
}

#[test]
fn a_folder_of_skills_that_is_a_link_stays_one() {
    let context = TestContext::new();
    fs::create_dir_all(context.project().join(".agents")).expect("a folder");
    // Where there is a second file system, the folder lies on it.
    let far = tempfile::tempdir_in(if fs::metadata("/dev/shm").is_ok() { "/dev/shm" } else { "/tmp" });
    let far = far.expect("a folder");
    symlink(far.path(), context.project().join(".agents/skills")).expect("a link");
    context.run("install builtin:write-a-skill -q").ends_with(0);
    SkillBuilder::new("a").build_in(&context.project());
    context.run("pack a --out a1.zip -q").ends_with(0);
    context.write("a/more.md", "more\n");
    context.run("pack a --out a2.zip -q").ends_with(0);
    context.run("install ./a1.zip -q").ends_with(0);
    context.run("install ./a2.zip -q --force").ends_with(0);
    assert!(far.path().join("a/more.md").is_file());
    context.run("remove a").ends_with(0);
    context.run("install --locked").ends_with(0).says("Unchanged 1 skill");
    let names: Vec<_> =
        fs::read_dir(far.path()).expect("a folder").map(|entry| entry.expect("one").file_name()).collect();
    assert_eq!(names, ["write-a-skill"], "nothing is left beside it");
}

#[test]
fn slips_in_the_manifest_name_line_and_column() {
    for (text, place, what) in [
        ("[skills\n", "line 1, column 8", "unclosed table"),
        ("[skills]\na = 3\n", "line 2, column 1", "neither a version nor a table"),
        ("[skills]\na = { github = \"o/r\", pth = \"x\" }\n", "line 2, column 23", "did you mean `path`?"),
        ("[skills]\n\"../x\" = \"*\"\n", "line 2, column 1", "path separator"),
        ("[skils]\n", "line 1, column 2", "did you mean `skills`?"),
        ("[agents]\nlink = \"claude-code\"\n", "line 2, column 8", "no list of agent names"),
        ("[agents]\nlink = [\"codex\", \"cursr\"]\n", "line 2, column 18", "did you mean `cursor`?"),
        ("[agents]\nmode = \"hard\"\n", "line 2, column 8", "`symlink` or `copy`"),
        ("[skills]\na = \"1\"\na = \"2\"\n", "line 3, column 1", "duplicate key"),
    ] {
        let context = TestContext::new();
        context.write(".agents/skills.toml", text);
        let ran = context.run("install builtin:write-a-skill").ends_with(2);
        ran.says("skills.toml").says(place).says(what);
        assert!(!context.exists(".agents/skills"), "nothing was installed");
    }
}

#[test]
fn a_local_source_is_shown_as_it_is_reached_from_the_project() {
    let context = TestContext::new();
    SkillBuilder::new("x").build_in(&context.project().join("docs"));
    context.run("install ./docs/x").ends_with(0).says("from ./docs/x");
    context.run("install ./docs/x/SKILL.md").ends_with(0).says("Unchanged 1 skill");
    context.run("list").ends_with(0).prints("./docs/x");
    context.run("install . --skill nope").ends_with(1).says("in .");
    context.run("install ./docs/none").ends_with(1).says("nothing at `[ROOT]/project/docs/none`");
    context.run("remove --source ./docs/x -y").ends_with(0);
}

#[test]
fn a_journal_that_came_with_a_repository_moves_nothing_outside() {
    let context = TestContext::new();
    context.write("x/new/SKILL.md", "from the repository");
    context.write(
        ".agents/.skill/journal.json",
        r#"{"version":1,"folders":[{"name":"../../../x","old":"nothing","new":"nothing"}]}"#,
    );
    context.run("install builtin:write-a-skill").ends_with(3).says("path separator");
    assert!(!context.root().join("x").exists());
    assert!(context.exists("x/new/SKILL.md"));
}

#[test]
fn a_work_folder_that_is_a_link_is_refused_by_name() {
    let context = TestContext::new();
    let beside = context.root().join("beside");
    fs::create_dir_all(beside.join("stage/a")).expect("a folder");
    fs::create_dir_all(context.project().join(".agents")).expect("a folder");
    symlink("../../beside", context.project().join(".agents/.skill")).expect("a link");
    context.run("install builtin:write-a-skill").ends_with(4).says("a link stands where").says("`rm ");
    assert!(beside.join("stage/a").is_dir());
}

#[test]
fn an_empty_name_is_no_skill() {
    let context = TestContext::new();
    context.run("install builtin:write-a-skill -q").ends_with(0);
    context.run_words(&["info", ""]).ends_with(1).says("no skill called");
}

#[test]
fn a_manifest_that_is_a_link_out_of_the_project_is_not_written_through() {
    for file in ["skills.toml", "skills.lock"] {
        let context = TestContext::new();
        let precious = context.root().join("precious");
        fs::write(&precious, "").expect("a file");
        fs::create_dir_all(context.project().join(".agents")).expect("a folder");
        symlink(&precious, context.project().join(".agents").join(file)).expect("a link");
        context.run("install builtin:write-a-skill").ends_with(4).says("outside the project").says("`rm ");
        assert_eq!(fs::read_to_string(&precious).expect("untouched"), "");
    }
}
