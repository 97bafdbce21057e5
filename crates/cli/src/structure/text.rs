//! Writes the report for people.

mod head;
mod paths;

use super::model::Model;
use super::relations::{ForbiddenCalls, Relations};
use super::rows::{Sorted, by_calls, differing, is_between_common};
use crate::layout::{shortened, wrapped};
use crate::output::shown;
use crate::style::{HEADING, painted};
use crate::words::{STRUCTURE_LEVELS, word};
use diptych_structure::{Changes, NodeId, Relation, RelationOfPair};
use diptych_views::numbers::count;
use diptych_views::words;
use paths::{Paths, functions_in};

/// Returns the report: lists of at most `top` rows, within `width` characters if there is a limit.
pub(super) fn report(model: &Model, top: usize, width: Option<usize>) -> String {
    let mut said = ReportWriter { model, top, width, paths: Paths::new(model), lines: Vec::new() };
    said.head();
    match &model.relations {
        Ok(relations) => said.relations(relations),
        Err(why) => said.lines.push(format!("no call relations: {}", shown(why))),
    }
    if let Some(changes) = &model.changes {
        said.changes(changes);
    }
    if let Ok(relations) = &model.relations {
        said.rare(relations);
        said.forbidden(relations);
    }
    let fit = |line: String| {
        // Rows and headings, which are styled, fit already.
        let fits = line.starts_with([' ', '\u{1b}']);
        if fits || line.is_empty() { vec![line] } else { wrapped(&line, width, 0) }
    };
    said.lines.into_iter().flat_map(fit).collect::<Vec<String>>().join("\n") + "\n"
}

/// Indent of each row of a list.
const LIST_INDENT: &str = "  ";
/// Arrow between a caller and its callee.
const ARROW: &str = " → ";
/// Fewest characters of a shortened name.
const LEAST_NAME: usize = 12;

struct ReportWriter<'a> {
    model: &'a Model,
    top: usize,
    width: Option<usize>,
    paths: Paths,
    lines: Vec<String>,
}

