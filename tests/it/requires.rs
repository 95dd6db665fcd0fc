//! Skills that need other skills.

use crate::support::{TestContext, git::RepoBuilder};

/// A repository with one skill at its root, released in these versions, each with what it needs.
fn releases(context: &TestContext, name: &str, versions: &[(&str, &str)]) -> RepoBuilder {
    let mut repository = RepoBuilder::new(context.root().join(name));
    for (version, requires) in versions {
        release(&mut repository, name, version, requires);
    }
    repository
}

fn release(repository: &mut RepoBuilder, name: &str, version: &str, requires: &str) {
    let needs =
        if requires.is_empty() { String::new() } else { format!("metadata:\n  requires: \"{requires}\"\n") };
    repository.file(
        "SKILL.md",
        format!("---\nname: {name}\ndescription: Version {version}. Use for tests.\n{needs}---\nx\n"),
    );
    repository.commit(version);
    repository.tag(&format!("v{version}"));
}

fn version(context: &TestContext, name: &str) -> String {
    let text = context.read(&format!(".agents/skills/{name}/SKILL.md"));
    text.split_once("Version ").and_then(|(_, rest)| rest.split_once(". ")).expect("a version").0.to_owned()
}

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

#[test]
fn what_is_installed_holds_what_is_named_anew() {
    let context = TestContext::new();
    let hello = releases(&context, "hello", &[("1.0.0", ""), ("1.4.0", ""), ("2.0.0", "")]);
    let report = releases(&context, "report", &[("1.0.0", &format!("{}#^1", hello.url()))]);
    context.run_words(&["install", &report.url(), "-q"]).ends_with(0);
    assert_eq!(version(&context, "hello"), "1.4.0");
    let locked = context.read(".agents/skills.lock");
    assert!(locked.contains("requires = [\"hello@^1\"]"), "{locked}");
    context
        .run_words(&["install", &format!("{}#2", hello.url())])
        .ends_with(1)
        .says("no version of `hello` meets every need")
        .says("you want ^2")
        .says("`report` wants ^1");
    assert_eq!(context.read(".agents/skills.lock"), locked);
    // Without a wish of one's own it comes in a version that fits.
    context.run_words(&["install", &hello.url(), "-q"]).ends_with(0);
    assert_eq!(version(&context, "hello"), "1.4.0");
    context.run("outdated --exit-code").ends_with(0).prints("hello  1.4.0   1.4.0    2.0.0");
    context.run("update").ends_with(0).says("nothing newer");
    context.run("update hello --precise 2.0.0").ends_with(1).says("`report` wants ^1");
    context.run("update hello --latest").ends_with(1).says("you want ^2.0.0").says("`report` wants ^1");
    context.run("install --locked").ends_with(0).says("Unchanged 2 skills");
}

#[test]
fn an_update_moves_what_is_needed_brings_what_is_new_and_lets_go_of_the_rest() {
    let context = TestContext::new();
    let hello = releases(&context, "hello", &[("1.0.0", ""), ("2.0.0", "")]);
    let paint = releases(&context, "paint", &[("1.0.0", "")]);
    let url = hello.url();
    let mut report = releases(&context, "report", &[("1.0.0", &format!("{url}#^1"))]);
    context.run_words(&["install", &report.url(), "-q"]).ends_with(0);
    assert_eq!(version(&context, "hello"), "1.0.0");
    release(&mut report, "report", "1.1.0", &format!("{url}#^2 {}", paint.url()));
    let json = context.run("update --dry-run --json").ends_with(0).json();
    assert_eq!(json["added"][0]["name"], "paint");
    context
        .run("update")
        .ends_with(0)
        .says("report 1.0.0 -> 1.1.0")
        .says("hello 1.0.0 -> 2.0.0")
        .says("paint 1.0.0  new, since another skill needs it");
    assert_eq!(version(&context, "hello"), "2.0.0");
    assert!(!context.read(".agents/skills.toml").contains("hello"));
    context.run("install --locked").ends_with(0).says("Unchanged 3 skills");
    release(&mut report, "report", "1.2.0", &format!("{url}#^2"));
    context.run("update").ends_with(0).says("paint  nothing needs it any more").says("Removed paint");
    assert!(!context.exists(".agents/skills/paint"));
    context.run("install --locked").ends_with(0).says("Unchanged 2 skills");
    // Back to the version before, whose needs are other ones.
    context.run("update report --precise 1.0.0").ends_with(0);
    assert_eq!(version(&context, "hello"), "1.0.0");
    context.run("update --latest").ends_with(0).says("report 1.0.0 -> 1.2.0");
    assert!(!context.read(".agents/skills.toml").contains("hello"));
    context.run("install --locked").ends_with(0);
}

