//! Rules on the folder: SKILL.md itself, its encoding, links and junk beside it.

use crate::{
    lint::{
        Subject,
        fix::{Action, Edit, Fix},
        rule::{Findings, declare_rule},
    },
    model::{
        skill::{MANIFEST, Unusable},
        span::{Span, lines},
        tree::Mode,
    },
};

declare_rule! {
    /// ## What it finds
    /// A file that begins with a UTF-8 byte order mark.
    /// ## Why it matters
    /// The mark is invisible, and most loaders then no longer see `---` at the very start: the skill has no
    /// frontmatter for them and vanishes without a message.
    /// ## Example
    /// `EF BB BF` before `---`. Save the file as UTF-8 without a mark, or let `--fix` take it away.
    BOM = "bom" {
        summary: "SKILL.md begins with a byte order mark",
        category: Files,
        level: Error,
        fix: Safe,
        check: bom,
    }
}

fn bom(subject: &Subject<'_>, found: &mut Findings<'_>) {
    if subject.skill.head.split.has_bom {
        found
            .here(
                Span::new(0, 3),
                "the file begins with a byte order mark, which hides the `---` from most loaders",
            )
            .help("save the file as UTF-8 without a mark")
            .fix(Fix::safe("remove the mark", vec![Edit::remove(Span::new(0, 3))]));
    }
}

declare_rule! {
    /// ## What it finds
    /// A SKILL.md whose lines end with CR LF or a lone CR.
    /// ## Why it matters
    /// Most loaders bear it, some that search for `\n---\n` do not; TeleAI asks for LF.
    /// ## Example
    /// A file saved by an editor on Windows. `--fix` writes LF.
    CRLF = "crlf" {
        summary: "lines end with CR",
        category: Files,
        level: Note,
        fix: Safe,
        check: crlf,
    }
}

/// Lines that are mended one by one.
const MAX_EDITS: usize = 20_000;

fn crlf(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let text = subject.skill.text();
    let ends: Vec<Span> = lines(text, 0)
        .filter(|line| text[line.span.end..line.next].starts_with('\r'))
        .map(|line| Span::new(line.span.end, line.next))
        .collect();
    let Some(first) = ends.first().copied() else { return };
    let all = lines(text, 0).count();
    // An edit for each line lets a diff show what changes; a file of very many lines is written anew.
    let edits = if ends.len() > MAX_EDITS {
        let mended = text.replace("\r\n", "\n").replace('\r', "\n");
        vec![Edit::replace(Span::new(0, text.len()), mended)]
    } else {
        ends.iter().map(|end| Edit::replace(*end, "\n")).collect()
    };
    found
        .here(first, format!("{} of {all} lines end with a carriage return", ends.len()))
        .help("save the file with LF line ends")
        .fix(Fix::safe("write LF line ends", edits));
}

declare_rule! {
    /// ## What it finds
    /// Blank lines or blanks before the first `---`.
    /// ## Why it matters
    /// The frontmatter must begin at the first character; most loaders find none otherwise.
    /// ## Example
    /// An empty first line above `---`.
    INVISIBLE_START = "invisible-start" {
        summary: "blank text before the first `---`",
        category: Files,
        level: Error,
        fix: Safe,
        check: invisible_start,
    }
}

fn invisible_start(subject: &Subject<'_>, found: &mut Findings<'_>) {
    if let Some(span) = subject.skill.head.split.leading {
        found
            .here(span, "blank text stands before the first `---`, so loaders find no frontmatter")
            .help("let the file begin with `---`")
            .fix(Fix::safe("remove it", vec![Edit::remove(span)]));
    }
}

declare_rule! {
    /// ## What it finds
    /// Files and folders that are never part of a skill: `.git` of a nested repository, `node_modules`, `venv`,
    /// `__pycache__`, `*.pyc`, `.DS_Store`, `__MACOSX` …
    /// ## Why it matters
    /// `skill` leaves them out of installs and packages; other tools take them along.
    /// ## Example
    /// `scripts/__pycache__/fetch.cpython-312.pyc`, left by a run of the script.
    JUNK_FILE = "junk-file" {
        summary: "a file that is never part of a skill",
        category: Files,
        level: Note,
        fix: None,
        check: junk_file,
    }
}

fn junk_file(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for path in &subject.skill.left_out {
        // A skill at the root of a repository has its history beside it.
        if !matches!(path.as_str(), ".git" | ".hg" | ".svn") {
            found
                .file(path, format!("`{path}` is never part of a skill and stays out of packages"))
                .help("delete it, or list it in `.gitignore`");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Two spellings of SKILL.md in one folder.
    /// ## Why it matters
    /// Which of the two is read differs between agents, and on Windows and macOS only one of them can exist.
    /// ## Example
    /// `SKILL.md` and `skill.md` side by side.
    MANIFEST_DUPLICATE = "manifest-duplicate" {
        summary: "two spellings of SKILL.md",
        category: Files,
        level: Error,
        fix: None,
        check: manifest_duplicate,
    }
}

fn manifest_duplicate(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let spellings: Vec<&str> = manifests(subject).collect();
    if spellings.len() > 1 {
        let others: Vec<String> = spellings.iter().map(|path| format!("`{path}`")).collect();
        found
            .file("", format!("the folder holds {}", others.join(" and ")))
            .help("keep one of them as `SKILL.md`, delete the other");
    }
}

fn manifests<'a>(subject: &Subject<'a>) -> impl Iterator<Item = &'a str> {
    let files = subject.skill.tree.files().iter().map(|file| file.path.as_str());
    // A second one is no part of the skill: on many systems both are one file.
    let others = subject.skill.oddities.iter().map(|oddity| oddity.path.as_str());
    files.chain(others).filter(|path| path.eq_ignore_ascii_case(MANIFEST))
}

