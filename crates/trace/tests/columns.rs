//! Tests of traces as columns and back. Exported columns come back unchanged. Any other columns are refused, or become
//! a trace that passes `check()` and can be read.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::{Rng, Shape, generate, picture};
use diptych_trace::{
    Binding, Builder, CallId, CallSpec, CheckError, ColumnTag, CounterSample, CounterSpec, ElementSpec,
    FlowPoint, FlowRole, FunctionId, FunctionSpec, InstantSpec, LaneKind, OddityKind, SampleSize, Sink,
    SliceSums, Trace, TraceImporter, Unit,
};
use proptest::prelude::*;

type Column = (ColumnTag, Vec<u8>);

fn columns(trace: Trace) -> Vec<Column> {
    let mut columns = Vec::new();
    trace.export(|tag, bytes| columns.push((tag, bytes.to_vec())));
    columns
}

fn import(columns: &[Column]) -> Result<Trace, CheckError> {
    let mut importer = TraceImporter::default();
    for (tag, bytes) in columns {
        importer.column(*tag, bytes.len(), |place| place.copy_from_slice(bytes));
    }
    importer.finish()
}

/// Builds a trace with something in every column.
fn full() -> Trace {
    let mut builder = Builder::default();
    let process = builder.lane(None, LaneKind::Process, "process");
    let threads = ["one", "two"].map(|name| builder.lane(Some(process), LaneKind::Thread, name));
    builder.lane(None, LaneKind::Group, "group");
    let weights =
        [builder.weight_column("bytes", Unit::Bytes), builder.weight_column("samples", Unit::Count)];
    let function = |builder: &mut Builder, name| {
        builder.function(FunctionSpec { name, file: "a.py", line: 3, category: "c" })
    };
    let functions: [FunctionId; 3] = ["f", "g", "é"].map(|name| function(&mut builder, name));
    for (lane, shift) in threads.into_iter().zip([0, 5]) {
        for (number, (start, end)) in [(0, 90), (10, 40), (20, 30), (50, 80)].into_iter().enumerate() {
            let function = functions[number % 3];
            builder.call(lane, CallSpec { start: start + shift, end: end + shift, function, source: 7 });
            builder.weigh(lane, weights[number % 2], 11);
        }
    }
    let package = builder.element(ElementSpec { parent: None, name: "p", kind: "package", bytes: 0 });
    builder.element(ElementSpec { parent: Some(package), name: "a.py", kind: "file", bytes: 9 });
    for (at, role) in [(0, FlowRole::Start), (20, FlowRole::End), (50, FlowRole::End)] {
        let point = FlowPoint { key: 0, at, role, binding: Binding::Enclosing, source: 0 };
        builder.flow(threads[0], point);
    }
    let owner = builder.owner();
    builder.place_owner(owner, threads[0]);
    for (at, name) in [(30, "late"), (-5, "early")] {
        builder.instant(owner, InstantSpec { at, name });
    }
    for series in ["used", "free"] {
        let counter = builder.counter(owner, CounterSpec { name: "heap", series, unit: "bytes" });
        for (at, value) in [(20, 1.5), (10, -2.0)] {
            builder.sample(counter, CounterSample { at, value, source: 0 });
        }
    }
    builder.sampled(17);
    builder.sample_ticks(2.5);
    builder.odd(OddityKind::SkippedEvent, "counter", 4, "example");
    builder.odd(OddityKind::BadEvent, "", 5, "");
    builder.finish().remove(0).1
}

/// Reads everything in a trace that is stored as an index of something else.
fn look_at(trace: &Trace) {
    trace.check().unwrap();
    assert!(!picture(trace).is_empty() || trace.lanes().is_empty());
    assert_eq!(trace.functions().specs(trace.names()).len(), trace.functions().len());
    for column in trace.weights() {
        assert!(trace.names().get(column.name).len() <= trace.names().bytes());
    }
    for row in 0..trace.elements().len() as u32 {
        trace.elements().get(trace.names(), diptych_trace::ElementId(row));
    }
    for lane in trace.lanes().ids() {
        assert!(trace.lanes().subtree(lane).contains(&lane.0));
        trace.innermost_at(lane, trace.extent() / 2);
    }
    for call in (0..trace.calls().len() as u32).map(CallId) {
        let around = trace.flows().targets(call).iter().copied().chain(trace.flows().sources(call));
        around.for_each(|call| assert!(call.index() < trace.calls().len()));
    }
    for row in 0..trace.instants().len() {
        assert!(trace.instants().lane(row).is_none_or(|lane| lane.index() < trace.lanes().len()));
        assert!(trace.instants().name(trace.names(), row).len() <= trace.names().bytes());
    }
    for id in trace.counters().ids() {
        let samples = trace.counters().samples(id);
        let [least, most] = samples.extremes();
        assert!(least <= samples.last() && samples.last() <= most);
    }
    if let Some(summed) = trace.summed() {
        assert!(summed.all_calls() >= summed.calls.iter().copied().max().unwrap_or(0));
    }
    let report = trace.report();
    assert!(report.warnings() <= report.total());
    assert!(trace.max_depth() as usize <= trace.calls().len());
    assert!(trace.origin() <= trace.origin() + trace.extent());
}

