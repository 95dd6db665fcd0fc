//! Judges an archive: one that `skill pack` is about to make or one that came from elsewhere, by the same code. The
//! skill inside is judged by [`super::judge`]; this is about what lies where, how much, and what must not be in it.

use std::sync::Arc;

use super::{
    diagnostic::{Diagnostic, Severity},
    merge,
    profile::{PathAlphabet, Profile},
    rule::{Findings, Level, Rule},
    rules::package as rule,
    sort,
};
use crate::model::{
    author::Layout, credential::is_credential, frontmatter::Node, skill::Skill, tree::TreeFile,
};

/// A file that the text names and that stays out of the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Missing {
    /// The file that names it.
    pub(crate) by: String,
    pub(crate) path: String,
    /// Words that continue "is left out: ".
    pub(crate) why: String,
}

/// The version before, and where it was found, in words that follow "version".
#[derive(Debug, Clone)]
pub(crate) struct Previous {
    pub(crate) version: semver::Version,
    pub(crate) found: String,
    /// A greater version is asked for, whatever the profiles say.
    pub(crate) must_rise: bool,
}

/// What is known of an archive beside the skill in it.
#[derive(Debug, Default)]
pub(crate) struct Package<'a> {
    /// Where in the archive the skill's folder lies; empty at the root.
    pub(crate) root: String,
    /// Bytes of the archive, once it is made.
    pub(crate) size: Option<u64>,
    /// What the archive's file is called at the end: `zip`, `skill`, `tar.gz`.
    pub(crate) ending: Option<&'a str>,
    /// Entries outside of the skill's folder.
    pub(crate) beside: Vec<String>,
    /// Entries that are never part of a skill.
    pub(crate) junk: &'a [String],
    /// Entries that are symbolic links.
    pub(crate) links: Vec<String>,
    pub(crate) missing: Vec<Missing>,
    /// Changes to files, each with its words.
    pub(crate) changes: Vec<(String, String)>,
    /// `--no-transform`: changes are errors.
    pub(crate) forbids_changes: bool,
    pub(crate) previous: Option<Previous>,
}

/// The findings on an archive with this skill, by all profiles, merged as those on a skill are.
pub(crate) fn judge(package: &Package<'_>, skill: &Skill, profiles: &[Profile]) -> Vec<Diagnostic> {
    let mut merged = Vec::new();
    for profile in profiles {
        let mut judge = Judge { package, skill, profile, found: Vec::new() };
        judge.layout();
        judge.contents();
        judge.sizes();
        judge.paths();
        judge.changes();
        judge.versions();
        let mut found = judge.found;
        found.drain(..).for_each(|diagnostic| merge(&mut merged, diagnostic, &profile.name));
    }
    sort(skill, &mut merged);
    merged
}

/// What a rule on folders says and one on archives says better.
const SUPERSEDED: [&str; 3] = ["credential-file", "junk-file", "nested-skill"];

/// Adds findings on an archive to those on the skill in it.
pub(crate) fn join(found: &mut Vec<Diagnostic>, more: Vec<Diagnostic>, skill: &Skill) {
    found.retain(|diagnostic| !SUPERSEDED.contains(&diagnostic.rule.name));
    found.extend(more);
    sort(skill, found);
}

struct Judge<'a> {
    package: &'a Package<'a>,
    skill: &'a Skill,
    profile: &'a Profile,
    found: Vec<Diagnostic>,
}

