//! `skill new` for uploaders: profiles, fields, `agents/openai.yaml`, layouts, templates of one's own, prompts.

use std::{io::Write as _, process::Stdio};

use crate::support::{TestContext, git::RepoBuilder, listing};

fn template(context: &TestContext) {
    context.write(
        "tpl/template.toml",
        "about = \"House style\"\n[[questions]]\nname = \"team\"\nask = \"Which team?\"\n[[questions]]\nname = \"tests\"\n\
         default = false\n[[files]]\npath = \"tests/\"\nwhen = \"tests\"\n",
    );
    context.write("tpl/SKILL.md", "# {{ title }} of {{ team }}\n\n1. Ask {{ team }}.\n");
    context.write("tpl/references/{{ team | slug }}.md", "# {{ team }}\n");
    context.write("tpl/tests/a.md", "x");
}

#[test]
fn teleai_gets_its_fields_and_the_rest_by_flags() {
    let mut context = TestContext::new();
    context.set("GIT_AUTHOR_NAME", "Ada");
    let ran = context
        .run_words(&[
            "new",
            "PDF Tools",
            "--profile",
            "teleai",
            "--locale",
            "zh",
            "--field",
            "category=office",
            "--field",
            "description_zh=处理 PDF",
            "--field",
            "version=1.2.0",
            "--field",
            "auth-env=ACME_KEY",
        ])
        .ends_with(0);
    ran.says("the author is `Ada`").says("skill lint pdf-tools --profile teleai");
    let text = context.read("pdf-tools/SKILL.md");
    for line in [
        "display_name: \"PDF Tools\"",
        "description_zh: \"处理 PDF\"",
        "category: office",
        "version: \"1.2.0\"",
        "author: Ada",
        "delivery: managed",
        "auth-env: \"ACME_KEY\"",
    ] {
        assert!(text.contains(&format!("\n{line}\n")), "{line}: {text}");
    }
    assert!(!text.contains("metadata:"), "{text}");
    context.run("new 数据 --profile teleai").ends_with(2).says("takes only a-z, 0-9 and hyphens");
}

#[test]
fn the_author_comes_from_gits_configuration_without_running_git() {
    let context = TestContext::new();
    std::fs::write(context.home().join(".gitconfig"), "[user]\n\tname = Grace H # x\n").unwrap();
    context.run("new a --profile teleai").ends_with(0).says("the author is `Grace H`");
    assert!(context.read("a/SKILL.md").contains("\nauthor: \"Grace H\"\n"));
    context.run("new b").ends_with(0).never_says("author");
}

#[test]
fn wrong_fields_and_values_are_usage_errors_before_anything_is_made() {
    let context = TestContext::new();
    for (flag, value, told) in [
        ("--field", "categori=x", "did you mean `category`?"),
        ("--field", "version=1", "needs a version"),
        ("--field", "author", "is no `KEY=VALUE`"),
        ("--interface", "brand_color=red", "is a colour such as"),
        ("--interface", "displayname=x", "did you mean `display_name`?"),
        ("--profile", "teleay", "did you mean `teleai`?"),
        ("--template", "workflo", "did you mean `workflow`?"),
        ("--dependency", "a\"b", "is not the name of a package"),
        ("--var", "x=y", "answers the questions of a template"),
    ] {
        context.run_words(&["new", "x", flag, value]).ends_with(2).says(told);
    }
    context.run("new x --lang sh --dependency y").ends_with(2).says("a shell script has no packages");
    context.run("new x --template task --from y").ends_with(2);
    assert_eq!(listing(&context.project()), [] as [String; 0]);
}

#[test]
fn openai_yaml_is_made_from_what_is_known() {
    let context = TestContext::new();
    context
        .run_words(&[
            "new",
            "gh-pr-review",
            "--openai",
            "--interface",
            "brand_color=#1A2B3C",
            "--interface",
            "allow_implicit_invocation=false",
            "--description",
            "Reviews a pull request line by line. Use when asked to review.",
        ])
        .ends_with(0);
    assert_eq!(
        context.read("gh-pr-review/agents/openai.yaml"),
        "interface:\n  display_name: \"GH PR Review\"\n  short_description: \"Reviews a pull request line by line\"\n  \
         brand_color: \"#1A2B3C\"\n  default_prompt: \"Use $gh-pr-review to [TODO: a request as a person types it].\"\n\n\
         policy:\n  allow_implicit_invocation: false\n"
    );
}