/// Numbers near a limit.
const NUMBERS: [u64; 10] =
    [0, 1, 2, 7, 8, u32::MAX as u64, u32::MAX as u64 + 1, i64::MAX as u64, 1 << 63, u64::MAX];

/// Damages the columns in one way.
fn damage(columns: &mut Vec<Column>, rng: &mut Rng) {
    let number = rng.below(columns.len() as u64) as usize;
    let kind = rng.below(8);
    let bytes = &mut columns[number].1;
    let place = rng.below(bytes.len() as u64 + 1) as usize;
    let value = NUMBERS[rng.below(NUMBERS.len() as u64) as usize];
    match kind {
        0 => bytes.truncate(place),
        1 => bytes.extend_from_slice(&value.to_le_bytes()),
        2 => drop(columns.swap_remove(number)),
        3 => {
            let column = columns[number].clone();
            columns.push(column);
        }
        4 => bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1 << (value % 8)),
        _ => {
            let width = if kind == 5 { 8 } else { 4 };
            let words = bytes.chunks_exact_mut(width).skip(place / width).take(1);
            words.for_each(|word| word.copy_from_slice(&value.to_le_bytes()[..width]));
        }
    }
    if columns.is_empty() {
        columns.push((ColumnTag::Head, Vec::new()));
    }
}

#[test]
fn sampling_survives_export() {
    assert_eq!(import(&columns(full())).unwrap().sampling(), Some(17));
    assert_eq!(import(&columns(full())).unwrap().sample_size(), SampleSize::Ticks(2.5));
    assert_eq!(import(&columns(generate(1, Shape::SMALL))).unwrap().sampling(), None);
    assert_eq!(import(&columns(generate(1, Shape::SMALL))).unwrap().sample_size(), SampleSize::Recorded);
}

#[test]
fn sums_survive_export() {
    let lanes = full().lanes().len();
    let sums = SliceSums { slice: 1 << 40, duration: i64::MAX, calls: (0..lanes as u64).collect() };
    let columns = columns(full().with_sums(sums.clone()));
    assert_eq!(import(&columns).unwrap().summed(), Some(&sums));
    assert_eq!(sums.all_calls(), 6);
    let head = columns.iter().position(|(tag, _)| *tag == ColumnTag::Head).unwrap();
    // A number missing, a number too many, slices of no ticks, a negative duration.
    let bytes = &columns[head].1;
    let with = |from: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[from..from + 8].fill(value);
        bytes
    };
    let longer = [&bytes[..], &[0; 8]].concat();
    for damaged in [bytes[..bytes.len() - 8].to_vec(), longer, with(48, 0), with(56, 0xff)] {
        let mut columns = columns.clone();
        columns[head].1 = damaged;
        assert!(import(&columns).is_err());
    }
}

proptest! {
    #[test]
    fn exported_columns_import_in_any_order(seed: u64, shuffle: u64) {
        let trace = generate(seed, Shape::SMALL);
        let before = picture(&trace);
        let mut copied: Vec<Column> = Vec::new();
        trace.export_copy(|tag, bytes| copied.push((tag, bytes.to_vec())));
        let mut columns = columns(trace);
        prop_assert_eq!(&copied, &columns);
        let mut rng = Rng::new(shuffle);
        let mut shuffled = Vec::new();
        while !columns.is_empty() {
            shuffled.push(columns.swap_remove(rng.below(columns.len() as u64) as usize));
        }
        prop_assert_eq!(picture(&import(&shuffled).unwrap()), before);
    }

    #[test]
    fn damaged_columns_never_make_a_broken_trace(seed: u64, times in 1usize..4) {
        let mut rng = Rng::new(seed);
        let mut columns = columns(full());
        (0..times).for_each(|_| damage(&mut columns, &mut rng));
        if let Ok(trace) = import(&columns) {
            look_at(&trace);
        }
    }

    #[test]
    fn arbitrary_columns_never_make_a_broken_trace(
        given in prop::collection::vec((0..ColumnTag::ALL.len(), prop::collection::vec(0u8..4, 0..40)), 0..30),
    ) {
        let columns: Vec<Column> = given.into_iter().map(|(tag, bytes)| (ColumnTag::ALL[tag], bytes)).collect();
        if let Ok(trace) = import(&columns) {
            look_at(&trace);
        }
    }
}

