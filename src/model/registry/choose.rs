//! Which version of a package is taken, and why the others were not.

use std::{fmt, time::Duration};

use semver::{Version, VersionReq};

use super::line::{IndexLine, StatusKind};
use crate::model::moment::Moment;

/// What narrows the choice besides the requirement.
#[derive(Debug, Clone)]
pub(crate) struct Terms<'a> {
    /// The version the lockfile holds: yanked or young, it stays allowed.
    pub(crate) locked: Option<&'a Version>,
    pub(crate) now: Moment,
    /// Versions younger than this are passed over.
    pub(crate) min_age: Duration,
    /// Where the rule stands that says so, if it is the policy's.
    pub(crate) min_age_place: Option<&'a str>,
    /// `--allow-quarantined`: a version that is kept back may be taken.
    pub(crate) quarantined: bool,
}

/// Why a version that fits the requirement was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Why {
    Yanked(String),
    /// With the place of the policy's rule, if it is that.
    TooYoung(Option<String>),
    Quarantined(String),
    Blocked(String),
}

impl Why {
    /// Whether the registry warns of harm, rather than of a mistake or a young version.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Quarantined(_) | Self::Blocked(_))
    }
}

impl fmt::Display for Why {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, reason) = match self {
            Self::Yanked(reason) => ("yanked", reason.as_str()),
            Self::TooYoung(None) => ("younger than `min-age` allows", ""),
            Self::TooYoung(Some(place)) => ("younger than `policy.min-age` allows", place.as_str()),
            Self::Quarantined(reason) => ("quarantined", reason.as_str()),
            Self::Blocked(reason) => ("blocked", reason.as_str()),
        };
        formatter.write_str(word)?;
        if reason.is_empty() {
            return Ok(());
        }
        write!(formatter, " ({})", crate::model::visible::line(reason))
    }
}

/// No version can be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoVersion {
    /// Versions that fit, newest first, with what stands against them.
    pub(crate) against: Vec<(Version, Why)>,
    /// The newest versions there are, newest first, whether they fit or not.
    pub(crate) newest: Vec<Version>,
}

/// How many versions a message names.
const SHOWN: usize = 5;

/// The highest version that fits and that nothing stands against. Without a requirement pre-releases count only when
/// there is nothing else.
pub(crate) fn choose<'a>(
    lines: &'a [IndexLine],
    wanted: Option<&VersionReq>,
    terms: &Terms<'_>,
) -> Result<&'a IndexLine, NoVersion> {
    let mut sorted: Vec<&IndexLine> = lines.iter().collect();
    sorted.sort_by(|a, b| b.version.cmp(&a.version));
    let fits = |line: &&IndexLine| match wanted {
        Some(wanted) => wanted.matches(&line.version),
        None => line.version.pre.is_empty(),
    };
    let mut against = Vec::new();
    for line in sorted.iter().copied().filter(fits) {
        match objection(line, terms) {
            None => return Ok(line),
            Some(why) => against.push((line.version.clone(), why)),
        }
    }
    if wanted.is_none() {
        for line in sorted.iter().copied().filter(|line| !line.version.pre.is_empty()) {
            match objection(line, terms) {
                None if against.is_empty() => return Ok(line),
                None => {}
                Some(why) => against.push((line.version.clone(), why)),
            }
        }
    }
    against.truncate(SHOWN);
    let newest = sorted.iter().take(SHOWN).map(|line| line.version.clone()).collect();
    Err(NoVersion { against, newest })
}

