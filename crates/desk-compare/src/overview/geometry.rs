//! The geometry of the panel.

use diptych_protocol::{SideName, Window};
use diptych_scene::Rect;

/// Least height of a panel, CSS pixels.
pub const LEAST_PX: f32 = 120.0;
/// Room left of the plots for the badges of the sides.
const GUTTER_PX: f32 = 36.0;
/// Room right of the plots for the grip of a focus that ends with the run.
const MARGIN_RIGHT_PX: f32 = 10.0;
/// Room above A and below B.
const MARGIN_PX: f32 = 4.0;
/// Height of the axis between A and B.
const AXIS_PX: f32 = 22.0;
/// Height of the line above A that says what bars and colours mean, and least height of a panel with that line.
const KEY_PX: f32 = 15.0;
const KEY_FROM_PX: f32 = 200.0;
/// Share of a side's height that its bars take: 46 of 122.
const BARS_SHARE: f32 = 46.0 / 122.0;
/// Largest height of a row of the silhouette. With higher rows a shallow stack would look like a few bars.
const ROW_MAX_PX: f32 = 10.0;

/// Width of an interval in columns of a pixel.
pub(super) const INTERVAL_COLUMNS: u32 = 10;

/// Columns and rows that a panel has room for. [`super::OverviewData`] depends on nothing else but the comparison and
/// the lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Resolution {
    /// Number of columns of about a CSS pixel.
    pub columns: u32,
    /// Largest number of rows of a silhouette, one CSS pixel each.
    pub rows: u32,
}

impl Resolution {
    /// Returns the resolution of a panel that fills a rectangle of the canvas.
    pub fn for_rect(rect: Rect) -> Self {
        let panel = Panel::new(rect);
        let pixels = |length: f32| length.max(1.0) as u32;
        Self { columns: pixels(panel.axis.width()), rows: pixels(panel.sides[0].icicle.height()) }
    }
}

/// The parts of a panel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Panel {
    pub(super) rect: Rect,
    /// Line that says what bars and colours mean. Without room it has no height.
    pub(super) key: Rect,
    /// Axis between the sides. Its ends are the ends of the time shown.
    pub(super) axis: Rect,
    pub(super) sides: [Area; 2],
}

/// The parts of a side, as wide as the axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) side: SideName,
    pub(super) bars: Rect,
    pub(super) icicle: Rect,
}

impl Panel {
    pub(super) fn new(rect: Rect) -> Self {
        let x0 = (rect.x0 + GUTTER_PX).min(rect.x1);
        let x1 = (rect.x1 - MARGIN_RIGHT_PX).max(x0);
        let key_px = if rect.height() >= KEY_FROM_PX { KEY_PX } else { 0.0 };
        let half = ((rect.height() - AXIS_PX - 2.0 * MARGIN_PX - key_px) / 2.0).floor().max(0.0);
        let bars_px = (half * BARS_SHARE).round();
        let y = rect.y0 + MARGIN_PX + key_px;
        let row = |from: f32, to: f32| Rect::new(x0, y + from, x1, y + to);
        let b = half + AXIS_PX;
        let area = |side, bars, icicle| Area { side, bars, icicle };
        Self {
            rect,
            key: row(-key_px, 0.0),
            axis: row(half, b),
            sides: [
                area(SideName::A, row(0.0, bars_px), row(bars_px, half)),
                area(SideName::B, row(b + half - bars_px, b + half), row(b, b + half - bars_px)),
            ],
        }
    }

    /// Returns the height of a row of both silhouettes.
    pub(super) fn row_px(&self, rows: u32) -> f32 {
        (self.sides[0].icicle.height() / rows.max(1) as f32).min(ROW_MAX_PX)
    }
}

impl Area {
    /// Returns the box of bars and silhouette together.
    pub(super) fn whole(&self) -> Rect {
        let (bars, icicle) = (self.bars, self.icicle);
        Rect::new(bars.x0, bars.y0.min(icicle.y0), bars.x1, bars.y1.max(icicle.y1))
    }

    /// Returns the upper and lower edge of a range of distances from the root edge, where bars and silhouette meet.
    /// Positive distances lead into the silhouette, negative ones into the bars.
    pub(super) fn y(&self, from: f32, to: f32) -> [f32; 2] {
        match self.side {
            SideName::A => [self.icicle.y0 + from, self.icicle.y0 + to],
            SideName::B => [self.icicle.y1 - to, self.icicle.y1 - from],
        }
    }
}

/// Returns the border before a column: the time shown in equal parts, rounded to ticks.
pub(super) fn border(whole: Window, column: u32, columns: u32) -> i64 {
    whole.start + (whole.span() as f64 * f64::from(column) / f64::from(columns.max(1))).round() as i64
}
