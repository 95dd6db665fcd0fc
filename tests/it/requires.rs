//! Skills that need other skills.

use crate::support::{TestContext, git::RepoBuilder};

fn needing(name: &str, requires: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: Does {name}. Use for tests.\nmetadata:\n  requires: \"{requires}\"\n---\n{name}\n"
    )
}

#[test]
fn what_a_skill_needs_comes_with_it_and_goes_with_it() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.file("skills/report/SKILL.md", needing("report", "tables"));
    repository.file("skills/tables/SKILL.md", needing("tables", "numbers"));
    repository.skill("skills/numbers", "numbers").skill("skills/other", "other");
    repository.commit("Add skills");
    context.run_words(&["install", &repository.url(), "-s", "report"]).ends_with(0).says("Finished 3 skills");
    let manifest = context.read(".agents/skills.toml");
    assert!(manifest.contains("report =") && !manifest.contains("tables"), "{manifest}");
    assert!(context.read(".agents/skills.lock").contains("requires = [\"tables\"]"));
    context.run("install --locked").ends_with(0).says("Unchanged 3 skills");
    let second = context.second_machine();
    std::fs::remove_dir_all(second.project().join(".agents/skills")).expect("removed");
    second.run("ci").ends_with(0).says("Installed numbers");
    context.run("remove numbers").ends_with(1).says("`numbers` is needed by `tables`");
    context.run("remove report").ends_with(0).says("Removed tables").says("Removed numbers");
    assert!(!context.exists(".agents/skills"));
}

#[test]
fn a_need_of_another_repository_is_fetched_and_one_that_is_missing_told() {
    let context = TestContext::new();
    let mut base = RepoBuilder::new(context.root().join("base"));
    base.skill("skills/tables", "tables");
    base.commit("Add");
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository
        .file("skills/report/SKILL.md", needing("report", &format!("{}#main:skills/tables", base.url())));
    repository.file("skills/lost/SKILL.md", needing("lost", "nowhere"));
    repository.commit("Add");
    context.run_words(&["install", &repository.url(), "-s", "report", "-q"]).ends_with(0);
    assert!(context.exists(".agents/skills/tables/SKILL.md"));
    context
        .run_words(&["install", &repository.url(), "-s", "lost"])
        .ends_with(1)
        .says("`nowhere`, which `lost` needs: there is no skill called `nowhere` in the same repository");
    assert!(!context.exists(".agents/skills/lost"));
}

#[test]
fn two_needs_meet_in_one_version_or_end_as_a_story() {
    let context = TestContext::new();
    let mut base = RepoBuilder::new(context.root().join("base"));
    for version in ["1.0.0", "1.5.0", "2.0.0"] {
        base.file(
            "SKILL.md",
            format!("---\nname: tables\ndescription: Version {version}. Use for tests.\n---\nx\n"),
        );
        base.commit(version);
        base.tag(&format!("v{version}"));
    }
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    let url = base.url();
    for (name, wanted) in [("any", ">=1.0.0"), ("old", "^1"), ("new", "^2")] {
        repository.file(&format!("skills/{name}/SKILL.md"), needing(name, &format!("{url}#{wanted}")));
    }
    repository.commit("Add");
    context.run_words(&["install", &repository.url(), "-s", "any,old", "-q"]).ends_with(0);
    assert!(context.read(".agents/skills/tables/SKILL.md").contains("Version 1.5.0"));
    let other = TestContext::new();
    other
        .run_words(&["install", &repository.url(), "-s", "old,new"])
        .ends_with(1)
        .says("no version of `tables` meets every need")
        .says("`old` wants ^1")
        .says("`new` wants ^2");
    assert!(!other.exists(".agents/skills"));
}

#[test]
fn a_chain_of_needs_without_end_is_refused_with_its_way() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    for number in 0..140 {
        let (name, next) = (format!("s{number}"), format!("s{}", number + 1));
        repository.file(&format!("skills/{name}/SKILL.md"), needing(&name, &next));
    }
    repository.skill("skills/s140", "s140");
    repository.commit("Add");
    context
        .run_words(&["install", &repository.url(), "-s", "s0"])
        .ends_with(1)
        .says("skills need each other 129 deep: `s0` -> `s1`");
    assert!(!context.exists(".agents/skills"));
    context.run_words(&["install", &repository.url(), "-q", "-s", "s100"]).ends_with(0);
    assert!(context.exists(".agents/skills/s140/SKILL.md"));
}
