//! Moves along the axis of calls, by dragging or with the wheel.
//!
//! Moves follow each other faster than calls are counted. So each move continues from the result of the one before, not
//! from the picture. It continues from the place on the axis of calls, because a tick cannot separate calls that start
//! together.

use crate::memory::{LastMove, StructureMemory};
use crate::program::{Program, SideCalls};
use crate::want::want_program;
use diptych_engine::Engine;
use diptych_protocol::{SequenceMoveReply, SequenceMoveRequest, SideName, Sides, Window};

/// Returns the windows that a move leads to.
pub(crate) fn move_sequence(engine: &mut Engine, ask: &SequenceMoveRequest) -> SequenceMoveReply {
    let Some(program) = engine.view_results().shared::<Program>() else {
        return SequenceMoveReply::default();
    };
    let spans = ask.state.as_ref().map(|state| moved_spans(engine, &program, ask, &state.time.windows));
    let maps = engine.shown_time_maps();
    let own = |side: SideName| match &spans {
        Some(spans) => own_window(engine, &program, side, spans[side.index()]?),
        None => heights(&program, side, [ask.from, ask.to]),
    };
    let common = |side: SideName, own: Option<Window>| {
        let (own, extent) = (own?, engine.session().trace(side)?.extent());
        let is_all = own.start <= 0 && own.end > extent;
        (!is_all).then(|| maps[side.index()].common_window(own))
    };
    let (a, b) = (own(SideName::A), own(SideName::B));
    let windows = Sides { a: common(SideName::A, a), b: common(SideName::B, b) };
    if let (Some(kept), Some(spans)) = (engine.memory_mut().get_mut::<StructureMemory>(), spans) {
        kept.moved = Some(LastMove { follows_from: program.calls.follows_from, windows, spans });
    }
    let pending = ask.state.as_ref().is_some_and(|state| {
        let mut state = state.clone();
        state.time.windows = windows;
        !engine.is_given_up() && !want_program(engine, &state)
    });
    SequenceMoveReply { windows, own: Sides { a, b }, pending }
}

/// Returns the span of its axis that each side shows after a move.
fn moved_spans(
    engine: &Engine,
    program: &Program,
    ask: &SequenceMoveRequest,
    windows: &Sides<Option<Window>>,
) -> [Option<[f64; 2]>; 2] {
    let before = engine.memory().get::<StructureMemory>().and_then(|kept| kept.moved.as_ref());
    let before =
        before.filter(|moved| moved.windows == *windows && moved.follows_from == program.calls.follows_from);
    [0, 1].map(|side| {
        let calls = program.calls.sides[side].as_ref()?;
        let [start, end] = before.and_then(|moved| moved.spans[side]).unwrap_or(calls.span);
        let at = |share: f64| start + share * (end - start);
        Some(within_reach([at(ask.from), at(ask.to)], calls))
    })
}

/// Returns the window of a side in which the calls of a span start.
fn own_window(engine: &Engine, program: &Program, side: SideName, [from, to]: [f64; 2]) -> Option<Window> {
    let calls = program.calls.sides[side.index()].as_ref()?;
    let [start, end] = calls.span;
    let height = |at: f64| (at - start) / (end - start).max(f64::MIN_POSITIVE);
    let window = heights(program, side, [height(from), height(to)])?;
    // The picture gives ticks by rows of pixels. Before the first call and after the last one the window extends to
    // the whole run.
    let start = if from < 0.5 { 0 } else { window.start };
    let end = if to > calls.axis - 0.5 { engine.session().trace(side)?.extent() + 1 } else { window.end };
    Some(Window { start, end: end.max(start + 1) })
}

/// Returns the window between two heights of a side's picture, as shares of its height.
fn heights(program: &Program, side: SideName, heights: [f64; 2]) -> Option<Window> {
    let [start, end] = heights.map(|height| program.tick_at(side.index(), height));
    let (start, end) = (start?, end?);
    Some(Window { start, end: end.max(start + 1) })
}

/// Shifts a span to where times of calls are known, which is at most one picture away. The span keeps its length,
/// unless it is shorter than a call or longer than the known range.
fn within_reach([from, to]: [f64; 2], calls: &SideCalls) -> [f64; 2] {
    let [start, end] = calls.span;
    let length = end - start;
    let (least, most) = ((start - length).max(0.0), (end + length).min(calls.axis.max(end)));
    let wanted = (to - from).max(1.0).min(most - least);
    let middle = f64::midpoint(from, to);
    let from = (middle - wanted / 2.0).max(least).min(most - wanted);
    [from, from + wanted]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(span: [f64; 2], axis: f64) -> SideCalls {
        SideCalls { span, axis, ..SideCalls::default() }
    }

    #[test]
    fn moves_stop_at_the_ends_and_keep_their_length() {
        let halves = |wanted: [f64; 2], span: [f64; 2]| {
            within_reach(wanted, &calls(span, 100.0)).map(|at| (2.0 * at).round() as i32)
        };
        let shown = [10.0, 30.0];
        assert_eq!(halves([12.0, 32.0], shown), [24, 64]);
        assert_eq!(halves([-15.0, 5.0], shown), [0, 40]);
        assert_eq!(halves([90.0, 110.0], [80.0, 100.0]), [160, 200]);
        // Times farther than one picture away are not known yet.
        assert_eq!(halves([60.0, 80.0], shown), [60, 100]);
        assert_eq!(halves([-500.0, 500.0], shown), [0, 100]);
        assert_eq!(halves([20.0, 20.0], shown), [39, 41]);
    }
}
