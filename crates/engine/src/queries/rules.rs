//! What identity rules do to a pair, in words.

use crate::analyses::read_rules as read;
use crate::session::Session;
use diptych_compare::identity::{
    Agreement, Alone, Compiled, Identities, Memo, Neighbours, Origin, Proposal, Rule, RuleKind, RuleProposal,
    Rules, Share, Trail, agree, identify_again, propose_renames, propose_rules, trails,
};
use diptych_protocol::comparison::{
    IdentityReport, RenameProposal, RuleProblem, RuleRow, RuleSample, SamplePiece, SideAgreement,
    UnmatchedName,
};
use diptych_protocol::{RuleSampleOf, SideName};
use diptych_trace::{FunctionId, FunctionSpec, IdentityId, Trace};
use diptych_views::{numbers, words};

/// Most names without partner listed for a side; their number is always said.
const UNMATCHED_LISTED: usize = 100;

/// What a report is made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleQuery<'a> {
    /// The rules as text.
    pub(crate) text: &'a str,
    pub(crate) samples: &'a [RuleSampleOf],
    pub(crate) defaults: &'a Rules,
    /// The rules of the comparison on screen.
    pub(crate) current: &'a Rules,
    /// The identities that those give, once they are known.
    pub(crate) identities: Option<&'a Identities>,
}

/// The report; `None` unless both sides are open. Where the text is wrong, all but the problem is of the rules on
/// screen.
pub(crate) fn report(session: &Session, query: RuleQuery<'_>, memo: &mut Memo) -> Option<IdentityReport> {
    let [a, b] = SideName::BOTH.map(|side| session.slot(side));
    let (a, b) = (a.derived()?, b.derived()?);
    let (traces, totals) = ([a.0, b.0], [&a.1.totals, &b.1.totals]);
    let (rules, compiled, problem) = match read(query.text, query.defaults) {
        Ok((rules, compiled)) => (rules, compiled, None),
        Err(problem) => {
            let (rules, compiled) = read(&query.current.to_text(), query.defaults).ok()?;
            (rules, compiled, Some(problem))
        }
    };
    let identities = identify_again(&compiled, traces, memo);
    let found = agree(&identities, totals);
    let before = query.identities.map(|current| agree(current, totals));
    let edges = [a.1.edges(a.0), b.1.edges(b.0)];
    let neighbours = [0, 1].map(|side| Neighbours::new(edges[side], identities.of(side), identities.count()));
    let moves = propose_rules(&identities, &found);
    let mut proposals = propose_renames(&identities, &found, [&neighbours[0], &neighbours[1]]);
    // What a rule does for many needs no rename for each.
    proposals.retain(|one| moves.iter().all(|rule| !rule.identities.contains(&one.identities)));
    let out =
        Output { traces, rules: &rules, defaults: query.defaults, identities: &identities, found: &found };
    let mut report =
        out.report(&compiled, before.as_ref().unwrap_or(&found), &proposals, problem, query.samples);
    report.proposals.splice(0..0, moves.iter().map(|one| out.rule_proposal(one)));
    Some(report)
}

struct Output<'a> {
    traces: [&'a Trace; 2],
    rules: &'a Rules,
    defaults: &'a Rules,
    identities: &'a Identities,
    found: &'a Agreement,
}

impl Output<'_> {
    fn report(
        &self,
        compiled: &Compiled,
        before: &Agreement,
        proposals: &[Proposal],
        problem: Option<RuleProblem>,
        samples: &[RuleSampleOf],
    ) -> IdentityReport {
        IdentityReport {
            rules: self.rows(),
            text: self.rules.to_text(),
            short: self.rules.to_short_text(self.defaults),
            problem,
            agreement: [0, 1].map(|side| self.agreement(before, side)),
            unmatched: [0, 1].map(|side| self.unmatched(side)),
            unmatched_of: [0, 1].map(|side| self.found.sides[side].alone.len() as u32),
            proposals: proposals.iter().map(|proposal| self.proposal(proposal)).collect(),
            samples: samples.iter().map(|sample| sample_in_words(compiled, sample)).collect(),
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

    fn agreement(&self, before: &Agreement, side: usize) -> SideAgreement {
        let (now, then) = (&self.found.sides[side], &before.sides[side]);
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
        let first = first_functions(self.identities.of(side), self.identities.count());
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
    use diptych_compare::identity::Field;
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
