//! The share of each side whose identities the other side has too.

use super::identities::Identities;
use diptych_profile::Totals;
use diptych_trace::IdentityId;
use std::cmp::Reverse;

/// A part of a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// Size of the part.
    pub part: u64,
    /// Size of the whole.
    pub whole: u64,
}

impl Share {
    /// Returns the ratio from 0 to 1, or `None` if the whole is 0.
    pub fn ratio(self) -> Option<f64> {
        (self.whole > 0).then(|| self.part as f64 / self.whole as f64)
    }
}

/// An identity that only one side calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnpairedIdentity {
    /// Identity without partner.
    pub identity: IdentityId,
    /// Number of its calls.
    pub calls: u64,
    /// Self time in ticks.
    pub self_ticks: u64,
}

/// The share of a side that has a partner on the other side. Functions that were never called do not count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideAgreement {
    /// Identities with a partner, of those called.
    pub identities: Share,
    /// Calls of identities with a partner.
    pub calls: Share,
    /// Self time of identities with a partner, in ticks.
    pub self_ticks: Share,
    /// Identities without partner: most self time first, then most calls, then by key.
    pub alone: Vec<UnpairedIdentity>,
}

/// The agreement of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Agreement {
    /// Agreement of A and of B.
    pub sides: [SideAgreement; 2],
}

/// Measures the agreement of the first run of each side. `totals` are each side's totals by function (see
/// [`Groups::by_function`](diptych_profile::Groups::by_function)), and they do not depend on the rules.
/// O(functions + k log k) for the k identities without partner.
pub fn agree(identities: &Identities, totals: [&Totals; 2]) -> Agreement {
    let sums = [0, 1].map(|side| by_identity(identities, side, totals[side]));
    Agreement { sides: [side(&sums[0], &sums[1]), side(&sums[1], &sums[0])] }
}

/// Returns the calls and the self time of each identity on a side.
pub(super) fn by_identity(identities: &Identities, side: usize, totals: &Totals) -> Vec<(u64, u64)> {
    let mut sums = vec![(0, 0); identities.keys.len()];
    for (function, identity) in identities.by_function(side).iter().enumerate() {
        let sum = &mut sums[identity.index()];
        // The groups of totals end with the last function that was called.
        sum.0 += totals.calls.get(function).copied().unwrap_or(0);
        sum.1 += totals.self_ticks.get(function).map_or(0, |&ticks| ticks.max(0) as u64);
    }
    sums
}

fn side(own: &[(u64, u64)], other: &[(u64, u64)]) -> SideAgreement {
    let mut found = SideAgreement::default();
    for (id, (&(calls, self_ticks), &(partners, _))) in own.iter().zip(other).enumerate() {
        if calls == 0 {
            continue;
        }
        for (share, amount) in
            [(&mut found.identities, 1), (&mut found.calls, calls), (&mut found.self_ticks, self_ticks)]
        {
            share.whole += amount;
            share.part += if partners > 0 { amount } else { 0 };
        }
        if partners == 0 {
            found.alone.push(UnpairedIdentity { identity: IdentityId(id as u32), calls, self_ticks });
        }
    }
    // Identities ascend with their keys and the sort is stable, so equal entries stay in the order of keys.
    found.alone.sort_by_key(|alone| Reverse((alone.self_ticks, alone.calls)));
    found
}
