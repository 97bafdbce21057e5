//! Tiles made from a stream equal tiles made in the plain way from all calls, and add up to the whole run.

#![allow(clippy::unwrap_used, clippy::unnecessary_wraps, reason = "tests")]

use diptych_tiles::{
    Budget, Collector, Fold, Head, LaneRuns, MakeScratch, Node, Pyramid, Row, Scratch, TileDecoder,
    TileIndex, Window, fold, join, of_trace, write,
};
use diptych_trace::{
    Builder, CallId, CallSpec, FunctionId, FunctionSpec, Keep, LaneId, LaneKind, OddityKind, Sink, Trace,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Cursor};

fn scratch() -> io::Result<Box<dyn Scratch>> {
    Ok(Box::new(Cursor::new(Vec::new())))
}

/// A step of a random program: into a function, or out of one, after some ticks.
#[derive(Debug, Clone, Copy)]
struct Step {
    lane: u8,
    enters: bool,
    function: u8,
    ticks: i64,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let ticks = prop_oneof![4 => 0i64..3, 2 => 0i64..40, 1 => 0i64..2000];
    let step = (0u8..3, any::<bool>(), 0u8..5, ticks).prop_map(|(lane, enters, function, ticks)| Step {
        lane,
        enters,
        function,
        ticks,
    });
    prop::collection::vec(step, 1..250)
}

/// Ways in which readers write calls.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Writing {
    Marks,
    WithDepth,
    InnerFirst,
    OuterFirst,
}

/// Writes a random program. Each lane has a clock of its own.
fn play(steps: &[Step], writing: Writing, sink: &mut dyn Sink) {
    sink.begin_trace("run");
    let functions: Vec<FunctionId> = (0..5)
        .map(|number| {
            let name = format!("f{number}");
            sink.function(FunctionSpec { name: &name, file: "a.rs", line: number, category: "" })
        })
        .collect();
    let process = sink.lane(None, LaneKind::Process, "process");
    let lanes: Vec<LaneId> = (0..3)
        .map(|number| sink.lane(Some(process), LaneKind::Thread, &format!("thread {number}")))
        .collect();
    for (number, lane) in lanes.iter().enumerate() {
        let mut at = 1_000 + number as i64 * 7;
        let mut open: Vec<(FunctionId, i64, usize)> = Vec::new();
        let mut whole: Vec<(CallSpec, usize)> = Vec::new();
        let own = steps.iter().filter(|step| usize::from(step.lane) == number);
        let ends = std::iter::repeat_n(Step { lane: 0, enters: false, function: 0, ticks: 1 }, steps.len());
        for step in own.copied().chain(ends) {
            at += step.ticks;
            let function = functions[usize::from(step.function)];
            if step.enters {
                if writing == Writing::Marks {
                    sink.enter(*lane, function, at, 0);
                }
                whole.push((CallSpec { start: at, end: at, function, source: 0 }, open.len()));
                open.push((function, at, whole.len() - 1));
            } else if let Some((function, start, index)) = open.pop() {
                whole[index].0.end = at;
                match writing {
                    Writing::Marks => sink.leave(*lane, Some(function), at, 0),
                    Writing::WithDepth => {
                        let call = CallSpec { start, end: at, function, source: 0 };
                        sink.call_at_depth(*lane, call, open.len() as u32);
                    }
                    Writing::InnerFirst => sink.call(*lane, CallSpec { start, end: at, function, source: 0 }),
                    Writing::OuterFirst => {}
                }
            }
        }
        if writing == Writing::OuterFirst {
            for (call, _) in &whole {
                sink.call(*lane, *call);
            }
        }
    }
}

fn built(steps: &[Step], writing: Writing) -> Trace {
    let mut builder = Builder::keeping(Keep::All);
    play(steps, writing, &mut builder);
    builder.finish().remove(0).1
}

