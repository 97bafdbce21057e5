//! What is printed for people.

mod head;
mod paths;

use super::model::Model;
use super::relations::{ForbiddenCalls, Relations};
use super::rows::{Sorted, by_calls, differing, is_between_common};
use crate::output::shown;
use crate::words::{STRUCTURE_LEVELS, word};
use diptych_structure::{Changes, NodeId, Relation, RelationOfPair};
use diptych_views::numbers::count;
use paths::{Paths, functions_in};

/// The report; lists of at most `top` rows.
pub(super) fn report(model: &Model, top: usize) -> String {
    let mut said = Said { model, top, paths: Paths::new(model), lines: Vec::new() };
    said.head();
    match &model.relations {
        Ok(relations) => said.relations(relations),
        Err(why) => said.lines.push(format!("who calls whom is not known: {}", shown(why))),
    }
    if let Some(changes) = &model.changes {
        said.changes(changes);
    }
    if let Ok(relations) = &model.relations {
        said.rare(relations);
        said.forbidden(relations);
    }
    said.lines.join("\n") + "\n"
}

struct Said<'a> {
    model: &'a Model,
    top: usize,
    paths: Paths,
    lines: Vec<String>,
}

impl Said<'_> {
    fn relations(&mut self, relations: &Relations) {
        let model = self.model;
        self.lines.push(format!("calls: {}", self.sides(relations.calls)));
        if relations.without_caller != [0, 0] {
            self.lines
                .push(format!("calls without a caller, left out: {}", self.sides(relations.without_caller)));
        }
        if !model.sampled.is_empty() {
            let sides: Vec<&str> = model.sampled.iter().map(|&side| self.side(side)).collect();
            self.lines.push(format!("sampled, so that calls are runs of samples: {}", sides.join(" and ")));
        }
        if relations.edges.is_empty() && relations.loops.is_empty() {
            self.heading("Nobody calls anybody: no call lies in another");
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
        self.heading(&format!("{} relations between {}:", number(edges.len()), self.level()));
        self.list(&edges, |said, it| said.relation(it));
        let loops = by_calls(&relations.loops);
        if !loops.is_empty() {
            self.heading(&format!("Calls within one of them, in {}:", number(loops.len())));
            self.list(&loops, |said, it| said.relation(it));
        }
    }

    fn relations_of_pair(&mut self, relations: &Relations) {
        let edges = Sorted::new(&relations.edges);
        self.heading(&format!(
            "{} relations between {}: {} only in A, {} only in B, {} in both with another number of calls, {} with as many",
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
            self.heading(&format!("Only in {side}: {all}, {first} between elements that both have:"));
            self.list(&[common, others].concat(), |said, it| said.relation_of_side(it));
        }
        if !edges.changed.is_empty() {
            self.heading("In both, A → B:");
            self.list(&edges.changed, |said, it| said.relation(it));
        }
        let loops = Sorted::new(&relations.loops);
        if relations.loops.is_empty() {
            return;
        }
        self.heading(&format!(
            "Calls within one of them, in {}: {} only in A, {} only in B, {} in both with another number, {} with as many",
            number(relations.loops.len()),
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
                format!("{} {} → {}", hierarchy.kind(a).as_str(), said.path(a), said.path(b))
            });
        }
        for (side, list) in [("B", &changes.added), ("A", &changes.removed)] {
            if list.is_empty() {
                continue;
            }
            self.heading(&format!("{} elements only in {side}, with what lies in them:", number(list.len())));
            let mut sorted = list.clone();
            // What holds more, first.
            sorted.sort_by_cached_key(|&id| std::cmp::Reverse(functions_in(self.model, id)));
            self.list(&sorted, |said, &id| {
                let kind = hierarchy.kind(id).as_str();
                let within = match functions_in(said.model, id) {
                    0 => String::new(),
                    1 if hierarchy.is_leaf(id) => String::new(),
                    1 => ", 1 function".to_owned(),
                    functions => format!(", {} functions", number(functions)),
                };
                format!("{kind} {}{within}", said.path(id))
            });
        }
        if changes.ambiguous > 0 {
            let ambiguous = count(u64::from(changes.ambiguous));
            self.heading(&format!(
                "{ambiguous} may have moved to several places that fit equally well, or from there"
            ));
        }
        if changes.moved.is_empty() && changes.added.is_empty() && changes.removed.is_empty() {
            self.heading("What they are made of is the same");
        }
    }

    fn rare(&mut self, relations: &Relations) {
        let Some(at_most) = self.model.rare else { return };
        for side in 0..self.model.names.len() {
            let rare = relations.rare(side, at_most);
            let of = if self.model.is_pair() { format!(" in {}", self.side(side)) } else { String::new() };
            self.heading(&format!(
                "{} relations of at most {} calls{of}:",
                number(rare.len()),
                count(at_most)
            ));
            self.list(&rare, |said, it: &Relation| {
                let [caller, callee] = [it.caller, it.callee].map(|at| said.path(said.model.element(at)));
                format!("{caller} → {callee}  {}", count(it.tally.calls))
            });
        }
    }

    fn forbidden(&mut self, relations: &Relations) {
        let Some(declared) = &self.model.declared else { return };
        let forbidden = relations.forbidden(&declared.layers);
        let layers = number(declared.texts.len());
        self.heading(&format!(
            "{} calls of functions leave out one of {layers} layers:",
            number(forbidden.len())
        ));
        self.list(&forbidden, |said, it: &ForbiddenCalls| {
            let [from, to] = it.layers.map(|layer| layer + 1);
            let (caller, callee) = (said.path(it.caller), said.path(it.callee));
            format!("{caller} → {callee}  {}, layer {from} to {to}", said.calls(it.calls))
        });
    }

    /// A blank line and a heading.
    fn heading(&mut self, text: &str) {
        self.lines.extend([String::new(), text.to_owned()]);
    }

    /// Rows up to the most, and how many more there are.
    fn list<T>(&mut self, rows: &[T], row: impl Fn(&Self, &T) -> String) {
        let texts: Vec<String> =
            rows.iter().take(self.top).map(|it| format!("  {}", row(self, it))).collect();
        self.lines.extend(texts);
        if rows.len() > self.top {
            let more = number(rows.len() - self.top);
            self.lines.push(format!("  and {more} more: --top N lists so many, --json all"));
        }
    }

    /// What relations are between, in words.
    fn level(&self) -> String {
        let chosen = if self.model.level_is_default { "" } else { ", as chosen" };
        let elements = number(self.model.shown.elements().len());
        format!("{elements} elements (level {}{chosen})", word(STRUCTURE_LEVELS, &self.model.level))
    }

    /// Caller, callee, calls.
    fn relation(&self, it: &RelationOfPair) -> String {
        format!("{}  {}", self.ends(it), self.calls(it.tallies.map(|tally| tally.calls)))
    }

    /// The same where one side alone has it.
    fn relation_of_side(&self, it: &RelationOfPair) -> String {
        format!("{}  {}", self.ends(it), count(it.change().unsigned_abs()))
    }

    fn ends(&self, it: &RelationOfPair) -> String {
        let [caller, callee] = [it.caller, it.callee].map(|at| self.path(self.model.element(at)));
        if it.caller == it.callee { caller } else { format!("{caller} → {callee}") }
    }

    /// A number, or of a pair both and the change.
    fn calls(&self, [a, b]: [u64; 2]) -> String {
        if !self.model.is_pair() {
            return count(a);
        }
        let change = if a == b {
            "as many".to_owned()
        } else {
            format!("{}{}", if b < a { '−' } else { '+' }, count(a.abs_diff(b)))
        };
        format!("{} → {} ({change})", count(a), count(b))
    }

    fn path(&self, id: NodeId) -> String {
        self.paths.path(self.model, id)
    }

    /// Of a trace a number, of a pair two.
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

fn number(of: usize) -> String {
    count(of as u64)
}