/// Imports the columns of a full trace after changing one of them.
fn with(tag: ColumnTag, change: impl Fn(&mut Vec<u8>)) -> Result<Trace, CheckError> {
    let mut columns = columns(full());
    columns.iter_mut().filter(|column| column.0 == tag).for_each(|column| change(&mut column.1));
    import(&columns)
}

fn set<const N: usize>(row: usize, value: [u8; N]) -> impl Fn(&mut Vec<u8>) {
    move |bytes| bytes[row * N..][..N].copy_from_slice(&value)
}

#[track_caller]
fn refused(outcome: Result<Trace, CheckError>, rule: &str) {
    let error = outcome.map(|_| ()).unwrap_err().to_string();
    assert!(error.contains(rule), "{error}");
}

#[test]
fn a_full_trace_comes_back() {
    let trace = import(&columns(full())).unwrap();
    look_at(&trace);
    assert_eq!(columns(trace), columns(full()));
}

#[test]
fn missing_names_are_refused() {
    for tag in [ColumnTag::LaneName, ColumnTag::FunctionName, ColumnTag::ElementKind] {
        refused(with(tag, set(0, 99u32.to_le_bytes())), "every name is a row of names");
    }
    refused(with(ColumnTag::Weight, set(0, 99u64.to_le_bytes())), "every name is a row of names");
    // A number of more than 32 bits must not be truncated to its lower half.
    refused(with(ColumnTag::Weight, set(0, (1u64 << 32).to_le_bytes())), "begins with its name");
    refused(with(ColumnTag::Head, set(1, (1u64 << 32).to_le_bytes())), "kind and unit");
}

#[test]
fn wrong_instants_and_counters_are_refused() {
    for tag in [ColumnTag::InstantName, ColumnTag::CounterUnit] {
        refused(with(tag, set(0, 99u32.to_le_bytes())), "every name is a row of names");
    }
    for tag in [ColumnTag::InstantLane, ColumnTag::CounterLane] {
        refused(with(tag, set(1, 99u32.to_le_bytes())), "every lane is a row of lanes");
    }
    for tag in [ColumnTag::InstantAt, ColumnTag::SampleAt] {
        refused(with(tag, set(1, (-9i64).to_le_bytes())), "times ascend");
        refused(with(tag, set(0, i64::MIN.to_le_bytes())), "an integer that a double holds exactly");
    }
    refused(with(ColumnTag::SampleValue, set(3, f64::NAN.to_le_bytes())), "every value is finite");
    refused(with(ColumnTag::CounterFirstSample, set(1, 0u32.to_le_bytes())), "every counter has a sample");
    refused(with(ColumnTag::CounterFirstSample, set(2, 3u32.to_le_bytes())), "ranges of samples follow");
    refused(with(ColumnTag::InstantAt, |bytes| bytes.truncate(8)), "columns are of equal length");
}

#[test]
fn axes_without_a_size_are_refused() {
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        refused(with(ColumnTag::Head, set(3, scale.to_bits().to_le_bytes())), "a tick is of a positive size");
    }
    refused(with(ColumnTag::Head, set(0, i64::MAX.to_le_bytes())), "instants fit 64 bits");
}

#[test]
fn lanes_out_of_pre_order_are_refused() {
    refused(with(ColumnTag::LaneKind, set(0, 5u32.to_le_bytes())), "every kind is known");
    refused(with(ColumnTag::LaneParent, set(3, 1u32.to_le_bytes())), "");
    refused(with(ColumnTag::LaneParent, set(1, 2u32.to_le_bytes())), "pre-order");
    refused(with(ColumnTag::LaneParent, set(0, 0u32.to_le_bytes())), "pre-order");
}

#[test]
fn report_counts_may_have_any_value() {
    let huge =
        |bytes: &mut Vec<u8>| [1, 4].into_iter().for_each(|row| set(row, u64::MAX.to_le_bytes())(bytes));
    assert_eq!(with(ColumnTag::ReportNumbers, huge).unwrap().report().total(), u64::MAX);
}

/// The index has a row for every depth of a lane. Unbounded depths would make it as large as calls times lanes before
/// anything is checked.
#[test]
fn depths_are_bounded_by_the_calls_of_their_lane() {
    let mut builder = Builder::default();
    let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    for start in 0..1_000 {
        let lane = builder.lane(None, LaneKind::Thread, "");
        builder.call(lane, CallSpec { start, end: start + 1, function, source: 0 });
    }
    let mut columns = columns(builder.finish().remove(0).1);
    let depths = columns.iter_mut().find(|column| column.0 == ColumnTag::CallDepth).unwrap();
    let as_deep_as_rows: Vec<u8> = (0..1_000u32).flat_map(u32::to_le_bytes).collect();
    depths.1 = as_deep_as_rows;
    refused(import(&columns), "no deeper than there are calls before it in its lane");
}
