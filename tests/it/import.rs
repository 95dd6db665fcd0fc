//! `skill import`: what other tools recorded is compared with its source and locked; their files stay as they are.

use std::{fs, os::unix::fs::symlink, path::Path};

use serde_json::{Value, json};

use crate::{
    schemas::fits,
    support::{TestContext, copy, git::RepoBuilder, listing, skill::SkillBuilder},
};

/// A repository with the skills `one`, `two` and `three`.
fn upstream(context: &TestContext) -> RepoBuilder {
    let mut repository = RepoBuilder::new(context.root().join("repo"));
    for name in ["one", "two", "three"] {
        repository.skill(&format!("skills/{name}"), name);
    }
    repository.executable("skills/one/scripts/run.sh", "#!/bin/sh\n");
    repository.commit("Add");
    repository
}

/// A project as `npx skills` leaves it: folders, links of Claude Code's, and its lock file.
fn as_npx_leaves_it(context: &TestContext, repository: &RepoBuilder, names: &[&str]) {
    let mut skills = serde_json::Map::new();
    fs::create_dir_all(context.project().join(".claude/skills")).expect("a folder");
    for name in names {
        let from = repository.path().join("skills").join(name);
        copy(&from, &context.project().join(".agents/skills").join(name));
        let link = context.project().join(".claude/skills").join(name);
        symlink(format!("../../.agents/skills/{name}"), link).expect("a link");
        let entry = json!({
            "source": repository.url(),
            "sourceType": "git",
            "skillPath": format!("skills/{name}/SKILL.md"),
            "computedHash": "00",
        });
        skills.insert((*name).to_owned(), entry);
    }
    let lock = json!({ "version": 1, "skills": skills });
    context.write("skills-lock.json", serde_json::to_string_pretty(&lock).expect("JSON"));
}

fn state<'a>(report: &'a Value, name: &str) -> &'a str {
    let skills = report["skills"].as_array().expect("skills");
    let found = skills.iter().find(|skill| skill["name"] == name);
    found.and_then(|skill| skill["state"].as_str()).unwrap_or_else(|| panic!("no {name} in {report:#}"))
}

#[test]
fn a_project_of_npx_skills_is_taken_over_without_touching_its_folders() {
    let context = TestContext::new();
    let repository = upstream(&context);
    as_npx_leaves_it(&context, &repository, &["one", "two", "three"]);
    context.write(
        ".agents/skills/two/SKILL.md",
        "---\nname: two\ndescription: Mine. Use for tests.\n---\nmine\n",
    );
    fs::remove_dir_all(context.project().join(".agents/skills/three")).expect("removed");
    fs::remove_file(context.project().join(".claude/skills/three")).expect("removed");
    let before = (context.read("skills-lock.json"), listing(&context.project()));

    let ran = context.run("import --json --dry-run").ends_with(0);
    fits(&ran);
    let report = ran.json();
    assert_eq!(state(&report, "one"), "same");
    assert_eq!(state(&report, "two"), "edited");
    assert_eq!(state(&report, "three"), "missing");
    assert_eq!(before, (context.read("skills-lock.json"), listing(&context.project())));

    context
        .run("import -y")
        .ends_with(0)
        .says("take over: the same as its source")
        .says("Imported 3 skills, locked in .agents/skills.lock")
        .says("skill diff --installed two");
    assert_eq!(before.0, context.read("skills-lock.json"));
    assert_eq!(
        context.read(".agents/skills/two/SKILL.md"),
        "---\nname: two\ndescription: Mine. Use for tests.\n---\nmine\n"
    );
    let claude = fs::read_link(context.project().join(".claude/skills/one")).expect("a link");
    assert_eq!(claude, Path::new("../../.agents/skills/one"));
    assert!(context.read(".agents/skills.lock").contains(&repository.head()));
    context.run("verify").ends_with(4).says("`two` is not what was locked").never_says("`one`");
    let listed = context.run("list --json").json();
    // To take over a record is no act of trust; `three` was missing and is installed now.
    assert_eq!(state(&listed, "one"), "untrusted");
    assert_eq!(state(&listed, "two"), "edited");
    assert_eq!(state(&listed, "three"), "ok");
    // A second import finds nothing to do.
    let lockfile = context.read(".agents/skills.lock");
    context.run("import").ends_with(0).says("in the lockfile already").says("Unchanged");
    assert_eq!(lockfile, context.read(".agents/skills.lock"));
    // From here on it is a skill like any other, also on another machine without the network.
    context.run("diff two --installed").ends_with(0);
    context.run("install --offline --force").ends_with(0);
    context.run("verify").ends_with(0);
}

