//! Draws the instants of a side in a row at its axis: sticks, and labels where there is room.

use super::super::item::Item;
use super::{SideColors, plain};
use crate::instants::{Cluster, Places, clusters, label, sticks};
use diptych_scene::text::width::estimated_px;
use diptych_scene::{Align, Batch, Face, ItemId, Layer, Rect, RectBatch, Rgba, TextBatch, Weight};
use diptych_views::ItemTable;
use diptych_views::icicle::{boxes::text_run, plot::Plot};
use std::ops::Range;

/// Least distance of two labels: room for a count of three digits, CSS pixels.
const LABEL_GAP_PX: f64 = 34.0;
/// Largest width of a label.
const LABEL_PX: f64 = 180.0;
/// Width of a stick.
const STICK_PX: f32 = 2.0;
/// Distance of a label from its stick.
const LABEL_FROM_STICK_PX: f32 = 4.0;
/// Font size of labels.
const TEXT_PX: f32 = 10.0;

pub(super) fn draw(
    layers: &mut Vec<Layer>,
    items: &mut ItemTable<Item>,
    plot: &Plot<'_>,
    rect: Rect,
    ground: Rgba,
    colors: SideColors,
) {
    let (trace, projection) = (plot.trace, &plot.projection);
    let instants = trace.instants();
    let places = Places {
        at: instants.at(),
        x: |tick: i64| projection.x_from_tick(tick),
        tick: |x: f64| projection.tick_right_of(x),
    };
    let (mut marks, mut texts) = (RectBatch::default(), TextBatch::default());
    let (mut grounds, mut areas) = (RectBatch::default(), RectBatch::default());
    let rows = instants.rows_in(range(plot));
    for cluster in clusters(&places, rows, LABEL_GAP_PX) {
        if !plot.is_drawn(cluster.x as f32, (cluster.x + LABEL_GAP_PX) as f32) {
            continue;
        }
        let sticks = sticks(&places, cluster.rows.clone());
        for &x in &sticks {
            let x = x as f32;
            let stick = Rect::new(x, rect.y0 + 2.0, x + STICK_PX, rect.y1 - 2.0);
            marks.push(plain(stick, colors.fill), ItemId::NONE);
        }
        let text = label(trace, &cluster, |text| LABEL_FROM_STICK_PX + estimate(text));
        let last = sticks.last().copied().unwrap_or(cluster.x) as f32;
        let (label, hides) = label_rect(&cluster, last, &text, rect);
        if hides {
            grounds.push(plain(label, ground), ItemId::NONE);
        }
        texts.push(text_run(text, label, TEXT_PX, colors.ink, Align::Start), ItemId::NONE);
        let (first, end) = (cluster.rows.start as u32, cluster.rows.end as u32);
        let id = items.add(Item::Instants { side: plot.side, first, end });
        let area = Rect::new(cluster.x as f32 - 2.0, rect.y0, label.x1.max(last + STICK_PX) + 1.0, rect.y1);
        areas.push(plain(area, Rgba::TRANSPARENT), id);
    }
    let batches = vec![Batch::Rects(marks), Batch::Rects(grounds), Batch::Texts(texts), Batch::Rects(areas)];
    layers.push(Layer { batches, ..Layer::new(rect, plot.space) });
}

/// Returns the ticks whose instants are clustered: from before the drawn range to its end. The start is a multiple of a
/// power of two, so that clusters stay while the pane is moved by less than its width.
fn range(plot: &Plot<'_>) -> Range<i64> {
    let drawn = plot.drawn();
    let span = (drawn.end - drawn.start).max(1).unsigned_abs().next_power_of_two();
    let span = i64::try_from(span).unwrap_or(i64::MAX);
    (drawn.start.div_euclid(span) * span)..drawn.end
}

/// Returns the box of a cluster's label, and true if it hides sticks. A label stands right of the last stick if it fits
/// there, or else right of the first one. It never reaches the next cluster.
fn label_rect(cluster: &Cluster, last: f32, text: &str, row: Rect) -> (Rect, bool) {
    let (first, width) = (cluster.x as f32, estimate(text));
    let end = first + cluster.room_px.min(LABEL_PX) as f32 - 3.0;
    let fits = last + LABEL_FROM_STICK_PX + width <= end;
    let x0 = if fits { last } else { first } + LABEL_FROM_STICK_PX;
    let x1 = (x0 + width).min(end).max(x0);
    (Rect::new(x0, row.y0, x1, row.y1), !fits && last > first)
}

/// Returns the width of a label with a little spare room, because faces differ.
fn estimate(text: &str) -> f32 {
    estimated_px(text, TEXT_PX, Face::Ui, Weight::Regular) * 1.12 + 2.0
}
