//! Second projects: what an earlier run noted of a commit spares them the work, and is never believed of bytes.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use crate::support::{
    Ran, TestContext,
    git::{Daemon, RepoBuilder, WebServer},
    listing,
};

const SKILLS: [&str; 5] = ["five", "four", "one", "three", "two"];

fn repository(folder: &Path) -> RepoBuilder {
    let mut repository = RepoBuilder::new(folder);
    for name in SKILLS {
        repository.skill(&format!("skills/{name}"), name);
        repository.file(&format!("skills/{name}/references/a.md"), format!("about {name}\n"));
        repository.executable(&format!("skills/{name}/run.sh"), format!("#!/bin/sh\necho {name}\n"));
    }
    repository.file("skills/broken/SKILL.md", "no frontmatter\n");
    repository.file("src/main.c", "int main;\n");
    repository.commit("Add skills");
    repository
}

/// Runs in another project with the same home and cache.
fn run_in(context: &TestContext, project: &str, arguments: &[&str]) -> Ran {
    let folder = context.root().join(project);
    fs::create_dir_all(&folder).expect("a folder");
    let folder = folder.to_string_lossy().into_owned();
    context.run_words(&[&["-C", &folder], arguments].concat())
}

fn installed(context: &TestContext, project: &str) -> Vec<String> {
    listing(&context.root().join(project).join(".agents/skills"))
}

fn lockfile(context: &TestContext, project: &str) -> String {
    fs::read_to_string(context.root().join(project).join(".agents/skills.lock")).expect("a lockfile")
}

fn notes(context: &TestContext) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for repository in fs::read_dir(context.cache().join("git/v1")).expect("a folder") {
        let folder = repository.expect("an entry").path().join("notes");
        found.extend(fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()));
    }
    found
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Changes a note so that it is whole again.
fn forge(place: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let text = fs::read_to_string(place).expect("a note");
    let mut value = serde_json::from_str(text.split_once('\n').expect("two lines").1).expect("JSON");
    change(&mut value);
    let text = value.to_string();
    let digest = hexadecimal(&Sha256::digest(&text));
    fs::write(place, format!("sha256:{digest}\n{text}")).expect("written");
}

#[test]
fn a_second_project_asks_for_refs_alone_and_gets_the_same() {
    let context = TestContext::new();
    let root = context.root().join("served");
    repository(&root.join("repository"));
    let server = WebServer::of_git(&root, |_| None);
    let url = format!("git+{}", server.url("repository/.git"));
    run_in(&context, "a", &["install", &url, "--all"]).ends_with(0);
    let before = server.seen().len();
    run_in(&context, "b", &["install", &url, "--all"]).ends_with(0).says("Installed one");
    assert_eq!(server.seen().len() - before, 2, "what the server can do, and its refs");
    assert_eq!(installed(&context, "a"), installed(&context, "b"));
    assert_eq!(lockfile(&context, "a"), lockfile(&context, "b"));
    run_in(&context, "b", &["verify"]).ends_with(0);
    // Whatever was not usable is told as it was the first time.
    let tell = |project| run_in(&context, project, &["install", &url, "--skill", "broken"]).ends_with(1);
    let again = tell("b").says("no frontmatter");
    fs::remove_dir_all(context.cache()).expect("a folder");
    assert_eq!(again.stderr, tell("b").stderr);
}

#[test]
fn what_was_noted_spares_the_search() {
    let context = TestContext::new();
    let repository = repository(&context.root().join("repository"));
    run_in(&context, "a", &["install", &repository.url(), "--all"]).ends_with(0);
    let [note] = &*notes(&context) else { panic!("one note") };
    forge(note, |note| {
        note["skills"].as_array_mut().expect("skills").retain(|skill| skill["path"] != "skills/two");
    });
    run_in(&context, "b", &["install", &repository.url(), "--all"]).ends_with(0);
    assert_eq!(installed(&context, "b").iter().filter(|line| line.contains("SKILL.md")).count(), 4);
}

#[test]
fn a_commit_that_is_known_is_installed_without_network_or_search() {
    let context = TestContext::new();
    let root = context.root().join("served");
    let repository = repository(&root.join("repository"));
    let daemon = Daemon::new(&root);
    let url = format!("{}.git#{}", daemon.url("repository/"), repository.head());
    run_in(&context, "a", &["install", &url, "--all"]).ends_with(0);
    drop(daemon);
    run_in(&context, "b", &["install", &url, "--all", "--offline"]).ends_with(0);
    assert_eq!(lockfile(&context, "a"), lockfile(&context, "b"));
    // Of the store's trees alone, nothing tells what the commit holds.
    fs::remove_dir_all(context.cache().join("git")).expect("a folder");
    run_in(&context, "c", &["install", &url, "--all", "--offline"]).ends_with(3);
    assert!(!context.root().join("c/.agents/skills").exists());
}

