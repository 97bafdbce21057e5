//! Writes the report for people.

use super::json::{mode, ordered};
use super::model::{AxisChoice, IDLE, Model, OTHERS};
use super::results::Results;
use crate::layout::hanging;
use crate::output::shown;
use crate::style::{HEADING, painted};
use diptych_aggregate::{AnomalyKind, Departure, Finding, FindingKind, LaneTree, Part};
use diptych_engine::side_of;
use diptych_protocol::SideName;
use diptych_views::axis::ends;
use diptych_views::numbers::{count, extent, percent, things, three_digits};
use diptych_views::words;

/// Part of a lane's change of work below which a typical lane works as long as before.
const LEAST_USUAL: f64 = 0.01;

/// Largest number of rows of a list. The others are counted.
const MOST_ROWS: usize = 20;

/// Returns the report, within `width` characters if there is a limit.
pub(super) fn report(model: &Model, results: &Results, width: Option<usize>) -> String {
    let mut lines = Vec::new();
    head(model, results, &mut lines);
    // For a pair, the causes come before the picture of both runs.
    if results.differences.is_none() {
        partitions(model, results, &mut lines);
    } else {
        lines.push(String::new());
        if !model.cause.is_empty() {
            lines.push(painted(HEADING, "Cause, as in `diptych compare`:"));
            lines.push(format!("  {}", model.cause));
            lines.push(String::new());
        }
        lines.push(painted(
            HEADING,
            "Lanes and times: causes, then their effects, the largest of both first:",
        ));
        list(results.findings.found.iter().map(|of| finding(model, of)).collect(), &mut lines);
        if results.findings.found.is_empty() {
            lines.push(format!("  {}", nothing(model)));
        }
    }
    if let Some(found) = &results.differences {
        let is_tail_listed = results.findings.found.iter().any(|of| of.kind == FindingKind::Tail);
        lines.extend(not_compared(model, found.unjudged, is_tail_listed));
        lines.push(String::new());
        lines.push(painted(HEADING, "Areas that changed more than neighbouring lanes did, largest first:"));
        let rows = found.found.iter().map(|of| {
            let waits_for =
                model.waits_for(of, &results.findings.found).map_or_else(String::new, |(path, side)| {
                    format!("; {} for {}", ["waited in A", "waits"][side], shown(&path))
                });
            format!("{}{}{waits_for}", departure(model, &of.departure), times(model, &of.ticks))
        });
        list(rows.collect(), &mut lines);
        if found.found.is_empty() {
            lines.push(format!("  {}", nothing(model)));
        } else {
            lines.push("  (times are per lane, within the area)".to_owned());
        }
        if found.within_spread > 0 {
            let more = things(found.within_spread as u64, "more area stays", "more areas stay");
            lines.push(format!("  {more} within run-to-run variation"));
        }
        if found.within_noise > 0 {
            let more = things(found.within_noise as u64, "more area differs", "more areas differ");
            lines.push(format!("  {more} no more than the calls of the functions vary"));
        }
    }
    for (at, (names, found)) in model.names.iter().zip(&results.anomalies).enumerate() {
        lines.push(String::new());
        lines.push(painted(HEADING, &format!("Unusual lanes and times in {}:", side(names))));
        let rows = found.found.iter().map(|of| {
            let usual: Vec<[f64; 2]> = of.shares.iter().map(|[own, usual]| [*usual, *own]).collect();
            let kind = match of.kind {
                AnomalyKind::Area => "",
                AnomalyKind::CutOff => "unlike its neighbours: ",
                AnomalyKind::Slice => "all lanes, unlike the slices around: ",
            };
            let span = model.unusual[at].span(of.departure.part, model.edges(at));
            format!(
                "{kind}{}, z {}: {}",
                place(model, &model.tree, of.departure.part, at, span),
                three_digits(of.departure.z),
                changes(model, &usual, |usual, here| format!("{here} (usually {usual})"))
            )
        });
        list(rows.collect(), &mut lines);
        if found.found.is_empty() {
            let is_empty = model.tree.leaves().is_empty();
            let text = if is_empty { "no lanes are left to look at" } else { "nothing significant" };
            lines.push(format!("  {text}"));
        }
    }
    if results.differences.is_some() {
        partitions(model, results, &mut lines);
    }
    let fit = |line: String| {
        let fits = width.is_none_or(|width| line.chars().count() <= width);
        let text = line.trim_start();
        if fits || text.is_empty() { vec![line] } else { hanging(text, width, line.len() - text.len()) }
    };
    lines.into_iter().flat_map(fit).collect::<Vec<String>>().join("\n") + "\n"
}

