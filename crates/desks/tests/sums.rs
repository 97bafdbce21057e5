//! A file too large for its calls: its texts, and its states over time, which equal those of all calls.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_engine::{InProcess, MemoryBudget, Reader};
use diptych_protocol::reader::ReadAmount;
use diptych_protocol::{
    CompareRequest, CsvRequest, DeskId, Failure, FailureKind, LayoutRequest, SceneInfo, SideName,
    SpaceTimeReply, SpaceTimeRequest, ThemeChoice, ViewId, ViewState,
};
use diptych_testkit::Rng;
use diptych_trace::{CallId, Run, Trace};

const HEAD: &str = "%EventDef PajeDefineContainerType 0\n%\tAlias string\n%\tType string\n%\tName string\n%EndEventDef\n\
    %EventDef PajeDefineStateType 1\n%\tAlias string\n%\tType string\n%\tName string\n%EndEventDef\n\
    %EventDef PajeCreateContainer 2\n%\tTime date\n%\tAlias string\n%\tType string\n%\tContainer string\n%\tName string\n%EndEventDef\n\
    %EventDef PajePushState 3\n%\tTime date\n%\tType string\n%\tContainer string\n%\tValue string\n%EndEventDef\n\
    %EventDef PajePopState 4\n%\tTime date\n%\tType string\n%\tContainer string\n%EndEventDef\n\
    0 HOST 0 HOST\n0 RANK HOST RANK\n1 STATE RANK STATE\n";

/// Extent of the run in ticks: 30 slices of 2²⁰.
const TICKS: u64 = 30 << 20;

/// Returns a Pajé trace of two hosts with four ranks each. States nest and change every few µs, `pace` times as fast.
/// With `waits`, one rank waits in the middle.
fn paje(seed: u64, pace: u64, waits: bool) -> String {
    let mut rng = Rng::new(seed);
    let mut text = HEAD.to_owned();
    for rank in 0..8 {
        if rank % 4 == 0 {
            text += &format!("2 0 h{rank} HOST 0 host-{}\n", rank / 4);
        }
        text += &format!("2 0 r{rank} RANK h{} rank-{rank}\n", rank / 4 * 4);
    }
    let mut events: Vec<(u64, String)> = Vec::new();
    for rank in 0..8 {
        let mut at = 0;
        while at < TICKS - 200_000 {
            let inner = at + (10_000 + rng.below(20_000)) / pace;
            let long = waits && rank == 5 && (10 << 20..13 << 20).contains(&at);
            let end = inner + if long { 150_000 } else { (5_000 + rng.below(9_000)) / pace };
            let after = end + (1_000 + rng.below(9_000)) / pace;
            events.push((at, format!("STATE r{rank} work")));
            events.push((inner, format!("STATE r{rank} wait")));
            events.push((end, format!("STATE r{rank}")));
            events.push((after, format!("STATE r{rank}")));
            at = after + rng.below(3_000) / pace;
        }
        events.push((at, format!("STATE r{rank} work")));
        events.push((TICKS, format!("STATE r{rank}")));
    }
    events.sort_by_key(|(at, _)| *at);
    for (at, event) in events {
        let kind = if event.matches(' ').count() == 2 { 3 } else { 4 };
        text += &format!("{kind} {}.{:09} {event}\n", at / 1_000_000_000, at % 1_000_000_000);
    }
    text
}

fn read(name: &str, text: &str, bytes: u64, amount: ReadAmount) -> Result<Run, Failure> {
    let budget = MemoryBudget { bytes, amount };
    let mut reader = Reader::new(Some(SideName::A), name, text.len() as u64).within(budget);
    let _wanted = text.as_bytes().chunks(100_000).all(|chunk| reader.feed(chunk));
    reader.finish()
}

fn whole(text: &str) -> Run {
    read("run.paje", text, u64::MAX, ReadAmount::Whole).unwrap()
}

fn sums(text: &str) -> Run {
    read("run.paje", text, 1, ReadAmount::Sums).unwrap()
}

fn page(runs: Vec<Run>) -> InProcess {
    let mut page = diptych_desks::in_process();
    for (side, run) in SideName::BOTH.into_iter().zip(runs) {
        page.engine.load(side, run);
    }
    page
}

fn state(desk: DeskId) -> ViewState {
    let mut state = ViewState { desk, ..ViewState::default() };
    state.space_time.slices = 30;
    state
}

fn laid_out(page: &mut InProcess, state: &ViewState) -> SceneInfo {
    let (desk, state) = (state.desk, state.clone());
    let ask = LayoutRequest {
        desk,
        state,
        theme: ThemeChoice::Light,
        width: 900.0,
        height: 500.0,
        tubes: None,
        held: 0,
    };
    loop {
        let info = page.ask(&ask).unwrap();
        if page.work().is_empty() {
            return info;
        }
    }
}

/// Returns all areas with their states, and the listed departures, as the page gets them.
fn over_time(page: &mut InProcess) -> (String, SpaceTimeReply) {
    laid_out(page, &state(DeskId::SpaceTime));
    let csv = page.ask(&CsvRequest { view: ViewId::SpaceTime }).unwrap().text;
    (csv, page.ask(&SpaceTimeRequest::default()).unwrap())
}

#[test]
fn too_large_file_offers_sums_of_times() {
    let text = paje(1, 10, false);
    let failure = read("run.paje", &text, 4_000_000, ReadAmount::Whole).unwrap_err();
    assert_eq!((failure.kind, failure.side), (FailureKind::TooBigForCalls, Some(SideName::A)));
    assert!(
        failure.body.contains("Space-time can show the whole file without its calls"),
        "{}",
        failure.body
    );
    // Only a reader that reports each call when it ends can sum. For other formats the failure says why.
    let events = "[{\"ph\":\"X\",\"ts\":0,\"dur\":1,\"pid\":1,\"tid\":1,\"name\":\"f\"}]";
    let failure = read("x.json", events, 1, ReadAmount::Sums).unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooBig);
    assert_eq!(failure.title, "x.json cannot be summed up without keeping its calls.");
    let failure = read("x.paje", "nothing\n", 1, ReadAmount::Sums).unwrap_err();
    assert_eq!(failure.kind, FailureKind::NotATrace);
}

