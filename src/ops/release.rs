//! Version tags of a repository: `v1.2.3`, `1.2.3`, `name-v1.2.3`, `name@1.2.3`, `name/v1.2.3`.

use semver::{Version, VersionReq};

use crate::model::{commit::Commit, lockfile::Release};

/// The version a tag carries.
fn version_of(tag: &str) -> Option<Version> {
    let after = tag.rsplit(['/', '@']).next().unwrap_or(tag);
    let parse = |text: &str| Version::parse(text.strip_prefix('v').unwrap_or(text)).ok();
    parse(after).or_else(|| {
        // `name-v1.2.3` and `name-1.2.3`: the version begins at the first hyphen after which the rest is one.
        after.match_indices('-').find_map(|(at, _)| parse(&after[at + 1..]))
    })
}

/// The newest version tag that fits, with its commit. Pre-releases count only when the requirement names one.
pub(crate) fn newest<'a>(
    tags: impl Iterator<Item = (&'a String, &'a Commit)>,
    requirement: &VersionReq,
) -> Option<(Release, Commit)> {
    tags.filter_map(|(tag, commit)| Some((version_of(tag)?, tag, commit)))
        .filter(|(version, _, _)| requirement.matches(version))
        .max_by(|a, b| (&a.0, b.1).cmp(&(&b.0, a.1)))
        .map(|(version, tag, commit)| (Release { version: version.to_string(), tag: tag.clone() }, *commit))
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
            assert_eq!(version_of(tag).map(|version| version.to_string()).as_deref(), Some(version), "{tag}");
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
            newest(tags.iter().map(|tag| (tag, &commit)), &requirement).map(|(release, _)| release.tag)
        };
        assert_eq!(newest("^1").as_deref(), Some("v1.10.0"));
        assert_eq!(newest("*").as_deref(), Some("v1.10.0"));
        assert_eq!(newest(">=2.0.0-rc.1").as_deref(), Some("v2.0.0-rc.1"));
        assert_eq!(newest("^3"), None);
    }
}
