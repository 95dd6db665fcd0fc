//! Versions in `skill pack`: raised in place, rising, and one only.

use crate::support::{TestContext, git::RepoBuilder};

const HEAD: &str = "---\nname: demo # the name\ndescription: 'Says hello. Use when somebody greets.'\nmetadata:\n  version: \"1.2.3\" # now\n---\n# Demo\n\nSay hello.";

const RISING: &str = "name = \"rising\"\nextends = \"spec\"\n[pack]\nrising-version = true\n";

fn demo() -> TestContext {
    let context = TestContext::new();
    context.write("demo/SKILL.md", HEAD);
    context.write("rising.toml", RISING);
    context
}

#[test]
fn a_version_is_raised_in_place_and_nothing_else_changes() {
    for (part, version) in [("patch", "1.2.4"), ("minor", "1.3.0"), ("major", "2.0.0")] {
        for text in [HEAD.to_owned(), HEAD.replace('\n', "\r\n")] {
            let context = demo();
            context.write("demo/SKILL.md", &text);
            let dry = context.run(&format!("pack demo --bump {part} --dry-run")).ends_with(0);
            assert!(dry.stderr.contains(&format!("would be raised from 1.2.3 to {version}")), "{dry}");
            assert_eq!(context.read("demo/SKILL.md"), text, "a dry run writes nothing");
            let ran = context.run(&format!("pack demo --bump {part}")).ends_with(0);
            assert!(ran.stderr.contains(&format!("was raised from 1.2.3 to {version}")), "{ran}");
            assert_eq!(context.read("demo/SKILL.md"), text.replace("1.2.3", version));
            assert!(context.exists(&format!("demo-{version}.zip")));
            context.run("pack demo").ends_with(0).says("Unchanged");
        }
    }
}

#[test]
fn a_version_that_cannot_be_raised_is_said_and_a_refused_pack_raises_none() {
    let context = demo();
    for (from, to, words) in [
        ("  version: \"1.2.3\" # now\n", "  author: me\n", "it has no version"),
        ("\"1.2.3\"", "1.2", "no MAJOR.MINOR.PATCH"),
        ("metadata:", "version: 2.0.0\nmetadata:", "its `version` is `2.0.0`"),
    ] {
        let text = HEAD.replace(from, to);
        context.write("demo/SKILL.md", &text);
        context.run("pack demo --bump patch").ends_with(1).says(words).says("hint: ");
        assert_eq!(context.read("demo/SKILL.md"), text);
    }
    let broken = HEAD.replace("name: demo", "name: other");
    context.write("demo/SKILL.md", &broken);
    context.run("pack demo --bump patch").ends_with(1);
    assert_eq!(context.read("demo/SKILL.md"), broken);
    context.run("pack demo --bump huge").ends_with(2);
}

#[test]
fn two_versions_that_disagree_stop_the_pack() {
    let context = demo();
    context.write("demo/SKILL.md", HEAD.replace("metadata:", "version: 1.2.2\nmetadata:"));
    context.run("pack demo").ends_with(1).says("version-conflict").says("`1.2.2` here and `1.2.3`");
    context.write("demo/SKILL.md", HEAD.replace("metadata:", "version: 1.2.3\nmetadata:"));
    context.run("pack demo").ends_with(0);
}

#[test]
fn a_version_must_be_greater_than_the_one_given() {
    let context = demo();
    for (previous, code) in [("1.2.2", 0), ("v1.2.2", 0), ("1.2.3-rc.1", 0), ("1.2.3", 1), ("1.10.0", 1)] {
        context.run(&format!("pack demo --previous-version {previous}")).ends_with(code);
    }
    context.run("pack demo --previous-version 1.2.3 --bump patch").ends_with(0);
    context.run("pack demo --previous-version soon").ends_with(2).says("`soon` is no version");
}

#[test]
fn manifests_beside_the_archive_remember_the_version_before() {
    let context = demo();
    let pack = "pack demo --profile rising.toml --out dist/ --manifest";
    context.run(pack).ends_with(0);
    // The same archive again is the same upload, a different one needs a version of its own.
    context.run(pack).ends_with(0);
    context.write("demo/SKILL.md", format!("{HEAD} More."));
    context
        .run(pack)
        .ends_with(1)
        .says("not greater than 1.2.3")
        .says("`demo-1.2.3.manifest.json`")
        .says("--bump");
    context.run(&format!("{pack} --bump minor")).ends_with(0);
    context.write("demo/SKILL.md", HEAD.replace("1.2.3", "1.2.9"));
    context.run(pack).ends_with(1).says("not greater than 1.3.0");
    context.run("pack demo --out dist/").ends_with(0);
    context.write("dist/other.manifest.json", "no JSON");
    context.write("demo/SKILL.md", HEAD.replace("1.2.3", "1.4.0"));
    context.run(pack).ends_with(0);
}

#[test]
fn tags_remember_the_version_before_and_the_tag_of_this_commit_is_this_version() {
    let context = demo();
    let mut repository = RepoBuilder::new(context.project());
    repository.commit("One");
    repository.tag("demo-v1.2.3").tag("other-v9.0.0").tag("v8.0.0");
    let pack = "pack demo --profile rising.toml";
    context.run(pack).ends_with(0);
    repository.file("demo/more.md", "more\n");
    repository.commit("Two");
    context.run(pack).ends_with(1).says("the version of the tag `demo-v1.2.3`");
    context.run("pack demo").ends_with(0);
    context.run(&format!("{pack} --bump patch")).ends_with(0);
}
