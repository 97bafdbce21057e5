//! The lanes that are shown, their order, and which of them are folded.

use super::lane_changes::changes;
use crate::numbers;
use crate::words::{self, busy_ticks};
use diptych_compare::Pair;
use diptych_compare::align::Alignment;
use diptych_compare::lanes::LanePairs;
use diptych_protocol::{LanePartner, LaneRow};
use diptych_trace::{LaneId, LaneKind, Sorting, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A lane as icicles show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownLane {
    /// The lane.
    pub lane: LaneId,
    /// True if only the silhouette of the lane is shown.
    pub folded: bool,
    /// Lane that this one is a sub-lane of. Folding that lane folds this one too.
    pub within: Option<LaneId>,
    /// Place among the lanes of both sides; paired lanes have the same place. The first place is nearest to the other
    /// side.
    pub place: u32,
    /// Lane of the other side that this one is paired with.
    pub partner: Option<LaneId>,
}

/// The user's choice of lanes on a side, by their rows in the lane table.
#[derive(Debug, Clone, Copy, Default)]
pub struct LaneChoice<'a> {
    /// Lanes whose folding differs from the default.
    pub switched: &'a [u32],
    /// Lanes that are not shown at all.
    pub hidden: &'a [u32],
}

/// The lanes with calls in display order, each with its default folding. All lanes but the first are folded. Sub-lanes
/// follow their lane, and are folded if little runs in them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneOrder {
    lanes: Vec<ShownLane>,
}

/// Least share of its lane's busy time at which a sub-lane is open by default, as long as its lane is open.
const OPEN_SHARE: f64 = 0.1;

/// The lanes of both sides at one place: a pair, or a lane without a partner.
#[derive(Debug, Clone, Copy)]
struct LanePlace {
    lanes: [Option<LaneId>; 2],
    /// Ticks that the outermost calls take, of both lanes together.
    busy: i64,
    /// Ticks of self time by which matched calls differ from their partners, see [`changes`].
    change: u64,
    /// True for a lane of an asynchronous track or a sub-lane of one. Its spans say how long something was under way,
    /// and not that a thread worked.
    is_async: bool,
}

impl LaneOrder {
    /// Orders the lanes of a trace that have calls: threads before asynchronous tracks, then busiest first. Ties stay in
    /// the order of the file. O(lanes · outermost calls).
    pub fn new(trace: &Trace) -> Self {
        let with_calls = trace.lanes().ids().filter(|&lane| !trace.lanes().calls(lane).is_empty());
        let place = |lane| LanePlace {
            lanes: [Some(lane), None],
            busy: busy_ticks(trace, lane),
            change: 0,
            is_async: is_async(trace, lane),
        };
        let [order, _] =
            Self::ordered([trace, trace], &with_calls.map(place).collect::<Vec<_>>(), |_| [None; 2]);
        order
    }

    /// Orders the lanes of two traces together. The pair of threads that differs most in self time comes first, followed
    /// by the rest of its process. Then come the other processes, busiest first. Within a process, threads come before
    /// asynchronous tracks, and the busiest lanes first. If no thread has matched calls that differ, the asynchronous
    /// tracks decide which pair comes first. Functions that wait count only where hardly any other function differs: if
    /// one rank computes longer, all others wait longer. O(calls).
    pub fn of_pair(pair: Pair<'_>, lanes: &LanePairs, alignment: &Alignment) -> [Self; 2] {
        let mut places = places(pair, lanes);
        if places.len() > 1 {
            let lanes: Vec<_> = places.iter().map(|place| place.lanes).collect();
            for (place, change) in places.iter_mut().zip(changes(pair, alignment, &lanes)) {
                place.change = change;
            }
            if places.iter().any(|place| !place.is_async && place.change > 0) {
                places.iter_mut().filter(|place| place.is_async).for_each(|place| place.change = 0);
            }
        }
        let process_of_b: FxHashMap<LaneId, LaneId> =
            lanes.pairs.iter().map(|of| (of.lanes[1], of.lanes[0])).collect();
        let outermost = pair.traces.map(outermost);
        Self::ordered(pair.traces, &places, |place| match place.lanes {
            [Some(a), _] => [Some(outermost[0][a.index()]), None],
            [None, b] => {
                let own = b.map(|b| outermost[1][b.index()]);
                let of_a = own.and_then(|own| process_of_b.get(&own).copied());
                if of_a.is_some() { [of_a, None] } else { [None, own] }
            }
        })
    }

