//! Numbers for equal ordered subtrees of both sides.

use super::meter::Meter;
use crate::Pair;
use diptych_trace::{IdentityId, for_each_block_rev};
use rustc_hash::FxHashMap;

/// The number of each call's subtree. Two calls have equal numbers exactly if their subtrees are equal: same
/// identities, same nesting, same order. Numbers are given in order of first appearance.
pub(super) struct Classes {
    pub(super) by_call: [Vec<u32>; 2],
    /// Hash by number that is equal for subtrees that differ only in the order of siblings.
    pub(super) unordered: Vec<u64>,
}

/// Numbers all subtrees, children before parents. O(calls).
///
/// A subtree is identified by 64 mixed bits of its root's identity and its children's numbers. Among 10⁷ different
/// subtrees, any two collide with a chance of 3 · 10⁻⁶. After a collision, calls are paired whose subtrees differ. The
/// result takes about 12 bytes for each different subtree, and up to 40 are in use on the way.
pub(super) fn classes(pair: Pair, meter: &mut Meter) -> Classes {
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut unordered: Vec<u64> = Vec::new();
    let by_call = [0, 1].map(|side| {
        let calls = pair.traces[side].calls();
        let mut class = vec![0; calls.len()];
        // Hashes of the children seen so far of the open call at each depth, right to left: with and without their
        // order.
        let mut inside = vec![(SEED, 0u64); pair.traces[side].max_depth() as usize + 2];
        for_each_block_rev(0..calls.len(), &mut |rows| {
            meter.add(rows.len() as u64);
            // Borrowed anew for each block, so that the compiler knows that nothing written below can move them.
            let (depths, functions, identities) = (calls.depth(), calls.function(), pair.identities[side]);
            let (class, inside) = (&mut class[..], &mut inside[..]);
            for row in rows.rev() {
                let depth = depths[row] as usize;
                let IdentityId(identity) = identities[functions[row].index()];
                let (in_order, in_any) = std::mem::replace(&mut inside[depth + 1], (SEED, 0));
                // The lowest bit distinguishes identities (0) from numbers of children (1).
                let next = numbers.len() as u32;
                let number = *numbers.entry(mix(in_order, u64::from(identity) << 1)).or_insert(next);
                if number == next {
                    unordered.push(mix(in_any, u64::from(identity) << 1));
                }
                let (in_order, in_any) = &mut inside[depth];
                *in_order = mix(*in_order, u64::from(number) << 1 | 1);
                *in_any = in_any.wrapping_add(mix(SEED, unordered[number as usize]));
                class[row] = number;
            }
        });
        class
    });
    Classes { by_call, unordered }
}

const SEED: u64 = 0x243F_6A88_85A3_08D3;

/// Mixes `value` into `hash`. Uses both halves of a full product, so that every bit affects every bit.
pub(super) fn mix(hash: u64, value: u64) -> u64 {
    let halves = folded_product(hash ^ 0x9E37_79B9_7F4A_7C15, value ^ 0xD1B5_4A32_D192_ED03);
    halves.rotate_left(29) ^ hash.wrapping_mul(0xFF51_AFD7_ED55_8CCD)
}

/// Returns the lower half of the product XOR its upper half.
fn folded_product(x: u64, y: u64) -> u64 {
    // A 64-bit processor multiplies to 128 bits in one instruction. Wasm calls a function that writes to memory.
    if cfg!(target_pointer_width = "64") {
        let product = u128::from(x) * u128::from(y);
        product as u64 ^ (product >> 64) as u64
    } else {
        folded_by_halves(x, y)
    }
}

fn folded_by_halves(x: u64, y: u64) -> u64 {
    let (low_x, high_x, low_y, high_y) = (x & LOW, x >> 32, y & LOW, y >> 32);
    let (crossed, other) = (high_x * low_y, low_x * high_y);
    let carried = ((low_x * low_y) >> 32) + (crossed & LOW) + (other & LOW);
    let upper = high_x * high_y + (crossed >> 32) + (other >> 32) + (carried >> 32);
    x.wrapping_mul(y) ^ upper
}

/// Mask of the lower half of a number.
const LOW: u64 = u32::MAX as u64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::unruled;
    use diptych_testkit::{Shape, generate};
    use diptych_trace::CallId;
    use proptest::prelude::*;

    /// Returns a subtree as text, with children sorted if their order does not count.
    fn words(pair: Pair, side: usize, call: CallId, in_order: bool) -> String {
        let children = pair.traces[side].calls().children(call);
        let mut inside: Vec<String> = children.map(|child| words(pair, side, child, in_order)).collect();
        if !in_order {
            inside.sort();
        }
        format!("{}({})", pair.of_call(side, call).0, inside.join(" "))
    }

    proptest! {
        #[test]
        fn folded_product_equals_that_of_128_bits(x: u64, y: u64) {
            for (x, y) in [(x, y), (x >> 32, y), (u64::MAX, y), (u64::MAX, u64::MAX)] {
                let product = u128::from(x) * u128::from(y);
                let folded = product as u64 ^ (product >> 64) as u64;
                prop_assert_eq!(folded_product(x, y), folded);
                prop_assert_eq!(folded_by_halves(x, y), folded);
            }
        }

        #[test]
        fn numbers_are_equal_exactly_for_equal_subtrees(seed: u64, functions in 1usize..4) {
            let shape = Shape { calls: 40, functions, ..Shape::SMALL };
            let traces = [generate(seed, shape), generate(!seed, shape)];
            let identities = unruled(traces.each_ref());
            let pair = identities.pair(traces.each_ref());
            let found = classes(pair, &mut Meter::new(&mut |_, _| {}, 0));
            let calls: Vec<(usize, CallId)> = [0, 1].into_iter()
                .flat_map(|side| (0..traces[side].calls().len() as u32).map(move |call| (side, CallId(call))))
                .collect();
            let number = |&(side, call): &(usize, CallId)| found.by_call[side][call.index()];
            for x in &calls {
                for y in &calls {
                    let equal = |in_order| words(pair, x.0, x.1, in_order) == words(pair, y.0, y.1, in_order);
                    prop_assert_eq!(number(x) == number(y), equal(true));
                    let [x, y] = [x, y].map(|call| found.unordered[number(call) as usize]);
                    prop_assert_eq!(x == y, equal(false));
                }
            }
        }
    }
}