#[test]
fn an_older_version_is_taken_where_the_newest_ones_exclude_one_another() {
    let context = TestContext::new();
    let base = releases(&context, "base", &[("1.0.0", ""), ("1.1.0", ""), ("2.0.0", "")]);
    let url = base.url();
    let (one, two) = (format!("{url}#^1"), format!("{url}#^2"));
    let left =
        releases(&context, "left", &[("1.0.0", &one), ("1.1.0", &one), ("1.2.0", &two), ("1.3.0", &two)]);
    let right = releases(&context, "right", &[("1.0.0", &one)]);
    context.run_words(&["install", &left.url(), &right.url(), "-q"]).ends_with(0);
    let versions = ["left", "right", "base"].map(|name| version(&context, name));
    assert_eq!(versions, ["1.1.0", "1.0.0", "1.1.0"], "the newest that fit together");
    context.run("install --locked").ends_with(0).says("Unchanged 3 skills");
    // Through a skill between: what `top` needs of `left` leaves only versions that exclude `right`.
    let top = releases(&context, "top", &[("1.0.0", &format!("{}#>=1.2.0", left.url()))]);
    let other = TestContext::new();
    other
        .run_words(&["install", &top.url(), &right.url()])
        .ends_with(1)
        .says("no version of `base` meets every need")
        .says("`right` wants ^1")
        .says("`left`, which `top` needs, wants ^2");
    assert!(!other.exists(".agents/skills"));
}

#[test]
fn a_need_of_the_same_repository_is_found_when_one_skill_was_named_by_path() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.file("skills/report/SKILL.md", needing("report", "tables"));
    repository.skill("skills/tables", "tables");
    repository.commit("Add");
    context.run_words(&["install", &format!("{}#:skills/report", repository.url()), "-q"]).ends_with(0);
    assert!(context.exists(".agents/skills/tables/SKILL.md"));
    // A need that is new in an update is found too.
    repository.file("skills/report/SKILL.md", needing("report", "tables numbers"));
    repository.skill("skills/numbers", "numbers");
    repository.commit("Need more");
    context.run("update").ends_with(0).says("numbers");
    assert!(context.exists(".agents/skills/numbers/SKILL.md"));
    context.run("install --locked").ends_with(0).says("Unchanged 3 skills");
}

#[test]
fn what_is_needed_is_linked_and_switched_with_the_skill_that_needs_it() {
    let context = TestContext::new();
    std::fs::create_dir(context.project().join(".claude")).expect("a folder");
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    repository.file("skills/report/SKILL.md", needing("report", "tables"));
    repository.skill("skills/tables", "tables");
    repository.commit("Add");
    let linked = || ["report", "tables"].map(|name| context.exists(&format!(".claude/skills/{name}")));
    context.run_words(&["install", &repository.url(), "-s", "report", "-q"]).ends_with(0);
    assert_eq!(linked(), [true, true]);
    context.run("disable report").ends_with(0);
    assert_eq!(linked(), [false, false]);
    context.run("install").ends_with(0);
    assert_eq!(linked(), [false, false], "a restore respects it");
    context.run("enable report").ends_with(0);
    assert_eq!(linked(), [true, true]);
    context.run("disable tables").ends_with(0).says("`report` needs `tables`, which is switched off");
    assert_eq!(linked(), [true, false]);
    context.run("remove tables --dry-run").ends_with(1).says("`tables` is needed by `report`");
    context.run("enable tables").ends_with(0);
    let removed = context.run("remove report tables --json").ends_with(0).json();
    assert_eq!(removed["removed"], serde_json::json!(["report", "tables"]));
    assert_eq!(linked(), [false, false]);
}

/// A folder registry in which `s1` to `s16` each need the next two of their own major version.
#[test]
fn an_update_of_a_crowd_that_one_wish_holds_back_finds_its_way() {
    const CROWD: usize = 16;
    let context = TestContext::new();
    let registry = context.root().join("registry");
    let reg = registry.to_string_lossy().into_owned();
    context.run_words(&["registry", "init", &reg]).ends_with(0);
    for version in ["1.0.0", "1.1.0", "2.0.0"] {
        let major = &version[..1];
        let mut words = vec!["registry".to_owned(), "add".to_owned(), reg.clone()];
        for index in 1..=CROWD {
            let needs: Vec<_> =
                (index + 1..=CROWD.min(index + 2)).map(|next| format!("s{next}@^{major}")).collect();
            let text = format!(
                "---\nname: s{index}\ndescription: Version {version}. Use for tests.\nlicense: MIT\n\
                 metadata:\n  version: \"{version}\"\n  requires: \"{}\"\n---\n# Do it\n\n{version}\n",
                needs.join(" ")
            );
            let path = format!("src-{version}/s{index}/SKILL.md");
            context.write(&path, text);
            words.push(format!("src-{version}/s{index}"));
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        context.run_words(&words).ends_with(0);
    }
    context.write(".agents/skills.toml", format!("[registries]\ndefault = \"file://{reg}\"\n"));
    context.run("install s1@^1").ends_with(0).says(&format!("Finished {CROWD} skills"));
    context.run(&format!("install s{CROWD}@1.0.0")).ends_with(0);
    let lockfile = context.read(".agents/skills.lock");
    // All could be 2.0.0, but for the two that were asked for.
    context.run("update").ends_with(0).says("nothing newer");
    assert_eq!(context.read(".agents/skills.lock"), lockfile);
    assert_eq!(lockfile.matches("version = \"1.1.0\"").count(), CROWD, "{lockfile}");
}
