//! Weighted call paths, for the Profile desk.

use super::call_paths::{LEFT_OUT, ProfileQuery, Profiles};
use super::desk::{chosen_file_side, file_words};
use super::file::{ProfileFileQuery, ProfileFiles};
use crate::confidence::confidence;
use crate::function_rows::{FunctionRows, change_of, counts_calls, largest};
use crate::path_results::{CallPaths, RunConfidence};
use diptych_engine::{Engine, Lookup};
use diptych_profile::Scale;
use diptych_protocol::compute::FunctionTotals;
use diptych_protocol::{
    FunctionTableReply, FunctionTableRequest, FunctionTableRow, FunctionTableState, Normalise, PathsState,
    ProfileFileReply, ProfileFileRequest, SideName, ViewState,
};
use diptych_trace::{LaneId, LaneKind, Sorting, Trace};
use diptych_views::{SignificantFunctions, lane_word, lanes_with_calls, over_lanes, words};
use std::rc::Rc;

/// Rows of the function table as last listed.
#[derive(Debug)]
struct ListedFunctionRows {
    key: FunctionRowsKey,
    rows: Vec<FunctionTableRow>,
}

/// The inputs that the rows of the function table depend on.
#[derive(Debug, PartialEq)]
struct FunctionRowsKey {
    version: u32,
    table: FunctionTableState,
    per_total: bool,
    has_percentiles: bool,
    /// Functions whose change is significant, by number among those of all runs; empty if nothing judged them.
    significant: Vec<bool>,
}

/// Requests the call paths of a state. The previous paths stay until they arrive.
pub(crate) fn want_profile(engine: &mut Engine, state: &ViewState) {
    let Some(query) = profile_query(engine, state) else {
        return engine.view_results_mut().set::<CallPaths>(None);
    };
    let versions = SideName::BOTH.map(|side| engine.version(side));
    let found = match engine.analyses().need::<Profiles>(&query, versions) {
        Lookup::Ready(profiled) => Some(profiled),
        Lookup::Pending | Lookup::Failed => None,
    };
    engine.view_results_mut().set(found);
    let confidence = confidence(engine, state);
    engine.view_results_mut().set(confidence);
}

/// Returns a part of the table of functions of the displayed paths.
pub(crate) fn function_table(engine: &mut Engine, ask: &FunctionTableRequest) -> FunctionTableReply {
    let percentiles = ask.table.percentiles;
    let totals = percentiles.then(|| engine.totals(&ask.comparison.rules)).flatten();
    let pending = engine.view_results().get::<CallPaths>().is_none() || percentiles != totals.is_some();
    let key = FunctionRowsKey {
        version: engine.view_results().version::<CallPaths>(),
        table: ask.table.clone(),
        per_total: ask.comparison.normalise == Normalise::PerTotal,
        has_percentiles: totals.is_some(),
        significant: significant(engine, ask).map_or_else(Vec::new, |of| of.of_runs.to_vec()),
    };
    let kept = engine.memory_mut().take::<ListedFunctionRows>().filter(|kept| kept.key == key);
    let rows = kept.map_or_else(|| all_rows(engine, ask, &key, totals.as_deref()), |kept| kept.rows);
    let shown = rows.iter().skip(ask.first as usize).take(ask.count as usize);
    let profile = engine.view_results().get::<CallPaths>();
    let reply = FunctionTableReply {
        rows: shown.cloned().collect(),
        total: rows.len() as u32,
        functions: profile.map_or(0, |profile| profile.table.functions().len() as u32),
        unit: profile.map_or("", |profile| profile.unit).to_owned(),
        largest: largest(&rows),
        largest_change: rows.iter().map(|row| change_of(row).abs()).fold(0.0, f64::max),
        over: summed_over(engine),
        counts_calls: counts_calls(SideName::BOTH.map(|side| engine.session().trace(side))),
        pending,
    };
    engine.memory_mut().keep(ListedFunctionRows { key, rows });
    reply
}

/// Returns the number of lanes behind the weights, in words, if no lanes are chosen.
fn summed_over(engine: &Engine) -> String {
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    over_lanes(traces.map(|trace| trace.map_or(0, lanes_with_calls)), lane_word(traces))
}

/// Returns the functions with a significant change, if the table shows how time changed with one run a side, as
/// `judged` does for pictures.
fn significant<'a>(engine: &'a Engine, ask: &FunctionTableRequest) -> Option<SignificantFunctions<'a>> {
    let profile = engine.view_results().get::<CallPaths>()?;
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    let is_time = traces.into_iter().flatten().all(|trace| trace.axis() == profile.axis);
    let has_one_run = engine.view_results().get::<RunConfidence>().is_none();
    engine.correspondence(&ask.comparison).filter(|_| is_time && has_one_run)?.significant
}

