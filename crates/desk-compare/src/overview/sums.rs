//! Sums over the calls that start in any stretch of time, and over their partners.

use diptych_compare::align::Kind;
use diptych_compare::similarity::Axes;
use diptych_protocol::SideName;
use diptych_trace::{CallId, Calls, LaneId, Sorting, Trace};
use diptych_views::Correspondence;
use diptych_views::search::Hits;
use std::ops::Range;

/// Calls between two rows of sums.
const BLOCK: usize = 64;

/// Running sums over the calls of some lanes of a side, in the order of their starts. There is a row of sums for every
/// 64 calls. They take 4 bytes for each call, 2 for its share of the sums, and 4 more with several lanes.
///
/// All sums are integers, so the sum over a stretch is the exact difference of two rows, however large the values
/// before it are. Squares are exact too in runs of up to 2³¹ ticks (two seconds). In longer runs, times are first
/// rounded to 2⁻³¹ of the run.
#[derive(Debug, Clone)]
pub struct MatchSums {
    side: SideName,
    order: Order,
    self_times: SelfTimes,
    /// Sums of all calls before each block, one row more than blocks.
    before: Vec<Sums>,
    /// Least and greatest id of a partner in each block; the least is greater if there is none.
    partners: Vec<[u32; 2]>,
    /// Power of two of the time unit in products, in ticks. It makes each product fit into 62 bits.
    coarse: u32,
}

/// Ids of calls by start.
#[derive(Debug, Clone)]
enum Order {
    /// One lane. Its pre-order is the order of starts.
    Lane(Range<u32>),
    Sorted(Vec<u32>),
}

/// The self time of the calls of some lanes: its low 32 bits, which are enough for all but very long calls.
#[derive(Debug, Clone)]
struct SelfTimes {
    /// Id of the first call.
    first: u32,
    low: Vec<u32>,
}

/// Sums over calls that have a partner, and the number of those that are not compared. t is a call's start, x the partner's start minus t.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    matched: u32,
    moved: u32,
    not_compared: u32,
    self_ticks: i128,
    apart: i128,
    x: i128,
    t: i128,
    xx: i128,
    xt: i128,
    tt: i128,
}

/// Sums over the calls that start in a stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CallSums {
    /// Number of calls.
    pub calls: u32,
    /// Number of calls that have a partner.
    pub matched: u32,
    /// Number of `matched` calls whose partner lies elsewhere in the order or under other callers.
    pub moved: u32,
    /// Number of calls that are not compared, because the other side ends before them.
    pub not_compared: u32,
    /// Self time of the calls that have a partner, in ticks.
    pub self_ticks: i64,
    /// Σ |start of the partner − own start| in ticks, each start counted from its trace's first instant (`TraceDiff`
    /// Eq. 4).
    pub apart_ticks: f64,
    /// μ: mean of the partner's place minus the own place on the common axis. Negative is earlier; 0 without partners.
    pub mean_shift: f64,
    /// r: root mean square of the same differences.
    pub spread: f64,
}

impl Order {
    /// Orders the calls of some lanes, limited to `only` if that is given.
    fn new(trace: &Trace, lanes: &[LaneId], only: Option<&Hits>) -> Self {
        if let (&[lane], None) = (lanes, only) {
            return Self::Lane(trace.lanes().calls(lane));
        }
        let is_shown = |id: &u32| only.is_none_or(|hits| hits.holds(CallId(*id)));
        let mut ids: Vec<u32> =
            lanes.iter().flat_map(|&lane| trace.lanes().calls(lane)).filter(is_shown).collect();
        let starts = trace.calls().start();
        // The calls of a lane already ascend, so sorting only merges the lanes.
        ids.order_by_key(|&id| starts[id as usize]);
        Self::Sorted(ids)
    }

    fn len(&self) -> usize {
        match self {
            Self::Lane(range) => range.len(),
            Self::Sorted(ids) => ids.len(),
        }
    }

    fn call(&self, place: usize) -> CallId {
        CallId(match self {
            Self::Lane(range) => range.start + place as u32,
            Self::Sorted(ids) => ids[place],
        })
    }

    /// Returns the first place whose call starts at a tick or later.
    fn place(&self, starts: &[i64], tick: i64) -> usize {
        match self {
            Self::Lane(range) => {
                starts[range.start as usize..range.end as usize].partition_point(|&start| start < tick)
            }
            Self::Sorted(ids) => ids.partition_point(|&id| starts[id as usize] < tick),
        }
    }
}

