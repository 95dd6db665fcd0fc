//! Every trick tried on archives, each made by hand and refused by name; and archives written and read back.

use proptest::prelude::*;

use super::{
    ArchiveError as E, Limits, Opened, Stamp, Verdict,
    error::NameTrick,
    forge::{Forged, gzip, overlapping, tar_entry, tar_gz, zip},
    open,
    press::{Parcel, nothing_elsewhere, pressed},
    write_tar_gz,
};
use crate::{
    host::{
        assemble::{self, assemble},
        repository::{Kind, Repository as _},
    },
    model::{
        digest::Digest,
        tree::{Mode, Tree, TreeFile},
    },
};

fn read(bytes: &[u8]) -> Result<Opened, E> {
    open(bytes, "x.zip", Limits::default())
}

#[track_caller]
fn refused(bytes: &[u8]) -> E {
    match read(bytes) {
        Err(error) => {
            assert_eq!(error.verdict(), Verdict::Refused, "{error}");
            assert!(!error.to_string().is_empty());
            error
        }
        Ok(_) => panic!("it was accepted"),
    }
}

fn skill() -> Forged {
    Forged::file("x/SKILL.md", "---\nname: x\n---\n")
}

fn with(entry: Forged) -> Vec<u8> {
    zip(&[skill(), entry])
}

fn files(opened: &Opened) -> Vec<String> {
    let root = opened.skill_root().expect("a skill");
    let found = assemble(opened, root, &[], assemble::Limits::default()).expect("a tree");
    assert_eq!(found.refused, []);
    found.tree.files().iter().map(|file| format!("{} {}", file.mode.as_str(), file.path)).collect()
}

#[test]
fn names_that_leave_the_folder_are_refused_and_never_mended() {
    for (name, expected) in [
        ("../evil", NameTrick::Traversal),
        ("x/../../evil", NameTrick::Traversal),
        ("x\\..\\..\\evil", NameTrick::Traversal),
        ("/etc/evil", NameTrick::Absolute),
        ("\\evil", NameTrick::Absolute),
        ("C:\\evil", NameTrick::Drive),
        ("C:evil", NameTrick::Drive),
        ("x/a\0.md", NameTrick::Nul),
    ] {
        let error = refused(&with(Forged::file(name, "")));
        assert!(matches!(error, E::Name { trick, .. } if trick == expected), "{name:?}: {error}");
        let error = refused(&tar_gz(&[tar_entry(b"x/SKILL.md", b'0', 0o644, b"", b""), {
            // A NUL ends a name in a tar header, so that trick does not exist there.
            let name = if name.contains('\0') { "../evil" } else { name };
            tar_entry(name.as_bytes(), b'0', 0o644, b"", b"")
        }]));
        assert!(matches!(error, E::Name { .. }), "{name:?}: {error}");
    }
    let error = refused(&with(Forged::file(b"x/\xff\xfe.md".to_vec(), "")));
    assert!(matches!(error, E::Name { trick: NameTrick::NotUtf8, .. }), "{error}");
}

#[test]
fn two_entries_never_become_one_file() {
    let twice = zip(&[skill(), Forged::file("x/a", "1"), Forged::file("x/a", "2")]);
    assert!(matches!(refused(&twice), E::Twice { .. } | E::Inconsistent));
    let slashes = zip(&[skill(), Forged::file("x/a/b", "1"), Forged::file("x\\a\\b", "2")]);
    assert!(matches!(refused(&slashes), E::Twice { .. }));
    let case = zip(&[skill(), Forged::file("x/A.md", "1"), Forged::file("x/a.md", "2")]);
    assert!(matches!(refused(&case), E::Twins { .. }));
    let form = zip(&[skill(), Forged::file("x/\u{e9}.md", "1"), Forged::file("x/e\u{301}.md", "2")]);
    assert!(matches!(refused(&form), E::Twins { .. }));
    let folders = zip(&[skill(), Forged::file("X/a.md", "1")]);
    assert!(matches!(refused(&folders), E::Twins { .. }));
    let tar = tar_gz(&[
        tar_entry(b"SKILL.md", b'0', 0o644, b"", b"1"),
        tar_entry(b"./SKILL.md", b'0', 0o644, b"", b"2"),
    ]);
    assert!(matches!(refused(&tar), E::Twice { .. }));
}

