//! Tests of the list of largest changes, of outlier calls as findings, and of the typical ratio.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod aligned;
mod one_lane;

use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{
    Changed, Floor, Kind, Options, RankInput, TypicalRatio, largest_changes, rank_with_result,
    standing_outliers,
};
use diptych_compare::waiting::waiting;
use diptych_profile::NodeId;
use diptych_trace::{CallId, IdentityId};
use one_lane::{Compared, lane};
use proptest::prelude::*;

const NO_FLOOR: Floor = Floor { share: 0.0, ticks: 0 };

fn outlier(side: usize, excess: i64, function: u32) -> OutlierCall {
    OutlierCall {
        side,
        call: CallId(0),
        identity: IdentityId(function),
        node: NodeId::NONE,
        start: 0,
        self_ticks: excess + 10,
        usual: 10,
        ordinary: 10,
    }
}

#[test]
fn an_outlier_call_that_only_one_side_has_is_a_finding() {
    let of_functions = |calls: &[(usize, i64, u32)]| {
        let calls: Vec<OutlierCall> =
            calls.iter().map(|&(side, excess, function)| outlier(side, excess, function)).collect();
        standing_outliers(&calls, Floor { share: 0.05, ticks: 1_000 })
    };
    let standing = |calls: &[(usize, i64)]| {
        of_functions(&calls.iter().map(|&(side, excess)| (side, excess, 0)).collect::<Vec<_>>())
    };
    assert_eq!(of_functions(&[(1, 30_000, 0), (1, 29_000, 1)]), [false, false], "pauses at random");
    assert_eq!(of_functions(&[(1, 30_000, 0), (1, 29_000, 0)]), [true, true], "two calls of one function");
    assert_eq!(of_functions(&[(1, 30_000, 0), (1, 4_000, 1)]), [true, false], "far longer than pauses");
    assert_eq!(standing(&[(1, 30_000)]), [true]);
    assert_eq!(standing(&[(0, 30_000)]), [true]);
    assert_eq!(standing(&[(1, 30_000), (0, 20_000)]), [false, false], "both sides pause");
    assert_eq!(standing(&[(1, 30_000), (0, 4_000)]), [true, false], "none of A is half as long");
    assert_eq!(standing(&[(1, 500)]), [false], "under the floor");
    let mut many: Vec<(usize, i64, u32)> = (0..30).map(|function| (1, 30_000, function)).collect();
    many.push((0, 30_000, 0));
    assert_eq!(
        of_functions(&many).iter().filter(|stands| **stands).count(),
        30,
        "thirty of them, and one in A"
    );
}

proptest! {
    #[test]
    fn findings_follow_the_rule(lengths in prop::collection::vec((0usize..2, 0i64..40, 0u32..3), 0..12)) {
        let calls: Vec<OutlierCall> =
            lengths.iter().map(|&(side, ticks, function)| outlier(side, ticks, function)).collect();
        let found = standing_outliers(&calls, NO_FLOOR);
        for (call, found) in calls.iter().zip(found) {
            let as_long = |side: usize| {
                let is_as_long = |other: &&OutlierCall| other.side == side && 2 * other.excess() >= call.excess();
                calls.iter().filter(is_as_long).collect::<Vec<_>>()
            };
            let (own, other) = (as_long(call.side), as_long(1 - call.side));
            let is_alone = other.is_empty() && own.iter().all(|of| of.identity == call.identity);
            let (n, m) = (own.len() as f64, other.len() as f64);
            let beyond = is_alone || n - m > 2.0 * (n + m).sqrt();
            prop_assert_eq!(found, call.excess() > 0 && beyond);
        }
    }

    #[test]
    fn entries_add_up_to_the_change_of_the_whole(
        a in prop::collection::vec((0u64..6, 1i64..500), 1..60),
        b in prop::collection::vec((0u64..6, 1i64..500), 1..60),
    ) {
        let pair = Compared::new(&lane(&a), &lane(&b));
        let options = Options { floor: NO_FLOOR, ..Options::default() };
        let input = RankInput { few: &pair.times.few, ..RankInput::default() };
        let ranking = rank_with_result(&pair.union, options, input);
        let changes = largest_changes(&pair.union, &ranking, &pair.times.few);
        let sum: f64 = changes.iter().filter(|change| !is_folded(&ranking, change.of)).map(|change| change.row.delta).sum();
        let total = |calls: &[(u64, i64)]| calls.iter().map(|&(_, ticks)| ticks).sum::<i64>() as f64;
        // Mean lengths of ordinary calls are whole ticks.
        let rounding = 1.0 * pair.times.few.len() as f64;
        prop_assert!((sum - (total(&b) - total(&a))).abs() <= rounding, "{sum} {changes:?}");
        let parts: Vec<bool> = changes.iter().map(|change| change.row.stands_out()).collect();
        prop_assert!(parts.is_sorted_by_key(|stands_out| !stands_out));
    }
}

