//! Equal ordered subtrees of both sides under one number.

use super::state::Meter;
use crate::Pair;
use diptych_trace::IdentityId;
use rustc_hash::FxHashMap;

/// Of each side, the number of each call's subtree. Two calls have the same number exactly when their subtrees are
/// equal: same identities, same nesting, same order. Numbers are given in order of first appearance.
pub(super) struct Classes {
    pub(super) of: [Vec<u32>; 2],
    /// Of each number, that of all subtrees that are equal to it but for the order of siblings.
    pub(super) unordered: Vec<u32>,
}

/// Numbers all subtrees, children before parents. O(calls).
///
/// A subtree is told by 64 mixed bits of its root's identity and its children's numbers: among 10⁷ different
/// subtrees the chance that any two are taken for one is 3 · 10⁻⁶, and then calls are paired that are not equal.
pub(super) fn classes(pair: Pair, meter: &mut Meter) -> Classes {
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut unordered_numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut unordered: Vec<u32> = Vec::new();
    let of = [0, 1].map(|side| {
        let calls = pair.traces[side].calls();
        let mut class = vec![0; calls.len()];
        // What the children of the open call at each depth, right to left, have come to: in order, and in any order.
        let mut inside = vec![(SEED, 0u64); pair.traces[side].max_depth() as usize + 2];
        for row in (0..calls.len()).rev() {
            let depth = calls.depth()[row] as usize;
            let IdentityId(identity) = pair.identities[side][calls.function()[row].index()];
            let (in_order, in_any) = std::mem::replace(&mut inside[depth + 1], (SEED, 0));
            let next = numbers.len() as u32;
            let number = *numbers.entry(mix(in_order, u64::from(identity) << 1)).or_insert(next);
            if number == next {
                let next = unordered_numbers.len() as u32;
                let key = mix(in_any, u64::from(identity) << 1);
                unordered.push(*unordered_numbers.entry(key).or_insert(next));
            }
            let (in_order, in_any) = &mut inside[depth];
            *in_order = mix(*in_order, u64::from(number) << 1 | 1);
            *in_any = in_any.wrapping_add(mix(SEED, u64::from(unordered[number as usize])));
            class[row] = number;
            meter.add(1);
        }
        class
    });
    Classes { of, unordered }
}

const SEED: u64 = 0x243F_6A88_85A3_08D3;

/// Takes `value` into `hash`: a full multiplication, both halves used, so that every bit reaches every bit.
pub(super) fn mix(hash: u64, value: u64) -> u64 {
    let wide = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15) * u128::from(value ^ 0xD1B5_4A32_D192_ED03);
    (wide as u64 ^ (wide >> 64) as u64).rotate_left(29) ^ hash.wrapping_mul(0xFF51_AFD7_ED55_8CCD)
}
