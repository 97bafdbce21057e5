//! Lanes in links, by the path of their names. Row numbers never leave a session: another recording of the same program
//! has other rows.
//!
//! A path is `/process/thread`, outermost lane first. In names a tilde is `~0`, a comma `~1` and a slash `~2`. Of lanes
//! with equal names in one lane, the second ends in `~n2`. Links of earlier versions have row numbers, which are still
//! read.

use super::values::{FieldKind, Value};
use crate::sides::{SideName, Sides};
use crate::words::Word;
use std::collections::BTreeMap;

/// The lanes that a value names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaneUse {
    /// No lanes, apart from those of a subject.
    None,
    /// Lanes of A: a list, or in a number one more than the row, with 0 for the main lane.
    OfA,
    /// Lanes of B, likewise.
    OfB,
    /// Lanes of A and B in turn. `-` stands for no lane.
    Pairs,
}

/// The names of a side's lanes: the path of each row, and the row of each path.
///
/// Rows hold the last name of their path alone, because the paths of lanes nested n deep take n² names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LaneNames {
    /// Row of the lane around each lane, and the lane's name as its path ends.
    names: Vec<(Option<u32>, String)>,
    rows: BTreeMap<(Option<u32>, String), u32>,
}

/// The lanes of both sides, as far as these are open.
pub type SideLanes = Sides<Option<LaneNames>>;

/// The form of a value: its format, and the lanes that it names.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueForm {
    pub(super) kind: FieldKind,
    pub(super) lanes: LaneUse,
}

/// Row number of no lane, in pairs.
const NO_LANE: &str = "4294967295";

impl LaneNames {
    /// Names lanes in pre-order, each with its name and the row of the lane that contains it. O(n log n).
    pub fn new<'a>(lanes: impl IntoIterator<Item = (&'a str, Option<u32>)>) -> Self {
        let mut found = Self::default();
        let mut counts: BTreeMap<(Option<u32>, &str), u32> = BTreeMap::new();
        for (name, parent) in lanes {
            let count = counts.entry((parent, name)).or_default();
            *count += 1;
            let row = found.names.len() as u32;
            let parent = parent.filter(|&parent| parent < row);
            let name = name.replace('~', "~0").replace(',', "~1").replace('/', "~2");
            let ordinal = if *count > 1 { format!("~n{count}") } else { String::new() };
            let key = (parent, format!("{name}{ordinal}"));
            found.rows.insert(key.clone(), row);
            found.names.push(key);
        }
        found
    }

    /// Returns the path of a lane. O(length of the path).
    pub fn path(&self, row: u32) -> Option<String> {
        let mut names = Vec::new();
        let mut next = Some(self.names.get(row as usize)?);
        while let Some((parent, name)) = next {
            names.push(name.as_str());
            next = parent.and_then(|parent| self.names.get(parent as usize));
        }
        Some(names.into_iter().rev().flat_map(|name| ["/", name]).collect())
    }

    /// Returns the row of a path. O(length of the path · log lanes).
    pub fn row(&self, path: &str) -> Option<u32> {
        // Names hold no slashes: each is written as `~2`.
        let mut names = path.strip_prefix('/')?.split('/');
        names.try_fold(None, |around, name| self.rows.get(&(around, name.to_owned())).copied().map(Some))?
    }
}

/// A value with lanes as a link has it, read for today's lanes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The value with row numbers, and the paths that no lane has. Without text, no lane is left.
    Rows(Option<String>, Vec<String>),
    /// The value needs the lanes of a side that is not open. `old` if it has row numbers only.
    Waits { old: bool },
    /// The text is no value.
    Unreadable,
}

/// Returns whether a value names lanes.
pub(super) fn names_lanes(form: ValueForm, text: &str) -> bool {
    let words: Vec<&str> = text.split(',').collect();
    (0..words.len()).any(|at| lane_side(form, &words, at).is_some())
}

/// Reads a value of a link.
pub(super) fn read(form: ValueForm, text: &str, lanes: &SideLanes) -> Reading {
    let words: Vec<&str> = text.split(',').collect();
    let tokens: Vec<(SideName, &str)> =
        (0..words.len()).filter_map(|at| Some((lane_side(form, &words, at)?, words[at]))).collect();
    let is_path = |token: &str| token.starts_with('/');
    let is_row = |token: &str| u32::of_text(token).is_some();
    let is_none = |token: &str| form.lanes == LaneUse::Pairs && token == "-";
    if !tokens.iter().all(|(_, token)| is_path(token) || is_row(token) || is_none(token)) {
        return Reading::Unreadable;
    }
    if tokens.iter().any(|&(side, _)| lanes[side].is_none()) {
        return Reading::Waits { old: tokens.iter().all(|(_, token)| is_row(token)) };
    }
    let mut missing = Vec::new();
    let rows = mapped(form, &words, |side, token| {
        if is_none(token) {
            return Some(NO_LANE.to_owned());
        }
        if is_row(token) {
            return Some(token.to_owned());
        }
        let row = lanes[side].as_ref().and_then(|names| names.row(token));
        if row.is_none() {
            missing.push(token.to_owned());
        }
        // A number is one more than the row, because 0 stands for the main lane.
        let shift = u32::from(form.kind == FieldKind::Count);
        row.map(|row| (row + shift).to_string())
    });
    Reading::Rows(rows, missing)
}

