//! Archives that are there already: `skill pack --check` and `skill lint`, one judgement. Every rule on archives fires
//! here at least once.

use std::collections::BTreeSet;

use crate::{
    forge::{Forged, zip},
    support::TestContext,
};

const MANIFEST: &str =
    "---\nname: x\ndescription: Says hello. Use when somebody greets.\n---\n# X\n\nSay hello.\n";

fn skill() -> Forged {
    Forged::file("x/SKILL.md", MANIFEST)
}

fn with(entries: &[Forged]) -> Vec<u8> {
    zip(&[&[skill()], entries].concat())
}

/// The rules on archives that fire on this one by this profile.
fn fired(context: &TestContext, profile: &str, bytes: &[u8]) -> BTreeSet<String> {
    context.write("x.zip", bytes);
    let check = format!("pack x.zip --check --json --fail-on never --profile {profile}");
    let report = context.run(&check).ends_with(0).json();
    assert_eq!(report["format"], "skill.pack-check/1");
    let found = |report: &serde_json::Value, list: &str| -> BTreeSet<String> {
        let skills = report[list].as_array().expect("a list").iter();
        let findings = skills.flat_map(|skill| skill["findings"].as_array().expect("findings").clone());
        findings.map(|finding| finding["rule"].as_str().expect("a name").to_owned()).collect()
    };
    let lint = format!("lint x.zip --format json --fail-on never --profile {profile}");
    let lint = context.run(&lint).ends_with(0).json();
    let (checked, linted) = (found(&report, "archives"), found(&lint, "skills"));
    assert_eq!(checked, linted, "one judgement");
    checked.into_iter().filter(|rule| rule.starts_with("pack-") || rule.starts_with("version-")).collect()
}

