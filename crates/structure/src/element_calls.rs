//! Sums over any set of calls of a side, by shown element: number, time, first start, depth.

use diptych_trace::{CallId, DepthPyramid, LaneId, Trace};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// A set of calls of one side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FocusCalls {
    /// Ranges of call ids, ascending and disjoint, each within one lane.
    pub ranges: Vec<Range<u32>>,
    /// Call that contains all of them. `None` if the set contains all callers of each of its calls.
    pub within: Option<CallId>,
}

/// The sums over some calls of one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measure {
    /// Number of calls.
    pub calls: u64,
    /// Self time in ticks.
    pub self_ticks: i64,
    /// Inclusive time in ticks. Nested calls of the element count once.
    pub ticks: i64,
    /// Start of the first call; `None` without calls.
    pub first_start: Option<i64>,
    /// Largest depth of a call.
    pub deepest: u32,
}

impl FocusCalls {
    /// Returns all calls of some lanes, given in ascending order.
    pub fn of_lanes(trace: &Trace, lanes: impl IntoIterator<Item = LaneId>) -> Self {
        let calls = lanes.into_iter().map(|lane| trace.lanes().calls(lane));
        Self { ranges: calls.filter(|calls| !calls.is_empty()).collect(), within: None }
    }
}

impl Measure {
    /// Returns the number and the self time of the calls without some of them. Everything else stays that of all calls.
    #[must_use]
    pub fn without(self, some: Self) -> Self {
        Self { calls: self.calls - some.calls, self_ticks: self.self_ticks - some.self_ticks, ..self }
    }

    /// Combines the sums over two disjoint sets of calls.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let first = [self.first_start, other.first_start].into_iter().flatten().min();
        Self {
            calls: self.calls + other.calls,
            self_ticks: self.self_ticks + other.self_ticks,
            ticks: self.ticks + other.ticks,
            first_start: first,
            deepest: self.deepest.max(other.deepest),
        }
    }
}

/// An index of a side's calls by element. The sum over any range of calls is the difference of two prefix sums.
///
/// Takes 40 bytes a call.
#[derive(Debug, Clone, Default)]
pub struct ElementCalls {
    /// Number of each call's element.
    place: Vec<u32>,
    /// Self time of each call, in ticks.
    self_ticks: Vec<i64>,
    /// Id of the innermost enclosing call of the same element, plus one, by call; 0 if there is none.
    around: Vec<u32>,
    /// Start of each element's calls in `calls`, and the end.
    first: Vec<u32>,
    /// Number of elements with calls.
    ran: u32,
    /// Call ids by element, ascending.
    calls: Vec<u32>,
    /// Sums of `self_ticks` of all preceding entries of `calls`, and the total.
    self_before: Vec<i64>,
    depths: Vec<u32>,
    deepest: DepthPyramid,
    /// Start of each element's nesting levels in `nested_first`, and the end.
    nestings: Vec<u32>,
    /// Start of the calls in `nested`, by element and nesting level, and the end.
    nested_first: Vec<u32>,
    /// Call ids by element and nesting level, ascending. The level is the number of enclosing calls of the same
    /// element.
    nested: Vec<u32>,
    /// Sums of the durations of all preceding entries of `nested`, and the total.
    ticks_before: Vec<i64>,
}

/// Number of calls per element that ran up to which all calls in focus are visited one by one. This is cheaper than a
/// binary search among the calls of each element.
const ONE_BY_ONE: u64 = 8;

/// Number of visited calls that cost about as much as one binary search among the calls of an element.
const SEEK_COST: usize = 8;

impl ElementCalls {
    /// Builds the index. `place_of_function` is the number of each function's element, less than `elements`. O(calls +
    /// elements).
    pub fn new(trace: &Trace, place_of_function: &[u32], elements: u32) -> Self {
        let calls = trace.calls();
        let place: Vec<u32> =
            calls.function().iter().map(|function| place_of_function[function.index()]).collect();
        let mut self_ticks: Vec<i64> =
            calls.start().iter().zip(calls.end()).map(|(start, end)| end - start).collect();
        for (call, caller) in calls.parent().iter().enumerate() {
            if let Some(caller) = caller.some() {
                self_ticks[caller.index()] -= calls.end()[call] - calls.start()[call];
            }
        }
        let (around, nesting) = around_each(trace, &place, elements);
        let (first, by_element) = grouped(&place, elements as usize);
        let depths: Vec<u32> = by_element.iter().map(|&call| calls.depth()[call as usize]).collect();
        // The nesting levels of an element have consecutive numbers.
        let mut most = vec![0u32; elements as usize];
        for (&place, &nesting) in place.iter().zip(&nesting) {
            most[place as usize] = most[place as usize].max(nesting + 1);
        }
        let nestings = sums(most.iter().copied());
        let groups: Vec<u32> =
            place.iter().zip(&nesting).map(|(&place, nesting)| nestings[place as usize] + nesting).collect();
        let (nested_first, nested) = grouped(&groups, nestings[elements as usize] as usize);
        let duration = |call: &u32| calls.duration(CallId(*call));
        Self {
            self_before: sums(by_element.iter().map(|&call| self_ticks[call as usize])),
            ticks_before: sums(nested.iter().map(duration)),
            deepest: DepthPyramid::new(&depths),
            place,
            self_ticks,
            around,
            ran: first.windows(2).filter(|ends| ends[0] < ends[1]).count() as u32,
            first,
            calls: by_element,
            depths,
            nestings,
            nested_first,
            nested,
        }
    }

