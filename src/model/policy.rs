//! `Policy`: what a person or an organisation allows to be installed; each rule with the file and line it stands on, so
//! that a refusal can name it.

use std::time::Duration;

use url::Url;

use super::{
    git_url::{GitUrl, SshUrl},
    registry::package::Package,
    source::Source,
};

/// A value with the place it was read from, such as `/etc/skill/config.toml:4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ruled<T> {
    pub(crate) value: T,
    pub(crate) place: String,
}

/// Which registries must be signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Signatures {
    /// `true`: every registry, the one that is compiled in excepted.
    All,
    Named(Vec<String>),
}

/// `[policy]` of a configuration file. What is absent allows everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Policy {
    /// `registries`: the only ones packages may come from, by the name they have in a configuration file, or by URL.
    pub(crate) registries: Option<Ruled<Vec<String>>>,
    /// `hosts`: the only ones that git repositories, archives and discovery sites may come from.
    pub(crate) hosts: Option<Ruled<Vec<HostPattern>>>,
    /// `min-age`: versions of packages that are younger are not chosen.
    pub(crate) min_age: Option<Ruled<Duration>>,
    /// `min-age-exclude`: packages whose age does not matter; `@team/*` is a whole team.
    pub(crate) min_age_exclude: Option<Ruled<Vec<String>>>,
    /// `require-signature`.
    pub(crate) require_signature: Option<Ruled<Signatures>>,
    /// `allow-exec = false`: skills with executable files are refused.
    pub(crate) allow_exec: Option<Ruled<bool>>,
    /// `deny-licenses`: SPDX names.
    pub(crate) deny_licenses: Option<Ruled<Vec<String>>>,
}

/// The keys of `[policy]`, sorted.
pub(crate) const KEYS: [&str; 7] =
    ["allow-exec", "deny-licenses", "hosts", "min-age", "min-age-exclude", "registries", "require-signature"];

impl Policy {
    /// Puts the rules of `over` in the place of these, but for the keys that are kept. Gives the places of rules that
    /// lost against a kept one, with the one that won.
    pub(crate) fn overlaid(
        self,
        over: Self,
        is_kept: impl Fn(&str) -> bool,
    ) -> (Self, Vec<(String, String)>) {
        let mut lost = Vec::new();
        let mut merge = Merge { is_kept: &is_kept, lost: &mut lost };
        let merged = Self {
            registries: merge.one("registries", self.registries, over.registries),
            hosts: merge.one("hosts", self.hosts, over.hosts),
            min_age: merge.one("min-age", self.min_age, over.min_age),
            min_age_exclude: merge.one("min-age-exclude", self.min_age_exclude, over.min_age_exclude),
            require_signature: merge.one("require-signature", self.require_signature, over.require_signature),
            allow_exec: merge.one("allow-exec", self.allow_exec, over.allow_exec),
            deny_licenses: merge.one("deny-licenses", self.deny_licenses, over.deny_licenses),
        };
        (merged, lost)
    }

    /// The rule that stands against a source's host; registries and local places have none.
    pub(crate) fn against(&self, source: &Source) -> Option<&Ruled<Vec<HostPattern>>> {
        let hosts = self.hosts.as_ref()?;
        let reached = match source {
            Source::Git { url, .. } => Reached::of_git(url)?,
            Source::Url { url, .. } | Source::Discovery { url, .. } => Reached::of_url(url),
            Source::Archive { .. } | Source::Folder { .. } | Source::Registry { .. } => return None,
        };
        (!hosts.value.iter().any(|pattern| pattern.matches(&reached))).then_some(hosts)
    }

    /// How old a version of a package must be at least.
    pub(crate) fn min_age_of(&self, package: &Package, own: Duration) -> Duration {
        let is_excluded = self.min_age_exclude.as_ref().is_some_and(|ruled| {
            ruled.value.iter().any(|pattern| match pattern.strip_suffix("/*") {
                Some(team) => team.strip_prefix('@') == package.scope() && package.scope().is_some(),
                None => *pattern == package.to_string(),
            })
        });
        if is_excluded {
            return Duration::ZERO;
        }
        own.max(self.min_age.as_ref().map_or(Duration::ZERO, |ruled| ruled.value))
    }

    /// The rule that wants a registry signed.
    pub(crate) fn wants_signed(&self, registry: &str) -> Option<&str> {
        let ruled = self.require_signature.as_ref()?;
        let is_wanted = match &ruled.value {
            Signatures::All => true,
            Signatures::Named(names) => names.iter().any(|name| name == registry),
        };
        is_wanted.then_some(ruled.place.as_str())
    }

    /// The rule that forbids a license, with the name it forbids.
    pub(crate) fn forbids(&self, license: &str) -> Option<(&str, &str)> {
        let ruled = self.deny_licenses.as_ref()?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | ':');
        let mut words = license.split(|c: char| !is_name(c)).filter(|word| !word.is_empty());
        words.find_map(|word| {
            let denied = ruled.value.iter().find(|denied| denied.eq_ignore_ascii_case(word))?;
            Some((denied.as_str(), ruled.place.as_str()))
        })
    }
}

struct Merge<'a> {
    is_kept: &'a dyn Fn(&str) -> bool,
    lost: &'a mut Vec<(String, String)>,
}

impl Merge<'_> {
    fn one<T: PartialEq>(
        &mut self,
        key: &str,
        under: Option<Ruled<T>>,
        over: Option<Ruled<T>>,
    ) -> Option<Ruled<T>> {
        match (under, over) {
            (Some(under), Some(over)) if (self.is_kept)(key) => {
                if under.value != over.value {
                    self.lost.push((over.place, under.place.clone()));
                }
                Some(under)
            }
            (under, over) => over.or(under),
        }
    }
}

