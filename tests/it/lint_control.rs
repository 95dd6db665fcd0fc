//! What decides which findings count: comments, settings, baselines, what changed, where the text comes from.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use crate::support::{Ran, TestContext, skill::SkillBuilder};

const HEAD: &str = "name: x\ndescription: Does x. Use when x is wanted.\n";

/// A skill with two broken links.
fn broken(context: &TestContext) {
    SkillBuilder::new("x")
        .head(HEAD)
        .body("# X\n\n[a](references/a.md)\n\n[b](references/b.md)\n")
        .build_in(&context.project());
}

/// Rule and line of each finding, in order.
fn found(ran: &Ran) -> Vec<(String, u64)> {
    let report = ran.json();
    let skills = report["skills"].as_array().expect("skills").clone();
    let findings = skills.iter().flat_map(|skill| skill["findings"].as_array().expect("findings").clone());
    findings
        .map(|finding| {
            let line = finding["span"]["start"]["line"].as_u64().unwrap_or(0);
            (finding["rule"].as_str().expect("a rule").to_owned(), line)
        })
        .collect()
}

fn with_input(context: &TestContext, arguments: &[&str], text: &[u8]) -> Ran {
    let mut child = context
        .command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(text).expect("written");
    context.ran(&child.wait_with_output().expect("it ends"))
}

#[test]
fn a_comment_in_the_body_allows_its_block_and_keeps_the_reason() {
    let context = TestContext::new();
    let body = "# X\n\n<!-- skill-lint: allow link-broken — made at build time -->\n[a](references/a.md)\n\n[b](references/b.md)\n";
    SkillBuilder::new("x").head(HEAD).body(body).build_in(&context.project());
    let ran = context.run("lint x --json").ends_with(1);
    assert_eq!(found(&ran), [("link-broken".to_owned(), 10)]);
    let allowed = &ran.json()["skills"][0]["allowed"][0];
    assert_eq!(
        (allowed["by"].as_str(), allowed["reason"].as_str()),
        (Some("comment"), Some("made at build time"))
    );
    context.run("lint x").ends_with(1).says("1 error (1 allowed by comments)");
}

#[test]
fn a_comment_allows_the_file_or_from_the_head_the_whole_skill() {
    let context = TestContext::new();
    for (head, first) in [
        (HEAD.to_owned(), "<!-- skill-lint: allow-file links: generated -->\n\n"),
        (format!("# skill-lint: allow link-broken - generated\n{HEAD}"), ""),
    ] {
        let body = format!("{first}# X\n\n[a](references/a.md)\n\ntext\n\n[b](references/b.md)\n");
        SkillBuilder::new("x").head(&head).body(&body).build_in(&context.project());
        context.run("lint x").ends_with(0).says("1 skill: nothing found (2 allowed by comments)");
    }
}

#[test]
fn comments_in_code_say_nothing() {
    let context = TestContext::new();
    let body = "# X\n\n```md\n<!-- skill-lint: allow link-broken -->\n```\n\n[a](references/a.md)\n";
    SkillBuilder::new("x").head(HEAD).body(body).build_in(&context.project());
    assert_eq!(found(&context.run("lint x --json")), [("link-broken".to_owned(), 11)]);
}

#[test]
fn comments_that_allow_nothing_or_name_no_rule_are_told() {
    let context = TestContext::new();
    let body =
        "# X\n\n<!-- skill-lint: allow link-brokn, link-escape -->\ntext\n\n<!-- skill-lint: ignore x -->\n";
    SkillBuilder::new("x").head(HEAD).body(body).build_in(&context.project());
    let ran = context.run("lint x").ends_with(0);
    for text in [
        "there is no rule `link-brokn`",
        "did you mean `link-broken`?",
        "`link-escape` is allowed here and not found",
    ] {
        assert!(ran.stdout.contains(text), "{text}\n{ran}");
    }
    assert!(ran.stdout.contains("`skill-lint: ignore` says nothing to this linter"), "{ran}");
    assert_eq!(found(&context.run("lint x --json")).len(), 3);
    // What is not looked for is not missed.
    context.write("skill.toml", "[lint.rules]\nlink-escape = \"off\"\n");
    assert_eq!(found(&context.run("lint x --json")).len(), 2);
}

#[test]
fn settings_set_levels_limits_and_when_to_fail() {
    let context = TestContext::new();
    broken(&context);
    context.run("lint x").ends_with(1);
    context.write("skill.toml", "[lint.rules]\nlinks = \"off\"\nlink-broken = \"warning\"\n");
    context.run("lint x").ends_with(0).says("2 warnings");
    context.write("skill.toml", "[lint]\nfail-on = \"warning\"\n[lint.rules]\nlink-broken = \"warning\"\n");
    context.run("lint x").ends_with(1);
    context.run("lint x --fail-on never").ends_with(0);
    context.write("skill.toml", "[lint.rules]\nlinks = \"off\"\n[lint.limits]\nlines = 3\n");
    assert_eq!(found(&context.run("lint x --json"))[0].0, "too-many-lines");
    context.write("x/skill.toml", "[[lint.override]]\npath = \"**\"\nrules = { links = \"off\" }\n");
    context.run("lint x").ends_with(0).says("nothing found");
}

