//! The only reader of the clock.

use std::time::SystemTime;

use crate::model::moment::Moment;

/// This moment; a clock before 1970 counts as 1970.
pub(crate) fn now() -> Moment {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Moment::of_seconds(since.map_or(0, |since| since.as_secs()))
}
