//! Tests of the comparison from outside the engine. Jobs run as in the page.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_protocol::comparison::{
    ComparisonSummary, DifferenceList, Framed, IdentityReport, RuleLine, RuleSubject, RulesDraft,
};
use diptych_protocol::compute::Job;
use diptych_protocol::{
    CallRef, CompareRequest, ComparisonReply, Counterparts, CounterpartsRequest, CsvRequest, DeskId, Event,
    GiveUpRequest, GoToRequest, HoverReply, HoverRequest, IdentityRequest, LayoutRequest, MatchMode,
    Normalise, PartnerReply, PartnerRequest, RuleSampleOf, SelectRequest, SideName, Sides, Subject,
    SwapRequest, TimeAxis, ViewId, ViewState, Window,
};
use diptych_trace::{Axis, AxisKind, Builder, CallSpec, FunctionSpec, LaneKind, Run, Sink, Trace, Unit};
use support::{A, B, Page, layout, opened, plain, run};

fn compare() -> CompareRequest {
    CompareRequest { state: ViewState::default(), proposals: false }
}

/// Takes the jobs to start.
fn wanted(page: &mut Page) -> Vec<Job> {
    let events = page.session.engine.take_events().into_iter();
    events
        .filter_map(|told| if let Event::WorkWanted { job } = told.event { Some(job) } else { None })
        .collect()
}

/// Hands in a stored result of a job.
fn hand_in(page: &mut Page, job: &Job, bytes: Option<&[u8]>) {
    page.session.engine.arrived(job.id, bytes);
}

fn identity(page: &mut Page, draft: RulesDraft) -> IdentityReport {
    let sample =
        RuleSampleOf { side: SideName::B, name: "draw".to_owned(), file: "lib/render.py".to_owned() };
    let ask = IdentityRequest { draft, samples: vec![sample] };
    // The first ask may only start the work of the compute role.
    *page.ask(&ask).or_else(|| page.ask(&ask)).unwrap()
}

fn as_text(text: &str) -> RulesDraft {
    RulesDraft { text: Some(text.to_owned()), rows: Vec::new() }
}

fn rename(from: &str, to: &str) -> RuleLine {
    let (pattern, becomes) = (from.to_owned(), to.to_owned());
    RuleLine { enabled: true, on: RuleSubject::Rename, pattern, becomes, ..RuleLine::default() }
}

#[test]
fn one_side_alone_has_no_comparison() {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", A));
    let reply = engine.ask(&compare()).unwrap();
    assert_eq!(reply, ComparisonReply { summary: None, pending: false, wrong_rules: None });
    assert_eq!(engine.take_events(), []);
}

/// Returns the numbers of significant new and gone functions.
fn new_and_gone(summary: &ComparisonSummary) -> [u32; 2] {
    [DifferenceList::New, DifferenceList::Gone].map(|list| summary.counts[list.index()])
}

#[test]
fn verdict_counts_match_lists() {
    let mut page = opened(A, B);
    let summary = page.compare(&ViewState::default());
    let verdict: Vec<String> = summary.verdict.iter().map(|part| plain(&part.text)).collect();
    assert_eq!(verdict[0], "B is 1.40× as long as A ▲ +40.0 ms");
    assert_eq!(verdict[2..], ["2 functions only in B", "1 function only in A"]);
    assert_eq!(page.names(DifferenceList::New), ["draw", "flush"]);
    assert_eq!(page.names(DifferenceList::Gone), ["render"]);
    assert_eq!(new_and_gone(&summary), [2, 1]);
    assert_eq!(summary.lanes, "1 pair");
    assert_eq!(summary.noise, "One run per side: noise is how much calls vary within a run");
    let facts: Vec<(String, String)> =
        summary.facts.into_iter().map(|fact| (fact.label, fact.value)).collect();
    assert_eq!(facts[0], ("Calls matched".to_owned(), "4".to_owned()));
    assert_eq!(facts[2], ("Calls only in A".to_owned(), "2".to_owned()));
    assert_eq!(facts[3], ("Calls only in B".to_owned(), "2".to_owned()));
}

