//! What platforms ask of an archive: layout, what stays out, what is changed on the way, and the manifest beside it.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use crate::support::{self, TestContext, git::RepoBuilder, schema::faults};

const MANIFEST: &str =
    "---\nname: demo\ndescription: Says hello. Use when somebody greets.\n---\n# Demo\n\nSay hello.\n";

const TELEAI: &str = "---\nname: demo\ndisplay_name: Demo\ndescription: Says hello. Use when somebody greets.\ndescription_zh: 问候\ndescription_en: Says hello.\ncategory: office\nversion: 1.0.0\nauthor: me\ndelivery: managed\n---\n# Demo\n\n1. Say hello. Stop when nobody answers.\n";

fn demo(manifest: &str) -> TestContext {
    let context = TestContext::new();
    context.write("demo/SKILL.md", manifest);
    context.write("demo/scripts/run.sh", "#!/bin/sh\nset -eu\necho hi\n");
    support::skill::make_executable(&context.project().join("demo/scripts/run.sh"));
    context.write("demo/evals/evals.json", "{}\n");
    context
}

fn schema(name: &str) -> serde_json::Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas").join(name);
    serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON")
}

fn entries(context: &TestContext, archive: &str) -> BTreeMap<String, Vec<u8>> {
    use std::io::Read as _;
    let file = fs::File::open(context.project().join(archive)).expect("an archive");
    let mut zip = zip::ZipArchive::new(file).expect("a zip");
    (0..zip.len())
        .map(|index| {
            let mut entry = zip.by_index(index).expect("an entry");
            let mut content = Vec::new();
            entry.read_to_end(&mut content).expect("content");
            (String::from_utf8(entry.name_raw().to_vec()).expect("UTF-8"), content)
        })
        .collect()
}

fn names(context: &TestContext, archive: &str) -> Vec<String> {
    entries(context, archive).into_keys().collect()
}

#[test]
fn each_profile_decides_where_files_lie_and_what_stays_out() {
    for (profile, manifest, top, has_evals) in [
        ("spec", MANIFEST, "demo/", true),
        ("claude", MANIFEST, "demo/", false),
        ("openai", MANIFEST, "demo/", false),
        ("google", MANIFEST, "demo/", false),
        ("teleai", TELEAI, "demo/", false),
        ("model-studio", MANIFEST, "", false),
        ("prisma-airs", MANIFEST, "", true),
        ("qoder", MANIFEST, "", false),
        ("agentcore", MANIFEST, "demo/", false),
    ] {
        let context = demo(manifest);
        context.run(&format!("pack demo --profile {profile} --out x.zip")).ends_with(0);
        let mut expected = vec![format!("{top}SKILL.md"), format!("{top}scripts/run.sh")];
        if has_evals {
            expected.insert(1, format!("{top}evals/evals.json"));
        }
        assert_eq!(names(&context, "x.zip"), expected, "{profile}");
        context.run(&format!("pack --check x.zip --profile {profile}")).ends_with(0);
    }
    let context = demo(MANIFEST);
    context.run("pack demo --profile claude --include evals/").ends_with(0);
    assert_eq!(names(&context, "demo.zip").len(), 3);
    context.run("pack demo --profile claude --list").ends_with(0).prints("kept out of uploads");
}

#[test]
fn profiles_that_ask_for_different_archives_are_told_apart() {
    let context = demo(MANIFEST);
    context
        .run("pack demo --profile claude,model-studio")
        .ends_with(2)
        .says("another layout")
        .says("--layout");
    context.run("pack demo --profile openai --ext skill").ends_with(1).says("pack-root").says("`.zip`");
    context.run("pack demo --profile claude --layout root").ends_with(1).says("pack-root");
    context.run("pack demo --profile claude,spec,qoder").ends_with(0);
    assert_eq!(names(&context, "demo.zip")[0], "demo/SKILL.md");
    context.write(
        "mine.toml",
        "name = \"mine\"\nextends = \"spec\"\n[limits]\nfiles = 1\n[pack]\nlayouts = [\"root\"]\n",
    );
    context.write("skill.toml", "[pack]\nprofiles = [\"mine.toml\"]\n");
    context.run("pack demo").ends_with(1).says("pack-too-many-files");
    context.write(
        "skill.toml",
        "[pack]\nprofiles = [\"mine.toml\"]\n[lint.rules]\npack-too-many-files = \"off\"\n",
    );
    context.run("pack demo").ends_with(0);
    assert_eq!(names(&context, "demo.zip")[0], "SKILL.md");
    context.write("skill.toml", "[pack]\nprofiles = [\"gone.toml\"]\n");
    context.run("pack demo").ends_with(2).says("gone.toml");
}