#[test]
fn a_file_is_no_folder_in_either_order() {
    let file_first = zip(&[skill(), Forged::file("x/a", "1"), Forged::file("x/a/b", "2")]);
    assert!(matches!(refused(&file_first), E::BelowFile { .. }));
    let folder_first = zip(&[skill(), Forged::file("x/a/b", "2"), Forged::file("x/a", "1")]);
    assert!(matches!(refused(&folder_first), E::BelowFile { .. }));
    let named_folder =
        zip(&[skill(), Forged::file("x/a/", "").with_mode(0o040_755), Forged::file("x/a", "1")]);
    assert!(matches!(refused(&named_folder), E::BelowFile { .. }));
}

#[test]
fn nothing_is_placed_through_a_link() {
    let below = zip(&[skill(), Forged::link("x/out", "../../.."), Forged::file("x/out/evil", "")]);
    assert!(matches!(refused(&below), E::BelowLink { .. }));
    let after = zip(&[skill(), Forged::file("x/out/evil", ""), Forged::link("x/out", "/tmp")]);
    assert!(matches!(refused(&after), E::BelowFile { .. }));
    let tar = tar_gz(&[
        tar_entry(b"x/out", b'2', 0o777, b"/tmp", b""),
        tar_entry(b"x/out/evil", b'0', 0o644, b"", b""),
    ]);
    assert!(matches!(refused(&tar), E::BelowLink { .. }));
}

#[test]
fn a_link_out_of_the_archive_is_seen_and_left_to_assembly_which_refuses_it() {
    let opened = read(&with(Forged::link("x/p", "/etc/passwd"))).unwrap();
    assert_eq!(opened.kind("x/p").unwrap(), Some(Kind::Symlink));
    let found = assemble(&opened, "x", &[], assemble::Limits::default()).unwrap();
    assert_eq!(found.refused.len(), 1);
    assert!(found.refused[0].why.is_hostile());
    let inner = read(&zip(&[skill(), Forged::file("x/a.md", "a"), Forged::link("x/b.md", "a.md")])).unwrap();
    assert_eq!(files(&inner), ["100644 SKILL.md", "100644 a.md", "120000 b.md"]);
}

#[test]
fn hard_links_devices_and_odd_types_are_refused() {
    for mode in [0o010_644, 0o020_644, 0o060_644, 0o140_644] {
        let error = refused(&with(Forged::file("x/dev", "").with_mode(mode)));
        assert!(matches!(error, E::Special { .. }), "{mode:o}: {error}");
    }
    let hard = tar_gz(&[tar_entry(b"x/passwd", b'1', 0o644, b"/etc/passwd", b"")]);
    assert!(matches!(refused(&hard), E::HardLink { .. }));
    for kind in *b"346" {
        let error = refused(&tar_gz(&[tar_entry(b"x/dev", kind, 0o644, b"", b"")]));
        assert!(matches!(error, E::Special { .. }), "{error}");
    }
}

#[test]
fn sizes_and_checksums_that_lie_are_refused() {
    let mut short = Forged::file("x/a", "0123456789").deflated();
    short.size = Some(3);
    assert!(matches!(refused(&with(short)), E::SizeLie { .. } | E::Inconsistent));
    let mut long = Forged::file("x/a", "0123456789").deflated();
    long.size = Some(300);
    assert!(matches!(refused(&with(long)), E::SizeLie { .. } | E::Inconsistent));
    let mut checksum = Forged::file("x/a", "0123456789");
    checksum.checksum = Some(7);
    assert!(matches!(refused(&with(checksum)), E::Checksum { .. }));
    let mut local = Forged::file("x/a", "");
    local.local_name = Some(b"x/b".to_vec());
    assert!(matches!(refused(&with(local)), E::Inconsistent));
    assert!(matches!(refused(&overlapping("SKILL.md", &["b", "c"], b"data")), E::Inconsistent));
}

