//! Hostile and odd archives through the front door: `skill install`.

use std::fs;

use crate::{
    forge::{Forged, tar_entry, tar_gz, zip},
    support::{TestContext, listing},
};

const MANIFEST: &str = "---\nname: x\ndescription: Says hello. Use when somebody greets.\n---\n# X\n";

fn skill() -> Forged {
    Forged::file("x/SKILL.md", MANIFEST)
}

#[test]
fn hostile_archives_are_refused_before_any_write() {
    let lie = {
        let mut entry = Forged::file("x/a", "0123456789").deflated();
        entry.size = Some(3);
        entry
    };
    let encrypted = {
        let mut entry = Forged::file("x/a", "0123456789abcdef");
        entry.flags = 1;
        entry
    };
    for (trick, bytes) in [
        ("traversal", zip(&[skill(), Forged::file("../../evil", "x")])),
        ("backslash traversal", zip(&[skill(), Forged::file("x\\..\\..\\evil", "x")])),
        ("absolute", zip(&[skill(), Forged::file("/evil", "x")])),
        ("drive", zip(&[skill(), Forged::file("C:\\evil", "x")])),
        ("below a link", zip(&[skill(), Forged::link("x/l", "../.."), Forged::file("x/l/evil", "x")])),
        ("link out", zip(&[skill(), Forged::link("x/l", "/etc/passwd")])),
        ("twins", zip(&[skill(), Forged::file("x/A", "1"), Forged::file("x/a", "2")])),
        ("device", zip(&[skill(), Forged::file("x/d", "").with_mode(0o020_644)])),
        ("size lie", zip(&[skill(), lie])),
        ("encrypted", zip(&[skill(), encrypted])),
        ("bomb", zip(&[skill(), Forged::file("x/b", vec![0; 12 << 20]).deflated()])),
        ("prefixed", [b"MZ".to_vec(), zip(&[skill()])].concat()),
        ("joined", [zip(&[skill()]), zip(&[skill(), Forged::file("x/evil", "")])].concat()),
        ("cut short", zip(&[skill()])[..40].to_vec()),
        ("hard link", tar_gz(&[tar_entry(b"x/p", b'1', 0o644, b"/etc/passwd", b"")])),
    ] {
        let context = TestContext::new();
        context.write("x.skill", bytes);
        let before = listing(&context.project());
        let ran = context.run("install ./x.skill").ends_with(4);
        assert!(ran.stderr.contains("error: "), "{trick}: {ran}");
        assert_eq!(listing(&context.project()), before, "{trick}");
        assert!(!context.root().join("evil").exists(), "{trick}");
    }
}

#[test]
fn archives_of_every_honest_shape_install_with_their_executable_bits() {
    let mut windows = [Forged::file("x\\SKILL.md", MANIFEST), Forged::file("x\\scripts\\a.sh", "a")];
    for entry in &mut windows {
        entry.mode = None;
    }
    let junk = Forged::file("__MACOSX/x/._SKILL.md", "junk");
    let script = |name: &str| Forged::file(name, "a").with_mode(0o100_755);
    for (shape, name, bytes, bit) in [
        ("one folder", "x.zip", zip(&[skill(), script("x/scripts/a.sh")]), "x"),
        ("at the root", "x.skill", zip(&[Forged::file("SKILL.md", MANIFEST), script("scripts/a.sh")]), "x"),
        ("made on Windows", "w.zip", zip(&[windows.to_vec(), vec![junk]].concat()), "-"),
        (
            "tar.gz under another name",
            "x.zip",
            tar_gz(&[
                tar_entry(b"./x/SKILL.md", b'0', 0o644, b"", MANIFEST.as_bytes()),
                tar_entry(b"./x/scripts/a.sh", b'0', 0o755, b"", b"a"),
            ]),
            "x",
        ),
    ] {
        let context = TestContext::new();
        context.write(name, bytes);
        context.run(&format!("install ./{name}")).ends_with(0);
        let installed = listing(&context.project().join(".agents/skills/x"));
        let script = if cfg!(unix) { format!("scripts/a.sh {bit} a") } else { "scripts/a.sh - a".to_owned() };
        assert_eq!(installed, [format!("SKILL.md - {MANIFEST}"), script], "{shape}");
    }
}

#[test]
fn what_pack_makes_install_gives_back() {
    let context = TestContext::new();
    context.write("x/SKILL.md", MANIFEST);
    context.write("x/references/数据.md", "数据");
    context.write("x/assets/data.bin", [0, 159, 146, 150]);
    let report = context.run("pack x --json").ends_with(0).json();
    fs::create_dir(context.project().join("elsewhere")).expect("a folder");
    context.run("install --project elsewhere ./x.zip").ends_with(0);
    assert_eq!(
        listing(&context.project().join("elsewhere/.agents/skills/x")),
        listing(&context.project().join("x"))
    );
    let lockfile = context.read("elsewhere/.agents/skills.lock");
    let digest = report["skills"][0]["digest"].as_str().expect("a digest");
    let sha256 = report["skills"][0]["sha256"].as_str().expect("a digest");
    assert!(lockfile.contains(digest) && lockfile.contains(sha256), "{lockfile}");
}