/// `example.org`, `*.example.org`, or `example.org/team` for what lies below a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostPattern {
    /// Without the `*`: then it begins with a dot.
    host: String,
    /// Components of the path, in lower case: the hosts that matter don't tell case.
    path: Vec<String>,
}

/// A host with the path on it.
#[derive(Debug)]
pub(crate) struct Reached {
    host: String,
    path: Vec<String>,
}

fn components(path: &str) -> Vec<String> {
    path.split('/').filter(|part| !part.is_empty() && *part != "*").map(str::to_lowercase).collect()
}

impl HostPattern {
    /// `None` where the text is no host: a URL, or empty.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (host, path) = text.split_once('/').unwrap_or((text, ""));
        let plain = host.strip_prefix('*').unwrap_or(host);
        let is_host = plain.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
        let is_whole = plain.len() == host.len() || plain.starts_with('.');
        if plain.trim_start_matches('.').is_empty() || !is_host || !is_whole || path.starts_with('/') {
            return None;
        }
        Some(Self { host: plain.to_ascii_lowercase(), path: components(path) })
    }

    fn matches(&self, reached: &Reached) -> bool {
        let is_host = if self.host.starts_with('.') {
            reached.host.ends_with(&self.host)
        } else {
            reached.host == self.host
        };
        is_host && reached.path.starts_with(&self.path)
    }
}

impl Reached {
    /// `None` for a repository on this machine.
    fn of_git(url: &GitUrl) -> Option<Self> {
        match url {
            GitUrl::Http(url) => Some(Self::of_url(url)),
            GitUrl::Ssh(SshUrl { host, path, .. }) | GitUrl::Git { host, path, .. } => {
                Some(Self { host: host.to_ascii_lowercase(), path: components(path) })
            }
            GitUrl::File(_) => None,
        }
    }

    fn of_url(url: &Url) -> Self {
        Self { host: url.host_str().unwrap_or_default().to_ascii_lowercase(), path: components(url.path()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(hosts: &[&str]) -> Policy {
        let value = hosts.iter().map(|text| HostPattern::parse(text).expect("a host")).collect();
        Policy { hosts: Some(Ruled { value, place: "config.toml:2".to_owned() }), ..Policy::default() }
    }

    fn git(url: &str) -> Source {
        Source::Git { url: url.parse().expect("a URL"), path: None }
    }

    #[test]
    fn hosts_are_whole_names_or_all_below_one_and_paths_whole_components() {
        let policy = policy(&["github.com/Our-Org", "*.example.com", "git.test"]);
        for allowed in [
            "https://github.com/our-org/skills",
            "git@github.com:our-org/skills.git",
            "https://a.b.example.com/x",
            "git://git.test/x",
            "file:///srv/skills.git",
        ] {
            assert_eq!(policy.against(&git(allowed)), None, "{allowed}");
        }
        for refused in [
            "https://github.com/our-org-2/skills",
            "https://github.com/other/our-org",
            "https://example.com/x",
            "https://evilexample.com/x",
            "https://github.com.evil.test/our-org/x",
            "https://x.git.test/our-org",
        ] {
            assert!(policy.against(&git(refused)).is_some(), "{refused}");
        }
        let site = Source::Discovery { url: "https://elsewhere.test/".parse().expect("a URL"), path: None };
        assert!(policy.against(&site).is_some());
        for wrong in ["", "https://github.com", "*", "a b", "*.", "x*.test", "*example.com"] {
            assert_eq!(HostPattern::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_greater_age_counts_unless_the_package_is_excepted() {
        let days = |days: u64| Duration::from_hours(days * 24);
        let ruled = |value| Some(Ruled { value, place: String::new() });
        let policy = Policy {
            min_age: ruled(days(3)),
            min_age_exclude: Some(Ruled {
                value: vec!["@ops/*".to_owned(), "hello".to_owned()],
                place: String::new(),
            }),
            ..Policy::default()
        };
        let age = |name: &str, own| policy.min_age_of(&name.parse().expect("a name"), own);
        assert_eq!(age("notes", days(1)), days(3));
        assert_eq!(age("notes", days(7)), days(7));
        assert_eq!(age("hello", days(7)), Duration::ZERO);
        assert_eq!(age("@ops/hello", days(1)), Duration::ZERO);
        assert_eq!(age("@opsy/hello", days(1)), days(3));
    }

    #[test]
    fn a_license_is_forbidden_wherever_it_stands_in_the_expression() {
        let policy = Policy {
            deny_licenses: Some(Ruled { value: vec!["AGPL-3.0-only".to_owned()], place: "x:1".to_owned() }),
            ..Policy::default()
        };
        assert_eq!(policy.forbids("MIT OR (agpl-3.0-only)"), Some(("AGPL-3.0-only", "x:1")));
        assert_eq!(policy.forbids("AGPL-3.0-or-later"), None);
    }

    #[test]
    fn a_binding_rule_stays_and_the_other_is_named() {
        let rule = |value, place: &str| Policy {
            allow_exec: Some(Ruled { value, place: place.to_owned() }),
            ..Policy::default()
        };
        let (kept, lost) = rule(false, "org:1").overlaid(rule(true, "own:2"), |key| key == "allow-exec");
        assert!(!kept.allow_exec.expect("a rule").value);
        assert_eq!(lost, [("own:2".to_owned(), "org:1".to_owned())]);
        let (own, lost) = rule(false, "org:1").overlaid(rule(true, "own:2"), |_| false);
        assert!(own.allow_exec.expect("a rule").value && lost.is_empty());
    }
}