#[test]
fn changes_are_made_to_what_goes_in_only_and_told() {
    let mark = "\u{feff}";
    let text = format!(
        "{mark}{}",
        TELEAI.replace("author: me", "author: me\nmetadata:\n  github-repo: a/b\n  team: x")
    );
    let context = demo(&text.replace('\n', "\r\n"));
    context.write("demo/assets/data.csv", format!("{mark}a\r\nb\r\n"));
    context.write("demo/assets/data.bin", b"\0\r\n");
    let before = support::listing(&context.project().join("demo"));
    let ran = context.run("pack demo --profile teleai").ends_with(0);
    for words in ["pack-lossy", "its byte order mark is taken away", "CR LF written as LF", "`github-repo`"] {
        assert!(ran.stderr.contains(words), "{words}\n{ran}");
    }
    assert_eq!(support::listing(&context.project().join("demo")), before, "the working tree is not touched");
    let entries = entries(&context, "demo-1.0.0.zip");
    let expected = TELEAI.replace("author: me", "author: me\nmetadata:\n  team: x");
    assert_eq!(String::from_utf8_lossy(&entries["demo/SKILL.md"]), expected);
    assert_eq!(entries["demo/assets/data.csv"], b"a\nb\n");
    assert_eq!(entries["demo/assets/data.bin"], b"\0\r\n");
    context
        .run("pack demo --profile teleai --no-transform --out n.zip")
        .ends_with(1)
        .says("error[pack-lossy]");
    assert!(!context.exists("n.zip"));
    context.run("pack demo --profile teleai --list").ends_with(0).prints("byte order mark");
}

#[test]
fn under_the_specification_line_ends_stay() {
    let context = demo(&MANIFEST.replace('\n', "\r\n"));
    context.run("pack demo").ends_with(0);
    assert_eq!(entries(&context, "demo.zip")["demo/SKILL.md"], MANIFEST.replace('\n', "\r\n").as_bytes());
    context.run("pack demo --no-transform").ends_with(0);
}

#[test]
fn tracked_files_stay_in_whatever_the_ignore_files_say() {
    let context = demo(MANIFEST);
    let mut repository = RepoBuilder::new(context.project());
    repository.git(&["add", "."]);
    context.write("demo/build/kept.md", "kept\n");
    context.write("demo/kept.log", "kept\n");
    repository.git(&["add", "."]);
    context.write(".gitignore", "build/\n*.log\n");
    context.write("demo/build/new.md", "");
    context.write("demo/new.log", "");
    context.write("demo/untracked.md", "");
    context.run("pack demo").ends_with(0);
    let expected =
        ["SKILL.md", "build/kept.md", "evals/evals.json", "kept.log", "scripts/run.sh", "untracked.md"];
    assert_eq!(names(&context, "demo.zip"), expected.map(|path| format!("demo/{path}")));
    repository.commit("All");
    context.run("pack demo").ends_with(0).says("Unchanged");
    context.run("pack demo --exclude kept.log --exclude build/").ends_with(0);
    assert_eq!(names(&context, "demo.zip").len(), 4);
    fs::write(context.project().join(".git/index"), "damaged").expect("an index");
    context
        .run("pack demo")
        .ends_with(0)
        .says("warning: tracked files that match an ignore pattern stay out");
}

#[test]
fn files_that_any_document_names_must_be_in() {
    let context = demo(MANIFEST);
    context.write("demo/.skillignore", "drafts/\n");
    context.write("demo/drafts/a.md", "");
    context.write("demo/references/x.md", "See [a](../drafts/a.md).\n");
    context.run("pack demo").ends_with(1).says("pack-ignored-but-referenced").says("demo/references/x.md");
    context.write("demo/references/x.md", "drafts are not here\n");
    context.run("pack demo").ends_with(0);
}

