//! The whole road for every profile: a fresh skill, its placeholders filled, linted, packed; and the archive held to
//! each clause of the profile by another program's reading. The clauses are written down here once more, from the
//! platforms' pages, so that a slip in a profile's file shows.

use std::{collections::BTreeSet, fs};

use serde_json::Value;

use crate::support::{TestContext, reader};

/// What an uploader asks of an archive.
#[derive(Clone, Copy)]
struct Clauses {
    profile: &'static str,
    /// Files at the root rather than in one folder called as the skill.
    is_root: bool,
    /// Bytes of the archive, of all files, of one file, and the number of files.
    most: [u64; 4],
    keeps_evals: bool,
    is_unix: bool,
    strips_mark: bool,
    is_text_only: bool,
}

const ANY: u64 = u64::MAX;
const MIB: u64 = 1024 * 1024;

const PLAIN: Clauses = Clauses {
    profile: "spec",
    is_root: false,
    most: [ANY; 4],
    keeps_evals: false,
    is_unix: false,
    strips_mark: true,
    is_text_only: false,
};

const ALL: [Clauses; 17] = [
    Clauses { keeps_evals: true, ..PLAIN },
    Clauses { profile: "skills-ref", keeps_evals: true, strips_mark: false, ..PLAIN },
    Clauses { profile: "client", keeps_evals: true, ..PLAIN },
    Clauses { profile: "gh", keeps_evals: true, ..PLAIN },
    Clauses { profile: "stabledge", keeps_evals: true, ..PLAIN },
    Clauses { profile: "claude", most: [ANY, 30 * MIB, ANY, ANY], ..PLAIN },
    Clauses { profile: "openai", most: [50 * MIB, ANY, 25 * MIB, 500], ..PLAIN },
    Clauses { profile: "teleai", most: [50 * MIB, ANY, ANY, ANY], is_unix: true, ..PLAIN },
    Clauses { profile: "google", most: [10 * MIB, 500 * MIB, ANY, 10_000], ..PLAIN },
    Clauses { profile: "agentcore", most: [5 * MIB, ANY, ANY, ANY], ..PLAIN },
    Clauses { profile: "qoder", is_root: true, most: [5_000_000, ANY, ANY, ANY], ..PLAIN },
    Clauses { profile: "model-studio", is_root: true, most: [50_000_000, ANY, ANY, ANY], ..PLAIN },
    Clauses { profile: "nairi", most: [32_000_000, ANY, ANY, ANY], ..PLAIN },
    Clauses { profile: "manus", most: [8 * MIB, ANY, ANY, ANY], ..PLAIN },
    Clauses { profile: "langfuse", most: [ANY, 1_000_000, ANY, 200], is_text_only: true, ..PLAIN },
    Clauses { profile: "lava", most: [ANY, 500_000, 50_000, 20], is_text_only: true, ..PLAIN },
    Clauses {
        profile: "prisma-airs",
        is_root: true,
        most: [100_000_000, 500_000_000, ANY, ANY],
        keeps_evals: true,
        ..PLAIN
    },
];

/// The text with every `[TODO…]` of a template replaced.
fn filled(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[TODO") {
        let (_, after) = after.split_once(']').expect("a placeholder has an end");
        out.push_str(before);
        out.push_str("the report of the week");
        rest = after;
    }
    out + rest
}

fn fill(folder: &std::path::Path) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            fill(&path);
        } else {
            let text = fs::read_to_string(&path).expect("a text");
            fs::write(&path, filled(&text)).expect("written");
        }
    }
}

#[test]
fn every_built_in_profile_has_its_clauses_here() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint/profiles");
    let names: BTreeSet<String> = fs::read_dir(folder)
        .expect("profiles")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            path.file_stem().expect("a name").to_string_lossy().into_owned()
        })
        .collect();
    let known: BTreeSet<String> = ALL.iter().map(|one| one.profile.to_owned()).collect();
    assert_eq!(names, known);
}