fn collected(steps: &[Step], writing: Writing, most: usize) -> (Head, LaneRuns) {
    let mut collector = Collector::new(&mut scratch, most).unwrap();
    play(steps, writing, &mut collector);
    collector.finish(&mut scratch).unwrap()
}

/// Rows of all calls of a trace.
fn rows_of(trace: &Trace) -> Vec<Row> {
    let calls = trace.calls();
    let row = |call: u32| {
        let at = call as usize;
        let lane = trace.lanes().of_call(CallId(call)).0;
        let (start, end, depth) = (calls.start()[at], calls.end()[at], calls.depth()[at]);
        Row { lane, depth, function: calls.function()[at].0, count: 1, start, end }
    };
    (0..calls.len() as u32).map(row).collect()
}

fn rows_in_stream(runs: LaneRuns) -> Vec<Row> {
    let mut rows = Vec::new();
    runs.for_each(&mut |row| {
        rows.push(row);
        Ok(())
    })
    .unwrap();
    assert!(rows.is_sorted_by_key(|row| row.start), "the stream is in the order of starts");
    rows.sort_by_key(|row| row.lane);
    rows
}

/// A call with those inside it: the plain form of rows.
#[derive(Debug, Clone)]
struct Tree {
    row: Row,
    inside: Vec<Tree>,
}

fn trees(rows: &[Row]) -> Vec<Tree> {
    let mut roots: Vec<Tree> = Vec::new();
    for row in rows {
        let mut level = &mut roots;
        for _ in 0..row.depth {
            level = &mut level.last_mut().unwrap().inside;
        }
        level.push(Tree { row: *row, inside: Vec::new() });
    }
    roots
}

/// Sums of a path: its calls, its ticks, and the paths inside in the order of their first calls.
#[derive(Debug, Default)]
struct Sums {
    order: Vec<u32>,
    inside: BTreeMap<u32, Sums>,
    calls: u64,
    ticks: i64,
}

impl Sums {
    fn add(&mut self, tree: &Tree) {
        if !self.inside.contains_key(&tree.row.function) {
            self.order.push(tree.row.function);
        }
        let sums = self.inside.entry(tree.row.function).or_default();
        (sums.calls, sums.ticks) = (sums.calls + tree.row.count, sums.ticks + tree.row.ticks());
        tree.inside.iter().for_each(|inner| sums.add(inner));
    }

    fn write(&self, lane: u32, depth: u32, mut start: i64, out: &mut Vec<Row>) {
        for function in &self.order {
            let sums = &self.inside[function];
            let end = start + sums.ticks;
            out.push(Row { lane, depth, function: *function, count: sums.calls, start, end });
            sums.write(lane, depth + 1, start, out);
            start = end;
        }
    }
}

/// Appends trees, folded.
fn write_folded(trees: &[Tree], edges: [i64; 3], shortest: u32, out: &mut Vec<Row>) {
    let keeps = |row: &Row| {
        row.ticks() >= 1 << shortest || edges.iter().any(|&edge| row.start < edge && row.end >= edge)
    };
    let stretch = |tree: &Tree| tree.row.start.div_euclid(4 << shortest);
    for same in trees.chunk_by(|one, next| {
        one.row.lane == next.row.lane
            && !keeps(&one.row)
            && !keeps(&next.row)
            && stretch(one) == stretch(next)
    }) {
        let first = &same[0];
        if keeps(&first.row) {
            out.push(first.row);
            write_folded(&first.inside, edges, shortest, out);
        } else {
            let mut sums = Sums::default();
            for tree in same {
                sums.add(tree);
            }
            sums.write(first.row.lane, first.row.depth, first.row.start, out);
        }
    }
}

/// Folds as the rule says, from the tree of calls.
fn plainly_folded(rows: &[Row], edges: [i64; 3], shortest: Option<u32>) -> Vec<Row> {
    let Some(shortest) = shortest else { return rows.to_vec() };
    let mut out = Vec::new();
    write_folded(&trees(rows), edges, shortest, &mut out);
    out
}

