//! Loops over all calls, block by block.
//!
//! A browser runs a function in its slow, first translation until the function is called again. A loop over a million
//! calls inside one function call would therefore never reach the fast translation. So each block is handled by a
//! separate function call that neither the compiler nor `wasm-opt` can inline into its caller.
//!
//! Such a closure captures its environment by reference and has to look it up again after every write. A loop that
//! counts should therefore bind each column to a local name first: `let column = &mut column[..]`.

use std::ops::Range;

/// Number of calls in a block.
const BLOCK: usize = 1 << 12;

/// Calls `each` with the blocks of a range of rows, in ascending order.
#[inline(never)]
pub fn for_each_block(rows: Range<usize>, each: &mut dyn FnMut(Range<usize>)) {
    let end = rows.end;
    for start in rows.step_by(BLOCK) {
        each(start..end.min(start + BLOCK));
    }
}

/// Calls `each` with the blocks of a range of rows, the last block first. Each block is an ascending range; `each`
/// walks it from its end.
#[inline(never)]
pub fn for_each_block_rev(rows: Range<usize>, each: &mut dyn FnMut(Range<usize>)) {
    let mut end = rows.end;
    while end > rows.start {
        let start = rows.start.max(end.saturating_sub(BLOCK));
        each(start..end);
        end = start;
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, for_each_block, for_each_block_rev};

    #[test]
    fn every_row_is_in_one_block() {
        for rows in [0..0, 3..4, 0..BLOCK, 5..3 * BLOCK + 7] {
            let mut seen = Vec::new();
            for_each_block(rows.clone(), &mut |block| seen.extend(block));
            assert_eq!(seen, rows.clone().collect::<Vec<_>>());
            seen.clear();
            for_each_block_rev(rows.clone(), &mut |block| seen.extend(block.rev()));
            assert_eq!(seen, rows.rev().collect::<Vec<_>>());
        }
    }
}