/// A file of begins and ends, as speedscope writes them. An end that is missing leaves a call without an end.
fn speedscope(missing: usize) -> String {
    let frames = r#"{"name":"main"},{"name":"step"}"#;
    let mut events = vec![r#"{"type":"O","frame":0,"at":0}"#.to_owned()];
    for step in 0..50 {
        events.push(format!(r#"{{"type":"O","frame":1,"at":{}}}"#, step * 10));
        events.push(format!(r#"{{"type":"C","frame":1,"at":{}}}"#, step * 10 + 4));
    }
    events.push(r#"{"type":"C","frame":0,"at":500}"#.to_owned());
    events.truncate(events.len() - missing);
    format!(
        r#"{{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{{"frames":[{frames}]}},"profiles":[{{"type":"evented","name":"t","unit":"microseconds","startValue":0,"endValue":500,"events":[{}]}}]}}"#,
        events.join(",")
    )
}

#[test]
fn begins_and_ends_are_summed() {
    let summed = read("x.speedscope.json", &speedscope(0), 1, ReadAmount::Sums).unwrap().trace;
    let loaded = read("x.speedscope.json", &speedscope(0), u64::MAX, ReadAmount::Whole).unwrap().trace;
    assert_eq!(summed.summed().unwrap().all_calls(), 51);
    let sums = |trace: &Trace| {
        let mut sums = vec![0; trace.functions().len()];
        for row in 0..trace.calls().len() {
            let call = CallId(row as u32);
            sums[trace.calls().function()[row].index()] += trace.calls().self_time(call);
        }
        sums
    };
    assert_eq!(sums(&summed), sums(&loaded));
    let failure = read("x.speedscope.json", &speedscope(1), 1, ReadAmount::Sums).unwrap_err();
    assert_eq!(failure.title, "x.speedscope.json cannot be summed up without keeping its calls.");
    assert!(failure.body.contains("a call has no end"), "{}", failure.body);
}

#[test]
fn sums_over_time_equal_those_of_calls() {
    let [a, b] = [paje(1, 1, false), paje(2, 1, true)];
    for sides in [vec![&a], vec![&a, &b]] {
        let of_calls = over_time(&mut page(sides.iter().map(|text| whole(text)).collect()));
        let of_sums = over_time(&mut page(sides.iter().map(|text| sums(text)).collect()));
        assert!(of_calls.0.lines().count() > 2, "{}", of_calls.0);
        assert_eq!(of_calls, of_sums);
        // A pair of one trace with calls and one with sums.
        if let [a, b] = sides[..] {
            assert_eq!(of_calls, over_time(&mut page(vec![whole(a), sums(b)])));
        }
    }
}

#[test]
fn side_of_sums_is_described_and_hides_its_calls() {
    let [a, b] = [paje(1, 1, false), paje(2, 1, true)];
    let all = whole(&a);
    let calls = all.trace.calls().len() as u32;
    let mut both = page(vec![sums(&a), whole(&b)]);
    let summary = both.engine.side(SideName::A).unwrap();
    let of_calls = page(vec![all]).engine.side(SideName::A).unwrap();
    assert_eq!(summary.calls, calls);
    assert_eq!((&summary.duration, &summary.runs), (&of_calls.duration, &of_calls.runs));
    assert_eq!(summary.lanes, of_calls.lanes);
    assert!(summary.headline.contains("calls as time per lane"), "{}", summary.headline);
    assert!(summary.sums.starts_with("time per lane in 3,840 slices of 8.19"), "{}", summary.sums);
    let reply = both.compare(&state(DeskId::Compare)).unwrap();
    assert!(reply.summary.is_none() && !reply.pending);
    // Other desks show only the other side.
    for desk in [DeskId::Compare, DeskId::Structure, DeskId::Fusion, DeskId::Profile] {
        let with_sums = laid_out(&mut both, &state(desk));
        let mut alone = page(Vec::new());
        alone.engine.load(SideName::B, whole(&b));
        assert_eq!(with_sums.drawn, laid_out(&mut alone, &state(desk)).drawn, "{desk:?}");
    }
    // Without another side they stay empty, and do not promise a result.
    let mut none = page(vec![sums(&a)]);
    for desk in [DeskId::Compare, DeskId::Structure, DeskId::Fusion, DeskId::Profile] {
        let info = laid_out(&mut none, &state(desk));
        assert!(info.panes.is_empty() && info.summary.is_empty() && !info.unfinished, "{desk:?}");
    }
    // The Space-time desk explains the states of single lanes, which it does not for calls.
    let rule = |page: &mut InProcess| laid_out(page, &state(DeskId::SpaceTime)).drawn.rule;
    assert!(
        rule(&mut none).contains("within each 8.19\u{202f}µs, because only their times"),
        "{}",
        rule(&mut none)
    );
    assert!(!rule(&mut page(vec![whole(&b)])).contains("within each"));
    // The run displayed before had sums only, so nothing of it stays.
    both.engine.show(SideName::A, 1, whole(&b));
    let summary = both.engine.side(SideName::A).unwrap();
    assert_eq!((summary.runs.len(), summary.sums.as_str()), (1, ""));
    assert!(both.ask(&CompareRequest { state: state(DeskId::Compare), proposals: false }).unwrap().pending);
}
