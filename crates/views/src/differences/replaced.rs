//! New functions that probably replace gone ones, or that probably moved from another file.

use super::rows::{RowContext, shown_name};
use super::telling_names::{is_telling, share_a_word, words_of};
use crate::successors::{Successor, Successors};
use crate::words;
use diptych_compare::ranking::{Floor, Row, RunNoise};
use diptych_profile::Spread;
use diptych_trace::IdentityId;
use std::collections::{BTreeMap, BTreeSet};

/// Minimum number of calls at which equal numbers of calls are evidence by themselves.
const TELLING_CALLS: u64 = 8;

/// Largest ratio of the times per call of two functions that take about as long.
const SIMILAR_TIME: f64 = 1.5;

/// Largest ratio of the times per call of a function and its replacement, if nothing but their place is alike.
const RELATED_TIME: f64 = 2.0;

/// Largest ratio of the numbers of calls of two functions that are called about equally often.
const ABOUT_EQUAL: f64 = 1.05;

/// Smallest share of the callers or callees of two functions that both have in common, if these agree.
const LEAST_COMMON: f64 = 0.5;

/// Minimum number of functions that went from one file to another one, if the code of that file moved.
const LEAST_MOVED: usize = 3;

/// A gone function with the new one that probably is its successor.
#[derive(Clone, Copy)]
pub(super) struct Succession<'a> {
    pub(super) gone: &'a Row,
    /// True if both have one name and the function only moved to another file.
    pub(super) has_moved: bool,
    /// Self time of the gone function in A and of the new one in B, in ticks.
    pub(super) own: [f64; 2],
    /// True if one of them calls other functions, so that its self time is not all of its time.
    pub(super) has_callees: bool,
    /// True if the self times differ by more than the floor and by more than noise.
    pub(super) is_significant: bool,
    /// Change with that of the functions that are listed with either, in ticks. `None` if it is not significant, or if none is.
    pub(super) with_others: Option<f64>,
}

impl Succession<'_> {
    /// Returns the change in ticks, with that of functions that are listed with it. It is 0 if it is not significant.
    pub(super) fn delta(&self) -> f64 {
        let own = if self.is_significant { self.own[1] - self.own[0] } else { 0.0 };
        self.with_others.unwrap_or(own)
    }
}

/// The tests that the change of a function and its successor has to pass.
#[derive(Clone, Copy)]
pub(super) struct SuccessionTest {
    pub(super) floor: Floor,
    /// Noise of one run per side, if times are as recorded.
    pub(super) noise: Option<RunNoise>,
}

/// A pair of rows: of a gone function and of its successor.
#[derive(Clone, Copy)]
struct RowPair {
    gone: usize,
    new: usize,
    has_moved: bool,
}

/// Returns, for each row, the place of the gone row that it probably succeeds, and the succession. Samples count no calls,
/// so nothing succeeds anything there. O(nodes + functions · log functions).
pub(super) fn successions<'a>(
    context: RowContext<'_>,
    rows: &[&'a Row],
    test: SuccessionTest,
) -> Vec<Option<(usize, Succession<'a>)>> {
    let mut found = vec![None; rows.len()];
    if context.counted().is_some() {
        return found;
    }
    let functions = Functions::new(context, rows);
    let mut pairs = functions.moved();
    pairs.extend(functions.of_renamed_class());
    let taken: BTreeSet<usize> = pairs.iter().flat_map(|pair| [pair.gone, pair.new]).collect();
    pairs.extend(functions.replaced(rows, &taken));
    for RowPair { gone, new, has_moved } in pairs {
        let ends = [rows[gone], rows[new]];
        let has_callees = ends.iter().any(|row| !functions.of[&row.identity].callees.is_empty());
        let own = [0, 1].map(|side: usize| functions.own_ticks(side, ends[side].identity));
        let listed = [ends[0].a, ends[1].b];
        let has_others = ends.iter().any(|row| row.holds > 0 || row.called_below > 0);
        let is_drift = test.noise.is_some_and(|noise| noise.explains(listed[1] / listed[0]));
        let succession = Succession {
            gone: ends[0],
            has_moved,
            own,
            has_callees,
            is_significant: test.floor.exceeded_by(own) && functions.exceed_noise(ends, test),
            with_others: (has_others && test.floor.exceeded_by(listed) && !is_drift)
                .then_some(listed[1] - listed[0]),
        };
        found[new] = Some((gone, succession));
    }
    found
}

