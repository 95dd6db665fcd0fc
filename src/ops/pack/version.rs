//! The version of a skill: raised in place, and the one before it, from a manifest or a tag.

use std::path::Path;

use semver::{Prerelease, Version};

use super::{MANIFEST, PackError, sidecar, sidecar::Sidecar, target::Target};
use crate::{
    host::{
        fs::{self, Standing},
        git::{self, Refs},
    },
    lint::package::Previous,
    model::{event::Event, frontmatter::Frontmatter, git_url::GitUrl, name::FolderName, tree::Tree, visible},
    ops::{Context, scope},
};

/// Which number of a version is raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bump {
    Major,
    Minor,
    Patch,
}

/// A version that can't be raised.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BumpError {
    #[error("it has no version")]
    Missing,
    #[error("its version `{}` is no MAJOR.MINOR.PATCH", visible::line(.0))]
    NotSemver(String),
    #[error("its `version` is `{}` and its `metadata.version` `{}`", visible::line(.0), visible::line(.1))]
    Conflict(String, String),
    #[error("its version `{}` is not written so that it can be replaced", visible::line(.0))]
    Form(String),
}

/// A version that was raised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Raised {
    pub(crate) from: String,
    pub(crate) to: String,
}

impl Bump {
    /// As cargo and npm do it: a pre-release comes before the version it is one of.
    fn apply(self, version: &Version) -> Version {
        let Version { major, minor, patch, .. } = *version;
        let is_pre = version.pre != Prerelease::EMPTY;
        match self {
            Self::Major if is_pre && minor == 0 && patch == 0 => Version::new(major, 0, 0),
            Self::Major => Version::new(major.saturating_add(1), 0, 0),
            Self::Minor if is_pre && patch == 0 => Version::new(major, minor, 0),
            Self::Minor => Version::new(major, minor.saturating_add(1), 0),
            Self::Patch if is_pre => Version::new(major, minor, patch),
            Self::Patch => Version::new(major, minor, patch.saturating_add(1)),
        }
    }
}

/// The text of a SKILL.md with its version raised and every other byte kept.
fn raised(text: &str, bump: Bump) -> Result<(String, Raised), BumpError> {
    let head = Frontmatter::parse(text);
    let inner = head.value("metadata").and_then(|metadata| metadata.value_of("version"));
    let mut nodes: Vec<_> = head.value("version").into_iter().chain(inner).collect();
    let words: Vec<String> =
        nodes.iter().map(|node| node.text().unwrap_or_default().trim().to_owned()).collect();
    let old = match words.as_slice() {
        [] => return Err(BumpError::Missing),
        [one, other] if one != other => return Err(BumpError::Conflict(one.clone(), other.clone())),
        [one, ..] if one.is_empty() => return Err(BumpError::Missing),
        [one, ..] => one.clone(),
    };
    let version = Version::parse(&old).map_err(|_| BumpError::NotSemver(old.clone()))?;
    let new = bump.apply(&version).to_string();
    let mut out = text.to_owned();
    nodes.sort_by_key(|node| std::cmp::Reverse(node.span));
    for node in &nodes {
        let at = node.span.of(text).find(&old).ok_or_else(|| BumpError::Form(old.clone()))?;
        let start = node.span.start + at;
        out.replace_range(start..start + old.len(), &new);
    }
    let after = Frontmatter::parse(&out);
    let inner = after.value("metadata").and_then(|metadata| metadata.value_of("version"));
    let written: Vec<_> = after.value("version").into_iter().chain(inner).map(|node| node.text()).collect();
    if written.len() != nodes.len() || written.iter().any(|text| text.map(str::trim) != Some(&new)) {
        return Err(BumpError::Form(old));
    }
    Ok((out, Raised { from: old, to: new }))
}

/// The tree with the version of SKILL.md raised, and the new text.
pub(super) fn raise(name: &str, tree: Tree, bump: Bump) -> Result<(Tree, String, Raised), PackError> {
    let failed = |source| PackError::Bump { name: visible::line(name).into_owned(), source };
    let mut files = tree.into_files();
    let Some(file) = files.iter_mut().find(|file| file.path.eq_ignore_ascii_case(MANIFEST)) else {
        return Err(failed(BumpError::Missing));
    };
    let text = std::str::from_utf8(&file.content).map_err(|_| failed(BumpError::Missing))?;
    let (text, raised) = raised(text, bump).map_err(failed)?;
    file.content = text.clone().into_bytes();
    Ok((Tree::new(files), text, raised))
}

/// The version before this one: the greater of what manifests beside the archive and tags of the repository say.
pub(super) fn before(
    context: &Context<'_>,
    target: &Target,
    name: &FolderName,
    archive: &Path,
    sha256: &str,
) -> Result<Option<Previous>, PackError> {
    let folder = archive.parent().unwrap_or(archive);
    let packed = packed_before(folder, name.as_str(), sha256)?;
    let tagged = if scope::is_git_root(&target.root) {
        match git::refs(&GitUrl::File(target.root.clone()), &context.git_access()) {
            Ok(refs) => tagged_before(&refs, name.as_str(), target.path.is_empty()),
            Err(git::Error::NotFound { .. }) => None,
            Err(error) => {
                let text = format!("the version is not compared with tags: {error}");
                context.reporter.event(Event::Warning { text: &text });
                None
            }
        }
    } else {
        None
    };
    Ok(packed.into_iter().chain(tagged).max_by(|a, b| a.version.cmp(&b.version)))
}

