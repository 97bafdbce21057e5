//! The judgement of a fleet.

use crate::alike::alike;
use crate::false_discovery::adjusted;
use crate::null::Null;
use crate::observations::{Observation, Observations};
use crate::statistics::{deviation, median, sign_test};
use std::collections::BTreeSet;

/// The settings of a judgement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FleetOptions {
    /// Largest expected share of false changes among those that are reported.
    pub level: f64,
    /// Smallest change of a function in a pair that is reported, as a share: 0.05 is 5 %.
    pub least_change: f64,
    /// Smallest change of a function over all pairs that is reported, as a share.
    pub least_shift: f64,
}

impl Default for FleetOptions {
    fn default() -> Self {
        Self { level: 0.05, least_change: 0.05, least_shift: 0.01 }
    }
}

/// The outcome of a pair, as its comparison found it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PairOutcome {
    /// Name of the pair.
    pub name: String,
    /// Reason why it could not be compared.
    pub error: Option<String>,
    /// Verdict in one line.
    pub verdict: Option<String>,
    /// Cause of the largest change, if the comparison found a significant one.
    pub cause: Option<String>,
    /// Reason why the sides may not be comparable, or are incomplete.
    pub doubt: Option<String>,
    /// Extent of B ÷ extent of A.
    pub ratio: Option<f64>,
    /// Number of significant changes of the pair by itself.
    pub significant_changes: u64,
    /// True if a condition holds.
    pub fails: bool,
}

/// A function that changed in a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Number of the pair.
    pub pair: usize,
    /// Number of the function.
    pub function: usize,
    /// Self time in A and in B.
    pub times: [f64; 2],
    /// B ÷ A, beyond the change of the pair's functions in general.
    pub ratio: f64,
    /// p, adjusted for the false discovery rate over all pairs and functions.
    pub q: f64,
}

/// A function over all pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetFunction {
    /// Number of the function.
    pub function: usize,
    /// Number of pairs that call it on both sides and spend enough time in it to be judged.
    pub pairs: u64,
    /// Number of pairs in which it became slower.
    pub slower: u64,
    /// Number of pairs in which it became faster.
    pub faster: u64,
    /// Number of pairs in which only B calls it.
    pub new: u64,
    /// Number of pairs in which only A calls it.
    pub gone: u64,
    /// Median over the pairs of B ÷ A, beyond the change of each pair's functions in general.
    pub ratio: Option<f64>,
    /// Adjusted p of the sign test over the pairs.
    pub q: Option<f64>,
    /// True if it is slower or faster over all pairs, by the sign test and by enough.
    pub is_shifted: bool,
}

/// A pair in the judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct PairSummary {
    /// Outcome of its comparison.
    pub outcome: PairOutcome,
    /// True if it changed.
    pub is_changed: bool,
    /// Median of B ÷ A of its functions, if there are enough.
    pub general_ratio: Option<f64>,
    /// Adjusted p of that ratio.
    pub general_q: Option<f64>,
    /// True if its functions changed in general, by enough.
    pub is_general: bool,
    /// Number of judged functions that only B calls, and that only A calls.
    pub new_and_gone: [u64; 2],
    /// Number of the group of pairs that changed alike.
    pub group: Option<usize>,
}

/// The judgement of a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetSummary {
    /// The pairs, in the order of the manifest.
    pub pairs: Vec<PairSummary>,
    /// Names of the functions, by number.
    pub names: Vec<String>,
    /// Functions that changed in single pairs, the surest first.
    pub changes: Vec<Change>,
    /// All functions, those that changed in most pairs first.
    pub functions: Vec<FleetFunction>,
    /// Groups of pairs that changed alike, the largest first.
    pub groups: Vec<Vec<usize>>,
    /// Noise of the fleet in units of each function's spread; `None` if there are too few functions and pairs to know. A
    /// pair then counts as changed if its own comparison found a significant change.
    pub null: Option<Null>,
    /// Number of tests of functions in pairs.
    pub tests: usize,
}

/// Fewest functions of a pair whose median says something about the pair in general.
const LEAST_FUNCTIONS: usize = 5;
/// Weight, in pairs, of the fleet's spread in the spread of a function. It steadies functions that few pairs call.
const PRIOR: f64 = 8.0;
/// Smallest spread of a logarithm that counts. Clocks are no more exact than that.
const LEAST_SPREAD: f64 = 1e-3;
/// Fewest pairs for a sign test that can reach the usual level.
const LEAST_PAIRS: u64 = 6;

/// The logarithm of B ÷ A of a function in a pair, beyond the pair's general change.
struct Shift<'a> {
    of: &'a Observation,
    log: f64,
}