/// The calls of a function.
#[derive(Clone, Default)]
struct Function {
    /// Functions that call it, without itself.
    callers: BTreeSet<IdentityId>,
    /// Functions that it calls, without itself.
    callees: BTreeSet<IdentityId>,
    /// Number of calls on both sides and in all runs.
    calls: u64,
    /// Self times of the calls in each run.
    spreads: Vec<Spread>,
}

impl Function {
    fn new(runs: usize) -> Self {
        Self { spreads: vec![Spread::default(); runs], ..Self::default() }
    }
}

/// The functions of some rows, and the names of all functions that only one side calls.
struct Functions<'a> {
    context: RowContext<'a>,
    of: BTreeMap<IdentityId, Function>,
    /// Places of the rows of all calls of a function that only one side calls.
    places: BTreeMap<IdentityId, usize>,
    /// Functions that only A or only B calls, by name.
    alone: BTreeMap<String, [Vec<IdentityId>; 2]>,
    /// Number of telling names that went from a file of A to a file of B.
    between_files: BTreeMap<[String; 2], usize>,
}

impl<'a> Functions<'a> {
    fn new(context: RowContext<'a>, rows: &[&Row]) -> Self {
        let union = context.union;
        let mut of: BTreeMap<IdentityId, Function> =
            rows.iter().map(|row| (row.identity, Function::new(union.runs().len()))).collect();
        let mut calls: BTreeMap<IdentityId, [u64; 2]> = BTreeMap::new();
        for node in union.nodes() {
            let identity = union.identity()[node.index()];
            let sums = calls.entry(identity).or_default();
            for run in union.runs() {
                sums[run.side] += run.own(node).map_or(0, |own| run.tree.calls()[own.index()]);
            }
            if let Some(of) = of.get_mut(&identity) {
                for (sum, run) in of.spreads.iter_mut().zip(union.runs()) {
                    *sum = sum.plus(run.self_spread(node));
                }
            }
            // A frame that only one side has is no node between a path and its parent.
            let callers = union.sides_with(node).filter_map(|side| union.caller_on(side, node));
            for caller in callers.filter(|caller| *caller != identity) {
                if let Some(of) = of.get_mut(&identity) {
                    of.callers.insert(caller);
                }
                if let Some(of) = of.get_mut(&caller) {
                    of.callees.insert(identity);
                }
            }
        }
        for (identity, of) in &mut of {
            of.calls = calls.get(identity).map_or(0, |sums| sums.iter().sum());
        }
        let mut alone: BTreeMap<String, [Vec<IdentityId>; 2]> = BTreeMap::new();
        for (&identity, sums) in calls.iter().filter(|(_, sums)| sums.contains(&0)) {
            let side = usize::from(sums[0] == 0);
            alone.entry(shown_name(context.names, identity)).or_default()[side].push(identity);
        }
        let file = |of: IdentityId| context.names.name_and_file(of).1;
        let mut between_files: BTreeMap<[String; 2], usize> = BTreeMap::new();
        for (name, sides) in &alone {
            if let [[gone], [new]] = sides.each_ref().map(Vec::as_slice)
                && !words_of(name).is_empty()
            {
                *between_files.entry([file(*gone), file(*new)]).or_default() += 1;
            }
        }
        let one_sided = rows.iter().enumerate().filter(|(_, row)| is_one_sided(row));
        let places = one_sided.map(|(place, row)| (row.identity, place)).collect();
        Self { context, of, places, alone, between_files }
    }

