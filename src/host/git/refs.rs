//! `Refs`: the branches and tags of a repository, and which of them a text means.

use std::collections::BTreeMap;

use super::{
    Access, Error,
    advertisement::checked,
    channel,
    connections::Connection,
    wire::{self, Frame, Message},
};
use crate::model::{commit::Commit, git_url::GitUrl};

/// More refs than any repository that holds skills.
const MAX_REFS: usize = 1_000_000;
const MAX_BYTES: usize = 256 * 1024 * 1024;
/// The fewest digits of an abbreviated commit.
const MIN_ABBREVIATION: usize = 7;
pub(super) const AGENT: &str = concat!("agent=skill/", env!("CARGO_PKG_VERSION"));

/// Where the repository stands by default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    /// The default branch; `None` when the head is a bare commit.
    pub(crate) branch: Option<String>,
    pub(crate) commit: Commit,
}

/// The branches and tags of a repository. Annotated tags are peeled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Refs {
    /// `None` when the repository has no commit there.
    pub(crate) head: Option<Head>,
    pub(crate) branches: BTreeMap<String, Commit>,
    pub(crate) tags: BTreeMap<String, Commit>,
}

/// What a text turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Named {
    Branch(String),
    Tag(String),
    Commit,
}

impl Refs {
    /// The commit a branch stands at.
    pub(crate) fn branch(&self, name: &str) -> Option<Commit> {
        self.branches.get(name).copied()
    }

    /// The commit a tag names.
    pub(crate) fn tag(&self, name: &str) -> Option<Commit> {
        self.tags.get(name).copied()
    }

    /// What a name means: a tag, else a branch (git's own order), written short or whole (`refs/tags/v1`).
    pub(crate) fn named(&self, name: &str) -> Option<(Named, Commit)> {
        let tag = |name: &str| Some((Named::Tag(name.to_owned()), self.tag(name)?));
        let branch = |name: &str| Some((Named::Branch(name.to_owned()), self.branch(name)?));
        if let Some(name) = name.strip_prefix("refs/heads/").or_else(|| name.strip_prefix("heads/")) {
            return branch(name).or_else(|| tag(name));
        }
        if let Some(name) = name.strip_prefix("refs/tags/").or_else(|| name.strip_prefix("tags/")) {
            return tag(name).or_else(|| branch(name));
        }
        if name == "HEAD" {
            let head = self.head.as_ref()?;
            let named = head.branch.clone().map_or(Named::Commit, Named::Branch);
            return Some((named, head.commit));
        }
        tag(name).or_else(|| branch(name))
    }

    /// What a text means: a ref of that name, a whole commit (which need not be named by any ref), or the first
    /// seven digits and more of a commit that a ref names.
    pub(crate) fn resolve(&self, url: &GitUrl, name: &str) -> Result<(Named, Commit), Error> {
        if let Some(found) = self.named(name) {
            return Ok(found);
        }
        if let Ok(commit) = name.parse() {
            return Ok((Named::Commit, commit));
        }
        let hexadecimal = name.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hexadecimal && (MIN_ABBREVIATION..40).contains(&name.len()) {
            return Ok((Named::Commit, self.abbreviated(url, name)?));
        }
        Err(Error::UnknownRef { url: url.to_string(), name: name.to_owned(), near: self.nearest(name) })
    }

    fn abbreviated(&self, url: &GitUrl, digits: &str) -> Result<Commit, Error> {
        let lower = digits.to_ascii_lowercase();
        let heads = self.head.iter().map(|head| &head.commit);
        let all = heads.chain(self.branches.values()).chain(self.tags.values());
        let mut found: Vec<Commit> =
            all.filter(|commit| commit.to_string().starts_with(&lower)).copied().collect();
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [commit] => Ok(*commit),
            [] => Err(Error::Abbreviated { url: url.to_string(), name: lower }),
            several => Err(Error::Ambiguous {
                url: url.to_string(),
                name: lower,
                commits: several.iter().take(5).map(ToString::to_string).collect(),
            }),
        }
    }

    /// Splits `REF/path/in/repository` where the longest ref ends; the path is empty when nothing follows. A first
    /// component that is a whole commit counts as a ref.
    pub(crate) fn split_tail<'a>(&self, tail: &'a str) -> Option<(&'a str, Named, Commit, &'a str)> {
        let tail = tail.trim_matches('/');
        let ends = tail.match_indices('/').map(|(at, _)| at).chain([tail.len()]);
        let ends: Vec<usize> = ends.collect();
        for end in ends.iter().rev() {
            let (name, rest) = (&tail[..*end], tail[*end..].trim_start_matches('/'));
            if let Some((named, commit)) = self.named(name) {
                return Some((name, named, commit, rest));
            }
        }
        let (first, rest) = tail.split_once('/').unwrap_or((tail, ""));
        first.parse().ok().map(|commit| (first, Named::Commit, commit, rest))
    }

    /// A branch or tag with nearly this name, for a hint.
    fn nearest(&self, name: &str) -> Option<String> {
        let names = self.branches.keys().chain(self.tags.keys()).map(String::as_str);
        crate::model::name::nearest(name, names).map(str::to_owned)
    }
}