/// The rows of a window from all calls: those that start in it or cross its start.
fn plain_window(rows: &[Row], from: i64, to: i64) -> Vec<Row> {
    rows.iter().filter(|row| row.start < to && (row.start >= from || row.end >= from)).copied().collect()
}

/// Windows that are not split, by the rule: at most `most` calls start in them.
fn plain_leaves(rows: &[Row], window: Window, most: usize, out: &mut Vec<(i64, i64)>) {
    let starts = rows.iter().filter(|row| (window.from..window.to).contains(&row.start)).count();
    if starts <= most || window.to - window.from == 1 {
        out.push((window.from, window.to));
        return;
    }
    let middle = window.from + (window.to - window.from) / 2;
    plain_leaves(rows, Window { to: middle, ..window }, most, out);
    plain_leaves(rows, Window { from: middle, ..window }, most, out);
}

struct KeptNode {
    window: Window,
    shortest: Option<u32>,
    rows: Vec<Row>,
}

fn kept(node: &Node<'_>) -> KeptNode {
    KeptNode { window: node.window, shortest: node.shortest, rows: node.rows.to_vec() }
}

fn pyramid(runs: LaneRuns, extent: i64, budget: Budget) -> (Pyramid, Vec<KeptNode>) {
    let mut nodes = Vec::new();
    let pyramid = Pyramid::build(runs, extent, budget, &mut scratch, &mut |node| {
        nodes.push(kept(node));
        Ok(())
    })
    .unwrap();
    (pyramid, nodes)
}

/// Self ticks and calls by lane and path of functions.
type PathSums = BTreeMap<(u32, Vec<u32>), (i64, u64)>;

/// Adds trees below a path.
fn add_paths(trees: &[Tree], path: &[u32], sums: &mut PathSums) {
    for tree in trees {
        let path: Vec<u32> = path.iter().copied().chain([tree.row.function]).collect();
        let inside: i64 = tree.inside.iter().map(|inner| inner.row.ticks()).sum();
        let sum = sums.entry((tree.row.lane, path.clone())).or_default();
        *sum = (sum.0 + tree.row.ticks() - inside, sum.1 + tree.row.count);
        add_paths(&tree.inside, &path, sums);
    }
}

/// Self ticks and calls by path of functions.
fn path_sums(rows: &[Row]) -> PathSums {
    let mut sums = PathSums::new();
    add_paths(&trees(rows), &[], &mut sums);
    sums
}

fn tiled(head: &Head, runs: LaneRuns, budget: Budget) -> (Vec<u8>, TileIndex) {
    let mut bytes = Vec::new();
    let index = write(head, runs, budget, &mut scratch, &mut bytes).unwrap();
    (bytes, index)
}

/// The trace of a tile: the time before it, its window and the time after.
fn decoded(bytes: &[u8], index: &TileIndex, tile: usize) -> Trace {
    let start: u64 = index.head
        + index.tiles[..tile]
            .iter()
            .map(|tile| tile.bytes.before + tile.bytes.within + tile.bytes.after)
            .sum::<u64>();
    let length = index.tiles[tile].bytes;
    let end = start + length.before + length.within + length.after;
    let packed = [&bytes[..index.head as usize], &bytes[start as usize..end as usize]].concat();
    let mut plain = Vec::new();
    io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&packed[..]), &mut plain).unwrap();
    let mut builder = Builder::keeping(Keep::All);
    let mut decoder = TileDecoder::default();
    for piece in plain.chunks(97) {
        decoder.feed(piece, &mut builder).unwrap();
    }
    decoder.finish(&mut builder).unwrap();
    builder.finish().remove(0).1
}

/// Rows of a decoded trace, with their numbers of calls.
fn counted_rows(trace: &Trace) -> Vec<Row> {
    let counts = &trace.weights()[0].values;
    let with_count = |(row, count): (Row, &i64)| Row { count: *count as u64, ..row };
    rows_of(trace).into_iter().zip(counts).map(with_count).collect()
}