#[test]
fn encrypted_and_oddly_compressed_entries_are_refused_by_name() {
    let mut encrypted = Forged::file("x/a", "0123456789abcdef");
    encrypted.flags = 1;
    assert!(matches!(refused(&with(encrypted)), E::Encrypted { .. }));
    let mut bzip2 = Forged::file("x/a", "0123");
    bzip2.method = 12;
    assert!(matches!(refused(&with(bzip2)), E::Method { .. }));
}

#[test]
fn bombs_are_refused_before_they_burst() {
    let zeros = vec![0; 12 * 1024 * 1024];
    assert!(matches!(refused(&with(Forged::file("x/a", zeros.clone()).deflated())), E::Bomb { .. }));
    let tar = tar_gz(&[tar_entry(b"x/a", b'0', 0o644, b"", &zeros)]);
    assert!(matches!(refused(&tar), E::Bomb { .. }));
    let tight =
        Limits { tree: assemble::Limits { unpacked: 100, ..Default::default() }, ..Default::default() };
    let one = with(Forged::file("x/a", "a".repeat(200)));
    assert!(matches!(open(&one, "x", tight), Err(E::TooMany { what: "bytes", .. })));
    let two: Vec<_> = (0..3).map(|n| Forged::file(format!("x/{n}"), "a".repeat(40))).collect();
    assert!(matches!(open(&zip(&two), "x", tight), Err(E::TooMany { what: "bytes", .. })));
    let packed = Limits { packed: 50, ..Default::default() };
    assert!(matches!(open(&one, "x", packed), Err(E::TooMany { .. })));
}

#[test]
fn too_many_entries_and_too_deep_folders_are_refused() {
    let few =
        Limits { tree: assemble::Limits { files: 5, depth: 3, ..Default::default() }, ..Default::default() };
    let many: Vec<_> = (0..8).map(|n| Forged::file(format!("x/{n}"), "")).collect();
    assert!(matches!(open(&zip(&many), "x", few), Err(E::TooMany { what: "files", .. })));
    let junk: Vec<_> = (0..80).map(|n| Forged::file(format!("__MACOSX/{n}"), "")).collect();
    assert!(matches!(open(&zip(&junk), "x", few), Err(E::TooMany { what: "entries", .. })));
    let deep = with(Forged::file("x/1/2/3/4/5/6", ""));
    assert!(matches!(open(&deep, "x", few), Err(E::TooMany { .. })));
    let folders: Vec<_> =
        (0..80).map(|n| tar_entry(format!("x/{n}/").as_bytes(), b'5', 0o755, b"", b"")).collect();
    assert!(matches!(open(&tar_gz(&folders), "x", few), Err(E::TooMany { .. })));
}

#[test]
fn headers_of_a_hundred_megabytes_are_not_read_into_memory() {
    let record = vec![b'a'; 100 * 1024 * 1024];
    for kind in [b'x', b'L'] {
        let bytes = gzip(&tar_entry(b"head", kind, 0o644, b"", &record));
        assert!(matches!(refused(&bytes), E::Header { .. }));
    }
}

#[test]
fn prefixed_joined_trailed_and_truncated_archives_are_refused() {
    let good = with(Forged::file("x/a", "a"));
    let other = with(Forged::file("x/a", "b"));
    assert!(matches!(refused(&[b"#!/bin/sh\n".as_slice(), &good].concat()), E::Displaced));
    assert!(matches!(refused(&[good.clone(), other].concat()), E::Displaced));
    assert!(matches!(refused(&[good.as_slice(), b"tail"].concat()), E::Trailing));
    for end in 4..good.len() {
        refused(&good[..end]);
    }
    let tar = tar_gz(&[tar_entry(b"SKILL.md", b'0', 0o644, b"", b"text")]);
    assert!(read(&tar).is_ok());
    for end in 2..tar.len() {
        refused(&tar[..end]);
    }
    refused(&[tar.as_slice(), b"tail"].concat());
    let second = tar_entry(b"evil", b'0', 0o644, b"", b"");
    let hidden = tar_gz(&[tar_entry(b"SKILL.md", b'0', 0o644, b"", b""), vec![0; 1024], second]);
    assert!(matches!(refused(&hidden), E::Trailing));
}

