//! What identity rules do to a pair, in words: what the compute role answers.

use diptych_compare::identity::{
    Agreement, Alone, Compiled, Field, Identities, Origin, Proposal, Rule, RuleKind, RuleProposal, Rules,
    Share, Trail, trails,
};
use diptych_protocol::RuleSampleOf;
use diptych_protocol::comparison::{
    IdentityReport, RenameProposal, RuleProblem, RuleRow, RuleSample, SamplePiece, SideAgreement,
    UnmatchedName,
};
use diptych_trace::{FunctionId, FunctionSpec, IdentityId, Trace};
use diptych_views::{numbers, words};

/// Most names without partner listed for a side; their number is always said.
const UNMATCHED_LISTED: usize = 100;

/// What a report says: made from the rules of the draft, or from those of the comparison where the draft is wrong.
#[derive(Debug)]
pub(super) struct Output<'a> {
    pub(super) traces: [&'a Trace; 2],
    pub(super) rules: &'a Rules,
    pub(super) compiled: &'a Compiled,
    pub(super) defaults: &'a Rules,
    pub(super) identities: &'a Identities,
    /// How much is named alike under these rules.
    pub(super) found: &'a Agreement,
    /// The same under those of the comparison.
    pub(super) before: &'a Agreement,
}

impl Output<'_> {
    /// The report, with what may be proposed: rules for many names at once, then renames.
    pub(super) fn report(
        &self,
        moves: &[RuleProposal],
        renames: &[Proposal],
        problem: Option<RuleProblem>,
        samples: &[RuleSampleOf],
    ) -> IdentityReport {
        let moves = moves.iter().map(|one| self.rule_proposal(one));
        IdentityReport {
            rules: self.rows(),
            text: self.rules.to_text(),
            short: self.rules.to_short_text(self.defaults),
            problem,
            agreement: [0, 1].map(|side| self.agreement(side)),
            unmatched: [0, 1].map(|side| self.unmatched(side)),
            unmatched_of: [0, 1].map(|side| self.found.sides[side].alone.len() as u32),
            proposals: moves.chain(renames.iter().map(|proposal| self.proposal(proposal))).collect(),
            samples: samples.iter().map(|sample| sample_in_words(self.compiled, sample)).collect(),
        }
    }

    fn rows(&self) -> Vec<RuleRow> {
        let touched =
            |place: usize| self.identities.touched.get(place).map_or([0; 2], |touched| touched.by_side);
        let rules = self.rules.rules.iter().enumerate();
        let mut rows: Vec<RuleRow> =
            rules.map(|(place, rule)| rule_row(rule, place as u32, touched(place))).collect();
        for (place, rename) in self.rules.renames.iter().enumerate() {
            let touched = self.identities.renamed.get(place).map_or([0; 2], |touched| touched.by_side);
            rows.push(link_row("rename", &rename.from, &rename.to, rows.len() as u32, touched));
        }
        for [a, b] in &self.rules.pairs {
            rows.push(link_row("pair", a, b, rows.len() as u32, [1, 1]));
        }
        rows
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

    fn unmatched_name(&self, side: usize, alone: &Alone, first: FunctionId, whole: f64) -> UnmatchedName {
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

    fn rule_proposal(&self, proposal: &RuleProposal) -> RenameProposal {
        let [a, b] = proposal.between.each_ref().map(|text| words::shown(text));
        let mut rules = self.rules.clone();
        rules.rules.push(proposal.rule.clone());
        let gain = proposal.calls.iter().filter_map(|share| share.ratio()).fold(0.0, f64::max);
        RenameProposal {
            a,
            b,
            reason: proposal.in_words(),
            gain: format!("+{} of calls", numbers::percent(gain)),
            rules: rules.to_text(),
        }
    }

    fn proposal(&self, proposal: &Proposal) -> RenameProposal {
        let [a, b] = proposal.identities.map(|identity| words::shown(self.identities.key(identity)));
        let mut rules = self.rules.clone();
        rules.renames.push(proposal.rename.clone());
        let gain = proposal.calls.iter().filter_map(|share| share.ratio()).fold(0.0, f64::max);
        let reasons: Vec<&str> = proposal.reasons.iter().map(|&reason| reason.in_words()).collect();
        RenameProposal {
            a,
            b,
            reason: reasons.join(", "),
            gain: format!("+{} of calls", numbers::percent(gain)),
            rules: rules.to_text(),
        }
    }
}

/// The first function that goes by each identity; [`FunctionId::NONE`] of the other side's.
fn first_functions(identities: &[IdentityId], count: u32) -> Vec<FunctionId> {
    let mut first = vec![FunctionId::NONE; count as usize];
    for (function, identity) in identities.iter().enumerate().rev() {
        first[identity.index()] = FunctionId(function as u32);
    }
    first
}

fn rule_row(rule: &Rule, line: u32, touched: [u32; 2]) -> RuleRow {
    let on = match rule.on {
        Field::Name => "name",
        Field::File => "file",
        Field::Both => "both",
    };
    let pattern = match rule.kind {
        RuleKind::Pattern => rule.pattern.clone(),
        RuleKind::Balanced => format!("balanced {}", rule.pattern),
    };
    let origin = match rule.origin {
        Origin::Default => "default",
        Origin::User => "own",
    };
    RuleRow {
        name: rule.name.clone(),
        on: on.to_owned(),
        pattern,
        becomes: rule.replacement.clone(),
        enabled: rule.enabled,
        origin: origin.to_owned(),
        touched,
        line,
    }
}

fn link_row(on: &str, pattern: &str, becomes: &str, line: u32, touched: [u32; 2]) -> RuleRow {
    RuleRow {
        name: String::new(),
        on: on.to_owned(),
        pattern: words::shown(pattern),
        becomes: words::shown(becomes),
        enabled: true,
        origin: "rename".to_owned(),
        touched,
        line,
    }
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