#[test]
fn each_layout_can_be_chosen_and_is_named_in_json() {
    let context = TestContext::new();
    for (layout, heading) in [
        ("workflow", "## Steps"),
        ("task", "## Task:"),
        ("reference", "## Rules"),
        ("capability", "## What it can do"),
    ] {
        let json = context.run(&format!("new x-{layout} --template {layout} --json")).ends_with(0).json();
        assert_eq!(json["template"]["source"], layout);
        assert!(context.read(&format!("x-{layout}/SKILL.md")).contains(heading));
        context.run(&format!("lint x-{layout} --fail-on warning")).ends_with(0);
    }
}

#[test]
fn a_prompt_becomes_a_skill_with_its_body_untouched() {
    let context = TestContext::new();
    let body = "# Review it!\r\n\r\nLook at the *diff* and say what is wrong. Use when asked to review.\r\n\r\n- `x`\r\n";
    context.write("p.md", body);
    context.run("new --from p.md").ends_with(0).says("Created skill `review-it`");
    let text = context.read("review-it/SKILL.md");
    assert!(text.ends_with(body), "{text}");
    assert!(
        text.contains(
            "description: \"Look at the diff and say what is wrong. Use when asked to review.\"\r\n"
        )
    );
    context.write("q.md", "---\ndescription: Mine. Use for y.\nargument-hint: \"[x]\"\n---\nDo $ARGUMENTS\n");
    context.run("new other --from q.md").ends_with(0);
    assert_eq!(
        context.read("other/SKILL.md"),
        "---\nname: other\ndescription: Mine. Use for y.\nargument-hint: \"[x]\"\n---\nDo $ARGUMENTS\n"
    );
    context.run("new z --from absent.md").ends_with(1).says("is no file");
    context.write("bin.md", b"\xff\xfe");
    context.run("new z --from bin.md").ends_with(1).says("invalid UTF-8");
}

#[test]
fn a_template_of_ones_own_asks_renders_and_conditions() {
    let context = TestContext::new();
    template(&context);
    context
        .run("new x --template ./tpl")
        .ends_with(2)
        .says("`team` has no answer: Which team?")
        .says("hint: --var team=ANSWER");
    context.run("new x --template ./tpl --var teem=a").ends_with(2).says("did you mean `team`?");
    let ran =
        context.run_words(&["new", "my-skill", "--template", "tpl", "--var", "team=Blue Birds"]).ends_with(0);
    ran.says("from the template tpl");
    assert!(context.read("my-skill/SKILL.md").ends_with("# My skill of Blue Birds\n\n1. Ask Blue Birds.\n"));
    assert!(context.exists("my-skill/references/blue-birds.md") && !context.exists("my-skill/tests"));
    context.write("my-skill/references/blue-birds.md", "mine");
    context
        .run_words(&[
            "new",
            "my-skill",
            "--template",
            "tpl",
            "--var",
            "team=Blue Birds",
            "--var",
            "tests=yes",
        ])
        .ends_with(0)
        .says("Created skill `my-skill` (1 file)")
        .says("blue-birds.md  (kept)");
    assert_eq!(context.read("my-skill/references/blue-birds.md"), "mine");
    context.run("new y --template ./my-skill").ends_with(1).says("no `template.toml` in");
}

#[test]
fn a_template_from_git_is_pinned_and_named() {
    let context = TestContext::new();
    let mut repo = RepoBuilder::new(context.root().join("tpls"));
    repo.file("team/template.toml", "[[questions]]\nname = \"team\"\n");
    repo.file("team/SKILL.md", "# {{ title }}\n\n1. Ask {{ team }}.\n");
    let commit = repo.commit("first");
    let spec = format!("file://{}#:team", context.root().join("tpls").display());
    let json = context
        .run_words(&["new", "x", "--template", &spec, "--var", "team=a", "--json"])
        .ends_with(0)
        .json();
    assert_eq!(json["template"]["commit"], commit);
    assert_eq!(json["template"]["path"], "team");
    assert!(context.read("x/SKILL.md").contains("1. Ask a."));
    let spec = format!("file://{}", context.root().join("tpls").display());
    context.run_words(&["new", "y", "--template", &spec]).ends_with(1).says("there is one in team");
}