    /// Orders places as [`Self::of_pair`] describes. `process` returns a key for the process of a place. A lane and its
    /// sub-lanes count as one place, in which the lane comes first.
    fn ordered(
        traces: [&Trace; 2],
        places: &[LanePlace],
        process: impl Fn(&LanePlace) -> [Option<LaneId>; 2],
    ) -> [Self; 2] {
        let leads = leads(traces, places);
        let mut of_leads: Vec<LanePlace> = places.to_vec();
        for (place, &lead) in (0..).zip(&leads).filter(|(place, lead)| place != *lead) {
            let LanePlace { busy, change, .. } = places[place];
            of_leads[lead].busy += busy;
            of_leads[lead].change = of_leads[lead].change.saturating_add(change);
        }
        // Of each process: the largest change of a lane, the ticks of its threads and those of its asynchronous tracks.
        let mut of_process: FxHashMap<_, (u64, [i64; 2])> = FxHashMap::default();
        let mut most = 0;
        for (place, &lead) in (0..).zip(&leads).filter(|(place, lead)| place == *lead) {
            let lead = of_leads[lead];
            let (change, ticks) = of_process.entry(process(&places[place])).or_default();
            *change = lead.change.max(*change);
            ticks[usize::from(lead.is_async)] += lead.busy;
            most = most.max(lead.change);
        }
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.order_by_key(|&place| {
            let lead = of_leads[leads[place]];
            let (changed, ticks) = of_process[&process(&lead)];
            // False sorts before true, so the largest change comes first.
            let is_first = |change: u64| change < most;
            let of_process = (is_first(changed), Reverse(ticks));
            let of_lead = (of_process, is_first(lead.change), lead.is_async, Reverse(lead.busy));
            let is_sublane = leads[place] != place;
            (of_lead, lead.in_files(), is_sublane, Reverse(places[place].busy), places[place].in_files())
        });
        let is_folded = |number: u32, place: usize| {
            let lead = leads[place];
            if lead == place {
                number > 0
            } else {
                (places[place].busy as f64) < OPEN_SHARE * places[lead].busy as f64
            }
        };
        [0, 1].map(|side| {
            let shown = |(number, &place): (u32, &usize)| {
                let lanes = places[place].lanes;
                Some(ShownLane {
                    lane: lanes[side]?,
                    folded: is_folded(number, place),
                    within: places[leads[place]].lanes[side].filter(|_| leads[place] != place),
                    place: number,
                    partner: lanes[1 - side],
                })
            };
            Self { lanes: (0..).zip(&order).filter_map(shown).collect() }
        })
    }

    /// Returns the lane of the other side that a lane is paired with.
    pub fn partner(&self, lane: LaneId) -> Option<LaneId> {
        self.lanes.iter().find(|shown| shown.lane == lane)?.partner
    }

    /// Returns the first lane.
    pub fn first(&self) -> Option<LaneId> {
        self.lanes.first().map(|shown| shown.lane)
    }

    /// Returns all lanes but the hidden ones, with the folding of switched lanes reversed.
    pub fn shown(&self, choice: LaneChoice<'_>) -> Vec<ShownLane> {
        let hidden: FxHashSet<u32> = choice.hidden.iter().copied().collect();
        let mut shown = self.folded(choice);
        shown.retain(|shown| !hidden.contains(&shown.lane.0));
        shown
    }

