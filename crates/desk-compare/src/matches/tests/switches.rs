//! Calls that are switched off fade in cells and have no tubes, checked call by call.

use super::case::{Case, PictureOptions, tubes};
use super::cells::fills;
use super::lines::edited;
use super::tubes::options;
use crate::matches::shown::faded;
use diptych_compare::align::Kind;
use diptych_protocol::{MatchesState, SideName, Sides};
use diptych_scene::theme::Theme;
use diptych_trace::CallId;
use proptest::prelude::*;

/// Returns true if the state shows a call.
fn is_shown(case: &Case, options: &PictureOptions, side: SideName, call: CallId) -> bool {
    let (correspondence, state) = (case.correspondence(), &options.matches);
    let partner = correspondence.partner(side, call);
    let both = [Some((side, call)), partner.map(|partner| (side.other(), partner))];
    let some =
        |test: &dyn Fn(SideName, CallId) -> bool| both.iter().flatten().any(|&(side, call)| test(side, call));
    let is_long = |side: SideName, call: CallId| {
        correspondence.trace(side).calls().duration(call) >= i64::from(state.least_us) * 1_000
    };
    let is_named =
        |side: SideName, call: CallId| correspondence.trace(side).call_name(call).contains(&state.function);
    let of_kind = match correspondence.kind(side, call) {
        Kind::Matched => !state.hide_matched,
        Kind::Moved => !state.hide_moved,
        Kind::Only => !state.hide_only[side],
        Kind::NotCompared => true,
    };
    let steps = &options.icicle.steps;
    let has_step = |both| steps.contains(&(correspondence.step(both) as u32));
    let step = steps.is_empty() || correspondence.both(side, call).is_some_and(has_step);
    of_kind && step && some(&is_long) && some(&is_named)
}

proptest! {
    #[test]
    fn switched_off_cells_and_tubes_equal_a_scan(
        seed: u64, from in 0i64..80_000, span in 5_000i64..120_000, kinds: [bool; 4], least_us in 0u32..3,
        function in "(f[0-3])?", steps in proptest::collection::vec(0u32..9, 0..4),
    ) {
        let case = edited(seed, 1);
        let mut options = options(from, span, 0, 0, 45);
        let [hide_matched, hide_moved, a, b] = kinds;
        options.matches = MatchesState {
            hide_matched, hide_moved, hide_only: Sides { a, b }, least_us, function, ..options.matches
        };
        options.icicle.steps = steps;
        let laid = case.laid(&options);
        let ground = faded(Theme::named(options.theme)).fill;
        for (&(side, call), &fill) in &fills(&laid) {
            prop_assert_eq!(fill == ground, !is_shown(&case, &options, side, call), "{:?} {:?}", side, call);
        }
        for ([a, _], _) in tubes(&laid) {
            prop_assert!(is_shown(&case, &options, SideName::A, a));
        }
    }
}