#[test]
fn a_fresh_skill_filled_in_is_packed_as_each_profile_asks() {
    let context = TestContext::new();
    for (index, clauses) in ALL.into_iter().enumerate() {
        let Clauses { profile, .. } = clauses;
        // No platform's own word in it: some are reserved.
        let name = format!("weekly-report-{index}");
        let mut words = vec![
            "new",
            &name,
            "--with",
            "all",
            "--profile",
            profile,
            "--license",
            "MIT",
            "--description",
            "Writes the report of the week from the team's notes. Use when the user asks for a weekly report.",
        ];
        if profile == "openai" {
            words.push("--openai");
        }
        if profile == "teleai" {
            for field in [
                "category=office",
                "author=Ada",
                "description_zh=写周报",
                "description_en=Writes weekly reports",
            ] {
                words.extend(["--field", field]);
            }
        }
        context.run_words(&words).ends_with(0);
        fill(&context.project().join(&name));
        context
            .run_words(&["lint", &name, "--profile", profile, "--fail-on", "warning"])
            .ends_with(0)
            .never_says("placeholder");
        // What must not come along, and what must come along changed.
        for junk in [".DS_Store", "__pycache__/x.pyc", ".env", ".git-credentials", "notes.swp", "skill.toml"]
        {
            context.write(&format!("{name}/{junk}"), "");
        }
        context.write(&format!("{name}/references/lines.md"), "\u{feff}one\r\ntwo\r\n");
        let manifest = context.read(&format!("{name}/SKILL.md"));
        let manifest = format!("{}\nSee also [the lines](references/lines.md).\n", manifest.trim_end());
        let mark = if profile == "skills-ref" { "" } else { "\u{feff}" };
        context.write(&format!("{name}/SKILL.md"), format!("{mark}{manifest}"));
        let json = context.run_words(&["pack", &name, "--profile", profile, "--json"]).ends_with(0).json();
        let file = json["skills"][0]["archive"].as_str().expect("an archive").rsplit('/').next();
        let archive = context.project().join(file.expect("a name"));
        let top = if clauses.is_root { "" } else { name.as_str() };
        let Some(read) = reader::read([(archive.as_path(), top)], true) else { return };
        assert_eq!(read[0]["digest"], json["skills"][0]["digest"], "{profile}");
        assert_eq!(read[0]["unzipped"], json["skills"][0]["digest"], "{profile}");
        assert_eq!(archive.extension().and_then(|ending| ending.to_str()), Some("zip"), "{profile}");
        let size = fs::metadata(&archive).expect("an archive").len();
        hold_to(&clauses, &name, size, read[0]["entries"].as_array().expect("entries"));
    }
}

fn hold_to(clauses: &Clauses, name: &str, size: u64, entries: &[Value]) {
    let Clauses { profile, .. } = clauses;
    let top = if clauses.is_root { String::new() } else { format!("{name}/") };
    let [archive, all, one, count] = clauses.most;
    let number = |entry: &Value, key: &str| entry[key].as_u64().expect("a number");
    assert!(size <= archive, "{profile}");
    assert!(entries.iter().map(|entry| number(entry, "size")).sum::<u64>() <= all, "{profile}");
    assert!(entries.len() as u64 <= count, "{profile}");
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry["path"].as_str().expect("a path");
        let inner =
            path.strip_prefix(&top).unwrap_or_else(|| panic!("{profile}: {path} lies beside the skill"));
        assert!(number(entry, "size") <= one, "{profile}: {path}");
        assert_eq!(number(entry, "type"), 0o100_000, "{profile}: {path} is a file");
        let is_script = inner == "scripts/run.py";
        assert_eq!(number(entry, "mode"), if is_script { 0o755 } else { 0o644 }, "{profile}: {path}");
        assert_eq!(entry["date"], serde_json::json!([1980, 1, 1, 0, 0, 0]), "{profile}: {path}");
        assert_eq!((number(entry, "extra"), number(entry, "flags"), number(entry, "system")), (0, 0, 3));
        let text = entry["text"].as_str();
        assert!(!clauses.is_text_only || text.is_some(), "{profile}: {path}");
        if let Some(text) = text {
            assert!(!clauses.is_unix || !text.contains('\r'), "{profile}: {path} has LF");
            let may_have_mark = !clauses.strips_mark || inner != "SKILL.md" && !clauses.is_unix;
            assert!(may_have_mark || !text.starts_with('\u{feff}'), "{profile}: {path} has no mark");
        }
        paths.push(inner);
    }
    let sorted: BTreeSet<&str> = paths.iter().copied().collect();
    assert!(paths.iter().copied().eq(sorted.iter().copied()), "{profile}: sorted, each once: {paths:?}");
    let mut expected = BTreeSet::from([
        "SKILL.md",
        "assets/template.md",
        "references/details.md",
        "references/lines.md",
        "scripts/run.py",
    ]);
    if clauses.keeps_evals {
        expected.insert("evals/evals.json");
    }
    if *profile == "openai" {
        expected.insert("agents/openai.yaml");
    }
    // TeleAI asks for requirements.txt where a script needs packages, which a fresh one does not.
    assert_eq!(sorted, expected, "{profile}");
}