#[test]
fn same_pair_is_computed_once() {
    let mut page = opened(A, B);
    let first = page.compare(&ViewState::default());
    assert_eq!(page.compare(&ViewState::default()), first);
    assert_eq!(page.aligned(), 1);
    // Another normalisation needs a new ranking but no worker.
    let mut state = ViewState::default();
    state.comparison.normalise = Normalise::PerCall;
    page.compare(&state);
    assert_eq!(page.aligned(), 1);
    // Another rule needs the worker.
    state.comparison.rules = "defaults\nrename render (lib/render.py) => draw (lib/render.py)\n".to_owned();
    let renamed = page.compare(&state);
    assert_eq!((page.aligned(), new_and_gone(&renamed)[1]), (2, 0));
    let keys: std::collections::BTreeSet<&str> = page.jobs.iter().map(|job| job.key.as_str()).collect();
    assert_eq!(keys.len(), page.jobs.len());
}

#[test]
fn stored_results_skip_worker_and_damage_recomputes() {
    let mut page = opened(A, B);
    let first = page.compare(&ViewState::default());
    let (key, bytes) = page.kept[0].clone();

    let mut again = opened(A, B);
    assert_eq!(again.session.engine.ask(&compare()).unwrap().summary, None);
    let job = wanted(&mut again).remove(0);
    assert_eq!(job.key, key, "the same content has the same key");
    hand_in(&mut again, &job, Some(&bytes));
    assert_eq!(again.session.engine.take_events()[0].event, Event::AnalysesChanged);
    assert_eq!(again.session.engine.ask(&compare()).unwrap().summary.as_deref(), Some(&first));
    again.session.engine.take_events();
    hand_in(&mut again, &job, Some(&bytes));
    assert_eq!(again.session.engine.take_events(), [], "an answer is taken once");

    let mut damaged = opened(A, B);
    damaged.session.engine.ask(&compare()).unwrap();
    let job = wanted(&mut damaged).remove(0);
    hand_in(&mut damaged, &job, Some(&bytes[..bytes.len() - 1]));
    let anew = wanted(&mut damaged);
    assert!(anew.len() == 1 && anew[0].key == key && anew[0].anew, "it is computed anew");
    hand_in(&mut damaged, &anew[0], None);
    assert_eq!(damaged.session.engine.take_events()[0].event, Event::AnalysesChanged);
    let failure = damaged.session.engine.ask(&compare()).unwrap_err();
    assert_eq!(failure.title, "The comparison could not be made.", "and is not asked for without end");
    assert_eq!(wanted(&mut damaged), []);
}

#[test]
fn stored_results_may_arrive_in_any_order() {
    let mut page = opened(A, B);
    let first = page.compare(&ViewState::default());

    let mut again = opened(A, B);
    again.session.engine.ask(&compare()).unwrap();
    let jobs = wanted(&mut again);
    assert_eq!(jobs.len(), 2, "neither part waits for the other");
    let mut told = Vec::new();
    for job in jobs.iter().rev() {
        let (_, bytes) = page.kept.iter().find(|(key, _)| *key == job.key).unwrap();
        hand_in(&mut again, job, Some(bytes));
        told.push(again.session.engine.take_events().len());
    }
    assert_eq!(told, [0, 1], "callee sets are read with the names of the alignment");
    let reply = again.session.engine.ask(&compare()).unwrap();
    assert_eq!((reply.summary.as_deref(), reply.pending), (Some(&first), false));
    assert_eq!(again.compare(&ViewState::default()), page.compare(&ViewState::default()));
    assert!(again.jobs.is_empty());
}

#[test]
fn a_difference_is_framed_on_both_sides() {
    let mut page = opened(A, B);
    page.compare(&ViewState::default());
    let go_to = |page: &mut Page, list: DifferenceList, name: &str| -> Framed {
        let id = page.rows(list).into_iter().find(|row| row.name == name).unwrap().id;
        page.ask(&GoToRequest { id })
    };
    let framed = go_to(&mut page, DifferenceList::New, "flush");
    let call = framed.call.unwrap();
    assert_eq!((call.side, call.start), (SideName::B, 132_100_000));
    let [a, b] = [framed.a.unwrap(), framed.b.unwrap()];
    assert_eq!(a.span(), b.span());
    assert!(b.start < 132_100_000 && 132_900_000 < b.end);
    // A's window is around `close`, which is the partner of the caller.
    assert!(a.start < 92_500_000 && 92_500_000 < a.end);
    let framed = go_to(&mut page, DifferenceList::Gone, "render");
    assert_eq!(framed.call.unwrap().side, SideName::A);
    let framed = page.ask(&GoToRequest { id: u32::MAX });
    assert_eq!(framed, Framed { a: None, b: None, call: None });
}