#[test]
fn the_manifest_tells_what_is_in_the_archive_and_keeps_to_its_schema() {
    let context = demo(TELEAI);
    let report = context.run("pack demo --profile teleai --manifest --json").ends_with(0).json();
    assert_eq!(faults(&schema("pack.json"), &report), [] as [&str; 0], "{report:#}");
    let text = context.read("demo-1.0.0.manifest.json");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(faults(&schema("package.json"), &manifest), [] as [&str; 0], "{text}");
    assert!(!text.contains(&*context.project().to_string_lossy()), "nothing of this machine");
    for key in ["name", "version", "size", "sha256", "digest", "layout", "profiles", "files"] {
        assert_eq!(manifest[key], report["skills"][0][key], "{key}");
    }
    context.run("pack demo --profile teleai --manifest").ends_with(0);
    assert_eq!(context.read("demo-1.0.0.manifest.json"), text);
    // Packed in its own folder, neither the archive nor the manifest goes in.
    context.run("-C demo pack --manifest").ends_with(0);
    context.run("-C demo pack --manifest").ends_with(0).says("Unchanged");
    let dry =
        context.run("pack demo --profile teleai --manifest --out y.zip --dry-run --json").ends_with(0).json();
    assert_eq!(faults(&schema("pack.json"), &dry), [] as [&str; 0], "{dry:#}");
    assert!(!context.exists("y.zip") && !context.exists("y.manifest.json"));
    context.write("demo/SKILL.md", "nothing");
    let refused = context.run("pack demo --json").ends_with(1).json();
    assert_eq!(faults(&schema("pack.json"), &refused), [] as [&str; 0], "{refused:#}");
    let checked = context.run("pack --check demo-1.0.0.zip --json").ends_with(0).json();
    assert_eq!(faults(&schema("pack.json"), &checked), [] as [&str; 0], "{checked:#}");
}

#[test]
fn another_reader_finds_the_same_files_bytes_and_modes() {
    const READ: &str = "import sys, zipfile, hashlib\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nfor i in z.infolist():\n    print(i.filename, oct(i.external_attr >> 16), hashlib.sha256(z.read(i)).hexdigest(), i.date_time[:3], len(i.extra))\n";
    let context = demo(MANIFEST);
    context.write("demo/references/数据.md", "数据\n");
    context.write("demo/assets/large.txt", "all work and no play\n".repeat(20_000));
    let report = context.run("pack demo --json").ends_with(0).json();
    let Ok(output) =
        Command::new("python3").args(["-c", READ, "demo.zip"]).current_dir(context.project()).output()
    else {
        return;
    };
    let read = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected: String = report["skills"][0]["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| {
            let text = |key: &str| file[key].as_str().expect("a text").to_owned();
            let sha256 = text("sha256").replace("sha256:", "");
            format!("demo/{} 0o{} {sha256} (1980, 1, 1) 0\n", text("path"), text("mode"))
        })
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(read, expected, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_manifest_in_small_letters_is_packed_in_the_one_spelling_and_installs() {
    let context = TestContext::new();
    let head =
        "name: demo\ndescription: Says hello. Use when somebody greets.\nmetadata:\n  version: \"1.0.0\"";
    context.write("demo/skill.md", format!("---\n{head}\n---\n# Demo\n\nSay hello.\n"));
    context.run("pack demo --profile claude").ends_with(0).says("`skill.md` is packed as `SKILL.md`");
    let archive = names(&context, "demo-1.0.0.zip");
    assert_eq!(archive, ["demo/SKILL.md"]);
    fs::create_dir(context.project().join("elsewhere")).expect("a folder");
    context.run("install --project elsewhere ./demo-1.0.0.zip").ends_with(0);
    context.run("pack demo --no-transform").ends_with(1).says("pack-lossy");
    context.run("pack demo --bump patch").ends_with(0);
    assert!(context.read("demo/skill.md").contains("1.0.1"));
}