#[test]
fn what_npx_skills_leaves_out_is_put_in() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    repository.file("skills/one/README.md", "read me\n").file("skills/one/metadata.json", "{}\n");
    repository.commit("Add a README");
    as_npx_leaves_it(&context, &repository, &["one"]);
    fs::remove_file(context.project().join(".agents/skills/one/README.md")).expect("removed");
    fs::remove_file(context.project().join(".agents/skills/one/metadata.json")).expect("removed");
    let report = context.run("import --json").ends_with(0).json();
    assert_eq!(state(&report, "one"), "incomplete");
    assert_eq!(report["skills"][0]["lacks"], json!(["README.md", "metadata.json"]));
    assert_eq!(report["installed"], json!(["one"]));
    assert_eq!(context.read(".agents/skills/one/README.md"), "read me\n");
    context.run("verify").ends_with(0);
}

#[test]
fn the_default_branch_counts_where_a_release_is_older() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    repository.tag("v1.0.0");
    repository.file("skills/one/more.md", "more\n");
    let head = repository.commit("Add more");
    as_npx_leaves_it(&context, &repository, &["one", "two"]);
    let report = context.run("import --json -y").ends_with(0).json();
    assert_eq!((state(&report, "one"), state(&report, "two")), ("same", "same"));
    let commit = |name: &str| {
        let skills = report["skills"].as_array().expect("skills");
        skills.iter().find(|skill| skill["name"] == name).expect("it")["commit"].clone()
    };
    assert_eq!(commit("one"), head.as_str());
    assert_ne!(commit("two"), head.as_str());
    context.run("verify").ends_with(0);
    context.run("install --locked").ends_with(0);
}

#[test]
fn the_users_lock_file_tells_what_is_old_from_what_was_edited() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    let entry = |name: &str, tree: &str| {
        json!({
            "source": "o/r", "sourceType": "github", "sourceUrl": repository.url(),
            "skillPath": format!("skills/{name}"), "skillFolderHash": tree,
            "installedAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z",
        })
    };
    let tree = |name: &str| repository.git(&["rev-parse", &format!("HEAD:skills/{name}")]).trim().to_owned();
    let lock = json!({ "version": 3, "skills": {
        "one": entry("one", &tree("one")), "two": entry("two", &tree("two")), "three": entry("three", &tree("three")),
    }, "dismissed": {} });
    let agents = context.home().join(".agents");
    for name in ["one", "two", "three"] {
        copy(&repository.path().join("skills").join(name), &agents.join("skills").join(name));
    }
    fs::write(agents.join(".skill-lock.json"), lock.to_string()).expect("written");
    fs::write(agents.join("skills/two/mine.md"), "mine\n").expect("written");
    repository.file("skills/one/more.md", "more\n").file("skills/two/more.md", "more\n");
    repository.commit("Add more");
    let report = context.run("import --user --json").ends_with(0).json();
    assert_eq!(state(&report, "one"), "behind");
    assert_eq!(state(&report, "two"), "edited");
    assert_eq!(state(&report, "three"), "same");
    assert_eq!(fs::read_to_string(agents.join(".skill-lock.json")).expect("there"), lock.to_string());
    assert!(!agents.join("skills/one/more.md").exists());
    assert!(agents.join("skills.lock").exists());
}

#[test]
fn what_gh_wrote_into_a_skill_is_no_edit_of_its_own() {
    let context = TestContext::new();
    let repository = upstream(&context);
    repository.tag("v1.0.0");
    let stamped = |name: &str, body: &str| {
        format!(
            "---\ndescription: {name} skill. Use when testing.\nmetadata:\n    github-path: skills/{name}\n    \
             github-ref: refs/tags/v1.0.0\n    github-repo: {}\n    github-tree-sha: {}\nname: {name}\n---\n{body}",
            repository.url(),
            "5".repeat(40)
        )
    };
    for name in ["one", "two"] {
        let text =
            fs::read_to_string(repository.path().join(format!("skills/{name}/SKILL.md"))).expect("there");
        copy(
            &repository.path().join("skills").join(name),
            &context.project().join(".agents/skills").join(name),
        );
        let (head, body) = text.split_once("---\n\n").or_else(|| text.rsplit_once("---\n")).expect("a head");
        let description = head.lines().find_map(|line| line.strip_prefix("description: ")).expect("one");
        let text = stamped(name, body).replace(&format!("{name} skill. Use when testing."), description);
        context.write(&format!(".agents/skills/{name}/SKILL.md"), text);
    }
    let two = context.read(".agents/skills/two/SKILL.md");
    context.write(".agents/skills/two/SKILL.md", two.clone() + "Mine.\n");
    let ran = context.run("import --json").ends_with(0);
    fits(&ran);
    let report = ran.json();
    assert_eq!(state(&report, "one"), "stamped");
    assert_eq!(state(&report, "two"), "edited");
    assert_eq!(report["skills"][0]["tool"], "gh skill");
    assert_eq!(report["installed"], json!([]));
    assert!(context.read(".agents/skills/one/SKILL.md").contains("github-tree-sha"));
    assert_eq!(context.read(".agents/skills/two/SKILL.md"), two + "Mine.\n");
}

