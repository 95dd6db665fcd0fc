//! Version tags of a repository: `v1.2.3`, `1.2.3`, `name-v1.2.3`, `name@1.2.3`, `name/v1.2.3`.

use semver::{Version, VersionReq};

use crate::model::{commit::Commit, lockfile::Release};

/// The version a tag carries, and the name before it; no name for `v1.2.3` and `1.2.3`.
fn version_of(tag: &str) -> Option<(&str, Version)> {
    let parse = |text: &str| Version::parse(text.strip_prefix('v').unwrap_or(text)).ok();
    if let Some(version) = parse(tag) {
        return Some(("", version));
    }
    // The version begins at the first separator after which the rest is one.
    tag.match_indices(['-', '@', '/']).find_map(|(at, _)| Some((&tag[..at], parse(&tag[at + 1..])?)))
}

/// The newest version tag that fits, with its commit. Pre-releases count only when the requirement names one. Tags with
/// the skill's own `name` before the version go before plain ones; tags of other names count only when the name is not
/// known and the repository has tags of one name alone.
pub(crate) fn newest<'a>(
    tags: impl Iterator<Item = (&'a String, &'a Commit)>,
    requirement: &VersionReq,
    name: Option<&str>,
) -> Option<(Release, Commit)> {
    let all: Vec<_> =
        tags.filter_map(|(tag, commit)| version_of(tag).map(|found| (found, tag, commit))).collect();
    let has = |prefix: &str| all.iter().any(|((other, _), _, _)| *other == prefix);
    let mut prefixes: Vec<&str> = all.iter().map(|((prefix, _), _, _)| *prefix).collect();
    prefixes.sort_unstable();
    prefixes.dedup();
    let prefix = match (name, prefixes.as_slice()) {
        (Some(name), _) if has(name) => name,
        _ if has("") => "",
        (None, [only]) => only,
        _ => return None,
    };
    all.into_iter()
        .filter(|((other, version), _, _)| *other == prefix && requirement.matches(version))
        .max_by(|((_, a), one, _), ((_, b), other, _)| (a, other).cmp(&(b, one)))
        .map(|((_, version), tag, commit)| {
            (Release { version: version.to_string(), tag: tag.clone() }, *commit)
        })
}

/// Whether a repository's tags are of several skills by name, and none of the whole of it.
pub(crate) fn is_by_name<'a>(tags: impl Iterator<Item = &'a String>) -> bool {
    let mut prefixes: Vec<&str> = tags.filter_map(|tag| version_of(tag)).map(|(prefix, _)| prefix).collect();
    prefixes.sort_unstable();
    prefixes.dedup();
    prefixes.len() > 1 && !prefixes.contains(&"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_tag_carries_its_version() {
        for (tag, version) in [
            ("v1.2.3", "1.2.3"),
            ("1.2.3", "1.2.3"),
            ("pdf-v1.2.3", "1.2.3"),
            ("pdf@1.2.3", "1.2.3"),
            ("pdf/v1.2.3", "1.2.3"),
            ("my-skill-1.0.0-rc.1", "1.0.0-rc.1"),
        ] {
            assert_eq!(
                version_of(tag).map(|(_, version)| version.to_string()).as_deref(),
                Some(version),
                "{tag}"
            );
        }
        for tag in ["main", "v1", "release-2024"] {
            assert_eq!(version_of(tag), None, "{tag}");
        }
    }

    #[test]
    fn the_newest_that_fits_is_chosen_and_pre_releases_only_when_asked_for() {
        let commit: Commit = "0123456789abcdef0123456789abcdef01234567".parse().expect("a commit");
        let tags: Vec<String> = ["v1.2.0", "v1.10.0", "v2.0.0-rc.1", "v0.9.0"].map(str::to_owned).to_vec();
        let newest = |requirement: &str| {
            let requirement = VersionReq::parse(requirement).expect("a requirement");
            newest(tags.iter().map(|tag| (tag, &commit)), &requirement, None).map(|(release, _)| release.tag)
        };
        assert_eq!(newest("^1").as_deref(), Some("v1.10.0"));
        assert_eq!(newest("*").as_deref(), Some("v1.10.0"));
        assert_eq!(newest(">=2.0.0-rc.1").as_deref(), Some("v2.0.0-rc.1"));
        assert_eq!(newest("^3"), None);
    }

    #[test]
    fn tags_of_other_skills_do_not_count() {
        let commit: Commit = "0123456789abcdef0123456789abcdef01234567".parse().expect("a commit");
        let newest = |tags: &[&str], name: Option<&str>| {
            let tags: Vec<String> = tags.iter().map(|tag| (*tag).to_owned()).collect();
            newest(tags.iter().map(|tag| (tag, &commit)), &VersionReq::STAR, name)
                .map(|(release, _)| release.tag)
        };
        let mixed = ["v1.0.0", "pdf-v2.0.0", "docx-v3.0.0"];
        assert_eq!(newest(&mixed, Some("pdf")).as_deref(), Some("pdf-v2.0.0"));
        assert_eq!(newest(&mixed, Some("xlsx")).as_deref(), Some("v1.0.0"));
        assert_eq!(newest(&mixed, None).as_deref(), Some("v1.0.0"));
        assert_eq!(newest(&mixed[1..], None), None);
        assert_eq!(newest(&mixed[2..], None).as_deref(), Some("docx-v3.0.0"));
    }
}