impl SelfTimes {
    /// Computes the self times. O(calls from the first to the last lane).
    fn new(trace: &Trace, lanes: &[LaneId]) -> Self {
        let ranges = || lanes.iter().map(|&lane| trace.lanes().calls(lane));
        let first = ranges().map(|range| range.start).min().unwrap_or(0);
        let end = ranges().map(|range| range.end).max().unwrap_or(0);
        let calls = trace.calls();
        let mut low: Vec<u32> = Vec::with_capacity((end - first) as usize);
        for id in first..end {
            let duration = calls.duration(CallId(id)) as u32;
            low.push(duration);
            if let Some(parent) = calls.parent()[id as usize].some() {
                let own = &mut low[(parent.0 - first) as usize];
                *own = own.wrapping_sub(duration);
            }
        }
        Self { first, low }
    }

    /// Returns the self time of a call in ticks. O(1), and O(children) for calls of 2³² ticks or more.
    fn get(&self, calls: &Calls, call: CallId) -> i64 {
        if calls.duration(call) > i64::from(u32::MAX) {
            return calls.self_time(call);
        }
        i64::from(self.low[(call.0 - self.first) as usize])
    }
}

impl MatchSums {
    /// Returns sums over no calls.
    pub(super) fn none(side: SideName) -> Self {
        Self {
            side,
            order: Order::Lane(0..0),
            self_times: SelfTimes { first: 0, low: Vec::new() },
            before: vec![Sums::default()],
            partners: Vec::new(),
            coarse: 0,
        }
    }

    /// Builds the sums over the calls of `lanes` of a side, limited to `only` if that is given. O(calls), and O(calls ·
    /// log lanes) with several lanes.
    pub fn new(
        correspondence: &Correspondence<'_>,
        side: SideName,
        lanes: &[LaneId],
        only: Option<&Hits>,
    ) -> Self {
        let trace = correspondence.trace(side);
        let order = Order::new(trace, lanes, only);
        let mut sums = Self {
            side,
            self_times: SelfTimes::new(trace, lanes),
            before: Vec::with_capacity(order.len() / BLOCK + 2),
            partners: Vec::with_capacity(order.len() / BLOCK + 1),
            coarse: coarse(correspondence),
            order,
        };
        let mut running = Sums::default();
        sums.before.push(running);
        for first in (0..sums.order.len()).step_by(BLOCK) {
            let block = first..(first + BLOCK).min(sums.order.len());
            sums.partners.push(sums.reach(correspondence, block.clone()));
            running.add(&sums.walk(correspondence, block));
            sums.before.push(running);
        }
        sums
    }

    /// Returns the number of calls.
    pub fn calls(&self) -> usize {
        self.order.len()
    }

    /// Returns the sums over the calls that start at `ticks.start` or later but before `ticks.end`. O(log calls).
    pub fn stretch(&self, correspondence: &Correspondence<'_>, axes: Axes, ticks: Range<i64>) -> CallSums {
        let places = self.places(correspondence, ticks);
        let sums = self.sum(correspondence, places.clone());
        let [mean_shift, spread] = sums.shift(axes, self.side.index(), self.coarse);
        CallSums {
            calls: places.len() as u32,
            matched: sums.matched,
            moved: sums.moved,
            not_compared: sums.not_compared,
            self_ticks: i64::try_from(sums.self_ticks).unwrap_or(i64::MAX),
            apart_ticks: sums.apart as f64,
            mean_shift,
            spread,
        }
    }

    /// Returns true if a call that starts within `ticks` has its partner among the calls `wanted` of the other side.
    /// Visits the calls of a block only if some of its partners may be wanted and others not.
    pub fn holds_partner_in(
        &self,
        correspondence: &Correspondence<'_>,
        wanted: &Range<u32>,
        ticks: Range<i64>,
    ) -> bool {
        let places = self.places(correspondence, ticks);
        let is_in = |place: usize| {
            correspondence
                .partner(self.side, self.order.call(place))
                .is_some_and(|other| wanted.contains(&other.0))
        };
        let mut at = places.start;
        while at < places.end {
            let block = at / BLOCK;
            let end = ((block + 1) * BLOCK).min(places.end);
            let [least, greatest] = self.partners[block];
            let whole = at == block * BLOCK && (end == (block + 1) * BLOCK || end == self.order.len());
            let apart = greatest < wanted.start || least >= wanted.end;
            let inside = least <= greatest && wanted.contains(&least) && wanted.contains(&greatest);
            if !apart && ((whole && inside) || (at..end).any(is_in)) {
                return true;
            }
            at = end;
        }
        false
    }

    /// Returns true if one of some calls starts within `ticks`. O(log calls), and O(calls within) with several lanes.
    pub(super) fn starts_among(
        &self,
        correspondence: &Correspondence<'_>,
        calls: &Hits,
        ticks: Range<i64>,
    ) -> bool {
        let places = self.places(correspondence, ticks);
        match &self.order {
            Order::Lane(ids) => {
                calls.among(ids.start + places.start as u32..ids.start + places.end as u32) > 0
            }
            Order::Sorted(ids) => ids[places].iter().any(|&id| calls.holds(CallId(id))),
        }
    }

