//! An alignment restored from its columns in a file.

use super::{Aligned, Alignment, Kind};
use crate::Pair;
use diptych_trace::CallId;

impl Alignment {
    /// Returns true if the content orders B before A. A file stores this next to the columns of A.
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Restores an alignment from the partners and kinds of A's calls, from which those of B follow. Returns `None` if
    /// the columns contradict each other or do not fit the pair. O(calls).
    pub fn restore(pair: Pair, partner: Vec<CallId>, kind: Vec<Kind>, swapped: bool) -> Option<Self> {
        let [calls_a, calls_b] = pair.traces.map(|trace| trace.calls().len());
        if partner.len() != calls_a || kind.len() != calls_a {
            return None;
        }
        let (mut partner_b, mut kind_b) = (vec![CallId::NONE; calls_b], vec![Kind::Only; calls_b]);
        for (row, (&b, &kind)) in partner.iter().zip(&kind).enumerate() {
            if kind == Kind::NotCompared || (b == CallId::NONE) != (kind == Kind::Only) {
                return None;
            }
            let Some(b) = b.some() else { continue };
            let back = partner_b.get_mut(b.index()).filter(|back| **back == CallId::NONE)?;
            *back = CallId(row as u32);
            kind_b[b.index()] = kind;
        }
        let sides = Aligned::sides(pair, [partner, partner_b], [kind, kind_b]);
        Some(Self { sides, swapped, marked: None })
    }
}

impl Kind {
    /// Returns the kind with a code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::{Options, align};
    use crate::identity::unruled;
    use diptych_testkit::{Shape, generate};
    use diptych_trace::LaneId;

    #[test]
    fn columns_of_a_restore_the_whole_alignment() {
        for seed in 0..20 {
            let traces = [seed, seed + 1].map(|seed| generate(seed, Shape::SMALL));
            let identities = unruled(traces.each_ref());
            let pair = identities.pair(traces.each_ref());
            let lanes = [(LaneId(0), LaneId(0)), (LaneId(1), LaneId(1))];
            let whole = align(pair, &lanes, Options::default(), &mut |_, _| ());
            let (partner, kind) = (whole.sides[0].partner.clone(), whole.sides[0].kind.clone());
            let restored = Alignment::restore(pair, partner.clone(), kind.clone(), whole.is_swapped());
            assert_eq!(restored.as_ref(), Some(&whole));

            let twice = vec![CallId(0); partner.len()];
            assert_eq!(Alignment::restore(pair, twice, vec![Kind::Matched; kind.len()], false), None);
            assert_eq!(Alignment::restore(pair, partner[1..].to_vec(), kind[1..].to_vec(), false), None);
            let none = vec![CallId::NONE; kind.len()];
            assert_eq!(Alignment::restore(pair, none, vec![Kind::Moved; kind.len()], false), None);
        }
    }
}