#[test]
fn a_clean_archive_passes_and_each_flaw_is_named() {
    let context = TestContext::new();
    context.write(
        "tight.toml",
        "name = \"tight\"\nextends = \"spec\"\n[limits]\narchive-size = 3000\nunpacked-size = 9000\nfile-size = 5000\n\
         files = 2\n[pack]\nratio = 10\ndepth = 2\npath-length = 30\npath-alphabet = \"ascii\"\nrising-version = true\n",
    );
    let two = Forged::file("y/SKILL.md", MANIFEST.replace("name: x", "name: y"));
    let dense = Forged::file("x/b.txt", vec![b' '; 4900]).deflated();
    let noise: Vec<u8> = (0..4900_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let conflict = MANIFEST.replace("---\n# X", "version: 1.0.0\nmetadata:\n  version: \"1.0.1\"\n---\n# X");
    let cases: Vec<(&str, &str, Vec<u8>, &[&str])> = vec![
        ("clean", "spec", zip(&[skill()]), &[]),
        ("clean at the root", "model-studio", zip(&[Forged::file("SKILL.md", MANIFEST)]), &[]),
        ("at the root", "claude", zip(&[Forged::file("SKILL.md", MANIFEST)]), &["pack-root"]),
        ("in a folder", "model-studio", zip(&[skill()]), &["pack-root"]),
        ("too deep", "spec", zip(&[Forged::file("y/x/SKILL.md", MANIFEST)]), &["pack-root"]),
        ("beside", "spec", with(&[Forged::file("README.md", "x")]), &["pack-root"]),
        ("two skills", "spec", with(&[two]), &["pack-multi-skill", "pack-root"]),
        ("below", "spec", with(&[Forged::file("x/y/SKILL.md", MANIFEST)]), &["pack-multi-skill"]),
        (
            "a plugin",
            "spec",
            zip(&[
                Forged::file(".claude-plugin/plugin.json", "{}"),
                Forged::file("skills/x/SKILL.md", MANIFEST),
            ]),
            &["pack-plugin-manifest", "pack-root"],
        ),
        ("of a Mac", "spec", with(&[Forged::file("__MACOSX/x/._SKILL.md", "")]), &["pack-junk"]),
        ("nested", "spec", with(&[Forged::file("x/assets/a.zip", "")]), &["pack-nested-archive"]),
        ("a key", "spec", with(&[Forged::file("x/.env", "")]), &["pack-credential"]),
        ("a link", "spec", with(&[Forged::link("x/l.md", "SKILL.md")]), &["pack-symlink"]),
        ("two versions", "spec", zip(&[Forged::file("x/SKILL.md", conflict)]), &["version-conflict"]),
        ("no version", "tight.toml", zip(&[skill()]), &["version-not-increasing"]),
        (
            "large",
            "tight.toml",
            with(&[Forged::file("x/b.bin", noise)]),
            &["pack-file-too-big", "pack-too-big", "version-not-increasing"],
        ),
        ("dense", "tight.toml", with(&[dense]), &["pack-too-dense", "version-not-increasing"]),
        (
            "many",
            "tight.toml",
            with(&[Forged::file("x/a", "a"), Forged::file("x/b", "b")]),
            &["pack-too-many-files", "version-not-increasing"],
        ),
        (
            "odd paths",
            "tight.toml",
            with(&[Forged::file("x/a b.md", "a")]),
            &["pack-path", "version-not-increasing"],
        ),
        (
            "deep paths",
            "tight.toml",
            with(&[Forged::file("x/a/b/c/d", "a")]),
            &["pack-path", "version-not-increasing"],
        ),
        ("a picture", "langfuse", with(&[Forged::file("x/a.png", [0, 159])]), &["pack-path"]),
        ("a type", "lava", with(&[Forged::file("x/a.exe", "text")]), &["pack-path"]),
    ];
    let mut seen = BTreeSet::new();
    for (name, profile, bytes, expected) in cases {
        let fired = fired(&context, profile, &bytes);
        assert_eq!(fired.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{name}");
        seen.extend(fired);
    }
    // These need the folder that is packed: `pack_platform.rs`.
    seen.extend(["pack-ignored-but-referenced", "pack-lossy"].map(str::to_owned));
    let table = context.run("rule --json").ends_with(0).json();
    for rule in table["rules"].as_array().expect("rules") {
        let name = rule["name"].as_str().expect("a name");
        assert!(rule["category"] != "package" || seen.contains(name), "nothing here makes `{name}` fire");
    }
}

#[test]
fn findings_end_with_1_and_hostile_archives_with_4() {
    let context = TestContext::new();
    context.write("good.zip", zip(&[skill()]));
    context.write("root.zip", zip(&[Forged::file("SKILL.md", MANIFEST)]));
    context.run("pack --check good.zip").ends_with(0).says("Checked good.zip by spec");
    context.run("pack --check good.zip root.zip --profile claude").ends_with(1).says("pack-root");
    context.run("pack --check root.zip --profile claude --fail-on never").ends_with(0);
    context.run("lint root.zip --profile claude").ends_with(1);
    for (trick, bytes) in [
        ("traversal", with(&[Forged::file("../evil", "x")])),
        ("twice", with(&[skill()])),
        ("bomb", with(&[Forged::file("x/b", vec![0; 12 << 20]).deflated()])),
        ("cut short", zip(&[skill()])[..40].to_vec()),
    ] {
        context.write("bad.zip", bytes);
        for verb in ["pack --check", "lint"] {
            let ran = context.run(&format!("{verb} bad.zip")).ends_with(4);
            assert!(ran.stderr.contains("`bad.zip`"), "{trick}: {ran}");
        }
    }
    context.write("empty.zip", zip(&[Forged::file("x/README.md", "x")]));
    context.run("pack --check empty.zip").ends_with(1).says("no skill at `empty.zip`");
    context.write("text.zip", "no archive");
    context.run("pack --check text.zip").ends_with(1);
    context.run("pack --check gone.zip").ends_with(1).says("gone.zip");
    context.run("pack --check").ends_with(1).says("is a folder");
    context.run("pack --check good.zip --bump patch").ends_with(2);
}

#[test]
fn the_profiles_of_the_pack_settings_judge() {
    let context = TestContext::new();
    context.write("skill.toml", "[pack]\nprofiles = [\"model-studio\"]\n");
    context.write("x.zip", zip(&[skill()]));
    context.run("pack --check x.zip").ends_with(1).says("asks for SKILL.md at the root");
    context.run("pack --check x.zip --profile spec").ends_with(0);
}