/// Returns the time at the end that is not compared, because a run ends before or near it; `None` if all slices are.
/// A listed tail says already what the longer run does then.
fn not_compared(model: &Model, slices: usize, is_tail_listed: bool) -> Option<String> {
    if let Some(until) = &model.until {
        let side = SideName::BOTH[until.side];
        return Some(format!("Not compared: {}.", words::not_counted(model.time, side, until.moment)));
    }
    let from = model.grid.count.checked_sub(slices).filter(|_| slices > 0)?;
    let [a, b] = [model.extents[0], model.extents[model.extents.len() - 1]];
    let [shorter, longer] = if a < b { ["A", "B"] } else { ["B", "A"] };
    let start = extent(model.time, model.grid.edge(from));
    if a == b {
        return Some(format!("Areas are compared up to {start}. The shortest run ends soon after that."));
    }
    let rest = extent(model.time, (b - a).abs());
    let sentence = format!(
        "Areas are compared up to {start}. {shorter} ends soon after that, and {longer} is {rest} longer."
    );
    if is_tail_listed {
        return Some(sentence);
    }
    let side = usize::from(longer == "B");
    let part = Part { node: 0, from: from as u32, to: model.grid.count as u32 - 1 };
    let shares = model.shares(side, &model.tree, part);
    let rows: Vec<&str> = model.rows().collect();
    let most = mode(&shares).filter(|&row| rows[row] != OTHERS && shares[row] > 0.0);
    let doing = most.map_or_else(String::new, |row| {
        format!(" In this time, {longer} spends most in {} ({}).", shown(rows[row]), percent(shares[row]))
    });
    Some(sentence + &doing)
}

/// Returns why a list of a pair is empty.
fn nothing(model: &Model) -> String {
    if model.tree.leaves().is_empty() {
        return "nothing could be compared: no lane of one side matches a lane of the other. `--lanes name` and \
                `--lanes order` pair lanes in other ways"
            .to_owned();
    }
    if model.both == 0 {
        return "nothing could be compared: one run ends within the first slice".to_owned();
    }
    "nothing significant".to_owned()
}

/// Returns the name of a run, or of the first of several with the number of others.
fn side(names: &[String]) -> String {
    let first = names.first().map_or_else(String::new, |name| shown(name));
    match names.len() {
        0 | 1 => first,
        runs => format!("{first} and {} (mean)", things(runs as u64 - 1, "more run", "more runs")),
    }
}

/// Returns how the time of two sides is aligned, and why.
fn axis(model: &Model) -> Option<String> {
    if model.names.len() < 2 {
        return None;
    }
    let AxisChoice { is_matched, is_requested, matched_share } = model.axis;
    let share = matched_share.map(percent);
    let [how, other] = if is_matched {
        ["by matched calls", "--axis zero starts every run at 0"]
    } else {
        ["at the start of each run", "--axis matched aligns matched calls"]
    };
    let why = match share {
        _ if is_requested => format!("as requested; {other}"),
        Some(share) if is_matched => format!("at least {share} of each run’s time is in them; {other}"),
        Some(share) => format!("only {share} of a run’s time is in matched calls; {other}"),
        None => format!("a side has several runs; {other}"),
    };
    Some(format!("time aligned {how} ({why})"))
}

