//! One team's month, step after step in the same repositories: what each command says, and what the lockfile then holds.

use std::{fs, path::Path, process::Command};

use crate::support::{TestContext, git::RepoBuilder, listing};

fn notes(text: &str) -> String {
    format!(
        "---\nname: notes\ndescription: Writes notes. Use for meetings.\n---\nfirst\n\n\n{text}\n\n\nlast\n"
    )
}

fn release(repository: &mut RepoBuilder, version: &str, text: &str) -> String {
    repository.file("skills/notes/SKILL.md", notes(text));
    let commit = repository.commit(version);
    repository.annotated_tag(&format!("v{version}"));
    commit
}

fn git(folder: &Path, line: &str) -> bool {
    let output = Command::new("git")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "core.autocrlf=false"])
        .args(line.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("git runs");
    output.status.success()
}

/// The lines of a locked skill, `commit` and `digest` left out: they are checked where they matter.
fn locked(context: &TestContext, name: &str) -> Vec<String> {
    let text = context.read(".agents/skills.lock");
    let block = text.split("\n[[skill]]\n").find(|block| block.starts_with(&format!("name = \"{name}\"")));
    let lines = block.expect("a locked skill").lines();
    lines.filter(|line| !line.starts_with("digest") && !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn a_month_of_a_team() {
    let ann = TestContext::new();
    let mut upstream = RepoBuilder::new(ann.root().join("upstream"));
    let first = release(&mut upstream, "1.0.0", "one");
    let url = upstream.url();
    let source = format!("source = \"git+{url}?path=skills/notes\"");
    let entry = |version: &str, commit: &str| {
        vec![
            "name = \"notes\"".to_owned(),
            source.clone(),
            "requirement = \"^1\"".to_owned(),
            format!("version = \"{version}\""),
            format!("tag = \"v{version}\""),
            format!("commit = \"{commit}\""),
        ]
    };

    // The first of the month: Ann installs, commits, and Bob clones.
    assert!(git(&ann.project(), "init -q -b main"));
    ann.run_words(&["install", &format!("{url}#^1")])
        .ends_with(0)
        .says("Installed notes 1.0.0 (1 file)")
        .says("Finished 1 skill in .agents/skills, locked in .agents/skills.lock");
    assert_eq!(locked(&ann, "notes"), entry("1.0.0", &first));
    fs::write(ann.project().join(".gitignore"), ".agents/skills/\n").expect("written");
    assert!(git(&ann.project(), "add -A") && git(&ann.project(), "commit -q -m skills"));
    let bob = TestContext::new();
    fs::remove_dir(bob.project()).expect("empty");
    let clone = format!("clone -q {} {}", ann.project().display(), bob.project().display());
    assert!(git(ann.root(), &clone));
    bob.run("ci").ends_with(0).says("Installed notes 1.0.0");
    bob.run("verify").ends_with(0).says("1 skill: all as locked");
    assert_eq!(bob.read(".agents/skills/notes/SKILL.md"), ann.read(".agents/skills/notes/SKILL.md"));

    // Releases 1.1, 1.2 and 2.0.
    release(&mut upstream, "1.1.0", "one and a bit");
    let second = release(&mut upstream, "1.2.0", "one and a half");
    let third = release(&mut upstream, "2.0.0", "two");
    ann.run("outdated --exit-code").ends_with(1).prints("notes  1.0.0   1.2.0    2.0.0");
    assert_eq!(locked(&ann, "notes"), entry("1.0.0", &first), "looking changes nothing");
    ann.run("update").ends_with(0).says("notes 1.0.0 -> 1.2.0").says("1 skill updated");
    assert_eq!(locked(&ann, "notes"), entry("1.2.0", &second));
    assert!(git(&ann.project(), "commit -qam update"));
    assert!(git(&bob.project(), "pull -q"));
    bob.run("install --locked").ends_with(0).says("Updated notes 1.2.0");

    // The tag of 1.2 is moved under them.
    upstream.file("skills/notes/SKILL.md", notes("sneaked in"));
    let moved = upstream.commit("Sneak");
    upstream.git(&["tag", "-f", "v1.2.0"]);
    ann.run("update")
        .ends_with(4)
        .says("the tag `v1.2.0`")
        .says(&format!("locked: {second}"))
        .says(&format!("found:  {moved}"));
    assert_eq!(locked(&ann, "notes"), entry("1.2.0", &second));
    fs::remove_dir_all(bob.project().join(".agents/skills")).expect("removed");
    bob.run("ci").ends_with(0).says("Installed notes 1.2.0");
    upstream.git(&["tag", "-f", "v1.2.0", &second]);
    upstream.git(&["reset", "-q", "--hard", &third]);

    // A second skill, from a branch that is force-pushed.
    upstream.git(&["checkout", "-q", "-b", "next"]);
    upstream.skill("skills/tables", "tables");
    let old = upstream.commit("Tables");
    ann.run_words(&["install", &format!("{url}#next:skills/tables"), "-q"]).ends_with(0);
    assert_eq!(locked(&ann, "tables")[2..], ["ref = \"next\"".to_owned(), format!("commit = \"{old}\"")]);
    upstream.file("skills/tables/extra.md", "more\n");
    upstream.git(&["add", "-A"]);
    upstream.git(&["commit", "-q", "--amend", "-m", "Tables again"]);
    let new = upstream.head();
    bob.write(".agents/skills.toml", ann.read(".agents/skills.toml"));
    bob.write(".agents/skills.lock", ann.read(".agents/skills.lock"));
    bob.run("install --locked").ends_with(0).says("Installed tables");
    assert!(!bob.exists(".agents/skills/tables/extra.md"), "the locked state, not the newest");
    ann.run("update tables").ends_with(0).says("+ extra.md").says("Updated tables");
    assert_eq!(locked(&ann, "tables")[3], format!("commit = \"{new}\""));
    assert_eq!(locked(&ann, "notes"), entry("1.2.0", &second), "the other entry stays");

    // Ann edits what she has, and 1.3 comes: first beside her edit, then in the same line.
    let mine = ann.read(".agents/skills/notes/SKILL.md").replace("first", "first, and mine");
    ann.write(".agents/skills/notes/SKILL.md", &mine);
    ann.run("diff notes --installed").ends_with(0).prints("-first\n+first, and mine\n");
    upstream.git(&["checkout", "-q", "main"]);
    let fourth = release(&mut upstream, "1.3.0", "one and a half, and more");
    ann.run("update").ends_with(1).says("`notes` was edited").says("skill update --merge");
    assert_eq!(ann.read(".agents/skills/notes/SKILL.md"), mine);
    ann.run("update notes --merge").ends_with(0).says("the edits stay, merged");
    let merged = ann.read(".agents/skills/notes/SKILL.md");
    assert!(merged.contains("first, and mine\n\n\none and a half, and more\n\n\nlast"), "{merged}");
    assert_eq!(locked(&ann, "notes"), entry("1.3.0", &fourth));
    ann.write(".agents/skills/notes/SKILL.md", merged.replace("last", "my last"));
    upstream.file("skills/notes/SKILL.md", notes("one and a half, and more").replace("last", "their last"));
    let fifth = upstream.commit("1.4.0");
    upstream.annotated_tag("v1.4.0");
    ann.run("update notes --merge").ends_with(1).says("both changed the same lines");
    let conflict = ann.read(".agents/skills/notes/SKILL.md");
    assert!(conflict.contains("<<<<<<<") && conflict.contains("my last") && conflict.contains("their last"));
    assert_eq!(locked(&ann, "notes"), entry("1.4.0", &fifth));
    ann.run("update notes --force").ends_with(0).says("nothing newer");
    ann.run("install --force").ends_with(0).says("is kept in");
    ann.run("verify").ends_with(0);

    // Two people change the lockfile and git can't merge it: `ci` refuses it, `install` keeps both sides.
    let whole = ann.read(".agents/skills.lock");
    ann.write(
        ".agents/skills.lock",
        whole.replacen("[[skill]]", "<<<<<<< ours\n=======\n>>>>>>> theirs\n[[skill]]", 1),
    );
    ann.run("ci").ends_with(2).says("holds a merge conflict");
    ann.run("install").ends_with(0).says("held a merge conflict: both sides' skills are kept");
    assert_eq!(ann.read(".agents/skills.lock"), whole);

    // The skill is renamed upstream, then deleted; what is locked goes on.
    ann.run_words(&["install", &format!("{url}#main:skills/notes"), "--force", "-q"]).ends_with(0);
    upstream.git(&["mv", "skills/notes", "skills/minutes"]);
    upstream.commit("Rename");
    ann.run("update notes").ends_with(1).says("no skill at `skills/notes`").says("`skills/minutes`");
    upstream.git(&["rm", "-rq", "skills"]);
    upstream.file("README.md", "nothing\n");
    upstream.commit("Delete");
    let before = listing(&ann.project());
    ann.run("update notes").ends_with(1).says("no skill at `skills/notes`");
    fs::remove_dir_all(ann.project().join(".agents/skills/notes")).expect("removed");
    ann.run("ci").ends_with(0).says("Installed notes");
    assert_eq!(listing(&ann.project()), before);

    // The host is down: what is cached restores, all else says so and changes nothing.
    fs::rename(upstream.path(), ann.root().join("away")).expect("moved");
    let before = listing(&ann.project());
    for line in ["update", "outdated", "diff tables"] {
        ann.run(line).ends_with(3).says("no git repository at");
    }
    ann.run("install --frozen").ends_with(0).says("Unchanged 2 skills");
    fs::remove_dir_all(ann.project().join(".agents/skills")).expect("removed");
    ann.run("install --frozen").ends_with(0).says("Installed notes").says("Installed tables");
    assert_eq!(listing(&ann.project()), before);
    let carol = ann.second_machine();
    fs::remove_dir_all(carol.project().join(".agents/skills")).expect("removed");
    carol.run("ci").ends_with(3).says("no git repository at");
    assert!(!carol.exists(".agents/skills"), "nothing is half there");

    // The end: both go, and nothing of them is left.
    ann.run("remove notes tables").ends_with(0).says("Removed notes").says("Removed tables");
    assert_eq!(ann.read(".agents/skills.lock"), "# @generated by `skill`; do not edit.\nversion = 1\n");
    assert!(!ann.exists(".agents/skills") && !ann.exists(".agents/.skill/journal.json"));
}
