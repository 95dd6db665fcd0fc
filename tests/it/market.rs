//! Registries as marketplaces of Claude Code: which versions name the commit they were made from, and the file that
//! pins it.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::support::{TestContext, git::RepoBuilder};

fn head(name: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: Greets people by name. Use when somebody asks for {name}.\nmetadata:\n  version: \"1.0.0\"\n---\n# Steps\n\n1. Greet.\n"
    )
}

fn add(context: &TestContext, paths: &[&Path]) {
    let mut command = context.command(["registry", "add", "reg"]);
    let output = command.args(paths).output().expect("a run");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

fn source(context: &TestContext, index: &str) -> Value {
    let line: Value = serde_json::from_str(&context.read(&format!("reg/index/{index}.jsonl"))).expect("JSON");
    line["source"].clone()
}

fn with_origin(repo: &RepoBuilder, url: &str) {
    repo.git(&["remote", "add", "origin", url]);
}

#[test]
fn a_version_names_the_commit_that_holds_just_what_was_packed() {
    let context = TestContext::new();
    context.run_words(&["registry", "init", "reg"]).ends_with(0);
    let mut repo = RepoBuilder::new(context.root().join("authors"));
    for name in ["clean", "edited", "untracked", "mended"] {
        repo.file(&format!("skills/{name}/SKILL.md"), head(name));
    }
    repo.file("skills/mended/SKILL.md", format!("\u{feff}{}", head("mended")));
    let commit = repo.commit("Add skills");
    with_origin(&repo, "https://me:secret@example.com/team/skills.git");
    repo.file("skills/edited/SKILL.md", head("edited") + "2. Wave.\n");
    repo.file("skills/untracked/references/more.md", "More.\n");
    repo.file("skills/clean/.env", "never packed\n");
    let skills = repo.path().join("skills");
    let folders = ["clean", "edited", "untracked", "mended"].map(|name| skills.join(name));
    add(&context, &folders.each_ref().map(std::path::PathBuf::as_path));
    let expected =
        json!({"git": "https://example.com/team/skills.git", "rev": commit, "path": "skills/clean"});
    assert_eq!(source(&context, "cl/ea/clean"), expected);
    for index in ["ed/it/edited", "un/tr/untracked", "me/nd/mended"] {
        assert_eq!(source(&context, index), Value::Null, "{index}");
    }

    // A skill that is its repository; one whose origin is on this machine; one without an origin.
    for (name, origin) in [("whole", "git@example.com:team/whole.git"), ("local", "../whole"), ("alone", "")]
    {
        let mut repo = RepoBuilder::new(context.root().join(name));
        repo.file("SKILL.md", head(name));
        let commit = repo.commit("Add it");
        if !origin.is_empty() {
            with_origin(&repo, origin);
        }
        add(&context, &[repo.path()]);
        let index = format!("{}/{}/{name}", &name[..2], &name[2..4]);
        let expected = match name {
            "whole" => json!({"git": origin, "rev": commit}),
            _ => Value::Null,
        };
        assert_eq!(source(&context, &index), expected, "{name}");
    }
    context.run_words(&["registry", "verify", "reg"]).ends_with(0);
}

#[test]
fn a_registry_becomes_a_marketplace_and_stays_one() {
    let context = TestContext::new();
    context.run_words(&["registry", "init", "reg", "--name", "Team Skills"]).ends_with(0);
    let mut repo = RepoBuilder::new(context.root().join("authors"));
    repo.file("skills/hello/SKILL.md", head("hello"));
    let commit = repo.commit("Add hello");
    with_origin(&repo, "https://example.com/team/skills");
    context.write("plain/SKILL.md", head("plain"));
    add(&context, &[&repo.path().join("skills/hello"), &context.project().join("plain")]);
    let place = "reg/.claude-plugin/marketplace.json";
    context.run_words(&["registry", "build", "reg"]).ends_with(0);
    assert!(!context.project().join(place).exists(), "nobody asked for it");
    context
        .run_words(&["registry", "build", "reg", "--marketplace"])
        .ends_with(0)
        .says("1 package is not in the marketplace: `plain`");
    let market: Value = serde_json::from_str(&context.read(place)).expect("JSON");
    let plugin = json!({
        "name": "hello",
        "source": {
            "source": "git-subdir",
            "url": "https://example.com/team/skills",
            "path": "skills/hello",
            "sha": commit,
        },
        "version": "1.0.0",
        "description": "Greets people by name. Use when somebody asks for hello.",
        "strict": false,
        "skills": ["./"],
    });
    let expected = json!({"name": "team-skills", "owner": {"name": "Team Skills"}, "plugins": [plugin]});
    assert_eq!(market, expected);
    let before = context.read(place);
    context.run_words(&["registry", "build", "reg", "--all"]).ends_with(0).says("Unchanged");
    assert_eq!(context.read(place), before);

    // Later versions and marks are in it without being asked for again.
    repo.file("skills/hello/SKILL.md", head("hello").replace("1.0.0", "1.1.0"));
    let later = repo.commit("Raise");
    add(&context, &[&repo.path().join("skills/hello")]);
    assert!(context.read(place).contains(&later));
    context.run_words(&["registry", "verify", "reg"]).ends_with(0).never_says("not what");
    let words = ["registry", "yank", "reg", "hello@1.1.0", "--reason", "broken"];
    context.run_words(&words).ends_with(0);
    assert_eq!(context.read(place), before);

    fs::write(context.project().join(place), "{}").expect("written");
    context
        .run_words(&["registry", "verify", "reg"])
        .ends_with(0)
        .says("not what `skill registry build` makes");
    context.run_words(&["registry", "build", "reg"]).ends_with(0);
    assert_eq!(context.read(place), before);
}
