//! Every limit of every built-in profile, passed by a little: the pack is refused, and says which file and which clause.
//! The numbers are written down here once more, from the platforms' pages.

use std::fs;

use serde_json::Value;

use crate::support::TestContext;

const MIB: u64 = 1024 * 1024;
/// Large skills are made of files of this size, which no profile takes for too large a file.
const PIECE: u64 = 8 * MIB;

const TELEAI: &str = "---\nname: demo\ndisplay_name: Demo\ndescription: Says hello. Use when somebody greets.\ndescription_zh: 问候\ndescription_en: Says hello.\ncategory: office\nversion: 1.0.0\nauthor: me\ndelivery: managed\n---\n# Demo\n\n1. Say hello. Stop when nobody answers.\n";

fn demo() -> TestContext {
    let context = TestContext::new();
    let manifest = TELEAI.replace("display_name: Demo\n", "");
    context.write("demo/SKILL.md", manifest.replace("delivery: managed\n", ""));
    context
}

/// Writes a file of so many bytes that nothing makes smaller.
fn noise(context: &TestContext, path: &str, size: u64) {
    let mut state = size | 0x9E37_79B9_0000_0001;
    let mut bytes = Vec::with_capacity(usize::try_from(size).expect("a size") + 8);
    while (bytes.len() as u64) < size {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend(state.to_le_bytes());
    }
    bytes.truncate(usize::try_from(size).expect("a size"));
    context.write(path, bytes);
}

/// Writes a file of so many bytes that hold nothing and take no room.
fn hollow(context: &TestContext, path: &str, size: u64) {
    context.write(path, "");
    let file = fs::OpenOptions::new().write(true).open(context.project().join(path)).expect("a file");
    file.set_len(size).expect("its size");
}

