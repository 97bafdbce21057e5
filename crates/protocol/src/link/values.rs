//! Values of fields as text.

use crate::state::{CallRef, SideName, Window};

/// Sets a part of the state if the text could be read.
pub(super) fn put<T>(slot: &mut T, value: Option<T>) -> Option<()> {
    *slot = value?;
    Some(())
}

pub(super) fn word<T: PartialEq + Copy>(words: &[(&str, T)], value: T) -> String {
    words.iter().find(|(_, known)| *known == value).map_or_else(String::new, |(word, _)| (*word).to_owned())
}

pub(super) fn of_word<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
}

/// Times in links stay where a double is exact.
const MAX_SAFE: i64 = (1 << 53) - 1;

pub(super) fn of_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<i64>().ok().filter(|value| plain && value.abs() <= MAX_SAFE)
}

pub(super) fn of_count(text: &str) -> Option<u32> {
    of_integer(text).and_then(|value| u32::try_from(value).ok())
}

pub(super) fn window_text(window: Window) -> String {
    format!("{}..{}", window.start, window.end)
}

pub(super) fn of_window_text(text: &str) -> Option<Window> {
    let (start, end) = text.split_once("..")?;
    let window = Window { start: of_integer(start)?, end: of_integer(end)? };
    (window.start < window.end).then_some(window)
}

pub(super) fn call_text(call: &CallRef) -> String {
    let side = call.side.letter().to_ascii_lowercase();
    format!("{side},{},{},{},{}", call.start, call.duration, call.depth, call.lane)
}

pub(super) fn of_call_text(text: &str) -> Option<CallRef> {
    let parts: Vec<&str> = text.split(',').collect();
    let [side, start, duration, depth, lane] = parts[..] else { return None };
    let side = of_word(SIDES, side)?;
    let (start, duration) = (of_integer(start)?, of_integer(duration)?);
    Some(CallRef { side, start, duration, depth: of_count(depth)?, lane: of_count(lane)? })
}

pub(super) fn list_text(list: &[u32]) -> String {
    list.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

pub(super) fn of_list_text(text: &str) -> Option<Vec<u32>> {
    text.split(',').map(of_count).collect()
}

pub(super) const SIDES: &[(&str, SideName)] = &[("a", SideName::A), ("b", SideName::B)];

pub(super) fn flag_text(flag: bool) -> String {
    if flag { "1".to_owned() } else { String::new() }
}
