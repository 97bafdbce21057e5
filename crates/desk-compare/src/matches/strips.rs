//! Strips between the time axis of a side and its calls: a row of instants, and a counter.

mod counter;
mod counter_input;
mod found;
mod instants;

pub(crate) use counter_input::CounterInput;
pub(crate) use found::FoundCounter;

use super::item::Item;
use diptych_protocol::SideName;
use diptych_scene::theme::Theme;
use diptych_scene::{Batch, ItemId, Layer, Rect, RectBatch, RectInstance, Rgba, Space};
use diptych_views::ItemTable;
use diptych_views::counters::Scale;
use diptych_views::icicle::{geometry::PaneRect, plot::Plot};

/// Height of the row of instants, CSS pixels.
const INSTANTS_PX: f32 = 16.0;
/// Height of the strip of a counter.
const COUNTER_PX: f32 = 36.0;
/// Least height that strips leave to the calls of a side.
const LEAST_PLOT_PX: f32 = 40.0;

/// Heights of the strips of each side; 0 for a strip that is not shown. Both sides have the same, so that the picture
/// stays symmetric.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Heights {
    instants: f32,
    counter: f32,
}

impl Heights {
    /// Returns the heights of the wanted strips, and the words for strips that the panes have no room for.
    pub(super) fn new(panes: &[PaneRect], instants: bool, counter: bool) -> (Self, String) {
        let of = |is_wanted: bool, px: f32| if is_wanted { px } else { 0.0 };
        let wanted = Self { instants: of(instants, INSTANTS_PX), counter: of(counter, COUNTER_PX) };
        let plot_px = panes.iter().map(|pane| pane.plot.height()).reduce(f32::min).unwrap_or_default();
        let fits = |heights: Self| plot_px - heights.total() >= LEAST_PLOT_PX;
        let without = Self { counter: 0.0, ..wanted };
        let (heights, left_out) = match (fits(wanted), fits(without)) {
            (true, _) => (wanted, ""),
            (false, true) => (without, "The counter needs a taller window"),
            (false, false) => (Self::default(), "Instants and counters need a taller window"),
        };
        // Without room for the picture at all, there is nothing to say about its strips.
        let is_hidden = plot_px <= 0.0 || wanted == heights;
        (heights, if is_hidden { String::new() } else { left_out.to_owned() })
    }

    fn total(self) -> f32 {
        self.instants + self.counter
    }

    /// Takes the room of the strips from the calls of a pane.
    pub(super) fn take_from(self, pane: &mut PaneRect) {
        match pane.side {
            SideName::A => pane.plot.y0 += self.total(),
            SideName::B => pane.plot.y1 -= self.total(),
        }
    }

    /// Returns the boxes of both strips of a pane that has made room for them. Instants lie at the axis.
    fn rects(self, pane: &PaneRect) -> [Rect; 2] {
        let Rect { x0, x1, .. } = pane.plot;
        match pane.side {
            SideName::A => {
                let middle = pane.axis.y1 + self.instants;
                [Rect::new(x0, pane.axis.y1, x1, middle), Rect::new(x0, middle, x1, middle + self.counter)]
            }
            SideName::B => {
                let middle = pane.axis.y0 - self.instants;
                [Rect::new(x0, middle, x1, pane.axis.y0), Rect::new(x0, middle - self.counter, x1, middle)]
            }
        }
    }
}

/// Colours of a side.
#[derive(Debug, Clone, Copy)]
struct SideColors {
    /// Text.
    ink: Rgba,
    /// Marks.
    fill: Rgba,
    /// Ground.
    tint: Rgba,
}

impl SideColors {
    fn of(theme: &Theme, side: SideName) -> Self {
        match side {
            SideName::A => Self { ink: theme.a, fill: theme.a_fill, tint: theme.a_tint },
            SideName::B => Self { ink: theme.b, fill: theme.b_fill, tint: theme.b_tint },
        }
    }
}

/// Draws the strips of a side.
pub(super) fn draw(
    layers: &mut Vec<Layer>,
    items: &mut ItemTable<Item>,
    theme: &Theme,
    pane: &PaneRect,
    plot: &Plot<'_>,
    heights: Heights,
    counter: &CounterInput<'_>,
) {
    let colors = SideColors::of(theme, plot.side);
    let [at_axis, behind] = heights.rects(pane);
    if heights.instants > 0.0 {
        instants::draw(layers, items, plot, at_axis, theme.bg, colors);
    }
    if heights.counter > 0.0 {
        counter::draw(layers, items, theme, colors, plot, behind, counter);
    }
    if heights.total() > 0.0 {
        let edge = match plot.side {
            SideName::A => pane.plot.y0 - 1.0,
            SideName::B => pane.plot.y1,
        };
        let mut line = RectBatch::default();
        line.push(plain(Rect::new(pane.plot.x0, edge, pane.plot.x1, edge + 1.0), theme.line), ItemId::NONE);
        let clip = at_axis.union(behind);
        layers.push(Layer { batches: vec![Batch::Rects(line)], ..Layer::new(clip, Space::FIXED) });
    }
}

fn plain(rect: Rect, fill: Rgba) -> RectInstance {
    let Rect { x0, y0, x1, y1 } = rect;
    RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }
}
