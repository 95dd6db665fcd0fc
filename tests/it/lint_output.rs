//! The forms in which `skill lint` shows what it found.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

use crate::support::{TestContext, schema::faults, skill::SkillBuilder};

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas").join(name);
    serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON")
}

fn text_at(value: &Value, pointer: &str) -> String {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("no {pointer} in {value}"))
        .to_owned()
}

/// Skills with findings of each severity, fixes, second places, allowed and accepted findings, in odd folders.
fn varied() -> TestContext {
    let context = TestContext::new();
    let head = "name: 技 能\nname: 技能\ndescription: 用途: x\nmetadata: {a: 1}\n";
    let body = "<!-- skill-lint: allow link-broken — made, later: 100% -->\n[a](none.md)\n\n🦀 [b](b%20c.md)\n\n[b](b%20c.md)\n";
    context.write("技 能/SKILL.md", format!("---\n{head}---\n{body}"));
    context.write("old/SKILL.md", "---\nname: old\ndescription: Does x. Use for x.\n---\n[x](gone.md)\n");
    SkillBuilder::new("good").build_in(&context.project());
    context.run("lint old --write-baseline").ends_with(0);
    let baseline = context.read("skill-lint-baseline.json");
    context.write(
        "skill-lint-baseline.json",
        baseline.replace("\"fingerprint\"", "\"reason\": \"known\",\n\"fingerprint\""),
    );
    context.write("skill.toml", "[lint]\nbaseline = \"skill-lint-baseline.json\"\n");
    context
}

/// Stdout as it was printed: the filter for screens rewrites backslashes.
fn raw(context: &TestContext, line: &str) -> String {
    let output = context.command(line.split_whitespace()).output().expect("a run");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn raw_json(context: &TestContext, line: &str) -> Value {
    serde_json::from_str(&raw(context, line)).expect("JSON")
}

#[test]
fn json_keeps_to_its_schema() {
    let context = varied();
    let report = raw_json(&context, "lint . --json --profile spec --profile claude --profile skills-ref");
    assert_eq!(faults(&schema("lint.json"), &report), [] as [&str; 0], "{report:#}");
    let skill = &report["skills"].as_array().expect("skills")[2];
    assert_eq!(text_at(skill, "/allowed/0/by"), "comment");
    assert_eq!(text_at(&report, "/skills/1/allowed/0/reason"), "known");
    assert_eq!(report["profiles"], serde_json::json!(["spec", "claude", "skills-ref"]));
    let by_profile = report["summary"]["profiles"].as_object().expect("profiles");
    assert_eq!(by_profile.len(), 3);
    // A checker that finds no fault anywhere would be worthless.
    let mut wrong = report.clone();
    wrong["skills"][2]["findings"][0]["severity"] = "bad".into();
    wrong["summary"]["more"] = 1.into();
    assert_eq!(faults(&schema("lint.json"), &wrong).len(), 2);
}

#[test]
fn sarif_keeps_to_the_standard() {
    let context = varied();
    let log = raw_json(&context, "lint . --format sarif");
    assert_eq!(faults(&schema("lint.sarif.json"), &log), [] as [&str; 0], "{log:#}");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert!(!results.is_empty());
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    let root = text_at(run, "/originalUriBaseIds/%SRCROOT%/uri");
    assert!(root.starts_with("file:///") && root.ends_with("/project/"), "{root}");
    let crab = results
        .iter()
        .find(|result| text_at(result, "/message/text").contains("b%20c.md"))
        .expect("the link");
    let place = &crab["locations"][0]["physicalLocation"];
    assert_eq!(text_at(place, "/artifactLocation/uri"), "%E6%8A%80%20%E8%83%BD/SKILL.md");
    // The crab is one code point, and so one column.
    assert_eq!(
        place["region"],
        serde_json::json!({ "startLine": 10, "startColumn": 7, "endLine": 10, "endColumn": 15 })
    );
    let suppressed: Vec<(String, String)> = results
        .iter()
        .filter(|result| result.get("suppressions").is_some() && result["ruleId"] == "link-broken")
        .map(|result| {
            (text_at(result, "/suppressions/0/kind"), text_at(result, "/suppressions/0/justification"))
        })
        .collect();
    let pair = |kind: &str, reason: &str| (kind.to_owned(), reason.to_owned());
    assert_eq!(suppressed, [pair("external", "known"), pair("inSource", "made, later: 100%")]);
    assert!(
        results.iter().any(|result| result.pointer("/fixes/0/artifactChanges/0/replacements/0").is_some())
    );
    assert!(results.iter().any(|result| result.pointer("/properties/platformCode").is_some()));
    let prints: BTreeSet<String> =
        results.iter().map(|one| text_at(one, "/partialFingerprints/skillLint~1v1")).collect();
    assert_eq!(prints.len(), results.len(), "fingerprints differ");
}

#[test]
fn fingerprints_stay_when_lines_move_and_addresses_when_the_folder_changes() {
    let context = varied();
    context.write(".git/HEAD", "ref: refs/heads/main\n");
    let first = raw_json(&context, "lint . --format gitlab");
    let text = context.read("技 能/SKILL.md").replace("---\n<!--", "---\nNew words.\n\n<!--");
    context.write("技 能/SKILL.md", text);
    let output = context
        .command(["lint", ".", "--format", "gitlab"])
        .current_dir(context.project().join("技 能"))
        .output()
        .expect("a run");
    let second: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let of = |report: &Value| -> Vec<(String, String)> {
        let issues = report.as_array().expect("issues");
        issues
            .iter()
            .map(|issue| (text_at(issue, "/fingerprint"), text_at(issue, "/location/path")))
            .collect()
    };
    assert_eq!(of(&first), of(&second));
}

#[test]
fn gitlab_issues_have_what_gitlab_asks_for() {
    let context = varied();
    let report = raw_json(&context, "lint . --format gitlab");
    assert_eq!(faults(&schema("lint.gitlab.json"), &report), [] as [&str; 0], "{report:#}");
    let issues = report.as_array().expect("issues");
    let prints: BTreeSet<String> = issues.iter().map(|issue| text_at(issue, "/fingerprint")).collect();
    assert_eq!(prints.len(), issues.len(), "fingerprints differ");
    for issue in issues {
        assert!(text_at(issue, "/location/path").starts_with("技 能/"), "{issue}");
    }
}

#[test]
fn github_annotations_are_one_escaped_line_each() {
    let context = TestContext::new();
    context.write("a,b/SKILL.md", "---\nname: a,b\ndescription: Does x. Use for x.\n---\n🦀[x](50%25.md)\n");
    let printed = raw(&context, "lint a,b --format github");
    for line in printed.lines() {
        let commands = ["::error ", "::warning ", "::notice "];
        assert!(
            commands.iter().any(|command| line.starts_with(&format!("{command}file=a%2Cb/SKILL.md,line="))),
            "{line}"
        );
    }
    let link = printed.lines().find(|line| line.contains("link-broken")).expect("a broken link");
    assert!(
        link.starts_with(
            "::error file=a%2Cb/SKILL.md,line=5,col=6,endColumn=14,title=link-broken::`50%2525.md`"
        ),
        "{link}"
    );
    assert!(!printed.contains("%0Ahelp: \n"), "{printed}");
}

#[test]
fn junit_has_a_suite_a_skill_and_counts_that_agree() {
    let context = varied();
    let printed = raw(&context, "lint . --format junit");
    assert!(
        printed.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"skill lint\""),
        "{printed}"
    );
    assert_eq!(printed.matches("<testsuite name=").count(), 3);
    assert!(printed.contains("<testcase name=\"lint\" classname=\"good\"/>"), "{printed}");
    let failures = printed.matches("<failure ").count();
    assert!(
        printed.contains(&format!("<testsuites name=\"skill lint\" failures=\"{failures}\" errors=\"0\">")),
        "{printed}"
    );
    assert_eq!(
        printed.matches("<testcase").count(),
        printed.matches("</testcase>").count() + printed.matches("/>\n").count()
    );
}

