//! A note in the band that says where the matches are if none is in sight.
//!
//! Two coupled windows of runs that drifted apart can show calls whose partners lie outside the other window. The band
//! is then empty, and without the note nothing would say why.

use super::context::MatchContext;
use diptych_protocol::{MatchMode, SideName};
use diptych_scene::{Align, ItemId, Rect, TextBatch};
use diptych_views::icicle::boxes::text_run;

/// Height and font size of the note, CSS pixels.
const LINE_PX: f32 = 18.0;
const TEXT_PX: f32 = 12.0;

/// Returns a note in the middle of the band, such as "The calls of A match calls that are earlier in B". It covers the calls
/// of A in sight whose partners lie outside B's window. Returns `None` if there is no such call. O(boxes).
pub(super) fn words(context: &MatchContext<'_>) -> Option<(Rect, TextBatch)> {
    let MatchContext { plots: [a, b], icicles: [of_a, _], input, .. } = context;
    let correspondence = input.correspondence?;
    // A match that a switch hides may well be in sight.
    if input.matches.state.mode != MatchMode::OneToOne || input.matches.shown.is_some() {
        return None;
    }
    let (shown, calls) = (b.focus(), b.trace.calls());
    let in_sight = of_a.calls.iter().filter(|of_call| of_call.in_sight);
    let (mut are_earlier, mut are_later) = (false, false);
    for partner in in_sight.filter_map(|of_call| correspondence.partner(SideName::A, of_call.call)) {
        are_earlier |= calls.end()[partner.index()] <= shown.start;
        are_later |= calls.start()[partner.index()] >= shown.end;
    }
    let place = match (are_earlier, are_later) {
        (true, false) => "earlier",
        (false, true) => "later",
        (true, true) => "elsewhere",
        (false, false) => return None,
    };
    let ([from, to], Rect { x0, x1, .. }) = (context.band(), a.placement.plot);
    let middle = f32::midpoint(from, to);
    let rect = Rect::new(x0, middle - LINE_PX / 2.0, x1, middle + LINE_PX / 2.0);
    let mut texts = TextBatch::default();
    let text = format!(
        "No match is in view. The calls of A match calls that are {place} in B. Alt+click a call to bring its match here"
    );
    texts.push(text_run(text, rect, TEXT_PX, input.theme.ink2, Align::Center), ItemId::NONE);
    (to - from >= LINE_PX).then_some((rect, texts))
}