/// Refs as they come in, line by line.
#[derive(Debug, Default)]
pub(super) struct Gathering {
    head: Option<Commit>,
    head_branch: Option<String>,
    branches: BTreeMap<String, Commit>,
    tags: BTreeMap<String, Commit>,
    count: usize,
    bytes: usize,
}

impl Gathering {
    /// Takes in one ref under its whole name; refs that are neither branch nor tag are passed over.
    pub(super) fn add(&mut self, name: &str, commit: Commit) {
        if name == "HEAD" {
            self.head = Some(commit);
        } else if let Some(branch) = name.strip_prefix("refs/heads/") {
            self.branches.insert(branch.to_owned(), commit);
        } else if let Some(tag) = name.strip_prefix("refs/tags/") {
            // The peeled value follows the tag's own and takes its place.
            self.tags.insert(tag.strip_suffix("^{}").unwrap_or(tag).to_owned(), commit);
        }
    }

    fn counted(&mut self, url: &GitUrl, line: &str) -> Result<(), Error> {
        self.count += 1;
        self.bytes += line.len();
        if self.count > MAX_REFS || self.bytes > MAX_BYTES {
            Err(Error::protocol(url, "its list of refs has no end"))
        } else {
            Ok(())
        }
    }

    /// `OID NAME`, `shallow OID`, or what an empty repository says instead.
    pub(super) fn version_0_line(&mut self, url: &GitUrl, line: &str) -> Result<(), Error> {
        self.counted(url, line)?;
        let (id, name) = line.split_once(' ').ok_or_else(|| Error::protocol(url, bad_line(line)))?;
        if id == "shallow" || name == "capabilities^{}" {
            return Ok(());
        }
        let commit = id.parse().map_err(|_| bad_id(url, id, line))?;
        self.add(name, commit);
        Ok(())
    }

    /// `OID NAME [symref-target:NAME] [peeled:OID]`, or `unborn NAME …`.
    pub(super) fn version_2_line(&mut self, url: &GitUrl, line: &str) -> Result<(), Error> {
        self.counted(url, line)?;
        let mut words = line.split(' ');
        let (Some(id), Some(name)) = (words.next(), words.next()) else {
            return Err(Error::protocol(url, bad_line(line)));
        };
        if id == "unborn" {
            return Ok(());
        }
        let mut commit: Commit = id.parse().map_err(|_| bad_id(url, id, line))?;
        for word in words {
            if let Some(target) = word.strip_prefix("symref-target:")
                && name == "HEAD"
            {
                self.head_branch = target.strip_prefix("refs/heads/").map(str::to_owned);
            } else if let Some(peeled) = word.strip_prefix("peeled:") {
                commit = peeled.parse().map_err(|_| bad_id(url, peeled, line))?;
            }
        }
        self.add(name, commit);
        Ok(())
    }

    /// All that came; `symref` is what the head points to, where the server says so apart from the refs.
    pub(super) fn finish(self, symref: Option<&str>) -> Refs {
        let named = symref.and_then(|target| target.strip_prefix("refs/heads/")).map(str::to_owned);
        let branch = self.head_branch.or(named);
        let head = self.head.map(|commit| Head {
            // Servers too old to name the head's branch: the usual one at the same commit.
            branch: branch.or_else(|| {
                let usual = ["main", "master"].into_iter();
                usual.filter(|name| self.branches.get(*name) == Some(&commit)).map(str::to_owned).next()
            }),
            commit,
        });
        Refs { head, branches: self.branches, tags: self.tags }
    }
}