#[test]
fn partners_are_described_and_selected() {
    let mut page = opened(A, B);
    page.compare(&ViewState::default());
    let parse = CallRef { side: SideName::A, start: 1_000_000, duration: 40_000_000, depth: 1, lane: 0 };
    let PartnerReply { call, details } = page.ask(&PartnerRequest { call: parse }).unwrap();
    assert_eq!((call.side, call.duration), (SideName::B, 80_000_000));
    assert_eq!(details.kind, "matched");
    let duration = &details.partner[0];
    assert_eq!(
        [&duration.a, &duration.b, &duration.change].map(|text| plain(text)),
        ["40.0 ms", "80.0 ms", "+40.0 ms (+100 %)"]
    );
    let render = CallRef { side: SideName::A, start: 50_000_000, duration: 40_000_000, depth: 1, lane: 0 };
    assert_eq!(page.ask(&PartnerRequest { call: render.clone() }), None);
    let details =
        page.ask(&SelectRequest { subject: Some(Subject::Call(render)) }).details.unwrap().call().unwrap();
    assert_eq!(details.kind, "only in A");
}

/// Asks for the matches of a call, first to last.
fn counterparts(page: &mut Page, call: &CallRef, mode: MatchMode) -> Option<Counterparts> {
    page.ask(&CounterpartsRequest { call: call.clone(), mode, at: None, forward: true })
}

#[test]
fn partner_window_is_on_common_axis() {
    let mut page = opened(A, B);
    let parse = CallRef { side: SideName::A, start: 1_000_000, duration: 40_000_000, depth: 1, lane: 0 };
    assert_eq!(counterparts(&mut page, &parse, MatchMode::OneToOne), None, "nothing is compared yet");
    page.compare(&ViewState::default());
    let window = |start, end| Window { start, end };
    let best = window(1_000_000, 81_000_000);
    let call = CallRef { side: SideName::B, start: 1_000_000, duration: 80_000_000, depth: 1, lane: 0 };
    let expected = Counterparts {
        own: window(1_000_000, 41_000_000),
        call,
        rank: 1,
        best,
        all: best,
        count: 1,
        matches: 1,
    };
    assert_eq!(counterparts(&mut page, &parse, MatchMode::OneToOne), Some(expected));
    let render = CallRef { side: SideName::A, start: 50_000_000, duration: 40_000_000, depth: 1, lane: 0 };
    assert_eq!(counterparts(&mut page, &render, MatchMode::OneToOne), None);
}

#[test]
fn similar_calls_are_counted_ranked_and_walked() {
    let mut page = opened(
        "main\n 0..1000 run\n  100..300 parse\n",
        "main\n 0..1000 run\n  100..150 parse\n  200..500 parse\n   250..300 parse\n  600..700 parse\n  800..900 other\n",
    );
    page.compare(&ViewState::default());
    let parse = CallRef { side: SideName::A, start: 100, duration: 200, depth: 1, lane: 0 };
    let window = |start, end| Window { start, end };
    let call = |start, duration| CallRef { side: SideName::B, start, duration, depth: 1, lane: 0 };
    let expected = Counterparts {
        own: window(100, 300),
        call: call(200, 300),
        rank: 1,
        best: window(200, 500),
        all: window(100, 700),
        count: 3,
        matches: 5,
    };
    assert_eq!(counterparts(&mut page, &parse, MatchMode::Similarity), Some(expected));
    let other = CallRef { side: SideName::B, start: 800, duration: 100, depth: 1, lane: 0 };
    assert_eq!(counterparts(&mut page, &other, MatchMode::Similarity), None);

    // The walk visits all matches, best first, and then ends. The way back visits the same ones.
    let mut walk = |at: &CallRef, forward: bool| {
        let (call, mode) = (parse.clone(), MatchMode::Similarity);
        let found = page.ask(&CounterpartsRequest { call, mode, at: Some(at.clone()), forward });
        found.map(|found| (found.call, found.rank, found.count))
    };
    let [first, second, third] = [call(200, 300), call(600, 100), call(100, 50)];
    assert_eq!(walk(&first, true), Some((second.clone(), 2, 3)));
    assert_eq!(walk(&second, true), Some((third.clone(), 3, 3)));
    assert_eq!(walk(&third, true), None);
    assert_eq!(walk(&third, false), Some((second.clone(), 2, 3)));
    assert_eq!(walk(&second, false), Some((first.clone(), 1, 3)));
    assert_eq!(walk(&first, false), None);
}