    /// Pairs functions of one name that only one side calls each, and that probably are one function in another file. The
    /// name must tell something, and no other new or gone function may have it. Besides, either callers and callees agree,
    /// or several functions moved between the two files.
    fn moved(&self) -> Vec<RowPair> {
        let is_moved = |&(name, sides): &(&String, &[Vec<IdentityId>; 2])| {
            let [[gone], [new]] = sides.each_ref().map(Vec::as_slice) else { return false };
            let files = [gone, new].map(|of| self.context.names.name_and_file(*of).1);
            !words_of(name).is_empty()
                && files[0] != files[1]
                && (self.between_files.get(&files).is_some_and(|&names| names >= LEAST_MOVED)
                    || self.have_equal_surroundings([*gone, *new]))
        };
        let pair = |(_, sides): (&String, &[Vec<IdentityId>; 2])| {
            let [gone, new] = sides.each_ref().map(|of| of.first().and_then(|of| self.places.get(of)));
            Some(RowPair { gone: *gone?, new: *new?, has_moved: true })
        };
        self.alone.iter().filter(is_moved).filter_map(pair).collect()
    }

    /// Pairs methods of one name whose classes have different names with a word in common, such as `TraditionalLexer.next_token`
    /// and `BasicLexer.next_token`. No other new or gone method may have the name, which must tell something. The methods have
    /// mostly the same callers, and about equally many calls.
    fn of_renamed_class(&self) -> Vec<RowPair> {
        let mut methods: BTreeMap<&str, [Vec<(&str, IdentityId)>; 2]> = BTreeMap::new();
        for (name, sides) in &self.alone {
            let Some((class, method)) = split_method(name) else { continue };
            for (side, functions) in sides.iter().enumerate() {
                methods.entry(method).or_default()[side].extend(functions.iter().map(|of| (class, *of)));
            }
        }
        let pair = |(method, sides): (&str, [Vec<(&str, IdentityId)>; 2])| {
            let [[(class_a, a)], [(class_b, b)]] = sides.each_ref().map(Vec::as_slice) else { return None };
            let [gone, new] = [a, b].map(|of| self.places.get(of));
            let pair = RowPair { gone: *gone?, new: *new?, has_moved: false };
            let [few, many] = [a, b].map(|of| self.of[of].calls);
            let [few, many] = [few.min(many), few.max(many)];
            let is_pair = class_a != class_b
                && !words_of(method).is_empty()
                && share_a_word(&[class_a, class_b].map(|class| (*class).to_owned()))
                && few >= TELLING_CALLS
                && many as f64 <= ABOUT_EQUAL * few as f64
                && self.have_callers_of_a_renamed_class([*a, *b]);
            is_pair.then_some(pair)
        };
        methods.into_iter().filter_map(pair).collect()
    }

    /// Pairs a new function with the only gone one that has its callers and its number of calls, if it is the only such new
    /// function. This place alone proves little, because other code of the same caller is often called as often. So there
    /// must be more evidence: equal callees, a similar time per call, or, for telling names, a word in common.
    fn replaced(&self, rows: &[&Row], taken: &BTreeSet<usize>) -> Vec<RowPair> {
        let mut uses: BTreeMap<(&BTreeSet<IdentityId>, u64), [Vec<usize>; 2]> = BTreeMap::new();
        for (place, row) in rows.iter().enumerate().filter(|(place, _)| !taken.contains(place)) {
            let of = &self.of[&row.identity];
            if is_one_sided(row) && !of.callers.is_empty() {
                uses.entry((&of.callers, of.calls)).or_default()[usize::from(row.calls[0] == 0)].push(place);
            }
        }
        let pair = |(key, sides): (&(_, u64), &[Vec<usize>; 2])| {
            let [[gone], [new]] = sides.each_ref().map(Vec::as_slice) else { return None };
            let ends = [rows[*gone], rows[*new]];
            let names = ends.map(|row| shown_name(self.context.names, row.identity));
            // Both have the same number of calls.
            let own = [0, 1].map(|side: usize| self.own_ticks(side, ends[side].identity));
            let ratio = own[0].max(own[1]) / own[0].min(own[1]).max(1.0);
            let is_often = key.1 >= TELLING_CALLS;
            let has_callees = self.agree(ends.map(|row| row.identity), |of| &of.callees);
            let is_pair = if names.iter().all(|name| is_telling(name)) {
                share_a_word(&names) || (is_often && (has_callees || ratio <= RELATED_TIME))
            } else {
                is_often && (has_callees || ratio <= SIMILAR_TIME)
            };
            is_pair.then_some(RowPair { gone: *gone, new: *new, has_moved: false })
        };
        uses.iter().filter_map(pair).collect()
    }

