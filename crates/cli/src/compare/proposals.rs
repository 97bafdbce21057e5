//! Suggested identity rules and renames: as a file of rules, and as the lines below a report. Also the rules with what
//! each does.

use crate::layout::{shortened, wrapped};
use crate::output::shown;
use diptych_compare::identity::{
    Reason, Rename, Rule, RuleError, Rules, Share, Suggestion, Suggestions, compile, identify, suggest,
};
use diptych_compare::parallel::both_sides;
use diptych_engine::trace::Trace;
use diptych_profile::{Groups, totals};
use diptych_views::numbers;
use std::fmt::Write;

/// Proposals listed below a report, the best first.
const LISTED: usize = 2;
/// Minimum share of the calls of a side that all proposals together must match to be mentioned.
const LEAST_GAIN: f64 = 0.001;
/// Largest number of characters of a name below a report.
const NAME: usize = 48;

/// Returns proposals for better rules, each made with those before it accepted.
pub(super) fn suggestions(rules: &Rules, traces: [&Trace; 2]) -> Result<Suggestions, RuleError> {
    let sums = both_sides(|side| totals(traces[side], &Groups::by_function(traces[side]), |_| ()));
    suggest(rules, traces, [&sums[0], &sums[1]], &mut |_, _| ())
}

/// Returns a text of rules: the current ones, then suggested rules for many names, then suggested renames. A comment
/// above each suggestion gives its gain and its reason. The text can be edited and used as rules. Renames apply to the
/// names that the suggested rules produce.
pub(super) fn text(rules: &Rules, defaults: &Rules, traces: [&Trace; 2]) -> Result<String, RuleError> {
    let found = suggestions(rules, traces)?;
    let mut out = rules.to_short_text(defaults);
    if out.is_empty() {
        out.push_str("defaults\n");
    }
    for one in &found.list {
        let reason = one_line(&reason(one));
        let _ = writeln!(out, "# +{} of calls, {reason}", numbers::percent(one.gain()));
        out.push_str(&line(one));
    }
    if found.list.is_empty() {
        out.push_str("# no suggestions\n");
    }
    Ok(out)
}

/// Returns what each rule does to the functions of both sides: how many of A and of B it matches, and how many it merges
/// with others of their side.
pub(super) fn effects(rules: &Rules, traces: [&Trace; 2]) -> Result<Vec<[u32; 4]>, RuleError> {
    Ok(identify(&compile(rules)?, traces, &mut |_, _| ()).effects())
}

/// Returns the rules as text, with a comment above each rule that says what it does. See [`effects`].
pub(super) fn with_effects(rules: &Rules, effects: &[[u32; 4]]) -> String {
    let mut out = String::new();
    for (rule, effect) in rules.rules.iter().zip(effects.iter().chain(std::iter::repeat(&[0; 4]))) {
        if let Some(effect) = effect_in_words(*effect) {
            let _ = writeln!(out, "# {effect}");
        }
        out.push_str(&rule_line(rule));
    }
    let links = Rules { rules: Vec::new(), ..rules.clone() };
    // Rules without any line would mean the defaults.
    if out.is_empty() || links != Rules::NONE {
        out.push_str(&links.to_text());
    }
    out
}

fn effect_in_words([a, b, own_a, own_b]: [u32; 4]) -> Option<String> {
    let paired = (a + b > 0).then(|| format!("matches {a} of A’s functions with {b} of B’s"));
    let merged = (own_a + own_b > 0)
        .then(|| format!("merges {own_a} of A’s functions and {own_b} of B’s with others of their side"));
    let all: Vec<String> = paired.into_iter().chain(merged).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Returns the lines below a report that say what the proposals would gain; none if that is next to nothing.
pub(super) fn lines(found: &Suggestions) -> Vec<String> {
    let gain = |side: usize| Some(found.after[side].ratio()? - found.before[side].ratio()?);
    let gains = [0, 1].map(|side| gain(side).unwrap_or(0.0));
    if gains[0].max(gains[1]) < LEAST_GAIN {
        return Vec::new();
    }
    let share = |share: Share| numbers::percent(share.ratio().unwrap_or(1.0));
    let [a, b] = [0, 1].map(|side: usize| [found.before[side], found.after[side]].map(share).join(" → "));
    let count = match found.list.len() {
        1 => "1 proposal".to_owned(),
        count => format!("{} proposals", numbers::count(count as u64)),
    };
    let head = format!(
        "Likely the same functions: {count} would match {a} of A’s calls and {b} of B’s. \
         Apply them with --accept-renames, list them with --propose-renames"
    );
    let mut best: Vec<&Suggestion> = found.list.iter().collect();
    best.sort_by(|x, y| y.gain().total_cmp(&x.gain()));
    let best = best.into_iter().take(LISTED);
    let line = |one: &Suggestion| format!("+{}  {}", numbers::percent(one.gain()), one_line(&summary(one)));
    std::iter::once(head).chain(best.map(line)).collect()
}

/// Returns the lines below a report as a section of text; empty if there are none.
pub(super) fn section(lines: &[String], width: Option<usize>) -> String {
    let Some((head, rest)) = lines.split_first() else { return String::new() };
    let head = wrapped(head, width, 0);
    let rest = rest.iter().flat_map(|line| wrapped(line, width, 2).into_iter());
    let all: Vec<String> = std::iter::once(String::new()).chain(head).chain(rest).collect();
    all.join("\n") + "\n"
}

/// Returns the reason for a proposal.
fn reason(one: &Suggestion) -> String {
    match one {
        Suggestion::Folder(folder) => {
            format!("files that differ by the folder {}", folder.dropped.join(" and "))
        }
        Suggestion::Rule(rule) => format!("{}: {} -> {}", rule.in_words(), rule.between[0], rule.between[1]),
        Suggestion::Rename(rename) => {
            rename.reasons.iter().map(|reason: &Reason| reason.in_words()).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Returns a proposal with its reason in one short line.
fn summary(one: &Suggestion) -> String {
    let name = |text: &str| shortened(&shown(text), NAME);
    match one {
        Suggestion::Folder(folder) => {
            let folders: Vec<String> =
                folder.dropped.iter().map(|folder| name(&format!("{folder}/"))).collect();
            format!("without {} in the paths of files", folders.join(" and "))
        }
        Suggestion::Rule(rule) => {
            let [a, b] = rule.between.each_ref().map(|text| name(text));
            format!("{a} → {b}: {}", rule.in_words())
        }
        Suggestion::Rename(rename) => {
            // A key without a file ends with empty parentheses.
            let [a, b] = [&rename.rename.from, &rename.rename.to]
                .map(|text| name(text.strip_suffix(" ()").unwrap_or(text)));
            let reason = reason(one);
            let joint = if reason.is_empty() { "" } else { ": " };
            format!("{a} → {b}{joint}{reason}")
        }
    }
}

/// Returns a proposal as a line of rules.
fn line(one: &Suggestion) -> String {
    match one {
        Suggestion::Folder(folder) => rule_line(&folder.rule),
        Suggestion::Rule(rule) => rule_line(&rule.rule),
        Suggestion::Rename(rename) => rename_line(&rename.rename),
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn rule_line(rule: &Rule) -> String {
    Rules { rules: vec![rule.clone()], ..Rules::NONE }.to_text()
}

fn rename_line(rename: &Rename) -> String {
    Rules { renames: vec![rename.clone()], ..Rules::NONE }.to_text()
}