    /// Returns all lanes, hidden or not, with the sub-lanes of folded lanes folded.
    fn folded(&self, choice: LaneChoice<'_>) -> Vec<ShownLane> {
        let by_themselves = self.folded_by_themselves(choice);
        let closed: FxHashSet<LaneId> =
            by_themselves.iter().filter(|shown| shown.folded).map(|shown| shown.lane).collect();
        let fold = |shown: ShownLane| {
            let is_within_folded = shown.within.is_some_and(|within| closed.contains(&within));
            ShownLane { folded: shown.folded || is_within_folded, ..shown }
        };
        by_themselves.into_iter().map(fold).collect()
    }

    /// Returns all lanes, hidden or not, with sub-lanes folded only by their own choice.
    fn folded_by_themselves(&self, choice: LaneChoice<'_>) -> Vec<ShownLane> {
        let switched: FxHashSet<u32> = choice.switched.iter().copied().collect();
        let turn = |shown: &ShownLane| {
            let turned = switched.contains(&shown.lane.0);
            ShownLane { folded: shown.folded != turned, ..*shown }
        };
        self.lanes.iter().map(turn).collect()
    }
}

impl LanePlace {
    /// Returns the ids of the lanes, smaller first. They order places that are otherwise equal as the files do.
    fn in_files(&self) -> (LaneId, LaneId) {
        let [a, b] = self.lanes.map(|lane| lane.unwrap_or(LaneId::NONE));
        (a.min(b), a.max(b))
    }
}

/// Returns the leading place of each place: the one of the lane that it holds sub-lanes of, or itself.
fn leads(traces: [&Trace; 2], places: &[LanePlace]) -> Vec<usize> {
    let sides = |lanes: [Option<LaneId>; 2]| {
        (0..).zip(lanes).filter_map(|(side, lane): (usize, Option<LaneId>)| Some((side, lane?)))
    };
    let place_of: FxHashMap<(usize, LaneId), usize> =
        (0..).zip(places).flat_map(|(at, place)| sides(place.lanes).map(move |key| (key, at))).collect();
    let lead = |(at, place): (usize, &LanePlace)| {
        let lead = sides(place.lanes).find_map(|(side, lane)| {
            let lanes = traces[side].lanes();
            let within = lanes.parent(lane).filter(|_| lanes.kind(lane) == LaneKind::Sublane)?;
            place_of.get(&(side, within)).copied()
        });
        lead.unwrap_or(at)
    };
    (0..).zip(places).map(lead).collect()
}

/// Returns the places of pairs and of lanes without a partner. Lanes without calls are left out. O(lanes · outermost
/// calls).
fn places(pair: Pair<'_>, lanes: &LanePairs) -> Vec<LanePlace> {
    let holds = |side: usize, lane: LaneId| !pair.traces[side].lanes().calls(lane).is_empty();
    let place = |lanes: [Option<LaneId>; 2]| {
        let of_traces =
            || pair.traces.into_iter().zip(lanes).filter_map(|(trace, lane)| Some((trace, lane?)));
        LanePlace {
            lanes,
            busy: of_traces().map(|(trace, lane)| busy_ticks(trace, lane)).sum(),
            change: 0,
            is_async: of_traces().any(|(trace, lane)| is_async(trace, lane)),
        }
    };
    let paired = lanes
        .pairs
        .iter()
        .map(|of| [0, 1].map(|side| Some(of.lanes[side]).filter(|&lane| holds(side, lane))));
    let alone = [0, 1].into_iter().flat_map(|side| {
        let own = lanes.unpaired[side].iter().filter(move |&&lane| holds(side, lane));
        own.map(move |&lane| if side == 0 { [Some(lane), None] } else { [None, Some(lane)] })
    });
    paired.chain(alone).filter(|lanes| lanes.iter().any(Option::is_some)).map(place).collect()
}

/// Returns true for an asynchronous track, and for a sub-lane of one.
fn is_async(trace: &Trace, lane: LaneId) -> bool {
    let lanes = trace.lanes();
    let around = std::iter::successors(Some(lane), |&lane| lanes.parent(lane));
    around.map(|lane| lanes.kind(lane)).find(|&kind| kind != LaneKind::Sublane) == Some(LaneKind::Async)
}