declare_rule! {
    /// ## What it finds
    /// A folder without a SKILL.md.
    /// ## Why it matters
    /// SKILL.md makes a folder a skill; without it no agent sees anything.
    /// ## Example
    /// A folder with `README.md` and `scripts/` only.
    MANIFEST_MISSING = "manifest-missing" {
        summary: "no SKILL.md in the folder",
        category: Files,
        level: Error,
        fix: None,
        check: manifest_missing,
    }
}

fn manifest_missing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let is_odd = |path: &str| subject.skill.oddities.iter().any(|oddity| oddity.path == path);
    if subject.skill.manifest.is_none() && !is_odd(MANIFEST) {
        found.file("", "no `SKILL.md` in this folder").help("make one with `skill new --here`");
    }
}

declare_rule! {
    /// ## What it finds
    /// A SKILL.md spelt `skill.md`, `Skill.md` or the like.
    /// ## Why it matters
    /// Linux keeps the spellings apart, and most agents look for exactly `SKILL.md`.
    /// ## Example
    /// `skill.md` works on the author's Mac and is not found on a server.
    MANIFEST_NAME_CASE = "manifest-name-case" {
        summary: "SKILL.md is spelt otherwise",
        category: Files,
        level: Warning,
        fix: Safe,
        check: manifest_name_case,
    }
}

fn manifest_name_case(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let path = subject.skill.manifest_path();
    if subject.skill.manifest.is_some() && path != MANIFEST {
        found
            .file(path, format!("the file is called `{path}`; most agents look for exactly `{MANIFEST}`"))
            .help(format!("rename it: `git mv {path} {MANIFEST}`"))
            .fix(Fix::act(format!("rename it to `{MANIFEST}`"), Action::Rename(MANIFEST.to_owned())));
    }
}

declare_rule! {
    /// ## What it finds
    /// A SKILL.md that is not UTF-8: bytes of another encoding, UTF-16, NUL bytes.
    /// ## Why it matters
    /// Loaders read UTF-8; some refuse the file, some show broken characters.
    /// ## Example
    /// A file in GBK or Latin-1: `caf` and the byte `E9`.
    NOT_UTF8 = "not-utf8" {
        summary: "SKILL.md is not UTF-8 text",
        category: Files,
        level: Error,
        fix: None,
        check: not_utf8,
    }
}

fn not_utf8(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(manifest) = &subject.skill.manifest else { return };
    let Some(why) = &manifest.unreadable else { return };
    let content = subject.skill.tree.file(&manifest.path).map_or(&[][..], |file| &file.content);
    let guess = match why {
        Unusable::NotUtf8 { offset } => guess(&content[(*offset).min(content.len())..]),
        _ => "save the file as UTF-8",
    };
    found.file(&manifest.path, why.to_string()).help(guess);
}

/// What the bytes from the first wrong one on look like.
fn guess(bytes: &[u8]) -> &'static str {
    let pair = |lead: std::ops::RangeInclusive<u8>, trail: std::ops::RangeInclusive<u8>| {
        bytes.first().is_some_and(|byte| lead.contains(byte))
            && bytes.get(1).is_some_and(|byte| trail.contains(byte))
    };
    if pair(0xB0..=0xF7, 0xA1..=0xFE) {
        "it looks like GBK: convert it with `iconv -f GBK -t UTF-8`"
    } else {
        "it may be Latin-1: convert it with `iconv -f LATIN1 -t UTF-8`"
    }
}

declare_rule! {
    /// ## What it finds
    /// A path that can't be taken into a skill: a link that dangles, turns in a circle or leads out of the
    /// repository; a socket, pipe or device; an unfetched submodule; a name with a line end.
    /// ## Why it matters
    /// Installing and packing refuse it: such a link would carry a file of the packager's machine into the package,
    /// or nothing at all.
    /// ## Example
    /// `assets/key -> /home/me/.ssh/id_rsa`
    PATH_UNUSABLE = "path-unusable" {
        summary: "a link or special file that can't be part of a skill",
        category: Files,
        level: Error,
        fix: None,
        check: path_unusable,
    }
}

fn path_unusable(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for oddity in &subject.skill.oddities {
        found
            .file(&oddity.path, format!("`{}` can't be part of a skill: {}", oddity.path, oddity.why))
            .help("remove it, or put a plain file in its place");
    }
}

declare_rule! {
    /// ## What it finds
    /// Symbolic links inside the skill, and links to content elsewhere in the repository.
    /// ## Why it matters
    /// They work when `skill` installs; archives unpacked by other tools and Windows often lose them.
    /// ## Example
    /// `references/shared.md -> ../../shared/shared.md`
    SYMLINK = "symlink" {
        summary: "a symbolic link in the skill",
        category: Files,
        level: Note,
        fix: None,
        check: symlink,
    }
}

fn symlink(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for file in subject.skill.tree.files().iter().filter(|file| file.mode == Mode::Symlink) {
        let target = String::from_utf8_lossy(&file.content);
        found.file(&file.path, format!("`{}` is a link to `{target}`; some tools lose links", file.path));
    }
    for path in &subject.skill.replaced {
        found.file(
            path,
            format!("`{path}` is a link out of the skill; packages hold a copy of what it leads to"),
        );
    }
}
