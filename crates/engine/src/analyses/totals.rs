//! The time of every function on both sides. Functions are paired by identity rules.

use super::{Analysis, JobInput, ReadContext, Reads, Stages};
use diptych_compare::identity::Identities;
use diptych_profile::{Groups, lanes_by_function, percentiles, totals};
use diptych_protocol::compute::{FunctionTotals, SideTotals};
use diptych_protocol::{FunctionRef, SideName};
use diptych_store::{Columns, StoreError};
use diptych_trace::{IdentityId, Sorting, Trace};
use diptych_views::{lane_word, over_lanes, words};

/// The analysis that adds up times.
#[derive(Debug)]
pub(crate) enum Totals {}

/// The settings that totals depend on, besides the traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TotalsQuery {
    /// Identity rules, with the defaults written out.
    pub(crate) rules: String,
}

impl Analysis for Totals {
    const NAME: &'static str = "totals";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    const INTERACTIVE: bool = false;
    type Query = TotalsQuery;
    /// All functions, most self time on both sides together first.
    type Value = Vec<FunctionTotals>;

    fn put_query(query: &TotalsQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let traces = bench.traces;
        let (names, stages) = bench.names(query.text("rules")?)?;
        let rows = function_totals(traces, &names.identities, stages);
        let mut columns = Columns::default();
        put_totals(&mut columns, &rows);
        Ok(columns.to_bytes())
    }

    fn read(
        _: &Columns<'_>,
        bytes: &[u8],
        _: ReadContext<'_>,
    ) -> Result<Option<Vec<FunctionTotals>>, StoreError> {
        read_totals(&Columns::from_bytes(bytes)?).map(Some)
    }
}

/// Writes the time by function.
pub(crate) fn put_totals(columns: &mut Columns<'_>, rows: &[FunctionTotals]) {
    columns.put_texts("functions.names", rows.iter().map(|row| row.name.as_str()));
    columns.put_texts("functions.files", rows.iter().map(|row| row.file.as_str()));
    let selected = |of: fn(&FunctionRef) -> &str| {
        rows.iter().map(move |row| row.function.as_ref().map_or("", of)).collect::<Vec<&str>>()
    };
    columns.put_texts("functions.selected", selected(|function| &function.name));
    columns.put_texts("functions.selected-files", selected(|function| &function.file));
    columns.put_texts("functions.over", rows.iter().map(|row| row.over.as_str()));
    columns.put("functions.a", &rows.iter().flat_map(|row| numbers_of(row.a)).collect::<Vec<i64>>());
    columns.put("functions.b", &rows.iter().flat_map(|row| numbers_of(row.b)).collect::<Vec<i64>>());
}

/// Reads the time by function. Fails on damaged bytes.
pub(crate) fn read_totals(columns: &Columns<'_>) -> Result<Vec<FunctionTotals>, StoreError> {
    let (names, files) = (columns.texts("functions.names")?, columns.texts("functions.files")?);
    let (functions, function_files) =
        (columns.texts("functions.selected")?, columns.texts("functions.selected-files")?);
    let (a, b) = (columns.get::<i64>("functions.a")?, columns.get::<i64>("functions.b")?);
    // Files of earlier versions lack this column.
    let over = if columns.has("functions.over") {
        columns.texts("functions.over")?
    } else {
        vec![String::new(); names.len()]
    };
    let numbers = names.len() * NUMBERS;
    let texts = [&files, &functions, &function_files, &over];
    if texts.iter().any(|texts| texts.len() != names.len()) || a.len() != numbers || b.len() != numbers {
        return Err(StoreError::Damaged);
    }
    let sides = a.as_chunks().0.iter().zip(b.as_chunks().0);
    let functions = functions.into_iter().zip(function_files).map(|(name, file)| FunctionRef { name, file });
    let names = names.into_iter().zip(files).zip(functions).zip(over);
    let rows = names.zip(sides).map(|((((name, file), function), over), (a, b))| FunctionTotals {
        name,
        file,
        function: Some(function).filter(|function| !function.name.is_empty()),
        a: of_numbers(a),
        b: of_numbers(b),
        over,
    });
    Ok(rows.collect())
}

/// Number of values of a function on a side.
const NUMBERS: usize = 5;

/// Returns the values of a function, all zero if the side does not call it. A function that ran has at least one call,
/// so zeros are unambiguous.
fn numbers_of(side: Option<SideTotals>) -> [i64; NUMBERS] {
    side.map_or([0; NUMBERS], |side| {
        [side.calls.cast_signed(), side.self_ticks, side.total_ticks, side.p50_ticks, side.p99_ticks]
    })
}

fn of_numbers(
    &[calls, self_ticks, total_ticks, p50_ticks, p99_ticks]: &[i64; NUMBERS],
) -> Option<SideTotals> {
    let calls = calls.cast_unsigned();
    (calls > 0).then_some(SideTotals { calls, self_ticks, total_ticks, p50_ticks, p99_ticks })
}

/// Adds up the functions of both sides, paired by identity, most self time on both sides together first.
pub(crate) fn function_totals(
    traces: [Option<&Trace>; 2],
    identities: &Identities,
    stages: Stages<'_>,
) -> Vec<FunctionTotals> {
    let total: u64 = traces.into_iter().flatten().map(|trace| trace.calls().len() as u64).sum();
    let row = |id: IdentityId| {
        let (name, file) = identities.name_and_file(id);
        let (name, file) = (words::name_or_unnamed(name), words::shown(file));
        FunctionTotals { name, file, function: None, a: None, b: None, over: String::new() }
    };
    let mut rows: Vec<FunctionTotals> = (0..identities.count()).map(IdentityId).map(row).collect();
    let mut before = 0;
    let mut lanes = [const { Vec::new() }; 2];
    for (side, trace) in SideName::BOTH.into_iter().zip(traces) {
        let Some(trace) = trace else { continue };
        for (id, identity) in trace.functions().ids().zip(identities.by_function(side.index())) {
            let row = &mut rows[identity.index()];
            row.function = row.function.take().or_else(|| words::function_reference(trace, id));
        }
        let groups =
            Groups::new(identities.by_function(side.index()).iter().map(|identity| identity.0).collect());
        let sums = totals(trace, &groups, |done| stages("Adding up calls", before + u64::from(done), total));
        let durations = percentiles(trace, &groups, &[0.5, 0.99]);
        for (group, row) in rows.iter_mut().enumerate().take(groups.count()) {
            let one = SideTotals {
                calls: sums.calls[group],
                self_ticks: sums.self_ticks[group],
                total_ticks: sums.total_ticks[group],
                p50_ticks: durations[0][group],
                p99_ticks: durations[1][group],
            };
            let slot = match side {
                SideName::A => &mut row.a,
                SideName::B => &mut row.b,
            };
            *slot = (one.calls > 0).then_some(one);
        }
        before += trace.calls().len() as u64;
        lanes[side.index()] =
            lanes_by_function(trace, identities.by_function(side.index()), identities.count() as usize);
    }
    let word = lane_word(traces);
    for (id, row) in rows.iter_mut().enumerate() {
        row.over = over_lanes(lanes.each_ref().map(|of_side| of_side.get(id).copied().unwrap_or(0)), word);
    }
    rows.retain(|row| row.a.is_some() || row.b.is_some());
    rows.order_by(|x, y| {
        self_of_both(y).cmp(&self_of_both(x)).then_with(|| (&x.name, &x.file).cmp(&(&y.name, &y.file)))
    });
    rows
}

fn self_of_both(row: &FunctionTotals) -> i64 {
    [row.a, row.b].into_iter().flatten().map(|side| side.self_ticks).sum()
}
