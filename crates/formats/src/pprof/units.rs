//! Units of values, as pprof knows them.

use diptych_trace::Unit;

/// Unit of an axis, and how many of it one of the profile's unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) unit: Unit,
    pub(super) factor: i64,
}

impl Measure {
    /// Returns the measure of a type of values, from the names of its unit and its kind. A plain count is one of what the
    /// type names.
    pub(super) fn of(unit: &str, kind: &str) -> Self {
        if let Some((unit, factor)) = known(unit) {
            return Self { unit, factor };
        }
        let unit = unit.to_lowercase();
        let unit = match unit.strip_suffix('s').unwrap_or(&unit) {
            "object" => Unit::Objects,
            _ if kind.contains("object") => Unit::Objects,
            "sample" => Unit::Count,
            "" | "count" if kind.is_empty() || kind.contains("sample") => Unit::Count,
            _ => Unit::Events,
        };
        Self { unit, factor: 1 }
    }
}

/// Returns a unit of time or size in nanoseconds or bytes. Upper case and a plural make no difference, and a kilobyte is
/// 1,024 bytes, as in pprof.
fn known(name: &str) -> Option<(Unit, i64)> {
    let lower = name.to_lowercase();
    // The letter after the Greek mu or the micro sign is no plural.
    let singular = if lower.chars().count() > 2 { lower.strip_suffix('s').unwrap_or(&lower) } else { &lower };
    let (unit, factor) = match singular {
        "ns" | "nanosecond" => (Unit::Nanoseconds, 1),
        "us" | "μs" | "µs" | "microsecond" => (Unit::Nanoseconds, 1_000),
        "ms" | "millisecond" => (Unit::Nanoseconds, 1_000_000),
        "s" | "sec" | "second" => (Unit::Nanoseconds, 1_000_000_000),
        "min" | "minute" => (Unit::Nanoseconds, 60_000_000_000),
        "hr" | "hour" => (Unit::Nanoseconds, 3_600_000_000_000),
        "b" | "byte" => (Unit::Bytes, 1),
        "kb" | "kbyte" | "kilobyte" => (Unit::Bytes, 1 << 10),
        "mb" | "mbyte" | "megabyte" => (Unit::Bytes, 1 << 20),
        "gb" | "gbyte" | "gigabyte" => (Unit::Bytes, 1 << 30),
        "tb" | "tbyte" | "terabyte" => (Unit::Bytes, 1 << 40),
        "pb" | "pbyte" | "petabyte" => (Unit::Bytes, 1 << 50),
        _ => return None,
    };
    Some((unit, factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_pprof_are_known() {
        const HOUR: i64 = 3_600_000_000_000;
        for (names, unit, factor) in [
            ("ns nanosecond nanoseconds NS Nanoseconds", Unit::Nanoseconds, 1),
            ("us μs µs microsecond microseconds US Microseconds", Unit::Nanoseconds, 1_000),
            ("ms millisecond milliseconds MS", Unit::Nanoseconds, 1_000_000),
            ("s sec secs second seconds S SECONDS", Unit::Nanoseconds, 1_000_000_000),
            ("min mins minute minutes", Unit::Nanoseconds, HOUR / 60),
            ("hr hrs hour hours Hours", Unit::Nanoseconds, HOUR),
            ("b B byte bytes Bytes", Unit::Bytes, 1),
            ("kb kB KB kbyte kbytes kilobyte kilobytes", Unit::Bytes, 1024),
            ("MB mbytes megabytes", Unit::Bytes, 1 << 20),
            ("GB gbytes Gigabytes", Unit::Bytes, 1 << 30),
            ("TB terabyte", Unit::Bytes, 1 << 40),
            ("PB petabytes", Unit::Bytes, 1 << 50),
            ("object objects Objects", Unit::Objects, 1),
            ("sample samples", Unit::Count, 1),
            ("count unit cycles instructions m", Unit::Events, 1),
        ] {
            for name in names.split(' ') {
                assert_eq!(Measure::of(name, "cpu"), Measure { unit, factor }, "{name}");
            }
        }
        for (unit, kind, expected) in [
            ("count", "samples", Unit::Count),
            ("", "", Unit::Count),
            ("count", "inuse_objects", Unit::Objects),
            ("count", "contentions", Unit::Events),
            ("", "cpu", Unit::Events),
        ] {
            assert_eq!(Measure::of(unit, kind), Measure { unit: expected, factor: 1 }, "{unit} {kind}");
        }
    }
}
