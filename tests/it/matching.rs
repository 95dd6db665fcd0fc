//! Which skills a request finds, and why.

use crate::{
    schemas::fits,
    support::{Ran, TestContext, skill::SkillBuilder},
};

/// Three skills of the user's.
fn three() -> TestContext {
    let context = TestContext::new();
    let user = context.home().join(".agents/skills");
    for (name, head) in [
        ("gh-address-comments", "description: Addresses review comments on a pull request.\n"),
        (
            "pdf",
            "description: \"处理文档时使用。触发词：PDF、合并 PDF\"\npaths:\n  - \"*.pdf\"\n  - /docs/\n",
        ),
        ("prose", "description: Improves texts.\n"),
    ] {
        SkillBuilder::new(name).head(&format!("name: {name}\n{head}")).build_in(&user);
    }
    context
}

fn ranked(ran: &Ran) -> Vec<(String, u64)> {
    let skills = ran.json()["skills"].as_array().expect("skills").clone();
    let of = |skill: &serde_json::Value| {
        (skill["name"].as_str().expect("a name").to_owned(), skill["score"].as_u64().expect("a score"))
    };
    skills.iter().map(of).collect()
}

#[test]
fn a_request_shows_the_skills_it_finds_with_the_words_that_hit() {
    let context = three();
    let ran = context.run_words(&["match", "fix the comments on my PR"]).ends_with(0);
    insta::assert_snapshot!(ran, @r"
    exit 0
    --- stdout
    score  keywords  takes  name                 scope
    14     #1        auto   gh-address-comments  user
        in the name: comments
        in the description: comments, on
        pieces of the description in the request: comments, on
        whole keywords: comment
    11     -         -      prose                user
        in the name: pr
        in the description: pr
    --- stderr
    ");
    context.run("match nothing-like-it").ends_with(1).says("none of 3 skills here answers");
    TestContext::new().run("match x").ends_with(1).says("none of 0 skills");
}

#[test]
fn the_json_form_fits_its_schema_and_ranks_by_score() {
    let context = three();
    let ran = context.run_words(&["match", "请把 PDF, 合并 comments", "--json"]).ends_with(0);
    assert_eq!(fits(&ran), "match");
    assert_eq!(ranked(&ran), [("pdf".to_owned(), 8 + 3 + 2 + 3), ("gh-address-comments".to_owned(), 8 + 3)]);
    let value = ran.json();
    assert_eq!(value["skills"][0]["automatic"], true);
    assert_eq!(value["skills"][0]["fragments"], serde_json::json!(["pdf", "合并"]));
    assert_eq!(value["skills"][1]["words"][0]["word"], "comments");
    assert_eq!(ranked(&context.run("match pdf comments --limit 1 --json")).len(), 1);
}

#[test]
fn what_may_not_reach_a_model_is_not_matched() {
    let context = three();
    let user = context.home().join(".agents/skills");
    SkillBuilder::new("pdf-manual")
        .head("name: pdf-manual\ndescription: PDF by hand.\ndisable-model-invocation: true\n")
        .build_in(&user);
    SkillBuilder::new("pdf-foreign").build_in(&context.project().join(".agents/skills"));
    let ran = context.run("match pdf --json").ends_with(0).says("left out until you trust");
    assert_eq!(ranked(&ran).len(), 1);
    context.run("trust -q").ends_with(0);
    assert_eq!(ranked(&context.run("match pdf --json")).len(), 2);
}

#[test]
fn patterns_that_cant_be_read_match_nothing_and_are_told() {
    let context = TestContext::new();
    SkillBuilder::new("odd")
        .head("name: odd\ndescription: Odd.\npaths: \"{a\"\n")
        .build_in(&context.home().join(".agents/skills"));
    let ran = context.run("match --file x.pdf").ends_with(1);
    assert!(
        ran.stderr.contains("`paths` of `odd` match nothing") || ran.stderr.contains("none of 1 skill"),
        "{ran}"
    );
    context.run("match").ends_with(2);
}