fn bad_line(line: &str) -> String {
    let line: String = line.chars().take(100).collect();
    format!("expected a ref, found `{}`", crate::model::visible::line(&line))
}

fn bad_id(url: &GitUrl, id: &str, line: &str) -> Error {
    if id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Error::Unsupported { url: url.to_string(), what: "names its objects by SHA-256, not SHA-1" };
    }
    Error::protocol(url, bad_line(line))
}

/// Asks a server for its refs.
pub(super) fn ask(url: &GitUrl, access: &Access<'_>) -> Result<Refs, Error> {
    access.connections.with(url, access, |connection| ask_on(url, connection, access))
}

fn ask_on(url: &GitUrl, connection: &mut Connection, access: &Access<'_>) -> Result<Refs, Error> {
    let Connection { channel, server, .. } = connection;
    if server.version != 2 {
        return Ok(server.refs.clone());
    }
    let mut message = Message::default().line("command=ls-refs").line(AGENT);
    if server.has("object-format") {
        message = message.line("object-format=sha1");
    }
    let message = message
        .delimiter()
        .line("peel")
        .line("symrefs")
        .line("ref-prefix HEAD")
        .line("ref-prefix refs/heads/")
        .line("ref-prefix refs/tags/")
        .flush();
    let has_bodies = channel.has_bodies();
    let mut answer = channel.ask(url, message.bytes(), 2, access)?;
    let mut gathering = Gathering::default();
    loop {
        let frame = wire::read(&mut answer).map_err(|error| Error::wire(url, error))?;
        match checked(url, frame)? {
            Frame::Data(line) => gathering.version_2_line(url, wire::text(&line).as_ref())?,
            Frame::Flush => {
                channel::finish(&mut answer, has_bodies);
                return Ok(gathering.finish(None));
            }
            Frame::Delimiter | Frame::ResponseEnd => {
                return Err(Error::protocol(url, "its list of refs is cut by a delimiter"));
            }
        }
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn commit(digit: &str) -> Commit {
        digit.repeat(40).parse().unwrap()
    }

    fn refs() -> Refs {
        let mut gathering = Gathering::default();
        for (name, digit) in [
            ("HEAD", "a"),
            ("refs/heads/main", "a"),
            ("refs/heads/feature/x", "b"),
            ("refs/heads/feature", "c"),
            ("refs/tags/v1", "d"),
            ("refs/tags/v1^{}", "e"),
            ("refs/heads/v1", "f"),
            ("refs/pull/1/head", "1"),
        ] {
            gathering.add(name, commit(digit));
        }
        gathering.finish(None)
    }

    fn url() -> GitUrl {
        "https://example.org/r".parse().unwrap()
    }

    #[test]
    fn the_longest_ref_splits_a_tail() {
        let refs = refs();
        let split = |tail| refs.split_tail(tail).map(|(name, _, _, path)| (name.to_owned(), path.to_owned()));
        let some = |name: &str, path: &str| Some((name.to_owned(), path.to_owned()));
        assert_eq!(split("feature/x/skills/pdf"), some("feature/x", "skills/pdf"));
        assert_eq!(split("feature/y"), some("feature", "y"));
        assert_eq!(split("main"), some("main", ""));
        let id = "9".repeat(40);
        let tail = format!("{id}/a");
        assert_eq!(split(&tail), some(&id, "a"));
        assert_eq!(split("absent/x"), None);
    }

    #[test]
    fn names_mean_tags_before_branches_and_digits_a_commit() {
        let refs = refs();
        let resolve = |name: &str| refs.resolve(&url(), name).map(|(_, commit)| commit);
        assert_eq!(resolve("v1").unwrap(), commit("e"));
        assert_eq!(resolve("heads/v1").unwrap(), commit("f"));
        assert_eq!(resolve("HEAD").unwrap(), commit("a"));
        assert_eq!(resolve("BBBBBBB").unwrap(), commit("b"));
        assert_eq!(resolve(&"1".repeat(40)).unwrap(), commit("1"));
        assert!(matches!(resolve("1234567"), Err(Error::Abbreviated { .. })));
        assert!(matches!(resolve("bbb"), Err(Error::UnknownRef { .. })));
        assert!(matches!(resolve("mian"), Err(Error::UnknownRef { near: Some(near), .. }) if near == "main"));
        assert_eq!(refs.head.unwrap().branch.as_deref(), Some("main"));
    }
}