impl FleetSummary {
    /// Judges a fleet. `pairs` are in the order of their numbers. O(n log n) in the observations.
    pub fn new(pairs: Vec<PairOutcome>, observations: &Observations, options: FleetOptions) -> Self {
        let general = general_changes(pairs.len(), observations.all());
        let shifts: Vec<Shift<'_>> = observations.all().iter().filter_map(|of| shift(of, &general)).collect();
        let spread = Spreads::new(&shifts, observations.names().len());
        let residuals: Vec<f64> = shifts.iter().map(|shift| spread.residual(shift)).collect();
        let null = Null::fit(&residuals);
        let changes = null.map_or_else(Vec::new, |null| changes(&shifts, &spread, null, options));
        let functions = functions(observations, &shifts, &changes, options);
        let mut pairs = general_tests(pairs, &general, options);
        for of in observations.all().iter().filter(|of| of.is_judged) {
            let [new, gone] = &mut pairs[of.pair as usize].new_and_gone;
            *new += u64::from(of.is_called == [false, true]);
            *gone += u64::from(of.is_called == [true, false]);
        }
        let mut summary = Self {
            pairs,
            names: observations.names().to_vec(),
            changes,
            functions,
            groups: Vec::new(),
            null,
            tests: shifts.len(),
        };
        summary.mark_pairs();
        summary
    }

    /// Marks the pairs that changed, and groups them. Functions of one side are no matter of noise, and of a pair that is
    /// incomplete nobody knows that it did not change.
    fn mark_pairs(&mut self) {
        let mut sets: Vec<BTreeSet<(usize, bool)>> = vec![BTreeSet::new(); self.pairs.len()];
        for change in &self.changes {
            sets[change.pair].insert((change.function, change.ratio > 1.0));
        }
        self.groups = alike(&sets);
        for (group, members) in self.groups.iter().enumerate() {
            for &pair in members {
                self.pairs[pair].group = Some(group);
            }
        }
        let is_tested = self.null.is_some();
        for (pair, set) in self.pairs.iter_mut().zip(&sets) {
            let by_itself = !is_tested && pair.outcome.significant_changes > 0;
            let is_other = pair.new_and_gone != [0, 0] || pair.outcome.doubt.is_some();
            pair.is_changed =
                pair.outcome.error.is_none() && (!set.is_empty() || pair.is_general || by_itself || is_other);
        }
    }
}

fn log_ratio(of: &Observation) -> Option<f64> {
    let [a, b] = of.times;
    (of.is_judged && a > 0.0 && b > 0.0).then(|| (b / a).ln())
}

/// Returns the median logarithm of B ÷ A of each pair's functions, if there are enough.
fn general_changes(pairs: usize, observations: &[Observation]) -> Vec<Option<f64>> {
    let mut logs: Vec<Vec<f64>> = vec![Vec::new(); pairs];
    for of in observations {
        logs[of.pair as usize].extend(log_ratio(of));
    }
    logs.into_iter().map(|mut logs| (logs.len() >= LEAST_FUNCTIONS).then(|| median(&mut logs))).collect()
}

fn shift<'a>(of: &'a Observation, general: &[Option<f64>]) -> Option<Shift<'a>> {
    Some(Shift { of, log: log_ratio(of)? - general[of.pair as usize].unwrap_or(0.0) })
}

/// The centre and the spread of each function's shifts over the pairs.
struct Spreads {
    centre: Vec<f64>,
    spread: Vec<f64>,
}