#[test]
fn an_override_holds_for_its_paths_only() {
    let context = TestContext::new();
    for name in ["old/a", "new/b"] {
        let head = format!("name: {}\ndescription: Does x. Use when x is wanted.\n", &name[4..]);
        context.write(&format!("{name}/SKILL.md"), format!("---\n{head}---\n# X\n\n[a](none.md)\n"));
    }
    context.write("skill.toml", "[[lint.override]]\npath = \"old/**\"\nrules = { links = \"off\" }\n");
    let ran = context.run("lint . --format concise").ends_with(1);
    assert!(ran.stdout.starts_with("new/b/SKILL.md:7") && ran.stdout.lines().count() == 1, "{ran}");
}

#[test]
fn a_slip_in_the_settings_is_a_usage_error_with_place_and_nearest_name() {
    let context = TestContext::new();
    broken(&context);
    context.write("skill.toml", "[lint]\nprofiles = [\"spec\"]\n\n[lint.rules]\nlink-brokn = \"off\"\n");
    context
        .run("lint x")
        .ends_with(2)
        .says("skill.toml:5:1: `link-brokn` is no rule")
        .says("did you mean `link-broken`?");
}

#[test]
fn a_baseline_accepts_todays_findings_and_survives_moved_lines() {
    let context = TestContext::new();
    broken(&context);
    context.run("lint x --write-baseline").ends_with(0).says("it accepts 2 findings");
    let written = context.read("skill-lint-baseline.json");
    context.run("lint x").ends_with(1);
    let text = context.read("x/SKILL.md").replace("# X\n", "# X\n\nMore words above.\n");
    context.write("x/SKILL.md", format!("{text}\n[c](references/c.md)\n"));
    let ran = context.run("lint x --json --baseline skill-lint-baseline.json").ends_with(1);
    assert_eq!(found(&ran).len(), 1);
    assert_eq!(ran.json()["summary"]["accepted"], 2);
    // From elsewhere, and by the settings, it is the same baseline.
    context.write("skill.toml", "[lint]\nbaseline = \"skill-lint-baseline.json\"\n");
    let output =
        context.command(["lint", "."]).current_dir(context.project().join("x")).output().expect("a run");
    context.ran(&output).ends_with(1).says("1 error (2 accepted by a baseline)");
    context.run("lint x --write-baseline --dry-run").ends_with(0);
    assert_eq!(context.read("skill-lint-baseline.json"), written);
    context.run("lint x --write-baseline").ends_with(0).says("it accepts 3 findings");
    context.run("lint x").ends_with(0).says("3 accepted");
}

#[test]
fn entries_of_a_baseline_that_no_longer_match_are_told() {
    let context = TestContext::new();
    broken(&context);
    context.run("lint x --write-baseline").ends_with(0);
    SkillBuilder::new("y").build_in(&context.project());
    context.write("x/SKILL.md", context.read("x/SKILL.md").replace("[a](references/a.md)", "a"));
    let ran = context.run("lint x --baseline skill-lint-baseline.json").ends_with(0);
    let ran = ran
        .says("accepts 1 finding that no longer occurs")
        .says("x/SKILL.md: link-broken: `references/a.md`");
    ran.says("`--write-baseline` takes them out");
    // Skills that are not looked at are not missed, and keep their entries.
    context.run("lint y --baseline skill-lint-baseline.json").ends_with(0).never_says("no longer");
    context.run("lint y --write-baseline").ends_with(0);
    assert!(context.read("skill-lint-baseline.json").contains("references/b.md"));
}

#[test]
fn a_missing_or_broken_baseline_is_a_usage_error() {
    let context = TestContext::new();
    broken(&context);
    context
        .run("lint x --baseline none.json")
        .ends_with(2)
        .says("there is no baseline")
        .says("--write-baseline");
    context.write("bad.json", "{}");
    context.run("lint x --baseline bad.json").ends_with(2).says("is no baseline");
    context.write("skill.toml", "[lint]\nbaseline = \"none.json\"\n");
    context.run("lint x").ends_with(2).says("there is no baseline");
}

