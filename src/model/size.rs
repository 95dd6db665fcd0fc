//! Sizes as people read them.

/// `1.2 MiB` and the like: three digits at most before the unit changes; bytes exactly.
pub(crate) fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if count < 1024 {
        return format!("{count} B");
    }
    let mut whole = count;
    let mut unit = 0;
    // Rounded to tenths, 1023.95 of a unit would read `1024.0`.
    while whole / 1024 >= 1024 && unit + 1 < UNITS.len() {
        whole /= 1024;
        unit += 1;
    }
    let tenths = (u128::from(whole) * 10 + 512) / 1024;
    if tenths >= 10_240 && unit + 1 < UNITS.len() {
        return format!("1.0 {}", UNITS[unit + 1]);
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

/// `1 file`, `2 files`.
pub(crate) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_change_unit_where_people_expect() {
        for (count, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (1024 * 1024 - 1, "1.0 MiB"),
            (5 * 1024 * 1024, "5.0 MiB"),
            (3 << 30, "3.0 GiB"),
        ] {
            assert_eq!(bytes(count), text);
        }
    }
}
