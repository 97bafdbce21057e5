//! The effect of a draft of identity rules on a pair, with proposals for better rules.
//!
//! The first picture does not need it. So its code is part of the compute role, which the first picture does not wait
//! for.

mod stored;
mod words;

use super::read_rules::read_rules;
use super::{Analysis, JobInput, ReadContext, Reads, Stages};
use diptych_compare::identity::{
    Agreement, Edges, Identities, Neighbours, Proposal, Rename, RewriteCache, RuleProposal, Rules, agree,
    compile, identify_again, propose_renames, propose_rules,
};
use diptych_profile::{Groups, Totals, totals};
use diptych_protocol::comparison::IdentityReport;
use diptych_protocol::{RuleSampleOf, SideName};
use diptych_store::{Columns, StoreError};
use diptych_trace::Trace;
use words::Output;

/// The analysis that reports on a draft of rules.
#[derive(Debug)]
pub(crate) enum IdentityReports {}

/// The draft and the settings that a report depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdentityQuery {
    /// Draft as text, which may be wrong; blank for the defaults.
    pub(crate) rules: String,
    /// Rules of the current comparison, with the defaults written out.
    pub(crate) current: String,
    /// Formats of both traces; the default rules depend on them.
    pub(crate) formats: [String; 2],
    /// Names to run through the rules as samples.
    pub(crate) samples: Vec<RuleSampleOf>,
}

/// Data cached between drafts, because the next keystroke needs the same.
#[derive(Debug)]
pub(crate) struct DraftCache {
    /// Versions of the sides.
    versions: Vec<u32>,
    totals: [Totals; 2],
    edges: [Edges; 2],
    /// Share of matching names under the rules of the comparison, with those rules.
    before: Option<(String, Agreement)>,
    /// Names that patterns have already rewritten.
    cache: RewriteCache,
}

impl Analysis for IdentityReports {
    const NAME: &'static str = "identity";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Both;
    const STORED: bool = false;
    const INTERACTIVE: bool = true;
    type Query = IdentityQuery;
    type Value = IdentityReport;

    fn put_query(query: &IdentityQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
        columns.put_text("current", query.current.as_str());
        columns.put_texts("formats", query.formats.iter().map(String::as_str));
        let names = query.samples.iter().flat_map(|sample| [sample.name.as_str(), sample.file.as_str()]);
        columns.put_texts("samples", names);
        let sides = query.samples.iter().map(|sample| sample.side.index() as u8);
        columns.put("sides", &sides.collect::<Vec<u8>>());
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let report = report(&query_of(query)?, bench)?;
        let mut columns = Columns::default();
        stored::put(&report, &mut columns);
        Ok(columns.to_bytes())
    }

    fn read(_: &Columns<'_>, bytes: &[u8], _: ReadContext<'_>) -> Result<Option<IdentityReport>, StoreError> {
        stored::report(&Columns::from_bytes(bytes)?).map(Some)
    }
}

fn query_of(columns: &Columns<'_>) -> Result<IdentityQuery, StoreError> {
    let text = |name: &str| columns.text(name).map(str::to_owned);
    let formats = columns.texts("formats")?.try_into().map_err(|_| StoreError::Damaged)?;
    let (names, sides) = (columns.texts("samples")?, columns.get::<u8>("sides")?);
    let samples = names.as_chunks().0.iter().zip(sides).map(|([name, file], side)| RuleSampleOf {
        side: SideName::BOTH[usize::from(side == 1)],
        name: name.clone(),
        file: file.clone(),
    });
    let samples = samples.collect();
    Ok(IdentityQuery { rules: text("rules")?, current: text("current")?, formats, samples })
}