fn all_rows(
    engine: &Engine,
    ask: &FunctionTableRequest,
    key: &FunctionRowsKey,
    totals: Option<&Vec<FunctionTotals>>,
) -> Vec<FunctionTableRow> {
    let Some(profile) = engine.view_results().get::<CallPaths>() else {
        return Vec::new();
    };
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    let scale = if key.per_total { Scale::PerTotal } else { Scale::Absolute };
    let factors = match profile.tree.sides().len() {
        2 => scale.factors([profile.tree.whole(0), profile.tree.whole(1)]),
        _ => [1.0; 2],
    };
    let totals = totals.map(Vec::as_slice);
    let significant = significant(engine, ask);
    FunctionRows { profile, traces, factors, totals, significant }.sorted(&key.table)
}

/// Returns the paths of a state as a file. A missing file becomes work.
pub(crate) fn profile_file(engine: &mut Engine, ask: &ProfileFileRequest) -> ProfileFileReply {
    let state = &ask.state;
    let chosen = chosen_file_side(state).filter(|_| engine.traces().is_some());
    let versions = SideName::BOTH.map(|side| {
        let version = engine.version(side)?;
        chosen.is_none_or(|one| one == side).then_some(version)
    });
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    let are_alike = !matches!(traces, [Some(a), Some(b)] if a.axis() != b.axis());
    if versions == [None; 2] || !are_alike {
        return ProfileFileReply::default();
    }
    let pending = ProfileFileReply { pending: true, ..ProfileFileReply::default() };
    let Some(paths) = profile_query(engine, state) else {
        return pending;
    };
    let run = engine.correspondence(&state.comparison).map_or(1.0, |both| both.grey.factor);
    let written = SideName::BOTH.into_iter().filter(|side| versions[side.index()].is_some());
    let sides = written.filter_map(|side| Some(engine.session().run(side)?.name.clone())).collect();
    let query = ProfileFileQuery { paths, format: ask.format, how: file_words(state), run, sides };
    match engine.analyses().need::<ProfileFiles>(&query, versions) {
        Lookup::Pending => pending,
        Lookup::Failed => ProfileFileReply::default(),
        Lookup::Ready(file) => {
            // A file is given out once, and may be large.
            engine.analyses().let_go::<ProfileFiles>();
            let file = Rc::unwrap_or_clone(file);
            ProfileFileReply { text: Some(file.text), notes: file.notes, pending: false }
        }
    }
}

/// Returns the query for the paths of a state. `None` while the rules are being checked, and for sides that cannot
/// be compared.
fn profile_query(engine: &mut Engine, state: &ViewState) -> Option<ProfileQuery> {
    let rules = &state.comparison.rules;
    let rules = engine.right_rules(rules).or_else(|_| engine.right_rules("")).ok()??;
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    if let [Some(a), Some(b)] = traces
        && a.axis() != b.axis()
    {
        return None;
    }
    let chosen = &state.paths;
    let time_maps = engine.time_maps(&state.time);
    let spans = SideName::BOTH.map(|side| {
        let window = state.time.window(side).filter(|_| chosen.in_windows);
        window.map_or([i64::MIN, i64::MAX], |window| {
            let own = time_maps[side.index()].own_window(window);
            [own.start, own.end]
        })
    });
    let counts = SideName::BOTH.map(|side| counted(traces[side.index()], &chosen.lanes[side]));
    let (lanes, labels) = labels(engine, traces, counts, chosen);
    let until = engine.current_comparison().and_then(|comparison| comparison.compared_until()).cloned();
    Some(ProfileQuery { rules, weight: chosen.weight.clone(), spans, until, lanes, labels })
}

