//! The report on identity rules, in words. The compute role writes it.

use super::IdentityQuery;
use diptych_compare::identity::{
    Agreement, ChangeCounts, Compiled, Field, Identities, Origin, Proposal, Rule, RuleKind, RuleProposal,
    Rules, Share, Trail, UnpairedIdentity, trails,
};
use diptych_protocol::RuleSampleOf;
use diptych_protocol::comparison::{
    IdentityReport, RenameProposal, RuleKind as LineKind, RuleLine, RuleProblem, RuleRow, RuleSample,
    RuleSubject, SamplePiece, SideAgreement, UnmatchedName,
};
use diptych_trace::{FunctionId, FunctionSpec, IdentityId, Trace};
use diptych_views::{numbers, words};

/// Most names without partner listed for a side. The report always gives their number.
const UNMATCHED_LISTED: usize = 100;

/// The data a report is made from: the rules of the draft, or those of the comparison if the draft is wrong.
#[derive(Debug)]
pub(super) struct Output<'a> {
    pub(super) traces: [&'a Trace; 2],
    pub(super) rules: &'a Rules,
    pub(super) compiled: &'a Compiled,
    pub(super) defaults: &'a Rules,
    pub(super) identities: &'a Identities,
    /// Share of matching names under these rules.
    pub(super) found: &'a Agreement,
    /// Share of matching names under the rules of the comparison.
    pub(super) before: &'a Agreement,
}

impl Output<'_> {
    /// Writes the report with its proposals: rules for many names at once, then renames.
    pub(super) fn report(
        &self,
        moves: &[RuleProposal],
        renames: &[Proposal],
        problem: Option<RuleProblem>,
        query: &IdentityQuery,
    ) -> IdentityReport {
        let moves = moves.iter().map(Self::rule_proposal);
        IdentityReport {
            rules: self.rows(),
            text: query.rules.clone(),
            short: self.rules.to_short_text(self.defaults),
            problem,
            agreement: [0, 1].map(|side| self.agreement(side)),
            unmatched: [0, 1].map(|side| self.unmatched(side)),
            unmatched_of: [0, 1].map(|side| self.found.sides[side].alone.len() as u32),
            proposals: moves.chain(renames.iter().map(|proposal| self.proposal(proposal))).collect(),
            samples: query.samples.iter().map(|sample| sample_in_words(self.compiled, sample)).collect(),
        }
    }

    fn rows(&self) -> Vec<RuleRow> {
        let rules = self.rules.rules.iter().enumerate();
        let mut rows: Vec<RuleRow> = rules.map(|(place, rule)| self.rule_row(place, rule)).collect();
        for (place, rename) in self.rules.renames.iter().enumerate() {
            let touched = self.identities.renamed.get(place).map_or([0; 2], |touched| touched.by_side);
            rows.push(accepted(key_line(RuleSubject::Rename, &rename.from, &rename.to), touched));
        }
        let pairs = self.rules.pairs.iter();
        rows.extend(pairs.map(|[a, b]| accepted(key_line(RuleSubject::Pair, a, b), [1, 1])));
        rows
    }

    fn rule_row(&self, place: usize, rule: &Rule) -> RuleRow {
        let origin = match rule.origin {
            Origin::Default => "default",
            Origin::User => "own",
        };
        let count = |of: &[ChangeCounts]| of.get(place).map_or([0; 2], |counts| counts.by_side);
        RuleRow {
            rule: rule_line(rule),
            origin: origin.to_owned(),
            touched: count(&self.identities.touched),
            paired: count(&self.identities.paired),
            merged: count(&self.identities.merged),
        }
    }

    fn agreement(&self, side: usize) -> SideAgreement {
        let (now, then) = (&self.found.sides[side], &self.before.sides[side]);
        let ratio = |share: Share| share.ratio().unwrap_or(1.0);
        SideAgreement {
            calls: ratio(now.calls),
            time: ratio(now.self_ticks),
            calls_before: ratio(then.calls),
            time_before: ratio(then.self_ticks),
        }
    }

    fn unmatched(&self, side: usize) -> Vec<UnmatchedName> {
        let whole = self.found.sides[side].self_ticks.whole.max(1) as f64;
        let first = first_functions(self.identities.by_function(side), self.identities.count());
        let alone = self.found.sides[side].alone.iter().take(UNMATCHED_LISTED);
        alone.map(|alone| self.unmatched_name(side, alone, first[alone.identity.index()], whole)).collect()
    }

    fn unmatched_name(
        &self,
        side: usize,
        alone: &UnpairedIdentity,
        first: FunctionId,
        whole: f64,
    ) -> UnmatchedName {
        let trace = self.traces[side];
        let function = trace.functions().get(trace.names(), first);
        UnmatchedName {
            key: words::shown(self.identities.key(alone.identity)),
            name: words::name_or_unnamed(function.name),
            file: words::shown(function.file),
            calls: alone.calls as u32,
            time: numbers::extent(trace.axis(), alone.self_ticks as i64),
            share: alone.self_ticks as f64 / whole,
        }
    }

    fn rule_proposal(proposal: &RuleProposal) -> RenameProposal {
        let [a, b] = proposal.between.each_ref().map(|text| words::shown(text));
        let gain = proposal.calls.iter().filter_map(|share| share.ratio()).fold(0.0, f64::max);
        RenameProposal {
            a,
            b,
            reason: proposal.in_words(),
            gain: format!("+{} of calls", numbers::percent(gain)),
            rule: rule_line(&proposal.rule),
        }
    }

    fn proposal(&self, proposal: &Proposal) -> RenameProposal {
        let [a, b] = proposal.identities.map(|identity| words::shown(self.identities.key(identity)));
        let gain = proposal.calls.iter().filter_map(|share| share.ratio()).fold(0.0, f64::max);
        let reasons: Vec<&str> = proposal.reasons.iter().map(|&reason| reason.in_words()).collect();
        RenameProposal {
            a,
            b,
            reason: reasons.join(", "),
            gain: format!("+{} of calls", numbers::percent(gain)),
            rule: key_line(RuleSubject::Rename, &proposal.rename.from, &proposal.rename.to),
        }
    }
}