#[test]
fn apm_names_the_commit_and_clawhub_can_not_be_fetched_from() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    let commit = repository.head();
    for name in ["one", "two"] {
        copy(
            &repository.path().join("skills").join(name),
            &context.project().join(".agents/skills").join(name),
        );
    }
    repository.file("skills/one/SKILL.md", "---\nname: one\ndescription: New. Use for tests.\n---\nnew\n");
    repository.commit("Change");
    context.write(
        "apm.lock.yaml",
        format!(
            "lockfile_version: '1'\ndependencies:\n- repo_url: {}\n  resolved_commit: {commit}\n  deployed_files:\n  \
             - .agents/skills/one\n  - .agents/skills/one/SKILL.md\n  - .agents/skills/two/SKILL.md\n",
            repository.url()
        ),
    );
    context.write(
        ".clawhub/lock.json",
        r#"{"version": 1, "skills": {"crab": {"version": "1.0.0", "installedAt": 1}}}"#,
    );
    SkillBuilder::new("crab").build_in(&context.project().join(".agents/skills"));
    let report = context.run("import --json").ends_with(0).json();
    assert_eq!((state(&report, "one"), state(&report, "two")), ("same", "same"));
    assert_eq!(state(&report, "crab"), "unavailable");
    let lockfile = context.read(".agents/skills.lock");
    assert!(lockfile.contains(&commit) && !lockfile.contains("crab"), "{lockfile}");
    context.run("import").ends_with(0).says("ClawHub (version 1.0.0), which can't be fetched from yet");
    context.run("import crab").ends_with(1);
    assert!(context.exists(".agents/skills/crab/SKILL.md"));
}

#[test]
fn what_apm_installed_for_the_user_is_taken_over_with_what_it_needs() {
    let context = TestContext::new();
    let mut repository = RepoBuilder::new(context.root().join("apm"));
    let needing = "---\nname: one\ndescription: One. Use for tests.\nmetadata:\n  requires: two\n---\n1\n";
    repository.file("skills/one/SKILL.md", needing);
    repository.skill("skills/two", "two");
    let commit = repository.commit("Add");
    copy(&repository.path().join("skills/one"), &context.home().join(".agents/skills/one"));
    let record = format!(
        "lockfile_version: '1'\ndependencies:\n- repo_url: {}\n  resolved_commit: {commit}\n  deployed_files:\n  \
         - .agents/skills/one/SKILL.md\n",
        repository.url()
    );
    let place = context.home().join(".apm/apm.lock.yaml");
    crate::support::write(&place, record.as_bytes());
    let before = listing(&context.home().join(".agents"));
    let planned = context.run("import -u --dry-run --json").ends_with(0).json();
    assert_eq!((state(&planned, "one"), state(&planned, "two")), ("same", "missing"));
    assert_eq!(listing(&context.home().join(".agents")), before);
    context.run("import -u").ends_with(0).says("Installed two");
    assert_eq!(fs::read_to_string(&place).expect("theirs"), record);
    let lockfile = fs::read_to_string(context.home().join(".agents/skills.lock")).expect("ours");
    assert!(lockfile.contains("requires = [\"two\"]"), "{lockfile}");
    let manifest = fs::read_to_string(context.home().join(".agents/skills.toml")).expect("ours");
    assert!(manifest.contains("one =") && !manifest.contains("two"), "{manifest}");
    context.run("install -u --locked").ends_with(0).says("Unchanged 2 skills");
}

