//! Names of lanes left of their rows.

use super::picture::LaneRows;
use diptych_scene::theme::Theme;
use diptych_scene::{Align, ItemId, Rect, TextBatch};
use diptych_trace::Trace;
use diptych_views::icicle::boxes::{CHAR_WIDTH, label_text, text_run};
use diptych_views::words;

const LABEL_PX: f32 = 10.5;
/// Least height of a name.
const NAMED_PX: f32 = 9.0;
/// Space left and right of a name.
const MARGIN_PX: f32 = 4.0;

/// Returns the rows that have names: all rows if they are high enough, otherwise every n-th, with room for one name
/// between two names.
fn named(rows: &LaneRows) -> impl Iterator<Item = usize> {
    let step = if rows.height >= NAMED_PX { 1 } else { (2.0 * NAMED_PX / rows.height).ceil() as usize };
    (0..rows.lanes.len()).step_by(step)
}

/// Draws the names of the lanes of a side into a column beside its rows, which begin at the top of the column.
pub(super) fn draw(theme: &Theme, trace: &Trace, rows: &LaneRows, column: Rect, texts: &mut TextBatch) {
    let room = ((column.width() - 2.0 * MARGIN_PX) / (LABEL_PX * CHAR_WIDTH)).max(0.0) as usize;
    for row in named(rows) {
        let middle = column.y0 + (row as f32 + 0.5) * rows.height;
        let half = rows.height.max(NAMED_PX) / 2.0;
        // Names of low rows at the top or bottom would reach into the head or the axis.
        let y0 = (middle - half).min(column.y1 - 2.0 * half).max(column.y0);
        let rect = Rect::new(column.x0 + MARGIN_PX, y0, column.x1 - MARGIN_PX, y0 + 2.0 * half);
        let name = words::lane_name(trace, rows.lanes[row]);
        let run = text_run(label_text(&name, room), rect, LABEL_PX, theme.ink2, Align::Start);
        texts.push(run, ItemId::NONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_scene::theme::ThemeName;
    use diptych_testkit::trace;
    use diptych_trace::LaneId;

    /// Returns the drawn names with their tops, for a number of lanes in a column of this height.
    fn drawn(lanes: usize, height: f32) -> Vec<(String, f32)> {
        let lanes: Vec<String> = (0..lanes).map(|lane| format!("rank-{lane}\n  0..1 f\n")).collect();
        let trace = trace(&lanes.concat());
        let lanes: Vec<LaneId> = trace.lanes().ids().collect();
        let rows = LaneRows::new(&lanes, height);
        let mut texts = TextBatch::default();
        let column = Rect::new(0.0, 100.0, 128.0, 100.0 + height);
        draw(Theme::named(ThemeName::Light), &trace, &rows, column, &mut texts);
        texts.runs.iter().map(|run| (run.text.clone(), run.rect.y0)).collect()
    }

    #[test]
    fn every_high_row_has_its_name() {
        let names: Vec<String> = drawn(5, 60.0).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["rank-0", "rank-1", "rank-2", "rank-3", "rank-4"]);
    }

    #[test]
    fn every_nth_low_row_has_its_name_and_names_do_not_touch() {
        let names = drawn(700, 110.0);
        assert!((4..=7).contains(&names.len()), "{names:?}");
        assert!(names.windows(2).all(|two| two[1].1 - two[0].1 >= NAMED_PX), "{names:?}");
        assert!(names.iter().all(|(_, top)| (100.0..210.0).contains(top)), "{names:?}");
    }
}
