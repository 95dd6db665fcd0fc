//! Lint over a skill that is not held whole: what is held first, then the other files portion by portion. Beside a
//! portion stand SKILL.md and, of the Markdown that is not held, its links and headings, so that what one file says of
//! another is judged as ever.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    path::Path,
};

use super::{MANIFEST, PackError, excerpt, mentions, selection::Reason, transform::Changed};
use crate::{
    host::fs::{self, Disk},
    lint::{self, diagnostic::Diagnostic, document, package::Missing, profile::Profile, texts},
    model::{
        event::{Event, Reporter, Verb},
        skill::{Begun, Skill},
        tree::{Mode, Tree, TreeFile},
    },
};

/// Bytes that are judged together.
const PORTION: u64 = 512 * 1024;
/// Bytes of links and headings that are kept, at most.
const OUTLINES: usize = 1024 * 1024;
/// Bytes of excerpts that are kept, at most; findings in further files are told without their lines.
const EXCERPTS: usize = 1024 * 1024;
/// Bytes of a very large document in which names are looked for at a time.
const PIECE: u64 = 1024 * 1024;

/// What is to be judged.
pub(super) struct Asked<'a> {
    /// Hears how far it is.
    pub(super) reporter: &'a dyn Reporter,
    pub(super) skill: &'a Skill,
    pub(super) profiles: &'a [Profile],
    /// Has the files that are not held.
    pub(super) disk: &'a Disk,
    pub(super) left_out: &'a BTreeMap<String, Reason>,
    pub(super) folder: &'a Path,
}

/// What lint found.
#[derive(Default)]
pub(super) struct Portions {
    pub(super) found: Vec<Diagnostic>,
    /// Of the files that are not held and in which something was found: what a report shows of them.
    pub(super) excerpts: BTreeMap<String, Vec<u8>>,
    /// Bytes of the excerpts.
    shown: usize,
    /// Left-out files that those files name.
    pub(super) missing: Vec<Missing>,
}

/// Judges all files of a skill.
pub(super) fn judge(asked: &Asked<'_>) -> Result<Portions, PackError> {
    let waiting = waiting(asked.skill);
    if asked.skill.begun.is_empty() {
        return Ok(Portions { found: lint::check(asked.skill, asked.profiles), ..Portions::default() });
    }
    let mut out = Portions { missing: named_in_the_largest(asked, &waiting)?, ..Portions::default() };
    let names: BTreeSet<&str> = waiting.iter().copied().collect();
    let is_waiting = |diagnostic: &Diagnostic| names.contains(&*diagnostic.file);
    out.found = lint::check(asked.skill, asked.profiles);
    // Whether a comment is of use to a file that is not here is not known.
    out.found.retain(|diagnostic| !is_waiting(diagnostic) && diagnostic.rule.name != "unused-suppression");
    let mut portion = without_contents(asked.skill);
    let mut rest = &waiting[..];
    while !rest.is_empty() {
        let (done, total) = ((waiting.len() - rest.len()) as u64, waiting.len() as u64);
        asked.reporter.event(Event::Step { verb: Verb::Checking, done, total });
        let (some, others) = rest.split_at(fitting(asked.skill, rest));
        rest = others;
        one_portion(asked, &mut portion, some, &mut out)?;
    }
    let total = waiting.len() as u64;
    asked.reporter.event(Event::Step { verb: Verb::Checking, done: total, total });
    lint::shorten_by_rule(&mut out.found);
    lint::sort(asked.skill, &mut out.found);
    Ok(out)
}

/// The files that are not held and that rules read, in their order.
fn waiting(skill: &Skill) -> Vec<&str> {
    let mut searched = 0;
    let is_read = |file: &&TreeFile| {
        let size = skill.size_of(file);
        let begun = skill.begun.get(&file.path);
        let is_text = begun.is_none_or(|begun| begun.is_text) && size <= texts::MAX_TEXT as u64;
        if is_text {
            searched += size;
        }
        let is_searched = is_text && searched <= texts::MAX_ALL as u64;
        begun.is_some_and(|begun| begun.is_text) && (is_searched || is_document(file, size))
    };
    skill.tree.files().iter().filter(is_read).map(|file| file.path.as_str()).collect()
}

fn is_document(file: &TreeFile, size: u64) -> bool {
    lint::is_markdown(&file.path) && size <= document::MAX_DOCUMENT as u64
}

/// How many of the paths make up one portion.
fn fitting(skill: &Skill, paths: &[&str]) -> usize {
    let mut size = 0;
    let fits = |path: &&&str| {
        size += skill.begun.get(**path).map_or(0, |begun| begun.size);
        size <= PORTION
    };
    paths.iter().take_while(fits).count().max(1)
}

