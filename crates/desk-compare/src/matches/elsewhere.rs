//! A note in the band that says where the matches are if none is in sight.
//!
//! Two coupled windows of runs that drifted apart can show calls whose partners lie outside the other window. The band
//! is then empty, and without the note nothing would say why.

use super::context::MatchContext;
use super::item::Item;
use diptych_protocol::{MatchMode, SideName};
use diptych_scene::text::width::estimated_px;
use diptych_scene::{
    Align, Batch, Face, ItemId, Rect, RectBatch, RectInstance, RectStyle, TextBatch, TextRun, Weight,
};
use diptych_trace::CallId;
use diptych_views::ItemTable;
use diptych_views::icicle::boxes::text_run;

/// Height and font size of the sentence, CSS pixels.
const LINE_PX: f32 = 18.0;
const TEXT_PX: f32 = 12.0;
/// Height of the button, the gap above it, and its room around the words, CSS pixels.
const BUTTON_PX: f32 = 22.0;
const GAP_PX: f32 = 6.0;
/// Room beside the button's label. Wide fonts exceed the estimated width of a label.
const PAD_PX: f32 = 44.0;

const BUTTON: &str = "Bring the matches here";

/// The calls of a side in sight, compared with the other side's window.
struct InSight {
    side: SideName,
    /// The call to line up with its match. `None` if no call in sight has a match.
    call: Option<CallId>,
    /// True if matches lie before the other side's window.
    is_earlier: bool,
    /// True if matches lie after the other side's window.
    is_later: bool,
}

/// Returns the batches of a note in the middle of the band, such as "The calls of A match calls that are earlier in B",
/// with a button that lines both sides up. It covers the calls of A or, if none of them has a match, those of B. Returns
/// `None` if a match lies in the other side's window. O(boxes).
pub(super) fn note(context: &MatchContext<'_>, items: &mut ItemTable<Item>) -> Option<(Rect, Vec<Batch>)> {
    let MatchContext { plots: [a, b], icicles, input, .. } = context;
    input.correspondence?;
    // A match that a switch hides may well be in sight.
    if input.matches.state.mode != MatchMode::OneToOne || input.matches.shown.is_some() {
        return None;
    }
    let [of_a, of_b] = SideName::BOTH.map(|side| in_sight(context, side));
    let found = if of_a.call.is_some() { of_a } else { of_b };
    let has_merged = icicles.iter().any(|icicle| !icicle.merged.is_empty());
    let (side, other) = (found.side.letter(), found.side.other().letter());
    let place = match (found.is_earlier, found.is_later) {
        (true, false) => "earlier",
        (false, true) => "later",
        (true, true) => "elsewhere",
        // Merged calls may match each other.
        (false, false) if found.call.is_some() || has_merged => return None,
        (false, false) => "",
    };
    let text = if found.call.is_some() {
        format!("No match is in view. The calls of {side} match calls that are {place} in {other}.")
    } else {
        "No match is in view. None of these calls has a match.".to_owned()
    };
    let ([from, to], Rect { x0, x1, .. }) = (context.band(), a.placement.plot);
    let has_call = icicles.iter().any(|icicle| icicle.calls.iter().any(|call| call.in_sight));
    if to - from < LINE_PX || !has_call || b.placement.plot.height() <= 0.0 {
        return None;
    }
    let middle = f32::midpoint(from, to);
    // The command for this button presses the middle of the band, so the button lies there.
    let (above, below) = (LINE_PX + GAP_PX + BUTTON_PX / 2.0, BUTTON_PX / 2.0);
    let button = found.call.filter(|_| to - from >= 2.0 * above);
    let (above, below) = if button.is_some() { (above, below) } else { (LINE_PX / 2.0, LINE_PX / 2.0) };
    let rect = Rect::new(x0, middle - above, x1, middle + below);
    let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
    let line = Rect { y1: rect.y0 + LINE_PX, ..rect };
    texts.push(text_run(text, line, TEXT_PX, input.theme.ink2, Align::Center), ItemId::NONE);
    if let Some(call) = button {
        let item = items.add(Item::LineUp { side: found.side, call });
        let half = f32::midpoint(estimated_px(BUTTON, TEXT_PX, Face::Ui, Weight::Bold), PAD_PX);
        let center = f32::midpoint(x0, x1);
        let Rect { x0, y0, x1, y1 } = Rect::new(center - half, rect.y1 - BUTTON_PX, center + half, rect.y1);
        let (fill, border) = (input.theme.raised, input.theme.line_strong);
        let style = RectStyle::PLAIN.border(4);
        rects.push(RectInstance { x0, y0, x1, y1, fill, border, style, ..RectInstance::default() }, item);
        let run =
            text_run(BUTTON.to_owned(), Rect::new(x0, y0, x1, y1), TEXT_PX, input.theme.ink, Align::Center);
        texts.push(TextRun { weight: Weight::Bold, ..run }, item);
    }
    Some((rect, vec![Batch::Rects(rects), Batch::Texts(texts)]))
}

/// Compares the calls of a side in sight with the other side's window. To line both sides up, the longest call that
/// begins in view serves best: its match then begins in view too. O(boxes).
fn in_sight(context: &MatchContext<'_>, side: SideName) -> InSight {
    let mut found = InSight { side, call: None, is_earlier: false, is_later: false };
    let Some(correspondence) = context.input.correspondence else { return found };
    let [own, other] = [side, side.other()].map(|side| context.plots[side.index()]);
    let (own_window, other_window) = (own.focus(), other.focus());
    let (own_calls, other_calls) = (own.trace.calls(), other.trace.calls());
    let mut best = None;
    for of_call in context.icicles[side.index()].calls.iter().filter(|of_call| of_call.in_sight) {
        let Some(partner) = correspondence.partner(side, of_call.call) else { continue };
        // Calls around the whole view match each other wherever the calls inside them match.
        let calls = if side == SideName::A { [of_call.call, partner] } else { [partner, of_call.call] };
        if context.surrounds_view(calls) {
            continue;
        }
        found.is_earlier |= other_calls.end()[partner.index()] <= other_window.start;
        found.is_later |= other_calls.start()[partner.index()] >= other_window.end;
        let starts_in_view = own_window.contains(&own_calls.start()[of_call.call.index()]);
        let duration = own_calls.duration(of_call.call);
        // Of calls that began before, the shortest one is nearest to what the window shows.
        let rank = (starts_in_view, if starts_in_view { duration } else { -duration });
        if best.is_none_or(|best| rank > best) {
            best = Some(rank);
            found.call = Some(of_call.call);
        }
    }
    found
}