#[test]
fn several_reports_are_written_in_one_run() {
    let context = varied();
    let ran = context
        .run("lint . --format concise --report sarif=out.sarif --report gitlab=q.json --report text=t.txt");
    let ran = ran.ends_with(1);
    assert!(ran.stdout.lines().all(|line| line.contains("]: ")), "{ran}");
    let log: Value = serde_json::from_str(&context.read("out.sarif")).expect("JSON");
    assert_eq!(text_at(&log, "/version"), "2.1.0");
    assert!(context.read("q.json").starts_with('['));
    assert!(context.read("t.txt").contains("-->") && !context.read("t.txt").contains('\u{1b}'));
    // `-` prints that report and nothing else.
    let ran = context.run("lint good --report json=-").ends_with(0);
    assert_eq!(text_at(&ran.json(), "/format"), "skill.lint/1");
    for (line, words) in [
        ("lint good --report sarif", "is not `FORMAT=FILE`"),
        ("lint good --report srif=x", "names no format"),
        ("lint good --format json --report sarif=-", "standard output"),
        ("lint good --report sarif=- --report json=-", "standard output"),
        ("lint good --report sarif=a --report json=a", "both go to `a`"),
    ] {
        context.run(line).ends_with(2).says(words);
    }
    context.run("lint good --report sarif=good/SKILL.md/out.sarif").ends_with(3).says("good/SKILL.md");
}

#[test]
fn the_summary_counts_by_severity_and_by_profile() {
    let context = TestContext::new();
    context.write(
        "x/SKILL.md",
        "---\nname: x\ndescription: Does x. Use for x.\ncolor: red\n---\n[a](none.md)\n",
    );
    let ran = context.run("lint x --profile spec --profile skills-ref").ends_with(1);
    let ran = ran.says("Finished 1 skill: ").says("spec: 1 error, 1 warning");
    ran.says("skills-ref: 1 error");
}

#[test]
fn frames_align_under_wide_characters_and_cut_long_lines() {
    let context = TestContext::new();
    let long = "word ".repeat(400);
    let body =
        format!("技能🦀e\u{301} [甲](none.md)\n\n{long}[b](gone.md){long}\n\na\u{202e}\u{7}b\t[c](c.md)\n");
    context.write("x/SKILL.md", format!("---\nname: x\ndescription: Does x. Use for x.\n---\n{body}"));
    let ran = context.run("lint x").ends_with(1);
    assert!(!ran.stdout.contains(['\u{202e}', '\u{7}', '\t']), "{ran}");
    for line in ran.stdout.lines() {
        assert!(line.chars().count() <= 140, "a line of {} characters\n{ran}", line.chars().count());
    }
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let at = lines.iter().position(|line| line.contains("技能🦀")).expect("the line");
    let before = lines[at].split("none.md").next().expect("a part");
    let columns = before.chars().map(|c| match c {
        '\u{301}' => 0,
        '技' | '能' | '🦀' | '甲' => 2,
        _ => 1,
    });
    assert_eq!(lines[at + 1].find('^'), Some(columns.sum()), "{ran}");
    assert!(ran.stdout.contains("gone.md"), "{ran}");
}