#[test]
fn what_is_no_archive_is_told_apart_from_a_bad_one() {
    for bytes in [b"".as_slice(), b"PK", b"---\nname: x\n---\n", b"\x7fELF"] {
        let error = read(bytes).unwrap_err();
        assert_eq!(error.verdict(), Verdict::Other, "{error}");
    }
}

#[test]
fn windows_separators_junk_and_both_layouts_are_understood() {
    let mut windows = [Forged::file("x\\SKILL.md", "s"), Forged::file("x\\scripts\\a.sh", "a")];
    for entry in &mut windows {
        entry.mode = None;
    }
    let mut entries = windows.to_vec();
    entries.push(Forged::file("__MACOSX/x/._SKILL.md", "junk"));
    entries.push(Forged::file("x/.DS_Store", "junk"));
    entries.push(Forged::file("x/scripts/__pycache__/a.pyc", "junk"));
    let opened = read(&zip(&entries)).unwrap();
    assert_eq!(opened.skill_root(), Some("x"));
    assert_eq!(files(&opened), ["100644 SKILL.md", "100644 scripts/a.sh"]);
    let flat = zip(&[Forged::file("SKILL.md", ""), Forged::file("run", "").with_mode(0o104_755)]);
    let opened = read(&flat).unwrap();
    assert_eq!(opened.skill_root(), Some(""));
    assert_eq!(files(&opened), ["100644 SKILL.md", "100755 run"]);
    let two_tops = read(&zip(&[skill(), Forged::file("y/SKILL.md", "")])).unwrap();
    assert_eq!(two_tops.skill_root(), None);
    let github = tar_gz(&[
        tar_entry(
            b"pax_global_header",
            b'g',
            0o644,
            b"",
            b"52 comment=0123456789012345678901234567890123456789\n",
        ),
        tar_entry(b"r-main/", b'5', 0o755, b"", b""),
        tar_entry(b"r-main/SKILL.md", b'0', 0o644, b"", b"s"),
        tar_entry(b"r-main/run.sh", b'0', 0o755, b"", b"s"),
    ]);
    assert_eq!(files(&read(&github).unwrap()), ["100644 SKILL.md", "100755 run.sh"]);
}

fn sample() -> Tree {
    let file =
        |path: &str, mode, content: &str| TreeFile { path: path.to_owned(), mode, content: content.into() };
    Tree::new(vec![
        file("scripts/run.sh", Mode::Executable, "#!/bin/sh\n"),
        file("SKILL.md", Mode::Regular, "---\nname: x\n---\n"),
        file("references/数据.md", Mode::Regular, "数据"),
        file(&format!("assets/{}/{}.txt", "long".repeat(30), "name".repeat(30)), Mode::Regular, ""),
    ])
}

fn zip_of(tree: &Tree, folder: &str, threads: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    pressed(&Parcel::all(tree), &nothing_elsewhere, threads, |press| {
        super::write_zip(press, folder, Stamp::default(), &mut bytes, |_| {}).expect("a zip")
    });
    bytes
}

fn tree_of(bytes: &[u8]) -> Tree {
    let opened = read(bytes).expect("our own archive opens");
    let root = opened.skill_root().expect("a skill").to_owned();
    assemble(&opened, &root, &[], assemble::Limits::default()).expect("a tree").tree
}

#[test]
fn what_is_written_reads_back_the_same() {
    let tree = sample();
    for folder in ["", "x"] {
        let bytes = zip_of(&tree, folder, 0);
        assert_eq!(tree_of(&bytes), tree);
        assert_eq!(bytes, zip_of(&tree, folder, 0));
    }
    let bytes = write_tar_gz(&tree, Stamp::default()).unwrap();
    assert_eq!(tree_of(&bytes), tree);
    assert_eq!(bytes, write_tar_gz(&tree, Stamp::default()).unwrap());
}