/// What the pack says of limits: rule, file, message.
fn refused(context: &TestContext, profile: &str) -> Vec<(String, String, String)> {
    let words = ["pack", "demo", "--profile", profile, "--json", "--out", "demo.zip"];
    let output = context.command(words).output().expect("a run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let skill = report.get("refused").unwrap_or(&report["skills"][0]);
    let text = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let found: Vec<_> = skill["lint"]["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|one| one["severity"] == "error")
        .map(|one| (text(one, "rule"), text(one, "file"), text(one, "message")))
        .filter(|(rule, _, _)| rule.starts_with("pack-"))
        .collect();
    if !found.is_empty() {
        assert_eq!(output.status.code(), Some(1), "{profile}");
        assert!(!context.exists("demo.zip"), "{profile}: refused and written");
    }
    found
}

/// Asserts that one finding names all of it.
fn names(found: &[(String, String, String)], rule: &str, file: &str, limit: &str, profile: &str) {
    let is_it = |one: &&(String, String, String)| {
        one.0 == rule && one.1.ends_with(file) && one.2.contains(limit) && one.2.contains(profile)
    };
    assert!(found.iter().any(|one| is_it(&one)), "{profile}: {rule} {file} {limit}: {found:?}");
}

#[test]
fn archives_larger_than_a_platform_takes_are_refused() {
    let context = demo();
    let plain = context.read("demo/SKILL.md");
    let mut made = 0;
    for (profile, limit) in [
        ("qoder", 5_000_000),
        ("agentcore", 5 * MIB),
        ("manus", 8 * MIB),
        ("google", 10 * MIB),
        ("nairi", 32_000_000),
        ("model-studio", 50_000_000),
        ("openai", 50 * MIB),
        ("teleai", 50 * MIB),
        ("prisma-airs", 100_000_000),
    ] {
        let (pieces, rest) = (limit / PIECE, limit % PIECE);
        while made < pieces {
            noise(&context, &format!("demo/assets/{made:02}.bin"), PIECE);
            made += 1;
        }
        noise(&context, "demo/assets/rest.bin", rest);
        if profile == "teleai" {
            context.write("demo/SKILL.md", TELEAI);
        }
        names(&refused(&context, profile), "pack-too-big", "", &format!("takes {limit}"), profile);
        context.write("demo/SKILL.md", &plain);
    }
}

#[test]
fn more_bytes_than_a_platform_unpacks_are_refused() {
    for (profile, limit, piece) in [
        ("lava", 500_000, 49_000),
        ("langfuse", 1_000_000, 400_000),
        ("claude", 30 * MIB, PIECE),
        ("prisma-airs", 500_000_000, 12 * PIECE),
        ("google", 500 * MIB, 12 * PIECE),
    ] {
        let context = demo();
        let own = context.read("demo/SKILL.md").len() as u64;
        let mut rest = limit - own;
        for at in 0.. {
            let size = rest.min(piece);
            hollow(&context, &format!("demo/assets/{at:02}.txt"), size);
            rest -= size;
            if rest == 0 {
                break;
            }
        }
        // Just as much as it takes, unless the test would take long.
        if limit < 2 * MIB {
            let found = refused(&context, profile);
            assert!(found.iter().all(|(rule, _, _)| rule != "pack-too-big"), "{profile}: {found:?}");
            fs::remove_file(context.project().join("demo.zip")).ok();
        }
        context.write("demo/assets/more.txt", "x");
        names(&refused(&context, profile), "pack-too-big", "", &format!("takes {limit}"), profile);
    }
}

#[test]
fn files_larger_than_a_platform_takes_are_refused() {
    for (profile, limit) in [("lava", 50_000), ("openai", 25 * MIB)] {
        let context = demo();
        context.write("demo/assets/just.txt", vec![b'a'; usize::try_from(limit).expect("a size")]);
        context.write("demo/assets/more.txt", vec![b'a'; usize::try_from(limit + 1).expect("a size")]);
        let found = refused(&context, profile);
        names(&found, "pack-file-too-big", "assets/more.txt", &format!("takes {limit}"), profile);
        assert!(found.iter().all(|(_, file, _)| !file.ends_with("just.txt")), "{profile}: {found:?}");
    }
}

#[test]
fn more_files_than_a_platform_takes_are_refused() {
    for (profile, limit) in [("lava", 20), ("langfuse", 200), ("openai", 500)] {
        let context = demo();
        for at in 1..limit {
            context.write(&format!("demo/assets/{at:04}.txt"), "x\n");
        }
        let found = refused(&context, profile);
        assert!(found.iter().all(|(rule, _, _)| rule != "pack-too-many-files"), "{profile}: {found:?}");
        fs::remove_file(context.project().join("demo.zip")).ok();
        context.write("demo/assets/more.txt", "x\n");
        let found = refused(&context, profile);
        names(&found, "pack-too-many-files", "", &format!("takes {limit}"), profile);
    }
}

#[test]
fn paths_and_contents_that_a_platform_does_not_take_are_refused() {
    let deep = format!("assets{}/x.txt", "/a".repeat(8));
    let long = format!("assets/{}/x.txt", vec!["a".repeat(100); 5].join("/"));
    for (profile, path, content, clause) in [
        ("google", deep.as_str(), &b"x\n"[..], "9 folders deep, more than 8"),
        ("langfuse", long.as_str(), b"x\n", "more than 512"),
        ("langfuse", "assets/x.bin", b"\0\x01", "no text"),
        ("lava", "assets/x.txt", b"\0\x01", "no text"),
        ("lava", "assets/x.csv", b"a,b\n", "this type of file"),
    ] {
        let context = demo();
        context.write(&format!("demo/{path}"), content);
        names(&refused(&context, profile), "pack-path", path, clause, profile);
    }
    for path in ["assets/图.txt", "assets/a b.txt", "assets/Big.txt"] {
        let context = demo();
        context.write("demo/SKILL.md", TELEAI);
        context.write(&format!("demo/{path}"), "x\n");
        let words = ["pack", "demo", "--profile", "teleai"];
        context.run_words(&words).ends_with(1).says("path-charset").says(path);
    }
}

#[test]
fn what_shrinks_too_well_for_a_platform_is_refused() {
    let context = demo();
    hollow(&context, "demo/assets/x.txt", MIB);
    names(&refused(&context, "google"), "pack-too-dense", "", "100 times", "google");
}

#[test]
fn what_nobody_could_install_is_refused_under_every_profile() {
    for profile in ["spec", "claude", "openai", "stabledge", "skills-ref", "client"] {
        let context = demo();
        context.write(&format!("demo/assets{}/x.txt", "/a".repeat(33)), "x\n");
        context.run_words(&["pack", "demo", "--profile", profile]).ends_with(1).says("demo").says("32");
    }
    let context = demo();
    fs::create_dir_all(context.project().join("demo/assets")).expect("a folder");
    for at in 0..10_000 {
        fs::write(context.project().join(format!("demo/assets/{at}")), "").expect("written");
    }
    context.run_words(&["pack", "demo"]).ends_with(1).says("demo").says("10000");
    let context = demo();
    for at in 0..6 {
        hollow(&context, &format!("demo/assets/{at}.bin"), 100 * MIB);
    }
    context.run_words(&["pack", "demo"]).ends_with(1).says("demo").says("536870912");
}
