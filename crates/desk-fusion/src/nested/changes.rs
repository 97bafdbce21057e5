//! The elements whose self time changed most, for names in the picture and for the sentence above it.

use super::lists::is_grey;
use super::visible::VisibleElements;
use diptych_protocol::{ElementColor, ElementSize, FusionSides};
use diptych_trace::{Axis, Sorting};
use diptych_views::numbers;
use diptych_views::places::telling_name;
use std::cmp::Reverse;

/// Number of elements that say by how much they changed.
const MOST: usize = 8;

/// Judgement of the change of an element's self time in focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// The self time is the same on both sides.
    None,
    /// The change is below the noise floor, or in line with the whole run.
    Grey,
    /// The change exceeds the noise floor, but the comparison explains it otherwise.
    NotSignificant,
    /// The change is significant.
    Significant,
}

/// Judges the change of an element.
pub(super) fn change_of(shown: &VisibleElements, place: u32) -> Change {
    let sides = shown.compared(place);
    let [a, b] = sides.map(|of| of.self_ticks.max(0));
    match shown.has_calls(place) {
        _ if a == b => Change::None,
        [true, true] if is_grey(shown, sides) => Change::Grey,
        // The rest of the run says nothing about an element that one side lacks.
        [false, _] | [_, false] if a.abs_diff(b) <= floor(shown) => Change::Grey,
        _ if !shown.is_significant(place) => Change::NotSignificant,
        _ => Change::Significant,
    }
}

/// Returns the largest difference that counts as noise, in ticks.
fn floor(shown: &VisibleElements) -> u64 {
    shown.grey.map_or(0, |grey| grey.floor_ticks.unsigned_abs())
}

/// The elements with the largest changes of self time, largest first. Without a second trace there are none.
#[derive(Debug, Default)]
pub(super) struct Changes {
    found: Vec<(u32, String)>,
    /// Says over how many lanes the times are summed; empty for one lane.
    over: String,
    /// True if an element that waits changed more than the first one.
    is_apart_from_waiting: bool,
}

impl Changes {
    /// Picks them from the elements in view. Changes below the noise floor, in line with the whole run, or not significant
    /// don't count.
    pub(super) fn new(shown: &VisibleElements, axis: Axis, over: String) -> Self {
        let elements = &shown.elements;
        if !elements.is_pair() {
            return Self::default();
        }
        let change = |place: u32| {
            let [a, b] = shown.compared(place);
            b.self_ticks.max(0) - a.self_ticks.max(0)
        };
        let stands_out = |place: &u32| change_of(shown, *place) == Change::Significant;
        let mut places: Vec<u32> = elements.places_of(elements.root).filter(stands_out).collect();
        // What waits changes whenever other threads do, so it comes after what may be the cause.
        places.order_by_key(|&place| {
            (shown.waiting.contains(&place), Reverse(change(place).unsigned_abs()), place)
        });
        let size = |place: &u32| change(*place).unsigned_abs();
        let most = places.iter().map(size).max();
        let is_apart_from_waiting = places.first().map(size) < most;
        places.truncate(MOST);
        let in_words = |place: u32| {
            let delta = numbers::delta(axis, change(place) as f64);
            match shown.has_calls(place) {
                [true, false] => format!("{} {delta}", shown.one_sided(place, false)),
                [false, true] => format!("{} {delta}", shown.one_sided(place, true)),
                _ => shown.change_in_words(place, delta),
            }
        };
        let found = places.into_iter().map(|place| (place, in_words(place))).collect();
        Self { found, over, is_apart_from_waiting }
    }

    /// Returns the change of an element in words, such as `+762 µs`, if it is one of the largest.
    pub(super) fn words_of(&self, place: u32) -> Option<&str> {
        self.found.iter().find(|(of, _)| *of == place).map(|(_, words)| words.as_str())
    }

    /// Returns the element that changed most, by place, and its change in words.
    pub(super) fn first(&self) -> Option<(u32, &str)> {
        self.found.first().map(|(place, words)| (*place, words.as_str()))
    }

    /// Returns the name and the change of the element that changed most: `Node.walk +762 µs`, or `computing +2.03 s, summed
    /// over 64 ranks`.
    fn largest(&self, shown: &VisibleElements) -> Option<String> {
        let (place, words) = self.first()?;
        let name = telling_name(shown.elements.hierarchy(), shown.elements.element(place));
        let over = if self.over.is_empty() { String::new() } else { format!(", {}", self.over) };
        Some(format!("{name} {words}{over}"))
    }
}

/// Returns ` on MainThread`.
fn on_lane(name: &str) -> String {
    format!(" on {name}")
}

/// Returns sentences for a first look: which element changed most, what the boxes are and the cells behind them, and what
/// the colours of cells say. `than` says what changes are compared with, unless it is no change. `lanes` are those whose calls are
/// drawn, of A and of B, where a trace has several.
pub(super) fn reading(
    shown: &VisibleElements,
    by: ElementColor,
    size: ElementSize,
    sides: FusionSides,
    changes: &Changes,
    than: &str,
    lanes: &[Option<String>; 2],
) -> Vec<String> {
    let elements = &shown.elements;
    let kind = elements.level.as_str();
    let area = match size {
        ElementSize::Calls => ", larger with more calls",
        ElementSize::SelfTime => ", larger with more self time",
        ElementSize::Bytes => ", larger with more code",
        ElementSize::Equal => "",
    };
    let color = match by {
        ElementColor::Auto | ElementColor::SelfChange if elements.is_pair() => {
            Some(format!("Purple: more self time in B{than}, green: less."))
        }
        ElementColor::CallsChange if elements.is_pair() => {
            Some("Purple: more calls in B, green: fewer.".to_owned())
        }
        _ => None,
    };
    let [of_a, of_b] = lanes.each_ref().map(|lane| lane.as_deref().map(on_lane).unwrap_or_default());
    let calls = match sides {
        _ if !elements.is_pair() => format!("calls{of_a}{of_b} over time."),
        FusionSides::A => format!("A\u{2019}s calls{of_a} over time."),
        FusionSides::B => format!("B\u{2019}s calls{of_b} over time."),
        FusionSides::Both if of_a == of_b => {
            format!("A\u{2019}s calls{of_a} at the top, B\u{2019}s at the bottom.")
        }
        FusionSides::Both => format!("A\u{2019}s calls{of_a} at the top, B\u{2019}s{of_b} at the bottom."),
    };
    let largest = match changes.largest(shown) {
        Some(largest) => {
            let apart = if changes.is_apart_from_waiting { " apart from waiting" } else { "" };
            Some(format!("Largest change in self time{apart}: {largest}."))
        }
        None => elements.is_pair().then(|| format!("No {kind} changed significantly.")),
    };
    let shapes = [
        format!("Boxes: {calls}"),
        format!(
            "Cells behind them: {}{area}.",
            if kind == "class" { "classes".to_owned() } else { format!("{kind}s") }
        ),
    ];
    largest.into_iter().chain(shapes).chain(color).collect()
}
