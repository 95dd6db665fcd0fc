//! `skill pack`: what goes in, what stays out, and the same bytes wherever and whenever.

use std::{
    collections::BTreeMap,
    fs,
    io::{Cursor, Read as _},
    path::Path,
};

use proptest::prelude::*;

use crate::support::{self, TestContext};

const MANIFEST: &str =
    "---\nname: demo\ndescription: Says hello. Use when somebody greets.\n---\n# Demo\n\nSay hello.\n";

fn demo() -> TestContext {
    let context = TestContext::new();
    context.write("demo/SKILL.md", MANIFEST);
    context.write("demo/references/a.md", "ref\n");
    context.write("demo/scripts/run.sh", "#!/bin/sh\necho hi\n");
    make_executable(&context.project().join("demo/scripts/run.sh"));
    context
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) {}

/// Every entry of a zip: path to (mode, content).
fn unzipped(bytes: &[u8]) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).expect("an entry");
            let mut content = Vec::new();
            entry.read_to_end(&mut content).expect("content");
            let name = String::from_utf8(entry.name_raw().to_vec()).expect("UTF-8");
            (name, (entry.unix_mode().expect("a mode"), content))
        })
        .collect()
}

fn packed(context: &TestContext, archive: &str) -> Vec<u8> {
    fs::read(context.project().join(archive)).unwrap_or_else(|error| panic!("{archive}: {error}"))
}

fn names(context: &TestContext, archive: &str) -> Vec<String> {
    unzipped(&packed(context, archive)).into_keys().collect()
}

#[test]
fn a_skill_is_packed_below_its_name_with_modes_and_content() {
    let context = demo();
    context.run("pack demo").ends_with(0).says("Packed demo -> demo.zip (3 files");
    let entries = unzipped(&packed(&context, "demo.zip"));
    let expected = ["demo/SKILL.md", "demo/references/a.md", "demo/scripts/run.sh"];
    assert_eq!(entries.keys().collect::<Vec<_>>(), expected);
    assert_eq!(entries["demo/SKILL.md"].1, MANIFEST.as_bytes());
    assert_eq!(entries["demo/SKILL.md"].0, 0o100_644);
    #[cfg(unix)]
    assert_eq!(entries["demo/scripts/run.sh"].0, 0o100_755);
}

#[test]
fn packing_twice_gives_the_same_bytes() {
    let mut context = demo();
    context.run("pack demo").ends_with(0);
    let first = packed(&context, "demo.zip");
    context.run("pack demo").ends_with(0).says("Unchanged demo");
    let skill = context.project().join("demo/SKILL.md");
    for time in [0, 1, 4_000_000_000] {
        let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(time);
        fs::File::options()
            .write(true)
            .open(&skill)
            .and_then(|file| file.set_modified(time))
            .expect("a time");
        for zone in ["America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati"] {
            fs::remove_file(context.project().join("demo.zip")).expect("the archive");
            context.set("TZ", zone).set("LC_ALL", "tr_TR.UTF-8");
            context.run("pack demo").ends_with(0);
            assert_eq!(packed(&context, "demo.zip"), first, "{zone}");
        }
    }
    context.set("SOURCE_DATE_EPOCH", "0");
    context.run("pack demo").ends_with(0);
    assert_eq!(packed(&context, "demo.zip"), first);
    context.set("SOURCE_DATE_EPOCH", "1700000000");
    context.run("pack demo").ends_with(0);
    assert_ne!(packed(&context, "demo.zip"), first);
    context.set("SOURCE_DATE_EPOCH", "soon");
    context.run("pack demo").ends_with(2).says("`SOURCE_DATE_EPOCH` is `soon`");
}

#[cfg(unix)]
#[test]
fn the_umask_and_odd_modes_leave_no_trace() {
    use std::os::unix::fs::PermissionsExt as _;
    let context = demo();
    context.run("pack demo").ends_with(0);
    let first = packed(&context, "demo.zip");
    for (path, mode) in
        [("demo/SKILL.md", 0o600), ("demo/references/a.md", 0o664), ("demo/scripts/run.sh", 0o4711)]
    {
        fs::set_permissions(context.project().join(path), fs::Permissions::from_mode(mode)).expect("a mode");
    }
    context.run("pack demo --out other.zip").ends_with(0);
    assert_eq!(packed(&context, "other.zip"), first);
}