/// Returns the time window of each side, if one is given.
fn window(model: &Model) -> Option<String> {
    let of_side = |side: usize| {
        let edges = model.edges(side);
        let (Some(&from), Some(&to)) = (edges.first(), edges.last()) else { return String::new() };
        let letter = if model.names.len() > 1 { ["A ", "B "][side] } else { "" };
        format!("{letter}{} to {}", extent(model.time, from), extent(model.time, to))
    };
    let sides: Vec<String> = (0..model.names.len()).map(of_side).collect();
    model.has_window.then(|| format!("only this time is looked at: {}", sides.join(", ")))
}

fn head(model: &Model, results: &Results, lines: &mut Vec<String>) {
    let sides: Vec<String> = if model.names.len() > 1 {
        ["A", "B"]
            .iter()
            .zip(&model.names)
            .map(|(letter, names)| format!("{letter} {}", side(names)))
            .collect()
    } else {
        model.names.iter().map(|names| side(names)).collect()
    };
    lines.push(format!(
        "{}: {}, cut into {}, each {} long",
        sides.join("; "),
        things(model.tree.leaves().len() as u64, "lane", "lanes"),
        things(model.grid.count as u64, "slice", "slices"),
        extent(model.time, model.grid.width as i64)
    ));
    lines.extend(axis(model));
    lines.extend(window(model));
    if model.is_same {
        lines.push("Both files hold the same calls at the same times: nothing differs.".to_owned());
    }
    for (names, alone) in model.names.iter().zip(&model.alone).filter(|(_, alone)| !alone.is_empty()) {
        lines.push(format!(
            "{} of {} {} no match and {} left out",
            things(alone.len() as u64, "lane", "lanes"),
            side(names),
            if alone.len() == 1 { "has" } else { "have" },
            if alone.len() == 1 { "is" } else { "are" },
        ));
    }
    let unended = model.names.iter().zip(&model.unended_lanes);
    let unended = unended.filter_map(|(names, lanes)| Some((names, lanes.filter(|&lanes| lanes > 0)?)));
    for (names, lanes) in unended {
        lines.push(format!(
            "{} of {} {} with a call that did not end: the time after {} last event counts in areas, but in no list",
            things(lanes as u64, "lane", "lanes"),
            side(names),
            if lanes == 1 { "ends" } else { "end" },
            if lanes == 1 { "its" } else { "their" },
        ));
    }
    let all = (model.ticks.iter().sum::<u64>() + model.idle).max(1) as f64;
    let state =
        |(state, ticks): (&String, &u64)| format!("{} {}", shown(state), percent(*ticks as f64 / all));
    let states: Vec<String> = model.states.iter().zip(&model.ticks).map(state).collect();
    let others = if model.lumped > 0 {
        format!(" (the last one merges {})", things(model.lumped as u64, "state", "states"))
    } else {
        String::new()
    };
    let idle = percent(model.idle as f64 / all);
    lines.push(format!("states: {}{others}; no state {idle}", states.join(", ")));
    if results.tree.nodes().len() < model.tree.nodes().len() {
        lines.push(format!("Lanes below level {} are merged to save memory.", results.tree.deepest_level()));
    }
}

/// Adds all partitions if they are wanted, and the areas of one of them.
fn partitions(model: &Model, results: &Results, lines: &mut Vec<String>) {
    lines.push(String::new());
    if let Some(all) = &results.all {
        lines.push(format!(
            "{}, each the best for a range of p:",
            things(all.stretches.len() as u64, "partition", "partitions")
        ));
        lines.push("  p from      p to        areas     gain, bits  loss, bits".to_owned());
        lines.extend(all.stretches.iter().map(|of| {
            let (gain, loss) = (of.quality.gain, of.quality.loss);
            format!("  {:<11.6} {:<11.6} {:<9} {gain:<11.3} {loss:.3}", of.p_from, of.p_to, of.parts)
        }));
        lines.push(String::new());
    }
    let which = if results.p_is_default { " (default: largest gap between gain and loss)" } else { "" };
    lines.push(format!(
        "detail p {:.6}{which}: {}, {:.3} bits merged (gain), {:.3} bits of detail hidden (loss)",
        results.p,
        things(results.partition.parts.len() as u64, "area", "areas"),
        results.quality.gain,
        results.quality.loss
    ));
    let rows = results.partition.parts.iter().map(|part| {
        let of_side = |side: usize| {
            let shares = model.shares(side, &results.tree, *part);
            let state = mode(&shares).and_then(|row| Some((model.rows().nth(row)?, shares[row])));
            state.map_or_else(
                || "no state".to_owned(),
                |(name, share)| format!("{} {}", shown(name), percent(share)),
            )
        };
        let sides: Vec<String> = (0..model.tables.len()).map(of_side).collect();
        let span = model.span(0, [part.from as usize, part.to as usize]);
        format!("{}: {}", place(model, &results.tree, *part, 0, span), sides.join(" | "))
    });
    list(rows.collect(), lines);
}