/// Returns the outermost lane around each lane, which stands for its process.
fn outermost(trace: &Trace) -> Vec<LaneId> {
    let lanes = trace.lanes();
    let mut outermost: Vec<LaneId> = Vec::with_capacity(lanes.len());
    // Parents come before their children.
    for lane in lanes.ids() {
        outermost.push(lanes.parent(lane).map_or(lane, |parent| outermost[parent.index()]));
    }
    outermost
}

/// Returns the lanes of a side as rows of a list, hidden or not. `other` is the trace of the other side.
pub fn lane_rows(
    trace: &Trace,
    order: &LaneOrder,
    choice: LaneChoice<'_>,
    other: Option<&Trace>,
) -> Vec<LaneRow> {
    let extent = trace.extent().max(1) as f64;
    let hidden: FxHashSet<u32> = choice.hidden.iter().copied().collect();
    let row = |(shown, by_itself): (ShownLane, ShownLane)| {
        let share = busy_ticks(trace, shown.lane) as f64 / extent;
        let lanes = trace.lanes();
        let partner = |lane: LaneId| Some(LanePartner { lane: lane.0, name: words::lane_name(other?, lane) });
        LaneRow {
            lane: shown.lane.0,
            name: words::lane_name(trace, shown.lane),
            path: words::lane_path(trace, shown.lane),
            process: lanes
                .parent(shown.within.unwrap_or(shown.lane))
                .map_or_else(String::new, |parent| words::lane_path(trace, parent)),
            busy: numbers::percent(share),
            share: share.clamp(0.0, 1.0),
            calls: lanes.calls(shown.lane).len() as u32,
            folded: shown.folded,
            folded_by_itself: by_itself.folded,
            within: shown.within.map(|lane| lane.0),
            hidden: hidden.contains(&shown.lane.0),
            place: shown.place,
            partner: shown.partner.and_then(partner),
        }
    };
    order.folded(choice).into_iter().zip(order.folded_by_themselves(choice)).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_compare::align::{Options, align};
    use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
    use diptych_testkit::{IdentityTable, trace};
    use diptych_trace::{Builder, FunctionSpec, Sink};

    #[test]
    fn lanes_are_busiest_first_and_others_folded() {
        let trace = trace("quiet\n  0..1 f\nempty\nbusy\n  0..1000 f\nhalf\n  0..500 f\n");
        let order = LaneOrder::new(&trace);
        let names = |switched: &[u32]| -> Vec<(String, bool)> {
            let rows = lane_rows(&trace, &order, LaneChoice { switched, hidden: &[] }, None);
            rows.into_iter().map(|row| (row.name, row.folded)).collect()
        };
        let expected = |folds: [bool; 3]| -> Vec<(String, bool)> {
            ["busy", "half", "quiet"].into_iter().map(str::to_owned).zip(folds).collect()
        };
        assert_eq!(names(&[]), expected([false, true, true]));
        assert_eq!(names(&[0, 3]), expected([false, false, false]));
    }

    /// Builds a process whose thread works for some ticks while a request is under way for 1,000.
    fn with_request(work: i64) -> Trace {
        let mut builder = Builder::default();
        let process = builder.lane(None, LaneKind::Process, "server");
        let thread = builder.lane(Some(process), LaneKind::Thread, "main");
        let [request, handle] = ["request", "handle"]
            .map(|name| builder.function(FunctionSpec { name, ..FunctionSpec::default() }));
        let strand = builder.strand(process, "net");
        builder.enter_strand(strand, request, 0, 0);
        builder.enter(thread, handle, 0, 1);
        builder.leave(thread, Some(handle), work, 2);
        builder.leave_strand(strand, Some(request), 1000 - work, 3);
        builder.finish().remove(0).1
    }

    #[test]
    fn threads_come_before_asynchronous_tracks() {
        let trace = with_request(100);
        let rows = lane_rows(&trace, &LaneOrder::new(&trace), LaneChoice::default(), None);
        let names: Vec<(&str, bool)> = rows.iter().map(|row| (&row.name[..], row.folded)).collect();
        assert_eq!(names, [("main", false), ("async net: request", true)]);
        // The request differs by more self time than the thread.
        let [of_a, of_b] = of_pair(&with_request(100), &with_request(130));
        assert_eq!(of_a, of_b);
        let found: Vec<(&str, u32, bool)> =
            of_a.iter().map(|(path, place, is_folded)| (&path[..], *place, *is_folded)).collect();
        assert_eq!(found, [("server › main", 0, false), ("server › async net: request", 1, true)]);
    }

    #[test]
    fn calls_without_an_end_say_nothing() {
        // The last task of `idle` has no end in the file, so it ends with the run.
        let run = |work: i64, end: i64| -> Trace {
            let mut builder = Builder::default();
            let [idle, busy] = ["idle", "busy"].map(|name| builder.lane(None, LaneKind::Thread, name));
            let [task, wait] = ["task", "wait"]
                .map(|name| builder.function(FunctionSpec { name, ..FunctionSpec::default() }));
            builder.enter(idle, wait, 0, 0);
            builder.leave(idle, Some(wait), 10, 1);
            builder.enter(idle, task, 700, 2);
            builder.enter(busy, task, 0, 3);
            builder.leave(busy, Some(task), work, 4);
            builder.enter(busy, wait, end - 1, 5);
            builder.leave(busy, Some(wait), end, 6);
            builder.finish().remove(0).1
        };
        let [of_a, _] = of_pair(&run(100, 1000), &run(130, 1100));
        assert_eq!(of_a.first().map(|(path, ..)| &path[..]), Some("busy"));
    }

    /// Returns the order of both sides' lanes as paths, places and folding, with lanes paired by name.
    fn of_pair(a: &Trace, b: &Trace) -> [Vec<(String, u32, bool)>; 2] {
        let mut table = IdentityTable::default();
        let identities = [a, b].map(|trace| table.identify_all(trace, IdentityTable::plain_key));
        let identity_count = table.len() as u32;
        let pair = Pair { traces: [a, b], identities: [&identities[0], &identities[1]], identity_count };
        let lanes = pair_lanes(pair, PairBy::Name, &LaneEdits::default(), &mut |_, _| ());
        let pairs: Vec<_> = lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
        let alignment = align(pair, &pairs, Options::default(), &mut |_, _| ());
        let orders = LaneOrder::of_pair(pair, &lanes, &alignment);
        [(a, &orders[0]), (b, &orders[1])].map(|(trace, order)| {
            let shown = order.shown(LaneChoice::default()).into_iter();
            shown.map(|shown| (words::lane_path(trace, shown.lane), shown.place, shown.folded)).collect()
        })
    }

    #[test]
    fn most_changed_pair_of_lanes_comes_first() {
        let a = trace(
            "
            one
              main
                0..1000 f
              io
                0..10 read
            two
              worker
                0..400 g
                500..600 h
            ",
        );
        let b = trace(
            "
            one
              io
                0..10 read
              main
                0..1001 f
            two
              new
                0..50 g
              worker
                0..300 g
                500..600 h
            ",
        );
        let name = |name: &str, place: u32| (name.to_owned(), place, place > 0);
        let expected = [
            vec![name("two › worker", 0), name("one › main", 2), name("one › io", 3)],
            vec![name("two › worker", 0), name("two › new", 1), name("one › main", 2), name("one › io", 3)],
        ];
        assert_eq!(of_pair(&a, &b), expected);
        let [of_b, of_a] = expected;
        assert_eq!(of_pair(&b, &a), [of_a, of_b]);
    }

    #[test]
    fn lane_that_works_longer_comes_before_those_that_wait_for_it() {
        let ranks = |longer: i64| {
            let rank = |work: i64, wait: i64| -> String {
                let round = |at: i64| {
                    let from = at + 500;
                    format!("  {at}..{} compute\n  {from}..{} MPI_Recv\n", at + work, from + wait)
                };
                (0..8).map(|number| round(1_000 * number)).collect()
            };
            trace(&format!("waits\n{}works\n{}", rank(200, 100 + 5 * longer), rank(200 + longer, 100)))
        };
        let [of_a, of_b] = of_pair(&ranks(0), &ranks(20));
        assert_eq!((&of_a[0].0[..], &of_b[0].0[..]), ("works", "works"));
        // If only waiting differs, it decides.
        let locks = |wait: i64| {
            let text =
                format!("one\n  0..9 f\n  500..{} MPI_Recv\nother\n  0..400 f\n  500..900 g\n", 500 + wait);
            trace(&text)
        };
        assert_eq!(of_pair(&locks(100), &locks(200))[0][0].0, "one");
    }

    /// Builds a stream whose kernels overlap: one sub-lane is as busy as its lane, and another has little in it.
    fn stream() -> Trace {
        trace(
            "
            host
              0..1000 step
            card
              stream
                0..100 gemm
                200..300 gemm
                90..104 beside
                250..340 beside
                95..112 third
              other
                0..210 copy
            ",
        )
    }

    #[test]
    fn open_lanes_open_only_their_busy_sublanes() {
        let trace = stream();
        let order = LaneOrder::new(&trace);
        let rows = |switched: &[u32]| -> Vec<(String, bool, bool)> {
            let rows = lane_rows(&trace, &order, LaneChoice { switched, hidden: &[] }, None);
            rows.into_iter().map(|row| (row.name, row.folded, row.folded_by_itself)).collect()
        };
        let row = |name: &str, folded: bool, by_itself: bool| (name.to_owned(), folded, by_itself);
        let lane = |name: &str| {
            let found = trace.lanes().ids().find(|&lane| words::lane_name(&trace, lane) == name);
            found.unwrap().0
        };
        let closed = vec![
            row("host", false, false),
            row("stream", true, true),
            row("sub-lane 1", true, false),
            row("sub-lane 2", true, true),
            row("other", true, true),
        ];
        assert_eq!(rows(&[]), closed, "they stand behind their lane, whatever is busier");
        let mut open = closed.clone();
        open[1] = row("stream", false, false);
        open[2] = row("sub-lane 1", false, false);
        assert_eq!(rows(&[lane("stream")]), open);
        let small = rows(&[lane("stream"), lane("sub-lane 2")]);
        assert_eq!(small[3], row("sub-lane 2", false, false));
        let process = |name: &str| {
            let rows = lane_rows(&trace, &order, LaneChoice::default(), None);
            let found = rows.into_iter().find(|row| row.name == name).unwrap();
            (found.process, found.within)
        };
        assert_eq!(process("sub-lane 2"), ("card".to_owned(), Some(lane("stream"))));
        assert_eq!(process("stream"), ("card".to_owned(), None));
    }

    #[test]
    fn sublanes_follow_their_lane_in_a_pair() {
        let (a, b) = (stream(), stream());
        let [of_a, of_b] = of_pair(&a, &b);
        assert_eq!(of_a, of_b);
        let found: Vec<(&str, u32)> = of_a.iter().map(|(path, place, _)| (&path[..], *place)).collect();
        let stream = "card › stream";
        let [first, second] = [1, 2].map(|number| format!("{stream} › sub-lane {number}"));
        assert_eq!(found, [("host", 0), (stream, 1), (&first[..], 2), (&second[..], 3), ("card › other", 4)]);
    }

    #[test]
    fn hidden_lanes_are_listed_but_not_shown() {
        let trace = trace("t\n  0..9 f\nu\n  0..8 f\n");
        let order = LaneOrder::new(&trace);
        let choice = LaneChoice { switched: &[], hidden: &[0] };
        assert_eq!(order.shown(choice).iter().map(|shown| shown.lane.0).collect::<Vec<_>>(), [1]);
        let rows = lane_rows(&trace, &order, choice, None);
        assert_eq!(
            rows.iter().map(|row| (row.lane, row.hidden)).collect::<Vec<_>>(),
            [(0, true), (1, false)]
        );
    }
}
