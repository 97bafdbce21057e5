//! Which lanes are shown, in which order, and which of them are folded.

use crate::numbers;
use crate::words::{self, busy_ticks};
use diptych_compare::Pair;
use diptych_compare::align::Alignment;
use diptych_compare::frame::fills;
use diptych_compare::lanes::LanePairs;
use diptych_protocol::{LanePartner, LaneRow};
use diptych_trace::{CallId, LaneId, LaneKind, Sorting, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A lane as icicles show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownLane {
    /// Which.
    pub lane: LaneId,
    /// Only its silhouette is shown.
    pub folded: bool,
    /// The lane that it is a sub-lane of: folded, that folds it too.
    pub within: Option<LaneId>,
    /// Its place among the lanes of both sides; paired lanes have the same. The first lies nearest to the other side.
    pub place: u32,
    /// The lane of the other side that it is paired with.
    pub partner: Option<LaneId>,
}

/// What was chosen of the lanes of a side, by their rows in the lane table.
#[derive(Debug, Clone, Copy, Default)]
pub struct LaneChoice<'a> {
    /// Those whose folding is not as it is by default.
    pub switched: &'a [u32],
    /// Those that are not shown at all.
    pub hidden: &'a [u32],
}

/// Lanes with calls in the order in which they are shown, each with whether it is folded unless asked otherwise: of lanes
/// all but the first, of sub-lanes, which stand behind their lane, those that little runs in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneOrder {
    lanes: Vec<ShownLane>,
}

/// A sub-lane is open, if its lane is, where it is busy for this share of the time that its lane is.
const OPEN_SHARE: f64 = 0.1;

/// Share of a run that a call fills at least to be around it rather than a part of it.
const AROUND_SHARE: f64 = 0.5;

/// Lanes of both sides at one place: a pair, or one alone.
#[derive(Debug, Clone, Copy)]
struct Place {
    lanes: [Option<LaneId>; 2],
    /// Ticks that their outermost calls take.
    busy: i64,
    /// Ticks of self time by which their matched calls differ, counted from both sides.
    change: u64,
}

impl LaneOrder {
    /// The lanes of a trace that have calls, busiest first (ties in the order of the file). O(lanes · outermost calls).
    pub fn new(trace: &Trace) -> Self {
        let with_calls = trace.lanes().ids().filter(|&lane| !trace.lanes().calls(lane).is_empty());
        let place = |lane| Place { lanes: [Some(lane), None], busy: busy_ticks(trace, lane), change: 0 };
        let [order, _] =
            Self::ordered([trace, trace], &with_calls.map(place).collect::<Vec<_>>(), |_| [None; 2]);
        order
    }

    /// The lanes of two traces in one order: first the pair that differs most in self time, with the rest of its
    /// process, then the busiest process; within a process the busiest lanes first. O(calls).
    pub fn of_pair(pair: Pair<'_>, lanes: &LanePairs, alignment: &Alignment) -> [Self; 2] {
        let mut places = places(pair, lanes);
        if places.len() > 1 {
            for place in places.iter_mut().filter(|place| place.lanes.iter().all(Option::is_some)) {
                place.change = change(pair, alignment, place);
            }
        }
        let process_of_b: FxHashMap<LaneId, LaneId> =
            lanes.pairs.iter().map(|of| (of.lanes[1], of.lanes[0])).collect();
        Self::ordered(pair.traces, &places, |place| match place.lanes {
            [Some(a), _] => [Some(outermost(pair.traces[0], a)), None],
            [None, b] => {
                let own = b.map(|b| outermost(pair.traces[1], b));
                let of_a = own.and_then(|own| process_of_b.get(&own).copied());
                if of_a.is_some() { [of_a, None] } else { [None, own] }
            }
        })
    }