    /// Returns the number of a call's element.
    pub fn place(&self, call: CallId) -> u32 {
        self.place[call.index()]
    }

    /// Returns the number of calls of an element on the whole side.
    pub fn count(&self, place: u32) -> u32 {
        self.first[place as usize + 1] - self.first[place as usize]
    }

    /// Returns the total self time of an element's calls, in ticks.
    pub fn self_ticks(&self, place: u32) -> i64 {
        let [from, to] = [place, place + 1].map(|at| self.self_before[self.first[at as usize] as usize]);
        to - from
    }

    /// Returns the ids of an element's calls, ascending.
    pub fn of_element(&self, place: u32) -> &[u32] {
        &self.calls[self.first[place as usize] as usize..self.first[place as usize + 1] as usize]
    }

    /// Returns true if any of some calls is of one of some elements. O(least of calls and elements · log calls).
    pub fn is_any_of(&self, calls: Range<u32>, places: &Range<u32>) -> bool {
        if calls.len() <= SEEK_COST * places.len() {
            return self.place[calls.start as usize..calls.end as usize]
                .iter()
                .any(|place| places.contains(place));
        }
        places.clone().any(|place| {
            let of = self.of_element(place);
            of.get(of.partition_point(|&call| call < calls.start)).is_some_and(|&call| call < calls.end)
        })
    }

    /// Returns the sums over the calls in focus, by element.
    pub fn measure(&self, trace: &Trace, focus: &FocusCalls) -> Vec<Measure> {
        let elements = self.first.len().saturating_sub(1);
        let mut found = vec![Measure::default(); elements];
        self.add_measures(trace, focus, &mut found, &mut FixedBitSet::with_capacity(elements));
        found
    }

    /// Adds the sums over the calls in focus by element to `found`, and the elements with calls to `reached`. O(ranges
    /// · elements that ran · log calls), or O(calls in focus) if these are few, plus the depth of `focus.within`.
    pub fn add_measures(
        &self,
        trace: &Trace,
        focus: &FocusCalls,
        found: &mut [Measure],
        reached: &mut FixedBitSet,
    ) {
        let count: u64 = focus.ranges.iter().map(|range| u64::from(range.end - range.start)).sum();
        let ran = u64::from(self.ran);
        let are_few = count <= ONE_BY_ONE * ran * focus.ranges.len() as u64;
        let is_small = |range: &&Range<u32>| are_few || u64::from(range.end - range.start) <= ran;
        // Calls around `within` are not in focus.
        let outside = caller(trace, focus.within).map_or(0, |call| call.0 + 1);
        for range in focus.ranges.iter().filter(is_small) {
            self.add_calls(trace, range, outside, found, reached);
        }
        let mut large = focus.ranges.iter().filter(|range| !is_small(range)).peekable();
        if large.peek().is_none() {
            return;
        }
        let around = self.counts_around(trace, focus.within);
        for range in large {
            for (place, measure) in (0..).zip(&mut *found) {
                let of = self.of_range(trace, place, range, around_of(&around, place));
                *measure = measure.and(of);
                if of.calls > 0 {
                    reached.insert(place as usize);
                }
            }
        }
    }

    /// Returns the number of callers of `within` by element; elements without any are absent.
    fn counts_around(&self, trace: &Trace, within: Option<CallId>) -> Vec<(u32, u32)> {
        let callers = std::iter::successors(caller(trace, within), |&call| caller(trace, Some(call)));
        let mut places: Vec<u32> = callers.map(|call| self.place(call)).collect();
        places.sort_unstable();
        places.chunk_by(u32::eq).map(|same| (same[0], same.len() as u32)).collect()
    }