#[test]
fn draft_rules_are_tried_before_use() {
    let mut page = opened(A, B);
    page.compare(&ViewState::default());
    let ask = IdentityRequest { draft: as_text(""), samples: Vec::new() };
    assert_eq!(page.session.ask(&ask).unwrap(), None, "it is worked out in the compute role");
    let report = identity(&mut page, as_text(""));
    assert_eq!((report.short.as_str(), report.problem.clone()), ("", None));
    assert!(report.rules.iter().all(|row| row.origin == "default"));
    assert_eq!(report.unmatched_of, [1, 2]);
    assert_eq!(report.samples[0].becomes, "draw (lib/render.py)");
    let before = report.agreement[0].time;

    let key = |side: usize, name: &str| {
        report.unmatched[side].iter().find(|alone| alone.name == name).unwrap().key.clone()
    };
    let mut rows: Vec<RuleLine> = report.rules.iter().map(|row| row.rule.clone()).collect();
    rows.push(rename(&key(0, "render"), &key(1, "draw")));
    let tried = identity(&mut page, RulesDraft { text: None, rows: rows.clone() });
    assert_eq!((&tried.problem, tried.unmatched_of), (&None, [0, 1]));
    let figures = tried.agreement[0];
    assert!(figures.time > before && (figures.time_before - before).abs() < 1e-12);
    assert!(tried.short.starts_with("defaults\nrename render"));
    assert_eq!(tried.rules.iter().map(|row| row.rule.clone()).collect::<Vec<_>>(), rows);
    // The report equals that of its own text, and that of the text of the defaults with the last row.
    for draft in [
        as_text(&tried.text),
        RulesDraft { text: Some("defaults".to_owned()), rows: rows[rows.len() - 1..].to_vec() },
    ] {
        let again = identity(&mut page, draft);
        assert_eq!(IdentityReport { text: tried.text.clone(), ..again }, tried);
    }

    let open = RuleLine { pattern: "(".to_owned(), on: RuleSubject::Name, ..rename("", "x") };
    rows.insert(1, open);
    let wrong = identity(&mut page, RulesDraft { text: None, rows });
    assert_eq!(wrong.problem.unwrap().line, 1);
    assert_eq!((wrong.rules, wrong.agreement), (report.rules, report.agreement));
}

#[test]
fn proposals_are_counted_on_request_only() {
    let text =
        |name: &str| format!("main\n 0..1000 run\n  100..500 {name}\n   120..180 token\n   200..260 token\n");
    let mut page = opened(&text("walk_tree"), &text("visit_tree"));
    let quiet = page.compare(&ViewState::default()).identity;
    assert!(!quiet.contains('?'), "{quiet}");
    assert!(page.jobs.iter().all(|job| job.analysis != "proposals"));
    let ask = CompareRequest { state: ViewState::default(), proposals: true };
    let counted = loop {
        let reply = page.ask(&ask);
        if !reply.pending {
            break reply.summary.unwrap().identity;
        }
    };
    assert_eq!(counted, format!("{quiet} · 1 rename proposed"));
    assert_eq!(identity(&mut page, as_text("")).proposals.len(), 1);

    // If all names match, no proposals are sought.
    let mut page = opened(&text("walk_tree"), &text("walk_tree"));
    page.compare(&ViewState::default());
    assert!(!page.ask(&ask).pending);
    assert!(page.jobs.iter().all(|job| job.analysis != "proposals"));
}

#[test]
fn draft_rules_need_a_comparison() {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", A));
    let failure =
        engine.ask(&IdentityRequest { draft: RulesDraft::default(), samples: Vec::new() }).unwrap_err();
    assert_eq!(failure.title, "There is no comparison to try the rules on.");
}

#[test]
fn wrong_rules_fall_back_to_defaults() {
    let mut page = opened(A, B);
    let mut state = ViewState::default();
    state.comparison.rules = "name what is this".to_owned();
    let reply = page.ask(&CompareRequest { state: state.clone(), proposals: false });
    let failure = reply.wrong_rules.unwrap();
    assert_eq!(failure.title, "Line 1 of the identity rules is wrong.");
    assert!(failure.body.starts_with("A rule is `name s/"), "{}", failure.body);
    assert!(failure.body.ends_with("before it. The default rules are used instead."), "{}", failure.body);
    let reply = page.ask(&CompareRequest { state, proposals: false });
    assert!(reply.summary.is_some() && reply.wrong_rules.is_none(), "said once");
}

