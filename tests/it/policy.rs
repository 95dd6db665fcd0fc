//! What a person or an organisation allows to be installed. Every refusal names its rule, with file and line.

use std::{fs, path::PathBuf};

use crate::support::{TestContext, git::Daemon, git::RepoBuilder, skill::SkillBuilder, write};

fn own(context: &TestContext, text: &str) {
    write(&context.home().join(".config/skill/config.toml"), text.as_bytes());
}

/// The organisation's file, which has no place of its own on this machine.
fn organisation(context: &mut TestContext, text: &str) {
    let folder = context.root().join("etc");
    write(&folder.join("config.toml"), text.as_bytes());
    context.set("SKILL_SYSTEM_CONFIG_DIR", folder.to_string_lossy());
}

fn registry(context: &TestContext, name: &str, license: &str) -> PathBuf {
    let folder = context.root().join(format!("registry-{name}"));
    let dir = folder.to_string_lossy().into_owned();
    context.run_words(&["registry", "init", &dir]).ends_with(0);
    let head = format!(
        "name: {name}\ndescription: Greets people. Use when somebody asks for it.\nlicense: {license}\nmetadata:\n  version: \"1.0.0\"\n"
    );
    let skill = SkillBuilder::new(name)
        .head(&head)
        .script("scripts/run.sh", "#!/bin/sh\necho hi\n")
        .build_in(&context.root().join("authors"));
    context.run_words(&["registry", "add", &dir, &skill.to_string_lossy()]).ends_with(0);
    folder
}

#[test]
fn a_host_that_is_not_listed_is_never_asked() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("git/skills.git"));
    repository.skill("skills/hello", "hello");
    repository.commit("hello");
    let daemon = Daemon::new(&context.root().join("git"));
    let url = daemon.url("skills.git");
    own(&context, "[policy]\n# ours alone\nhosts = [\"git.test/team\", \"*.example.org\"]\n");
    context
        .run(&format!("install {url} --skill hello"))
        .ends_with(1)
        .says("its host is none of `policy.hosts`")
        .says("config.toml:3)");
    assert!(!context.exists(".agents"));
    // What was locked elsewhere is held to the same rule, and what lies on this machine has no host.
    own(&context, "");
    context.run(&format!("install {url} --skill hello -q")).ends_with(0);
    own(&context, "[policy]\nhosts = []\n");
    context.run("install --locked").ends_with(0).says("Unchanged");
    fs::remove_dir_all(context.project().join(".agents/skills")).expect("installed skills");
    context.run("install --locked").ends_with(1).says("policy.hosts");
    context.run("outdated").ends_with(1).says("policy.hosts");
    context.run(&format!("install {} --skill hello --as here -q", repository.url())).ends_with(0);
    own(&context, "[policy]\nhosts = [\"127.0.0.1/skills.git\"]\n");
    context.run("install --locked -q").ends_with(0);
}

#[test]
fn executables_and_licenses_can_be_ruled_out() {
    let context = TestContext::new();
    let place = registry(&context, "hello", "MIT OR AGPL-3.0-only");
    let place = place.to_string_lossy();
    own(&context, &format!("[registries]\ndefault = \"{place}\"\n[policy]\nallow-exec = false\n"));
    for line in ["install hello", "install hello --dry-run", "install hello --dir elsewhere"] {
        context.run(line).ends_with(1).says("`scripts/run.sh` is executable").says("config.toml:4)");
    }
    own(
        &context,
        &format!("[registries]\ndefault = \"{place}\"\n[policy]\ndeny-licenses = [\"AGPL-3.0-only\"]\n"),
    );
    context.run("install hello").ends_with(1).says("its license has `AGPL-3.0-only`");
    assert!(!context.exists(".agents/skills/hello") && !context.exists("elsewhere/hello"));
    own(
        &context,
        &format!("[registries]\ndefault = \"{place}\"\n[policy]\ndeny-licenses = [\"GPL-2.0-only\"]\n"),
    );
    context.run("install hello -q").ends_with(0);
}

#[test]
fn a_registry_is_allowed_by_its_url_or_by_the_name_its_user_gave_it() {
    let mut context = TestContext::new();
    let (ours, theirs) = (registry(&context, "hello", "MIT"), registry(&context, "notes", "MIT"));
    organisation(
        &mut context,
        &format!(
            "enforce = [\"policy.registries\"]\n[registries]\nteam = \"{}\"\n[policy]\nregistries = [\"team\"]\n",
            ours.display()
        ),
    );
    context.run("install team:hello -q").ends_with(0);
    own(&context, "[policy]\nregistries = [\"team\", \"default\"]\n");
    let manifest = context.read(".agents/skills.toml");
    context.write(
        ".agents/skills.toml",
        format!("{manifest}\n[registries]\ndefault = \"{}\"\n", theirs.display()),
    );
    context
        .run("install notes")
        .ends_with(1)
        .says("config.toml:2` does not count: [ROOT]/etc/config.toml:5 is binding")
        .says("of the registry `default`")
        .says("none of `policy.registries` ([ROOT]/etc/config.toml:5)");
    context.write(".agents/skills.toml", format!("[registries]\nteam = \"{}\"\n", theirs.display()));
    context.run("install team:notes").ends_with(2).says("the registry `team` is");
}

#[test]
fn an_organisation_has_everybody_wait_for_young_versions() {
    let mut context = TestContext::new();
    let place = registry(&context, "hello", "MIT");
    organisation(
        &mut context,
        &format!("[registries]\ndefault = \"{}\"\n[policy]\nmin-age = \"3d\"\n", place.display()),
    );
    context
        .run("install hello")
        .ends_with(1)
        .says("1.0.0: younger than `policy.min-age` allows (")
        .says("config.toml:4)");
    own(&context, "[policy]\nmin-age-exclude = [\"hello\"]\n");
    context.run("install hello -q").ends_with(0);
    context.run("remove hello -q").ends_with(0);
    own(&context, "[policy]\nmin-age = \"0d\"\n");
    context.run("install hello -q").ends_with(0);
}

#[test]
fn a_slip_in_the_file_is_named_with_its_line() {
    let context = TestContext::new();
    for (text, told) in [
        ("[policy]\n\nmin-age = 3\n", "line 3: `policy.min-age` is a time such as `3d`"),
        ("[policy]\nhost = []\n", "did you mean `hosts`?"),
        ("enforce = [\"policy.age\"]\n", "`policy.age` is none"),
        ("policy = 1\n", "`policy` is no table"),
    ] {
        own(&context, text);
        context.run("list").ends_with(2).says(told);
    }
}
