//! The scripts of the skills in the binary do what their `SKILL.md` says.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::support::{Ran, TestContext};

fn script(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/builtin").join(path)
}

/// A repository with one commit tagged `v1.0.0`, and the programs the scripts need; `None` where one is missing.
#[expect(clippy::print_stderr, reason = "a test that did not run says so")]
fn repository(program: &str) -> Option<TestContext> {
    for needed in ["git", program] {
        if Command::new(needed).arg("--version").output().is_err() {
            eprintln!("no `{needed}` on this machine: not run");
            return None;
        }
    }
    let context = TestContext::new();
    git(&context, &["init", "--quiet", "--initial-branch", "main"]);
    context.write("a \"b\" ü.py", "one\n");
    git(&context, &["add", "."]);
    git(&context, &["commit", "--quiet", "-m", "feat: start (#1)"]);
    git(&context, &["tag", "v1.0.0"]);
    Some(context)
}

fn run(context: &TestContext, program: &str, arguments: &[&str]) -> Ran {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(context.project())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", context.home())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null());
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "A").env(format!("GIT_{role}_EMAIL"), "a@example.com");
    }
    let output = command.output().expect("the program runs");
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

fn git(context: &TestContext, arguments: &[&str]) {
    run(context, "git", arguments).ends_with(0);
}

#[test]
fn nothing_is_found_in_them() {
    let context = TestContext::new();
    for name in ["release-notes", "review-changes", "write-a-skill"] {
        let ran = context.run_words(&["lint", script(name).to_str().expect("UTF-8")]).ends_with(0);
        ran.says("nothing found");
    }
}

#[test]
fn survey_flags_added_lines_in_their_places() {
    let Some(context) = repository("sh") else { return };
    let path = script("review-changes/scripts/survey.sh");
    let survey = |arguments: &[&str]| run(&context, "sh", &[&[path.to_str().unwrap()], arguments].concat());
    assert_eq!(survey(&[]).ends_with(0).stdout, "");
    context.write(
        "a \"b\" ü.py",
        "one\n+++ x\npassword = 'hunter2hunter2'\nprint() # TODO \\ \"x\"\n<<<<<<< HEAD\n",
    );
    context.write("new.txt", "x");
    let ran = survey(&[]).ends_with(1);
    let lines: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let name = "a \"b\" ü.py";
    let flag = |kind: &str, line: u32, text: &str| serde_json::json!({"type": "flag", "kind": kind, "path": name, "line": line, "text": text});
    assert_eq!(
        lines,
        [
            serde_json::json!({"type": "file", "path": name, "added": 4, "removed": 0}),
            serde_json::json!({"type": "file", "path": "new.txt", "untracked": true}),
            flag("secret", 3, "(not shown)"),
            flag("note", 4, "print() # TODO \\ \"x\""),
            flag("conflict", 5, "<<<<<<< HEAD"),
        ]
    );
    assert!(!ran.stdout.contains("hunter2"));
    assert_eq!(survey(&["--staged"]).ends_with(0).stdout, "");
    git(&context, &["commit", "--quiet", "--all", "-m", "more"]);
    survey(&["--base", "v1.0.0"]).ends_with(1).prints("\"secret\"");
    survey(&["--base", "nope"]).ends_with(3).says("could not compare");
    survey(&["--nope"]).ends_with(2);
    survey(&["--help"]).ends_with(0).prints("Exit codes");
}

#[test]
fn collect_sorts_the_commits_since_the_last_tag() {
    let Some(context) = repository("python3") else { return };
    let path = script("release-notes/scripts/collect.py");
    let collect =
        |arguments: &[&str]| run(&context, "python3", &[&[path.to_str().unwrap()], arguments].concat());
    let first = collect(&[]).ends_with(0).json();
    assert_eq!(
        (&first["range"]["from"], first["commits"].as_array().unwrap().len()),
        (&serde_json::Value::Null, 1)
    );
    collect(&["--from", "v1.0.0"]).ends_with(4).says("no commits between v1.0.0 and HEAD");
    context.write("a \"b\" ü.py", "two\n");
    context.write("docs/x.md", "x\n");
    git(&context, &["add", "."]);
    git(&context, &["commit", "--quiet", "-m", "Fix the ü (#12)", "-m", "BREAKING CHANGE: renamed, see #7"]);
    git(&context, &["commit", "--quiet", "--allow-empty", "-m", "chore(deps): bump x"]);
    let json = collect(&[]).ends_with(0).json();
    assert_eq!(json["range"]["from"], "v1.0.0");
    assert_eq!(json["counts"], serde_json::json!({"internal": 1, "breaking": 1}));
    assert_eq!(json["commits"][1]["issues"], serde_json::json!([7, 12]));
    assert_eq!(json["commits"][1]["files"], serde_json::json!(["a \"b\" ü.py", "docs/x.md"]));
    assert_eq!(collect(&["--path", "docs"]).ends_with(0).json()["commits"].as_array().unwrap().len(), 1);
    collect(&["--from", "nope"]).ends_with(3);
    collect(&["--from", "--output=x"]).ends_with(2);
    collect(&["--help"]).ends_with(0).prints("Exit codes");
}
