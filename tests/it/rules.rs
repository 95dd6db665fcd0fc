//! Every rule has a bad and a good example below `tests/rules`: the bad one fires that rule, the good one does not, and
//! a safe fix mends the bad one. Adding a rule's test takes no Rust.

use std::{collections::BTreeSet, fs, path::Path};

use crate::support::{TestContext, copy};

/// The rules as `skill rule --json` lists them: name and surest fix.
fn table(context: &TestContext) -> Vec<(String, Option<String>)> {
    let output = context.command(["rule", "--json"]).output().expect("a run");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // Rules on archives have their examples in `pack_check.rs`.
    let mut rules = value["rules"].as_array().expect("rules").clone();
    rules.retain(|rule| rule["category"] != "package");
    let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    rules.iter().map(|rule| (text(&rule["name"]).expect("a name"), text(&rule["fix"]))).collect()
}

/// How often the rule fires on the skill at `path`, judged with that rule switched on.
fn fires(context: &TestContext, rule: &str, path: &str, more: &[&str]) -> usize {
    let profile = format!("{rule}.toml");
    let arguments = ["lint", path, "--profile", &profile, "--format", "json", "--fail-on", "never"];
    let output = context.command(arguments.iter().chain(more)).output().expect("a run");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{rule} {path}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    });
    let skills = report["skills"].as_array().expect("skills").clone();
    skills
        .iter()
        .flat_map(|skill| skill["findings"].as_array().expect("findings").clone())
        .filter(|finding| finding["rule"] == rule)
        .count()
}

#[test]
fn each_rule_fires_on_its_bad_example_only_and_safe_fixes_mend_it() {
    let context = TestContext::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (rule, fix) in table(&context) {
        let folder = examples.join(&rule);
        seen.insert(rule.clone());
        if !folder.join("bad").is_dir() || !folder.join("good").is_dir() {
            wrong.push(format!("{rule} has no examples"));
            continue;
        }
        copy(&folder, &context.project().join(&rule));
        let settings = fs::read_to_string(folder.join("profile.toml")).unwrap_or_default();
        let profile =
            format!("name = \"example\"\nextends = \"spec\"\n{settings}[rules]\n{rule} = \"warning\"\n");
        context.write(&format!("{rule}.toml"), profile);
        let (bad, good) = (format!("{rule}/bad"), format!("{rule}/good"));
        if rule == "manifest-missing" {
            // A folder without SKILL.md is no skill to find; the command says so.
            context.run(&format!("lint {bad}")).ends_with(1).says("no skill at");
            continue;
        }
        if fires(&context, &rule, &bad, &[]) == 0 {
            wrong.push(format!("{rule} is silent on its bad example"));
        }
        if fires(&context, &rule, &good, &[]) > 0 {
            wrong.push(format!("{rule} fires on its good example"));
        }
        if fix.as_deref() == Some("safe") && fires(&context, &rule, &bad, &["--fix"]) > 0 {
            wrong.push(format!("--fix leaves {rule}"));
        }
    }
    for entry in fs::read_dir(&examples).expect("a folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        if !seen.contains(&name) {
            wrong.push(format!("tests/rules/{name} belongs to no rule"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