/// Returns the first function of each identity; [`FunctionId::NONE`] for identities of the other side only.
fn first_functions(identities: &[IdentityId], count: u32) -> Vec<FunctionId> {
    let mut first = vec![FunctionId::NONE; count as usize];
    for (function, identity) in identities.iter().enumerate().rev() {
        first[identity.index()] = FunctionId(function as u32);
    }
    first
}

fn accepted(rule: RuleLine, touched: [u32; 2]) -> RuleRow {
    RuleRow { rule, origin: "rename".to_owned(), touched, paired: [0; 2], merged: [0; 2] }
}

fn rule_line(rule: &Rule) -> RuleLine {
    RuleLine {
        enabled: rule.enabled,
        on: match rule.on {
            Field::Name => RuleSubject::Name,
            Field::File => RuleSubject::File,
            Field::Both => RuleSubject::Both,
        },
        kind: match rule.kind {
            RuleKind::Pattern => LineKind::Pattern,
            RuleKind::Balanced => LineKind::Balanced,
            RuleKind::Argument => LineKind::Argument,
        },
        pattern: rule.pattern.clone(),
        becomes: rule.replacement.clone(),
        name: rule.name.clone(),
    }
}

fn key_line(on: RuleSubject, from: &str, to: &str) -> RuleLine {
    let (pattern, becomes) = (from.to_owned(), to.to_owned());
    RuleLine { enabled: true, on, pattern, becomes, ..RuleLine::default() }
}

fn sample_in_words(compiled: &Compiled, sample: &RuleSampleOf) -> RuleSample {
    let function = FunctionSpec { name: &sample.name, file: &sample.file, line: 0, category: "" };
    let [name, place] = trails(compiled, function);
    let mut pieces = pieces_of(&name);
    let mut becomes = name.after.clone();
    if !place.before.is_empty() {
        pieces.push(SamplePiece { text: " (".to_owned(), removed: false });
        pieces.extend(pieces_of(&place));
        pieces.push(SamplePiece { text: ")".to_owned(), removed: false });
        becomes = format!("{becomes} ({})", place.after);
    }
    RuleSample { side: sample.side, pieces, becomes: words::shown(&becomes) }
}

fn pieces_of(trail: &Trail) -> Vec<SamplePiece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut push = |text: &str, removed: bool| {
        if !text.is_empty() {
            pieces.push(SamplePiece { text: words::shown(text), removed });
        }
    };
    for removed in &trail.removed {
        push(&trail.before[at..removed.start], false);
        push(&trail.before[removed.clone()], true);
        at = removed.end;
    }
    push(&trail.before[at..], false);
    pieces
}