    fn places(&self, correspondence: &Correspondence<'_>, ticks: Range<i64>) -> Range<usize> {
        let starts = correspondence.trace(self.side).calls().start();
        let [from, to] = [ticks.start, ticks.end].map(|tick| self.order.place(starts, tick));
        from..to.max(from)
    }

    /// Combines the running sums at the last block border before each end with a walk over the remaining calls.
    fn sum(&self, correspondence: &Correspondence<'_>, places: Range<usize>) -> Sums {
        let upto = |place: usize| {
            let block = place / BLOCK;
            let mut sums = self.before[block];
            sums.add(&self.walk(correspondence, block * BLOCK..place));
            sums
        };
        upto(places.end).minus(&upto(places.start))
    }

    fn walk(&self, correspondence: &Correspondence<'_>, places: Range<usize>) -> Sums {
        let [own, others] = [self.side, self.side.other()].map(|side| correspondence.trace(side).calls());
        let mut sums = Sums::default();
        for place in places {
            let call = self.order.call(place);
            let Some(partner) = correspondence.partner(self.side, call) else {
                let is_left_out = correspondence.kind(self.side, call) == Kind::NotCompared;
                sums.not_compared += u32::from(is_left_out);
                continue;
            };
            let t = own.start()[call.index()];
            let x = others.start()[partner.index()] - t;
            let [x_coarse, t_coarse] = [x, t].map(|ticks| ticks >> self.coarse);
            sums.add(&Sums {
                matched: 1,
                not_compared: 0,
                moved: u32::from(correspondence.kind(self.side, call) == Kind::Moved),
                self_ticks: i128::from(self.self_times.get(own, call)),
                apart: i128::from(x.unsigned_abs()),
                x: i128::from(x),
                t: i128::from(t),
                xx: i128::from(x_coarse * x_coarse),
                xt: i128::from(x_coarse * t_coarse),
                tt: i128::from(t_coarse * t_coarse),
            });
        }
        sums
    }

    fn reach(&self, correspondence: &Correspondence<'_>, places: Range<usize>) -> [u32; 2] {
        let partners = places.filter_map(|place| correspondence.partner(self.side, self.order.call(place)));
        partners
            .fold([u32::MAX, 0], |[least, greatest], partner| [least.min(partner.0), greatest.max(partner.0)])
    }
}

impl Sums {
    fn add(&mut self, more: &Self) {
        self.matched += more.matched;
        self.moved += more.moved;
        self.not_compared += more.not_compared;
        self.self_ticks += more.self_ticks;
        self.apart += more.apart;
        self.x += more.x;
        self.t += more.t;
        self.xx += more.xx;
        self.xt += more.xt;
        self.tt += more.tt;
    }

    fn minus(&self, less: &Self) -> Self {
        Self {
            matched: self.matched - less.matched,
            moved: self.moved - less.moved,
            not_compared: self.not_compared - less.not_compared,
            self_ticks: self.self_ticks - less.self_ticks,
            apart: self.apart - less.apart,
            x: self.x - less.x,
            t: self.t - less.t,
            xx: self.xx - less.xx,
            xt: self.xt - less.xt,
            tt: self.tt - less.tt,
        }
    }

    /// Returns the mean and the root mean square of the partner's place minus the own place. With both places on the
    /// common axis, that difference is offset + scale of the other · x + (scale of the other − own scale) · t.
    fn shift(&self, axes: Axes, side: usize, coarse: u32) -> [f64; 2] {
        let n = f64::from(self.matched);
        if self.matched == 0 {
            return [0.0; 2];
        }
        let offset = axes.offset[1 - side] - axes.offset[side];
        let scale = axes.scale[1 - side];
        let bend = scale - axes.scale[side];
        let unit = ((1u64 << coarse) as f64).powi(2);
        let [x, t] = [self.x, self.t].map(|sum| sum as f64);
        let [xx, xt, tt] = [self.xx, self.xt, self.tt].map(|sum| sum as f64 * unit);
        let first = offset * n + scale * x + bend * t;
        let second = offset * (offset * n + 2.0 * (scale * x + bend * t))
            + scale * scale * xx
            + bend * (bend * tt + 2.0 * scale * xt);
        [first / n, (second / n).max(0.0).sqrt()]
    }
}

/// Returns the number of low bits that a time has to drop so that a product of two fits.
fn coarse(correspondence: &Correspondence<'_>) -> u32 {
    let extent =
        SideName::BOTH.map(|side| correspondence.trace(side).extent()).into_iter().max().unwrap_or(0);
    (64 - extent.leading_zeros()).saturating_sub(31)
}
