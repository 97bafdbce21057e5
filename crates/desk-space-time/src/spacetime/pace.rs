//! The pace strip: how fast B goes, compared with A, where their calls match.
//!
//! On the matched axis a slice of A and the corresponding slice of B take different times. The strip has a bar for each
//! slice: upwards where B takes longer, downwards where it takes less. The additional times of all slices add up to the
//! difference of both runs.

use super::geometry::{Panel, Shows, x};
use super::picture::{Drawing, boxed};
use crate::space_time::{SliceTimes, span};
use diptych_protocol::{Fact, Tooltip};
use diptych_scene::theme::Theme;
use diptych_scene::{Align, ItemId, Rect, RectInstance};
use diptych_trace::Axis;
use diptych_views::icicle::boxes::{CHAR_WIDTH, text_run};
use diptych_views::numbers;

/// Size of the label.
const LABEL_PX: f32 = 10.5;
/// Height of the strip.
const STRIP_PX: f32 = 18.0;
/// Ratio of the times of both sides at which a bar has its full height, as a power of two.
const FULL: f32 = 2.0;
/// Least height of a plot that leaves room for the strip.
const LEAST_PLOT_PX: f32 = 60.0;

/// The strip with the times of corresponding slices.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PaceStrip {
    /// Ticks of each slice in A and in B.
    widths: Vec<[i64; 2]>,
}

impl PaceStrip {
    /// Returns `None` unless the slices of both sides take different times. If each side has its own clock, the pace is
    /// the same in all slices, and says nothing.
    pub(super) fn new(times: &SliceTimes) -> Option<Self> {
        if times.own_clocks {
            return None;
        }
        let [a, b] = &times.edges[..] else { return None };
        let width = |edges: &[i64]| edges[1] - edges[0];
        let widths: Vec<[i64; 2]> =
            a.windows(2).zip(b.windows(2)).map(|(a, b)| [width(a), width(b)]).collect();
        widths.iter().any(|[a, b]| a != b).then_some(Self { widths })
    }

    /// Returns the ticks by which B takes longer in all slices together.
    pub(super) fn total(&self) -> i64 {
        self.widths.iter().map(|[a, b]| b - a).sum()
    }

    /// Cuts the strip off the bottom of the difference panel. Returns its rectangle, or `None` without room.
    pub(super) fn make_room(panels: &mut [Panel]) -> Option<Rect> {
        let panel = panels.iter_mut().find(|panel| panel.shows == Shows::Difference)?;
        if panel.plot.height() < LEAST_PLOT_PX {
            return None;
        }
        let bottom = panel.plot.y1;
        panel.plot.y1 -= STRIP_PX;
        panel.labels.y1 -= STRIP_PX;
        Some(Rect::new(panel.plot.x0, panel.plot.y1 + 2.0, panel.plot.x1, bottom))
    }

    /// Returns the number of slices. Each is an item.
    pub(super) fn slices(&self) -> u32 {
        self.widths.len() as u32
    }

    /// Says how much longer B takes in all slices together: `B 7.57 ms longer`.
    pub(super) fn words(&self, axis: Axis) -> String {
        let total = self.total();
        let more = match total {
            0 => return "B as long as A".to_owned(),
            1.. => "longer",
            _ => "shorter",
        };
        format!("B {} {more}", numbers::extent(axis, total.abs()))
    }

    /// Returns the tooltip of a slice: how long it takes in A and in B.
    pub(super) fn tooltip(&self, times: &SliceTimes, axis: Axis, slice: u32, rect: [f32; 4]) -> Tooltip {
        let [a, b] = self.widths[slice as usize];
        let time = |open: usize| span(axis, times.edge(open, slice), times.edge(open, slice + 1));
        let fact =
            |label: &str, ticks: i64| Fact { label: label.to_owned(), value: numbers::extent(axis, ticks) };
        let mut facts = vec![fact("A takes", a), fact("B takes", b)];
        if a > 0 && b > 0 {
            facts.push(Fact { label: "B ÷ A".to_owned(), value: numbers::ratio(b as f64 / a as f64) });
        }
        facts.push(Fact { label: "All slices".to_owned(), value: self.words(axis) });
        Tooltip {
            name: "Pace of B for the same calls".to_owned(),
            context: format!("A {} · B {}", time(0), time(1)),
            facts,
            hint: "Up: B takes longer · Down: B takes less".to_owned(),
            rect,
            ..Tooltip::default()
        }
    }