/// Ticks of the limits that a tile states: single calls that take at least so long are there within its window, and
/// outside of it. Limits are rounded in words.
fn stated_limits(trace: &Trace) -> [f64; 2] {
    let Some(entry) = trace.report().entries().iter().find(|entry| entry.kind == OddityKind::Folded) else {
        return [0.0; 2];
    };
    let limit = |text: &str| {
        let text = text.strip_prefix("calls shorter than ").unwrap();
        if text == "the run" {
            return trace.extent() as f64;
        }
        let (number, unit) = text.split_once(' ').unwrap();
        let ticks = match unit {
            "ns" => 1.0,
            "µs" => 1e3,
            "ms" => 1e6,
            _ => panic!("{text}"),
        };
        number.parse::<f64>().unwrap() * ticks
    };
    if let Some(outside) = entry.subject.strip_suffix(", outside of the time in detail") {
        return [0.0, limit(outside)];
    }
    match entry.subject.split_once("; in the time in detail ") {
        Some((outside, within)) => [limit(within), limit(outside)],
        None => [limit(&entry.subject); 2],
    }
}

const SMALL: Budget = Budget { within: 12, around: 4 };

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn streams_nest_like_the_builder(steps in steps(), most in 2usize..40) {
        for writing in [Writing::Marks, Writing::WithDepth, Writing::InnerFirst, Writing::OuterFirst] {
            let trace = built(&steps, writing);
            let (head, runs) = collected(&steps, writing, most);
            prop_assert_eq!(head.calls as usize, trace.calls().len());
            if head.calls > 0 {
                prop_assert_eq!((head.origin, head.extent), (trace.origin(), trace.extent()));
            }
            // The builder leaves out lanes without calls and functions that never ran.
            let named = |rows: Vec<Row>, lane: &dyn Fn(u32) -> String, function: &dyn Fn(u32) -> String| {
                rows.iter().map(|row| (lane(row.lane), row.depth, function(row.function), row.start, row.end)).collect::<Vec<_>>()
            };
            let streamed = named(
                rows_in_stream(runs),
                &|lane| head.lanes[lane as usize].name.clone(),
                &|function| head.functions[function as usize].name.clone(),
            );
            let loaded = named(
                rows_of(&trace),
                &|lane| trace.lanes().name(trace.names(), LaneId(lane)).to_owned(),
                &|function| trace.functions().get(trace.names(), FunctionId(function)).name.to_owned(),
            );
            prop_assert_eq!(streamed, loaded);
        }
    }

    #[test]
    fn folding_twice_equals_folding_once(steps in steps(), first in 0u32..6, more in 0u32..6) {
        let rows = rows_of(&built(&steps, Writing::Marks));
        let edges = [0, 0, rows.iter().map(|row| row.end).max().unwrap_or(0)];
        let once = fold(&rows, &Fold { edges, shortest: first + more });
        let twice = fold(&fold(&rows, &Fold { edges, shortest: first }), &Fold { edges, shortest: first + more });
        prop_assert_eq!(&once, &twice);
        prop_assert_eq!(once, plainly_folded(&rows, edges, Some(first + more)));
    }

    #[test]
    fn windows_equal_their_naive_twins(steps in steps()) {
        let trace = built(&steps, Writing::Marks);
        let rows = rows_of(&trace);
        let extent = trace.extent();
        let (_, runs) = of_trace(&trace, &mut scratch as MakeScratch<'_>).unwrap();
        let (pyramid, nodes) = pyramid(runs, extent, SMALL);
        let mut leaves = Vec::new();
        plain_leaves(&rows, Window::whole(extent), SMALL.within, &mut leaves);
        let found: Vec<(i64, i64)> = (0..pyramid.len()).map(|number| pyramid.window(number))
            .filter(|(_, is_leaf)| *is_leaf).map(|(window, _)| (window.from, window.to)).collect();
        prop_assert_eq!(found, leaves);
        for KeptNode { window: Window { from, to, .. }, shortest, rows: kept } in &nodes {
            let plain = plainly_folded(&plain_window(&rows, *from, *to), [*from, *to, extent], *shortest);
            prop_assert_eq!(kept, &plain, "{}..{} at {:?}", from, to, shortest);
        }
        let whole = Window::whole(extent);
        pyramid.around(&mut |before, after| {
            for node in [before, after] {
                let Window { from, to, .. } = node.window;
                let inside = if from == to { Vec::new() } else { plain_window(&rows, from, to) };
                let edge = if from == whole.from { to } else { from };
                assert_eq!(node.rows, plainly_folded(&inside, [edge, edge, extent], node.shortest));
            }
            let window = nodes[before.number].window;
            let joined = join(&join(before.rows, &nodes[before.number].rows, window.from), after.rows, window.to);
            assert_eq!(path_sums(&joined), path_sums(&rows), "sums of {}..{}", window.from, window.to);
            Ok(())
        }).unwrap();
    }

    #[test]
    fn decoded_tiles_add_up_to_the_run(steps in steps()) {
        let trace = built(&steps, Writing::WithDepth);
        prop_assume!(!trace.calls().is_empty());
        let (head, runs) = of_trace(&trace, &mut scratch as MakeScratch<'_>).unwrap();
        let (bytes, index) = tiled(&head, runs, SMALL);
        let whole = path_sums(&rows_of(&trace));
        for tile in 0..index.tiles.len() {
            let part = decoded(&bytes, &index, tile);
            prop_assert_eq!(part.origin(), trace.origin());
            // Calls of no time at the very end may be folded into earlier ones.
            let (starts, ends) = (trace.calls().start(), trace.calls().end());
            let lasts = starts.iter().zip(ends).any(|(start, end)| start < end && *end == trace.extent());
            prop_assert!(part.extent() == trace.extent() || !lasts && part.extent() < trace.extent());
            prop_assert_eq!(part.lanes().len(), trace.lanes().len());
            prop_assert_eq!(path_sums(&counted_rows(&part)), whole.clone());
        }
        // A whole file shows its first tile, which is the run.
        let first = decoded(&bytes, &index, 0);
        prop_assert_eq!(index.whole, Window::whole(trace.extent()).to);
        if index.tiles[0].shortest.is_none() {
            prop_assert!(first.has_same_calls(&trace));
        }
        let sums: i64 = head.functions.iter().map(|function| function.self_ticks).sum();
        prop_assert_eq!(sums, whole.values().map(|(ticks, _)| ticks).sum::<i64>());
    }

    #[test]
    fn stated_limits_hold_for_every_call(steps in steps()) {
        let trace = built(&steps, Writing::WithDepth);
        prop_assume!(!trace.calls().is_empty());
        let (head, runs) = of_trace(&trace, &mut scratch as MakeScratch<'_>).unwrap();
        let (bytes, index) = tiled(&head, runs, SMALL);
        let all = rows_of(&trace);
        for (number, tile) in index.tiles.iter().enumerate() {
            let part = decoded(&bytes, &index, number);
            let limits = stated_limits(&part);
            prop_assert!(limits.iter().all(|&limit| limit <= trace.extent() as f64), "{limits:?}");
            let ticks = index.whole >> tile.level;
            let from = ticks * tile.index as i64;
            let window = from..from + ticks;
            let single: HashSet<Row> = counted_rows(&part).into_iter().filter(|row| row.count == 1).collect();
            prop_assert!(limits.iter().any(|&limit| limit > 0.0) || single.len() == counted_rows(&part).len());
            for row in &all {
                let limit = limits[usize::from(!window.contains(&row.start))];
                if row.ticks() as f64 >= limit * 1.01 && limit < trace.extent() as f64 {
                    prop_assert!(single.contains(row), "{row:?} is not in tile {number}, {limits:?}");
                }
            }
        }
    }

    #[test]
    fn any_bytes_decode_without_panic(noise in prop::collection::vec(any::<u8>(), 0..40), steps in steps(), at in any::<usize>()) {
        let trace = built(&steps, Writing::Marks);
        let (head, runs) = of_trace(&trace, &mut scratch as MakeScratch<'_>).unwrap();
        let (bytes, _) = tiled(&head, runs, SMALL);
        let mut plain = Vec::new();
        io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&bytes[..]), &mut plain).unwrap();
        let place = at % plain.len();
        for (byte, other) in plain[place..].iter_mut().zip(&noise) {
            *byte = *other;
        }
        let mut builder = Builder::keeping(Keep::All);
        let mut decoder = TileDecoder::default();
        if decoder.feed(&plain, &mut builder).is_ok() {
            let _ = decoder.finish(&mut builder);
        }
        if let Some(trace) = builder.finish().pop().map(|(_, trace)| trace) {
            prop_assert_eq!(trace.check(), Ok(()));
        }
    }
}

/// Runs of calls under one caller each, many of them at the same instant.
#[test]
fn rows_in_memory_follow_from_the_budget() {
    let mut peaks = Vec::new();
    for calls in [2_000u32, 40_000] {
        let mut collector = Collector::new(&mut scratch, 512).unwrap();
        let lane = collector.lane(None, LaneKind::Thread, "main");
        let functions: Vec<FunctionId> = ["a", "b", "c"]
            .map(|name| collector.function(FunctionSpec { name, ..FunctionSpec::default() }))
            .to_vec();
        for number in 0..calls {
            // A third of all calls take no time at the same instant.
            let start = if number % 3 == 0 { 5_000 } else { i64::from(number) * 3 };
            let end = start + i64::from(number % 3);
            collector
                .call(lane, CallSpec { start, end, function: functions[(number % 3) as usize], source: 0 });
        }
        let (head, runs) = collector.finish(&mut scratch).unwrap();
        assert_eq!(head.calls, u64::from(calls));
        let budget = Budget { within: 256, around: 32 };
        let (bytes, index) = tiled(&head, runs, budget);
        let levels = index.tiles.iter().map(|tile| tile.level).max().unwrap() as usize + 1;
        assert!(
            index.peak_rows <= budget.within * (levels + 3),
            "{} rows at {levels} levels",
            index.peak_rows
        );
        let rows: u64 = counted_rows(&decoded(&bytes, &index, 0)).iter().map(|row| row.count).sum();
        assert_eq!(rows, u64::from(calls));
        peaks.push(index.peak_rows);
    }
    assert!(peaks[1] < 4 * peaks[0], "rows in memory grow with levels, not with calls: {peaks:?}");
}

#[test]
fn traces_that_need_all_calls_are_refused() {
    let refused = |write: &dyn Fn(&mut Collector, LaneId, FunctionId)| {
        let mut collector = Collector::new(&mut scratch, 16).unwrap();
        let lane = collector.lane(None, LaneKind::Thread, "main");
        let function = collector.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        write(&mut collector, lane, function);
        collector.finish(&mut scratch).unwrap_err().to_string()
    };
    let call = |start, end, function| CallSpec { start, end, function, source: 0 };
    let overlap = refused(&|sink, lane, function| {
        sink.call(lane, call(0, 10, function));
        sink.call(lane, call(5, 15, function));
    });
    assert_eq!(overlap, "calls overlap without nesting");
    assert_eq!(refused(&|sink, lane, function| sink.enter(lane, function, 0, 0)), "a call has no end");
    let late = refused(&|sink, lane, function| {
        sink.enter(lane, function, 5, 0);
        sink.leave(lane, None, 3, 0);
    });
    assert_eq!(late, "begins and ends do not come in the order of time");
    let two = refused(&|sink, _, _| {
        sink.begin_trace("one");
        sink.begin_trace("two");
    });
    assert_eq!(two, "the file holds several traces");
    let orphan = refused(&|sink, lane, function| sink.call_at_depth(lane, call(0, 1, function), 1));
    assert_eq!(orphan, "the caller of a call is missing");
}
