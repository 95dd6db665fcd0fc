//! Skills out of folders on disk: links of every kind, junk and limits.
#![expect(clippy::disallowed_methods, reason = "tests make real files")]

use std::{fs, os::unix::fs::symlink};

use super::*;
use crate::host::fs::Disk;

/// A repository with a skill at `skills/x`, and what `make` adds below that folder.
fn assembled(make: impl FnOnce(&std::path::Path)) -> Assembled {
    let root = tempfile::tempdir().expect("a folder");
    let skill = root.path().join("skills/x");
    fs::create_dir_all(skill.join("references")).expect("a folder");
    fs::create_dir_all(root.path().join("shared/deep")).expect("a folder");
    fs::write(skill.join("SKILL.md"), "x").expect("a file");
    fs::write(skill.join("references/a.md"), "a").expect("a file");
    fs::write(root.path().join("shared/s.md"), "shared").expect("a file");
    fs::write(root.path().join("shared/deep/d.md"), "deep").expect("a file");
    make(&skill);
    assemble(&Disk::new(root.path()), "skills/x", &[], Limits::default()).expect("assembled")
}

fn shown(assembled: &Assembled) -> Vec<String> {
    let text = |file: &TreeFile| {
        format!("{} {} {}", file.mode.as_str(), file.path, String::from_utf8_lossy(&file.content))
    };
    assembled.tree.files().iter().map(text).collect()
}

#[test]
fn links_inside_stay_links_and_others_become_content() {
    let found = assembled(|skill| {
        symlink("references/a.md", skill.join("inner")).expect("a link");
        symlink("../../../shared/s.md", skill.join("references/s.md")).expect("a link");
        symlink("../../shared", skill.join("all")).expect("a link");
        // It comes back to the same skill, but by way of its folder's name, which `--as` may change.
        symlink("../x/references/a.md", skill.join("around")).expect("a link");
    });
    assert_eq!(found.refused, []);
    assert_eq!(
        shown(&found),
        [
            "100644 SKILL.md x",
            "100644 all/deep/d.md deep",
            "100644 all/s.md shared",
            "100644 around a",
            "120000 inner references/a.md",
            "100644 references/a.md a",
            "100644 references/s.md shared",
        ]
    );
    assert_eq!(found.replaced.len(), 3);
}

#[test]
fn links_that_leave_dangle_or_turn_in_a_circle_are_refused_by_name() {
    let found = assembled(|skill| {
        symlink("/etc/passwd", skill.join("absolute")).expect("a link");
        symlink("../../../outside", skill.join("escape")).expect("a link");
        symlink("none", skill.join("dangling")).expect("a link");
        symlink("loop", skill.join("loop")).expect("a link");
        symlink("..", skill.join("references/up")).expect("a link");
        symlink("../../.git/config", skill.join("git")).expect("a link");
    });
    let told: Vec<_> =
        found.refused.iter().map(|refused| format!("{}: {}", refused.path, refused.why)).collect();
    assert_eq!(
        told,
        [
            "absolute: it is a link to `/etc/passwd`, which lies outside the repository",
            "dangling: it is a link to `none`, which does not exist",
            "escape: it is a link to `../../../outside`, which lies outside the repository",
            "git: it is a link to `../../.git/config`, which is never part of a skill",
            "loop: it is a link to `loop`, which turns in a circle",
            "references/up: it is a link to `..`, which turns in a circle",
        ]
    );
}

#[test]
fn junk_is_left_out_and_limits_hold() {
    let found = assembled(|skill| {
        fs::create_dir_all(skill.join("node_modules/a")).expect("a folder");
        fs::write(skill.join("scripts.pyc"), "").expect("a file");
        fs::write(skill.join("__init__.py"), "").expect("a file");
    });
    assert_eq!(found.left_out, ["node_modules", "scripts.pyc"]);
    assert!(found.tree.file("__init__.py").is_some());
    let root = tempfile::tempdir().expect("a folder");
    fs::write(root.path().join("SKILL.md"), "0123456789").expect("a file");
    let limits = Limits { unpacked: 9, ..Limits::default() };
    let error = assemble(&Disk::new(root.path()), "", &[], limits).expect_err("too large");
    assert_eq!(error.to_string(), "the skill at `.` has more than 9 bytes");
}