#[test]
fn bad_pattern_is_reported_once_and_defaults_apply() {
    let mut page = opened(A, B);
    let expected = page.compare(&ViewState::default());
    let mut state = ViewState::default();
    state.comparison.rules = "defaults\nname s/(/x/".to_owned();
    let ask = CompareRequest { state, proposals: false };
    let reply = page.ask(&ask);
    assert_eq!((reply.wrong_rules, reply.pending), (None, true), "the compute role runs patterns");
    let reply = page.ask(&ask);
    let title = "Line 2 of the identity rules is wrong.";
    assert_eq!(reply.wrong_rules.map(|failure| failure.title).as_deref(), Some(title));
    let reply = page.ask(&ask);
    assert_eq!((reply.summary.as_deref(), reply.wrong_rules), (Some(&expected), None));
}

#[test]
fn similarity_follows_the_alignment_and_its_own_options() {
    let mut page = opened(A, B);
    let mut state = ViewState::default();
    page.compare(&state);
    let kinds: Vec<&str> = page.jobs.iter().map(|job| job.key.split('-').next().unwrap()).collect();
    assert_eq!(kinds, ["align", "similar"]);
    page.compare(&state);
    assert_eq!(page.jobs.len(), 2);
    state.comparison.tau = 50;
    page.compare(&state);
    assert_eq!((page.jobs.len(), page.aligned()), (3, 1));
}

#[test]
fn pending_work_is_not_started_twice() {
    let mut page = opened(A, B);
    page.session.engine.ask(&compare()).unwrap();
    let similar = wanted(&mut page).remove(1);
    assert_eq!((similar.analysis.as_str(), similar.may_follow), ("similar", false));
    let ask = |page: &mut Page, change: &dyn Fn(&mut ViewState)| {
        let mut state = ViewState::default();
        change(&mut state);
        assert!(page.session.engine.ask(&CompareRequest { state, proposals: false }).unwrap().pending);
    };
    // A change that does not concern similarity leaves its job running.
    ask(&mut page, &|state| state.comparison.normalise = Normalise::PerCall);
    assert_eq!(page.session.engine.take_events(), []);
    // While the user moves a slider, the running job ends first, and the newest setting follows.
    for tau in [30, 40, 50] {
        ask(&mut page, &|state| state.comparison.tau = tau);
        assert_eq!(page.session.engine.take_events(), []);
    }
    page.session.engine.arrived(similar.id, None);
    let [newest] = &wanted(&mut page)[..] else { panic!() };
    assert!(newest.key != similar.key && newest.analysis == "similar");
    // New rules make the running alignment useless, so it is cancelled.
    ask(&mut page, &|state| state.comparison.rules = "defaults\nname s/x/y/".to_owned());
    assert_eq!(page.session.engine.take_events()[0].event, Event::GiveUp { job: 1 });
    // The next ask starts cancelled work again.
    page.session.engine.ask(&GiveUpRequest { jobs: (1..=9).collect() }).unwrap();
    page.session.engine.ask(&compare()).unwrap();
    assert_eq!(wanted(&mut page).len(), 2);
}

#[test]
fn noise_floor_uses_unit_of_axis() {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, Run { trace: weighed([10_000, 30_000]), ..run("a.folded", A) });
    engine.load(SideName::B, Run { trace: weighed([15_000, 30_000]), ..run("b.folded", B) });
    let mut page = Page::new(engine);
    let summary = page.compare(&ViewState::default());
    assert_eq!(plain(&summary.floor), "5.0 % and 10 samples");
    assert_eq!(page.names(DifferenceList::Slower), ["f"], "5,000 samples are no noise");
}

/// Returns a trace of two functions, one after the other, with these numbers of samples.
fn weighed(samples: [i64; 2]) -> Trace {
    let mut builder = Builder::default();
    builder.axis(Axis { kind: AxisKind::Weight, unit: Unit::Count, scale: 1.0 });
    let lane = builder.lane(None, LaneKind::Thread, "main");
    let mut start = 0;
    for (name, samples) in ["f", "g"].into_iter().zip(samples) {
        let function = builder.function(FunctionSpec { name, ..FunctionSpec::default() });
        builder.call(lane, CallSpec { start, end: start + samples, function, source: 0 });
        start += samples;
    }
    builder.finish().remove(0).1
}

