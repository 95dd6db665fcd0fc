//! Checks against a large set of real skills with known verdicts and token counts, run only where `SKILL_CORPUS` names
//! a folder with `corpus-truth.tsv`, `corpus.tar.gz` and `edge/`. Each prints its figure and asserts it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::support::TestContext;

/// The folder of the set, if there is one.
pub(crate) fn set() -> Option<PathBuf> {
    std::env::var_os("SKILL_CORPUS").map(PathBuf::from)
}

/// A table with a head line, as maps from column to cell; cells may be in double quotes.
pub(crate) fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut rows = text.lines().map(cells);
    let head = rows.next().expect("a head line");
    rows.map(|row| head.iter().cloned().zip(row).collect()).collect()
}

/// The cells of one line. A quoted cell doubles its quotes and holds no line end.
fn cells(line: &str) -> Vec<String> {
    line.split('\t')
        .map(|cell| {
            let inner = cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"'));
            inner.map_or_else(|| cell.to_owned(), |inner| inner.replace("\"\"", "\""))
        })
        .collect()
}

/// Unpacks the skills below the project.
pub(crate) fn unpack(context: &TestContext, set: &Path) -> PathBuf {
    let file = fs::File::open(set.join("corpus.tar.gz")).expect("corpus.tar.gz");
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    archive.unpack(context.project()).expect("unpacked skills");
    context.project().join("corpus")
}

/// One run over everything in `folder`, with these further arguments; the JSON's skills by their path.
fn lint(context: &TestContext, folder: &Path, arguments: &[&str]) -> BTreeMap<String, serde_json::Value> {
    let mut found = BTreeMap::new();
    let mut paths: Vec<PathBuf> = Vec::new();
    skills(folder, folder, &mut paths);
    for some in paths.chunks(200) {
        let mut command = context.command(["lint", "--format", "json"]);
        let output =
            command.args(arguments).arg("--").args(some).current_dir(folder).output().expect("a run");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        for skill in report["skills"].as_array().expect("skills") {
            found.insert(skill["path"].as_str().expect("a path").to_owned(), skill.clone());
        }
    }
    found
}

pub(crate) fn skills(folder: &Path, root: &Path, found: &mut Vec<PathBuf>) {
    let mut manifest = None;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let kind = fs::symlink_metadata(&path).expect("a kind");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if kind.is_dir() {
            skills(&path, root, found);
        } else if name == "SKILL.md" || name == "skill.md" && manifest.is_none() {
            manifest = Some(path.strip_prefix(root).expect("below").to_owned());
        }
    }
    found.extend(manifest);
}

#[test]
fn the_reference_profile_gives_the_references_verdict() {
    let Some(set) = set() else { return };
    let context = TestContext::new();
    let corpus = unpack(&context, &set);
    let ours = lint(&context, &corpus, &["--profile", "skills-ref"]);
    let edge = lint(&context, &set.join("edge"), &["--profile", "skills-ref"]);
    let mut wrong = Vec::new();
    let mut all = 0;
    let mut compare = |path: String, verdict: &str, skill: Option<&serde_json::Value>| {
        all += 1;
        // Where the reference crashes, the skill is not valid either.
        let theirs = verdict == "valid";
        let valid = skill.map(|skill| skill["findings"].as_array().expect("findings").is_empty());
        if valid != Some(theirs) {
            wrong.push(format!("{path}: {verdict}, ours {valid:?}"));
        }
    };
    for row in table(&set.join("corpus-truth.tsv")) {
        let path = format!("{}/{}", row["repo"], row["skill_dir"]);
        let path = path.trim_end_matches(['/', '.']).to_owned();
        compare(path.clone(), &row["skills_ref"], ours.get(&path));
    }
    for row in table(&set.join("edge/truth.tsv")) {
        let prefix = format!("{}/", row["case"]);
        let skill = edge.iter().find(|(path, _)| path.starts_with(&prefix)).map(|(_, skill)| skill);
        compare(row["case"].clone(), &row["skills_ref"], skill);
    }
    println!("verdicts that agree with the reference: {} of {all}", all - wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_token_estimate_is_within_its_bounds() {
    let Some(set) = set() else { return };
    let context = TestContext::new();
    let corpus = unpack(&context, &set);
    let ours = lint(&context, &corpus, &["--tokens"]);
    let (mut errors, mut over, mut missed, mut false_alarms) = (Vec::new(), 0, 0, 0);
    for row in table(&set.join("corpus-truth.tsv")) {
        let path = format!("{}/{}", row["repo"], row["skill_dir"]);
        let Ok(tokens) = row["body_tokens_o200k"].parse::<u32>() else { continue };
        let Some(skill) = ours.get(path.trim_end_matches(['/', '.'])).filter(|_| tokens >= 30) else {
            continue;
        };
        let estimate = u32::try_from(skill["body"].as_u64().expect("a count")).expect("a small count");
        errors.push(f64::from(estimate.abs_diff(tokens)) / f64::from(tokens));
        over += u32::from(tokens >= 5000);
        missed += u32::from(tokens >= 5000 && estimate < 5000);
        false_alarms += u32::from(tokens < 5000 && estimate >= 5000);
    }
    let count = f64::from(u32::try_from(errors.len()).expect("a small count"));
    let mean = errors.iter().sum::<f64>() / count;
    println!(
        "{} bodies: mean error {:.2} %, {missed} of {over} over budget missed, {false_alarms} false alarms",
        errors.len(),
        mean * 100.0
    );
    assert!(mean <= 0.045, "mean error {mean}");
    assert!(f64::from(missed) <= 0.04 * f64::from(over), "{missed} of {over} missed");
}

#[test]
fn safe_fixes_are_applied_once_and_make_no_skill_worse() {
    let Some(set) = set() else { return };
    let context = TestContext::new();
    let corpus = unpack(&context, &set);
    let errors = |skills: &BTreeMap<String, serde_json::Value>| -> BTreeMap<String, usize> {
        let count = |skill: &serde_json::Value| {
            let findings = skill["findings"].as_array().expect("findings");
            findings.iter().filter(|finding| finding["severity"] == "error").count()
        };
        skills.iter().map(|(path, skill)| (path.clone(), count(skill))).collect()
    };
    let before = errors(&lint(&context, &corpus, &[]));
    let after = errors(&lint(&context, &corpus, &["--fix"]));
    let worse: Vec<_> =
        after.iter().filter(|(path, count)| before.get(*path).is_some_and(|old| old < *count)).collect();
    assert!(worse.is_empty(), "{worse:?}");
    let again =
        context.command(["lint", "--fix", "--format", "concise", "--fail-on", "never", "corpus"]).output();
    let again = context.ran(&again.expect("a run")).ends_with(0).never_says("Fixed");
    println!("errors before {}, after {}\n{}", sum(&before), sum(&after), again.stderr);
}

fn sum(counts: &BTreeMap<String, usize>) -> usize {
    counts.values().sum()
}