#[test]
fn the_version_is_part_of_the_file_name() {
    let context = demo();
    context.write("demo/SKILL.md", MANIFEST.replace("---\n#", "metadata:\n  version: \"1.2.0\"\n---\n#"));
    context.run("pack demo").ends_with(0);
    assert!(context.exists("demo-1.2.0.zip"));
    context.run("pack demo --ext skill --layout root").ends_with(0);
    assert_eq!(names(&context, "demo-1.2.0.skill")[0], "SKILL.md");
    context.run("pack demo --out build").ends_with(0);
    assert!(context.exists("build/demo-1.2.0.zip"));
    context.run("pack demo --out named.skill").ends_with(0);
    assert!(context.exists("named.skill"));
}

#[test]
fn junk_credentials_settings_and_hidden_files_stay_out() {
    let context = demo();
    for path in [
        "__pycache__/a.pyc",
        ".git/config",
        "node_modules/x/index.js",
        ".DS_Store",
        ".env",
        "keys/id_rsa",
        "skill.toml",
        ".skillignore",
        "notes.md~",
        ".hidden",
        ".idea/x.xml",
        "demo-0.9.zip",
    ] {
        context.write(&format!("demo/{path}"), "");
    }
    context.write("demo/.env.example", "KEY=");
    context.write("demo/src/__init__.py", "");
    context.run("pack demo --include .env.example --include .env --include node_modules").ends_with(0);
    let expected = [".env.example", "SKILL.md", "references/a.md", "scripts/run.sh", "src/__init__.py"]
        .map(|path| format!("demo/{path}"));
    assert_eq!(names(&context, "demo.zip"), expected);
    let listed = context.run("pack demo --list").ends_with(0);
    let words: Vec<String> =
        listed.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for text in [".env may hold credentials", "keys/id_rsa may hold credentials", ".hidden hidden"] {
        assert!(words.iter().any(|line| line == text), "{text}\n{listed}");
    }
    listed.prints("skill.toml").prints("settings of `skill`");
}

#[test]
fn ignore_files_of_git_and_of_the_skill_are_honoured() {
    let context = demo();
    context.write(".git/info/exclude", "excluded.md\n");
    context.write(".gitignore", "*.log\nbuild/\n!kept.log\n");
    context.write("demo/.gitignore", "/local.md\n");
    context.write("demo/.skillignore", "drafts/\n!forced.log\n");
    for path in [
        "a.log",
        "kept.log",
        "forced.log",
        "build/x.md",
        "local.md",
        "sub/local.md",
        "drafts/d.md",
        "excluded.md",
    ] {
        context.write(&format!("demo/{path}"), "");
    }
    context.run("pack demo").ends_with(0);
    let names = names(&context, "demo.zip");
    for path in ["forced.log", "kept.log", "sub/local.md"] {
        assert!(names.contains(&format!("demo/{path}")), "{path} is in {names:?}");
    }
    assert_eq!(names.len(), 6, "{names:?}");
    context.run("pack demo --include build/x.md --exclude kept.log --out other.zip").ends_with(0);
    let names = self::names(&context, "other.zip");
    assert!(names.contains(&"demo/build/x.md".to_owned()) && !names.contains(&"demo/kept.log".to_owned()));
}

#[test]
fn outside_of_a_repository_gitignore_has_no_say() {
    let context = demo();
    context.write("demo/.gitignore", "references/\n");
    context.run("pack demo").ends_with(0);
    assert!(names(&context, "demo.zip").contains(&"demo/references/a.md".to_owned()));
}

#[test]
fn settings_of_the_nearest_skill_toml_hold_and_slips_are_named() {
    let context = demo();
    context.write("demo/skill.toml", "[lint]\nprofiles = [\"spec\"]\n[pack]\nlayout = \"root\"\next = \"skill\"\nexclude = [\"references/\"]\n");
    context.run("pack demo").ends_with(0);
    assert_eq!(names(&context, "demo.skill"), ["SKILL.md", "scripts/run.sh"]);
    context.write("demo/skill.toml", "[pack]\nexlude = []\n");
    context.run("pack demo").ends_with(2).says("`exlude` is no setting of `[pack]`").says("`exclude`");
}