impl Spreads {
    fn new(shifts: &[Shift<'_>], functions: usize) -> Self {
        let mut logs: Vec<Vec<f64>> = vec![Vec::new(); functions];
        for shift in shifts {
            logs[shift.of.function as usize].push(shift.log);
        }
        // Of a function that few pairs call, a change and the usual value cannot be told apart.
        let is_enough = |logs: &Vec<f64>| logs.len() as f64 >= PRIOR;
        let centre: Vec<f64> =
            logs.iter_mut().map(|logs| if is_enough(logs) { median(logs) } else { 0.0 }).collect();
        let residuals: Vec<f64> =
            shifts.iter().map(|shift| shift.log - centre[shift.of.function as usize]).collect();
        let fleet = deviation(&residuals, 0.0);
        let spread = logs.iter().zip(&centre).map(|(logs, &centre)| {
            let (own, count) = (deviation(logs, centre), logs.len() as f64);
            let (own, count) = if is_enough(logs) { (own, count) } else { (0.0, 0.0) };
            ((count * own * own + PRIOR * fleet * fleet) / (count + PRIOR)).sqrt().max(LEAST_SPREAD)
        });
        Self { spread: spread.collect(), centre }
    }

    /// Returns the distance from the function's usual shift, in its spread.
    fn residual(&self, shift: &Shift<'_>) -> f64 {
        let function = shift.of.function as usize;
        (shift.log - self.centre[function]) / self.spread[function]
    }

    /// Returns the distance from no change, in the function's spread.
    fn standardised(&self, shift: &Shift<'_>) -> f64 {
        shift.log / self.spread[shift.of.function as usize]
    }
}

fn changes(shifts: &[Shift<'_>], spread: &Spreads, null: Null, options: FleetOptions) -> Vec<Change> {
    let p: Vec<f64> = shifts.iter().map(|shift| null.p(spread.standardised(shift))).collect();
    let found = shifts
        .iter()
        .zip(adjusted(&p))
        .filter(|(shift, q)| *q <= options.level && is_at_least(shift.log, options.least_change));
    let change = |(shift, q): (&Shift<'_>, f64)| Change {
        pair: shift.of.pair as usize,
        function: shift.of.function as usize,
        times: shift.of.times,
        ratio: shift.log.exp(),
        q,
    };
    let mut changes: Vec<Change> = found.map(change).collect();
    let size = |of: &Change| (of.times[1] - of.times[0]).abs();
    changes.sort_by(|x, y| {
        let by_size = size(y).total_cmp(&size(x));
        x.q.total_cmp(&y.q).then(by_size).then((x.pair, x.function).cmp(&(y.pair, y.function)))
    });
    changes
}

/// Returns true if a ratio, given by its logarithm, differs from 1 by a share, in either direction.
fn is_at_least(log: f64, share: f64) -> bool {
    log.abs() >= share.ln_1p()
}

fn functions(
    observations: &Observations,
    shifts: &[Shift<'_>],
    changes: &[Change],
    options: FleetOptions,
) -> Vec<FleetFunction> {
    let empty = |function| FleetFunction {
        function,
        pairs: 0,
        slower: 0,
        faster: 0,
        new: 0,
        gone: 0,
        ratio: None,
        q: None,
        is_shifted: false,
    };
    let mut all: Vec<FleetFunction> = (0..observations.names().len()).map(empty).collect();
    for of in observations.all().iter().filter(|of| of.is_judged) {
        let function = &mut all[of.function as usize];
        function.new += u64::from(of.is_called == [false, true]);
        function.gone += u64::from(of.is_called == [true, false]);
    }
    for change in changes {
        let function = &mut all[change.function];
        *(if change.ratio > 1.0 { &mut function.slower } else { &mut function.faster }) += 1;
    }
    let mut logs: Vec<Vec<f64>> = vec![Vec::new(); all.len()];
    for shift in shifts {
        logs[shift.of.function as usize].push(shift.log);
    }
    shift_tests(&mut all, &mut logs, options);
    all.sort_by(|x, y| {
        let changed = |of: &FleetFunction| of.slower + of.faster;
        let size = |of: &FleetFunction| of.ratio.map_or(0.0, |ratio| ratio.ln().abs());
        let by_pairs = changed(y).cmp(&changed(x));
        by_pairs
            .then(y.is_shifted.cmp(&x.is_shifted))
            .then(size(y).total_cmp(&size(x)))
            .then(x.function.cmp(&y.function))
    });
    all
}

/// Tests whether each function shifted over all pairs. `logs` are by function.
fn shift_tests(all: &mut [FleetFunction], logs: &mut [Vec<f64>], options: FleetOptions) {
    let mut tested = Vec::new();
    for (function, logs) in all.iter_mut().zip(logs.iter_mut()) {
        let [up, down] = [1.0, -1.0].map(|sign| logs.iter().filter(|&&log| log * sign > 0.0).count() as u64);
        function.pairs = logs.len() as u64;
        function.ratio = (!logs.is_empty()).then(|| median(logs).exp());
        if function.pairs >= LEAST_PAIRS {
            tested.push((function, sign_test(up, up + down)));
        }
    }
    let p: Vec<f64> = tested.iter().map(|(_, p)| *p).collect();
    for ((function, _), q) in tested.into_iter().zip(adjusted(&p)) {
        function.q = Some(q);
        let log = function.ratio.map_or(0.0, f64::ln);
        function.is_shifted = q <= options.level && is_at_least(log, options.least_shift);
    }
}

/// Tests whether the functions of each pair changed in general.
fn general_tests(
    pairs: Vec<PairOutcome>,
    general: &[Option<f64>],
    options: FleetOptions,
) -> Vec<PairSummary> {
    let known: Vec<f64> = general.iter().copied().flatten().collect();
    let centre = median(&mut known.clone());
    let spread = deviation(&known, centre).max(LEAST_SPREAD);
    let residuals: Vec<f64> = known.iter().map(|log| (log - centre) / spread).collect();
    let p =
        Null::fit(&residuals).map(|null| known.iter().map(|log| null.p(log / spread)).collect::<Vec<f64>>());
    let mut q = p.map(|p| adjusted(&p).into_iter());
    let summary = |(outcome, log): (PairOutcome, &Option<f64>)| {
        let general_q = log.and_then(|_| q.as_mut()?.next());
        let is_general = general_q.is_some_and(|q| q <= options.level)
            && log.is_some_and(|log| is_at_least(log, options.least_change));
        PairSummary {
            outcome,
            is_changed: false,
            general_ratio: log.map(f64::exp),
            general_q,
            is_general,
            new_and_gone: [0, 0],
            group: None,
        }
    };
    pairs.into_iter().zip(general).map(summary).collect()
}

#[cfg(test)]
mod tests;