fn one_portion(
    asked: &Asked<'_>,
    portion: &mut Skill,
    paths: &[&str],
    out: &mut Portions,
) -> Result<(), PackError> {
    let names: BTreeSet<&str> = paths.iter().copied().collect();
    let mut files = std::mem::take(&mut portion.tree).into_files();
    let mut begun = BTreeMap::new();
    for file in files.iter_mut().filter(|file| names.contains(&*file.path)) {
        file.content = load(asked.skill, asked.disk, &file.path)?;
        begun.extend(portion.begun.remove_entry(&file.path));
        if mentions::is_document(&file.path) && !asked.left_out.is_empty() {
            let tree = &asked.skill.tree;
            let named = mentions::named_by(&file.path, &file.content, tree, asked.left_out, asked.folder);
            out.missing.extend(named);
        }
    }
    portion.tree = Tree::new(files);
    let mut found = lint::check(portion, asked.profiles);
    found.retain(|diagnostic| names.contains(&*diagnostic.file));
    let mut files = std::mem::take(&mut portion.tree).into_files();
    for file in files.iter_mut().filter(|file| names.contains(&*file.path)) {
        let content = std::mem::take(&mut file.content);
        let mut own: Vec<&mut Diagnostic> =
            found.iter_mut().filter(|diagnostic| diagnostic.file == file.path).collect();
        if let (false, Ok(text)) = (own.is_empty(), std::str::from_utf8(&content)) {
            let excerpt = excerpt::cut(text, &mut own);
            out.shown += excerpt.len();
            if out.shown <= EXCERPTS {
                out.excerpts.insert(file.path.clone(), excerpt.into_bytes());
            } else {
                own.into_iter().for_each(excerpt::give_up_places);
            }
        }
        file.content = asked.skill.tree.file(&file.path).map(|file| file.content.clone()).unwrap_or_default();
    }
    portion.tree = Tree::new(files);
    portion.begun.extend(begun);
    out.found.extend(found);
    Ok(())
}

/// The same skill with SKILL.md and outlines alone: what is held was judged, and is not judged again.
fn without_contents(skill: &Skill) -> Skill {
    let mut begun = BTreeMap::new();
    let file = |file: &TreeFile| {
        let is_outline = skill.begun.get(&file.path).is_some_and(|begun| begun.is_text);
        let is_kept = is_outline || file.path == skill.manifest_path() || file.mode == Mode::Symlink;
        if !is_kept {
            let size = skill.size_of(file);
            begun.insert(file.path.clone(), Begun { size, ..Begun::default() });
        }
        let content = if is_kept { file.content.clone() } else { Vec::new() };
        TreeFile { path: file.path.clone(), mode: file.mode, content }
    };
    let files = skill.tree.files().iter().map(file).collect();
    let mut bare = skill.with_tree(Tree::new(files));
    bare.begun.extend(begun);
    bare
}

/// A file that is not held, as it is packed.
fn load(skill: &Skill, disk: &Disk, path: &str) -> Result<Vec<u8>, PackError> {
    let size = skill.begun.get(path).map_or(0, |begun| begun.size);
    let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    let mut file = open(skill, disk, path)?;
    file.read_to_end(&mut content).map_err(|error| unreadable(path, &error))?;
    Ok(content)
}

fn open(skill: &Skill, disk: &Disk, path: &str) -> Result<Changed<impl Read + use<>>, PackError> {
    let begun = skill.begun.get(path).cloned().unwrap_or_default();
    let file = disk.open(&begun.place).map_err(|error| unreadable(path, &error))?;
    // What grows meanwhile fails the archive, and is not to fill the memory here.
    let most = begun.size.saturating_add(begun.line_ends + 4);
    Ok(Changed::new(file.take(most), &begun))
}

fn unreadable(path: &str, error: &std::io::Error) -> PackError {
    PackError::Unreadable { path: path.to_owned(), why: fs::plain(error) }
}

/// Gives the Markdown files that are not held their links and headings as content.
pub(super) fn lay_outlines(skill: &mut Skill, disk: &Disk) -> Result<(), PackError> {
    if skill.begun.is_empty() {
        return Ok(());
    }
    let mut outlines: BTreeMap<String, String> = BTreeMap::new();
    let mut size = 0;
    for path in waiting(skill).into_iter().filter(|path| lint::is_markdown(path)) {
        let content = load(skill, disk, path)?;
        let outline = std::str::from_utf8(&content).map(document::outline).unwrap_or_default();
        size += outline.len();
        if size > OUTLINES {
            break;
        }
        outlines.insert(path.to_owned(), outline);
    }
    let mut files = std::mem::take(&mut skill.tree).into_files();
    for file in &mut files {
        if let Some(outline) = outlines.remove(&file.path) {
            file.content = outline.into_bytes();
        }
    }
    skill.tree = Tree::new(files);
    Ok(())
}

/// The left-out files that documents name which are too large for any rule.
fn named_in_the_largest(asked: &Asked<'_>, waiting: &[&str]) -> Result<Vec<Missing>, PackError> {
    let mut missing: Vec<Missing> = Vec::new();
    let is_one = |path: &&String| mentions::is_document(path) && !waiting.contains(&path.as_str());
    if asked.left_out.is_empty() {
        return Ok(missing);
    }
    for path in asked.skill.begun.keys().filter(is_one).filter(|path| *path != MANIFEST) {
        let mut file = open(asked.skill, asked.disk, path)?;
        let mut text = Vec::new();
        loop {
            let count = (&mut file).take(PIECE).read_to_end(&mut text);
            let count = count.map_err(|error| unreadable(path, &error))?;
            let end = match text.iter().rposition(|byte| *byte == b'\n') {
                Some(at) if count > 0 => at + 1,
                // A line without end is no line that somebody wrote.
                _ => text.len(),
            };
            let tree = &asked.skill.tree;
            for one in mentions::named_by(path, &text[..end], tree, asked.left_out, asked.folder) {
                if !missing.contains(&one) {
                    missing.push(one);
                }
            }
            text.drain(..end);
            if count == 0 {
                break;
            }
        }
    }
    Ok(missing)
}
