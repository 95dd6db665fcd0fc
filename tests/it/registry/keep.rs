//! Keeping a registry: what is taken in, what never changes, and what a check finds.

use super::*;

#[test]
fn a_published_version_never_changes() {
    let author = TestContext::new();
    let folder = registry(&author);
    let before = listing(&folder);
    let changed = skill(&author, "hello", "2.0.0", "something else");
    author
        .run_words(&["registry", "add", &text(&folder), &text(&changed)])
        .ends_with(1)
        .says("never changes");
    let lookalike = skill(&author, "hel-lo", "1.0.0", "x");
    author
        .run_words(&["registry", "add", &text(&folder), &text(&lookalike)])
        .ends_with(1)
        .says("reads like `hello`");
    let unversioned = SkillBuilder::new("plain").build_in(&author.root().join("authors"));
    author
        .run_words(&["registry", "add", &text(&folder), &text(&unversioned)])
        .ends_with(1)
        .says("has no `version`");
    assert_eq!(listing(&folder), before);
    let same = skill(&author, "hello", "2.0.0", "2.0.0");
    author
        .run_words(&["registry", "add", &text(&folder), &text(&same)])
        .ends_with(0)
        .says("published already");
    assert_eq!(listing(&folder), before);
    author.run_words(&["registry", "init", &text(&folder)]).ends_with(1).says("is a registry already");
    author.run_words(&["registry", "build", &text(&folder), "--all"]).ends_with(0).says("Unchanged");
    assert_eq!(listing(&folder), before, "derived files are the same from the same index");
}

#[test]
fn damage_is_found_by_verify() {
    let author = TestContext::new();
    let folder = registry(&author);
    let archive = folder.join("dl/hello/1.0.0/hello-1.0.0.tar.gz");
    let bytes = fs::read(&archive).expect("an archive");
    fs::write(&archive, b"junk").expect("a file");
    let verify = || author.run_words(&["registry", "verify", &text(&folder)]);
    verify().ends_with(4).prints("its digest is sha256:");
    fs::remove_file(&archive).expect("a file");
    verify().ends_with(4).prints("it is missing");
    fs::write(&archive, &bytes).expect("a file");
    verify().ends_with(0);
    let index = folder.join("index/he/ll/hello.jsonl");
    let lines = fs::read_to_string(&index).expect("an index");
    fs::write(&index, lines.replacen("Greets", "Robs", 1)).expect("a file");
    verify().ends_with(4).prints("does not say what is in the archive");
    fs::write(&index, &lines).expect("a file");
    fs::create_dir_all(folder.join("dl/orphan/1.0.0")).expect("a folder");
    fs::write(folder.join("dl/orphan/1.0.0/orphan-1.0.0.tar.gz"), &bytes).expect("a file");
    verify().ends_with(0).says("no index line names it");
    fs::write(folder.join("search.jsonl"), "").expect("a file");
    verify().ends_with(0).says("not what `skill registry build` makes");
    author.run_words(&["registry", "build", &text(&folder)]).ends_with(0);
    verify().ends_with(0).never_says("not what");
}

#[test]
fn publish_asks_skill_toml_for_registry_and_team() {
    let author = TestContext::new();
    let folder = author.root().join("reg");
    author.run_words(&["registry", "init", &text(&folder), "--rising"]).ends_with(0);
    author.write(".agents/skills.toml", format!("[registries]\nteam = \"{}\"\n", folder.display()));
    SkillBuilder::new("hello")
        .head("name: hello\ndescription: Greets people by name. Use for hello.\nmetadata:\n  version: \"1.0.0\"\n")
        .build_at(&author.project().join("hello"));
    author.run("publish hello").ends_with(2).says("no registry called `default`");
    author.write("skill.toml", "[publish]\nregistry = \"team\"\nscope = \"ops\"\n");
    author.run("publish hello --dry-run").ends_with(0).says("would publish @ops/hello 1.0.0");
    assert!(!folder.join("dl/@ops").exists());
    author.run("publish hello").ends_with(0).says("Published @ops/hello 1.0.0");
    author.run("publish hello").ends_with(0).says("published already");
    author.write("hello/SKILL.md", author.read("hello/SKILL.md").replace("1.0.0", "0.9.0"));
    author.run("publish hello").ends_with(1).says("not higher than 1.0.0");
    author.write("skill.toml", "[publish]\nregistri = \"team\"\n");
    author.run("publish hello").ends_with(2).says("`registri` is no setting of `[publish]`");
    author.write("skill.toml", "[publish]\nregistry = \"team\"\n");
    author.write("hello/SKILL.md", "no head");
    author.run("publish hello").ends_with(1);
}

#[test]
fn an_archive_that_lint_refuses_is_not_published() {
    let author = TestContext::new();
    let folder = registry(&author);
    let skill = skill(&author, "broken", "1.0.0", "See [more](missing.md).");
    author.run_words(&["pack", &text(&skill), "--fail-on", "never", "--out", "b.zip"]).ends_with(0);
    // A folder is judged as `pack` judges it, and what was found is shown.
    author
        .run_words(&["registry", "add", &text(&folder), &text(&skill)])
        .ends_with(1)
        .says("error[link-broken]: `missing.md` does not exist")
        .says("`broken` was not packed: 1 finding")
        .never_says("--fail-on never");
    author
        .run_words(&["registry", "add", &text(&folder), "b.zip"])
        .ends_with(1)
        .says("(link-broken)")
        .says("project/b.zip`");
}