#[test]
fn the_picture_follows_the_comparison() {
    let mut page = opened(A, B);
    let legend = |page: &mut Page| -> Vec<String> {
        let info = page.ask(&layout());
        info.legend.into_iter().map(|entry| entry.label).collect()
    };
    assert!(legend(&mut page).contains(&"parse.py".to_owned()), "by file until it is known");
    page.compare(&ViewState::default());
    assert!(legend(&mut page).contains(&"only in A".to_owned()));
    // The traces stay the same, but exchanged sides are compared again.
    page.ask(&SwapRequest { rules: String::new() });
    assert!(!legend(&mut page).contains(&"only in A".to_owned()));
    let swapped = page.compare(&ViewState::default());
    assert_eq!(new_and_gone(&swapped), [1, 2]);
}

#[test]
fn time_axes_align_as_requested() {
    let mut page = opened(A, B);
    page.compare(&ViewState::default());
    let panes = |page: &mut Page, axis: TimeAxis| {
        let mut state = ViewState::default();
        state.time.axis = axis;
        // Aligns `close` of A with `close` of B.
        state.time.anchors = Sides { a: 92_000_000, b: 132_000_000 };
        let info = page.ask(&LayoutRequest { state, ..layout() });
        info.panes.iter().map(|pane| (pane.whole.start, pane.whole.end)).collect::<Vec<_>>()
    };
    assert_eq!(panes(&mut page, TimeAxis::Zero), [(0, 140_000_000); 2]);
    assert_eq!(panes(&mut page, TimeAxis::Chosen), [(-40_000_000, 100_000_000); 2]);
    // The window of `close` does not change, because windows of calls are on the common axis.
    let close = CallRef { side: SideName::B, start: 132_000_000, duration: 1_000_000, depth: 1, lane: 0 };
    let window = page
        .ask(&SelectRequest { subject: Some(Subject::Call(close)) })
        .details
        .unwrap()
        .call()
        .unwrap()
        .window;
    assert!(window.start < 92_000_000 && 93_000_000 < window.end, "{window:?}");
    // On the matched axis all of B is within A, except for the part after A's end.
    let [a, b] = panes(&mut page, TimeAxis::Matched)[..] else { panic!() };
    assert_eq!((a, b), ((0, 100_000_000), (0, 100_000_000)));
}

#[test]
fn hover_highlights_match_and_csv_lists_it() {
    let mut page = opened(A, B);
    page.compare(&ViewState::default());
    let hover = |page: &mut Page, point: Option<[f32; 2]>| {
        let HoverReply { tooltip, redraw } = page.ask(&HoverRequest { desk: DeskId::Compare, point });
        (tooltip.map(|tooltip| tooltip.name), redraw)
    };
    let info = page.ask(&layout());
    let pane = &info.panes[0];
    let at = |tick: i64| pane.x0 + tick as f32 / pane.window.span() as f32 * (pane.x1 - pane.x0);
    let parse = Some([at(20_000_000), pane.y0 + 24.0]);
    assert_eq!(hover(&mut page, parse), (Some("parse".to_owned()), true));
    page.ask(&layout());
    assert_eq!(hover(&mut page, parse), (Some("parse".to_owned()), false), "it is lit already");
    let hint = |page: &mut Page| {
        page.ask(&HoverRequest { desk: DeskId::Compare, point: parse }).tooltip.unwrap().hint
    };
    assert!(hint(&mut page).starts_with("Click: select · Alt+click: line up"));
    // The tube of the match is between the icicles.
    let band = f32::midpoint(pane.y1, info.panes[1].y0);
    let mut xs = (pane.x0 as u32..pane.x1 as u32).map(|x| [x as f32, band]);
    let tube = xs.find(|&point| hover(&mut page, Some(point)).0.is_some()).unwrap();
    page.ask(&layout());
    assert!(!hover(&mut page, Some(tube)).1);
    assert_eq!(hover(&mut page, None), (None, true));

    let text = page.ask(&CsvRequest { view: ViewId::Matches }).text;
    assert!(text.contains(",matched,1000000,80000000\n") && text.contains(",only here,,\n"), "{text}");
    let mut state = ViewState::default();
    state.compare.parts = diptych_protocol::CompareParts::Overview;
    let info = page.ask(&LayoutRequest { state, ..layout() });
    assert!(info.legend.iter().any(|entry| entry.label == "in place"));
    assert_eq!(info.table, Some(ViewId::Overview));
    let text = page.ask(&CsvRequest { view: ViewId::Overview }).text;
    assert!(text.starts_with("side,from_ns,to_ns,calls,matched,moved,"), "{text}");
    assert!(text.lines().count() > 50);
}
