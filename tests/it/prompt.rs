//! The catalogue for an agent's context. Names of tests say what a client is asked to do.

use std::{fs, path::PathBuf, process::Command};

use crate::{
    corpus,
    schemas::fits,
    support::{Ran, TestContext, skill::SkillBuilder},
};

/// A skill of the user's, which needs no trust.
fn user_skill(context: &TestContext, name: &str, head: &str) -> PathBuf {
    let head = format!("name: {name}\ndescription: What {name} does.\n{head}");
    SkillBuilder::new(name).head(&head).build_in(&context.home().join(".agents/skills"))
}

/// The names in a catalogue.
fn names(ran: &Ran) -> Vec<String> {
    let skills = ran.json();
    let skills = skills["skills"].as_array().expect("skills").clone();
    skills.iter().map(|skill| skill["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn name_description_and_location_of_each_skill_form_the_catalogue_as_the_reference_prints_it() {
    let context = TestContext::new();
    SkillBuilder::new("pdf")
        .head("name: pdf\ndescription: \"Extract <text> & 'tables' from \\\"PDF\\\".\"\n")
        .build_in(&context.home().join(".agents/skills"));
    let ran = context.run("prompt").ends_with(0);
    assert_eq!(
        ran.stdout,
        "<available_skills>\n<skill>\n<name>\npdf\n</name>\n<description>\n\
         Extract &lt;text&gt; &amp; &#x27;tables&#x27; from &quot;PDF&quot;.\n</description>\n<location>\n\
         [ROOT]/home/.agents/skills/pdf/SKILL.md\n</location>\n</skill>\n</available_skills>\n"
    );
    let ran = context.run("prompt --no-location").ends_with(0);
    assert!(!ran.stdout.contains("location"), "{ran}");
}

#[test]
fn without_skills_catalogue_and_instructions_are_left_out() {
    let context = TestContext::new();
    for form in ["xml", "json", "markdown", "tool"] {
        let ran = context.run(&format!("prompt --instructions --format {form}")).ends_with(0);
        assert_eq!(ran.stdout, "");
    }
    let ran = context.run("prompt --json").ends_with(0);
    assert_eq!(fits(&ran), "prompt");
    assert_eq!(ran.json()["text"], "");
}

#[test]
fn skills_that_are_switched_off_or_opt_out_of_the_models_choice_are_not_listed() {
    let context = TestContext::new();
    user_skill(&context, "open", "");
    user_skill(&context, "manual", "disable-model-invocation: true\n");
    user_skill(&context, "manual-too", "disable-model-invocation: false\n");
    let sidecar = user_skill(&context, "sidecar", "");
    crate::support::write(
        &sidecar.join("agents/openai.yaml"),
        b"interface:\n  display_name: X\npolicy:\n  allow_implicit_invocation: false\n",
    );
    context.run("install builtin:release-notes --user -q").ends_with(0);
    context.run("disable release-notes --user -q").ends_with(0);
    let ran = context.run("prompt --json").ends_with(0);
    assert_eq!(fits(&ran), "prompt");
    assert_eq!(names(&ran), ["manual-too", "open"]);
    let whys: Vec<_> =
        ran.json()["leftOut"].as_array().unwrap().iter().map(|skill| skill["why"].clone()).collect();
    assert_eq!(whys, ["disabled", "opted-out", "opted-out"]);
    // Switched off stays switched off when somebody edits it.
    crate::support::write(&context.home().join(".agents/skills/release-notes/more.md"), b"x");
    assert_eq!(names(&context.run("prompt --json")), ["manual-too", "open"]);
}

#[test]
fn conditional_skills_are_in_the_catalogue_too() {
    let context = TestContext::new();
    user_skill(&context, "pdf", "paths:\n  - \"*.pdf\"\n");
    let ran = context.run("prompt --json").ends_with(0);
    assert_eq!(ran.json()["skills"][0]["paths"][0], "*.pdf");
}

#[test]
fn a_project_skill_overrides_the_users_and_the_hidden_one_is_named() {
    let context = TestContext::new();
    user_skill(&context, "pdf", "");
    SkillBuilder::new("pdf").build_in(&context.project().join(".agents/skills"));
    // An untrusted one hides nothing.
    context.run("prompt").ends_with(0).prints("What pdf does");
    context.run("trust -q").ends_with(0);
    let ran =
        context.run("prompt").ends_with(0).says("`pdf` in `[ROOT]/home/.agents/skills/pdf` is hidden by");
    assert!(
        ran.stdout.contains("project/.agents/skills/pdf") && !ran.stdout.contains("What pdf does"),
        "{ran}"
    );
    // What says the same is hidden without a word.
    fs::remove_dir_all(context.home().join(".agents")).expect("removed");
    SkillBuilder::new("pdf").build_in(&context.home().join(".agents/skills"));
    context.run("prompt").ends_with(0).never_says("hidden");
}

#[test]
fn a_skill_without_description_is_skipped_with_a_reason_and_one_with_an_unquoted_colon_is_read() {
    let context = TestContext::new();
    let folder = context.home().join(".agents/skills");
    SkillBuilder::new("bare").head("name: bare\n").build_in(&folder);
    SkillBuilder::new("colon")
        .head("name: colon\ndescription: Use this when: asked for PDFs\n")
        .build_in(&folder);
    SkillBuilder::new("other").head("name: not-its-folder\ndescription: Odd.\n").build_in(&folder);
    let ran = context.run("prompt --json").ends_with(0).says("`bare`").says("no `description`");
    assert_eq!(names(&ran), ["colon", "not-its-folder"]);
    assert_eq!(ran.json()["skills"][0]["description"], "Use this when: asked for PDFs");
}

#[test]
fn an_agent_gets_only_what_it_reads() {
    let context = TestContext::new();
    user_skill(&context, "shared", "");
    SkillBuilder::new("own").build_in(&context.home().join(".claude/skills"));
    assert_eq!(names(&context.run("prompt --json -a claude")), ["own"]);
    assert_eq!(names(&context.run("prompt --json -a codex")), ["shared"]);
    assert_eq!(names(&context.run("prompt --json")), ["shared", "own"]);
    context.run("prompt -a cluade").ends_with(2);
}

#[test]
fn the_name_of_the_tools_parameter_is_an_enum_of_what_is_there() {
    let context = TestContext::new();
    user_skill(&context, "a", "");
    user_skill(&context, "b", "");
    let tool = context.run("prompt --format tool").ends_with(0).json();
    assert_eq!(tool["input_schema"]["properties"]["name"]["enum"], serde_json::json!(["a", "b"]));
    assert!(tool["description"].as_str().unwrap().contains("What b does."));
    let list = context.run("prompt --format json --instructions --no-location").ends_with(0).json();
    assert_eq!(list["skills"][1], serde_json::json!({ "name": "b", "description": "What b does." }));
    assert!(list["instructions"].as_str().unwrap().contains("activate it by its name"));
    context
        .run("prompt --format markdown --instructions")
        .ends_with(0)
        .prints("read the file at its location")
        .prints("- **b**: What b does. ([ROOT]/home/.agents/skills/b/SKILL.md)");
}

#[test]
fn a_budget_cuts_descriptions_before_it_drops_skills_and_says_so() {
    let context = TestContext::new();
    for name in ["a", "b"] {
        let text = "Writes careful notes on everything. ".repeat(20);
        let head = format!("name: {name}\ndescription: {text}\n");
        SkillBuilder::new(name).head(&head).build_in(&context.home().join(".agents/skills"));
    }
    let whole = context.run("prompt --json").json()["tokens"].as_u64().unwrap();
    let tokens = |ran: &Ran| ran.json()["tokens"].as_u64().unwrap();
    let ran = context.run(&format!("prompt --json --budget {whole}")).ends_with(0).never_says("cut");
    assert_eq!(tokens(&ran), whole);
    let budget = whole - 50;
    let ran =
        context.run(&format!("prompt --json --budget {budget}")).ends_with(0).says("2 descriptions cut");
    assert!(tokens(&ran) <= budget && tokens(&ran) > budget - 20, "{ran}");
    let ran = context.run("prompt --json --budget 100").ends_with(0).says("1 skill dropped").says("`b`");
    assert!(tokens(&ran) <= 100 && names(&ran) == ["a"], "{ran}");
    let ran = context.run("prompt --budget 1").ends_with(0).says("2 skills dropped");
    assert_eq!(ran.stdout, "");
}

#[test]
fn named_folders_are_printed_as_they_are_trusted_or_not() {
    let context = TestContext::new();
    SkillBuilder::new("b").build_in(&context.project());
    SkillBuilder::new("a").build_in(&context.project());
    fs::rename(context.project().join("a/SKILL.md"), context.project().join("a/skill.md")).expect("renamed");
    let ran = context.run("prompt ./b a/skill.md --json").ends_with(0);
    assert_eq!(fits(&ran), "prompt");
    assert_eq!(names(&ran), ["b", "a"]);
    assert!(ran.json()["skills"][1]["location"].as_str().unwrap().ends_with("a/skill.md"));
    context.write("c/SKILL.md", "no head\n");
    context.run("prompt c").ends_with(1).says("`[ROOT]/project/c` is no usable skill: no frontmatter");
    context.run("prompt d").ends_with(1).says("there is nothing at");
}

/// Needs the set of real skills and the reference's program `agentskills` (`pip install skills-ref`).
#[test]
fn every_valid_skill_of_the_set_is_printed_as_the_reference_prints_it() {
    let Some(set) = corpus::set() else { return };
    if Command::new("agentskills").arg("--help").output().is_err() {
        eprintln!("skipped: no `agentskills` on PATH");
        return;
    }
    let context = TestContext::new();
    let root = corpus::unpack(&context, &set);
    let rows = corpus::table(&set.join("corpus-truth.tsv"));
    let valid: Vec<PathBuf> = rows
        .iter()
        .filter(|row| row["skills_ref"] == "valid")
        .map(|row| root.join(&row["repo"]).join(&row["skill_dir"]))
        .collect();
    assert!(valid.len() > 1_000, "{}", valid.len());
    for some in valid.chunks(200) {
        let ours = context.command(["prompt"]).args(some).output().expect("a run");
        let theirs = Command::new("agentskills").arg("to-prompt").args(some).output().expect("a run");
        assert!(theirs.status.success(), "{}", String::from_utf8_lossy(&theirs.stderr));
        let (ours, theirs) = (String::from_utf8_lossy(&ours.stdout), String::from_utf8_lossy(&theirs.stdout));
        if let Some((a, b)) = ours.lines().zip(theirs.lines()).find(|(a, b)| a != b) {
            panic!("ours:   {a}\ntheirs: {b}");
        }
        assert_eq!(ours.len(), theirs.len());
    }
    eprintln!("{} skills printed alike", valid.len());
}
