//! The README's tour is real: every `console` block is run, command by command, in one fresh project, and shows exactly
//! what the program says. `SKILL_GENERATE=1` writes the blocks anew.

use std::{fs, path::Path, process::Command};

use crate::support::TestContext;

/// The output of one line typed into a shell, both streams as a terminal shows them.
fn typed(context: &TestContext, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_skill"));
    let path = format!(
        "{}:{}",
        program.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {line}")]).current_dir(context.project()).env_clear();
    shell
        .env("PATH", path)
        .env("HOME", context.home())
        .env("SKILL_CACHE_DIR", context.cache())
        .env("LC_ALL", "C.UTF-8");
    let output = shell.output().expect("a shell");
    let text = String::from_utf8(output.stdout).expect("text");
    text.replace(&format!("{}/", context.project().display()), "")
        .replace(&*context.root().to_string_lossy(), "~")
}

#[test]
fn the_tour_shows_what_the_program_says() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(&readme).expect("the README");
    let context = TestContext::new();
    let (mut out, mut rest) = (String::new(), text.as_str());
    let mut commands = 0;
    while let Some(at) = rest.find("```console\n") {
        let start = at + "```console\n".len();
        let end = start + rest[start..].find("```").expect("the block is closed");
        out.push_str(&rest[..start]);
        for line in rest[start..end].lines().filter_map(|line| line.strip_prefix("$ ")) {
            commands += 1;
            out.extend(["$ ", line, "\n", &typed(&context, line)]);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    assert!(commands > 5, "the tour has commands");
    if std::env::var_os("SKILL_GENERATE").is_some() {
        fs::write(&readme, &out).expect("the README is written");
    }
    assert!(
        text == out || std::env::var_os("SKILL_GENERATE").is_some(),
        "the README's tour differs from\n{out}"
    );
}
