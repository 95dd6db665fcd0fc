//! Every file of a skill's folder, read in one walk: to be hashed in place, or taken as a `Tree`. Only what is part of
//! a skill is looked at; links are taken by their target text, wherever they lead, and a special file is an error.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(test, not(target_os = "linux")))]
mod portable;

use std::{io, path::Path};

#[cfg(target_os = "linux")]
use linux::each_file;
#[cfg(not(target_os = "linux"))]
use portable::each_file;

use super::{Result, at};
use crate::model::{
    digest::Digest,
    tree::{Mode, Tree, TreeFile, TreeHasher},
};

/// What is done with a file: its path below the folder, its mode, and its bytes, which may be taken away.
type Visit<'a> = &'a mut dyn FnMut(String, Mode, &mut Vec<u8>);

/// The tree digest of a skill's folder as it stands.
pub(crate) fn hash_tree(folder: &Path) -> Result<Digest> {
    let mut hasher = TreeHasher::default();
    each_file(folder, &mut |path, mode, content| hasher.add(path, mode, Digest::of(content)))?;
    Ok(hasher.finish())
}

/// Reads a skill's folder as it stands.
pub(crate) fn read_tree(folder: &Path) -> Result<Tree> {
    let mut files = Vec::new();
    each_file(folder, &mut |path, mode, content| {
        files.push(TreeFile { path, mode, content: std::mem::take(content) });
    })?;
    Ok(Tree::new(files))
}

/// Fills `content` with all bytes of a file that should have `size` of them.
pub(super) fn read_all(
    file: &mut impl io::Read,
    size: u64,
    content: &mut Vec<u8>,
    place: &dyn Fn() -> std::path::PathBuf,
) -> Result<()> {
    let fail = |error| at("read", &place())(error);
    content.clear();
    // A file that claims to be larger than all memory is an error, not an abort.
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let room = size.saturating_add(1);
    content.try_reserve_exact(room).map_err(|error| fail(io::Error::other(error)))?;
    content.resize(room, 0);
    // One byte more than there should be: where it does not come, the end is known without asking for it again.
    let mut filled = 0;
    while filled <= size {
        match file.read(&mut content[filled..]) {
            Ok(read) => {
                filled += read;
                if read == 0 || filled == size {
                    break;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(fail(error)),
        }
    }
    content.truncate(filled);
    if filled > size {
        // It grew meanwhile.
        file.read_to_end(content).map_err(fail)?;
    }
    Ok(())
}

/// A link's text as a tree has it.
fn link_text(target: &str) -> Vec<u8> {
    target.replace(std::path::MAIN_SEPARATOR, "/").into_bytes()
}

fn not_utf8(place: &Path) -> super::Error {
    at("read", place)(io::Error::other("its name is not UTF-8"))
}

fn special(place: &Path) -> super::Error {
    at("read", place)(io::Error::other("it is no file, folder or link"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;

    type Seen = Vec<(String, Mode, Vec<u8>)>;

    fn seen(walk: fn(&Path, Visit<'_>) -> Result<()>, folder: &Path) -> Result<Seen, String> {
        let mut files = Vec::new();
        let walked = walk(folder, &mut |path, mode, content| files.push((path, mode, content.clone())));
        files.sort_by(|one: &(String, _, _), other| one.0.cmp(&other.0));
        walked.map(|()| files).map_err(|error| error.to_string())
    }

    #[test]
    fn both_ways_to_walk_see_the_same() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path();
        for folder in ["a/b/c", ".git", "a/node_modules", "empty"] {
            fs::create_dir_all(root.join(folder)).expect("folders");
        }
        for (path, bytes) in [
            ("SKILL.md", b"x".to_vec()),
            ("a/b/c/deep", vec![7; 100_000]),
            ("a/nothing", Vec::new()),
            ("a/x.pyc", b"junk".to_vec()),
            (".git/config", b"junk".to_vec()),
            ("a/node_modules/m.js", b"junk".to_vec()),
            ("run.sh", b"#!/bin/sh\n".to_vec()),
        ] {
            fs::write(root.join(path), bytes).expect("a file");
        }
        super::super::set_executable(&root.join("run.sh"), true).expect("a mode");
        std::os::unix::fs::symlink("../SKILL.md", root.join("a/link")).expect("a link");
        std::os::unix::fs::symlink("/nowhere", root.join("dangling")).expect("a link");
        std::os::unix::fs::symlink("a", root.join("folder-link")).expect("a link");
        for number in 0..500 {
            fs::write(root.join("a/b").join(format!("file-with-a-long-name-{number}")), "y").expect("a file");
        }
        let swift = seen(each_file, root).expect("no error");
        assert_eq!(swift, seen(portable::each_file, root).expect("no error"));
        assert_eq!(swift.len(), 507);
        assert_eq!(swift.iter().filter(|(_, mode, _)| *mode == Mode::Symlink).count(), 3);
        assert_eq!(swift.iter().filter(|(_, mode, _)| *mode == Mode::Executable).count(), 1);
        let through = root.join("folder-link");
        assert_eq!(
            hash_tree(&through).expect("followed"),
            read_tree(&root.join("a")).expect("read").digest()
        );
    }

    #[test]
    fn both_ways_to_walk_refuse_the_same() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path();
        let both = |folder: &Path| {
            let swift = seen(each_file, folder);
            assert_eq!(swift, seen(portable::each_file, folder));
            swift.expect_err("refused")
        };
        assert!(both(&root.join("absent")).contains("no such file or directory"));
        fs::write(root.join("file"), "x").expect("a file");
        assert!(both(&root.join("file")).contains("not a directory"));
        let with_pipe = root.join("pipe");
        fs::create_dir(&with_pipe).expect("a folder");
        let _socket = std::os::unix::net::UnixListener::bind(with_pipe.join("s")).expect("a socket");
        assert!(both(&with_pipe).ends_with("pipe/s`: it is no file, folder or link"));
        let odd = root.join("odd");
        fs::create_dir(&odd).expect("a folder");
        fs::write(odd.join(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"a\xff")), "x")
            .expect("a file");
        assert!(both(&odd).ends_with("its name is not UTF-8"));
    }
}
