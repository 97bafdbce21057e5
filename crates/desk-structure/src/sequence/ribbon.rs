//! The ribbon between both strips: how much of each row only A calls, only B calls, or both call at other places.

use crate::program::RowDifference;
use diptych_protocol::{Fact, LegendEntry, Tooltip};
use diptych_scene::theme::Theme;
use diptych_scene::{Align, ItemId, Rect, RectBatch, RectInstance, Rgba, TextBatch};
use diptych_views::icicle::boxes::text_run;
use diptych_views::legend::entry;
use diptych_views::numbers;

/// Least length of a bar. A single call among thousands must not vanish.
const LEAST_PX: f32 = 1.0;

/// The bars of a row, from left to right: only in A, moved, only in B. Each with its left and right edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bars(pub(super) [[f32; 2]; 3]);

impl Bars {
    /// Returns the bars of a row between two edges. A's bar starts at the left edge, B's bar ends at the right edge, and
    /// moved calls follow A's bar. The rest is calls that match.
    pub(super) fn new(row: &RowDifference, [x0, x1]: [f32; 2]) -> Self {
        let all = row.calls().max(1) as f32;
        let length = |calls: u32| {
            if calls == 0 { 0.0 } else { ((x1 - x0) * calls as f32 / all).max(LEAST_PX) }
        };
        let [a, moved, b] = [row.only[0], row.moved[0] + row.moved[1], row.only[1]].map(length);
        Self([[x0, x0 + a], [x0 + a, (x0 + a + moved).min(x1)], [x1 - b, x1]])
    }
}

/// Returns the colours of the bars, in the order of [`Bars`].
pub(super) fn colors(theme: &Theme) -> [Rgba; 3] {
    [theme.a_fill, theme.moved, theme.b_fill]
}

/// Title of the ribbon.
pub(super) const TITLE: &str = "Differences";
/// Width of the title with a little room beside it, CSS pixels.
pub(super) const TITLE_WIDTH_PX: f32 = 66.0;

/// Height of a line of the key above the ribbon, and sizes of its swatches and its text, CSS pixels.
const KEY_PX: f32 = 10.0;
const SWATCH_PX: f32 = 7.0;
const KEY_TEXT_PX: f32 = 9.0;

/// Writes what the bars mean into the room above the ribbon, a line each.
pub(super) fn key(room: Rect, theme: &Theme, rects: &mut RectBatch, texts: &mut TextBatch) {
    for (at, (words, fill)) in ["only in A", "moved", "only in B"].into_iter().zip(colors(theme)).enumerate()
    {
        let y0 = room.y0 + KEY_PX * at as f32;
        let inset = (KEY_PX - SWATCH_PX) / 2.0;
        let [x0, x1] = [room.x0, room.x0 + SWATCH_PX];
        let swatch =
            RectInstance { x0, y0: y0 + inset, x1, y1: y0 + KEY_PX - inset, fill, ..RectInstance::default() };
        rects.push(swatch, ItemId::NONE);
        let line = Rect::new(x1 + 3.0, y0, room.x1, y0 + KEY_PX);
        texts.push(text_run(words.to_owned(), line, KEY_TEXT_PX, theme.ink2, Align::Start), ItemId::NONE);
    }
}

/// Returns the legend of the ribbon, in the order of [`Bars`].
pub(crate) fn legend(theme: &Theme) -> Vec<LegendEntry> {
    let words = ["strip of differences: only in A", "moved", "only in B"];
    words.into_iter().zip(colors(theme)).map(|(words, color)| entry(words, color)).collect()
}

/// Draws the ribbon over its ground, with an invisible box per row for picking. Rows that follow each other with equal
/// bars are drawn as one.
pub(super) fn draw(rows: &[RowDifference], rect: Rect, theme: &Theme, first: u32, rects: &mut RectBatch) {
    let Rect { x0, y0, x1, y1 } = rect;
    let ground = RectInstance { x0, y0, x1, y1, fill: theme.sunken, ..RectInstance::default() };
    rects.push(ground, ItemId::NONE);
    let y = |row: usize| y0 + (y1 - y0) * row as f32 / rows.len().max(1) as f32;
    for (bar, fill) in colors(theme).into_iter().enumerate() {
        let mut row = 0;
        while row < rows.len() {
            let of = |row: usize| Bars::new(&rows[row], [x0, x1]).0[bar];
            let edges = of(row);
            let same = (row..rows.len())
                .take_while(|&row| of(row).map(f32::to_bits) == edges.map(f32::to_bits))
                .count();
            if edges[1] > edges[0] {
                let (y0, y1) = (y(row), y(row + same));
                let [x0, x1] = edges;
                rects.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, ItemId::NONE);
            }
            row += same;
        }
    }
    for (row, _) in rows.iter().enumerate().filter(|(_, of)| of.calls() > 0) {
        let (y0, y1) = (y(row), y(row + 1));
        rects.push(RectInstance { x0, y0, x1, y1, ..RectInstance::default() }, ItemId(first + row as u32));
    }
}

/// Describes a row of the ribbon.
pub(super) fn tooltip(row: &RowDifference, rect: [f32; 4]) -> Tooltip {
    let all = row.calls().max(1);
    let fact = |label: &str, calls: u32| Fact {
        label: label.to_owned(),
        value: format!(
            "{} ({}\u{202f}%)",
            numbers::count(calls.into()),
            numbers::three_digits(f64::from(calls) / all as f64 * 100.0)
        ),
    };
    let facts = vec![
        fact("Side by side", row.same),
        fact("Only in A", row.only[0]),
        fact("Only in B", row.only[1]),
        fact("Moved, of A", row.moved[0]),
        fact("Moved, of B", row.moved[1]),
    ];
    Tooltip {
        name: "Difference on this line".to_owned(),
        context: "Calls of both sides at this height".to_owned(),
        facts,
        rect,
        ..Tooltip::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_share_a_row_in_proportion() {
        let row = RowDifference { same: 5, only: [2, 1], moved: [1, 1] };
        assert_eq!(Bars::new(&row, [0.0, 100.0]).0, [[0.0, 20.0], [20.0, 40.0], [90.0, 100.0]]);
        let row = RowDifference { same: 9_999, only: [0, 1], moved: [0, 0] };
        assert_eq!(Bars::new(&row, [0.0, 100.0]).0, [[0.0, 0.0], [0.0, 0.0], [99.0, 100.0]]);
        assert_eq!(Bars::new(&RowDifference::default(), [0.0, 9.0]).0, [[0.0, 0.0], [0.0, 0.0], [9.0, 9.0]]);
    }
}
