//! The calls that lists are about: those of some functions and everything they call, without those of other functions.

use super::gate::Glob;
use super::options::Focus;
use crate::error::CliError;
use crate::key_names::KeyNames;
use diptych_compare::call_times::OutlierCall;
use diptych_engine::trace::IdentityId;
use diptych_profile::{CallTree, NodeId, TreeColumns, UnionTree};
use diptych_views::differences::Names;
use std::sync::Arc;

/// The calls in a focus.
#[derive(Debug)]
pub(super) struct FocusedCalls {
    pub(super) union: UnionTree,
    /// Calls in focus that take far longer than all others of their function.
    pub(super) few: Vec<OutlierCall>,
}

impl Focus {
    /// Returns true if it leaves nothing out.
    pub(super) fn is_whole(&self) -> bool {
        self.only.is_empty() && self.ignored.is_empty()
    }

    /// Describes the focus: `calls of parse* and everything they call, without …`; empty if it leaves nothing out.
    pub(super) fn text(&self) -> String {
        let list = |globs: &[Glob]| globs.iter().map(Glob::text).collect::<Vec<_>>().join(", ");
        match (self.only.is_empty(), self.ignored.is_empty()) {
            (true, true) => String::new(),
            (false, true) => format!("calls of {} and everything they call", list(&self.only)),
            (true, false) => format!("without calls of {} and everything they call", list(&self.ignored)),
            (false, false) => format!(
                "calls of {} and everything they call, without calls of {} and everything they call",
                list(&self.only),
                list(&self.ignored)
            ),
        }
    }

    /// Returns the paths of all runs that remain, and the outlier calls in them. Callers of remaining paths stay, with
    /// only the time of what remains. Fails if a pattern matches no function. O(functions · patterns + nodes of all
    /// runs · log siblings).
    pub(super) fn restrict(
        &self,
        union: &UnionTree,
        names: &KeyNames,
        few: &[OutlierCall],
    ) -> Result<FocusedCalls, CliError> {
        let only = functions(&self.only, "--focus", names)?;
        let ignored = functions(&self.ignored, "--ignore", names)?;
        let count = names.keys().len() as u32;
        let mut runs = Vec::new();
        let mut few = few.to_vec();
        for run in union.runs() {
            let FocusedTree { columns, own } = left_of(&run.tree, &only, &ignored);
            let tree = CallTree::from_columns(columns, count).ok_or_else(|| {
                CliError::Failed("--focus and --ignore leave a damaged call tree".to_owned())
            })?;
            runs.push((run.side, Arc::new(tree)));
            for call in few.iter_mut().filter(|call| call.side == run.side) {
                call.node = own.get(call.node.index()).copied().unwrap_or(NodeId::NONE);
            }
        }
        few.retain(|call| call.node != NodeId::NONE);
        Ok(FocusedCalls { union: UnionTree::new(&runs), few })
    }
}

/// Returns for each function whether a pattern matches its name, its file or its key.
fn functions(globs: &[Glob], option: &str, names: &KeyNames) -> Result<Vec<bool>, CliError> {
    let mut fits = vec![false; names.keys().len()];
    for glob in globs {
        let mut is_used = false;
        for (place, key) in names.keys().iter().enumerate() {
            let (name, file) = names.name_and_file(IdentityId(place as u32));
            if glob.fits_function(&name, key) || glob.fits_file(&file) {
                (fits[place], is_used) = (true, true);
            }
        }
        if !is_used {
            return Err(CliError::Failed(format!("{option} {}: no function matches", glob.text())));
        }
    }
    Ok(fits)
}

/// The part of a tree in a focus.
struct FocusedTree {
    columns: TreeColumns,
    /// New node by node of the whole tree, if its self time remains; [`NodeId::NONE`] otherwise.
    own: Vec<NodeId>,
}

