//! Registries with a signed head: what was signed is what is installed, and nothing older.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::support::{TestContext, program, skill::SkillBuilder, write};

/// A pair of keys without a password: the secret key's file, and the public key.
fn keys(context: &TestContext, name: &str) -> Option<(PathBuf, String)> {
    let minisign = program("minisign")?;
    let place = |ending: &str| context.root().join(format!("{name}.{ending}"));
    let status = Command::new(minisign)
        .args(["-G", "-W", "-f", "-p"])
        .arg(place("pub"))
        .arg("-s")
        .arg(place("key"))
        .stdout(Stdio::null())
        .status()
        .expect("minisign runs");
    assert!(status.success());
    let public = fs::read_to_string(place("pub")).expect("a public key");
    Some((place("key"), public.lines().nth(1).expect("its second line").to_owned()))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn publish(context: &TestContext, dir: &str, version: &str) {
    let head = format!(
        "name: hello\ndescription: Greets people. Use when somebody asks for it.\nmetadata:\n  version: \"{version}\"\n"
    );
    let skill = SkillBuilder::new("hello").head(&head).build_in(&context.root().join("authors"));
    context.run_words(&["registry", "add", dir, &text(&skill)]).ends_with(0);
}

fn sign(context: &TestContext, dir: &str, key: &Path) {
    context.run_words(&["registry", "sign", dir, "--key", &text(key)]).ends_with(0).says("Signed number");
}

/// Somebody who has the registry signed by this key.
fn believer(dir: &str, key: &str) -> TestContext {
    let context = TestContext::new();
    let settings = format!("[registries]\ndefault = {{ url = \"{dir}\", keys = [\"{key}\"] }}\n");
    write(&context.home().join(".config/skill/config.toml"), settings.as_bytes());
    context
}

/// A signed registry with `hello` 1.0.0, its folder, and the keys.
fn signed() -> Option<(TestContext, String, PathBuf, String)> {
    let context = TestContext::new();
    let (key, public) = keys(&context, "team")?;
    let dir = text(&context.root().join("reg"));
    context.run_words(&["registry", "init", &dir]).ends_with(0);
    publish(&context, &dir, "1.0.0");
    sign(&context, &dir, &key);
    Some((context, dir, key, public))
}

#[test]
fn what_was_signed_is_installed_and_a_changed_file_is_not() {
    let Some((author, dir, key, public)) = signed() else { return };
    author.run_words(&["registry", "verify", &dir]).ends_with(0);
    let user = believer(&dir, &public);
    user.run("install hello -q").ends_with(0);
    user.run("search greets --registry default").ends_with(0).prints("hello");

    publish(&author, &dir, "1.1.0");
    author.run_words(&["registry", "verify", &dir]).ends_with(4).prints("has changed since it was signed");
    user.run("update")
        .ends_with(4)
        .says("it is not the file that was signed")
        .says("skill registry sign DIR");
    sign(&author, &dir, &key);
    author.run_words(&["registry", "verify", &dir]).ends_with(0);
    user.run("update -q").ends_with(0);
    assert!(user.read(".agents/skills/hello/SKILL.md").contains("1.1.0"));

    let index = Path::new(&dir).join("index/he/ll/hello.jsonl");
    let before = fs::read_to_string(&index).expect("an index");
    fs::write(&index, before.replace("\"yanked\":false", "\"yanked\":\"no\"")).expect("written");
    user.run("outdated").ends_with(4).says("it is not the file that was signed");
    fs::remove_file(&index).expect("an index");
    user.run("outdated").ends_with(4).says("it is not there");
    // A package that nobody signed does not exist, whatever the server has.
    fs::write(&index, before).expect("written");
    fs::create_dir_all(Path::new(&dir).join("index/ev/il")).expect("a folder");
    fs::write(Path::new(&dir).join("index/ev/il/evil.jsonl"), "{}\n").expect("written");
    user.run("install evil").ends_with(1).says("has no package `evil`");
}

#[test]
fn another_key_an_old_state_and_an_expired_one_are_refused() {
    let Some((author, dir, key, public)) = signed() else { return };
    let (other, foreign) = keys(&author, "other").expect("minisign");
    let at = |name: &str| Path::new(&dir).join(name);
    believer(&dir, &foreign).run("install hello").ends_with(4).says("no key of your configuration");
    // Keys change by having both for a while.
    let both = believer(&dir, &format!("{foreign}\", \"{public}"));
    both.run("install hello -q").ends_with(0);
    sign(&author, &dir, &other);
    both.run("outdated").ends_with(0);

    let kept = author.root().join("kept");
    crate::support::copy(Path::new(&dir), &kept);
    publish(&author, &dir, "1.1.0");
    sign(&author, &dir, &other);
    both.run("outdated").ends_with(0).prints("1.1.0");
    fs::remove_dir_all(&dir).expect("a registry");
    crate::support::copy(&kept, Path::new(&dir));
    both.run("outdated").ends_with(4).says("it is number 2, and number 3 was seen before");

    let head = fs::read_to_string(at("head.json")).expect("a head");
    let expires = head.lines().find(|line| line.contains("\"expires\"")).expect("an expiry").to_owned();
    fs::write(at("head.json"), head.replace(&expires, "  \"expires\": \"2026-01-01T00:00:00Z\","))
        .expect("written");
    believer(&dir, &foreign).run("install hello").ends_with(4).says("no key of your configuration");
    let signed = Command::new(program("minisign").expect("minisign"))
        .args(["-S", "-m"])
        .arg(at("head.json"))
        .arg("-s")
        .arg(&other)
        .stdout(Stdio::null())
        .status();
    assert!(signed.expect("minisign runs").success());
    believer(&dir, &foreign).run("install hello").ends_with(4).says("it expired at 2026-01-01T00:00:00Z");
    fs::remove_file(at("head.json")).expect("a head");
    believer(&dir, &foreign).run("install hello").ends_with(4).says("the registry has to be signed");
    drop(key);
}

#[test]
fn a_policy_can_want_every_registry_signed() {
    let author = TestContext::new();
    let dir = text(&author.root().join("reg"));
    author.run_words(&["registry", "init", &dir]).ends_with(0);
    publish(&author, &dir, "1.0.0");
    let user = TestContext::new();
    let settings = |text: String| write(&user.home().join(".config/skill/config.toml"), text.as_bytes());
    settings(format!("[registries]\ndefault = \"{dir}\"\n[policy]\nrequire-signature = true\n"));
    user.run("install hello")
        .ends_with(1)
        .says("`policy.require-signature` wants it signed")
        .says("config.toml:4)");
    user.run("install builtin:write-a-skill -q").ends_with(0);
    settings(format!("[registries]\ndefault = \"{dir}\"\n[policy]\nrequire-signature = [\"other\"]\n"));
    user.run("install hello -q").ends_with(0);
    settings(format!("[registries]\ndefault = {{ url = \"{dir}\", keys = [\"RWnonsense\"] }}\n"));
    user.run("outdated").ends_with(2).says("is no minisign public key: `RWnonsense`");
}