impl Judge<'_> {
    /// A finding about a file; the empty path is the archive.
    fn add(&mut self, rule: &'static Rule, file: &str, message: String) -> Option<&mut Diagnostic> {
        let Level::On(severity) = self.profile.level(rule) else { return None };
        let manifest = self.skill.manifest_path();
        Some(Findings { rule, severity, manifest, found: &mut self.found }.file(file, message))
            .map(|_| ())?;
        self.found.last_mut()
    }

    fn layout(&mut self) {
        let root = self.package.root.as_str();
        let layouts = &self.profile.packing.layouts;
        let (is_root, takes_root) = (root.is_empty(), layouts.contains(&Layout::Root));
        let name = Arc::clone(&self.profile.name);
        if root.contains('/') {
            let outer = root.split('/').next().unwrap_or(root);
            let message = format!("the skill lies one folder too deep, at `{root}/`");
            if let Some(found) = self.add(&rule::PACK_ROOT, "", message) {
                found.help(format!("pack the folder inside of `{outer}`, not `{outer}` itself"));
            }
        } else if is_root && !takes_root {
            let message = format!("SKILL.md lies at the root of the archive; `{name}` asks for one folder");
            if let Some(found) = self.add(&rule::PACK_ROOT, "", message) {
                found.help("`--layout folder` puts all files below a folder called as the skill");
            }
        } else if !is_root && !layouts.contains(&Layout::Folder) {
            let message = format!("the files lie below `{root}/`; `{name}` asks for SKILL.md at the root");
            if let Some(found) = self.add(&rule::PACK_ROOT, "", message) {
                found.help("`--layout root` puts them there");
            }
        }
        if let Some(first) = self.package.beside.first() {
            let more = match self.package.beside.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let message = format!("entries lie outside of the skill's folder: `{first}`{more}");
            if let Some(found) = self.add(&rule::PACK_ROOT, "", message) {
                found.help("an archive holds one skill and nothing beside it");
            }
        }
        let endings: Vec<&str> = self.profile.packing.endings.iter().map(|one| one.as_str()).collect();
        if let Some(ending) = self.package.ending.filter(|ending| !endings.contains(ending)) {
            let message =
                format!("the archive ends in `.{ending}`, `{name}` takes `.{}`", endings.join("`, `."));
            self.add(&rule::PACK_ROOT, "", message);
        }
    }

    fn contents(&mut self) {
        const ARCHIVES: [&str; 11] =
            [".zip", ".skill", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2", ".zst", ".jar"];
        let skill = self.skill;
        for file in skill.tree.files() {
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            let lower = name.to_ascii_lowercase();
            if lower == "skill.md" && file.path != skill.manifest_path() {
                let message = format!("`{}`: a second SKILL.md; an archive holds one skill", file.path);
                self.add(&rule::PACK_MULTI_SKILL, &file.path, message);
            }
            if ARCHIVES.iter().any(|ending| lower.ends_with(ending)) {
                let message = format!("`{}` is an archive inside of the archive", file.path);
                self.add(&rule::PACK_NESTED_ARCHIVE, &file.path, message);
            }
            if is_credential(name, false) {
                let message = format!("`{}` has a name under which keys and passwords are kept", file.path);
                self.add(&rule::PACK_CREDENTIAL, &file.path, message);
            }
        }
        if let Some(file) = skill.tree.files().iter().find(|file| file.path.starts_with(".claude-plugin/")) {
            let message = "a plugin's files: platforms take the archive for a plugin".to_owned();
            self.add(&rule::PACK_PLUGIN_MANIFEST, &file.path, message);
        }
        let beside = &self.package.beside;
        if beside.iter().any(|path| path.starts_with(".claude-plugin/") || path.contains("/.claude-plugin/"))
        {
            let message = "a plugin's files beside the skill: platforms take the archive for a plugin";
            self.add(&rule::PACK_PLUGIN_MANIFEST, "", message.to_owned());
        }
        let is_manifest = |path: &&String| {
            path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("skill.md"))
        };
        let others = beside.iter().filter(is_manifest).count();
        if others > 0 {
            let message = format!("the archive holds {} skills; platforms take one", others + 1);
            if let Some(found) = self.add(&rule::PACK_MULTI_SKILL, "", message) {
                found.help("`skill pack` makes one archive of each");
            }
        }
        for path in self.package.junk {
            self.add(&rule::PACK_JUNK, "", format!("`{path}` is never part of a skill"));
        }
        for path in &self.package.links {
            self.add(&rule::PACK_SYMLINK, path, format!("`{path}` is a symbolic link"));
        }
    }

    fn sizes(&mut self) {
        let (limits, name) = (self.profile.limits, Arc::clone(&self.profile.name));
        let tree = &self.skill.tree;
        let (bytes, count) = (self.skill.size(), tree.files().len() as u64);
        if let Some(limit) = limits.unpacked_size.filter(|limit| bytes > *limit) {
            let message = format!("all files have {bytes} bytes, `{name}` takes {limit}");
            if let Some(found) = self.add(&rule::PACK_TOO_BIG, "", message) {
                found.help("`skill pack --list` shows which are the largest");
            }
        }
        if let Some((size, limit)) = self.package.size.zip(limits.archive_size).filter(|(a, b)| a > b) {
            let message = format!("the archive has {size} bytes, `{name}` takes {limit}");
            self.add(&rule::PACK_TOO_BIG, "", message);
        }
        if let Some(limit) = limits.files.filter(|limit| count > *limit) {
            self.add(
                &rule::PACK_TOO_MANY_FILES,
                "",
                format!("there are {count} files, `{name}` takes {limit}"),
            );
        }
        if let Some((size, limit)) = self.package.size.zip(self.profile.packing.ratio)
            && bytes > size.saturating_mul(limit)
        {
            let message =
                format!("{bytes} bytes unpack from {size}, `{name}` takes {limit} times the size at most");
            self.add(&rule::PACK_TOO_DENSE, "", message);
        }
        let Some(limit) = limits.file_size else { return };
        for file in self.skill.tree.files() {
            let size = self.skill.size_of(file);
            if size > limit {
                let message = format!("it has {size} bytes, `{name}` takes {limit} a file");
                self.add(&rule::PACK_FILE_TOO_BIG, &file.path, message);
            }
        }
    }

    fn paths(&mut self) {
        let packing = self.profile.packing.clone();
        let name = Arc::clone(&self.profile.name);
        for file in self.skill.tree.files() {
            let path = file.path.as_str();
            let lower = path.to_ascii_lowercase();
            let odd = path.split('/').find_map(|part| odd_character(part, packing.path_alphabet));
            let length = path.chars().count() as u64;
            let depth = path.matches('/').count() as u64;
            let why = if let Some(what) = odd {
                format!("the path has {what}")
            } else if packing.path_length.is_some_and(|limit| length > limit) {
                format!("the path has {length} characters, more than {}", packing.path_length.unwrap_or(0))
            } else if packing.depth.is_some_and(|limit| depth > limit) {
                format!("it lies {depth} folders deep, more than {}", packing.depth.unwrap_or(0))
            } else if !packing.file_types.is_empty()
                && !packing.file_types.iter().any(|ending| lower.ends_with(ending))
            {
                format!("this type of file is none of {}", packing.file_types.join(" "))
            } else if packing.text_only && !is_text(self.skill, file) {
                "it is no text".to_owned()
            } else {
                continue;
            };
            // A capital is a slip; what else is odd is refused.
            let is_capital = why.starts_with("the path has the capital");
            if let Some(found) = self.add(&rule::PACK_PATH, path, format!("{why}; `{name}` does not take it"))
                && is_capital
            {
                found.severity = found.severity.min(Severity::Warning);
            }
        }
    }

    fn changes(&mut self) {
        for missing in &self.package.missing {
            let message = format!("names `{}`, which is left out: {}", missing.path, missing.why);
            if let Some(found) = self.add(&rule::PACK_IGNORED_BUT_REFERENCED, &missing.by, message) {
                found.help(format!("take it in with `--include {}`", missing.path));
            }
        }
        for (path, what) in &self.package.changes {
            let forbids = self.package.forbids_changes;
            if let Some(found) = self.add(&rule::PACK_LOSSY, path, what.clone())
                && forbids
            {
                found.severity = Severity::Error;
            }
        }
    }

    fn versions(&mut self) {
        let head = &self.skill.head;
        let inner = head.entry("metadata").and_then(|entry| entry.value.value_of("version"));
        if let Some((one, other)) = head.value("version").zip(inner)
            && let (Some(a), Some(b)) = (one.text(), other.text())
            && a.trim() != b.trim()
            && let Level::On(severity) = self.profile.level(&rule::VERSION_CONFLICT)
        {
            let (rule, manifest) = (&rule::VERSION_CONFLICT, self.skill.manifest_path());
            let mut findings = Findings { rule, severity, manifest, found: &mut self.found };
            findings
                .here(one.span, format!("`version` is `{}` here and `{}` in `metadata`", a.trim(), b.trim()))
                .also(other.span, "here it is another")
                .help("keep one of them");
        }
        let asked = self.package.previous.as_ref().is_some_and(|previous| previous.must_rise);
        if !asked && !self.profile.packing.rising_version {
            return;
        }
        let version = inner.or_else(|| head.value("version")).and_then(Node::text).map(str::trim);
        let version = version.filter(|version| !version.is_empty());
        let parsed = version.and_then(|text| semver::Version::parse(text).ok());
        let manifest = self.skill.manifest_path().to_owned();
        let previous = self.package.previous.as_ref();
        let message = match (parsed, previous) {
            (None, _) => match version {
                Some(version) => format!("the version `{version}` is no MAJOR.MINOR.PATCH"),
                None => "the skill has no version, which must rise with each upload".to_owned(),
            },
            (Some(_), None) => return,
            (Some(version), Some(previous)) if version > previous.version => return,
            (Some(version), Some(previous)) => format!(
                "the version {version} is not greater than {}, the version {}",
                previous.version, previous.found
            ),
        };
        if let Some(found) = self.add(&rule::VERSION_NOT_INCREASING, &manifest, message) {
            found.help("`skill pack --bump patch` raises it");
        }
    }
}

fn is_text(skill: &Skill, file: &TreeFile) -> bool {
    let held = || std::str::from_utf8(&file.content).is_ok() && !file.content.contains(&0);
    skill.begun.get(&file.path).map_or_else(held, |begun| begun.is_text)
}

/// What a component of a path has that the alphabet lacks, in words.
fn odd_character(component: &str, alphabet: PathAlphabet) -> Option<String> {
    const CUSTOM: [&str; 6] =
        ["SKILL.md", "REFERENCE.md", "FORMS.md", "Dockerfile", "Makefile", "CHANGELOG.md"];
    if alphabet == PathAlphabet::Any {
        return None;
    }
    if let Some(odd) = component.chars().find(|c| !c.is_ascii_graphic()) {
        return Some(if odd == ' ' { "a blank".to_owned() } else { format!("the character `{odd}`") });
    }
    let by_custom = CUSTOM.contains(&component)
        || ["LICENSE", "README", "NOTICE"].iter().any(|start| component.starts_with(start));
    let capital = component.chars().find(char::is_ascii_uppercase);
    match capital {
        Some(capital) if alphabet == PathAlphabet::LowerAscii && !by_custom => {
            Some(format!("the capital `{capital}`"))
        }
        _ => None,
    }
}
