//! The columns of a funky graph side by side: functions with self weight, the bar of the narrow ones, and the tail.

use diptych_profile::FunkyColumn;
use diptych_trace::IdentityId;

/// A column with its edges, in CSS pixels from the left edge of all columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Column {
    pub(super) function: IdentityId,
    pub(super) x0: f32,
    pub(super) x1: f32,
}

/// The functions without self weight. They have the least width, in columns of their own behind all others.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Tail {
    /// Number of these functions.
    pub(super) all: u64,
    /// Number of those that have a column.
    pub(super) drawn: u64,
    /// Left and right edge of the label in front of them. Equal edges where there is no room for it.
    pub(super) label_px: [f32; 2],
}

/// The columns that are shown, heaviest first, then those of the tail, and a count of the others.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Columns {
    pub(super) shown: Vec<Column>,
    /// Number of functions.
    pub(super) all: u64,
    /// Number of functions that are too narrow for a column.
    pub(super) rest: u64,
    /// Own weight of these functions together.
    pub(super) rest_weight: f64,
    /// Left and right edge of their bar.
    pub(super) rest_px: [f32; 2],
    /// Functions without self weight, if they have columns. Otherwise they are among the rest.
    pub(super) tail: Tail,
    /// Least width of a column in CSS pixels.
    pub(super) least_px: u32,
    /// Number of columns whose trees are not built yet.
    pub(super) waiting: u64,
}

/// Largest share of the width that functions without self weight take.
const TAIL_SHARE: f32 = 0.15;
/// Most functions without self weight that have a column. Each costs as much as a function that everything runs in.
const TAIL_MOST: usize = 40;
/// Width of the label of these functions, CSS pixels.
const TAIL_LABEL_PX: f32 = 180.0;
/// Least width of a picture that has room for the label, CSS pixels.
const TAIL_LABEL_FROM_PX: f32 = 600.0;

/// Places columns side by side. The widths of all functions together fill the room, but for the tail.
pub(super) fn placed(all: &[FunkyColumn], only: Option<IdentityId>, width_px: f32, least_px: u32) -> Columns {
    let mut columns = Columns { all: all.len() as u64, least_px: least_px.max(1), ..Columns::default() };
    if let Some(function) = only {
        columns.shown.push(Column { function, x0: 0.0, x1: width_px });
        return columns;
    }
    let own = |column: &FunkyColumn| column.own.max(0.0);
    let whole: f64 = all.iter().map(own).sum();
    if whole <= 0.0 {
        return columns;
    }
    // A function without any weight is not called on the side that is shown.
    let is_tail = |column: &&FunkyColumn| column.own <= 0.0 && column.total > 0.0;
    let without: Vec<IdentityId> = all.iter().filter(is_tail).map(|column| column.function).collect();
    let least = columns.least_px as f32;
    let drawn = without.len().min((TAIL_SHARE * width_px / least) as usize).min(TAIL_MOST);
    let label_px = if drawn > 0 && width_px >= TAIL_LABEL_FROM_PX { TAIL_LABEL_PX } else { 0.0 };
    let tail_px = drawn as f32 * least;
    let room_px = width_px - tail_px - label_px;
    let scale = f64::from(room_px) / whole;
    let mut x = 0.0;
    for column in all.iter().filter(|column| !is_tail(column)) {
        let width = own(column) * scale;
        if width < f64::from(columns.least_px) {
            columns.rest += 1;
            columns.rest_weight += own(column);
            continue;
        }
        columns.shown.push(Column { function: column.function, x0: x as f32, x1: (x + width) as f32 });
        x += width;
    }
    if drawn == 0 {
        columns.rest += without.len() as u64;
    }
    // However little the rest weighs, its bar is seen.
    let rest_end = if columns.rest > 0 { room_px.max(x as f32 + 1.0) } else { room_px };
    columns.rest_px = [x as f32, rest_end];
    if drawn > 0 {
        let first_px = width_px - tail_px;
        columns.tail = Tail {
            all: without.len() as u64,
            drawn: drawn as u64,
            label_px: [rest_end.min(first_px), first_px],
        };
        columns.shown.extend(without.iter().take(drawn).enumerate().map(|(at, &function)| {
            let x0 = first_px + at as f32 * least;
            Column { function, x0, x1: x0 + least }
        }));
    }
    columns
}
