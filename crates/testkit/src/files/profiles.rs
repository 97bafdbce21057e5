//! Writes binary profiles.

use super::sizes::FUNCTIONS;

/// Writes stacks of two addresses, all different, as gperftools does.
pub(super) fn gperftools(out: &mut Vec<u8>, calls: u32) {
    let mut word = |word: u64| out.extend_from_slice(&word.to_le_bytes());
    [0, 3, 0, 10_000, 0].into_iter().for_each(&mut word);
    for call in 0..calls {
        let (leaf, root) = (call % FUNCTIONS, call / FUNCTIONS);
        let stack = [0x40_0000 + u64::from(leaf), 0x50_0000 + u64::from(root)];
        [1, 2].into_iter().chain(stack).for_each(&mut word);
    }
    [0, 1, 0].into_iter().for_each(&mut word);
    out.extend_from_slice(b"00400000-00600000 r-xp 00000000 08:02 1 /srv/app\n");
}
