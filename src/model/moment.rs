//! `Moment`: a point in time as registries write it (`2026-11-30T19:55:00Z`), and spans of time as people type them
//! (`3d`). The clock itself is read in `host`.

use std::{fmt, str::FromStr, time::Duration};

/// Whole seconds since 1970-01-01 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Moment(u64);

/// A text that is no moment in UTC.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no time of the form `2026-11-30T19:55:00Z`", super::visible::line(.0))]
pub(crate) struct MomentError(String);

const DAY: u64 = 86_400;

impl Moment {
    pub(crate) fn of_seconds(seconds: u64) -> Self {
        Self(seconds)
    }

    pub(crate) fn seconds(self) -> u64 {
        self.0
    }

    /// How long before `now` this was; nothing when it lies ahead.
    pub(crate) fn age_at(self, now: Self) -> Duration {
        Duration::from_secs(now.0.saturating_sub(self.0))
    }
}

/// Year, month and day of a number of days since 1970-01-01, by Howard Hinnant's `civil_from_days`.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

/// Days since 1970-01-01 of a date that exists, from that day on.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let shifted_year = year - u64::from(month <= 2);
    let (era, year_of_era) = (shifted_year / 400, shifted_year % 400);
    let shifted_month = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = (era * 146_097 + day_of_era).checked_sub(719_468)?;
    (civil(days) == (year, month, day)).then_some(days)
}

impl fmt::Display for Moment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0 / DAY);
        let rest = self.0 % DAY;
        write!(
            formatter,
            "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
            rest / 3600,
            rest / 60 % 60,
            rest % 60
        )
    }
}

impl FromStr for Moment {
    type Err = MomentError;

    /// RFC 3339 in UTC; fractions of a second are dropped.
    fn from_str(text: &str) -> Result<Self, MomentError> {
        read(text).map(Self).ok_or_else(|| MomentError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<u64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (time, fraction) = time.split_once('.').map_or((time, None), |(time, rest)| (time, Some(rest)));
    if fraction.is_some_and(|rest| rest.is_empty() || !rest.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    let fits =
        (1..=12).contains(&month) && (1..=31).contains(&day) && hour < 24 && minute < 60 && second < 61;
    let days = if fits && year >= 1970 { days(year, month, day)? } else { return None };
    Some(days * DAY + hour * 3600 + minute * 60 + second.min(59))
}

/// Three numbers of so many digits each.
fn numbers(text: &str, separator: char, lengths: [usize; 3]) -> Option<[u64; 3]> {
    let mut found = [0; 3];
    let mut parts = text.split(separator);
    for (place, length) in found.iter_mut().zip(lengths) {
        let part = parts.next()?;
        if part.len() != length || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *place = part.parse().ok()?;
    }
    parts.next().is_none().then_some(found)
}

/// Reads a span of time: `30m`, `12h`, `3d`, `2w`; a bare `0` is none.
pub(crate) fn parse_span(text: &str) -> Option<Duration> {
    let text = text.trim();
    if text == "0" {
        return Some(Duration::ZERO);
    }
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let seconds = match unit {
        "m" => 60,
        "h" => 3600,
        "d" => DAY,
        "w" => 7 * DAY,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(seconds).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_they_are_written() {
        for text in
            ["1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2026-11-30T19:55:00Z", "2100-03-01T12:00:00Z"]
        {
            assert_eq!(text.parse::<Moment>().expect("a moment").to_string(), text);
        }
        assert_eq!("2026-11-30T19:55:00Z".parse::<Moment>().expect("a moment").seconds(), 1_796_068_500);
        assert_eq!("2001-09-09T01:46:40.123Z".parse(), Ok(Moment::of_seconds(1_000_000_000)));
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "2026-11-30",
            "2026-11-30T19:55:00",
            "2026-11-30T19:55:00+01:00",
            "2026-02-30T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "2026-13-01T00:00:00Z",
            "2026-1-01T00:00:00Z",
            "2026-11-30T19:55:00.Z",
            "２026-11-30T19:55:00Z",
            "0000-00-00T00:00:00Z",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }

    #[test]
    fn spans_have_a_unit() {
        assert_eq!(parse_span("3d"), Some(Duration::from_hours(72)));
        assert_eq!(parse_span("0"), Some(Duration::ZERO));
        for text in ["", "3", "d", "-1d", "3 d", "3é", "99999999999999999999w", "999999999999999999w"] {
            assert_eq!(parse_span(text), None, "{text}");
        }
    }
}
