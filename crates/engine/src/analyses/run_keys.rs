//! The keys of functions that only runs outside the displayed pair call. The keys of the pair come with its alignment.

use super::read_rules::read_rules;
use super::{Analysis, JobInput, PairAlignment, ReadContext, Reads};
use crate::run_profile::RunProfile;
use diptych_compare::identity::{Rules, identify_runs};
use diptych_store::{Columns, StoreError};
use diptych_trace::{FunctionSpec, Trace};
use rustc_hash::FxHashMap;

/// The functions of runs that are not displayed, without those of the displayed pair.
#[derive(Debug)]
pub(crate) struct RunNames<'a> {
    /// Index of each function's key, by side and run. The keys are those of the pair, then those of A's own functions,
    /// then those of B's.
    pub(super) places: [Vec<Vec<u32>>; 2],
    /// Functions of each side that its displayed run lacks, each once.
    own: [Vec<FunctionSpec<'a>>; 2],
    /// The difference between each of these runs and the displayed run of its side, runs of A first.
    runs: Vec<RunDifference>,
}

/// The functions in which a run differs from the displayed run of its side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct RunDifference {
    side: usize,
    /// Places among the side's own functions.
    own: Vec<u32>,
    /// Functions of the displayed run that the run lacks.
    lacks: Vec<u32>,
}

impl<'a> RunNames<'a> {
    /// Collects the functions of all runs that are not displayed. O(functions of all runs).
    pub(crate) fn new(
        aligned: &PairAlignment,
        shown: [&'a Trace; 2],
        others: &[Vec<&'a RunProfile>; 2],
    ) -> Self {
        let mut place = aligned.identities.keys.len() as u32;
        let mut found = Self { places: Default::default(), own: Default::default(), runs: Vec::new() };
        for (side, runs) in others.iter().enumerate() {
            if runs.is_empty() {
                continue;
            }
            let functions = shown[side].functions().specs(shown[side].names());
            let in_pair = functions.iter().zip(aligned.identities.by_function(side)).zip(0..);
            // Index of the key of each known function, and its place in the displayed run or among its side's own ones.
            let mut known: FxHashMap<_, (u32, Place)> =
                in_pair.map(|((spec, key), at)| (source_location(spec), (key.0, Place::Shown(at)))).collect();
            for run in runs {
                let mut difference = RunDifference { side, ..RunDifference::default() };
                let mut is_lacking = vec![true; functions.len()];
                let own = &mut found.own[side];
                let place_of = |spec: FunctionSpec<'a>| {
                    let (key, at) = *known.entry(source_location(&spec)).or_insert_with(|| {
                        own.push(spec);
                        place += 1;
                        (place - 1, Place::Own(own.len() as u32 - 1))
                    });
                    match at {
                        Place::Shown(at) => is_lacking[at as usize] = false,
                        Place::Own(at) => difference.own.push(at),
                    }
                    key
                };
                found.places[side].push(run.functions().into_iter().map(place_of).collect());
                difference.lacks =
                    (0..).zip(is_lacking).filter_map(|(at, lacks)| lacks.then_some(at)).collect();
                found.runs.push(difference);
            }
        }
        found
    }

    /// Returns the query for their keys, under rules with the defaults written out. `None` if the pair has all
    /// functions.
    pub(crate) fn query(&self, rules: &str) -> Option<RunKeysQuery> {
        let [a, b] = &self.own;
        let functions = a.iter().chain(b);
        (functions.clone().count() > 0).then(|| RunKeysQuery {
            rules: rules.to_owned(),
            texts: functions.clone().flat_map(|spec| [spec.name, spec.file].map(str::to_owned)).collect(),
            lines: functions.map(|spec| spec.line).collect(),
            count_a: a.len() as u32,
            runs: self.runs.clone(),
        })
    }
}

/// The place of a function: in the displayed run of its side, or among the functions that this run lacks.
#[derive(Debug, Clone, Copy)]
enum Place {
    Shown(u32),
    Own(u32),
}

/// Returns the name, file and line, which identify a function within a run.
fn source_location<'a>(spec: &FunctionSpec<'a>) -> (&'a str, &'a str, u32) {
    (spec.name, spec.file, spec.line)
}

/// The analysis that computes these keys.
#[derive(Debug)]
pub(crate) enum RunKeys {}

/// The functions and the rules that keys depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RunKeysQuery {
    /// Identity rules, with the defaults written out.
    rules: String,
    /// Name and file of each function, those of A first.
    texts: Vec<String>,
    lines: Vec<u32>,
    /// Number of functions of A.
    count_a: u32,
    runs: Vec<RunDifference>,
}

