//! `diptych flame`: writes profiles as files that other programs read.

mod options;

use crate::aligned::{aligned, note_gaps};
use crate::args::SiblingOrder;
use crate::error::CliError;
use crate::key_names::KeyNames;
use crate::open::open_named;
use crate::output::{note, shown};
use crate::output_file::{OutputFile, TextWriter};
use crate::rules::{RulesFile, read_naming, read_rules};
use crate::shares::in_shares;
use diptych_compare::Pair;
use diptych_compare::ends::ComparedUntil;
use diptych_compare::identity::{compile, identify};
use diptych_desk_profile::profiles::{ProfileFile, ProfileFileKind};
use diptych_engine::trace::{Axis, CallId, IdentityId, Run, Trace};
use diptych_profile::{Floor, Groups, MeasuredTree, TreePart, Weight, WeightedTree, percentiles};
use diptych_protocol::SideName;
use diptych_views::{FrameNames, words};
use std::fmt;
use std::path::{Path, PathBuf};

pub(crate) use options::StacksOptions;

/// Reads the traces, adds up their call trees and writes the file.
pub(crate) fn run(options: &StacksOptions) -> Result<(), CliError> {
    let inputs = options.files.iter().map(PathBuf::as_path);
    let inputs = inputs.chain(options.rules.as_ref().map(RulesFile::path));
    let output = OutputFile::new(&options.output, inputs)?;
    let naming = read_naming(options.rules.as_ref())?;
    let open = |path: &Path| open_named(path, &naming);
    let read = match &options.files[..] {
        [a, b] => {
            let (a, b) = rayon::join(|| open(a), || open(b));
            let [a, b] = [a?, b?];
            let shares = in_shares([a.trace.axis(), b.trace.axis()])?;
            if shares { vec![a.in_shares(), b.in_shares()] } else { vec![a, b] }
        }
        files => files.iter().map(|file| open(file)).collect::<Result<_, _>>()?,
    };
    let runs = NamedRuns::new(&read, options)?;
    let notes = output.write_with(|out| TextWriter::write(out, |out| runs.write(options, out)))?;
    for said in notes {
        note(&format!("diptych: {said}"));
    }
    Ok(())
}

/// Returns the part of the longer side that is compared, if the other side ends early.
fn compared_until(pair: Pair<'_>) -> Option<ComparedUntil> {
    let (alignment, ends) = aligned(pair);
    note_gaps(&ends);
    ends.early.map(|early| early.compared_until(pair.traces[1 - early.side], &alignment))
}

/// One or two runs with common names for their functions.
struct NamedRuns<'a> {
    traces: Vec<&'a Trace>,
    sides: Vec<String>,
    /// Identities by run and function.
    identities: Vec<Vec<IdentityId>>,
    names: FrameNames,
    measured: Vec<MeasuredTree>,
    /// Axis of the weights.
    axis: Axis,
}

impl<'a> NamedRuns<'a> {
    fn new(runs: &'a [Run], options: &StacksOptions) -> Result<Self, CliError> {
        let (first, last) = (&runs[0], &runs[runs.len() - 1]);
        let rules = read_rules(options.rules.as_ref(), [&first.format, &last.format])?;
        let compiled = compile(&rules).map_err(|error| CliError::Failed(error.to_string()))?;
        let identities = identify(&compiled, [&first.trace, &last.trace], &mut |_, _| ());
        let traces: Vec<&Trace> = runs.iter().map(|run| &run.trace).collect();
        let weights: Vec<Weight> =
            traces.iter().map(|trace| options.weight_of(trace)).collect::<Result<_, _>>()?;
        let axis = weights[0].axis(traces[0]);
        let of_side = |side: usize| identities.by_function(side).to_vec();
        let identities_of: Vec<Vec<IdentityId>> = (0..runs.len()).map(of_side).collect();
        let until = match traces[..] {
            [a, b] => compared_until(identities.pair([a, b])),
            _ => None,
        };
        let measure = |side: usize| {
            let until = until.as_ref().filter(|until| until.side == side);
            let is_left_out = |call: CallId| until.is_some_and(|until| until.is_open(call));
            let part = TreePart {
                until: until.map_or(i64::MAX, |until| until.moment),
                is_left_out: if until.is_some() { Some(&is_left_out) } else { None },
                ..TreePart::whole()
            };
            MeasuredTree::new(traces[side], &identities_of[side], part, weights[side], &mut |_, _| ())
        };
        let measured: Vec<MeasuredTree> = (0..runs.len()).map(measure).collect();
        for (run, side) in measured.iter().zip(runs).filter(|(run, _)| run.below_zero > 0) {
            let (count, name) = (run.below_zero, shown(&side.name));
            note(&format!("diptych: {count} calls of {name} have a negative weight and count as 0"));
        }
        if let Some(until) = &until {
            let side = SideName::BOTH[until.side];
            note(&format!("diptych: {}", words::not_counted(traces[until.side].axis(), side, until.moment)));
        }
        let count = identities.keys.len();
        Ok(Self {
            traces,
            sides: runs.iter().map(|run| run.name.clone()).collect(),
            names: FrameNames::new(&KeyNames::new(identities.keys), count),
            identities: identities_of,
            measured,
            axis,
        })
    }

    /// Writes the content of the output file. Returns notes for the user.
    fn write(&self, options: &StacksOptions, out: &mut dyn fmt::Write) -> Result<Vec<String>, fmt::Error> {
        let tree = match (&self.measured[..], options.order) {
            ([a, b], _) => WeightedTree::pair([a, b]),
            (_, SiblingOrder::Calls) => WeightedTree::of_calls(self.traces[0], &self.identities[0]),
            (runs, _) => WeightedTree::one(&runs[0]),
        };
        let of_calls = |(trace, identities): (&&Trace, &Vec<IdentityId>)| {
            let groups = Groups::new(identities.iter().map(|identity| identity.0).collect());
            let mut columns = percentiles(trace, &groups, &[0.5, 0.99]);
            let p99 = columns.pop().unwrap_or_default();
            [columns.pop().unwrap_or_default(), p99]
        };
        let is_table = options.kind == ProfileFileKind::Csv;
        let rows = self.traces.iter().zip(&self.identities).filter(|_| is_table);
        let percentiles: Vec<[Vec<i64>; 2]> = rows.map(of_calls).collect();
        let mut how = options.how;
        let (share, amount) = options.floor;
        how.differences.floor = Floor::on(self.axis, share, amount);
        let file = ProfileFile {
            tree: &tree,
            names: &self.names,
            functions: self.names.len(),
            axis: self.axis,
            call_axis: self.traces[0].axis(),
            sides: &self.sides,
            percentiles: &percentiles,
            options: how,
        };
        file.write(options.kind, out)
    }
}
