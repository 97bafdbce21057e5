//! The time of each lane in each state and slice, and the areas that depart from the usual.

use super::model::Model;
use super::model_cache::with_model;
use super::query::SliceQuery;
use crate::space_time::{
    AreaKind, FindingFacts, LeftOut, ListedArea, RestLanes, SliceTimes, share_otherwise,
};
use diptych_aggregate::{LaneTree, NodeTimes, SliceTable};
use diptych_engine::{Analysis, JobInput, ReadContext, Reads};
use diptych_protocol::{SideName, StateBy, Word};
use diptych_store::{Columns, StoreError};
use diptych_trace::LaneId;

/// The analysis that computes slices.
#[derive(Debug)]
pub(crate) enum Slices {}

impl Analysis for Slices {
    const NAME: &'static str = "slices";
    const TITLE: &'static str = "Slicing time";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    const INTERACTIVE: bool = true;
    type Query = SliceQuery;
    type Value = SliceTimes;

    fn put_query(query: &SliceQuery, columns: &mut Columns<'_>) {
        query.put(columns);
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let query = SliceQuery::of(query)?;
        with_model(&query, bench, |model, _| {
            let mut columns = Columns::default();
            put(model, &mut columns);
            put_list(&model.listed, model.left_out, &mut columns);
            Ok(columns.to_bytes())
        })
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<SliceTimes>, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let open = context.traces.into_iter().flatten().count();
        let query = SliceQuery::of(query)?;
        let mut times = take(&columns, query.key()).ok_or(StoreError::Damaged)?;
        (times.runs_off_axis, times.runs_too_long) = (query.runs.off_axis, query.runs.too_long);
        times.until = query.until.as_ref().map(|until| (SideName::BOTH[until.side], until.moment));
        times.own_clocks = query.has_own_clocks();
        if times.times.len() != open {
            return Err(StoreError::Misfit { what: "slices belong to other traces" });
        }
        let fits = times.lanes.iter().zip(context.traces.into_iter().flatten());
        if fits.into_iter().any(|(lanes, trace)| lanes.iter().any(|lane| lane.index() >= trace.lanes().len()))
        {
            return Err(StoreError::Damaged);
        }
        Ok(Some(times))
    }
}

/// The analysis that computes the slices of the whole runs, for the lists beside a zoomed picture. It is an analysis of
/// its own, because the table of analyses wants one query of each at a time.
#[derive(Debug)]
pub(crate) enum WholeSlices {}

impl Analysis for WholeSlices {
    const NAME: &'static str = "whole-slices";
    const TITLE: &'static str = Slices::TITLE;
    const READS: Reads = Slices::READS;
    const STORED: bool = Slices::STORED;
    const INTERACTIVE: bool = Slices::INTERACTIVE;
    type Query = SliceQuery;
    type Value = SliceTimes;

