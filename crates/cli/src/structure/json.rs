//! The JSON document. `docs/structure.md` explains each field.

use super::model::Model;
use super::relations::{ForbiddenCalls, Relations};
use super::rows::{Sorted, by_calls};
use crate::words::{STRUCTURE_LEVELS, STRUCTURE_SOURCES, word};
use diptych_structure::{Changes, NodeId, Relation, RelationOfPair};
use serde_json::{Value, json};

/// Returns the document. Lists have at most `top` rows, followed by the number of rows left out.
pub(super) fn document(model: &Model, top: usize) -> Value {
    let hierarchy = &model.placement.hierarchy;
    let placed = &model.placement.sides;
    let level = |it: &super::model::LevelCount| {
        let mut row = json!({ "level": word(STRUCTURE_LEVELS, &it.kind), "elements": it.elements });
        if model.is_pair() {
            row["only_a"] = json!(it.alone[0]);
            row["only_b"] = json!(it.alone[1]);
        }
        row
    };
    let mut document = json!({
        "files": model.names,
        "by": word(STRUCTURE_SOURCES, &model.source),
        "root": hierarchy.name(NodeId::ROOT),
        "level": word(STRUCTURE_LEVELS, &model.level),
        "levels": model.levels.iter().map(level).collect::<Vec<Value>>(),
        "window_ns": model.window.map(|(from, to)| json!({ "from": from, "to": to })),
        "window_b_ns": model.window_of_b.map(|[from, to]| json!({ "from": from, "to": to })),
        "functions": numbers(model, model.functions),
        "unmapped": numbers(model, [0, 1].map(|side| placed[side].unmapped)),
        "ambiguous": numbers(model, [0, 1].map(|side| placed[side].ambiguous)),
    });
    let elements: Vec<NodeId> = model.shown.elements().to_vec();
    put(&mut document, "elements", &elements, top, |&id| element(model, id));
    match &model.relations {
        Ok(relations) => of_relations(model, relations, top, &mut document),
        Err(why) => document["without_relations"] = json!(why),
    }
    if let Some(changes) = &model.changes {
        document["changes"] = of_changes(model, changes, top);
    }
    document
}

fn of_relations(model: &Model, relations: &Relations, top: usize, document: &mut Value) {
    document["calls"] = numbers(model, relations.calls);
    document["without_caller"] = numbers(model, relations.without_caller);
    document["sampled"] = json!(!model.sampled.is_empty());
    for (key, rows) in [("relations", &relations.edges), ("loops", &relations.loops)] {
        let row = |it: &&RelationOfPair| relation(model, it);
        if !model.is_pair() {
            put(document, key, &by_calls(rows), top, row);
            continue;
        }
        let sorted = Sorted::new(relations, rows);
        document[format!("{key}_of")] = json!({
            "only_a": sorted.only_a.len(),
            "only_b": sorted.only_b.len(),
            "changed": sorted.changed.len(),
            "unchanged": sorted.unchanged,
        });
        put(document, key, &rows.iter().collect::<Vec<_>>(), top, row);
    }
    if let Some(at_most) = model.rare {
        document["rare_at_most"] = json!(at_most);
        for (side, key) in ["rare_in_a", "rare_in_b"].into_iter().enumerate().take(model.names.len()) {
            put(document, key, &relations.rare(side, at_most), top, |it: &Relation| {
                let (caller, callee) = (model.element(it.caller), model.element(it.callee));
                json!({ "caller": model.path(caller), "callee": model.path(callee), "calls": it.tally.calls })
            });
        }
    }
    if let Some(declared) = &model.declared {
        document["layers"] = json!(declared.texts);
        put(document, "forbidden", &relations.forbidden(&declared.layers), top, |it: &ForbiddenCalls| {
            let mut row = of_calls(model, it.calls);
            row["caller"] = json!(model.path(it.caller));
            row["callee"] = json!(model.path(it.callee));
            row["from_layer"] = json!(it.layers[0] + 1);
            row["to_layer"] = json!(it.layers[1] + 1);
            row
        });
    }
}

fn of_changes(model: &Model, changes: &Changes, top: usize) -> Value {
    let mut of = json!({ "ambiguous": changes.ambiguous });
    put(&mut of, "added", &changes.added, top, |&id| element(model, id));
    put(&mut of, "removed", &changes.removed, top, |&id| element(model, id));
    put(&mut of, "moved", &changes.moved, top, |&(a, b)| {
        let kind = model.placement.hierarchy.kind(a).as_str();
        json!({ "kind": kind, "a": model.path(a), "b": model.path(b) })
    });
    of
}

/// Adds a list, and the number of its rows that are left out.
fn put<T>(of: &mut Value, key: &str, rows: &[T], top: usize, row: impl Fn(&T) -> Value) {
    of[key] = rows.iter().take(top).map(row).collect();
    if rows.len() > top {
        of[format!("{key}_left_out")] = json!(rows.len() - top);
    }
}

fn element(model: &Model, id: NodeId) -> Value {
    let hierarchy = &model.placement.hierarchy;
    let mut row = json!({ "path": model.path(id), "kind": hierarchy.kind(id).as_str() });
    if model.is_pair() {
        let [in_a, in_b] = hierarchy.sides(id);
        row["in_a"] = json!(in_a);
        row["in_b"] = json!(in_b);
    }
    row
}

fn relation(model: &Model, it: &RelationOfPair) -> Value {
    let mut row = of_calls(model, it.tallies.map(|tally| tally.calls));
    row["caller"] = json!(model.path(model.element(it.caller)));
    row["callee"] = json!(model.path(model.element(it.callee)));
    row
}

fn of_calls(model: &Model, calls: [u64; 2]) -> Value {
    if model.is_pair() {
        json!({ "calls_a": calls[0], "calls_b": calls[1] })
    } else {
        json!({ "calls": calls[0] })
    }
}

/// Returns one number for a trace, and two for a pair.
fn numbers<T: Into<Value>>(model: &Model, [a, b]: [T; 2]) -> Value {
    let (a, b): (Value, Value) = (a.into(), b.into());
    if model.is_pair() { json!({ "a": a, "b": b }) } else { a }
}