/// Writes a value with row numbers for a link. Rows that no lane has are left out. Returns `None` if nothing is left, or
/// if a side with lanes in the value is not open.
pub(super) fn write(form: ValueForm, text: &str, lanes: &SideLanes) -> Option<String> {
    let words: Vec<&str> = text.split(',').collect();
    let is_known = |at| lane_side(form, &words, at).is_none_or(|side| lanes[side].is_some());
    if !(0..words.len()).all(is_known) {
        return None;
    }
    mapped(form, &words, |side, token| {
        if form.lanes == LaneUse::Pairs && token == NO_LANE {
            return Some("-".to_owned());
        }
        let row = u32::of_text(token)?.checked_sub(u32::from(form.kind == FieldKind::Count))?;
        lanes[side].as_ref()?.path(row)
    })
}

/// Replaces the lanes of a value. A lane without a replacement is dropped from a list, with its partner from pairs, and
/// takes any other value with it.
fn mapped(
    form: ValueForm,
    words: &[&str],
    mut replacement: impl FnMut(SideName, &str) -> Option<String>,
) -> Option<String> {
    let mut word = |at: usize| match lane_side(form, words, at) {
        Some(side) => replacement(side, words[at]),
        None => Some(words[at].to_owned()),
    };
    let found: Vec<Option<String>> = (0..words.len()).map(&mut word).collect();
    let unit = match (form.lanes, form.kind) {
        (LaneUse::Pairs, _) => 2,
        (_, FieldKind::List) => 1,
        _ => words.len(),
    };
    let whole = found.chunks(unit).filter(|unit| unit.iter().all(Option::is_some));
    let words: Vec<&str> = whole.flatten().flatten().map(String::as_str).collect();
    (!words.is_empty()).then(|| words.join(","))
}

/// Returns the side of the lane that a word of a value is; `None` if it is no lane.
fn lane_side(form: ValueForm, words: &[&str], at: usize) -> Option<SideName> {
    match (form.lanes, form.kind) {
        (LaneUse::OfA, _) => Some(SideName::A),
        (LaneUse::OfB, _) => Some(SideName::B),
        (LaneUse::Pairs, _) => Some(SideName::BOTH[at % 2]),
        (LaneUse::None, FieldKind::Subject) => match (words[0], at) {
            ("a" | "b", 4) if words.len() == 5 => SideName::of_word(words[0]),
            ("match", 4) => Some(SideName::A),
            ("match", 8) => Some(SideName::B),
            ("lane", 2) | ("area", 2 | 3) => SideName::of_word(words[1]),
            _ => None,
        },
        (LaneUse::None, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_and_hostile_names_have_paths_of_their_own() {
        let lanes = [
            ("p", None),
            ("w", Some(0)),
            ("w", Some(0)),
            ("", Some(0)),
            ("p", None),
            ("w/x,~n2", Some(4)),
            ("w", None),
        ];
        let names = LaneNames::new(lanes);
        let paths: Vec<String> = (0..7).map(|row| names.path(row).unwrap()).collect();
        assert_eq!(paths, ["/p", "/p/w", "/p/w~n2", "/p/", "/p~n2", "/p~n2/w~2x~1~0n2", "/w"]);
        assert!((0..7).all(|row| names.row(&paths[row as usize]) == Some(row)));
        assert_eq!((names.path(7), names.row("/q"), names.row("p"), names.row("")), (None, None, None, None));
    }

    proptest! {
        #[test]
        fn every_lane_is_found_by_its_path(names in prop::collection::vec("[a/~,n2]{0,3}", 0..20), parents in prop::collection::vec(any::<prop::sample::Index>(), 20)) {
            let parent = |at: usize| if at == 0 { None } else { Some(parents[at].index(at + 1) as u32).filter(|&row| (row as usize) < at) };
            let lanes: Vec<(&str, Option<u32>)> = names.iter().enumerate().map(|(at, name)| (name.as_str(), parent(at))).collect();
            let count = lanes.len() as u32;
            let found = LaneNames::new(lanes);
            for row in 0..count {
                prop_assert_eq!(found.row(&found.path(row).unwrap()), Some(row));
            }
        }
    }
}