#[test]
fn a_left_out_file_that_the_text_names_is_an_error() {
    let context = demo();
    context.write("demo/.skillignore", "drafts/\n");
    context.write("demo/drafts/d.md", "");
    context.write("demo/SKILL.md", format!("{MANIFEST}See [drafts](drafts/d.md#top).\n"));
    context.run("pack demo").ends_with(1).says("names `drafts/d.md`, which is left out");
    assert!(!context.exists("demo.zip"));
    context.run("pack demo --include drafts/d.md").ends_with(0);
    context.write("demo/.env", "KEY=1");
    context.write("demo/SKILL.md", format!("{MANIFEST}Put the key into `.env`.\n"));
    context.run("pack demo").ends_with(0);
}

#[cfg(unix)]
#[test]
fn inner_links_are_stored_as_content_and_outer_ones_refused() {
    use std::os::unix::fs::symlink;
    let context = demo();
    let at = |path: &str| context.project().join(path);
    symlink("references/a.md", at("demo/b.md")).expect("a link");
    symlink("references", at("demo/refs")).expect("a link");
    context.run("pack demo").ends_with(0);
    let entries = unzipped(&packed(&context, "demo.zip"));
    assert_eq!(entries["demo/b.md"].1, b"ref\n");
    assert_eq!(entries["demo/refs/a.md"], (0o100_644, b"ref\n".to_vec()));
    fs::remove_file(at("demo.zip")).expect("the archive");

    for (target, code, words) in [
        ("/etc/passwd", 4, "lies outside the repository"),
        ("../secret.txt", 4, "lies outside the repository"),
        ("gone", 1, "does not exist"),
        (".", 1, "circle"),
    ] {
        context.write("secret.txt", "");
        symlink(target, at("demo/link")).expect("a link");
        context.run("pack demo").ends_with(code).says("`link`").says(words);
        assert!(!context.exists("demo.zip"), "{target}");
        fs::remove_file(at("demo/link")).expect("a link");
    }

    // Inside one repository a link may leave the skill, but not for credentials.
    context.write(".git/HEAD", "");
    context.write("shared/x.md", "shared");
    context.write("shared/.env", "KEY=1");
    symlink("../shared", at("demo/shared")).expect("a link");
    context.run("pack demo").ends_with(0);
    let names = names(&context, "demo.zip");
    assert!(
        names.contains(&"demo/shared/x.md".to_owned()) && !names.contains(&"demo/shared/.env".to_owned())
    );
    symlink("../shared/.env", at("demo/config.txt")).expect("a link");
    context.run("pack demo").ends_with(3).says("credentials are never packed");
}

#[cfg(unix)]
#[test]
fn a_socket_in_the_folder_is_refused_by_name() {
    let context = demo();
    let _socket = std::os::unix::net::UnixListener::bind(context.project().join("demo/s")).expect("a socket");
    context.run("pack demo").ends_with(4).says("`s`: it is a socket, pipe or device");
}

#[test]
fn the_gate_stops_a_broken_skill_and_names_what_is_wrong() {
    let context = demo();
    context.write("demo/SKILL.md", "# no head\n");
    context.run("pack demo").ends_with(1).says("SKILL.md").says("`skill lint`");
    context.write("demo/SKILL.md", MANIFEST.replace("name: demo", "name: other"));
    context.run("pack demo").ends_with(1).says("other");
    context.run("pack demo --fail-on never").ends_with(0);
    assert_eq!(names(&context, "other.zip")[0], "other/SKILL.md");
    context.write("demo/SKILL.md", MANIFEST);
    context.write("demo/inner/SKILL.md", MANIFEST);
    context.run("pack demo").ends_with(1).says("pack-multi-skill");
    context.run("pack demo --exclude inner").ends_with(0);
    context.write("demo/assets/more.tar.gz", "");
    context.run("pack demo --exclude inner").ends_with(1).says("pack-nested-archive");
}

#[test]
fn the_chosen_profile_judges_the_archive_and_junk_fails_nothing() {
    let context = demo();
    context.write("demo/__pycache__/a.pyc", "");
    let report = context.run("pack demo --fail-on warning --json").ends_with(0).json();
    assert_eq!(report["skills"][0]["leftOut"][0]["path"], "__pycache__");
    context.run("pack demo --profile nowhere").ends_with(2).says("there is no profile `nowhere`");
    context.write("demo/SKILL.md", MANIFEST.replace("---\n#", "version: 1\n---\n#"));
    context.run("pack demo").ends_with(0);
    context.run("pack demo --profile skills-ref").ends_with(1);
    context.write("demo/skill.toml", "[pack]\nprofiles = [\"skills-ref\"]\n");
    let refused = context.run("pack demo --json").ends_with(1).json();
    assert_eq!(refused["refused"]["path"], "demo");
    context.run("pack demo --profile spec").ends_with(0);
}