    /// Returns the height of a slice's bar from −1, where B takes a quarter of the time, to 1, where it takes four times
    /// as long.
    fn height(&self, slice: usize) -> f32 {
        let [a, b] = self.widths[slice].map(|ticks| ticks.max(1) as f32);
        ((b / a).log2() / FULL).clamp(-1.0, 1.0)
    }

    /// Says what the bars show in this width: `where B takes longer`, or `B longer`.
    fn label(&self, width_px: f32) -> &'static str {
        let has = |is: fn(i64) -> bool| self.widths.iter().any(|[a, b]| is(b - a));
        let [long, short] = match (has(|more| more > 0), has(|more| more < 0)) {
            (_, false) => ["where B takes longer", "B longer"],
            (false, true) => ["where B takes less", "B shorter"],
            (true, true) => ["up: B takes longer", "up: B longer"],
        };
        if width_px < long.chars().count() as f32 * LABEL_PX * CHAR_WIDTH { short } else { long }
    }

    /// Draws the strip. `first` is the item of the first slice.
    pub(super) fn draw(&self, theme: &Theme, [strip, labels]: [Rect; 2], first: ItemId, into: &mut Drawing) {
        let middle = f32::midpoint(strip.y0, strip.y1);
        let half = strip.height() / 2.0;
        for slice in 0..self.widths.len() {
            let at = |slice: usize| x(strip, self.widths.len() as u32, slice as u32);
            let end = middle - self.height(slice) * half;
            let fill = if end < middle { theme.change[8] } else { theme.change[0] };
            let item = ItemId(first.0 + slice as u32);
            // All of the slice's height is the item, so that a low bar can be pointed at.
            let all = Rect::new(at(slice), strip.y0, at(slice + 1), strip.y1);
            into.rects.push(RectInstance { fill: theme.bg, ..boxed(all) }, item);
            let bar = Rect::new(at(slice), end.min(middle), at(slice + 1), end.max(middle));
            into.rects.push(RectInstance { fill, ..boxed(bar) }, item);
        }
        let line = Rect::new(strip.x0, middle - 0.5, strip.x1, middle + 0.5);
        into.rects.push(RectInstance { fill: theme.line_strong, ..boxed(line) }, ItemId::NONE);
        let place = Rect::new(labels.x0 + 4.0, strip.y0, labels.x1 - 4.0, strip.y1);
        into.texts.push(
            text_run(self.label(place.width()).to_owned(), place, LABEL_PX, theme.ink2, Align::Start),
            ItemId::NONE,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spacetime::paint::tests::pair;

    #[test]
    fn stretches_add_up_to_the_difference() {
        let mut times = pair([[[1, 1], [1, 1]]; 2], [[[1, 1], [1, 1]]; 2]);
        // Without a bent axis there is no pace.
        times.edges = vec![vec![0, 10, 20], vec![5, 15, 25]];
        assert_eq!(PaceStrip::new(&times), None);
        times.edges = vec![vec![0, 10, 20], vec![0, 40, 45]];
        let pace = PaceStrip::new(&times).unwrap();
        assert_eq!(pace.total(), 25);
        assert_eq!(pace.words(Axis::TIME), "B 25\u{202f}ns longer");
        assert_eq!(pace.label(120.0), "up: B takes longer");
        assert_eq!(PaceStrip { widths: vec![[1, 2], [3, 3]] }.label(120.0), "where B takes longer");
        assert_eq!(PaceStrip { widths: vec![[2, 1], [3, 3]] }.label(120.0), "where B takes less");
        let tip = pace.tooltip(&times, Axis::TIME, 1, [0.0; 4]);
        let facts: Vec<[String; 2]> = tip.facts.into_iter().map(|fact| [fact.label, fact.value]).collect();
        assert_eq!(facts[0], ["A takes", "10\u{202f}ns"]);
        assert_eq!(facts[1], ["B takes", "5\u{202f}ns"]);
        assert_eq!(facts[2], ["B ÷ A", "0.500×"]);
        // The first slice takes four times as long, the second half as long.
        assert!((pace.height(0) - 1.0).abs() < 1e-6 && (pace.height(1) + 0.5).abs() < 1e-6);
    }
}