    fn put_query(query: &SliceQuery, columns: &mut Columns<'_>) {
        Slices::put_query(query, columns);
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        Slices::compute(query, bench)
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<SliceTimes>, StoreError> {
        Slices::read(query, bytes, context)
    }
}

fn put(model: &Model, columns: &mut Columns<'_>) {
    let shown = &model.shown;
    let nodes = shown.folded.nodes();
    let (width, slices) = model.slices();
    columns.put("width", &[width]);
    columns.put("edges", &model.edges.concat());
    let paths: Vec<String> = (0..nodes.len()).map(|node| shown.folded.path(node)).collect();
    columns.put_texts("paths", paths.iter().map(String::as_str));
    let parent = |parent: Option<usize>| parent.map_or(u32::MAX, |parent| parent as u32);
    let from_nodes: Vec<[u32; 3]> = nodes
        .iter()
        .map(|node| [parent(node.parent), node.leaves.start as u32, node.leaves.end as u32])
        .collect();
    columns.put("nodes", from_nodes.as_flattened());
    for (side, lanes) in model.lanes.iter().enumerate() {
        let rows: Vec<u32> = shown.leaves.iter().map(|&leaf| lanes[leaf].0).collect();
        columns.put(LANES[side], &rows);
    }
    columns.put_texts("states", model.states.iter().map(String::as_str));
    columns.put("colors", &model.colors);
    columns.put_text("by", model.by.word());
    let numbers = [slices, model.states.len(), model.lumped, model.empty, shown.tree.deepest_level()];
    columns.put("numbers", &numbers.map(|number| number as u32));
    columns.put("alone", &model.alone.iter().map(|&count| count as u32).collect::<Vec<u32>>());
    let per_level: Vec<u32> = shown.tree.leaves_of_levels().into_iter().map(|count| count as u32).collect();
    columns.put("levels", &per_level);
    for (side, of_function) in model.of_function.iter().enumerate() {
        columns.put(FUNCTIONS[side], of_function);
    }
    for (side, table) in model.tables.iter().enumerate() {
        let rows: Vec<&[usize]> =
            shown.folded.leaf_nodes().map(|node| &shown.leaves[nodes[node].leaves.clone()]).collect();
        columns.put(TICKS[side], &ticks_of(table, &rows));
        let runs = model.runs.get(side).filter(|runs| runs.len() > 1).into_iter().flatten();
        columns.put(RUNS[side], &runs.flat_map(|run| ticks_of(run, &rows)).collect::<Vec<u64>>());
        columns.put(REST[side], &ticks_of(table, &[&shown.rest]));
        if let Some(table) = model.compared_mean(side) {
            columns.put(COMPARED[side], &ticks_of(&table, &rows));
        }
    }
    let [lanes, busy] = shown.quiet.map_or([0, 0], |quiet| [quiet.lanes as u64, quiet.busy.to_bits()]);
    columns.put("rest", &[lanes, busy, u64::from(!shown.rest.is_empty())]);
    columns.put("same", &[u8::from(model.is_same)]);
}

/// Returns ticks by row of lanes, state and slice. A row is given by its leaves.
fn ticks_of(table: &SliceTable, rows: &[&[usize]]) -> Vec<u64> {
    let mut ticks = Vec::new();
    for leaves in rows {
        for state in 0..table.states() {
            let of = |slice: usize| leaves.iter().map(|&leaf| table.row(leaf, state)[slice]).sum::<u64>();
            ticks.extend((0..table.grid().count).map(of));
        }
    }
    ticks
}

const FUNCTIONS: [&str; 2] = ["functions.0", "functions.1"];
const LANES: [&str; 2] = ["lanes.0", "lanes.1"];
const TICKS: [&str; 2] = ["ticks.0", "ticks.1"];
/// Columns for the times that are compared, if some lanes have calls without an end.
const COMPARED: [&str; 2] = ["compared.0", "compared.1"];
/// Columns for the lanes that share the row of the rest.
const REST: [&str; 2] = ["rest.0", "rest.1"];
/// Columns for the single runs of a side that has several.
const RUNS: [&str; 2] = ["runs.0", "runs.1"];

fn take(columns: &Columns<'_>, key: u128) -> Option<SliceTimes> {
    let [slices, states, lumped, empty, deepest]: [u32; 5] =
        columns.get::<u32>("numbers").ok()?.try_into().ok()?;
    let width = *columns.get::<u64>("width").ok()?.first().filter(|width| **width > 0)?;
    let edges = columns.get::<i64>("edges").ok()?;
    let edges: Vec<Vec<i64>> = edges.chunks(slices as usize + 1).map(<[i64]>::to_vec).collect();
    let sides = edges.len();
    let rises = |of: &Vec<i64>| of.len() == slices as usize + 1 && of.is_sorted();
    let lanes = (0..sides.min(2)).map(|side| {
        let rows = columns.get::<u32>(LANES[side]).ok()?;
        Some(rows.into_iter().map(LaneId).collect::<Vec<LaneId>>())
    });
    let lanes = lanes.collect::<Option<Vec<Vec<LaneId>>>>()?;
    let paths = columns.texts("paths").ok()?;
    let nodes = columns.get::<u32>("nodes").ok()?;
    let (nodes, rest) = nodes.as_chunks::<3>();
    if nodes.len() != paths.len() || !rest.is_empty() || sides > 2 || slices == 0 || !edges.iter().all(rises)
    {
        return None;
    }
    let rows = paths.into_iter().zip(nodes).map(|(path, &[parent, from, to])| {
        let parent = (parent != u32::MAX).then_some(parent as usize);
        (path, parent, from as usize..to as usize)
    });
    let tree = LaneTree::from_nodes(rows, lanes.first()?.clone())?;
    let names = columns.texts("states").ok()?;
    if names.len() != states as usize || lanes.iter().any(|of| of.len() != lanes[0].len()) {
        return None;
    }
    let size = (states * slices) as usize;
    let all = size * tree.leaf_nodes().count();
    let mut place: Vec<usize> = vec![0; tree.nodes().len()];
    for (at, node) in tree.leaf_nodes().enumerate() {
        place[node] = at;
    }
    let of_ticks = |ticks: &[u64]| {
        let fill = |node: usize, row: &mut [u64]| row.copy_from_slice(&ticks[place[node] * size..][..size]);
        NodeTimes::from_leaf_nodes(&tree, states as usize, slices as usize, width, fill)
    };
    let (mut times, mut runs, mut compared) = (Vec::new(), Vec::new(), Vec::new());
    for side in 0..sides {
        let ticks = columns.get::<u64>(TICKS[side]).ok()?;
        let of_runs = columns.get::<u64>(RUNS[side]).ok()?;
        if ticks.len() != all || !of_runs.len().is_multiple_of(all.max(1)) {
            return None;
        }
        times.push(of_ticks(&ticks));
        let judged = columns.get::<u64>(COMPARED[side]).ok().filter(|ticks| ticks.len() == all);
        compared.extend(judged.map(|ticks| of_ticks(&ticks)));
        runs.push(of_runs.chunks(all.max(1)).map(of_ticks).collect());
    }
    let rest = take_rest(columns, sides, states as usize, slices as usize, width).ok()?;
    let of_function = (0..sides).map(|side| columns.get::<u32>(FUNCTIONS[side]).ok());
    let of_function = of_function.collect::<Option<Vec<Vec<u32>>>>()?;
    let listed = take_list(columns, tree.leaves().len(), slices, states as usize)?;
    let counts: [u32; 10] = columns.get::<u32>("list.left").ok()?.try_into().ok()?;
    let [overlapping, unjudged, of_a, of_b, within_spread, unchanged, in_pauses, within_noise, ..] = counts;
    let next_z = *columns.get::<f64>("list.next").ok()?.first()?;
    let left_out = LeftOut {
        overlapping,
        unjudged,
        next_z,
        odd_overlapping: [of_a, of_b],
        within_spread,
        unchanged,
        in_pauses,
        within_noise,
        unended: [counts[8], counts[9]],
    };
    let judged = if compared.len() == 2 { &compared } else { &times };
    Some(SliceTimes {
        differ: share_otherwise(judged, &tree, rest.as_ref()),
        rest,
        left_out,
        by: StateBy::of_word(columns.text("by").ok()?)?,
        key,
        tree,
        lanes,
        edges,
        width,
        slices,
        times,
        compared,
        runs,
        own_clocks: false,
        until: None,
        runs_off_axis: 0,
        runs_too_long: 0,
        states: names,
        colors: columns.get("colors").ok()?,
        of_function,
        lumped,
        alone: columns.get("alone").ok()?,
        empty,
        deepest,
        per_level: columns.get("levels").ok()?,
        listed,
        is_same: columns.get::<u8>("same").ok()? == [1],
    })
}

/// Reads the row of the rest; `None` if no lanes are quiet. Fails on damaged columns.
fn take_rest(
    columns: &Columns<'_>,
    sides: usize,
    states: usize,
    slices: usize,
    width: u64,
) -> Result<Option<RestLanes>, StoreError> {
    let numbers = columns.get::<u64>("rest")?;
    let &[lanes, busy, is_folded] = &numbers[..] else { return Err(StoreError::Damaged) };
    let lanes = u32::try_from(lanes).map_err(|_| StoreError::Damaged)?;
    if lanes == 0 {
        return Ok(None);
    }
    let leaves = vec![LaneId(0); lanes as usize];
    let root = [(String::new(), None, 0..leaves.len())];
    let tree = LaneTree::from_nodes(root, leaves).ok_or(StoreError::Damaged)?;
    let of_side = |side: usize| {
        let ticks = columns.get::<u64>(REST[side])?;
        if ticks.len() != states * slices {
            return Err(StoreError::Damaged);
        }
        let fill = |_: usize, row: &mut [u64]| row.copy_from_slice(&ticks);
        Ok(NodeTimes::from_leaf_nodes(&tree, states, slices, width, fill))
    };
    let times = (0..sides).filter(|_| is_folded == 1).map(of_side).collect::<Result<Vec<NodeTimes>, _>>()?;
    Ok(Some(RestLanes { lanes, busy: f64::from_bits(busy), times }))
}

fn put_list(listed: &[ListedArea], left_out: LeftOut, columns: &mut Columns<'_>) {
    let LeftOut {
        overlapping,
        unjudged,
        next_z,
        odd_overlapping: [a, b],
        within_spread,
        unchanged,
        in_pauses,
        within_noise,
        unended: [unended_a, unended_b],
    } = left_out;
    let counts = [
        overlapping,
        unjudged,
        a,
        b,
        within_spread,
        unchanged,
        in_pauses,
        within_noise,
        unended_a,
        unended_b,
    ];
    columns.put("list.left", &counts);
    columns.put("list.next", &[next_z]);
    columns.put_texts("list.paths", listed.iter().map(|area| area.path.as_str()));
    let places: Vec<[u32; 6]> = listed
        .iter()
        .map(|area| {
            let ([first, end], [from, to]) = (area.leaves, area.slices);
            [area.kind as u32, area.side, first, end, from, to]
        })
        .collect();
    columns.put("list.places", places.as_flattened());
    let spans: Vec<[i64; 2]> = listed.iter().map(|area| area.span).collect();
    columns.put("list.spans", spans.as_flattened());
    columns.put("list.waits-in-a", &listed.iter().map(|area| u8::from(area.waits_in_a)).collect::<Vec<u8>>());
    let numbers: Vec<[f64; 5]> = listed
        .iter()
        .map(|area| {
            let [excess, z, divergence, beyond] = area.numbers;
            [excess, z, divergence, beyond, area.stands_at.unwrap_or(-1.0)]
        })
        .collect();
    columns.put("list.numbers", numbers.as_flattened());
    let facts = || {
        let of = |area: &ListedArea| area.finding.clone().unwrap_or_default();
        listed.iter().map(of)
    };
    columns.put_texts("list.waits", listed.iter().map(|area| area.waits_for.as_str()));
    columns.put_texts(
        "list.others",
        facts().map(|of| of.other).collect::<Vec<String>>().iter().map(String::as_str),
    );
    columns.put_texts(
        "list.states",
        facts().map(|of| of.state).collect::<Vec<String>>().iter().map(String::as_str),
    );
    let number = |of: FindingFacts| {
        let [a, b] = of.values;
        [of.ticks, a, b, f64::from(u8::from(of.are_shares)), f64::from(of.lanes), of.usual]
    };
    let numbers: Vec<[f64; 6]> = facts().map(number).collect();
    columns.put("list.findings", numbers.as_flattened());
    let shares: Vec<[f64; 2]> = listed.iter().flat_map(|area| area.shares.iter().copied()).collect();
    columns.put("list.shares", shares.as_flattened());
}

fn take_list(columns: &Columns<'_>, leaves: usize, slices: u32, states: usize) -> Option<Vec<ListedArea>> {
    let paths = columns.texts("list.paths").ok()?;
    let places = columns.get::<u32>("list.places").ok()?;
    let numbers = columns.get::<f64>("list.numbers").ok()?;
    let shares = columns.get::<f64>("list.shares").ok()?;
    let (others, states_of) = (columns.texts("list.others").ok()?, columns.texts("list.states").ok()?);
    let waits = columns.texts("list.waits").ok()?;
    let facts = columns.get::<f64>("list.findings").ok()?;
    let facts = facts.as_chunks::<6>().0;
    let (places, numbers) = (places.as_chunks::<6>().0, numbers.as_chunks::<5>().0);
    let shares = shares.as_chunks::<2>().0;
    let (spans, waits_in_a) =
        (columns.get::<i64>("list.spans").ok()?, columns.get::<u8>("list.waits-in-a").ok()?);
    let spans = spans.as_chunks::<2>().0;
    let count = paths.len();
    // Shares of each area by state, perhaps with one more for time without a state.
    let of_area = shares.len().checked_div(count).unwrap_or(1);
    let fits = [places.len(), numbers.len(), others.len(), states_of.len(), waits.len(), facts.len()]
        == [count; 6]
        && [spans.len(), waits_in_a.len()] == [count; 2]
        && of_area * count == shares.len();
    if !fits || (count > 0 && !(states..=states + 1).contains(&of_area)) {
        return None;
    }
    let waits = waits.into_iter().zip(waits_in_a.iter());
    let texts = others.into_iter().zip(states_of).zip(waits).zip(facts).zip(spans);
    let rows =
        paths.into_iter().zip(places.iter().zip(numbers)).zip(shares.chunks(of_area.max(1))).zip(texts);
    rows.map(|(((path, (&[kind, side, first, end, from, to], numbers)), shares), texts)| {
        let (texts, &span) = texts;
        let (((other, state), (waits_for, &waits_in_a)), &[ticks, a, b, are_shares, lanes, usual]) = texts;
        let fits = first < end && end as usize <= leaves && from <= to && to < slices && side < 2;
        fits.then_some(())?;
        let kind = AreaKind::of_number(kind)?;
        let are_shares = are_shares > 0.0;
        let (values, lanes) = ([a, b], lanes as u32);
        let facts = FindingFacts { ticks, state, values, are_shares, other, lanes, usual };
        let finding = kind.is_finding().then_some(facts);
        Some(ListedArea {
            kind,
            waits_for,
            waits_in_a: waits_in_a > 0,
            span,
            finding,
            side,
            path,
            leaves: [first, end],
            slices: [from, to],
            numbers: [numbers[0], numbers[1], numbers[2], numbers[3]],
            stands_at: Some(numbers[4]).filter(|p| *p >= 0.0),
            shares: shares.to_vec(),
        })
    })
    .collect()
}