/// Computes the report. If the draft is wrong, everything but the problem describes the rules of the comparison.
fn report(query: &IdentityQuery, bench: &mut JobInput<'_>) -> Result<IdentityReport, StoreError> {
    let traces = bench.both()?;
    let defaults = Rules::defaults(query.formats.each_ref().map(String::as_str));
    let current = read_rules(&query.current, &defaults).map_err(|_| StoreError::Damaged)?;
    let (rules, compiled, problem) = match read_rules(&query.rules, &defaults) {
        Ok((rules, compiled)) => (rules, compiled, None),
        Err(problem) => (current.0, current.1, Some(problem)),
    };
    let mut held = DraftCache::of_pair(bench)?;
    let before = held.before(&query.current, bench)?;
    (bench.stages)("Naming functions", 0, 0);
    let identities = identify_again(&compiled, traces, &mut held.cache);
    let (found, moves, renames) = held.proposals(&rules, &identities, traces, bench.stages);
    let output = Output {
        traces,
        rules: &rules,
        compiled: &compiled,
        defaults: &defaults,
        identities: &identities,
        found: &found,
        before: &before,
    };
    let report = output.report(&moves, &renames, problem, query);
    bench.memory.keep(held);
    Ok(report)
}

impl DraftCache {
    /// Returns the cached data of the current pair, or computes them. O(calls) for a new pair.
    pub(super) fn of_pair(bench: &mut JobInput<'_>) -> Result<Self, StoreError> {
        let (traces, versions) = (bench.both()?, bench.versions.clone());
        let held = bench.memory.take::<DraftCache>().filter(|held| held.versions == versions);
        Ok(held.unwrap_or_else(|| Self::new(versions, traces, bench.stages)))
    }

    /// Returns the share of matching names, and proposals that raise it: rules for many names at once, then renames. As in
    /// [`suggest`](diptych_compare::identity::suggest), renames are looked for as if the rules were accepted. They have the
    /// names of now, so that each can be accepted by itself.
    pub(super) fn proposals(
        &mut self,
        rules: &Rules,
        identities: &Identities,
        traces: [&Trace; 2],
        stages: Stages<'_>,
    ) -> (Agreement, Vec<RuleProposal>, Vec<Proposal>) {
        let totals = [&self.totals[0], &self.totals[1]];
        let found = agree(identities, totals);
        stages("Looking for moved functions", 0, 0);
        let moves = propose_rules(identities, &found);
        stages("Looking for renamed functions", 0, 0);
        let mut accepted = rules.clone();
        accepted.rules.extend(moves.iter().map(|proposal| proposal.rule.clone()));
        let compiled = compile(&accepted).ok().filter(|_| !moves.is_empty());
        let after = compiled.map(|compiled| identify_again(&compiled, traces, &mut self.cache));
        let named = after.as_ref().unwrap_or(identities);
        let near =
            [0, 1].map(|side| Neighbours::new(&self.edges[side], named.by_function(side), named.count()));
        let found_after = after.as_ref().map(|after| agree(after, totals));
        let renames = propose_renames(named, found_after.as_ref().unwrap_or(&found), [&near[0], &near[1]]);
        let of_now = |rename: Proposal| {
            let [a, b] = [0, 1].map(|side: usize| {
                let functions = named.by_function(side);
                let function = functions.iter().position(|of| *of == rename.identities[side])?;
                Some(identities.by_function(side)[function])
            });
            let (a, b) = (a?, b?);
            let [from, to] = [a, b].map(|of| identities.key(of).to_owned());
            Some(Proposal { rename: Rename { from, to }, identities: [a, b], ..rename })
        };
        let renames = renames.into_iter().filter_map(of_now).collect();
        (found, moves, renames)
    }

    /// Adds up times and finds callers for both sides. O(calls).
    fn new(versions: Vec<u32>, traces: [&Trace; 2], stages: Stages<'_>) -> Self {
        stages("Adding up calls", 0, 0);
        let totals = traces.map(|trace| totals(trace, &Groups::by_function(trace), |_| ()));
        let progress = &mut |done, total| stages("Finding who calls whom", done, total);
        let edges = traces.map(|trace| Edges::new(trace, progress));
        Self { versions, totals, edges, before: None, cache: RewriteCache::default() }
    }

    /// Returns the share of matching names under the rules of the comparison, with the defaults written out.
    fn before(&mut self, rules: &str, bench: &mut JobInput<'_>) -> Result<Agreement, StoreError> {
        if let Some((_, agreement)) = self.before.as_ref().filter(|(cached, _)| cached == rules) {
            return Ok(agreement.clone());
        }
        let (names, _) = bench.names(rules)?;
        let agreement = agree(&names.identities, [&self.totals[0], &self.totals[1]]);
        self.before = Some((rules.to_owned(), agreement.clone()));
        Ok(agreement)
    }
}
