//! A sample of a large set of real skills, packed for three platforms, where `SKILL_CORPUS` names the set: an archive
//! that other programs read the same, or an error that names file and rule. `SKILL_CORPUS_EVERY=1` takes all of them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

use serde_json::Value;

use crate::{
    corpus::{set, skills, unpack},
    support::{TestContext, reader},
};

/// Every so-manieth skill is packed, where nobody says otherwise.
const EVERY: usize = 21;

fn every() -> usize {
    let asked = std::env::var("SKILL_CORPUS_EVERY").ok();
    asked.map_or(EVERY, |text| text.parse().expect("a number of skills"))
}

/// An archive that was made.
struct Made {
    archive: PathBuf,
    top: String,
    digest: Value,
}

/// Packs one skill; what is refused must say where and why.
fn packed(context: &TestContext, folder: &Path, profile: &str, archive: &Path) -> Option<Made> {
    let pack = |archive: &Path| {
        let mut command = context.command(["pack", "--profile", profile, "--json", "--out"]);
        let output = command.arg(archive).arg("--").arg(folder).output().expect("a run");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).ok(), said)
    };
    let shown = folder.display();
    let (code, report, said) = pack(archive);
    if code == Some(0) {
        let skill = report.expect("JSON")["skills"][0].clone();
        let is_below = skill["layout"] == "folder";
        let top = if is_below { skill["name"].as_str().expect("a name") } else { "" }.to_owned();
        let second = archive.with_extension("second.zip");
        assert_eq!(pack(&second).0, Some(0), "{shown}");
        assert!(
            fs::read(archive).expect("bytes") == fs::read(&second).expect("bytes"),
            "{shown}: other bytes"
        );
        fs::remove_file(second).expect("removed");
        return Some(Made { archive: archive.to_owned(), top, digest: skill["digest"].clone() });
    }
    assert!(matches!(code, Some(1 | 4)), "{shown}: {code:?} {said}");
    assert!(!said.contains("panicked"), "{shown}: {said}");
    assert!(!archive.exists(), "{shown}: refused and written");
    assert!(said.contains("error: "), "{shown}: {said}");
    let Some(refused) = report.and_then(|report| report.get("refused").cloned()) else {
        // What can't be read as a skill, or leads out of it.
        assert!(matches!(code, Some(1 | 4)) && said.contains('`'), "{shown}: {code:?} {said}");
        return None;
    };
    assert_eq!(code, Some(1), "{shown}");
    let found = refused["lint"]["findings"].as_array().expect("findings");
    let errors = || found.iter().filter(|one| one["severity"] == "error");
    assert!(errors().count() > 0, "{shown}: {refused}");
    for error in errors() {
        assert!(error["rule"].is_string() && error["file"].is_string(), "{shown}: {error}");
    }
    None
}

#[test]
fn real_skills_are_packed_alike_for_every_reader_or_refused_with_file_and_rule() {
    let Some(set) = set() else { return };
    let context = TestContext::new();
    let root = unpack(&context, &set);
    let mut manifests = Vec::new();
    skills(&root, &root, &mut manifests);
    manifests.sort();
    let folders: Vec<PathBuf> = manifests
        .iter()
        .step_by(every())
        .map(|manifest| root.join(manifest.parent().expect("a folder")))
        .collect();
    let out = context.root().join("out");
    fs::create_dir(&out).expect("a folder");
    let tasks: Mutex<Vec<(usize, &str)>> = Mutex::new(
        (0..folders.len()).flat_map(|at| ["spec", "claude", "openai"].map(|profile| (at, profile))).collect(),
    );
    let made: Mutex<BTreeMap<(usize, &str), Made>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((at, profile)) = { tasks.lock().expect("whole").pop() } {
                    let archive = out.join(format!("{profile}-{at}.zip"));
                    if let Some(one) = packed(&context, &folders[at], profile, &archive) {
                        made.lock().expect("whole").insert((at, profile), one);
                    }
                }
            });
        }
    });
    let made = made.into_inner().expect("whole");
    assert!(made.len() > folders.len(), "{} archives of {} skills", made.len(), folders.len());
    let all: Vec<&Made> = made.values().collect();
    let asked = all.iter().map(|one| (one.archive.as_path(), one.top.as_str()));
    if let Some(read) = reader::read(asked, true) {
        assert_eq!(read.len(), all.len());
        for (one, read) in all.iter().zip(&read) {
            let shown = one.archive.display();
            assert_eq!((&read["digest"], &read["unzipped"]), (&one.digest, &one.digest), "{shown}");
            for entry in read["entries"].as_array().expect("entries") {
                assert_eq!(entry["type"], 0o100_000, "{shown}: {entry}");
                assert!([0o644, 0o755].map(Value::from).contains(&entry["mode"]), "{shown}: {entry}");
            }
        }
    }
    // One skill of each name, installed from its archive.
    let mut named: BTreeMap<&str, &Made> = BTreeMap::new();
    for one in &all {
        named.entry(&one.top).or_insert(one);
    }
    fs::create_dir(context.project().join("elsewhere")).expect("a folder");
    let mut command = context.command(["install", "--project", "elsewhere", "--yes"]);
    let output = command.args(named.values().map(|one| &one.archive)).output().expect("a run");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let lockfile = context.read("elsewhere/.agents/skills.lock");
    for (name, one) in named {
        let digest = one.digest.as_str().expect("a digest");
        assert!(lockfile.contains(digest), "{name}: {digest}");
    }
}