/// Returns the tree without the paths that are left out. A path that only leads to a remaining one keeps its calls, but
/// no self time. Its sums of squares shrink with the square of its time.
fn left_of(tree: &CallTree, only: &[bool], ignored: &[bool]) -> FocusedTree {
    let columns = tree.to_columns();
    let rows = columns.parent.len();
    let is_everything = !only.contains(&true);
    let parent = |row: usize| Some(columns.parent[row] as usize).filter(|&up| up < rows);
    // Nodes are in pre-order, so callers are decided before their callees.
    let (mut is_in, mut is_out) = (vec![false; rows], vec![false; rows]);
    for row in 0..rows {
        let function = columns.identity[row] as usize;
        is_in[row] = is_everything || only[function] || parent(row).is_some_and(|up| is_in[up]);
        is_out[row] = ignored[function] || parent(row).is_some_and(|up| is_out[up]);
    }
    // Backwards, so callees are known before their callers.
    let (mut is_kept, mut inclusive) = (vec![false; rows], vec![0i64; rows]);
    for row in (0..rows).rev() {
        if is_in[row] && !is_out[row] {
            is_kept[row] = true;
            inclusive[row] += columns.self_ticks[row];
        }
        if let Some(up) = parent(row).filter(|_| is_kept[row]) {
            is_kept[up] = true;
            inclusive[up] += inclusive[row];
        }
    }
    let mut left =
        TreeColumns { extent: columns.extent, sample_size: columns.sample_size, ..TreeColumns::default() };
    let mut place = vec![u32::MAX; rows];
    for row in (0..rows).filter(|&row| is_kept[row]) {
        place[row] = left.parent.len() as u32;
        let is_own = is_in[row] && !is_out[row];
        let before = columns.inclusive_ticks[row];
        let shrunk = if before > 0 { inclusive[row] as f64 / before as f64 } else { 0.0 };
        left.parent.push(parent(row).map_or(u32::MAX, |up| place[up]));
        left.identity.push(columns.identity[row]);
        left.first_call.push(columns.first_call[row]);
        left.between.push(columns.between[row]);
        left.calls.push(columns.calls[row]);
        left.self_ticks.push(if is_own { columns.self_ticks[row] } else { 0 });
        left.self_squares.push(if is_own { columns.self_squares[row] } else { 0.0 });
        left.self_longest.push(if is_own { columns.self_longest[row] } else { 0 });
        left.inclusive_ticks.push(inclusive[row]);
        left.inclusive_squares.push(columns.inclusive_squares[row] * shrunk * shrunk);
    }
    let is_own = |row: usize| is_in[row] && !is_out[row];
    let own = (0..rows).map(|row| if is_own(row) { NodeId(place[row]) } else { NodeId::NONE });
    FocusedTree { own: own.collect(), columns: left }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a tree in which `main` calls `load` and `log`, and `load` calls `parse` and `log`. Self times are 1, 2,
    /// 4, 8, 16.
    fn tree() -> CallTree {
        let columns = TreeColumns {
            parent: vec![u32::MAX, 0, 1, 1, 0],
            identity: vec![1, 0, 3, 2, 2],
            first_call: vec![0, 1, 2, 3, 4],
            between: Vec::new(),
            calls: vec![1; 5],
            self_ticks: vec![1, 2, 4, 8, 16],
            self_squares: vec![1.0, 4.0, 16.0, 64.0, 256.0],
            self_longest: vec![1, 2, 4, 8, 16],
            inclusive_ticks: vec![31, 14, 4, 8, 16],
            inclusive_squares: vec![961.0, 196.0, 16.0, 64.0, 256.0],
            extent: 31,
            sample_size: 0.0,
        };
        CallTree::from_columns(columns, 4).unwrap()
    }

    /// Returns `name self inclusive` of each remaining path.
    fn left(only: &[&str], ignored: &[&str]) -> Vec<String> {
        let names = KeyNames::new(
            ["load (l.py)", "main (m.py)", "log (x.py)", "parse (p.py)"].map(String::from).into(),
        );
        let globs = |texts: &[&str]| texts.iter().map(|text| Glob::new(text)).collect();
        let focus = Focus { only: globs(only), ignored: globs(ignored) };
        let union = focus.restrict(&UnionTree::new(&[(0, Arc::new(tree()))]), &names, &[]).unwrap().union;
        let run = &union.runs()[0];
        union
            .nodes()
            .map(|node| {
                let name = names.name_and_file(union.identity()[node.index()]).0;
                format!("{name} {} {}", run.self_spread(node).ticks, run.inclusive_spread(node).ticks)
            })
            .collect()
    }

    #[test]
    fn focus_keeps_callers_with_remaining_time() {
        assert_eq!(left(&[], &[]), ["main 1 31", "load 2 14", "log 8 8", "parse 4 4", "log 16 16"]);
        assert_eq!(left(&["load"], &[]), ["main 0 14", "load 2 14", "log 8 8", "parse 4 4"]);
        assert_eq!(left(&["p.py"], &[]), ["main 0 4", "load 0 4", "parse 4 4"]);
        assert_eq!(left(&[], &["log"]), ["main 1 7", "load 2 6", "parse 4 4"]);
        assert_eq!(left(&["load (l.py)"], &["l?g"]), ["main 0 6", "load 2 6", "parse 4 4"]);
        assert!(left(&["load"], &["main"]).is_empty());
    }

    #[test]
    fn unmatched_focus_pattern_is_refused() {
        let names = KeyNames::new(vec!["main".to_owned()]);
        let focus = Focus { only: vec![Glob::new("x*")], ignored: Vec::new() };
        let found = focus.restrict(&UnionTree::new(&[]), &names, &[]);
        assert!(matches!(found, Err(CliError::Failed(why)) if why == "--focus x*: no function matches"));
    }
}