#[test]
fn broken_hostile_and_newer_lock_files_are_errors_with_file_and_line() {
    let context = TestContext::new();
    for (file, text, told) in [
        ("skills-lock.json", "{\n  \"version\": 1,\n", "`skills-lock.json`, line 3"),
        ("skills-lock.json", "", "`skills-lock.json`, line 1"),
        (
            "skills-lock.json",
            "{\n\"version\": 2, \"skills\": {}}",
            "line 2: it is of version 2, which is newer",
        ),
        (
            "skills-lock.json",
            "{\"version\": 1, \"skills\": {\n\"../../x\": {\"source\": \"o/r\"}}}",
            "`../../x` is no name of a skill",
        ),
        (
            "skills-lock.json",
            "{\"version\": 1, \"skills\": {\n\"x\": {\"source\": \"o/r\", \"skillPath\": \"../x/SKILL.md\"}}}",
            "`../x/SKILL.md` is no path inside a repository",
        ),
        ("apm.lock.yaml", "lockfile_version: '1'\ndependencies:\n  - [\n", "`apm.lock.yaml`, line"),
        (".clawhub/lock.json", "[]", "`.clawhub/lock.json`, line 1"),
    ] {
        context.write(file, text);
        context.run("import -y").ends_with(2).says(told);
        fs::remove_file(context.project().join(file)).expect("removed");
    }
    context.write("skills-lock.json", b"{\n\"\xff\"");
    context.run("import").ends_with(2).says("`skills-lock.json`, line 2: it is not UTF-8");
    context.write("skills-lock.json", vec![b' '; 16 * 1024 * 1024 + 1]);
    context.run("import").ends_with(3).says("skills-lock.json");
    fs::remove_file(context.project().join("skills-lock.json")).expect("removed");
    context.write("skills-lock.json/x", "");
    context.run("import").ends_with(2).says("it is no file");
    assert!(!context.exists(".agents"));
}

#[test]
fn what_its_source_no_longer_has_and_what_the_manifest_wants_otherwise_stays() {
    let context = TestContext::new();
    let mut repository = upstream(&context);
    as_npx_leaves_it(&context, &repository, &["one", "two"]);
    repository.git(&["rm", "-rq", "skills/one"]);
    repository.commit("Remove one");
    context.write(".agents/skills.toml", "[skills]\ntwo = { git = \"https://example.com/other\" }\n");
    let manifest = context.read(".agents/skills.toml");
    let report = context.run("import --json").ends_with(1).json();
    assert_eq!((state(&report, "one"), state(&report, "two")), ("unavailable", "unavailable"));
    context.run("import one").ends_with(1).says("no skill at `skills/one`");
    assert_eq!(context.read(".agents/skills.toml"), manifest);
    assert!(context.exists(".agents/skills/one/SKILL.md"));
}

#[test]
fn folders_that_nobody_recorded_are_listed_and_taken_over_only_with_a_source() {
    let context = TestContext::new();
    let repository = upstream(&context);
    copy(&repository.path().join("skills/one"), &context.project().join(".agents/skills/one"));
    SkillBuilder::new("own").build_in(&context.project().join(".agents/skills"));
    context.run("import").ends_with(0).says("nothing says where it came from").says("--from SPEC");
    assert!(!context.exists(".agents/skills.lock"));
    context.run("import one").ends_with(1);
    context.run("import oen").ends_with(1).says("`one`");
    context.run_words(&["import", "--from", &repository.url()]).ends_with(2);
    SkillBuilder::new("one").build_in(&context.project().join("live"));
    context.run("import one --from ./live").ends_with(2).says("nothing pins");
    let ran = context.run_words(&["import", "--all", "--from", &repository.url(), "--json"]).ends_with(0);
    fits(&ran);
    let report = ran.json();
    assert_eq!(state(&report, "one"), "same");
    assert_eq!(state(&report, "own"), "unavailable");
    context.run("verify").ends_with(0);
}

#[test]
fn what_can_not_be_fetched_is_told_and_the_rest_is_taken_over() {
    let context = TestContext::new();
    let repository = upstream(&context);
    as_npx_leaves_it(&context, &repository, &["one", "two"]);
    let lock = context.read("skills-lock.json");
    let mut lock: Value = serde_json::from_str(&lock).expect("JSON");
    lock["skills"]["two"]["source"] = format!("{}-gone", repository.url()).into();
    lock["skills"]["local"] = json!({ "source": "../local", "sourceType": "local", "computedHash": "00" });
    context.write("skills-lock.json", lock.to_string());
    let report = context.run("import --json").ends_with(3).json();
    assert_eq!((state(&report, "one"), state(&report, "two")), ("same", "unavailable"));
    assert_eq!(state(&report, "local"), "unavailable");
    assert!(context.read(".agents/skills.lock").contains("\"one\""));
    assert!(!context.read(".agents/skills.lock").contains("\"two\""));
    context.run("import two").ends_with(3);
    context.run("import").ends_with(3).says("it came from a local folder, `../local`");
}

#[test]
fn nothing_recorded_says_so_and_leaves_nothing_behind() {
    let context = TestContext::new();
    let ran = context.run("import --json").ends_with(0);
    fits(&ran);
    context.run("import").ends_with(0).says("no tool recorded skills");
    assert!(!context.exists(".agents"));
}
