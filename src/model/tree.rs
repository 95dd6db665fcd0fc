//! `Tree`: the files of one skill held in memory, which files are part of a skill at all, and the tree digest.
//! Paths are UTF-8 with `/` between components, relative to the skill's folder.

use std::fmt::Write as _;

use super::digest::Digest;

/// Names that are never part of a skill, on any route (install, digest, verify, edit detection, pack).
/// `*.pyc` files are the one pattern beside them.
pub(crate) const NEVER_PART: [&str; 14] = [
    ".DS_Store",
    ".git",
    ".hg",
    COPY_MARKER,
    ".svn",
    ".venv",
    "Thumbs.db",
    "__MACOSX",
    "__pycache__",
    "desktop.ini",
    "node_modules",
    "pycache",
    "venv",
    "*.pyc",
];

/// The file by which `host::link` knows a copied skill in an agent's folder again.
pub(crate) const COPY_MARKER: &str = ".skill-copy";

/// Whether a file or folder of this name (one path component) can be part of a skill.
pub(crate) fn is_part_of_skill(component: &str) -> bool {
    !NEVER_PART.contains(&component) && component.rsplit_once('.').is_none_or(|(_, ending)| ending != "pyc")
}

/// Whether some system takes this name for `.git`, though it is another: in other case, as NTFS's short name, with dots,
/// blanks or a stream behind it, or with characters that HFS+ skips. git would run what the configuration in it says.
pub(crate) fn is_git_in_disguise(component: &str) -> bool {
    if component == ".git" {
        return false;
    }
    let is_skipped = |c: char| matches!(c, '\u{200C}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{206A}'..='\u{206F}' | '\u{FEFF}');
    let plain: String =
        component.chars().filter(|&c| !is_skipped(c)).map(|c| c.to_ascii_lowercase()).collect();
    let Some(rest) = plain.strip_prefix(".git").or_else(|| plain.strip_prefix("git~1")) else { return false };
    let rest = rest.trim_start_matches(['.', ' ']);
    rest.is_empty() || rest.starts_with(':')
}

/// What kind of entry a path of a tree is, as git knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// A file its owner may not execute.
    Regular,
    /// A file its owner may execute.
    Executable,
    /// A symbolic link that stays inside the skill; its content is the target's text.
    Symlink,
}

impl Mode {
    /// The octal text of the tree digest.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Regular => "100644",
            Self::Executable => "100755",
            Self::Symlink => "120000",
        }
    }
}

/// One file (or inner link) of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeFile {
    /// `/`-separated path below the skill's folder.
    pub(crate) path: String,
    pub(crate) mode: Mode,
    /// The bytes, or the target text of a link.
    pub(crate) content: Vec<u8>,
}

/// All files of one skill, sorted by the bytes of their paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    files: Vec<TreeFile>,
}

impl Tree {
    /// Sorts the files by path. Paths are expected to be distinct.
    pub(crate) fn new(mut files: Vec<TreeFile>) -> Self {
        files.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        Self { files }
    }

    pub(crate) fn files(&self) -> &[TreeFile] {
        &self.files
    }

    /// The files, to be changed and made into a tree again.
    pub(crate) fn into_files(self) -> Vec<TreeFile> {
        self.files
    }

    /// The file at exactly this path.
    pub(crate) fn file(&self, path: &str) -> Option<&TreeFile> {
        self.files
            .binary_search_by(|file| file.path.as_bytes().cmp(path.as_bytes()))
            .ok()
            .and_then(|index| self.files.get(index))
    }

    /// Sum of all contents, in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.files.iter().map(|file| file.content.len() as u64).sum()
    }

    /// The tree digest: see [`TreeHasher`].
    pub(crate) fn digest(&self) -> Digest {
        let mut hasher = TreeHasher::default();
        for file in &self.files {
            hasher.add(file.path.as_str(), file.mode, Digest::of(&file.content));
        }
        hasher.finish()
    }
}

/// Computes a tree digest: for every file, sorted by the bytes of its path, the line
/// `MODE SP SHA256HEX SP PATH LF`; the digest is the SHA-256 of all lines.
#[derive(Default)]
pub(crate) struct TreeHasher {
    lines: Vec<(String, Mode, Digest)>,
}

impl TreeHasher {
    /// Takes in one file; files may come in any order.
    pub(crate) fn add(&mut self, path: impl Into<String>, mode: Mode, content: Digest) {
        self.lines.push((path.into(), mode, content));
    }

    /// The digest over all files taken in.
    pub(crate) fn finish(mut self) -> Digest {
        self.lines.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
        let mut text = String::new();
        for (path, mode, content) in &self.lines {
            // Writing to a String can't fail.
            let _ = writeln!(text, "{} {} {path}", mode.as_str(), content.hex());
        }
        Digest::of(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, mode: Mode, content: &str) -> TreeFile {
        TreeFile { path: path.to_owned(), mode, content: content.as_bytes().to_vec() }
    }

    #[test]
    fn digest_equals_the_published_vector() {
        let tree = Tree::new(vec![
            file("scripts/run.sh", Mode::Executable, "#!/bin/sh\necho hi\n"),
            file(
                "SKILL.md",
                Mode::Regular,
                "---\nname: hello\ndescription: Say hello. Use when greeting.\n---\n# Hello\n",
            ),
            file("references/a.md", Mode::Regular, "ref\n"),
        ]);
        assert_eq!(
            tree.digest().to_string(),
            "sha256:a10576aa665898e70e5dbc8f1549bb4675949b23bfc34211b247fb73e58578ad"
        );
    }

    #[test]
    fn git_is_known_in_disguise() {
        for name in [
            ".GIT",
            ".Git",
            "git~1",
            "GIT~1",
            ".git ",
            ".git.",
            ".git . ",
            ".git::$INDEX_ALLOCATION",
            ".g\u{200C}it",
        ] {
            assert!(is_git_in_disguise(name), "{name}");
        }
        for name in [
            ".git",
            ".gitignore",
            ".github",
            ".gitattributes",
            "git",
            "git~10",
            "git~2",
            ".gi",
            "x.git",
            ".git-x",
        ] {
            assert!(!is_git_in_disguise(name), "{name}");
        }
    }

    #[test]
    fn junk_is_no_part_and_underscores_are() {
        for name in [".git", "__pycache__", "x.pyc", "venv", ".DS_Store"] {
            assert!(!is_part_of_skill(name), "{name}");
        }
        for name in ["__init__.py", "_data", ".env.example", "SKILL.md", "skill.toml", ".skillignore"] {
            assert!(is_part_of_skill(name), "{name}");
        }
    }
}
