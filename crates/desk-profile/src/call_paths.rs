//! The weighted call paths of the open sides, which the Profile desk draws.

use crate::path_results::CallPaths;
use diptych_compare::ends::ComparedUntil;
use diptych_engine::{Analysis, JobInput, ReadContext, Reads, Texts};
use diptych_profile::{FunctionTable, MeasuredTree, TreePart, Weight, WeightedTree};
use diptych_protocol::SideName;
use diptych_store::{Columns, StoreError, parts};
use diptych_trace::{Axis, CallId, IdentityId, LaneId, Trace};
use diptych_views::{FrameNames, csv};
use std::sync::Arc;

/// The analysis that adds up call paths.
#[derive(Debug)]
pub(crate) enum Profiles {}

/// The settings that call paths depend on, besides the traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProfileQuery {
    /// Identity rules, with the defaults written out.
    pub(crate) rules: String,
    /// Weight, by its name in the state.
    pub(crate) weight: String,
    /// Span of each side, ticks: calls count from the first tick and before the second.
    pub(crate) spans: [[i64; 2]; 2],
    /// Part of the longer side that is compared, if the other side ends early. Calls after it don't count.
    pub(crate) until: Option<ComparedUntil>,
    /// Number of the label above the paths of each lane, by side; [`LEFT_OUT`] for lanes that do not count.
    pub(crate) lanes: [Vec<u32>; 2],
    /// Labels above the paths; empty if paths begin with functions.
    pub(crate) labels: Vec<String>,
}

impl ProfileQuery {
    /// Writes the query.
    pub(crate) fn put(&self, columns: &mut Columns<'_>) {
        columns.put_text("rules", self.rules.as_str());
        columns.put_text("weight", self.weight.as_str());
        columns.put("spans", self.spans.as_flattened());
        parts::put_compared_until(columns, self.until.as_ref());
        columns.put("lanes.a", &self.lanes[0]);
        columns.put("lanes.b", &self.lanes[1]);
        columns.put_texts("labels", self.labels.iter().map(String::as_str));
    }
}

/// Label of a lane whose calls do not count.
pub(crate) const LEFT_OUT: u32 = u32::MAX;

impl Analysis for Profiles {
    const NAME: &'static str = "profile";
    const TITLE: &'static str = "Adding up call paths";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    // The spans may follow a window that the user drags.
    const INTERACTIVE: bool = true;
    type Query = ProfileQuery;
    type Value = CallPaths;

    fn put_query(query: &ProfileQuery, columns: &mut Columns<'_>) {
        query.put(columns);
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let AddedUp { tree, texts, identities, below_zero, .. } = AddedUp::new(query, bench)?;
        let mut columns = Columns::default();
        parts::put_weighted_tree(&mut columns, &tree);
        columns.put_texts("names", texts.names.iter().map(String::as_str));
        columns.put_texts("files", texts.files.iter().map(String::as_str));
        for (side, name) in ["functions.a", "functions.b"].into_iter().enumerate() {
            let numbers = identities[side].iter().map(|identity| identity.0);
            columns.put(name, &numbers.collect::<Vec<u32>>());
        }
        columns.put("below-zero", &below_zero);
        Ok(columns.to_bytes())
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<CallPaths>, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let names = Texts { names: columns.texts("names")?, files: columns.texts("files")? };
        let count = names.names.len();
        let functions = count.checked_sub(query.texts("labels")?.len()).ok_or(StoreError::Damaged)?;
        let open = context.traces.into_iter().flatten().count();
        let tree = parts::weighted_tree(&columns, count as u32)?;
        let identities = [columns.get::<u32>("functions.a")?, columns.get::<u32>("functions.b")?];
        let fits = identities.iter().zip(context.traces).all(|(numbers, trace)| {
            numbers.len() == trace.map_or(0, |trace| trace.functions().len())
                && numbers.iter().all(|&number| (number as usize) < functions)
        });
        if names.files.len() != count || tree.sides().len() != open || !fits {
            return Err(StoreError::Misfit { what: "call paths belong to other traces" });
        }
        let until = parts::compared_until(query)?.map(|until| (SideName::BOTH[until.side], until.moment));
        let below_zero = columns.get::<u64>("below-zero")?.try_into().map_err(|_| StoreError::Damaged)?;
        let weight = query.text("weight")?;
        let axis =
            context.traces.into_iter().flatten().next().map(|trace| Weight::named(trace, weight).axis(trace));
        let axis = axis.unwrap_or(Axis::TIME);
        Ok(Some(CallPaths {
            // The table lists functions only; labels are no functions.
            table: Arc::new(FunctionTable::new(&tree, count).of_first(functions)),
            tree: Arc::new(tree),
            names: Arc::new(FrameNames::new(&names, count)),
            identities: identities.map(|numbers| numbers.into_iter().map(IdentityId).collect()),
            axis,
            unit: if weight == "calls" { "calls" } else { csv::unit(axis) },
            below_zero,
            until,
        }))
    }
}