#[test]
fn standard_input_is_judged_as_the_file_it_goes_by() {
    let context = TestContext::new();
    SkillBuilder::new("x").head(HEAD).file("references/a.md", "# A\n").build_in(&context.project());
    let text = b"---\nname: y\ndescription: Does x. Use when x is wanted.\n---\n# X\n\n[a](references/a.md) [b](none.md)\n";
    let ran =
        with_input(&context, &["lint", "-", "--stdin-filename", "x/SKILL.md", "--format", "concise"], text);
    let ran = ran.ends_with(1);
    assert_eq!(
        ran.stdout
            .lines()
            .map(|line| line.split(": ").take(2).collect::<Vec<_>>().join(": "))
            .collect::<Vec<_>>(),
        ["x/SKILL.md:2:7: error[name-dir-mismatch]", "x/SKILL.md:7:26: error[link-broken]"],
        "{ran}"
    );
    // Without a name nothing is known about folder and neighbours.
    with_input(&context, &["lint", "-"], text).ends_with(0).says("nothing found");
    with_input(&context, &["lint", "-"], b"").ends_with(1);
    // Another file of a skill: only its own findings.
    let ran = with_input(
        &context,
        &["lint", "-", "--stdin-filename", "x/references/a.md", "--format", "concise"],
        b"[n](none.md)\n",
    );
    assert!(ran.stdout.starts_with("x/references/a.md:1:5: "), "{ran}");
    context.run("lint - x").ends_with(2);
    context.run("lint x --stdin-filename x/SKILL.md").ends_with(2);
    with_input(&context, &["lint", "-", "--fix"], text).ends_with(2);
}

#[test]
fn settings_hold_for_standard_input() {
    let context = TestContext::new();
    SkillBuilder::new("x").head(HEAD).build_in(&context.project());
    context.write("skill.toml", "[lint.rules]\nlinks = \"off\"\n");
    let text = format!("---\n{HEAD}---\n[b](none.md)\n");
    with_input(&context, &["lint", "-", "--stdin-filename", "x/SKILL.md"], text.as_bytes()).ends_with(0);
}

#[test]
fn archives_are_judged_and_hostile_ones_refused() {
    let context = TestContext::new();
    broken(&context);
    context.run("pack x --out x.zip --fail-on never").ends_with(0);
    let ran = context.run("lint x.zip --format concise").ends_with(1);
    assert!(ran.stdout.starts_with("x.zip/x/SKILL.md:7:5: error[link-broken]"), "{ran}");
    let mut bytes = std::fs::read(context.project().join("x.zip")).expect("an archive");
    let at = bytes.len() / 2;
    bytes.truncate(at);
    context.write("cut.zip", &bytes);
    context.run("lint cut.zip").ends_with(4).says("cut.zip");
    context.write("no.zip", "not an archive");
    context.run("lint no.zip").ends_with(1).says("neither a zip nor a tar.gz");
}

#[test]
fn only_what_differs_from_git_is_judged_when_asked() {
    let context = TestContext::new();
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
            .args(arguments)
            .current_dir(context.project())
            .output()
            .expect("git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    for name in ["a", "b", "c"] {
        SkillBuilder::new(name)
            .file("references/r.md", "# R\n")
            .body("[r](references/r.md)\n")
            .build_in(&context.project());
    }
    context.run("lint . --changed").ends_with(2).says("lies in no git repository");
    git(&["init", "-q", "-b", "main"]);
    context.run("lint . --changed").ends_with(0).says("3 skills");
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    context.run("lint . --changed").ends_with(0).says("0 skills: nothing found; 3 unchanged");
    context.write("a/references/r.md", "# R2\n");
    context.write("b/new.txt", "new\n");
    let crlf = context.read("c/SKILL.md").replace('\n', "\r\n");
    context.write("c/SKILL.md", crlf);
    context.run("lint . --changed").ends_with(0).says("2 skills").says("1 unchanged");
    git(&["checkout", "-q", "c"]);
    git(&["tag", "-m", "t", "start"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "second"]);
    context.run("lint . --changed").ends_with(0).says("3 unchanged");
    for name in ["start", "HEAD~1", "main^"] {
        context.run(&format!("lint . --changed={name}")).ends_with(0).says("2 skills").says("1 unchanged");
    }
    context.run("lint . --changed=strat").ends_with(1).says("`strat` is no branch, tag or commit");
}

#[test]
fn a_skill_that_cannot_be_read_is_a_failure_and_not_a_finding() {
    let context = TestContext::new();
    broken(&context);
    // Deeper than any skill may be: the others are still judged.
    let deep = (0..40).map(|_| "d").collect::<Vec<_>>().join("/");
    SkillBuilder::new("y").file(&format!("{deep}/f.txt"), "x").build_in(&context.project());
    let ran = context.run("lint . --json").ends_with(3);
    assert_eq!(ran.json()["failures"][0]["path"], "y");
    assert_eq!(found(&ran).len(), 2);
    context.run("lint . --format github").ends_with(3).prints("::error title=not checked::");
    context.run("lint . --format junit").ends_with(3).prints("<error type=\"not checked\"");
}

#[test]
fn pack_heeds_the_levels_and_comments_too() {
    let context = TestContext::new();
    broken(&context);
    context.run("pack x").ends_with(1);
    context.write("skill.toml", "[lint.rules]\nlinks = \"warning\"\n");
    context.run("pack x").ends_with(0);
    context.write("skill.toml", "[lint.limits]\narchive-size = \"10 B\"\n[lint.rules]\nlinks = \"off\"\n");
    context.run("pack x").ends_with(1).says("x");
    context.write("skill.toml", "[lint.rule]\n");
    context.run("pack x").ends_with(2).says("did you mean `rules`?");
}