    /// Adds calls one by one. `outside` is the id of the innermost call around the focus, plus one, or 0.
    fn add_calls(
        &self,
        trace: &Trace,
        range: &Range<u32>,
        outside: u32,
        found: &mut [Measure],
        reached: &mut FixedBitSet,
    ) {
        let (calls, range) = (trace.calls(), range.start as usize..range.end as usize);
        let times = calls.start()[range.clone()].iter().zip(&calls.end()[range.clone()]);
        let own = self.self_ticks[range.clone()].iter().zip(&self.around[range.clone()]);
        let at = self.place[range.clone()].iter().zip(&calls.depth()[range]);
        // This loop has no branches. The outermost calls of an element come in random order and elements are far apart
        // in memory, so a mispredicted branch would wait for memory.
        for (((&start, &end), (&self_ticks, &around)), (&place, &depth)) in times.zip(own).zip(at) {
            reached.insert(place as usize);
            let measure = &mut found[place as usize];
            measure.calls += 1;
            measure.self_ticks += self_ticks;
            measure.ticks += (end - start) * i64::from(around <= outside);
            measure.first_start = Some(measure.first_start.unwrap_or(start).min(start));
            measure.deepest = measure.deepest.max(depth);
        }
    }

    fn of_range(&self, trace: &Trace, place: u32, range: &Range<u32>, around: u32) -> Measure {
        let at = place as usize;
        let [from, to] = ends(&self.calls, self.first[at]..self.first[at + 1], range);
        if from == to {
            return Measure::default();
        }
        let group = self.nestings[at] + around;
        let ticks = if group < self.nestings[at + 1] {
            let group = group as usize;
            let first = self.nested_first[group];
            let is_flat = self.nestings[at] + 1 == self.nestings[at + 1];
            let [from, to] = if is_flat {
                // None lies in another: all of the element, in the same order.
                [from, to].map(|of| first as usize + (of - self.first[at] as usize))
            } else {
                ends(&self.nested, first..self.nested_first[group + 1], range)
            };
            self.ticks_before[to] - self.ticks_before[from]
        } else {
            0
        };
        Measure {
            calls: (to - from) as u64,
            self_ticks: self.self_before[to] - self.self_before[from],
            ticks,
            first_start: Some(trace.calls().start()[self.calls[from] as usize]),
            deepest: self.deepest.max(&self.depths, from as u32..to as u32),
        }
    }
}

fn caller(trace: &Trace, of: Option<CallId>) -> Option<CallId> {
    trace.calls().parent()[of?.index()].some()
}

/// Returns the positions among ascending ids where a range of ids begins and ends. O(log ids), or O(1) if the range
/// covers all ids.
fn ends(ids: &[u32], of: Range<u32>, range: &Range<u32>) -> [usize; 2] {
    let (start, end) = (of.start as usize, of.end as usize);
    let (Some(&first), Some(&last)) = (ids[start..end].first(), ids[start..end].last()) else {
        return [start, start];
    };
    if last < range.start || first >= range.end {
        return [start, start];
    }
    let starts_in = first >= range.start;
    let from =
        if starts_in { start } else { start + ids[start..end].partition_point(|&id| id < range.start) };
    let to = if last < range.end { end } else { from + ids[from..end].partition_point(|&id| id < range.end) };
    [from, to]
}

fn around_of(around: &[(u32, u32)], place: u32) -> u32 {
    around.binary_search_by_key(&place, |(of, _)| *of).map_or(0, |at| around[at].1)
}

/// Returns the innermost enclosing call of the same element, as in [`ElementCalls`], and the number of such calls, both
/// by call.
fn around_each(trace: &Trace, place: &[u32], elements: u32) -> (Vec<u32>, Vec<u32>) {
    let calls = trace.calls();
    let (mut around, mut nesting) = (vec![0u32; calls.len()], vec![0u32; calls.len()]);
    // Innermost open call of each element plus one, and all open calls.
    let (mut inner_of, mut open): (Vec<u32>, Vec<u32>) = (vec![0; elements as usize], Vec::new());
    for call in 0..calls.len() as u32 {
        while let Some(&last) = open.last()
            && calls.subtree_end()[last as usize] <= call
        {
            inner_of[place[last as usize] as usize] = around[last as usize];
            open.pop();
        }
        let inner = &mut inner_of[place[call as usize] as usize];
        around[call as usize] = *inner;
        nesting[call as usize] = inner.checked_sub(1).map_or(0, |of| nesting[of as usize] + 1);
        *inner = call + 1;
        open.push(call);
    }
    (around, nesting)
}

/// Groups rows by key: returns the start of each key's rows, and the rows, ascending within each key.
fn grouped(keys: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut sizes = vec![0u32; count];
    for &key in keys {
        sizes[key as usize] += 1;
    }
    let first = sums(sizes.iter().copied());
    let (mut next, mut rows) = (first.clone(), vec![0; keys.len()]);
    for (row, &key) in (0..).zip(keys) {
        rows[next[key as usize] as usize] = row;
        next[key as usize] += 1;
    }
    (first, rows)
}

/// Returns the sum of all values before each value, and the total.
fn sums<T: Copy + Default + std::ops::AddAssign>(values: impl ExactSizeIterator<Item = T>) -> Vec<T> {
    let mut all = T::default();
    let mut sums = Vec::with_capacity(values.len() + 1);
    for value in values {
        sums.push(all);
        all += value;
    }
    sums.push(all);
    sums
}
