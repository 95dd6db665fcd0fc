//! `skill new` and `skill init`: what they make, keep, refuse and say.

use std::process::{Command, Stdio};

use crate::support::{TestContext, executable, listing};

const ALL: &[&str] =
    &["new", "triage", "--with", "all", "--description", "Sorts issues. Use when asked to triage."];

#[test]
fn new_alone_makes_a_skill_md_alone() {
    let context = TestContext::new();
    let ran = context.run("new gh-address-comments").ends_with(0);
    assert_eq!(ran.stdout, "");
    insta::assert_snapshot!(ran.stderr, @"
         Created skill `gh-address-comments` (1 file)

    gh-address-comments
    └── SKILL.md

    Next
      skill lint gh-address-comments
      skill add script NAME --to gh-address-comments
    ");
    assert_eq!(listing(&context.project()).len(), 1);
}

#[test]
fn new_with_everything_makes_the_asked_folders_and_no_other() {
    let context = TestContext::new();
    let ran = context.run_words(ALL).ends_with(0);
    insta::assert_snapshot!(ran.stderr, @"
         Created skill `triage` (5 files)

    triage
    ├── SKILL.md
    ├── assets
    │   └── template.md
    ├── evals
    │   └── evals.json
    ├── references
    │   └── details.md
    └── scripts
        └── run.py  (executable)

    Next
      skill lint triage
      skill add script NAME --to triage
    ");
    let text = context.read("triage/SKILL.md");
    for path in ["python3 scripts/run.py INPUT", "(references/details.md)", "(assets/template.md)"] {
        assert!(text.contains(path), "{path} is not named in\n{text}");
    }
    if cfg!(unix) {
        assert_eq!(executable(&context.project().join("triage/scripts/run.py")), "x");
        assert_eq!(executable(&context.project().join("triage/SKILL.md")), "-");
    }
    let evals: serde_json::Value = serde_json::from_str(&context.read("triage/evals/evals.json")).unwrap();
    assert_eq!(evals["skill_name"], "triage");
}

#[test]
fn the_head_is_whole_and_the_body_has_its_parts() {
    let context = TestContext::new();
    context
        .run_words(&["new", "yes", "--description", "Does x. Use for x.", "--license", "MIT", "--lang", "sh"])
        .ends_with(0);
    let text = context.read("yes/SKILL.md");
    assert!(
        text.starts_with(
            "---\nname: \"yes\"\ndescription: \"Does x. Use for x.\"\nlicense: MIT\n\
             compatibility: \"Needs a POSIX shell with awk\"\nmetadata:\n  version: \"0.1.0\"\n---\n\n# Yes\n\n"
        ),
        "{text}"
    );
    for part in ["## Steps", "## Example", "Input: ", "Output: ", "## Edge cases", "## When to stop"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(text.lines().count() < 60);
}

#[test]
fn names_become_hyphen_case_with_a_note() {
    let context = TestContext::new();
    context
        .run_words(&["new", "GH Address Comments!"])
        .ends_with(0)
        .says("note: `GH Address Comments!` in hyphen-case is `gh-address-comments`");
    assert!(context.read("gh-address-comments/SKILL.md").contains("\nname: gh-address-comments\n"));
    context.run_words(&["new", "数据 分析"]).ends_with(0).says("only a-z, 0-9 and hyphens");
    assert!(context.read("数据-分析/SKILL.md").contains("\nname: 数据-分析\n"));
    context.run("new gh-triage").ends_with(0).never_says("note:");
}

#[test]
fn unsafe_and_empty_names_are_refused_before_anything_is_written() {
    let context = TestContext::new();
    for name in ["../evil", "a/b", "a\\b", "/tmp/evil", ".", "..", "con", "NUL.txt", "a\nb", "!!!", ""] {
        let ran = context.run_words(&["new", "--", name]).ends_with(1);
        assert!(ran.stderr.starts_with("error: "), "{ran}");
    }
    assert_eq!(listing(context.root()), [] as [String; 0]);
}

#[test]
fn any_description_is_read_back_as_it_was_given() {
    let long = "中".repeat(1024);
    let descriptions = [
        "Deploy: build, then ship #1 [fast] \"now\"",
        "@ mention",
        "* star",
        "- dash",
        "> fold",
        "| bar",
        "% percent",
        "! bang",
        "& anchor",
        "`tick`",
        "? ask",
        "[list]",
        "{map: x}",
        "'single' quotes",
        "\\ backslash \\n",
        "yes",
        "null",
        "~",
        "1.0",
        "0x1f",
        "2026-01-01",
        "trailing colon:",
        "one\ntwo\n\nthree\n",
        "tab\there",
        "emoji 👩‍💻 🎉",
        "a --- b",
        "---",
        "...",
        " padded ",
        "{{ name }} {% if x %}",
        "${HOME} $(rm -rf /) %USERPROFILE%",
        "<b>markup</b>",
        "—",
        "中文：用于部署；不用于回滚。",
        &long,
    ];
    let context = TestContext::new();
    for (index, description) in descriptions.into_iter().enumerate() {
        let name = format!("skill-{index}");
        context.run_words(&["new", &name, "--description", description]).ends_with(0);
        let text = context.read(&format!("{name}/SKILL.md"));
        // An independent reader: a double-quoted YAML scalar of this form is a JSON string, but for `\x2d`.
        let line = text.lines().find_map(|line| line.strip_prefix("description: ")).expect("a description");
        let read: String = serde_json::from_str(&line.replace("\\x2d", "-")).expect("a quoted string");
        assert_eq!(read, description);
        assert_eq!(text.matches("---").count(), 2, "{text}");
        context.run_words(&["lint", &name]).ends_with(0).never_says("error[");
    }
}

#[test]
fn what_is_new_lints_with_nothing_but_notes_on_its_placeholders() {
    let context = TestContext::new();
    for locale in ["en", "zh"] {
        let runs = [
            &["--with", "all"] as &[&str],
            &["--with", "all", "--lang", "sh"],
            &["--with", "all", "--lang", "js"],
            &["--description", "Sorts issues by kind. Use when asked to triage issues.", "--license", "MIT"],
            &[],
        ];
        for (index, words) in runs.into_iter().enumerate() {
            let name = format!("skill-{locale}-{index}");
            context.run_words(&[&["new", &name, "--locale", locale], words].concat()).ends_with(0);
            context.run_words(&["add", "script", "other", "--to", &name, "--locale", locale]).ends_with(0);
            let ran = context.run_words(&["lint", "--json", &name]).ends_with(0);
            let json = ran.json();
            let found = json["skills"][0]["findings"].as_array().expect("a list of findings");
            let rules: Vec<&str> = found.iter().filter_map(|one| one["rule"].as_str()).collect();
            assert!(rules.contains(&"placeholder"), "{ran}");
            assert!(rules.iter().all(|rule| rule.ends_with("placeholder")), "{ran}");
        }
    }
}

#[test]
fn descriptions_no_quoting_can_mend_are_refused_with_the_reason() {
    let context = TestContext::new();
    let refuse = |description: &str, why: &str| {
        context.run_words(&["new", "x", "--description", description]).ends_with(1).says(why);
    };
    refuse(&"x".repeat(5000), "error: the description has 5000 characters, 3976 too many: 1024 are allowed");
    refuse(&"中".repeat(1025), "has 1025 characters, 1 too many");
    refuse("  \n", "the description is blank");
    refuse("a\u{1b}[31mb", "a hidden character, U+001B, as its character 2");
    refuse("a\u{202e}b", "U+202E");
    context.run_words(&["new", "x", "--license", "a\nb"]).ends_with(2).says("the licence has a line end");
    assert!(!context.exists("x"));
}

#[test]
fn a_second_run_fills_in_what_is_missing_and_keeps_the_rest() {
    let context = TestContext::new();
    context.run("new x --with references").ends_with(0);
    context.write("x/SKILL.md", "mine");
    let ran = context.run("new x --with all").ends_with(0).says("Created skill `x` (3 files)");
    let ran = ran.says("SKILL.md  (kept)").says("details.md  (kept)");
    ran.says("note: `SKILL.md` was kept and does not name `scripts/run.py`");
    assert_eq!(context.read("x/SKILL.md"), "mine");
    let before = listing(&context.project());
    context.run("new x --with all").ends_with(0).says("Unchanged skill `x`: nothing was missing");
    assert_eq!(listing(&context.project()), before);
}

#[test]
fn a_dry_run_writes_nothing_and_shows_what_would_come() {
    let context = TestContext::new();
    let ran =
        context.run("new x --with all --dry-run").ends_with(0).says("Creating skill `x` (5 files): dry run");
    assert!(!ran.stderr.contains("Next"));
    let json = context.run("new x --with scripts --dry-run --json").ends_with(0).json();
    assert_eq!(json["dryRun"], true);
    context.run("new x --with scripts").ends_with(0);
    let before = listing(&context.project());
    context.run("add script y --to x --dry-run").ends_with(0).says("Adding script x/scripts/y.py: dry run");
    assert_eq!(listing(&context.project()), before);
    context.run("man --out pages --dry-run").ends_with(0);
    assert!(!context.exists("pages"));
}

#[test]
fn json_is_one_value_on_stdout() {
    let context = TestContext::new();
    let ran = context.run("new My_Skill --with scripts --json").ends_with(0);
    let json = ran.json();
    assert_eq!(json["format"], "skill.new/1");
    assert_eq!(json["name"], "my-skill");
    assert_eq!(json["created"][1], serde_json::json!({"path": "scripts/run.py", "executable": true}));
    assert_eq!(json["kept"], serde_json::json!([]));
    assert!(json["path"].as_str().unwrap().ends_with("my-skill"));
}

#[test]
fn without_a_terminal_nothing_is_asked() {
    let context = TestContext::new();
    context.run("new").ends_with(2).says("error: a new skill needs a name").says("hint: skill new NAME");
    let mut child = context
        .command(["new", "x"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Stdin stays open and silent: a question would wait for ever.
    let stdin = child.stdin.take();
    let status = child.wait().unwrap();
    drop(stdin);
    assert!(status.success());
}

#[test]
fn here_and_init_take_the_folders_name() {
    let context = TestContext::new();
    context.write("my-skill/notes.txt", "x");
    context.run("-C my-skill init").ends_with(0).says("Created skill `my-skill`");
    assert!(context.read("my-skill/SKILL.md").contains("\nname: my-skill\n"));
    context.run("-C my-skill new --here").ends_with(0).says("Unchanged");
    context
        .run("-C my-skill init other")
        .ends_with(2)
        .says("the folder is called `my-skill`")
        .says("hint: skill new other");
    context.write("My Skill/notes.txt", "x");
    context
        .run_words(&["-C", "My Skill", "init"])
        .ends_with(0)
        .says("warning: the folder is called `My Skill`");
    context.run("new x --here --dir y").ends_with(2);
    context.run("init --dir y").ends_with(2);
}

#[test]
fn dir_names_the_folder_above() {
    let context = TestContext::new();
    context.run("new x --dir deep/skills").ends_with(0).says("skill lint deep/skills/x");
    assert!(context.exists("deep/skills/x/SKILL.md"));
}

#[test]
fn files_and_links_in_the_way_are_not_written_through() {
    let context = TestContext::new();
    context.write("x", "a file");
    context.run("new x").ends_with(1).says("is a file, not a folder");
    context.write("w/SKILL.md/inner", "x");
    context.run("new w").ends_with(1).says("SKILL.md` is a folder, not a file");
    context.write("y/skill.md", "mine");
    context.run("new y").ends_with(1).says("holds `skill.md`").says("rename `skill.md` to `SKILL.md`");
    #[cfg(unix)]
    {
        std::fs::create_dir_all(context.root().join("outside")).unwrap();
        std::fs::create_dir_all(context.project().join("z")).unwrap();
        std::os::unix::fs::symlink(context.root().join("outside"), context.project().join("z/scripts"))
            .unwrap();
        context.run("new z --with scripts").ends_with(1).says("is a symbolic link, not a folder");
        assert_eq!(listing(&context.root().join("outside")), [] as [String; 0]);
        assert!(!context.exists("z/SKILL.md"));
    }
}

#[test]
fn chinese_templates_come_with_the_locale() {
    let mut context = TestContext::new();
    context.run("new x --with all --locale zh").ends_with(0);
    let text = context.read("x/SKILL.md");
    for part in ["## 步骤", "## 何时停止", "## 文件", "触发词："] {
        assert!(text.contains(part), "{part}");
    }
    context.set("SKILL_LOCALE", "zh_CN.UTF-8").run("new y").ends_with(0);
    assert!(context.read("y/SKILL.md").contains("## 步骤"));
    context.set("SKILL_LOCALE", "xx").run("new z").ends_with(2).says("only `en` and `zh` are spoken");
}

/// Whether a program is on this machine.
fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

#[test]
fn scripts_run_and_tell_their_ends_apart() {
    let context = TestContext::new();
    context.write("input.txt", "one\ntwo\n");
    for locale in ["en", "zh"] {
        for (lang, program, ending) in [("py", "python3", "py"), ("sh", "sh", "sh"), ("js", "node", "mjs")] {
            if lang != "sh" && !has(program) {
                eprintln!("no `{program}` on this machine: not run");
                continue;
            }
            let name = format!("skill-{lang}-{locale}");
            context.run_words(&["new", &name, "--lang", lang, "--locale", locale]).ends_with(0);
            let script = context.project().join(&name).join(format!("scripts/run.{ending}"));
            let run = |arguments: &[&str]| {
                let mut command = Command::new(program);
                let command = command.arg(&script).args(arguments).current_dir(context.project());
                context.ran(&command.stdin(Stdio::null()).output().unwrap())
            };
            let help = run(&["--help"]).ends_with(0);
            assert!(help.stdout.contains("--minimum") && help.stderr.is_empty(), "{help}");
            let done = run(&["input.txt"]).ends_with(0);
            assert_eq!(done.json(), serde_json::json!({"lines": 2, "enough": true}));
            assert_eq!(done.stderr, "");
            let no = run(&["--minimum", "3", "input.txt"]).ends_with(1).says(&format!("run.{ending}: "));
            assert_eq!(no.json()["enough"], false);
            for usage in [&[] as &[&str], &["--nope"], &["--minimum", "x", "input.txt"], &["a", "b"]] {
                assert_eq!(run(usage).ends_with(2).stdout, "");
            }
            assert_eq!(run(&["absent.txt"]).ends_with(3).says(&format!("run.{ending}: ")).stdout, "");
            assert_eq!(run(&["-"]).ends_with(1).json()["lines"], 0);
        }
    }
}