/// Returns the label of each lane's paths, and all labels. Paired lanes share the label of A's lane.
fn labels(
    engine: &Engine,
    traces: [Option<&Trace>; 2],
    counts: [Vec<bool>; 2],
    chosen: &PathsState,
) -> ([Vec<u32>; 2], Vec<String>) {
    if !chosen.apart {
        let of_lane = |counts: bool| if counts { 0 } else { LEFT_OUT };
        return (counts.map(|counts| counts.into_iter().map(of_lane).collect()), Vec::new());
    }
    let current = engine.current_comparison();
    let aligned = current.and_then(|comparison| comparison.aligned());
    // Lane of A for each lane of B.
    let mut partners: Vec<Option<u32>> = vec![None; counts[1].len()];
    for pair in aligned.iter().flat_map(|aligned| &aligned.lanes.pairs) {
        partners[pair.lanes[1].index()] = Some(pair.lanes[0].0);
    }
    // Lanes with equal names share a label until lanes are paired.
    let of_a = match traces {
        [Some(a), Some(_)] if aligned.is_none() => by_name(a),
        _ => Vec::new(),
    };
    let alike = |name: &str| {
        let place = of_a.partition_point(|(of, _)| of.as_str() < name);
        of_a.get(place).filter(|(of, _)| of == name).map(|&(_, lane)| lane)
    };
    let mut labels = Vec::new();
    let mut numbers = [Vec::new(), Vec::new()];
    for (side, trace) in traces.into_iter().enumerate() {
        let Some(trace) = trace else { continue };
        for lane in trace.lanes().ids() {
            let number = if counts[side][lane.index()] {
                // A sub-lane has the label of its lane.
                let own = leader(trace, lane);
                let in_a = if side == 0 {
                    None
                } else {
                    partners[own.index()].or_else(|| alike(&words::lane_path(trace, own)))
                };
                let shared = in_a.map(|in_a| numbers[0][in_a as usize]).filter(|&number| number != LEFT_OUT);
                let of_leader =
                    (own != lane).then(|| numbers[side][own.index()]).filter(|&number| number != LEFT_OUT);
                of_leader.or(shared).unwrap_or_else(|| {
                    labels.push(words::lane_path(trace, own));
                    labels.len() as u32 - 1
                })
            } else {
                LEFT_OUT
            };
            numbers[side].push(number);
        }
    }
    (numbers, told_apart(labels))
}

/// Returns, for each lane, whether its calls count. The chosen lanes count, with all lanes inside them; without a
/// choice, all do.
fn counted(trace: Option<&Trace>, chosen: &[u32]) -> Vec<bool> {
    let Some(trace) = trace else { return Vec::new() };
    let lanes = trace.lanes();
    let mut counts = vec![chosen.is_empty(); lanes.len()];
    for &lane in chosen.iter().filter(|&&lane| (lane as usize) < lanes.len()) {
        for inside in lanes.subtree(LaneId(lane)) {
            counts[inside as usize] = true;
        }
    }
    counts
}

/// Returns the lane of a sub-lane, and any other lane itself.
fn leader(trace: &Trace, lane: LaneId) -> LaneId {
    let lanes = trace.lanes();
    if lanes.kind(lane) == LaneKind::Sublane { lanes.parent(lane).unwrap_or(lane) } else { lane }
}

/// Returns the lanes of a trace sorted by name. Lanes of one name keep their order.
fn by_name(trace: &Trace) -> Vec<(String, u32)> {
    let mut lanes: Vec<(String, u32)> =
        trace.lanes().ids().map(|lane| (words::lane_path(trace, lane), lane.0)).collect();
    lanes.order_by(|(x, _), (y, _)| x.cmp(y));
    lanes
}