    /// Returns true if two functions have mostly the same callers and callees, by name. A function without callees agrees
    /// with another one.
    fn have_equal_surroundings(&self, functions: [IdentityId; 2]) -> bool {
        let are_rows = functions.iter().all(|of| self.of.contains_key(of));
        let are_leaves = || functions.iter().all(|of| self.of[of].callees.is_empty());
        are_rows
            && self.agree(functions, |of| &of.callers)
            && (are_leaves() || self.agree(functions, |of| &of.callees))
    }

    /// Returns true if two functions have a caller in common, and mostly callers of the same names without their classes: a method
    /// of the renamed class may call another one.
    fn have_callers_of_a_renamed_class(&self, functions: [IdentityId; 2]) -> bool {
        let [x, y] = functions.map(|of| &self.of[&of].callers);
        let methods = [x, y].map(|callers| {
            let names = callers.iter().map(|of| shown_name(self.context.names, *of));
            names
                .map(|name| split_method(&name).map_or(name.clone(), |(_, method)| method.to_owned()))
                .collect()
        });
        x.intersection(y).next().is_some() && are_mostly_common(&methods)
    }

    /// Returns true if two functions have at least half of some functions in common, by name: these may have moved, too.
    fn agree(&self, functions: [IdentityId; 2], some: fn(&Function) -> &BTreeSet<IdentityId>) -> bool {
        are_mostly_common(
            &functions
                .map(|of| some(&self.of[&of]).iter().map(|of| shown_name(self.context.names, *of)).collect()),
        )
    }

    /// Returns true unless noise explains the change from one function to another.
    fn exceed_noise(&self, [gone, new]: [&Row; 2], test: SuccessionTest) -> bool {
        let runs = [0, 1].map(|side| self.context.union.side(side).count());
        let spread = |side: usize, row: &Row| self.spreads(side, row.identity).next().unwrap_or_default();
        match test.noise {
            Some(noise) if runs == [1, 1] => {
                noise.is_exceeded_by([spread(0, gone), spread(1, new)], test.floor)
            }
            // With several runs, those of one side differ.
            _ if runs.iter().all(|&runs| runs > 1) => {
                let [a, b] = [self.each_run(0, gone.identity), self.each_run(1, new.identity)];
                a[1] < b[0] || b[1] < a[0]
            }
            _ => true,
        }
    }

    /// Returns the least and the most self time of a function in the runs of a side.
    fn each_run(&self, side: usize, function: IdentityId) -> [i64; 2] {
        let ticks = || self.spreads(side, function).map(|spread| spread.ticks);
        [ticks().min().unwrap_or(0), ticks().max().unwrap_or(0)]
    }

    /// Returns the mean self time of a function over the runs of a side, in ticks.
    fn own_ticks(&self, side: usize, function: IdentityId) -> f64 {
        let runs = self.context.union.side(side).count().max(1);
        let sum: i64 = self.spreads(side, function).map(|spread| spread.ticks).sum();
        sum as f64 / runs as f64
    }

    /// Returns the self times of a function's calls in each run of a side.
    fn spreads(&self, side: usize, function: IdentityId) -> impl Iterator<Item = Spread> {
        let runs = self.context.union.runs().iter().zip(&self.of[&function].spreads);
        runs.filter(move |(run, _)| run.side == side).map(|(_, spread)| *spread)
    }
}

/// Returns true if two sets of names have at least half of them in common.
fn are_mostly_common([x, y]: &[BTreeSet<String>; 2]) -> bool {
    let common = x.intersection(y).count();
    common > 0 && common as f64 >= LEAST_COMMON * x.union(y).count() as f64
}

/// Splits the name of a method into its class and its own name.
fn split_method(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once("::").or_else(|| name.rsplit_once('.'))
}

/// Returns true for the row of all calls of a function that only one side calls.
fn is_one_sided(row: &Row) -> bool {
    !row.is_call() && row.caller.is_none() && row.calls.contains(&0)
}