    /// Places in the order that [`Self::of_pair`] says, by processes that have a name. A lane and its sub-lanes are one,
    /// the lane first.
    fn ordered(
        traces: [&Trace; 2],
        places: &[Place],
        process: impl Fn(&Place) -> [Option<LaneId>; 2],
    ) -> [Self; 2] {
        let leads = leads(traces, places);
        let mut of_leads: Vec<Place> = places.to_vec();
        for (place, &lead) in (0..).zip(&leads).filter(|(place, lead)| place != *lead) {
            let Place { busy, change, .. } = places[place];
            of_leads[lead].busy += busy;
            of_leads[lead].change = of_leads[lead].change.saturating_add(change);
        }
        let mut busy: FxHashMap<_, (u64, i64)> = FxHashMap::default();
        let mut most = 0;
        for (place, &lead) in (0..).zip(&leads).filter(|(place, lead)| place == *lead) {
            let lead = of_leads[lead];
            let sum = busy.entry(process(&places[place])).or_default();
            *sum = (sum.0.max(lead.change), sum.1 + lead.busy);
            most = most.max(lead.change);
        }
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.order_by_key(|&place| {
            let lead = of_leads[leads[place]];
            let (changed, ticks) = busy[&process(&lead)];
            let is_first = |change: u64| change < most;
            let of_lead = (is_first(changed), Reverse(ticks), is_first(lead.change), Reverse(lead.busy));
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

    /// The lane of the other side that one is paired with.
    pub fn partner(&self, lane: LaneId) -> Option<LaneId> {
        self.lanes.iter().find(|shown| shown.lane == lane)?.partner
    }

    /// The first lane.
    pub fn first(&self) -> Option<LaneId> {
        self.lanes.first().map(|shown| shown.lane)
    }

    /// All of them but the hidden, with the folding of switched lanes reversed.
    pub fn shown(&self, choice: LaneChoice<'_>) -> Vec<ShownLane> {
        let hidden: FxHashSet<u32> = choice.hidden.iter().copied().collect();
        let mut shown = self.folded(choice);
        shown.retain(|shown| !hidden.contains(&shown.lane.0));
        shown
    }

    /// All of them, hidden or not.
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

    /// The same, but folded is a sub-lane only that is so whatever its lane is.
    fn folded_by_themselves(&self, choice: LaneChoice<'_>) -> Vec<ShownLane> {
        let switched: FxHashSet<u32> = choice.switched.iter().copied().collect();
        let turn = |shown: &ShownLane| {
            let turned = switched.contains(&shown.lane.0);
            ShownLane { folded: shown.folded != turned, ..*shown }
        };
        self.lanes.iter().map(turn).collect()
    }
}

impl Place {
    /// Its lanes as they stand in the files: what orders places that are alike.
    fn in_files(&self) -> (LaneId, LaneId) {
        let [a, b] = self.lanes.map(|lane| lane.unwrap_or(LaneId::NONE));
        (a.min(b), a.max(b))
    }
}

/// Of each place that of the lane which it holds sub-lanes of, or itself.
fn leads(traces: [&Trace; 2], places: &[Place]) -> Vec<usize> {
    let sides = |lanes: [Option<LaneId>; 2]| {
        (0..).zip(lanes).filter_map(|(side, lane): (usize, Option<LaneId>)| Some((side, lane?)))
    };
    let place_of: FxHashMap<(usize, LaneId), usize> =
        (0..).zip(places).flat_map(|(at, place)| sides(place.lanes).map(move |key| (key, at))).collect();
    let lead = |(at, place): (usize, &Place)| {
        let lead = sides(place.lanes).find_map(|(side, lane)| {
            let lanes = traces[side].lanes();
            let within = lanes.parent(lane).filter(|_| lanes.kind(lane) == LaneKind::Sublane)?;
            place_of.get(&(side, within)).copied()
        });
        lead.unwrap_or(at)
    };
    (0..).zip(places).map(lead).collect()
}

/// Pairs of lanes with calls, and those that have none. O(lanes · outermost calls).
fn places(pair: Pair<'_>, lanes: &LanePairs) -> Vec<Place> {
    let holds = |side: usize, lane: LaneId| !pair.traces[side].lanes().calls(lane).is_empty();
    let busy = |side: usize, lane: Option<LaneId>| lane.map_or(0, |lane| busy_ticks(pair.traces[side], lane));
    let place =
        |lanes: [Option<LaneId>; 2]| Place { lanes, busy: busy(0, lanes[0]) + busy(1, lanes[1]), change: 0 };
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

/// How much the matched calls of a place differ in self time from their partners; ticks. What only one side runs is
/// left out: where nothing matches there is little to see; and so are calls around half of a run, which wait for what
/// they hold. O(calls).
fn change(pair: Pair<'_>, alignment: &Alignment, place: &Place) -> u64 {
    let calls = pair.traces.map(Trace::calls);
    let mut sum = 0u64;
    for (side, lane) in place.lanes.iter().enumerate() {
        let Some(lane) = *lane else { continue };
        let trace = pair.traces[side];
        for call in trace.lanes().calls(lane) {
            let partner = alignment.sides[side].partner[call as usize].some();
            let is_part = || !fills(trace, CallId(call), 0..trace.extent(), AROUND_SHARE);
            if let Some(partner) = partner.filter(|_| is_part()) {
                let own = calls[side].self_time(CallId(call));
                sum = sum.saturating_add(own.abs_diff(calls[1 - side].self_time(partner)));
            }
        }
    }
    sum
}

fn outermost(trace: &Trace, lane: LaneId) -> LaneId {
    std::iter::successors(Some(lane), |&lane| trace.lanes().parent(lane)).last().unwrap_or(lane)
}

/// The lanes of a side as a list, hidden or not; `other`: the trace of the other side.
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

    #[test]
    fn busiest_first_and_all_others_folded() {
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

    /// Orders of a pair whose lanes are paired as they stand in the files, in words.
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
    fn of_a_pair_what_changed_most_comes_first_and_partners_have_one_place() {
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

    /// A stream whose kernels overlap: a sub-lane that is as busy as its lane, and one with little in it.
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
    fn a_lane_folds_its_sub_lanes_and_opens_the_large_ones() {
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
    fn a_lane_with_its_sub_lanes_is_one_place_in_the_order_of_a_pair() {
        let (a, b) = (stream(), stream());
        let [of_a, of_b] = of_pair(&a, &b);
        assert_eq!(of_a, of_b);
        let found: Vec<(&str, u32)> = of_a.iter().map(|(path, place, _)| (&path[..], *place)).collect();
        let stream = "card › stream";
        let [first, second] = [1, 2].map(|number| format!("{stream} › sub-lane {number}"));
        assert_eq!(found, [("host", 0), (stream, 1), (&first[..], 2), (&second[..], 3), ("card › other", 4)]);
    }

    #[test]
    fn what_is_hidden_is_listed_and_not_shown() {
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