/// Returns true for a row whose time is part of the entry of another function.
fn is_folded(ranking: &diptych_compare::ranking::Ranking, of: Changed) -> bool {
    matches!(of, Changed::Row { list, place } if ranking.lists()[list][place].beneath.is_some())
}

#[test]
fn one_slow_call_leads_the_list() {
    let plain: Vec<(u64, i64)> = (0..40).map(|at| (0, 16_000 + at % 5 * 100)).collect();
    let mut slow = plain.clone();
    slow[17].1 = 30_000_000;
    let pair = Compared::new(&lane(&plain), &lane(&slow));
    let input = RankInput { few: &pair.times.few, ..RankInput::default() };
    let ranking = rank_with_result(&pair.union, Options::default(), input);
    let changes = largest_changes(&pair.union, &ranking, &pair.times.few);
    assert_eq!(changes[0].of, Changed::Call { place: 0 });
    assert!(changes[0].row.stands_out());
    assert!((changes[0].row.delta - 29_984_000.0).abs() < 1_000.0, "{}", changes[0].row.delta);
    assert_eq!(changes.iter().filter(|change| change.row.stands_out()).count(), 1);
}

#[test]
fn waiting_is_a_kind_of_its_own_and_comes_after_work() {
    let side = |calls: u64| lane(&(0..calls).map(|at| (at % 2, 100_000)).collect::<Vec<_>>());
    let pair = Compared::new(&side(20), &side(60));
    let mut waits = waiting(&["Condition.wait".to_owned()]);
    waits.resize(2, false);
    let ranking = rank_with_result(
        &pair.union,
        Options::default(),
        RankInput { waits: &waits, ..RankInput::default() },
    );
    assert_eq!((ranking.slower.len(), ranking.waiting.len()), (1, 1));
    let changes = largest_changes(&pair.union, &ranking, &[]);
    let lists: Vec<Changed> = changes.iter().map(|change| change.of).collect();
    let row = |kind: Kind| Changed::Row { list: kind as usize, place: 0 };
    assert_eq!(lists, [row(Kind::Slower), row(Kind::Waiting)]);
}

#[test]
fn typical_ratio_needs_eight_functions_and_says_how_even_it_is() {
    let side = |functions: u64, factor: &dyn Fn(u64) -> i64| {
        lane(
            &(0..functions * 10)
                .map(|at| (at % functions, 1_000 * factor(at % functions)))
                .collect::<Vec<_>>(),
        )
    };
    let ratio = |functions: u64, factor: &dyn Fn(u64) -> i64| {
        let pair = Compared::new(&side(functions, &|_| 2), &side(functions, factor));
        TypicalRatio::new(&pair.union, &[])
    };
    assert_eq!(ratio(7, &|_| 3), None);
    let even = ratio(9, &|of| if of == 0 { 20 } else { 3 }).unwrap();
    assert!((even.ratio - 1.5).abs() < 1e-9 && even.is_even() && even.functions == 9, "{even:?}");
    let uneven = ratio(9, &|of| 1 + of as i64).unwrap();
    assert!((uneven.ratio - 2.5).abs() < 1e-9 && !uneven.is_even(), "{uneven:?}");
    let unchanged = ratio(9, &|of| if of == 0 { 16 } else { 2 }).unwrap();
    assert!((unchanged.ratio - 1.0).abs() < 1e-9 && !unchanged.is_even());
}