/// Returns what became of a gone function: `vat_percent probably replaces rate_for`, or `feed_token probably moved from
/// lalr_parser.py to parser_state.py`.
pub(super) fn what(context: RowContext<'_>, new: IdentityId, of: &Succession<'_>) -> String {
    let functions = [of.gone.identity, new];
    let [gone_name, new_name] = functions.map(|of| shown_name(context.names, of));
    let files = functions.map(|of| words::shown(&context.names.name_and_file(of).1));
    if of.has_moved {
        let [from, to] = short_files(&files);
        return format!("{new_name} probably moved from {from} to {to}");
    }
    if gone_name == new_name {
        let [gone_file, new_file] = short_files(&files);
        return format!("{new_name} of {new_file} probably replaces {gone_name} of {gone_file}");
    }
    format!("{new_name} probably replaces {gone_name}")
}

/// Returns the ends of two paths that tell them apart: the file names, with their folders if the names are equal.
fn short_files([a, b]: &[String; 2]) -> [&str; 2] {
    let end = |path: &str, parts: usize| path.rmatch_indices('/').nth(parts - 1).map_or(0, |(at, _)| at + 1);
    let ends = |parts: usize| [&a[end(a, parts)..], &b[end(b, parts)..]];
    let most = a.split('/').count().max(b.split('/').count());
    (1..=most).map(ends).find(|[a, b]| a != b).unwrap_or([a, b])
}

/// Returns the functions that probably succeed others, or are succeeded. `rows` are all significant changes.
pub(super) fn all_successors(context: RowContext<'_>, rows: &[&Row], floor: Floor) -> Successors {
    let mut of = BTreeMap::new();
    let test = SuccessionTest { floor, noise: None };
    for (row, found) in rows.iter().zip(successions(context, rows, test)) {
        let Some((_, succession)) = found else { continue };
        let [gone, new] = [succession.gone.identity, row.identity];
        let [gone_name, new_name] = [gone, new].map(|of| shown_name(context.names, of));
        let files = [gone, new].map(|of| words::shown(&context.names.name_and_file(of).1));
        let [of_gone, of_new] = if succession.has_moved {
            let [from, to] = short_files(&files);
            ["other file", "other file"].map(|word| (word, format!("probably moved from {from} to {to}")))
        } else {
            [
                ("replaced", format!("probably replaced by {new_name}")),
                ("replaces", format!("probably replaces {gone_name}")),
            ]
        };
        let has_moved = succession.has_moved;
        for (identity, other, (word, sentence)) in [(gone, new, of_gone), (new, gone, of_new)] {
            of.insert(identity, Successor { other, has_moved, word, sentence });
        }
    }
    Successors { of }
}

/// Returns the other file, if the side that lacks a function has one of its name there: `states.py`.
pub(super) fn namesake_file(context: RowContext<'_>, row: &Row) -> Option<[String; 2]> {
    let name = shown_name(context.names, row.identity);
    if words_of(&name).is_empty() {
        return None;
    }
    let union = context.union;
    let own = usize::from(row.calls[0] == 0);
    let mut others: BTreeMap<IdentityId, [bool; 2]> = BTreeMap::new();
    for node in union.nodes().filter(|node| union.identity()[node.index()] != row.identity) {
        for side in union.sides_with(node) {
            others.entry(union.identity()[node.index()]).or_default()[side] = true;
        }
    }
    let is_alone = |sides: &[bool; 2]| sides[1 - own] && !sides[own];
    let mut namesakes =
        others.iter().filter(|(of, sides)| is_alone(sides) && shown_name(context.names, **of) == name);
    let (other, _) = namesakes.next().filter(|_| namesakes.next().is_none())?;
    let files = [row.identity, *other].map(|of| words::shown(&context.names.name_and_file(of).1));
    (files.iter().all(|file| !file.is_empty()) && files[0] != files[1])
        .then(|| short_files(&files).map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::short_files;

    #[test]
    fn files_are_shortened_to_what_tells_them_apart() {
        let short = |a: &str, b: &str| short_files(&[a.to_owned(), b.to_owned()]).map(str::to_owned);
        assert_eq!(short("lib/lark/lalr_parser.py", "lib/lark/state.py"), ["lalr_parser.py", "state.py"]);
        assert_eq!(short("lib/old/parser.py", "lib/new/parser.py"), ["old/parser.py", "new/parser.py"]);
        assert_eq!(short("parser.py", "lib/parser.py"), ["parser.py", "lib/parser.py"]);
        assert_eq!(short("a", "a"), ["a", "a"]);
    }
}