impl ReportWriter<'_> {
    fn relations(&mut self, relations: &Relations) {
        let model = self.model;
        self.lines.push(format!("calls: {}", self.sides(relations.calls)));
        if relations.without_caller != [0, 0] {
            self.lines.push(format!(
                "calls without a caller (not counted): {}",
                self.sides(relations.without_caller)
            ));
        }
        let beyond: u64 = relations.beyond.values().flatten().sum();
        if beyond > 0 {
            let early = model.early.map(|side| 1 - side);
            let why = words::why_not_compared(beyond, early, model.window.is_some(), "the window");
            let calls = if beyond == 1 { "call" } else { "calls" };
            self.lines.push(format!("not compared: {} {calls}: {why}", count(beyond)));
            if model.late > 0 {
                let late = if model.late == 1 {
                    "1 element that is"
                } else {
                    &format!("{} elements that are", number(model.late))
                };
                self.lines.push(format!("not compared: {late} called only then"));
            }
        }
        if !model.sampled.is_empty() {
            let sides: Vec<&str> = model.sampled.iter().map(|&side| self.side(side)).collect();
            self.lines.push(format!("sampled, so a call is a run of equal samples: {}", sides.join(" and ")));
        }
        if relations.edges.is_empty() && relations.loops.is_empty() {
            self.heading("No call relations: no call contains another");
            return;
        }
        if model.is_pair() {
            self.relations_of_pair(relations);
        } else {
            self.relations_of_one(relations);
        }
    }

    fn relations_of_one(&mut self, relations: &Relations) {
        let edges = by_calls(&relations.edges);
        self.heading(&format!(
            "{} call relations between {}, most calls first:",
            number(edges.len()),
            self.level()
        ));
        self.list(&edges, |said, it| said.relation(it));
        let loops = by_calls(&relations.loops);
        if !loops.is_empty() {
            self.heading(&format!("{}, most calls first:", call_themselves(loops.len())));
            self.list(&loops, |said, it| said.relation(it));
        }
    }

    fn relations_of_pair(&mut self, relations: &Relations) {
        let edges = Sorted::new(relations, &relations.edges);
        self.heading(&format!(
            "{} call relations between {}: {} only in A, {} only in B, {} with more or fewer calls, {} unchanged",
            number(relations.edges.len()),
            self.level(),
            number(edges.only_a.len()),
            number(edges.only_b.len()),
            number(edges.changed.len()),
            number(edges.unchanged),
        ));
        for (side, list) in [("B", &edges.only_b), ("A", &edges.only_a)] {
            if list.is_empty() {
                continue;
            }
            let (common, others): (Vec<&RelationOfPair>, Vec<_>) =
                list.iter().partition(|it| is_between_common(self.model, it));
            let first = match common.len() {
                0 => "none".to_owned(),
                some => format!("first the {}", number(some)),
            };
            let all = number(list.len());
            self.heading(&format!("Only in {side}: {all}, {first} between elements that both sides have:"));
            self.list(&[common, others].concat(), |said, it| said.relation_of_side(it));
        }
        if !edges.changed.is_empty() {
            self.heading("More or fewer calls, A → B:");
            self.list(&edges.changed, |said, it| said.relation(it));
        }
        let loops = Sorted::new(relations, &relations.loops);
        if relations.loops.is_empty() {
            return;
        }
        self.heading(&format!(
            "{}: {} only in A, {} only in B, {} more or less often in B, {} as often",
            call_themselves(relations.loops.len()),
            number(loops.only_a.len()),
            number(loops.only_b.len()),
            number(loops.changed.len()),
            number(loops.unchanged),
        ));
        self.list(&differing(&loops), |said, it| said.relation(it));
    }

    fn changes(&mut self, changes: &Changes) {
        let hierarchy = &self.model.placement.hierarchy;
        if !changes.moved.is_empty() {
            self.heading(&format!("{} moved, from A to B:", number(changes.moved.len())));
            self.list(&changes.moved, |said, &(a, b)| {
                said.row(hierarchy.kind(a).as_str(), &[said.path(a), said.path(b)], "")
            });
        }
        for (side, list) in [("B", &changes.added), ("A", &changes.removed)] {
            if list.is_empty() {
                continue;
            }
            self.heading(&format!("{} only in {side}:", elements(list.len())));
            let mut sorted = list.clone();
            // Elements with most functions first.
            sorted.sort_by_cached_key(|&id| std::cmp::Reverse(functions_in(self.model, id)));
            self.list(&sorted, |said, &id| {
                let kind = hierarchy.kind(id).as_str();
                let within = match functions_in(said.model, id) {
                    0 => String::new(),
                    1 if hierarchy.is_leaf(id) => String::new(),
                    1 => ", 1 function".to_owned(),
                    functions => format!(", {} functions", number(functions)),
                };
                said.row(kind, &[said.path(id)], &within)
            });
        }
        if changes.ambiguous > 0 {
            let ambiguous = elements(changes.ambiguous as usize);
            self.heading(&format!("{ambiguous} may have moved, but several places match equally well"));
        }
        if changes.moved.is_empty() && changes.added.is_empty() && changes.removed.is_empty() {
            self.heading("Both have the same elements");
        }
    }

    fn rare(&mut self, relations: &Relations) {
        let Some(at_most) = self.model.rare else { return };
        for side in 0..self.model.names.len() {
            let rare = relations.rare(side, at_most);
            let of = if self.model.is_pair() { format!(" in {}", self.side(side)) } else { String::new() };
            self.heading(&format!(
                "{} relations with at most {} calls{of}:",
                number(rare.len()),
                count(at_most)
            ));
            self.list(&rare, |said, it: &Relation| {
                let ends = [it.caller, it.callee].map(|at| said.path(said.model.element(at)));
                said.row("", &ends, &format!("  {}", count(it.tally.calls)))
            });
        }
    }

    fn forbidden(&mut self, relations: &Relations) {
        let Some(declared) = &self.model.declared else { return };
        let forbidden = relations.forbidden(&declared.layers);
        let layers = number(declared.texts.len());
        self.heading(&format!(
            "{} calls between functions skip one of the {layers} layers:",
            number(forbidden.len())
        ));
        self.list(&forbidden, |said, it: &ForbiddenCalls| {
            let [from, to] = it.layers.map(|layer| layer + 1);
            let ends = [said.path(it.caller), said.path(it.callee)];
            said.row("", &ends, &format!("  {}, layer {from} to {to}", said.calls(it.calls)))
        });
    }

    /// Adds a blank line and a heading.
    fn heading(&mut self, text: &str) {
        self.lines.push(String::new());
        self.lines.extend(wrapped(text, self.width, 0).iter().map(|line| painted(HEADING, line)));
    }

    /// Adds the first rows, and the number of the others.
    fn list<T>(&mut self, rows: &[T], row: impl Fn(&Self, &T) -> String) {
        let texts: Vec<String> =
            rows.iter().take(self.top).map(|it| format!("{LIST_INDENT}{}", row(self, it))).collect();
        self.lines.extend(texts);
        if rows.len() > self.top {
            let more = number(rows.len() - self.top);
            self.lines.push(format!("  and {more} more; --top N lists N, --json all"));
        }
    }

    /// Returns the number of elements and their level, in words.
    fn level(&self) -> String {
        let chosen = if self.model.level_is_default { "" } else { ", as requested" };
        let elements = elements(self.model.shown.elements().len());
        format!("{elements} (level {}{chosen})", word(STRUCTURE_LEVELS, &self.model.level))
    }

    /// Returns caller, callee and calls.
    fn relation(&self, it: &RelationOfPair) -> String {
        let calls = self.calls(it.tallies.map(|tally| tally.calls));
        self.row("", &self.ends(it), &format!("  {calls}"))
    }

    /// Returns a relation that only one side has.
    fn relation_of_side(&self, it: &RelationOfPair) -> String {
        self.row("", &self.ends(it), &format!("  {}", count(it.change().unsigned_abs())))
    }

    /// Returns caller and callee, or the one element that calls itself.
    fn ends(&self, it: &RelationOfPair) -> Vec<String> {
        let path = |at: u32| self.path(self.model.element(at));
        if it.caller == it.callee { vec![path(it.caller)] } else { vec![path(it.caller), path(it.callee)] }
    }

    /// Formats a row of a list: names joined by arrows and shortened to fit, between texts that stay whole.
    fn row(&self, before: &str, names: &[String], after: &str) -> String {
        let before = if before.is_empty() { String::new() } else { format!("{before} ") };
        let joints = ARROW.chars().count() * names.len().saturating_sub(1);
        let fixed = LIST_INDENT.len() + before.chars().count() + joints + after.chars().count();
        let mut room = self.width.map_or(usize::MAX, |width| width.saturating_sub(fixed));
        let mut by_length: Vec<&String> = names.iter().collect();
        by_length.sort_by_key(|name| name.chars().count());
        // A short name leaves room for a longer one.
        let mut most = room;
        for (place, name) in by_length.iter().enumerate() {
            most = (room / (names.len() - place)).max(LEAST_NAME);
            room = room.saturating_sub(name.chars().count().min(most));
        }
        let short: Vec<String> = names.iter().map(|name| shortened(name, most)).collect();
        match (&short[..], names) {
            // Shortening would hide the difference, so each name gets a line.
            ([a, b], [whole_a, whole_b])
                if unmarked(a) == unmarked(b) && unmarked(whole_a) != unmarked(whole_b) =>
            {
                let most = self.width.map_or(usize::MAX, |width| width.saturating_sub(fixed));
                let [a, b] = [whole_a, whole_b].map(|name| shortened(name, most));
                format!("{before}{a}\n{LIST_INDENT}  {}{b}{after}", ARROW.trim_start())
            }
            _ => format!("{before}{}{after}", short.join(ARROW)),
        }
    }

    /// Returns one number for a trace, and both with the change for a pair.
    fn calls(&self, [a, b]: [u64; 2]) -> String {
        if !self.model.is_pair() {
            return count(a);
        }
        let change = if a == b {
            "unchanged".to_owned()
        } else {
            format!("{}{}", if b < a { '−' } else { '+' }, count(a.abs_diff(b)))
        };
        format!("{} → {} ({change})", count(a), count(b))
    }

    fn path(&self, id: NodeId) -> String {
        self.paths.path(self.model, id)
    }

    /// Returns one number for a trace, and two for a pair.
    fn sides(&self, [a, b]: [u64; 2]) -> String {
        if self.model.is_pair() { format!("A {}, B {}", count(a), count(b)) } else { count(a) }
    }

    fn side(&self, side: usize) -> &'static str {
        match side {
            _ if !self.model.is_pair() => "the trace",
            0 => "A",
            _ => "B",
        }
    }
}

/// Returns a path without the mark of the only side that has it.
fn unmarked(path: &str) -> &str {
    path.strip_suffix(" [A]").or(path.strip_suffix(" [B]")).unwrap_or(path)
}

/// Formats a number of elements: `1 element`, `12 elements`.
fn elements(of: usize) -> String {
    format!("{} element{}", number(of), if of == 1 { "" } else { "s" })
}

/// Formats a number of elements that call themselves: `1 element calls itself`, `12 elements call themselves`.
fn call_themselves(of: usize) -> String {
    format!("{} {}", elements(of), if of == 1 { "calls itself" } else { "call themselves" })
}

fn number(of: usize) -> String {
    count(of as u64)
}
