//! Writes suggested identity rules and renames as text.

use diptych_compare::identity::{
    Edges, Neighbours, Rename, Rule, RuleError, Rules, Share, agree, compile, identify, propose_renames,
    propose_rules,
};
use diptych_engine::trace::Trace;
use diptych_profile::{Groups, totals};
use diptych_views::numbers;
use std::fmt::Write;

/// Returns a text of rules: the current ones, then suggested rules for many names, then suggested renames. A comment
/// above each suggestion gives its gain and its reason. The text can be edited and used as rules. Renames apply to the
/// names that the suggested rules produce.
pub(super) fn text(rules: &Rules, defaults: &Rules, traces: [&Trace; 2]) -> Result<String, RuleError> {
    let sums = traces.map(|trace| totals(trace, &Groups::by_function(trace), |_| ()));
    let totals = [&sums[0], &sums[1]];
    let identities = identify(&compile(rules)?, traces, &mut |_, _| ());
    let moves = propose_rules(&identities, &agree(&identities, totals));
    let mut with_moves = rules.clone();
    with_moves.rules.extend(moves.iter().map(|one| one.rule.clone()));
    let identities = identify(&compile(&with_moves)?, traces, &mut |_, _| ());
    let near = [0, 1].map(|side: usize| {
        let edges = Edges::new(traces[side], &mut |_, _| ());
        Neighbours::new(&edges, identities.by_function(side), identities.count())
    });
    let renames = propose_renames(&identities, &agree(&identities, totals), [&near[0], &near[1]]);
    let mut out = rules.to_short_text(defaults);
    if out.is_empty() {
        out.push_str("defaults\n");
    }
    for one in &moves {
        let [a, b] = &one.between;
        remark(&mut out, one.calls, &format!("{}: {a} -> {b}", one.in_words()));
        out.push_str(&rule_line(&one.rule));
    }
    for one in &renames {
        let reasons: Vec<&str> = one.reasons.iter().map(|reason| reason.in_words()).collect();
        remark(&mut out, one.calls, &reasons.join(", "));
        out.push_str(&rename_line(&one.rename));
    }
    if moves.is_empty() && renames.is_empty() {
        out.push_str("# no suggestions\n");
    }
    Ok(out)
}

/// Adds a comment: `# +14.0 % of calls, same name in another file`.
fn remark(out: &mut String, calls: [Share; 2], reason: &str) {
    let gain = calls.iter().filter_map(|share| share.ratio()).fold(0.0, f64::max);
    let reason = reason.replace(['\n', '\r'], " ");
    let _ = writeln!(out, "# +{} of calls, {reason}", numbers::percent(gain));
}

fn rule_line(rule: &Rule) -> String {
    Rules { rules: vec![rule.clone()], ..Rules::NONE }.to_text()
}

fn rename_line(rename: &Rename) -> String {
    Rules { renames: vec![rename.clone()], ..Rules::NONE }.to_text()
}
