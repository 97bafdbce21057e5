//! Loops over all calls, block by block.
//!
//! A browser runs a function in its first, slow translation until it is called anew: a loop over a million calls that
//! is one call of one function never gets the fast one. So what is done with a block is a function that is called for
//! each, and nothing that the compiler, or `wasm-opt`, could put into its caller.
//!
//! What such a function captures it has by reference, and must look up anew after everything that it writes. So in a loop that
//! counts columns become names of its own first: `let column = &mut column[..]`.

use std::ops::Range;

/// Calls of a block.
const BLOCK: usize = 1 << 12;

/// Runs `each` on a range of rows, block by block, ascending.
#[inline(never)]
pub fn in_blocks(rows: Range<usize>, each: &mut dyn FnMut(Range<usize>)) {
    let end = rows.end;
    for start in rows.step_by(BLOCK) {
        each(start..end.min(start + BLOCK));
    }
}

/// The same descending: the last block first. A block is given as a range, to be walked from its end.
#[inline(never)]
pub fn in_blocks_back(rows: Range<usize>, each: &mut dyn FnMut(Range<usize>)) {
    let mut end = rows.end;
    while end > rows.start {
        let start = rows.start.max(end.saturating_sub(BLOCK));
        each(start..end);
        end = start;
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, in_blocks, in_blocks_back};

    #[test]
    fn every_row_is_in_one_block() {
        for rows in [0..0, 3..4, 0..BLOCK, 5..3 * BLOCK + 7] {
            let mut seen = Vec::new();
            in_blocks(rows.clone(), &mut |block| seen.extend(block));
            assert_eq!(seen, rows.clone().collect::<Vec<_>>());
            seen.clear();
            in_blocks_back(rows.clone(), &mut |block| seen.extend(block.rev()));
            assert_eq!(seen, rows.rev().collect::<Vec<_>>());
        }
    }
}