impl Analysis for RunKeys {
    const NAME: &'static str = "keys";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Both;
    const STORED: bool = false;
    const INTERACTIVE: bool = false;
    type Query = RunKeysQuery;
    /// Key of each function.
    type Value = Vec<String>;

    fn put_query(query: &RunKeysQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
        columns.put_texts("texts", query.texts.iter().map(String::as_str));
        columns.put("lines", &query.lines);
        columns.put("count.a", &[query.count_a]);
        let sizes =
            query.runs.iter().flat_map(|run| [run.side as u32, run.own.len() as u32, run.lacks.len() as u32]);
        columns.put("runs", &sizes.collect::<Vec<u32>>());
        columns.put(
            "runs.own",
            &query.runs.iter().flat_map(|run| run.own.iter().copied()).collect::<Vec<u32>>(),
        );
        columns.put(
            "runs.lacks",
            &query.runs.iter().flat_map(|run| run.lacks.iter().copied()).collect::<Vec<u32>>(),
        );
    }

    /// Identifies the functions of all runs, those of the displayed pair first. O(functions of all runs).
    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let rules = read_rules(query.text("rules")?, &Rules::NONE).map_err(|_| StoreError::Damaged)?.1;
        let (texts, lines, count_a) =
            (query.texts("texts")?, query.get::<u32>("lines")?, query.get("count.a")?);
        let &[count_a]: &[u32] = &count_a[..] else { return Err(StoreError::Damaged) };
        let spec = |([name, file], &line): (&[String; 2], &u32)| -> (String, String, u32) {
            (name.clone(), file.clone(), line)
        };
        let own: Vec<(String, String, u32)> =
            texts.as_chunks().0.iter().zip(lines.iter()).map(spec).collect();
        let (own_a, own_b) = own.split_at_checked(count_a as usize).ok_or(StoreError::Damaged)?;
        let own = [own_a, own_b];
        let traces = bench.both()?;
        let shown = traces.map(|trace| trace.functions().specs(trace.names()));
        let differences = differences(query)?;
        let mut runs = shown.clone().map(|functions| vec![functions]);
        for run in &differences {
            let (shown, own) = (shown.get(run.side), own.get(run.side));
            let (shown, own) = shown.zip(own).ok_or(StoreError::Damaged)?;
            let mut has = vec![true; shown.len()];
            for &at in &run.lacks {
                *has.get_mut(at as usize).ok_or(StoreError::Damaged)? = false;
            }
            let mut functions: Vec<FunctionSpec<'_>> =
                shown.iter().zip(has).filter_map(|(&function, has)| has.then_some(function)).collect();
            for &at in &run.own {
                let (name, file, line) = own.get(at as usize).ok_or(StoreError::Damaged)?;
                functions.push(FunctionSpec { name, file, line: *line, category: "" });
            }
            runs[run.side].push(functions);
        }
        let [of_a, of_b] = &runs;
        let identities = identify_runs(&rules, [of_a, of_b], &mut |_, _| ());
        let mut keys = own.map(|own| vec![String::new(); own.len()]);
        let mut next = [1, 1];
        for run in &differences {
            let ids = &identities.of_function[run.side][next[run.side]];
            next[run.side] += 1;
            for (&at, &id) in run.own.iter().zip(&ids[ids.len() - run.own.len()..]) {
                identities.key(id).clone_into(&mut keys[run.side][at as usize]);
            }
        }
        let mut columns = Columns::default();
        columns.put_texts("keys", keys.iter().flatten().map(String::as_str));
        Ok(columns.to_bytes())
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        _: ReadContext<'_>,
    ) -> Result<Option<Vec<String>>, StoreError> {
        let keys = Columns::from_bytes(bytes)?.texts("keys")?;
        if keys.len() != query.get::<u32>("lines")?.len() {
            return Err(StoreError::Misfit { what: "it belongs to other functions" });
        }
        Ok(Some(keys))
    }
}

/// Reads the runs of a query.
fn differences(query: &Columns<'_>) -> Result<Vec<RunDifference>, StoreError> {
    let (sizes, own, lacks) =
        (query.get::<u32>("runs")?, query.get::<u32>("runs.own")?, query.get::<u32>("runs.lacks")?);
    let (mut own, mut lacks) = (&own[..], &lacks[..]);
    let take = |from: &mut &[u32], count: u32| {
        let (taken, rest) = from.split_at_checked(count as usize)?;
        *from = rest;
        Some(taken.to_vec())
    };
    let run = |&[side, owns, lacking]: &[u32; 3]| {
        Some(RunDifference {
            side: side as usize,
            own: take(&mut own, owns)?,
            lacks: take(&mut lacks, lacking)?,
        })
    };
    sizes.as_chunks().0.iter().map(run).collect::<Option<Vec<_>>>().ok_or(StoreError::Damaged)
}