/// Call paths of a query, in the compute role.
pub(crate) struct AddedUp {
    pub(crate) tree: WeightedTree,
    /// Names by number: those of functions, then the labels.
    pub(crate) texts: Texts,
    /// Number of names that are functions.
    pub(crate) functions: usize,
    /// Identity of each function, by side.
    pub(crate) identities: [Vec<IdentityId>; 2],
    /// Number of calls with negative weight, by side.
    pub(crate) below_zero: [u64; 2],
    /// Side of which only the calls before a moment count, with that moment.
    pub(crate) until: Option<(SideName, i64)>,
}

impl AddedUp {
    /// Adds up the paths of a query. O(calls).
    pub(crate) fn new(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Self, StoreError> {
        let (traces, labels) = (bench.traces, query.texts("labels")?);
        let spans = query.get::<i64>("spans")?;
        let &[spans_a, spans_b] = spans.as_chunks().0 else { return Err(StoreError::Damaged) };
        let lanes = [query.get::<u32>("lanes.a")?, query.get::<u32>("lanes.b")?];
        let (names, stages) = bench.names(query.text("rules")?)?;
        let identities = &names.identities;
        let mut measuring = Measuring {
            traces,
            identities: [identities.by_function(0), identities.by_function(1)],
            weight: query.text("weight")?,
            spans: [spans_a, spans_b],
            until: parts::compared_until(query)?,
            below_zero: [0; 2],
        };
        let mut progress = |done, total| stages(Profiles::TITLE, done, total);
        let first = identities.count();
        let mut parts = Vec::new();
        for (label, lanes) in by_label(&lanes, labels.len().max(1)).iter().enumerate() {
            parts.push((IdentityId(first + label as u32), measuring.tree(lanes, &mut progress)?));
        }
        let together = parts.pop_if(|_| labels.is_empty());
        let tree = together.map_or_else(|| WeightedTree::joined(&parts), |(_, tree)| tree);
        let of_functions = || (0..first).map(|id| identities.name_and_file(IdentityId(id)));
        let of_lanes = labels.iter().map(|label| (label.as_str(), ""));
        let all = of_functions().chain(of_lanes).map(|(name, file)| (name.to_owned(), file.to_owned()));
        let (names, files) = all.unzip();
        Ok(Self {
            tree,
            texts: Texts { names, files },
            functions: first as usize,
            identities: [0, 1].map(|side| identities.by_function(side).to_vec()),
            below_zero: measuring.below_zero,
            until: measuring.until.map(|until| (SideName::BOTH[until.side], until.moment)),
        })
    }
}

/// The traces to measure, and the weight.
struct Measuring<'a> {
    traces: [Option<&'a Trace>; 2],
    identities: [&'a [IdentityId]; 2],
    weight: &'a str,
    spans: [[i64; 2]; 2],
    until: Option<ComparedUntil>,
    below_zero: [u64; 2],
}

impl Measuring<'_> {
    /// Returns the tree of the given lanes of each open side. Fails if a lane does not exist or no side is open.
    fn tree(
        &mut self,
        lanes: &[Vec<LaneId>; 2],
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<WeightedTree, StoreError> {
        let mut measured = Vec::new();
        for (side, trace) in self.traces.into_iter().enumerate() {
            let Some(trace) = trace else { continue };
            if lanes[side].iter().any(|lane| lane.index() >= trace.lanes().len()) {
                return Err(StoreError::Damaged);
            }
            let [from, mut until] = self.spans[side];
            let compared = self.until.as_ref().filter(|compared| compared.side == side);
            until = compared.map_or(until, |compared| until.min(compared.moment));
            let is_left_out = |call: CallId| compared.is_some_and(|compared| compared.is_open(call));
            let is_left_out: Option<&dyn Fn(CallId) -> bool> = compared.is_some().then_some(&is_left_out);
            let part = TreePart { from, until, lanes: Some(&lanes[side]), is_left_out, ..TreePart::whole() };
            let weight = Weight::named(trace, self.weight);
            let tree = MeasuredTree::new(trace, self.identities[side], part, weight, progress);
            self.below_zero[side] += tree.below_zero;
            measured.push(tree);
        }
        match &measured[..] {
            [a, b] => Ok(WeightedTree::pair([a, b])),
            [one] => Ok(WeightedTree::one(one)),
            _ => Err(StoreError::Misfit { what: "no side is open" }),
        }
    }
}

/// Groups the lanes of each side by label. O(lanes + labels).
fn by_label(labels: &[Vec<u32>; 2], count: usize) -> Vec<[Vec<LaneId>; 2]> {
    let mut lanes = vec![[Vec::new(), Vec::new()]; count];
    for (side, labels) in labels.iter().enumerate() {
        for (lane, &label) in labels.iter().enumerate() {
            if let Some(lanes) = lanes.get_mut(label as usize) {
                lanes[side].push(LaneId(lane as u32));
            }
        }
    }
    lanes
}
