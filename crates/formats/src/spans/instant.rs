//! Parses instants of calendars and durations with a unit, as the console exporters of the SDKs and the JSON form of
//! Protocol Buffers write them.

use crate::decimal::Decimal;

/// Parses an instant of RFC 3339, such as `2022-04-29T18:52:58.114201Z`, in nanoseconds since 1970.
pub(super) fn rfc3339(text: &[u8]) -> Option<Decimal> {
    let text = std::str::from_utf8(text).ok()?;
    let (date, time) = text.split_once(['T', ' '])?;
    let mut date = date.splitn(3, '-').map(whole);
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let zone = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (time, zone) = time.split_at(zone);
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut clock = clock.splitn(3, ':').map(whole);
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day) && (1970..10_000).contains(&year);
    if !is_date || hour > 24 || minute > 59 || second > 60 {
        return None;
    }
    let days = days_since_1970(year, month, day);
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset(zone)?;
    Decimal::scaled(format!("{seconds}.{}", digits(fraction)?).as_bytes(), 9).ok()
}

/// Parses a duration with its unit, such as `5000ns` or `0.005s`, in nanoseconds.
pub(super) fn with_unit(text: &[u8]) -> Option<Decimal> {
    let text = std::str::from_utf8(text).ok()?;
    let number = text.trim_end_matches(|letter: char| letter.is_alphabetic());
    let shift = match &text[number.len()..] {
        "ns" => 0,
        "us" | "µs" | "μs" => 3,
        "ms" => 6,
        "s" => 9,
        _ => return None,
    };
    Decimal::scaled(number.as_bytes(), shift).ok()
}

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

fn whole(text: &str) -> Option<i64> {
    digits(text)?.parse().ok()
}

/// Returns the seconds by which a zone is ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "" | "Z" | "z") {
        return Some(0);
    }
    let (hours, minutes) = zone[1..].split_once(':').unwrap_or((&zone[1..], "0"));
    let seconds = whole(hours)?.min(24) * 3_600 + whole(minutes)?.min(60) * 60;
    Some(if zone.starts_with('-') { -seconds } else { seconds })
}

/// Returns the number of days from 1 January 1970, in the Gregorian calendar. The year counts from March on, so that a
/// leap day ends it.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit() {
        for (text, expected) in [
            ("5000ns", Some(5_000)),
            ("0.005s", Some(5_000_000)),
            ("1s", Some(1_000_000_000)),
            ("3.000000001s", Some(3_000_000_001)),
            ("12us", Some(12_000)),
            ("12µs", Some(12_000)),
            ("1.5ms", Some(1_500_000)),
            ("5000", None),
            ("s", None),
            ("", None),
            ("5 hours", None),
        ] {
            assert_eq!(with_unit(text.as_bytes()).map(Decimal::round), expected, "{text}");
        }
    }

    #[test]
    fn instants_are_exact() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2022-04-29T18:52:58.114201Z", Some(1_651_258_378_114_201_000)),
            ("2022-04-29T20:52:58.114201+02:00", Some(1_651_258_378_114_201_000)),
            ("2000-02-29 23:59:59.000000001", Some(951_868_799_000_000_001)),
            ("2022-13-01T00:00:00Z", None),
            ("2022-04-29", None),
            ("1581452772000000000", None),
            ("", None),
            ("2022-04-29T18:52:58.Z", None),
        ] {
            assert_eq!(rfc3339(text.as_bytes()).map(Decimal::round), expected, "{text}");
        }
    }
}
