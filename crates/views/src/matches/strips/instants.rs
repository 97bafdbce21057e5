//! Draws the instants of a side in a row at its axis: sticks, and labels where there is room.

use super::super::item::Item;
use super::{SideColors, plain};
use crate::icicle::boxes::text_run;
use crate::icicle::plot::Plot;
use crate::instants::{Cluster, Places, clusters, label, sticks};
use crate::items::ItemTable;
use diptych_scene::text::width::estimated_px;
use diptych_scene::{Align, Batch, Face, ItemId, Layer, Rect, RectBatch, Rgba, TextBatch, Weight};
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
    colors: SideColors,
) {
    let (trace, projection) = (plot.trace, &plot.projection);
    let instants = trace.instants();
    let places = Places {
        at: instants.at(),
        x: |tick: i64| projection.x_from_tick(tick),
        tick: |x: f64| projection.tick_right_of(x),
    };
    let (mut marks, mut texts, mut areas) =
        (RectBatch::default(), TextBatch::default(), RectBatch::default());
    let rows = instants.rows_in(range(plot));
    for cluster in clusters(&places, rows, LABEL_GAP_PX) {
        if !plot.is_drawn(cluster.x as f32, (cluster.x + LABEL_GAP_PX) as f32) {
            continue;
        }
        let text = label(trace, &cluster, |text| LABEL_FROM_STICK_PX + estimate(text));
        let rect = label_rect(&cluster, &text, rect);
        let id = items.add(Item::Instants {
            side: plot.side,
            first: cluster.rows.start as u32,
            end: cluster.rows.end as u32,
        });
        let mut last = rect.x1;
        for x in sticks(&places, cluster.rows.clone()) {
            let x = x as f32;
            marks.push(
                plain(Rect::new(x, rect.y0 + 2.0, x + STICK_PX, rect.y1 - 2.0), colors.fill),
                ItemId::NONE,
            );
            last = last.max(x + STICK_PX);
        }
        texts.push(text_run(text, rect, TEXT_PX, colors.ink, Align::Start), ItemId::NONE);
        let area = Rect::new(cluster.x as f32 - 2.0, rect.y0, last + 1.0, rect.y1);
        areas.push(plain(area, Rgba::TRANSPARENT), id);
    }
    let batches = vec![Batch::Rects(marks), Batch::Texts(texts), Batch::Rects(areas)];
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

/// Returns the box of a cluster's label: right of its stick, and not up to the next cluster.
fn label_rect(cluster: &Cluster, text: &str, row: Rect) -> Rect {
    let x0 = cluster.x as f32 + LABEL_FROM_STICK_PX;
    let room = (cluster.room_px.min(LABEL_PX) as f32 - LABEL_FROM_STICK_PX - 3.0).max(0.0);
    Rect::new(x0, row.y0, x0 + estimate(text).min(room), row.y1)
}

/// Returns the width of a label with a little spare room, because faces differ.
fn estimate(text: &str) -> f32 {
    estimated_px(text, TEXT_PX, Face::Ui, Weight::Regular) * 1.12 + 2.0
}
