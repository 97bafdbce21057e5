//! The row of the lanes that have little busy time.

use super::geometry::{Panel, Shows, x};
use super::paint::{mode, state_color};
use super::picture::{Drawing, boxed};
use crate::space_time::{RestLanes, SliceTimes, StateShares, state_name};
use diptych_protocol::{Fact, SideName, Tooltip};
use diptych_scene::theme::Theme;
use diptych_scene::{Align, ItemId, Rect, RectInstance};
use diptych_views::icicle::boxes::text_run;

const TEXT_PX: f32 = 10.5;
/// Largest height of the fill of a slice, and its least height if any lane runs.
const FILL_PX: f32 = 3.0;
const LEAST_FILL_PX: f32 = 1.0;
/// Largest number of states in the tooltip.
const LISTED: usize = 6;

/// Draws the row of a panel, as an item of its own: its text, and below it where the lanes run.
pub(super) fn draw(theme: &Theme, times: &SliceTimes, panel: &Panel, item: ItemId, into: &mut Drawing) {
    let (Some(row), Some(rest)) = (panel.rest, times.rest.as_ref()) else { return };
    into.rects.push(RectInstance { fill: theme.sunken, ..boxed(row) }, item);
    if let Shows::Side(side) = panel.shows {
        for slice in 0..times.slices {
            let shares = rest.times[side].shares(RestLanes::part([slice, slice]));
            let Some(state) = mode(times, &shares) else { continue };
            let busy = shares.iter().sum::<f64>() as f32;
            let y0 = row.y1 - (busy * row.height()).clamp(LEAST_FILL_PX, FILL_PX);
            let [x0, x1] = [slice, slice + 1].map(|slice| x(panel.plot, times.slices, slice));
            let fill = state_color(theme, times, state);
            into.rects.push(RectInstance { fill, ..boxed(Rect { x0, y0, x1, y1: row.y1 }) }, item);
        }
    }
    let text = Rect { x0: row.x0 + 4.0, y1: row.y1 - 1.0, ..row };
    let words = format!("{} \u{203a}", rest.text());
    into.texts.push(text_run(words, text, TEXT_PX, theme.ink2, Align::Start), item);
}

/// Describes the lanes: their states over all of the time shown.
pub(super) fn tooltip(
    times: &SliceTimes,
    sides: &[SideName],
    panel: &Panel,
    rect: [f32; 4],
) -> Option<Tooltip> {
    let rest = times.rest.as_ref()?;
    let part = RestLanes::part([0, times.slices - 1]);
    let shares = StateShares::of_times(&rest.times, part);
    let order = shares.order();
    let mut tip = Tooltip {
        name: rest.text(),
        context: "share of the time of these lanes".to_owned(),
        hint: "Click: show every lane".to_owned(),
        rect,
        ..Tooltip::default()
    };
    for &state in order.iter().take(LISTED) {
        match panel.shows {
            Shows::Side(side) if sides.len() == 1 => {
                tip.facts.push(Fact { label: state_name(times, state), value: shares.text(side, state) });
            }
            Shows::Side(_) | Shows::Difference => tip.partner.push(shares.row(times, sides, state)),
        }
    }
    Some(tip)
}
