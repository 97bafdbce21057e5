//! Draws a counter of a side as a filled step line, on a scale that both sides share.

use super::super::item::Item;
use super::counter_input::CounterInput;
use super::{Scale, SideColors, plain};
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::Theme;
use diptych_scene::{Align, Batch, Face, ItemId, Layer, Rect, RectBatch, Rgba, Space, TextBatch, Weight};
use diptych_trace::CounterId;
use diptych_views::ItemTable;
use diptych_views::counters::{Extremes, Step, steps, value_text};
use diptych_views::icicle::{boxes::text_run, plot::Plot};

/// Height of a line of text, CSS pixels.
const LINE_PX: f32 = 14.0;
/// Font size of texts.
const TEXT_PX: f32 = 10.0;
/// Room above the highest value, and below the lowest.
const MARGIN_PX: f32 = 3.0;
/// Thickness of the line.
const PEN_PX: f32 = 1.5;
/// Largest share of the strip that the title takes.
const TITLE_SHARE: f32 = 0.6;

pub(super) fn draw(
    layers: &mut Vec<Layer>,
    items: &mut ItemTable<Item>,
    theme: &Theme,
    colors: SideColors,
    plot: &Plot<'_>,
    rect: Rect,
    input: &CounterInput<'_>,
) {
    let of_side = input.sides[plot.side.index()];
    if let (Some((counter, extremes)), Some(scale)) = (of_side, input.scale) {
        let [ground, marks] = line(items, plot, rect, colors, counter, extremes, scale);
        let batches = vec![Batch::Rects(ground), Batch::Rects(marks)];
        layers.push(Layer { batches, ..Layer::new(rect, plot.space) });
    }
    layers.push(texts(theme, plot, rect, input));
}

/// Returns the ground below the line with an invisible box over each step, and the line itself.
fn line(
    items: &mut ItemTable<Item>,
    plot: &Plot<'_>,
    rect: Rect,
    colors: SideColors,
    counter: CounterId,
    extremes: &Extremes,
    scale: Scale,
) -> [RectBatch; 2] {
    let samples = plot.trace.counters().samples(counter);
    let end = samples.at.last().copied().unwrap_or(0).max(plot.trace.extent());
    let [from, to] = plot.drawn_px();
    let pixels = from.floor() as i32..to.ceil() as i32;
    let tick = |x: i32| plot.projection.tick_right_of(f64::from(x));
    let all = steps(samples, extremes, pixels, end, tick);
    let (bottom, room) = (rect.y1 - MARGIN_PX, rect.height() - 2.0 * MARGIN_PX);
    let y = |value: f64| bottom - scale.share(value) as f32 * room;
    let (mut ground, mut marks) = (RectBatch::default(), RectBatch::default());
    let mut before: Option<&Step> = None;
    for step in &all {
        let (x0, x1) = (step.pixels.start as f32, step.pixels.end as f32);
        let [least, most] = step.joined_to(before);
        ground.push(plain(Rect::new(x0, y(step.most), x1, rect.y1), colors.tint), ItemId::NONE);
        let pen = Rect::new(x0, y(most) - PEN_PX / 2.0, x1, y(least) + PEN_PX / 2.0);
        marks.push(plain(pen, colors.fill), ItemId::NONE);
        let id = items.add(Item::Counter {
            side: plot.side,
            counter,
            rows: [step.rows.start as u32, step.rows.end as u32],
            inside: step.inside as u32,
        });
        marks.push(plain(Rect::new(x0, rect.y0, x1, rect.y1), Rgba::TRANSPARENT), id);
        before = Some(step);
    }
    [ground, marks]
}

/// Writes the title at the left and both ends of the scale at the right, each on a ground of its own.
fn texts(theme: &Theme, plot: &Plot<'_>, rect: Rect, input: &CounterInput<'_>) -> Layer {
    let (mut grounds, mut texts) = (RectBatch::default(), TextBatch::default());
    let mut write = |text: String, y0: f32, align: Align, most_px: f32, color: Rgba| {
        let width = (estimated_px(&text, TEXT_PX, Face::Ui, Weight::Regular) * 1.12 + 8.0).min(most_px);
        let (x0, x1) = match align {
            Align::End => (rect.x1 - width, rect.x1),
            _ => (rect.x0, rect.x0 + width),
        };
        grounds.push(plain(Rect::new(x0, y0, x1, y0 + LINE_PX), theme.bg), ItemId::NONE);
        let inner = Rect::new(x0 + 4.0, y0, x1 - 2.0, y0 + LINE_PX);
        texts.push(text_run(text, inner, TEXT_PX, color, align), ItemId::NONE);
    };
    let (title_px, value_px) = (rect.width() * TITLE_SHARE, rect.width() * (1.0 - TITLE_SHARE));
    let (trace, side) = (plot.trace, plot.side);
    if let (Some((counter, _)), Some(scale)) = (input.sides[side.index()], input.scale) {
        let unit = trace.counters().unit(trace.names(), counter);
        write(input.title.to_owned(), rect.y0 + 1.0, Align::Start, title_px, theme.ink2);
        write(value_text(scale.high, unit), rect.y0 + 1.0, Align::End, value_px, theme.ink3);
        write(value_text(scale.low, unit), rect.y1 - LINE_PX - 1.0, Align::End, value_px, theme.ink3);
    } else {
        let text = format!("{} has no counter “{}”", side.letter(), input.title);
        write(text, rect.y0 + 1.0, Align::Start, rect.width(), theme.ink3);
    }
    Layer { batches: vec![Batch::Rects(grounds), Batch::Texts(texts)], ..Layer::new(rect, Space::FIXED) }
}