/// Adds the first rows, and the number of the others.
fn list(rows: Vec<String>, lines: &mut Vec<String>) {
    let more = rows.len().saturating_sub(MOST_ROWS);
    lines.extend(rows.into_iter().take(MOST_ROWS).map(|row| format!("  {row}")));
    if more > 0 {
        lines.push(format!("  and {} more; --json lists all", count(more as u64)));
    }
}

/// Returns the lanes and the time of an area on a side, given in ticks of that side. Its letter stands before the time if the time of B is bent.
fn place(model: &Model, tree: &LaneTree, part: Part, side: usize, [from, to]: [i64; 2]) -> String {
    let node = &tree.nodes()[part.node as usize];
    let path = tree.path(part.node as usize);
    let path = if path.is_empty() { "all lanes".to_owned() } else { shown(&path) };
    let lanes = if node.leaves.len() > 1 {
        format!(" ({} lanes)", count(node.leaves.len() as u64))
    } else {
        String::new()
    };
    let [from, to] = ends(model.time, from, to);
    let whose = if model.axis.is_matched { ["A ", "B "][side] } else { "" };
    format!("{path}{lanes}, {whose}{from} to {to}")
}

/// Returns a finding as a sentence.
fn finding(model: &Model, of: &Finding) -> String {
    let lanes = |node: usize| {
        let path = model.tree.path(node);
        let count = model.tree.nodes()[node].leaves.len();
        let name = if path.is_empty() { "all lanes".to_owned() } else { shown(&path) };
        if count > 1 { format!("{name} ({} lanes)", count_of(count)) } else { name }
    };
    let Some(input) = &model.findings else { return String::new() };
    let span = input.span(side_of(of), of);
    let letter = ["A", "B"][side_of(of)];
    let when = format!("{letter} {} to {}", extent(model.time, span[0]), extent(model.time, span[1]));
    let amount = in_words(model, of.ticks.abs());
    let more = if of.ticks < 0.0 { "shorter" } else { "longer" };
    let waits_for = of.other.map_or_else(String::new, |other| {
        let wait = if of.ticks < 0.0 { "waited in A" } else { "wait" };
        format!("; {wait} for {}", lanes(other))
    });
    let throughout = if model.has_window { "in this window" } else { "in the whole run" };
    let state = input.state(of, IDLE);
    let [a, b] = of.times.get(of.state).copied().unwrap_or_default();
    let change = format!("{} {} → {}", shown(state), in_words(model, a), in_words(model, b));
    match of.kind {
        FindingKind::Works if state == IDLE => {
            let when_to = if of.ticks < 0.0 { "earlier" } else { "later" };
            format!("{}: starts {amount} {when_to} than a typical lane", lanes(of.node))
        }
        FindingKind::Works => {
            let [a, b] = of.in_run.map(|ticks| in_words(model, ticks));
            let longer = |ticks: f64| {
                let more = if ticks < 0.0 { "shorter" } else { "longer" };
                format!("{} {more}", in_words(model, ticks.abs()))
            };
            let own = of.ticks + of.usual;
            let usual = if of.usual.abs() < LEAST_USUAL * own.abs() {
                "the work of a typical lane did not change".to_owned()
            } else {
                format!("a typical lane works {}", longer(of.usual))
            };
            format!(
                "{}, {when}: works {} {throughout} ({} {a} → {b}); {usual}",
                lanes(of.node),
                longer(own),
                shown(state)
            )
        }
        FindingKind::Messages => {
            let other = of.other.map_or_else(String::new, lanes);
            format!(
                "{} and {other}, {when}: messages between them take {amount} {more} per lane",
                lanes(of.node)
            )
        }
        FindingKind::Whole => {
            if !input.are_shares(&model.tree, of) {
                return format!("{}, {when}: {amount} {more}: {change}{waits_for}", lanes(of.node));
            }
            let [a, b] = input.shares(of).map(percent);
            format!("{}, {when}: {amount} {more}: {} {a} → {b}{waits_for}", lanes(of.node), shown(state))
        }
        FindingKind::EachLane => {
            let all = model.tree.nodes()[of.node].leaves.len();
            let which = if of.lanes == all {
                format!("all {} lanes", count_of(all))
            } else {
                format!("{} of {} lanes", count_of(of.lanes), count_of(all))
            };
            format!("{which}, {when}: about {amount} {more} each {throughout}: {change}{waits_for}")
        }
        FindingKind::Tail => {
            let [end, goes_on] = if of.ticks < 0.0 { ["B", "A"] } else { ["A", "B"] };
            format!(
                "{}, {when}: after the end of {end}, {goes_on} goes on for {amount}, {} of it in {}",
                lanes(of.node),
                in_words(model, [a, b][side_of(of)]),
                shown(state)
            )
        }
        FindingKind::Waits => {
            let others = more_waiting(model, of, of.lanes - model.tree.nodes()[of.node].leaves.len());
            let other = of.other.map_or_else(String::new, lanes);
            let longer = if of.ticks < 0.0 { "longer than in B" } else { "longer" };
            let wait = if of.ticks < 0.0 { "waited in A" } else { "waits" };
            format!("{}, {when}: {wait} for {other} {amount} {longer}: {change}{others}", lanes(of.node))
        }
    }
}

