//! The keys of functions that only runs outside the displayed pair call. The keys of the pair come with its alignment.

use super::{Analysis, JobInput, PairAlignment, ReadContext, Reads, basis};
use crate::run_profile::RunProfile;
use diptych_compare::identity::{Rules, key_of};
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
}

impl<'a> RunNames<'a> {
    /// Collects the functions of all runs that are not displayed. O(functions of all runs).
    pub(crate) fn new(
        aligned: &PairAlignment,
        shown: [&'a Trace; 2],
        others: &[Vec<&'a RunProfile>; 2],
    ) -> Self {
        let mut place = aligned.identities.keys.len() as u32;
        let mut own = [Vec::new(), Vec::new()];
        let places = [0, 1].map(|side| {
            if others[side].is_empty() {
                return Vec::new();
            }
            let functions = shown[side].functions().specs(shown[side].names());
            let in_pair = functions.iter().zip(aligned.identities.by_function(side));
            let mut seen: FxHashMap<_, u32> =
                in_pair.map(|(spec, key)| (source_location(spec), key.0)).collect();
            let mut place_of = |spec: FunctionSpec<'a>| {
                *seen.entry(source_location(&spec)).or_insert_with(|| {
                    own[side].push(spec);
                    place += 1;
                    place - 1
                })
            };
            others[side].iter().map(|run| run.functions().into_iter().map(&mut place_of).collect()).collect()
        });
        Self { places, own }
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
        })
    }
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
}

impl Analysis for RunKeys {
    const NAME: &'static str = "keys";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Nothing;
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
    }

    fn compute(query: &Columns<'_>, _: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let rules = basis::read(query.text("rules")?, &Rules::NONE).map_err(|_| StoreError::Damaged)?.1;
        let (texts, lines, count_a) =
            (query.texts("texts")?, query.get::<u32>("lines")?, query.get("count.a")?);
        let &[count_a]: &[u32] = &count_a[..] else { return Err(StoreError::Damaged) };
        let functions = texts.as_chunks().0.iter().zip(lines).enumerate();
        let keys: Vec<String> = functions
            .map(|(at, ([name, file], line))| {
                let side = usize::from(at >= count_a as usize);
                key_of(&rules, side, FunctionSpec { name, file, line, category: "" })
            })
            .collect();
        let mut columns = Columns::default();
        columns.put_texts("keys", keys.iter().map(String::as_str));
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
