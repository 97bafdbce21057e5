//! The data that views store of a pair, as columns. Every view that can be shown without traces has columns whose names
//! begin with its name. A file without them still opens.

use super::side::side;
use crate::analyses::read_totals;
use crate::stored_part::StoredPart;
use diptych_compare::moves::MovedFunction;
use diptych_profile::CallTree;
use diptych_protocol::compute::FunctionTotals;
use diptych_protocol::{SideName, SideSummary, Sides};
use diptych_store::parts::PairFacts;
use diptych_store::{Columns, StoreError, parts};
use diptych_views::LaneSums;
use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

/// The stored data of views, as far as the file has them.
#[derive(Debug)]
pub(super) struct Views {
    /// Summaries for the side cards.
    pub(super) sides: Sides<SideSummary>,
    /// Fingerprints of the traces.
    pub(super) fingerprints: Option<[u128; 2]>,
    /// Time by function.
    pub(super) functions: Option<Rc<Vec<FunctionTotals>>>,
    /// Functions with moved calls.
    pub(super) moved: Option<Vec<MovedFunction>>,
    /// Parts of desks, in their order.
    pub(super) parts: Vec<ReadPart>,
}

/// A part of a desk, with its result if the file has it.
#[derive(Debug)]
pub(super) struct ReadPart {
    pub(super) part: &'static dyn StoredPart,
    pub(super) value: Option<Rc<dyn Any>>,
}

/// Reads the data that a file has, with the parts of desks. `identities` is the number of functions of all runs.
pub(super) fn views(
    columns: &Columns<'_>,
    name: &str,
    facts: &PairFacts,
    identities: u32,
    of_desks: impl Iterator<Item = &'static dyn StoredPart>,
) -> Result<Views, StoreError> {
    let functions = if columns.has("functions.names") { Some(Rc::new(read_totals(columns)?)) } else { None };
    let moved = parts::moves(columns, identities)?;
    let read = |part: &'static dyn StoredPart| -> Result<ReadPart, StoreError> {
        Ok(ReadPart { part, value: part.read(columns, facts.axis)? })
    };
    let parts = of_desks.map(read).collect::<Result<_, _>>()?;
    let sides =
        Sides { a: side(columns, SideName::A, name, facts)?, b: side(columns, SideName::B, name, facts)? };
    Ok(Views { sides, fingerprints: fingerprints(columns)?, functions, moved, parts })
}

fn fingerprints(columns: &Columns<'_>) -> Result<Option<[u128; 2]>, StoreError> {
    if !columns.has("sides.fingerprints") {
        return Ok(None);
    }
    let &[a, b, c, d] = &columns.get::<u64>("sides.fingerprints")?[..] else {
        return Err(StoreError::Misfit { what: "it does not have two fingerprints" });
    };
    let join = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
    Ok(Some([join(a, b), join(c, d)]))
}

/// Reads the number of lanes behind each sum, if the file has it. `runs` are those of A, then those of B.
pub fn lane_sums(
    columns: &Columns<'_>,
    runs: &[(usize, Arc<CallTree>)],
    identities: u32,
) -> Result<Option<LaneSums>, StoreError> {
    if !columns.has("lanes.a.paths") {
        return Ok(None);
    }
    let paths = |side: usize| runs.iter().find(|(of, _)| *of == side).map_or(0, |(_, tree)| tree.len());
    let spread = |side: usize| parts::lane_spread(columns, side, paths(side), identities);
    Ok(Some(LaneSums { sides: [spread(0)?, spread(1)?], word: columns.text("lanes.word")?.to_owned() }))
}