/// The greatest version among the manifests beside the archive. One of the very same archive is no earlier one.
fn packed_before(folder: &Path, name: &str, sha256: &str) -> Result<Option<Previous>, PackError> {
    let mut newest: Option<Previous> = None;
    for (file, standing) in fs::list_if_there(folder)? {
        let Some(file) = file.to_str().filter(|file| file.ends_with(sidecar::ENDING)) else {
            continue;
        };
        if standing != Standing::File {
            continue;
        }
        let text = fs::read(&folder.join(file))?;
        // Other programs have files of this name too.
        let Some(sidecar) = Sidecar::parse(&text) else { continue };
        let Some(version) = sidecar.version.and_then(|text| Version::parse(&text).ok()) else { continue };
        if sidecar.name == name
            && sidecar.sha256 != sha256
            && newest.as_ref().is_none_or(|newest| newest.version < version)
        {
            let found = format!("that `{}` records", visible::line(file));
            newest = Some(Previous { version, found, must_rise: false });
        }
    }
    Ok(newest)
}

/// The greatest version that a tag gives the skill. Tags of the commit at hand name this version, not one before.
/// Plain tags (`v1.2.3`) count for a skill that is the whole repository.
fn tagged_before(refs: &Refs, name: &str, is_whole_repository: bool) -> Option<Previous> {
    let head = refs.head.as_ref().map(|head| head.commit);
    refs.tags
        .iter()
        .filter(|(_, commit)| Some(**commit) != head)
        .filter_map(|(tag, _)| Some((version_of(tag, name, is_whole_repository)?, tag)))
        .max()
        .map(|(version, tag)| Previous {
            version,
            found: format!("of the tag `{}`", visible::line(tag)),
            must_rise: false,
        })
}

/// The version of `name-v1.2.3`, `name@1.2.3`, `name/v1.2.3`, and of `v1.2.3` where plain tags count.
fn version_of(tag: &str, name: &str, plain: bool) -> Option<Version> {
    let rest = match tag.strip_prefix(name).and_then(|rest| rest.strip_prefix(['-', '@', '/'])) {
        Some(rest) => rest,
        None if plain => tag,
        None => return None,
    };
    Version::parse(rest.strip_prefix('v').unwrap_or(rest)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_raised_in_place_with_quotes_comments_and_line_ends_kept() {
        let text = "\u{FEFF}---\r\nname: x # n\r\nmetadata:\r\n  version: '1.2.3' # v 1.2.3\r\n---\r\n1.2.3";
        let (out, raised) = raised(text, Bump::Minor).unwrap();
        assert_eq!(out, text.replacen("'1.2.3'", "'1.3.0'", 1));
        assert_eq!((raised.from.as_str(), raised.to.as_str()), ("1.2.3", "1.3.0"));
        let both = "---\nversion: 1.0.0\nmetadata: {version: \"1.0.0\"}\n---\n";
        let (out, _) = super::raised(both, Bump::Patch).unwrap();
        assert_eq!(out, "---\nversion: 1.0.1\nmetadata: {version: \"1.0.1\"}\n---\n");
    }

    #[test]
    fn what_cannot_be_raised_is_said() {
        let why = |text: &str| raised(&format!("---\n{text}\n---\n"), Bump::Patch).unwrap_err();
        assert_eq!(why("name: x"), BumpError::Missing);
        assert_eq!(why("version:"), BumpError::Missing);
        assert_eq!(why("version: 1.0"), BumpError::NotSemver("1.0".to_owned()));
        assert_eq!(
            why("version: 1.0.0\nmetadata:\n  version: 1.0.1"),
            BumpError::Conflict("1.0.0".to_owned(), "1.0.1".to_owned())
        );
        assert_eq!(why("version: \"1.\\x30.0\""), BumpError::Form("1.0.0".to_owned()));
    }

    #[test]
    fn pre_releases_are_raised_to_what_they_come_before() {
        for (from, bump, to) in [
            ("1.2.3", Bump::Major, "2.0.0"),
            ("1.2.3-rc.1", Bump::Patch, "1.2.3"),
            ("1.3.0-rc.1", Bump::Minor, "1.3.0"),
            ("1.2.3-rc.1+b", Bump::Minor, "1.3.0"),
            ("2.0.0-a", Bump::Major, "2.0.0"),
        ] {
            assert_eq!(bump.apply(&from.parse().unwrap()).to_string(), to, "{from}");
        }
    }

    #[test]
    fn tags_of_other_skills_say_nothing() {
        let version = |tag: &str, plain: bool| version_of(tag, "pdf", plain).map(|v| v.to_string());
        assert_eq!(version("pdf-v1.2.3", false).as_deref(), Some("1.2.3"));
        assert_eq!(version("pdf/1.2.3", false).as_deref(), Some("1.2.3"));
        assert_eq!(version("pdf@1.2.3", true).as_deref(), Some("1.2.3"));
        assert_eq!(version("v1.2.3", false), None);
        assert_eq!(version("v1.2.3", true).as_deref(), Some("1.2.3"));
        assert_eq!(version("pdf-forms-v9.0.0", true), None);
    }
}
