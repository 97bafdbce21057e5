//! The summary of a side, as columns.

use diptych_protocol::reader::FileTrace;
use diptych_protocol::{LaneSummary, ReportRow, RunRow, SideName, SideSummary};
use diptych_store::parts::PairFacts;
use diptych_store::{Columns, StoreError};
use diptych_views::{numbers, words};

const MISFIT: StoreError = StoreError::Misfit { what: "the description of a side cannot be read" };

/// Writes the summary of a side.
pub(super) fn put_side(columns: &mut Columns<'_>, side: SideName, of: &SideSummary) {
    let mut put = |part: &str, texts: Vec<&str>, numbers: Vec<u64>| {
        let prefix = name(side, part);
        columns.put_texts(&format!("{prefix}.texts"), texts);
        columns.put(&format!("{prefix}.numbers"), &numbers);
    };
    let [calls, functions, depth] = [of.calls, of.functions, of.max_depth].map(u64::from);
    put(
        "run",
        vec![&of.origin, &of.headline, &of.duration],
        vec![calls, functions, depth, of.extent.cast_unsigned(), of.bytes, u64::from(of.packed), of.warnings],
    );
    let lanes = &of.lanes;
    put(
        "lanes",
        lanes.iter().flat_map(|lane| [&*lane.name, &lane.kind, &lane.busy]).collect(),
        lanes
            .iter()
            .flat_map(|lane| [lane.parent.map_or(u64::MAX, u64::from), u64::from(lane.calls)])
            .collect(),
    );
    let report = &of.report;
    put(
        "report",
        report.iter().flat_map(|row| [&*row.kind, &row.subject, &row.outcome, &row.example]).collect(),
        report.iter().flat_map(|row| [row.count, row.first_offset, u64::from(row.warning)]).collect(),
    );
    let traces = &of.of_file;
    put(
        "traces",
        traces.iter().map(|of| &*of.name).collect(),
        traces.iter().flat_map(|of| [of.calls, u64::from(of.shown)]).collect(),
    );
    let runs = &of.runs;
    let numbers = |run: &RunRow| {
        let [number, calls, rank] = [run.run, run.calls, run.rank].map(u64::from);
        [number, calls, run.warnings, rank, u64::from(run.shown), u64::from(run.median)]
    };
    put(
        "runs",
        runs.iter().flat_map(|run| [&*run.name, &run.duration, &run.total]).collect(),
        runs.iter().flat_map(numbers).collect(),
    );
}

/// Reads the summary of a side. `kept_in` is the name of the file. Files without these columns give names, formats and
/// numbers of calls only.
pub(super) fn side(
    columns: &Columns<'_>,
    side: SideName,
    kept_in: &str,
    facts: &PairFacts,
) -> Result<SideSummary, StoreError> {
    let run = &facts.runs[side.index()][0];
    let mut summary = SideSummary {
        side,
        name: words::shown(&run.name),
        format: run.format.clone(),
        axis: facts.axis.kind.as_str().to_owned(),
        unit: numbers::unit(facts.axis).to_owned(),
        scale: facts.axis.scale,
        calls: u32::try_from(run.calls).map_err(|_| MISFIT)?,
        functions: 0,
        max_depth: 0,
        extent: 0,
        origin: "0".to_owned(),
        bytes: 0,
        packed: false,
        headline: numbers::calls(run.calls),
        duration: String::new(),
        lanes: Vec::new(),
        weights: Vec::new(),
        instants: 0,
        counters: Vec::new(),
        report: Vec::new(),
        warnings: 0,
        of_file: Vec::new(),
        runs: Vec::new(),
        kept_in: words::shown(kept_in),
        sums: String::new(),
    };
    if columns.has(&format!("{}.numbers", name(side, "run"))) {
        fill(columns, &mut summary)?;
    }
    if summary.runs.is_empty() {
        summary.runs = facts.runs[side.index()]
            .iter()
            .zip(0..)
            .map(|(run, number)| RunRow {
                run: number,
                name: words::shown(&run.name),
                calls: run.calls as u32,
                duration: String::new(),
                total: String::new(),
                warnings: 0,
                rank: number,
                shown: number == 0,
                median: number == 0,
            })
            .collect();
    }
    Ok(summary)
}

fn fill(columns: &Columns<'_>, into: &mut SideSummary) -> Result<(), StoreError> {
    let side = into.side;
    let part = |part: &str| {
        let prefix = name(side, part);
        let texts = columns.texts(&format!("{prefix}.texts"))?.into_iter();
        let numbers = columns.get::<u64>(&format!("{prefix}.numbers"))?;
        Ok(Part { texts: texts.collect(), numbers })
    };
    let Part { texts, numbers } = part("run")?;
    let ([origin, headline, duration], &[calls, functions, depth, extent, bytes, packed, warnings]) =
        (<[String; 3]>::try_from(texts).map_err(|_| MISFIT)?, &numbers[..])
    else {
        return Err(MISFIT);
    };
    (into.origin, into.headline, into.duration) = (origin, headline, duration);
    (into.calls, into.functions, into.max_depth) = (small(calls)?, small(functions)?, small(depth)?);
    (into.extent, into.bytes) = (extent.cast_signed().max(0), bytes);
    (into.packed, into.warnings) = (packed == 1, warnings);
    for ([name, kind, busy], [parent, calls]) in rows(part("lanes")?)? {
        let parent = if parent == u64::MAX { None } else { Some(small(parent)?) };
        into.lanes.push(LaneSummary { name, kind, parent, calls: small(calls)?, busy });
    }
    for ([kind, subject, outcome, example], [count, first_offset, warning]) in rows(part("report")?)? {
        let warning = warning == 1;
        into.report.push(ReportRow { kind, subject, outcome, count, first_offset, example, warning });
    }
    for ([name], [calls, shown]) in rows(part("traces")?)? {
        into.of_file.push(FileTrace { name, calls, shown: shown == 1 });
    }
    for ([name, duration, total], [run, calls, warnings, rank, shown, median]) in rows(part("runs")?)? {
        let (shown, median) = (shown == 1, median == 1);
        let [run, calls, rank] = [small(run)?, small(calls)?, small(rank)?];
        into.runs.push(RunRow { run, name, calls, duration, total, warnings, rank, shown, median });
    }
    Ok(())
}

/// Returns the prefix of the column names of a part.
fn name(side: SideName, part: &str) -> String {
    format!("side.{}.{part}", ["a", "b"][side.index()])
}

fn small(number: u64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| MISFIT)
}

type Row<const TEXTS: usize, const NUMBERS: usize> = ([String; TEXTS], [u64; NUMBERS]);

/// The texts and the numbers of a part, row by row.
struct Part {
    texts: Vec<String>,
    numbers: Vec<u64>,
}

/// Splits a part into rows. Fails if they do not fill the last row.
fn rows<const TEXTS: usize, const NUMBERS: usize>(
    Part { texts, numbers }: Part,
) -> Result<Vec<Row<TEXTS, NUMBERS>>, StoreError> {
    let (by_row, rest) = numbers.as_chunks::<NUMBERS>();
    if !rest.is_empty() || texts.len() != by_row.len() * TEXTS {
        return Err(MISFIT);
    }
    let (texts, _) = texts.as_chunks::<TEXTS>();
    Ok(texts.iter().cloned().zip(by_row.iter().copied()).collect())
}
