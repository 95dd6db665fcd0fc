//! `Package`: a name in a registry, `hello` or `@team/hello`, and the paths of its files there.

use std::{fmt, str::FromStr};

use semver::Version;

use crate::model::visible;

/// A package's name. Both parts are 1 to 64 of `a-z`, `0-9` and single inner hyphens: ASCII alone, so that no two
/// names look alike, and the folder it is installed in is its last part.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Package {
    scope: Option<String>,
    base: String,
}

/// A text that can't be a package's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no package name: {why}", visible::line(.text))]
pub(crate) struct PackageError {
    text: String,
    why: &'static str,
}

/// The longest part of a name, in bytes.
const MAX_PART: usize = 64;

/// Names that Windows keeps for devices; a file of such a name can't be made there.
fn is_device(part: &str) -> bool {
    matches!(part, "con" | "prn" | "aux" | "nul")
        || ["com", "lpt"].iter().any(|device| {
            part.strip_prefix(device).is_some_and(|rest| matches!(rest.as_bytes(), [b'1'..=b'9']))
        })
}

fn flaw(part: &str) -> Option<&'static str> {
    if part.is_empty() {
        Some("it is empty")
    } else if part.len() > MAX_PART {
        Some("a part has more than 64 characters")
    } else if !part.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
        Some("it may hold `a` to `z`, `0` to `9` and `-`")
    } else if part.starts_with('-') || part.ends_with('-') || part.contains("--") {
        Some("hyphens stand between letters or digits, one at a time")
    } else if is_device(part) {
        Some("Windows keeps this name for a device")
    } else {
        None
    }
}

impl Package {
    /// The team before the `/`, without its `@`.
    pub(crate) fn scope(&self) -> Option<&str> {
        self.scope.as_deref()
    }

    /// The part after the `/`: the skill's own name.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Where its versions are listed: `index/ab/cd/abcdef.jsonl`, shorter names in `1/`, `2/`, `3/a/`, scoped ones in
    /// a folder of their scope.
    pub(crate) fn index_path(&self) -> String {
        let base = &self.base;
        match (&self.scope, base.len()) {
            (Some(scope), _) => format!("index/@{scope}/{base}.jsonl"),
            (None, length @ (1 | 2)) => format!("index/{length}/{base}.jsonl"),
            (None, 3) => format!("index/3/{}/{base}.jsonl", &base[..1]),
            (None, _) => format!("index/{}/{}/{base}.jsonl", &base[..2], &base[2..4]),
        }
    }

    /// The name that an index path belongs to; `None` for a path that no name leads to.
    pub(crate) fn of_index_path(path: &str) -> Option<Self> {
        let stem = path.strip_prefix("index/")?.strip_suffix(".jsonl")?;
        let (folder, base) = stem.rsplit_once('/')?;
        let text = if folder.starts_with('@') { format!("{folder}/{base}") } else { base.to_owned() };
        text.parse().ok().filter(|package: &Self| package.index_path() == path)
    }

    /// The folder part of the index path, cargo's `{prefix}`.
    pub(crate) fn prefix(&self) -> String {
        let path = self.index_path();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        folder.strip_prefix("index/").unwrap_or_default().to_owned()
    }

    /// Where the archive of a version lies unless the registry says otherwise.
    pub(crate) fn archive_path(&self, version: &Version) -> String {
        format!("dl/{self}/{version}/{}-{version}.tar.gz", self.base)
    }

    /// The name without what people confuse: two packages of a registry may not be equal after this.
    pub(crate) fn folded(&self) -> String {
        self.to_string().replace(['-', '_'], "")
    }
}

impl fmt::Display for Package {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.scope {
            Some(scope) => write!(formatter, "@{scope}/{}", self.base),
            None => formatter.write_str(&self.base),
        }
    }
}

impl FromStr for Package {
    type Err = PackageError;

    fn from_str(text: &str) -> Result<Self, PackageError> {
        let wrong = |why| PackageError { text: text.to_owned(), why };
        let (scope, base) = match text.strip_prefix('@') {
            Some(rest) => {
                let (scope, base) =
                    rest.split_once('/').ok_or_else(|| wrong("after `@team` comes `/` and a name"))?;
                (Some(scope), base)
            }
            None => (None, text),
        };
        match scope.into_iter().chain([base]).find_map(flaw) {
            Some(why) => Err(wrong(why)),
            None => Ok(Self { scope: scope.map(str::to_owned), base: base.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_place_and_the_place_its_name() {
        for (name, path) in [
            ("a", "index/1/a.jsonl"),
            ("ab", "index/2/ab.jsonl"),
            ("abc", "index/3/a/abc.jsonl"),
            ("abcdef", "index/ab/cd/abcdef.jsonl"),
            ("a-b-c", "index/a-/b-/a-b-c.jsonl"),
            ("@team/abcdef", "index/@team/abcdef.jsonl"),
        ] {
            let package: Package = name.parse().expect("a name");
            assert_eq!(package.index_path(), path);
            assert_eq!(Package::of_index_path(path), Some(package));
        }
        for path in [
            "index/ab/xx/abcdef.jsonl",
            "index/abcdef.jsonl",
            "config.json",
            "index/1/ab.jsonl",
            "index/../a.jsonl",
        ] {
            assert_eq!(Package::of_index_path(path), None, "{path}");
        }
        let version = Version::parse("1.2.0").expect("a version");
        let package: Package = "@team/hello".parse().expect("a name");
        assert_eq!(package.archive_path(&version), "dl/@team/hello/1.2.0/hello-1.2.0.tar.gz");
    }

    #[test]
    fn what_could_not_be_a_folder_everywhere_is_no_name() {
        for name in [
            "", "A", "a_b", "-a", "a-", "a--b", "con", "lpt9", "a/b", "@a", "@/a", "@a/", "@a/b/c", "@@a/b",
            "..", "а", "a b", "@nul/x",
        ] {
            assert!(name.parse::<Package>().is_err(), "{name}");
        }
        assert!("a".repeat(65).parse::<Package>().is_err());
        assert!("com10".parse::<Package>().is_ok());
    }
}