/// What stands against taking a version.
pub(crate) fn objection(line: &IndexLine, terms: &Terms<'_>) -> Option<Why> {
    let is_locked = terms.locked == Some(&line.version);
    match &line.status {
        Some(status) if status.state == StatusKind::Blocked => {
            return Some(Why::Blocked(status.reason.clone()));
        }
        Some(status) if status.state == StatusKind::Quarantined && !terms.quarantined => {
            return Some(Why::Quarantined(status.reason.clone()));
        }
        Some(_) | None => {}
    }
    match &line.yanked {
        Some(reason) if !is_locked => Some(Why::Yanked(reason.clone())),
        _ if !is_locked && line.published.age_at(terms.now) < terms.min_age => {
            Some(Why::TooYoung(terms.min_age_place.map(str::to_owned)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::line::{Status, sample},
        *,
    };

    fn terms() -> Terms<'static> {
        let now = "2026-12-01T19:55:00Z".parse().expect("a moment");
        Terms { locked: None, now, min_age: Duration::ZERO, min_age_place: None, quarantined: false }
    }

    fn lines() -> Vec<IndexLine> {
        ["1.0.0", "1.10.0", "1.9.0", "2.0.0-rc.1"].map(|version| sample("x", version)).to_vec()
    }

    fn chosen(lines: &[IndexLine], wanted: &str, terms: &Terms<'_>) -> Option<String> {
        let wanted = (!wanted.is_empty()).then(|| VersionReq::parse(wanted).expect("a requirement"));
        choose(lines, wanted.as_ref(), terms).ok().map(|line| line.version.to_string())
    }

    #[test]
    fn the_highest_that_fits_is_taken_and_pre_releases_only_when_asked_for() {
        let lines = lines();
        assert_eq!(chosen(&lines, "", &terms()).as_deref(), Some("1.10.0"));
        assert_eq!(chosen(&lines, "~1.9", &terms()).as_deref(), Some("1.9.0"));
        assert_eq!(chosen(&lines, ">=2.0.0-rc", &terms()).as_deref(), Some("2.0.0-rc.1"));
        assert_eq!(chosen(&lines[3..], "", &terms()).as_deref(), Some("2.0.0-rc.1"));
        let error =
            choose(&lines, Some(&VersionReq::parse("^3").expect("a requirement")), &terms()).unwrap_err();
        assert_eq!(error.newest[0].to_string(), "2.0.0-rc.1");
    }

    #[test]
    fn yanked_and_young_versions_stay_for_those_who_locked_them() {
        let mut lines = lines();
        lines[1].yanked = Some("leaks".to_owned());
        assert_eq!(chosen(&lines, "^1", &terms()).as_deref(), Some("1.9.0"));
        let locked = Version::new(1, 10, 0);
        assert_eq!(
            chosen(&lines, "^1", &Terms { locked: Some(&locked), ..terms() }).as_deref(),
            Some("1.10.0")
        );
        let strict = Terms { min_age: Duration::from_hours(72), ..terms() };
        let error = choose(&lines, None, &strict).unwrap_err();
        assert_eq!(error.against[0].1.to_string(), "yanked (leaks)");
        assert_eq!(error.against[1].1, Why::TooYoung(None));
        assert_eq!(chosen(&lines, "", &Terms { locked: Some(&locked), ..strict }).as_deref(), Some("1.10.0"));
    }

    #[test]
    fn blocked_versions_are_never_taken_and_quarantined_ones_only_by_insisting() {
        let mut lines = lines();
        let status =
            |state| Some(Status { state, reason: "malware".to_owned(), advisory: None, replaced_by: None });
        let locked = Version::new(1, 10, 0);
        lines[1].status = status(StatusKind::Quarantined);
        assert_eq!(chosen(&lines, "=1.10.0", &Terms { locked: Some(&locked), ..terms() }), None);
        assert!(chosen(&lines, "=1.10.0", &Terms { quarantined: true, ..terms() }).is_some());
        lines[1].status = status(StatusKind::Blocked);
        assert_eq!(chosen(&lines, "=1.10.0", &Terms { quarantined: true, ..terms() }), None);
        lines[1].status = status(StatusKind::Deprecated);
        assert!(chosen(&lines, "=1.10.0", &terms()).is_some());
    }
}