/// Numbers the labels that several lanes have.
fn told_apart(mut labels: Vec<String>) -> Vec<String> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.order_by(|&x, &y| labels[x].cmp(&labels[y]));
    let mut alike = 0;
    for at in 1..order.len() {
        alike = if labels[order[at]] == labels[order[at - 1 - alike]] { alike + 1 } else { 0 };
        if alike > 0 {
            labels[order[at]] = format!("{} #{}", labels[order[at]], alike + 1);
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use crate::path_results::CallPaths;
    use crate::{ANALYSES, ProfileDesk};
    use diptych_desk_testkit::{TestDesks, of_texts};
    use diptych_engine::{Desk, Desks, InProcess};
    use diptych_profile::{MeasuredTree, TreePart, Weight, WeightedTree};
    use diptych_protocol::{
        CloseRequest, ComparisonState, FunctionTableRequest, FunctionTableState, FunctionWeights,
        ProfileFileFormat, ProfileFileReply, ProfileFileRequest, ProfileSides, SiblingOrder, SideName,
        ViewState, Window,
    };
    use diptych_trace::{IdentityId, LaneId, Trace};

    const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&ProfileDesk]), analyses: &[ANALYSES] };

    const A: &str = "t\n  0..1000 f\n    100..400 g\n    500..900 h\nu\n  0..50 g\n";
    const B: &str = "u\n  0..70 g\nt\n  0..800 f\n    100..300 h\n";

    fn wanted(page: &mut InProcess, state: &ViewState, check: impl Fn(&CallPaths, [Option<&Trace>; 2])) {
        // The check of the rules takes a round of its own.
        for _ in 0..3 {
            ProfileDesk.want(&mut page.engine, state);
            page.work();
        }
        let traces = SideName::BOTH.map(|side| page.engine.session().trace(side));
        check(page.engine.view_results().get::<CallPaths>().unwrap(), traces);
    }

    fn measured(input: &CallPaths, trace: &Trace, side: usize, part: TreePart<'_>) -> MeasuredTree {
        let identities: &[IdentityId] = &input.identities[side];
        MeasuredTree::new(trace, identities, part, Weight::Ticks, &mut |_, _| ())
    }

    #[test]
    fn paths_cover_open_sides() {
        let state = ViewState::default();
        wanted(&mut of_texts(DESKS, &[A, B]), &state, |input, traces| {
            let [a, b] = [0, 1].map(|side| measured(input, traces[side].unwrap(), side, TreePart::whole()));
            assert_eq!(*input.tree, WeightedTree::pair([&a, &b]));
            assert_eq!(input.names.name(input.tree.identity()[0]), "f");
            assert_eq!(input.table.sides.len(), 2);
        });
        wanted(&mut of_texts(DESKS, &[A]), &state, |input, traces| {
            let one = measured(input, traces[0].unwrap(), 0, TreePart::whole());
            assert_eq!(*input.tree, WeightedTree::one(&one));
        });
    }

    #[test]
    fn lanes_and_windows_limit_counted_calls() {
        let mut state = ViewState::default();
        state.paths.lanes.a = vec![0];
        state.paths.in_windows = true;
        state.time.windows.b = Some(Window { start: 0, end: 200 });
        wanted(&mut of_texts(DESKS, &[A, B]), &state, |input, traces| {
            let of_a = TreePart { lanes: Some(&[LaneId(0)]), ..TreePart::whole() };
            let of_b = TreePart { from: 0, until: 200, ..TreePart::whole() };
            let [a, b] =
                [(0, of_a), (1, of_b)].map(|(side, part)| measured(input, traces[side].unwrap(), side, part));
            assert_eq!(*input.tree, WeightedTree::pair([&a, &b]));
        });
    }

    /// A loop of so many rounds, each of a call of f that calls k. The longer loop returns, the other one stops.
    fn rounds(count: i64) -> String {
        let (end, tail) = (100 * count, i64::from(count == 40));
        let mut text = format!("t\n  0..{end} main\n    0..{} loop\n", end - tail);
        for start in (0..count).map(|round| 100 * round) {
            let [k, f] = [(start + 1, start + 9), (start, start + 40)];
            text += &format!("      {}..{} f\n        {}..{} k\n", f.0, f.1, k.0, k.1);
        }
        text
    }

    #[test]
    fn calls_after_the_end_of_the_other_side_do_not_count() {
        for (sides, longer) in [([40, 20], SideName::A), ([20, 40], SideName::B)] {
            let texts = sides.map(rounds);
            let mut page = of_texts(DESKS, &texts.each_ref().map(String::as_str));
            let state = ViewState::default();
            page.compare(&state).unwrap();
            wanted(&mut page, &state, |input, _| {
                let [a, b] = input.tree.sides() else { panic!("both are open") };
                assert_eq!((&a.own[2..], &a.calls), (&b.own[2..], &b.calls));
                assert_eq!(input.until, Some((longer, 2_000)));
            });
            let (text, notes) = file(&mut page, &state, ProfileFileFormat::Folded);
            assert_eq!(text, "main;loop 1200 1200\nmain;loop;f 640 640\nmain;loop;f;k 160 160\n");
            assert_eq!(notes.len(), 1, "{notes:?}");
        }
    }

    #[test]
    fn separate_lanes_of_one_name_share_a_root() {
        let mut state = ViewState::default();
        state.paths.apart = true;
        wanted(&mut of_texts(DESKS, &[A, B]), &state, |input, _| {
            let roots: Vec<_> = input
                .tree
                .roots()
                .map(|root| {
                    let totals =
                        input.tree.sides().iter().map(|side| side.total[root.index()]).collect::<Vec<i64>>();
                    (input.names.name(input.tree.identity()[root.index()]), totals)
                })
                .collect();
            assert_eq!(roots, [("t", vec![1000, 800]), ("u", vec![50, 70])]);
            // Lanes are no functions.
            assert_eq!(input.table.functions().len(), 3);
        });
    }

    /// Compares every number of the table with the traces.
    #[test]
    fn function_table_matches_traces() {
        let mut page = of_texts(DESKS, &[A, B]);
        wanted(&mut page, &ViewState::default(), |_, _| ());
        let table = FunctionTableState { percentiles: true, ..FunctionTableState::default() };
        let ask = FunctionTableRequest { table, comparison: ComparisonState::default(), first: 0, count: 10 };
        assert!(page.ask(&ask).unwrap().pending);
        page.work();
        let reply = page.ask(&ask).unwrap();
        assert_eq!((reply.total, reply.functions, reply.unit.as_str(), reply.pending), (3, 3, "ns", false));
        let numbers =
            |of: Option<FunctionWeights>| of.map(|of| [of.calls, of.own, of.total, of.mean, of.p50.unwrap()]);
        let rows: Vec<_> =
            reply.rows.iter().map(|row| (row.name.as_str(), numbers(row.a), numbers(row.b))).collect();
        let expected = [
            ("g", Some([2.0, 350.0, 350.0, 175.0, 50.0]), Some([1.0, 70.0, 70.0, 70.0, 70.0])),
            ("f", Some([1.0, 300.0, 1000.0, 1000.0, 1000.0]), Some([1.0, 600.0, 800.0, 800.0, 800.0])),
            ("h", Some([1.0, 400.0, 400.0, 400.0, 400.0]), Some([1.0, 200.0, 200.0, 200.0, 200.0])),
        ];
        let change =
            |row: &(&str, Option<[f64; 5]>, Option<[f64; 5]>)| (row.2.unwrap()[1] - row.1.unwrap()[1]).abs();
        let mut expected = expected.to_vec();
        expected.sort_by(|x, y| change(y).total_cmp(&change(x)));
        assert_eq!(rows, expected);
        assert_eq!((reply.largest_change, reply.largest.total), (300.0, 1000.0));
        let table = FunctionTableState { filter: "G".to_owned(), ..FunctionTableState::default() };
        let reply = page.ask(&FunctionTableRequest { table, ..ask }).unwrap();
        assert_eq!((reply.total, reply.functions, reply.rows[0].name.as_str()), (1, 3, "g"));
    }

    fn file(page: &mut InProcess, state: &ViewState, format: ProfileFileFormat) -> (String, Vec<String>) {
        let ask = ProfileFileRequest { format, state: state.clone() };
        for _ in 0..3 {
            let ProfileFileReply { text, notes, pending } = page.ask(&ask).unwrap();
            if let Some(text) = text {
                return (text, notes);
            }
            assert!(pending);
            page.work();
        }
        panic!("it was never written");
    }

    /// Compares the weights of folded stacks with the paths on screen, for both sides and for one side.
    #[test]
    fn profile_files_hold_displayed_paths() {
        let mut page = of_texts(DESKS, &[A, B]);
        let mut state = ViewState::default();
        let (text, notes) = file(&mut page, &state, ProfileFileFormat::Folded);
        assert_eq!(text, "f 300 600\nf;h 400 200\nf;g 300 0\ng 50 70\n");
        assert!(notes.is_empty());
        state.profile.sides = ProfileSides::B;
        state.paths.apart = true;
        let (text, _) = file(&mut page, &state, ProfileFileFormat::Folded);
        assert_eq!(text, "t;f 600\nt;f;h 200\nu;g 70\n");
        // The file is written again, because the engine did not keep it.
        assert_eq!(file(&mut page, &state, ProfileFileFormat::Folded).0, text);
        state.profile.flame.order = SiblingOrder::Time;
        let (text, _) = file(&mut page, &state, ProfileFileFormat::Speedscope);
        assert!(text.contains("speedscope"), "{text}");
        let (text, _) = file(&mut page, &state, ProfileFileFormat::Csv);
        let names: Vec<&str> = text.lines().map(|line| line.split(',').next().unwrap()).collect();
        // Lanes are no functions.
        assert_eq!(names, ["function", "f", "h", "g"]);
        state.profile.sides = ProfileSides::Difference;
        let (text, _) = file(&mut page, &state, ProfileFileFormat::Svg);
        assert!(text.starts_with("<svg") || text.starts_with("<?xml"), "{text}");
    }

    #[test]
    fn profile_file_is_empty_without_open_sides() {
        let mut page = of_texts(DESKS, &[A]);
        page.ask(&CloseRequest { side: SideName::A }).unwrap();
        let ask = ProfileFileRequest { format: ProfileFileFormat::Folded, state: ViewState::default() };
        assert_eq!(page.ask(&ask).unwrap(), ProfileFileReply::default());
    }

    #[test]
    fn closing_a_side_clears_paths() {
        let mut page = of_texts(DESKS, &[A, B]);
        wanted(&mut page, &ViewState::default(), |_, _| ());
        page.ask(&CloseRequest { side: SideName::B }).unwrap();
        assert!(page.engine.view_results().get::<CallPaths>().is_none());
    }
}
