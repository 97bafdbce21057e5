//! The part of a comparison that has no function names.

use super::rows::RowContext;
use crate::numbers;
use diptych_compare::identity::RAW_ADDRESS_NAME;
use diptych_protocol::comparison::VerdictPart;
use diptych_trace::IdentityId;

/// Smallest share of a side at which missing names are mentioned.
const LEAST: f64 = 0.01;

/// Returns which share of each side has raw addresses for names:
/// `68 % of A’s samples and 57 % of B’s have no function names, only addresses`. `None` if it is next to nothing.
/// O(functions + nodes).
pub fn without_names(context: RowContext<'_>) -> Option<VerdictPart> {
    let RowContext { names, union, axis, .. } = context;
    let functions = 0..union.identity_count() as u32;
    let is_address: Vec<bool> =
        functions.map(|function| names.name_and_file(IdentityId(function)).0 == RAW_ADDRESS_NAME).collect();
    if !is_address.contains(&true) {
        return None;
    }
    let share = |side: usize| {
        let Some(run) = union.side(side).next() else { return 0.0 };
        let ticks = |node| run.self_spread(node).ticks;
        let of_addresses = union.nodes().filter(|node| is_address[union.identity()[node.index()].index()]);
        of_addresses.map(ticks).sum::<i64>() as f64 / run.tree.total_ticks().max(1) as f64
    };
    let [a, b] = [0, 1].map(share);
    let what = numbers::quantity(axis);
    let have = if matches!(what, "time" | "weight") { "has" } else { "have" };
    let [in_a, in_b] = [a, b].map(numbers::percent);
    let text = match (a >= LEAST, b >= LEAST) {
        (false, false) => return None,
        (true, true) if in_a == in_b => format!("{in_a} of the {what} on both sides {have}"),
        (true, true) => format!("{in_a} of A’s {what} and {in_b} of B’s {have}"),
        (true, false) => format!("{in_a} of A’s {what} {have}"),
        (false, true) => format!("{in_b} of B’s {what} {have}"),
    };
    Some(VerdictPart { text: format!("{text} no function names, only addresses"), list: None, warns: true })
}
