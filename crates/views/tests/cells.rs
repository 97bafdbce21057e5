//! Boxes of a lane against a naive version.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_protocol::Window;
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, Trace};
use diptych_views::Projection;
use diptych_views::icicle::{Cell, CellRange, CellSpan, cells};
use proptest::prelude::*;

fn all_cells(trace: &Trace, lane: LaneId, projection: &Projection, ticks: std::ops::Range<i64>) -> Vec<Cell> {
    let mut found = Vec::new();
    cells(trace, lane, projection, &CellRange::all(ticks, 0..u32::MAX), &mut |cell| found.push(cell));
    found
}

/// Returns every call of a lane that touches the window and is at least a pixel wide.
fn wide_calls(
    trace: &Trace,
    lane: LaneId,
    projection: &Projection,
    ticks: &std::ops::Range<i64>,
) -> Vec<u32> {
    let calls = trace.calls();
    let x = |tick| projection.x_from_tick(tick);
    let wide = |row: usize| x(calls.end()[row]) - x(calls.start()[row]) >= 1.0;
    let touches = |row: usize| calls.end()[row] >= ticks.start && calls.start()[row] <= ticks.end;
    trace.lanes().calls(lane).filter(|&id| wide(id as usize) && touches(id as usize)).collect()
}

/// Returns true if a merged box ends with the subtree of the last call in its row.
fn is_of_whole_calls(trace: &Trace, cell: &Cell) -> bool {
    let CellSpan::Merged { first, end, .. } = cell.span else { return true };
    let calls = trace.calls();
    let last = (first.0..end).rfind(|&id| calls.depth()[id as usize] == cell.depth);
    last.is_some_and(|last| calls.subtree_end()[last as usize] == end)
}

#[test]
fn calls_under_a_pixel_merge_into_tall_boxes() {
    let trace = trace(
        "
        t
          0..1000 main
            0..400 wide
            400..403 a
              401..402 b
            404..406 c
            700..705 d
        ",
    );
    // 100 pixels for 1,000 ticks: 10 ticks a pixel.
    let projection = Projection::new(Window { start: 0, end: 1000 }, 0.0, 100.0);
    let mut found = all_cells(&trace, LaneId(0), &projection, 0..1000);
    found.sort_by(|a, b| (a.depth, a.x0).partial_cmp(&(b.depth, b.x0)).unwrap());
    let spans: Vec<CellSpan> = found.iter().map(|cell| cell.span).collect();
    let merged = |first, end, deepest| CellSpan::Merged { first: CallId(first), end, deepest };
    assert_eq!(
        spans,
        [CellSpan::Call(CallId(0)), CellSpan::Call(CallId(1)), merged(2, 5, 2), merged(5, 6, 1)]
    );
}

#[test]
fn a_million_siblings_cost_pixels() {
    let shape = Shape { calls: 1_000_000, lanes: 1, functions: 3, max_depth: 1, extent: 1 << 40 };
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    for number in 0..shape.calls as i64 {
        builder.call(lane, CallSpec { start: number * 10, end: number * 10 + 9, function, source: 0 });
    }
    let trace = builder.finish().remove(0).1;
    let window = Window { start: 0, end: trace.extent() };
    let found = all_cells(&trace, lane, &Projection::new(window, 0.0, 1000.0), 0..trace.extent());
    assert!(found.len() <= 1001, "{} boxes", found.len());
}