/// Returns how many `more` lanes wait than those of a finding: `. 5 more lanes each wait at least 4.62 ms longer`. Blank for none.
fn more_waiting(model: &Model, of: &Finding, more: usize) -> String {
    let least = in_words(model, of.usual.abs());
    match (more, of.ticks < 0.0) {
        (0, _) => String::new(),
        (1, false) => format!(". 1 more lane waits at least {least} longer"),
        (1, true) => format!(". 1 more lane waited at least {least} longer in A"),
        (_, false) => format!(". {} more lanes each wait at least {least} longer", count_of(more)),
        (_, true) => format!(". {} more lanes each waited at least {least} longer in A", count_of(more)),
    }
}

/// Formats ticks on the axis of the runs.
fn in_words(model: &Model, ticks: f64) -> String {
    extent(model.time, ticks.round() as i64)
}

fn count_of(lanes: usize) -> String {
    count(lanes as u64)
}

fn departure(model: &Model, of: &Departure) -> String {
    let span = model.span(0, [of.part.from as usize, of.part.to as usize]);
    format!("{}, z {}: ", place(model, &model.tree, of.part, 0, span), three_digits(of.z))
}

/// Returns the three states whose time changes most.
fn times(model: &Model, ticks: &[[f64; 2]]) -> String {
    let change = |(state, both): (&str, [f64; 2])| {
        let [a, b] = both.map(|ticks| in_words(model, ticks));
        format!("{} {a} → {b}", shown(state))
    };
    let named = ordered(model, ticks).into_iter().filter(|(state, _)| *state != OTHERS);
    named.take(3).map(change).collect::<Vec<String>>().join("; ")
}

/// Returns the three states that change most.
fn changes(model: &Model, shares: &[[f64; 2]], both: impl Fn(String, String) -> String) -> String {
    let change = |(state, [from, to]): (&str, [f64; 2])| {
        format!("{} {}", shown(state), both(percent(from), percent(to)))
    };
    let named = ordered(model, shares).into_iter().filter(|(state, _)| *state != OTHERS);
    named.take(3).map(change).collect::<Vec<String>>().join("; ")
}
