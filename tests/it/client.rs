//! The library's interface, and the example program that uses all of it.

use std::fs;

use skill::client::{Client, ErrorKind, Scope, Session, State, Values, Why};

use crate::support::{TestContext, schema::faults, skill::SkillBuilder};

#[path = "../examples/agent.rs"]
mod example;

fn client(context: &TestContext) -> Client {
    Client::at(&context.project(), &context.home()).expect("a client")
}

#[test]
fn the_example_discloses_matches_and_activates_once() {
    let context = TestContext::new();
    assert_eq!(example::converse(&client(&context), "pdf").expect("text"), "", "nothing without skills");
    SkillBuilder::new("pdf")
        .head("name: pdf\ndescription: Merges PDF files.\n")
        .build_in(&context.home().join(".agents/skills"));
    SkillBuilder::new("foreign").build_in(&context.project().join(".agents/skills"));
    let text = example::converse(&client(&context), "merge these PDFs").expect("text");
    assert!(text.starts_with("(left out: foreign comes with the project and is not trusted yet)"), "{text}");
    assert_eq!(text.matches("<skill_content name=\"pdf\">").count(), 1, "{text}");
    SkillBuilder::new("pdf")
        .head("name: pdf\ndescription: Merges PDF files.\ncontext: fork\n")
        .build_in(&context.home().join(".agents/skills"));
    let error = example::converse(&client(&context), "merge PDFs").expect_err("it forks");
    assert!(error.to_string().contains("must run apart"));
}

#[test]
fn discovery_tells_every_skill_with_its_state() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("a").build_in(&user);
    SkillBuilder::new("bare").head("name: bare\n").build_in(&user);
    SkillBuilder::new("a").build_in(&context.project().join(".agents/skills"));
    let client = client(&context);
    let states = |client: &Client| -> Vec<(String, Scope, State)> {
        let skills = client.discover().expect("skills");
        skills.into_iter().map(|skill| (skill.name, skill.scope, skill.state)).collect()
    };
    let reason = "the frontmatter has no `description`".to_owned();
    let invalid = State::Invalid { reason, code: Some("SKILL_MD_METADATA_INVALID") };
    assert_eq!(
        states(&client),
        [
            ("a".to_owned(), Scope::Project, State::Untrusted),
            ("a".to_owned(), Scope::User, State::Unmanaged),
            ("bare".to_owned(), Scope::User, invalid),
        ]
    );
    assert_eq!(client.trust().expect("trusted"), ["a"]);
    assert_eq!(states(&client)[1].2, State::Shadowed { by: context.project().join(".agents/skills/a") });
    assert_eq!(client.readable_folders().expect("folders"), [context.project().join(".agents/skills/a")]);
    assert_eq!(client.revoke().expect("revoked"), 1);
    assert_eq!(client.catalogue(None).expect("a catalogue").left_out()[0].why, Why::Untrusted);
}

#[test]
fn the_body_is_read_when_the_skill_is_activated_so_changes_are_seen() {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("a").body("Old.\n").build_in(&user);
    let catalogue = client(&context).catalogue(None).expect("a catalogue");
    let mut session = Session::new();
    let mut text = || {
        let shown = session.activate(&catalogue, "/a", &Values::new()).expect("shown");
        shown.map(|activation| activation.content)
    };
    assert!(text().is_some_and(|text| text.contains("Old.")));
    assert_eq!(text(), None);
    SkillBuilder::new("a").body("New.\n").build_in(&user);
    assert!(text().is_some_and(|text| text.contains("New.")), "a changed skill is shown again");
    assert_eq!(session.names(), ["a"]);
}

#[test]
fn a_session_is_kept_in_the_file_that_the_program_uses_too() {
    let context = TestContext::new();
    SkillBuilder::new("a").build_in(&context.home().join(".agents/skills"));
    let catalogue = client(&context).catalogue(None).expect("a catalogue");
    let file = context.project().join("seen.json");
    let mut session = Session::load(&file).expect("a new session");
    assert!(session.activate(&catalogue, "a", &Values::new()).expect("shown").is_some());
    session.save(&file).expect("saved");
    let schema = serde_json::from_str(include_str!("../schemas/seen.json")).expect("a schema");
    let written = serde_json::from_str(&fs::read_to_string(&file).expect("a file")).expect("JSON");
    assert_eq!(faults(&schema, &written), Vec::<String>::new());
    let ran = context.run("show a --seen seen.json").ends_with(0).says("shown already");
    assert_eq!(ran.stdout, "");
    session.clear();
    assert!(session.activate(&catalogue, "a", &Values::new()).expect("shown").is_some());
    fs::write(&file, "no JSON").expect("written");
    assert_eq!(Session::load(&file).expect_err("broken").kind(), ErrorKind::Configuration);
}

#[test]
fn errors_have_kinds_for_programs_and_phrases_for_people() {
    let context = TestContext::new();
    SkillBuilder::new("a").build_in(&context.project().join(".agents/skills"));
    let client = client(&context);
    let catalogue = client.catalogue(None).expect("a catalogue");
    let activate = |name: &str| catalogue.activate(name, &Values::new()).expect_err("not shown");
    assert_eq!(activate("b").kind(), ErrorKind::NoSuchSkill);
    assert_eq!(activate("a").kind(), ErrorKind::NotShown);
    assert!(activate("a").to_string().contains("not trusted yet"));
    assert_eq!(client.catalogue(Some("cluade")).expect_err("unknown").kind(), ErrorKind::UnknownAgent);
    assert_eq!(
        Client::at(&context.root().join("none"), &context.home()).expect_err("gone").kind(),
        ErrorKind::Files
    );
    context.write(".agents/skills.lock", "no lockfile");
    assert_eq!(client.discover().expect_err("broken").kind(), ErrorKind::Configuration);
}
