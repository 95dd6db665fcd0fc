//! Two branches of a project that each add skills, merged by a real `git merge`.

use crate::support::{Ran, TestContext, git::RepoBuilder};

/// Upstream with skills of these names, and a project under git that has installed `mid` and `charts`.
fn world() -> (TestContext, RepoBuilder, RepoBuilder) {
    let context = TestContext::new();
    let mut upstream = RepoBuilder::new(context.root().join("upstream"));
    for name in ["alpha", "charts", "mid", "pdf", "tables", "zeta"] {
        upstream.skill(&format!("skills/{name}"), name);
    }
    upstream.commit("Add skills");
    let mut project = RepoBuilder::new(context.project());
    context.run_words(&["install", &upstream.url(), "-s", "mid", "-s", "charts"]).ends_with(0);
    project.commit("Install two");
    (context, upstream, project)
}

/// A branch off `main` that adds one skill.
fn branch_with(name: &str, context: &TestContext, upstream: &RepoBuilder, project: &mut RepoBuilder) {
    project.git(&["checkout", "-q", "main"]);
    project.git(&["checkout", "-q", "-b", name]);
    add(name, context, upstream).ends_with(0);
    project.commit(name);
}

fn add(name: &str, context: &TestContext, upstream: &RepoBuilder) -> Ran {
    context.run_words(&["install", &upstream.url(), "-s", name])
}

#[test]
fn branches_that_add_skills_apart_in_the_alphabet_merge_clean() {
    let (context, upstream, mut project) = world();
    branch_with("alpha", &context, &upstream, &mut project);
    branch_with("zeta", &context, &upstream, &mut project);
    project.git(&["merge", "-q", "--no-edit", "alpha"]);
    let manifest = context.read(".agents/skills.toml");
    let names: Vec<_> = manifest.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["alpha", "charts", "mid", "zeta"]);
    context.run("install --locked").ends_with(0).says("Unchanged 4 skills");
    context.run("verify").ends_with(0);
}

#[test]
fn neighbours_conflict_and_install_brings_both_sides_of_the_lockfile_together() {
    let (context, upstream, mut project) = world();
    branch_with("pdf", &context, &upstream, &mut project);
    branch_with("tables", &context, &upstream, &mut project);
    let merged = project.git_anyhow(&["merge", "-q", "--no-edit", "pdf"]);
    assert!(!merged, "neighbours can't be merged by lines");
    // People's own file is theirs to solve; it says what to do, also to those who only look.
    for line in ["install", "install --locked", "list", "verify", "update"] {
        context.run(line).ends_with(2).says("line 4, column 1: a merge conflict").says("delete the markers");
    }
    let manifest = context.read(".agents/skills.toml");
    let marks = ["<<<<<<< ", "=======", ">>>>>>> "];
    let solved: Vec<_> =
        manifest.lines().filter(|line| !marks.iter().any(|mark| line.starts_with(mark))).collect();
    context.write(".agents/skills.toml", solved.join("\n") + "\n");
    // The lockfile is ours to solve, but only where it may change.
    let conflicted = context.read(".agents/skills.lock");
    for line in ["install --locked", "install --frozen", "list", "verify", "remove pdf"] {
        context
            .run(line)
            .ends_with(2)
            .says("merge conflict")
            .says("`skill install` brings both sides together");
    }
    context.run("install --dry-run").ends_with(0).says("both sides' skills are kept");
    assert_eq!(context.read(".agents/skills.lock"), conflicted);
    context.run("install").ends_with(0).says("held a merge conflict: both sides' skills are kept");
    let lockfile = context.read(".agents/skills.lock");
    assert_eq!(lockfile.matches("[[skill]]").count(), 4, "{lockfile}");
    assert!(!lockfile.contains("<<<<<<<"), "{lockfile}");
    context.run("install --locked").ends_with(0).says("Unchanged 4 skills");
    context.run("verify").ends_with(0).never_says("error");
}

#[test]
fn what_both_branches_updated_otherwise_stays_as_ours_and_is_named() {
    let (context, mut upstream, mut project) = world();
    project.git(&["checkout", "-q", "-b", "theirs"]);
    upstream.file("skills/mid/a.md", "a\n");
    upstream.commit("a");
    context.run("update mid").ends_with(0);
    project.commit("Theirs");
    project.git(&["checkout", "-q", "main"]);
    upstream.file("skills/mid/a.md", "b\n");
    let ours = upstream.commit("b");
    context.run("update mid").ends_with(0);
    project.commit("Ours");
    assert!(!project.git_anyhow(&["merge", "-q", "--no-edit", "theirs"]));
    project.git(&["checkout", "--ours", "--", ".agents/skills/mid"]);
    context
        .run("install")
        .ends_with(0)
        .says("both sides lock `mid`, each otherwise")
        .says("skill update mid");
    assert!(context.read(".agents/skills.lock").contains(&ours));
    context.run("verify").ends_with(0);
}
