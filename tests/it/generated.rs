//! Files made from the program itself are fresh: `SKILL_GENERATE=1 cargo test --test it generated` writes them.

use std::{fs, path::Path};

use crate::support::TestContext;

/// Compares a committed file with what the program makes, or writes it.
fn check(path: &str, made: &str) {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("SKILL_GENERATE").is_some() {
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(&place, made).expect("a written file");
    }
    let committed = fs::read_to_string(&place).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == made, "`{path}` is stale: SKILL_GENERATE=1 cargo test --test it generated");
}

#[test]
fn completions_are_fresh() {
    let context = TestContext::new();
    for (shell, file) in
        [("bash", "skill.bash"), ("zsh", "_skill"), ("fish", "skill.fish"), ("powershell", "skill.ps1")]
    {
        let ran = context.run_words(&["completions", shell]).ends_with(0);
        assert_eq!(ran.stderr, "");
        // The screen filter of tests turns backslashes; the file must not be filtered.
        let raw = context.command(["completions", shell]).output().unwrap().stdout;
        check(&format!("completions/{file}"), &String::from_utf8(raw).unwrap());
    }
    context.run("completions tcsh").ends_with(2);
}

#[test]
fn manual_pages_cover_every_command() {
    let context = TestContext::new();
    context.run("man").ends_with(0).prints(".TH skill 1");
    context.run("man --out pages").ends_with(0).says("Created skill-new.1");
    context.run("man --out pages").ends_with(0).says("Unchanged skill-new.1");
    assert!(context.read("pages/skill-add.1").contains("reference"));
    let help = context.run("--help").ends_with(0).stdout;
    let commands = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    // A line that goes on with the one above is indented deeper.
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for command in names.filter(|name| !name.is_empty() && *name != "help") {
        assert!(context.exists(&format!("pages/skill-{command}.1")), "{command}");
    }
}
