//! `skill update --merge`: local edits and a newer state made one, with nothing lost.

use std::fs;

use crate::support::{TestContext, git::RepoBuilder};

fn skill(lines: [&str; 5]) -> String {
    format!("---\nname: notes\ndescription: Writes notes. Use for meetings.\n---\n{}\n", lines.join("\n"))
}

const BEFORE: [&str; 5] = ["one", "two", "three", "four", "five"];
const NOTES: &str = ".agents/skills/notes/SKILL.md";

/// A project with release 1.0.0 installed; 1.1.0 changes the last line and a picture.
fn world() -> (TestContext, RepoBuilder) {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("upstream"));
    repository.file("skills/notes/SKILL.md", skill(BEFORE));
    repository.file("skills/notes/assets/dot.png", b"\0one");
    repository.file("skills/notes/references/a.md", "a\n");
    repository.commit("1.0.0");
    repository.annotated_tag("v1.0.0");
    context.run_words(&["install", &repository.url(), "-q"]).ends_with(0);
    repository.file("skills/notes/SKILL.md", skill(["one", "two", "three", "four", "FIVE"]));
    repository.file("skills/notes/assets/dot.png", b"\0two");
    repository.commit("1.1.0");
    repository.annotated_tag("v1.1.0");
    (context, repository)
}

#[test]
fn edits_elsewhere_are_merged_and_still_count_as_edits() {
    let (context, mut repository) = world();
    context.write(NOTES, skill(["ONE", "two", "three", "four", "five"]));
    context.run("update").ends_with(1).says("was edited").says("skill update --merge");
    let before = context.read(NOTES);
    context.run("update --merge --dry-run").ends_with(0).says("merged into the newer state");
    assert_eq!(context.read(NOTES), before);
    context
        .run("update --merge")
        .ends_with(0)
        .says("notes 1.0.0 -> 1.1.0")
        .says("merged into the newer state");
    assert_eq!(context.read(NOTES), skill(["ONE", "two", "three", "four", "FIVE"]));
    assert!(context.read(".agents/skills.lock").contains("version = \"1.1.0\""));
    // Against the new lock, it is still edited: in this one line.
    context.run("verify").ends_with(4).says("`notes` is not what was locked");
    context.run("list").ends_with(0).prints("edited");
    let edits = context.run("diff --installed notes").ends_with(0);
    assert!(edits.stdout.contains("-one\n+ONE\n") && !edits.stdout.contains("FIVE\n+"), "{edits}");
    context.run("update --merge").ends_with(0).says("nothing newer");
    // The next merge starts from the new lock, also on a machine whose cache is empty.
    repository.file("skills/notes/SKILL.md", skill(["one", "two", "three", "4", "FIVE"]));
    repository.commit("1.2.0");
    repository.annotated_tag("v1.2.0");
    fs::remove_dir_all(context.cache()).expect("removed");
    context.run("update --merge").ends_with(0);
    assert_eq!(context.read(NOTES), skill(["ONE", "two", "three", "4", "FIVE"]));
    context.run("install --force").ends_with(0).says("is kept in");
    context.run("verify").ends_with(0);
}

#[test]
fn conflicts_are_marked_kept_beside_listed_and_end_with_1() {
    let (context, repository) = world();
    repository.git(&["rm", "-q", "skills/notes/references/a.md"]);
    repository.git(&["commit", "-q", "-m", "Remove", "--date=2020-01-01T00:00:00Z"]);
    repository.annotated_tag("v1.3.0");
    context.write(NOTES, skill(["one", "two", "three", "four", "cinq"]));
    context.write(".agents/skills/notes/assets/dot.png", b"\0mine");
    context.write(".agents/skills/notes/references/a.md", "edited\n");
    let ran = context.run("update --merge --dry-run --json").ends_with(0);
    crate::schemas::fits(&ran);
    let json = ran.json();
    assert_eq!(json["updated"][0]["merged"]["conflicts"].as_array().map(Vec::len), Some(3));
    context
        .run("update --merge")
        .ends_with(1)
        .says("conflict in `notes`, `SKILL.md`: both changed the same lines, which are marked in it")
        .says("`assets/dot.png`: both changed it; the newer one is kept as `assets/dot.png.new`")
        .says("`references/a.md`: edited here, gone from the newer state: it stays")
        .says("hint: ")
        .says("skill diff --installed notes");
    let text = context.read(NOTES);
    let expected =
        "four\n<<<<<<< your edits\ncinq\n||||||| 1.0.0 as installed\nfive\n=======\nFIVE\n>>>>>>> 1.3.0\n";
    assert!(text.ends_with(expected), "{text}");
    let bytes =
        |path: &str| fs::read(context.project().join(".agents/skills/notes").join(path)).expect("a file");
    assert_eq!(bytes("assets/dot.png"), b"\0mine");
    assert_eq!(bytes("assets/dot.png.new"), b"\0two");
    assert_eq!(bytes("references/a.md"), b"edited\n");
    assert!(context.read(".agents/skills.lock").contains("version = \"1.3.0\""));
}

#[test]
fn a_skill_that_was_not_edited_is_updated_as_ever() {
    let (context, _repository) = world();
    context.run("update --merge").ends_with(0).never_says("merged");
    context.run("verify").ends_with(0);
    context.run("update --merge --force").ends_with(2);
}
