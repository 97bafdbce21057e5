//! The tables in which unusual lanes and times of one run are looked for.
//!
//! If the time of B is aligned by matched calls, slices of the common time are not equally long in B. What is unusual in a run
//! must not depend on the run that it is compared with. So each run of an aligned pair gets slices of its own time.

use super::pairing::CommonLeaves;
use super::source::{Source, level};
use crate::args::AggregateArgs;
use diptych_aggregate::{Grid, Part, SliceTable, StateChoice, mean_table};
use diptych_engine::StateNames;

/// A table of one side, in slices of its own time.
#[derive(Debug)]
pub(super) struct OwnTable {
    pub(super) table: SliceTable,
    /// End of the shortest run of the side, on the axis of these slices.
    pub(super) end: i64,
    /// True if the slices are other ones than those of the picture.
    pub(super) has_own_slices: bool,
}

impl OwnTable {
    /// Returns the own ticks at which an area begins and ends. `edges` are those of the slices of the picture.
    pub(super) fn span(&self, part: Part, edges: &[i64]) -> [i64; 2] {
        let [from, to] = [part.from as usize, part.to as usize + 1];
        if self.has_own_slices {
            return [from, to].map(|slice| self.table.grid().edge(slice));
        }
        [edges[from], edges[to]]
    }

    /// Returns an area in slices of the picture, which may reach a little further.
    pub(super) fn in_picture(&self, part: Part, edges: &[i64]) -> Part {
        if !self.has_own_slices {
            return part;
        }
        let [from, to] = self.span(part, edges);
        let last = edges.len().saturating_sub(2);
        let slice = |tick: i64| (edges.partition_point(|edge| *edge <= tick).max(1) - 1).min(last) as u32;
        Part { from: slice(from), to: slice((to - 1).max(from)), ..part }
    }
}

/// The data from which the tables are made.
pub(super) struct Input<'a> {
    pub(super) runs: &'a [&'a Source],
    pub(super) paired: &'a CommonLeaves,
    pub(super) states: &'a StateNames,
    pub(super) choice: &'a StateChoice,
    pub(super) args: &'a AggregateArgs,
    /// Own ticks of the first run of each side at the edges of the slices of the picture.
    pub(super) edges: &'a [Vec<i64>],
    /// Tables in the slices of the picture by side and run, without time after the last event of lanes whose calls have no end.
    pub(super) tables: Vec<Vec<SliceTable>>,
    /// Ends of the shortest runs by side, on the axis of the picture.
    pub(super) ends: Vec<i64>,
}

/// Returns a table of each side.
pub(super) fn own_tables(of: &Input<'_>) -> Vec<OwnTable> {
    if let ([_, _], true) = (of.runs, of.paired.is_matched()) {
        return (0..2).map(|run| own_table(of, run)).collect();
    }
    let of_side = |(runs, &end): (&Vec<SliceTable>, &i64)| {
        Some(OwnTable { table: mean_table(runs)?, end, has_own_slices: false })
    };
    of.tables.iter().zip(&of.ends).filter_map(of_side).collect()
}

/// Returns the table of a run in as many slices of its own time as the picture has.
fn own_table(of: &Input<'_>, run: usize) -> OwnTable {
    let Input { runs, paired, states, choice, args, edges, .. } = of;
    let (source, edges, of_function) = (runs[run], &edges[run], &states.of_function[run]);
    let [from, to] = [edges[0], edges[edges.len() - 1].min(source.extent)];
    let grid = Grid::covering(from, to.max(from + 1), edges.len() - 1);
    let table = source.table(grid, level(args), of_function, choice, &|tick| tick);
    let table = match source.unended(grid, level(args), of_function, choice, &|tick| tick) {
        Some(unended) => table.less(&unended),
        None => table,
    };
    let table = table.picked(&paired.leaves[run]);
    let table = if args.idle { table.with_idle() } else { table };
    OwnTable { table, end: source.extent, has_own_slices: true }
}
