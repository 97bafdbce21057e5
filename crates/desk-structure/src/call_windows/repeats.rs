//! The search for calls that repeat a marked stretch.

use super::held::{CallsCache, Ordered};
use super::query::RepeatQuery;
use crate::program::{RepeatCalls, Repeats};
use diptych_engine::{Analysis, JobInput, ReadContext, Reads};
use diptych_store::{Columns, StoreError};
use diptych_structure::pattern::{Repeat, edits_for, exact, most_edits, near};
use diptych_trace::Trace;
use std::ops::{ControlFlow, Range};

/// The analysis that finds repeats.
#[derive(Debug)]
pub(crate) enum RepeatSearch {}

/// Most repeats listed for a side. All are counted.
const TOLD: usize = 50_000;

impl Analysis for RepeatSearch {
    const NAME: &'static str = "repeats";
    const TITLE: &'static str = "Finding repeats";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    const INTERACTIVE: bool = true;
    type Query = RepeatQuery;
    type Value = Repeats;

    fn put_query(query: &RepeatQuery, columns: &mut Columns<'_>) {
        query.put(columns);
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let query = RepeatQuery::of(query)?;
        let held = CallsCache::of(&query.of, None, bench)?;
        let repeats = repeats(&query, &held, bench);
        bench.memory.keep(held);
        let mut columns = Columns::default();
        put(&repeats.ok_or(StoreError::Damaged)?, &mut columns);
        Ok(columns.to_bytes())
    }

    fn read(_: &Columns<'_>, bytes: &[u8], context: ReadContext<'_>) -> Result<Option<Repeats>, StoreError> {
        let calls = context.traces.map(|trace| trace.map_or(0, |trace| trace.calls().len() as u32));
        take(&Columns::from_bytes(bytes)?, calls).ok_or(StoreError::Damaged).map(Some)
    }
}

fn repeats(query: &RepeatQuery, held: &CallsCache, bench: &mut JobInput<'_>) -> Option<Repeats> {
    let (shown, at) = (held.shown.as_ref()?, query.side as usize);
    let Some(ordered) = &held.sides[at] else { return Some(Repeats::default()) };
    let [from, to] = query.window;
    let marked = ordered.sequence.lines_between(bench.traces[at]?.calls(), from..to);
    let pattern = shown.text(at, ordered).relations(marked.clone());
    let lines = held.sides.iter().flatten().map(|side| side.sequence.len() as u64).sum();
    let most = most_edits(lines, marked.len());
    let wanted = edits_for(f64::from(query.alike) / 100.0, marked.len());
    let edits = wanted.min(most.unwrap_or(0));
    let mut found = Repeats {
        side: at,
        calls: marked.len() as u32,
        alike: query.alike,
        edits: edits as u32,
        is_cut: edits < wanted,
        ..Repeats::default()
    };
    for side in 0..2 {
        let (Some(ordered), Some(trace)) = (&held.sides[side], bench.traces[side]) else { continue };
        let mut go_on = |done: u64, total: u64| {
            (bench.stages)(RepeatSearch::TITLE, done, total);
            ControlFlow::Continue(())
        };
        let own = (side == at).then(|| marked.clone());
        let text = shown.text(side, ordered);
        let repeats = if most.is_none() {
            let exact = exact(&pattern, text, own).into_iter();
            exact.map(|lines| Repeat { lines, edits: 0 }).collect()
        } else {
            near(&pattern, text, own, edits, &mut go_on)?
        };
        found.counts[side] = [repeats.iter().filter(|it| it.edits == 0).count() as u32, repeats.len() as u32];
        found.sides[side] = repeats.iter().take(TOLD).map(|it| told(it, ordered, trace)).collect();
    }
    Some(found)
}

fn told(Repeat { lines, edits }: &Repeat, ordered: &Ordered, trace: &Trace) -> RepeatCalls {
    let Range { start, end } = *lines;
    let calls = ordered.sequence.calls();
    let tick = |line: usize| trace.calls().start()[calls[line].index()];
    RepeatCalls {
        call: calls[start].0,
        calls: (end - start) as u32,
        edits: *edits,
        window: [tick(start), tick(end - 1) + 1],
    }
}

const SIDES: [[&str; 2]; 2] = [["a", "a.windows"], ["b", "b.windows"]];

fn put(repeats: &Repeats, columns: &mut Columns<'_>) {
    let Repeats { calls, alike, edits, is_cut, .. } = *repeats;
    columns.put("marked", &[repeats.side as u32, calls, alike, edits, is_cut.into()]);
    columns.put("counts", repeats.counts.as_flattened());
    for ([numbers, windows], side) in SIDES.iter().zip(&repeats.sides) {
        let rows: Vec<[u32; 3]> = side.iter().map(|it| [it.call, it.calls, it.edits]).collect();
        columns.put(numbers, rows.as_flattened());
        let ticks: Vec<[i64; 2]> = side.iter().map(|it| it.window).collect();
        columns.put(windows, ticks.as_flattened());
    }
}
fn take(columns: &Columns<'_>, calls_of: [u32; 2]) -> Option<Repeats> {
    let &[side @ 0..=1, calls, alike, edits, is_cut] = &columns.get::<u32>("marked").ok()?[..] else {
        return None;
    };
    let counts = columns.get::<u32>("counts").ok()?;
    let &[of_a, of_b] = counts.as_chunks().0 else { return None };
    let mut sides = [Vec::new(), Vec::new()];
    for (at, [numbers, windows]) in SIDES.into_iter().enumerate() {
        let (rows, windows) = (columns.get::<u32>(numbers).ok()?, columns.get::<i64>(windows).ok()?);
        let (rows, windows) = (rows.as_chunks::<3>().0, windows.as_chunks::<2>().0);
        if rows.len() != windows.len() || rows.iter().any(|row| row[0] >= calls_of[at]) {
            return None;
        }
        let told = rows.iter().zip(windows);
        sides[at] =
            told.map(|(&[call, calls, edits], &window)| RepeatCalls { call, calls, edits, window }).collect();
    }
    Some(Repeats {
        side: side as usize,
        calls,
        alike,
        edits,
        is_cut: is_cut != 0,
        counts: [of_a, of_b],
        sides,
    })
}