#[test]
fn several_skills_give_one_archive_each() {
    let context = TestContext::new();
    for name in ["one", "two"] {
        context.write(
            &format!("skills/{name}/SKILL.md"),
            MANIFEST.replace("name: demo", &format!("name: {name}")),
        );
    }
    context.write(".claude/skills/installed/SKILL.md", MANIFEST.replace("demo", "installed"));
    context.run("pack").ends_with(0);
    assert_eq!(names(&context, "dist/one.zip"), ["one/SKILL.md"]);
    assert_eq!(names(&context, "dist/two.zip"), ["two/SKILL.md"]);
    assert!(!context.exists("dist/installed.zip"));
    context.run("pack skills/one skills/two --out all.zip").ends_with(2).says("don't go into the one file");
    context.write("skills/two/SKILL.md", "broken");
    fs::remove_dir_all(context.project().join("dist")).expect("the archives");
    context.run("pack skills/one skills/two").ends_with(1);
    assert!(!context.exists("dist"), "all or none");
}

#[test]
fn packing_in_the_skills_own_folder_never_packs_the_archive() {
    let context = demo();
    for _ in 0..2 {
        context.run("-C demo pack").ends_with(0);
        assert_eq!(names(&context, "demo/demo.zip").len(), 3);
    }
    context.run("-C demo pack --out odd-name.zip").ends_with(0);
    context.run("-C demo pack --out odd-name.zip").ends_with(0);
    assert_eq!(names(&context, "demo/odd-name.zip").len(), 3);
    context.run("pack demo/SKILL.md --exclude odd-name.zip --out by-file.zip").ends_with(0);
    assert_eq!(names(&context, "by-file.zip").len(), 3);
}

#[test]
fn a_dry_run_says_what_it_would_do_and_writes_nothing() {
    let context = demo();
    let before = support::listing(&context.project());
    let ran = context.run("pack demo --dry-run --json").ends_with(0);
    let report = ran.json();
    assert_eq!(report["format"], "skill.pack/1");
    let one = &report["skills"][0];
    assert_eq!((one["name"].as_str(), one["written"].as_bool()), (Some("demo"), Some(false)));
    assert_eq!(one["files"].as_array().map(Vec::len), Some(3));
    context.run("pack demo --list").ends_with(0).prints("scripts/run.sh");
    assert_eq!(support::listing(&context.project()), before);
    context.run("pack demo").ends_with(0);
    let bytes = packed(&context, "demo.zip");
    assert_eq!(one["size"].as_u64(), Some(bytes.len() as u64));
}

#[test]
fn paths_that_are_no_skills_are_told_apart() {
    let context = demo();
    context.write("empty/x.md", "");
    context.run("pack gone").ends_with(1).says("there is nothing at");
    context.run("pack empty").ends_with(1).says("there is no SKILL.md in").says("skill new --here");
    context.run("pack demo").ends_with(0);
    context.run("pack demo.zip").ends_with(1).says("is an archive").says("skill pack --check");
    context.run("pack demo --fail-on loud").ends_with(2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_files_pack_twice_to_the_same_bytes_and_come_out_whole(
        files in proptest::collection::btree_map("[a-d\u{e9}\u{6570}]{1,3}(/[e-h]{1,2}){0,2}\\.md", proptest::collection::vec(any::<u8>(), 0..200), 0..8),
    ) {
        let context = demo();
        for (path, content) in &files {
            context.write(&format!("demo/{path}"), content);
        }
        context.run("pack demo").ends_with(0);
        context.run("pack demo --out again.zip").ends_with(0);
        let bytes = packed(&context, "demo.zip");
        prop_assert_eq!(&bytes, &packed(&context, "again.zip"));
        let entries = unzipped(&bytes);
        prop_assert_eq!(entries.len(), files.len() + 3);
        for (path, content) in &files {
            prop_assert_eq!(&entries[&format!("demo/{path}")].1, content);
        }
    }
}