#[test]
fn a_zip_of_ours_has_no_extra_fields_descriptors_or_folders() {
    let bytes = zip_of(&sample(), "x", 0);
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let heads: Vec<usize> = (0..bytes.len() - 4).filter(|&at| &bytes[at..at + 4] == b"PK\x01\x02").collect();
    assert_eq!(heads.len(), sample().files().len());
    for at in heads {
        let name = &bytes[at + 46..at + 46 + usize::from(number(at + 28))];
        assert_eq!(number(at + 30), 0, "extra fields");
        assert_eq!(number(at + 8), if name.is_ascii() { 0 } else { 0x800 }, "flags");
        assert_eq!((number(at + 12), number(at + 14)), (0, 0x21), "1980-01-01 00:00:00");
        assert_eq!(bytes[at + 5], 3, "made on Unix");
        let mode = number(at + 40);
        assert_eq!(mode, if name.ends_with(b".sh") { 0o100_755 } else { 0o100_644 });
        assert!(!name.ends_with(b"/"));
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    // Words that deflate, noise that does not, and more of both than may wait at once.
    let mut seed = 7_u32;
    let mut noise = |length: usize| -> Vec<u8> {
        let byte = std::iter::repeat_with(|| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            u8::try_from(seed >> 24).unwrap_or(0)
        });
        byte.take(length).collect()
    };
    let mut contents = vec![noise(3_000_000), noise(200_000), b"words and words ".repeat(250_000)];
    contents.extend((0..40_usize).map(|index| format!("line {index}\n").repeat(index * 900).into_bytes()));
    let file = |(index, content)| TreeFile { path: format!("f{index:02}"), mode: Mode::Regular, content };
    let large = Tree::new(contents.into_iter().enumerate().map(file).collect());
    let small = Tree::new(large.files().iter().skip(3).cloned().collect());
    for tree in [large, small] {
        let first = zip_of(&tree, "x", 0);
        assert!((first.len() as u64) < tree.size());
        for threads in [1, 2, 7] {
            assert!(zip_of(&tree, "x", threads) == first, "{threads} threads");
        }
    }
}

#[test]
fn a_file_that_changes_on_its_way_fails_the_archive() {
    let parcel = |content| [Parcel { path: "a", mode: Mode::Regular, size: 3, content }];
    let made = |parcels: &[Parcel<'_>], open: super::press::Open<'_>| {
        pressed(parcels, open, 1, |press| {
            super::write_zip(press, "", Stamp::default(), &mut Vec::new(), |_| {}).map(|made| made.files)
        })
    };
    assert_eq!(made(&parcel(None), &|_| Ok(Box::new(&b"abc"[..]))).unwrap(), [Digest::of(b"abc")]);
    let grown = made(&parcel(None), &|_| Ok(Box::new(&b"abcd"[..]))).unwrap_err();
    assert_eq!(grown.to_string(), "`a` changed while it was being read");
    assert!(made(&parcel(None), &nothing_elsewhere).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_bytes_make_it_panic(mut bytes in proptest::collection::vec(any::<u8>(), 0..400), gz in any::<bool>()) {
        let _ = read(&bytes);
        let magic: &[u8] = if gz { b"\x1f\x8b\x08\0\0\0\0\0\0\xff" } else { b"PK\x03\x04" };
        bytes.splice(0..0, magic.iter().copied());
        let _ = read(&bytes);
    }

    #[test]
    fn no_damage_makes_it_panic(at in 0usize..400, byte in any::<u8>(), tar in any::<bool>()) {
        let mut bytes = if tar {
            tar_gz(&[tar_entry(b"x/SKILL.md", b'0', 0o644, b"", b"text")])
        } else {
            zip(&[skill(), Forged::file("x/a.md", "text").deflated(), Forged::link("x/b", "a.md")])
        };
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = read(&bytes);
    }

    #[test]
    fn whatever_names_an_archive_holds_nothing_leaves_its_folder(
        names in proptest::collection::vec("[./\\\\a-cA:\u{e9}]{1,12}", 1..6),
    ) {
        let entries: Vec<_> = names.iter().map(|name| Forged::file(name.as_str(), "x")).collect();
        if let Ok(opened) = read(&zip(&entries)) {
            let found = assemble(&opened, "", &[], assemble::Limits::default()).unwrap();
            for file in found.tree.files() {
                prop_assert!(file.path.split('/').all(|part| !part.is_empty() && part != "." && part != ".."));
                prop_assert!(!file.path.contains('\\'));
            }
        }
    }
}