#[test]
fn skills_that_the_store_lost_come_out_of_the_repository_again() {
    let context = TestContext::new();
    let repository = repository(&context.root().join("repository"));
    run_in(&context, "a", &["install", &repository.url(), "--all"]).ends_with(0);
    fs::remove_dir_all(context.cache().join("store")).expect("a folder");
    run_in(&context, "b", &["install", &repository.url(), "--all"]).ends_with(0);
    assert_eq!(installed(&context, "a"), installed(&context, "b"));
    // One of them is damaged.
    let mut damaged = 0;
    for entry in walk(&context.cache().join("store/v1")) {
        if entry.ends_with("references/a.md") && damaged == 0 {
            fs::write(entry, "other\n").expect("written");
            damaged += 1;
        }
    }
    assert_eq!(damaged, 1);
    run_in(&context, "c", &["install", &repository.url(), "--all"]).ends_with(0);
    assert_eq!(installed(&context, "a"), installed(&context, "c"));
    run_in(&context, "c", &["verify"]).ends_with(0);
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(walk(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn a_note_that_is_damaged_is_no_note() {
    let context = TestContext::new();
    let repository = repository(&context.root().join("repository"));
    run_in(&context, "a", &["install", &repository.url(), "--all"]).ends_with(0);
    let [note] = &*notes(&context) else { panic!("one note") };
    let whole = fs::read(note).expect("a note");
    for (number, damaged) in
        [b"".as_slice(), b"\n", &whole[..whole.len() / 2], b"sha256:00\n{}"].into_iter().enumerate()
    {
        fs::write(note, damaged).expect("written");
        let project = format!("p{number}");
        run_in(&context, &project, &["install", &repository.url(), "--all"]).ends_with(0);
        assert_eq!(lockfile(&context, "a"), lockfile(&context, &project));
    }
    for change in [
        |note: &mut serde_json::Value| note["format"] = 999.into(),
        |note: &mut serde_json::Value| note["written_by"] = "0.0.0".into(),
        |note: &mut serde_json::Value| note["commit"] = "0".repeat(40).into(),
        |note: &mut serde_json::Value| note["skills"][0]["path"] = "../../out".into(),
        |note: &mut serde_json::Value| *note = serde_json::json!([]),
    ] {
        forge(note, change);
        let _ = fs::remove_dir_all(context.root().join("again"));
        run_in(&context, "again", &["install", &repository.url(), "--all"]).ends_with(0);
        assert_eq!(lockfile(&context, "a"), lockfile(&context, "again"));
    }
}

#[test]
fn a_note_that_lies_about_bytes_is_found_out() {
    let context = TestContext::new();
    let repository = repository(&context.root().join("repository"));
    run_in(&context, "a", &["install", &repository.url(), "--all"]).ends_with(0);
    let [note] = &*notes(&context) else { panic!("one note") };
    forge(note, |note| {
        let trees = note["trees"].as_object_mut().expect("trees");
        let other = trees.values().next().expect("a tree").clone();
        assert_eq!(trees.len(), SKILLS.len());
        // Every folder is said to be the first one.
        trees.values_mut().for_each(|digest| *digest = other.clone());
    });
    run_in(&context, "b", &["install", &repository.url(), "--all"]).ends_with(0);
    assert_eq!(installed(&context, "a"), installed(&context, "b"));
    assert_eq!(lockfile(&context, "a"), lockfile(&context, "b"));
}

#[test]
fn a_branch_that_was_rewritten_brings_its_new_commit() {
    let context = TestContext::new();
    let root = context.root().join("served");
    let mut repository = repository(&root.join("repository"));
    let daemon = Daemon::new(&root);
    let url = format!("{}.git", daemon.url("repository/"));
    run_in(&context, "a", &["install", &url, "--all"]).ends_with(0);
    let first = repository.head();
    repository.git(&["checkout", "-q", "--orphan", "again"]);
    repository.file("skills/one/references/a.md", "rewritten\n");
    repository.commit("Begin anew");
    repository.git(&["branch", "-q", "-M", "again", "main"]);
    assert_ne!(first, repository.head());
    run_in(&context, "b", &["install", &url, "--all"]).ends_with(0);
    let text = fs::read_to_string(context.root().join("b/.agents/skills/one/references/a.md"));
    assert_eq!(text.expect("a file"), "rewritten\n");
    assert!(lockfile(&context, "b").contains(&repository.head()));
    assert!(lockfile(&context, "a").contains(&first));
    run_in(&context, "b", &["verify"]).ends_with(0);
}

#[test]
fn one_skill_after_another_is_noted_beside_those_before() {
    let context = TestContext::new();
    let repository = repository(&context.root().join("repository"));
    for name in ["one", "two"] {
        run_in(&context, "a", &["install", &repository.url(), "--skill", name]).ends_with(0);
    }
    let [note] = &*notes(&context) else { panic!("one note") };
    let text = fs::read_to_string(note).expect("a note");
    let value: serde_json::Value =
        serde_json::from_str(text.split_once('\n').expect("lines").1).expect("JSON");
    assert_eq!(value["trees"].as_object().expect("trees").len(), 2);
    assert_eq!(value["skills"].as_array().expect("skills").len(), SKILLS.len());
    let path = format!("{}#:skills/three", repository.url());
    run_in(&context, "b", &["install", &path]).ends_with(0);
    run_in(&context, "c", &["install", &path]).ends_with(0);
    assert_eq!(lockfile(&context, "b"), lockfile(&context, "c"));
    assert_eq!(notes(&context).len(), 2, "one for the whole, one for the path");
}
