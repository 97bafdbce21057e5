//! All proposals for better rules together, with the share of calls that they would match.

use super::agreement::{Agreement, Share, agree};
use super::compiled::{RuleError, compile};
use super::identities::{Identities, identify};
use super::moved::{RuleProposal, propose_rules};
use super::neighbours::{Edges, Neighbours};
use super::prefix::{PrefixSuggestion, suggest_prefix};
use super::proposals::{Proposal, propose_renames};
use super::rules::Rules;
use crate::Progress;
use diptych_profile::Totals;
use diptych_trace::Trace;

/// Proposals that hold one after the other: each is made with the ones before it accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestions {
    /// Proposals: a folder, then rules for many names, then renames.
    pub list: Vec<Suggestion>,
    /// The rules with all proposals accepted.
    pub accepted: Rules,
    /// Calls with a partner under the rules, on A and on B.
    pub before: [Share; 2],
    /// Calls with a partner with all proposals accepted.
    pub after: [Share; 2],
}

/// One proposal.
#[derive(Debug, Clone, PartialEq)]
pub enum Suggestion {
    /// A rule that drops folders.
    Folder(PrefixSuggestion),
    /// A rule for many names.
    Rule(RuleProposal),
    /// A rename of one function.
    Rename(Proposal),
}

impl Suggestion {
    /// Returns the share of calls that the proposal would match: the larger one of A's and B's, from 0 to 1.
    pub fn gain(&self) -> f64 {
        let larger = |shares: [Option<f64>; 2]| shares.into_iter().flatten().fold(0.0, f64::max);
        match self {
            Self::Folder(folder) => larger(
                [0, 1].map(|side: usize| Some(folder.after[side].ratio()? - folder.before[side].ratio()?)),
            ),
            Self::Rule(rule) => larger(rule.calls.map(Share::ratio)),
            Self::Rename(rename) => larger(rename.calls.map(Share::ratio)),
        }
    }

    /// Adds the proposal to rules.
    fn accept(&self, rules: &mut Rules) {
        match self {
            Self::Folder(folder) => rules.rules.push(folder.rule.clone()),
            Self::Rule(rule) => rules.rules.push(rule.rule.clone()),
            Self::Rename(rename) => rules.renames.push(rename.rename.clone()),
        }
    }
}

/// Proposes changes to the rules that would match more names. `totals` are each side's totals by function. O(calls),
/// plus the time of [`suggest_prefix`] and [`propose_renames`].
pub fn suggest(
    rules: &Rules,
    traces: [&Trace; 2],
    totals: [&Totals; 2],
    progress: Progress<'_>,
) -> Result<Suggestions, RuleError> {
    let mut found = Suggestions {
        list: Vec::new(),
        accepted: rules.clone(),
        before: Default::default(),
        after: Default::default(),
    };
    let (identities, agreement) = named(rules, traces, totals)?;
    found.before = calls(&agreement);
    found.after = found.before;
    if agreement.sides.iter().any(|side| side.alone.is_empty()) {
        return Ok(found);
    }
    let folder = suggest_prefix(rules, traces, totals, &identities, &agreement, &mut *progress);
    found.take(folder.map(Suggestion::Folder));
    let (identities, agreement) = named(&found.accepted, traces, totals)?;
    found.take(propose_rules(&identities, &agreement).into_iter().map(Suggestion::Rule));
    let (identities, agreement) = named(&found.accepted, traces, totals)?;
    let near = [0, 1].map(|side: usize| {
        let edges = Edges::new(traces[side], &mut *progress);
        Neighbours::new(&edges, identities.by_function(side), identities.count())
    });
    let renames = propose_renames(&identities, &agreement, [&near[0], &near[1]]);
    found.take(renames.into_iter().map(Suggestion::Rename));
    found.after = calls(&named(&found.accepted, traces, totals)?.1);
    Ok(found)
}

impl Suggestions {
    fn take(&mut self, proposals: impl IntoIterator<Item = Suggestion>) {
        for proposal in proposals {
            proposal.accept(&mut self.accepted);
            self.list.push(proposal);
        }
    }
}

fn named(
    rules: &Rules,
    traces: [&Trace; 2],
    totals: [&Totals; 2],
) -> Result<(Identities, Agreement), RuleError> {
    let identities = identify(&compile(rules)?, traces, &mut |_, _| ());
    let agreement = agree(&identities, totals);
    Ok((identities, agreement))
}

fn calls(agreement: &Agreement) -> [Share; 2] {
    agreement.sides.each_ref().map(|side| side.calls)
}