#[test]
fn hostile_templates_are_refused_and_leave_nothing() {
    let context = TestContext::new();
    for (path, text) in [
        ("{{ description }}", "x"),
        ("SKILL.md", "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}"),
    ] {
        let _ = std::fs::remove_dir_all(context.project().join("tpl"));
        context.write("tpl/template.toml", "");
        context.write("tpl/SKILL.md", "# X\n");
        context.write(&format!("tpl/{path}"), text);
        context.run("new x --template tpl --description ../../evil").ends_with(4);
        assert!(!context.exists("x"));
    }
    #[cfg(unix)]
    {
        let _ = std::fs::remove_dir_all(context.project().join("tpl"));
        context.write("tpl/template.toml", "");
        context.write("tpl/SKILL.md", "# X\n");
        std::os::unix::fs::symlink("/etc/passwd", context.project().join("tpl/leak")).unwrap();
        context.run("new x --template tpl").ends_with(4).says("`leak` of the template can't be taken");
        assert!(!context.exists("x"));
    }
}

#[test]
fn a_name_that_is_installed_or_reserved_gets_a_warning() {
    let context = TestContext::new();
    context.write(".agents/skills/x/SKILL.md", "---\nname: x\ndescription: y\n---\n");
    context.run("new x").ends_with(0).says("warning: a skill called `x` is installed in the project already");
    context
        .run("new claude-helper --profile claude")
        .ends_with(0)
        .says("`claude` refuses names with `claude`");
    context.run("new anthropic-x").ends_with(0).says("note: some uploaders reserve names with `anthropic`");
}

#[test]
fn a_kept_skill_md_is_told_what_it_lacks() {
    let context = TestContext::new();
    context.run("new x").ends_with(0);
    let before = context.read("x/SKILL.md");
    let ran = context.run("new x --profile teleai --openai").ends_with(0);
    ran.says("SKILL.md  (kept)").says("`SKILL.md` was kept and lacks `display_name`");
    assert_eq!(context.read("x/SKILL.md"), before);
}

#[test]
fn a_prompt_from_standard_input_becomes_a_skill() {
    let context = TestContext::new();
    let run = |words: &[&str], text: &[u8]| {
        let mut child = context
            .command(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a run");
        // A program that stops early does not read it all.
        let _ = child.stdin.take().expect("a pipe").write_all(text);
        let output = child.wait_with_output().expect("an end");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let body = "# Tidy notes\n\nSorts notes by date. Use when asked to tidy notes.\n";
    let (code, said) = run(&["new", "--from", "-"], body.as_bytes());
    assert_eq!(code, Some(0), "{said}");
    assert!(context.read("tidy-notes/SKILL.md").ends_with(body));
    let (code, said) = run(&["new", "--from", "-"], b"do it\n");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("a new skill needs a name"), "{said}");
    let (code, said) = run(&["new", "named", "--from", "-"], b"do it\n");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&["new", "odd", "--from", "-"], b"\xff\xfe");
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains("standard input") && !context.exists("odd"), "{said}");
}

#[test]
fn the_profiles_of_the_nearest_skill_toml_hold_where_no_flag_names_any() {
    let context = TestContext::new();
    context.write("skill.toml", "[lint]\nprofiles = [\"claude\"]\n[pack]\nprofiles = [\"teleai\"]\n");
    context.run("new a --dir skills").ends_with(0);
    assert!(context.read("skills/a/SKILL.md").contains("\ndelivery: managed\n"));
    context.run("new b --profile spec").ends_with(0);
    assert!(!context.read("b/SKILL.md").contains("delivery"));
    context.write("skill.toml", "[lint]\nprofiles = [\"spec\"]\n");
    context.run("new c").ends_with(0).says("skill lint c\n");
    context.write("skill.toml", "[pack]\nprofiles = [\"teleay\"]\n");
    context.run("new d").ends_with(2).says("did you mean `teleai`?");
    assert!(!context.exists("d"));
}