proptest! {
    #[test]
    fn wide_calls_are_drawn_and_others_merged(
        seed: u64, width in 5.0f32..300.0, from in 0i64..900, span in 1i64..1_200,
    ) {
        let trace = generate(seed, Shape { calls: 200, lanes: 2, functions: 4, max_depth: 12, extent: 1_000 });
        let window = Window { start: from, end: from + span };
        let projection = Projection::new(window, 0.0, width);
        let ticks = window.start..window.end;
        for lane in trace.lanes().ids() {
            let found = all_cells(&trace, lane, &projection, ticks.clone());
            let mut drawn: Vec<u32> = found
                .iter()
                .filter_map(|cell| match cell.span { CellSpan::Call(call) => Some(call.0), CellSpan::Merged { .. } => None })
                .collect();
            drawn.sort_unstable();
            prop_assert_eq!(&drawn, &wide_calls(&trace, lane, &projection, &ticks));

            // Every call is drawn, or lies in a merged box whose ids, rows and pixels include it.
            let calls = trace.calls();
            for id in trace.lanes().calls(lane) {
                let row = id as usize;
                if calls.end()[row] < ticks.start || calls.start()[row] > ticks.end || drawn.contains(&id) {
                    continue;
                }
                let holds = |cell: &&Cell| match cell.span {
                    CellSpan::Merged { first, end, deepest } => {
                        (first.0..end).contains(&id)
                            && (cell.depth..=deepest).contains(&calls.depth()[row])
                            && cell.x0 <= projection.x_from_tick(calls.start()[row])
                            && projection.x_from_tick(calls.end()[row]) <= cell.x1
                    }
                    CellSpan::Call(_) => false,
                };
                prop_assert_eq!(found.iter().filter(holds).count(), 1, "call {} is in exactly one box", id);
            }

            // Merged boxes are as tall as their deepest call, and no taller.
            for cell in &found {
                if let CellSpan::Merged { first, end, deepest } = cell.span {
                    let naive = (first.0..end).map(|id| calls.depth()[id as usize]).max();
                    prop_assert_eq!(naive, Some(deepest));
                }
            }
            prop_assert!(found.iter().all(|cell| is_of_whole_calls(&trace, cell)));

            // The number of boxes is bounded by pixels: at most one merged box for each pixel and start of a row, plus
            // the wide calls.
            let merged = found.len() - drawn.len();
            prop_assert!(merged as f32 <= (width + 2.0) + drawn.len() as f32 + 2.0, "{merged} merged boxes");
        }
    }

    #[test]
    fn far_calls_need_more_width_for_a_box(
        seed: u64, width in 5.0f32..300.0, (near, span) in (0.0f64..1.0, 0.0f64..1.0), far_px in 1.0f64..9.0,
    ) {
        let trace = generate(seed, Shape { calls: 200, lanes: 1, functions: 4, max_depth: 12, extent: 1_000 });
        let projection = Projection::new(Window { start: 0, end: 1_000 }, 0.0, width);
        let near = [near * f64::from(width), (near + span) * f64::from(width)];
        let x = |tick: i64| projection.x_from_tick(tick);
        let is_near = |from: f64, to: f64| to >= near[0] && from <= near[1];
        let reach = CellRange { near, far_px, ..CellRange::all(0..1_000, 0..u32::MAX) };
        let mut found = Vec::new();
        cells(&trace, LaneId(0), &projection, &reach, &mut |cell| found.push(cell));
        let calls = trace.calls();
        let px = |call: u32| [x(calls.start()[call as usize]), x(calls.end()[call as usize])];
        let mut listed: Vec<u32> = found
            .iter()
            .filter_map(|cell| match cell.span { CellSpan::Call(call) => Some(call.0), CellSpan::Merged { .. } => None })
            .collect();
        listed.sort_unstable();
        let wide = wide_calls(&trace, LaneId(0), &projection, &(0..1_000)).into_iter();
        let expected: Vec<u32> = wide
            .filter(|&call| { let [from, to] = px(call); is_near(from, to) || to - from >= far_px })
            .collect();
        prop_assert_eq!(&listed, &expected);
        // A near call without a box of its own lies in exactly one merged box, and no merged box lies far off.
        for call in (0..calls.len() as u32).filter(|call| !expected.contains(call)) {
            let holds = |cell: &&Cell| match cell.span {
                CellSpan::Merged { first, end, .. } => (first.0..end).contains(&call),
                CellSpan::Call(_) => false,
            };
            let [from, to] = px(call);
            prop_assert!(!is_near(from, to) || found.iter().filter(holds).count() == 1);
        }
        let merged = found.iter().filter(|cell| matches!(cell.span, CellSpan::Merged { .. }));
        prop_assert!(merged.into_iter().all(|cell| is_near(cell.x0, cell.x1)));
    }

    #[test]
    fn starting_further_down_draws_the_same_rows(seed: u64, top in 0u32..8) {
        let trace = generate(seed, Shape { calls: 200, lanes: 1, functions: 4, max_depth: 12, extent: 1_000 });
        // Ten pixels a tick, so that only calls without length are merged.
        let projection = Projection::new(Window { start: 0, end: 1_000 }, 0.0, 10_000.0);
        let collect = |depths| {
            let mut found = Vec::new();
            cells(&trace, LaneId(0), &projection, &CellRange::all(0..1_000, depths), &mut |cell| found.push(cell));
            let mut wide: Vec<_> = found.iter().filter_map(|cell| match cell.span { CellSpan::Call(call) => Some((call, cell.depth)), CellSpan::Merged { .. } => None }).collect();
            wide.sort_unstable();
            wide
        };
        let below: Vec<_> = collect(0..u32::MAX).into_iter().filter(|&(_, depth)| depth >= top).collect();
        prop_assert_eq!(collect(top..u32::MAX), below);
        // Also with merging, where calls of several callers share the first row.
        let narrow = Projection::new(Window { start: 0, end: 1_000 }, 0.0, 100.0);
        let mut found = Vec::new();
        cells(&trace, LaneId(0), &narrow, &CellRange::all(0..1_000, top..u32::MAX), &mut |cell| found.push(cell));
        prop_assert!(found.iter().all(|cell| is_of_whole_calls(&trace, cell)));
    }
}
